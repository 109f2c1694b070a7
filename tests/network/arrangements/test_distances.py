"""Distances of starts in arrangements: whether their spread keeps a bound."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement, product

import pytest

from pnp.model.maps.requirements import Bounds, Requirement
from pnp.network import lower
from pnp.network.arrangements.distances import Distances
from pnp.network.budget import SearchBudget
from pnp.network.ways import spread
from tests.network.generated import span
from tests.network.generated_tiles import CitySpec, Spec


@pytest.mark.parametrize("most", [0.25, 0.5, 1])
def test_a_bound_is_kept_by_the_spread_of_the_means_however_often_it_is_asked(
    most: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sums over one or two goals for up to three starts, in turn, as what is known of one is used for the next."""
    tiles = tuple(Spec(f"T{n}", (("a", ("start",)),), (), (), ()) for n in range(2))
    arrangements = lower(CitySpec(1, 2, "never", True, tiles).read()).arrangements
    assert arrangements is not None
    asked = Requirement("fair-starts", "it", span(1), bounds=Bounds(most=most))
    distances, budget = Distances(arrangements.city, asked), SearchBudget(10**6)
    sums = [(total, goals) for goals in (1, 2) for total in range(1, 6)]
    cases = [case for number in (2, 3) for case in combinations_with_replacement(sums, number)]
    monkeypatch.setattr(distances, "asks", lambda _: True)
    for case, _ in product(cases, range(2)):
        monkeypatch.setattr(distances, "_sums", lambda *_, case=case: list(case))
        assert distances.holds((), budget) is (spread([Fraction(*each) for each in case]) <= most), case
