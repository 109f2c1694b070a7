"""Mutants of functions, tried without importing anything again.

A plugin of pytest: once all tests are collected, each mutant gets a copy of the process in which the code of the
functions that it changes is swapped, and its tests run there until one fails. So a mutant costs what its tests cost.
What is computed on import stays as it was: a mutant that survives here is tried once more in a separate process.
"""

from __future__ import annotations

import gc
import inspect
import json
import os
import resource
import sys
from collections.abc import Iterator
from importlib import import_module
from itertools import zip_longest
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

CASES, RESULTS = "MUTATION_CASES", "MUTATION_RESULTS"
"""The environment variables that name the files of the mutants and of the results, a line of JSON each."""

JOBS = "MUTATION_JOBS"

SECONDS = 60
"""How much processor time the tests of a mutant may take."""

SURVIVED, NOTICED, LATE = 0, 1, 2

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
    cases = (json.loads(line) for line in Path(os.environ[CASES]).read_text(encoding="utf-8").splitlines())
    with Path(os.environ[RESULTS]).open("a", encoding="utf-8") as results:
        for number, outcome in _tried(cases, items, session.config.rootpath, int(os.environ[JOBS])):
            results.write(json.dumps([number, outcome]) + "\n")
            results.flush()
    return True


def _tried(
    cases: Iterator[dict[str, Any]], items: dict[str, pytest.Item], root: Path, jobs: int
) -> Iterator[tuple[int, int]]:
    running: dict[int, int] = {}
    for case in cases:
        if len(running) == jobs:
            yield _ended(running)
        process = os.fork()
        if not process:
            outcome = SURVIVED  # where anything goes wrong here: the mutant is tried once more in another way
            try:
                outcome = _outcome(case, items, root)
            finally:
                os._exit(outcome)
        running[process] = case["number"]
    while running:
        yield _ended(running)


def _ended(running: dict[int, int]) -> tuple[int, int]:
    process, status = os.waitpid(-1, 0)
    while process not in running:
        process, status = os.waitpid(-1, 0)
    return running.pop(process), NOTICED if os.WIFEXITED(status) and os.WEXITSTATUS(status) == NOTICED else (
        SURVIVED if os.WIFEXITED(status) and os.WEXITSTATUS(status) == SURVIVED else LATE
    )


def _outcome(case: dict[str, Any], items: dict[str, pytest.Item], root: Path) -> int:
    """Run the tests of one mutant in this copy of the process."""
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    sys.setrecursionlimit(2_000)
    path = root / case["path"]
    before = compile(path.read_text(encoding="utf-8"), str(path), "exec")
    codes = swaps(before, compile(case["code"], str(path), "exec"))
    import_module(".".join(Path(case["path"]).with_suffix("").parts))  # some are only imported by who needs them
    if codes is None or not swap(path, codes):
        return SURVIVED
    chosen = list(dict.fromkeys(item for name in case["tests"] for item in _named(items, name)))
    for item, following in zip_longest(chosen, chosen[1:]):
        if any(report.failed for report in runtestprotocol(item, log=False, nextitem=following)):
            return NOTICED
    return SURVIVED


def _named(items: dict[str, pytest.Item], name: str) -> list[pytest.Item]:
    return [items[name]] if name in items else [each for key, each in items.items() if key.partition("[")[0] == name]
