"""The pages for those who come from other packages: every block of Python runs, and every value shown is the value."""

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parent.parent / "docs"
PAGES = ["coming_from_ragas.md", "coming_from_deepeval.md", "coming_from_trulens.md"]
SHOWN = re.compile(r"^(?P<code>\S.*?)  # -> (?P<value>.+)$")


def blocks(page):
    """Return the blocks that are marked as Python; what needs another package is marked otherwise."""
    return re.findall(
        r"^```python\n(.*?)^```$", (DOCS / page).read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )


def shown_values(block, names):
    """Run a block line by line where it shows values; yield each value that it shows, and the one it has."""
    code = []
    for line in block.splitlines():
        if (found := SHOWN.match(line)) is None:
            code.append(line)
            continue
        exec("\n".join(code), names)  # noqa: S102 - a page of ours
        code = []
        yield found["value"], repr(eval(found["code"], names))  # noqa: S307 - a page of ours
    exec("\n".join(code), names)  # noqa: S102 - a page of ours


@pytest.mark.parametrize("page", PAGES)
def test_the_page_is_true(page):
    """One after the other in one namespace, as a reader would type them; tests on the page are run, too."""
    names = {}
    values = [pair for block in blocks(page) for pair in shown_values(block, names)]
    assert len(values) >= 5
    for value, real in values:
        assert value == real
    for name, test in list(names.items()):
        if name.startswith("test_") and callable(test):
            test()


@pytest.mark.parametrize("page", PAGES)
def test_the_links_of_the_page_lead_somewhere(page):
    """Each to a file beside it."""
    for target in re.findall(r"\]\(([^)#]+)", (DOCS / page).read_text(encoding="utf-8")):
        assert (DOCS / target).exists(), target
