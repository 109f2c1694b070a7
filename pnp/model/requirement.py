"""Requirements: what a designer says must hold of a map."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Literal, get_args

from pnp.diagnostics import Severity, Span
from pnp.model.reference import Ref
from pnp.records import dataclass

if TYPE_CHECKING:
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
    "within",
    "fair-starts",
    "no-crossing",
    "isolation",
    "seams-meet",
]
DEMANDS: tuple[Demand, ...] = get_args(Demand)
"""Every demand, in the order of the documentation."""


@dataclass(frozen=True, slots=True)
class Selector:
    """Some places: named ones, those with a tag, those in a district; else those that `group` says.

    `starts` are the places where pieces start, the default of some demands: another thing than every place.
    """

    places: tuple[Ref, ...] = ()
    tag: Ref | None = None
    district: Ref | None = None
    group: Literal["every place", "starts", "none"] = "every place"

    @classmethod
    def read(cls, node: Node | None, default: Selector | None = None) -> Selector:
        """The selector at `node`: a name, a list of names, `{tag: …}`, `{in: …}` or `every place`.

        Without a node it is the default: every place unless given.
        """
        if node is None:
            return default or cls()
        if node.value == "every place":
            return cls()
        tag, district = node.get("tag"), node.get("in")
        if tag or district:
            return cls(tag=Ref.read(tag) if tag else None, district=Ref.read(district) if district else None)
        return cls(places=tuple(map(Ref.read, node)) if not isinstance(node.value, str) else (Ref.read(node),))


EVERYWHERE = Selector()
"""What chooses every place."""

STARTS = Selector(group="starts")
"""What chooses the places where pieces start."""

NOWHERE = Selector(group="none")
"""What chooses no place."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """Limits for a number: exactly, at least, at most; None where nothing is said."""

    exactly: Fraction | int | None = None
    least: Fraction | int | None = None
    most: Fraction | int | None = None

    @classmethod
    def read(cls, node: Node) -> Bounds:
        """The limits in the keys `is`, `at-least` and `at-most` of `node`."""
        values = (node.get(key) for key in ("is", "at-least", "at-most"))
        return cls(*(_limit(str(value.value)) if value else None for value in values))

    def hold(self, number: Fraction | int) -> bool:
        """Whether `number` keeps every limit."""
        return (
            (self.exactly is None or number == self.exactly)
            and (self.least is None or number >= self.least)
            and (self.most is None or number <= self.most)
        )

    def __str__(self) -> str:
        said = (("", self.exactly), ("at least ", self.least), ("at most ", self.most))
        return " and ".join(f"{word}{_plain(limit)}" for word, limit in said if limit is not None)


def _limit(written: str) -> Fraction | int:
    """The number as an int where it is whole: comparing that takes a tenth of the time."""
    number = Fraction(written)
    return number.numerator if number.denominator == 1 else number


def _plain(number: Fraction | int) -> str:
    return str(number) if number.denominator == 1 else f"{float(number):.15g}"


@dataclass(frozen=True, slots=True)
class Requirement:
    """One demand on a map: who it is about, the limits, in which setups, and how much its breach weighs.

    `start` and `goal` are the places it speaks of (`of` a demand about one group stands in `start`); `closed` is how
    many places may be closed at once; `counts` is what a degree counts: neighbours, ways in, or ways out; `by` are the
    closures that an isolation counts; with `reachable` each pair of a distance must have a way. It is asked of the map
    as printed, or in `every_setup`, or with any `laid`: so many closures of those kinds, or fewer.
    """

    demand: Demand
    name: str
    span: Span
    start: Selector = Selector()
    goal: Selector = Selector()
    bounds: Bounds = Bounds()
    closed: int = 0
    counts: Literal["neighbours", "in", "out"] = "neighbours"
    by: tuple[Ref, ...] = ()
    reachable: bool = False
    every_setup: bool = False
    laid: tuple[tuple[Ref, int], ...] = ()
    severity: Severity | None = None

    @property
    def is_least_distance(self) -> bool:
        """Whether it says how far things must be apart at least, and not that a way must lead from one to the other."""
        endless = self.bounds.exactly is None and self.bounds.most is None and not self.reachable
        return self.demand == "distance" and endless

    def lays(self, closure: str) -> bool:
        """Whether it is asked with closures of that kind laid."""
        named = {ref.name for ref in (*self.by, *(ref for ref, _ in self.laid))}
        return closure in named if named or self.demand == "isolation" else self.every_setup

    @classmethod
    def read(cls, node: Node) -> Requirement:
        """The requirement at `node`: a mapping in which exactly one key names a demand."""
        demand = next(name for name in DEMANDS if name in node)
        body = node[demand]
        closed, severity, name = body.get("closed"), node.get("severity"), node.get("name")
        laid, reachable = node.get("with"), body.get("reachable")
        counts = body["counts"].text if "counts" in body else "neighbours"
        return cls(
            demand=demand,
            name=name.text if name else demand,
            span=node.span,
            start=_start(demand, body),
            goal=_goal(demand, body),
            bounds=Bounds.read(body),
            closed=closed.integer if closed else 0,
            counts=counts,  # type: ignore[arg-type]  # the schema has said so
            by=tuple(map(Ref.read, body.list("by"))) if demand == "isolation" else (),
            reachable=reachable is not None and reachable.value is True,
            every_setup="in" in node,
            laid=tuple((Ref.read(key), value.integer) for key, value in laid.items()) if laid else (),
            severity=Severity(severity.text) if severity else None,
        )


def _start(demand: Demand, body: Node) -> Selector:
    if demand in ("adjacent", "not-adjacent"):
        return Selector(places=(Ref.read(next(iter(body))),))
    if demand == "fair-starts":
        return Selector.read(body.get("from"), STARTS)
    origin = None if demand == "isolation" else body.get("from")
    return Selector.read(origin or body.get("of") or body.get("every"))


def _goal(demand: Demand, body: Node) -> Selector:
    if demand in ("adjacent", "not-adjacent"):
        return Selector(places=tuple(Ref.read(node) for node in body)[1:])
    if demand == "isolation":
        return Selector.read(body.get("from"), STARTS)
    if demand == "no-trap":
        return Selector.read(body.get("unless"), NOWHERE)
    return Selector.read(body.get("to") or body.get("a"))


@dataclass(frozen=True, slots=True)
class RequirementList:
    """Requirements that several maps keep."""

    id: str
    name: str
    span: Span
    requirements: tuple[Requirement, ...]
    damaged: bool = False


def read_requirements(root: Node, name: str, damaged: bool = False) -> RequirementList:
    """The list that stands in the document `root`, which its schema has passed."""
    title = root["name"].text if "name" in root else name
    return RequirementList(name, title, root.span, tuple(map(Requirement.read, root.list("requirements"))), damaged)
