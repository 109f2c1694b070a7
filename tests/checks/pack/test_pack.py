"""Checks on a pack as a whole: its counts, its definitions, and the requirements that range over values."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from pnp.build.examine import examine
from pnp.checks.pack.manifest import BEFORE_SHARING
from pnp.diagnostics import Finding
from pnp.loader import find_targets
from pnp.loader.pack import load
from tests.packs import harbour
from tests.pipeline import report_on, told, write

HEAD = """\
kind: pack
title: Bay
players: 2 to 4
credit: {designers: [Ada Byron]}
licence: {name: CC0}
summary: A bay.
documents: []
"""


def found(folder: Path, text: str) -> list[Finding]:
    report = report_on(write(folder, text))
    return [finding for finding in report.findings if finding.code != "unlisted-document"]


def only(folder: Path, text: str) -> Finding:
    findings = found(folder, text)
    assert len(findings) == 1, findings
    return findings[0]


@pytest.mark.parametrize(
    ("rules", "message", "hint"),
    [
        ("holds: 1 < 2", None, None),
        ("holds: 2 < 1", "'it' does not hold", "2 is 2, 1 is 1"),
        ("for: {n: 1 to 9}, holds: n < 4", "'it' does not hold for n = 4", "n is 4, 4 is 4"),
        ("for: {a: 1 to 3, b: 1 to 3}, holds: a + b < 6", "'it' does not hold for a = 3, b = 3", "a + b is 6, 6 is 6"),
        ("for: {n: 2}, holds: n == 2", None, None),
        ("holds: 1 + 1", "'it' does not hold", "it is 2: compare it, such as with '>='"),
        ("holds: 1 and 1 == 2", "'it' does not hold", "1 is 1, 2 is 2"),
        ("holds: 'range(1, 3) == []'", "'it' does not hold", "range(1, 3) is 1, 2"),
        ("holds: 'range(0) == [1]'", "'it' does not hold", "range(0) is empty, [1] is 1"),
        ("holds: nope", "'it': unknown name 'nope'", "names here are pack, components"),
        ("holds: 1 / 0 == 1", "'it': cannot divide by zero", "a / b if b else 0 chooses another value"),
        ("holds: pack.players.least == 2 and pack.title == 'Bay'", None, None),
    ],
)
def test_a_requirement_tells_the_first_case_that_fails(
    tmp_path: Path, rules: str, message: str | None, hint: str | None
) -> None:
    text = f"{HEAD}requirements: [{{name: it, {rules}}}]\n"
    if message is None:
        assert found(tmp_path, text) == []
    else:
        finding = only(tmp_path, text)
        assert (finding.code, finding.message, finding.hint) == ("broken-rule", message, hint)
        assert finding.span.line == 8


@pytest.mark.parametrize("severity", ["warning", "info"])
def test_a_requirement_says_what_it_weighs(tmp_path: Path, severity: str) -> None:
    text = f"{HEAD}requirements: [{{name: it, severity: {severity}, holds: 2 < 1}}]\n"
    assert only(tmp_path, text).severity.value == severity


@pytest.mark.parametrize(
    ("ranges", "holds"),
    [
        ("{n: 1 to 100000}", "max(range(9999999)) > 0"),
        ("{n: 1 to 100000}", "sum(x for x in range(9999999)) > 0"),
        ("{n: 1 to 100000}", "2 ** 99999 > 0"),
        ("{n: 1 to 10000}", "sum(x for x in range(1000)) > 0"),
        ("{n: 1 to 99999999999}", "n > 0"),
        ("{a: 1 to 999, b: 1 to 999}", "a > 0"),
    ],
)
def test_a_requirement_that_takes_too_long_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ranges: str, holds: str
) -> None:
    monkeypatch.setattr(import_module("pnp.checks.pack.rules"), "STEPS", 500_000)
    text = f"{HEAD}requirements: [{{name: it, for: {ranges}, holds: {holds}}}]\n"
    assert only(tmp_path, text).code == "broken-rule"


def test_many_requirements_that_take_long_are_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pnp.facts.facts.PACK_STEPS", 10_000)
    rules = "".join(f"  - {{name: rule {number}, holds: sum(x for x in range(1000)) > 0}}\n" for number in range(9))
    finding = only(tmp_path, f"{HEAD}requirements:\n{rules}")
    assert finding.code == "too-much-work"
    assert finding.message.startswith("the formulas and faces of the pack take more than 10,000 steps of work")
    assert finding.message.endswith("; this formula took 6,022")
    assert finding.span.line == 9


def test_a_part_of_an_expression_is_pointed_at(tmp_path: Path) -> None:
    line = "requirements: [{name: it, holds: 1 < 2 + nope}]"
    span = only(tmp_path, f"{HEAD}{line}\n").span
    assert line[span.column - 1 : span.end_column - 1] == "nope"


@pytest.mark.parametrize(
    ("definitions", "message"),
    [
        ("{a: 1, b: a + 1, c(n): n * b}", None),
        ("{b: a + 1, a: 1}", "'b': unknown name 'a'"),
        ("{a: 1 +}", "'a': "),
        ("{a(n): a(n - 1)}", "'a': unknown function 'a'"),
        ("{a(n): m}", "'a': unknown name 'm'"),
        ("{a(n): floor()}", "'a': "),
        ("{a: 1 / 0}", "'a': cannot divide by zero"),
    ],
)
def test_definitions_know_what_stands_above_them(tmp_path: Path, definitions: str, message: str | None) -> None:
    text = f"{HEAD}definitions: {definitions}\n"
    if message is None:
        assert found(tmp_path, text) == []
    else:
        finding = only(tmp_path, text)
        assert finding.code == "bad-definition"
        assert finding.message.startswith(message)


def test_what_rests_on_a_bad_definition_is_not_told_again(tmp_path: Path) -> None:
    definitions = "{boats: 2 * peirs, more: boats + 1, twice(n): boats * n, thrice(n): twice(n) + n}"
    rules = ", ".join(
        f"{{name: rule {number}, holds: {holds}}}"
        for number, holds in enumerate(("boats > 1", "more > 1", "twice(1) > 1", "thrice(1) > 1", "1 > 2"))
    )
    findings = found(tmp_path, f"{HEAD}definitions: {definitions}\nrequirements: [{rules}]\n")
    assert [finding.message for finding in findings] == [
        "'boats': unknown name 'peirs'",
        "'rule 4' does not hold",
    ]


@pytest.mark.parametrize(
    ("change", "message", "hint"),
    [
        (("expect: 3", "expect: 3"), None, None),
        (("expect: 3", "expect: 5"), "'boats' has 3 things, expected 5", "add 2 to the rows or copies"),
        (("expect: 3", "expect: 1"), "'boats' has 3 things, expected 1", "take 2 from the rows or copies"),
        (("expect: 3", "copies: 2, expect: 3"), "'boats' has 6 things, expected 3", "take 3 from the rows or copies"),
        (("expect: 3", "copies: 2, expect: 6"), None, None),
        (("name: Boats\n", "name: Boats\ncopies: 2\n"), "'boats' has 6 things, expected 3", "take 3"),
        (("expect: 1", "expect: 2"), "'chart' has 1 thing, expected 2", "add 1 to the rows or copies"),
    ],
)
def test_counts_are_held_against_what_is_printed(
    tmp_path: Path, change: tuple[str, str], message: str | None, hint: str | None
) -> None:
    findings = found(tmp_path, harbour(change))
    assert [finding.message for finding in findings] == ([message] if message else [])
    if hint:
        assert (findings[0].hint or "").startswith(hint)


def test_the_count_of_a_component_with_errors_is_not_held_against_anything(tmp_path: Path) -> None:
    report = report_on(write(tmp_path, harbour(("sails: 2, copies: 2", "sails: 2, copies: none"))))
    assert [finding.code for finding in report.findings] == ["wrong-type"], told(report)


def test_the_faces_that_a_die_lacks_are_not_missing_things_as_well(tmp_path: Path) -> None:
    pack = """
        # file: pack.yaml
        kind: pack
        title: Harbour
        documents: [die.yaml, face.yaml]
        components: [{component: die, expect: 1}]
        # file: die.yaml
        kind: component
        makes: die
        name: Die
        template: face
        rows: [{pips: 1, copies: 3}, {pips: 2, copies: 2}]
        # file: face.yaml
        kind: template
        size: 18
        layers: [{text: "{pips}", style: card-index}]
    """
    codes = {finding.code for finding in report_on(write(tmp_path, pack)).findings}
    assert "bad-die" in codes
    assert "wrong-count" not in codes


def test_a_range_the_wrong_way_round_is_marked_itself(tmp_path: Path) -> None:
    rule = "requirements:\n- name: x\n  for: {n: 5 to 2}\n  holds: n > 0\n"
    wrong = next(each for each in found(tmp_path, HEAD + rule) if each.code == "backward-range")
    assert wrong.hint == "write 2 to 5"
    assert wrong.span.column == 12


def test_a_component_for_each_area_counts_the_areas(tmp_path: Path) -> None:
    each = ("rows:\n  - {name: Sloop, sails: 1}\n  - {name: Cutter, sails: 2, copies: 2}\n", "each-area-of: bay\n")
    text = ('"{sails} of {crew(2)}"', '"{index} of {crew(2)}"')
    assert found(tmp_path / "four", harbour(each, text, ("expect: 3", "expect: 4"))) == []
    wrong = only(tmp_path / "three", harbour(each, text))
    assert wrong.message == "'boats' has 4 things, expected 3"
    spoilt = harbour(each, text, ("Church: {at: [60, 20]}", "Church: {at: 60}"))
    assert {finding.code for finding in found(tmp_path / "spoilt", spoilt)} == {"wrong-type"}


def test_credit_and_licence_are_asked_for(tmp_path: Path) -> None:
    findings = found(tmp_path, "kind: pack\ntitle: Bay\nplayers: 2\nsummary: A bay.\ndocuments: []\n")
    assert [(finding.code, finding.severity.value) for finding in findings] == [
        ("missing-credit", "info"),
        ("missing-licence", "info"),
    ]


@pytest.mark.parametrize(
    ("right", "wrong"),
    [("designers: [Ada Byron]", "designer: [Ada Byron]"), ("{designers: [Ada Byron]}", ""), ("{name: CC0}", "[CC0]")],
)
def test_a_credit_or_licence_that_is_written_wrong_is_one_finding(tmp_path: Path, right: str, wrong: str) -> None:
    assert only(tmp_path, HEAD.replace(right, wrong)).severity.value == "error"


def test_what_a_first_draft_need_not_have_is_noted_once(tmp_path: Path) -> None:
    deck = "# file: old-cards.yaml\nkind: component\nmakes: card\ntemplate: card\n"
    card = "# file: card.yaml\nkind: template\nsize: poker\nlayers: []\n"
    noted = found(tmp_path, f"# file: pack.yaml\nkind: pack\ntitle: Bay\n{deck}{card}")
    assert {each.code: each.severity.value for each in noted} == dict.fromkeys(BEFORE_SHARING, "info")
    (note,) = (each for each in noted if each.code == "unfinished-pack")
    assert note.message == "'Bay' does not yet have 'players', 'summary', 'documents' and a name for 'old-cards'"
    assert note.hint
    line = note.hint.partition(": ")[2]
    assert line == "documents: [card.yaml, old-cards.yaml]"
    listed = found(tmp_path, f"# file: pack.yaml\nkind: pack\ntitle: Bay\n{line}\n{deck}{card}")
    (note,) = (each for each in listed if each.code == "unfinished-pack")
    assert note.message == "'Bay' does not yet have 'players', 'summary' and a name for 'old-cards'"
    named = "components: [{component: old-cards, name: Cards}]\nlicence: CC0\ncredit: {designers: [Ada]}\n"
    rest = "players: 2\nsummary: A bay.\ndocuments: [old-cards.yaml, card.yaml]\n"
    assert found(tmp_path, f"# file: pack.yaml\nkind: pack\ntitle: Bay\n{named}{rest}") == []


def test_two_lines_of_one_id_are_told(tmp_path: Path) -> None:
    more = "  - {component: chart}\n  - {component: boats, id: chart, optional: true}\n"
    twice = ("  - {component: chart, expect: 1}\n", more)
    finding = only(tmp_path, harbour(twice))
    assert (finding.code, finding.span.line, finding.message) == (
        "duplicate-component",
        22,
        "the id 'chart' is taken by line 21",
    )


@pytest.mark.parametrize("taken", ["reference", "draft", "gutterfold"])
def test_an_id_that_names_another_file_is_told(tmp_path: Path, taken: str) -> None:
    finding = only(tmp_path, harbour(("{component: chart, ", f"{{component: chart, id: {taken}, ")))
    assert (finding.code, finding.hint) == ("duplicate-component", f"give it another, such as 'id: {taken}-board'")


def test_an_id_in_capitals_names_the_same_file(tmp_path: Path) -> None:
    renamed = [(f"{before}boats", f"{before}Reference") for before in ("  - ", "component: ", "# file: ")]
    finding = only(tmp_path, harbour(*renamed))
    assert finding.message == "the id 'Reference' would give it the file of the rule reference"


def test_the_code_of_a_language_is_no_id(tmp_path: Path) -> None:
    named = ("{component: chart, ", "{component: chart, id: de, ")
    findings = found(tmp_path, harbour(named, ("title: Harbour", "title: Harbour\nlanguages: [en, de]")))
    messages = [finding.message for finding in findings if finding.code == "duplicate-component"]
    assert messages == ["the id 'de' would give it the file of the whole game in that language"]


def test_an_acceptance_is_not_unused_where_its_component_is_not_drawn(tmp_path: Path) -> None:
    text = harbour(("template: sea\n", "template: sea\naccept: [{finding: mismatched-back, because: it is so}]\n"))
    (target,) = find_targets([str(write(tmp_path, text))])
    loaded = load(target)
    assert [finding.code for finding in examine(loaded).report.findings] == ["unused-acceptance"]
    assert examine(loaded, only=["boats"]).report.findings == ()


def test_fields_given_to_a_component_that_is_not_known_for_sure_are_not_asked_for(tmp_path: Path) -> None:
    pack = "# file: pack.yaml\nkind: pack\ntitle: Bay\nplayers: 2\ncredit: {designers: [Ada]}\nlicence: {name: CC0}\n"
    pack += "summary: A bay.\n"
    entry = "documents: [coins.yaml, coin.yaml]\ncomponents: [{component: NAME, with: {colr: red}}]\n"
    coins = "# file: coins.yaml\nkind: component\nmakes: token\nname: Coins\ntemplate: coin\nrows: ROWS\n"
    coin = "# file: coin.yaml\nkind: template\nsize: 18 x 18\nlayers: []\n"

    def codes(name: str, rows: str) -> set[str]:
        text = pack + entry.replace("NAME", name) + coins.replace("ROWS", rows) + coin
        return {each.code for each in found(tmp_path, text) if each.severity.value != "info"}

    assert codes("coins", "[{colour: red}]") == {"unknown-given-field", "unused-field"}
    assert codes("coins", "missing.csv") == {"missing-file"}
    assert "unknown-component" in codes("coin", "[{colour: red}]")


def test_fields_given_after_a_component_that_is_not_known_are_asked_for(tmp_path: Path) -> None:
    pack = "# file: pack.yaml\nkind: pack\ntitle: Bay\ndocuments: [coins.yaml, coin.yaml]\n"
    entries = "components: [{component: boats, with: {flag: red}}, {component: coins, with: {colr: red}}]\n"
    coins = "# file: coins.yaml\nkind: component\nmakes: token\ntemplate: coin\nrows: [{name: Coin, colour: blue}]\n"
    coin = '# file: coin.yaml\nkind: template\nsize: 18 x 18\nlayers: [{text: "{colour}", where: fill}]\n'
    codes = {each.code for each in found(tmp_path, pack + entries + coins + coin)}
    assert {"unknown-component", "unknown-given-field"} <= codes


def test_tables_are_missed_in_each_rulebook(tmp_path: Path) -> None:
    pack = "# file: pack.yaml\nkind: pack\ntitle: Bay\ndocuments: [first.yaml, second.yaml]\n"
    first = "# file: first.yaml\nkind: rulebook\ntables: []\nsections: [{title: One, text: [table: prices]}]\n"
    second = "# file: second.yaml\nkind: rulebook\nsections: [{title: Two, text: [table: fares]}]\n"
    missed = [each for each in found(tmp_path, pack + first + second) if each.code == "unknown-table"]
    assert [each.message for each in missed] == ["there is no table 'fares'"]


def test_a_field_that_only_the_component_declares_can_be_given(tmp_path: Path) -> None:
    pack = "# file: pack.yaml\nkind: pack\ntitle: Bay\ndocuments: [coins.yaml, coin.yaml]\n"
    entry = "components: [{component: coins, with: {colour: red}}]\n"
    coins = "# file: coins.yaml\nkind: component\nmakes: token\ntemplate: coin\nfields: {colour: {type: text}}\n"
    rows = "rows: [{name: Coin, colour: blue}]\n"
    coin = '# file: coin.yaml\nkind: template\nsize: 18 x 18\nlayers: [{text: "{colour}", where: fill}]\n'
    assert "unknown-given-field" not in {each.code for each in found(tmp_path, pack + entry + coins + rows + coin)}


def test_a_requirement_over_too_many_values_is_not_looked_at(tmp_path: Path) -> None:
    report = report_on(
        write(
            tmp_path,
            """
kind: pack
title: Harbour
players: 2 to 4
requirements: [{name: sums, for: {a: 1 to 1000, b: 1 to 201}, holds: a + b > 0}]
""",
        )
    )
    assert [each.code for each in report.findings if each.severity.value == "error"] == ["broken-rule"]
    message = "'sums' ranges over 201,000 choices of values; at most 200,000 are looked at"
    assert message in [each.message for each in report.findings]


def test_a_language_by_its_name_gets_its_code(tmp_path: Path) -> None:
    assert only(tmp_path, HEAD + "language: German\n").hint == "write de"


def test_an_unknown_colour_of_a_gradient_is_reported(tmp_path: Path) -> None:
    theme = """\
# file: theme.yaml
kind: theme
extends: theme
gradients: {dusk: {from: inkk, to: paper}}
"""
    finding = only(tmp_path, harbour(("  - icons.yaml\n", "  - icons.yaml\n  - theme.yaml\n")) + theme)
    assert (finding.code, finding.span.line, finding.hint) == ("unknown-colour", 3, "did you mean 'ink'?")


@pytest.mark.parametrize(
    ("definitions", "hint"),
    [
        ("{later: hand + 1, hand: 3}", "hand is defined further down: move it above this one"),
        ("{hand: hand + 1}", "a definition cannot use itself"),
        ("{each: 2 * players}", "write each(players) if it is a number to give"),
        ("{share-out(players): 2, more: share_out(3)}", "write share_out(players)"),
    ],
)
def test_a_definition_that_uses_what_it_cannot_have(tmp_path: Path, definitions: str, hint: str | None) -> None:
    report = report_on(write(tmp_path, f"{HEAD}definitions: {definitions}\n"))
    found = [each.hint for each in report.findings if each.severity.value == "error"]
    assert found == [hint]


def test_a_requirement_whose_ranges_could_not_be_read_is_not_asked(tmp_path: Path) -> None:
    rules = "requirements: [{name: it, for: players 2 to 4, holds: players > 1}]\n"
    report = report_on(write(tmp_path, f"{HEAD}{rules}"))
    assert [each.code for each in report.findings if each.severity.value == "error"] == ["wrong-type"]


TIDES = """
# file: pack.yaml
kind: pack
title: Bay
players: 2
summary: A bay.
credit: {designers: [Ada]}
licence: {name: CC0}
documents: [tides.yaml, dial.yaml, face.yaml]
components: [{component: dial}]
# file: tides.csv
name,height
Low,1
High,4
# file: tides.yaml
kind: component
makes: card
template: face
rows: tides.csv
# file: dial.yaml
kind: component
makes: board
name: Dial
template: face
# file: face.yaml
kind: template
size: 100 x 60
layers: [{text: "{t.name} {t.height}", style: body, where: inset 6, repeat: {each: t, in: tides.rows}}]
"""


@pytest.mark.slow
def test_a_table_that_a_template_repeats_over_need_not_be_printed(tmp_path: Path) -> None:
    assert found(tmp_path, TIDES) == []
    unread = found(tmp_path, TIDES.replace("in: tides.rows", "in: 2").replace("{t.name} {t.height}", "Bay"))
    assert "unprinted-component" in [each.code for each in unread]
    unknown = only(
        tmp_path, TIDES.replace("documents: [tides.yaml, ", "documents: [").replace("tides.rows", "tide.csv")
    )
    assert (unknown.message, unknown.hint) == (
        "unknown name 'tide' (row '1')",
        "write a component that has 'rows: tide.csv'; then its rows are tide.rows",
    )


BAY = """\
# file: pack.yaml
kind: pack
title: Bay
players: 2 to 4
uses: []
documents: [look.yaml, crew.yaml, face.yaml]
components: [{component: crew}]
# file: look.yaml
kind: theme
type: {body: {size: 8.5, colour: "#101010"}}
inline: {loud: {weight: 700}}
keywords: {Fliyng: {style: loud}}
# file: crew.yaml
kind: component
makes: card
name: Crew
template: face
rows: [{rule: Flying}]
# file: face.yaml
kind: template
size: 44 x 68
layers: [{text: "{rule}"}]
"""


def test_a_document_of_another_kind_is_told_with_the_names_of_the_wanted_one(tmp_path: Path) -> None:
    report = report_on(write(tmp_path, BAY.replace("component: crew", "component: look")))
    (finding,) = (finding for finding in report.findings if finding.code == "unknown-component")
    assert finding.hint == "'look' is a document of another kind; these are known: crew"
    report = report_on(write(tmp_path, BAY.replace("template: face", "template: look").replace(", face.yaml", "")))
    (finding,) = (finding for finding in report.findings if finding.code == "unknown-template")
    assert finding.hint == "'look' is a document of another kind; these are known: none"


def test_a_keyword_may_be_used_in_what_cannot_be_read(tmp_path: Path) -> None:
    assert "unused-keyword" in {finding.code for finding in report_on(write(tmp_path, BAY)).findings}
    text = BAY.replace('"{rule}"}]', '"{rule}"')
    assert {finding.code for finding in report_on(write(tmp_path, text)).findings} & {
        "unused-keyword",
        "syntax-error",
    } == {"syntax-error"}
