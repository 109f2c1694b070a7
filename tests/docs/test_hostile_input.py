"""The page on bad input: each thing that it says was tried is tried, and gets what the page says."""

from __future__ import annotations

import gzip
import json
import math
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from functools import cache
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from pnp.cli import main
from pnp.escape import STEERING
from pnp.scene.typesetting.fonts import face
from tests.packs import HARBOUR, harbour
from tests.pipeline import ROOT, report_on, told, write
from tests.scene.pictures import bomb, file, gradient, inflating
from tests.scene.typesetting.test_outlines import endless, many_calls, postscript
from tests.workbooks import ods, packed, related, xlsx

PAGE = (ROOT / "docs" / "hostile-input.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| (?P<what>[^|]+) \| (?:`(?P<code>[a-z-]+)`|–) \| (?P<message>[^|]+) \|$", re.MULTILINE)
ROWS = {row["what"]: (row["code"], row["message"].replace("\\", "")) for row in ROW.finditer(PAGE)}

FONT = Path(face("Fira Sans").path).read_bytes()
TYPED = re.compile(r"^\| (?P<what>[^|]+) \| (?P<status>[0-3]) \| (?P<said>[^|]+) \|$", re.MULTILINE)
COMMANDS = {row["what"]: (int(row["status"]), row["said"]) for row in TYPED.finditer(PAGE)}

LAST = '  - {text: "{sails} of {crew(2)}", where: "middle, 40 x 10"}\n'
TITLE, CARD, BOARD, PIER = "title: Harbour", "size: 63 x 88\nbackground: paper", "size: 150 x 120", "[95, 45]"
DECK = "rows:\n  - {name: Sloop, sails: 1}\n  - {name: Cutter, sails: 2, copies: 2}\n"

ASIDE = ("wrong-count", "unprinted-component", "unused-template")
"""What comes of the way in which some games are spoilt, and is not what was tried."""

DEAR = "{sum(a * b + index for a in range(100) for b in range(99))}"

Lay = Callable[[Path], None]

BOATS = (("name", "sails"), ("Sloop", 1), ("Cutter", 2))

REPEATED = (
    '<table name="S"><table-row><table-cell><p>name</p></table-cell></table-row>'
    "<table-row TIMES><table-cell WIDE><p>Sloop</p></table-cell></table-row></table>"
)


def book(name: str, content: bytes) -> Lay:
    """The small game with its boats in that table."""
    return beside(DECK, f"rows: {name}\n", name, content)


def instead(old: str, new: str) -> Lay:
    """Lays out the small game with the first text replaced by the second."""
    return lambda folder: _written(folder, harbour((old, new)))


def beside(old: str, new: str, name: str, content: bytes) -> Lay:
    """The same with a file beside its documents."""

    def lay(folder: Path) -> None:
        instead(old, new)(folder)
        (folder / name).write_bytes(content)

    return lay


def picture(name: str, content: bytes | None = None) -> Lay:
    """The game with that picture on its cards."""
    shown = f'{LAST}  - {{picture: "{name}", where: "middle, 20 x 20"}}\n'
    return instead(LAST, shown) if content is None else beside(LAST, shown, name, content)


def computed_tables(count: int, side: int) -> Lay:
    """The game whose rulebook has that many square tables."""
    table = (
        "{{title: T{0}, rows: {{each: a, in: range({1})}}, columns: {{each: b, in: range({1}), cell: a * b + {0}}}}}"
    )
    tables = "".join(f"  t{n}: {table.format(n, side)}\n" for n in range(count))
    return instead("kind: rulebook\n", f"kind: rulebook\ntables:\n{tables}")


def crowded() -> tuple[tuple[str, str], ...]:
    """What makes a map of 4,000 areas more, all joined."""
    rows = [[f"a{x}-{y}" for x in range(80)] for y in range(50)]
    areas = [
        f"  {name}: {{at: [{200 + 10 * x}, {10 + 10 * y}]}}" for y, row in enumerate(rows) for x, name in enumerate(row)
    ]
    roads = [["Market", *next(zip(*rows, strict=True))], *rows]
    lines = "".join(f"  - [{', '.join(road)}]\n" for road in roads)
    joined = "\n".join(areas)
    return ("size: 120 x 90", "size: 1010 x 520"), ("areas:\n", f"areas:\n{joined}\n"), ("roads:\n", f"roads:\n{lines}")


def many(count: int, text: str) -> Lay:
    """The pack with documents more, all of the same text."""
    listed = "".join(f"  - m{number}.yaml\n" for number in range(count))
    files = "".join(f"# file: m{number}.yaml\n{text}" for number in range(count))
    return lambda folder: _written(folder, harbour(("  - boat.yaml\n", f"  - boat.yaml\n{listed}")) + files)


def outlined(count: int, corners: int) -> str:
    """A map of areas in a row, each with a wide outline of that many corners."""
    points = [f"[{{0}}.{each:02d}, {1 if each else 0}]" for each in range(corners)]
    ring = f"[{', '.join(points)}]"
    return "kind: area-map\nareas:\n" + "".join(f"  A{n}: {{outline: {ring.format(n)}}}\n" for n in range(count))


def named_in_rows(name: str) -> Lay:
    """The game whose rows say which picture is on their cards."""
    shown = f'{LAST}  - {{picture: "{{art}}", where: "middle, 20 x 20"}}\n'
    rows = (
        f"rows:\n  - {{name: Sloop, sails: 1, art: {name}}}\n  - {{name: Cutter, sails: 2, copies: 2, art: {name}}}\n"
    )
    return lambda folder: _written(folder, harbour((LAST, shown), (DECK, rows)))


def icon_folder(files: dict[str, bytes], name: str = "art") -> Lay:
    """The game with a folder of icons; the icon `a` is on its cards."""
    shown = LAST + ('  - {icon: a, where: "bottom, 9 x 9, inset 4"}\n' if "a.svg" in files or "a.png" in files else "")

    def lay(folder: Path) -> None:
        _written(folder, harbour((LAST, shown), ("kind: icons\n", f"kind: icons\nfolder: {name}\n")))
        (folder / "art").mkdir()
        for each, content in files.items():
            (folder / "art" / each).write_bytes(content)

    return lay


def linked_icons(folder: Path) -> None:
    icon_folder({})(folder)
    (folder / "art").rmdir()
    (folder / "art").symlink_to("/usr")


def svg(body: str) -> Lay:
    head = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9">'
    return picture("a.svg", f"{head}{body}</svg>".encode())


def formula(text: str) -> Lay:
    return instead("{sails} of {crew(2)}", f"{{sails}} {text}")


def font(name: str, *files: tuple[str, bytes]) -> Lay:
    theme = f"# file: look.yaml\nkind: theme\nextends: theme\n{name}\n# file: boat.yaml\n"

    def lay(folder: Path) -> None:
        _written(folder, harbour(("  - boat.yaml\n", "  - boat.yaml\n  - look.yaml\n"), ("# file: boat.yaml\n", theme)))
        for path, content in files:
            (folder / path).write_bytes(content)

    return lay


def table(content: bytes) -> Lay:
    """The game with its deck from a table."""
    return beside(DECK, "rows: boats.csv\n", "boats.csv", content)


def damaged(content: bytes) -> bytes:
    """A font whose glyphs are not where its table says."""
    font = TTFont(BytesIO(content))
    font["loca"].locations = [0, *[10**6] * (len(font["loca"].locations) - 1)]
    out = BytesIO()
    font.save(out)
    return out.getvalue()


def outside(name: str, make: Callable[[Path], object]) -> Lay:
    def lay(folder: Path) -> None:
        picture(name)(folder)
        make(folder / name)

    return lay


def cells(side: int, more: str, table: bool = False) -> Lay:
    """The game with a square map of so many cells a side in a document, or in a table."""

    def lay(folder: Path) -> None:
        rows = "".join("  " + "." * side + "\n" for _ in range(side))
        terrain = "terrain: t.csv" if table else f"terrain: |\n{rows}legend: {{'.': plain}}"
        text = f"kind: grid-map\ncells: square\n{terrain}\nterrains: {{plain: {{}}}}\n{more}"
        _written(folder, harbour(("  - boats.yaml\n", "  - cells.yaml\n  - boats.yaml\n")))
        (folder / "cells.yaml").write_text(text)
        if table:
            (folder / "t.csv").write_text((",".join(["plain"] * side) + "\n") * side)

    return lay


def scanned(scans: int) -> bytes:
    """A progressive JPEG whose last scan is repeated."""
    whole = file(gradient(40, 40), "JPEG", progressive=True)
    last = whole[whole.rindex(b"\xff\xda") : -2]
    return whole[:-2] + last * scans + b"\xff\xd9"


def around(name: str, make: Callable[[Path], object]) -> Lay:
    """The game with something else in its folder."""

    def lay(folder: Path) -> None:
        _written(folder, HARBOUR)
        make(folder / name)

    return lay


def in_place_of(name: str, make: Callable[[Path], object]) -> Lay:
    """The game with something else in the place of one of its files."""

    def lay(folder: Path) -> None:
        _written(folder, HARBOUR)
        (folder / name).unlink()
        make(folder / name)

    return lay


def deep(path: Path) -> None:
    """Folders inside each other, more than Python can call itself."""
    path.mkdir()
    handle = os.open(path, os.O_RDONLY)
    for _ in range(1_500):
        os.mkdir("d", dir_fd=handle)
        below = os.open("d", os.O_RDONLY, dir_fd=handle)
        os.close(handle)
        handle = below
    os.close(handle)


def _written(folder: Path, text: str) -> None:
    write(folder, text)


def _encoded(encoding: str) -> Lay:
    """The pack with its icons in another encoding."""
    content = "kind: icons\nicons:\n  anchor: [{line: M0 0h9}]  # kotviště\n".encode(encoding)
    return beside(TITLE, TITLE, "icons.yaml", content)


LAUGHS = "\n".join(
    [
        "  l0: &l0 [x, x, x, x, x, x, x, x, x]",
        *(f"  l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 9)}]" for n in range(1, 9)),
    ]
)


@cache
def tried() -> dict[str, Lay]:
    """What the page names, and how it is laid out; made when a test asks, as some of it is large."""
    return {
        "a billion laughs: lists of aliases of lists of aliases": instead(TITLE, f"{TITLE}\nlaughs:\n{LAUGHS}"),
        "a hundred brackets inside each other": instead(TITLE, "title: " + "[" * 100),
        "an alias inside its own anchor": instead(TITLE, "title: &a [*a]"),
        "a tag that makes Python objects": instead(TITLE, "title: !!python/object/apply:os.system [ls]"),
        "a merge key": instead(TITLE, f"{TITLE}\n<<: {{a: 1}}"),
        "a key twice": instead(TITLE, f"{TITLE}\ntitle: Bay"),
        "a byte order mark at the beginning": instead("kind: pack", "\ufeffkind: pack"),
        "a byte order mark in a text": instead(TITLE, "title: Har\ufeffbour"),
        "a NUL": instead(TITLE, "title: Har\0bour"),
        "an escape that steers a terminal": instead(TITLE, 'title: "Har\\e[31mbour"'),
        "a file in Windows' encoding": _encoded("cp1250"),
        "a file in UTF-16": _encoded("utf-16"),
        "a tab for indentation": instead("kind: icons\nicons:\n ", "kind: icons\nicons:\n\t"),
        "an empty file": beside(TITLE, TITLE, "icons.yaml", b""),
        "an alias of an anchor that is not there": instead(TITLE, "title: *nobody"),
        "two documents in a file": instead("kind: icons\nicons:", "kind: icons\n---\nicons:"),
        "thousands of definitions": instead(
            "  crew(players): 2 * players\n",
            "  crew(players): 2 * players\n" + "".join(f"  d{n}: {n}\n" for n in range(5_000)),
        ),
        "a key of 2,000 letters": instead(TITLE, f"{TITLE}\n{'x' * 2_000}: 1"),
        "a file of 17 MiB": beside(TITLE, TITLE, "boat.yaml", b"#" * (17 * 2**20)),
        "an infinite coordinate": instead(PIER, "[.inf, 45]"),
        "a coordinate that is not a number": instead(PIER, "[.nan, 45]"),
        "a coordinate of 1e308": instead(PIER, "[1e308, 45]"),
        "a number of forty digits": instead("sails: 1", "sails: " + "9" * 40),
        "a card 0 mm wide": instead(CARD, "size: 0 x 88\nbackground: paper"),
        "a card of a negative width": instead(CARD, "size: -63 x 88\nbackground: paper"),
        "a map of no size": instead("size: 120 x 90", "size: 0 x 0"),
        "a board of 10 km": instead(BOARD, "size: 10000000 x 10000000"),
        "a map of 10 km": instead("size: 120 x 90", "size: 10000000 x 10000000"),
        "a map in a box a thousandth of a millimetre wide": instead("where: fill", 'where: "middle, 0.001 x 90"'),
        "a word of a megabyte": instead("name: Sloop", "name: " + "x" * 1_000_000),
        "a word of 300 letters": instead("name: Sloop", "name: " + "x" * 300),
        "a text of a megabyte of words": instead("name: Sloop", f"name: {'sail on ' * 125_000}"),
        "a title that reorders the line it is printed on": instead(TITLE, 'title: "Har\\u202ebour"'),
        "20,000 letters without a blank in a template": instead('"{sails} of {crew(2)}"', f'"{"x" * 20_000}"'),
        "Hebrew": instead("name: Sloop", "name: שלום"),
        "Arabic": instead("name: Sloop", "name: مرحبا"),
        "an emoji": instead("name: Sloop", "name: 😀"),
        "1,000 rows in a table": beside(
            DECK,
            "rows: boats.csv\n",
            "boats.csv",
            ("name,sails\n" + "".join(f"Boat {n},{n}\n" for n in range(1_000))).encode(),
        ),
        "100,000 rows in a table": table(b"name,sails\n" + b"Sloop,1\n" * 100_000),
        "11,000 rows in a document": instead(DECK, "rows:\n" + "  - {name: Sloop, sails: 1}\n" * 11_000),
        "a table in Windows' encoding": table("name,sails\nkotviště,1\n".encode("cp1250")),
        "a NUL in a table": table(b"name,sails\nSlo\0op,1\n"),
        "a quote in a table that nothing closes": table(b'name,sails\n"Sloop,1\nCutter,2\n'),
        "50 movement classes on 1,600 cells": cells(
            40, "movement:\n" + "".join(f"  c{number}: {{costs: {{plain: {number + 1}}}}}\n" for number in range(50))
        ),
        "tiles to lay on 900 cells": cells(30, "tiles-on: plain\ntiles: {Bend: {copies: 900, edges: [N, S]}}\n"),
        "roads 4,000 times to and fro across a map of cells": cells(
            60, "roads:\n" + 4 * f"  - {{through: [{', '.join(['A1', 'A60'] * 500)}]}}\n"
        ),
        "a table of 22,500 cells of terrain": cells(150, "", table=True),
        "a board of 4,000 areas": lambda folder: _written(folder, harbour(*crowded())),
        "a map of outlines with 30,100 corners": many(1, outlined(301, 100)),
        "a rulebook with 1,001 tables": computed_tables(1_001, 1),
        "a rulebook whose tables have 125,000 cells": computed_tables(7, 134),
        "a row of 2,000 fields in a document": instead(
            "{name: Sloop, sails: 1}", "{name: Sloop, sails: 1, " + "".join(f"f{n}: {n}, " for n in range(2_000)) + "}"
        ),
        "a table of 2,000 columns": table(",".join(f"c{n}" for n in range(2_000)).encode() + b"\n"),
        "a table of nothing but commas": table(b"name,sails\n" + b"," * 100_000),
        "a workbook that unpacks to 110 MB": book("boats.xlsx", xlsx({"S": " " * (110 * 10**6)})),
        "a workbook with 500,000 empty cells": book("boats.xlsx", xlsx({"S": [*BOATS, *([[None] * 50] * 10_000)]})),
        "a workbook with a million empty cells": book("boats.xlsx", xlsx({"S": "<row><c/><c/><c/></row>" * 400_000})),
        "a workbook with a value in the last cell of its sheet": book(
            "boats.xlsx", xlsx({"S": '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'})
        ),
        "a row of an ODS workbook repeated a million times": book(
            "boats.ods", ods(REPEATED.replace("TIMES", 'number-rows-repeated="1000000"').replace("WIDE", ""))
        ),
        "a cell of an ODS workbook repeated in a million columns": book(
            "boats.ods", ods(REPEATED.replace("WIDE", 'number-columns-repeated="1000000"').replace("TIMES", ""))
        ),
        "a workbook with links to other files": book(
            "boats.xlsx",
            xlsx(
                {"S": BOATS},
                **{
                    "xl/externalLinks/_rels/externalLink1.xml.rels": related(
                        [], '<Relationship Id="r1" Target="file:///etc/passwd" TargetMode="External"/>'
                    ),
                    "../../etc/passwd": "root",
                },
            ),
        ),
        "a workbook with entities": book(
            "boats.xlsx",
            xlsx({"S": BOATS}, **{"xl/workbook.xml": '<!DOCTYPE a [<!ENTITY b "ha">]><a>&b;</a>'}),
        ),
        "half a workbook": book("boats.xlsx", xlsx({"S": BOATS})[:700]),
        "a workbook protected by a password": book("boats.xlsx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(500)),
        "an archive of other files called .xlsx": book("boats.xlsx", packed({"words.txt": "words"})),
        "CSV called .xlsx": book("boats.xlsx", b"name,sails\nSloop,1\n"),
        "a workbook called .csv": table(xlsx({"S": BOATS})),
        "a workbook with a NUL in a text": book("boats.xlsx", xlsx({"S": [*BOATS, ["a_x0000_b", 1]]})),
        "JSON with 100,000 brackets inside each other": book("boats.json", b"[" * 100_000),
        "JSON with a NUL in a text": book("boats.json", b'[{"name": "a\\u0000b", "sails": 1}]'),
        "JSON with a number of 400 digits": book("boats.json", b'[{"name": "a", "sails": ' + b"9" * 400 + b"}]"),
        "JSON that ends too early": book("boats.json", b'[{"name": "a", "sails": 1}'),
        "a table outside the pack": instead(DECK, "rows: ../boats.csv\n"),
        "a document by an absolute path": instead("  - boat.yaml\n", "  - /etc/passwd\n"),
        "a document by an address": instead("  - boat.yaml\n", "  - https://example.org/boat.yaml\n"),
        "a document outside the pack": instead("  - boat.yaml\n", "  - ../boat.yaml\n"),
        "a picture outside the pack": picture("../x.png"),
        "a picture by an absolute path": picture("/etc/passwd"),
        "a link that leads out of the pack": outside("link.png", lambda path: path.symlink_to("/etc/passwd")),
        "a picture on the web": picture("https://example.org/x.png"),
        "a picture by a file: address": picture("file:///etc/passwd"),
        "a picture that a table names outside the pack": named_in_rows("../../x.png"),
        "a folder for a picture": outside("folder.png", Path.mkdir),
        "a pipe for a picture": outside("pipe.png", os.mkfifo),
        "a link to itself for a picture": outside("loop.png", lambda path: path.symlink_to("loop.png")),
        "a link to itself next to the documents": around("loop.yaml", lambda path: path.symlink_to("loop.yaml")),
        "a pipe for a document": in_place_of("boat.yaml", os.mkfifo),
        "a folder for a document": in_place_of("boat.yaml", Path.mkdir),
        "a document by a path of 5,000 characters": instead("  - boat.yaml\n", f"  - {'x' * 5_000}\n"),
        "1,500 folders inside each other": around("d", deep),
        "a file whose name is not UTF-8": around(os.fsdecode(b"\xff.yaml"), Path.touch),
        "a file whose name steers a terminal": around("\x1b[31m.yaml", Path.touch),
        "SVG with a script": svg('<rect width="1" height="1"/><script>alert(1)</script>'),
        "SVG with an event handler": svg('<rect width="1" height="1" onload="alert(1)"/>'),
        "SVG with entities inside each other": picture(
            "a.svg", b'<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><svg viewBox="0 0 9 9">&b;</svg>'
        ),
        "SVG with an entity from a file": picture(
            "a.svg", b'<!DOCTYPE svg [<!ENTITY a SYSTEM "/etc/passwd">]><svg viewBox="0 0 9 9">&a;</svg>'
        ),
        "SVG that shows a picture on the web": svg('<image href="https://example.org/x.png"/>'),
        "SVG that shows a file of the system": svg('<image href="file:///etc/passwd"/><image href="/etc/passwd"/>'),
        "SVG whose references double forty times": svg(
            "".join(f'<g id="g{n}"><use xlink:href="#g{n + 1}"/><use xlink:href="#g{n + 1}"/></g>' for n in range(40))
        ),
        "SVG that refers to itself": svg('<g id="a"><use xlink:href="#a"/><circle r="3"/></g>'),
        "SVG that takes shapes from another file": svg('<use xlink:href="other.svg#a"/>'),
        "SVG with a style sheet from the web": svg("<style>@import url(https://example.org/x.css)</style>"),
        "SVG with HTML in it": svg("<foreignObject><body/></foreignObject>"),
        "SVG that paints with an address": svg(
            '<rect width="1" height="1"/><rect width="5" height="5" fill="url(https://example.org/#a)"/>'
        ),
        "SVG with an external document type": picture(
            "a.svg",
            b'<!DOCTYPE svg SYSTEM "file:///etc/passwd"><svg viewBox="0 0 9 9"><rect width="1" height="1"/></svg>',
        ),
        "SVG that is packed (.svgz)": picture(
            "a.svg", gzip.compress(b'<svg viewBox="0 0 9 9">' + b" " * 10**6 + b"</svg>")
        ),
        "SVG with a path of 300,000 lines": svg(f'<path d="M0 0{"L1 1" * 300_000}"/>'),
        "SVG of 17 MiB": svg("<!--" + " " * (17 * 2**20) + "-->"),
        "SVG with 200,000 groups inside each other": svg("<g>" * 200_000),
        "SVG with a path of three hundred metres": svg('<path d="M4 16h322328"/>'),
        "SVG that is made a thousand times larger": svg(
            '<g transform="scale(1000)"><rect width="200" height="5"/></g>'
        ),
        "SVG with coordinates of 1e308": svg('<rect width="1e308" height="9"/>'),
        "a PNG of 30,000 × 30,000 pixels as an icon": icon_folder({"a.png": bomb(30_000, 30_000)}),
        "an SVG of 17 MiB as an icon": icon_folder({"a.svg": b"<svg><!--" + b" " * (17 * 2**20) + b"--></svg>"}),
        "a folder of icons outside the pack": icon_folder({}, "../art"),
        "a folder of icons that is a link out of the pack": linked_icons,
        "a folder of 10,001 icons": icon_folder({f"{number}.svg": b"" for number in range(10_001)}),
        "a folder of 4,000 icons, one of which is used": icon_folder(
            {
                "a.svg": b'<svg viewBox="0 0 9 9"><path d="M1 1h7v7z"/></svg>',
                **{f"{no}.svg": b"<" for no in range(4_000)},
            }
        ),
        "a PNG of 30,000 × 30,000 pixels in a kilobyte": picture("a.png", bomb(30_000, 30_000)),
        "a PNG with texts that unpack to 500 MB": picture("a.png", inflating()),
        "PostScript called .png": picture("a.png", b"%!PS-Adobe-3.0 EPSF-3.0\n"),
        "a JPEG with damaged EXIF": beside(
            LAST,
            f'{LAST}  - {{picture: a.jpg, where: "bottom, 20 x 20, 6 from bottom"}}\n',
            "a.jpg",
            file(gradient(300, 300), "JPEG", exif=b"Exif\0\0II*\0\x08\0\0\0\xff\xff"),
        ),
        "a JPEG with 5,000 scans": picture("a.jpg", scanned(5_000)),
        "half a PNG": picture("a.png", file(gradient(40, 40))[:100]),
        "a font that is not there": font("type: {card-title: {family: Nowhere Sans}}"),
        "a font file that is broken": font("fonts: {mine: mine.ttf}", ("mine.ttf", b"only words")),
        "a font file whose glyphs are not where it says": font(
            "fonts: {mine: mine.ttf}\ntype: {card-title: {family: mine}}", ("mine.ttf", damaged(FONT))
        ),
        "an OpenType font whose subroutine calls itself": font(
            "fonts: {mine: mine.otf}\ntype: {card-title: {family: mine}}", ("mine.otf", postscript(endless))
        ),
        "an OpenType font whose subroutines call each other 30⁹ times": font(
            "fonts: {mine: mine.otf}\ntype: {card-title: {family: mine}}", ("mine.otf", postscript(many_calls))
        ),
        "a font file outside the pack": font("fonts: {mine: ../mine.ttf}"),
        "a loop over a billion numbers": formula("{sum(n for n in range(1000000000))}"),
        "the attributes of Python's objects": formula("{sails.__class__.__mro__}"),
        "a method of a text": formula("{name.upper}"),
        "a tower of powers": formula("{9 ** 9 ** 9}"),
        "a formula of a thousand brackets": formula("{" + "(" * 1_000 + "1" + ")" * 1_000 + "}"),
        "an empty text 10**300 times": formula("{'' * 10**300}"),
        "a text repeated minus 10**300 times in a rulebook": instead(
            "{crew(1)} sailors", "{crew(1)}{'x' * -10**300} sailors"
        ),
        "a text repeated minus 10**300 times in a definition": instead(
            "crew(players): 2 * players", "crew(players): 2 * players + len('x' * -10**300)"
        ),
        "a list of lists of lists": formula("{count([[a for a in range(9999)] for b in range(9999)])}"),
        "a layer repeated a billion times": instead(
            LAST, f'{LAST}  - {{repeat: {{in: 1000000000, cell: 1 x 1}}, panel: ink, where: "middle, 40 x 10"}}\n'
        ),
        "eleven templates of 1,000 layers": many(
            11, "kind: template\nsize: 20 x 20\nlayers:\n" + "  - {panel: ink}\n" * 1_000
        ),
        "six documents of 1,900 icons": many(
            6, "kind: icons\nicons:\n" + "".join(f"  i{n}: [{{line: M1 1L2 2}}]\n" for n in range(1_900))
        ),
        "a group of 5,000 layers": instead(LAST, f"{LAST}  - {{group: [{'{panel: ink}, ' * 5_000}]}}\n"),
        "eight texts that sum 10,000 products, on 60 cards": lambda folder: _written(
            folder,
            harbour(
                (LAST, 8 * LAST.replace("{sails} of {crew(2)}", DEAR)),
                (DECK, "rows:\n" + "".join(f"  - {{name: Sloop {n}, sails: 1}}\n" for n in range(60))),
            ),
        ),
        "a definition that uses itself": instead("crew(players): 2 * players", "crew(players): crew(players) + 1"),
        "a template that extends itself": instead(f"kind: template\n{CARD}", f"kind: template\nextends: boat\n{CARD}"),
    }


@pytest.mark.nightly
def test_all_that_the_page_names_is_tried() -> None:
    assert sorted(ROWS) == sorted(tried())
    assert HARBOUR.count(DECK) == 1


@pytest.mark.nightly
@pytest.mark.parametrize("what", ROWS)
def test_bad_input_gets_what_the_page_says(what: str, tmp_path: Path) -> None:
    tried()[what](tmp_path)
    code, message = ROWS[what]
    try:
        report = report_on(tmp_path)
    finally:
        subprocess.run(["rm", "-rf", "--", str(tmp_path / "d")], check=True)  # deeper than shutil goes
    found = [finding for finding in report.findings if finding.code not in ASIDE]
    if code is None:
        assert not found, told(report)
        return
    assert [each for each in found if each.code == code and message in each.message], told(report)
    assert all(len(each.message) < 600 for each in found)


BYTE = os.fsdecode(b"p\xff")
NINES, LONG = "9" * 5_000, "x/" * 3_000


def _unlisted() -> None:
    write(Path(BYTE), HARBOUR)
    Path(BYTE, "more.yaml").write_text("kind: icons\nicons: {}\n", encoding="utf-8")


def _manifest(make: Callable[[Path], object]) -> Callable[[], None]:
    def lay() -> None:
        Path("game").mkdir()
        make(Path("game", "pack.yaml"))

    return lay


def _linked_out() -> None:
    Path("out").mkdir()
    Path("elsewhere").mkdir()
    Path("out", "pack").symlink_to("../elsewhere")


def _repository() -> None:
    """The small game in a repository of git with one state."""
    name = ("-c", "user.name=a", "-c", "user.email=a@example.org")
    for command in (("init", "-q"), ("add", "-A"), (*name, "commit", "-q", "-m", "a")):
        subprocess.run(("git", *command), cwd="pack", check=True)


def _circles(at: list[tuple[float, float]], radius: float = 1, around: bool = False) -> str:
    """A drawing of circles, with a line from each to the next, or with as many lines in the middle of all."""
    ends = [((500, 500), (500 + number / 1_000, 500)) for number in range(len(at))] if around else [*pairwise(at)]
    lines = (f'<path d="M{a:.3f} {b:.3f}L{c:.3f} {d:.3f}"/>' for (a, b), (c, d) in ends)
    circles = (f'<circle cx="{x:.3f}" cy="{y:.3f}" r="{radius}"/>' for x, y in at)
    box = 'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 1000"'
    return f"<svg {box}>{''.join(circles)}{''.join(lines)}</svg>"


def _imported(name: str, text: str) -> tuple[Callable[[], object], tuple[str, ...]]:
    """A file to import, and the arguments for it."""
    return lambda: Path(name).write_text(text, encoding="utf-8"), ("import", name)


def _nothing() -> None:
    """Nothing is there but the small game."""


ENDED: dict[str, tuple[Callable[[], object], tuple[str, ...]]] = {
    "`pnp build pack --rows` and 5,000 nines": (_nothing, ("build", "pack", "--rows", NINES)),
    "`pnp build pack --dpi` and 5,000 nines": (_nothing, ("build", "pack", "--dpi", NINES)),
    "`pnp inspect` and a path of 6,000 characters": (_nothing, ("inspect", LONG)),
    "`pnp check` and a name of 300 characters": (_nothing, ("check", "x" * 300)),
    "`pnp build pack -o` and a path of 6,000 characters": (_nothing, ("build", "pack", "--jobs", "1", "-o", LONG)),
    "`pnp check` of a link that leads to itself": (lambda: Path("loop").symlink_to("loop"), ("check", "loop")),
    "`pnp check` of a pipe": (lambda: os.mkfifo("pipe"), ("check", "pipe")),
    "`pnp check` of a folder whose pack.yaml is a pipe": (_manifest(os.mkfifo), ("check", "game")),
    "`pnp check` of a folder whose pack.yaml is a folder": (_manifest(Path.mkdir), ("check", "game")),
    "`pnp check` of a name with an escape": (_nothing, ("check", "a\x1b[2J")),
    "`pnp explain` of a name with a line break": (_nothing, ("explain", "a\nb")),
    "`pnp list` of a folder called p`<byte 0xFF>`": (lambda: write(Path(BYTE), HARBOUR), ("list", BYTE)),
    **{
        f"`pnp check --format {form}` of a folder called p`<byte 0xFF>` with an unlisted document": (
            _unlisted,
            ("check", "--format", form, BYTE),
        )
        for form in ("sarif", "json", "github")
    },
    "`pnp build` of a folder whose name is an escape": (
        lambda: shutil.copytree("pack", "d\x1b[31m"),
        ("build", "--jobs", "1", "-o", "out", "d\x1b[31m"),
    ),
    "`pnp export html` of a folder whose name is an escape": (
        lambda: shutil.copytree("pack", "d\x1b[31m"),
        ("export", "html", "-o", "out", "d\x1b[31m"),
    ),
    "`pnp export html` into a folder that is a link": (_linked_out, ("export", "html", "-o", "out", "pack")),
    "`pnp export` of a target that is a path": (_nothing, ("export", "../../etc", "pack")),
    "`pnp export tts --assets-url javascript:`": (
        _nothing,
        ("export", "tts", "-o", "out", "--assets-url", "javascript:alert(1)", "pack"),
    ),
    "`pnp diff` of a revision that is an option of git": (_repository, ("diff", "--", "--output=out", "pack")),
    "`pnp build --changed-since` an option of git": (
        _repository,
        ("build", "--changed-since", "--output=out", "-o", "out", "pack"),
    ),
    "`pnp diff` of a revision that is a command line": (_repository, ("diff", "HEAD; touch out", "pack")),
    "`pnp import` of 50,000 brackets": _imported("a.geojson", "[" * 50_000),
    "`pnp import` of an SVG of entities inside each other": _imported(
        "a.svg",
        '<!DOCTYPE l [<!ENTITY a "aaaaaaaaaa">'
        + "".join(f'<!ENTITY {one} "{f"&{chr(ord(one) - 1)};" * 10}">' for one in "bcdefghij")
        + '] ><svg xmlns="http://www.w3.org/2000/svg"><text>&j;</text></svg>',
    ),
    "`pnp import` of GraphML with an entity from a file": _imported(
        "a.graphml",
        '<!DOCTYPE s [<!ENTITY x SYSTEM "file:///etc/passwd">]><graphml><graph><node id="&x;"/></graph></graphml>',
    ),
    "`pnp import` of 20,000 groups inside each other": _imported(
        "a.svg", f'<svg xmlns="http://www.w3.org/2000/svg">{"<g>" * 20_000}{"</g>" * 20_000}</svg>'
    ),
    "`pnp import` of a table with an escape": _imported("a.csv", "from,to\nA,B\x1b[31m\n"),
    "`pnp import` of names with the signs of YAML": _imported("a.csv", 'from,to\n"a: b #c","- {x}"\nnull,*y\n'),
    "`pnp import` of 10,000 hexes that have one name": _imported(
        "a.hexjson",
        json.dumps(
            {
                "layout": "odd-r",
                "hexes": {f"Q{at}": {"q": at % 100, "r": at // 100, "n": "Same"} for at in range(10_000)},
            }
        ),
    ),
    "`pnp import` of 8,000 circles with 8,000 lines between them": _imported(
        "a.svg", _circles([(at * 7 % 997, at * 13 % 991) for at in range(8_000)])
    ),
    "`pnp import` of 8,000 circles around the ends of 8,000 lines": _imported(
        "a.svg",
        _circles([(500 + 300 * math.cos(at), 500 + 300 * math.sin(at)) for at in range(8_000)], 200, around=True),
    ),
    "`pnp import` of an 18xx-maker hex with 20,000 names and terrains": _imported(
        "a.json",
        json.dumps(
            {
                "map": {
                    "hexes": [
                        {
                            "hexes": ["A1"],
                            "names": [{"name": f"Name {at}"} for at in range(20_000)],
                            "cities": [{"name": {"name": f"City {at}"}} for at in range(20_000)],
                            "terrain": [{"type": "hill", "cost": at} for at in range(20_000)],
                        }
                    ]
                }
            }
        ),
    ),
}


def test_all_that_the_page_types_is_typed() -> None:
    assert sorted(COMMANDS) == sorted(ENDED)


@pytest.mark.nightly
@pytest.mark.parametrize("what", ENDED)
def test_a_command_ends_as_the_page_says(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "pack", HARBOUR)
    lay, arguments = ENDED[what]
    lay()
    with pytest.raises(SystemExit) as left:
        main(arguments)
    said = "".join(capsys.readouterr())
    assert (left.value.code, COMMANDS[what][1] in said) == (COMMANDS[what][0], True), said
    assert not STEERING.search(said.replace("\n", ""))
