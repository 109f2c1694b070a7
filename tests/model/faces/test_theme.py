from __future__ import annotations

import pytest

from pnp.diagnostics import Span
from pnp.model.faces.theme import Roles, TextRole, Theme, base_of, colour_hint, resolve_theme
from pnp.model.reference import Ref

AT = Span("t")


def palette(**colours: str) -> Roles:
    return Roles({name: Ref(value, AT) for name, value in colours.items()})


def theme(name: str, roles: Roles, extends: str | None = None, **variants: Roles) -> Theme:
    return Theme(name, AT, roles, Ref(extends, AT) if extends else None, variants=variants)


def test_roles_lead_to_colours() -> None:
    roles = palette(ink="#1e2328", edge="ink", lost="nowhere", loop="round", round="loop")
    assert roles.colour("edge") == "#1E2328"
    assert roles.colour("#abcdef") == "#ABCDEF"
    assert roles.colour("lost") is None
    assert roles.colour("loop") is None


def test_the_last_theme_counts_and_lies_over_what_it_extends() -> None:
    below = theme("theme", palette(ink="#000000", paper="#FFFFFF"))
    mine = theme("theme", palette(ink="#111111"), "theme")
    found = resolve_theme([below, mine])
    assert found is not None
    assert (found.roles.colour("ink"), found.roles.colour("paper")) == ("#111111", "#FFFFFF")
    assert found.extends is None


def test_a_theme_extends_only_what_stands_before_it() -> None:
    mine = theme("mine", palette(), "later")
    assert base_of(mine, []) is None
    assert resolve_theme([mine, theme("later", palette(ink="#000000"))]) is not None


def test_variants_of_both_themes_count() -> None:
    below = theme("theme", palette(ink="#000000", sea="#0000FF"), grey=palette(sea="#888888"))
    mine = theme("mine", palette(ink="#111111"), "theme", grey=palette(ink="#222222"))
    found = resolve_theme([below, mine], "grey")
    assert found is not None
    assert (found.roles.colour("ink"), found.roles.colour("sea")) == ("#222222", "#888888")


def test_a_variant_lies_over_what_other_themes_make_of_the_roles_that_it_changes() -> None:
    below = theme("theme", palette(sea="#0000FF", sand="#FFFF00"), ink=palette(sea="#FFFFFF"))
    mine = theme("mine", palette(sea="#008888", sand="#888800"), "theme")
    own = theme("mine", palette(sea="#008888"), "theme", ink=palette(sea="#EEEEEE"))
    for last, sea in ((mine, "#FFFFFF"), (own, "#EEEEEE")):
        found = resolve_theme([below, last], "ink")
        assert found is not None
        assert found.roles.colour("sea") == sea
    plain = resolve_theme([below, mine])
    assert plain is not None
    assert plain.roles.colour("sea") == "#008888"


def test_a_text_role_changes_only_what_it_names() -> None:
    below = Roles(texts={"body": TextRole(AT, size=9, italic=True)})
    body = Roles(texts={"body": TextRole(AT, size=10)}).over(below).texts["body"]
    assert (body.size, body.italic) == (10, True)


def test_without_a_theme_there_is_none() -> None:
    assert resolve_theme([]) is None


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("rgb(255, 128, 0)", "#FF8000"),
        ("rgb(300, 0, 9999)", "#FF00FF"),
        ("rgba(300, 0, 0, 128)", "#FF0000"),
        ("hsl(0, 100%, 50%)", "#FF0000"),
        ("Tomato", "#FF6347"),
    ],
)
def test_a_hint_writes_a_colour_in_six_digits(written: str, code: str) -> None:
    assert (colour_hint(written) or "").endswith(f"'{code}'")
