"""Searches for the least number of closures."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

from pnp.build.examine import examine
from pnp.loader.pack import load
from pnp.loader.target import find_targets
from pnp.network.budget import PROOF_STEPS

CITY = """\
kind: tile-map
tile: 186
city: {rows: 2, columns: 2}
turned: any
tiles:
  A: &grid
    streets:
      Quay: west 46.5 -- east 46.5
      Dock: west 139.5 -- east 139.5
      Mast: north 46.5 -- south 46.5
      Sail: north 139.5 -- south 139.5
  B: *grid
  C: *grid
  D: *grid
  E: *grid
  F:
    streets:
      Quay: west 46.5 -- east 46.5
      Dock: {from: west 139.5, to: east 139.5, left-out: 2}
      Mast: north 46.5 -- south 46.5
      Sail: north 139.5 -- south 139.5
requirements:
  - {isolation: {of: A Quay 1, at-least: 1}, in: every setup}
"""


@pytest.mark.nightly
def test_networks_that_were_searched_are_freed_without_a_collector(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`pnp check` disables it: rings of objects would stay, one for each of thousands of arrangements."""
    monkeypatch.setattr("pnp.checks.map.map_findings.PROOF_STEPS", PROOF_STEPS // 4)  # a quarter of the arrangements
    (tmp_path / "city.yaml").write_text(CITY)
    (target,) = find_targets([str(tmp_path / "city.yaml")])
    loaded = load(target)
    gc.collect()
    gc.disable()
    try:
        (_, proof), *_ = examine(loaded).report.proofs
        rings = gc.collect()
    finally:
        gc.enable()
    assert proof.setups_covered > 1_000
    assert rings < 5_000
