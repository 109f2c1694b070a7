"""In how many setups something is asked, counted without laying any."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.model.maps.game_map import Closure
from pnp.model.maps.requirements import Bounds, Requirement, Selector
from pnp.model.reference import Ref
from pnp.network.asked import setups_asked
from pnp.network.closures.supplies import ClosureOption, SpotChoice, Stock, Supply
from pnp.network.network import Place, network_of
from tests.network.generated import some_cases, span

PLACES = range(5)


@st.composite
def stocks(draw: st.DrawFn) -> Stock:
    """Closures on places and stretches, which may share places, and tokens that close nothing."""
    supplies = []
    for kind in range(draw(st.integers(1, 3))):
        choices = []
        for number in range(draw(st.integers(0, 4))):
            closed = tuple(sorted(draw(st.sets(st.sampled_from(PLACES), min_size=1, max_size=2))))
            options = (ClosureOption("it", frozenset(), closed),)
            choices.append(SpotChoice("it", f"{kind} {number}", span(1), options, closed))
        if draw(st.booleans()):
            both_ways = (ClosureOption("east", frozenset()), ClosureOption("west", frozenset()))
            choices = [SpotChoice("it", each.at, span(1), both_ways) for each in choices]
        limit = draw(st.sampled_from((None, 1, 2)))
        supplies.append(Supply(Closure(f"kind {kind}", span(1), "places"), tuple(choices), limit))
    most = sum(supply.most for supply in supplies)
    return Stock(tuple(supplies), draw(st.sampled_from((most, min(most, 2)))))


@pytest.mark.slow
@some_cases
@given(stocks(), st.sets(st.sampled_from(PLACES)), st.sampled_from((None, 0, 1, 2)))
def test_setups_that_close_places_are_counted_as_if_each_was_laid(
    stock: Stock, places: set[int], most: int | None
) -> None:
    laid = (setup for setup in stock.setups() if most is None or len(setup) <= most)
    closed = ({place for closing in setup for place in closing.option.places} for setup in laid)
    assert stock.closing(places, most) == sum(places <= each for each in closed)


def test_without_closures_nothing_is_asked_in_no_setup() -> None:
    network = network_of((Place("A", span(1)), Place("B", span(1), ("inn",))), (0, 1), (), ())
    stock = Stock((), 0)
    for tag, setups in (("inn", 1), ("quay", 0)):
        degree = Requirement("degree", "it", span(1), Selector(tag=Ref(tag, span(1))), bounds=Bounds(least=1))
        assert setups_asked(degree, network, stock) == setups


@pytest.mark.slow
@some_cases
@given(stocks(), st.sets(st.sampled_from(PLACES), min_size=1), st.sampled_from((None, 0, 1, 2)))
def test_a_start_that_is_the_only_goal_is_not_asked_about_alone(
    stock: Stock, starts: set[int], most: int | None
) -> None:
    """Even where the goal is closed: a setup asks something if some other start is open."""
    places = [Place(f"P{at}", span(1), ("start",) if at in starts else ()) for at in PLACES]
    goal = Selector(places=(Ref("P0", span(1)),))
    reach = Requirement("reach", "it", span(1), Selector(tag=Ref("start", span(1))), goal, even_closed=True)
    laid = (setup for setup in stock.setups() if most is None or len(setup) <= most)
    closed = ({place for closing in setup for place in closing.option.places} for setup in laid)
    network = network_of(places, PLACES, (), ())
    assert setups_asked(reach, network, stock, most) == sum(bool(starts - {0} - each) for each in closed)
