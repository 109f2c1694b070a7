"""Templates that extend others or are never used."""

from collections.abc import Iterator
from pathlib import PurePosixPath

from pnp.diagnostics import ERROR, WARNING, Fault, check
from pnp.model.component import Component
from pnp.model.faces.inheritance import circles
from pnp.model.faces.template import Template
from pnp.model.game import Game
from pnp.model.selection import pattern_of

WAY_OUT = "let one of them extend nothing and have its own size and layers"


@check("circular-template", severity=ERROR)
def circular_template(game: Game) -> Iterator[Fault]:
    """A template extends itself, directly or through others.

    A template inherits from the one that it extends. A circle of templates has nothing to inherit from.

    Fix: remove one `extends`, and give that template a size and layers.

    Bad:
        kind: template
        extends: sample
        layers: []

    Good:
        kind: template
        size: 44 x 68
        layers: []
    """
    templates = tuple(game.all(Template))
    for circle in circles(templates):
        template = templates[circle[0]]
        way = " → ".join(templates[index].id for index in (*circle, circle[0]))
        span = template.extends.span if template.extends else template.span
        yield Fault(span, f"the template '{template.id}' extends itself: {way}", WAY_OUT)


@check("unused-template", severity=WARNING)
def unused_template(game: Game) -> Iterator[Fault]:
    """No component uses a template.

    Nothing is drawn with it, so its content is neither seen nor checked. A component should name it as its front or
    back, or it is no longer needed.

    Fix: name it under `template` or `back` of a component, extend it, or delete it and its line under `documents`.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [coins.yaml, coin.yaml, coin-back.yaml]
        components: [{component: coins}]
        # file: coins.yaml
        kind: component
        makes: token
        name: Coins
        template: coin
        # file: coin.yaml
        kind: template
        size: 18 x 18
        layers: []
        # file: coin-back.yaml
        kind: template
        size: 18 x 18
        layers: []

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [coins.yaml, coin.yaml, coin-back.yaml]
        components: [{component: coins}]
        # file: coins.yaml
        kind: component
        makes: token
        name: Coins
        template: coin
        back: coin-back
        # file: coin.yaml
        kind: template
        size: 18 x 18
        layers: []
        # file: coin-back.yaml
        kind: template
        size: 18 x 18
        layers: []
    """
    if game.pack is None or game.unread or not (game.knows_all(Component) and game.knows_all(Template)):
        return
    used = _used(game)
    if any(game.find(Template, name) is None for name in used):  # that one may be meant
        return
    for name in (PurePosixPath(document.name).stem for document in game.pack.documents):
        template = game.find(Template, name)
        if template and name not in used:
            hint = "name it under 'template' or 'back' of a component, or take it out"
            yield Fault(template.span, f"no component uses the template '{name}'", hint)


def _used(game: Game) -> frozenset[str]:
    """Return the templates that components and the pack name, and those that these extend."""
    used = {name.name for component in game.all(Component) for name in component.templates}
    for component in game.all(Component):
        how = component.selection
        for pattern in map(pattern_of, filter(None, (how.template, how.back) if how else ())):
            used |= {name for name in game.names(Template) if pattern.fullmatch(name)}
    used |= {name.name for name in (game.pack.back, game.pack.cover) if name} if game.pack else set()
    bases = {template.id: template.extends.name for template in game.all(Template) if template.extends}
    left = list(used)
    while left:
        base = bases.get(left.pop())
        if base and base not in used:
            used.add(base)
            left.append(base)
    return frozenset(used)
