"""Names in a rulebook: icons, sections, tables and ids."""

from collections.abc import Iterable, Iterator

from pnp.diagnostics import ERROR, Fault, Missing, Span, check
from pnp.messages import did_you_mean, same
from pnp.model.faces.theme import IconSet, icons_by_name
from pnp.model.game import Game
from pnp.model.reference import mentions
from pnp.model.rulebook import Rulebook, RuleTable, Section, TableMention, blocks, sections, tables, texts

OWN_TABLES = ("components", "icons")
"""The ids of the standard tables of every rulebook."""


@check("duplicate-rule-id", severity=ERROR)
def duplicate_rule_id(game: Game) -> Iterator[Fault]:
    """Two sections or two tables of a rulebook have the same id.

    Links use the id of a section or table, and the file of a table is named after it. The default id is made from the
    title. `components` and `icons` are reserved for tables that every rulebook can have.

    Fix: give one of them another id.

    Bad:
        kind: rulebook
        sections:
          - {title: Set-up, text: Lay out the board.}
          - {title: Set-up, text: Shuffle the cards.}

    Good:
        kind: rulebook
        sections:
          - {title: Set-up, text: Lay out the board.}
          - {title: Set-up, id: cards, text: Shuffle the cards.}
    """
    for rulebook in game.all(Rulebook):
        yield from _repeated(sections(rulebook), "section", ())
        yield from _repeated(tables(rulebook), "table", OWN_TABLES)


def _repeated(things: Iterable[Section | RuleTable], kind: str, own: tuple[str, ...]) -> Iterator[Fault]:
    known: dict[str, int] = {}
    for thing in things:
        if thing.id in own:
            yield Fault(thing.span, f"the id '{thing.id}' belongs to another table", "write another id")
        elif thing.id in known:
            yield Fault(
                thing.span,
                f"another {kind} has the id '{thing.id}' already, in line {known[thing.id]}",
                "write its own id",
            )
        known.setdefault(thing.id, thing.span.line)


@check("unknown-rule-icon", severity=ERROR)
def unknown_rule_icon(game: Game) -> Iterator[Fault]:
    """A rulebook explains an icon that does not exist.

    Icons come from documents of the kind `icons`, of the pack or of a kit that it uses.

    Fix: correct the name, or draw the icon.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        credit: {designers: [Ada Byron]}
        licence: {name: CC0}
        documents: [icons.yaml, rules.yaml]
        # file: icons.yaml
        kind: icons
        icons: {anchor: [{line: M12 3v18}]}
        # file: rules.yaml
        kind: rulebook
        icons: {ancor: A place to stop.}
        sections: [{title: Icons, text: [icons: true]}]

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        credit: {designers: [Ada Byron]}
        licence: {name: CC0}
        documents: [icons.yaml, rules.yaml]
        # file: icons.yaml
        kind: icons
        icons: {anchor: [{line: M12 3v18}]}
        # file: rules.yaml
        kind: rulebook
        icons: {anchor: A place to stop.}
        sections: [{title: Icons, text: [icons: true]}]
    """
    if not game.knows_all(IconSet):
        return
    known = icons_by_name(game.all(IconSet))
    for rulebook in game.all(Rulebook):
        for meaning in rulebook.meanings:
            if meaning.icon.name not in known and same(meaning.icon.name, known) is None:
                hint = did_you_mean(meaning.icon.name, known)
                yield Fault(
                    meaning.icon.span,
                    f"there is no icon '{meaning.icon.name}'",
                    hint,
                    cause=Missing(meaning.icon.name, "icon"),
                )


@check("unknown-section", severity=ERROR)
def unknown_section(game: Game) -> Iterator[Fault]:
    """A rulebook refers to a section that it does not have.

    `{section:set-up}` prints the heading of that section as a link. The default id of a section is made from its title:
    words in lower case, joined by hyphens.

    Fix: correct the id.

    Bad:
        kind: rulebook
        sections:
          - {title: Set-up, text: Shuffle the cards.}
          - {title: The end, text: "Begin again with {section:setup}."}

    Good:
        kind: rulebook
        sections:
          - {title: Set-up, text: Shuffle the cards.}
          - {title: The end, text: "Begin again with {section:set-up}."}
    """
    for rulebook in game.all(Rulebook):
        known = {section.id for section in sections(rulebook)}
        for text in texts(rulebook):
            for mention in mentions(text.text):
                if mention.kind == "section" and mention.name not in known and not rulebook.damaged:
                    hint = did_you_mean(mention.name, known) or f"there are {', '.join(sorted(known))}"
                    yield Fault(text.part(mention.start, mention.end), f"there is no section '{mention.name}'", hint)


@check("unknown-table", severity=ERROR)
def unknown_table(game: Game) -> Iterator[Fault]:
    """A rulebook refers to a table that it does not have.

    Tables are listed under `tables` by their ids, or written in the text, with an id made from their title.

    Fix: correct the id, or add the table.

    Bad:
        kind: rulebook
        sections:
          - title: Tolls
            text: [table: prices]

    Good:
        kind: rulebook
        sections:
          - title: Tolls
            text: [table: prices]
        tables:
          prices:
            title: Prices
            rows: {each: n, in: "range(1, 4)"}
            columns: [{head: Trips, cell: n}, {head: Price, cell: 2 * n}]
    """
    for rulebook in game.all(Rulebook):
        if rulebook.damaged and not rulebook.tables:
            continue
        known = {table.id for table in tables(rulebook)}
        for name, span in _named(rulebook):
            if name not in known and name not in rulebook.lost:
                hint = did_you_mean(name, known) or "write it under tables"
                yield Fault(span, f"there is no table '{name}'", hint, cause=Missing(name, "table"))


def _named(rulebook: Rulebook) -> Iterator[tuple[str, Span]]:
    for block in blocks(rulebook):
        if isinstance(block, TableMention):
            yield block.table.name, block.table.span
    for text in texts(rulebook):
        for mention in mentions(text.text):
            if mention.kind == "table":
                yield mention.name, text.part(mention.start, mention.end)
