"""A pack that says nothing of its designers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import WARNING, Fault, check

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.facts import Facts


@check("missing-credit", severity=WARNING)
def missing_credit(facts: Facts) -> Iterator[Fault]:
    """A pack does not say who designed the game.

    The credit line is printed on the first sheet and in the rulebook. Most licences ask for it, and a player likes to
    know.

    Fix: add `credit` with the designers, and with a line, a link and a note of changes where the licence asks for them.

    Bad:
        kind: pack
        title: Harbour
        players: 2 to 4
        licence: {name: CC BY 4.0, link: "https://creativecommons.org/licenses/by/4.0/"}

    Good:
        kind: pack
        title: Harbour
        players: 2 to 4
        credit: {designers: [Ada Byron]}
        licence: {name: CC BY 4.0, link: "https://creativecommons.org/licenses/by/4.0/"}
    """
    pack = facts.game.pack
    if pack and pack.credit is None:
        yield Fault(pack.span, f"'{pack.title}' does not say who designed it", "add credit: {designers: […]}")
