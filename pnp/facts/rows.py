"""Rows of components as records; the size a box needs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from pnp.diagnostics import Span
from pnp.expression import Record, Value, value_of
from pnp.messages import SURE, nearest
from pnp.model.component import SLEEVE_MARGIN, Component, DerivedRows, Row, TuckBox
from pnp.model.faces.template import Template
from pnp.model.game import Game
from pnp.model.maps import AnyMap, tile_city
from pnp.model.maps.game_map import Area, District, GameMap
from pnp.model.maps.tile_map import TileMap
from pnp.model.pack import Entry
from pnp.model.reference import Ref
from pnp.network import Network

# The rows of components as records: those that a document writes, and those that come from a map.

MOST_FACES = 20_000
"""Rows that all components of a pack may print together in all languages, twice as many as one component."""

COMPARED = 200_000
"""Rows with areas that are held against each other, to find one that is meant for the other."""


def manifest(game: Game) -> Iterator[tuple[Entry, Component]]:
    """The lines of the manifest whose components are there; one line for each component where there is no pack."""
    if game.pack is None:
        for component in game.all(Component):
            yield Entry(component.id, Ref(component.id, component.span), component.span), component
        return
    for entry in game.pack.components:
        found = game.find(Component, entry.component.name)
        if found:
            yield entry, found


def faces_of(game: Game) -> int:
    """How many rows all lines of the manifest print, each copy of a row being the same face."""
    found = {component.id: component for _, component in manifest(game)}
    rows = {name: len(rows_of(component, game)) for name, component in found.items()}
    return sum(rows[component.id] for _, component in manifest(game))


def rows_of(component: Component, game: Game) -> tuple[Row, ...]:
    """The rows of a component: one for each area of its map, if it names one that is there, and those that it writes.

    A row with the id of such an area says more of it, one that misspells it too; any other is one of its own.
    """
    if component.each is None:
        return component.rows
    meant = {_id(row): area for row, area in misspelt_rows(component, game)}
    own = {meant.get(_id(row), _id(row)): row for row in component.rows}
    areas = tuple(_joined(area, own.get(area.name)) for area in _area_rows(component.each, game))
    joined = {area.name for area in areas}
    return (*areas, *(row for row in component.rows if meant.get(_id(row), _id(row)) not in joined))


def misspelt_rows(component: Component, game: Game) -> tuple[tuple[Row, str], ...]:
    """The rows that are meant for areas but misspell their ids, with those areas.

    Such a row is like the others that say more of areas: it writes no field that they don't, and so has nothing that it
    would need to be one of its own. No row has the id of the area to which its own comes nearest.
    """
    if component.each is None:
        return ()
    ids = {_id(row) for row in component.rows}
    areas = {area.name: None for area in _area_rows(component.each, game)}
    said = {name for row in component.rows if _id(row) in areas for name in row.fields}
    left = [area for area in areas if area not in ids]
    found: dict[str, Row] = {}
    for row in component.rows[: COMPARED // len(left)] if said and left else ():
        name = _id(row)
        if name is not None and name not in areas and said.issuperset(row.fields):
            area = nearest(name, left, SURE)
            if area is not None:
                found.setdefault(area, row)
    return tuple((row, area) for area, row in found.items())


def _area_rows(each: DerivedRows, game: Game) -> Iterator[Row]:
    """A row for each area of a map, for each area and site with a tag, or for each tile."""
    found = game.find(GameMap, each.map.name)
    if found is None:
        return iter(())
    if each.tiles:
        city = tile_city(found)
        records = _tiles(city) if city else iter(())
    else:
        records = _areas(found, each.tag.name if each.tag else None)
    return (Row(str(record.text), record.fields, span) for record, span in records)  # type: ignore[arg-type]


def _id(row: Row) -> str | None:
    """The id that a row writes."""
    found = next((value for name, value in row.fields.items() if name.lower() == "id"), None)
    return None if found in (None, "") else str(found)


def _joined(area: Row, more: Row | None) -> Row:
    """The row of an area with what another says more of it."""
    if more is None:
        return area
    fields = {**area.fields, **{name: value for name, value in more.fields.items() if name.lower() != "id"}}
    return replace(area, fields=fields, copies=more.copies, spans=more.spans)


def is_sure(component: Component, game: Game) -> bool:
    """Whether the rows are those that were meant: nothing of the component, its map or what it holds is damaged."""
    held = [game.find(Component, name.name) for name in component.box.holds] if component.box else []
    if any(found is None or found.box or not is_sure(found, game) for found in held):
        return False
    area_map = game.find(GameMap, component.each.map.name) if component.each else None
    return not (component.damaged or (component.each and area_map is None) or (area_map and area_map.damaged))


def languages_of(game: Game) -> int:
    """How many languages the game is laid out in."""
    return max(1, len(game.pack.languages)) if game.pack else 1


def has_too_many_faces(game: Game) -> bool:
    """Whether so many rows are printed, in so many languages, that none is drawn."""
    return faces_of(game) * languages_of(game) > MOST_FACES


def count_of(component: Component, game: Game) -> int:
    """How many things the component prints; as many rows as a die has sides are one thing.

    Its copies are added up once: a manifest may list a component of ten thousand rows a thousand times.
    """
    copies = game.cached("copies", dict[str, tuple[Component, int]])
    known = copies.get(component.id)
    if known is None or known[0] is not component:
        known = copies[component.id] = component, sum(row.copies for row in rows_of(component, game))
    rows = known[1]
    return component.copies * (rows // component.sides if component.makes == "die" else rows)


def row_record(row: Row, index: int) -> Record:
    """What expressions see of a row: its fields, and its `index` from 1."""
    fields = {key: value_of(value) for key, value in row.fields.items()}
    fields["index"] = index
    return Record(fields, "row", row.name)


def area_records(area_map: AnyMap, network: Network) -> tuple[Record, ...]:
    """What expressions see of each area: its map, id, label, name, district (a record), tags, index, and its degree
    (number of neighbours).
    """
    return tuple(
        Record({**record.fields, "degree": _degree(network, record.text)}, "area", record.text)
        for record, _ in _areas(area_map)
    )


def _degree(network: Network, name: str) -> int:
    """How many neighbours an area has; none where it lies aside on a tile that is left over."""
    return len(network.neighbours(name)) if name in network.index else 0


def _tiles(tile_map: TileMap) -> Iterator[tuple[Record, Span]]:
    """What expressions see of each tile: its map, id, name, district (a record) and index."""
    districts = {district.id: district_record(district) for district in tile_map.districts}
    for index, tile in enumerate(tile_map.tiles, 1):
        district = _district(tile.district.name, districts) if tile.district else None
        fields = {"map": tile_map.id, "id": tile.id, "name": tile.id, "district": district, "index": index}
        yield Record(fields, "tile", tile.id), tile.span


def site_records(area_map: AnyMap, network: Network) -> tuple[Record, ...]:
    """What expressions see of each site: what they see of an area, and `at`, the names of the areas that serve it; none
    where it lies aside on a tile that is left over.
    """
    served = {site.id: network.names(site.places) for site in network.sites.values()}
    records = (record for record, _ in _described(area_map, area_map.sites))
    return tuple(Record({**each.fields, "at": served.get(each.text or "", ())}, "site", each.text) for each in records)


def _areas(area_map: AnyMap, tag: str | None = None) -> Iterator[tuple[Record, Span]]:
    return _described(area_map, area_map.chosen(tag))


def _described(area_map: AnyMap, areas: Iterable[Area]) -> Iterator[tuple[Record, Span]]:
    districts = {district.id: district_record(district) for district in area_map.districts}
    for index, area in enumerate(areas, 1):
        fields: Mapping[str, Value] = {
            "map": area_map.id,
            "id": area.id,
            "label": area.label,
            "name": area.name,
            "icon": area.icon.name if area.icon else "",
            "district": _district(area.district.name, districts) if area.district else None,
            "tags": tuple(tag.name for tag in area.tags),
            "index": index,
        }
        yield Record(fields, "area", area.id), area.span


def _district(name: str, known: Mapping[str, Record]) -> Record:
    """The district of that name; of one that is not there, which is told elsewhere, a stand-in that draws like
    another.
    """
    likeness = next(iter(known.values()), Record({"icon": "", "colour": "", "tint": ""}))
    return known.get(name) or Record({**likeness.fields, "id": name, "name": name}, "district", name)


def district_record(district: District) -> Record:
    """What expressions see of a district: id, name, and the icon and palette roles that tell it apart."""
    roles = {"icon": district.icon, "colour": district.colour, "tint": district.tint}
    fields = {key: ref.name if ref else "" for key, ref in roles.items()}
    return Record({"id": district.id, "name": district.name, **fields}, "district", district.id)


# How large a box has to be for what it holds.

FLAT = ("card", "tile", "token", "mat", "pad", "track", "marker", "coin", "note", "sticker")
"""What lies flat in a stack."""


class BoxSize(Struct, frozen=True):
    """The inside of a box in millimetres, and how many things lie in it."""

    width: float
    height: float
    depth: float
    count: int


def box_size(box: TuckBox, game: Game) -> BoxSize | None:
    """The room that a box needs; None where something that it holds, or the template of it, is not there."""
    held = tuple(held_by(box, game))
    if len(held) < len(box.holds):
        return None
    more = box.clearance + (SLEEVE_MARGIN if box.sleeve else 0.0)
    count = sum(count_of(component, game) for component, _ in held)
    return BoxSize(
        width=max(template.width for _, template in held) + more,
        height=max(template.height for _, template in held) + more,
        depth=count * (box.thickness + 2 * box.sleeve) + box.clearance,
        count=count,
    )


def held_by(box: TuckBox, game: Game) -> Iterator[tuple[Component, Template]]:
    """What the box holds and is there, with the templates."""
    for name in box.holds:
        component = game.find(Component, name.name)
        template = game.find(Template, component.template.name) if component and component.template else None
        if component and template and component.makes in FLAT:
            yield component, template
