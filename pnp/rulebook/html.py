"""Writes a document as one self-contained HTML page with subset fonts."""

import base64
from collections.abc import Iterator, Mapping
from functools import lru_cache
from html import escape
from io import BytesIO
from typing import assert_never

from msgspec.structs import replace

from pnp.rulebook.document import (
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
    lines,
    plain,
)
from pnp.rulebook.index import entries_on_screens
from pnp.rulebook.style import STYLES, lettering_on
from pnp.scene.items import Ellipse, Fill, Group, Item, Path, Picture, Rect, Stroke
from pnp.scene.paint import colour_between
from pnp.scene.paths import outline_commands
from pnp.scene.typesetting.font_files import REGULAR
from pnp.scene.typesetting.fonts import BOLD, Face, Family, face, face_of
from pnp.scene.typesetting.text import HOUSE_FALLBACK, RunLook
from pnp.units import decimal

# The fonts of a page without external files: each is reduced to the characters that the page uses.

FACES = (
    ("Fira Sans", 400, False),
    ("Fira Sans", 400, True),
    ("Fira Sans", 700, False),
    ("Barlow Condensed", 700, False),
)
"""The faces of a page: family, weight, italics."""

LAYOUT = ("GDEF", "GPOS", "GSUB")
"""The tables of kerning and ligatures."""


FALLBACK = "pnp-fallback"
"""The page's family for characters that its fonts lack, such as the suits of cards."""


StyledFace = tuple[str | Family, int, bool]
"""The family, weight and slant of styled words."""


def font_rules(
    characters: frozenset[str],
    fallback: tuple[str | Family, ...] = HOUSE_FALLBACK,
    styled: Mapping[StyledFace, frozenset[str]] | None = None,
) -> str:
    """Return the `@font-face` rules, with embedded fonts, of a page that uses these characters.

    Characters that one of the faces lacks are taken from the first of the `fallback` families that has them. These make
    one family of the page, each with its own range of characters. `styled` are the faces of styled words with their
    characters.
    """
    rules = [_rule(name, face(name, weight, italic), characters) for name, weight, italic in FACES]
    own = [face(name, weight, italic) for name, weight, italic in FACES]
    lacking = frozenset(char for char in characters if not all(one.has(char) for one in own))
    for family in fallback:
        one = face_of(family)
        found = frozenset(filter(one.has, lacking))
        if found:
            rules.append(_rule(FALLBACK, one, found, _ranges(found)))
        lacking -= found
    for (name, weight, italic), used in (styled or {}).items():
        one = face_of(name, weight, italic)
        written = name.name if isinstance(name, Family) else name
        rules.append(_rule(_css_name(written), replace(one, weight=weight, italic=italic), used))
    return "".join(rules)


def _rule(family: str, one: Face, characters: frozenset[str], only: str = "") -> str:
    style, weight = ("italic" if one.italic else "normal"), one.weight
    data = base64.b64encode(_subset(one, characters)).decode("ascii")
    source = f'url("data:font/woff;base64,{data}") format("woff")'
    only = f";unicode-range:{only}" if only else ""
    return f'@font-face{{font-family:"{family}";font-weight:{weight};font-style:{style}{only};src:{source}}}\n'


def _ranges(characters: frozenset[str]) -> str:
    """Return the characters as a value of `unicode-range`."""
    return ",".join(f"U+{ord(char):X}" for char in sorted(characters))


@lru_cache(maxsize=32)
def _subset(one: Face, characters: frozenset[str]) -> bytes:
    """Return the face with only these characters and, as on sheets, without kerning: a reproducible WOFF file."""
    from fontTools.fontBuilder import FontBuilder
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    options = Options(hinting=False, name_IDs=[1, 2], notdef_outline=True)
    with TTFont(one.file, recalcBBoxes=False, recalcTimestamp=False, lazy=True) as font:
        for table in LAYOUT:
            if table in font:
                del font[table]  # reading it takes longer than all the rest
        if "OS/2" not in font:  # browsers need this table, which fonts of packs lack
            line = font["hhea"]
            FontBuilder(font=font).setupOS2(usWinAscent=max(line.ascent, 0), usWinDescent=max(-line.descent, 0))
        subsetter = Subsetter(options)
        subsetter.populate(unicodes=sorted(map(ord, characters)))
        subsetter.subset(font)
        font.flavor = "woff"
        written = BytesIO()
        font.save(written)
    return written.getvalue()


# The document as one self-contained HTML page, which is also well-formed XML.

WIDE = 14
"""Minimum number of columns of a table that gets small type, and a separate page on paper."""

_CLASSES = {"left": "", "centre": ' class="c"', "right": ' class="r"'}


def write_html(document: RulebookDocument) -> str:
    """Return the whole page with its fonts and styles."""
    styled = _styled_faces(document)
    body = "\n".join(_page(document))
    accent = f":root{{--accent:{document.accent};--on-accent:{lettering_on(document.accent)}}}\n"
    heads = f"{escape(document.title)}: {escape(document.words.rules)}"
    return f"""<!DOCTYPE html>
<html lang="{escape(document.language)}" xmlns="http://www.w3.org/1999/xhtml">
<head>
<meta charset="utf-8"/>
<title>{heads}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta name="author" content="{escape(", ".join(document.authors))}"/>
<meta name="description" content="{escape(document.summary)}"/>
<style>
{font_rules(frozenset(filter(str.isprintable, set(body))), document.fallback, styled)}{accent}{STYLES}</style>
</head>
<body>
{body}
</body>
</html>
"""


def _page(document: RulebookDocument) -> Iterator[str]:
    words = document.words
    yield f'<a class="skip" href="#_rules">{escape(words.skip)}</a>'
    yield "<header>"
    if document.cover_svg:
        yield f'<div class="cover" aria-hidden="true">{document.cover_svg}</div>'
    title = escape(document.title)
    if document.wordmark_svg:
        drawn = f'<span class="wordmark" aria-hidden="true">{document.wordmark_svg}</span>'
        title = f'{drawn}<span class="spoken">{title}</span>'
    yield f"<h1>{title} <small>{escape(words.rules)}</small></h1>"
    if document.summary:
        yield f'<p class="summary">{escape(document.summary)}</p>'
    if document.facts:
        facts = (f"<div><dt>{escape(label)}</dt><dd>{escape(value)}</dd></div>" for label, value in document.facts)
        yield f"<dl>{''.join(facts)}</dl>"
    yield "</header>"
    yield from _contents(document)
    yield '<main id="_rules">'
    yield from _blocks(document.blocks, words.table)
    yield from _index(document)
    yield "</main>"
    if document.frieze_svg:
        yield f'<div class="frieze" aria-hidden="true">{document.frieze_svg}</div>'
    if document.credit:
        yield f"<footer>{escape(document.credit)}</footer>"


def _index(document: RulebookDocument) -> Iterator[str]:
    entries = tuple(entries_on_screens(document)) if document.has_index else ()
    if entries:
        yield f'<h2 id="_index">{escape(document.words.index)}</h2>\n<ul class="index">'
        for entry, headings in entries:
            links = [f'<a href="#{escape(each.anchor)}">{escape(plain(each.line))}</a>' for each in headings]
            if entry.see:
                links += [f"<em>{escape(document.words.see)}</em> {escape(entry.see)}"]
            own = len(links) == len(headings) == 1 and plain(headings[0].line) == entry.term
            yield f"<li>{links[0]}</li>" if own else f"<li>{escape(entry.term)}: {', '.join(links)}</li>"
        yield "</ul>"


def _contents(document: RulebookDocument) -> Iterator[str]:
    word = escape(document.words.contents)
    yield f'<nav aria-label="{word}">\n<p>{word}</p>\n<ol>'
    for heading in document.headings():
        if heading.level == 2:
            yield f'<li><a href="#{escape(heading.anchor)}">{escape(plain(heading.line))}</a></li>'
    yield "</ol>\n</nav>"


def _blocks(blocks: tuple[Block, ...], word: str) -> Iterator[str]:
    for block in blocks:
        match block:
            case Heading(level, line, anchor):
                yield f'<h{level} id="{escape(anchor)}">{_line(line)}</h{level}>'
            case Paragraph(line, small):
                yield f"<p>{f'<small>{_line(line)}</small>' if small else _line(line)}</p>"
            case ListBlock(items, ordered):
                tag = "ol" if ordered else "ul"
                yield f"<{tag}>\n" + "\n".join(f"<li>{_line(line)}</li>" for line in items) + f"\n</{tag}>"
            case BoxedBlocks(role, label, inner):
                yield f'<div class="box {role}" role="note">\n<p class="label">{_line(label)}</p>'
                yield from _blocks(inner, word)
                yield "</div>"
            case Table():
                yield from _table(block, word)
            case Figure() | KeyedFigure() | Gallery():
                yield from _pictures(block)
            case _:
                assert_never(block)


def _pictures(block: Figure | KeyedFigure | Gallery) -> Iterator[str]:
    match block:
        case Figure(panels):
            yield '<div class="figures">'
            yield from map(_figure, panels)
            yield "</div>"
        case KeyedFigure(panel, items, letters):
            tag = '<ol type="A">' if letters else "<ol>"
            yield f'<div class="keyed">\n{_figure(panel)}\n{tag}'
            yield from (f"<li>{_line(line)}</li>" for line in items)
            yield "</ol>\n</div>"
        case Gallery(exhibits):
            yield '<ul class="gallery">'
            for it in exhibits:
                words = f'<p class="label">{_line(it.title)}</p>\n<p>{_line(it.purpose)}</p>'
                yield f"<li>\n{_figure(it.panel)}\n<div>{words}</div>\n</li>"
            yield "</ul>"
        case _:
            assert_never(block)


def _figure(panel: Panel) -> str:
    """Return the inline picture with its alternative text and its caption; only the text if there is no picture."""
    alt = escape(panel.alt)
    picture = panel.svg.replace("<svg ", f'<svg role="img" aria-label="{alt}" ', 1) or f"<p>{alt}</p>"
    caption = f"\n<figcaption>{_line(panel.caption)}</figcaption>" if panel.caption else ""
    width = decimal(panel.sketch.width)
    return f'<figure style="--wide:{width}mm">\n{picture}{caption}\n</figure>'


def _table(table: Table, word: str) -> Iterator[str]:
    anchor = escape(table.anchor)
    number = f"<span>{escape(word)} {table.number}:</span> " if table.number else ""
    kind = "table wide" if len(table.heads) >= WIDE else "table"
    # a table may be wider than a narrow screen: with tabindex, users without a mouse can scroll it
    yield f'<div class="{kind}" id="{anchor}" role="group" tabindex="0" aria-labelledby="{anchor}-title">'
    spoken = ' class="spoken"' if table.headed else ""
    yield f'<table>\n<caption id="{anchor}-title"{spoken}>{number}{_line(table.title)}</caption>'
    yield f"<thead>\n<tr>{''.join(_cells(table, table.heads, head=True))}</tr>\n</thead>\n<tbody>"
    for index, row in enumerate(table.printed(), start=1):
        total = ' class="total"' if table.total and index == len(table.rows) else ""
        yield f"<tr{total}>{''.join(_cells(table, row))}</tr>"
    yield "</tbody>\n</table>\n</div>"
    if table.caption:
        yield f'<p class="caption">{_line(table.caption)}</p>'


def _cells(table: Table, row: tuple[Line, ...], head: bool = False) -> Iterator[str]:
    for index, (cell, align) in enumerate(zip(row, table.aligns, strict=True)):
        if head and not plain(cell):
            yield "<td></td>"
        elif head:
            yield f'<th scope="col"{_CLASSES[align]}>{_line(cell)}</th>'
        elif table.stub and not index:
            yield f'<th scope="row"{_CLASSES[align]}>{_line(cell)}</th>'
        else:
            yield f"<td{_CLASSES[align]}>{_line(cell)}</td>"


def _line(line: Line) -> str:
    return "".join(map(_inline, line))


def _inline(piece: Inline) -> str:
    match piece:
        case TextPiece(string, bold, italic, look):
            written = escape(string) if look is None else _styled(escape(string), look)
            written = f"<em>{written}</em>" if italic else written
            return f"<strong>{written}</strong>" if bold else written
        case IconPiece(label=label, marks=marks, scale=scale):
            drawing = "".join(map(_mark, marks))
            size = "" if scale == 1.0 else f' style="font-size:{decimal(100 * scale)}%"'
            box = f'class="icon"{size} viewBox="0 0 24 24"'
            return f'<svg {box} role="img" aria-label="{escape(label)}">{drawing}</svg>'
        case Link(string, target):
            return f'<a href="{escape(target)}">{escape(string)}</a>'
        case _:
            assert_never(piece)


def _styled(written: str, look: RunLook) -> str:
    """Return the words in their style. Forms of digits are left out, since the fonts of the page have no features."""
    style = []
    if look.family:
        name = look.family.name if isinstance(look.family, Family) else look.family
        style.append(f"font-family:'{_css_name(name)}','Fira Sans','{FALLBACK}',sans-serif")
    if look.weight:
        style.append(f"font-weight:{look.weight}")
    if look.italic is not None:
        style.append(f"font-style:{'italic' if look.italic else 'normal'}")
    if look.scale != 1.0:
        style.append(f"font-size:{decimal(100 * look.scale)}%")
    if look.colour:
        style.append(f"color:{look.colour}")
    if look.tracking:
        style.append(f"letter-spacing:{decimal(look.tracking)}em")
    if look.upper is not None:
        style.append(f"text-transform:{'uppercase' if look.upper else 'none'}")
    if look.raised:
        style.append(f"vertical-align:{decimal(look.raised / look.scale)}em;line-height:0")
    return f'<span style="{";".join(style)}">{written}</span>' if style else written


def _styled_faces(document: RulebookDocument) -> dict[StyledFace, frozenset[str]]:
    """Return the characters of each face that only styled words use."""
    used: dict[StyledFace, set[str]] = {}
    for line in lines(document.blocks):
        for piece in line:
            if not (isinstance(piece, TextPiece) and piece.look and (piece.look.family or piece.look.weight)):
                continue
            weight = max(piece.look.weight or REGULAR, BOLD if piece.bold else 0)
            one = piece.look.family or FACES[0][0], weight, piece.italic != bool(piece.look.italic)
            if one not in FACES:
                used.setdefault(one, set()).update(piece.string, piece.string.upper())
    return {one: frozenset(characters) for one, characters in used.items()}


def _css_name(name: str) -> str:
    """Return the name of a family as it can be written between quotation marks of any kind."""
    return "".join(char if char.isalnum() or char in " -_." else "-" for char in name)


def _mark(item: Item) -> str:
    """Return an item of an icon as an SVG element."""
    match item:
        case Path(commands, fill, stroke, even_odd):
            data = " ".join(f"{step[0]}{' '.join(map(decimal, step[1:]))}" for step in commands)
            if stroke is None:
                rule = ' fill-rule="evenodd"' if even_odd else ""
                return f'<path d="{data}" fill="{_flat(fill)}"{rule}/>'
            rule = ' fill-rule="evenodd"' if fill and even_odd else ""
            return f'<path d="{data}" fill="{_flat(fill)}"{rule} {_line_style(stroke)}/>'
        case Rect() | Ellipse():
            return _mark(Path(outline_commands(item), item.fill, item.stroke))
        case Group(items, transform, clip):
            within = "".join(map(_mark, items))
            clear = f' opacity="{decimal(item.opacity)}"' if item.opacity < 1 else ""
            return f'<g transform="matrix({" ".join(map(decimal, transform))})"{clear}{_clip(clip)}>{within}</g>'
        case Picture(x, y, width, height, bitmap):
            box = f'x="{decimal(x)}" y="{decimal(y)}" width="{decimal(width)}" height="{decimal(height)}"'
            data = base64.b64encode(bitmap.data).decode()
            return f'<image {box} href="data:image/{bitmap.form};base64,{data}"/>'
        case _:
            return ""  # icons have no texts


def _flat(fill: Fill | None) -> str:
    """Return the colour of a fill; of a gradient the middle one, since an icon in a line of text is small."""
    if fill is None or isinstance(fill, str):
        return fill or "none"
    return colour_between(fill.stops, 0.5)[0]


def _line_style(stroke: Stroke) -> str:
    look = f'stroke="{_flat(stroke.colour)}" stroke-width="{decimal(stroke.width)}"'
    dash = f' stroke-dasharray="{" ".join(map(decimal, stroke.dash))}"' if stroke.dash else ""
    return f'{look}{dash} stroke-linecap="{stroke.cap}" stroke-linejoin="{stroke.join}"'


def _clip(clip: Rect | Ellipse | Path | None) -> str:
    """Return the clip of a group as a style, which needs no identifier."""
    if clip is None:
        return ""
    data = " ".join(f"{step[0]}{' '.join(map(decimal, step[1:]))}" for step in outline_commands(clip))
    return f""" style="clip-path:path('{data}')\""""
