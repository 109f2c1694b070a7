"""PDF and SVG of one scene look the same: rasters that pass three gates."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pnp.scene.items import Group, Item, Path, Scene, Stroke, Text
from tests.parity.gates import Picture, difference, pdf_pictures, svg_picture


def changed(items: tuple[Item, ...], change: str) -> tuple[Item, ...]:
    return tuple(_changed(item, change) for item in items)


def _changed(item: Item, change: str) -> Item:
    match item, change:
        case Group(), _:
            return replace(item, items=changed(item.items, change))
        case Text(), "suit":
            return replace(item, string=item.string.replace("♥", "♦"))
        case Path(stroke=Stroke(width=2) as stroke), "stroke":
            return replace(item, stroke=replace(stroke, width=2.5))
        case Path(fill="#D2403F"), "colour":
            return replace(item, fill="#D74540")
        case _:
            return item


@pytest.fixture(scope="module")
def printed(specimen: Scene) -> Picture:
    (shown,) = pdf_pictures([specimen])
    return shown


@pytest.mark.slow
def test_pdf_and_svg_look_the_same(specimen: Scene, printed: Picture) -> None:
    assert difference(printed, svg_picture(specimen)).passes


@pytest.mark.slow
@pytest.mark.parametrize("change", ["suit", "stroke", "colour"])
def test_a_small_change_would_be_seen(specimen: Scene, printed: Picture, change: str) -> None:
    other = replace(specimen, items=changed(specimen.items, change))
    assert not difference(printed, svg_picture(other)).passes
