"""Rooms of PlayingCards.io, read by the importer of virtualtabletop.io: pieces, pictures, and where everything is."""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections import Counter
from math import dist, inf
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from PIL import Image

from pnp.export.pcio import MOST_SCALE, TABLE
from pnp.export.screen import Screen, Thing, fitted, frozen, plain, signed_crc, without_spare_boards
from pnp.export.things import Piece
from tests.export.outside.compared import Comparison, game_of, opened, same

_IMPORT = """import fs from 'fs';
import FileLoader from './server/fileloader.mjs';
const states = await FileLoader.readStatesFromBuffer(fs.readFileSync(process.argv[2]));
fs.writeFileSync(process.argv[3], JSON.stringify(Object.values(states).flatMap((each) => Object.values(each))));
process.exit(0);
"""


def by_importer(checkout: Path, folder: Path, name: str) -> Comparison:
    """What the importer reads in a room: names, counts, pictures and positions."""
    (path,) = folder.glob("*.pcio")
    found = Comparison()
    with tempfile.TemporaryDirectory() as out:
        script = checkout / "import-pcio.mjs"  # it must be there, to find the importer
        script.write_text(_IMPORT, encoding="utf-8")
        asked = ["node", script.name, str(path.resolve()), f"{out}/read.json"]
        ran = subprocess.run(asked, cwd=checkout, capture_output=True, text=True, timeout=300, check=False)
        script.unlink()
        if ran.returncode:
            found.faults[f"it can't be read: {ran.stderr[-300:]}"] += 1
            return found
        (state,) = json.loads(Path(out, "read.json").read_text(encoding="utf-8"))
    with ZipFile(path) as room:
        assets = [room.read(name) for name in room.namelist() if name.startswith("userassets/")]
    files = {f"/assets/{signed_crc(content)}_{len(content)}": content for content in assets}
    game = frozen(without_spare_boards(game_of(name))[0])[0]
    read = _Room(found, fitted(game, min(game.layouts), TABLE, MOST_SCALE), state, files)
    read.pieces()
    read.things()
    read.places()
    return found


def wanted_in(screen: Screen) -> Counter[str]:
    """How many of each piece a room has, but for boards, mats and boxes that lie singly: those are pictures."""
    singly = "board", "mat", "box"
    loose = (thing for thing in screen.things if thing.pile or thing.piece.kind not in singly)
    found = Counter(piece.id for thing in loose for piece in thing.pieces)
    for piece in screen.game.pieces:
        assert piece.kind in singly or found[piece.id] == piece.count, piece.id
    return found


class _Room:
    """The widgets that were read, compared with the pack."""

    def __init__(
        self, found: Comparison, screen: Screen, state: dict[str, dict[str, Any]], files: dict[str, bytes]
    ) -> None:
        self.found, self.screen, self.state, self.files = found, screen, state, files
        self.images: dict[str, Image.Image] = {}

    def _image(self, address: str) -> Image.Image:
        if address not in self.images:
            self.images[address] = opened(self.files[address])
        return self.images[address]

    def pieces(self) -> None:
        """Compare the names, counts and pictures of all that are cards or dice there."""
        read = [each for each in self.state.values() if "id" in each]
        types = {name: says for each in read for name, says in each.get("cardTypes", {}).items()}
        counts = Counter(each["cardType"] for each in read if each.get("type") == "card")
        dice = (each["id"].removeprefix("die-").rpartition("-")[0] for each in read if each.get("type") == "spinner")
        counts.update(dice)
        wanted = wanted_in(self.screen)
        self.found.counted("the room", counts, wanted)
        for piece in map(self.screen.game.piece, wanted):
            if piece.kind != "die" and counts[piece.id]:
                self.found.named(piece.id, types[piece.id]["label"], plain(piece.name, 200))
                self.found.shown(piece.id, self._image(types[piece.id]["image"]), piece.front)
                self.found.shown(
                    f"the back of {piece.id}", self._image(types[piece.id]["back"]), piece.back or piece.front
                )
            elif piece.kind == "die":
                (options,) = {tuple(each["options"]) for each in read if each["id"].startswith(f"die-{piece.id}-")}
                self.found.named(f"the sides of {piece.id}", tuple(map(str, options)), self._values(piece))

    def _values(self, die: Piece) -> tuple[str, ...]:
        return tuple(die.values) or tuple(str(each + 1) for each in range(len(die.faces)))

    def things(self) -> None:
        """Compare where boards, piles and pieces are, and the pictures of boards, which are turned with them."""
        for thing in self.screen.things:
            board = self.state.get(f"board-{thing.id}")
            each = board or self.state.get(f"at-{thing.id}")
            spots = [each] if each else self._copies(thing)
            if thing.piece.kind != "die":
                self.found.at(thing.id, self._off(spots, thing.x, thing.y))
            if board:
                self.found.pieces += 1
                picture = thing.piece.front if thing.laid.face == "up" else thing.piece.back
                turn = thing.laid.turn % 360
                image = self._image(board["image"])
                upright = image.rotate(turn, expand=True) if turn in (90, 180, 270) else image
                self.found.told(thing.id, same(upright, picture))

    def places(self) -> None:
        """Compare where places are; beyond 200 they do not pull pieces."""
        if any(name.startswith("place-") for name in self.state):
            for spot in self.screen.spots:
                self.found.at(f"place {spot.id}", self._off([self.state[f"place-{spot.id}"]], spot.x, spot.y))

    def _copies(self, thing: Thing) -> list[dict[str, Any]]:
        """The copies of a piece that lie singly."""
        size = {"width": thing.width, "height": thing.height}
        alike = (each for each in self.state.values() if each.get("cardType") == thing.piece.id)
        return [each | size for each in alike if "x" in each and not each.get("parent")]

    def _off(self, widgets: list[dict[str, Any]], x: float, y: float) -> float:
        """How far the middle of the nearest of these widgets is from a point, in millimetres."""
        middles = ((each["x"] + each["width"] / 2, each["y"] + each["height"] / 2) for each in widgets)
        return min((dist(middle, (x, y)) for middle in middles), default=inf) / self.screen.scale
