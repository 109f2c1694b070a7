"""A drawing as text, stable from run to run, for people and golden files to read."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, assert_never

from pnp.scene.items import IDENTITY, Ellipse, Group, Path, Picture, Rect, Scene, Text
from pnp.scene.numbers import decimal
from pnp.scene.sharing import repeated

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.scene.items import Affine, Command, Item, Stroke
    from pnp.scene.sheet import Sheet


def dump(drawing: Scene | Sheet) -> str:
    """One line an item, groups indented; what is drawn more than once is written once and named by its number."""
    size = f"{decimal(drawing.width)} × {decimal(drawing.height)}"
    if isinstance(drawing, Scene):
        head = f"scene '{drawing.name}' {size} bleed {decimal(drawing.bleed)}"
    else:
        head = f"sheet '{drawing.label}' {size} {' '.join(drawing.components)} {drawing.side}"
    numbers = {id(items): index for index, items in enumerate(repeated((drawing.items,)), 1)}
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
            return f"text {_row(x, y)} {string!r} {font} {decimal(size)}pt {fill} width {decimal(width)}{spaced}"
        case Picture(x, y, width, height, bitmap):
            return f"picture {_row(x, y, width, height)} {bitmap.width} × {bitmap.height} {bitmap.form} {bitmap.digest}"
        case _:
            assert_never(item)


@lru_cache(maxsize=2_000)
def path_text(commands: tuple[Command, ...], places: int = 4) -> str:
    """The path as SVG path data."""
    return "".join([command[0] + _row(*command[1:], places=places) for command in commands])


def _group(group: Group) -> str:
    origin = group.origin
    made_for = "".join(f" {name} '{value}'" for name, value in _origin(group) if value) if origin else ""
    cut = "" if group.clip is None else f" clip ({_line(group.clip)})"
    return f"group{_transform(group.transform)}{cut}{made_for}"


def _origin(group: Group) -> tuple[tuple[str, str], ...]:
    """Row and layer; the span is left out, for it moves with every line that is added above."""
    return () if group.origin is None else (("row", group.origin.row), ("layer", group.origin.layer))


def _transform(matrix: Affine) -> str:
    if matrix == IDENTITY:
        return ""
    if matrix[:4] == IDENTITY[:4]:
        return f" at {_row(*matrix[4:])}"
    return f" matrix {_row(*matrix[:4], places=6)} {_row(*matrix[4:])}"


def _paint(fill: str | None, stroke: Stroke | None) -> str:
    line = ""
    if stroke is not None:
        dash = f" dash {_row(*stroke.dash)}" if stroke.dash else ""
        line = f" stroke {stroke.colour} {decimal(stroke.width)}{dash} {stroke.cap} {stroke.join}"
    return (f" fill {fill}" if fill else "") + line


def _row(*values: float, places: int = 4) -> str:
    return " ".join([decimal(value, places) for value in values])
