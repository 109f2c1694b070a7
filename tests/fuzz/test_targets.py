"""Each target with its seeds, with some of what can be made of them, and with all that ever broke it."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fuzz.targets import CORPUS, TARGETS

BROKE = sorted(CORPUS.glob("*.bin"))


@pytest.mark.slow
@pytest.mark.parametrize("name", TARGETS)
def test_a_target_takes_its_seeds(name: str) -> None:
    target = TARGETS[name]
    for seed in islice(target.seeds(), 12):
        target.run(seed)


@pytest.mark.parametrize("name", TARGETS)
def test_a_target_takes_what_is_made_of_its_seeds(name: str) -> None:
    target = TARGETS[name]
    seeds = sorted(target.seeds(), key=len)[:60]

    @given(st.sampled_from(seeds), st.lists(st.tuples(st.integers(0, 2**20), st.binary(max_size=3)), max_size=4))
    @settings(max_examples=10, deadline=None, derandomize=True)
    def spoilt(seed: bytes, changes: list[tuple[int, bytes]]) -> None:
        for at, new in changes:
            where = at % (len(seed) + 1)
            seed = seed[:where] + new + seed[where + len(new) % 2 :]
        target.run(seed)

    spoilt()


@pytest.mark.parametrize("path", BROKE, ids=lambda path: path.stem)
def test_what_broke_a_target_once_does_so_no_more(path: Path) -> None:
    TARGETS[path.name.partition("-")[0]].run(path.read_bytes())
