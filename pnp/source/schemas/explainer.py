"""What is wrong with a value that breaks its schema: `jsonschema` finds it, with some keywords of our own.

Our keywords report errors differently from the library. A union (`anyOf`, `oneOf`) reports the breaches of the branch
that the value was meant to be. Each missing or unknown key is a separate breach. Only entries that the gate rejects are
examined, so that one fault in a megabyte is found quickly.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import lru_cache
from itertools import chain, islice
from typing import Any

from jsonschema import Draft202012Validator, ValidationError, validators
from msgspec import Struct
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from pnp.messages import nearest
from pnp.source.ledger import MENDED, PATTERN_TEXT
from pnp.source.schemas.gate import Schemas
from pnp.source.schemas.wording import ASSERTIONS, KEYS, Breach, Schema

TYPES = ("object", "string", "array", "number", "boolean", "null")
"""The types of JSON Schema that share no value; `integer` is taken for `number`."""

PARTS = (
    "$ref",
    "properties",
    "additionalProperties",
    "required",
    "dependentRequired",
    "propertyNames",
    "items",
    "allOf",
    "anyOf",
    "oneOf",
    "not",
    "if",
)
"""The keywords that look further than one value."""

RANKS = {keyword: rank for rank, keyword in enumerate((*ASSERTIONS, *PARTS))}
"""The keywords of schemas, in the order in which they are tried: the first that fails is reported."""

Errors = Iterator[ValidationError]
"""What a keyword yields: the errors of a value, with their paths from there."""


class Spent(Exception):
    """Raised when the step budget is used up."""


@lru_cache(maxsize=8)
def explainer(schemas: Schemas) -> Explainer:
    """The explainer of the schemas, made once."""
    return Explainer(schemas)


class Explainer:
    """Finds what breaks one of the schemas."""

    def __init__(self, schemas: Schemas) -> None:
        self._schemas = schemas
        self._left = 0
        self._ordered: dict[int, list[tuple[str, Any]]] = {}
        self._unions: dict[int, tuple[Branch, ...]] = {}
        registry = Registry[Any]().with_resources(
            (name, DRAFT202012.create_resource(schema)) for name, schema in schemas.files.items()
        )
        keywords: dict[str, Any] = {
            **Draft202012Validator.VALIDATORS,
            "additionalProperties": self._others,
            "anyOf": self._any,
            "dependentRequired": _dependent,
            "items": self._items,
            "oneOf": self._one,
            "pattern": _pattern,
            "properties": self._properties,
            "propertyNames": self._names,
            "required": _required,
            "uniqueItems": _unique,
        }
        create: Any = validators.create  # its types allow no schemas that are dictionaries
        validator = create(Draft202012Validator.META_SCHEMA, keywords, applicable_validators=self._in_order)
        self._validator = validator(True, registry=registry)

    def breaches(self, value: Any, schema: Schema, steps: int) -> tuple[list[Breach], int]:
        """Return what breaks the schema in the value, and how many of the steps are left: a schema that is applied to a
        value takes one or two. Where none are left, or there are `MENDED` breaches, there may be more.
        """
        self._left = steps
        found = self._errors(self._validator.descend(value, schema))
        return [_breach(error) for error in found], max(0, self._left)

    def _errors(self, errors: Errors) -> list[ValidationError]:
        """The errors, at most `MENDED`; where no steps are left before the end, those found by then."""
        found: list[ValidationError] = []
        with suppress(Spent):
            found.extend(islice(errors, MENDED))
        return found

    def _in_order(self, schema: Schema) -> list[tuple[str, Any]]:
        """The keywords of a schema with their arguments, in the order of `RANKS`; the library asks at each step."""
        self._left -= 1
        if self._left <= 0:
            raise Spent
        keywords = self._ordered.get(id(schema))
        if keywords is None:
            ranked = sorted((RANKS[keyword], keyword) for keyword in schema if keyword in RANKS)
            keywords = self._ordered[id(schema)] = [(keyword, schema[keyword]) for _, keyword in ranked]
        return keywords

    def _items(self, validator: Any, items: Schema, value: Any, schema: Schema) -> Errors:
        if isinstance(value, list) and len(value) <= schema.get("maxItems", len(value)):
            yield from self._below(validator, items, enumerate(value))

    def _properties(self, validator: Any, properties: dict[str, Any], value: Any, schema: Schema) -> Errors:
        for key in value if isinstance(value, dict) else ():
            if properties.get(key) is False:
                yield ValidationError("", path=[key], validator="not", validator_value={}, instance=value[key])
            elif key in properties:
                yield from self._below(validator, properties[key], [(key, value[key])])

    def _others(self, validator: Any, others: Schema | bool, value: Any, schema: Schema) -> Errors:
        if isinstance(value, dict) and len(value) <= schema.get("maxProperties", len(value)):
            known = schema.get("properties", {})
            entries = ((key, item) for key, item in value.items() if key not in known)
            if others is False:
                yield from (ValidationError("", path=[key]) for key, _ in entries)
            else:
                yield from self._below(validator, others, entries)

    def _below(self, validator: Any, schema: Any, entries: Iterable[tuple[str | int, Any]]) -> Errors:
        for step, item in entries:
            if not self._schemas.accept(item, schema):
                yield from validator.descend(item, schema, path=step)

    def _names(self, validator: Any, names: Schema, value: Any, schema: Schema) -> Errors:
        for key in value if isinstance(value, dict) else ():
            if not self._schemas.accept(key, names):
                for wrong in islice(validator.descend(key, names), 1):
                    yield ValidationError(
                        "", path=[key], validator_value=wrong.validator, schema=wrong.schema, instance=value
                    )

    def _any(self, validator: Any, branches: list[Schema], value: Any, schema: Schema) -> Errors:
        tried = self._tried(validator, branches, value)
        if all(found for _, found in tried):
            yield from choose(value, schema, branches, tried)

    def _one(self, validator: Any, branches: list[Schema], value: Any, schema: Schema) -> Errors:
        tried = self._tried(validator, branches, value)
        passed = [branch for branch, found in tried if not found]
        if len(passed) > 1:
            keys = [key for branch in passed for key in branch.required]
            together = keys and isinstance(value, dict)
            yield (
                ValidationError("", "not", validator_value={"required": keys})
                if together
                else ValidationError("", validator_value=[])
            )
        elif not passed:
            yield from choose(value, schema, branches, tried)

    def _tried(self, validator: Any, branches: list[Schema], value: Any) -> Tried:
        """Return the branches that allow the type of the value, each with its errors."""
        tried = [
            (branch, self._errors(validator.descend(value, branch.schema)))
            for branch in self._fitting(validator, branches, value)
        ]
        if self._left <= 0:
            tried = [(branch, found) for branch, found in tried if found]  # of the others nothing is known
            if not tried:
                raise Spent
        return tried

    def _fitting(self, validator: Any, branches: list[Schema], value: Any) -> list[Branch]:
        """Return the branches that allow the type of the value."""
        union = self._unions.get(id(branches))
        if union is None:
            union = tuple(Branch.of(branch, self._schemas) for branch in branches)
            self._unions[id(branches)] = union
        kind = next(name for name in TYPES if validator.is_type(value, name))
        return [branch for branch in union if kind in branch.types]


def _breach(error: ValidationError) -> Breach:
    """The error of the library as a breach: what the words need, and no more."""
    schema = error.schema if isinstance(error.schema, dict) else {}
    typed = error.validator not in ("anyOf", "oneOf") or bool(error.context) or not error.validator_value
    return Breach(tuple(error.path), str(error.validator), error.validator_value, error.instance, schema, typed)


# Keywords that differ from the library's: each key that is missing is a breach, and patterns are those of ECMA-262.


def _required(validator: Any, keys: list[str], value: Any, schema: Schema) -> Errors:
    for key in keys if isinstance(value, dict) else ():
        if key not in value:
            yield ValidationError("", validator_value=((key,),))


def _dependent(validator: Any, needs: dict[str, list[str]], value: Any, schema: Schema) -> Errors:
    for by in needs if isinstance(value, dict) else ():
        for key in needs[by] if by in value else ():
            if key not in value:
                yield ValidationError("", validator_value=((key,), by))


def _unique(validator: Any, wanted: bool, value: Any, schema: Schema) -> Errors:
    texts = [item for item in value if isinstance(item, str)] if isinstance(value, list) else []
    if len(set(texts)) < len(texts):
        yield ValidationError("")


def _pattern(validator: Any, pattern: str, value: Any, schema: Schema) -> Errors:
    if isinstance(value, str) and len(value) <= schema.get("maxLength", PATTERN_TEXT) and not fits(pattern, value):
        yield ValidationError("")


def fits(pattern: str, text: str) -> bool:
    """Whether a text has the pattern in it; as in ECMA-262, `$` is the very end and `\\w` and `\\d` are ASCII."""
    return re.search(re.sub(r"(?<!\\)\$$", r"\\Z", pattern), text, re.ASCII) is not None


# Unions: report the breaches of the branch that the value was meant to be.


class Branch(Struct, frozen=True):
    """One of the things that a value may be.

    `merged` is its schema together with the schemas it refers to, for messages; `types` are the allowed types. For a
    mapping: its required keys (`required`), all its keys (`names`), and the allowed words of each key that lists them.
    """

    schema: Schema
    merged: Schema
    types: frozenset[str]
    required: tuple[str, ...]
    names: frozenset[str]
    words: dict[str, tuple[str, ...]]

    @classmethod
    def of(cls, schema: Schema, schemas: Schemas) -> Branch:
        """The branch that `schema` describes."""
        parts = list(_parts(schema, schemas))
        properties = {key: below for part in parts for key, below in part.get("properties", {}).items()}
        return cls(
            schema,
            {**parts[-1], **schema},
            frozenset(TYPES).intersection(*map(_types, parts)),
            tuple(key for part in parts for key in part.get("required", ())),
            frozenset(properties),
            {key: words for key, below in properties.items() if (words := _words(below, schemas))},
        )

    def likeness(self, mapping: dict[str, Any]) -> tuple[int, ...]:
        """How the mapping looks like this branch, the weightiest sign first; the first four are 0 if nothing fits."""
        matches = sum(mapping.get(key) in words for key, words in self.words.items())
        clashes = sum(key in mapping for key in self.words) - matches
        present = sum(key in mapping for key in self.required)
        named = sum(key in mapping for key in self.names)
        return -clashes, matches, present, named, present - len(self.required), named - len(mapping)


Tried = list[tuple[Branch, list[ValidationError]]]
"""The branches of a fitting type, each with what breaks it."""


def choose(value: Any, schema: Schema, branches: list[Schema], tried: Tried) -> list[ValidationError]:
    """Return the breaches to report for a value that matches none of the branches."""
    if len(tried) == 1 and not _says_more(schema, tried[0][1][0]):
        return tried[0][1]
    chosen = _by_word(value, tried) or _likest(value, tried) if isinstance(value, dict) else _fewest(tried)
    return chosen or [_no_branch(value, branches, tried)]


def _says_more(schema: Schema, first: ValidationError) -> bool:
    """Whether this schema says what is expected, and the branch that alone fits does not."""
    here = first.validator not in KEYS and not first.path
    return here and "x-expected" in schema and not (isinstance(first.schema, dict) and "x-expected" in first.schema)


def _no_branch(value: Any, branches: list[Schema], tried: Tried) -> ValidationError:
    keys = [branch.required for branch, _ in tried]
    if isinstance(value, dict) and keys and all(keys) and not any(branch.names for branch, _ in tried):
        needed = tuple(dict.fromkeys(chain.from_iterable(keys)))
        return ValidationError("", validator="required", validator_value=(needed,), schema={})
    choices = [branch.merged for branch, _ in tried] or branches
    return ValidationError("", validator_value=choices, context=[error for _, found in tried for error in found])


def _by_word(value: dict[str, Any], tried: Tried) -> list[ValidationError] | None:
    """Return the breach of the key whose words distinguish the branches, if the mapping has none of these words."""
    for key in tried[0][0].words if tried else ():
        words = [branch.words.get(key, ()) for branch, _ in tried]
        listed = list(dict.fromkeys(chain.from_iterable(words)))
        if not all(words) or value.get(key) in listed:
            continue
        if key in value:
            return [ValidationError("", "enum", [key], instance=value[key], schema={"enum": listed})]
        if all(key in branch.required for branch, _ in tried):
            schema = {"properties": {key: {"enum": listed}}}
            return [ValidationError("", "required", validator_value=((key,),), schema=schema)]
    return None


def _likest(value: dict[str, Any], tried: Tried) -> list[ValidationError] | None:
    """The breaches of the branch that the mapping looks like more than any other, as written or with similar keys."""
    for mapping in (value, _corrected(value, tried)):
        ranked = sorted(((branch.likeness(mapping), found) for branch, found in tried), key=lambda item: item[0])[::-1]
        tied = len(ranked) > 1 and ranked[0][0] == ranked[1][0]
        if ranked and not tied and any(ranked[0][0][:4]):
            return ranked[0][1]
    return None


def _corrected(value: dict[str, Any], tried: Tried) -> dict[str, Any]:
    """Return the mapping with the key of a branch for each similar one that no branch has."""
    known = tuple(dict.fromkeys(name for branch, _ in tried for name in branch.names))
    return {key if key in known else nearest(str(key), known) or key: each for key, each in value.items()}


def _fewest(tried: Tried) -> list[ValidationError] | None:
    """The breaches of the branch that has fewer than any other."""
    ranked = sorted((found for _, found in tried), key=len)
    return ranked[0] if len(ranked) > 1 and len(ranked[0]) < len(ranked[1]) else None


def _parts(schema: Schema, schemas: Schemas, depth: int = 8) -> Iterator[Schema]:
    """The schema and all that it includes by reference or `allOf`; the innermost last."""
    yield schema
    if depth and "$ref" in schema:
        yield from _parts(schemas.resolve(schema["$ref"]), schemas, depth - 1)
    for part in schema.get("allOf", ()) if depth else ():
        yield from _parts(part, schemas, depth - 1)


def _types(schema: Schema) -> list[str]:
    """The types that a value may have by this schema's own `type`, `const` or `enum`."""
    if "type" in schema:
        names = [schema["type"]] if isinstance(schema["type"], str) else schema["type"]
        return ["number" if name == "integer" else name for name in names]
    values = [schema["const"]] if "const" in schema else schema.get("enum")
    is_type = Draft202012Validator.TYPE_CHECKER.is_type
    return [name for name in TYPES if values is None or any(is_type(value, name) for value in values)]


def _words(schema: Schema | bool, schemas: Schemas) -> tuple[str, ...]:
    """The texts to choose from where a schema lists nothing else."""
    if isinstance(schema, bool):
        return ()
    for part in _parts(schema, schemas):
        if "const" in part or "enum" in part:
            values = [part["const"]] if "const" in part else part["enum"]
            return tuple(values) if all(isinstance(value, str) for value in values) else ()
    return ()
