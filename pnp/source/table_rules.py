"""The rules of tables: what can be wrong with a CSV file before its cells are looked at."""

from __future__ import annotations

from pnp.diagnostics import ERROR, WARNING, Rule

BROKEN_QUOTES = Rule(
    "broken-quotes",
    ERROR,
    """
    A cell of a table has a quote that is not closed, or text behind a closing quote.

    A text with the delimiter, a line break or a quote in it stands in straight quotes, and a quote in it is written
    twice. Where the quotes do not match, nobody can tell where the cell ends.

    Fix: close the quote, or write each quote of the text twice; a spreadsheet does both when it saves as CSV.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [tickets.yaml, ticket.yaml]
        components: [{component: tickets}]
        # file: tickets.yaml
        kind: component
        makes: card
        name: Tickets
        template: ticket
        rows: tickets.csv
        # file: ticket.yaml
        kind: template
        size: mini-euro
        layers: [{text: "{title}", where: inset 3}]
        # file: tickets.csv
        title
        "The "Opera" house"

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [tickets.yaml, ticket.yaml]
        components: [{component: tickets}]
        # file: tickets.yaml
        kind: component
        makes: card
        name: Tickets
        template: ticket
        rows: tickets.csv
        # file: ticket.yaml
        kind: template
        size: mini-euro
        layers: [{text: "{title}", where: inset 3}]
        # file: tickets.csv
        title
        "The ""Opera"" house"
    """,
)

DUPLICATE_COLUMN = Rule(
    "duplicate-column",
    ERROR,
    """
    Two columns of a table have the same name.

    A column is a field of the rows, and a field can have one value only.

    Fix: rename one of the columns, or take it out.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [tickets.yaml, ticket.yaml]
        components: [{component: tickets}]
        # file: tickets.yaml
        kind: component
        makes: card
        name: Tickets
        template: ticket
        rows: tickets.csv
        # file: ticket.yaml
        kind: template
        size: mini-euro
        layers: [{text: "{title}", where: inset 3}]
        # file: tickets.csv
        title;title
        Opera;Market

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [tickets.yaml, ticket.yaml]
        components: [{component: tickets}]
        # file: tickets.yaml
        kind: component
        makes: card
        name: Tickets
        template: ticket
        rows: tickets.csv
        # file: ticket.yaml
        kind: template
        size: mini-euro
        layers: [{text: "{title} {place}", where: inset 3}]
        # file: tickets.csv
        title;place
        Opera;Market
    """,
)

RAGGED_ROW = Rule(
    "ragged-row",
    ERROR,
    """
    A row of a table has more cells than there are columns.

    Most often a text holds the character that stands between cells and is not quoted, so that it falls apart and all
    that follows lands in the wrong column.

    Fix: put the text in straight quotes, or give the further column a name in the first row.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [tickets.yaml, ticket.yaml]
        components: [{component: tickets}]
        # file: tickets.yaml
        kind: component
        makes: card
        name: Tickets
        template: ticket
        rows: tickets.csv
        # file: ticket.yaml
        kind: template
        size: mini-euro
        layers: [{text: "{title} {fine}", where: inset 3}]
        # file: tickets.csv
        title,fine
        Parked twice, at the opera,2

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [tickets.yaml, ticket.yaml]
        components: [{component: tickets}]
        # file: tickets.yaml
        kind: component
        makes: card
        name: Tickets
        template: ticket
        rows: tickets.csv
        # file: ticket.yaml
        kind: template
        size: mini-euro
        layers: [{text: "{title} {fine}", where: inset 3}]
        # file: tickets.csv
        title,fine
        "Parked twice, at the opera",2
    """,
)

UNNAMED_COLUMN = Rule(
    "unnamed-column",
    WARNING,
    """
    A column of a table holds something and has no name.

    The first row names the columns. One without a name can't be asked for, so what stands in it is not read.

    Fix: name the column in the first row, or empty its cells.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [tickets.yaml, ticket.yaml]
        components: [{component: tickets}]
        # file: tickets.yaml
        kind: component
        makes: card
        name: Tickets
        template: ticket
        rows: tickets.csv
        # file: ticket.yaml
        kind: template
        size: mini-euro
        layers: [{text: "{title}", where: inset 3}]
        # file: tickets.csv
        title;
        Opera;check this

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [tickets.yaml, ticket.yaml]
        components: [{component: tickets}]
        # file: tickets.yaml
        kind: component
        makes: card
        name: Tickets
        template: ticket
        rows: tickets.csv
        # file: ticket.yaml
        kind: template
        size: mini-euro
        layers: [{text: "{title}", where: inset 3}]
        # file: tickets.csv
        title;
        Opera;
    """,
)

TABLE_RULES: tuple[Rule, ...] = (BROKEN_QUOTES, DUPLICATE_COLUMN, RAGGED_ROW, UNNAMED_COLUMN)
"""Every rule of tables."""
