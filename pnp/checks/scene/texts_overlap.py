"""Texts on top of each other."""

from collections.abc import Iterable, Iterator
from functools import reduce
from itertools import chain, islice, product
from typing import NamedTuple

from pnp.checks.gathering import SLACK, lengths, quoted, rows_met
from pnp.diagnostics import WARNING, Fault, Span, check
from pnp.scene.items import BoundingBox
from pnp.scene.legibility import Corners, hull, ink_corners, overlap, runs
from pnp.scene.parts import Drawn, Painted, PaintedFace, PlacedText, rows_as_text

LOOKS = 4_000_000
"""Maximum number of comparisons of texts for one component, far more than real components need."""

CLOSE = 20
"""The cost of comparing the ink of two runs, as a multiple of comparing the boxes of two texts."""

GRAZE = 0.2
"""Maximum overlap of two boxes of ink at which letters do not touch, in millimetres."""


@check("texts-overlap", severity=WARNING)
def texts_overlap(drawn: Drawn) -> Iterator[Fault]:
    """Two texts of a face overlap.

    Both are hard to read there. The printed letters are compared, not the boxes of the layers.

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
    eyes = _OverlapSearch()
    for meeting in chain.from_iterable(map(eyes.meetings, drawn.faces)):
        pairs.setdefault((meeting.under.origin.span, meeting.over.origin.span), []).append(meeting)
    for (first, span), found in pairs.items():
        worst = max(found, key=lambda meeting: meeting.depth)
        under, over = worst.under, worst.over
        layer = over.origin.layer
        both = f"in layer '{layer}'" if first == span else f"in the layers {_layers(under, over)}"
        rows = rows_met(meeting.over for meeting in (worst, *found))
        told = f"the texts {quoted(under.text)} and {quoted(over.text)} overlap by {lengths(worst.depth)} {both}"
        hint = "move one of them, or give it less room so that it wraps or shrinks"
        yield Fault(span, told + rows_as_text(rows), hint, rows=rows, cause=told)


def _layers(under: PlacedText, over: PlacedText) -> str:
    """Return the two layers by name, or by name and line if their names are equal."""
    first, second = under.origin, over.origin
    if first.layer != second.layer:
        return f"'{first.layer}' and '{second.layer}'"
    return f"'{first.layer}' of line {first.span.line} and '{second.layer}' of line {second.span.line}"


class _Meeting(NamedTuple):
    """Two texts that overlap, by how much; the second is from the later layer of the template."""

    under: PlacedText
    over: PlacedText
    depth: float


class _Inked(NamedTuple):
    """A text with the bounding box of its ink, and those of its runs."""

    box: BoundingBox
    text: PlacedText
    runs: tuple[Corners, ...]


class _OverlapSearch:
    """Searches the faces of one component for overlapping texts, with a limited number of comparisons."""

    def __init__(self) -> None:
        self.left = LOOKS

    def meetings(self, face: PaintedFace) -> Iterator[_Meeting]:
        """Yield the lines of two texts that overlap, found by a sweep from left to right.

        Equal texts on top of each other are intended: a shadow, or an outline of the letters.
        """
        beside: list[_Inked] = []
        for each in sorted(_inked(_close(face)), key=lambda each: each.box.left):
            beside = [other for other in beside if other.box.right > each.box.left]
            self.left -= len(beside)
            if self.left <= 0:
                return
            top, bottom = each.box.top, each.box.bottom
            near = [other for other in beside if other.box.top < bottom and top < other.box.bottom]
            for other in near:
                if other.box.overlaps(each.box, GRAZE) and other.text.text != each.text.text:
                    yield from self.between(other, each)
            beside.append(each)

    def between(self, one: _Inked, other: _Inked) -> Iterator[_Meeting]:
        """Yield the lines of these two texts that overlap."""
        under, over = sorted((one.text, other.text), key=lambda text: text.origin.span)
        for first, second in islice(product(one.runs, other.runs), max(self.left // CLOSE, 0)):
            self.left -= CLOSE
            depth = overlap(first, second)
            if depth > GRAZE:
                yield _Meeting(under, over, depth)


def _close(face: PaintedFace) -> list[Painted]:
    """Return the texts whose boxes are close to others, in the order of the face, without measuring their letters.

    Texts that do not fit their boxes are omitted, because another check reports them.
    """
    texts = [(each, each.text) for each in face if each.text and not each.text.overflows(SLACK)]
    if any(text.reach is None for _, text in texts):
        return [each for each, _ in texts]
    close, beside = set[int](), list[tuple[BoundingBox, int]]()
    for box, index in sorted((text.reach, index) for index, (_, text) in enumerate(texts) if text.reach):
        beside = [(other, number) for other, number in beside if other.right > box.left]
        level = [(other, at) for other, at in beside if other.top < box.bottom and box.top < other.bottom]
        close.update(number for other, at in level if other.overlaps(box, GRAZE) for number in (at, index))
        beside.append((box, index))
    return [texts[index][0] for index in sorted(close)]


def _inked(texts: Iterable[Painted]) -> Iterator[_Inked]:
    """Yield the texts that have ink, with its boxes."""
    for painted in texts:
        text = painted.text
        assert text, "they have a text"
        found = (ink_corners(run, matrix) for run, matrix in runs(painted.items, painted.matrix))
        corners = tuple(each for each in found if each)
        if corners:
            yield _Inked(reduce(BoundingBox.joined, map(hull, corners)), text, corners)
