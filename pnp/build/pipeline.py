"""Builds one game: checks first, then writes; rulebooks; rebuilding under `--watch`."""

from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from functools import partial
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Literal, assert_never, get_args

from msgspec import Struct
from msgspec.structs import replace

from pnp.build.causes import insisted_on
from pnp.build.drawing import cover_with_maps, draw_all
from pnp.build.examine import Examined, examine, examine_each, examine_languages, kept_safe
from pnp.build.faces import export_batch, in_all_languages, pictures, require_pictures
from pnp.build.memo import Memo
from pnp.build.press import cut_labels, misfit_findings, press, undrawn_maps
from pnp.build.target import BuildOptions, BuildTarget, other_language, rules_file, target_of
from pnp.build.write import Batch, Product, Say, in_stage, write_all, write_each
from pnp.build_record import Written
from pnp.checks.scene.undrawn import unusable_value
from pnp.checks.sheet import IDLE_VARIANT
from pnp.diagnostics import Fault, Finding, Severity
from pnp.draw.component import WORDMARK, drawing_context, title_scene
from pnp.escape import file_names
from pnp.expression import Work
from pnp.facts import Facts, manifest
from pnp.facts.diagrams import NoSketchError, Sketch
from pnp.facts.look import UnknownNameError
from pnp.facts.pictures import FaceSketch, FanSketch
from pnp.facts.table import TableSketch
from pnp.loader import Target
from pnp.loader.pack import Loaded
from pnp.messages import Refused
from pnp.model.component import Component
from pnp.model.faces.template import Template
from pnp.model.faces.theme import Theme
from pnp.model.game import Game
from pnp.model.maps.game_map import TOO_LARGE, GameMap
from pnp.output import OUTPUT
from pnp.render.pdf import fingerprint, render_pdf, stacked, strip
from pnp.render.prepress import PdfInfo
from pnp.rulebook import RulebookDocument
from pnp.rulebook.document import AnySketch, Panel
from pnp.scene.bitmaps import open_bitmap
from pnp.scene.items import Item, Picture, Scene
from pnp.scene.parts import Drawn, PartSet, Sheet, without_spares
from pnp.sheet.contact import DPI
from pnp.sheet.options import PAPERS
from pnp.source import is_table
from pnp.units import MM_PER_INCH

if TYPE_CHECKING:
    from pnp.draw.pictures import FaceShelf

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


def unprintable(examined: Examined, target: BuildTarget) -> tuple[Finding, ...]:
    """Return findings for what the target cannot print, or not well."""
    too_large = (*_undrawn(examined.game), *_idle_variant(examined, target))
    if target.profile.prints != "faces":
        return (*too_large, *misfit_findings(examined, target), *cut_labels(examined, target))
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
        rules = RuleOptions(asked.out, target.paper, language=asked.language)
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


# Rulebooks with the pictures of their diagrams, which are drawn here because `pnp.rulebook` cannot draw.


def illustrated(
    document: RulebookDocument,
    facts: Facts,
    maps: Mapping[object, tuple[Item, ...]] | None = None,
    cover: Scene | None = None,
    wordmark: Scene | None = None,
) -> RulebookDocument:
    """Return the document with its title and every picture drawn for paper and screens; `maps` are already drawn."""
    if cover:
        document = replace(document, cover=cover, cover_svg=_for_screens(cover, "cover-", heavy=True))
    if wordmark:
        document = replace(document, wordmark=wordmark, wordmark_svg=_for_screens(wordmark, "wordmark-", heavy=True))
    panels = document.panels()
    if not panels:
        return document
    from pnp.draw.pictures import FaceShelf

    shelf = FaceShelf(facts, replace(drawing_context(facts.game), drawings=dict(maps or {})))
    return document.with_pictures({panel.name: _drawn(panel, shelf) for panel in panels})


def _drawn(panel: Panel, shelf: "FaceShelf") -> Panel:
    scene = draw_picture(panel.sketch, shelf)
    if scene is None:
        return panel
    return replace(panel, scene=scene, svg=_for_screens(scene, f"{panel.name}-", not isinstance(panel.sketch, Sketch)))


def _for_screens(scene: Scene, prefix: str, heavy: bool) -> str:
    """Return the picture as inline SVG; one that may be `heavy` is pixels where its outlines would be megabytes."""
    from pnp.render.svg import render_svg

    svg = render_svg(scene, prefix=prefix)
    if heavy and len(svg) > HEAVY:
        svg = render_svg(_in_pixels(scene), prefix=prefix)
    return svg.decode("utf-8").partition("?>")[2].strip()


def draw_picture(shown: AnySketch, shelf: "FaceShelf") -> Scene | None:
    """Return the picture of a rulebook; None if it cannot be drawn, which checks report."""
    from pnp.draw.overlays import draw_diagram
    from pnp.draw.pictures import draw_annotated, draw_fan
    from pnp.draw.table import draw_table

    try:
        match shown:
            case FanSketch():
                return draw_fan(shown, shelf)
            case FaceSketch():
                return draw_annotated(shown, shelf)
            case TableSketch():
                return draw_table(shown, shelf)
            case Sketch():
                return draw_diagram(shown, shelf.context)
            case _:
                assert_never(shown)
    except (UnknownNameError, NoSketchError):
        return None


HEAVY = 150_000
"""The size in bytes above which a picture of faces is pixels on screens, because a page would be megabytes."""

SCREEN_DPI, SCREEN_WIDTH = 300, 1_300
"""The maximum resolution of such a picture at its size on paper, and its maximum width in pixels."""

SCREEN_QUALITY = 78
"""The quality of such a picture as a JPEG: edges are clean on screens, in a third of the bytes of print."""


def _in_pixels(scene: Scene) -> Scene:
    from pnp.render.pdf import render_pictures

    dpi = min(SCREEN_DPI, SCREEN_WIDTH * MM_PER_INCH / scene.width)
    (content,) = render_pictures([scene], dpi, "jpeg", SCREEN_QUALITY)
    return replace(scene, items=(Picture(0.0, 0.0, scene.width, scene.height, open_bitmap(content)),))


# The rulebooks of one game in every format.

RuleFormat = Literal["md", "html", "pdf", "csv"]

RULE_FORMATS: tuple[RuleFormat, ...] = get_args(RuleFormat)
"""The formats of rules, all of which are made by default."""

WHAT = {
    ".md": "the rules as Markdown",
    ".html": "the rules as a page",
    ".csv": "a table of the rules",
    ".svg": "a diagram of the rules",
}


class RuleOptions(Struct, frozen=True):
    """The options of `pnp rulebook`.

    With `reference`, only the rule reference is made. `language` selects the rulebooks in that language instead of the
    game's own.
    """

    out: Path = OUTPUT
    paper: str = "a4"
    formats: tuple[RuleFormat, ...] = RULE_FORMATS
    reference: bool = False
    language: str | None = None


def write_rulebooks(loaded: Loaded, options: RuleOptions, say: Say) -> tuple[Examined, tuple[Written, ...]]:
    """Return the game as checked, and the written files; none if it has an error.

    Raises Refused for a language that the game lacks, OutputError if a file cannot be written.
    """
    other_language(loaded, options.language)
    say(f"{loaded.name}: checking")
    examined = examine(replace(loaded, focus=None))
    if examined.report.errors:
        return examined, ()
    if examined.cover:
        examined = replace(examined, cover=cover_with_maps(examined.facts))
    batch = partial(rule_products, examined, options, say)
    return examined, write_all([batch], options.out / examined.name)


def rule_products(examined: Examined, options: RuleOptions, say: Say) -> Iterator[Product]:
    """Yield the files of the rulebooks in the language of the loaded game.

    The files of the first have plain names, those of others are in folders with the names of the rulebooks. A language
    other than the game's own is part of the names.
    """
    language = examined.language
    title = title_scene(examined.cover), title_scene(examined.cover, WORDMARK)
    for number, (name, document) in enumerate(examined.documents.items()):
        say(f"{examined.name}: rules")
        folder = f"{name}/" if number else ""
        yield from (
            Product(f"{folder}{product.name}", product.what, product.content)
            for product in _products(illustrated(document, examined.facts, examined.maps, *title), options, language)
        )


def _products(document: RulebookDocument, options: RuleOptions, language: str) -> Iterator[Product]:
    from pnp.rulebook.markdown import TEXT_FORMATS, write_texts
    from pnp.rulebook.pages.compose import compose_reference, compose_rulebook

    paper = PAPERS[options.paper]
    if not options.reference:
        if "pdf" in options.formats:
            sheets = compose_rulebook(document, paper.width, paper.height)
            yield Product(
                rules_file(paper, language), "the rules on paper", _pdf(document, sheets, document.words.rules)
            )
        texts = [form for form in TEXT_FORMATS if form in options.formats]
        for name, content in write_texts(document, texts, f"-{language}" if language else "").items():
            yield Product(name, WHAT[Path(name).suffix], content)
    sheets = compose_reference(document, paper.width, paper.height)
    if sheets and (options.reference or "pdf" in options.formats):
        name = "-".join(filter(None, (document.name, "reference", language, options.paper))) + ".pdf"
        yield Product(name, "the rule reference", _pdf(document, sheets, document.words.reference))


def _pdf(document: RulebookDocument, sheets: tuple[Sheet, ...], name: str) -> bytes:
    title, authors = f"{document.title} – {name}", ", ".join(document.authors)
    keywords = ("rules", "board game")
    return render_pdf(sheets, PdfInfo(title, authors, document.summary, keywords, document.language))


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
