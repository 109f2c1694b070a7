"""Sheets: paper with scenes imposed on it, ready for a back end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from pnp.scene.items import Item

Side = Literal["front", "back"]


@dataclass(frozen=True, slots=True)
class Box:
    """An upright box on a sheet, from its top left corner."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page to print: the paper's size, what stands on it, and what a reader's panel says of it.

    `trim` and `bleed` are the part's boxes where the page is one part, the paper's where it is many. `bookmark` opens a
    chapter of the file.
    """

    width: float
    height: float
    items: tuple[Item, ...]
    trim: Box
    bleed: Box
    component: str = ""
    label: str = ""
    side: Side = "front"
    bookmark: str | None = None
