"""The expressions in the settings of a layer, which of them depend on the row, and what they name of the theme."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import assert_never

from msgspec import Struct

from pnp.expression import Expression, ExpressionError, TextTemplate, parse, parse_template
from pnp.model.faces.effects import FillRole, GradientRole, fill_formulas
from pnp.model.faces.layer import (
    Art,
    CropAround,
    EllipseArt,
    GroupArt,
    IconArt,
    Layer,
    LineArt,
    MapArt,
    Paint,
    PanelArt,
    PathArt,
    PatternArt,
    PictureArt,
    PolygonArt,
    TextArt,
)
from pnp.model.reference import Formula

KEPT = 10_000
"""The cache size for what is read from a layer: as many as a pack may have (a smaller cache is of no use in loops)."""

GEOMETRY = ("points", "data", "start", "end", "radius")
"""The settings of what a layer draws that are lengths, points or paths."""


def expressions(layer: Layer) -> Iterator[Formula]:
    """Return the bare expressions of a layer: its condition, the list it repeats over, the places of a map."""
    repeated = layer.repeat.items if layer.repeat else None
    art = layer.art if isinstance(layer.art, MapArt) else None
    around = art.crop.around if art and isinstance(art.crop, CropAround) else None
    bare = (layer.condition, repeated, art.highlight if art else None, around)
    return (formula for formula in bare if isinstance(formula, Formula))


def bindings(layer: Layer) -> tuple[Formula, ...]:
    """Return the settings of a layer that may have expressions in braces."""
    art = layer.art
    paint = getattr(art, "paint", None)
    holders = (art, paint) if isinstance(paint, Paint) else (art,)
    fields = ((holder, name) for holder in holders for name in holder.__struct_fields__ if name not in GEOMETRY)
    values = (getattr(holder, name) for holder, name in fields if name != "highlight")
    fills = (value for value in (*values, layer.turn, layer.slot) if isinstance(value, Formula | GradientRole))
    geometry = (formula for name in GEOMETRY for formula in varying(getattr(art, name, None)))
    return (*fill_formulas(*fills), *layer.effects.formulas(), *placement(layer), *geometry)


def placement(layer: Layer) -> Iterator[Formula]:
    """Yield the texts with expressions that place a layer: where, at and size, and the gap and cell of a repetition."""
    repeat = layer.repeat
    for value in (layer.where, layer.at, layer.size, *((repeat.gap, repeat.cell) if repeat else ())):
        yield from varying(value)


@lru_cache(maxsize=KEPT)
def varies(layer: Layer) -> bool:
    """Whether the place of a layer, or the gap or cell of its repetition, depends on the row."""
    return any(placement(layer))


@lru_cache(maxsize=KEPT)
def shape_varies(layer: Layer) -> bool:
    """Whether the points, the path or the radius of a layer depend on the row."""
    return any(True for name in GEOMETRY for _ in varying(getattr(layer.art, name, None)))


@lru_cache(maxsize=KEPT)
def places_items(layer: Layer) -> bool:
    """Whether each item of a repeated layer has its own place: its placement uses the item or `index`."""
    repeat = layer.repeat
    if repeat is None:
        return False
    known = {repeat.each, "index"}
    formulas = (formula for value in (layer.where, layer.at, layer.size) for formula in varying(value))
    return any(not known.isdisjoint(names_used(formula)) for formula in formulas)


@lru_cache(maxsize=KEPT)
def names_of(layer: Layer) -> frozenset[str]:
    """Return the names in the formulas of a layer."""
    bound = (names_used(formula) for formula in bindings(layer))
    bare = (names_used(formula, parse) for formula in expressions(layer))
    return frozenset().union(*bound, *bare)


def names_used(formula: Formula, read: Callable[[str], Expression | TextTemplate] = parse_template) -> frozenset[str]:
    """Return the names in a text with expressions; none if it cannot be parsed, which a check reports."""
    try:
        return read(formula.text).names()
    except ExpressionError:
        return frozenset()


def varying(value: object) -> Iterator[Formula]:
    """Yield the texts with expressions in a geometric setting, which may be a list of points."""
    if isinstance(value, Formula) and value.literal is None:
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from varying(item)


class ThemeNames(Struct, frozen=True):
    """What a layer names of the theme; None for what it does not set. A fill is a colour or a gradient."""

    colours: tuple[Formula | None, ...] = ()
    fills: tuple[FillRole | None, ...] = ()
    lines: tuple[Formula | None, ...] = ()


def theme_names(art: Art) -> ThemeNames:
    """Return the colours, fills and lines of the theme that a layer draws with."""
    match art:
        case PanelArt(paint=paint) | EllipseArt(paint=paint) | PolygonArt(paint=paint) | PathArt(paint=paint):
            return ThemeNames((paint.outline_colour,), (paint.fill,), (paint.outline,))
        case PatternArt():
            return ThemeNames((art.colour,), (art.ground,))
        case TextArt():
            return ThemeNames((art.colour, art.outline_colour), lines=(art.outline,))
        case LineArt():
            return ThemeNames((art.colour,), lines=(art.role,))
        case IconArt():
            return ThemeNames((art.colour,))
        case PictureArt():
            return ThemeNames((art.tint,))
        case MapArt() | GroupArt():
            return ThemeNames()
        case _:
            assert_never(art)
