"""The schemas of documents, read from a folder: whether a value is valid, its lengths in millimetres, and its kind.

`jsonschema-rs` judges whether a value is valid. It takes milliseconds for a megabyte. It is not asked what is wrong,
for it collects every error before it gives one: 20 seconds and 2 GB for a broken megabyte. The `explainer` finds that,
and is imported only then.
"""

import json
import operator
import re
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import Any

import jsonschema_rs

from pnp.messages import nearest
from pnp.source.ledger import PATTERN_TEXT, Ledger
from pnp.source.rules import UNKNOWN_KIND, WRONG_TYPE
from pnp.source.schemas.synonyms import meant_by
from pnp.source.schemas.wording import Schema
from pnp.source.tree import Listing, Mapping, Node, Unread, Value
from pnp.source.tree import found as value_in_words
from pnp.source.yaml.document import first_kind
from pnp.units import LENGTH_WITH_UNIT, SIZE_WITH_UNITS, LengthError, read_length, read_lengths, written

_OWN = re.compile(r'"\$ref":\s*"(?=#)')
"""Where a schema refers to a part of itself."""


class Schemas:
    """The schemas in `files`, by file name; those that give `kind` a fixed text are kinds of document.

    Their references name the file that they mean, so that a part of a schema can be used alone. Caches have the `id` of
    a schema as their key: schemas, and parts of them, live as long as this object.
    """

    def __init__(self, files: dict[str, Schema]) -> None:
        self.files = files
        self._kinds = {kind: name for name in sorted(files) if (kind := _kind(files[name]))}
        self._gates: dict[int, jsonschema_rs.Draft202012Validator] = {}
        self._parts: dict[int, tuple[Schema, ...]] = {}
        self._lengths: dict[tuple[int, ...], _LengthsBelow] = {}

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of document, in order of the alphabet."""
        return tuple(sorted(self._kinds))

    def schema(self, kind: str) -> Schema:
        """The schema of a kind."""
        return self.files[self._kinds[kind]]

    def resolve(self, ref: str) -> Schema:
        """The schema at a reference such as `common.schema.json#/$defs/name`."""
        file, _, pointer = ref.partition("#")
        found = self.files[file]
        for token in pointer.split("/")[1:]:
            found = found[token]
        return found

    def accept(self, value: Any, schema: Schema) -> bool:
        """Return whether the value is valid by one of these schemas, or by a part of one.

        It may be a tree with marks or plain, but has nothing `Unread`. Each schema is compiled once.
        """
        gate = self._gates.get(id(schema))
        if gate is None:
            gate = jsonschema_rs.Draft202012Validator(schema, registry=self._registry)
            self._gates[id(schema)] = gate
        return gate.is_valid(value)

    def parts(self, schema: Schema) -> tuple[Schema, ...]:
        """The schema, and those that its references, unions and conditions apply to the same value."""
        found = self._parts.get(id(schema))
        if found is None:
            self._parts[id(schema)] = found = tuple(self._applied(schema))
        return found

    def lengths_below(self, applied: tuple[Schema, ...]) -> "_LengthsBelow":
        """What these schemas, which apply to the same value, say of lengths in it."""
        key = tuple(map(id, applied))
        if key not in self._lengths:
            self._lengths[key] = _LengthsBelow(applied, self)
        return self._lengths[key]

    def _applied(self, schema: Schema | bool) -> Iterator[Schema]:
        if not isinstance(schema, dict):
            return
        yield schema
        if isinstance(schema.get("$ref"), str):
            yield from self._applied(self.resolve(schema["$ref"]))
        for branch in (*schema.get("allOf", ()), *schema.get("anyOf", ()), *schema.get("oneOf", ())):
            yield from self._applied(branch)
        for key in ("then", "else"):
            yield from self._applied(schema.get(key, False))

    @cached_property
    def _registry(self) -> jsonschema_rs.Registry:
        return jsonschema_rs.Registry(list(self.files.items()), draft=jsonschema_rs.Draft202012)


@lru_cache(maxsize=8)
def load_schemas(folder: Path) -> Schemas:
    """The schemas of all `*.schema.json` in `folder`; read once."""
    files = {file.name: file.read_text(encoding="utf-8") for file in sorted(folder.glob("*.schema.json"))}
    shared = json.loads(files[COMMON])["$defs"]
    return Schemas({name: _read(name, text, shared) for name, text in files.items()})


def _read(name: str, text: str, shared: dict[str, Schema]) -> Schema:
    """The schema in a file, with each reference to itself naming it."""
    schema: Schema = json.loads(_OWN.sub(rf"\g<0>{name}", text), object_hook=partial(_narrowed, shared=shared))
    schema.pop("$schema", None)  # jsonschema would take the validator of that name, without our keywords
    return schema


def _narrowed(part: Schema, shared: dict[str, Schema]) -> Schema:
    """The part of a schema, in which lengths are millimetres, and no text that has to fit a pattern may be longer than
    `PATTERN_TEXT`.
    """
    ref = part.get("$ref")
    name = ref.removeprefix(f"{COMMON}#/$defs/") if isinstance(ref, str) else ""
    if name in WITHOUT_UNITS:
        inner = {key: text for key, text in shared[name].items() if key != "pattern"}
        part = {**inner, **WITHOUT_UNITS[name], **part, LENGTHS: True}
        del part["$ref"]
    if isinstance(part.get("pattern"), str):
        part["maxLength"] = min(part.get("maxLength", PATTERN_TEXT), PATTERN_TEXT)
    return part


# Lengths with units: editors accept them as text; here they become millimetres before a document is judged.

COMMON = "common.schema.json"

LENGTHS = "x-length"
"""Marks the parts of schemas that are lengths or sizes."""

_PLAIN_SIZE = r"^\s*(?=[\d.]*[1-9])\d{1,4}(\.\d+)?\s*[x×]\s*(?=[\d.]*[1-9])\d{1,4}(\.\d+)?\s*$"

_BRACED = r"^[^{]*[{][\s\S]*$"
"""The pattern of a text with an expression."""

WITHOUT_UNITS: dict[str, Schema] = {
    "length": {"type": "number"},
    "measure": {"pattern": _BRACED},
    "size": {"pattern": _PLAIN_SIZE},
    "box": {"pattern": f"{_PLAIN_SIZE}|{_BRACED}"},
    "plain-box": {"pattern": _PLAIN_SIZE},
}
"""The shared definitions of lengths, as they are judged: without units."""

_HAS_UNIT = re.compile(f'(?s)(?=.*[a-wyz"″])(?:{LENGTH_WITH_UNIT}|{SIZE_WITH_UNITS})')
"""A length or a size with a unit: a letter other than `x`, the sign between width and height, or the sign of inches."""


class _LengthsBelow:
    """What schemas that apply to the same value say of lengths in it; shared by all values with these schemas."""

    def __init__(self, applied: tuple[Schema, ...], schemas: Schemas) -> None:
        self._schemas = schemas
        self._parts = tuple(part for each in applied for part in schemas.parts(each))
        self._entries: dict[str, _LengthsBelow | None] = {}
        self.is_length = any(LENGTHS in part for part in self._parts)

    @cached_property
    def names(self) -> "_LengthsBelow | None":
        """The lengths in the keys of a mapping; None without a schema."""
        return self._of(part["propertyNames"] for part in self._parts if "propertyNames" in part)

    @cached_property
    def items(self) -> "_LengthsBelow | None":
        """The lengths in the items of a list; None without a schema."""
        return self._of(part["items"] for part in self._parts if "items" in part)

    def entry(self, key: str) -> "_LengthsBelow | None":
        """The lengths in the entry `key` of a mapping; None without a schema."""
        if key not in self._named:
            return self._others
        if key not in self._entries:
            self._entries[key] = self._below(key)
        return self._entries[key]

    @cached_property
    def _named(self) -> frozenset[str]:
        return frozenset(key for part in self._parts for key in part.get("properties", ()))

    @cached_property
    def _others(self) -> "_LengthsBelow | None":
        return self._below(None)

    def _below(self, key: str | None) -> "_LengthsBelow | None":
        inner = (part.get("properties", {}).get(key, part.get("additionalProperties")) for part in self._parts)
        return self._of(each for each in inner if isinstance(each, dict))

    def _of(self, applied: Iterable[Schema]) -> "_LengthsBelow | None":
        found = tuple(applied)
        return self._schemas.lengths_below(found) if found else None


def in_millimetres(value: Value, schema: Schema, schemas: Schemas) -> Value:
    """Return the tree with numbers of millimetres in place of lengths with units; what has none is shared."""
    return _converted(value, schemas.lengths_below((schema,)))


def _converted(value: Value, lengths: _LengthsBelow) -> Value:
    if isinstance(value, str):
        readable = lengths.is_length and len(value) <= _LONGEST and not isinstance(value, Unread)
        return _length(value) if readable else value
    if isinstance(value, Mapping):
        return _converted_mapping(value, lengths)
    if isinstance(value, Listing) and lengths.items:
        items = [_converted(item, lengths.items) for item in value]
        if all(map(operator.is_, items, value)):
            return value
        listing = Listing()
        listing.extend(items)
        listing.marks.extend(value.marks)
        return listing
    return value


def _converted_mapping(value: Mapping, lengths: _LengthsBelow) -> Mapping:
    entries = [_converted(item, inner) if (inner := lengths.entry(key)) else item for key, item in value.items()]
    names = [str(_converted(key, lengths.names)) for key in value] if lengths.names else list(value)
    if all(map(operator.is_, entries, value.values())) and all(map(operator.eq, names, value)):
        return value
    copy = Mapping()
    for key, new, name in zip(value, entries, names, strict=True):
        name = key if name in value or name in copy else name
        copy[name], copy.marks[name], copy.key_marks[name] = new, value.marks[key], value.key_marks[key]
    copy.lost = value.lost
    return copy


_LONGEST = 80


def _length(text: str) -> str | float:
    """Return the length or size in millimetres; the text itself if it is none, or has no unit."""
    if not _HAS_UNIT.match(text):
        return text
    try:
        if "x" in text.replace("px", "") or "×" in text:  # width x height
            return " x ".join(map(written, read_lengths(text)))
        return read_length(text)
    except LengthError:
        return text


def _kind(schema: Schema) -> str | None:
    kind = schema.get("properties", {}).get("kind")
    return kind.get("const") if isinstance(kind, dict) else None


# What a document says that it is.


def known_kind(root: Node, damaged: bool, schemas: Schemas, ledger: Ledger) -> str | None:
    """The kind of the document; None where it has none that is known.

    That is a finding, unless the document is `damaged` and its kind may have been in what could not be read.
    """
    value = root.value
    kind = value.get("kind") if isinstance(value, Mapping) else None
    if damaged and (kind is None or isinstance(kind, Unread)):
        return None
    if not isinstance(value, Mapping):
        message = f"a document is a mapping that begins with its kind, not {value_in_words(value)}"
        hint = f"begin it with a line such as 'kind: {first_kind(ledger.file)}'"
        ledger.add(WRONG_TYPE, root.mark, message, hint, "")
        return None
    if isinstance(kind, str) and kind in schemas.kinds:
        meant = _meant(value, kind, schemas)
        if meant:
            message = f"the document says that it is of kind '{kind}', but its keys are those of kind '{meant}'"
            ledger.add(UNKNOWN_KIND, root["kind"].mark, message, f"write 'kind: {meant}'", "/kind")
        return None if meant else kind
    if "kind" in value:
        _report_unknown(root["kind"], value, schemas, ledger)
    else:
        _report_missing(root, value, schemas, ledger)
    return None


def _report_unknown(node: Node, value: Mapping, schemas: Schemas, ledger: Ledger) -> None:
    meant = meant_by(node.text, schemas.kinds)
    meant = (_meant(value, meant, schemas) if meant else _likely(value, schemas)) or meant
    makes = schemas.schema(meant)["properties"].get("makes") if meant else None
    made = meant_by(node.text, makes["enum"]) if makes and "makes" not in value else None
    hint = f"did you mean '{meant}'?" if meant else f"kinds are {', '.join(schemas.kinds)}"
    if made and not nearest(node.text, schemas.kinds):
        hint = f"write 'kind: {meant}', and 'makes: {made}' below it"
    ledger.add(UNKNOWN_KIND, node.mark, f"{value_in_words(node.value)} is no kind of document", hint, node.pointer)


def _report_missing(root: Node, value: Mapping, schemas: Schemas, ledger: Ledger) -> None:
    mark = value.key_marks[next(iter(value))] if value else root.mark
    likely = _likely(value, schemas)
    kinds = f"begin it with 'kind: …'; kinds are {', '.join(schemas.kinds)}"
    hint = f"begin it with 'kind: {likely}'" if likely else kinds
    ledger.add(UNKNOWN_KIND, mark, "the document does not say of what kind it is", hint, "")


def _meant(value: Mapping, kind: str, schemas: Schemas) -> str | None:
    """Another kind whose schema knows every key, where that of `kind` does not."""
    strange = any(key not in schemas.schema(kind)["properties"] for key in value)
    likely = _likely(value, schemas) if strange else None
    return likely if likely and all(key in schemas.schema(likely)["properties"] for key in value) else None


def _likely(value: Mapping, schemas: Schemas) -> str | None:
    """The kind whose schema knows most of the mapping's keys, if one knows more than all others."""
    scores = {kind: sum(key in schemas.schema(kind)["properties"] for key in value) for kind in schemas.kinds}
    best = [kind for kind, score in scores.items() if score and score == max(scores.values())]
    return best[0] if len(best) == 1 else None
