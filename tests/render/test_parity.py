"""PDF and SVG of one scene look the same: rasters that pass three gates."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pnp.scene.items import GradientStop, Group, Item, LinearGradient, Path, Scene, Stroke, Text, translate
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
def test_sharp_corners_have_their_limit_and_their_neighbours_theirs() -> None:
    """A limit is not carried on to the next line, nor into a group that is painted with an opacity."""
    spike = Path((("M", 5, 5), ("L", 40, 12), ("L", 5, 19)), None, Stroke("#D2403F", 3, mitre=12))
    usual = replace(spike, stroke=Stroke("#D2403F", 3))
    graded = Stroke(LinearGradient((5, 0), (60, 0), (GradientStop(0, "#D2403F"), GradientStop(1, "#123456"))), 3)
    sharp = replace(graded, mitre=12)
    items = (
        spike,
        Group((usual,), translate(0, 20)),
        Group((usual, spike), translate(0, 40), opacity=0.5),
        Group(
            (replace(usual, stroke=sharp), Group((replace(usual, stroke=graded),), translate(0, 15))), translate(60, 0)
        ),
    )
    scene = Scene(140, 70, items)
    (printed,) = pdf_pictures([scene])
    assert difference(printed, svg_picture(scene)).passes
    blunt = replace(scene, items=(usual, *items[1:]))
    assert not difference(printed, svg_picture(blunt)).passes


@pytest.mark.slow
@pytest.mark.parametrize("change", ["suit", "stroke", "colour"])
def test_a_small_change_would_be_seen(specimen: Scene, printed: Picture, change: str) -> None:
    other = replace(specimen, items=changed(specimen.items, change))
    assert not difference(printed, svg_picture(other)).passes
