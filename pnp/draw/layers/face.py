"""From a template and a row to a scene; layers are reused for equal rows."""

import re
from collections.abc import Iterator, Mapping, Set
from fractions import Fraction
from functools import lru_cache, partial
from typing import assert_never

from msgspec.structs import replace

from pnp.diagnostics import NoRoom
from pnp.draw.context import LAYER_STEPS, PAINTED_STEPS, DrawingContext, Scope, SpoiltError
from pnp.draw.layers.artwork import draw_icon, draw_shape
from pnp.draw.layers.bleed import trim_of
from pnp.draw.layers.effects import LayerEffects, fill_of
from pnp.draw.layers.placement import AlignedBox, cells, hexagon, place, reach_of, zone_of
from pnp.draw.layers.text import draw_text
from pnp.expression import Record, Refusal, Value, described, value_of
from pnp.interrupts import pause
from pnp.messages import shown
from pnp.model.faces.effects import PLAIN
from pnp.model.faces.layer import (
    EllipseArt,
    GroupArt,
    IconArt,
    Layer,
    LineArt,
    MapArt,
    PanelArt,
    PathArt,
    PatternArt,
    PictureArt,
    PolygonArt,
    Repeat,
    TextArt,
)
from pnp.model.faces.layer_formulas import KEPT, names_of, places_items, shape_varies, varies
from pnp.model.faces.template import Template, Where, WhereError, parse_where
from pnp.model.reference import Formula
from pnp.model.values import NO
from pnp.scene.items import IDENTITY, Affine, BoundingBox, Group, Item, Origin, Path, Rect, Scene, rotate
from pnp.scene.parts import Painted
from pnp.scene.paths import transformed

# The cache of layers: which layers are the same for several rows of a component.


def reuse_key(layer: Layer, here: AlignedBox, scope: Scope) -> object | None:
    """Return the cache key of a shape or text: its layer, its place, and the values of the names in its formulas.

    None for other layers, for an unknown name, and for a name with a value that is not plain.
    """
    names = _names(layer)
    if names is None:
        return None
    values: list[object] = []
    for name in names:
        try:
            value = scope.environment.value(name)
        except Refusal:
            return None
        if isinstance(value, str):
            values.append(value)
        elif value is None or isinstance(value, int | Fraction):
            values.append((type(value), value))
        else:
            return None
    return layer, here, scope.matrix, scope.trim, *values


def _names(layer: Layer) -> tuple[str, ...] | None:
    """Return the names in the formulas of a shape or text; None for other layers."""
    if not isinstance(layer.art, PanelArt | EllipseArt | PolygonArt | PathArt | LineArt | TextArt):
        return None
    return tuple(sorted(names_of(layer)))


# Faces: from a template and a row to a scene.

LONGEST_SLOT = 100
"""The maximum number of characters of the name of a slot."""


def draw_face(template: Template, scope: Scope, context: DrawingContext, name: str) -> Scene:
    """Return the face of the template for the row of the scope."""
    pause()
    trim = BoundingBox(0.0, 0.0, template.width, template.height)
    context.notes.face()
    corners = hexagon(template.width, template.height) if template.shape == "hexagon" else ()
    edge = trim_of(template.width, template.height, corners, template.shape == "circle")
    face = _Face(template, context, replace(scope, trim=edge))
    items: tuple[Item, ...] = (*face.ground(), *face.layers(template.layers, trim, face.scope))
    reach = reach_of(template)
    if reach and items:
        items = (Group(items, clip=reach),)
    return Scene(template.width, template.height, items, template.bleed, name)


class _Face:
    """One face while it is drawn."""

    def __init__(self, template: Template, context: DrawingContext, scope: Scope) -> None:
        self.template, self.context, self.scope = template, context, scope
        self.zone = zone_of(template)

    def ground(self) -> Iterator[Item]:
        """Yield the background, out to the bleed."""
        template, ground = self.template, self.template.background
        if ground is None:
            return
        try:
            box = BoundingBox(0.0, 0.0, template.width, template.height)
            fill = fill_of(ground, box, self.scope, self.context)
        except SpoiltError as spoilt:
            self.context.notes.spoil(spoilt, self.scope.row)
            return
        if fill:
            bleed = template.bleed
            width, height = template.width + 2 * bleed, template.height + 2 * bleed
            items = (Rect(-bleed, -bleed, width, height, fill=fill),)
            box = BoundingBox(-bleed, -bleed, width - bleed, height - bleed)
            self.context.notes.faces[-1].append(Painted("background", items, IDENTITY, box))
            yield Group(items, origin=Origin(ground.span, self.scope.row, "background"))

    def layers(self, layers: tuple[Layer, ...], within: BoundingBox, scope: Scope) -> Iterator[Item]:
        """Yield the layers inside one box, each at its place."""
        named: dict[str, BoundingBox] = {}
        drawn: set[str] = set()
        for layer in layers:
            if scope.budget.exhausted:
                return
            try:
                _require_anchors(layer, drawn)
                yield from self._layer(layer, within, named, scope)
            except SpoiltError as spoilt:
                self.context.notes.spoil(spoilt, scope.row)
            else:
                drawn.add(layer.name)

    def _layer(self, layer: Layer, within: BoundingBox, named: dict[str, BoundingBox], scope: Scope) -> Iterator[Item]:
        """Yield the layer, once or for each item of its repetition, and store its box for later layers."""
        if places_items(layer):
            yield from self._items_with_places(layer, within, named, scope)
            return
        if layer.repeat is None and varies(layer) and _is_hidden(layer, scope):
            return  # its place may need what the row lacks; where all rows have the same, later layers may refer to it
        placed = _with_evaluated_place(layer, scope)
        here = _box_of(placed, within, named)
        named[layer.name] = here.box
        _require_room(layer, here.box, within, named)
        repeat = placed.repeat
        if repeat is None:
            yield from self._once(layer, here, scope)
            return
        items = _items(repeat, scope)
        for index, (item, cell) in enumerate(zip(items, cells(repeat, len(items), here), strict=True), start=1):
            if scope.budget.exhausted:
                return
            names: Mapping[str, Value] = {repeat.each: item, "index": index}
            try:
                yield from self._once(layer, AlignedBox(cell, here.align, here.valign), scope.with_names(names, "item"))
            except SpoiltError as spoilt:
                self.context.notes.spoil(spoilt, scope.row)

    def _items_with_places(
        self, layer: Layer, within: BoundingBox, named: dict[str, BoundingBox], scope: Scope
    ) -> Iterator[Item]:
        """Yield a repeated layer whose items each have their own place; its box is what contains all of them."""
        assert layer.repeat
        boxes: list[BoundingBox] = []
        for index, item in enumerate(_items(layer.repeat, scope), start=1):
            if scope.budget.exhausted:
                return
            names: Mapping[str, Value] = {layer.repeat.each: item, "index": index}
            inner = scope.with_names(names, "item")
            try:
                if _is_hidden(layer, inner):
                    continue
                here = _box_of(_with_evaluated_place(layer, inner), within, named)
                boxes.append(here.box)
                _require_room(layer, here.box, within, named)
                yield from self._once(layer, here, inner)
            except SpoiltError as spoilt:
                self.context.notes.spoil(spoilt, scope.row)
        if boxes:
            named[layer.name] = BoundingBox(
                min(box.left for box in boxes),
                min(box.top for box in boxes),
                max(box.right for box in boxes),
                max(box.bottom for box in boxes),
            )

    def _once(self, layer: Layer, here: AlignedBox, scope: Scope) -> Iterator[Item]:
        """Yield one copy of the layer, in a group with its origin."""
        pause()
        scope.spend(LAYER_STEPS, layer.span)
        if _is_hidden(layer, scope):
            return
        scope.spend(PAINTED_STEPS, layer.span)
        turn = _degrees(layer.turn, scope) if layer.turn else 0.0
        matrix: Affine = IDENTITY
        if turn:
            matrix, scope = rotate(turn, *here.box.centre), scope.turned(turn, here.box)
            here = here._replace(box=_upright(here.box, turn))
        if layer.slot and (slot := " ".join(scope.text(layer.slot).split())):
            self.context.notes.slot(slot[:LONGEST_SLOT], here.box, scope.matrix, layer.turn is not None)
        origin = Origin(layer.span, scope.row, layer.name)
        effects = LayerEffects(layer, scope, self.context) if layer.effects is not PLAIN else None
        if effects and (veil := effects.veil(scope.veil)) is not scope.veil:
            scope = replace(scope, veil=veil)
        items = self._art_or_reused(layer, here, scope, origin)
        if items:
            self._note(layer, items, here, scope, origin)
            yield effects.group(items, matrix, origin) if effects else Group(items, matrix, origin=origin)

    def _note(self, layer: Layer, items: tuple[Item, ...], here: AlignedBox, scope: Scope, origin: Origin) -> None:
        """Record the painted layer for the checks of drawings. Layers inside a group have already been recorded."""
        notes = self.context.notes
        if not isinstance(layer.art, GroupArt):
            text = notes.texts[-1] if isinstance(layer.art, TextArt) else None
            painted = Painted(layer.kind, items, scope.matrix, here.box, text, layer.name, scope.veil, origin)
            if isinstance(layer.art, MapArt):
                from pnp.draw.layers.map import map_extent

                painted = replace(painted, extent=map_extent(layer.art, here, scope, self.context))
            notes.faces[-1].append(painted)
        if isinstance(layer.art, LineArt) and layer.art.role.literal:
            lines = (Path(transformed(item.commands, scope.matrix)) for item in items if isinstance(item, Path))
            notes.lines.setdefault(layer.art.role.literal, []).extend(lines)

    def _art_or_reused(self, layer: Layer, here: AlignedBox, scope: Scope, origin: Origin) -> tuple[Item, ...]:
        """Return the items of the layer, from the cache if another row has the same values."""
        layers, texts = self.context.layers, self.context.notes.texts
        if layers is None:
            return self._art(layer, here, scope, origin)
        key = reuse_key(layer, here, scope)
        drawn = layers.get(key)
        if drawn is None:
            items = self._art(layer, here, scope, origin)
            if key:
                layers[key] = items, texts[-1] if items and isinstance(layer.art, TextArt) else None
            return items
        items, text = drawn
        if text and isinstance(layer.art, TextArt):
            texts.append(text.again(origin, partial(scope.source, layer.art.text)))
        return items

    def _art(self, layer: Layer, here: AlignedBox, scope: Scope, origin: Origin) -> tuple[Item, ...]:
        context, bleed = self.context, self.template.bleed
        art = layer.art
        if shape_varies(layer):
            from pnp.draw.layers.geometry import shaped_for

            art = shaped_for(art, scope)
        match art:
            case PanelArt() | EllipseArt() | PolygonArt() | PathArt() | LineArt():
                return draw_shape(art, here.box, scope, context, bleed)
            case TextArt():
                return draw_text(art, here, scope, context, self.zone, origin, turned=layer.turn is not None)
            case IconArt():
                return draw_icon(art, here, scope, context, self.zone, origin)
            case PictureArt():
                from pnp.draw.layers.artwork import draw_picture

                return draw_picture(art, here, scope, context, bleed, origin)
            case PatternArt():
                from pnp.draw.layers.patterns import draw_pattern

                return draw_pattern(art, here.box, scope, context, bleed)
            case MapArt():
                from pnp.draw.layers.map import draw_map

                return draw_map(art, here, scope, context, bleed, origin)
            case GroupArt():
                return tuple(self.layers(art.layers, here.box, scope))
            case _:
                assert_never(art)


def _with_evaluated_place(layer: Layer, scope: Scope) -> Layer:
    """Return the layer with the place that it has for the row; most have the same for all."""
    if not varies(layer):
        return layer
    from pnp.draw.layers.geometry import with_evaluated_place

    return with_evaluated_place(layer, scope)


def _degrees(turn: Formula, scope: Scope) -> float:
    from pnp.draw.layers.geometry import degrees

    return degrees(turn, scope)


def _is_hidden(layer: Layer, scope: Scope) -> bool:
    """Whether the layer's condition is false. Raises SpoiltError if it is a text such as 'no', which is true."""
    if layer.condition is None:
        return False
    value = scope.value(layer.condition)
    if isinstance(value, str) and value.strip().casefold() in NO:
        name = layer.condition.text
        message = f"the condition is the text {shown(value)}, and every text but the empty one is true"
        hint = f"declare it under 'fields', as '{name}: yes or no', or compare it, such as {name} == 'yes'"
        raise SpoiltError("expression", scope.source(layer.condition), message, hint, layer.condition.span)
    return not value


def _require_anchors(layer: Layer, drawn: Set[str]) -> None:
    """Raise SpoiltError for a layer that is placed by one that does not exist or is not drawn because of an error.

    It would be laid over the whole face, and what checks found there would follow from that error.
    """
    if layer.where is None or layer.where.literal is None:
        return
    try:
        anchors = _where(layer).anchors
    except WhereError as error:
        raise SpoiltError(None, layer.span, error.message) from None
    for _, name in anchors:
        if name not in drawn:
            raise SpoiltError(None, layer.span, f"the layer '{name}' is not drawn")


def _box_of(layer: Layer, within: BoundingBox, named: Mapping[str, BoundingBox]) -> AlignedBox:
    try:
        anchors = _where(layer).anchors
    except WhereError as error:
        raise SpoiltError(None, layer.span, error.message) from None
    return _cached_box(layer, within, tuple([(name, named[name]) for _, name in anchors if name in named]))


def _where(layer: Layer) -> Where:
    return parse_where(layer.where.text if layer.where else "fill")


@lru_cache(maxsize=KEPT)  # the result is the same for every row
def _cached_box(layer: Layer, within: BoundingBox, anchors: tuple[tuple[str, BoundingBox], ...]) -> AlignedBox:
    return place(layer, _where(layer), within, dict(anchors))


def _require_room(layer: Layer, box: BoundingBox, within: BoundingBox, named: Mapping[str, BoundingBox]) -> None:
    """Raise SpoiltError if the distances of a layer leave it no room; a line may be level or upright."""
    if (box.width > 0 and box.height > 0) or isinstance(layer.art, LineArt):
        return
    inside = next((name for side, name in _where(layer).anchors if side == "in" and name in named), None)
    within = named[inside] if inside else within
    away = "width" if box.width <= 0 else "height"
    room, sides = (within.width, "left and right") if away == "width" else (within.height, "top and bottom")
    if room <= 0:
        return  # a fault of the layer around it
    span = layer.where.span if layer.where else layer.span
    space = f"a space of {round(room, 2):g} mm"
    if inside:
        space = f"'{inside}', which is {round(room, 2):g} mm {'wide' if away == 'width' else 'high'}"
    message = f"the layer '{layer.name}' has no {away} left in {space}"
    hint = f"reduce its distances from {sides}, or give it a size"
    raise SpoiltError("value", span, message, hint, layer.span, NoRoom(layer.name))


def _upright(box: BoundingBox, turn: float) -> BoundingBox:
    """Return the box that a quarter turn moves onto `box`; for other angles `box` itself."""
    if turn % 180 != 90:
        return box
    (cx, cy), half_width, half_height = box.centre, box.height / 2, box.width / 2
    return BoundingBox(cx - half_width, cy - half_height, cx + half_width, cy + half_height)


_ENDS = re.compile(r"\s*(\d{1,9})\s*[-−]\s*(\d{1,9})\s*")
"""A subtraction of two numbers, which is meant as a range if it is negative."""


def _items(repeat: Repeat, scope: Scope) -> tuple[Value, ...]:
    """Return the items of a repetition; a number n means 1 to n."""
    if isinstance(repeat.items, tuple):
        return tuple(map(value_of, repeat.items))
    value = scope.value(repeat.items)
    if isinstance(value, tuple):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        if ends := _ENDS.fullmatch(repeat.items.text) if value < 0 else None:
            hint = f'write "range({ends[1]}, {int(ends[2]) + 1})", with the quotes, for {ends[1]} to {ends[2]}'
            raise SpoiltError("value", repeat.items.span, f"the number of items is {value}", hint)
        scope.spend(max(value, 0), repeat.items.span)
        return tuple(range(1, value + 1))
    hint = "give a list such as [1, 2, 3], or a number of times"
    if isinstance(value, Record) and "rows" in value.fields:
        hint = f"write {repeat.items.text.strip()}.rows"
    raise SpoiltError("value", repeat.items.span, f"{described(value)} is nothing to repeat over", hint)
