"""A table that can't be printed as it is meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import ERROR, Fault, check

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.model.rulebook import RuleTroubles


@check("unprintable-table", severity=ERROR)
def unprintable_table(troubles: RuleTroubles) -> Iterator[Fault]:
    """A table of a rulebook can't be printed as it is meant.

    A triangle prints only its lower half, so that both halves must say the same. No paper holds more than some
    thousand cells.

    Fix: leave out `triangle`, or go through fewer rows and columns.

    Bad:
        kind: rulebook
        sections:
          - title: Tides
            text:
              - table:
                  title: From tide to tide
                  rows: {each: a, in: "[1, 2, 3]"}
                  columns: {each: b, in: "[1, 2, 3]", cell: a - b}
                  triangle: true

    Good:
        kind: rulebook
        sections:
          - title: Tides
            text:
              - table:
                  title: From tide to tide
                  rows: {each: a, in: "[1, 2, 3]"}
                  columns: {each: b, in: "[1, 2, 3]", cell: abs(a - b)}
                  triangle: true
    """
    yield from troubles.tables
