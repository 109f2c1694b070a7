"""The conversion of Diplomacy variants, on a small one of our own in the same form."""

from __future__ import annotations

import pytest

from tests.published.diplomacy import Atlas, compare

ISLES = """
\treturn graph.New().
\t\tProv("moor").Conn("isth", godip.Land).Conn("port", godip.Coast...).Conn("gulf", godip.Sea).Flag(godip.Coast...).
\t\tProv("port").Conn("moor", godip.Coast...).Conn("bay", godip.Sea).Conn("hill", godip.Land).Flag(godip.Coast...).
\t\tProv("hill").Conn("port", godip.Land).Conn("isth", godip.Land).Flag(godip.Land).SC(godip.Neutral).
\t\tProv("isth").Conn("moor", godip.Land).Conn("hill", godip.Land).Conn("gulf", godip.Sea).Flag(godip.Land).
\t\tProv("isth/wc").Conn("gulf", godip.Sea).Conn("moor", godip.Sea).Flag(godip.Sea).
\t\tProv("isth/ec").Conn("bay", godip.Sea).Flag(godip.Sea).
\t\tProv("gulf").Conn("moor", godip.Sea).Conn("isth", godip.Sea).Conn("isth/wc", godip.Sea).Flag(godip.Sea).
\t\tProv("bay").Conn("port", godip.Sea).Conn("isth/ec", godip.Sea).Flag(godip.Sea)
"""


def test_variant_has_its_adjacencies_for_both_classes() -> None:
    atlas = Atlas.read(ISLES)
    assert sorted(atlas.graph("land")) == ["hill", "isth", "moor", "port"]
    assert sorted(atlas.graph("sea")) == ["bay", "gulf", "isth/ec", "isth/wc", "moor", "port"]
    line = compare("isles", atlas)
    assert "army   4 places    8 moves" in line
    assert "fleet   6 places   11 moves" in line, "one of them is one way"
    assert "\n" not in line


@pytest.mark.parametrize(
    ("old", "new"), [('.Conn("bay", godip.Sea).Flag', ".Flag"), ('"isth", godip.Land', '"isth", godip.Sea')]
)
def test_what_the_document_lacks_is_a_difference(monkeypatch: pytest.MonkeyPatch, old: str, new: str) -> None:
    atlas = Atlas.read(ISLES)
    document = Atlas.read(ISLES.replace(old, new)).document("isles")
    monkeypatch.setattr(Atlas, "document", lambda _self, _title: document)
    assert "DIFFERS" in compare("isles", atlas)
