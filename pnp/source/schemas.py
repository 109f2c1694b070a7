"""The JSON Schemas of documents: one a kind, read from a folder and compiled when the kind is first met."""

from __future__ import annotations

import json
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, cast

from pnp.source.shapes import SchemaError, Shapes

if TYPE_CHECKING:
    from pathlib import Path

    from pnp.source.breach import Look, Schema


class Schemas:
    """The schemas in `files`, by file name; those that give `kind` a fixed text are kinds of document."""

    def __init__(self, files: dict[str, Schema]) -> None:
        self._shapes = Shapes(self.resolve)
        self._kinds = {kind: name for name in sorted(files) if (kind := _kind(files[name]))}
        self._absolute = cache(lambda name: _absolute(files[name], name))

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of document, in order of the alphabet."""
        return tuple(sorted(self._kinds))

    def schema(self, kind: str) -> Schema:
        """The schema of a kind; its references name files."""
        return cast("Schema", self._absolute(self._kinds[kind]))

    def shape(self, kind: str) -> Look:
        """The function that finds what breaks the schema of `kind`."""
        return self._shapes.reference(f"{self._kinds[kind]}#")

    def resolve(self, ref: str) -> Schema:
        """The schema at a reference such as `common.schema.json#/$defs/name`."""
        file, _, pointer = ref.partition("#")
        try:
            found: Any = self._absolute(file)
            for token in pointer.split("/")[1:]:
                found = found[token.replace("~1", "/").replace("~0", "~")]
        except KeyError as error:
            raise SchemaError(f"no schema has '{ref}'") from error
        return cast("Schema", found)


@lru_cache(maxsize=8)
def load_schemas(folder: Path) -> Schemas:
    """The schemas of all `*.schema.json` in `folder`; read once."""
    files = sorted(folder.glob("*.schema.json"))
    return Schemas({file.name: json.loads(file.read_text(encoding="utf-8")) for file in files})


def _kind(schema: Schema) -> str | None:
    kind = schema.get("properties", {}).get("kind")
    return kind.get("const") if isinstance(kind, dict) else None


def _absolute(schema: Any, file: str) -> Any:
    """The schema with each reference naming its file, as seen from `file`."""
    match schema:
        case {"$ref": str(ref)} if ref.startswith("#"):
            return {key: f"{file}{ref}" if key == "$ref" else _absolute(value, file) for key, value in schema.items()}
        case dict():
            return {key: _absolute(value, file) for key, value in schema.items()}
        case list():
            return [_absolute(item, file) for item in schema]
        case _:
            return schema
