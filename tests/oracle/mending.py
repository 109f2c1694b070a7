"""Repairs that pnp proposes, made in the document as a designer would, and judged by brute force.

After a repair the requirement holds, and all that held before still does. Where pnp says that no single change does,
every single change of the kinds that docs/maps.md lists is tried.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import dist
from typing import TYPE_CHECKING, Any

from pnp.network.budget import REPAIR_STEPS, SearchBudget
from pnp.network.repair import find_repairs
from tests.oracle.area import _exact, _meet, _roads, _spots
from tests.oracle.board import TooCloseError, listed
from tests.oracle.grid import GridBuilder
from tests.oracle.held import UnreadError, limit_of, map_of, written
from tests.oracle.setups import GROUNDS, TooManyError, spots_left
from tests.oracle.streets import read_street
from tests.oracle.table import Table
from tests.oracle.verdict import Map, answer, demand_of, fits, named_closures

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tests.oracle.area import Written
    from tests.oracle.board import Data, Spot
    from tests.oracle.held import Held

MOST = 3
"""How many repairs are asked for."""

CLEAR = 9
"""How far, in millimetres, a road that is tried passes from other areas: nearer ones pnp may leave out."""

UNSURE = (TooCloseError, TooManyError, UnreadError)
"""What brute force can't judge."""

BARRED = r"let no (.*) lie at '(.*)' \(list it under never\)"
"""The words of the change that bars a spot."""


@dataclass(frozen=True)
class Mended:
    """A broken requirement for which repairs were asked: the demand, what came of it, and what is wrong with them."""

    demand: str
    result: str
    differs: str | None = None


def mendings(drawn: Map, answers: Sequence[Held], steps: int = REPAIR_STEPS) -> list[Mended]:
    """The repairs that pnp finds in so many steps for the first broken requirement of a map."""
    requirements = drawn.document["requirements"]
    broken = [at for at, each in enumerate(answers) if each.verdict == "broken" and not each.differs]
    if not broken or len(answers) != len(requirements) or any(each.differs for each in answers):
        return []
    held = [at for at, each in enumerate(answers) if each.verdict == "holds"]
    game_map = map_of(written(drawn.document))
    wanted = [game_map.requirements[at] for at in held]
    demand = demand_of(requirements[broken[0]])
    kept = [requirements[at] for at in (broken[0], *held)]
    repairs = find_repairs(game_map, game_map.requirements[broken[0]], wanted, MOST, SearchBudget(steps))
    if not repairs:
        return [Mended(demand, "none")]
    found = []
    for repair in repairs:
        try:
            wrong = broken_after(drawn.document, repair.changes, kept)
        except UNSURE:
            found.append(Mended(demand, "unsure"))
            continue
        many = len(repair.changes)
        found.append(Mended(demand, f"{many} change{'' if many == 1 else 's'}", wrong and f"{repair.changes}: {wrong}"))
    if len(repairs[0].changes) > 1 and repairs[0].smallest:
        fewer = enough(drawn.document, kept)
        found.append(Mended(demand, "no single", fewer and f"{repairs[0].changes} proposed, but this does: {fewer}"))
    return found


def broken_after(document: Data, changes: Sequence[str], kept: Sequence[Data]) -> str | None:
    """What does not hold in a document after changes, as brute force judges it; None where all does."""
    changed = json.loads(json.dumps(document))
    for words in changes:
        make(changed, words)
    drawn = Map(changed)
    for requirement in kept:
        told = answer(drawn, requirement, limit_of(drawn))
        if told.holds is not True or (told.idle and not _lacked_a_spot(document, requirement)):
            what = "broken" if told.asked and not told.empty else "not asked"
            return f"{what} then: {json.dumps(requirement, ensure_ascii=False)} {told.words}"
    return None


def _lacked_a_spot(document: Data, requirement: Data) -> bool:
    """Whether a closure that a requirement names has no spot before any change: another finding reports it."""
    drawn = Map(document)
    return not all(fits(drawn, name, every=True, limit=limit_of(drawn)) for name in named_closures(requirement))


def enough(document: Data, kept: Sequence[Data]) -> str | None:
    """A single change after which all holds; None where there is none."""
    for words in single_changes(document, kept[0]):
        try:
            if broken_after(document, [words], kept) is None and not _takes_last_spot(document, words):
                return words
        except UNSURE:
            continue
    return None


def _takes_last_spot(document: Data, words: str) -> bool:
    """Whether a change leaves a closure without a spot; then pnp does not propose it."""
    barred = re.fullmatch(BARRED, words)
    if barred is None:
        return False
    changed = json.loads(json.dumps(document))
    make(changed, words)
    drawn = Map(changed)
    return not fits(drawn, barred[1], every=True, limit=limit_of(drawn))


def make(document: Data, words: str) -> None:
    """Make a change in a document as its words say."""
    for pattern, change in CHANGES.items():
        found = re.fullmatch(pattern, words)
        if found:
            change(document, *found.groups())
            return
    raise ValueError(words)


def _spread_roads(document: Data) -> list[Data]:
    """The roads of an area map, each a mapping by itself."""
    roads = [road for item in document.get("roads") or () for road in _roads(item)]
    document["roads"] = [
        {"from": start, "to": end, "one-way": one_way, "via": via, **more} for start, end, one_way, via, more in roads
    ]
    for road in document["roads"]:
        if isinstance(road.get("colour"), list):  # each of them is a road now
            road["colour"] = "red"
    found: list[Data] = document["roads"]
    return found


def _open_road(document: Data, start: str, end: str, number: str | None) -> None:
    _meant(_spread_roads(document), start, "->", end, number)["one-way"] = False


def _meant(roads: list[Data], start: str, sign: str, end: str, number: str | None) -> Data:
    """A road; of several by that name the one with the number, or the last if some are gone already."""
    named = [each for each in roads if (each["from"], each["to"], each["one-way"]) == (start, end, sign == "->")]
    assert number or len(named) == 1, "which one is meant?"
    return named[min(int(number or 1), len(named)) - 1]


def _take_out(document: Data, start: str, sign: str, end: str, number: str | None) -> None:
    roads = _spread_roads(document)
    gone = _meant(roads, start, sign, end, number)
    del roads[next(at for at, each in enumerate(roads) if each is gone)]


def _add_road(document: Data, start: str, end: str, kind: str | None, cost: str | None) -> None:
    road = {"from": start, "to": end, **({"kind": kind} if kind else {}), **({"cost": int(cost)} if cost else {})}
    document.setdefault("roads", []).append(road)


def _bar(document: Data, kind: str, spot: str) -> None:
    """Add a spot to `never`: of a tag or district its places are listed."""
    closure = document["closures"][kind]
    never = closure.get("never")
    ground = isinstance(closure["lies-on"], str) and closure["lies-on"] in GROUNDS
    if never is not None and not ground:
        drawn = Map(document)
        boards = [*(board for _, board in drawn.boards(True, 10**6)), *drawn.classes.values()]
        never = list(dict.fromkeys(board.places[at].name for board in boards for at in Table(board).chosen(never)))
    closure["never"] = [*listed(never), spot]


def _open_street(document: Data, name: str) -> None:
    document["streets"][name] = _both_ways(document["streets"][name])


def _both_ways(said: Data) -> Data:
    return said.replace(" -> ", " -- ") if isinstance(said, str) else {**said, "one-way": False}


def _add_street(document: Data, x: str, y: str, to_x: str, to_y: str) -> None:
    streets, number = document["streets"], 1
    while (name := "New Street" + (f" {number}" if number > 1 else "")) in streets:
        number += 1
    streets[name] = {"from": [float(x), float(y)], "to": [float(to_x), float(to_y)]}


def _tile(document: Data, name: str) -> Data:
    """The tile of that name, or that it is a copy of."""
    tiles: dict[str, Data] = document["tiles"]
    return tiles[name] if name in tiles else tiles[name.rpartition(" ")[0]]


def _open_on_tile(document: Data, street: str, tile: str) -> None:
    streets = _tile(document, tile)["streets"]
    streets[street] = _both_ways(streets[street])


def _move_on_tile(document: Data, street: str, tile: str, here: str, there: str) -> None:
    streets, side = _tile(document, tile)["streets"], float(document["tile"])
    said = streets[street]
    points = read_street(street, said, side, side).line.points
    axis = next(axis for axis in (0, 1) if all(abs(point[axis] - float(here)) < 1e-3 for point in points) and any(
        point[1 - axis] in (0.0, side) for point in points))  # fmt: skip
    moved = [[*point] for point in points]
    for point in moved:
        point[axis] = float(there)
    rest = {key: value for key, value in said.items() if key != "via"} if isinstance(said, dict) else {}
    one_way = {"one-way": True} if isinstance(said, str) and "->" in said else {}
    streets[street] = {**one_way, **rest, "from": moved[0], "to": moved[-1]}
    if moved[1:-1]:
        streets[street]["via"] = moved[1:-1]


def _open_side(document: Data, _: str, one: str, two: str) -> None:
    """Write an opening before all other entries: of several that name a side the first counts."""
    document["sides"] = [{"between": [one, two], "kind": "opening"}, *document.get("sides", [])]


def _let_in(document: Data, mover: str, ground: str) -> None:
    said = document["movement"][mover]
    said["never"] = [each for each in _several(said["never"]) if _word(each) != ground]


def _let_cross(document: Data, mover: str, side: str) -> None:
    del document["movement"][mover]["crosses"][side]


def _let_along(document: Data, mover: str, kind: str) -> None:
    said = document["movement"][mover]
    said["along"] = [*_several(said["along"]), kind]


def _leave_roads(document: Data, mover: str) -> None:
    _let_along(document, mover, "open")


def _several(said: Any) -> list[Any]:
    return said if isinstance(said, list) else [said]


def _word(said: Any) -> str:
    """A choice of places as pnp writes it."""
    if isinstance(said, dict):
        return next(f"{{{key}: {name}}}" for key, name in said.items())
    return said if said == "every place" else f"'{said}'"


def _unused(document: Data, names: str) -> None:
    document["unused"] = [*(document.get("unused") or ()), *re.findall(r"'([^']*)'", names)]


def _allow(document: Data, turn: str) -> None:
    document["turns"] = [*document.get("turns", ("right", "straight", "left")), turn]


def _turn_round(document: Data) -> None:
    document["turn-in-street"] = True


CHANGES: dict[str, Callable[..., None]] = {
    r"let the road '(.*) -> (.*)'(?: \(number (\d+) of \d+ by that name\))? go both ways": _open_road,
    r"take out the road '(.*) (--|->) (.*)'(?: \(number (\d+) of \d+ by that name\))?": _take_out,
    r"add the road '(.*?) -- (.*?)'(?: of the kind '(.*)')?(?: at a cost of (\d+))?": _add_road,
    BARRED: _bar,
    r"let '(.*)' on '(.*)' go both ways": _open_on_tile,
    r"let '(.*)' go both ways": _open_street,
    r"add a street '(\S+) (\S+) -- (\S+) (\S+)'": _add_street,
    r"move '(.*)' on '(.*)' from (\S+) to (\S+)": _move_on_tile,
    r"let '(.*)' enter (.*) \(take it out of never\)": _let_in,
    r"let '(.*)' cross '(.*)' \(take it out of crosses\)": _let_cross,
    r"let '(.*)' move along '(.*)' too": _let_along,
    r"let '(.*)' leave the roads \(list 'open' under along\)": _leave_roads,
    r"open the (.*) between '(.*)' and '(.*)'": _open_side,
    r"name (.*) under unused": _unused,
    r"allow '(.*)' among the turns": _allow,
    r"let pieces turn in the street \(turn-in-street: true\)": _turn_round,
}
"""The changes that pnp proposes, by their words."""


def single_changes(document: Data, requirement: Data) -> Iterator[str]:
    """Single changes that pnp tries, in its words: those of which brute force is sure that they are allowed."""
    if demand_of(requirement) == "count":
        return
    yield from _class_changes(document, requirement)
    yield from OF_KINDS[document["kind"]](document, requirement)
    kinds = listed(requirement[demand_of(requirement)].get("by")) if "isolation" in requirement else []
    kinds += list(requirement.get("with", ()))
    closures = document.get("closures") or {}
    for kind in kinds or (closures if "in" in requirement and "isolation" not in requirement else ()):
        if isinstance(closures[kind].get("never"), dict) and document.get("tiles-on"):
            continue  # what a tag chooses depends on the tiles that are laid: no names say the same
        for spot in _spots_of(Map(document), requirement, kind):
            yield f"let no {kind} lie at '{spot.name}' (list it under never)"


def _class_changes(document: Data, requirement: Data) -> Iterator[str]:
    """What keeps the classes out for which a requirement is, or those that they move as."""
    movement = document.get("movement") or {}
    names = listed(requirement.get("for"))
    names += [one for name in names for one in listed((movement[name] or {}).get("by"))]
    for name in dict.fromkeys(names):
        said = movement[name] or {}
        yield from (
            f"let '{name}' enter {_word(each)} (take it out of never)" for each in _several(said.get("never", []))
        )
        for side, cost in (said.get("crosses") or {}).items():
            if cost == "never":
                yield f"let '{name}' cross '{side}' (take it out of crosses)"
        along, cells = _several(said.get("along", [])), document["kind"] == "grid-map"
        if along and cells and "open" not in along:
            yield f"let '{name}' leave the roads (list 'open' under along)"
        for kind in sorted(_road_kinds(document) - {*along} if along else ()):
            yield f"let '{name}' move along '{kind}' too"


def _road_kinds(document: Data) -> set[str]:
    """The kinds of the roads on a map."""
    if document["kind"] == "grid-map":
        return {
            (road.get("kind", "road") if isinstance(road, dict) else "road") for road in document.get("roads") or ()
        }
    return {more.get("kind", "road") for item in document.get("roads") or () for *_, more in _roads(item)}


def _spots_of(drawn: Map, requirement: Data, kind: str) -> list[Spot]:
    """The spots of a closure on the map, or where the class goes that a requirement is for."""
    movers = listed(requirement.get("for"))
    boards = [drawn.classes[name] for name in movers[:1]] or [drawn.printed]
    return [spot for board in boards for spot in spots_left(board, kind, drawn.document["closures"][kind])]


def _area_changes(document: Data, requirement: Data) -> Iterator[str]:
    roads = [road for item in document.get("roads") or () for road in _roads(item)]
    names = [f"'{start} {'->' if one_way else '--'} {end}'" for start, end, one_way, *_ in roads]

    def numbered(at: int) -> str:
        which, many = names[: at + 1].count(names[at]), names.count(names[at])
        return names[at] + (f" (number {which} of {many} by that name)" if many > 1 else "")

    yield from (f"let the road {numbered(at)} go both ways" for at, road in enumerate(roads) if road[2])
    may_add = all(_uses_roads(document, name) for name in listed(requirement.get("for")))
    for one, two in _new_roads(document, roads) if may_add else ():
        cost = _usual_cost(document, roads, one, two)
        yield f"add the road '{one} -- {two}'" + (f" at a cost of {cost}" if cost else "")
    demand = demand_of(requirement)
    many = {"distance": {"at-least", "is"}, "degree": {"at-most", "is"}}.get(demand, set())
    if demand in ("not-adjacent", "no-crossing") or many & set(requirement[demand] if many else ()):
        yield from (f"take out the road {numbered(at)}" for at in range(len(roads)))


def _uses_roads(document: Data, name: str) -> bool:
    """Whether a class moves in one way, along roads without a kind."""
    said = document["movement"][name] or {}
    return "by" not in said and "road" in listed(said.get("along", "road"))


def _usual_cost(document: Data, roads: list[Written], one: str, two: str) -> int | None:
    """What a new road costs: the upper median of what others cost a millimetre, times its length."""
    at, kinds = {name: said["at"] for name, said in document["areas"].items()}, document.get("road-kinds") or {}
    rates = []
    for start, end, _, _, more in roads:
        cost = more.get("cost", (kinds.get(more.get("kind")) or {}).get("cost"))
        if cost is not None and start in at and end in at and at[start] != at[end]:
            rates.append(cost / dist(at[start], at[end]))
    if not rates:
        return None
    return min(max(round(sorted(rates)[len(rates) // 2] * dist(at[one], at[two])), 1), 1000)


def _new_roads(document: Data, roads: list[Written]) -> Iterator[tuple[str, str]]:
    """Pairs that a road may join: it crosses none, passes no area, and is not longer than allowed."""
    areas, there = document["areas"], _spots(document["areas"])
    at = {name: said["at"] for name, said in there.items() if said and "at" in said}
    if len(at) < len(there):
        return
    drawn = [
        (frozenset(ends), [_exact(each) for each in (at[ends[0]], *via, at[ends[1]])]) for *ends, _, via, _ in roads
    ]  # type: ignore[misc]
    limit = document.get("new-roads") or max((dist(at[start], at[end]) for start, end, *_ in roads), default=0)
    spots = {name: _exact(point) for name, point in at.items()}
    for one, two in combinations([name for name, said in areas.items() if "parts" not in (said or {})], 2):
        new = (frozenset((one, two)), [spots[one], spots[two]])
        if new[0] in {ends for ends, _ in drawn} or not 0 < dist(at[one], at[two]) <= limit - 0.1:
            continue
        near = any(_away(spots[name], *new[1]) < CLEAR for name in spots if name not in new[0])
        if not near and not any(_meet(new, each, spots) for each in drawn if len(each[0]) > 1):
            yield one, two


def _away(point: tuple[Fraction, Fraction], start: tuple[Fraction, Fraction], end: tuple[Fraction, Fraction]) -> float:
    """How far a point is from a straight line between two others."""
    (x, y), (ax, ay), (bx, by) = point, start, end
    along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2)
    along = min(max(along, Fraction(0)), Fraction(1))
    return dist((float(x), float(y)), (float(ax + along * (bx - ax)), float(ay + along * (by - ay))))


def _street_changes(document: Data, _: Data) -> Iterator[str]:
    for name, said in document["streets"].items():
        if ("->" in said) if isinstance(said, str) else said.get("one-way"):
            yield f"let '{name}' go both ways"


def _tile_changes(document: Data, _: Data) -> Iterator[str]:
    side, straight = float(document["tile"]), []
    for tile, on_it in document["tiles"].items():
        for name, said in ((on_it or {}).get("streets") or {}).items():
            if ("->" in said) if isinstance(said, str) else said.get("one-way"):
                yield f"let '{name}' on '{tile}' go both ways"
            points = read_street(name, said, side, side).line.points
            for axis in (0, 1):
                ends = {point[1 - axis] for point in points}
                if len({point[axis] for point in points}) == 1 and {0.0, side} <= ends:
                    straight.append((name, tile, points[0][axis]))
    offsets = {at for *_, at in straight}
    for name, tile, at in straight:
        for there in sorted(offsets | {side - each for each in offsets}):
            if abs(there - at) > 0.1:
                yield f"move '{name}' on '{tile}' from {at:g} to {there:g}"


def _block_changes(document: Data, _: Data) -> Iterator[str]:
    allowed = document.get("turns", ("right", "straight", "left"))
    yield from (
        f"allow '{turn}' among the turns" for turn in ("right", "straight", "left", "u-turn") if turn not in allowed
    )
    if not document.get("turn-in-street"):
        yield "let pieces turn in the street (turn-in-street: true)"


def _grid_changes(document: Data, _: Data) -> Iterator[str]:
    drawn = GridBuilder(document)
    for one, beyond in enumerate(drawn.around):
        for degrees, two in beyond.items():
            side = drawn.sides.get((one, degrees))
            if (
                side
                and side.cell == one
                and drawn.kinds[side.kind].get("closed")
                and drawn.open[one]
                and drawn.open[two]
            ):
                yield f"open the {side.kind} between '{drawn.cells[one].name}' and '{drawn.cells[two].name}'"


OF_KINDS = {
    "area-map": _area_changes,
    "street-map": _street_changes,
    "tile-map": _tile_changes,
    "block-map": _block_changes,
    "grid-map": _grid_changes,
}
"""What a kind of map offers to change, beside where closures lie."""
