"""Checks on a rulebook as it is written, and as it was computed."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

import pytest

from pnp.checks.rulebook import COMPUTED_RULE_CHECKS, RULEBOOK_CHECKS
from pnp.checks.run import run_checks
from pnp.checks.scene import LETTERING_CHECKS
from pnp.diagnostics import Finding, Span
from pnp.model.rulebook import Rulebook
from pnp.rulebook import build_rulebook
from pnp.scene.typesetting.lettering import Lettering
from tests.pipeline import report_on, write
from tests.rulebook.harbour import RULES, facts_of, game_of

AT = Span("rules.yaml")


def findings_of(rules: str) -> list[Finding]:
    game = game_of(rules)
    found = list(run_checks(RULEBOOK_CHECKS, game, AT))
    for rulebook in game.all(Rulebook):
        document, errors = build_rulebook(rulebook, facts_of(game))
        found += run_checks(COMPUTED_RULE_CHECKS, errors, AT)
        found += run_checks(LETTERING_CHECKS, Lettering("in the rules", document.flaws), AT)
    return sorted(found, key=lambda finding: finding.order)


def expect(rules: str) -> list[Finding]:
    """The findings of the rules, which are those that their comments `#! code` say, line by line."""
    rules = textwrap.dedent(rules).lstrip("\n")
    found = findings_of(rules)
    said = [
        (number, mark[1]) for number, line in enumerate(rules.splitlines(), 1) if (mark := re.search("#! (.+)$", line))
    ]
    assert [(finding.span.line, finding.code) for finding in found] == said, found
    return found


def test_the_specimen_is_clean() -> None:
    assert findings_of(RULES) == []


def test_ids_that_are_there_twice() -> None:
    first, second, third = expect("""
        kind: rulebook
        sections:
          - {title: Set-up, text: [table: {title: Boats, rows: [{n: 1}], columns: [{head: N, cell: n}]}]}
          - title: Tides
            sections: [{title: Set-up}]  #! duplicate-rule-id
        tables:
          boats: {title: Boats, rows: [{n: 1}], columns: [{head: N, cell: n}]}  #! duplicate-rule-id
          icons: {title: Icons, rows: [{n: 1}], columns: [{head: N, cell: n}]}  #! duplicate-rule-id
    """)
    assert first.message == "another section has the id 'set-up' already, in line 3"
    assert second.message == "another table has the id 'boats' already, in line 3"
    assert third.message == "the id 'icons' belongs to another table"


def test_tables_and_sections_that_are_not_there() -> None:
    tables = "{n: 1}"
    found = expect(f"""
        kind: rulebook
        sections:
          - title: Set-up
            text:
              - table: boat  #! unknown-table
              - "See {{table:ways}}"  #! unknown-table
              - note: ["Back to {{section:setup}}."]  #! unknown-section
              - variant: {{name: Night, options: [{{name: Dusk, text: "{{table:night}}"}}]}}  #! unknown-table
            reference: ["{{section:set-up}} {{section:tides}}"]  #! unknown-section
        tables:
          boats: {{title: Boats, rows: [{tables}], columns: [{{head: N, cell: n}}]}}
    """)
    assert [finding.hint for finding in found[:3]] == [
        "did you mean 'boats'?",
        "tables are boats",
        "did you mean 'set-up'?",
    ]
    assert (found[1].span.column, found[1].span.end_column) == (14, 26)


def test_expressions_that_cannot_be_read_are_told_once() -> None:
    found = expect(
        """
        kind: rulebook
        sections:
          - title: "Boats {"  #! unreadable-rule
            text: "{table:b} There are {2 *} boats."  #! unreadable-rule
        tables:
          b:
            title: B
            rows: {each: n, in: "range(1,", head: n}  #! unreadable-rule
            columns:
              - {head: "{n", cell: n}  #! unreadable-rule
              - {head: M, text: "{m m}"}  #! unreadable-rule
    """
    )
    assert (found[1].span.column, found[1].span.end_column) == (35, 36)


def test_expressions_that_cannot_be_computed() -> None:
    found = expect("""
        kind: rulebook
        sections:
          - title: Boats
            text: "There are {botas(2)} boats and {icon:ankor}."  #! failed-rule-expression
        tables:
          b:
            title: B
            rows: {each: n, in: "range(1, 9)"}
            columns: {each: m, in: "range(1, 9)", cell: n / (m - 3)}  #! failed-rule-expression
    """)
    assert found[0].hint == "did you mean 'boats'?"
    assert (found[1].span.column, found[1].span.end_column) == (49, 59)


def test_an_icon_explained_that_is_not_there() -> None:
    (found,) = expect("""
        kind: rulebook
        icons:
          anchor: You may stay.
          bouy: You may not.  #! unknown-rule-icon
        sections: [{title: Icons, text: [icons: true]}]
    """)
    assert found.hint == "did you mean 'buoy'?"


def test_characters_that_no_font_has() -> None:
    (found,) = expect("""
        kind: rulebook
        sections:
          - {title: Sułkowski → ♠, text: "Go 🚀 now 🚀, e\u0301 too."}  #! missing-glyph
    """)
    assert found.message == "no font has '🚀' (U+1F680) in the rules"


def test_a_triangle_that_is_none() -> None:
    expect("""
        kind: rulebook
        sections: [{title: Tides}]
        tables:
          tides:  #! unprintable-table
            title: From tide to tide
            rows: {each: a, in: "[1, 2]"}
            columns: {each: b, in: "[1, 2]", cell: a - b}
            triangle: true
    """)


@pytest.mark.parametrize(
    ("cell", "found"),
    [
        ("text: share(n)", ["write cell: share(n)"]),
        ("text: pack.title", ["write cell: pack.title"]),
        ("text: 'See share(n)'", []),
        ("text: 'e.g. this'", []),
        ("text: '{share(n)} each'", []),
        ("cell: share(n)", []),
    ],
)
def test_an_expression_as_the_text_of_a_column_is_reported(tmp_path: Path, cell: str, found: list[str]) -> None:
    text = f"""
        # file: pack.yaml
        kind: pack
        title: Fen
        definitions: {{share(players): 2 * players}}
        # file: rules.yaml
        kind: rulebook
        sections: [{{title: Shares, text: [{{table: shares}}]}}]
        tables:
          shares:
            title: Shares
            rows: {{each: n, in: "range(2, 5)"}}
            columns: [{{head: Players, cell: n}}, {{head: Share, {cell}}}]
    """
    report = report_on(write(tmp_path, text))
    assert [each.hint for each in report.findings if each.severity.value != "info"] == found
