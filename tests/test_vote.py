"""Votes of one judge or of several: what wins, what is told of the others, and judges that break their promises."""

import pickle
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import upheld
from upheld import Chunk, ConfigurationError, Evidence, Finding, Judgement, Task, Verdict
from upheld.judges import resolve_judge
from upheld.judges.vote import VoteJudge
from upheld.metrics.agreement import cohen_kappa, fleiss_kappa
from upheld.testing import ScriptedJudge

TEXT = "The shop opens at nine. It sells bread."
QUOTE = Evidence(0, 0, 23, "The shop opens at nine.")
OTHER = Evidence(0, 24, 39, "It sells bread.")


def task(*claims, **fields):
    return Task(
        **{"id": "7", "claims": claims or ("The shop opens at nine",), "chunks": (Chunk(TEXT),), **fields}
    )


def votes(*answers, claims=("The shop opens at nine",), **fields):
    """Return the joined verdict of judges that each give one answer."""
    (judgement,) = VoteJudge([ScriptedJudge(default=answer) for answer in answers]).judge(
        [task(*claims, **fields)]
    )
    assert judgement.task_id == "7"
    return judgement.verdicts[0]


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


def said(one, label="contradicted"):
    return Judgement(one.id, (Verdict(label),) * len(one.claims))


# --- what wins ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given_labels", "label"),
    [
        ("ss", "supported"),
        ("sc", "contradicted"),
        ("sn", "not_enough_info"),
        ("cn", "contradicted"),
        ("ssc", "supported"),
        ("ssn", "supported"),
        ("scn", "contradicted"),
        ("snn", "not_enough_info"),
        ("sscn", "contradicted"),
        ("ssnn", "not_enough_info"),
        ("ssnnc", "not_enough_info"),
        ("ssscc", "supported"),
        ("ssscccn", "contradicted"),
        ("nnc", "not_enough_info"),
    ],
)
def test_more_than_half_support_or_the_more_careful_verdict_wins(given_labels, label):
    """Supported needs a majority; otherwise the more frequent of the others, a tie going to contradicted."""
    names = {"s": "supported", "c": "contradicted", "n": "not_enough_info"}
    verdict = votes(*(names[letter] for letter in given_labels))
    assert verdict.label == label
    assert verdict.probability == given_labels.count("s") / len(given_labels)
    assert verdict.p_contradicted == given_labels.count("c") / len(given_labels)
    assert ("split" in verdict.flags) == (len(set(given_labels)) > 1)


@settings(deadline=None, max_examples=60)
@given(
    st.lists(
        st.sampled_from(["supported", "contradicted", "not_enough_info", "error"]), min_size=2, max_size=9
    ),
    st.randoms(),
)
def test_label_and_probability_never_disagree_and_order_does_not_matter(labels, chance):
    """Supported means above one half, whoever voted first; errors are no votes."""
    verdict = votes(*labels)
    valid = [label for label in labels if label != "error"]
    if not valid:
        assert (verdict.label, verdict.probability) == ("error", None)
        return
    assert (verdict.label == "supported") == (verdict.probability > 0.5)
    assert verdict.label in valid
    assert verdict.probability + verdict.p_contradicted <= 1.0 + 1e-12
    shuffled = list(labels)
    chance.shuffle(shuffled)
    again = votes(*shuffled)
    assert (again.label, again.probability, set(again.flags)) == (
        verdict.label,
        verdict.probability,
        set(verdict.flags),
    )


def test_evidence_is_that_of_the_votes_that_won():
    """Places of the winners are joined, each once; those of the losers are left out."""
    verdict = votes(
        Verdict("supported", evidence=(QUOTE,), flags=("joint_support",)),
        Verdict("supported", evidence=(QUOTE, OTHER), flags=("joint_support",)),
        Verdict("contradicted", evidence=(Evidence(0, 0, 8, "The shop"),), flags=("hedged",)),
    )
    assert verdict.evidence == (QUOTE, OTHER)
    assert verdict.flags == ("joint_support", "split")


def test_proof_of_one_vote_is_proof():
    """A vote without a quote is unproven; together with one that has it, it is not."""
    bare, proven = Verdict("supported", flags=("unproven",)), Verdict("supported", evidence=(QUOTE,))
    assert votes(bare, proven).flags == ()
    assert votes(bare, bare).flags == ("unproven",)


def test_what_is_nearest_and_what_was_found_is_kept():
    """Where nothing is proven the closest passage of a winner is told, and its findings."""
    finding = Finding("own", "absent", "there is no lease", (0, 3))
    verdict = votes(
        Verdict("not_enough_info"), Verdict("not_enough_info", nearest=QUOTE, findings=(finding,))
    )
    assert (verdict.nearest, verdict.findings) == (QUOTE, (finding,))


def test_the_reason_counts_names_and_shows_the_spread():
    """A reader sees who said what, how far the probabilities lie apart, and why the winner won."""
    judges = [
        ScriptedJudge(default=Verdict("supported", 0.9, reason="it says so")),
        ScriptedJudge(default=Verdict("contradicted", 0.25, reason="it does not")),
        ScriptedJudge(default=Verdict("supported", 0.75, reason="it seems so")),
    ]
    for judge, name in zip(judges, ("ada", "bob", "cem"), strict=True):
        judge.signature = name
    (judgement,) = VoteJudge(judges).judge([task()])
    assert judgement.verdicts[0].reason == (
        "supported by 2 of 3 (ada, cem), contradicted by 1 of 3 (bob), P(supported) from 0.25 to 0.90: it says so"
    )
    assert votes("supported", "supported").reason == "supported by 2 of 2"


# --- errors ------------------------------------------------------------------------------------------------------


def test_an_error_does_not_vote_and_a_flag_tells_how_many_did():
    """The rest decides; the reason says what happened to the one that is missing."""
    verdict = votes("supported", "supported", TimeoutError("no answer in 30 s"))
    assert (verdict.label, verdict.probability) == ("supported", 1.0)
    assert verdict.flags == ("voted:2/3",)
    assert "no verdict by 1 of 3" in verdict.reason
    assert "TimeoutError: no answer in 30 s" in verdict.reason


def test_a_majority_is_one_of_those_who_voted():
    """One of two votes is no majority, even where a third was on its way."""
    verdict = votes("supported", "contradicted", "error")
    assert (verdict.label, verdict.probability, verdict.flags) == (
        "contradicted",
        0.5,
        ("split", "voted:2/3"),
    )


def test_without_any_vote_the_claim_is_an_error():
    """All that failed is an error with the reasons, and the sample fails."""
    result = upheld.check(TEXT, [TEXT], judge=VoteJudge([ScriptedJudge(default=ValueError("out"))] * 2))
    assert result.status == "failed"
    assert result.claims[0].verdict.reason == "none of 2 votes came: ValueError: out"


def raises_late(tasks):
    for n, one in enumerate(tasks):
        if n == 2:
            msg = "gone away"
            raise ConnectionError(msg)
        yield said(one)


def always_raises(tasks):
    next(tasks)
    msg = "no"
    raise RuntimeError(msg)
    yield


def malformed(**fields):
    verdict = Verdict("contradicted")
    for name, value in fields.items():
        object.__setattr__(verdict, name, value)
    return lambda tasks: (Judgement(one.id, (verdict,) * len(one.claims)) for one in tasks)


AWKWARD = {
    "raises": always_raises,
    "raises late": raises_late,
    "says nothing": lambda tasks: (said(one) for one in tasks if False),
    "reads nothing": lambda tasks: iter(()),
    "stops early": lambda tasks: (said(one) for one, _ in zip(tasks, range(2), strict=False)),
    "answers backwards": lambda tasks: (said(one) for one in reversed(list(tasks))),
    "is short": lambda tasks: (
        Judgement(one.id, (Verdict("contradicted"),)[: len(one.claims) - 1]) for one in tasks
    ),
    "says too much": lambda tasks: (Judgement(one.id, (Verdict("contradicted"),) * 9) for one in tasks),
    "leaves holes": lambda tasks: (Judgement(one.id, (None,) * len(one.claims)) for one in tasks),
    "gives text": lambda tasks: (Judgement(one.id, "supported") for one in tasks),
    "gives no judgement": lambda tasks: (one.id for one in tasks),
    "answers others": lambda tasks: (Judgement("x" + one.id, (Verdict("contradicted"),)) for one in tasks),
    "answers twice": lambda tasks: (said(one) for one in tasks for _ in range(2)),
    "has flags of numbers": malformed(flags=(1, 2)),
    "has evidence of dicts": malformed(evidence=({},)),
    "has unhashable evidence": malformed(evidence=(Evidence([0], 0, 1, "T"),)),
    "has no reason": malformed(reason=None),
}


@pytest.mark.parametrize("name", AWKWARD)
def test_no_row_is_lost_and_the_others_decide_whatever_a_judge_does(name):
    """Two sound votes outweigh a judge that breaks any promise, in every row and for every claim."""
    judge = VoteJudge([ScriptedJudge(), Own(AWKWARD[name]), ScriptedJudge()])
    rows = [{"answer": TEXT, "contexts": [TEXT], "id": str(n)} for n in range(7)]
    report = upheld.evaluate(rows, judge=judge)
    assert [result.id for result in report.results] == [row["id"] for row in rows]
    assert report.verdicts["supported"] == 14
    assert report.mean == 1.0
    assert judge.claims == 14


def test_a_claim_that_a_vote_lacks_is_asked_for_once_more():
    """A short judge gets a second chance with what is missing, as it would alone."""

    def short(tasks):
        for one in tasks:
            yield Judgement(one.id, (Verdict("contradicted"),))

    judge = Own(short)
    (judgement,) = VoteJudge([judge, ScriptedJudge(default="contradicted")]).judge([task("a", "b")])
    assert [one.claims for one in judge.read] == [("a", "b"), ("b",)]
    assert [verdict.flags for verdict in judgement.verdicts] == [(), ()]


@pytest.mark.parametrize("error", [ConfigurationError("no key"), upheld.OutputError("disk full")])
def test_what_no_row_can_do_better_ends_the_run(error):
    """A judge that is set up wrongly is told, not outvoted."""
    with pytest.raises(type(error), match=str(error)):
        upheld.check(TEXT, [TEXT], judge=VoteJudge([ScriptedJudge(), ScriptedJudge(default=error)]))


# --- several votes of one judge ----------------------------------------------------------------------------------


def test_votes_of_one_judge_have_numbers():
    """ChainPoll: the same task comes as often as there are votes, each with its own number for the cache."""
    judge = ScriptedJudge(lambda claim, one: ("supported", "contradicted", "supported")[one.vote])
    (judgement,) = VoteJudge([judge] * 3).judge([task()])
    assert judge.calls == 3
    assert judgement.verdicts[0].probability == pytest.approx(2 / 3)


def test_judges_that_share_a_cache_never_share_a_number():
    """Two objects of one signature, and votes within votes, ask under numbers of their own."""
    seen = []

    def note(tasks):
        for one in tasks:
            seen.append(one.vote)
            yield said(one)

    list(VoteJudge([Own(note), Own(note), ScriptedJudge()]).judge([task()]))
    assert sorted(seen) == [0, 1]
    seen.clear()
    inner = VoteJudge([Own(note)] * 3)
    list(VoteJudge([inner, inner]).judge([task()]))
    assert sorted(seen) == [0, 1, 2, 3, 4, 5]


def test_a_task_goes_to_the_judges_as_it_is():
    """Claims, chunks, question and findings are those of the task."""
    seen = []
    judge = Own(lambda tasks: (seen.append(one) or said(one) for one in tasks))
    finding = Finding("number", "absent", "none", (0, 1))
    asked = task("a", "b", question="when?", findings=((finding,), ()))
    list(VoteJudge([judge, ScriptedJudge()]).judge([asked]))
    assert [(t.claims, t.chunks, t.question, t.findings) for t in seen] == [
        (asked.claims, asked.chunks, "when?", asked.findings)
    ]


# --- streaming ---------------------------------------------------------------------------------------------------


def test_judgements_come_while_tasks_are_read():
    """A long run is read as it is judged: memory does not grow with it."""
    read = 0

    def tasks():
        nonlocal read
        for n in range(200):
            read += 1
            yield task(id=str(n))

    judge = VoteJudge([ScriptedJudge(), ScriptedJudge(), resolve_judge("lexical")])
    for done, judgement in enumerate(judge.judge(tasks()), 1):
        assert judgement.task_id == str(done - 1)
        assert read <= done + 1


def test_one_judge_may_read_far_ahead_of_another():
    """A judge that reads all before it answers loses nothing and changes nothing."""
    greedy = Own(lambda tasks: iter([said(one, "supported") for one in tasks]))
    judged = list(VoteJudge([ScriptedJudge(), greedy]).judge(task(id=str(n)) for n in range(50)))
    assert sorted(int(one.task_id) for one in judged) == list(range(50))
    assert all(one.verdicts[0].flags == () for one in judged)


class Background:
    """A judge with a few calls under way at a time, each of which waits for a call of the other judge."""

    def __init__(self, name, meeting):
        self.signature = name
        self.meeting = meeting

    def judge(self, tasks):
        """Read four tasks ahead; yield in order."""
        with ThreadPoolExecutor(4) as pool:
            waiting = []
            for n, one in enumerate(tasks):
                waiting.append(pool.submit(self._call, n, one))
                if len(waiting) == 4:
                    yield waiting.pop(0).result()
            for future in waiting:
                yield future.result()

    def _call(self, n, one):
        if n:  # the first is there at once: until then the other judge was not called
            self.meeting.wait(timeout=20)
        return said(one)


def test_judges_that_wait_do_so_at_the_same_time():
    """Calls of two judges meet in the middle: a panel takes as long as its slowest judge, not as all together."""
    meeting = threading.Barrier(2)
    judge = VoteJudge([Background("a", meeting), Background("b", meeting)])
    verdicts = [one.verdicts[0] for one in judge.judge(task(id=str(n)) for n in range(9))]
    assert [verdict.flags for verdict in verdicts] == [()] * 9


def test_closing_ends_every_judge():
    """A run that is stopped leaves no judge at work."""
    ended = []

    def long(name):
        def work(tasks):
            try:
                for one in tasks:
                    yield said(one)
            finally:
                ended.append(name)

        return Own(work)

    judged = VoteJudge([long("a"), long("b")]).judge(task(id=str(n)) for n in range(100))
    next(judged)
    judged.close()
    assert sorted(ended) == ["a", "b"]


# --- what is told of the run -------------------------------------------------------------------------------------


def test_kappa_of_two_is_cohens():
    """Two judges on four claims that agree on three: kappa by the function for two."""
    first = ["supported", "supported", "contradicted", "not_enough_info"]
    second = ["supported", "contradicted", "contradicted", "not_enough_info"]
    claims = tuple("abcd")
    scripts = [ScriptedJudge(dict(zip(claims, labels, strict=True))) for labels in (first, second)]
    judge = VoteJudge(scripts)
    assert (judge.kappa, judge.claims, judge.notes) == (None, 0, ())
    list(judge.judge([task(*claims)]))
    # 3 of 4 agree; by chance 2/4*1/4 + 1/4*2/4 + 1/4*1/4 = 5/16
    assert judge.kappa == pytest.approx((3 / 4 - 5 / 16) / (11 / 16)) == cohen_kappa(first, second)
    assert (judge.claims, judge.split) == (4, 1)
    assert judge.notes == ("2 votes a claim on 4 claims, split on 1; Cohen's kappa 0.64",)


def test_kappa_of_three_is_fleiss_and_leaves_out_what_not_all_judged():
    """Three votes; a claim that lacks one says nothing of how three agree, but is counted as a claim."""
    rows = [("supported",) * 3, ("supported", "supported", "contradicted"), ("contradicted",) * 3]
    claims = tuple("abcd")
    scripts = [
        ScriptedJudge(dict(zip(claims, (*labels, last), strict=True)))
        for labels, last in zip(zip(*rows, strict=True), ("supported", "contradicted", "error"), strict=True)
    ]
    judge = VoteJudge(scripts)
    list(judge.judge([task(*claims)]))
    assert judge.kappa == fleiss_kappa(rows) == pytest.approx(0.55)
    assert (judge.claims, judge.split) == (4, 2)
    assert "Fleiss' kappa 0.55" in judge.notes[0]


def test_kappa_is_not_made_up():
    """Where all votes name one label chance agrees as well: there is no kappa."""
    judge = VoteJudge([ScriptedJudge(), ScriptedJudge()])
    list(judge.judge([task("a", "b")]))
    assert judge.kappa is None
    assert judge.notes == ("2 votes a claim on 2 claims, split on 0; Cohen's kappa not defined",)


def test_notes_of_the_judges_are_passed_on():
    """What a judge has to say of a run is said for it, once however often it votes."""
    judge = ScriptedJudge()
    judge.notes = ("12 calls",)
    assert VoteJudge([judge, judge]).notes == ("12 calls",)


def test_a_report_says_how_far_the_votes_agree():
    """The line about the votes stands in the notes of the report, and of one that was stopped in the middle."""
    judge = VoteJudge([resolve_judge("lexical"), resolve_judge("checks")])
    rows = [{"answer": TEXT, "contexts": [TEXT], "id": str(n)} for n in range(600)]
    report = upheld.evaluate(rows[:3], judge=judge)
    assert report.notes[-1].startswith("2 votes a claim on 6 claims, split on ")

    def stopping():
        yield from rows
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as caught:
        upheld.evaluate(stopping(), judge=VoteJudge([ScriptedJudge(), ScriptedJudge()]))
    assert "2 votes a claim on 1,024 claims" in caught.value.report.notes[-1]


@pytest.mark.parametrize("notes", [5, "text", [1], {"a": 1}, lambda: ("a",)])
def test_notes_of_other_kinds_are_no_notes(notes):
    """A judge may have any attribute of that name."""
    judge = ScriptedJudge()
    judge.notes = notes
    assert VoteJudge([judge, judge]).notes == ()
    assert upheld.evaluate([{"answer": TEXT, "contexts": [TEXT]}], judge=judge).mean == 1.0


def test_notes_that_cannot_be_made_cost_no_result():
    """The run is done and paid for when the notes are asked for."""

    class Broken(ScriptedJudge):
        @property
        def notes(self):
            """Fail."""
            raise ZeroDivisionError

    report = upheld.evaluate([{"answer": TEXT, "contexts": [TEXT]}], judge=Broken())
    assert report.mean == 1.0
    assert "notes of the judge scripted failed: ZeroDivisionError" in report.notes[-1]


def test_threads_share_the_count():
    """One vote used by eight threads at a time loses no claim of its count."""
    judge = VoteJudge([resolve_judge("lexical"), resolve_judge("checks")])

    def work(_):
        return len(list(judge.judge(task("a", "b", id=str(n)) for n in range(25))))

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(work, range(8))) == [25] * 8
    assert judge.claims == 400


# --- names and processes -----------------------------------------------------------------------------------------


def test_a_judge_that_votes_more_than_once_is_asked_as_for_a_poll():
    """One that offers `polled` is replaced by what that returns, where it votes more than once and only there."""

    class Model(ScriptedJudge):
        def __init__(self, name, **more):
            super().__init__(**more)
            self.signature = name

        def polled(self):
            """Sample."""
            return Model(f"{self.signature}-sampled")

    one, other = Model("one"), Model("other")
    assert VoteJudge([one, other]).signature == "vote(one+other)"
    assert VoteJudge([one, one, other]).signature == "vote(2*one-sampled+other)"
    twice = VoteJudge([VoteJudge([one, other])] * 2)
    assert twice.signature == "vote(2*vote(one-sampled+other-sampled))"


def test_votes_that_never_differ_are_told():
    """Asking one judge several times is in vain where it always says the same: a note says so."""
    rows = [{"answer": f"Item {n} is new.", "contexts": [TEXT]} for n in range(25)]
    (note,) = upheld.evaluate(rows, judge="vote:3*scripted").notes
    assert "the votes of scripted never differed" in note
    (note,) = upheld.evaluate(rows[:5], judge="vote:3*scripted").notes
    assert "never differed" not in note
    (note,) = upheld.evaluate(rows, judge="vote:scripted+scripted:contradicted").notes
    assert "never differed" not in note


def test_names_of_votes():
    """``vote:3*NAME`` polls one judge, ``vote:NAME+NAME`` asks a panel; both may be mixed, spaces do not matter."""
    assert resolve_judge("vote:3*lexical").signature == "vote(3*lexical-1@0.5)"
    assert resolve_judge("vote:lexical + checks").signature == "vote(lexical-1@0.5+checks-1)"
    assert resolve_judge("vote:2*checks+lexical").signature == "vote(2*checks-1+lexical-1@0.5)"
    assert resolve_judge("vote:checks+checks").signature == "vote(2*checks-1)"
    assert resolve_judge("vote:scripted:error+checks").voters[0].default == "error"


def test_inference_reaches_the_voters():
    """A vote of named judges reads as strictly as it was asked to."""
    assert "@0.4" in resolve_judge("vote:2*lexical", "reasonable").signature


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("vote", "a judge is missing in 'vote:'"),
        ("vote:lexical+", "a judge is missing in 'vote:lexical+'"),
        ("vote:lexical", "2 to 99 votes, not 1"),
        ("vote:0*lexical", "2 to 99 votes, not 0"),
        ("vote:9999*lexical", "2 to 99 votes, not 9999"),
        ("vote:lexical+lexicl", "there is no judge 'lexicl'"),
        ("vote:2*", "a judge is missing in 'vote:2*'"),
    ],
)
def test_a_wrong_vote_is_a_configuration_error(name, said):
    """What is wrong with the name is said, with the name."""
    with pytest.raises(ConfigurationError) as caught:
        resolve_judge(name)
    assert said in str(caught.value)


def test_voters_may_be_named_or_be_judges():
    """Names and objects mix; what is no judge is refused before any row."""
    assert VoteJudge(["lexical", ScriptedJudge()]).signature == "vote(lexical-1@0.5+scripted)"
    with pytest.raises(ConfigurationError, match="this is the class"):
        VoteJudge(["lexical", ScriptedJudge])


def test_it_can_go_to_another_process():
    """The judges travel, a repeated one as one; the count stays behind."""
    one = ScriptedJudge()
    judge = VoteJudge([one, one, resolve_judge("lexical")])
    list(judge.judge([task()]))
    copy = pickle.loads(pickle.dumps(judge))  # noqa: S301 - made in this line
    assert copy.signature == judge.signature
    assert copy.voters[0] is copy.voters[1]
    assert (copy.claims, judge.claims) == (0, 1)
