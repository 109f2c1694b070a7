"""Credit and licence."""

from collections.abc import Iterator

from pnp.diagnostics import WARNING, Fault, check
from pnp.facts import Facts


@check("missing-credit", severity=WARNING)
def missing_credit(facts: Facts) -> Iterator[Fault]:
    """A pack does not name its designers.

    The credit is printed on the first sheet and in the rulebook. Most licences require it.

    Fix: add `credit` with the designers, and with a line, a link and a note of changes if the licence requires them.

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
    """A pack has no licence.

    Without a licence, nobody but its author may copy the sheets. The licence is printed with the credit.

    Fix: add `licence` with a name and a link to its text.

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
