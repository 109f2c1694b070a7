"""A block of positioned lines.

There is no kerning and there are no ligatures: every back end adds the same advances. The capitals of each line are in
the middle of its leading, so a block centred in a box looks centred. Use `cap_top` and `last_baseline` to align a block
flush.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, pairwise
from operator import attrgetter
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from pnp.scene.items import Group, Item, Origin, Scene, Tag, Text
from pnp.scene.typesetting.line_breaking import HANG, BreakableText, Chunk, Fragment, InlineDrawing, Part, paragraph
from pnp.scene.typesetting.text import Inline, Piece, Run, RunLook, TextStyle
from pnp.units import total

__all__ = ["Align", "Inline", "Run", "TextBlock", "TextLine", "TextStyle", "Wordmark", "fit", "lay", "typeset"]

Align = Literal["left", "centre", "right", "justify"]

STEP = 0.25
"""The step in points by which `fit` shrinks text."""

WIDEST_GAP = 1.0
"""The maximum width that `justify` adds to a space, in ems; a line that needs more is not stretched."""

DROP_GAP = 0.3
"""The space after a drop cap in ems."""

_EDGE = {"left": 0.0, "centre": 0.5, "right": 1.0, "justify": 0.0}
_TOLERANCE = 1e-4


class TextLine(Struct, frozen=True):
    """One line: its characters, its start, its baseline and its width.

    `scale` is the factor by which its largest run is larger than the text.
    """

    text: str
    x: float
    baseline: float
    width: float
    scale: float = 1.0


class TextBlock(Struct, frozen=True):
    """Text set in a box of `width` × `height` with (0, 0) at its top left corner.

    The height is the number of lines times the leading. The width is the requested one, else that of the widest line.
    `missing` are characters that no face has; they are not drawn. `strays` are characters with misplaced combining
    marks. `overflow_x` is the excess over the requested width, `overflow_y` that over the height of `fit`; `size` is in
    points. `smallest` is the factor of the size of its smallest run. `ends` is the number of items up to the end of
    each line.
    """

    items: tuple[Item, ...]
    width: float
    height: float
    lines: tuple[TextLine, ...]
    missing: tuple[str, ...]
    size: float
    cap_height: float
    overflow_x: float = 0.0
    overflow_y: float = 0.0
    strays: tuple[str, ...] = ()
    smallest: float = 1.0
    ends: tuple[int, ...] = ()

    @property
    def overflow(self) -> float:
        """By how many millimetres the text does not fit; 0 if it fits."""
        return max(self.overflow_x, self.overflow_y)

    @property
    def cap_top(self) -> float:
        """The top of the first line's capitals."""
        return self.lines[0].baseline - self.cap_height * self.lines[0].scale if self.lines else 0.0

    @property
    def last_baseline(self) -> float:
        """The baseline of the lowest line."""
        return max([line.baseline for line in self.lines]) if self.lines else 0.0

    def at(self, x: float, y: float, origin: Origin | None = None) -> Group:
        """Return the block with its top left corner at (x, y)."""
        return Group(self.items, (1.0, 0.0, 0.0, 1.0, x, y), origin=origin)

    def element(self, x: float, y: float, tag: Tag) -> Group:
        """Return the block as one element of the text, line by line, with its top left corner at (x, y)."""
        if len(self.ends) < 2:
            return replace(self.at(x, y), tag=tag)
        lines = (Group(self.items[start:end], tag=tag) for start, end in pairwise((0, *self.ends)))
        return Group(tuple(lines), (1.0, 0.0, 0.0, 1.0, x, y), tag=tag)


def typeset(
    pieces: str | Sequence[Piece], style: TextStyle, width: float | None = None, align: Align = "left"
) -> TextBlock:
    """Return the pieces in lines no wider than `width`, unless a single word is. Without a width, only newlines break.

    Raises FontMissing or FontRefused if a family of the style cannot be used.
    """
    return _set(paragraph(_pieces(pieces), style), style, style, width, align)


def lay(text: BreakableText, style: TextStyle, width: float | None = None, align: Align = "left") -> TextBlock:
    """Return the lines of a text that was split for this style, or for one that differs only in leading."""
    return _set(text, style, style, width, align)


def fit(
    pieces: str | Sequence[Piece],
    style: TextStyle,
    width: float,
    height: float,
    least: float,
    align: Align = "left",
    size: float | None = None,
    *,
    drop: int = 0,
    arrange: Callable[[TextBlock, TextStyle], TextBlock] | None = None,
) -> TextBlock:
    """Return the pieces at the maximum size, from the style's down to `least` points, at which they fit.

    Inline drawings and the leading shrink in proportion. If even the minimum size does not fit, the block has an
    overflow. With a `size`, no other size is tried. The first letter is as high as `drop` lines if that is not 0.
    `arrange` moves the lines of a block set in some style, such as into columns.
    """
    initial, left = _initial(_pieces(pieces), style) if drop else (None, _pieces(pieces))
    text = paragraph(left, style)

    def block_of(size: float) -> TextBlock:
        leading = None if style.leading is None else style.leading * size / style.size
        resized = style if size == style.size else replace(style, size=size, leading=leading)
        block = _set(text, style, resized, width, align, DropCap(initial, drop) if initial else None)
        if arrange:
            block = arrange(block, resized)
        over = block.height - height
        return replace(block, overflow_y=over) if over > _TOLERANCE else block

    largest, *smaller = _sizes(style.size, least) if size is None else (size,)
    block = block_of(largest)
    if not smaller or not block.overflow:
        return block
    # Binary search: a text that fits at one size fits at every smaller one.
    found = bisect_left(smaller, 1, key=lambda size: not block_of(size).overflow)
    return block_of(smaller[min(found, len(smaller) - 1)])


def _sizes(size: float, least: float) -> Iterator[float]:
    yield size
    while (size := size - STEP) > least:
        yield size
    if size + STEP > least:
        yield least


def _pieces(pieces: str | Sequence[Piece]) -> Sequence[Piece]:
    return (Run(pieces),) if isinstance(pieces, str) else pieces


class DropCap(Struct, frozen=True):
    """The first letter of a text, as high as some lines."""

    letter: Fragment
    lines: int


def _initial(pieces: Sequence[Piece], style: TextStyle) -> tuple[Fragment | None, Sequence[Piece]]:
    """Return the first letter of the pieces and the rest; no letter if they begin with something else.

    The letter has the font and the colour of its run, but not its size, tracking and raising.
    """
    first = pieces[0] if pieces else None
    text = first.text.lstrip() if isinstance(first, Run) else ""
    if not (isinstance(first, Run) and text and text[0].isalnum()):
        return None, pieces
    look = first.look and replace(first.look, scale=1.0, tracking=0.0, raised=0.0)
    cut = paragraph((replace(first, text=text[0], look=look),), replace(style, tracking=0.0))
    letter = next((part for chunk in cut.chunks for part in chunk.parts if isinstance(part, Fragment)), None)
    return letter, (replace(first, text=text[1:]), *pieces[1:]) if letter else pieces


def _set(
    text: BreakableText,
    wanted: TextStyle,
    style: TextStyle,
    width: float | None,
    align: Align,
    drop: DropCap | None = None,
) -> TextBlock:
    """Return the lines of a paragraph that was measured for `wanted`, set in `style`, which may be smaller."""
    em, shrunk = style.em, style.size / wanted.size
    cap = text.face.cap_height * em
    most = None if width is None else width / em
    beside, enlarged, dropped, foot = 0, 1.0, 0.0, 0.0
    rows = text.broken(most) if drop is None else ()
    if drop:
        # As high as the lines next to it, from the top of the capitals to the last baseline. Larger words in them make
        # it larger; the lines, which are shorter then, are broken a second time.
        beside, scales = drop.lines, [1.0] * drop.lines
        for _ in range(2 if text.styled else 1):
            head, foot = (style.line - cap) * scales[0] / 2, _last_baseline(scales, style.line, cap)
            enlarged = (foot - head) / (drop.letter.face.cap_height * em)
            dropped = drop.letter.width * enlarged + DROP_GAP
            rows = text.broken(most, (beside, dropped))
            scales = [*(max(_scales(row)) for row in rows[:beside]), *scales[len(rows) :]]
        foot = _last_baseline(scales, style.line, cap)
    widths = [text.width(row) * em for row in rows]
    lefts = [row[0].indent * em for row in rows]
    for index in range(min(beside, len(rows))):
        lefts[index] += dropped * em
    widest = max([left + across for left, across in zip(lefts, widths, strict=True)], default=0.0)
    box = widest if width is None else width
    lines: list[TextLine] = []
    items: list[Item] = []
    ends: list[int] = []
    # A line is as high as its largest run; in a paragraph of one size the lines need no sum of heights.
    top, scale, smallest = 0.0, 1.0, 1.0
    if drop:
        large = replace(style, size=style.size * enlarged, tracking=0.0)
        items.extend(_placed((drop.letter,), 0.0, foot, large, 1.0))
    for index, row in enumerate(rows):
        parts = _merged(row, _SAME_LOOK if text.styled else _SAME_FACE)
        if text.styled:
            scales = _scales(row)
            scale, smallest = max(scales), min(smallest, *scales)
        line = TextLine(
            "".join([part.text for part in parts if isinstance(part, Fragment)]),
            row[0].indent * em or lefts[index] + (box - lefts[index] - widths[index]) * _EDGE[align],
            (top if text.styled else index * style.line) + (style.line + cap) * scale / 2,
            widths[index],
            scale,
        )
        top += style.line * scale
        lines.append(line)
        if marker := row[0].marker:
            hung = line.x - (HANG + total([part.width for part in marker])) * em
            items.extend(_placed(marker, hung, line.baseline, style, shrunk))
        ends.append(len(items))
        # Justified are the lines that the width broke, unless their gaps would become too wide.
        if align == "justify" and index + 1 < len(rows) and not rows[index + 1][0].forced:
            gaps = sum(1 for chunk in row[1:] if chunk.gap)
            extra = (box - line.x - line.width) / gaps if gaps else 0.0
            if 0.0 < extra <= WIDEST_GAP * em:
                lines[-1] = replace(line, width=box - line.x)
                items.extend(_justified(row, line, style, shrunk, extra))
                ends[-1] = len(items)
                continue
        items.extend(_placed(parts, line.x, line.baseline, style, shrunk))
        ends[-1] = len(items)
    over = max(widest - box, 0.0)
    over = over if over > _TOLERANCE else 0.0
    height = max(top if text.styled else len(rows) * style.line, beside * style.line)
    block = tuple(items), box, height, tuple(lines), text.missing, style.size, cap, over
    return TextBlock(*block, strays=text.strays, smallest=smallest, ends=tuple(ends))


def _scales(row: Sequence[Chunk]) -> list[float]:
    """Return the scales of the runs of a line, and that of its text."""
    return [1.0, *(part.look.scale for chunk in row for part in chunk.parts if part.look)]


def _last_baseline(scales: Sequence[float], line: float, cap: float) -> float:
    """Return the baseline of the last of some lines with these scales."""
    return line * sum(scales[:-1]) + (line + cap) * scales[-1] / 2


def _justified(row: tuple[Chunk, ...], line: TextLine, style: TextStyle, shrunk: float, extra: float) -> Iterator[Item]:
    """Yield the items of a line word by word, with `extra` millimetres added to each space."""
    x, start = line.x, 0
    for index in range(1, len(row) + 1):
        gap = row[index].gap if index < len(row) else None
        if index < len(row) and gap is None:
            continue
        words = row[start:index]
        if index < len(row):  # only the last word of a line shows its hyphen
            words = (*words[:-1], replace(words[-1], hyphen=None))
        parts = _merged(words, _SAME_LOOK)
        yield from _placed(parts, x, line.baseline, style, shrunk)
        x += (total([part.width for part in parts]) + (gap.width if gap else 0.0)) * style.em + extra
        start = index


_SAME_FACE, _SAME_LOOK = attrgetter("face"), attrgetter("face", "look")


def _merged(row: tuple[Chunk, ...], alike_by: Callable[[Part], object] = _SAME_FACE) -> list[Part]:
    """Return the parts of one line with gaps and the final hyphen; adjacent fragments of one face are joined.

    `alike_by` returns what such fragments have in common.
    """
    parts: list[Part] = []
    for index, chunk in enumerate(row):
        if index and chunk.gap:
            parts.append(chunk.gap)
        parts += chunk.parts
    if row[-1].hyphen:
        parts.append(row[-1].hyphen)
    merged: list[Part] = []
    for _, same in groupby(parts, alike_by):
        alike = list(same)
        first = alike[0]
        if len(alike) == 1 or isinstance(first, InlineDrawing):
            merged.extend(alike)
        else:
            text = "".join([part.text for part in alike if isinstance(part, Fragment)])
            merged.append(Fragment(text, first.face, total([part.width for part in alike]), first.look))
    return merged


def _placed(parts: Sequence[Part], x: float, baseline: float, style: TextStyle, shrunk: float) -> Iterator[Item]:
    """Yield the items of the parts of one line, from x on the baseline."""
    for part in parts:
        width = part.width * style.em
        match part:
            case Fragment(string, one, look=None):
                spacing = style.tracking * style.em
                yield Text(x, baseline, string, one.name, style.size, style.colour, width, spacing)
            case Fragment(string, one, look=RunLook() as look):
                spacing = (style.tracking if look.tracking is None else look.tracking) * style.em * look.scale
                y, size = baseline - look.raised * style.em, style.size * look.scale
                yield Text(x, y, string, one.name, size, look.colour or style.colour, width, spacing)
            case InlineDrawing(inline):
                top = baseline + (inline.drop - inline.height) * shrunk
                yield Group(inline.items, (shrunk, 0.0, 0.0, shrunk, x, top), alt=part.alt)
        x += width


# A drawn title, which takes the place of one in letters.


class Wordmark(Struct, frozen=True):
    """A wordmark and the title that it is read as. It is placed like a block of text."""

    scene: Scene
    title: str
    size: float

    @classmethod
    def fitted(cls, scene: Scene, title: str, width: float, height: float) -> "Wordmark":
        """Return the wordmark as large as fits the width and the height, both in millimetres."""
        return cls(scene, title, min(width / scene.width, height / scene.height))

    @property
    def width(self) -> float:
        """The width in millimetres."""
        return self.size * self.scene.width

    @property
    def height(self) -> float:
        """The height in millimetres."""
        return self.size * self.scene.height

    @property
    def cap_top(self) -> float:
        """The top of what is next to it: a drawing is aligned by its upper edge."""
        return 0.0

    def element(self, x: float, y: float, tag: Tag) -> Group:
        """Return the wordmark with its top left corner at (x, y), as an element of a tagged page."""
        return Group(self.scene.items, (self.size, 0.0, 0.0, self.size, x, y), tag=replace(tag, alt=self.title))
