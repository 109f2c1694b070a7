"""One drawing with every kind of item and every look, for all back ends."""

from __future__ import annotations

import pytest
from PIL import Image

from pnp.scene.bitmaps import open_bitmap
from pnp.scene.items import (
    Ellipse,
    Group,
    Item,
    Path,
    Picture,
    Rect,
    Scene,
    Stroke,
    Text,
    compose,
    rotate,
    scale,
    translate,
)
from pnp.scene.paths import circle, parse_path, polygon, polyline, rectangle
from pnp.scene.typesetting.text import Inline, Run, TextStyle, parse_markup
from pnp.scene.typesetting.typeset import typeset
from tests.scene.pictures import file, gradient

INK = "#1E2328"
STAR = "M12 2l3 7h7l-5.5 4.5 2 7.5-6.5-4.5-6.5 4.5 2-7.5-5.5-4.5h7z"


def _texts() -> tuple[Item, ...]:
    star = Path(parse_path(STAR), "#F2A900", Stroke(INK, 1.2, join="round"))
    inline = Inline((Group((star,), scale(3 / 24)),), 3, 3, 0.4)
    body = TextStyle("Fira Sans", 8.5, INK, leading=10.5)
    markup = parse_markup("A **half-made** plan and an *early* ferry: Sułkowski, Počet hráčov, ♠♥♣♦ → ")
    label = TextStyle("Barlow Condensed", 14, INK, 600, tracking=0.06, upper=True)
    market = typeset("Market", label, 30, "centre")
    return (
        Rect(5, 5, 63.5, 30, 3, "#FFFFFF", Stroke(INK, 0.5)),
        typeset([*markup, inline, Run(" and on.")], body, 56).at(8, 8),
        Rect(75, 5, 30, 10, 0, "#CFE4F0", Stroke(INK, 0.3)),
        market.at(75, 5 + (10 - market.height) / 2),
        Group(
            (
                typeset("Turned ♣ text", TextStyle("Fira Sans", 12, "#9C2430", 700)).at(0, 0),
                Rect(0, 0, 20, 5, 0, None, Stroke(INK, 0.2)),
            ),
            compose(translate(90, 100), rotate(-35)),
        ),
    )


def _shapes() -> tuple[Item, ...]:
    hatch = tuple(Path(polyline([(i * 3 - 20, 20), (i * 3, 0)]), None, Stroke(INK, 0.2)) for i in range(18))
    return (
        Ellipse(25, 55, 18, 12, "#E6CFAE", Stroke("#1F5FA8", 1, (3, 1.5))),
        Path(polygon([(60, 45), (85, 45), (72, 70)]), "#D2403F", Stroke(INK, 1.5)),
        Path(polyline([(95, 45), (110, 48), (96, 55), (112, 68)]), None, Stroke("#084A33", 2, (), "round", "round")),
        Path(polyline([(95, 70), (110, 70)]), None, Stroke("#084A33", 2, (4, 3), "square", "bevel")),
        Path((*rectangle(10, 75, 25, 25, (8, 2, 8, 0)), *circle(22, 87, 6)), "#2F57AC", None, True),
        Group((Rect(0, 0, 30, 20, 0, "#FFE55C"), *hatch), translate(45, 78), Ellipse(15, 10, 14, 9)),
    )


def _repeated() -> tuple[Item, ...]:
    """A tree that is drawn eight times, twice of them inside a clip, and carries a letter."""
    style = TextStyle("Fira Sans", 5, INK)
    tree: tuple[Item, ...] = (
        Ellipse(0, 0, 2, 2, "#CFE3C2", Stroke(INK, 0.3)),
        Path(parse_path("M0 2v2"), None, Stroke(INK, 0.4, cap="round")),
        Path(circle(0, 0, 1), "#2F8068"),
        *(Rect(-1 + i * 0.5, -1, 0.3, 0.3, 0, INK) for i in range(5)),
        typeset("Elm", style).at(1.5, 4.5),
    )
    row = tuple(Group(tree, compose(translate(12 + i * 12, 110), scale(1 + i * 0.1))) for i in range(6))
    pair = (Group(tree), Group(tree, translate(6, 0)))
    return (*row, Group(pair, compose(translate(95, 108), rotate(90)), Rect(-3, -2, 12, 6)))


def _pictures() -> tuple[Item, ...]:
    """A photograph that is turned and cut round, and a drawing with a clear ground, once whole and twice in a part."""
    photograph = open_bitmap(file(gradient(240, 160), "JPEG", quality=95))
    clear = gradient(120, 120).convert("RGBA")
    clear.putalpha(Image.radial_gradient("L").resize((120, 120)).point(lambda value: 255 if value < 120 else 0))
    drawing = open_bitmap(file(clear))
    bead: tuple[Item, ...] = (Picture(0, 0, 4, 4, drawing), *(Rect(i, 5, 0.5, 0.5, 0, INK) for i in range(8)))
    return (
        Group((Picture(76, 20, 18, 12, photograph),), rotate(10, 85, 26), Ellipse(85, 26, 8, 6)),
        Rect(97, 18, 18, 18, 0, "#FFE55C"),
        Picture(98, 19, 16, 16, drawing),
        Group(bead, translate(76, 36)),
        Group(bead, translate(84, 36)),
    )


@pytest.fixture(scope="session")
def specimen() -> Scene:
    """A scene of 120 × 120 with a bleed of 3: shapes, strokes, clips, transforms, text, and parts drawn again."""
    ground = Rect(-3, -3, 126, 126, 0, "#F5F0E1")
    blank = (Text(0, 0, "", "fira-sans-400", 8, INK, 0), Rect(0, 0, 9, 9), Rect(1, 1, 9, 9, stroke=Stroke(INK, 0)))
    return Scene(120, 120, (ground, *_texts(), *_shapes(), *_repeated(), *_pictures(), *blank), 3, "Specimen")
