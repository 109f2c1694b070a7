"""The names in formulas and texts, with their offsets."""

from __future__ import annotations

import pytest

from pnp.language.document_names import in_expression, in_text


@pytest.mark.parametrize(
    ("formula", "names"),
    [
        ("a + b.c", ["name a", "name b", "field c of b"]),
        (
            "count(c for c in cards.rows if c.sails > 1)",
            ["call count", "name cards", "field rows of cards", "field sails of cards"],
        ),
        ("distance(bay, 'Pier', x)", ["call distance", "name bay", "literal Pier of bay", "name x"]),
        (
            "all('shop' in a.tags for a in bay.areas)",
            ["call all", "name bay", "field areas of bay", "literal shop of #tag", "field tags of bay"],
        ),
        (
            "[a for a in bay.areas if a.id == 'Pier']",
            ["name bay", "field areas of bay", "literal Pier of bay", "field id of bay"],
        ),
        ("far('Pier')", ["call far", "literal Pier of #far"]),
        ("'plain text' + 1", ["text plain text"]),
        ("x == 'inn'", ["name x", "text inn of #compared"]),
        ("'inn' in x", ["name x", "text inn"]),
        ("x in ['inn', 'mill']", ["name x", "text inn of #compared", "text mill of #compared"]),
        ("['inn', 'mill']", ["text inn of #listed", "text mill of #listed"]),
        ("any(tag == 'inn' for tag in b.tags)", ["call any", "name b", "field tags of b", "literal inn of #tag"]),
        ("broken +", []),
    ],
)
def test_names_are_found_with_their_owners(formula: str, names: list[str]) -> None:
    found = [each for each in in_expression(formula) if (each.kind, each.name) != ("name", "a") or "+" in formula]
    said = [f"{each.kind} {each.name}{f' of {each.owner}' if each.owner else ''}" for each in found]
    assert sorted(said) == sorted(names)
    assert all(formula[each.start : each.end] == each.name for each in found)


def test_a_text_has_formulas_icons_styles_and_mentions() -> None:
    text = "Pay {cost} {icon:coin} with [care]{.loud}, see {table: fares} or {section: end}; {icon:{suit}}"
    found = list(in_text(text))
    assert sorted((each.kind, each.name) for each in found) == [
        ("icon", "coin"),
        ("name", "cost"),
        ("name", "suit"),
        ("rule table", "fares"),
        ("section", "end"),
        ("text style", "loud"),
    ]
    assert all(text[each.start : each.end] == each.name for each in found)
