"""Gang sheets: small components of one paper imposed together, so that a game takes fewer sheets."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from pnp.scene.part import PartSet
from pnp.scene.sheet import Anchor, Sheet
from pnp.sheet.binding import bound
from pnp.sheet.compose import Job
from pnp.sheet.impose import impose, runs_of
from pnp.sheet.misfit import sorted_out
from pnp.sheet.style import HOUSE, SheetStyle

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pnp.sheet.options import Options


def impose_together(
    name: str, sets: Sequence[PartSet], options: Options, style: SheetStyle = HOUSE
) -> tuple[Sheet, ...]:
    """Every copy of every part of the sets once, on as few sheets called `name` as were found.

    Each component opens a chapter where its first part lies. What is larger than the paper stays on sheets of its own;
    raises DoesNotFit where it can't be split.
    """
    machine = options.by_machine
    sizes = [(each, *sorted_out(each.parts, machine)) for each in sets]
    small = tuple(replace(each, parts=fitting) for each, fitting, _ in sizes if fitting)
    alone = [impose(replace(each, parts=large), options, style) for each, _, large in sizes]
    title = name[:1].upper() + name[1:]
    together = PartSet(name, title, tuple(chain.from_iterable(each.parts for each in small)), pack=sets[0].pack)
    runs = [*runs_of(Job(together, machine, style, small)), *(run for run in alone if run)]
    return _with_chapters(bound(runs, options, style), sets)


def _with_chapters(sheets: Sequence[Sheet], sets: Sequence[PartSet]) -> tuple[Sheet, ...]:
    """The sheets, with each component's name in the reader's outline at the first that holds a part of it."""
    waiting = {each.component: each.name for each in sets}
    opened = []
    for sheet in sheets:
        anchors = tuple(
            Anchor(f"sheet-{component}", 0.0, waiting.pop(component))
            for component in sheet.components
            if component in waiting
        )
        opened.append(replace(sheet, bookmark=None, anchors=anchors))
    return tuple(opened)
