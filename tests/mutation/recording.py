"""A plugin of pytest that records which tests pass and the processor time of each, children included.

Processor time, since on a busy machine the time on the clock says nothing about a test.
"""

from __future__ import annotations

import json
import os
from collections.abc import Generator
from pathlib import Path

import pytest

FOLDER = "MUTATION_RECORD"
"""The environment variable that names the folder of the record."""


def spent() -> float:
    """Return the seconds of processor time of this process and of its children that have ended."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Write a line of JSON for each test: its name, whether it passed, and its seconds."""
    outcomes.clear()
    before = spent()
    ran = yield
    passed = outcomes.get("call") == "passed" and "failed" not in outcomes.values()
    with (Path(os.environ[FOLDER]) / f"{os.getpid()}.jsonl").open("a", encoding="utf-8") as file:
        file.write(json.dumps([item.nodeid, passed, round(spent() - before, 4)]) + "\n")
    return ran


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Remember how each phase of the test ended."""
    outcomes[report.when or ""] = report.outcome


outcomes: dict[str, str] = {}
