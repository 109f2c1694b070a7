"""All that can be said of one map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.checks.map.any_map import LAYOUT_CHECKS, MAP_CHECKS, NETWORK_CHECKS, PROOF_CHECKS
from pnp.checks.map.charted import Charted
from pnp.checks.map.consequences import without_consequences
from pnp.checks.map.mending import mender
from pnp.checks.map.proofs import MapProofs
from pnp.checks.run import crashed, run_checks
from pnp.model.map_kinds import is_area_map, is_block_map, is_street_map, is_tile_map
from pnp.network import Lowered, Proof, lay_out, prove
from pnp.network.budget import MAP_STEPS, Budget
from pnp.records import dataclass

if TYPE_CHECKING:
    from pnp.diagnostics import Check, Finding, Subject
    from pnp.model.game_map import GameMap


@dataclass(frozen=True, slots=True)
class MapReport:
    """What was found on a map: findings with each cause once, the proofs of its requirements, the number of checks."""

    findings: tuple[Finding, ...]
    proofs: tuple[Proof, ...]
    checks_run: int


def check_map(
    game_map: GameMap, lowered: Lowered, pack: str | None = None, suggest: bool = False, sharing: int = 1
) -> MapReport:
    """Run all checks on a map and its network, and put its requirements to it.

    Where the network is not whole, what hangs on its moves is not looked at: it would only tell consequences. With
    `suggest` the way out of a broken requirement lists several. So many maps are `sharing` the steps of a pack.
    """
    layout, at = lay_out(game_map), game_map.span
    findings: list[Finding] = []
    run = 0

    def look(checks: tuple[Check[Subject], ...], subject: Subject) -> None:
        nonlocal run
        run += len(checks)
        findings.extend(run_checks(checks, subject, at, pack))

    try:
        proved = prove(game_map.requirements, lowered, layout, Budget(MAP_STEPS // sharing))
    except Exception as error:  # a fault of ours in one demand must not silence the checks
        proved = ()
        findings.append(crashed("the proof of the requirements", error, at, pack))
    proofs = MapProofs(game_map.id, at.file, proved, mender(game_map, proved, suggest, sharing))
    look(MAP_CHECKS, Charted(game_map, lowered))
    if is_area_map(game_map):
        from pnp.checks.map.area_maps import AREA_MAP_CHECKS

        look(AREA_MAP_CHECKS, game_map)
    elif is_block_map(game_map):
        from pnp.checks.map.block_maps import BLOCK_MAP_CHECKS

        look(BLOCK_MAP_CHECKS, game_map)
    elif is_street_map(game_map) or is_tile_map(game_map):
        from pnp.checks.map.streets import STREET_CHECKS

        look(STREET_CHECKS, game_map)
    if is_street_map(game_map):
        from pnp.checks.map.street_maps import STREET_MAP_CHECKS

        look(STREET_MAP_CHECKS, game_map)
    elif is_tile_map(game_map):
        from pnp.checks.map.tile_maps import TILE_MAP_CHECKS

        look(TILE_MAP_CHECKS, game_map)
    look(LAYOUT_CHECKS, layout)
    if lowered.network.whole:
        look(NETWORK_CHECKS, lowered.network)
    look(PROOF_CHECKS, proofs)
    return MapReport(tuple(without_consequences(findings, proofs)), proofs.proofs, run)
