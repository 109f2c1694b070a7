"""Diagrams and tables of a rulebook that cannot be drawn."""

from collections.abc import Iterator

from pnp.diagnostics import ERROR, WARNING, Fault, check
from pnp.model.rulebook import RuleTroubles


@check("undrawable-diagram", severity=ERROR)
def undrawable_diagram(troubles: RuleTroubles) -> Iterator[Fault]:
    """A diagram in a rulebook shows something that the game does not have.

    Its map, its style or one of its places does not exist, no route exists, the part is outside the map, or a closure
    is on a spot where it cannot be. Diagrams are drawn from the map, so they always agree with the board.

    Fix: correct the name at the reported position; `closures` of the map say where each closure can be.

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


@check("crowded-diagram", severity=WARNING)
def crowded_diagram(troubles: RuleTroubles) -> Iterator[Fault]:
    """A diagram in a rulebook is too small for its map.

    A map that is printed much smaller than the board becomes an unreadable heap. Half of the places in the diagram are
    less than 2.5 mm from their neighbours. The finding names the width at which they are not.

    Fix: make the diagram wider, or show a part of the map with `crop` or `around`.

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
        size: 400 x 300
        areas: {Market: {at: [20, 20]}, Pier: {at: [30, 20]}, Church: {at: [25, 29]}}
        roads: [Market -- Pier -- Church -- Market]
        # file: rules.yaml
        kind: rulebook
        sections:
          - title: Roads
            text: [diagram: {map: town, width: 80}]

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
        size: 400 x 300
        areas: {Market: {at: [20, 20]}, Pier: {at: [30, 20]}, Church: {at: [25, 29]}}
        roads: [Market -- Pier -- Church -- Market]
        # file: rules.yaml
        kind: rulebook
        sections:
          - title: Roads
            text: [diagram: {map: town, width: 80, around: [Market, Church]}]
    """
    yield from troubles.crowded


@check("unprintable-table", severity=ERROR)
def unprintable_table(troubles: RuleTroubles) -> Iterator[Fault]:
    """A table of a rulebook cannot be printed.

    With `triangle`, only the lower half is printed, so both halves must be equal. A table of more than some thousand
    cells fits on no paper.

    Fix: remove `triangle`, or use fewer rows and columns.

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
