"""All that can be said of one area map."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pnp.checks.map.checks import AREA_MAP_CHECKS, LAYOUT_CHECKS, NETWORK_CHECKS, PROOF_CHECKS
from pnp.checks.map.consequences import without_consequences
from pnp.checks.map.proofs import MapProofs
from pnp.checks.run import crashed, run_checks
from pnp.network import Network, Proof, lay_out, prove

if TYPE_CHECKING:
    from pnp.diagnostics import Finding
    from pnp.model.area_map import AreaMap


@dataclass(frozen=True, slots=True)
class MapReport:
    """What was found on a map: findings with each cause once, the proofs of its requirements, the number of checks."""

    findings: tuple[Finding, ...]
    proofs: tuple[Proof, ...]
    checks_run: int


def check_area_map(area_map: AreaMap, network: Network, pack: str | None = None) -> MapReport:
    """Run all checks on an area map and its network, and put its requirements to it.

    Where the network is not whole, what hangs on its moves is not looked at: it would only tell consequences.
    """
    layout, at = lay_out(area_map), area_map.span
    crashes: list[Finding] = []
    try:
        proved = prove(area_map.requirements, network, layout)
    except Exception as error:  # a fault of ours in one demand must not silence the checks
        proved = ()
        crashes.append(crashed("the proof of the requirements", error, at, pack))
    proofs = MapProofs(area_map.id, at.file, proved)
    network_checks = NETWORK_CHECKS if network.whole else ()
    findings = (
        *crashes,
        *run_checks(AREA_MAP_CHECKS, area_map, at, pack),
        *run_checks(LAYOUT_CHECKS, layout, at, pack),
        *run_checks(network_checks, network, at, pack),
        *run_checks(PROOF_CHECKS, proofs, at, pack),
    )
    count = sum(map(len, (AREA_MAP_CHECKS, LAYOUT_CHECKS, network_checks, PROOF_CHECKS)))
    return MapReport(tuple(without_consequences(findings, proofs)), proofs.proofs, count)
