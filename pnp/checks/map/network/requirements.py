"""Requirements that are broken, ask nothing or cannot be decided."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.map.subjects import MapProofs
from pnp.diagnostics import ERROR, WARNING, Fault, check


@check("broken-requirement", severity=ERROR)
def broken_requirement(proofs: MapProofs) -> Iterator[Fault]:
    """A map breaks a requirement that its designer put to it.

    Requirements stand under `requirements`, or in a list that several maps keep. The message says what breaks it: the
    places that are cut off, the way and the distance found. A requirement may say with `severity` how much it weighs.
    The way out is a change that was tried: with it the requirement holds, and all that held before. A new road crosses
    none and is no longer than `new-roads` says, or than the longest on the map; `pnp check --suggest` lists others.

    Fix: change the map, or the requirement where it asks too much.

    Bad:
        kind: area-map
        areas: {Market: {}, Church: {}, Pier: {}, Gate: {}}
        roads: [[Market, Church, Pier, Gate, Market]]
        requirements:
          - {name: the pier is near the market, distance: {from: Market, to: Pier, is: 1}}

    Good:
        kind: area-map
        areas: {Market: {}, Church: {}, Pier: {}, Gate: {}}
        roads: [[Market, Church, Pier, Gate, Market]]
        requirements:
          - {name: the pier is near the market, distance: {from: Market, to: Pier, is: 2}}
    """
    for proof in proofs.broken():
        message = f"{proofs.title(proof)}: {proof.detail}"
        yield Fault(proof.span, message, proofs.way_out(proof), severity=proof.severity)


@check("empty-requirement", severity=ERROR)
def empty_requirement(proofs: MapProofs) -> Iterator[Fault]:
    """A requirement asks nothing, so it is not proved.

    Nothing is asked of a place on a tile that is laid aside, of a tag that no place on the table has, of a place or
    site and itself, or of a trap that may hold any place. A least distance says nothing where no way leads between any
    two of the places. Each place or site that a requirement names must be asked about in at least one setup; of a tag
    or a district, at least one place. A requirement may say with `severity` how much it weighs.

    Fix: name places that are on the table, or ask in every setup; name different places on both sides.

    Bad:
        kind: area-map
        areas: {Market: {tags: [inn]}, Church: {}, Pier: {}}
        roads: [[Market, Church, Pier, Market]]
        requirements:
          - {name: no two inns are neighbours, distance: {from: {tag: inn}, to: {tag: inn}, at-least: 2}}

    Good:
        kind: area-map
        areas: {Market: {tags: [inn]}, Church: {}, Pier: {}, Gate: {tags: [inn]}}
        roads: [Market -- Church -- Pier -- Gate]
        requirements:
          - {name: no two inns are neighbours, distance: {from: {tag: inn}, to: {tag: inn}, at-least: 2}}
    """
    for proof in proofs.empty():
        yield Fault(proof.span, f"{proofs.title(proof)}: {proof.detail}", proof.verdict.fix, severity=proof.severity)


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
