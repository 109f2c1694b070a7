"""Findings with one cause are reported once, however their messages word it."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from pnp import diagnostics
from pnp.build.causes import each_cause_once, in_every_language
from pnp.diagnostics import ERROR, LINE, WARNING, Cause, Finding, Missing, Overworked, Severity, Span
from tests.packs import harbour
from tests.pipeline import places, report_on, write


def finding(
    code: str,
    message: str,
    pointer: str = "",
    line: int = 1,
    severity: Severity = ERROR,
    cause: Cause | None = None,
    file: str = "boats.yaml",
) -> Finding:
    return Finding(code, severity, message, Span(file, line, pointer=pointer), cause=cause)


def test_each_cause_is_told_once() -> None:
    ink, anchor = Missing("inc", "colour"), Missing("ancor", "icon")
    row = finding("unusable-value", "no 'inc' for 'Sloop'", "/rows/0/colour", 2, cause=ink)
    other = finding("unusable-value", "no 'inc' for 'Sloop' and 'Cutter'", "/layers/0/fill", 3, cause=ink)
    written = finding("unknown-icon", "the icon 'ancor'?", "/districts/old/icon", 4, cause=anchor)
    shown = finding("unusable-value", "no 'ancor' for 'Market'", "/layers/1/icon", 5, cause=anchor)
    alone = finding("unusable-value", "no 'sial' for 'Market'", "/layers/2/icon", 6, cause=Missing("sial", "icon"))
    surprise = finding("surprising-value", "'no' is read as text", line=7, severity=WARNING)
    wrong = finding("unusable-value", "unknown pattern 'no'", "/rows/1/pattern", line=7)
    calm = finding("surprising-value", "'no' is read as text", line=8, severity=WARNING)
    told = each_cause_once((row, row, other, written, shown, alone, surprise, wrong, calm))
    assert list(told) == [row, written, alone, wrong, calm]


def test_a_component_that_is_not_printed_is_one_error_where_the_rules_use_it() -> None:
    line, other = Missing("boats", LINE), Missing("carts", LINE)
    unprinted = finding("unprinted-component", "nothing prints 'boats'", severity=WARNING, cause=line)
    used = [finding("undrawable-diagram", "no 'boats'", "", 8 + n, cause=line, file="rules.yaml") for n in (0, 1)]
    alone = finding("undrawable-diagram", "no 'carts'", "", 12, cause=other, file="rules.yaml")
    first, second = each_cause_once((unprinted, *used, alone))
    assert first.message == "nothing prints 'boats', and rules.yaml:8 and 1 more place use it"
    assert (first.severity, second) == (ERROR, alone)


def test_places_that_are_too_few_because_one_is_wrong_are_not_counted() -> None:
    wrong, few = finding("undrawable-diagram", "no 'A B'", line=8), finding("unknown-on-table", "2 have 1", line=8)
    more = finding("unknown-on-table", "4 have 3", line=9)
    assert list(each_cause_once((wrong, few, more))) == [wrong, more]


def test_a_text_that_is_too_large_with_its_braces_is_told_once_as_an_error(tmp_path: Path) -> None:
    def told(words: str) -> list[tuple[str, str]]:
        card = f"""\
# file: pack.yaml
kind: pack
title: Harbour
components: [{{component: cards}}]
# file: cards.yaml
kind: component
makes: card
template: card
rows: [{{title: Pier}}]
# file: card.yaml
kind: template
size: 44 x 68
layers:
  - {{text: "{words}", style: body, where: "top, 5 high, inset 4"}}
"""
        found = report_on(write(tmp_path, card)).findings
        return [(each.code, each.severity) for each in found if each.severity is not diagnostics.INFO]

    much = "of the long quay where all the herring boats lie"
    assert told("{{title}}") == [("unbound-field", "warning")]
    assert told("{{title}} " + much) == [("unbound-field", "error")]
    assert told("{title} " + much) == [("text-overflow", "error")]


def test_a_text_whose_braces_reach_another_ground_is_told_once(tmp_path: Path) -> None:
    card = """\
# file: pack.yaml
kind: pack
title: Harbour
components: [{component: cards}]
# file: cards.yaml
kind: component
makes: card
template: card
rows: [{cost: 3}]
# file: card.yaml
kind: template
size: 44 x 68
background: "#202020"
layers:
  - {ellipse: "#E0C060", where: "top, 9 x 9, inset 6", name: disc}
  - {text: "{{cost}}", style: card-index, where: in disc, align: centre, valign: middle}
"""
    found = report_on(write(tmp_path, card)).findings
    assert [(each.code, each.hint) for each in found if each.severity is not diagnostics.INFO] == [
        ("unbound-field", "write {cost}")
    ]


def test_an_icon_that_cannot_be_drawn_is_not_faint_too(tmp_path: Path) -> None:
    card = """\
# file: pack.yaml
kind: pack
title: Harbour
components: [{component: cards}]
# file: icons.yaml
kind: icons
icons: {buoy: {file: buoy.svg}}
# file: buoy.svg
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"/>
# file: cards.yaml
kind: component
makes: token
template: card
rows: [{sign: buoy}]
# file: card.yaml
kind: template
size: 30
background: "#4C6A3A"
layers:
  - {icon: "{sign}", colour: paper, where: "top, 11 x 11, 4 from top"}
  - {text: "{icon:buoy}", style: body, where: "bottom, 4 high, inset 4"}
"""
    found = report_on(write(tmp_path, card)).findings
    assert [each.code for each in found if each.severity is not diagnostics.INFO] == ["bad-icon"]


def test_a_theme_that_could_not_be_read_makes_no_keyword_unknown(tmp_path: Path) -> None:
    card = """\
# file: pack.yaml
kind: pack
title: Harbour
components: [{component: cards}]
# file: look.yaml
kind: theme
extends: theme
palette: {sand: #C0A080}
keywords: {"{star}": {icon: star}}
# file: cards.yaml
kind: component
makes: card
template: card
rows: [{rule: "{star}: Take a boat."}]
# file: card.yaml
kind: template
size: 44 x 68
layers: [{text: "{rule}", style: body, where: "top, 20 high, inset 4"}]
"""
    found = report_on(write(tmp_path, card)).findings
    assert [each.code for each in found if each.severity is not diagnostics.INFO] == ["syntax-error"]


def test_a_keyword_in_single_braces_of_a_template_is_not_unused_too(tmp_path: Path) -> None:
    card = """\
# file: pack.yaml
kind: pack
title: Harbour
components: [{component: cards}]
# file: look.yaml
kind: theme
extends: theme
keywords: {"{T}": {icon: star}}
# file: cards.yaml
kind: component
makes: card
template: card
rows: [{rule: Take a boat.}]
# file: card.yaml
kind: template
size: 44 x 68
layers: [{text: "{T} {rule}", style: body, where: "top, 20 high, inset 4"}]
"""
    found = report_on(write(tmp_path, card)).findings
    assert [(each.code, each.hint) for each in found if each.severity is not diagnostics.INFO] == [
        ("failed-expression", "write {{T}} for the keyword of the theme")
    ]


def test_the_number_of_copies_in_a_json_file_is_not_unused(tmp_path: Path) -> None:
    card = """\
# file: pack.yaml
kind: pack
title: Harbour
components: [{component: cards}]
# file: cards.json
[{"title": "Pier", "count": 3}]
# file: cards.yaml
kind: component
makes: card
template: card
rows: cards.json
# file: card.yaml
kind: template
size: 44 x 68
layers: [{text: "{title}", style: body, where: "top, 20 high, inset 4"}]
"""
    found = report_on(write(tmp_path, card)).findings
    assert [each.code for each in found if each.severity is not diagnostics.INFO] == []


def test_a_picture_that_is_missing_on_the_back_hides_no_text_that_is_too_large(tmp_path: Path) -> None:
    deck = """\
# file: pack.yaml
kind: pack
title: Harbour
components: [{component: cards}]
# file: cards.yaml
kind: component
makes: card
template: card
back: back
rows: [{title: Of the long quay where all the herring boats lie at night}]
# file: card.yaml
kind: template
size: 44 x 68
layers: [{text: "{title}", style: body, where: "top, 5 high, inset 4"}]
# file: back.yaml
kind: template
size: 44 x 68
layers: [{picture: back.png, where: inset 4}]
"""
    found = report_on(write(tmp_path, deck)).findings
    assert sorted(each.code for each in found if each.severity is diagnostics.ERROR) == [
        "missing-picture",
        "text-overflow",
    ]


def test_a_budget_that_the_whole_pack_exceeds_is_told_once() -> None:
    whole = finding("too-much-work", "the pack takes too long")
    spent = finding("failed-expression", "this takes too long", line=2, cause=Overworked())
    other = finding("failed-expression", "this divides by zero", line=3)
    assert list(each_cause_once((whole, spent, other))) == [whole, other]
    assert list(each_cause_once((spent, other))) == [spent, other]


def test_a_file_that_is_not_listed_is_told_for_its_name_and_for_what_it_defines() -> None:
    sea = finding("unlisted-document", "'sea-chart.yaml' is not listed", severity=WARNING, file="sea-chart.yaml")
    theme = finding("unlisted-document", "'theme.yaml' is not listed", severity=WARNING, file="theme.yaml")
    uses = [
        finding("unknown-template", "?", line=2, cause=Missing("sea-chart", "template")),
        finding("failed-expression", "??", line=3, cause=Missing("sea_chart")),
        finding("unknown-colour", "???", line=4, cause=Missing("foam", "colour")),
    ]
    others = [
        finding("unknown-colour", "!", line=5, cause=Missing("theme", "colour")),
        finding("unknown-icon", "!!", line=6, cause=Missing("anchor", "icon")),
    ]
    told = list(each_cause_once((sea, theme, *uses, *others), {"theme.yaml": {"foam"}}))
    assert [(each.span.file, each.severity, each.message) for each in told[:2]] == [
        ("sea-chart.yaml", ERROR, "'sea-chart.yaml' is not listed, and boats.yaml:2 and 1 more place use it"),
        ("theme.yaml", ERROR, "'theme.yaml' is not listed, and boats.yaml:4 uses it"),
    ]
    assert told[2:] == others


def test_a_hint_that_depends_on_the_language_makes_no_second_finding() -> None:
    renamed = finding("unknown-component", "there is no component 'carts'", line=3)
    guessed, plain = (replace(renamed, hint=hint) for hint in ("did you mean 'wagons'?", "list its file"))
    assert in_every_language({"en": (guessed,), "de": (plain,)}) == (guessed,)
    first, second = (
        finding("unlisted-document", f"'lane.yaml' is not listed, and {count} places use it", file="lane.yaml")
        for count in (3, 4)
    )
    assert in_every_language({"en": (first,), "de": (second,)}) == (first,)


UNLISTED = ("maps/bay.yaml", "maps/customs.yaml", "boats.yaml", "boat.yaml", "boat-back.yaml", "sea.yaml", "icons.yaml")
"""Documents of the game that others use by their name or by what they define."""

VARIED = ("background: paper", 'background: "{if sails > 1 then name else name}"')
"""A colour that a template computes from several values of a row."""


@pytest.mark.parametrize(
    "change", [*((f"  - {file}\n", "") for file in UNLISTED), VARIED, ("of {crew(2)}", "of {10 ** 9} {sum([1]*10000)}")]
)
def test_other_words_do_not_change_what_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: tuple[str, str]
) -> None:
    write(tmp_path, harbour(change))
    told = places(report_on(tmp_path))
    monkeypatch.setattr(diagnostics, "_short", lambda message: f"so {message[::-1]} it is")
    assert told
    assert places(report_on(tmp_path)) == told


def test_a_selection_of_rows_that_names_a_map_which_is_not_listed_is_told_for_the_map(tmp_path: Path) -> None:
    chosen = ("template: boat\nback", "only: len(bay.places) > 0\ntemplate: boat\nback")
    unlisted = ("  - maps/bay.yaml\n", "")
    board = ("  - {component: chart, expect: 1}\n", "")
    write(tmp_path, harbour(chosen, unlisted, board))
    told = [each for each in places(report_on(tmp_path)) if not each.endswith(("unused-document", "unused-template"))]
    assert "bay.yaml:1 unlisted-document" in told
    assert "boats.yaml:4 bad-row-expression" not in told


CARDS = """\
# file: pack.yaml
kind: pack
title: Harbour
languages: [en, de]
components: [{component: cards}]
# file: cards.yaml
kind: component
makes: card
template: card
fields: {title: text, sign: icon}
rows: cards.csv
# file: cards.csv
title,title@de,sign
Pier,Mole,star
# file: card.yaml
kind: template
size: 44 x 68
background: "#F5F5F0"
layers:
  - {text: "{title}", style: body, where: "top, 10 high, inset 4", name: title}
  - {icon: "{sign}", where: "middle, 10 x 10"}
"""


def reported(folder: Path, *changes: tuple[str, str]) -> list[tuple[str, str, str | None]]:
    text = CARDS
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    found = report_on(write(folder, text)).findings
    return [(each.code, each.message, each.hint) for each in found if each.severity is not diagnostics.INFO]


def test_two_colours_on_each_other_in_several_layers_are_one_finding(tmp_path: Path) -> None:
    pale = 'style: body, colour: "#EDEDE8"'
    again = '  - {text: Pier, style: body, colour: "#EDEDE8", where: "bottom, 10 high, inset 4"}\n  - {icon: "{sign}", '
    ((code, message, _),) = reported(
        tmp_path,
        ("style: body", pale),
        ('  - {icon: "{sign}", ', again),
        ('"middle, 10 x 10"', '"middle, 10 x 10", colour: "#EDEDE8"'),
    )
    assert code == "low-contrast"
    assert message.endswith("a contrast of 1.07, and 4.5 is wanted, and so are 2 other layers")


def test_a_text_that_spills_onto_a_dark_ground_is_only_too_large(tmp_path: Path) -> None:
    panel = '  - {panel: "#202020", where: "bottom, 12 high"}\n  - {text: "{title}", '
    words = " ".join(["where all the herring boats lie at night"] * 8)
    found = reported(tmp_path, ('  - {text: "{title}", ', panel), ("Pier,Mole", f"{words},Mole"))
    assert [code for code, _, _ in found] == ["text-overflow"]


def test_an_icon_is_known_by_its_label_in_a_language(tmp_path: Path) -> None:
    boat = "boat: {label: {en: boat, de: Kahn}, marks: [{fill: M8 8h32v32h-32z}]}"
    icons = f"# file: more.yaml\nkind: icons\nicons:\n  {boat}\n"
    more = ("# file: cards.yaml", f"{icons}# file: cards.yaml")
    found = reported(tmp_path, more, ("Mole,star", "Mole,Kahn"))
    assert found == [
        ("bad-field-value", "'sign': expected an icon, found 'Kahn' (row 'Pier')", "did you mean 'boat' (Kahn)?")
    ]


def test_rules_that_are_not_listed_are_not_missing_too(tmp_path: Path) -> None:
    rules = "# file: rules.yaml\nkind: rulebook\nsections: [{title: Goal, text: Go.}]\n"
    german = rules.replace("rules.yaml", "regeln.yaml").replace("rulebook\n", "rulebook\nlanguage: de\n")
    manifest = ("languages: [en, de]\n", "languages: [en, de]\ndocuments: [rules.yaml, cards.yaml, card.yaml]\n")
    found = reported(tmp_path, manifest, ("# file: cards.yaml", f"{rules}{german}# file: cards.yaml"))
    assert [(code, hint) for code, _, hint in found] == [("unlisted-document", "list it under documents")]
