"""Demands with closures laid, held against every setup of small maps."""

from __future__ import annotations

import pytest

from tests.network.replay import compare

BUNDLE = 100


@pytest.mark.parametrize("first", range(0, 800, BUNDLE))
def test_proof_is_that_of_every_setup_and_its_counterexample_the_first_of_the_least(first: int) -> None:
    for seed in range(first, first + BUNDLE):
        compare(seed)
