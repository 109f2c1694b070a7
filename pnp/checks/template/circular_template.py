"""A template that extends itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import ERROR, Fault, check
from pnp.model.faces.template import Template
from pnp.model.linking import circles

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.model.game import Game


WAY_OUT = "let one of them stand for itself, with a size and layers of its own"


@check("circular-template", severity=ERROR)
def circular_template(game: Game) -> Iterator[Fault]:
    """A template extends itself, directly or by way of others.

    What a template does not say is taken from the one that it extends. Where that leads back to itself, nobody says it.

    Fix: let one of the templates stand for itself, with a size and layers of its own.

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
