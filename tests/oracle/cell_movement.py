"""Movement classes on grid maps by brute force: what is open to each, and at which cost, from docs/movement.md."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from itertools import pairwise
from math import dist, sqrt
from typing import TYPE_CHECKING

from tests.oracle.board import Site, Spot, TooCloseError, listed
from tests.oracle.grid import HAIR, GridBuilder, GridCity, Lying, tiles_of
from tests.oracle.movement import Land, Stand, Walker, class_board

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.oracle.board import Board, Data


def grid_land(document: Data, lyings: tuple[Lying, ...] = ()) -> CellLand:
    """The cells of a grid map, with tiles on some of them, as movement classes see them."""
    builder = GridBuilder(document, lyings)
    terrains, tiles = document.get("terrains") or {}, tiles_of(document)
    meant = (document.get("legend") or {}).values()
    grounds = {*terrains} if terrains else {
        *(each.get("terrain") if isinstance(each, dict) else each for each in meant),
        *(tile.said.get("terrain") for tile in tiles),
    } - {None, "none"}  # fmt: skip
    more = {tag for each in terrains.values() for tag in (each or {}).get("tags", ())}
    more |= {tag for tile in tiles for tag in tile.said.get("tags", ())}
    more |= {tile.said["terrain"] for tile in tiles if "terrain" in tile.said}
    stands = {
        cell.name: Stand(cell.name, cell.terrain or "", tuple(cell.tags), cell.district, also=cell.number)
        for cell in builder.cells
    }
    land = CellLand(stands, kinds={*builder.road_kinds, "open"}, grounds=grounds, whole=builder.board.whole)
    land.sides, land.more_tags, land.builder = set(builder.kinds), more, builder
    return land


class CellLand(Land):
    """The cells of a grid map, which classes cross at costs of their own."""

    builder: GridBuilder

    def walk(self, said: Data) -> Walker:
        """How a class moves over the cells."""
        range_ = Range(self, said)
        moves: dict[tuple[str, str], int] = {}
        for one, two, cost in range_.moves():
            names = self.builder.cells[one].name, self.builder.cells[two].name
            moves[names] = min(cost, moves.get(names, cost))
        return Walker({self.builder.cells[at].name for at in range_.inside}, moves, self.knows(said))

    def finish(self, board: Board) -> None:
        """Add to the board of a class the numbers of named cells, and the sides that it crosses."""
        cells, index = self.builder.cells, {place.name: at for at, place in enumerate(board.places)}
        for cell in cells:
            if cell.name != cell.number and cell.name in index:
                board.sites.append(Site(cell.number, frozenset(), None, (index[cell.name],)))
        names = {(side.cell, side.degrees): spot.name for side, spot in self.builder.crossed()}
        for side in self.builder.described():
            one, two = cells[side.cell].name, cells[side.beyond].name
            if one in index and two in index:
                ends = {(index[one], index[two]), (index[two], index[one])}
                moves = frozenset(
                    (start, end) for start, ends_ in enumerate(board.after) for end in ends_
                    if (board.owner[start], board.owner[end]) in ends
                )  # fmt: skip
                other = f"{side.entry.get('name') or side.kind} {one} | {two}"
                if moves:
                    board.crossings.append(Spot(names.get((side.cell, side.degrees), other), (("", moves),)))


class Range:
    """The moves of one class over cells, by their numbers."""

    def __init__(self, land: CellLand, said: Data) -> None:
        self.land, self.builder, self.said = land, land.builder, said
        self.costs, self.crosses = said.get("costs", {}), said.get("crosses", {})
        cells = self.builder.cells
        on = [word for word in listed(said.get("on")) if word != "every place"]
        named = land.chosen(on) | land.chosen(list(self.costs))
        self.named = {at for at, cell in enumerate(cells) if cell.name in named}
        allowed = land.entered(said)
        self.inside = {
            at for at, cell in enumerate(cells)
            if cell.name in allowed and (self.builder.open[at] or at in self.named)
        }  # fmt: skip
        self.steps: dict[tuple[int, int], int] = {}
        self.trodden: set[tuple[int, int]] = set()
        for kind, passed in self.builder.paved:
            for one, two in pairwise(passed) if self._uses(kind) else ():
                for step in ((one, two), (two, one)):
                    self.trodden.add(step)
                    if (price := self._price(kind)) is not None:
                        self.steps[step] = min(price, self.steps.get(step, price))

    def moves(self) -> Iterator[tuple[int, int, int]]:
        """All moves: from, to, cost."""
        for one in self.inside:
            for two in self.builder.around[one].values():
                if (cost := self.leads(one, two)) is not None:
                    yield one, two, cost
            yield from ((one, two, cost) for two, cost in self._corners(one))

    def leads(self, one: int, two: int) -> int | None:
        """What a move over a side costs; None where there is none."""
        side, builder = self.builder._side(one, two), self.builder
        if two not in self.inside or (side and self._closes(side.kind)):
            return None
        if side and side.entry.get("one-way") and side.cell != one:
            return None
        joined = builder.joined(one, two)
        if joined is None or (joined and not self._uses(joined)):
            return None
        if (one, two) in self.steps:
            return self.steps[one, two]
        if joined in builder.road_kinds and (price := self._price(joined)) is not None:
            return price
        if self._shut(one) or self._shut(two):
            return None
        if not joined:
            if side and self.crosses.get(side.kind) == "never":
                return None
            if not self._uses("open") and (one, two) not in self.trodden:
                return None
        extra = self.crosses.get(side.kind, builder.kinds[side.kind].get("cost", 0)) if side else 0
        return self._entering(two) + (0 if extra == "never" else int(extra))

    def _corners(self, one: int) -> Iterator[tuple[int, int]]:
        builder, cells = self.builder, self.builder.cells
        rule = builder.document.get("diagonals", False)
        if builder.document["cells"] != "square" or rule is False or not self._uses("open"):
            return
        if cells[one].edges is not None or self._shut(one):
            return
        said = rule if isinstance(rule, dict) else {}
        for two in self.inside:
            near = abs(dist(cells[one].at, cells[two].at) - sqrt(2)) < HAIR
            if near and cells[two].edges is None and not self._shut(two):
                between = set(builder.around[one].values()) & set(builder.around[two].values())
                free = sum(self._is_free(one, at) and self._is_free(at, two) for at in between)
                if free >= (2 if said.get("corners") == "both" else 1):
                    yield two, self._entering(two) + int(said.get("cost", 0))

    def _is_free(self, one: int, two: int) -> bool:
        side = self.builder._side(one, two)
        gap = side is None or (self.builder.kinds[side.kind].get("draw") == "opening" and not self._closes(side.kind))
        return gap and self.leads(one, two) is not None

    def _uses(self, kind: str) -> bool:
        return "along" not in self.said or kind in listed(self.said["along"])

    def _price(self, kind: str) -> int | None:
        cost = self.costs.get(kind, self.builder.road_kinds[kind].get("cost", 1))
        return None if cost is None else int(cost)

    def _closes(self, kind: str) -> bool:
        return bool(self.builder.kinds[kind].get("closed")) and not isinstance(self.crosses.get(kind), int)

    def _shut(self, at: int) -> bool:
        return self.builder._closed(at) and at not in self.named

    def _entering(self, at: int) -> int:
        cell = self.builder.cells[at]
        for words in ([cell.name], [cell.number], cell.tags - {cell.terrain}, [cell.terrain]):
            found = {int(self.costs[word]) for word in words if word in self.costs}
            if len(found) > 1:
                raise TooCloseError  # the first of its tags counts, and here they are in no order
            if found:
                return found.pop()
        return self.builder._cost(at)


@dataclass(frozen=True)
class ClassCity(GridCity):
    """A grid map with tiles as a movement class sees it."""

    mover: str = ""

    def board(self, lyings: tuple[Lying, ...]) -> Board:
        """The board of the class with tiles on the map."""
        land, whole = grid_land(self.document, lyings), grid_land(self.document)
        land.more_tags |= whole.more_tags | {tag for stand in whole.stands.values() for tag in stand.tags}
        return class_board(land, self.document["movement"], self.mover)


def class_city(city: GridCity, mover: str) -> ClassCity:
    """The city of a class."""
    return ClassCity(copy(city.document), mover)
