"""Area maps from lists of edges in tables, and from GraphML: names, roads, costs, and positions if there are any."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import ceil, sqrt
from typing import Any

from msgspec import Struct, field

from pnp.importing.drafts import (
    MOST_AREAS,
    DocumentPart,
    Imported,
    ImportRefused,
    Losses,
    Names,
    clean,
    counted_parts,
    document,
    entries,
    limited,
    number,
    road_line,
)
from pnp.scene.bitmaps import PictureRefused
from pnp.scene.svg_xml import Element, read_xml
from pnp.source import read_table

MOST_ROADS = 20_000
"""Maximum number of roads of an imported map."""

MOST_COST, MOST_SPACES = 1_000, 30
"""Greatest cost of a road, and greatest number of its spaces."""

PER_AREA = 900
"""Square millimetres of the map for each area."""

RIM = 12
"""Millimetres between the outermost areas and the rim."""

Point = tuple[float, float]


class RoadEntry(Struct, frozen=True):
    """A road of a network: its ends, whether it goes one way only, its other keys in a document, and its bends."""

    start: str
    end: str
    one_way: bool = False
    more: Mapping[str, Any] = {}
    via: tuple[Point, ...] = ()


class AreaEntry(Struct):
    """An area of a network: its district, its position as far as it is known, and its tags."""

    district: str | None = None
    at: Point | None = None
    tags: tuple[str, ...] = ()


class NetworkDraft(Struct):
    """The areas and the roads of a file, by the names that they will have."""

    areas: dict[str, AreaEntry] = field(default_factory=dict)
    links: list[RoadEntry] = field(default_factory=list)
    districts: list[str] = field(default_factory=list)


def network_document(network: NetworkDraft, name: str, source: str, schema: str | None, losses: Losses) -> Imported:
    """Return the area map of a network. Raises ImportRefused if it has no area, or too many."""
    if not network.areas:
        raise ImportRefused("it has no roads or areas", "list a road a row: from, to")
    links = list(_merged(network.links, losses))
    limited(network.areas, MOST_AREAS, "areas")
    limited(links, MOST_ROADS, "roads")
    known = {name: area.at for name, area in network.areas.items() if area.at}
    size, fit = _fitted(tuple(known.values()))
    points = {name: fit(at) for name, at in known.items()}
    placed = len(points) == len(network.areas)
    areas = {
        each: {
            **({"at": points[each]} if each in points else {}),
            **({"in": area.district} if area.district else {}),
            **({"tags": area.tags} if area.tags else {}),
        }
        for each, area in network.areas.items()
    }
    kinds = sorted({link.more["kind"] for link in links if "kind" in link.more})
    sections = (
        DocumentPart("name", name),
        DocumentPart("size", size) if points else DocumentPart("size"),
        DocumentPart("districts", lines=tuple(entries({each: {} for each in network.districts}))),
        DocumentPart("areas", lines=tuple(entries(areas))),
        DocumentPart("road-kinds", lines=tuple(entries({each: {} for each in kinds}))),
        DocumentPart(
            "roads",
            lines=tuple(f"- {road_line(each.start, each.end, each.one_way, _more(each, fit))}" for each in links),
        ),
    )
    lost = losses.lines()
    text = document("area-map", sections, source, schema, lost)
    counts = counted_parts(((len(areas), "area"), (len(links), "road")))
    return Imported(name, "area-map", text, counts, lost, drawable=placed)


def _merged(links: Iterable[RoadEntry], losses: Losses) -> Iterator[RoadEntry]:
    """Yield each road once: two one-way roads there and back are a road in both directions."""
    found: dict[tuple[str, str, tuple[tuple[str, Any], ...]], RoadEntry] = {}
    for link in links:
        more = tuple(link.more.items())
        there, back = (link.start, link.end, more), (link.end, link.start, more)
        other = found.get(back)
        if other is not None and other.one_way and link.one_way:
            found[back] = RoadEntry(other.start, other.end, more=link.more, via=other.via)
        elif there in found or (other is not None and not other.one_way):
            same = found.get(there) or other
            if same is not None and same.one_way and not link.one_way:
                found[there] = link
            losses.add("roads that are listed twice", f"'{link.start}' to '{link.end}'")
        else:
            found[there] = link
    yield from found.values()


Fit = Callable[[Point], list[float]]
"""Returns the position of a point of a file on the map, in whole millimetres."""


def _more(road: RoadEntry, fit: Fit) -> dict[str, Any]:
    """Return the other keys of a road in a document, with its bends."""
    return {**road.more, **({"via": [fit(point) for point in road.via]} if road.via else {})}


def _fitted(points: Sequence[Point]) -> tuple[str, Fit]:
    """Return a size for so many areas, and where points are on it; nothing is turned or skewed."""
    if not points:
        return "", list
    xs, ys = [x for x, _ in points], [y for _, y in points]
    wide, high = max(xs) - min(xs), max(ys) - min(ys)
    longer = max(wide, high) or 1.0
    wide, high = max(wide, longer / 4), max(high, longer / 4)
    scale = max(sqrt(PER_AREA * len(points) / (wide * high)), 80 / longer)
    width, height = ceil(wide * scale) + 2 * RIM, ceil(high * scale) + 2 * RIM
    left, top = (min(xs) + max(xs)) / 2 - wide / 2, (min(ys) + max(ys)) / 2 - high / 2

    def fit(point: Point) -> list[float]:
        return [float(round(RIM + (point[0] - left) * scale)), float(round(RIM + (point[1] - top) * scale))]

    return f"{width} x {height}", fit


# Tables: a road a row. The names of columns are those of spreadsheets and of other programs.

FROM = re.compile(
    r"(from|source|src|start|origin|u|a|von|tail|(node|place|city|area|region|territory|station)[ _-]?[1a]?)"
)
TO = re.compile(
    r"(to|target|dst|end|destination|v|b|nach|head|neighbou?rs?|adjacent( to)?|connections?|links?"
    r"|(node|place|city|area|region|territory|station)[ _-]?[2b])"
)
KEYS = {
    "cost": re.compile(r"(cost|weight|length|distance|moves|turns|value)"),
    "name": re.compile(r"(name|label|route|title)"),
    "kind": re.compile(r"(kind|type|mode|transport)"),
    "colour": re.compile(r"(colou?r)"),
    "spaces": re.compile(r"(spaces|trains|slots)"),
    "one-way": re.compile(r"(one[ _-]?way|directed)"),
}
YES = frozenset(("yes", "true", "1", "x", "y", "ja", "directed", "->", "one-way"))
SEVERAL, COMMAS = re.compile(r"\s*[;|]\s*"), re.compile(r"\s*[;|,]\s*")
PLURAL = re.compile(r"(neighbou?rs|adjacent( to)?|connections|links)")
"""Between several ends in a cell; commas are if the column is for several, and no end has another sign."""

DISTRICT = re.compile(r"(district|continent|group|state|country|realm|zone)")
"""A column with the district of the start."""

NOT_JOINED = frozenset(("", "0", "-", "no", "false", "n"))
"""What a matrix says of two places that no road joins."""


class _Columns(Struct):
    """The columns of a table of edges by their indices."""

    start: int
    end: int
    keys: dict[str, int]
    district: int | None = None
    between: re.Pattern[str] = SEVERAL
    plural: bool = False


def import_edges(content: bytes, file: str, name: str, schema: str | None) -> Imported:
    """Return the area map of a table with a road a row. Raises ImportRefused."""
    table = read_table(content, file)
    if table.damaged or len(table.columns) < 2:
        found = next((each.message for each in table.findings), "it has fewer than two columns")
        raise ImportRefused(found, "write a road a row, with the columns from and to")
    losses, network = Losses(), NetworkDraft()
    heads = [(column.index, column.name) for column in table.columns]
    columns = _columns(heads, losses)
    rows: list[tuple[int, Sequence[str]]] = [(record.number, record.cells) for record in table.records]
    names = Names(losses)
    matrix = _matrix(heads, rows)
    if matrix:
        losses, rows = Losses(), matrix
        names, columns = Names(losses), _Columns(0, 1, {"cost": 2, "one-way": 3})
    elif columns and PLURAL.fullmatch(dict(heads)[columns.end].lower().strip()):
        ends = [cells[columns.end] for _, cells in rows if columns.end < len(cells)]
        columns.between, columns.plural = SEVERAL if any(map(SEVERAL.search, ends)) else COMMAS, True
    if columns is None:
        columns = _Columns(heads[0][0], heads[1][0], {})
        known = {cell for _, cells in rows for cell in cells[:2]}
        if any(head in known for _, head in heads[:2]):  # the first row is a road, not a row of names
            names_of = dict(heads[:2])
            rows.insert(0, (1, tuple(names_of.get(index, "") for index in range(heads[1][0] + 1))))
        for _, head in heads[2:]:
            losses.add("columns", f"'{head}'")
    for row, cells in rows:
        _read_row(row, cells, columns, network, names, losses)
    if columns.plural:  # each of two neighbours names the other
        told = {(link.start, link.end): at for at, link in reversed([*enumerate(network.links)])}
        network.links = [
            link
            for at, link in enumerate(network.links)
            if link.one_way or told.get((link.end, link.start), at) >= at or told[link.start, link.end] < at
        ]
    source = f"Imported from {file.rpartition('/')[2]}: {len(table.records):,} rows."
    return network_document(network, name, source, schema, losses)


def _columns(heads: Sequence[tuple[int, str]], losses: Losses) -> _Columns | None:
    """Return the columns by their names; None if no column is named as the start or the end of a road."""
    left = {index: head.lower().strip() for index, head in heads}

    def take(pattern: re.Pattern[str]) -> int | None:
        index = next((index for index, head in left.items() if pattern.fullmatch(head)), None)
        if index is not None:
            del left[index]
        return index

    start, end = take(FROM), take(TO)
    if start is None or end is None:
        return None
    keys = {key: index for key, pattern in KEYS.items() if (index := take(pattern)) is not None}
    district = take(DISTRICT)
    for index in left:
        losses.add("columns", f"'{dict(heads)[index]}'")
    return _Columns(start, end, keys, district)


def _matrix(
    heads: Sequence[tuple[int, str]], rows: Sequence[tuple[int, Sequence[str]]]
) -> list[tuple[int, Sequence[str]]]:
    """Return the roads of a table with a row and a column for each place, as rows of start, end, cost and `one-way`.

    It is empty for any other table.
    """
    names = [clean(cells[0]) if cells else "" for _, cells in rows]
    across = {clean(head).casefold(): index for index, head in heads if index}
    if len(names) < 2 or {name.casefold() for name in names} != set(across):
        return []
    at = {name.casefold(): cells for name, (_, cells) in zip(names, rows, strict=True)}

    def said(start: str, end: str) -> str:
        cells, index = at[start.casefold()], across[end.casefold()]
        text = clean(cells[index]) if index < len(cells) else ""
        return "" if text.casefold() in NOT_JOINED else text

    found: list[tuple[int, Sequence[str]]] = []
    for number_, (row, _) in enumerate(rows):
        for other, end in enumerate(names):
            there, back = said(names[number_], end), said(end, names[number_])
            if there and (number_ < other or not back):
                cost = there if number(there) not in (None, 1) else ""
                found.append((row, [names[number_], end, cost, "" if back else "yes"]))
        if not any(said(names[number_], end) or said(end, names[number_]) for end in names):
            found.append((row, [names[number_], "", "", ""]))
    return found


def _read_row(
    row: int, cells: Sequence[str], columns: _Columns, network: NetworkDraft, names: Names, losses: Losses
) -> None:
    def cell(index: int | None) -> str:
        return clean(cells[index]) if index is not None and index < len(cells) else ""

    def area(text: str) -> str:
        name = names.give(text.casefold(), text, f"Area {row}")
        network.areas.setdefault(name, AreaEntry())
        return name

    start, ends = cell(columns.start), [each for each in columns.between.split(cell(columns.end)) if each]
    if not start:
        if ends:
            losses.add("rows without a start", f"row {row}")
        return
    here = area(start)
    district = cell(columns.district)[:LONGEST_WORD].strip()
    if district:
        network.areas[here].district = district
        network.districts += [district] * (district not in network.districts)
    more, one_way = _keys({key: cell(index) for key, index in columns.keys.items()}, f"row {row}", losses)
    for end in ends:
        there = area(end)
        if here == there:
            losses.add("roads from a place to itself", f"row {row}")
        else:
            network.links.append(RoadEntry(here, there, one_way, more))


def _keys(values: Mapping[str, str], where: str, losses: Losses) -> tuple[dict[str, Any], bool]:
    """Return the keys of a road and whether it goes one way only."""
    found: dict[str, Any] = {}
    for key in ("name", "kind", "colour"):
        if values.get(key):
            found[key] = values[key][:LONGEST_WORD].strip()
    for key, most in (("cost", MOST_COST), ("spaces", MOST_SPACES)):
        if values.get(key):
            whole = number(values[key])
            if whole is None or whole != int(whole) or not 1 <= whole <= most:
                losses.add(f"{key} that is no whole number from 1 to {most:,}", where)
            else:
                found[key] = int(whole)
    return found, values.get("one-way", "").casefold() in YES


LONGEST_WORD = 80
"""Characters of the name, kind or colour of a road."""


# GraphML: nodes, edges and their data; yEd has its own elements for labels and positions.

MOST_ELEMENTS = 400_000
"""Elements of a GraphML file."""

DEFAULT_KEYS = {"weight": "cost", "label": "name", "type": "kind", "color": "colour"}


def import_graphml(content: bytes, file: str, name: str, schema: str | None) -> Imported:
    """Return the area map of a GraphML file. Raises ImportRefused."""
    try:
        root = read_xml(content, ("data", "default", "NodeLabel", "EdgeLabel", "desc"), MOST_ELEMENTS)
    except PictureRefused as refused:
        raise ImportRefused(refused.message, refused.hint) from None
    graphs = [each for each in root.children if each.name == "graph"]
    if root.name != "graphml" or not graphs:
        raise ImportRefused("it is no GraphML file with a graph", "save the graph as GraphML again")
    return _GraphReader(root).read(graphs, file, name, schema)


class _GraphReader:
    """Reads the graphs of one file into a network."""

    def __init__(self, root: Element) -> None:
        self.losses, self.network = Losses(), NetworkDraft()
        self.names, self.groups = Names(self.losses), set[str]()
        self.keys = {
            key.id: (key.attributes.get("attr.name", key.id).casefold(), _text_in(key, "default"))
            for key in root.children
            if key.name == "key"
        }

    def read(self, graphs: Sequence[Element], file: str, name: str, schema: str | None) -> Imported:
        """Return the map."""
        for other in graphs[1:]:
            self.losses.add("further graphs", f"line {other.line}")
        nested = [each for each in graphs[0].walk() if each.name in ("node", "edge", "hyperedge", "port")]
        for node in nested:
            if node.name == "node":
                self._read_node(node)
        directed = graphs[0].attributes.get("edgedefault") == "directed"
        for edge in nested:
            if edge.name == "edge":
                self._read_edge(edge, directed)
            elif edge.name != "node":
                self.losses.add(f"{edge.name}s", f"line {edge.line}")
        source = f"Imported from {file.rpartition('/')[2]}."
        return network_document(self.network, name, source, schema, self.losses)

    def _data(self, element: Element, scope: Sequence[str]) -> dict[str, str]:
        """Return the data of an element by name; those of other names than `scope` are lost."""
        found = {}
        for data in element.children:
            if data.name == "data":
                key = self.keys.get(data.attributes.get("key", ""), (data.attributes.get("key", "").casefold(), ""))
                text = clean("".join(each for each in data.content if isinstance(each, str)))
                if key[0] in scope:
                    found[key[0]] = text or key[1]
                elif text:
                    self.losses.add("data", f"'{key[0]}'")
        return found

    def _read_node(self, node: Element) -> None:
        label = _text_in(node, "NodeLabel")
        group = next((each for each in node.around() if each.name == "node"), None)
        data = self._data(node, ("label", "name", "title", "x", "y"))
        text = label or data.get("label") or data.get("name") or data.get("title") or node.id
        if any(each.name == "graph" for each in node.children):
            self.groups.add(node.id)
            name = clean(text)[:LONGEST_WORD].strip() or "Group"
            self.network.districts += [name] if name not in self.network.districts else []
            node.attributes["district"] = name
            return
        name = self.names.give(node.id, text, f"Area {len(self.network.areas) + 1}")
        district = group.attributes.get("district") if group else None
        self.network.areas[name] = AreaEntry(district, _position(node, data))

    def _read_edge(self, edge: Element, directed: bool) -> None:
        ends = [edge.attributes.get(key, "") for key in ("source", "target")]
        known = [self.names.find(each) for each in ends]
        where = f"line {edge.line}"
        start, end = known
        if start is None or end is None:
            kind = "roads to a group" if self.groups & {*ends} else "roads to a node that is not there"
            self.losses.add(kind, where)
            return
        if start == end:
            self.losses.add("roads from a place to itself", where)
            return
        words = [*DEFAULT_KEYS, *KEYS, "distance", "length"]
        data = {DEFAULT_KEYS.get(key, key): text for key, text in self._data(edge, words).items()}
        data = {"cost" if key in ("distance", "length") else key: text for key, text in data.items()}
        label = _text_in(edge, "EdgeLabel")
        more, said = _keys({**({"name": label} if label else {}), **data}, where, self.losses)
        one_way = edge.attributes.get("directed", "true" if directed else "false") == "true" or said
        self.network.links.append(RoadEntry(start, end, one_way, more))


def _text_in(element: Element, name: str) -> str:
    """Return the text of the first element of that name in an element, but in no other node."""
    waiting = list(element.children)
    while waiting:
        found = waiting.pop(0)
        if found.name == name:
            return clean("".join(each for each in found.content if isinstance(each, str)))
        if found.name not in ("node", "graph"):
            waiting += found.children
    return ""


def _position(node: Element, data: Mapping[str, str]) -> Point | None:
    """Return the position of a node: of its data `x` and `y`, or the centre of its shape in yEd."""
    x, y = number(data.get("x")), number(data.get("y"))
    if x is not None and y is not None:
        return x, y
    shape = next((each for each in node.walk() if each.name == "Geometry"), None)
    if shape is None:
        return None
    left, top, width, height = (number(shape.attributes.get(key)) for key in ("x", "y", "width", "height"))
    return (left + (width or 0) / 2, top + (height or 0) / 2) if left is not None and top is not None else None


# Routes that pass many spots: which places they link.
