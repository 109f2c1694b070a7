"""The preflight finds what is spoilt, and nothing in what is made."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from pnp.loader import find_targets
from pnp.loader.pack import load
from pnp.model.profile import SpotLine
from pnp.render.inks import FourInks
from pnp.render.pdf import render_pdf
from pnp.render.prepress import X_1A, X_4, PdfInfo, Standard
from pnp.scene.items import Group, Rect, Scene, translate
from pnp.scene.parts import Box, Sheet, sheet_of
from pnp.scene.typesetting.text import TextStyle
from pnp.scene.typesetting.typeset import typeset
from tests.build.decks import DECK, built
from tests.press_profile import made

from .preflight import PACKS, faults, main, profiles

ART = (Rect(0, 0, 40, 20, 0, "#FFC000"), Group((Rect(5, 5, 10, 10, 0, "#000000"),), layer="marks"))
SHEET = Sheet(40, 20, ART, Box(3, 3, 34, 14), Box(0, 0, 40, 20))
STANDARDS = {X_1A: Standard(X_1A, "FOGRA39"), X_4: Standard(X_4, "No press", made(), registered=False)}
SPOTS = (("cut", SpotLine("CutContour", "Cut")),)


def spoilt(standard: str, change: Callable[[Any], None]) -> list[str]:
    """What is found in a file that was changed."""
    pdf = render_pdf([SHEET], PdfInfo("Harbour"), FourInks(), SPOTS, standard=STANDARDS[standard])
    with pikepdf.open(BytesIO(pdf)) as file:
        change(file)
        out = BytesIO()
        file.save(out, fix_metadata_version=False, force_version=file.pdf_version)
    return list(faults(out.getvalue(), standard, four=True))


@pytest.mark.parametrize("standard", STANDARDS)
def test_what_is_made_has_no_faults(standard: str) -> None:
    clear = Scene(40, 20, (*ART, Group(ART[:1], opacity=0.5), Group(ART[:1], blend="multiply")), 3)
    again = tuple(Rect(5 * x, 2, 3, 3, 0, "#000000") for x in range(8))
    name = typeset("Pier", TextStyle("Fira Sans", 9, "#000000")).items
    often = Scene(40, 20, (Group(both := (*again, *name)), Group(both, translate(0, 9))), 3)  # written once, as a form
    for sheet in (SHEET, sheet_of(clear), sheet_of(often)):
        pdf = render_pdf([sheet], PdfInfo("Harbour & Co"), FourInks(), SPOTS, standard=STANDARDS[standard])
        assert list(faults(pdf, standard, four=True)) == []


def _add_state(pdf: Any) -> None:
    pdf.pages[0].obj.Resources["/ExtGState"] = pikepdf.Dictionary({"/X": pikepdf.Dictionary({"/ca": 0.5})})


def _add_rgb(pdf: Any) -> None:
    pdf.pages[0].contents_add(b"1 0 0 rg 0 0 9 9 re f")


def _add_link(pdf: Any) -> None:
    pdf.pages[0].obj["/Annots"] = pikepdf.Array([])


def _add_layers(pdf: Any) -> None:
    pdf.Root["/OCProperties"] = pikepdf.Dictionary({"/D": pikepdf.Dictionary({"/AS": pikepdf.Array([])})})


def _without(*path: str) -> Callable[[Any], None]:
    def change(pdf: Any) -> None:
        *way, last = path
        place = pdf.Root
        for step in way:
            place = place[int(step)] if step.isdigit() else place[step]
        del place[last]

    return change


def _without_states(pdf: Any) -> None:
    form = next(each for each in pdf.objects if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Form")
    form.write(b"/gone gs\n" + form.read_bytes())


def _wide_trim(pdf: Any) -> None:
    pdf.pages[0].trimbox = [-5, -5, 100, 50]


def _other_title(pdf: Any) -> None:
    pdf.docinfo["/Title"] = "Another"


SPOILT: list[tuple[str, Callable[[Any], None], str]] = [
    (X_1A, _add_state, "transparency: ca"),
    (X_1A, _add_rgb, "RGB in page 1"),
    (X_4, _add_rgb, "RGB in page 1"),
    (X_1A, _add_link, "page 1: annotations or actions"),
    (X_4, _add_link, "page 1: annotations or actions"),
    (X_1A, _add_layers, "has layers"),
    (X_4, _add_layers, "layers with automatic states, or without the name of their configuration"),
    (X_1A, _without("/OutputIntents"), "no output intent"),
    (X_4, _without("/OutputIntents", "0", "/DestOutputProfile"), "no ICC profile in the output intent"),
    (X_1A, _without("/Metadata"), "no XMP metadata that every tool finds"),
    (X_4, _without_states, "lacks /gone"),
    (X_4, _wide_trim, "page 1: trim beyond the bleed"),
    (X_4, _other_title, "dc:title of the metadata is 'Harbour', that of the file 'Another'"),
]


@pytest.mark.parametrize(("standard", "change", "told"), SPOILT, ids=[f"{each[0][4:]} {each[2]}" for each in SPOILT])
def test_what_is_spoilt_is_found(standard: str, change: Callable[[Any], None], told: str) -> None:
    assert any(fault == told or fault.endswith(told) for fault in spoilt(standard, change))


@pytest.mark.parametrize("profile", ["drivethrucards", "mb-print", "launch-tabletop", "printninja", "printplaygames"])
def test_files_for_print_services_have_no_faults(profile: str, tmp_path: Path) -> None:
    standard = {"drivethrucards": X_1A, "mb-print": X_1A}.get(profile)
    text = DECK.replace("layers: [{text: Back", "layers: [{panel: amber, opacity: 0.5, where: inset 9}, {text: Back")
    _, files = built(tmp_path, text, profile=profile, only=("cards",))
    pdfs = [path for name, path in files.items() if name.endswith(".pdf")]
    assert pdfs
    for path in pdfs:
        four, layered = profile != "printplaygames", profile not in ("printplaygames", "mb-print")
        assert list(faults(path.read_bytes(), standard, four=four, layered=layered)) == []


def test_profiles_of_the_house_are_looked_at_and_an_unknown_name_is_a_fault(capsys: pytest.CaptureFixture[str]) -> None:
    (target,) = find_targets([str(PACKS["starter"])])
    services = {"drivethrucards", "mb-print", "launch-tabletop", "printninja", "printplaygames"}
    assert services < {profile.id for profile in profiles(load(target), (), prepared=False)}
    assert main(["drivethrucadrs"]) == 1
    assert "'drivethrucadrs': no file to look at" in capsys.readouterr().out
