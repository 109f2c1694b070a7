"""Checks on themes, icons, templates and components, before anything is drawn."""

from pnp.checks.face.alike_colours import alike_colours
from pnp.checks.face.bad_binding import bad_binding
from pnp.checks.face.bad_path_data import bad_path_data
from pnp.checks.face.bad_placement import bad_placement
from pnp.checks.face.circular_template import circular_template
from pnp.checks.face.detached_theme import detached_theme
from pnp.checks.face.idle_setting import idle_setting
from pnp.checks.face.unknown_colour import unknown_colour
from pnp.checks.face.unknown_font import unknown_font
from pnp.checks.face.unknown_icon import unknown_icon
from pnp.checks.face.unknown_language import unknown_language
from pnp.checks.face.unknown_layer import unknown_layer
from pnp.checks.face.unknown_map import unknown_map
from pnp.checks.face.unknown_map_style import unknown_map_style
from pnp.checks.face.unknown_pattern import unknown_pattern
from pnp.checks.face.unknown_style import unknown_style
from pnp.checks.face.unknown_template import unknown_template
from pnp.checks.face.unknown_theme import unknown_theme
from pnp.checks.face.unused_template import unused_template

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
