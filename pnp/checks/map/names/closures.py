"""Closures and squares that contradict a requirement."""

from collections.abc import Iterator

from pnp.checks.map.names.map_names import unknown_kinds
from pnp.checks.map.subjects import Charted
from pnp.diagnostics import ERROR, WARNING, Fault, check
from pnp.model.maps import block_law
from pnp.network.requirements import names_spots, spots_of


@check("laid-isolation", severity=ERROR)
def laid_isolation(charted: Charted) -> Iterator[Fault]:
    """A requirement combines `isolation` with closures under `with`.

    `isolation` finds the number of closures, of the kinds under `by`, that cut something off. Closures under `with`
    would not be counted, so the requirement is not evaluated.

    Fix: remove `with`, and list all kinds that count under `by`.

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


@check("unplaceable-closure", severity=ERROR)
def unplaceable_closure(charted: Charted) -> Iterator[Fault]:
    """A closure has no spot on the map.

    The map has no spots of that kind, or `only` and `never` leave none of them. A requirement that
    lays it says nothing more than one without, so it does not count as proved.

    Fix: let the closure lie on spots that the map has, or remove it.

    Bad:
        kind: area-map
        closures:
          fence: {lies-on: [Church], never: [Church]}
        areas: {Market: {}, Church: {}, Pier: {}}
        roads: [[Market, Church, Pier, Market]]

    Good:
        kind: area-map
        closures:
          fence: {lies-on: [Church]}
        areas: {Market: {}, Church: {}, Pier: {}}
        roads: [[Market, Church, Pier, Market]]
    """
    network = charted.lowered.network
    for closure in charted.map.closures if network.whole else ():
        named = names_spots(closure, charted.vocabulary) and not any(True for _ in unknown_kinds(closure, charted))
        if named and not charted.lowered.has_spot(closure):
            none = closure.on != "places" and not spots_of(closure, charted.vocabulary)
            keys = "'lies-on', 'only', 'along' and 'never'" if closure.along else "'lies-on', 'only' and 'never'"
            hint = f"the map has no {closure.on}" if none else f"let {keys} leave it a spot"
            yield Fault(closure.span, f"no spot is left for the closure '{closure.name}'", hint)


@check("used-square", severity=WARNING)
def used_square(charted: Charted) -> Iterator[Fault]:
    """A square of a block map is listed as unused, but moves lead onto it.

    `unused` lists the squares that the turning law never lets a piece enter. Requirements ignore them. A square that a
    piece can enter stays in use.

    Fix: remove it from the list, or change the turning law.

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
