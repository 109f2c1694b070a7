"""What a requirement comes to: tried in every setup that it speaks of."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tests.oracle.area import area_board
from tests.oracle.block import block_board
from tests.oracle.board import listed
from tests.oracle.setups import TooManyError, laid, supply_for
from tests.oracle.street import street_board
from tests.oracle.table import DEMANDS, PAIRED, Table, asked, asks, is_open_ended, joined
from tests.oracle.tile import City, city_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.oracle.board import Board, Data

BOARDS = {"area-map": area_board, "street-map": street_board, "block-map": block_board}

Words = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Answer:
    """What brute force comes to: None where nothing can be asked, or for a draft on which roads are asked about.

    `total` counts the setups, `covered` those in which something is asked; it is `empty` where some part of it asks
    nothing. Where one breaks the demand, the first in order is on the `table`, `words` say what it is, and it takes so
    many `closures`; `others` are all that break it with as many.
    """

    holds: bool | None
    total: int = 1
    words: Words = ()
    closures: int = 0
    table: Table | None = None
    asked: bool = True
    empty: bool = False
    covered: int = 0
    others: frozenset[Words] = frozenset()


class Map:
    """A document on the table: as printed, and in every arrangement."""

    def __init__(self, document: Data) -> None:
        self.document = document
        self.city: City | None = city_of(document) if document["kind"] == "tile-map" else None
        self.printed = self.city.printed if self.city else BOARDS[document["kind"]](document)
        self.kept: list[tuple[Words, Board]] | None = None

    def boards(self, every: bool, limit: int) -> Iterator[tuple[Words, Board]]:
        """The boards of which something is asked; raises TooManyError where there are more than `limit`."""
        if not every or self.city is None:
            yield (), self.printed
            return
        if self.city.number > limit:
            raise TooManyError
        if self.kept is None:
            self.kept = [(self.city.words(lyings), self.city.board(lyings)) for lyings in self.city.arrangements()]
        yield from self.kept


def answer(drawn: Map, requirement: Data, limit: int, thorough: bool = False) -> Answer:
    """The verdict on a requirement by trying every setup; raises TooManyError where there are more than `limit`.

    Where it is `thorough`, all that break it as the first does are found.
    """
    demand = next(each for each in DEMANDS if each in requirement)
    if not drawn.printed.whole or not known(drawn, requirement, demand):
        return Answer(None, asked=False)
    body, total, covered, worst = requirement[demand], 0, 0, None
    if is_empty(drawn, requirement, demand, limit):
        counts = (
            supply_for(board, drawn.document, requirement).count
            for _, board in drawn.boards("in" in requirement, limit)
        )
        return Answer(None, sum(counts), empty=True)
    others: set[Words] = set()
    for words, board in drawn.boards("in" in requirement, limit):
        supply = supply_for(board, drawn.document, requirement)
        total += supply.count
        if total > limit:
            raise TooManyError
        for setup in supply.setups() if worst is None else ():
            table = laid(board, setup)
            covered += asks(table, demand, body)
            holds = DEMANDS[demand](table, body)
            if holds is not True:
                worst = Answer(holds, 0, (*words, *(each.words for each in setup)), len(setup), table)
                break
        if worst is not None and thorough and not others:
            others = {
                (*words, *(each.words for each in setup))
                for setup in supply.setups()
                if len(setup) == worst.closures and not DEMANDS[demand](laid(board, setup), body)
            }
    if worst is None:
        return Answer(True, total, covered=covered)
    return replace(worst, total=total, others=frozenset(others))


def is_empty(drawn: Map, requirement: Data, demand: str, limit: int) -> bool:
    """Whether an item that is named is never asked about, or of a group none, or whether no way leads anywhere."""
    body = requirement[demand]
    if demand in ("count", "no-crossing", "seams-meet") or body is True or demand == "survives":
        return False
    if demand == "no-trap" and body["unless"] == "every place":
        return True
    tables = [Table(board) for _, board in drawn.boards("in" in requirement, limit)]
    found: tuple[set[str], set[str]] = set(), set()
    for table in tables:
        for side, more in zip(found, asked(table, demand, body, with_itself=True), strict=True):
            side |= more
    if demand == "within":  # a goal is asked about where it is on the table, and a start too
        found[1].update(name for table in tables if found[0] for name, _ in table.goals(body["a"]))
    if demand in PAIRED and not any(asked(table, demand, body)[0] for table in tables):
        return True
    written = written_sides(demand, body)
    for selector, names in zip(written, found, strict=False):
        if not names or (isinstance(selector, (str, list)) and not {*listed(selector)} - {"every place"} <= names):
            return True
    return is_open_ended(demand, body) and not any(joined(table, body) for table in tables)


def written_sides(demand: str, body: Data) -> list[Data]:
    """What is written of the items on each side that a demand has."""
    match demand:
        case "adjacent" | "not-adjacent":
            return list(body)
        case "within":
            return [body.get("every"), body["a"]]
        case "isolation":
            return [body.get("from"), body.get("of")]
        case "degree":
            return [body.get("of")]
        case "no-trap":
            return [body["unless"]]
        case _:
            return [body.get("from"), body["to"]]


def known(drawn: Map, requirement: Data, demand: str) -> bool:
    """Whether all its words name something: of what there may be none, a count is asked all the same."""
    names, tags, districts = drawn.printed.words()
    body = requirement[demand]
    if demand == "count" and _may_be_none(body):
        tags, districts = {*tags, *_named(body, "tag")}, {*districts, *_named(body, "in")}
    for selector in selectors(demand, body):
        if isinstance(selector, dict):
            if selector.get("tag", None) not in {None, *tags} or selector.get("in", None) not in {None, *districts}:
                return False
        elif any(name not in names for name in (selector if isinstance(selector, list) else [selector])):
            return False
    closures = drawn.document.get("closures") or {}
    kinds = [*(listed(body.get("by")) if demand == "isolation" else []), *requirement.get("with", ())]
    if not kinds and demand != "isolation" and "in" in requirement:
        kinds = list(closures)
    return all(kind in closures and _named_right(drawn, closures[kind]) for kind in kinds)


def _named_right(drawn: Map, closure: Data) -> bool:
    """Whether a closure lies on, and is kept off, what is there."""
    board, on = drawn.printed, closure["lies-on"]
    spots = {"crossings": board.crossings, "segments": board.segments}
    names, tags, districts = board.words()
    if on == "stretches":
        names = {name for name, _ in board.stretches}
    elif isinstance(on, str) and on in spots:
        names = {spot.name for spot in spots[on]}
    for group in (None if isinstance(on, str) else on, closure.get("only"), closure.get("never")):
        if isinstance(group, dict):
            if group.get("tag") not in {None, *tags} or group.get("in") not in {None, *districts}:
                return False
        elif any(name not in names for name in listed(group)):
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


def selectors(demand: str, body: Data) -> list[Data]:
    """The places that a demand speaks of, as they are written."""
    if demand in ("adjacent", "not-adjacent"):
        return list(body)
    if not isinstance(body, dict):
        return []
    found = (body.get(key) for key in ("from", "to", "of", "every", "a", "unless"))
    return [each for each in found if each is not None and each != "every place"]
