"""Cases by number: a map that is drawn, or a part of one that people have made, spoilt or not, with requirements."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from tests.oracle import asked, mutants, towns
from tests.oracle.board import TooCloseError
from tests.oracle.held import Held, UnreadError, held
from tests.oracle.setups import TooManyError
from tests.oracle.verdict import Map

if TYPE_CHECKING:
    from tests.oracle.board import Data

KINDS = mutants.KINDS
ASKED = 3
"""How many requirements each map has: one case after the other deals out all demands."""

BOUNDED = 0.08
"""On how many maps pnp is given few steps."""


@dataclass(frozen=True)
class Case:
    """A document, where it comes from, and how many steps pnp is given for each requirement, None for its own."""

    kind: str
    origin: str
    document: Data
    steps: int | None
    answers: list[Held]


def case(seed: int, number: int) -> Case:
    """The case of that number; what brute force can't tell for sure is drawn again."""
    random = Random(f"{seed} {number}")
    kind = KINDS[number % len(KINDS)]
    while True:
        try:
            return _drawn(random, kind, number // len(KINDS))
        except (TooCloseError, TooManyError, UnreadError):
            continue


def _drawn(random: Random, kind: str, turn: int) -> Case:
    if random.random() < 0.25:
        origin, document = "made", mutants.part(random, kind)
    else:
        origin, document = "drawn", towns.drawn(random, kind)
        if kind == "street-map":
            towns.furnish(random, document, _spaces(document))
    changes = random.choice((0, 0, 1, 1, 2, 3)) if origin == "drawn" else random.choice((0, 1, 1, 2))
    for _ in range(changes):
        mutants.spoil(random, document)
    origin += ", mutated" if changes else ""
    drawn = Map(document)
    board = drawn.printed
    if not any(place.stop for place in board.places):
        raise TooCloseError
    kinds = asked.closures(random, board) if random.random() < 0.75 else {}
    document.pop("closures", None)
    if kinds:
        document["closures"] = kinds
    asker = asked.Asker(random, board, kinds, kind == "tile-map")
    dealt = [asked.DEALT[(turn * ASKED + each) % len(asked.DEALT)] for each in range(ASKED)]
    document["requirements"] = [asker.requirement(demand) for demand in dealt]
    steps = random.choice((60, 400, 3_000, 20_000)) if random.random() < BOUNDED else None
    return Case(kind, origin, document, steps, held(drawn, steps))


def _spaces(document: Data) -> list[str]:
    """The places where a piece may stop."""
    found = [place.name for place in Map(document).printed.places if place.stop]
    if not found:
        raise TooCloseError
    return found
