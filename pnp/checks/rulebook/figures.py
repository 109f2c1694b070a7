"""Diagrams and tables of a rulebook that cannot be drawn."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.diagnostics import ERROR, Fault, check
from pnp.model.rulebook import RuleTroubles


@check("undrawable-diagram", severity=ERROR)
def undrawable_diagram(troubles: RuleTroubles) -> Iterator[Fault]:
    """A diagram in a rulebook shows what the game does not have.

    Its map, its style or one of its places is not there, a way leads nowhere, a part lies beside the map, or something
    is laid where it can't lie. A diagram is drawn from the map, so that it never shows anything else than the board.

    Fix: correct the name at the place that is shown; what closures may lie on is said by the map.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2
        credit: {designers: [Ada]}
        licence: {name: CC0}
        documents: [town.yaml, rules.yaml]
        # file: town.yaml
        kind: area-map
        size: 90 x 60
        areas: {Market: {at: [20, 20]}, Pier: {at: [70, 20]}, Church: {at: [45, 45]}}
        roads: [Market -- Pier -- Church -- Market]
        # file: rules.yaml
        kind: rulebook
        sections:
          - title: Roads
            text: [diagram: {map: town, way: [Market, Pear]}]

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2
        credit: {designers: [Ada]}
        licence: {name: CC0}
        documents: [town.yaml, rules.yaml]
        # file: town.yaml
        kind: area-map
        size: 90 x 60
        areas: {Market: {at: [20, 20]}, Pier: {at: [70, 20]}, Church: {at: [45, 45]}}
        roads: [Market -- Pier -- Church -- Market]
        # file: rules.yaml
        kind: rulebook
        sections:
          - title: Roads
            text: [diagram: {map: town, way: [Market, Pier]}]
    """
    yield from troubles.diagrams


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
