"""Printed texts with characters that do not print as they are written."""

from msgspec import Struct

from pnp.diagnostics import Span
from pnp.scene.typesetting.fonts import FontError
from pnp.scene.typesetting.line_breaking import paragraph
from pnp.scene.typesetting.scripts import prints_as_written
from pnp.scene.typesetting.text import Run, TextStyle


class PrintedText(Struct, frozen=True):
    """A printed text with its source, and its errors of lettering.

    `missing` are characters that no font has, `strays` those whose marks are drawn in the wrong place. A text of a face
    has its `layer`, with its name, and its `row`.
    """

    span: Span
    text: str
    missing: tuple[str, ...] = ()
    strays: tuple[str, ...] = ()
    layer: Span | None = None
    layer_name: str = ""
    row: str = ""

    @property
    def prints(self) -> bool:
        """Whether it prints as it is written."""
        return prints_as_written(self.text, self.missing, self.strays)


class CrowdedLabel(Struct, frozen=True):
    """A label of a map that overlaps something else; `over` names that. `hint` is the fix."""

    span: Span
    label: str
    over: str
    hint: str = "shorten it, move the place, or print the map larger"


class CrowdedRoad(Struct, frozen=True):
    """A road of a map whose spaces do not fit, as a message without the map's name, and a hint."""

    span: Span
    message: str
    hint: str = "move a place, bend the road with via, print the map larger, or draw smaller spaces (tracks)"


class CrowdedSlots(Struct, frozen=True):
    """Areas of a map whose slots or marks do not fit, as a message without the map's name, at the first of them."""

    span: Span
    message: str


class Lettering(Struct, frozen=True):
    """Texts that are reported together: those of a component, a map, a rulebook or the sheets of a game.

    `name` ends a message, such as `on the map 'harbour'`. `labels` is the number of labels compared on a map at one
    size, `crowded` those that overlap something, `roads` and `slots` what is wrong with the spaces of roads and the
    slots of areas at that size.
    """

    name: str
    texts: tuple[PrintedText, ...]
    labels: int = 0
    crowded: tuple[CrowdedLabel, ...] = ()
    roads: tuple[CrowdedRoad, ...] = ()
    slots: tuple[CrowdedSlots, ...] = ()


def printed(text: str, span: Span, style: TextStyle) -> PrintedText:
    """Return the text as it prints in a style. A missing family is not reported here but by the check of fonts."""
    if text.isascii():
        return PrintedText(span, text)
    try:
        cut = paragraph((Run(text),), style)
    except FontError:
        return PrintedText(span, text)
    return PrintedText(span, text, cut.missing, cut.strays)
