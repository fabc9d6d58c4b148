"""A real HTTP endpoint that speaks the OpenAI protocol, for tests of what calls a model."""

from __future__ import annotations

import asyncio
import gc
import json
import re
import threading
import warnings
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest

from upheld.llm.portal import portal


@dataclass
class Seen:
    """One request as the endpoint read it."""

    body: dict
    headers: dict

    @property
    def system(self):
        """Rules of the prompt."""
        return self.body["messages"][0]["content"]

    @property
    def user(self):
        """Data of the prompt."""
        return self.body["messages"][1]["content"]

    @property
    def sections(self):
        """Name -> text of the fenced data, in order."""
        mark = re.match(r"mark (\w+)\n", self.user)[1]
        parts = re.split(rf"^{mark} (.+)\n", self.user, flags=re.MULTILINE)[1:]
        return {name: text[:-1] for name, text in zip(parts[::2], parts[1::2], strict=True)}

    def named(self, kind):
        """Number or id -> text of the sections of one kind."""
        return {name.split()[1]: t for name, t in self.sections.items() if name.startswith(kind + " ")}

    @property
    def splits(self):
        """Whether an answer is to be split, and no claim to be judged."""
        return "answer" in self.sections


def verdict(label="supported", quote=None, chunk=0, reason="because", relation=None):
    """Return one verdict in the form that is asked for."""
    relation = relation or ("contradicts" if label == "contradicted" else "supports")
    quotes = [] if quote is None else [{"chunk": chunk, "text": quote, "relation": relation}]
    return {"quotes": quotes, "reason": reason, "verdict": label}


def honest_verdict(claim, chunks):
    """Support a claim that stands in a chunk word for word, contradict one that stands there with a not."""
    for number, text in chunks.items():
        if claim in text:
            return verdict("supported", claim, int(number))
        if claim.replace(" is ", " is not ") in text:
            return verdict("contradicted", claim.replace(" is ", " is not "), int(number))
    return verdict("not_enough_info")


def honest(seen):
    """Answer as a good model would."""
    if not seen.splits:
        chunks = seen.named("chunk")
        return {name: honest_verdict(text, chunks) for name, text in seen.named("claim").items()}
    claims = [s.strip() for s in re.findall(r"[^.]+\.", seen.sections["answer"])]
    if '"quotes"' not in seen.system:
        return {"claims": [{"text": claim, "kind": "factual"} for claim in claims]}
    chunks = seen.named("chunk")
    return {"claims": [{"text": c, "kind": "factual", **honest_verdict(c, chunks)} for c in claims]}


@dataclass
class FakeEndpoint:
    """Answers each request by a script: a function of the request, and of how many came before.

    A script returns an object or a text (the content of the reply), or a `Raw` one.
    """

    script: object = None
    delay: float = 0.0
    usage: bool = True
    seen: list = field(default_factory=list)
    in_flight: int = 0
    most_in_flight: int = 0
    dropped: int = 0
    port: int = 0

    @property
    def url(self):
        """Address for a client."""
        return f"http://127.0.0.1:{self.port}/v1"

    @property
    def judge(self):
        """Name of a judge that asks this endpoint."""
        return f"llm:fake@{self.url}"

    @property
    def model(self):
        """Name of the model for `LLMJudge`."""
        return f"fake@{self.url}"

    @property
    def calls(self):
        """How many requests came."""
        return len(self.seen)

    async def serve(self, reader, writer):
        """Answer the requests of one connection."""
        try:
            while (line := await reader.readline()).strip():
                headers = {}
                while pair := (await reader.readline()).decode().strip():
                    name, _, value = pair.partition(":")
                    headers[name.lower()] = value.strip()
                body = json.loads(await reader.readexactly(int(headers["content-length"])))
                assert line.startswith(b"POST /v1/chat/completions")
                await self.answer(Seen(body, headers), reader, writer)
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            writer.close()

    async def answer(self, seen, reader, writer):
        """Answer one request."""
        number = len(self.seen)
        self.seen.append(seen)
        self.in_flight += 1
        self.most_in_flight = max(self.most_in_flight, self.in_flight)
        try:
            said = (self.script or (lambda seen, _: honest(seen)))(seen, number)
            raw = said if isinstance(said, Raw) else Raw(content=said)
            if await self.left_meanwhile(reader, raw.delay or self.delay):
                self.dropped += 1
                raise ConnectionError
        finally:
            self.in_flight -= 1
        if raw.reset:
            writer.transport.abort()
            return
        writer.write(raw.encoded(seen, usage=self.usage))
        await writer.drain()

    async def left_meanwhile(self, reader, delay):
        """Wait, and say whether the caller hung up before the end."""
        waiting = asyncio.get_running_loop().time() + delay
        while asyncio.get_running_loop().time() < waiting:
            if reader.at_eof():
                return True
            await asyncio.sleep(0.005)
        return False


@dataclass
class Raw:
    """A response in full."""

    content: object = None
    status: int = 200
    headers: dict = field(default_factory=dict)
    body: str | None = None
    kind: str = "application/json"
    finish: str = "stop"
    refusal: str | None = None
    tool: object = False
    delay: float = 0.0
    reset: bool = False

    def encoded(self, seen, *, usage):
        """Return the response as bytes."""
        text = self.content if isinstance(self.content, str) else json.dumps(self.content)
        if self.body is None:
            message = {"role": "assistant", "content": text, "refusal": self.refusal}
            if self.tool:
                call = {"name": "reply", "arguments": self.content if self.tool == "object" else text}
                calls = [{"id": "1", "type": "function", "function": call}]
                message |= {"content": None, "tool_calls": calls}
            reply = {"choices": [{"index": 0, "message": message, "finish_reason": self.finish}]}
            if usage:
                sent = sum(len(m["content"]) for m in seen.body["messages"])
                reply["usage"] = {"prompt_tokens": sent // 4, "completion_tokens": len(text) // 4}
            self.body = json.dumps(reply)
        data = self.body.encode()
        lines = {"content-type": self.kind, "content-length": len(data), **self.headers}
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        return f"HTTP/1.1 {self.status} X\r\n{head}\r\n".encode() + data


@contextmanager
def _serving(serve):
    """Serve on a free port of 127.0.0.1 in a thread of its own; gives the port."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    server = asyncio.run_coroutine_threadsafe(asyncio.start_server(serve, "127.0.0.1", 0), loop).result()
    yield server.sockets[0].getsockname()[1]

    async def end():
        server.close()
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await server.wait_closed()

    asyncio.run_coroutine_threadsafe(end(), loop).result(timeout=5)
    loop.call_soon_threadsafe(loop.stop)
    thread.join(timeout=5)
    loop.close()


@pytest.fixture
def serving():
    """What serves on a port: a context manager that takes the handler of a connection and gives the port."""
    return _serving


@pytest.fixture
def endpoint(monkeypatch, tmp_path):
    """An endpoint on 127.0.0.1 that lives as long as the test; the cache of replies is empty and the test's own."""
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "UPHELD_LLM_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    fake = FakeEndpoint()
    with _serving(fake.serve) as fake.port:
        yield fake


@pytest.fixture
def abandoned(endpoint):
    """The endpoint of a test that leaves calls alone at any moment.

    Where a reply comes in the moment in which its call is cancelled, the SDK's connection is closed by the collector alone: here,
    and not in a test that has nothing to do with it.
    """
    yield endpoint
    portal().submit(asyncio.sleep(0.05)).result()  # until all that was cancelled has ended
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()


@pytest.fixture
def fakes():
    """The parts that scripts are made of."""
    return FakeParts


class FakeParts:
    """Names for scripts, since a test module cannot import this one."""

    Raw = Raw
    honest = staticmethod(honest)
    verdict = staticmethod(verdict)
    honest_verdict = staticmethod(honest_verdict)
