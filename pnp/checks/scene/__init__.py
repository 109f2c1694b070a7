"""Checks on what was drawn: texts, icons and pictures on each face, and texts wherever they are printed."""

from pnp.checks.scene.bad_picture import bad_picture
from pnp.checks.scene.blurred_picture import blurred_picture
from pnp.checks.scene.failed_expression import failed_expression
from pnp.checks.scene.hidden_text import hidden_text
from pnp.checks.scene.low_contrast import low_contrast
from pnp.checks.scene.missing_glyph import missing_glyph
from pnp.checks.scene.missing_picture import missing_picture
from pnp.checks.scene.outside_safe_zone import outside_safe_zone
from pnp.checks.scene.text_overflow import text_overflow
from pnp.checks.scene.text_too_small import text_too_small
from pnp.checks.scene.texts_overlap import texts_overlap
from pnp.checks.scene.unsupported_script import unsupported_script
from pnp.checks.scene.unusable_value import unusable_value

SCENE_CHECKS = (
    bad_picture,
    blurred_picture,
    failed_expression,
    hidden_text,
    low_contrast,
    missing_picture,
    outside_safe_zone,
    text_overflow,
    text_too_small,
    texts_overlap,
    unusable_value,
)
"""Their subject is a component as it was drawn."""

LETTERING_CHECKS = (missing_glyph, unsupported_script)
"""Their subject is the lettering of a component, a map, a rulebook or the sheets of a game."""
