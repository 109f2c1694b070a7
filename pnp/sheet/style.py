"""How the sheet's own words look: families, colours and sizes, the house's unless a theme says otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.records import dataclass
from pnp.scene.text import HOUSE_FALLBACK, TextStyle

if TYPE_CHECKING:
    from pnp.scene.fonts import Family
    from pnp.scene.items import Colour


@dataclass(frozen=True, slots=True)
class SheetStyle:
    """The families, colours and sizes (in points) of first sheets and of the words beside parts; `fallback` are the
    families for what these lack.
    """

    family: str = "Fira Sans"
    display: str = "Barlow Condensed"
    ink: Colour = "#1E2328"
    quiet: Colour = "#6B727B"
    accent: Colour = "#F2A900"
    band: Colour = "#F2A900"
    paper: Colour = "#FFFFFF"
    alarm: Colour = "#B3261E"
    title: float = 30.0
    heading: float = 12.0
    body: float = 8.5
    leading: float = 11.5
    small: float = 6.0
    fallback: tuple[str | Family, ...] = HOUSE_FALLBACK

    @property
    def titles(self) -> TextStyle:
        """The game's title."""
        return TextStyle(self.display, self.title, self.ink, weight=700, leading=self.title, fallback=self.fallback)

    @property
    def headings(self) -> TextStyle:
        """A section's heading."""
        leading = self.heading * 1.25
        return TextStyle(self.display, self.heading, self.ink, weight=700, leading=leading, fallback=self.fallback)

    @property
    def bodies(self) -> TextStyle:
        """Running text."""
        return TextStyle(self.family, self.body, self.ink, leading=self.leading, fallback=self.fallback)

    @property
    def notes(self) -> TextStyle:
        """Credits, and the words in the margin."""
        return TextStyle(self.family, self.small, self.ink, leading=self.small * 1.35, fallback=self.fallback)


HOUSE = SheetStyle()
"""The house's own look."""
