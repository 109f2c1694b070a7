"""How the code is kept: no game in it, modules of a size to be read, and an architecture page that is true."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from importlib import import_module
from pathlib import Path

import pytest

from pnp.loader.reader import READERS
from pnp.model.maps import MAP_KINDS, AnyMap
from pnp.model.maps.game_map import GameMap
from tests.pipeline import ROOT

SOURCES = sorted((ROOT / "pnp").rglob("*.py"))
GAMES = ("bahama", "derby", "taxicab", "piecepack", "taxi", "patrol", "passenger", "nassau", "andros", "fare")
PAGE = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("word", GAMES)
def test_no_game_stands_in_the_code(word: str) -> None:
    found = re.compile(rf"(?<![a-z]){word}s?(?![a-z])", re.IGNORECASE)
    assert [path.relative_to(ROOT).as_posix() for path in SOURCES if found.search(path.read_text("utf-8"))] == []


@pytest.mark.parametrize("escape", [r"\bis_\w+_map\b", r"\bNotImplementedError\b"])
def test_no_stage_asks_for_a_kind_of_map_past_the_type_checker(escape: str) -> None:
    found = re.compile(escape)
    assert [path.relative_to(ROOT).as_posix() for path in SOURCES if found.search(path.read_text("utf-8"))] == []


def test_each_kind_of_map_is_a_member_of_the_closed_union() -> None:
    modules = {kind: import_module(f"pnp.model.maps.{kind.replace('-', '_')}") for kind in MAP_KINDS}
    names = AnyMap.split(" | ")
    assert [getattr(module, name).kind for name, module in zip(names, modules.values(), strict=True)] == [*MAP_KINDS]
    assert {each.__name__ for each in GameMap.__subclasses__()} == set(names)
    assert {kind for kind in READERS if kind.endswith("-map")} == set(MAP_KINDS)


def test_the_architecture_is_a_page_of_what_is_there() -> None:
    packages = {path.parent.name for path in (ROOT / "pnp").glob("*/__init__.py")}
    modules = {path.stem for path in (ROOT / "pnp").glob("*.py")} - {"__init__", "__main__"}
    row = next(line for line in PAGE.splitlines() if "single modules" in line)
    assert set(re.findall(r"`pnp\.([a-z_]+)`", PAGE)) == packages
    assert set(re.findall(r"`([a-z_]+)`", row)) == modules
    assert len(PAGE.splitlines()) <= 140


def test_the_files_that_the_architecture_names_are_there() -> None:
    named = set(
        re.findall(
            r"`((?:pnp|content|schemas|docs|tests|model|network|draw|checks|render|sheet|loader)/[\w./-]*)`", PAGE
        )
    )
    assert named
    assert [name for name in sorted(named) if not ((ROOT / name).exists() or (ROOT / "pnp" / name).exists())] == []


def code_lines(path: Path) -> int:
    """The lines with code on them: neither docstrings nor imports."""
    text = path.read_text(encoding="utf-8")
    blank = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)
    tokens = (each for each in tokenize.generate_tokens(io.StringIO(text).readline) if each.type not in blank)
    lines = {line for each in tokens for line in range(each.start[0], each.end[0] + 1)}
    for node in ast.walk(ast.parse(text)):
        docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if docstring or isinstance(node, ast.Import | ast.ImportFrom):
            lines -= {*range(node.lineno, (node.end_lineno or node.lineno) + 1)}
    return len(lines)


@pytest.mark.slow
def test_what_is_written_by_hand_has_the_price_that_the_architecture_states() -> None:
    prices = re.findall(r"Price: ([\d,]+) lines \(([^)]*)\)", PAGE)
    assert len(prices) >= 10
    for stated, modules in prices:
        places = [place for name in re.findall(r"`([^`]+)`", modules) for place in (ROOT / "pnp").glob(name)]
        files = [file for place in places for file in (place.rglob("*.py") if place.is_dir() else [place])]
        counted = sum(map(code_lines, files))
        assert abs(counted - int(stated.replace(",", ""))) <= counted / 10, f"{modules}: {counted}"


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_module_says_what_it_holds_and_is_of_a_size_to_be_read(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.startswith('"""'), "a module begins with what it holds"
    assert len(text.splitlines()) <= 500, "pages of rules are not read at one go"
