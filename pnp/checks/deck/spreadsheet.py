"""Cells that a spreadsheet program has changed, and texts with HTML or with markup that is not closed."""

import re
from collections.abc import Iterable, Iterator

from pnp.checks.merging import odd_cells, takes_any_text
from pnp.checks.names_used import is_asked, layers_of
from pnp.diagnostics import WARNING, Fault, check
from pnp.facts import Facts
from pnp.messages import many, series, shown, some_of
from pnp.model.component import Component
from pnp.model.faces.layer import TextArt
from pnp.model.faces.theme import IconSet, Theme, icons_by_name
from pnp.model.row import Row
from pnp.model.rulebook import Rulebook, texts
from pnp.model.values import DATE_REMARK, ERROR, FORMULA, FORMULA_REMARK, is_date
from pnp.scene.parts import rows_as_text
from pnp.scene.typesetting.text import stray_mark


@check("spreadsheet-date", severity=WARNING)
def spreadsheet_date(facts: Facts) -> Iterator[Fault]:
    """A cell looks like a date that a spreadsheet made of another value.

    Spreadsheets take 1-2 and 3/4 for dates and silently replace them with 2-Jan. The original value is lost.

    Fix: format the column as text in the spreadsheet and type the values again, or declare the field as a `date`.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [tickets.yaml, ticket.yaml]
        components: [{component: tickets}]
        # file: tickets.yaml
        kind: component
        makes: card
        name: Tickets
        template: ticket
        rows: tickets.csv
        # file: ticket.yaml
        kind: template
        size: mini-euro
        layers: [{text: "{title} {space}", where: inset 3}]
        # file: tickets.csv
        title;space
        Opera;2-Jan

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [tickets.yaml, ticket.yaml]
        components: [{component: tickets}]
        # file: tickets.yaml
        kind: component
        makes: card
        name: Tickets
        template: ticket
        rows: tickets.csv
        # file: ticket.yaml
        kind: template
        size: mini-euro
        layers: [{text: "{title} {space}", where: inset 3}]
        # file: tickets.csv
        title;space
        Opera;1-2
    """
    return odd_cells(facts.game, is_date, lambda text: f"'{text}' looks like a date", DATE_REMARK)


@check("spreadsheet-formula", severity=WARNING)
def spreadsheet_formula(facts: Facts) -> Iterator[Fault]:
    """A cell contains a formula, or the error of one, instead of a value.

    A table is read as it is. A formula saved as text is printed as text, and so is an error such as #REF!.

    Fix: correct the formula, and save the table with values instead of formulas.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [tickets.yaml, ticket.yaml]
        components: [{component: tickets}]
        # file: tickets.yaml
        kind: component
        makes: card
        name: Tickets
        template: ticket
        rows: tickets.csv
        # file: ticket.yaml
        kind: template
        size: mini-euro
        layers: [{text: "{title} {fine}", where: inset 3}]
        # file: tickets.csv
        title;fine
        Opera;=A1+1

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [tickets.yaml, ticket.yaml]
        components: [{component: tickets}]
        # file: tickets.yaml
        kind: component
        makes: card
        name: Tickets
        template: ticket
        rows: tickets.csv
        # file: ticket.yaml
        kind: template
        size: mini-euro
        layers: [{text: "{title} {fine}", where: inset 3}]
        # file: tickets.csv
        title;fine
        Opera;2
    """
    return odd_cells(
        facts.game,
        lambda text: bool(FORMULA.fullmatch(text) or ERROR.fullmatch(text)),
        lambda text: (
            f"{shown(text)} is no value" if ERROR.fullmatch(text) else f"{shown(text)} is a formula, not its value"
        ),
        FORMULA_REMARK,
    )


TAG = re.compile(
    r"</?(?P<tag>b|strong|i|em|u|s|br|p|div|span|font|color|small|big|sup|sub|h[1-6]|ul|ol|li|center|img)\b[^<>]{0,200}>"
    r"|&(?P<entity>[a-z]{2,8}[0-9]?|#[0-9]{1,6}|#x[0-9a-f]{1,6});",
    re.IGNORECASE,
)
"""Tags and entities of HTML."""

WRITTEN = {
    **dict.fromkeys(("b", "strong"), "**words** for bold"),
    **dict.fromkeys(("i", "em"), "*words* for italic"),
    **dict.fromkeys(("br", "p", "div"), "a line break in the cell for a new line"),
    **dict.fromkeys(("ul", "ol", "li"), "lines that begin with '- ' for a list"),
    "img": "{icon:name} for a small picture",
    "entity": "the character itself",
}
"""By tag, what is written instead."""

STYLED = "[words]{.style} for another style"


@check("html-markup", severity=WARNING)
def html_markup(facts: Facts) -> Iterator[Fault]:
    """A text contains tags or entities of HTML, which are printed as they are.

    Texts have a small markup: `**bold**`, `*italic*`, `[words]{.style}` for a style of the theme, and `{icon:name}`. A
    line break in a cell is a new line. A tag such as `<b>` or an entity such as `&amp;` has no effect.

    Fix: write the markup, or the character itself.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [tickets.yaml, ticket.yaml]
        components: [{component: tickets}]
        # file: tickets.yaml
        kind: component
        makes: card
        name: Tickets
        template: ticket
        rows: tickets.csv
        # file: ticket.yaml
        kind: template
        size: mini-euro
        layers: [{text: "{title}", style: body, where: inset 3}]
        # file: tickets.csv
        title
        Parked <b>twice</b>

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [tickets.yaml, ticket.yaml]
        components: [{component: tickets}]
        # file: tickets.yaml
        kind: component
        makes: card
        name: Tickets
        template: ticket
        rows: tickets.csv
        # file: ticket.yaml
        kind: template
        size: mini-euro
        layers: [{text: "{title}", style: body, where: inset 3}]
        # file: tickets.csv
        title
        Parked **twice**
    """
    for component in facts.game.all(Component):
        columns: dict[str, list[tuple[Row, str]]] = {}
        computed = component.computed
        for row in component.rows:
            for name, value in row.fields.items():
                if name in computed or not isinstance(value, str):
                    continue
                if takes_any_text(component.fields.get(name)) and TAG.search(value):
                    columns.setdefault(name, []).append((row, value))
        for name, found in columns.items():
            if not component.fields and not is_asked(name, component, facts.game):
                continue
            rows = tuple(row.name for row, _ in found)
            message = f"{shown(name)} has HTML, which is printed as it is: {_tags(text for _, text in found)}"
            hint = _markup(text for _, text in found)
            yield Fault(found[0][0].spans[name], message + rows_as_text(rows), hint, rows=rows, cause=message)
    for layer in layers_of(facts.game):
        if isinstance(layer.art, TextArt) and not layer.art.verbatim and TAG.search(layer.art.text.text):
            text = layer.art.text
            yield Fault(
                text.span, f"the text has HTML, which is printed as it is: {_tags([text.text])}", _markup([text.text])
            )


SHOWN = 20
"""The number of characters next to asterisks that a message shows."""

EXPRESSION = re.compile(r"\{[^{}]*\}")
"""An expression in a text, in which an asterisk multiplies."""


@check("unclosed-markup", severity=WARNING)
def unclosed_markup(facts: Facts) -> Iterator[Fault]:
    """Bold words in a text begin and do not end, or end and did not begin; or the braces of an icon are not closed.

    `**bold**` has two asterisks at either end, next to the words. Otherwise the asterisks are printed. An icon in a
    cell is `{icon:star}`.

    Fix: write two asterisks at both ends, or `\\*` for an asterisk that is to be printed; close the braces.

    Bad:
        kind: rulebook
        sections:
          - {title: Boats, text: "A boat **never sinks.*"}

    Good:
        kind: rulebook
        sections:
          - {title: Boats, text: "A boat **never sinks.**"}
    """
    hint = "write two asterisks at both ends of the bold words"
    icons = icons_by_name(facts.game.all(IconSet))
    keywords = {form for theme in facts.game.all(Theme) for each in theme.keywords.values() for form in each.forms}
    for component in facts.game.all(Component):
        computed = component.computed
        for row in component.rows:
            for name, value in row.fields.items():
                if name in computed or not isinstance(value, str) or not takes_any_text(component.fields.get(name)):
                    continue
                if stray := stray_mark(value):
                    fact, rows = f"{shown(name)}: {_begun(value, stray)}", (row.name,)
                    yield Fault(row.spans[name], fact + rows_as_text(rows), hint, rows=rows, cause=fact)
                opened = OPENED.search(value)
                if opened and (opened[1] or opened[2] in icons):
                    fact, rows = f"{shown(name)}: {shown(opened[0])} is printed as it is", (row.name,)
                    way = f"{'close it:' if opened[1] else 'write'} {{icon:{opened[2]}}}"
                    yield Fault(row.spans[name], fact + rows_as_text(rows), way, rows=rows, cause=fact)
                others = (it for it in OTHERWISE.finditer(value) if (it[1] or it[2]) in icons and it[0] not in keywords)
                if other := next(others, None):
                    fact, rows = f"{shown(name)}: {shown(other[0])} is printed as it is", (row.name,)
                    way = f"write {{icon:{other[1] or other[2]}}}"
                    yield Fault(row.spans[name], fact + rows_as_text(rows), way, rows=rows, cause=fact)
    layers = (layer.art for layer in layers_of(facts.game))
    for written in (
        *(art.text for art in layers if isinstance(art, TextArt) and not art.verbatim),
        *(text for book in facts.game.all(Rulebook) for text in texts(book)),
    ):
        if stray := stray_mark(EXPRESSION.sub(lambda found: "x" * len(found[0]), written.text)):
            yield Fault(written.part(*stray), _begun(written.text, stray), hint)


OPENED = re.compile(r"\{(icon: *)?([\w/-]+)(?=[^}\w/-][^{}]*(?:\{|$)|$)")
"""An icon in a cell whose brace is not closed."""

OTHERWISE = re.compile(r"(?<![\w:]):([\w-]+):(?![\w:])|[<(\[]icon: ?([\w/-]+)[>)\]](?!\{)")
"""An icon in a cell as other programs write it: `:star:`, `<icon:star>`."""


def _begun(text: str, stray: tuple[int, int]) -> str:
    """Return the message about asterisks at a place, with the words from there on or up to there."""
    start, end = stray
    words = text[start : end + SHOWN] if text[end : end + 1].strip() else text[max(start - SHOWN, 0) : end]
    return f"{shown(words)} is printed with its asterisks"


def _tags(texts: Iterable[str]) -> str:
    """Return the tags and entities as a list in a message."""
    found = dict.fromkeys(tag[0] for text in texts for tag in TAG.finditer(text))
    return some_of([tag for tag in found if not tag.startswith("</")] or list(found))


def _markup(texts: Iterable[str]) -> str:
    """Return a hint that says what is written instead of the tags and entities."""
    kinds = [found["tag"] or "entity" for text in texts for found in TAG.finditer(text)]
    return f"write {series(dict.fromkeys(WRITTEN.get(kind.lower(), STYLED) for kind in kinds), 'and')}"


@check("mistaken-encoding", severity=WARNING)
def mistaken_encoding(facts: Facts) -> Iterator[Fault]:
    """A text has two or three signs in place of one letter: a table in UTF-8 was read in another encoding.

    A spreadsheet that opens a file of UTF-8 as Windows or Latin text shows `Ã¤` for `ä`, and saves what it shows.

    Fix: import the original table again as UTF-8, or correct the texts.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [tickets.yaml, ticket.yaml]
        components: [{component: tickets}]
        # file: tickets.yaml
        kind: component
        makes: card
        name: Tickets
        template: ticket
        rows: tickets.csv
        # file: ticket.yaml
        kind: template
        size: mini-euro
        layers: [{text: "{title} {fine}", where: inset 3}]
        # file: tickets.csv
        title;fine
        PÃ¤rle;2

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [tickets.yaml, ticket.yaml]
        components: [{component: tickets}]
        # file: tickets.yaml
        kind: component
        makes: card
        name: Tickets
        template: ticket
        rows: tickets.csv
        # file: ticket.yaml
        kind: template
        size: mini-euro
        layers: [{text: "{title} {fine}", where: inset 3}]
        # file: tickets.csv
        title;fine
        Pärle;2
    """
    for component in facts.game.all(Component):
        found = [(row, name, read) for row in component.rows for name in row.fields for read in _misread(row, name)]
        for row, name, (wrong, right, text) in found[:1]:
            more = f" and {many(len(found) - 1, 'more text')}" if len(found) > 1 else ""
            message = f"{shown(wrong)} seems to be {shown(right)} in the wrong encoding (row {shown(row.name)}{more})"
            yield Fault(row.spans.get(name, row.span), message, f"write {shown(text)}, or import the table as UTF-8")


MISREAD = re.compile("[ÂÃ][\u00a0-\u00aa\u00ac-\u00ba\u00bc-\u00bfŸœ‰]|â€[™œ˜¦“”]")
"""Letters of Latin 1 and punctuation whose bytes in UTF-8 were read as Windows text."""


def _misread(row: Row, name: str) -> Iterator[tuple[str, str, str]]:
    """Yield the first signs in a field that are a letter in the wrong encoding, the letter, and the right text."""
    text = row.fields[name]
    found = MISREAD.search(text) if isinstance(text, str) else None
    if found and isinstance(text, str):
        yield found[0], _decoded(found), MISREAD.sub(_decoded, text)


def _decoded(found: re.Match[str]) -> str:
    """Return the letter that was read in the wrong encoding."""
    return found[0].encode("cp1252").decode("utf-8", errors="ignore") or found[0]
