"""Requirements that are broken, ask nothing or cannot be decided."""

from collections.abc import Iterator

from pnp.checks.map.subjects import MapProofs
from pnp.diagnostics import ERROR, WARNING, Fault, check


@check("broken-requirement", severity=ERROR)
def broken_requirement(proofs: MapProofs) -> Iterator[Fault]:
    """A map breaks one of its requirements.

    Requirements are listed under `requirements`, or in a document that several maps share. The message states what
    breaks the requirement, such as the places that are cut off, or the route and its distance. The key `severity` of a
    requirement sets the severity of the finding. The hint is a change that was tried: with it the requirement holds,
    and so does everything that held before. A suggested road crosses no other and is at most as long as `new-roads`, or
    as the longest road on the map. `pnp check --suggest` lists more changes.

    Fix: change the map, or relax the requirement.

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
        yield Fault(proof.span, message, proofs.repair(proof), severity=proof.severity)


@check("empty-requirement", severity=ERROR)
def empty_requirement(proofs: MapProofs) -> Iterator[Fault]:
    """A requirement asks nothing, so it is not proved.

    For example, it names a place on a tile that is laid aside, a tag that no place on the table has, the same place on
    both sides, or a trap that can contain any place; or it has a minimum distance between places without a route. Each
    place or site that a requirement names must occur in at least one setup; of a tag or a district, at least one place.
    The key `severity` of a requirement sets the severity of the finding.

    Fix: name places that are on the table, or add `in: every setup`; name different places on both sides.

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
    """A requirement was neither proved nor broken.

    A search stops after a number of steps, and requirements about paper need a map with positions. An undecided
    requirement does not count as proved.

    Fix: give all places their positions, or ask less, such as fewer closures at once.

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
