"""Checking one game: everything that can be said of it before paper."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from pnp.checks import AREA_MAP_CHECKS, FACE_CHECKS, NETWORK_CHECKS, PACK_CHECKS, RULEBOOK_CHECKS, SCENE_CHECKS
from pnp.checks.acceptance import settle
from pnp.checks.run import run_checks
from pnp.diagnostics import Finding, Span
from pnp.facts import Facts, gather_facts
from pnp.load import Loaded
from pnp.model.area_map import AreaMap
from pnp.model.game import Game
from pnp.network import Network, Proof, lower_area_map, prove
from pnp.report import Report


@dataclass(frozen=True, slots=True)
class Examined:
    """A game that was looked at: its networks and facts, for whoever goes on with it, and the report."""

    game: Game
    networks: Mapping[str, Network]
    facts: Facts
    report: Report
