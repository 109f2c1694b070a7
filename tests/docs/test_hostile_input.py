"""The page on bad input: each thing that it says was tried is tried, and gets what the page says."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.packs import HARBOUR, harbour
from tests.pipeline import ROOT, report_on, told, write
from tests.scene.pictures import bomb, file, gradient

PAGE = (ROOT / "docs" / "hostile-input.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| (?P<what>[^|]+) \| (?:`(?P<code>[a-z-]+)`|–) \| (?P<message>[^|]+) \|$", re.MULTILINE)
ROWS = {row["what"]: (row["code"], row["message"].replace("\\", "")) for row in ROW.finditer(PAGE)}

LAST = '  - {text: "{sails} of {crew(2)}", where: "middle, 40 x 10"}\n'
TITLE, CARD, BOARD, PIER = "title: Harbour", "size: 63 x 88\nbackground: paper", "size: 150 x 120", "[95, 45]"
DECK = "rows:\n  - {name: Sloop, sails: 1}\n  - {name: Cutter, sails: 2, copies: 2}\n"

Lay = Callable[[Path], None]


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


def outside(name: str, make: Callable[[Path], object]) -> Lay:
    def lay(folder: Path) -> None:
        picture(name)(folder)
        make(folder / name)

    return lay


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
TRIED: dict[str, Lay] = {
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
    "Hebrew": instead("name: Sloop", "name: שלום"),
    "an emoji": instead("name: Sloop", "name: 😀"),
    "1,000 rows in a table": beside(
        DECK,
        "rows: boats.csv\n",
        "boats.csv",
        ("name,sails\n" + "".join(f"Boat {n},{n}\n" for n in range(1_000))).encode(),
    ),
    "a document outside the pack": instead("  - boat.yaml\n", "  - ../boat.yaml\n"),
    "a picture outside the pack": picture("../x.png"),
    "a picture by an absolute path": picture("/etc/passwd"),
    "a link that leads out of the pack": outside("link.png", lambda path: path.symlink_to("/etc/passwd")),
    "a picture on the web": picture("https://example.org/x.png"),
    "a picture by a file: address": picture("file:///etc/passwd"),
    "a pipe for a picture": outside("pipe.png", os.mkfifo),
    "SVG with a script": svg("<script>alert(1)</script>"),
    "SVG with an event handler": svg('<rect width="9" height="9" onload="alert(1)"/>'),
    "SVG with entities": picture("a.svg", b'<!DOCTYPE svg [<!ENTITY a "ha">]><svg viewBox="0 0 9 9">&a;</svg>'),
    "SVG that shows a picture on the web": svg('<image href="https://example.org/x.png"/>'),
    "SVG that takes shapes from another file": svg('<use xlink:href="other.svg#a"/>'),
    "SVG with 200,000 groups inside each other": svg("<g>" * 200_000),
    "SVG with coordinates of 1e308": svg('<rect width="1e308" height="9"/>'),
    "a PNG of 30,000 × 30,000 pixels in a kilobyte": picture("a.png", bomb(30_000, 30_000)),
    "PostScript called .png": picture("a.png", b"%!PS-Adobe-3.0 EPSF-3.0\n"),
    "half a PNG": picture("a.png", file(gradient(40, 40))[:100]),
    "a font that is not there": font("type: {card-title: {family: Nowhere Sans}}"),
    "a font file that is broken": font("fonts: {mine: mine.ttf}", ("mine.ttf", b"only words")),
    "a loop over a billion numbers": formula("{sum(n for n in range(1000000000))}"),
    "the attributes of Python's objects": formula("{sails.__class__.__mro__}"),
    "a method of a text": formula("{name.upper}"),
    "a tower of powers": formula("{9 ** 9 ** 9}"),
    "a definition that asks for itself": instead("crew(players): 2 * players", "crew(players): crew(players) + 1"),
    "a template that extends itself": instead(f"kind: template\n{CARD}", f"kind: template\nextends: boat\n{CARD}"),
}


def test_all_that_the_page_names_is_tried() -> None:
    assert list(ROWS) == list(TRIED)
    assert HARBOUR.count(DECK) == 1


@pytest.mark.parametrize("what", TRIED)
def test_bad_input_gets_what_the_page_says(what: str, tmp_path: Path) -> None:
    TRIED[what](tmp_path)
    code, message = ROWS[what]
    report = report_on(tmp_path)
    found = [finding for finding in report.findings if finding.code != "wrong-count"]
    if code is None:
        assert not found, told(report)
        return
    assert [each for each in found if each.code == code and message in each.message], told(report)
    assert all(len(each.message) < 600 for each in found)
