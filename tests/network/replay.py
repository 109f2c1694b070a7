"""A proof on a small case, held against every setup of it."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from pnp.network.budget import SearchBudget
from pnp.network.layout import Layout
from pnp.network.lowering import Lowered
from pnp.network.prove import prove
from tests.network.generated import span
from tests.network.laying import Case, drawn
from tests.network.oracle import in_vain, is_empty

if TYPE_CHECKING:
    from pnp.network.requirements import Proof

PAPER = Layout("map", span(1), 0, 0, (), ())


def put(case: Case, steps: int = 10**9) -> Proof:
    """The proof of a case."""
    (proof,) = prove((case.requirement,), Lowered(case.network, case.closures), PAPER, SearchBudget(steps))
    return proof


def compare(seed: int) -> Proof:
    """The proof of the case of that seed, once verdict, counterexample and counts were found to be right."""
    case = drawn(Random(seed))
    proof, setups = put(case), list(case.setups())
    first = next((setup for setup in setups if not case.holds(setup)), None)
    empty = is_empty([case.town(())], case.requirement) or (
        first is None and in_vain([case.town(())], case.requirement)
    )
    assert proof.is_empty is (empty and proof.asked), (seed, proof.detail)
    if empty and proof.asked:
        assert (proof.holds, proof.witness, proof.setups_covered) == (None, None, 0), seed
        return proof
    assert proof.asked is not (first is None and case.lacks_a_spot()), seed
    if not proof.asked:
        return proof
    assert proof.setups_total == len(setups), seed
    assert proof.holds is (first is None), seed
    if first is None:
        assert proof.witness is None, seed
        assert proof.setups_covered == sum(map(case.asks, setups)), seed
        if proof.method == "exhaustive":
            assert proof.setups_checked <= len(setups) * 50, seed
    else:
        assert proof.witness is not None, seed
        assert proof.witness.setup == tuple(each.words for each in first), (seed, proof.witness.setup, first)
        assert 1 <= proof.setups_covered <= proof.setups_total, seed
    return proof
