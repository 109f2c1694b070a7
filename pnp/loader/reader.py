"""Reads documents and their tables."""

from __future__ import annotations

import codecs
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from importlib import import_module
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from pnp.diagnostics import Fault, Finding, Rule, Severity, Span
from pnp.loader.rules import DUPLICATE_DOCUMENT, MISPLACED_DOCUMENT, MISSING_TRANSLATION, UNKNOWN_MAP_BASE
from pnp.loader.target import schema_folder
from pnp.messages import did_you_mean, same, shown
from pnp.model.component import Component, Join, TableSource
from pnp.model.faces.theme import IconSet
from pnp.model.game import Content
from pnp.model.join import joined
from pnp.model.maps import MAP_KINDS, AnyMap
from pnp.model.maps.game_map import GameMap
from pnp.model.reference import Ref
from pnp.model.row import Field, Misfit, Row
from pnp.model.table_rows import headers, listed_rows, table_rows, untranslated
from pnp.source import Disk, Document, load_schemas, read_document, read_table, validate
from pnp.source.files import bad_name
from pnp.source.languages import Languages, in_language, read_languages
from pnp.source.ledger import ALIAS_NODES, INHERITED, PACK_FINDINGS, PACK_ICONS, PACK_PLACES, PACK_ROWS, PACK_THEMES
from pnp.source.rules import BAD_PATH, MISSING_FILE, OVER_LIMIT
from pnp.source.table_files import JSON, is_table, is_workbook
from pnp.source.tables import Table
from pnp.source.tree import Node, Overlay

# Tables with the rows of components: paths are relative to the document of the component.

UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
"""The byte order marks of UTF-16, which spreadsheets write as Unicode text."""


TakenRows = tuple[tuple[Row, ...], tuple[Misfit, ...]]
"""The rows of a table for one component, and the faults in their numbers of copies."""


class SharedTable:
    """A table, read once for all components that use it, with its rows for each of them.

    `listed` are the rows of a list in JSON, whose fields need not be the same.
    """

    def __init__(self, table: Table | None, listed: TakenRows | None = None) -> None:
        self.table, self.listed = table, listed
        self._rows: list[tuple[Mapping[str, Field], TakenRows]] = []

    def rows(self, fields: Mapping[str, Field], languages: Languages) -> TakenRows:
        """Return the rows for a component with these fields; cached by the names of the fields."""
        if self.table is None:
            return self.listed or ((), ())
        found = next((rows for known, rows in self._rows if _alike(known, fields)), None)
        if found is None:
            found = table_rows(self.table, fields, languages)
            self._rows.append((fields, found))
        return found

    def columns(self, fields: Mapping[str, Field]) -> dict[str, Span]:
        """Return the span of each column's name by field; empty for a list."""
        return headers(self.table, fields) if self.table else {}

    @property
    def damaged(self) -> bool:
        """Whether it could not be read as it was meant."""
        return self.table.damaged if self.table else self.listed is None


def _alike(fields: Mapping[str, Field], others: Mapping[str, Field]) -> bool:
    """Whether two components take the same columns of a table."""
    return {name: field.columns for name, field in fields.items()} == {
        name: each.columns for name, each in others.items()
    }


def with_tables(component: Component, document: str, place: NamedFolder, reader: Reader) -> Component:
    """Return the component with the rows of its tables; damaged if one is unreadable.

    Their paths are relative to `document`.
    """
    taken = _with_rows(component, component.table, document, place, reader) if component.table else component
    for join in component.joins:
        other = _shared(join.table, document, place, reader)
        if other is None or taken.damaged:
            return replace(taken, damaged=True)
        rows, bad = other.rows(taken.fields, reader.languages)
        columns = other.columns(taken.fields)
        made, misfits = joined(taken.rows, join, rows, columns or _fields_of(rows))
        taken = replace(
            taken,
            rows=made,
            columns={**_without_key(columns, join), **taken.columns} if taken.columns else taken.columns,
            misfits=(*taken.misfits, *bad, *misfits),
            damaged=other.damaged or bool(bad or misfits),
        )
    return taken


def _without_key(columns: Mapping[str, Span], join: Join) -> dict[str, Span]:
    """Return the columns of a joined table that become fields of the rows."""
    key = same(join.key.name, columns)
    return {name: span for name, span in columns.items() if name != key}


def _fields_of(rows: Iterable[Row]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for row in rows for name in row.fields))


def _shared(source: TableSource, document: str, place: NamedFolder, reader: Reader) -> SharedTable | None:
    """Return a table that components share; None if the file cannot be read, which is reported."""
    file = Ref(_path(source, document), source.file.span)
    name, sheet = place.shown(file.name), source.sheet.name if source.sheet else None
    key = name if sheet is None else f"{name}#{sheet}"
    if key in reader.tables:
        return reader.tables[key]
    content = reader.disk.file(place.folder, file.name, file.span)
    if isinstance(content, Finding):
        reader.note(content)
        return None
    if name.lower().endswith(JSON):
        from pnp.source.json_table import read_json_rows

        reader.texts[name] = content.decode("utf-8-sig", "replace")
        root, findings = read_json_rows(content, name)
        shared = SharedTable(None, listed_rows(root) if root else None)
    else:
        coding = "utf-16" if content.startswith(UTF_16) else "utf-8-sig"
        reader.texts[name] = "" if is_workbook(name) else content.decode(coding, "replace")
        table = reader.shelf.tables.get(key) or read_table(content, name, sheet)
        if reader.shelf.enabled:
            reader.shelf.tables[key] = table
        shared, findings = SharedTable(table), table.findings
    reader.tables[key] = shared
    for finding in findings:
        missing_sheet = source.sheet and finding.code == MISSING_FILE.code
        reader.note(replace(finding, span=source.sheet.span) if source.sheet and missing_sheet else finding)
    return shared


def _path(source: TableSource, document: str) -> str:
    """Return the path of a table in the pack."""
    return (PurePosixPath(document).parent / source.file.name).as_posix()


def _with_rows(
    component: Component, source: TableSource, document: str, place: NamedFolder, reader: Reader
) -> Component:
    """Return the component with the rows of its table."""
    shared = _shared(source, document, place, reader)
    if shared is None:
        return replace(component, damaged=True)
    lacking = tuple(untranslated(shared.table, component.fields, reader.languages)) if shared.table else ()
    reader.report_untranslated((each.fault for each in lacking), place)
    told = {each.column for each in lacking}
    rows, misfits = shared.rows(component.fields, reader.languages)
    before, reader.rows = reader.rows, reader.rows + len(rows)
    if reader.rows > PACK_ROWS:
        if before <= PACK_ROWS:
            message = f"the components of the pack take more than {PACK_ROWS:,} rows from tables"
            reader.report(OVER_LIMIT, source.file.span, message, "make several packs of them")
            # The rows stay, so that the pack has more than are drawn: cards that cannot be built are not drawn for
            # checks.
            return replace(component, rows=rows, damaged=True)
        return replace(component, damaged=True)
    name = place.shown(_path(source, document))
    return replace(
        component,
        rows=rows,
        header=shared.table.header if shared.table else None,
        columns={column: span for column, span in shared.columns(component.fields).items() if column not in told},
        misfits=misfits,
        accepts=tuple(replace(each, table=name) for each in component.accepts),
        damaged=component.damaged or shared.damaged or bool(misfits),
    )


# Folders of icons: the files are listed here, and read when an icon is drawn.

ICON_PATTERN = "**/*.[sSpP][vVnN][gG]"
"""Matches the paths of SVG and PNG files, and some others."""

ICON_FILE = re.compile(r"\.(svg|png)$", re.IGNORECASE)


def with_folder(icons: IconSet, place: NamedFolder, reader: Reader) -> IconSet:
    """Return the icons with those of their folder; damaged if it has none, or more than the limit of a pack."""
    if icons.folder is None:
        return icons
    name, span = icons.folder.name.strip("/"), icons.folder.span
    fault = bad_name(icons.folder.name)
    if fault:
        reader.report(BAD_PATH, span, *fault)
        return replace(icons, damaged=True)
    paths = reader.disk.files(place.folder, f"{name}/{ICON_PATTERN}")
    files = [file for file in (path.relative_to(place.folder).as_posix() for path in paths) if ICON_FILE.search(file)]
    reader.icons += len(files)
    if not files:
        hint = "name a folder with SVG or PNG files, by its path from the folder of the pack"
        reader.report(MISSING_FILE, span, f"there are no icons in {shown(name)}", hint)
        return replace(icons, damaged=True)
    if reader.icons > PACK_ICONS:
        message = f"the folders of icons have more than {PACK_ICONS:,} files"
        reader.report(OVER_LIMIT, span, message, "copy the icons that the game uses to another folder")
        return replace(icons, damaged=True)
    return icons.with_files(files)


def with_files(content: Content, document: str, place: NamedFolder, reader: Reader) -> Content:
    """Return the content of a document with what it takes from other files: tables, or a folder of icons."""
    if isinstance(content, Component):
        return with_tables(content, document, place, reader)
    return with_folder(content, place, reader) if isinstance(content, IconSet) else content


# Reading the documents of a game: their content, the findings, and the text of each.

READERS = {
    "area-map": "maps.area_map",
    "block-map": "maps.block_map",
    "component": "component",
    "icons": "faces.theme",
    "map-style": "maps.map_style",
    "profile": "profile",
    "requirements": "maps.game_map",
    "rulebook": "rulebook",
    "street-map": "maps.street_map",
    "table": "table",
    "template": "faces.template",
    "theme": "faces.theme",
    "tile-map": "maps.tile_map",
}
"""The modules that read each kind of document of a pack or a kit; each is imported when the first such document is
read.
"""


class NamedFolder(Struct, frozen=True):
    """A folder, and its name in messages."""

    folder: Path
    label: str

    def shown(self, name: str) -> str:
        """Return the name of a file of the folder in messages."""
        return name if self.label in ("", ".") else f"{self.label}/{name}"


class Read(NamedTuple):
    """A validated document; `damaged` if invalid parts were removed, `keyed` if texts are keyed by language."""

    root: Node
    kind: str
    damaged: bool
    keyed: bool = False


class ReadCache:
    """What was read of a game's files, shared by its readings in several languages.

    A document without texts keyed by language has the same content in all of them. It is the same object, so that
    everything that depends only on it is computed once. Nothing is cached for a game with a single language.
    """

    def __init__(self, enabled: bool = True) -> None:
        self.enabled = enabled
        self.documents: dict[str, Document] = {}
        self.tables: dict[str, Table] = {}
        self.contents: dict[str, Content] = {}
        self.keeping: dict[str, AnyMap] = {}


class Reader:
    """Reads the documents of one game and collects findings.

    `unread` are the names of documents that could not be read. With `names_incomplete`, some of these names are unknown
    because a whole kit is missing. `folders` are the folders of documents in the order of reading. Texts are read in
    the requested `language`, by default the pack's. Documents on the `shelf` are not read again.
    """

    def __init__(
        self, disk: Disk, pack: str | None = None, language: str | None = None, shelf: ReadCache | None = None
    ) -> None:
        self.disk, self.pack, self.asked, self.shelf = disk, pack, language, shelf or ReadCache(enabled=False)
        self.languages = Languages(language or "en")
        self.own: NamedFolder | None = None
        self.findings: list[Finding] = []
        self.texts: dict[str, str] = {}
        self.unread: set[str] = set()
        self.unlisted: list[str] = []
        self.lost: set[str | None] = set()
        self.names_incomplete = False
        self.folders: dict[Path, None] = {}
        self.maps: dict[str, Read] = {}
        self.rows = self.icons = self._themes = self._places = 0
        self.tables: dict[str, SharedTable] = {}
        self._inherits, self._aliases = INHERITED, ALIAS_NODES

    def report(self, rule: Rule, span: Span, message: str, hint: str | None = None) -> None:
        """Add a finding."""
        self.findings.append(rule.finding(Fault(span, message, hint), self.pack))

    def note(self, finding: Finding) -> None:
        """Add a finding of a lower stage."""
        self.findings.append(replace(finding, pack=self.pack))

    def has_errors(self, file: str) -> bool:
        """Whether that file has an error."""
        return any(finding.severity is Severity.ERROR and finding.span.file == file for finding in self.findings)

    def read(self, place: NamedFolder, file: Ref, kinds: Collection[str]) -> Read | None:
        """Return the document in a file.

        If it cannot be read or its kind is not in `kinds`, return None and add a finding.
        """
        content = self.disk.file(place.folder, file.name, file.span)
        if isinstance(content, Finding):
            self.lost.add(None)
            self.note(content)
            return None
        name = place.shown(file.name)
        self.texts[name] = content.decode("utf-8-sig", "replace")
        document = self.shelf.documents.get(name)
        if document is None:
            unchecked = read_document(content, name, self._aliases)
            self._aliases = unchecked.aliases
            document = validate(unchecked, load_schemas(schema_folder()))
        self.findings += (replace(finding, pack=self.pack) for finding in document.findings)
        if document.root is None or document.kind is None:
            self.lost.add(document.kind)
            return None
        if document.kind not in kinds:
            self.report(MISPLACED_DOCUMENT, document.root["kind"].span, *_misplaced(document.kind, kinds))
            return None
        spoken = self._spoken(document.root, document.kind, place)
        if self.shelf.enabled:
            self.shelf.documents[name] = document
        return Read(spoken, document.kind, document.damaged, spoken.value is not document.root.value)

    def _spoken(self, root: Node, kind: str, place: NamedFolder) -> Node:
        """Return the document in the chosen language; a pack declares the available ones."""
        if kind == "pack":
            self.languages, self.own = read_languages(root, self.asked), place
            self.shelf.enabled &= len(self.languages.lacking(())) > 1
        spoken, faults = in_language(root, kind, self.languages)
        self.report_untranslated(faults, place)
        return spoken

    def report_untranslated(self, faults: Iterable[Fault], place: NamedFolder) -> None:
        """Add findings for texts that lack a language.

        Only in the pack's own documents a missing text in the pack's language is an error. A kit may be in other
        languages, and the language of a single document is unknown.
        """
        for fault in faults:
            if fault.severity is Severity.ERROR and place != self.own:
                if self.languages.default not in self.languages.wanted:
                    continue
                fault = replace(fault, severity=None)
            self.findings.append(MISSING_TRANSLATION.finding(fault, self.pack))

    def documents(self, place: NamedFolder, files: tuple[Ref, ...]) -> Iterator[Content]:
        """Yield the documents in `files` that can be read."""
        self.folders[place.folder] = None
        names: dict[str, str] = {}
        for file in files:
            name = PurePosixPath(file.name).stem
            if len(self.findings) > PACK_FINDINGS:
                self.names_incomplete = True
                message = f"there are more than {PACK_FINDINGS:,} findings, so no more documents are read"
                self.report(OVER_LIMIT, file.span, message, "mend some of those above, and check again")
                return
            if is_table(file.name):
                hint = "take it out: a component names its table under 'rows'"
                self.report(MISPLACED_DOCUMENT, file.span, f"'{file.name}' is a table, and no document", hint)
                continue
            alike = name.casefold()  # files are named after documents, and some systems don't tell 'A' from 'a'
            if alike in names:
                self.report(DUPLICATE_DOCUMENT, file.span, *_duplicate(file.name, names[alike]))
                continue
            read = self.read(place, file, READERS)
            if place.shown(file.name) in self.texts:  # a missing file does not reserve its name
                names[alike] = file.name
            if read and read.kind in MAP_KINDS:
                read = self._whole(read, name)
            if read and read.kind == "theme" and not self._may_have_theme(file):
                read = None
            if read:
                content = self._content(read, name, place.shown(file.name))
                if isinstance(content, GameMap) and not self._may_have_places(content):
                    self.lost.add(read.kind)
                    self.unread.add(name)
                    continue
                yield with_files(content, file.name, place, self)
            else:
                self.unread.add(name)

    def _content(self, read: Read, name: str, shown: str) -> Content:
        """Return the content of the document; the same object in each language if no text is keyed by language."""
        content = self.shelf.contents.get(shown) or read_content(read.kind, read.root, name, read.damaged)
        if self.shelf.enabled and not read.keyed:
            self.shelf.contents[shown] = content
        return content

    def _whole(self, read: Read, name: str) -> Read | None:
        """Return the map merged over the one that it extends.

        If that is impossible, return None and add a finding.
        """
        base = read.root.get("extends")
        below = self.maps.get(base.text) if base else None
        if base is None or (below and below.kind == read.kind):
            root = Overlay.of(read.root, below.root) if below else read.root
            if base and isinstance(root, Overlay) and not self._may_inherit(root, base):
                self.lost.add(read.kind)
                return None
            self.maps[name] = Read(root, read.kind, read.damaged or bool(below and below.damaged))
            return self.maps[name]
        self.lost.add(read.kind)
        if below:
            message = f"a {read.kind} can't extend '{base.text}', which is a {below.kind}"
            self.report(UNKNOWN_MAP_BASE, base.span, message, "extend a map of the same kind")
        elif not (self.names_incomplete or base.text in self.unread):
            hint = did_you_mean(base.text, self.maps) or "list the map that it extends before it"
            self.report(UNKNOWN_MAP_BASE, base.span, f"there is no map '{base.text}' before this one", hint)
        return None

    def _may_have_theme(self, file: Ref) -> bool:
        """Whether another theme may be read; the first beyond the limit is reported."""
        self._themes += 1
        if self._themes == PACK_THEMES + 1:
            message = f"the pack has more than {PACK_THEMES:,} themes"
            self.report(OVER_LIMIT, file.span, message, "join some of them, or write them as variants of one theme")
        return self._themes <= PACK_THEMES

    def _may_have_places(self, game_map: AnyMap) -> bool:
        """Whether the maps of the game stay within the limit of places; the first beyond it is reported."""
        if self._places <= PACK_PLACES:
            self._places += len(game_map.places) + len(game_map.through)
            if self._places > PACK_PLACES:
                message = f"the maps of the pack have more than {PACK_PLACES:,} places and intersections"
                self.report(OVER_LIMIT, game_map.span, message, "make the map smaller, or several packs of the maps")
        return self._places <= PACK_PLACES

    def _may_inherit(self, root: Overlay, base: Node) -> bool:
        """Whether the maps of the game stay within the limit of inherited values; the first beyond it is reported."""
        if self._inherits >= 0:
            self._inherits -= sum(1 for _ in islice(root.taken(), self._inherits + 1))
            if self._inherits < 0:
                message = f"the maps of the pack take over more than {INHERITED:,} values from those that they extend"
                self.report(OVER_LIMIT, base.span, message, "extend smaller maps, or extend them less often")
        return self._inherits >= 0


def read_content(kind: str, root: Node, name: str, damaged: bool) -> Content:
    """Return the record of a document of that kind."""
    module = import_module(f"pnp.model.{READERS[kind]}")
    content: Content = getattr(module, f"read_{kind.replace('-', '_')}")(root, name, damaged)
    return content


def _misplaced(kind: str, kinds: Collection[str]) -> tuple[str, str]:
    if len(kinds) == 1:
        (wanted,) = kinds
        return f"a document of kind '{kind}' is used where a {wanted} is required", f"begin it with 'kind: {wanted}'"
    return f"a {kind} can't be one of the documents of another", "take it out of the list"


def _duplicate(name: str, first: str) -> tuple[str, str]:
    if name == first:
        return f"'{name}' is listed twice", "take one of them out"
    return f"'{name}' has the same name as '{first}'", "rename one of the files"
