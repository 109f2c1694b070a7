"""Registration marks: what a cutting machine looks for to know where the sheet lies.

A black square at the upper left, a corner of thick lines at the upper right and at the lower left, all as far off the
edges of the paper: what machines of Silhouette call three points.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pnp.scene.items import Item, Path, Rect, Stroke
from pnp.scene.shapes import polyline

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.sheet.paper import Paper

Registration = Literal["silhouette"]

BLACK = "#000000"
INSET = 10.0
"""How far the marks stand off the edges of the paper."""

SQUARE = 5.0
ARM = 8.4
"""How long the lines of a corner are."""

THICK = 1.0

CLEAR = 2.0
"""What the machine wants blank round its marks."""

MARGIN = INSET + THICK + CLEAR
"""What no part enters at the edges of the paper."""

LEFT = INSET + SQUARE + CLEAR
"""What no part enters at the left, where the square stands."""

CORNER = INSET + ARM + CLEAR
"""Where, from the edges, words beside the parts may begin."""


def registration_marks(paper: Paper) -> Iterator[Item]:
    """The square and the two corners."""
    right, bottom, half = paper.width - INSET, paper.height - INSET, THICK / 2
    stroke = Stroke(BLACK, THICK)
    yield Rect(INSET, INSET, SQUARE, SQUARE, fill=BLACK)
    upper = [(right - ARM, INSET + half), (right - half, INSET + half), (right - half, INSET + ARM)]
    lower = [(INSET + half, bottom - ARM), (INSET + half, bottom - half), (INSET + ARM, bottom - half)]
    yield Path(polyline(upper), stroke=stroke)
    yield Path(polyline(lower), stroke=stroke)
