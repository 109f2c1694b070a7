"""Mutants of functions, tried without importing anything again.

A plugin of pytest: once all tests are collected, each mutant gets a copy of the process in which the code of the
functions that it changes is swapped, and its tests run there until one fails. So a mutant costs what its tests cost.
The test that fails runs once more on the code as it is: one that fails there too is left out.
What is computed on import stays as it was: a mutant that survives here is tried once more in a separate process.
"""

from __future__ import annotations

import gc
import inspect
import json
import mmap
import os
import resource
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from itertools import zip_longest
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from tests.mutation.results import KILLED, LEFT
from tests.mutation.watching import LOOK, MEMORY, Watched

CASES, RESULTS = "MUTATION_CASES", "MUTATION_RESULTS"
"""The environment variables that name the files of the mutants and of the results, a line of JSON each."""

JOBS = "MUTATION_JOBS"

Key = tuple[str, int]
"""A function by its qualified name and its first line."""


def swaps(before: CodeType, after: CodeType) -> dict[Key, CodeType] | None:
    """Return the functions that differ between two modules with their new code; None where anything else differs."""
    found: dict[Key, CodeType] = {}
    return found if _compare(before, after, found) else None


def _compare(before: CodeType, after: CodeType, found: dict[Key, CodeType]) -> bool:
    if before == after:
        return True
    if before.co_flags & inspect.CO_OPTIMIZED:
        found[before.co_qualname, before.co_firstlineno] = after
        return before.co_freevars == after.co_freevars
    inner = [[each for each in code.co_consts if isinstance(each, CodeType)] for code in (before, after)]
    plain = [[repr(each) for each in code.co_consts if not isinstance(each, CodeType)] for code in (before, after)]
    same = (before.co_code, before.co_names, plain[0]) == (after.co_code, after.co_names, plain[1])
    return same and all(_compare(one, two, found) for one, two in zip(*inner, strict=True))


def swap(path: Path, codes: dict[Key, CodeType]) -> bool:
    """Give the functions of a module their new code; return whether all of them are there."""
    waiting = set(codes)
    for function in gc.get_objects():
        if type(function) is FunctionType and function.__code__.co_filename == str(path):
            key = function.__code__.co_qualname, function.__code__.co_firstlineno
            if key in codes:
                function.__code__ = codes[key]
                waiting.discard(key)
    return not waiting


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    """Try the mutants instead of running the tests."""
    items = {item.nodeid: item for item in session.items}
    session.config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]  # one for all copies of the process
    cases = [json.loads(line) for line in Path(os.environ[CASES]).read_text(encoding="utf-8").splitlines()]
    running: list[tuple[Watched, dict[str, Any], int]] = []
    jobs = int(os.environ[JOBS])
    try:
        while cases or running:
            while cases and len(running) < jobs:
                running.append(_begun(cases.pop(0), items, session.config.rootpath))
            time.sleep(LOOK)
            for each in tuple(running):
                if outcome := _outcome(*each):
                    running.remove(each)
                    with Path(os.environ[RESULTS]).open("a", encoding="utf-8") as results:
                        results.write(json.dumps([each[1]["number"], *outcome]) + "\n")
    finally:
        for watched, _, _ in running:
            watched.end()
    return True


def _begun(case: dict[str, Any], items: dict[str, pytest.Item], root: Path) -> tuple[Watched, dict[str, Any], int]:
    """A copy of the process that judges a mutant, and the end of the pipe on which it names the test that failed."""
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    process = os.fork()
    if not process:
        try:
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            os.write(writing, _judged(case, items, root).encode())
        finally:
            os._exit(0)
    os.close(writing)
    return Watched(process, case["seconds"]), case, reading


def _outcome(watched: Watched, _: dict[str, Any], reading: int) -> tuple[str, str] | None:
    """How a mutant ended and why; None while it is being judged."""
    ended, why = watched.ended() is not None, ""
    if not ended and not (why := watched.beyond()):
        return None
    if why:
        watched.end()
    test = ""
    with suppress(BlockingIOError):
        test = os.read(reading, 10_000).decode()
    os.close(reading)
    return (why, "") if why else (KILLED, test) if test else (LEFT, "")


def _judged(case: dict[str, Any], items: dict[str, pytest.Item], root: Path) -> str:
    """Return the first test that fails on the mutant and passes on the code; an empty text if there is none."""
    path = root / case["path"]
    before = compile(path.read_text(encoding="utf-8"), str(path), "exec")
    codes = swaps(before, compile(case["code"], str(path), "exec"))
    import_module(".".join(Path(case["path"]).with_suffix("").parts))  # some are only imported by who needs them
    if codes is None:
        return ""
    waiting = list(dict.fromkeys(item for name in case["tests"] for item in _named(items, name)))
    while waiting:
        failed = _first_to_fail(waiting, lambda: swap(path, codes))
        if failed is None:
            return ""
        if _first_to_fail(waiting[failed : failed + 1], lambda: True) is None:
            return waiting[failed].nodeid
        del waiting[: failed + 1]  # it fails on the code as well: it says nothing
    return ""


def _first_to_fail(tests: Sequence[pytest.Item], prepare: Callable[[], bool]) -> int | None:
    """Run tests in another copy of the process; return the index of the first that fails, or that ends the process."""
    at = mmap.mmap(-1, 8)  # shared with the copy: which test runs there, from 1; 0 if none failed
    process = os.fork()
    if not process:
        try:
            sys.setrecursionlimit(2_000)
            for index, (item, following) in enumerate(zip_longest(tests, tests[1:]), 1) if prepare() else ():
                at[:] = index.to_bytes(8)
                if any(report.failed for report in runtestprotocol(item, log=False, nextitem=following)):
                    break
            else:
                at[:] = bytes(8)
        finally:
            os._exit(0)
    os.waitpid(process, 0)
    return int.from_bytes(at[:]) - 1 if any(at[:]) else None


def _named(items: dict[str, pytest.Item], name: str) -> list[pytest.Item]:
    return [items[name]] if name in items else [each for key, each in items.items() if key.partition("[")[0] == name]
