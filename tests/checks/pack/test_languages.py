"""Findings of games in several languages."""

from __future__ import annotations

from pathlib import Path

from tests.pipeline import report_on, write


def test_findings_on_maps_are_those_of_every_language(tmp_path: Path) -> None:
    report = report_on(
        write(
            tmp_path,
            """
            # file: pack.yaml
            kind: pack
            title: {en: Fen, de: Moor}
            languages: [en, de]
            # file: fen.yaml
            kind: area-map
            areas: {Mill: {at: [10, 10]}, Pump: {at: [40, 10]}}
            roads: [Mill -- Pumb]
            # file: rules.yaml
            kind: rulebook
            sections: [{title: Way, text: "{areas}"}]
            # file: rules-de.yaml
            kind: rulebook
            language: de
            sections: [{title: Weg, text: "{count(fen.areas)}"}]
            """,
        )
    )
    found = [(each.code, each.message) for each in report.findings if each.severity.value == "error"]
    assert found == [
        ("unknown-place", "there is no place 'Pumb'"),
        ("failed-rule-expression", "in en: unknown name 'areas'"),
    ]


def test_what_follows_from_an_error_in_a_map_is_silent_in_every_language(tmp_path: Path) -> None:
    areas = "{A: {at: [20, 20]}, B: {at: [90, 20]}, C: {at: [90, 70]}, D: {at: [20, 70]}}"
    pack = """
        # file: pack.yaml
        kind: pack
        title: {en: Fen, de: Moor}
        languages: [en, de]
        # file: fen.yaml
        kind: area-map
        size: 4 x 3
        areas: AREAS
        roads: [A -- B -- C -- D -- A]
        # file: board.yaml
        kind: component
        makes: board
        name: {en: Board, de: Plan}
        template: board-face
        # file: board-face.yaml
        kind: template
        size: 120 x 90
        layers: [{map: fen, style: mini-style}]
        # file: boats.yaml
        kind: component
        makes: token
        name: {en: Boats, de: Boote}
        template: boat
        # file: boat.yaml
        kind: template
        size: 12
        layers: [{icon: star}]
        # file: desk.yaml
        kind: table
        things: {board: {component: board, at: middle}, boat: {component: boats, at: on board, places: A}}
    """
    for size, unit in (("4 x 3", "inches: 4 x 3 in"), ("9 x 7", "centimetres: 9 x 7 cm")):
        report = report_on(write(tmp_path, pack.replace("AREAS", areas).replace("4 x 3", size)))
        found = [(each.code, each.hint) for each in report.findings if each.severity.value == "error"]
        assert found == [("off-map", f"write its size with its unit if it is in {unit}")]


def test_a_rulebook_in_a_mistyped_language_is_told_the_one_that_has_no_rules(tmp_path: Path) -> None:
    pack = """
        # file: pack.yaml
        kind: pack
        title: {en: Fen, de: Moor}
        languages: [en, de]
        # file: rules.yaml
        kind: rulebook
        sections: [{title: Way, text: Go.}]
        # file: regeln.yaml
        kind: rulebook
        language: CODE
        sections: [{title: Weg, text: Geh.}]
    """
    for code, hint in (("dt", "did you mean 'de'?"), ("fr", "write in pack.yaml: 'languages: [en, de, fr]'")):
        report = report_on(write(tmp_path, pack.replace("CODE", code)))
        assert [each.hint for each in report.findings if each.code == "unlisted-language"] == [hint]
