"""A sample of spoilt content, always the same, and everything that ever broke something."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from pnp.loader.target import schema_folder
from tests.fuzz.command import Shop
from tests.fuzz.grammar import MAPS, made_game
from tests.fuzz.ground import WHOLE, grounds
from tests.fuzz.litter import Dump, Litter, litters
from tests.fuzz.spoil import cases, used
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


@pytest.mark.nightly
@pytest.mark.parametrize(("name", "number"), QUICK.items())
def test_spoilt_content_ends_in_findings(name: str, number: int, folder: Path) -> None:
    @settings(max_examples=number, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(cases([name]))
    def spoilt(case: Case) -> None:
        bench(name, folder).run(case)

    spoilt()


@pytest.mark.nightly
@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_what_broke_something_once_does_so_no_more(path: Path, folder: Path) -> None:
    case = read_case(path.read_bytes())
    bench(case.ground, folder).run(case)


@pytest.mark.nightly
def test_whatever_lies_in_the_output_folder_nothing_else_is_touched(folder: Path) -> None:
    dump = Dump(folder / "dump")

    @settings(max_examples=8, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(litters)
    def littered(litter: list[Litter]) -> None:
        dump.run(litter)

    littered()


@pytest.mark.slow
def test_games_are_made_of_every_kind_of_document() -> None:
    games = [made_game(number, used()) for number in range(40)]
    made = {kind for game in games for kind in re.findall(r"^kind: (\S+)$", game, re.MULTILINE)}
    assert made == schemas()
    assert {kind for kind in made if kind.endswith("-map")} == set(MAPS)


def schemas() -> set[str]:
    """The kinds of documents by the folder of the schemas; what the commands print has no kind."""
    files = (path.read_text(encoding="utf-8") for path in schema_folder().glob("*.schema.json"))
    return {found[1] for text in files if (found := re.search(r'"kind": \{\s*"const": "([a-z-]+)"', text))}


def test_the_corpus_stays_small() -> None:
    assert sum(path.stat().st_size for path in CORPUS) < 500_000
