"""The lines of a sheet that a cutting machine follows, as SVG and as DXF: millimetres, one layer a kind of line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from xml.etree import ElementTree as Xml

from pnp.scene.items import Command, Path, decimal, num
from pnp.scene.parts import Sheet, path_text

LAYERS = {"cut": ("#FF0000", 1), "fold": ("#0000FF", 5)}
"""The layers with their colours in SVG and by the index of AutoCAD."""

HAIRLINE = 0.1
"""How wide lines are drawn that only a machine reads, in millimetres."""

FLATNESS = 0.01
"""By how much a straight piece of a curve may miss it, in millimetres."""

_INKSCAPE = "http://www.inkscape.org/namespaces/inkscape"
_SVG = "http://www.w3.org/2000/svg"


class ExtraMissing(Exception):
    """A library that is installed only when it is asked for."""


def can_write_dxf() -> bool:
    """Whether the library for DXF is installed."""
    from importlib.util import find_spec

    return find_spec("ezdxf") is not None


def render_cut_svg(sheet: Sheet) -> bytes:
    """The cuts and folds as an SVG file as large as the sheet, each in a layer that editors know by name."""
    width, height = decimal(sheet.width), decimal(sheet.height)
    attributes = {"xmlns": _SVG, "xmlns:inkscape": _INKSCAPE, "version": "1.1", "fill": "none"}
    size = {"width": f"{width}mm", "height": f"{height}mm", "viewBox": f"0 0 {width} {height}"}
    root = Xml.Element("svg", attributes | size)
    Xml.SubElement(root, "title").text = sheet.label
    for layer, paths in _layers(sheet):
        named = {"id": layer, "inkscape:groupmode": "layer", "inkscape:label": layer}
        look = {"stroke": LAYERS[layer][0], "stroke-width": f"{HAIRLINE:g}"}
        group = Xml.SubElement(root, "g", named | look)
        for path in paths:
            Xml.SubElement(group, "path", {"d": path_text(path.commands)})
    Xml.indent(root)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{Xml.tostring(root, "unicode")}\n'.encode()


def render_cut_dxf(sheet: Sheet) -> bytes:
    """The cuts and folds as a DXF file of the oldest version that knows millimetres (R2000), with y upwards.

    Raises ExtraMissing where the library for it is not installed.
    """
    if not can_write_dxf():
        raise ExtraMissing("ezdxf")
    import io

    from ezdxf import units
    from ezdxf.filemanagement import new

    with _fixed():
        drawing = new("R2000", units=units.MM)
        for layer, paths in _layers(sheet):
            drawing.layers.add(layer.upper(), color=LAYERS[layer][1])
            for path in paths:
                for points, closed in _polylines(path.commands, sheet.height):
                    drawing.modelspace().add_lwpolyline(points, close=closed, dxfattribs={"layer": layer.upper()})
        text = io.StringIO()
        drawing.write(text)
    return text.getvalue().encode("utf-8")


def _layers(sheet: Sheet) -> Iterator[tuple[str, tuple[Path, ...]]]:
    yield "cut", sheet.cuts
    if sheet.folds:
        yield "fold", sheet.folds


def _polylines(commands: tuple[Command, ...], height: float) -> Iterator[tuple[list[tuple[float, float]], bool]]:
    """The points of each subpath with y upwards, and whether it is closed; curves as short straight pieces."""
    from ezdxf.path import Path as Outline

    outline, closed = Outline(), False
    for step in commands:
        match step:
            case ("M", x, y):
                if len(outline):
                    yield _flat(outline), closed
                outline, closed = Outline((num(x), height - num(y))), False
            case ("L", x, y):
                outline.line_to((num(x), height - num(y)))
            case ("C", x1, y1, x2, y2, x, y):
                first, second = (num(x1), height - num(y1)), (num(x2), height - num(y2))
                outline.curve4_to((num(x), height - num(y)), first, second)
            case _:
                closed = True
    if len(outline):
        yield _flat(outline), closed


def _flat(outline: Any) -> list[tuple[float, float]]:
    points = [(round(point.x, 4), round(point.y, 4)) for point in outline.flattening(FLATNESS)]
    return points[:-1] if points[0] == points[-1] else points


@contextmanager
def _fixed() -> Iterator[None]:
    """No time and no random identity in what is written; the library's settings are as they were afterwards."""
    from ezdxf._options import options

    kept = options.write_fixed_meta_data_for_testing
    options.write_fixed_meta_data_for_testing = True
    try:
        yield
    finally:
        options.write_fixed_meta_data_for_testing = kept
