"""Checks on the rows of components: their fields, and what a spreadsheet made of their cells."""

from pnp.checks.deck.bad_field import bad_field
from pnp.checks.deck.bad_field_value import bad_field_value
from pnp.checks.deck.missing_field import missing_field
from pnp.checks.deck.spreadsheet_date import spreadsheet_date
from pnp.checks.deck.spreadsheet_formula import spreadsheet_formula
from pnp.checks.deck.unknown_field import unknown_field
from pnp.checks.deck.unused_field import unused_field

DECK_CHECKS = (
    bad_field,
    bad_field_value,
    missing_field,
    spreadsheet_date,
    spreadsheet_formula,
    unknown_field,
    unused_field,
)
