"""Requirements that a map breaks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import ERROR, Fault, check

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.checks.map.subjects import MapProofs


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
