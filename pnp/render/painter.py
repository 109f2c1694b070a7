"""Writes the items of a page on a canvas, as PDF operators and as forms, and text in the codes of its fonts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, assert_never

from msgspec.structs import replace

from pnp.render.inks import (
    ALL_PLATES,
    NEARLY_BLACK,
    FourInks,
    Inks,
    MarkInks,
    lettered,
    matrix,
    path_operators,
    pen,
)
from pnp.render.prepress import HIDDEN, TITLES, Layers
from pnp.render.tagging import END, Structure, StructureElement, begins_line, word_of
from pnp.render.transparency import GradientForm, add_form, document_of, form_box, name_of, state
from pnp.scene.items import (
    IDENTITY,
    MITRE,
    Ellipse,
    Group,
    Item,
    Language,
    LayerKind,
    Path,
    Picture,
    Rect,
    Stroke,
    Text,
)
from pnp.scene.paint import blends
from pnp.scene.typesetting.fonts import named
from pnp.units import LENGTHS, MM_PER_POINT, decimal, num

# Runs of text in a PDF: the document assigns codes to the glyphs of its fonts when they are first used.


class Writing:
    """Writes runs on a reportlab canvas, whose document assigns the codes."""

    def __init__(self, canvas: Any) -> None:
        self._document = document_of(canvas)
        self._codes: dict[str, _Codes] = {}
        self._fonts: dict[tuple[str, float], str] = {}

    def font(self, text: Text) -> str:
        """Return the operator that sets the font and size of a run."""
        key = text.font, text.size
        if key not in self._fonts:
            self._fonts[key] = self._set(text, 0)
        return self._fonts[key]

    def shown(self, text: Text) -> str:
        """Return the operators that show a run, upright on a flipped page; the font is unchanged afterwards."""
        codes = self._of(text.font)
        written = text.string.translate(codes)
        place = f"1 0 0 -1 {LENGTHS[text.x]} {LENGTHS[text.y]} Tm"
        if codes.beyond.isdisjoint(text.string):
            return f"BT {place} <{written.encode('latin-1').hex()}> Tj ET"
        pieces = codes.font.splitString(text.string, self._document)
        runs = " ".join([f"{self._set(text, subset)} <{coded.hex()}> Tj" for subset, coded in pieces])
        return f"BT {place} {runs} {self.font(text)} ET"

    def _of(self, font: str) -> _Codes:
        if font not in self._codes:
            self._codes[font] = _Codes(font, self._document)
        return self._codes[font]

    def _set(self, text: Text, subset: int) -> str:
        name = self._of(text.font).font.getSubsetInternalName(subset, self._document)
        return f"{name} {decimal(num(text.size) * MM_PER_POINT, 6)} Tf"


class _Codes(dict[int, str]):
    """The codes of one font's characters, as a table for `str.translate`; a new character gets the next code."""

    def __init__(self, font: str, document: Any) -> None:
        from reportlab.pdfbase import pdfmetrics

        super().__init__()
        self.font, self.beyond = pdfmetrics.getFont(font), set[str]()
        self._document = document

    def __missing__(self, character: int) -> str:
        ((subset, code),) = self.font.splitString(chr(character), self._document)
        if subset:
            self.beyond.add(chr(character))
        self[character] = code.decode("latin-1")
        return self[character]


# Items to PDF operators, in millimetres with y down: the page is flipped and scaled, text is turned upright again.

OVERPRINT = {"gRLs0": "<< /op true >>", "gRLs1": "<< /OPM 1 >>"}
"""The graphics states of black letters by the names that reportlab gives to them (ISO 32000-1, 8.6.7)."""

OVER = " ".join(f"/{name} gs" for name in OVERPRINT)


class _Look(NamedTuple):
    """The graphics state of the page; None is unknown, as at the start of a form."""

    fill: str | None = None
    stroke: Stroke | None = None
    tracking: float | None = None
    font: tuple[str, float] | None = None


_UNKNOWN = _Look()


class _Stamp(NamedTuple):
    """The operators of some items, with the graphics state before and after them."""

    before: _Look
    written: str
    after: _Look


class Painter:
    """Writes items on a reportlab canvas, in those inks.

    `forms` has the names of the form XObjects for repeated items, by identity. The operators of other repeated items,
    `again`, are cached. `is_blending` if any group has a blend mode. `layers` are those of the document; without them,
    what is hidden is not written. `structure` is that of a tagged document.
    """

    def __init__(
        self,
        canvas: Any,
        forms: Mapping[int, str],
        inks: Inks,
        again: frozenset[int] = frozenset(),
        *,
        is_blending: bool = False,
        layers: Layers | None = None,
        structure: Structure | None = None,
    ) -> None:
        self._layers = layers or Layers(canvas, allowed=False)
        self._canvas, self._forms, self._inks, self._again = canvas, forms, inks, again
        self._is_blending = is_blending
        self._writing = Writing(canvas)
        self._stamps: dict[int, _Stamp] = {}
        self._look = _UNKNOWN
        self._lines: list[str] = []
        self._write = self._lines.append
        self._document = document_of(canvas)
        self._inner: dict[str, None] | None = None  # the forms drawn by the form that is being written
        self._groups: dict[int | str, str | None] = {}
        self._gradients: dict[Rect | Ellipse | Path | Text, str | None] = {}
        self._structure = structure
        self._element: StructureElement | None = None  # the element of the structure that is painted
        self._marked: StructureElement | None = None  # the one whose mark is open
        self._is_next_line = False  # whether the next text continues an element
        self._last = ""  # the text before

    def paint(self, items: tuple[Item, ...], before: str = "") -> None:
        """Write the items on the open page, later ones over earlier ones."""
        self._look = _UNKNOWN
        if isinstance(self._inks, FourInks):
            self._declare_overprint()
        if before:
            self._write(before)
        blending = self._is_blending and blends(items)
        if self._structure:
            self._structure.begin_page(self._inks.space if blending else "")
            self._element, self._marked = self._structure.root, None
            self._paint(items)  # there are no marks in a form
        elif blending:
            self._composite(Group(items))
        else:
            self._paint(items)
        if self._marked:
            self._write(END)
        self._flush()
        self._element = None

    def add_form(self, name: str, items: tuple[Item, ...], box: tuple[float, ...]) -> None:
        """Add the items to the document as a form, with the graphics states that it uses.

        Forms of reportlab have none: black letters in them would not overprint, and strict readers would stop.
        """
        content, forms = self._captured(items)
        states = OVERPRINT if isinstance(self._inks, FourInks) else None
        add_form(self._document, name, box, content, forms=forms, states=states)

    def _declare_overprint(self) -> None:
        """Add the graphics states of `OVERPRINT` to the open page, without changing its state."""
        self._canvas.saveState()
        text = self._canvas.beginText()
        text.setFillOverprint(True)
        text.setOverprintMask(True)
        self._canvas.drawText(text)
        self._canvas.restoreState()

    def _paint(self, items: tuple[Item, ...]) -> None:
        before: Text | None = None
        for item in items:
            if isinstance(item, Group):  # faster than `match` by a factor of three
                self._group(item)
                before = word_of(item) if item.alt else None
                continue
            if self._element is not self._marked:
                self._mark()
            if isinstance(item, Text):
                if self._structure and before and begins_line(before, item):
                    self._is_next_line = True
                self._text(item)
                before = item
            elif isinstance(item, (Path, Rect, Ellipse)):
                self._shape(item)
            elif isinstance(item, Picture):
                self._picture(item)
            else:
                assert_never(item)

    def _mark(self) -> None:
        """End the open mark and begin one of the element that is painted; within a form, marks are left alone."""
        if self._inner is not None or self._structure is None or self._element is None:
            return
        if self._marked:
            self._write(END)
        self._write(self._structure.begins(self._element))
        self._marked = self._element

    def _flush(self) -> None:
        if self._lines:
            self._canvas.addLiteral("\n".join(self._lines))
            self._lines.clear()

    def _shape(self, shape: Rect | Ellipse | Path) -> None:
        stroke = shape.stroke if shape.stroke is not None and num(shape.stroke.width) > 0 else None
        if shape.fill is None and stroke is None:
            return
        if not isinstance(shape.fill, str | None) or (stroke and not isinstance(stroke.colour, str)):
            self._graded(shape)
            return
        if shape.fill is not None:
            self._fill(self._inks.area(shape.fill))
        if stroke is not None:
            self._stroke(stroke)
        paint = "S" if shape.fill is None else "f" if stroke is None else "B"
        rule = "*" if isinstance(shape, Path) and shape.even_odd and paint != "S" else ""
        over = shape.fill == NEARLY_BLACK and stroke is None and self._inks.overprints(NEARLY_BLACK)
        written = f"{path_operators(shape)} {paint}{rule}"
        if stroke is not None and stroke.mitre != MITRE:
            written = f"{decimal(stroke.mitre)} M {written} {MITRE:g} M"
        self._write(f"q {OVER} {written} Q" if over else written)

    def _text(self, text: Text) -> None:
        if not text.string:
            return
        if text.stroke is not None and num(text.stroke.width) > 0:
            self._shape(Path(lettered(text), stroke=text.stroke))  # text would be found twice if it were written twice
        if not isinstance(text.fill, str):
            self._graded(text)
            return
        self._fill(self._inks.text(text.fill))
        font, kept = (text.font, text.size), self._look
        if text.tracking != kept.tracking:
            self._write(f"{decimal(text.tracking)} Tc")
        if font != kept.font:
            self._write(self._writing.font(text))
        if text.tracking != kept.tracking or font != kept.font:
            self._look = _Look(kept.fill, kept.stroke, text.tracking, font)
        if self._is_next_line:
            self._separate(text)
        self._last = text.string
        shown = self._writing.shown(text)
        self._write(f"q {OVER} {shown} Q" if self._inks.overprints(text.fill) else shown)

    def _separate(self, text: Text) -> None:
        """Write a space before the first text of a line, if the line before did not end within a word.

        In a tagged file, words end where there is a space (ISO 32000-1, 14.8.2.5).
        """
        self._is_next_line = False
        if not self._last.endswith(("-", " ")):
            width = named(text.font).advance(" ", text.size)
            self._write(self._writing.shown(replace(text, x=text.x - width, string=" ", width=width)))

    def _picture(self, picture: Picture) -> None:
        upright = (picture.width, 0.0, 0.0, -picture.height, picture.x, picture.y + picture.height)
        self._write(f"q {matrix(upright)} cm")
        self._form(name_of(picture.bitmap))
        self._write("Q")

    def _group(self, group: Group) -> None:
        if group.tag is not None and self._structure and self._element and self._inner is None:
            around = self._element
            self._element = self._structure.element(group.tag, around)
            self._is_next_line = self._element.is_begun
            self._last = self._last if self._is_next_line else ""
            self._group(replace(group, tag=None))
            self._element, self._is_next_line = around, False
            return
        if group.origin is not None and self._structure and self._last:
            self._is_next_line = True  # words of two layers of a face are two words
        if group.layer is not None:
            self._on_layer(group, group.layer)
            return
        if group.alt is not None:
            self._described(group, group.alt)
            return
        transform, clip, kept = group.transform, group.clip, self._look
        moved = transform != IDENTITY
        isolated = clip is not None and self._is_blending and blends(group.items)
        composited = isolated or group.is_composited
        if not moved and clip is None and not composited:
            self._content(group.items)
            return
        self._write("q")
        if moved:
            self._write(f"{matrix(transform)} cm")
        if clip is not None:
            rule = "W*" if isinstance(clip, Path) and clip.even_odd else "W"
            self._write(f"{path_operators(clip)} {rule} n")
        if composited:
            self._composite(group)
        else:
            self._content(group.items)
        self._write("Q")
        self._look = kept

    def _on_layer(self, group: Group, kind: LayerKind | Language) -> None:
        """Write a group on a layer of the document. In four inks, black marks are printed on every plate."""
        title = kind.title if isinstance(kind, Language) else TITLES[kind]
        layer = self._layers.group(title, kind.code if isinstance(kind, Language) else "")
        key = f"{title} {id(group.items)}"
        if layer is None and title in HIDDEN:
            return
        if key not in self._groups:
            box = form_box(group.items)
            self._groups[key] = name = f"on-layer{len(self._groups) + 1}" if box else None
            if box and name:
                inks, own = self._inks, isinstance(self._inks, FourInks)
                marks = own and kind == "marks"
                self._inks = MarkInks() if marks else inks
                content, forms = self._captured(group.items)
                self._inks = inks
                add_form(
                    self._document,
                    name,
                    box,
                    f"{MITRE:g} M\n{content}",
                    forms=forms,
                    states=OVERPRINT if own else None,
                    colours={"All": ALL_PLATES} if marks else None,
                    layer=layer,
                )
        name = self._groups[key]
        if name is not None:
            self._write(f"q {matrix(group.transform)} cm")
            self._form(name)
            self._write("Q")

    def _described(self, group: Group, alt: Text) -> None:
        """Write a group and its alternative text, which is as wide as the group and invisible (mode 3).

        `ActualText` (ISO 32000-1, 14.9.4) alone is not found: readers look for it where letters are. The span ends
        before the state of the text is restored, since Poppler places it by the state at its end.
        """
        self._group(replace(group, alt=None))
        stretch = decimal(100 * alt.width / named(alt.font).advance(alt.string, alt.size))
        before = " " if self._is_next_line else ""
        self._is_next_line, self._last = False, alt.string
        replaced = f"{before}{alt.string}".encode("utf-16-be").hex()
        span = f"/Span <</ActualText <feff{replaced}>>> BDC"
        if self._structure and self._element and self._inner is None:
            if self._marked:
                self._write(END)  # marks do not contain marks
            span, self._marked = self._structure.begins_part(self._element, replaced), None
        self._write(f"q {matrix(group.transform)} cm 3 Tr 0 Tc {stretch} Tz {self._writing.font(alt)}")
        self._write(f"{span} {self._writing.shown(alt)} {END} Q")

    def _composite(self, group: Group) -> None:
        """Write the items of a group as one picture, laid over the page with its opacity and blend mode."""
        name = self._transparency_group(group.items)
        if name is None:
            return
        if not group.is_composited:
            self._form(name)
            return
        laid = f"{name}-{decimal(group.opacity, 6)}-{group.blend}"
        if laid not in self._groups:
            states, box = {"S": state(group.opacity, group.blend)}, form_box(group.items)
            content = f"/S gs /{self._document.getXObjectName(name)} Do"
            add_form(self._document, laid, box or (), content, forms=(name,), states=states)
            self._groups[laid] = laid
        self._form(laid)

    def _transparency_group(self, items: tuple[Item, ...]) -> str | None:
        """Return the name of the form that paints the items as an isolated group; None if they paint nothing."""
        key = id(items)
        if key not in self._groups:
            box = form_box(items)
            self._groups[key] = name = f"group{len(self._groups) + 1}" if box else None
            if box and name:
                content, forms = self._captured(items)
                space = self._inks.space
                states = OVERPRINT if isinstance(self._inks, FourInks) else None
                content = f"{MITRE:g} M\n{content}"
                add_form(self._document, name, box, content, forms=forms, states=states, group=space)
        return self._groups[key]

    def _captured(self, items: tuple[Item, ...]) -> tuple[str, tuple[str, ...]]:
        """Return the operators of the items in a separate form, and the names of the forms that they draw."""
        kept = self._lines, self._write, self._look, self._inner, self._is_next_line, self._last
        self._lines, self._look, inner = [], _UNKNOWN, dict[str, None]()
        self._is_next_line, self._last = self._structure is not None, ""  # a text may be before each use of the form
        self._write, self._inner = self._lines.append, inner
        self._content(items)
        content = "\n".join(self._lines)
        self._lines, self._write, self._look, self._inner, self._is_next_line, self._last = kept
        return content, tuple(inner)

    def _graded(self, item: Rect | Ellipse | Path | Text) -> None:
        """Write a shape or a text that is painted with gradients."""
        if item not in self._gradients:
            name = f"gradient{len(self._gradients) + 1}"
            form = GradientForm(self._document, name, item, self._inks)
            if isinstance(item, Text):
                spaced = f"{decimal(item.tracking)} Tc {self._writing.font(item)}"
                form.paint(item.fill, spaced, self._writing.shown(item))
            else:
                self._graded_shape(item, form)
            self._gradients[item] = name if form.close() else None
        if written := self._gradients[item]:
            self._form(written)

    def _graded_shape(self, shape: Rect | Ellipse | Path, form: GradientForm) -> None:
        rule = "*" if isinstance(shape, Path) and shape.even_odd else ""
        if shape.fill is not None:
            setting = self._inks.area(shape.fill) if isinstance(shape.fill, str) else ""
            form.paint(shape.fill, setting, f"{path_operators(shape)} f{rule}")
        if (stroke := shape.stroke) is not None and num(stroke.width) > 0:
            setting = self._inks.line(stroke.colour) if isinstance(stroke.colour, str) else ""
            form.paint(
                stroke.colour,
                f"{setting} {pen(stroke)} {decimal(stroke.mitre)} M",
                f"{path_operators(shape)} S",
                line=True,
            )

    def _content(self, items: tuple[Item, ...]) -> None:
        form = self._forms.get(id(items))
        if form is not None:
            self._form(form)
        elif id(items) in self._again:
            self._stamp(items)
        else:
            self._paint(items)

    def _form(self, name: str) -> None:
        if self._inner is None:
            if self._element is not self._marked:
                self._mark()
            self._flush()
            self._canvas.doForm(name)
        else:
            self._write(f"/{self._document.getXObjectName(name)} Do")
            self._inner[name] = None

    def _stamp(self, items: tuple[Item, ...]) -> None:
        """Write the cached operators of the items, if the graphics state is the same as before."""
        if self._element is not self._marked:
            self._mark()
        before = self._look
        stamp = self._stamps.get(id(items))
        if stamp is None or stamp.before != before:
            first = len(self._lines)
            self._paint(items)
            self._stamps[id(items)] = _Stamp(before, "\n".join(self._lines[first:]), self._look)
            return
        self._look = stamp.after
        if stamp.written:
            self._write(stamp.written)

    def _fill(self, written: str) -> None:
        kept = self._look
        if written != kept.fill:
            self._write(written)
            self._look = _Look(written, kept.stroke, kept.tracking, kept.font)

    def _stroke(self, stroke: Stroke) -> None:
        kept = self._look
        if stroke is not kept.stroke and stroke != kept.stroke:
            assert isinstance(stroke.colour, str), "gradients are painted in forms"
            self._write(f"{self._inks.line(stroke.colour)} {pen(stroke)}")
            self._look = _Look(kept.fill, stroke, kept.tracking, kept.font)
