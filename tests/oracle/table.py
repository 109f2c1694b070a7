"""A board with something laid on it, and what each demand says of it: walked through state by state."""

from __future__ import annotations

from fractions import Fraction
from functools import cache, cached_property
from math import inf
from typing import TYPE_CHECKING

from tests.oracle.board import UNSURE, TooCloseError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from tests.oracle.board import Board, Data, Move

Goal = tuple[str, list[int]]
"""A place or a site by name, with the open places where it is reached."""


class Table:
    """A board in one setup; what is closed is no stop, nobody enters it, and nothing is asked of it."""

    def __init__(self, board: Board, removed: Iterable[Move] = (), closed: Iterable[int] = ()) -> None:
        self.board, self.closed = board, frozenset(closed)
        self.after = [set(ends) for ends in board.after] if removed else board.after
        for start, end in removed:
            self.after[start].discard(end)
        self.stops = [at for at, place in enumerate(board.places) if place.stop and at not in self.closed]
        stops = set(self.stops)
        self.standing = [owner in stops for owner in board.owner]
        self.next = [self._next(state) if self.standing[state] else 0 for state in range(len(board.owner))]
        self.waves: dict[int, list[int]] = {}

    def _next(self, state: int) -> int:
        """The states, as bits, at which a piece may stop next."""
        found, seen, pending = 0, {state}, [state]
        while pending:
            for end in self.after[pending.pop()]:
                if self.standing[end]:
                    found |= 1 << end
                elif end not in seen:
                    seen.add(end)
                    pending.append(end)
        return found

    def wave(self, state: int) -> list[int]:
        """The states that are so many moves away: at 0 the state itself."""
        if state not in self.waves:
            front = seen = 1 << state
            waves = []
            while front:
                waves.append(front)
                ahead = 0
                for each in bits(front):
                    ahead |= self.next[each]
                front = ahead & ~seen
                seen |= front
            self.waves[state] = waves
        return self.waves[state]

    def mask(self, places: Iterable[int]) -> int:
        """The states of places as bits."""
        found = 0
        for place in places:
            for state in self.board.states(place):
                found |= 1 << state
        return found

    def away(self, state: int, goal: int) -> float:
        """How many moves it takes from a state to the nearest of those in a mask."""
        return next((moves for moves, wave in enumerate(self.wave(state)) if wave & goal), inf)

    def leads(self, state: int) -> int:
        """All states that a way leads to, with the state itself."""
        return sum(self.wave(state))

    def goals(self, selector: Data) -> list[Goal]:
        """What a selector means: places, and sites by one of their names, tags or districts."""
        board = self.board
        things: list[Goal] = []
        if selector is None or selector == "every place":
            return [(board.places[at].name, [at]) for at in self.stops]
        for at, place in enumerate(board.places):
            district = place.district if place.stop else None
            if meant(selector, place.name, place.tags, district):
                things.append((place.name, [at]))
        for site in board.sites:
            if meant(selector, site.name, site.tags, site.district):
                things.append((site.name, list(site.places)))
        if not isinstance(selector, dict):
            order = {name: number for number, name in enumerate(names(selector))}
            things.sort(key=lambda each: order[each[0]])
        opened = ((name, [at for at in places if at not in self.closed]) for name, places in things)
        return [(name, places) for name, places in opened if places]

    def chosen(self, selector: Data) -> list[int]:
        """The places that a selector means."""
        return list(dict.fromkeys(at for _, places in self.goals(selector) for at in places))

    def by_default(self, selector: Data) -> list[Goal]:
        """The items that a selector means; where it is not written, the places where pieces start."""
        if selector is not None:
            return self.goals(selector)
        tagged = [at for at, place in enumerate(self.board.places) if "start" in place.tags]
        starts = [at for at in tagged if at not in self.closed] if tagged else self.stops
        return [(self.board.places[at].name, [at]) for at in starts]

    def standing_on(self, item: Goal) -> list[int]:
        """The states of all places of an item."""
        return list(dict.fromkeys(state for place in item[1] for state in self.board.states(place)))

    def pairs(self, starts: list[Goal], goals: list[Goal], same: bool = False) -> Iterator[tuple[Goal, Goal, float]]:
        """Each state of each start with each goal, and how far that is; no item with itself, unless it is the same."""
        for start in starts:
            for goal in goals:
                if same or start[0] != goal[0]:
                    mask = self.mask(goal[1])
                    for state in self.standing_on(start):
                        yield start, goal, self.away(state, mask)

    def neighbours(self, place: int) -> tuple[set[int], set[int]]:
        """The other places from which a piece may come next, and those to which it may go."""
        owner = self.board.owner
        onward = {owner[end] for state in self.board.states(place) for end in self._ends[state]}
        back = {owner[start] for state in self.board.states(place) for start in self._starts[state]}
        return back - {place}, onward - {place}

    @cached_property
    def _ends(self) -> list[list[int]]:
        return [list(bits(ends)) for ends in self.next]

    @cached_property
    def _starts(self) -> list[list[int]]:
        found: list[list[int]] = [[] for _ in self.next]
        for state, ends in enumerate(self._ends):
            for end in ends:
                found[end].append(state)
        return found


def bits(mask: int) -> Iterator[int]:
    """The numbers of the bits that are set."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def names(selector: Data) -> list[str]:
    """The names that a selector lists."""
    return selector if isinstance(selector, list) else [selector]


def meant(selector: Data, name: str, tags: frozenset[str], district: str | None) -> bool:
    """Whether a selector means what has that name, those tags, that district."""
    if isinstance(selector, dict):
        if "tag" not in selector and district == UNSURE:
            raise TooCloseError
        return selector["tag"] in tags if "tag" in selector else selector["in"] == district
    return name in names(selector)


def keeps(body: Data, number: float | Fraction) -> bool:
    """Whether a number keeps the bounds that stand in a demand; no way is endlessly long."""
    exactly, least, most = (_exact(body.get(key)) for key in ("is", "at-least", "at-most"))
    return (
        (exactly is None or number == exactly)
        and (least is None or number >= least)
        and (most is None or number <= most)
    )


@cache
def _exact(limit: float | None) -> float | Fraction | None:
    """A limit as it is written: a tenth is one."""
    return Fraction(str(limit)) if isinstance(limit, float) else limit


def connected(table: Table, _: Data) -> bool:
    """Whether from every state of an open place a way leads to every open place."""
    masks = {place: table.mask([place]) for place in table.stops}
    for place in table.stops:
        for state in table.board.states(place):
            led = table.leads(state)
            if not all(led & mask for mask in masks.values()):
                return False
    return True


def sides(table: Table, demand: str, body: Data) -> tuple[list[Goal], list[Goal]]:
    """The items from which a demand asks, and those to which."""
    match demand:
        case "reach" | "distance":
            return table.goals(body.get("from")), table.goals(body["to"])
        case "within":
            return table.goals(body.get("every")), table.goals(body["a"])
        case "adjacent" | "not-adjacent":
            return table.goals(body[0]), table.goals(body[1])
        case "fair-starts":
            return table.by_default(body.get("from")), table.goals(body["to"])
        case "isolation":
            return table.by_default(body.get("from")), table.goals(body.get("of"))
        case "degree":
            return table.goals(body.get("of")), []
        case "no-trap" if isinstance(body, dict):
            return table.goals(body["unless"]), []
    raise NotImplementedError(demand)


PAIRED = ("reach", "distance", "within", "adjacent", "not-adjacent", "fair-starts", "isolation")


def may_be_same(demand: str, body: Data) -> bool:
    """Whether an item is asked about as its own goal: within, and a distance between one name and the same."""
    if demand == "within":
        return True
    if demand != "distance" or isinstance(body["from"], dict) or isinstance(body["to"], dict):
        return False
    start, goal = set(names(body["from"])), set(names(body["to"]))
    return len(start) == 1 and start == goal != {"every place"}


def asked(table: Table, demand: str, body: Data, with_itself: bool = False) -> tuple[set[str], set[str]]:
    """The names of the items of which something is asked, on either side."""
    if demand in PAIRED:
        starts, goals = sides(table, demand, body)
        if demand == "within" and not goals and not table.closed:
            return {start[0] for start in starts if table.standing_on(start)}, set()
        found = list(table.pairs(starts, goals, with_itself or may_be_same(demand, body)))
        return {start[0] for start, _, _ in found}, {goal[0] for _, goal, _ in found}
    if demand == "degree" or (demand == "no-trap" and isinstance(body, dict)):
        return {name for name, _ in sides(table, demand, body)[0]}, set()
    return ({"it"} if table.stops or demand in ("count", "no-crossing", "seams-meet") else set()), set()


def asks(table: Table, demand: str, body: Data) -> bool:
    """Whether something is asked of this setup."""
    if demand == "no-trap":
        return bool(table.stops)
    return bool(asked(table, demand, body)[0])


def is_open_ended(demand: str, body: Data) -> bool:
    """Whether an infinite distance keeps the bounds."""
    return demand == "distance" and not {"is", "at-most", "reachable"} & body.keys()


def joined(table: Table, body: Data) -> bool:
    """Whether any way leads from a start to a goal of a distance."""
    return any(moves < inf for *_, moves in table.pairs(*sides(table, "distance", body), may_be_same("distance", body)))


def reach(table: Table, body: Data) -> bool:
    """Whether from each state of each start a way leads to each goal."""
    return all(moves < inf for *_, moves in table.pairs(*sides(table, "reach", body)))


def distance(table: Table, body: Data) -> bool:
    """Whether each of these ways is as long as it must be."""
    pairs = table.pairs(*sides(table, "distance", body), may_be_same("distance", body))
    return all(keeps(body, moves) and (moves < inf or "reachable" not in body) for *_, moves in pairs)


def _single_moves(table: Table, body: Data) -> Iterator[bool]:
    """For each state of the first whether a single move leads to the second, from one place to another."""
    starts, goals = sides(table, "adjacent", body)
    for start in starts:
        for goal in goals:
            if start[0] != goal[0]:
                for state in table.standing_on(start):
                    others = [place for place in goal[1] if place != table.board.owner[state]]
                    yield bool(table.next[state] & table.mask(others))


def adjacent(table: Table, body: Data) -> bool:
    """Whether one does from every state."""
    return all(_single_moves(table, body))


def not_adjacent(table: Table, body: Data) -> bool:
    """Whether one does from no state."""
    return not any(_single_moves(table, body))


def misfits(table: Table, body: Data) -> list[int]:
    """The places whose neighbours are too few or too many."""
    pick: Callable[[set[int], set[int]], set[int]] = {
        "in": lambda back, _: back, "out": lambda _, onward: onward, "neighbours": lambda back, onward: back | onward,
    }[body.get("counts", "neighbours")]  # fmt: skip
    return [place for place in table.chosen(body.get("of")) if not keeps(body, len(pick(*table.neighbours(place))))]


def degree(table: Table, body: Data) -> bool:
    """Whether each place has as many neighbours as it must."""
    return not misfits(table, body)


def dead_ends(table: Table, _: Data = True) -> list[int]:
    """The places with no way on, or with one neighbour only, to which they go back."""
    found = []
    for place in table.stops:
        back, onward = table.neighbours(place)
        if not onward or (len(onward) == 1 and back == onward):
            found.append(place)
    return found


def no_dead_end(table: Table, _: Data) -> bool:
    """Whether there are none."""
    return not dead_ends(table)


def no_trap(table: Table, body: Data) -> bool:
    """Whether no set of states, less than all and without a harmless place, is entered and left by no move.

    What the end of a move leads to is the least such set that the move may enter.
    """
    harmless = table.mask(table.chosen(body["unless"])) if isinstance(body, dict) else 0
    for state, stands in enumerate(table.standing):
        for end in bits(table.next[state]) if stands else ():
            led = table.leads(end)
            if not led >> state & 1 and not led & harmless:
                return False
    return True


def count(table: Table, body: Data) -> bool:
    """Whether there are so many of them."""
    return keeps(body, len(table.goals(body.get("of"))))


def within(table: Table, body: Data) -> bool:
    """Whether from each state of each start a goal is near; where closures lie on all goals, none is asked for."""
    starts, goals = sides(table, "within", body)
    if not goals and table.closed:
        return True
    mask = table.mask(at for _, places in goals for at in places)
    return all(keeps(body, table.away(state, mask)) for start in starts for state in table.standing_on(start))


def fair_starts(table: Table, body: Data) -> bool:
    """Whether the starts' mean distances to goals other than themselves differ by no more than a part of their mean."""
    starts, goals = sides(table, "fair-starts", body)
    means = []
    for start in starts:
        far = [
            max(table.away(state, table.mask(goal[1])) for state in table.standing_on(start))
            for goal in goals
            if goal[0] != start[0] and table.standing_on(start)
        ]
        if inf in far:
            return False
        if far:
            means.append(Fraction(int(sum(far)), len(far)))
    if not means:
        return True
    mean = sum(means, Fraction(0)) / len(means)
    return keeps(body, (max(means) - min(means)) / mean if mean else Fraction(0))


def isolation(table: Table, body: Data) -> bool:
    """Whether each open item that is asked about is still reached from each open start."""
    return all(moves < inf for *_, moves in table.pairs(*sides(table, "isolation", body)))


def no_crossing(table: Table, _: Data) -> bool | None:
    """Whether no two roads cross on paper; unknown for a draft."""
    crossed = table.board.crossed()
    return None if crossed is None else not crossed


def seams_meet(table: Table, _: Data) -> bool:
    """Whether no way ends at a kerb."""
    return not table.board.kerbs


DEMANDS: dict[str, Callable[[Table, Data], bool | None]] = {
    "connected": connected,
    "reach": reach,
    "distance": distance,
    "within": within,
    "adjacent": adjacent,
    "not-adjacent": not_adjacent,
    "degree": degree,
    "count": count,
    "no-dead-end": no_dead_end,
    "no-trap": no_trap,
    "survives": connected,
    "isolation": isolation,
    "fair-starts": fair_starts,
    "no-crossing": no_crossing,
    "seams-meet": seams_meet,
}
"""Each demand in one setup; `survives` and `isolation` ask it in many."""
