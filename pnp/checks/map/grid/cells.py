"""The picture of a grid map, its terrains and its named places."""

from collections.abc import Iterator

from pnp.checks.map.subjects import each_name_once, hint_for, joined_hint
from pnp.diagnostics import ERROR, WARNING, Fault, check
from pnp.messages import did_you_mean, many, nearest, shown
from pnp.model.maps.cell_picture import DRAWN_AS
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
    cell less.

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
                yield Fault(fault.span, message, "add the missing letters; one that means none leaves a cell out")
            case "shifted":
                other = "even" if grid_map.grid.odd else "odd"
                message = f"row {fault.row + 1} is indented, and is no shifted row"
                yield Fault(fault.span, message, f"take the blank out, or write offset: {other}")
            case "between":
                message = f"a letter in row {fault.row + 1} is between two cells"
                yield Fault(fault.span, message, "write one blank between two letters")


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
