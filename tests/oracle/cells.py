"""What the generator must draw, read from the schemas: every key of a requirement with every selector in every scope.

A *cell* is a demand, one of its selectors, the form of that selector, a scope and a kind of map. A *feature* is any
other thing that must occur: a bound, a key of a closure on a ground, a peculiarity of a map. A new demand, selector,
form, key or kind in the schemas is a new cell or feature, which stays empty until the generator draws it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from tests.oracle.board import Data, Site, listed
from tests.oracle.setups import GROUNDS
from tests.oracle.table import EVERY
from tests.oracle.verdict import demand_of, selectors

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.oracle.board import Board
    from tests.oracle.verdict import Map

SCHEMAS = Path(__file__).resolve().parents[2] / "schemas"

NOT_GIVEN = "not given"
PLACE, SITE = "a place", "a site"
BRANCHES = {
    "Place": (PLACE, SITE, EVERY),
    "Places": ("places", "sites", "places and sites"),
    "Tagged places": ("tag of places", "tag of sites", "tag of both"),
    "Places of a district": ("district",),
}
"""The forms of a selector, by the branch of its schema that admits them."""

IN_FORMS = ("every setup", "some setup", "at-least")
"""The forms of `in`: its words, and the key of a share."""

ALONE = {"printed": (), "in every setup": ("in",), "with": ("with",), "both": ("in", "with")} | {
    f"{scope}{more}": ("in", *keys)
    for scope in ("in some setup", "in a share") for more, keys in (("", ()), (" with", ("with",)))
}  # fmt: skip
SCOPES = {**ALONE, **{f"{scope}, for a class": (*keys, "for") for scope, keys in ALONE.items()}}
"""The scopes, by the keys of a requirement that make them."""

WITH_CLASSES = ("area-map", "grid-map")
"""The kinds of maps that have movement classes."""

NUMBERS = ("is", "at-least", "at-most")
"""The keys that bound a number."""

WITH_SITES = frozenset({SITE, "sites", "places and sites", "tag of sites", "tag of both"})

NEVER = {
    ("area-map", form): "an area map has no sites" for form in WITH_SITES
} | {("block-map", "district"): "squares are in no district"} | {
    ("grid-map", form): "the number of a named cell has no tags" for form in ("tag of sites", "tag of both")
}  # fmt: skip
"""Forms that a kind of map can't have, and why."""


@dataclass(frozen=True, order=True)
class Cell:
    """One demand with one of its selectors ("" for none) in one form, in one scope, on one kind of map."""

    demand: str
    role: str
    form: str
    scope: str
    kind: str


@dataclass(frozen=True)
class Role:
    """A selector of a demand: its key, or the number of an item of a pair; which forms it may have."""

    name: str
    forms: tuple[str, ...]


@cache
def schema(name: str) -> Data:
    """A schema."""
    return json.loads((SCHEMAS / f"{name}.schema.json").read_text(encoding="utf-8"))


@cache
def kinds() -> tuple[str, ...]:
    """The kinds of maps: the documents that have requirements."""
    names = sorted(path.name.removesuffix(".schema.json") for path in SCHEMAS.glob("*-map.schema.json"))
    return tuple(name for name in names if "requirements" in schema(name)["properties"])


def _requirement() -> Data:
    return schema("common")["$defs"]["requirement"]


@cache
def demands() -> tuple[str, ...]:
    """The keys of a requirement that name a demand."""
    return tuple(each["required"][0] for each in _requirement()["oneOf"])


@cache
def scopes() -> tuple[str, ...]:
    """The scopes; all keys of a requirement that are neither its text nor a demand."""
    keys = set(_requirement()["properties"]) - {*demands(), "name", "because", "severity"}
    assert keys == {key for keys in SCOPES.values() for key in keys}, "a requirement has a new key"
    words, share = _requirement()["properties"]["in"]["anyOf"]
    assert (*words["enum"], *share["properties"]) == IN_FORMS, "in has a new form"
    return tuple(SCOPES)


def _bodies(demand: str) -> list[Data]:
    """What may stand under a demand."""
    body = _requirement()["properties"][demand]
    found: list[Data] = [body] if "properties" in body else body.get("anyOf", [body])
    return found


@cache
def selector_forms() -> tuple[str, ...]:
    """Every form of a selector."""
    branches = schema("common")["$defs"]["selector"]["anyOf"]
    return tuple(form for branch in branches for form in BRANCHES[branch["title"]])


@cache
def roles(demand: str) -> tuple[Role, ...]:
    """The selectors of a demand."""
    found: dict[str, Role] = {}
    bodies = _bodies(demand)
    for body in bodies:
        if body.get("type") == "array":
            assert body["items"]["$ref"] == "#/$defs/place"
            found |= {str(at): Role(str(at), (PLACE, SITE)) for at in range(body["maxItems"])}
        for key, said in body.get("properties", {}).items():
            if said.get("$ref") == "#/$defs/selector":
                optional = key not in body.get("required", ()) or len(bodies) > 1
                found[key] = Role(key, (*((NOT_GIVEN,) if optional else ()), *selector_forms()))
            if said.get("items", {}).get("$ref") == "#/$defs/selector":  # a list of so many or more
                found |= {f"{key} {at}": Role(f"{key} {at}", selector_forms()) for at in range(said["minItems"])}
                last = f"{key} {said['minItems']}"
                found[last] = Role(last, (NOT_GIVEN, *selector_forms()))
    return tuple(found.values())


def flags(demand: str) -> tuple[str, ...]:
    """The keys of a demand that are true or false."""
    return tuple(
        key for body in _bodies(demand) for key, said in body.get("properties", {}).items()
        if said.get("const") is True or said.get("type") == "boolean"
    )  # fmt: skip


def bounds(demand: str) -> tuple[str, ...]:
    """The keys of a demand that bound a number."""
    return tuple(key for body in _bodies(demand) for key in body.get("properties", {}) if key in NUMBERS)


def numbers(demand: str) -> tuple[str, ...]:
    """The keys of a demand that are whole numbers and do not bound one."""
    return tuple(
        key for body in _bodies(demand) for key, said in body.get("properties", {}).items()
        if said.get("type") == "integer" and key not in NUMBERS
    )  # fmt: skip


@cache
def choices(demand: str) -> dict[str, tuple[str, ...]]:
    """The keys of a demand that have a few values, with these."""
    return {
        key: tuple(said["enum"]) for body in _bodies(demand)
        for key, said in body.get("properties", {}).items() if "enum" in said
    }  # fmt: skip


def forms(role: Role, kind: str) -> tuple[str, ...]:
    """The forms of a selector on a kind of map."""
    return tuple(form for form in role.forms if (kind, form) not in NEVER)


@cache
def cells() -> tuple[Cell, ...]:
    """Every cell, those too that can't be filled."""
    found = []
    for demand, scope, kind in product(demands(), scopes(), kinds()):
        found += [Cell(demand, role.name, form, scope, kind) for role in roles(demand) for form in role.forms]
        if not roles(demand):
            found.append(Cell(demand, "", "", scope, kind))
    return tuple(found)


def reason(cell: Cell) -> str | None:
    """Why a cell can't be filled."""
    if not has_scope(cell.kind, cell.scope):
        return "only area maps and grid maps have movement classes"
    return NEVER.get((cell.kind, cell.form))


def has_scope(kind: str, scope: str) -> bool:
    """Whether a kind of map has a scope: a class only where it has any."""
    return "for" not in SCOPES[scope] or kind in WITH_CLASSES


def scope_of(requirement: Data) -> str:
    """The scope of a requirement."""
    within, more = requirement.get("in", "every setup"), ", for a class" if "for" in requirement else ""
    if within == "every setup":
        scopes = ("printed", "in every setup", "with", "both")
        return next(scope for scope in scopes if set(ALONE[scope]) == {"in", "with"} & set(requirement)) + more
    return f"in {'a share' if isinstance(within, dict) else within}" + (" with" if "with" in requirement else "") + more


class Words:
    """What the selectors of a map can choose, by form; a tag is that of places, of sites or of both.

    `others` are the boards of movement classes, whose tags count too.
    """

    def __init__(self, board: Board, *others: Board) -> None:
        there = [place for place in board.places if place.stop]
        self.places = [place.name for place in there] + [site.name for site in board.sites if site.area]
        self.sites = [site.name for site in board.sites if not site.area]
        self.aside_places = [each.name for each in board.aside if not isinstance(each, Site) and each.stop]
        self.aside_sites = [each.name for each in board.aside if isinstance(each, Site)]
        places = (*board.places, *board.aside, *(place for other in others for place in other.places))
        by_place = {tag for each in places if not isinstance(each, Site) for tag in each.tags}
        by_site = {tag for each in (*board.sites, *board.aside) if isinstance(each, Site) for tag in each.tags}
        self.tags = {
            "tag of places": sorted(by_place - by_site),
            "tag of sites": sorted(by_site - by_place),
            "tag of both": sorted(by_place & by_site),
        }
        self.districts = sorted(board.words()[2])
        self.roads = board.closable()
        of_classes = (site.name for other in others for site in other.sites if not site.area)
        self._sites = {*self.sites, *self.aside_sites, *of_classes}

    def form(self, selector: Data) -> str:
        """The form of a selector that is given; of what is not there "" for a tag, a place for a name."""
        if isinstance(selector, dict):
            if "in" in selector:
                return "district"
            return next((form for form, tags in self.tags.items() if selector["tag"] in tags), "")
        if selector == EVERY:
            return EVERY
        named = {name in self._sites for name in listed(selector)}
        if not isinstance(selector, list):
            return SITE if True in named else PLACE
        return "places and sites" if len(named) > 1 else "sites" if True in named else "places"


def cells_of(drawn: Map, words: Words, requirement: Data) -> Iterator[Cell]:
    """The cells that a requirement fills."""
    demand, scope, kind = demand_of(requirement), scope_of(requirement), drawn.document["kind"]
    given = selectors(demand, requirement[demand])
    for role in roles(demand):
        form = words.form(given[role.name]) if role.name in given else NOT_GIVEN
        if form:
            yield Cell(demand, role.name, form, scope, kind)
    if not roles(demand):
        yield Cell(demand, "", "", scope, kind)


TURNS = schema("block-map")["properties"]["turns"]["items"]["enum"]

SHAPES = (
    "sites that share a space",
    "a site with several spaces",
    "a site and its own space in one requirement",
    "more tiles than cells",
    "a place laid aside that is named",
    "a site laid aside that is named",
    "a tag of what is laid aside only",
    "a tag that nothing has",
    "a name that nothing has",
    "the same item on both sides",
    "streets that cross",
    "a map with gaps",
    "bounds with a fraction",
    "conditions of legal setups",
    "tiles over cells",
    "roads that leave cells",
    *(f"the law of turning: {turn}, and nothing else" for turn in TURNS),
)  # fmt: skip
"""Peculiarities of maps and requirements, which no schema lists."""

CLOSURE = schema("common")["$defs"]["closures"]["additionalProperties"]["properties"]
CLASS = tuple(
    dict.fromkeys(
        key for each in schema("common")["$defs"]["movement"]["additionalProperties"]["anyOf"]
        for key in each.get("properties", ())
    )
)  # fmt: skip
"""The keys of a movement class."""
WORDS = ("ground", "tag of places", "name", "tag", "in")
"""The forms of a word of a movement class."""
OF_CLASSES = (
    "several classes",
    "a class on a grid map",
    "a class where tiles are laid",
    "a class with a word that nothing has",
    "a class that stands in parts",
    "a part that is named",
    "an area that is named for a class that stands in its parts",
    "a place that is named where the class is not",
    "a class with several states on a place",
    *(f"a class with {key}" for key in CLASS),
    *(f"a class with {key} by {form}" for key in ("on", "never", "change") for form in WORDS),
)  # fmt: skip
"""What must occur of movement classes."""


@cache
def features() -> tuple[str, ...]:
    """Everything else that must occur."""
    found = [*SHAPES, *OF_CLASSES]
    for demand in demands():
        keys = bounds(demand)
        found += [f"{demand} {key}" for key in (*keys, *flags(demand), *numbers(demand))]
        found += [f"{demand} at-least and at-most"] * ({"at-least", "at-most"} <= set(keys))
        found += [f"{demand} {key}: {value}" for key, values in choices(demand).items() for value in values]
    for on, key in product(lies_on(), CLOSURE):
        if key == "along" and on != "roads":
            continue  # only roads have kinds
        found.append(f"a closure on {on}" + (f" with {key}" if key != "lies-on" else ""))
    places = [on for on in lies_on() if on not in GROUNDS]
    found += [
        f"a closure on {on}, {key} {form}" for on in places for key in ("only", "never") for form in ("tag", "names")
    ]
    found += [f"a closure, {key} {form}" for key in ("only", "never") for form in ("district", EVERY)]
    return tuple(found)


@cache
def lies_on() -> tuple[str, ...]:
    """The forms of what a closure lies on."""
    words, others = CLOSURE["lies-on"]["anyOf"]
    assert others["$ref"] == "#/$defs/selector"
    return (*words["enum"], "names", "tag", "district", EVERY)


def lies_on_form(on: Data) -> str:
    """The form of what a closure lies on, or of its `only` or `never`."""
    if isinstance(on, dict):
        return "tag" if "tag" in on else "district"
    return on if isinstance(on, str) and on in (*GROUNDS, "places", EVERY) else "names"


def features_of(drawn: Map, words: Words, requirement: Data) -> Iterator[str]:
    """The features that a requirement and its map have."""
    demand = demand_of(requirement)
    body = requirement[demand]
    if isinstance(body, dict):
        yield from (f"{demand} {key}" for key in (*bounds(demand), *flags(demand), *numbers(demand)) if key in body)
        if {"at-least", "at-most"} <= set(body):
            yield f"{demand} at-least and at-most"
        yield from (f"{demand} {key}: {body[key]}" for key in choices(demand) if key in body)
        if any(isinstance(body.get(key), float) for key in bounds(demand)) and demand != "fair-starts":
            yield "bounds with a fraction"
    for name, closure in (drawn.document.get("closures") or {}).items():
        if name in requirement.get("with", ()) or ("in" in requirement and "with" not in requirement):
            yield from _closure_features(closure)
    yield from ["conditions of legal setups"] * ("legal" in drawn.document)
    yield from _shapes(drawn.printed, drawn.document)
    for name in listed(requirement.get("for")):
        if name in drawn.classes:
            yield from _class_features(drawn, requirement, name)
    yield from _named(drawn.printed, words, selectors(demand, body))


def _class_features(drawn: Map, requirement: Data, name: str) -> Iterator[str]:
    """What is peculiar about a movement class that a requirement is for."""
    board, said = drawn.classes[name], drawn.document["movement"][name] or {}
    yield from ["several classes"] * isinstance(requirement["for"], list)
    yield from ["a class on a grid map"] * (drawn.document["kind"] == "grid-map")
    yield from ["a class where tiles are laid"] * bool(drawn.document.get("tiles"))
    yield from ["a class with a word that nothing has"] * (not board.whole)
    yield from (f"a class with {key}" for key in said)
    tags = {tag for place in drawn.everybody.places for tag in place.tags}
    grounds = {"land", "sea", "lake", "waste", *_terrains(drawn.document)}
    for key in ("on", "never", "change"):
        for word in listed(said.get(key)):
            form = next(iter(word)) if isinstance(word, dict) else "ground" if word in grounds else "name"
            yield f"a class with {key} by {'tag of places' if form == 'name' and word in tags else form}"
    there = {place.name for place in board.places}
    split = {site.name for site in board.sites if site.area}
    demand = demand_of(requirement)
    named = {
        str(each) for given in selectors(demand, requirement[demand]).values()
        if not isinstance(given, dict) and given != EVERY for each in listed(given)
    }  # fmt: skip
    yield from ["a class that stands in parts"] * bool(split)
    yield from ["a part that is named"] * any("/" in each for each in named & there)
    yield from ["an area that is named for a class that stands in its parts"] * bool(split & named)
    yield from ["a place that is named where the class is not"] * bool(
        named - there - {site.name for site in board.sites}
    )
    yield from ["a class with several states on a place"] * (len(board.owner) > len(board.places))


def _terrains(document: Data) -> set[str]:
    """The terrains that the letters of a grid map mean."""
    meant = (document.get("legend") or {}).values()
    found = {each.get("terrain") if isinstance(each, dict) else each for each in meant}
    return found | set(document.get("terrains") or {})


def _closure_features(closure: Data) -> Iterator[str]:
    on = lies_on_form(closure["lies-on"])
    yield f"a closure on {on}"
    for key, value in closure.items():
        if key != "lies-on":
            yield f"a closure on {on} with {key}"
        if key in ("only", "never"):
            yield f"a closure on {on}, {key} {lies_on_form(value)}"
            yield f"a closure, {key} {lies_on_form(value)}"


def _shapes(board: Board, document: Data) -> Iterator[str]:
    """What is peculiar about a map."""
    spaces = [set(site.places) for site in board.sites]
    if any(one & two for at, one in enumerate(spaces) for two in spaces[:at]):
        yield "sites that share a space"
    if any(len(each) > 1 for each in spaces):
        yield "a site with several spaces"
    if board.aside:
        yield "more tiles than cells"
    if any(not place.stop and " / " in place.name for place in board.places):
        yield "streets that cross"
    if not board.whole:
        yield "a map with gaps"
    if document["kind"] == "grid-map" and document.get("tiles"):
        yield "tiles over cells"
        if any((each or {}).get("edges") for each in document["tiles"].values()):
            yield "roads that leave cells"
    if len(document.get("turns", ())) == 1:
        yield f"the law of turning: {document['turns'][0]}, and nothing else"


def _named(board: Board, words: Words, given: dict[str, Data]) -> Iterator[str]:
    """What is peculiar about the selectors of a requirement."""
    names = [[] if isinstance(each, dict) or each == EVERY else listed(each) for each in given.values()]
    every = [name for each in names for name in each]
    if any(name in words.aside_places for name in every):
        yield "a place laid aside that is named"
    if any(name in words.aside_sites for name in every):
        yield "a site laid aside that is named"
    if len(names) > 1 and len(names[0]) == len(names[1]) == 1 and names[0] == names[1]:
        yield "the same item on both sides"
    served = {site.name: {board.places[at].name for at in site.places} for site in board.sites}
    if any(not served.get(name, set()).isdisjoint(every) for name in every):
        yield "a site and its own space in one requirement"
    there = {tag for each in (*board.places, *board.sites) for tag in each.tags}
    all_tags = board.words()[1]
    for each in given.values():
        if isinstance(each, dict) and "tag" in each and each["tag"] not in there:
            yield "a tag of what is laid aside only" if each["tag"] in all_tags else "a tag that nothing has"
    if any(name not in board.words()[0] for name in every):
        yield "a name that nothing has"
