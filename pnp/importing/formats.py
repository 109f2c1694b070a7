"""Which format a file has, and the importer of each."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import PurePosixPath
from typing import Any

from pnp.importing.drafts import Imported, ImportRefused, clean

MOST_BYTES = 64 * 2**20
"""Maximum size of a file to import."""

FORMATS = {
    ".csv": "a table of roads",
    ".tsv": "a table of roads",
    ".xlsx": "a table of roads",
    ".ods": "a table of roads",
    ".graphml": "GraphML",
}
"""What is imported, by the suffix of the file."""

OTHERS = "files that are imported: " + ", ".join(FORMATS)


def import_file(content: bytes, file: str, schema: Callable[[str], str | None] = lambda _kind: None) -> Imported:
    """Return the map in the content of a file of that name.

    `schema` returns the address of the schema of a kind of documents, for editors, or None.
    Raises ImportRefused, whatever the content.
    """
    if len(content) > MOST_BYTES:
        raise ImportRefused(f"it has more than {MOST_BYTES // 2**20} MiB", "make it smaller")
    suffix, name = PurePosixPath(file).suffix.lower(), title_of(file)
    match suffix:
        case ".csv" | ".tsv" | ".xlsx" | ".ods":
            from pnp.importing.networks import import_edges

            return import_edges(content, file, name, schema("area-map"))
        case ".graphml":
            from pnp.importing.networks import import_graphml

            return import_graphml(content, file, name, schema("area-map"))
    raise ImportRefused(f"'{suffix}' is no format of maps", OTHERS)


def title_of(file: str) -> str:
    """Return the name of a map from that of its file: `old_town.csv` becomes `Old town`."""
    words = clean(PurePosixPath(file).stem.replace("-", " ").replace("_", " ")) or "Map"
    return (words[0].upper() + words[1:])[:80].strip()


def read_json(content: bytes) -> Any:
    """Return the value of a JSON file. Raises ImportRefused."""
    try:
        return json.loads(content.decode("utf-8-sig"), parse_constant=_refuse_constant)
    except UnicodeDecodeError:
        raise ImportRefused("it is not written in UTF-8", "save it as UTF-8") from None
    except json.JSONDecodeError as error:
        raise ImportRefused(f"it is no JSON at line {error.lineno}, column {error.colno}", "save it again") from None
    except (RecursionError, ValueError):
        raise ImportRefused("its values are too deep inside each other, or too large", "save it again") from None


def _refuse_constant(name: str) -> None:
    raise ValueError(name)
