"""What can be written at a position: keys and words of the schemas, names of the pack, and what formulas know."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct

from pnp.expression import identifier
from pnp.expression.functions import FUNCTIONS
from pnp.expression.syntax import CONSTANTS
from pnp.language.document_names import MAP_FUNCTIONS
from pnp.language.names import NameIndex
from pnp.language.roles import OF_A_MAP, Role, Use, use_of
from pnp.language.texts import Cursor, Lines, Path, cursor_at
from pnp.loader.pack import Loaded
from pnp.loader.target import KIND, schema_folder
from pnp.model.component import Component
from pnp.model.maps.game_map import GameMap
from pnp.model.row import TYPE_WORDS, ChoiceType, ColourType, FieldType, IconType, PlaceType, RowType, TruthType, single
from pnp.source import is_table, load_schemas
from pnp.source.schemas.wording import Schema
from pnp.source.tables import cells_of, find_delimiter

CompletionKind = Literal["key", "value", "name", "function", "file"]


class Completion(Struct, frozen=True):
    """One thing that can be written: it replaces what is typed from `column` of the line up to the position."""

    label: str
    insert: str
    kind: CompletionKind
    column: int
    detail: str = ""
    about: str = ""


MOST = 500
"""Maximum number of completions: an editor filters them while a name is typed."""

LITERAL_TYPES = {"boolean": ("true", "false")}


def completions(
    text: str, file: str, line: int, column: int, loaded: Loaded, names: NameIndex
) -> tuple[Completion, ...]:
    """Return what can be written at a position of a document or a table, in order; nothing in a comment."""
    if is_table(file):
        found = _in_table(text, file, line, column, loaded, names)
    else:
        cursor = cursor_at(text, line, column)
        found = _in_document(text, file, cursor, loaded, names) if cursor else iter(())
    unique: dict[str, Completion] = {}
    for each in found:
        if len(unique) < MOST:
            unique.setdefault(each.label, each)
    return tuple(unique.values())


def _in_document(text: str, file: str, cursor: Cursor, loaded: Loaded, names: NameIndex) -> Iterator[Completion]:
    kind = kind_of(text)
    schemas = load_schemas(schema_folder())
    if cursor.path == ("kind",) and not cursor.in_key:
        yield from (Completion(each, each, "value", cursor.column) for each in schemas.kinds)
        return
    if kind not in schemas.kinds:
        if cursor.in_key and not cursor.path:
            yield Completion("kind", "kind: ", "key", cursor.column, "what the document describes")
        return
    parts = parts_at(kind, cursor.path)
    name = _stem(file)
    if cursor.in_key or (cursor.may_nest and not re.search(r"\s", cursor.typed)):
        yield from _keys(parts, cursor)
        yield from _named_keys(kind, cursor, names, name)
    if not cursor.in_key:
        yield from _values(parts, cursor, kind, name, loaded, names)


def kind_of(text: str) -> str:
    """Return the kind that a half-typed document names; empty without one."""
    found = KIND.search(text)
    return found["kind"] if found else ""


# Schemas: the parts that apply at a path.


def parts_at(kind: str, path: Path) -> tuple[Schema, ...]:
    """Return the parts of the schema of a kind that apply to the value at a path; none for an unknown kind."""
    schemas = load_schemas(schema_folder())
    if kind not in schemas.kinds:
        return ()
    parts: tuple[Schema, ...] = schemas.parts(schemas.schema(kind))
    for step in path:
        inner = [below for part in parts for below in _below(part, step)]
        parts = tuple({id(each): each for below in inner for each in schemas.parts(below)}.values())
    return parts


def _below(part: Schema, step: str | int) -> Iterator[Schema]:
    if isinstance(step, int):
        listed = part.get("prefixItems", ())
        inner = listed[step] if step < len(listed) else part.get("items")
        if isinstance(inner, dict):
            yield inner
        return
    known = part.get("properties", {})
    if isinstance(known.get(step), dict):
        yield known[step]
    elif step not in known and isinstance(part.get("additionalProperties"), dict):
        yield part["additionalProperties"]


def description_of(parts: Iterable[Schema]) -> str:
    """Return the first description in parts of a schema; empty without one."""
    return next((str(part["description"]) for part in parts if part.get("description")), "")


def words_of(parts: Iterable[Schema]) -> tuple[str, ...]:
    """Return the words that parts of a schema allow as a value."""
    found: dict[str, None] = {}
    for part in parts:
        for value in (*part.get("enum", ()), *((part["const"],) if "const" in part else ())):
            found[_word(value)] = None
        types = part.get("type", ())
        for each in (types,) if isinstance(types, str) else types:
            found.update(dict.fromkeys(LITERAL_TYPES.get(each, ())))
    return tuple(found)


def _word(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _keys(parts: Sequence[Schema], cursor: Cursor) -> Iterator[Completion]:
    """Yield the keys that the mapping may have and does not have yet; those that it must have come first."""
    needed = {key for part in parts for key in part.get("required", ())}
    known: dict[str, list[Schema]] = {}
    schemas = load_schemas(schema_folder())
    for part in parts:
        for key, inner in part.get("properties", {}).items():
            if isinstance(inner, dict):
                known.setdefault(key, []).extend(schemas.parts(inner))
    for key in sorted(known, key=lambda key: key not in needed):
        if key not in cursor.keys:
            detail = "required" if key in needed else ""
            yield Completion(key, f"{key}: ", "key", cursor.column, detail, description_of(known[key]))


def _named_keys(kind: str, cursor: Cursor, names: NameIndex, document: str) -> Iterator[Completion]:
    """Yield the names of the pack that can be keys here, such as the places of a map that has numbers for them."""
    use = use_of(kind, (*cursor.path, "…"), is_key=True)
    if use and use.syntax == "name" and not use.defines:
        for name in names.defined(use.role, _scopes(use.role, kind, document, names)):
            if name not in cursor.keys:
                yield Completion(name, f"{name}: ", "name", cursor.column, use.role)


# Values: words of the schema, names of the pack, formulas.

STARTS_NAME = re.compile(r"[A-Za-z_]\w*$")
ICON_MARK = re.compile(r"\{icon:\s*([\w-]*)$")
MENTION = re.compile(r"\{(table|section):\s*([\w-]*)$")
STYLE_MARK = re.compile(r"\]\{\.([\w-]*)$")
FIELD = re.compile(r"([A-Za-z_]\w*)(\.rows(?:\[[^\]]*\])?)?\.([A-Za-z_]?\w*)$")
LITERAL = re.compile(
    r"\b(distance|adjacent|neighbours|area)\(\s*([A-Za-z_]\w*)\s*,[^'\"]*(?:['\"][^'\"]*['\"][^'\"]*)*['\"]([^'\"]*)$"
)


def _values(
    parts: Sequence[Schema], cursor: Cursor, kind: str, document: str, loaded: Loaded, names: NameIndex
) -> Iterator[Completion]:
    use = use_of(kind, cursor.path)
    is_formula = "{" in cursor.typed or (use is not None and use.syntax == "expression")
    for word in words_of(parts) if not is_formula else ():
        yield Completion(word, word, "value", cursor.column, "", description_of(parts))
    if kind == "component" and cursor.path[:1] == ("rows",) and isinstance(cursor.path[-1], str):
        component = loaded.game.find(Component, document)
        field = component.fields.get(cursor.path[-1]) if component else None
        yield from _of_type(single(field) if field else None, cursor.column, names)
        return
    if use is None:
        return
    if use.syntax in ("expression", "text", "order") or ("{" in cursor.typed and kind == "template"):
        yield from _in_formula(
            cursor, use.syntax != "expression" and use.syntax != "order", kind, document, loaded, names
        )
    elif use.syntax == "roads":
        yield from _of_roads(cursor, document, names)
    elif use.syntax == "field type":
        yield from _of_field_type(cursor, names)
    elif use.syntax == "file":
        yield from _files(cursor, loaded)
    else:
        is_line = kind == "pack" and cursor.path[:1] == ("components",)
        tables = {each.id for each in loaded.game.all(Component) if each.makes == "table"} if is_line else ()
        yield from (each for each in _of_use(use, cursor, kind, document, names) if each.label not in tables)


def _of_use(use: Use, cursor: Cursor, kind: str, document: str, names: NameIndex) -> Iterator[Completion]:
    role: Role = use.role
    for name in names.defined(role, _scopes(role, kind, document, names)):
        yield Completion(name, _safe(name, cursor.quote), "name", cursor.column, role)
    if role == "text style" and kind == "template":
        yield from (Completion(name, name, "name", cursor.column, "map style") for name in names.defined("map style"))


def _safe(name: str, quote: str) -> str:
    """Return a name as it is written in a document, in quotes where they are missing and needed."""
    plain = re.fullmatch(r"[^\W\d_][^:#,\[\]{}\"'&*!|>%@`\\]*", name)
    return name if quote or plain else '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _scopes(role: Role, kind: str, document: str, names: NameIndex) -> frozenset[str]:
    """Return the documents whose names of a role can be written in this one; empty for all."""
    if role in OF_A_MAP and role != "tag" and kind.endswith("-map"):
        found = frozenset((document,))
        near = (site.scopes for site in names.sites if site.role == role and site.defines and document in site.scopes)
        return found.union(*near)
    if (role, kind) in (("field", "component"), ("layer", "template")):
        return frozenset((document,))
    return frozenset()


def _of_roads(cursor: Cursor, document: str, names: NameIndex) -> Iterator[Completion]:
    last = re.split(r"\s+(?:--|->|<-)\s+", cursor.typed)[-1]
    column = cursor.column + len(cursor.typed) - len(last)
    for name in names.defined("place", (document,)):
        yield Completion(name, name, "name", column, "place")


def _of_field_type(cursor: Cursor, names: NameIndex) -> Iterator[Completion]:
    found = re.search(r"(place|row)s? of\s+(?:(?P<map>.+?) tagged )?(?P<typed>[^,]*)$", cursor.typed)
    if found:
        role: Role = "tag" if found["map"] else ("map" if found[1] == "place" else "component")
        column = cursor.column + found.start("typed")
        yield from (Completion(name, name, "name", column, role) for name in names.defined(role))
        return
    maps = [f"place of {name}" for name in names.defined("map")]
    words = (*TYPE_WORDS, "number", "whole number", "list of texts", "list of icons", *maps)
    yield from (Completion(word, word, "value", cursor.column, "type of a field") for word in words)


def _files(cursor: Cursor, loaded: Loaded) -> Iterator[Completion]:
    for name in loaded.game.unlisted:
        yield Completion(name, name, "file", cursor.column, "not listed yet")


def _in_formula(
    cursor: Cursor, is_text: bool, kind: str, document: str, loaded: Loaded, names: NameIndex
) -> Iterator[Completion]:
    typed, end = cursor.typed, cursor.column + len(cursor.typed)
    marks: tuple[tuple[re.Pattern[str], Role], ...] = ((ICON_MARK, "icon"), (STYLE_MARK, "text style"))
    for pattern, role in marks:
        if is_text and (found := pattern.search(typed)):
            yield from (Completion(name, name, "name", end - len(found[1]), role) for name in names.defined(role))
            return
    if is_text and (found := MENTION.search(typed)):
        role = "rule table" if found[1] == "table" else "section"
        yield from (Completion(name, name, "name", end - len(found[2]), role) for name in names.defined(role))
        return
    if is_text and typed.count("{") <= typed.count("}"):
        return
    if found := LITERAL.search(typed):
        column = end - len(found[3])
        for name in names.defined("place", _maps_called(found[2], names)):
            yield Completion(name, name, "name", column, "place")
    elif found := FIELD.search(typed):
        yield from _fields_of(found[1], end - len(found[3]), loaded)
    else:
        word = STARTS_NAME.search(typed)
        yield from _formula_names(end - len(word[0] if word else ""), kind, document, loaded, names)


def _maps_called(name: str, names: NameIndex) -> tuple[str, ...]:
    return tuple(each for each in names.defined("map") if identifier(each) == name)


RECORDS: Mapping[str, tuple[str, ...]] = {
    "map": ("areas", "districts", "name", "roads", "sites"),
    "component": ("count", "name", "rows"),
}


def _fields_of(name: str, column: int, loaded: Loaded) -> Iterator[Completion]:
    """Yield the fields of a map, of a component, or of the rows of one."""
    component = next((each for each in loaded.game.all(Component) if identifier(each.id) == name), None)
    if component:
        fields = dict.fromkeys(identifier(each) for each in (*component.fields, *_row_fields(component)))
        for word in RECORDS["component"]:
            yield Completion(word, word, "name", column, "of a component")
        for word in fields:
            yield Completion(word, word, "name", column, f"field of {component.id}")
    elif any(identifier(each.id) == name for each in loaded.game.all(GameMap)):
        for word in RECORDS["map"]:
            yield Completion(word, word, "name", column, "of a map")
    else:
        words = dict.fromkeys(identifier(field) for each in loaded.game.all(Component) for field in each.fields)
        for word in ("id", "name", "label", "district", "tags", "index", *words):
            yield Completion(word, word, "name", column, "field")


def _row_fields(component: Component) -> tuple[str, ...]:
    return tuple(component.rows[0].fields) if component.rows else ()


def _formula_names(column: int, kind: str, document: str, loaded: Loaded, names: NameIndex) -> Iterator[Completion]:
    """Yield what a formula can begin with: fields, definitions, components, maps, functions."""
    users = {"component": (document,)}.get(kind) or tuple(_users(document, loaded) if kind == "template" else ())
    for each in loaded.game.all(Component):
        if each.id in users:
            for field in dict.fromkeys((*each.fields, *_row_fields(each))):
                yield Completion(identifier(field), identifier(field), "name", column, f"field of {each.id}")
    roles: tuple[Role, ...] = ("definition", "component", "map")
    for role in roles:
        yield from (
            Completion(identifier(name), identifier(name), "name", column, role) for name in names.defined(role)
        )
    for word in (*FUNCTIONS, *MAP_FUNCTIONS):
        yield Completion(word, f"{word}(", "function", column, "function")
    yield from (Completion(word, word, "value", column) for word in CONSTANTS if word[0].isupper())


def _users(template: str, loaded: Loaded) -> Iterator[str]:
    for each in loaded.game.all(Component):
        if any(used.name == template for used in each.templates):
            yield each.id


# Tables: names for the cells of a column.


def _in_table(text: str, file: str, line: int, column: int, loaded: Loaded, names: NameIndex) -> Iterator[Completion]:
    component = next((each for each in loaded.game.all(Component) if each.header and each.header.file == file), None)
    lines = Lines(text)
    if component is None or not text:
        return
    delimiter, start = find_delimiter(text)
    head = [cell.text for cell in cells_of(text, start, delimiter)]
    here = lines.line(line)[: column - 1]
    bare = re.sub(r'"[^"]*"?', lambda quoted: "-" * len(quoted[0]), here)  # a delimiter in quotes is text
    index, typed = bare.count(delimiter), here[bare.rfind(delimiter) + 1 :].lstrip(' "')
    fields = {re.sub(r"[\s_-]", "", name).casefold(): field for name, field in component.fields.items()}
    name = re.sub(r"[\s_-]", "", head[index]).casefold() if index < len(head) else ""
    if line == 1:
        known = {each.casefold() for each in head}
        missing = [name for name in component.fields if name.casefold() not in known]
        yield from (Completion(each, each, "name", column - len(typed), "field") for each in missing)
    elif name in fields:
        yield from _of_type(single(fields[name]), column - len(typed), names)


def _of_type(kind: FieldType | None, column: int, names: NameIndex) -> Iterator[Completion]:
    """Yield the values that a field of that type takes, if they are names or a few words."""
    found: Iterable[str]
    match kind:
        case PlaceType():
            found, detail = names.defined("place", (kind.map.name,)), f"place of {kind.map.name}"
        case IconType():
            found, detail = names.defined("icon"), "icon"
        case ColourType():
            found, detail = names.defined("colour"), "colour"
        case RowType():
            found, detail = names.defined("row", (kind.component.name,)), f"row of {kind.component.name}"
        case ChoiceType():
            found, detail = tuple(_word(value) for value in kind.values), ""
        case TruthType():
            found, detail = ("yes", "no"), ""
        case _:
            return
    yield from (Completion(name, name, "name", column, detail) for name in found)


def _stem(file: str) -> str:
    return file.rpartition("/")[2].rpartition(".")[0]
