"""A sheet or a scene to PNG or JPEG, by rasterising its PDF: there is no third back end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from pnp.render.pdf import PdfInfo, render_pdf
from pnp.scene.items import Scene
from pnp.scene.sheet import sheet_of
from pnp.units import MM_PER_INCH, millimetres

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pnp.scene.sheet import Sheet

Form = Literal["png", "jpeg"]

MOST_PIXELS = 200_000_000
"""The most pixels of one picture: an A2 sheet at 600 dpi, 800 MB while it is made."""


class PictureTooLarge(ValueError):
    """A picture with more pixels than can be made."""


def render_png(drawing: Sheet | Scene, dpi: float) -> bytes:
    """The sheet, or the scene with its bleed, as a PNG of exactly its size in pixels, rounded to the nearest."""
    return next(render_pngs((drawing,), dpi))


def render_pngs(drawings: Sequence[Sheet | Scene], dpi: float) -> Iterator[bytes]:
    """A PNG of each drawing, in turn; quicker for many than one by one."""
    return render_pictures(drawings, dpi, "png")


def render_pictures(drawings: Sequence[Sheet | Scene], dpi: float, form: Form) -> Iterator[bytes]:
    """A PNG or JPEG of each drawing, in turn."""
    sheets = [sheet_of(drawing) if isinstance(drawing, Scene) else drawing for drawing in drawings]
    for sheet in sheets:
        pixels(sheet.width, sheet.height, dpi)
    return rasterised(render_pdf(sheets, PdfInfo("")), dpi, form)


def rasterised(pdf: bytes, dpi: float, form: Form = "png") -> Iterator[bytes]:
    """A picture of each page of a PDF of ours, in turn."""
    return (_file(image, dpi, form) for image in images(pdf, dpi))


def images(pdf: bytes, dpi: float) -> Iterator[Any]:
    """The pixels of each page of a PDF of ours, in turn."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        for page in document:
            width, height = page.get_size()
            yield _image(page, pixels(millimetres(width), millimetres(height), dpi))
    finally:
        document.close()


def pixels(width: float, height: float, dpi: float) -> tuple[int, int]:
    """How many pixels a drawing of that size has across and down; PictureTooLarge where these are too many."""
    across, down = (max(1, round(side / MM_PER_INCH * dpi)) for side in (width, height))
    if across * down > MOST_PIXELS:
        raise PictureTooLarge(f"{width:g} × {height:g} mm at {dpi:g} dpi has {across} × {down} pixels: too many")
    return across, down


def _image(page: Any, size: tuple[int, int]) -> Any:
    """The page stretched by less than a pixel to a whole number of them."""
    import pypdfium2
    import pypdfium2.raw as pdfium

    bitmap = pypdfium2.PdfBitmap.new_native(*size, pdfium.FPDFBitmap_BGR)
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, *size, 0xFFFFFFFF)
    pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, *size, 0, 0)
    image = bitmap.to_pil()  # in RGB: a copy, so that the bitmap may go
    bitmap.close()
    return image


def _file(image: Any, dpi: float, form: Form) -> bytes:
    from io import BytesIO

    out = BytesIO()
    if form == "png":
        image.save(out, "PNG", dpi=(dpi, dpi), compress_level=6)
    else:
        image.save(out, "JPEG", dpi=(dpi, dpi), quality=95, subsampling=0)
    return out.getvalue()
