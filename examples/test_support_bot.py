"""The answers of a support bot as tests: one for each answer, which fails where the answer says what its context does not.

    pytest examples/test_support_bot.py

Some of these answers are wrong on purpose, so some of these tests fail; examples/README.md says which.
"""

from __future__ import annotations

from upheld.pytest_plugin import assert_faithful, cases


@cases("support_bot.jsonl")
def test_answer_is_faithful(case):
    """The answer says nothing that its context does not."""
    assert_faithful(case)
