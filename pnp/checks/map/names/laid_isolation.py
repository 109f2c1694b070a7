"""An isolation of which it is said what is laid as well."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import ERROR, Fault, check

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.checks.map.subjects import Charted


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
