"""Web fonts are what a library for all fonts writes of the same tables."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from fontTools.ttLib.sfnt import SFNTReader, SFNTWriter

from pnp.rulebook.web_fonts import FACES, font_rules
from pnp.rulebook.woff import woff
from pnp.scene.fonts import face
from pnp.scene.subset import cut_down


def tables_of(weight: int) -> dict[str, bytes]:
    tables = cut_down(Path(face("Fira Sans", weight).path).read_bytes(), "Pier ½")
    assert tables
    return tables


def test_a_file_has_its_tables_and_their_sums() -> None:
    for weight in (400, 700):
        tables = tables_of(weight)
        written = BytesIO()
        writer = SFNTWriter(written, len(tables), flavor="woff")
        for tag, table in sorted(tables.items()):
            writer[tag] = table
        writer.close()
        ours, theirs = (SFNTReader(BytesIO(data), checkChecksums=2) for data in (woff(tables), written.getvalue()))
        assert {tag: ours[tag] for tag in ours.keys()} == {tag: theirs[tag] for tag in theirs.keys()}  # noqa: SIM118
        assert ours.totalSfntSize == theirs.totalSfntSize
        assert ours.length == len(woff(tables))


def test_what_gets_no_smaller_stays_as_it_is() -> None:
    tables = {"head": bytes(range(54)), "odd": b"abc"}
    assert b"abc\0" in woff(tables)


def test_a_page_has_the_faces_that_it_uses() -> None:
    rules = font_rules(frozenset("Pier"))
    assert rules.count("@font-face") == len(FACES)
    assert "Arimo" not in rules
    assert "Arimo" in font_rules(frozenset("Pier ♠"))
    assert rules == font_rules(frozenset("reiP"))
