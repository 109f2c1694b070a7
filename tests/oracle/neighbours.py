"""Which areas of a map with outlines are neighbours, by brute force, and what pnp has to report of roads and borders.

It follows docs/region-maps.md. Outlines are cut by shapely; nothing is snapped: each side of an area is compared with
each side of the other. What depends on how slips are evened out has no answer: a border is there, is not, or is unsure.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

import shapely

from pnp.checks.map import REGION_CHECKS
from tests.oracle.held import map_of, written
from tests.oracle.outlined import SNAP

if TYPE_CHECKING:
    from collections.abc import Iterator

    from shapely.geometry.base import BaseGeometry

    from tests.oracle.board import Data

BORDER, GAP, OVERLAP = 2.0, 1.0, 0.5
"""The least border in millimetres, the width of a gap, and the least overlap in square millimetres, by the docs."""

RANKS = {"sea": 0, "land": 1, "waste": 2, "lake": 3}
CLOSED = ("waste", "lake")
JUDGED = ("undrawn-border", "undeclared-border", "outline-gap", "outline-overlap", "outline-corner", "unknown-border")
NAMES = re.compile(r"'([^']*)'")

Pair = frozenset[str]
Side = tuple[float, float, float, float]


def rings_of(outline: Data) -> list[Data]:
    """The rings of an outline: a list of points, or of such lists."""
    return outline if isinstance(outline[0][0], list) else [outline]


def shape_of(outline: Data) -> BaseGeometry:
    """What an odd number of the rings of an outline surround."""
    found: BaseGeometry = shapely.Polygon()
    for ring in rings_of(outline):
        found ^= shapely.Polygon(ring).buffer(0)
    return found


def sides_of(shape: BaseGeometry) -> list[Side]:
    """The sides of a shape, each with the shape on its left."""
    found = []
    for part in shapely.get_parts(shape):
        if part.geom_type == "Polygon" and part.area:
            turned = shapely.geometry.polygon.orient(part)
            for ring in (turned.exterior, *turned.interiors):
                found += [(*a, *b) for a, b in pairwise(ring.coords)]
    return found


@dataclass
class Meeting:
    """How two areas meet: each answer is True, False, or None where it can't be told."""

    border: bool | None
    gap: bool | None
    overlap: bool | None
    touch: bool | None


@dataclass
class Judge:
    """A document with outlines, judged by comparing all sides with all others."""

    document: Data
    unsure: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.areas = {name: said or {} for name, said in self.document["areas"].items()}
        self.snap = (self.document.get("outlines") or {}).get("snap", SNAP)
        self.places = {
            name for name, said in self.areas.items()
            if said.get("ground") not in CLOSED and not said.get("waypoint")
        }  # fmt: skip

    def rank(self, name: str) -> int:
        """Which areas an area is cut by: those with a greater rank."""
        return RANKS[self.areas[name].get("ground", "land")]

    @cached_property
    def shapes(self) -> dict[str, BaseGeometry]:
        """The areas without what others cut out of them."""
        drawn = {name: shape_of(said["outline"]) for name, said in self.areas.items() if "outline" in said}
        found = dict(drawn)
        for name, shape in drawn.items():
            for other, upper in drawn.items():
                within = (upper - shape).area < 0.4 * min(OVERLAP, 0.02 * upper.area) and shape.area > upper.area
                if self.rank(name) < self.rank(other) or (
                    name != other and self.rank(name) == self.rank(other) and within
                ):
                    found[name] -= upper
        return found

    def _overlap(self, one: str, other: str) -> bool | None:
        """Whether two areas of the same rank cover each other."""
        if self.rank(one) != self.rank(other):
            return False
        a, b = self.shapes[one], self.shapes[other]
        both = a & b
        if both.area > OVERLAP and (
            a.buffer(1.3 * self.snap).contains(b)
            or b.buffer(1.3 * self.snap).contains(a)
            or min((a - b).area, (b - a).area) < 1.2 * OVERLAP
        ):
            return None  # one is inside the other but for so little that it may be a slip
        if both.area < OVERLAP * 0.6 or both.buffer(-self.snap / 4).is_empty:
            return False
        return True if both.buffer(-self.snap).area > 2 * OVERLAP else None

    @cached_property
    def covered(self) -> set[str]:
        """The areas that others cover in part: what is a border there depends on which of them is mended."""
        pairs = combinations(self.shapes, 2)
        return {each for pair in pairs if self._overlap(*pair) is not False for each in pair}

    @cached_property
    def unclear(self) -> set[str]:
        """The areas with corners that are about `snap` apart from each other or from others: they are one, or two."""
        corners = [(name, point) for name, shape in self.shapes.items() for point in shapely.get_coordinates(shape)]
        tree = shapely.STRtree(shapely.points([point for _, point in corners]))
        found = set[str]()
        for name, point in corners:
            for other in tree.query(shapely.Point(point), predicate="dwithin", distance=1.6 * self.snap):
                if math.dist(point, corners[other][1]) > 0.62 * self.snap:
                    found |= {name, corners[other][0]}
        return found

    @cached_property
    def meetings(self) -> dict[Pair, Meeting]:
        """How each two areas with outlines meet."""
        sides = {name: sides_of(shape) for name, shape in self.shapes.items()}
        return {
            frozenset((one, other)): self._meeting(one, other, sides[one], sides[other])
            for one, other in combinations(self.shapes, 2)
        }

    def _meeting(self, one: str, other: str, ours: list[Side], theirs: list[Side]) -> Meeting:
        a, b = self.shapes[one], self.shapes[other]
        apart = a.distance(b)
        if apart > max(GAP, 2 * self.snap) + 0.1:
            return Meeting(False, False, False, False)
        overlap = self._overlap(one, other)
        ours_wide, theirs_wide = (sides_of(self._wide(name)) for name in (one, other))
        if not ours_wide or not theirs_wide or {one, other} & (self.covered | self.unclear):
            return Meeting(None, None, overlap or None, None)
        exact = alongside(ours_wide, theirs_wide, 0.01, 25)
        met = alongside(ours_wide, theirs_wide, self.snap / 2, 25, whole=True)
        most = min(alongside(ours, theirs, 1.3 * self.snap, 70), alongside(theirs, ours, 1.3 * self.snap, 70))
        border: bool | None = None
        if overlap is not False:
            border = None
        elif exact > BORDER + 0.05 or met > BORDER + 0.5:
            border = True
        elif most < BORDER - 0.03 - self.snap / 4:
            border = False
        gap: bool | None = None
        facing = alongside(ours, theirs, 0.9 * GAP, 25, outside=0.0, empty=[*self.shapes.values()])
        if border is True or overlap is True or alongside(ours, theirs, 1.05 * GAP, 75) < BORDER - 0.5:
            gap = False
        elif border is False and facing > BORDER + 1.2 and overlap is False:
            gap = True
        touch = (
            True if self._wide(one).distance(self._wide(other)) < 0.012 else False if apart > 1.3 * self.snap else None
        )
        return Meeting(border, gap, overlap, touch)

    def _wide(self, name: str) -> BaseGeometry:
        """An area without strips so narrow that both sides of them may become one."""
        shape = self.shapes[name]
        wide = shape.buffer(-0.6 * self.snap, join_style="mitre").buffer(0.6 * self.snap, join_style="mitre")
        narrow = shapely.get_parts(shape - wide.buffer(0.002))
        strips = shapely.union_all(
            [each for each in narrow if each.geom_type == "Polygon" and each.length > 3 * self.snap]
        )
        return shapely.difference(shape, strips, grid_size=1e-5)  # else strips of no width are left

    # Roads.

    @cached_property
    def roads(self) -> list[tuple[str, str, str]]:
        """The areas at the ends of each road, and its kind."""
        found = []
        for item in self.document.get("roads") or ():
            if isinstance(item, dict):
                found.append((_area(item["from"]), _area(item["to"]), item.get("kind", "")))
            else:
                stops = re.split(r"\s+(?:--|->|<-)\s+", item) if isinstance(item, str) else item
                found += [(_area(a), _area(b), "") for a, b in pairwise(stops)]
        return found

    def joined(self) -> set[Pair]:
        """The pairs of areas with a road."""
        return {frozenset((a, b)) for a, b, _ in self.roads}

    def impassable(self) -> set[Pair]:
        """The pairs of areas whose border nobody crosses."""
        borders = self.document.get("borders") or ()
        return {frozenset(each["between"]) for each in borders if each["kind"] == "impassable"}

    def verdicts(self) -> dict[tuple[str, Pair], bool | None]:
        """Whether each finding on each pair of areas must be there."""
        found: dict[tuple[str, Pair], bool | None] = {}
        joined, closed = self.joined(), self.impassable()
        straits = {frozenset((a, b)) for a, b, kind in self.roads if kind}
        declared = self.document.get("adjacency", "declared") == "declared"
        told_of = [frozenset(each["between"]) for each in self.document.get("borders") or ()]
        for pair, met in self.meetings.items():
            places = pair <= self.places
            plain = any({a, b} == pair and not kind for a, b, kind in self.roads)
            found["outline-overlap", pair] = met.overlap
            found["outline-gap", pair] = met.gap and pair not in straits if met.gap is not None else None
            elsewhere = any_of(met.gap, met.overlap)
            if not plain or met.border:
                found["undrawn-border", pair] = False
            else:
                found["undrawn-border", pair] = all_of(negated(met.border), negated(elsewhere))
            if joined & {pair} or pair in closed or not places or not declared:
                found["undeclared-border", pair] = False
            else:
                found["undeclared-border", pair] = met.border
            if met.border or pair in joined or not places:
                found["outline-corner", pair] = False
            else:
                found["outline-corner", pair] = all_of(met.touch, negated(met.border), negated(met.overlap))
            found["unknown-border", pair] = pair in told_of and negated(met.border)
        for code in ("undrawn-border", "undeclared-border"):
            for pair in joined:
                found.setdefault((code, pair), False)
        return found


def _area(end: str) -> str:
    return end.split("/")[0]


def negated(answer: bool | None) -> bool | None:
    """The opposite of an answer."""
    return None if answer is None else not answer


def all_of(*answers: bool | None) -> bool | None:
    """Whether all are true, as far as it can be told."""
    return False if False in answers else None if None in answers else True


def any_of(*answers: bool | None) -> bool | None:
    """Whether one is true, as far as it can be told."""
    return True if True in answers else None if None in answers else False


def alongside(  # noqa: C901  one comparison
    ours: list[Side], theirs: list[Side], near: float, angle: float, *,
    whole: bool = False, outside: float = -math.inf, empty: list[BaseGeometry] | None = None,
) -> float:  # fmt: skip
    """How much of our sides runs along theirs the other way, at most so far from them and at most so many degrees off.

    With `whole` a side counts where it lies beside theirs only if all of that is near: not where two sides part in a
    wedge. `outside` is how far beyond our side theirs must be at least; between them nothing of `empty` lies.
    """
    limit, length = -math.cos(math.radians(angle)), 0.0
    for x0, y0, x1, y1 in ours:
        size = math.hypot(x1 - x0, y1 - y0)
        if not size:
            continue
        dx, dy = (x1 - x0) / size, (y1 - y0) / size
        spans = []
        for p0, q0, p1, q1 in theirs:
            if min(p0, p1) > max(x0, x1) + near or max(p0, p1) < min(x0, x1) - near:
                continue
            if min(q0, q1) > max(y0, y1) + near or max(q0, q1) < min(y0, y1) - near:
                continue
            u0, u1 = ((p - x0) * dx + (q - y0) * dy for p, q in ((p0, q0), (p1, q1)))
            v0, v1 = ((p - x0) * dy - (q - y0) * dx for p, q in ((p0, q0), (p1, q1)))  # beyond our side: above 0
            far = math.hypot(p1 - p0, q1 - q0)
            if not far or (u1 - u0) / far > limit:
                continue
            start, end = max(0.0, min(u0, u1)), min(size, max(u0, u1))
            slope = (v1 - v0) / (u1 - u0)
            if whole:
                if end > start and all(abs(v0 + (u - u0) * slope) <= near for u in (start, end)):
                    spans.append((start, end))
                continue
            least = max(-near, outside)
            if slope:
                cuts = sorted(u0 + (v - v0) / slope for v in (least, near))
                start, end = max(start, cuts[0]), min(end, cuts[1])
            elif not least <= v0 <= near:
                continue
            if end <= start:
                continue
            if empty is not None:
                u = (start + end) / 2
                v = v0 + (u - u0) * slope
                ends = [(x0 + u * dx + far * dy, y0 + u * dy - far * dx) for far in (0.02 * v, 0.98 * v)]
                across = shapely.LineString(ends)
                if any((shape & across).length > 0.01 for shape in empty):
                    continue
            spans.append((start, end))
        last = 0.0
        for start, end in sorted(spans):
            length += max(0.0, end - max(start, last))
            last = max(last, end)
    return length


# The comparison.


@dataclass
class Compared:
    """A map put to both: what differs, and how many findings of each kind must, must not and may be there."""

    differs: list[str]
    verdicts: Counter[tuple[str, bool | None]]


def compared(document: Data) -> Compared:
    """Compare what pnp reports of a map with outlines with what it must report."""
    area_map = map_of(written(document))
    findings = [each for one in REGION_CHECKS for each in one.run(area_map)]
    found: Counter[tuple[str, Pair]] = Counter(
        (each.code, frozenset(map(_area, NAMES.findall(each.message)[:2]))) for each in findings if each.code in JUDGED
    )
    judge = Judge(document)
    expected = judge.verdicts()
    listed = Counter(frozenset(each["between"]) for each in document.get("borders") or ())
    differs = []
    for (code, pair), must in expected.items():
        times = found.pop((code, pair), 0)
        most = listed[pair] if code == "unknown-border" else 1
        if must is not None and times != most * must:
            differs.append(f"{code}: {' and '.join(sorted(pair))}: {times} times, expected {most * must}")
    for (code, pair), times in found.items():
        if len(pair) == 2 and pair <= {*judge.shapes}:
            differs.append(f"{code}: {' and '.join(sorted(pair))}: {times} times, of which nothing is known")
        elif code != "unknown-border":
            differs.append(f"{code}: {' and '.join(sorted(pair))}: no pair of outlines")
    differs += _drawn(judge, Counter(area_map.pairs()))
    return Compared(differs, Counter((code, must) for (code, _), must in expected.items()))


def _drawn(judge: Judge, pairs: Counter[Pair]) -> Iterator[str]:
    """Where the roads that a drawn adjacency brings are not the borders of the drawing."""
    written_roads = Counter(frozenset((a, b)) for a, b, _ in judge.roads)
    added = pairs - written_roads
    declared = judge.document.get("adjacency", "declared") == "declared"
    for pair, met in judge.meetings.items():
        wanted = not declared and pair <= judge.places and pair not in judge.impassable() and pair not in written_roads
        must = met.border if wanted else False
        if must is not None and added[pair] != must:
            yield f"drawn road: {' and '.join(sorted(pair))}: {added[pair]}, expected {must:d}"
