"""Credit and licence."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.diagnostics import WARNING, Fault, check
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


@check("missing-licence", severity=WARNING)
def missing_licence(facts: Facts) -> Iterator[Fault]:
    """A pack does not say under which licence it may be printed and shared.

    Without a licence nobody but its author may copy the sheets. The licence is printed with the credit.

    Fix: add `licence` with a name, and the link where it can be read.

    Bad:
        kind: pack
        title: Harbour
        players: 2 to 4
        credit: {designers: [Ada Byron]}

    Good:
        kind: pack
        title: Harbour
        players: 2 to 4
        credit: {designers: [Ada Byron]}
        licence: {name: CC BY 4.0, link: "https://creativecommons.org/licenses/by/4.0/"}
    """
    pack = facts.game.pack
    if pack and pack.licence is None:
        yield Fault(pack.span, f"'{pack.title}' has no licence", "add licence: {name: …, link: …}")
