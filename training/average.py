"""Average the weights of checkpoints: what one stage learnt is kept, and what it forgot of another comes back.

    python -m training.average --of RUN/natural/mean RUN/taught/mean --out RUN/averaged

Weights of one ancestor can be averaged one by one (Wortsman et al., "Robust fine-tuning of zero-shot models", 2022).
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from training.checkpoints import CONFIG, read_weights, write_checkpoint


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--of", type=Path, nargs="+", required=True, help="folders of checkpoints")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    weights = [read_weights(folder) for folder in options.of]
    mean = {name: sum(each[name] for each in weights) / len(weights) for name in weights[0]}
    write_checkpoint(options.out, mean, json.loads((options.of[0] / CONFIG).read_text(encoding="utf-8")))


if __name__ == "__main__":
    main()
