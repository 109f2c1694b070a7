"""The names that faces mention: colours, styles, icons and maps, each with its place."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from pnp.expression import ExpressionError, parse_template
from pnp.expression.template import Mark
from pnp.model.layer import IconArt, Layer, MapArt, PathArt, PatternArt, TextArt
from pnp.model.reference import Ref
from pnp.model.template import Template

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.model.game import Game
    from pnp.model.reference import Formula

Drawn = TypeVar("Drawn", IconArt, MapArt, PathArt, PatternArt, TextArt)


def layers_of(game: Game) -> Iterator[Layer]:
    """Every layer of every template, once where several templates have it."""
    layers = (layer for template in game.all(Template) for layer in template.every_layer())
    return iter({layer.span: layer for layer in layers}.values())


def grounds_of(game: Game) -> Iterator[Formula]:
    """The backgrounds that templates give."""
    return (it.background for it in game.all(Template) if it.background and "background" in it.said)


def arts_of(game: Game, kind: type[Drawn]) -> Iterator[Drawn]:
    """What the layers of one kind draw."""
    return (layer.art for layer in layers_of(game) if isinstance(layer.art, kind))


def written(*formulas: Formula | None) -> Iterator[Ref]:
    """The names that the formulas write out, for every row alike."""
    return (Ref(formula.literal, formula.span) for formula in formulas if formula and formula.literal)


def written_icons(text: Formula) -> Iterator[Ref]:
    """The icons that a text names as `{icon:star}`."""
    try:
        template = parse_template(text.text)
    except ExpressionError:
        return iter(())  # told by the check of bindings
    marks = (part for part in template.parts if isinstance(part, Mark))
    return (
        Ref(str(mark.parts[0]).strip(), text.part(mark.start, mark.end))
        for mark in marks
        if len(mark.parts) == 1 and isinstance(mark.parts[0], str)
    )
