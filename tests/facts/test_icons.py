from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from pnp.build.examine import examine
from pnp.build.pipeline import Rounds
from pnp.build.rules import RuleOptions, rule_products
from pnp.build.target import BuildOptions
from pnp.facts.icons import MISSING_ICON
from pnp.facts.look import Look, look_of
from pnp.loader.pack import load
from pnp.loader.target import find_targets
from pnp.model.faces.theme import GRID
from pnp.scene.extent import bounds
from pnp.scene.items import BoundingBox, Group, Item, Picture, Rect
from pnp.scene.items import Path as ScenePath
from tests.draw.desk import game
from tests.packs import harbour
from tests.pipeline import report_on, write
from tests.scene.pictures import file, gradient

HEAD = '<svg xmlns="http://www.w3.org/2000/svg"'
BLACK_SQUARE = f'{HEAD} viewBox="0 0 512 512"><path d="M0 0h512v512H0z"/><path fill="#fff" d="M56 56h400v400z"/></svg>'
LINES = f'{HEAD} viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2"><path d="M2 12h20"/></svg>'
WIDE = f'{HEAD} viewBox="0 0 640 320"><path d="M0 0h640L320 320z"/></svg>'
FLAG = f'{HEAD} viewBox="0 0 9 9"><path d="M0 0h9v9H0z" fill="#c00"/><circle r="3" fill="#fff"/></svg>'
RED = f'{HEAD} viewBox="0 0 9 9"><circle cx="4" cy="4" r="3" fill="#c00"/></svg>'


def look(text: str, **files: str | bytes) -> Look:
    named = {f"{name.replace('__', '.')}": it.encode() if isinstance(it, str) else it for name, it in files.items()}
    return look_of(game(f"# file: mine.yaml\nkind: icons\n{text}", named))


def leaves(items: tuple[Item, ...]) -> list[Item]:
    return [leaf for it in items for leaf in (leaves(it.items) if isinstance(it, Group) else [it])]


def colours(drawn: Group) -> set[str | None]:
    return {
        paint
        for leaf in leaves(drawn.items)
        if isinstance(leaf, Rect | ScenePath)
        for paint in (leaf.fill, leaf.stroke and leaf.stroke.colour)
        if paint
    }


def test_a_drawing_fills_the_square_whatever_its_view_box() -> None:
    it = look("icons: {a: {file: a.svg}}", a__svg=WIDE)
    box = bounds((it.icon("a", 10, 20, 12),))
    assert box is not None
    assert box == pytest.approx(BoundingBox(10, 23, 22, 29), abs=1e-6)


def test_a_file_of_one_colour_takes_the_colour_of_its_use() -> None:
    it = look("icons: {a: {file: a.svg}, b: {file: b.svg}}", a__svg=BLACK_SQUARE, b__svg=LINES)
    for name in "ab":
        assert colours(it.icon(name, 0, 0, 6, "heart")) == {it.colour("heart")}
        assert colours(it.icon(name, 0, 0, 6)) == {it.colour("ink")}
    assert len(leaves(it.icon("a", 0, 0, 6).items)) == 1, "the black square is left out"


def test_a_file_of_several_colours_stays_as_drawn_unless_its_use_names_one() -> None:
    it = look("icons: {a: {file: a.svg}, b: {file: a.svg, colour: as drawn}}", a__svg=FLAG)
    assert colours(it.icon("a", 0, 0, 6)) == {"#CC0000"}  # the circle is an ellipse
    assert len(leaves(it.icon("a", 0, 0, 6).items)) == 2
    assert len(leaves(it.icon("a", 0, 0, 6, "heart").items)) == 1
    assert colours(it.icon("b", 0, 0, 6, "heart")) == {"#CC0000"}


def test_a_file_of_one_bright_colour_keeps_it_unless_its_use_names_one() -> None:
    it = look("icons: {a: {file: a.svg}}", a__svg=RED.replace("<circle", '<path d="M1 1h5v5z" fill="#c00"/><circle'))
    assert colours(it.icon("a", 0, 0, 6)) == {"#CC0000"}
    assert colours(it.icon("a", 0, 0, 6, "ink")) == {it.colour("ink")}


def test_a_role_of_the_document_colours_all_its_files() -> None:
    it = look("colour: heart\nicons: {a: {file: a.svg}, b: {file: a.svg, colour: club}}", a__svg=LINES)
    assert colours(it.icon("a", 0, 0, 6)) == {it.colour("heart")}
    assert colours(it.icon("b", 0, 0, 6)) == {it.colour("club")}


def stencil(colour: tuple[int, int, int]) -> bytes:
    image = Image.new("RGBA", (40, 20), (0, 0, 0, 0))
    image.paste((*colour, 255), (10, 5, 30, 15))
    return file(image)


def test_a_png_is_coloured_through_its_transparency() -> None:
    it = look("icons: {a: {file: a.png}}", a__png=stencil((9, 9, 9)))
    (picture,) = leaves(it.icon("a", 0, 0, 6, "heart").items)
    assert isinstance(picture, Picture)
    assert (picture.width, picture.height, picture.y) == (GRID, GRID / 2, GRID / 4)
    pixels = Image.open(BytesIO(picture.bitmap.data)).convert("RGBA")
    assert pixels.getpixel((20, 10)) == (*bytes.fromhex(it.colour("heart")[1:]), 255)
    assert pixels.getpixel((0, 0))[3] == 0  # type: ignore[index]


def test_a_photo_stays_as_drawn_and_cannot_be_one_colour() -> None:
    it = look("icons: {a: {file: a.png}}", a__png=file(gradient(20, 20)))
    assert isinstance(leaves(it.icon("a", 0, 0, 6).items)[0], Picture)
    assert not it.refused
    it.icon("a", 0, 0, 6, "heart")
    assert "no pixel of it is transparent" in it.refused["a"].message


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (f'{HEAD} viewBox="0 0 9 9"><path fill="none" d="M1 1h3v3z"/></svg>', "it draws nothing"),
        (f'{HEAD} viewBox="0 0 9 9"><path d="M100 100h30v30z"/></svg>', "from (100, 100) to (130, 130)"),
        (f"{HEAD}><path d='M1 1h3v3z'/></svg>", "how large"),
        ("no drawing", "not a PNG, JPEG or SVG"),
        (file(Image.new("RGBA", (9, 9), (5, 5, 5, 0))), "all its pixels are transparent"),
    ],
)
def test_an_icon_that_draws_nothing_is_an_error_that_says_why(content: str | bytes, why: str) -> None:
    it = look("icons: {a: {file: a.svg}}", a__svg=content)
    assert it.icon("a", 0, 0, 6).items == MISSING_ICON
    assert why in it.refused["a"].message
    assert it.refused["a"].hint


def test_path_data_on_another_grid_is_an_error_that_names_the_grid() -> None:
    it = look("icons: {a: [{fill: M40 480H480L256 40Z}]}")
    it.icon("a", 0, 0, 6)
    assert it.refused["a"].hint == "write 'grid: 512' in its document, or name its SVG file with 'file:'"
    it = look("grid: 512\nicons: {a: [{fill: M0 512H512L256 0Z}]}")
    assert bounds((it.icon("a", 0, 0, 6),)) == pytest.approx(BoundingBox(0, 0, 6, 6))
    assert not it.refused


FOLDER = ("icons:\n  anchor", "folder: art\ncredit: Icons by Lorc\nlicence: {name: CC BY 3.0}\nicons:\n  anchor")
LAST = '  - {text: "{sails} of {crew(2)}", where: "middle, 40 x 10"}\n'


def pack(tmp_path: Path, shown: str, **files: str | bytes) -> Path:
    layer = f'{LAST}  - {{icon: {shown}, where: "bottom, 9 x 9, inset 4"}}\n'
    folder = write(tmp_path, harbour(FOLDER, (LAST, layer)))
    for name, content in files.items():
        path = folder / "art" / name.replace("__", ".").replace("_", "/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return folder


def codes(folder: Path) -> list[str]:
    return [f"{each.code}: {each.message}" for each in report_on(folder).findings]


def test_files_of_a_folder_are_icons_by_their_names_however_they_are_written(tmp_path: Path) -> None:
    assert not codes(pack(tmp_path, "fire BALL", **{"Fire ball__svg": RED, "lorc_x__svg": "not read"}))


def test_files_of_one_name_in_two_folders_are_named_by_their_paths(tmp_path: Path) -> None:
    files = {"a_star2__svg": RED, "b_star2__svg": RED, "a_star2__png": b"not read"}
    assert not codes(pack(tmp_path / "one", "b/star2", **files))
    (found,) = codes(pack(tmp_path / "two", "star2", **files))
    assert found.startswith("unknown-icon")


def test_only_an_icon_that_is_used_is_opened_and_its_fault_told_once(tmp_path: Path) -> None:
    (found,) = codes(pack(tmp_path, "bad", bad__svg="<svg", worse__svg="<svg"))
    assert found.startswith("bad-icon: the icon 'bad' (art/bad.svg) cannot be drawn: its tags are broken")


def test_a_folder_without_icons_and_one_outside_the_pack_are_errors(tmp_path: Path) -> None:
    assert "missing-file: there are no icons in 'art'" in codes(pack(tmp_path / "one", "anchor"))
    folder = pack(tmp_path / "two", "anchor")
    text = (folder / "icons.yaml").read_text().replace("folder: art", "folder: ../art")
    (folder / "icons.yaml").write_text(text)
    assert "bad-path: '../art' leads out of the pack" in codes(folder)


def test_a_link_that_leads_out_of_the_pack_is_no_folder(tmp_path: Path) -> None:
    folder = pack(tmp_path / "pack", "anchor")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "a.svg").write_text(RED)
    (folder / "art").symlink_to(tmp_path / "other")
    assert "missing-file: there are no icons in 'art'" in codes(folder)


def test_an_icon_of_few_pixels_is_reported_like_a_picture(tmp_path: Path) -> None:
    (found,) = codes(pack(tmp_path, "small", small__png=stencil((0, 0, 0))))
    assert found.startswith("blurred-picture: the picture 'art/small.png' has 113 pixels to the inch")


@pytest.mark.parametrize("licence", ["{name: CC BY 3.0}", "CC BY 3.0"])
def test_credit_and_licence_are_printed_in_the_rules(tmp_path: Path, licence: str) -> None:
    folder = pack(tmp_path, "a", a__svg=RED)
    text = (folder / "icons.yaml").read_text().replace("{name: CC BY 3.0}", licence)
    (folder / "icons.yaml").write_text(text)
    (target,) = find_targets([str(folder)])
    examined = examine(load(target))
    assert examined.game.icon_credits == ("Icons by Lorc, CC BY 3.0",)
    made = {each.name: each.content for each in rule_products(examined, RuleOptions(formats=("md", "html")), print)}
    for content in made.values():
        assert b"Icons by Lorc, CC BY 3.0" in content


@pytest.mark.slow
def test_a_saved_icon_is_drawn_again_while_the_pack_is_watched(tmp_path: Path) -> None:
    folder = pack(tmp_path / "pack", "a", a__svg=RED)
    (target,) = find_targets([str(folder)])
    rounds = Rounds(BuildOptions(tmp_path / "out", formats=("svg",)))

    def build() -> str:
        _, files = rounds.build(load(target), lambda _: None)
        list(files)
        return next((tmp_path / "out").rglob("sloop-front.svg")).read_text()

    assert "#CC0000" in build()
    assert "#CC0000" in build()
    (folder / "art" / "a.svg").write_text(RED.replace("#c00", "#0c0"))
    assert "#00CC00" in build()
