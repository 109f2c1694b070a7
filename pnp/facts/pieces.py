"""The pieces of a table before they are placed: which ones a thing gets, and how they lie next to each other."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import accumulate
from math import ceil, sqrt

from msgspec import Struct
from msgspec.structs import replace

from pnp.diagnostics import Fault, Span
from pnp.expression import ExpressionError, StepBudget, Value, parse, value_of
from pnp.facts.diagrams import NoSketchError
from pnp.facts.facts import Facts
from pnp.facts.pictures import Printed, ShownPiece, printed
from pnp.facts.rows import box_size
from pnp.interrupts import pause
from pnp.messages import many
from pnp.model.game import Game
from pnp.model.reference import Formula, Ref
from pnp.model.table import TableThing
from pnp.scene.items import BoundingBox, brought, rotate

# Pieces, and the supplies of components that they are taken from.


class LaidPiece(Struct, frozen=True):
    """A piece on the table: its middle, its turn in degrees clockwise, and its size; `shown` is None for a space.

    With a `place`, its position is that of this place on the map of the thing that it lies on.
    """

    shown: ShownPiece | None
    x: float
    y: float
    turn: float
    width: float
    height: float
    place: Ref | None = None


SHOWN_IN_PILE = 3
"""The number of pieces of a pile that are seen."""

MOST_PIECES = 400
"""The maximum number of pieces of one thing that are laid out; more are one pile."""

PILE_STEP = 1.6
"""The distance between the pieces of a pile that are seen, in millimetres."""

FAN_STEP = 0.4
"""The distance between the pieces of a fan, in shares of their width."""


TakenRows = tuple[tuple[str, int, int], ...]
"""Pieces that a thing gets: lines of the manifest, numbers of their rows from 0, and how many follow each other."""

Allowed = Mapping[str, frozenset[int]]
"""The numbers of the rows that a thing may have, by the line of the manifest; a line that is missing has no limit."""


Limit = tuple[int, Allowed]
"""So many pieces of a thing, and the rows that they may have."""


class TooFewError(Exception):
    """The game has fewer pieces than a table needs."""

    def __init__(self, fault: Fault) -> None:
        self.fault = fault
        super().__init__(fault.message)


def dice_of(found: Printed) -> list[tuple[int, ...]]:
    """Return the numbers of the rows that are the sides of each die of a component."""
    sides = found.component.sides
    rows = [number for number, row in enumerate(found.rows) for _ in range(row.copies)]
    return [tuple(rows[at : at + sides]) for at in range(0, len(rows) - sides + 1, sides)]


class PieceSupply:
    """The pieces of a component that are not on the table yet, as the numbers of their rows in order.

    A die is its first row, but a picture shows the side that a table names.
    """

    def __init__(self, found: Printed) -> None:
        self.found = found
        self._dice: dict[int, int] = {}
        self._rows: dict[int, int] = {}
        every = found.component.copies * found.entry.copies
        if found.component.makes == "die":
            for sides in dice_of(found):
                self._rows[sides[0]] = self._rows.get(sides[0], 0) + every
                for number in sides:
                    self._dice.setdefault(number, sides[0])
        else:
            self._rows = {number: row.copies * every for number, row in enumerate(found.rows)}

    def left(self, allowed: Allowed) -> int:
        """Return the number of pieces that are left of the allowed rows."""
        return sum(left for number, left in self._rows.items() if self._may(number, allowed))

    def _may(self, number: int, allowed: Allowed) -> bool:
        limit = allowed.get(self.found.entry.id)
        return limit is None or number in limit

    def _mixed(self) -> list[int]:
        """Return the rows of the pieces that are left, in an order that depends on their names and looks shuffled."""
        some = ((number, copy) for number, left in self._rows.items() for copy in range(min(left, MOST_PIECES)))
        line = self.found.entry.id
        return [number for number, _ in sorted(some, key=lambda each: sha256(f"{line} {each}".encode()).digest())]

    def named(self, thing: TableThing, wanted: Sequence[int]) -> TakenRows:
        """Take one piece of each of these rows, and return them. Raises TooFewError."""
        name = self.found.entry.id
        for number in wanted:
            piece = self._dice.get(number, number)
            if not self._rows.get(piece):
                row = self.found.rows[number].name
                message = f"'{thing.id}' needs '{row}' of '{name}', of which the game has no more"
                raise TooFewError(Fault(thing.span, message, "name another row"))
            self._rows[piece] -= 1
        return tuple((name, number, 1) for number in wanted)

    def next(self, count: int, allowed: Allowed, shuffled: bool = False) -> TakenRows:
        """Take the next pieces in order, or of an example of shuffling; fewer if not so many are left."""
        taken: list[tuple[str, int, int]] = []
        if shuffled:
            for number in self._mixed():
                if len(taken) < count and self._rows[number] and self._may(number, allowed):
                    self._rows[number] -= 1
                    taken.append((self.found.entry.id, number, 1))
            return tuple(taken)
        for number, left in self._rows.items():
            some = min(left, count) if self._may(number, allowed) else 0
            if some:
                self._rows[number] -= some
                count -= some
                taken.append((self.found.entry.id, number, some))
        return tuple(taken)


class PieceSource(Struct):
    """Where a thing takes its pieces from: the supplies of its components, for one of so many `seats`.

    `players` is their number as text, for faults.
    """

    thing: TableThing
    supplies: Sequence[PieceSupply]
    seats: int
    players: str

    def left(self, allowed: Allowed) -> int:
        """Return the number of pieces that are left of the allowed rows."""
        return sum(each.left(allowed) for each in self.supplies)

    def require(self, count: int, span: Span, allowed: Allowed) -> None:
        """Raise TooFewError if fewer pieces are left; `span` is where the count is written."""
        left = self.left(allowed)
        if count > left:
            name = "' and '".join(each.found.entry.id for each in self.supplies)
            each = " at each seat" if self.seats > 1 else ""
            message = f"'{self.thing.id}' needs {count} of '{name}'{each} with {self.players}"
            total = sum(each.found.count for each in self.supplies)
            raise TooFewError(Fault(span, message, f"the game has {total} in all; {left} of them were left for it"))

    def take(self, count: int, span: Span, allowed: Allowed) -> TakenRows:
        """Take the next pieces of the components in order. Raises TooFewError."""
        self.require(count, span, allowed)
        mixed = self.thing.is_shuffled and not self.thing.is_down and not self.thing.is_heap
        taken: TakenRows = ()
        for supply in self.supplies:
            taken += supply.next(count - sum(some for *_, some in taken), allowed, mixed and count <= MOST_PIECES)
        return taken


def seen_rows(taken: TakenRows, thing: TableThing) -> list[tuple[str, int]]:
    """Return the rows of the pieces that are laid out one by one: of a pile the first few, of one on a place its top.

    The pieces of several piles follow each other.
    """
    if thing.is_heap and thing.places:
        heaps, total = len(thing.places), sum(count for *_, count in taken)
        tops = range(0, total, max(1, total // heaps))[:heaps]
        ends = list(accumulate(count for *_, count in taken))
        return [taken[bisect_right(ends, top)][:2] for top in tops]
    each = [(name, number) for name, number, count in taken for _ in range(min(count, MOST_PIECES))]
    return each[: SHOWN_IN_PILE if thing.is_heap else MOST_PIECES]


def net_size(found: Printed, game: Game) -> tuple[float, float]:
    """Return the size of a box lying on its back. Raises NoSketchError for a component without a face."""
    size = box_size(found.component.box, game) if found.component.box else None
    if size is None:
        raise NoSketchError
    return size.width, size.height


FLUSH = ("board", "tile")
"""Components whose pieces touch each other on the table."""


def arranged(pieces: list[LaidPiece], thing: TableThing, found: Printed) -> tuple[tuple[LaidPiece, ...], float, float]:
    """Return the pieces around the middle of their block, and its width and height."""
    if not pieces:
        return (), 0.0, 0.0
    turned = [brought(BoundingBox(0, 0, each.width, each.height), rotate(each.turn)) for each in pieces]
    wide, tall = max(box.width for box in turned), max(box.height for box in turned)
    count = len(pieces)
    spacing = thing.spacing if thing.spacing is not None else 0.0 if found.component.makes in FLUSH else 4.0
    step_x, step_y = wide + spacing, tall + spacing
    columns = {"pile": 1, "bag": 1, "row": count, "column": 1, "fan": count}.get(thing.heap)
    columns = columns or thing.columns or ceil(sqrt(count))
    if thing.is_heap:
        step_x = step_y = PILE_STEP
        spots = [(index * step_x, -index * step_y) for index in range(count)]
    elif thing.heap == "fan":
        spots = [(index * FAN_STEP * wide, 0.0) for index in range(count)]
    else:
        spots = [((index % columns) * step_x, (index // columns) * step_y) for index in range(count)]
    left, top = min(x for x, _ in spots), min(y for _, y in spots)
    width, height = max(x for x, _ in spots) - left + wide, max(y for _, y in spots) - top + tall
    shift_x, shift_y = wide / 2 - left - width / 2, tall / 2 - top - height / 2
    laid = tuple(replace(each, x=x + shift_x, y=y + shift_y) for each, (x, y) in zip(pieces, spots, strict=True))
    return laid, width, height


def around_one(index: int, count: int, piece: LaidPiece) -> tuple[float, float]:
    """Return the offset of one of several pieces on the same place: in rows as square as possible."""
    columns = ceil(sqrt(count))
    rows = ceil(count / columns)
    here = min(columns, count - (index // columns) * columns)
    x = ((index % columns) - (here - 1) / 2) * piece.width * 1.05
    y = ((index // columns) - (rows - 1) / 2) * piece.height * 1.05
    return x, y


# Blocks: what each thing gets, before it is placed.

_COUNT_STEPS = 100_000


class PieceBlock(Struct):
    """A thing before it is placed: its pieces around (0, 0), its size, and where its middle is in its frame.

    The frame is 0 for the table and the number of a seat otherwise. `size` is its scale.
    """

    thing: TableThing
    name: str
    pieces: tuple[LaidPiece, ...]
    width: float
    height: float
    count: int
    frame: int
    x: float = 0.0
    y: float = 0.0
    host: str = ""
    taken: TakenRows = ()
    limits: tuple[Limit, ...] = ()
    size: float = 1.0

    @property
    def box(self) -> BoundingBox:
        """Its box in its frame."""
        return BoundingBox(
            self.x - self.width / 2, self.y - self.height / 2, self.x + self.width / 2, self.y + self.height / 2
        )


def row_values(formula: Formula, line: Printed, players: int, facts: Facts) -> dict[int, Value]:
    """Return what a formula evaluates to for each row of a component. Raises NoSketchError for one with an error."""
    fields: dict[str, Value] = dict.fromkeys(name for row in line.rows for name in row.fields)
    return {
        number: _evaluated(
            formula,
            {
                **fields,
                "row": number + 1,
                "copies": row.copies,
                **{name: value_of(value) for name, value in row.fields.items()},
                "players": players,
            },
            facts,
        )
        for number, row in enumerate(line.rows)
    }


def _evaluated(formula: Formula, names: Mapping[str, Value], facts: Facts) -> Value:
    budget = StepBudget(_COUNT_STEPS)
    try:
        return parse(formula.text).evaluate(facts.environment.with_names(names), budget)
    except ExpressionError as error:
        if error.reported:
            raise NoSketchError from None
        span = formula.part(error.start, error.end)
        raise NoSketchError(Fault(span, error.message, error.hint, cause=error.cause)) from None
    finally:
        facts.work.charge(formula, _COUNT_STEPS - budget.left)


class PieceDealer:
    """Deals the pieces of a game to the things on a table, and collects the faults of things that it cannot serve.

    Named rows are dealt first, then the next in order, at last the piles that get what is left. `names` are faults of
    what the game does not have, `counts` of what it has too few of.
    """

    def __init__(self, players: int, facts: Facts) -> None:
        self.names: list[Fault] = []
        self.counts: list[Fault] = []
        self._players, self._facts = players, facts
        self._supplies: dict[str, PieceSupply] = {}

    def deal(
        self, things: Mapping[str, TableThing], frames: Mapping[str, tuple[int, ...]]
    ) -> dict[tuple[str, int], PieceBlock]:
        """Return the block of each thing in each of its frames, around (0, 0): blocks with faults are missing."""
        blocks: dict[tuple[str, int], PieceBlock] = {}
        for stage in (_is_named, _is_counted, _is_rest):
            for name, thing in things.items():
                if stage(thing):
                    for block in self._of(thing, frames.get(name, ())):
                        blocks[name, block.frame] = block
        for thing in things.values():
            self._check_goes(thing, things)
        return blocks

    def _check_goes(self, thing: TableThing, things: Mapping[str, TableThing]) -> None:
        """Add the fault of a formula for places that cannot be evaluated."""
        other = things.get(thing.follows.name) if thing.follows else thing
        if thing.goes and other and other.component:
            pause()
            try:
                for name in (other.component, *other.others):
                    row_values(thing.goes, printed(name, self._facts.game), self._players, self._facts)
            except NoSketchError as error:
                if error.fault:
                    self._add(error.fault)

    def _of(self, thing: TableThing, frames: tuple[int, ...]) -> Iterator[PieceBlock]:
        if thing.space:
            yield from self._of_space(thing, *thing.space, frames)
            return
        assert thing.component
        try:
            lines = [printed(name, self._facts.game) for name in (thing.component, *thing.others)]
            pool = {} if thing.is_faded else self._supplies
            supplies = [pool.setdefault(each.entry.id, PieceSupply(each)) for each in lines]
            allowed = self._allowed(thing.only, lines)
            source = PieceSource(thing, supplies, len(frames), many(self._players, "player"))
            share = source.left(allowed) // max(1, len(frames)) if _is_rest(thing) else None
            for frame in frames:
                taken = self._taken(source, allowed, frame, share)
                count = sum(some for *_, some in taken)
                block = self._block(thing, lines, seen_rows(taken, thing), count, frame)
                block.taken, block.limits = taken, self._limits(thing, lines, count, frame)
                yield block
        except NoSketchError as error:
            if error.fault:
                self._add(error.fault)
        except TooFewError as error:
            self.counts.append(error.fault)

    def _of_space(self, thing: TableThing, wide: float, tall: float, frames: tuple[int, ...]) -> Iterator[PieceBlock]:
        space = LaidPiece(None, 0.0, 0.0, 0.0, wide, tall)
        for frame in frames:
            if not thing.places:
                yield PieceBlock(thing, thing.name, (space,), wide, tall, 0, frame)
                continue
            try:
                yield self._on_places(thing, thing.name, [space], 0, frame)
            except NoSketchError as error:
                if error.fault:
                    self._add(error.fault)

    def _taken(self, source: PieceSource, allowed: Allowed, frame: int, share: int | None) -> TakenRows:
        """Take the pieces of a thing at one seat or in the middle. Raises TooFewError, NoSketchError."""
        thing = source.thing
        heaps = max(1, len(thing.places)) if thing.is_heap else 1
        if thing.stack:
            found = [each.found for each in source.supplies]
            layers = [
                (self._count(thing, each.count, frame), each.count.span, self._allowed(each.only, found))
                for each in thing.stack
            ]
            return tuple(
                one for _ in range(heaps) for count, span, only in layers for one in source.take(count, span, only)
            )
        if share is not None:
            count = share // heaps * heaps
        elif thing.count is None:
            count = len(thing.rows) or max(1, len(thing.places))
        else:
            count = self._count(thing, thing.count, frame) * heaps
        span = (thing.count or thing).span
        if not thing.rows:
            return source.take(count, span, allowed)
        source.require(count, span, allowed)
        supply = source.supplies[0]
        wanted = [supply.found.number(row) for row in _for_seat(thing, thing.rows, count, frame)]
        if count > len(wanted):
            needs = f"'{thing.id}' needs {count} of '{supply.found.entry.id}' with {source.players}"
            raise TooFewError(Fault(span, f"{needs}, and names {len(wanted)} rows", "name more rows"))
        return supply.named(thing, wanted[:count])

    def _limits(self, thing: TableThing, lines: Sequence[Printed], count: int, frame: int) -> tuple[Limit, ...]:
        """Return the rows that the pieces of a thing may have, in the order of the pieces."""
        if not thing.stack:
            return ((count, self._allowed(thing.only, lines)),)
        layers = [(self._count(thing, each.count, frame), self._allowed(each.only, lines)) for each in thing.stack]
        return tuple(layers * max(1, len(thing.places)))

    def _allowed(self, only: Formula | None, lines: Sequence[Printed]) -> Allowed:
        """Return the rows for which a formula is true. Raises NoSketchError for one that cannot be evaluated."""
        if only is None:
            return {}
        return {
            line.entry.id: frozenset(
                number for number, value in row_values(only, line, self._players, self._facts).items() if value
            )
            for line in lines
        }

    def _add(self, fault: Fault) -> None:
        if not any(each.span == fault.span for each in self.names):
            self.names.append(fault)

    def _count(self, thing: TableThing, formula: Formula, seat: int) -> int:
        """Return a number of pieces. Raises NoSketchError for a formula without a number."""
        value = _evaluated(formula, {"players": self._players, "seat": seat}, self._facts)
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            message = f"the count of '{thing.id}' is no whole number with {self._players} players"
            raise NoSketchError(Fault(formula.span, message, "write a number, or a formula such as players + 1"))
        return value

    def _block(
        self, thing: TableThing, lines: Sequence[Printed], rows: Sequence[tuple[str, int]], count: int, frame: int
    ) -> PieceBlock:
        game, side = self._facts.game, ("back" if thing.is_down else "front")
        known = {each.entry.id: each for each in lines}
        sized = []
        for line, number in rows:
            found = known[line]
            row = found.rows[number]
            template = found.template(row, side, game)  # type: ignore[arg-type]  # one of both
            if template is None and thing.is_down and not found.component.box:
                if found.component.back:
                    raise NoSketchError  # its template is missing, which is reported
                message = f"'{found.entry.id}' has no back to lie face down"
                raise NoSketchError(Fault(thing.span, message, "leave out 'face', or give the component a back"))
            size = found.size(template, side) if template else net_size(found, game)  # type: ignore[arg-type]
            piece = ShownPiece(found.entry.id, number, row.name, side)  # type: ignore[arg-type]
            wide, tall = (side * thing.scale for side in size)
            sized.append(LaidPiece(piece, 0.0, 0.0, thing.turn, wide, tall))
        name = thing.name or lines[0].name
        if thing.places:
            return self._on_places(thing, name, sized, count, frame)
        pieces, wide, tall = arranged(sized, thing, lines[0])
        return PieceBlock(thing, name, pieces, wide, tall, count, frame)

    def _on_places(self, thing: TableThing, name: str, sized: list[LaidPiece], count: int, frame: int) -> PieceBlock:
        """Return the pieces on places of a map; with several on one place, they are next to each other there."""
        if thing.at.where != "on":
            message = f"'{thing.id}' has places, but does not lie on anything"
            raise NoSketchError(Fault(thing.places[0].span, message, "write at: on, and the thing with the map"))
        if len(thing.places) > 1 and len(sized) > len(thing.places):
            message = f"{len(sized)} pieces of '{thing.id}' have {len(thing.places)} places"
            raise NoSketchError(Fault(thing.places[-1].span, message, "name one place for each, or one for all"))
        laid, places = [], _for_seat(thing, thing.places, count, frame)
        for index, piece in enumerate(sized):
            together = len(thing.places) == 1 and not thing.is_heap
            x, y = around_one(index, len(sized), piece) if together else (0.0, 0.0)
            laid.append(replace(piece, x=x, y=y, place=places[0 if together else index]))
        return PieceBlock(thing, name, tuple(laid), 0.0, 0.0, count, frame)


def _for_seat(thing: TableThing, refs: Sequence[Ref], count: int, frame: int) -> Sequence[Ref]:
    """Return what an example has from a seat on; it starts again where it ends, as rows do at each seat."""
    goes_on = thing.is_example and frame and frame * count <= len(refs)
    return refs[(frame - 1) * count :] if goes_on else refs


def _is_named(thing: TableThing) -> bool:
    return bool(thing.rows)


def _is_rest(thing: TableThing) -> bool:
    """Whether the thing gets all pieces that are left."""
    return thing.is_heap and thing.count is None and not thing.rows and not thing.stack


def _is_counted(thing: TableThing) -> bool:
    return not (_is_named(thing) or _is_rest(thing))
