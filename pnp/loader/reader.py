"""Reads the documents of a game: their content, the findings, and the text of each."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache
from importlib import import_module
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, cast

from msgspec.structs import replace

from pnp.diagnostics import Finding, Missing, Span
from pnp.loader.linked_files import with_files, with_terrain
from pnp.loader.reading import GameReading, KeptDocument, NamedFolder, ReadCache, ReadDocument
from pnp.loader.rules import DUPLICATE_DOCUMENT, MISPLACED_DOCUMENT, UNKNOWN_MAP_BASE
from pnp.loader.target import MANIFEST, schema_folder
from pnp.messages import did_you_mean
from pnp.model.faces.template import Template, in_centimetres, in_inches
from pnp.model.faces.theme import IconSet, Theme
from pnp.model.game import Content
from pnp.model.maps import MAP_KINDS
from pnp.model.maps.game_map import GameMap
from pnp.model.reference import Ref
from pnp.source import Disk, Document, load_schemas, read_document, validate
from pnp.source.files import with_unlisted
from pnp.source.languages import in_language, read_languages
from pnp.source.ledger import (
    ALIAS_NODES,
    PACK_CORNERS,
    PACK_DRAWN_ICONS,
    PACK_FINDINGS,
    PACK_LAYERS,
    PACK_THEMES,
)
from pnp.source.rules import OVER_LIMIT, WRONG_VALUE
from pnp.source.table_files import is_table
from pnp.source.tree import Listing, Mark, Node, Overlay
from pnp.units import MM_PER_CENTIMETRE, MM_PER_INCH

if TYPE_CHECKING:
    from pnp.model.maps.grid_map import GridMap

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

LOOSE = 3
"""The distance of lines, in sizes of their letters, above which it is a slip."""

STYLE = "map-style"
"""The kind of documents that say how maps are drawn."""


class Reader(GameReading):
    """Reads the documents of one game."""

    def __init__(
        self,
        disk: Disk,
        pack: str | None = None,
        language: str | None = None,
        shelf: ReadCache | None = None,
        scale: int = 1,
    ) -> None:
        super().__init__(disk, pack, language, shelf, scale)
        self.maps: dict[str, ReadDocument] = {}
        self._aliases = ALIAS_NODES

    def read(
        self, place: NamedFolder, file: Ref, kinds: Collection[str], listed: Collection[str] = ()
    ) -> ReadDocument | None:
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
        return ReadDocument(spoken if keyed else document.root, document.kind, document.damaged, keyed)

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

    def documents(self, place: NamedFolder, files: tuple[Ref, ...]) -> Iterator[Content]:
        """Yield the documents in `files` that can be read."""
        self.folders[place.folder] = None
        names: dict[str, str] = {}
        listed = {MANIFEST, *(each.name for each in files)}
        for file in files:
            name = PurePosixPath(file.name).stem
            if self._has_too_much(file.span):
                self.names_incomplete = True
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
            if read and self._may_read(read, file.span):
                content = self._content(read, name, place.shown(file.name), place)
                self._count(content, file.span)
                if isinstance(content, GameMap) and not self.keeps_limits(content):
                    self.lost.add(read.kind)
                    self.unread.add(name)
                    continue
                yield with_files(content, file.name, place, self)
            else:
                self.unread.add(name)

    def _has_too_much(self, span: Span) -> bool:
        """Whether the documents so far have so much that no more of them are read."""
        if len(self.findings) > PACK_FINDINGS:
            message = f"there are more than {PACK_FINDINGS:,} findings, so no more documents are read"
            self.report(OVER_LIMIT, span, message, "mend some of those above, and check again")
            return True
        return min(self.totals.left(PACK_LAYERS), self.totals.left(PACK_DRAWN_ICONS)) < 0

    def _may_read(self, read: ReadDocument, span: Span) -> bool:
        """Whether the document keeps the totals that are counted before its content is read."""
        if read.kind == "theme":
            return self.totals.add(PACK_THEMES, 1, span)
        return read.kind != "area-map" or self._may_outline(read.root)

    def _may_outline(self, root: Node) -> bool:
        """Whether the maps of the game stay within the limit of corners, before the paper is divided among them."""
        areas = (area for _, area in root.entries("areas"))
        corners = sum(_corners(area["outline"]) for area in areas if "outline" in area)
        fits = self.totals.left(PACK_CORNERS) >= 0 and self.totals.add(PACK_CORNERS, corners, root["kind"].span)
        if fits or not corners:
            return True
        self.lost.add("area-map")
        return False

    def _count(self, content: Content, span: Span) -> None:
        """Count the layers and the icons of a document towards those of the pack."""
        if isinstance(content, Template):
            self.totals.add(PACK_LAYERS, sum(1 for _ in content.every_layer()), span)
        elif isinstance(content, IconSet):
            self.totals.add(PACK_DRAWN_ICONS, len(content.icons), span)

    def _content(self, read: ReadDocument, name: str, shown: str, place: NamedFolder) -> Content:
        """Return the content of the document; the same object in each language if no text is keyed by language."""
        read_once = _bundled_content if place.bundled and not read.keyed else read_content
        root, content = self.shelf.contents.get(shown, (None, None))
        if content is None or root is not read.root:
            content = read_once(read.kind, read.root, name, read.damaged)
            if self.shelf.enabled and not read.keyed:
                self.shelf.contents[shown] = read.root, content
        if read.kind == "grid-map":
            return with_terrain(cast("GridMap", content), read, place, self)
        if isinstance(content, Theme):
            return self._leaded(content, read)
        return self._sized(content, read, shown) if isinstance(content, Template) else content

    def _leaded(self, theme: Theme, read: ReadDocument) -> Theme:
        """Return the theme; without distances of lines that are far too large for their letters, which are reported."""
        given, texts = read.root.get("type"), dict(theme.roles.texts)
        for name, style in given.items() if given else ():
            leading, size = style.get("leading"), style.get("size")
            role = texts.get(name.text)
            if not (leading and size and role and role.leading and role.size and role.leading > LOOSE * role.size):
                continue
            tenth = role.leading / 10
            meant = tenth if role.size <= tenth <= 2 * role.size else round(1.2 * role.size)
            message = f"'leading': lines are {role.leading:g} points apart, and their letters have {role.size:g}"
            self.report(WRONG_VALUE, leading.span, message, f"write {meant:g}, or leave it out")
            texts[name.text] = replace(role, leading=None)
        unchanged = all(texts[name] is role for name, role in theme.roles.texts.items())
        return theme if unchanged else replace(theme, roles=replace(theme.roles, texts=texts))

    def _sized(self, template: Template, read: ReadDocument, file: str) -> Template:
        """Return the template; if its size has no unit and seems to be in inches or centimetres, report it and use it
        in these.
        """
        given, metric = read.root.get("size"), in_centimetres(template)
        if given is None or not (metric or in_inches(template.width, template.height)):
            return template
        written = _between(self.texts.get(file, ""), given.mark)
        if any(character in 'mcinpt"″' for character in written[1:-1]):  # as 3 x 4 mm; quotes around it are no inches
            return template
        text = given.text.strip()
        names = ("centimetres", "inches") if metric else ("inches", "centimetres")
        message = f"'size': {text} is in millimetres, and so small that {names[0]} seem to be meant"
        units = [f"{text} {'cm' if name == 'centimetres' else 'in'} for {name}" for name in names]
        self.report(WRONG_VALUE, given.span, message, f"write {', '.join(units)}, or {text} mm for millimetres")
        unit = MM_PER_CENTIMETRE if metric else MM_PER_INCH
        return replace(template, width=template.width * unit, height=template.height * unit)

    def _whole(self, read: ReadDocument, name: str) -> ReadDocument | None:
        """Return the map or map style merged over the one that it extends.

        If that is impossible, return None and add a finding.
        """
        base = read.root.get("extends")
        below = self.maps.get(base.text) if base else None
        if base is None or (below and below.kind == read.kind):
            root = Overlay.of(read.root, below.root, deep=read.kind == STYLE) if below else read.root
            if base and isinstance(root, Overlay) and not self.may_inherit(root, base):
                self.lost.add(read.kind)
                return None
            self.maps[name] = ReadDocument(root, read.kind, read.damaged or bool(below and below.damaged))
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


def _corners(outline: Node) -> int:
    """Return the number of points of an outline: a list of them, or a list of rings."""
    rings = [ring.value for ring in outline if isinstance(ring.value, Listing)]
    return sum(len(ring) if all(isinstance(each, Listing) for each in ring) else 1 for ring in rings)


def _between(text: str, mark: Mark) -> str:
    """Return the part of a text that a mark spans, which may be of several lines."""
    first, start, last, end = mark
    lines = text.splitlines()[first - 1 : last]
    if lines:
        lines[-1] = lines[-1][: end - 1]
        lines[0] = lines[0][start - 1 :]
    return "\n".join(lines)


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
