"""Colours that colour-blind people cannot distinguish."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from pnp.diagnostics import WARNING, Fault, check
from pnp.model.faces.theme import Roles, Theme, resolve_theme
from pnp.model.game import Game
from pnp.model.values import roles_of
from pnp.scene.vision import BLINDNESS, apart

FAMILIES = ("player", "team", "piece", "suit", "back")
"""Prefixes of the roles whose colours players must distinguish."""

LEAST = 10.0
"""Minimum difference (CIEDE2000) of two colours that can be distinguished across a table."""


@check("alike-colours", severity=WARNING)
def alike_colours(game: Game) -> Iterator[Fault]:
    """Colours that players must tell apart look alike, at least to colour-blind players.

    One in twelve men is colour-blind. Any two colours of a group (`player-…`, `team-…`, `piece-…`, `suit-…`, `back-…`,
    and those under `apart` in the theme) must differ by at least 10 (CIEDE2000), for normal vision and for each kind of
    colour blindness, as simulated by Machado and others (2009).

    Fix: make one of the two lighter or darker. Or add a symbol or a pattern to each piece, and accept the finding for
    that reason.

    Bad:
        kind: theme
        extends: theme
        palette: {team-moss: "#7A7A2C", team-rust: "#B45A3C"}

    Good:
        kind: theme
        extends: theme
        palette: {team-moss: "#4A4A12", team-rust: "#D27A5C"}
    """
    theme, roles = resolve_theme(game.all(Theme)), roles_of(game)
    if theme is None or roles is None:
        return
    home = list(game.all(Theme))[-1].span.file
    for group in _groups(theme, roles):
        alike = sorted(_alike(group, roles))
        if not alike:
            continue
        worst = alike[0]
        spans = [roles.palette[name].span for name in (worst.two, worst.one)]
        more = f", and {len(alike) - 1} other pairs" if len(alike) > 2 else ", and another pair" if alike[1:] else ""
        message = f"'{worst.one}' and '{worst.two}' look alike{_eyes(worst)}: {worst.difference:.1f} apart{more}"
        hint = f"{LEAST:g} is wanted: make one lighter or darker, or give each a symbol and accept this"
        yield Fault(next((span for span in spans if span.file == home), spans[0]), message, hint)


class _Pair(NamedTuple):
    """Two similar colours, their difference, and the missing kind of cones, empty for normal vision."""

    difference: float
    one: str
    two: str
    lacking: str


def _groups(theme: Theme, roles: Roles) -> Iterator[tuple[str, ...]]:
    for family in FAMILIES:
        yield tuple(name for name in roles.palette if name.startswith(f"{family}-"))
    yield from (tuple(ref.name for ref in group if ref.name in roles.palette) for group in theme.apart)


def _alike(group: Sequence[str], roles: Roles) -> Iterator[_Pair]:
    """Yield the pairs that some people cannot distinguish, each with its smallest difference."""
    colours = {name: colour for name in group if (colour := roles.colour(name))}
    for (one, first), (two, second) in combinations(colours.items(), 2):
        seen = [_Pair(apart(first, second, lacking or None), one, two, lacking) for lacking in ("", *BLINDNESS)]
        worst = seen[0] if seen[0].difference < LEAST else min(seen)
        if worst.difference < LEAST:
            yield worst


def _eyes(pair: _Pair) -> str:
    return f" to those who see no {pair.lacking}" if pair.lacking else ""
