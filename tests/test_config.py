"""Settings: which source wins, where each value comes from, and what a wrong one is told."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upheld._config import OUTPUT_FORMATS, Settings, load
from upheld._errors import ConfigurationError
from upheld.reports import WRITERS


def message(options=None, env=None, cwd=None, *, file="", tmp_path=None):
    """Return what `load` complains about."""
    if tmp_path is not None:
        (tmp_path / "upheld.toml").write_text(file)
        cwd = tmp_path
    with pytest.raises(ConfigurationError) as caught:
        load(options or {}, env or {}, cwd)
    return str(caught.value)


def test_defaults(tmp_path):
    """Without any source, every setting has its default and says so."""
    loaded = load({}, {}, tmp_path)
    assert (
        loaded.settings.judge,
        loaded.settings.policy,
        loaded.settings.inference,
        loaded.settings.jobs,
        loaded.settings.seed,
    ) == ("embedded", "strict", "entailed", 1, 0)
    assert loaded.settings.fail_under is None
    assert set(loaded.origin) == set(Settings.model_fields)
    assert {"default"} == set(loaded.origin.values())


def test_precedence(tmp_path):
    """Option before environment before file before default, each with its origin."""
    (tmp_path / "upheld.toml").write_text('policy = "graded"\ndomain = "legal"\njobs = 3\n')
    loaded = load(
        {"policy": "lenient", "domain": None},
        {"UPHELD_DOMAIN": "medical", "UPHELD_POLICY": "strict"},
        tmp_path,
    )
    assert (loaded.settings.policy, loaded.settings.domain, loaded.settings.jobs) == ("lenient", "medical", 3)
    assert loaded.origin["policy"] == "option --policy"
    assert loaded.origin["domain"] == "environment UPHELD_DOMAIN"
    assert str(tmp_path / "upheld.toml") == loaded.origin["jobs"]
    assert loaded.origin["judge"] == "default"


def test_upheld_toml_wins_in_the_same_folder(tmp_path):
    """Where both files stand side by side, upheld.toml is the one."""
    (tmp_path / "upheld.toml").write_text("jobs = 2")
    (tmp_path / "pyproject.toml").write_text("[tool.upheld]\njobs = 4")
    assert load({}, {}, tmp_path).settings.jobs == 2


def test_nearest_file_wins_and_stops_the_search(tmp_path):
    """The nearest folder counts alone: what stands above is not merged in."""
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    (tmp_path / "upheld.toml").write_text('jobs = 2\npolicy = "graded"')
    (tmp_path / "a" / "pyproject.toml").write_text("[tool.upheld]\njobs = 4")
    loaded = load({}, {}, inner)
    assert (loaded.settings.jobs, loaded.settings.policy) == (4, "strict")


def test_pyproject_of_others_is_passed_by(tmp_path):
    """A pyproject.toml without [tool.upheld] does not end the search."""
    inner = tmp_path / "package"
    inner.mkdir()
    (tmp_path / "upheld.toml").write_text("seed = 7")
    (inner / "pyproject.toml").write_text("[project]\nname = 'x'\n[tool.ruff]\nline-length = 80")
    assert load({}, {}, inner).settings.seed == 7


def test_file_with_byte_order_mark(tmp_path):
    """A byte order mark in front of the file is no error."""
    (tmp_path / "upheld.toml").write_bytes(b"\xef\xbb\xbfjobs = 2\r\n")
    assert load({}, {}, tmp_path).settings.jobs == 2


def test_tables(tmp_path):
    """Levels may be given in part; domains are given whole."""
    (tmp_path / "upheld.toml").write_text(
        "[levels]\nsafe = 0.95\n[domains.legal]\ndeploy = 0.9\nreview = 0.8\n[domains.ours]\ndeploy = 1\nreview = 0\n"
    )
    settings = load({}, {}, tmp_path).settings
    assert (settings.levels.safe, settings.levels.warning) == (0.95, None)
    assert {k: (v.deploy, v.review) for k, v in settings.domains.items()} == {
        "legal": (0.9, 0.8),
        "ours": (1.0, 0.0),
    }


@pytest.mark.parametrize(
    ("file", "parts"),
    [
        ("polcy = 'strict'", ["unknown key 'polcy'", "did you mean 'policy'?", "empty_score"]),
        ("fail-under = 0.5", ["unknown key 'fail-under'", "did you mean 'fail_under'?"]),
        ("policy = 'strct'", ["policy = 'strct'", "strict, lenient or graded", "did you mean 'strict'?"]),
        (
            "output_format = 'yaml'",
            ["output_format = 'yaml'", "text, json, jsonl, csv, markdown, html, parquet or arrow"],
        ),
        ("fail_under = 85", ["fail_under = 85", "between 0 and 1", "did you mean 0.85?"]),
        ("fail_under = -1", ["fail_under = -1", "between 0 and 1"]),
        ("fail_under = nan", ["fail_under = nan", "between 0 and 1"]),
        ("fail_under = true", ["fail_under = True", "between 0 and 1"]),
        ("jobs = 0", ["jobs = 0", "1 or more"]),
        ("jobs = true", ["jobs = True", "1 or more"]),
        ("judge = ''", ["judge = ''", "name of a judge"]),
        ("levels = 3", ["levels = 3", "a table with 'safe' and 'warning'"]),
        ("[levels]\nsaef = 1", ["unknown key 'levels.saef'", "did you mean 'levels.safe'?"]),
        ("[levels]\nsafe = 0.5\nwarning = 0.7", ["levels: 'safe' must not be below 'warning'"]),
        ("[levels]\nsafe = 95", ["levels.safe = 95", "did you mean 0.95?"]),
        ("[domains]\nlegal = 3", ["domains.legal = 3", "'deploy' and 'review'"]),
        ("[domains.legal]\ndeploy = 0.5", ["domains.legal needs the key 'review'"]),
        (
            "[domains.legal]\ndeploy = 0.5\nreview = 0.9",
            ["domains.legal: 'deploy' must not be below 'review'"],
        ),
        (
            "[domains.legal]\ndeploy = 0.5\nreview = 0.1\nx = 1",
            ["unknown key 'domains.legal.x'", "deploy, review"],
        ),
        ("jobs = maybe", ["not valid TOML", "line 1"]),
    ],
)
def test_wrong_file(tmp_path, file, parts):
    """A wrong key or value is told with the file, the key, the value, what is allowed and what was perhaps meant."""
    text = message(file=file, tmp_path=tmp_path)
    assert text.startswith(str(tmp_path / "upheld.toml") + ": ")
    assert [part for part in parts if part not in text] == []


def test_wrong_option_and_variable(tmp_path):
    """Options and variables are named as the user wrote them."""
    assert message({"fail_under": 85.0}, cwd=tmp_path).startswith("option --fail-under: 85 is not allowed")
    text = message({}, {"UPHELD_INFERENCE": "reasonabel"}, tmp_path)
    assert text.startswith("environment UPHELD_INFERENCE: 'reasonabel' is not allowed")
    assert "did you mean 'reasonable'?" in text


def test_not_text(tmp_path):
    """A file of settings that is no text is an error that names it."""
    (tmp_path / "upheld.toml").write_bytes(b"jobs = '\xff'")
    with pytest.raises(ConfigurationError, match=r"upheld\.toml: not valid TOML"):
        load({}, {}, tmp_path)


def test_tool_upheld_that_is_no_table(tmp_path):
    """[tool] upheld = 3 is an error, not an exception of some other kind."""
    (tmp_path / "pyproject.toml").write_text("[tool]\nupheld = 3")
    with pytest.raises(ConfigurationError, match="must be a table"):
        load({}, {}, tmp_path)


def test_environment_values_are_parsed(tmp_path):
    """Numbers in the environment are read; an empty variable counts as not set."""
    loaded = load({}, {"UPHELD_FAIL_UNDER": "0.8", "UPHELD_JOBS": "2", "UPHELD_SEED": ""}, tmp_path)
    assert (loaded.settings.fail_under, loaded.settings.jobs, loaded.settings.seed) == (0.8, 2, 0)
    assert loaded.warnings == ()


def test_unknown_variables_warn(tmp_path):
    """A variable that nothing reads is a warning with a guess; UPHELD_DEBUG is known; others' variables are not ours."""
    loaded = load(
        {}, {"UPHELD_POLICI": "x", "UPHELD_LEVELS": "{}", "UPHELD_DEBUG": "1", "UPHELDX": "1"}, tmp_path
    )
    levels, policy = loaded.warnings
    assert "UPHELD_POLICI" in policy
    assert "did you mean 'UPHELD_POLICY'?" in policy
    assert "only be set in a file" in levels


def test_output_formats_are_those_that_can_be_written():
    """The setting allows exactly the formats that have a writer."""
    assert set(OUTPUT_FORMATS) == set(WRITERS)


@given(
    st.dictionaries(
        st.sampled_from(sorted(Settings.model_fields)),
        st.none()
        | st.booleans()
        | st.integers()
        | st.floats()
        | st.text()
        | st.lists(st.integers())
        | st.dictionaries(st.text(), st.text()),
    )
)
def test_any_value_loads_or_is_explained(tmp_path_factory, options):
    """Whatever the values, loading succeeds or raises ConfigurationError in one printable line of our own words."""
    try:
        load(options, {}, tmp_path_factory.getbasetemp())
    except ConfigurationError as error:
        text = str(error)
        assert text.startswith("option --")
        assert "\n" not in text
        assert "Input should" not in text


@pytest.mark.parametrize("text", ["[tool.upheld]\njobs = 2", "[tool.upheld.levels]\nsafe = 0.95", "[tool]"])
def test_the_header_of_pyproject_in_upheld_toml(tmp_path, text):
    """Settings copied from pyproject.toml with their header are told where they stand in upheld.toml."""
    said = message(file=text, tmp_path=tmp_path)
    assert said.startswith(str(tmp_path / "upheld.toml"))
    assert "top level" in said
    assert "leave out the header [tool.upheld]" in said


def test_a_number_written_as_a_text_is_read(tmp_path):
    """fail_under = "0.9" can mean one thing only; "a" means nothing and is told."""
    (tmp_path / "upheld.toml").write_text('fail_under = "0.9"')
    assert load({}, {}, tmp_path).settings.fail_under == 0.9
    assert "fail_under = 'a' is not allowed" in message(file='fail_under = "a"', tmp_path=tmp_path)
