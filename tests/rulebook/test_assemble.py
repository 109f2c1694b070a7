"""From content to a document."""

from __future__ import annotations

import pytest

from pnp.model.rulebook import RuleErrors
from pnp.rulebook.document import BoxedBlocks, Heading, Line, Link, ListBlock, Paragraph, Table, TextPiece, plain
from pnp.rulebook.html import write_html
from pnp.rulebook.markdown import write_markdown
from tests.rulebook.harbour import RULES, built, document_of, rules_with


def kinds(blocks: tuple[object, ...]) -> list[str]:
    return [type(block).__name__ for block in blocks]


def lines_of(blocks: tuple[object, ...]) -> list[str]:
    return [plain(block.line) for block in blocks if isinstance(block, Heading | Paragraph)]


def test_the_specimen_has_nothing_at_fault() -> None:
    assert built(RULES)[1] == RuleErrors()


def test_title_facts_and_credit_come_from_the_pack() -> None:
    document = document_of()
    assert (document.name, document.title, document.language) == ("harbour", "Harbour", "en")
    assert document.facts == (("Design", "Ada Byron"), ("Players", "2–4"), ("Minutes", "20"))
    assert document.credit == "Harbour by Ada Byron, https://example.org/harbour"
    assert document.authors == ("Ada Byron",)


def test_sections_follow_one_another_and_credits_come_last() -> None:
    headings = list(document_of().headings())
    assert [(heading.level, plain(heading.line), heading.anchor) for heading in headings] == [
        (2, "What you need", "what-you-need"),
        (2, "Set-up", "set-up"),
        (2, "Your turn", "turn"),
        (3, "Storm", "storm"),
        (2, "Variants and doubts", "more"),
        (2, "Tables", "_tables"),
        (2, "Credits and licence", "_credits"),
    ]
    *_, changes, licence = document_of().blocks
    assert isinstance(changes, Paragraph)
    assert plain(changes.line) == "Changes: the map is new"
    assert isinstance(licence, Paragraph)
    address = "https://creativecommons.org/licenses/by/4.0/"
    assert licence.line[1:] == (TextPiece("CC BY 4.0"), TextPiece(", "), Link(address, address))


def test_tables_are_numbered_as_they_are_shown_and_those_not_shown_stand_at_the_end() -> None:
    document = document_of()
    shown = [block for block in document.blocks if isinstance(block, Table)]
    assert [(table.number, table.id) for table in shown] == [
        (0, "components"),
        (1, "boats"),
        (2, "ways"),
        (0, "icons"),
        (3, "tides"),
    ]
    assert [table.id for table in document.tables] == ["boats", "ways", "tides", "components", "icons"]


def test_a_table_shown_twice_is_a_link_the_second_time() -> None:
    link = (Link("Table 1: Boats and crates", "#table-boats"),)
    assert Paragraph(link) in document_of().blocks


def test_mentions_are_links() -> None:
    document = document_of()
    steps = next(block for block in document.blocks if isinstance(block, ListBlock))
    assert Link("1", "#table-boats") in steps.items[1]
    assert Link("Your turn", "#turn") in next(line for line in _paragraphs(document.blocks) if "storm" in plain(line))


def _paragraphs(blocks: tuple[object, ...]) -> list[Line]:
    return [block.line for block in blocks if isinstance(block, Paragraph)]


def test_components_come_from_the_manifest() -> None:
    table = next(table for table in document_of().tables if table.id == "components")
    assert [[plain(cell) for cell in row] for row in table.rows] == [["Boats", "8"], ["Crates (optional)", "12"]]


def test_icons_are_listed_with_their_meanings() -> None:
    table = next(table for table in document_of().tables if table.id == "icons")
    assert [plain(row[1]) for row in table.rows] == ["You may stay here.", "Nobody may stay here."]


@pytest.mark.parametrize("title", ["Icons", "Signs"])
def test_a_table_right_below_a_heading_of_its_name_has_no_title_on_paper(title: str) -> None:
    rules = RULES.replace(
        "  - title: Variants", f"  - {{title: {title}, id: signs, text: [icons: true]}}\n  - title: Variants"
    )
    document = document_of(rules)
    (table, _) = [block for block in document.blocks if isinstance(block, Table) and block.id == "icons"]
    assert table.headed == (title == "Icons")
    assert ("**Icons**" in write_markdown(document).partition("Variants")[0]) == (title != "Icons")
    caption = write_html(document).partition('id="table-icons-title"')[2].partition("</caption>")[0]
    assert caption.startswith(' class="spoken"') == (title == "Icons")


def test_boxes_have_their_labels() -> None:
    boxes = [block for block in document_of().blocks if isinstance(block, BoxedBlocks)]
    assert [(box.role, plain(box.label)) for box in boxes] == [
        ("note", "Note"),
        ("example", "Example"),
        ("variant", "Night"),
        ("open-point", "May two boats share a pier?"),
    ]
    assert kinds(boxes[2].blocks) == ["Paragraph", "ListBlock", "ListBlock"]
    options = boxes[2].blocks[1]
    assert isinstance(options, ListBlock)
    assert options.items[0][:2] == (TextPiece("Dusk", bold=True), TextPiece(" (default)", italic=True))
    assert lines_of(boxes[3].blocks) == ["Our reading: Yes, if both are moored."]


def test_only_the_first_of_several_open_points_says_that_it_is_our_reading() -> None:
    more = "      - open-point: {question: And three?, reading: No.}\n"
    point = next(line for line in RULES.splitlines(keepends=True) if "open-point" in line)
    boxes = [
        block for block in document_of(RULES.replace(point, point + more)).blocks if isinstance(block, BoxedBlocks)
    ]
    assert [lines_of(box.blocks) for box in boxes[-2:]] == [["Our reading: Yes, if both are moored."], ["No."]]


def test_an_open_point_may_be_answered_without_these_words() -> None:
    *_, box = (
        block for block in document_of("words: {reading: ''}\n" + RULES).blocks if isinstance(block, BoxedBlocks)
    )
    assert lines_of(box.blocks) == ["Yes, if both are moored."]


def test_the_reference_has_what_asks_for_it_in_its_own_words() -> None:
    reference = document_of().reference
    assert lines_of(reference)[:2] == ["Set-up", "Your turn"]
    assert kinds(reference[:3]) == ["Heading", "ListBlock", "Heading"]
    assert "Storm" in lines_of(reference)  # what stands below a section that is on the reference is on it too
    assert isinstance(reference[-1], Table)
    assert reference[-1].id == "boats"


def test_tables_on_the_reference_have_numbers_only_where_its_text_names_them() -> None:
    """A sheet that began with table 3 made its readers look for the first two."""
    numbers = {block.id: block.number for block in document_of().reference if isinstance(block, Table)}
    assert numbers == {"ways": 2, "boats": 0}
    assert {table.id: table.number for table in document_of().tables}["boats"] == 1


def test_tables_that_only_the_reference_has_are_numbered_last() -> None:
    table = "{title: %s, rows: [{n: 1}], columns: [{head: Number, cell: n}]}"
    rules = f"""kind: rulebook
sections:
  - {{title: One, text: Row., reference: [{{table: {table % "Short"}}}]}}
  - {{title: Two, text: [{{table: {table % "Long"}}}]}}
"""
    document = document_of(rules)
    assert [(plain(table.title), table.number) for table in document.tables if table.number] == [
        ("Long", 1),
        ("Short", 2),
    ]
    assert not any(isinstance(block, Table) and plain(block.title) == "Short" for block in document.blocks)


def test_words_of_another_language_take_the_place_of_ours() -> None:
    rules = RULES.replace("kind: rulebook", "kind: rulebook\nwords: {note: Poznámka, credits: Autori}")
    document = document_of(rules)
    assert any(isinstance(block, BoxedBlocks) and plain(block.label) == "Poznámka" for block in document.blocks)
    assert plain([*document.headings()][-1].line) == "Autori"


def test_a_rulebook_alone_has_its_own_name() -> None:
    document = document_of(rules_with("- Row."), pack=None)
    assert (document.title, document.credit, document.facts) == ("rules", "", ())
    assert kinds(document.blocks) == ["Heading", "Paragraph"]


def test_what_rests_on_a_broken_definition_is_not_told_again() -> None:
    pack = "kind: pack\ntitle: Harbour\nplayers: 2\ndefinitions: {fleet: 2 * peirs}\n"
    document, errors = built(rules_with("- There are {fleet} boats."), pack)
    assert errors == RuleErrors()
    assert lines_of(document.blocks)[-1] == "?"


def test_a_title_that_says_only_that_these_are_rules_is_that_of_the_game() -> None:
    titled = RULES.replace("kind: rulebook", "kind: rulebook\ntitle: Rules")
    assert document_of(titled).title == "Harbour"
    assert document_of(titled.replace("title: Rules", "title: How to sail")).title == "How to sail"


def test_credits_and_sections_that_say_so_are_in_small_print() -> None:
    sections = "  - {title: Goal, text: Row.}\n  - {title: Licence, small: true, text: Copy as you like.}\n"
    document = document_of(f"kind: rulebook\nsections:\n{sections}")
    small = {plain(block.line): block.small for block in document.blocks if isinstance(block, Paragraph)}
    assert small.pop("Row.") is False
    assert len(small) > 1
    assert all(small.values())
    assert "<small>Copy as you like.</small>" in write_html(document)
