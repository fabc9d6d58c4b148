"""Average the weights of checkpoints: what one stage learnt is kept, and what it forgot of another comes back.

    python -m training.average --of RUN/base/mean RUN/natural/mean --out RUN/averaged

Weights of one ancestor can be averaged one by one (Wortsman et al., "Robust fine-tuning of zero-shot models", 2022).
"""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path

from safetensors.numpy import load_file, save_file


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--of", type=Path, nargs="+", required=True, help="folders of checkpoints")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    weights = [load_file(folder / "model.safetensors") for folder in options.of]
    options.out.mkdir(parents=True, exist_ok=True)
    mean = {name: sum(each[name] for each in weights) / len(weights) for name in weights[0]}
    save_file(mean, options.out / "model.safetensors", metadata={"format": "pt"})
    shutil.copy(options.of[0] / "config.json", options.out / "config.json")


if __name__ == "__main__":
    main()
