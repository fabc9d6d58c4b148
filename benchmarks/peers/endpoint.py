"""A fake endpoint in a process of its own: answers like a good model, after a fixed time, and counts what it gets.

    python benchmarks/peers/endpoint.py PORT

POST /v1/chat/completions: claims, or verdicts that quote the chunk; GET /stats: the counters; POST /reset
{"latency": seconds, "scenario": name, "every": n}: zero them. Scenarios bend every n-th reply: short, empty, nei, cut,
refuse, 429.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
from typing import Any

STATS: dict[str, float] = {}
SET: dict[str, Any] = {}


def reset(settings: dict[str, Any]) -> None:
    """Zero the counters and change the behaviour."""
    STATS.update(
        dict.fromkeys(("calls", "system", "user", "schema", "out", "in_flight", "most_in_flight"), 0)
    )
    SET.update({"latency": 0.0, "scenario": "", "every": 1} | settings)


def sections(user: str) -> list[tuple[str, str]]:
    """Return names and texts of the fenced data."""
    mark = user[5 : user.index("\n")]
    parts = re.split(rf"^{mark} (.+)\n", user, flags=re.MULTILINE)[1:]
    return [(name, text[:-1]) for name, text in zip(parts[::2], parts[1::2], strict=True)]


def verdict(claim: str, chunks: list[tuple[str, str]]) -> dict[str, Any]:
    """Support a claim that stands in a chunk."""
    for name, text in chunks:
        if claim in text:
            quote = {"chunk": int(name.split()[1]), "text": claim, "relation": "supports"}
            return {"quotes": [quote], "reason": "the chunk says it", "verdict": "supported"}
    return {"quotes": [], "reason": "the chunks are silent", "verdict": "not_enough_info"}


def answer(body: dict[str, Any]) -> Any:
    """Return what a good model would."""
    found = sections(body["messages"][1]["content"])
    chunks = [pair for pair in found if pair[0].startswith("chunk ")]
    split = dict(found).get("answer")
    if split is None:
        claims = [(name.split()[1], text) for name, text in found if name.startswith("claim ")]
        return {name: verdict(text, chunks) for name, text in claims}
    texts = [text.strip() for text in re.findall(r"[^.]+\.", split)]
    return {
        "claims": [{"text": t, "kind": "factual", **(verdict(t, chunks) if chunks else {})} for t in texts]
    }


def bent(good: Any, number: int) -> tuple[int, str, str]:
    """Return status, content and finish reason, as the scenario has it."""
    text, name = json.dumps(good), SET["scenario"] if number % SET["every"] == SET["every"] - 1 else ""
    if name == "429":
        return 429, "", "stop"
    if name == "cut":
        return 200, text[: len(text) // 2], "length"
    if name == "refuse":
        return 200, "I'm sorry, but I can't assist with that request.", "stop"
    if name == "short" and "claims" not in good:
        return 200, json.dumps(dict(list(good.items())[:3])), "stop"
    if name == "empty" and "claims" in good:
        return 200, '{"claims": []}', "stop"
    if name == "nei" and "claims" not in good:
        silent = {"quotes": [], "reason": "", "verdict": "not_enough_info"}
        return 200, json.dumps(dict.fromkeys(good, silent)), "stop"
    return 200, text, "stop"


async def completion(body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    """Answer one call."""
    STATS["in_flight"] += 1
    STATS["most_in_flight"] = max(STATS["most_in_flight"], STATS["in_flight"])
    number = int(STATS["calls"])
    STATS["calls"] += 1
    if SET["latency"]:
        await asyncio.sleep(SET["latency"])
    STATS["in_flight"] -= 1
    status, text, finish = bent(answer(body), number)
    system, user = (len(message["content"]) for message in body["messages"])
    schema = len(
        json.dumps(
            body.get("response_format", {}).get("json_schema", {}).get("schema", {}), separators=(",", ":")
        )
    )
    for key, size in (("system", system), ("user", user), ("schema", schema), ("out", len(text))):
        STATS[key] += size
    if status != 200:
        return status, {"error": {"message": "slow down", "type": "requests", "code": "rate_limit"}}
    message = {"role": "assistant", "content": text, "refusal": None}
    usage = {"prompt_tokens": (system + user) // 4, "completion_tokens": len(text) // 4, "total_tokens": 0}
    choice = {"index": 0, "message": message, "finish_reason": finish, "logprobs": None}
    return 200, {
        "id": "c",
        "object": "chat.completion",
        "created": 0,
        "model": body["model"],
        "choices": [choice],
        "usage": usage,
    }


async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Answer the requests of one connection."""
    try:
        while line := await reader.readline():
            length = 0
            while (header := await reader.readline()).strip():
                if header.lower().startswith(b"content-length:"):
                    length = int(header.split(b":")[1])
            body = json.loads(await reader.readexactly(length) or b"{}")
            if b"/chat/completions" in line:
                status, said = await completion(body)
            elif b"/reset" in line:
                reset(body)
                status, said = 200, {}
            else:
                status, said = 200, STATS
            data = json.dumps(said).encode()
            more = "retry-after: 0\r\n" * (status == 429)
            head = f"HTTP/1.1 {status} X\r\ncontent-type: application/json\r\n{more}content-length: {len(data)}\r\n\r\n"
            writer.write(head.encode() + data)
            await writer.drain()
    except (ConnectionError, asyncio.IncompleteReadError):
        pass
    finally:
        writer.close()


async def main(port: int) -> None:
    """Serve until the process is ended."""
    reset({})
    server = await asyncio.start_server(serve, "127.0.0.1", port, limit=2**24)
    async with server:
        await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
