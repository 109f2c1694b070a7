"""How the pages look: colours, type and distances."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from pnp.records import dataclass
from pnp.scene.text import HOUSE_FAMILIES, TextStyle
from pnp.units import POINTS_PER_MM

if TYPE_CHECKING:
    from pnp.scene.fonts import Family

INK = "#1E2328"
QUIET = "#565D66"
AMBER = "#F2A900"
SAND = "#F5F0E1"
PALE = "#D8D2C2"
LINK = "#1F5FA8"

BODY, DISPLAY = HOUSE_FAMILIES


@dataclass(frozen=True, slots=True)
class Type:
    """The styles of one kind of page; `gap` parts paragraphs, `space` stands above a heading, both in millimetres."""

    body: TextStyle
    lead: TextStyle
    title: TextStyle
    headings: tuple[TextStyle, TextStyle]
    label: TextStyle
    cell: TextStyle
    head: TextStyle
    small: TextStyle
    gap: float
    space: float


def _display(size: float, leading: float, colour: str = INK) -> TextStyle:
    return TextStyle(DISPLAY, size, colour, weight=700, leading=leading)


BOOK = Type(
    body=TextStyle(BODY, 10, INK, leading=13),
    lead=TextStyle(BODY, 11.5, INK, leading=15),
    title=_display(34, 36),
    headings=(_display(17, 19), _display(12.5, 15)),
    label=_display(11.5, 14),
    cell=TextStyle(BODY, 9, INK, leading=11),
    head=_display(9.5, 11),
    small=TextStyle(BODY, 8, QUIET, leading=10),
    gap=1.9,
    space=6.5,
)
"""The rulebook: a leaflet to read at the table."""

REFERENCE = Type(
    body=TextStyle(BODY, 8.5, INK, leading=10.75),
    lead=TextStyle(BODY, 8.5, INK, leading=10.75),
    title=_display(22, 24),
    headings=(_display(13, 15), _display(10.5, 12.5)),
    label=_display(9.5, 11.5),
    cell=TextStyle(BODY, 8, INK, leading=9.75),
    head=_display(8.5, 10),
    small=TextStyle(BODY, 8, QUIET, leading=9.75),
    gap=1.2,
    space=4.2,
)
"""The rule reference: as much as goes on a sheet, nothing under 8 points."""

FOOT = TextStyle(BODY, 6.5, QUIET, leading=8)
"""The credit at the foot of each page."""

FOLIO = _display(9, 10)
"""The title and the number at the foot of each page."""


def tightened(look: Type) -> Type:
    """The same type with its lines and paragraphs a little nearer to one another."""
    return replace(
        look,
        body=_nearer(look.body),
        lead=_nearer(look.lead),
        label=_nearer(look.label),
        cell=_nearer(look.cell),
        head=_nearer(look.head),
        small=_nearer(look.small),
        gap=0.75 * look.gap,
        space=0.7 * look.space,
    )


def _nearer(style: TextStyle) -> TextStyle:
    return replace(style, leading=0.955 * style.line * POINTS_PER_MM)


@lru_cache(maxsize=16)
def falling_back(look: Type, fallback: tuple[str | Family, ...]) -> Type:
    """The same type with the families for what the house's own lack."""

    def set_in(style: TextStyle) -> TextStyle:
        return replace(style, fallback=fallback)

    return replace(
        look,
        body=set_in(look.body),
        lead=set_in(look.lead),
        title=set_in(look.title),
        headings=(set_in(look.headings[0]), set_in(look.headings[1])),
        label=set_in(look.label),
        cell=set_in(look.cell),
        head=set_in(look.head),
        small=set_in(look.small),
    )


def linked(style: TextStyle) -> TextStyle:
    """The style of words that lead somewhere."""
    return replace(style, colour=LINK)


def quiet(style: TextStyle) -> TextStyle:
    """The style of words that stand back."""
    return replace(style, colour=QUIET)
