"""A run in several processes gives what one process gives, in order, and fails in words."""

import itertools
import multiprocessing
import signal
import subprocess
import sys
import textwrap
import time

import pytest

import upheld
from upheld import _parallel
from upheld._api import Run
from upheld.testing import ScriptedJudge

FACTS = [
    "The shop {n} opens at nine and sells bread.",
    "Tickets for shop {n} cost {n} euros.",
    "",
    "I don't know.",
    "Shop {n} is not open on Sunday.",
]


def rows(count):
    for n in range(count):
        fact = FACTS[n % len(FACTS)].format(n=n)
        contexts = [fact, "Shop 4 is open on Sunday."] if n % 3 else []
        yield {
            "id": str(n),
            "answer": fact and f"{fact} It has {n} cats.",
            "contexts": contexts,
            "topic": n % 7,
        }


def all_gone():
    """Wait for the processes to finish what they were at; say whether all ended."""
    # The pool's own thread joins them too, so one join of ours may return before its child is gone: look again.
    until = time.monotonic() + 60
    while multiprocessing.active_children() and time.monotonic() < until:
        time.sleep(0.05)
    return multiprocessing.active_children() == []


def dicts(report):
    return [result.to_dict() for result in report.results]


@pytest.fixture
def own_judge(tmp_path, monkeypatch):
    """Write a module that other processes can import; return a way to name a judge in it."""

    def write(body):
        text = f"""
            import os
            from upheld import ConfigurationError, Judgement, Verdict

            class Own:
                signature = "own"

                def judge(self, tasks):
                    for task in tasks:
                        number = int(task.claims[0].split()[1])
                        {body}
                        yield Judgement(task.id, (Verdict("supported"),) * len(task.claims))

            judge = Own()
        """
        (tmp_path / "own_parallel_judge.py").write_text(textwrap.dedent(text), encoding="utf-8")
        monkeypatch.syspath_prepend(tmp_path)
        monkeypatch.delitem(sys.modules, "own_parallel_judge", raising=False)
        return "own_parallel_judge:judge"

    yield write
    sys.modules.pop("own_parallel_judge", None)


def shops(count, source=None):
    for n in range(count):
        if source is not None:
            source.append(n)
        yield {"id": str(n), "answer": f"Shop {n} is open.", "contexts": [f"Shop {n} is open."]}


def test_two_processes_give_what_one_gives():
    """Every result is equal to the last digit, in the order of the input, and so are the numbers of the report."""
    one, two = (upheld.evaluate(rows(300), jobs=jobs) for jobs in (1, 2))
    assert dicts(one) == dicts(two)
    assert [result["id"] for result in dicts(two)] == [str(n) for n in range(300)]
    assert one.summary() == two.summary()
    assert one.statuses["scored"] > 50
    assert one.statuses["no_context"] > 10


def test_order_is_kept_when_later_rows_are_quicker():
    """A batch of long answers first, short ones behind it: results still come in order."""
    first = [{"id": "long", "answer": "The shop is open. " * 400, "contexts": ["The shop is open."]}]
    found = [result.id for result in Run(itertools.chain(first, shops(199)), jobs=2)]
    assert found == ["long", *map(str, range(199))]


def test_the_source_is_read_as_results_are_taken():
    """A bounded number of batches is on the way: 20,000 rows are not read for the first result."""
    read = []
    results = iter(Run(shops(20_000, read), judge="scripted", jobs=2))
    assert next(results).id == "0"
    assert len(read) <= 64 * 2 * 2
    results.close()
    assert all_gone()


def test_a_judge_that_cannot_be_pickled_is_a_configuration_error():
    """A judge that holds a function of the moment cannot travel: said before any row is read, with the way out."""
    read = []
    judge = ScriptedJudge(lambda claim, task: "supported")
    with pytest.raises(
        upheld.ConfigurationError, match=r"judge scripted.* cannot go to another process.*use one job"
    ) as caught:
        upheld.evaluate(shops(5, read), judge=judge, jobs=2)
    assert caught.value.judge == "scripted"
    assert read == []
    assert upheld.evaluate(shops(5), judge=judge, jobs=1).mean == 1.0


def test_a_judge_that_refuses_to_be_pickled_is_one_too():
    """An object may raise anything at all when it is packed."""

    class Stubborn(ScriptedJudge):
        def __reduce__(self):
            msg = "I hold a connection"
            raise RuntimeError(msg)

    with pytest.raises(upheld.ConfigurationError, match="I hold a connection"):
        upheld.evaluate(shops(5), judge=Stubborn(), jobs=2)


def test_a_judge_that_other_processes_cannot_import_is_a_configuration_error(tmp_path):
    """A judge defined in a notebook or prompt has no module to load: said as such, not as an AttributeError."""
    script = tmp_path / "prompt.py"
    script.write_text(
        textwrap.dedent("""
            import multiprocessing, types, sys
            import upheld
            from upheld.testing import ScriptedJudge

            if __name__ == "__main__":
                module = types.ModuleType("only_here")
                exec("from upheld.testing import ScriptedJudge\\nclass Here(ScriptedJudge): pass", module.__dict__)
                sys.modules["only_here"] = module
                try:
                    upheld.evaluate([{"answer": "It is.", "contexts": ["It is."]}], judge=module.Here(), jobs=2)
                except upheld.ConfigurationError as error:
                    print(error)
        """),
        encoding="utf-8",
    )
    done = subprocess.run(
        [sys.executable, script], capture_output=True, text=True, timeout=120, check=False, encoding="utf-8"
    )
    assert "cannot go to another process (No module named 'only_here'); use one job" in done.stdout, (
        done.stderr
    )


def test_a_script_without_a_main_guard_is_told_so(tmp_path):
    """A run at the top level of a script starts itself again in each process: the error names the guard."""
    script = tmp_path / "unguarded.py"
    script.write_text(
        textwrap.dedent("""
            import upheld
            try:
                upheld.evaluate([{"answer": "It is.", "contexts": ["It is."]}], jobs=2)
            except upheld.ConfigurationError as error:
                print(error)
        """),
        encoding="utf-8",
    )
    done = subprocess.run(
        [sys.executable, script], capture_output=True, text=True, timeout=120, check=False, encoding="utf-8"
    )
    assert 'if __name__ == "__main__":' in done.stdout, done.stderr


def test_a_process_that_dies_is_a_configuration_error_behind_the_results_before_it(own_judge):
    """A crash in a library of the judge ends the run in words; what was done before it is there."""
    judge = own_judge("number == 400 and os._exit(11)")
    results = iter(Run(shops(1000), judge=judge, jobs=2))
    found = []
    with pytest.raises(upheld.ConfigurationError, match="a worker process died"):
        found.extend(result.id for result in results)
    assert found == [str(n) for n in range(len(found))]
    assert all_gone()


def test_a_judge_that_raises_in_a_process_fails_that_row_alone(own_judge):
    """One bad row is one bad row, wherever it is worked on."""
    report = upheld.evaluate(shops(200), judge=own_judge("1 / (number - 150)"), jobs=2)
    assert [result.id for result in report.results if result.status == "failed"] == ["150"]
    assert report.statuses["scored"] == 199


def test_a_wrong_setting_of_the_judge_ends_the_run(own_judge):
    """A configuration error comes through from the other process as what it is."""
    judge = own_judge("if number == 70: raise ConfigurationError('no such model')")
    with pytest.raises(upheld.ConfigurationError, match="no such model"):
        upheld.evaluate(shops(200), judge=judge, jobs=2)
    assert all_gone()


@pytest.mark.parametrize("error", [ValueError, upheld.InputError])
def test_a_source_that_fails_loses_nothing_before_it(error):
    """All rows read so far have their results, the last incomplete batch too; then the error of the source comes."""

    def source():
        yield from shops(100)
        msg = "the disk is gone"
        raise error(msg)

    results = iter(Run(source(), judge="scripted", jobs=2))
    found = []
    with pytest.raises(error, match="the disk is gone"):
        found.extend(result.id for result in results)
    assert found == [str(n) for n in range(100)]


def test_an_interrupt_leaves_no_process_behind():
    """Ctrl-C while rows are read ends the run and its processes."""

    def source():
        yield from shops(200)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(Run(source(), judge="scripted", jobs=2))
    assert all_gone()


def test_a_row_that_cannot_travel_is_worked_on_here():
    """Metadata of a sample may hold anything: the row stays in its place, and its metadata as it was."""
    thing = object.__new__(type("Local", (), {}))
    samples = [
        upheld.Sample(
            f"Shop {n} is open.",
            (upheld.Chunk(f"Shop {n} is open."),),
            metadata={"n": n, **({"x": thing} if n == 70 else {})},
        )
        for n in range(200)
    ]
    results = list(Run(samples, jobs=2))
    assert [result.metadata["n"] for result in results] == list(range(200))
    assert results[70].metadata["x"] is thing
    assert {result.score for result in results} == {1.0}


def test_a_judge_is_unpacked_once_in_each_process(own_judge, tmp_path, monkeypatch):
    """A judge that loads a model does so once in a process, not once in a batch."""
    monkeypatch.setenv("MADE", str(tmp_path / "made"))
    name = own_judge("pass")
    module = tmp_path / "own_parallel_judge.py"
    making = """
            def __reduce__(self):
                return made, ()

        def made():
            with open(os.environ["MADE"], "a") as file:
                file.write(f"{os.getpid()}\\n")
            return Own()
    """
    text = module.read_text(encoding="utf-8").replace(
        "\njudge = Own()", textwrap.dedent(making) + "\njudge = Own()"
    )
    module.write_text(text, encoding="utf-8")
    assert upheld.evaluate(shops(64 * 8), judge=name, jobs=2).statuses["scored"] == 64 * 8
    made = (tmp_path / "made").read_text(encoding="utf-8").split()
    assert 1 <= len(made) == len(set(made)) <= 2


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="signals of POSIX")
def test_processes_do_not_hear_an_interrupt(own_judge):
    """Ctrl-C goes to all processes of a terminal; those at work go on, and the one that started them decides."""
    judge = own_judge("os.kill(os.getpid(), 2)")  # SIGINT
    report = upheld.evaluate(shops(200), judge=judge, jobs=2)
    assert report.mean == 1.0


def test_an_interrupt_does_not_wait_for_the_batches_on_their_way(own_judge):
    """A slow judge is ended where it is: nobody waits minutes for what nobody wants."""
    judge = own_judge("number >= 64 and __import__('time').sleep(60)")
    results = iter(Run(shops(1000), judge=judge, jobs=2))
    assert next(results).id == "0"
    began = time.monotonic()
    results.close()
    assert all_gone()
    assert time.monotonic() - began < 30


def test_nothing_to_do_starts_no_process():
    """An empty input has an empty result."""
    assert list(_parallel.run_parallel(Run([])._pipeline, [], 2)) == []
    assert all_gone()
