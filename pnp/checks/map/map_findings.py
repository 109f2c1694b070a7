"""All findings on one map: without consequences of others, with repairs as hints."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from pnp.checks.map import (
    AREA_MAP_CHECKS,
    BLOCK_MAP_CHECKS,
    GRID_MAP_CHECKS,
    GRID_NETWORK_CHECKS,
    LAYOUT_CHECKS,
    MAP_CHECKS,
    NETWORK_CHECKS,
    PROOF_CHECKS,
    REGION_CHECKS,
    STREET_CHECKS,
    STREET_MAP_CHECKS,
    SUPPLY_CHECKS,
    TILE_MAP_CHECKS,
)
from pnp.checks.map.paper import places_off
from pnp.checks.map.subjects import WEIGHTS, Charted, MapProofs, falls_apart
from pnp.checks.run import crashed, run_checks
from pnp.diagnostics import INFO, Check, Finding, Subject
from pnp.model.maps import AnyMap
from pnp.network import Lowered, Proof, lay_out, prove
from pnp.network.budget import PROOF_STEPS, REPAIR_STEPS, SearchBudget
from pnp.network.layout import Layout
from pnp.network.repair import Repair
from pnp.network.requirements import Verdict

# Findings that are consequences of others or repeat a broken requirement.

APART = ("unreachable-place", "disconnected-part", "trap")
"""The checks that report why places cannot reach each other."""

SAME = {"no-dead-end": ("dead-end",), "no-crossing": ("crossing-roads",), "seams-meet": ("seam-mismatch",)}
"""The checks that look for what a requirement forbids."""

CAUSES = {"stuck-lane": (*APART, "dead-end", "articulation-point", "bridge")}
"""The checks that report the causes of other checks' findings."""


ALONE = ("disconnected-part", "unreachable-place", "dead-end")
"""What is found of an area that has no neighbours."""


def without_consequences(found: Iterable[Finding], proofs: MapProofs) -> Iterator[Finding]:
    """Yield the findings without consequences.

    A finding is a consequence if another finding or a broken requirement of at least its severity reports the cause.
    An area of which nothing is left has no neighbours: only the former is reported.
    """
    findings = tuple(found)
    vanished = {finding.span for finding in findings if finding.code == "vanished-outline"}
    findings = tuple(each for each in findings if each.span not in vanished or each.code not in ALONE)
    causes = {code for finding in findings for code in CAUSES.get(finding.code, ())}
    reported: dict[str, int] = dict.fromkeys(causes, 0)
    for proof in proofs.broken():
        for code in _told_by(proof):
            reported[code] = min(reported.get(code, len(WEIGHTS)), WEIGHTS.index(proof.severity))
    for finding in findings:
        if reported.get(finding.code, len(WEIGHTS)) > WEIGHTS.index(finding.severity):
            yield finding


def _told_by(proof: Proof) -> tuple[str, ...]:
    return APART if falls_apart(proof) else SAME.get(proof.demand, ())


# Changes that repair a broken requirement, as a hint.

SUGGESTED = 6
"""Maximum number of repairs if suggestions are requested."""

EACH, HARDER = 2, 10
"""The total steps of all repairs on a map, as a multiple of one search: without suggestions, and with them."""


def mender(
    game_map: AnyMap, lowered: Lowered, proofs: Sequence[Proof], suggest: bool, sharing: int
) -> Callable[[Proof], str | None]:
    """Return a function that finds changes that repair a broken requirement, as text; several with `suggest`.

    `sharing` is the number of maps that share the steps. Each broken requirement has an equal share, so that a hint
    does not depend on the order of the list.
    """
    steps = REPAIR_STEPS * (HARDER if suggest else EACH) // sharing
    numbers = {id(proof): number for number, proof in enumerate(proofs)}
    share = steps // max(2, sum(proof.holds is False and _is_mended(proof, suggest) for proof in proofs))

    def mend(proof: Proof) -> str | None:
        if not _is_mended(proof, suggest):
            return None
        from pnp.network.repair import find_repairs  # most maps have nothing to repair

        held = [each for each, known in zip(game_map.requirements, proofs, strict=True) if is_proved(known)]
        requirement, most = game_map.requirements[numbers[id(proof)]], SUGGESTED if suggest else 1
        return _hint(find_repairs(game_map, requirement, held, most, SearchBudget(share), lowered))

    return mend


def is_proved(proof: Proof) -> bool:
    """Whether a requirement holds, and not only in a sample of the setups."""
    return proof.holds is True and proof.method != "sampled"


def _is_mended(proof: Proof, suggest: bool) -> bool:
    """Whether repairs are searched for: not if a proof takes too many steps, or severity info needs no repair."""
    return proof.method != "sampled" and (suggest or proof.severity is not INFO)


def _hint(repairs: Sequence[Repair]) -> str | None:
    if not repairs:
        return None
    first, *others = (_words(repair) for repair in repairs)
    number = len(repairs[0].changes)
    least = "; no single change does" if number == 2 else f"; fewer than {number} changes do not"
    tried = "tried: it holds then" + (least if number > 1 and repairs[0].smallest else "")
    more = "".join(f"; or {words}" for words in others)
    return f"{first} ({tried}){more}"


def _words(repair: Repair) -> str:
    *others, last = repair.changes
    return f"{', '.join(others)} and {last}" if others else last


# All findings on one map.


class MapReport(Struct, frozen=True):
    """The findings on a map, each cause once, the proofs of its requirements, and the number of checks."""

    findings: tuple[Finding, ...]
    proofs: tuple[Proof, ...]
    checks_run: int


def proofs_of(
    game_map: AnyMap, lowered: Lowered, layout: Layout, pack: str | None, sharing: int
) -> tuple[tuple[Proof, ...], tuple[Finding, ...]]:
    """Return the proofs of a map's requirements; if one crashes, no proofs, and a finding.

    `sharing` is the number of maps that share the pack's steps.
    """
    try:
        return prove(game_map.requirements, lowered, layout, SearchBudget(PROOF_STEPS // sharing)), ()
    except Exception as error:  # a fault of ours in one demand must not silence the checks
        return (), (crashed("the proof of the requirements", error, game_map.span, pack),)


def check_map(game_map: AnyMap, lowered: Lowered, pack: str | None, suggest: bool, sharing: int) -> MapReport:
    """Run all checks on a map and its network, and prove its requirements.

    If the network is not whole, checks of its moves are omitted: they would only report consequences. With `suggest`,
    the hint of a broken requirement lists several repairs. `sharing` is the number of maps that share the pack's steps.
    """
    layout, at = lay_out(game_map), game_map.span
    findings: list[Finding] = []
    run = 0

    def look(checks: tuple[Check[Subject], ...], subject: Subject) -> None:
        nonlocal run
        run += len(checks)
        findings.extend(run_checks(checks, subject, at, pack))

    proved, crashes = proofs_of(game_map, lowered, layout, pack, sharing)
    findings += crashes
    if any(places_off(layout)):  # roads to such places cross others: that is asked when they lie on the map
        unknown = Verdict(None, "a place lies outside of the map")
        proved = tuple(
            replace(proof, asked=False, verdict=unknown) if proof.demand == "no-crossing" else proof for proof in proved
        )
    proofs = MapProofs(game_map.id, at.file, proved, mender(game_map, lowered, proved, suggest, sharing))
    look(MAP_CHECKS, Charted(game_map, lowered))
    match game_map.kind:
        case "area-map":
            look(AREA_MAP_CHECKS, game_map)
            if game_map.outlines or game_map.regions:
                look(REGION_CHECKS, game_map)
        case "block-map":
            look(BLOCK_MAP_CHECKS, game_map)
        case "grid-map":
            look(GRID_MAP_CHECKS, game_map)
            look(SUPPLY_CHECKS, game_map)
        case "street-map":
            look(STREET_CHECKS, game_map)
            look(STREET_MAP_CHECKS, game_map)
        case "tile-map":
            look(STREET_CHECKS, game_map)
            look(SUPPLY_CHECKS, game_map)
            look(TILE_MAP_CHECKS, game_map)
        case _:
            assert_never(game_map)
    look(LAYOUT_CHECKS, layout)
    on_tiles = game_map.kind == "grid-map" and lowered.arrangements is not None  # nobody plays on the bare map
    if lowered.network.whole and not on_tiles:
        look(GRID_NETWORK_CHECKS if game_map.kind == "grid-map" else NETWORK_CHECKS, lowered.network)
    look(PROOF_CHECKS, proofs)
    return MapReport(tuple(without_consequences(findings, proofs)), proofs.proofs, run)
