"""`pnp check`: what it says, in which words and formats, of which files."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import click
import pytest

from tests.cli.conftest import Run
from tests.packs import harbour
from tests.pipeline import write
from tests.schemas import breaches

TOWN = "kind: area-map\nareas: {Market: {}, Church: {}, Pier: {}}\n"
ROADS = "roads: [Market -- Church -- Pier -- Market]\n"
BROKEN_REQUIREMENT = "requirements: [{name: far away, distance: {from: Market, to: Pier, is: 2}}]\n"


def test_a_clean_pack(pnp: Run, game: Path) -> None:
    ran = pnp("check", game)
    assert (ran.status, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[0] == "2 of 2 requirements on maps proved"
    assert re.fullmatch(r"\d+ files, \d+ checks: 0 errors, 0 warnings, 0 notes", lines[1])


def test_a_broken_document_alone(pnp: Run, work: Path) -> None:
    (work / "town.yaml").write_text(TOWN + "roads: [Market -- Church -- Peer]\n")
    ran = pnp("check", "town.yaml")
    assert ran.status == 1
    *finding, blank, summary = ran.out.splitlines()
    assert finding == [
        "town.yaml:3:29  error  there is no place 'Peer'  [unknown-place]",
        "     3 │ roads: [Market -- Church -- Peer]",
        "       │                             ^^^^",
        "    → did you mean 'Pier'?",
    ]
    assert blank == ""
    assert re.fullmatch(r"1 file, \d+ checks: 1 error, 0 warnings, 0 notes", summary)


def test_pairs_without_a_way_are_counted_where_a_minimum_distance_is_proved(pnp: Run, work: Path) -> None:
    road = "roads: [Market -- Church, {from: Church, to: Pier, one-way: true}]\n"
    far = "{name: far, distance: {from: every place, to: [Market, Church], at-least: 1}}"
    (work / "town.yaml").write_text(f"{TOWN}{road}requirements: [{', '.join([far] * 7)}]\n")
    said = "town.yaml:4: 2 pairs of 'far' have no way, which counts as far enough ('reachable: true' requires one)"
    lines = pnp("check", "town.yaml").out.splitlines()
    at = lines.index("7 of 7 requirements on maps proved")
    assert lines[at + 1 : at + 7] == [f"  {said}"] * 5 + ["  so have pairs of 2 more requirements"]
    first = json.loads(pnp("check", "town.yaml", "--format", "json").out)["proofs"][0]
    assert first["detail"].endswith("no way leads from 'Pier' to 'Market' (and 1 other pair)")


ROWS = "rows:\n  - {name: Sloop, sails: 1}\n  - {name: Cutter, sails: 2, copies: 2}\n"


@pytest.fixture
def fleet(work: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game of a hundred boats, which is more than a pack may take here."""
    monkeypatch.setattr("pnp.facts.facts.PACK_STEPS", 50_000)
    boats = "rows:\n" + "".join(f"  - {{name: Boat {n}, sails: {n}}}\n" for n in range(100))
    write(work / "fleet", harbour((ROWS, boats), ("expect: 3", "expect: 100")))
    return Path("fleet")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "made"), [("check", ""), ("build", "fleet/fleet-a4.pdf"), ("rulebook", "fleet/rulebook.pdf")]
)
def test_a_large_pack_is_refused_unless_it_is_allowed(pnp: Run, fleet: Path, command: str, made: str) -> None:
    ran = pnp(command, fleet)
    assert ran.status == 1
    assert "[too-much-work]" in ran.out + ran.err
    assert "if you trust the pack, add --large to the command" in ran.out + ran.err
    assert not Path("output").exists()
    ran = pnp(command, fleet, "--large")
    assert (ran.status, "too-much-work" in ran.out + ran.err) == (0, False)
    assert Path("output", made).exists() == bool(made)
    again = pnp(command, fleet)  # what was built because it was allowed is no answer to who does not allow it
    assert again.status == 1


@pytest.mark.parametrize(("strict", "status"), [(False, 0), (True, 1)])
def test_warnings_count_where_one_is_strict(pnp: Run, work: Path, strict: bool, status: int) -> None:
    (work / "town.yaml").write_text(TOWN + "roads: [Market -- Church, Church -- Pier]\n")
    ran = pnp("check", "town.yaml", *(["--strict"] if strict else []))
    assert "warning" in ran.out
    assert ran.status == status


def test_quiet_leaves_information_out(pnp: Run, work: Path) -> None:
    areas = "{A: {}, B: {}, C: {}, D: {}, E: {}}"
    (work / "town.yaml").write_text(f"kind: area-map\nareas: {areas}\nroads: [A -- B -- C -- A, C -- D -- E -- C]\n")
    assert "articulation-point" in pnp("check", "town.yaml").out
    quiet = pnp("check", "town.yaml", "--quiet")
    assert "articulation-point" not in quiet.out
    assert quiet.out.endswith("0 errors, 0 warnings, 1 note\n")


def test_a_document_of_a_pack_shows_its_own_findings_alone(pnp: Run, work: Path) -> None:
    write(work / "harbour", harbour(("name: The bay", "nam: The bay"), ("title: Boats", "titel: Boats")))
    everywhere = json.loads(pnp("check", "harbour", "--format", "json").out)
    one = json.loads(pnp("check", "harbour/maps/bay.yaml", "--format", "json").out)
    assert {finding["file"] for finding in one["findings"]} == {"harbour/maps/bay.yaml"}
    assert len({finding["file"] for finding in everywhere["findings"]}) > 1
    assert one["summary"]["files"] == 1
    assert [proof["map"] for proof in one["proofs"]] == ["bay", "bay"]
    assert one["findings"] == [each for each in everywhere["findings"] if each["file"] == "harbour/maps/bay.yaml"]


def test_several_targets_make_one_report_in_order(pnp: Run, work: Path) -> None:
    write(work / "zoo", harbour(("name: The bay", "nam: The bay")))
    write(work / "bay", harbour(("title: Boats", "titel: Boats"), ("name: The bay", "nam: The bay")))
    (work / "town.yaml").write_text(TOWN)
    report = json.loads(pnp("check", "zoo", "bay", "town.yaml", "zoo/pack.yaml", "--format", "json").out)
    places = [(each["file"], each["line"], each["column"], each["code"]) for each in report["findings"]]
    assert places == sorted(places)
    assert len(places) == len(set(places))
    assert {file.split("/")[0] for file, *_ in places} == {"zoo", "bay", "town.yaml"}
    assert {proof["pack"] for proof in report["proofs"]} == {"zoo", "bay"}


@pytest.mark.slow
def test_a_bundled_pack_is_shown_by_its_name(pnp: Run, work: Path) -> None:
    report = json.loads(pnp("check", "starter", "--format", "json").out)
    assert report["proofs"]
    assert {each["file"].split("/")[0] for each in (*report["findings"], *report["proofs"])} == {"starter"}


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (TOWN + ROADS, 0),
        (TOWN + ROADS + BROKEN_REQUIREMENT, 1),
        (TOWN + "roads: [Market -- Chruch]\nextra: [\t1]\n", 1),
        ("kind: area-map\nareas: {\n", 1),
        ("", 1),
        ("\x00", 1),
        ("- 1\n", 1),
        ("kind: rulebook\nsections: [{title: A, text: '{1 +}'}]\n", 1),
    ],
)
def test_the_json_report_keeps_to_its_schema(pnp: Run, work: Path, text: str, status: int) -> None:
    (work / "town.yaml").write_text(text)
    ran = pnp("check", "town.yaml", "--format", "json")
    report = json.loads(ran.out)
    assert (ran.status, ran.err) == (status, "")
    assert breaches(report, "report.schema.json") == []
    assert report["summary"]["errors"] == sum(each["severity"] == "error" for each in report["findings"])
    assert all(each["file"] == "town.yaml" for each in report["findings"])


def test_a_broken_requirement_has_a_witness(pnp: Run, work: Path) -> None:
    (work / "town.yaml").write_text(TOWN + ROADS + BROKEN_REQUIREMENT)
    (proof,) = json.loads(pnp("check", "town.yaml", "--format", "json").out)["proofs"]
    assert (proof["name"], proof["holds"], proof["method"], proof["scope"]) == ("far away", False, "direct", "printed")
    assert (proof["file"], proof["line"], proof["pack"], proof["map"]) == ("town.yaml", 4, None, "town")
    assert (proof["setups_total"], proof["setups_checked"], proof["setups_covered"]) == ("1", 1, 1)
    assert proof["witness"]["distance"] == 1
    assert proof["witness"]["path"] == ["Market", "Pier"]


def test_suggestions_list_what_would_mend_a_map_too(pnp: Run, work: Path) -> None:
    areas = "{A: {at: [20, 20]}, B: {at: [60, 20]}, C: {at: [20, 50]}}"
    text = f"kind: area-map\nsize: 90 x 60\nareas: {areas}\nroads: [A -- B]\nnew-roads: 60\n"
    text += "requirements: [connected: true]\n"
    (work / "map.yaml").write_text(text)
    one, several = (json.loads(pnp("check", "map.yaml", "--format", "json", *more).out) for more in ([], ["--suggest"]))
    hints = [
        next(each["hint"] for each in report["findings"] if each["code"] == "broken-requirement")
        for report in (one, several)
    ]
    assert hints[0] == "add the road 'A -- C' (tried: it holds then)"
    assert hints[1] == f"{hints[0]}; or add the road 'B -- C'"


@pytest.mark.slow
def test_what_breaks_a_map_is_drawn_beside_the_report(pnp: Run, work: Path) -> None:
    text = "kind: area-map\nsize: 90 x 60\nareas: {A: {at: [20, 20]}, B: {at: [60, 20]}, C: {at: [60, 50]}}\n"
    (work / "map.yaml").write_text(text + "roads: [A -- B]\nrequirements: [count: {is: 3}, connected: true]\n")
    ran = pnp("check", "map.yaml", "--overlay", "out", "--format", "json")
    assert ran.err.strip() == "out/map-02-connected.svg"
    assert json.loads(ran.out)["summary"]["errors"] > 0
    assert b"connected" in Path("out/map-02-connected.svg").read_bytes()
    (work / "draft.yaml").write_text(
        "kind: area-map\nareas: {A: {}, B: {}}\nroads: []\nrequirements: [connected: true]\n"
    )
    assert pnp("check", "draft.yaml", "--overlay", "out").err == ""


def test_a_report_of_a_whole_game_keeps_to_its_schema(pnp: Run, game: Path) -> None:
    report = json.loads(pnp("check", game, "--format", "json").out)
    assert breaches(report, "report.schema.json") == []
    assert [proof["holds"] for proof in report["proofs"]] == [True, True]


def test_github_shows_findings_beside_the_lines(pnp: Run, work: Path) -> None:
    (work / "town.yaml").write_text(TOWN + "roads: [Market -- Church -- Peer]\nnam: Town\n")
    ran = pnp("check", "town.yaml", "--format", "github")
    assert ran.status == 1
    place, key = ran.out.splitlines()
    assert place == (
        "::error file=town.yaml,line=3,col=29,endLine=3,endColumn=33,title=unknown-place"
        "::there is no place 'Peer' (did you mean 'Pier'?)"
    )
    assert key.startswith("::error file=town.yaml,line=4,col=1,endLine=4,endColumn=4,title=unknown-key::")


def test_a_clean_report_is_nothing_to_github(pnp: Run, game: Path) -> None:
    ran = pnp("check", game, "--format", "github")
    assert (ran.status, ran.out.strip()) == (0, "")


def test_sarif_has_a_rule_for_every_result(pnp: Run, work: Path) -> None:
    (work / "town.yaml").write_text(TOWN + "roads: [Market -- Church -- Peer]\nnam: Town\n")
    (run,) = json.loads(pnp("check", "town.yaml", "--format", "sarif").out)["runs"]
    assert [result["ruleId"] for result in run["results"]] == ["unknown-place", "unknown-key"]
    rules = {rule["id"]: rule["fullDescription"]["text"] for rule in run["tool"]["driver"]["rules"]}
    assert set(rules) == {"unknown-place", "unknown-key"}
    assert all("Fix:" in page for page in rules.values())
    assert run["results"][0]["locations"][0]["physicalLocation"]["region"]["startLine"] == 3


class Terminal:
    """Standard output that says that it is a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("variable", "coloured"), [("", True), ("1", False)])
def test_colours_are_for_terminals_whose_owners_want_them(
    monkeypatch: pytest.MonkeyPatch, variable: str, coloured: bool
) -> None:
    from pnp.cli.console import COLOURS, paint

    assert all(paint("x", role) == "x" for role in COLOURS), "here is no terminal"
    monkeypatch.setattr(sys, "stdout", Terminal())
    monkeypatch.setenv("NO_COLOR", variable)
    for role in COLOURS:
        assert click.unstyle(paint("x", role)) == "x"
        assert (paint("x", role) != "x") == coloured


def test_what_the_terminal_cannot_show_is_escaped(
    pnp: Run, work: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (work / "town.yaml").write_text("kind: area-map\nareas: {Lwów: {}}\nroads: [Lwów -- Łódź]\n", encoding="utf-8")
    monkeypatch.setattr(type(sys.stdout), "encoding", "ascii", raising=False)
    ran = pnp("check", "town.yaml")
    assert ran.status == 1
    assert ran.out.isascii()
    assert "\\u0141\\xf3d\\u017a" in ran.out
