"""The names that faces mention: colours, styles, icons and maps, each with its place."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from pnp.expression import ExpressionError, parse_template
from pnp.expression.template import Mark
from pnp.model.icons import IconSet
from pnp.model.layer import IconArt, Layer, MapArt, PathArt, PatternArt, TextArt
from pnp.model.reference import Ref
from pnp.model.template import Template
from pnp.model.theme import Roles, Theme, base_of, resolve_theme

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.model.game import Game
    from pnp.model.reference import Formula

Drawn = TypeVar("Drawn", IconArt, MapArt, PathArt, PatternArt, TextArt)


def roles_of(game: Game) -> Roles | None:
    """The roles of the game's theme; None where they cannot be told, for a document is damaged or could not be read."""
    themes = list(game.all(Theme))
    theme = resolve_theme(themes)
    if theme is None or not game.knows_all(Theme) or any(_adrift(found, themes) for found in themes):
        return None
    return theme.roles


def _adrift(theme: Theme, themes: list[Theme]) -> bool:
    """Whether the theme extends one that is not there: told by the check of themes."""
    return theme.extends is not None and base_of(theme, themes[: themes.index(theme)]) is None


def icons_of(game: Game) -> frozenset[str] | None:
    """The names of the game's icons; None where they cannot be told."""
    if not game.knows_all(IconSet):
        return None
    return frozenset(icon.id for icons in game.all(IconSet) for icon in icons.icons)


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
