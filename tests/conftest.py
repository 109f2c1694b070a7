"""What all tests share: golden files, rewritten with `--update-golden`, and marked documents."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from pnp.messages import renew_comparisons

if TYPE_CHECKING:
    from pnp.report import Report


# The same examples in every run: a change of somebody else's must not fail by what chance finds. `RANDOM_EXAMPLES=1`
# looks further.
settings.register_profile("same", derandomize=True)
settings.register_profile("random", derandomize=False, print_blob=True)
settings.load_profile("random" if os.environ.get("RANDOM_EXAMPLES") else "same")


SLOWEST = 600
"""Seconds after which a slow test hangs; others have the `timeout` of pyproject.toml."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="rewrite the golden files that differ")


def pytest_configure() -> None:
    os.environ["PNP_JOBS"] = "1"  # the tests take all processors already, and run beside threads


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests that share what is dear come first and side by side, so that one process makes it for all of them.

    Slow tests have longer before they count as hanging: what takes half a minute takes two on a busy machine.
    """

    def shared(item: pytest.Item) -> str:
        mark = item.get_closest_marker("xdist_group")
        return str(mark.args[0]) if mark else ""

    items.sort(key=shared, reverse=True)
    for item in items:
        slow = item.get_closest_marker("slow") or item.get_closest_marker("nightly")
        if slow and not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(SLOWEST))


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compares a text with the file of that name in `golden/` beside the test."""
    folder = request.path.parent / "golden"

    def compare(name: str, text: str) -> None:
        path: Path = folder / name
        if request.config.getoption("--update-golden"):
            folder.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
        assert path.exists(), f"{path} is missing: run pytest --update-golden and read what it writes"
        assert text == path.read_text(encoding="utf-8")

    return compare


@pytest.fixture
def expect(tmp_path: Path) -> Callable[..., Report]:
    """Checks a document whose comments `#! code` say what is found on which lines; its report comes back."""
    from tests.expectation import expect_findings  # late: it imports the whole pipeline

    return partial(expect_findings, tmp_path)


@pytest.fixture(autouse=True)
def _all_comparisons() -> None:
    """Searches for a near word have all their steps in each test, as they have for each game."""
    renew_comparisons()
