"""Texts of SVG in the fonts at hand, also along paths."""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, pairwise, takewhile
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from pnp.scene.bitmaps import PictureRefused
from pnp.scene.items import (
    BoundingBox,
    Command,
    Group,
    Item,
    Path,
    Point,
    Stroke,
    Text,
    compose,
    rotate,
    scale,
    translate,
)
from pnp.scene.paths import curve_points, transformed
from pnp.scene.svg_paint import Paints
from pnp.scene.svg_values import length
from pnp.scene.svg_xml import Element
from pnp.scene.typesetting.fonts import Face, Family, FontError, face_of, in_weight, named
from pnp.units import MM_PER_POINT

Fonts = Callable[[str], "str | Family | None"]
"""Returns the family of a game by its name; None if it has none of that name."""

MOST_LETTERS = 20_000
"""Maximum number of letters of one text."""

DEFAULT = "Fira Sans"
"""The family of texts in a font that is not at hand."""

STAND_INS = dict.fromkeys(("arial", "helvetica", "helvetica neue", "liberation sans", "sans-serif"), "Arimo")
"""Families with letters of the same widths as fonts that are not at hand."""

STEPS = 24
"""The number of straight lines that approximate a curve of a path."""

_WITHOUT = {
    "word-spacing": (("normal", "0", "0px"), "the space between the words"),
    "direction": (("ltr",), "the direction of the letters"),
    "font-stretch": (("normal", "100%"), "the narrow or wide form of the letters"),
    "writing-mode": (("lr-tb", "lr", "horizontal-tb"), "the direction of the letters"),
    "font-variant": (("normal", "none"), "the small capitals"),
    "text-decoration": (("none", "none solid rgb(0, 0, 0)"), "the line at the text"),
    "text-decoration-line": (("none",), "the line at the text"),
}
"""Properties of texts that are not supported: the values that change nothing, and what is left out of others."""

_FIRST_LETTER = re.compile(r"(?<!\w)(?<!\w['’])[^\W\d_]")
"""The first letter of a word, as browsers find words: that of `o'clock`, but not of `3rd`; two of `ab-cd`."""

OUTLINES = "convert the text to paths (Object to Path, Create Outlines, Convert to Curves)"
_GENERIC = frozenset(("sans-serif", "serif", "monospace", "cursive", "fantasy", "system-ui"))
_WEIGHTS = {"normal": 400, "bold": 700, "bolder": 700, "lighter": 300}
_BLANK = re.compile(r"[ \t\r\n]+")


class SvgSetting(Protocol):
    """What a text needs of the drawing that it is in."""

    def leave_out(self, kind: str, what: str, hint: str, element: Element | None = None) -> None:
        """Note something that is not printed."""

    def style(self, element: Element, inherited: Mapping[str, str]) -> dict[str, str]:
        """Return the style of an element."""

    def em(self, style: Mapping[str, str]) -> float:
        """Return the size of the font in px."""

    def way(self, element: Element) -> tuple[Command, ...]:
        """Return the path that an element names; empty if there is none."""


class SvgLetters(Struct):
    """Letters in one style; `x` and `y` are where they begin, None for where the letters before them end.

    On a path, given by points, `x` is added to `offset`.
    """

    string: str
    style: Mapping[str, str]
    element: Element
    x: float | None = None
    y: float | None = None
    dx: float = 0.0
    dy: float = 0.0
    path: tuple[Point, ...] | None = None
    offset: float = 0.0
    keeps_blanks: bool = False


def set_text(
    element: Element,
    style: Mapping[str, str],
    drawing: SvgSetting,
    paints: Paints,
    fonts: Fonts | None,
    size: tuple[float, float],
) -> Iterator[Item]:
    """Yield the items of a text."""
    styles: dict[Element, Mapping[str, str]] = {}
    stretches = _trimmed(list(_stretches(element, style, drawing, styles)))
    for each in stretches:
        _note_unsupported(each, drawing)
    if sum(len(each.string) for each in stretches) > MOST_LETTERS:
        raise PictureRefused(f"a text of it has more than {MOST_LETTERS:,} letters", OUTLINES)
    stretches = list(_placed(stretches, styles, drawing, size))
    x = y = 0.0
    for chunk in _chunks(stretches):
        path = chunk[0].path
        faces = [_face(each, drawing, fonts) for each in chunk]
        widths = [_width(each, face, drawing) for each, face in zip(chunk, faces, strict=True)]
        left = chunk[0].offset if path is not None else 0.0
        start = at = left + (chunk[0].x or 0.0) if path is not None or chunk[0].x is not None else x
        starts = []
        for each, width in zip(chunk, widths, strict=True):
            at = (at if each.x is None else left + each.x) + each.dx
            starts.append(at)
            at += width
        before = (at - start) * {"middle": 0.5, "end": 1.0}.get(chunk[0].style.get("text-anchor", "start"), 0.0)
        placed = [
            (each, face, each_start - before) for each, face, each_start in zip(chunk, faces, starts, strict=True)
        ]
        if path is not None:
            yield from _on_path(placed, path, drawing, paints)
            continue
        for (each, face, each_x), width in zip(placed, widths, strict=True):
            y = (each.y if each.y is not None else y) + each.dy
            if face:
                letters = _set(each, face, each_x, y + _lowered(each, face, drawing), width, drawing, paints)
                if each.style.get("visibility", "visible") == "visible":
                    yield from letters
                else:  # it counts in the boxes of its groups
                    yield Group(tuple(letters), opacity=0.0)
        x = at


def _chunks(stretches: Iterable[SvgLetters]) -> Iterator[list[SvgLetters]]:
    """Yield the stretches that `text-anchor` moves together, up to one with its own `x` or `y`, or all on a path."""
    chunk: list[SvgLetters] = []
    for each in stretches:
        has_place = each.path is None and (each.x is not None or each.y is not None)
        if chunk and (has_place or each.path is not chunk[0].path):
            yield chunk
            chunk = []
        chunk.append(each)
    if chunk:
        yield chunk


def _stretches(
    element: Element, style: Mapping[str, str], drawing: SvgSetting, styles: dict[Element, Mapping[str, str]]
) -> Iterator[SvgLetters]:
    """Yield the stretches of letters of a text, without their places, and store the styles of its elements."""
    styles[element] = style
    inside = takewhile(lambda each: each.name in ("text", *_INNER), (element, *element.around()))
    spaces = (each.attributes[_SPACE] for each in inside if _SPACE in each.attributes)
    keeps = style.get("white-space", next(spaces, "")) in ("pre", "pre-wrap", "break-spaces", "preserve")
    for part in element.content:
        if isinstance(part, Element):
            yield from _inside(part, style, drawing, styles)
        else:
            text = part.replace("\n", " ").replace("\t", " ") if keeps else _BLANK.sub(" ", part)
            yield SvgLetters(text, style, element, keeps_blanks=keeps)


def _placed(
    stretches: Iterable[SvgLetters],
    styles: Mapping[Element, Mapping[str, str]],
    drawing: SvgSetting,
    size: tuple[float, float],
) -> Iterator[SvgLetters]:
    """Yield the stretches, divided at the letters that have their own places.

    A list such as `x="1 2"` is for the letters in an element and the elements in it, whose own lists come first
    (SVG 2, 11.4.2).
    """
    stretches = list(stretches)
    first, end, count = dict[Element, int](), dict[Element, int](), 0
    for each in stretches:
        for element in (each.element, *each.element.around()):
            first.setdefault(element, count)
            end[element] = count + len(each.string)
        count += len(each.string)
    places: dict[int, dict[str, float]] = {}
    for element in filter(first.__contains__, styles):  # from the outside in
        for key in ("x", "y", "dx", "dy"):
            values = _lengths(element, key, styles[element], drawing, size)
            for at, value in zip(range(first[element], end[element]), values, strict=False):
                places.setdefault(at, {})[key] = value
    count = 0
    for each in stretches:
        inner = [at for at in range(1, len(each.string)) if count + at in places]
        for start, stop in pairwise((0, *inner, len(each.string))):
            place = places.get(count + start, {})
            if each.path is not None:
                place = {key: value for key, value in place.items() if key != "y"}
            yield replace(each, string=each.string[start:stop], **place)
        count += len(each.string)


def _note_unsupported(each: SvgLetters, drawing: SvgSetting) -> None:
    """Note what of the style of a stretch of letters is not printed."""
    for name, (plain, what) in _WITHOUT.items():
        if name in each.style and each.style[name] not in plain:
            drawing.leave_out(name, what, OUTLINES, each.element)
    for element in (each.element, *each.element.around()):
        if element.attributes.get("textLength"):
            drawing.leave_out("textLength", "the stretching of the text", OUTLINES, element)
        if element.attributes.get("rotate", "").strip(" 0,."):
            drawing.leave_out("rotate", "the turns of single letters", OUTLINES, element)
        if element.name == "text":
            return


def _lowered(each: SvgLetters, face: Face, drawing: SvgSetting) -> float:
    """Return how far the line of the letters is below its place, by the words for baselines."""
    em = drawing.em(each.style)
    own = each.element.own
    shift = own.get("baseline-shift", "baseline")
    raised = {"baseline": 0.0, "super": 0.4 * em, "sub": -0.3 * em}.get(shift)
    base = own.get("alignment-baseline", each.style.get("dominant-baseline", "auto"))
    match base:
        case "middle":
            down = face.x_height * em / 2
        case "central" | "mathematical":
            down = (face.ascent + face.descent) * em / 2
        case "hanging":
            down = 0.8 * face.ascent * em
        case "text-before-edge" | "before-edge" | "text-top" | "top":
            down = face.ascent * em
        case "text-after-edge" | "after-edge" | "ideographic" | "text-bottom" | "bottom":
            down = face.descent * em
        case _:
            down = 0.0
    return down - (length(shift, em, em) if raised is None else raised)


def _inside(
    part: Element, style: Mapping[str, str], drawing: SvgSetting, styles: dict[Element, Mapping[str, str]]
) -> Iterable[SvgLetters]:
    """Return the stretches of an element within a text."""
    if part.name == "textPath":
        for name in ("filter", "mask"):
            if "(" in part.own.get(name, ""):
                drawing.leave_out(name, f"the {name} of a text on a path", f"give the {name} to the whole text", part)
        return _along(part, style, drawing, styles)
    if part.name not in _INNER or part.own.get("display") == "none":
        return []
    return _stretches(part, drawing.style(part, style), drawing, styles)


def _along(
    part: Element, style: Mapping[str, str], drawing: SvgSetting, styles: dict[Element, Mapping[str, str]]
) -> list[SvgLetters]:
    """Return the stretches of a text on a path."""
    points = tuple(_points(drawing.way(part)))
    if len(points) < 2:
        drawing.leave_out("textPath", "the text on a path", OUTLINES, part)
        return []
    whole = sum(math.dist(*pair) for pair in pairwise(points))
    own = drawing.style(part, style)
    offset = length(part.attributes.get("startOffset", "0"), whole, drawing.em(own))
    letters = list(_stretches(part, own, drawing, styles))
    for each in letters:
        each.path, each.offset = points, offset
    return letters


def _points(commands: Sequence[Command]) -> Iterator[Point]:
    """Yield points of a path, whose curves are approximated."""
    first = at = (0.0, 0.0)
    for step in commands:
        match step:
            case ("M", x, y):
                first = at = (x, y)
                yield at
            case ("L", x, y):
                at = (x, y)
                yield at
            case ("C", ax, ay, bx, by, x, y):
                yield from curve_points(at, ax, ay, bx, by, x, y, steps=STEPS)
                at = (x, y)
            case _:
                at = first
                yield at


def _on_path(
    chunk: Iterable[tuple[SvgLetters, Face | None, float]],
    points: Sequence[Point],
    drawing: SvgSetting,
    paints: Paints,
) -> Iterator[Item]:
    """Yield letters on a path, each turned as the path runs at its middle; those beyond its ends are left out.

    Each stretch has the distance along the path at which it begins.
    """
    reached = [0.0, *accumulate(math.dist(*pair) for pair in pairwise(points))]
    y = 0.0
    for each, face, x in chunk:
        y += each.dy
        for char in each.string if face else "":
            assert face is not None
            one = SvgLetters(char, each.style, each.element)
            width = _width(one, face, drawing)
            middle = x + width / 2
            x += width
            if not 0 <= middle <= reached[-1]:
                continue
            at = min(max(bisect_right(reached, middle), 1), len(points) - 1)
            (ax, ay), (bx, by) = points[at - 1], points[at]
            share = (middle - reached[at - 1]) / ((reached[at] - reached[at - 1]) or 1.0)
            turn = math.degrees(math.atan2(by - ay, bx - ax))
            place = compose(translate(ax + (bx - ax) * share, ay + (by - ay) * share), rotate(turn))
            if letter := tuple(_set(one, face, -width / 2, y, width, drawing, paints)):
                yield Group(letter, place)


def letter_shapes(items: Iterable[Item]) -> Iterator[Path]:
    """Yield the outlines of texts among the items."""
    for item in items:
        match item:
            case Text():
                face, unit = named(item.font), item.size * MM_PER_POINT
                x = item.x
                for char in item.string:
                    glyph = compose(translate(x, item.y), scale(unit / face.units))
                    yield Path(transformed(face.outline(char), glyph))
                    x += face.advance(char, item.size) + item.tracking
            case Group(items=inner):
                for shape in letter_shapes(inner):
                    yield Path(transformed(shape.commands, item.transform))
            case Path():
                yield item
            case _:
                pass


_INNER = ("tspan", "a", "textPath")
_SPACE = "{http://www.w3.org/XML/1998/namespace}space"


def _trimmed(stretches: list[SvgLetters]) -> list[SvgLetters]:
    """Return the stretches in small or capital letters, without blanks at the ends of the text and after blanks."""
    before = " "
    for each in stretches:
        if before.endswith(" ") and not each.keeps_blanks:
            each.string = each.string.lstrip(" ")
        each.string = _in_case(each.string, each.style.get("text-transform", ""), before)
        before = (before + each.string)[-2:]
    for each in reversed(stretches):
        if each.string and not each.keeps_blanks:
            each.string = each.string.rstrip(" ")
        if each.string:
            break
    return [each for each in stretches if each.string]


def _in_case(text: str, case: str, before: str) -> str:
    """Return a text in small or capital letters, or with capitals at the beginnings of words, after other letters."""
    match case:
        case "uppercase":
            return text.upper()
        case "lowercase":
            return text.lower()
        case "capitalize":
            return _FIRST_LETTER.sub(lambda letter: letter[0].title(), before + text)[len(before) :]
        case _:
            return text


def _lengths(
    element: Element, key: str, style: Mapping[str, str], drawing: SvgSetting, size: tuple[float, float]
) -> list[float]:
    words = element.attributes.get(key, "").replace(",", " ").split()
    return [length(word, size[key.endswith("y")], drawing.em(style)) for word in words]


def _face(each: SvgLetters, drawing: SvgSetting, fonts: Fonts | None) -> Face | None:
    """Return the face of a stretch; of the first family at hand, else of the default one, which is noted."""
    weight = each.style.get("font-weight", "400")
    bold = _WEIGHTS.get(weight) or (int(weight) if weight.isdigit() and len(weight) < 5 else 400)
    slanted = each.style.get("font-style", "normal") != "normal"
    names = [name.strip(" '\"") for name in each.style.get("font-family", "sans-serif").split(",")]
    for name in names:
        stand_in = STAND_INS.get(name.lower())
        if name.lower() in _GENERIC and not stand_in:
            break
        family = (fonts(name) if fonts else None) or name
        try:
            return face_of(family, bold, slanted)
        except FontError:
            if stand_in:
                return in_weight(face_of(stand_in, bold, slanted), bold)
    else:
        hint = f"{OUTLINES}, or add the font to the theme; it is printed in {DEFAULT}, whose letters have other widths"
        drawing.leave_out("font", f"the font '{names[0][:40]}'", hint, each.element)
    return face_of(DEFAULT, bold, slanted)


def _width(each: SvgLetters, face: Face | None, drawing: SvgSetting) -> float:
    if face is None:
        return 0.0
    missing = [char for char in each.string if not face.has(char) and char.isprintable()]
    if missing:
        drawing.leave_out("glyph", f"the character '{missing[0]}', which its font lacks,", OUTLINES, each.element)
        each.string = "".join(char for char in each.string if face.has(char))
    spaced = _tracking(each, drawing) * len(each.string)
    return face.advance(each.string, drawing.em(each.style) / MM_PER_POINT) + spaced


def _tracking(each: SvgLetters, drawing: SvgSetting) -> float:
    written = each.style.get("letter-spacing", "normal")
    return 0.0 if written == "normal" else length(written, 0.0, drawing.em(each.style))


def _set(
    each: SvgLetters, face: Face, x: float, y: float, width: float, drawing: SvgSetting, paints: Paints
) -> Iterator[Item]:
    """Yield the letters of a stretch: as text, or as shapes if they have an outline."""
    em = drawing.em(each.style)
    if not each.string.strip() or em <= 0:
        return
    box = BoundingBox(x, y - em * 0.8, x + max(width, 1e-3), y + em * 0.2)
    fill, clear = paints.paint("fill", each.style, box, each.element)
    line, faint = paints.paint("stroke", each.style, box, each.element)
    spacing = _tracking(each, drawing)
    thick = length(each.style.get("stroke-width", "1"), 0.0, em)
    if fill is None and line is None:
        return
    if line is None or thick <= 0:
        if fill is not None:
            text = Text(x, y, each.string, face.name, em / MM_PER_POINT, fill, width, spacing)
            yield text if clear == 1 else Group((text,), opacity=clear)
        return
    commands: list[Command] = []
    for char in each.string:
        unit = em / face.units
        commands += transformed(face.outline(char), compose(translate(x, y), scale(unit)))
        x += face.advance(char, em / MM_PER_POINT) + spacing
    inside, around = Path(tuple(commands), fill), Path(tuple(commands), stroke=Stroke(line, thick))
    ordered = [(inside, clear if fill else 0.0), (around, faint)]
    if each.style.get("paint-order", "").startswith("stroke"):
        ordered.reverse()
    yield from (item if opacity == 1 else Group((item,), opacity=opacity) for item, opacity in ordered if opacity)
