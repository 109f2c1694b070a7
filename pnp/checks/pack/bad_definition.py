"""A definition that can't be worked out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.checks.run import at_offset
from pnp.diagnostics import ERROR, Fault, check

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.facts import Facts


@check("bad-definition", severity=ERROR)
def bad_definition(facts: Facts) -> Iterator[Fault]:
    """A definition of a pack can't be worked out.

    Definitions are expressions. Each may use the maps and components of the pack and the definitions above it.

    Fix: correct the expression at the place that is shown.

    Bad:
        kind: pack
        title: Harbour
        players: 2 to 4
        definitions: {boats: 2 * peirs}

    Good:
        kind: pack
        title: Harbour
        players: 2 to 4
        definitions: {piers: 3, boats: 2 * piers}
    """
    for definition, error in facts.troubles:
        yield Fault(at_offset(definition.body, error), f"'{definition.name}': {error.message}", error.hint)
