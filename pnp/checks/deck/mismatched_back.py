"""A back that does not cover its front."""

from collections.abc import Iterator

from pnp.checks.deck.selection import described, differ
from pnp.diagnostics import ERROR, Fault, check
from pnp.facts import Facts
from pnp.messages import shown
from pnp.model.component import Component
from pnp.model.faces.template import Template


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
        fronts, backs = (
            [found for found in (facts.game.find(Template, name.name) for name in names) if found and not found.damaged]
            for names in (component.fronts, component.backs)
        )
        back = next((back for back in backs if fronts and differ(fronts[0], back)), None)
        how = component.selection
        span = how.back.span if how and how.back else component.back.span if component.back else component.span
        if back:
            message = f"the back {shown(back.id)} is {described(back)}, the front {described(fronts[0])}"
            yield Fault(span, message, "give both the same size and shape")
