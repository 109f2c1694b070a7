"""Text that does not fit, is too small or leaves the safe zone; maps that are larger than their face."""

from collections.abc import Iterator

from pnp.checks.merging import SLACK, by_cause, group_placed, lengths, place_as_text, quoted, rows_met
from pnp.diagnostics import ERROR, WARNING, Fault, Span, check
from pnp.scene.items import BoundingBox, brought
from pnp.scene.parts import Drawn, Painted, PlacedIcon, PlacedText


@check("outside-safe-zone", severity=WARNING)
def outside_safe_zone(drawn: Drawn) -> Iterator[Fault]:
    """A text or an icon extends beyond the safe zone.

    Cuts and prints are inexact by a millimetre or two. Keep important parts away from the edge by the `safe` distance
    of the template.

    Fix: move the layer inwards with `inset 3`, or make it smaller; lower `safe` if you cut exactly.

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
        rows: [{}]
        # file: card.yaml
        kind: template
        size: 44 x 68
        layers: [{icon: star, where: "top left, 9 x 9"}]

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
        rows: [{}]
        # file: card.yaml
        kind: template
        size: 44 x 68
        layers: [{icon: star, where: "top left, 9 x 9, inset 3"}]
    """
    fitting = (text for text in drawn.texts if not text.overflows(SLACK))
    things: tuple[PlacedText | PlacedIcon, ...] = (*fitting, *drawn.icons)
    whole = (thing for thing in things if thing.origin.row not in drawn.incomplete)
    beyond = (thing for thing in whole if thing.beyond > SLACK)
    for group in group_placed((thing.origin.span, thing) for thing in beyond):
        worst = max(group, key=lambda thing: thing.beyond)
        what = f"the text {quoted(worst.text)}" if isinstance(worst, PlacedText) else f"the icon '{worst.name}'"
        message = f"{what} reaches {lengths(worst.beyond)} out of the safe zone{place_as_text((worst, *group))}"
        hint = "move it inwards, such as with inset 3, or make it smaller"
        yield Fault(worst.origin.span, message, hint, rows=rows_met(group))


@check("text-overflow", severity=ERROR)
def text_overflow(drawn: Drawn) -> Iterator[Fault]:
    """A text does not fit into its box.

    A text is wrapped to the width of its box, and can be as high as the box. It is drawn anyway and never cut off, so
    that a draft shows the problem.

    Fix: shorten the text, enlarge its box, or let it shrink with `fit: shrink to 8 pt`.

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
        rows: [{title: Double-parked at the opera}]
        # file: card.yaml
        kind: template
        size: 44 x 68
        layers: [{text: "{title}", style: card-title, where: "top, 8 high, inset 3"}]

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
        rows: [{title: Opera}]
        # file: card.yaml
        kind: template
        size: 44 x 68
        layers: [{text: "{title}", style: card-title, where: "top, 8 high, inset 3"}]
    """
    for span, texts in by_cause(drawn.texts, lambda text: _over(text) > SLACK):
        worst = max(texts, key=_over)
        ways = ((worst.overflow_x, "wide"), (worst.overflow_y, "high"))
        much = " and ".join(f"{lengths(by)} too {way}" for by, way in ways if by > SLACK)
        message = f"the text {quoted(worst.text)} is {much} at {worst.size:g} pt{place_as_text((worst, *texts))}"
        yield Fault(span, message, _fit_hint(worst), rows=rows_met(texts))


def _fit_hint(text: PlacedText) -> str:
    """Return a hint; texts do not shrink below the minimum size of their role."""
    if text.upright:
        return _upright_hint(text.upright)
    least = text.least or 8
    if text.size <= least or not _may_shrink(text, least / text.size):
        return "shorten it, or give its box more room"
    return f"shorten it, give its box more room, or let it shrink: fit: shrink to {least:g} pt"


def _may_shrink(text: PlacedText, share: float) -> bool:
    """Whether a text may fit its box at a share of its size: its lines are shorter then, and fewer."""
    if text.reach is None:
        return True
    wide, high = text.reach.width, text.reach.height
    return wide * share <= wide - text.overflow_x + SLACK and high * share**2 <= high - text.overflow_y + SLACK


def _upright_hint(area: tuple[float, float]) -> str:
    width, height = (f"{round(side, 2):g}" for side in area)
    return f"give the size that the turned text has on the card: {width} x {height}"


def _over(text: PlacedText) -> float:
    return max(text.overflow_x, text.overflow_y)


LEGIBLE = 5.0
"""The size in points below which no text can be read in comfort."""


@check("text-too-small", severity=WARNING)
def text_too_small(drawn: Drawn) -> Iterator[Fault]:
    """A text is smaller than the minimum of its style, or than any text that can be read.

    The theme sets a minimum size for each text style: text on the table is read from farther away than text in the
    hand. Letters under 5 points are hard to read for anybody.

    Fix: shorten the text so that it shrinks less, enlarge its box, or choose a style for smaller text.

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
        rows: [{title: Double-parked at the opera}]
        # file: card.yaml
        kind: template
        size: 44 x 68
        layers: [{text: "{title}", style: card-title, where: "12 x 12", fit: shrink to 4 pt}]

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
        rows: [{title: Double-parked at the opera}]
        # file: card.yaml
        kind: template
        size: 44 x 68
        layers: [{text: "{title}", style: card-title, fit: shrink to 8 pt, where: inset 3}]
    """
    for span, texts in by_cause(drawn.texts, lambda text: min(text.size, text.small) < max(text.least, LEGIBLE)):
        worst = min(texts, key=lambda text: min(text.size, text.small))
        whose = "some words of the text" if worst.small < worst.size else "the text"
        size, be = min(worst.size, worst.small), "are" if worst.small < worst.size else "is"
        message = f"{whose} {quoted(worst.text)} {be} set in {round(size, 2):g} pt{place_as_text((worst, *texts))}"
        legible = f"letters under {LEGIBLE:g} pt are hard to read: set them larger"
        hint = f"'{worst.role}' is not to be printed under {worst.least:g} pt" if size < worst.least else legible
        yield Fault(span, message, hint, rows=rows_met(texts))


@check("turned-box", severity=WARNING)
def turned_box(drawn: Drawn) -> Iterator[Fault]:
    """A turned text is squeezed into short lines.

    `where` and `size` give the area that a layer covers on the card. A text that is turned by a quarter runs upwards or
    downwards in it, so that its lines are as long as the area is high. Here the area is wider than it is high: the text
    breaks or shrinks, but would fit on one line if width and height were exchanged.

    Fix: give the size that the turned text has on the card, such as `10 x 60` instead of `60 x 10`.

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
        rows: [{title: Double-parked at the opera}]
        # file: card.yaml
        kind: template
        size: 68 x 68
        layers: [{text: "{title}", style: body, turn: 90, where: "58 x 20"}]

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
        rows: [{title: Double-parked at the opera}]
        # file: card.yaml
        kind: template
        size: 68 x 68
        layers: [{text: "{title}", style: body, turn: 90, where: "20 x 58"}]
    """
    for span, texts in by_cause(drawn.texts, lambda text: bool(text.upright) and _over(text) <= SLACK):
        area = texts[0].upright
        if area:
            far = lengths(area[0])
            fact = f"the turned text {quoted(texts[0].text)} runs in lines of {far}"
            message = fact + place_as_text(texts)
            yield Fault(span, message, _upright_hint(area), rows=rows_met(texts), cause=fact)


@check("cut-off-map", severity=WARNING)
def cut_off_map(drawn: Drawn) -> Iterator[Fault]:
    """A map reaches beyond its face, and is cut off there.

    A map of a known size is drawn in the box of its layer; where the box is larger than the face, places and roads are
    lost at the edge. In the bleed nothing is lost but what lies there for the cut.

    Fix: make the box of the layer smaller, or the face larger; for a part of the map write `part`.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [board.yaml, face.yaml, bay.yaml]
        components: [{component: board}]
        # file: board.yaml
        kind: component
        makes: board
        name: Board
        template: face
        # file: face.yaml
        kind: template
        size: 100 x 80
        layers: [{map: bay, where: "top, 90 x 120"}]
        # file: bay.yaml
        kind: area-map
        size: 90 x 120
        areas:
          Market: {at: [20, 20]}
          Pier: {at: [60, 60]}
          Gate: {at: [20, 60]}
        roads: [Market -- Pier -- Gate -- Market]

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [board.yaml, face.yaml, bay.yaml]
        components: [{component: board}]
        # file: board.yaml
        kind: component
        makes: board
        name: Board
        template: face
        # file: face.yaml
        kind: template
        size: 100 x 130
        layers: [{map: bay, where: "top, 90 x 120"}]
        # file: bay.yaml
        kind: area-map
        size: 90 x 120
        areas:
          Market: {at: [20, 20]}
          Pier: {at: [60, 60]}
          Gate: {at: [20, 60]}
        roads: [Market -- Pier -- Gate -- Market]
    """
    for painted, beyond in cut_maps(drawn):
        if painted.origin:
            message = (
                f"the map in layer '{painted.layer}' reaches {beyond:.3g} mm beyond the face, and is cut off there"
            )
            yield Fault(painted.origin.span, message, "make its box smaller, or the face larger")


def cut_maps(drawn: Drawn) -> Iterator[tuple[Painted, float]]:
    """Yield the maps that reach beyond the face and its bleed, one a layer, with how far at most, in millimetres."""
    paper, worst = printed_box(drawn), dict[Span, tuple[Painted, float]]()
    for painted in (painted for face in drawn.faces for painted in face):
        if paper and painted.extent and painted.origin and painted.extent.is_whole:
            box = brought(painted.extent.box, painted.matrix)
            sides = paper.left - box.left, paper.top - box.top, box.right - paper.right, box.bottom - paper.bottom
            span = painted.origin.span
            if max(sides) > SLACK and (span not in worst or max(sides) > worst[span][1]):
                worst[span] = (painted, max(sides))
    yield from worst.values()


def printed_box(drawn: Drawn) -> BoundingBox | None:
    """Return the box from the top left of a face that all faces with their bleed are within; None if none is drawn."""
    fronts = [part.front for part in drawn.parts.parts]
    if not fronts:
        return None
    bleed = max(front.bleed for front in fronts)
    wide, high = max(front.width for front in fronts), max(front.height for front in fronts)
    return BoundingBox(-bleed, -bleed, wide + bleed, high + bleed)
