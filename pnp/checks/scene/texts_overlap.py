"""Two texts on top of each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pnp.checks.scene.gathering import SLACK, lengths, quoted
from pnp.diagnostics import WARNING, Fault, check
from pnp.scene.ink import Corners, hull, ink_corners, overlap, runs
from pnp.scene.placed import rows_told

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pnp.diagnostics import Span
    from pnp.scene.geometry import Bounds
    from pnp.scene.placed import Drawn, Face, PlacedText

GRAZE = 0.2
"""How far two boxes of ink may lie in each other before letters touch, in millimetres."""


@check("texts-overlap", severity=WARNING)
def texts_overlap(drawn: Drawn) -> Iterator[Fault]:
    """Two texts of a face lie on top of each other.

    Both are hard to read where they meet. What counts is the ink of the letters, not the boxes of the layers.

    Fix: move one of them, give it a smaller box so that it wraps or shrinks, or shorten it.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [cards.yaml, card.yaml]
        components: [{component: cards}]
        # file: cards.yaml
        kind: component
        makes: card
        name: Cards
        template: card
        # file: card.yaml
        kind: template
        size: 44 x 68
        layers:
          - {text: Market square, name: title, style: card-title, where: "top, 8 high, inset 4"}
          - {text: "12", name: number, style: money, where: "top right, 10 high, inset 4"}

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [cards.yaml, card.yaml]
        components: [{component: cards}]
        # file: cards.yaml
        kind: component
        makes: card
        name: Cards
        template: card
        # file: card.yaml
        kind: template
        size: 44 x 68
        layers:
          - {text: Market, name: title, style: card-title, align: left, where: "top, 8 high, inset 4"}
          - {text: "12", name: number, style: money, where: "bottom right, 10 high, inset 4"}
    """
    pairs: dict[tuple[Span, Span], list[_Meeting]] = {}
    for face in drawn.faces:
        for meeting in _meetings(face):
            pairs.setdefault((meeting.under.origin.span, meeting.over.origin.span), []).append(meeting)
    for (first, span), found in pairs.items():
        worst = max(found, key=lambda meeting: meeting.depth)
        under, over = worst.under, worst.over
        layer = over.origin.layer
        both = f"in layer '{layer}'" if first == span else f"in the layers '{under.origin.layer}' and '{layer}'"
        rows = rows_told(tuple(dict.fromkeys(meeting.over.origin.row for meeting in found)))
        message = (
            f"the texts {quoted(under.text)} and {quoted(over.text)} overlap by {lengths(worst.depth)} {both}{rows}"
        )
        yield Fault(span, message, "move one of them, or give it less room so that it wraps or shrinks")


class _Meeting(NamedTuple):
    """Two texts that overlap, that of the layer further down in the template second, and how far."""

    under: PlacedText
    over: PlacedText
    depth: float


class _Inked(NamedTuple):
    """A text with the box round its ink, and those round the ink of its runs."""

    box: Bounds
    text: PlacedText
    runs: tuple[Corners, ...]


def _meetings(face: Face) -> Iterator[_Meeting]:
    """The pairs of a face that overlap; each is looked for among those that begin left of it and end right of that."""
    inked = sorted(_inked(face), key=lambda each: each.box.left)
    open_: list[_Inked] = []
    for each in inked:
        open_ = [other for other in open_ if other.box.right > each.box.left]
        for other in open_:
            if other.box.overlaps(each.box, GRAZE) and not _meant(other.text, each.text):
                depth = _depth(other.runs, each.runs)
                if depth > GRAZE:
                    under, over = sorted((other.text, each.text), key=lambda text: text.origin.span)
                    yield _Meeting(under, over, depth)
        open_.append(each)


def _inked(face: Face) -> Iterator[_Inked]:
    """The texts of a face that fit into their boxes: that the others do not is told already."""
    for painted in face:
        text = painted.text
        if text is None or max(text.overflow_x, text.overflow_y) > SLACK:
            continue
        found = (ink_corners(run, matrix) for run, matrix in runs(painted.items, painted.matrix))
        corners = tuple(each for each in found if each)
        if corners:
            boxes = [hull(each) for each in corners]
            whole = boxes[0]
            for box in boxes[1:]:
                whole = whole.joined(box)
            yield _Inked(whole, text, corners)


def _meant(one: PlacedText, other: PlacedText) -> bool:
    """Whether the same words are set twice: a shadow, or an edge round the letters."""
    return one.text == other.text


def _depth(one: Sequence[Corners], other: Sequence[Corners]) -> float:
    return max(overlap(first, second) for first in one for second in other)
