"""Checks on a pack as a whole: its credits, its manifest, its definitions and its requirements."""

from pnp.checks.pack.backward_range import backward_range
from pnp.checks.pack.bad_definition import bad_definition
from pnp.checks.pack.broken_rule import broken_rule
from pnp.checks.pack.duplicate_component import duplicate_component
from pnp.checks.pack.lonely_sheet import lonely_sheet
from pnp.checks.pack.missing_credit import missing_credit
from pnp.checks.pack.missing_licence import missing_licence
from pnp.checks.pack.too_much_work import too_much_work
from pnp.checks.pack.unknown_component import unknown_component
from pnp.checks.pack.unknown_given_field import unknown_given_field
from pnp.checks.pack.unprinted_component import unprinted_component
from pnp.checks.pack.wrong_count import wrong_count

PACK_CHECKS = (
    backward_range,
    bad_definition,
    broken_rule,
    duplicate_component,
    lonely_sheet,
    missing_credit,
    missing_licence,
    unknown_component,
    unknown_given_field,
    unprinted_component,
    wrong_count,
    too_much_work,  # the last: the requirements are part of the work
)
