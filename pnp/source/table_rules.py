"""The rules of tables: what can be wrong with a CSV file before its cells are looked at."""

from pnp.diagnostics import ERROR, WARNING, Rule
from pnp.source.workbooks import WORKBOOK_RULES

BROKEN_QUOTES = Rule(
    "broken-quotes",
    ERROR,
    """
    A cell of a table has an unclosed quote, or text after its closing quote.

    A text that contains the separator, a line break or a quote is quoted, and each quote in it is doubled. If the
    quotes do not match, the end of the cell is unknown.

    Fix: close the quote, or double each quote in the text; a spreadsheet does both when it saves as CSV.

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

COMMENT_ROW = Rule(
    "comment-row",
    ERROR,
    """
    A row of a table is a comment, or a line of dashes.

    Tables have neither. The first row names the columns, and each other row is printed. A row is taken for a comment if
    it has one cell, which begins with `#`, and the table has several columns; for a line if all its cells are dashes.

    Fix: delete the row; write notes in a column that you declare as a `note`.

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
        title;fine
        #the expensive ones
        Opera;2

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
        title;fine
        Opera;2
    """,
)

TOTAL_ROW = Rule(
    "total-row",
    WARNING,
    """
    The last row of a table is a total, and is not printed.

    A row is taken for a total if it is the last one, and its only value is the sum of the column above it, or a
    formula. Each other row of a table is printed.

    Fix: delete the row, or write the total on another sheet.

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
        title;fine;copies
        Opera;2;3
        Market;1;4
        ;;7

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
        title;fine;copies
        Opera;2;3
        Market;1;4
    """,
)

DUPLICATE_COLUMN = Rule(
    "duplicate-column",
    ERROR,
    """
    Two columns of a table have the same name.

    Each column is a field of the rows, and a field has one value.

    Fix: rename or delete one of the columns.

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
    A row of a table has more cells than the table has columns, or fewer than nearly all others.

    Most often a text contains the separator and is not quoted, so it is split, and the cells after it move to the wrong
    column. Where most rows are longer than the first one, a name is missing there: then no row is read.

    A row with fewer cells than nearly all others is a warning: a cell in its middle may be lost, and those after it are
    in the wrong column.

    Fix: quote the text, or name the additional column in the first row; write the separators of empty cells too.

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
    A column of a table has values, but no name.

    The first row names the columns. A column without a name is ignored.

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

BAD_WORKBOOK = Rule(
    "bad-workbook",
    ERROR,
    """
    A workbook cannot be read.

    Workbooks are XLSX and ODS files. This one is damaged, incomplete, protected by a password, or another kind of file
    that was renamed.

    Fix: open it in the spreadsheet program, and save it again as XLSX or ODS without a password, or as CSV.

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
        rows: tickets.xlsx
        # file: ticket.yaml
        kind: template
        size: mini-euro
        layers: [{text: "{title}", where: inset 3}]
        # file: tickets.xlsx
        title
        Opera

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
        Opera
    """,
)

TABLE_RULES: tuple[Rule, ...] = (
    BAD_WORKBOOK,
    BROKEN_QUOTES,
    COMMENT_ROW,
    DUPLICATE_COLUMN,
    RAGGED_ROW,
    TOTAL_ROW,
    UNNAMED_COLUMN,
    *WORKBOOK_RULES,
)
"""Every rule of tables."""
