from __future__ import annotations

from pnp.scene.drawings import Survey, weighs
from pnp.scene.items import Group, Item, Path, Rect
from pnp.scene.paths import parse_path

DOT = Rect(0, 0, 1, 1, 0, "#000000")


def test_what_two_groups_hold_is_found_by_identity() -> None:
    one, equal = (DOT,), (DOT,)
    assert Survey(((Group(one), Group(one)),)).repeated() == (one,)
    assert Survey(((Group(one), Group(equal)),)).repeated() == ()


def test_pages_count_together() -> None:
    one = (DOT,)
    assert Survey(((Group(one),), (Group(one),))).repeated() == (one,)


def test_inner_ones_come_before_those_that_hold_them() -> None:
    inner: tuple[Item, ...] = (DOT,)
    outer: tuple[Item, ...] = (Group(inner), Group(inner))
    assert Survey(((Group(outer), Group(outer)),)).repeated() == (inner, outer)


def test_what_stands_in_a_repeated_group_counts_once() -> None:
    inner: tuple[Item, ...] = (DOT,)
    outer: tuple[Item, ...] = (Group(inner), DOT)
    assert Survey(((Group(outer), Group(outer), Group(outer)),)).repeated() == (outer,)


def test_what_weighs_little_can_be_left_out() -> None:
    light, heavy = (DOT,), (Path(parse_path("M0 0" + "h1" * 40)),)
    assert [weighs(light, least) for least in (1, 2)] == [True, False]
    assert [weighs(heavy, least) for least in (11, 12)] == [True, False]
    assert [weighs((Group(heavy), DOT), least) for least in (13, 14)] == [True, False]
    assert Survey(((Group(light), Group(light), Group(heavy), Group(heavy)),)).repeated(8) == (heavy,)
