"""How true the sheets of a component are, measured on rasters: the same parts with a frame in place of their faces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pypdfium2
from msgspec.structs import replace

from pnp.render.pdf import render_pdf
from pnp.render.prepress import PdfInfo
from pnp.scene.items import BoundingBox, Rect, Scene, Stroke
from pnp.scene.parts import PartSet, Sheet
from pnp.sheet.imposition.impose import flip_axis
from pnp.sheet.options import Options
from tests.sheet.samples import Face, faces, moved
from tests.sheet.test_turning import fold_of, seen

DPI = 300
"""How fine the rasters of the suite are: fine enough for a tenth of a millimetre."""

INSET = (2.0, 3.0, 4.0, 5.0)
"""How far the frame of a front stands off its left, top, right and bottom: all differ, so that no turn is mistaken for
another. That of a back stands where the front's shows through."""

NEAR = 0.8
"""How far round its place a line is looked for, in millimetres."""


def framed(parts: PartSet) -> PartSet:
    """The flat parts of the component, each with a frame on its front and, behind that, on its back."""
    left, top, right, bottom = INSET
    flat = (part for part in parts.parts if not part.guides)
    return replace(
        parts,
        parts=tuple(
            replace(
                part,
                front=_frame(part.front, (left, top, right, bottom)),
                back=part.back and _frame(part.back, (right, top, left, bottom)),
                folds=(),
            )
            for part in flat
        ),
    )


def _frame(face: Scene, inset: tuple[float, float, float, float]) -> Scene:
    left, top, right, bottom = inset
    line = Rect(left, top, face.width - left - right, face.height - top - bottom, 0, None, Stroke("#000000", 0.25))
    return replace(face, items=(line,))


Frame = tuple[float, float, float, float]
"""Where the left, top, right and bottom line of a frame stand on the paper, in millimetres."""


def meant(face: Face) -> Frame:
    """Where the frame of a face should stand."""
    (rect,) = face.group.items
    assert isinstance(rect, Rect)
    box = moved(BoundingBox(rect.x, rect.y, rect.x + rect.width, rect.y + rect.height), face.group.transform)
    return box.left, box.top, box.right, box.bottom


def rasters(sheets: Sequence[Sheet], dpi: int) -> Iterator[Any]:
    """How dark each page of the sheets' PDF is, row by row."""
    for page in pypdfium2.PdfDocument(render_pdf(sheets, PdfInfo("frames"))):
        yield 255.0 - page.render(scale=dpi / 72, grayscale=True).to_numpy().squeeze()


def measured(raster: Any, frame: Frame, dpi: int) -> Frame:
    """Where the lines of a frame really stand, of which it is known where they should."""
    left, top, right, bottom = frame
    row, column = raster[round((top + bottom) / 50.8 * dpi)], raster[:, round((left + right) / 50.8 * dpi)]
    return _line(row, left, dpi), _line(column, top, dpi), _line(row, right, dpi), _line(column, bottom, dpi)


def _line(dots: Any, near: float, dpi: int) -> float:
    first, last = (round((near + by) / 25.4 * dpi) for by in (-NEAR, NEAR))
    window = dots[first:last]
    assert window.sum() > 0, f"no line near {near:.2f} mm"
    return float((window * (np.arange(len(window)) + first + 0.5)).sum() / window.sum()) / dpi * 25.4


def strays(sheets: Sequence[Sheet], parts: PartSet, options: Options, dpi: int = DPI) -> Iterator[tuple[float, float]]:
    """For each face how far a line of its frame stands off its place, and how far off that of its other side."""
    fronts: dict[str, list[Frame]] = {}
    for sheet, raster in zip(sheets, rasters(sheets, dpi), strict=True):
        fold = fold_of(sheet)
        axis, at = fold or (flip_axis(options), (sheet.width if flip_axis(options) == "vertical" else sheet.height) / 2)
        if sheet.side == "front":
            fronts[sheet.label] = []
        for face in faces(sheet, parts):
            frame = measured(raster, meant(face), dpi)
            off = _apart(frame, meant(face))
            if face.side == "front":
                fronts[sheet.label].append(frame)
                yield off, 0.0
            else:
                behind = _seen(frame, axis, at)
                yield off, min(_apart(behind, front) for front in fronts[sheet.label])


def _seen(frame: Frame, axis: str, at: float) -> Frame:
    box = seen(BoundingBox(*frame), axis, at)
    return box.left, box.top, box.right, box.bottom


def _apart(one: Frame, other: Frame) -> float:
    return max(abs(a - b) for a, b in zip(one, other, strict=True))
