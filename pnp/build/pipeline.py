"""Builds one game: checks first, then writes; once, and again and again under `--watch`."""

from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from functools import partial
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from pnp.build.causes import insisted_on
from pnp.build.drawing import draw_all
from pnp.build.examine import Examined, examine, examine_each, examine_languages, kept_safe
from pnp.build.faces import export_batch, in_all_languages, pictures, require_pictures
from pnp.build.memo import Memo
from pnp.build.press import press, sheet_options, span_of
from pnp.build.rules import RuleOptions, rule_products
from pnp.build.target import BuildOptions, BuildTarget, target_of
from pnp.build.write import Batch, Product, Say, in_stage, write_all, write_each
from pnp.build_record import Written
from pnp.checks.scene.undrawn import unusable_value
from pnp.checks.sheet import CUT_LABEL, DOES_NOT_FIT, IDLE_VARIANT, UNDRAWN_MAP
from pnp.diagnostics import INFO, WARNING, Fault, Finding, Severity
from pnp.draw.component import missing_for_drawing
from pnp.escape import file_names
from pnp.expression import Work
from pnp.facts import Facts, manifest
from pnp.loader import Target
from pnp.loader.pack import Loaded
from pnp.messages import Refused, listed
from pnp.model.component import Component
from pnp.model.faces.template import Template
from pnp.model.faces.theme import Theme
from pnp.model.game import Game
from pnp.model.maps.game_map import TOO_LARGE, GameMap
from pnp.render.pdf import fingerprint, stacked, strip
from pnp.scene.parts import Drawn, PartSet, without_spares
from pnp.sheet.contact import DPI
from pnp.sheet.imposition.impose import beyond_machine, misfits
from pnp.source import is_table

if TYPE_CHECKING:
    pass

# Building one game: nothing is written unless it passes its checks.

CONTACT = "contact.png"
"""The file of the contact sheet; options do not change its name."""

MANY = 40
"""Minimum number of parts for which files are made by several processes, which take some time to start."""


class Prepared(Struct, frozen=True):
    """A game drawn and checked for a target, before any file is made.

    `editions` are the game in each of several languages, for the rules; `examined` has the parts of all.
    """

    examined: Examined
    target: BuildTarget
    editions: tuple[Examined, ...] = ()

    @property
    def prints(self) -> bool:
        """Whether it is written: it has no error, nor a warning if it is strict, or a draft is requested."""
        return self.target.asked.draft or not self.examined.report.fails(self.target.asked.strict)


def build(loaded: Loaded, options: BuildOptions, say: Say, jobs: int = 1) -> tuple[Examined, tuple[Written, ...]]:
    """Return the game as checked, and the written files; none if it has an error and no draft is requested.

    The files of a large game are made by up to `jobs` processes. Raises Refused for a component, a row, a variant, a
    language or a profile that the game does not have, OutputError if a file cannot be written.
    """
    prepared = prepare(loaded, options, say)
    if not prepared.prints:
        return prepared.examined, ()
    jobs = jobs if sum(len(each.parts.parts) for each in prepared.examined.drawn) >= MANY else 1
    return prepared.examined, write_all(batches(prepared, say), options.out / prepared.examined.name, jobs)


def prepare(loaded: Loaded, options: BuildOptions, say: Say, memo: Memo | None = None) -> Prepared:
    """Return the game drawn and checked. Raises Refused as `build` does."""
    options = _of_focus(loaded, options)
    target = target_of(loaded, options)
    say(f"{loaded.name}: drawing and checking")
    whole = _whole(loaded, target)
    if target.languages:
        games = zip(target.languages, (whole, *(_whole(each, target) for each in loaded.others)), strict=True)
        editions = tuple(examine_each(dict(games), options.only, target.variant).values())
        examined = _rows(in_all_languages(target.languages, editions), options)
    else:
        editions, whole = (), memo.reused(whole) if memo else whole
        examined = _rows(examine(whole, options.only, target.variant, draws_maps=True, memo=memo), options)
    examined = replace(examined, drawn=tuple(filter(None, map(without_spares, examined.drawn))))
    examined = examined.with_findings((*unprintable(examined, target), *undrawn_maps(examined)))
    if options.strict or target.profile.prints == "faces":  # others print it
        severity = Severity.ERROR if target.profile.prints == "faces" else Severity.WARNING
        report = examined.report
        examined = replace(examined, report=replace(report, findings=insisted_on(report.findings, severity)))
    require_pictures(examined, target)
    return Prepared(examined, target, editions)


def _whole(loaded: Loaded, target: BuildTarget) -> Loaded:
    """Return the game as the profile needs it, not limited to a file: an error anywhere in it prevents printing."""
    game = kept_safe(loaded.game, target.profile.safe)
    if target.profile.takes_default_backs:
        from pnp.build.service import with_default_backs

        game = with_default_backs(game, target.profile)
    return replace(loaded, focus=None, game=game)


def _of_focus(loaded: Loaded, options: BuildOptions) -> BuildOptions:
    """Return the options limited to the components of the requested file: a component, its table or its template.

    Raises Refused for a component that the pack does not print, and for a table.
    """
    game, file = loaded.game, loaded.focus
    if file is None or options.only:
        return options
    templates = {template.id for template in game.all(Template) if template.span.file == file}
    named = {each.id: each for each in game.all(Component) if _is_made_of(each, file, templates)}
    only = tuple(entry.id for entry, component in manifest(game) if component.id in named)
    unprinted = [each for each in named.values() if each.span.file == file]
    if unprinted and not only and not unprinted[0].prints:
        raise Refused(f"'{unprinted[0].id}' is a table, which prints nothing: build the pack, or what shows its rows")
    if unprinted and not only:
        message = f"no line under 'components' of the pack prints '{unprinted[0].id}'"
        raise Refused(f"{message}: add '- {{component: {unprinted[0].id}}}' there")
    if not only and is_table(file):
        raise Refused(f"no component of the pack has its rows in '{file}': write 'rows: {Path(file).name}' in one")
    return replace(options, only=only)


def _is_made_of(component: Component, file: str, templates: Set[str]) -> bool:
    """Whether a component is described in a file, or has its rows or one of the templates from there."""
    tables = (component.header.file,) if component.header else ()
    return file in (component.span.file, *tables) or any(each.name in templates for each in component.templates)


def products(prepared: Prepared, say: Say, memo: Memo | None = None) -> Iterator[Product]:
    """Yield all files, made one at a time."""
    return (product for batch in batches(prepared, say, memo) for product in batch())


def batches(prepared: Prepared, say: Say, memo: Memo | None = None) -> Iterator[Batch]:
    """Yield all files in batches: the sheets or the finished faces, pictures of faces, and the rules.

    The contact sheet comes first, if pictures of the whole game are requested or if a `memo` caches its strips; then it
    is made even for a game with errors.
    """
    examined, target = prepared.examined, prepared.target
    asked = target.asked
    if memo or ("png" in target.formats and not (asked.only or asked.rows or asked.parts)):
        yield in_stage("contact sheet", partial(_contact, examined, memo or Memo(), say))
    if not prepared.prints:
        return
    if target.profile.prints == "faces":
        from pnp.build.service import finish

        yield in_stage("finished faces", partial(finish, examined, target, say))
    else:
        yield from press(examined, target, say)
    yield from pictures(examined, target, say)
    yield from (export_batch(plugin, examined, target, say) for plugin in target.plugins)
    playable = not (asked.draft or asked.only or asked.rows or asked.parts or target.profile.prints == "faces")
    if playable and "pdf" in target.formats:
        rules = RuleOptions(asked.out, target.paper, language=asked.language, target=target)
        for edition in prepared.editions or (examined,):
            yield in_stage("rulebooks", partial(rule_products, edition, rules, say))


def _contact(examined: Examined, memo: Memo, say: Say) -> Iterator[Product]:
    from pnp.build.previews import contact_of

    say(f"{examined.name}: contact sheet")
    sheets = contact_of(examined)
    strips = [memo.of("strip", (fingerprint(sheet),), partial(strip, sheet, DPI)) for sheet in sheets]
    yield Product(CONTACT, "every face small, with what was found", stacked(strips, DPI))


def _rows(examined: Examined, options: BuildOptions) -> Examined:
    """Return the game limited to the requested rows, or to the parts of an update."""
    if options.parts:
        wanted = {component: dict(copies) for component, copies in options.parts}
        left = (each for each in examined.drawn if each.parts.component in wanted)
        few = ((each, wanted[each.parts.component]) for each in left)
        return replace(examined, drawn=tuple(replace(it, parts=_of_rows(it.parts, own, own)) for it, own in few))
    if not options.rows:
        return examined
    longest = max((each.parts for each in examined.drawn), key=lambda parts: len(parts.parts), default=None)
    most = len(longest.parts) if longest else 0
    beyond = [row for row in options.rows if row > most]
    if beyond:
        raise Refused(
            f"'{examined.name}' prints no row {beyond[0]}: --rows counts rows in the order of printing, and the "
            f"longest selected component has {most}{_last_row(examined.game, longest) if most and longest else ''}"
        )
    return replace(
        examined, drawn=tuple(replace(it, parts=_of_rows(it.parts, options.rows, {})) for it in examined.drawn)
    )


def _last_row(game: Game, parts: PartSet) -> str:
    """Return the name of a component's last row, and its row in the table, as the end of a message."""
    component, name = game.find(Component, parts.component), parts.parts[-1].name
    row = next((each for each in component.rows if each.name == name), None) if component else None
    if not component or not row:
        return ""
    table = f", row {row.span.line} of {Path(row.span.file).name}" if component.header else ""
    return f"; the last is '{name}'{table}"


def _of_rows(parts: PartSet, rows: Collection[int], copies: Mapping[int, int]) -> PartSet:
    """Return the parts of those rows, in as many copies, with the names that their files have in a complete build."""
    names = file_names(part.name for part in parts.parts)
    named = (replace(part, name=name) for name, part in zip(names, parts.parts, strict=True))
    kept = ((part, copies.get(row, part.copies)) for row, part in enumerate(named, 1) if row in rows)
    return replace(parts, parts=tuple(replace(part, copies=number) for part, number in kept))


# What the target cannot print, or not well.


def unprintable(examined: Examined, target: BuildTarget) -> tuple[Finding, ...]:
    """Return findings for what the target cannot print, or not well."""
    too_large = (*_undrawn(examined.game), *_idle_variant(examined, target))
    if target.profile.prints != "faces":
        return (*too_large, *_misfits(examined, target), *_cut_labels(examined, target))
    from pnp.build.service import unfinished

    return (*too_large, *unfinished(examined, target))


def _idle_variant(examined: Examined, target: BuildTarget) -> Iterator[Finding]:
    """Yield a finding if the variant changes nothing of what is printed."""
    game, variant = examined.game, target.variant
    if not variant or examined.report.fails(strict=False) or not _is_idle(examined.facts, examined.drawn):
        return
    *_, theme = game.all(Theme)  # one of them has the variant
    own = game.pack is None or any(PurePosixPath(each.name).stem == theme.id for each in game.pack.documents)
    role = next(iter(theme.roles.palette), "paper") if own else "paper"
    written = f"variants: {{{variant}: {{palette: {{{role}: …}}}}}}"
    hint = f"override the colours that are printed in a theme of the game: '{written}'"
    span = theme.span if own or game.pack is None else game.pack.span
    fault = Fault(span, f"the variant '{variant}' changes nothing that is printed", hint)
    yield IDLE_VARIANT.finding(fault, game.id)


def _is_idle(facts: Facts, drawn: Sequence[Drawn]) -> bool:
    """Whether the faces `drawn` in a variant of the theme are the same without it.

    Components are drawn one at a time, so that most often the first one shows a difference.
    """
    for each in drawn:
        plain = draw_all(replace(facts, work=Work()), Memo(), (each.parts.component,), draws_maps=True).drawn
        if [_seen(other) for other in plain] != [_seen(each)]:
            return False
    return bool(drawn)


def _seen(drawn: Drawn) -> list[tuple[object, ...]]:
    """Return what is visible of the parts, which themselves are compared by identity."""
    return [(part.front, part.back, part.guides) for part in drawn.parts.parts]


def _undrawn(game: Game) -> tuple[Finding, ...]:
    """Return a finding for each map without a component that is too large to draw; `check` proves it nevertheless."""
    if game.pack or any(game.all(Component)):
        return ()
    faults = (Fault(each.span, each.too_large, TOO_LARGE) for each in game.all(GameMap) if each.too_large)
    return tuple(unusable_value.rule.finding(fault, game.id) for fault in faults)


def _misfits(examined: Examined, target: BuildTarget) -> tuple[Finding, ...]:
    """Return a finding for each part that does not fit the paper, and each component beyond the area of a machine.

    Components that do not fit the paper of a cutting machine are left out if there are others.
    """
    options, found = sheet_options(target, examined), []
    large = {drawn.parts.component: misfits(drawn.parts, options) for drawn in examined.drawn}
    leaves_out = (options.registration or options.is_cut_within) and not all(large.values())
    for parts in (drawn.parts for drawn in examined.drawn):
        span = span_of(parts, examined)
        for misfit in large[parts.component][: 1 if leaves_out else None]:
            message = f"'{parts.name}'{' is left out' if leaves_out else ''}: {misfit.message}"
            hint = "build it with the profile home on a larger paper" if leaves_out else misfit.hint
            found.append(Fault(span, message, hint, WARNING if leaves_out else None))
        if part := beyond_machine(parts, options):
            size = f"{part.front.width:g} × {part.front.height:g} mm"
            message = f"'{parts.name}': {size} does not fit in the area that the machine cuts"
            severity = WARNING if options.is_cut_within else INFO  # other machines find their marks on each sheet
            found.append(Fault(span, message, "cut it by hand: its sheets have crop marks", severity))
    return tuple(DOES_NOT_FIT.finding(fault, examined.game.id) for fault in found)


def _cut_labels(examined: Examined, target: BuildTarget) -> tuple[Finding, ...]:
    """Return a finding for each board with words that the seams between its sheets run through."""
    from pnp.sheet.imposition.tiling import best_seams, best_tiling, cut_words

    options = sheet_options(target, examined)
    found = []
    for parts in (drawn.parts for drawn in examined.drawn if drawn.parts.spread):
        words: dict[str, None] = {}
        for scene in (part.front for part in parts.parts):
            equal, frame = best_tiling(scene.width, scene.height, parts.overlap, options)
            words |= dict.fromkeys(cut_words(best_seams(equal, scene, frame.box), scene))
        if words:
            where = f"a seam between its sheets on {options.paper.title}"
            message = f"'{parts.name}': {where} runs through {listed(tuple(words), 'other word')}"
            fault = Fault(span_of(parts, examined), message, "move the text, or choose a larger paper with --paper")
            found.append(CUT_LABEL.finding(fault, examined.game.id))
    return tuple(found)


def undrawn_maps(examined: Examined) -> tuple[Finding, ...]:
    """Return a finding for each map without a component that cannot be drawn."""
    game = examined.game
    empty = {drawn.parts.component for drawn in examined.drawn if not drawn.parts.parts}
    maps = (each for each in game.all(GameMap) if game.pack is None and each.id in empty)
    hint = "write a size and a position for each place: size: 190 x 150, at: [40, 40]"
    return tuple(
        UNDRAWN_MAP.finding(Fault(each.span, f"'{each.id}' can't be drawn: {missing}", hint), game.id)
        for each in maps
        if (missing := missing_for_drawing(each))
    )


# Rebuilding one game while it is watched.


class Rounds:
    """Builds of one game in turn, with the same bytes as separate builds; results are cached for the next one."""

    def __init__(self, options: BuildOptions) -> None:
        self._options = options
        self._memo = Memo()

    def build(self, loaded: Loaded, say: Say) -> tuple[Examined, Iterator[Written]]:
        """Return the game as checked, and its files while they are written: the contact sheet first.

        If the game has an error and no draft is requested, that is the only file. Raises as `build` does.
        """
        self._memo.turn()
        prepared = prepare(loaded, self._options, say, self._memo)
        files = products(prepared, say, self._memo)
        return prepared.examined, write_each(files, self._options.out / prepared.examined.name)


# Checking one game: everything that `pnp check` reports, including what the home profile cannot print.

SURE = 150.0
"""Size in millimetres up to which a part fits every paper; sheets are checked only for larger ones."""


def check(
    target: Target, languages: Sequence[str] = (), suggest: bool = False, first: Loaded | None = None
) -> Examined:
    """Return the game of `target` as examined, with everything that `pnp check` reports.

    The arguments are those of `examine_languages`. Raises Refused for a language that the game lacks.
    """
    return on_paper(*examine_languages(target, languages, suggest, first))


def on_paper(loaded: Loaded, examined: Examined) -> Examined:
    """Return the game with findings for what its home profile cannot print; not for a single file."""
    faces = (part.front for drawn in examined.drawn if not drawn.parts.spread for part in drawn.parts.parts)
    if loaded.focus or all(max(face.width, face.height) <= SURE for face in faces):
        return examined
    try:
        target = target_of(loaded, BuildOptions())
    except Refused:  # a build reports this
        return examined
    return examined.with_findings(unprintable(examined, target))
