"""Profiles: sheets as they want them, and finished faces for print services."""

from __future__ import annotations

import csv
from itertools import product
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from PIL import Image

from pnp.build.pipeline import build
from pnp.build.target import BuildOptions
from pnp.loader import find_targets
from pnp.loader.pack import load
from pnp.loader.target import content_folder
from pnp.messages import Refused
from pnp.model.profile import Profile, Shape
from pnp.units import MM_PER_POINT
from tests.pipeline import told, write

from .decks import DECK, built


def texts(pdf: Path) -> list[str]:
    """The words on each page."""
    document = pypdfium2.PdfDocument(pdf)
    return [page.get_textpage().get_text_range().strip() for page in document]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("profile", "pixels"), [("the-game-crafter", (825, 1125)), ("makeplayingcards", (822, 1122)), ("shop", (266, 366))]
)
def test_a_service_gets_a_picture_a_face_of_exactly_its_pixels(
    tmp_path: Path, profile: str, pixels: tuple[int, int]
) -> None:
    _, files = built(tmp_path, profile=profile)
    ending = "jpg" if profile == "shop" else "png"
    pictures = {name: path for name, path in files.items() if path.suffix == f".{ending}"}
    fronts = {f"{profile}/cards/{name}.{ending}" for name in ("pier-front", "market-front", "back")}
    assert fronts | {f"{profile}/wide/ferry-front.{ending}"} <= set(pictures)
    for name, path in pictures.items():
        if "/coins/" not in name:
            with Image.open(path) as picture:
                assert picture.size == pixels, name


MANY = DECK.replace("copies: 3", "copies: 7")


@pytest.mark.slow
def test_no_edge_of_a_finished_face_is_white(tmp_path: Path) -> None:
    _, files = built(tmp_path, profile="the-game-crafter")
    with Image.open(files["the-game-crafter/cards/pier-front.png"]) as picture:
        corners = [picture.getpixel((x, y)) for x in (0, 824) for y in (0, 1124)]
    assert len(set(corners)) == 1
    assert corners[0] != (255, 255, 255)


def test_a_list_says_what_to_upload_and_how_often(tmp_path: Path) -> None:
    _, files = built(tmp_path, profile="shop")
    assert files["deck-shop.csv"].read_text(encoding="utf-8").splitlines() == [
        f"component,name,copies,front,back,width,height,{MORE}",
        "cards,Pier,1,shop/cards/pier-front.jpg,shop/cards/back.jpg,266,366,poker,2,63.5,88.9,2.5,3.5,,",
        "cards,Market,3,shop/cards/market-front.jpg,shop/cards/back.jpg,266,366,poker,2,63.5,88.9,2.5,3.5,,",
        "wide,Ferry,1,shop/wide/ferry-front.jpg,,266,366,poker,1,63.5,88.9,2.5,3.5,,",
    ]


MORE = "product,sides,width-mm,height-mm,width-in,height-in,front-pages,back-pages"


def test_a_list_of_a_pdf_says_the_pages(tmp_path: Path) -> None:
    _, files = built(tmp_path, profile="printninja", only=("cards",))
    rows = list(csv.DictReader(files["deck-printninja.csv"].read_text(encoding="utf-8").splitlines()))
    assert [(row["name"], row["front-pages"], row["back-pages"]) for row in rows] == [
        ("Pier", "1", "2"),
        ("Market", "3, 5, 7", "4, 6, 8"),
    ]
    assert {(row["front"], row["product"], row["width"]) for row in rows} == {("deck-cards-printninja.pdf", "card", "")}


@pytest.mark.parametrize(
    ("profile", "words"),
    [
        ("drivethrucards", ["Back", "Pier", "Back", "Market", "Back", "Market", "Back", "Market"]),
        ("apart", ["Pier", "Market", "Market", "Market", "Back", "Back", "Back", "Back"]),
    ],
)
def test_a_service_gets_one_pdf_a_deck_in_its_order(tmp_path: Path, profile: str, words: list[str]) -> None:
    apart = DECK.replace("file: jpeg", "file: pdf\norder: fronts-backs").replace("shop.yaml", "apart.yaml")
    _, files = built(tmp_path, apart, profile=profile)
    assert texts(files[f"deck-cards-{profile}.pdf"]) == words


def test_a_page_is_the_card_with_its_bleed_and_its_trim_the_card(tmp_path: Path) -> None:
    _, files = built(tmp_path, profile="mb-print")
    page = pypdfium2.PdfDocument(files["deck-cards-mb-print.pdf"])[0]
    width, height = (side * MM_PER_POINT for side in page.get_size())
    assert (width, height) == pytest.approx((63.5 + 6, 88.9 + 6), abs=0.001)
    trim = [side * MM_PER_POINT for side in page.get_trimbox()]
    assert trim == pytest.approx([3, 3, 66.5, 91.9], abs=0.001)
    assert page.get_bleedbox() == pytest.approx((0, 0, *page.get_size()), abs=0.001)


def test_what_a_service_does_not_take_is_left_out_and_told(tmp_path: Path) -> None:
    examined, files = built(tmp_path, profile="shop")
    told = {finding.message for finding in examined.report.findings if finding.code == "not-offered"}
    assert told == {
        "'Gates': it is folded, and Card shop prints faces",
        "'Coins': 18 × 18 mm is no size of Card shop",
    }
    assert not any("gates" in name or "coins" in name for name in files)


@pytest.mark.slow
def test_texts_keep_off_the_edge_as_far_as_the_service_wants(tmp_path: Path) -> None:
    text = '{text: "{name}", style: card-title, where: "top, 15 high, inset 4"}'
    close = DECK.replace(text, '{icon: star, where: "top left, 9 x 9, inset 3.1"}')
    assert "outside-safe-zone" not in {each.code for each in built(tmp_path, close)[0].report.findings}
    examined, _ = built(tmp_path, close.replace("dpi: 100", "dpi: 100\nsafe: 9"), profile="shop")
    assert "outside-safe-zone" in {each.code for each in examined.report.findings}


@pytest.mark.slow
def test_profiles_of_sheets_say_paper_layout_and_variant(tmp_path: Path) -> None:
    names = {
        name for profile in ("gutterfold", "low-ink", "printplaygames") for name in built(tmp_path, profile=profile)[1]
    }
    assert {"deck-gutterfold-a4.pdf", "deck-low-ink-a4.pdf", "deck-printplaygames-arch-b.pdf"} <= names
    document = pypdfium2.PdfDocument(tmp_path / "out/deck/deck-printplaygames-arch-b.pdf")
    assert document[0].get_size() == pytest.approx((12 * 72, 18 * 72), abs=0.01)


@pytest.mark.slow
def test_what_is_asked_for_lies_over_the_profile_and_stands_in_the_names(tmp_path: Path) -> None:
    _, files = built(tmp_path, profile="gutterfold", paper="letter", layout="duplex", flip="short", formats=("pdf",))
    assert "deck-gutterfold-duplex-short-letter.pdf" in files
    _, files = built(tmp_path, layout="gutterfold", formats=("pdf",))
    assert "deck-gutterfold-a4.pdf" in files


@pytest.mark.slow
def test_a_profile_of_a_pack_stands_in_for_one_of_a_kit(tmp_path: Path) -> None:
    mine = DECK.replace("shop.yaml", "home.yaml").replace("prints: faces", "prints: sheets\npaper: a5")
    _, files = built(tmp_path, mine.replace("sizes: {poker: 266 x 366}\n", ""), formats=("pdf",))
    assert "deck-a5.pdf" in files


def test_a_profile_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match=r"'deck' has no profile 'gamecrafter'; did you mean 'the-game-crafter'\?"):
        built(tmp_path, profile="gamecrafter")


def test_a_machine_does_not_cut_folded_sheets(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="'silhouette' can't fold its sheets: the machine looks for its marks"):
        built(tmp_path, profile="silhouette", layout="gutterfold")


@pytest.mark.slow
def test_margin_and_cuts_override_the_profile(tmp_path: Path) -> None:
    examined, _ = built(tmp_path, formats=("pdf",), paper="a5", margin=45.0)
    assert "63.5 × 88.9 mm does not fit on A5" in told(examined.report)
    left = {}
    for cuts in (None, "shared"):
        built(tmp_path, MANY, formats=("pdf",), cuts=cuts)
        left[cuts] = (tmp_path / "out/deck/deck-cards-a4.pdf").read_bytes()
    assert left[None] != left["shared"]
    with pytest.raises(Refused, match="a margin is 3 to 50 mm wide, not 2"):
        built(tmp_path, margin=2.0)


def test_finished_faces_have_no_paper(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="'shop' prints faces, not sheets: leave out --paper"):
        built(tmp_path, profile="shop", paper="a4")


@pytest.mark.parametrize(
    ("profile", "formats", "words"),
    [
        ("shop", ("pdf",), "'shop' prints one JPEG a face, no sheets: leave out --format pdf"),
        ("shop", ("svg", "pdf", "cut-svg"), "leave out --format pdf and --format cut-svg"),
        ("drivethrucards", ("cut-svg",), "'drivethrucards' prints one PDF a component, no sheets"),
    ],
)
def test_forms_that_finished_faces_do_not_come_in_are_refused(
    tmp_path: Path, profile: str, formats: tuple[str, ...], words: str
) -> None:
    with pytest.raises(Refused, match=words):
        built(tmp_path, profile=profile, formats=formats)


@pytest.mark.parametrize(("profile", "form"), [("drivethrucards", "pdf"), ("shop", "png"), ("shop", "svg")])
def test_forms_that_they_come_in_too_are_not(tmp_path: Path, profile: str, form: str) -> None:
    _, files = built(tmp_path, profile=profile, formats=(form,))
    assert any(name.endswith(f".{form}") for name in files)


def test_a_draft_of_finished_faces_without_errors_is_not_stamped(tmp_path: Path) -> None:
    _, files = built(tmp_path, profile="drivethrucards", draft=True)
    pages = texts(files["deck-cards-drivethrucards-draft.pdf"])
    assert not any("DRAFT" in words for words in pages)


def test_four_inks_are_said_to_be_uncertified(tmp_path: Path) -> None:
    pack = tmp_path / "deck"
    pack.mkdir()
    (target,) = find_targets([str(write(pack, DECK))])
    told = {}
    for profile in ("mb-print", "printninja"):
        _, written = build(load(target), BuildOptions(tmp_path, profile=profile), lambda _said: None)
        told |= {each.path.name: each.what for each in written}
    assert (
        told["deck-cards-printninja.pdf"] == "Cards for PrintNinja, 8 pages; CMYK by naive-gcr, not certified as PDF/X"
    )
    prepared = "CMYK by naive-gcr, prepared as PDF/X-1a:2003 for FOGRA39, not certified"
    assert told["deck-cards-mb-print.pdf"] == f"Cards for MB Print, 8 pages; {prepared}"


@pytest.mark.parametrize("options", [{"profile": "shop"}, {"dpi": 1200, "formats": ("png",)}])
def test_pictures_that_cannot_be_made_are_refused_before_anything_is_written(
    tmp_path: Path, options: dict[str, object]
) -> None:
    large = DECK.replace("poker: 266 x 366", "poker: 82200 x 11220").replace("size: 18 x 18", "size: 400 x 400")
    with pytest.raises(Refused, match="pixels: too many; use fewer dpi"):
        built(tmp_path, large.replace("makes: token", "makes: board"), **options)
    assert not (tmp_path / "out").exists()


def pages_of(text: str, folder: Path, profile: str = "apart") -> list[str]:
    _, files = built(folder, text, profile=profile)
    return texts(files[f"deck-wide-{profile}.pdf"])


APART = DECK.replace("shop.yaml", "apart.yaml").replace("file: jpeg", "file: pdf")
TWO = APART.replace("rows: [{name: Ferry}]", "rows: [{name: Ferry}, {name: Tug, copies: 2}]")
"""A deck without backs for a service that reads each second page as a back."""


@pytest.mark.parametrize(
    ("order", "words"),
    [
        ("front-back", ["Ferry", "", "Tug", "", "Tug", ""]),
        ("back-front", ["", "Ferry", "", "Tug", "", "Tug"]),
        ("fronts-backs", ["Ferry", "Tug", "Tug", "", "", ""]),
    ],
)
def test_no_front_takes_the_place_of_a_back(tmp_path: Path, order: str, words: list[str]) -> None:
    assert pages_of(TWO.replace("file: pdf", f"file: pdf\norder: {order}"), tmp_path) == words


def test_blank_backs_are_white_and_as_large_as_their_fronts(tmp_path: Path) -> None:
    _, files = built(tmp_path, TWO, profile="apart")
    document = pypdfium2.PdfDocument(files["deck-wide-apart.pdf"])
    front, back = document[0], document[1]
    assert (front.get_size(), front.get_trimbox()) == (back.get_size(), back.get_trimbox())
    assert back.render(scale=1).to_pil().convert("L").getextrema() == (255, 255)
    assert front.render(scale=1).to_pil().convert("L").getextrema() != (255, 255)


@pytest.mark.parametrize("rule", ["leave", "blank"])
def test_a_deck_with_some_backs_gets_the_others_blank(tmp_path: Path, rule: str) -> None:
    some = TWO.replace("{name: Ferry}", "{name: Ferry, back: back}").replace(
        "file: pdf", f"file: pdf\nmissing-backs: {rule}"
    )
    some = some.replace("size: poker landscape", "size: poker").replace(
        "makes: card\nname: Wide", "makes: card\nback: back\nname: Wide"
    )
    assert pages_of(some, tmp_path)[:2] == ["Ferry", "Back"]
    examined, _ = built(tmp_path, TWO.replace("file: pdf", "file: pdf\nmissing-backs: leave"), profile="apart")
    assert "missing-back" not in {each.code for each in examined.report.findings}


def test_blank_backs_are_reported(tmp_path: Path) -> None:
    examined, _ = built(tmp_path, TWO, profile="apart")
    found = {each.message: each.severity.value for each in examined.report.findings if each.code == "missing-back"}
    assert found["'Wide cards' has no back: Card shop gets blank ones"] == "info"
    assert not any("'Cards'" in message for message in found)


def test_a_service_may_refuse_decks_without_backs(tmp_path: Path) -> None:
    examined, files = built(tmp_path, TWO.replace("file: pdf", "file: pdf\nmissing-backs: refuse"), profile="apart")
    found = {each.message: each.severity.value for each in examined.report.findings if each.code == "missing-back"}
    message = "'Wide cards' has no back, and Card shop prints both sides: it is left out"
    assert found[message] == "warning"
    assert "deck-cards-apart.pdf" in files
    assert "deck-wide-apart.pdf" not in files


def test_pictures_get_blank_backs_where_the_service_wants_them(tmp_path: Path) -> None:
    _, files = built(tmp_path, DECK.replace("dpi: 100", "dpi: 100\nmissing-backs: blank"), profile="shop")
    assert (
        "wide,Ferry,1,shop/wide/ferry-front.jpg,shop/wide/ferry-back.jpg,266,366" in files["deck-shop.csv"].read_text()
    )
    with Image.open(files["shop/wide/ferry-back.jpg"]) as picture:
        assert picture.size == (266, 366)
        assert picture.convert("L").getextrema() == (255, 255)


PRODUCTS = """products:
  Single: {name: Single, size: poker, pixels: 266 x 366, kinds: [card], sides: 1}
  Disc: {name: Disc, size: 18 x 18, pixels: 96 x 96, kinds: [coin, token], shape: circle}
"""


def test_a_product_with_one_side_has_no_backs(tmp_path: Path) -> None:
    examined, files = built(tmp_path, DECK.replace("sizes: {poker: 266 x 366}\n", PRODUCTS), profile="shop")
    assert "shop/cards/pier-front.jpg" in files
    assert "shop/cards/back.jpg" not in files
    told = [each.message for each in examined.report.findings if each.code == "unprinted-back"]
    assert told == ["'Cards' has backs, and Card shop prints Single on one side"]


def test_a_product_has_a_kind_and_a_shape(tmp_path: Path) -> None:
    shop = DECK.replace("sizes: {poker: 266 x 366}\n", PRODUCTS)
    examined, _ = built(tmp_path, shop, profile="shop")
    (finding,) = (each for each in examined.report.findings if each.code == "not-offered" and "Coins" in each.message)
    assert finding.message == "'Coins': 18 × 18 mm is no size of Card shop for a rectangular token"
    _, files = built(tmp_path, shop.replace("size: 18 x 18\nback", "size: 18\nshape: circle\nback"), profile="shop")
    (disc,) = (path for name, path in files.items() if name.startswith("shop/coins/"))
    with Image.open(disc) as picture:
        assert picture.size == (96, 96)


def test_what_is_refused_hears_of_the_nearest_size(tmp_path: Path) -> None:
    wide = DECK.replace("size: poker\nbackground: amber", "size: 62 x 87\nbackground: amber", 1)
    examined, _ = built(
        tmp_path,
        wide.replace("size: poker\nbackground: one-way", "size: 62 x 87\nbackground: one-way"),
        profile="the-game-crafter",
    )
    (finding,) = (each for each in examined.report.findings if "'Cards'" in each.message and each.code == "not-offered")
    assert finding.hint == "the nearest that it takes is Euro Poker Deck (63 × 88 mm)"
    examined, _ = built(tmp_path, DECK.replace("makes: token", "makes: board"), profile="drivethrucards")
    told = {each.message: each.hint for each in examined.report.findings if each.code == "not-offered"}
    hint = told["'Coins': DriveThruCards does not print components that make a board"]
    assert hint == "print it at home, or with a profile that takes it: 'launch-tabletop' and 'printninja'"


HALF_INCH = "12.7 × 12.7 mm"
AS_TOKEN = f"with 'makes: token' the nearest is Small Circle Chit ({HALF_INCH})"
STICKERS = DECK.replace("size: 18 x 18\n", "size: 14\nshape: circle\n")


@pytest.mark.parametrize(
    ("kind", "hint"),
    [
        ("token", f"the nearest that it takes is Small Circle Chit ({HALF_INCH})"),
        (
            "sticker",
            f"for a sticker it has Dice Sticker ({HALF_INCH}, rectangular); {AS_TOKEN}",
        ),
    ],
)
def test_the_nearest_size_is_one_that_takes_this_kind(tmp_path: Path, kind: str, hint: str) -> None:
    text = STICKERS.replace("makes: token", f"makes: {kind}")
    examined, _ = built(tmp_path, text, profile="the-game-crafter", only=("coins",))
    (finding,) = (each for each in examined.report.findings if each.code == "not-offered")
    assert finding.hint == hint


def test_a_hint_of_a_size_can_be_followed() -> None:
    """Whatever the kind and the shape, the service takes the size that it is said to take."""
    (house,) = find_targets([str(content_folder() / "house")])
    (shop,) = (each for each in load(house).game.all(Profile) if each.id == "the-game-crafter")
    kinds = {kind for offer in shop.offers for kind in offer.kinds}
    shapes: tuple[Shape, ...] = ("rectangle", "circle", "hexagon")
    for kind, shape, side in product(sorted(kinds), shapes, range(8, 300, 9)):
        near = shop.nearest(side, side + 3, kind, shape)
        assert near is None or shop.page(near.width, near.height, kind, shape)


def test_a_shop_gets_the_outline_of_each_front_in_its_spot_colour(tmp_path: Path) -> None:
    spot = "file: pdf\ncut: {spot: CutContour, alternate: [0, 100, 0, 0], width: 0.25 pt, layer: Cut}"
    built(tmp_path, DECK.replace("shop.yaml", "apart.yaml").replace("file: jpeg", spot), profile="apart")
    for name in ("cards", "wide"):  # wide cards are turned
        with pikepdf.open(tmp_path / f"out/deck/deck-{name}-apart.pdf") as file:
            front, back = file.pages[0], file.pages[1]
            plates = [form for form in front.Resources.XObject.values() if "/OC" in form]
            assert [str(form.Resources.ColorSpace["/P"][1]) for form in plates] == ["/CutContour"]
            numbers = [float(word) for word in plates[0].read_bytes().split() if word[:1].isdigit()]
            cut = {round(each, 1) for each in numbers}
            assert {round(float(side) * MM_PER_POINT, 1) for side in front.trimbox} <= cut  # the page is symmetric
            assert not any("/OC" in form for form in back.Resources.get("/XObject", {}).values())


def test_a_service_that_asks_for_it_gets_pdf_x(tmp_path: Path) -> None:
    pack = tmp_path / "deck"
    pack.mkdir()
    (target,) = find_targets([str(write(pack, DECK))])
    _, written = build(load(target), BuildOptions(tmp_path, profile="drivethrucards"), lambda _said: None)
    (deck,) = (each for each in written if each.path.name == "deck-cards-drivethrucards.pdf")
    prepared = "CMYK by naive-gcr, prepared as PDF/X-1a:2003 for CGATS TR 001, not certified"
    assert deck.what == f"Cards for DriveThruCards, 8 pages; {prepared}"
    with pikepdf.open(deck.path) as file:
        assert str(file.docinfo.GTS_PDFXVersion) == "PDF/X-1a:2003"
        assert str(file.Root.OutputIntents[0].OutputConditionIdentifier) == "CGATS TR 001"
