"""Names and texts of a rulebook: ids, icons, sections, tables, styles, and expressions that cannot be evaluated."""

import re
from collections.abc import Iterable, Iterator

from pnp.checks.names_used import hint_for
from pnp.diagnostics import ERROR, WARNING, Fault, Missing, Span, check
from pnp.expression import ExpressionError, parse, parse_template
from pnp.messages import did_you_mean, nearest, same, series, shown
from pnp.model.faces.theme import IconSet, icons_by_name
from pnp.model.game import Game
from pnp.model.reference import mentions, without_mentions
from pnp.model.rulebook import (
    Rulebook,
    RuleErrors,
    RuleTable,
    Section,
    TableMention,
    blocks,
    column_texts,
    expressions,
    sections,
    slug,
    tables,
    texts,
)

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
        known = [table.id for table in tables(rulebook)]
        for name, span in _named(rulebook):
            if name not in known and name not in rulebook.lost:
                hint = did_you_mean(name, known) or (
                    f"tables are {series(known, 'and')}" if 0 < len(known) <= FEW else "write it under tables"
                )
                yield Fault(span, f"there is no table '{name}'", hint, cause=Missing(name, "table"))


FEW = 8
"""Maximum number of tables that a hint lists."""


def _named(rulebook: Rulebook) -> Iterator[tuple[str, Span]]:
    for block in blocks(rulebook):
        if isinstance(block, TableMention):
            yield block.table.name, block.table.span
    for text in texts(rulebook):
        for mention in mentions(text.text):
            if mention.kind == "table":
                yield mention.name, text.part(mention.start, mention.end)


# Texts that cannot be evaluated or read.


@check("failed-rule-expression", severity=ERROR)
def failed_rule_expression(errors: RuleErrors) -> Iterator[Fault]:
    """An expression in a rulebook cannot be evaluated.

    It names something that does not exist, is not a valid operation, or takes too much work. Of a table, the first
    failing cell is reported.

    Fix: correct the expression at the reported position.

    Bad:
        kind: rulebook
        sections:
          - title: Boats
            text: "There are {boats} boats."

    Good:
        kind: rulebook
        sections:
          - title: Boats
            text: "There are {2 * 3} boats."
    """
    yield from errors.expressions


@check("absent-index-term", severity=WARNING)
def absent_index_term(errors: RuleErrors) -> Iterator[Fault]:
    """A term of the index is not in the rules.

    An entry leads to where the rules have its word: in bold or in a heading, or else wherever it is. A word that they
    do not have has no page. An entry with `see` refers to another term of the index.

    Fix: spell the term as the rules do, or add the words that they use under `words`.

    Bad:
        kind: rulebook
        index: [tolls]
        sections:
          - {title: Boats, text: Pay a **fee** to pass.}

    Good:
        kind: rulebook
        index: [{term: toll, words: [fee]}]
        sections:
          - {title: Boats, text: Pay a **fee** to pass.}
    """
    yield from errors.terms


@check("unknown-rule-style", severity=ERROR)
def unknown_rule_style(errors: RuleErrors) -> Iterator[Fault]:
    """A text in a rulebook names a style of words that the theme does not have.

    `[words]{.style}` prints words in a style under `inline` or `type` of the theme, as on the faces.

    Fix: correct the name, or add the style to the theme.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2
        credit: {designers: [Ada]}
        licence: {name: CC0}
        documents: [look.yaml, rules.yaml]
        # file: look.yaml
        kind: theme
        inline: {loud: {weight: 700}}
        # file: rules.yaml
        kind: rulebook
        sections: [{title: Boats, text: "A boat [never]{.lous} sinks."}]

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2
        credit: {designers: [Ada]}
        licence: {name: CC0}
        documents: [look.yaml, rules.yaml]
        # file: look.yaml
        kind: theme
        inline: {loud: {weight: 700}}
        # file: rules.yaml
        kind: rulebook
        sections: [{title: Boats, text: "A boat [never]{.loud} sinks."}]
    """
    yield from errors.styles


@check("unreadable-rule", severity=ERROR)
def unreadable_rule(game: Game) -> Iterator[Fault]:
    """An expression in a rulebook cannot be parsed.

    Expressions are in the loops and cells of tables, and in braces in texts. `{{` and `}}` print braces. An expression
    as the `text` of a column is printed as it is in every row, which is a warning.

    Fix: correct the expression at the reported position; write it under `cell`, or in braces.

    Bad:
        kind: rulebook
        sections:
          - {title: Boats, text: "There are {2 *} boats."}

    Good:
        kind: rulebook
        sections:
          - {title: Boats, text: "There are {2 * 3} boats."}
    """
    for rulebook in game.all(Rulebook):
        for text in column_texts(rulebook):
            if _is_call(text.text):
                message = f"{shown(text.text)} is printed as it is in every row"
                yield Fault(text.span, message, f"write cell: {text.text}", WARNING)
        for formula in expressions(rulebook):
            try:
                parse(formula.text)
            except ExpressionError as error:
                yield Fault(
                    formula.part(error.start, error.end), error.message, hint_for(error, game), cause=error.cause
                )
        for text in texts(rulebook):
            try:
                parse_template(without_mentions(text.text))
            except ExpressionError as error:
                hint = _mention_by_title(rulebook, text.text[error.start :]) or hint_for(error, game)
                yield Fault(text.part(error.start, error.end), error.message, hint, cause=error.cause)


def _mention_by_title(rulebook: Rulebook, written: str) -> str | None:
    """Return the hint for a text that begins with the title of a table or a section where its id belongs."""
    found = re.match(r"(table|section):([^{}]+)", written)
    if found is None:
        return None
    named = tables(rulebook) if found[1] == "table" else sections(rulebook)
    titles = {slug(each.title.text): each.id for each in named if each.title}
    meant = titles.get(slug(found[2])) or nearest(slug(found[2]), titles.values())
    return f"write {{{found[1]}: {meant}}}" if meant else None


def _is_call(text: str) -> bool:
    """Whether a text without braces is an expression with a function or a field."""
    if "{" in text or not {"(", "."} & set(text) or " " in text.strip().partition("(")[0]:
        return False
    try:
        found = parse(text)
    except ExpressionError:
        return False
    return not found.is_plain or bool(found.every_field())
