"""Printing one game: its parts put on sheets, and the sheets rendered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from pnp.build.names import file_names
from pnp.build.whole_game import Printed, pdf_info, whole_game
from pnp.build.write import Product
from pnp.checks.sheet import DOES_NOT_FIT
from pnp.diagnostics import Fault, Finding, Span
from pnp.draw.component import manifest
from pnp.render.pdf import render_pdf
from pnp.sheet.impose import impose
from pnp.sheet.misfit import misfits
from pnp.sheet.options import Options
from pnp.sheet.paper import PAPERS
from pnp.sheet.whole import whole

if TYPE_CHECKING:
    from pnp.build.examine import Examined
    from pnp.build.options import BuildOptions
    from pnp.scene.items import Scene
    from pnp.scene.part import PartSet

Say = Callable[[str], None]
"""Is told what is being done."""


def press(examined: Examined, options: BuildOptions, say: Say) -> Iterator[Product]:
    """The files of a game: the whole game, each component, boards at full size, and every face; made one at a time."""
    sheets = sheet_options(options, examined)
    components = tuple(
        Printed(drawn.parts, impose(drawn.parts, sheets)) for drawn in examined.drawn if drawn.parts.parts
    )
    name = examined.name
    if "pdf" in options.formats:
        if examined.game.pack and not options.only and not options.rows:
            say(f"{name}: the whole game")
            yield Product(
                f"{name}{options.name}.pdf",
                "the whole game",
                whole_game(components, examined, examined.game.pack, sheets),
            )
        for component in components:
            yield from _files(component, examined, options, sheets, say)
    yield from _faces(components, options, say)


def misfit_findings(examined: Examined, options: BuildOptions) -> tuple[Finding, ...]:
    """A finding for each part that the paper does not hold."""
    sheets = sheet_options(options, examined)
    return tuple(
        DOES_NOT_FIT.finding(
            Fault(_span(drawn.parts, examined), f"'{drawn.parts.name}': {misfit.message}", misfit.hint),
            examined.game.id,
        )
        for drawn in examined.drawn
        for misfit in misfits(drawn.parts, sheets)
    )


def _span(parts: PartSet, examined: Examined) -> Span:
    spans = {entry.id: component.span for entry, component in manifest(examined.game)}
    return spans[parts.component]


def sheet_options(options: BuildOptions, examined: Examined) -> Options:
    """What the sheets are asked for."""
    errors = examined.report.errors
    stamp = f"DRAFT · {errors} {'error' if errors == 1 else 'errors'}" if options.draft else ""
    return Options(paper=PAPERS[options.paper], layout=options.layout, flip=options.flip, stamp=stamp)


def _files(
    component: Printed, examined: Examined, options: BuildOptions, sheets: Options, say: Say
) -> Iterator[Product]:
    parts = component.parts
    rows = "".join(f"-{row}" for row in options.rows)
    name = examined.name if parts.component == examined.name else f"{examined.name}-{parts.component}"
    stem = f"{name}-rows{rows}" if rows else name
    say(f"{examined.name}: {parts.name}")
    yield Product(f"{stem}{options.name}.pdf", parts.name, render_pdf(component.sheets, pdf_info(examined, parts.name)))
    if parts.spread:
        large = replace(options, paper="full-size", layout="single")
        content = render_pdf(whole(parts, sheets), pdf_info(examined, f"{parts.name}, full size"))
        yield Product(f"{stem}{large.name}.pdf", f"{parts.name} at full size, for a print shop", content)


def _faces(components: tuple[Printed, ...], options: BuildOptions, say: Say) -> Iterator[Product]:
    """Every face as a picture of its own."""
    for component in components:
        parts = component.parts
        names = file_names(part.name for part in parts.parts)
        faces = [
            (f"{parts.component}/{name}-{side}", scene)
            for name, part in zip(names, parts.parts, strict=True)
            for side, scene in (("front", part.front), ("back", part.back))
            if scene
        ]
        for form in ("svg", "png"):
            if form in options.formats and faces:
                say(f"{parts.name}: {form.upper()}")
                yield from _svgs(faces) if form == "svg" else _pngs(faces, options.dpi)


def _svgs(faces: list[tuple[str, Scene]]) -> Iterator[Product]:
    from pnp.render.svg import render_svg

    return (Product(f"svg/{name}.svg", "face", render_svg(scene)) for name, scene in faces)


def _pngs(faces: list[tuple[str, Scene]], dpi: int) -> Iterator[Product]:
    from pnp.render.png import render_pngs

    pictures = render_pngs([scene for _, scene in faces], dpi)
    return (Product(f"png/{name}.png", "face", picture) for (name, _), picture in zip(faces, pictures, strict=True))
