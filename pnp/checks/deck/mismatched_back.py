"""A back that does not cover its front."""

from collections.abc import Iterator

from pnp.diagnostics import ERROR, Fault, check
from pnp.facts import Facts
from pnp.messages import shown
from pnp.model.component import Component
from pnp.model.faces.template import Template

SLACK = 0.01
"""Tolerance between the sizes of front and back, in millimetres."""


@check("mismatched-back", severity=ERROR)
def mismatched_back(facts: Facts) -> Iterator[Fault]:
    """A back has another size or shape than its front.

    Both are cut together, along the outline of the front. A larger back is cut off, and a smaller one leaves blank
    paper.

    Fix: give both templates the same `size` and `shape`; one can extend the other.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [coins.yaml, heads.yaml, tails.yaml]
        components: [{component: coins}]
        # file: coins.yaml
        kind: component
        makes: coin
        name: Coins
        template: heads
        back: tails
        # file: heads.yaml
        kind: template
        size: 18
        shape: circle
        layers: []
        # file: tails.yaml
        kind: template
        size: 20
        shape: circle
        layers: []

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [coins.yaml, heads.yaml, tails.yaml]
        components: [{component: coins}]
        # file: coins.yaml
        kind: component
        makes: coin
        name: Coins
        template: heads
        back: tails
        # file: heads.yaml
        kind: template
        size: 18
        shape: circle
        layers: []
        # file: tails.yaml
        kind: template
        extends: heads
        layers: []
    """
    for component in facts.game.all(Component):
        if component.template is None or component.back is None:
            continue
        front, back = (facts.game.find(Template, name.name) for name in (component.template, component.back))
        if front and back and not (front.damaged or back.damaged) and _differ(front, back):
            message = f"the back {shown(back.id)} is {_described(back)}, the front {_described(front)}"
            yield Fault(component.back.span, message, "give both the same size and shape")


def _differ(front: Template, back: Template) -> bool:
    off = max(abs(front.width - back.width), abs(front.height - back.height))
    return off > SLACK or front.shape != back.shape


def _described(template: Template) -> str:
    shape = "" if template.shape == "rectangle" else f", a {template.shape}"
    return f"{template.width:g} × {template.height:g} mm{shape}"
