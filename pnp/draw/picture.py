"""Picture layers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import Finding
from pnp.draw.place import aligned
from pnp.draw.scope import SpoiltError
from pnp.draw.shape import bled
from pnp.draw.studio import NoBitmap
from pnp.model.where import WhereError, parse_where
from pnp.scene.bitmaps import BitmapRefused, grey_bitmap, open_bitmap
from pnp.scene.items import Group, Path, Picture, Rect, Stroke
from pnp.scene.placed import PlacedPicture
from pnp.scene.shapes import polyline
from pnp.source.rules import MISSING_FILE

if TYPE_CHECKING:
    from pnp.diagnostics import Span
    from pnp.draw.place import Place
    from pnp.draw.scope import Scope
    from pnp.draw.studio import Studio
    from pnp.model.layer import Align, PictureArt, VAlign
    from pnp.scene.geometry import Bounds
    from pnp.scene.items import Bitmap, Item, Origin

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
        bitmap = _bitmap(name, span, studio)
    except SpoiltError as spoilt:
        studio.notes.trouble(spoilt, scope.row)
        return _crossed(place.box)
    if studio.look.roles.grey:
        bitmap = grey_bitmap(bitmap)
    box = bled(place.box, scope.trim, bleed) if art.cover and not art.radius else place.box
    across, down = box.width / bitmap.width, box.height / bitmap.height
    scale = max(across, down) if art.cover else min(across, down)
    width, height = bitmap.width * scale, bitmap.height * scale
    where = aligned(box, width, height, *_anchor(art, place))
    studio.notes.pictures.append(PlacedPicture(origin, span, name, (bitmap.width, bitmap.height), width, height))
    picture = Picture(where.left, where.top, width, height, bitmap)
    if not (art.cover or art.radius):
        return (picture,)
    shown = box if art.cover else where
    return (Group((picture,), clip=Rect(shown.left, shown.top, shown.width, shown.height, art.radius)),)


def _bitmap(name: str, span: Span, studio: Studio) -> Bitmap:
    """The picture in that file of the pack, opened once; raises SpoiltError where it can't be had."""
    if name not in studio.bitmaps:
        studio.bitmaps[name] = _opened(name, span, studio)
    found = studio.bitmaps[name]
    if isinstance(found, NoBitmap):
        raise SpoiltError(found.kind, span, found.message, found.hint)
    return found


def _opened(name: str, span: Span, studio: Studio) -> Bitmap | NoBitmap:
    content = studio.game.assets.read(name, span)
    if not isinstance(content, Finding):
        try:
            return open_bitmap(content)
        except BitmapRefused as refused:
            return NoBitmap("bad-picture", f"the picture '{name}' cannot be used: {refused.message}", refused.hint)
    if content.code == MISSING_FILE.code:
        return NoBitmap("missing-picture", f"the pack has no picture '{name}'", content.hint)
    return NoBitmap("bad-picture", content.message, content.hint)


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
