"""A text that hardly stands out from what lies beneath it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pnp.checks.scene.gathering import by_cause, place_told, quoted
from pnp.diagnostics import WARNING, Fault, check
from pnp.scene.fonts import BOLD, named
from pnp.scene.ink import letter_box, letter_points, runs
from pnp.scene.surfaces import Surface, surfaces
from pnp.scene.vision import contrast

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pnp.scene.items import Affine, Colour, Text
    from pnp.scene.placed import Drawn, Face, PlacedText

PAPER = "#FFFFFF"
"""What lies under everything."""

WANTED, WANTED_LARGE = 4.5, 3.0
"""The least contrast of text, and that of large text (WCAG 2.2, success criterion 1.4.3)."""

LARGE, LARGE_BOLD = 18.0, 14.0
"""From which size in points on text is large, and bold text is."""


@check("low-contrast", severity=WARNING)
def low_contrast(drawn: Drawn) -> Iterator[Fault]:
    """A text hardly stands out from what lies beneath it, or stands on a picture.

    Text wants a contrast of at least 4.5 : 1 to every fill beneath its letters, and 3 : 1 from 18 points, or 14 in
    bold (WCAG 2). On a picture, a map or a strong pattern it can't be told: somewhere the letters may drown.

    Fix: take a darker colour, or a lighter ground; on a picture lay a panel beneath the text, as a plate.

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
    found = {id(text): verdict for face in drawn.faces for text, verdict in _verdicts(face)}
    for span, texts in by_cause(drawn.texts, lambda text: id(text) in found):
        worst = min(texts, key=lambda text: found[id(text)].contrast)
        verdict = found[id(worst)]
        yield Fault(span, f"the text {quoted(worst.text)} {verdict.told}{place_told(texts)}", verdict.hint)


class _Verdict(NamedTuple):
    """What is wrong with the ground of a text, and its contrast, 0 where that is not known."""

    contrast: float
    told: str
    hint: str


def _verdicts(face: Face) -> Iterator[tuple[PlacedText, _Verdict]]:
    """The texts of a face that are hard to read, each with the worst of its runs."""
    below: list[Surface] = []
    for painted in face:
        if painted.text is None:
            below.extend(surfaces(painted))
            continue
        judged = (_judged(run, matrix, below) for run, matrix in runs(painted.items, painted.matrix))
        verdict = min((each for each in judged if each), default=None)
        if verdict:
            yield painted.text, verdict


def _judged(run: Text, matrix: Affine, below: Sequence[Surface]) -> _Verdict | None:
    large = run.size >= (LARGE_BOLD if named(run.font).weight >= BOLD else LARGE)
    wanted = WANTED_LARGE if large else WANTED
    seen = _grounds(run, matrix, below)
    poor = [
        each for each in seen if each.restless and not all(_stands_out(run.fill, it, wanted) for it in each.colours)
    ]
    flat = {colour for each in seen if not each.restless for colour in each.colours}
    ground = min(sorted(flat), key=lambda colour: contrast(run.fill, colour), default=None)
    if ground and not _stands_out(run.fill, ground, wanted):
        ratio = contrast(run.fill, ground)
        told = f"is set in {run.fill} on {ground}: a contrast of {ratio:.2f}, and {wanted:g} is wanted"
        return _Verdict(
            ratio, told, "take a darker colour or a lighter ground; from 18 points, or 14 in bold, 3 is enough"
        )
    if poor or any(each.restless and not each.colours for each in seen):
        return _Verdict(0.0, "stands on a picture, map or pattern", "lay a panel beneath it, as a plate")
    return None


def _stands_out(text: Colour, ground: Colour, wanted: float) -> bool:
    return contrast(text, ground) >= wanted


def _grounds(run: Text, matrix: Affine, below: Sequence[Surface]) -> set[Surface]:
    """The surfaces under the letters of a run."""
    box = letter_box(run, matrix)
    near: list[Surface] = []
    for surface in reversed(below):
        if surface.box.overlaps(box):
            near.append(surface)
            if not surface.gaps and surface.covers(box):
                break
    else:
        near.append(Surface(box.grown(1.0), frozenset((PAPER,))))
    if len(near) == 1:
        return set(near)
    return {surface for point in letter_points(run, matrix) for surface in _under(point, near)}


def _under(point: tuple[float, float], near: Sequence[Surface]) -> Iterator[Surface]:
    """The surfaces at a point from the top down, up to the first without gaps."""
    for surface in near:
        if surface.holds(*point):
            yield surface
            if not surface.gaps:
                return
