"""What a print service is sent: the upload plan, and backs for fronts that have none."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from PIL import Image

from pnp.build.pipeline import build
from pnp.build.target import BuildOptions
from pnp.loader import find_targets
from pnp.loader.pack import load
from pnp.units import MM_PER_INCH
from tests.pipeline import told, write
from tests.schemas import breaches

from .decks import DECK, built
from .test_faces import texts


def plan_of(files: dict[str, Path], name: str) -> dict[str, Any]:
    """The plan, which keeps to its schema, and whose files are those that were written."""
    plan: dict[str, Any] = json.loads(files[name].read_text(encoding="utf-8"))
    assert breaches(plan, "plan.schema.json") == []
    for each in plan["files"]:
        content = files[each["path"]].read_bytes()
        assert (len(content), hashlib.sha256(content).hexdigest()) == (each["bytes"], each["sha256"])
    listed = {each["path"] for each in plan["files"]}
    assert listed == {path for path in files if not path.endswith((".json", ".csv"))}
    used = {part[side]["file"] for one in plan["products"] for part in one["parts"] for side in part if side in SIDES}
    assert used == listed
    assert all(one["quantity"] == sum(part["copies"] for part in one["parts"]) for one in plan["products"])
    return plan


SIDES = ("front", "back")


@pytest.mark.slow
def test_a_plan_of_pictures_names_products_files_and_quantities(tmp_path: Path) -> None:
    _, files = built(tmp_path, profile="the-game-crafter")
    plan = plan_of(files, "deck-the-game-crafter-plan.json")
    assert plan["game"] == {"id": "deck", "title": "Harbour", "language": "en"}
    assert plan["service"] == {"profile": "the-game-crafter", "name": "The Game Crafter"}
    cards, wide, *_ = plan["products"]
    assert (cards["identity"], cards["interface"]) == ("PokerDeck", ["deck", "card"])
    assert (cards["quantity"], cards["sides"], wide["sides"]) == (4, 2, 1)
    pier, market = cards["parts"]
    assert (pier["name"], pier["copies"], market["name"], market["copies"]) == ("Pier", 1, "Market", 3)
    assert pier["back"] == market["back"] == {"file": "the-game-crafter/cards/back.png", "pixels": [825, 1125]}
    with Image.open(files[pier["front"]["file"]]) as picture:
        assert list(picture.size) == pier["front"]["pixels"]
    assert {each["component"]: each["reason"] for each in plan["left-out"]}["gates"].startswith("it is folded")


@pytest.mark.parametrize("profile", ["drivethrucards", "mb-print", "launch-tabletop", "printninja"])
def test_a_plan_of_a_pdf_names_the_pages_of_each_face(tmp_path: Path, profile: str) -> None:
    _, files = built(tmp_path, profile=profile)
    plan = plan_of(files, f"deck-{profile}-plan.json")
    for product in plan["products"]:
        pages = [(part, side, page) for part in product["parts"] for side in SIDES for page in part[side]["pages"]]
        (file,) = {part[side]["file"] for part, side, _ in pages}
        with pikepdf.open(files[file]) as pdf:
            assert sorted(page for _, _, page in pages) == list(range(1, len(pdf.pages) + 1))
        assert all(len(part[side]["pages"]) == part["copies"] for part, side, _ in pages)
    cards = plan["products"][0]
    words = texts(files[cards["parts"][0]["front"]["file"]]) if profile != "mb-print" else []  # outlines have no text
    for part in cards["parts"] if words else ():
        assert {words[page - 1] for page in part["front"]["pages"]} == {part["name"]}
        assert {words[page - 1] for page in part["back"]["pages"]} == {"Back"}


MEASURED = """\
# file: pack.yaml
kind: pack
title: Press
summary: A card and a board.
players: 2
minutes: 9
credit: {designers: [Ada Byron]}
licence: {name: CC0}
documents: [cards.yaml, card.yaml, board.yaml, board-face.yaml]
components: [{component: cards}, {component: board}]
# file: cards.yaml
kind: component
makes: card
name: Cards
template: card
back: card
rows: [{name: A, copies: 2}]
# file: card.yaml
kind: template
size: poker
background: "#C00000"
layers: [{panel: "#00A000", where: inset 1}]
# file: board.yaml
kind: component
makes: board
name: Board
template: board-face
# file: board-face.yaml
kind: template
size: 10 x 10 in
background: "#C00000"
layers: [{panel: "#00A000", where: inset 1}]
"""


@pytest.mark.slow
@pytest.mark.parametrize(("profile", "bleed"), [("printninja", 3.175), ("launch-tabletop", 3.0)])
def test_a_card_and_a_board_are_cut_where_the_service_cuts(tmp_path: Path, profile: str, bleed: float) -> None:
    examined, files = built(tmp_path, MEASURED, profile=profile)
    assert examined.report.errors == 0
    for name, width, height, pages in (("cards", 63.5, 88.9, 4), ("board", 254.0, 254.0, 2)):
        file = files[f"deck-{name}-{profile}.pdf"]
        with pikepdf.open(file) as pdf:
            assert len(pdf.pages) == pages
            boxes = [[float(at) * MM_PER_INCH / 72 for at in pdf.pages[0][key]] for key in ("/BleedBox", "/TrimBox")]
        assert boxes[0] == pytest.approx([0, 0, width + 2 * bleed, height + 2 * bleed], abs=0.01)
        assert boxes[1] == pytest.approx([bleed, bleed, width + bleed, height + bleed], abs=0.01)
        seen = pypdfium2.PdfDocument(file)[0].render(scale=300 / 72).to_pil().convert("RGB")
        row = [seen.getpixel((x, seen.height // 4)) for x in range(seen.width)]
        green = [x for x, (red, green, _) in enumerate(row) if green > red]
        edge = (bleed + 1) * 300 / MM_PER_INCH
        assert (green[0], seen.width - 1 - green[-1]) == pytest.approx((edge, edge), abs=1)


@pytest.mark.slow
def test_the_same_build_gives_the_same_plan_and_a_draft_says_so(tmp_path: Path) -> None:
    plans = [built(tmp_path, profile="shop")[1]["deck-shop-plan.json"].read_bytes() for _ in range(2)]
    assert plans[0] == plans[1]
    assert json.loads(plans[0])["draft"] is False
    _, files = built(tmp_path, profile="shop", draft=True)
    assert plan_of(files, "deck-shop-draft-plan.json")["draft"] is True


# Backs for fronts that have none: the default back of the pack, blank ones, none, or a refusal.

PLAIN = """\
# file: plain.yaml
kind: template
size: 30 x 30
background: one-way
layers: [{text: Plain, style: card-title, where: "top, 15 high, inset 4"}]
"""
WITH_BACK = DECK.replace("components:\n", "back: plain\ncomponents:\n").replace("shop.yaml]", "shop.yaml, plain.yaml]")
WITH_BACK += PLAIN


def test_the_default_back_is_printed_in_the_size_of_the_front(tmp_path: Path) -> None:
    examined, files = built(tmp_path, WITH_BACK, profile="drivethrucards")
    assert "missing-back" not in {each.code for each in examined.report.findings}, told(examined.report)
    assert texts(files["deck-wide-drivethrucards.pdf"]) == ["Plain", "Ferry"]
    assert texts(files["deck-cards-drivethrucards.pdf"])[:2] == ["Back", "Pier"]  # those that have one keep theirs
    with pikepdf.open(files["deck-wide-drivethrucards.pdf"]) as pdf:
        assert len({tuple(map(float, page.trimbox)) for page in pdf.pages}) == 1


@pytest.mark.slow
def test_pictures_get_the_default_back_too_and_one_sided_products_do_not(tmp_path: Path) -> None:
    one = "\n# file: one.yaml\nkind: profile\nname: One side\nprints: faces\nfile: png\nproducts:\n"
    one += "  Poster: {name: Poster, size: poker, pixels: 822 x 1122, kinds: [card], sides: 1}\n"
    text = WITH_BACK.replace("plain.yaml]", "plain.yaml, one.yaml]") + one
    _, files = built(tmp_path, text, profile="shop")
    with Image.open(files["shop/wide/ferry-back.jpg"]) as back, Image.open(files["shop/cards/back.jpg"]) as other:
        assert back.size == (266, 366)
        assert all(abs(a - b) < 4 for a, b in zip(back.getpixel((5, 5)), other.getpixel((5, 5)), strict=True))
    examined, files = built(tmp_path, text, profile="one")
    assert "one/wide/ferry-front.png" in files
    assert "one/wide/ferry-back.png" not in files
    assert {each.message for each in examined.report.findings if each.code == "unprinted-back"} == {
        "'Cards' has backs, and One side prints Poster on one side"
    }


@pytest.mark.parametrize(("choice", "pages"), [("blank", ["", "Ferry"]), ("leave", ["Ferry"]), ("refuse", None)])
def test_a_profile_can_do_otherwise(tmp_path: Path, choice: str, pages: list[str] | None) -> None:
    shop = f"file: pdf\norder: back-front\nmissing-backs: {choice}"
    _, files = built(tmp_path, WITH_BACK.replace("file: jpeg", shop), profile="shop")
    file = files.get("deck-wide-shop.pdf")
    assert (texts(file) if file else None) == pages
    reasons = {each["component"]: each["reason"] for each in plan_of(files, "deck-shop-plan.json")["left-out"]}
    assert ("wide" in reasons) is (pages is None)


def test_sheets_for_home_have_no_default_backs(tmp_path: Path) -> None:
    texts_at_home = []
    for text in (DECK, WITH_BACK):
        _, files = built(tmp_path, text, formats=("pdf",), only=("wide",))
        texts_at_home.append(texts(files["deck-wide-a4.pdf"]))
    assert texts_at_home[0] == texts_at_home[1]


def test_a_default_back_that_does_not_exist_is_an_error(tmp_path: Path) -> None:
    examined, files = built(tmp_path, WITH_BACK.replace("back: plain\n", "back: plane\n"), formats=("pdf",))
    (found,) = [each for each in examined.report.findings if each.code == "unknown-template"]
    assert "there is no template 'plane'" in found.message
    assert "plain" in (found.hint or "")
    assert files == {}


TUCK_BOX = """\
# file: pack.yaml
kind: pack
title: Harbour
summary: Ships.
players: 2 to 4
credit: {designers: [Somebody]}
licence: CC BY 4.0
documents: [art.yaml, tuck.yaml]
components: [{component: tuck}]
# file: art.yaml
kind: template
size: 6.75 x 5.75 in
bleed: 4
background: water
layers: []
# file: tuck.yaml
kind: component
makes: board
name: Tuck box
template: art
product: PokerTuckBox36
"""


@pytest.mark.parametrize("product", ["PokerTuckBox36", "Poker Tuck Box 36"])
def test_a_component_may_name_its_product(tmp_path: Path, product: str) -> None:
    text = TUCK_BOX.replace("product: PokerTuckBox36", f"product: {product}")
    _, files = built(tmp_path, text, profile="the-game-crafter")
    (box,) = plan_of(files, "deck-the-game-crafter-plan.json")["products"]
    assert (box["identity"], box["interface"], box["sides"]) == ("PokerTuckBox36", ["tuckbox"], 1)
    with Image.open(files[box["parts"][0]["front"]["file"]]) as picture:
        assert picture.size == (2100, 1800)


@pytest.mark.parametrize(
    ("right", "wrong", "message", "hint"),
    [
        ("size: 6.75 x 5.75 in", "size: 6.75 x 6 in", "is not the size of 'Poker Tuck Box 36'", "make its template"),
        ("PokerTuckBox36", "PokerTuckbox36s", "has no product 'PokerTuckbox36s'", "did you mean 'PokerTuckBox36'?"),
    ],
)
def test_a_product_of_another_size_or_name_is_reported(
    tmp_path: Path, right: str, wrong: str, message: str, hint: str
) -> None:
    examined, files = built(tmp_path, TUCK_BOX.replace(right, wrong), profile="the-game-crafter")
    (fault,) = (each for each in examined.report.findings if each.code == "not-offered")
    assert fault.message.endswith(message)
    assert (fault.hint or "").startswith(hint)
    assert not [path for path in files if path.endswith(".png")]


# Texts that become pictures in files without transparency.

FOGGY = """\
# file: fog.yaml
kind: template
size: poker
layers:
  - {panel: "#FFC000", where: "top, 20 high, inset 6", shadow: {blur: 2, opacity: 0.4}, show-when: "name == 'Over'"}
  - {text: "{name}", style: card-title, where: "top, 15 high, inset 8"}
  - {panel: "#FFC000", where: "top, 20 high, inset 6", opacity: 0.4, show-when: "name == 'Under'"}
"""


def test_a_build_says_which_texts_become_pictures(tmp_path: Path) -> None:
    rows = DECK.replace("{name: Pier}, {name: Market, copies: 3}", "{name: Over}, {name: Under, copies: 2}")
    deck = rows.replace("template: card\nback: back", "template: fog\nback: back").replace(
        "shop.yaml]", "shop.yaml, fog.yaml]"
    )
    (tmp_path / "deck").mkdir()
    (target,) = find_targets([str(write(tmp_path / "deck", deck + FOGGY))])
    asked = BuildOptions(out=tmp_path / "out", only=("cards",), profile="drivethrucards")
    _, (made, *_) = build(load(target), asked, lambda _said: None)
    assert (
        "; texts of 1 face (row 'Under') are pictures of 300 dpi: they are translucent or below such art; " in made.what
    )
    with pypdfium2.PdfDocument(made.path) as pdf:
        assert [page.get_textpage().get_text_bounded().strip() for page in pdf][1::2] == ["Over", "Under", "Under"]
