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
    Group,
    Item,
    Path,
    Rect,
    Same,
    compose,
    rotate,
    scale,
    translate,
)
from pnp.scene.parts import Outline
from pnp.scene.svg_effects import (
    ClipReader,
    UnreadFilterError,
    as_clip,
    blurs_one_way,
    effect_of,
    filtered,
    is_one_address,
    mixes_light,
    paints_by_itself,
    read_filter,
    region,
    unseen,
    veiled,
    visible,
)
from pnp.scene.svg_paint import context_of, is_gradient
from pnp.scene.svg_shapes import (
    NO_DRAWING,
    SHAPES,
    Files,
    LeftOut,
    Styles,
    SvgFrame,
    cells,
    corners,
    faded,
    is_for_readers,
    is_understood,
    matrix_of,
    orient,
    paint_order,
    shows_all,
)
from pnp.scene.svg_text import Fonts, set_text
from pnp.scene.svg_tree import read_tree
from pnp.scene.svg_values import BadValue, ViewBox, fitted, length, share, stated_size, view_box
from pnp.scene.svg_xml import SIMPLER, Element
from pnp.units import LARGEST

MOST_SHAPES, DEEPEST = 20_000, 200
"""Maximum number of drawn elements, those of references counted each time, and their depth."""

MOST_NESTED = 120
"""Maximum number of groups inside each other: writing a PDF runs out of stack with somewhat more than 150."""

MOST_TILES = 5_000
"""Maximum number of tiles of all patterns of a drawing together, those in tiles counted each time."""

TOO_DEEP = "it has too many parts, or too deep inside each other"

LEAST = 0.1
"""The minimum width and height of a drawing, in its own units: it may be printed on a board of ten metres."""

_SAME = 1.01
"""Up to which ratio the page of a drawing has the proportions of its view box."""

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
    for unread in tree.sheet.unread:
        painter.leave_out("style", f"{unread} of its style sheet", "set the style on the objects themselves")
    ground = root.own.get("background-color", root.own.get("background", "none"))
    if ground not in ("none", "transparent"):
        painter.leave_out("ground", "the background", "draw a rectangle below everything, or remove it", root)
    try:
        items = () if root.own.get("display") == "none" else painter.group_items(root, painter.style(root, {}), frame)
        items = painter.with_effects(root, items, frame)
    except RecursionError:  # how deep is too deep depends on the caller
        raise PictureRefused(TOO_DEEP, SIMPLER) from None
    if _is_too_deep(items):
        raise PictureRefused(TOO_DEEP, SIMPLER)
    page = stated_size(root.attributes) or box
    unit = min(page.width / box.width, page.height / box.height)
    width, height = page.width / unit, page.height / unit
    if max(width / box.width, height / box.height) < _SAME:
        width, height = box.width, box.height
    matrix = fitted(box, 0.0, 0.0, width, height, root.attributes.get("preserveAspectRatio"))
    drawing = Drawing(width, height, (Group(visible(items), matrix),), painter.left_out())
    if min(drawing.width, drawing.height) < LEAST or _exceeds_limit(drawing.items):
        raise PictureRefused(f"its numbers are below {LEAST:g} or beyond {LARGEST:,.0f}", "scale it, and save it again")
    return drawing


def _is_too_deep(items: tuple[Item, ...]) -> bool:
    """Whether more groups are inside each other than can be printed; shared items are looked at once at each depth."""
    level = {id(items): items}
    for _ in range(MOST_NESTED + 1):
        groups = [item for each in level.values() for item in each if isinstance(item, Group)]
        inside = [group.items for group in groups]
        inside += [group.shadow.mask for group in groups if group.shadow and group.shadow.mask]
        level = {id(each): each for each in inside}
        if not level:
            return False
    return True


def _exceeds_limit(items: tuple[Item, ...]) -> bool:
    """Whether a number of the items, or the area that they cover, exceeds the limit."""
    groups = [item for item in items if isinstance(item, Group)]
    factors = (number for group in groups for number in group.transform)
    reach = own_bounds(Same(items), SPIKE) or ()
    farthest = max(map(abs, (*factors, *reach)), default=0.0)
    return farthest > LARGEST - 1 or any(_exceeds_limit(it.items) for it in groups)


class _Painter(ClipReader):
    """Converts the elements of one file to items.

    What is not painted but counts in the boxes of its groups is in groups with opacity 0 until all is read.
    """

    _tiles = 0

    # Elements.

    def items(self, element: Element, inherited: Styles, frame: SvgFrame) -> tuple[Item, ...]:
        """Return the items of an element, with its transform, clip, opacity and blend mode."""
        name, own = element.name, element.own
        if name in NO_DRAWING or "}" in name or own.get("display") == "none":
            return ()
        if not is_for_readers(element):
            hint = "remove its systemLanguage to print it"
            self.leave_out("language", "what is for other languages", hint, element)
            return ()
        self._shapes += 1
        if self._shapes > MOST_SHAPES or frame.depth > DEEPEST:
            raise PictureRefused(TOO_DEEP, SIMPLER)
        style = self.style(element, inherited)
        try:
            drawn = self._drawn(element, style, frame._replace(depth=frame.depth + 1))
            return self.with_effects(element, drawn, frame) if drawn or "filter" in own else ()
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
        is_hidden = style.get("visibility", "visible") != "visible"
        if name in SHAPES:
            outline = self.outline(element, style, frame)
            if outline is None:
                return ()
            if is_hidden:
                return unseen((replace(outline, fill="#000000"),))
            return self._painted(outline, element, style, frame)
        if name == "image":
            return unseen(self.image(element, style, frame)) if is_hidden else self.image(element, style, frame)
        if name == "text":
            return tuple(set_text(element, style, self, self._paints, self._fonts, (frame.width, frame.height)))
        self.leave_out(name, f"'{name[:40]}' on line {element.line}", "draw it with paths, or save the drawing as PNG")
        return ()

    def with_effects(self, element: Element, items: tuple[Item, ...], frame: SvgFrame) -> tuple[Item, ...]:
        """Return the items with the transform, the clip, the opacity and the blend mode of an element."""
        own, drawn = element.own, items
        matrix = matrix_of(element, *frame[:2], box_of=lambda: bounds(drawn, reach=0.0))
        items = self._masked(element, self._filtered(element, items), frame)
        opacity, blend = share(own.get("opacity")), own.get("mix-blend-mode", "normal")
        if blend not in _BLENDS:
            self.leave_out("blend", f"the blend mode '{blend[:20]}'", "choose another blend mode", element)
            blend = "normal"
        clips = self.clips_of(element, items, frame)
        if clips is None or opacity == 0:
            items, clips = unseen(drawn), []
        first = clips[0] if clips and not isinstance(clips[0], tuple) else None
        if own.get("isolation") == "isolate" and not clips and (box := bounds(items, reach=SPIKE)):
            first = Rect(box.left, box.top, box.width, box.height)
        for clip in clips[first is not None :]:
            items = (veiled(items, clip, True) if isinstance(clip, tuple) else Group(items, clip=clip),)
        opacity = opacity or 1.0
        if matrix == IDENTITY and not first and opacity == 1 and blend == "normal":
            return items
        return (Group(items, matrix, first, opacity=opacity, blend=cast(BlendMode, blend)),)

    def _filtered(self, element: Element, items: tuple[Item, ...]) -> tuple[Item, ...]:
        """Return the items with the blurs and shadows of a filter."""
        written = effect_of(element, "filter")
        if written == "none":
            return items
        found = self._tree.find(written)
        box = bounds(items, reach=0.0)
        if box and element.name == "text":  # its box has the height of the font, not of its ink
            box = box.grown(0.0, 0.3 * box.height)
        if box is None and not (found and paints_by_itself(found)):
            return items
        try:
            if found is None or box is None or found.name != "filter" or not self.may_bake():
                raise UnreadFilterError
            if not is_one_address(written):
                raise UnreadFilterError
            layers = read_filter(found, lambda text, style, step: self._paints.colour(text, style, 1.0, step))
        except UnreadFilterError:
            self.leave_out("filter", "the filter", self._tree.lacks(written) or WITHOUT.format("filter"), element)
            return items
        if blurs_one_way(found):
            self.leave_out("blur", "the blur that is wider one way", "it is printed equally wide both ways", element)
        if mixes_light(found, layers, items):
            hint = 'write color-interpolation-filters="sRGB" on the filter; its colours are printed mixed as elsewhere'
            self.leave_out("light", "the mixing of see-through colours by their light", hint, found)
        made = filtered(items, layers)
        return (Group(made, clip=region(found, box, "filterUnits", self._size)),) if made and made != items else made

    def _masked(self, element: Element, items: tuple[Item, ...], frame: SvgFrame) -> tuple[Item, ...]:
        """Return the items with what a mask leaves of them."""
        written = effect_of(element, "mask")
        mask = self._tree.find(written)
        box = bounds(items, reach=0.0) if items and written != "none" else None
        if box is None:
            return items
        if mask is None or mask.name != "mask" or mask in frame.through or not self.may_bake():
            self.leave_out("mask", "the mask", self._tree.lacks(written) or WITHOUT.format("mask"), element)
            return items
        inner = frame._replace(through=(*frame.through, mask), depth=frame.depth + 1)
        veil = visible(self.group_items(mask, self.around(mask), inner))
        if mask.attributes.get("maskContentUnits") == "objectBoundingBox":
            veil = (Group(veil, (box.width, 0.0, 0.0, box.height, box.left, box.top)),)
        by_alpha = "alpha" in (mask.own.get("mask-type", ""), element.own.get("mask-mode", ""))
        clip = as_clip(veil, by_alpha)
        if clip is None:
            items = (veiled(items, veil or (Rect(0.0, 0.0, 0.0, 0.0, fill="#000000"),), by_alpha),)
        else:
            items = (Group(items, clip=clip),)
        items = (Group(items, clip=region(mask, box, "maskUnits", frame[:2])),)
        return self._masked(mask, items, inner)

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
        target = self._tree.shown(target)
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
        clip = None if shows_all(element) else Rect(x, y, width, height)
        return (Group((Group(items, matrix),), clip=clip),) if items else ()

    # Shapes.

    def _painted(self, outline: Outline, element: Element, style: Styles, frame: SvgFrame) -> tuple[Item, ...]:
        """Return the shape with its fill, its stroke and its markers: in one item if it can be."""
        box = bounds((replace(outline, fill="#000000"),), reach=0.0)
        if isinstance(outline, Path):
            outline = replace(outline, even_odd=style.get("fill-rule") == "evenodd")
        fill, clear = (None, 1.0) if element.name == "line" else self._paints.paint("fill", style, box, element)
        colour, faint = self._paints.paint("stroke", style, box, element)
        stroke = self.stroke(colour, element, style, frame) if colour else None
        markers = tuple(self._markers(element, outline, style, frame))
        parts: dict[str, tuple[Item, ...]] = {"fill": (), "markers": markers}
        if fill is None and element.name != "line" and box:
            parts["fill"] = self._tiled(outline, style, box, frame)
        fill = fill if box is None or (box.width and box.height) else None  # PDF would paint a line
        order = paint_order(style)
        if fill and stroke and clear == faint == 1 and order[:2] == ("fill", "stroke"):
            return (replace(outline, fill=fill, stroke=stroke), *markers)
        if fill:
            parts["fill"] = faded(replace(outline, fill=fill), clear)
        parts["stroke"] = faded(replace(outline, stroke=stroke), faint) if stroke else ()
        painted = tuple(item for part in order for item in parts[part])
        return painted or unseen((replace(outline, fill="#000000"),))

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
        relative = attributes.get("patternUnits") != "userSpaceOnUse"
        whole = (1.0, 1.0) if relative else (frame.width, frame.height)
        x, y, width, height = (
            length(attributes.get(name, "0"), whole[name in ("y", "height")]) for name in ("x", "y", "width", "height")
        )
        if relative:
            x, y, width, height = (
                box.left + x * box.width,
                box.top + y * box.height,
                width * box.width,
                height * box.height,
            )
        matrix = matrix_of(pattern, *whole, given=attributes.get("patternTransform", ""))
        if relative and "transform-origin" in pattern.own:
            self.leave_out("origin", "the transform-origin", "write it into the patternTransform", pattern)
        if width <= 0 or height <= 0 or abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) < 1e-9:
            return ()
        before = self._tiles
        inside = self._pattern_items(content, attributes, box, width, height, frame)
        columns, rows = cells(box, matrix, x, y, width, height)
        count = len(columns) * len(rows) * (1 + self._tiles - before)
        self._tiles = before
        if before + count > MOST_TILES:
            self.leave_out("pattern", "a pattern of very many tiles", "make the tiles larger", pattern)
            return ()
        self._tiles += count
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
        names = {place: style.get(f"marker-{place}", "none") for place in ("start", "mid", "end")}
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
        width, height = (
            length(one.get("markerWidth", "3"), frame.width),
            length(one.get("markerHeight", "3"), frame.height),
        )
        box = view_box(one.get("viewBox"))
        grown = place if one.get("markerUnits") == "userSpaceOnUse" else compose(place, scale(line))
        matrix = fitted(box, 0.0, 0.0, width, height, one.get("preserveAspectRatio")) if box else IDENTITY
        x, y = length(one.get("refX", "0"), frame.width), length(one.get("refY", "0"), frame.height)
        a, b, c, d, e, f = matrix
        matrix = compose(compose(grown, translate(-(a * x + c * y + e), -(b * x + d * y + f))), matrix)
        inner = frame._replace(through=(*frame.through, marker), depth=frame.depth + 1)
        items = self.group_items(marker, {**self.around(marker), **context_of(path)}, inner)
        shown = box or ViewBox(0.0, 0.0, width, height)
        clip = None if shows_all(marker) else Rect(*shown)
        if items:
            yield Group(items, matrix, clip)
