"""A set-up as a plane of pixels, for programs that show the table from above; archives without a clock."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from io import BytesIO
from itertools import takewhile
from math import cos, hypot, inf, radians, sin
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from msgspec import Struct
from msgspec.structs import replace

from pnp.build.write import Product
from pnp.diagnostics import INFO, Fault
from pnp.export.pictures import SheetPicture, pixels_at, pngs
from pnp.export.targets import ExportedFiles
from pnp.export.things import ExportedGame, Laid, Piece, Pile, Snap
from pnp.scene.items import BoundingBox

ON_PLACE = 1.0
"""A piece whose middle is not further from a place than this, in millimetres, lies on it."""

BORDER = 6.0
"""Pixels between a pile and its name: the border of its holder and a gap."""

FAR = 3
"""How many of its heights a name may be away from its pile."""

_STEADY = ("board", "mat", "box", "counter")
"""Kinds of pieces that are not put on places."""


# Where things are.


class Thing(Struct, frozen=True, eq=False):
    """Something that lies on the table: a piece or a pile of pieces, the top one first.

    `id` is unique in the set-up. `x` and `y` are the position of its middle in pixels, `width` and `height` its size as
    it lies before it is turned.
    """

    id: str
    laid: Laid
    pieces: tuple[Piece, ...]
    pile: Pile | None
    x: float
    y: float
    width: float
    height: float

    @property
    def piece(self) -> Piece:
        """The piece, or the top one of a pile."""
        return self.pieces[0]


class ScreenSpot(Struct, frozen=True, eq=False):
    """A place of a piece that lies on the table: `x` and `y` in pixels, and `gap`, the distance to the next one."""

    id: str
    host: str
    snap: Snap
    x: float
    y: float
    turn: float | None
    gap: float


class Screen(Struct, frozen=True, eq=False, dict=True):
    """A set-up for a number of players in a rectangle of pixels; `scale` is pixels per millimetre, the same for all.

    `left` and `top` are the millimetres of the table that are at the pixel (`x`, `y`).
    """

    game: ExportedGame
    players: int
    scale: float
    left: float
    top: float
    x: float
    y: float

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Return the pixel of a position of the table in millimetres."""
        return self.x + (x - self.left) * self.scale, self.y + (y - self.top) * self.scale

    @cached_property
    def things(self) -> tuple[Thing, ...]:
        """Everything that lies on the table, the lowest first; copies of one piece are numbered."""
        found, used = [], dict[str, int]()
        known = {piece.id: piece for piece in self.game.pieces}
        for laid in self.game.layouts[self.players]:
            pile = self.game.pile(laid.what)
            pieces = tuple(known[name] for name in (pile.pieces if pile else (laid.what,)))
            if not pieces:
                continue
            used[laid.what] = used.get(laid.what, 0) + 1
            name = f"{laid.what}--{used[laid.what]}" if used[laid.what] > 1 else laid.what
            wide = max(piece.size_mm[0] for piece in pieces) * self.scale
            tall = max(piece.size_mm[1] for piece in pieces) * self.scale
            found.append(Thing(name, laid, pieces, pile, *self.at(laid.x, laid.y), wide, tall))
        return tuple(found)

    @cached_property
    def spots(self) -> tuple[ScreenSpot, ...]:
        """The places of all single pieces that lie face up on the table."""
        hosts = [thing for thing in self.things if not thing.pile and thing.laid.face == "up" and thing.piece.snaps]
        return tuple(spot for host in hosts for spot in self._spots_of(host))

    def _spots_of(self, host: Thing) -> Iterator[ScreenSpot]:
        snaps, names = host.piece.snaps, dict[str, int]()
        for snap in snaps:
            name = slug(snap.name) or "place"
            names[name] = names.get(name, 0) + 1
            end = f"--{names[name]}" if names[name] > 1 else ""
            gap = nearest(snap, snaps)
            turn = None if snap.turn is None else (snap.turn + host.laid.turn) % 360
            yield ScreenSpot(
                f"{host.id}--{name}{end}", host.id, snap, *self.on(host, snap.x, snap.y), turn, gap * self.scale
            )

    def on(self, host: Thing, x: float, y: float) -> tuple[float, float]:
        """Return the pixel of a point of a piece that lies on the table, in millimetres from its top left corner."""
        wide, tall = host.piece.size_mm
        across, down = (x - wide / 2) * self.scale, (y - tall / 2) * self.scale
        turn = radians(host.laid.turn)
        return host.x + across * cos(turn) - down * sin(turn), host.y + across * sin(turn) + down * cos(turn)

    def boxes(self) -> Iterator[BoundingBox]:
        """Yield what a name should not cover: pieces, piles with their borders, empty spaces and places."""
        for thing in self.things:
            across, down = thing.width, thing.height
            if thing.pile and thing.piece.kind == "die":  # they lie in a row
                across += 2 * (len(thing.pieces) - 1) * (thing.width + 4)
            border = 8 if thing.pile else 0
            yield box_at(thing.x, thing.y, across + border, down + border, thing.laid.turn)
        for space in self.game.spaces.get(self.players, ()):
            across, down = (side * self.scale + 8 for side in space.size_mm)
            yield box_at(*self.at(space.x, space.y), across, down, space.turn)
        for spot in self.spots:
            side = min(spot.gap, 16 * self.scale)
            yield box_at(spot.x, spot.y, side, side, 0.0)

    def is_aboard(self, thing: Thing) -> bool:
        """Return whether something lies on a board or a tile, where its name would cover what is printed there."""
        below = takewhile(lambda each: each is not thing, self.things)
        boards = (each for each in below if not each.pile and each.piece.kind in ("board", "mat", "tile", "box"))
        boxes = (box_at(each.x, each.y, each.width, each.height, each.laid.turn) for each in boards)
        return any(box.nearest((thing.x, thing.y)) == (thing.x, thing.y) for box in boxes)

    def spot_under(self, thing: Thing) -> ScreenSpot | None:
        """Return the place that a piece lies on; None for boards, for piles and for what lies elsewhere."""
        if thing.pile or not walks(thing.piece):
            return None
        near = [(hypot(spot.x - thing.x, spot.y - thing.y), spot) for spot in self.spots if spot.host != thing.id]
        distance, spot = min(near, key=lambda each: each[0], default=(inf, None))
        return spot if distance <= ON_PLACE * self.scale else None


SAME = 0.5
"""Snap points that are not further from each other than this, in millimetres, are at one point."""


def nearest(snap: Snap, snaps: Iterable[Snap]) -> float:
    """Return the distance from a snap point to the nearest one at another point."""
    apart = (hypot(snap.x - other.x, snap.y - other.y) for other in snaps)
    return min((distance for distance in apart if distance > SAME), default=inf)


def nameless(game: ExportedGame) -> tuple[Fault, ...]:
    """Return the note about a program whose snap points have no names."""
    if not any(snap.kind == "place" for piece in game.pieces for snap in piece.snaps):
        return ()
    message = "the names of places: snap points of this program have none"
    hint = "nothing to do: the names are printed on the board, or use `pnp export html`"
    return (replace(game.fault("", message, hint), severity=INFO),)


def walks(piece: Piece) -> bool:
    """Return whether a piece may be put on places."""
    return piece.kind not in _STEADY


def extent(game: ExportedGame, players: int) -> tuple[float, float, float, float]:
    """Return the left, top, right and bottom of all that lies on the table, in millimetres."""
    boxes = [game.tables[players]] if players in game.tables else []
    known = {piece.id: piece for piece in game.pieces}
    for laid in game.layouts[players]:
        pile = game.pile(laid.what)
        sizes = [known[name].size_mm for name in (pile.pieces if pile else (laid.what,))] or [(0.0, 0.0)]
        wide, tall = max(size[0] for size in sizes), max(size[1] for size in sizes)
        boxes.append(box_at(laid.x, laid.y, wide, tall, laid.turn))
    lefts, tops, rights, bottoms = zip(*boxes or [(0.0, 0.0, 1.0, 1.0)], strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def box_at(x: float, y: float, wide: float, tall: float, turn: float) -> BoundingBox:
    """Return the box of something with that middle and size, which is turned by `turn` degrees."""
    across, down = abs(cos(radians(turn))), abs(sin(radians(turn)))
    half_wide, half_tall = (wide * across + tall * down) / 2, (wide * down + tall * across) / 2
    return BoundingBox(x - half_wide, y - half_tall, x + half_wide, y + half_tall)


def next_to(
    box: BoundingBox, size: tuple[float, float], taken: Sequence[BoundingBox], room: BoundingBox
) -> BoundingBox:
    """Return a box of that size next to another one: above, right, below or left of it, the first that covers nothing.

    If each of them would cover something, it is shifted along the side, or further away; if nothing is free there,
    it is where it covers least. `taken` are the boxes of other things; outside of the `room` counts as covered.
    """
    wide, tall = size
    reach = box.grown(max(size) + FAR * (tall + BORDER))
    near = [each for each in taken if each.overlaps(reach)]

    def covered(each: BoundingBox) -> float:
        return wide * tall - room.common_area(each) + sum(other.common_area(each) for other in near)

    found = [box_at(*spot, wide, tall, 0.0) for spot in _around(box, wide, tall)]
    return next((each for each in found if covered(each) < 1), None) or min(found, key=covered)


def _around(box: BoundingBox, wide: float, tall: float) -> Iterator[tuple[float, float]]:
    """Yield the middles of places for a name of that size next to a box, the best first."""
    x, y = box.centre
    along, beside = abs(box.width - wide) / 2, abs(box.height - tall) / 2
    for far in range(FAR + 1):
        across = (box.width + wide) / 2 + BORDER + far * (tall + BORDER)
        down = (box.height + tall) / 2 + BORDER + far * (tall + BORDER)
        for by in (0.0, 1.0, -1.0):
            for way in (-1, 1):
                yield x + by * along, y + way * down
                yield x - way * across, y + by * beside
        yield from ((x + side * across, y + way * down) for side in (1, -1) for way in (-1, 1))


def fitted(game: ExportedGame, players: int, room: tuple[float, float, float, float], most: float) -> Screen:
    """Return the set-up in the middle of a rectangle of pixels, as large as fits but at most `most` pixels per mm."""
    left, top, right, bottom = extent(game, players)
    scale = min(most, (room[2] - room[0]) / (right - left), (room[3] - room[1]) / (bottom - top))
    x = (room[0] + room[2] - (right - left) * scale) / 2
    y = (room[1] + room[3] - (bottom - top) * scale) / 2
    return Screen(game, players, scale, left, top, x, y)


# For programs that deal nothing by themselves.


def frozen(game: ExportedGame) -> tuple[ExportedGame, tuple[Fault, ...]]:
    """Return the game with the example of dice, and of what is drawn and decides where other things go; and faults."""
    piles, faults = {pile.id: pile for pile in game.piles}, dict[Fault, None]()
    layouts = _with_own_dice(game, faults)
    for number, goings in game.goings.items():
        laid = list(layouts[number])
        for at in {at for going in goings for at in (*going.what, *(each for each, _ in going.by))}:
            if laid[at].pools:
                pool = laid[at].pools[0].partition(" ")[0].partition("+")[0]
                message = f"what the set-up draws of '{pool}' is the same in every game, with what is laid out by it"
                hint = "draw again and lay it out by the rules; `pnp export html`, `tts` and `ttpg` do that"
                faults[game.fault(pool, message, hint)] = None
            laid[at] = replace(laid[at], pools=())
        changed = replace(game, layouts={number: tuple(laid)})
        for spots in changed.pools(number).values():
            (home, _), shuffled = spots[0], {at for at, _ in spots if _is_deck(laid[at], piles)}
            if {at for at, _ in spots} == shuffled == {home}:
                laid[home] = replace(laid[home], pools=())
        layouts[number] = tuple(laid)
    return replace(game, layouts=layouts, goings={}), tuple(faults)


def _with_own_dice(game: ExportedGame, faults: dict[Fault, None]) -> dict[int, tuple[Laid, ...]]:
    """Return the set-ups without pools of dice, which are no cards and lie where the example has them."""
    piles, dice = {pile.id: pile for pile in game.piles}, {piece.id for piece in game.pieces if piece.kind == "die"}
    layouts = dict(game.layouts)
    for number, layout in game.layouts.items():
        laid = list(layout)
        for at, each in enumerate(layout):
            names = piles[each.what].pieces if each.what in piles else (each.what,)
            pools = tuple("" if name in dice else pool for name, pool in zip(names, each.pools, strict=False))
            for pool in (pool for pool in each.pools if pool and pool not in pools):
                name = pool.partition(" ")[0].partition("+")[0]
                message = f"which die of '{name}' lies where is the same in every game: this program deals no dice"
                faults[game.fault(name, message, "mix the dice and deal them again")] = None
            laid[at] = replace(each, pools=pools if any(pools) else ())
        layouts[number] = tuple(laid)
    return layouts


def without_spare_boards(game: ExportedGame) -> tuple[ExportedGame, tuple[Fault, ...]]:
    """Return the game without boards that the set-up does not use, next to which the rest would be small, and notes."""
    piles = {pile.id: pile for pile in game.piles}
    boards = {piece.id: piece for piece in game.pieces if piece.kind == "board"}
    layouts, faults = dict(game.layouts), dict[Fault, None]()
    for number, layout in game.layouts.items():
        tops = [piles[each.what].pieces[0] if each.what in piles else each.what for each in layout]
        gone = {at for at, each in enumerate(layout) if each.beside and tops[at] in boards}
        layouts[number] = tuple(each for at, each in enumerate(layout) if at not in gone)
        for piece in (boards[tops[at]] for at in sorted(gone)):
            message = f"'{plain(piece.name or piece.id, 60)}' is not on the table, because the set-up does not use it"
            fault = game.fault(
                piece.component, message, "lay it out by a `table`, or use `pnp export html`, `tts` or `ttpg`"
            )
            faults[replace(fault, severity=INFO)] = None
    used = {each.what for layout in layouts.values() for each in layout}
    kept = tuple(pile for pile in game.piles if pile.id in used)
    used |= {name for pile in kept for name in pile.pieces}
    pieces = tuple(piece for piece in game.pieces if piece.id in used or piece.id not in boards)
    return replace(game, pieces=pieces, piles=kept, layouts=layouts), tuple(faults)


def undealt(game: ExportedGame) -> tuple[ExportedGame, tuple[Fault, ...]]:
    """Return the game with what is dealt from a shuffled deck still in it, and faults of what is dealt otherwise.

    Boards that the set-up does not use are not on the table, which would become too large to be read.
    """
    game, drawn = frozen(replace(without_spare_boards(game)[0], pieces=game.pieces))
    piles, layouts, faults = {pile.id: pile for pile in game.piles}, dict(game.layouts), dict.fromkeys(drawn)
    for number, layout in game.layouts.items():
        laid, gone = list(layout), set[int]()
        for pool, spots in game.pools(number).items():
            home = next((at for at, _ in spots if set(laid[at].pools) == {pool} and _is_deck(laid[at], piles)), None)
            singles = [at for at, _ in spots if laid[at].what not in piles]
            name = pool.partition(" ")[0].partition("+")[0]
            if home is None:
                message = (
                    f"what is dealt of '{name}' is the same in every game: this program deals nothing at the start"
                )
                faults[game.fault(name, message, "gather it, shuffle and deal again")] = None
                continue
            pile = piles[laid[home].what]
            more = replace(pile, id=f"{pile.id}-with-hands", pieces=(*pile.pieces, *(laid[at].what for at in singles)))
            piles[more.id] = more
            laid[home] = replace(laid[home], what=more.id, pools=())
            gone.update(singles)
            message = f"what is dealt of '{name}' is still in '{pile.name}': this program deals nothing at the start"
            faults[game.fault(pile.id, message, f"deal from '{pile.name}' when you begin")] = None
        layouts[number] = tuple(each for at, each in enumerate(laid) if at not in gone)
    used = {each.what for layout in layouts.values() for each in layout}
    kept = tuple(pile for name, pile in piles.items() if name in used)
    return replace(game, piles=kept, layouts=layouts), tuple(faults)


def _is_deck(laid: Laid, piles: Mapping[str, Pile]) -> bool:
    return laid.what in piles and piles[laid.what].shuffled


# Names and pictures.


def short(value: float) -> float:
    """Return a coordinate with two decimals; 12.0 becomes 12."""
    rounded = round(value, 2)
    return int(rounded) if rounded == int(rounded) else rounded


def slug(text: str) -> str:
    """Return a name of small letters, digits and hyphens that is safe as an id; other letters are replaced."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:60]


def plain(text: str, most: int = 2000) -> str:
    """Return text without control characters, on one line, of limited length."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())[:most]


def sharp(
    pictures: Iterable[SheetPicture], dpi: float, most_pixels: int, most_bytes: int
) -> tuple[dict[str, bytes], tuple[str, ...]]:
    """Return the different pictures as PNG files by digest, and the keys of those that are too large for the program.

    A file that has more than `most_bytes` is drawn with fewer pixels, down to an eighth of its width.
    """
    different = list({picture.digest: picture for picture in pictures}.values())
    by_width: dict[int, list[SheetPicture]] = {}
    for picture in different:
        by_width.setdefault(pixels_at(picture, dpi, most_pixels), []).append(picture)
    files, too_large = dict[str, bytes](), []
    for width, group in by_width.items():
        for picture, content in zip(group, pngs(group, width), strict=True):
            small, across = content, width
            while len(small) >= most_bytes and across > max(1, width // 8):
                across //= 2
                small = picture.png(across)
            if len(small) >= most_bytes:
                too_large.append(picture.key)
            else:
                files[picture.digest] = small
    return files, tuple(too_large)


def too_large(game: ExportedGame, keys: Iterable[str], most: int) -> list[Fault]:
    """Return the faults of pictures that the program refuses, by their keys."""
    components = {picture.key: piece.component for piece in game.pieces for picture in piece.pictures}
    hint = "make the artwork simpler, or export with `--dpi 100`"
    return [
        game.fault(
            components.get(key, ""), f"the picture '{key}' is left out: it has more than {most // 2**20} MiB", hint
        )
        for key in keys
    ]


# Archives.

_EPOCH = (1980, 1, 1, 0, 0, 0)
_READABLE = 0o100644 << 16


class PackedFile(Struct, frozen=True):
    """The one file that a program takes of a game, and what it could not hold."""

    content: bytes
    left_out: tuple[Fault, ...] = ()


def packed(game: ExportedGame, made: PackedFile, ending: str, what: str, how: str) -> ExportedFiles:
    """Return the one file of a game, named after its title."""
    name = f"{slug(game.title) or slug(game.name) or 'game'}.{ending}"
    return ExportedFiles((Product(name, what, made.content),), how, made.left_out)


def archive(files: Mapping[str, bytes]) -> bytes:
    """Return a ZIP file with these files, in order of their names and without a clock; pictures are only stored."""
    buffer = BytesIO()
    with ZipFile(buffer, "w") as into:
        for name, content in sorted(files.items()):
            info = ZipInfo(name, _EPOCH)
            info.create_system, info.external_attr = 3, _READABLE
            info.compress_type = ZIP_STORED if name.endswith((".png", ".pdf")) else ZIP_DEFLATED
            into.writestr(info, content)
    return buffer.getvalue()


def signed_crc(content: bytes) -> int:
    """Return the CRC-32 of a file as a signed number of 32 bits, as JavaScript computes it."""
    found = zlib.crc32(content)
    return found - 2**32 if found >= 2**31 else found
