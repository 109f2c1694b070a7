"""Lines on separate plates of a PDF, found by separating it and in its structure."""

from __future__ import annotations

import shutil
import subprocess
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import pikepdf
import pytest
from PIL import Image, ImageChops

from pnp.model.profile import CutLayers, SpotLine
from pnp.render.cut import LAYERS
from pnp.render.inks import FourInks
from pnp.render.pdf import render_pdf
from pnp.render.prepress import PdfInfo
from pnp.scene.items import Path as Line
from pnp.scene.items import Rect
from pnp.scene.parts import Box, Sheet
from pnp.scene.paths import polyline, rectangle

PAGE = Box(0, 0, 50, 50)
ART = Rect(0, 0, 50, 50, 0, "#FFC000")
CUT = Line(rectangle(10, 10, 30, 30))
FOLD = Line(polyline([(25.0, 10.0), (25.0, 40.0)]))
SHEET = Sheet(50, 50, (ART,), PAGE, PAGE, cuts=(CUT,), folds=(FOLD,))
SPOTS = (
    ("cut", SpotLine("Cut Contour", "Cut lines", (0.0, 1.0, 0.0, 0.0), 0.4)),
    ("crease", SpotLine("Score", "Creases", (1.0, 0.0, 0.0, 0.0), 0.4)),
    ("perforation", SpotLine("Perf", "Perforations", width=0.4)),
)
PERFORATED = CutLayers(perforated=True)

needs_ghostscript = pytest.mark.skipif(
    shutil.which("gs") is None, reason="ghostscript separates plates: apt-get install ghostscript"
)


def rendered(spots: tuple[tuple[str, SpotLine], ...] = SPOTS, layers: CutLayers = LAYERS) -> bytes:
    return render_pdf([SHEET], PdfInfo("plates"), FourInks(), spots, layers)


def plates(pdf: bytes, folder: Path) -> dict[str, Image.Image]:
    """The plates of the first page by name, at 10 pixels a millimetre; black is full ink."""
    folder.mkdir()
    (folder / "page.pdf").write_bytes(pdf)
    command = ["gs", "-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-sDEVICE=tiffsep", "-r254", "-sOutputFile=p.tif"]
    subprocess.run([*command, "page.pdf"], cwd=folder, check=True, capture_output=True)
    found = {}
    for path in sorted(folder.glob("p(*).tif")):
        with Image.open(path) as picture:
            found[path.name[2:-5]] = picture.convert("L")
    return found


@pytest.mark.slow
@needs_ghostscript
def test_lines_are_on_plates_of_their_own(tmp_path: Path) -> None:
    made = plates(rendered(), tmp_path / "made")
    assert set(made) == {"Cyan", "Magenta", "Yellow", "Black", "Cut Contour", "Score"}
    assert made["Cut Contour"].point(lambda ink: 255 - ink).getbbox() == pytest.approx((98, 98, 402, 402), abs=2)
    assert made["Score"].point(lambda ink: 255 - ink).getbbox() == pytest.approx((248, 98, 252, 402), abs=2)
    assert made["Cut Contour"].getpixel((250, 250)) == 255


@pytest.mark.slow
@needs_ghostscript
def test_lines_do_not_knock_out_the_art(tmp_path: Path) -> None:
    made, without = plates(rendered(), tmp_path / "made"), plates(rendered(()), tmp_path / "without")
    assert set(without) == {"Cyan", "Magenta", "Yellow", "Black"}
    for name, plate in without.items():
        assert ImageChops.difference(plate, made[name]).getbbox() is None, name


@pytest.mark.slow
@needs_ghostscript
def test_folds_are_creased_or_perforated(tmp_path: Path) -> None:
    made = plates(rendered(layers=PERFORATED), tmp_path / "made")
    assert "Score" not in made
    column = [made["Perf"].getpixel((250, y)) for y in range(100, 400)]
    assert 5 < sum(before != after for before, after in pairwise(column)) < 40


def test_each_kind_of_line_is_a_layer_that_can_be_hidden() -> None:
    with pikepdf.open(BytesIO(rendered())) as file:
        listed = file.Root.OCProperties
        assert [str(group.Name) for group in listed.OCGs] == ["Cut lines", "Creases"]
        assert [group.objgen for group in listed.D.ON] == [group.objgen for group in listed.OCGs]
        forms = [form for form in file.pages[0].Resources.XObject.values() if "/OC" in form]
        assert sorted(str(form.OC.Name) for form in forms) == ["Creases", "Cut lines"]
        for form in forms:
            (state,) = form.Resources.ExtGState.values()
            assert (bool(state.OP), bool(state.op), int(state.OPM)) == (True, True, 1)
            (space,) = form.Resources.ColorSpace.values()
            assert str(space[0]) == "/Separation"
            assert b" f" not in form.read_bytes()  # stroked, never filled
        assert file.pdf_version == "1.5"


def test_the_same_lines_give_the_same_bytes_and_none_change_nothing() -> None:
    assert rendered() == rendered()
    assert rendered(()) == render_pdf([SHEET], PdfInfo("plates"), FourInks())
    with pikepdf.open(BytesIO(rendered(()))) as file:
        assert "/OCProperties" not in file.Root
        assert file.pdf_version == "1.4"
