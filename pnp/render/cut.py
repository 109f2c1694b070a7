"""Writes the lines of a sheet for cutting machines, as SVG and DXF: in millimetres, one layer for each kind of line."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from xml.etree import ElementTree as Xml

from pnp.scene.items import Command, Path, decimal, num
from pnp.scene.parts import Sheet, path_text

LAYERS = {"cut": ("#FF0000", 1), "fold": ("#0000FF", 5)}
"""The layers, with their colours in SVG and their AutoCAD colour indexes."""

HAIRLINE = 0.1
"""Width of lines in files for machines, in millimetres."""

FLATNESS = 0.01
"""Maximum distance between a curve and its straight segments, in millimetres."""

_INKSCAPE = "http://www.inkscape.org/namespaces/inkscape"
_SVG = "http://www.w3.org/2000/svg"


class ExtraMissing(Exception):
    """An optional library is not installed."""


def can_write_dxf() -> bool:
    """Whether the library for DXF is installed."""
    from importlib.util import find_spec

    return find_spec("ezdxf") is not None


def render_cut_svg(sheet: Sheet) -> bytes:
    """Return the cuts and folds as an SVG file of the sheet's size, each in a layer named for Inkscape."""
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
    """Return the cuts and folds as a DXF file with y upwards, in R2000, the oldest version with units.

    Raises ExtraMissing if the library for it is not installed.
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
    """Yield the points of each subpath with y upwards, and whether it is closed; curves are divided into short
    segments.
    """
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
    """Make the library write no times and random ids, so that files are reproducible; then restore its settings."""
    from ezdxf._options import options

    kept = options.write_fixed_meta_data_for_testing
    options.write_fixed_meta_data_for_testing = True
    try:
        yield
    finally:
        options.write_fixed_meta_data_for_testing = kept
