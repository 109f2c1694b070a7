"""Prints one game on sheets: each component in a file, the whole game in one, and cut lines for machines."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from pnp import __version__
from pnp.build.examine import Examined
from pnp.build.target import BuildTarget, reference_file, rules_file
from pnp.build.write import Batch, Product, Say, in_stage
from pnp.checks.pack.output_profile import described, output_profile
from pnp.diagnostics import Span
from pnp.draw.component import (
    WORDMARK,
    butted_steps,
    one_sheet_steps,
    several_sheets_steps,
    title_scene,
)
from pnp.facts import manifest
from pnp.messages import many
from pnp.model.maps.game_map import GameMap
from pnp.model.pack import Entry, PackDocument
from pnp.model.profile import CutLayers, Profile
from pnp.model.translation import SheetWords, filled
from pnp.render.inks import RULE, FourInks, Inks, Rgb
from pnp.render.pdf import render_pdf, render_png
from pnp.render.prepress import FLAT_DPI, Duplex, PdfInfo, Standard
from pnp.scene.items import Group
from pnp.scene.parts import Drawn, PartSet, Sheet
from pnp.sheet.first_sheet import book
from pnp.sheet.fold_drawings import FoldedNet, folded_net
from pnp.sheet.imposition.cuts import around_cuts
from pnp.sheet.imposition.impose import capacity, impose, impose_together, misfits
from pnp.sheet.instructions import Chapter, FirstSheetInfo
from pnp.sheet.margins import HOUSE, SheetStyle, sheet_style
from pnp.sheet.options import PAPERS, Options
from pnp.timing import stage

# Files for cutting machines, one per page of a PDF.


def cut_files(stem: str, sheets: Sequence[Sheet], target: BuildTarget) -> Iterator[Product]:
    """Yield files for each page with cut lines, named after the PDF and the page: its lines, and its artwork."""
    digits, layers = len(str(len(sheets))), target.profile.layers
    for page, sheet in enumerate(sheets, 1):
        if sheet.cuts:
            name = f"cut/{stem}-page-{page:0{digits}}"
            if "cut-svg" in target.formats:
                yield Product(f"{name}.svg", "cuts of a page", _svg(sheet, layers))
            if "cut-dxf" in target.formats:
                yield Product(f"{name}.dxf", "cuts of a page", _dxf(sheet, layers))
            if "sheet-png" in target.formats:
                picture = render_png(around_cuts(sheet, max(target.profile.bleed)), target.dpi)
                yield Product(f"{name}.png", "artwork of a page", picture)


def _svg(sheet: Sheet, layers: CutLayers) -> bytes:
    from pnp.render.cut import render_cut_svg

    return render_cut_svg(sheet, layers)


def _dxf(sheet: Sheet, layers: CutLayers) -> bytes:
    from pnp.render.cut import render_cut_dxf

    return render_cut_dxf(sheet, layers)


# Sheets of a game as PDF, in the target's colour space, with text as fonts or outlines.

CMYK = f"; CMYK by {RULE}, not certified as PDF/X"


def pdf_of(
    sheets: Sequence[Sheet],
    examined: Examined,
    target: BuildTarget,
    component: str = "",
    note: Callable[[int], None] = lambda _: None,
) -> bytes:
    """Return the PDF of the sheets of a game, or of one component of it.

    `note` is called with the number of each sheet that has texts in pictures, as the standard allows no transparency.
    """
    profile = target.profile
    return render_pdf(
        sheets,
        _info(examined, component, _duplex(target) if profile.prints == "sheets" else ""),
        inks_of(profile),
        profile.spots,
        profile.layers,
        standard_of(examined, profile),
        layered=profile.pdf_layers,
        outlines=profile.outlines,
        note=note,
    )


def standard_of(examined: Examined, profile: Profile) -> Standard | None:
    """Return the standard that PDFs are prepared for, with the ICC profile of the pack; None if there is none."""
    if profile.standard is None:
        return None
    content = output_profile(profile, examined.game)
    icc = content if isinstance(content, bytes) else b""
    name = profile.condition or (described(icc) if icc else "") or "Custom"
    return Standard(profile.standard, name, icc, registered=profile.condition is not None)


def _duplex(target: BuildTarget) -> Duplex:
    """Return how a printer must handle the two sides of the paper."""
    if target.layout != "duplex":
        return "Simplex"
    return "DuplexFlipLongEdge" if target.flip == "long" else "DuplexFlipShortEdge"


def product_text(what: str, target: BuildTarget, pictured: str = "") -> str:
    """Return the description of a written PDF, in which `pictured` has texts in pictures."""
    profile = target.profile
    if pictured:
        what = f"{what}; texts of {pictured} are pictures of {FLAT_DPI} dpi: they are translucent or below such art"
    if profile.standard:
        wanted = profile.condition or (profile.output_profile.name if profile.output_profile else "a press")
        return f"{what}; CMYK by {RULE}, prepared as {profile.standard} for {wanted}, not certified"
    return what + (CMYK if profile.colour == "cmyk" else "")


def inks_of(profile: Profile) -> Inks:
    """Return the inks of a profile."""
    if profile.colour == "rgb":
        return Rgb()
    cyan, magenta, yellow, black = profile.black or (0.0, 0.0, 0.0, 100.0)
    return FourInks((cyan / 100, magenta / 100, yellow / 100, black / 100))


def _info(examined: Examined, component: str, duplex: Duplex) -> PdfInfo:
    """Return the metadata of the PDF."""
    pack = examined.game.pack
    credit, licence = (pack.credit, pack.licence) if pack else (None, None)
    title = pack.title if pack else examined.name
    return PdfInfo(
        title=f"{title} – {component}" if component else title,
        author=", ".join(credit.designers) if credit else "",
        contributors=credit.contributors if credit else (),
        publisher=credit.publisher if credit else "",
        subject=pack.summary if pack else "",
        keywords=("print and play", "board game"),
        language=pack.language if pack else "en",
        duplex=duplex,
        rights=", ".join(filter(None, (credit.copyright if credit else "", licence.name if licence else ""))),
        rights_link=licence.link if licence else "",
    )


# Printing one game on sheets: its parts imposed, and the sheets rendered.


class PrintedComponent(Struct, frozen=True):
    """One component on its sheets, and the name of the file with this component only.

    With `has_optional_backs`, its backs are in that file alone.
    """

    parts: PartSet
    sheets: tuple[Sheet, ...]
    file: str = ""
    has_optional_backs: bool = False


def press(examined: Examined, target: BuildTarget, say: Say) -> Iterator[Batch]:
    """Yield batches: the PDF of the whole game, PDFs of each component, boards at full size, and cut files.

    Parts too large for the paper are left out here; `pipeline.unprintable` reports them.
    """
    if not {"pdf", "cut-svg", "cut-dxf", "sheet-png"}.intersection(target.formats):
        return
    options = sheet_options(target, examined)
    components = _components(examined, target, options)
    if components and _prints_whole(examined, target):
        yield in_stage("PDF", partial(_whole, components, examined, target, options, say))
    for component in components:
        yield in_stage("PDF", partial(_files, component, examined, target, options, say))


def _components(examined: Examined, target: BuildTarget, options: Options) -> tuple[PrintedComponent, ...]:
    style = sheet_style(examined.game, target.variant)
    with stage("sheets"):
        return tuple(
            PrintedComponent(
                parts, impose(parts, options, style), f"{stem_of(parts, examined, target)}{target.name}.pdf"
            )
            for parts in (_as_requested(drawn.parts, target) for drawn in examined.drawn)
            if parts.parts and not misfits(parts, options)
        )


def _prints_whole(examined: Examined, target: BuildTarget) -> bool:
    return bool(examined.game.pack and not target.asked.only and not target.asked.rows)


def printed_sheets(examined: Examined, target: BuildTarget) -> tuple[Sheet, ...]:
    """Return the pages that `press` writes: the file of the whole game, or those of the selected components."""
    options = sheet_options(target, examined)
    components = _components(examined, target, options)
    if components and _prints_whole(examined, target):
        return _for_printer(_whole_sheets(components, examined, target, options), target, options)
    return _for_printer(tuple(sheet for each in components for sheet in each.sheets), target, options)


def _as_requested(parts: PartSet, target: BuildTarget) -> PartSet:
    """Return the parts with the requested cuts, which override those of the component, and backs."""
    parts = replace(parts, cuts=target.asked.cuts) if target.asked.cuts else parts
    return without_backs(parts) if target.asked.backs == "none" else parts


def without_backs(parts: PartSet) -> PartSet:
    """Return the parts without their backs."""
    return replace(parts, parts=tuple(replace(part, back=None) for part in parts.parts))


def span_of(parts: PartSet, examined: Examined) -> Span:
    """Return the span of the component of the parts, or of the map if maps are built without a pack."""
    spans = {each.id: each.span for each in examined.game.all(GameMap)}
    spans |= {entry.id: component.span for entry, component in manifest(examined.game)}
    return spans[parts.component]


def stem_of(parts: PartSet, examined: Examined, target: BuildTarget) -> str:
    """Return the prefix of the names of a component's files."""
    rows = "".join(f"-{row}" for row in target.asked.rows)
    name = examined.name if parts.component == examined.name else f"{examined.name}-{parts.component}"
    return f"{name}-rows{rows}" if rows else name


def sheet_options(target: BuildTarget, examined: Examined) -> Options:
    """Return the options of the sheets."""
    errors, profile = examined.report.errors, target.profile
    found = f" · {errors} {'error' if errors == 1 else 'errors'}" if errors else ""
    return Options(
        paper=PAPERS[target.paper],
        layout=target.layout,
        flip=target.flip,
        margin=profile.margin if target.asked.margin is None else target.asked.margin,
        cuts=target.asked.cuts or profile.cuts,
        bleed=max(profile.bleed),
        marks=profile.marks,
        registration=profile.registration,
        inset=profile.registration_inset,
        stamp=f"DRAFT{found}" if target.asked.draft and errors else "",
    )


def _whole(
    components: Sequence[PrintedComponent], examined: Examined, target: BuildTarget, options: Options, say: Say
) -> Iterator[Product]:
    say(f"{examined.name}: the whole game")
    with stage("sheets"):
        sheets = _whole_sheets(components, examined, target, options)
    yield from _book(f"{examined.name}{target.name}", sheets, examined, target, options)


def _whole_sheets(
    components: Sequence[PrintedComponent], examined: Examined, target: BuildTarget, options: Options
) -> tuple[Sheet, ...]:
    pack, style = examined.game.pack, sheet_style(examined.game, target.variant)
    assert pack, "there is a game"
    named = examined.language, target.rules_profile
    rules = rules_file(options.paper, *named) if examined.documents and not target.asked.draft else None
    icons, all_backs = examined.game.icon_credits, target.asked.backs == "all"
    first = next(iter(examined.documents.values()), None)
    has_reference = rules and first and first.reference
    reference = reference_file(first.name, options.paper.name, *named) if first and has_reference else None
    return whole_game(components, pack, options, style, rules, reference, icons, examined.cover, all_backs=all_backs)


def _files(
    component: PrintedComponent, examined: Examined, target: BuildTarget, options: Options, say: Say
) -> Iterator[Product]:
    parts, stem = component.parts, stem_of(component.parts, examined, target)
    say(f"{examined.name}: {parts.name}")
    held = capacity(parts, options)
    what = f"{parts.name}, {held}" if held and parts.count >= max(held.held, 2) else parts.name
    yield from _book(f"{stem}{target.name}", component.sheets, examined, target, options, parts.name, what)
    if (parts.spread or parts.kind == "box") and "pdf" in target.formats:
        from pnp.sheet.imposition.single_faces import whole

        with stage("sheets"):
            sheets = whole(parts, options, sheet_style(examined.game, target.variant), target.profile.mark_offset)
            sheets = tuple(map(_without_lines, sheets)) if target.profile.spots else sheets
        pictured: list[int] = []
        content = pdf_of(sheets, examined, target, f"{parts.name}, full size", pictured.append)
        what = product_text(f"{parts.name} at full size, for a print shop", target, _pages(pictured))
        yield Product(f"{stem}{target.full_size}.pdf", what, content)


def _without_lines(sheet: Sheet) -> Sheet:
    """Return the sheet without lines drawn over the art, for shops that have them on separate plates."""
    return replace(
        sheet,
        items=tuple(it for it in sheet.items if not (isinstance(it, Group) and it.layer in ("cuts", "folds"))),
    )


def _book(
    stem: str,
    sheets: tuple[Sheet, ...],
    examined: Examined,
    target: BuildTarget,
    options: Options,
    component: str = "",
    what: str = "the whole game",
) -> Iterator[Product]:
    """Yield the sheets as a PDF, and the cut files of each page, for the requested formats."""
    if "pdf" in target.formats:
        pictured: list[int] = []
        content = pdf_of(_for_printer(sheets, target, options), examined, target, component, pictured.append)
        yield Product(f"{stem}.pdf", product_text(what, target, _pages(pictured)), content)
    yield from cut_files(stem, sheets, target)


def _pages(numbers: Sequence[int]) -> str:
    return many(len(numbers), "page") if numbers else ""


def _for_printer(sheets: tuple[Sheet, ...], target: BuildTarget, options: Options) -> tuple[Sheet, ...]:
    """Return the sheets corrected for the offset of the named printer."""
    if target.reading is None:
        return sheets
    from pnp.sheet.calibration import corrected

    return corrected(sheets, target.reading, options)


# The whole game in one file: the first sheet, and every component in the order of the manifest.


def whole_game(
    components: Sequence[PrintedComponent],
    pack: PackDocument,
    options: Options,
    style: SheetStyle = HOUSE,
    rules: str | None = None,
    reference: str | None = None,
    icon_credits: tuple[str, ...] = (),
    title: Drawn | None = None,
    *,
    all_backs: bool = False,
) -> tuple[Sheet, ...]:
    """Return the first sheet, and the sheets of components without a separate file.

    `rules` and `reference` are the files of the rulebook and of the rule reference.

    Optional backs that would need separate sheets are left out, unless `all_backs` are wanted.
    """
    entries = {entry.id: entry for entry in pack.components}
    if options.layout == "single" and not all_backs:
        components = [_without_optional_backs(each, entries, options, style) for each in components]
    runs = []
    for parts in _together(components, entries):
        run = _sheets(parts, entries, options, style)
        chapters = [
            _chapter(each, entries.get(each.parts.component), run, parts, options, style.words) for each in parts
        ]
        runs.append((chapters, run))
    if reference:
        runs.append(([Chapter(style.words.reference, 1, file=reference)], ()))
    return book(_about(pack, rules, icon_credits, title, style.words), runs, options, style)


def _without_optional_backs(
    printed: PrintedComponent, entries: Mapping[str, Entry], options: Options, style: SheetStyle
) -> PrintedComponent:
    entry, parts = entries.get(printed.parts.component), printed.parts
    if entry is None or entry.backs == "needed" or parts.optional or parts.faces == parts.count:
        return printed
    bare = without_backs(parts)
    return PrintedComponent(bare, impose(bare, options, style), printed.file, has_optional_backs=True)


def _together(
    components: Sequence[PrintedComponent], entries: Mapping[str, Entry]
) -> Iterator[tuple[PrintedComponent, ...]]:
    """Yield the components in groups that share sheets of one paper, each group at its first component.

    Those with the same `sheet` share them, and those without; boards and optional components have separate sheets.
    """
    groups: dict[tuple[str, str] | int, list[PrintedComponent]] = {}
    for place, each in enumerate(components):  # a draft may have two of the same name
        entry = entries.get(each.parts.component)
        alone = entry is None or each.parts.optional or each.parts.spread
        key = place if entry is None or alone else (entry.sheet.name if entry.sheet else "", each.parts.stock)
        groups.setdefault(key, []).append(each)
    yield from map(tuple, groups.values())


def _sheets(
    together: Sequence[PrintedComponent], entries: Mapping[str, Entry], options: Options, style: SheetStyle
) -> tuple[Sheet, ...]:
    first = together[0]
    if len(together) == 1:
        return () if first.parts.optional else first.sheets
    sheet = entries[first.parts.component].sheet
    name = sheet.name if sheet else first.parts.stock.partition(",")[0]
    return impose_together(name, [each.parts for each in together], options, style)


def _chapter(
    printed: PrintedComponent,
    entry: Entry | None,
    run: Sequence[Sheet],
    together: Sequence[PrintedComponent],
    options: Options,
    words: SheetWords,
) -> Chapter:
    """Return the chapter of a component on the sheets of `together`."""
    parts = printed.parts
    held = capacity(parts, options) if len(together) == 1 and not parts.optional else None
    touching = held.touching if held else parts.cuts == "shared"
    steps = _steps(printed, run, options, words)
    return Chapter(
        parts.name,
        parts.count,
        parts.stock,
        steps=steps,
        file=printed.file if parts.optional else "",
        skip_note=entry.skip if entry else "",
        use=entry.use if entry else "needed",
        held=held.told(words) if held and parts.count >= max(held.held, 2) else "",
        component=parts.component,
        backs_in=printed.file if printed.has_optional_backs else "",
        touching=touching and parts.count > 1,
        fold=_fold(parts, "strip" if {*steps[:1]} & {words.strip, words.strip_on_cardboard} else parts.kind),
    )


def _fold(parts: PartSet, kind: str) -> FoldedNet | None:
    """Return the net of the first part that is folded."""
    folded = (part for part in parts.parts if part.folds or kind == "strip")
    return next((net for part in folded if (net := folded_net(part, kind))), None)


def _steps(printed: PrintedComponent, run: Sequence[Sheet], options: Options, words: SheetWords) -> tuple[str, ...]:
    """Return the assembly steps for a component on the sheets of a run.

    They are those for a board of one sheet, for strips of fronts and backs, and for cardboard with two sides.
    """
    parts = printed.parts
    if parts.steps in (several_sheets_steps(words), butted_steps(words)) and len(printed.sheets) == parts.faces:
        return one_sheet_steps(words)
    backs = any(sheet.side == "back" and parts.component in sheet.components for sheet in run)
    if parts.faces > parts.count and run and options.layout == "single" and not backs:
        mounted = parts.steps[:1] == (words.mount,)
        return (words.strip_on_cardboard, *parts.steps[1:]) if mounted else (words.strip, *parts.steps)
    if parts.faces > parts.count:
        mounts = {
            "single": words.mount_single,
            "duplex": words.mount_duplex,
            "gutterfold": words.mount_gutterfold,
        }[options.layout]
        return tuple(mounts if step == words.mount else step for step in parts.steps)
    return parts.steps


def _about(
    pack: PackDocument, rules: str | None, icons: tuple[str, ...], title: Drawn | None, words: SheetWords
) -> FirstSheetInfo:
    credit, licence = pack.credit, pack.licence
    facts = (
        filled(words.for_players, count=pack.players) if pack.players else "",
        filled(words.for_minutes, count=pack.minutes.replace(" to ", "–")) if pack.minutes else "",
        filled(words.rules_in, file=rules) if rules else "",
    )
    return FirstSheetInfo(
        title=pack.title,
        byline=", ".join(credit.designers) if credit else "",
        summary=pack.summary,
        facts=tuple(filter(None, facts)),
        credit_lines=(*(credit.lines if credit else ()), *icons),
        licence=licence.name if licence else "",
        licence_link=licence.link if licence else "",
        changes=credit.changes if credit else "",
        software=filled(words.made_with, version=__version__),
        cover=title_scene(title),
        focus=pack.cover_focus,
        wordmark=title_scene(title, WORDMARK),
    )
