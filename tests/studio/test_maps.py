"""Maps in the studio: their facts, verdicts and pictures."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from pnp.build.pipeline import check
from pnp.loader import find_targets
from pnp.studio import maps
from pnp.studio.session import RequestRefused, Resource, StudioSession
from tests.packs import HARBOUR
from tests.pipeline import write

STARTER = Path("content/starter")


def studio_of(pack: Path) -> StudioSession:
    return StudioSession(find_targets([str(pack)])[0])


def facts(pack: Path, name: str = "") -> dict[str, Any]:
    found: dict[str, Any] = maps.facts(studio_of(pack), {"map": name})
    return found


def test_the_list_has_every_map_with_its_kind() -> None:
    found = maps.listed(studio_of(Path("content/bahama-taxi")), {})
    assert [(each["id"], each["kind"], each["places"]) for each in found["maps"]] == [
        ("nassau", "area-map", 52),
        ("andros", "area-map", 52),
    ]


def test_places_have_positions_tags_and_lines() -> None:
    found = facts(STARTER)
    inn = next(each for each in found["places"] if each["id"] == "Inn")
    assert inn["at"]
    assert inn["file"].endswith("gull-bay.yaml")
    source = Path("content/starter/gull-bay.yaml").read_text(encoding="utf-8").splitlines()
    assert source[inn["line"] - 1].strip().startswith("Inn:")


def test_roads_name_the_item_of_the_document_that_states_them() -> None:
    found = facts(STARTER)
    assert found["roads"][0]["item"] == 0
    assert len(found["roads"][0]["points"]) >= 2


@pytest.mark.slow
@pytest.mark.parametrize("pack", ["starter", "examples/three-fords"])
def test_verdicts_are_those_of_the_check(pack: str) -> None:
    examined = check(find_targets([f"content/{pack}"])[0])
    expected = [(proof.name, proof.holds, proof.detail) for _, proof in examined.report.proofs]
    found = facts(Path("content", pack))["requirements"]
    assert [(each["name"], each["holds"], each["detail"]) for each in found] == expected
    assert found


@pytest.mark.slow
def test_the_picture_is_the_drawn_map_and_the_transform_leads_into_it() -> None:
    studio = studio_of(STARTER)
    found = maps.facts(studio, {})
    shown: list[Resource | None] = []
    studio.picture(found["picture"].rpartition("/")[2], shown.append)
    task = studio.tasks.next(0.1)
    assert task
    task()
    assert shown[0]
    assert shown[0].kind == "image/svg+xml"
    assert b"<svg" in shown[0].content[:200]
    scale, _, _, _, left, top = found["transform"]
    for place in found["places"]:
        x, y = place["at"]
        assert 0 <= scale * x + left <= found["width"]
        assert 0 <= scale * y + top <= found["height"]


@pytest.mark.slow
def test_a_map_has_the_picture_of_what_it_is_drawn_from(tmp_path: Path) -> None:
    pack = write(tmp_path, HARBOUR)
    studio = studio_of(pack)

    def after(name: str, old: str, new: str) -> str:
        text = (pack / name).read_text(encoding="utf-8")
        assert old in text
        (pack / name).write_text(text.replace(old, new), encoding="utf-8")
        studio.poll_files()
        return str(maps.facts(studio, {})["picture"])

    first = maps.facts(studio, {})["picture"]
    assert after("boats.yaml", "name: Cutter", "name: Dinghy") == first, "it shows no boats"
    assert after("maps/bay.yaml", "at: [60, 20]", "at: [64, 22]") != first
    assert after("maps/bay.yaml", "at: [64, 22]", "at: [60, 20]") == first, "a browser has it already"
    assert after("icons.yaml", "M5 13Q12 24 19 13", "M5 13Q12 22 19 13") != first
    (pack / "sea.svg").write_text("<svg/>", encoding="utf-8")
    studio.renew((str(pack / "sea.svg"),))
    assert maps.facts(studio, {})["picture"] != first


def test_an_unchanged_map_has_the_same_picture() -> None:
    studio = studio_of(STARTER)
    first = maps.facts(studio, {})["picture"]
    studio.cached.clear()
    assert maps.facts(studio, {})["picture"] == first


def test_a_map_without_positions_says_what_it_lacks(tmp_path: Path) -> None:
    text = "kind: area-map\nname: Draft\nareas: {gate: {}, hall: {}}\nroads: [gate -- hall]\n"
    (tmp_path / "draft.yaml").write_text(text, encoding="utf-8")
    found = facts(tmp_path / "draft.yaml")
    assert found["picture"] is None
    assert found["missing"] == "it has no size"


@pytest.mark.slow
def test_cells_of_a_grid_have_their_corners_and_letters() -> None:
    found = facts(Path("content/examples/three-fords"))
    meadow = next(each for each in found["terrains"] if each["id"] == "meadow")
    assert meadow["letter"] == "."
    cell = found["cells"][0]
    assert len(cell["corners"]) == 6
    middle = [sum(corner[axis] for corner in cell["corners"]) / 6 for axis in (0, 1)]
    assert middle == pytest.approx(cell["at"], abs=0.01)


def test_an_unknown_map_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RequestRefused, match="no map 'atlantis'"):
        facts(STARTER, "atlantis")
    (tmp_path / "rules.yaml").write_text("kind: requirements\nrequirements: []\n", encoding="utf-8")
    with pytest.raises(RequestRefused, match="this pack has no map"):
        facts(tmp_path / "rules.yaml")


LABELS = """\
kind: area-map
name: Town
size: 120 x 80
areas:
  Gate: {at: [20, 40]}
  Mill: {at: [90, 40], label-at: [60, 20]}
roads: [Gate -- Mill]
"""


def town(folder: Path, text: str) -> StudioSession:
    pack = "# file: pack.yaml\nkind: pack\ntitle: T\nextends: house\ndocuments: [town.yaml]\n"
    return studio_of(write(folder, f"{pack}# file: town.yaml\n{text}"))


def test_labels_have_boxes_on_the_map_where_they_are_printed(tmp_path: Path) -> None:
    studio = town(tmp_path, LABELS)
    found = {each["place"]: each for each in maps.labels(studio, {"map": "town"})["labels"]}
    assert set(found) == {"Gate", "Mill"}
    assert found["Mill"]["at"] == pytest.approx([60, 20], abs=0.01)
    assert all(3 < each["size"][0] < 40 and 1 < each["size"][1] < 20 for each in found.values())
    mill = next(each for each in maps.facts(studio, {})["places"] if each["id"] == "Mill")
    assert mill["label_at"] == [60.0, 20.0]


def test_a_map_that_is_not_drawn_has_no_labels(tmp_path: Path) -> None:
    assert maps.labels(town(tmp_path, LABELS.replace("size: 120 x 80\n", "")), {"map": "town"})["labels"] == []
    assert maps.labels(studio_of(Path("content/examples/three-fords")), {"map": ""})["labels"] == []


BROKEN = LABELS + "requirements: [{name: near, distance: {from: Gate, to: Mill, is: 2}}, {connected: true}]\n"


def test_a_proof_that_crashes_is_a_finding_and_leaves_the_verdicts_unknown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stumble(*_: object) -> None:
        raise ZeroDivisionError("by hand")

    monkeypatch.setattr("pnp.checks.map.map_findings.prove", stumble)
    found = maps.facts(town(tmp_path, BROKEN), {"map": "town"})
    assert [each["holds"] for each in found["requirements"]] == [None, None]
    assert [each["detail"] for each in found["requirements"]] == 2 * ["the proof stopped: see the findings"]
    assert [each["code"] for each in found["findings"]].count("crashed-check") == 1


def test_the_hint_of_a_verdict_is_that_of_its_own_finding(tmp_path: Path) -> None:
    studio = town(tmp_path, BROKEN)
    state = maps.examined(studio, maps.state_of(studio, {"map": "town"}))
    broken = next(each for each in state.findings if each.code == "broken-requirement")
    other = replace(broken, code="other", message="another", hint="do something else")
    for own in (broken, replace(broken, hint=None)):
        for findings in ((other, own), (own, other)):
            requirement, _ = maps.verdicts(replace(state, findings=findings))["requirements"]
            assert requirement["hint"] == own.hint
