"""Runs the embedded judge's model: pairs of premise and claim in, probabilities out.

A pair has the same scores whatever stands beside it, to the last bit: only pairs of one length share a batch, so nothing
is padded; the model rounds each token with a scale of its own; and a batch runs on one thread, several at a time.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from upheld._errors import ConfigurationError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["MAX_TOKENS", "PairScorer", "PairScores", "existing"]

MAX_TOKENS = 512
"""Most tokens of a pair, its three marks included: the model has no more places."""

_ROOM = MAX_TOKENS - 3  # [CLS] premise [SEP] claim [SEP]
_MOST_CHARACTERS = 20_000  # of a text that are looked at: far more than fit, far less than a hostile text has
_BATCH_TOKENS = 512  # more in a batch gains nothing, and this much stays in the cache
_WINDOW = 1024  # pairs that are tokenized and sorted together
_MOST_THREADS = 4  # by default: a library shares the machine
_INPUTS = ["input_ids", "token_type_ids"]
_OUTPUT = "logits"
_CLASSES = 3
_SAID = 200  # characters of somebody else's error message that are kept


@dataclass(frozen=True, slots=True)
class PairScores:
    """What the model says of some pairs, in their order.

    Attributes:
        probabilities: float64 [n, 3]: supported, not_enough_info, contradicted; each row sums to 1.
        cut: bool [n]: the pair was too long, and a part of it was not read.
    """

    probabilities: NDArray[np.float64]
    cut: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class _Encoded:
    """A pair as the model reads it: token ids, and how many of them belong to the premise with its marks."""

    ids: list[int]
    premise: int
    cut: bool


class PairScorer:
    """Scores pairs of premise and claim. One scorer may be used by several threads at a time.

    Args:
        folder: holds ``judge.onnx`` and ``tokenizer.json``, as written by ``training/export.py``.
        threads: batches that run at a time; by default the usable cores, at most four.

    Raises:
        ConfigurationError: a file is missing or broken, or `threads` is not positive.
    """

    def __init__(self, folder: Path, threads: int | None = None) -> None:
        if threads is not None and threads < 1:
            msg = f"threads must be 1 or more: {threads!r}"
            raise ConfigurationError(msg)
        self.folder = folder
        self.threads = threads or min(_MOST_THREADS, _usable_cores())
        self._tokenizer = _tokenizer(existing(folder / "tokenizer.json"))
        self._words = _words(existing(folder / "words.npy"))
        self._session = _session(existing(folder / "judge.onnx"))
        self._start, self._end = (self._tokenizer.token_to_id(mark) for mark in ("[CLS]", "[SEP]"))

    def __reduce__(self) -> tuple[type[PairScorer], tuple[Path, int]]:
        """Send the folder to another process, not the model: it is loaded there."""
        return PairScorer, (self.folder, self.threads)

    def score(self, pairs: Sequence[tuple[str, str]]) -> PairScores:
        """Score pairs of (premise, claim).

        A pair that is too long loses the end of its premise, and the end of its claim only where the claim has more
        than half of `MAX_TOKENS` tokens.

        Args:
            pairs: texts; any string is good, and what looks like a mark of the model is plain text.
        """
        import numpy as np

        logits = np.empty((len(pairs), _CLASSES))
        cut = np.zeros(len(pairs), np.bool_)
        for first in range(0, len(pairs), _WINDOW):
            encoded = self._encode(pairs[first : first + _WINDOW])
            cut[first : first + len(encoded)] = [pair.cut for pair in encoded]
            for where, made in self._run_all(encoded):
                logits[[first + at for at in where]] = made
        odds = np.exp(logits - logits.max(axis=1, keepdims=True))
        return PairScores(odds / odds.sum(axis=1, keepdims=True), cut)

    def outruns(self, claim: str) -> bool:
        """Say whether a claim is so long that its end gets lost.

        Args:
            claim: text of a claim of a pair that was cut.
        """
        return len(claim) > _MOST_CHARACTERS or len(self._tokens(claim)) > MAX_TOKENS // 2

    def tokens(self, texts: Sequence[str]) -> list[list[int]]:
        """Return the token ids of texts, without marks."""
        return [self._tokens(text) for text in texts]

    def word_vectors(self, ids: Sequence[int]) -> NDArray[np.float32]:
        """Return the model's embeddings [ids, hidden] of tokens, each by its own scale."""
        import numpy as np

        found: NDArray[np.float32] = self._words[list(ids)].astype(np.float32)
        return found

    def _encode(self, pairs: Sequence[tuple[str, str]]) -> list[_Encoded]:
        """Return the pairs as token ids; a text that stands in several pairs is read once."""
        tokens = {text: self._tokens(text) for pair in pairs for text in pair}
        encoded = []
        for premise_text, claim_text in pairs:
            premise, claim = tokens[premise_text], tokens[claim_text]
            kept = claim[: max(MAX_TOKENS // 2, _ROOM - len(premise))]
            head = [self._start, *premise[: _ROOM - len(kept)], self._end]
            length = len(head) + len(kept) + 1
            lost = length - 3 < len(premise) + len(claim)
            long = max(len(premise_text), len(claim_text)) > _MOST_CHARACTERS
            encoded.append(_Encoded([*head, *kept, self._end], len(head), lost or long))
        return encoded

    def _tokens(self, text: str) -> list[int]:
        text = text[:_MOST_CHARACTERS]
        if not text.isascii():  # half of a character pair is valid in Python, not in UTF-8
            text = text.encode("utf-8", "replace").decode("utf-8")
        ids: list[int] = self._tokenizer.encode(text, add_special_tokens=False).ids
        return ids

    def _run_all(self, encoded: Sequence[_Encoded]) -> list[tuple[list[int], NDArray[np.float32]]]:
        """Run everything in batches of one length, the longest first; return indices and logits of each batch."""
        by_length: dict[int, list[int]] = defaultdict(list)
        for at, pair in enumerate(encoded):
            by_length[len(pair.ids)].append(at)
        batches = []
        for length in sorted(by_length, reverse=True):
            where, size = by_length[length], max(1, _BATCH_TOKENS // length)
            batches += [where[first : first + size] for first in range(0, len(where), size)]

        def run(where: list[int]) -> tuple[list[int], NDArray[np.float32]]:
            return where, self._run([encoded[at] for at in where])

        if min(self.threads, len(batches)) == 1:
            return [run(where) for where in batches]
        with ThreadPoolExecutor(min(self.threads, len(batches))) as pool:
            return list(pool.map(run, batches))

    def _run(self, batch: Sequence[_Encoded]) -> NDArray[np.float32]:
        """Return the logits [pairs, 3] of pairs of one length."""
        import numpy as np

        ids = np.array([pair.ids for pair in batch], np.int64)
        premises = np.array([[pair.premise] for pair in batch])
        types = (np.arange(ids.shape[1]) >= premises).astype(np.int64)
        made: NDArray[np.float32] = self._session.run(
            [_OUTPUT], dict(zip(_INPUTS, (ids, types), strict=True))
        )[0]
        return made


def _usable_cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def existing(path: Path) -> Path:
    """Return the path of a file of the judge.

    Raises:
        ConfigurationError: there is no such file.
    """
    if path.is_file():
        return path
    msg = (
        f"the embedded judge lacks its file {str(path)!r}: install upheld again, or name a folder that has it"
    )
    raise ConfigurationError(msg)


def _tokenizer(path: Path) -> Any:
    """Return the tokenizer of a file, with nothing cut and nothing padded."""
    from tokenizers import Tokenizer

    try:
        tokenizer = Tokenizer.from_file(str(path))
    except Exception as error:
        raise _broken(path, str(error)) from error
    tokenizer.no_truncation()
    tokenizer.no_padding()
    # "[SEP]" in an answer or a context is text: it must not end the premise.
    tokenizer.encode_special_tokens = True
    if None in (tokenizer.token_to_id("[CLS]"), tokenizer.token_to_id("[SEP]")):
        raise _broken(path, "it has no [CLS] and [SEP]")
    return tokenizer


def _words(path: Path) -> NDArray[np.int8]:
    """Return the table of words [vocabulary, hidden]: the file that the model reads, too, mapped and not loaded."""
    import numpy as np

    try:
        table: NDArray[np.int8] = np.load(path, mmap_mode="r", allow_pickle=False)
    except (OSError, ValueError, EOFError) as error:
        raise _broken(path, str(error)) from error
    if table.dtype != np.int8 or table.ndim != 2:  # noqa: PLR2004
        raise _broken(path, "it is no table of words")
    return table


def _session(path: Path) -> Any:
    """Return a session that leaves the rest of the machine alone: one thread, no arena, no telemetry."""
    import onnxruntime

    onnxruntime.disable_telemetry_events()  # builds for Windows send some otherwise
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = False
    options.enable_mem_pattern = False  # it keeps a plan for each shape, and there are hundreds
    options.log_severity_level = 4  # its errors are raised; they need not be printed too
    # The extended level joins Add and LayerNormalization into a kernel that is several times slower.
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
    try:
        session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as error:
        raise _broken(path, str(error)) from error
    if [given.name for given in session.get_inputs()] != _INPUTS or session.get_outputs()[0].name != _OUTPUT:
        raise _broken(path, f"it does not turn {' and '.join(_INPUTS)} into {_OUTPUT}")
    return session


def _broken(path: Path, said: str) -> ConfigurationError:
    """Return the error for a file that cannot be used, with what its reader said as one harmless line."""
    why = " ".join("".join(c if c.isprintable() else " " for c in said).split())[:_SAID]
    return ConfigurationError(
        f"the embedded judge cannot use its file {str(path)!r} ({why}): install upheld again, or write it with training/export.py"
    )
