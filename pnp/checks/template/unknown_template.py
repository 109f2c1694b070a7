"""A template that is not there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import ERROR, Fault, check
from pnp.messages import did_you_mean
from pnp.model.component import Component
from pnp.model.faces.template import Template

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.model.game import Game
    from pnp.model.reference import Ref


@check("unknown-template", severity=ERROR)
def unknown_template(game: Game) -> Iterator[Fault]:
    """A component or a template names a template that is not there.

    A template is a document of the pack or of a kit that it uses, known by its file name without `.yaml`. Without
    it there is nothing to draw.

    Fix: correct the name, or list the template's file under `documents`.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [coins.yaml]
        # file: coins.yaml
        kind: component
        makes: token
        name: Coins
        template: coin

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [coins.yaml, coin.yaml]
        # file: coins.yaml
        kind: component
        makes: token
        name: Coins
        template: coin
        # file: coin.yaml
        kind: template
        size: 18 x 18
        layers: []
    """
    for name in _mentioned(game):
        if game.find(Template, name.name) is None and not game.may_have(name.name):
            hint = did_you_mean(name.name, game.names(Template)) or "list its file under documents"
            yield Fault(name.span, f"there is no template '{name}'", hint)


def _mentioned(game: Game) -> Iterator[Ref]:
    for component in game.all(Component):
        yield from component.templates
    yield from (template.extends for template in game.all(Template) if template.extends)
