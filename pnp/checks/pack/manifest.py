"""The manifest of a pack: the components that it lists, and what it should say before it is shared."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import PurePosixPath

from pnp.checks.names_used import meant_document, rows_asked
from pnp.diagnostics import ERROR, INFO, LINE, WARNING, Fault, Missing, check
from pnp.expression import identifier
from pnp.facts import Facts, is_sure, manifest, rows_of
from pnp.messages import did_you_mean, nearest, series, shown, some_of
from pnp.model.component import Component
from pnp.model.game import Game
from pnp.model.pack import Entry, PackDocument

TAKEN = {
    "reference": "the rule reference",
    "draft": "the draft of the whole game",
    "duplex": "the whole game in that layout",
    "gutterfold": "the whole game in that layout",
    "single": "the whole game in that layout",
}
"""Ids that would give a component the file name of another output file."""


PLAIN = re.compile(r"[A-Za-z][\w./-]*")
"""Matches names of files that need no quotes in YAML."""


@check("duplicate-component", severity=ERROR)
def duplicate_component(facts: Facts) -> Iterator[Fault]:
    """Two lines of the manifest have the same id, or an id that names another file.

    Files are named by these ids, so the second component would overwrite the first. The default id is the name of the
    component's document. `reference` is reserved for the rule reference; `draft`, `duplex`, `gutterfold`, `single` and
    the codes of languages are reserved for versions of the whole game.

    Fix: give one of the lines its own `id`, or print more with `copies`.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [coins.yaml, coin.yaml]
        components: [{component: coins}, {component: coins, optional: true}]
        # file: coins.yaml
        kind: component
        makes: token
        name: Coins
        template: coin
        # file: coin.yaml
        kind: template
        size: 18 x 18
        layers: []

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [coins.yaml, coin.yaml]
        components: [{component: coins}, {component: coins, id: more-coins, optional: true}]
        # file: coins.yaml
        kind: component
        makes: token
        name: Coins
        template: coin
        # file: coin.yaml
        kind: template
        size: 18 x 18
        layers: []
    """
    first: dict[str, int] = {}
    pack = facts.game.pack
    if not pack:
        return
    taken = dict(TAKEN, **dict.fromkeys(map(str.casefold, pack.languages), "the whole game in that language"))
    taken[pack.id.casefold()] = "the whole game"
    for entry in pack.components:
        name = entry.id.casefold()  # some systems don't tell 'A' from 'a'
        whose = taken.get(name)
        if whose:
            message = f"the id '{entry.id}' would give it the file of {whose}"
            yield Fault(entry.span, message, f"give it another, such as 'id: {entry.id}-{_kind(entry, facts.game)}'")
        if name in first:
            message = f"the id '{entry.id}' is taken by line {first[name]}"
            yield Fault(entry.span, message, "give it its own id, or print more with copies")
        first.setdefault(name, entry.span.line)


def _kind(entry: Entry, game: Game) -> str:
    """Return what the component makes, as a suffix for another id."""
    found = game.find(Component, entry.component.name)
    return found.makes if found else "part"


@check("unknown-component", severity=ERROR)
def unknown_component(facts: Facts) -> Iterator[Fault]:
    """The manifest of a pack names a component that does not exist, or a table.

    A component is a document of the pack or of a kit that it uses, named by its file name without `.yaml`. A component
    with `makes: table` prints nothing: its rows are read wherever they are used.

    Fix: correct the name, list the component's file under `documents`, or take the line with the table out.

    Bad:
        kind: pack
        title: Harbour
        players: 2 to 4
        components: [{component: tickets}]

    Good:
        kind: pack
        title: Harbour
        players: 2 to 4
        components: []
    """
    game = facts.game
    for entry in game.pack.components if game.pack else ():
        name = entry.component.name
        if game.find(Component, name) is None and not game.may_have(name):
            hint = meant_document(game, Component, name)
            yield Fault(entry.component.span, f"there is no component '{name}'", hint, cause=Missing(name, "component"))
        elif (found := game.find(Component, name)) and not found.prints:
            hint = "take the line out: expressions read its rows without it"
            yield Fault(entry.component.span, f"'{name}' is a table, which prints nothing", hint)


@check("unknown-given-field", severity=ERROR)
def unknown_given_field(facts: Facts) -> Iterator[Fault]:
    """A line of the manifest sets a field that no row of its component has.

    Values under `with` replace those of the rows, for example to print a component again with another map or colour. A
    field that no row has is not used.

    Fix: correct the name of the field, or add the field to the rows of the component.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2
        credit: {designers: [Ada]}
        licence: {name: CC0}
        documents: [coins.yaml, coin.yaml]
        components:
          - {component: coins}
          - {component: coins, id: red-coins, with: {colr: red}}
        # file: coins.yaml
        kind: component
        makes: token
        name: Coins
        template: coin
        rows: [{name: Coin, colour: blue}]
        # file: coin.yaml
        kind: template
        size: 18 x 18
        layers: [{text: "{colour}", where: fill}]

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2
        credit: {designers: [Ada]}
        licence: {name: CC0}
        documents: [coins.yaml, coin.yaml]
        components:
          - {component: coins}
          - {component: coins, id: red-coins, with: {colour: red}}
        # file: coins.yaml
        kind: component
        makes: token
        name: Coins
        template: coin
        rows: [{name: Coin, colour: blue}]
        # file: coin.yaml
        kind: template
        size: 18 x 18
        layers: [{text: "{colour}", where: fill}]
    """
    game = facts.game
    fields: dict[str, set[str]] = {}  # a manifest may list one component a thousand times
    for entry in game.pack.components if game.pack else ():
        if not entry.given_at:
            continue
        component = game.find(Component, entry.component.name)
        if component is None or not is_sure(component, game):
            continue
        if component.id not in fields:
            rows = rows_of(component, game)
            fields[component.id] = {name for row in rows for name in row.fields} | set(component.fields)
        known = fields[component.id]
        for name, span in entry.given_at.items():
            if name not in known:
                hint = did_you_mean(name, known) or f"its rows have {', '.join(sorted(known))}"
                yield Fault(span, f"no row of '{component.id}' has the field '{name}'", hint if known else None)


@check("unprinted-component", severity=WARNING)
def unprinted_component(facts: Facts) -> Iterator[Fault]:
    """A component of the pack is not printed.

    The list `components` of the pack says what is printed. A component that is not in the list is not drawn or counted,
    and its faces are not checked.

    A component whose rows are read by a formula, as in `tides.rows`, and one with `makes: table` need no line.

    Fix: add it to `components`; accept the finding if it is to be printed later.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [coins.yaml, notes.yaml, coin.yaml]
        components: [{component: coins}]
        # file: coins.yaml
        kind: component
        makes: token
        name: Coins
        template: coin
        # file: notes.yaml
        kind: component
        makes: note
        name: Notes
        template: coin
        # file: coin.yaml
        kind: template
        size: 18 x 18
        layers: []

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [coins.yaml, notes.yaml, coin.yaml]
        components: [{component: coins}, {component: notes}]
        # file: coins.yaml
        kind: component
        makes: token
        name: Coins
        template: coin
        # file: notes.yaml
        kind: component
        makes: note
        name: Notes
        template: coin
        # file: coin.yaml
        kind: template
        size: 18 x 18
        layers: []
    """
    game, pack = facts.game, facts.game.pack
    if pack is None or pack.damaged:
        return
    printed = {entry.component.name for entry in pack.components}
    if any(game.find(Component, name) is None for name in printed):  # that one may be meant
        return
    names = (PurePosixPath(document.name).stem for document in pack.documents)
    left = [(name, component) for name in names if name not in printed and (component := game.find(Component, name))]
    read = rows_asked(game) if left else frozenset()
    for name, component in left:
        if component.prints and identifier(name) not in read:
            message = f"no line under 'components' of the pack prints '{name}'"
            hint = f"add '- {{component: {name}}}' there, or take it out"
            yield Fault(component.span, message, hint, cause=Missing(name, LINE))


@check("lonely-sheet", severity=WARNING)
def lonely_sheet(facts: Facts) -> Iterator[Fault]:
    """A component names a `sheet` that no other component names.

    Components with the same `sheet` share paper in the PDF of the whole game. Optional components have separate files
    and do not share.

    Fix: give another component the same `sheet`, correct the name, or remove it.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        credit: {designers: [Ada]}
        licence: {name: CC0}
        documents: [coins.yaml, buoys.yaml, disc.yaml]
        components: [{component: coins, sheet: pieces}, {component: buoys, sheet: peices}]
        # file: coins.yaml
        kind: component
        makes: token
        name: Coins
        template: disc
        # file: buoys.yaml
        kind: component
        makes: token
        name: Buoys
        template: disc
        # file: disc.yaml
        kind: template
        size: 18 x 18
        layers: []

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        credit: {designers: [Ada]}
        licence: {name: CC0}
        documents: [coins.yaml, buoys.yaml, disc.yaml]
        components: [{component: coins, sheet: pieces}, {component: buoys, sheet: pieces}]
        # file: coins.yaml
        kind: component
        makes: token
        name: Coins
        template: disc
        # file: buoys.yaml
        kind: component
        makes: token
        name: Buoys
        template: disc
        # file: disc.yaml
        kind: template
        size: 18 x 18
        layers: []
    """
    pack = facts.game.pack
    if pack is None or pack.damaged:
        return
    sheets = [entry.sheet for entry in pack.components if entry.sheet and not entry.optional]
    uses = Counter(sheet.name for sheet in sheets)
    reported = set[str]()
    for sheet in reversed(sheets):
        if uses[sheet.name] == 1 and sheet.name not in reported:
            meant = nearest(sheet.name, (name for name in uses if name != sheet.name))
            reported.add(meant or "")  # of two that are meant to be one, the later is reported
            hint = f"did you mean '{meant}'?" if meant else None
            yield Fault(sheet.span, f"no other component shares the sheet '{sheet.name}'", hint)
    for entry in pack.components:
        if entry.sheet and entry.optional:
            message = f"'{entry.id}' is optional and so shares no sheet"
            yield Fault(entry.sheet.span, message, "leave out 'sheet' or 'optional'")


# What a pack should say before it is shared: its credit, its licence and more.


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
        hint = "add them before you share the game or send it to a print service"
        if "documents" in lacking and pack.documents:
            hint = f"{hint}: {_documents_line(pack)}"
        yield Fault(pack.span, f"{shown(pack.title)} does not yet have {series(wanted, 'and')}", hint)


def _documents_line(pack: PackDocument) -> str:
    """Return the line of `pack.yaml` that lists the documents that were found."""
    names = (
        each.name if PLAIN.fullmatch(each.name) else json.dumps(each.name, ensure_ascii=False)
        for each in pack.documents
    )
    return f"documents: [{', '.join(names)}]"


def _unnamed(game: Game) -> list[str]:
    """Return the printed components whose names are made from their files."""
    return [component.id for entry, component in manifest(game) if component.unnamed and entry.name is None]


BEFORE_SHARING = frozenset(each.rule.code for each in (missing_credit, missing_licence, unfinished_pack))
"""Checks for what a game needs only when others print it."""
