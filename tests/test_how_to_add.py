"""ARCHITECTURE.md lists the files that a new check, layer, kind of map and so on needs: each is added to a copy of pnp.

An addition names the files that it changes and those that it creates. Both must be those of its item in the list "How
to add", and a game that uses it must check and build.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct, field

from tests.packs import harbour
from tests.pipeline import ROOT, write

PAGE = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")

Schema = dict[str, Any]


class Addition(Struct):
    """Texts of files that are replaced, each of which is there once, changed schemas, and new files."""

    kind: str
    game: str
    """A game that uses it."""

    shows: tuple[str, ...]
    """What it adds to the findings, to the list of files or to the pictures."""

    edits: tuple[tuple[str, str, str], ...] = ()
    schemas: Mapping[str, Callable[[Schema], object]] = field(default_factory=dict)
    created: Mapping[str, str] = field(default_factory=dict)
    commands: tuple[str, ...] = ("check",)
    most: int = 8
    """How many existing files it may change."""

    @property
    def changed(self) -> set[str]:
        return {file for file, _, _ in self.edits} | set(self.schemas)

    def apply(self, root: Path) -> None:
        for file, old, new in self.edits:
            text = (root / file).read_text(encoding="utf-8")
            assert text.count(old) == 1, f"{file} has {text.count(old)} times {old!r}"
            (root / file).write_text(text.replace(old, new), encoding="utf-8")
        for file, change in self.schemas.items():
            content = json.loads((root / file).read_text(encoding="utf-8"))
            change(content)
            (root / file).write_text(json.dumps(content), encoding="utf-8")
        for file, text in self.created.items():
            (root / file).parent.mkdir(parents=True, exist_ok=True)
            (root / file).write_text(text, encoding="utf-8")


def listed(kind: str) -> tuple[set[str], set[str]]:
    """The files that the item of the list says are changed and created."""
    item = re.search(rf"^- \*\*{kind}\*\*(.*?)(?=^- |^\n)", PAGE, re.MULTILINE | re.DOTALL)
    assert item, f"ARCHITECTURE.md does not say how to add {kind}"
    changed, _, created = item[1].partition("New:")
    of = re.compile(r"`((?:pnp|schemas)/[^`]*)`")
    return set(of.findall(changed)), set(of.findall(created))


def pnp(root: Path, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": str(root), "PNP_CACHE_DIR": str(folder / "cache")}
    command = [sys.executable, "-m", "pnp", *arguments]
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of pnp with its schemas and the house kit."""
    root = tmp_path / "copy"
    shutil.copytree(ROOT / "pnp", root / "pnp", ignore=shutil.ignore_patterns("__pycache__", "bundled"))
    shutil.copytree(ROOT / "schemas", root / "schemas")
    shutil.copytree(ROOT / "content" / "house", root / "content" / "house")
    return root


CHECK = Addition(
    kind="A check",
    game=harbour(("{name: Sloop, sails: 1}", "{name: S, sails: 1}")),
    shows=("'S' is one letter",),
    edits=(
        (
            "pnp/checks/deck/__init__.py",
            "DECK_CHECKS = (\n",
            "from pnp.checks.deck.one_letter import one_letter\n\nDECK_CHECKS = (\n    one_letter,\n",
        ),
    ),
    created={
        "pnp/checks/deck/one_letter.py": '''"""Names that nobody can find in the rules."""

from collections.abc import Iterator

from pnp.diagnostics import WARNING, Fault, check
from pnp.facts import Facts
from pnp.model.component import Component


@check("one-letter", severity=WARNING)
def one_letter(facts: Facts) -> Iterator[Fault]:
    """A row is named by one letter.

    Fix: write the name out.
    """
    for component in facts.game.all(Component):
        yield from (Fault(row.span, f"'{row.name}' is one letter") for row in component.rows if len(row.name) == 1)
'''
    },
)

DRAW_CROSS = """\
            case CrossArt():
                return draw_cross(layer.art, here.box, scope)
"""

LAYER = Addition(
    kind="A kind of layer",
    game=harbour(("layers: []", "layers:\n  - {cross: '1', where: fill}")),
    shows=('stroke="#123456"',),
    commands=("build",),
    edits=(
        ("pnp/model/faces/layer.py", "Art = (\n", "Art = (\n    CrossArt |\n"),
        ("pnp/model/faces/layer.py", '    "group": (),\n', '    "group": (),\n    "cross": (),\n'),
        (
            "pnp/model/faces/layer.py",
            '    "polygon": _polygon,\n',
            '    "polygon": _polygon,\n    "cross": partial(read_record, CrossArt),\n',
        ),
        (
            "pnp/model/faces/layer.py",
            "class EllipseArt(",
            'class CrossArt(Struct, frozen=True):\n    width: Formula = field(name="cross")\n\n\nclass EllipseArt(',
        ),
        (
            "pnp/model/faces/layer_formulas.py",
            "        case TextArt():\n",
            "        case CrossArt():\n            return ThemeNames()\n        case TextArt():\n",
        ),
        (
            "pnp/model/faces/layer_formulas.py",
            "    CropAround,\n",
            "    CropAround,\n    CrossArt,\n",
        ),
        (
            "pnp/draw/layers/face.py",
            "            case TextArt():\n",
            DRAW_CROSS + "            case TextArt():\n",
        ),
        (
            "pnp/draw/layers/face.py",
            "from pnp.model.faces.layer import (\n",
            "from pnp.draw.layers.cross import draw_cross\nfrom pnp.model.faces.layer import (\n    CrossArt,\n",
        ),
    ),
    schemas={
        "schemas/template.schema.json": lambda schema: (
            schema["$defs"]["layer"]["properties"].update(cross={"type": "string"}),
            schema["$defs"]["layer"]["oneOf"].append({"required": ["cross"]}),
        )
    },
    created={
        "pnp/draw/layers/cross.py": '''"""Crosses."""

from pnp.draw.context import Scope
from pnp.model.faces.layer import CrossArt
from pnp.scene.items import BoundingBox, Item, Path, Stroke
from pnp.scene.paths import polyline


def draw_cross(art: CrossArt, box: BoundingBox, scope: Scope) -> tuple[Item, ...]:
    """Return the two lines."""
    stroke = Stroke("#123456", float(scope.text(art.width)))
    ends = ((box.left, box.top), (box.right, box.bottom)), ((box.left, box.bottom), (box.right, box.top))
    return tuple(Path(polyline(each), stroke=stroke) for each in ends)
'''
    },
    most=5,
)

COMPONENT = Addition(
    kind="A kind of component",
    game=harbour(("makes: card", "makes: bookmark")),
    shows=("harbour-boats-a4.pdf",),
    commands=("build",),
    edits=(
        ("pnp/model/component.py", '    "mat",\n', '    "mat",\n    "bookmark",\n'),
        ("pnp/draw/component.py", '    "mat": Making(', '    "bookmark": Making(card, (cut,)),\n    "mat": Making('),
        ("pnp/facts/rows.py", 'FLAT = ("card", ', 'FLAT = ("card", "bookmark", '),
    ),
    schemas={"schemas/component.schema.json": lambda schema: schema["properties"]["makes"]["enum"].append("bookmark")},
    most=4,
)

RING = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "$id": "ring-map.schema.json",
    "type": "object",
    "properties": {
        "kind": {"const": "ring-map"},
        "name": {"type": "string"},
        "size": {"$ref": "common.schema.json#/$defs/size"},
        "places": {"type": "array", "items": {"type": "string"}, "minItems": 2},
        "requirements": {"type": "array", "items": {"$ref": "common.schema.json#/$defs/requirement"}},
    },
    "required": ["kind", "places"],
    "additionalProperties": False,
}


def other(file: str, old: str, case: str) -> tuple[str, str, str]:
    """An edit that puts a case for the new kind before a line of a `match`."""
    return file, old, f"{case}{old}"


MAP = Addition(
    kind="A kind of map",
    game=harbour(("  - boats.yaml\n", "  - boats.yaml\n  - round.yaml\n"), ("{map: bay, where", "{map: round, where"))
    + """\
# file: round.yaml
kind: ring-map
size: 100 x 100
places: [North, East, South, West]
requirements:
  - {name: two steps to the other side, distance: {from: North, to: South, is: 2}}
""",
    shows=("3 of 3 requirements", 'fill="#123456"'),
    commands=("check", "build"),
    edits=(
        (
            "pnp/loader/reader.py",
            '    "rulebook": "rulebook",\n',
            '    "ring-map": "maps.ring_map",\n    "rulebook": "rulebook",\n',
        ),
        (
            "pnp/model/maps/__init__.py",
            "from pnp.model.maps.street_map",
            "from pnp.model.maps.ring_map import RingMap\nfrom pnp.model.maps.street_map",
        ),
        ("pnp/model/maps/__init__.py", '"AreaMap | BlockMap |', '"AreaMap | BlockMap | RingMap |'),
        ("pnp/model/maps/__init__.py", '("area-map", "block-map",', '("area-map", "block-map", "ring-map",'),
        (
            "pnp/model/maps/__init__.py",
            '            return game_map\n        case "area-map" | "block-map" |',
            '            return game_map\n        case "area-map" | "block-map" | "ring-map" |',
        ),
        (
            "pnp/model/maps/__init__.py",
            '        case "area-map" | "street-map" |',
            '        case "area-map" | "ring-map" | "street-map" |',
        ),
        (
            "pnp/model/maps/__init__.py",
            '        case "block-map" | "street-map" | "area-map" |',
            '        case "ring-map" | "block-map" | "street-map" | "area-map" |',
        ),
        (
            "pnp/model/maps/__init__.py",
            "            return ()\n",
            '            return ()\n        case "ring-map":\n            return ()\n',
        ),
        (
            "pnp/network/lowering/__init__.py",
            '        case "block-map":\n',
            """        case "ring-map":
            from pnp.network.lowering.ring_map import lower_ring_map

            return _lowered(game_map, lower_ring_map(game_map))
        case "block-map":
""",
        ),
        (
            "pnp/network/lowering/__init__.py",
            '        case "area-map" | "block-map" |',
            '        case "ring-map" | "area-map" | "block-map" |',
        ),
        (
            "pnp/network/layout.py",
            '        case "block-map" | "tile-map":',
            '        case "ring-map" | "block-map" | "tile-map":',
        ),
        (
            "pnp/draw/maps/__init__.py",
            '        case "block-map" | "street-map":',
            '        case "ring-map" | "block-map" | "street-map":',
        ),
        (
            "pnp/network/repair.py",
            "        case TileMap():\n            yield",
            "        case RingMap():\n            pass\n        case TileMap():\n            yield",
        ),
        (
            "pnp/network/repair.py",
            "from pnp.model.maps.street_map",
            "from pnp.model.maps.ring_map import RingMap\nfrom pnp.model.maps.street_map",
        ),
        (
            "pnp/draw/maps/__init__.py",
            '        case "block-map":\n            from',
            """        case "ring-map":
            from pnp.draw.maps.ring_map import paint_ring_map

            return paint_ring_map(drawn, width, height)
        case "block-map":
            from""",
        ),
        (
            "pnp/draw/maps/__init__.py",
            '        case "block-map" | "tile-map":',
            '        case "ring-map" | "block-map" | "tile-map":',
        ),
        (
            "pnp/draw/maps/__init__.py",
            '        case "tile-map":\n            yield',
            '        case "ring-map":\n            pass\n        case "tile-map":\n            yield',
        ),
        (
            "pnp/checks/map/map_findings.py",
            '        case "block-map":\n',
            '        case "ring-map":\n            pass\n        case "block-map":\n',
        ),
    ),
    created={
        "schemas/ring-map.schema.json": json.dumps(RING),
        "pnp/model/maps/ring_map.py": '''"""Places in a ring."""

from typing import ClassVar, Literal

from pnp.model.maps.game_map import Area, GameMap, read_head
from pnp.model.records import read_record
from pnp.source.tree import Node


class RingMap(GameMap, frozen=True, kw_only=True):
    """A ring of places."""

    kind: ClassVar[Literal["ring-map"]] = "ring-map"

    ring: tuple[Area, ...]

    @property
    def places(self) -> tuple[Area, ...]:
        """The places."""
        return self.ring

    @property
    def ways(self) -> int:
        """How many steps there are."""
        return len(self.ring)


def read_ring_map(root: Node, name: str, damaged: bool = False) -> RingMap:
    """Return the map."""
    ring = tuple(Area(each.text, each.text, each.text, each.span) for each in root.list("places"))
    return read_record(RingMap, root, **read_head(root, name, damaged), ring=ring)
''',
        "pnp/network/lowering/ring_map.py": '''"""Ring maps."""

from pnp.model.maps.ring_map import RingMap
from pnp.network.network import Network, Place, network_of


def lower_ring_map(ring_map: RingMap) -> Network:
    """Return the network."""
    size = len(ring_map.ring)
    steps = [move for at in range(size) for move in ((at, (at + 1) % size, at), ((at + 1) % size, at, at))]
    places = [Place(area.id, area.span) for area in ring_map.ring]
    return network_of(places, range(size), steps, [area.span for area in ring_map.ring], whole=not ring_map.damaged)
''',
        "pnp/draw/maps/ring_map.py": '''"""Ring maps."""

from math import cos, pi, sin

from pnp.model.maps.ring_map import RingMap
from pnp.scene.items import Colour, Ellipse, Item


def paint_ring_map(drawn: RingMap, width: float, height: float) -> tuple[Item, ...]:
    """Return the map."""
    turns = [2 * pi * at / len(drawn.ring) for at in range(len(drawn.ring))]
    reach = min(width, height) * 0.4
    return tuple(
        Ellipse(width / 2 + reach * sin(turn), height / 2 - reach * cos(turn), 5, 5, "#123456") for turn in turns
    )
''',
    },
    most=8,
)

DOCUMENT = Addition(
    kind="A kind of document",
    game=harbour(("  - boats.yaml\n", "  - boats.yaml\n  - thanks.yaml\n"))
    + "# file: thanks.yaml\nkind: thanks\nnames: [Ada, Grace]\n",
    shows=("0 errors",),
    edits=(
        (
            "pnp/loader/reader.py",
            '    "rulebook": "rulebook",\n',
            '    "thanks": "thanks",\n    "rulebook": "rulebook",\n',
        ),
        ("pnp/model/game.py", "IconSet | MapStyle", "IconSet | Thanks | MapStyle"),
        ("pnp/model/game.py", '    Theme: ("theme",),\n', '    Theme: ("theme",),\n    Thanks: ("thanks",),\n'),
        (
            "pnp/model/game.py",
            "from pnp.model.rulebook",
            "from pnp.model.thanks import Thanks\nfrom pnp.model.rulebook",
        ),
    ),
    created={
        "schemas/thanks.schema.json": json.dumps(
            {
                "$schema": "https://json-schema.org/draft/2020-12/schema",
                "$id": "thanks.schema.json",
                "type": "object",
                "properties": {
                    "kind": {"const": "thanks"},
                    "names": {"type": "array", "items": {"type": "string"}},
                },
                "additionalProperties": False,
            }
        ),
        "pnp/model/thanks.py": '''"""Those whom a game thanks."""

from msgspec import Struct

from pnp.diagnostics import Span
from pnp.source.tree import Node


class Thanks(Struct, frozen=True):
    """The names."""

    id: str
    span: Span
    names: tuple[str, ...]
    damaged: bool = False


def read_thanks(root: Node, name: str, damaged: bool = False) -> Thanks:
    """Return the names."""
    return Thanks(name, root.span, tuple(node.text for node in root.list("names")), damaged)
''',
    },
    most=3,
)

WRITE_OUTLINE = """\
    if "txt" in wanted:
        files[f"rulebook{ending}.txt"] = write_outline(document)
"""

RULES_FORMAT = Addition(
    kind="A format of the rules",
    game=harbour(),
    shows=("the rules as plain text",),
    commands=("rulebook",),
    edits=(
        ("pnp/rulebook/markdown.py", 'Literal["md", "html", "csv"]', 'Literal["md", "html", "csv", "txt"]'),
        (
            "pnp/rulebook/markdown.py",
            '    if "csv" in wanted:\n',
            WRITE_OUTLINE + '    if "csv" in wanted:\n',
        ),
        (
            "pnp/rulebook/markdown.py",
            "from pnp.rulebook.html import",
            "from pnp.rulebook.outline import write_outline\nfrom pnp.rulebook.html import",
        ),
        (
            "pnp/build/rules.py",
            'Literal["md", "html", "pdf", "csv"]',
            'Literal["md", "html", "pdf", "csv", "txt"]',
        ),
        ("pnp/build/rules.py", "WHAT = {\n", 'WHAT = {\n    ".txt": "the rules as plain text",\n'),
        ("pnp/cli/rulebook_command.py", 'FORMATS = ("md", ', 'FORMATS = ("txt", "md", '),
    ),
    created={
        "pnp/rulebook/outline.py": '''"""The rules as plain text."""

from pnp.rulebook.document import RulebookDocument


def write_outline(document: RulebookDocument) -> bytes:
    """Return the title of the rules."""
    return document.title.encode()
'''
    },
    most=3,
)

CHOOSE_WORDS = """\
    if form == "txt":
        return _texts(folder, faces)
"""

WRITE_WORDS = """\
def _texts(folder: str, faces: list[Named]) -> Iterator[Product]:
    from pnp.render.words import render_words

    return (Product(f"{folder}/{name}.txt", "face", render_words(scene)) for name, scene in faces)


"""

FACES_FORMAT = Addition(
    kind="A format of faces",
    game=harbour(),
    shows=("sloop-front.txt",),
    commands=("build --format txt",),
    edits=(
        ("pnp/plugins.py", 'OUR_FORMATS = ("pdf", ', 'OUR_FORMATS = ("txt", "pdf", '),
        ("pnp/build/faces.py", 'for form in ("svg", "png") if', 'for form in ("svg", "png", "txt") if'),
        (
            "pnp/build/faces.py",
            '    return _svgs(folder, faces) if form == "svg"',
            CHOOSE_WORDS + '    return _svgs(folder, faces) if form == "svg"',
        ),
        (
            "pnp/build/faces.py",
            "def _pngs(",
            WRITE_WORDS + "def _pngs(",
        ),
    ),
    created={
        "pnp/render/words.py": '''"""The name of a face."""

from pnp.scene.items import Scene


def render_words(scene: Scene) -> bytes:
    """Return the name of the face."""
    return scene.name.encode()
'''
    },
    most=2,
)

ADDITIONS = (CHECK, LAYER, COMPONENT, MAP, DOCUMENT, RULES_FORMAT, FACES_FORMAT)


@pytest.mark.nightly
@pytest.mark.parametrize("addition", ADDITIONS, ids=lambda addition: addition.kind)
def test_an_addition_needs_the_files_that_the_architecture_lists(
    addition: Addition, copy: Path, tmp_path: Path
) -> None:
    addition.apply(copy)
    write(tmp_path / "harbour", addition.game)
    ran = [pnp(copy, tmp_path, *command.split(), "harbour") for command in addition.commands]
    said = "".join(each.stdout + each.stderr for each in ran)
    assert not any(each.returncode for each in ran), said
    written = sorted((tmp_path / "output").rglob("*.*"))
    said += "".join(path.read_text(encoding="utf-8") if path.suffix == ".svg" else path.name for path in written)
    assert [text for text in addition.shows if text not in said] == []
    assert len(addition.changed) <= addition.most
    assert generic(listed(addition.kind)[0]) == generic(addition.changed)
    assert len(listed(addition.kind)[1]) == len(addition.created)


def generic(files: set[str]) -> set[str]:
    """The files with `<family>` for the family of a check."""
    return {re.sub(r"pnp/checks/[a-z<>]+/__init__", "pnp/checks/<family>/__init__", file) for file in files}
