"""Credit, licence and what else a pack should say before it is shared."""

from collections.abc import Iterator

from pnp.diagnostics import INFO, Fault, check
from pnp.facts import Facts, manifest
from pnp.messages import series, shown, some_of
from pnp.model.game import Game


@check("missing-credit", severity=INFO)
def missing_credit(facts: Facts) -> Iterator[Fault]:
    """A pack does not name its designers.

    The credit is printed on the first sheet and in the rulebook. Most licences require it. `--strict` and print
    services insist on it.

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
    if pack and pack.credit is None and not pack.damaged:
        yield Fault(pack.span, f"'{pack.title}' does not say who designed it", "add credit: {designers: […]}")


@check("missing-licence", severity=INFO)
def missing_licence(facts: Facts) -> Iterator[Fault]:
    """A pack has no licence.

    Without a licence, nobody but its author may copy the sheets. The licence is printed with the credit. `--strict` and
    print services insist on it.

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
    if pack and pack.licence is None and not pack.damaged:
        yield Fault(pack.span, f"'{pack.title}' has no licence", "add licence: CC BY 4.0, or another that you choose")


@check("unfinished-pack", severity=INFO)
def unfinished_pack(facts: Facts) -> Iterator[Fault]:
    """A pack lacks something that it should have before it is shared.

    A first draft needs a title and a component, nothing else. Before others print it, it should say for how many
    players it is, describe itself in a sentence, list its documents, and name its components. `--strict` and print
    services insist on it.

    Fix: add the keys that the message names. List the files of the pack under `documents`, so that none is added or
    lost by mistake.

    Bad:
        kind: pack
        title: Harbour

    Good:
        kind: pack
        title: Harbour
        summary: Row from pier to pier, and be home before the tide.
        players: 2 to 4
        documents: []
    """
    pack = facts.game.pack
    if pack is None or pack.damaged:
        return
    lacking = [
        *(["players"] if pack.players is None else []),
        *(["summary"] if not pack.summary else []),
        *(["documents"] if not pack.lists_documents else []),
    ]
    unnamed = _unnamed(facts.game)
    wanted = [f"'{key}'" for key in lacking] + ([f"a name for {some_of(unnamed)}"] if unnamed else [])
    if wanted:
        hint = "add them before you share the game; until then, nothing is wrong"
        yield Fault(pack.span, f"{shown(pack.title)} does not yet have {series(wanted, 'and')}", hint)


def _unnamed(game: Game) -> list[str]:
    """Return the printed components whose names are made from their files."""
    return [component.id for entry, component in manifest(game) if component.unnamed and entry.name is None]


BEFORE_SHARING = frozenset(each.rule.code for each in (missing_credit, missing_licence, unfinished_pack))
"""Checks for what a game needs only when others print it."""
