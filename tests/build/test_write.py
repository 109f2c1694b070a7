"""Several processes: the results of one, in their order, whatever becomes of the others."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import pytest

from pnp.build import write
from pnp.build.write import cores, side_by_side
from tests.pipeline import ROOT

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes can't be copied")

HERE = os.getpid()


@pytest.fixture(autouse=True)
def _processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Though the tests themselves run beside threads."""
    monkeypatch.setattr(write, "_can_fork", lambda: True)


def where(number: int) -> tuple[int, bool]:
    """The number, and whether this process is the first one."""
    return number, os.getpid() == HERE


def tasks(count: int) -> list[Callable[[], tuple[int, bool]]]:
    return [partial(where, number) for number in range(count)]


@pytest.mark.slow
@pytest.mark.parametrize(("count", "jobs"), [(2, 2), (7, 3), (3, 8), (300, 2)])
def test_results_come_in_the_order_of_the_tasks(count: int, jobs: int) -> None:
    found = list(side_by_side(tasks(count), jobs))
    assert found == [(number, False) for number in range(count)]


@pytest.mark.parametrize(("count", "jobs"), [(0, 4), (1, 4), (5, 1)])
def test_one_task_or_one_job_needs_no_process(count: int, jobs: int) -> None:
    assert list(side_by_side(tasks(count), jobs)) == [(number, True) for number in range(count)]


@pytest.mark.slow
def test_large_results_are_brought_whole() -> None:
    large = [partial(bytes, 3_000_000), partial(bytes, 1_000_000)]
    assert [len(each) for each in side_by_side(large, 2)] == [3_000_000, 1_000_000]


def elsewhere(do: Callable[[], object], number: int) -> int:
    """The number; another process than the first one meets with something."""
    if os.getpid() != HERE:
        do()
    return number


def refuse() -> None:
    raise MemoryError


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.parametrize("mishap", [refuse, partial(os._exit, 0), sys.exit, die])
def test_what_a_process_does_not_bring_is_done_here(mishap: Callable[[], object]) -> None:
    work = [partial(elsewhere, mishap, number) for number in range(5)]
    assert list(side_by_side(work, 2)) == [0, 1, 2, 3, 4]


def test_what_cannot_be_brought_is_done_here() -> None:
    made: Sequence[Callable[[], Callable[[], int]]] = [lambda: lambda: 1, lambda: lambda: 2]
    assert [each() for each in side_by_side(made, 2)] == [1, 2]


def fail(number: int) -> int:
    raise ValueError(f"task {number}")


@pytest.mark.slow
def test_a_failure_is_that_of_the_task_and_comes_in_its_turn() -> None:
    found = side_by_side([partial(abs, -1), partial(fail, 1), partial(fail, 2)], 3)
    assert next(found) == 1
    with pytest.raises(ValueError, match="task 1"):
        next(found)


@pytest.mark.slow
def test_processes_end_with_who_waits_for_them() -> None:
    long: list[Callable[[], object]] = [partial(abs, -1), partial(time.sleep, 60), partial(time.sleep, 60)]
    found = side_by_side(long, 3)
    assert next(found) == 1
    del found  # what follows is not wanted any more
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="processors can't be chosen")
def test_only_the_processors_that_are_left_to_it_are_counted() -> None:
    one = min(os.sched_getaffinity(0))
    script = f"import os; os.sched_setaffinity(0, {{{one}}}); from pnp.build.write import cores; print(cores())"
    ran = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert ran.stdout == "1\n"
    assert cores() >= 1


@pytest.mark.nightly
def test_a_game_has_the_same_bytes_from_any_number_of_processes(tmp_path: Path) -> None:
    """In a process without threads: many parts in one pack, and two packs at once."""
    script = """
import contextlib, os, sys
from pathlib import Path
from pnp.cli import main
from tests.build.conftest import CARDS, files
from tests.pipeline import write
boats = "".join(f"  - {{name: Boat {number}, sails: {number}}}\\n" for number in range(40))
more = CARDS.replace("  - {name: Sloop, sails: 1}\\n", boats).replace("expect: 3", "expect: 42")
write(Path("harbour"), more)
write(Path("lake"), CARDS)
for jobs in ("1", "4"):
    with contextlib.suppress(SystemExit), open(f"said-{jobs}", "w") as said, contextlib.redirect_stdout(said):
        main(["build", "harbour", "lake", "--dpi", "36", "--jobs", jobs, "-o", f"out-{jobs}"])
assert len(files(Path("out-1"))) > 100
assert files(Path("out-1")) == files(Path("out-4"))
assert Path("said-1").read_text().replace("-1/", "-4/") == Path("said-4").read_text()
"""
    ran = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)}, check=False
    )
    assert ran.returncode == 0
