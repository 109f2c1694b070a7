"""What is proved of cities of many tiles, drawn by a seed, and how many steps it takes."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from pnp.network import lay_out, lower
from pnp.network.budget import OutOfStepsError, SearchBudget
from pnp.network.prove import judge_setups
from tests.network.test_prove_verdicts import PLENTY, words
from tests.oracle.held import map_of

WAYS = ("west 18 {} east 18", "west 42 {} east 42", "north 18 {} south 18", "north 42 {} south 42")
SIZES = ((1, 2), (1, 3), (2, 2), (2, 2), (2, 2), (2, 3))
ASKED = (
    "connected: true",
    "no-trap: true",
    "no-dead-end: true",
    "seams-meet: true",
    "reach: {from: every place, to: {tag: goal}}",
    "distance: {from: {tag: start}, to: {tag: goal}, at-most: LIMIT}",
    "distance: {from: every place, to: every place, at-most: LIMIT}",
    "distance: {from: {tag: start}, to: {tag: goal}, at-least: 2}",
    "distance: {from: {tag: start}, to: {tag: goal}, at-most: LIMIT, reachable: true}",
    "within: {every: every place, a: {tag: goal}, at-most: LIMIT}",
    "within: {every: {tag: start}, a: {tag: goal}, at-most: LIMIT}",
    "fair-starts: {from: {tag: start}, to: {tag: goal}, at-most: 1}",
    "degree: {of: every place, at-least: 1}",
    "count: {of: {tag: goal}, at-least: 2}",
)


def city(random: Random) -> str:
    rows, columns = random.choice(SIZES)
    turned = random.choice(("never", "half", "any") if rows * columns < 4 else ("never", "never", "half"))
    lines = ["kind: tile-map", "tile: 60", f"city: {{rows: {rows}, columns: {columns}}}", f"turned: {turned}"]
    lines += ["street: 6", "space: 12", "tiles:"]
    two_way = random.random() < 0.7
    for number in range(rows * columns + random.randint(0, 2)):
        chosen = WAYS if random.random() < 0.6 else random.sample(WAYS, random.randint(1, 3))
        marks = ["--" if two_way or random.random() < 0.7 else "->" for _ in chosen]
        lines += [f"  T{number}:", "    streets:"]
        lines += [f"      S{at}: {way.format(mark)}" for at, (way, mark) in enumerate(zip(chosen, marks, strict=True))]
        tags = [tag for tag in ("start", "goal") if random.random() < 0.6]
        lines += [f"    spaces: {{S0 1: {{tags: [{', '.join(tags)}]}}}}"] if tags else []
        lines += ["    sites: {Hall: {by: [S0 1, S0 2], tags: [goal]}}"] if random.random() < 0.3 else []
    asked = [each.replace("LIMIT", str(random.randint(3, 14))) for each in random.sample(ASKED, 4)]
    lines += ["requirements:", *(f"  - {{{each}, in: every setup}}" for each in asked)]
    lines += [f"  - {{{each.replace('LIMIT', '5')}}}" for each in random.sample(ASKED, 3)]
    if rows * columns < 3:
        asked = [each.replace("LIMIT", "9") for each in random.sample(ASKED, 2) if "fair" not in each]
        lines += [f"  - {{{each}, in: every setup, with: {{cone: 1}}}}" for each in asked]
        lines.append("closures: {cone: {lies-on: places, at-most: 1}}")
    return "\n".join(lines) + "\n"


@pytest.mark.nightly
@pytest.mark.parametrize("first", [0, 10, 20, 30])
def test_verdicts_and_steps_are_as_before(first: int, golden: Callable[[str, str], None]) -> None:
    lines = []
    for seed in range(first, first + 10):
        game_map = map_of(city(Random(seed)))
        lowered, layout = lower(game_map), lay_out(game_map)
        for requirement in game_map.requirements:
            budget = SearchBudget(PLENTY)
            verdict = judge_setups(requirement, lowered, layout, budget)
            steps = PLENTY - budget.left
            lines.append(f"{seed} {requirement.name}: {words(verdict)}; {steps} steps")
            try:
                less = judge_setups(requirement, lowered, layout, SearchBudget(steps // 3))
            except OutOfStepsError:
                continue
            if less != verdict:
                lines.append(f"  with {steps // 3}: {words(less)}")
    golden(f"cities-{first}.txt", "\n".join(lines) + "\n")
