"""Checks on grid maps: the picture, its terrains and named places, the sides of cells and roads over them."""

from collections.abc import Iterator
from typing import assert_never

from pnp.checks.map.subjects import hint_for
from pnp.checks.merging import each_name_once, joined_hint
from pnp.diagnostics import ERROR, WARNING, Fault, check
from pnp.messages import did_you_mean, many, nearest, series, shown
from pnp.model.maps.cell_picture import DRAWN_AS
from pnp.model.maps.cell_sides import CellSide
from pnp.model.maps.grid_map import GridMap
from pnp.model.reference import Ref


@check("unknown-letter", severity=ERROR)
def unknown_letter(grid_map: GridMap) -> Iterator[Fault]:
    """A letter of the picture of a grid map is not in the legend.

    The legend says which terrain a letter means, or that it means no cell. Each letter is reported once, where it first
    occurs.

    Fix: add the letter to the legend, or correct it in the picture. A letter for no cell means `none`.

    Bad:
        kind: grid-map
        cells: square
        legend: {".": floor}
        terrain: |
          . . .
          . w .

    Good:
        kind: grid-map
        cells: square
        legend: {".": floor, w: water}
        terrain: |
          . . .
          . w .
    """
    refs = (Ref(cell.letter, cell.span) for cell in grid_map.strange)
    known = [*grid_map.terrains, *(() if grid_map.described else DRAWN_AS)]
    for ref, also in each_name_once(ref for ref in refs if ref.name not in grid_map.lost):
        if grid_map.terrain_file:
            hint = did_you_mean(ref.name, known) or "describe it under terrains, or in the legend"
            yield Fault(ref.span, f"{shown(ref.name)} is no terrain, and not in the legend", joined_hint(hint, also))
            continue
        tab = ref.name == "\t"
        message = "the picture has a tab" if tab else f"the legend does not say what {shown(ref.name)} means"
        hint = "write blanks instead" if tab else f"add '{ref.name}' to the legend: a terrain, or none for no cell"
        yield Fault(ref.span, message, joined_hint(hint, also))


@check("ragged-picture", severity=WARNING)
def ragged_picture(grid_map: GridMap) -> Iterator[Fault]:
    """A line of the picture of a grid map does not fit the other lines.

    It is shorter than the others; or it is indented though its row is not a shifted one; or a letter in it is between
    the positions of two cells. A letter too few moves all cells after it. Shifted rows of pointy hexes may all have one
    cell less. Without the bar of `terrain: |`, YAML joins all lines to one row.

    Fix: correct the line. Write a letter that means `none` where a cell is left out on purpose.

    Bad:
        kind: grid-map
        cells: square
        legend: {".": floor}
        terrain: |
          . . . .
          . . .
          . . . .

    Good:
        kind: grid-map
        cells: square
        legend: {".": floor, "-": none}
        terrain: |
          . . . .
          . . . -
          . . . .
    """
    for fault in grid_map.picture.faults:
        match fault.disorder:
            case "ragged":
                message = f"row {fault.row + 1} ends after {many(fault.count, 'cell')}, expected {fault.usual}"
                hint = "add the missing letters; one that means none leaves a cell out"
                named = any(grid_map.picture.may_lack(ref.name) for ref in grid_map.mentions)
                yield Fault(fault.span, message, hint, ERROR if named else None)
            case "shifted":
                other = "even" if grid_map.grid.odd else "odd"
                message = f"row {fault.row + 1} is indented, and is no shifted row"
                yield Fault(fault.span, message, f"take the blank out, or write offset: {other}")
            case "between":
                message = f"a letter in row {fault.row + 1} is between two cells"
                yield Fault(fault.span, message, "write one blank between two letters")
            case "joined":
                message = "the lines of the picture are joined to one row"
                yield Fault(fault.span, message, "write a bar before them: terrain: |", ERROR)
            case _:
                assert_never(fault.disorder)


@check("unknown-terrain", severity=ERROR)
def unknown_terrain(grid_map: GridMap) -> Iterator[Fault]:
    """The legend or a tile of a grid map names a terrain that `terrains` does not describe.

    Without a description pnp does not know what moves into such a cell cost. A map without any `terrains` is not
    concerned: each of its moves costs 1.

    Fix: correct the name, or add the terrain.

    Bad:
        kind: grid-map
        cells: square
        terrains: {floor: {}, water: {cost: 2}}
        legend: {".": floor, w: watre}
        terrain: |
          . . .
          . w .

    Good:
        kind: grid-map
        cells: square
        terrains: {floor: {}, water: {cost: 2}}
        legend: {".": floor, w: water}
        terrain: |
          . . .
          . w .
    """
    if not grid_map.described:
        return
    known = {*grid_map.terrains, *grid_map.lost}
    refs = {tile.terrain.name: tile.terrain for tile in reversed(grid_map.tiles) if tile.terrain}
    refs |= {cell.terrain.name: cell.terrain for cell in reversed(grid_map.cells) if cell.terrain}
    hints = hint_for(grid_map.terrains)
    for name, ref in sorted(refs.items(), key=lambda item: item[1].span):
        if name not in known:
            yield Fault(ref.span, f"there is no terrain '{name}'", hints(name) or "list it under terrains")


@check("doubled-cell-name", severity=ERROR)
def doubled_cell_name(grid_map: GridMap) -> Iterator[Fault]:
    """A cell of a grid map has two names, or two cells have the same name.

    A name stands for one cell. A named cell can also be referred to by its number, but the number of a cell
    can't be the name of another.

    Fix: rename a place, or move it to another cell.

    Bad:
        kind: grid-map
        cells: square
        extent: 3 x 3
        places:
          Gate: {at: B1}
          Stairs: {at: B1}

    Good:
        kind: grid-map
        cells: square
        extent: 3 x 3
        places:
          Gate: {at: B1}
          Stairs: {at: B2}
    """
    for first, second in grid_map.again:
        message = f"'{second.id}' is on the cell {second.at}, which is called '{first.id}' already"
        yield Fault(second.at.span, message, "give it another cell, or join the two places")
    numbers = {cell.number: cell for cell in grid_map.cells}
    for cell in grid_map.cells:
        if cell.place and cell.id != cell.number and cell.id in numbers:
            message = f"the cell {cell.number} is called '{cell.id}', which is the number of another cell"
            yield Fault(cell.place.span, message, "give it another name")


@check("closed-place", severity=ERROR)
def closed_place(grid_map: GridMap) -> Iterator[Fault]:
    """A place with tags is on closed terrain.

    No piece can be there, so that requirements and starts leave the place out; unless a movement class names the
    terrain, a tag or the place under `on` or `costs`. A place without tags on closed terrain
    is a label, such as the name of a lake.

    Fix: move the place to another cell, take its tags out, or open the terrain.

    Bad:
        kind: grid-map
        cells: square
        terrains: {floor: {}, rock: {closed: true}}
        legend: {".": floor, "#": rock}
        terrain: |
          . . .
          . # .
        places:
          Gate: {at: B2, tags: [start]}

    Good:
        kind: grid-map
        cells: square
        terrains: {floor: {}, rock: {closed: true}}
        legend: {".": floor, "#": rock}
        terrain: |
          . . .
          . # .
        places:
          Gate: {at: B1, tags: [start]}
    """
    if grid_map.travel.misspells(grid_map.movement):
        return  # it may be meant to enter the terrain
    for cell, is_entered in zip(grid_map.cells, grid_map.entered, strict=True):
        if cell.place and cell.place.tags and not is_entered:
            message = f"'{cell.id}' is on closed terrain, '{cell.terrain}', where no piece can be"
            yield Fault(cell.place.at.span, message, "move it to another cell, or take its tags out")


@check("unused-terrain", severity=WARNING)
def unused_terrain(grid_map: GridMap) -> Iterator[Fault]:
    """A terrain of a grid map is on no cell.

    The picture lacks its letter, or the legend its name. A terrain that is misspelt in the legend or in a table is
    reported there.

    Fix: use the terrain, or take it out.

    Bad:
        kind: grid-map
        cells: square
        terrains: {floor: {}, water: {cost: 2}}
        legend: {".": floor}
        terrain: |
          . . .
          . . .

    Good:
        kind: grid-map
        cells: square
        terrains: {floor: {}, water: {cost: 2}}
        legend: {".": floor, w: water}
        terrain: |
          . w .
          . . .
    """
    used = {cell.terrain.name for cell in grid_map.cells if cell.terrain}
    used |= {tile.terrain.name for tile in grid_map.tiles if tile.terrain}
    for terrain in grid_map.terrains.values() if not grid_map.damaged else ():
        if terrain.id not in used and not nearest(terrain.id, used - set(grid_map.terrains)):
            hint = "give it a letter in the legend, or take it out"
            yield Fault(terrain.span, f"no cell has the terrain '{terrain.id}'", hint)


# Sides of cells, and roads over cells.


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
