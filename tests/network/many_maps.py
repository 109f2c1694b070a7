"""Small maps of all kinds, each with some requirements: drawn by the oracle's generator once and kept, or by hand."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from tests.oracle.held import map_of

KINDS = ("area-map", "block-map", "street-map", "tile-map", "by-hand")


@cache
def maps_of(kind: str) -> tuple[Any, ...]:
    """The maps of a kind."""
    text = Path(__file__).with_name("maps").joinpath(f"{kind}.yaml").read_text(encoding="utf-8")
    return tuple(map(map_of, text.split("---\n")))
