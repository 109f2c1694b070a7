"""The shares of stages: each without those inside it, and all of them together the whole."""

from __future__ import annotations

from time import perf_counter, sleep

import pytest

from pnp.timing import REST, clocked, stage, staged


def test_a_stage_is_what_is_in_it_but_for_those_inside() -> None:
    began = perf_counter()
    with clocked() as clock:
        with stage("outer"):
            sleep(0.01)
            with stage("inner"):
                sleep(0.03)
        with stage("inner"):
            sleep(0.01)
    took = perf_counter() - began
    assert list(clock.seconds) == ["outer", "inner", REST]
    assert clock.seconds["outer"] >= 0.01
    assert clock.seconds["inner"] >= 0.04
    assert sum(clock.seconds.values()) <= took
    assert clock.seconds["outer"] + 0.03 <= sum(clock.seconds.values()), "what is inside is not counted twice"


def test_what_is_done_with_items_in_between_is_not_of_their_stage() -> None:
    with clocked() as clock:
        for _ in staged("making", iter((1, 2))):
            with stage("writing"):
                sleep(0.02)
    assert clock.seconds["writing"] >= 0.04
    assert clock.seconds["making"] < 0.02


def test_whatever_ends_a_stage_the_next_one_is_right() -> None:
    with clocked() as clock:
        with pytest.raises(ValueError, match="broken"), stage("first"), stage("second"):
            raise ValueError("broken")
        with stage("third"):
            pass
    assert list(clock.seconds) == ["first", "second", "third", REST]


def test_without_a_clock_nothing_is_noted() -> None:
    with stage("nothing"):
        assert list(staged("nothing", (1, 2))) == [1, 2]
