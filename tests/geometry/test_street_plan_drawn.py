"""Plans of streets that were drawn by a seed on a coarse grid, where much lies just on a boundary."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from pnp.diagnostics import Span
from pnp.geometry.street_plan import Crosswalk, Street, StreetPlan, lay_crosswalks, plan_streets

PLANS = 60
WIDTH = 10.0


def at(random: Random) -> tuple[float, float]:
    return 5.0 * random.randint(0, 10), 5.0 * random.randint(0, 8)


def street(random: Random, name: str) -> Street:
    points = [at(random) for _ in range(random.choice((2, 2, 2, 3, 4)))]
    if random.random() < 0.15:
        points.append(points[0])
    elif random.random() < 0.5:  # upright or level
        points[1] = (points[0][0], points[1][1]) if random.random() < 0.5 else (points[1][0], points[0][1])
    counts = tuple(random.randint(0, 3) for _ in range(random.choice((0, 0, 0, 1, 2))))
    space = random.choice((None, None, 7.0))
    left_out = (random.randint(1, 3),) if random.random() < 0.2 else ()
    return Street(name, Span("map.yaml"), tuple(points), random.random() < 0.2, counts, space, left_out)


def told(plan: StreetPlan) -> Iterator[str]:
    yield f"whole {plan.whole}, crowded {plan.crowded}, runs {plan.runs_of}, overlaps {plan.overlaps}"
    for node in plan.nodes:
        yield f"node {node.kind} {node.at} of {node.streets} {node.broken}"
    for run in plan.runs:
        yield f"run {run.street}.{run.number} {run.start}-{run.end} {run.one_way} {run.line} {run.spaces} {run.room}"
    for space in plan.spaces:
        yield f"space {space.street}.{space.number} {space.at} {space.heading} {space.length} {space.line}"
    yield f"links {[(link.start, link.end, link.run, link.one_way) for link in plan.links]}"


def test_plans_are_as_before(golden: Callable[[str, str], None]) -> None:
    lines = []
    for seed in range(PLANS):
        random = Random(seed)
        streets = [street(random, f"S{number}") for number in range(random.randint(1, 4))]
        named = [Crosswalk(f"C{number}", Span("map.yaml"), at(random)) for number in range(random.choice((0, 0, 1, 2)))]
        laid = lay_crosswalks(streets, WIDTH, random.choice((2.0, 6.0)), named, mouths=random.random() < 0.3)
        lines += [f"== {seed}", *(f"street {each.points}" for each in streets)]
        lines += [f"break {each}" for each in laid.breaks]
        lines.append(f"crosswalks {[each and each.id for each in laid.crosswalks]}, unmatched {len(laid.unmatched)}")
        lines += told(plan_streets(streets, WIDTH, 12.0, laid.breaks))
    golden("plans.txt", "\n".join(lines) + "\n")
