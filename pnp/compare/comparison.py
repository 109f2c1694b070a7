"""Compares two states of a pack by the names of rows, parts, places and requirements, not by lines of files."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from hashlib import sha256
from typing import Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from pnp.build.examine import Examined, at_home, examine
from pnp.build.target import other_language
from pnp.checks.pack.rules import rule_holds
from pnp.compare.pairing import Named, paired
from pnp.diagnostics import Finding, Severity
from pnp.expression import POINT, shown
from pnp.facts.contents import Contents, MapNetwork, PackRow, contents_of
from pnp.loader import Target
from pnp.loader.pack import load
from pnp.model.maps.game_map import GameMap
from pnp.model.maps.grid_map import GridMap
from pnp.render.svg import render_svg
from pnp.scene.items import Scene
from pnp.scene.parts import Part
from pnp.source.languages import decimal_mark

_Item = TypeVar("_Item")
Changed = Literal["added", "removed", "changed"]

MOST_DISTANCES = 200
"""Maximum number of changed distances that are listed for a map; all are counted."""

MOST_PLACES = 400
"""Maximum number of places of a map whose distances are compared: every pair is looked at."""


PartKey = tuple[str, str, int]
"""A part: its component, its name, and its number among those of that name; requirements and findings likewise."""


class PackState(Struct, frozen=True, eq=False, dict=True):
    """One state of a pack: examined, with its maps drawn."""

    examined: Examined

    @property
    def language(self) -> str:
        """The language in which it was examined."""
        pack = self.examined.game.pack
        return pack.language if pack else "en"

    @cached_property
    def contents(self) -> Contents:
        """Its components, rows and maps."""
        return contents_of(self.examined.facts, self.examined.name)

    @cached_property
    def parts(self) -> dict[PartKey, Part]:
        """Its parts by component, name, and number among the parts of that name."""
        drawn = (each.parts for each in self.examined.drawn)
        return _numbered(((parts.component, part.name), part) for parts in drawn for part in parts.parts)

    @cached_property
    def digests(self) -> dict[PartKey, tuple[str, str]]:
        """Digests of the front and the back of each part."""
        known: dict[int, str] = {id(None): ""}  # parts share their backs

        def digest(scene: Scene | None) -> str:
            if scene is not None and id(scene) not in known:
                known[id(scene)] = sha256(render_svg(replace(scene, name=""))).hexdigest()  # its name may be its line
            return known[id(scene)]

        return {key: (digest(part.front), digest(part.back)) for key, part in self.parts.items()}

    @cached_property
    def unread(self) -> str:
        """Where and why a document of it can't be read; empty if all can be."""
        game = self.examined.game
        errors = (each for each in self.examined.report.findings if each.severity is Severity.ERROR)
        first = next(errors, None) if game.unread or game.names_incomplete else None
        return f"{first.span}: {first.message}" if first else ""

    @cached_property
    def verdicts(self) -> dict[PartKey, str]:
        """The verdicts on its requirements by map, empty for those of the pack itself, name, and number of the name."""
        facts = self.examined.facts
        rules = facts.game.pack.requirements if facts.game.pack else ()
        said = {True: "holds", False: "broken", None: "unknown"}
        found = [(("", rule.name), said[rule_holds(rule, facts)]) for rule in rules]
        found += [((proof.map, proof.name), said[proof.holds]) for _, proof in self.examined.report.proofs]
        return _numbered(found)


def _numbered(items: Iterable[tuple[tuple[str, str], _Item]]) -> dict[PartKey, _Item]:
    """Return items by their two names, and by their number among those with the same ones."""
    found, seen = dict[PartKey, _Item](), Counter[tuple[str, str]]()
    for names, item in items:
        found[(*names, seen[names])] = item
        seen[names] += 1
    return found


def state_of(
    target: Target, language: str | None = None, variant: str | None = None, must_have: bool = False
) -> PackState:
    """Return the state of a pack: loaded, checked and drawn. Raises Refused without a language that it must have."""
    loaded = load(target, language)
    if must_have:
        other_language(loaded, language)
    return PackState(examine(at_home(loaded), variant=variant, draws_maps=True))


# What changed, as records.


class FieldChange(Struct, frozen=True):
    """A field of a row with its values before and after, as text."""

    field: str
    before: str
    after: str


class RowChange(Struct, frozen=True):
    """A row of a component that is new, gone or has other values; `place` is where it is written now, or was."""

    component: str
    row: str
    change: Changed
    place: str
    fields: tuple[FieldChange, ...] = ()


class FaceChange(Struct, frozen=True):
    """A part that looks different, is new or is gone; `number` counts the parts of its name in the component.

    `was` is the name and the number that it had, if they were others: those of rows without a name are their lines.
    """

    component: str
    part: str
    number: int
    change: Changed
    sides: tuple[str, ...] = ()
    copies: tuple[int, int] = (0, 0)
    was: tuple[str, int] | None = None

    @property
    def keys(self) -> tuple[PartKey, PartKey]:
        """Its keys among the parts of the old state and of the new one."""
        return (self.component, *(self.was or (self.part, self.number))), (self.component, self.part, self.number)


class DistanceChange(Struct, frozen=True):
    """A distance between two places in moves or costs; None where there is no way."""

    start: str
    goal: str
    before: int | None
    after: int | None


class MapChange(Struct, frozen=True):
    """What changed on a map: its places and moves, and the distances between places that both states have.

    `terrain` are the cells with another terrain, each with the one before and after. With a `mover`, that is what
    changed for a movement class, or the class itself is new or gone.
    """

    map: str
    change: Changed
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    moved: tuple[str, ...] = ()
    new_roads: tuple[str, ...] = ()
    lost_roads: tuple[str, ...] = ()
    distances: tuple[DistanceChange, ...] = ()
    distances_changed: int = 0
    mover: str = ""
    terrain: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """The map and the class as a heading."""
        return f"{self.map} for '{self.mover}'" if self.mover else self.map


class VerdictChange(Struct, frozen=True):
    """A requirement of a map, or of the pack without one, with another verdict: holds, broken, unknown or missing."""

    map: str
    requirement: str
    before: str
    after: str


class PackComparison(Struct, frozen=True):
    """What changed between two states of a pack."""

    name: str
    title: tuple[str, str]
    rows: tuple[RowChange, ...] = ()
    faces: tuple[FaceChange, ...] = ()
    maps: tuple[MapChange, ...] = ()
    verdicts: tuple[VerdictChange, ...] = ()
    new_findings: tuple[Finding, ...] = ()
    gone_findings: tuple[Finding, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether nothing changed."""
        found = (self.rows, self.faces, self.maps, self.verdicts, self.new_findings, self.gone_findings)
        return not any(found) and self.title[0] == self.title[1]


def compared(old: PackState, new: PackState) -> PackComparison:
    """Return what changed from the old state to the new one."""
    gone, come = _findings(old), _findings(new)
    return PackComparison(
        new.examined.name,
        (old.contents.title, new.contents.title),
        tuple(_rows(old.contents, new.contents, decimal_mark(new.language))),
        tuple(_faces(old, new)),
        tuple(_maps(old, new)),
        tuple(_verdicts(old.verdicts, new.verdicts)),
        tuple(each for key, each in come.items() if key not in gone),
        tuple(each for key, each in gone.items() if key not in come),
    )


def changed_parts(old: PackState, new: PackState) -> tuple[tuple[str, tuple[tuple[int, int], ...]], ...]:
    """Return for each component the parts that are new, look different or lack copies.

    Each part is its number, from 1, and how many copies of it must be printed.
    """
    was = {after: before for before, after in paired_parts(old, new) if before and after}
    found = []
    for drawn in new.examined.drawn:
        numbers = []
        parts = _numbered(((drawn.parts.component, part.name), part) for part in drawn.parts.parts)
        for number, (key, part) in enumerate(parts.items(), 1):
            before = was.get(key)
            same = before and old.digests[before] == new.digests[key]
            copies = part.copies - (old.parts[before].copies if before and same else 0)
            if copies > 0:
                numbers.append((number, copies))
        found.append((drawn.parts.component, tuple(numbers)))
    return tuple(each for each in found if each[1])


def thrown_away(old: PackState, new: PackState) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return for each component the names of printed parts that are outdated: gone, different, or too many.

    Where only some copies are too many, the name says how many: `Coin (2 of 5)`.
    """
    found: dict[str, list[str]] = {}
    for before, key in paired_parts(old, new):
        if before is None:
            continue
        same = key is not None and old.digests[before] == new.digests[key]
        copies, most = (new.parts[key].copies if key and same else 0), old.parts[before].copies
        if copies < most:
            some = f" ({most - copies} of {most})" if copies else ""
            found.setdefault(before[0], []).append(f"{before[1]}{some}")
    return tuple((component, tuple(names)) for component, names in found.items())


# Which part of the new state is which of the old one.


def paired_parts(old: PackState, new: PackState) -> Iterator[tuple[PartKey | None, PartKey | None]]:
    """Yield the parts of two states that are the same: None for one that the other state does not have."""
    for component in dict.fromkeys(key[0] for key in (*old.parts, *new.parts)):
        one, other = ([key for key in state.parts if key[0] == component] for state in (old, new))
        for was, now in paired(_named_parts(old, component, one), _named_parts(new, component, other)):
            yield None if was is None else one[was], None if now is None else other[now]


def _named_parts(state: PackState, component: str, keys: Iterable[PartKey]) -> list[Named]:
    """Return the names and the contents of parts: what their rows say, so that a part is paired as its row is.

    The rows of dice are their sides: a die is paired by its pictures.
    """
    is_dice = any(each.parts.component == component and each.parts.kind == "die" for each in state.examined.drawn)
    named = [] if is_dice else [_named(row) for row in _rows_of(state.contents, component)]
    rows = _numbered(((component, name), content) for name, content in named)
    return [(key[1], rows.get(key) or (*state.digests[key], state.parts[key].copies)) for key in keys]


# The changes of each kind.


_COUNT = re.compile(r"\d[\d,]*(?= (?:more|other|rows?|cards?|tiles?|tokens?|parts?|texts?|faces?|places?|cells?)\b)")
"""A number of things in a message."""


def _findings(state: PackState) -> dict[PartKey, Finding]:
    """Return the findings by code and message; neither the rows that a message names nor numbers of things count."""
    found = state.examined.report.findings
    facts = (each.cause if isinstance(each.cause, str) else each.message for each in found)
    return _numbered(((each.code, _COUNT.sub("", fact)), each) for each, fact in zip(found, facts, strict=True))


def _rows(old: Contents, new: Contents, mark: str) -> Iterator[RowChange]:
    for component in dict.fromkeys((*old.components, *new.components)):
        before, after = _rows_of(old, component), _rows_of(new, component)
        for was, now in paired([_named(row) for row in before], [_named(row) for row in after]):
            one, other = None if was is None else before[was], None if now is None else after[now]
            if one is None and other is not None:
                yield RowChange(component, other.name, "added", str(other.span))
            elif other is None and one is not None:
                yield RowChange(component, one.name, "removed", str(one.span))
            elif one is not None and other is not None and (fields := tuple(_fields(one, other, mark))):
                yield RowChange(component, other.name, "changed", str(other.span), fields)


def _rows_of(contents: Contents, component: str) -> tuple[PackRow, ...]:
    found = contents.components.get(component)
    return found.rows if found else ()


def _named(row: PackRow) -> Named:
    return row.name, (*((field, _shown(value)) for field, value in row.items()), ("", str(row.copies)))


def _fields(one: PackRow, other: PackRow, mark: str) -> Iterator[FieldChange]:
    for field in dict.fromkeys((*one, *other)):
        before, after = _shown(one.get(field), mark), _shown(other.get(field), mark)
        if before != after:
            yield FieldChange(field, before, after)
    if one.copies != other.copies:
        yield FieldChange("copies", str(one.copies), str(other.copies))


def _shown(value: object, mark: str = POINT) -> str:
    """Return a value of a field as a designer writes it; `mark` is the decimal mark."""
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case Fraction():
            return shown(value, mark)
        case tuple():
            return ", ".join(_shown(item, mark) for item in value)
        case Mapping():
            return str(
                value.get("id")
                or value.get("name")
                or ", ".join(f"{key}: {_shown(it, mark)}" for key, it in value.items())
            )
        case _:
            return str(value)


def _faces(old: PackState, new: PackState) -> Iterator[FaceChange]:
    for was, now in paired_parts(old, new):
        before, after = old.parts[was] if was else None, new.parts[now] if now else None
        key = now or was
        assert key
        copies = (before.copies if before else 0, after.copies if after else 0)
        if was is None or now is None:
            yield FaceChange(*key, "removed" if now is None else "added", (), copies)
            continue
        pairs = zip(("front", "back"), old.digests[was], new.digests[now], strict=True)
        sides = tuple(side for side, one, other in pairs if one != other)
        if sides or copies[0] != copies[1]:
            yield FaceChange(*key, "changed", sides, copies, None if was == now else was[1:])


def _maps(old: PackState, new: PackState) -> Iterator[MapChange]:
    one, other = old.contents.maps, new.contents.maps
    for name in dict.fromkeys((*one, *other)):
        if name not in one or name not in other:
            yield MapChange(name, "added" if name in other else "removed")
            continue
        change = _map(name, one[name].network, other[name].network, tuple(_moved(old, new, name)))
        change = replace(change, terrain=tuple(_terrain(old, new, name)))
        if change != MapChange(name, "changed"):
            yield change
        yield from _classes(name, one[name].classes, other[name].classes)


def _map(name: str, before: MapNetwork, after: MapNetwork, moved: tuple[str, ...] = (), mover: str = "") -> MapChange:
    """Return what changed on a map, or for a movement class on it."""
    was, now = {place.id for place in before.places}, {place.id for place in after.places}
    roads, later = _roads(before), _roads(after)
    distances = tuple(_distances(before, after, [place.id for place in after.places if place.id in was]))
    return MapChange(
        name,
        "changed",
        tuple(place.id for place in after.places if place.id not in was),
        tuple(place.id for place in before.places if place.id not in now),
        moved,
        tuple(road for road in later if road not in roads),
        tuple(road for road in roads if road not in later),
        distances[:MOST_DISTANCES],
        len(distances),
        mover,
    )


def _classes(name: str, one: Mapping[str, MapNetwork], other: Mapping[str, MapNetwork]) -> Iterator[MapChange]:
    """Yield what changed for the movement classes of a map."""
    for mover in dict.fromkeys((*one, *other)):
        if mover not in one or mover not in other:
            yield MapChange(name, "added" if mover in other else "removed", mover=mover)
            continue
        change = _map(name, one[mover], other[mover], mover=mover)
        if change != MapChange(name, "changed", mover=mover):
            yield change


def _moved(old: PackState, new: PackState, name: str) -> Iterator[str]:
    """Yield the places whose position on the map changed."""
    one, other = old.examined.game.find(GameMap, name), new.examined.game.find(GameMap, name)
    if one is None or other is None:
        return
    before = {place.id: place.at for place in one.places}
    yield from (place.id for place in other.places if place.id in before and before[place.id] != place.at)


def _terrain(old: PackState, new: PackState, name: str) -> Iterator[str]:
    """Yield the cells of a grid map whose terrain changed, with both terrains."""
    one, other = old.examined.game.find(GameMap, name), new.examined.game.find(GameMap, name)
    if not (isinstance(one, GridMap) and isinstance(other, GridMap)):
        return
    before = {cell.number: cell.terrain for cell in one.cells}
    for cell in other.cells:
        was, now = before.get(cell.number), cell.terrain
        if was and now and was.name != now.name:
            yield f"{cell.number}: {was.name} → {now.name}"


def _roads(network: MapNetwork) -> dict[str, None]:
    """Return the moves between places as text, both directions together where they cost the same."""
    moves = {(network.states[move.start], network.states[move.end], move.cost): None for move in network.moves}
    found: dict[str, None] = {}
    for start, end, cost in moves:
        if start == end:
            continue
        both = (end, start, cost) in moves
        first, second = sorted((start, end)) if both else (start, end)
        found[f"{first} {'--' if both else '->'} {second}" + (f" ({cost})" if cost != 1 else "")] = None
    return found


def _distances(before: MapNetwork, after: MapNetwork, places: list[str]) -> Iterator[DistanceChange]:
    """Yield the distances that changed between places of both states; nothing for very large maps."""
    if len(places) > MOST_PLACES:
        return
    for start in places:
        for goal in places:
            if start != goal:
                one, other = before.distance(start, goal), after.distance(start, goal)
                if one != other:
                    yield DistanceChange(start, goal, one, other)


def _verdicts(old: Mapping[PartKey, str], new: Mapping[PartKey, str]) -> Iterator[VerdictChange]:
    for key in dict.fromkeys((*old, *new)):
        if (one := old.get(key, "missing")) != (other := new.get(key, "missing")):
            yield VerdictChange(*key[:2], one, other)
