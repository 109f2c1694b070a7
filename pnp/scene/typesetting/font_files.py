"""Installed families; metrics from TrueType files; rebuilt fonts of packs.

A font package is first looked up by name, because listing all installed packages takes as long as drawing a small deck.
Metrics are read here only from tables in common formats. fontTools, which reads all formats, takes ten times as long,
and its import takes time too. Of thousands of characters, only those used are looked up.

A rebuilt font has only outlines, widths and the character map: no programs, no names and no further tables.
"""

from __future__ import annotations

import json
import re
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from copy import deepcopy
from functools import cache
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from struct import unpack_from
from sys import byteorder
from typing import Any, BinaryIO, Literal, NamedTuple

from pnp.cache import FONTS, load_entry, save_entry
from pnp.interrupts import pass_on_interrupt
from pnp.scene.typesetting.outlines import (
    DEEPEST,
    MOST_OF_A_GLYPH,
    MOST_POINTS,
    MOST_STEPS,
    MOST_STEPS_OF_A_GLYPH,
    TOLERANCE,
    UnusableFont,
    drawn_outlines,
)

Advance = Callable[[str], int | None]
"""A function that returns the advance of a character in font units; None if the font lacks it."""


# Font families installed as packages (`fontpkg-…`): their names, and the file of a family for a weight.

REGULAR = 400


class FontFile(NamedTuple):
    """A file of a family, and its face. A variable file counts as Regular, since only its default instance is drawn."""

    path: Path
    weight: int = REGULAR
    italic: bool = False


def families() -> tuple[str, ...]:
    """Return the names of the installed families, sorted. Packages without font files are left out."""
    import fontpkg

    return tuple(sorted(family.name for name, family in fontpkg.families().items() if _files(name)))


def font_file(family: str, weight: int, italic: bool) -> FontFile | None:
    """Return the file nearest in weight, upright if the family has no italics; None if it is not installed."""
    weight = min(max(weight, 1), 1000)
    files = _files(slug(family))
    styled = [file for file in files if (file[1]["style"] == "italic") is italic] or files
    if not styled:
        return None

    def distance(file: tuple[Path, dict[str, Any], range]) -> tuple[int, int]:
        _, entry, reach = file
        own = entry["weight"] or 1000 * REGULAR  # any file of one weight is nearer than a variable one out of reach
        return (0, 0) if weight in reach else (abs(own - weight), own)

    path, entry, _ = min(styled, key=distance)
    return FontFile(path, entry["weight"] or REGULAR, entry["style"] == "italic")


def slug(family: str) -> str:
    """Return the name of a family as in its package's name."""
    return re.sub(r"[\s_]+", "-", family.strip().lower())


@cache
def _files(name: str) -> tuple[tuple[Path, dict[str, Any], range], ...]:
    """Return the files of the package of that name: path, metadata, and the weights of a variable file."""
    found = find_spec(f"fontpkg_{name.replace('-', '_')}") if re.fullmatch("[a-z0-9-]+", name) else None
    if found is None or not found.origin:
        return ()
    folder = Path(found.origin).parent
    with open(folder / "metadata.json", encoding="utf-8") as file:  # noqa: PTH123
        family = json.load(file)
    reaches = [range(int(axis["min"]), int(axis["max"]) + 1) for axis in family["axes"] if axis["tag"] == "wght"]
    reach = reaches[0] if reaches else range(0)
    return tuple((folder / entry["path"], entry, reach if entry["variable"] else range(0)) for entry in family["files"])


# Metrics for typesetting from a plain TrueType file: font metrics, advances of characters, and their boxes.

PLAIN = (b"\x00\x01\x00\x00", b"true")
"""The first bytes of a file with TrueType outlines."""

WINDOWS, BASIC, FULL = 3, 1, 10
"""The platform of the character maps that are read, and two encodings of it."""


Box = tuple[int, int, int, int]
"""Left, bottom, right and top."""


class Metrics(NamedTuple):
    """The metrics of a face in font units.

    `sides` are its minimum left bearing, its top, its minimum right bearing and its bottom. `cap_height` and `x_height`
    are 0 if not stated. `weight` is that of the default instance of a variable file, and Regular for any other file.
    """

    units: int
    ascent: int
    descent: int
    cap_height: int
    x_height: int
    sides: tuple[int, int, int, int]
    embedding: int
    weight: float
    advance: Advance


class Characters(NamedTuple):
    """The character map of a font, as runs of codes.

    `firsts` and `lasts` are the first and last code of each run. The glyphs of a run are consecutive from `glyphs`,
    which belongs to its first code. If a run's entry in `places` is not 0, its glyphs are in `listed` from that index
    instead.
    """

    lasts: array[int]
    firsts: array[int]
    glyphs: array[int]
    places: array[int]
    listed: array[int]

    @property
    def is_whole(self) -> bool:
        """Whether the table was complete, with its runs in order."""
        count = len(self.lasts)
        alike = len(self.firsts) == len(self.glyphs) == count and len(self.places) in (0, count)
        return alike and self.lasts.tolist() == sorted(self.lasts)

    def glyph(self, char: str) -> int:
        """Return the glyph of a character; 0 if there is none."""
        code = ord(char)
        run = bisect_left(self.lasts, code)
        if run == len(self.lasts) or code < self.firsts[run]:
            return 0
        beyond, glyph, place = code - self.firsts[run], self.glyphs[run], self.places[run] if self.places else 0
        if not place:
            return (glyph + beyond) & 0xFFFF
        found = self.listed[place + beyond] if place + beyond < len(self.listed) else 0
        return found and (found + glyph - self.firsts[run]) & 0xFFFF


class Widths(NamedTuple):
    """The advances of a font's characters; further glyphs have the last advance, as in `hmtx`."""

    characters: Characters
    wide: array[int]

    def of(self, char: str) -> int | None:
        """Return the advance of a character in font units; None if there is none."""
        glyph = self.characters.glyph(char)
        return self.wide[min(glyph, len(self.wide) - 1)] if glyph else None


class Advances(dict[str, float | None]):
    """Cache of advances in ems, by character; None for characters without a glyph."""

    def __init__(self, advance: Advance, units: int) -> None:
        super().__init__()
        self._advance, self._units = advance, units

    def __missing__(self, char: str) -> float | None:
        wide = self._advance(char)
        self[char] = None if wide is None else wide / self._units
        return self[char]

    def __reduce__(self) -> tuple[type[Advances], tuple[Advance, int]]:
        return Advances, (self._advance, self._units)  # without the cached entries


class Boxes(NamedTuple):
    """The locations of the outlines of a font's characters."""

    characters: Characters
    starts: array[int]
    outlines: memoryview

    def of(self, char: str) -> Box | None:
        """Return the ink box of a character in font units; None if it has no ink."""
        glyph = self.characters.glyph(char)
        start, end = self.starts[glyph : glyph + 2] if 0 < glyph < len(self.starts) - 1 else (0, 0)
        return unpack_from(">hhhh", self.outlines, start + 2) if start < end <= len(self.outlines) else None


def read_metrics(file: BinaryIO) -> Metrics | None:
    """Return the metrics of a font; None if a table is missing or in an uncommon format, which fontTools must read.

    Raises any error of `struct` if the file is damaged.
    """
    tables = _tables(file, _READ)
    characters = _characters(tables)
    if characters is None or not tables.keys() >= _MEASURED or unpack_from(">H", tables["OS/2"])[0] < 2:
        return None
    head, line, shape = tables["head"], tables["hhea"], tables["OS/2"]
    x_height, cap_height = unpack_from(">hh", shape, 86)
    ascent, descent = unpack_from(">hh", line, 4)
    left, right = unpack_from(">hh", line, 12)
    wide = _advances(tables["hmtx"], unpack_from(">H", line, 34)[0])
    if not wide:
        return None
    bottom, _, top = unpack_from(">hhh", head, 38)
    units, embedding = unpack_from(">H", head, 18)[0], unpack_from(">H", shape, 8)[0]
    weight = _weight(tables["fvar"]) if "fvar" in tables else REGULAR
    sides = left, top, right, bottom
    return Metrics(units, ascent, descent, cap_height, x_height, sides, embedding, weight, Widths(characters, wide).of)


def read_boxes(file: BinaryIO) -> Boxes | None:
    """Return the ink boxes of characters; None if a table is missing or in an uncommon format.

    Raises any error of `struct` if the file is damaged.
    """
    tables = _tables(file, _DRAWN | {"cmap"})
    characters = _characters(tables)
    if characters is None or not tables.keys() >= _DRAWN:
        return None
    (wide,) = unpack_from(">H", tables["head"], 50)
    starts = _numbers(tables["loca"], "I") if wide else array("I", [2 * half for half in _numbers(tables["loca"])])
    return Boxes(characters, starts, tables["glyf"])


_DRAWN = {"glyf", "head", "loca"}
_READ = {"OS/2", "cmap", "fvar", "head", "hhea", "hmtx"}
_MEASURED = {"OS/2", "glyf", "head", "hhea", "hmtx"}


def _tables(file: BinaryIO, wanted: AbstractSet[str]) -> dict[str, memoryview]:
    """Return the tables of a file with TrueType outlines by name; empty for any other file.

    Only the tables in `wanted` have content.
    """
    head = file.read(12)
    if head[:4] not in PLAIN:
        return {}
    (count,) = unpack_from(">H", head, 4)
    entries = file.read(16 * count)
    tables: dict[str, memoryview] = {}
    for tag, start, length in (unpack_from(">4s4xLL", entries, at) for at in range(0, 16 * count, 16)):
        name = tag.decode("latin-1")
        file.seek(start)
        tables[name] = memoryview(file.read(length) if name in wanted else b"")
    return tables


def _weight(table: memoryview) -> float:
    """Return the weight of the default instance of a variable font."""
    start, _, count, size = unpack_from(">HHHH", table, 4)
    axes = (unpack_from(">4sll", table, start + size * number) for number in range(count))
    return next((default / 0x10000 for tag, _, default in axes if tag == b"wght"), REGULAR)


def _advances(table: memoryview, count: int) -> array[int]:
    return _numbers(table[: 4 * count])[::2]


def _numbers(data: memoryview, sort: Literal["H", "I"] = "H") -> array[int]:
    """Return unsigned big-endian numbers of two bytes each, or of four for `I`."""
    numbers = array(sort, data.tobytes())
    if byteorder == "little":
        numbers.byteswap()
    return numbers


def _characters(tables: dict[str, memoryview]) -> Characters | None:
    """Return the character map; None if it is not in format 12 or 4 of the Windows platform."""
    table = tables.get("cmap")
    if table is None:
        return None
    (count,) = unpack_from(">H", table, 2)
    found = {unpack_from(">HH", table, at): unpack_from(">L", table, at + 4)[0] for at in range(4, 4 + 8 * count, 8)}
    for encoding, kind, read in ((FULL, 12, _long_runs), (BASIC, 4, _runs)):
        start = found.get((WINDOWS, encoding))
        if start is not None:
            runs = read(table[start:]) if unpack_from(">H", table, start)[0] == kind else None
            return runs if runs and runs.is_whole else None
    return None


def _runs(table: memoryview) -> Characters:
    """Return the characters of a map of format 4: runs of consecutive glyphs, or of listed ones."""
    length, _, double = unpack_from(">HHH", table, 2)
    numbers, count = _numbers(table[14 : length & ~1]), double // 2
    lasts, firsts = numbers[:count], numbers[count + 1 : 2 * count + 1]
    shifts, offsets = numbers[2 * count + 1 : 3 * count + 1], numbers[3 * count + 1 : 4 * count + 1]
    glyphs = array("L", [first + shift for first, shift in zip(firsts, shifts, strict=True)])
    places = [at + offset // 2 if offset else 0 for at, offset in enumerate(offsets, 3 * count + 1)]
    return Characters(lasts, firsts, glyphs, array("L", places), numbers)


def _long_runs(table: memoryview) -> Characters:
    """Return the characters of a map of format 12: runs of consecutive glyphs."""
    (count,) = unpack_from(">L", table, 12)
    numbers = _numbers(table[16 : 16 + 12 * count], "I")
    return Characters(numbers[1::3], numbers[::3], numbers[2::3], array("L"), array("H"))


# Fonts of packs are rebuilt from their outlines, so that nothing else of an untrusted file is embedded.

Figures = Literal["tabular", "proportional", "old-style"]
"""The form of digits: of one width, each as wide as it is drawn, or reaching up and down as small letters do."""

FEATURES: Mapping[Figures, str] = {"tabular": "tnum", "proportional": "pnum", "old-style": "onum"}
"""The OpenType feature of each form."""

DIGITS = range(ord("0"), ord("9") + 1)
"""The characters that have these forms."""

NAME = "own"
"""The name inside every rebuilt font; back ends give it another."""

LARGE = 2**18
"""The size of a file in bytes from which the rebuilt font is cached: rebuilding 4 MB takes ten seconds."""

FORM = f"rebuilt-2 {MOST_POINTS} {MOST_OF_A_GLYPH} {DEEPEST} {MOST_STEPS} {MOST_STEPS_OF_A_GLYPH} {TOLERANCE}"
"""What `rebuilt` makes, and its limits; cached fonts and refusals of another form are not used."""

_REFUSED = b"refused\n"
"""The start of a cached refusal, which no font has."""

_refusals: dict[str, UnusableFont] = {}


def rebuilt_once(font: Any, content: bytes, figures: Figures | None = None) -> bytes:
    """Return what `rebuilt` returns for an open font with that content, from the user's cache if it is there.

    Fonts with PostScript outlines are cached whatever their size. Raises as `made_once` does.
    """
    return made_once(str(figures), content, lambda: rebuilt(font, figures), always="glyf" not in font)


def made_once(form: str, content: bytes, make: Callable[[], bytes], always: bool = False) -> bytes:
    """Return what is made of the content of a font, from the user's cache if it is there; small ones `always`.

    Raises UnusableFont if it cannot be made. That is cached too, since it can take as long.
    """
    import hashlib

    from fontTools import version

    key = hashlib.sha256(f"{FORM} {version} {form} ".encode() + content).hexdigest()
    if key in _refusals:
        raise _refusals[key]
    cached = always or len(content) >= LARGE
    made = _load(key) if cached else None
    if made is None:
        made = _result(make)
        if cached:
            save_entry(key, hashlib.sha256(made).hexdigest().encode() + b"\n" + made, FONTS)
    if made.startswith(_REFUSED):
        reason, _, hint = made[len(_REFUSED) :].decode().partition("\n")
        raise _refusals.setdefault(key, UnusableFont(reason, hint or None))
    return made


def _load(key: str) -> bytes | None:
    """Return an entry of the cache; None unless its bytes are those that were saved."""
    import hashlib

    digest, _, content = (load_entry(key, FONTS) or b"").partition(b"\n")
    return content if digest.decode("ascii", "replace") == hashlib.sha256(content).hexdigest() else None


def _result(make: Callable[[], bytes]) -> bytes:
    """Return what is made, or the refusal. Errors that may not occur the next time are raised."""
    try:
        return make()
    except (MemoryError, OSError, RecursionError):
        raise
    except UnusableFont as error:
        return _REFUSED + f"{error.reason}\n{error.hint or ''}".encode()
    except Exception as error:  # damaged tables can raise any exception in the reader
        pass_on_interrupt(error)
        return _REFUSED + damaged(error).encode()


def damaged(error: Exception) -> str:
    """Return the reason for which a font is refused that cannot be read."""
    return f"the file is damaged ({type(error).__name__})"


def rebuilt(font: Any, figures: Figures | None = None) -> bytes:
    """Return a TrueType file with the glyphs of an open `font` that characters have, and nothing else of it.

    Its digits have the form of `figures`.

    Raises UnusableFont, and any exception of fontTools if the font is damaged.
    """
    from fontTools.fontBuilder import FontBuilder

    order, head, line = font.getGlyphOrder(), font["head"], font["hhea"]
    characters = dict(font.getBestCmap() or {})
    if figures:
        characters = _with_figures(characters, _substitutions(font, FEATURES[figures]))
    outlines = drawn_outlines(font, (order[0], *characters.values()))
    order = [glyph for glyph in order if glyph in outlines]
    advances = {glyph: font["hmtx"].metrics[glyph] for glyph in order}
    for glyph, outline in outlines.items():
        outline.removeHinting()
        if "glyf" not in font:  # the bearing of a TrueType font is where its ink begins
            outline.recalcBounds(outlines)
            advances[glyph] = advances[glyph][0], getattr(outline, "xMin", 0)
    if figures == "tabular":
        _widen_digits(order, characters, outlines, advances)
    builder = FontBuilder(head.unitsPerEm, isTTF=True)
    builder.setupGlyphOrder(order)
    builder.setupCharacterMap(characters)
    builder.setupGlyf(outlines, calcGlyphBounds=False)  # they are computed when it is compiled
    builder.setupHorizontalMetrics(advances)
    builder.setupHorizontalHeader(ascent=line.ascent, descent=line.descent)
    builder.setupNameTable({"psName": NAME, "familyName": NAME, "styleName": "Regular"}, mac=False)
    builder.setupPost(keepGlyphNames=False)
    builder.font["head"].created = builder.font["head"].modified = 0
    builder.font.recalcTimestamp = False
    out = BytesIO()
    builder.save(out)
    _draw(out.getvalue(), (number for number, glyph in enumerate(order) if not _is_regular(outlines[glyph])))
    return out.getvalue()


def _with_figures(characters: Mapping[int, str], replaced: Mapping[str, str]) -> dict[int, str]:
    """Return the character map with the glyphs of digits replaced; other characters with them keep theirs."""
    return {code: replaced.get(glyph, glyph) if code in DIGITS else glyph for code, glyph in characters.items()}


def _substitutions(font: Any, feature: str) -> dict[str, str]:
    """Return the glyphs that a feature of a font puts in the place of others, one for one; empty without it.

    Only single substitutions count (lookups of type 1, also inside of type 7).
    """
    table = font["GSUB"].table if "GSUB" in font else None
    if table is None or not table.FeatureList or not table.LookupList:
        return {}
    features = [record.Feature for record in table.FeatureList.FeatureRecord if record.FeatureTag == feature]
    found: dict[str, str] = {}
    known = frozenset(font.getGlyphOrder())
    for index in dict.fromkeys(index for each in features for index in each.LookupListIndex):
        for part in table.LookupList.Lookup[index].SubTable:
            part = part.ExtSubTable if part.LookupType == 7 else part
            if part.LookupType == 1:
                found.update((old, new) for old, new in part.mapping.items() if old not in found)
    return {old: new for old, new in found.items() if new in known}


def _widen_digits(
    order: list[str], characters: dict[int, str], outlines: dict[str, Any], advances: dict[str, tuple[int, int]]
) -> None:
    """Give all digits the advance of the widest, in the middle of which they are; narrower ones become new glyphs."""
    own = {code: characters[code] for code in DIGITS if code in characters}
    widest = max((advances[glyph][0] for glyph in own.values()), default=0)
    for code, glyph in own.items():
        advance, bearing = advances[glyph]
        if advance == widest:
            continue
        shift, name = (widest - advance) // 2, f"digit.{code}"
        while name in outlines:
            name += "."
        outline = deepcopy(outlines[glyph])
        if outline.isComposite():
            for part in outline.components:
                part.x += shift
        elif outline.numberOfContours:
            outline.coordinates.translate((shift, 0))
        if outline.numberOfContours:
            outline.xMin, outline.xMax = outline.xMin + shift, outline.xMax + shift
        order.append(name)
        outlines[name], advances[name], characters[code] = outline, (widest, bearing + shift), name


def _is_regular(outline: Any) -> bool:
    """Whether an outline is simple with contours that end one after the other: what can be compiled can be drawn."""
    if outline.isComposite():
        return False
    ends = list(getattr(outline, "endPtsOfContours", ()))
    return ends == sorted(set(ends))


def _draw(content: bytes, glyphs: Iterable[int]) -> None:
    """Draw glyphs once, to check that all of them can be drawn."""
    from fontTools.pens.basePen import NullPen
    from fontTools.ttLib import TTFont

    with TTFont(BytesIO(content), lazy=True) as font:
        drawn = font.getGlyphSet()
        for glyph in glyphs:
            drawn[font.getGlyphName(glyph)].draw(NullPen())
