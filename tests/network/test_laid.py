"""Demands with closures laid, held against every setup of small maps."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from pnp.model.reference import Ref
from pnp.model.requirement import Bounds, Requirement, Selector
from pnp.network.budget import Budget
from pnp.network.isolation import isolations
from tests.network.generated import span
from tests.network.laying import Case, drawn
from tests.network.replay import compare, put

BUNDLE = 100


@pytest.mark.parametrize("first", range(0, 800, BUNDLE))
def test_proof_is_that_of_every_setup_and_its_counterexample_the_first_of_the_least(first: int) -> None:
    for seed in range(first, first + BUNDLE):
        compare(seed)


@pytest.mark.parametrize("seed", range(60))
def test_isolation_of_a_tagged_place_is_the_least_of_all_setups(seed: int) -> None:
    drawing = drawn(Random(seed))
    for found in isolations(drawing.network, drawing.closures, Budget(10**8)):
        asked = Requirement(
            "isolation", "it", span(1), Selector(places=(Ref(found.place, span(1)),)),
            bounds=Bounds(least=Fraction(99)), by=tuple(Ref(name, span(1)) for name in found.by),
        )  # fmt: skip
        case = Case(drawing.network, drawing.closures, asked)
        broken = [setup for setup in case.setups() if not case.holds(setup)]
        assert found.closures == (len(broken[0]) if broken else None)
        assert not broken or sorted(found.cut) in [sorted(each.words[0] for each in setup) for setup in broken]


def test_proof_that_is_given_up_says_up_to_how_many_closures_it_holds() -> None:
    seen = set()
    for seed in range(150):
        case = drawn(Random(seed))
        whole = put(case)
        steps = 2 * sum(map(len, case.network.after))
        for share in (20, 40, 80, 160, 320):
            proof = put(case, steps * share)
            if proof.holds is None:
                assert proof.asked
                assert proof.witness is None
                sizes = [sum(1 for each in case.setups() if len(each) <= size) for size in range(20)]
                assert proof.setups_covered in (0, *sizes)
                assert all(
                    case.holds(setup) for setup, _ in zip(case.setups(), range(proof.setups_covered), strict=False)
                )
                seen.add(proof.setups_covered > 0)
            else:
                assert proof.holds is whole.holds
    assert seen == {True, False}
