"""Names of files, folders and things: whatever they hold, every output shows them escaped."""

from __future__ import annotations

import ast
import json
import os
import sys
from pathlib import Path
from urllib.parse import unquote_to_bytes
from xml.etree import ElementTree

import pytest

from pnp.cli.console import Progress, fail, say
from pnp.escape import STEERING
from tests.cli.conftest import Run
from tests.packs import harbour
from tests.pipeline import ROOT, write

ODD = "d\x1b[31m\nX\u202e\u2028\x9b"
SHOWN = r"d\x1b[31m\nX\u202e\u2028\x9b"
BYTE = os.fsdecode(b"p\xff")

PAPERS = ("--jobs", "1", "-o", "out")


@pytest.fixture(params=[(ODD, SHOWN), (BYTE, r"p\xff")], ids=["steering", "no-utf-8"])
def odd(work: Path, request: pytest.FixtureRequest) -> tuple[str, str]:
    """A game whose folder has an odd name, with a document of such a name too."""
    name, shown = request.param
    write(work / name, harbour())
    (work / name / f"{name}.yaml").write_text("kind: icons\nicons: {}\n", encoding="utf-8")
    return name, shown


def held(text: str) -> str:
    assert not STEERING.search(text.replace("\n", "")), f"it steers a terminal: {text!r}"
    text.encode()
    return text


NAMING = [
    ("check",),
    ("check", "--format", "github"),
    ("check", "--profile-time"),
    ("list",),
    ("build", *PAPERS),
    ("build", "--profile-time", *PAPERS),
    ("build", "--rows", "99", *PAPERS),
    ("rulebook", *PAPERS),
    ("inspect", "-o", "out"),
    ("inspect", "--format", "svg", "-o", "out"),
]
"""What names the folder of the game."""

OTHERS = [
    ("check", "--format", "json"),
    ("check", "--format", "sarif"),
    ("check", "--overlay", "out"),
    ("list", "--format", "json"),
    ("build", "--only", ODD, *PAPERS),
    ("build", "--profile", ODD, *PAPERS),
    ("inspect",),
    ("inspect", "--format", "json"),
    ("inspect", "--format", "csv"),
]


@pytest.mark.parametrize("asked", [*NAMING, *OTHERS], ids=" ".join)
def test_each_output_shows_odd_names_escaped(pnp: Run, odd: tuple[str, str], asked: tuple[str, ...]) -> None:
    name, shown = odd
    ran = pnp(*asked, "--", name)
    assert ran.status in (0, 1, 2)
    text = held(ran.out + ran.err)
    assert shown in text or asked in OTHERS


@pytest.mark.slow
def test_pages_of_an_oddly_named_game_are_sound(pnp: Run, odd: tuple[str, str], work: Path) -> None:
    name, _ = odd
    assert pnp("build", "--jobs", "1", "-o", "out", "--", name).status == 0
    assert pnp("rulebook", "--jobs", "1", "-o", "out", "--", name).status == 0
    written = [path for path in (work / "out").rglob("*") if path.suffix in (".svg", ".html", ".md", ".csv")]
    assert {path.suffix for path in written} == {".svg", ".html", ".md", ".csv"}
    for path in written:
        text = path.read_text(encoding="utf-8")
        assert not STEERING.search(text.replace("\n", "").replace("\r", "")), path
        if path.suffix == ".svg":
            ElementTree.fromstring(text)


def test_places_are_the_files_for_programs(pnp: Run, odd: tuple[str, str]) -> None:
    name, shown = odd
    found = json.loads(held(pnp("check", "--format", "json", name).out))["findings"]
    assert {finding["code"] for finding in found} == {"unlisted-document"}
    (place,) = {finding["file"] for finding in found}
    assert place == (f"{name}/{name}.yaml" if name == ODD else f"{shown}/{shown}.yaml")
    (result,) = json.loads(held(pnp("check", "--format", "sarif", name).out))["runs"][0]["results"]
    address = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert address.isascii()
    assert unquote_to_bytes(address) == os.fsencode(f"{name}/{name}.yaml")
    (line,) = held(pnp("check", "--format", "github", name).out).splitlines()
    assert line.startswith("::warning file=")


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        (("check", ODD), SHOWN),
        (("inspect", ODD), SHOWN),
        (("inspect", f"{ODD}/{ODD}"), SHOWN),
        (("explain", ODD), SHOWN),
        (("list", BYTE), r"p\xff"),
        ((ODD,), SHOWN),
        (("check", f"--{ODD}"), SHOWN),
        (("check", "--format", ODD), r"d\x1b[31m\nX\u202e"),
        (("build", "--dpi", ODD), r"d\x1b[31m\nX\u202e"),
        (("build", "--rows", ODD), "expected row numbers"),
        (("build", "--paper", BYTE), "is not one of"),
        (("calibrate", "--x", ODD), r"d\x1b[31m\nX\u202e"),
        (("new", "full"), "full"),
    ],
    ids=repr,
)
def test_wrong_usage_shows_what_was_typed_escaped(pnp: Run, work: Path, asked: tuple[str, ...], shown: str) -> None:
    (work / "full").mkdir()
    (work / "full" / ODD).touch()
    ran = pnp(*asked)
    assert (ran.status, ran.out) == (2, "")
    assert shown in held(ran.err)


@pytest.mark.slow
def test_what_a_game_calls_itself_is_escaped(pnp: Run, work: Path) -> None:
    write(work / "bay", harbour(("title: Harbour", 'title: "Har\\u202ebour"'), ("name: Boats", 'name: "Bo\\u2066ats"')))
    listed = held(pnp("list", "bay").out)
    assert r"Har\u202ebour" in listed
    assert r"Bo\u2066ats" in listed
    held(pnp("build", "bay", *PAPERS).out)


def test_progress_is_escaped(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setattr("pnp.cli.console.PATIENCE", -1)
    with Progress() as progress:
        progress(f"checking {ODD}")
    assert capsys.readouterr().err == f"\r\x1b[Kchecking {SHOWN} …\r\x1b[K"


def test_what_is_said_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    say("a ", ODD)
    fail(f"b {ODD}")
    assert capsys.readouterr() == (f"a {SHOWN}\n", f"b {SHOWN}\n")


PRINTING = {"echo", "secho", "print", "echo_via_pager", "print_exc", "print_exception", "show", "style"}


@pytest.mark.slow
def test_nothing_prints_but_the_console() -> None:
    found = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in sorted((ROOT / "pnp").rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        if (name := ast.unparse(node.func)).rpartition(".")[2] in PRINTING
        or (name.rpartition(".")[2] == "write" and "std" in name)
    }
    found = {
        each
        for each in found
        if each.partition(": ")[2].startswith(("click.", "print", "traceback.", "sys.", "error."))
    }
    assert found == {
        "pnp/cli/console.py: click.echo",
        "pnp/cli/console.py: click.style",
        "pnp/studio/building.py: sys.stdout.write",  # a pipe to the studio that started it
    }
