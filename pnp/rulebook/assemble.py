"""Converts a rulebook of the content to a document: sections, standard parts, icons."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, assert_never

from msgspec.structs import replace

from pnp.diagnostics import Fault
from pnp.expression import Environment, Record, shown
from pnp.facts import Facts
from pnp.facts.icons import icon_drawings
from pnp.facts.look import Look
from pnp.messages import did_you_mean
from pnp.model.diagram import FaceSpec, SetUpSpec
from pnp.model.faces.theme import IconSet, Roles, Theme, icons_by_name, resolve_theme
from pnp.model.game import Game
from pnp.model.pack import PackDocument
from pnp.model.reference import Formula, Ref
from pnp.model.rulebook import (
    Aside,
    ComponentGallery,
    ComponentList,
    FigureSpec,
    IconList,
    ListSpec,
    OpenPoint,
    Prose,
    RuleBlock,
    Rulebook,
    RuleErrors,
    RuleTable,
    Section,
    TableMention,
    Variant,
    VariantOption,
    blocks,
    sections,
    tables,
)
from pnp.model.translation import ENGLISH
from pnp.rulebook.computed import Figures, derive_table
from pnp.rulebook.document import (
    TABLE_ANCHOR,
    Block,
    BoxedBlocks,
    Heading,
    IndexTerm,
    Inline,
    Line,
    Link,
    ListBlock,
    Paragraph,
    RulebookDocument,
    RulebookWords,
    Table,
    TextPiece,
    lines,
    plain,
    text,
)
from pnp.rulebook.index import absent_terms
from pnp.rulebook.inline_text import STEPS, Scribe, clean
from pnp.rulebook.style import AMBER, BOOK
from pnp.scene.items import Colour, Item
from pnp.scene.typesetting.fonts import Family
from pnp.scene.typesetting.lettering import printed
from pnp.scene.typesetting.text import HOUSE_FALLBACK

# The standard parts of every rulebook: components with counts, the meanings of icons, credits and licence.

CREDITS = "_credits"
"""The anchor of the last section; ids of rulebooks cannot begin with an underscore."""

COMPONENTS, ICONS = "components", "icons"
"""The ids of the standard tables."""

_URL = re.compile(r"(https?://[^\s<>\"']*[^\s<>\"'.,;:!?)\]])")


def component_table(environment: Environment, words: RulebookWords) -> Table:
    """Return the table of the manifest's components with counts; optional ones are marked."""
    manifest = environment.value("components") if environment.has("components") else ()
    records = [record for record in manifest if isinstance(record, Record)] if isinstance(manifest, tuple) else []
    return Table(
        id=COMPONENTS,
        number=0,
        title=text(words.components),
        heads=(text(words.component), text(words.count)),
        rows=tuple((_component(record, words), text(shown(record.fields["count"]))) for record in records),
        aligns=("left", "right"),
    )


def _component(record: Record, words: RulebookWords) -> Line:
    name = TextPiece(clean(shown(record.fields["name"])))
    return (name, TextPiece(f" ({words.optional})", italic=True)) if record.fields["optional"] else (name,)


def icon_table(rulebook: Rulebook, scribe: Scribe) -> Table:
    """Return the table of the icons that the rulebook explains, with their meanings."""
    words, known = scribe.words, [(scribe.icon_named(it.icon.name), it.text) for it in rulebook.meanings]
    return Table(
        id=ICONS,
        number=0,
        title=text(words.icons),
        heads=(text(words.icon), text(words.meaning)),
        rows=tuple(((scribe.icon(name),), text(scribe.words_of(meaning))) for name, meaning in known if name),
        aligns=("centre", "left"),
    )


def credits_of(pack: PackDocument, words: RulebookWords, icons: Iterable[str] = ()) -> Iterator[Block]:
    """Yield the last section: designers, source of the rules, what was changed, the licence, and the icons' credits."""
    credit, licence, drawn = pack.credit, pack.licence, tuple(icons)
    if credit or licence or drawn:
        yield Heading(2, text(words.credits), CREDITS)
    if credit:
        yield from (Paragraph(linked(line), small=True) for line in credit.lines)
        if credit.link and credit.link not in credit.line:
            yield Paragraph(linked(credit.link), small=True)
        if credit.source:
            yield Paragraph((TextPiece(f"{words.source}: ", bold=True), *linked(credit.source)), small=True)
        if credit.changes:
            yield Paragraph((TextPiece(f"{words.changes}: ", bold=True), *linked(credit.changes)), small=True)
    if licence:
        # The address is printed too, for readers of the paper.
        address = (TextPiece(", "), Link(licence.link, licence.link)) if licence.link else ()
        yield Paragraph((TextPiece(f"{words.licence}: ", bold=True), TextPiece(licence.name), *address), small=True)
    for line in drawn:
        yield Paragraph((TextPiece(f"{words.icons}: ", bold=True), *linked(line)), small=True)


def linked(string: str) -> Line:
    """Return the text with its URLs as links."""
    stretches = _URL.split(clean(string).strip())
    pieces: list[Inline] = [Link(one, one) if index % 2 else TextPiece(one) for index, one in enumerate(stretches)]
    return tuple(piece for piece in pieces if piece.string)  # type: ignore[union-attr]


def _unnumbered(blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    """Return the blocks of a rule reference without the numbers of tables that no text in it names."""
    named = {piece.target for line in lines(blocks) for piece in line if isinstance(piece, Link)}

    def bare(block: Block) -> Block:
        if isinstance(block, BoxedBlocks):
            return replace(block, blocks=tuple(map(bare, block.blocks)))
        return replace(block, number=0) if isinstance(block, Table) and f"#{block.anchor}" not in named else block

    return tuple(map(bare, blocks))


# The sections and tables of a rulebook as blocks of a document.

TABLES = "_tables"
"""The anchor of the section with tables that no other section shows; ids cannot begin with an underscore."""


class Sections:
    """The sections of one rulebook, and its tables, numbered in the order in which the text shows them."""

    def __init__(self, rulebook: Rulebook, facts: Facts, scribe: Scribe) -> None:
        self._rulebook, self._scribe = rulebook, scribe
        self._figures = Figures(facts, scribe)
        self._shown: set[str] = set()
        wanted = _in_order(rulebook)
        for number, name in enumerate(wanted, start=1):
            scribe.links["table", name] = Link(str(number), f"#{TABLE_ANCHOR}{name}")
        for section in sections(rulebook):
            scribe.links["section", section.id] = Link(plain(scribe.title(section.title)), f"#{section.id}")
        self._tables = {
            name: derive_table(table, number, scribe) for number, (name, table) in enumerate(wanted.items(), start=1)
        }
        self._components = component_table(scribe.environment, scribe.words)
        self._icons = icon_table(rulebook, scribe)

    def all_tables(self) -> tuple[Table, ...]:
        """Return every table that has rows, numbered ones first."""
        return tuple(table for table in (*self._tables.values(), self._components, self._icons) if table.rows)

    def main(self) -> Iterator[Block]:
        """Yield the sections, then the listed tables that no section shows."""
        self._shown = set()
        for section in self._rulebook.sections:
            yield from self._section(section, 2)
        yield from self._rest(self._rulebook.tables)

    def reference(self) -> Iterator[Block]:
        """Yield the rule reference: the sections and tables marked for it."""
        self._shown = set()
        for section in self._rulebook.sections:
            if section.reference is True:
                yield from self._section(section, 2)
                continue
            for part in (section, *section.sections):
                own = part.blocks if part.reference is True else part.reference
                if own:
                    heading = self._heading(part, 2)
                    yield heading
                    yield from _under(heading, self._blocks(own))
        yield from self._rest(table for table in tables(self._rulebook) if table.reference)

    def _section(self, section: Section, level: Literal[2, 3]) -> Iterator[Block]:
        heading = replace(self._heading(section, level), new_page=section.new_page)
        yield heading
        inside = self._blocks(section.blocks)
        yield from _under(heading, map(_in_small_print, inside) if section.small else inside)
        for below in section.sections:
            yield from self._section(below, 3)

    def _heading(self, section: Section, level: Literal[2, 3]) -> Heading:
        return Heading(level, self._scribe.title(section.title), section.id)

    def _rest(self, listed: Iterable[RuleTable]) -> Iterator[Block]:
        rest = [table.id for table in listed if table.id not in self._shown]
        if rest:
            yield Heading(2, text(self._scribe.words.tables), TABLES)
            yield from map(self._table, rest)

    def _blocks(self, blocks: tuple[RuleBlock, ...]) -> Iterator[Block]:
        for before, block in zip((None, *blocks), blocks, strict=False):
            match block:
                case OpenPoint(question, reading) if isinstance(before, OpenPoint):
                    yield self._open_point(question, reading, first=False)
                case RuleTable(id=name) | TableMention(table=Ref(name=name)):
                    if name in self._tables:
                        yield self._table(name)
                case ComponentList() | IconList():
                    table = self._components if isinstance(block, ComponentList) else self._icons
                    if table.rows:
                        yield table
                case FigureSpec() | FaceSpec() | SetUpSpec() | ComponentGallery():
                    figure = self._figure(block)
                    if figure:
                        yield figure
                case _:
                    yield self._text(block)

    def _figure(self, block: FigureSpec | FaceSpec | SetUpSpec | ComponentGallery) -> Block | None:
        match block:
            case FigureSpec(diagrams):
                return self._figures.figure(diagrams)
            case FaceSpec():
                return self._figures.face(block)
            case SetUpSpec():
                return self._figures.set_up(block)
            case ComponentGallery(exhibits):
                return self._figures.gallery(exhibits)
            case _:
                assert_never(block)

    def _text(self, block: Prose | ListSpec | Aside | OpenPoint | Variant) -> Block:
        line = self._scribe.line
        match block:
            case Prose(prose):
                return Paragraph(line(prose))
            case ListSpec(texts, numbered):
                return ListBlock(tuple(map(line, texts)), numbered)
            case Aside(role, inner):
                label = self._scribe.words.note if role == "note" else self._scribe.words.example
                return BoxedBlocks(role, text(label), tuple(self._blocks(inner)))
            case OpenPoint(question, reading):
                return self._open_point(question, reading)
            case Variant():
                return self._variant(block)
            case _:
                assert_never(block)

    def _open_point(self, question: Formula, reading: Formula, first: bool = True) -> BoxedBlocks:
        """Return a question with its answer; only the first of several says that it is our reading."""
        label = self._scribe.words.reading
        ours = (TextPiece(f"{label}: ", italic=True),) if first and label else ()
        answer = Paragraph((*ours, *self._scribe.line(reading)))
        return BoxedBlocks("open-point", self._scribe.line(question), (answer,))

    def _table(self, name: str) -> Block:
        """Return the table, or a line with a link to it if it was shown before."""
        table = self._tables[name]
        if name in self._shown:
            words = f"{self._scribe.words.table} {table.number}: {plain(table.title)}"
            return Paragraph((Link(words, f"#{table.anchor}"),))
        self._shown.add(name)
        return table

    def _variant(self, variant: Variant) -> BoxedBlocks:
        inner: list[Block] = list(self._blocks(variant.blocks))
        if variant.options:
            inner.append(ListBlock(tuple(map(self._option, variant.options))))
        if variant.changes:
            inner.append(ListBlock(tuple(map(self._scribe.line, variant.changes))))
        return BoxedBlocks("variant", self._scribe.title(variant.name), tuple(inner))

    def _option(self, option: VariantOption) -> Line:
        name = TextPiece(plain(self._scribe.title(option.name)), bold=True)
        default = (TextPiece(f" ({self._scribe.words.default})", italic=True),) if option.default else ()
        return (name, *default, TextPiece(": "), *self._scribe.line(option.text))


def _under(heading: Heading, blocks: Iterable[Block]) -> Iterator[Block]:
    """Yield the blocks of a section; a first table without a number that is called like the section is `headed`."""
    for index, block in enumerate(blocks):
        same_words = isinstance(block, Table) and not block.number and plain(block.title) == plain(heading.line)
        yield replace(block, headed=True) if same_words and not index else block


def _in_order(rulebook: Rulebook) -> dict[str, RuleTable]:
    """Return the tables by id, those in sections before the others; of two with the same id, the first."""
    listed = {table.id: table for table in reversed(rulebook.tables)}
    ordered: dict[str, RuleTable] = {}
    for block in blocks(rulebook):
        if isinstance(block, RuleTable):
            ordered.setdefault(block.id, block)
        elif isinstance(block, TableMention) and block.table.name in listed:
            ordered.setdefault(block.table.name, listed[block.table.name])
    return ordered | {table.id: table for table in rulebook.tables if table.id not in ordered}


# The icons of a game in their own colours, on their grid.

INK = "#1E2328"
"""The default colour of an icon."""


class IconMarks(Mapping[str, tuple[Item, ...]]):
    """The drawing of each icon of a game, made on access, because rules use only a few of the icons.

    `faults` are the icons that were accessed and cannot be drawn.
    """

    def __init__(self, game: Game) -> None:
        theme = resolve_theme(game.all(Theme))
        self._roles = theme.roles if theme else Roles()
        self._icons = icons_by_name(game.all(IconSet))
        self._drawings = icon_drawings(game)
        self._drawn: dict[str, tuple[Item, ...]] = {}  # cached, so that back ends write shared items once
        self.faults: dict[str, Fault] = {}

    def __getitem__(self, name: str) -> tuple[Item, ...]:
        if name not in self._drawn:
            icon = self._icons[name]
            paint = self._roles.colour(icon.colour.name) if icon.colour else None
            self._drawn[name] = self._drawings.items(icon, paint, INK, self._roles)
            if icon.id in self._drawings.faults:
                self.faults[icon.id] = self._drawings.faults[icon.id]
        return self._drawn[name]

    def coloured(self, name: str, colour: Colour) -> tuple[Item, ...]:
        """Return the drawing of an icon among letters of that colour: an icon with its own colour keeps it."""
        icon = self._icons.get(name)
        if icon is None:
            return ()
        paint = self._roles.colour(icon.colour.name) if icon.colour else None
        return self._drawings.items(icon, paint, colour, self._roles)

    def __contains__(self, name: object) -> bool:
        return name in self._icons

    def __iter__(self) -> Iterator[str]:
        return iter(self._icons)

    def __len__(self) -> int:
        return len(self._icons)


# Compile a rulebook to a document: all expressions and tables are computed, all links resolved.


def build_rulebook(
    rulebook: Rulebook, facts: Facts, fallback: tuple[str | Family, ...] = HOUSE_FALLBACK, look: Look | None = None
) -> tuple[RulebookDocument, RuleErrors]:
    """Return the document, with question marks for what could not be computed, and the faults.

    `fallback` are the families for characters that the house fonts lack. `look` has the styles of words and the
    keywords of the theme. Errors with another cause are ignored here,
    because checks report them: expressions that cannot be parsed, missing tables, names whose definition or document
    has errors.
    """
    game = facts.game
    words = RulebookWords().with_words({**_bundled(rulebook, game), **rulebook.words})
    pack = game.pack
    language = rulebook.written_in(pack)
    style = replace(BOOK.body, fallback=fallback)
    scribe = Scribe(
        facts.environment,
        words,
        language,
        icons := IconMarks(game),
        labels={icon.id: icon.spoken for icon in icons_by_name(game.all(IconSet)).values()},
        knows_icons=game.knows_all(IconSet),
        style=style,
        work=facts.work,
        budget=facts.work.budget(STEPS),
        look=look,
        keywords=look.keywords if look and rulebook.keywords else None,
        knows_styles=game.knows_all(Theme),
        coloured=icons.coloured,
    )
    assembly = Sections(rulebook, facts, scribe)
    document = RulebookDocument(
        name=game.id or rulebook.id,
        title=_title(rulebook, pack, scribe),
        language=language,
        blocks=(*assembly.main(), *(credits_of(pack, words, game.icon_credits) if pack else ())),
        summary=scribe.words_of(pack.summary) if pack else "",
        facts=tuple(_facts(game, words)),
        tables=assembly.all_tables(),
        reference=_unnumbered(tuple(assembly.reference())),
        credit=clean(pack.credit.line) if pack and pack.credit else "",
        authors=pack.credit.designers if pack and pack.credit else (),
        contributors=pack.credit.contributors if pack and pack.credit else (),
        publisher=pack.credit.publisher if pack and pack.credit else "",
        rights=pack.credit.copyright if pack and pack.credit else "",
        words=words,
        fallback=fallback,
        accent=(look.roles.colour("sheet-accent") if look else None) or AMBER,
        index=tuple(
            IndexTerm(clean(each.term.name), tuple(map(clean, each.words)), clean(each.see.name) if each.see else "")
            for each in rulebook.index or ()
        ),
        has_index=rulebook.index is not None,
    )
    written = (printed(each.text, each.span, style) for each in rulebook.wording)
    document = replace(document, flaws=(*(text for text in written if not text.prints), *scribe.flaws))
    terms = tuple(_term_faults(rulebook, document))
    return document, replace(scribe.errors, icons=tuple(icons.faults.values()), terms=terms)


def _term_faults(rulebook: Rulebook, document: RulebookDocument) -> Iterator[Fault]:
    """Yield the terms of the index that lead nowhere."""
    absent = frozenset(absent_terms(document)) if document.index else frozenset[IndexTerm]()
    for written, term in zip(rulebook.index or (), document.index, strict=True):
        if term not in absent or rulebook.damaged:
            continue
        if written.see:
            hint = did_you_mean(term.see, [each.term for each in document.index])
            hint = hint or "add it to the index, or leave out 'see'"
            yield Fault(written.see.span, f"the index has no term '{term.see}'", hint)
        else:
            hint = "spell it as the rules do, or add the words that they use: {term: …, words: […]}"
            yield Fault(written.term.span, f"the rules do not have the word '{term.term}'", hint)


def _title(rulebook: Rulebook, pack: PackDocument | None, scribe: Scribe) -> str:
    """Return the title of the rules; without one, or if it only says that these are rules, the title of the game."""
    title = plain(scribe.title(rulebook.title)) if rulebook.title else ""
    if title.casefold() in ("", scribe.words.rules.casefold()):
        return scribe.words_of(pack.title) if pack else title or rulebook.id
    return title


def _bundled(rulebook: Rulebook, game: Game) -> Mapping[str, str]:
    """Return pnp's own texts if they are in the language of the rulebook."""
    spoken = game.pack.language if game.pack else ENGLISH
    return game.words if rulebook.written_in(game.pack) == spoken else {}


def _in_small_print(block: Block) -> Block:
    return replace(block, small=True) if isinstance(block, Paragraph) else block


def _facts(game: Game, words: RulebookWords) -> Iterator[tuple[str, str]]:
    if game.pack:
        if game.pack.credit and game.pack.credit.designers:
            yield words.design, ", ".join(map(clean, game.pack.credit.designers))
        if game.pack.players:
            yield words.players, str(game.pack.players)
        if game.pack.minutes:
            yield words.minutes, clean(game.pack.minutes)
