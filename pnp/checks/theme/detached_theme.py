"""A theme that does not extend an earlier one whose roles are used."""

from collections.abc import Iterator

from pnp.checks.gathering import layers_of
from pnp.checks.theme.theme_names import colours_of_templates, fills_of_templates, lines_of, texts_of
from pnp.diagnostics import ERROR, Fault, check
from pnp.messages import some_of
from pnp.model.faces.theme import Roles, Theme, left_aside
from pnp.model.game import Game
from pnp.model.values import roles_of


@check("detached-theme", severity=ERROR)
def detached_theme(game: Game) -> Iterator[Fault]:
    """A theme extends no other, and templates use names that it does not define.

    The last theme of a pack is the one in use. It inherits colours, texts and lines only if it `extends` another theme;
    that of the house kit is called `theme`.

    Fix: write `extends: theme` in the theme, or define all names that the templates use.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [look.yaml, cards.yaml, card.yaml]
        components: [{component: cards}]
        # file: look.yaml
        kind: theme
        palette: {mine: "#7A1F5C"}
        # file: cards.yaml
        kind: component
        makes: card
        name: Cards
        template: card
        # file: card.yaml
        kind: template
        size: 44 x 68
        layers: [{panel: amber}]

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [look.yaml, cards.yaml, card.yaml]
        components: [{component: cards}]
        # file: look.yaml
        kind: theme
        extends: theme
        palette: {mine: "#7A1F5C"}
        # file: cards.yaml
        kind: component
        makes: card
        name: Cards
        template: card
        # file: card.yaml
        kind: template
        size: 44 x 68
        layers: [{panel: amber}]
    """
    themes = list(game.all(Theme))
    roles, aside = roles_of(game), left_aside(themes)
    if roles is None or aside is None:
        return
    names = tuple(dict.fromkeys(_asked(game, roles, aside.roles)))
    if names:
        message = f"the theme '{themes[-1].id}' does not have {some_of(names)}, which '{aside.id}' has"
        yield Fault(themes[-1].span, message, f"write 'extends: {aside.id}' in it")


def _asked(game: Game, roles: Roles, aside: Roles) -> Iterator[str]:
    """Yield the roles that templates use and that only the unused theme has."""
    for colour in (*fills_of_templates(game), *colours_of_templates(game)):
        if colour.name in aside.palette and colour.name not in roles.palette:
            yield colour.name
    for layer in layers_of(game):
        yield from (name.name for name in texts_of(layer) if name.name in aside.texts and name.name not in roles.texts)
        yield from (name.name for name in lines_of(layer) if name.name in aside.lines and name.name not in roles.lines)
