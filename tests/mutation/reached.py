"""Which tests reach a line: the record of one run of the suite, made by coverage with a context for each test."""

from __future__ import annotations

import ast
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from coverage import CoverageData

MOST_TESTS = 200
"""How many tests are tried on one mutant, the quickest first."""

MOST_SECONDS = 45.0
"""How long they may take together, as measured in the run of the suite."""


@dataclass
class Reached:
    """What one run of the suite recorded."""

    root: Path
    lines: Mapping[str, Mapping[int, Iterable[str]]]
    """Path of a module, relative to the root → line → the tests that reach it."""
    seconds: dict[str, float]
    """The tests that passed, and how long each took. Others can't tell a mutant from the code."""
    modules: dict[str, Module] = field(default_factory=dict)

    @classmethod
    def read(cls, root: Path, record: Path) -> Reached:
        """Return the record in a folder: of one run, or of several that were added to each other."""
        seconds: dict[str, float] = {}
        lines: dict[str, dict[int, set[str]]] = {}
        for file in (each for each in sorted(record.glob("*.jsonl")) if each.stem.isdigit()):  # not of results
            for name, passed, took in map(json.loads, file.read_text(encoding="utf-8").splitlines()):
                if passed:
                    seconds[addressable(name)] = max(took, seconds.get(addressable(name), 0.0))
        for file in sorted(record.glob("*.coverage")):
            data = CoverageData(str(file))
            data.read()
            for path in data.measured_files():
                found = lines.setdefault("pnp/" + path.rpartition("/pnp/")[2], {})
                for number, contexts in data.contexts_by_lineno(path).items():
                    found.setdefault(number, set()).update(_test(each) for each in contexts if each)
        return cls(root, lines, seconds)

    def tests(self, path: str, line: int) -> list[str]:
        """Return the tests that a mutant at a line is tried on: in the order of their times, those of the module first.

        To the tests that reach the line come those of the module's own file, since a function with a cache runs only
        for the first that calls it. Thousands of tests reach the first line of a check, and few the one that reports
        something: half of the tests, and of the time, are for those that reach lines of the function that few reach.
        """
        if path not in self.modules:
            self.modules[path] = Module((self.root / path).read_text(encoding="utf-8"))
        lines, own = self.lines.get(path, {}), self._own(path)
        found = {test for number in self.modules[path].related(line) for test in lines.get(number, ())}
        found = found.intersection(self.seconds) or self._of_package(path)
        rare = Counter[str]()
        for number in self.modules[path].function(line):
            there = found.intersection(lines.get(number, ()))
            rare.update(dict.fromkeys(there, 1 / max(len(there), 1)))
        telling = self._within(sorted(rare, key=lambda test: (-rare[test], self.seconds[test], test)), 2)
        quickest = sorted(found | own, key=lambda test: (self.seconds[test] / (10 if test in own else 1), test))
        chosen = self._within(dict.fromkeys([*telling, *quickest]), 1)
        return [test for test in quickest if test in set(chosen)]

    def _within(self, tests: Iterable[str], share: int) -> list[str]:
        """The first of the tests, as many as may be tried and have time, or a share of that."""
        chosen, total = list[str](), 0.0
        for test in tests:
            total += self.seconds[test]
            if len(chosen) == MOST_TESTS // share or total > MOST_SECONDS / share:
                break
            chosen.append(test)
        return chosen

    def _own(self, path: str) -> set[str]:
        """The tests in the files named for a module: `tests/network/test_ways.py`, `…/test_ways_cuts.py`."""
        place = Path("tests", *Path(path).parts[1:-1]).as_posix()
        begins = tuple(f"{place}/test_{Path(path).stem}{end}" for end in ("_", ".py"))
        return {test for test in self.seconds if test.startswith(begins)}

    def _of_package(self, path: str) -> set[str]:
        place = Path("tests", *Path(path).parts[1:-1]).as_posix()
        return {test for test in self.seconds if test.startswith(place)}


def _test(context: str) -> str:
    """The test of one of coverage's contexts, such as `tests/test_units.py::test_points|run`."""
    return addressable(context.rpartition("|")[0])


def addressable(test: str) -> str:
    """A name that the command line of pytest understands: without parameters that it reads in another way."""
    function, _, parameters = test.partition("[")
    odd = any(sign in parameters for sign in "|\\:[") or not parameters.isascii()
    return function if odd else test


class Module:
    """The lines of a module that are judged by the same tests."""

    def __init__(self, source: str) -> None:
        self.tree = ast.parse(source)
        self.last = len(source.splitlines())

    @cached_property
    def functions(self) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
        """Every function, an inner one after the one that holds it."""
        return [node for node in ast.walk(self.tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]

    def function(self, line: int) -> Iterable[int]:
        """Return the lines of the body of the function around a line; none outside of functions."""
        inner = self._around(line)
        return range(inner.body[0].lineno, _last(inner) + 1) if inner else ()

    def _around(self, line: int) -> ast.FunctionDef | ast.AsyncFunctionDef | None:
        return next((node for node in reversed(self.functions) if _first(node) <= line <= _last(node)), None)

    def related(self, line: int) -> Iterable[int]:
        """Return the lines whose tests a mutant at a line is tried on.

        Within a function, the lines of the same statement. What runs on import is reached by whichever test imports the
        module first: for a decorator or a default, the function's lines count; for a class's own lines those of its
        methods; for anything else all of the module.
        """
        inner = self._around(line)
        if inner:
            if line >= inner.body[0].lineno:
                return self._statement(inner, line)
            return range(inner.body[0].lineno, _last(inner) + 1)
        for node in ast.walk(self.tree):
            if isinstance(node, ast.ClassDef) and _first(node) <= line <= _last(node):
                within = [number for each in node.body for number in _bodies(each)]
                if within:
                    return within
        return [number for node in self.functions for number in range(node.body[0].lineno, _last(node) + 1)]

    @staticmethod
    def _statement(function: ast.AST, line: int) -> range:
        """The lines of the smallest statement at a line; of one that holds others, those of its head."""
        spans = []
        for node in ast.walk(function):
            if isinstance(node, ast.stmt) and node is not function:
                body = getattr(node, "body", None)
                last = max(node.lineno, body[0].lineno - 1) if body else _last(node)
                if node.lineno <= line <= last:
                    spans.append(range(node.lineno, last + 1))
        return min(spans, key=len, default=range(line, line + 1))


def _first(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> int:
    return min((node.lineno, *(each.lineno for each in node.decorator_list)))


def _last(node: ast.stmt) -> int:
    return node.end_lineno or node.lineno


def _bodies(node: ast.stmt) -> Iterator[int]:
    """The lines within the bodies of the functions of a class."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        yield from range(node.body[0].lineno, _last(node) + 1)
