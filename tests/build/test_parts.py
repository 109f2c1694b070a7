"""Drawings that crash and documents that are spoilt: a build goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.build import drawing
from pnp.build.examine import examine
from pnp.loader import find_targets
from pnp.loader.pack import load
from tests.packs import harbour
from tests.pipeline import report_on, write


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
