"""Drawings as trees of items: what is repeated in them, drawings in several languages as one, and drawings as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import assert_never

from msgspec.structs import replace

from pnp.scene.items import (
    IDENTITY,
    MITRE,
    Affine,
    Ellipse,
    Fill,
    Group,
    Item,
    Language,
    LinearGradient,
    Path,
    Picture,
    RadialGradient,
    Rect,
    Scene,
    Stroke,
    Text,
)
from pnp.scene.parts import Part, PartSet, Sheet
from pnp.scene.paths import path_text
from pnp.units import decimal

# Repeated drawings: tuples of items that several groups share, found by identity.


class Survey:
    """An index of drawings: how many groups hold each tuple of items, and the leaves. Each tuple is visited once.

    `leaves` are the texts and pictures in the order in which they are found. `is_blending` if a group blends,
    `is_shadowed` if one has a shadow, `is_layered` if one is on a layer, `is_tagged` if one has a tag.
    """

    def __init__(self, roots: Iterable[tuple[Item, ...]]) -> None:
        self.leaves: list[Text | Picture] = []
        self.is_blending = self.is_shadowed = self.is_layered = self.is_tagged = False
        self._counts: Counter[int] = Counter()
        self._seen: dict[int, tuple[Item, ...]] = {}
        for root in roots:
            self._look(root)

    def repeated(self, least: int = 1) -> tuple[tuple[Item, ...], ...]:
        """Return the tuples that more than one group holds and that weigh at least `least`, inner before outer ones.

        Groups inside a repeated tuple count once, since the tuple is written once.
        """
        counts = self._counts
        return tuple(items for key, items in self._seen.items() if counts[key] > 1 and weighs(items, least))

    def _look(self, items: tuple[Item, ...]) -> None:
        """Count the groups that hold each tuple, and collect the leaves."""
        counts = self._counts
        for item in items:
            if isinstance(item, Group):
                inner = item.items
                counts[id(inner)] += 1
                self.is_blending = self.is_blending or item.blend != "normal"
                self.is_shadowed = self.is_shadowed or item.shadow is not None
                self.is_layered = self.is_layered or item.layer is not None
                self.is_tagged = self.is_tagged or item.tag is not None
                if item.alt is not None:
                    self.leaves.append(item.alt)
                if counts[id(inner)] == 1:
                    self._look(inner)
                    self._seen[id(inner)] = inner
            elif isinstance(item, (Text, Picture)):
                self.leaves.append(item)


def weighs(items: tuple[Item, ...], least: int) -> bool:
    """Whether the items weigh at least `least`: 1 for each item, more for a long path."""
    return _lacking(items, least) <= 0


def _lacking(items: tuple[Item, ...], least: int) -> int:
    """Return the weight still missing after the items are counted. Counting stops at 0."""
    for item in items:
        if least <= 0:
            break
        least -= 1
        if isinstance(item, Group):
            least = _lacking(item.items, least)
        elif isinstance(item, Path):
            least -= len(item.commands) // 4
    return least


# Languages: what they share is drawn once, the rest on a layer for each.

Columns = Sequence[tuple[Item, ...]]
"""For each place in the drawings, its item in each language."""


def in_layers(drawings: Mapping[str, tuple[Item, ...]]) -> tuple[Item, ...]:
    """Return drawings in several languages, by code, as one: a reader shows the layer of one language at a time.

    Where they are equal, it is the first drawing itself, so that repeated drawings stay repeated.
    """
    rows = tuple(drawings.values())
    if all(items == rows[0] for items in rows):
        return rows[0]
    codes = tuple(drawings)
    if len({len(items) for items in rows}) == 1:
        return tuple(_merged(codes, list(zip(*rows, strict=True))))
    least = min(map(len, rows))
    first = _shared(codes, zip(*rows, strict=False), least)
    last = _shared(codes, zip(*map(reversed, rows), strict=False), least - len(first))[::-1]
    middle = [items[len(first) : len(items) - len(last)] for items in rows]
    return (*first, *_apart(codes, middle), *last)


def _shared(codes: Sequence[str], columns: Iterable[tuple[Item, ...]], most: int) -> list[Item]:
    """Return the items at the beginning of all drawings, `most` at most, up to one that differs."""
    found = (_joined(codes, column) for _, column in zip(range(most), columns, strict=False))
    return [item for item in takewhile(lambda item: item is not None, found) if item is not None]


def _merged(codes: Sequence[str], columns: Columns) -> Iterator[Item]:
    """Yield the items of drawings that have equally many; those next to each other that differ share their layers."""
    apart: list[tuple[Item, ...]] = []
    for column in columns:
        item = _joined(codes, column)
        if item is None:
            apart.append(column)
            continue
        if apart:
            yield from _apart(codes, list(zip(*apart, strict=True)))
            apart = []
        yield item
    if apart:
        yield from _apart(codes, list(zip(*apart, strict=True)))


def _joined(codes: Sequence[str], column: tuple[Item, ...]) -> Item | None:
    """Return one item for those of all languages: groups may differ within; None if all of it differs.

    A shadow falls from all that is in a group, so that a group with one is not divided.
    """
    first = column[0]
    if all(item == first for item in column):
        return first
    groups = [item for item in column if isinstance(item, Group) and item.shadow is None]
    if len(groups) < len(column):
        return None
    frame = replace(groups[0], items=())
    if any(replace(group, items=(), origin=frame.origin) != frame for group in groups):
        return None
    return replace(groups[0], items=in_layers(dict(zip(codes, (group.items for group in groups), strict=True))))


def _apart(codes: Sequence[str], rows: Sequence[tuple[Item, ...]]) -> Iterator[Group]:
    """Yield the layer of each language, an empty one too: the first of a file is the one that is shown."""
    if any(rows):
        yield from (Group(items, layer=Language(code)) for code, items in zip(codes, rows, strict=True))


class Untranslatable(ValueError):
    """The parts of a component differ by language in more than what is drawn on them."""


def in_languages(parts: Mapping[str, PartSet]) -> PartSet:
    """Return the parts of a component in several languages, by code, as one: each face has a layer for each language.

    All but the faces is in the first language. Raises Untranslatable if parts of a place have another size or number.
    """
    first, *others = parts.values()
    if any(list(map(_frame, each.parts)) != list(map(_frame, first.parts)) for each in others):
        raise Untranslatable(first.component)
    done: dict[tuple[int, ...], Scene] = {}  # a back that all parts share stays one

    def face(scenes: Sequence[Scene]) -> Scene:
        key = tuple(map(id, scenes))
        if key not in done:
            items = in_layers({code: scene.items for code, scene in zip(parts, scenes, strict=True)})
            done[key] = replace(scenes[0], items=items)
        return done[key]

    def part(each: tuple[Part, ...]) -> Part:
        backs = [one.back for one in each if one.back]
        return replace(each[0], front=face([one.front for one in each]), back=face(backs) if backs else None)

    return replace(first, parts=tuple(map(part, zip(*(each.parts for each in parts.values()), strict=True))))


def _frame(part: Part) -> tuple[object, ...]:
    """Return what of a part is the same in every language: its size, its cut, its number and its folds."""
    sizes = [(face.width, face.height, face.bleed) for face in (part.front, part.back) if face]
    return sizes, part.outline, part.copies, part.folds


# A drawing as text, stable between runs, for people and golden files.


def dump(drawing: Scene | Sheet) -> str:
    """Return a line for each item, with groups indented. Repeated tuples are written once and referred to by number."""
    size = f"{decimal(drawing.width)} × {decimal(drawing.height)}"
    if isinstance(drawing, Scene):
        head = f"scene '{drawing.name}' {size} bleed {decimal(drawing.bleed)}"
    else:
        head = f"sheet '{drawing.label}' {size} {' '.join(drawing.components)} {drawing.side}"
    numbers = {id(items): index for index, items in enumerate(Survey((drawing.items,)).repeated(), 1)}
    return "\n".join((head, *_lines(drawing.items, "  ", numbers, set()))) + "\n"


def _lines(items: tuple[Item, ...], indent: str, numbers: dict[int, int], written: set[int]) -> Iterator[str]:
    for item in items:
        if not isinstance(item, Group):
            yield indent + _line(item)
            continue
        number = numbers.get(id(item.items))
        yield indent + _group(item) + ("" if number is None else f" #{number}")
        if number is None or number not in written:
            yield from _lines(item.items, indent + "  ", numbers, written)
        if number is not None:
            written.add(number)


def _line(item: Rect | Ellipse | Path | Text | Picture) -> str:
    match item:
        case Rect(x, y, width, height, radius):
            corner = f" r {decimal(radius)}" if radius else ""
            return f"rect {_row(x, y, width, height)}{corner}{_paint(item.fill, item.stroke)}"
        case Ellipse(cx, cy, rx, ry):
            return f"ellipse {_row(cx, cy, rx, ry)}{_paint(item.fill, item.stroke)}"
        case Path(commands):
            rule = " even-odd" if item.even_odd else ""
            return f"path {path_text(commands)}{_paint(item.fill, item.stroke)}{rule}"
        case Text(x, y, string, font, size, fill, width, tracking):
            spaced = f" tracking {decimal(tracking)}" if tracking else ""
            line = f" width {decimal(width)}{spaced}{_paint(None, item.stroke)}"
            return f"text {_row(x, y)} {string!r} {font} {decimal(size)}pt {_fill(fill)}{line}"
        case Picture(x, y, width, height, bitmap):
            return f"picture {_row(x, y, width, height)} {bitmap.width} × {bitmap.height} {bitmap.form} {bitmap.digest}"
        case _:
            assert_never(item)


def _group(group: Group) -> str:
    origin = group.origin
    made_for = "".join(f" {name} '{value}'" for name, value in _origin(group) if value) if origin else ""
    cut = "" if group.clip is None else f" clip ({_line(group.clip)})"
    mixed = "" if group.blend == "normal" else f" {group.blend}"
    dark = ""
    if group.shadow:
        it = group.shadow
        dark = f" shadow {it.colour} {_row(it.blur, it.dx, it.dy, it.opacity)}{' alone' if it.alone else ''}"
        dark += " in linear light" if it.linear else ""
        if it.mask:
            dark += f" masked by {len(it.mask)}{' (alpha)' if it.by_alpha else ''}"
    layer = f" on '{group.layer}'" if group.layer else ""
    tag = f" as {group.tag.role}" if group.tag else ""
    return f"group{tag}{layer}{_transform(group.transform)}{dark}{_seen(group.opacity)}{mixed}{cut}{made_for}"


def _origin(group: Group) -> tuple[tuple[str, str], ...]:
    """Return row and layer. The span is left out because it changes with every line added above."""
    return () if group.origin is None else (("row", group.origin.row), ("layer", group.origin.layer))


def _transform(matrix: Affine) -> str:
    if matrix == IDENTITY:
        return ""
    if matrix[:4] == IDENTITY[:4]:
        return f" at {_row(*matrix[4:])}"
    return f" matrix {_row(*matrix[:4], places=6)} {_row(*matrix[4:])}"


def _paint(fill: Fill | None, stroke: Stroke | None) -> str:
    line = ""
    if stroke is not None:
        dash = f" dash {_row(*stroke.dash)}" if stroke.dash else ""
        dash += f" offset {decimal(stroke.offset)}" if stroke.offset else ""
        sharp = f" {decimal(stroke.mitre)}" if stroke.mitre != MITRE else ""
        line = f" stroke {_fill(stroke.colour)} {decimal(stroke.width)}{dash} {stroke.cap} {stroke.join}{sharp}"
    return (f" fill {_fill(fill)}" if fill else "") + line


def _fill(fill: Fill) -> str:
    match fill:
        case str():
            return fill
        case LinearGradient(start, end):
            head = f"linear {_row(*start, *end)}"
        case RadialGradient(centre, radius):
            head = f"radial {_row(*centre, radius)}" + (f" focus {_row(*fill.focus)}" if fill.focus else "")
        case _:
            assert_never(fill)
    stops = ("".join((f" {decimal(it.at)} {it.colour}", _seen(it.opacity))) for it in fill.stops)
    return f"({head}{_transform(fill.transform)}{''.join(stops)})"


def _seen(opacity: float) -> str:
    return "" if opacity >= 1 else f" opacity {decimal(opacity)}"


def _row(*values: float, places: int = 4) -> str:
    return " ".join([decimal(value, places) for value in values])
