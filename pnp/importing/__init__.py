"""Maps from files of other programs, and positions for maps without any: which format a file has, and its importer."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import PurePosixPath

from pnp.importing.drafts import Imported, ImportRefused, clean, read_json

MOST_BYTES = 64 * 2**20
"""Maximum size of a file to import."""

SUFFIXES = (".csv", ".tsv", ".xlsx", ".ods", ".graphml", ".hexjson", ".tmx", ".tmj", ".svg", ".geojson", ".json")
"""The suffixes of files that are imported."""


def _no_schema(_kind: str) -> str | None:
    return None


def _no_file(_name: str) -> bytes | None:
    return None


def import_file(
    content: bytes,
    file: str,
    schema: Callable[[str], str | None] = _no_schema,
    siblings: Callable[[str], bytes | None] = _no_file,
) -> Imported:
    """Return the map in the content of a file of that name.

    `schema` returns the address of the schema of a kind of documents, for editors, or None. `siblings` returns the
    content of another file in the folder, or None. Raises ImportRefused, whatever the content.
    """
    if len(content) > MOST_BYTES:
        raise ImportRefused(f"it has more than {MOST_BYTES // 2**20} MiB", "make it smaller")
    suffix, name, file = PurePosixPath(file).suffix.lower(), title_of(file), clean(file)
    match suffix:
        case ".csv" | ".tsv" | ".xlsx" | ".ods":
            from pnp.importing.networks import import_edges

            return import_edges(content, file, name, schema("area-map"))
        case ".graphml":
            from pnp.importing.networks import import_graphml

            return import_graphml(content, file, name, schema("area-map"))
        case ".tmx":
            from pnp.importing.tiled import import_tmx

            return import_tmx(content, file, name, schema("grid-map"), siblings)
        case ".svg":
            from pnp.importing.drawings import import_svg

            return import_svg(content, file, name, schema("area-map"))
        case ".json" | ".hexjson" | ".tmj" | ".geojson":
            return _import_json(content, file, name, schema, siblings)
    raise ImportRefused(f"'{suffix}' is no format of maps", f"files that are imported: {', '.join(SUFFIXES)}")


def _import_json(
    content: bytes,
    file: str,
    name: str,
    schema: Callable[[str], str | None],
    siblings: Callable[[str], bytes | None],
) -> Imported:
    """Return the map in a JSON file; its keys say of which program it is."""
    value = read_json(content)
    match value:
        case {"pack": {"cells": _}}:
            from pnp.importing.azgaar import import_azgaar

            return import_azgaar(value, file, name, schema("area-map"))
        case {"type": "FeatureCollection", "features": [{"properties": {"neighbors": _, "province": _}}, *_]}:
            from pnp.importing.azgaar import import_world_cells

            return import_world_cells(value, file, name, schema("area-map"))
        case {"type": "FeatureCollection", "features": [*_]}:
            from pnp.importing.drawings import import_geojson

            return import_geojson(value, content, file, name, schema("area-map"))
        case {"type": "Feature", "geometry": _}:
            from pnp.importing.drawings import import_geojson

            return import_geojson({"features": [value]}, content, file, name, schema("area-map"))
        case {"type": "Topology"}:
            raise ImportRefused("it is TopoJSON, not GeoJSON", "convert it to GeoJSON, for example at mapshaper.org")
        case {"hexes": _, "layout": _}:
            from pnp.importing.grids import import_hexjson

            return import_hexjson(value, file, name, schema("grid-map"))
        case {"layers": _, "tilewidth": _}:
            from pnp.importing.tiled import import_tiled

            return import_tiled(value, file, name, schema("grid-map"), siblings)
        case {"map": {"hexes": _}} | {"map": [{"hexes": _}, *_]}:
            from pnp.importing.rail_hexes import import_rail_map

            return import_rail_map(value, file, name, schema("grid-map"))
    raise ImportRefused(
        "it is no map of a known program", "JSON that is imported: GeoJSON, Azgaar, Tiled, hexjson, games of 18xx-maker"
    )


def title_of(file: str) -> str:
    """Return the name of a map from that of its file: `old_town.csv` becomes `Old town`."""
    words = clean(PurePosixPath(file).stem.replace("-", " ").replace("_", " ")) or "Map"
    return (words[0].upper() + words[1:])[:80].strip()
