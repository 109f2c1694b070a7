"""Documents written in a test, as a game with the house kit beneath."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import textwrap
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path, PurePosixPath

from pnp.diagnostics import Finding, Span
from pnp.draw.component import draw_component, drawing_context
from pnp.draw.context import DrawingContext
from pnp.expression import Environment
from pnp.facts import manifest
from pnp.loader.reader import read_content
from pnp.model.faces.inheritance import extended
from pnp.model.game import Content, Game, NoAssets
from pnp.model.maps.game_map import GameMap
from pnp.model.maps.map_style import MapStyle
from pnp.scene.items import Ellipse, Item, Rect
from pnp.scene.parts import Drawn
from pnp.source import load_schemas, read_document, validate

ROOT = Path(__file__).resolve().parents[2]
FILE = re.compile(r"^# file: (\S+)\n", re.MULTILINE)


def draw_game(game: Game, environment: Environment, context: DrawingContext) -> Iterator[Drawn]:
    """The parts of every line of the manifest; of every component if there is no manifest."""
    for entry, component in manifest(game):
        yield draw_component(entry, component, environment, context)


class Drawer:
    """Files that a game has beside its documents."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self.files = files
        self.asked: list[str] = []

    def read(self, name: str, span: Span) -> bytes | Finding:
        self.asked.append(name)
        return self.files[name] if name in self.files else NoAssets().read(name, span)


HOUSE = ("theme.yaml", "icons.yaml", "landmarks.yaml")
"""The documents of the house kit that faces are drawn with."""


def game(text: str, files: Mapping[str, bytes] | None = None) -> Game:
    """The game of the documents in `text`, each after a line `# file: name.yaml`, with `files` beside them."""
    parts = FILE.split(textwrap.dedent(text).lstrip())
    assert not parts[0], "a document begins with '# file: name.yaml'"
    written = zip(parts[1::2], parts[2::2], strict=True)
    documents = (read(*it) for it in written if it[0] != "pack.yaml")
    return Game(None, extended((*house(), *documents))[0], assets=Drawer(files or {}))


def read(file: str, text: str) -> Content:
    document = validate(read_document(text, file), load_schemas(ROOT / "schemas"))
    assert not document.findings, document.findings
    assert document.root is not None
    assert document.kind is not None
    return read_content(document.kind, document.root, PurePosixPath(file).stem, document.damaged)


@cache
def house() -> tuple[Content, ...]:
    folder = ROOT / "content" / "house"
    return tuple(read(name, (folder / name).read_text(encoding="utf-8")) for name in HOUSE)


def blank_map(
    drawn: GameMap, style: MapStyle, look: object, width: float, height: float, highlight: frozenset[str]
) -> tuple[Item, ...]:
    """A painter that shows where a map would be, and what of it stands out."""
    marks = (Ellipse(*area.at, 1, 1, "#FFFFFF") for area in drawn.places if area.id in highlight and area.at)
    return (Rect(0, 0, width, height, fill="#CFE3C2"), *marks)


def drawn(text: str, variant: str | None = None, files: Mapping[str, bytes] | None = None) -> tuple[Drawn, ...]:
    """What comes of drawing every component of the documents."""
    written = game(text, files)
    return tuple(draw_game(written, Environment(), drawing_context(written, variant, blank_map)))


def card(
    layers: str,
    rows: str = "[{}]",
    *,
    size: str = "40 x 60",
    more: str = "",
    files: Mapping[str, bytes] | None = None,
) -> Drawn:
    """One component of cards with these layers and rows."""
    (only,) = drawn(
        f"""
# file: cards.yaml
kind: component
makes: card
name: Cards
template: card
rows: {rows}
# file: card.yaml
kind: template
size: {size}
{more}
layers: {layers}
""",
        files=files,
    )
    return only


def elsewhere(script: str) -> str:
    """What a script prints in a process of its own, where sets come in another order."""
    environment = {**os.environ, "PYTHONHASHSEED": "1"}
    command = [sys.executable, "-c", script]
    ran = subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True)
    return ran.stdout.strip()
