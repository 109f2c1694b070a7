"""Building one game: checked first, then written, or not at all."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from pnp.build.examine import Examined, examine
from pnp.build.names import file_names
from pnp.build.paper import kept_safe
from pnp.build.pictures import pictures, require_pictures
from pnp.build.press import Say, misfit_findings, press, undrawn_maps
from pnp.build.target import Refused, Target, target_of
from pnp.build.write import Batch, Product, in_stage, write_all
from pnp.checks.scene.unusable_value import unusable_value
from pnp.diagnostics import Fault
from pnp.model.component import Component
from pnp.model.game_map import TOO_LARGE, GameMap
from pnp.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.build.memo import Memo
    from pnp.build.options import BuildOptions
    from pnp.built import Written
    from pnp.diagnostics import Finding
    from pnp.load import Loaded
    from pnp.model.game import Game
    from pnp.render.strips import Strips
    from pnp.scene.part import PartSet

CONTACT = "contact.png"
"""The file of the contact sheet: always the last look that was taken, whatever it was a look at."""

MANY = 40
"""Parts of a game from which on its files are made by several processes: these cost some time themselves."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A game drawn and checked for a target, with nothing made of it yet."""

    examined: Examined
    target: Target

    @property
    def prints(self) -> bool:
        """Whether it is written: it has no error, or a draft was asked for."""
        return self.target.asked.draft or not self.examined.report.errors


def build(loaded: Loaded, options: BuildOptions, say: Say, jobs: int = 1) -> tuple[Examined, tuple[Written, ...]]:
    """The game as it was checked, and what was written: nothing where it has an error and no draft was asked for.

    The files of a large game are made by as many as `jobs` processes.

    Raises Refused for a component, a row, a variant, a language or a profile that the game does not have, OutputError
    where a file can't be written.
    """
    prepared = prepare(loaded, options, say)
    if not prepared.prints:
        return prepared.examined, ()
    jobs = jobs if sum(len(each.parts.parts) for each in prepared.examined.drawn) >= MANY else 1
    return prepared.examined, write_all(batches(prepared, say), options.out / prepared.examined.name, jobs)


def prepare(loaded: Loaded, options: BuildOptions, say: Say, memo: Memo | None = None) -> Prepared:
    """The game drawn and checked; raises Refused as `build` does."""
    target = target_of(loaded, options)
    say(f"{loaded.name}: drawing and checking")
    game = kept_safe(loaded.game, target.profile.safe)
    if memo:
        game = replace(game, pack=memo.same(game.pack), documents=tuple(map(memo.same, game.documents)))
    # an error anywhere in the game stops its printing
    whole = replace(loaded, focus=None, game=game)
    examined = _rows(examine(whole, options.only, target.variant, draws_maps=True, memo=memo), options)
    examined = examined.with_findings((*unprintable(examined, target), *undrawn_maps(examined)))
    require_pictures(examined, target)
    return Prepared(examined, target)


def unprintable(examined: Examined, target: Target) -> tuple[Finding, ...]:
    """What of the game the target can't print, or not well."""
    too_large = _undrawn(examined.game)
    if target.profile.prints != "faces":
        return (*too_large, *misfit_findings(examined, target))
    from pnp.build.finish import unfinished

    return (*too_large, *unfinished(examined, target))


def _undrawn(game: Game) -> tuple[Finding, ...]:
    """A finding for each map to be printed by itself that is too large to draw; `check` judges it all the same."""
    if game.pack or any(game.all(Component)):
        return ()
    faults = (Fault(each.span, each.too_large, TOO_LARGE) for each in game.all(GameMap) if each.too_large)
    return tuple(unusable_value.rule.finding(fault, game.id) for fault in faults)


def products(prepared: Prepared, say: Say, strips: Strips | None = None) -> Iterator[Product]:
    """All that is written, made one at a time."""
    return (product for batch in batches(prepared, say, strips) for product in batch())


def batches(prepared: Prepared, say: Say, strips: Strips | None = None) -> Iterator[Batch]:
    """All that is written, in batches: the sheets or the finished faces, pictures of faces, and the rules.

    The contact sheet comes first where there are `strips` that keep it, even where nothing else may be written, and
    where pictures of the whole game were asked for.
    """
    examined, target = prepared.examined, prepared.target
    asked = target.asked
    if strips or ("png" in target.formats and not (asked.only or asked.rows)):
        yield in_stage("contact sheet", partial(_contact, examined, strips, say))
    if not prepared.prints:
        return
    if target.profile.prints == "faces":
        from pnp.build.finish import finish

        yield in_stage("finished faces", partial(finish, examined, target, say))
    else:
        yield from press(examined, target, say)
    yield from pictures(examined, target, say)
    playable = not (asked.draft or asked.only or asked.rows or target.profile.prints == "faces")
    if playable and "pdf" in target.formats:
        from pnp.build.books import RuleOptions, rule_products

        rules = RuleOptions(asked.out, target.paper, language=asked.language)
        yield in_stage("rulebooks", partial(rule_products, examined, rules, say))


def _contact(examined: Examined, strips: Strips | None, say: Say) -> Iterator[Product]:
    from pnp.build.contact import contact_of
    from pnp.render.strips import Strips
    from pnp.sheet.contact import DPI

    say(f"{examined.name}: contact sheet")
    content = (strips or Strips(DPI)).png(contact_of(examined))
    yield Product(CONTACT, "every face small, with what was found", content)


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
