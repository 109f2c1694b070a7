"""`pnp explain`: prints the page of a check."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pnp.cli.console import paint, say, say_block
from pnp.messages import did_you_mean

if TYPE_CHECKING:
    from pnp.diagnostics import Rule


EXAMPLES = """\b
Examples:
  pnp explain                     list every check
  pnp explain unreachable-place   explain one check
"""


@click.command("explain", epilog=EXAMPLES)
@click.argument("code", required=False)
def command(code: str | None) -> None:
    """Explain a finding and how to fix it.

    CODE is the name in brackets at the end of a finding; default: list all of them.
    """
    from pnp.checks import every_rule

    rules = {rule.code: rule for rule in every_rule()}
    if code is None:
        _list(rules)
    elif code in rules:
        _page(rules[code])
    else:
        hint = did_you_mean(code, rules) or "pnp explain lists all of them"
        raise click.UsageError(f"there is no check '{code}'; {hint}")


def _list(rules: dict[str, Rule]) -> None:
    width = max(map(len, rules))
    for code, rule in sorted(rules.items()):
        say(f"{code:<{width}}  ", paint(f"{rule.severity.value:<7}", rule.severity.value), f"  {rule.summary}")


def _page(rule: Rule) -> None:
    say(paint(rule.code, "place"), "  ", paint(rule.severity.value, rule.severity.value))
    say()
    say_block(rule.page)
