"""The page on maps, followed to the letter."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pnp.model.maps.requirements import DEMANDS
from tests.cli.conftest import Run
from tests.docs.walk import blocks, follow_page
from tests.pipeline import ROOT

PATH = ROOT / "docs" / "maps.md"
PAGE = PATH.read_text(encoding="utf-8")


@pytest.mark.slow
def test_what_it_says_happens(pnp: Run, work: Path) -> None:
    follow_page(blocks(PAGE), pnp)


def test_it_names_every_demand() -> None:
    table = PAGE.partition("## Requirements")[2].partition("\n## ")[0]
    assert set(re.findall(r"`([a-z-]+): ", table)) >= set(DEMANDS)


def test_its_pictures_are_there() -> None:
    for name in re.findall(r"\]\(([^)#]+)\)", PAGE):
        assert (PATH.parent / name).exists(), name
