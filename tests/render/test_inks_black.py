"""Black letters in four inks: black ink alone, printed over what is below them."""

from __future__ import annotations

import shutil
import subprocess
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest
from PIL import Image

from pnp.render.inks import FourInks, Rgb, is_nearly_black, outlined
from pnp.render.pdf import render_pdf
from pnp.render.prepress import PdfInfo
from pnp.scene.items import Group, Item, Rect, translate
from pnp.scene.parts import Box, Sheet
from pnp.scene.typesetting.text import TextStyle
from pnp.scene.typesetting.typeset import typeset

RICH = FourInks((0.6, 0.4, 0.4, 1.0))
PAGE = Box(0, 0, 40, 20)
GROUND = Rect(0, 0, 40, 20, 0, "#00A0FF")

needs_ghostscript = pytest.mark.skipif(
    shutil.which("gs") is None, reason="ghostscript separates plates: apt-get install ghostscript"
)


def letters(colour: str) -> Group:
    return Group(typeset("HHHH", TextStyle("Arimo", 24, colour)).items, translate(3, 4))


def page(*items: Item) -> Sheet:
    return Sheet(40, 20, items, PAGE, PAGE)


def plates(sheet: Sheet, folder: Path) -> dict[str, Image.Image]:
    """The plates of a page by name; 0 is full ink, 255 none."""
    folder.mkdir()
    (folder / "page.pdf").write_bytes(render_pdf([sheet], PdfInfo("black"), RICH))
    command = ["gs", "-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-sDEVICE=tiffsep", "-r200", "-sOutputFile=p.tif"]
    subprocess.run([*command, "page.pdf"], cwd=folder, check=True, capture_output=True)
    return {path.name[2:-5]: Image.open(path).convert("L") for path in sorted(folder.glob("p(*).tif"))}


@pytest.mark.parametrize("colour", ["#000000", "#1E2328", "#222222", "#333333", "#2B2B2B"])
def test_letters_that_are_nearly_black_are_black_ink_alone(colour: str) -> None:
    assert RICH.text(colour) == "0 0 0 1 k"
    assert RICH.line(colour) == "0 0 0 1 K"
    assert RICH.overprints(colour)


@pytest.mark.parametrize("colour", ["#343434", "#003366", "#330000", "#FFFFFF", "#1E2340"])
def test_other_letters_keep_their_colour(colour: str) -> None:
    assert RICH.text(colour) == f"{RICH.values(colour)} k"
    assert not is_nearly_black(colour)
    assert not RICH.overprints(colour)


def test_areas_keep_their_inks_and_screens_their_colours() -> None:
    assert RICH.area("#1E2328") != RICH.text("#1E2328")
    assert RICH.area("#000000") == "0.6 0.4 0.4 1 k"
    assert not Rgb().overprints("#000000")


@pytest.mark.slow
@needs_ghostscript
@pytest.mark.parametrize("colour", ["#000000", "#1E2328"])
@pytest.mark.parametrize("as_shapes", [False, True])
def test_black_letters_leave_no_gap_in_what_is_below(tmp_path: Path, colour: str, as_shapes: bool) -> None:
    sheet = page(GROUND, letters(colour))
    if as_shapes:
        (sheet,) = outlined([sheet], RICH)
    made = plates(sheet, tmp_path / "made")
    assert made["Cyan"].getextrema() == (0, 0)  # under the letters too
    assert made["Black"].getextrema() == (0, 255)
    assert made["Yellow"].getextrema() == (255, 255)


@pytest.mark.slow
@needs_ghostscript
def test_white_and_coloured_letters_knock_out(tmp_path: Path) -> None:
    assert plates(page(GROUND, letters("#FFFFFF")), tmp_path / "white")["Cyan"].getextrema() == (0, 255)
    mixed = plates(page(GROUND, letters("#000000"), letters("#FFFFFF")), tmp_path / "mixed")
    assert mixed["Cyan"].getextrema() == (0, 255)  # overprinting ends with the black letters


@pytest.mark.slow
@needs_ghostscript
def test_letters_of_a_translucent_group_have_their_states(tmp_path: Path) -> None:
    faded = Group((letters("#1E2328"),), opacity=0.5)
    made = plates(page(GROUND, faded, letters("#1E2328")), tmp_path / "faded")
    assert made["Black"].getextrema() == (0, 255)


def test_screen_colours_have_no_overprint() -> None:
    with pikepdf.open(BytesIO(render_pdf([page(GROUND, letters("#000000"))], PdfInfo("black")))) as file:
        assert "/ExtGState" not in file.pages[0].Resources
