"""The index of names: where each name of a pack is defined and used, in its documents, tables and formulas."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from msgspec.structs import replace

from pnp.diagnostics import Span
from pnp.expression import identifier
from pnp.language.document_names import DocumentNames, Found, NameSite, Pages, RawName, names_in
from pnp.language.roles import DOCUMENTS, OF_A_MAP, Role
from pnp.language.texts import Lines, scalar_at
from pnp.loader.pack import Loaded
from pnp.messages import folded
from pnp.model.component import Component
from pnp.model.faces.template import Template
from pnp.model.maps.game_map import GameMap
from pnp.model.maps.requirements import RequirementList
from pnp.model.row import LABELS, ColourType, Field, FieldType, IconType, ListType, PlaceType, RowType, single
from pnp.model.values import BREAKS
from pnp.source import CsvTable, Node, is_table, read_table
from pnp.source import Mapping as SourceMapping


class NameIndex:
    """Every name of a pack, with its places. `broken` are the files that could not be read.

    `texts` are the texts in quotes in formulas that may be names or not, and `roots` the documents that were read.
    """

    def __init__(
        self,
        sites: Iterable[NameSite],
        broken: Collection[str] = (),
        kinds: Mapping[str, str] | None = None,
        texts: Iterable[RawName] = (),
        roots: Iterable[Node] = (),
    ) -> None:
        self.sites = tuple(sites)
        self.broken = tuple(broken)
        self.kinds = dict(kinds or {})
        self.texts = tuple(texts)
        self.roots = tuple(roots)

    @cached_property
    def _by_file(self) -> dict[str, list[NameSite]]:
        found: dict[str, list[NameSite]] = {}
        for site in self.sites:
            found.setdefault(site.span.file, []).append(site)
        return found

    @cached_property
    def _by_name(self) -> dict[tuple[Role, str], list[NameSite]]:
        found: dict[tuple[Role, str], list[NameSite]] = {}
        for site in self.sites:
            found.setdefault((site.role, site.key), []).append(site)
        return found

    def of_file(self, file: str) -> tuple[NameSite, ...]:
        """Return the sites in a file, in the order of its text."""
        return tuple(sorted(self._by_file.get(file, ()), key=lambda site: site.span))

    def at(self, file: str, line: int, column: int) -> NameSite | None:
        """Return the shortest name that includes a position, also at its end; None if there is none."""
        here = (line, column)
        found = [
            site
            for site in self._by_file.get(file, ())
            if not site.is_file
            and (site.span.line, site.span.column) <= here <= (site.span.end_line, site.span.end_column)
        ]
        return min(found, key=lambda site: (not site.defines, len(site.name)), default=None)

    def defined(self, role: Role, scopes: Collection[str] = ()) -> tuple[str, ...]:
        """Return the names of a role that are defined, in their order; only those of `scopes`, if any are given."""
        names = (
            site.name
            for site in self.sites
            if site.role == role
            and site.defines
            and (not scopes or not site.scopes or not site.scopes.isdisjoint(scopes))
        )
        return tuple(dict.fromkeys(names))

    def references(self, site: NameSite) -> tuple[NameSite, ...]:
        """Return all sites of the same name, its definitions too, in the order of files and lines.

        Maps that share a name, because one extends the other or because they keep the same list of requirements, and
        components that share a template, are taken together.
        """
        same = self._by_name.get((site.role, site.key), [])
        scopes = set(site.scopes)
        if not scopes:
            scopes = set().union(*(each.scopes for each in same if each.defines))
        while True:
            near = [each for each in same if not each.scopes or not scopes or not each.scopes.isdisjoint(scopes)]
            wider = scopes.union(*(each.scopes for each in near))
            if wider == scopes:
                return tuple(sorted(near, key=lambda each: each.span))
            scopes = wider

    def definitions(self, site: NameSite) -> tuple[NameSite, ...]:
        """Return where the name at a site is defined."""
        return tuple(each for each in self.references(site) if each.defines)


def names_of(loaded: Loaded, pages: Pages | None = None) -> NameIndex:
    """Return the names of a pack as it was loaded; `pages` caches what was found in documents that did not change."""
    cache = {} if pages is None else pages
    found: list[DocumentNames] = []
    broken: list[str] = []
    for file, text in loaded.texts.items():
        if is_table(file):
            continue
        page = cache.get((file, text)) or names_in(file, text)
        cache[file, text] = page
        found.append(page)
        if page.root is None:
            broken.append(file)
    if pages is not None:
        current = {(page.file, loaded.texts[page.file]) for page in found}
        for key in [key for key in pages if key not in current]:
            del pages[key]
    texts: list[RawName] = []
    sites = [*_resolved(found, loaded, texts), *_rows(found, loaded)]
    kinds = {page.file: page.kind for page in found}
    return NameIndex(dict.fromkeys(sites), broken, kinds, texts, (page.root for page in found if page.root))


# All documents together: formulas find the owners of their names, and files define the names of documents.


class _Defined:
    """What the documents of a pack define, as far as names in formulas depend on it."""

    def __init__(self, pages: Iterable[DocumentNames], loaded: Loaded) -> None:
        game = loaded.game
        self.roles: dict[str, Role] = {}
        self.fields: dict[str, dict[str, str]] = {}
        for page in pages:
            role = DOCUMENTS.get(page.kind)
            if role in ("map", "component"):
                self.roles.setdefault(identifier(page.name), role)
            for raw in page.raw:
                if raw.site.defines and raw.site.role == "definition":
                    self.roles[raw.site.name] = "definition"
        self.places = {raw.site.name for page in pages for raw in page.raw if raw.site.role == "place"}
        self.documents = {(DOCUMENTS[page.kind], page.name): page for page in pages if page.kind in DOCUMENTS}
        self.names = {identifier(page.name): page.name for page in pages}
        self.entries = {raw.site.name for page in pages for raw in page.raw if raw.site.role == "entry"}
        self.components = {each.id: each for each in game.all(Component)}
        for each in self.components.values():
            known = {*each.fields, *(name for row in each.rows[:1] for name in row.fields)}
            known |= {name.name for name, _ in each.selection.computed} if each.selection else set()
            self.fields[each.id] = {identifier(name): name for name in known}
        self.users = _users(self.components.values(), game.all(Template))
        self.keepers = _keepers(game.all(GameMap), game.all(RequirementList))

    def scopes_in(self, page: DocumentNames) -> frozenset[str]:
        """Return the components whose fields the formulas of a document know."""
        if page.kind == "component":
            return frozenset((page.name,))
        return self.users.get(page.name, frozenset()) if page.kind == "template" else frozenset()


def _users(components: Iterable[Component], templates: Iterable[Template]) -> dict[str, frozenset[str]]:
    """Return the components that use each template, also through one that extends it."""
    users: dict[str, set[str]] = {}
    for each in components:
        for name in (*each.templates, *((each.box.panels.values()) if each.box else ())):
            users.setdefault(name.name, set()).add(each.id)
    bases = {each.id: each.extends.name for each in templates if each.extends}
    for name in tuple(users):
        below, left = bases.get(name), len(bases)
        while below and left:
            users.setdefault(below, set()).update(users[name])
            below, left = bases.get(below), left - 1
    return {name: frozenset(each) for name, each in users.items()}


def _keepers(maps: Iterable[GameMap], lists: Iterable[RequirementList]) -> dict[str, frozenset[str]]:
    """Return the maps whose names a list of requirements may use."""
    known = {each.id for each in lists}
    found: dict[str, set[str]] = {}
    for each in maps:
        for kept in each.keeps:
            if kept.name in known:
                found.setdefault(kept.name, set()).add(each.id)
    return {name: frozenset(each) for name, each in found.items()}


def _resolved(pages: list[DocumentNames], loaded: Loaded, texts: list[RawName]) -> Iterator[NameSite]:
    """Yield the sites of all documents, and append the texts in formulas that may be names to `texts`."""
    known = _Defined(pages, loaded)
    bases = {page.name: base.text for page in pages if page.root and (base := page.root.get("extends"))}
    for page in pages:
        role = DOCUMENTS.get(page.kind)
        if role:
            yield NameSite(role, page.name, Span(page.file), defines=True, is_file=True)
        fields = known.scopes_in(page)
        for raw in page.raw:
            site = raw.site if raw.found is None else _of_formula(raw.site, raw.found, known, fields)
            if site is None:
                if raw.found and raw.found.kind in ("literal", "text"):
                    texts.append(raw)
                continue
            site = _widened(site, page, known, bases)
            if site.style.startswith("file"):
                site = _of_file(site, known)
            if site.role == "field" and page.kind == "component" and not _declares_fields(page):
                site = replace(site, defines=site.whole)
            if site.role == "component" and site.name in known.entries and site.name not in known.components:
                site = replace(site, role="entry")
            if site.role == "row" and (owner := next(iter(site.scopes), "")):
                each = known.components[owner].each if owner in known.components else None
                site = (
                    replace(site, role="place", scopes=frozenset((each.map.name,))) if each and not each.tiles else site
                )
            yield site


def _declares_fields(page: DocumentNames) -> bool:
    return page.root is not None and "fields" in page.root


def _widened(site: NameSite, page: DocumentNames, known: _Defined, bases: Mapping[str, str]) -> NameSite:
    """Return the site with the documents that share its names: those that a map extends, or that keep a list."""
    if not site.scopes:
        return site
    if page.kind == "requirements" and site.role in OF_A_MAP:
        return replace(site, scopes=site.scopes | known.keepers.get(page.name, frozenset()))
    wider, name = set(site.scopes), bases.get(page.name)
    while name and name not in wider and page.name in site.scopes:
        wider.add(name)
        name = bases.get(name)
    return replace(site, scopes=frozenset(wider)) if len(wider) > len(site.scopes) else site


def _of_file(site: NameSite, known: _Defined) -> NameSite:
    """Return the site of a path in a manifest with the role of the document there."""
    roles = [role for role, name in known.documents if name == site.name]
    return replace(site, role=roles[0]) if roles else site


def _of_formula(site: NameSite, found: Found, known: _Defined, fields: frozenset[str]) -> NameSite | None:
    """Return the site of a name in a formula; None if it is one of pnp's own, or of a variable."""
    match found.kind:
        case "icon" | "text style" | "rule table" | "section":
            return replace(site, role=found.kind)
        case "literal":
            return _literal(site, found, known)
        case "field":
            return _field(site, found, known)
        case "text":
            return None
        case _:
            having = frozenset(name for name in fields if found.name in known.fields.get(name, {}))
            if having and found.kind == "name":
                return replace(site, role="field", scopes=having, name=known.fields[min(having)][found.name])
            role = known.roles.get(found.name)
            name = found.name if role == "definition" else known.names.get(found.name, found.name)
            return replace(site, role=role, name=name) if role else None


def _literal(site: NameSite, found: Found, known: _Defined) -> NameSite | None:
    owner = found.owner
    if owner == "#tag":
        return replace(site, role="tag", scopes=frozenset())
    if owner.startswith("#"):  # the pack's own functions mostly hand a text on to one of maps
        is_place = known.roles.get(owner[1:]) == "definition" and found.name in known.places
        return replace(site, role="place", scopes=frozenset()) if is_place else None
    if owner.endswith("/district"):
        owner = known.names.get(owner.removesuffix("/district"), "")
        return replace(site, role="district", scopes=frozenset((owner,)) if owner else frozenset())
    role, name = known.roles.get(identifier(owner)), known.names.get(identifier(owner), owner)
    if role == "component":
        each = known.components[name].each if name in known.components else None
        if each is None:
            return replace(site, role="row", scopes=frozenset((name,)))
        name = each.map.name
    return replace(site, role="place", scopes=frozenset((name,)) if role == "map" else frozenset())


def _field(site: NameSite, found: Found, known: _Defined) -> NameSite | None:
    owner = known.names.get(found.owner, found.owner)
    if owner in known.components:
        if found.name not in known.fields[owner]:
            return None
        return replace(site, role="field", scopes=frozenset((owner,)), name=known.fields[owner][found.name])
    having = [name for name, fields in known.fields.items() if found.name in fields and found.name not in LABELS]
    if len(having) != 1 or owner in known.names.values() or owner.endswith("/district"):
        return None
    return replace(site, role="field", scopes=frozenset(having), name=known.fields[having[0]][found.name])


# Rows: columns are fields, and cells hold names where their field is a place, an icon, a colour or a row.


def _rows(pages: Iterable[DocumentNames], loaded: Loaded) -> Iterator[NameSite]:
    for page in pages:
        component = loaded.game.find(Component, page.name) if page.kind == "component" else None
        rows = page.root.get("rows") if page.root else None
        if component is None or rows is None or component.span.file != page.file:
            continue
        if isinstance(rows.value, list):
            lines = Lines(loaded.texts[page.file])
            for row in rows:
                if isinstance(row.value, SourceMapping):
                    yield from _listed_row(row, component, lines)
            continue
        yield from _tables(component, loaded)


def _listed_row(row: Node, component: Component, lines: Lines) -> Iterator[NameSite]:
    names = _columns(row.mapping, component)
    for key, value in row.items():
        kind = single(component.fields[names[key.text]]) if key.text in names else None
        items = tuple(value) if isinstance(value.value, list) else (value,)
        for item in items:
            if not isinstance(item.value, str | int) or isinstance(item.value, bool):
                continue
            scalar = scalar_at(item.text, lines, item.span)
            for site in _of_value(kind, item.text, key.text, component):
                if scalar and scalar.is_whole:
                    span = lines.span(item.file, *scalar.range(0, len(item.text)))
                    yield replace(site, span=span, style=scalar.style, whole=True)
                else:
                    yield replace(site, span=item.span, exact=False)


def _of_value(kind: FieldType | None, text: str, column: str, component: Component) -> Iterator[NameSite]:
    """Yield what a value of a row is the name of; spans are filled in by the caller."""
    at = Span("")
    match kind:
        case PlaceType():
            yield NameSite("place", text, at, frozenset((kind.map.name,)))
        case IconType():
            yield NameSite("icon", text, at)
        case ColourType():
            if not text.startswith("#"):
                yield NameSite("colour", text, at)
        case RowType():
            yield NameSite("row", text, at, frozenset((kind.component.name,)))
        case _:
            if column.lower() in LABELS:
                if component.each and not component.each.tiles and column.lower() == "id":
                    yield NameSite("place", text, at, frozenset((component.each.map.name,)))
                elif text and component.each is None:
                    yield NameSite("row", text, at, frozenset((component.id,)), defines=True)


def _columns(columns: Iterable[str], component: Component) -> dict[str, str]:
    """Return the declared field of each column that has one."""
    known = {folded(name): name for name in component.fields}
    for name, field in component.fields.items():
        known.update((folded(each), name) for each in field.columns)
    return {column: known[folded(column)] for column in columns if folded(column) in known}


def _tables(component: Component, loaded: Loaded) -> Iterator[NameSite]:
    file = component.header.file if component.header else ""
    text = loaded.texts.get(file)
    if not text or not is_table(file):
        return
    table = read_table(text, file)
    if not isinstance(table, CsvTable):
        return
    names = _columns((column.name for column in table.columns), component)
    typed = _typed(names, component.fields)
    for column in table.columns:
        yield NameSite(
            "field", column.name, column.span, frozenset((component.id,)), not component.fields, "cell", True
        )
    lines = Lines(text)
    for record in table.records:
        for column in table.columns:
            if column.index >= len(record.cells) or not record.cells[column.index]:
                continue
            kind = typed.get(column.name)
            if kind is None and column.name.lower() not in LABELS:
                continue
            is_list = column.name in names and isinstance(component.fields[names[column.name]].type, ListType)
            span = table.cell(record, column.index)
            yield from _cell(record.cells[column.index], span, kind, column.name, component, lines, is_list)


def _typed(names: Mapping[str, str], fields: Mapping[str, Field]) -> dict[str, FieldType]:
    named = (PlaceType, IconType, ColourType, RowType)
    kinds = {column: single(fields[name]) for column, name in names.items()}
    return {column: kind for column, kind in kinds.items() if isinstance(kind, named)}


def _cell(
    text: str, span: Span, kind: FieldType | None, column: str, component: Component, lines: Lines, is_list: bool
) -> Iterator[NameSite]:
    """Yield the names in a cell; the items of a list each have their own span."""
    start, end = lines.range(span)
    plain = lines.text[start:end] == text
    if not is_list:
        for site in _of_value(kind, text, column, component):
            yield replace(site, span=span, style="cell", whole=True, exact=plain)
        return
    between = next((mark for mark in BREAKS if mark in text), BREAKS[0])
    at = 0
    for part in text.split(between):
        name = part.strip()
        first = start + at + len(part) - len(part.lstrip())
        at += len(part) + 1
        for site in _of_value(kind, name, column, component) if name else ():
            where = lines.span(span.file, first, first + len(name))
            yield replace(site, span=where, style="cell part", exact=plain)


# Texts in quotes in formulas: what they mean is known only where they are compared with a name.

RENAMED_TEXTS: frozenset[Role] = OF_A_MAP | {"row"}
"""The roles whose names formulas have as texts, so that a text can be one."""


def same_texts(
    files: Mapping[str, str], names: NameIndex, site: NameSite, sites: Sequence[NameSite]
) -> tuple[tuple[NameSite, ...], tuple[Span, ...]]:
    """Return the texts in formulas that can only mean a name, and the places that may mean it or something else.

    `files` are the texts of the pack's own files.

    A text can only mean the name if it is compared, or an item of a list of such names, and if nothing else in the pack
    has that text: no other name, no value of a document and no cell of a table.
    """
    if site.role not in RENAMED_TEXTS:
        return (), ()
    same = [each for each in names.sites if each.name == site.name]
    texts = [raw for raw in names.texts if raw.site.name == site.name]
    cells = _cells(files, site.name, same)
    values = any(_has_value(root, site.name, same) for root in names.roots if root.span.file in files)
    others = [each for each in same if each not in set(sites)]
    meant = [
        raw.site
        for raw in texts
        if raw.site.exact and not cells and not values and raw.found and _means(raw.found, site, others, names, files)
    ]
    unsure = {raw.site.span for raw in texts if raw.site not in meant} | set(cells)
    return tuple(meant), tuple(sorted(unsure))


def _means(found: Found, site: NameSite, others: Iterable[NameSite], names: NameIndex, files: Collection[str]) -> bool:
    """Whether a text means the name of a site, and none of the others with the same text."""
    if found.owner == "#listed":
        rivals = {each.role for each in others}
        roles = {role for role in (site.role, *rivals) if set(names.defined(role)).issuperset(found.among)}
        return roles == {site.role} and not any(each.role == site.role for each in others)
    return found.owner == "#compared" and not any(each.span.file in files for each in others)


def _cells(files: Mapping[str, str], name: str, same: Collection[NameSite]) -> list[Span]:
    """Return the cells of tables with that text, alone or in a list, but for those that are names."""
    cells: list[Span] = []
    for file, text in files.items():
        table = read_table(text, file) if is_table(file) and name in text else None
        if not isinstance(table, CsvTable):
            continue
        for record in table.records:
            for column in table.columns:
                cell = record.cells[column.index] if column.index < len(record.cells) else ""
                if name in (part.strip() for part in re.split("|".join(map(re.escape, BREAKS)), cell)):
                    span = table.cell(record, column.index)
                    cells += [span] if not any(_within(each.span, span) for each in same) else []
    return cells


def _within(one: Span, other: Span) -> bool:
    """Whether a span is in another, of the same file."""
    starts = (other.line, other.column) <= (one.line, one.column)
    return one.file == other.file and starts and (one.end_line, one.end_column) <= (other.end_line, other.end_column)


def _has_value(node: Node, name: str, same: Collection[NameSite]) -> bool:
    """Whether a value or a key below a node is that text, but for the sites of names."""
    if isinstance(node.value, SourceMapping):
        return any(_has_value(each, name, same) for pair in node.items() for each in pair)
    if isinstance(node.value, list):
        return any(_has_value(each, name, same) for each in node)
    return node.value == name and not any(_within(each.span, node.span) for each in same)
