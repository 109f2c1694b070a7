"""Checks on words, places and parts: each fires on its line and nothing else does."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from pnp.report import Report

    Expect = Callable[..., Report]


def test_sound_map_is_silent(expect: Expect) -> None:
    expect("""
        kind: area-map
        areas: {Gate: {tags: [start]}, Hall: {}, Yard: {}}
        roads: [[Gate, Hall, Yard, Gate]]
    """)
