"""How to print: the steps that follow from the options, and a ruler to check the scale with."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from pnp.scene.items import Item, Rect
from pnp.scene.typeset import typeset
from pnp.sheet.contents import ranges
from pnp.sheet.flow import Slab
from pnp.sheet.furniture import ruler
from pnp.sheet.prose import paragraph

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pnp.sheet.chapter import Chapter
    from pnp.sheet.options import Options
    from pnp.sheet.style import SheetStyle

RULER_HEIGHT = 5.0
GUTTER = 8.0
WORDS = 50.0
"""The least width at which words stand beside the ruler and not below it."""

MEASURE = (
    "Print this page first and lay a ruler on it: the line is {length}\u00a0mm long. If it measures {short:g}, the "
    "printer has shrunk the page: turn off “fit to page”, or set the scale to 103\u00a0%, which is {length} divided "
    "by {short:g}."
)


def printing_steps(chapters: Sequence[Chapter], options: Options) -> tuple[str, ...]:
    """What to tell the printer, step by step."""
    return (
        f"Print on {options.paper.title} at 100\u00a0% (“actual size”), with “fit to page” turned off.",
        _sides(options),
        *_stocks(chapters),
    )


def _sides(options: Options) -> str:
    """What the layout asks of the printer and of the reader."""
    match options.layout:
        case "single":
            return (
                "Print on one side. Backs follow their fronts on pages of their own: glue the sheets back to back, on "
                "paper of half the weight."
            )
        case "duplex":
            return (
                f"Print on both sides, flipped on the {options.flip} edge. Every component begins on a new sheet of "
                "paper; blank pages belong there."
            )
        case "gutterfold":
            return (
                "Print on one side. Fold each sheet of fronts and backs on its dashed line, glue it, then cut. Paper "
                "of half the weight does for these."
            )
        case _:
            assert_never(options.layout)


def _stocks(chapters: Sequence[Chapter]) -> Iterator[str]:
    """Which pages go on which paper, as one step where any chapter asks for one."""
    stocks: dict[str, list[int]] = {}
    for chapter in chapters:
        if chapter.stock and chapter.pages:
            stocks.setdefault(chapter.stock, []).extend(chapter.pages)
    if stocks:
        yield "Paper: " + "; ".join(f"{stock} for {_pages(pages)}" for stock, pages in stocks.items()) + "."


def _pages(pages: Sequence[int]) -> str:
    return f"page{'s' if len(pages) > 1 else ''} {ranges(pages)}"


def measure(style: SheetStyle, width: float) -> Iterator[Slab]:
    """A ruler of 100 mm, or of 50 on small paper, and what to do when it measures less."""
    length = 100 if width >= 100 else 50
    words = MEASURE.format(length=length, short=length * 0.97)
    line = ruler_slab(length, style)
    beside = width - length - GUTTER
    if beside >= WORDS:
        block = typeset(words, style.bodies, beside)
        yield Slab((*line.items, block.at(length + GUTTER, 0.0)), max(line.height, block.height))
    else:
        yield line
        yield from paragraph(words, style.bodies, width, gap=2.0)


def ruler_slab(length: int, style: SheetStyle) -> Slab:
    """A ruler of that many millimetres with its numbers, over a bar."""
    items: list[Item] = [Rect(0.0, RULER_HEIGHT, length, 1.2, fill=style.accent)]
    items.append(ruler(length, RULER_HEIGHT, style))
    top = RULER_HEIGHT + 1.6
    for mm in range(0, length + 1, 10):
        number = typeset(str(mm), style.notes)
        items.append(number.at(min(max(mm - number.width / 2, 0.0), length - number.width), top))
    return Slab(tuple(items), top + typeset("0", style.notes).height, keeps=True)
