"""A profile: the print settings of a printer at home or of a print service."""

from typing import Literal, NamedTuple

from msgspec import Struct, field

from pnp.diagnostics import Span
from pnp.model.faces.template import read_face_size
from pnp.model.records import read_record
from pnp.model.reference import Acceptance, Ref
from pnp.source.tree import Node
from pnp.units import MM_PER_INCH

Prints = Literal["sheets", "faces"]
ProfileFile = Literal["pdf", "png", "jpeg"]
PageOrder = Literal["front-back", "back-front", "fronts-backs"]
Cuts = Literal["auto", "shared", "apart"]
Registration = Literal["silhouette", "silhouette-4"]
ColourSpace = Literal["rgb", "cmyk"]
MissingBacks = Literal["default", "blank", "leave", "refuse"]
Shape = Literal["rectangle", "circle", "hexagon"]
PdfStandard = Literal["PDF/X-1a:2003", "PDF/X-4"]

ALIKE = 0.1
"""Tolerance between a face and an offered size, in millimetres."""


class CutLayers(Struct, frozen=True):
    """The names of the layers in files for cutting machines.

    With `perforated`, folds are perforated, for machines that cannot crease.
    """

    cut: str = "cut"
    crease: str = "crease"
    perforation: str = "perforation"
    perforated: bool = False


class SpotLine(Struct, frozen=True):
    """A kind of line on a separate plate of PDFs: its spot colour and the optional layer of the file that shows it.

    `alternate` is what is shown where the plate is not known, in CMYK from 0 to 1; `width` is in millimetres.
    """

    spot: str
    layer: str
    alternate: tuple[float, float, float, float] = (0.0, 1.0, 0.0, 0.0)
    width: float = 0.0882


class Pixels(NamedTuple):
    """The size of a picture in pixels."""

    width: int
    height: int


class Offer(Struct, frozen=True):
    """A product or size of a print service: trimmed size in millimetres, and size with bleed in pixels.

    A product has the `identity` that the service knows it by, the `kinds` of component that it is made of, the number
    of printed `sides`, its `shape`, and the names of the objects that the service's own interface creates for it
    (`api`: the set, then each of its parts). A size accepts every kind and shape.
    """

    name: str
    width: float
    height: float
    pixels: Pixels
    identity: str = ""
    kinds: tuple[str, ...] = ()
    sides: int = 2
    shape: Shape | None = None
    api: tuple[str, ...] = ()

    def takes(self, width: float, height: float) -> bool:
        """Whether a face of that width and height is of this size, in either orientation."""
        return self.distance(width, height) <= ALIKE

    def distance(self, width: float, height: float) -> float:
        """Return by how many millimetres the size differs, in the nearer orientation."""
        return min(
            max(abs(across - self.width), abs(down - self.height))
            for across, down in ((width, height), (height, width))
        )

    def suits(self, kind: str, shape: Shape | None) -> bool:
        """Whether components of that kind and shape can be this product; an unknown kind or shape is accepted."""
        return (not kind or not self.kinds or kind in self.kinds) and (
            shape is None or self.shape is None or shape == self.shape
        )


class Profile(Struct, frozen=True):
    """The settings of a printer or print service; the defaults are for printing at home.

    Lengths are in millimetres. `bleed` is the bleed at the sides, and above and below. `variant`, `safe` and `black`
    (CMYK in percent) are None if the profile does not set them. With `any_size`, sizes that are not in `offers` are
    accepted too. `kinds` are the kinds of component that it prints, if it does not print all of them. `spots` are the
    kinds of line (`cut`, `crease`, `perforation`) that PDFs have on separate plates. With a `standard`, PDFs are
    prepared for it, in CMYK: for a registered printing `condition`, or for that of the ICC profile in the file
    `output_profile`. `pdf_layers` is whether PDFs may have layers; `mark_offset` how far beyond the bleed of boards in
    one piece their crop marks begin.
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
    kinds: tuple[str, ...] = ()
    backs: MissingBacks | None = field(default=None, name="missing-backs")
    colour: ColourSpace = "rgb"
    black: tuple[float, float, float, float] | None = None
    outlines: bool = False
    registration: Registration | None = None
    registration_inset: float = 10.0
    layers: CutLayers = CutLayers()
    spots: tuple[tuple[str, SpotLine], ...] = ()
    condition: str | None = field(default=None, name="output-condition")
    standard: PdfStandard | None = None
    output_profile: Ref | None = None
    pdf_layers: bool = True
    mark_offset: float = 1.0
    accepts: tuple[Acceptance, ...] = field(default=(), name="accept")
    damaged: bool = False

    @property
    def missing_backs(self) -> MissingBacks:
        """What is printed behind a front without a back.

        It is the default back of the pack. Without one, it is blank in a PDF, where the next front would take its
        place, and left out of pictures.
        """
        return self.backs or ("default" if self.file == "pdf" else "leave")

    @property
    def takes_default_backs(self) -> bool:
        """Whether the default back of the pack is printed behind fronts without a back."""
        return self.prints == "faces" and self.backs in (None, "default")

    def product(self, name: str) -> Offer | None:
        """Return the product with that identity or name; None if there is none, or the name is empty."""
        return next((each for each in self.offers if name and name in (each.identity, each.name)), None)

    def offer(
        self, width: float, height: float, kind: str = "", shape: Shape | None = None, product: str = ""
    ) -> Offer | None:
        """Return the first offer for a face, preferably one that is mainly for its kind of component, or None.

        A `product` is taken by its name, whatever its kind and shape.
        """
        if named := self.product(product):
            return named if named.takes(width, height) else None
        found = [each for each in self.offers if each.takes(width, height) and each.suits(kind, shape)]
        return min(found, key=lambda each: each.kinds.index(kind) if kind in each.kinds else 0, default=None)

    def nearest(self, width: float, height: float, kind: str = "", shape: Shape | None = None) -> Offer | None:
        """Return the offer of the nearest size for a kind and shape; None if there is none."""
        found = (each for each in self.offers if each.suits(kind, shape))
        return min(found, key=lambda each: each.distance(width, height), default=None)

    def page(
        self, width: float, height: float, kind: str = "", shape: Shape | None = None, product: str = ""
    ) -> tuple[float, float] | None:
        """Return width and height in millimetres of the page of a face with its bleed; None if the size is not
        accepted.

        A page of an offered size has exactly the pixels of the offer, in the orientation of the offer.
        """
        if kind and self.kinds and kind not in self.kinds:
            return None
        offer = self.offer(width, height, kind, shape, product)
        if offer:
            across, down = offer.pixels
            return across * MM_PER_INCH / self.dpi, down * MM_PER_INCH / self.dpi
        if not self.any_size or self.product(product):
            return None
        return width + 2 * self.bleed[0], height + 2 * self.bleed[1]


HOME = Profile("home", Span("home"))
"""The default profile of games without a profile named `home`."""


def read_profile(root: Node, name: str, damaged: bool = False) -> Profile:
    """Return the profile described in `root`, which its schema has validated."""
    sizes = (Offer(key.text, *read_face_size(key), _pixels(value)) for key, value in root.entries("sizes"))
    offers = (*sizes, *(_product(key, value) for key, value in root.entries("products")))
    standard = _standard(root)
    return read_record(
        Profile,
        root,
        id=name,
        bleed=_bleed(root["bleed"]) if "bleed" in root else HOME.bleed,
        offers=offers,
        any_size=root.is_true("any-size") if "any-size" in root else not offers,
        colour="cmyk" if standard else root.text_of("colour", HOME.colour),
        standard=standard,
        layers=_layers(root),
        spots=tuple((kind, _spot(root[kind], kind)) for kind in ("cut", "crease", "perforation") if kind in root),
        damaged=damaged,
    )


def _standard(root: Node) -> PdfStandard | None:
    """Return the standard that PDFs are prepared for: PDF/X-1a if only a condition is named, PDF/X-4 for a profile."""
    if "standard" in root:
        return "PDF/X-4" if root["standard"].text == "PDF/X-4" else "PDF/X-1a:2003"
    if "output-condition" in root:
        return "PDF/X-1a:2003"
    return "PDF/X-4" if "output-profile" in root else None


def _layers(root: Node) -> CutLayers:
    """Return the layers of cut files; those without a name have the default one."""
    names = {key.text: value.text for key, value in root.entries("cut-layers")}
    return CutLayers(**names, perforated=root.text_of("folds", "crease") != "crease")


def _spot(node: Node, kind: str) -> SpotLine:
    """Return the plate of a kind of line; its layer is named after the kind by default."""
    given: dict[str, object] = {"layer": node.text_of("layer", kind.capitalize())}
    if "alternate" in node:
        given["alternate"] = tuple(percent / 100 for percent in node["alternate"].numbers)
    return read_record(SpotLine, node, **given)


def _bleed(node: Node) -> tuple[float, float]:
    """Return the bleed at the sides, and above and below; one number is for all sides."""
    if isinstance(node.value, (int, float)):
        return node.number, node.number
    across, down = (length.number for length in node)
    return across, down


def _product(key: Node, value: Node) -> Offer:
    width, height = read_face_size(value["size"])
    pixels, shape = _pixels(value["pixels"]), value.text_of("shape", "rectangle")
    return read_record(Offer, value, width=width, height=height, pixels=pixels, identity=key.text, shape=shape)


def _pixels(node: Node) -> Pixels:
    across, _, down = node.text.replace("×", "x").partition("x")
    return Pixels(int(across), int(down))
