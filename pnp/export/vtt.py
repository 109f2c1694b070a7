"""Rooms of virtualtabletop.io: a `.vtt` file with one variant of the game for each number of players.

A room is 1600 by 1000 pixels with a hand at its lower edge. Everything else has its true relative size. Flat pieces are
cards of a deck with two faces, boards are widgets with a picture, and each place of a board is a holder that pulls
pieces to its middle. What is shuffled is shuffled when the room starts.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from itertools import groupby
from math import cos, radians, sin
from pathlib import Path
from typing import Any
from unicodedata import east_asian_width

from pnp.export.pictures import SheetPicture
from pnp.export.screen import (
    PackedFile,
    Screen,
    ScreenSpot,
    Thing,
    archive,
    box_at,
    fitted,
    frozen,
    next_to,
    packed,
    plain,
    sharp,
    short,
    signed_crc,
    too_large,
    walks,
    without_spare_boards,
)  # fmt: skip
from pnp.export.targets import DPI, ExportedFiles, ExportOptions
from pnp.export.things import EmptySpace, ExportedGame, Piece
from pnp.scene.items import BoundingBox

ROOM = 1600.0, 1000.0
TABLE = 10.0, 24.0, 1590.0, 765.0
"""The part of the room for the table, in pixels; seats and the hand are below."""

MOST_SCALE = 3.0
"""The maximum number of pixels per millimetre."""

VERSION = 18
"""The version of the format: that of the server of October 2025. Newer servers convert it, older ones refuse it."""

MOST_JSON = 20 * 2**20
MOST_ASSET = 10 * 2**20
MOST_IMAGE = 50_000
"""Limits of its loader in bytes: a variant, a picture; and the size that its validator wants for the game's picture."""

MOST_PIXELS = 2600
"""The maximum number of pixels of each side of a picture."""

AROUND = BoundingBox(0.0, 0.0, 1600.0, 774.0)
"""The part of the room for names and buttons of piles."""

BOARDS = "board", "mat", "box"

LETTER = 6.6
"""The width of a letter of a name, in pixels."""

MOST_HOLDERS = 700
"""The maximum number of holders of places: with more, a browser becomes slow."""

PASSES, TAKES = "pointer-events: none", "pointer-events: auto"
"""Styles of the holders of places and of cards: a holder for another size must not cover the pieces that lie below."""

LANGUAGES = {
    "cy": "cy-GB", "de": "de-DE", "el": "el-GR", "en": "en-GB", "es": "es-ES", "fr": "fr-FR", "he": "he-IL",
    "it": "it-IT", "pt": "pt-BR", "uk": "uk-UA", "zh": "zh-CN",
}  # fmt: skip
"""The languages that it knows, by the first two letters."""

Widget = dict[str, Any]


HOW = """For virtualtabletop.io, or a server of your own. Open a room, choose Add Game on the game shelf, and upload the
file that ends in '.vtt'. Each variant is the set-up for a number of players."""


def files_of(game: ExportedGame, _folder: Path, options: ExportOptions) -> ExportedFiles:
    """Return the room for virtualtabletop.io."""
    return packed(game, vtt_file(game, options.sharpness(), bool(options.players)), "vtt", "room", HOW)


def vtt_file(game: ExportedGame, dpi: float = DPI, limited: bool = False) -> PackedFile:
    """Return the game as a `.vtt` file; if it is `limited`, its set-ups are not for all numbers of players."""
    game, spare = without_spare_boards(game)
    game, drawn = frozen(game)
    files, unfit = sharp((each for piece in game.pieces for each in piece.pictures), dpi, MOST_PIXELS, MOST_ASSET)
    urls = {digest: f"/assets/{signed_crc(content)}_{len(content)}" for digest, content in files.items()}
    written = {f"assets/{urls[digest].removeprefix('/assets/')}": content for digest, content in files.items()}
    left_out = [*spare, *drawn, *too_large(game, unfit, MOST_ASSET)]
    cover = _cover(game)
    if cover:
        written[f"assets/{signed_crc(cover)}_{len(cover)}"] = cover
    number = 0
    for players in sorted(game.layouts):
        room = Room(fitted(game, players, TABLE, MOST_SCALE), urls)
        info = _info(game, players, cover, len(game.layouts) == 1 and not limited)
        content = json.dumps({"_meta": {"version": VERSION, "info": info}, **room.widgets()}, ensure_ascii=False)
        if len(content.encode()) >= MOST_JSON:
            message = f"the set-up for {players} players is left out: it has more than {MOST_JSON // 2**20} MiB"
            left_out.append(game.fault("", message, "lay fewer things on the table"))
            continue
        written[f"{number}.json"] = content.encode()
        number += 1
    return PackedFile(archive(written), tuple(left_out))


def _info(game: ExportedGame, players: int, cover: bytes | None, is_for_all: bool) -> Widget:
    """Return what the list of games says about a variant, which may be for all numbers of players."""
    least, most = game.players
    return {
        "name": plain(game.title, 100),
        "image": f"/assets/{signed_crc(cover)}_{len(cover)}" if cover else "",
        "players": f"{least}-{most}" if is_for_all else str(players),
        "variant": f"{players} players" if players > 1 else "solo",
        "language": LANGUAGES.get(game.language[:2].lower(), ""),
        "time": plain(str(game.minutes), 20),
        "description": plain(game.summary, 500),
        "attribution": plain(" · ".join(part for part in (game.credit, game.licence) if part), 500),
        "ruleText": game.notes,
    }


def _cover(game: ExportedGame) -> bytes | None:
    """Return a small picture of the largest board, or of the largest other piece."""
    shown = [piece for piece in game.pieces if piece.front]
    for piece in sorted(shown, key=lambda each: (each.kind != "board", -each.size_mm[0] * each.size_mm[1]))[:1]:
        assert piece.front
        for wide in (400, 280, 200, 140, 100):
            content = piece.front.png(wide)
            if len(content) <= MOST_IMAGE:
                return content
        return content
    return None


class Room:
    """One variant: the widgets of a set-up, by id."""

    def __init__(self, screen: Screen, urls: Mapping[str, str]) -> None:
        self.screen, self.urls = screen, urls
        self.found: dict[str, Widget] = {}
        self.copies: Counter[str] = Counter()
        self.sizes = self._sizes()
        self.cards = self._cards()
        self.taken = list(self.screen.boxes())

    def widgets(self) -> dict[str, Widget]:
        """Return all widgets, in the order of drawing."""
        self._seats()
        for space in self.screen.game.spaces.get(self.screen.players, ()):
            self._space(space)
        for level, thing in enumerate(self.screen.things, 1):
            (self._pile if thing.pile else self._single)(thing, level)
        self._deal()
        decks = {name: deck for name, deck in self.found.items() if deck.get("type") == "deck"}
        return decks | {name: each for name, each in self.found.items() if name not in decks}

    def _add(self, name: str, **keys: Any) -> Widget:
        self.found[name] = {"id": name, **{key: value for key, value in keys.items() if value is not None}}
        return self.found[name]

    # Seats.

    def _seats(self) -> None:
        self._add(
            "hand", type="holder", x=50, y=820, width=1500, height=180, dropOffsetX=10, dropOffsetY=14, stackOffsetX=40,
            childrenPerOwner=True, inheritChildZ=True, dropTarget={"type": "card"}, onEnter={"activeFace": 1},
            onLeave={"activeFace": 0},
        )  # fmt: skip
        seats = self.screen.game.seats.get(self.screen.players, ())
        step = 1500 / max(1, len(seats))
        for index, seat in enumerate(seats):
            wide = min(150.0, step - 10)
            self._add(
                f"seat-{seat.number}", type="seat", index=seat.number, x=short(50 + step * (index + 0.5) - wide / 2),
                y=774, width=short(wide), height=38, hand="hand", colorEmpty=seat.colour, color=seat.colour,
                displayEmpty=plain(seat.name, 40),
            )  # fmt: skip

    def _space(self, space: EmptySpace) -> None:
        """Add the holder of an empty space, with its name above it."""
        wide, tall = (side * self.screen.scale for side in space.size_mm)
        x, y = self.screen.at(space.x, space.y)
        self._add(
            f"space-{space.id}", type="holder", x=short(x - wide / 2 - 4), y=short(y - tall / 2 - 4),
            width=short(wide + 8), height=short(tall + 8), rotation=short(space.turn) or None, z=1, layer=-2,
            dropTarget={"type": "card"}, inheritChildZ=True,
        )  # fmt: skip
        self._label(f"space-{space.id}", space.name)

    def _label(self, holder: str, name: str) -> None:
        text = plain(name, 60)
        wide = LETTER * sum(2 if east_asian_width(sign) in "WF" else 1 for sign in text) + 12
        css = "font-size: 12px; text-align: center"
        self._upright(f"label-{holder}", holder, (wide, 16), type="label", text=text, css=css)

    def _upright(self, name: str, holder: str, size: tuple[float, float], **keys: Any) -> None:
        """Add a name or a button next to a holder, upright even if the holder is turned, where it covers least."""
        own = self.found[holder]
        turn, wide, tall = own.get("rotation", 0), own["width"], own["height"]
        middle = own["x"] + wide / 2, own["y"] + tall / 2
        box = next_to(box_at(*middle, wide, tall, turn), size, self.taken, AROUND)
        self.taken.append(box)
        x, y = box.centre[0] - middle[0], box.centre[1] - middle[1]
        x, y = x * cos(radians(turn)) + y * sin(radians(turn)), y * cos(radians(turn)) - x * sin(radians(turn))
        self._add(
            name, parent=holder, x=short((wide - size[0]) / 2 + x), y=short((tall - size[1]) / 2 + y),
            width=short(size[0]), height=size[1], rotation=short(-turn % 360) or None, movableInEdit=False, **keys,
        )  # fmt: skip

    # Pieces.

    def _picture(self, picture: SheetPicture | None) -> str | None:
        return self.urls.get(picture.digest) if picture else None

    def _single(self, thing: Thing, level: int) -> None:
        """Add a single piece: on a place it is the child of its holder."""
        if thing.piece.kind == "die":
            self._die(thing.piece, thing.x, thing.y, level)
        elif _is_board(thing):
            self._board(thing, level)
        else:
            self._card(thing, level)
        for spot in self.screen.spots:
            if spot.host == thing.id:
                self._place(spot, thing)

    def _board(self, thing: Thing, level: int) -> None:
        piece, locked = thing.piece, thing.laid.locked
        pictures = [url for url in (self._picture(piece.front), self._picture(piece.back)) if url]
        if thing.laid.face == "down":
            pictures.reverse()
        self._add(
            self._name(thing), **self._box(thing), z=level, layer=-4 if locked else -3, movable=not locked,
            clickable=len(pictures) > 1 and not locked, image=pictures[0] if pictures else None, color="transparent",
            faces=[{"image": url} for url in pictures] if len(pictures) > 1 else None,
        )  # fmt: skip

    def _box(self, thing: Thing) -> Widget:
        """Return position, size and turn of a single piece in the room; it is turned around its middle."""
        wide, tall = thing.width, thing.height
        return {
            "x": short(thing.x - wide / 2), "y": short(thing.y - tall / 2), "width": short(wide), "height": short(tall),
            "rotation": short(thing.laid.turn) or None,
        }  # fmt: skip

    def _name(self, thing: Thing) -> str:
        return f"{'board' if _is_board(thing) else 'piece'}-{thing.id}"

    def _card(self, thing: Thing, level: int) -> None:
        spot, box, face = self.screen.spot_under(thing), self._box(thing), int(thing.laid.face == "up")
        holder = self._holder(spot, thing.piece) if spot else None
        size = self.sizes.get(self._size(thing.piece)) if self.sizes else None
        if spot and holder in self.found and size == (thing.width, thing.height):
            host = next(each for each in self.screen.things if each.id == spot.host)
            side = self.found[holder]["width"]
            box |= {
                "x": short((side - size[0]) / 2), "y": short((side - size[1]) / 2), "parent": holder,
                "rotation": short((thing.laid.turn - host.laid.turn) % 360) or None,
            }  # fmt: skip
        del box["width"], box["height"]
        self._add(
            self._name(thing), type="card", **self._kind(thing.piece), **box, z=level, activeFace=face,
            pool=self._pool(thing, 0), layer=_layer(thing),
        )  # fmt: skip

    def _kind(self, piece: Piece) -> Widget:
        """Return the deck and the type of a card; both are made when they are first used."""
        wide, tall = (side * self.screen.scale for side in piece.size_mm)
        name = f"deck-{piece.component}-{short(piece.size_mm[0])}x{short(piece.size_mm[1])}"
        if name not in self.found:
            round_corner = "50%" if piece.outline == "round" else short(piece.corner_mm * self.screen.scale)
            defaults = {"width": short(wide), "height": short(tall), "borderRadius": round_corner, "css": TAKES}
            defaults["enlarge"] = round(max(1.0, min(6.0, 320 / max(wide, tall))), 1)
            if walks(piece) and (piece.kind != "card" or self.cards):
                defaults["size"] = self._size(piece) if piece.kind != "card" else _card_size(piece)
            shown = {"type": "image", "x": 0, "y": 0, "width": short(wide), "height": short(tall)}
            faces = [
                {"border": False, "objects": [{**shown, "color": "transparent", "dynamicProperties": {"value": side}}]}
                for side in ("back", "front")
            ]
            self._add(name, type="deck", display=False, cardDefaults=defaults, faceTemplates=faces, cardTypes={})
        if piece.id not in self.found[name]["cardTypes"]:
            front = self._picture(piece.front)
            says = {"name": plain(piece.name), "text": plain(piece.text), "copies": piece.count}
            sides = {"front": front, "back": self._picture(piece.back) or front}
            self.found[name]["cardTypes"][piece.id] = says | {key: url for key, url in sides.items() if url}
        return {"deck": name, "cardType": piece.id}

    def _die(self, piece: Piece, x: float, y: float, level: int) -> None:
        self.copies[piece.id] += 1
        wide = max(20.0, piece.size_mm[0] * self.screen.scale)
        faces: list[Widget] = []
        for index, url in enumerate(map(self._picture, piece.faces)):
            value = plain(piece.values[index], 40) if index < len(piece.values) else str(index + 1)
            faces.append({"value": value, "image": url} if url else {"value": value})
        self._add(
            f"die-{piece.id}-{self.copies[piece.id]}", type="dice", x=short(x - wide / 2), y=short(y - wide / 2),
            width=short(wide), height=short(wide), z=level, movable=True, faces=faces or None,
            imageScale=1 if faces else None,
        )  # fmt: skip

    # Places.

    def _sizes(self) -> dict[str, tuple[float, float]]:
        """Return the sizes of pieces for places in pixels, the most useful first: few enough for browsers."""
        order = {"standee": 0, "token": 1, "tile": 2, "money": 3}
        kinds: dict[tuple[float, float], int] = {}
        laid = [thing.piece for thing in self.screen.things if self.screen.spot_under(thing)]
        for piece in (*laid, *self.screen.game.pieces):
            if piece.kind in order:
                kinds.setdefault(piece.size_mm, 0)
        first = {size: rank for rank, size in enumerate(dict.fromkeys(piece.size_mm for piece in laid))}
        useful = {
            size: min(
                order[piece.kind] for piece in self.screen.game.pieces if piece.size_mm == size and piece.kind in order
            )
            for size in kinds
        }
        ranked = sorted(kinds, key=lambda size: (size not in first, useful[size], first.get(size, 0), size))
        most = max(1, MOST_HOLDERS // max(1, len(self.screen.spots)))
        return {
            f"{short(wide)}x{short(tall)}": (wide * self.screen.scale, tall * self.screen.scale)
            for wide, tall in ranked[:most]
        }

    def _cards(self) -> dict[str, tuple[float, float]]:
        """Return the sizes of cards in pixels, if the game has slots."""
        if not any(spot.snap.kind == "slot" for spot in self.screen.spots):
            return {}
        cards = [piece for piece in self.screen.game.pieces if piece.kind == "card"]
        scale = self.screen.scale
        return {_card_size(piece): (piece.size_mm[0] * scale, piece.size_mm[1] * scale) for piece in cards}

    def _size(self, piece: Piece) -> str:
        """Return the size of holders that fits a piece best."""
        wide, tall = (side * self.screen.scale for side in piece.size_mm)
        return min(self.sizes, key=lambda name: abs(self.sizes[name][0] - wide) + abs(self.sizes[name][1] - tall))

    def _holder(self, spot: ScreenSpot, piece: Piece) -> str | None:
        return f"place-{spot.id}-{self._size(piece)}" if self.sizes and piece.kind != "card" else None

    def _place(self, spot: ScreenSpot, host: Thing) -> None:
        """Add the holders of a place, one for each size of pieces, so that each of them is pulled to the middle."""
        side = max(8.0, min(spot.gap * 0.9, 16 * self.screen.scale))
        x, y = spot.snap.x * self.screen.scale, spot.snap.y * self.screen.scale
        sizes = dict(self.sizes)
        if spot.snap.size_mm:
            sizes |= {name: size for name, size in self.cards.items() if _holds(spot.snap.size_mm, size, self.screen)}
        for name, (wide, tall) in sizes.items():
            self._add(
                f"place-{spot.id}-{name}", type="holder", parent=self._name(host), x=short(x - side / 2),
                y=short(y - side / 2), width=short(side), height=short(side), classes="transparent", borderRadius="50%",
                css=f"border-width: 0; {PASSES}",
                dropTarget={"type": "card", "size": name}, dropOffsetX=short((side - wide) / 2),
                dropOffsetY=short((side - tall) / 2), stackOffsetX=short(wide * 0.4), onEnter=self._entered(spot, host),
            )  # fmt: skip

    def _entered(self, spot: ScreenSpot, host: Thing) -> Widget:
        """Return what a piece on a place gets as properties: the name of the place, and its direction if it has one."""
        turn = {} if spot.turn is None else {"rotation": short((spot.turn - host.laid.turn) % 360)}
        return {"place": plain(spot.snap.name, 200), **turn}

    # Piles.

    def _pile(self, thing: Thing, level: int) -> None:
        """Add a pile: a holder with its name, and its cards in a pile widget, the top one last."""
        pile = thing.pile
        assert pile
        dice = [piece for piece in thing.pieces if piece.kind == "die"]
        for index, piece in enumerate(dice):
            self._die(piece, thing.x + index * (thing.width + 4), thing.y, level)
        cards = [piece for piece in thing.pieces if piece.kind != "die"]
        if not cards:
            return
        name, wide, tall = f"at-{thing.id}", thing.width, thing.height
        shuffle = [{"func": "SHUFFLE", "holder": name}]
        decks = sorted({self._kind(piece)["deck"] for piece in cards})
        self._add(
            name, type="holder", x=short(thing.x - wide / 2 - 4), y=short(thing.y - tall / 2 - 4), z=level,
            width=short(wide + 8), height=short(tall + 8), rotation=short(thing.laid.turn) or None,
            dropTarget=[{"type": "card", "deck": deck} for deck in decks], inheritChildZ=True,
            gameStartRoutine=shuffle if pile.shuffled and not thing.laid.pools else None,
            leaveRoutine=self._endless(name, cards, pile.endless),
        )  # fmt: skip
        if not self.screen.is_aboard(thing):
            self._label(name, pile.name)
        if pile.shuffled:
            keys = {"borderRadius": 5, "text": "Shuffle", "css": "font-size: 11px", "clickRoutine": shuffle}
            self._upright(f"shuffle-{name}", name, (60, 20), type="button", **keys)
        parent, at = name, {"x": 4, "y": 4}
        if len(cards) > 1 and not pile.endless:
            parent = f"pile-{name}"
            self._add(parent, type="pile", parent=name, **at, width=short(wide), height=short(tall))
            at = {}
        stack = cards[:1] if pile.endless else cards
        for index, piece in enumerate(stack):
            self.copies[piece.id] += 1
            self._add(
                f"card-{piece.id}-{self.copies[piece.id]}", type="card", parent=parent, **self._kind(piece), **at,
                z=len(stack) - index, activeFace=int(pile.face == "up"), pool=self._pool(thing, index),
            )  # fmt: skip

    # Dealing: all pieces of a pool go into a holder that nobody sees, are shuffled, and go back to all of their places.

    def _pool(self, thing: Thing, at: int) -> str | None:
        return thing.laid.pools[at] or None if at < len(thing.laid.pools) else None

    def _deal(self) -> None:
        """Add the holders of the pools, and the routine that deals when the game is loaded."""
        routine: list[Widget] = []
        mixed = {pool: f"pool-{number}" for number, pool in enumerate(self.screen.game.pools(self.screen.players), 1)}
        for pool, holder in mixed.items():
            self._add(holder, type="holder", x=-2000, y=-2000, dropTarget={}, display=False, movable=False)
            routine += [
                {"func": "SELECT", "property": "pool", "value": pool, "collection": holder},
                {"func": "SET", "collection": holder, "property": "parent", "value": holder},
                {"func": "SET", "collection": holder, "property": "rotation", "value": 0},
                {"func": "SHUFFLE", "holder": holder},
            ]
        for thing in self.screen.things:
            target = f"at-{thing.id}" if thing.pile else self._dealt(thing) if any(thing.laid.pools) else ""
            for pool, run in groupby(reversed(thing.laid.pools)):  # the lowest first
                if pool:
                    move = {"func": "MOVE", "from": mixed[pool], "to": target, "count": len(list(run))}
                    routine.append({**move, "face": int(thing.laid.face == "up")})
        if routine:
            self.found[next(iter(mixed.values()))]["gameStartRoutine"] = routine

    def _dealt(self, thing: Thing) -> str:
        """Return the holder to which a piece is dealt: that of its place, or one that is made for it."""
        card = self.found[self._name(thing)]
        if "parent" in card:
            return str(card["parent"])
        name = f"dealt-{thing.id}"
        deck = {"type": "card", "deck": card["deck"]}
        self._add(
            name, type="holder", **self._box(thing), dropTarget=deck, dropOffsetX=0, dropOffsetY=0,
            classes="transparent", css=f"border-width: 0; {PASSES}", movable=False, layer=_layer(thing),
        )  # fmt: skip
        return name

    def _endless(self, holder: str, cards: list[Piece], endless: bool) -> list[Widget] | None:
        """Return what puts a copy back into a supply that never runs out, None for other piles."""
        if not endless:
            return None
        spare = {"parent": holder, "x": 4, "y": 4, **self._kind(cards[0])}
        return [{"func": "CLONE", "source": "child", "properties": spare}]


def _is_board(thing: Thing) -> bool:
    """Return whether a thing is a widget with a picture: what is dealt is a card, because only cards are shuffled."""
    return thing.piece.kind in BOARDS and not any(thing.laid.pools)


def _layer(thing: Thing) -> int | None:
    """Return the layer of a card and of its holder: boards that are dealt are below other pieces."""
    return -3 if thing.piece.kind in BOARDS else None


CARD_ROOM = 8.0
"""By how many millimetres a slot may be wider or higher than the cards that it pulls, or smaller."""


def _card_size(piece: Piece) -> str:
    """Return the size of holders for cards of that size."""
    wide, tall = piece.size_mm
    return f"{short(wide)}x{short(tall)}-card"


def _holds(slot: tuple[float, float], card: tuple[float, float], screen: Screen) -> bool:
    """Return whether a slot is about as large as a card, whose size is in pixels."""
    return all(abs(side - across / screen.scale) <= CARD_ROOM for side, across in zip(slot, card, strict=True))
