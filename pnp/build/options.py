"""What a build was asked for; what is not said is for the profile to say."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

from pnp.records import dataclass

if TYPE_CHECKING:
    from pnp.sheet.options import Flip, Layout

Format = Literal["pdf", "svg", "png", "cut-svg", "cut-dxf"]


@dataclass(frozen=True, slots=True)
class BuildOptions:
    """The options of `pnp build`, None where nothing was said; an empty `only` or `rows` means all."""

    out: Path = Path("output")
    paper: str | None = None
    layout: Layout | None = None
    flip: Flip | None = None
    variant: str | None = None
    formats: tuple[Format, ...] | None = None
    dpi: int | None = None
    only: tuple[str, ...] = ()
    rows: tuple[int, ...] = ()
    draft: bool = False
    profile: str = "home"
    language: str | None = None
    printer: str | None = None
