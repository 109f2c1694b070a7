"""Modules of Vassal, read by `pywargame`: pieces with their pictures, decks, regions, and where everything is.

Nothing is dealt in a module: what a set-up deals is still in its deck. Boards that stay where they are are part of the
picture of the table, of which the part that shows each of them is compared. Positions are whole pixels.
"""

from __future__ import annotations

import json
import subprocess
from collections import Counter, defaultdict
from math import cos, radians, sin
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from PIL import Image

from pnp.export.pictures import images
from pnp.export.screen import extent, plain, undealt
from pnp.export.things import ExportedGame, Laid, Piece
from tests.export.outside.compared import Comparison, Spot, game_of, opened, pieces_of, twins

_READ = """import json, sys
from pywargame.vassal.buildfile import BuildFile
from pywargame.vassal.grid import Region
from pywargame.vassal.vmod import VMod
from pywargame.vassal.widget import CardSlot, PieceSlot

def piece(slot):
    made = {"name": slot["entryName"], "layers": [], "names": [], "level": 1, "mask": "", "turn": 0}
    for trait in slot.getTraits():
        if trait.ID == "piece":
            made |= {"basic": trait["name"], "image": trait["filename"]}
        elif trait.ID == "emb2":
            made |= {"layers": trait.getImages(), "names": trait.getNames(), "level": int(trait.getLevel())}
        elif trait.ID == "obs":
            made["mask"] = trait["imageImage"]
        elif trait.ID == "rotate":
            made["turn"] = int(trait._state[0]) * 360 / int(trait._type[0])
    return made

def stack(each):
    slots = [*each.getAllElements(PieceSlot, single=False), *each.getAllElements(CardSlot, single=False)]
    at = {key: each[key] for key in ("name", "owningBoard", "x", "y")}
    return {**at, "pieces": [piece(slot) for slot in slots]}

def regions(board):
    zones = [zone for zoned in board.getZonedGrids() for zone in zoned.getZones(asdict=False)]
    grids = [grid for zone in zones for grid in zone.getRegionGrids(single=False)]
    found = [region for grid in grids for region in grid.getAllElements(Region, single=False)]
    return [[each["name"], int(each["originx"]), int(each["originy"])] for each in found]

with VMod(sys.argv[1], "r") as module:
    game = BuildFile(module.getBuildFile()).getGame()
    table = game.getMaps()["Table"]
    boards = table.getBoardPicker()[0].getBoards()
    print("\\n" + json.dumps({
        "palette": [slot["entryName"] for slot in game.getPieces(asdict=False)],
        "boards": {name: [each["image"], int(each["width"]), regions(each)] for name, each in boards.items()},
        "stacks": [stack(each) for each in table.getAtStarts(single=False)],
        "decks": [stack(each) for each in table.getDecks(single=False)],
    }))
"""


def _name(text: str) -> str:
    """A name as Vassal shows it: on one line, without what it would read as HTML."""
    return "".join(sign for sign in plain(text, 300) if sign not in "<>") or "?"


def by_pywargame(python: Path, folder: Path, name: str) -> Comparison:
    """Everything in the module for each number of players: names, counts, pictures, positions and places."""
    found, game = Comparison(), undealt(game_of(name))[0]
    (path,) = folder.glob("*.vmod")
    asked = [str(python / "bin" / "python"), "-c", _READ, str(path)]
    ran = subprocess.run(asked, capture_output=True, text=True, timeout=300, check=False)
    if ran.returncode:
        found.faults[f"it can't be read: {ran.stderr[-300:]}"] += 1
        return found
    read = json.loads(ran.stdout.splitlines()[-1])
    with ZipFile(path) as module:
        table = _Table(
            found, game, {each[7:]: module.read(each) for each in module.namelist() if each[:7] == "images/"}
        )
    wanted = {_name(piece.name) for piece in game.pieces if piece.kind not in ("board", "box")}
    found.names += len(wanted)
    found.faults.update(f"no piece '{each}' in the window" for each in wanted - set(read["palette"]))
    if len(read["boards"]) != len(game.layouts):
        found.faults[f"{len(read['boards'])} boards for {len(game.layouts)} numbers of players"] += 1
    for number in game.layouts:
        board = f"{number} player{'s' if number > 1 else ''}"
        stacks = [each for each in (*read["stacks"], *read["decks"]) if each["owningBoard"] == board]
        table.compare(number, read["boards"][board], stacks)
    return found


class _Table:
    """The table of each number of players, compared with the pack."""

    def __init__(self, found: Comparison, game: ExportedGame, images: dict[str, bytes]) -> None:
        self.found, self.game, self.twin = found, game, twins(game)
        self.files, self.images = images, dict[str, Image.Image]()
        self.known: dict[str, str] = {}
        self.named: dict[str, list[Piece]] = defaultdict(list)
        for piece in game.pieces:
            self.named[_name(piece.name)].append(piece)

    def compare(self, number: int, board: list[Any], stacks: list[dict[str, Any]]) -> None:
        picture, width, regions = board
        left, top, right, _ = extent(self.game, number)
        scale = width / (right - left)
        counts, spots = Counter[str](), []
        for each in stacks:
            at = int(each["x"]) / scale + left, int(each["y"]) / scale + top
            for slot in each["pieces"]:
                if piece := self._piece(slot):
                    counts[piece] += 1
                    spots.append((piece, at))
        layout = self.game.layouts[number]
        painted = [each for each in layout if self._is_painted(each)]
        laid = [(piece, each) for each in layout for piece in pieces_of(self.game, each) if each not in painted]
        whole = Counter(self.twin[piece.id] for piece, _ in laid)
        self.found.counted(f"{number} players", counts, whole)
        self.found.pieces += len(painted)
        self.found.laid(f"{number} players", spots, [(self.twin[piece.id], (each.x, each.y)) for piece, each in laid])
        self.found.laid(f"{number} players, places", [(n, (x / scale + left, y / scale + top)) for n, x, y in regions],
                        list(self._places(number)))  # fmt: skip
        self._painted(number, opened(self.files[picture]), painted, scale, (left, top))

    def _piece(self, slot: dict[str, Any]) -> str | None:
        """The piece of a slot: slots of equal pieces are looked at once."""
        key = json.dumps([slot["basic"], slot["image"], slot["mask"], slot["layers"], slot["names"]])
        if key not in self.known:
            self.found.named("the name of a slot", slot["name"], slot["basic"])
            sides = [self._image(each) for each in slot["layers"] or filter(None, (slot["image"], slot["mask"]))]
            pieces = self.named.get(slot["basic"], [])
            is_die = any(piece.faces for piece in pieces) and len(slot["layers"]) != 2
            sides += [] if is_die or len(sides) == 2 else [Image.new("RGB", (8, 8), (255, 255, 255))]
            piece = self.found.identified(slot["basic"], pieces, sides, mesh=is_die)
            if piece and is_die:
                self.found.named(f"the sides of {piece.id}", slot["names"], [_name(each) for each in piece.values])
            if not piece:
                return None
            self.known[key] = self.twin[piece.id]
        return self.known[key]

    def _image(self, name: str) -> Image.Image:
        if name not in self.images:
            self.images[name] = opened(self.files[name])
        return self.images[name]

    def _is_painted(self, laid: Laid) -> bool:
        """Whether a thing is a board that stays where it is, and so a part of the picture of the table."""
        return laid.locked and not self.game.pile(laid.what) and self.game.piece(laid.what).kind in ("board", "mat")

    def _places(self, number: int) -> list[tuple[str, Spot]]:
        """The places of what stays where it is, and the empty spaces."""
        found = [(_name(each.name)[:100], (each.x, each.y)) for each in self.game.spaces.get(number, ())]
        for laid in self.game.layouts[number]:
            if self.game.pile(laid.what) or laid.face == "down":
                continue
            piece = self.game.piece(laid.what)
            if not (self._is_painted(laid) or piece.kind in ("mat", "card")):
                continue
            turn = radians(laid.turn)
            for snap in piece.snaps:
                x, y = snap.x - piece.size_mm[0] / 2, snap.y - piece.size_mm[1] / 2
                at = laid.x + x * cos(turn) - y * sin(turn), laid.y + x * sin(turn) + y * cos(turn)
                found.append((_name(snap.name)[:100], at))
        return found

    def _painted(self, number: int, table: Image.Image, painted: list[Laid], scale: float, origin: Spot) -> None:
        """Compare the parts of the picture of the table that show boards; other boards may lie on them."""
        for at, laid in enumerate(painted):
            piece = self.game.piece(laid.what)
            picture = piece.front if laid.face == "up" else piece.back
            if picture:
                (whole,) = images((picture,), round(piece.size_mm[0] * scale))
                wanted = whole.convert("RGBA").rotate(-laid.turn, Image.Resampling.BICUBIC, expand=True)
                left = round((laid.x - origin[0]) * scale - wanted.width / 2)
                top = round((laid.y - origin[1]) * scale - wanted.height / 2)
                part = table.crop((left, top, left + wanted.width, top + wanted.height)).convert("RGBA")
                part.putalpha(wanted.getchannel("A"))
                over = any(abs(o.x - laid.x) + abs(o.y - laid.y) < 1000 for o in painted[at + 1 :])
                self.found.like(f"{number} players: {piece.id}", part, wanted, 20.0 if over else 2.0)
