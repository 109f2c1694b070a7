"""A sample of what `python -m tests.oracle` holds against brute force, and that a wrong proof would be noticed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.oracle.cases import KINDS, case
from tests.oracle.held import held, proofs_of, written
from tests.oracle.replay import misses
from tests.oracle.table import DEMANDS
from tests.oracle.verdict import Map, answer

BUNDLE = 40


@pytest.mark.parametrize("first", range(0, 240, BUNDLE))
def test_verdicts_are_those_of_brute_force(first: int) -> None:
    cases = [case(2, number) for number in range(first, first + BUNDLE)]
    wrong = [(each.differs, written(drawn.document)) for drawn in cases for each in drawn.answers if each.differs]
    assert not wrong, "\n".join(wrong[0])
    assert {drawn.kind for drawn in cases} == set(KINDS)
    assert {each.demand for drawn in cases for each in drawn.answers} == set(DEMANDS)
    assert {"holds", "broken"} <= {each.verdict for drawn in cases for each in drawn.answers}


RING = {
    "kind": "area-map",
    "areas": {"Market": {}, "Church": {}, "Pier": {}, "Mill": {}},
    "roads": ["Market -- Church -- Pier -- Mill -- Market"],
    "closures": {"fence": {"lies-on": "places"}},
}
HELD = {"connected": True, "with": {"fence": 1}}
BROKEN = {"reach": {"from": "Market", "to": "Pier"}, "with": {"fence": 2}}


@pytest.mark.parametrize(
    ("requirement", "change"),
    [
        (HELD, {"holds": False}),
        (HELD, {"holds": None}),
        (HELD, {"setups_total": 16}),
        (HELD, {"setups_covered": 4}),
        (BROKEN, {"holds": True}),
        (BROKEN, {"witness": None}),
    ],
)
def test_a_wrong_proof_is_noticed(requirement: dict[str, object], change: dict[str, object]) -> None:
    document = {**RING, "requirements": [requirement]}
    (proof,) = proofs_of(written(document))
    told = answer(Map(document), requirement, 100)
    assert misses(requirement, told, proof, bounded=False) is None
    wrong = replace(proof, verdict=replace(proof.verdict, **change))  # type: ignore[arg-type]
    assert misses(requirement, told, wrong, bounded=False) is not None


def test_a_counterexample_that_is_not_the_first_is_noticed() -> None:
    document = {**RING, "requirements": [BROKEN]}
    (proof,) = proofs_of(written(document))
    assert proof.witness is not None
    later = replace(proof.witness, setup=proof.witness.setup[::-1])
    wrong = replace(proof, verdict=replace(proof.verdict, witness=later))
    assert misses(BROKEN, answer(Map(document), BROKEN, 100), wrong, bounded=False) is not None


def test_a_harmless_place_where_nobody_ever_comes_changes_nothing() -> None:
    document = {
        "kind": "block-map",
        "blocks": {"rows": 1, "columns": 1, "squares": 1},
        "closures": {"cab": {"lies-on": ["3/1", "1/3"]}},
        "requirements": [{"no-trap": {"unless": "1/1"}, "with": {"cab": 1}}, {"no-trap": True, "with": {"cab": 1}}],
    }
    assert [each.differs for each in held(Map(document))] == [None, None]
