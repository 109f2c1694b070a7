"""Cut files beside the PDFs that they belong to."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.messages import Refused

from .decks import built


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
