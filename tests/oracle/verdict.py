"""What a requirement comes to: tried in every setup that it speaks of."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from tests.oracle.area import area_board, land_of
from tests.oracle.block import block_board
from tests.oracle.board import listed
from tests.oracle.cell_movement import class_city, grid_land
from tests.oracle.grid import GridCity, grid_board, grid_city
from tests.oracle.movement import class_board
from tests.oracle.setups import GROUNDS, TooManyError, keeps_apart, laid, spots_left, supply_for
from tests.oracle.street import street_board
from tests.oracle.table import DEMANDS, EVERY, Table, selectors_of_route
from tests.oracle.tile import City, city_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.oracle.board import Board, Data
    from tests.oracle.setups import Setup, Supply
    from tests.oracle.table import Outcome

BOARDS = {"area-map": area_board, "street-map": street_board, "block-map": block_board, "grid-map": grid_board}
LANDS = {"area-map": land_of, "grid-map": grid_land}

Words = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Answer:
    """What brute force finds: `holds` is None where nothing is asked, or for a draft whose roads are asked about.

    `total` counts the setups, `covered` those in which something is asked. `asked` is False where the requirement
    names what is not there; `empty` lists the selectors and names of which nothing is asked. Where a setup breaks the
    demand, `words` name the first in order, `closures` is how many it lays, and `table` is the board then; `others` are
    all that break it with as many.
    """

    holds: bool | None
    total: int = 1
    covered: int = 0
    words: Words = ()
    closures: int = 0
    table: Table | None = None
    asked: bool = True
    empty: tuple[str, ...] = ()
    others: frozenset[Words] = frozenset()
    idle: bool = False
    """Whether it would hold, but names a closure without a spot: it does not count as proved."""
    illegal: int = 0
    """How many setups break a condition of `legal`; they are not in `total`."""


class Map:
    """A document on the table: as printed, and in every arrangement."""

    def __init__(self, document: Data) -> None:
        self.document = document
        self.city: City | GridCity | None = _city(document)
        self.printed = self.city.printed if self.city else BOARDS[document["kind"]](document)
        self.everybody = self.printed
        self.kept: list[tuple[Words, Board]] | None = None
        land = LANDS[document["kind"]](document) if document.get("movement") else None
        movement = document.get("movement") or {}
        self.classes = {name: class_board(land, movement, name) for name in movement} if land else {}
        boards = (self.everybody, *self.classes.values())
        has_roads = any(board.closable() for board in boards)
        for board in boards:
            board.has_roads = has_roads

    def for_class(self, name: str) -> Map:
        """The map as a movement class sees it."""
        found = copy(self)
        found.printed = self.classes[name]
        if isinstance(self.city, GridCity):
            found.city, found.kept = class_city(self.city, name), None
        return found

    def each_mover(self) -> Iterator[Map]:
        """The map as everybody sees it, and as each class does."""
        anybody = Map(self.document)
        yield from (anybody, *map(anybody.for_class, self.classes))

    @property
    def whole(self) -> bool:
        """Whether the map has no gaps."""
        return self.printed.whole

    def words(self) -> tuple[set[str], ...]:
        """The names, tags and districts that a requirement may speak of, on the map or for any class."""
        found = [board.words() for board in (self.everybody, *self.classes.values())]
        return tuple(set().union(*(words[at] for words in found)) for at in range(3))

    def known(self, requirement: Data) -> bool:
        """Whether a requirement can be asked: the map has no gaps, and all that it names is there."""
        classes = listed(requirement.get("for"))
        there = all(name in self.classes and self.classes[name].whole and self.classes[name].places for name in classes)
        conditions = self.document.get("legal", ()) if {"in", "with"} & set(requirement) else ()
        return (
            self.printed.whole
            and there
            and all(known(self, each, demand_of(each)) for each in (requirement, *conditions))
        )

    def boards(self, every: bool, limit: int) -> Iterator[tuple[Words, Board]]:
        """The boards of which something is asked; raises TooManyError where there are more than `limit`."""
        if not every or self.city is None:
            yield (), self.printed
            return
        if self.city.number > limit:
            raise TooManyError
        if self.kept is None:
            self.kept = [(self.city.words(lyings), self.city.board(lyings)) for lyings in self.city.arrangements()]
            seams = any(board.seams for _, board in self.kept)
            for _, board in self.kept:  # a demand on seams is asked in every setup if in any
                board.seams = seams
        yield from self.kept


def _city(document: Data) -> City | GridCity | None:
    """The map with its tiles; None where it has none to lay."""
    if document["kind"] == "grid-map":
        return grid_city(document) if document.get("tiles") else None
    return city_of(document) if document["kind"] == "tile-map" else None


def answer(drawn: Map, requirement: Data, limit: int, thorough: bool = False) -> Answer:  # noqa: C901  one loop
    """The verdict on a requirement by trying every setup; raises TooManyError where there are more than `limit`.

    Where it is `thorough`, all that break it as the first does are found.
    """
    if not drawn.known(requirement):
        return Answer(None, asked=False)
    if "for" in requirement:
        return _for_classes(drawn, requirement, limit, thorough)
    demand = demand_of(requirement)
    body, total, worst = requirement[demand], 0, None
    if _conditional(drawn, requirement) or requirement.get("in", "every setup") != "every setup":
        return answer_counted(drawn, requirement, limit, thorough)
    if demand == "no-trap" and body is not True and body["unless"] == EVERY:
        return Answer(None, empty=("unless",))  # any trap would be allowed
    others: set[Words] = set()
    asked = Gathered()
    for words, board in drawn.boards("in" in requirement, limit):
        supply = supply_for(board, drawn.document, requirement)
        total += supply.count
        if total > limit:
            raise TooManyError
        for setup in supply.setups():
            if worst is not None and not asked.nothing_of(demand, body):
                break
            table = laid(board, setup)
            outcome = DEMANDS[demand](table, body)
            asked.add(outcome)
            if outcome.holds is not True and worst is None:
                said = (*words, *(each.words for each in setup))
                worst = Answer(outcome.holds, 0, 0, said, len(setup), table)
        if worst is not None and thorough and not others:
            others = _others(board, words, supply, requirement, worst.closures)
    empty = asked.nothing_of(demand, body)
    if worst is not None and (not empty or (demand == "within" and asked.there(body))):
        return replace(worst, total=total, others=frozenset(others))
    if demand in LONG and not asked.ways:
        empty = empty or ["no way leads"]
    if demand == "fair-starts" and asked.together < 2:
        empty = empty or ["only one start"]
    idle, elsewhere = _spotless(drawn, requirement, limit)
    if not empty and idle:  # a check of the closures reports it
        return Answer(True, total, asked=False, idle=True)
    empty = empty or elsewhere
    return Answer(None if empty else True, total, asked.setups, empty=tuple(empty))


def _conditional(drawn: Map, requirement: Data) -> bool:
    """Whether a requirement is about setups of which some may not be legal."""
    if not {"in", "with"} & set(requirement):
        return False
    kinds = drawn.document.get("closures") or {}
    laid = requirement.get("with", kinds)
    return "legal" in drawn.document or any("apart" in kinds[name] for name in laid if name in kinds)


def _spotless(drawn: Map, requirement: Data, limit: int) -> tuple[bool, list[str]]:
    """Whether a closure that a requirement names has no spot at all; and those that have one in other setups only."""
    absent = [name for name in named_closures(requirement) if not fits(drawn, name, "in" in requirement, limit)]
    elsewhere = [name for name in absent if fits_anywhere(drawn, name, limit)]
    return bool(absent and not elsewhere), [f"no {name} fits" for name in elsewhere]


def answer_counted(  # noqa: C901  one verdict after the other
    drawn: Map, requirement: Data, limit: int, thorough: bool = False
) -> Answer:
    """The verdict on a requirement that must hold in some setup, in a share of them, or in every legal setup.

    A setup that breaks a condition is no setup. What an `isolation` or a `survives` closes is no part of the setup: it
    holds there whatever they close. Where it is `thorough`, all that they may close with the same result are found.
    """
    demand = demand_of(requirement)
    body, within = requirement[demand], requirement.get("in", "every setup")
    if demand == "no-trap" and body is not True and body["unless"] == EVERY:
        return Answer(None, empty=("unless",))
    asked, total, found, illegal = Gathered(), 0, list[_One](), 0
    conditions = drawn.document.get("legal", ())
    outer = {key: value for key, value in requirement.items() if key in ("in", "with")} if demand != "isolation" else {}
    for words, board in drawn.boards("in" in requirement, limit):
        supply = supply_for(board, drawn.document, outer)
        total += supply.count
        if total > limit:
            raise TooManyError
        for setup in supply.setups():
            one = _one(drawn, board, setup, {demand: body})
            asked.add(one.outcome)
            apart = keeps_apart(board, drawn.document, setup)
            if not apart or any(_one(drawn, board, setup, condition).holds is False for condition in conditions):
                illegal += 1
            elif one.outcome.asked or one.holds is False:
                found.append(replace(one, words=(*words, *one.words)))
    total -= illegal
    if any(one.holds is None for one in found):
        return Answer(None, total, illegal=illegal)
    good, bad = [one for one in found if one.holds], [one for one in found if not one.holds]
    real = [one for one in good if not one.far and not one.few]
    some = within == "some setup"
    share = _share(within["at-least"]) if isinstance(within, dict) else 1
    holds = bool(real) if some else not found or Fraction(len(good), len(found)) >= share
    empty = asked.nothing_of(demand, body)
    if not holds and demand == "within" and asked.there(body):
        empty = []
    if not empty and all(one.far for one in found):
        empty = ["no way leads"]
    if not found and (conditions or illegal):
        empty = ["no legal setup"]
    alone = asked.together < 2 or all(one.few for one in found)  # two only where it is illegal do not count
    if not empty and demand == "fair-starts" and alone and (some or holds):
        empty = ["only one start"]
    if holds and not empty:
        idle, empty = _spotless(drawn, requirement, limit)
        if idle:
            return Answer(True, total, asked=False, idle=True, illegal=illegal)
    if empty:
        return Answer(None, total, empty=tuple(empty), illegal=illegal)
    shown = None if holds and not some else (real if holds else bad)[0]
    covered = 1 if some and holds else len(found)
    if shown is None:
        return Answer(holds, total, covered, illegal=illegal)
    others = shown.others(drawn, {demand: body}) if thorough and demand in OWN and not holds else frozenset[Words]()
    return Answer(holds, total, covered, shown.words, table=shown.table, illegal=illegal, others=others)


@dataclass(frozen=True)
class _One:
    """A demand in one setup: `far` where it holds as no way leads at all, `few` where only one start is compared."""

    outcome: Outcome
    holds: bool | None
    words: Words
    table: Table
    far: bool
    few: bool
    board: Board
    setup: Setup
    more: Setup

    def others(self, drawn: Map, requirement: Data) -> frozenset[Words]:
        """The words of this setup with each closing by the demand itself that breaks it with as many closures."""
        demand, said = demand_of(requirement), self.words[: len(self.words) - len(self.more)]
        return frozenset(
            (*said, *(each.words for each in more))
            for more in supply_for(self.board, drawn.document, requirement).setups()
            if len(more) == len(self.more)
            and not DEMANDS[demand](laid(self.board, (*self.setup, *more)), requirement[demand]).holds
        )


def _one(drawn: Map, board: Board, setup: Setup, requirement: Data) -> _One:
    """A demand in one setup, whatever it closes itself; of several closings that break it the first is named."""
    demand = demand_of(requirement)
    inner = supply_for(board, drawn.document, requirement).setups() if demand in OWN else iter([()])
    first: Outcome | None = None
    for more in inner:
        table = laid(board, (*setup, *more))
        outcome = DEMANDS[demand](table, requirement[demand])
        first = first or outcome
        if outcome.holds is not True:
            break
    assert first is not None
    few = demand == "fair-starts" and sum(role == "from" for role, _ in first.asked) < 2
    far = demand in LONG and outcome.holds is True and not first.ways
    shown = setup if outcome.holds else (*setup, *more)
    more = () if outcome.holds else more
    return _One(first, outcome.holds, tuple(each.words for each in shown), table, far, few, board, setup, more)


LONG = ("distance", "route")
"""Demands on the length of ways, which ask nothing where no way leads at all."""

OWN = ("isolation", "survives")
"""Demands that lay closures themselves."""


def _share(text: str) -> Fraction:
    """A share such as 95 %."""
    return Fraction(text.rstrip(" %")) / 100


def _for_classes(drawn: Map, requirement: Data, limit: int, thorough: bool) -> Answer:
    """The verdict where each class is asked: of the first that breaks it, else of the first that asks nothing."""
    single = {key: value for key, value in requirement.items() if key != "for"}
    found = []
    for name in dict.fromkeys(listed(requirement["for"])):
        seen = drawn.for_class(name)
        if demand_of(single) in ("no-crossing", "seams-meet"):
            found.append(Answer(None, empty=("how roads are drawn",)))
            continue
        found.append(answer(seen, single, limit, thorough))
    total, illegal = sum(each.total for each in found), sum(each.illegal for each in found)
    ranked = [
        *(each for each in found if each.holds is False),
        *(each for each in found if each.empty),
        *(each for each in found if each.idle),
    ]
    if ranked:  # a class that ran out of steps is passed over, and the next that breaks it is shown
        broken = frozenset(each.words for each in found if each.holds is False) if thorough else frozenset[Words]()
        others = frozenset[Words]().union(broken, *(each.others for each in found if each.holds is False))
        return replace(ranked[0], total=total, illegal=illegal, others=others)
    return replace(found[0], total=total, covered=sum(each.covered for each in found), illegal=illegal)


def fits_anywhere(drawn: Map, name: str, limit: int) -> bool:
    """Whether a closure has a spot on one of the boards, those of other classes included."""
    closure, boards = drawn.document["closures"][name], (drawn.everybody, *drawn.classes.values())
    if fits(drawn, name, True, limit) or any(spots_left(board, name, closure) for board in boards):
        return True
    return bool(drawn.city) and any(fits(each, name, True, limit) for each in drawn.each_mover())


def named_closures(requirement: Data) -> list[str]:
    """The closures that a requirement names."""
    by = requirement["isolation"].get("by") if "isolation" in requirement else None
    return [*listed(by), *requirement.get("with", ())]


def fits(drawn: Map, name: str, every: bool, limit: int) -> bool:
    """Whether a closure has a spot on one of the boards."""
    closure = drawn.document["closures"][name]
    return any(spots_left(board, name, closure) for _, board in drawn.boards(every, limit))


def _others(board: Board, words: Words, supply: Supply, requirement: Data, closures: int) -> set[Words]:
    """All setups with so many closures that break a requirement on a board."""
    demand = demand_of(requirement)
    return {
        (*words, *(each.words for each in setup))
        for setup in supply.setups()
        if len(setup) == closures and not DEMANDS[demand](laid(board, setup), requirement[demand]).holds
    }


@dataclass
class Gathered:
    """What was asked in the setups tried so far: in how many, of which items, and whether any way led there."""

    setups: int = 0
    items: set[tuple[str, str]] = field(default_factory=set)
    ways: bool = False
    on_table: set[tuple[str, str]] = field(default_factory=set)
    together: int = 0
    """The most starts of which something was asked in one setup."""

    def add(self, outcome: Outcome) -> None:
        """Take in one setup."""
        self.setups += bool(outcome.asked)
        self.items |= outcome.asked
        self.ways = self.ways or outcome.ways
        self.on_table |= outcome.there
        self.together = max(self.together, sum(role == "from" for role, _ in outcome.asked))

    def there(self, body: Data) -> bool:
        """Whether all that a `within` names is on the table in some setup: then what breaks it does so.

        Where no goal is on the table, none is near: that breaks it, although nothing else is asked.
        """
        given = selectors("within", body)
        named = {(role, name) for role, each in given.items() if not isinstance(each, dict) for name in listed(each)}
        found = {role for role, _ in self.on_table}
        return found == {"every", "a"} and self.on_table >= {each for each in named if each[1] != EVERY}

    def nothing_of(self, demand: str, body: Data) -> list[str]:
        """Of what nothing was asked: a selector, a name under it, or the whole; of a group one item is enough."""
        found = []
        everywhere = {name for _, name in self.items}
        for role, selector in selectors(demand, body).items():
            names = {name for selected, name in self.items if selected == role}
            if isinstance(selector, dict):
                if (
                    not (names or (demand == "route" and any(each == role for each, _ in self.on_table)))
                    and demand != "count"
                ):
                    found.append(role)
            elif selector != EVERY:
                if demand == "route":
                    found += [f"{role}: {name}" for name in listed(selector) if (role, name) not in self.on_table]
                    continue
                lost = [name for name in listed(selector) if self.on_table and (role, name) not in self.on_table]
                found += [f"{role}: {name}" for name in listed(selector) if name in lost or name not in everywhere]
        return found if self.items else found or [demand]


def demand_of(requirement: Data) -> str:
    """The demand of a requirement."""
    return next(each for each in DEMANDS if each in requirement)


def known(drawn: Map, requirement: Data, demand: str) -> bool:
    """Whether all its words name something: of what there may be none, a count is asked all the same."""
    names, tags, districts = drawn.words()
    body = requirement[demand]
    if demand == "count" and _may_be_none(body):
        tags, districts = {*tags, *_named(body, "tag")}, {*districts, *_named(body, "in")}
    if demand == "isolation" and "with" in requirement:
        return False  # it lays closures itself
    for selector in selectors(demand, body).values():
        if selector == EVERY:
            continue
        if isinstance(selector, dict):
            if selector.get("tag", None) not in {None, *tags} or selector.get("in", None) not in {None, *districts}:
                return False
        elif any(str(name) not in names for name in listed(selector)):
            return False
    closures = drawn.document.get("closures") or {}
    kinds = [*(listed(body.get("by")) if demand == "isolation" else []), *requirement.get("with", ())]
    if not kinds and demand != "isolation" and "in" in requirement:
        kinds = list(closures)
    return all(kind in closures and _named_right(drawn, closures[kind]) for kind in kinds)


def _named_right(drawn: Map, closure: Data) -> bool:
    """Whether a closure lies on, and is kept off, what is there."""
    boards, on = (drawn.everybody, *drawn.classes.values()), closure["lies-on"]
    names, tags, districts = drawn.words()
    ground = on if isinstance(on, str) and on in GROUNDS else None
    spots = {
        "crossings": {spot.name for board in boards for spot in board.crossings},
        "roads": {road.name for board in boards for road in board.closable()},
        "segments": {spot.name for board in boards for spot in board.segments},
        "stretches": {name for board in boards for name, _ in board.stretches},
    }
    for group in (None if ground or on == "places" else on, closure.get("only"), closure.get("never")):
        if isinstance(group, dict):
            if group.get("tag") not in {None, *tags} or group.get("in") not in {None, *districts}:
                return False
        elif group != EVERY and any(name not in (spots[ground] if ground else names) for name in listed(group)):
            return False
    return True


def _may_be_none(body: Data) -> bool:
    return all(
        (limit == 0 if key == "is" else limit <= 0 if key == "at-least" else limit >= 0)
        for key, limit in body.items() if key != "of"
    )  # fmt: skip


def _named(body: Data, key: str) -> set[str]:
    selector = body.get("of")
    return {selector[key]} if isinstance(selector, dict) and key in selector else set()


def selectors(demand: str, body: Data) -> dict[str, Data]:
    """The selectors of a demand that are given, by their keys; of a pair by their numbers."""
    if demand in ("adjacent", "not-adjacent"):
        return {"0": body[0], "1": body[1]}
    if demand == "route":
        return selectors_of_route(body)
    roles = ("from", "to", "of", "every", "a", "unless")
    return {role: body[role] for role in roles if role in body} if isinstance(body, dict) else {}
