"""Maps of all four kinds, each requirement held against brute force: `python -m tests.oracle --maps 100000 --seed 1`.

With `--first` it goes on from a case; with `--jobs` several processes share the cases.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import Pool

from tests.oracle.cases import case
from tests.oracle.held import written
from tests.oracle.shrunk import shrunk

BUNDLE = 100
"""How many cases a process takes at a time."""


@dataclass
class Tally:
    """What came of some cases: maps by kind and origin, verdicts by demand, documents on which the two differ."""

    maps: Counter[tuple[str, str]] = field(default_factory=Counter)
    verdicts: Counter[tuple[str, str]] = field(default_factory=Counter)
    methods: Counter[tuple[str, str]] = field(default_factory=Counter)
    differ: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Take in what came of others."""
        self.maps += other.maps
        self.verdicts += other.verdicts
        self.methods += other.methods
        self.differ += other.differ


def tally(seed: int, numbers: range) -> Tally:
    """What comes of the cases with these numbers."""
    found = Tally()
    for number in numbers:
        drawn = case(seed, number)
        found.maps[drawn.kind, drawn.origin] += 1
        for each in drawn.answers:
            found.verdicts[each.demand, each.verdict] += 1
            found.methods[each.scope, each.method] += 1
        wrong = [f"# {each.demand}: {each.differs}" for each in drawn.answers if each.differs]
        if wrong:
            least = written(shrunk(drawn.document, drawn.steps))
            found.differ.append("\n".join([f"# case {number}, {drawn.kind}, {drawn.origin}", *wrong, least]))
    return found


def main() -> int:
    """Compares as many maps as are asked for, and prints the counts and each document on which the two differ."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--maps", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args()
    last = asked.first + asked.maps
    bundles = [range(at, min(at + BUNDLE, last)) for at in range(asked.first, last, BUNDLE)]
    found = Tally()
    with Pool(asked.jobs) as pool:
        for number, part in enumerate(pool.imap(partial(tally, asked.seed), bundles), 1):
            found.add(part)
            sys.stdout.write("".join(part.differ))
            sys.stderr.write(f"{bundles[number - 1].stop:,}: {len(found.differ)} differ\n")
    _print(found)
    spent = os.times()
    seconds = spent.user + spent.system + spent.children_user + spent.children_system
    sys.stdout.write(
        f"{asked.maps:,} maps from {asked.first:,} on, seed {asked.seed}, {found.verdicts.total():,} requirements: "
        f"{len(found.differ)} maps differ from brute force; {seconds:,.0f} s of processor time\n"
    )
    return 1 if found.differ else 0


def _print(found: Tally) -> None:
    for counts in (found.maps, found.verdicts, found.methods):
        rows, columns = (list(dict.fromkeys(sorted(key[at] for key in counts))) for at in (0, 1))
        sys.stdout.write(" " * 14 + "".join(f"{column:>16}" for column in columns) + "\n")
        for row in rows:
            sys.stdout.write(f"{row:14}" + "".join(f"{counts[row, column]:>16,}" for column in columns) + "\n")


if __name__ == "__main__":
    sys.exit(main())
