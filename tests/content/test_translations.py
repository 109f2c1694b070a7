"""The bundled translations: complete, filled in like the English texts, and printed."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from pnp.build.examine import examine
from pnp.export.html import PREFIX
from pnp.export.layouts import COLOURS
from pnp.loader import find_targets
from pnp.loader.pack import load
from pnp.model.translation import PLACE, SheetWords
from pnp.rulebook.document import RulebookWords
from pnp.scene.typesetting.text import TextStyle
from pnp.scene.typesetting.typeset import typeset
from pnp.source import load_schemas, read_document, validate
from tests.pipeline import ROOT, report_on

FILES = sorted((ROOT / "content" / "house" / "translations").glob("*.yaml"))
SCHEMA = json.loads((ROOT / "schemas" / "translation.schema.json").read_text(encoding="utf-8"))
WORDS = SCHEMA["properties"]["words"]["properties"]
STATIC = ROOT / "pnp" / "export" / "html" / "static"
PAGE = json.loads((STATIC / "words.json").read_text(encoding="utf-8"))

ALIKE = 8
"""How many texts may be the same as in English: `Minutes`, `Source`."""


def english() -> dict[str, str]:
    """Every text by its key; those of rulebooks come first, those of the table in the browser last."""
    texts: dict[str, str] = {}
    for words in (RulebookWords(), SheetWords()):
        for name in words.__struct_fields__:
            texts.setdefault(name.replace("_", "-"), getattr(words, name))
    return texts | {PREFIX + key: text for key, text in PAGE.items()}


def translated(file: Path) -> dict[str, str]:
    document = validate(read_document(file.read_bytes(), file.name), load_schemas(ROOT / "schemas"))
    assert document.findings == ()
    assert document.root
    assert document.root["language"].text == file.stem
    return {key.text: value.text for key, value in document.root["words"].items()}


def test_seven_languages_are_bundled() -> None:
    assert [file.stem for file in FILES] == ["de", "es", "fr", "it", "nl", "pl", "pt"]


def test_the_schema_has_every_text_with_its_default_and_its_places() -> None:
    assert list(WORDS) == list(english())
    for key, text in english().items():
        assert text.replace("\u00a0", " ").rstrip(".") in WORDS[key]["description"], key
        for place in PLACE.findall(text):
            assert f"{{{place}}}" in WORDS[key]["x-expected"], key


def test_texts_of_sheets_and_rulebooks_with_one_key_are_the_same() -> None:
    sheets, rulebooks = SheetWords(), RulebookWords()
    for name in set(sheets.__struct_fields__) & set(rulebooks.__struct_fields__):
        assert getattr(sheets, name) == getattr(rulebooks, name)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_translation_is_complete_and_has_the_same_places(file: Path) -> None:
    words, texts = translated(file), english()
    assert list(words) == list(texts)
    for key, text in texts.items():
        assert sorted(PLACE.findall(words[key])) == sorted(PLACE.findall(text)), key
        assert text.endswith(".") == words[key].endswith("."), key
    same = {key for key in texts if words[key].casefold() == texts[key].casefold()}
    assert len(same) <= ALIKE, same


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_fonts_of_sheets_have_every_character(file: Path) -> None:
    text = " ".join(translated(file).values())
    for family in ("Fira Sans", "Barlow Condensed"):
        assert typeset(text, TextStyle(family, 8.0, "#000000"), 180).missing == ()


def test_the_page_uses_every_text_and_no_others() -> None:
    script = "".join(path.read_text(encoding="utf-8") for path in sorted(STATIC.glob("*.js")))
    named = set(re.findall(r'"([a-z-]+)"', script)) | {f"returned-{end}" for end in ("top", "bottom", "middle")}
    flat = {f"{kind}-of" for kind in ("card", "tile", "token", "money")}
    built = {"red", "blue", "green", "yellow", "purple", "orange", "white", "pink", "teal", "brown", "grey", "black"}
    own = set(re.findall(r"\{\{([a-z-]+)\}\}", (STATIC / "table.html").read_text(encoding="utf-8")))
    assert set(PAGE) - named - flat - built - own == {"die-of", "plain-dice"}
    assert {*own, *flat, *built, *re.findall(r'word\("([a-z-]+)"', script)} <= set(PAGE)
    assert built == {name.lower() for name, _ in COLOURS}


@pytest.mark.slow
def test_sheets_and_rules_of_a_game_in_german_are_german(tmp_path: Path) -> None:
    game = tmp_path / "game"
    game.mkdir()
    for file in (ROOT / "content" / "starter").iterdir():
        if file.is_file():
            text = file.read_text(encoding="utf-8").replace("title: Second", "language: de\ntitle: Second")
            (game / file.name).write_text(text, encoding="utf-8")
    assert [each.code for each in report_on(game).findings if each.code.startswith("untranslated")] == []
    examined = examine(load(find_targets([str(game)])[0]))
    assert examined.game.pack
    assert examined.game.pack.credit
    assert examined.game.pack.credit.line.startswith("Entworfen von ")
    (document,) = examined.documents.values()
    assert (document.words.components, document.words.count) == ("Spielmaterial", "Anzahl")
    standees = next(each.parts for each in examined.drawn if each.parts.component == "cats")
    assert standees.stock == "Karton, 200–300 g"
    assert standees.steps[0].startswith("Die gestrichelten Linien")
