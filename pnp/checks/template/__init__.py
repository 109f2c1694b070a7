"""Checks on templates and their layers."""

from pnp.checks.template.settings import bad_binding, bad_placement, idle_setting, unknown_style_tag, unlikely_size
from pnp.checks.template.template_names import (
    circular_template,
    unknown_cleared_tile,
    unknown_layer,
    unknown_map,
    unknown_map_style,
    unknown_pattern,
    unknown_template,
    unused_template,
)

TEMPLATE_CHECKS = (
    bad_binding,
    bad_placement,
    circular_template,
    idle_setting,
    unknown_cleared_tile,
    unknown_layer,
    unknown_map,
    unknown_map_style,
    unknown_pattern,
    unknown_style_tag,
    unknown_template,
    unlikely_size,
    unused_template,
)
