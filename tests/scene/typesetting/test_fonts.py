from __future__ import annotations

from pathlib import Path, PurePath
from typing import Any

import pytest

from pnp.scene.extent import commands_bounds
from pnp.scene.typesetting.font_files import families
from pnp.scene.typesetting.fonts import (
    Face,
    Family,
    FontMissing,
    FontRefused,
    face,
    face_from_bytes,
    face_of,
    named,
    with_figures,
)


def installed(family: str, weight: int = 400) -> Path:
    import fontpkg

    path: Path = fontpkg.path(family, weight)
    return path


def saved(tmp_path: Path, source: Path, change: Any) -> Path:
    """A copy of the font with something changed."""
    from fontTools.ttLib import TTFont

    font = TTFont(source)
    change(font)
    copy = tmp_path / "copy.ttf"
    font.save(copy)
    return copy


def test_a_face_knows_its_name_and_its_measures_in_ems() -> None:
    fira = face("Fira Sans")
    assert (fira.name, fira.units) == ("fira-sans-400", 1000)
    assert (fira.cap_height, fira.x_height, fira.ascent, fira.descent) == (0.689, 0.527, 0.935, -0.265)
    assert named("fira-sans-400") is fira


def test_bold_and_italic_are_faces_of_their_own() -> None:
    bold = face("Fira Sans", 700, italic=True)
    assert (bold.name, bold.weight, bold.italic) == ("fira-sans-700-italic", 700, True)
    assert bold.measure("bold") != face("Fira Sans").measure("bold")


def test_the_nearest_weight_serves() -> None:
    assert face("Fira Sans", 730) is face("Fira Sans", 700)


def test_of_a_variable_family_only_the_regular_is_drawn() -> None:
    assert face("Arimo", 700) is face("Arimo")
    assert face("Arimo").weight == 400


def test_suits_and_arrows_are_known_where_they_are_and_where_not() -> None:
    assert all(face("Arimo").has(char) for char in "♠♥♣♦→Ж")
    assert not any(face("Fira Sans").has(char) for char in "♠♥♣♦")


def test_advances_add_up() -> None:
    fira = face("Fira Sans")
    assert fira.advance("abc", 10) == pytest.approx(sum(fira.advance(char, 10) for char in "abc"))
    assert fira.advance("abc", 20) == pytest.approx(2 * fira.advance("abc", 10))
    assert fira.measure("♠") == 0


def test_a_missing_family_names_what_is_like_it() -> None:
    with pytest.raises(FontMissing) as caught:
        face("Fira Snas")
    assert caught.value.message == "no font family 'Fira Snas' is installed"
    assert caught.value.hint == "did you mean 'Fira Sans'?"
    assert caught.value.near == ("Fira Sans",)


def test_a_family_that_is_another_one_is_not_taken_for_a_mistyped_name() -> None:
    with pytest.raises(FontMissing) as caught:
        face("Garamond")
    assert caught.value.hint.startswith("put its file into the pack, and name it under 'file'; or take one of 'Arimo'")


def test_a_family_like_no_other_is_told_what_there_is() -> None:
    with pytest.raises(FontMissing) as caught:
        face("Comic")
    assert caught.value.near == ()
    assert all(name in caught.value.hint for name in families())


def test_outlines_are_drawn_downwards_and_fill_the_box_of_the_ink() -> None:
    for one, char in ((face("Fira Sans"), "g"), (face("Arimo"), "♣"), (face("Fira Sans"), "Č")):
        box, ink = commands_bounds(one.outline(char)), one.ink(char)
        assert box is not None
        assert ink is not None
        assert (box.left, box.top, box.right, box.bottom) == pytest.approx([side * one.units for side in ink], abs=1)
    assert face("Fira Sans").ink("H") == pytest.approx((0.088, -0.689, 0.551, 0), abs=0.05)


def test_a_blank_and_a_missing_glyph_have_no_outline() -> None:
    for char in " ♠":
        assert face("Fira Sans").outline(char) == ()
        assert face("Fira Sans").ink(char) is None


def opened(path: Path) -> Face:
    return face_from_bytes(path.read_bytes(), path)


def test_a_family_of_ones_own_has_the_face_that_is_nearest() -> None:
    plain, bold, slanted = face("Fira Sans"), face("Fira Sans", 700), face("Fira Sans", 400, True)
    family = Family("mine", (plain, bold, slanted))
    assert face_of(family, 400) is face_of(family, 500) is plain
    assert face_of(family, 600) is face_of(family, 900) is bold
    assert face_of(family, 700, True) is slanted
    assert face_of(Family("mine", (plain,)), 700, True) is plain


@pytest.mark.slow
def test_a_file_of_ones_own_is_named_for_its_content(tmp_path: Path) -> None:
    plain = opened(installed("Barlow Condensed"))
    marked = saved(tmp_path, installed("Barlow Condensed"), lambda font: font["name"].setName("x", 9, 3, 1, 0x409))
    other = opened(marked)
    assert plain.has("ł")
    assert plain.name.startswith("BarlowCondensed-Regular-")
    assert other.name != plain.name
    assert named(other.name) is other


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("variable", "it is a variable font"),
        ("web", "it is a web font (woff)"),
        ("bitmap", "its outlines are not TrueType (glyf)"),
        ("restricted", "its licence bits forbid embedding a subset of it"),
        ("whole", "its licence bits forbid embedding a subset of it"),
        ("damaged", "the file is damaged (TTLibError)"),
        ("cut", "the file is damaged"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused(tmp_path: Path, name: str, reason: str) -> None:
    barlow = installed("Barlow Condensed")
    changes: dict[str, Any] = {
        "web": lambda font: setattr(font, "flavor", "woff"),
        "bitmap": lambda font: [font.__delitem__(tag) for tag in ("glyf", "loca")],
        "restricted": lambda font: setattr(font["OS/2"], "fsType", 0x0002),
        "whole": lambda font: setattr(font["OS/2"], "fsType", 0x0104),
    }
    path = tmp_path / "copy.ttf"
    match name:
        case "variable":
            path = installed("Arimo")
        case "damaged":
            path.write_bytes(b"no font at all, only some words")
        case "cut":
            path.write_bytes(barlow.read_bytes()[:20_000])
        case _:
            path = saved(tmp_path, barlow, changes[name])
    with pytest.raises(FontRefused, match=r"the font '.*\.ttf' cannot be used") as caught:
        opened(path)
    assert caught.value.reason.startswith(reason)


def without_features(tmp_path: Path) -> Face:
    """A face of a pack without features of figures."""

    def change(font: Any) -> None:
        del font["GSUB"]

    content = saved(tmp_path, installed("Fira Sans"), change).read_bytes()
    return face_from_bytes(content, PurePath("own.ttf"))


@pytest.mark.slow
def test_tabular_figures_are_those_of_the_font() -> None:
    from fontTools.ttLib import TTFont

    tabular = with_figures(face("Fira Sans"), "tabular")
    assert {tabular.measure(digit) for digit in "0123456789"} == {0.56}
    assert tabular.measure("words, +") == face("Fira Sans").measure("words, +")
    designed = TTFont(installed("Fira Sans"))["hmtx"].metrics["one.tf"]
    assert tabular.measure("1") == designed[0] / 1000
    assert named("fira-sans-400-tabular") is tabular
    assert with_figures(face("Fira Sans"), "tabular") is tabular


@pytest.mark.slow
def test_figures_of_packs_are_made_equally_wide_if_the_font_has_none(tmp_path: Path) -> None:
    own = without_features(tmp_path)
    assert len({own.measure(digit) for digit in "0123456789"}) > 1
    tabular = with_figures(own, "tabular")
    (width,) = {tabular.measure(digit) for digit in "0123456789"}
    assert width == max(own.measure(digit) for digit in "0123456789")
    before, after = own.ink("1"), tabular.ink("1")
    assert before is not None
    assert after is not None
    moved = (width - own.measure("1")) / 2
    assert after[0] - before[0] == pytest.approx(moved, abs=0.001)
    assert after[2] - before[2] == pytest.approx(moved, abs=0.001)
    box = commands_bounds(tabular.outline("1"))
    assert box is not None
    assert (box.left / 1000, box.right / 1000) == pytest.approx((after[0], after[2]), abs=0.003)
    assert with_figures(own, "old-style").measure("19") == own.measure("19")


@pytest.mark.slow
def test_old_style_figures_are_lower(tmp_path: Path) -> None:
    lining, old = face("Fira Sans").ink("1"), with_figures(face("Fira Sans"), "old-style").ink("1")
    assert lining is not None
    assert old is not None
    assert old[1] > lining[1] + 0.1


@pytest.mark.slow
def test_figures_of_a_damaged_font_stay_as_they_are(tmp_path: Path) -> None:
    def change(font: Any) -> None:
        font["GSUB"].table.FeatureList.FeatureRecord[0].Feature.LookupListIndex = [60000]
        for record in font["GSUB"].table.FeatureList.FeatureRecord:
            record.FeatureTag, record.Feature.LookupListIndex = "tnum", [60000]

    own = face_from_bytes(saved(tmp_path, installed("Fira Sans"), change).read_bytes(), PurePath("own.ttf"))
    assert with_figures(own, "tabular") is own
