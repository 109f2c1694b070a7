"""Files of a megabyte of each sort, sound and unsound: what they take. `python -m tests.fuzz.megabytes` prints a table.

What is laid out is the small game of the tests with one file of it grown to `size` bytes.
"""

from __future__ import annotations

import json
import math
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random

from PIL import Image

from tests.packs import harbour
from tests.pipeline import ROOT, write
from tests.scene.pictures import chunk, file, gradient, inflating, noise

MEGABYTE = 1_000_000
SECONDS, MEMORY = 2.0, 500
"""What a megabyte may take at most of a processor, a second more for each that is written, and of memory in MB."""

DECK = "rows:\n  - {name: Sloop, sails: 1}\n  - {name: Cutter, sails: 2, copies: 2}\n"
TEXT = '  - {text: "{sails} of {crew(2)}", where: "middle, 40 x 10"}\n'
RULES = '  - title: Boats\n    text: "Everyone has {crew(1)} sailors."\n'

Lay = Callable[[Path, int], None]


def grown(line: Callable[[int], str], size: int) -> str:
    """Lines, each made of its number, until there are that many bytes."""
    made, length, number = [], 0, 0
    while length < size:
        made.append(line(number))
        length += len(made[-1].encode())
        number += 1
    return "".join(made)


def instead(old: str, new: Callable[[int], str], *more: tuple[str, str]) -> Lay:
    """The small game with one of its texts replaced by one that grows."""
    return lambda folder, size: _write(folder, harbour((old, new(size)), *more))


def rows(line: Callable[[int], str]) -> Lay:
    return instead(DECK, lambda size: "rows:\n" + grown(line, size))


def table(head: str, line: Callable[[int], str], end: str = "") -> Lay:
    """The small game with its deck from a table."""

    def lay(folder: Path, size: int) -> None:
        _write(folder, harbour((DECK, "rows: boats.csv\n")))
        (folder / "boats.csv").write_text(head + grown(line, size) + end, encoding="utf-8")

    return lay


def picture(name: str, content: Callable[[int], bytes]) -> Lay:
    """The small game with a picture on its cards."""

    def lay(folder: Path, size: int) -> None:
        _write(folder, harbour((TEXT, f'{TEXT}  - {{picture: {name}, where: "middle, 20 x 20"}}\n')))
        (folder / name).write_bytes(content(size))

    return lay


def svg(line: Callable[[int], str], begin: str = "", end: str = "") -> Lay:
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 90">'
    return picture("a.svg", lambda size: f"{head}{begin}{grown(line, size)}{end}</svg>".encode())


def city(text: Callable[[int], str]) -> Lay:
    """The small game with another map, a document alone beside it."""

    def lay(folder: Path, size: int) -> None:
        plain = harbour(("  - maps/customs.yaml\n", ""), ("keeps: [customs]\n", ""))
        bay = plain[plain.index("# file: maps/bay.yaml") : plain.index("# file: maps/customs.yaml")]
        _write(folder, plain.replace(bay, f"# file: maps/bay.yaml\n{text(size)}"))

    return lay


def document(kind: str, body: Callable[[int], str]) -> Lay:
    """The small game with one document more."""
    more = ("  - boat.yaml\n", "  - boat.yaml\n  - more.yaml\n")
    return lambda folder, size: _write(folder, harbour(more, ("# file: boat.yaml\n", _more(kind, body(size)))))


def _more(kind: str, body: str) -> str:
    return f"# file: more.yaml\nkind: {kind}\n{body}\n# file: boat.yaml\n"


def _write(folder: Path, text: str) -> None:
    write(folder, text)


def _areas(size: int, roads: Callable[[int, int], str]) -> str:
    each = "  A{0}: {{at: [{1}, {2}]}}\n"
    count = max(2, size // 45)
    areas = "".join(each.format(n, n % 100 * 10, n // 100 * 10) for n in range(count))
    return f"kind: area-map\nsize: 1000 x 2300\nareas:\n{areas}roads:\n{roads(count, size)}"


def _grid_roads(count: int, _size: int) -> str:
    """Roads between neighbours."""
    return "".join(f"  - A{n} -- A{n + 1}\n" for n in range(count - 1) if n % 100 != 99)


def _everyone(count: int, size: int) -> str:
    """Roads between all of some areas."""
    return grown(lambda n: f"  - A{n % count} -- A{(n * 7 + n // count + 1) % count}\n", size // 2)


def _outlines(ring: Callable[[int, Random], list[tuple[float, float]]]) -> Lay:
    """A pack of a map whose areas are outlined by a ring of their number."""

    def areas(size: int) -> str:
        random = Random(7)

        def line(n: int) -> str:
            corners = ", ".join(f"[{x:.1f}, {y:.1f}]" for x, y in ring(n, random))
            return f"  A{n}: {{outline: [{corners}]}}\n"

        return f"kind: area-map\nsize: 1000 x 1000\nadjacency: drawn\nareas:\n{grown(line, size)}"

    return board(areas)


def _tangle(number: int, random: Random) -> list[tuple[float, float]]:
    """A ring of corners anywhere in a square, which crosses itself."""
    x, y = number % 20 * 50, number // 20 * 50
    return [(x + random.uniform(0, 60), y + random.uniform(0, 60)) for _ in range(150)]


def _pond(number: int, random: Random) -> list[tuple[float, float]]:
    """A ring of corners around the middle of the map, which lies on all others."""
    around = (2 * math.pi * (each + number / 7) / 30 for each in range(30))
    far = [random.uniform(350, 400) for _ in range(30)]
    return [(500 + r * math.cos(angle), 500 + r * math.sin(angle)) for r, angle in zip(far, around, strict=True)]


def _field(number: int, random: Random) -> list[tuple[float, float]]:
    """A square that has whole sides in common with its neighbours."""
    x, y = number % 100 * 10, number // 100 * 10
    return [(x, y), (x + 10, y), (x + 10, y + 10), (x, y + 10)]


def _streets(size: int) -> str:
    def street(n: int) -> str:
        return f"  Street {n}: {n % 40 * 25} {n // 40 * 20} -- {n % 40 * 25} {n // 40 * 20 + 15}\n"

    return f"kind: street-map\nsize: 1000 x 1000\nstreets:\n{grown(street, size)}"


def _grid(size: int) -> str:
    lines = "".join(f"  h{n}: 0 {n * 40} -- 2000 {n * 40}\n  v{n}: {n * 40} 0 -- {n * 40} 2000\n" for n in range(1, 50))
    tags = grown(lambda n: f"  t{n}: [h{n % 49 + 1} {n % 50 + 1}, v{n % 48 + 1} {n % 49 + 1}]\n", size)
    return f"kind: street-map\nsize: 2000 x 2000\nstreets:\n{lines}tags:\n{tags}"


def _winding(size: int) -> str:
    points = grown(lambda n: f"[{n * 37 % 1000}, {n * 91 % 1000}], ", size)
    return f"kind: street-map\nsize: 1000 x 1000\nstreets:\n  s: {{from: [0, 0], to: [999, 999], via: [{points}]}}\n"


def _blocks(size: int) -> str:
    tags = grown(lambda n: f'  t{n}: ["{n % 90 + 1},{n % 80 + 1}", "{n % 70 + 1},{n % 60 + 1}"]\n', size)
    return f"kind: block-map\nblocks: {{rows: 30, columns: 30, squares: 2}}\ntags:\n{tags}"


def _tiles(size: int) -> str:
    def space(n: int) -> str:
        return f"      x{n}: {{at: [{n % 20 * 4}, {n // 20 * 4}], label: '{n}', tags: [{'y' * 20}]}}\n"

    tiles = "".join(
        f"  t{n}:\n    streets: {{Lane: west 50 -- east 50}}\n    spaces:\n{grown(space, size // 60)}"
        for n in range(60)
    )
    return f"kind: tile-map\ntile: 100\ncity: {{rows: 6, columns: 10}}\ntiles:\n{tiles}"


def _requirements(line: Callable[[int], str]) -> Lay:
    fixed = "  - {name: all is joined, connected: true}\n"
    return instead(fixed, lambda size: grown(line, size))


def _words(size: int) -> str:
    return "Sail round the bay. " * (size // 20)


@cache
def flat(size: int) -> bytes:
    """A picture in one colour with as many pixels as are let through, filled up to `size` with a comment."""
    made = file(gradient(6_000, 6_600).quantize(2).convert("RGBA"))
    return made[:33] + chunk(b"tEXt", b"Comment\0" + b"x" * max(0, size - len(made))) + made[33:]


def noisy(form: str) -> Callable[[int], bytes]:
    """A picture that can't be compressed."""
    return lambda size: file(noise(size, form), form)


DEAR = "sum(a * b for a in range(1, 100) for b in range(1, 100))"
"""A formula that is short to write and long to work out."""


def many(line: str, files: Callable[[int], dict[str, str]], *changes: tuple[str, str], lists: str = "") -> Lay:
    """The small game with many documents more; `line` is how the manifest lists those of them that are components."""

    def lay(folder: Path, size: int) -> None:
        made = files(size)
        names = "".join(f"  - {name}\n" for name in made if name.endswith(".yaml"))
        listed = "".join(line.format(name.removesuffix(".yaml")) for name in made if line and name.startswith("c"))
        text = harbour(("  - boat.yaml\n", f"  - boat.yaml\n{names}"), *changes)
        text = text.replace("definitions:\n", f"{listed}definitions:\n", 1)
        _write(folder, text + "".join(f"# file: {name}\n{content}" for name, content in made.items()))

    return lay


COMPONENT = "  - {{component: {0}}}\n"


def _decks(size: int) -> dict[str, str]:
    """As many decks over one table as a pack lists; what they leave of the bytes is rows."""
    deck = "kind: component\nmakes: card\nname: Boats\ntemplate: boat\nrows: all.csv\n"
    decks = {f"c{n}.yaml": deck for n in range(min(900, size // 300))}
    return decks | {"all.csv": "name,sails\n" + grown(lambda n: f"Boat {n},{n}\n", min(150_000, size // 4))}


def _chain(kind: str, first: str, each: Callable[[int], str], count: int = 900) -> Callable[[int], dict[str, str]]:
    """Documents each of which extends the one before, filled up to the size."""

    def made(size: int) -> dict[str, str]:
        body = max(1, size // count)
        return {
            f"x{n}.yaml": f"kind: {kind}\n"
            + (f"extends: x{n - 1}\n" if n else first)
            + grown(each, body) * (n == 0)
            + (_layered(kind, n, body) if n else "")
            for n in range(count)
        }

    return made


def _layered(kind: str, number: int, size: int) -> str:
    """What one document of a chain adds to what it extends."""
    if kind == "template":
        return "layers:\n" + grown(lambda n: f"  - {{panel: ink, name: n{number}-{n}}}\n", size)
    if kind == "theme":
        return "palette:\n" + grown(lambda n: f"  c{number}-{n}: '#{n % 4096:06x}'\n", size)
    return f"name: Map {number}\n"


def _fan(kind: str, big: Callable[[int], str], count: int = 900) -> Callable[[int], dict[str, str]]:
    """Documents that all extend one large one."""

    def made(size: int) -> dict[str, str]:
        more = {f"y{n}.yaml": f"kind: {kind}\nextends: x\nname: N{n}\n".replace("name: N", "# ") for n in range(count)}
        return {"x.yaml": big(max(1_000, size - 60 * count))} | more

    return made


def pictures(count: Callable[[int], int], content: Callable[[int], bytes]) -> Lay:
    """The small game with a card of many pictures, each a file of its own."""

    def lay(folder: Path, size: int) -> None:
        number = count(size)
        layers = "".join(f'  - {{picture: p{n}.png, where: "middle, 20 x 20"}}\n' for n in range(number))
        _write(folder, harbour((TEXT, TEXT + layers)))
        for n in range(number):
            (folder / f"p{n}.png").write_bytes(content(n))

    return lay


def plain(number: int) -> bytes:
    """A picture of 36 million pixels in some kilobytes, each another."""
    made = file(_plain())
    return made[:33] + chunk(b"tEXt", b"Comment\0" + str(number).encode()) + made[33:]


@cache
def _plain() -> Image.Image:
    return Image.new("P", (6_000, 6_000))


def _nested(size: int) -> str:
    """Groups within groups, each repeated."""
    one = "".join("{repeat: {in: 9, as: stack}, group: [" for _ in range(12)) + "{panel: ink}" + "]}" * 12
    return grown(lambda n: f"  - {one}\n", size)


def _deep(size: int) -> str:
    one = "{group: [" * 28 + "{panel: ink}" + "]}" * 28
    return grown(lambda n: f"  - {one}\n", size)


def _slip(size: int) -> str:
    """One mistake within 24 groups, beside which all the size is."""
    panels = grown(lambda n: "{panel: ink}, ", size)
    return f"  - {'{group: [' * 24}{panels}{{pannel: ink}}{']}' * 24}\n"


def _wide_slip(size: int) -> str:
    """One mistake within 24 groups, each of which holds a part of the size."""
    panels = grown(lambda n: "{panel: ink}, ", size // 24)
    return f"  - {('{group: [' + panels) * 24}{{pannel: ink}}{']}' * 24}\n"


def _fair(number: int) -> str:
    """A requirement over 299 starts and 299 goals."""
    return f"fair-starts: {{from: every place, to: A{number % 300}, at-most: {number % 9}}}"


def _two_decks(size: int) -> dict[str, str]:
    """As many rows as a pack may print, of two tables."""
    rows = max(10, min(10_000, size // 60))
    deck = "kind: component\nmakes: card\nname: Boats\ntemplate: boat\nrows: {}\n"
    table = "name,sails\n" + "".join(f"Boat {n},{n}\n" for n in range(rows - 10))
    return {"c1.yaml": deck.format("a.csv"), "c2.yaml": deck.format("b.csv"), "a.csv": table, "b.csv": table}


LANGUAGES = ("en", "de", "fr", "es", "it", "nl", "pt", "pl", "cs", "da", "sv", "fi", "nb", "hu", "ro", "tr", "hr", "sk")


def _spoken(size: int) -> str:
    texts = ", ".join(f"{code}: {_words(2_000)}" for code in LANGUAGES)
    return "rows:\n" + grown(lambda n: f"  - {{name: {{{texts}}}, sails: {n}}}\n", size)


def _rule_tables(size: int) -> str:
    def each(n: int) -> str:
        return (
            f"  t{n}:\n    title: Table {n}\n    rows: {{each: a, in: 'range(30)'}}\n"
            f"    columns: {{each: b, in: 'range(30)', cell: a * b + {n}}}\n"
        )

    return "tables:\n" + grown(each, size)


def board(text: Callable[[int], str]) -> Lay:
    """A pack of a map and nothing else."""
    head = "# file: pack.yaml\nkind: pack\ntitle: Town\nplayers: 2 to 4\nuses: [house]\ndocuments: [town.yaml]\n"
    return lambda folder, size: _write(folder, f"{head}# file: town.yaml\n{text(size)}")


def maps(kind: str, body: str, count: int = 900) -> Lay:
    """The small game with many maps of the same content."""
    return many("", lambda size: {f"m{n}.yaml": f"kind: {kind}\n{body}" for n in range(min(count, size // len(body)))})


def asked(areas: int, arrow: str, demand: Callable[[int], str]) -> Lay:
    """The small game with a map of areas in a row and a thousand requirements."""
    places = "".join(f"  A{n}: {{at: [{n % 100 * 20 + 5}, {n // 100 * 20 + 5}]}}\n" for n in range(areas))
    roads = "".join(f"  - A{n} {arrow} A{n + 1}\n" for n in range(areas - 1))

    def made(size: int) -> dict[str, str]:
        lines = "".join(f"  - {{name: r{n}, {demand(n)}}}\n" for n in range(min(999, size // 60)))
        head = f"kind: area-map\nsize: 3000 x 3000\nareas:\n{places}roads:\n{roads}"
        return {"m.yaml": f"{head}requirements:\n{lines}"}

    return many("", made)


INPUTS: dict[str, Lay] = {
    "dear texts on a card": instead(
        TEXT, lambda size: grown(lambda n: f'  - {{text: "{{{DEAR} + {n}}}", where: "middle, 40 x 10"}}\n', size)
    ),
    "dear texts and many rows": instead(
        DECK,
        lambda size: "rows:\n" + grown(lambda n: f"  - {{name: Boat {n}, sails: {n}}}\n", size),
        (TEXT, '  - {text: "{sum(a * sails for a in range(99))}", where: "middle, 40 x 10"}\n'),
    ),
    "dear conditions": instead(
        TEXT, lambda size: grown(lambda n: f'  - {{panel: ink, show-when: "{DEAR} < {n}"}}\n', size)
    ),
    "dear repetitions": instead(
        TEXT,
        lambda size: grown(
            lambda n: f'  - {{panel: ink, repeat: {{in: "{DEAR} // 9999999 + {n % 7}", as: stack}}}}\n', size
        ),
    ),
    "layers repeated often": instead(
        TEXT, lambda size: grown(lambda n: "  - {panel: ink, repeat: {in: 999, as: stack}}\n", size)
    ),
    "dear turns": instead(
        TEXT, lambda size: grown(lambda n: f'  - {{panel: ink, turn: "{{{DEAR} % {n + 1}}}"}}\n', size)
    ),
    "dear definitions": instead(
        "  crew(players): 2 * players\n",
        lambda size: (
            "  crew(players): 2 * players\n" + "".join(f"  d{n}: {DEAR} + {n}\n" for n in range(min(999, size // 60)))
        ),
    ),
    "dear calls of a definition": instead(
        TEXT,
        lambda size: grown(lambda n: f'  - {{text: "{{crew({n})}}", where: "middle, 40 x 10"}}\n', size),
        ("crew(players): 2 * players", f"crew(players): players + {DEAR}"),
    ),
    "dear requirements": instead(
        "  - {name: a crew for everyone, for: {players: 2 to 4}, holds: crew(players) >= players}\n",
        lambda size: "".join(f'  - {{name: r{n}, holds: "{DEAR} > {n}"}}\n' for n in range(min(999, size // 80))),
    ),
    "requirements over many cases": instead(
        "  - {name: a crew for everyone, for: {players: 2 to 4}, holds: crew(players) >= players}\n",
        lambda size: "".join(
            f"  - {{name: r{n}, for: {{a: 1 to 400, b: 1 to 400}}, holds: a + b > 0}}\n"
            for n in range(min(999, size // 80))
        ),
    ),
    "dear rules": instead(
        RULES, lambda size: grown(lambda n: f'  - title: Boats {n}\n    text: "{{{DEAR} + {n}}}"\n', size)
    ),
    "many tables of rules": instead(RULES, lambda size: RULES + _rule_tables(size)),
    "many decks over one table": many(COMPONENT, _decks),
    "a pack that lists a deck often": instead(
        "  - {component: boats, expect: 3}\n",
        lambda size: "".join(f"  - {{component: boats, id: b{n}}}\n" for n in range(min(990, size // 35))),
        (DECK, "rows:\n" + "".join(f"  - {{name: B{n}, sails: {n}}}\n" for n in range(9_000))),
    ),
    "a chain of templates": many("", _chain("template", "size: 63 x 88\nlayers:\n", lambda n: "  - {panel: ink}\n")),
    "a fan of templates": many(
        "",
        _fan(
            "template",
            lambda size: "kind: template\nsize: 63 x 88\nlayers:\n" + grown(lambda n: "  - {panel: ink}\n", size),
        ),
    ),
    "a chain of themes": many("", _chain("theme", "palette:\n", lambda n: f"  d{n}: '#{n % 4096:06x}'\n")),
    "a chain of maps": many(
        "",
        _chain("area-map", "size: 300 x 300\nroads: [A0 -- A1]\nareas:\n", lambda n: f"  A{n}: {{at: [{n * 7}, 9]}}\n"),
    ),
    "a fan of maps": many("", _fan("area-map", lambda size: _areas(size, lambda _count, _size: "  - A0 -- A1\n"))),
    "many large pictures": pictures(lambda size: max(1, size // 36_000), plain),
    "many small pictures": pictures(
        lambda size: size // 500, lambda n: file(Image.new("RGB", (8, 8), (n % 256, 9, 9)))
    ),
    "groups within groups, repeated": instead(TEXT, _nested),
    "deep groups": instead(TEXT, _deep),
    "rows in many languages": instead(DECK, _spoken, ("summary:", f"languages: [{', '.join(LANGUAGES)}]\nsummary:")),
    "many files of icons": many(
        "",
        lambda size: {
            f"x{f}.yaml": "kind: icons\nicons:\n"
            + grown(lambda n, f=f: f"  i{f}-{n}: [{{line: M1 1L{n % 20} 9}}]\n", size // 900)  # type: ignore[misc]
            for f in range(900)
        },
    ),
    "many themes": many(
        "",
        lambda size: {
            f"x{f}.yaml": "kind: theme\nextends: theme\npalette:\n"
            + grown(lambda n: f"  c{n}: '#{n % 4096:06x}'\n", size // 900)
            for f in range(900)
        },
    ),
    "many maps of blocks": maps("block-map", "blocks: {rows: 30, columns: 30, squares: 9}\n"),
    "many maps of streets": maps(
        "street-map",
        "size: 5000 x 5000\nstreets:\n"
        + "".join(
            f"  h{n}: 0 {n * 90 + 40} -- 5000 {n * 90 + 40}\n  v{n}: {n * 90 + 40} 0 -- {n * 90 + 40} 5000\n"
            for n in range(10)
        ),
    ),
    "many requirements of a row that is broken": asked(900, "->", lambda _n: "connected: true"),
    "many requirements of closed places": asked(450, "--", lambda _n: "survives: {closed: 2}"),
    "many requirements of isolation": asked(
        300, "--", lambda n: f"isolation: {{of: A{n % 300}, from: A7, at-least: 1}}"
    ),
    "rows in fifty languages": instead(
        DECK,
        lambda size: "rows:\n" + grown(lambda n: f"  - {{name: B{n}, sails: {n}}}\n", min(size, 280_000)),
        ("summary:", f"languages: [en, {', '.join(f'{a}{b}' for a in 'abcdfg' for b in 'abcdfghi')}]\nsummary:"),
    ),
    "names that are nearly known": instead(
        TEXT,
        lambda size: "".join(f'  - {{text: "{{crowd{n}}}", where: fill}}\n' for n in range(min(990, size // 60))),
        (
            "  crew(players): 2 * players\n",
            "  crew(players): 2 * players\n" + "".join(f"  crows{n}: {n}\n" for n in range(990)),
        ),
    ),
    "icons that are nearly known, in rows": instead(
        DECK,
        lambda size: "rows:\n" + grown(lambda n: f"  - {{name: sailx{n}, sails: {n}}}\n", min(size, 280_000)),
        (TEXT, '  - {icon: "{name}", where: fill}\n'),
        (
            "  anchor: [{line: M12 4V20M5 13Q12 24 19 13}]\n",
            "  anchor: [{line: M12 4V20M5 13Q12 24 19 13}]\n"
            + "".join(f"  saily{n}: [{{line: M1 1L2 2}}]\n" for n in range(1_900)),
        ),
    ),
    "many diagrams": instead(
        RULES,
        lambda size: grown(
            lambda n: (
                f"  - title: Boats {n}\n    text:\n"
                + "".join(f"      - diagram: {{map: bay, width: {20 + k}, highlight: Market}}\n" for k in range(15))
            ),
            size,
        ),
    ),
    "aliases in many documents": many(
        "",
        lambda size: {
            f"x{n}.yaml": f"kind: icons\nicons:\n  i{n}: &a [{', '.join(['{line: M1 1L2 2}'] * 20)}]\n"
            + "".join(f"  j{n}-{k}: *a\n" for k in range(100))
            for n in range(min(500, size // 2_000))
        },
    ),
    "20,000 rows in two decks": many(COMPONENT, _two_decks),
    "rows whose texts overflow": instead(
        DECK, lambda size: "rows:\n" + grown(lambda n: f"  - {{name: {_words(90)}{n}, sails: {n}}}\n", size)
    ),
    "rows of icons that are not there": instead(
        DECK,
        lambda size: "rows:\n" + grown(lambda n: f"  - {{name: q{n}, sails: {n}}}\n", min(size, 280_000)),
        (TEXT, '  - {icon: "{name}", where: fill}\n'),
    ),
    "rows of a thousand copies": instead(
        DECK,
        lambda size: "rows:\n" + grown(lambda n: f"  - {{name: B{n}, sails: 1, copies: 999}}\n", min(size, 390_000)),
    ),
    "many requirements of fair starts": asked(300, "--", _fair),
    "a slip within deep groups": instead(TEXT, lambda size: _slip(size)),
    "wide groups with a slip": instead(TEXT, lambda size: _wide_slip(size)),
    "an area map alone": board(lambda size: _areas(size, _grid_roads)),
    "a street map alone": board(_streets),
    "a tile map alone": board(_tiles),
    "a block map alone": board(_blocks),
    "a list of numbers where a text is wanted": instead(
        "title: Harbour", lambda size: "title: [" + grown(lambda n: f"{n}, ", size) + "]"
    ),
    "rows of two fields": rows(lambda n: f"  - {{name: Boat {n}, sails: {n}}}\n"),
    "rows that all break the schema": rows(lambda n: f"  - {{name: Boat {n}, copies: x{n}}}\n"),
    "rows of one field too many each": rows(lambda n: f"  - {{name: Boat {n}, sails: 1, f{n}: 1}}\n"),
    "one row of many fields": instead(
        DECK, lambda size: "rows:\n  - {name: Sloop, sails: 1, " + grown(lambda n: f"f{n}: {n}, ", size) + "}\n"
    ),
    "keys that all stand twice": rows(lambda n: f"  - {{name: a, name: b, sails: {n}}}\n"),
    "a table of many rows": table("name,sails\n", lambda n: f"Boat {n},{n}\n"),
    "a table of wide cells": table("name,sails\n", lambda n: f"{'boat ' * 200}{n},{n}\n"),
    "a table with one cell": table("name,sails\n", lambda n: "boat ", ",1\n"),
    "a table of empty lines": table("name,sails\nSloop,1\n", lambda n: "\n"),
    "a table of commas": table("name,sails\nSloop,1\n", lambda n: ","),
    "a table of quotes": table("name,sails\nSloop,1\n", lambda n: '"'),
    "a table of rows in quotes": table("name,sails\n", lambda n: f'"Boat\n{n}","{n}"\n'),
    "a table of a thousand columns": table(
        ",".join(f"c{n}" for n in range(1_000)) + "\n", lambda n: ",".join("1" * 1_000) + "\n"
    ),
    "a text of words on a card": instead("name: Sloop", lambda size: f"name: {_words(size)}"),
    "a text of one word on a card": instead("name: Sloop", lambda size: f"name: {'x' * size}"),
    "a template's text of words": instead('"{sails} of {crew(2)}"', lambda size: f'"{_words(size)}"'),
    "a template's text of 20,000 letters": instead('"{sails} of {crew(2)}"', lambda size: f'"{"x" * 20_000}"'),
    "a template's text of 20,000 marks": instead('"{sails} of {crew(2)}"', lambda size: f'"{"**a** " * 3_000}"'),
    "a template's text of braces": instead('"{sails} of {crew(2)}"', lambda size: f'"{"{sails}" * (size // 7)}"'),
    "a template of many layers": instead(
        TEXT, lambda size: grown(lambda n: f'  - {{text: "{n}", where: "middle, 40 x 10"}}\n', size)
    ),
    "a template of many shapes": instead(
        TEXT, lambda size: grown(lambda n: '  - {shape: circle, fill: ink, where: "middle, 40 x 10"}\n', size)
    ),
    "a rulebook of one paragraph": instead(RULES, lambda size: f"  - title: Boats\n    text: {_words(size)}\n"),
    "a rulebook of one word": instead(RULES, lambda size: f"  - title: Boats\n    text: {'x' * (size - 99)}\n"),
    "a rulebook of many sections": instead(
        RULES, lambda size: grown(lambda n: f"  - title: Boats {n}\n    text: Everyone has {n} sailors.\n", size)
    ),
    "a rulebook of many paragraphs": instead(
        RULES,
        lambda size: "  - title: Boats\n    text: |\n" + grown(lambda n: f"      {_words(200)}\n\n", size),
    ),
    "a rulebook of a long list": instead(
        RULES, lambda size: "  - title: Boats\n    text: |\n" + grown(lambda n: f"      - Boat {n}\n", size)
    ),
    "a rulebook of marks": instead(RULES, lambda size: f'  - title: Boats\n    text: "{"**a *b " * (size // 7)}"\n'),
    "definitions that ask for each other": instead(
        "  crew(players): 2 * players\n",
        lambda size: "  crew(players): 2 * players\n  d0: 1\n" + grown(lambda n: f"  d{n + 1}: d{n} + 1\n", size),
    ),
    "documents that are not there": instead(
        "  - boats.yaml\n", lambda size: "  - boats.yaml\n" + grown(lambda n: f"  - f{n}.yaml\n", size)
    ),
    "components that are not there": instead(
        "  - {component: chart, expect: 1}\n", lambda size: grown(lambda n: f"  - {{component: chart{n}}}\n", size)
    ),
    "icons of many names": instead(
        "  anchor: [{line: M12 4V20M5 13Q12 24 19 13}]\n",
        lambda size: (
            "  anchor: [{line: M12 4V20M5 13Q12 24 19 13}]\n"
            + grown(lambda n: f"  i{n}: [{{line: M1 1L{n % 20} 9}}]\n", size)
        ),
    ),
    "one icon of a long path": instead(
        "M12 4V20M5 13Q12 24 19 13", lambda size: "M1 1" + grown(lambda n: f"L{n % 23} {n % 19}", size)
    ),
    "a theme of many colours": document(
        "theme", lambda size: "extends: theme\npalette:\n" + grown(lambda n: f"  c{n}: '#{n % 0xFFFFFF:06x}'\n", size)
    ),
    "a theme of many styles": document(
        "theme",
        lambda size: "extends: theme\ntype:\n" + grown(lambda n: f"  t{n}: {{family: Fira Sans, size: 9}}\n", size),
    ),
    "findings that are all accepted": instead(
        "title: Harbour",
        lambda size: (
            "title: Harbour\naccept:\n"
            + grown(lambda n: f"  - {{finding: unused-field, at: a{n}, because: x}}\n", size)
        ),
    ),
    "areas in a ring": city(
        lambda size: _areas(
            size // 2, lambda count, _: grown(lambda n: f"  - A{n % count} -- A{(n + 1) % count}\n", size // 2)
        )
    ),
    "areas joined at random": city(lambda size: _areas(size // 2, _everyone)),
    "areas without a road": city(lambda size: _areas(size, lambda _count, _size: "  - A0 -- A1\n")),
    "areas joined by many roads": city(lambda size: _areas(4_500, _everyone)),
    "outlines that cross themselves": _outlines(_tangle),
    "outlines over each other": _outlines(_pond),
    "outlines side by side": _outlines(_field),
    "streets beside each other": city(_streets),
    "streets of many names": city(_grid),
    "a street of many corners": city(_winding),
    "blocks of many names": city(_blocks),
    "tiles of many spaces": city(_tiles),
    "requirements of nothing": _requirements(lambda n: f"  - {{name: r{n}, connected: true}}\n"),
    "requirements of distances": _requirements(
        lambda n: f"  - {{name: r{n}, distance: {{from: Market, to: Pier, is: {n % 7}}}}}\n"
    ),
    "SVG with one path": svg(lambda n: f"L{n % 89} {n % 83}", '<path d="M0 0', '"/>'),
    "SVG with one path of curves": svg(lambda n: f"c1 1 {n % 9} 2 1 1", '<path d="M0 0', '"/>'),
    "SVG with one path of arcs": svg(lambda n: f"a1 1 0 0 1 {n % 9} 1", '<path d="M0 0', '"/>'),
    "SVG with a path of digits": svg(lambda n: "1234567890", '<path d="M0 0', '"/>'),
    "SVG with a path of signs": svg(lambda n: "+-", '<path d="M0 0', '"/>'),
    "SVG with points": svg(lambda n: f"{n % 89},{n % 83} ", '<polygon points="', '"/>'),
    "SVG with shapes": svg(lambda n: f'<rect x="{n % 90}" y="{n % 80}" width="1" height="1"/>'),
    "SVG with moved groups": svg(lambda n: f'<g transform="rotate({n})"><path d="M0 0h9v9z"/></g>'),
    "SVG with a long transform": svg(lambda n: "rotate(1)", '<g transform="', '"><path d="M0 0h9v9z"/></g>'),
    "SVG with a long style": svg(lambda n: "fill:red;", '<path d="M0 0h9v9z" style="', '"/>'),
    "SVG with a long dash": svg(
        lambda n: f"{n % 9 + 1} ", '<path d="M0 0h9v9z" stroke="red" stroke-dasharray="', '"/>'
    ),
    "SVG with a long comment": svg(lambda n: "x- ", "<!--", "-->"),
    "SVG with many attributes": svg(lambda n: f'data-a{n}="1" ', "<g ", "/>"),
    "a PNG of forty million pixels": picture("a.png", flat),
    "a PNG that can't be compressed": picture("a.png", noisy("PNG")),
    "a JPEG that can't be compressed": picture("a.jpg", noisy("JPEG")),
    "a PNG with packed texts": picture("a.png", lambda _size: inflating()),
    "a PNG of text": picture("a.png", lambda size: b"<" * 0 + b"only words " * (size // 11)),
}

COMMANDS = {"check": ("check",), "build": ("build", "--draft", "-o", "out")}


def measured(name: str, size: int) -> Iterator[tuple[str, int, float, int, float]]:
    """Each command with its exit status, its seconds of a processor, the most memory that it took, and how much it
    wrote, both in MB.
    """
    with tempfile.TemporaryDirectory() as folder:
        INPUTS[name](Path(folder, "pack"), size)
        for command, (word, *options) in COMMANDS.items():
            taken = _run([word, "pack", *options], Path(folder))
            files = (path for path in Path(folder, "out").rglob("*") if path.is_file())
            yield command, *taken, sum(path.stat().st_size for path in files) / 1_000_000


def _run(arguments: list[str], folder: Path) -> tuple[int, float, int]:
    """A command as users type it, in a process of its own; its last line says what all of it took."""
    program = (
        "import atexit, json, os, re, sys; from pnp.cli.main import main\n"
        "def tell():\n"
        " peak = re.search(r'VmHWM:\\s*(\\d+)', open('/proc/self/status').read())\n"
        " print(json.dumps([sum(os.times()[:4]), int(peak[1]) // 1024]))\n"
        "atexit.register(tell); main()"
    )
    try:
        done = subprocess.run(
            [sys.executable, "-c", program, *arguments],
            cwd=folder,
            env={
                **os.environ,
                "PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]),
            },
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return -1, 60.0, 0
    last = done.stdout.rstrip().rpartition("\n")[2]
    if not last.startswith("["):
        sys.stderr.write(done.stderr)
        return -2, 0.0, 0
    seconds, memory = json.loads(last)
    return done.returncode, seconds, memory


def main() -> int:
    """Prints what each takes; 1 where one takes more than it may."""
    asked = sys.argv[1:]
    resource.setrlimit(resource.RLIMIT_AS, (4 * 2**30, 4 * 2**30))
    bad = 0
    for name in INPUTS:
        if asked and not any(word in name for word in asked):
            continue
        for command, status, seconds, memory, written in measured(name, MEGABYTE):
            over = seconds > SECONDS + written or memory > MEMORY or status not in (0, 1)
            bad += over
            told = f"{'!' if over else ' '} {command:5} {status:2} {seconds:6.2f} s {memory:5} MB  {name}"
            print(told, flush=True)  # noqa: T201  # this is a command
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
