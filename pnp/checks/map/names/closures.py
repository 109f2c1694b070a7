"""Closures and squares that contradict a requirement."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.map.subjects import Charted
from pnp.diagnostics import ERROR, WARNING, Fault, check
from pnp.model.maps import block_law


@check("laid-isolation", severity=ERROR)
def laid_isolation(charted: Charted) -> Iterator[Fault]:
    """A requirement counts closures by `isolation` and lays others by `with`.

    An isolation tries any number of closures itself, of the kinds that it names under `by`, until something is cut off.
    What `with` lays beside them would not be counted, so it is not asked.

    Fix: take `with` out, and name under `by` all kinds that count.

    Bad:
        kind: area-map
        closures:
          fence: {lies-on: places}
          gate: {lies-on: [Church]}
        areas: {Market: {}, Church: {}, Pier: {}}
        roads: [[Market, Church, Pier, Market]]
        requirements:
          - {isolation: {of: Pier, by: fence, at-least: 1}, with: {gate: 1}}

    Good:
        kind: area-map
        closures:
          fence: {lies-on: places}
          gate: {lies-on: [Church]}
        areas: {Market: {}, Church: {}, Pier: {}}
        roads: [[Market, Church, Pier, Market]]
        requirements:
          - {isolation: {of: Pier, by: [fence, gate], at-least: 1}}
    """
    for requirement in charted.map.requirements:
        if requirement.demand == "isolation" and requirement.laid:
            kinds = [*requirement.by, *(kind for kind, _ in requirement.laid)]
            names = ", ".join(dict.fromkeys(kind.name for kind in kinds))
            yield Fault(
                requirement.laid[0][0].span,
                f"'{requirement.name}' counts the closures that it takes, and can't be asked with others laid",
                f"take 'with' out; to count all of them write by: [{names}]",
            )


@check("used-square", severity=WARNING)
def used_square(charted: Charted) -> Iterator[Fault]:
    """A square of a block map is said to be unused, and moves lead onto it.

    Under `unused` a map names the squares that its law of turning never lets anyone enter. They are no stops, and
    nobody looks for a way to them. A square that is entered all the same stays a stop.

    Fix: take it out of the list, or change the law of turning.

    Bad:
        kind: block-map
        blocks: {rows: 2, columns: 2}
        unused: [1/1, 12/1, 1/12, 12/12, 5/1]

    Good:
        kind: block-map
        blocks: {rows: 2, columns: 2}
        unused: [1/1, 12/1, 1/12, 12/12]
    """
    network, law = charted.lowered.network, block_law(charted.map)
    if law and network.whole:
        for ref in law.unused:
            place = network.index.get(ref.name)
            if place is not None and any(network.before[state] for state in network.states_of[place]):
                yield Fault(ref.span, f"'{ref}' is said to be unused, and moves lead onto it")
