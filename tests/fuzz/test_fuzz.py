"""A sample of spoilt content, always the same, and everything that ever broke something."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from tests.fuzz.command import Shop
from tests.fuzz.ground import WHOLE, grounds
from tests.fuzz.litter import Dump, Litter, litters
from tests.fuzz.spoil import cases
from tests.fuzz.trial import Bench, Case, read_case

CORPUS = sorted((Path(__file__).parent / "corpus").glob("*.case"))
QUICK = {"harbour": 12, "gallery": 5, "alone": 4, WHOLE: 8}
"""How many cases of which grounds the suite tries; the script tries all for as long as it is let."""

PATIENCE = 10.0
"""Seconds of a processor that a command may take here, where others are at work beside it; the script allows two."""


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fuzz")


@cache
def bench(name: str, folder: Path) -> Bench | Shop:
    return Shop(folder, PATIENCE) if name == WHOLE else Bench(grounds()[name], folder / name)


@pytest.mark.parametrize(("name", "number"), QUICK.items())
def test_spoilt_content_ends_in_findings(name: str, number: int, folder: Path) -> None:
    @settings(max_examples=number, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(cases([name]))
    def spoilt(case: Case) -> None:
        bench(name, folder).run(case)

    spoilt()


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_what_broke_something_once_does_so_no_more(path: Path, folder: Path) -> None:
    case = read_case(path.read_bytes())
    bench(case.ground, folder).run(case)


def test_whatever_lies_in_the_output_folder_nothing_else_is_touched(folder: Path) -> None:
    dump = Dump(folder / "dump")

    @settings(max_examples=8, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(litters)
    def littered(litter: list[Litter]) -> None:
        dump.run(litter)

    littered()


def test_the_corpus_stays_small() -> None:
    assert sum(path.stat().st_size for path in CORPUS) < 500_000
