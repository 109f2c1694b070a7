"""A character that no font of a rulebook has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import ERROR, Fault, check

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.model.rule_troubles import RuleTroubles


@check("missing-rule-glyph", severity=ERROR)
def missing_rule_glyph(troubles: RuleTroubles) -> Iterator[Fault]:
    """A character of a rulebook is in none of its fonts and would not be printed.

    Rulebooks are set in Fira Sans; what it lacks, such as the suits of cards, comes from Arimo.

    Fix: write another character, or use an icon such as {icon:star}.

    Bad:
        kind: rulebook
        sections: [{title: Boats, text: Go 🚀}]

    Good:
        kind: rulebook
        sections: [{title: Boats, text: Go →}]
    """
    for span, char in troubles.missing:
        hint = "write another character, or use an icon such as {icon:star}"
        yield Fault(span, f"no font of the rulebook has '{char}' (U+{ord(char):04X})", hint)
