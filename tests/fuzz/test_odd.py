"""Some odd cases of each kind, always the same; `python -m tests.fuzz.odd` tries as many as one likes."""

from __future__ import annotations

from itertools import islice

import pytest

from tests.fuzz.odd import KINDS, TRIED, attempt, cases, command_of

QUICK = {"formula": 300, "bound": 12, "number": 12, "option": 12, "name": 8, "thing": 8}


@pytest.mark.nightly
@pytest.mark.parametrize("kind", KINDS)
def test_odd_cases_end_as_they_may(kind: str) -> None:
    for odd in islice(cases(kind, 2), QUICK[kind]):
        attempt(odd)


@pytest.mark.nightly
@pytest.mark.parametrize("what", TRIED)
def test_what_once_ended_as_a_fault_of_ours_does_so_no_more(what: str) -> None:
    attempt(command_of(what))
