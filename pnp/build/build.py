"""Building one game: checked first, then written, or not at all."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from pnp.build.books import RuleOptions, rule_products
from pnp.build.examine import Examined, examine
from pnp.build.press import Say, misfit_findings, press
from pnp.build.write import Product, Written, write_all
from pnp.draw.component import manifest
from pnp.draw.look import variants_of
from pnp.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pnp.build.options import BuildOptions
    from pnp.load import Loaded


class Refused(Exception):
    """Something was asked for that the game does not have; the message says what it has."""


def build(loaded: Loaded, options: BuildOptions, say: Say) -> tuple[Examined, tuple[Written, ...]]:
    """The game as it was checked, and what was written: nothing where it has an error and no draft was asked for.

    Raises Refused for a component, a row or a variant that the game does not have, OutputError where a file can't be
    written.
    """
    _require(loaded, options)
    say(f"{loaded.name}: drawing and checking")
    whole = replace(loaded, focus=None)  # an error anywhere in the game stops its printing
    examined = _rows(examine(whole, options.only, options.variant, draws_maps=True), options)
    examined = examined.with_findings(misfit_findings(examined, options))
    if examined.report.errors and not options.draft:
        return examined, ()
    rules: Iterable[Product] = ()
    if "pdf" in options.formats and not (options.draft or options.only or options.rows):
        rules = rule_products(examined, RuleOptions(options.out, options.paper), say)
    return examined, write_all(chain(press(examined, options, say), rules), options.out / examined.name)


def components_of(loaded: Loaded) -> tuple[str, ...]:
    """The names of what `--only` may ask for."""
    return tuple(entry.id for entry, _ in manifest(loaded.game))


def _require(loaded: Loaded, options: BuildOptions) -> None:
    for name in options.only:
        known = components_of(loaded)
        if name not in known:
            raise Refused(_unknown("component", name, loaded.name, known))
    known = variants_of(loaded.game)
    if options.variant and options.variant not in known:
        raise Refused(_unknown("variant", options.variant, loaded.name, known))


def _unknown(kind: str, name: str, game: str, known: tuple[str, ...]) -> str:
    hint = did_you_mean(name, known) or (f"there are {', '.join(known)}" if known else "it has none")
    return f"'{game}' has no {kind} '{name}'; {hint}"


def _rows(examined: Examined, options: BuildOptions) -> Examined:
    """The game with the rows alone that were asked for."""
    if not options.rows:
        return examined
    most = max((len(each.parts.parts) for each in examined.drawn), default=0)
    beyond = [row for row in options.rows if row > most]
    if beyond:
        raise Refused(f"'{examined.name}' has no row {beyond[0]}: the longest component asked for has {most} rows")
    drawn = tuple(
        replace(
            each,
            parts=replace(
                each.parts, parts=tuple(part for row, part in enumerate(each.parts.parts, 1) if row in options.rows)
            ),
        )
        for each in examined.drawn
    )
    return replace(examined, drawn=drawn)
