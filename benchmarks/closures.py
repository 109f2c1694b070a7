"""How long it takes to prove demands with closures laid on a map of streets.

Run it from the project's folder: `python benchmarks/closures.py`.
"""

from __future__ import annotations

import sys
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from random import Random
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from pnp.diagnostics import Span
from pnp.model.maps.game_map import Closure
from pnp.model.maps.requirements import Bounds, Demand, Requirement, Selector
from pnp.model.reference import Ref
from pnp.network.budget import PROOF_STEPS, SearchBudget
from pnp.network.layout import Layout
from pnp.network.lowering import Lowered
from pnp.network.network import Extras, Network, Passage, Place, network_of
from pnp.network.prove import prove

SPAN = Span("map.yaml", 1)
COLUMNS, ROWS = 6, 5


def town(seed: int) -> Network:
    """A grid of streets: 30 corners, 120 spaces between them, 40 crosswalks, 30 one-way spots, 20 numbered spaces."""
    random = Random(seed)
    corners = [(x, y) for y in range(ROWS) for x in range(COLUMNS)]
    streets = [(at, (at[0] + dx, at[1] + dy)) for at in corners for dx, dy in ((1, 0), (0, 1))]
    streets = [(a, b) for a, b in streets if b in corners]
    spaces = [2 + (number < 120 - 2 * len(streets)) for number in range(len(streets))]
    random.shuffle(spaces)
    count = len(corners)
    moves: set[tuple[int, int]] = set()
    crossings, segments = [], []
    for number, ((a, b), between) in enumerate(zip(streets, spaces, strict=True)):
        run = [corners.index(a), *range(count, count + between), corners.index(b)]
        count += between
        forth = list(pairwise(run))
        back = [(end, start) for start, end in forth]
        moves.update(forth, back)
        if len(crossings) < 40:
            crossings.append(Passage(f"Crosswalk {number}", SPAN, (forth[0],), (back[0],)))
        if len(segments) < 30:
            segments.append(Passage(f"Spot {number}", SPAN, tuple(forth[1:]), tuple(back[1:])))
    tags: list[tuple[str, ...]] = [() for _ in range(count)]
    for at in random.sample(range(1, count), 32):
        tags[at] += ("call",)
    for at in random.sample(range(1, count), 20):
        tags[at] += ("numbered",)
    tags[7] += ("start",)
    places = [Place(f"P{at}", SPAN, carried) for at, carried in enumerate(tags)]
    extras = Extras(crossings=tuple(crossings), segments=tuple(segments))
    return network_of(places, range(count), ((*move, 0) for move in sorted(moves)), (SPAN,), extras=extras)


CLOSURES = (
    Closure("barrier", SPAN, "crossings", most=7),
    Closure("cone", SPAN, "places", Selector(tag=Ref("numbered", SPAN)), most=5),
    Closure("token", SPAN, "segments", most=12),
)
START, CALLS, NUMBERED = (Selector(tag=Ref(tag, SPAN)) for tag in ("start", "call", "numbered"))


def asked(demand: Demand, start: Selector, goal: Selector, limit: int | None = None, **laid: int) -> Requirement:
    """A requirement with any so many of these laid, of every setup where none are named."""
    kinds = tuple((Ref(name, SPAN), number) for name, number in laid.items())
    bounds = Bounds(most=None if limit is None else Fraction(limit))
    return Requirement(demand, demand, SPAN, start, goal, bounds, laid=kinds, every_setup=not laid)


def main() -> None:
    """Print how long each proof takes, and what it comes to."""
    network = town(1)
    everywhere = Selector()
    requirements = (
        asked("reach", START, CALLS, barrier=2),
        asked("reach", START, CALLS, cone=2),
        asked("reach", START, CALLS, token=2),
        asked("connected", everywhere, everywhere, barrier=1),
        asked("connected", everywhere, everywhere, cone=1),
        asked("connected", everywhere, everywhere, token=2),
        asked("no-trap", everywhere, everywhere, token=1),
        asked("no-trap", everywhere, NUMBERED, token=3),
        asked("no-trap", everywhere, NUMBERED, token=12),
        asked("reach", START, CALLS, barrier=1, cone=1),
        asked("reach", START, CALLS, barrier=2, cone=2, token=2),
        asked("reach", everywhere, CALLS, barrier=1, cone=1),
        asked("reach", START, CALLS),
        asked("connected", everywhere, everywhere),
        asked("distance", START, CALLS, 25, barrier=1),
        asked("distance", START, CALLS, 25, barrier=1, cone=1, token=1),
        asked("distance", START, CALLS, 40, barrier=2, cone=2, token=2),
        asked("within", everywhere, CALLS, 12, barrier=1, cone=1),
        Requirement("isolation", "isolation", SPAN, CALLS, START, Bounds(least=Fraction(2)), by=(Ref("cone", SPAN),)),
        Requirement("survives", "survives", SPAN, closed=1),
        Requirement("survives", "survives", SPAN, closed=2),
        Requirement(
            "degree",
            "degree",
            SPAN,
            bounds=Bounds(least=Fraction(1)),
            laid=((Ref("cone", SPAN), 3), (Ref("token", SPAN), 2)),
        ),
        asked("no-dead-end", everywhere, everywhere, cone=1, barrier=1),
        asked("fair-starts", CALLS, NUMBERED, 2, cone=1),
    )
    layout = Layout("map", SPAN, 0, 0, (), ())
    for requirement in requirements:
        budget = SearchBudget(PROOF_STEPS)
        began = perf_counter()
        (proof,) = prove((requirement,), Lowered(network, CLOSURES), layout, budget)
        took = perf_counter() - began
        laid = ", ".join(f"{kind} {number}" for kind, number in requirement.laid) or "every setup"
        sys.stdout.write(
            f"{took:7.3f} s {PROOF_STEPS - budget.left:10,} steps  {requirement.demand} with {laid}: {proof.holds}"
            f" by {proof.method}, {proof.setups_checked:,} of {proof.setups_total:,} setups looked at\n"
            f"    {proof.detail}\n"
        )


if __name__ == "__main__":
    main()
