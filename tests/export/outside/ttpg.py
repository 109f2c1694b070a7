"""Packages of Tabletop Playground: by the vendor's JSON Schema, and by a reader that is written from its descriptions.

The script that lays out the game is run by Node for each number of players, with objects that stand for those of the
program and note what is created where. Lengths are centimetres, x away from the viewer and y to the right.
"""

from __future__ import annotations

import json
import subprocess
from collections import Counter, defaultdict
from math import dist
from pathlib import Path
from typing import Any

from PIL import Image

from pnp.export.things import ExportedGame, Piece
from tests.export.outside.compared import Comparison, Spot, game_of, mesh_sides, opened, pieces_of, twins

_PROGRAM = """
const made = []; let act;
const refObject = { addCustomAction() {}, onCustomAction: { add(one) { act = one; } }, getPosition: () => ({ z: 0 }) };
const zone = { setId() {}, setRotation() {}, setScale() {}, setColor() {}, setAlwaysVisible() {} };
const world = { getAllZones: () => [], createZone: () => zone, createObjectFromTemplate(name, at) {
  const one = { held: [name], x: at.x, y: at.y, setRotation() {}, shuffle() {}, snapToGround() {}, setObjectType() {},
    addCards(other) { this.held.push(...other.held); made.splice(made.indexOf(other), 1); } };
  made.push(one); return one;
} };
function Vector(x, y) { this.x = x; this.y = y; } function Rotator() {} const ObjectType = { Ground: 1 };
"""

INCH = 25.4

Card = tuple[str, str, tuple[Image.Image, Image.Image]]
"""A card of a template: its name, its text, and the pictures of its sides."""


class _Package:
    """The templates of a package by their numbers."""

    def __init__(self, folder: Path) -> None:
        (self.root,) = (path.parent for path in folder.glob("*/manifest.json"))
        paths = sorted((self.root / "Templates").glob("*.json"))
        self.templates = {each["GUID"]: each for each in (json.loads(path.read_text("utf-8")) for path in paths)}
        self._textures: dict[str, Image.Image] = {}

    def texture(self, name: str) -> Image.Image:
        if name not in self._textures:
            content = (self.root / "Textures" / name).read_bytes() if name else b""
            self._textures[name] = opened(content) if name else Image.new("RGB", (8, 8), (255, 255, 255))
        return self._textures[name]

    def cards(self, template: dict[str, Any]) -> list[Card]:
        """The cards of a stack, the first one on top."""
        return [
            (template["CardNames"][str(at)], template["CardMetadata"].get(str(at), ""), self._sides(template, at))
            for at in template["Indices"]
        ]

    def _sides(self, card: dict[str, Any], index: int) -> tuple[Image.Image, Image.Image]:
        front = self._cell(card, card["FrontTexture"], index)
        match card["BackIndex"]:
            case -2:  # a whole separate file
                return front, self.texture(card["BackTexture"])
            case -3:  # the same index of a separate file
                return front, self._cell(card, card["BackTexture"], index)
        assert (card["BackIndex"], card["BackTexture"]) == (-1, "")
        return front, self.texture("")  # nothing is printed there

    def _cell(self, card: dict[str, Any], texture: str, index: int) -> Image.Image:
        sheet, columns = self.texture(texture), card["NumHorizontal"]
        wide, tall = sheet.width / columns, sheet.height / card["NumVertical"]
        row, column = divmod(index, columns)
        box = column * wide, row * tall, (column + 1) * wide, (row + 1) * tall
        return sheet.crop((round(box[0]), round(box[1]), round(box[2]), round(box[3])))

    def laid(self, number: int) -> list[dict[str, Any]]:
        """What the script creates for a number of players: the templates of a stack, the top one first, x and y."""
        script = (self.root / "Scripts" / "set-up.js").read_text(encoding="utf-8")
        run = f"{_PROGRAM}{script[script.index('const layouts') :]}act(refObject, null, 'Set up for {number}');"
        run += "console.log(JSON.stringify(made.map(({ held, x, y }) => ({ held, x, y }))));"
        ran = subprocess.run(["node", "-"], input=run, capture_output=True, text=True, check=True)
        made: list[dict[str, Any]] = json.loads(ran.stdout)
        return made


def by_reader(folder: Path, name: str) -> Comparison:
    """Each template, and each piece that the script creates: names, texts, counts, pictures and positions."""
    found, game, package = Comparison(), game_of(name), _Package(folder)
    named: dict[str, list[Piece]] = defaultdict(list)
    for piece in game.pieces:
        named[piece.name].append(piece)
    known: dict[str, list[Piece]] = {}
    for guid, template in package.templates.items():
        if template["Name"] != "Set up" or template["Type"] != "Generic":
            known[guid] = _known(found, package, template, named)
    for number in game.layouts:
        _created(found, game, number, package.laid(number), known)
    return found


def _known(
    found: Comparison, package: _Package, template: dict[str, Any], named: dict[str, list[Piece]]
) -> list[Piece]:
    """The pieces of a template, the top one first; names, texts, sizes, sides and snap points are compared."""
    pieces: list[Piece] = []
    if template["Type"] == "Card":
        for name, text, sides in package.cards(template):
            if piece := found.identified(name, named.get(name, []), sides, mesh=False):
                found.named(f"the text of {piece.id}", text, piece.text)
                pieces.append(piece)
                _sized(found, template, piece)
        if len(pieces) == 1:
            _snaps(found, template, pieces[0])
        return pieces
    name = template["Name"]
    if template["Type"] == "Cardboard Figure":
        sides = package.texture(template["FrontTexture"]), package.texture(template["BackTexture"])
        sides = sides if template["BackTexture"] else (sides[0], sides[0])
        alike = [each for each in named.get(name, []) if each.back or template["BackTexture"]]
        piece = found.identified(name, alike or named.get(name, []), sides, mesh=not alike)
    else:
        (model,) = template["Models"]
        mesh = (package.root / "Models" / model["Model"]).read_text(encoding="ascii")
        sides_shown = mesh_sides(mesh, package.texture(model["Texture"]))
        piece = found.identified(name, named.get(name, []), sides_shown, mesh=True)
        if piece and template["Type"] == "Dice":
            values = (piece.values * 6)[: len(template["Faces"])]
            found.named(f"the sides of {name}", tuple(each["Name"] for each in template["Faces"]), values)
    return [piece] if piece else []


def _sized(found: Comparison, template: dict[str, Any], piece: Piece) -> None:
    size = template["Width"] * 10, template["Height"] * 10
    if dist(size, piece.size_mm) > 0.01:
        found.faults[f"{piece.id} has {size}, not {piece.size_mm}"] += 1


def _snaps(found: Comparison, template: dict[str, Any], piece: Piece) -> None:
    """Compare the snap points, which have no names: from the middle, x upwards and y to the right."""
    spots = []
    for each in template["SnapPoints"]:
        at, turn = each["Position"], each["RotationOffset"] if each["SnapRotation"] else None
        spots.append((turn, (piece.size_mm[0] / 2 + at["Y"] * 10, piece.size_mm[1] / 2 - at["X"] * 10)))
    found.laid(f"places of {piece.id}", spots, [(snap.turn, (snap.x, snap.y)) for snap in piece.snaps])


def _created(
    found: Comparison, game: ExportedGame, number: int, made: list[dict[str, Any]], known: dict[str, list[Piece]]
) -> None:
    """Compare what the script creates. What is dealt, or goes where drawn cards say, is another one in each game."""
    laid, twin = game.layouts[number], twins(game)
    pools = {twin[pieces_of(game, laid[at])[place].id] for pool in game.pools(number).values() for at, place in pool}
    goings = game.goings.get(number, ())
    going = {at for each in goings for at in each.what}
    free: list[Spot] = [(x, y) for each in goings for x, y, *_ in each.spots]
    counts, whole = Counter[str](), Counter[str]()
    spots: dict[str, list[Spot]] = defaultdict(list)
    wanted: list[tuple[str, Spot]] = []
    for one in made:
        for piece in (piece for guid in one["held"] for piece in known[guid]):
            counts[twin[piece.id]] += 1
            kind = "dealt piece" if twin[piece.id] in pools else twin[piece.id]
            spots[kind].append((one["y"] * 10, -one["x"] * 10))
    for index, each in enumerate(laid):
        pieces = pieces_of(game, each)
        apart = not _is_stack(pieces)
        for at, piece in enumerate(pieces):  # what is no stack lies side by side, an inch apart, five in a row
            whole[twin[piece.id]] += 1
            x, y = (at % 5 * INCH, at // 5 * INCH) if apart else (0.0, 0.0)
            kind = "dealt piece" if twin[piece.id] in pools else twin[piece.id]
            if index in going:
                nearest = min(spots[kind], key=lambda spot: min(dist(spot, each) for each in free))
                spots[kind].remove(nearest)
                found.at(f"{number} players: {kind}", min(dist(nearest, each) for each in free))
            else:
                wanted.append((kind, (each.x + x, each.y + y)))
    found.counted(f"{number} players", counts, whole)
    found.laid(f"{number} players", [(kind, spot) for kind in spots for spot in spots[kind]], wanted)


def _is_stack(pieces: list[Piece]) -> bool:
    """Whether the program stacks pieces: flat ones of one size and shape."""
    flat = all(piece.kind not in ("die", "box", "standee") for piece in pieces)
    return flat and len({(piece.size_mm, piece.outline, piece.back is None) for piece in pieces}) == 1
