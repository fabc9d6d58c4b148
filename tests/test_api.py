"""The public functions: what they take, what they refuse, and which rows they look at."""

import asyncio
import doctest
import gzip
import io
import json
import pathlib
import random
from collections import Counter

import pytest

import upheld
from upheld import _api
from upheld._api import Run
from upheld.metrics.levels import Domain, Levels
from upheld.testing import ScriptedJudge

OPEN = "The office is open on Monday."
FREE = "The office is free."


def rows(count):
    return [
        {"id": str(n), "answer": f"Shop {n} is open.", "contexts": [f"Shop {n} is open."]}
        for n in range(count)
    ]


def ids(report):
    return [result.id for result in report.results]


@pytest.fixture
def path(tmp_path):
    file = tmp_path / "rows.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows(5)), encoding="utf-8")
    return file


# --- check -------------------------------------------------------------------------------------------------------


def test_the_examples_in_the_docstrings_are_true():
    """What `help()` shows is what happens."""
    found = doctest.DocTestFinder(recurse=False)
    runner = doctest.DocTestRunner()
    tests = [
        t
        for f in (upheld.check, upheld.evaluate)
        for t in found.find(f, globs={"check": upheld.check, "evaluate": upheld.evaluate})
    ]
    assert sum(len(t.examples) for t in tests) >= 3
    for test in tests:
        runner.run(test)
    assert runner.summarize(verbose=False).failed == 0


@pytest.mark.parametrize(
    "contexts",
    [
        [OPEN, FREE],
        (OPEN, FREE),
        (text for text in (OPEN, FREE)),
        [upheld.Chunk(OPEN), FREE],
        [{"text": OPEN}, {"text": FREE, "id": "b", "score": 0.5, "metadata": {"page": 3}}],
        [OPEN, None, FREE],
        {OPEN: 1, FREE: 2}.keys().__iter__(),
    ],
)
def test_contexts_come_in_many_shapes(contexts):
    """Texts, chunks, mappings with a text, in any sequence or iterator; None among them is an empty chunk."""
    result = upheld.check(f"{OPEN} {FREE}", contexts)
    assert result.score == 1.0
    assert [c.verdict.evidence[0].chunk for c in result.claims] in ([0, 1], [0, 2])


@pytest.mark.parametrize("contexts", [OPEN, upheld.Chunk(OPEN), {"text": OPEN}, [OPEN]])
def test_one_context_is_one_chunk(contexts):
    """A single text, chunk or mapping stands for a list of one; a text is never taken letter by letter."""
    result = upheld.check(OPEN, contexts)
    assert result.score == 1.0
    assert result.claims[0].verdict.evidence == (upheld.Evidence(0, 0, len(OPEN), OPEN),)


@pytest.mark.parametrize("contexts", [None, [], "", "  \n", [""], [None], ["", "\u200b"], (), iter(())])
def test_no_context_in_any_shape_has_its_status(contexts):
    """Nothing, or nothing but blanks: no judge is called."""
    judge = ScriptedJudge()
    result = upheld.check(OPEN, contexts, judge=judge)
    assert (result.status, result.score, judge.calls) == ("no_context", 0.0, 0)


@pytest.mark.parametrize(
    "contexts",
    [
        5,
        2.5,
        True,
        b"bytes",
        {OPEN, FREE},
        frozenset({OPEN}),
        object(),
        [5],
        [b"bytes"],
        [[OPEN]],
        [upheld.Chunk(None)],
        {"txt": OPEN},
        [{}],
    ],
)
def test_contexts_that_are_no_texts_are_an_input_error(contexts):
    """Refused with the type that was found: a set too, whose order is another one in each process."""
    with pytest.raises(upheld.InputError, match="text"):
        upheld.check(OPEN, contexts)


@pytest.mark.parametrize(
    ("answer", "status"), [(None, "empty_answer"), ("", "empty_answer"), (" \n\t", "empty_answer")]
)
def test_no_answer_in_any_shape_has_its_status(answer, status):
    """None, nothing and blanks are an empty answer; no judge is called, and there is no score unless one is asked for."""
    judge = ScriptedJudge()
    result = upheld.check(answer, [OPEN], judge=judge)
    assert (result.status, result.score, result.claims, judge.calls) == (status, None, (), 0)
    assert upheld.check(answer, [OPEN], empty_score=1.0).score == 1.0


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ((5, [OPEN]), "answer"),
        ((b"x", [OPEN]), "answer"),
        (([OPEN], [OPEN]), "answer"),
        ((OPEN, [OPEN], 5), "question"),
    ],
)
def test_answer_and_question_must_be_texts(arguments, named):
    """Anything else is refused by name."""
    with pytest.raises(upheld.InputError, match=f'"{named}" must be a text'):
        upheld.check(*arguments)


def test_given_claims_are_judged_in_place_of_made_ones():
    """Given claims are taken as they are, all factual, with their place in the answer where it holds them."""
    judge = ScriptedJudge({"It is nice": "not_enough_info"})
    result = upheld.check(f"{OPEN} Enjoy!", [OPEN], claims=["The office is open", "It is nice"], judge=judge)
    assert judge.asked == ["The office is open", "It is nice"]
    assert [(c.text, c.start, c.end, c.kind) for c in result.claims] == [
        ("The office is open", 0, 18, "factual"),
        ("It is nice", None, None, "factual"),
    ]
    assert result.score == 0.5


@pytest.mark.parametrize(
    "claims", ["The office is open", ("The office is open",), iter(["The office is open"])]
)
def test_one_claim_may_be_a_text(claims):
    """A single text is one claim, not one claim a letter."""
    assert [c.text for c in upheld.check(OPEN, [OPEN], claims=claims).claims] == ["The office is open"]


def test_no_given_claims_are_no_claims():
    """An empty list says that there is nothing to check, whatever the answer."""
    judge = ScriptedJudge()
    assert upheld.check(OPEN, [OPEN], claims=[], judge=judge).status == "no_claims"
    assert judge.calls == 0


@pytest.mark.parametrize(
    "claims", [5, [5], [None], {"a"}, {"a": 1}, b"x", [""], ["  "], ["It is.", "\u200b"]]
)
def test_claims_that_are_no_texts_are_an_input_error(claims):
    """Refused, blank ones too: nothing to check is no claim, and must not be upheld."""
    with pytest.raises(upheld.InputError, match='"claims"'):
        upheld.check(OPEN, [OPEN], claims=claims)


@pytest.mark.parametrize(
    "options",
    [
        {"policy": "strickt"},
        {"inference": "strict"},
        {"judge": "gpt"},
        {"judge": None},
        {"empty_score": 2},
        {"empty_score": float("nan")},
    ],
)
def test_wrong_options_are_a_configuration_error_everywhere(options):
    """`check`, `acheck` and `evaluate` refuse the same things with the same error, before any row is read."""
    read = []
    with pytest.raises(upheld.ConfigurationError):
        upheld.check(OPEN, [OPEN], **options)
    with pytest.raises(upheld.ConfigurationError):
        asyncio.run(upheld.acheck(OPEN, [OPEN], **options))
    with pytest.raises(upheld.ConfigurationError):
        upheld.evaluate((read.append(row) for row in rows(3)), **options)
    assert read == []


def test_unknown_options_are_named():
    """A typing mistake in an option is told by name, not ignored."""
    with pytest.raises(upheld.ConfigurationError, match="polcy"):
        asyncio.run(upheld.acheck(OPEN, [OPEN], polcy="strict"))
    with pytest.raises(upheld.ConfigurationError, match="polcy"):
        upheld.evaluate(rows(1), polcy="strict")
    with pytest.raises(TypeError, match="polcy"):
        upheld.check(OPEN, [OPEN], polcy="strict")


def test_levels_and_domains_can_be_replaced():
    """The tables of thresholds are arguments, and the decision is that of the domain."""
    half = upheld.check(
        f"{OPEN} It has lions.",
        [OPEN],
        levels=Levels(0.5, 0.2),
        domain="zoo",
        domains={"zoo": Domain(0.4, 0.3)},
    )
    assert (half.score, half.level, half.decision) == (0.5, "safe", "deploy")
    assert upheld.check(f"{OPEN} It has lions.", [OPEN], domain="medical").decision == "block"
    assert upheld.check(OPEN, [OPEN]).decision is None


async def awaited(**options):
    return await upheld.acheck(OPEN, [OPEN], **options)


@pytest.mark.parametrize(
    "call",
    [
        lambda **options: upheld.check(OPEN, [OPEN], **options),
        lambda **options: upheld.evaluate(rows(3), **options),
        lambda **options: asyncio.run(awaited(**options)),
    ],
)
def test_an_unknown_domain_is_a_warning_at_the_place_that_named_it(call):
    """A mistyped domain loosens thresholds, so Python warns once, where the domain was named, with the one that may be meant."""
    with pytest.warns(UserWarning, match=r"unknown domain 'medcal'; did you mean 'medical'\?") as seen:
        call(domain="medcal")
    (warning,) = seen
    assert warning.filename == __file__


@pytest.mark.filterwarnings("ignore:unknown domain")
def test_a_printed_result_says_what_to_know_of_its_decision():
    """Text and HTML of a decision say that its domain is unknown, or that its thresholds are not validated."""
    unknown = upheld.check(OPEN, [OPEN], domain="medcal")
    known = upheld.check(OPEN, [OPEN], domain="medical")
    for shown in (str, lambda result: result._repr_html_()):
        assert "unknown domain" in shown(unknown)
        assert "not validated on this domain" in shown(known)
    assert upheld.check(OPEN, [OPEN]).notes == ()


def test_spelling_of_a_domain_does_not_loosen_its_tolerances():
    """What the checks let pass is that of the domain, however its name is written."""
    dose = ("Take 15 mg.", ["Take 15.04 mg."])
    assert upheld.check(*dose, domain="Medical").signature == upheld.check(*dose, domain="medical").signature
    assert upheld.check(*dose, domain="Medical").score == upheld.check(*dose, domain="medical").score


def test_acheck_gives_what_check_gives():
    """All options mean the same on both sides."""
    cases = [
        ((f"{OPEN} It has lions.", [OPEN]), {}),
        (("Yes.", [OPEN], "Is the office open?"), {"inference": "reasonable"}),
        (("", [OPEN]), {"empty_score": 1.0}),
        ((OPEN, []), {"policy": "lenient", "domain": "legal"}),
        ((OPEN, [OPEN]), {"claims": ["The office is open", "It has lions"], "policy": "graded"}),
        ((OPEN, [OPEN]), {"judge": "scripted:contradicted", "levels": Levels(0.5, 0.2)}),
    ]
    for arguments, options in cases:
        assert asyncio.run(upheld.acheck(*arguments, **options)) == upheld.check(*arguments, **options)


# --- evaluate: sources -------------------------------------------------------------------------------------------


def test_sources_of_all_kinds_give_the_same(path, tmp_path):
    """A path as text or object, a list of paths, an open file, records, samples and generators of them."""
    zipped = tmp_path / "rows.jsonl.gz"
    zipped.write_bytes(gzip.compress(path.read_bytes()))
    samples = [upheld.Sample(r["answer"], (upheld.Chunk(r["contexts"][0]),), id=r["id"]) for r in rows(5)]
    with path.open("rb") as stream:
        sources = [
            str(path),
            path,
            [path],
            (str(path),),
            zipped,
            stream,
            io.BytesIO(path.read_bytes()),
            rows(5),
            iter(rows(5)),
            samples,
        ]
        for source in sources:
            report = upheld.evaluate(source)
            assert (ids(report), report.mean) == (["0", "1", "2", "3", "4"], 1.0)


def test_several_files_are_one_run(path, tmp_path):
    """Files follow each other in the order given; each result says which file it is from."""
    other = tmp_path / "other.jsonl"
    other.write_text(json.dumps({"id": "x", "answer": OPEN, "contexts": [OPEN]}) + "\n", encoding="utf-8")
    report = upheld.evaluate([other, path, other])
    assert ids(report) == ["x", "0", "1", "2", "3", "4", "x"]
    assert [r.source.rpartition(":")[0] for r in report.results] == [str(other), *[str(path)] * 5, str(other)]


def test_other_path_objects_are_paths(path):
    """Anything with `__fspath__` is a path, alone and in a list."""

    class Location:
        def __fspath__(self):
            return str(path)

    assert ids(upheld.evaluate(Location())) == ids(upheld.evaluate([Location()])) == ["0", "1", "2", "3", "4"]
    assert ids(upheld.evaluate([pathlib.PurePath(path)])) == ["0", "1", "2", "3", "4"]


def test_no_records_are_an_empty_report():
    """A list without records is no error; its numbers are None, never NaN."""
    for source in ([], (), iter(())):
        report = upheld.evaluate(source)
        assert (report.n, report.mean, report.coverage, list(report.results)) == (0, None, None, [])


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (None, "NoneType"),
        (5, "int"),
        (b"answers.jsonl", "bytes"),
        ({"answer": OPEN, "contexts": [OPEN]}, "put a single record into a list"),
    ],
)
def test_a_source_that_is_none_is_an_input_error(source, said):
    """What is no path and holds no records is refused as such, not scored key by key."""
    with pytest.raises(upheld.InputError, match=said):
        upheld.evaluate(source)


def test_a_frame_is_a_source():
    """A frame is gone through by row, though iterating over it gives the names of its columns."""
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(rows(3))
    for source in (frame, frame.to_dict("records")):
        report = upheld.evaluate(source)
        assert (report.n, report.mean) == (3, 1.0)


def test_missing_and_empty_files_are_input_errors(tmp_path):
    """A path that does not exist, and a file without a row, are said by name."""
    empty = tmp_path / "empty.jsonl"
    empty.touch()
    for file in (tmp_path / "missing.jsonl", empty, tmp_path):
        with pytest.raises(upheld.InputError, match=file.name):
            upheld.evaluate(file)


def test_rows_that_are_no_records_are_failed_rows():
    """Whatever an iterable yields, each item is one row, and the good ones are scored."""
    report = upheld.evaluate(
        [*rows(1), None, 5, "text", [OPEN], {}, {"answer": OPEN}, {"contexts": [OPEN]}, *rows(1)]
    )
    assert [r.status for r in report.results] == ["scored", *["failed"] * 7, "scored"]
    assert all(r.reason and r.source == f"record {n}" for n, r in enumerate(report.results, 1))
    assert report.coverage == pytest.approx(2 / 9)


def test_metadata_and_unknown_keys_are_kept():
    """What is not understood is not lost, and can be grouped by."""
    report = upheld.evaluate(
        [{**row, "topic": f"t{n % 2}", "metadata": {"plan": "pro"}} for n, row in enumerate(rows(4))]
    )
    assert [r.metadata for r in report.results] == [{"topic": f"t{n % 2}", "plan": "pro"} for n in range(4)]
    assert {k: g.n for k, g in report.by("topic").items()} == {"t0": 2, "t1": 2}


def test_format_and_mapping_reach_the_reader(path):
    """The format can be forced and fields can be mapped, for records as for files."""
    odd = [{"a": OPEN, "docs": [{"body": OPEN}]}]
    assert upheld.evaluate(odd, mapping={"answer": "a", "contexts": "docs[].body"}).mean == 1.0
    assert upheld.evaluate(path, format="upheld").n == 5
    with pytest.raises(upheld.ConfigurationError, match="nosuch"):
        upheld.evaluate(path, format="nosuch")


def test_what_readers_say_is_told_and_noted(path):
    """`notify` is called as things are found, and the notes of the report keep them."""
    said = []
    report = upheld.evaluate([path, path], notify=said.append)
    assert len(said) >= 1
    assert report.notes == said


# --- evaluate: which rows ----------------------------------------------------------------------------------------


def test_limit_takes_the_first_rows_and_reads_no_further():
    """The source is not read beyond the limit; 0 and more than there is are fine."""
    read = []

    def source():
        for row in rows(100):
            read.append(row)
            yield row

    assert ids(upheld.evaluate(source(), limit=3)) == ["0", "1", "2"]
    assert len(read) == 3
    assert upheld.evaluate(rows(3), limit=0).n == 0
    assert upheld.evaluate(rows(3), limit=99).n == 3


def test_sample_draws_rows_at_random_in_order():
    """As many rows as asked for, each once, in the order of the input; the same ones for the same seed."""
    first, again, other = (ids(upheld.evaluate(rows(100), sample=10, seed=seed)) for seed in (5, 5, 6))
    assert first == again != other
    assert len(set(first)) == 10
    assert first == sorted(first, key=int)
    assert ids(upheld.evaluate(rows(4), sample=10)) == ["0", "1", "2", "3"]


def test_sample_does_not_depend_on_the_state_of_the_process():
    """The draw has a generator of its own: neither reads nor disturbs the global one."""
    random.seed(1)
    first = ids(upheld.evaluate(rows(100), sample=10))
    state = random.getstate()
    assert ids(upheld.evaluate(rows(100), sample=10)) == first
    assert random.getstate() == state


def test_sample_gives_every_row_the_same_chance():
    """Over many seeds each of 20 rows is drawn about equally often, the first and the last too."""
    drawn = Counter(row for seed in range(2000) for row in _api.drawn(range(20), 5, seed))
    # 2,000 draws with a chance of 1/4: 500 each, standard deviation 19.4; five of them on either side.
    assert set(drawn) == set(range(20))
    assert all(403 <= count <= 597 for count in drawn.values())


def test_sample_is_drawn_from_what_limit_leaves():
    """Both together: rows are drawn from the first ones."""
    assert set(ids(upheld.evaluate(rows(100), limit=10, sample=5))) <= {str(n) for n in range(10)}


@pytest.mark.parametrize(
    "options",
    [
        {"limit": -1},
        {"sample": 0},
        {"sample": -3},
        {"jobs": 0},
        {"limit": "3"},
        {"sample": 2.5},
        {"jobs": "2"},
    ],
)
def test_counts_must_be_whole_and_in_range(options):
    """A wrong count is named with its value."""
    ((name, value),) = options.items()
    with pytest.raises(upheld.ConfigurationError, match=f'"{name}" must be a whole number.*{value!r}'):
        upheld.evaluate(rows(3), **options)


def test_a_run_can_be_iterated_again():
    """Results of a run over a list or file are made anew each time, the same ones."""
    run = Run(rows(5), sample=3)
    assert list(run) == list(run)
    assert len(list(run)) == 3


def test_evaluate_streams():
    """Records are read window by window while results come out, not all before the first."""
    read = []

    def source():
        for n in range(2000):
            read.append(n)
            yield rows(1)[0]

    next(iter(Run(source(), judge="scripted")))
    assert len(read) < 2000


# --- what is said of options of the wrong shape ------------------------------------------------------------------


def everywhere(**options):
    """Return what `check`, `acheck` and `evaluate` say of options that they must refuse before any row is read."""
    read = []
    calls = [
        lambda: upheld.check(OPEN, [OPEN], **options),
        lambda: asyncio.run(upheld.acheck(OPEN, [OPEN], **options)),
        lambda: upheld.evaluate((read.append(row) for row in rows(3)), **options),
    ]
    said = set()
    for call in calls:
        with pytest.raises(upheld.ConfigurationError) as caught:
            call()
        said.add(str(caught.value))
    assert read == []
    (one,) = said
    return one


@pytest.mark.parametrize(
    ("options", "parts"),
    [
        ({"levels": 3}, ['{"safe": 0.9, "warning": 0.7}', ": 3"]),
        ({"levels": {"saef": 0.9}}, ['{"safe": 0.9, "warning": 0.7}', "saef"]),
        ({"levels": {"safe": "0.9"}}, ["safe must be a number between 0 and 1", "'0.9'"]),
        ({"levels": {"safe": True}}, ["safe must be a number", "True"]),
        ({"levels": {"safe": 0.5}}, ["0 <= warning <= safe <= 1", "warning is 0.7 and safe is 0.5"]),
        ({"levels": 0}, ["levels must be", ": 0"]),
        ({"domains": 3}, ['{"support": {"deploy": 0.9, "review": 0.7}}', ": 3"]),
        ({"domains": {"x": 3}}, ["'x' must have deploy and review", ": 3"]),
        ({"domains": {"x": {"deploy": 0.9}}}, ["'x' must have deploy and review"]),
        ({"domains": {"x": {"deploy": 0.5, "review": 0.9}}}, ["0 <= review <= deploy <= 1"]),
        ({"domains": {3: {"deploy": 0.9, "review": 0.5}}}, ["a name must be a text", "3"]),
        ({"domain": 3}, ["domain must be the name of a domain", "medical", ": 3"]),
        ({"domain": ["legal"]}, ["domain must be the name of a domain", "['legal']"]),
        ({"domain": " "}, ["domain must be the name of a domain", "' '"]),
        ({"empty_score": "a"}, ["empty_score must be a number between 0 and 1", "'a'"]),
        ({"empty_score": True}, ["empty_score must be a number between 0 and 1", "True"]),
        ({"tolerance": "5%"}, ['{"money": "5%", "date": "1d"}', "'5%'"]),
        ({"tolerance": [("money", "5%")]}, ["tolerance must be a mapping"]),
        ({"tolerance": {"money": 0.05}}, ["tolerance of money", "'0.05' has no unit", '"5%"']),
        ({"tolerance": {"length": 5}}, ["tolerance of length", "'5' has no unit", '"5%"', '"5 cm"']),
        ({"tolerance": {3: "5%"}}, ["tolerance of '3': no such kind"]),
    ],
)
def test_an_option_of_the_wrong_shape_is_told_with_its_value_and_what_to_write(options, parts):
    """The same words everywhere: what is wrong, the value, and an example of what is right."""
    said = everywhere(**options)
    assert [part for part in parts if part not in said] == []


@pytest.mark.parametrize(
    ("options", "part"),
    [
        ({"jobs": True}, '"jobs" must be a whole number'),
        ({"seed": "x"}, "\"seed\" must be a whole number: 'x'"),
        ({"format": 3}, '"format" must be the name of a format: 3'),
        ({"mapping": "answer=my_col"}, '"mapping" must be a mapping of fields'),
        ({"encoding": 3}, '"encoding" must be a name'),
        ({"notify": 3}, '"notify" must be a function'),
    ],
)
def test_options_of_reading_are_checked_before_the_reading(options, part):
    """What a reader could not use is refused by name, not met as some other error or passed by."""
    with pytest.raises(upheld.ConfigurationError) as caught:
        upheld.evaluate(rows(1), **options)
    assert part in str(caught.value)


def test_levels_and_domains_may_be_mappings():
    """What a file of settings holds can be given as it is; what levels leave out keeps its default."""
    options = {
        "levels": {"safe": 0.5, "warning": 0.2},
        "domain": "zoo",
        "domains": {"zoo": {"deploy": 0.4, "review": 0.3}},
    }
    answer = f"{OPEN} It has lions."
    half = upheld.check(answer, [OPEN], **options)
    assert (half.score, half.level, half.decision) == (0.5, "safe", "deploy")
    assert asyncio.run(upheld.acheck(answer, [OPEN], **options)) == half
    (result,) = upheld.evaluate([{"answer": answer, "contexts": [OPEN]}], **options).results
    assert (result.level, result.decision) == ("safe", "deploy")
    assert upheld.check(answer, [OPEN], levels={"warning": 0.5}).level == "warning"
    assert upheld.check(answer, [OPEN], levels=None, domains=None).level == "block"


def test_an_unknown_option_is_told_with_the_near_one_and_those_that_exist():
    """No word of Python's own about arguments: the name, what was perhaps meant, and all names."""
    with pytest.raises(
        upheld.ConfigurationError, match=r"'polcy'; did you mean 'policy'\? \(known: .*judge.*jobs"
    ):
        upheld.evaluate(rows(1), polcy="strict")
    with pytest.raises(upheld.ConfigurationError, match=r"'fail_under'; gates belong to the command line"):
        upheld.evaluate(rows(1), fail_under="0.9")


# --- what ends a run early ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("stop", [KeyboardInterrupt, upheld.InputError, ValueError])
def test_what_ends_a_run_carries_the_report_of_what_was_done(stop, jobs):
    """Ctrl-C or an error of the source costs no result: the exception goes on, the report hangs on it, a note says so."""

    def source():
        yield from rows(700)
        msg = "enough"
        raise stop(msg)

    with pytest.raises(stop) as caught:
        upheld.evaluate(source(), judge="scripted", jobs=jobs)
    report = caught.value.report
    assert 0 < report.n == len(list(report.results)) <= 700
    assert report.interrupted is True
    assert ids(report) == [str(n) for n in range(report.n)]
    assert f"{report.n} samples were done" in caught.value.__notes__[0]
    assert report.notes == []


def test_what_ends_a_run_before_its_first_result_carries_nothing():
    """Where nothing was done there is nothing to keep."""

    def source():
        raise KeyboardInterrupt
        yield

    with pytest.raises(KeyboardInterrupt) as caught:
        upheld.evaluate(source())
    assert not hasattr(caught.value, "report")
