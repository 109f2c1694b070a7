"""Saves of Tabletop Simulator: by the community's JSON Schemas, a reader of our own, and virtualtabletop's importer.

The importer is run as it is, in Node, but for three things. `node-fetch` reads `file:` addresses, which it refuses
otherwise. Nothing is written to disk: it leaves copies in `/tmp`. And nothing is rounded: it rounds to whole pixels,
which are up to a millimetre of the table.

What it drops: names of cards, tiles and tokens (a card has a deck and a type, an image has no text), heights, and
half of each turn (`place` takes turns modulo 180). If it makes the table smaller, it puts the corner of a card that is
alone where the corner of a smaller one would be (`addDeck` takes its width away before `moveIntoBounds`).

An importer from before its pull request 3070, without `addImage`, drops whatever is neither a card nor in a bag:
`addRecursive` knows `CustomDeck`, `Bag` and other containers only. Its `addDeck` makes no pile of two cards, and adds
the z of a card that lies alone instead of subtracting it, which mirrors these. `moveIntoBounds` stretches the table.
"""

from __future__ import annotations

import json
import subprocess
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from PIL import Image

from pnp.export.things import ExportedGame, Laid, Piece
from tests.export.outside.compared import (
    ORDER,
    Comparison,
    Spot,
    game_of,
    is_model,
    mesh_sides,
    opened,
    pieces_of,
    pixels,
    prepare,
    same,
    twins,
)
from tests.export.tts_reader import card_picture, file_of, things

INCH = 25.4

_IMPORT = """import fs from 'node:fs';
import { register } from 'node:module';
import { pathToFileURL } from 'node:url';
const data = (text) => 'data:text/javascript,' + encodeURIComponent(text);
const reads = data(`import fs from 'node:fs';
  export default async (address) => ({ buffer: async () => fs.readFileSync(new URL(address)) });`);
register(data(`export const resolve = async (name, context, next) =>
  name === 'node-fetch' ? { url: ${JSON.stringify(reads)}, shortCircuit: true } : next(name, context);`));
fs.writeFileSync = () => {};
Math.round = (value) => value;
const { default: importer } = await import(pathToFileURL(process.argv[2]));
const { BSON } = await import(pathToFileURL(process.argv[3]));
const save = BSON.serialize(JSON.parse(fs.readFileSync(process.argv[4], 'utf-8')));
const { TTS } = await importer.fromBSON(Buffer.from(save));
const text = JSON.stringify(TTS['0.json']);
process.stdout.write('\\n' + text, () => process.exit(0));
"""


def saves(folder: Path) -> Iterator[tuple[int, Path, dict[str, Any]]]:
    """Each save of an export, with its number of players."""
    for path in sorted((folder / "Saves").glob("*.json")):
        yield int(path.stem.split("-")[-2]), path, json.loads(path.read_text(encoding="utf-8"))


# Our own reader.


def by_reader(folder: Path, name: str) -> Comparison:
    """Every piece of every save, in decks and bags too: name, text, count, position, and the pictures of its sides."""
    found, game = Comparison(), game_of(name)
    named = _by_name(game)
    twin = twins(game)
    for number, _, save in saves(folder):
        spots, counts = [], Counter[str]()
        for thing, seen in zip(_objects(save["ObjectStates"]), things(save), strict=True):
            piece = found.identified(
                seen.name, named.get(seen.name, []), _sides(thing), thing["Name"] == "Custom_Model"
            )
            if piece is None:
                continue
            found.named(f"the text of {piece.id}", thing["Description"], piece.text)
            counts[twin[piece.id]] += 1
            spots.append((twin[piece.id], (seen.x, seen.y)))
        laid = [(piece, each) for each in game.layouts[number] for piece in pieces_of(game, each)]
        found.counted(f"{number} players", counts, Counter(twin[piece.id] for piece, _ in laid))
        found.laid(f"{number} players", spots, [(twin[piece.id], (each.x, each.y)) for piece, each in laid])
    return found


def _by_name(game: ExportedGame) -> dict[str, list[Piece]]:
    named: dict[str, list[Piece]] = defaultdict(list)
    for piece in game.pieces:
        named[piece.name.replace("\n", " ")].append(piece)
    return named


def by_sheets(folder: Path, name: str) -> Comparison:
    """The sprite sheets as plain files: what each place shows is drawn for the row, and is in the saved object."""
    found, game = Comparison(), game_of(name)
    pictures = {each.key: each for piece in game.pieces for each in piece.pictures}
    (path,) = (folder / "Saved Objects").glob("*.json")
    things_saved = _objects(json.loads(path.read_text(encoding="utf-8"))["ObjectStates"])
    saved = {pixels(each) for thing in things_saved for each in _sides(thing)}
    sheets = folder.parent / "sheets"
    shown: set[str] = set()
    for file, grid in json.loads((sheets / "sheets.json").read_text(encoding="utf-8")).items():
        sheet, (wide, tall) = opened((sheets / file).read_bytes()), (grid["width"], grid["height"])
        if sheet.size != (grid["columns"] * wide, grid["rows"] * tall):
            found.faults[f"{file} has {sheet.size}"] += 1
        for key, at in grid["places"].items():
            shown.add(key)
            row, column = divmod(at, grid["columns"])
            image = sheet.crop((column * wide, row * tall, (column + 1) * wide, (row + 1) * tall))
            found.told(f"{key} in {file}", "equal" if pixels(image) in saved else same(image, pictures[key]))
    found.pieces += len(shown)
    found.faults.update(f"no picture {key}" for key in pictures.keys() - shown)
    return found


def _objects(objects: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The objects that `things` reads, in its order."""
    for each in objects:
        if "ContainedObjects" in each:
            yield from _objects(each["ContainedObjects"])
        elif each["Name"] not in ("HandTrigger", "Custom_PDF"):
            yield each


def _sides(thing: dict[str, Any]) -> list[Image.Image]:
    """The pictures of the front and the back of an object; of a mesh those of all of its sides that are no rim."""
    if thing["Name"] == "Card":
        number, _ = divmod(thing["CardID"], 100)
        deck = thing["CustomDeck"][str(number)]
        back = {**thing, "CustomDeck": {str(number): {**deck, "FaceURL": deck["BackURL"]}}}
        return [card_picture(thing), card_picture(back) if deck["UniqueBack"] else _opened(deck["BackURL"])]
    if thing["Name"] == "Custom_Model":
        return _cells(thing["CustomMesh"]["MeshURL"], thing["CustomMesh"]["DiffuseURL"])
    image = thing["CustomImage"]
    return [_opened(image["ImageURL"]), _opened(image["ImageSecondaryURL"])]


@cache
def _opened(address: str) -> Image.Image:
    return opened(file_of(address).read_bytes())


@cache
def _cells(mesh: str, picture: str) -> list[Image.Image]:
    return mesh_sides(file_of(mesh).read_text(encoding="ascii"), _opened(picture))


# The importer of virtualtabletop.io.

Look = tuple[str, str]
"""The pictures of the front and the back of a flat piece, as digests of what is drawn; or the name of a model."""


class _Looks:
    """Which drawn face a picture of the export shows; faces that look the same at its size count as one."""

    def __init__(self, game: ExportedGame) -> None:
        self.game, self.same = game, dict[str, str]()
        self.known: dict[str, str] = {}
        self.shapes = {each.digest: each for piece in game.pieces for each in (piece.front, piece.back) if each}

    def of(self, image: Image.Image) -> str:
        """The digest of the drawn face that a picture shows, empty for white paper, `?` for none."""
        key = pixels(image)
        if key not in self.known:
            self.known[key] = self._found(image)
        return self.known[key]

    def _found(self, image: Image.Image) -> str:
        if same(image, None) == "equal":
            return ""
        wide, tall = image.size
        fits = [each for each in self.shapes.values() if abs(each.size_mm[1] * wide / each.size_mm[0] - tall) < 1.5]
        prepare(fits, image.size)
        for each in ORDER[:2]:
            alike = [picture.digest for picture in fits if same(image, picture) == each]
            for other in alike[1:]:
                if self._first(alike[0]) != self._first(other):
                    self.same[self._first(other)] = self._first(alike[0])
            if alike:
                return alike[0]
        return "?"

    def _first(self, digest: str) -> str:
        while digest in self.same:
            digest = self.same[digest]
        return digest

    def look(self, front: str, back: str) -> Look:
        return self._first(front), self._first(back)

    def found(self, look: Look) -> Look:
        """What is seen of a piece."""
        return look if look[0] == "model" else self.look(*look)

    def wanted(self, piece: Piece) -> Look:
        if is_model(piece):
            is_die = piece.kind == "die" and len(piece.faces) == 6
            return "model", " ".join(piece.values) if is_die else " ".join(piece.name.split())
        assert piece.front
        return self.look(piece.front.digest, piece.back.digest if piece.back else "")


def imported(checkout: Path, save: Path) -> dict[str, dict[str, Any]]:
    """The widgets that the importer makes of a save."""
    importer, bson = checkout / "server" / "ttsimport.mjs", checkout / "node_modules" / "bson" / "lib" / "bson.mjs"
    asked = ["node", "--input-type=module", "-", str(importer.resolve()), str(bson.resolve()), str(save.resolve())]
    ran = subprocess.run(asked, cwd=checkout, input=_IMPORT, capture_output=True, text=True, timeout=300, check=False)
    if ran.returncode:
        raise SystemExit(f"the importer fails: {ran.stderr[-500:]}")
    found: dict[str, dict[str, Any]] = json.loads(ran.stdout.splitlines()[-1])
    return {name: each for name, each in found.items() if not name.startswith("_")}


def by_importer(checkout: Path, folder: Path, name: str) -> Comparison:
    """What the importer keeps of each save: pieces and their pictures, counts and positions, and names of bags."""
    found, game = Comparison(), game_of(name)
    twin, whole = twins(game), "addImage" in (checkout / "server" / "ttsimport.mjs").read_text(encoding="utf-8")
    for number, path, save in saves(folder):
        looks = _Looks(game)
        read = _Read(imported(checkout, path), looks)
        cards = set() if whole else _cards(game, save)

        def kept(piece: Piece, cards: set[str] = cards) -> bool:
            return whole or twin[piece.id] in cards

        laid = [(each, [piece for piece in pieces_of(game, each) if kept(piece)]) for each in game.layouts[number]]
        wanted = Counter(looks.wanted(piece) for _, pieces in laid for piece in pieces)
        seen = Counter(looks.found(look) for held in read.held.values() for look in held)
        found.pieces += sum(seen.values())
        for look in seen | wanted:
            if look[0] == "model":
                found.names += seen[look]
            else:
                found.pictures += 2 * seen[look]
                found.equal += 2 * min(seen[look], wanted[look])
            if seen[look] != wanted[look]:
                shown = [piece.id for piece in game.pieces if looks.wanted(piece) == look][:3]
                found.faults[f"{number} players: {seen[look]} of {wanted[look]} {shown or look}"] += 1
        _bags(found, number, save, read)
        spots = [
            (_kind(map(looks.wanted, pieces)), (each.x, each.y))
            for each, pieces in laid
            if (any(each.pools) or not each.beside)  # what is shuffled with the rest is not in the bag
            and (pieces or (game.pile(each.what) and not whole and _is_bag(save, game, each)))
        ]
        spots = spots if whole else list(_apart(spots, game, laid))
        box = next((each["Transform"] for each in save["ObjectStates"] if each["Nickname"] == UNUSED), None)
        if whole:
            things = read.to_scale(looks, spots)
        else:
            more = [(box["posX"] * INCH, -box["posZ"] * INCH)] if box else []
            things = read.from_edge_to_edge(looks, spots, more, 600 if save["Hands"]["Enable"] else 800)
        found.laid(f"{number} players", things, spots)
    return found


def _cards(game: ExportedGame, save: dict[str, Any]) -> set[str]:
    """The pieces that are cards in a save."""
    found, named, twin = Comparison(), _by_name(game), twins(game)
    cards = [each for each in _objects(save["ObjectStates"]) if each["Name"] == "Card"]
    known = [found.identified("", named[each["Nickname"]], _sides(each), mesh=False) for each in cards]
    assert not found.faults, found.faults
    return {twin[piece.id] for piece in known if piece}


UNUSED = "Not used in this set-up"
"""The name of the bag at the right of the table, whose place is not the pack's."""


def _apart(
    spots: list[tuple[tuple[Look, ...], Spot]], game: ExportedGame, laid: list[tuple[Laid, list[Piece]]]
) -> Iterator[tuple[tuple[Look, ...], Spot]]:
    """What lies where after an import from before pull request 3070, which makes no pile of two cards."""
    twos = {(each.x, each.y) for each, pieces in laid if len(pieces) == 2 and game.pile(each.what)}
    for kind, spot in spots:
        yield from (((look,), spot) for look in kind) if len(kind) == 2 and spot in twos else ((kind, spot),)


def _is_bag(save: dict[str, Any], game: ExportedGame, laid: Laid) -> bool:
    pile = game.pile(laid.what)
    return bool(pile) and any(
        each["Name"] == "Bag" and each["Nickname"] == pile.name for each in save["ObjectStates"] if pile
    )


def _kind(looks: Iterable[Look]) -> tuple[Look, ...]:
    """What a thing holds; of a pile all that is in it."""
    return tuple(sorted(looks))


class _Read:
    """The widgets of an import: what each thing on the table holds, and where it is."""

    def __init__(self, widgets: dict[str, dict[str, Any]], looks: _Looks) -> None:
        self.widgets = widgets
        self.held: dict[str, list[Look]] = defaultdict(list)
        self.bags = {each["id"]: each["text"] for each in widgets.values() if each.get("type") == "button"}
        for each in widgets.values():
            if look := self._look(each, looks):
                self.held[self._root(each)].append(look)
        for name in self.bags:
            if not widgets[name].get("parent"):
                self.held[_bare(name)] += []

    def _root(self, widget: dict[str, Any]) -> str:
        while widget.get("parent"):
            widget = self.widgets[widget["parent"]]
        return _bare(widget["id"])

    def _things(self, looks: _Looks) -> Iterator[tuple[tuple[Look, ...], dict[str, Any], tuple[float, float]]]:
        """What each thing on the table holds, its widget and its middle."""
        unused = {_bare(name) for name, text in self.bags.items() if text.startswith(UNUSED)}
        for root, held in self.held.items():
            if root not in unused:
                names = (f"{root}-pile", f"{root}-bag", f"{root}-toggle", root)
                widget = next(self.widgets[name] for name in names if "x" in self.widgets.get(name, ()))
                own, part = widget, 0.5
                if "deck" in widget:
                    own, part = self.widgets[widget["deck"]]["cardDefaults"], widget.get("scale", 1.0) / 2
                middle = widget["x"] + own.get("width", 0) * part, widget["y"] + own.get("height", 0) * part
                yield _kind(map(looks.found, held)), widget, middle

    def to_scale(self, looks: _Looks, spots: list[tuple[tuple[Look, ...], Spot]]) -> list[tuple[Any, Spot]]:
        """Where things are in millimetres, by the scale that all widgets have, and by where one of them is."""
        read = list(self._things(looks))
        (scale,) = {each.get("scale", 1.0) for _, each, _ in read}
        across = 50 * scale / INCH
        kinds, wanted = Counter(kind for kind, _, _ in read), Counter(kind for kind, _ in spots)
        one = next(kind for kind in kinds if kinds[kind] == wanted[kind] == 1)
        (start,) = (middle for kind, _, middle in read if kind == one)
        (at,) = (spot for kind, spot in spots if kind == one)
        return [(kind, ((x - start[0]) / across + at[0], (y - start[1]) / across + at[1])) for kind, _, (x, y) in read]

    def from_edge_to_edge(
        self, looks: _Looks, spots: list[tuple[tuple[Look, ...], Spot]], more: list[Spot], tall: float
    ) -> list[tuple[Any, Spot]]:
        """Where things are in millimetres, of a table that is stretched from edge to edge, with decks at zero.

        `moveIntoBounds` counts the hand as a part of the table, and leaves it where it is.
        """
        alone = {kind for kind, each, _ in self._things(looks) if each.get("type") == "card"}
        raw = [(800 + x / INCH * 25, 500 + y / INCH * 25 * (-1 if kind in alone else 1)) for kind, (x, y) in spots]
        raw += [(800 + x / INCH * 25, 500 + y / INCH * 25) for x, y in more] + [(0.0, 0.0)]
        raw += [(50.0, 820.0)] if "hand" in self.widgets else []
        (left, right), (top, low) = ((min(axis), max(axis)) for axis in zip(*raw, strict=True))
        found = []
        for kind, each, _ in self._things(looks):
            x = (each["x"] - 50) / 1400 * (right - left) + left
            y = (each["y"] - 50) / tall * (low - top) + top
            mirrored = -1 if each.get("type") == "card" else 1
            found.append((kind, ((x - 800) / 25 * INCH, (y - 500) / 25 * INCH * mirrored)))
        return found

    def _look(self, each: dict[str, Any], looks: _Looks) -> Look | None:
        match each.get("type"):
            case "card":
                kind = self.widgets[each["deck"]]["cardTypes"][str(each["cardType"])]
                back = looks.of(_opened(kind["simpleBack"])) if "simpleBack" in kind else looks.of(_part(kind, "back"))
                return looks.of(_part(kind, "face")), back
            case "dice":
                return "model", " ".join(map(str, each["faces"]))
            case None if "image" in each and each["id"] != "back":
                front, back = each.get("faces", ({"image": each["image"]}, None))
                return looks.of(_opened(front["image"])), looks.of(_opened(back["image"])) if back else ""
            case None if "text" in each:
                return "model", each["text"]
        return None


def _part(kind: dict[str, Any], side: str) -> Image.Image:
    """The picture of a card, in its place of the sheet."""
    sheet = _opened(kind[side])
    wide, tall = sheet.width / kind["deckWidth"], sheet.height / kind["deckHeight"]
    x, y = kind["offsetX"], kind["offsetY"]
    return sheet.crop((round(x * wide), round(y * tall), round((x + 1) * wide), round((y + 1) * tall)))


def _bare(name: str) -> str:
    """The id of the object that a widget is made of."""
    return name.removesuffix("-pile").removesuffix("-bag").removesuffix("-toggle")


def _all(objects: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """All objects, with bags and what is in them."""
    for each in objects:
        yield each
        yield from _all(each.get("ContainedObjects", ()))


def _bags(found: Comparison, number: int, save: dict[str, Any], read: _Read) -> None:
    """Compare the names of bags."""
    wanted = Counter(each["Nickname"] for each in _all(save["ObjectStates"]) if each["Name"] == "Bag")
    named = Counter(text.rpartition(" (")[0] if text.endswith(")") else text for text in read.bags.values())
    found.names += sum(named.values())
    found.counted(f"{number} players, bags", named, wanted)
