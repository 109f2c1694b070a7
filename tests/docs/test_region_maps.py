"""The page on region maps: its maps have no findings, and its layer is where the page says."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from pnp.build.examine import examine
from pnp.loader import find_targets
from pnp.loader.pack import load
from pnp.scene.parts import PlacedIcon
from tests.pipeline import ROOT, report_on

PAGE = (ROOT / "docs" / "region-maps.md").read_text(encoding="utf-8")
FENCE = re.compile(r"```yaml\n# file: (\S+)\n(.*?)```", re.DOTALL)


def files(folder: Path) -> None:
    for name, text in FENCE.findall(PAGE):
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "art").mkdir()
    shutil.copy(ROOT / "tests" / "gallery" / "art" / "isles.svg", folder / "art")


@pytest.mark.slow
def test_the_documents_of_the_page_have_no_findings(tmp_path: Path) -> None:
    files(tmp_path)
    (tmp_path / "board.yaml").write_text("kind: component\nmakes: board\nname: Board\ntemplate: flags\n", "utf-8")
    (tmp_path / "pack.yaml").write_text("kind: pack\ntitle: Realm\nplayers: 2\nuses: [house]\n", "utf-8")
    report = report_on(tmp_path)
    assert [str(each.span) + each.code for each in report.findings if each.severity != "info"] == []
    (target,) = find_targets([str(tmp_path)])
    (board,) = examine(load(target)).drawn
    (flag,) = board.icons
    assert isinstance(flag, PlacedIcon)
    assert (flag.name, flag.size) == ("flag", 6)


def test_every_finding_on_outlines_is_on_the_page() -> None:
    from pnp.checks.map import REGION_CHECKS

    assert {check.rule.code for check in REGION_CHECKS} <= set(re.findall(r"`([a-z-]+)`", PAGE))
