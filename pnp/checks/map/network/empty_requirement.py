"""Requirements that ask nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import ERROR, Fault, check

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.checks.map.subjects import MapProofs


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
