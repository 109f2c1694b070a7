"""The header of the first sheet: the game's title, whose it is and what it is, on a band of colour."""

from __future__ import annotations

from dataclasses import replace
from itertools import accumulate
from typing import TYPE_CHECKING

from pnp.scene.items import Group, Item, Rect
from pnp.scene.typeset import Block, fit, typeset
from pnp.sheet.flow import Slab
from pnp.sheet.frame import STRIP
from pnp.sheet.furniture import stamp
from pnp.units import total

if TYPE_CHECKING:
    from pnp.sheet.chapter import FirstSheetInfo
    from pnp.sheet.options import Options
    from pnp.sheet.style import SheetStyle

PADDING = 6.0
GAP = 2.0
LEAST_TITLE = 12.0
MOST_TITLE_LINES = 3
STAMP = 2.0
"""How many times larger than in the margin a stamp stands here."""


def header(info: FirstSheetInfo, options: Options, style: SheetStyle) -> Slab:
    """The band, as wide as the paper's margins leave and as high as its words need."""
    width = options.paper.width - 2 * options.margin
    facts = typeset("\n".join(info.facts), replace(style.headings, size=style.heading - 1), align="right")
    room = width - 2 * PADDING
    beside = room - (facts.width + 2 * PADDING if info.facts else 0.0)
    words = [_title(info.title, beside, style)]
    if info.byline:
        words.append(typeset(info.byline, replace(style.bodies, weight=700), beside))
    if info.summary:
        words.append(typeset(info.summary, style.bodies, min(room, 130.0)))
    height = 2 * PADDING + total(block.height for block in words) + GAP * (len(words) - 1)
    items: list[Item] = [
        Rect(0.0, 0.0, width, height, fill=style.band),
        Rect(0.0, height, width, 1.2, fill=style.ink),
    ]
    tops = accumulate((block.height + GAP for block in words), initial=PADDING)
    read = [block.at(PADDING, y) for block, y in zip(words, tops, strict=False)]
    beside_title = facts.at(width - PADDING - facts.width, PADDING + words[0].cap_top - facts.cap_top)
    read.insert(len(words) - bool(info.summary), beside_title)  # where they are read: right of what stands above this
    items += read
    if options.stamp:
        label = stamp(options.stamp, style)
        at = (STAMP, 0.0, 0.0, STAMP, width - PADDING - STAMP * label.width, height - PADDING - STAMP * STRIP)
        items.append(Group(label.items, at))
    return Slab(tuple(items), height + 1.2)


def _title(title: str, width: float, style: SheetStyle) -> Block:
    return fit(title, style.titles, width, MOST_TITLE_LINES * style.titles.line, LEAST_TITLE)
