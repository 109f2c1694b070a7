"""Checks on components: fields of rows, cells changed by spreadsheets, and folded parts."""

from pnp.checks.deck.fields import bad_field, bad_field_value, missing_field, unbound_field, unknown_field, unused_field
from pnp.checks.deck.folded_parts import bad_box, bad_die, bad_finished_part
from pnp.checks.deck.rows import duplicate_row, empty_component, misspelt_row, repeated_name, unmet_comparison
from pnp.checks.deck.selection import bad_join, bad_row_expression, mismatched_back, mixed_templates, unused_layer
from pnp.checks.deck.spreadsheet import (
    html_markup,
    mistaken_encoding,
    spreadsheet_date,
    spreadsheet_formula,
    unclosed_markup,
)

DECK_CHECKS = (
    bad_box,
    bad_die,
    bad_field,
    bad_field_value,
    bad_finished_part,
    bad_join,
    bad_row_expression,
    duplicate_row,
    empty_component,
    html_markup,
    mismatched_back,
    misspelt_row,
    missing_field,
    mistaken_encoding,
    mixed_templates,
    repeated_name,
    spreadsheet_date,
    spreadsheet_formula,
    unbound_field,
    unclosed_markup,
    unknown_field,
    unmet_comparison,
    unused_field,
    unused_layer,
)
