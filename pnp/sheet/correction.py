"""Correction: sheets moved, turned and scaled against what a printer does to them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pnp.scene.geometry import compose, rotate, scale, translate
from pnp.scene.items import IDENTITY, Affine, Group
from pnp.sheet.impose import flip_axis

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pnp.printers import Reading
    from pnp.scene.sheet import Sheet
    from pnp.sheet.options import Options


def corrected(sheets: Sequence[Sheet], reading: Reading, options: Options) -> tuple[Sheet, ...]:
    """The sheets as that printer has to be given them: all at true size, and in duplex each back behind its front."""
    return tuple(_moved(sheet, _undoing(sheet, reading, options)) for sheet in sheets)


def _moved(sheet: Sheet, transform: Affine) -> Sheet:
    if transform == IDENTITY or not sheet.items:
        return sheet
    middle = sheet.width / 2, sheet.height / 2
    about = compose(translate(*middle), compose(transform, translate(-middle[0], -middle[1])))
    return replace(sheet, items=(Group(sheet.items, about),))


def _undoing(sheet: Sheet, reading: Reading, options: Options) -> Affine:
    """What undoes the printer's doing, about the middle of the sheet."""
    size = scale(100 / reading.scale)
    if options.layout != "duplex" or sheet.side == "front":
        return size
    # the reading is of the back as one sees it through the front: on its own side it is that in a mirror
    across, down = (-1.0, 1.0) if flip_axis(options) == "vertical" else (1.0, -1.0)
    place = compose(rotate(reading.angle), translate(-across * reading.x, -down * reading.y))
    return compose(size, place)
