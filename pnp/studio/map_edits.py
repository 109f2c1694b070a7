"""Changes of a map from the page: places, roads, streets and cells; tried in memory first, then written to its file.

A message has `edits`, objects with a `do` and what that needs; they are made one after the other. `map.try` returns the
verdicts that the map would have, `map.change` writes the changes and returns the map as it is then. Both read the
changed text with the loader and prove with the prover of `pnp check`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any, assert_never

from pnp.diagnostics import Severity, Span
from pnp.edit import EditRefused, PackFile, add_item, remove_item, set_value, value_at
from pnp.edit.texts import TextEdit
from pnp.geometry.street_plan import Street
from pnp.model.maps import AnyMap
from pnp.model.maps.area_map import JOINT, AreaMap, Road
from pnp.model.maps.game_map import Point
from pnp.model.maps.grid_map import GridMap
from pnp.model.maps.movement import PART
from pnp.model.maps.street_map import JOINT as STREET_JOINT
from pnp.model.maps.street_map import StreetMap
from pnp.model.maps.tile import Tile
from pnp.model.maps.tile_map import TileMap
from pnp.source.tree import Steps
from pnp.studio.changes import MapDraft, has_value, own_file, point_of, refusal, with_unsaved, write
from pnp.studio.maps import MapState, map_named, printed_tiles, proved, shown, state_of, verdicts
from pnp.studio.session import Json, Message, RequestRefused, StudioSession

TOGETHER = ("move", "set-place", "label")
"""Edits of which several can be in a message: they leave the others' places in the document as they are."""

MOST_EDITS = 500
"""Maximum number of edits in a message."""

Edit = Mapping[str, Any]


def tried(studio: StudioSession, message: Message) -> Json:
    """Return the verdicts and the positions that the map would have with the edits; nothing is written."""
    state = state_of(studio, message)
    after_edits = unsaved_state(studio, state, edited(studio, state, message).file)
    return {
        "map": state.map.id,
        "at": {area.id: area.at for area in after_edits.map.places if area.at},
        **verdicts(after_edits),
    }


def changed(studio: StudioSession, message: Message) -> Json:
    """Write the edits to the file of the map, and return its facts as they are then, with `says` and the changed line.

    Raises RequestRefused for edits that the map does not have, or that would leave no map that can be read.
    """
    state = state_of(studio, message)
    draft = edited(studio, state, message)
    after_edits = unsaved_state(studio, state, draft.file)
    made = write(studio, draft.in_all, says(message))
    studio.cached[f"map state {state.map.id}"] = after_edits
    return {**made, **shown(studio, after_edits)}


def says(message: Message) -> str:
    """Return what the edits do, for the list of what can be undone."""
    edits = message.get("edits")
    first = edits[0] if isinstance(edits, list) and edits and isinstance(edits[0], dict) else {}
    name = str(
        first.get("place")
        or first.get("district")
        or first.get("name")
        or first.get("street")
        or f"{first.get('from')} – {first.get('to')}"
    )
    return f"{WORDS.get(str(first.get('do')), 'change')} {name if first.get('do') != 'paint' else 'cells'}"[:200]


WORDS = {
    "move": "move",
    "bend": "bend the road",
    "road": "add the road",
    "unroad": "take out the road",
    "set-road": "change the road",
    "set-place": "change",
    "label": "move the label of",
    "add-place": "add",
    "remove-place": "remove",
    "paint": "paint",
    "street": "move a point of",
}
"""The name of each edit, as text."""


def edited(studio: StudioSession, state: MapState, message: Message) -> MapDraft:
    """Return the draft of a map with the edits made."""
    edits = message.get("edits")
    if not isinstance(edits, list) or not 0 < len(edits) <= MOST_EDITS:
        raise RequestRefused(f"a change has 1 to {MOST_EDITS} edits")
    if len(edits) > 1 and not all(isinstance(each, dict) and each.get("do") in TOGETHER for each in edits):
        raise RequestRefused("such a change is made alone")
    draft = MapDraft(state.map, own_file(studio, state.map.span.file))
    try:
        for edit in edits:
            if not isinstance(edit, dict) or edit.get("do") not in DOES:
                raise RequestRefused(f"an edit is one of: {', '.join(DOES)}")
            DOES[edit["do"]](draft, edit)
    except EditRefused as refused:
        raise refusal(studio, refused) from refused
    except (TypeError, KeyError, IndexError) as error:
        raise RequestRefused("this edit does not fit the map: load the page again") from error
    return draft


def unsaved_state(studio: StudioSession, state: MapState, file: PackFile) -> MapState:
    """Return a map as it would be with another content of its file. Raises RequestRefused if it could not be read."""
    loaded = with_unsaved(studio, file)
    found = [each for each in loaded.game.documents if getattr(each, "kind", "") == state.map.kind]
    if not any(each.id == state.map.id for each in found):
        wrong = [each for each in loaded.findings if each.severity is Severity.ERROR]
        why = next((each for each in wrong if each.span.file == state.map.span.file), None)
        raise RequestRefused(
            f"{why.message}{f': {why.hint}' if why.hint else ''}" if why else "the map can't be read then"
        )
    return proved(studio, loaded.game, map_named(loaded.game, state.map.id), loaded.findings)


# The edits.


def _place_path(draft: MapDraft, name: str) -> Steps:
    """Return the path of a place or site in the document of its map."""
    path, span = _written_at(draft.map, name)
    if not path or span is None:
        raise EditRefused(f"the position of '{name}' follows from the streets of its map")
    draft.require_own(span, f"'{name}'")
    return path


def _written_at(game_map: AnyMap, name: str) -> tuple[Steps, Span | None]:
    """Return the path and the span of what has that name, if the document of the map gives its position."""
    match game_map.kind:
        case "area-map":
            areas = {area.id: area.span for area in (*game_map.areas, *game_map.parts)}
            area, _, part = name.partition(PART)
            path = ("areas", area, "parts", part) if part and area in areas else ("areas", name)
            return path, areas.get(name)
        case "street-map":
            sites, lots = {site.id: site.span for site in game_map.served}, {lot.id: lot.span for lot in game_map.lots}
            return ("sites" if name in sites else "lots", name), sites.get(name) or lots.get(name)
        case "grid-map":
            named = {cell.place.id: cell.place.span for cell in game_map.cells if cell.place}
            return ("places", name), named.get(name)
        case "tile-map" | "block-map":
            return (), None
        case _:
            assert_never(game_map)


def _move(draft: MapDraft, edit: Edit) -> None:
    name = str(edit["place"])
    if isinstance(draft.map, TileMap):
        _move_on_tile(draft, name, point_of(edit["at"]))
        return
    path = _place_path(draft, name)
    if isinstance(draft.map, GridMap):
        cells = {cell.id: cell.number for cell in draft.map.cells} | {
            cell.number: cell.number for cell in draft.map.cells
        }
        if str(edit["at"]) not in cells:
            raise RequestRefused("a named place is on a cell")
        draft.set((*path, "at"), cells[str(edit["at"])])
    else:
        draft.set((*path, "at"), point_of(edit["at"]))


def _move_on_tile(draft: MapDraft, name: str, at: list[int | float]) -> None:
    """Move a site of a tile; several tiles may have one of that name, which then has the tile's before it."""
    assert isinstance(draft.map, TileMap)
    for tile, left, top in printed_tiles(draft.map):
        for site in tile.sites:
            if name in (site.id, f"{tile.id} {site.id}") and any(each.id == name for each in draft.map.sites):
                draft.require_own(site.span, f"'{name}'")
                draft.set((*_tile_path(draft, tile), "sites", site.id, "at"), point_of([at[0] - left, at[1] - top]))
                return
    raise EditRefused(f"the position of '{name}' follows from the streets of its tile")


def _set_place(draft: MapDraft, edit: Edit) -> None:
    """Set a key of a place: its tags, its district, its label, its ground."""
    key, value = str(edit["key"]), edit.get("value")
    if key not in ("tags", "in", "label", "name", "ground", "colour"):
        raise RequestRefused(f"a place has no '{key}' that can be changed here")
    if key == "tags":
        value = [str(each) for each in value][:100] if isinstance(value, list) and value else None
    draft.set((*_place_path(draft, str(edit["place"])), key), str(value) if value and key != "tags" else value or None)


def _label(draft: MapDraft, edit: Edit) -> None:
    """Put the label of a place, or the name of a district, at a point; without one, where it covers least."""
    if not isinstance(draft.map, AreaMap):
        raise EditRefused("labels are moved on maps of areas")
    if edit.get("district") is None:
        path = _place_path(draft, str(edit["place"]))
    else:
        district = draft.map.district(str(edit["district"]))
        if district is None:
            raise RequestRefused(f"there is no district '{edit['district']}'")
        draft.require_own(district.span, f"'{district.id}'")
        path = ("districts", district.id)
    draft.set((*path, "label-at"), point_of(edit["at"]) if edit.get("at") is not None else None)


def _add_place(draft: MapDraft, edit: Edit) -> None:
    name = str(edit["name"]).strip()
    if not isinstance(draft.map, AreaMap):
        raise EditRefused("places of this kind of map follow from its streets or cells")
    if not name or len(name) > 60 or not name.isprintable() or PART in name:
        raise RequestRefused("a place needs a name of up to 60 characters")
    if any(area.id == name for area in draft.map.areas):
        raise RequestRefused(f"there is a place '{name}' already")
    if draft.map.areas:
        draft.require_own(draft.map.areas[0].span, "the list of places")
    draft.set(("areas", name), {"at": point_of(edit["at"])})


def _remove_place(draft: MapDraft, edit: Edit) -> None:
    """Remove a place with the roads that lead to it."""
    name = str(edit["place"])
    path = _place_path(draft, name)
    if path[0] != "areas":
        raise EditRefused(f"'{name}' is not removed here")
    assert isinstance(draft.map, AreaMap)
    roads = [road for road in draft.map.roads if name in (road.start.name, road.end.name) and _item(road) is not None]
    for road in sorted({_item(road): road for road in roads}.values(), key=lambda each: -(_item(each) or 0)):
        _without(draft, road, {name})
    draft.make(lambda file: remove_item(file, path))


# Roads of an area map: an item is a text `A -- B -> C`, a list of places, or a mapping.


def _item(road: Road) -> int | None:
    """Return the number of the item that states a road; None for a road that follows from a common border."""
    number = road.span.pointer.removeprefix("/roads/")
    return int(number) if number.isdecimal() else None


def _road(draft: MapDraft, edit: Edit) -> tuple[Road, int]:
    """Return the road that an edit names by its item and ends, with its item."""
    assert isinstance(draft.map, AreaMap)
    for road in draft.map.roads:
        if (_item(road), road.start.name, road.end.name) == (edit.get("item"), edit.get("from"), edit.get("to")):
            draft.require_own(road.span, "the road")
            return road, int(edit["item"])
    raise EditRefused("this road follows from the border of two areas, or is not there any more")


def _legs(value: Any) -> list[tuple[str, str, str]]:
    """Return the roads of an item as (start, sign, end); a mapping is a single one."""
    if isinstance(value, str):
        names, signs = [each.strip() for each in JOINT.split(value)[::2]], JOINT.findall(value)
        return [(one, sign, other) for (one, other), sign in zip(pairwise(names), signs, strict=True)]
    if isinstance(value, list):
        return [(str(one), "--", str(other)) for one, other in pairwise(value)]
    return [(str(value["from"]), "->" if value.get("one-way") else "--", str(value["to"]))]


def _texts(legs: list[tuple[str, str, str]]) -> list[str]:
    """Return roads as texts; those that go on where the last one ends are one text."""
    found: list[str] = []
    end = ""
    for one, sign, other in legs:
        if found and one == end:
            found[-1] += f" {sign} {other}"
        else:
            found.append(f"{one} {sign} {other}")
        end = other
    return found


def _rewrite(draft: MapDraft, item: int, values: list[Any]) -> None:
    """Replace an item of the roads by others, in its place; lists stay lists where that is possible."""
    if not values:
        draft.make(lambda file: remove_item(file, ("roads", item)))
        return
    if values[0] != value_at(draft.file, ("roads", item)):
        draft.make(lambda file: set_value(file, ("roads", item), values[0]))
    for number, value in enumerate(values[1:], item + 1):
        draft.make(lambda file, number=number, value=value: add_item(file, ("roads",), value, number))  # type: ignore[misc]


def _as_before(texts: list[str], value: Any) -> list[Any]:
    """Return roads in the form of the item that they come from: a list stays a list."""
    return [JOINT.split(text)[::2] for text in texts] if isinstance(value, list) else list(texts)


def _without(draft: MapDraft, road: Road, names: set[str]) -> None:
    """Take the legs to places out of an item."""
    item = _item(road)
    assert item is not None
    value = value_at(draft.file, ("roads", item))
    left = [leg for leg in _legs(value) if names.isdisjoint((leg[0], leg[2]))]
    _rewrite(draft, item, _as_before(_texts(left), value))


def _add_road(draft: MapDraft, edit: Edit) -> None:
    one, other = str(edit["from"]), str(edit["to"])
    if not isinstance(draft.map, AreaMap):
        raise EditRefused("roads are drawn on maps of areas; here, change the streets")
    known = {area.id for area in (*draft.map.areas, *draft.map.parts)}
    if one == other or not {one, other} <= known:
        raise RequestRefused("a road joins two places")
    for road in draft.map.roads[:1]:
        draft.require_own(road.span, "the list of roads")
    more = {key: edit[key] for key in ("kind", "cost") if edit.get(key) is not None}
    item: Any = f"{one} {'->' if edit.get('one_way') else '--'} {other}"
    if more:
        item = {"from": one, "to": other, **more, **({"one-way": True} if edit.get("one_way") else {})}
    if has_value(draft.file, ("roads",)):
        draft.make(lambda file: add_item(file, ("roads",), item))
    else:
        draft.set(("roads",), [item])


def _remove_road(draft: MapDraft, edit: Edit) -> None:
    road, item = _road(draft, edit)
    value = value_at(draft.file, ("roads", item))
    ends = {road.start.name, road.end.name}
    legs = _legs(value)
    gone = next(number for number, leg in enumerate(legs) if {leg[0], leg[2]} == ends)
    _rewrite(draft, item, _as_before(_texts(legs[:gone]) + _texts(legs[gone + 1 :]), value))


def _alone(draft: MapDraft, edit: Edit) -> Steps:
    """Return the path of a road as a separate mapping, made of its part of a text if it is one."""
    road, item = _road(draft, edit)
    value = value_at(draft.file, ("roads", item))
    if isinstance(value, dict):
        return ("roads", item)
    ends, legs = {road.start.name, road.end.name}, _legs(value)
    here = next(number for number, leg in enumerate(legs) if {leg[0], leg[2]} == ends)
    own: dict[str, Any] = {"from": road.start.name, "to": road.end.name}
    if road.one_way:
        own["one-way"] = True
    before, behind = _as_before(_texts(legs[:here]), value), _as_before(_texts(legs[here + 1 :]), value)
    _rewrite(draft, item, [*before, own, *behind])
    return ("roads", item + len(before))


def _bend(draft: MapDraft, edit: Edit) -> None:
    via = [point_of(each) for each in edit["via"]][:MOST_BENDS]
    path = _alone(draft, edit)
    draft.set((*path, "via"), via or None)


MOST_BENDS = 100
"""Maximum number of bends of a road."""


def _set_road(draft: MapDraft, edit: Edit) -> None:
    """Set the cost, the kind, the name or the direction of a road."""
    key, value = str(edit["key"]), edit.get("value")
    if key not in ("cost", "kind", "name", "one-way", "curve"):
        raise RequestRefused(f"a road has no '{key}' that can be changed here")
    if key == "cost" and value is not None and type(value) is not int:
        raise RequestRefused("a cost is a whole number")
    path = _alone(draft, edit)
    draft.set((*path, key), value or None)


# Streets: a text of two points, `west 46.5 -- 93 60`, or a mapping with from, via and to.


def _street(draft: MapDraft, edit: Edit) -> None:
    """Move the end or a bend of a street to a point; on a tile, `tile` is its name."""
    path, street, size, (left, top) = _street_at(draft, edit)
    draft.require_own(street.span, f"'{street.name}'")
    x, y = point_of(edit["at"])
    number, value = int(edit["point"]), value_at(draft.file, path)
    written = _written(point_of([x - left, y - top]), size)
    if isinstance(value, str):
        parts = STREET_JOINT.split(value)
        parts[2 * number] = written if isinstance(written, str) else f"{written[0]} {written[1]}"
        signs = iter(STREET_JOINT.findall(value))
        draft.set(path, "".join(f" {next(signs)} " if index % 2 else part for index, part in enumerate(parts)))
    else:
        bends = len(value.get("via", []))
        step: Steps = ("from",) if number == 0 else ("to",) if number == bends + 1 else ("via", number - 1)
        draft.set((*path, *step), written)


def _street_at(draft: MapDraft, edit: Edit) -> tuple[Steps, Street, Point, Point]:
    """Return the path of a street, the street, the size of its ground, and the corner of the ground on the map."""
    match draft.map:
        case StreetMap():
            for street in draft.map.streets:
                if street.name == edit["street"]:
                    return ("streets", street.name), street, (draft.map.width, draft.map.height), (0.0, 0.0)
        case TileMap():
            for tile, left, top in printed_tiles(draft.map):
                for street in tile.streets:
                    if (tile.id, street.name) == (edit["tile"], edit["street"]):
                        path = (*_tile_path(draft, tile), "streets", street.name)
                        return path, street, (tile.side, tile.side), (left, top)
        case _:
            raise EditRefused("streets are moved on maps of streets, and on tiles")
    raise RequestRefused(f"there is no street '{edit['street']}'")


def _tile_path(draft: MapDraft, tile: Tile) -> Steps:
    """Return the path of a tile: the first of several copies has a number after the name in the document."""
    path = ("tiles", tile.id)
    return path if has_value(draft.file, path) else ("tiles", tile.id.removesuffix(" 1"))


def _written(at: list[int | float], size: Point) -> str | list[int | float]:
    """Return a point of a street as documents write it: on an edge by its side and distance."""
    (x, y), (width, height) = at, size
    edges = (("north", y <= 0, x), ("south", y >= height, x), ("west", x <= 0, y), ("east", x >= width, y))
    return next((f"{word} {along}" for word, hit, along in edges if hit), at)


# Cells of a grid: letters of its picture.


def _paint(draft: MapDraft, edit: Edit) -> None:
    """Give cells a terrain: their letters in the picture are replaced."""
    grid_map = draft.map
    if not isinstance(grid_map, GridMap):
        raise EditRefused("cells are painted on maps of cells")
    if grid_map.terrain_file:
        file = grid_map.terrain_file.file
        raise EditRefused(f"the cells are in the table '{file}'", "change them in a spreadsheet", file.span)
    draft.require_own(grid_map.span, "the picture")
    legend = value_at(draft.file, ("legend",)) if has_value(draft.file, ("legend",)) else {}
    terrain = str(edit["terrain"])
    letter = next((str(key) for key, each in legend.items() if _terrain(each) == terrain), None)
    if letter is None or len(letter) != 1:
        raise RequestRefused(f"the legend has no letter for '{terrain}'")
    spans = {cell.at: cell.span for cell in grid_map.picture.cells}
    wanted = {str(each) for each in edit["cells"]}
    offsets = _line_offsets(draft.file.text)
    edits = []
    for cell in grid_map.cells:
        span = spans.get(cell.at)
        if span and wanted & {cell.id, cell.number}:
            if span.line != span.end_line or span.end_column != span.column + 1:
                raise EditRefused("the picture is not written as a block of lines", "write it after 'terrain: |'", span)
            start = offsets[span.line - 1] + span.column - 1
            edits.append(TextEdit(start, start + 1, letter))
    draft.make(lambda file: file.changes(edits))


def _terrain(described: object) -> str:
    """Return the terrain of an entry of a legend, which may also give tags."""
    return str(described.get("terrain", "")) if isinstance(described, dict) else str(described)


def _line_offsets(text: str) -> list[int]:
    return [0, *(found.end() for found in re.finditer("\n", text))]


DOES: Mapping[str, Callable[[MapDraft, Edit], None]] = {
    "move": _move,
    "set-place": _set_place,
    "label": _label,
    "add-place": _add_place,
    "remove-place": _remove_place,
    "road": _add_road,
    "unroad": _remove_road,
    "bend": _bend,
    "set-road": _set_road,
    "street": _street,
    "paint": _paint,
}
"""The edits by name."""
