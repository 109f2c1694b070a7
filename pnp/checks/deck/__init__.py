"""Checks on components: the fields of their rows, what a spreadsheet made of cells, and what is folded of them."""

from pnp.checks.deck.bad_box import bad_box
from pnp.checks.deck.bad_die import bad_die
from pnp.checks.deck.bad_field import bad_field
from pnp.checks.deck.bad_field_value import bad_field_value
from pnp.checks.deck.duplicate_row import duplicate_row
from pnp.checks.deck.empty_component import empty_component
from pnp.checks.deck.mismatched_back import mismatched_back
from pnp.checks.deck.missing_field import missing_field
from pnp.checks.deck.misspelt_row import misspelt_row
from pnp.checks.deck.spreadsheet_date import spreadsheet_date
from pnp.checks.deck.spreadsheet_formula import spreadsheet_formula
from pnp.checks.deck.unknown_field import unknown_field
from pnp.checks.deck.unused_field import unused_field

DECK_CHECKS = (
    bad_box,
    bad_die,
    bad_field,
    bad_field_value,
    duplicate_row,
    empty_component,
    mismatched_back,
    misspelt_row,
    missing_field,
    spreadsheet_date,
    spreadsheet_formula,
    unknown_field,
    unused_field,
)
