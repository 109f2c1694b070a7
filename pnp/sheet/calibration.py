"""The calibration sheet, and the correction of sheets by the measured offset."""

import math
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from pnp.model.translation import SheetWords, filled
from pnp.scene.items import IDENTITY, Affine, Group, Item, Stroke, compose, rotate, scale, translate
from pnp.scene.parts import Box, Sheet, Side
from pnp.scene.typesetting.typeset import typeset
from pnp.sheet.flow import Slab, heading, paragraph, steps
from pnp.sheet.frame import frames
from pnp.sheet.imposition.impose import flip_axis
from pnp.sheet.instructions import ruler_slab
from pnp.sheet.margins import HOUSE, Line, SheetStyle, furniture, lines_path
from pnp.sheet.options import Options

# The calibration sheet: scales on the front and crosses on the back, read against a light.

TITLE = "Calibration"

EDGE = 13.0
"""The distance from the edges of the paper to the text, in millimetres, as all lengths below."""

INSET = 30.0
"""The distance from the sides of the paper to the outer crosses."""

ARM = 12.0
"""The length of each arm of a cross on the back."""

SCALE = 5
"""The length of a scale in each direction from its zero."""

OFF = 7.0
"""The distance from the middle of a cross to its scale."""

WIDE = 180.0
"""The minimum text width with room for an enlarged example next to the ruler."""

ENLARGED = 2.0

EXAMPLE = (0.6, -1.3)
"""The offset of the cross in the example."""

FINE = 0.1
"""The line width of scales and crosses."""


SAVED = "pnp calibrate --printer NAME --x 0.6 --y -0.3 --angle 0.1 --scale 99.7"
USED = "pnp build --layout duplex --printer NAME"


def calibration(options: Options, printer: str = "", style: SheetStyle = HOUSE) -> tuple[Sheet, ...]:
    """Return the front and the back of the calibration sheet.

    With a printer's name, the sheet says that it is corrected.
    """
    words = style.words
    name = filled(words.calibrated_for, printer=printer) if printer else words.calibration
    return (
        _sheet(tuple(_front(options, printer, style)), "front", name, options, style),
        _sheet(tuple(_back(options, style)), "back", name, options, style),
    )


def _sheet(items: tuple[Item, ...], side: Side, name: str, options: Options, style: SheetStyle) -> Sheet:
    paper, strip = options.paper, next(frames(options)).strip
    page = Box(0.0, 0.0, paper.width, paper.height)
    foot = furniture(strip, name, style.words.front if side == "front" else style.words.back, style)
    return Sheet(paper.width, paper.height, (*items, foot), page, page, label=f"{TITLE} {side}", side=side)


def crosses(options: Options) -> tuple[tuple[float, float], ...]:
    """Return the centres of the crosses: left, middle and right, at half the height of the paper."""
    width, middle = options.paper.width, options.paper.height / 2
    return (INSET, middle), (width / 2, middle), (width - INSET, middle)


def _front(options: Options, printer: str, style: SheetStyle) -> Iterator[Item]:
    """Yield the instructions at the top, the scales in the middle and the ruler at the bottom."""
    width = options.paper.width - 2 * EDGE
    yield from _stacked(
        (heading(style.words.calibration, style), *steps(_says(options, printer, style.words), style, width)),
        EDGE,
        EDGE,
    )
    for x, y in crosses(options):
        yield Group(tuple(_scales(style)), translate(x, y))
    length = 100 if width >= 100 else 50
    line = filled(style.words.calibrate_line, length=length)
    below = (*paragraph(line, style.bodies, width), ruler_slab(length, style))
    yield from _stacked(below, EDGE, options.paper.height - 45.0)
    if width >= WIDE and not printer:
        x, y = EDGE + width - 3 * ARM, options.paper.height - 60.0
        yield Group(tuple(_example(style)), (ENLARGED, 0.0, 0.0, ENLARGED, x, y))


def _back(options: Options, style: SheetStyle) -> Iterator[Item]:
    for x, y in crosses(options):
        yield _cross(x, y, style)
    words = typeset(style.words.calibrate_back, style.bodies)
    yield words.at((options.paper.width - words.width) / 2, options.paper.height / 2 - 40)


def _says(options: Options, printer: str, words: SheetWords) -> tuple[str, ...]:
    """Return the instructions, one text for each step."""
    left, _, right = crosses(options)
    how = filled(words.calibrate_long if options.flip == "long" else words.calibrate_short, paper=options.paper.title)
    if printer:
        return how, words.calibrate_hold, words.calibrate_check, words.calibrate_again
    angle = filled(words.calibrate_angle, degrees=f"{math.degrees(1 / (right[0] - left[0])):.2f}")
    save, use = filled(words.calibrate_save, command=SAVED), filled(words.calibrate_use, command=USED)
    return how, words.calibrate_hold, words.calibrate_read, angle, words.calibrate_scale, save, use


def _scales(style: SheetStyle) -> Iterator[Item]:
    """Yield the x scale below (0, 0) and the y scale to its right."""
    ticks: list[Line] = []
    for half in range(-2 * SCALE, 2 * SCALE + 1):
        at, long = half / 2, 3.0 if half % 10 == 0 else 2.2 if half % 2 == 0 else 1.2
        ticks += [(at, OFF, at, OFF + long), (OFF, at, OFF + long, at)]
    yield lines_path(ticks, Stroke(style.ink, FINE))
    for number, said in ((-SCALE, f"−{SCALE}"), (0, "0"), (SCALE, f"+{SCALE}")):
        block = typeset(said, style.notes)
        yield block.at(number - block.width / 2, OFF + 3.2)
        yield block.at(OFF + 3.5, number - block.cap_top - block.cap_height / 2)
    for word, x, y in (("x", 0.0, OFF + 7.4), ("y", OFF + 8.2, 0.0)):
        block = typeset(word, replace(style.notes, weight=700))
        yield block.at(x - block.width / 2, y - block.cap_top - block.cap_height / 2)


def _cross(x: float, y: float, style: SheetStyle, colour: str | None = None) -> Item:
    return lines_path([(x - ARM, y, x + ARM, y), (x, y - ARM, x, y + ARM)], Stroke(colour or style.ink, FINE))


def _example(style: SheetStyle) -> Iterator[Item]:
    """Yield scales with a cross as it shines through, and the values to read there."""
    yield from _scales(style)
    x, y = EXAMPLE
    yield _cross(x, y, style, style.alarm)
    values = f"x {x:+g}, y {y:+g}".replace("-", "−")
    words = typeset(filled(style.words.calibrate_example, values=values), style.notes)
    yield words.at(-words.width / 2, ARM + 5.5)


def _stacked(slabs: Iterable[Slab], x: float, y: float) -> Iterator[Item]:
    """Yield the slabs, one below the other."""
    for slab in slabs:
        yield Group(slab.items, translate(x, y + slab.gap))
        y += slab.gap + slab.height


class Reading(Struct, frozen=True):
    """A printer's measured error: the position of the back as seen through the front.

    `x` is the millimetres too far to the right, `y` too far down, and `angle` the degrees turned clockwise. `scale` is
    the printed length of a line of 100 mm.
    """

    x: float = 0.0
    y: float = 0.0
    angle: float = 0.0
    scale: float = 100.0


# Correction: sheets are moved, turned and scaled to cancel the printer's error.


def corrected(sheets: Sequence[Sheet], reading: Reading, options: Options) -> tuple[Sheet, ...]:
    """Return the sheets transformed to cancel the printer's error.

    They print at true size, and in duplex each back is aligned with its front.
    """
    return tuple(_moved(sheet, _undoing(sheet, reading, options)) for sheet in sheets)


def _moved(sheet: Sheet, transform: Affine) -> Sheet:
    if transform == IDENTITY or not sheet.items:
        return sheet
    middle = sheet.width / 2, sheet.height / 2
    about = compose(translate(*middle), compose(transform, translate(-middle[0], -middle[1])))
    return replace(sheet, items=(Group(sheet.items, about),))


def _undoing(sheet: Sheet, reading: Reading, options: Options) -> Affine:
    """Return the transform that cancels the printer's error, about the middle of the sheet."""
    size = scale(100 / reading.scale)
    if options.layout != "duplex" or sheet.side == "front":
        return size
    # The reading is of the back as seen through the front. On the side of the back itself, it is mirrored.
    across, down = (-1.0, 1.0) if flip_axis(options) == "vertical" else (1.0, -1.0)
    place = compose(rotate(reading.angle), translate(-across * reading.x, -down * reading.y))
    return compose(size, place)
