"""A template: how a face is laid out, as data."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal

from pnp.model.acceptance import Acceptance
from pnp.model.layer import GroupArt, Layer
from pnp.model.layer_reader import read_layer
from pnp.model.reference import Formula, Ref
from pnp.model.sizes import SIZES, read_face_size
from pnp.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pnp.diagnostics import Span
    from pnp.source.tree import Node

Shape = Literal["rectangle", "circle", "hexagon"]

BLEED = 3.0
"""How far art reaches beyond the trim where a template says nothing, in millimetres."""

SAFE = 3.0
"""How far text and icons keep off the trim where a template says nothing, in millimetres."""


@dataclass(frozen=True, slots=True)
class Template:
    """A face: its trim, what is cut off and what must not be, its ground, and its layers from the lowest up.

    One that `extends` another is as its document says until it is laid over that (`model.inheritance`): `said` are the
    settings that it gives itself, `removes` the layers that it goes without.
    """

    id: str
    span: Span
    width: float
    height: float
    layers: tuple[Layer, ...]
    bleed: float = BLEED
    safe: float = SAFE
    shape: Shape = "rectangle"
    corners: float = 0.0
    background: Formula | None = None
    accepts: tuple[Acceptance, ...] = ()
    damaged: bool = False
    extends: Ref | None = None
    removes: tuple[Ref, ...] = ()
    said: frozenset[str] = frozenset()

    def every_layer(self) -> Iterator[Layer]:
        """The layers and those within them, in source order."""
        return walk(self.layers)


def walk(layers: Iterable[Layer]) -> Iterator[Layer]:
    """The layers and those within them, in source order."""
    for layer in layers:
        yield layer
        if isinstance(layer.art, GroupArt):
            yield from walk(layer.art.layers)


def read_template(root: Node, name: str, damaged: bool = False) -> Template:
    """The template that stands in the document `root`, which its schema has passed."""
    width, height = _size(root)
    background, extends = root.get("background"), root.get("extends")
    return Template(
        id=name,
        span=root.span,
        width=width,
        height=height,
        layers=tuple(map(read_layer, root.list("layers"))),
        bleed=_number(root, "bleed", BLEED),
        safe=_number(root, "safe", SAFE),
        shape=root["shape"].text if "shape" in root else "rectangle",  # type: ignore[arg-type]  # by the schema
        corners=_number(root, "corners", 0.0),
        background=Formula.read(background) if background else None,
        accepts=tuple(map(Acceptance.read, root.list("accept"))),
        damaged=damaged,
        extends=Ref.read(extends) if extends else None,
        removes=tuple(map(Ref.read, root.list("remove"))),
        said=frozenset(root.mapping),
    )


def _size(root: Node) -> tuple[float, float]:
    """Width and height; a hexagon of which one measure is given is regular, that wide, and stands on a corner."""
    if "size" not in root:
        return SIZES["standard"].millimetres
    width, height = read_face_size(root["size"])
    given = root["size"].value
    once = width == height and (not isinstance(given, str) or given in SIZES)
    six = "shape" in root and root["shape"].text == "hexagon"
    return (width, width * 2 / math.sqrt(3)) if once and six else (width, height)


def _number(root: Node, key: str, otherwise: float) -> float:
    value = root.get(key)
    return value.number if value else otherwise
