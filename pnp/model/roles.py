"""Roles: what a theme calls its colours, its kinds of text and its kinds of line."""

from __future__ import annotations

import re
from dataclasses import field, fields, replace
from typing import TYPE_CHECKING, TypeVar

from pnp.model.reference import Ref
from pnp.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pnp.diagnostics import Span
    from pnp.source.tree import Node

HEX = re.compile(r"#[0-9A-Fa-f]{6}")
"""How a colour is written out."""


@dataclass(frozen=True, slots=True)
class Hyphenation:
    """Whether words are parted at the ends of lines, and by the patterns of which language; None is the pack's own."""

    parts: bool
    language: Ref | None = None


def read_hyphenation(node: Node) -> Hyphenation | None:
    """What a text style or a text layer says under `hyphenate`; None where it says nothing."""
    value = node.get("hyphenate")
    if value is None:
        return None
    return Hyphenation(value.value) if isinstance(value.value, bool) else Hyphenation(True, Ref.read(value))


@dataclass(frozen=True, slots=True)
class TextRole:
    """How one kind of text looks: size and leading in points, tracking in percent of the size, None where left open.

    `family` names an installed family, one of the theme's own, or a file. `least` is the size under which this text is
    not to be printed. `verbatim` words are set as they stand.
    """

    span: Span
    family: Ref | None = None
    weight: int | None = None
    italic: bool | None = None
    size: float | None = None
    leading: float | None = None
    tracking: float | None = None
    caps: bool | None = None
    colour: Ref | None = None
    least: float | None = None
    verbatim: bool | None = None
    hyphenate: Hyphenation | None = None


@dataclass(frozen=True, slots=True)
class LineRole:
    """How one kind of line looks, in millimetres; `dash` is lengths on and off in turn; None where left open."""

    span: Span
    width: float | None = None
    dash: tuple[float, ...] | None = None
    colour: Ref | None = None


@dataclass(frozen=True, slots=True)
class Roles:
    """Colours, texts and lines by role; a colour is `#RRGGBB` or the name of another role, or the `grey` of either."""

    palette: Mapping[str, Ref] = field(default_factory=dict)
    texts: Mapping[str, TextRole] = field(default_factory=dict)
    lines: Mapping[str, LineRole] = field(default_factory=dict)
    grey: bool = False

    def over(self, below: Roles) -> Roles:
        """These roles laid over others: what this one leaves open is taken from below."""
        texts, lines = _laid(self.texts, below.texts), _laid(self.lines, below.lines)
        return Roles({**below.palette, **self.palette}, texts, lines, self.grey or below.grey)

    def colour(self, name: str) -> str | None:
        """The colour `#RRGGBB` that a role or a written colour stands for; None where there is no such role."""
        seen: set[str] = set()
        while not HEX.fullmatch(name):
            if name in seen or name not in self.palette:
                return None
            seen.add(name)
            name = self.palette[name].name
        return grey_of(name) if self.grey else name.upper()


def grey_of(colour: str) -> str:
    """The grey that is as light as the colour `#RRGGBB`: of the same relative luminance."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    light = 0.2126 * _straight(red) + 0.7152 * _straight(green) + 0.0722 * _straight(blue)
    level = light * 12.92 if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055
    return f"#{round(level * 255):02X}" + f"{round(level * 255):02X}" * 2


def _straight(value: float) -> float:
    """The value without the curve of sRGB."""
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


Role = TypeVar("Role", TextRole, LineRole)


def _laid(over: Mapping[str, Role], below: Mapping[str, Role]) -> dict[str, Role]:
    merged = dict(below)
    for name, role in over.items():
        merged[name] = _filled(role, below[name]) if name in below else role
    return merged


def _filled(role: Role, below: Role) -> Role:
    """The role with what it leaves open taken from the one below."""
    gaps = {key.name: getattr(below, key.name) for key in fields(role) if getattr(role, key.name) is None}
    return replace(role, **gaps)


def read_roles(node: Node) -> Roles:
    """The roles that a theme, or a variant of it, says at `node`."""
    palette, texts, lines = node.get("palette"), node.get("type"), node.get("lines")
    return Roles(
        {key.text: Ref.read(value) for key, value in palette.items()} if palette else {},
        {key.text: _text_role(key, value) for key, value in texts.items()} if texts else {},
        {key.text: _line_role(key, value) for key, value in lines.items()} if lines else {},
        _truth(node, "grey") is True,
    )


def _text_role(key: Node, node: Node) -> TextRole:
    family, weight, colour = node.get("file") or node.get("family"), node.get("weight"), node.get("colour")
    return TextRole(
        key.span,
        family=Ref.read(family) if family else None,
        weight=weight.integer if weight else None,
        italic=_truth(node, "italic"),
        size=_number(node, "size"),
        leading=_number(node, "leading"),
        tracking=_number(node, "tracking"),
        caps=_truth(node, "caps"),
        colour=Ref.read(colour) if colour else None,
        least=_number(node, "least"),
        verbatim=_truth(node, "verbatim"),
        hyphenate=read_hyphenation(node),
    )


def _line_role(key: Node, node: Node) -> LineRole:
    dash, colour = node.get("dash"), node.get("colour")
    return LineRole(
        key.span,
        width=_number(node, "width"),
        dash=tuple(length.number for length in dash) if dash else None,
        colour=Ref.read(colour) if colour else None,
    )


def _number(node: Node, key: str) -> float | None:
    value = node.get(key)
    return value.number if value else None


def _truth(node: Node, key: str) -> bool | None:
    value = node.get(key)
    return value.value is True if value else None
