"""The page on Python: its examples run in their order and print what it shows, and its table has every public name."""

from __future__ import annotations

import re
import sys
import tomllib
from inspect import isclass, signature
from pathlib import Path

import pytest

import pnp
from pnp import api, plugins
from pnp.checks.run import plugin_checks
from tests.docs.walk import FILE, blocks, write_file
from tests.packs import harbour
from tests.pipeline import ROOT, write

PAGE = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| (`.+?`) \| (.+) \|$", PAGE.partition("## Names")[2], re.MULTILINE)


@pytest.mark.slow
def test_the_examples_print_what_it_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    namespace: dict[str, object] = {"__name__": "example"}
    printed, ran = "", 0
    for block in blocks(PAGE):
        if block.kind == "python" and not FILE.match(block.text):
            capsys.readouterr()
            exec(compile(block.text, f"python.md:{block.line}", "exec"), namespace)
            printed, ran = capsys.readouterr().out, ran + 1
        elif block.kind == "text":
            assert printed == block.text, f"line {block.line}"
    assert ran > 8
    test = namespace["test_my_game"]
    assert callable(test)
    test()


@pytest.mark.slow
def test_the_package_that_it_shows_adds_a_check_and_a_format(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    written = [write_file(block).name for block in blocks(PAGE) if FILE.match(block.text)]
    assert written == ["lucky_checks.py", "pyproject.toml", "lucky_formats.py"]
    project = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["project"]
    info = Path(f"site/{project['name'].replace('-', '_')}-{project['version']}.dist-info")
    info.mkdir(parents=True)
    groups = project["entry-points"].items()
    sections = (f"[{group}]\n" + "".join(f"{name} = {it}\n" for name, it in each.items()) for group, each in groups)
    (info / "entry_points.txt").write_text("".join(sections), encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    monkeypatch.syspath_prepend(str(tmp_path))
    write(Path("harbour"), harbour(("sails: 2", "sails: 13")))
    for known in (plugins.plugins, plugins._declaring, plugin_checks):
        known.cache_clear()
    try:
        found = {each.code: each.message for each in pnp.load("harbour").findings}
        paths = pnp.load("starter").build("output", formats=["price-list"], only=["cats"], dpi=36)
    finally:
        for known in (plugins.plugins, plugins._declaring, plugin_checks):
            known.cache_clear()
        for name in ("lucky_checks", "lucky_formats"):
            sys.modules.pop(name, None)
    assert found["pnp-lucky/unlucky-number"] == "'Cutter' has the number 13"
    listed = [path.name for path in paths if "price-list" in path.parts]
    assert listed == ["cats.txt", *(f"{number}.png" for number in range(1, len(listed)))]
    assert Path("output/starter/price-list/cats.txt").read_text("utf-8").startswith("1 × Soot\n")
    assert Path("output/starter/price-list/cats/1.png").is_file()


def test_the_table_has_every_public_name_and_what_each_has() -> None:
    named = {name for cell, _ in ROWS for name in re.findall(r"`(\w+)", cell)}
    assert named == set(api.__all__)
    for cell, text in ROWS:
        name = re.findall(r"`(\w+)", cell)[0]
        kind = getattr(pnp, name)
        if isclass(kind) and not issubclass(kind, Exception) and name != "Severity":
            has = {each for each in dir(kind) if not each.startswith("_")} | set(signature(kind).parameters)
            shown = [word for word in re.findall(r"`(\w+)(?:\([^`]*)?`", text) if word not in ("ERROR",)]
            assert shown
            assert [word for word in shown if word not in has] == [], name
