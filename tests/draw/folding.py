"""Nets folded in space: faces turned about the edges that they share, away from the one who looks at the print."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

Flat = tuple[tuple[float, float], ...]
"""A face on paper: corners in millimetres, y down."""

Solid = list[Any]
"""The corners of each face in space, as arrays of three."""


def folded(faces: Sequence[Flat], degrees: float) -> Solid:
    """The faces in space; the first stays on the paper, each other is turned by so much against the one it hangs on."""
    flat = [[np.array([x, -y, 0.0]) for x, y in face] for face in faces]
    solid: dict[int, Any] = {0: [np.array(point) for point in flat[0]]}
    turns: dict[int, Any] = {0: (np.eye(3), np.zeros(3))}
    waiting = [0]
    while waiting:
        at = waiting.pop(0)
        for other in range(len(flat)):
            hinge = None if other in solid else _shared(flat[at], flat[other])
            if hinge is None:
                continue
            turn = _about(*hinge, flat[other], np.radians(degrees))
            turns[other] = (turns[at][0] @ turn[0], turns[at][0] @ turn[1] + turns[at][1])
            solid[other] = [turns[other][0] @ point + turns[other][1] for point in flat[other]]
            waiting.append(other)
    assert len(solid) == len(flat), "every face hangs on another"
    return [solid[face] for face in range(len(flat))]


def corners(solid: Solid) -> list[Any]:
    """The corners of the solid, those that come to lie on each other once."""
    distinct: list[Any] = []
    for point in (point for face in solid for point in face):
        if not any(np.allclose(point, other, atol=1e-6) for other in distinct):
            distinct.append(point)
    return distinct


def outward(face: Sequence[Any]) -> Any:
    """The direction in which the print of a face looks."""
    normal = np.cross(face[1] - face[0], face[2] - face[1])
    return -normal / np.linalg.norm(normal)  # the corners run clockwise on paper


def sides(solid: Solid) -> Iterator[tuple[int, Any, Any]]:
    """Each side of each face: the face, and both ends."""
    for number, face in enumerate(solid):
        for start, end in zip(face, (*face[1:], face[0]), strict=True):
            yield number, start, end


def _shared(first: Sequence[Any], second: Sequence[Any]) -> tuple[Any, Any] | None:
    common = [point for point in first if any(np.allclose(point, other) for other in second)]
    return (common[0], common[1]) if len(common) == 2 else None


def _about(start: Any, end: Any, face: Sequence[Any], angle: float) -> tuple[Any, Any]:
    """The turn about a hinge that takes the face away from the viewer."""
    axis = (end - start) / np.linalg.norm(end - start)
    middle = sum(face) / len(face)
    turn = _rotation(axis, angle)
    if (turn @ (middle - start) + start)[2] > 0:
        turn = _rotation(axis, -angle)
    return turn, start - turn @ start


def _rotation(axis: Any, angle: float) -> Any:
    x, y, z = axis
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross
