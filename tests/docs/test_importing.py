"""The page on maps from elsewhere, followed to the letter."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.docs.walk import blocks, follow_page
from tests.pipeline import ROOT

PAGE = (ROOT / "docs" / "importing.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_what_it_says_happens(pnp: Run, work: Path) -> None:
    follow_page(blocks(PAGE), pnp)
