"""Writes documents as Markdown, tables as CSV, and all text formats."""

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from string import punctuation, whitespace
from typing import Literal, assert_never, get_args
from urllib.parse import quote

from msgspec import Struct

from pnp.escape import csv_text
from pnp.model.diagram import step_mark
from pnp.rulebook.document import (
    Align,
    Block,
    BoxedBlocks,
    Figure,
    Gallery,
    Heading,
    IconPiece,
    Inline,
    KeyedFigure,
    Line,
    Link,
    ListBlock,
    Panel,
    Paragraph,
    RulebookDocument,
    Table,
    TextPiece,
    plain,
)
from pnp.rulebook.html import write_html
from pnp.rulebook.index import IndexEntry, entries_on_screens
from pnp.scene.typesetting.text import RunLook

# The document as Markdown: CommonMark with pipe tables.

DIAGRAMS = "diagrams"
"""The folder of the pictures."""

SEMI_BOLD = 600
"""The minimum weight of words that are bold in Markdown."""

_ACTIVE = re.compile(r"[\\`*_\[\]<>|~$]|&(?=#|\w)|!(?=\[)|(?<![^\W_])(?:https?:|www\.)", re.IGNORECASE)
_OPENING = re.compile(r"[#+=:-]|[0-9]{1,9}[.)]")
_RULES = {"left": ":--", "centre": ":-:", "right": "--:"}
_AROUND = frozenset(("", *whitespace, *punctuation)) - {"*"}
_BOTH = ("<strong><em>", "</em></strong>")
_SAFE = "/:?#@!$&'*+,;=%~"
_SAFE_URL = re.compile(r"https?://[^\s<>]+")
_SIDES = {"left": "<", "centre": "^", "right": ">"}


def write_markdown(document: RulebookDocument, diagrams: str = DIAGRAMS) -> str:
    """Return the whole rulebook: title, facts and sections. Only targets of links get anchors.

    Its pictures are in the folder `diagrams`.
    """
    words = document.words
    chunks = [f"# {_escaped(document.title)}: {_escaped(words.rules)}"]
    if document.summary:
        chunks.append(f"*{_escaped(document.summary)}*")
    if document.facts:
        chunks.append(" · ".join(f"**{_escaped(label)}:** {_escaped(value)}" for label, value in document.facts))
    chunks.extend(_MarkdownWriter(words.table, document.targets(), diagrams).chunks(document.blocks))
    chunks.extend(_index(document))
    return "\n\n".join(chunks) + "\n"


def _index(document: RulebookDocument) -> Iterator[str]:
    entries = tuple(entries_on_screens(document)) if document.has_index else ()
    if entries:
        yield f"## {_escaped(document.words.index)}"
        yield "\n".join(f"- {_entry(entry, headings, document.words.see)}" for entry, headings in entries)


def _entry(entry: IndexEntry, headings: Sequence[Heading], see: str) -> str:
    links = [_inline(Link(plain(each.line), f"#{each.anchor}")) for each in headings]
    if entry.see:
        links += [f"*{_escaped(see)}* {_escaped(entry.see)}"]
    own = len(links) == len(headings) == 1 and plain(headings[0].line) == entry.term
    return links[0] if own else f"{_as_block_start((TextPiece(entry.term),))}: {', '.join(links)}"


class _MarkdownWriter(Struct, frozen=True):
    """Writes blocks; `word` precedes the number of a table, `targets` are the anchors of links, `diagrams` is the
    picture folder.
    """

    word: str
    targets: frozenset[str]
    diagrams: str

    def chunks(self, blocks: tuple[Block, ...]) -> Iterator[str]:
        """Yield the blocks as texts, which blank lines will separate."""
        again = False
        for before, block in zip((None, *blocks), blocks, strict=False):
            again = isinstance(before, KeyedFigure) or (isinstance(before, ListBlock) and not again)
            match block:
                case Heading(level, line, anchor):
                    yield from self._anchor(anchor)
                    yield f"{'#' * level} {_line(line)}"
                case Paragraph(line=line):
                    yield _as_block_start(line)
                case ListBlock():
                    yield _listing(block, again)
                case BoxedBlocks(_, label, inner):
                    body = "\n\n".join((f"**{_line(label)}**", *self.chunks(inner)))
                    yield "\n".join(f"> {line}".rstrip() for line in body.split("\n"))
                case Table():
                    yield from self._table(block)
                case Figure() | KeyedFigure() | Gallery():
                    yield from self._pictures(block)
                case _:
                    assert_never(block)

    def _pictures(self, block: Figure | KeyedFigure | Gallery) -> Iterator[str]:
        match block:
            case Figure(panels):
                for panel in panels:
                    yield from self._picture(panel)
            case KeyedFigure(panel, items, letters):
                yield from self._picture(panel)
                yield _listing(ListBlock(items, True, letters), again=False)
            case Gallery(exhibits):
                for it in exhibits:
                    yield from self._picture(it.panel)
                    yield f"**{_line(it.title)}**\\\n{_as_block_start(it.purpose)}"
            case _:
                assert_never(block)

    def _picture(self, panel: Panel) -> Iterator[str]:
        yield _picture(panel, self.diagrams)
        if panel.caption:
            yield _as_block_start(panel.caption)

    def _anchor(self, anchor: str) -> Iterator[str]:
        if f"#{anchor}" in self.targets:
            yield f'<a id="{anchor}"></a>'

    def _table(self, table: Table) -> Iterator[str]:
        yield from self._anchor(table.anchor)
        title = _line(table.title)
        if not table.headed:
            yield f"**{_escaped(self.word)} {table.number}:** {title}" if table.number else f"**{title}**"
        rows = [[_line(cell) for cell in row] for row in (table.heads, *table.printed())]
        widths = [max(3, *map(len, column)) for column in zip(*rows, strict=True)]
        head, *body = (_row(row, widths, table.aligns) for row in rows)
        rule = _row([_RULES[align].center(3) for align in table.aligns], widths, table.aligns)
        yield "\n".join((head, rule, *body))
        if table.caption:
            yield _as_block_start(table.caption)


def _picture(panel: Panel, folder: str) -> str:
    """Return the picture as a link to its file, with its alternative text; only the text if there is no picture."""
    alt = _escaped(panel.alt)
    return f"![{alt}]({folder}/{panel.name}.svg)" if panel.svg else alt


def _listing(listing: ListBlock, again: bool) -> str:
    """Return the list; directly after another list it uses other markers, so that they remain separate lists."""
    bullet = "*" if again else "-"
    numbers = range(1, len(listing.items) + 1)
    if listing.letters:  # Markdown has no lists with letters
        marks = [f"{bullet} **{step_mark(number, letters=True)}:**" for number in numbers]
    else:
        marks = [f"{number}{')' if again else '.'}" for number in numbers]
    items = zip(marks, listing.items, strict=True)
    return "\n".join(f"{mark if listing.ordered else bullet} {_as_block_start(line)}" for mark, line in items)


def _row(cells: list[str], widths: list[int], aligns: tuple[Align, ...]) -> str:
    padded = [f"{cell:{_SIDES[align]}{width}}" for cell, width, align in zip(cells, widths, aligns, strict=True)]
    return f"| {' | '.join(padded)} |"


def _as_block_start(line: Line) -> str:
    """Return the line as the start of a block, escaped so that it is not read as a heading, list or rule."""
    written = _line(line).lstrip()
    match = _OPENING.match(written)
    return f"{written[: match.end() - 1]}\\{written[match.end() - 1 :]}" if match else written


def _line(line: Line) -> str:
    texts = [_inline(piece) for piece in line]
    written = ""
    for piece, text, following in zip(line, texts, (*texts, "")[1:], strict=False):
        look = "*" * (2 * _is_bold(piece) + _is_italic(piece)) if isinstance(piece, TextPiece) else ""
        written += _marked(text, look, written[-1:], following[:1]) if look else text
    return written


def _is_bold(piece: TextPiece) -> bool:
    """Whether the words are printed bold: Markdown has no other weights, and no colours or sizes."""
    return piece.bold or bool(piece.look and piece.look.weight and piece.look.weight >= SEMI_BOLD)


def _is_italic(piece: TextPiece) -> bool:
    return piece.italic != bool(piece.look and piece.look.italic)


def _inline(piece: Inline) -> str:
    match piece:
        case TextPiece(string, look=RunLook(raised=raised)) if raised:
            tag = "sup" if raised > 0 else "sub"
            return f"<{tag}>{_escaped(string)}</{tag}>"
        case TextPiece(string):
            return _escaped(string)
        case IconPiece(label=label):
            return _escaped(f"[{label}]")
        case Link(string, target) if string == target and _SAFE_URL.fullmatch(target):
            return f"<{target}>"
        case Link(string, target):
            return f"[{_escaped(string)}]({quote(target, safe=_SAFE)})"
        case _:
            assert_never(piece)


def _marked(text: str, look: str, before: str, after: str) -> str:
    """Return the text between asterisks, with blanks at its ends outside; between tags where asterisks would not work.

    By CommonMark's rules for emphasis, asterisks work if the text begins and ends with a letter or digit, or has blanks
    or punctuation around it. They may not touch another asterisk.
    """
    bare = text.strip()
    lead, _, trail = text.partition(bare) if bare else (text, "", "")
    before, after = (before + lead)[-1:], (trail + after)[:1]
    opens = before != "*" and (bare[:1].isalnum() or before in _AROUND)
    closes = bare[-1:].isalnum() or after in _AROUND
    if not bare:
        return text
    if opens and closes:
        return f"{lead}{look}{bare}{look}{trail}"
    opening, closing = {"*": ("<em>", "</em>"), "**": ("<strong>", "</strong>")}.get(look, _BOTH)
    return f"{lead}{opening}{bare}{closing}{trail}"


def _escaped(text: str) -> str:
    """Return the text with all markup characters escaped."""
    return _ACTIVE.sub(_escape, text)


def _escape(match: re.Match[str]) -> str:
    found = match.group()
    return f"{found[:-1]}\\{found[-1]}"


# Tables as CSV: RFC 4180 (commas, CRLF), UTF-8 without a byte order mark, triangles with both halves.


def write_csv(table: Table) -> bytes:
    """Return the table as a CSV file with its heads in the first row."""
    rows = (table.heads, *table.rows)
    return csv_text((map(plain, row) for row in rows), "\r\n").encode()


# The files of a document, by name.

TextFormat = Literal["md", "html", "csv"]
"""The formats without pages."""

TEXT_FORMATS: tuple[TextFormat, ...] = get_args(TextFormat)


def write_texts(document: RulebookDocument, formats: Iterable[TextFormat], ending: str = "") -> dict[str, bytes]:
    """Return the files of the rulebook in these formats, by name.

    They are `rulebook.md` with its `diagrams`, `rulebook.html`, and `tables/<id>.csv` for each table. The names of the
    files and folders end in `ending`, such as `-de`.
    """
    wanted = frozenset(formats)
    files: dict[str, bytes] = {}
    if "md" in wanted:
        diagrams = f"{DIAGRAMS}{ending}"
        files[f"rulebook{ending}.md"] = write_markdown(document, diagrams).encode("utf-8")
        files.update((f"{diagrams}/{panel.name}.svg", _file(panel)) for panel in document.panels() if panel.svg)
    if "html" in wanted:
        files[f"rulebook{ending}.html"] = write_html(document).encode("utf-8")
    if "csv" in wanted:
        files.update((f"tables{ending}/{table.id}.csv", write_csv(table)) for table in document.tables)
    return files


def _file(panel: Panel) -> bytes:
    """Return the picture as a separate SVG file, with its alternative text as title."""
    head, _, drawing = panel.svg.partition(">")
    return f'<?xml version="1.0" encoding="utf-8"?>\n{head}><title>{escape(panel.alt)}</title>{drawing}\n'.encode()
