"""Requirements and closures for a map, by a seed, dealt so that every cell of `cells` is filled in turn."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from itertools import product
from random import Random
from typing import TYPE_CHECKING

from tests.oracle.cells import (
    EVERY,
    NOT_GIVEN,
    PLACE,
    SCOPES,
    SITE,
    Words,
    bounds,
    choices,
    demands,
    flags,
    forms,
    has_scope,
    lies_on,
    roles,
    scopes,
)  # fmt: skip
from tests.oracle.setups import GROUNDS
from tests.oracle.verdict import demand_of

if TYPE_CHECKING:
    from tests.oracle.board import Board, Data
    from tests.oracle.verdict import Map

NAMES = {
    "crossings": ("barrier", "gate"),
    "roads": ("landslide", "flood"),
    "segments": ("token", "sign"),
    "stretches": ("jam", "march"),
}
ON_PLACES = ("cone", "cab")
"""What closures are called, by what they lie on."""

SHARES = ("100 %", "99.5 %", "95 %", "80 %", "66.667%", "50 %", "25 %", "2 %", "0.001 %")
"""Shares of the setups."""

SELDOM = 4
"""How many times more often a demand without selectors is dealt than one cell."""


MANY = 15
"""Of how many spots or more most closures are kept to a few, for there to be few setups."""


class LackingError(Exception):
    """A map lacks what a cell is about: a site, a district, a tag of both."""


@dataclass(frozen=True)
class Deal:
    """A demand with the form of each of its selectors, and a scope."""

    demand: str
    forms: tuple[str, ...]
    scope: str


@cache
def _dealt(kind: str, turn: int) -> tuple[Deal, ...]:
    """All deals of one turn: each form of each selector in each scope; another turn pairs the forms in another way."""
    found = []
    for demand, scope in product(demands(), (scope for scope in scopes() if has_scope(kind, scope))):
        offered = [forms(role, kind) for role in roles(demand)]
        many = max(map(len, offered), default=SELDOM)
        for at in range(many):
            chosen = tuple(each[(at + number * turn) % len(each)] for number, each in enumerate(offered))
            found.append(Deal(demand, chosen, scope))
    Random(f"{kind} {turn}").shuffle(found)
    return tuple(found)


def deal(kind: str, number: int) -> Deal:
    """The deal of a requirement, by its number among all of that kind of map."""
    turn, at = divmod(number, len(_dealt(kind, 0)))
    return _dealt(kind, turn)[at]


def round_of(kind: str) -> int:
    """How many requirements a turn has."""
    return len(_dealt(kind, 0))


def closures(random: Random, board: Board, turn: int) -> Data:
    """What may be laid on a board: on the ground whose turn it is, where the board has it, and on another."""
    words = Words(board)
    tags = [tag for tags in words.tags.values() for tag in tags]
    spots = {
        "places": words.places, EVERY: words.places, "names": words.places, "tag": tags, "district": words.districts,
        "crossings": [spot.name for spot in board.crossings],
        "roads": [road.name for road in board.closable()],
        "segments": [spot.name for spot in board.segments],
        "stretches": [name for name, _ in board.stretches],
    }  # fmt: skip
    grounds = [on for on in lies_on() if spots[on]]
    if not grounds:
        return {}
    first = grounds[turn % len(grounds)]
    found: Data = {}
    for on in (first, *random.sample(grounds, random.randint(0, 1))):
        names = [name for name in NAMES.get(on, ON_PLACES) if name not in found]
        if names:
            found[names[0]] = _closure(random, words, on, spots[on] if on in GROUNDS else words.places)
    return found


def _closure(random: Random, words: Words, on: str, spots: list[str]) -> Data:  # noqa: C901  one key after the other
    """What lies on a ground, kept to some spots and off others."""
    tags = [tag for tags in words.tags.values() for tag in tags]

    def few(most: int) -> list[str]:
        return random.sample(spots, min(len(spots), random.randint(1, most)))

    def some() -> Data:
        """Spots by a selector."""
        kinds: list[Data] = [few(4), few(1)[0]]
        if on not in GROUNDS:
            kinds += [{"tag": random.choice(tags)}] * 2 if tags else []
            kinds += [{"in": random.choice(words.districts)}] if words.districts else []
            kinds += [EVERY] if random.random() < 0.3 else []
            kinds += [random.choice(words.sites)] if words.sites else []
        return random.choice(kinds)

    lies: dict[str, Data] = {on: on}
    if on == "names":
        lies[on] = random.choice((few(5), few(5), few(1)[0], *([[random.choice(words.sites)]] if words.sites else [])))
    elif on == "tag":
        lies[on] = {"tag": random.choice(tags)}
    elif on == "district":
        lies[on] = {"in": random.choice(words.districts)}
    closure: Data = {"lies-on": lies[on]}
    if random.random() < (0.45 if len(spots) < MANY else 0.85):
        closure["only"] = some()
    if random.random() < 0.35:
        closure["never"] = some()
    if random.random() < 0.7:
        closure["at-most"] = random.randint(1, 3)
    if on == "roads" and random.random() < 0.3:
        kinds = sorted({road.kind for road in words.roads})
        closure["along"] = random.choice((kinds, random.choice(kinds), [random.choice(kinds)]))
    if random.random() < (0.4 if on != "crossings" else 0.2):
        closure["holds"] = random.random() < 0.8
    if random.random() < 0.2:
        closure["apart"] = random.randint(1, 4)
    return closure


class Asker:
    """Draws requirements about a board."""

    def __init__(self, random: Random, drawn: Map, kinds: Data, kind: str) -> None:
        self.random, self.kinds, self.kind = random, list(kinds), kind
        self.classes = {name: Words(board) for name, board in drawn.classes.items() if board.places}
        self.everybody = self.words = Words(drawn.printed)

    def requirement(self, dealt: Deal) -> Data:
        """The requirement of a deal; raises LackingError where the map or its closures lack what it is about."""
        movers = self._movers() if "for" in SCOPES[dealt.scope] else []
        found: Data = {"for": movers if len(movers) > 1 else movers[0]} if movers else {}
        self.words = self.everybody
        if movers and self.random.random() < 0.92:  # else it may name what the class is not on
            self.words = self.classes[movers[0]]
        found[dealt.demand] = self._body(dealt)
        if "with" in SCOPES[dealt.scope]:
            if not self.kinds:
                raise LackingError
            laid = self.random.sample(self.kinds, self.random.randint(1, len(self.kinds)))
            found["with"] = {kind: self.random.randint(1, 2) for kind in laid}
        if "in" in SCOPES[dealt.scope]:
            found["in"] = "every setup"
        if "some" in dealt.scope:
            found["in"] = "some setup"
        if "share" in dealt.scope:
            found["in"] = {"at-least": self.random.choice(SHARES)}
        return found

    def _movers(self) -> list[str]:
        """One movement class, seldom several."""
        if not self.classes:
            raise LackingError
        many = self.random.choice((1, 1, 1, 1, 2, 3))
        return self.random.sample(list(self.classes), min(many, len(self.classes)))

    def condition(self) -> Data:
        """A condition of legal setups: a demand in one setup."""
        while True:
            dealt = self.random.choice(_dealt(self.kind, 0))
            try:
                return {dealt.demand: self._body(dealt)}
            except LackingError:
                continue

    def _body(self, dealt: Deal) -> Data:
        random, demand = self.random, dealt.demand
        given = {
            role.name: self._some(form)
            for role, form in zip(roles(demand), dealt.forms, strict=True) if form != NOT_GIVEN
        }  # fmt: skip
        match demand:
            case "adjacent" | "not-adjacent":
                return [given["0"], given["1"]]
            case "survives":
                by = {"by": random.choice(choices(demand)["by"])} if self.words.roads and random.random() < 0.7 else {}
                return {"closed": random.randint(1, 2), **by}
            case "isolation":
                body = {**given, "at-least": random.randint(1, 3), **self._flags(demand)}
                by = random.sample(self.kinds, random.randint(1, len(self.kinds))) if self.kinds else []
                return {**body, "by": by if len(by) > 1 else by[0]} if by and random.random() < 0.8 else body
            case "fair-starts":
                return {**given, "at-most": random.choice((0, 0.1, 0.25, 0.5, 1)), **self._picked(demand)}
            case "route":
                body = {"through": list(given.values()), **(self._bounds(demand) or {"at-most": random.randint(1, 12)})}
                return {**body, **self._flags(demand), **self._speed(), **self._picked(demand)}
            case "ways":
                by = {"by": random.choice(choices(demand)["by"])} if random.random() < 0.7 else {}
                return {**given, "disjoint": random.choice((1, 2, 2, 3)), **by}
            case "within":
                most = random.randint(1, random.choice((5, 5, 12)))
                several = {"goals": random.randint(1, 3)} if random.random() < 0.4 else {}
                return {
                    **given,
                    **several,
                    **self._fraction({"at-most": most}),
                    **self._picked(demand),
                    **self._speed(),
                    **self._flags(demand),
                }
            case "reach" | "distance" | "degree" | "count":
                body = {**given, **self._bounds(demand)}
                picked = self._picked(demand) if demand != "distance" or len(body) > 2 else {"reachable": True}
                picked |= self._speed() if demand == "distance" else {}
                return {**body, **picked, **self._flags(demand)}
            case _:
                return given or True

    def _picked(self, demand: str) -> Data:
        """Values for some of the keys that have a few."""
        random = self.random
        return {key: random.choice(values) for key, values in choices(demand).items() if random.random() < 0.75}

    def _some(self, form: str) -> Data:
        """A selector of that form."""
        words, random = self.words, self.random
        aside = random.random() < 0.3
        places = words.places + (words.aside_places * 3 if aside else [])
        sites = words.sites + (words.aside_sites * 3 if aside else [])
        offered: dict[str, list[Data]] = {
            EVERY: [EVERY],
            PLACE: list(places),
            SITE: list(sites),
            "places": [self._few(places)],
            "sites": [self._few(sites)],
            "places and sites": [[*self._few(places), *self._few(sites)]] if places and sites else [],
            "district": [{"in": name} for name in words.districts],
            **{each: [{"tag": tag} for tag in tags] for each, tags in words.tags.items()},
        }
        found = [each for each in offered[form] if each]
        if not found:
            raise LackingError
        if form == "places and sites":
            random.shuffle(found[0])
        return random.choice(found)

    def _few(self, names: list[str]) -> list[str]:
        several = list(dict.fromkeys(names))
        return self.random.sample(several, min(len(several), self.random.randint(1, 3)))

    def _bounds(self, demand: str) -> Data:
        """Bounds of a number, where the demand has them."""
        most = {
            "distance": self.random.choice((6, 6, 15)),
            "route": self.random.choice((6, 12)),
            "degree": 4,
            "count": 8,
        }.get(demand)
        if not most or not bounds(demand):
            return {}
        kind = self.random.random()
        if kind < 0.15:
            return {"is": self.random.randint(0, most)}
        least, upper = self.random.randint(0, 2), self.random.randint(1, 2 * most)
        if kind < 0.45:
            return self._fraction({"at-least": least})
        return self._fraction({"at-most": upper} if kind < 0.85 else {"at-least": least, "at-most": upper})

    def _speed(self) -> Data:
        """In one requirement of three turns are counted."""
        return {"speed": self.random.randint(1, 5)} if self.random.random() < 0.35 else {}

    def _flags(self, demand: str) -> Data:
        """Some of the keys of a demand that are true or left out."""
        return {key: True for key in flags(demand) if self.random.random() < 0.4}

    def _fraction(self, said: Data) -> Data:
        """One limit in twenty is no whole number."""
        return {key: each + 0.5 if self.random.random() < 0.05 else each for key, each in said.items()}


def misspelled(requirement: Data) -> Data:
    """A requirement that names what is not there, where it names anything."""
    found = deepcopy(requirement)
    body = found[demand_of(found)]
    if isinstance(body, list):
        body[0] = "Nowhere"
    elif isinstance(body, dict):
        for key in ("to", "of", "a", "unless"):
            if key in body:
                body[key] = {"tag": "nothing"} if isinstance(body[key], dict) else "Nowhere"
    return found
