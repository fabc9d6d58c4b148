"""The pytest plugin: `assert_faithful`, the fixture and the marker ``faithfulness``, `cases`, and ``--upheld-*`` options.

Nothing heavy is loaded before the first answer is checked.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from upheld._types import Sample
from upheld.pytest_plugin._asserting import Faithfulness, UnfaithfulError, assert_faithful, current
from upheld.pytest_plugin._cases import Cases, cases
from upheld.pytest_plugin._options import OPTIONS, given
from upheld.pytest_plugin._session import Session
from upheld.pytest_plugin._summary import Checked, summary_lines, write_files

if TYPE_CHECKING:
    from collections.abc import Generator

__all__ = ["Cases", "Faithfulness", "UnfaithfulError", "assert_faithful", "cases"]

_SESSION = pytest.StashKey[Session]()
_CHECKED = pytest.StashKey[Checked]()
_NUMBER = pytest.StashKey[int]()
_MARKER = (
    "faithfulness(min_score=None, judge=None, **options): options of the answers that this test checks, as for"
    " upheld.pytest_plugin.assert_faithful."
)
_TITLE = "upheld"
_RECORDS = "_upheld"  # of a test report: what travels from a worker of pytest-xdist to the one that reports
_NOTES = "upheld_notes"  # of what a worker hands in at its end


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options, each also as a key of the ini file."""
    group = parser.getgroup(_TITLE, "faithfulness of answers")
    for option in OPTIONS:
        group.addoption(
            option.flag, dest=option.dest, metavar=option.metavar, type=option.read, help=option.help
        )
        parser.addini(option.ini, option.help, type=option.ini_type, default=None)


def pytest_configure(config: pytest.Config) -> None:
    """Register the marker, and refuse wrong options before any test runs."""
    config.addinivalue_line("markers", _MARKER)
    options = given(config)
    config.stash[_SESSION] = Session(options, config.rootpath)
    if not _is_worker(config):
        config.stash[_CHECKED] = Checked(options)
        config.pluginmanager.register(_Listener(config.stash[_CHECKED]), "upheld-listener")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Number the tests, so that reports follow the order of the files, also where several workers run them."""
    for number, item in enumerate(items):
        item.stash[_NUMBER] = number


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, Any, Any]:
    """Make the test known to `assert_faithful` while it runs."""
    with current(item.config.stash[_SESSION], item):
        return (yield)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_call(item: pytest.Item) -> None:
    """Fail the test of a record that could not be read, whatever the test does with it."""
    for value in getattr(getattr(item, "callspec", None), "params", {}).values():
        if isinstance(value, Sample) and value.problem is not None:
            try:
                assert_faithful(value)
            except UnfaithfulError as error:
                pytest.fail(str(error), pytrace=False)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Hang what was checked on the report of the test: it goes from worker to controller with it."""
    report = yield
    if checked := item.config.stash[_SESSION].take():
        number = item.stash.get(_NUMBER, 0)
        # As ASCII: half of a surrogate pair, which an answer may hold, would end the worker on its way.
        setattr(
            report, _RECORDS, json.dumps([{**record, "number": number} for record in checked], default=str)
        )
    return report


class _Listener:
    """Collects what the tests of a session checked, here or in workers of pytest-xdist."""

    def __init__(self, checked: Checked) -> None:
        self._checked = checked

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.outcome != "rerun":  # type: ignore[comparison-overlap] # of pytest-rerunfailures; the last try counts
            self._checked.records += json.loads(getattr(report, _RECORDS, "[]"))

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        output = getattr(node, "workeroutput", None) or {}  # None of a worker that crashed
        self._checked.notes += [f"{node.gateway.id}: {note}" for note in output.get(_NOTES, ())]


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Hand in what judges say of the session, in a worker; else write the files that were asked for."""
    notes = session.config.stash[_SESSION].notes()
    if _is_worker(session.config):
        vars(session.config)["workeroutput"][_NOTES] = notes
        return
    checked = session.config.stash[_CHECKED]
    checked.notes += notes
    if not write_files(checked, session.config.stash[_SESSION]) and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.USAGE_ERROR


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Show what was checked, and which files were written."""
    if lines := summary_lines(config.stash[_CHECKED]):
        terminalreporter.section(_TITLE)
        for line in lines:
            terminalreporter.write_line(line)


def _is_worker(config: pytest.Config) -> bool:
    return hasattr(config, "workerinput")


@pytest.fixture
def faithfulness() -> Faithfulness:
    """Check answers with the options of the session and the marker of the test.

    ``faithfulness(answer, contexts)`` fails the test where the answer is not faithful; ``faithfulness.check(...)`` only
    returns the result.
    """
    return Faithfulness()
