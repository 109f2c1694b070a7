"""What takes bytes or texts of strangers, each behind a function that raises only where it has a fault; with seeds.

The suite tries them with what it makes of the seeds; `python -m tests.fuzz.guided` with what leads to new code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path, PurePath
from typing import NamedTuple

from pnp.checks.map.map_findings import check_map
from pnp.diagnostics import Finding
from pnp.expression import Environment, ExpressionError, StepBudget, parse, parse_template, value_of
from pnp.loader.reader import READERS, read_content
from pnp.loader.target import schema_folder
from pnp.model.maps.game_map import GameMap
from pnp.network import lower
from pnp.network.inspection import inspect_map, inspection_text
from pnp.render.pdf import render_pdf
from pnp.render.prepress import PdfInfo
from pnp.render.svg import render_svg
from pnp.render.transparency import _samples
from pnp.scene.bitmaps import PictureRefused, grey_bitmap, open_bitmap
from pnp.scene.items import Item, Scene
from pnp.scene.parts import Box, Sheet
from pnp.scene.paths import PathDataError, parse_path
from pnp.scene.svg_art import open_drawing
from pnp.scene.typesetting import fonts
from pnp.scene.typesetting.text import TextStyle
from pnp.scene.typesetting.typeset import typeset
from pnp.source import load_schemas, read_document, read_table, validate
from pnp.source.json_table import read_json_rows
from tests.fuzz.foreign import files_of, games
from tests.fuzz.ground import grounds
from tests.fuzz.words import MARKUP, PIECES
from tests.scene.pictures import file, gradient

STEPS = 20_000
"""Steps that a formula may take here; a budget of a game has more, and costs as much more."""

NAMES = {"n": 3, "name": "Sloop", "yes": True, "list": [1, 2.5, "x"], "row": {"name": "Pier", "tags": ["a", "b"]}}

LETTERS = "abcéÅ½"


class Target(NamedTuple):
    """A function to try, and what to begin with."""

    run: Callable[[bytes], object]
    seeds: Callable[[], Iterable[bytes]]


def hold(findings: Iterable[Finding], content: bytes) -> None:
    """Holds that findings stand where there is something, and say something short."""
    lines = sum(content.count(mark) for mark in (b"\n", b"\r", b"\xe2\x80", b"\xc2\x85"))
    for finding in findings:
        span = finding.span
        assert finding.code != "crashed-check", finding
        assert (1, 1) <= (span.line, span.column) <= (span.end_line, span.end_column), finding
        assert span.end_column >= 1, finding
        assert span.end_line <= lines + 2, finding
        assert 0 < len(finding.message) < 1_000, finding


def yaml(content: bytes) -> None:
    """A document read; twice, with the same said of it."""
    read = read_document(content, "a.yaml")
    hold(read.findings, content)
    assert read_document(content, "a.yaml").findings == read.findings


def document(content: bytes) -> None:
    """A document read, held against its schema, and made a model of."""
    read = validate(read_document(content, "a.yaml"), load_schemas(schema_folder()))
    hold(read.findings, content)
    if read.root and read.kind in READERS:
        read_content(read.kind, read.root, "a", read.damaged)


def map_(content: bytes) -> None:
    """A map read, made a network of, checked and proved, and its figures written."""
    read = validate(read_document(content, "a.yaml"), load_schemas(schema_folder()))
    if read.root is None or not str(read.kind).endswith("-map"):
        return
    made = read_content(str(read.kind), read.root, "a", read.damaged)
    assert isinstance(made, GameMap)
    lowered = lower(made)
    hold(check_map(made, lowered, None, suggest=False, sharing=1).findings, content)
    if not made.damaged:
        inspection_text(inspect_map(made, lowered))


def table(content: bytes) -> None:
    """A table read, of each format."""
    hold(read_table(content, "a.csv").findings, content)
    hold(read_json_rows(content, "a.json")[1], content)
    book = read_table(content, "a.xlsx")
    assert all(book.cell(record, 0).row == record.number for record in book.records)


def formula(content: bytes) -> None:
    """A formula, and the same as a text with formulas in it, worked out."""
    text = content.decode(errors="replace")
    with suppress(ExpressionError):
        parse(text).evaluate(_names(), StepBudget(STEPS))
    with suppress(ExpressionError):
        parse_template(text).render(_names(), StepBudget(STEPS))


def drawing(content: bytes) -> None:
    """An SVG opened and written by both back ends."""
    with suppress(PictureRefused):
        _written(open_drawing(content).items)


def path(content: bytes) -> None:
    """Path data read."""
    with suppress(PathDataError):
        parse_path(content.decode(errors="replace"))


def bitmap(content: bytes) -> None:
    """A PNG or JPEG opened, made grey, and unpacked for a PDF."""
    with suppress(PictureRefused):
        opened = open_bitmap(content)
        if opened.width * opened.height < 1_000_000:
            for each in (opened, grey_bitmap(opened)):
                if each.form == "png":
                    _samples(each, four=False)


def font(content: bytes) -> None:
    """A font of a pack opened, and a word set in it by both back ends."""
    try:
        with suppress(fonts.FontRefused):
            own = fonts.Family("own", (fonts.face_from_bytes(content, PurePath("own.ttf")),))
            _written((typeset(LETTERS, TextStyle(own, 9, "#000000")).at(5, 5),))
    finally:
        fonts._OPENED.pop(next((name for name in fonts._OPENED if name.startswith("own-")), ""), None)


def _written(items: tuple[Item, ...]) -> None:
    """What is drawn, written; a drawing may hold numbers that no page does, which is told before it is written."""
    page = Box(0.0, 0.0, 60.0, 20.0)
    render_svg(Scene(60, 20, items))
    render_pdf((Sheet(60.0, 20.0, items, page, page),), PdfInfo("a"))


@cache
def _names() -> Environment:
    return Environment({name: value_of(plain) for name, plain in NAMES.items()})


def _documents() -> Iterator[bytes]:
    for game in games().values():
        yield from (text.encode() for name, text in files_of(game).items() if name.endswith(".yaml"))


def _files(*endings: str) -> Iterator[bytes]:
    for ground in grounds().values():
        yield from (content for name, content in ground.files.items() if name.endswith(endings))


def _small_font() -> Iterator[bytes]:
    from tests.scene.typesetting.test_outlines_own_fonts import small

    yield small()


def _bitmaps() -> Iterator[bytes]:
    for mode in ("L", "LA", "RGB", "RGBA", "CMYK"):
        yield file(gradient(9, 7, mode), "JPEG" if mode == "CMYK" else "PNG")
    yield file(gradient(9, 7).quantize(4))
    yield file(gradient(16, 16), "JPEG", progressive=True)


def _drawings() -> Iterator[bytes]:
    yield from _files(".svg")
    for part in MARKUP:
        yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{part}</svg>'.encode()
    turned = b'<g transform="rotate(9)"><path d="M0 0C1 1 2 2 3 3zA1 1 0 0 1 2 2" fill="red"/></g>'
    yield b'<svg viewBox="0 0 9 9">' + turned + b"</svg>"


TARGETS = {
    "yaml": Target(yaml, _documents),
    "document": Target(document, _documents),
    "map": Target(map_, lambda: [each for each in _documents() if b"-map\n" in each[:200]]),
    "table": Target(table, lambda: [*_files(".csv"), b'a,b\n"x\ny",2\n', b"sep=;\na;b\n1;2\n"]),
    "formula": Target(
        formula, lambda: [*(piece.encode() for piece in PIECES), b"x {sum(n * 2 for n in list if n > 1)} y"]
    ),
    "drawing": Target(drawing, _drawings),
    "path": Target(path, lambda: [b"M0 0h9v9H1V1zm2 2l1-1c1 1 2 2 3 3s1 1 2 2q1 1 2 2t3 3a1 1 0 0 1 2 2Z"]),
    "bitmap": Target(bitmap, _bitmaps),
    "font": Target(font, _small_font),
}

CORPUS = Path(__file__).parent / "corpus" / "targets"
"""What once broke a target: files `TARGET-what.bin`."""
