"""Sets blocks and figures of a document as columns of strips."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import dropwhile, islice, takewhile
from math import ceil, hypot, inf
from typing import assert_never

from msgspec import Struct, field
from msgspec.structs import replace

from pnp.rulebook.document import (
    Block,
    BoxedBlocks,
    Figure,
    Gallery,
    GalleryItem,
    Heading,
    KeyedFigure,
    Line,
    Link,
    ListBlock,
    Panel,
    Paragraph,
    RulebookWords,
    Table,
    TextPiece,
    plain,
)
from pnp.rulebook.pages.strips import (
    GUTTER,
    SLACK,
    UNDIVIDED,
    Strip,
    banded,
    column_width,
    columns_of,
    heading_strips,
    kept,
    listing_strips,
    opened,
    set_text,
    stuck,
    tagged,
    text_strips,
)
from pnp.rulebook.pages.tables import bold, fits_plate, least_width, parted, table_strips, table_title
from pnp.rulebook.style import PALE, SAND, Type
from pnp.scene.items import Colour, Group, Item, Rect, Same, Tag, Text, compose, scale, translate
from pnp.scene.parts import LinkArea
from pnp.units import total

# Figures on paper: pictures next to each other as far as they fit, each with its caption.

BESIDE = 4.0
"""Distance between adjacent pictures, in millimetres."""

SEVERAL = 4
"""The number of pictures of a figure from which they are in one row on the page, if they fit there."""

BELOW = 1.2
"""Distance between a picture and its caption, in millimetres."""


def figure_width(figure: Figure) -> float:
    """Return the width of its widest picture, in millimetres."""
    return max(panel.sketch.width for panel in figure.panels)


def figure_strips(figure: Figure, look: Type, width: float) -> list[Strip]:
    """Return rows of pictures that are not divided; pictures wider than the column are scaled down."""
    return [_row(panels, look, width) for panels in _rows(figure.panels, width)]


def _rows(panels: Sequence[Panel], width: float) -> Iterator[list[Panel]]:
    row: list[Panel] = []
    for panel in panels:
        if row and total(_width(each, width) + BESIDE for each in row) + _width(panel, width) > width + 0.01:
            yield row
            row = []
        row.append(panel)
    if row:
        yield row


def _width(panel: Panel, room: float) -> float:
    return min(_own_width(panel), room)


SMALLER = (0.9, 0.8, 0.75)
"""The shares of its width that a picture may be reduced to where it would leave a part of a page empty."""

READABLE = 8.0
"""The size in points below which no text is reduced that is larger in the whole picture."""


def _readable(panels: Sequence[Panel], width: float) -> Sequence[float]:
    """Return the shares of their widths, at most `width`, that leave the texts of the pictures readable."""
    sizes = [
        size * _width(panel, width) / panel.scene.width
        for panel in panels
        if panel.scene
        for size in _text_sizes(panel.scene.items, 1.0)
    ]
    least = min((size for size in sizes if size >= READABLE - SLACK), default=inf)
    return [share for share in SMALLER if panels and share * least >= READABLE - SLACK]


def _text_sizes(items: Sequence[Item], factor: float) -> Iterator[float]:
    """Yield the size in points of each text of a drawing that is enlarged by the factor."""
    for item in items:
        if isinstance(item, Group):
            yield from _text_sizes(item.items, factor * hypot(item.transform[0], item.transform[1]))
        elif isinstance(item, Text):
            yield factor * item.size


def _row(panels: Sequence[Panel], look: Type, width: float) -> Strip:
    """Return the pictures next to each other with their captions, and the smaller forms of all of them."""
    shares = _readable([panel for panel in panels if panel.scene], width)
    smaller = (_scaled_row(panels, look, width, share) for share in shares)
    return replace(_scaled_row(panels, look, width, 1.0), smaller=tuple(smaller))


def _scaled_row(panels: Sequence[Panel], look: Type, width: float, share: float) -> Strip:
    """Return the pictures at that share of their widths; their captions are as wide as the whole ones."""
    items: list[Item] = []
    left = deepest = 0.0
    for panel in panels:
        wide = width if len(panels) == 1 and not panel.scene else _width(panel, width)
        drawn, down = _panel(panel, look, wide, share * _width(panel, width))
        items.append(Group(drawn, (1.0, 0.0, 0.0, 1.0, left, 0.0)))
        left, deepest = left + wide + BESIDE, max(deepest, down)
    return Strip(deepest + 0.6 * look.gap, tuple(items), 1.2 * look.gap)


def _panel(panel: Panel, look: Type, room: float, wide: float) -> tuple[tuple[Item, ...], float]:
    """Return the picture and its caption from (0, 0), and their height."""
    items: list[Item] = []
    down = 0.0
    if panel.scene:
        size = wide / panel.scene.width
        down = panel.scene.height * size
        clip = Rect(0.0, 0.0, panel.scene.width, panel.scene.height)
        items.append(Group(panel.scene.items, scale(size), clip, tag=Tag("Figure", panel.alt)))
    for line in _words(panel):
        text = set_text(line, look.small, room)
        items.append(text.element(0.0, down + BELOW, Tag("P")))
        down += BELOW + text.height
    return tuple(items), down


def _words(panel: Panel) -> Iterator[Line]:
    if not panel.scene:
        yield (TextPiece(panel.alt, italic=True),)
    if panel.caption:
        yield panel.caption


# A picture with its legend at its right, or below in two columns; a gallery of components.

LEGEND = 62.0
"""The minimum width of a legend next to its picture, in millimetres."""

PICTURE = 0.4
"""The maximum width of the pictures in a gallery, in shares of its columns."""

NARROWEST_EXHIBIT = 50.0
"""The minimum width of a column of a gallery, and of an index, in millimetres."""

BETWEEN = 3.5
"""Distance between a picture and the text next to it, in millimetres."""


def keyed_width(block: KeyedFigure, page: float) -> float:
    """Return the width that a picture needs with its legend next to it, or alone if both do not fit on the page."""
    wide = _own_width(block.panel)
    return wide + BETWEEN + LEGEND if wide + BETWEEN + LEGEND <= page else min(wide, page)


def _own_width(panel: Panel) -> float:
    """Return the width of a picture: less than the requested one if the picture would be too high."""
    return min(panel.sketch.width, panel.scene.width) if panel.scene else panel.sketch.width


def keyed_strips(block: KeyedFigure, look: Type, width: float) -> list[Strip]:
    """Return the picture and its legend as one strip, which is not divided, with its smaller forms."""
    wide = min(_own_width(block.panel), width)
    if wide + BETWEEN + LEGEND <= width + 0.01:
        return [_keyed(block, look, width, wide)]
    smaller = (_keyed(block, look, width, share * wide) for share in _readable([block.panel], wide))
    return [replace(_keyed(block, look, width, wide), smaller=tuple(smaller))]


def _keyed(block: KeyedFigure, look: Type, width: float, wide: float) -> Strip:
    """Return the picture at that width with its legend."""
    beside = wide + BETWEEN + LEGEND <= width + 0.01
    drawn, down = _panel(block.panel, look, wide, wide)
    if beside:
        left, columns, top = wide + BETWEEN, 1, 0.0
    else:
        left, columns, top = 0.0, 2 if width >= 2 * LEGEND + GUTTER else 1, down + look.gap
    room = (width - left - (columns - 1) * GUTTER) / columns
    listed = listing_strips(ListBlock(block.items, True, block.letters), look, room)
    items: list[Item] = [] if beside else [Group(drawn, translate((width - wide) / 2, 0.0))]
    links, ends = list[LinkArea](), [down]
    heights = [strip.before + strip.height for strip in listed]
    share = total(heights) / columns
    legend = [(strip, at) for strip, at in zip(listed, _tops(heights), strict=True)]
    split = next((at for strip, at in legend if strip.before and at >= share - 0.5 * look.body.line), total(heights))
    lead = next((strip.before for strip, at in legend if at >= split), 0.0)
    tall = max(down, total(heights)) if beside else 0.0
    if beside:
        items.append(Group(drawn, translate(0.0, (tall - down) / 2)))
        top = (tall - total(heights)) / 2
    for strip, at in legend:
        second = columns > 1 and at >= split
        y = top + at - (split if second else 0.0) + strip.before - (lead if second else listed[0].before)
        moved = strip.moved(left + second * (room + GUTTER), y)
        items.extend(moved.items)
        links.extend(moved.links)
        ends.append(y + strip.height)
    return Strip(max(*ends, tall) + 0.6 * look.gap, tuple(items), 1.2 * look.gap, links=tuple(links))


def _tops(heights: Sequence[float]) -> list[float]:
    """Return where each of consecutive strips begins."""
    return [total(heights[:index]) for index in range(len(heights))]


def gallery_strips(block: Gallery, look: Type, width: float) -> list[Strip]:
    """Return a strip for each row of components: pictures, and next to each its name with the count and what it is for.

    The lines below the components of a row are at one height. Among the numbers of columns that need fewest rows, the
    least leaves fewest places empty.
    """
    most = columns_of(width, NARROWEST_EXHIBIT)
    rows = ceil(len(block.items) / most)
    count = next(each for each in range(1, most + 1) if ceil(len(block.items) / each) == rows)
    wide = column_width(width, count)
    strips = []
    for start in range(0, len(block.items), count):
        row = [_exhibit(item, look, wide) for item in block.items[start : start + count]]
        tall = max(each.height for each in row)
        items, links = list[Item](), list[LinkArea]()
        for number, each in enumerate(row):
            left, top = number * (wide + GUTTER), (tall - each.height) / 2
            items.append(Group(each.items, translate(left, top)))
            items.append(Rect(left, tall + 1.1 * look.gap, wide, HAIRLINE, fill=PALE))
            links += (
                replace(link, box=replace(link.box, x=link.box.x + left, y=link.box.y + top)) for link in each.links
            )
        strips.append(Strip(tall + 1.1 * look.gap + HAIRLINE, tuple(items), 1.1 * look.gap, links=tuple(links)))
    return opened(strips, look.gap)


def _exhibit(item: GalleryItem, look: Type, width: float) -> Strip:
    scene = item.panel.scene
    room = min(PICTURE * width, item.panel.sketch.width)
    size = room / item.panel.sketch.width
    left = room + BETWEEN
    title = set_text(item.title, look.label, width - left)
    words = set_text(item.purpose, look.cell, width - left)
    picture = size * scene.height if scene else 0.0
    tall = max(picture, title.height + words.height)
    top = (tall - title.height - words.height) / 2
    items: list[Item] = []
    if scene:
        place = translate((room - size * scene.width) / 2, (tall - picture) / 2)
        items.append(Group(scene.items, compose(place, scale(size)), tag=Tag("Figure", item.panel.alt)))
    items += (title.element(left, top, Tag("P")), words.element(left, top + title.height, Tag("P")))
    links = (*title.links(left, top), *words.links(left, top + title.height))
    return Strip(tall, tuple(items), links=links)


HAIRLINE = 0.25
"""The thickness of the line below a component of a gallery, in millimetres."""


# Blocks of a document as galleys: strips as wide as a column, or as wide as the page.

BAR = 1.3
"""Thickness of the bar at the left of a box, in millimetres."""

PAD = 2.2
"""Distance of the text of a box from its upper and lower edge, in millimetres."""

INSET = BAR + 3 * PAD
"""Difference between the width of a box and of its text, in millimetres."""


class Galley(Struct, frozen=True):
    """Consecutive strips in a number of columns, and those of a heading above them, which are as wide as the page."""

    strips: list[Strip]
    columns: int = 1
    heading: list[Strip] = field(default_factory=list)
    new_page: bool = False


MAIN = 2
"""The level of the headings of sections; those of their subsections are one below."""

HEADED = 3
"""The number of lines below a heading that stay with it."""

INTRODUCTION = 4
"""The maximum number of lines of a text that is as wide as the page because what follows it is."""

COLONS = (":", "：")


def _announces(block: Block) -> bool:
    """Whether it is a paragraph that ends in a colon."""
    return isinstance(block, Paragraph) and plain(block.line).rstrip().endswith(COLONS)


def _announced(blocks: Iterable[Block]) -> Block | None:
    """Return the block after the headings and the paragraph that announces it; None if they do not begin like that."""
    below = dropwhile(lambda block: isinstance(block, Heading), blocks)
    first, second = next(below, None), next(below, None)
    return second if first and _announces(first) else None


class Setter(Struct, frozen=True):
    """Sets blocks in one style.

    `page` is the available width in millimetres, `columns` are those of the text; `folios` are the page numbers of
    tables on separate pages. `parted` are the main headings, by their numbers, whose sections begin below all columns
    of the one before. Strips without such a number are cached in `done`.
    """

    look: Type
    words: RulebookWords
    page: float
    columns: int
    parted: frozenset[int] = frozenset()
    folios: Mapping[str, int] = field(default_factory=dict)
    done: dict[tuple[Same[Block], float], list[Strip]] = field(default_factory=dict)

    def galleys(self, blocks: Sequence[Block]) -> Iterator[Galley]:
        """Yield the blocks in order; adjacent blocks in the same number of columns share a galley."""
        waiting: list[Block] = []
        columns = self.columns
        section = 0
        for index, block in enumerate(blocks):
            count = self._columns(next((each for each in blocks[index:] if not isinstance(each, Heading)), None))
            begins = not waiting or columns == 1 or isinstance(block, Heading)
            announced = self._columns(_announced(islice(blocks, index, None))) == 1
            if announced or (begins and self._introduces(blocks[index:])):
                count = 1  # the text is as wide as what follows it
            main = block if isinstance(block, Heading) and block.level == MAIN else None
            section += main is not None
            apart = main and (section in self.parted or main.new_page)
            if (count != columns or apart) and waiting:
                yield self._galley(waiting, columns)
                waiting = []
            columns = count
            waiting.append(block)
        if waiting:
            yield self._galley(waiting, columns)

    def _introduces(self, blocks: Sequence[Block]) -> bool:
        """Whether the blocks begin with a short text, below headings or not, and then something as wide as the page.

        In columns its few lines would be divided above the picture.
        """
        below = list(dropwhile(lambda block: isinstance(block, Heading), blocks))
        texts = list(takewhile(lambda block: isinstance(block, Paragraph), below))
        if not texts or len(texts) == len(below) or self._columns(below[len(texts)]) != 1:
            return False
        return sum(len(self._strips(text, self.page)) for text in texts) <= INTRODUCTION

    def _galley(self, blocks: Sequence[Block], columns: int) -> Galley:
        """Return the blocks in columns; the heading of a single section is as wide as the page."""
        (first, *others), width = blocks, column_width(self.page, columns)
        level, new_page = (first.level, first.new_page) if isinstance(first, Heading) else (0, False)
        single = others and not any(isinstance(block, Heading) and block.level <= level for block in others)
        if level and single and columns > 1:
            return Galley(self._following(others, width), columns, self._strips(first, self.page), new_page)
        return Galley(self._following(blocks, width), columns, new_page=new_page)

    def _following(self, blocks: Sequence[Block], width: float) -> list[Strip]:
        """Return the strips of consecutive blocks; a paragraph stays with the picture below it, or with what it
        announces.
        """
        strips: list[Strip] = []
        headed = 0.0
        for block, after in zip(blocks, (*blocks[1:], None), strict=False):
            own = self._strips(block, width)
            illustrated = isinstance(block, Paragraph) and isinstance(after, Figure)
            if illustrated or _announces(block):
                own = [*own[:-1], *(replace(strip, sticks=True) for strip in own[-1:])]
            for strip in own:
                headed -= strip.height
                strips.append(replace(strip, sticks=True) if headed > 0.5 * self.look.body.line else strip)
            headed = HEADED * self.look.body.line if isinstance(block, Heading) else headed
        return strips

    def large(self, blocks: Sequence[Block]) -> Iterator[Table]:
        """Yield the tables that get separate pages, in order."""
        for block in blocks:
            if isinstance(block, BoxedBlocks):
                yield from self.large(block.blocks)
            elif isinstance(block, Table) and self.apart(block):
                yield block

    def apart(self, table: Table) -> bool:
        """Whether the table gets separate pages."""
        return least_width(table, self.look) > self.page and fits_plate(table, self.look)

    def _columns(self, block: Block | None) -> int:
        """Return the number of columns that suits the block: that of the text, 1 if it is too wide for them."""
        match block:
            case None:
                return self.columns
            case Gallery():
                return 1
            case _:
                return self.columns if self._need(block) <= column_width(self.page, self.columns) else 1

    def _need(self, block: Block) -> float:
        """Return the minimum width of the block, in millimetres."""
        match block:
            case Table():
                return 0.0 if self.apart(block) else least_width(block, self.look)
            case Figure():
                return min(self._figure_width(block), self.page)
            case KeyedFigure():
                return keyed_width(block, self.page)
            case BoxedBlocks(blocks=inner):
                return max(map(self._need, inner), default=0.0) + INSET
            case _:
                return 0.0

    def _figure_width(self, figure: Figure) -> float:
        """Return the width that a figure needs: that of all pictures if they are several rows in a column, and one on
        the page.
        """
        row = total(panel.sketch.width for panel in figure.panels) + BESIDE * (len(figure.panels) - 1)
        several = len(figure.panels) >= SEVERAL and column_width(self.page, self.columns) < row <= self.page
        return row if several else figure_width(figure)

    def _strips(self, block: Block, width: float) -> list[Strip]:
        key = Same(block), width
        if key in self.done:
            return self.done[key]
        strips = self._set(block, width)
        if not any(self.large((block,))):
            self.done[key] = strips
        return strips

    def _set(self, block: Block, width: float) -> list[Strip]:
        look = self.look
        match block:
            case Heading():
                return heading_strips(block, look, width)
            case Paragraph(line, small):
                return text_strips(line, look.small if small else look.body, width, look.gap)
            case ListBlock():
                return listing_strips(block, look, width)
            case BoxedBlocks("open-point", label, (Paragraph(line=answer),)):
                return self._open_point(label, answer, width)
            case BoxedBlocks(role, label, inner):
                return self._box(label, inner, width, SAND if role != "variant" else None)
            case Table():
                return self._table(block, width)
            case Figure():
                return figure_strips(block, look, width)
            case KeyedFigure():
                return keyed_strips(block, look, width)
            case Gallery():
                return gallery_strips(block, look, width)
            case _:
                assert_never(block)

    def _open_point(self, question: Line, answer: Line, width: float) -> list[Strip]:
        """Return a question and its answer as one small paragraph, since several follow each other."""
        strips = text_strips((*bold(question), TextPiece(" "), *answer), self.look.cell, width, 1.2 * self.look.gap)
        return stuck(strips) if len(strips) <= UNDIVIDED else strips

    def _box(self, label: Line, inner: tuple[Block, ...], width: float, ground: Colour | None) -> list[Strip]:
        inside = width - INSET
        strips = [replace(strip, sticks=True) for strip in text_strips(label, self.look.label, inside)]
        for index, block in enumerate(inner):
            more = self._strips(block, inside)
            strips.extend(more if index else opened(more, 0.3 * self.look.gap))
        edge = self.look.accent if ground else PALE
        boxed = banded(tagged(strips, Tag("Sect")), width, PAD, BAR, ground, edge)
        return opened(kept(boxed), 1.6 * self.look.gap)

    def _table(self, table: Table, width: float) -> list[Strip]:
        """Return the strips of the table, divided by columns if it is too wide; a link if it is on separate pages."""
        if self.apart(table):
            title = plain(table_title(table, self.words))
            page = (TextPiece(f", {self.words.page} {self.folios[table.id]}"),) if table.id in self.folios else ()
            return text_strips((Link(title, f"#{table.anchor}"), *page), self.look.body, width, self.look.gap)
        strips: list[Strip] = []
        for part in parted(table, self.look, width):
            strips.extend(table_strips(part, self.look, self.words, width, self.words.continued if strips else ""))
        return strips
