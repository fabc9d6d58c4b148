"""One scripted model for RAGAS, DeepEval and Upheld alike, behind an endpoint that speaks the OpenAI protocol.

    python benchmarks/peers/judge.py PORT      # 0: any free one; the address is printed

It knows the prompts of all three, splits an answer by sentence, and looks its words up: a sentence is supported where the context
has most of them and all numbers, contradicted where it has half of them and not all numbers, else not known. So all three hear the
same of the same sentence, and what their scores differ in is their own arithmetic.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

ENOUGH, HALF = 0.7, 0.4  # shares of the words
SENTENCE = re.compile(r"[^.!?\n]+(?:[.!?](?!\s|$)[^.!?\n]*)*[.!?]?")


def sentences(text: str) -> list[str]:
    """Split at full stops, question and exclamation marks, and line ends."""
    return [part.strip() for part in SENTENCE.findall(text) if re.search(r"\w", part)]


def words(text: str) -> set[str]:
    """Return numbers, and the beginnings of longer words, which are alike in most of their forms."""
    return {word[:5] for word in re.findall(r"[a-z]{4,}|\d+", text.lower())}


def label(claim: str, context: str) -> str:
    """Look a claim up in a context."""
    said, there = words(claim), words(context)
    share = len(said & there) / max(1, len(said))
    if any(word.isdigit() for word in said - there):
        return "contradicted" if share >= HALF else "not_enough_info"
    return "supported" if share >= ENOUGH else "not_enough_info"


def of_ragas(text: str) -> Any:
    """Answer a prompt of RAGAS, whose input is JSON: an answer to split, or statements to judge."""
    given = json.loads(text.rpartition("input: ")[2].rpartition("Output:")[0])
    if "answer" in given:
        return {"statements": sentences(given["answer"])}
    found = [(claim, label(claim, given["context"])) for claim in given["statements"]]
    return {
        "statements": [
            {"statement": c, "reason": said, "verdict": int(said == "supported")} for c, said in found
        ]
    }


def of_deepeval(text: str) -> Any:
    """Answer a prompt of DeepEval: truths, claims, or verdicts of claims against truths."""
    body = text.rpartition("JSON:")[0]
    if "\nClaims:\n" in body:
        truths, _, claims = body.rpartition("Retrieval Contexts:\n")[2].rpartition("\n\nClaims:\n")
        yes = {"supported": "yes", "contradicted": "no", "not_enough_info": "borderline"}
        labels = [label(claim, truths) for claim in ast.literal_eval(claims.strip())]
        return {"verdicts": [{"verdict": yes[said], "reason": said} for said in labels]}
    if "\nAI Output:\n" in body:
        return {"claims": sentences(body.rpartition("\nAI Output:\n")[2])}
    return {"truths": sentences(body.rpartition("\nText:\n")[2])}


def of_upheld(text: str) -> Any:
    """Answer a prompt of Upheld: an answer to split, or claims to judge, fenced by a mark."""
    mark = text[5 : text.index("\n")]
    parts = re.split(rf"^{mark} (.+)\n", text, flags=re.MULTILINE)[1:]
    found = [(name, part[:-1]) for name, part in zip(parts[::2], parts[1::2], strict=True)]
    chunks = [part for name, part in found if name.startswith("chunk ")]
    answer = dict(found).get("answer")
    if answer is not None:
        return {"claims": [{"text": claim, "kind": "factual"} for claim in sentences(answer)]}
    return {name.split()[1]: verdict(part, chunks) for name, part in found if name.startswith("claim ")}


def verdict(claim: str, chunks: list[str]) -> dict[str, Any]:
    """Return what Upheld asks for of one claim, with the sentence that decides it as the quote."""
    said = label(claim, "\n".join(chunks))
    quotes = [
        {"chunk": number, "text": line, "relation": "supports" if said == "supported" else "contradicts"}
        for number, chunk in enumerate(chunks)
        for line in sentences(chunk)
        if said != "not_enough_info" and label(claim, line) == said
    ]
    return {"quotes": quotes[:1], "reason": said, "verdict": said}


def answer(messages: list[dict[str, Any]]) -> Any:
    """Answer a prompt of any of the three."""
    content = messages[-1]["content"]
    text = content if isinstance(content, str) else "".join(part.get("text", "") for part in content)
    if "Now perform the same with the following input" in text:
        return of_ragas(text)
    return of_deepeval(text) if text.rstrip().endswith("JSON:") else of_upheld(text)


class Handler(BaseHTTPRequestHandler):
    """One request."""

    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        """Answer a call to the model."""
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        text = json.dumps(answer(body["messages"]))
        message = {"role": "assistant", "content": text, "refusal": None}
        choice = {"index": 0, "message": message, "finish_reason": "stop", "logprobs": None}
        usage = {"prompt_tokens": len(str(body)) // 4, "completion_tokens": len(text) // 4, "total_tokens": 0}
        reply = {"id": "c", "object": "chat.completion", "created": 0, "model": body["model"]}
        data = json.dumps(reply | {"choices": [choice], "usage": usage}).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_args: object) -> None:
        """Keep silent."""


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler)
    print(f"http://127.0.0.1:{server.server_port}/v1", flush=True)
    server.serve_forever()
