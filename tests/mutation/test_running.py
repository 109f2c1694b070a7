"""The runner of mutants: limits in processor time, results that can be resumed, tests that fail anyway."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

pytest.importorskip("cosmic_ray", reason="the extra mutation is not installed")
pytest.importorskip("psutil", reason="the extra mutation is not installed")

from tests.mutation import watching
from tests.mutation.mutants import Mutant
from tests.mutation.results import KILLED, LEFT, SURVIVED, Results
from tests.mutation.watching import HANGS, TOO_LONG, Watched

RUN = {"seed": 1, "sample": 4, "code": "abc"}


def mutant(line: int) -> Mutant:
    return Mutant("pnp/sheet/x.py", line, "core/NumberReplacer", "a = 1", "a = 2", "a = 2\n")


def child(busy: bool) -> int:
    process = os.fork()
    if not process:
        while busy:
            pass
        time.sleep(60)
        os._exit(0)
    return process


@pytest.mark.nightly
def test_processor_time_is_limited_that_of_children_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "HUNG", 60.0)
    assert Watched(child(busy=True), 0.3).wait()[1] == TOO_LONG
    process = os.fork()
    if not process:
        os.waitpid(child(busy=True), 0)
        os._exit(0)
    assert Watched(process, 0.3).wait()[1] == TOO_LONG


@pytest.mark.nightly
def test_what_sleeps_for_long_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "HUNG", 1.5)
    assert Watched(child(busy=False), 60).wait()[1] == HANGS


def test_what_ends_by_itself_has_its_status() -> None:
    process = os.fork()
    if not process:
        os._exit(3)
    status, why = Watched(process, 60).wait()
    assert (os.waitstatus_to_exitcode(status), why) == (3, "")


def test_results_are_read_again_and_the_last_counts(tmp_path: Path) -> None:
    results = Results.read(tmp_path / "r.jsonl", RUN)
    results.add(0, mutant(1), KILLED, "tests/x.py::t")
    results.add(1, mutant(2), LEFT)
    results.add(1, mutant(2), SURVIVED)
    with results.file.open("a", encoding="utf-8") as file:
        file.write('{"number": 2, "mut')  # the run was killed while it wrote
    again = Results.read(results.file, RUN)
    assert [again.outcome(number) for number in range(3)] == [KILLED, SURVIVED, ""]
    again.add(2, mutant(3), KILLED)
    assert Results.read(results.file, RUN).outcome(2) == KILLED
    assert again.share() == pytest.approx(2 / 3)
    assert "2 killed, 1 survived" in again.summary(4)


def test_results_of_another_run_are_refused(tmp_path: Path) -> None:
    Results.read(tmp_path / "r.jsonl", RUN)
    with pytest.raises(ValueError, match="another run"):
        Results.read(tmp_path / "r.jsonl", {**RUN, "code": "abd"})
