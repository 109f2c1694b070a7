"""The JSON Schemas of documents: one a kind, read from a folder and compiled when the kind is first met."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

from pnp.source.shapes import SchemaError, Shapes

if TYPE_CHECKING:
    from pathlib import Path

    from pnp.source.breach import Look, Schema


_OWN = re.compile(r'"\$ref":\s*"(?=#)')
"""Where a schema refers to a part of itself."""


class Schemas:
    """The schemas in `files`, by file name; those that give `kind` a fixed text are kinds of document.

    Their references name the file that they mean.
    """

    def __init__(self, files: dict[str, Schema]) -> None:
        self._files, self._shapes = files, Shapes(self.resolve)
        self._kinds = {kind: name for name in sorted(files) if (kind := _kind(files[name]))}

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of document, in order of the alphabet."""
        return tuple(sorted(self._kinds))

    def schema(self, kind: str) -> Schema:
        """The schema of a kind; its references name files."""
        return self._files[self._kinds[kind]]

    def shape(self, kind: str) -> Look:
        """The function that finds what breaks the schema of `kind`."""
        return self._shapes.reference(f"{self._kinds[kind]}#")

    def resolve(self, ref: str) -> Schema:
        """The schema at a reference such as `common.schema.json#/$defs/name`."""
        file, _, pointer = ref.partition("#")
        try:
            found: Any = self._files[file]
            for token in pointer.split("/")[1:]:
                found = found[token.replace("~1", "/").replace("~0", "~")]
        except KeyError as error:
            raise SchemaError(f"no schema has '{ref}'") from error
        return cast("Schema", found)


@lru_cache(maxsize=8)
def load_schemas(folder: Path) -> Schemas:
    """The schemas of all `*.schema.json` in `folder`; read once."""
    return Schemas({file.name: _read(file) for file in sorted(folder.glob("*.schema.json"))})


def _read(file: Path) -> Schema:
    """The schema in a file, with each reference to itself naming it."""
    text = _OWN.sub(rf"\g<0>{file.name}", file.read_text(encoding="utf-8"))
    return cast("Schema", json.loads(text))


def _kind(schema: Schema) -> str | None:
    kind = schema.get("properties", {}).get("kind")
    return kind.get("const") if isinstance(kind, dict) else None
