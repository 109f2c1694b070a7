"""Texts and icons with too little contrast to their background."""

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from pnp.checks.merging import SLACK, by_cause, group_placed, place_as_text, quoted, rows_met
from pnp.diagnostics import ERROR, WARNING, Fault, Span, TooAlike, check
from pnp.facts.icons import MISSING_ICON
from pnp.interrupts import pause
from pnp.scene.extent import inline_drawings, letter_box, runs
from pnp.scene.items import Affine, BlendMode, BoundingBox, Colour, Group, Item, Origin, Point, Text
from pnp.scene.legibility import SAMPLED, Ground, Surface, grounds_at, letter_points, surfaces
from pnp.scene.paint import Veil, inks_of, over
from pnp.scene.parts import Drawn, Painted, PaintedFace, PlacedText
from pnp.scene.typesetting.fonts import BOLD, named
from pnp.scene.vision import contrast
from pnp.units import MM_PER_POINT

LOOKS = 5_000_000
"""Maximum number of tests of a surface for one component, far more than real components need."""

MOST_GROUNDS = 3
"""Maximum number of grounds of one layer for which rows are reported separately."""

LARGER = "from 18 points, or 14 in bold, 3 is enough"

Placed = tuple[PlacedText, ...]
"""Texts of one layer."""

BLACK, WHITE = "#000000", "#FFFFFF"

PAPER = Surface(BoundingBox(-math.inf, -math.inf, math.inf, math.inf), frozenset(("#FFFFFF",)))
"""The surface below all others."""

WANTED, WANTED_LARGE = 4.5, 3.0
"""Minimum contrast of text, and of large text (WCAG 2.2, success criterion 1.4.3)."""

VISIBLE = 1.5
"""The contrast below which a text or an icon cannot be seen."""

EDGE = 0.03
"""Minimum width of an outline outside the letters that counts as their background, in sizes of the letters."""

LARGE, LARGE_BOLD = 18.0, 14.0
"""Minimum size in points of large text, and of large bold text."""


@check("low-contrast", severity=WARNING)
def low_contrast(drawn: Drawn) -> Iterator[Fault]:
    """A text has too little contrast to its background, or is on a picture.

    Text needs a contrast of at least 4.5 : 1 to every fill under its letters, and 3 : 1 from 18 points, or from 14 in
    bold (WCAG 2). Below 1.5 it is an error, because the text cannot be seen. On a picture, a map or a strong pattern,
    the contrast is unknown, and some letters may be illegible.

    Fix: use a text colour or a background that differ more, as the hint says; on a picture, put a panel under the text.

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
        background: paper
        layers: [{text: Market, style: card-title, colour: amber}]

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
        background: paper
        layers: [{text: Market, style: card-title, colour: one-way}]
    """
    eyes = _ContrastSearch()
    found = {id(text): verdict for face in drawn.faces for text, verdict in eyes.verdicts(face)}
    whole = tuple(
        text
        for text in drawn.texts
        if text.origin.row not in drawn.incomplete
        and not (
            text.overflows(SLACK) and id(text) in found and not found[id(text)].contrast
        )  # it may only overflow onto it
    )
    for span, texts in _by_look(whole, found):
        worst = min(texts, key=lambda text: found[id(text)].contrast)
        verdict = found[id(worst)]
        message = f"the text {quoted(worst.text)}{place_as_text((worst,), texts)} {verdict.fact}"
        severity = ERROR if 0 < verdict.contrast < VISIBLE else WARNING
        cause = TooAlike(verdict.colours) if verdict.colours else verdict.fact
        yield Fault(span, message, verdict.hint, severity, rows_met(texts), worst.origin.span, cause=cause)


class _Verdict(NamedTuple):
    """The fault of a text's background, and its contrast, 0 if unknown; `colour` is that of the letters, if known.

    `colours` are those of the letters, as they are seen, and of the ground, if they are known.
    """

    contrast: float
    fact: str
    hint: str
    colour: Colour = ""
    colours: frozenset[Colour] = frozenset()


def _by_look(texts: tuple[PlacedText, ...], found: Mapping[int, _Verdict]) -> Iterator[tuple[Span, Placed]]:
    """Yield the texts that are hard to read, grouped by the span to correct.

    Texts of one layer in the same colour are reported once, at the layer, if several rows share their ground: the
    colours are to blame, not the rows. So are those on many grounds, as on parts of a drawing: their place is to blame.
    """
    layers: dict[tuple[Span, Colour], dict[str, list[tuple[Span, Placed]]]] = {}
    for span, group in by_cause(texts, lambda text: id(text) in found):
        worst = min(group, key=lambda text: found[id(text)].contrast)
        verdict = found[id(worst)]
        alike = layers.setdefault((worst.origin.span, verdict.colour), {})
        alike.setdefault(verdict.fact, []).append((span, group))
    for (layer, _), grounds in layers.items():
        every = list(grounds.values())
        many = every if len(every) > MOST_GROUNDS else [one for one in every if len(one) > 1]
        joined = {id(text) for one in many for _, group in one for text in group}
        if joined:
            yield layer, tuple(text for text in texts if id(text) in joined)
        yield from (one[0] for one in every if one not in many)


class _ContrastSearch:
    """Searches the faces of one component for low contrast, with a limited number of tests."""

    def __init__(self) -> None:
        self.left = LOOKS

    def verdicts(self, face: PaintedFace) -> Iterator[tuple[PlacedText, _Verdict]]:
        """Yield the texts of a face that are hard to read, each with the worst of its runs."""
        below: list[Surface] = []
        for painted in face:
            if painted.text is None:
                below.extend(surfaces(painted))
                continue
            pause()
            placed, whole = runs(painted.items, painted.matrix), self.under_all(painted.text, below)
            veil = painted.veil
            grounds = {(_look(run, veil), whole or self.grounds(run, matrix, below)) for run, matrix in placed}
            verdict = min((each for look, seen in grounds if (each := _judged(look, seen))), default=None)
            if verdict:
                yield painted.text, verdict

    def under_all(self, text: PlacedText, below: Sequence[Surface]) -> frozenset[Ground] | None:
        """Return the ground of all letters of a text; None if letters must be tested separately."""
        self.left -= len(below)
        if self.left <= 0:
            return None
        top = next((surface for surface in reversed(below) if text.may_touch(surface.box)), None)
        if text.reach is None or (top and (top.gaps or not top.is_uniform or not top.covers(text.reach))):
            return None
        return frozenset((_ground(top or PAPER),))

    def grounds(self, run: Text, matrix: Affine, below: Sequence[Surface]) -> frozenset[Ground]:
        """Return the grounds of the letters of a run; none if the limit of tests is reached."""
        if self.left <= 0:
            return frozenset()
        box = letter_box(run, matrix)
        near: list[Surface] = []
        for surface in reversed(below):
            self.left -= 1
            if surface.box.overlaps(box):
                near.append(surface)
                if not surface.gaps and surface.is_uniform and surface.covers(box):
                    break  # nothing below shows
        else:
            near.append(PAPER)
        if len(near) == 1:
            return frozenset((_ground(near[0]),))
        self.left -= len(near) * 3 * SAMPLED
        return frozenset(ground for point in letter_points(run, matrix) for ground in grounds_at(*point, near))


class _Letters(NamedTuple):
    """The values that the verdict on a run depends on, in addition to its background."""

    fills: tuple[Colour, ...]
    size: float
    font: str
    edge: tuple[Colour, ...] = ()
    opacity: float = 1.0
    blend: BlendMode = "normal"


def _look(run: Text, veil: Veil | None) -> _Letters:
    """Return the look of a run. Letters with a wide outline are read against the outline."""
    stroke = run.stroke
    wide = stroke and stroke.width / 2 >= EDGE * run.size * MM_PER_POINT
    edge = inks_of(stroke.colour) if stroke and wide else ()
    return _Letters(inks_of(run.fill), run.size, run.font, edge, *((veil.opacity, veil.blend) if veil else ()))


def _ground(surface: Surface) -> Ground:
    return Ground(surface.colours, surface.restless)


@lru_cache(maxsize=1 << 12)  # most cards of a deck are alike
def _judged(look: _Letters, seen: frozenset[Ground]) -> _Verdict | None:
    """Return the verdict on a run with these grounds, None if it is readable."""
    large = look.size >= (LARGE_BOLD if named(look.font).weight >= BOLD else LARGE)
    wanted = WANTED_LARGE if large else WANTED
    if look.edge:
        seen = frozenset((Ground(frozenset(look.edge), False),))
    still = sorted({colour for each in seen if not each.restless for colour in each.colours})
    pairs = ((fill, colour) for fill in look.fills for colour in still)
    fill, ground = min(pairs, key=lambda pair: _ratio(look, *pair), default=("", ""))
    if ground and (ratio := _ratio(look, fill, ground)) < wanted:
        shown = _shown(look, fill, ground)
        fact = f"is set in {shown} on {ground}: a contrast of {ratio:.2f}, and {wanted:g} is wanted"
        return _Verdict(ratio, fact, _hint(shown, ground, wanted), fill, frozenset((shown, ground)))
    moving = (each.colours for each in seen if each.restless)
    worst = (min((_ratio(look, fill, each) for fill in look.fills for each in one), default=0.0) for one in moving)
    if any(ratio < wanted for ratio in worst):
        return _Verdict(0.0, "is printed on a picture, map or pattern", "lay a panel beneath it, as a plate")
    return None


def _hint(letters: Colour, ground: Colour, wanted: float) -> str:
    """Return which other colours of the letters and of the ground have the wanted contrast."""
    is_darker = contrast(letters, WHITE) >= contrast(ground, WHITE)

    def direction(kept: Colour, *, darker: bool) -> str:
        able = {"darker": contrast(BLACK, kept) >= wanted, "lighter": contrast(WHITE, kept) >= wanted}
        first, second = ("darker", "lighter") if darker else ("lighter", "darker")
        return first if able[first] else second

    colour, other = direction(ground, darker=is_darker), direction(letters, darker=not is_darker)
    return f"take a {colour} colour or a {other} ground; {LARGER}"


def _ratio(look: _Letters, fill: Colour, ground: Colour) -> float:
    """Return the contrast of the letters as they are seen on the ground."""
    return contrast(_shown(look, fill, ground), ground)


def _shown(look: _Letters, fill: Colour, ground: Colour) -> Colour:
    """Return the colour of letters that are laid over the ground with an opacity and a blend mode."""
    plain = look.opacity >= 1 and look.blend == "normal"
    return fill if plain else over(fill, ground, look.opacity, look.blend)


# Icons.

DOTS = 7
"""The number of rows and columns of the grid of points over each shape of an icon."""


class _Faint(NamedTuple):
    """An icon that hardly differs from its ground: its place, its colour, that of the ground, and the contrast."""

    origin: Origin
    ink: Colour
    ground: Colour
    ratio: float


@check("faint-icon", severity=WARNING)
def faint_icon(drawn: Drawn) -> Iterator[Fault]:
    """An icon hardly differs from what is below it.

    The contrast of every part of the icon to its ground is below 1.5 : 1, so that the icon cannot be made out. Icons in
    several colours need one that differs. Icons on pictures, maps and strong patterns are not compared, nor are icons
    with an `opacity`, such as watermarks.

    Fix: choose another colour for the icon, or put a panel in another colour under it.

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
        background: "#1E2328"
        layers: [{icon: star, colour: "#2A2A30", where: inset 12}]

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
        background: "#1E2328"
        layers: [{icon: star, colour: paper, where: inset 12}]
    """
    eyes = _IconSearch()
    found = [it for face in drawn.faces for it in eyes.faint(face) if it.origin.row not in drawn.incomplete]
    for group in group_placed((faint.origin.span, faint) for faint in found):
        worst = min(group, key=lambda faint: faint.ratio)
        drawn_in = f"is drawn in {worst.ink} on {worst.ground}: a contrast of {worst.ratio:.2f}"
        message = f"the icon{place_as_text((worst, *group))} {drawn_in}"
        hint = (
            "take another colour for it, or lay a panel beneath it; one that is 'as drawn' has the colours of its file"
        )
        cause = TooAlike(frozenset((worst.ink, worst.ground)))
        yield Fault(worst.origin.span, message, hint, rows=rows_met(group), cause=cause)


class _IconSearch:
    """Searches the faces of one component for icons that hardly differ, with a limited number of tests."""

    def __init__(self) -> None:
        self.left = LOOKS

    def faint(self, face: PaintedFace) -> Iterator[_Faint]:
        """Yield the icons of a face that hardly differ from their ground, also those within texts."""
        below: list[Surface] = []
        for painted in face:
            if painted.kind in ("icon", "text") and painted.origin and not painted.veil:
                pause()
                for drawing in _drawings(painted):
                    if _is_missing(drawing.items):
                        continue  # reported as an icon that cannot be drawn
                    yield from self.compared(drawing, painted.origin, below)
            added = surfaces(painted)
            # icons on an icon are parts of one drawing, such as the hair of a face
            below.extend([replace(each, restless=True) for each in added] if painted.kind == "icon" else added)

    def compared(self, icon: Painted, origin: Origin, below: Sequence[Surface]) -> Iterator[_Faint]:
        """Yield the icon if all of it hardly differs from its ground; unknown grounds and colours are left out."""
        shapes = surfaces(icon, strokes=True)
        if not shapes or any(shape.restless or shape.veil for shape in shapes):
            return
        least: tuple[float, Colour, Colour] = (0.0, "", "")
        for shape in shapes:
            near = self.near(shape.box, below)
            for x, y in _points(shape):
                self.left -= len(near)
                if self.left <= 0:
                    return
                inks, opacity = shape.paint_at(x, y)
                for ground in grounds_at(x, y, near):
                    if ground.restless or not ground.colours:
                        return
                    least = max(least, _contrast(inks, opacity, ground))
                    if least[0] >= VISIBLE:
                        return
        if least[1]:
            yield _Faint(origin, least[1], least[2], least[0])

    def near(self, box: BoundingBox, below: Sequence[Surface]) -> list[Surface]:
        """Return the surfaces below a box, from top to bottom, down to one that hides all others."""
        found: list[Surface] = []
        for surface in reversed(below):
            self.left -= 1
            if surface.box.overlaps(box):
                found.append(surface)
                if not surface.gaps and surface.is_uniform and surface.covers(box):
                    return found
        return [*found, PAPER]


def _is_missing(items: Sequence[Item]) -> bool:
    """Whether an icon that cannot be used is drawn as a crossed box."""
    return any(item in MISSING_ICON or (isinstance(item, Group) and _is_missing(item.items)) for item in items)


def _drawings(painted: Painted) -> Iterator[Painted]:
    """Yield an icon, or the icons within a text, as layers."""
    if painted.kind == "icon":
        yield painted
        return
    for drawing, matrix in inline_drawings(painted.items, painted.matrix):
        yield replace(painted, kind="icon", items=drawing.items, matrix=matrix, text=None)


@lru_cache(maxsize=1 << 12)  # most cards of a deck are alike
def _contrast(inks: frozenset[Colour], opacity: float, ground: Ground) -> tuple[float, Colour, Colour]:
    """Return the largest contrast that one of the inks has to all colours of the ground, with the two colours."""
    pairs = [[(contrast(over(ink, low, opacity, "normal"), low), ink, low) for low in ground.colours] for ink in inks]
    return max(map(min, pairs), default=(0.0, "", ""))


def _points(shape: Surface) -> Iterator[Point]:
    """Yield the points of a grid over a shape that are on it."""
    box = shape.box
    for row in range(DOTS):
        for column in range(DOTS):
            x = box.left + box.width * (column + 0.5) / DOTS
            y = box.top + box.height * (row + 0.5) / DOTS
            if shape.hides(x, y):
                yield x, y
