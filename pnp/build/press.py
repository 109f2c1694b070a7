"""Printing one game on sheets: its parts imposed, and the sheets rendered."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from pnp.build.cut import cut_files
from pnp.build.names import rules_file
from pnp.build.pdf import pdf_of, told
from pnp.build.style import sheet_style
from pnp.build.write import Batch, Product, in_stage
from pnp.checks.sheet import DOES_NOT_FIT, UNDRAWN_MAP
from pnp.diagnostics import Fault, Finding, Span
from pnp.draw.bare_map import missing_for_drawing
from pnp.facts import manifest
from pnp.model.game_map import GameMap
from pnp.records import dataclass
from pnp.sheet.impose import impose
from pnp.sheet.misfit import misfits
from pnp.sheet.options import Options
from pnp.sheet.paper import PAPERS
from pnp.stages import stage

if TYPE_CHECKING:
    from pnp.build.examine import Examined
    from pnp.build.target import Target
    from pnp.scene.part import PartSet
    from pnp.scene.sheet import Sheet

Say = Callable[[str], None]
"""Is told what is being done."""


@dataclass(frozen=True, slots=True)
class Printed:
    """One component on its sheets, and the name of the file that has it alone."""

    parts: PartSet
    sheets: tuple[Sheet, ...]
    file: str = ""


def press(examined: Examined, target: Target, say: Say) -> Iterator[Batch]:
    """The PDFs of a game, the whole of it, each component, boards at full size, and what a machine cuts of each.

    What the paper does not hold is told as a finding; a draft goes without it.
    """
    if not {"pdf", "cut-svg", "cut-dxf"}.intersection(target.formats):
        return
    options, style = sheet_options(target, examined), sheet_style(examined.game, target.variant)
    with stage("sheets"):
        components = tuple(
            Printed(parts, impose(parts, options, style), f"{stem_of(parts, examined, target)}{target.name}.pdf")
            for parts in (drawn.parts for drawn in examined.drawn)
            if parts.parts and not misfits(parts, options)
        )
    asked = target.asked
    if examined.game.pack and not asked.only and not asked.rows:
        yield in_stage("PDF", partial(_whole, components, examined, target, options, say))
    for component in components:
        yield in_stage("PDF", partial(_files, component, examined, target, options, say))


def misfit_findings(examined: Examined, target: Target) -> tuple[Finding, ...]:
    """A finding for each part that the paper does not hold."""
    options = sheet_options(target, examined)
    return tuple(
        DOES_NOT_FIT.finding(
            Fault(span_of(drawn.parts, examined), f"'{drawn.parts.name}': {misfit.message}", misfit.hint),
            examined.game.id,
        )
        for drawn in examined.drawn
        for misfit in misfits(drawn.parts, options)
    )


def undrawn_maps(examined: Examined) -> tuple[Finding, ...]:
    """A finding for each map that was to be printed by itself and can't be drawn."""
    game = examined.game
    empty = {drawn.parts.component for drawn in examined.drawn if not drawn.parts.parts}
    maps = (each for each in game.all(GameMap) if game.pack is None and each.id in empty)
    found = ((each, missing_for_drawing(each)) for each in maps)
    return tuple(
        UNDRAWN_MAP.finding(
            Fault(
                each.span,
                f"'{each.id}' can't be drawn: {missing}",
                "write a size and a position for each place: size: 190 x 150, at: [40, 40]",
            ),
            game.id,
        )
        for each, missing in found
        if missing
    )


def span_of(parts: PartSet, examined: Examined) -> Span:
    """Where the component of the parts is written."""
    spans = {entry.id: component.span for entry, component in manifest(examined.game)}
    return spans[parts.component]


def stem_of(parts: PartSet, examined: Examined, target: Target) -> str:
    """How the names of a component's files begin."""
    rows = "".join(f"-{row}" for row in target.asked.rows)
    name = examined.name if parts.component == examined.name else f"{examined.name}-{parts.component}"
    return f"{name}-rows{rows}" if rows else name


def sheet_options(target: Target, examined: Examined) -> Options:
    """What the sheets are asked for."""
    errors, profile = examined.report.errors, target.profile
    return Options(
        paper=PAPERS[target.paper],
        layout=target.layout,
        flip=target.flip,
        margin=profile.margin,
        bleed=max(profile.bleed),
        marks=profile.marks,
        registration=profile.registration,
        stamp=f"DRAFT · {errors} {'error' if errors == 1 else 'errors'}" if target.asked.draft else "",
    )


def _whole(
    components: Sequence[Printed], examined: Examined, target: Target, options: Options, say: Say
) -> Iterator[Product]:
    from pnp.build.whole_game import whole_game

    say(f"{examined.name}: the whole game")
    pack, style = examined.game.pack, sheet_style(examined.game, target.variant)
    assert pack, "there is a game"
    rules = rules_file(options.paper, examined.language) if examined.documents and not target.asked.draft else None
    with stage("sheets"):
        sheets = whole_game(components, pack, options, style, rules)
    yield from _book(f"{examined.name}{target.name}", sheets, examined, target, options)


def _files(component: Printed, examined: Examined, target: Target, options: Options, say: Say) -> Iterator[Product]:
    parts, stem = component.parts, stem_of(component.parts, examined, target)
    say(f"{examined.name}: {parts.name}")
    yield from _book(f"{stem}{target.name}", component.sheets, examined, target, options, parts.name)
    if parts.spread and "pdf" in target.formats:
        from pnp.sheet.whole import whole

        with stage("sheets"):
            sheets = whole(parts, options, sheet_style(examined.game, target.variant))
        content = pdf_of(sheets, examined, target, f"{parts.name}, full size")
        what = told(f"{parts.name} at full size, for a print shop", target)
        yield Product(f"{stem}{target.full_size}.pdf", what, content)


def _book(
    stem: str, sheets: tuple[Sheet, ...], examined: Examined, target: Target, options: Options, component: str = ""
) -> Iterator[Product]:
    """The sheets as a PDF, and the cuts of each page, as far as these were asked for."""
    if "pdf" in target.formats:
        content = pdf_of(_for_printer(sheets, target, options), examined, target, component)
        yield Product(f"{stem}.pdf", told(component or "the whole game", target), content)
    yield from cut_files(stem, sheets, target)


def _for_printer(sheets: tuple[Sheet, ...], target: Target, options: Options) -> tuple[Sheet, ...]:
    """The sheets, against what the printer that was named does to them."""
    if target.reading is None:
        return sheets
    from pnp.sheet.correction import corrected

    return corrected(sheets, target.reading, options)
