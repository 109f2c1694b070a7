"""A pack: one game, with its credits, its documents, and the manifest of components to print."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, Self

from msgspec import Struct, field
from msgspec.structs import replace

from pnp.diagnostics import Severity, Span
from pnp.expression import identifier
from pnp.model.component import Component
from pnp.model.records import read_record
from pnp.model.reference import Acceptance, Formula, Ref, texts_under
from pnp.model.row import Row, RowValue, plain
from pnp.model.translation import SheetWords, filled
from pnp.source.tree import Node

SIGNATURE = re.compile(r"([A-Za-z_]\w*)\s*(?:\(([^()]*)\))?")
"""The head of a definition: a name, and the parameters of a function."""


class Players(Struct, frozen=True):
    """The minimum and maximum number of players, and where they are written."""

    least: int
    most: int
    span: Span | None = None

    @classmethod
    def read(cls, node: Node) -> Self:
        """Return the numbers at `node`."""
        return cls(*read_range(node), node.span)

    def __str__(self) -> str:
        return f"{self.least}" if self.least == self.most else f"{self.least}–{self.most}"


class Licence(Struct, frozen=True):
    """The licence of the pack's content, and a link to its text."""

    name: str
    link: str
    span: Span

    @classmethod
    def read(cls, node: Node) -> Self:
        """Return the licence at `node`, a mapping or only its name."""
        if isinstance(node.value, str):
            return cls(node.text, "", node.span)
        return cls(node["name"].text, node.text_of("link"), node.span)


class Credit(Struct, frozen=True):
    """The authors of the game: the designers, the line to print, the source of the rules, and what was changed.

    `others` are the lines about artists, editors, translators and the publisher, as they are printed after `line`.
    """

    designers: tuple[str, ...]
    line: str
    span: Span
    artists: tuple[str, ...] = ()
    editors: tuple[str, ...] = ()
    translators: tuple[str, ...] = ()
    publisher: str = ""
    year: str = ""
    source: str = ""
    link: str = ""
    changes: str = ""
    others: tuple[str, ...] = ()

    @classmethod
    def read(cls, node: Node) -> Self:
        """Return the credit at `node`, with English words."""
        credit = read_record(cls, node, line=node.text_of("line"), others=())
        return credit.with_words(SheetWords(), credit.line)

    @property
    def lines(self) -> tuple[str, ...]:
        """All lines to print."""
        return (self.line, *self.others)

    @property
    def contributors(self) -> tuple[str, ...]:
        """The artists, editors and translators."""
        return tuple(dict.fromkeys((*self.artists, *self.editors, *self.translators)))

    @property
    def copyright(self) -> str:
        """The year with the publisher, or with the designers; empty without a year."""
        return f"© {self.year.replace('-', '–')} {self.publisher or ', '.join(self.designers)}" if self.year else ""

    def with_words(self, words: SheetWords, line: str = "") -> Self:
        """Return the credit in these words, with that line or one about the designers."""
        made_by = (
            (words.art_by, self.artists),
            (words.edited_by, self.editors),
            (words.translated_by, self.translators),
        )
        people = " · ".join(filled(text, names=", ".join(names)) for text, names in made_by if names)
        published = filled(words.published_by, name=self.publisher) if self.publisher and not self.year else ""
        others = tuple(filter(None, (people, published, self.copyright)))
        designed = filled(words.designed_by, names=", ".join(self.designers))
        return replace(self, line=line or designed, others=others)


Use = Literal["needed", "alternative", "variant"]
"""Whether the game needs a component, it takes the place of another one, or only a variant needs it."""


class Entry(Struct, frozen=True):
    """One line of the manifest: a component to print, and the number of parts that the rules state (`expect`).

    An `optional` entry is printed in a separate file. Optional entries with the same `sheet` share sheets if they need
    the same paper. `skip` says who need not print it. `cuts` says whether neighbours on a sheet touch; empty for the
    profile's setting. `backs` says whether the game needs the backs. The values in `given` are set in every row.
    """

    id: str
    component: Ref
    span: Span
    name: str | None = None
    expect: int | None = None
    copies: int = 1
    optional: bool = False
    skip: str = ""
    use: Use = "needed"
    sheet: Ref | None = None
    cuts: Literal["auto", "shared", "apart", ""] = ""
    backs: Literal["needed", "optional"] = "needed"
    given: Mapping[str, RowValue] = field(default_factory=dict)
    given_at: Mapping[str, Span] = field(default_factory=dict)

    @classmethod
    def read(cls, node: Node) -> Self:
        """Return the line at `node`."""
        given = dict(node.entries("with"))
        return read_record(
            cls,
            node,
            id=node.text_of("id", node["component"].text),
            given={key.text: plain(value.value) for key, value in given.items()},
            given_at={key.text: value.span for key, value in given.items()},
        )

    def rows(self, rows: Iterable[Row]) -> tuple[Row, ...]:
        """Return the rows with the values of this entry set."""
        if not self.given:
            return tuple(rows)
        return tuple(
            replace(row, fields={**row.fields, **self.given}, spans={**row.spans, **self.given_at}) for row in rows
        )


class Definition(Struct, frozen=True):
    """A name that expressions of the pack may use: a value, or a function of `parameters`."""

    name: str
    parameters: tuple[str, ...]
    body: Formula
    span: Span


class PackRequirement(Struct, frozen=True):
    """A requirement on the whole pack: an expression that must be true for every value of the names in `ranges`.

    `spans` are those of the ranges.
    """

    name: str
    holds: Formula
    span: Span
    ranges: tuple[tuple[str, int, int], ...] = ()
    severity: Severity | None = None
    spans: tuple[Span, ...] = ()


class PackDocument(Struct, frozen=True):
    """The document `pack.yaml` of a game.

    `documents` and `uses` are references to files and kits; `uses` is None if the key is missing. If the pack does not
    list its documents or its components, the loader fills them in. The texts were read
    in `language`, one of `languages`, of which the first is the game's own. `back` is the template that print services
    print behind fronts without a back; `cover`, `wordmark` and `frieze` are templates of the title and the rules.
    `languages_at` are the codes as they are written. It is `damaged` if the file has errors; `lost` are the names of
    definitions that could not be read. `wording` are the texts that are printed on sheets and in rulebooks.
    """

    id: str
    title: str
    span: Span
    summary: str = ""
    players: Players | None = None
    credit: Credit | None = None
    licence: Licence | None = None
    documents: tuple[Ref, ...] = ()
    uses: tuple[Ref, ...] | None = None
    components: tuple[Entry, ...] = ()
    back: Ref | None = None
    cover: Ref | None = None
    cover_focus: tuple[float, float] = field(default=(0.5, 0.5), name="cover-focus")
    wordmark: Ref | None = None
    frieze: Ref | None = None
    definitions: tuple[Definition, ...] = ()
    requirements: tuple[PackRequirement, ...] = ()
    accepts: tuple[Acceptance, ...] = field(default=(), name="accept")
    minutes: str = ""
    language: str = "en"
    languages: tuple[str, ...] = ("en",)
    languages_at: tuple[Ref, ...] = ()
    lists_documents: bool = True
    lists_components: bool = True
    lost: frozenset[str] = frozenset()
    damaged: bool = False
    wording: tuple[Formula, ...] = ()

    def with_words(self, words: SheetWords) -> PackDocument:
        """Return the pack with its credit in these words; its own line stays."""
        credit = self.credit
        if credit is None:
            return self
        derived = filled(SheetWords().designed_by, names=", ".join(credit.designers))
        return replace(self, credit=credit.with_words(words, "" if credit.line == derived else credit.line))

    def credits(self, words: SheetWords) -> tuple[str, ...]:
        """Return the lines about authors and licence for the margin of a sheet, the longest first, the licence last."""
        licence = self.licence.name if self.licence else ""
        if self.credit is None:
            return (licence,) if licence else ()
        first, *others = self.credit.designers
        names = (", ".join(self.credit.designers), filled(words.and_others, name=first)) if others else (first,)
        lines = [" · ".join(filter(None, (name, licence))) for name in names]
        return (*lines, *([licence] if licence else []))


def read_pack(root: Node, name: str, damaged: bool = False) -> PackDocument:
    """Return the pack described in `root`, which its schema has validated."""
    return read_record(
        PackDocument,
        root,
        id=name,
        definitions=tuple(_definition(key, value) for key, value in root.entries("definitions")),
        requirements=tuple(map(_rule, root.list("requirements"))),
        languages=_languages(root),
        languages_at=tuple(map(Ref.read, (*filter(None, (root.get("language"),)), *root.list("languages")))),
        lists_documents=_lists(root, "documents"),
        lists_components=_lists(root, "components"),
        lost=_defined(root["definitions"].lost) if "definitions" in root else frozenset(),
        damaged=damaged,
        wording=tuple(_wording(root)),
    )


def _wording(root: Node) -> Iterator[Formula]:
    """Yield the texts that are printed on sheets and in rulebooks."""
    credit, licence = root.get("credit"), root.get("licence")
    yield from texts_under(root, "title", "summary")
    if credit:
        yield from texts_under(credit, "designers", "artists", "editors", "translators", "publisher")
        yield from texts_under(credit, "line", "source", "link", "changes")
    if licence and isinstance(licence.value, str):
        yield Formula.read(licence)
    elif licence:
        yield from texts_under(licence, "name", "link")
    for entry in root.list("components"):
        yield from texts_under(entry, "name", "skip", "sheet")


def _languages(root: Node) -> tuple[str, ...]:
    """Return the languages of the game, its own first."""
    named = (root.text_of("language", "en"), *(node.text for node in root.list("languages")))
    return tuple(dict.fromkeys(named))


def _lists(root: Node, key: str) -> bool:
    """Whether the pack has that list, valid or not."""
    return key in root or key in root.lost


def read_range(node: Node) -> tuple[int, int]:
    """Return the ends of a range such as `2 to 8`; a single number is both ends."""
    if not isinstance(node.value, str):
        return node.integer, node.integer
    first, _, last = node.text.partition("to")
    return int(first), int(last or first)


def entry_for(component: Component) -> Entry:
    """Return the line for a component of a pack that does not list its components."""
    return Entry(component.id, Ref(component.id, component.span), component.span)


def _defined(keys: frozenset[str]) -> frozenset[str]:
    """Return the names that these keys would have defined."""
    return frozenset(identifier(key.partition("(")[0].strip()) for key in keys)


def _definition(key: Node, value: Node) -> Definition:
    head = SIGNATURE.fullmatch(key.text.strip())
    assert head, f"{key.span}: the schema lets no such name pass"
    parameters = tuple(name.strip() for name in (head[2] or "").split(",") if name.strip())
    return Definition(head[1], parameters, Formula.read(value), key.span)


def _rule(node: Node) -> PackRequirement:
    ranges = tuple((key.text, *read_range(value)) for key, value in node.entries("for"))
    severity = Severity(node["severity"].text) if "severity" in node else None
    if "for" in node.lost or ("for" in node and node["for"].lost):
        ranges = (("", 1, 0),)  # which names it ranges over could not be read: it is not asked
    spans = tuple(value.span for _, value in node.entries("for"))
    return read_record(PackRequirement, node, ranges=ranges, severity=severity, spans=spans)
