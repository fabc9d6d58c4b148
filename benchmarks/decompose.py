"""Measure the claims made by rule: words lost, words invented, claims per sentence, spans.

    python benchmarks/decompose.py --data DIR [--examples worked_examples.json]

Independent of the decomposer's own bookkeeping: words are counted in the texts. A word is *uncovered* when it carries
meaning and stands in no claim of its answer; *invented* when a claim has it and neither answer nor question does. A span
is *exact* when it begins and ends with a word of the claim and every word of the claim that it lacks stands elsewhere in
the answer or question (carried in: a subject, a lead-in).
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from _common import datasets, machine, rows, table
from upheld._types import Claim
from upheld.text.claims import make_claims
from upheld.text.language import detect
from upheld.text.sentences import sentences
from upheld.text.words import content_words, words

# Citation marks and list numbers are no words of an answer.
MARKS = re.compile(r"\[\d{1,3}(?:[,;] ?\d{1,3})*\]|(?m:^[ \t>]*\(?\d{1,3}[.)](?=\s))")
MATCH = 0.6  # Jaccard similarity at which two cuts count as the same claim


def exact(claim: Claim, answer: str, question: str) -> bool:
    """Say whether the span holds the claim's own words and nothing at its edges but them."""
    if claim.start is None or claim.end is None:
        return False
    span, mine = words(answer[claim.start : claim.end]), set(words(claim.text))
    if not span or span[0] not in mine or span[-1] not in mine:
        return False
    return mine <= set(span) | set(words(answer)) | set(words(question)) | {"s"}


def measure(answer: str, question: str) -> Counter[str]:
    """Count what one answer's claims hold, lose and invent."""
    claims = make_claims(answer, question)
    held = Counter(word for claim in claims for word in words(claim.text))
    wanted = content_words(MARKS.sub(" ", answer))
    known = set(words(answer)) | set(words(question)) | {"s"}  # the s of a resolved "its"
    return Counter(
        answers=1,
        words=len(wanted),
        uncovered=sum(word not in held for word in wanted),
        invented=sum(word not in known for word in held.elements()),
        claims=len(claims),
        factual=sum(claim.kind == "factual" for claim in claims),
        sentences=len(sentences(" ".join(answer.split()), detect(answer))),
        exact=sum(exact(claim, answer, question) for claim in claims),
    )


def line(name: str, total: Counter[str], seconds: float) -> list[object]:
    """Return one row of the table."""
    return [
        name, total["answers"], total["words"], total["uncovered"], f"{100 * total['uncovered'] / max(1, total['words']):.2f} %",
        total["invented"], total["claims"], f"{total['claims'] / max(1, total['sentences']):.2f}",
        f"{100 * total['exact'] / max(1, total['claims']):.2f} %", f"{total['answers'] / seconds:.0f}",
    ]  # fmt: skip


def agreement(examples: Path) -> Iterator[str]:
    """Say how far the cuts match those of the worked examples (finer or coarser cuts are allowed there)."""
    wanted = made = matched = 0
    for example in json.loads(examples.read_text(encoding="utf-8"))["examples"]:
        ours = [
            set(content_words(claim.text)) for claim in make_claims(example["answer"], example["question"])
        ]
        theirs = [set(content_words(claim["text"])) for claim in example["claims"]]
        wanted, made = wanted + len(theirs), made + len(ours)
        matched += sum(any(len(a & b) >= MATCH * len(a | b) for b in ours) for a in theirs)
    yield f"worked examples: {wanted} claims written by hand, {made} made, {matched} of the former matched at Jaccard ≥ {MATCH}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--examples", type=Path)
    parser.add_argument(
        "--show", type=int, default=0, help="print so many answers that lose or invent a word"
    )
    options = parser.parse_args()
    body = []
    for path in datasets(options.data):
        total: Counter[str] = Counter()
        started = time.perf_counter()
        seen: set[str] = set()
        for row in rows(path):
            if row["response"] in seen:
                continue
            seen.add(row["response"])
            counts = measure(row["response"], "")
            total += counts
            if options.show > 0 and (counts["uncovered"] or counts["invented"]):
                options.show -= 1
                print(json.dumps({**counts, "answer": row["response"]}, ensure_ascii=False), file=sys.stderr)
        body.append(line(path.name.split(".")[0], total, time.perf_counter() - started))
    print(machine())
    print(
        table(
            [
                "set",
                "answers",
                "words",
                "uncovered",
                "",
                "invented",
                "claims",
                "per sentence",
                "spans exact",
                "answers/s",
            ],
            body,
        )
    )
    if options.examples:
        print(*agreement(options.examples), sep="\n")


if __name__ == "__main__":
    main()
