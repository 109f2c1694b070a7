"""The sides of cells and the roads through them."""

from collections.abc import Iterator

from pnp.checks.map.subjects import each_name_once, hint_for, joined_hint
from pnp.diagnostics import ERROR, Fault, check
from pnp.messages import did_you_mean, series
from pnp.model.maps.cell_sides import CellSide
from pnp.model.maps.grid_map import GridMap
from pnp.model.reference import Ref


@check("unknown-side-kind", severity=ERROR)
def unknown_side_kind(grid_map: GridMap) -> Iterator[Fault]:
    """A side, a road or an edge of a grid map is of a kind that the map does not have.

    Every map has rivers, bridges, fords, walls, doors, secret doors, openings, fences, cliffs and borders as sides, and
    roads, trails, rails, streams and tunnels as roads. `side-kinds` and `road-kinds` add others.

    Fix: correct the name, or describe the kind.

    Bad:
        kind: grid-map
        cells: square
        extent: 3 x 3
        sides:
          - {between: [A1, A2], kind: doors}

    Good:
        kind: grid-map
        cells: square
        extent: 3 x 3
        sides:
          - {between: [A1, A2], kind: door}
    """
    sides = [entry.kind for entry in grid_map.entries]
    sides += [kind.over for kind in grid_map.side_kinds.values() if kind.over]
    roads = [road.kind for road in grid_map.roads if road.kind]
    roads += [edge.kind for edge in grid_map.written_edges]
    named: tuple[tuple[str, list[Ref], frozenset[str]], ...] = (
        ("side", sides, frozenset(grid_map.side_kinds)),
        ("road", roads, frozenset(grid_map.road_kinds)),
    )
    for thing, refs, known in named:
        hints = hint_for(known)
        for ref, also in each_name_once(ref for ref in refs if ref.name not in known):
            hint = hints(ref.name) or f"describe it under {thing}-kinds"
            yield Fault(ref.span, f"there is no kind of {thing} '{ref}'", joined_hint(hint, also))


@check("contradicting-sides", severity=ERROR)
def contradicting_sides(grid_map: GridMap) -> Iterator[Fault]:
    """A side between two cells is described twice, and differently.

    Both cells share the side, so it can only be of one kind. An entry for all sides around some cells does not count
    here: an entry that names the side overrides it.

    Fix: take one of the entries out.

    Bad:
        kind: grid-map
        cells: hex-pointy
        extent: 3 x 3
        sides:
          - {between: [A1, B1], kind: river}
          - {of: B1, towards: W, kind: wall}

    Good:
        kind: grid-map
        cells: hex-pointy
        extent: 3 x 3
        sides:
          - {between: [A1, B1], kind: river}
          - {of: B1, towards: E, kind: wall}
    """
    seen: set[tuple[int, int]] = set()
    for first, second in grid_map.survey.contradictions:
        pair = id(first.entry), id(second.entry)
        if pair in seen:
            continue
        seen.add(pair)
        where = "" if first.span.file != second.span.file else f" on line {first.span.line}"
        message = f"{_side(grid_map, second)} is a {second.kind.id} here, and a {first.kind.id}{where}"
        yield Fault(second.span, message, "take one of the two out", other=first.span)


def _side(grid_map: GridMap, side: CellSide) -> str:
    """Return a side as text."""
    one = grid_map.cells[side.cell].id
    if side.other is None:
        return f"the side {grid_map.grid.side_names[side.side]} of '{one}'"
    return f"the side between '{one}' and '{grid_map.cells[side.other].id}'"


@check("no-side", severity=ERROR)
def no_side(grid_map: GridMap) -> Iterator[Fault]:
    """An entry of `sides` or `edges` means no side of the map.

    The two cells are not neighbours, no terrain or district has the name under `around`, or the cells have no side
    towards that direction.

    Fix: correct the cells, the name or the direction.

    Bad:
        kind: grid-map
        cells: square
        extent: 3 x 3
        sides:
          - {between: [A1, B2], kind: wall}

    Good:
        kind: grid-map
        cells: square
        extent: 3 x 3
        sides:
          - {between: [A1, B1], kind: wall}
    """
    for entry in grid_map.survey.apart:
        one, other = entry.first[0], entry.second[0]
        single = len(entry.first) == len(entry.second) == 1
        message = f"'{one}' and '{other}' share no side" if single else "no two of these cells share a side"
        yield Fault(entry.span, message, _neighbours(grid_map, one.name) if single else None)
    groups = grid_map.finder.groups
    known = {*groups, *grid_map.terrains, *(district.id for district in grid_map.districts)}
    names = grid_map.grid.side_names
    for entry in grid_map.entries:
        if entry.around and entry.around.name not in groups:
            hint = did_you_mean(entry.around.name, known) or "name a terrain or a district, or list the cells"
            yield Fault(entry.around.span, f"there is no terrain or district '{entry.around}' on the map", hint)
    towards = [ref for entry in grid_map.entries for ref in entry.towards]
    for ref in (*towards, *(edge.side for edge in grid_map.written_edges)):
        if ref.name.upper() not in names:
            message = f"a {_shape(grid_map)} has no side '{ref}'"
            yield Fault(ref.span, message, f"its sides are {series(names, 'and')}")


def _neighbours(grid_map: GridMap, name: str) -> str:
    """Return the hint with the neighbours of a cell."""
    around = grid_map.finder.around(grid_map.index[name])
    found = [f"'{grid_map.cells[other].id}'" for _, other in around if other is not None]
    return f"the neighbours of '{name}' are {series(found, 'and')}" if found else f"'{name}' has no neighbours"


def _shape(grid_map: GridMap) -> str:
    return {"hex-pointy": "pointy hex", "hex-flat": "flat hex", "square": "square"}[grid_map.grid.shape]


@check("broken-road", severity=ERROR)
def broken_road(grid_map: GridMap) -> Iterator[Fault]:
    """A road of a grid map leads through a closed side, or over a gap in the map.

    Two cells in turn that are not neighbours are joined by the cells on the straight line between them. All of these
    must be on the map, and no wall may be between them.

    Fix: name more cells along the road, so that it goes round the gap; or put a door or an opening in the wall.

    Bad:
        kind: grid-map
        cells: square
        extent: 4 x 2
        sides:
          - {between: [B1, C1], kind: wall}
        roads:
          - A1 -- D1

    Good:
        kind: grid-map
        cells: square
        extent: 4 x 2
        sides:
          - {between: [B1, C1], kind: door}
        roads:
          - A1 -- D1
    """
    for road, closed in grid_map.broken_roads:
        if any(ref.name not in grid_map.index for ref in road.through):
            continue  # reported as unknown places
        if closed is None:
            ends = f"'{road.through[0]}' and '{road.through[-1]}'"
            yield Fault(road.span, f"the road between {ends} leads over a gap in the map", "name more cells along it")
            continue
        one, other = (grid_map.cells[number] for number in closed)
        side = grid_map.survey.by_cell[closed[0], grid_map.grid.shared_side(one.at, other.at) or 0]
        message = f"the road leads through the {side.kind.id} between '{one.id}' and '{other.id}'"
        yield Fault(road.span, message, "write a door or an opening there, or lead the road round it")
