"""Many small cases, each held against all of its setups: `python -m tests.network.many --cases 20000 --seed 1`."""

from __future__ import annotations

import argparse
import sys
from collections import Counter

from tests.network.replay import compare


def main() -> None:
    """Compare as many cases as are asked for, and print how many came out how."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    found: Counter[tuple[str, object, str]] = Counter()
    for number in range(asked.cases):
        proof = compare(asked.seed * 1_000_000 + number)
        found[proof.demand, proof.holds, proof.method] += 1
    for (demand, holds, method), count in sorted(found.items(), key=str):
        sys.stdout.write(f"{demand:14} {holds!s:6} {method:11} {count:,}\n")
    sys.stdout.write(f"{asked.cases:,} cases agree with every setup of theirs, seed {asked.seed}\n")


if __name__ == "__main__":
    main()
