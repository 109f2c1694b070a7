"""Checks on a rulebook: as it is written, and as it was computed."""

from pnp.checks.rulebook.figures import undrawable_diagram, unprintable_table
from pnp.checks.rulebook.languages import unlisted_language, untranslated_words
from pnp.checks.rulebook.rulebook_names import duplicate_rule_id, unknown_rule_icon, unknown_section, unknown_table
from pnp.checks.rulebook.texts import failed_rule_expression, unreadable_rule

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
