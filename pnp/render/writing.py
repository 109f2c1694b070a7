"""Runs of text as a PDF writes them: in the codes that the document gives the glyphs of its fonts as they are used."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pnp.scene.numbers import LENGTHS, decimal, num
from pnp.units import MM_PER_POINT

if TYPE_CHECKING:
    from pnp.scene.items import Text


class Writing:
    """Writes runs on a reportlab canvas, whose document gives out the codes."""

    def __init__(self, canvas: Any) -> None:
        self._document = canvas._doc
        self._codes: dict[str, _Codes] = {}
        self._fonts: dict[tuple[str, float], str] = {}

    def font(self, text: Text) -> str:
        """The operator that sets the font and size of a run."""
        key = text.font, text.size
        if key not in self._fonts:
            self._fonts[key] = self._set(text, 0)
        return self._fonts[key]

    def shown(self, text: Text) -> str:
        """The operators that show a run in that font, upright on a page that is flipped; the font stays what it was."""
        codes = self._of(text.font)
        written = text.string.translate(codes)
        place = f"1 0 0 -1 {LENGTHS[text.x]} {LENGTHS[text.y]} Tm"
        if codes.beyond.isdisjoint(text.string):
            return f"BT {place} <{written.encode('latin-1').hex()}> Tj ET"
        pieces = codes.font.splitString(text.string, self._document)
        runs = " ".join([f"{self._set(text, subset)} <{coded.hex()}> Tj" for subset, coded in pieces])
        return f"BT {place} {runs} {self.font(text)} ET"

    def _of(self, font: str) -> _Codes:
        if font not in self._codes:
            self._codes[font] = _Codes(font, self._document)
        return self._codes[font]

    def _set(self, text: Text, subset: int) -> str:
        name = self._of(text.font).font.getSubsetInternalName(subset, self._document)
        return f"{name} {decimal(num(text.size) * MM_PER_POINT, 6)} Tf"


class _Codes(dict[int, str]):
    """The codes of one font's characters, as a table that `str.translate` reads; a new character is given the next."""

    def __init__(self, font: str, document: Any) -> None:
        from reportlab.pdfbase import pdfmetrics

        super().__init__()
        self.font, self.beyond = pdfmetrics.getFont(font), set[str]()
        self._document = document

    def __missing__(self, character: int) -> str:
        ((subset, code),) = self.font.splitString(chr(character), self._document)
        if subset:
            self.beyond.add(chr(character))
        self[character] = code.decode("latin-1")
        return self[character]
