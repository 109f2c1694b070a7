from __future__ import annotations

import pytest

from pnp.checks.scene import SCENE_CHECKS
from pnp.diagnostics import ERROR, WARNING, Finding
from pnp.draw.component import drawing_context
from pnp.expression import Environment
from pnp.scene.items import Group, Item, Path, Picture, Rect
from pnp.scene.parts import Drawn
from tests.draw import desk
from tests.draw.desk import Drawer, card, draw_game, game
from tests.draw.test_component import every
from tests.scene.pictures import file, gradient

WIDE = file(gradient(800, 400))
FILES = {"wide.png": WIDE, "art/tall.jpg": file(gradient(300, 900), "JPEG"), "note.png": b"not a picture"}


def drawn(layer: str, rows: str = "[{}]", more: str = "") -> Drawn:
    return card(f"[{layer}]", rows, files=FILES, more=more)


def items(made: Drawn) -> list[Item]:
    return every(made.parts.parts[0].front.items)


def picture(layer: str) -> tuple[float, float, float, float]:
    (found,) = [item for item in items(drawn(layer)) if isinstance(item, Picture)]
    return found.x, found.y, found.width, found.height


def clip(layer: str) -> Rect | None:
    (found,) = [item.clip for item in items(drawn(layer)) if isinstance(item, Group) and item.clip]
    assert isinstance(found, Rect)
    return found


def findings(made: Drawn) -> list[Finding]:
    return [finding for check in SCENE_CHECKS for finding in check.run(made)]


def test_a_picture_is_whole_in_its_box_and_leans_as_its_place_says() -> None:
    assert picture("{picture: wide.png, where: inset 5}") == (5, 22.5, 30, 15)
    assert picture("{picture: wide.png, where: 'top, inset 5'}") == (5, 5, 30, 15)
    assert picture("{picture: wide.png, where: inset 5, anchor: bottom}") == (5, 40, 30, 15)


def test_a_picture_that_covers_its_box_is_cut_off_at_its_edges() -> None:
    layer = "{picture: wide.png, where: inset 5, fit: cover"
    assert picture(layer + "}") == (-30, 5, 100, 50)
    assert picture(layer + ", anchor: left}") == (5, 5, 100, 50)
    assert clip(layer + "}") == Rect(5, 5, 30, 50)


def test_a_cover_that_reaches_the_edge_of_the_face_reaches_over_it() -> None:
    assert clip("{picture: wide.png, fit: cover}") == Rect(-3, -3, 46, 66)
    assert clip("{picture: wide.png, fit: cover, radius: 4}") == Rect(0, 0, 40, 60, 4)
    assert picture("{picture: wide.png}") == (0, 20, 40, 20)


def test_round_corners_are_those_of_the_picture() -> None:
    assert clip("{picture: wide.png, where: inset 5, radius: 2}") == Rect(5, 22.5, 30, 15, 2)


def test_a_row_names_its_picture_or_none() -> None:
    made = drawn("{picture: '{art}'}", "[{art: wide.png}, {art: art/tall.jpg}, {art: ''}]")
    assert [it.pixels for it in made.pictures] == [(800, 400), (300, 900)]
    assert [len(part.front.items) for part in made.parts.parts] == [1, 1, 0]


def test_a_file_is_read_once() -> None:
    written = game(
        """
        # file: cards.yaml
        kind: component
        makes: card
        name: Cards
        template: card
        rows: [{art: wide.png}, {art: gone.png}, {art: wide.png}, {art: gone.png}]
        # file: card.yaml
        kind: template
        size: 40 x 60
        layers: [{picture: "{art}"}]
        """,
        FILES,
    )
    (made,) = draw_game(written, Environment(), drawing_context(written))
    assert len(made.pictures) == 2
    assert isinstance(written.assets, Drawer)
    assert written.assets.asked == ["wide.png", "gone.png"]


def test_a_missing_picture_is_told_where_it_is_named_and_a_draft_shows_a_cross() -> None:
    made = drawn("{picture: '{art}', where: inset 5}", "[{name: a, art: gone.png}, {name: b, art: gone.png}]")
    (finding,) = findings(made)
    assert finding.code == "missing-picture"
    assert finding.message == "the pack has no picture 'gone.png' (rows 'a' and 'b')"
    assert (finding.span.file, finding.span.line) == ("cards.yaml", 5)
    assert [type(item) for item in items(made)] == [Group, Rect, Path]


def test_a_missing_picture_of_every_row_is_told_once() -> None:
    (finding,) = findings(drawn("{picture: gone.png, where: inset 5}", "[{id: a}, {id: b}]"))
    assert finding.message == "the pack has no picture 'gone.png' (rows 'a' and 'b')"
    assert finding.span.file == "card.yaml"


def test_what_is_no_picture_is_told() -> None:
    (finding,) = findings(drawn("{picture: note.png, where: inset 5}"))
    assert finding.code == "bad-picture"
    assert finding.message == "the picture 'note.png' cannot be used: it is not a PNG, JPEG or SVG (row '1')"
    assert finding.hint == "save it as PNG, JPEG or SVG"


@pytest.mark.parametrize(
    ("where", "severity", "message"),
    [
        ("inset 5", None, ""),  # 800 pixels on 30 mm
        ("35 wide, 80 high", None, ""),
        ("90 wide, 70 high", WARNING, "has 226 pixels to the inch at 90 × 45 mm in layer 'picture' (row '1')"),
        ("140 wide, 70 high", ERROR, "has 145 pixels to the inch at 140 × 70 mm in layer 'picture' (row '1')"),
    ],
)
def test_too_few_pixels_are_told_and_how_many_are_wanted(where: str, severity: str | None, message: str) -> None:
    found = findings(drawn(f"{{picture: wide.png, where: '{where}'}}"))
    assert [finding.severity for finding in found] == [severity] * bool(severity)
    assert all(message in finding.message for finding in found)


def test_the_worst_of_many_rows_is_told_with_what_to_bring() -> None:
    layers = "[{picture: '{art}', at: [0, 0], size: 90 x 60}, {picture: '{art}', at: [0, 60], size: 140 x 70}]"
    (finding,) = findings(card(layers, "[{art: wide.png}]", files=FILES))
    assert finding.severity is ERROR
    assert finding.hint == "bring one of 1656 × 828 pixels, or make it smaller"


def test_what_a_box_cuts_off_counts() -> None:
    (finding,) = findings(drawn("{picture: art/tall.jpg, where: 40 x 20, fit: cover}"))
    assert "has 166 pixels to the inch at 46 × 138 mm" in finding.message  # the bleed counts too


def test_no_box_no_picture() -> None:
    assert items(drawn("{picture: wide.png, where: inset 20}")) == []


def test_a_grey_variant_takes_the_colours_of_pictures_too() -> None:
    written = """
        # file: cards.yaml
        kind: component
        makes: card
        name: Cards
        template: card
        # file: card.yaml
        kind: template
        size: 40 x 60
        layers: [{picture: wide.png}]
    """
    (made,) = desk.drawn(written, "greyscale", FILES)
    (found,) = [item for item in items(made) if isinstance(item, Picture)]
    assert found.bitmap.channels == 1
    (made,) = desk.drawn(written.replace("wide.png", "sail.svg"), "greyscale", {"sail.svg": SVG})
    assert {item.fill for item in items(made) if isinstance(item, Rect)} == {"#636363"}


SVG = b'<svg viewBox="0 0 20 10"><rect width="20" height="10" fill="#336699"/><circle cx="30" r="3"/></svg>'


def test_a_drawing_of_outlines_is_a_picture_that_is_never_blurred() -> None:
    made = card("[{picture: sail.svg, where: inset 5}]", files={"sail.svg": SVG})
    assert made.pictures == ()
    (group,) = [item for item in items(made) if isinstance(item, Group) and item.clip]
    assert (group.transform, group.clip) == ((1.5, 0, 0, 1.5, 5, 22.5), Rect(0, 0, 20, 10))
    assert findings(made) == []


def test_what_a_drawing_has_that_is_not_printed_is_named() -> None:
    blurred = SVG.replace(b"<circle", b'<circle id="sun" filter="url(#blur)"')
    made = card("[{picture: sail.svg}]", files={"sail.svg": blurred})
    (finding,) = findings(made)
    assert (finding.code, finding.message) == (
        "undrawn-effect",
        "the picture 'sail.svg' is printed without the filter of 'circle' 'sun' on line 1 (row '1')",
    )
    assert finding.hint == "the file has no '#blur': draw it again, or save the file again with it"
    assert any(isinstance(item, Group) and item.clip for item in items(made))


def test_what_a_drawing_lacks_is_one_fault_whichever_layers_and_rows_show_it() -> None:
    blurred = SVG.replace(b"<circle", b'<circle id="sun" filter="url(#blur)"')
    layers = "[{picture: '{art}', where: 'top, 20 high'}, {picture: '{art}', where: 'bottom, 20 high'}]"
    made = card(layers, "[{name: A, art: sail.svg}, {name: B, art: sail.svg}]", files={"sail.svg": blurred})
    (finding,) = findings(made)
    assert finding.message.endswith("(rows 'A' and 'B')")


def test_a_coarse_picture_of_several_rows_is_one_fault() -> None:
    made = drawn("{picture: '{art}', fit: cover}", "[{name: A, art: wide.png}, {name: B, art: wide.png}]")
    (finding,) = (each for each in findings(made) if each.code == "blurred-picture")
    assert finding.message.endswith("(rows 'A' and 'B')")


def test_a_stretched_picture_fills_its_box_and_the_bleed() -> None:
    assert picture("{picture: wide.png, where: inset 5, fit: stretch}") == (5, 5, 30, 50)
    assert picture("{picture: wide.png, where: 'top, 20 high', fit: stretch}") == (-3, -3, 46, 23)
    found = findings(drawn("{picture: wide.png, where: inset 5, fit: stretch}"))
    assert [finding.code for finding in found if finding.severity == ERROR] == []


def test_an_icon_with_a_label_is_read_as_that_and_others_are_not() -> None:
    (made,) = desk.drawn("""
        # file: buoys.yaml
        kind: icons
        icons:
          buoy: {label: red buoy, marks: [{fill: M2 2H22V22Z}]}
          dot: {marks: [{fill: M2 2H22V22Z}]}
        # file: cards.yaml
        kind: component
        makes: card
        name: Cards
        template: card
        rows: [{}]
        # file: card.yaml
        kind: template
        size: 40 x 60
        layers: [{icon: buoy, at: [10, 20], size: 8 x 8}, {icon: dot, at: [10, 40], size: 8 x 8}]
    """)
    (word,) = [item.alt for item in items(made) if isinstance(item, Group) and item.alt]
    assert (word.string, word.x, word.y, word.width) == ("red buoy", 10.0, 28.0, 8.0)
