"""Tabletop Simulator: a save for each number of players, and a saved object, with pictures, meshes and the rulebook.

Facts about the format are in `docs/export-tts.md`. One unit is an inch. The x axis runs to the right and the z axis
away from the viewer; a piece with a rotation of 180° about y is upright for the viewer, and y turns clockwise.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import resources
from math import cos, radians, sin
from pathlib import Path
from typing import Any

from msgspec import Struct

from pnp.build.write import Product
from pnp.diagnostics import Fault
from pnp.escape import file_name
from pnp.export.pictures import SheetPicture, SpriteLimits, SpriteSheet, best_grid, pixels_at
from pnp.export.screen import nameless
from pnp.export.targets import SHARPEST, AssetFiles, ExportedFiles, ExportOptions, lua_script
from pnp.export.things import DIE_TURNS, CellsOnPiece, ExportedGame, Laid, Piece, Pile, Seat, model_of, repeating
from pnp.units import MM_PER_INCH

LIMITS = SpriteLimits(columns=10, rows=7, faces=70, pixels=4096, least_columns=2, least_rows=2)
"""What a sheet of a deck may have: 10 × 7 faces, 4096 pixels on each side."""

CARD_HEIGHT = 3.1
"""The height of a card at scale 1, in units. It is not documented: the calibration object shows how much it is off."""

TABLE_TOP = 0.96
"""The height of a table's surface, in units."""

SEAT_COLOURS = ("White", "Red", "Blue", "Green", "Yellow", "Purple", "Orange", "Pink", "Teal", "Brown")
"""The colours of players that the program has."""

MOST_OBJECTS = 3_000
"""The maximum number of objects of a save."""

HOW = """For Tabletop Simulator. Copy the files of the folder 'Saves' into
  Windows: Documents/My Games/Tabletop Simulator/Saves
  macOS: ~/Library/Tabletop Simulator/Saves
  Linux: ~/.local/share/Tabletop Simulator/Saves
and choose the game under Games > Save & Load. The pictures are read from the folder 'assets', so leave it where it is;
to play with others, use Modding > Cloud Manager > Upload All Loaded Files, or export with --assets-url."""


def files_of(game: ExportedGame, folder: Path, options: ExportOptions) -> ExportedFiles:
    """Return the files of a game, whose addresses are in that folder or at the hosted address."""
    table = _SaveMaker(game, AssetFiles(folder, options), options)
    products = tuple(_products(game, table))
    return ExportedFiles(products, HOW, (*table.left_out, *nameless(game)))


def _products(game: ExportedGame, table: _SaveMaker) -> Iterator[Product]:
    saves = {number: table.save(number) for number in sorted(game.layouts)}
    stem = file_name(game.title)
    thumbnail = _thumbnail(game)
    for number, content in saves.items():
        people = f"{number}-player{'s' if number > 1 else ''}"
        yield Product.of_json(f"Saves/{stem}-{people}.json", f"the game for {number}", content)
        if thumbnail:
            yield Product(f"Saves/{stem}-{people}.png", "thumbnail", thumbnail)
    first = next(iter(saves.values()))
    yield Product.of_json(f"Saved Objects/{stem}.json", "saved object", {**first, "SaveName": "", "TabStates": {}})
    if thumbnail:
        yield Product(f"Saved Objects/{stem}.png", "thumbnail", thumbnail)
    yield from table.assets


def _thumbnail(game: ExportedGame) -> bytes | None:
    """Return the first board, or else the first piece, as a small picture."""
    fronts = [piece.front for piece in sorted(game.pieces, key=lambda each: each.kind != "board") if piece.front]
    return fronts[0].png(pixels_at(fronts[0], 300, 256)) if fronts else None


# Texts: markup of the program in strangers' texts is shown, not obeyed.

_MARKUP = re.compile(r"\[(?=/?(?:b|i|u|s|c|t|sub|sup|-|url(?:=[^\]]*)?|(?:[0-9a-fA-F]{2}){1,4})\])")
_CONTROLS = re.compile(r"[\x00-\x09\x0b-\x1f\x7f]")


def plain(text: str) -> str:
    """Return a text without control characters and without the program's markup."""
    return _MARKUP.sub("\uff3b", _CONTROLS.sub(" ", text))


# Positions.


def units(mm: float) -> float:
    """Return a length in units."""
    return round(mm / MM_PER_INCH, 5)


def placed(x: float, y: float, height: float, turn: float, down: bool, scale: float = 1.0) -> dict[str, float]:
    """Return the transform of something at a point of the table."""
    return {
        "posX": units(x), "posY": round(height, 4), "posZ": units(-y),
        "rotX": 0.0, "rotY": (180.0 + turn) % 360.0, "rotZ": 180.0 if down else 0.0,
        "scaleX": round(scale, 5), "scaleY": 1.0, "scaleZ": round(scale, 5),
    }  # fmt: skip


def snap_points(piece: Piece) -> list[dict[str, Any]]:
    """Return the snap points of a tile in its own coordinates, which run from -1 to 1 over its width and its depth."""
    wide, tall = piece.size_mm
    points = []
    for snap in piece.snaps:
        x, z = round(1 - 2 * snap.x / wide, 5), round(2 * snap.y / tall - 1, 5)
        point: dict[str, Any] = {"Position": {"x": x, "y": units(piece.thickness_mm), "z": z}}
        if snap.turn is not None:
            point["Rotation"] = {"x": 0.0, "y": snap.turn, "z": 0.0}
        points.append(point)
    return points


def _spaces(game: ExportedGame, number: int) -> dict[str, Any]:
    """Return the empty spaces of a set-up: snap points of the table, with lines around them."""
    points, lines = [], []
    look = {"color": {"r": 1.0, "g": 1.0, "b": 1.0}, "thickness": 0.05, "loop": True, "square": True}
    look["rotation"] = dict.fromkeys("xyz", 0.0)
    for each in game.spaces.get(number, ()):
        at, *corners = ({"x": units(x), "y": TABLE_TOP, "z": units(-y)} for x, y in ((each.x, each.y), *each.corners))
        points.append({"Position": at, "Rotation": {"x": 0.0, "y": (180.0 + each.turn) % 360.0, "z": 0.0}})
        lines.append(look | {"points3": corners})
    return {"SnapPoints": points, "VectorLines": lines}


# The table.


class _CardFace(Struct, frozen=True):
    """Where the picture of a card is: the number of its sheet and its place there, and the sheet's entry."""

    number: int
    index: int
    entry: Mapping[str, Any]

    @property
    def card(self) -> int:
        return 100 * self.number + self.index


class _SaveMaker:
    """Makes the objects of a game."""

    def __init__(self, game: ExportedGame, assets: AssetFiles, options: ExportOptions) -> None:
        self._game, self.assets, self._options = game, assets, options
        self.left_out: list[Fault] = []
        self._pieces = {piece.id: piece for piece in game.pieces}
        self._piles = {pile.id: pile for pile in game.piles}
        self._cards: dict[str, _CardFace] = {}
        self._images: dict[str, dict[str, Any]] = {}
        self._taken: set[str] = set()
        self._sheets = 0
        self._names: dict[str, str] = {}  # of equal pictures, that of the first
        self._deciding = {name for found in game.goings.values() for going in found for name in going.goes}
        for key, pieces in self._decks():
            self._add_sheets(key, pieces)

    def save(self, number: int) -> dict[str, Any]:
        """Return the save for that number of players."""
        self._taken, heights = set(), list[tuple[float, float]]()
        objects: list[dict[str, Any]] = []
        shuffled: list[str] = []
        self._tell_limits(number)
        for laid in self._game.layouts[number][:MOST_OBJECTS]:
            made = self._object(laid, self._height(laid, heights))
            heights.append((laid.x, laid.y))
            objects.append(made)
            pile = self._piles.get(laid.what)
            if pile and pile.shuffled and not laid.pools:
                shuffled.append(made["GUID"])
        spare = [
            at
            for at, laid in enumerate(self._game.layouts[number][: len(objects)])
            if laid.beside and not any(laid.pools)
        ]
        pools = [
            [self._spot(objects[index], at) for index, at in spots if index < len(objects)]
            for spots in self._game.pools(number).values()
        ]
        goings = [
            {
                "what": [objects[at]["GUID"] for at in going.what],
                "by": [self._spot(objects[at], place) for at, place in going.by],
                "spots": [(units(x), units(-y), (180.0 + turn) % 360.0) for x, y, turn, _ in going.spots],
                "goes": {name: [spot + 1 for spot in spots] for name, spots in going.goes.items()},
            }
            for going in self._game.goings.get(number, ())
            if max(*going.what, *(at for at, _ in going.by)) < len(objects)
        ]
        if spare:
            box = self._box([objects[at] for at in spare], number)
            objects = [each for at, each in enumerate(objects) if at not in set(spare)] + [box]
        objects += [self._hand(seat) for seat in self._game.seats[number][: len(SEAT_COLOURS)]]
        objects += list(self._rulebook(number))
        script = lua_script("shuffle.lua", decks=shuffled, pools=pools, goings=goings) if shuffled or pools else ""
        return {**self._head(number), "LuaScript": script, "ObjectStates": objects}

    def _spot(self, made: Mapping[str, Any], at: int) -> tuple[str, int]:
        """Return where a piece of a pile is for the script; the list of a deck that is face up is upside down."""
        held = made.get("ContainedObjects", ())
        if not held:
            return made["GUID"], 0
        upside_down = made["Name"] == "DeckCustom" and made["Transform"]["rotZ"] == 0.0
        return made["GUID"], len(held) - at if upside_down else at + 1

    def _tell_limits(self, number: int) -> None:
        """Note what a save of that number of players has no room for."""
        game, told = self._game, f"the set-up for {number} players"
        for laid in game.layouts[number][MOST_OBJECTS:][:1]:
            more = len(game.layouts[number]) - MOST_OBJECTS
            message = f"{told} lacks {more} of its things: a save holds {MOST_OBJECTS:,}"
            self.left_out.append(game.fault(laid.what, message, "lay equal pieces `as: pile`: they become one bag"))
        if len(game.seats[number]) > len(SEAT_COLOURS):
            message = f"{told} has {len(SEAT_COLOURS)} hand zones: the program has no more colours of players"
            self.left_out.append(game.fault("", message, "nothing to do: let the others sit at a second screen"))

    def _head(self, number: int) -> dict[str, Any]:
        game = self._game
        grey = {"r": 0.5, "g": 0.5, "b": 0.5}
        tab = {"title": "Rules", "body": plain(game.notes), "color": "Grey", "visibleColor": grey, "id": 0}
        people = f"{number} player{'s' if number > 1 else ''}"
        minutes = [int(each) for each in re.findall(r"\d+", game.minutes)][:2] or [0]
        return {
            **json.loads((resources.files("pnp.export") / "static" / "tts-save.json").read_text(encoding="utf-8")),
            "SaveName": plain(f"{game.title} ({people})"), "GameMode": plain(game.title), "Note": plain(game.summary),
            "PlayingTime": [minutes[0], minutes[-1]], "PlayerCounts": list(game.players), "Grid": self._grid(number),
            "TabStates": {"0": tab} if game.notes else {},
            **_spaces(game, number),
        }  # fmt: skip

    def _grid(self, number: int) -> dict[str, Any]:
        """Return the grid of the table: that of the first board with cells that lies straight, switched off."""
        kind, pitch, x, y = 0, 2.0, 0.0, 0.0
        for laid in self._game.layouts[number]:
            piece = self._pieces.get(laid.what)
            if piece and piece.grid and laid.turn == 0:
                kind = {"square": 0, "hex-pointy": 1, "hex-flat": 2}[piece.grid.shape]
                pitch = units(piece.grid.pitch)
                x, y = _cell_on_table(piece.grid, piece, laid)
                break
        return {
            "Type": kind, "Lines": False, "Color": {"r": 0.0, "g": 0.0, "b": 0.0}, "Opacity": 0.75,
            "ThickLines": False, "Snapping": False, "Offset": False, "BothSnapping": False,
            "xSize": pitch, "ySize": pitch, "PosOffset": {"x": units(x), "y": 1.0, "z": units(-y)},
        }  # fmt: skip

    # Objects of all kinds.

    def _object(self, laid: Laid, height: float) -> dict[str, Any]:
        pile = self._piles.get(laid.what)
        name = f"{laid.what} {laid.x} {laid.y}"
        down = laid.face == "down"
        if pile is None:
            return self._piece(self._pieces[laid.what], name, laid, height, down)
        pieces = [self._pieces[each] for each in pile.pieces]
        if pile.kind == "deck" and all(piece.id in self._cards for piece in pieces):
            return self._deck(pile, pieces, name, laid, height)
        if len(pieces) == 1 and not pile.endless:
            return self._piece(pieces[0], name, laid, height, down)
        return self._bag(pile, pieces, name, laid, height)

    def _piece(self, piece: Piece, name: str, laid: Laid, height: float, down: bool) -> dict[str, Any]:
        """Return one piece; what is in a bag or deck has the same place as that."""
        if piece.id in self._cards:
            face = self._cards[piece.id]
            made = self._base("Card", name, piece, laid, height, down, _card_scale(piece))
            made |= {"CardID": face.card, "SidewaysCard": False, "CustomDeck": {str(face.number): dict(face.entry)}}
            return {**made, "HideWhenFaceDown": True, "Hands": True}
        if piece.kind in ("die", "standee", "box"):
            return self._model(piece, name, laid, height)
        return self._tile(piece, name, laid, height, down)

    def _base(
        self, kind: str, name: str, piece: Piece | Pile, laid: Laid, height: float, down: bool, scale: float = 1.0
    ) -> dict[str, Any]:
        text = piece.text if isinstance(piece, Piece) else ""
        flat = isinstance(piece, Piece) and piece.kind in ("board", "mat")
        memo = {"Memo": piece.id} if piece.id in self._deciding else {}
        return {
            **memo,
            "GUID": self._guid(name), "Name": kind, "Transform": placed(laid.x, laid.y, height, laid.turn, down, scale),
            "Nickname": plain(piece.name.replace("\n", " ")), "Description": plain(text), "GMNotes": "",
            "ColorDiffuse": {"r": 0.9, "g": 0.88, "b": 0.82}, "IgnoreFoW": False, "Locked": laid.locked,
            "Grid": False, "Snap": True, "Autoraise": True, "Sticky": not flat, "Tooltip": not flat,
            "GridProjection": False, "HideWhenFaceDown": False, "Hands": False, "LuaScript": "", "LuaScriptState": "",
            "XmlUI": "",
        }  # fmt: skip

    def _deck(self, pile: Pile, pieces: Sequence[Piece], name: str, laid: Laid, height: float) -> dict[str, Any]:
        """Return a deck. Its list runs from the card that is on top when it lies face down."""
        down = pile.face == "down"
        if len(pieces) == 1:
            return self._piece(pieces[0], name, laid, height, down)
        ordered = list(pieces) if down else list(reversed(pieces))
        faces = [self._cards[piece.id] for piece in ordered]
        made = self._base("DeckCustom", name, pile, laid, height, down, _card_scale(ordered[0]))
        made["HideWhenFaceDown"] = True
        made["SidewaysCard"] = False
        made["DeckIDs"] = [face.card for face in faces]
        made["CustomDeck"] = {str(face.number): dict(face.entry) for face in faces}
        made["ContainedObjects"] = [
            self._piece(piece, f"{name} {number}", laid, height, down) for number, piece in enumerate(ordered)
        ]
        return made

    def _bag(self, pile: Pile, pieces: Sequence[Piece], name: str, laid: Laid, height: float) -> dict[str, Any]:
        made = self._base("Infinite_Bag" if pile.endless else "Bag", name, pile, laid, height, down=False)
        held = pieces[:1] if pile.endless else pieces
        made["Description"] = f"{len(pieces)} pieces"
        made["ContainedObjects"] = [
            self._piece(piece, f"{name} {number}", laid, height, pile.face == "down") | {"Locked": False}
            for number, piece in enumerate(held)
        ]
        return made

    def _box(self, spare: Sequence[dict[str, Any]], number: int) -> dict[str, Any]:
        """Return the bag with all that the set-up does not use, at the right of the table."""
        _, top, right, _ = self._game.tables[number]
        laid = Laid("box", round(right + 60.0, 3), round(top + 60.0, 3))
        made = self._base("Bag", "box", Pile("box", "Not used in this set-up", ()), laid, TABLE_TOP + 0.5, down=False)
        return {**made, "ContainedObjects": [each | {"Locked": False} for each in spare]}

    def _tile(self, piece: Piece, name: str, laid: Laid, height: float, down: bool) -> dict[str, Any]:
        """Return a tile, or a token that is cut out along its transparent picture."""
        cut_out = piece.outline == "path"
        made = self._base("Custom_Token" if cut_out else "Custom_Tile", name, piece, laid, height, down)
        wide, tall = piece.size_mm
        made["Transform"] |= {"scaleX": units(wide / 2), "scaleZ": units(tall / 2)}
        if piece.id not in self._images:
            assert piece.front
            front = self._picture(piece.front)
            image: dict[str, Any] = {"ImageURL": front, "ImageSecondaryURL": "", "WidthScale": 0.0, "ImageScalar": 1.0}
            image["ImageSecondaryURL"] = self._picture(piece.back) if piece.back else self.assets.blank()
            thickness = {"Thickness": max(0.02, units(piece.thickness_mm))}
            if cut_out:
                image["CustomToken"] = {**thickness, "MergeDistancePixels": 15.0, "StandUp": False, "Stackable": True}
            else:
                kind = {"rect": 0 if piece.corner_mm < 1 else 3, "hex": 1, "round": 2}[piece.outline]
                stacks = piece.kind in ("token", "money", "counter")
                image["CustomTile"] = {"Type": kind, **thickness, "Stackable": stacks, "Stretch": True}
            self._images[piece.id] = image
        made["CustomImage"] = self._images[piece.id]
        if piece.snaps:
            made["AttachedSnapPoints"] = snap_points(piece)
        return made

    def _model(self, piece: Piece, name: str, laid: Laid, height: float) -> dict[str, Any]:
        """Return a die, a standee or a box as a mesh of its true size."""
        made = self._base("Custom_Model", name, piece, laid, height, down=False)
        if piece.id not in self._images:
            self._images[piece.id] = self._mesh(piece)
        made["CustomMesh"] = self._images[piece.id]
        if piece.kind == "die" and len(piece.faces) == len(DIE_TURNS):
            made["RotationValues"] = [
                {"Value": value, "Rotation": {"x": x, "y": 0.0, "z": z}}
                for value, (x, z) in zip(piece.values, DIE_TURNS, strict=True)
            ]
        return made

    def _mesh(self, piece: Piece) -> dict[str, Any]:
        model = model_of(piece, self._options.sharpness(SHARPEST))
        if model.repeats:
            self.left_out.append(repeating(self._game, piece))
        sheet, content = model.sheet, model.obj(MM_PER_INCH)
        diffuse = self.assets.add(f"{sheet.key}-{sheet.digest[:10]}.png", sheet.png())
        digest = hashlib.sha256(content).hexdigest()[:10]
        mesh = self.assets.add(f"{piece.id}-{digest}.obj", content, "mesh")
        return {
            "MeshURL": mesh, "DiffuseURL": diffuse, "NormalURL": "", "ColliderURL": "", "Convex": True,
            "MaterialIndex": 3, "TypeIndex": 2 if piece.kind == "die" else 1 if piece.kind == "standee" else 0,
            "CastShadows": True,
        }  # fmt: skip

    def _hand(self, seat: Seat) -> dict[str, Any]:
        """Return the zone of a player's hand, outside of their edge of the table."""
        away = 60.0
        x, y = seat.x - away * sin(radians(seat.turn)), seat.y + away * cos(radians(seat.turn))
        laid = Laid(f"hand {seat.number}", round(x, 3), round(y, 3), seat.turn)
        colour = SEAT_COLOURS[seat.number - 1]
        pile = Pile(laid.what, f"Hand of {colour}", ())
        made = self._base("HandTrigger", laid.what, pile, laid, TABLE_TOP + 2.5, down=False)
        made["Transform"] |= {"rotY": seat.turn % 360.0, "scaleX": 11.0, "scaleY": 5.0, "scaleZ": 4.0}
        return {**made, "Locked": True, "FogColor": colour}

    def _rulebook(self, number: int) -> Iterator[dict[str, Any]]:
        if self._game.rulebook is None:
            return
        digest = hashlib.sha256(self._game.rulebook).hexdigest()[:10]
        address = self.assets.add(f"rules-{digest}.pdf", self._game.rulebook, "rulebook")
        left, top, *_ = self._game.tables[number]
        laid = Laid("rulebook", round(left - 150.0, 3), round(top + 120.0, 3))
        made = self._base("Custom_PDF", "rulebook", Pile("rulebook", "Rules", ()), laid, TABLE_TOP + 0.3, down=False)
        pages = {"PDFUrl": address, "PDFPassword": "", "PDFPage": 0, "PDFPageOffset": 0}
        yield {**made, "CustomPDF": pages}

    def _height(self, laid: Laid, others: Iterable[tuple[float, float]]) -> float:
        """Return the height of something above the table, over what is below it already."""
        piece = self._pieces.get(laid.what)
        if laid.locked and piece and not (piece.kind == "tile" and laid.face == "down"):
            return TABLE_TOP + units(piece.thickness_mm) / 2
        below = sum(abs(x - laid.x) < 8 and abs(y - laid.y) < 8 for x, y in others)
        return TABLE_TOP + 0.4 + 0.25 * below

    def _guid(self, name: str) -> str:
        """Return six hexadecimal digits that no other object of the save has."""
        number = 0
        while True:
            guid = hashlib.sha256(f"{self._game.name}\n{name}\n{number}".encode()).hexdigest()[:6]
            if guid not in self._taken:
                self._taken.add(guid)
                return guid
            number += 1

    # Pictures.

    def _picture(self, picture: SheetPicture, key: str = "") -> str:
        wide = pixels_at(picture, self._options.sharpness(SHARPEST), LIMITS.pixels)
        name = self._names.setdefault(picture.digest, picture.file_name(wide, key))
        return self.assets.address(name) if name in self.assets else self.assets.add(name, picture.png(wide))

    def _shown(self, sheet: SpriteSheet) -> str:
        """Return the address of a sheet, or of its only picture if each picture is a file."""
        if self._options.single:
            return self._picture(sheet.pictures[0])
        name = self._names.setdefault(sheet.digest, f"{sheet.key}-{sheet.digest[:10]}.png")
        if name in self.assets:
            return self.assets.address(name)
        return self.assets.add(name, sheet.png())

    def _decks(self) -> list[tuple[str, list[Piece]]]:
        """Return the pieces that are cards, by component, size and shape: cards, notes, and others in decks."""
        stacked = {name for pile in self._game.piles if pile.kind == "deck" for name in pile.pieces}
        stacked |= {name for pool in self._game.pool_pieces() if pool & stacked for name in pool}
        found: dict[tuple[Any, ...], list[Piece]] = {}
        for piece in self._game.pieces:
            thin = piece.kind == "card" or (piece.kind == "money" and piece.thickness_mm < 1)
            stacks = piece.kind in ("tile", "token") and piece.id in stacked and piece.outline != "path"
            if (thin or stacks) and piece.front and not piece.snaps:  # what has slots is a tile, not for hands
                key = (piece.component, piece.size_mm, piece.outline, piece.back is None)
                found.setdefault(key, []).append(piece)
        return [(str(key[0]), pieces) for key, pieces in found.items()]

    def _add_sheets(self, key: str, pieces: Sequence[Piece]) -> None:
        """Make the sheets of equal cards, with one back for all or a sheet of backs in the same order."""
        alone = len({piece.back.digest for piece in pieces if piece.back}) == 1
        different: dict[tuple[str, str], Piece] = {}
        for piece in pieces:
            assert piece.front
            back = "" if alone or not piece.back else piece.back.digest
            different.setdefault((piece.front.digest, back), piece)
        shown = list(different.values())
        most = 1 if self._options.single else LIMITS.faces
        for start in range(0, len(shown), most):
            part = shown[start : start + most]
            self._sheets += 1
            at = self._sheets
            fronts = tuple(piece.front for piece in part if piece.front)
            backs = tuple(piece.back for piece in part if piece.back)
            grid = best_grid(len(part), part[0].size_mm, LIMITS, self._options.sharpness(SHARPEST))
            if backs and not alone:
                back = self._shown(SpriteSheet(f"{key}-backs-{start // most + 1}", grid, backs))
            else:
                back = self._picture(backs[0], f"{key}-back") if backs else self.assets.blank()
            face = self._shown(SpriteSheet(f"{key}-fronts-{start // most + 1}", grid, fronts))
            columns, rows = (1, 1) if self._options.single else (grid.columns, grid.rows)
            shape = {"rect": 0 if part[0].corner_mm >= 1 else 1, "hex": 3, "round": 4}[part[0].outline]
            entry = {
                "FaceURL": face, "BackURL": back, "NumWidth": columns, "NumHeight": rows,
                "BackIsHidden": True, "UniqueBack": bool(backs) and not alone, "Type": shape,
            }  # fmt: skip
            places = {_looks(piece, alone): index for index, piece in enumerate(part)}
            for piece in pieces:
                index = places.get(_looks(piece, alone))
                if index is not None:
                    self._cards[piece.id] = _CardFace(at, index, entry)


def _looks(piece: Piece, alone: bool) -> tuple[str, str]:
    """Return the digests of the pictures of a card; of its back only if there are several."""
    assert piece.front
    return piece.front.digest, "" if alone or not piece.back else piece.back.digest


def _card_scale(piece: Piece) -> float:
    """Return the scale at which a card has its true height."""
    return units(piece.size_mm[1]) / CARD_HEIGHT


def _cell_on_table(grid: CellsOnPiece, piece: Piece, laid: Laid) -> tuple[float, float]:
    """Return the centre of a cell on the table, in millimetres."""
    return laid.x - piece.size_mm[0] / 2 + grid.x, laid.y - piece.size_mm[1] / 2 + grid.y
