"""A detector of hallucinations: which characters of an answer have no support, and what the context says instead.

python examples/hallucination_detector.py
"""

from __future__ import annotations

import upheld


def hallucinations(answer: str, contexts: list[str]) -> list[dict[str, object]]:
    """Return the pieces of an answer that its context does not hold up.

    Args:
        answer: the answer.
        contexts: texts of the retrieved chunks.

    Returns:
        For each piece its characters in the answer, its text, whether the context contradicts it or is silent, and the
        passage that contradicts it, or the closest one.
    """
    found: list[dict[str, object]] = []
    for claim in upheld.check(answer, contexts).claims:
        verdict = claim.verdict
        if verdict is None or verdict.label == "supported":
            continue
        place = verdict.evidence[0] if verdict.evidence else verdict.nearest
        found.append(
            {
                "start": claim.start,
                "end": claim.end,
                "text": answer[claim.start : claim.end],
                "label": verdict.label,
                "why": verdict.reason,
                "passage": place and place.text,
            }
        )
    return found


def marked(answer: str, found: list[dict[str, object]]) -> str:
    """Return the answer with its unsupported pieces in brackets."""
    for piece in reversed(found):
        start, end = piece["start"], piece["end"]
        if isinstance(start, int) and isinstance(end, int):
            answer = f"{answer[:start]}[[{answer[start:end]}]]{answer[end:]}"
    return answer


ANSWER = "Orders over EUR 50 ship free. Delivery takes 5 working days. We also deliver by drone in Hamburg."
CONTEXTS = ["Shipping is free for orders over EUR 50.", "Delivery within Germany takes 2 working days."]

if __name__ == "__main__":
    pieces = hallucinations(ANSWER, CONTEXTS)
    print(marked(ANSWER, pieces))
    for piece in pieces:
        print(f"- {piece['label']}: {piece['text']!r}; passage: {piece['passage']!r}")
