"""`docs/printing.md` names what there is."""

from __future__ import annotations

import re
from pathlib import Path

from pnp.loader import find_targets
from pnp.loader.pack import load
from pnp.loader.target import content_folder
from pnp.model.profile import Profile
from pnp.sheet.options import PAPERS
from tests.pipeline import ROOT, report_on, told, write

PAGE = (ROOT / "docs" / "printing.md").read_text(encoding="utf-8")


def test_every_profile_of_the_house_is_named() -> None:
    (house,) = find_targets([str(content_folder() / "house")])
    table = PAGE.partition("| profile | prints |")[2].partition("\n\n")[0]
    assert set(re.findall(r"`([a-z-]+)`", table)) == {profile.id for profile in load(house).game.all(Profile)}


def test_every_paper_is_named() -> None:
    listed = re.search(r"`--paper letter` \(([^)]*)\)", PAGE)
    assert listed
    assert set(listed[1].split(", ")) == set(PAPERS)


def test_the_profile_that_is_shown_is_one(tmp_path: Path) -> None:
    shown = re.search(r"```yaml\n(# file: corner-shop.yaml\n.*?)```", PAGE, re.DOTALL)
    assert shown
    report = report_on(write(tmp_path, shown[1]))
    assert not report.findings, told(report)
