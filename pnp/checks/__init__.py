"""Checks: what is looked for in models, networks and drawn faces; all of them, and all rules, for `pnp explain`."""

from pnp.checks.deck import DECK_CHECKS
from pnp.checks.map import CHECKS_ON_MAPS
from pnp.checks.pack import PACK_CHECKS
from pnp.checks.rulebook import COMPUTED_RULE_CHECKS, RULEBOOK_CHECKS
from pnp.checks.run import CRASHED_CHECK, UNUSED_ACCEPTANCE, plugin_checks
from pnp.checks.scene import LETTERING_CHECKS, SCENE_CHECKS
from pnp.checks.sheet import EXPORT_RULES, SHEET_RULES
from pnp.checks.template import TEMPLATE_CHECKS
from pnp.checks.theme import THEME_CHECKS
from pnp.diagnostics import Rule
from pnp.loader.rules import LOAD_RULES
from pnp.source import SOURCE_RULES, TABLE_RULES

CHECKS = (
    *CHECKS_ON_MAPS,
    *PACK_CHECKS,
    *DECK_CHECKS,
    *TEMPLATE_CHECKS,
    *THEME_CHECKS,
    *RULEBOOK_CHECKS,
    *COMPUTED_RULE_CHECKS,
    *SCENE_CHECKS,
    *LETTERING_CHECKS,
)

RULES: tuple[Rule, ...] = (
    *SOURCE_RULES,
    *TABLE_RULES,
    *LOAD_RULES,
    *(check.rule for check in CHECKS),
    *SHEET_RULES,
    *EXPORT_RULES,
    UNUSED_ACCEPTANCE,
    CRASHED_CHECK,
)


def every_rule() -> tuple[Rule, ...]:
    """Return all rules, with those of checks that other packages add."""
    return (*RULES, *(check.rule for check in plugin_checks()))
