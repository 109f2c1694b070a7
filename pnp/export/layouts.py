"""Set-ups: what lies where for each number of players, as a `table` says, or derived where there is none."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import cos, radians, sin

from msgspec.structs import replace

from pnp.diagnostics import Fault, Span
from pnp.draw.pictures import FaceShelf
from pnp.draw.table import resolved
from pnp.export.pieces import GameParts
from pnp.export.things import EmptySpace, Facing, Going, Laid, Piece, Pile, Seat
from pnp.facts.diagrams import NoSketchError
from pnp.facts.pictures import Printed
from pnp.facts.pieces import Allowed, LaidPiece, dice_of, row_values
from pnp.facts.table import LaidTable, LaidThing, edges_of, lay_table, players_of, turn_of, unknown_goal
from pnp.model.table import GameTable, TableThing
from pnp.scene.items import BoundingBox

COLOURS: tuple[tuple[str, str], ...] = (
    ("Red", "#C8322B"),
    ("Blue", "#1F6FB5"),
    ("Green", "#2E8B4F"),
    ("Yellow", "#E0B528"),
    ("Purple", "#7B4FA3"),
    ("Orange", "#DE7A26"),
    ("White", "#E8E4DA"),
    ("Pink", "#D77BA8"),
    ("Teal", "#2A9D94"),
    ("Brown", "#7A4A21"),
    ("Grey", "#7D838A"),
    ("Black", "#2B2B2B"),
)
"""Names and colours of seats, in the order of players."""

MOST_LAID = 4_000
"""The maximum number of things of a set-up; pieces beyond it are in bags."""

BESIDE = 40.0
"""The distance between the table and what lies next to it, in millimetres."""

APART = 12.0
"""The distance between piles next to the table, in millimetres."""


class Setting:
    """The set-ups of a game, with the piles that they need."""

    def __init__(self, parts: GameParts, shelf: FaceShelf, table: GameTable, players: Sequence[int] = ()) -> None:
        self._parts, self._shelf = parts, shelf
        self._pieces = {piece.id: piece for piece in parts.every}
        self.piles: dict[str, Pile] = {}
        self.spans: dict[str, Span] = {}
        self.layouts: dict[int, tuple[Laid, ...]] = {}
        self.seats: dict[int, tuple[Seat, ...]] = {}
        self.tables: dict[int, tuple[float, float, float, float]] = {}
        self.goings: dict[int, tuple[Going, ...]] = {}
        self.spaces: dict[int, tuple[EmptySpace, ...]] = {}
        self.faults: dict[Fault, None] = {}
        things = (each if each.at.where == "on" else replace(each, scale=1.0) for each in table.things)
        table = replace(table, things=tuple(things))  # the sizes are true, so that only what shares a place is closer
        numbers = players_of(table, shelf.facts.game)
        for number in [each for each in numbers if each in players] or numbers:
            self._lay(table, number)

    def _lay(self, table: GameTable, number: int) -> None:
        laid = self._laid(table, number)
        things = self._things(laid)
        self.seats[number] = tuple(_seats(laid))
        hosts = frozenset(each.host for each in things)
        mixed = _Mixed(self._parts, things)
        found: list[Laid] = []
        numbers: _Numbers = {}
        self.spaces[number] = tuple(_spaces(things))
        for thing in things:
            some = list(self._of(thing, mixed.dealt.get((thing.thing.id, thing.seat), ()), number, hosts))
            numbers[thing.thing.id, thing.seat] = range(len(found), len(found) + len(some))
            found += some
        box = laid.box
        rest = list(self._beside(found, number, box, mixed))
        self.layouts[number] = tuple(_pooled((*found, *rest), self.piles))
        self.tables[number] = (box.left, box.top, box.right, box.bottom)
        goings = (self._going(thing, things, found, numbers, number) for thing in things if thing.thing.goes)
        self.goings[number] = tuple(going for going in goings if going)

    def _laid(self, table: GameTable, number: int) -> LaidTable:
        return lay_table(table, number, self._shelf.facts)

    def _things(self, laid: LaidTable) -> tuple[LaidThing, ...]:
        try:
            return resolved(laid, self._shelf)
        except NoSketchError:  # reported for the table
            return laid.things

    def _of(self, thing: LaidThing, dealt: Sequence[_Dealt], number: int, hosts: frozenset[str]) -> Iterator[Laid]:
        """Yield what a thing of the table is: a pile or several, or its pieces one by one."""
        down: Facing = "down" if thing.thing.is_down else "up"
        if thing.thing.is_heap and thing.thing.places:
            each = len(dealt) // len(thing.thing.places)
            for index, at in enumerate(thing.pieces):
                held = dealt[index * each : (index + 1) * each]
                heap = self._heap(thing, held, (at.x, at.y), number, down, f"-{index + 1}" if index else "")
                yield replace(heap, place=at.place.name if at.place else "")
            return
        if thing.thing.is_heap or len(thing.pieces) < len(dealt):
            if dealt:
                yield self._heap(thing, dealt, thing.box.centre, number, down)
            return
        carries = thing.thing.id in hosts and not thing.seat
        for (piece, pool), at in zip(dealt, thing.pieces, strict=False):
            one = _one(piece, at, down, thing.seat, carries or piece.kind == "board")
            yield replace(one, pools=(pool,)) if pool else one

    def _heap(
        self,
        thing: LaidThing,
        held: Sequence[_Dealt],
        at: tuple[float, float],
        number: int,
        down: Facing,
        end: str = "",
    ) -> Laid:
        pile = self._pile(thing, held, number, down, end)
        turn = (thing.pieces[0].turn if thing.pieces else 0.0) + (held[0][0].turned or 0.0)
        pools = tuple(pool for _, pool in held)
        return Laid(pile.id, round(at[0], 3), round(at[1], 3), turn % 360.0, down, thing.seat, pools=pools)

    def _pile(self, thing: LaidThing, held: Sequence[_Dealt], number: int, face: Facing, end: str) -> Pile:
        """Return the pile of that thing; the same one for all numbers of players with the same pieces."""
        pieces = [piece for piece, _ in held]
        alike = len({piece.id for piece in pieces}) == 1
        whole = len({pool for _, pool in held}) == 1
        shuffled, endless = thing.thing.is_shuffled and whole and not alike, thing.thing.is_endless and alike
        name = f"{thing.thing.id}{end}-seat-{thing.seat}" if thing.seat else f"{thing.thing.id}{end}"
        name = f"{name}-pile" if name in self._pieces else name
        ids = [piece.id for piece in pieces]
        kind = "supply" if alike and (pieces[0].kind != "card" or endless) else "deck"
        kind = "bag" if thing.thing.heap == "bag" else kind
        pile = self._shared(Pile(name, thing.name, tuple(ids), shuffled, face, kind, endless), number)  # type: ignore[arg-type]
        self.spans.setdefault(pile.id, thing.thing.span)
        return pile

    def _shared(self, pile: Pile, number: int) -> Pile:
        known = self.piles.setdefault(pile.id, pile)
        if known.pieces != pile.pieces:
            pile = replace(pile, id=f"{pile.id}-for-{number}")
            self.piles[pile.id] = pile
            return pile
        return known

    # Where things go when other pieces than the example have been drawn.

    def _going(
        self,
        thing: LaidThing,
        things: Sequence[LaidThing],
        found: Sequence[Laid],
        numbers: _Numbers,
        players: int,
    ) -> Going | None:
        """Return where the pieces of a thing go; None if nothing can be said, which is reported for the table.

        What lies at a seat is decided by what lies at the same seat, or by its share of what lies in the middle.
        """
        assert thing.thing.goes
        deciding = [it for it in things if thing.thing.follows and it.thing.id == thing.thing.follows.name]
        deciding = [it for it in deciding if it.seat == thing.seat] or deciding or [thing]
        decides = deciding[0]
        what = [at for at in numbers[thing.thing.id, thing.seat] if found[at].what not in self.piles]
        by = [
            (at, place)
            for it in deciding
            for at in numbers[it.thing.id, it.seat]
            for place in range(len(self.piles[found[at].what].pieces) if found[at].what in self.piles else 1)
        ]
        if thing.seat and not decides.seat:
            by = by[(thing.seat - 1) * len(what) :]
        lines = [ref.name for ref in (decides.thing.component, *decides.thing.others) if ref]
        lines += [name for name in self._parts.lines if any(_pool_of(found[at], name) for at, _ in by)]
        places: dict[tuple[str, ...], tuple[int, ...]] = {}
        spots: list[tuple[float, float, float, str]] = []
        goes: dict[str, tuple[int, ...]] = {}
        known = _spots_of(found, self._parts, thing, numbers, self.spaces[players])
        wide, tall = (thing.pieces[0].width, thing.pieces[0].height) if thing.pieces else (0.0, 0.0)
        for name in dict.fromkeys(lines):
            try:
                values = row_values(thing.thing.goes, self._parts.lines[name], players, self._shelf.facts)
            except NoSketchError:
                return None
            for row, piece in self._parts.pieces[name].items():
                value = values[row]
                wanted = tuple(map(str, value)) if isinstance(value, tuple | list) else (str(value),)
                if wanted not in places:
                    shown = [known[each] for each in wanted if each in known]
                    missing = [each for each in wanted if each not in known]
                    for each in missing:
                        self.faults[Fault(thing.thing.goes.span, *unknown_goal(each, thing.thing, known))] = None
                    more = list(_more(shown, len(what), (wide, tall)))
                    places[wanted] = tuple(range(len(spots), len(spots) + len(shown) + len(more)))
                    spots += [*shown, *more]
                goes[piece.id] = places[wanted]
        return Going(tuple(what), tuple(by[: len(what)]), tuple(spots), goes) if what and by else None

    # Next to the table: everything that the set-up does not use, a pile for each component.

    def _beside(self, found: Iterable[Laid], number: int, box: BoundingBox, mixed: _Mixed) -> Iterator[Laid]:
        used: Counter[str] = Counter()
        for each in found:
            pile = self.piles.get(each.what)
            used.update(pile.pieces if pile else (each.what,))
        left, top, widest = box.right + BESIDE, box.top, 0.0
        for name, rows in self._parts.pieces.items():
            some = {row: min(piece.count - used[piece.id], MOST_LAID) for row, piece in rows.items()}
            rest = [piece for row, piece in rows.items() for _ in range(some[row])]
            if not rest:
                continue
            pools = tuple(mixed.pool(name, row) for row in rows for _ in range(some[row]))
            wide, tall = max(it.size_mm[0] for it in rest), max(it.size_mm[1] for it in rest)
            if top > box.top and top + tall > box.bottom:
                left, top, widest = left + widest + APART, box.top, 0.0
            x, y = round(left + wide / 2, 3), round(top + tall / 2, 3)
            top, widest = top + tall + APART, max(widest, wide)
            if len(rest) == 1:
                yield Laid(rest[0].id, x, y, locked=rest[0].kind == "board", beside=True, pools=pools)
                continue
            line = self._parts.lines[name]
            pile = self._shared(_rest(name, line, rest), number)
            yield Laid(pile.id, x, y, face=pile.face, beside=True, pools=pools)


# Shuffling: what is dealt comes from all pieces that are shuffled together.

_Dealt = tuple[Piece, str]
"""A piece of a thing, and the pool that it is from."""


class _Mixed:
    """The pieces of each thing at each seat, after shuffling.

    Of components of which something is shuffled, the pieces that are neither named nor in order are shuffled before
    they are dealt. Named pieces that are shuffled are shuffled among themselves. Pieces that the formulas of a table
    distinguish are in different pools: what is built of green ones and red ones has as many of each in every game.
    """

    def __init__(self, parts: GameParts, things: Sequence[LaidThing]) -> None:
        self.dealt: dict[tuple[str, int], list[_Dealt]] = {}
        self._parts = parts
        self._groups: dict[str, tuple[str, tuple[Allowed, ...]]] = {}
        known = [thing for thing in things if thing.taken and all(line in parts.lines for line, *_ in thing.taken)]
        for thing in known:
            self.dealt[thing.thing.id, thing.seat] = [(piece, "") for piece in self._taken(thing)]
        for lines, found in _together(known):
            for thing in found:
                if thing.thing.rows and thing.thing.is_shuffled and not thing.thing.is_example:
                    self._among_themselves(thing)
            if any(thing.thing.is_shuffled for thing in found if _is_dealt(thing.thing)):
                self._deal(lines, found)

    def pool(self, line: str, row: int) -> str:
        """Return the pool of a row of a component that no thing names; empty for none."""
        group = self._groups.get(line)
        if group is None:
            return ""
        name, limits = group
        marks = "".join("01"[_may(line, row, limit)] for limit in limits)
        return f"{name} {marks}".strip()

    def _taken(self, thing: LaidThing) -> Iterator[Piece]:
        for name, row, count in thing.taken:
            line = self._parts.lines[name]
            if line.component.makes == "die":
                row = next((number for number, sides in enumerate(dice_of(line)) if row in sides), row)
            if row in self._parts.pieces[name]:
                yield from [self._parts.pieces[name][row]] * min(count, MOST_LAID)

    def _among_themselves(self, thing: LaidThing) -> None:
        key = thing.thing.id, thing.seat
        pieces = {piece.id: piece for piece, _ in self.dealt[key]}
        pool = f"{thing.thing.id} {thing.seat}" if thing.seat else thing.thing.id
        ids = shuffled_by(thing.taken[0][0], [piece.id for piece, _ in self.dealt[key]])
        self.dealt[key] = [(pieces[each], pool) for each in ids]

    def _deal(self, lines: tuple[str, ...], found: Sequence[LaidThing]) -> None:
        """Deal the pieces of these components: first what must have certain rows."""
        unnamed = [thing for thing in found if _is_dealt(thing.thing)]
        limits = [limit for thing in unnamed for _, limit in thing.limits if limit]
        different = tuple(each for at, each in enumerate(limits) if each not in limits[:at])
        for line in lines:
            self._groups[line] = ("+".join(lines), different)
        used = Counter(
            piece.id for it in found if not _is_dealt(it.thing) for piece, _ in self.dealt[it.thing.id, it.seat]
        )
        where = {piece.id: (line, row) for line in lines for row, piece in self._parts.pieces[line].items()}
        pieces = {name: self._parts.pieces[line][row] for name, (line, row) in where.items()}
        rest = [name for name, piece in pieces.items() for _ in range(min(piece.count, MOST_LAID) - used[name])]
        order = shuffled_by("+".join(lines), rest)
        spots = [
            (thing, at, limit)
            for thing in unnamed
            for at, limit in enumerate(each for count, each in thing.limits for _ in range(min(count, MOST_LAID)))
        ]
        for thing, at, limit in sorted(spots, key=lambda spot: (not spot[0].thing.is_example, not spot[2])):  # stable
            dealt = self.dealt[thing.thing.id, thing.seat]
            if thing.thing.is_example:  # programs that draw nothing show the example
                piece = dealt[at][0]
                order.remove(piece.id)
                dealt[at] = piece, self.pool(*where[piece.id])
                continue
            name = next((each for each in order if _may(*where[each], limit)), None)
            if name is not None and at < len(dealt):
                order.remove(name)
                dealt[at] = pieces[name], self.pool(*where[name])


def _may(line: str, row: int, limit: Allowed) -> bool:
    rows = limit.get(line)
    return rows is None or row in rows


def _together(things: Iterable[LaidThing]) -> Iterator[tuple[tuple[str, ...], list[LaidThing]]]:
    """Yield the components of which some thing has several, and the things that have some of them."""
    groups: list[tuple[dict[str, None], list[LaidThing]]] = []
    for thing in things:
        lines = dict.fromkeys(line for line, *_ in thing.taken)
        met = [group for group in groups if group[0].keys() & lines.keys()]
        joined = {name: None for names, _ in met for name in names} | lines
        groups = [group for group in groups if group not in met]
        groups.append((joined, [*(each for _, found in met for each in found), thing]))
    for names, found in groups:
        yield tuple(names), found


def _pooled(found: Sequence[Laid], piles: Mapping[str, Pile]) -> Iterator[Laid]:
    """Yield what lies on the table, without pools within one shuffled pile and pools of equal pieces."""
    ids: dict[str, set[str]] = {}
    spots: dict[str, set[int]] = {}
    used: set[str] = set()
    for at, laid in enumerate(found):
        pile = piles.get(laid.what)
        for name, pool in zip(pile.pieces if pile else (laid.what,), laid.pools, strict=False):
            ids.setdefault(pool, set()).add(name)
            spots.setdefault(pool, set()).add(at)
            used |= set() if laid.beside else {pool}
    for laid in found:
        shuffled = laid.what in piles and piles[laid.what].shuffled
        kept = tuple(
            pool if pool in used and pool and len(ids[pool]) > 1 and not (shuffled and len(spots[pool]) == 1) else ""
            for pool in laid.pools
        )
        yield replace(laid, pools=kept if any(kept) else ())


def _is_dealt(thing: TableThing) -> bool:
    """Whether a thing gets the next pieces of its component, which are shuffled if one of these things is."""
    return (not thing.rows or thing.is_example) and thing.shuffled is not False


def _rest(name: str, line: Printed, pieces: Sequence[Piece]) -> Pile:
    """Return the pile of the pieces of a component that are not used."""
    flat = all(piece.kind in ("card", "tile", "board", "mat") for piece in pieces)
    alike = len({piece.id for piece in pieces}) == 1
    kind = "deck" if flat else "supply" if alike else "bag"
    return Pile(f"rest-{name}", line.name, tuple(piece.id for piece in pieces), kind=kind)  # type: ignore[arg-type]


_Spot = tuple[float, float, float, str]
"""A point on the table, a turn, and the name of a place."""


def _pool_of(laid: Laid, line: str) -> bool:
    """Return whether pieces of a component are shuffled together with those of a thing."""
    return any(line in pool.partition(" ")[0].split("+") for pool in laid.pools)


_Numbers = dict[tuple[str, int], Sequence[int]]
"""The numbers of what lies on the table, by the thing that it is of and its seat."""


def _spaces(things: Iterable[LaidThing]) -> Iterator[EmptySpace]:
    """Yield the empty spaces of a table."""
    for it in things:
        name = it.name or it.thing.id.replace("-", " ").capitalize()
        for at in it.pieces if it.thing.space else ():
            key = f"{it.thing.id}-seat-{it.seat}" if it.seat else it.thing.id
            x, y, turn = round(at.x, 3), round(at.y, 3), at.turn % 360.0
            yield EmptySpace(key, it.thing.id, name, x, y, turn, (at.width, at.height), it.seat)


def _spots_of(
    found: Sequence[Laid], parts: GameParts, thing: LaidThing, numbers: _Numbers, spaces: Iterable[EmptySpace]
) -> dict[str, _Spot]:
    """Return the places, slots and spaces that a thing may go to, by name: in the middle, or at its own seat.

    Those of its host come first, then those at its seat.
    """
    pieces = {piece.id: piece for piece in parts.every}
    going = (pieces.get(found[at].what) for at in numbers[thing.thing.id, thing.seat])
    heads = next((piece.turned for piece in going if piece), None)
    seats = dict.fromkeys((thing.seat, 0))
    spots: dict[str, _Spot] = {}
    for laid in (
        *(found[at] for at in numbers.get((thing.host, thing.seat), numbers.get((thing.host, 0), ()))),
        *(laid for seat in seats for laid in found if laid.seat == seat),
    ):
        piece = pieces.get(laid.what)
        if piece is None:
            continue
        turn = radians(laid.turn)
        for snap in piece.snaps:
            x, y = snap.x - piece.size_mm[0] / 2, snap.y - piece.size_mm[1] / 2
            at = laid.x + x * cos(turn) - y * sin(turn), laid.y + x * sin(turn) + y * cos(turn)
            own = snap.turn if heads is not None or snap.kind == "slot" else None
            own = heads or 0.0 if own is None else own
            spots.setdefault(snap.name, (round(at[0], 3), round(at[1], 3), (laid.turn + own) % 360.0, snap.name))
    for space in spaces:
        if space.seat in seats:
            spots.setdefault(space.thing, (space.x, space.y, space.turn, space.id))
    return spots


def _more(spots: Sequence[_Spot], count: int, size: tuple[float, float]) -> Iterator[_Spot]:
    """Yield points for pieces that find all of these places taken: on in the row of places, or next to the one."""
    if not spots:
        return
    x, y, turn, name = spots[-1]
    across, down = size[0] * 0.6, size[1] * 0.25
    if len(spots) > 1:
        across, down = x - spots[-2][0], y - spots[-2][1]
    for step in range(1, min(count - len(spots), 3 if len(spots) == 1 else count) + 1):
        yield round(x + step * across, 3), round(y + step * down, 3), turn, name if len(spots) == 1 else ""


def _one(piece: Piece, at: LaidPiece, face: Facing, seat: int, locked: bool) -> Laid:
    place = at.place.name if at.place else ""
    turn = (at.turn + (piece.turned or 0.0)) % 360.0
    return Laid(piece.id, round(at.x, 3), round(at.y, 3), turn, face, seat, locked, place=place)


def shuffled_by(name: str, ids: Sequence[str]) -> list[str]:
    """Return the ids in an order that depends only on them and the name, and looks shuffled."""
    seen: Counter[str] = Counter()

    def key(each: str) -> bytes:
        seen[each] += 1
        return hashlib.sha256(f"{name}\n{each}\n{seen[each]}".encode()).digest()

    return [each for _, each in sorted((key(each), each) for each in ids)]


def _seats(laid: LaidTable) -> Iterator[Seat]:
    for number, (edge, to) in enumerate(zip(edges_of(laid.players), laid.seats, strict=True), 1):
        name, colour = COLOURS[(number - 1) % len(COLOURS)]
        yield Seat(number, edge, round(to[4], 3), round(to[5], 3), turn_of(to), colour, name)
