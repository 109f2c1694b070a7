"""The document: blocks, tables, figures; its fixed phrases by language.

A document holds no expression, no markup, no reference to content, no default word, no measure and no page. Maps that
it shows are named with all that is laid on them; their pictures are put in by whoever can draw (`with_pictures`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, assert_never

from msgspec import Struct, field
from msgspec.structs import replace

from pnp.facts.diagrams import Sketch
from pnp.scene.items import Path, Scene
from pnp.scene.typesetting.fonts import Family
from pnp.scene.typesetting.lettering import PrintedText
from pnp.scene.typesetting.text import HOUSE_FALLBACK

# The words that the rulebook adds by itself; a rulebook in another language brings its own.


class RulebookWords(Struct, frozen=True):
    """Each word under the key that a rulebook calls it by, with `_` for a hyphen."""

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

    def with_words(self, words: Mapping[str, str]) -> RulebookWords:
        """These words with those that a rulebook brings."""
        brought = {key.replace("-", "_"): word for key, word in words.items()}
        return replace(self, **{key: word for key, word in brought.items() if key in self.__struct_fields__})


# The rulebook as it is written: blocks of text and tables, with every expression computed and every link resolved.

Align = Literal["left", "centre", "right"]
Role = Literal["note", "example", "open-point", "variant"]

TABLE_ANCHOR = "table-"
"""What the anchors of tables begin with."""


class TextPiece(Struct, frozen=True):
    """A stretch of characters in one look."""

    string: str
    bold: bool = False
    italic: bool = False


class IconPiece(Struct, frozen=True):
    """A drawing in the run of the text, on a grid of 24; `label` says in words what it shows."""

    name: str
    label: str
    marks: tuple[Path, ...] = ()


class Link(Struct, frozen=True):
    """Words that lead somewhere: to an anchor of the document (`#tolls`) or to a page (`https://…`)."""

    string: str
    target: str


Inline = TextPiece | IconPiece | Link
Line = tuple[Inline, ...]


class Heading(Struct, frozen=True):
    """The beginning of a section: level 2 below the title, level 3 below that."""

    level: Literal[2, 3]
    line: Line
    anchor: str


class Paragraph(Struct, frozen=True):
    """One paragraph."""

    line: Line


class ListBlock(Struct, frozen=True):
    """Items one below the other: numbered steps where `ordered`, else points."""

    items: tuple[Line, ...]
    ordered: bool = False


class BoxedBlocks(Struct, frozen=True):
    """Blocks set apart from the rules, under a label."""

    role: Role
    label: Line
    blocks: tuple[Block, ...]


class Table(Struct, frozen=True):
    """Rows of cells under heads, all equally long; `aligns` has one for each column, `number` counts the tables.

    The first column holds the heads of the rows where `stub`; the last row is a sum where `total`; of a `triangle` the
    cells above the diagonal repeat those below and are not printed.
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

    @property
    def anchor(self) -> str:
        """What links to the table name."""
        return f"{TABLE_ANCHOR}{self.id}"

    def printed(self) -> Iterator[tuple[Line, ...]]:
        """The rows as they are printed: a triangle without its upper half."""
        for index, row in enumerate(self.rows):
            yield tuple(() if column > index + 1 else cell for column, cell in enumerate(row)) if self.triangle else row


class Panel(Struct, frozen=True):
    """One picture of a figure: `sketch` is what it shows, `alt` says it in words, `name` is that of its file.

    The picture itself comes from above, where maps are drawn: `scene` on paper and `svg` on a screen. Without it the
    words stand alone.
    """

    name: str
    sketch: Sketch
    alt: str
    caption: Line = ()
    scene: Scene | None = None
    svg: str = ""


class Figure(Struct, frozen=True):
    """Pictures of maps, side by side as far as there is room."""

    panels: tuple[Panel, ...]


Block = Heading | Paragraph | ListBlock | BoxedBlocks | Table | Figure


class RulebookDocument(Struct, frozen=True):
    """A rulebook: `facts` such as the number of players stand under the title, `credit` at the foot of each page.

    `tables` are all tables, those that no block shows too; `reference` is what stands on the rule reference. `fallback`
    are the families for what the house's fonts lack, and `flaws` are texts that do not print as they are written.
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
    words: RulebookWords = field(default_factory=RulebookWords)
    fallback: tuple[str | Family, ...] = HOUSE_FALLBACK
    flaws: tuple[PrintedText, ...] = ()

    def panels(self) -> tuple[Panel, ...]:
        """The pictures of the rules and of their reference, each once."""
        found = (panel for figure in figures((*self.blocks, *self.reference)) for panel in figure.panels)
        return tuple({panel.name: panel for panel in found}.values())

    def with_pictures(self, drawn: Mapping[str, Panel]) -> RulebookDocument:
        """The document with these pictures, by their names, in place of its own."""
        return replace(self, blocks=_pictured(self.blocks, drawn), reference=_pictured(self.reference, drawn))

    def headings(self) -> Iterator[Heading]:
        """The headings, in order."""
        return (block for block in self.blocks if isinstance(block, Heading))

    def targets(self) -> frozenset[str]:
        """Where the links of the text lead."""
        return frozenset(piece.target for line in lines(self.blocks) for piece in line if isinstance(piece, Link))


def figures(blocks: tuple[Block, ...]) -> Iterator[Figure]:
    """Every figure of the blocks, those within boxes too."""
    for block in blocks:
        if isinstance(block, Figure):
            yield block
        elif isinstance(block, BoxedBlocks):
            yield from figures(block.blocks)


def _pictured(blocks: tuple[Block, ...], drawn: Mapping[str, Panel]) -> tuple[Block, ...]:
    return tuple(_with_pictures(block, drawn) for block in blocks)


def _with_pictures(block: Block, drawn: Mapping[str, Panel]) -> Block:
    match block:
        case Figure(panels):
            return Figure(tuple(drawn.get(panel.name, panel) for panel in panels))
        case BoxedBlocks():
            return replace(block, blocks=_pictured(block.blocks, drawn))
        case _:
            return block


def lines(blocks: tuple[Block, ...]) -> Iterator[Line]:
    """Every line of the blocks, those within boxes and tables too."""
    for block in blocks:
        match block:
            case Heading(line=line) | Paragraph(line):
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
            case _:
                assert_never(block)


def plain(line: Line) -> str:
    """The line as bare text: an icon as its label in brackets."""
    return "".join(f"[{piece.label}]" if isinstance(piece, IconPiece) else piece.string for piece in line)


def text(string: str) -> Line:
    """The line that says just this."""
    return (TextPiece(string),) if string else ()
