"""Checks on a rulebook: on its document, and on its computed form."""

from pnp.checks.rulebook.figures import crowded_diagram, incomplete_gallery, undrawable_diagram, unprintable_table
from pnp.checks.rulebook.languages import unlisted_language, untranslated_sheets, untranslated_words
from pnp.checks.rulebook.rulebook_names import (
    absent_index_term,
    duplicate_rule_id,
    failed_rule_expression,
    unknown_rule_icon,
    unknown_rule_style,
    unknown_section,
    unknown_table,
    unreadable_rule,
)

RULEBOOK_CHECKS = (
    duplicate_rule_id,
    incomplete_gallery,
    unknown_rule_icon,
    unknown_section,
    unknown_table,
    unlisted_language,
    unreadable_rule,
    untranslated_sheets,
    untranslated_words,
)
"""Checks on the rulebooks of a game as documents."""

COMPUTED_RULE_CHECKS = (
    absent_index_term,
    failed_rule_expression,
    crowded_diagram,
    undrawable_diagram,
    unknown_rule_style,
    unprintable_table,
)
"""Checks on the errors of computing a rulebook."""
