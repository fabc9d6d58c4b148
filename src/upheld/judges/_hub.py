"""Models of a hub or folder that read a premise and a claim, behind one method: pairs in, probabilities out."""

from __future__ import annotations

import hashlib
import importlib
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any, TypeAlias, get_args

from upheld._errors import ConfigurationError
from upheld._types import Label

__all__ = ["HubModel", "Labels", "Scores"]

Labels: TypeAlias = Mapping[str, Label]

_LONGEST = 2048  # tokens of a pair, whatever the model can take
_BATCH_TOKENS = 8192
_SAID = 300  # characters of somebody else's error message that are kept
_MINICHECK = "minicheck"
_WEIGHTS = ("*.safetensors", "*.bin")

# What models call their classes, in small letters with one _ between words. A class that says no more than "not
# supported" is not_enough_info: it claims no contradiction.
_KNOWN: Labels = {
    **dict.fromkeys(
        "entailment entailed entails supported supports support consistent faithful grounded factual attributable".split(),
        "supported",
    ),
    **dict.fromkeys("contradiction contradicted contradicts contradictory refuted refutes".split(), "contradicted"),
    **dict.fromkeys(
        "neutral not_enough_info nei not_entailment not_entailed non_entailment unsupported not_supported inconsistent unfaithful "
        "hallucination hallucinated ungrounded not_grounded not_factual not_attributable".split(),
        "not_enough_info",
    ),
}  # fmt: skip
_VERDICTS = tuple(label for label in get_args(Label) if label != "error")


@dataclass(frozen=True, slots=True)
class Scores:
    """What a model says of one pair.

    Attributes:
        supported: P(supported) in [0, 1].
        contradicted: P(contradicted) in [0, 1]; None where the model does not tell it from ``not_enough_info``.
        cut: the pair was longer than the model can read, and its end was left out.
    """

    supported: float
    contradicted: float | None
    cut: bool


@dataclass(frozen=True, slots=True)
class _Head:
    """How the outputs of a model are read.

    Attributes:
        meaning: label of each output.
        joined: premise and claim are put together as MiniCheck does it: one separator, one segment.
        prompt: text before the premise.
        writes: the model writes "1" or "0" as a text instead of having classes.
    """

    meaning: tuple[Label, ...]
    joined: bool = False
    prompt: str = ""
    writes: bool = False


@dataclass(frozen=True, slots=True)
class _Loaded:
    """A model in memory, and what it takes to feed it.

    Attributes:
        frame: special tokens before, between and behind premise and claim.
        segments: token types of the two, specials included; None where the model has none.
        limit: most tokens of a pair.
        outputs: for a model that writes, the tokens of "0" and "1" and the one it starts with.
    """

    model: Any
    tokenizer: Any
    frame: tuple[list[int], list[int], list[int]]
    segments: bool
    limit: int
    outputs: tuple[int, int, int] | None = None


class HubModel:
    """A sequence classifier (or MiniCheck-Flan-T5) that scores pairs. Loaded at the first pair; safe in threads.

    Args:
        name: of the hub, or a folder.
        revision: branch, tag or commit on the hub; None: its main branch.
        labels: name of a class -> verdict, for models whose names say nothing.
        device: as torch names it; None: ``cuda`` where there is one, else ``cpu``.

    Attributes:
        version: commit on the hub, or hash of the folder's weights; 12 characters.
        knows_contradiction: it tells contradiction from lack of proof.

    Raises:
        ConfigurationError: the libraries or the model are not there, or it is of no kind that can be used.
    """

    def __init__(
        self, name: str, revision: str | None = None, labels: Labels | None = None, device: str | None = None
    ) -> None:
        self._transformers, self._torch = _libraries()
        folder = _folder(name)
        self._name = str(folder) if folder else name
        self._options: dict[str, Any] = {"revision": revision, "trust_remote_code": False}
        if folder:
            self._options = {"local_files_only": True, "trust_remote_code": False}
        with _explained(name):
            self._config = self._transformers.AutoConfig.from_pretrained(self._name, **self._options)
        self._head = _head(self._config, name, labels)
        self.revision: str | None = (
            None if folder else getattr(self._config, "_commit_hash", None) or revision
        )
        if not folder:
            self._options["revision"] = self.revision
        self.version = _hash(folder) if folder else (self.revision or "unknown")[:12]
        self.knows_contradiction = "contradicted" in self._head.meaning
        self._device = device
        self._lock = Lock()
        self._ready: _Loaded | None = None

    def score(self, pairs: Sequence[tuple[str, str]]) -> list[Scores]:
        """Return the scores of (premise, claim) pairs, in order.

        Raises:
            ConfigurationError: the model cannot be loaded.
        """
        with self._lock:
            loaded = self._ready = self._ready or self._load()
        encoded = [
            _framed(premise, claim, loaded, self._head) for premise, claim in self._tokens(pairs, loaded)
        ]
        order = sorted(range(len(encoded)), key=lambda n: len(encoded[n].ids))
        scores: dict[int, Scores] = {}
        for batch in _batches(order, encoded):
            rows = self._forward([encoded[n] for n in batch], loaded)
            for n, row in zip(batch, rows, strict=True):
                scores[n] = _scores(row, self._head, cut=encoded[n].cut)
        return [scores[n] for n in range(len(pairs))]

    def _tokens(self, pairs: Sequence[tuple[str, str]], loaded: _Loaded) -> list[tuple[list[int], list[int]]]:
        """Return the tokens of premises and claims. Texts such as "[SEP]" stay texts: they come from outside."""
        if not pairs:
            return []
        said = [self._head.prompt + premise for premise, _ in pairs] + [claim for _, claim in pairs]
        # A lone surrogate, as a broken record may hold one, is no character that a tokenizer takes.
        texts = [text.encode("utf-8", "replace").decode("utf-8") for text in said]
        with self._lock:  # a tokenizer has settings, which two threads must not change at once
            ids: list[list[int]] = loaded.tokenizer(
                texts, add_special_tokens=False, split_special_tokens=True, verbose=False
            )["input_ids"]
        return list(zip(ids[: len(pairs)], ids[len(pairs) :], strict=True))

    def _forward(self, rows: Sequence[_Encoded], loaded: _Loaded) -> list[list[float]]:
        """Return the probabilities of the model's outputs for one batch."""
        torch = self._torch
        longest = max(len(row.ids) for row in rows)
        pad = loaded.tokenizer.pad_token_id or 0

        def padded(values: Sequence[Sequence[int]], filler: int) -> Any:
            full = [[*value, *[filler] * (longest - len(value))] for value in values]
            return torch.tensor(full, dtype=torch.long, device=loaded.model.device)

        inputs = {
            "input_ids": padded([row.ids for row in rows], pad),
            "attention_mask": padded([[1] * len(row.ids) for row in rows], 0),
        }
        if loaded.segments:
            inputs["token_type_ids"] = padded([row.segments for row in rows], 0)
        if loaded.outputs is not None:
            *words, start = loaded.outputs
            inputs["decoder_input_ids"] = torch.full_like(inputs["input_ids"][:, :1], start)
        with torch.inference_mode():
            logits = loaded.model(**inputs).logits
            if loaded.outputs is not None:
                logits = logits[:, 0, words]
            elif logits.shape[-1] == 1:  # one score x: a sigmoid of it is a softmax of x and 0
                logits = torch.cat([logits, torch.zeros_like(logits)], dim=-1)
            found: list[list[float]] = torch.softmax(logits.double(), dim=-1).tolist()
        return found

    def _load(self) -> _Loaded:
        torch, head = self._torch, self._head
        kind = "AutoModelForSeq2SeqLM" if head.writes else "AutoModelForSequenceClassification"
        with _explained(self._name):
            tokenizer = self._transformers.AutoTokenizer.from_pretrained(self._name, **self._options)
            frame, has_segments = _frame(tokenizer)
            model, info = getattr(self._transformers, kind).from_pretrained(
                self._name, dtype=torch.float32, output_loading_info=True, **self._options
            )
            model = model.eval().to(self._device or ("cuda" if torch.cuda.is_available() else "cpu"))
        if missing := sorted(info["missing_keys"]):
            msg = (
                f"the model {self._name} has no weights for {', '.join(missing[:3])}: it was not trained to judge claims; "
                "choose a checkpoint that was (NLI, fact checking)"
            )
            raise ConfigurationError(msg)
        before, between, behind = frame
        return _Loaded(
            model,
            tokenizer,
            (before, between[:1] if head.joined else between, behind),
            has_segments,
            _limit(tokenizer, self._config),
            _written(tokenizer, self._config) if head.writes else None,
        )


@dataclass(frozen=True, slots=True)
class _Encoded:
    ids: list[int]
    segments: list[int]
    cut: bool


def _libraries() -> tuple[Any, Any]:
    try:
        return importlib.import_module("transformers"), importlib.import_module("torch")
    except ImportError as error:
        msg = f"the judge transformers:MODEL needs libraries that are not there ({error}): run `pip install 'upheld[transformers]'`"
        raise ConfigurationError(msg) from error


def _folder(name: str) -> Path | None:
    """Return the folder that a name stands for; None for a model of the hub."""
    path = Path(name).expanduser()
    if path.is_dir():
        return path
    if name.startswith((".", "~", "/")) or path.is_absolute():
        msg = f"there is no model in {name!r}: no such folder (the current one is {Path.cwd()})"
        raise ConfigurationError(msg)
    return None


def _hash(folder: Path) -> str:
    """Return a hash of the settings and weights of a folder: what its scores depend on."""
    found = hashlib.sha256()
    weights = next((files for kind in _WEIGHTS if (files := sorted(folder.glob(kind)))), [])
    for file in [*sorted(folder.glob("*.json")), *weights]:
        with file.open("rb") as stream:
            found.update(file.name.encode() + hashlib.file_digest(stream, "sha256").digest())
    return found.hexdigest()[:12]


@contextmanager
def _explained(name: str) -> Iterator[None]:
    """Turn whatever a library raises while it loads a model into one line."""
    try:
        yield
    except ConfigurationError:
        raise
    except Exception as error:
        text = " ".join("".join(c if c.isprintable() else " " for c in str(error)).split())
        if "trust_remote_code" in text or "custom code" in text:
            why = (
                "it needs code of its own from the hub, which is never run here (trust_remote_code stays off: that code could do "
                "anything); choose a model that transformers itself knows"
            )
        else:
            why = f"{type(error).__name__}: {text[:_SAID]}"
        msg = f"cannot load the model {name!r}: {why}"
        raise ConfigurationError(msg) from error


def _head(config: Any, name: str, labels: Labels | None) -> _Head:
    """Say how the outputs of a model are read.

    Raises:
        ConfigurationError: it is of another kind, or nobody can tell what its labels mean.
    """
    kind = next(iter(config.architectures or ()), "a model without a head")
    if kind.endswith("ForConditionalGeneration") and _MINICHECK in name.casefold():
        return _Head(("not_enough_info", "supported"), joined=True, prompt="predict: ", writes=True)
    if not kind.endswith("ForSequenceClassification"):
        msg = (
            f"the model {name!r} is {kind}: only sequence classifiers are read (NLI cross-encoders, MiniCheck, HHEM), "
            f"and MiniCheck-Flan-T5, which is known by {_MINICHECK!r} in its name"
        )
        raise ConfigurationError(msg)
    names = [str(label) for _, label in sorted((int(n), label) for n, label in config.id2label.items())]
    if labels is not None:
        return _Head(_given(names, name, labels))
    if len(names) == 1:
        return _Head(("supported", "not_enough_info"))
    if names == ["LABEL_0", "LABEL_1"]:  # two classes without names: MiniCheck, where the second is support
        return _Head(("not_enough_info", "supported"), joined=True)
    meaning = tuple(_KNOWN.get(re.sub(r"[\W_]+", "_", n.casefold()).strip("_")) for n in names)
    if "supported" not in meaning or None in meaning:
        raise ConfigurationError(_unclear(names, name))
    return _Head(tuple(label for label in meaning if label is not None))


def _given(names: Sequence[str], model: str, labels: Labels) -> tuple[Label, ...]:
    """Return the meaning of the outputs as the user says it."""
    told: Any = labels
    fits = isinstance(told, Mapping) and set(told) == set(names) and set(told.values()) <= set(_VERDICTS)
    if not fits or len(names) == 1 or "supported" not in told.values():
        given = dict(told) if isinstance(told, Mapping) else told
        msg = f"{_unclear(names, model)}; labels was {given!r}"
        raise ConfigurationError(msg)
    return tuple(labels[name] for name in names)


def _unclear(names: Sequence[str], model: str) -> str:
    if len(names) == 1:
        return f"the model {model!r} has one score, read as support: leave labels out"
    shown = ", ".join(map(repr, names[:8])) + ", …" * (len(names) > 8)  # noqa: PLR2004 - a line's worth
    return (
        f"the model {model!r} has the labels {shown}: say in Python what each means, TransformersJudge({model!r}, labels={{{names[0]!r}: "
        f'"supported", …}}) from upheld.judges.transformers, each one of {", ".join(_VERDICTS)}, and at least one supported'
    )


def _frame(tokenizer: Any) -> tuple[tuple[list[int], list[int], list[int]], bool]:
    """Find out which special tokens stand before, between and behind the two texts of a pair."""
    probe = tokenizer("a", "b")
    ids, sequences = probe["input_ids"], probe.sequence_ids(0)
    first, second = ([n for n, s in enumerate(sequences) if s == which] for which in (0, 1))
    frame = (ids[: first[0]], ids[first[-1] + 1 : second[0]], ids[second[-1] + 1 :])
    return frame, "token_type_ids" in tokenizer.model_input_names


def _limit(tokenizer: Any, config: Any) -> int:
    """Return the most tokens that a model reads."""
    positions = getattr(config, "max_position_embeddings", None) or _LONGEST + 2
    # RoBERTa and its kin lose two positions to padding; two tokens less harm nobody else.
    return min(int(tokenizer.model_max_length), positions - 2, _LONGEST)


def _written(tokenizer: Any, config: Any) -> tuple[int, int, int]:
    """Return the tokens by which a model begins to write "0" and "1", and the one that it starts with."""
    zero, one = (tokenizer(text, add_special_tokens=False)["input_ids"][0] for text in "01")
    return zero, one, config.decoder_start_token_id or 0


def _framed(premise: list[int], claim: list[int], loaded: _Loaded, head: _Head) -> _Encoded:
    """Put a pair together. Where it is too long the premise loses its end, and the claim what is above half the room."""
    before, between, behind = loaded.frame
    room = loaded.limit - len(before) - len(between) - len(behind)
    kept_claim = claim[: max(room // 2, room - len(premise))]
    kept = premise[: room - len(kept_claim)]
    ids = [*before, *kept, *between, *kept_claim, *behind]
    split = len(before) + len(kept) + len(between)
    segments = [0] * split + [0 if head.joined else 1] * (len(ids) - split)
    return _Encoded(ids, segments, len(kept) < len(premise) or len(kept_claim) < len(claim))


def _batches(order: Sequence[int], encoded: Sequence[_Encoded]) -> Iterator[list[int]]:
    """Cut a sequence sorted by length into batches of a bounded number of padded tokens."""
    batch: list[int] = []
    for n in order:
        if batch and len(encoded[n].ids) * (len(batch) + 1) > _BATCH_TOKENS:
            yield batch
            batch = []
        batch.append(n)
    if batch:
        yield batch


def _scores(row: Sequence[float], head: _Head, *, cut: bool) -> Scores:
    total = dict.fromkeys(head.meaning, 0.0)
    for label, value in zip(head.meaning, row, strict=True):
        total[label] += value
    contradicted = total.get("contradicted")
    return Scores(
        round(min(total["supported"], 1.0), 4),
        None if contradicted is None else round(min(contradicted, 1.0), 4),
        cut,
    )
