"""Names that want to be paths, markup or commands, in every target: in its files they are text, and safe in names."""

from __future__ import annotations

import json
import re
import zipfile
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import fromstring

import pytest

from pnp.export.targets import TARGETS, ExportOptions, export_pack
from pnp.loader import find_targets
from pnp.loader.pack import load
from tests.export.test_html import Elements
from tests.pipeline import write

NAMES = (
    '"><script>alert(1)</script>', "../../etc/passwd", "CON", ".", "..", "a/b\\c:d*e?f", "L" * 3000, "'; DROP--",
    "\u202egnp.exe\u202c", "${x} $(id) `id`", "&amp;<b>x</b>", "שלום", "a" + "\u0301" * 200, "😀",
)  # fmt: skip

_PACK = """\
# file: pack.yaml
kind: pack
title: NAME
players: 2
documents: [board.yaml, board-face.yaml, cards.yaml, face.yaml, town.yaml]
components: [{component: board}, {component: cards}]
# file: cards.yaml
kind: component
makes: card
name: NAME
template: face
back: face
rows:
ROWS
# file: face.yaml
kind: template
size: 44 x 68
background: paper
layers: [{panel: ink, where: "middle, 20 x 20", slot: "</x>../'slot'"}]
# file: board.yaml
kind: component
makes: board
name: Board
template: board-face
# file: board-face.yaml
kind: template
size: 90 x 60
background: paper
layers: [{map: town}]
# file: town.yaml
kind: area-map
size: 90 x 60
areas: {"../Mill": {at: [20, 20]}, "<b>&Inn": {at: [70, 40]}}
roads: ["../Mill -- <b>&Inn"]
"""

_FORBIDDEN = re.compile(r'[\x00-\x1f<>:"|?*\\\u202a-\u202e\u2066-\u2069]|\.\.|^/')
_DEVICES = {"CON", "PRN", "AUX", "NUL"}


def _is_safe(name: str) -> bool:
    parts = name.split("/")
    return not (
        _FORBIDDEN.search(name)
        or max(len(part.encode()) for part in parts) > 150
        or any(part.split(".")[0].upper() in _DEVICES for part in parts)
    )


def _texts(value: Any) -> list[str]:
    """All texts in JSON."""
    if isinstance(value, dict):
        return [text for each in value.items() for part in each for text in _texts(part)]
    if isinstance(value, list):
        return [text for each in value for text in _texts(each)]
    return [value] if isinstance(value, str) else []


@pytest.mark.parametrize("target", TARGETS)
def test_names_are_text_in_files_with_safe_names(tmp_path: Path, target: str) -> None:
    rows = "\n".join(f"  - {{name: {json.dumps(name, ensure_ascii=False)}}}" for name in NAMES)
    title = json.dumps(NAMES[0])
    pack = write(tmp_path / "pack", _PACK.replace("NAME", title).replace("ROWS", rows))
    loaded = load(find_targets([str(pack)])[0])
    examined, written = export_pack(
        loaded, target, ExportOptions(tmp_path / "out", dpi=50, sheets=True), lambda _: None
    )
    assert written, [each.message for each in examined.report.findings]
    files = {
        path.relative_to(tmp_path / "out").as_posix(): path.read_bytes() for path in (tmp_path / "out").rglob("*.*")
    }
    for name, content in list(files.items()):
        if zipfile.is_zipfile(BytesIO(content)):
            archive = zipfile.ZipFile(BytesIO(content))
            files |= {f"{name}/{inner}": archive.read(inner) for inner in archive.namelist()}
    assert [name for name in files if not _is_safe(name)] == []
    seen = set[str]()
    for name, content in files.items():
        if name.endswith(".json"):
            seen.update(_texts(json.loads(content)))
        elif name.endswith(("buildFile.xml", "moduledata")):
            seen.update(
                text for each in fromstring(content).iter() for text in (each.text or "", *each.attrib.values())
            )
        elif name.endswith(".html"):
            assert b"<script>alert" not in content
            seen.update(_texts(Elements(content).json("game")))
    assert any("../../etc/passwd" in text for text in seen)
    assert any("alert(1)" in text for text in seen)
