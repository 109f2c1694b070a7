"""Items of two lists are the same by their names, or by their content."""

from __future__ import annotations

from pnp.compare.pairing import paired


def test_items_are_paired_by_name_and_those_without_one_by_content() -> None:
    def named(*items: str) -> list[tuple[str, tuple[str, ...]]]:
        return [(name, tuple(content)) for name, content in (item.split(":") for item in items)]

    assert paired(named("a:1", "b:2"), named("b:3", "a:1")) == [(0, 1), (1, 0)]
    assert paired(named("2:ab", "3:cd", "4:ef"), named("2:ab", "3:ef")) == [(0, 0), (1, None), (2, 1)]
    assert paired(named("2:ab", "3:cd"), named("2:cX")) == [(0, None), (1, 0)]
    assert paired(named("a:1", "a:2", "a:3"), named("a:2", "a:3")) == [(0, None), (1, 0), (2, 1)]
    assert paired([], named("2:a")) == [(None, 0)]
