"""What docs/maps.md says that requirements mean, on maps small enough to count by hand: brute force and pnp both."""

from __future__ import annotations

from typing import Any

import pytest

from tests.oracle.held import proofs_of, written
from tests.oracle.replay import misses
from tests.oracle.verdict import Map, answer

ROAD: dict[str, Any] = {
    "kind": "area-map",
    "areas": {"A": {"tags": ["start"]}, "B": {}, "C": {}, "D": {}},
    "roads": ["A -- B -- C -- D"],
    "closures": {"pit": {"lies-on": ["A", "B"], "only": "A"}, "cone": {"lies-on": ["A", "B", "C"]}},
}
LINES: dict[str, Any] = {
    "kind": "area-map",
    "areas": {"A": {}, "B": {}, "C": {}},
    "roads": [
        {"from": "A", "to": "B", "kind": "pass", "cost": 5},
        {"from": "B", "to": "C", "kind": "pass", "cost": 2, "name": "Saddle"},
        {"from": "B", "to": "C", "kind": "ferry", "cost": 4},
        "C -- A",
    ],
    "closures": {"snow": {"lies-on": "roads", "along": "pass"}, "storm": {"lies-on": "roads", "along": ["ferry"]}},
}
STREET: dict[str, Any] = {
    "kind": "street-map",
    "size": "300 x 120",
    "streets": {"High": {"from": [20, 50], "to": [280, 50], "spaces": 6}},
    "tags": {"start": ["High 1"]},
    "sites": {
        "Light": {"by": "High 1", "tags": ["goal"]},
        "Chapel": {"by": "High 5", "tags": ["goal"]},
        "Hall": {"by": ["High 2", "High 5"]},
    },
    "closures": {"cone": {"lies-on": ["High 2", "High 5"]}},
}
CROSS: dict[str, Any] = {
    "kind": "street-map",
    "size": "300 x 300",
    "streets": {
        "Quay": {"from": [20, 150], "to": [280, 150], "spaces": 1},
        "Mast": {"from": [150, 20], "to": [150, 280], "spaces": 1},
    },
    "sites": {"Inn": {"by": "Quay 1"}},
}
ISLANDS: dict[str, Any] = {
    "kind": "area-map",
    "areas": {"A": {}, "B": {}, "C": {}, "D": {}},
    "roads": ["A -- B", "C -- D"],
}
ALONE: dict[str, Any] = {"kind": "area-map", "areas": {"A": {}}}
PAIR: dict[str, Any] = {
    "kind": "area-map", "areas": {"A": {}, "B": {}}, "roads": ["A -- B"], "closures": {"pit": {"lies-on": ["A", "B"]}},
}  # fmt: skip
FULL: dict[str, Any] = {
    "kind": "area-map",
    "areas": {"A": {}, "B": {}, "C": {}, "D": {}},
    "roads": ["A -- B -- C -- D -- A", "A -- C", "B -- D"],
    "closures": {"flood": {"lies-on": ["A", "B", "C", "D"]}, "wave": {"lies-on": ["C", "D"]}},
}
INTO: dict[str, Any] = {
    "kind": "area-map", "areas": {"A": {}, "B": {}, "C": {}, "D": {}}, "roads": ["A -- B -> C -- D"],
    "closures": {"cone": {"lies-on": ["D"]}},
}  # fmt: skip
ASIDE: dict[str, Any] = {
    "kind": "tile-map",
    "tile": 60,
    "city": {"rows": 1, "columns": 1},
    "turned": "never",
    "tiles": {
        "T": {"streets": {"Q": {"from": "west 30", "to": "east 30", "spaces": 2}}},
        "U": {"streets": {"Q": {"from": "west 30", "to": "east 30", "spaces": 2}}},
    },
}
APART: dict[str, Any] = {
    "kind": "tile-map",
    "tile": 60,
    "city": {"rows": 1, "columns": 2},
    "turned": "never",
    "tiles": {"T": {"spaces": {"1": {"at": [20, 20]}, "2": {"at": [40, 20]}}}, "U": {}},
}
LANE = {
    "spaces": {str(number): {"at": [8 * number, 20]} for number in range(1, 7)},
    "roads": ["1 -- 2 -- 3 -- 4 -- 5 -- 6"],
    "exits": {"west 30": "1", "east 30": "6"},
}
SEAM: dict[str, Any] = {**APART, "tiles": {"T": LANE, "U": LANE}}
EMPTY = "empty"
TWICE = {"in": "every setup"}


@pytest.mark.parametrize(
    ("document", "requirement", "holds", "covered"),
    [
        # Items are compared, never the spaces that serve them.
        (STREET, {"distance": {"from": {"tag": "start"}, "to": {"tag": "goal"}, "at-least": 3}}, False, None),
        (STREET, {"distance": {"from": "High 1", "to": "Light", "is": 0}}, True, 1),
        (STREET, {"distance": {"from": "Light", "to": "Chapel", "is": 4}}, True, 1),
        (STREET, {"distance": {"from": ["Hall", "Light"], "to": ["Hall", "Light"], "at-least": 1}}, True, 1),
        (STREET, {"distance": {"from": "Hall", "to": "Hall", "is": 0}}, True, 1),
        (STREET, {"reach": {"from": "Hall", "to": "Hall"}}, EMPTY, None),
        (STREET, {"isolation": {"of": "Light", "from": "Light", "at-least": 1}}, EMPTY, None),
        (STREET, {"fair-starts": {"from": "Hall", "to": "Light", "at-most": 0}}, "empty", 1),
        (STREET, {"fair-starts": {"from": ["High 1", "High 3"], "to": ["High 1", "High 2", "High 3"], "at-most": 0}},
         True, 1),
        (STREET, {"within": {"every": "High 1", "a": ["High 1", "High 6"], "at-most": 0}}, True, 1),
        # No item is adjacent to itself, and nothing turns round within a move.
        (CROSS, {"adjacent": ["Quay 1", "Quay 1"]}, EMPTY, None),
        (CROSS, {"adjacent": ["Quay 1", "Inn"]}, False, None),
        (CROSS, {"not-adjacent": ["Quay 1", "Inn"]}, True, 1),
        (CROSS, {"adjacent": ["Quay 1", "Quay 2"]}, True, 1),
        # `every place` is every place; what is not given are the starts.
        (ROAD, {"isolation": {"of": "A", "from": "every place", "at-least": 2}}, False, None),
        (ROAD, {"isolation": {"of": "A", "at-least": 2}}, EMPTY, None),
        (ROAD, {"fair-starts": {"from": "every place", "to": "A", "at-most": 0.5}}, False, None),
        (ROAD, {"fair-starts": {"to": "B", "at-most": 0}}, "empty", 1),
        (ROAD, {"no-trap": {"unless": "every place"}}, EMPTY, None),
        # `only` holds for every `lies-on`.
        (ROAD, {"reach": {"from": "C", "to": "D"}, "with": {"pit": 2}}, True, 2),
        (ROAD, {"reach": {"from": "A", "to": "D"}, "with": {"pit": 2}}, True, 1),
        # Nothing is proved by asking nothing.
        (ROAD, {"reach": {"from": "A", "to": ["A", "B"]}}, True, 1),
        (ROAD, {"reach": {"from": "A", "to": "B"}, "with": {"cone": 1}}, True, 2),
        (ROAD, {"degree": {"of": "B", "at-most": 2}, "with": {"cone": 3}}, True, 4),
        (ROAD, {"count": {"of": "B", "at-most": 1}, "with": {"cone": 1}}, True, 4),
        (ROAD, {"survives": {"closed": 4}}, False, None),
        (ISLANDS, {"survives": {"closed": 1}}, False, None),
        # A closed road leaves a parallel one open, at its own cost.
        (LINES, {"survives": {"closed": 1, "by": "roads"}}, True, 5),
        (LINES, {"survives": {"closed": 2, "by": "roads"}}, False, None),
        (LINES, {"distance": {"from": "B", "to": "C", "at-most": 4}, "with": {"snow": 1}}, True, 3),
        (LINES, {"distance": {"from": "B", "to": "C", "at-most": 3}, "with": {"snow": 1}}, False, None),
        (LINES, {"distance": {"from": "B", "to": "C", "is": 2}, "with": {"storm": 1}}, True, 2),
        (ROAD, {"survives": {"closed": 1, "by": "roads"}}, False, None),
        (STREET, {"survives": {"closed": 1, "by": "roads"}}, EMPTY, None),
        ({**ISLANDS, "roads": ["A -- B -- C -- D -- A", "A -- C", "B -- D"]}, {"survives": {"closed": 4}}, True, 11),
        # What is said of the whole map takes two places, a trap two states, and a dead end one place.
        (ALONE, {"connected": True}, EMPTY, None),
        (ALONE, {"survives": {"closed": 1}}, EMPTY, None),
        (ALONE, {"no-trap": True}, EMPTY, None),
        (ALONE, {"no-trap": {"unless": "A"}}, EMPTY, None),
        (ALONE, {"no-dead-end": True}, False, None),
        (PAIR, {"connected": True, "with": {"pit": 2}}, True, 1),
        (PAIR, {"no-trap": True, "with": {"pit": 2}}, True, 1),
        (PAIR, {"survives": {"closed": 2}}, True, 1),
        (FULL, {"connected": True, "with": {"flood": 4}}, True, 11),
        (FULL, {"no-trap": True, "with": {"flood": 3}}, True, 11),
        (FULL, {"no-trap": True, "with": {"flood": 3, "wave": 1}}, True, 27),
        (ASIDE, {"distance": {"from": "T Q 1", "to": "U Q 1", "is": 77}}, EMPTY, None),
        (ASIDE, {"distance": {"from": "U Q 1", "to": "U Q 2", "is": 1}}, EMPTY, None),
        (ASIDE, {"distance": {"from": "U Q 1", "to": "U Q 2", "is": 1}, **TWICE}, True, 1),
        (ASIDE, {"distance": {"from": "U Q 1", "to": "U Q 2", "is": 77}, **TWICE}, False, None),
        (ASIDE, {"degree": {"of": "U Q 1", "is": 77}}, EMPTY, None),
        (ASIDE, {"degree": {"of": ["T Q 1", "U Q 1"], "is": 1}, **TWICE}, True, 2),
        (ASIDE, {"reach": {"from": "T Q 1", "to": "U Q 1"}, **TWICE}, EMPTY, None),
        (ASIDE, {"within": {"every": "T Q 1", "a": ["T Q 2", "U Q 2"], "at-most": 1}}, EMPTY, None),
        (ASIDE, {"count": {"of": "U Q 1", "at-most": 5}}, EMPTY, None),
        (ASIDE, {"count": {"of": ["T Q 1", "U Q 1"], "is": 1}, **TWICE}, True, 2),
        (ASIDE, {"seams-meet": True, **TWICE}, EMPTY, None),
        ({**ASIDE, "city": {"rows": 1, "columns": 2}}, {"seams-meet": True, **TWICE}, True, 2),
        (ROAD, {"seams-meet": True}, EMPTY, None),
        (STREET, {"no-crossing": True}, EMPTY, None),
        # An infinite distance is at least any number, but not all distances may be infinite.
        (ISLANDS, {"distance": {"from": "A", "to": ["B", "C"], "at-least": 1}}, True, 1),
        (ISLANDS, {"distance": {"from": "A", "to": ["C", "D"], "at-least": 1}}, EMPTY, None),
        (ISLANDS, {"distance": {"from": "A", "to": ["B", "C"], "at-least": 1, "reachable": True}}, False, None),
        (ISLANDS, {"distance": {"from": "A", "to": ["C", "D"], "at-most": 1}}, False, None),
        (APART, {"distance": {"from": "T 1", "to": "T 2", "reachable": True}, **TWICE}, False, None),
        (APART, {"distance": {"from": "T 1", "to": "T 2", "at-least": 3}, **TWICE}, EMPTY, None),
        (SEAM, {"distance": {"from": "T 1", "to": "T 6", "reachable": True}, **TWICE}, True, 2),
        (SEAM, {"distance": {"from": "T 1", "to": "U 6", "at-least": 7, "reachable": True}, **TWICE}, False, None),
        # A trap is entered, and not left.
        (ISLANDS, {"no-trap": True}, True, 1),
        (INTO, {"no-trap": True}, False, None),
        (INTO, {"no-trap": {"unless": "D"}}, True, 1),
        (INTO, {"no-trap": {"unless": "D"}, "with": {"cone": 1}}, False, None),
        (INTO, {"no-trap": {"unless": ["C", "D"]}, "with": {"cone": 1}}, True, 2),
        # With closures the goals together are one goal; a setup that closes all asks nothing.
        (ROAD, {"within": {"every": "D", "a": ["B", "C"], "at-most": 2}, "with": {"cone": 1}}, False, None),
        (ROAD, {"within": {"every": "D", "a": "C", "at-most": 1}, "with": {"cone": 2}}, True, 4),
    ],
)  # fmt: skip
def test_the_definitions(
    document: dict[str, Any], requirement: dict[str, Any], holds: object, covered: int | None
) -> None:
    whole = {**document, "requirements": [requirement]}
    told = answer(Map(whole), requirement, 1_000)
    assert told.asked
    assert ("empty" if told.empty else told.holds) == holds, told
    assert covered is None or told.covered == covered
    (proof,) = proofs_of(written(whole))
    assert misses(requirement, told, proof, bounded=False) is None
