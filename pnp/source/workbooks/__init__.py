"""Workbooks of spreadsheets: rules, archives, sheets of XLSX and ODS."""

from pnp.diagnostics import WARNING, Rule

HIDDEN_ROW = Rule(
    "hidden-row",
    WARNING,
    """
    A row that is hidden in a workbook is printed.

    Rows are hidden by hand or by a filter. That changes what the spreadsheet shows, not what the table contains.

    Fix: show the rows, or delete them; `only` of the component chooses rows by their values.

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
        layers: [{text: "{title} {fine}", where: inset 3}]
        # workbook: tickets.xlsx
        # | title  | fine |
        # | Opera  | 2    |
        # | Market | 1    | hidden

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
        rows: tickets.xlsx
        # file: ticket.yaml
        kind: template
        size: mini-euro
        layers: [{text: "{title} {fine}", where: inset 3}]
        # workbook: tickets.xlsx
        # | title  | fine |
        # | Opera  | 2    |
        # | Market | 1    |
    """,
)

CELL_FORMAT = Rule(
    "cell-format",
    WARNING,
    """
    A cell of a workbook shows its number in another way than it is printed.

    The number itself is read, not what its format makes of it: an amount of money is printed without its currency, and
    a rounded number with all of its decimals.

    Fix: write the currency in the text of the template, as in `"{fine} €"`; round with `ROUND` in the spreadsheet.

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
        layers: [{text: "{title} {fine}", where: inset 3}]
        # workbook: tickets.xlsx
        # | title  | fine |
        # | Opera  | 2.00 € |

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
        rows: tickets.xlsx
        # file: ticket.yaml
        kind: template
        size: mini-euro
        layers: [{text: "{title} {fine} €", where: inset 3}]
        # workbook: tickets.xlsx
        # | title  | fine |
        # | Opera  | 2    |
    """,
)

WORKBOOK_RULES = (CELL_FORMAT, HIDDEN_ROW)
"""The rules of workbooks alone."""
