"""A family found by the name of its package is the one that `fontpkg` finds."""

from __future__ import annotations

import fontpkg
import pytest

from pnp.scene.typesetting.font_files import families, font_file, slug


@pytest.mark.parametrize("family", families())
@pytest.mark.parametrize("italic", [False, True])
def test_the_nearest_file_is_the_one_that_fontpkg_finds(family: str, italic: bool) -> None:
    known = fontpkg.family(family)
    style = "italic" if italic and "italic" in known.styles else "normal"
    for weight in (1, 100, 250, 400, 450, 500, 700, 730, 900, 1000):
        expected = fontpkg.select_file(known, weight, style, nearest=True)
        found = font_file(family, weight, italic)
        assert found == (expected.path, expected.weight or 400, expected.style == "italic")


def test_weights_beyond_all_are_the_furthest() -> None:
    assert font_file("Fira Sans", -5, italic=False) == font_file("Fira Sans", 1, italic=False)
    assert font_file("Fira Sans", 5000, italic=False) == font_file("Fira Sans", 1000, italic=False)


@pytest.mark.parametrize("family", ["", "No Such Family", "os.path", "../arimo", "Fira Sans;", "_models"])
def test_what_is_not_installed_has_no_file(family: str) -> None:
    assert font_file(family, 400, italic=False) is None


@pytest.mark.parametrize("family", ["  Barlow  Condensed", "barlow_condensed", "BARLOW-CONDENSED"])
def test_names_are_told_apart_as_fontpkg_tells_them(family: str) -> None:
    assert slug(family) == fontpkg.slugify(family)
    assert font_file(family, 400, italic=False) == font_file("Barlow Condensed", 400, italic=False)
