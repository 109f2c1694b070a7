"""Movement classes by brute force: for each class the places that it may be on, and the roads that it may use.

Written from docs/movement.md. Nothing is shared with the board of the map on which everybody moves alike.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.oracle.board import Board, ClosableRoad, Place, Site, listed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.oracle.board import Data

ANY = "any class"
"""The class of a state from which a piece goes on as it likes."""


@dataclass
class Stand:
    """Where a piece may stand: an area (`of` is None), or a part `of` one."""

    name: str
    ground: str
    tags: tuple[str, ...]
    district: str | None
    of: str | None = None
    stop: bool = True
    also: str = ""
    """Another name: the number of a cell."""


@dataclass
class Land:
    """The stands of a map by name, and its roads: from, to, kind, cost there, cost back (None: one way), and number."""

    stands: dict[str, Stand] = field(default_factory=dict)
    roads: list[tuple[str, str, str, int, int | None, int]] = field(default_factory=list)
    closable: list[ClosableRoad] = field(default_factory=list)
    kinds: set[str] = field(default_factory=set)
    grounds: set[str] = field(default_factory=set)
    whole: bool = True
    sides: set[str] = field(default_factory=set)
    more_tags: set[str] = field(default_factory=set)

    def walk(self, said: Data) -> Walker:
        """How a class moves."""
        return walker(self, said)

    def finish(self, board: Board) -> None:
        """Add to the board of a class what is peculiar to a kind of map."""

    def area(self, name: str) -> str:
        """The area that a stand is in."""
        return self.stands[name].of or name

    def chosen(self, words: Data) -> set[str]:
        """The stands that words choose; a part has what its area has."""
        found = set()
        for name, stand in self.stands.items():
            area = self.stands[self.area(name)]
            tags = {*stand.tags, *area.tags}
            for word in listed(words):
                if isinstance(word, dict):
                    if "tag" in word:
                        right = word["tag"] in tags
                    else:
                        right = word["in"] == area.district or (stand.of is not None and word["in"] == stand.of)
                else:
                    right = word == "every place" or word in {stand.ground, name, stand.also or area.name, *tags}
                if right:
                    found.add(name)
        return found

    def entered(self, said: Data) -> set[str]:
        """The stands on which a class may be."""
        return self.chosen(said.get("on", "every place")) - self.chosen(said.get("never", []))

    def knows(self, said: Data) -> bool:
        """Whether all words of a class name something."""
        tags = self.more_tags | {tag for stand in self.stands.values() for tag in stand.tags}
        words = self.grounds | set(self.stands) | tags | {stand.ground for stand in self.stands.values()}
        words |= {stand.also for stand in self.stands.values()}
        districts = {stand.district for stand in self.stands.values()} | {stand.of for stand in self.stands.values()}
        for key in ("on", "never", "change"):
            for word in listed(said.get(key)):
                if isinstance(word, dict):
                    if ("tag" in word and word["tag"] not in tags) or ("in" in word and word["in"] not in districts):
                        return False
                elif word not in words and word != "every place":
                    return False
        kinds = self.kinds | {"road"}
        if not set(said.get("crosses", {})) <= self.sides:
            return False
        return set(listed(said.get("along"))) <= kinds and set(said.get("costs", {})) <= kinds | words


@dataclass
class Walker:
    """A class that moves in one way: the stands on which it is, and its moves with their costs."""

    stands: set[str]
    moves: dict[tuple[str, str], int]
    clear: bool
    ways: dict[tuple[str, str], dict[int, int]] = field(default_factory=dict)


def walker(land: Land, said: Data) -> Walker:
    """How a class moves on a map."""
    allowed, along = land.entered(said), listed(said.get("along"))
    roads = [
        road for road in land.roads
        if (not along or road[2] in along) and set(road[:2]) <= allowed and land.area(road[0]) != land.area(road[1])
    ]  # fmt: skip
    with_parts = {stand.of for stand in land.stands.values() if stand.of}
    if "parts" in said:
        split = with_parts if said["parts"] == "apart" else set()
    else:
        split = {land.stands[end].of for road in roads for end in road[:2]} - {None}
    clear = not any(end in split for road in roads for end in road[:2])
    stands = {
        name for name in allowed if (land.stands[name].of in split if land.stands[name].of else name not in split)
    }
    moves: dict[tuple[str, str], int] = {}
    along_each: dict[tuple[str, str], dict[int, int]] = {}
    for start, end, kind, there, back, number in roads:
        ends = [end_ if land.area(end_) in split else land.area(end_) for end_ in (start, end)]
        if set(ends) <= stands:
            ways = [(ends[0], ends[1], there, end)] + ([(ends[1], ends[0], back, start)] if back is not None else [])
            for one, two, cost, entered in ways:
                price = _price(land, said, kind, entered, cost)
                moves[one, two] = min(price, moves.get((one, two), price))
                each = along_each.setdefault((one, two), {})
                each[number] = min(price, each.get(number, price))
    return Walker(stands, moves, clear and land.knows(said), along_each)


def _price(land: Land, said: Data, kind: str, entered: str, cost: int) -> int:
    """What a move costs: by the kind of the road, then by the place, the area, the first of its tags, its ground."""
    costs, stand = said.get("costs", {}), land.stands[entered]
    area = land.stands[land.area(entered)]
    order = [kind, entered, area.name, *stand.tags, *area.tags, stand.ground]
    return next((int(costs[word]) for word in order if word in costs), cost)


def class_board(land: Land, movement: Data, name: str) -> Board:
    """The board of a class: its places in the order of the file, and its states."""
    said = movement[name] or {}
    board = _changing_board(land, movement, said) if "by" in said else _plain_board(land, said)
    land.finish(board)
    return board


def _plain_board(land: Land, said: Data) -> Board:
    alone = land.walk(said)
    board = Board(whole=land.whole and alone.clear, roads=land.closable)
    numbers = _places(board, land, alone.stands)
    for (start, end), cost in alone.moves.items():
        _move(board, numbers[start], numbers[end], cost, alone.ways.get((start, end), {}))
    return board


def _move(board: Board, start: int, end: int, cost: int, ways: dict[int, int]) -> None:
    board.join(start, end, True, cost)
    for road, price in ways.items():
        board.join(start, end, True, price, road)


def _places(board: Board, land: Land, stands: set[str], states: dict[str, int] | None = None) -> dict[str, int]:
    """Add the places of a board, and the areas whose parts are places as sites; the number of each place."""
    numbers = {}
    for name, stand in land.stands.items():
        if name in stands:
            area = land.stands[land.area(name)]
            parts = any(other.of == area.name for other in land.stands.values())
            tags = frozenset((*stand.tags, *area.tags))
            place = Place(name, tags, area.district, stand.stop, area.name if parts else None)
            numbers[name] = board.add(place, (states or {}).get(name, 1))
    for name in land.stands:
        inside = [number for stand, number in numbers.items() if land.area(stand) == name]
        if any(stand != name and land.area(stand) == name for stand in numbers):
            board.sites.append(Site(name, frozenset(), None, tuple(inside), area=True))
    return numbers


def _changing_board(land: Land, movement: Data, said: Data) -> Board:
    """The board of a class that moves by others: a state for each of these on a place, one where it may change."""
    names = [name for name in listed(said["by"]) if name in movement and "by" not in (movement[name] or {})]
    walkers = [land.walk(movement[name] or {}) for name in names]
    allowed, change = land.entered(said), land.chosen(said.get("change", []))
    stands = {name for each in walkers for name in each.stands} & allowed
    moves = [{pair: cost for pair, cost in each.moves.items() if set(pair) <= stands} for each in walkers]
    modes: dict[str, list[int | str]] = {}
    for name in stands:
        arriving: list[int | str] = [at for at, each in enumerate(moves) if any(end == name for _, end in each)]
        leaving: list[int | str] = [at for at, each in enumerate(moves) if any(start == name for start, _ in each)]
        modes[name] = [ANY] if name in change else arriving or leaving or [ANY]
    right = len(names) == len(listed(said["by"])) and all(each.clear for each in walkers) and land.knows(said)
    board = Board(whole=land.whole and right, roads=land.closable)
    numbers = _places(board, land, stands, {name: len(each) for name, each in modes.items()})
    number = {
        (name, mode): board.states(place)[at]
        for name, place in numbers.items() for at, mode in enumerate(modes[name])
    }  # fmt: skip
    for (name, mode), state in number.items():
        for start, end, at in _next(land, walkers, moves, (name, mode), change):
            arrival = number.get((end, at), number.get((end, ANY)))
            if arrival is not None and end != name:
                _move(board, state, arrival, moves[at][start, end], walkers[at].ways.get((start, end), {}))
    return board


def _next(
    land: Land, walkers: list[Walker], moves: list[dict[tuple[str, str], int]], state: tuple[str, int | str],
    change: set[str],
) -> Iterator[tuple[str, str, int]]:  # fmt: skip
    """The moves of a piece on a place that came as a class: as that class, or after it changed to another."""
    name, mode = state
    for at, each in enumerate(moves):
        for start, end in each:
            here = start == name and (mode == at or name in change)
            elsewhere = (
                start != name and land.area(start) == land.area(name) and name not in walkers[at].stands
                and mode != at and (name in change or start in change)
            )  # fmt: skip
            if here or elsewhere:
                yield start, end, at
