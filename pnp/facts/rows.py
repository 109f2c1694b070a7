"""Rows of components as records; the size of boxes."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from pnp.diagnostics import Span
from pnp.expression import Record, Value, value_of
from pnp.messages import SURE, nearest
from pnp.model.component import SLEEVE_MARGIN, Component, DerivedRows, TuckBox
from pnp.model.diagram import NoPartError, part_in_shares
from pnp.model.faces.template import Template
from pnp.model.game import Game
from pnp.model.maps import AnyMap, tile_set
from pnp.model.maps.cells import CellTile
from pnp.model.maps.game_map import Area, District, GameMap
from pnp.model.maps.grid_map import GridMap
from pnp.model.maps.tile import Tile
from pnp.model.maps.tile_map import TileMap
from pnp.model.pack import Entry, entry_for
from pnp.model.row import COPIES, Row
from pnp.network import Network
from pnp.scene.items import BoundingBox

# The rows of components as records, from documents and from maps.

MOST_FACES = 20_000
"""Maximum number of rows printed by all components of a pack in all languages, twice that of one component."""

MOST_PARTS = 100_000
"""Maximum number of parts printed by all components of a pack, copies of a row included: ten thousand sheets."""

COMPARED = 200_000
"""Maximum number of pairs of a row and an area that are compared to find misspelt ids."""


def manifest(game: Game) -> Iterator[tuple[Entry, Component]]:
    """Yield the entries of the manifest with their existing components; without a pack, one entry per component.

    Tables are left out: they print nothing.
    """
    if game.pack is None:
        for component in game.all(Component):
            if component.prints:
                yield entry_for(component), component
        return
    for entry in game.pack.components:
        found = game.find(Component, entry.component.name)
        if found and found.prints:
            yield entry, found


def faces_of(game: Game) -> int:
    """Return the number of rows that the manifest prints; copies of a row are the same face."""
    found = {component.id: component for _, component in manifest(game)}
    rows = {name: len(rows_of(component, game)) for name, component in found.items()}
    return sum(rows[component.id] for _, component in manifest(game))


def parts_of(game: Game) -> int:
    """Return the number of parts that the manifest prints."""
    return sum(entry.copies * count_of(component, game) for entry, component in manifest(game))


def rows_of(component: Component, game: Game) -> tuple[Row, ...]:
    """Return the rows of a component: one for each area of its map, and those in the document.

    A row with the id of an area adds fields to the row of that area, even if the id is misspelt. Any other row is
    separate.
    """
    if component.each is None:
        return component.rows
    meant = {_id(row): area for row, area in misspelt_rows(component, game)}
    own = {meant.get(_id(row), _id(row)): row for row in component.rows}
    areas = tuple(_joined(area, own.get(area.name)) for area in _area_rows(component.each, game))
    joined = {area.name for area in areas}
    return (*areas, *(row for row in component.rows if meant.get(_id(row), _id(row)) not in joined))


def misspelt_rows(component: Component, game: Game) -> tuple[tuple[Row, str], ...]:
    """Return the rows that add fields to areas but misspell their ids, with these areas.

    Such a row has no fields except those that other rows add to areas. No row may have the id of the area to which its
    id is most similar.
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
    """Yield a row for each area of a map, for each area and site with a tag, or for each tile."""
    found = game.find(GameMap, each.map.name)
    if found is None:
        return iter(())
    if each.tiles:
        city = tile_set(found)
        records = _tiles(city) if city else iter(())
    else:
        records = _areas(found, each.tag.name if each.tag else None)
    return (Row(str(record.text), record.fields, span) for record, span in records)  # type: ignore[arg-type]


def _id(row: Row) -> str | None:
    """Return the id written in a row, or None."""
    found = next((value for name, value in row.fields.items() if name.lower() == "id"), None)
    return None if found in (None, "") else str(found)


def _joined(area: Row, more: Row | None) -> Row:
    """Return the row of an area with the fields of `more` added."""
    if more is None:
        return area
    fields = {**area.fields, **{name: value for name, value in more.fields.items() if name.lower() != "id"}}
    return replace(area, fields=fields, copies=more.copies, spans=more.spans)


def is_sure(component: Component, game: Game) -> bool:
    """Whether the rows are complete: the component, its map and its contents exist and are not damaged."""
    held = [game.find(Component, name.name) for name in component.box.holds] if component.box else []
    if any(found is None or found.box or not is_sure(found, game) for found in held):
        return False
    area_map = game.find(GameMap, component.each.map.name) if component.each else None
    return not (component.damaged or (component.each and area_map is None) or (area_map and area_map.damaged))


def selects_nothing(component: Component) -> bool:
    """Whether a component chooses among rows, and chooses none; that is reported."""
    chosen = component.selection
    return bool(chosen and (chosen.only or chosen.take)) and not component.rows and component.each is None


def languages_of(game: Game) -> int:
    """Return the number of languages in which the game is printed."""
    return max(1, len(game.pack.languages)) if game.pack else 1


def prints_too_much(game: Game) -> bool:
    """Whether so many rows are printed, in all languages, or so many parts, that none is drawn."""
    rows = faces_of(game) * languages_of(game)
    return rows > MOST_FACES * game.scale or parts_of(game) > MOST_PARTS * game.scale


def count_of(component: Component, game: Game) -> int:
    """Return the number of parts that the component prints; for a die, as many rows as sides are one part.

    The sum of copies is cached: a manifest may list a component of ten thousand rows a thousand times.
    """
    copies = game.cached("copies", dict[str, tuple[Component, int]])
    known = copies.get(component.id)
    if known is None or known[0] is not component:
        known = copies[component.id] = component, sum(row.copies for row in rows_of(component, game))
    rows = known[1]
    return component.copies * (rows // component.sides if component.makes == "die" else rows)


def row_record(row: Row, index: int) -> Record:
    """Return the record of a row: its number of copies, its fields, and its `index` from 1."""
    fields: dict[str, Value] = {COPIES[0]: row.copies}
    fields.update((key, value_of(value)) for key, value in row.fields.items())
    fields["index"] = index
    return Record(fields, "row", row.name)


def area_records(game_map: AnyMap, network: Network) -> tuple[Record, ...]:
    """Return the records of areas: map, id, label, name, icon, district (a record), tags, index, degree, at.

    `at` is the centre in millimetres on the map, with `x` and `y`; None for an area without a position.
    """
    spots = {area.id: area.at for area in game_map.places}
    return tuple(
        Record({**it.fields, "degree": _degree(network, it.text), "at": _position(spots.get(it.text))}, "area", it.text)
        for it, _ in _areas(game_map)
    )


def _position(at: tuple[float, float] | None) -> Record | None:
    """Return the record of a point, printed as `40, 31.5`; numbers are exact to a thousandth."""
    if at is None:
        return None
    x, y = (Fraction(round(1000 * length), 1000) for length in at)
    pairs = (("x", x), ("y", y))
    fields: dict[str, Value] = {name: n.numerator if n.denominator == 1 else n for name, n in pairs}
    return Record(fields, "point", ", ".join(f"{float(number):.3f}".rstrip("0").rstrip(".") for number in (x, y)))


def _degree(network: Network, name: str) -> int:
    """Return the number of neighbours of an area; 0 on an unused tile."""
    return len(network.neighbours(name)) if name in network.index else 0


def _tiles(tile_map: GridMap | TileMap) -> Iterator[tuple[Record, Span]]:
    """Yield the records of tiles: map, id, name, district (a record) and index."""
    districts = {district.id: district_record(district) for district in tile_map.districts}
    tiles: tuple[CellTile | Tile, ...] = tile_map.tiles
    for index, tile in enumerate(tiles, 1):
        of = tile.district if isinstance(tile, Tile) else None
        district = _district(of.name, districts) if of else None
        fields = {"map": tile_map.id, "id": tile.id, "name": tile.id, "district": district, "index": index}
        yield Record(fields, "tile", tile.id), tile.span


def site_records(game_map: AnyMap, network: Network) -> tuple[Record, ...]:
    """Return the records of sites: the fields of an area, and `at`, the names of the areas that serve the site.

    `at` is empty on an unused tile.
    """
    served = {site.id: network.names(site.places) for site in network.sites.values()}
    records = (record for record, _ in _described(game_map, game_map.sites))
    return tuple(Record({**each.fields, "at": served.get(each.text or "", ())}, "site", each.text) for each in records)


def part_records(game_map: AnyMap) -> tuple[Record, ...]:
    """Return the records of the parts of areas: the fields of an area, and `area`, the area's name."""
    found = []
    for area in game_map.places:
        for record, _ in _described(game_map, area.parts):
            found.append(Record({**record.fields, "area": area.id}, "area", record.text))
    return tuple(found)


def _areas(game_map: AnyMap, tag: str | None = None) -> Iterator[tuple[Record, Span]]:
    return _described(game_map, game_map.chosen(tag))


def _described(game_map: AnyMap, areas: Iterable[Area]) -> Iterator[tuple[Record, Span]]:
    districts = {district.id: district_record(district) for district in game_map.districts}
    for index, area in enumerate(areas, 1):
        fields: Mapping[str, Value] = {
            "map": game_map.id,
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
    """Return the district of that name, or a copy of another for a missing one, which a check reports."""
    likeness = next(iter(known.values()), Record({"icon": "", "colour": "", "tint": ""}))
    return known.get(name) or Record({**likeness.fields, "id": name, "name": name}, "district", name)


def district_record(district: District) -> Record:
    """Return the record of a district: id, name, its icon and its palette roles."""
    roles = {"icon": district.icon, "colour": district.colour, "tint": district.tint}
    fields = {key: ref.name if ref else "" for key, ref in roles.items()}
    return Record({"id": district.id, "name": district.name, **fields}, "district", district.id)


# The size of a box for its contents.

FLAT = ("card", "tile", "token", "mat", "pad", "track", "marker", "coin", "note", "sticker")
"""The components that can be stacked in a box."""


class BoxSize(Struct, frozen=True):
    """The inside of a box in millimetres, and the number of parts in it."""

    width: float
    height: float
    depth: float
    count: int


def box_size(box: TuckBox, game: Game) -> BoxSize | None:
    """Return the inside of a box; None if a component that it holds, or its template, does not exist."""
    held = tuple(held_by(box, game))
    if len(held) < len(box.holds):
        return None
    around = 2 * box.clearance
    more = around + (SLEEVE_MARGIN if box.sleeve else 0.0)
    count = sum(count_of(component, game) for component, _ in held)
    return BoxSize(
        width=max(template.width for _, template in held) + more,
        height=max(template.height for _, template in held) + more,
        depth=count * (box.thickness + 2 * box.sleeve) + around,
        count=count,
    )


def held_by(box: TuckBox, game: Game) -> Iterator[tuple[Component, Template]]:
    """Yield the existing components in the box with their templates."""
    for name in box.holds:
        component = game.find(Component, name.name)
        template = game.find(Template, component.template.name) if component and component.template else None
        if component and template and component.makes in FLAT:
            yield component, template


# What of a face is visible when the piece is folded.


def finished_part(component: Component, template: Template) -> BoundingBox | None:
    """Return the part of the front that is visible when the piece is folded; None if that is all of it.

    A check reports a part that is not on the face.
    """
    if component.finished is None:
        return None
    wide, tall = template.width, template.height
    try:
        left, top, across, down = part_in_shares(" ".join(component.finished.name.split()), wide, tall, "face")
    except NoPartError:
        return None
    return BoundingBox(left * wide, top * tall, (left + across) * wide, (top + down) * tall)
