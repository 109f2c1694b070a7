"""The page on movement classes, followed to the letter: its map is written and checked, its expressions evaluated."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pnp.build.examine import facts_of
from pnp.expression import ExpressionError, StepBudget, parse, shown
from pnp.facts import Facts
from pnp.loader import find_targets
from pnp.loader.pack import load
from tests.cli.conftest import Run
from tests.docs.walk import blocks, follow_page
from tests.pipeline import ROOT, write

PAGE = (ROOT / "docs" / "movement.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| `(.*straits.*)` \| `(.*)` \|$", re.MULTILINE)


def facts(folder: Path, text: str) -> Facts:
    (target,) = find_targets([str(write(folder, text, "straits.yaml"))])
    return facts_of(load(target).game)


@pytest.mark.slow
def test_what_it_says_happens(pnp: Run, work: Path) -> None:
    follow_page(blocks(PAGE), pnp)


@pytest.mark.parametrize(("text", "expected"), ROW.findall(PAGE))
def test_expressions_evaluate_to_what_it_says(tmp_path: Path, text: str, expected: str) -> None:
    found = facts(tmp_path, next(each.text for each in blocks(PAGE) if each.kind == "yaml"))
    assert shown(parse(text).evaluate(found.environment, StepBudget())) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("distance(straits, 'Dun', 'Hale', 'fleet')", "'Dun' is no place where 'fleet' may be"),
        ("distance(straits, 'Dun', 'Hale', 'navy')", "'navy' is no movement class of the map"),
    ],
)
def test_expression_for_a_class_that_cannot_be_there(tmp_path: Path, text: str, message: str) -> None:
    found = facts(tmp_path, next(each.text for each in blocks(PAGE) if each.kind == "yaml"))
    with pytest.raises(ExpressionError, match=message):
        parse(text).evaluate(found.environment, StepBudget())


@pytest.mark.slow
def test_statistics_by_class(pnp: Run, work: Path) -> None:
    follow_page(blocks(PAGE), pnp)
    every, fleet = pnp("inspect", "straits.yaml").out, pnp("inspect", "straits.yaml", "--for", "fleet").out
    assert [line for line in every.splitlines() if line.startswith("The two")] == [
        "The two straits", "The two straits: army", "The two straits: fleet", "The two straits: convoy",
    ]  # fmt: skip
    assert fleet.startswith("The two straits: fleet\n")
    assert fleet.rstrip() in every
    assert (
        "has no movement class 'navy'; its classes are army, fleet"
        in pnp("inspect", "straits.yaml", "--for", "navy").err
    )
