from __future__ import annotations

import copy
import dataclasses
import pickle
from dataclasses import field
from typing import Any

import pytest

from pnp.records import dataclass


@dataclass(frozen=True, slots=True)
class Place:
    """A place."""

    name: str
    tags: tuple[str, ...] = ()
    seen: dict[str, int] = field(default_factory=dict, repr=False, compare=False)

    def called(self) -> str:
        return self.name.upper()


@dataclass(frozen=True, slots=True)
class Pier(Place):
    """A place beside the water."""

    depth: float = 2.0


@dataclass(frozen=True, kw_only=True)
class Road:
    """A road."""

    start: str
    end: str = "Pier"


@dataclass(slots=True)
class Ferry:
    """What moves."""

    at: str = "Pier"
    calls: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True, order=True)
class Spot:
    """A line and a column."""

    line: int
    column: int = 1


@dataclass(frozen=True, slots=True, eq=False)
class Thing:
    """Equal to itself alone."""

    name: str


def test_fields_come_in_order_by_name_or_from_their_defaults() -> None:
    assert (Place("Market").tags, Place("Market", ("busy",)).tags) == ((), ("busy",))
    assert Pier("Pier", depth=3.0) == Pier("Pier", (), {}, 3.0)
    assert Place("Market").seen is not Place("Market").seen
    assert Ferry("Market", ["Pier"]).calls == ["Pier"]
    assert Road(start="Market").end == "Pier"
    made: Any = Place
    with pytest.raises(TypeError):
        made()
    with pytest.raises(TypeError):
        made("Market", (), {}, "more")
    made = Road
    with pytest.raises(TypeError):
        made("Market")


def test_the_frozen_do_not_change_and_the_others_do() -> None:
    for each in (Place("Market"), Pier("Pier"), Road(start="Market")):
        with pytest.raises(dataclasses.FrozenInstanceError):
            each.name = "Church"  # type: ignore[misc,union-attr]
        with pytest.raises(dataclasses.FrozenInstanceError):
            del each.name  # type: ignore[union-attr]
    ferry = Ferry()
    ferry.at = "Market"
    assert ferry == Ferry("Market")


def test_slots_leave_no_room_for_more() -> None:
    assert not hasattr(Pier("Pier"), "__dict__")
    with pytest.raises(AttributeError):
        Ferry().speed = 3  # type: ignore[attr-defined]


def test_the_equal_are_of_one_kind_and_have_one_hash() -> None:
    assert Place("Market", seen={"x": 1}) == Place("Market")
    assert hash(Place("Market", seen={"x": 1})) == hash(Place("Market"))
    assert Place("Pier") != Pier("Pier")
    assert Thing("Pier") != Thing("Pier")
    with pytest.raises(TypeError):
        hash(Ferry())


def test_the_ordered_are_sorted_by_their_fields() -> None:
    assert sorted([Spot(2), Spot(1, 5), Spot(1)]) == [Spot(1), Spot(1, 5), Spot(2)]
    assert Spot(1) <= Spot(1) < Spot(2)
    with pytest.raises(TypeError):
        assert Spot(1) < 2  # type: ignore[operator]


def test_they_are_shown_copied_and_kept() -> None:
    assert repr(Pier("Pier")) == "Pier(name='Pier', tags=(), depth=2.0)"
    place = Pier("Pier", ("wet",), {"gulls": 4})
    for again in (pickle.loads(pickle.dumps(place)), copy.copy(place), dataclasses.replace(place)):
        assert again == place
        assert again.seen == {"gulls": 4}
    assert dataclasses.replace(place, depth=9.0).depth == 9.0
    assert dataclasses.asdict(Road(start="Market")) == {"start": "Market", "end": "Pier"}


def test_they_match_patterns_and_keep_their_methods() -> None:
    match Place("Market", ("busy",)):
        case Place(name, (tag,)):
            assert (name, tag) == ("Market", "busy")
    assert Pier("Pier").called() == "PIER"


def test_nothing_is_compiled_before_it_is_called() -> None:
    @dataclass(frozen=True, slots=True)
    class Lamp:
        """A lamp."""

        name: str

    before: Any = Lamp.__init__
    assert "name" not in before.__code__.co_varnames
    assert Lamp("red").name == "red"
    after: Any = Lamp.__init__
    assert after.__code__.co_varnames == ("self", "name")
