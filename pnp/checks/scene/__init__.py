"""Checks on drawn faces: texts, icons and pictures; and on texts wherever they are printed."""

from pnp.checks.scene.fit import cut_off_map, outside_safe_zone, text_overflow, text_too_small, turned_box
from pnp.checks.scene.lettering import crowded_label, crowded_road, crowded_slots, missing_glyph, unsupported_script
from pnp.checks.scene.low_contrast import faint_icon, low_contrast
from pnp.checks.scene.overlaps import hidden_layer, hidden_text, texts_overlap
from pnp.checks.scene.undrawn import (
    bad_icon,
    bad_picture,
    blurred_picture,
    failed_expression,
    missing_picture,
    undrawn_effect,
    unusable_value,
)

SCENE_CHECKS = (
    bad_icon,
    bad_picture,
    blurred_picture,
    cut_off_map,
    failed_expression,
    faint_icon,
    hidden_layer,
    hidden_text,
    low_contrast,
    missing_picture,
    outside_safe_zone,
    text_overflow,
    text_too_small,
    texts_overlap,
    turned_box,
    undrawn_effect,
    unusable_value,
)
"""Checks on a drawn component."""

LETTERING_CHECKS = (crowded_label, crowded_road, crowded_slots, missing_glyph, unsupported_script)
"""Checks on the texts of a component, a map, a rulebook or the sheets of a game."""
