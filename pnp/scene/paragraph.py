"""Text ready to be broken into lines, and broken: as many words on each as fit."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from pnp.records import dataclass
from pnp.scene.chunks import Chunk, Cutter, Fragment, Inset
from pnp.scene.fonts import face_of
from pnp.scene.text import Bullet, Inline, Run
from pnp.units import total

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pnp.scene.fonts import Face
    from pnp.scene.text import Piece, TextStyle

_SLACK = 1e-6


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A text ready to be broken: its chunks, first face, tracking in ems, the characters that no face has, and those
    with marks that would not stand where they belong.
    """

    chunks: tuple[Chunk, ...]
    face: Face
    tracking: float
    missing: tuple[str, ...]
    strays: tuple[str, ...] = ()

    def broken(self, measure: float | None) -> tuple[tuple[Chunk, ...], ...]:
        """The chunks line by line, as many on each as fit into `measure` ems and at least one."""
        lines: list[list[Chunk]] = []
        used, most = 0.0, math.inf if measure is None else measure + _SLACK
        left = list(reversed(self.chunks))
        while left:
            chunk = left.pop()
            reach = used + (chunk.gap.width if chunk.gap else 0.0) + chunk.width
            fits = reach - (self._tail(chunk) if self.tracking else 0.0) <= most - chunk.indent
            if not lines or chunk.forced or not fits:
                if lines and not chunk.forced:
                    chunk = self._parted(lines[-1], chunk, left, most)
                lines.append([])
                reach = chunk.width
            lines[-1].append(chunk)
            used = reach
        return tuple(map(tuple, lines))

    def width(self, line: Sequence[Chunk]) -> float:
        """The width of a line from its indent on, without the tracking after its last character."""
        if not line:
            return 0.0
        gaps = total([chunk.gap.width for chunk in line[1:] if chunk.gap])
        end = line[-1].hyphen.width - self.tracking if line[-1].hyphen else -self._tail(line[-1])
        return gaps + total([chunk.width for chunk in line]) + end

    def _parted(self, line: list[Chunk], chunk: Chunk, left: list[Chunk], most: float) -> Chunk:
        """The chunk to begin the next line with: one from the end of this line where there is no room for its hyphen;
        what stood after that goes back to those that are `left`.
        """
        while len(line) > 1 and line[-1].hyphen and self.width(line) > most - line[-1].indent:
            left.append(chunk)
            chunk = line.pop()
        return chunk

    def _tail(self, chunk: Chunk) -> float:
        return self.tracking if chunk.parts and isinstance(chunk.parts[-1], Fragment) else 0.0


def paragraph(pieces: Sequence[Piece], style: TextStyle) -> Paragraph:
    """The pieces cut into chunks; raises FontMissing or FontRefused where a family of the style cannot be had."""
    cutter = Cutter(style, [piece.marker for piece in pieces if isinstance(piece, Bullet)])
    for piece in pieces:
        match piece:
            case Run():
                cutter.run(piece)
            case Inline():
                cutter.part(Inset(piece, piece.width / style.em))
            case Bullet():
                cutter.item(piece)
    cutter.flush()
    first = face_of(style.family, style.weight, style.italic)
    return Paragraph(tuple(cutter.chunks), first, style.tracking, tuple(cutter.missing), tuple(cutter.strays))
