"""Requirements that could not be decided."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import WARNING, Fault, check

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.checks.map.subjects import MapProofs


SPENT = (
    "ask less: fewer closures at once, or fewer places; or take out other requirements, which share the steps "
    "(see 'Budgets' in docs/maps.md)"
)


@check("undecided-requirement", severity=WARNING)
def undecided_requirement(proofs: MapProofs) -> Iterator[Fault]:
    """A requirement could neither be shown to hold nor to be broken.

    A search that would take too long is given up after a number of steps, and what lies on paper can't be told before
    the map is drawn. A requirement that is not decided does not hold.

    Fix: give the places their positions where they lack them, or ask less, such as fewer closures at once.

    Bad:
        kind: area-map
        areas: {Market: {}, Church: {}, Pier: {}}
        roads: [[Market, Church, Pier, Market]]
        requirements:
          - no-crossing: true

    Good:
        kind: area-map
        areas: {Market: {at: [20, 20]}, Church: {at: [60, 20]}, Pier: {at: [40, 60]}}
        roads: [[Market, Church, Pier, Market]]
        requirements:
          - no-crossing: true
    """
    for proof in proofs.undecided():
        hint = SPENT if proof.verdict.spent else None
        yield Fault(proof.span, f"{proofs.title(proof)} could not be decided: {proof.detail}", hint)
