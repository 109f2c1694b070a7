"""Things on top of each other on a face: texts and layers that are covered, and texts that overlap."""

import math
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import chain, islice, product
from typing import NamedTuple

from msgspec.structs import replace

from pnp.checks.merging import SLACK, by_cause, lengths, place_as_text, quoted, rows_met
from pnp.checks.scene.fit import cut_maps, printed_box
from pnp.diagnostics import WARNING, Fault, Span, check
from pnp.interrupts import pause
from pnp.messages import many
from pnp.scene.extent import Corners, bounds, drawing_corners, hull, ink_corners, inline_drawings, overlap, runs
from pnp.scene.items import Affine, BoundingBox, Group, Item, Path, Text, brought
from pnp.scene.legibility import Surface, letters, surfaces
from pnp.scene.parts import Drawn, Painted, PaintedFace, PlacedText, rows_as_text

LOOKS = 5_000_000
"""Maximum number of tests of a surface for one component, far more than real components need."""

COVERED = 0.5
"""The share of a letter's ink from which it is covered: what is left of it cannot be read at a glance.

For an icon or a picture it is the limit for all letters together. Lines and shapes may cross out a whole text.
"""


class _Cover(NamedTuple):
    """The layer that covers letters of a text, and whether it covers all of them."""

    layer: str
    whole: bool


class _Veil(NamedTuple):
    """An opaque surface, with the name of its layer, and whether that is an icon or a picture."""

    layer: str
    surface: Surface
    depicts: bool = False

    @property
    def cost(self) -> int:
        """The cost of testing a point, in steps."""
        shape = self.surface.shape
        return len(shape.commands) if isinstance(shape, Path) else 1


@check("hidden-text", severity=WARNING)
def hidden_text(drawn: Drawn) -> Iterator[Fault]:
    """A text is covered by a later layer.

    Layers are drawn in the order of the list, each over the previous ones. Text under a panel, a shape, an icon, a line
    or a picture is not printed, or only in part. The ink is compared, not the boxes: a ring around a number and a
    picture that is transparent there cover nothing. A letter can be read if less than half of its ink is covered; icons
    and pictures may cover that much of all letters together.

    Fix: put the text after the layer that covers it, or move or delete one of them.

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
          - {text: Market square, style: card-title, where: "top, 8 high, inset 4"}
          - {panel: amber, where: "top, 14 high"}

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
          - {panel: amber, where: "top, 14 high"}
          - {text: Market square, style: card-title, where: "top, 8 high, inset 4"}
    """
    eyes = _HiddenTextSearch()
    found = {id(text): cover for face in drawn.faces for text, cover in eyes.covers(face)}
    groups: dict[str, list[tuple[Span, tuple[PlacedText, ...]]]] = {}
    for span, texts in by_cause(drawn.texts, lambda text: id(text) in found):
        groups.setdefault(max((found[id(text)] for text in texts), key=lambda cover: cover.whole).layer, []).append(
            (span, texts)
        )
    for layer, alike in groups.items():
        texts = tuple(text for _, group in alike for text in group)
        worst = max(texts, key=lambda text: found[id(text)].whole)
        span = alike[0][0] if len(alike) == 1 else worst.origin.span
        others = len({text.origin.span for text in texts}) - 1
        so_are = "so is the text" if others == 1 else "so are the texts"
        more = f"; {so_are} of {many(others, 'more layer')}" if others else ""
        much = "is covered" if found[id(worst)].whole else "is covered in part"
        over = f"{much} by layer '{layer}', which is drawn later{more}"
        met = [text for text in texts if text.origin.span == worst.origin.span]
        message = f"the text {quoted(worst.text)}{place_as_text((worst,), met)} {over}"
        hint = f"list {'these texts' if others else 'the text'} after that layer, or move one of them"
        yield Fault(span, message, hint, rows=rows_met(texts), layer=worst.origin.span)


@check("hidden-layer", severity=WARNING)
def hidden_layer(drawn: Drawn) -> Iterator[Fault]:
    """A layer is never seen: on every face, a later layer covers it, or it lies outside the face.

    A panel, a picture or a map hides what is drawn before it; a map always paints its ground. Texts are reported by
    `hidden-text`, also where they are covered only in part, and texts and icons outside the face by
    `outside-safe-zone`.

    Fix: list the layer after the one that covers it, make that one transparent, or delete one of them. Move a layer
    that lies outside onto the face.

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
          - {icon: star, where: "top, 8 high, inset 4"}
          - {panel: amber, where: "top, 14 high"}

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
          - {panel: amber, where: "top, 14 high"}
          - {icon: star, where: "top, 8 high, inset 4"}
    """
    seen: set[Span] = set()
    hidden: dict[Span, tuple[Painted, str]] = {}
    left, paper = LOOKS, None if any(cut_maps(drawn)) else printed_box(drawn)
    for face in drawn.faces:
        pause()
        above: list[_Veil] = []
        for painted in reversed(face):
            if painted.origin and painted.text is None and painted.origin.row not in drawn.incomplete:
                left -= len(above)
                cover = _covering(painted, above, paper) if left > 0 else None
                if cover is None:
                    seen.add(painted.origin.span)
                else:
                    hidden.setdefault(painted.origin.span, (painted, cover))
            above += _veils(painted)
    for span, (painted, cover) in hidden.items():
        if span not in seen:
            what = f"the {painted.kind} in layer '{painted.layer}' is never seen"
            if cover:
                message = f"{what}: layer '{cover}', which is drawn later, covers it"
                yield Fault(span, message, "list it after that layer, or delete one of them")
            else:
                wide, high = max((part.front.width, part.front.height) for part in drawn.parts.parts)
                message = f"{what}: it lies outside the face of {wide:g} x {high:g} mm"
                yield Fault(span, message, "move it onto the face, or delete it")


def _covering(painted: Painted, above: Sequence[_Veil], paper: BoundingBox | None) -> str | None:
    """Return the layer that covers all that a layer paints, "" if it lies outside, None if some of it may be seen."""
    extent = painted.extent
    outside = paper and painted.kind != "icon" and not paper.overlaps(brought(painted.box, painted.matrix))
    if not (above or outside):
        return None
    box = brought(extent.box, painted.matrix) if extent else bounds(painted.items, painted.matrix)
    if box is None:
        return None
    if paper and outside and not paper.overlaps(box):
        return ""
    return next((veil.layer for veil in above if veil.surface.covers(box)), None)


_Named = tuple[str, bool]
"""A layer by name, and whether it is an icon or a picture."""


class _HiddenTextSearch:
    """Searches the faces of one component for covered texts, with a limited number of tests."""

    def __init__(self) -> None:
        self.left = LOOKS

    def covers(self, face: PaintedFace) -> Iterator[tuple[PlacedText, _Cover]]:
        """Yield the texts of a face that are covered at least in part, the last first."""
        pause()
        first = next((number for number, painted in enumerate(face) if painted.text), len(face))
        veils = [_veils(painted, ink=True) if number > first else [] for number, painted in enumerate(face)]
        touched = _touched(face, veils) if any(veils) else ()
        above: list[_Veil] = []
        for number in reversed(range(first, len(face)) if touched else ()):
            above += veils[number]
            painted = face[number]
            if painted.text and number in touched:
                placed = runs(painted.items, painted.matrix)
                shares = [share for run, matrix in placed for share in self.shares(run, matrix, above)]
                if cover := _cover(shares):
                    yield painted.text, cover

    def shares(self, run: Text, matrix: Affine, above: Sequence[_Veil]) -> Iterator[dict[_Named, float]]:
        """Yield for each tested letter of a run the shares of its ink that layers cover."""
        corners = ink_corners(run, matrix)
        self.left -= len(above)
        box = hull(corners) if corners and self.left > 0 else None
        near = [veil for veil in above if box and veil.surface.box.overlaps(box)]
        for letter in letters(run, matrix):
            self.left -= len(near)
            close = [veil for veil in near if veil.surface.box.overlaps(letter.box)] if self.left > 0 else []
            points = letter.points if close else []
            self.left -= len(points) * sum(veil.cost for veil in close)
            covers = (next((veil for veil in close if veil.surface.hides(*point)), None) for point in points)
            found = Counter((veil.layer, veil.depicts) for veil in covers if veil)
            yield {layer: number / len(points) for layer, number in found.items()}


def _cover(letters: Sequence[Mapping[_Named, float]]) -> _Cover | None:
    """Return what covers a text, given the shares of its letters; None if it can be read."""
    covered = [max(shares, key=lambda layer: shares[layer])[0] for shares in letters if sum(shares.values()) >= COVERED]
    if covered:
        return _Cover(Counter(covered).most_common(1)[0][0], len(covered) == len(letters))
    total = Counter[_Named]()
    for shares in letters:
        total.update({layer: share for layer, share in shares.items() if layer[1]})
    return next((_Cover(name, False) for (name, _), share in total.most_common(1) if share >= COVERED), None)


def _touched(face: PaintedFace, veils: Sequence[Sequence[_Veil]]) -> set[int]:
    """Return the numbers of the texts that a later surface may touch; only texts at its height are compared."""
    texts = [(number, painted.text) for number, painted in enumerate(face) if painted.text]
    found = {number for number, text in texts if text.reach is None}
    placed = sorted((text.reach.top, number, text) for number, text in texts if text.reach)
    tops = [top for top, *_ in placed]
    tallest = max((text.reach.height for _, text in texts if text.reach), default=0.0)
    for later, own in enumerate(veils):
        for box in (veil.surface.box for veil in own):
            for _, number, text in placed[bisect_left(tops, box.top - tallest) : bisect_right(tops, box.bottom)]:
                if number < later and text.may_touch(box):
                    found.add(number)
    return found


def _veils(painted: Painted, *, ink: bool = False) -> list[_Veil]:
    """Return the opaque surfaces of a layer; texts have none, and a map one if it paints its whole box.

    With `ink`, also its lines and outlines.
    """
    if painted.kind == "map":
        extent = painted.extent
        painted = replace(painted, box=extent.box) if extent else painted
        return [_Veil(painted.layer, each) for each in surfaces(painted) if extent and extent.solid and each.is_opaque]
    every = [each for each in surfaces(painted, strokes=ink) if each.is_opaque]
    blurred = any(each.restless for each in every) and _is_blurred(painted.items)
    depicts = painted.kind in ("icon", "picture")
    return [_Veil(painted.layer, each, depicts) for each in every if not (each.restless and blurred)]


def _is_blurred(items: Iterable[Item]) -> bool:
    """Whether a drawing among the items is blurred or masked."""
    return any(isinstance(item, Group) and (_is_alone(item) or _is_blurred(item.items)) for item in items)


def _is_alone(group: Group) -> bool:
    return group.shadow is not None and group.shadow.alone


# Texts on top of each other.

COMPARISONS = 4_000_000
"""Maximum number of comparisons of texts for one component, far more than real components need."""

CLOSE = 20
"""The cost of comparing the ink of two runs, as a multiple of comparing the boxes of two texts."""

SHADOW = 0.25
"""How far equal texts may be apart so that one is the shadow of the other, in heights of their first run."""

GRAZE = 0.2
"""Maximum overlap of two boxes of ink at which letters do not touch, in millimetres."""


@check("texts-overlap", severity=WARNING)
def texts_overlap(drawn: Drawn) -> Iterator[Fault]:
    """Two texts of a face overlap.

    Both are hard to read there. The printed letters and the icons among them are compared, not the boxes of the layers.
    The same words a quarter of their height apart are intended, as a shadow.

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
        first_words, second_words = (quoted(text.text if text.text.strip() else "{icon:…}") for text in (under, over))
        fact = f"the texts {first_words} and {second_words} overlap by {lengths(worst.depth)} {both}"
        hint = "move one of them, or give it less room so that it wraps or shrinks"
        yield Fault(span, fact + rows_as_text(rows), hint, rows=rows, cause=fact)


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
    """A text with the bounding box of its ink, and those of its runs and its icons."""

    box: BoundingBox
    text: PlacedText
    runs: tuple[Corners, ...]


class _OverlapSearch:
    """Searches the faces of one component for overlapping texts, with a limited number of comparisons."""

    def __init__(self) -> None:
        self.left = COMPARISONS

    def meetings(self, face: PaintedFace) -> Iterator[_Meeting]:
        """Yield the lines of two texts that overlap, found by a sweep from left to right."""
        pause()
        beside: list[_Inked] = []
        for each in sorted(_inked(_close(face)), key=lambda each: each.box.left):
            beside = [other for other in beside if other.box.right > each.box.left]
            self.left -= len(beside)
            if self.left <= 0:
                return
            top, bottom = each.box.top, each.box.bottom
            near = [other for other in beside if other.box.top < bottom and top < other.box.bottom]
            for other in near:
                if other.box.overlaps(each.box, GRAZE) and not _is_shadow(each, other):
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


def _is_shadow(one: _Inked, other: _Inked) -> bool:
    """Whether two texts are equal and almost in the same place: a shadow, or an outline of the letters."""
    if one.text.text != other.text.text:
        return False
    near = SHADOW * math.dist(*one.runs[0][1:3])
    first, second = one.box, other.box
    sides = (first.left - second.left, first.top - second.top, first.right - second.right, first.bottom - second.bottom)
    return max(map(abs, sides)) <= near


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
        letters = (ink_corners(run, matrix) for run, matrix in runs(painted.items, painted.matrix))
        icons = (drawing_corners(*each) for each in inline_drawings(painted.items, painted.matrix))
        corners = tuple(each for each in chain(letters, icons) if each)
        if corners:
            yield _Inked(reduce(BoundingBox.joined, map(hull, corners)), text, corners)
