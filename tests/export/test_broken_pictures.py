"""Packs with a broken picture: each target reports it, and writes nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.diagnostics import ERROR
from pnp.export.targets import TARGETS, ExportOptions, export_pack
from pnp.loader import find_targets
from pnp.loader.pack import load
from tests.pipeline import write

_PACK = """\
# file: pack.yaml
kind: pack
title: Two pictures
players: 2
documents: [cards.yaml, face.yaml]
components: [{component: cards}]
# file: cards.yaml
kind: component
makes: card
name: Cards
template: face
rows:
  - {name: Mill, art: mill.svg}
  - {name: Inn, art: inn.png}
# file: face.yaml
kind: template
size: 44 x 68
background: paper
layers:
  - {picture: "{art}", where: "middle, 30 x 30"}
"""

_SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">{}</svg>'

_DRAWN = _SVG.format('<rect width="10" height="10" fill="#a03"/>')

_DAMAGES = {
    "missing": ("inn.png", None, "the pack has no picture 'inn.png' (row 'Inn')"),
    "no picture": ("inn.png", b"hello", "the picture 'inn.png' cannot be used: it is not a PNG"),
    "corrupt": ("inn.png", b"\x89PNG\r\n\x1a\n" + bytes(range(200)), "the picture 'inn.png' cannot be used: "),
    "empty": ("inn.svg", _SVG.format("").encode(), "the picture 'inn.svg' cannot be used: it draws nothing"),
}  # fmt: skip
"""The name of a picture, its content, and the beginning of what is reported."""


@pytest.mark.parametrize("damage", _DAMAGES)
@pytest.mark.parametrize("target", TARGETS)
def test_a_broken_picture_is_reported_and_nothing_is_written(tmp_path: Path, target: str, damage: str) -> None:
    name, content, told = _DAMAGES[damage]
    pack = write(tmp_path / "pack", _PACK.replace("inn.png", name))
    (pack / "mill.svg").write_text(_DRAWN, encoding="utf-8")
    if content is not None:
        (pack / name).write_bytes(content)
    loaded = load(find_targets([str(pack)])[0])
    examined, written = export_pack(loaded, target, ExportOptions(tmp_path / "out", dpi=50), lambda _: None)
    (found,) = (finding for finding in examined.report.findings if finding.severity is ERROR)
    assert found.message.startswith(told)
    assert (Path(found.span.file).name, found.span.line) == ("cards.yaml", 7)
    assert (written, (tmp_path / "out").exists()) == ((), False)
