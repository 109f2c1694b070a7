"""The document: blocks, tables, figures, and its standard words by language.

A document has no expressions, markup, references to content, default words, measures or pages. Its figures describe
maps, faces, and what is laid on a table; `pnp.build` draws their pictures and adds them (`with_pictures`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, assert_never

from msgspec import Struct, field
from msgspec.structs import replace

from pnp.facts.diagrams import Sketch
from pnp.facts.pictures import FaceSketch, FanSketch
from pnp.facts.table import TableSketch
from pnp.model.translation import OwnWords
from pnp.rulebook.style import AMBER
from pnp.scene.items import Colour, Item, Scene
from pnp.scene.typesetting.fonts import Family
from pnp.scene.typesetting.lettering import PrintedText
from pnp.scene.typesetting.text import HOUSE_FALLBACK, RunLook

# The words that the rulebook adds itself; a rulebook in another language replaces them.


class RulebookWords(OwnWords, frozen=True):
    """Each word by its key in rulebooks, with `_` in place of hyphens."""

    note: str = "Note"
    example: str = "Example"
    changes: str = "Changes"
    default: str = "default"
    reading: str = "Our reading"
    components: str = "Components"
    component: str = "Component"
    count: str = "Count"
    optional: str = "optional"
    tables: str = "Tables"
    icons: str = "Icons"
    icon: str = "Icon"
    meaning: str = "Meaning"
    design: str = "Design"
    players: str = "Players"
    minutes: str = "Minutes"
    contents: str = "Contents"
    table: str = "Table"
    total: str = "Total"
    rules: str = "Rules"
    reference: str = "Rule reference"
    credits: str = "Credits and licence"
    licence: str = "Licence"
    source: str = "Source"
    continued: str = "continued"
    page: str = "page"
    skip: str = "Skip to the rules"
    map: str = "Map"
    way: str = "way"
    moves: str = "moves"
    lies: str = "lying there"
    marked: str = "marked"
    distances: str = "moves from"
    turns: str = "turns at an intersection"
    squares: str = "squares of it"
    forbidden: str = "not allowed"
    addresses: str = "addresses of a block"
    index: str = "Index"
    see: str = "see"
    set_up: str = "Set-up"
    face_down: str = "face down"
    each_player: str = "for each player"


# The rulebook ready to be written: blocks of text and tables, with expressions computed and links resolved.

Align = Literal["left", "centre", "right"]
Role = Literal["note", "example", "open-point", "variant"]

TABLE_ANCHOR = "table-"
"""The prefix of the anchors of tables."""


class TextPiece(Struct, frozen=True):
    """A run of characters in one style; `look` is what named styles of the theme change of it."""

    string: str
    bold: bool = False
    italic: bool = False
    look: RunLook | None = None


class IconPiece(Struct, frozen=True):
    """A drawing within the text, on a grid of 24; `label` is its alternative text.

    `scale` is a factor of its size, if it is among letters of another size than the text.
    """

    name: str
    label: str
    marks: tuple[Item, ...] = ()
    scale: float = 1.0


class Link(Struct, frozen=True):
    """A link to an anchor of the document (`#tolls`) or to a page (`https://…`)."""

    string: str
    target: str


Inline = TextPiece | IconPiece | Link
Line = tuple[Inline, ...]


class Heading(Struct, frozen=True):
    """The heading of a section, on a new page if it is so: level 2 below the title, level 3 below that."""

    level: Literal[2, 3]
    line: Line
    anchor: str
    new_page: bool = False


class Paragraph(Struct, frozen=True):
    """One paragraph; `small` is that of a licence."""

    line: Line
    small: bool = False


class ListBlock(Struct, frozen=True):
    """A list: numbered steps if `ordered`, with `letters` instead of numbers; otherwise bullets."""

    items: tuple[Line, ...]
    ordered: bool = False
    letters: bool = False


class BoxedBlocks(Struct, frozen=True):
    """Blocks in a box, separate from the rules, under a label."""

    role: Role
    label: Line
    blocks: tuple[Block, ...]


class Table(Struct, frozen=True):
    """Rows of cells under heads, all of the same length; `aligns` has one item per column, `number` is 0 for unnumbered
    ones.

    With `stub`, the first column has the heads of the rows; with `total`, the last row has sums. In a `triangle`, the
    cells above the diagonal repeat those below and are not printed. A `headed` one is right below a heading of the same
    words, so its title is not printed.
    """

    id: str
    number: int
    title: Line
    heads: tuple[Line, ...]
    rows: tuple[tuple[Line, ...], ...]
    aligns: tuple[Align, ...]
    caption: Line = ()
    stub: bool = False
    total: bool = False
    triangle: bool = False
    headed: bool = False

    @property
    def anchor(self) -> str:
        """The anchor of the table."""
        return f"{TABLE_ANCHOR}{self.id}"

    def printed(self) -> Iterator[tuple[Line, ...]]:
        """Yield the rows as printed: a triangle without its upper half."""
        for index, row in enumerate(self.rows):
            yield tuple(() if column > index + 1 else cell for column, cell in enumerate(row)) if self.triangle else row


AnySketch = Sketch | FanSketch | FaceSketch | TableSketch
"""What a picture shows, looked up in the game but not yet drawn."""


class Panel(Struct, frozen=True):
    """One picture of a figure: `sketch` is what it shows, `alt` its alternative text, `name` the name of its file.

    The picture is added where maps are drawn: `scene` for paper and `svg` for screens. Without it, the alternative text
    is printed.
    """

    name: str
    sketch: AnySketch
    alt: str
    caption: Line = ()
    scene: Scene | None = None
    svg: str = ""


class Figure(Struct, frozen=True):
    """Pictures of maps, next to each other as far as they fit."""

    panels: tuple[Panel, ...]


class KeyedFigure(Struct, frozen=True):
    """A picture with numbers or `letters` on it, and the lines that explain them."""

    panel: Panel
    items: tuple[Line, ...]
    letters: bool = False


class GalleryItem(Struct, frozen=True):
    """A component in a gallery: its picture, its name and count in one line, and what it is for."""

    panel: Panel
    title: Line
    purpose: Line


class Gallery(Struct, frozen=True):
    """The components of the game with their pictures."""

    items: tuple[GalleryItem, ...]


Block = Heading | Paragraph | ListBlock | BoxedBlocks | Table | Figure | KeyedFigure | Gallery


class IndexTerm(Struct, frozen=True):
    """A term of the index, other words that count as it, and the term to see instead."""

    term: str
    words: tuple[str, ...] = ()
    see: str = ""


class RulebookDocument(Struct, frozen=True):
    """A rulebook: `facts` such as the number of players are below the title, `credit` is at the foot of each page.

    `tables` are all tables, even if no block shows them; `reference` is the rule reference. `fallback` are the families
    for characters that the house fonts lack, `accent` is the colour of rules, bars and bullets. `flaws` are texts that
    do not print as written. With `has_index`, headings and the terms of `index` are listed at the end. `cover` is the
    cover of the game, cropped around `focus`, in shares of its size; `wordmark` is a picture in place of its title,
    `frieze` a strip at the foot of each page. `cover_svg`, `wordmark_svg` and `frieze_svg` are the same for screens.
    """

    name: str
    title: str
    language: str
    blocks: tuple[Block, ...]
    summary: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    tables: tuple[Table, ...] = ()
    reference: tuple[Block, ...] = ()
    credit: str = ""
    authors: tuple[str, ...] = ()
    contributors: tuple[str, ...] = ()
    publisher: str = ""
    rights: str = ""
    words: RulebookWords = field(default_factory=RulebookWords)
    fallback: tuple[str | Family, ...] = HOUSE_FALLBACK
    accent: Colour = AMBER
    flaws: tuple[PrintedText, ...] = ()
    index: tuple[IndexTerm, ...] = ()
    has_index: bool = False
    cover: Scene | None = None
    cover_svg: str = ""
    focus: tuple[float, float] = (0.5, 0.5)
    wordmark: Scene | None = None
    wordmark_svg: str = ""
    frieze: Scene | None = None
    frieze_svg: str = ""

    def panels(self) -> tuple[Panel, ...]:
        """Return the pictures of the rules and of the rule reference, each once."""
        found = panels_of((*self.blocks, *self.reference))
        return tuple({panel.name: panel for panel in found}.values())

    def with_pictures(self, drawn: Mapping[str, Panel]) -> RulebookDocument:
        """Return the document with its pictures replaced by these, by name."""
        return replace(self, blocks=_pictured(self.blocks, drawn), reference=_pictured(self.reference, drawn))

    def headings(self) -> Iterator[Heading]:
        """Yield the headings in order."""
        return (block for block in self.blocks if isinstance(block, Heading))

    def targets(self) -> frozenset[str]:
        """Return the targets of the links in the text."""
        own = frozenset(f"#{heading.anchor}" for heading in self.headings()) if self.has_index else frozenset[str]()
        return own | {piece.target for line in lines(self.blocks) for piece in line if isinstance(piece, Link)}


def panels_of(blocks: tuple[Block, ...]) -> Iterator[Panel]:
    """Yield every picture of the blocks, including those in boxes."""
    for block in blocks:
        match block:
            case Figure(panels):
                yield from panels
            case KeyedFigure(panel):
                yield panel
            case Gallery(items):
                yield from (item.panel for item in items)
            case BoxedBlocks(blocks=inner):
                yield from panels_of(inner)
            case _:
                pass


def _pictured(blocks: tuple[Block, ...], drawn: Mapping[str, Panel]) -> tuple[Block, ...]:
    return tuple(_with_pictures(block, drawn) for block in blocks)


def _with_pictures(block: Block, drawn: Mapping[str, Panel]) -> Block:
    match block:
        case Figure(panels):
            return Figure(tuple(drawn.get(panel.name, panel) for panel in panels))
        case KeyedFigure(panel):
            return replace(block, panel=drawn.get(panel.name, panel))
        case Gallery(items):
            return Gallery(tuple(replace(it, panel=drawn.get(it.panel.name, it.panel)) for it in items))
        case BoxedBlocks():
            return replace(block, blocks=_pictured(block.blocks, drawn))
        case _:
            return block


def lines(blocks: tuple[Block, ...]) -> Iterator[Line]:
    """Yield every line of the blocks, including those in boxes and tables."""
    for block in blocks:
        match block:
            case Heading(line=line) | Paragraph(line=line):
                yield line
            case ListBlock(items):
                yield from items
            case BoxedBlocks(label=label, blocks=inner):
                yield label
                yield from lines(inner)
            case Table():
                yield from (block.title, *block.heads, *(cell for row in block.rows for cell in row), block.caption)
            case Figure(panels):
                yield from (panel.caption for panel in panels)
            case KeyedFigure(panel, items):
                yield from (panel.caption, *items)
            case Gallery(exhibits):
                yield from (line for exhibit in exhibits for line in (exhibit.title, exhibit.purpose))
            case _:
                assert_never(block)


def plain(line: Line) -> str:
    """Return the line as plain text, with icons as their labels in brackets."""
    return "".join(f"[{piece.label}]" if isinstance(piece, IconPiece) else piece.string for piece in line)


def text(string: str) -> Line:
    """Return the line with this text."""
    return (TextPiece(string),) if string else ()
