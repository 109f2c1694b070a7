"""`pnp place`: proposes positions, draws them, and writes them in when asked."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run

DRAFT = "kind: area-map\nareas: {Mill: {}, Ford: {}, Inn: {}}\nroads: [Mill -- Ford -- Inn]\n"


@pytest.fixture
def draft(work: Path) -> Path:
    (work / "draft.yaml").write_text(DRAFT)
    return Path("draft.yaml")


@pytest.mark.slow
def test_it_shows_positions_and_changes_nothing(pnp: Run, draft: Path) -> None:
    ran = pnp("place", draft)
    assert (ran.status, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert [line.split()[0] for line in lines[:3]] == ["Mill", "Ford", "Inn"]
    assert "3 areas placed on 190 x 130 mm: no crossings; roads" in ran.out
    assert lines[4] == "output/draft/place/draft.png"
    assert Path(lines[4]).read_bytes().startswith(b"\x89PNG")
    assert draft.read_text() == DRAFT


@pytest.mark.slow
def test_it_writes_them_in_and_the_map_builds(pnp: Run, draft: Path) -> None:
    assert pnp("place", draft, "--write", "--format", "svg").status == 0
    assert "Mill: {at: [" in draft.read_text()
    assert "size: 190 x 130" in draft.read_text()
    assert pnp("check", draft).status == 0
    ran = pnp("place", draft)
    assert (ran.status, ran.err) == (1, "every area has a position; place all of them again with --again\n")


@pytest.mark.slow
def test_a_size_can_be_given(pnp: Run, draft: Path) -> None:
    assert "placed on 254 x 127 mm" in pnp("place", draft, "--size", "10 x 5 in").out
    assert "'wide' is not a size" in pnp("place", draft, "--size", "wide").err
    assert "20 to 5000 mm" in pnp("place", draft, "--size", "1 x 5").err


def test_other_kinds_of_map_and_spoilt_ones_are_refused(pnp: Run, work: Path, draft: Path) -> None:
    (work / "blocks.yaml").write_text("kind: block-map\nblocks: {rows: 2, columns: 3}\ndrive: right\nturns: [right]\n")
    assert "'blocks' is a block-map: only the areas of an area map are placed" in pnp("place", "blocks.yaml").err
    draft.write_text(DRAFT.replace("Inn: {}", "Inn: {at: 3}"))
    ran = pnp("place", draft)
    assert (ran.status, ran.err) == (1, "'draft' has errors that hide some of it; pnp check tells them\n")


@pytest.mark.slow
def test_a_graph_alone_is_checked_and_no_road_is_proposed_for_it(pnp: Run, draft: Path) -> None:
    """Without positions nobody knows which places are near each other."""
    requirement = "requirements: [{distance: {from: Mill, to: Inn, at-most: 1}}]\n"
    draft.write_text(DRAFT + requirement)
    ran = pnp("check", draft, "--suggest")
    assert "broken-requirement" in ran.out
    assert "add the road" not in ran.out + ran.err
    placed = DRAFT.replace("Mill: {}", "Mill: {at: [10, 10]}").replace("Ford: {}", "Ford: {at: [40, 15]}")
    draft.write_text(placed + requirement)
    assert "add the road" not in pnp("check", draft, "--suggest").out
    draft.write_text(placed.replace("Inn: {}", "Inn: {at: [30, 50]}") + "new-roads: 90\n" + requirement)
    assert "add the road 'Mill -- Inn'" in pnp("check", draft, "--suggest").out
