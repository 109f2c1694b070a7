"""What print shops get of sheets: cut files, nets of boxes at full size, and the rules in their inks."""

from __future__ import annotations

import json
from pathlib import Path

import pikepdf
import pytest

from pnp.messages import Refused

from .decks import DECK, built
from .test_faces import texts


@pytest.mark.slow
def test_each_page_with_something_to_cut_has_a_file(tmp_path: Path) -> None:
    _, files = built(tmp_path, formats=("cut-svg", "cut-dxf"), profile="silhouette")
    assert sorted(name for name in files if name.endswith(".svg")) == [
        "cut/deck-cards-silhouette-a4-page-1.svg",
        "cut/deck-coins-silhouette-a4-page-1.svg",
        "cut/deck-gates-silhouette-a4-page-1.svg",
        "cut/deck-silhouette-a4-page-2.svg",
        "cut/deck-silhouette-a4-page-4.svg",
        "cut/deck-wide-silhouette-a4-page-1.svg",
    ]
    assert len([name for name in files if name.endswith(".dxf")]) == 6
    assert b'id="crease"' in files["cut/deck-gates-silhouette-a4-page-1.svg"].read_bytes()
    assert not [name for name in files if name.endswith(".pdf")]


def test_a_library_that_is_missing_is_told_before_anything_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pnp.render.cut.can_write_dxf", lambda: False)
    with pytest.raises(Refused, match="DXF files need the extra 'cut'"):
        built(tmp_path, formats=("cut-dxf",))
    assert not (tmp_path / "out").exists()


BOXED = DECK.replace("shop.yaml]", "shop.yaml, box.yaml, rules.yaml, press.yaml]").replace(
    "  - {component: wide}", "  - {component: wide}\n  - {component: box}"
)
BOXED += """\
# file: box.yaml
kind: component
makes: box
name: Box
holds: cards
# file: rules.yaml
kind: rulebook
sections: [{title: Play, text: [Draw a card.], reference: true}]
# file: press.yaml
kind: profile
name: The box shop
prints: sheets
colour: cmyk
output-condition: FOGRA39
cut: {spot: CutContour}
crease: {spot: Crease}
"""


def test_a_box_is_written_at_full_size_for_a_shop(tmp_path: Path) -> None:
    _, files = built(tmp_path, BOXED, only=("box",), formats=("pdf",))
    assert sorted(files) == ["deck-box-a4.pdf", "deck-box-full-size.pdf"]
    assert any("GLUE" in page for page in texts(files["deck-box-full-size.pdf"]))
    _, files = built(tmp_path, BOXED, only=("box",), formats=("pdf",), profile="press")
    net = files["deck-box-press-full-size.pdf"]
    assert not any("GLUE" in page for page in texts(net))
    with pikepdf.open(net) as pdf:
        spots = {str(space[1]) for each in pdf.objects for space in separations(each)}
        assert {"/CutContour", "/Crease"} <= spots
        assert 0 < float(pdf.pages[0].TrimBox[0]) < 60


def separations(each: pikepdf.Object) -> list[pikepdf.Object]:
    spaces = each.get("/Resources", {}).get("/ColorSpace", {}) if isinstance(each, pikepdf.Stream) else {}
    return [space for space in spaces.values() if str(space[0]) == "/Separation"]


def test_the_rules_have_the_inks_and_the_standard_of_the_sheets(tmp_path: Path) -> None:
    _, files = built(tmp_path, BOXED, formats=("pdf",), profile="press")
    assert {"rulebook-press.pdf", "deck-reference-press-a4.pdf"} <= set(files)
    for name in ("rulebook-press.pdf", "deck-reference-press-a4.pdf"):
        with pikepdf.open(files[name]) as pdf:
            assert str(pdf.docinfo.GTS_PDFXVersion) == "PDF/X-1a:2003"
            assert not any(str(it) in ("rg", "RG") for _, it in pikepdf.parse_content_stream(pdf.pages[0]))
    assert any("rulebook-press.pdf" in page for page in texts(files["deck-press-a4.pdf"]))


def test_the_plan_says_how_the_rules_and_a_box_are_sent(tmp_path: Path) -> None:
    examined, files = built(tmp_path, BOXED, profile="printninja")
    plan = json.loads(files["deck-printninja-plan.json"].read_text(encoding="utf-8"))
    reasons = {each["component"]: each["reason"] for each in plan["left-out"]}
    assert reasons["rules"] == "PrintNinja gets faces here; 'pnp rulebook' writes the rules as a PDF in RGB"
    assert reasons["box"].startswith("it is folded, and PrintNinja prints faces; a build with '--only box'")
    (hint,) = (each.hint for each in examined.report.findings if "'Box'" in each.message and each.code == "not-offered")
    assert hint
    assert hint.endswith("writes its net at full size, to send as a dieline")
