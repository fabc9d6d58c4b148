"""`import upheld` is light, quiet and says what it offers."""

import inspect
import json
import subprocess
import sys

import pytest

import upheld

HEAVY = ["numpy", "onnxruntime", "pydantic", "click", "rich", "jinja2", "sentencex", "pandas"]

PUBLIC = [
    "Chunk",
    "Claim",
    "CompareReport",
    "ConfigurationError",
    "Decomposer",
    "Evidence",
    "Finding",
    "FormatError",
    "InputError",
    "Judge",
    "JudgeError",
    "JudgeReport",
    "Judgement",
    "OutputError",
    "ProbeReport",
    "Report",
    "Result",
    "Sample",
    "Task",
    "UpheldError",
    "Verdict",
    "acheck",
    "capture",
    "check",
    "compare",
    "evaluate",
    "hookimpl",
    "judge_report",
    "plugins",
    "probe",
]


def told_by(code):
    """Run code in a fresh interpreter; return the JSON it prints."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return json.loads(done.stdout)


def test_import_loads_no_heavy_library_and_no_room_of_its_own():
    """Only the package itself is loaded; everything else waits for its first use."""
    loaded = told_by("import upheld, sys, json; print(json.dumps(sorted(sys.modules)))")
    assert [name for name in (*HEAVY, "pint", "pluggy") if name in loaded] == []
    assert [name for name in loaded if name.startswith("upheld")] == ["upheld"]


def test_a_check_without_a_unit_loads_no_library_of_units():
    """The table of units is built when a text has a number to compare, not before."""
    code = (
        "import upheld, sys, json; upheld.check('It is open.', ['It is open.']);"
        "print(json.dumps('pint' in sys.modules))"
    )
    assert told_by(code) is False


def test_all_names_together_load_no_heavy_library():
    """The types, the API and the report can be named with nothing but the sentence splitter."""
    loaded = told_by("from upheld import *; import sys, json; print(json.dumps(sorted(sys.modules)))")
    assert [name for name in HEAVY if name in loaded] == ["sentencex"]


def test_a_check_without_a_model_loads_none_but_the_sentence_splitter():
    """Scoring an answer by words needs no library for settings, terminals, pages or arrays."""
    code = (
        "import upheld, sys, json; r = upheld.check('It is open. It is free.', ['It is open.'], judge='lexical');"
        "print(json.dumps([r.score, sorted(sys.modules)]))"
    )
    score, loaded = told_by(code)
    assert score == 0.5
    assert [name for name in HEAVY if name in loaded] == ["sentencex"]


def test_import_starts_nothing_and_changes_nothing():
    """No thread, no environment variable, no log handler, no warning filter, no hook, no output."""
    code = """
import json, logging, os, signal, sys, threading, warnings

def state():
    return [
        len(threading.enumerate()),
        sorted(os.environ.items()),
        [repr(h) for h in logging.root.handlers],
        logging.root.level,
        sorted(logging.root.manager.loggerDict),
        len(warnings.filters),
        [repr(h) for h in (sys.excepthook, sys.displayhook, signal.getsignal(signal.SIGINT))],
        sys.path,
        os.getcwd(),
    ]

before = state()
import upheld
after = state()
environment = dict(os.environ)
from upheld import *
handlers = [*logging.root.handlers, *logging.getLogger("upheld").handlers]
print(json.dumps([before == after, len(threading.enumerate()), environment == dict(os.environ), handlers]))
"""
    assert told_by(code) == [True, 1, True, []]


def test_import_is_quick():
    """A generous bound that only a heavy import breaks; benchmarks/speed.py measures the real figure."""
    code = "import time; t = time.perf_counter(); import upheld; print(time.perf_counter() - t)"
    assert min(told_by(code) for _ in range(3)) < 2.0


def test_public_names_are_pinned_and_sorted():
    """A name that appears or goes away is a decision, not an accident."""
    assert upheld.__all__ == PUBLIC == sorted(PUBLIC)
    assert set(dir(upheld)) >= {*PUBLIC, "__version__"}


@pytest.mark.parametrize("name", PUBLIC)
def test_every_public_name_has_a_docstring_of_its_own(name):
    """`help()` says something about each name, written for it and not inherited or generated."""
    thing = getattr(upheld, name)
    text = inspect.cleandoc(thing.__doc__ or "")
    assert len(text.split()) >= 3, name
    assert not text.startswith(f"{name}("), "that is the text that dataclasses make up"
    if inspect.isclass(thing):
        assert "__doc__" in vars(thing)


@pytest.mark.parametrize("name", ["check", "evaluate"])
def test_main_functions_say_arguments_result_and_errors(name):
    """The docstrings of the two entry points have all sections."""
    text = getattr(upheld, name).__doc__
    assert all(f"{section}:" in text for section in ("Args", "Returns", "Raises", "Example"))


def test_version_is_that_of_the_distribution():
    """`upheld.__version__` and the installed metadata are one thing."""
    from importlib.metadata import version

    assert upheld.__version__ == version("upheld")


def test_an_unknown_name_is_an_attribute_error():
    """A typing mistake reads as one."""
    with pytest.raises(AttributeError, match="chekc"):
        _ = upheld.chekc


def test_names_are_the_same_objects_everywhere():
    """A type taken from the package is the type that the rooms use, so isinstance works."""
    from upheld._errors import InputError
    from upheld._types import Verdict
    from upheld.judges.base import Task

    assert (upheld.Verdict, upheld.Task, upheld.InputError) == (Verdict, Task, InputError)
