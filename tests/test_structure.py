"""The structure of the code, measured: how many modules, how large, how they begin, and whether they import in circles.

The figures are limits that a change may lower and must not raise.
"""

from __future__ import annotations

import ast
import tomllib
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

import networkx as nx
import pytest

from tests.paths import of_a_road, of_a_row
from tests.pipeline import ROOT

MODULES = 430
"""How many modules there may be; packages counted. 330 without maps over artwork, on grids and with routes, the studio,
the exports and drawings of folds."""

LONGEST = 500
"""Lines of the longest module."""

PROLOGUE = 0.095
"""The share of all lines that come before a module's first definition: imports and docstrings."""


@cache
def modules() -> dict[str, Path]:
    found = {".".join(path.relative_to(ROOT).with_suffix("").parts): path for path in (ROOT / "pnp").rglob("*.py")}
    return {name.removesuffix(".__init__"): path for name, path in found.items() if "bundled" not in path.parts}


@cache
def trees() -> dict[str, ast.Module]:
    """Each module, parsed: most tests look at all of them."""
    return {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in modules().items()}


def before_first_definition(tree: ast.Module, lines: int) -> int:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            return min([node.lineno, *(each.lineno for each in node.decorator_list)]) - 1
        if isinstance(node, ast.Assign | ast.AnnAssign):
            return node.lineno - 1
    return lines


def imports() -> nx.DiGraph[str]:
    graph: nx.DiGraph[str] = nx.DiGraph()
    for name, tree in trees().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("pnp"):
                for each in node.names:
                    full = f"{node.module}.{each.name}"
                    graph.add_edge(name, full if full in modules() else node.module)
    return graph


def test_there_are_no_more_and_no_longer_modules() -> None:
    lengths = {name: len(path.read_text(encoding="utf-8").splitlines()) for name, path in modules().items()}
    assert len(lengths) <= MODULES
    assert not [name for name, lines in lengths.items() if lines > LONGEST]


def test_little_comes_before_the_first_definition() -> None:
    lines = {name: len(path.read_text(encoding="utf-8").splitlines()) for name, path in modules().items()}
    before = sum(before_first_definition(tree, lines[name]) for name, tree in trees().items())
    assert before / sum(lines.values()) <= PROLOGUE


def test_no_modules_import_each_other() -> None:
    """Imports for types and late ones count."""
    assert not [part for part in nx.strongly_connected_components(imports()) if len(part) > 1]


def test_no_two_classes_share_a_name() -> None:
    homes: dict[str, list[str]] = {}
    for name, tree in trees().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                homes.setdefault(node.name, []).append(name)
    assert {name: found for name, found in homes.items() if len(found) > 1} == {}


def test_a_row_and_a_road_pass_few_modules(capsys: pytest.CaptureFixture[str]) -> None:
    row, road = of_a_row(), of_a_road()
    assert len(row) <= 25
    assert len(road) <= 40
    page = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    assert f"A row of a CSV file passes {len(row)} modules on its way to the PDF, a road {len(road)} modules" in page


def test_every_test_module_is_collected() -> None:
    """pytest passes over folders called build, dist or venv unless `norecursedirs` leaves them out."""
    ignored = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["pytest"]["ini_options"][
        "norecursedirs"
    ]
    folders = {path.parent.relative_to(ROOT).parts for path in (ROOT / "tests").rglob("test_*.py")}
    assert not [parts for parts in folders if any(fnmatch(part, name) for part in parts for name in ignored)]
