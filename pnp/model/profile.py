"""A profile: what a target wants of a print, such as a printer at home or a print service."""

from __future__ import annotations

from typing import Literal, NamedTuple

from msgspec import Struct

from pnp.diagnostics import Span
from pnp.model.faces.template import read_face_size
from pnp.model.reference import Acceptance, Ref
from pnp.source.tree import Node
from pnp.units import MM_PER_INCH

Prints = Literal["sheets", "faces"]
ProfileFile = Literal["pdf", "png", "jpeg"]
PageOrder = Literal["front-back", "back-front", "fronts-backs"]
ColourSpace = Literal["rgb", "cmyk"]

ALIKE = 0.1
"""By how many millimetres a face may differ from a size that is offered."""


class Pixels(NamedTuple):
    """How many dots a picture has, across and down."""

    width: int
    height: int


class Offer(Struct, frozen=True):
    """A size that a print service takes: after cutting in millimetres, and with its bleed in pixels."""

    name: str
    width: float
    height: float
    pixels: Pixels

    def takes(self, width: float, height: float) -> bool:
        """Whether a face of that width and height is of this size."""
        return abs(width - self.width) <= ALIKE and abs(height - self.height) <= ALIKE


class Profile(Struct, frozen=True):
    """What a target wants; the defaults are those of printing at home.

    `bleed` is how far to the sides, and how far above and below; `variant`, `safe` and `black` (in percent) are None
    where it has no wish. Of the sizes that it offers others are taken too where `any_size` says so.
    """

    id: str
    span: Span
    name: str = "At home"
    prints: Prints = "sheets"
    paper: str = "a4"
    layout: Literal["single", "duplex", "gutterfold"] = "single"
    flip: Literal["long", "short"] = "long"
    margin: float = 7.0
    marks: bool = True
    variant: Ref | None = None
    bleed: tuple[float, float] = (2.0, 2.0)
    safe: float | None = None
    file: ProfileFile = "pdf"
    order: PageOrder = "front-back"
    dpi: int = 300
    offers: tuple[Offer, ...] = ()
    any_size: bool = True
    colour: ColourSpace = "rgb"
    black: tuple[float, float, float, float] | None = None
    outlines: bool = False
    registration: Literal["silhouette"] | None = None
    accepts: tuple[Acceptance, ...] = ()
    damaged: bool = False

    def offer(self, width: float, height: float) -> Offer | None:
        """The size on the list that a face is of, upright or lying; None where it is of none."""
        return next((each for each in self.offers if each.takes(width, height) or each.takes(height, width)), None)

    def page(self, width: float, height: float) -> tuple[float, float] | None:
        """Width and height in millimetres of the page of a face with its bleed; None where the size is not taken.

        A listed size has just as many pixels as the list says, the way round that the list has it.
        """
        offer = self.offer(width, height)
        if offer:
            across, down = offer.pixels
            return across * MM_PER_INCH / self.dpi, down * MM_PER_INCH / self.dpi
        return (width + 2 * self.bleed[0], height + 2 * self.bleed[1]) if self.any_size else None


HOME = Profile("home", Span("home"))
"""The profile of games whose documents have none of that name."""


def read_profile(root: Node, name: str, damaged: bool = False) -> Profile:
    """The profile that stands in the document `root`, which its schema has passed."""
    offers = tuple(_offer(key, value) for key, value in root["sizes"].items()) if "sizes" in root else ()
    variant, safe, black = root.get("variant"), root.get("safe"), root.get("black")
    margin, dpi = root.get("margin"), root.get("dpi")
    return Profile(
        id=name,
        span=root.span,
        name=root["name"].text,
        prints=_word(root, "prints", HOME.prints),  # type: ignore[arg-type]  # the schema has said so
        paper=_word(root, "paper", HOME.paper),
        layout=_word(root, "layout", HOME.layout),  # type: ignore[arg-type]
        flip=_word(root, "flip", HOME.flip),  # type: ignore[arg-type]
        margin=margin.number if margin else HOME.margin,
        marks=_truth(root, "marks", HOME.marks),
        variant=Ref.read(variant) if variant else None,
        bleed=_bleed(root["bleed"]) if "bleed" in root else HOME.bleed,
        safe=safe.number if safe else None,
        file=_word(root, "file", HOME.file),  # type: ignore[arg-type]
        order=_word(root, "order", HOME.order),  # type: ignore[arg-type]
        dpi=dpi.integer if dpi else HOME.dpi,
        offers=offers,
        any_size=_truth(root, "any-size", not offers),
        colour=_word(root, "colour", HOME.colour),  # type: ignore[arg-type]
        black=tuple(percent.number for percent in black) if black else None,  # type: ignore[arg-type]
        outlines=_truth(root, "outlines", HOME.outlines),
        registration="silhouette" if "registration" in root else None,
        accepts=tuple(map(Acceptance.read, root.list("accept"))),
        damaged=damaged,
    )


def _word(node: Node, key: str, default: str) -> str:
    value = node.get(key)
    return value.text if value else default


def _truth(node: Node, key: str, default: bool) -> bool:
    value = node.get(key)
    return value.value is True if value else default


def _bleed(node: Node) -> tuple[float, float]:
    """One length for all sides, or one for the sides and one for above and below."""
    if isinstance(node.value, (int, float)):
        return node.number, node.number
    across, down = (length.number for length in node)
    return across, down


def _offer(key: Node, value: Node) -> Offer:
    width, height = read_face_size(key)
    across, _, down = value.text.replace("×", "x").partition("x")
    return Offer(key.text, width, height, Pixels(int(across), int(down)))
