"""Names of files, and drawings that crash: what a build does beside writing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.build import drawing
from pnp.build.examine import examine
from pnp.build.target import LONGEST, file_name, file_names
from pnp.loader import find_targets
from pnp.loader.pack import load
from tests.packs import harbour
from tests.pipeline import report_on, write


@pytest.mark.parametrize(
    ("row", "name"),
    [
        ("Market", "market"),
        ("8♠", "8-spade"),
        ("10♥", "10-heart"),
        ("Old market (north)", "old-market-north"),
        ("Święta Łódź", "swieta-lodz"),
        ("Straße", "strasse"),
        ("a/b\\c:d", "a-b-c-d"),
        ("../../etc", "etc"),
        ("Ångström & Çelik", "angstrom-celik"),
        ("smørbrød", "smorbrod"),
        ("", "row"),
        ("…", "row"),
        ("\x00\x1b", "row"),
        ("Ω", "greek-omega"),
        ("x" * 200, "x" * LONGEST),
    ],
)
def test_a_row_as_the_name_of_a_file(row: str, name: str) -> None:
    assert file_name(row) == name


@pytest.mark.slow
@settings(deadline=None, max_examples=60, derandomize=True)
@given(st.lists(st.text(max_size=12), max_size=12))
def test_names_of_files_are_safe_everywhere_and_no_two_alike(rows: list[str]) -> None:
    names = file_names(rows)
    assert len(set(names)) == len(names) == len(rows)
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name) for name in names)
    assert names == file_names(rows)


def test_rows_of_one_name_are_numbered() -> None:
    assert file_names(["Pier", "pier", "Pier 2", "PIER"]) == ("pier", "pier-2", "pier-2-2", "pier-3")


def test_a_drawing_that_crashes_becomes_a_finding_and_the_others_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw = drawing.draw_component

    def crash(entry, *others):  # type: ignore[no-untyped-def]
        if entry.id == "boats":
            raise RuntimeError("the ink is dry")
        return draw(entry, *others)

    monkeypatch.setattr(drawing, "draw_component", crash)
    (target,) = find_targets([str(write(tmp_path, harbour()))])
    examined = examine(load(target))
    (told,) = examined.report.findings
    assert (told.code, told.span.line) == ("crashed-check", 1)
    assert told.message == "the drawing of 'boats' stopped: RuntimeError: the ink is dry"
    assert [each.parts.component for each in examined.drawn] == ["chart"]


@pytest.mark.parametrize("spoilt", ["boats.yaml", "maps/bay.yaml", "boat.yaml", "rules.yaml", "icons.yaml"])
@pytest.mark.parametrize(
    "content", ["", "kind: component\n", "kind: template\nlayers: 3\n", "[", "kind: icons\nicons: {}\n"]
)
def test_no_spoilt_document_makes_more_than_findings(tmp_path: Path, spoilt: str, content: str) -> None:
    write(tmp_path, harbour())
    (tmp_path / spoilt).write_text(content)
    report = report_on(tmp_path)
    assert report.errors
    assert not [each for each in report.findings if each.code == "crashed-check"]
