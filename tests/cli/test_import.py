"""`pnp import`: what it writes, and that it overwrites nothing unasked."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.importing.test_azgaar import lines_world

TABLE = "from,to\nMill,Ford\nFord,Inn\n"


def test_a_map_is_written_and_what_is_lost_is_listed(pnp: Run, work: Path) -> None:
    (work / "Old Roads.csv").write_text("from,to,note\nMill,Ford,x\nFord,Inn,\n")
    ran = pnp("import", "Old Roads.csv")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        "wrote old-roads.yaml: 3 areas and 2 roads",
        "not taken over: columns ('note')",
        "it has no positions: pnp place old-roads.yaml proposes some",
    ]
    assert pnp("check", "old-roads.yaml").status == 0


@pytest.mark.slow
def test_the_same_file_gives_the_same_map_and_nothing_else_is_overwritten(pnp: Run, work: Path) -> None:
    (work / "roads.csv").write_text(TABLE)
    assert pnp("import", "roads.csv", "--place", "-o", "maps").status == 0
    first = (work / "maps" / "roads.yaml").read_text()
    assert "Mill: {at: [" in first
    assert pnp("import", "roads.csv", "--place", "-o", "maps").status == 0
    (work / "maps" / "roads.yaml").write_text("mine")
    ran = pnp("import", "roads.csv", "--place", "-o", "maps")
    assert (ran.status, ran.err) == (
        1,
        "'maps/roads.yaml' exists; --force overwrites it, -o writes into another folder\n",
    )
    assert (work / "maps" / "roads.yaml").read_text() == "mine"
    assert pnp("import", "roads.csv", "--place", "-o", "maps", "--force").status == 0
    assert (work / "maps" / "roads.yaml").read_text() == first
    assert pnp("build", "maps/roads.yaml").status == 0


def test_a_pack_has_its_schemas_named(pnp: Run, work: Path) -> None:
    (work / "roads.csv").write_text(TABLE)
    assert pnp("new", "game").status == 0
    assert pnp("import", "roads.csv", "-o", "game").status == 0
    text = (work / "game" / "roads.yaml").read_text()
    assert text.startswith("# yaml-language-server: $schema=schemas/area-map.schema.json\n# Imported from roads.csv")


ISLES = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 80" width="120mm" height="80mm">
<path id="Mora" d="M10 10H50V40H10Z"/><path id="Sela" d="M50 10H90V40H50Z"/></svg>"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "text", "more", "style"),
    [
        ("roads.csv", TABLE, ["--place"], "atlas"),
        ("board.svg", ISLES, [], "political"),
        (
            "hexes.hexjson",
            '{"layout": "odd-r", "hexes": {"A": {"q": 0, "r": 0}, "B": {"q": 1, "r": 0}}}',
            [],
            "wargame",
        ),
    ],
)
def test_a_pack_around_a_map_checks_and_prints_it(
    pnp: Run, work: Path, file: str, text: str, more: list[str], style: str
) -> None:
    (work / file).write_text(text)
    ran = pnp("import", file, "--pack", "my isles", *more)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.splitlines()[-1] == "next: pnp check 'my isles', then pnp build 'my isles'"
    assert f"style: {style}" in (work / "my isles" / "board-face.yaml").read_text()
    checked = pnp("check", "my isles")
    assert checked.status == 0
    assert " 0 errors" in checked.out
    assert pnp("build", "my isles").status == 0
    (pdf,) = (work / "output" / "my isles").glob("*-board-a4.pdf")
    assert pdf.stat().st_size > 5_000


def test_a_pack_around_a_world_has_a_style_with_an_icon_for_each_kind_of_markers(pnp: Run, work: Path) -> None:
    (work / "lines.json").write_text(json.dumps(lines_world()))
    ran = pnp("import", "lines.json", "--pack", "world")
    assert (ran.status, ran.err) == (0, "")
    assert "wrote world/board-style.yaml" in ran.out.splitlines()
    style = (work / "world" / "board-style.yaml").read_text().splitlines()
    assert style[1:] == [
        "kind: map-style",
        "extends: political",
        "regions:",
        "  marks:",
        "    ruins: {icon: moon, size: 4}",
        "    volcanoes: {icon: pin, size: 4}",
    ]
    assert "style: board-style" in (work / "world" / "board-face.yaml").read_text()
    checked = pnp("check", "world")
    assert (checked.status, " 0 errors" in checked.out) == (0, True)


def test_a_pack_around_a_map_needs_positions_and_overwrites_nothing(pnp: Run, work: Path) -> None:
    (work / "roads.csv").write_text(TABLE)
    ran = pnp("import", "roads.csv", "--pack", "game")
    assert (ran.status, (work / "game").exists()) == (1, False)
    assert "  → add --place, which proposes some" in ran.err
    assert pnp("import", "roads.csv", "--pack", "game", "-o", "maps").status == 2
    assert pnp("new", "game").status == 0
    before = (work / "game" / "pack.yaml").read_bytes()
    assert pnp("import", "roads.csv", "--pack", "game", "--place").status == 1
    assert (work / "game" / "pack.yaml").read_bytes() == before


@pytest.mark.slow
def test_what_is_no_map_is_refused(pnp: Run, work: Path) -> None:
    (work / "roads.csv").write_text("from\nMill\n")
    ran = pnp("import", "roads.csv")
    assert (ran.status, ran.out) == (1, "")
    assert ran.err.splitlines() == [
        "'roads.csv' can't be imported: it has fewer than two columns",
        "  → write a road a row, with the columns from and to",
    ]
    assert not (work / "roads.yaml").exists()
    (work / "roads.csv").write_text("from,to\n" + "".join(f"N{each},Hub\n" for each in range(3_001)))
    assert "too large for --place" in pnp("import", "roads.csv", "--place").err


@pytest.mark.slow
def test_a_pack_around_a_map_of_islands_prints_it(pnp: Run, work: Path) -> None:
    """Nothing joins two of the areas, and the last is too narrow to be drawn: the file may be right in that."""
    more = '<path id="Tarn" d="M100 10H115V40H100Z"/><path id="Sliver" d="M100 60H115V60.1H100Z"/></svg>'
    (work / "isles.svg").write_text(ISLES.replace("</svg>", more))
    assert pnp("import", "isles.svg", "-o", "alone").status == 0
    assert "accept" not in (work / "alone" / "isles.yaml").read_text()
    ran = pnp("import", "isles.svg", "--pack", "isles")
    assert "accepted in the map: 1 finding 'disconnected-part': nothing in the file joins them" in ran.out.splitlines()
    text = (work / "isles" / "isles.yaml").read_text()
    assert "accept:\n  - {finding: disconnected-part, because: nothing in the file joins them}\n" in text
    ran = pnp("build", "isles")
    assert (ran.status, ", 2 accepted" in ran.err) == (0, True)
    assert pnp("import", "isles.svg", "--pack", "isles").status == 0  # the same files
    assert (work / "isles" / "isles.yaml").read_text() == text
