"""Compare pnp with brute force on maps of every kind: `python -m tests.oracle --maps 100000 --seed 1`.

`--first` continues from a case; with `--jobs` several processes share the cases. `--coverage` judges nothing:
it prints how often each cell and each feature of `tests.oracle.cells` is drawn, and each of `tests.oracle.outlined`.
`--outlines` compares the borders of as many region maps, and what is reported of them, instead of requirements.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import Pool

from tests.oracle.cases import case, drawn_case
from tests.oracle.cells import Cell, Words, cells, cells_of, features, features_of, kinds, reason, scopes
from tests.oracle.held import written
from tests.oracle.mending import mendings
from tests.oracle.neighbours import Compared, compared
from tests.oracle.outlined import features_of_outlines, outlined_map
from tests.oracle.shrunk import shrunk, shrunk_outlines

BUNDLE = 100
"""How many cases a process takes at a time."""

MENDED = 16
"""Of one map in so many the repairs are judged: a search takes as long as twenty maps."""


@dataclass
class Tally:
    """Results of some cases: maps by kind and origin, verdicts by demand, documents on which the two differ."""

    maps: Counter[tuple[str, str]] = field(default_factory=Counter)
    verdicts: Counter[tuple[str, str]] = field(default_factory=Counter)
    methods: Counter[tuple[str, str]] = field(default_factory=Counter)
    repairs: Counter[tuple[str, str]] = field(default_factory=Counter)
    differ: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Add the results of others."""
        self.maps += other.maps
        self.verdicts += other.verdicts
        self.methods += other.methods
        self.repairs += other.repairs
        self.differ += other.differ


def tally(seed: int, numbers: range) -> Tally:
    """Judge the cases with these numbers."""
    found = Tally()
    for number in numbers:
        drawn, answers = case(seed, number)
        asked = drawn.steps is None and number // len(kinds()) % MENDED == 0
        mended = mendings(drawn.map, answers) if asked else []
        found.maps[drawn.kind, drawn.origin] += 1
        for each in answers:
            found.verdicts[each.demand, each.verdict] += 1
            found.methods[each.scope, each.method] += 1
        for repair in mended:
            found.repairs[drawn.kind, repair.result] += 1
        wrong = [f"# {each.demand}: {each.differs}" for each in (*answers, *mended) if each.differs]
        if wrong:
            least = written(
                shrunk(drawn.document, drawn.steps) if any(each.differs for each in answers) else drawn.document
            )
            found.differ.append("\n".join([f"# case {number}, {drawn.kind}, {drawn.origin}", *wrong, least]))
    return found


def outlines(seed: int, numbers: range) -> Compared:
    """Judge the region maps with these numbers; what differs is printed with its document."""
    found = Compared([], Counter())
    for number in numbers:
        document, _ = outlined_map(seed, number)
        judged = compared(document)
        found.verdicts += judged.verdicts
        if judged.differs:
            wrong = "".join(f"# {each}\n" for each in judged.differs)
            found.differs.append(f"# case {number}\n{wrong}{written(shrunk_outlines(document))}")
    return found


def coverage(seed: int, numbers: range) -> tuple[Counter[Cell], Counter[str]]:
    """How many requirements of these cases fill each cell and have each feature."""
    filled, had = Counter[Cell](), Counter[str]()
    for number in numbers:
        drawn = drawn_case(seed, number)
        words = Words(drawn.map.printed, *drawn.map.classes.values())
        for requirement in drawn.document["requirements"]:
            filled.update(cells_of(drawn.map, words, requirement))
            had.update(set(features_of(drawn.map, words, requirement)))
        had.update(f"outlines: {feature}" for feature in outlined_map(seed, number)[1])
    return filled, had


def main() -> int:
    """Compare as many maps as requested, and print the counts and each document on which the two differ."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--maps", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--coverage", action="store_true")
    parser.add_argument("--outlines", action="store_true")
    asked = parser.parse_args()
    last = asked.first + asked.maps
    if asked.coverage:
        return _print_coverage(*coverage(asked.seed, range(asked.first, last)))
    bundles = [range(at, min(at + BUNDLE, last)) for at in range(asked.first, last, BUNDLE)]
    if asked.outlines:
        return _compare_outlines(asked.seed, bundles, asked.jobs)
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


def _compare_outlines(seed: int, bundles: list[range], jobs: int) -> int:
    """Compare region maps, and print a row for each finding: how many must be there, must not, and may be."""
    found = Compared([], Counter())
    with Pool(jobs) as pool:
        for part in pool.imap(partial(outlines, seed), bundles):
            found.verdicts += part.verdicts
            found.differs += part.differs
            sys.stdout.write("".join(part.differs))
    sys.stdout.write(f"{'pairs of areas':20}{'reported':>12}{'silent':>12}{'unsure':>12}\n")
    for code in dict.fromkeys(code for code, _ in found.verdicts):
        row = "".join(f"{found.verdicts[code, must]:>12,}" for must in (True, False, None))
        sys.stdout.write(f"{code:20}{row}\n")
    count = sum(map(len, bundles))
    sys.stdout.write(f"{count:,} maps, seed {seed}: {len(found.differs)} maps differ from brute force\n")
    return 1 if found.differs else 0


def _print(found: Tally) -> None:
    for counts in (found.maps, found.verdicts, found.methods, found.repairs):
        rows, columns = (list(dict.fromkeys(sorted(key[at] for key in counts))) for at in (0, 1))
        sys.stdout.write(" " * 14 + "".join(f"{column:>16}" for column in columns) + "\n")
        for row in rows:
            sys.stdout.write(f"{row:14}" + "".join(f"{counts[row, column]:>16,}" for column in columns) + "\n")


def _print_coverage(filled: Counter[Cell], had: Counter[str]) -> int:
    """Print a row for each selector and form, a column for each kind and scope; "-" where there is a reason."""
    columns = [(kind, scope) for kind in kinds() for scope in scopes()]
    sys.stdout.write(" " * 40 + "".join(f"{kind:{7 * len(scopes())}}" for kind in kinds()) + "\n")
    sys.stdout.write(" " * 40 + "".join(f"{scope.split()[-1]:>7}" for _, scope in columns) + "\n")
    empty, reasons = 0, dict[str, int]()
    rows: dict[tuple[str, str, str], dict[tuple[str, str], str]] = {}
    for cell in cells():
        why = reason(cell)
        if why:
            reasons[why] = reasons.get(why, 0) + 1
        empty += not why and not filled[cell]
        row = rows.setdefault((cell.demand, cell.role, cell.form), {})
        row[cell.kind, cell.scope] = "-" if why else f"{filled[cell]:,}"
    for row_of, row in rows.items():
        sys.stdout.write(f"{' '.join(filter(None, row_of)):40}" + "".join(f"{row[each]:>7}" for each in columns) + "\n")
    every = (*features(), *(f"outlines: {feature}" for feature in features_of_outlines()))
    for feature in every:
        sys.stdout.write(f"{feature:60}{had[feature]:>7,}\n")
        empty += not had[feature]
    sys.stdout.write("".join(f"- {number} cells: {why}\n" for why, number in reasons.items()))
    sys.stdout.write(f"{len(cells()):,} cells and {len(every)} features, {empty} empty\n")
    return 1 if empty else 0


if __name__ == "__main__":
    sys.exit(main())
