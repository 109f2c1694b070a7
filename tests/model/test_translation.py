"""Texts that pnp prints: filled in, translated by documents of a pack, and reported where they stay English."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.loader import find_targets
from pnp.loader.pack import load
from pnp.model.translation import SheetWords, filled
from tests.pipeline import report_on, write

PACK = """\
# file: pack.yaml
kind: pack
title: Harbour
language: {language}
documents: [cards.yaml, card.yaml{more}]
components: [{{component: cards}}]
# file: cards.yaml
kind: component
makes: card
template: card
# file: card.yaml
kind: template
size: mini-euro
layers: []
"""


def words(folder: Path, language: str, translation: str = "") -> SheetWords:
    more = ", words.yaml" if translation else ""
    text = PACK.format(language=language, more=more) + (f"# file: words.yaml\n{translation}" if translation else "")
    write(folder, text)
    return load(find_targets([str(folder)])[0]).game.sheet_words


def translation(language: str, given: str) -> str:
    return f"kind: translation\nlanguage: {language}\nwords: {given}\n"


def test_places_are_filled_and_what_has_no_value_stays() -> None:
    assert filled("sheet {number} of {total}", number=2, total=3) == "sheet 2 of 3"
    assert filled("{a} {b}", a="{b}") == "{b} {b}"


def test_names_are_joined_as_in_a_sentence() -> None:
    named = [SheetWords().all_of(names) for names in ((), ("A",), ("A", "B"), ("A", "B", "C"))]
    assert named == ["", "A", "A and B", "A, B and C"]


def test_english_is_that_of_the_code(tmp_path: Path) -> None:
    assert words(tmp_path, "en") == SheetWords()


def test_a_language_is_bundled_and_a_region_falls_back_to_it(tmp_path: Path) -> None:
    assert words(tmp_path / "a", "pt").glue == words(tmp_path / "b", "pt-BR").glue == "COLAR"
    codes = [each.code for each in report_on(tmp_path / "b").findings if each.severity.value != "info"]
    assert codes == []


def test_a_pack_replaces_some_texts_and_fills_a_language(tmp_path: Path) -> None:
    german = words(tmp_path / "a", "de", translation("de", "{glue: LEIM}"))
    assert (german.glue, german.front) == ("LEIM", "Vorderseite")
    assert words(tmp_path / "b", "en", translation("en", "{glue: PASTE}")).glue == "PASTE"
    czech = words(tmp_path / "c", "cs", translation("cs", "{glue: LEPIT}"))
    assert (czech.glue, czech.front) == ("LEPIT", "front")


def test_the_region_of_a_language_counts_more_than_the_language(tmp_path: Path) -> None:
    text = translation("pt-BR", "{elsewhere: Em arquivos separados}")
    assert words(tmp_path / "a", "pt-BR", text).elsewhere == "Em arquivos separados"
    assert words(tmp_path / "b", "pt", text).elsewhere == "Em ficheiros à parte"


def test_what_a_language_lacks_is_one_finding(tmp_path: Path) -> None:
    words(tmp_path, "cs", translation("cs", "{glue: LEPIT}"))
    (found,) = [each for each in report_on(tmp_path).findings if each.code == "untranslated-sheets"]
    count = len(SheetWords().missing_in({"skip-page": ""}))
    lacking = f"'how-to-print', 'printing' and {count - 2} more"
    assert found.message == f"{count} texts of pnp on the sheets are in English: {lacking}"
    assert (Path(found.file).name, found.hint) == ("words.yaml", "write them under words: how-to-print: …")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("{glu: LEIM}", "unknown key 'glu'"),
        ("{sheet: 'Bogen {nummer} von {total}'}", "expected a text with {number} and {total}"),
        ("{glue: '{x}'}", "expected a text without braces"),
    ],
)
def test_a_key_or_a_place_with_a_typo_is_a_finding(given: str, message: str, tmp_path: Path) -> None:
    words(tmp_path, "de", translation("de", given))
    (found,) = [each for each in report_on(tmp_path).findings if each.severity.value == "error"]
    assert message in found.message


def test_a_translation_in_another_language_than_the_pack_is_not_used(tmp_path: Path) -> None:
    words(tmp_path, "de", translation("fr", "{glue: COLLE}"))
    (found,) = [each for each in report_on(tmp_path).findings if each.code == "unlisted-language"]
    assert found.message == "the pack is not in 'fr', so this translation is not used"


@pytest.mark.parametrize(("language", "is_used"), [("de", True), ("de-AT", True), ("fr", False)])
def test_a_translation_serves_its_language_and_the_regions_of_it(tmp_path: Path, language: str, is_used: bool) -> None:
    write(
        tmp_path,
        PACK.format(language="de-AT", more=", words.yaml")
        + f"# file: words.yaml\n{translation(language, '{glue: LEIM}')}",
    )
    unused = [each.message for each in report_on(tmp_path).findings if each.code == "unlisted-language"]
    assert unused == ([] if is_used else [f"the pack is not in '{language}', so this translation is not used"])
