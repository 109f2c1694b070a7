"""The public API: what it reads, reports, draws and writes is what the commands do."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import networkx as nx
import pytest

import pnp
from pnp import api
from pnp.cli import main
from tests.packs import harbour
from tests.pipeline import ROOT, write

PYTHON = {**os.environ, "PYTHONPATH": str(ROOT), "PNP_JOBS": "1"}
LANGUAGES = ("title: Harbour\n", "title: {en: Harbour, de: Hafen}\nlanguages: [en, de]\n")
GERMAN = ("{name: Sloop, sails: 1}", "{name: {en: Sloop, de: Schaluppe}, sails: 1.5}")


@pytest.fixture
def pack(tmp_path: Path) -> pnp.Pack:
    return pnp.load(write(tmp_path / "harbour", harbour(GERMAN, LANGUAGES)))


def run(code: str) -> str:
    """What Python prints that runs the code in a process of its own."""
    return subprocess.run([sys.executable, "-c", code], env=PYTHON, capture_output=True, text=True, check=True).stdout


def test_it_offers_its_names_and_no_others() -> None:
    assert set(api.__all__) <= set(dir(pnp))
    assert [name for name in api.__all__ if getattr(pnp, name) is not getattr(api, name)] == []
    assert [name for name in api.__all__ if not getattr(pnp, name).__doc__] == []
    with pytest.raises(AttributeError, match="no attribute 'lod'"):
        pnp.lod  # type: ignore[attr-defined]  # noqa: B018


def test_no_name_is_that_of_a_package() -> None:
    """Importing `pnp.x` sets the attribute `x` of `pnp`, and would hide a public name."""
    packages = {path.parent.name for path in (ROOT / "pnp").glob("*/__init__.py")}
    modules = {path.stem for path in (ROOT / "pnp").glob("*.py")}
    assert (packages | modules).isdisjoint(api.__all__)


@pytest.mark.slow
@pytest.mark.parametrize("arguments", [["--version"], ["check", "content/starter"]], ids=" ".join)
def test_no_command_imports_it(arguments: list[str]) -> None:
    code = "import sys; from pnp.cli.main import _status; _status({}); print([n for n in {} if n in sys.modules])"
    late = ["pnp.api", "networkx", "importlib.metadata"]
    assert run(code.format(arguments, late)).splitlines()[-1] == "[]"


def test_a_pack_has_its_rows(pack: pnp.Pack) -> None:
    assert (pack.name, pack.title, pack.language, pack.languages) == ("harbour", "Harbour", "en", ("en", "de"))
    boats = pack.components["boats"]
    assert (boats.name, boats.makes, boats.count) == ("Boats", "card", 3)
    assert [dict(row) for row in boats.rows] == [
        {"name": "Sloop", "sails": Fraction(3, 2)},
        {"name": "Cutter", "sails": 2},
    ]
    cutter = boats.rows[1]
    assert (cutter.number, cutter.copies, cutter.span.line, Path(cutter.span.file).name) == (2, 2, 8, "boats.yaml")


def test_rows_of_a_map_hold_plain_values(tmp_path: Path) -> None:
    rows = ("rows:\n  - {name: Sloop, sails: 1}\n  - {name: Cutter, sails: 2, copies: 2}\n", "each-area-of: bay\n")
    faces = ('"{sails} of {crew(2)}"', '"{district.name} of {crew(2)}"')
    pack = pnp.load(write(tmp_path, harbour(rows, faces, ("expect: 3", "expect: 4"))))
    market, church, *_ = pack.components["boats"].rows
    assert market["district"] == {"id": "old-town", "name": "Old town", "icon": "anchor", "colour": "ink", "tint": ""}
    assert (market["tags"], church["district"]) == (("start",), None)


def test_nothing_of_it_can_be_changed(pack: pnp.Pack) -> None:
    row = pack.components["boats"].rows[0]
    for change in (
        lambda: row.__setitem__("name", "Ship"),  # type: ignore[attr-defined]
        lambda: setattr(row, "name", "Ship"),
        lambda: setattr(pack, "title", "Bay"),
        lambda: pack.maps.__delitem__("bay"),  # type: ignore[attr-defined]
        lambda: setattr(pack.maps["bay"].network, "moves", ()),
    ):
        with pytest.raises((AttributeError, TypeError)):
            change()


def test_findings_and_proofs_are_those_of_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = write(tmp_path, harbour(("crew(2)", "crow(2)")))
    pack = pnp.load(folder)
    with pytest.raises(SystemExit):
        main(["check", str(folder), "--format", "json"])
    said = json.loads(capsys.readouterr().out)
    assert not pack.ok
    keys = ("code", "severity", "message", "hint", "pack", "file", "line", "column")
    assert [{key: getattr(each, key) for key in keys} for each in pack.findings] == [
        {key: each[key] for key in keys} for each in said["findings"]
    ]
    assert [(each.map, each.name, each.holds, each.detail) for each in pack.proofs] == [
        tuple(each[key] for key in ("map", "name", "holds", "detail")) for each in said["proofs"]
    ]
    assert said["proofs"]


@pytest.mark.parametrize(
    "spoilt",
    [
        ("title: Harbour", "title: ["),
        ("kind: pack", "kind: pakc"),
        ("kind: area-map", "kind: area-map\nroads: 7"),
        ("Market -- Church", "Market -- Chruch"),
        ("  - boat.yaml\n", "  - gone.yaml\n"),
        ("- {name: Sloop, sails: 1}", "- 7"),
    ],
    ids=lambda spoilt: spoilt[1].strip(),
)
def test_mistakes_in_content_raise_nothing(spoilt: tuple[str, str], tmp_path: Path) -> None:
    pack = pnp.load(write(tmp_path / "harbour", harbour(spoilt)))
    assert repr(pack).startswith("<Pack 'harbour'")
    assert all(
        dict(row) for component in pack.components.values() for row in component.rows if component.makes != "board"
    )
    assert all(len(found.network.to_networkx()) for found in pack.maps.values())
    assert not pack.ok


def test_a_network_is_that_of_the_map(pack: pnp.Pack) -> None:
    network = pack.maps["bay"].network
    assert network.states == ("Market", "Church", "Pier", "Gate")
    assert [(move.start, move.end, move.cost) for move in network.moves][:2] == [(0, 1, 1), (0, 3, 1)]
    assert (network.distance("Market", "Pier"), network.neighbours("Pier")) == (2, ("Church", "Gate"))
    with pytest.raises(ValueError, match="no place 'Peer' on the map; did you mean 'Pier'"):
        network.distance("Market", "Peer")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["starter", "taxicab", "taxi-derby", "destination-race"])
def test_networkx_finds_the_distances_that_pnp_finds(name: str) -> None:
    found = next(iter(pnp.load(ROOT / "content" / name).maps.values()))
    network, graph = found.network, found.network.to_networkx(states=True)
    assert [graph.nodes[state]["place"] for state in graph] == list(network.states)
    goals = list(dict.fromkeys(place.id for place in network.places if place.stop))[:5]
    lengths = dict(nx.all_pairs_dijkstra_path_length(graph, weight="cost"))
    for start, goal in ((start, goal) for start in goals for goal in goals):
        starts, ends = ([at for at, place in enumerate(network.states) if place == each] for each in (start, goal))
        nearest = [min((lengths[at][end] for end in ends if end in lengths[at]), default=None) for at in starts]
        assert network.distance(start, goal) == (None if None in nearest else max(nearest, default=None))


def test_places_are_joined_where_a_piece_can_go_from_one_to_the_next(pack: pnp.Pack) -> None:
    graph = pack.maps["bay"].network.to_networkx()
    assert nx.shortest_path(graph, "Market", "Pier") in (["Market", "Church", "Pier"], ["Market", "Gate", "Pier"])
    assert graph.nodes["Market"] == {"place": "Market", "tags": ("start",), "district": "old-town"}


def test_without_networkx_it_names_what_to_install(pack: pnp.Pack, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "networkx", None)
    with pytest.raises(ImportError, match="pip install networkx"):
        pack.maps["bay"].network.to_networkx()


@pytest.mark.slow
def test_a_build_writes_what_the_command_writes(pack: pnp.Pack, tmp_path: Path) -> None:
    with pytest.raises(SystemExit):
        main(["build", str(tmp_path / "harbour"), "-o", str(tmp_path / "there"), "--format", "svg", "--dpi", "40"])
    paths = pack.build(tmp_path / "here", formats=["svg"], dpi=40)
    contents = {path.relative_to(tmp_path / "here"): path.read_bytes() for path in paths}
    there = (path for path in (tmp_path / "there").rglob("*") if path.is_file())
    assert contents == {path.relative_to(tmp_path / "there"): path.read_bytes() for path in there}
    svg, png = (contents[Path(f"harbour/{form}/boats/cutter-front.{form}")] for form in ("svg", "png"))
    face = pack.face("boats", "Cutter")
    assert (face.svg.encode(), face.png(40)) == (svg, png)
    chart, back = pack.face("chart"), pack.face("boats", pack.components["boats"].rows[1], side="back")
    assert chart.svg.encode() == contents[Path("harbour/svg/chart/1-front.svg")]
    assert back.svg.encode() == contents[Path("harbour/svg/boats/cutter-back.svg")]


def test_rules_are_those_of_the_command(pack: pnp.Pack, tmp_path: Path) -> None:
    (written,) = pack.write_rules(tmp_path, formats=["md"])
    assert written.relative_to(tmp_path).as_posix() == "harbour/rulebook.md"
    with pytest.raises(ValueError, match="no format 'odt'"):
        pack.write_rules(tmp_path, formats=["odt"])  # type: ignore[list-item]


@pytest.mark.slow
def test_another_language_has_its_own_faces_and_files(pack: pnp.Pack, tmp_path: Path) -> None:
    german = pnp.load(tmp_path / "harbour", language="de")
    assert (german.title, german.components["boats"].rows[0]["name"]) == ("Hafen", "Schaluppe")
    assert german.face("boats").svg == pack.face("boats", language="de").svg != pack.face("boats").svg
    assert 'aria-label="Schaluppe"' in german.face("boats").svg
    written, same = (
        german.build(tmp_path / "a", formats=["svg"]),
        pack.build(tmp_path / "b", formats=["svg"], language="de"),
    )
    assert [path.relative_to(tmp_path / "a") for path in written] == [path.relative_to(tmp_path / "b") for path in same]
    assert all("svg-de" in path.parts for path in written)
    assert german.findings == pack.findings


def test_pictures_of_one_notebook_share_no_ids(pack: pnp.Pack) -> None:
    shown = [pack.face("boats", row)._repr_svg_() for row in ("Sloop", "Cutter")]
    first, second = (set(re.findall(r'\bid="([^"]+)"', svg)) for svg in shown)
    assert first
    assert first.isdisjoint(second)


@pytest.mark.slow
def test_nothing_is_written_of_a_pack_with_errors(tmp_path: Path) -> None:
    pack = pnp.load(write(tmp_path / "harbour", harbour(("template: boat\n", "template: bota\n"))))
    with pytest.raises(
        pnp.PackError, match=r"'harbour' has 1 error\n.*boats.yaml:4:11: .*'bota'.*\[unknown-template\]"
    ) as raised:
        pack.build(tmp_path / "out")
    assert [each.code for each in raised.value.findings] == ["unknown-template"]
    assert not (tmp_path / "out").exists()
    with pytest.raises(pnp.PackError):
        pack.face("boats")
    assert pack.face("chart").svg
    assert pack.build(tmp_path / "out", formats=["svg"], draft=True)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (lambda pack: pack.face("boots"), "no component 'boots'; did you mean 'boats'"),
        (lambda pack: pack.face("boats", "Sloup"), "no row 'Sloup'; did you mean 'Sloop'"),
        (lambda pack: pack.face("boats", 3), "'boats' of 'harbour' has no front for 3"),
        (lambda pack: pack.face("boats", 0), "'boats' of 'harbour' has no front for 0"),
        (lambda pack: pack.face("chart", side="back"), "'chart' of 'harbour' has no back for 1"),
        (lambda pack: pack.face("boats", variant="blue"), "no variant 'blue'"),
        (lambda pack: pack.face("boats", language="fr"), "no texts in the language 'fr'; there are en, de"),
        (lambda pack: pack.build(paper="a44"), "no paper 'a44'; did you mean 'a4'"),
        (lambda pack: pack.build(layout="dup"), "no layout 'dup'"),
        (lambda pack: pack.build(formats=["pfd"]), "no format 'pfd'; did you mean 'pdf'"),
        (lambda pack: pnp.load("no-such-pack"), "no file, folder or bundled pack 'no-such-pack'"),
        (lambda pack: pnp.load(ROOT / "content"), "holds 5 packs.*load_all"),
        (lambda pack: pnp.load("starter", language="xx"), "no texts in the language 'xx'"),
    ],
)
def test_what_a_pack_does_not_have_is_refused(
    pack: pnp.Pack, asked: Callable[[pnp.Pack], object], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match=message):
        asked(pack)
    assert not (tmp_path / "output").exists()


@pytest.mark.slow
def test_several_packs_do_not_mix(pack: pnp.Pack, tmp_path: Path) -> None:
    other = pnp.load(write(tmp_path / "other" / "harbour", harbour(("name: Sloop", "name: Brig"))))
    assert 'aria-label="Sloop"' in pack.face("boats").svg
    assert 'aria-label="Brig"' in other.face("boats").svg
    assert [pack.name for pack in pnp.load_all(ROOT / "content")] == [
        *("bahama-taxi", "destination-race", "starter", "taxi-derby", "taxicab")
    ]


def test_a_document_alone_is_read(tmp_path: Path) -> None:
    text = "kind: area-map\nareas: {Market: {}, Church: {}, Pier: {}}\nroads: [Market -- Church -- Pier -- Market]\n"
    alone = pnp.load(write(tmp_path, text))
    assert (alone.name, alone.title, alone.languages, list(alone.maps)) == ("test", "test", ("en",), ["test"])
    assert alone.ok


def test_the_number_of_a_die_is_that_of_its_net(tmp_path: Path) -> None:
    sides = "".join(f"  - {{name: s{number}, sails: {number}}}\n" for number in range(1, 13))
    rows = ("rows:\n  - {name: Sloop, sails: 1}\n  - {name: Cutter, sails: 2, copies: 2}\n", f"rows:\n{sides}")
    die = (("makes: card", "makes: die"), ("back: boat-back\n", ""), ("size: 63 x 88", "size: 30 x 30"), rows)
    pack = pnp.load(write(tmp_path, harbour(*die)))
    assert 'aria-label="s7"' in pack.face("boats", 2).svg
    with pytest.raises(ValueError, match="shows several rows"):
        pack.face("boats", pack.components["boats"].rows[1])
