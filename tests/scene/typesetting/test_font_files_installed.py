"""A family found by the name of its package is the one that `fontpkg` finds."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

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


@pytest.fixture
def stranger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A package that registers a family, under a name by which a fingerprint does not know it for one."""
    style = {"path": "a.ttf", "weight": 400, "style": "normal", "variable": False}
    about = {"family": "Stranger", "slug": "stranger", "version": "1", "license": "CC0", "files": [style], "axes": []}
    for name, content in {
        "elsewhere/__init__.py": "",
        "elsewhere/metadata.json": json.dumps(about),
        "elsewhere-1.dist-info/METADATA": "Name: elsewhere\nVersion: 1\n",
        "elsewhere-1.dist-info/entry_points.txt": "[fontpkg.family]\nstranger = elsewhere\n",
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(content)
    monkeypatch.syspath_prepend(str(tmp_path))
    fontpkg.refresh()
    yield
    monkeypatch.undo()
    fontpkg.refresh()


@pytest.mark.usefixtures("stranger")
def test_only_packages_of_fonts_whose_content_is_watched_are_drawn_from() -> None:
    assert "stranger" in fontpkg.families()
    assert "Stranger" not in families()
    assert font_file("Stranger", 400, italic=False) is None
