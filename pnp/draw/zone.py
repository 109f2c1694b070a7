"""The zone of a face that a crooked cut leaves whole."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal, assert_never

from pnp.records import dataclass
from pnp.scene.geometry import Bounds, Point, apply, brought
from pnp.scene.items import Ellipse, Path, Rect
from pnp.scene.shapes import polygon

if TYPE_CHECKING:
    from pnp.model.template import Shape, Template
    from pnp.scene.items import Affine
    from pnp.scene.part import Outline


@dataclass(frozen=True, slots=True)
class Zone:
    """A face's shape, as large as its trim, and how far within it texts and icons are safe."""

    width: float
    height: float
    safe: float
    shape: Shape

    def beyond(self, box: Bounds, matrix: Affine) -> float:
        """How far the box, brought to the face by the transform, reaches out of the zone; 0 where it does not."""
        if self.shape == "rectangle":
            left, top, right, bottom = brought(box, matrix)
            return max(0.0, self.safe - min(left, top, self.width - right, self.height - bottom))
        corners = ((box.left, box.top), (box.right, box.top), (box.right, box.bottom), (box.left, box.bottom))
        return max(0.0, *(self._beyond(self.shape, *apply(matrix, *corner)) for corner in corners))

    def _beyond(self, shape: Literal["circle", "hexagon"], x: float, y: float) -> float:
        match shape:
            case "circle":
                rx, ry = self.width / 2, self.height / 2
                return self.safe - (1 - math.hypot((x - rx) / rx, (y - ry) / ry)) * min(rx, ry)
            case "hexagon":
                points = hexagon(self.width, self.height)
                return self.safe - min(map(_inward, points, (*points[1:], points[0]), ((x, y),) * 6))
            case _:
                assert_never(shape)


def _inward(start: Point, end: Point, point: Point) -> float:
    """How far a point lies to the right of the line from `start` to `end`: inside, where the shape turns clockwise."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    return (dx * (point[1] - start[1]) - dy * (point[0] - start[0])) / math.hypot(dx, dy)


def hexagon(width: float, height: float) -> tuple[Point, ...]:
    """The corners of a hexagon that fills the box, clockwise; it points to the sides where the box is wide, else up."""
    w, h = width, height
    if width >= height:
        return (w / 4, 0.0), (w * 3 / 4, 0.0), (w, h / 2), (w * 3 / 4, h), (w / 4, h), (0.0, h / 2)
    return (w / 2, 0.0), (w, h / 4), (w, h * 3 / 4), (w / 2, h), (0.0, h * 3 / 4), (0.0, h / 4)


def zone_of(template: Template) -> Zone:
    """The safe zone of a template's faces."""
    return Zone(template.width, template.height, template.safe, template.shape)


def outline_of(template: Template) -> Outline:
    """The line along which a template's parts are cut."""
    width, height = template.width, template.height
    match template.shape:
        case "rectangle":
            return Rect(0.0, 0.0, width, height, template.corners)
        case "circle":
            return Ellipse(width / 2, height / 2, width / 2, height / 2)
        case "hexagon":
            return Path(polygon(hexagon(width, height)))
        case _:
            assert_never(template.shape)


def reach_of(template: Template) -> Ellipse | Path | None:
    """What a face that is no rectangle prints: its shape with the bleed round it; None for a rectangle."""
    width, height, bleed = template.width, template.height, template.bleed
    match template.shape:
        case "rectangle":
            return None
        case "circle":
            return Ellipse(width / 2, height / 2, width / 2 + bleed, height / 2 + bleed)
        case "hexagon":
            more = bleed * 2 / math.sqrt(3)  # the slanted sides move out by no less than the bleed
            corners = hexagon(width + 2 * more, height + 2 * more)
            return Path(polygon(tuple((x - more, y - more) for x, y in corners)))
        case _:
            assert_never(template.shape)
