"""Maps from tables of roads and from GraphML; networkx reads the same files, and what is imported is checked."""

from __future__ import annotations

from pathlib import Path

import networkx as nx
import pytest

from pnp.importing import import_file
from pnp.importing.drafts import Imported, ImportRefused
from pnp.loader import find_targets
from pnp.loader.pack import load
from pnp.model.maps.area_map import AreaMap
from pnp.model.maps.game_map import GameMap
from tests.importing.boards import BOARDS, board
from tests.pipeline import report_on, told


def imported(text: str | bytes, file: str) -> Imported:
    return import_file(text if isinstance(text, bytes) else text.encode(), file)


def read(folder: Path, found: Imported) -> AreaMap:
    """The map of the document, which has no error."""
    path = folder / "found.yaml"
    path.write_text(found.text, encoding="utf-8")
    report = report_on(path)
    assert not report.errors, told(report)
    (area_map,) = [each for target in find_targets([str(path)]) for each in load(target).game.all(GameMap)]
    assert isinstance(area_map, AreaMap)
    return area_map


def body(found: Imported) -> str:
    return found.text.partition("kind: area-map\n")[2].partition("\n# Not")[0].rstrip("\n")


ROADS = """\
from,to,cost,name,notes,colour,one way
Mill,Ford,3,,hi,red,
Ford,Inn,2,Coast line,,,yes
Inn,mill,1.5,,,,
Inn,Inn,,,,,
Ford,Mill,3,,,red,
,x,,,,,
"St. ""Q"", x",Ford,,,,,
"""


def test_a_table_of_roads(tmp_path: Path) -> None:
    found = imported(ROADS, "old_roads.csv")
    assert body(found).splitlines() == [
        "name: Old roads",
        "areas:",
        "  Mill: {}",
        "  Ford: {}",
        "  Inn: {}",
        '  "St. \\"Q\\", x": {}',
        "roads:",
        "  - {from: Mill, to: Ford, colour: red, cost: 3}",
        "  - {from: Ford, to: Inn, one-way: true, name: Coast line, cost: 2}",
        "  - Inn -- Mill",
        '  - "St. \\"Q\\", x -- Ford"',
    ]
    assert found.lost == (
        "columns ('notes')",
        "cost that is no whole number from 1 to 1,000 (row 4)",
        "roads from a place to itself (row 5)",
        "rows without a start (row 7)",
        "roads that are listed twice ('Ford' to 'Mill')",
    )
    assert found.text.endswith("# - roads that are listed twice ('Ford' to 'Mill')\n")
    assert len(read(tmp_path, found).roads) == 4


@pytest.mark.parametrize(
    "text",
    [
        "Source\tTarget\nA1\tB\nB\tC\n",
        "A1;B\nB;C\n",
        "City 1,City 2\nA1,B\nB,C\n",
        "area;neighbours\nA1;B\nB;\"A1 ; C\"\nC;B\n",
        "C,B\nA1,B\n",
    ],
)  # fmt: skip
def test_columns_by_other_names_or_none(text: str, tmp_path: Path) -> None:
    area_map = read(tmp_path, imported(text, "t.csv"))
    ends = {frozenset((road.start.name, road.end.name)) for road in area_map.roads}
    assert ends == {frozenset(("A1", "B")), frozenset(("B", "C"))}


def test_a_table_of_neighbours_has_commas_between_them_and_their_districts(tmp_path: Path) -> None:
    text = 'Territory,Neighbours,Continent\nA,"B, C",North\nB,"A, C",North\nC,"B, A",South\nD,C,\n'
    found = imported(text, "t.csv")
    assert body(found).splitlines() == [
        "name: T", "districts:", "  North: {}", "  South: {}",
        "areas:", "  A: {in: North}", "  B: {in: North}", "  C: {in: South}", "  D: {}",
        "roads:", "  - A -- B", "  - A -- C", "  - B -- C", "  - D -- C",
    ]  # fmt: skip
    assert found.lost == ()
    twice = imported('area,neighbours\nA,"B, B"\nB,A\n', "t.csv")
    assert twice.lost == ("roads that are listed twice ('A' to 'B')",)
    semicolons = imported('area,neighbours\n"Bath, Avon","Wells; Frome, East"\n', "t.csv")
    assert {area.id for area in read(tmp_path, semicolons).areas} == {"Bath, Avon", "Wells", "Frome, East"}


@pytest.mark.parametrize("corner", ["", "from", "area"])
def test_a_table_with_a_row_and_a_column_for_each_place_is_a_matrix(corner: str) -> None:
    found = imported(f"{corner},Mill,Ford,Inn,Moor\nMill,0,3,,\nFord,3,-,1,\nInn,0,0,0,\nMoor,,,,no\n", "t.csv")
    assert body(found).splitlines()[2:] == [
        "  Mill: {}", "  Ford: {}", "  Inn: {}", "  Moor: {}",
        "roads:", "  - {from: Mill, to: Ford, cost: 3}", "  - Ford -> Inn",
    ]  # fmt: skip
    assert found.lost == ()


@pytest.mark.parametrize("name", BOARDS)
def test_published_boards_have_the_network_that_networkx_reads(name: str, tmp_path: Path) -> None:
    graph = board(name)
    table = "a,b\n" + "".join(f"{start},{end}\n" for start, end in graph.edges)
    nx.write_graphml(graph, tmp_path / "board.graphml")
    for found in (imported(table, "b.csv"), imported((tmp_path / "board.graphml").read_bytes(), "board.graphml")):
        area_map = read(tmp_path, found)
        assert {area.id for area in area_map.areas} == set(graph)
        assert {frozenset((r.start.name, r.end.name)) for r in area_map.roads} == {*map(frozenset, graph.edges)}
        assert found.lost == ()


def test_graphml_of_a_program_for_drawing(tmp_path: Path) -> None:
    found = imported(DRAWN, "plan.graphml")
    assert body(found).splitlines() == [
        "name: Plan",
        "size: 104 x 104",
        "districts:",
        "  Harbour: {}",
        "areas:",
        "  Pier: {at: [12, 12], in: Harbour}",
        "  Quay: {at: [92, 12], in: Harbour}",
        "  Gate: {at: [12, 92]}",
        "road-kinds:",
        "  ferry: {}",
        "roads:",
        "  - {from: Pier, to: Quay, kind: ferry, cost: 4}",
        "  - Quay -> Gate",
    ]
    assert found.lost == (
        "further graphs (line 42)",
        "data ('colourful')",
        "roads to a group (line 39)",
        "hyperedges (line 40)",
    )
    assert [area.at for area in read(tmp_path, found).areas] == [(12, 12), (92, 12), (12, 92)]


DRAWN = """\
<?xml version="1.0" encoding="UTF-8"?>
<!-- as yEd writes -->
<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:y="http://www.yworks.com/xml/graphml">
  <key id="d0" for="node" yfiles.type="nodegraphics"/>
  <key id="d1" for="edge" attr.name="weight" attr.type="int"/>
  <key id="d2" for="edge" attr.name="kind" attr.type="string"/>
  <key id="d3" for="node" attr.name="colourful" attr.type="string"/>
  <graph id="G" edgedefault="directed">
    <node id="g" yfiles.foldertype="group">
      <data key="d0"><y:GroupNode><y:NodeLabel>Harbour</y:NodeLabel></y:GroupNode></data>
      <graph id="g:" edgedefault="directed">
        <node id="g::n0">
          <data key="d3">very</data>
          <data key="d0"><y:ShapeNode>
            <y:Geometry height="30" width="30" x="0" y="0"/><y:NodeLabel>Pier</y:NodeLabel>
          </y:ShapeNode></data>
        </node>
        <node id="g::n1">
          <data key="d0"><y:ShapeNode>
            <y:Geometry height="30" width="30" x="200" y="0"/><y:NodeLabel>Quay</y:NodeLabel>
          </y:ShapeNode></data>
        </node>
      </graph>
    </node>
    <node id="n2">
      <data key="d0"><y:ShapeNode>
        <y:Geometry height="30" width="30" x="0" y="200"/><y:NodeLabel>Gate</y:NodeLabel>
      </y:ShapeNode></data>
    </node>
    <edge id="e0" source="g::n0" target="g::n1">
      <data key="d1">4</data>
      <data key="d2">ferry</data>
    </edge>
    <edge id="e1" source="g::n1" target="g::n0">
      <data key="d1">4</data>
      <data key="d2">ferry</data>
    </edge>
    <edge id="e2" source="g::n1" target="n2"/>
    <edge id="e3" source="g" target="n2"/>
    <hyperedge/>
  </graph>
  <graph id="H" edgedefault="directed"/>
</graphml>
"""


@pytest.mark.parametrize(
    ("content", "file", "message"),
    [
        (b"", "t.csv", "holds nothing"),
        (b"from\nA\n", "t.csv", "fewer than two columns"),
        (b"from,to\n", "t.csv", "no row below"),
        (b"PK\x03\x04", "t.csv", "workbook of a spreadsheet"),
        (b"<graphml/>", "t.graphml", "no GraphML file with a graph"),
        (b"<graphml><graph/></graphml>", "t.graphml", "no roads or areas"),
        (b"<svg/>", "t.graphml", "no GraphML file"),
        (b"<a" * 100, "t.graphml", "its tags are broken at line 1"),
        (b"<a>" * 100, "t.graphml", "too deep inside each other"),
        (b'<!DOCTYPE a [<!ENTITY x SYSTEM "/etc/passwd">]><a>&x;</a>', "t.graphml", "refers to another file"),
        (b'<!DOCTYPE a [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><a>&b;</a>', "t.graphml", "entities"),
        (b"\xff\xfe<", "t.graphml", "not written in UTF-8"),
        (b"", "t.jpg", "'.jpg' is no format of maps"),
        ("from,to\n" + "".join(f"{n},{n + 1}\n" for n in range(10_001)), "t.csv", "rows"),
    ],
)
def test_what_cannot_be_imported_is_refused_in_a_line(content: bytes | str, file: str, message: str) -> None:
    with pytest.raises(ImportRefused) as refused:
        imported(content, file)
    assert message in refused.value.message
    assert refused.value.hint


def test_names_become_names_of_places(tmp_path: Path) -> None:
    odd = ["yes", "12", "A -- B", "x" * 100, "x" * 99, "#1", "a: b", "{c}", "null", "tab\there", "'q'"]
    table = "from,to\n" + "".join(f'"{name}",Hub\n' for name in odd)
    area_map = read(tmp_path, imported(table, "t.csv"))
    assert [area.id for area in area_map.areas if area.id != "Hub"] == [
        *("yes", "12", "A – B", "x" * 60, "x" * 54 + " 2", "#1", "a: b", "{c}", "null", "tab here", "'q'")
    ]
    assert len(area_map.roads) == len(odd)
