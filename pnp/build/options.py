"""What a build was asked for."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from pnp.sheet.options import Flip, Layout

Format = Literal["pdf", "svg", "png"]


@dataclass(frozen=True, slots=True)
class BuildOptions:
    """The options of `pnp build`; an empty `only` or `rows` means all."""

    out: Path = Path("output")
    paper: str = "a4"
    layout: Layout = "single"
    flip: Flip = "long"
    variant: str | None = None
    formats: tuple[Format, ...] = ("pdf", "svg")
    dpi: int = 300
    only: tuple[str, ...] = ()
    rows: tuple[int, ...] = ()
    draft: bool = False

    @property
    def name(self) -> str:
        """What the options add to the names of files, such as `-gutterfold-a4`: what is not the default, then the
        paper.
        """
        flip = "short" if self.layout == "duplex" and self.flip == "short" else ""
        layout = "" if self.layout == "single" else self.layout
        said = (layout, flip, self.variant or "", "draft" if self.draft else "", self.paper)
        return "".join(f"-{word}" for word in said if word)
