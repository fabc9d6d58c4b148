"""A cheap judge first, a dear one for what the first is unsure of: who decides what, what it saved, what was checked."""

import pickle
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import upheld
from upheld import Chunk, ConfigurationError, Evidence, Finding, Judgement, Task, Verdict
from upheld.judges import resolve_judge
from upheld.judges.cascade import CascadeJudge
from upheld.judges.vote import VoteJudge
from upheld.testing import ScriptedJudge

TEXT = "The shop opens at nine. It sells bread."
QUOTE = Evidence(0, 0, 23, "The shop opens at nine.")


def task(*claims, **fields):
    return Task(**{"id": "7", "claims": claims, "chunks": (Chunk(TEXT),), **fields})


def by_number():
    """Return a judge that reads P(supported) out of each claim: ``0.35 of a claim``."""

    def script(claim, _task):
        p = float(claim.split()[0])
        return Verdict("supported" if p >= 0.5 else "not_enough_info", p, reason="first")

    judge = ScriptedJudge(script)
    judge.signature = "cheap"
    return judge


def dear(default="contradicted"):
    judge = ScriptedJudge(default=default)
    judge.signature = "dear"
    return judge


class Own:
    """A judge made of a function of the tasks, that notes what it reads."""

    def __init__(self, function, signature="own"):
        self.function = function
        self.signature = signature
        self.read = []

    def judge(self, tasks):
        """Call the function."""
        return self.function(self._noted(tasks))

    def _noted(self, tasks):
        for one in tasks:
            self.read.append(one)
            yield one


def all_of(verdict):
    return lambda tasks: (Judgement(one.id, (verdict,) * len(one.claims)) for one in tasks)


# --- who decides -------------------------------------------------------------------------------------------------


def test_only_unsure_claims_go_on_and_the_verdict_says_so():
    """Between the bounds, both included, the second judge decides; outside of them the first."""
    second = dear(Verdict("contradicted", 0.125, evidence=(QUOTE,), flags=("hedged",), reason="second"))
    judge = CascadeJudge(by_number(), second, control=0)
    claims = ("0.19 a", "0.2 b", "0.5 c", "0.8 d", "0.81 e", "0 f", "1 g")
    (judgement,) = judge.judge([task(*claims)])
    assert second.asked == ["0.2 b", "0.5 c", "0.8 d"]
    escalated = [verdict.flags == ("hedged", "escalated") for verdict in judgement.verdicts]
    assert escalated == [False, True, True, True, False, False, False]
    assert judgement.verdicts[1] == Verdict(
        "contradicted", 0.125, None, "second", ("hedged", "escalated"), evidence=(QUOTE,)
    )
    assert judgement.verdicts[4] == Verdict("supported", 0.81, reason="first")


@pytest.mark.parametrize(
    "first", ["supported", "not_enough_info", Verdict("error", 0.9), None, ValueError("out")]
)
def test_without_a_probability_or_a_verdict_the_first_is_unsure(first):
    """No probability, an error, nothing at all: the second judge decides."""
    (judgement,) = CascadeJudge(dear(first), dear("contradicted")).judge([task("a")])
    assert (judgement.verdicts[0].label, judgement.verdicts[0].flags) == ("contradicted", ("escalated",))


def test_bounds_can_send_everything_or_hardly_anything():
    """0 to 1 sends every claim; one value sends that value."""
    second = dear()
    list(CascadeJudge(by_number(), second, 0, 1).judge([task("0 a", "1 b")]))
    assert second.asked == ["0 a", "1 b"]
    second = dear()
    list(CascadeJudge(by_number(), second, 0.5, 0.5, 0).judge([task("0.49 a", "0.5 b", "0.51 c")]))
    assert second.asked == ["0.5 b"]


def test_the_second_judge_gets_one_task_with_only_its_claims():
    """The claims that it must decide come together, with their findings, all chunks and the question."""
    finding = Finding("number", "absent", "none", (0, 1))
    second = Own(all_of(Verdict("supported")))
    asked = task(
        "0.1 a", "0.5 b", "0.9 c", "0.6 d", question="when?", findings=((), (finding,), (), ()), vote=3
    )
    list(CascadeJudge(by_number(), second, control=0).judge([asked]))
    (got,) = second.read
    assert (got.id, got.claims, got.findings) == ("7", ("0.5 b", "0.6 d"), ((finding,), ()))
    assert (got.chunks, got.question, got.vote) == (asked.chunks, "when?", 3)


def test_where_the_second_has_no_verdict_the_claim_is_an_error():
    """What the first was unsure of is not passed off as decided; its opinion and passage are told."""
    first = ScriptedJudge(default=Verdict("supported", 0.55, evidence=(QUOTE,)))
    first.signature = "cheap"
    (judgement,) = CascadeJudge(first, dear(TimeoutError("30 s"))).judge([task("a")])
    verdict = judgement.verdicts[0]
    assert (verdict.label, verdict.probability, verdict.nearest) == ("error", None, QUOTE)
    assert verdict.reason == "TimeoutError: 30 s; cheap was unsure: supported (P(supported) = 0.55)"
    assert verdict.flags == ("escalated",)


def test_a_verdict_that_the_second_lacks_is_asked_for_once_more():
    """Missing is not lost: one more call, then an error."""
    second = Own(lambda tasks: (Judgement(one.id, (Verdict("supported"),)) for one in tasks))
    (judgement,) = CascadeJudge(by_number(), second).judge([task("0.5 a", "0.5 b")])
    assert [verdict.label for verdict in judgement.verdicts] == ["supported", "supported"]
    assert [one.claims for one in second.read] == [("0.5 a", "0.5 b"), ("0.5 b",)]
    (judgement,) = CascadeJudge(by_number(), dear(None)).judge([task("0.5 a")])
    assert judgement.verdicts[0].reason.startswith("the judge returned no verdict; cheap was unsure")


def stops_early(tasks):
    for one, _ in zip(tasks, range(2), strict=False):
        yield Judgement(one.id, (Verdict("supported"),) * len(one.claims))


def raises_at_once(tasks):
    next(tasks)
    msg = "no"
    raise RuntimeError(msg)
    yield


def raises_late(tasks):
    yield from stops_early(tasks)
    yield from raises_at_once(tasks)


AWKWARD = {
    "raises": raises_at_once,
    "raises late": raises_late,
    "reads nothing": lambda tasks: iter(()),
    "stops early": stops_early,
    "says nothing": lambda tasks: (one for one in tasks if False),
    "answers backwards": lambda tasks: all_of(Verdict("supported"))(reversed(list(tasks))),
    "says too much": lambda tasks: (Judgement(one.id, (Verdict("supported"),) * 9) for one in tasks),
    "gives text": lambda tasks: (Judgement(one.id, "supported") for one in tasks),
    "gives no judgement": lambda tasks: (one.id for one in tasks),
}


@pytest.mark.parametrize("place", ["first", "second"])
@pytest.mark.parametrize("name", AWKWARD)
def test_no_row_is_lost_whatever_a_judge_does(name, place):
    """Every row comes back in order with a verdict or an error for every claim, and the sure ones keep theirs."""
    bad = Own(AWKWARD[name])
    sure_or_not = ScriptedJudge(lambda claim, _: Verdict("supported", 0.95 if "opens" in claim else 0.5))
    judge = (
        CascadeJudge(bad, dear("supported"))
        if place == "first"
        else CascadeJudge(sure_or_not, bad, control=0)
    )
    rows = [{"answer": TEXT, "contexts": [TEXT], "id": str(n)} for n in range(7)]
    report = upheld.evaluate(rows, judge=judge)
    assert [result.id for result in report.results] == [row["id"] for row in rows]
    assert sum(report.verdicts.values()) == 14
    assert report.verdicts["supported"] + report.verdicts["error"] == 14
    assert report.verdicts["supported"] >= (14 if place == "first" else 7)
    assert judge.counts["claims"] == 14


@pytest.mark.parametrize("place", [0, 1])
def test_what_no_row_can_do_better_ends_the_run(place):
    """A judge that is set up wrongly is told."""
    judges = [ScriptedJudge(), ScriptedJudge()]
    judges[place].default = ConfigurationError("no key")
    with pytest.raises(ConfigurationError, match="no key"):
        upheld.check(TEXT, [TEXT], judge=CascadeJudge(*judges))


# --- control -----------------------------------------------------------------------------------------------------


def test_the_control_changes_no_score_and_shows_where_judges_differ():
    """A sure claim of the control keeps its label and probability; a flag and the reason show the other opinion."""
    first, second = (
        by_number(),
        ScriptedJudge({"0.9 a": "supported", "0.9 b": "contradicted", "0.1 c": "error"}),
    )
    second.signature = "dear"
    judge = CascadeJudge(first, second, control=1)
    (judgement,) = judge.judge([task("0.9 a", "0.9 b", "0.1 c")])
    assert judgement.verdicts == (
        Verdict("supported", 0.9, reason="first"),
        Verdict("supported", 0.9, reason="first; as a control dear says contradicted", flags=("split",)),
        Verdict("not_enough_info", 0.1, reason="first"),
    )
    assert judge.agreement == 0.5
    assert judge.counts == {
        "tasks": 1, "claims": 3, "called": 1, "sent": 0, "control": 3, "compared": 2, "agreed": 1
    }  # fmt: skip


def test_the_control_is_a_share_and_always_the_same_claims():
    """About 5 % of many claims, by their texts alone: the same in another order, run or object."""
    claims = [f"0.9 of the claim {n}" for n in range(4000)]
    drawn = []
    for order in (claims, claims[::-1]):
        second = dear("supported")
        list(CascadeJudge(by_number(), second).judge([task(*order)]))
        drawn.append(second.asked)
    assert drawn[0] == drawn[1][::-1]
    assert 140 <= len(drawn[0]) <= 260  # 200 are expected, the standard deviation is 14
    wider = dear("supported")
    list(CascadeJudge(by_number(), wider, control=0.2).judge([task(*claims)]))
    assert set(drawn[0]) < set(wider.asked)


def test_half_a_character_is_no_obstacle():
    """A claim with a lone surrogate, which no encoding has, can be drawn like any other."""
    assert CascadeJudge("lexical", "checks", control=1).is_control("\ud800 opens") is True
    assert CascadeJudge("lexical", "checks", control=0).is_control("\ud800 opens") is False


# --- what it saved -----------------------------------------------------------------------------------------------


def test_calls_saved_and_agreement_are_told():
    """Calls are tasks: one unsure claim or one control claim is enough for one."""
    judge = CascadeJudge(by_number(), dear("supported"), control=0)
    assert (judge.saved, judge.agreement, judge.notes) == (0, None, ())
    tasks = [
        task("0.9 a", "0.1 b", id="1"),
        task("0.9 a", "0.5 b", id="2"),
        task("1 a", id="3"),
        task(id="4"),
    ]
    list(judge.judge(tasks))
    assert judge.saved == 3
    assert judge.notes == (
        "1 of 5 claims went to dear; 3 of 4 calls saved; no sure claim was asked as a control",
    )
    checked = CascadeJudge(by_number(), dear("supported"), control=1)
    list(checked.judge([task(*(f"0.9 {n}" for n in range(10)))]))
    assert checked.agreement == 1.0
    (note,) = checked.notes
    assert note.startswith(
        "0 of 10 claims went to dear; 0 of 1 calls saved; both agree on 10 of 10 sure claims"
    )
    low = int(note.rpartition("(")[2].partition("%")[0])
    assert 55 <= low <= 80  # ten of ten leaves room for one in five


def test_notes_of_both_judges_are_passed_on():
    """What each judge has to say of a run stands behind the cascade's own line."""
    inner = VoteJudge([ScriptedJudge(), ScriptedJudge(default="contradicted")])
    judge = CascadeJudge(by_number(), inner, control=0)
    list(judge.judge([task("0.5 a")]))
    assert len(judge.notes) == 2
    assert judge.notes[1].startswith("2 votes a claim on 1 claims, split on 1")


def test_threads_share_the_count():
    """One cascade used by eight threads at a time loses nothing of its counts."""
    judge = CascadeJudge(by_number(), dear())
    tasks = [task("0.9 a", "0.5 b", id=str(n)) for n in range(25)]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(lambda _: len(list(judge.judge(tasks))), range(8))) == [25] * 8
    assert (judge.counts["claims"], judge.counts["sent"]) == (400, 200)


# --- streaming ---------------------------------------------------------------------------------------------------


@settings(deadline=None, max_examples=40)
@given(
    st.lists(st.lists(st.sampled_from(["0.1", "0.5", "0.9", "0.2"]), max_size=4), max_size=80),
    st.integers(1, 9),
)
def test_every_task_is_judged_once_with_every_claim(shapes, ahead):
    """Whatever is sure and however far the second judge reads ahead: one judgement a task, each claim in its place."""

    def work(tasks):
        held = []
        for one in tasks:
            held.append(one)
            if len(held) == ahead:
                yield from all_of(Verdict("contradicted", 0.0))(reversed(held))
                held = []
        yield from all_of(Verdict("contradicted", 0.0))(held)

    tasks = [task(*(f"{p} {n}" for n, p in enumerate(shape)), id=str(n)) for n, shape in enumerate(shapes)]
    judged = {
        one.task_id: one.verdicts
        for one in CascadeJudge(by_number(), Own(work), control=0).judge(iter(tasks))
    }
    assert set(judged) == {one.id for one in tasks}
    for one in tasks:
        for claim, verdict in zip(one.claims, judged[one.id], strict=True):
            unsure = 0.2 <= float(claim.split()[0]) <= 0.8
            assert (verdict.label == "contradicted") == unsure
            assert ("escalated" in verdict.flags) == unsure


@pytest.mark.parametrize("p", ["0.9", "0.5"])
def test_judgements_come_while_tasks_are_read(p):
    """Neither a run of sure claims nor one of unsure ones is collected first."""
    read = 0

    def tasks():
        nonlocal read
        for n in range(2000):
            read += 1
            yield task(f"{p} a", id=str(n))

    for done, _ in enumerate(CascadeJudge(by_number(), dear(), control=0).judge(tasks()), 1):
        assert read - done <= 65
    assert done == 2000


def test_sure_tasks_do_not_wait_for_the_last_unsure_one():
    """While the second judge holds one task back, many sure ones are handed on, and no more are piled up than 64."""
    second = Own(
        lambda tasks: all_of(Verdict("supported"))(list(tasks))
    )  # reads all it is given, then answers
    tasks = [task("0.5 a", id="0"), *(task("0.9 a", id=str(n)) for n in range(1, 1000))]
    judged = CascadeJudge(by_number(), second, control=0).judge(iter(tasks))
    assert [one.task_id for one in judged] == [str(n) for n in range(1000)]


def test_the_first_judge_is_read_where_the_second_reads():
    """A second judge that reads in a thread of its own gets its tasks there, one at a time."""

    def elsewhere(tasks):
        with ThreadPoolExecutor(1) as pool:
            while (one := pool.submit(next, tasks, None).result(timeout=20)) is not None:
                yield from all_of(Verdict("contradicted"))([one])

    threads = set()
    first = ScriptedJudge(
        lambda _claim, _task: threads.add(threading.get_ident()) or Verdict("supported", 0.5)
    )
    judged = list(CascadeJudge(first, Own(elsewhere)).judge(task("a", id=str(n)) for n in range(20)))
    assert [one.verdicts[0].label for one in judged] == ["contradicted"] * 20
    assert threading.get_ident() not in threads


def test_closing_ends_both_judges():
    """A run that is stopped leaves no judge at work."""
    ended = []

    def long(name, verdict):
        def work(tasks):
            try:
                yield from all_of(verdict)(tasks)
            finally:
                ended.append(name)

        return Own(work)

    judge = CascadeJudge(long("first", Verdict("supported", 0.5)), long("second", Verdict("supported")))
    judged = judge.judge(task("a", id=str(n)) for n in range(100))
    next(judged)
    judged.close()
    assert sorted(ended) == ["first", "second"]


# --- names and processes -----------------------------------------------------------------------------------------


def test_names_of_cascades():
    """``cascade:FIRST>SECOND``, with the bounds in front where they are not 0.2 and 0.8; all of it in the signature."""
    assert resolve_judge("cascade:lexical>checks").signature == "cascade(lexical-1@0.5>checks-1,0.2-0.8)"
    assert (
        resolve_judge("cascade:0.3-0.65:lexical > checks").signature
        == "cascade(lexical-1@0.5>checks-1,0.3-0.65)"
    )
    three = resolve_judge("cascade:lexical>cascade:checks>scripted")
    assert three.signature == "cascade(lexical-1@0.5>cascade(checks-1>scripted,0.2-0.8),0.2-0.8)"
    mixed = resolve_judge("cascade:vote:lexical+checks>vote:2*checks", "reasonable")
    assert mixed.signature == "cascade(vote(lexical-1@0.4+checks-1)>vote(2*checks-1),0.2-0.8)"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("cascade", "needs two judges"),
        ("cascade:lexical", "> is a file to a shell"),
        ("cascade:lexical>", "needs two judges"),
        ("cascade:>lexical", "needs two judges"),
        ("cascade:lexical>chekcs", "there is no judge 'chekcs'"),
        ("cascade:0.9-0.1:lexical>checks", "in order and between 0 and 1: 0.9 and 0.1"),
        ("cascade:0.2-8:lexical>checks", "in order and between 0 and 1: 0.2 and 8"),
        ("cascade:0..2-1:lexical>checks", "two numbers"),
    ],
)
def test_a_wrong_cascade_is_a_configuration_error(name, said):
    """What is wrong with the name is said, and how it is written right."""
    with pytest.raises(ConfigurationError) as caught:
        resolve_judge(name)
    assert said in str(caught.value)


@pytest.mark.parametrize("control", [-0.1, 1.5, float("nan")])
def test_a_wrong_share_is_a_configuration_error(control):
    """The control is a share."""
    with pytest.raises(ConfigurationError, match="control"):
        CascadeJudge("lexical", "checks", control=control)


def test_it_can_go_to_another_process():
    """Judges, bounds and share travel; the counts stay behind."""
    judge = CascadeJudge("lexical", ScriptedJudge(), 0.1, 0.6, 0.5)
    list(judge.judge([task("The shop opens at nine")]))
    copy = pickle.loads(pickle.dumps(judge))  # noqa: S301 - made in this line
    assert (copy.signature, copy.low, copy.high, copy.control) == (judge.signature, 0.1, 0.6, 0.5)
    assert (copy.counts["claims"], judge.counts["claims"]) == (0, 1)
