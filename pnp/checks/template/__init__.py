"""Checks on templates and their layers."""

from pnp.checks.template.bad_binding import bad_binding
from pnp.checks.template.bad_placement import bad_placement
from pnp.checks.template.circular_template import circular_template
from pnp.checks.template.idle_setting import idle_setting
from pnp.checks.template.unknown_layer import unknown_layer
from pnp.checks.template.unknown_map import unknown_map
from pnp.checks.template.unknown_map_style import unknown_map_style
from pnp.checks.template.unknown_pattern import unknown_pattern
from pnp.checks.template.unknown_template import unknown_template
from pnp.checks.template.unused_template import unused_template
from pnp.checks.theme.alike_colours import alike_colours
from pnp.checks.theme.bad_path_data import bad_path_data
from pnp.checks.theme.detached_theme import detached_theme
from pnp.checks.theme.unknown_colour import unknown_colour
from pnp.checks.theme.unknown_font import unknown_font
from pnp.checks.theme.unknown_icon import unknown_icon
from pnp.checks.theme.unknown_language import unknown_language
from pnp.checks.theme.unknown_style import unknown_style
from pnp.checks.theme.unknown_theme import unknown_theme

FACE_CHECKS = (
    alike_colours,
    bad_binding,
    bad_path_data,
    bad_placement,
    circular_template,
    detached_theme,
    idle_setting,
    unknown_colour,
    unknown_font,
    unknown_icon,
    unknown_language,
    unknown_layer,
    unknown_map,
    unknown_map_style,
    unknown_pattern,
    unknown_style,
    unknown_template,
    unknown_theme,
    unused_template,
)
