"""What must hold for a map: its requirements, and the selections of places that they are about."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, get_args

from msgspec import Struct, field

from pnp.diagnostics import Severity, Span
from pnp.model.maps.movement import read_names
from pnp.model.records import read_record
from pnp.model.reference import Ref
from pnp.source.tree import Node

Demand = Literal[
    "connected",
    "reach",
    "distance",
    "adjacent",
    "not-adjacent",
    "degree",
    "no-dead-end",
    "no-trap",
    "survives",
    "count",
    "route",
    "ways",
    "within",
    "fair-starts",
    "no-crossing",
    "isolation",
    "seams-meet",
]
DEMANDS: tuple[Demand, ...] = get_args(Demand)
"""The kinds of requirements, in the order of the documentation."""


class Selector(Struct, frozen=True):
    """A selection of places: by name, by tag, by district, otherwise the `group`.

    `starts` are the places where pieces start, the default of some requirements; it is not the same as every place.
    """

    places: tuple[Ref, ...] = ()
    tag: Ref | None = None
    district: Ref | None = field(default=None, name="in")
    group: Literal["every place", "starts", "none"] = "every place"

    @classmethod
    def read(cls, node: Node | None, default: Selector | None = None) -> Selector:
        """Return the selector at `node`: a name, a list of names, `{tag: …}`, `{in: …}` or `every place`.

        Without a node it is `default`, or every place.
        """
        if node is None:
            return default or cls()
        if node.value == "every place":
            return cls()
        if "tag" in node or "in" in node:
            return read_record(cls, node)
        return cls(places=tuple(map(Ref.read, node)) if not isinstance(node.value, str) else (Ref.read(node),))


EVERYWHERE = Selector()
"""Selects every place."""

STARTS = Selector(group="starts")
"""Selects the places where pieces start."""

NOWHERE = Selector(group="none")
"""Selects no place."""


class Bounds(Struct, frozen=True):
    """Limits for a number: exact value, minimum and maximum; None for no limit."""

    exactly: Fraction | int | None = None
    least: Fraction | int | None = None
    most: Fraction | int | None = None

    @classmethod
    def read(cls, node: Node) -> Bounds:
        """Return the limits in the keys `is`, `at-least` and `at-most` of `node`."""
        values = (node.get(key) for key in ("is", "at-least", "at-most"))
        return cls(*(_limit(str(value.value)) if value else None for value in values))

    def hold(self, number: Fraction | int) -> bool:
        """Whether `number` is within all limits."""
        return (
            (self.exactly is None or number == self.exactly)
            and (self.least is None or number >= self.least)
            and (self.most is None or number <= self.most)
        )

    def __str__(self) -> str:
        said = (("", self.exactly), ("at least ", self.least), ("at most ", self.most))
        return " and ".join(f"{word}{_plain(limit)}" for word, limit in said if limit is not None)


def _limit(written: str) -> Fraction | int:
    """Return the number, as an int if it is whole: comparing ints takes a tenth of the time."""
    number = Fraction(written)
    return number.numerator if number.denominator == 1 else number


def _plain(number: Fraction | int) -> str:
    return str(number) if number.denominator == 1 else f"{float(number):.15g}"


class Requirement(Struct, frozen=True):
    """A requirement on a map: its places and limits, the setups it applies to, and the severity of a violation.

    `start` and `goal` are its places; one with a single group has it in `start`. `closed` is the number of places that
    may be closed at once. `counts` is what a degree counts, or `moves` for a distance in moves on a map with costs.
    `by` are the closures that an isolation counts. With `reachable`, each pair of a distance must be connected. It
    applies to the map as printed, or to `every_setup`, or to setups with `laid`: up to so many closures of those kinds.
    With `every_setup`, `some` setup may be enough, or a `share` of the setups. It is about each of the `movers`, or
    about the map as a whole if there are none.

    A route leads `through` stops in order, the first of which is its start; `is_round` is whether it leads back.
    `speed` is the number of movement points of a turn, if turns are counted. `goals` is the number of goals that a
    `within` needs, `disjoint` that of ways that share no place, or `by_roads` no road; a `survives` closes places, or
    `by_roads` roads. With `even_closed` a closed goal is out of reach; without it, nothing is asked about a closed
    goal.
    """

    demand: Demand
    name: str
    span: Span
    start: Selector = Selector()
    goal: Selector = Selector()
    bounds: Bounds = Bounds()
    closed: int = 0
    counts: Literal["neighbours", "in", "out", "cost", "moves"] = "neighbours"
    by: tuple[Ref, ...] = ()
    reachable: bool = False
    goals: int = 1
    through: tuple[Selector, ...] = ()
    is_round: bool = False
    speed: int | None = None
    disjoint: int = 1
    by_roads: bool = False
    even_closed: bool = False
    every_setup: bool = False
    some: bool = False
    share: Fraction | None = None
    laid: tuple[tuple[Ref, int], ...] = ()
    severity: Severity | None = None
    movers: tuple[Ref, ...] = field(default=(), name="for")

    @property
    def is_least_distance(self) -> bool:
        """Whether it is only a minimum distance, which is met if no route exists."""
        endless = self.bounds.exactly is None and self.bounds.most is None and not self.reachable
        return self.demand in ("distance", "route") and endless

    @property
    def selectors(self) -> tuple[Selector, ...]:
        """All selectors of its places."""
        return self.through or (self.start, self.goal)

    def lays(self, closure: str) -> bool:
        """Whether the requirement applies to setups with closures of that kind."""
        named = {ref.name for ref in (*self.by, *(ref for ref, _ in self.laid))}
        return closure in named if named or self.demand == "isolation" else self.every_setup

    @classmethod
    def read(cls, node: Node) -> Requirement:
        """Return the requirement at `node`, a mapping in which exactly one key names a demand."""
        demand = next(name for name in DEMANDS if name in node)
        body = node[demand]
        share = node["in"].get("at-least") if "in" in node else None
        return cls(
            demand=demand,
            name=node.text_of("name", demand),
            span=node.span,
            start=_start(demand, body),
            goal=_goal(demand, body),
            bounds=Bounds.read(body),
            closed=body["closed"].integer if "closed" in body else 0,
            counts=body.text_of("counts", "neighbours"),  # type: ignore[arg-type]  # the schema has said so
            by=tuple(map(Ref.read, body.list("by"))) if demand == "isolation" else (),
            reachable=body.is_true("reachable"),
            goals=body["goals"].integer if "goals" in body else 1,
            through=tuple(map(Selector.read, body["through"])) if "through" in body else (),
            is_round=body.is_true("round"),
            speed=body["speed"].integer if "speed" in body else None,
            disjoint=body["disjoint"].integer if "disjoint" in body else 1,
            by_roads=demand in ("ways", "survives") and body.text_of("by", "places") == "roads",
            even_closed=body.is_true("even-closed"),
            every_setup="in" in node,
            some="in" in node and node["in"].value == "some setup",
            share=Fraction(share.text.rstrip(" %")) / 100 if share else None,
            laid=tuple((Ref.read(key), value.integer) for key, value in node.entries("with")),
            severity=Severity(node["severity"].text) if "severity" in node else None,
            movers=read_names(node.get("for")),
        )


def _start(demand: Demand, body: Node) -> Selector:
    if demand in ("adjacent", "not-adjacent"):
        return Selector(places=(Ref.read(next(iter(body))),))
    if demand == "fair-starts":
        return Selector.read(body.get("from"), STARTS)
    if demand == "route":
        return Selector.read(next(iter(body["through"])))
    origin = None if demand == "isolation" else body.get("from")
    return Selector.read(origin or body.get("of") or body.get("every"))


def _goal(demand: Demand, body: Node) -> Selector:
    if demand in ("adjacent", "not-adjacent"):
        return Selector(places=tuple(Ref.read(node) for node in body)[1:])
    if demand == "isolation":
        return Selector.read(body.get("from"), STARTS)
    if demand == "no-trap":
        return Selector.read(body.get("unless"), NOWHERE)
    if demand == "route":
        return Selector.read(list(body["through"])[-1])
    return Selector.read(body.get("to") or body.get("a"))


class RequirementList(Struct, frozen=True):
    """Requirements that several maps share."""

    id: str
    name: str
    span: Span
    requirements: tuple[Requirement, ...]
    damaged: bool = False


def read_requirements(root: Node, name: str, damaged: bool = False) -> RequirementList:
    """Return the list of requirements described in `root`, which its schema has validated."""
    requirements = tuple(map(Requirement.read, root.list("requirements")))
    return RequirementList(name, root.text_of("name", name), root.span, requirements, damaged)
