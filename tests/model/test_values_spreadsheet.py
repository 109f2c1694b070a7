from __future__ import annotations

import pytest

from pnp.model.values import DATE_REMARK, ERROR_REMARK, FORMULA_REMARK, remark


@pytest.mark.parametrize(
    "cell",
    [
        "2-Jan",
        "Jan-02",
        "02. Jan",
        "2. Mär",
        "2-Jan-24",
        "02.01.2024",
        "2.1.24",
        "1/2/2024",
        "2024-01-02",
        "2024-01-02 00:00:00",
        "1-août",
        "12.paź",
    ],
)
def test_a_date_that_may_have_been_something_else(cell: str) -> None:
    assert remark(cell) == DATE_REMARK


@pytest.mark.parametrize("cell", ["=A1+1", "=SUM(B2:B9)", '="x"', "=-3", "=$A$1"])
def test_a_formula(cell: str) -> None:
    assert remark(cell) == FORMULA_REMARK


@pytest.mark.parametrize("cell", ["#REF!", "#NAME?", "#DIV/0!", "#N/A", "#WERT!"])
def test_the_error_of_a_formula(cell: str) -> None:
    assert remark(cell) == ERROR_REMARK


@pytest.mark.parametrize(
    "cell",
    [
        "",
        "1-2",
        "1/2",
        "2.5",
        "1.2.3",
        "May",
        "March on",
        "Jan",
        "12",
        "= 3 coins",
        "=",
        "#1",
        "#FF0000",
        "2024",
        "x" * 5000,
    ],
)
def test_what_is_as_it_was_written(cell: str) -> None:
    assert remark(cell) is None
