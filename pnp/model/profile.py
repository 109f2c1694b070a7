"""A profile: the print settings of a printer at home or of a print service."""

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
Cuts = Literal["auto", "shared", "apart"]
ColourSpace = Literal["rgb", "cmyk"]

ALIKE = 0.1
"""Tolerance between a face and an offered size, in millimetres."""


class Pixels(NamedTuple):
    """The size of a picture in pixels."""

    width: int
    height: int


class Offer(Struct, frozen=True):
    """A size that a print service accepts: trimmed size in millimetres, and size with bleed in pixels."""

    name: str
    width: float
    height: float
    pixels: Pixels

    def takes(self, width: float, height: float) -> bool:
        """Whether a face of that width and height is of this size."""
        return abs(width - self.width) <= ALIKE and abs(height - self.height) <= ALIKE


class Profile(Struct, frozen=True):
    """The settings of a printer or print service; the defaults are for printing at home.

    Lengths are in millimetres. `bleed` is the bleed at the sides, and above and below. `variant`, `safe` and `black`
    (CMYK in percent) are None if the profile does not set them. With `any_size`, sizes that are not in `offers` are
    accepted too.
    """

    id: str
    span: Span
    name: str = "At home"
    prints: Prints = "sheets"
    paper: str = "a4"
    layout: Literal["single", "duplex", "gutterfold"] = "single"
    flip: Literal["long", "short"] = "long"
    margin: float = 6.0
    cuts: Cuts = "auto"
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
        """Return the offered size of a face in either orientation, or None."""
        return next((each for each in self.offers if each.takes(width, height) or each.takes(height, width)), None)

    def page(self, width: float, height: float) -> tuple[float, float] | None:
        """Return width and height in millimetres of the page of a face with its bleed; None if the size is not
        accepted.

        A page of an offered size has exactly the pixels of the offer, in the orientation of the offer.
        """
        offer = self.offer(width, height)
        if offer:
            across, down = offer.pixels
            return across * MM_PER_INCH / self.dpi, down * MM_PER_INCH / self.dpi
        return (width + 2 * self.bleed[0], height + 2 * self.bleed[1]) if self.any_size else None


HOME = Profile("home", Span("home"))
"""The default profile of games without a profile named `home`."""


def read_profile(root: Node, name: str, damaged: bool = False) -> Profile:
    """Return the profile described in `root`, which its schema has validated."""
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
        cuts=_word(root, "cuts", HOME.cuts),  # type: ignore[arg-type]
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
    """Return the bleed at the sides, and above and below; one number is for all sides."""
    if isinstance(node.value, (int, float)):
        return node.number, node.number
    across, down = (length.number for length in node)
    return across, down


def _offer(key: Node, value: Node) -> Offer:
    width, height = read_face_size(key)
    across, _, down = value.text.replace("×", "x").partition("x")
    return Offer(key.text, width, height, Pixels(int(across), int(down)))
