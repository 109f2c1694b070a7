"""Writes the lines of a sheet for cutting machines: as SVG and DXF, and on separate plates of a PDF."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from math import dist
from typing import Any
from xml.etree import ElementTree as Xml

from pnp.model.profile import CutLayers, SpotLine
from pnp.render.inks import path_operators
from pnp.render.prepress import Layers
from pnp.render.transparency import add_form, document_of
from pnp.scene.items import Command, Path
from pnp.scene.parts import Sheet
from pnp.scene.paths import path_text
from pnp.units import decimal, num, rounded

COLOURS = {"cut": ("#FF0000", 1), "crease": ("#0000FF", 5), "perforation": ("#008000", 3)}
"""The colours of the kinds of lines in SVG, and their AutoCAD colour indexes."""

DASH, BRIDGE = 2.0, 1.0
"""The lengths of the cuts of a perforation, and of the paper between them, in millimetres."""

HAIRLINE = 0.1
"""Width of lines in files for machines, in millimetres."""

FLATNESS = 0.01
"""Maximum distance between a curve and its straight segments, in millimetres."""

LAYERS = CutLayers()
"""The default names of the layers."""

_INKSCAPE = "http://www.inkscape.org/namespaces/inkscape"
_SVG = "http://www.w3.org/2000/svg"


class ExtraMissing(Exception):
    """An optional library is not installed."""


def can_write_dxf() -> bool:
    """Whether the library for DXF is installed."""
    from importlib.util import find_spec

    return find_spec("ezdxf") is not None


def render_cut_svg(sheet: Sheet, layers: CutLayers = LAYERS) -> bytes:
    """Return the cuts and folds as an SVG file of the sheet's size, each in a layer named for Inkscape."""
    width, height = decimal(sheet.width), decimal(sheet.height)
    attributes = {"xmlns": _SVG, "xmlns:inkscape": _INKSCAPE, "version": "1.1", "fill": "none"}
    size = {"width": f"{width}mm", "height": f"{height}mm", "viewBox": f"0 0 {width} {height}"}
    root = Xml.Element("svg", attributes | size)
    Xml.SubElement(root, "title").text = sheet.label
    for kind, name, paths in _lines(sheet, layers):
        named = {"id": kind, "inkscape:groupmode": "layer", "inkscape:label": name}
        look = {"stroke": COLOURS[kind][0], "stroke-width": f"{HAIRLINE:g}"}
        group = Xml.SubElement(root, "g", named | look)
        for path in paths:
            Xml.SubElement(group, "path", {"d": path_text(path.commands)})
    Xml.indent(root)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{Xml.tostring(root, "unicode")}\n'.encode()


def render_cut_dxf(sheet: Sheet, layers: CutLayers = LAYERS) -> bytes:
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
        for kind, name, paths in _lines(sheet, layers):
            layer = name.upper() if name == kind else name
            if layer not in drawing.layers:
                drawing.layers.add(layer, color=COLOURS[kind][1])
            for path in paths:
                for points, closed in _polylines(path.commands, sheet.height):
                    drawing.modelspace().add_lwpolyline(points, close=closed, dxfattribs={"layer": layer})
        text = io.StringIO()
        drawing.write(text)
    return text.getvalue().encode("utf-8")


def _lines(sheet: Sheet, layers: CutLayers) -> Iterator[tuple[str, str, tuple[Path, ...]]]:
    """Yield each kind of line with the name of its layer and its paths."""
    yield "cut", layers.cut, sheet.cuts
    if sheet.folds and layers.perforated:
        dashes = (_perforated(fold.commands) for fold in sheet.folds)
        yield "perforation", layers.perforation, tuple(Path(cuts) for cuts in dashes if cuts)
    elif sheet.folds:
        yield "crease", layers.crease, sheet.folds


def _perforated(commands: tuple[Command, ...]) -> tuple[Command, ...]:
    """Return a line of straight segments as short cuts; each segment begins and ends with paper that holds."""
    points = [(step[0], num(step[1]), num(step[2])) for step in commands if len(step) == 3]
    cuts: list[Command] = []
    for (_, x1, y1), (kind, x2, y2) in pairwise(points):
        length = dist((x1, y1), (x2, y2))
        count = int((length - BRIDGE) / (DASH + BRIDGE)) if kind == "L" else 0
        rest = (length - count * (DASH + BRIDGE) + BRIDGE) / 2
        for number in range(count):
            start = (rest + number * (DASH + BRIDGE)) / length
            end = start + DASH / length
            cuts.append(("M", rounded(x1 + (x2 - x1) * start), rounded(y1 + (y2 - y1) * start)))
            cuts.append(("L", rounded(x1 + (x2 - x1) * end), rounded(y1 + (y2 - y1) * end)))
    return tuple(cuts)


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


# Lines on separate plates of a PDF: a spot colour that overprints, in an optional layer of the file.

OVERPRINT = "<< /Type /ExtGState /OP true /op true /OPM 1 >>"
"""The graphics state in which lines do not knock out what is below them (ISO 32000-1, 8.6.7)."""


class Plates:
    """Writes the lines of sheets in their spot colours, each kind on one layer of the document.

    Kinds of lines without a spot colour are not written.
    """

    def __init__(
        self, canvas: Any, spots: Sequence[tuple[str, SpotLine]], cuts: CutLayers = LAYERS, layers: Layers | None = None
    ) -> None:
        self._canvas, self._spots, self._cuts, self._layers = canvas, dict(spots), cuts, layers or Layers(canvas)
        self._count = 0

    def write(self, sheet: Sheet) -> None:
        """Write the lines of a sheet on the open page, whose coordinates are millimetres with y downwards."""
        for kind, _, paths in _lines(sheet, self._cuts):
            spot = self._spots.get(kind)
            if spot is None or not paths:
                continue
            self._count += 1
            name, outlines = f"plate{self._count}", " ".join(f"{path_operators(path)} S" for path in paths)
            look = f"/S gs /P CS 1 SCN {decimal(spot.width, 6)} w 0 J 1 j [] 0 d"
            add_form(
                document_of(self._canvas),
                name,
                (0.0, 0.0, sheet.width, sheet.height),
                f"{look} {outlines}",
                states={"S": OVERPRINT},
                colours={"P": _separation(spot)},
                layer=self._layers.group(spot.layer),
            )
            self._canvas.doForm(name)


def _separation(spot: SpotLine) -> str:
    """Return the colour space of a plate, which is shown in its alternate colour where the plate is not known."""
    name = spot.spot.replace(" ", "#20")
    inks = " ".join(map(decimal, spot.alternate))
    tint = f"<< /FunctionType 2 /Domain [0 1] /C0 [0 0 0 0] /C1 [{inks}] /N 1 >>"
    return f"[/Separation /{name} /DeviceCMYK {tint}]"
