"""Cells that a spreadsheet program has changed."""

from collections.abc import Iterator

from pnp.checks.gathering import odd_cells
from pnp.diagnostics import WARNING, Fault, check
from pnp.facts import Facts
from pnp.messages import shown
from pnp.model.values import DATE_REMARK, ERROR, FORMULA, FORMULA_REMARK, is_date


@check("spreadsheet-date", severity=WARNING)
def spreadsheet_date(facts: Facts) -> Iterator[Fault]:
    """A cell looks like a date that a spreadsheet made of another value.

    Spreadsheets take 1-2 and 3/4 for dates and silently replace them with 2-Jan. The original value is lost.

    Fix: format the column as text in the spreadsheet and type the values again, or declare the field as a `date`.

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
        layers: [{text: "{title} {space}", where: inset 3}]
        # file: tickets.csv
        title;space
        Opera;2-Jan

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
        layers: [{text: "{title} {space}", where: inset 3}]
        # file: tickets.csv
        title;space
        Opera;1-2
    """
    return odd_cells(facts.game, is_date, lambda text: f"'{text}' looks like a date", DATE_REMARK)


@check("spreadsheet-formula", severity=WARNING)
def spreadsheet_formula(facts: Facts) -> Iterator[Fault]:
    """A cell contains a formula, or the error of one, instead of a value.

    A table is read as it is. A formula saved as text is printed as text, and so is an error such as #REF!.

    Fix: correct the formula, and save the table with values instead of formulas.

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
        Opera;=A1+1

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
    """
    return odd_cells(
        facts.game,
        lambda text: bool(FORMULA.fullmatch(text) or ERROR.fullmatch(text)),
        lambda text: (
            f"{shown(text)} is no value" if ERROR.fullmatch(text) else f"{shown(text)} is a formula, not its value"
        ),
        FORMULA_REMARK,
    )
