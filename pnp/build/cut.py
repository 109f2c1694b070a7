"""What a cutting machine is told of each page of a PDF."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.build.write import Product

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pnp.build.target import Target
    from pnp.scene.sheet import Sheet


def cut_files(stem: str, sheets: Sequence[Sheet], target: Target) -> Iterator[Product]:
    """A file for each page with something to cut, named for the PDF and the page, in each form that was asked for."""
    forms = [form for form in ("svg", "dxf") if f"cut-{form}" in target.formats]
    for page, sheet in enumerate(sheets, 1):
        if sheet.cuts:
            for form in forms:
                content = _svg(sheet) if form == "svg" else _dxf(sheet)
                yield Product(f"cut/{stem}-page-{page}.{form}", "cuts of a page", content)


def _svg(sheet: Sheet) -> bytes:
    from pnp.render.cut import render_cut_svg

    return render_cut_svg(sheet)


def _dxf(sheet: Sheet) -> bytes:
    from pnp.render.cut import render_cut_dxf

    return render_cut_dxf(sheet)
