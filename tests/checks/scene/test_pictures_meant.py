"""Pictures that are named in another way, and drawings of which nothing is left."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pipeline import report_on, told, write

PACK = """
# file: pack.yaml
kind: pack
title: Fen
# file: moths.yaml
kind: component
makes: card
name: Moths
template: moth
rows: moths.csv
# file: moth.yaml
kind: template
size: poker
layers:
  - {picture: "{art}", where: "top, 30 high"}
  - {text: "{name}", style: body, where: "bottom, 10 high, inset 5"}
# file: moths.csv
name,art
Ermine,art/moth.svg
Swift,art/ghost.svg
# file: art/moth.svg
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><g id="g"><rect width="9" height="9"/></g></svg>
# file: art/ghost.svg
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><g><rect width="9" height="9"/></g></svg>
"""


@pytest.mark.parametrize(
    ("right", "wrong", "found"),
    [
        ("art/moth.svg\nSwift", "moth.svg\nSwift", [("moths.csv:2", "did you mean 'art/moth.svg'?")]),
        ("art/moth.svg\nSwift", "art/moth\nSwift", [("moths.csv:2", "did you mean 'art/moth.svg'?")]),
        ('"{art}"', '"art/{art}"', [("moth.yaml:4", "write '{art}'")]),
        ('<g id="g">', '<g id="g" style="display:none">', [("moths.csv:2", "show its layers, and save it again")]),
        ("poker", "poker", []),
    ],
)
def test_a_picture_that_cannot_be_used_is_one_finding(
    tmp_path: Path, right: str, wrong: str, found: list[tuple[str, str]]
) -> None:
    report = report_on(write(tmp_path, PACK.replace(right, wrong, 1)))
    errors = [each for each in report.findings if each.severity.value == "error"]
    assert [(f"{Path(each.span.file).name}:{each.span.line}", each.hint) for each in errors] == found, told(report)
