"""A pattern that is not there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.checks.gathering import arts_of, written
from pnp.diagnostics import ERROR, Fault, check
from pnp.messages import did_you_mean
from pnp.model.faces.layer import PATTERNS, PatternArt
from pnp.model.values import icons_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.model.game import Game


@check("unknown-pattern", severity=ERROR)
def unknown_pattern(game: Game) -> Iterator[Fault]:
    """A pattern is named that is not there.

    There are some patterns of their own, such as check and dots, and every icon repeats as a pattern too.

    Fix: correct the name.

    Bad:
        kind: template
        size: 44 x 68
        layers: [{pattern: chekc}]

    Good:
        kind: template
        size: 44 x 68
        layers: [{pattern: check}]
    """
    icons = icons_of(game)
    if icons is None:
        return
    known = (*PATTERNS, *sorted(icons))
    for art in arts_of(game, PatternArt):
        for name in written(art.pattern):
            if name.name not in known:
                hint = did_you_mean(name.name, known) or f"patterns are {', '.join(PATTERNS)}, and every icon"
                yield Fault(name.span, f"unknown pattern '{name}'", hint)
