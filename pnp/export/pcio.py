"""Rooms of PlayingCards.io: a `.pcio` file with the set-up for one number of players.

The program has no published format; this one holds what its open readers know: boards, decks with two faces, piles,
a hand, dice, labels and buttons. Nothing turns, nothing has an outline, and a place of a map is a small pile.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from hashlib import sha256
from io import BytesIO
from itertools import groupby
from pathlib import Path
from typing import Any

from pnp.diagnostics import Fault
from pnp.export.pictures import SheetPicture
from pnp.export.screen import (
    PackedFile,
    Screen,
    Thing,
    archive,
    fitted,
    frozen,
    packed,
    plain,
    sharp,
    short,
    too_large,
    without_spare_boards,
)  # fmt: skip
from pnp.export.targets import DPI, ExportedFiles, ExportOptions
from pnp.export.things import EmptySpace, ExportedGame, Piece

TABLE = 10.0, 30.0, 1590.0, 800.0
"""The part of the room of 1600 by 1000 pixels for the table; the hand is below."""

MOST_SCALE, MOST_PIXELS = 3.0, 1600
"""The maximum number of pixels per millimetre, and of each side of a picture."""

MOST_WIDGETS, MOST_PLACES, MOST_ASSET = 1200, 200, 2 * 2**20
"""What the program holds: widgets of a room, and bytes of a picture; and the number of places that is still usable."""

HOW = """For PlayingCards.io. Open a room, choose Edit table, Room Options, Import from file, and choose the file
that ends in '.pcio'. It holds the set-up for the smallest number of players; export with --players for another one."""

OTHER = "nothing to do for this program; `pnp export vtt` has it"
"""The hint for what the program lacks."""

Widget = dict[str, Any]


def files_of(game: ExportedGame, _folder: Path, options: ExportOptions) -> ExportedFiles:
    """Return the room for PlayingCards.io."""
    return packed(game, pcio_file(game, options.sharpness()), "pcio", "room", HOW)


def pcio_file(game: ExportedGame, dpi: float = DPI) -> PackedFile:
    """Return the game as a `.pcio` file, set up for the smallest number of players."""
    game, spare = without_spare_boards(game)
    game, drawn = frozen(game)
    files, unfit = sharp((each for piece in game.pieces for each in piece.pictures), dpi, MOST_PIXELS, MOST_ASSET)
    room = CardTable(fitted(game, min(game.layouts), TABLE, MOST_SCALE), files)
    widgets = room.widgets()
    written = {f"userassets/{digest[:32]}.png": content for digest, content in room.files.items()}
    left_out = too_large(game, unfit, MOST_ASSET)
    content = json.dumps(widgets, ensure_ascii=False).encode()
    return PackedFile(archive({"widgets.json": content, **written}), (*spare, *drawn, *left_out, *room.left_out))


class CardTable:
    """The widgets of a set-up; positions are in pixels of the room, also of what lies in a pile.

    `files` are the pictures by digest, with those that are turned for boards and mats.
    """

    def __init__(self, screen: Screen, files: Mapping[str, bytes]) -> None:
        self.screen, self.files = screen, dict(files)
        self.found: list[Widget] = []
        self.decks: dict[str, Widget] = {}
        self.copies: Counter[str] = Counter()
        self.left_out: list[Fault] = []

    def widgets(self) -> list[Widget]:
        """Return all widgets, the decks first; places come last and only as far as they fit."""
        self.found.append({"id": "hand", "type": "hand", "x": 50, "y": 820, "z": 1, "enabled": True})
        for space in self.screen.game.spaces.get(self.screen.players, ()):
            self._space(space)
        for level, thing in enumerate(self.screen.things, 1):
            is_board = not thing.pile and thing.piece.kind in ("board", "mat", "box")
            if thing.laid.turn % (90 if is_board else 360):
                self._note("pieces that are turned lie straight, because nothing can be turned in this program", OTHER)
            if thing.pile:
                self._pile(thing, level)
            elif is_board:
                self._board(thing, level)
            else:
                under = self._holder(thing, level) if any(thing.laid.pools) else None
                self._piece(thing.piece, thing.x, thing.y, level, thing.laid.face == "up", under)
        self._deal()
        self._places()
        return [*self.decks.values(), *self.found]

    def _note(self, message: str, hint: str, name: str = "") -> None:
        fault = self.screen.game.fault(name, message, hint)
        if fault not in self.left_out:
            self.left_out.append(fault)

    def _picture(self, picture: SheetPicture | None) -> str:
        return _address(picture.digest) if picture and picture.digest in self.files else ""

    def _space(self, space: EmptySpace) -> None:
        """Add the pile of an empty space, which lies straight."""
        sides = reversed(space.size_mm) if space.turn % 180 == 90 else space.size_mm
        wide, tall = (side * self.screen.scale + 8 for side in sides)
        x, y = self.screen.at(space.x, space.y)
        self.found.append(
            {
                "id": f"space-{space.id}", "type": "cardPile", "x": short(x - wide / 2), "y": short(y - tall / 2),
                "z": 1, "width": short(wide), "height": short(tall), "label": plain(space.name, 60),
                "hasShuffleButton": False,
            }
        )  # fmt: skip

    def _board(self, thing: Thing, level: int) -> None:
        """Add a board; the program turns nothing, so one that lies at a right angle has a picture that is turned."""
        picture = thing.piece.front if thing.laid.face == "up" else thing.piece.back
        image, turn = self._picture(picture), int(thing.laid.turn) % 360
        wide, tall = thing.width, thing.height
        if picture and image and turn in (90, 180, 270):
            image = self._turned(picture.digest, turn)
            wide, tall = (wide, tall) if turn == 180 else (tall, wide)
        self.found.append(
            {
                "id": f"board-{thing.id}", "type": "board", "boardImage": image, "z": level,
                "x": short(thing.x - wide / 2), "y": short(thing.y - tall / 2),
                "width": short(wide), "height": short(tall),
            }
        )  # fmt: skip

    def _turned(self, digest: str, turn: int) -> str:
        """Return the address of a picture that is turned clockwise by 90, 180 or 270 degrees."""
        from PIL import Image

        with Image.open(BytesIO(self.files[digest])) as picture, BytesIO() as buffer:
            picture.rotate(-turn, expand=True).save(buffer, "PNG")
            content = buffer.getvalue()
        name = sha256(content).hexdigest()
        self.files[name] = content
        return _address(name)

    def _deck(self, piece: Piece) -> str:
        """Return the deck of a piece, which is made when it is first used, with the type of card of the piece."""
        wide, tall = (short(side * self.screen.scale) for side in piece.size_mm)
        name = f"deck-{piece.component}-{short(piece.size_mm[0])}x{short(piece.size_mm[1])}"
        if name not in self.decks:
            shown = {"type": "image", "x": 0, "y": 0, "w": wide, "h": tall, "valueType": "dynamic"}
            sides = {
                side: {"includeBorder": False, "includeRadius": False, "objects": [{**shown, "value": key}]}
                for side, key in (("faceTemplate", "image"), ("backTemplate", "back"))
            }
            self.decks[name] = {
                "id": name, "type": "cardDeck", "x": -200, "y": 0, "z": 1, "cardWidth": wide, "cardHeight": tall,
                "enlarge": True, "cardTypes": {}, **sides,
            }  # fmt: skip
            if piece.kind not in ("card", "tile"):
                self.decks[name]["collectionType"] = "pieces"
        front = self._picture(piece.front)
        says = {"label": plain(piece.name, 200), "image": front, "back": self._picture(piece.back) or front}
        self.decks[name]["cardTypes"].setdefault(piece.id, says)
        return name

    def _piece(self, piece: Piece, x: float, y: float, level: int, up: bool, parent: str | None) -> None:
        """Add a piece whose middle is at a pixel; a die becomes one of the program's own if it has six sides."""
        self.copies[piece.id] += 1
        name = f"{piece.id}-{self.copies[piece.id]}"
        wide, tall = (side * self.screen.scale for side in piece.size_mm)
        if piece.kind == "die":
            values = [plain(value, 40) for value in piece.values]
            values = values or [str(index + 1) for index in range(len(piece.faces) or 6)]
            self.found.append(
                {"id": f"die-{name}", "type": "spinner", "x": short(x - 40), "y": short(y - 40), "z": level,
                 "width": 80, "height": 80, "options": values}
            )  # fmt: skip
            message = "dice are spinners with the values of their sides, because dice here have no pictures"
            self._note(message, OTHER, piece.component)
            return
        deck = self._deck(piece)
        self.found.append(
            {
                "id": f"card-{name}", "type": "piece" if "collectionType" in self.decks[deck] else "card", "z": level,
                "x": short(x - wide / 2), "y": short(y - tall / 2), "deck": deck, "cardType": piece.id, "faceup": up,
                **({"parent": parent} if parent else {}),
            }
        )  # fmt: skip

    def _pile(self, thing: Thing, level: int) -> None:
        """Add a pile with its pieces, the top one last."""
        pile = thing.pile
        assert pile
        if pile.endless:
            message = f"'{plain(pile.name, 60)}' runs out, because this program has no supplies without end"
            hint = "print more pieces; `pnp export vtt` has supplies without end"
            self._note(message, hint, pile.id)
        name = self._holder(thing, level, plain(pile.name, 60), pile.shuffled)
        for depth, piece in enumerate(reversed(thing.pieces), 1):
            die = piece.kind == "die"
            x = thing.x + (depth - 1) * 90 if die else thing.x
            self._piece(piece, x, thing.y, level + depth, pile.face == "up", None if die else name)
            deck = None if die else self.decks[self._deck(piece)]
            if deck and deck["x"] < 0:  # the program's button for shuffling needs the deck in the pile
                deck |= {"parent": name, "x": short(thing.x - 43), "y": short(thing.y - 43)}

    def _holder(self, thing: Thing, level: int, label: str = "", shuffled: bool = False) -> str:
        """Add the program's pile below a thing, and return its id."""
        name = f"at-{thing.id}"
        self.found.append(
            {
                "id": name, "type": "cardPile", "x": short(thing.x - thing.width / 2 - 4), "z": level,
                "y": short(thing.y - thing.height / 2 - 4), "width": short(thing.width + 8),
                "height": short(thing.height + 8), "label": label, "hasShuffleButton": shuffled,
            }
        )  # fmt: skip
        return name

    def _deal(self) -> None:
        """Add a button that gathers the pieces of each pool, shuffles them and deals them again.

        Nothing happens by itself in this program. A pile that is built of several pools is taken apart from the top,
        and built again from below.
        """
        pools = {pool: f"pool-{at}" for at, pool in enumerate(self.screen.game.pools(self.screen.players), 1)}
        gathered: list[Widget] = []
        dealt: list[Widget] = []
        for thing in self.screen.things:
            runs = [(pool, len(list(run))) for pool, run in groupby(thing.laid.pools)]
            if all(pool for pool, _ in runs):
                gathered += [_move(f"at-{thing.id}", pools[pool], count) for pool, count in runs]
                flip = "faceUp" if thing.laid.face == "up" else "faceDown"
                dealt += [_move(pools[pool], f"at-{thing.id}", count, flip) for pool, count in reversed(runs)]
        if not gathered:
            return
        for at, holder in enumerate(pools.values()):
            box = {"x": -400, "y": at * 200, "width": 111, "height": 168}
            self.found.append({"id": holder, "type": "cardPile", "z": 1, **box, "label": "", "hasShuffleButton": False})
        shuffled = {"func": "SHUFFLE_CARDS", "args": {"holders": _literal(list(pools.values()))}}
        self.found.append(
            {
                "id": "deal", "type": "automationButton", "label": "Shuffle and deal", "x": 1490, "y": 830, "z": 3000,
                "width": 90, "height": 60, "clickRoutine": [*gathered, shuffled, *dealt],
            }
        )  # fmt: skip
        message = "the beginning is the same in every room until you press 'Shuffle and deal'"
        self._note(message, "press it once, before you play; nothing happens by itself in this program")

    def _places(self) -> None:
        """Add a small pile for each place, as many as the program holds."""
        room = min(MOST_PLACES, MOST_WIDGETS - len(self.found) - len(self.decks))
        spots = self.screen.spots
        if room < 0:
            message = f"the room has more than {MOST_WIDGETS} widgets, which this program is slow with"
            self._note(message, "lay fewer pieces on the table, or use `pnp export vtt`")
        if len(spots) > room:
            message = f"the {len(spots)} places do not pull pieces, because a room holds {MOST_PLACES} of them"
            self._note(message, OTHER)
            return
        for spot in spots:
            side = max(12.0, min(spot.gap * 0.8, 16 * self.screen.scale))
            self.found.append(
                {
                    "id": f"place-{spot.id}", "type": "cardPile", "x": short(spot.x - side / 2), "z": 2000,
                    "y": short(spot.y - side / 2), "width": short(side), "height": short(side), "label": "",
                    "hasShuffleButton": False, "hideStackTab": True,
                }
            )  # fmt: skip


def _address(digest: str) -> str:
    """Return the address of a picture in the room, by its digest."""
    return f"package://userassets/{digest[:32]}.png"


def _literal(value: object) -> Widget:
    return {"type": "literal", "value": value}


def _move(start: str, end: str, count: int, flip: str = "none") -> Widget:
    """Return the step of a routine that moves the top pieces of one pile to another."""
    args = {"from": [start], "to": [end], "quantity": count, "moveFlip": flip}
    return {"func": "MOVE_CARDS_BETWEEN_HOLDERS", "args": {name: _literal(value) for name, value in args.items()}}
