"""Places: discs or squares with rims in their district's colour, and what is printed in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pnp.draw.town.labels import Label, draw_label
from pnp.draw.town.plan import ROUNDED, SQUARE, Spot
from pnp.scene.items import Colour, Ellipse, Group, Item, Rect, Stroke

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pnp.draw.town.canvas import Canvas
    from pnp.draw.town.shades import Paint
    from pnp.model.map_style import PlaceStyle

Mood = Literal["place", "lit", "dimmed"]
"""How a place stands among the others; also the name of its fill."""


def place_shadows(spots: Iterable[Spot], lift: float, paint: Paint) -> Iterator[Item]:
    """The flat shadows of all places, to the south-east."""
    if lift > 0:
        for spot in spots:
            yield _form(spot, spot.radius, paint("shadow"), None, lift)


def draw_place(spot: Spot, mood: Mood, label: Label | None, canvas: Canvas) -> Iterator[Item]:
    """One place: the core's plate, the rim, the fill, the icon and the label."""
    style, paint = canvas.style, canvas.paint
    places = style.lit or style.places if mood == "lit" else style.places
    outline = Stroke(paint("outline"), places.outline) if places.outline else None
    radius = places.diameter / 2
    sign = canvas.sign(spot.district, "rim")
    if spot.core and style.core and style.core.plate:
        yield _form(spot, radius + style.core.plate, paint("core"), outline)
    if places.rim:
        yield _form(spot, radius, sign, outline)
    yield _form(spot, radius - places.rim, paint(mood), None if places.rim else outline)
    yield from _icon(spot, places, label, sign, canvas)
    if label:
        yield from draw_label(label, paint)


def _form(spot: Spot, radius: float, fill: Colour, outline: Stroke | None, lift: float = 0.0) -> Item:
    """The place's form at some size, moved to the south-east where it is a shadow."""
    x, y, radius = round(spot.at[0] + lift, 3), round(spot.at[1] + lift, 3), round(radius, 3)
    if not spot.square:
        return Ellipse(x, y, radius, radius, fill, outline)
    half = round(radius * SQUARE, 3)
    return Rect(x - half, y - half, 2 * half, 2 * half, round(half * ROUNDED, 3), fill, outline)


def _icon(spot: Spot, places: PlaceStyle, label: Label | None, sign: Colour, canvas: Canvas) -> Iterator[Group]:
    """The district's icon: in the middle where the label stands beside the place."""
    district = canvas.district(spot.district)
    if places.icon and district and district.icon:
        dx, dy = (0.0, 0.0) if label and label.plate else places.icon.offset
        half = places.icon.size / 2
        x, y = round(spot.at[0] + dx - half, 3), round(spot.at[1] + dy - half, 3)
        yield canvas.look.icon(district.icon.name, x, y, places.icon.size, sign)
