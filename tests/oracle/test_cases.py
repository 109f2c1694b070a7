"""A sample of what `python -m tests.oracle` compares with brute force; a wrong proof or repair is noticed."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy

import pytest
from msgspec.structs import replace

from tests.oracle.cases import case
from tests.oracle.cells import demands, kinds
from tests.oracle.held import held, proofs_of, written
from tests.oracle.mending import broken_after, enough, make, mendings
from tests.oracle.replay import misses
from tests.oracle.verdict import Map, answer

BUNDLE = 40
MAPS = 240

REPAIRED = 12
"""Of how many maps of each kind the repairs are judged."""

FEW_STEPS = 300_000
"""How much work pnp puts into the repairs of one map here."""


@pytest.mark.nightly
@pytest.mark.parametrize("first", range(0, MAPS, BUNDLE))
def test_verdicts_are_those_of_brute_force(first: int) -> None:
    cases = [case(2, number) for number in range(first, first + BUNDLE)]
    wrong = [(each.differs, written(drawn.document)) for drawn, answers in cases for each in answers if each.differs]
    assert not wrong, "\n".join(wrong[0])
    assert {drawn.kind for drawn, _ in cases} == set(kinds())
    assert len({each.demand for _, answers in cases for each in answers}) > len(demands()) / 2
    assert {"holds", "broken", "empty"} <= {each.verdict for _, answers in cases for each in answers}


@pytest.mark.nightly
@pytest.mark.parametrize("kind", kinds())
def test_repairs_mend_what_brute_force_finds_broken(kind: str) -> None:
    results = Counter[str]()
    for number in range(kinds().index(kind), 5 * REPAIRED * len(kinds()), len(kinds())):
        if number >= REPAIRED * len(kinds()) and results["1 change"]:
            break  # what is drawn changes with the schemas: some kinds of maps need more cases for a single change
        drawn, answers = case(6, number)
        for each in mendings(drawn.map, answers, FEW_STEPS):
            assert not each.differs, written(drawn.document)
            results[each.result] += 1
    assert results["1 change"]


RING = {
    "kind": "area-map",
    "areas": {"Market": {}, "Church": {}, "Pier": {}, "Mill": {}},
    "roads": ["Market -- Church -- Pier -- Mill -- Market"],
    "closures": {"fence": {"lies-on": "places"}},
}
HELD = {"connected": True, "with": {"fence": 1}}
BROKEN = {"reach": {"from": "Market", "to": "Pier"}, "with": {"fence": 2}}
EMPTY = {"reach": {"from": "Market", "to": "Market"}, "with": {"fence": 2}}


@pytest.mark.parametrize(
    ("requirement", "change"),
    [
        (HELD, {"holds": False}),
        (HELD, {"holds": None}),
        (HELD, {"asked": False}),
        (HELD, {"setups_total": 16}),
        (HELD, {"setups_covered": 4}),
        (BROKEN, {"holds": True}),
        (BROKEN, {"witness": None}),
        (EMPTY, {"holds": True}),
        (EMPTY, {"asked": True}),
        (EMPTY, {"detail": "it asks nothing: 'Pier' is closed"}),
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


def test_out_of_steps_a_share_may_be_broken_by_another_of_the_least_closings() -> None:
    drawn, answers = case(8301, 34_563)
    examples = [each for each in answers if each.method == "example"]
    assert drawn.steps is not None
    assert {(each.demand, each.scope, each.verdict) for each in examples} == {("survives", "share", "broken")}
    assert not any(each.differs for each in answers)


PATH = {
    "kind": "area-map",
    "size": "200 x 100",
    "areas": {"Market": {"at": [20, 50]}, "Church": {"at": [60, 50]}, "Pier": {"at": [100, 50]}},
    "roads": ["Market -> Church -- Pier"],
}


def test_a_repair_that_does_not_do_is_noticed() -> None:
    document = {**PATH, "requirements": [{"connected": True}]}
    kept = document["requirements"]
    assert broken_after(document, ["let the road 'Market -> Church' go both ways"], kept) is None
    assert "broken then" in str(broken_after(document, ["take out the road 'Church -- Pier'"], kept))


def test_a_repair_that_breaks_what_held_is_noticed() -> None:
    kept = [{"connected": True}, {"degree": {"of": "Market", "counts": "in", "is": 0}}]
    wrong = broken_after({**PATH, "requirements": kept}, ["let the road 'Market -> Church' go both ways"], kept)
    assert "degree" in str(wrong)


def test_a_single_change_that_does_is_found() -> None:
    document = {**PATH, "requirements": [{"connected": True}]}
    assert enough(document, document["requirements"]) == "let the road 'Market -> Church' go both ways"
    assert enough(document, [{"connected": True}, {"degree": {"of": "Market", "is": 3}}]) is None


CITY = {
    "kind": "tile-map",
    "tile": 60,
    "city": {"rows": 1, "columns": 1},
    "tiles": {"T": {"streets": {"Q": "west 18 -> east 18", "R": {"from": "north 42", "to": "south 42", "spaces": 1}}}},
}


@pytest.mark.parametrize(
    ("document", "words", "key", "after"),
    [
        (CITY, "let 'Q' on 'T' go both ways", "tiles", {"T": {"streets": {
            "Q": "west 18 -- east 18", "R": {"from": "north 42", "to": "south 42", "spaces": 1}}}}),
        (CITY, "move 'R' on 'T' from 42 to 18", "tiles", {"T": {"streets": {
            "Q": "west 18 -> east 18", "R": {"from": [18, 0], "to": [18, 60], "spaces": 1}}}}),
        ({"turns": ["left"]}, "allow 'u-turn' among the turns", "turns", ["left", "u-turn"]),
        ({"unused": ["1/1"]}, "name '3/1' and '4/1' under unused", "unused", ["1/1", "3/1", "4/1"]),
        ({"streets": {"Q": "1 2 -> 3 4"}}, "let 'Q' go both ways", "streets", {"Q": "1 2 -- 3 4"}),
        ({"streets": {}}, "add a street '1 2.5 -- 3 4'", "streets", {"New Street": {"from": [1, 2.5], "to": [3, 4]}}),
        ({"closures": {"cone": {"lies-on": "places", "never": "A"}}}, "let no cone lie at 'B' (list it under never)",
         "closures", {"cone": {"lies-on": "places", "never": ["A", "B"]}}),
    ],
)  # fmt: skip
def test_a_repair_is_made_as_its_words_say(
    document: dict[str, object], words: str, key: str, after: dict[str, object]
) -> None:
    changed = deepcopy(document)
    if key == "closures":
        changed |= {"kind": "area-map", "areas": {"A": {}, "B": {}}}
    make(changed, words)
    assert changed[key] == after


def test_a_harmless_place_where_nobody_ever_comes_changes_nothing() -> None:
    document = {
        "kind": "block-map",
        "blocks": {"rows": 1, "columns": 1, "squares": 1},
        "closures": {"cab": {"lies-on": ["3/1", "1/3"]}},
        "requirements": [{"no-trap": {"unless": "1/1"}, "with": {"cab": 1}}, {"no-trap": True, "with": {"cab": 1}}],
    }
    assert [each.differs for each in held(Map(document))] == [None, None]
