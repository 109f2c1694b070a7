"""A game in several languages: each is checked, and each is printed into files of its own."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image

from pnp import network
from pnp.build.pipeline import CONTACT, Rounds
from pnp.build.target import BuildOptions
from pnp.loader import find_targets
from pnp.loader.pack import load
from pnp.render.prepress import X_4
from pnp.report import Report
from tests.cli.conftest import Run
from tests.pipeline import report_on, write
from tests.press_profile import made
from tests.quality.preflight import faults
from tests.schemas import breaches

PACK = """\
# file: pack.yaml
kind: pack
title: {en: The Guild, fr: La Guilde, de: Die Gilde}
players: 2 to 4
credit: {designers: [Ada]}
licence: {name: CC0}
language: en
languages: [en, fr, de]
summary: A town.
documents: [deck.yaml, card.yaml]
components: [{component: deck}]
# file: deck.yaml
kind: component
makes: card
name: {en: Trades, fr: Métiers, de: Berufe}
template: card
"""
CARD = """\
# file: card.yaml
kind: template
size: mini-euro
layers:
  - {text: "{title}", name: title, style: card-title, where: "top, 20 high, inset 4"}
"""
LONG = "Donaudampfschifffahrtsgesellschaftskapitän"
RULES = """\
# file: rules/rules.yaml
kind: rulebook
tables:
  trades: {title: Trades, rows: {each: t, in: deck.rows}, columns: [{head: Trade, cell: t.title}]}
sections:
  - {title: Play, reference: true, text: ["Draw a card.", {table: trades}]}
"""
REGLES = """\
# file: regles/regles.yaml
kind: rulebook
language: fr
words: {rules: Règles, contents: Sommaire, skip: Aux règles, players: Joueurs, credits: Crédits, licence: Licence,
  table: Tableau, page: page, continued: suite, reference: Aide}
tables:
  trades: {title: Métiers, rows: {each: t, in: deck.rows}, columns: [{head: Métier, cell: t.title}]}
sections:
  - {title: Jouer, reference: true, text: ["Piochez une carte.", {table: trades}]}
"""


def rows(*items: str) -> str:
    return "rows:\n" + "".join(f"  - {item}\n" for item in items) + CARD


def guild(folder: Path, text: str = "", pack: str = PACK) -> Path:
    return write(folder / "guild", pack + (text or rows("{title: {en: Smith, fr: Forgeron, de: Schmied}}")))


def told(report: Report) -> list[str]:
    return [f"{each.code} {each.span.line}:{each.span.column} {each.message}" for each in report.findings]


def long_in(*languages: str) -> str:
    """Two rows; the text of the first is too long in some languages."""
    texts = {code: LONG if code in languages else "Smith" for code in ("en", "fr", "de")}
    keyed = ", ".join(f"{code}: {text}" for code, text in texts.items())
    return rows(f"{{id: a, title: {{{keyed}}}}}", "{id: b, title: {en: X, fr: X, de: X}}")


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_a_text_that_overflows_in_one_language_is_found(tmp_path: Path, language: str) -> None:
    (finding,) = report_on(guild(tmp_path, long_in(language))).findings
    assert (finding.code, finding.languages) == ("text-overflow", (language,))
    assert finding.message.startswith(f"in {language}: the text 'Donaudampf")


def test_each_text_that_overflows_is_told_with_its_language(tmp_path: Path) -> None:
    found = report_on(guild(tmp_path, long_in("fr", "de"))).findings
    assert [(finding.code, finding.languages) for finding in found] == [
        ("text-overflow", ("fr",)),
        ("text-overflow", ("de",)),
    ]


@pytest.mark.parametrize("more", ["", "{title: {en: Baker, fr: Boulanger, de: Bäcker}}"])
def test_what_is_wrong_in_every_language_is_told_once_and_names_none(tmp_path: Path, more: str) -> None:
    deck = rows("{title: {en: Smith, fr: Forgeron, de: Schmied}}", *filter(None, (more,)))
    (finding,) = report_on(guild(tmp_path, deck.replace("name: title", "name: title, colour: '#E0E0E0'"))).findings
    assert (finding.code, finding.languages) == ("low-contrast", ())
    assert finding.message.startswith("the text 'Smith' in layer")


def test_a_layer_with_too_little_room_in_some_languages_is_told_once(tmp_path: Path) -> None:
    deck = rows(*(f"{{title: {{en: Smith, fr: {LONG}, de: {LONG}x}}}}" for _ in range(2)))
    (finding,) = report_on(guild(tmp_path, deck)).findings
    assert (Path(finding.span.file).name, finding.code, finding.languages) == (
        "card.yaml",
        "text-overflow",
        ("fr", "de"),
    )
    assert finding.message.startswith("in fr, de: the text 'Donaudampf")


def test_a_formula_that_fails_in_one_language_is_found_there(tmp_path: Path) -> None:
    text = guild_with_text("{en: 'Trade {title}', fr: 'Métier {titre}', de: 'Beruf {title}'}")
    (finding,) = report_on(guild(tmp_path, text)).findings
    assert (finding.code, finding.languages) == ("failed-expression", ("fr",))


def guild_with_text(text: str) -> str:
    return rows("{title: X}").replace('"{title}"', text)


def test_each_glyph_that_is_missing_names_its_languages(tmp_path: Path) -> None:
    text = rows("{title: {en: Smith, fr: Forge\U00013000ron, de: Schm\U00013001ied}}")
    found = [each for each in report_on(guild(tmp_path, text)).findings if each.severity == "error"]
    assert [each.languages for each in found] == [("fr",), ("de",)]


def test_a_finding_that_a_language_alone_has_can_be_accepted(tmp_path: Path) -> None:
    pack = PACK.replace("template: card", "template: card\naccept: [{finding: text-overflow, because: it is a joke}]")
    text = long_in("de")
    report = report_on(guild(tmp_path, text, pack))
    assert (told(report), report.suppressed) == ([], 1)


@pytest.mark.slow
def test_lang_narrows_the_check(pnp: Run, work: Path) -> None:
    guild(
        work,
        long_in("de"),
    )
    assert pnp("check", "guild").status == 1
    assert pnp("check", "guild", "--lang", "en", "--lang", "fr").status == 0
    german = pnp("check", "guild", "--lang", "de")
    assert german.status == 1
    assert "error  the text 'Donaudampf" in german.out
    assert "in de: the text" in pnp("check", "guild", "--lang", "fr", "--lang", "de").out


def test_a_language_that_a_pack_lacks_is_wrong_usage(pnp: Run, work: Path) -> None:
    guild(work)
    ran = pnp("check", "guild", "--lang", "pl")
    assert ran.status == 2
    assert "'guild' has no texts in the language 'pl'; there are en, fr, de" in ran.err


@pytest.mark.slow
def test_a_build_in_a_language_is_refused_for_what_is_wrong_in_it(pnp: Run, work: Path) -> None:
    guild(
        work,
        long_in("de"),
    )
    assert pnp("build", "guild").status == 0
    assert pnp("build", "guild", "--lang", "de").status == 1
    assert not list(Path("output/guild").glob("*-de-*"))


def test_the_report_for_programs_names_the_languages(pnp: Run, work: Path) -> None:
    guild(
        work,
        long_in("de"),
    )
    report = json.loads(pnp("check", "guild", "--format", "json").out)
    assert [finding["languages"] for finding in report["findings"]] == [["de"]]
    assert list(breaches(report, "report.schema.json")) == []
    listed = json.loads(pnp("list", "guild", "--format", "json").out)
    assert listed["packs"][0]["languages"] == ["en", "fr", "de"]


def test_maps_are_lowered_and_proved_once_for_all_languages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    town = """\
# file: town.yaml
kind: area-map
areas: {Market: {}, Pier: {}, Church: {}}
roads: [Market -- Church -- Pier -- Market]
keeps: [demands]
# file: demands.yaml
kind: requirements
requirements: [{connected: true}]
"""
    pack = PACK.replace("card.yaml]", "card.yaml, demands.yaml, town.yaml]")
    lowered, lower = [], network.lower
    monkeypatch.setattr(network, "lower", lambda game_map: lowered.append(game_map.id) or lower(game_map))
    report = report_on(guild(tmp_path, rows("{title: X}") + town, pack))
    assert lowered == ["town"]
    assert [proof.holds for _, proof in report.proofs] == [True]


BOOKS = PACK.replace("languages: [en, fr, de]", "languages: [en, fr]").replace(
    "card.yaml]", "card.yaml, rules/rules.yaml, regles/regles.yaml]"
)


def bilingual(folder: Path) -> Path:
    return guild(folder, rows("{title: {en: Smith, fr: Forgeron}}") + RULES + REGLES, BOOKS)


def words_of(file: Path) -> str:
    with pypdfium2.PdfDocument(file) as document:
        return "\n".join(page.get_textpage().get_text_bounded() for page in document)


def files() -> dict[str, bytes]:
    return {
        path.relative_to("output/guild").as_posix(): path.read_bytes()
        for path in Path("output/guild").rglob("*")
        if path.is_file()
    }


@pytest.mark.slow
@pytest.mark.parametrize("command", ["build", "rulebook"])
def test_rulebooks_of_two_languages_share_no_file(pnp: Run, work: Path, command: str) -> None:
    bilingual(work)
    assert pnp(command, "guild").status == 0
    english = files()
    assert "rulebook.pdf" in english
    assert not [name for name in english if "regles" in name or "-fr" in name.removesuffix("-front.svg")]
    assert pnp(command, "guild", "--lang", "fr").status == 0
    both = files()
    assert {name: both[name] for name in english} == english
    french = set(both) - set(english)
    assert {"rulebook-fr.pdf", "rulebook-fr.md", "rulebook-fr.html", "tables-fr/trades.csv"} <= french
    assert all("-fr" in name.partition("/")[0] for name in french)


@pytest.mark.slow
def test_a_rulebook_takes_its_texts_from_the_game_in_its_language(pnp: Run, work: Path) -> None:
    bilingual(work)
    pnp("rulebook", "guild")
    pnp("rulebook", "guild", "--lang", "fr")
    assert b"Smith" in files()["rulebook.md"]
    assert b"Forgeron" in files()["rulebook-fr.md"]
    assert b"Smith" not in files()["rulebook-fr.md"]
    assert files()["tables-fr/trades.csv"].decode().split() == ["Métier", "Forgeron"]


def test_what_is_wrong_in_the_rules_of_another_language_is_found(tmp_path: Path) -> None:
    broken = REGLES.replace("Piochez une carte.", "Il y a {nothing} cartes.")
    report = report_on(guild(tmp_path, rows("{title: {en: Smith, fr: Forgeron}}") + RULES + broken, BOOKS))
    (finding,) = report.findings
    assert (Path(finding.span.file).name, finding.languages) == ("regles.yaml", ("fr",))


def test_a_second_rulebook_in_one_language_is_told_at_its_beginning(tmp_path: Path) -> None:
    (finding,) = report_on(
        guild(
            tmp_path,
            rows("{title: {en: Smith, fr: Forgeron}}") + RULES + REGLES.replace("language: fr", "language: en"),
            BOOKS,
        )
    ).findings
    assert (Path(finding.span.file).name, finding.code) == ("regles.yaml", "missing-translation")
    assert finding.message == "this is a second rulebook in 'en', and there are no rules in 'fr'"
    assert finding.hint == "begin it with 'language: fr' if it is the one in that language"


@pytest.mark.slow
def test_the_first_sheet_names_the_rulebook_of_its_language(pnp: Run, work: Path) -> None:
    bilingual(work)
    pnp("build", "guild")
    pnp("build", "guild", "--lang", "fr")
    assert "rulebook.pdf" in words_of(Path("output/guild/guild-a4.pdf"))
    assert "rulebook-fr.pdf" in words_of(Path("output/guild/guild-fr-a4.pdf"))


def test_a_language_without_rules_is_told_and_no_sheet_names_any(pnp: Run, work: Path) -> None:
    pack = BOOKS.replace(", regles/regles.yaml", "")
    guild(work, rows("{title: {en: Smith, fr: Forgeron}}") + RULES, pack)
    ran = pnp("build", "guild", "--lang", "fr")
    assert "there are no rules in 'fr'" in ran.err
    assert "rulebook" not in words_of(Path("output/guild/guild-fr-a4.pdf"))
    assert not [name for name in files() if "rulebook" in name]


@pytest.mark.slow
def test_a_build_in_one_language_does_not_stand_for_another(pnp: Run, work: Path) -> None:
    bilingual(work)
    runs = [("build", "guild"), ("build", "guild", "--lang", "fr"), ("rulebook", "guild", "--lang", "fr")]
    for run in runs:
        assert ", 0 new or changed" not in pnp(*run, "-o", f"out-{run[0]}").out
    for run in runs:
        assert ", 0 new or changed" in pnp(*run, "-o", f"out-{run[0]}").out


@pytest.mark.slow
def test_pictures_and_contents_are_in_the_language(pnp: Run, work: Path) -> None:
    bilingual(work)
    pnp("build", "guild", "--lang", "fr", "--format", "svg", "--format", "png", "--format", "pdf", "--dpi", "72")
    assert {"svg-fr/deck/forgeron-front.svg", "png-fr/deck/forgeron-front.png"} <= set(files())
    with pypdfium2.PdfDocument(Path("output/guild/guild-fr-a4.pdf")) as document:
        assert document.get_metadata_dict()["Title"] == "La Guilde"


def test_a_rulebook_of_one_language_lists_its_english_words(tmp_path: Path) -> None:
    book = REGLES.replace("rules: Règles, contents: Sommaire, ", "")
    text = rows("{title: {en: Smith, fr: Forgeron}}") + RULES + book
    assert report_on(guild(tmp_path / "bundled", text, BOOKS)).findings == ()
    text = text.replace("fr: Forgeron", "cs: Kovář").replace("language: fr", "language: cs")
    pack = re.sub(r"\bfr\b", "cs", BOOKS)
    found = [each for each in report_on(guild(tmp_path / "other", text, pack)).findings if each.languages == ("cs",)]
    finding = next(each for each in found if each.code == "untranslated-words")
    assert finding.message == "in cs: these words are printed in English: 'rules' and 'contents'"
    assert finding.hint == "write under words: rules: …, contents: …"


def test_rules_in_a_language_that_is_not_listed_are_one_error(tmp_path: Path) -> None:
    pack = (
        BOOKS.replace("languages: [en, fr]\n", "")
        .replace(", fr: La Guilde, de: Die Gilde", "")
        .replace(", fr: Métiers, de: Berufe", "")
    )
    (finding,) = report_on(guild(tmp_path, rows("{title: {en: Smith}}") + RULES + REGLES, pack)).findings
    assert (finding.code, finding.span.line) == ("unlisted-language", 2)
    assert finding.hint == "write in pack.yaml: 'languages: [en, fr]'"


def test_a_fault_of_a_row_is_told_once_whatever_the_row_is_called(tmp_path: Path) -> None:
    pack = PACK.replace("template: card", "template: card\nfields: {title: text, cost: number}")
    deck = rows("{title: {en: Smith, fr: Forgeron, de: Schmied}, cost: much}").replace("{title}", "{title} {cost}")
    (finding,) = report_on(guild(tmp_path, deck, pack)).findings
    assert finding.message == "'cost': expected a number, found 'much' (row 'Smith')"


def test_what_the_pack_lacks_is_told_once_whatever_its_title(tmp_path: Path) -> None:
    pack = PACK.replace("licence: {name: CC0}\n", "").replace("credit: {designers: [Ada]}\n", "")
    found = report_on(guild(tmp_path, rows("{title: X, copies: 0}"), pack)).findings
    assert sorted(each.code for each in found) == ["empty-component", "missing-credit", "missing-licence"]
    assert {each.languages for each in found} == {()}


def test_a_fault_of_the_manifest_is_told_once_whatever_the_component_is_called(tmp_path: Path) -> None:
    pack = PACK.replace("{component: deck}", "{component: deck, expect: 4}")
    (finding,) = report_on(guild(tmp_path, pack=pack)).findings
    assert (finding.code, finding.languages) == ("wrong-count", ())


@pytest.mark.slow
def test_a_watched_build_is_in_its_language(work: Path) -> None:
    target = find_targets([str(bilingual(work))])[0]
    rounds = Rounds(BuildOptions(language="fr"))
    for _ in range(2):
        _, written = rounds.build(load(target, "fr"), lambda _: None)
        names = {each.path.relative_to("output/guild").as_posix() for each in written}
        assert {"guild-fr-a4.pdf", "rulebook-fr.pdf", "svg-fr/deck/forgeron-front.svg"} <= names
        assert not [name for name in names if "-fr" not in name and name != CONTACT]


def test_what_one_language_needs_is_not_unused(pnp: Run, work: Path) -> None:
    deck = rows("{title: Smith, titre: Forgeron, more: x}").replace(
        '"{title}"', "{en: '{title}', fr: '{titre}', de: '{title}'}"
    )
    guild(work, deck)
    (finding,) = report_on("guild").findings
    assert (finding.code, finding.languages) == ("unused-field", ())
    assert finding.message == "nothing uses the field 'more'"
    assert "unused" not in pnp("build", "guild").err


@pytest.mark.slow
def test_what_only_one_language_needs_accepted_is_not_unused(pnp: Run, work: Path) -> None:
    pack = PACK.replace("template: card", "template: card\naccept: [{finding: text-overflow, because: it is a joke}]")
    guild(work, long_in("de"), pack)
    for run in (("check", "guild"), ("check", "guild", "--lang", "en"), ("build", "guild")):
        ran = pnp(*run)
        assert (ran.status, "unused" in ran.out + ran.err) == (0, False)


def test_a_document_alone_is_checked_in_the_languages_that_are_named(pnp: Run, work: Path) -> None:
    text = "kind: template\nsize: mini-euro\nlayers: [{text: {fr: '{', de: '{x'}, where: inset 4}]\n"
    (work / "card.yaml").write_text(text)
    ran = pnp("check", "card.yaml", "--lang", "fr", "--lang", "de")
    assert ("in fr: " in ran.out, "in de: " in ran.out) == (True, True), ran.out


def look(file: Path) -> list[bytes]:
    """The pixels of each page, as a reader shows it first."""
    with pypdfium2.PdfDocument(file) as document:
        return [bytes(page.render(scale=1).to_pil().tobytes()) for page in document]


DECORATED = (
    CARD
    + """\
  - {ellipse: "#88AACC", where: "bottom, 10 high, inset 4"}
  - {text: "{cost}", name: cost, style: card-title, where: "bottom, 10 high, inset 4"}
"""
)
SEVERAL = "rows:\n" + "".join(
    f"  - {{title: {{en: {en}, fr: {fr}, de: {de}}}, cost: {cost}}}\n"
    for en, fr, de, cost in (
        ("Smith", "Forgeron", "Schmied", 2),
        ("Baker", "Le boulanger du village", "Bäcker", 3),
        ("Abbess of a long name", "Abbesse", "Abt", 4),
    )
)


def pages_of(pnp: Run, language: str) -> Path:
    ran = pnp("build", "guild", "--lang", language)
    assert ran.status == 0, ran.out + ran.err
    words = language.split(",")
    suffix = "-".join(words) if len(words) > 1 else "" if language == "en" else language
    return Path(f"output/guild/guild-deck{f'-{suffix}' if suffix else ''}-a4.pdf")


@pytest.mark.slow
@pytest.mark.parametrize(("asked", "shown"), [("en,de", "en"), ("de,fr,en", "de"), ("fr,de", "fr")])
def test_several_languages_are_layers_of_one_file_and_the_first_is_shown(
    pnp: Run, work: Path, asked: str, shown: str
) -> None:
    guild(work, SEVERAL + DECORATED)
    several, one = pages_of(pnp, asked), pages_of(pnp, shown)
    assert look(several) == look(one)
    content = several.read_bytes()
    codes = asked.split(",")
    assert [code for code in codes if f"(Language: {code})".encode() in content] == codes
    assert content.count(b"/RBGroups") == 1
    assert len(content) < 2 * len(one.read_bytes()) * len(codes) / 2


@pytest.mark.slow
@pytest.mark.parametrize("prints", ["faces", "sheets"])
def test_several_languages_may_be_prepared_as_x_4(pnp: Run, work: Path, prints: str) -> None:
    guild(work, SEVERAL + DECORATED)
    (work / "guild" / "shop.icc").write_bytes(made())
    shop = f"kind: profile\nname: The shop\nprints: {prints}\ncolour: cmyk\noutput-profile: shop.icc\n"
    (work / "guild" / "shop.yaml").write_text(f"{shop}standard: PDF/X-4\n")
    pack = work / "guild" / "pack.yaml"
    pack.write_text(re.sub(r"documents: \[", "documents: [shop.yaml, ", pack.read_text(encoding="utf-8")), "utf-8")
    ran = pnp("build", "guild", "--lang", "en,de", "--profile", "shop")
    assert ran.status == 0, ran.out + ran.err
    files = list(Path("output/guild").glob("*.pdf"))
    assert files
    for file in files:
        assert list(faults(file.read_bytes(), X_4, four=True)) == []
        assert b"(Language: de)" in file.read_bytes()


@pytest.mark.slow
def test_the_option_may_be_repeated_instead(pnp: Run, work: Path) -> None:
    guild(work, SEVERAL + DECORATED)
    one = pages_of(pnp, "en,de").read_bytes()
    assert pnp("build", "guild", "--lang", "en", "--lang", "de", "--out", "again").status == 0
    assert Path("again/guild/guild-deck-en-de-a4.pdf").read_bytes() == one
    assert pnp("check", "guild", "--lang", "en,de").out == pnp("check", "guild", "--lang", "en", "--lang", "de").out


def test_what_is_the_same_in_all_languages_is_written_once(pnp: Run, work: Path) -> None:
    guild(work, SEVERAL + DECORATED)
    found = words_of(pages_of(pnp, "en,fr,de"))
    for title in ("Smith", "Forgeron", "Schmied"):
        assert title in found
    assert len(re.findall(r"^[234]\r?$", found, re.MULTILINE)) == 3


@pytest.mark.slow
def test_the_rules_of_each_language_are_written_beside_the_layers(pnp: Run, work: Path) -> None:
    bilingual(work)
    assert pnp("build", "guild", "--lang", "en,fr").status == 0
    assert {"guild-en-fr-a4.pdf", "rulebook.pdf", "rulebook-fr.pdf"} <= set(files())
    assert not [name for name in files() if name.endswith(".svg") and not name.startswith("rulebook")]


@pytest.mark.slow
def test_what_is_wrong_in_any_of_the_languages_prevents_the_layers(pnp: Run, work: Path) -> None:
    guild(work, rows(f"{{title: {{en: Smith, fr: Forgeron, de: {LONG}}}}}"))
    ran = pnp("build", "guild", "--lang", "en,de")
    assert ran.status == 1
    assert "in de: " in ran.err
    assert not Path("output/guild").exists()
    assert pnp("build", "guild", "--lang", "en,fr").status == 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--lang", "en,it"), "has no texts in the language 'it'"),
        (("--lang", "en,de", "--format", "svg"), "leave out --format svg"),
        (("--lang", "en,de", "--watch"), "--watch shows one language"),
        (("--lang", "en,de", "--profile", "mb-print"), "the profile 'mb-print' has no files with layers"),
    ],
)
def test_several_languages_where_files_have_no_layers_are_wrong_usage(
    pnp: Run, work: Path, options: tuple[str, ...], message: str
) -> None:
    guild(work, SEVERAL + DECORATED)
    ran = pnp("build", "guild", *options)
    assert ran.status == 2
    assert message in ran.err
    assert not Path("output").exists()


def test_rows_that_each_language_sorts_in_its_own_way_are_wrong_usage(pnp: Run, work: Path) -> None:
    guild(work, "order-by: title\n" + SEVERAL + DECORATED)
    ran = pnp("build", "guild", "--lang", "en,fr")
    assert ran.status == 2
    assert "its rows are in another order in each" in ran.err


@pytest.mark.slow
def test_a_file_with_layers_is_written_again_for_a_changed_text(pnp: Run, work: Path) -> None:
    guild(work, SEVERAL + DECORATED)
    before = pages_of(pnp, "en,de").read_bytes()
    deck = next(path for path in (work / "guild").rglob("*.yaml") if "Schmied" in path.read_text())
    deck.write_text(deck.read_text().replace("Schmied", "Schlosser"))
    after = pages_of(pnp, "en,de").read_bytes()
    assert before != after
    assert "Schlosser" in words_of(pages_of(pnp, "en,de"))


def test_a_blurred_picture_is_reported_once_whatever_the_row_is_called(tmp_path: Path) -> None:
    pack = PACK.replace("template: card", "template: card\nfields: {title: text, art: text}")
    deck = rows("{title: {en: Smith, fr: Forgeron, de: Schmied}, art: art.png}")
    deck = deck.replace("layers:\n", "layers:\n  - {picture: '{art}', where: inset 2}\n")
    folder = guild(tmp_path, deck, pack)
    Image.new("RGB", (120, 180), "#336699").save(folder / "art.png")
    (finding,) = (each for each in report_on(folder).findings if each.code == "blurred-picture")
    assert finding.languages == ()
    assert "(row 'Smith')" in finding.message


@pytest.mark.slow
def test_credits_licence_and_stock_are_printed_in_the_language(pnp: Run, work: Path) -> None:
    credit = "{designers: [Ada], artists: [Ole Pohl], publisher: Amber Games, year: 2026}"
    licence = "{en: All rights reserved, fr: Tous droits réservés, de: Alle Rechte vorbehalten}"
    pack = BOOKS.replace("{designers: [Ada]}", credit).replace("licence: {name: CC0}", f"licence: {licence}")
    stock = "stock: {en: card, fr: carton, de: Karton}\nsteps: [{en: Cut., fr: Découper., de: Schneiden.}]\n"
    pack = pack.replace("template: card\n", f"template: card\n{stock}")
    assert stock in pack
    guild(work, rows("{title: {en: Smith, fr: Forgeron}}") + RULES + REGLES, pack)
    assert pnp("build", "guild", "--lang", "fr").status == 0
    sheets, rules = (
        " ".join(words_of(Path(f"output/guild/{name}.pdf")).split()) for name in ("guild-fr-a4", "rulebook-fr")
    )
    for text in ("Illustrations : Ole Pohl", "© 2026 Amber Games", "Tous droits réservés"):
        assert text in sheets
        assert text in rules
    assert "Carton" in sheets
    assert "Découper." in sheets
    made = Path("output/guild/guild-fr-a4.pdf").read_bytes()
    assert b"<dc:publisher><rdf:Bag><rdf:li>Amber Games</rdf:li></rdf:Bag></dc:publisher>" in made
    assert "© 2026 Amber Games, Tous droits réservés".encode() in made
