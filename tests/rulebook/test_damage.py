"""Rulebooks that are not what they should be: whatever stands in them, there are findings and never a crash."""

from __future__ import annotations

import copy
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.checks.rulebook import RULEBOOK_CHECKS
from pnp.loader.target import schema_folder
from pnp.model.game import Game
from pnp.model.rulebook import RuleErrors, read_rulebook
from pnp.rulebook import build_rulebook
from pnp.rulebook.markdown import write_markdown
from pnp.rulebook.pages import compose_reference, compose_rulebook
from pnp.source import load_schemas, read_document, validate
from tests.rulebook.harbour import RULES, facts_of, game_of

WHOLE = yaml.safe_load(RULES)
GAME = game_of()
ODD: tuple[Any, ...] = (
    None,
    True,
    0,
    -1.5,
    "",
    "x",
    "{",
    "{table:x}",
    "{1 / 0}",
    "**",
    [],
    {},
    [[]],
    {"x": 1},
    ["", None],
)


def places(value: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path to everything within a value."""
    steps = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [*([at] if at else []), *(place for key, below in steps for place in places(below, (*at, key)))]


def changed(place: tuple[Any, ...], odd: Any) -> Any:
    """The rules with something else at that place; None takes away what is there."""
    rules = copy.deepcopy(WHOLE)
    *way, last = place
    within = rules
    for step in way:
        within = within[step]
    if odd is None:
        del within[last]
    else:
        within[last] = odd
    return rules


@pytest.mark.slow
@settings(deadline=None, derandomize=True, max_examples=50)
@given(st.sampled_from(places(WHOLE)), st.sampled_from(ODD))
def test_one_thing_wrong_anywhere_is_survived(place: tuple[Any, ...], odd: Any) -> None:
    text = yaml.safe_dump(changed(place, odd), allow_unicode=True)
    document = validate(read_document(text, "rules.yaml"), load_schemas(schema_folder()))
    if document.root is None or document.kind != "rulebook":
        return
    rulebook = read_rulebook(document.root, "rules", document.damaged)
    game = Game(GAME.pack, (*GAME.documents[:-1], rulebook))
    faults = [fault for check in RULEBOOK_CHECKS for fault in check.find(game)]
    written, errors = build_rulebook(rulebook, facts_of(game))
    assert write_markdown(written)
    if document.damaged or faults or errors != RuleErrors():
        compose_rulebook(written, 210, 297)
        compose_reference(written, 210, 297)
