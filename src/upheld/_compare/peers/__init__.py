"""Other frameworks, each asked in a process of its own Python: see runner.py for what is said between the two."""

from __future__ import annotations

import json
import math
import os
import queue
import shlex
import signal
import subprocess
import tempfile
import threading
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Self

from upheld._errors import ConfigurationError
from upheld._report.compared import Score
from upheld._types import Sample
from upheld.llm.address import host_of
from upheld.readers.values import shown

__all__ = ["CONVENTIONS", "INSTALL", "PeerOptions", "PeerProcess"]

INSTALL: Final = MappingProxyType(
    {"ragas": ("ragas==0.4.*", "langchain-community<0.4"), "deepeval": ("deepeval>=4,<5",)}
)
"""What to install for a peer; ragas 0.4 does not work with a newer langchain-community."""

CONVENTIONS: Final = MappingProxyType(
    {
        "ragas": (
            "strict: statements inferable from the contexts / statements it got a verdict for; all chunks joined; "
            "nothing to judge has no score"
        ),
        "deepeval": (
            "lenient: claims not contradicted / claims it got a verdict for; what the contexts do not say passes; "
            "nothing to judge scores 1"
        ),
    }
)
"""What the score of a peer counts."""

_QUIET: Final = {
    "RAGAS_DO_NOT_TRACK": "true",
    "DEEPEVAL_TELEMETRY_OPT_OUT": "1",
    "DEEPEVAL_DISABLE_DOTENV": "1",
    "DEEPEVAL_UPDATE_WARNING_OPT_IN": "0",
    "CONFIDENT_API_KEY": "",
    "ANONYMIZED_TELEMETRY": "False",
    "DO_NOT_TRACK": "1",
    "LANGCHAIN_TRACING_V2": "false",
    "LANGSMITH_TRACING": "false",
    "OTEL_SDK_DISABLED": "true",
    "PYTHONWARNINGS": "ignore",
    "PYTHONIOENCODING": "utf-8",
}
"""Environment under which a peer calls nobody but the endpoint."""

_RUNNER = Path(__file__).with_name("runner.py")
_TAIL = 8  # lines of standard error to show
_GRACE = 30.0  # seconds over the limit of a sample, after which a peer that says nothing hangs
_END = 5.0


@dataclass(frozen=True, slots=True)
class PeerOptions:
    """How a peer is run.

    Attributes:
        python: the Python of its environment, or the folder of that.
        model: name of the model.
        base_url: address of the endpoint; None: the peer's own default.
        api_key: key for it; it goes through a pipe, never onto a command line.
        concurrency: calls in flight at most.
        timeout: seconds for one sample.
        start: seconds that it may take to be loaded.
    """

    python: str
    model: str
    base_url: str | None = None
    api_key: str = "none"
    concurrency: int = 16
    timeout: float = 180.0
    start: float = 180.0


class PeerProcess:
    """A peer in a process of its own. Close it.

    Args:
        name: ``ragas`` or ``deepeval``.
        options: how to run it.

    Attributes:
        version: what it says it is, once it is ready.

    Raises:
        ConfigurationError: there is no such Python.
    """

    def __init__(self, name: str, options: PeerOptions) -> None:
        self.name = name
        self.version = name
        self._options = options
        self._python = _python(options.python)
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._tail: deque[str] = deque(maxlen=_TAIL)
        self._folder = tempfile.TemporaryDirectory(prefix="upheld-peer-", ignore_cleanup_errors=True)
        try:
            self._process = self._started()
        except OSError as error:
            self._folder.cleanup()
            msg = f"cannot run {name} with {options.python!r}: {error.strerror or error}; name the Python of its environment with --python"
            raise ConfigurationError(msg) from error
        self._threads = [
            threading.Thread(target=self._read_lines, daemon=True),
            threading.Thread(target=self._read_tail, daemon=True),
        ]
        for thread in self._threads:
            thread.start()
        self._send([self._first()], last=False)

    @property
    def about(self) -> str:
        """What it asks, as a signature shows it: the model, and of the address no more than the host."""
        model, address = self._options.model, self._options.base_url
        return f"model:{model}" if address is None else f"model:{model}@{host_of(address)}"

    def wait_ready(self) -> None:
        """Wait until the peer is loaded.

        Raises:
            ConfigurationError: its package is not there, or it cannot be loaded or set up.
        """
        first = self._next(self._options.start)
        if first is not None and "ready" in first:
            self.version = shown(str(first["ready"]))
            return
        install = shlex.join([self._python, "-m", "pip", "install", *INSTALL[self.name]])
        if first is not None and first.get("missing"):
            msg = f"{self.name} cannot be loaded by {self._python}: {shown(str(first.get('failed')), 300)}; install it there: {install}, or name the Python that has it with --python {self.name}=PATH"
        else:
            msg = f"{self.name} could not be set up by {self._python}: {self._why(self._options.start)}"
        raise ConfigurationError(msg)

    def scores(self, samples: Mapping[int, Sample]) -> Iterator[tuple[int, Score]]:
        """Yield the score of each sample as it comes; where the peer dies or hangs, the others get that as the reason.

        Args:
            samples: number -> sample.
        """
        left = dict(samples)
        writer = threading.Thread(
            target=self._send, args=([_row(n, s) for n, s in left.items()],), daemon=True
        )
        writer.start()
        while left:
            told = self._next(self._options.timeout + _GRACE)
            if told is None:
                break
            number = told.get("n")
            if isinstance(number, int) and left.pop(number, None) is not None:
                yield number, _score(told)
        why = self._why(self._options.timeout + _GRACE) if left else ""
        for number in left:
            yield number, Score(None, f"{self.name} gave none: {why}")

    def close(self) -> None:
        """End the process, whatever it is at."""
        process = self._process
        if process.poll() is None:
            self._signal(signal.SIGTERM)
            try:
                process.wait(_END)
            except subprocess.TimeoutExpired:
                self._signal(getattr(signal, "SIGKILL", signal.SIGTERM))
                process.wait()
        if not self._joined():  # something that it started still holds the pipes
            self._signal(getattr(signal, "SIGKILL", signal.SIGTERM))
            if not self._joined():
                return
        for pipe in (process.stdin, process.stdout, process.stderr):
            with suppress(OSError):
                if pipe is not None:
                    pipe.close()
        self._folder.cleanup()

    def _joined(self) -> bool:
        for thread in self._threads:
            thread.join(_END)
        return not any(thread.is_alive() for thread in self._threads)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def _started(self) -> subprocess.Popen[str]:
        """Start the runner: in a folder of its own, where peers write what they like, and out of reach of Ctrl-C, which is ours."""
        environment = {**os.environ, **_QUIET, "OPENAI_API_KEY": self._options.api_key}
        return subprocess.Popen(  # noqa: S603 - the user names the Python to run
            [self._python, str(_RUNNER), self.name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
            cwd=self._folder.name,
            encoding="utf-8",
            errors="replace",
            start_new_session=True,
        )

    def _first(self) -> dict[str, Any]:
        options = self._options
        return {
            "model": options.model,
            "base_url": options.base_url,
            "api_key": options.api_key,
            "concurrency": options.concurrency,
            "timeout": options.timeout,
        }

    def _send(self, rows: Sequence[Mapping[str, Any]], *, last: bool = True) -> None:
        """Write lines to the peer; behind the last ones the pipe is closed, by which it knows."""
        stream = self._process.stdin
        with suppress(OSError, ValueError):  # it is gone; what it said last tells why
            for row in rows:
                stream.write(json.dumps(row) + "\n")  # type: ignore[union-attr]
            stream.flush()  # type: ignore[union-attr]
            if last:
                stream.close()  # type: ignore[union-attr]

    def _read_lines(self) -> None:
        with suppress(OSError, ValueError):
            for line in self._process.stdout or ():
                self._lines.put(line)
        self._lines.put(None)

    def _read_tail(self) -> None:
        with suppress(OSError, ValueError):
            for line in self._process.stderr or ():
                if line.strip():
                    self._tail.append(shown(line.strip(), 200))

    def _next(self, patience: float) -> dict[str, Any] | None:
        """Return the next object that the peer says; None where it ended, or says nothing for so many seconds."""
        while True:
            try:
                line = self._lines.get(timeout=patience)
            except queue.Empty:
                return None
            if line is None:
                self._lines.put(None)
                return None
            with suppress(ValueError):
                value = json.loads(line)
                if isinstance(value, dict):
                    return value

    def _why(self, patience: float) -> str:
        """Say how it ended, or that it hangs, with the end of what it wrote to standard error."""
        try:
            code = self._process.wait(1.0)
        except subprocess.TimeoutExpired:
            how = f"it said nothing for {patience:g} s"
        else:
            self._threads[1].join(_END)
            how = f"it ended with exit code {code}"
        tail = " | ".join(self._tail)
        return f"{how}; its last words: {tail}" if tail else how

    def _signal(self, number: int) -> None:
        with suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, number)
            else:
                self._process.terminate()


def _python(path: str) -> str:
    """Return the Python that a path names: itself, or that of the environment in the folder."""
    path = str(Path(path).expanduser()) if path.startswith("~") else path
    if Path(path).is_dir():
        for inside in ("bin/python", "Scripts/python.exe", "python.exe"):
            if (Path(path) / inside).exists():
                return str(Path(path).absolute() / inside)
        msg = f"there is no Python in the folder {path!r}: name an environment, or its Python"
        raise ConfigurationError(msg)
    return str(Path(path).absolute()) if os.sep in path else path


def _row(number: int, sample: Sample) -> dict[str, Any]:
    return {
        "n": number,
        "question": sample.question or "",
        "answer": sample.answer,
        "contexts": [chunk.text for chunk in sample.contexts],
    }


def _score(row: Mapping[str, Any]) -> Score:
    value, calls = row.get("score"), row.get("calls")
    count = calls if isinstance(calls, int) and not isinstance(calls, bool) else None
    if isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value):
        return Score(float(value), str(row.get("reason") or ""), count)
    return Score(None, shown(str(row.get("error") or "no score and no reason"), 300), count)
