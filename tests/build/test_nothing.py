"""Builds of games that hardly have anything: a folder without a manifest, one file of a pack, nothing to print."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest

from tests.build.conftest import Run, files
from tests.packs import harbour
from tests.pipeline import write

DECK = "kind: component\nmakes: card\ntemplate: card\nrows: cards.csv\n"
CARD = 'kind: template\nsize: poker\nlayers: [{text: "{Title}", style: card-title, where: "top, 12 high, inset 4"}]\n'
DRAFT = f"# file: cards.yaml\n{DECK}# file: card.yaml\n{CARD}# file: cards.csv\nTitle\nOpera\nMarket\n"
TITLE = "# file: pack.yaml\nkind: pack\ntitle: Night\n"


def text_of(pdf: str) -> str:
    return "\n".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(f"output/{pdf}"))


def test_a_title_a_table_and_a_template_are_a_game(pnp: Run, work: Path) -> None:
    write(work / "night", TITLE + DRAFT)
    checked, built = pnp("check", "night"), pnp("build", "night", "--format", "pdf")
    assert (checked.status, built.status, built.err) == (0, 0, "")
    assert sorted(files()) == ["night/night-a4.pdf", "night/night-cards-a4.pdf"]
    assert "Opera" in text_of("night/night-a4.pdf")


def test_a_folder_without_a_manifest_is_printed(pnp: Run, work: Path) -> None:
    write(work / "night", DRAFT)
    assert pnp("build", "night", "--format", "pdf").status == 0
    assert sorted(files()) == ["night/night-cards-a4.pdf"]


def test_a_component_without_a_pack_is_printed_with_its_template(pnp: Run, work: Path) -> None:
    write(work / "night", DRAFT)
    assert pnp("build", "night/cards.yaml", "--format", "pdf").status == 0
    assert sorted(files()) == ["cards/cards-a4.pdf"]


@pytest.mark.parametrize("profile", ["the-game-crafter", "drivethrucards", "mb-print"])
def test_a_row_of_no_copies_is_left_out_everywhere(pnp: Run, work: Path, profile: str) -> None:
    """Such a row was a file in the upload, and the PDF for a service failed."""
    head = "summary: Row.\nplayers: 2\ncredit: {designers: [Ada]}\nlicence: CC0\ndocuments: [cards.yaml, card.yaml]\n"
    head += "components: [{component: cards, name: Cards}]\n"
    table = DRAFT.replace("Title\nOpera\nMarket", "Title,Count\nOpera,2\nMarket,0\nPier,1")
    write(work / "night", f"{TITLE}{head}{table}")
    assert pnp("build", "night", "--format", "png", "--format", "svg").status == 0
    assert not [name for name in files() if "market" in name]
    assert [name for name in files() if "pier" in name]
    ran = pnp("build", "night", "--profile", profile, "-o", "shop")
    assert (ran.status, ran.err) == (0, "")
    assert "Market" not in (work / f"shop/night/night-{profile}-plan.json").read_text(encoding="utf-8")


def test_a_build_says_which_files_got_blank_backs(pnp: Run, work: Path) -> None:
    """Notes are not in the text of a build, and a board had an empty second page that nobody was told of."""
    head = "summary: Row.\nplayers: 2\ncredit: {designers: [Ada]}\nlicence: CC0\ndocuments: [cards.yaml, card.yaml]\n"
    head += "components: [{component: cards, name: Cards}]\n"
    write(work / "night", f"{TITLE}{head}{DRAFT}".replace("makes: card", "makes: board"))
    assert "Cards for PrintNinja, 4 pages, blank backs;" in pnp("build", "night", "--profile", "printninja").out
    write(work / "night", f"{TITLE}back: card\n{head}{DRAFT}".replace("{Title}", "Night"))
    assert "Cards for PrintNinja, 4 pages;" in pnp("build", "night", "--profile", "printninja").out


def test_a_deck_of_no_copies_prints_nothing(pnp: Run, work: Path) -> None:
    write(work / "night", TITLE + DRAFT.replace("Title\nOpera\nMarket", "Title,Count\nOpera,0\nMarket,0"))
    assert pnp("build", "night", "--format", "pdf", "--format", "png").status == 1
    assert files() == {}


@pytest.mark.parametrize("file", ["boats.yaml", "boat.yaml", "boat-back.yaml"])
def test_a_file_of_a_component_builds_that_component(pnp: Run, cards: Path, file: str) -> None:
    ran = pnp("build", cards / file, "--format", "pdf")
    assert (ran.status, sorted(files())) == (0, ["harbour/harbour-boats-a4.pdf"])


def test_a_table_of_a_component_builds_that_component(pnp: Run, work: Path) -> None:
    chart = "# file: chart.yaml\nkind: component\nmakes: token\ntemplate: disc\n"
    write(work / "night", f"{TITLE}{DRAFT}{chart}# file: disc.yaml\nkind: template\nsize: 20\nlayers: []\n")
    assert pnp("build", "night/cards.csv", "--format", "pdf").status == 0
    assert sorted(files()) == ["night/night-cards-a4.pdf"]


@pytest.mark.parametrize("file", ["maps/bay.yaml", "icons.yaml", "pack.yaml"])
def test_a_file_that_several_components_use_builds_the_game(pnp: Run, cards: Path, file: str) -> None:
    assert pnp("build", cards / file, "--format", "pdf").status == 0
    assert "harbour/harbour-a4.pdf" in files()


def test_a_component_that_the_pack_does_not_print_is_refused(pnp: Run, work: Path) -> None:
    write(work / "harbour", harbour(("  - {component: boats, expect: 3}\n", "")))
    ran = pnp("build", "harbour/boats.yaml")
    assert ran.status == 2
    assert "no line under 'components' of the pack prints 'boats': add '- {component: boats}' there" in ran.err


def test_a_pack_with_nothing_to_print_says_so(pnp: Run, work: Path) -> None:
    write(work / "night", TITLE)
    ran = pnp("build", "night")
    assert (ran.status, sorted(files())) == (1, [])
    assert ran.err == "night: nothing was written; it has nothing to print: add a document of 'kind: component'\n"


def test_components_that_are_not_listed_are_named_as_the_reason(pnp: Run, work: Path) -> None:
    write(work / "night", TITLE + "components: []\n" + DRAFT)
    ran = pnp("build", "night")
    assert (ran.status, sorted(files())) == (1, [])
    assert "night: nothing was written; 'components' in pack.yaml names none of its components\n" in ran.err


def test_a_draft_whose_only_component_can_not_be_drawn_says_so(pnp: Run, work: Path) -> None:
    write(work / "night", TITLE + DRAFT.replace("Opera\nMarket\n", ""))
    ran = pnp("build", "night", "--draft")
    assert (ran.status, sorted(files())) == (1, [])
    assert "night: nothing was written; its components have nothing to print" in ran.err


def test_a_print_service_that_takes_none_of_the_components_is_the_reason(pnp: Run, work: Path) -> None:
    write(work / "night", TITLE + DRAFT.replace("size: poker", "size: 44 x 68"))
    ran = pnp("build", "night", "--profile", "makeplayingcards", "--draft")
    assert (ran.status, sorted(files())) == (1, [])
    why = "nothing was written; the print service takes none of its components: the warnings [not-offered] say why"
    assert f"night: {why}\n" in ran.err


def test_strict_builds_nothing_that_is_not_ready_to_be_shared(pnp: Run, work: Path) -> None:
    write(work / "night", TITLE + DRAFT)
    ran = pnp("build", "night", "--strict")
    assert (ran.status, sorted(files())) == (1, [])
    assert "night: nothing was written; mend the warnings first, or build without --strict" in ran.err
    assert all(code in ran.err for code in ("missing-credit", "missing-licence", "unfinished-pack"))
    assert pnp("check", "night", "--strict").status == 1
    assert pnp("check", "night").status == 0


@pytest.mark.slow
def test_strict_builds_what_is_ready(pnp: Run, cards: Path) -> None:
    assert pnp("build", cards, "--strict", "--format", "pdf").status == 0
    assert pnp("check", cards, "--strict").status == 0


def test_a_print_service_gets_nothing_that_is_not_ready_to_be_shared(pnp: Run, work: Path) -> None:
    write(work / "night", TITLE + DRAFT)
    ran = pnp("build", "night", "--profile", "drivethrucards")
    assert (ran.status, sorted(files())) == (1, [])
    assert "error  'Night' has no licence" in ran.err


def test_a_draft_without_errors_is_not_stamped(pnp: Run, work: Path) -> None:
    write(work / "night", TITLE + DRAFT)
    assert pnp("build", "night", "--draft", "--format", "pdf").status == 0
    assert "DRAFT" not in text_of("night/night-draft-a4.pdf")


@pytest.mark.slow
def test_a_licence_may_be_a_name_alone(pnp: Run, work: Path) -> None:
    write(work / "night", TITLE + "licence: CC0\n" + DRAFT)
    assert "missing-licence" not in pnp("check", "night").out
    assert pnp("build", "night", "--format", "pdf").status == 0
    assert "CC0" in text_of("night/night-a4.pdf")
    write(work / "bad", TITLE + "licence: [CC0]\n" + DRAFT)
    assert "expected a name such as CC BY 4.0" in pnp("check", "bad").out


@pytest.mark.slow
def test_every_sheet_names_the_designers_and_the_licence(pnp: Run, work: Path) -> None:
    write(work / "night", TITLE + "licence: CC0\ncredit: {designers: [Ada Byron, Mary Somerville]}\n" + DRAFT)
    assert pnp("build", "night", "--format", "pdf").status == 0
    assert "Ada Byron, Mary Somerville · CC0" in text_of("night/night-cards-a4.pdf")
    many = ", ".join(f"Designer Number {number}" for number in range(30))
    write(work / "night", TITLE + f"licence: CC0\ncredit: {{designers: [{many}]}}\n" + DRAFT)
    assert pnp("build", "night", "--format", "pdf").status == 0
    assert "Designer Number 0 and others · CC0" in text_of("night/night-cards-a4.pdf")


@pytest.mark.slow
def test_an_empty_label_of_a_place_prints_nothing(pnp: Run, work: Path) -> None:
    roads = "roads: [A -- B -- C -- A]\n"
    areas = 'areas:\n  A: {at: [20, 20], label: ""}\n  B: {at: [80, 20]}\n  C: {at: [50, 80], label: ""}\n'
    write(work, f"kind: area-map\nname: Bay\nsize: 100 x 100\n{areas}{roads}", "bay.yaml")
    assert "0 errors, 0 warnings, 0 notes" in pnp("check", "bay.yaml").out
    assert pnp("build", "bay.yaml", "--format", "pdf").status == 0
    lines = text_of("bay/bay-a4.pdf").split()
    assert "B" in lines
    assert not {"A", "C"}.intersection(lines)
