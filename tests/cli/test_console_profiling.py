"""`--profile-time`: a table of stages on standard error, and the same work."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.build.conftest import CARDS, files
from tests.cli.conftest import Run
from tests.pipeline import write

LINE = re.compile(r"(.+?) +([0-9.]+) s(?: +([0-9]+) %)?")


def table(told: str) -> dict[str, float]:
    """The seconds of each stage."""
    found = [LINE.fullmatch(line) for line in told.splitlines()]
    return {each[1]: float(each[2]) for each in found if each}


@pytest.mark.slow
def test_the_stages_of_a_build_sum_up_to_the_whole(pnp: Run, work: Path) -> None:
    write(work / "harbour", CARDS)
    plain = pnp("build", "harbour", "-o", "plain", "--dpi", "40")
    ran = pnp("build", "harbour", "--profile-time", "--dpi", "40")
    assert ran.status == 0
    assert ran.out == plain.out.replace("plain/", "output/")
    assert files() == files(Path("plain"))
    told = table(ran.err)
    *stages, whole = told
    assert stages == [
        *("records", "start", "reading", "networks", "rulebooks", "drawing", "proofs", "checks of faces", "checks"),
        *("checks of lettering", "sheets", "contact sheet", "writing", "PDF", "SVG", "PNG", "all else"),
    ]
    assert whole == "together"
    assert abs(sum(told[stage] for stage in stages) - told[whole]) < 0.001


@pytest.mark.slow
def test_what_stands_takes_its_time_too(pnp: Run, work: Path) -> None:
    write(work / "harbour", CARDS)
    pnp("build", "harbour")
    assert list(table(pnp("build", "harbour", "--profile-time").err)) == ["records", "all else", "together"]


def test_the_stages_of_a_check(pnp: Run, work: Path) -> None:
    write(work / "harbour", CARDS)
    ran = pnp("check", "harbour", "--profile-time", "--format", "json")
    assert ran.out == pnp("check", "harbour", "--format", "json").out
    assert {"start", "reading", "networks", "drawing", "proofs", "checks of faces", "report"} < table(ran.err).keys()
