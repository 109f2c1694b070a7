"""Scenes of gradients, transparency and outlined text, for all back ends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from pnp.scene.items import (
    BlendMode,
    Ellipse,
    Fill,
    GradientStop,
    Group,
    Item,
    LinearGradient,
    Path,
    RadialGradient,
    Rect,
    Scene,
    Stroke,
    Text,
    compose,
    rotate,
    scale,
    translate,
)
from pnp.scene.paths import circle, parse_path, rectangle
from pnp.scene.typesetting.fonts import face

INK, AMBER, BLUE, RED, PAPER = "#1E2328", "#F2A900", "#1F5FA8", "#D2403F", "#F5F0E1"
RAMP = (GradientStop(0, AMBER), GradientStop(1, BLUE))
FADE = (GradientStop(0.1, RED), GradientStop(0.9, RED, 0))
STAR = "M12 2l3 7h7l-5.5 4.5 2 7.5-6.5-4.5-6.5 4.5 2-7.5-5.5-4.5h7z"


def across(x0: float, x1: float, stops: tuple[GradientStop, ...] = RAMP) -> LinearGradient:
    return LinearGradient((x0, 0), (x1, 0), stops)


def bars(x: float, y: float, width: float, height: float) -> tuple[Item, ...]:
    """Stripes, on which transparency is seen."""
    every = range(0, int(width), 4)
    return (Rect(x, y, width, height, fill="#FFFFFF"), *(Rect(x + at, y, 2, height, fill="#8FA3B0") for at in every))


def gradients() -> Iterator[Item]:
    """Linear and radial gradients in shapes, lines and letters, opaque and not."""
    flag = (*(GradientStop(at, colour) for at, colour in ((0, RED), (0.5, RED), (0.5, PAPER), (1, PAPER))),)
    three = (GradientStop(0.2, PAPER), GradientStop(0.5, AMBER), GradientStop(1, RED))
    fills: list[Fill] = [
        across(5, 25),
        LinearGradient((30, 5), (50, 25), three),
        RadialGradient((65, 15), 10, three),
        RadialGradient((90, 15), 10, RAMP, focus=(85, 10)),
        RadialGradient((0, 0), 1, three, compose(translate(115, 15), compose(rotate(30), scale(12, 5)))),
    ]
    yield from (Rect(5 + at * 25, 5, 20, 20, 2 * at, fill) for at, fill in enumerate(fills))
    yield Ellipse(15, 38, 10, 8, across(12, 18, flag), Stroke(INK, 0.5))
    yield Path(
        (*rectangle(30, 30, 20, 16), *circle(40, 38, 5)), across(30, 50), Stroke(across(30, 50, FADE), 1.5), True
    )
    yield Rect(57, 31, 16, 14, 3, None, Stroke(LinearGradient((57, 31), (73, 45), RAMP), 2.5, (4, 2), "round"))
    yield from bars(80, 30, 44, 16)
    yield Rect(80, 30, 20, 16, 0, across(80, 100, FADE))
    yield Ellipse(113, 38, 9, 7, RadialGradient((113, 38), 9, FADE))
    bold = face("Fira Sans", 700).name
    yield Text(5, 60, "Harbour", bold, 30, LinearGradient((0, 52), (0, 61), RAMP), 40)
    yield Text(55, 60, "Harbour", bold, 30, PAPER, 40, 0.3, Stroke(INK, 0.9, (), "round", "round"))
    yield Text(100, 60, "Hq", bold, 30, across(100, 118), 18, 0, Stroke(across(118, 100), 1.2))
    yield Rect(122, 52, 6, 9, 0, LinearGradient((1, 1), (1, 1), RAMP))


def groups() -> Iterator[Item]:
    """Groups with opacity and clips, nested, turned and repeated."""
    yield from bars(0, 0, 130, 70)
    pair: tuple[Item, ...] = (Ellipse(6, 6, 6, 6, RED), Rect(5, 5, 10, 10, fill=BLUE), Path(parse_path(STAR), AMBER))
    yield from (Group(pair, translate(4 + at * 25, 4), opacity=1 - at * 0.2) for at in range(5))
    yield Group((Group(pair, opacity=0.5), Group(pair, translate(12, 0))), translate(4, 30), opacity=0.7)
    yield Group(pair, compose(translate(50, 30), rotate(30)), Ellipse(8, 8, 8, 6), opacity=0.6)
    ring = Path((*rectangle(0, 0, 20, 20), *circle(10, 10, 5)), even_odd=True)
    inner = Group((Rect(0, 0, 30, 30, fill=RED), Rect(0, 8, 30, 4, fill=AMBER)), clip=Ellipse(8, 10, 12, 9))
    yield Group((inner,), translate(65, 28), ring)
    yield Group((inner,), translate(92, 28), ring, opacity=0.5)
    words = Text(4, 64, "Half there", face("Fira Sans", 700).name, 24, INK, 60)
    yield Group((words, Group((Rect(30, 58, 50, 8, fill=AMBER),), opacity=0.5)), opacity=0.8)


WHOLE = ("hue", "saturation", "color", "luminosity")
"""The modes that treat a colour as a whole; PDFium counts them in whole numbers."""


def every_mode(*modes: BlendMode) -> Iterator[Item]:
    for at, mode in enumerate(modes):
        place = translate(2 + at % 8 * 16, 2 + at // 8 * 24)
        ground = (Rect(0, 0, 14, 20, fill=across(0, 14)), Rect(0, 14, 14, 6, fill=INK))
        top = Group((Ellipse(7, 10, 5, 8, "#4FA060"),), blend=mode, opacity=0.9 if at % 3 else 1)
        yield Group((*ground, top), place)


def blends() -> Iterator[Item]:
    """Separable modes over the same ground, once inside a clip, and groups that keep their blending to themselves."""
    yield from every_mode(*(mode for mode in get_args(BlendMode) if mode not in WHOLE))
    dark = Group((Rect(0, 0, 12, 12, fill=AMBER),), translate(4, 4), blend="multiply")
    ground = (Rect(0, 0, 16, 16, fill=BLUE),)
    yield Group((*ground, dark), translate(2, 50))
    yield from (Rect(22, 50, 16, 16, fill=BLUE), Group((dark,), translate(22, 50), Rect(0, 0, 16, 16)))
    yield from (Rect(42, 50, 16, 16, fill=BLUE), Group((Group((dark,), opacity=0.8),), translate(42, 50)))
    yield from (Rect(62, 50, 16, 16, fill=BLUE), Group((Group((dark,)),), translate(62, 50)))


def scene(name: str) -> Scene:
    made = {"gradients": gradients, "groups": groups, "blends": blends, "whole": lambda: every_mode(*WHOLE)}[name]
    return Scene(130, 70, (Rect(-3, -3, 136, 76, fill=PAPER), *made()), 3, name)


NAMES = ("gradients", "groups", "blends", "whole")
