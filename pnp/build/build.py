"""Building one game: checked first, then written, or not at all."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from pnp.build.books import RuleOptions, rule_products
from pnp.build.examine import Examined, examine
from pnp.build.finish import finish, unfinished
from pnp.build.names import file_names
from pnp.build.pictures import pictures, require_pictures
from pnp.build.press import Say, misfit_findings, press
from pnp.build.target import Refused, Target, kept_safe, target_of
from pnp.build.write import Product, Written, write_all

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pnp.build.options import BuildOptions
    from pnp.diagnostics import Finding
    from pnp.load import Loaded
    from pnp.scene.part import PartSet


def build(loaded: Loaded, options: BuildOptions, say: Say) -> tuple[Examined, tuple[Written, ...]]:
    """The game as it was checked, and what was written: nothing where it has an error and no draft was asked for.

    Raises Refused for a component, a row, a variant, a language or a profile that the game does not have, OutputError
    where a file can't be written.
    """
    target = target_of(loaded, options)
    say(f"{loaded.name}: drawing and checking")
    # an error anywhere in the game stops its printing
    whole = replace(loaded, focus=None, game=kept_safe(loaded.game, target.profile.safe))
    examined = _rows(examine(whole, options.only, target.variant, draws_maps=True), options)
    examined = examined.with_findings(unprintable(examined, target))
    require_pictures(examined, target)
    if examined.report.errors and not options.draft:
        return examined, ()
    return examined, write_all(_products(examined, target, say), options.out / examined.name)


def unprintable(examined: Examined, target: Target) -> tuple[Finding, ...]:
    """What of the game the target can't print, or not well."""
    return unfinished(examined, target) if target.profile.prints == "faces" else misfit_findings(examined, target)


def _products(examined: Examined, target: Target, say: Say) -> Iterable[Product]:
    """The sheets or the finished faces, pictures of faces, and the rules with what is for playing at once."""
    if target.profile.prints == "faces":
        return chain(finish(examined, target, say), pictures(examined, target, say))
    asked = target.asked
    rules: Iterable[Product] = ()
    if "pdf" in target.formats and not (asked.draft or asked.only or asked.rows):
        rules = rule_products(examined, RuleOptions(asked.out, target.paper, language=asked.language), say)
    return chain(press(examined, target, say), pictures(examined, target, say), rules)


def _rows(examined: Examined, options: BuildOptions) -> Examined:
    """The game with the rows alone that were asked for."""
    if not options.rows:
        return examined
    most = max((len(each.parts.parts) for each in examined.drawn), default=0)
    beyond = [row for row in options.rows if row > most]
    if beyond:
        raise Refused(f"'{examined.name}' has no row {beyond[0]}: the longest component asked for has {most} rows")
    drawn = tuple(replace(each, parts=_of_rows(each.parts, options.rows)) for each in examined.drawn)
    return replace(examined, drawn=drawn)


def _of_rows(parts: PartSet, rows: tuple[int, ...]) -> PartSet:
    """The parts of those rows, each under the name that its files have where all are written."""
    names = file_names(part.name for part in parts.parts)
    named = (replace(part, name=name) for name, part in zip(names, parts.parts, strict=True))
    return replace(parts, parts=tuple(part for row, part in enumerate(named, 1) if row in rows))
