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
