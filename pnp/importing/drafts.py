"""What importers make: a document of a map as text, what could not be taken over, and files next to it.

The text is written for people: a line an area, a line a road, and comments that say where things come from.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from math import isfinite
from typing import Any

from msgspec import Struct, field

from pnp.messages import many, series
from pnp.model.maps.area_map import read_area_map
from pnp.model.maps.grid_map import read_grid_map
from pnp.source import read_document
from pnp.source.yaml.scalars import read_plain, surprise

LONGEST_NAME = 60
"""Characters of the name of a place."""

MOST_AREAS = 10_000
"""Maximum number of areas of an imported map."""

LISTED = 3
"""Places that are named of each thing that was not taken over."""

WIDTH = 116
"""Characters of a line, above which lists of roads continue on the next."""


class ImportRefused(Exception):
    """A file that cannot be imported; `message` states what was found, `hint` a fix."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.message, self.hint = message, hint


class Losses:
    """What could not be taken over, each kind of thing once, with the places where it is."""

    def __init__(self) -> None:
        self._places: dict[str, list[str]] = {}

    def add(self, what: str, where: str = "") -> None:
        """Note one thing, and where it is."""
        self._places.setdefault(what, []).append(where)

    def lines(self) -> tuple[str, ...]:
        """Return a line for each kind of thing, in the order in which they were found."""
        return tuple(what + _places(places) for what, places in self._places.items())


def _places(places: Sequence[str]) -> str:
    named = [place for place in dict.fromkeys(places) if place]
    if not named:
        return f" ({len(places)} times)" if len(places) > 1 else ""
    rest = len(named) - LISTED
    return f" ({series([*named[:LISTED], *([f'{rest} more'] if rest > 0 else [])], 'and')})"


class Imported(Struct, frozen=True):
    """An imported file: the name of the map, the kind and the text of its document, files next to it, and what is left.

    `counts` are its parts for a message, such as areas and roads. A map without positions is not `drawable` yet.
    `marks` are the icons of the house that suit its tags.
    """

    name: str
    kind: str
    text: str
    counts: str
    lost: tuple[str, ...] = ()
    files: Mapping[str, bytes] = field(default_factory=dict)
    drawable: bool = True
    marks: Mapping[str, str] = field(default_factory=dict)


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


# Names: what a file calls things, as names of places that every document can use.

_SIGNS = re.compile(r"\s(?:--|->|<-)(?=\s)")


def clean(text: object) -> str:
    """Return a text on one line, without control characters; an empty text for anything but a text or a number."""
    if isinstance(text, bool) or not isinstance(text, str | int | float):
        return ""
    shown = f"{text:g}" if isinstance(text, float) else str(text)
    kept = "".join(each if each.isprintable() or each.isspace() else " " for each in shown[:1000])
    return " ".join(kept.split())


class Names:
    """Names of places: each thing of a file gets a different one."""

    def __init__(self, losses: Losses) -> None:
        self.losses = losses
        self._by_key: dict[object, str] = {}
        self._taken: set[str] = set()
        self._numbers: dict[str, int] = {}

    def give(self, key: object, text: object, otherwise: str) -> str:
        """Return the name for a thing, which is its text as far as that is a name and no other thing has it."""
        if key in self._by_key:
            return self._by_key[key]
        wanted = _SIGNS.sub(" –", clean(text))[:LONGEST_NAME].strip() or otherwise
        name, stem = wanted, wanted[: LONGEST_NAME - 6]
        while name in self._taken:
            self._numbers[stem] = self._numbers.get(stem, 1) + 1  # lower numbers are taken, too
            name = f"{stem} {self._numbers[stem]}"
        if name != wanted and wanted != otherwise:
            self.losses.add("names that several things have: each after the first has a number", f"'{wanted}'")
        self._taken.add(name)
        self._by_key[key] = name
        return name

    def find(self, key: object) -> str | None:
        """Return the name of a thing, None if it has none."""
        return self._by_key.get(key)


def number(value: object, most: float = 1e9) -> float | None:
    """Return a finite number of a file, also one written as text; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    try:
        found = float(value[:40] if isinstance(value, str) else value)
    except (ValueError, OverflowError):
        return None
    return found if isfinite(found) and abs(found) <= most else None


# YAML: values in flow style, lists of them by line.

_PLAIN = re.compile(r"[^\W_](?:[\w .'’()/+<>-]*[\w.)’])?")


def written(value: Any) -> str:
    """Return a value as YAML on one line."""
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case float():
            return f"{round(value, 2) + 0.0:.10g}"
        case str():
            return _written_text(value)
        case Mapping():
            return "{" + ", ".join(f"{written(key)}: {written(item)}" for key, item in value.items()) + "}"
        case Sequence():
            return "[" + ", ".join(map(written, value)) + "]"
    raise TypeError(f"{type(value).__name__} is not written to documents")


def _written_text(text: str) -> str:
    plain = _PLAIN.fullmatch(text) and isinstance(read_plain(text), str) and not surprise(text)
    return text if plain else json.dumps(text, ensure_ascii=False)


def road_line(start: str, end: str, one_way: bool = False, more: Mapping[str, Any] | None = None) -> str:
    """Return a road as YAML: `A -- B` if it is only that, else a mapping."""
    if not more:
        return written(f"{start} {'->' if one_way else '--'} {end}")
    return written({"from": start, "to": end, **({"one-way": True} if one_way else {}), **more})


class DocumentPart(Struct, frozen=True):
    """A key of a document with its value: on the same line, or below it as lines already written."""

    key: str
    value: Any = None
    lines: tuple[str, ...] = ()
    comment: str = ""


def document(kind: str, sections: Iterable[DocumentPart], source: str, schema: str | None, lost: Sequence[str]) -> str:
    """Return the text of a document.

    `source` says where it comes from. `schema` is the address of its schema for editors. The end lists what is `lost`.
    """
    head = [f"# yaml-language-server: $schema={schema}"] if schema else []
    lines = [*head, f"# {source}", f"kind: {kind}"]
    for section in sections:
        after = f"    # {section.comment}" if section.comment else ""
        if section.lines:
            lines += [f"{section.key}:{after}", *(f"  {line}" for line in section.lines)]
        elif isinstance(section.value, str) and "\n" in section.value:
            block = "|2" if section.value.startswith(" ") else "|"
            lines += [f"{section.key}: {block}{after}", *(f"  {line}".rstrip() for line in section.value.split("\n"))]
        elif section.value is not None:
            lines.append(f"{section.key}: {written(section.value)}{after}")
    if lost:
        lines += ["", "# Not taken over:", *(f"# - {line}" for line in lost)]
    return "\n".join(lines) + "\n"


def entries(items: Mapping[str, Mapping[str, Any]], commented: Mapping[str, str] | None = None) -> Iterator[str]:
    """Yield a line for each entry: its name and its values, with its comment."""
    for name, values in items.items():
        comment = (commented or {}).get(name)
        yield f"{written(name)}: {written(values)}" + (f"    # {comment}" if comment else "")


def counted_parts(parts: Iterable[tuple[int, str]]) -> str:
    """Return numbers of things as text, such as `42 areas and 83 roads`, without those of which there are none."""
    return series([many(number, thing) for number, thing in parts if number], "and")


def limited(items: Collection[Any], most: int, thing: str) -> None:
    """Check the number of things in a file. Raises ImportRefused if there are more than `most`."""
    if len(items) > most:
        raise ImportRefused(f"it has {len(items):,} {thing}", f"a map can have {most:,}; divide it")


def outlined_map(
    name: str,
    areas: Mapping[str, Mapping[str, Any]],
    source: Mapping[str, str],
    size: tuple[float, float],
    more: Sequence[DocumentPart] = (),
    comments: Mapping[str, str] | None = None,
) -> tuple[DocumentPart, ...]:
    """Return the parts of an area map whose outlines are in a file, with `comments` on areas.

    Raises ImportRefused if it has too many areas.
    """
    if not areas:
        raise ImportRefused(
            "it has no area with a name", "name the closed shapes: in Inkscape, Object properties, Label"
        )
    limited(areas, MOST_AREAS, "areas")
    return (
        DocumentPart("name", name),
        DocumentPart("size", f"{size[0]:g} x {size[1]:g}"),
        DocumentPart("outlines", source["file"] if len(source) == 1 else source),
        DocumentPart("adjacency", "drawn", comment="a common border is a road; straits are listed under roads"),
        *more,
        DocumentPart("areas", lines=tuple(entries(areas, comments))),
    )


def geojson_text(outlines: Mapping[str, Sequence[Sequence[Sequence[tuple[float, float]]]]]) -> bytes:
    """Return a GeoJSON file with a polygon or several for each name: rings, the first the outer one, y upwards."""
    features = (
        json.dumps(
            {
                "type": "Feature",
                "properties": {"name": name},
                "geometry": {
                    "type": "MultiPolygon",
                    "coordinates": [[[*ring, ring[0]] for ring in each] for each in polygons],
                },
            },
            ensure_ascii=False,
            separators=(",", ":"),
        )
        for name, polygons in outlines.items()
    )
    return ('{"type": "FeatureCollection", "features": [\n' + ",\n".join(features) + "\n]}\n").encode()


# Properties of areas: which of them is the name, and which the district.

NAMES = ("name", "NAME", "Name", "name_en", "NAME_EN", "fullName", "title", "ADMIN", "admin", "label", "id", "ISO_A3")
"""Properties that name an area, the best first."""

NAMED = re.compile(r"nam|nom|bezeichnung|title|label", re.IGNORECASE)
"""What is part of the names of properties with names, in several languages."""

GROUPS = frozenset(("district", "continent", "region", "subregion", "state", "admin", "group"))
"""Properties that say which district an area is in."""


def naming_property(areas: Sequence[Mapping[str, Any]]) -> str:
    """Return the property with the most names, a usual one if it has nearly as many. Raises ImportRefused."""
    keys = dict.fromkeys((*NAMES, *(str(key) for each in areas[:1000] for key in each)))
    counts = {key: len({clean(each.get(key)) for each in areas} - {""}) for key in keys}
    best = max(counts.values(), default=0)
    if not best:
        hint = "give each polygon a property 'name'; Azgaar's full JSON has the names that its GeoJSON lacks"
        raise ImportRefused("its polygons have no names", hint)
    full = [key for key in keys if counts[key] > 0.9 * best]
    usual = [key for key in full if key in NAMES]
    words = [key for key in full if all(isinstance(each.get(key, ""), str | None) for each in areas)]
    called = [key for key in words if NAMED.search(key)]  # such as Lan_Namn, where others are numbers and codes
    return (usual or called or words or full)[0]


def grouping_property(areas: Sequence[Mapping[str, Any]]) -> str:
    """Return the property that puts nearly all areas into a few groups; empty without one."""
    for key in dict.fromkeys(str(key) for each in areas[:1000] for key in each):
        found = [clean(each.get(key)) for each in areas] if key.casefold() in GROUPS else []
        if 1 < len({*found} - {""}) <= len(found) / 2 and found.count("") * 10 < len(found):
            return key
    return ""


# A pack around an imported map, which prints it as a board.

MANIFEST, BOARD, LOOK = "pack", ("board", "board-face"), "board-style"
"""The names of the documents around the map: the pack, the board, its face, and the style of a map with marks."""

MARK = 4.0
"""The size of the icons of tags, in millimetres."""

MARGIN = 5.0
"""The width of the margin around the map on its board, in millimetres."""


def pack_around(
    imported: Imported, map_id: str, content: bytes, schema: Callable[[str], str | None]
) -> dict[str, bytes]:
    """Return the files of a pack that prints the map of the document `content` as a board, by name.

    `schema` returns the address of the schema of a kind of documents, for editors, or None. The style is that for maps
    of its kind, or extends it with the marks of the map. Raises ImportRefused for a map without a size.
    """
    root = read_document(content, f"{map_id}.yaml").root
    assert root is not None, "what is written can be read"
    made = (read_grid_map if imported.kind == "grid-map" else read_area_map)(root, map_id)
    if not (made.width and made.height):
        raise ImportRefused("a board needs positions, which the file does not have", "add --place, which proposes some")
    style = "wargame" if imported.kind == "grid-map" else "political" if "outlines" in root else "atlas"
    own = LOOK if imported.marks else style
    layer = written({"map": map_id, "style": own, "where": f"inset {MARGIN:g}", "name": "map"})
    size = f"{made.width + 2 * MARGIN:.5g} x {made.height + 2 * MARGIN:.5g}"
    (board, face), looks = BOARD, (LOOK,) if imported.marks else ()
    marks = {tag: {"icon": icon, "size": MARK} for tag, icon in sorted(imported.marks.items())}
    parts = {
        "pack": (
            DocumentPart("title", imported.name),
            DocumentPart("documents", lines=tuple(f"- {each}.yaml" for each in (map_id, board, face, *looks))),
            DocumentPart("components", lines=(f"- {written({'component': board, 'expect': 1})}",)),
        ),
        "component": (DocumentPart("makes", "board"), DocumentPart("name", "Board"), DocumentPart("template", face)),
        "template": (
            DocumentPart("size", size),
            DocumentPart("layers", lines=(f"- {layer}",)),
        ),
        "map-style": (
            DocumentPart("extends", style),
            DocumentPart("regions", lines=("marks:", *(f"  {line}" for line in entries(marks)))),
        ),
    }
    about = {
        "pack": "The game as a whole: add who made it and for how many players it is before you share it.",
        "component": "The board is one part, printed once.",
        "template": "The face of the board. Other styles are atlas, political, wargame, treasure and transit.",
        "map-style": "The look of the map: an icon for each tag. An icon of your own is as good as one of the house.",
    }
    names = {"pack": MANIFEST, "component": board, "template": face, **dict.fromkeys(("map-style",) * len(looks), LOOK)}
    return {
        f"{name}.yaml": document(kind, parts[kind], about[kind], schema(kind), ()).encode()
        for kind, name in names.items()
    }
