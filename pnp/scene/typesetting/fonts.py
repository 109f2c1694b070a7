"""Font faces: measured at once, outlines read on demand.

A face is a TrueType file with `glyf` outlines; PostScript outlines (CFF) are converted. Of a variable file only the
default instance is drawn, and only if it is the Regular, since no back end creates instances.
"""

import struct
from functools import cache, partial
from io import BytesIO
from pathlib import Path, PurePath
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pnp.interrupts import pass_on_interrupt
from pnp.messages import SURE, nearest
from pnp.scene.items import Command
from pnp.scene.typesetting.font_files import (
    REGULAR,
    Advances,
    Boxes,
    Metrics,
    families,
    font_file,
    read_boxes,
    read_metrics,
    slug,
)
from pnp.scene.typesetting.outlines import Figures, UnusableFont, damaged, made_once, rebuilt, rebuilt_once
from pnp.units import MM_PER_POINT, total

Point = tuple[float, float]


# Font faces: found among the installed families or read from a pack's own file, measured in ems.

BOLD = 700

_RESTRICTED, _NO_SUBSETTING = 0x0002, 0x0100


class FontError(Exception):
    """A font that cannot be used; `message` and `hint` are as in a finding."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class FontMissing(FontError):
    """No installed family has that name; `near` are similar installed names."""

    def __init__(self, family: str) -> None:
        self.family = family
        self.near = _near(family)
        installed = ", ".join(f"'{name}'" for name in families())
        meant = f"did you mean '{self.near[0]}'?" if self.near else f"installed are {installed or 'none'}"
        if self.near and not nearest(family, self.near[:1], SURE):
            meant = f"put its file into the pack, and name it under 'file'; or take one of {installed}"
        super().__init__(f"no font family '{family}' is installed", _in_two_keys(family) or meant)


class FontRefused(FontError):
    """A font file that cannot be drawn or may not be embedded; `reason` says why."""

    def __init__(self, name: str, reason: str, hint: str | None = None) -> None:
        self.reason = reason
        fix = hint or "use a TrueType or OpenType file (.ttf, .otf) of one style"
        super().__init__(f"the font '{name}' cannot be used: {reason}", fix)


class Face(Struct, frozen=True, eq=False):
    """One style of one family. Lengths are in ems, upwards from the baseline, so `descent` is negative.

    `overhang` is the maximum reach of ink to the left of a run's start, above its baseline, right of its end and below.
    `name` is the value of `Text.font` and the key of `named`. It is unique even if two files have the same PostScript
    name. `content` is the rebuilt file of a pack's own font, `source` the file as it was.
    """

    name: str
    path: PurePath
    units: int
    ascent: float
    descent: float
    cap_height: float
    x_height: float
    weight: int
    italic: bool
    advances: Advances
    content: bytes | None = None
    source: bytes | None = None
    overhang: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)

    @property
    def file(self) -> str | BytesIO:
        """The source for fontTools: the path of an installed file, or the content of a pack's own."""
        return str(self.path) if self.content is None else BytesIO(self.content)

    def has(self, char: str) -> bool:
        """Whether the face has a glyph for the character."""
        return self.advances[char] is not None

    def measure(self, text: str) -> float:
        """Return the advance of the text in ems; missing characters have no width."""
        advances = self.advances
        return total([advances[char] or 0.0 for char in text])

    def advance(self, text: str, size_pt: float) -> float:
        """Return the advance in millimetres of the text in this size, without tracking."""
        return self.measure(text) * size_pt * MM_PER_POINT

    def outline(self, char: str) -> tuple[Command, ...]:
        """Return the character's outline in font units, y downwards from the baseline; empty if it has none."""

        return outline(self, char)

    def ink(self, char: str) -> tuple[float, float, float, float] | None:
        """Return left, top, right and bottom of the character's ink in ems, y downwards; None for a blank."""

        return ink(self, char)


class Family(Struct, frozen=True):
    """The faces of a pack's own files."""

    name: str
    faces: tuple[Face, ...]

    def nearest(self, weight: int, italic: bool) -> Face:
        """Return the face nearest in weight, of that slant if there is one."""
        return min(self.faces, key=lambda one: (one.italic != italic, abs(one.weight - weight)))


_OPENED: dict[str, Face] = {}


@cache
def face(family: str, weight: int = REGULAR, italic: bool = False) -> Face:
    """Return the installed face nearest in weight; upright if the family has no italics.

    Raises FontMissing if the family is not installed, FontRefused if its file cannot be drawn.
    """
    chosen = font_file(family, weight, italic)
    if chosen is None:
        raise FontMissing(family)
    name = f"{slug(family)}-{chosen.weight}{'-italic' if chosen.italic else ''}"
    return _OPENED.get(name) or _open(chosen.path, name, chosen.weight, chosen.italic)


def face_of(family: str | Family, weight: int = REGULAR, italic: bool = False) -> Face:
    """Return the nearest face of an installed family or of a pack's own; raises as `face` does."""
    return family.nearest(weight, italic) if isinstance(family, Family) else face(family, weight, italic)


def face_from_bytes(content: bytes, path: PurePath, weight: int = REGULAR, italic: bool = False) -> Face:
    """Return the face in the content of a pack's own file; messages name the file by `path`.

    Raises FontRefused unless it is a TrueType font (`glyf`) or an OpenType font (CFF) that is not variable and may be
    embedded.
    """
    from hashlib import sha256

    look = f"{weight}{'-italic' if italic else ''}"
    name = f"{path.stem}-{look}-{sha256(content).hexdigest()[:12]}"
    return _OPENED.get(name) or _open(path, name, weight, italic, content)


@cache
def with_figures(one: Face, figures: Figures) -> Face:
    """Return the face with its digits in another form, as a font that is rebuilt when it is first needed.

    A face without that form stays as it is; its tabular digits get the width of the widest.
    """
    from fontTools.ttLib import TTFont

    name = f"{one.name}-{figures}"
    if name in _OPENED:
        return _OPENED[name]
    try:
        source = one.source or Path(one.path).read_bytes()
        with TTFont(BytesIO(source), lazy=True, fontNumber=0) as font:
            content = rebuilt_once(font, source, figures)
        with TTFont(BytesIO(content), lazy=True) as font:
            wide = font["hmtx"].metrics
            advances = {chr(code): wide[glyph][0] for code, glyph in (font.getBestCmap() or {}).items()}
    except Exception as error:  # damaged tables of features can raise any exception in the reader
        pass_on_interrupt(error)
        return one
    made = replace(one, name=name, content=content, source=None, advances=Advances(advances.get, one.units))
    return _OPENED.setdefault(name, made)


@cache
def slanted(one: Face) -> Face:
    """Return an upright face with slanted letters, as a font that is rebuilt; a damaged file stays upright."""
    from fontTools.ttLib import TTFont

    name = f"{one.name}-slanted"
    if name in _OPENED:
        return _OPENED[name]
    try:
        content = one.content
        if content is None:
            source = Path(one.path).read_bytes()
            with TTFont(BytesIO(source), lazy=True, fontNumber=0) as font:
                content = rebuilt_once(font, source)
        made = made_once("slanted", content, partial(_slanted, content))
    except Exception as error:  # damaged tables can raise any exception in the reader
        pass_on_interrupt(error)
        return one
    left, top, right, bottom = one.overhang
    overhang = left + SLANT * bottom, top, right + SLANT * top, bottom
    face = replace(one, name=name, content=made, source=made, italic=True, overhang=overhang)
    return _OPENED.setdefault(name, face)


SLANT = 0.2
"""How far slanted letters lean to the right for each unit of height: as in Pango, about 11 degrees."""


def _slanted(content: bytes) -> bytes:
    """Return a rebuilt font with the outlines of its glyphs slanted, components replaced by their outlines."""
    from fontTools.pens.recordingPen import DecomposingRecordingPen
    from fontTools.pens.transformPen import TransformPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen
    from fontTools.ttLib import TTFont

    with TTFont(BytesIO(content), recalcTimestamp=False) as font:
        order, drawn, table, widths = font.getGlyphOrder(), font.getGlyphSet(), font["glyf"], font["hmtx"].metrics
        recorded = {}
        for glyph in order:
            recorded[glyph] = DecomposingRecordingPen(drawn)
            drawn[glyph].draw(recorded[glyph])
        for glyph, steps in recorded.items():
            pen = TTGlyphPen(None)
            steps.replay(TransformPen(pen, (1.0, 0.0, SLANT, 1.0, 0.0, 0.0)))
            table[glyph] = outline = pen.glyph()
            outline.recalcBounds(table)
            widths[glyph] = widths[glyph][0], getattr(outline, "xMin", 0)
        out = BytesIO()
        font.save(out)
    return out.getvalue()


@cache
def in_weight(one: Face, weight: int) -> Face:
    """Return a face of a variable file in another weight, with its letters, signs and arrows; others stay as they are.

    It takes some seconds, once in a process.
    """
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont
    from fontTools.varLib.instancer import instantiateVariableFont

    name = f"{one.name}-in-{weight}"
    if one.weight == weight or one.content is not None:
        return one
    if name in _OPENED:
        return _OPENED[name]
    source = Path(one.path).read_bytes()
    try:
        with TTFont(BytesIO(source), lazy=True) as font:
            reach = (
                next((axis for axis in font["fvar"].axes if axis.axisTag == "wght"), None) if "fvar" in font else None
            )
            if reach is None:
                return one
            subsetter = Subsetter(Options(hinting=False, layout_features=[], notdef_outline=True, glyph_names=True))
            subsetter.populate(unicodes=sorted(code for code in font.getBestCmap() or {} if code < 0x2300))
            for table in {"GPOS", "GSUB", "GDEF"} & set(font.keys()):
                del font[table]  # reading them takes longer than all the rest
            subsetter.subset(font)
            heavier = min(max(weight, reach.minValue), reach.maxValue)
            made = instantiateVariableFont(font, {"wght": heavier})
            metrics = _measured(made)
            content = rebuilt(made)
    except Exception as error:  # damaged tables can raise any exception in the reader
        pass_on_interrupt(error)
        return one
    face = _made(metrics, one.path, name, weight, one.italic)
    return _OPENED.setdefault(name, replace(face, content=content))


def named(name: str) -> Face:
    """Return the opened face of that name. Raises KeyError if it was never opened."""
    return _OPENED[name]


_WEIGHT_WORDS = {
    "thin": 100, "light": 300, "regular": 400, "medium": 500, "semibold": 600, "bold": 700, "black": 900,
}  # fmt: skip


def _in_two_keys(family: str) -> str | None:
    """Return how a name such as `Fira Sans Bold` is written, in which a family is followed by its style."""
    words, settings = family.split(), ""
    while len(words) > 1 and (word := words[-1].casefold()) in {"italic", *_WEIGHT_WORDS}:
        words.pop()
        settings = f", {'italic: true' if word == 'italic' else f'weight: {_WEIGHT_WORDS[word]}'}{settings}"
    name = {each.casefold(): each for each in families()}.get(" ".join(words).casefold())
    return f"write 'family: {name}{settings}'" if name and settings else None


def _near(family: str) -> tuple[str, ...]:
    from difflib import get_close_matches

    by_folded = {name.casefold(): name for name in families()}
    return tuple(by_folded[match] for match in get_close_matches(family.casefold(), by_folded, n=3, cutoff=0.6))


def _open(path: PurePath, name: str, weight: int, italic: bool, content: bytes | None = None) -> Face:
    """Return the face with its name, metrics and advances; outlines are not read."""
    metrics = _plain(path) if content is None else None
    if metrics and metrics.weight == REGULAR and not _forbids(metrics.embedding):
        return _OPENED.setdefault(name, _made(metrics, path, name, weight, italic))
    from fontTools.ttLib import TTFont

    try:
        with TTFont(path if content is None else BytesIO(content), lazy=True, fontNumber=0) as font:
            _refuse(font, path.name, own=content is not None)
            opened = _made(_measured(font), path, name, weight, italic)
            if content is None and "glyf" not in font:
                content = Path(path).read_bytes()
            if content is not None:
                opened = replace(opened, content=rebuilt_once(font, content), source=content)
    except FontError:
        raise
    except UnusableFont as error:
        raise FontRefused(path.name, error.reason, error.hint) from None
    except Exception as error:  # a damaged file can raise any exception in the reader
        pass_on_interrupt(error)
        raise FontRefused(path.name, damaged(error)) from None
    return _OPENED.setdefault(name, opened)


def _refuse(font: Any, name: str, own: bool) -> None:
    """Raise FontRefused unless every back end draws the font alike, if need be converted, and it may be embedded."""
    if font.flavor is not None:
        raise FontRefused(name, f"it is a web font ({font.flavor})")
    if "glyf" not in font and "CFF " not in font:
        raise FontRefused(name, "its outlines are not TrueType (glyf)")
    if "fvar" in font:
        if own:
            raise FontRefused(name, "it is a variable font")
        weights = [axis.defaultValue for axis in font["fvar"].axes if axis.axisTag == "wght"]
        if weights and weights[0] != REGULAR:
            raise FontRefused(name, f"it is a variable font whose default weight is {weights[0]:g}, not {REGULAR}")
    if _forbids(font["OS/2"].fsType):
        raise FontRefused(name, "its licence bits forbid embedding a subset of it")


def _forbids(embedding: int) -> bool:
    return embedding & 0x000F == _RESTRICTED or bool(embedding & _NO_SUBSETTING)


def _plain(path: PurePath) -> Metrics | None:
    """Return the metrics of an installed file; None if only fontTools can read it."""
    try:
        with open(path, "rb", buffering=0) as file:  # noqa: PTH123  # Face stores pure paths
            return read_metrics(file)
    except (OSError, IndexError, ValueError, struct.error):
        return None


def _measured(font: Any) -> Metrics:
    wide, head, line, shape = font["hmtx"].metrics, font["head"], font["hhea"], font["OS/2"]
    return Metrics(
        head.unitsPerEm,
        line.ascent,
        line.descent,
        getattr(shape, "sCapHeight", 0),
        getattr(shape, "sxHeight", 0),
        (line.minLeftSideBearing, head.yMax, line.minRightSideBearing, head.yMin),
        shape.fsType,
        REGULAR,
        {chr(code): wide[glyph][0] for code, glyph in (font.getBestCmap() or {}).items()}.get,
    )


def _made(metrics: Metrics, path: PurePath, name: str, weight: int, italic: bool) -> Face:
    units = metrics.units
    ascent, descent = metrics.ascent / units, metrics.descent / units
    cap_height = metrics.cap_height / units or 0.7 * ascent
    x_height = metrics.x_height / units or 0.5 * ascent
    least_left, highest, least_right, lowest = metrics.sides
    left, top, right, bottom = (max(side / units, 0.0) for side in (-least_left, highest, -least_right, -lowest))
    overhang = left, max(top, cap_height, x_height), right, bottom
    heights = ascent, descent, cap_height, x_height
    return Face(name, path, units, *heights, weight, italic, Advances(metrics.advance, units), overhang=overhang)


# Glyph outlines and their boxes, read from the font file on demand.


@cache
def outline(face: Face, char: str) -> tuple[Command, ...]:
    """Return the character's outline in font units, y downwards, as lines and cubic curves; empty for a blank."""
    _, cmap, glyphs = _glyphs(face)
    pen = _pen(glyphs)
    if (name := cmap.get(ord(char))) is not None:
        glyphs[name].draw(pen)
    return tuple(pen.commands)


@cache
def ink(face: Face, char: str) -> tuple[float, float, float, float] | None:
    """Return left, top, right and bottom of the character's ink in ems, y downwards; None without ink or glyph."""
    boxes = _boxes(face)
    if boxes is None:
        font, cmap, _ = _glyphs(face)
        glyph = font["glyf"][cmap[ord(char)]] if ord(char) in cmap else None
        box = (glyph.xMin, glyph.yMin, glyph.xMax, glyph.yMax) if glyph and glyph.numberOfContours else None
    else:
        box = boxes.of(char)
    if box is None:
        return None
    left, bottom, right, top = (side / face.units for side in box)
    return left, -top, right, -bottom


@cache
def _boxes(face: Face) -> Boxes | None:
    """Return the ink boxes of characters; None if only fontTools can read them."""
    try:
        with BytesIO(face.content) if face.content else Path(face.path).open("rb") as file:
            return read_boxes(file)
    except (OSError, IndexError, ValueError, struct.error):
        return None


@cache
def _glyphs(face: Face) -> tuple[Any, dict[int, str], Any]:
    from fontTools.ttLib import TTFont

    font = TTFont(face.file, lazy=True, fontNumber=0)
    return font, font.getBestCmap() or {}, font.getGlyphSet()


def _pen(glyphs: Any) -> Any:
    """Return a fontTools pen that collects commands; its base class expands composites and makes curves cubic."""
    from fontTools.pens.basePen import BasePen

    class CommandPen(BasePen):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__(glyphs)
            self.commands: list[Command] = []

        def _moveTo(self, pt: Point) -> None:  # noqa: N802
            self.commands.append(("M", pt[0], -pt[1]))

        def _lineTo(self, pt: Point) -> None:  # noqa: N802
            self.commands.append(("L", pt[0], -pt[1]))

        def _curveToOne(self, pt1: Point, pt2: Point, pt3: Point) -> None:  # noqa: N802
            self.commands.append(("C", pt1[0], -pt1[1], pt2[0], -pt2[1], pt3[0], -pt3[1]))

        def _closePath(self) -> None:  # noqa: N802
            self.commands.append(("Z",))

    return CommandPen()
