"""Sheets one below the other as one PNG; a sheet that was rendered before is not rendered again."""

from __future__ import annotations

import hashlib
import pickle
from io import BytesIO
from typing import TYPE_CHECKING, Any

from pnp.render.pdf import PdfInfo, render_pdf
from pnp.render.png import images
from pnp.scene.items import Bitmap, Origin

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pnp.scene.sheet import Sheet


class Strips:
    """Keeps the pixels of the sheets that it showed last, by all that they are drawn from."""

    def __init__(self, dpi: float) -> None:
        self._dpi = dpi
        self._kept: dict[bytes, Any] = {}

    def png(self, sheets: Sequence[Sheet]) -> bytes:
        """The sheets as one picture, each rendered by itself: what stood here before never shows."""
        from PIL import Image

        keys = [fingerprint(sheet) for sheet in sheets]
        self._kept = {
            key: self._kept[key] if key in self._kept else self._rendered(sheet)
            for key, sheet in zip(keys, sheets, strict=True)
        }
        strips = [self._kept[key] for key in keys]
        width, height = max(strip.width for strip in strips), sum(strip.height for strip in strips)
        whole = Image.new("RGB", (width, height))
        top = 0
        for strip in strips:
            whole.paste(strip, (0, top))
            top += strip.height
        out = BytesIO()
        whole.save(out, "PNG", dpi=(self._dpi, self._dpi), compress_level=6)
        return out.getvalue()

    def _rendered(self, sheet: Sheet) -> Any:
        (image,) = images(render_pdf((sheet,), PdfInfo("")), self._dpi)
        return image


def fingerprint(sheet: Sheet) -> bytes:
    """A digest of everything that a back end sees of a sheet: its values, and what of them is one and the same."""
    written = BytesIO()
    pickler = pickle.Pickler(written, pickle.HIGHEST_PROTOCOL)
    pickler.dispatch_table = {Bitmap: _by_name, Origin: _unseen}
    pickler.dump(sheet)
    return hashlib.sha256(written.getbuffer()).digest()


def _by_name(bitmap: Bitmap) -> tuple[type[str], tuple[str]]:
    return str, (f"{bitmap.digest} {bitmap.form} {bitmap.width} {bitmap.height} {bitmap.channels}",)


def _unseen(_origin: Origin) -> tuple[type[None], tuple[()]]:
    """Where an item comes from is not drawn."""
    return type(None), ()
