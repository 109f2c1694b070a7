"""Street maps by brute force: what follows what along each street, what is laid across, and what stands beside."""

from __future__ import annotations

from dataclasses import dataclass
from math import atan2, dist, pi
from typing import TYPE_CHECKING

from tests.oracle.board import UNSURE, Board, Place, Site, Spot, TooCloseError, listed, tags_of
from tests.oracle.lines import HAIR, clear
from tests.oracle.streets import Town, read_street, town_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.oracle.board import Data
    from tests.oracle.lines import Point
    from tests.oracle.streets import Street

WINDS = ("east", "south-east", "south", "south-west", "west", "north-west", "north", "north-east")


@dataclass(frozen=True)
class Step:
    """One place follows another along a street; what lies across between them, by number."""

    start: int
    end: int
    street: int
    across: tuple[int, ...]


def street_board(document: Data) -> Board:
    """The board of a street map."""
    width, height = (float(each) for each in document["size"].split("x")) if "size" in document else (0.0, 0.0)
    streets = [read_street(name, said, width, height) for name, said in document["streets"].items()]
    road, depth = document.get("width", 18), document.get("crosswalk-depth", 10)
    across, names = _across(document, streets, road, depth)
    town = town_of(streets, road, document.get("space", 22), across)
    return _Builder(document, town, names).board


def _across(
    document: Data, streets: list[Street], road: float, depth: float
) -> tuple[list[tuple[int, float, float]], list[str | None]]:
    """The crosswalks: those with a name first, then those at mouths, where there is room for two."""
    named, mouths = document.get("crosswalks") or {}, document.get("mouths") == "crosswalks"
    if not named and not mouths:
        return [], []
    ends = _mouths(town_of(streets, road, 1e6, []), depth)
    found: list[tuple[int, float, float]] = []
    names: list[str | None] = []
    for name, at in named.items():
        feet = sorted((*each.line.foot((at[0], at[1])), number) for number, each in enumerate(streets))
        if not clear(feet[0][0], road / 2):
            continue
        if len(feet) > 1 and feet[1][0] - feet[0][0] < HAIR:
            raise TooCloseError
        street, where = feet[0][2], feet[0][1]
        near = [end for end in ends if end[0] == street and _near(streets[street], end[1], at, depth)]
        if near:
            ends.remove(near[0])
            where = near[0][1]
        found.append((street, where, depth))
        names.append(name)
    if mouths:
        found += [(street, where, depth) for street, where in ends]
        names += [None for _ in ends]
    return found, names


def _mouths(town: Town, depth: float) -> list[tuple[int, float]]:
    """Where crosswalks would lie at junctions, with room for two along the run: the street, and how far along."""
    ends = []
    for piece in (piece for pieces in town.pieces for piece in pieces):
        if clear(piece.kerbs[1] - piece.kerbs[0], 2 * depth):
            continue
        for node, where in ((piece.start, piece.kerbs[0] + depth / 2), (piece.end, piece.kerbs[1] - depth / 2)):
            if town.nodes[node].kind == "junction":
                ends.append((piece.street, where))
    return ends


def _near(street: Street, along: float, at: Data, depth: float) -> bool:
    return clear(dist(street.line.at(along), (at[0], at[1])), depth)


class _Builder:
    def __init__(self, document: Data, town: Town, crosswalks: list[str | None]) -> None:
        self.document, self.town, self.board = (
            document,
            town,
            Board(streets=tuple(street.name for street in town.streets)),
        )
        self.tags = _tags(document)
        self.spots: dict[tuple[int, int, int], int] = {}
        self.junctions: dict[int, int] = {}
        self._add_spaces()
        self._add_junctions()
        self.numbers = {place.name: number for number, place in enumerate(self.board.places)}
        self.steps = [step for street in range(len(town.streets)) for step in self._steps(street)]
        for number, step in enumerate(self.steps):
            self.board.after[step.start].add(step.end)  # round a ring of one space one comes back to it
            self.board.lanes.setdefault((step.start, step.end), set()).add((number, True))
            if not town.streets[step.street].one_way:
                self.board.after[step.end].add(step.start)
                self.board.lanes.setdefault((step.end, step.start), set()).add((number, False))
        self._add_crossings(crosswalks)
        self._add_lots()
        self._add_segments()
        self._add_sites()
        stops = {place.name for place in self.board.places if place.stop}
        self.board.whole = self.board.whole and stops.issuperset(_named(document))

    def _district(self, points: tuple[Point, ...]) -> str | None:
        """The district whose middle is nearest to all of these."""
        found = {self._nearest(point) for point in points}
        return found.pop() if len(found) == 1 else UNSURE

    def _nearest(self, at: Point) -> str | None:
        given = self.document.get("districts") or {}
        far = sorted((dist(at, said["at"]), name) for name, said in given.items() if said and "at" in said)
        if len(far) > 1 and far[1][0] - far[0][0] < HAIR:
            return UNSURE
        return far[0][1] if far else None

    def _add(self, name: str, points: tuple[Point, ...], stop: bool = True) -> int:
        return self.board.add(Place(name, self.tags.get(name, frozenset()), self._district(points), stop))

    def _add_spaces(self) -> None:
        for pieces in self.town.pieces:
            for number, piece in enumerate(pieces):
                for at, centre in enumerate(piece.centres):
                    point = self.town.streets[piece.street].line.at(centre)
                    self.spots[piece.street, number, at] = self._add(self.town.name(piece, at), (point,))

    def _add_junctions(self) -> None:
        stop = self.document.get("intersections") == "spaces"
        taken: dict[str, int] = {}
        for number, node in enumerate(self.town.nodes):
            if node.kind == "junction":
                streets = [self.town.streets[street].name for street in node.streets]
                name = " / ".join(streets if len(streets) > 1 else streets * 2)
                taken[name] = taken.get(name, 0) + 1
                name = f"{name} {taken[name]}" if taken[name] > 1 else name
                self.junctions[number] = self._add(name, node.points, stop)

    def _chains(self, street: int) -> Iterator[list[tuple[str, int]]]:
        """What lies along a street in turn, between its ends and the runs that are left out."""
        chain: list[tuple[str, int]] = []
        last = None
        pieces = self.town.pieces[street]
        chains = []
        for number, piece in enumerate(pieces):
            if last != piece.start:
                chain = [self._item(piece.start)]
                chains.append(chain)
            chain += (("place", self.spots[street, number, at]) for at in range(len(piece.centres)))
            chain.append(self._item(piece.end))
            last = piece.end
        if chains and self.town.nodes[pieces[0].start].kind == "ring" and pieces[-1].end == pieces[0].start:
            first = next((at for at, (kind, _) in enumerate(chains[0]) if kind == "place"), len(chains[0]) - 1)
            chains[-1] += chains[0][1 : first + 1] if len(chains) == 1 else chains[0][1:]
            yield from (chains[1:] if len(chains) > 1 else chains)
        else:
            yield from chains

    def _item(self, node: int) -> tuple[str, int]:
        if node in self.junctions:
            return "place", self.junctions[node]
        across = self.town.nodes[node].across
        return ("across", across) if across is not None else (self.town.nodes[node].kind, node)

    def _steps(self, street: int) -> Iterator[Step]:
        for chain in self._chains(street):
            last: int | None = None
            crossed: list[int] = []
            for kind, number in chain:
                match kind:
                    case "place":
                        if last is not None:
                            yield Step(last, number, street, tuple(crossed))
                        last, crossed = number, []
                    case "across":
                        crossed.append(number)
                    case "end":
                        last, crossed = None, []

    def _add_crossings(self, names: list[str | None]) -> None:
        passed = {across: number for number, step in enumerate(self.steps) for across in step.across}
        taken: dict[str, int] = {}
        for number, named in enumerate(names):
            if number not in passed:
                continue
            step = self.steps[passed[number]]
            name = named or self._mouth(step, number)
            taken[name] = taken.get(name, 0) + 1
            name = f"{name} ({taken[name]})" if taken[name] > 1 else name
            moves = {(step.start, step.end), (step.end, step.start)}
            lanes = frozenset((passed[number], forth) for forth in (True, False))
            self.board.crossings.append(Spot(name, (("", frozenset(moves)),), lanes=(lanes,)))

    def _mouth(self, step: Step, number: int) -> str:
        """A crosswalk at a mouth is called by what it lies between, the intersection first."""
        ends = (step.start, step.end)
        inner = [end for end in ends if end not in self.junctions.values()]
        if len(step.across) > 1 and (inner or len(step.across) > 2):
            raise TooCloseError
        if step.across.index(number) or ends[0] in inner:
            ends = ends[::-1]
        return " to ".join(self.board.places[end].name for end in ends)

    def _add_lots(self) -> None:
        lots = self.document.get("lots") or {}
        for name, said in lots.items():
            self.numbers[name] = self.board.add(Place(name, tags_of(said), self._nearest(said["at"])))
        for name, said in lots.items():
            at, out, into = self.numbers[name], said.get("exit"), said.get("entrance")
            if out not in self.numbers:
                self.board.whole = False
                continue
            self.board.join(at, self.numbers[out], one_way=True)
            if into in self.numbers:
                self.board.join(self.numbers[into], at, one_way=True)
            if said.get("crosswalk"):
                moves = frozenset({(at, self.numbers[out])})
                self.board.crossings.append(Spot(f"{name} exit", (("", moves),)))

    def _add_segments(self) -> None:
        wanted = set(self.document.get("one-way-spots") or ())
        for pieces in self.town.pieces:
            for number, piece in enumerate(pieces):
                street = self.town.streets[piece.street]
                inside = [self.spots[piece.street, number, at] for at in range(len(piece.centres))]
                if street.one_way or not any(self.board.places[at].name in wanted for at in inside):
                    continue
                touched = {
                    at: step for at, step in enumerate(self.steps)
                    if step.street == piece.street and (step.start in inside or step.end in inside)
                }  # fmt: skip
                forth = frozenset((step.start, step.end) for step in touched.values())
                back = frozenset((step.end, step.start) for step in touched.values())
                lanes = tuple(frozenset((at, way) for at in touched) for way in (False, True))
                last = piece.first + len(inside) - 1
                name = f"{street.name} {piece.first}" + (f"-{last}" if last > piece.first else "")
                there, home = self._winds(street, piece.kerbs)
                self.board.segments.append(Spot(name, ((there, back), (home, forth)), lanes=lanes))

    def _winds(self, street: Street, kerbs: tuple[float, float]) -> tuple[str, str]:
        (x, y), (to_x, to_y) = street.line.at(kerbs[0]), street.line.at(kerbs[1])
        if dist((x, y), (to_x, to_y)) < HAIR:
            return "forth", "back"
        eighths = atan2(to_y - y, to_x - x) / (pi / 4)
        if abs(abs(eighths - round(eighths)) - 0.5) < 0.01:
            raise TooCloseError
        return WINDS[round(eighths) % 8], WINDS[(round(eighths) + 4) % 8]

    def _add_sites(self) -> None:
        for name, said in (self.document.get("sites") or {}).items():
            by = [self.numbers[each] for each in listed(said["by"]) if each in self.numbers]
            if by:
                first = self.board.places[by[0]]
                at = said.get("at")
                district = said.get("in") or (self._nearest(at) if at else first.district)
                self.board.sites.append(Site(name, tags_of(said), district, tuple(dict.fromkeys(by))))


def _named(document: Data) -> Iterator[str]:
    """All spaces that a map names."""
    yield from document.get("numbers") or {}
    for spaces in (document.get("tags") or {}).values():
        yield from spaces
    yield from document.get("one-way-spots") or ()
    for site in (document.get("sites") or {}).values():
        yield from (each for each in listed(site["by"]) if site["by"] != "none")
    for lot in (document.get("lots") or {}).values():
        yield from (lot[key] for key in ("exit", "entrance") if key in lot)


def _tags(document: Data) -> dict[str, frozenset[str]]:
    """The tags of each space."""
    found: dict[str, frozenset[str]] = {}
    for space in document.get("numbers") or {}:
        found[space] = frozenset({"numbered"})
    for tag, spaces in (document.get("tags") or {}).items():
        for space in spaces:
            found[space] = found.get(space, frozenset()) | {tag}
    return found
