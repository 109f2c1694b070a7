"""Reads documents and their tables."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from importlib import import_module
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, NamedTuple, cast

from msgspec import Struct
from msgspec.structs import replace

from pnp.diagnostics import Cause, Fault, Finding, Missing, Rule, Severity, Span
from pnp.loader.component_tables import SharedTable, with_tables
from pnp.loader.rules import BAD_OUTLINES, DUPLICATE_DOCUMENT, MISPLACED_DOCUMENT, MISSING_TRANSLATION, UNKNOWN_MAP_BASE
from pnp.loader.target import MANIFEST, schema_folder
from pnp.messages import did_you_mean, shown
from pnp.model.component import Component
from pnp.model.faces.template import Template, in_inches
from pnp.model.faces.theme import IconSet
from pnp.model.game import Content
from pnp.model.maps import MAP_KINDS, AnyMap
from pnp.model.maps.game_map import GameMap
from pnp.model.profile import Profile
from pnp.model.records import TableSource
from pnp.model.reference import Ref
from pnp.source import Disk, Document, load_schemas, read_document, validate
from pnp.source.files import bad_name, read_text, with_unlisted
from pnp.source.languages import Languages, in_language, read_languages
from pnp.source.ledger import (
    ALIAS_NODES,
    INHERITED,
    LAID_CELLS,
    PACK_FINDINGS,
    PACK_ICONS,
    PACK_MOVEMENT,
    PACK_PLACES,
    PACK_THEMES,
    ROAD_STEPS,
    Ledger,
    PackTotals,
    or_large,
)
from pnp.source.rules import BAD_PATH, MISSING_FILE, OVER_LIMIT, WRONG_VALUE
from pnp.source.table_files import is_table, is_workbook
from pnp.source.tables import Table
from pnp.source.tree import Node, Overlay
from pnp.units import MM_PER_INCH

if TYPE_CHECKING:
    from pnp.model.maps.cell_picture import CellPicture
    from pnp.model.maps.grid_map import GridMap

# Folders of icons: the files are listed here, and read when an icon is drawn.

ICON_PATTERN = "**/*.[sSpP][vVnN][gG]"
"""Matches the paths of SVG and PNG files, and some others."""
ICON_FILE = re.compile(r"\.(svg|png)$", re.IGNORECASE)


def with_folder(icons: IconSet, place: NamedFolder, reader: Reader) -> IconSet:
    """Return the icons with those of their folder; damaged if it has none, or more than the limit of a pack."""
    if icons.folder is None:
        return icons
    name, span = icons.folder.name.strip("/"), icons.folder.span
    if fault := bad_name(icons.folder.name):
        reader.report(BAD_PATH, span, *fault)
        return replace(icons, damaged=True)
    paths = reader.disk.files(place.folder, f"{name}/{ICON_PATTERN}")
    files = [file for file in (path.relative_to(place.folder).as_posix() for path in paths) if ICON_FILE.search(file)]
    if not files:
        found = (path for path in reader.disk.files(place.folder, ICON_PATTERN) if ICON_FILE.search(path.name))
        folders = sorted({path.parent.relative_to(place.folder).as_posix() for path in found})
        hint = did_you_mean(name, folders) or "name a folder with SVG or PNG files by its path from that of the pack"
        reader.report(MISSING_FILE, span, f"there are no icons in {shown(name)}", hint)
        return replace(icons, damaged=True)
    if not reader.totals.add(PACK_ICONS, len(files), span):
        return replace(icons, damaged=True)
    return icons.with_files(files)


def with_outlines(game_map: AnyMap, place: NamedFolder, reader: Reader) -> AnyMap:
    """Return the map with the outlines in the file that it names; damaged if they cannot be read."""
    source = game_map.outlines if game_map.kind == "area-map" else None
    if game_map.kind != "area-map" or source is None or source.file is None:
        return game_map
    from pnp.loader.outline_files import OutlinesRefusedError, with_drawn_outlines

    name, span = source.file.name, source.file.span
    content = reader.disk.file(reader.places.get(span.file, place).folder, name, span)
    if isinstance(content, Finding):
        reader.note(content)
        return replace(game_map, damaged=True)
    try:
        return with_drawn_outlines(game_map, source, content, name)
    except OutlinesRefusedError as refused:
        at = "" if refused.line == 1 else f", line {refused.line}"
        message = f"the outlines in {shown(name)}{at} cannot be used: {refused.message}"
        reader.report(BAD_OUTLINES, span, message, refused.hint)
        return replace(game_map, damaged=True)


def with_terrain(grid_map: GridMap, read: Read, place: NamedFolder, reader: Reader) -> GridMap:
    """Return the map with the cells of the table that it names; as it is if there is none, or none that can be read."""
    if grid_map.terrain_file is None:
        return grid_map
    file, sheet = grid_map.terrain_file.file, grid_map.terrain_file.sheet
    place = reader.places.get(file.span.file, place)  # a map that it extends may be in a kit
    name = place.shown(file.name)
    if sheet and not is_workbook(name):
        hint = "take 'sheet' out, or name a workbook"
        reader.report(WRONG_VALUE, sheet.span, f"only workbooks have sheets, and not {shown(file.name)}", hint)
    content = reader.disk.file(place.folder, file.name, file.span)
    if isinstance(content, Finding):
        reader.note(content)
        return replace(grid_map, damaged=True)
    reader.texts[name] = "" if is_workbook(name) else content.decode("utf-8-sig", "replace")
    most = reader.totals.most(PACK_PLACES)
    picture, findings = _cells(content, name, sheet, most)
    for finding in findings:
        missing_sheet = sheet and finding.code == MISSING_FILE.code
        reader.note(replace(finding, span=sheet.span) if sheet and missing_sheet else finding)
    named = TableSource(Ref(name, file.span), sheet)
    if picture and len(picture.cells) > most:
        message = f"{shown(file.name)} has more than {most:,} cells"
        reader.report(OVER_LIMIT, file.span, message, f"make the map smaller{or_large(reader.totals.scale)}")
        picture = None
    if picture is None:
        return replace(grid_map, damaged=True, terrain_file=named)
    from pnp.model.maps.grid_map import read_grid_map

    return replace(read_grid_map(read.root, grid_map.id, read.damaged, picture), terrain_file=named)


def _cells(content: bytes, name: str, sheet: Ref | None, most: int) -> tuple[CellPicture | None, Sequence[Finding]]:
    """Return the cells in a table, a few more than `most` of them, None if it cannot be read, and what was found."""
    from pnp.model.maps.cell_picture import read_cell_sheet, read_cell_table

    if is_workbook(name):
        from pnp.source.workbooks.sheet import read_cells

        table = read_cells(content, name, sheet.name if sheet else None)
        return (None if table.damaged else read_cell_sheet(table)), table.findings
    ledger = Ledger(name)
    text = read_text(content, ledger)
    return (None if text is None else read_cell_table(text, name, most)), ledger.findings()


def with_files(content: Content, document: str, place: NamedFolder, reader: Reader) -> Content:
    """Return the content of a document with what it takes from other files: tables, or a folder of icons."""
    if isinstance(content, Component):
        return with_tables(content, document, place, reader)
    if isinstance(content, GameMap):
        return with_outlines(content, place, reader)
    return with_folder(content, place, reader) if isinstance(content, IconSet) else content


# Reading the documents of a game: their content, the findings, and the text of each.

READERS = {
    "area-map": "maps.area_map",
    "block-map": "maps.block_map",
    "component": "component",
    "grid-map": "maps.grid_map",
    "icons": "faces.theme",
    "map-style": "maps.map_style",
    "profile": "profile",
    "requirements": "maps.requirements",
    "rulebook": "rulebook",
    "street-map": "maps.street_map",
    "table": "table",
    "template": "faces.template",
    "theme": "faces.theme",
    "tile-map": "maps.tile_map",
    "translation": "translation",
}
"""The modules that read each kind of document of a pack or a kit; each is imported when the first such document is
read.
"""

STYLE = "map-style"
"""The kind of documents that say how maps are drawn."""


class NamedFolder(Struct, frozen=True):
    """A folder, and its name in messages; `bundled` is whether it is a kit that comes with pnp."""

    folder: Path
    label: str
    bundled: bool = False

    def shown(self, name: str) -> str:
        """Return the name of a file of the folder in messages."""
        return name if self.label in ("", ".") else f"{self.label}/{name}"


class Read(NamedTuple):
    """A validated document; `damaged` if invalid parts were removed, `keyed` if texts are keyed by language."""

    root: Node
    kind: str
    damaged: bool
    keyed: bool = False


class KeptDocument(NamedTuple):
    """A document with the content that it was read from, and how many values its aliases stand for."""

    content: bytes
    document: Document
    aliases: int = 0


class ReadCache:
    """What was read of a game's files, for its readings in other languages and after its files have changed.

    Everything is cached with what it was made of: a document and a table with the content of its file, a record with
    its document. So a reading makes again what a change touches, and all else is the same object, from which the same
    follows. Nothing is cached for a game with a single language, unless it is `always` cached.
    """

    def __init__(self, enabled: bool = True, always: bool = False) -> None:
        self.enabled, self.always = enabled, always
        self.documents: dict[str, KeptDocument] = {}
        self.tables: dict[str, tuple[bytes, Table]] = {}
        self.contents: dict[str, tuple[Node, Content]] = {}
        self.keeping: dict[str, tuple[AnyMap, AnyMap]] = {}

    def branch(self) -> ReadCache:
        """Return a cache that has what this one has, which it never changes."""
        tried = ReadCache(self.enabled, self.always)
        tried.documents, tried.tables = dict(self.documents), dict(self.tables)
        tried.contents, tried.keeping = dict(self.contents), dict(self.keeping)
        return tried


class Reader:
    """Reads the documents of one game and collects findings.

    `unread` are the names of documents that could not be read. With `names_incomplete`, some of these names are unknown
    because a whole kit is missing. `folders` are those of documents in the order of reading, `places` that of each.
    Texts are read in the requested `language`, by default the pack's. Documents on the `shelf` are not read again. The
    totals are multiplied by `scale`.
    """

    def __init__(
        self,
        disk: Disk,
        pack: str | None = None,
        language: str | None = None,
        shelf: ReadCache | None = None,
        scale: int = 1,
    ) -> None:
        self.disk, self.pack, self.asked, self.shelf = disk, pack, language, shelf or ReadCache(enabled=False)
        self.languages = Languages(language or "en")
        self.own: NamedFolder | None = None
        self.findings, self.texts = list[Finding](), dict[str, str]()
        self.unread: set[str] = set()
        self.unlisted: dict[str, frozenset[str]] = {}
        self.lost: set[str | None] = set()
        self.names_incomplete = False
        self.folders, self.places = dict[Path, None](), dict[str, NamedFolder]()
        self.maps: dict[str, Read] = {}
        self.profiles: dict[str, Callable[[], Profile]] = {}
        self.totals = PackTotals(self.report, scale)
        self.tables: dict[str, SharedTable] = {}
        self._aliases = ALIAS_NODES

    def report(self, rule: Rule, span: Span, message: str, hint: str | None = None, cause: Cause | None = None) -> None:
        """Add a finding."""
        self.findings.append(rule.finding(Fault(span, message, hint, cause=cause), self.pack))

    def note(self, finding: Finding) -> None:
        """Add a finding of a lower stage."""
        self.findings.append(replace(finding, pack=self.pack))

    def has_errors(self, file: str) -> bool:
        """Whether that file has an error."""
        return any(finding.severity is Severity.ERROR and finding.span.file == file for finding in self.findings)

    def read(self, place: NamedFolder, file: Ref, kinds: Collection[str], listed: Collection[str] = ()) -> Read | None:
        """Return the document in a file.

        If it cannot be read or its kind is not in `kinds`, return None and add a finding. A missing file may be meant
        that is not among the `listed`.
        """
        content = self.disk.file(place.folder, file.name, file.span)
        if isinstance(content, Finding):
            self.lost.add(None)
            self.note(with_unlisted(content, place.folder, file.name, listed))
            return None
        name = place.shown(file.name)
        self.texts[name], self.places[name] = content.decode("utf-8-sig", "replace"), place
        document = self._document(content, name, place)
        self.findings += (replace(finding, pack=self.pack) for finding in document.findings)
        if document.root is None or document.kind is None:
            self.lost.add(document.kind)
            return None
        if document.kind not in kinds:
            self.report(MISPLACED_DOCUMENT, document.root["kind"].span, *_misplaced(document.kind, kinds))
            return None
        spoken = self._spoken(document.root, document.kind, place)
        keyed = spoken.value is not document.root.value
        return Read(spoken if keyed else document.root, document.kind, document.damaged, keyed)

    def _document(self, content: bytes, name: str, place: NamedFolder) -> Document:
        """Return the document of a file; its aliases count towards the limit of the game."""
        kept = self.shelf.documents.get(name)
        if kept is None or kept.content != content:
            before = self._aliases
            document = _bundled_document(content, name) if place.bundled else self._validated(content, name)
            kept = KeptDocument(content, document, before - self._aliases)
            if self.shelf.enabled:
                self.shelf.documents[name] = kept
        else:
            self._aliases -= kept.aliases
        return kept.document

    def _validated(self, content: bytes, name: str) -> Document:
        unchecked = read_document(content, name, self._aliases)
        self._aliases = unchecked.aliases
        return validate(unchecked, load_schemas(schema_folder()))

    def _spoken(self, root: Node, kind: str, place: NamedFolder) -> Node:
        """Return the document in the chosen language; a pack declares the available ones."""
        if kind == "pack":
            self.languages, self.own = read_languages(root, self.asked), place
            self.shelf.enabled &= self.shelf.always or len(self.languages.lacking(())) > 1
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
        listed = {MANIFEST, *(each.name for each in files)}
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
            read = self.read(place, file, READERS, listed)
            if place.shown(file.name) in self.texts:  # a missing file does not reserve its name
                names[alike] = file.name
            if read and read.kind in (*MAP_KINDS, STYLE):
                read = self._whole(read, name)
            if read and read.kind == "theme" and not self.totals.add(PACK_THEMES, 1, file.span):
                read = None
            if read:
                content = self._content(read, name, place.shown(file.name), place)
                if isinstance(content, GameMap) and not self._keeps_limits(content):
                    self.lost.add(read.kind)
                    self.unread.add(name)
                    continue
                yield with_files(content, file.name, place, self)
            else:
                self.unread.add(name)

    def _content(self, read: Read, name: str, shown: str, place: NamedFolder) -> Content:
        """Return the content of the document; the same object in each language if no text is keyed by language."""
        read_once = _bundled_content if place.bundled and not read.keyed else read_content
        root, content = self.shelf.contents.get(shown, (None, None))
        if content is None or root is not read.root:
            content = read_once(read.kind, read.root, name, read.damaged)
            if self.shelf.enabled and not read.keyed:
                self.shelf.contents[shown] = read.root, content
        if read.kind == "grid-map":
            return with_terrain(cast("GridMap", content), read, place, self)
        return self._sized(content, read, shown) if isinstance(content, Template) else content

    def _sized(self, template: Template, read: Read, file: str) -> Template:
        """Return the template; in inches if its size has no unit and is that of a card in inches, which is reported."""
        given = read.root.get("size")
        if given is None or not in_inches(template.width, template.height):
            return template
        line, start, _, end = given.mark
        written = self.texts.get(file, "").splitlines()[line - 1 : line]
        if any(character in 'mcinpt"″' for character in "".join(written)[start : end - 2]):  # 3 x 4 mm is meant so
            return template
        text = given.text.strip()
        message = f"'size': {text} is in millimetres, and so small that inches seem to be meant"
        self.report(WRONG_VALUE, given.span, message, f"write {text} in for inches, or {text} mm for millimetres")
        return replace(template, width=template.width * MM_PER_INCH, height=template.height * MM_PER_INCH)

    def _whole(self, read: Read, name: str) -> Read | None:
        """Return the map or map style merged over the one that it extends.

        If that is impossible, return None and add a finding.
        """
        base = read.root.get("extends")
        below = self.maps.get(base.text) if base else None
        if base is None or (below and below.kind == read.kind):
            root = Overlay.of(read.root, below.root, deep=read.kind == STYLE) if below else read.root
            if base and isinstance(root, Overlay) and not self._may_inherit(root, base):
                self.lost.add(read.kind)
                return None
            self.maps[name] = Read(root, read.kind, read.damaged or bool(below and below.damaged))
            return self.maps[name]
        self.lost.add(read.kind)
        if below:
            message = f"a {read.kind} can't extend '{base.text}', which is a {below.kind}"
            self.report(UNKNOWN_MAP_BASE, base.span, message, f"extend another {read.kind}")
        elif not (self.names_incomplete or base.text in self.unread):
            noun = "map style" if read.kind == STYLE else "map"
            known = [name for name, each in self.maps.items() if (each.kind == STYLE) == (read.kind == STYLE)]
            hint = did_you_mean(base.text, known) or f"list the {noun} that it extends before it"
            message, cause = f"there is no {noun} '{base.text}' before this one", Missing(base.text, noun)
            self.report(UNKNOWN_MAP_BASE, base.span, message, hint, cause)
        return None

    def _keeps_limits(self, game_map: AnyMap) -> bool:
        """Whether the maps of the game so far stay within the limits of cells, places and movement classes.

        The places of a map that comes after too many others are not computed, which is most of the work of reading it.
        """
        if self.totals.left(PACK_PLACES) < 0 or not self._keeps_limits_of_cells(game_map):
            return False
        places = len(game_map.places) + len(game_map.through)
        if not self.totals.add(PACK_PLACES, places, game_map.span):
            return False
        span = game_map.movement[0].span if game_map.movement else game_map.span
        classes = sum(max(1, len(mover.by)) for mover in game_map.movement)
        return self.totals.add(PACK_MOVEMENT, places * classes, span)

    def _keeps_limits_of_cells(self, game_map: AnyMap) -> bool:
        """Whether the roads of a grid map, and its cells for tiles, are within their limits; reports it if not."""
        if game_map.kind != "grid-map":
            return True
        if sum(road.steps(game_map.finder) for road in game_map.roads) > ROAD_STEPS:
            message = f"the roads lead through more than {ROAD_STEPS:,} cells"
            self.report(OVER_LIMIT, game_map.roads[0].span, message, "leave out roads that lead where others do")
            return False
        if len(game_map.tiled) <= LAID_CELLS:
            return True
        message = f"tiles are laid on {len(game_map.tiled):,} cells: up to {LAID_CELLS} can be arranged"
        self.report(OVER_LIMIT, game_map.span, message, "name fewer cells under tiles-on")
        return False

    def _may_inherit(self, root: Overlay, base: Node) -> bool:
        """Whether the maps of the game stay within the limit of inherited values; no more of them are counted."""
        taken = sum(1 for _ in islice(root.taken(), max(0, self.totals.left(INHERITED) + 1)))
        return self.totals.add(INHERITED, taken, base.span)


def read_content(kind: str, root: Node, name: str, damaged: bool) -> Content:
    """Return the record of a document of that kind."""
    module = import_module(f"pnp.model.{READERS[kind]}")
    content: Content = getattr(module, f"read_{kind.replace('-', '_')}")(root, name, damaged)
    return content


# A bundled kit is read once for all packs of a run: 40 ms for each further one, which is a fifth of `pnp check`.


@lru_cache(maxsize=64)
def _bundled_document(content: bytes, name: str) -> Document:
    return validate(read_document(content, name, ALIAS_NODES), load_schemas(schema_folder()))


_bundled_content = lru_cache(maxsize=64)(read_content)  # a root is equal only to itself


def _misplaced(kind: str, kinds: Collection[str]) -> tuple[str, str]:
    if len(kinds) == 1:
        (wanted,) = kinds
        return f"a document of kind '{kind}' is used where a {wanted} is required", f"begin it with 'kind: {wanted}'"
    return f"a {kind} can't be one of the documents of another", "take it out of the list"


def _duplicate(name: str, first: str) -> tuple[str, str]:
    if name == first:
        return f"'{name}' is listed twice", "take one of them out"
    return f"'{name}' has the same name as '{first}'", "rename one of the files"
