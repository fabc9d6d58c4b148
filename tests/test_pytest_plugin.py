"""The pytest plugin, run as a user runs it: a folder with tests, options, output and exit status."""

import json
import runpy
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import upheld
from upheld.pytest_plugin import UnfaithfulError, assert_faithful, cases

pytest_plugins = ["pytester"]

EXAMPLES = Path(__file__).parent.parent / "examples"
TRUE = '"It is open on Monday.", ["It is open on Monday."]'
FALSE = '"It sells bread. It has a cinema.", ["It sells bread."]'
BOTH = f"""
from upheld.pytest_plugin import assert_faithful

def test_true():
    assert_faithful({TRUE})

def test_false():
    assert_faithful({FALSE})
"""


@pytest.fixture(scope="module", autouse=True)
def _loaded():
    """Load once what each run in this process would else load anew, since pytester takes back what a run imports."""
    for name in (
        "_config",
        "_options",
        "_report",
        "reports.text",
        "reports.page",
        "reports.markdown",
        "reports.csv",
    ):
        __import__(f"upheld.{name}")
    upheld.check("It is open at 9.", ["It is open at 9."], judge="lexical")


@pytest.fixture
def project(pytester, monkeypatch):
    """A folder with tests whose judge compares words."""
    monkeypatch.setenv(
        "PYTEST_ADDOPTS", "-p no:hypothesispytest"
    )  # would load all of hypothesis at the end of each run
    pytester.makeini("[pytest]\nupheld_judge = lexical\n")
    return pytester


@pytest.fixture
def alone(monkeypatch):
    """Calls are made as outside of pytest: what they check is no matter of the run of these tests."""
    monkeypatch.setattr("upheld.pytest_plugin._asserting._ACTIVE", [])


def ran(project, *options, test=None, passed=0, failed=0, errors=0):
    """Run the tests of a folder, and check how many passed."""
    if test:
        project.makepyfile(test_answers=test)
    result = project.runpytest_inprocess(*options)
    result.assert_outcomes(passed=passed, failed=failed, errors=errors)
    return result


def test_a_failure_names_claim_verdict_and_passage(project):
    """The text of a failure shows the score, the claim that fails and the closest passage, and no code of the plugin."""
    result = ran(project, test=BOTH, passed=1, failed=1)
    result.stdout.fnmatch_lines(
        ["*UnfaithfulError: the answer is not faithful enough: score 0.50, needed 0.90", "*It has a cinema*"]
    )
    result.stdout.no_fnmatch_line("*_asserting.py*")
    assert result.ret == pytest.ExitCode.TESTS_FAILED


def test_summary_counts_and_names(project):
    """The summary says how many answers were checked, the mean, and which tests failed."""
    result = ran(project, test=BOTH, passed=1, failed=1)
    result.stdout.fnmatch_lines(
        ["2 answers checked, mean score 0.75, 1 not faithful enough", "*0.50*needed 0.90*::test_false"]
    )


def test_no_summary_where_nothing_was_checked(project):
    """Tests that check no answer see nothing of the plugin."""
    ran(project, test="def test_one(): pass", passed=1).stdout.no_fnmatch_line("*answer*checked*")


@pytest.mark.parametrize(
    "how",
    [
        "command line",
        "ini",
        "marker",
        "call",
        "settings",
        "fixture",
    ],
)
def test_min_score_can_be_set_everywhere(project, how):
    """A least score of 0.5 lets the half true answer pass, wherever it is said."""
    call = f"assert_faithful({FALSE}{', min_score=0.5' if how == 'call' else ''})"
    mark = "@pytest.mark.faithfulness(min_score=0.5)" if how == "marker" else ""
    head = "import pytest\nfrom upheld.pytest_plugin import assert_faithful\n"
    if how == "ini":
        project.makeini("[pytest]\nupheld_judge = lexical\nupheld_min_score = 0.5\n")
    if how == "settings":
        project.makefile(".toml", upheld="fail_under_sample = 0.5")
    if how == "fixture":
        call = f"faithfulness({FALSE}, min_score=0.5)"
    argument = "faithfulness" if how == "fixture" else ""
    options = ["--upheld-min-score", "0.5"] if how == "command line" else []
    ran(project, *options, test=f"{head}{mark}\ndef test_it({argument}):\n    {call}\n", passed=1)


def test_nearer_settings_win(project):
    """A call comes before the marker, the marker before the command line, the command line before the ini file."""
    project.makeini("[pytest]\nupheld_judge = lexical\nupheld_min_score = 0.1\n")
    head = "import pytest\nfrom upheld.pytest_plugin import assert_faithful\n"
    mark = "@pytest.mark.faithfulness(min_score={})\n"
    body = f"def test_{{}}():\n    assert_faithful({FALSE}{{}})\n"
    test = (
        head
        + body.format("line", "")
        + mark.format(0.3)
        + body.format("mark", "")
        + mark.format(0.9)
        + body.format("call", ", min_score=0.2")
    )
    result = ran(project, "--upheld-min-score=1", test=test, passed=2, failed=1)
    result.stdout.fnmatch_lines(["*needed 1.00*::test_line"])


@pytest.mark.parametrize("value", ["2", "-0.1", "much", "nan"])
def test_a_wrong_least_score_is_refused_before_any_test(project, value):
    """The command line and the ini file say what is wrong with a score, and nothing runs."""
    project.makepyfile(test_answers=BOTH)
    line = project.runpytest_inprocess(f"--upheld-min-score={value}")
    assert line.ret == pytest.ExitCode.USAGE_ERROR
    line.stderr.fnmatch_lines(["*is not a number between 0 and 1*"])
    project.makeini(f"[pytest]\nupheld_min_score = {value}\n")
    ini = project.runpytest_inprocess()
    assert ini.ret == pytest.ExitCode.USAGE_ERROR
    ini.stderr.fnmatch_lines(["*upheld_min_score: *least score of an answer that passes, 0 to 1*"])


def test_a_least_score_can_be_a_number_in_toml(project):
    """The native table of pytest 9 has types; the score is a number there."""
    (project.path / "tox.ini").unlink()
    project.makepyprojecttoml('[tool.pytest]\nupheld_judge = "lexical"\nupheld_min_score = 0.5\n')
    ran(project, test=BOTH, passed=2)


def test_judge_option(project):
    """The judge of the command line comes before that of the ini file."""
    result = ran(project, "--upheld-judge", "scripted:contradicted", test=BOTH, failed=2)
    result.stdout.fnmatch_lines(["*signature*judge:scripted*"])


@pytest.mark.parametrize("where", ["line", "ini"])
def test_an_unknown_judge_is_refused_before_any_test(project, where):
    """A mistyped judge is named with the ones that there are, and nothing runs."""
    project.makepyfile(test_answers=BOTH)
    if where == "ini":
        project.makeini("[pytest]\nupheld_judge = lexcial\n")
    result = project.runpytest_inprocess(*["--upheld-judge=lexcial"] * (where == "line"))
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*there is no judge 'lexcial'*choose embedded*"])


def test_a_judge_of_a_call_that_does_not_exist_fails_its_test(project):
    """What only one test names concerns that test alone."""
    test = f"""
    def test_one(faithfulness):
        faithfulness({TRUE}, judge="gpt")
    def test_two(faithfulness):
        faithfulness({TRUE})
    """
    result = ran(project, test=test, passed=1, failed=1)
    result.stdout.fnmatch_lines(["*there is no judge 'gpt'*choose embedded*"])


@pytest.mark.parametrize("name", "embedded embedded:few_false_alarms lexical checks scripted:error".split())
def test_judges_with_a_name_are_known_before_any_test(project, name):
    """No judge that exists is refused."""
    ran(project, f"--upheld-judge={name}", test="def test_one(): pass", passed=1)


def test_policy_option(project):
    """Under the lenient policy what the context does not say passes; an unknown policy is refused."""
    ran(project, "--upheld-policy", "lenient", test=BOTH, passed=2)
    assert project.runpytest_inprocess("--upheld-policy=nice").ret == pytest.ExitCode.USAGE_ERROR


def test_domain_option(project):
    """A domain brings the score at which it may be deployed."""
    result = ran(project, "--upheld-domain", "medical", test=BOTH, passed=1, failed=1)
    result.stdout.fnmatch_lines(["*score 0.50, needed 0.98", "*note: medical: not validated on this domain*"])


def test_an_unknown_domain_is_told(project):
    """A mistyped domain, which loosens the least score, stands in each failure and, also where all pass, in the summary."""
    said = "note: unknown domain 'medicl'; did you mean 'medical'?*"
    failing = ran(project, "--upheld-domain", "medicl", test=BOTH, passed=1, failed=1)
    failing.stdout.fnmatch_lines(["*needed 0.85", f"E *{said}", "*2 answers checked*", said])
    fine = ran(project, "--upheld-domain", "medicl", "-k", "true", passed=1)
    fine.stdout.fnmatch_lines(["*1 answer checked*", said])


def test_a_score_that_rounding_left_under_the_least_passes(project):
    """As for the gates of the command line."""
    test = f"""
    def test_one(faithfulness):
        faithfulness({FALSE}, min_score=0.5 + 1e-12)
    """
    ran(project, test=test, passed=1)


def test_save_writes_results_that_can_be_read_again(project):
    """The saved file has one result a line, in the order of the tests."""
    ran(project, "--upheld-save", "out.jsonl", test=BOTH, passed=1, failed=1)
    lines = (project.path / "out.jsonl").read_text(encoding="utf-8").splitlines()
    results = [upheld.Result.from_dict(json.loads(line)) for line in lines]
    assert [(r.id, r.score) for r in results] == [
        ("test_answers.py::test_true", 1.0),
        ("test_answers.py::test_false", 0.5),
    ]


@pytest.mark.parametrize(
    ("name", "start"),
    [("html", "<!doctype html>"), ("r.md", "# "), ("r.json", "{"), ("r.csv", "id,"), ("r.txt", "✗")],
)
def test_report_formats(project, name, start):
    """A report is written in the format that its name says; html alone has a default name."""
    ran(project, "--upheld-report", name, test=BOTH, passed=1, failed=1)
    path = project.path / ("upheld-report.html" if name == "html" else name)
    assert path.read_text(encoding="utf-8-sig").startswith(start)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--upheld-report", "report.pdf"], "*does not say the format*"),
        (["--upheld-save", "."], "*is a folder*"),
        (["--upheld-report", "no/such/r.html"], "*the folder*does not exist*"),
        (["--upheld-save", "no/such/r.jsonl"], "*the folder*does not exist*"),
    ],
)
def test_files_that_cannot_be_written_are_refused_before_any_test(project, options, says):
    """A mistake in a file name costs no run."""
    project.makepyfile(test_answers=BOTH)
    result = project.runpytest_inprocess(*options)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([says])


def test_files_go_where_they_were_named(project, monkeypatch):
    """A name of the command line starts where pytest was called, one of the ini file at its folder, wherever tests go."""
    project.makeini("[pytest]\nupheld_judge = lexical\nupheld_report = r.md\n")
    project.makepyfile(test_answers=f"import os\nos.chdir(os.sep)\n{BOTH}")
    (project.path / "sub").mkdir()
    monkeypatch.chdir(project.path / "sub")
    ran(project, "..", "--upheld-save", "out.jsonl", passed=1, failed=1)
    found = [
        p.relative_to(project.path).as_posix()
        for name in ("out.jsonl", "r.md")
        for p in project.path.rglob(name)
    ]
    assert found == ["sub/out.jsonl", "r.md"]


def test_a_file_that_cannot_be_written_at_the_end_is_no_success(project):
    """All tests pass, the results are lost: the run says so in its exit status, too."""
    test = f"""
    import os
    def test_it(faithfulness):
        faithfulness({TRUE})
        os.mkdir("out.jsonl")
    """
    result = ran(project, "--upheld-save", "out.jsonl", test=test, passed=1)
    result.stdout.fnmatch_lines(["cannot write *out.jsonl: Is a directory"])
    assert result.ret == pytest.ExitCode.USAGE_ERROR


def test_a_page_shows_hostile_text_as_text(project):
    """Markup of an answer is no markup of the page."""
    test = """
    from upheld.pytest_plugin import assert_faithful
    def test_it():
        assert_faithful("The script <script>alert(1)</script> is new.", ["Nothing."])
    """
    ran(project, "--upheld-report", "html", test=test, failed=1)
    page = (project.path / "upheld-report.html").read_text(encoding="utf-8")
    assert "<script" not in page
    assert "&lt;script&gt;" in page


def test_control_characters_do_not_reach_the_terminal(project):
    """An escape sequence of an answer is shown as text."""
    test = r"""
    from upheld.pytest_plugin import assert_faithful
    def test_it():
        answer = "The door is \x1b[2Jgreen today."
        assert_faithful(answer, ["Nothing."])
    """
    result = ran(project, "--tb=line", test=test, failed=1)
    assert "\x1b[2J" not in result.stdout.str()


def test_properties_of_a_test_are_in_the_junit_file(project):
    """Score, status and signature stand in the JUnit file, numbered where a test checks several answers."""
    test = f"""
    def test_two(faithfulness):
        faithfulness({TRUE})
        faithfulness.check({FALSE})
    """
    ran(project, "--junit-xml=junit.xml", test=test, passed=1)
    found = {p.get("name"): p.get("value") for p in ET.parse(project.path / "junit.xml").iter("property")}  # noqa: S314 - our own file
    assert found["upheld_score"] == "1.0000"
    assert found["upheld_score_2"] == "0.5000"
    assert found["upheld_status"] == found["upheld_status_2"] == "scored"


def test_a_judge_is_made_once_a_session(project):
    """However many tests ask, and with whatever least score."""
    project.makepyfile(
        counting="""
        from upheld.testing import ScriptedJudge
        made = []
        def judge():
            made.append(1)
            return ScriptedJudge()
        """,
        test_answers=f"""
        import counting, pytest
        @pytest.mark.parametrize("n", range(5))
        def test_it(faithfulness, n):
            faithfulness({TRUE}, min_score=n / 10)
            assert len(counting.made) == 1
        """,
    )
    project.syspathinsert()
    ran(project, "--upheld-judge=counting:judge", passed=5)


def test_errors_of_the_judge_never_help(project):
    """No verdict on the only claim: the test fails and says why. On one of two: it counts as not supported, and is told."""
    project.makepyfile(
        broken="""
        from upheld import Verdict
        from upheld.testing import ScriptedJudge
        def judge():
            return ScriptedJudge({"It has a cinema": Verdict("error", reason="no power")})
        """,
        test_answers="""
        from upheld.pytest_plugin import assert_faithful
        def test_only():
            assert_faithful("It has a cinema.", ["It has a cinema."], min_score=0)
        def test_half():
            assert_faithful("It is open. It has a cinema.", ["It is open. It has a cinema."], min_score=0.6)
        def test_enough():
            assert_faithful("It is open. It has a cinema.", ["It is open. It has a cinema."], min_score=0.5)
        """,
    )
    project.syspathinsert()
    result = ran(project, "--upheld-judge=broken:judge", passed=1, failed=2)
    result.stdout.fnmatch_lines(
        ["*the answer could not be checked*", "*no power*", "*score 0.50, needed 0.60*", "*no power*"]
    )
    result.stdout.fnmatch_lines(["3 claims without a verdict: the judge failed there"])


def test_calls_are_told(project, endpoint):
    """Calls to a model are summed up at the end; two tests with the same settings share one meter."""
    test = f"""
    def test_one(faithfulness):
        faithfulness({TRUE})
    def test_two(faithfulness):
        faithfulness("It is closed.", ["It is closed."])
    """
    result = ran(project, "--upheld-judge", endpoint.judge, test=test, passed=2)
    result.stdout.fnmatch_lines([f"fake@*127.0.0.1:{endpoint.port}*: 4 calls, *"])
    assert endpoint.calls == 4


def test_calls_of_workers_are_told(project, endpoint):
    """Each worker of pytest-xdist hands in its own sum, and the controller prints it."""
    test = f"def test_one(faithfulness):\n    faithfulness({TRUE})\n"
    result = ran(project, "-n1", "--upheld-judge", endpoint.judge, test=test, passed=1)
    result.stdout.fnmatch_lines([f"gw0: fake@*127.0.0.1:{endpoint.port}*: 2 calls, *"])


def test_threads_and_older_event_loops_belong_to_the_running_test(project):
    """What a thread of a test checks, and a task in an event loop of the session, has the test's settings and its name."""
    test = f"""
    import asyncio, threading
    import pytest
    from upheld.pytest_plugin import assert_faithful

    @pytest.fixture(scope="session")
    def runner():
        with asyncio.Runner() as runner:
            yield runner

    async def checked():
        return assert_faithful({FALSE}).score

    @pytest.mark.parametrize("n", range(2))
    def test_task(runner, n):
        runner.run(checked())

    @pytest.mark.faithfulness(min_score=0.5)
    def test_thread():
        thread = threading.Thread(target=assert_faithful, args=({FALSE}))
        thread.start()
        thread.join()
    """
    result = ran(project, test=test, passed=1, failed=2)
    result.stdout.fnmatch_lines(
        ["3 answers checked*", "*::test_task[[]0]", "*::test_task[[]1]", "signature judge:lexical*"]
    )


def test_a_mistake_in_a_call_shows_the_call_alone(project):
    """An option that is wrong fails the test with what to do, and no line of our own code."""
    test = f"""
    from upheld.pytest_plugin import assert_faithful
    def test_it():
        assert_faithful({TRUE}, judge="gpt")
    """
    result = ran(project, test=test, failed=1)
    result.stdout.fnmatch_lines([">*judge=*gpt*", "E *there is no judge 'gpt'*"])
    assert "upheld/judges" not in result.stdout.str()


@pytest.mark.parametrize(
    ("least", "says"),
    [(0.67, "score 0.667, needed 0.670"), (2 / 3 + 1e-8, "0.66666666666666663, needed 0.66666667666666")],
)
def test_a_score_that_falls_short_by_little_reads_so(alone, least, says):
    """Rounding does not make the score look like the one that was needed."""
    with pytest.raises(UnfaithfulError, match=says):
        assert_faithful(
            "It is open. It is free. It is big.",
            ["It is open. It is free."],
            judge="lexical",
            min_score=least,
        )


@pytest.mark.parametrize(
    ("answer", "contexts", "passes"),
    [
        ("I don't know.", ["It is open."], True),
        ("You're welcome!", ["It is open."], True),
        ("", ["It is open."], False),
        (None, ["It is open."], False),
        ("It is open on Monday.", [], False),
    ],
)
def test_answers_without_a_score(alone, answer, contexts, passes):
    """A refusal and a courtesy say nothing false; an empty answer, and one without a context, do not pass."""
    if passes:
        assert assert_faithful(answer, contexts, judge="lexical").claims is not None
    else:
        with pytest.raises(UnfaithfulError) as caught:
            assert_faithful(answer, contexts, judge="lexical")
        assert caught.value.result.status in {"empty_answer", "no_context"}


def test_unknown_options_are_refused(alone):
    """A misspelt option of a call or a marker is named, with those that exist."""
    with pytest.raises(upheld.ConfigurationError, match=r"unknown option .minscore.*min_score"):
        assert_faithful("It is open.", ["It is open."], minscore=0.5)


def test_marker_takes_named_options_only(project):
    """A number alone does not say what it is."""
    test = f"""
    import pytest
    @pytest.mark.faithfulness(0.5)
    def test_it(faithfulness):
        faithfulness({TRUE})
    """
    ran(project, test=test, failed=1).stdout.fnmatch_lines(["*takes named options only*"])


def test_a_sample_brings_its_own_contexts(alone):
    """Contexts beside a sample would be ignored, so they are refused."""
    with pytest.raises(upheld.InputError, match="brings its own contexts"):
        assert_faithful(upheld.Sample("It is open."), ["It is open."])


CASES = """
from upheld.pytest_plugin import assert_faithful, cases
@cases("suite.jsonl")
def test_answer(case):
    assert_faithful(case)
"""


def suite(project, *records):
    """Write a data set beside the tests."""
    lines = [record if isinstance(record, str) else json.dumps(record) for record in records]
    (project.path / "suite.jsonl").write_text("\n".join(lines), encoding="utf-8")


def test_cases_make_one_test_a_sample(project):
    """Ids are kept; a doubled one, a missing one and a hostile one make names that can be typed."""
    row = {"answer": "It is open.", "contexts": ["It is open."]}
    suite(
        project,
        {"id": "one", **row},
        {"id": "one", **row},
        row,
        {"id": "a::b[\x1b[31m]\n", **row},
    )
    result = ran(project, "-v", test=CASES, passed=4)
    result.stdout.fnmatch_lines(
        ["*[[]one[]] PASSED*", "*[[]one-2[]] PASSED*", "*[[]#3[]] PASSED*", "*a_*b_*PASSED*"]
    )


def test_a_row_that_cannot_be_read_is_a_failing_test(project):
    """Its problem is the reason; the other rows are tested."""
    suite(project, {"id": "fine", "answer": "It is open.", "contexts": ["It is open."]}, "{broken")
    result = ran(project, test=CASES, passed=1, failed=1)
    result.stdout.fnmatch_lines(["*the answer could not be checked*", "*JSON*"])


def test_a_row_that_cannot_be_read_fails_whatever_its_test_does(project):
    """A test that asks its own pipeline would not see the problem; the row fails all the same, without a traceback."""
    suite(project, "{broken", {"id": "fine", "answer": "It is open.", "contexts": ["It is open."]})
    test = """
    from upheld.pytest_plugin import cases
    @cases("suite.jsonl")
    def test_answer(case):
        pass
    """
    result = ran(project, test=test, passed=1, failed=1)
    result.stdout.fnmatch_lines(
        ["*the answer could not be checked*", "1 answer checked*1 not faithful enough"]
    )
    result.stdout.no_fnmatch_line("*__init__.py*")


def test_a_missing_file_is_an_error_of_the_collection(project):
    """The name of the file that was looked for is in the message."""
    ran(project, test=CASES, errors=1).stdout.fnmatch_lines(["*suite.jsonl*"])


def test_cases_can_be_parameters_with_others(project):
    """The list goes into parametrize, cut where a limit is given."""
    suite(project, *({"id": f"n{n}", "answer": "It is open.", "contexts": ["It is open."]} for n in range(5)))
    test = """
    import pytest
    from upheld.pytest_plugin import cases
    @pytest.mark.parametrize("case", cases("suite.jsonl", limit=2))
    @pytest.mark.parametrize("judge", ["lexical", "scripted"])
    def test_it(faithfulness, case, judge):
        faithfulness(case, judge=judge)
    """
    ran(project, test=test, passed=4)
    assert len(cases(project.path / "suite.jsonl")) == 5


def test_two_workers_make_one_summary_and_one_file(project):
    """Under pytest-xdist nothing is lost or said twice, and the saved file keeps the order of the tests."""
    suite(
        project,
        *(
            {
                "id": f"n{n}",
                "answer": "It is open." if n % 3 else "It has a cinema.",
                "contexts": ["It is open."],
            }
            for n in range(9)
        ),
    )
    result = ran(project, "-n2", "--upheld-save=out.jsonl", test=CASES, passed=6, failed=3)
    assert result.stdout.str().count("9 answers checked") == 1
    lines = (project.path / "out.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["id"] for line in lines] == [f"n{n}" for n in range(9)]


def test_half_a_character_does_not_end_a_worker(project):
    """Lone surrogates of an answer cannot be sent between processes as they are; their result still arrives, and is saved."""
    test = r"""
    def test_it(faithfulness):
        faithfulness("It has a \ud800 cinema.", ["It is \udfff open."])
    """
    ran(project, "-n1", "--upheld-save=out.jsonl", test=test, failed=1).stdout.fnmatch_lines(
        ["1 answer checked*"]
    )
    (line,) = (project.path / "out.jsonl").read_text(encoding="utf-8").splitlines()
    assert json.loads(line)["claims"][0]["text"] == "It has a \ud800 cinema"


def test_only_the_last_try_counts(project):
    """A try that another plugin will repeat (its report says ``rerun``) is not in the summary."""
    project.makeconftest("""
    from _pytest.runner import runtestprotocol
    def pytest_runtest_protocol(item, nextitem):
        for last in (False, True):
            for report in runtestprotocol(item, nextitem=nextitem, log=False):
                report.outcome = report.outcome if last else "rerun"
                item.ihook.pytest_runtest_logreport(report=report)
        return True
    """)
    test = f"""
    import itertools
    tries = itertools.count()
    def test_it(faithfulness):
        faithfulness({FALSE}, min_score=0.5 if next(tries) else 1)
    """
    project.makepyfile(test_answers=test)
    result = project.runpytest_inprocess()
    result.stdout.fnmatch_lines(["1 answer checked, mean score 0.50, none not faithful enough"])


def test_the_plugin_is_quiet_where_warnings_are_errors(project):
    """Being loaded at the start of pytest, before coverage and rewriting, it gives rise to no warning and leaves no thread."""
    result = project.runpytest_subprocess(
        "-W", "error", "-p", "no:cacheprovider", project.makepyfile(test_answers=BOTH)
    )
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.no_fnmatch_line("*warnings summary*")
    assert result.stderr.str() == ""


def test_the_assertion_can_be_had_of_the_package():
    """``from upheld import assert_faithful`` works; a star import does not bring it, since that needs no pytest."""
    assert upheld.assert_faithful is assert_faithful
    assert "assert_faithful" not in upheld.__all__


def test_without_the_plugin_the_assertion_still_works(project):
    """With ``-p no:upheld`` there are no options and no summary, and answers are checked all the same."""
    test = f"""
    from upheld.pytest_plugin import assert_faithful
    def test_it():
        assert_faithful({TRUE}, judge="lexical")
    """
    project.makeini("[pytest]\n")
    ran(project, "-p", "no:upheld", test=test, passed=1).stdout.no_fnmatch_line("*answer*checked*")


def test_collecting_loads_nothing_heavy(project):
    """Collection, also of the cases of a file, imports no library of the judge or the command line, and no judge."""
    suite(project, {"id": "one", "answer": "It is open.", "contexts": ["It is open."]})
    project.makepyfile(
        test_answers=BOTH + CASES.replace("test_answer", "test_case"),
        conftest="""
        import sys
        def pytest_unconfigure():
            heavy = {"numpy", "onnxruntime", "tokenizers", "click", "rich", "pydantic", "jinja2", "pint", "upheld.judges"}
            print("loaded:", sorted(heavy & set(sys.modules)))
        """,
    )
    result = project.runpytest_subprocess("--collect-only", "-q", "-s", "-p", "no:xdist")
    result.stdout.fnmatch_lines(["loaded: []"])


def test_options_and_marker_are_documented(project):
    """``--help`` and ``--markers`` name them."""
    project.runpytest_inprocess("--help").stdout.fnmatch_lines(
        [f"*--upheld-{name}*" for name in ("judge", "min-score", "policy", "domain", "save", "report")]
    )
    project.runpytest_inprocess("--markers").stdout.fnmatch_lines(["@pytest.mark.faithfulness(*"])


@pytest.mark.parametrize("workers", [[], ["-n2"]], ids=["alone", "two workers"])
def test_the_example_fails_on_the_planted_cases(workers, tmp_path):
    """The example fails where an answer says what its context does not, or nothing; where the judge is wrong, it says so by name."""
    command = [sys.executable, "-m", "pytest", "test_support_bot.py", "-q", "-rf", "--tb=line", *workers]
    done = subprocess.run(
        [*command, f"--junit-xml={tmp_path / 'junit.xml'}", "-p", "no:cacheprovider"],
        cwd=EXAMPLES, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 1, done.stdout + done.stderr
    tests = list(ET.parse(tmp_path / "junit.xml").iter("testcase"))  # noqa: S314 - our own file
    outcomes = {
        t.get("name").partition("[")[2][:-1]: [e.tag for e in t if e.tag != "properties"] for t in tests
    }
    records = map(json.loads, (EXAMPLES / "support_bot.jsonl").read_text(encoding="utf-8").splitlines())
    gold = {record["id"]: record["metadata"]["gold"] for record in records}
    assert sorted(outcomes) == sorted(gold)
    planted = {name for name, g in gold.items() if g["faithful"] is False or g["status"] == "empty_answer"}
    known = runpy.run_path(
        str(Path(__file__).with_name("test_example_run.py"))
    )  # where the judge is known to be wrong
    assert {name for name, found in outcomes.items() if found == ["failure"]} == planted - set(
        known["MISSED"]
    )
    assert {name for name, found in outcomes.items() if found == ["skipped"]} == set(known["NOT_FOUND"])
    assert all(
        f'"{name}"' in (EXAMPLES / "test_support_bot.py").read_text(encoding="utf-8")
        for name in known["MISSED"]
    )
