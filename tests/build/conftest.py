"""The command run in this process, and the sample game without its board, which takes longest to draw."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run, pnp, work
from tests.packs import harbour
from tests.pipeline import write

__all__ = ["Run", "pnp", "work"]

ACCEPTED = "name: Chart\naccept: [{finding: unprinted-component, because: it takes long to draw}]"
CARDS = harbour(("  - {component: chart, expect: 1}\n", ""), ("name: Chart", ACCEPTED))


@pytest.fixture
def cards(work: Path) -> Path:
    """The sample game with its cards alone, in the working folder."""
    write(work / "harbour", CARDS)
    return Path("harbour")


def files(folder: Path = Path("output")) -> dict[str, bytes]:
    """What is below a folder."""
    found = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    return {name: path.read_bytes() for name, path in found.items()}
