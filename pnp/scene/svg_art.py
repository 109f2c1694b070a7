"""Drawings from SVG files: the shapes, groups, clips, pictures and references that drawing programs write.

What cannot be printed, such as a filter, is left out and noted. Scripts, links and other files are never followed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast, get_args

from msgspec import Struct
from msgspec.structs import replace

from pnp.scene.bitmaps import PictureRefused
from pnp.scene.extent import SPIKE, bounds, own_bounds
from pnp.scene.items import (
    IDENTITY,
    Affine,
    BlendMode,
    BoundingBox,
    Command,
    Group,
    Item,
    Path,
    Rect,
    Same,
    Shadow,
    compose,
    rotate,
    scale,
    translate,
)
from pnp.scene.parts import Outline
from pnp.scene.paths import outline_commands, transformed
from pnp.scene.svg_effects import UnreadFilterError, as_clip, effect_of, filtered, read_filter, region
from pnp.scene.svg_paint import Paints, context_of, is_gradient
from pnp.scene.svg_shapes import (
    Files,
    LeftOut,
    ShapeReader,
    Styles,
    SvgFrame,
    cells,
    clockwise,
    corners,
    is_understood,
    matrix_of,
    orient,
)
from pnp.scene.svg_text import Fonts, letter_shapes, set_text
from pnp.scene.svg_tree import SIMPLER, Element, SvgTree, read_tree
from pnp.scene.svg_values import BadValue, ViewBox, fitted, length, share, stated_size, transform, view_box
from pnp.units import LARGEST

MOST_SHAPES, DEEPEST = 20_000, 200
"""Maximum number of drawn elements, those of references counted each time, and their depth."""

MOST_TILES = 5_000
"""Maximum number of tiles of all patterns of a drawing together."""

MOST_BAKED = 100
"""Maximum number of filtered and masked objects of a drawing, which are printed as pictures."""

LEAST = 0.1
"""The minimum width and height of a drawing, in its own units: it may be printed on a board of ten metres."""

_SAME = 1.01
"""Up to which ratio the page of a drawing has the proportions of its view box."""

# fmt: off
_NO_DRAWING = frozenset((
    "defs", "symbol", "clipPath", "mask", "marker", "pattern", "linearGradient", "radialGradient", "filter", "style",
    "title", "desc", "metadata", "script", "view", "cursor", "font", "font-face", "animate", "animateTransform",
    "animateMotion", "set", "solidColor", "color-profile",
))
# fmt: on
_SHAPES = frozenset(("path", "rect", "circle", "ellipse", "line", "polyline", "polygon"))
WITHOUT = "remove the {}, or save this part as a PNG picture; it is printed without"
_BLENDS = frozenset(get_args(BlendMode))


class Drawing(Struct, frozen=True):
    """Items that fill (0, 0) to (width, height), in their own units. What extends beyond this box is to be clipped."""

    width: float
    height: float
    items: tuple[Item, ...]
    left_out: tuple[LeftOut, ...] = ()


def looks_like_svg(content: bytes) -> bool:
    """Whether a file's content begins like XML."""
    return content[:200].removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"<")


def open_drawing(content: bytes) -> Drawing:
    """Return the drawing in a file's content, without files that it refers to. Raises PictureRefused."""
    return read_drawing(content, lambda _: None, None)


def read_drawing(content: bytes, files: Files, fonts: Fonts | None) -> Drawing:
    """Return the drawing in a file's content, with files and fonts of the pack. Raises PictureRefused."""
    tree = read_tree(content)
    root = tree.root
    box = view_box(root.attributes.get("viewBox")) or stated_size(root.attributes)
    if box is None:
        raise PictureRefused("it does not say how large it is", "export it with a viewBox")
    frame = SvgFrame(box.width, box.height)
    painter = _Painter(tree, files, fonts, (box.width, box.height))
    for unread in tree.unread:
        painter.leave_out("style", f"{unread} of its style sheet", "set the style on the objects themselves")
    items = () if root.own.get("display") == "none" else painter.group_items(root, painter.style(root, {}), frame)
    items = painter.with_effects(root, items, frame)
    page = stated_size(root.attributes) or box
    unit = min(page.width / box.width, page.height / box.height)
    width, height = page.width / unit, page.height / unit
    if max(width / box.width, height / box.height) < _SAME:
        width, height = box.width, box.height
    matrix = fitted(box, 0.0, 0.0, width, height, root.attributes.get("preserveAspectRatio"))
    drawing = Drawing(width, height, (Group(items, matrix),), painter.left_out())
    if min(drawing.width, drawing.height) < LEAST or _exceeds_limit(drawing.items):
        raise PictureRefused(f"its numbers are below {LEAST:g} or beyond {LARGEST:,.0f}", "scale it, and save it again")
    return drawing


def _exceeds_limit(items: tuple[Item, ...]) -> bool:
    """Whether a number of the items, or the area that they cover, exceeds the limit."""
    groups = [item for item in items if isinstance(item, Group)]
    factors = (number for group in groups for number in group.transform)
    reach = own_bounds(Same(items), SPIKE) or ()
    farthest = max(map(abs, (*factors, *reach)), default=0.0)
    return farthest > LARGEST - 1 or any(_exceeds_limit(it.items) for it in groups)


class _Painter(ShapeReader):
    """Converts the elements of one file to items."""

    def __init__(self, tree: SvgTree, files: Files, fonts: Fonts | None, size: tuple[float, float]) -> None:
        super().__init__(files)
        self._tree, self._fonts, self._shapes, self._tiles, self._baked = tree, fonts, 0, 0, 0
        self._size = size
        self._paints = Paints(tree, self.around, self.leave_out, size)

    # Elements.

    def items(self, element: Element, inherited: Styles, frame: SvgFrame) -> tuple[Item, ...]:
        """Return the items of an element, with its transform, clip, opacity and blend mode."""
        name, own = element.name, element.own
        if name in _NO_DRAWING or "}" in name or own.get("display") == "none":
            return ()
        self._shapes += 1
        if self._shapes > MOST_SHAPES or frame.depth > DEEPEST:
            raise PictureRefused("it has too many parts, or too deep inside each other", SIMPLER)
        style = self.style(element, inherited)
        try:
            drawn = self._drawn(element, style, frame._replace(depth=frame.depth + 1))
            return self.with_effects(element, drawn, frame) if drawn else ()
        except BadValue as bad:
            self.leave_out("value", f"the object ({bad.message})", bad.hint, element)
            return ()

    def group_items(self, element: Element, style: Styles, frame: SvgFrame) -> tuple[Item, ...]:
        """Return the items of all children."""
        return tuple(item for child in element.children for item in self.items(child, style, frame))

    def _drawn(self, element: Element, style: Styles, frame: SvgFrame) -> tuple[Item, ...]:
        """Return the content of an element in its own coordinates."""
        name = element.name
        if name in ("g", "a"):
            return self.group_items(element, style, frame)
        if name == "switch":
            chosen = next((child for child in element.children if is_understood(child)), None)
            return self.items(chosen, style, frame) if chosen else ()
        if name == "svg":
            x, y = self.lengths(element, style, frame, "x", "y")
            return self._viewport(element, style, frame, x, y, element)
        if name == "use":
            return self._used(element, style, frame)
        if style.get("visibility", "visible") != "visible":
            return ()
        if name in _SHAPES:
            outline = self.outline(element, style, frame)
            return (
                (*self._painted(outline, element, style, frame), *self._markers(element, outline, style, frame))
                if outline
                else ()
            )
        if name == "image":
            return self.image(element, style, frame)
        if name == "text":
            return tuple(set_text(element, style, self, self._paints, self._fonts, (frame.width, frame.height)))
        self.leave_out(name, f"'{name[:40]}' on line {element.line}", "draw it with paths, or save the drawing as PNG")
        return ()

    def with_effects(self, element: Element, items: tuple[Item, ...], frame: SvgFrame) -> tuple[Item, ...]:
        """Return the items with the transform, the clip, the opacity and the blend mode of an element."""
        own = element.own
        matrix = matrix_of(element, *frame[:2], items)
        items = self._masked(element, self._filtered(element, items), frame)
        opacity, blend = share(own.get("opacity")), own.get("mix-blend-mode", "normal")
        if opacity == 0:
            return ()
        if blend not in _BLENDS:
            self.leave_out("blend", f"the blend mode '{blend[:20]}'", "choose another blend mode", element)
            blend = "normal"
        clips = self._clips(effect_of(element, "clip-path"), element, items, frame)
        if clips is None:
            return ()
        for clip in clips[1:]:
            items = (Group(items, clip=clip),)
        if matrix == IDENTITY and not clips and opacity == 1 and blend == "normal":
            return items
        return (Group(items, matrix, clips[0] if clips else None, opacity=opacity, blend=cast(BlendMode, blend)),)

    def _filtered(self, element: Element, items: tuple[Item, ...]) -> tuple[Item, ...]:
        """Return the items with the blurs and shadows of a filter."""
        written = effect_of(element, "filter")
        if written == "none" or not items:
            return items
        found = self._tree.find(written)
        box = bounds(items, reach=SPIKE)
        if box and element.name == "text":  # its box has the height of the font, not of its ink
            box = box.grown(0.0, 0.3 * box.height)
        if box is None:
            return items
        try:
            if found is None or found.name != "filter" or not self._may_bake():
                raise UnreadFilterError
            layers = read_filter(found, lambda text, style, step: self._paints.colour(text, style, 1.0, step))
        except UnreadFilterError:
            self.leave_out("filter", "the filter", self._tree.lacks(written) or WITHOUT.format("filter"), element)
            return items
        made = filtered(items, layers)
        return (Group(made, clip=region(found, box, "filterUnits", self._size)),) if made and made != items else made

    def _masked(self, element: Element, items: tuple[Item, ...], frame: SvgFrame) -> tuple[Item, ...]:
        """Return the items with what a mask leaves of them."""
        written = effect_of(element, "mask")
        mask = self._tree.find(written)
        box = bounds(items, reach=SPIKE) if items else None
        if written == "none" or box is None:
            return items
        if mask is None or mask.name != "mask" or mask in frame.through or not self._may_bake():
            self.leave_out("mask", "the mask", self._tree.lacks(written) or WITHOUT.format("mask"), element)
            return items
        inner = frame._replace(through=(*frame.through, mask), depth=frame.depth + 1)
        veil = self.group_items(mask, self.around(mask), inner)
        if mask.attributes.get("maskContentUnits") == "objectBoundingBox":
            veil = (Group(veil, (box.width, 0.0, 0.0, box.height, box.left, box.top)),)
        by_alpha = "alpha" in (mask.own.get("mask-type", ""), element.own.get("mask-mode", ""))
        clip = as_clip(veil, by_alpha)
        if clip is None:
            veil = veil or (Rect(0.0, 0.0, 0.0, 0.0, fill="#000000"),)
            shadow = Shadow(None, 0.0, 0.0, 0.0, 1.0, alone=True, mask=veil, by_alpha=by_alpha)
            items = (Group(items, shadow=shadow),)
        else:
            items = (Group(items, clip=clip),)
        return (Group(items, clip=region(mask, box, "maskUnits", frame[:2])),)

    def way(self, element: Element) -> tuple[Command, ...]:
        """Return the path that a text on a path names; empty if there is none."""
        target = self._tree.find(element.href)
        if target is None or target.name not in _SHAPES:
            return ()
        outline = self.outline(target, self.around(target), SvgFrame(*self._size))
        matrix = matrix_of(target, *self._size)
        return transformed(outline_commands(outline), matrix) if outline else ()

    def _may_bake(self) -> bool:
        """Whether one more object of the drawing may become a picture."""
        self._baked += 1
        return self._baked <= MOST_BAKED

    # References and viewports.

    def _used(self, element: Element, style: Styles, frame: SvgFrame) -> tuple[Item, ...]:
        """Return what a `use` refers to, at its place."""
        target = self._tree.find(element.href)
        if target is None:
            self.leave_out("use", "the object", "copy it into the drawing: it is in no place of this file", element)
            return ()
        if target in frame.through or any(target is around for around in element.around()):
            return ()  # it would be inside itself, and no program draws that
        frame, style = frame._replace(through=(*frame.through, target)), {**style, **context_of(style)}
        x, y = self.lengths(element, style, frame, "x", "y")
        if target.name in ("symbol", "svg"):
            if target.own.get("display") == "none":
                return ()
            inside = self.style(target, style)
            left, top = self.lengths(target, inside, frame, "x", "y") if target.name == "svg" else (0.0, 0.0)
            return self.with_effects(target, self._viewport(target, inside, frame, x + left, y + top, element), frame)
        items = self.items(target, style, frame)
        return (Group(items, translate(x, y)),) if (x or y) and items else items

    def _viewport(
        self, element: Element, style: Styles, frame: SvgFrame, x: float, y: float, sized: Element
    ) -> tuple[Item, ...]:
        """Return the content of a nested drawing or a symbol; `sized` has its width and height."""
        em = self.em(style)
        sides = []
        for name, whole in (("width", frame.width), ("height", frame.height)):
            text = sized.attributes.get(name) or element.attributes.get(name) or "100%"
            sides.append(whole if text == "auto" else length(text, whole, em))
        width, height = sides
        if width <= 0 or height <= 0:
            return ()
        box = view_box(element.attributes.get("viewBox"))
        inner = frame._replace(width=box.width if box else width, height=box.height if box else height)
        items = self.group_items(element, style, inner)
        ratio = element.attributes.get("preserveAspectRatio")
        matrix = fitted(box, x, y, width, height, ratio) if box else translate(x, y)
        clip = None if element.own.get("overflow") in ("visible", "auto") else Rect(x, y, width, height)
        return (Group((Group(items, matrix),), clip=clip),) if items else ()

    # Clips.

    def _clips(self, value: str, element: Element, items: tuple[Item, ...], frame: SvgFrame) -> list[Outline] | None:
        """Return the outlines to which an element is clipped, one inside the other; None if nothing of it is left."""
        found: list[Outline] = []
        seen: list[Element] = []
        while value != "none":
            clip = self._tree.find(value)
            if clip is None or clip.name != "clipPath" or clip in seen:
                if (lost := self._tree.lacks(value)) or not value.startswith("url("):
                    self.leave_out("clip-path", "the clip", lost or "clip it with a path", element)
                break
            seen.append(clip)
            matrix = matrix_of(clip, *frame[:2])
            if clip.attributes.get("clipPathUnits") == "objectBoundingBox":
                box = bounds(items, reach=0.0) or BoundingBox(0.0, 0.0, 0.0, 0.0)
                matrix = compose(matrix, (box.width, 0.0, 0.0, box.height, box.left, box.top))
            outline = self._clip_outline(clip, matrix, frame)
            if outline is None:
                return None
            found.append(outline)
            value = effect_of(clip, "clip-path")
        return found

    def _clip_outline(self, clip: Element, matrix: Affine, frame: SvgFrame) -> Outline | None:
        """Return the area of all shapes of a clip path; None if there is none."""
        shapes = list(self._clip_shapes(clip, self.around(clip), matrix, frame))
        if len(shapes) == 1:
            return shapes[0]
        joined = [step for shape in shapes for step in clockwise(outline_commands(shape))]
        return Path(tuple(joined)) if joined else None

    def _clip_shapes(self, parent: Element, inherited: Styles, matrix: Affine, frame: SvgFrame) -> Iterator[Outline]:
        for child in parent.children:
            if child.own.get("display") == "none" or child.name in _NO_DRAWING or "}" in child.name:
                continue
            style, inner = self.style(child, inherited), compose(matrix, matrix_of(child, *frame[:2]))
            if child.name == "use":
                target = self._tree.find(child.href)
                x, y = self.lengths(child, style, frame, "x", "y")
                if target is not None and target.name in _SHAPES:
                    yield from self._clip_shape(
                        target, self.style(target, style), compose(inner, translate(x, y)), frame, True
                    )
            elif child.name in _SHAPES:
                yield from self._clip_shape(child, style, inner, frame, False)
            elif child.name == "text":
                letters = set_text(child, {**style, "fill": "black"}, self, self._paints, self._fonts, frame[:2])
                yield from (Path(transformed(shape.commands, inner)) for shape in letter_shapes(letters))
            else:
                self.leave_out("clip", "a part of the clip path", "convert it to a path", child)
            if effect_of(child, "clip-path") != "none":
                self.leave_out("clip-clip", "the clip of a clip", "replace both by their intersection", child)

    def _clip_shape(
        self, element: Element, style: Styles, matrix: Affine, frame: SvgFrame, is_used: bool
    ) -> Iterator[Outline]:
        self._shapes += 1
        outline = self.outline(element, style, frame)
        if is_used:
            matrix = compose(matrix, matrix_of(element, *frame[:2]))
        if outline is None or style.get("visibility", "visible") != "visible":
            return
        if matrix == IDENTITY and not isinstance(outline, Path):
            yield outline
        else:
            even_odd = style.get("clip-rule") == "evenodd"
            yield Path(transformed(outline_commands(outline), matrix), even_odd=even_odd)

    # Shapes.

    def _painted(self, outline: Outline, element: Element, style: Styles, frame: SvgFrame) -> tuple[Item, ...]:
        """Return the shape with its fill and its stroke: one item, or two where one of them is transparent."""
        box = bounds((replace(outline, fill="#000000"),), reach=0.0)
        if isinstance(outline, Path):
            outline = replace(outline, even_odd=style.get("fill-rule") == "evenodd")
        fill, clear = (None, 1.0) if element.name == "line" else self._paints.paint("fill", style, box, element)
        colour, faint = self._paints.paint("stroke", style, box, element)
        stroke = self.stroke(colour, element, style, frame) if colour else None
        tiled: tuple[Item, ...] = ()
        if fill is None and element.name != "line" and box:
            tiled = self._tiled(outline, style, box, frame)
        fill = fill if box is None or (box.width and box.height) else None  # PDF would paint a line
        if fill is None and stroke is None:
            return tiled
        stroke_first = (
            style.get("paint-order", "normal").split()[0] in ("stroke", "markers") and "stroke" in style["paint-order"]
        )
        if clear == faint == 1 and not tiled and not (stroke_first and fill and stroke):
            return (replace(outline, fill=fill, stroke=stroke),)
        painted = [(replace(outline, fill=fill), clear)] if fill else []
        lined = [(replace(outline, stroke=stroke), faint)] if stroke else []
        ordered = (*lined, *painted) if stroke_first else (*painted, *lined)
        return (
            *tiled,
            *(item if opacity == 1 else Group((item,), opacity=opacity) for item, opacity in ordered if opacity),
        )

    # Patterns and markers.

    def _tiled(self, outline: Outline, style: Styles, box: BoundingBox, frame: SvgFrame) -> tuple[Item, ...]:
        """Return the shape filled with a pattern, if its fill is one."""
        pattern = self._tree.find(style.get("fill", "")) if style.get("fill", "").startswith("url(") else None
        if pattern is None or is_gradient(pattern) or pattern in frame.through:
            return ()
        content, attributes = pattern, dict(pattern.attributes)
        for base in self._paints.bases(pattern):
            attributes = {**base.attributes, **attributes}
            content = content if any(content.children) else base
        whole = (1.0, 1.0) if attributes.get("patternUnits") != "userSpaceOnUse" else (frame.width, frame.height)
        x, y, width, height = (
            length(attributes.get(name, "0"), whole[name in ("y", "height")]) for name in ("x", "y", "width", "height")
        )
        if whole == (1.0, 1.0):
            x, y, width, height = (
                box.left + x * box.width,
                box.top + y * box.height,
                width * box.width,
                height * box.height,
            )
        matrix = transform(attributes.get("patternTransform", ""))
        if width <= 0 or height <= 0 or abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) < 1e-9:
            return ()
        inside = self._pattern_items(content, attributes, box, width, height, frame)
        columns, rows = cells(box, matrix, x, y, width, height)
        self._tiles += len(columns) * len(rows)
        if self._tiles > MOST_TILES:
            self.leave_out("pattern", "a pattern of very many tiles", "make the tiles larger", pattern)
            return ()
        tile = Group(inside, clip=Rect(0.0, 0.0, width, height))
        shared = (tile,)
        tiles = tuple(
            Group(shared, translate(x + column * width, y + row * height)) for row in rows for column in columns
        )
        opacity = share(style.get("fill-opacity"))
        return (Group((Group(tiles, matrix),), clip=outline, opacity=opacity),) if inside else ()

    def _pattern_items(
        self, content: Element, attributes: Styles, box: BoundingBox, width: float, height: float, frame: SvgFrame
    ) -> tuple[Item, ...]:
        inner = frame._replace(through=(*frame.through, content), depth=frame.depth + 1)
        items = self.group_items(content, self.around(content), inner)
        view = view_box(attributes.get("viewBox"))
        if view:
            return (Group(items, fitted(view, 0.0, 0.0, width, height, attributes.get("preserveAspectRatio"))),)
        if attributes.get("patternContentUnits") == "objectBoundingBox":
            return (Group(items, scale(box.width, box.height)),)
        return items

    def _markers(self, element: Element, outline: Outline, style: Styles, frame: SvgFrame) -> Iterator[Item]:
        """Yield the markers at the corners of a path."""
        if not isinstance(outline, Path) or element.name == "rect":
            return
        names = {place: style.get(f"marker-{place}", style.get("marker", "none")) for place in ("start", "mid", "end")}
        if all(name == "none" for name in names.values()):
            return
        places = list(corners(outline.commands))
        width = length(style.get("stroke-width", "1"), frame.diagonal, self.em(style))
        for number, (x, y, angle) in enumerate(places):
            place = "start" if number == 0 else "end" if number == len(places) - 1 else "mid"
            marker = self._tree.find(names[place]) if names[place] != "none" else None
            if marker is not None and marker.name == "marker" and marker not in frame.through:
                turn = (
                    angle + 180
                    if place == "start" and marker.attributes.get("orient") == "auto-start-reverse"
                    else angle
                )
                matrix = compose(translate(x, y), rotate(orient(marker, turn)))
                yield from self._marker(marker, matrix, width, style, frame)

    def _marker(self, marker: Element, place: Affine, line: float, path: Styles, frame: SvgFrame) -> Iterator[Item]:
        """Yield one marker; `path` is the style of the line that it is on, whose paints it may use."""
        one = marker.attributes
        width, height = (length(one.get(name, "3"), frame.diagonal) for name in ("markerWidth", "markerHeight"))
        box = view_box(one.get("viewBox"))
        grown = place if one.get("markerUnits") == "userSpaceOnUse" else compose(place, scale(line))
        matrix = fitted(box, 0.0, 0.0, width, height, one.get("preserveAspectRatio")) if box else IDENTITY
        x, y = (length(one.get(name, "0"), frame.diagonal) for name in ("refX", "refY"))
        a, b, c, d, e, f = matrix
        matrix = compose(compose(grown, translate(-(a * x + c * y + e), -(b * x + d * y + f))), matrix)
        inner = frame._replace(through=(*frame.through, marker), depth=frame.depth + 1)
        items = self.group_items(marker, {**self.around(marker), **context_of(path)}, inner)
        shown = box or ViewBox(0.0, 0.0, width, height)
        clip = None if marker.own.get("overflow") in ("visible", "auto") else Rect(*shown)
        if items:
            yield Group(items, matrix, clip)
