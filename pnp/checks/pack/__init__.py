"""Checks on a pack as a whole: its credits, its manifest, its definitions and its requirements."""

from pnp.checks.pack.manifest import (
    duplicate_component,
    lonely_sheet,
    missing_credit,
    missing_licence,
    unfinished_pack,
    unknown_component,
    unknown_given_field,
    unprinted_component,
)
from pnp.checks.pack.output_profile import bad_output_profile
from pnp.checks.pack.rules import backward_range, bad_definition, broken_rule, too_much_work, wrong_count
from pnp.checks.pack.tables import crowded_table, too_few_on_table, uneven_supply, unknown_on_table

PACK_CHECKS = (
    backward_range,
    bad_definition,
    bad_output_profile,
    broken_rule,
    crowded_table,
    duplicate_component,
    lonely_sheet,
    missing_credit,
    missing_licence,
    too_few_on_table,
    uneven_supply,
    unknown_component,
    unknown_given_field,
    unknown_on_table,
    unprinted_component,
    unfinished_pack,
    wrong_count,
    too_much_work,  # the last: the requirements are part of the work
)
