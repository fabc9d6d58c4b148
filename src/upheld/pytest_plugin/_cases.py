"""One test for each sample of a data set."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from upheld._errors import UpheldError

if TYPE_CHECKING:
    from os import PathLike

    from upheld._types import Sample

__all__ = ["Cases", "cases"]

_LONGEST = 60
# What shells, node ids and terminals trip over. Letters of any script stay; pytest shows them as its users set it up.
_UNSAFE = re.compile(r"[^\w.,:/#+=@ -]|:{2,}|\s{2,}")


class Cases(list[Any]):
    """Samples as parameters of a test: for ``pytest.mark.parametrize``, or a decorator itself."""

    def __call__(self, test: Callable[..., Any]) -> Any:
        """Run a test once for each sample, given as its argument ``case``."""
        return pytest.mark.parametrize("case", self)(test)


def cases(
    file: str | PathLike[str],
    *,
    format: str | None = None,  # noqa: A002 - the word of the command line
    mapping: Mapping[str, str] | None = None,
    limit: int | None = None,
) -> Cases:
    """Return the samples of a file, one test each, with their ids.

    A record that cannot be read is a case, too; its test fails with the reason once it is checked.

    Args:
        file: in any format that upheld reads; a relative path starts at the folder of the calling file.
        format: name of the format; None: detect it.
        mapping: where fields are, such as ``{"answer": "my_col"}``.
        limit: take so many at most.

    Raises:
        InputError: the file cannot be read at all; the collection of the test file fails with this.

    Example:
        >>> @cases("suite.jsonl")  # doctest: +SKIP
        ... def test_answer(case):
        ...     assert_faithful(case)
    """
    __tracebackhide__ = True
    from upheld.readers import read  # lighter than the API: collecting builds no judge

    path = Path(file)
    if not path.is_absolute():
        path = _folder_of_caller() / path
    try:
        samples = read(str(path), format=format, mapping=mapping)
        return Cases(_parameters(islice(samples, limit)))
    except UpheldError as error:
        raise error.with_traceback(None)  # noqa: B904 - the same error: it names the file, its way through our code does not


def _folder_of_caller() -> Path:
    frame = inspect.currentframe()
    outside = frame and frame.f_back and frame.f_back.f_back
    name = outside.f_globals.get("__file__") if outside else None
    return Path(name).parent if isinstance(name, str) else Path.cwd()


def _parameters(samples: Iterable[Sample]) -> list[Any]:
    """Name each sample by its id, made harmless and unique."""
    taken: set[str] = set()
    made = []
    for number, sample in enumerate(samples, 1):
        name = _UNSAFE.sub("_", sample.id or "")[:_LONGEST].strip() or f"#{number}"
        while name in taken:
            name = f"{name}-{number}"
        taken.add(name)
        made.append(pytest.param(sample, id=name))
    return made
