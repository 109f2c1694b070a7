"""Checks on a rulebook: as it is written, and as it was computed."""

from pnp.checks.rulebook.duplicate_rule_id import duplicate_rule_id
from pnp.checks.rulebook.failed_rule_expression import failed_rule_expression
from pnp.checks.rulebook.undrawable_diagram import undrawable_diagram
from pnp.checks.rulebook.unknown_rule_icon import unknown_rule_icon
from pnp.checks.rulebook.unknown_section import unknown_section
from pnp.checks.rulebook.unknown_table import unknown_table
from pnp.checks.rulebook.unlisted_language import unlisted_language
from pnp.checks.rulebook.unprintable_table import unprintable_table
from pnp.checks.rulebook.unreadable_rule import unreadable_rule
from pnp.checks.rulebook.untranslated_words import untranslated_words

RULEBOOK_CHECKS = (
    duplicate_rule_id,
    unknown_rule_icon,
    unknown_section,
    unknown_table,
    unlisted_language,
    unreadable_rule,
    untranslated_words,
)
"""Their subject is a game, with its rulebooks as they are written."""

COMPUTED_RULE_CHECKS = (failed_rule_expression, undrawable_diagram, unprintable_table)
"""Their subject is what went wrong while a rulebook was computed."""
