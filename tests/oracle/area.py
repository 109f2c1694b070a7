"""Area maps by brute force: a place each area, a move or two each road."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from tests.oracle.board import Board, ClosableRoad, Place, TooCloseError, tags_of
from tests.oracle.movement import Land, Stand

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.oracle.board import Data

Exact = tuple[Fraction, Fraction]
Drawn = tuple[frozenset[str], list[Exact]]
"""A road on paper: the areas at its ends, and its points."""

Written = tuple[str, str, bool, list["Data"], "Data"]
"""A road as written: from, to, whether one way, bends, and a mapping of what else it says."""


def area_board(document: Data) -> Board:
    """The board of an area map."""
    board = Board()
    areas = document.get("areas") or {}
    numbers = {}
    for name, said in areas.items():
        parts = (said or {}).get("parts")
        passed = (said or {}).get("waypoint", False)
        tags = frozenset() if passed else tags_of(said)
        place = Place(name, tags, (said or {}).get("in"), stop=not passed, area=name if parts else None)
        numbers[name] = board.add(place)
        numbers |= dict.fromkeys((f"{name}/{part}" for part in parts or ()), numbers[name])
    roads = [road for item in document.get("roads") or () for road in _roads(item)]
    kinds = document.get("road-kinds") or {}
    board.roads = closable_roads(document)
    for at, (start, end, one_way, _, more) in enumerate(roads):
        if start not in numbers or end not in numbers:
            board.whole = False
        else:
            way = numbers[start], numbers[end]
            cost = cost_of(more, kinds)
            board.join(*way, True, cost if _counts(end, roads, areas, kinds) else 0, at)
            if not one_way:
                board.join(*way[::-1], True, cost if _counts(start, roads, areas, kinds) else 0, at)
    there = [road for road in roads if road[0] in numbers and road[1] in numbers]
    drawn = any(start != end for start, end, *_ in there)
    spots = _spots(areas)
    if drawn or any(not said or "at" not in said for said in spots.values()):
        board.crossed = lambda: _crossed(spots, there)
    if any("outline" in (said or {}) and "at" not in said for said in areas.values()):
        board.crossed = _unplaced
    return board


def _unplaced() -> bool | None:
    """Where areas are that have an outline for a position is not looked at here."""
    raise TooCloseError


def closable_roads(document: Data) -> list[ClosableRoad]:
    """The roads by number: called as they say, else after their ends; of those called alike each has a number."""
    roads = [road for item in document.get("roads") or () for road in _roads(item)]
    called = [more.get("name") or f"{start} -- {end}" for start, end, _, _, more in roads]
    kinds = {frozenset(each["between"]): each["kind"] for each in document.get("borders") or ()}
    return [
        ClosableRoad(
            name if called.count(name) == 1 else f"{name} {called[: at + 1].count(name)}",
            road[4].get("kind") or kinds.get(frozenset(end.split("/")[0] for end in road[:2]), "road"),
            at,
        )
        for at, (name, road) in enumerate(zip(called, roads, strict=True))
    ]


def _counts(end: str, roads: list[Written], areas: Data, kinds: Data) -> bool:
    """Whether a move to an area counts what its road costs.

    To a waypoint it does where some road has a cost of those that meet there, or at waypoints that roads join to it.
    """
    if not (areas.get(end) or {}).get("waypoint"):
        return True
    joined, size = {end}, 0
    while len(joined) > size:
        size = len(joined)
        for one, two, *_ in roads:
            for first, second in ((one, two), (two, one)):
                if first in joined and (areas.get(second) or {}).get("waypoint"):
                    joined.add(second)
    return any(priced(more, kinds) for one, two, _, _, more in roads if joined & {one, two})


def _spots(areas: Data) -> dict[str, Data]:
    """The areas and their parts; a part without a position has that of its area."""
    found: dict[str, Data] = dict(areas)
    for name, said in areas.items():
        for part, own in ((said or {}).get("parts") or {}).items():
            found[f"{name}/{part}"] = {**({"at": said["at"]} if "at" in said else {}), **(own or {})}
    return found


def land_of(document: Data) -> Land:
    """The areas, their parts and the roads of an area map as movement classes see them."""
    kinds = document.get("road-kinds") or {}
    land = Land(grounds={"land", "sea", "lake", "waste"}, kinds=set(kinds))
    for name, said in (document.get("areas") or {}).items():
        own = said or {}
        ground = own.get("ground", "land")
        passed = own.get("waypoint", False)
        tags = () if passed else tuple(own.get("tags", ()))
        land.stands[name] = Stand(name, ground, tags, own.get("in"), stop=not passed)
        for part, more in (own.get("parts") or {}).items():
            more = more or {}
            stand = Stand(f"{name}/{part}", more.get("ground", ground), tuple(more.get("tags", ())), None, name)
            land.stands[stand.name] = stand
    areas = document.get("areas") or {}
    roads = [road for item in document.get("roads") or () for road in _roads(item)]
    land.closable = closable_roads(document)
    for at, (start, end, one_way, _, more) in enumerate(roads):
        kind, cost = more.get("kind", "road"), cost_of(more, kinds)
        land.kinds |= {kind}
        if start not in land.stands or end not in land.stands:
            land.whole = False
        elif start != end:
            there = cost if _counts(end, roads, areas, kinds) else 0
            back = cost if _counts(start, roads, areas, kinds) else 0
            land.roads.append((start, end, kind, there, None if one_way else back, at))
    return land


def cost_of(more: Data, kinds: Data) -> int:
    """What a road costs: what it says, or what its kind says, or how many spaces it has, or 1."""
    return priced(more, kinds) or 1


def priced(more: Data, kinds: Data) -> int | None:
    """What a road costs that says so in one of these ways."""
    of_kind = (kinds.get(more.get("kind")) or {}).get("cost")
    found: int | None = more.get("cost", of_kind if of_kind is not None else more.get("spaces"))
    return found


def _roads(item: Data) -> Iterator[Written]:
    """The roads of one item: from, to, whether one way, bends, and what else it says."""
    if isinstance(item, dict):
        more = {key: value for key, value in item.items() if key not in ("from", "to", "one-way", "via")}
        for _ in range(len(item["colour"]) if isinstance(item.get("colour"), list) else 1):
            yield item["from"], item["to"], item.get("one-way", False), item.get("via", []), more
    elif isinstance(item, list):
        yield from ((start, end, False, [], {}) for start, end in pairwise(item))
    else:
        words = re.split(r"\s+(--|->|<-)\s+", item)
        for start, sign, end in zip(words[::2], words[1::2], words[2::2], strict=False):
            first, last = (end, start) if sign == "<-" else (start, end)
            yield first.strip(), last.strip(), sign != "--", [], {}


def _crossed(areas: Data, roads: list[Written]) -> bool | None:
    """Whether two roads meet on paper elsewhere than at a place where both end; None where an area has no position.

    A road that wraps is drawn as two short stubs to the edge, which are not looked at.
    """
    if any(not said or "at" not in said for said in areas.values()):
        return None
    drawn: list[Drawn] = []
    for start, end, _, via, more in roads:
        if start != end and "wraps" not in more:
            points = [areas[start]["at"], *via, areas[end]["at"]]
            drawn.append((frozenset((start, end)), [_exact(point) for point in points]))
    places = {name: _exact(said["at"]) for name, said in areas.items()}
    return any(_meet(one, two, places) for one, two in combinations(drawn, 2) if one[0] != two[0])


def _exact(point: Data) -> Exact:
    return Fraction(str(point[0])), Fraction(str(point[1]))


def _meet(one: Drawn, two: Drawn, places: dict[str, Exact]) -> bool:
    shared = {places[name] for name in one[0] & two[0]}
    for first in pairwise(one[1]):
        for second in pairwise(two[1]):
            common = None if _apart(first, second) else _common(first, second)
            if common and (len(common) > 1 or not common <= shared):
                return True
    return False


def _apart(one: tuple[Exact, Exact], two: tuple[Exact, Exact]) -> bool:
    """Whether one lies to a side of the other."""
    return any(
        max(one[0][axis], one[1][axis]) < min(two[0][axis], two[1][axis])
        or max(two[0][axis], two[1][axis]) < min(one[0][axis], one[1][axis])
        for axis in (0, 1)
    )


def _common(one: tuple[Exact, Exact], two: tuple[Exact, Exact]) -> set[Exact]:
    """A point that two straight parts have in common, the ends of what they have in common where that is more."""
    (ax, ay), (bx, by) = one
    (cx, cy), (dx, dy) = two
    turn = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
    if turn:
        first = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / turn
        second = ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / turn
        inside = 0 <= first <= 1 and 0 <= second <= 1
        return {(ax + (bx - ax) * first, ay + (by - ay) * first)} if inside else set()
    return {point for point in one if _on(two, point)} | {point for point in two if _on(one, point)}


def _on(part: tuple[Exact, Exact], point: Exact) -> bool:
    (ax, ay), (bx, by) = part
    level = (bx - ax) * (point[1] - ay) == (by - ay) * (point[0] - ax)
    return level and min(ax, bx) <= point[0] <= max(ax, bx) and min(ay, by) <= point[1] <= max(ay, by)
