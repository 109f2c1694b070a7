"""Picture layers."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pnp.diagnostics import Finding
from pnp.draw.place import aligned
from pnp.draw.scope import SpoiltError
from pnp.draw.shape import bled
from pnp.draw.studio import NoImage
from pnp.model.roles import grey_of
from pnp.model.where import WhereError, parse_where
from pnp.scene.bitmaps import PictureRefused, grey_bitmap, open_bitmap
from pnp.scene.items import Bitmap, Group, Path, Picture, Rect, Stroke
from pnp.scene.placed import PlacedPicture
from pnp.scene.shapes import polyline, recoloured
from pnp.scene.svg_art import Drawing, looks_like_svg, open_drawing
from pnp.source.rules import MISSING_FILE

if TYPE_CHECKING:
    from pnp.diagnostics import Span
    from pnp.draw.place import Place
    from pnp.draw.scope import Scope
    from pnp.draw.studio import Studio
    from pnp.model.layer import Align, PictureArt, VAlign
    from pnp.model.reference import Formula
    from pnp.scene.geometry import Bounds
    from pnp.scene.items import Item, Origin

FREE_PIXELS, STEP_PIXELS = 40, 40
"""Pixels of a picture for each byte of its file that cost nothing, and how many of the others cost one step."""

_MISSING = Stroke("#D2403F", 0.5)


def draw_picture(
    art: PictureArt, place: Place, scope: Scope, studio: Studio, bleed: float, origin: Origin
) -> tuple[Item, ...]:
    """The picture in its box; where it covers a box that reaches an edge of the face, it reaches over it.

    A picture that is not there is noted, and drafts show a crossed box.
    """
    name, span = scope.text(art.picture), scope.source(art.picture)
    if not name or not (place.box.width and place.box.height):
        return ()  # a row without a picture
    try:
        image = _image(name, span, art.picture, studio)
    except SpoiltError as spoilt:
        studio.notes.trouble(spoilt, scope.row)
        return _crossed(place.box)
    box = bled(place.box, scope.trim, bleed) if art.cover and not art.radius else place.box
    across, down = box.width / image.width, box.height / image.height
    scale = max(across, down) if art.cover else min(across, down)
    where = aligned(box, image.width * scale, image.height * scale, *_anchor(art, place))
    if isinstance(image, Bitmap):
        pixels = image.width, image.height
        studio.notes.pictures.append(PlacedPicture(origin, span, name, pixels, where.width, where.height))
    item = _item(image, where)
    if not (art.cover or art.radius):
        return (item,)
    shown = box if art.cover else where
    return (Group((item,), clip=Rect(shown.left, shown.top, shown.width, shown.height, art.radius)),)


def _item(image: Bitmap | Drawing, box: Bounds) -> Item:
    """The image stretched over the box."""
    if isinstance(image, Bitmap):
        return Picture(box.left, box.top, box.width, box.height, image)
    matrix = (box.width / image.width, 0.0, 0.0, box.height / image.height, box.left, box.top)
    return Group(image.items, matrix, Rect(0.0, 0.0, image.width, image.height))


def _image(name: str, span: Span, asked: Formula, studio: Studio) -> Bitmap | Drawing:
    """The picture in that file of the pack, opened once; raises SpoiltError where it can't be had."""
    if name not in studio.images:
        if studio.work.exhausted:
            raise SpoiltError(None, span, "the pack takes too much work")
        studio.images[name] = _opened(name, span, asked, studio)
    found = studio.images[name]
    if isinstance(found, NoImage):
        raise SpoiltError(found.kind, span, found.message, found.hint, asked.span)
    return found


def _opened(name: str, span: Span, asked: Formula, studio: Studio) -> Bitmap | Drawing | NoImage:
    content = studio.game.assets.read(name, span)
    if not isinstance(content, Finding):
        try:
            image = open_drawing(content) if looks_like_svg(content) else open_bitmap(content)
            if isinstance(image, Bitmap):  # a photo has its bytes; what unpacks to far more is paid for
                packed = max(0, image.width * image.height - FREE_PIXELS * len(content))
                studio.work.charge(asked, packed // STEP_PIXELS)
            return _grey(image) if studio.look.roles.grey else image
        except PictureRefused as refused:
            return NoImage("bad-picture", f"the picture '{name}' cannot be used: {refused.message}", refused.hint)
    if content.code == MISSING_FILE.code:
        return NoImage("missing-picture", f"the pack has no picture '{name}'", content.hint)
    return NoImage("bad-picture", content.message, content.hint)


def _grey(image: Bitmap | Drawing) -> Bitmap | Drawing:
    if isinstance(image, Bitmap):
        return grey_bitmap(image)
    return replace(image, items=recoloured(image.items, grey_of))


def _anchor(art: PictureArt, place: Place) -> tuple[Align, VAlign]:
    if art.anchor is None:
        return place.align, place.valign
    try:
        where = parse_where(art.anchor.name)
    except WhereError as error:
        raise SpoiltError(None, art.anchor.span, error.message) from None
    return where.horizontal or "centre", where.vertical or "middle"


def _crossed(box: Bounds) -> tuple[Item, ...]:
    left, top, right, bottom = box.left, box.top, box.right, box.bottom
    cross = (*polyline(((left, top), (right, bottom))), *polyline(((left, bottom), (right, top))))
    return Rect(left, top, box.width, box.height, stroke=_MISSING), Path(cross, stroke=_MISSING)
