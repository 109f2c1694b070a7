"""Cases by number: a map that is drawn, or a part of one that people have made, spoilt or not, with requirements."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from tests.oracle import asked, mutants, rovers, towns
from tests.oracle.asked import LackingError
from tests.oracle.board import TooCloseError
from tests.oracle.cells import SCOPES, WITH_CLASSES, kinds
from tests.oracle.held import Held, UnreadError, held, limit_of
from tests.oracle.setups import TooManyError, supply_for
from tests.oracle.verdict import Map

if TYPE_CHECKING:
    from tests.oracle.board import Data

ASKED = 3
"""How many requirements are dealt to each map."""

BOUNDED = 0.08
"""On how many maps pnp is given few steps."""

CONDITIONED = 0.15
"""How many maps have conditions of legal setups."""

MISSPELLED = 0.06
"""On how many maps one more requirement names what is not there."""

MADE = 0.25
"""How many maps are parts of those that people have made."""

TRIES = 12
"""How often a map that people have made is drawn for a deal that it may lack something for."""


@dataclass(frozen=True)
class Case:
    """A document, where it comes from, and how many steps pnp is given for each requirement, None for its own."""

    kind: str
    origin: str
    map: Map
    steps: int | None

    @property
    def document(self) -> Data:
        """The document."""
        return self.map.document


def cases_of_a_turn() -> int:
    """How many cases deal every cell of every kind once."""
    most = max(asked.round_of(kind) for kind in kinds())
    return -(-most // ASKED) * len(kinds())


def case(seed: int, number: int) -> tuple[Case, list[Held]]:
    """The case of that number, judged; what brute force can't tell for sure is drawn again."""
    random = Random(f"{seed} {number}")
    while True:
        drawn = _case(random, number)
        try:
            return drawn, held(drawn.map, drawn.steps)
        except (TooCloseError, TooManyError, UnreadError):
            continue


def drawn_case(seed: int, number: int) -> Case:
    """The case of that number before it is judged: one in a hundred is drawn again then."""
    return _case(Random(f"{seed} {number}"), number)


def _case(random: Random, number: int) -> Case:
    kind = kinds()[number % len(kinds())]
    tries = 0
    while True:
        tries += 1
        try:
            return _drawn(random, kind, number // len(kinds()), made=tries < TRIES)
        except (TooCloseError, TooManyError, LackingError):
            continue


def _drawn(random: Random, kind: str, turn: int, made: bool) -> Case:
    if made and random.random() < MADE:
        origin, document = "made", mutants.part(random, kind)
    else:
        origin, document = "drawn", towns.drawn(random, kind)
        if kind == "street-map":
            towns.furnish(random, document, _spaces(document))
    changes = random.choice((0, 0, 1, 1, 2, 3)) if origin == "drawn" else random.choice((0, 1, 1, 2))
    for _ in range(changes):
        mutants.spoil(random, document)
    origin += ", mutated" if changes else ""
    dealt = [asked.deal(kind, turn * ASKED + each) for each in range(ASKED)]
    if kind in WITH_CLASSES and (any("for" in SCOPES[deal.scope] for deal in dealt) or random.random() < 0.2):
        rovers.furnish(random, document)
    drawn = Map(document)
    board = drawn.printed
    if not any(place.stop for place in board.places):
        raise TooCloseError
    closed = any("with" in SCOPES[deal.scope] for deal in dealt) or random.random() < 0.6
    laid = asked.closures(random, board, turn) if closed else {}
    document.pop("closures", None)
    if laid:
        document["closures"] = laid
    asker = asked.Asker(random, drawn, laid, kind)
    document["requirements"] = [asker.requirement(deal) for deal in dealt]
    if random.random() < CONDITIONED and not document.get("movement"):
        document["legal"] = [asker.condition() for _ in range(random.randint(1, 2))]
    if random.random() < MISSPELLED:
        document["requirements"].append(asked.misspelled(random.choice(document["requirements"])))
    steps = random.choice((60, 400, 3_000, 20_000)) if random.random() < BOUNDED else None
    found = Case(kind, origin, drawn, steps)
    _count(found)
    return found


def _count(drawn: Case) -> None:
    """Raises TooManyError where a requirement has more setups than are tried."""
    limit = limit_of(drawn.map)
    for requirement in drawn.document["requirements"]:
        if not drawn.map.known(requirement):
            continue
        total = 0
        for _, board in drawn.map.boards("in" in requirement, limit):
            total += supply_for(board, drawn.document, requirement).count
            if total > limit:
                raise TooManyError


def _spaces(document: Data) -> list[str]:
    """The places where a piece may stop."""
    found = [place.name for place in Map(document).printed.places if place.stop]
    if not found:
        raise TooCloseError
    return found
