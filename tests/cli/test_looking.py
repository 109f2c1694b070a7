"""`pnp list`, `pnp inspect` and `pnp explain`: what they print and where they write."""

from __future__ import annotations

import csv
import io
import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from pnp.checks import RULES
from pnp.loader import find_targets
from pnp.loader.pack import load
from pnp.loader.target import content_folder
from pnp.model.profile import Profile
from tests.cli.conftest import Run
from tests.packs import harbour
from tests.pipeline import ROOT, write
from tests.schemas import breaches

PRINTING = (ROOT / "docs" / "printing.md").read_text(encoding="utf-8")

SQUARE = """\
kind: area-map
name: The square
size: 60 x 60
areas: {Market: {at: [15, 15]}, Church: {at: [45, 15]}, Pier: {at: [45, 45]}, Gate: {at: [15, 45]}}
roads: [Market -- Church -- Pier -- Gate -- Market]
"""


@pytest.fixture
def square(work: Path) -> Path:
    """A map alone, by its relative path."""
    (work / "square.yaml").write_text(SQUARE)
    return Path("square.yaml")


def test_list_names_components_and_maps_with_their_counts(pnp: Run, game: Path) -> None:
    ran = pnp("list", game)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        "harbour  Harbour (2–4 players, 20 to 30 minutes)",
        "     3 × Boats  boats",
        "     1 × Chart  chart",
        "   map   The bay  bay: 4 places, 4 roads",
    ]


def test_list_as_json_keeps_to_its_schema(pnp: Run, game: Path) -> None:
    listed = json.loads(pnp("list", game, "--format", "json").out)
    assert breaches(listed, "list.schema.json") == []
    (pack,) = listed["packs"]
    assert (pack["id"], pack["players"], pack["licence"]) == ("harbour", "2–4", "CC BY 4.0")
    assert pack["credit"] == "Designed by Ada Byron"
    assert pack["components"][0] == {"id": "boats", "name": "Boats", "count": 3, "optional": False}


@pytest.mark.slow
def test_list_of_the_bundled_packs_keeps_to_its_schema(pnp: Run, work: Path) -> None:
    listed = json.loads(pnp("list", "--format", "json").out)
    assert breaches(listed, "list.schema.json") == []
    assert listed["packs"]


def test_list_shows_every_product_of_a_print_service(pnp: Run, work: Path) -> None:
    lines = pnp("list", "--products", "the-game-crafter").out.splitlines()
    assert lines[0].split() == ["product", "name", "mm", "inches", "sides", "shape", "makes"]
    (house,) = find_targets([str(content_folder() / "house")])
    (shop,) = (each for each in load(house).game.all(Profile) if each.id == "the-game-crafter")
    assert [line.split()[0] for line in lines[1:]] == [offer.identity for offer in shop.offers]
    (page,) = re.findall(r"pnp list --products the-game-crafter\n```\n\n```text\n(.*?)```", PRINTING, re.DOTALL)
    assert {line for line in page.splitlines() if line != "…"} <= set(lines)
    assert "poker" in pnp("list", "--products", "makeplayingcards").out
    assert pnp("list", "--products", "printninja").out.startswith("PrintNinja prints every size of card, tile, ")
    refused = pnp("list", "--products", "the-game-crafted")
    assert refused.status == 2
    assert "has no profile 'the-game-crafted'; did you mean 'the-game-crafter'?" in refused.err


def test_list_tells_of_what_is_no_pack_and_lists_the_others(pnp: Run, game: Path) -> None:
    write(Path("broken"), "kind: pack\ntitle: [\n")
    ran = pnp("list", "broken", game)
    assert ran.status == 1
    assert "harbour" in ran.out
    assert ran.err.splitlines() == ["'broken' is no pack, or can't be read; pnp check tells more"]


def test_list_shows_documents_without_a_pack(pnp: Run, square: Path) -> None:
    deck = "kind: component\nmakes: card\nname: Fish\ntemplate: face\nrows: [{title: Cod, copies: 3}]\n"
    folder = Path("draft")
    folder.mkdir()
    (folder / "deck.yaml").write_text(deck, encoding="utf-8")
    (folder / "face.yaml").write_text("kind: template\nsize: poker\nlayers: [{text: '{title}'}]\n", encoding="utf-8")
    ran = pnp("list", folder, square)
    assert (ran.status, ran.err) == (0, "")
    assert [line.split() for line in ran.out.splitlines()] == [
        ["draft", "draft"],
        ["3", "×", "Fish", "deck"],
        ["square", "square"],
        ["map", "The", "square", "square:", "4", "places,", "4", "roads"],
    ]
    listed = json.loads(pnp("list", folder, "--format", "json").out)
    assert breaches(listed, "list.schema.json") == []


def test_inspect_shows_the_figures_of_a_map_alone(pnp: Run, square: Path) -> None:
    ran = pnp("inspect", square)
    assert (ran.status, ran.err) == (0, "")
    assert "The square" in ran.out
    figures = json.loads(pnp("inspect", square, "--format", "json").out)
    assert breaches(figures, "inspect.schema.json") == []


@pytest.mark.parametrize("path", ["harbour", "harbour/", "harbour/bay", "harbour/maps/bay.yaml"])
def test_a_map_of_a_pack_goes_by_its_name_or_by_its_file(pnp: Run, game: Path, path: str) -> None:
    ran = pnp("inspect", path, "--format", "json")
    assert ran.status == 0
    figures = json.loads(ran.out)
    assert breaches(figures, "inspect.schema.json") == []
    assert figures == json.loads(pnp("inspect", game, "--format", "json").out)


def test_the_table_of_distances(pnp: Run, square: Path) -> None:
    head, *rows = csv.reader(io.StringIO(pnp("inspect", square, "--format", "csv").out))
    assert head[1:] == [row[0] for row in rows] == ["Market", "Church", "Pier", "Gate"]
    assert [row[1:] for row in rows] == [list("0121"), list("1012"), list("2101"), list("1210")]


@pytest.mark.parametrize(
    ("form", "name", "begins"),
    [
        ("text", "square-inspection.txt", b"The square"),
        ("json", "square-inspection.json", b"{"),
        ("csv", "square-inspection.csv", b","),
        ("svg", "square-map.svg", b"<"),
        ("png", "square-map.png", b"\x89PNG"),
    ],
)
def test_inspect_writes_into_a_folder(pnp: Run, square: Path, form: str, name: str, begins: bytes) -> None:
    ran = pnp("inspect", square, "--format", form, "-o", "out")
    path = Path("out/square/inspect") / name
    assert (ran.status, ran.out.split()[0]) == (0, path.as_posix())
    content = path.read_bytes()
    assert begins in content[:40]
    if form == "svg":
        assert ET.fromstring(content).tag.endswith("svg")


def test_pictures_go_to_the_output_folder_where_none_is_named(pnp: Run, game: Path) -> None:
    written = pnp("inspect", game, "--format", "svg").out.split()
    assert written == [f"output/harbour/inspect/bay-{what}.svg" for what in ("map", "names", "heat")]
    assert all(Path(name).read_bytes().startswith(b"<?xml") for name in written)


def test_a_draft_of_a_map_has_figures_but_no_picture(pnp: Run, work: Path) -> None:
    Path("draft.yaml").write_text("kind: area-map\nareas: {A: {}, B: {}, C: {}}\nroads: [A -- B -- C -- A]\n")
    assert pnp("inspect", "draft.yaml").status == 0
    ran = pnp("inspect", "draft.yaml", "--format", "png")
    assert ran.status == 1
    assert ran.err == "'draft' can't be drawn: it has no size\n"
    assert not Path("output").exists()
    Path("draft.yaml").write_text("kind: area-map\nsize: 60 x 60\nareas: {A: {at: [9, 9]}, B: {}}\nroads: [A -- B]\n")
    assert pnp("inspect", "draft.yaml", "--format", "svg").err == "'draft' can't be drawn: 'B' has no position\n"


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("harbour/bray", "'harbour' has no map 'bray'; did you mean 'bay'?"),
        ("harbour/xyzzy", "'harbour' has no map 'xyzzy'; name one of them: bay"),
        ("nowhere/bay", "there is no file, folder or bundled pack 'nowhere'"),
        ("harbour/boats.yaml", "'harbour/boats.yaml' has no maps; a map is a document such as kind: area-map"),
    ],
)
def test_what_is_no_map_is_told(pnp: Run, game: Path, path: str, words: str) -> None:
    ran = pnp("inspect", path)
    assert ran.status == 2
    assert words in ran.err


def test_of_several_maps_one_must_be_named(pnp: Run, work: Path) -> None:
    write(
        work / "game", harbour(("  - rules.yaml\n", "  - rules.yaml\n  - lake.yaml\n")) + f"# file: lake.yaml\n{SQUARE}"
    )
    ran = pnp("inspect", "game")
    assert ran.status == 2
    assert "'game' has 2 maps; name one of them: bay, lake" in ran.err
    assert pnp("inspect", "game/lake").status == 0


@pytest.mark.parametrize("path", ["torn.yaml", "game/bay", "game"])
def test_a_map_that_cannot_be_read_is_told(pnp: Run, work: Path, path: str) -> None:
    Path("torn.yaml").write_text("kind: area-map\nareas: {\n")
    write(work / "game", harbour(("areas:\n", "areas: {\n")))
    ran = pnp("inspect", path)
    assert ran.status == 2
    assert f"'{path}' can't be read; pnp check tells why" in ran.err


def test_a_damaged_map_is_not_looked_at(pnp: Run, work: Path) -> None:
    Path("town.yaml").write_text(SQUARE.replace("Gate: {at", "Gate: {t"))
    ran = pnp("inspect", "town.yaml")
    assert ran.status == 1
    assert ran.err == "'town' has errors that hide some of it; pnp check tells them\n"


def test_explain_lists_every_check(pnp: Run) -> None:
    lines = pnp("explain").out.splitlines()
    assert [line.split()[0] for line in lines] == sorted(rule.code for rule in RULES)
    assert all(line.endswith(".") for line in lines)


def test_explain_shows_a_page(pnp: Run) -> None:
    ran = pnp("explain", "dead-end")
    assert ran.out.startswith("dead-end  warning\n\n")
    assert all(f"\n{part}" in ran.out for part in ("Fix: ", "Bad:\n", "Good:\n"))
