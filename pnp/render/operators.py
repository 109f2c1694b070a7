"""Items to PDF operators, in millimetres with y down: the page is flipped and scaled, text is turned back upright."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, assert_never

from pnp.records import dataclass
from pnp.render.embed import name_of
from pnp.scene.items import IDENTITY, Ellipse, Group, Path, Picture, Rect, Stroke, Text
from pnp.scene.numbers import decimal, num
from pnp.scene.shapes import outline_commands
from pnp.units import MM_PER_POINT

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pnp.render.inks import Inks
    from pnp.scene.items import Affine, Command, Item
    from pnp.scene.part import Outline

KEPT = 1 << 14
"""How many paths are kept as they were written: most stand in the whole game and again in the file of a component."""

_LETTERS = {"M": "m", "L": "l", "C": "c", "Z": "h"}
_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}


@dataclass(frozen=True, slots=True)
class _Look:
    """What the page will paint with, `fill` as it was written; None is not known, as at the start of a form."""

    fill: str | None = None
    stroke: Stroke | None = None
    tracking: float | None = None


class Painter:
    """Writes items on a reportlab canvas, in those inks.

    `forms` names the forms made of some tuples of items, by identity.
    """

    def __init__(self, canvas: Any, forms: Mapping[int, str], inks: Inks) -> None:
        self._canvas = canvas
        self._write = canvas.addLiteral
        self._forms = forms
        self._inks = inks
        self._look = _Look()

    def paint(self, items: tuple[Item, ...]) -> None:
        """Writes the items, later ones over earlier ones."""
        for item in items:
            match item:
                case Rect() | Ellipse() | Path():
                    self._shape(item)
                case Text():
                    self._text(item)
                case Picture():
                    self._picture(item)
                case Group():
                    self._group(item)
                case _:
                    assert_never(item)

    def _shape(self, shape: Rect | Ellipse | Path) -> None:
        stroke = shape.stroke if shape.stroke is not None and num(shape.stroke.width) > 0 else None
        if shape.fill is None and stroke is None:
            return
        if shape.fill is not None:
            self._fill(self._inks.area(shape.fill))
        if stroke is not None:
            self._stroke(stroke)
        paint = "S" if shape.fill is None else "f" if stroke is None else "B"
        rule = "*" if isinstance(shape, Path) and shape.even_odd and paint != "S" else ""
        self._write(f"{_outline(shape)} {paint}{rule}")

    def _text(self, text: Text) -> None:
        if not text.string:
            return
        self._fill(self._inks.text(text.fill))
        if text.tracking != self._look.tracking:
            self._write(f"{decimal(text.tracking)} Tc")
            self._look = _Look(self._look.fill, self._look.stroke, text.tracking)
        written = self._canvas.beginText()
        written.setTextTransform(1, 0, 0, -1, round(num(text.x), 4), round(num(text.y), 4))
        written.setFont(text.font, num(text.size) * MM_PER_POINT)
        written.textOut(text.string)
        self._canvas.drawText(written)

    def _picture(self, picture: Picture) -> None:
        upright = (picture.width, 0.0, 0.0, -picture.height, picture.x, picture.y + picture.height)
        self._write(f"q {matrix(upright)} cm")
        self._canvas.doForm(name_of(picture.bitmap))
        self._write("Q")

    def _group(self, group: Group) -> None:
        form = self._forms.get(id(group.items))
        if group.transform == IDENTITY and group.clip is None:
            self._items_or_form(group, form)
            return
        kept = self._look
        self._write("q")
        if group.transform != IDENTITY:
            self._write(f"{matrix(group.transform)} cm")
        if group.clip is not None:
            rule = "W*" if isinstance(group.clip, Path) and group.clip.even_odd else "W"
            self._write(f"{_outline(group.clip)} {rule} n")
        self._items_or_form(group, form)
        self._write("Q")
        self._look = kept

    def _items_or_form(self, group: Group, form: str | None) -> None:
        if form is None:
            self.paint(group.items)
        else:
            self._canvas.doForm(form)

    def _fill(self, written: str) -> None:
        if written != self._look.fill:
            self._write(written)
            self._look = _Look(written, self._look.stroke, self._look.tracking)

    def _stroke(self, stroke: Stroke) -> None:
        if stroke != self._look.stroke:
            dash = " ".join(map(decimal, stroke.dash)) if any(stroke.dash) else ""
            lines = f"{decimal(stroke.width)} w {_CAPS[stroke.cap]} J {_JOINS[stroke.join]} j [{dash}] 0 d"
            self._write(f"{self._inks.line(stroke.colour)} {lines}")
            self._look = _Look(self._look.fill, stroke, self._look.tracking)


def matrix(transform: Affine) -> str:
    """The six numbers of a transform."""
    linear = " ".join([decimal(value, 8) for value in transform[:4]])
    return f"{linear} {decimal(transform[4])} {decimal(transform[5])}"


def _outline(shape: Outline) -> str:
    if isinstance(shape, Rect) and not shape.radius:
        return f"{' '.join(map(decimal, (shape.x, shape.y, shape.width, shape.height)))} re"
    return _path(outline_commands(shape))


@lru_cache(maxsize=KEPT)
def _path(commands: tuple[Command, ...]) -> str:
    return " ".join([" ".join([*map(decimal, step[1:]), _LETTERS[step[0]]]) for step in commands])
