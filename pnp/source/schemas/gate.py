"""The schemas of documents, read from a folder; `jsonschema-rs` judges whether a value is valid.

It takes milliseconds for a megabyte. It is not asked what is wrong, for it collects every error before it gives one:
20 seconds and 2 GB for a broken megabyte. The `explainer` finds that, and is imported only then.
"""

import json
import re
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import jsonschema_rs

from pnp.source.ledger import PATTERN_TEXT
from pnp.source.schemas.wording import Schema

_OWN = re.compile(r'"\$ref":\s*"(?=#)')
"""Where a schema refers to a part of itself."""


class Schemas:
    """The schemas in `files`, by file name; those that give `kind` a fixed text are kinds of document.

    Their references name the file that they mean, so that a part of a schema can be used alone.
    """

    def __init__(self, files: dict[str, Schema]) -> None:
        self.files = files
        self._kinds = {kind: name for name in sorted(files) if (kind := _kind(files[name]))}
        self._gates: dict[int, jsonschema_rs.Draft202012Validator] = {}

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

    @cached_property
    def _registry(self) -> jsonschema_rs.Registry:
        return jsonschema_rs.Registry(list(self.files.items()), draft=jsonschema_rs.Draft202012)


@lru_cache(maxsize=8)
def load_schemas(folder: Path) -> Schemas:
    """The schemas of all `*.schema.json` in `folder`; read once."""
    return Schemas({file.name: _read(file) for file in sorted(folder.glob("*.schema.json"))})


def _read(file: Path) -> Schema:
    """The schema in a file, with each reference to itself naming it."""
    text = _OWN.sub(rf"\g<0>{file.name}", file.read_text(encoding="utf-8"))
    schema: Schema = json.loads(text, object_hook=_bounded)
    schema.pop("$schema", None)  # jsonschema would take the validator of that name, without our keywords
    return schema


def _bounded(part: Schema) -> Schema:
    """The part of a schema, in which no text that has to fit a pattern may be longer than `PATTERN_TEXT`."""
    if isinstance(part.get("pattern"), str):
        part["maxLength"] = min(part.get("maxLength", PATTERN_TEXT), PATTERN_TEXT)
    return part


def _kind(schema: Schema) -> str | None:
    kind = schema.get("properties", {}).get("kind")
    return kind.get("const") if isinstance(kind, dict) else None
