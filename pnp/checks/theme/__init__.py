"""Checks on themes: colours, fonts, styles, icons and languages."""

from pnp.checks.theme.colours import alike_colours, unknown_colour, unused_role
from pnp.checks.theme.icons import bad_path_data, unknown_icon, unknown_keyword, unused_keyword
from pnp.checks.theme.theme_names import (
    detached_theme,
    missing_weight,
    unknown_font,
    unknown_language,
    unknown_style,
    unknown_theme,
)

THEME_CHECKS = (
    alike_colours,
    detached_theme,
    bad_path_data,
    missing_weight,
    unknown_icon,
    unknown_keyword,
    unused_keyword,
    unknown_colour,
    unknown_font,
    unknown_style,
    unknown_theme,
    unknown_language,
    unused_role,
)
