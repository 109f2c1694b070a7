"""Diagrams and tables of a rulebook that cannot be drawn."""

from collections.abc import Collection, Iterator

from pnp.diagnostics import ERROR, WARNING, Fault, Span, check
from pnp.facts import Facts
from pnp.facts.diagrams import NoSketchError
from pnp.facts.pictures import printed
from pnp.facts.pieces import row_values
from pnp.facts.rows import manifest
from pnp.facts.table import LaidTable, unknown_goal
from pnp.messages import some_of
from pnp.model.component import Component
from pnp.model.game import Game
from pnp.model.rulebook import ComponentGallery, Rulebook, RuleErrors, blocks
from pnp.model.table import TableThing
from pnp.scene.parts import rows_as_text


@check("undrawable-diagram", severity=ERROR)
def undrawable_diagram(errors: RuleErrors) -> Iterator[Fault]:
    """A diagram in a rulebook shows something that the game does not have.

    Its map, its style or one of its places does not exist, no route exists, the part is outside the map, or a closure
    is on a spot where it cannot be. Diagrams are drawn from the map, so they always agree with the board.

    Fix: correct the name at the reported position; `closures` of the map say where each closure can be.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2
        credit: {designers: [Ada]}
        licence: {name: CC0}
        documents: [town.yaml, rules.yaml]
        # file: town.yaml
        kind: area-map
        size: 90 x 60
        areas: {Market: {at: [20, 20]}, Pier: {at: [70, 20]}, Church: {at: [45, 45]}}
        roads: [Market -- Pier -- Church -- Market]
        # file: rules.yaml
        kind: rulebook
        sections:
          - title: Roads
            text: [diagram: {map: town, way: [Market, Pear]}]

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2
        credit: {designers: [Ada]}
        licence: {name: CC0}
        documents: [town.yaml, rules.yaml]
        # file: town.yaml
        kind: area-map
        size: 90 x 60
        areas: {Market: {at: [20, 20]}, Pier: {at: [70, 20]}, Church: {at: [45, 45]}}
        roads: [Market -- Pier -- Church -- Market]
        # file: rules.yaml
        kind: rulebook
        sections:
          - title: Roads
            text: [diagram: {map: town, way: [Market, Pier]}]
    """
    yield from errors.diagrams


def unknown_goals(thing: TableThing, laid: LaidTable, known: Collection[str], facts: Facts) -> Iterator[Fault]:
    """Yield the places that are not `known` on a table, and to which a row sends a piece of the thing.

    A place of one row is reported there, if the formula is a field; if all are missing, the formula is to blame.
    """
    goes = thing.goes
    decides = next((each.thing for each in laid.things if thing.follows and each.thing.id == thing.follows.name), thing)
    if goes is None or decides.component is None:
        return
    missing: dict[str, list[tuple[str, Span]]] = {}
    sent = 0
    for name in (decides.component, *decides.others):
        try:
            line = printed(name, facts.game)
            values = row_values(goes, line, laid.players, facts)
        except NoSketchError:
            return  # reported for the table
        for number, value in values.items():
            row = line.rows[number]
            for place in map(str, value if isinstance(value, tuple | list) else (value,)):
                sent += 1
                if place not in known:
                    missing.setdefault(place, []).append((row.name, row.spans.get(goes.text.strip(), goes.span)))
    if len(missing) > 1 and sum(map(len, missing.values())) == sent:
        message = f"'{thing.id}' goes to {some_of(tuple(missing))}, and no place on the table is called so"
        yield Fault(goes.span, message, "name a field, or a formula, with places of a board on the table")
        return
    for place, rows in missing.items():
        names = tuple(dict.fromkeys(name for name, _ in rows))
        fact, hint = unknown_goal(place, thing, known)
        yield Fault(rows[0][1], fact + rows_as_text(names), hint, rows=names, cause=fact)


@check("incomplete-gallery", severity=WARNING)
def incomplete_gallery(game: Game) -> Iterator[Fault]:
    """The gallery of components in a rulebook lacks a component that the game prints.

    Players lay the pieces next to the rules to see whether all are there, and what each is for. A component that is
    printed but not in the rules is a riddle. Components marked `optional` in the manifest can be left out.

    Fix: add the component under `components`, with what it is for.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2
        credit: {designers: [Ada]}
        licence: {name: CC0}
        documents: [boats.yaml, crates.yaml, face.yaml, rules.yaml]
        components: [{component: boats}, {component: crates}]
        # file: boats.yaml
        kind: component
        makes: token
        name: Boats
        template: face
        # file: crates.yaml
        kind: component
        makes: token
        name: Crates
        template: face
        # file: face.yaml
        kind: template
        size: 20
        layers: [{panel: "#D0E0F0"}]
        # file: rules.yaml
        kind: rulebook
        sections:
          - title: What you need
            text: [components: {boats: Each player rows one.}]

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2
        credit: {designers: [Ada]}
        licence: {name: CC0}
        documents: [boats.yaml, crates.yaml, face.yaml, rules.yaml]
        components: [{component: boats}, {component: crates}]
        # file: boats.yaml
        kind: component
        makes: token
        name: Boats
        template: face
        # file: crates.yaml
        kind: component
        makes: token
        name: Crates
        template: face
        # file: face.yaml
        kind: template
        size: 20
        layers: [{panel: "#D0E0F0"}]
        # file: rules.yaml
        kind: rulebook
        sections:
          - title: What you need
            text: [components: {boats: Each player rows one., crates: What the boats carry.}]
    """
    if not game.knows_all(Component):
        return
    every = {entry.id for entry, _ in manifest(game)}
    listed = [entry.id for entry, _ in manifest(game) if not entry.optional]
    for rulebook in game.all(Rulebook):
        galleries = [block for block in blocks(rulebook) if isinstance(block, ComponentGallery)]
        shown = {exhibit.component.name for gallery in galleries for exhibit in gallery.exhibits}
        lacking = [name for name in listed if name not in shown]
        if galleries and lacking and shown <= every and not rulebook.damaged:
            many = "a component" if len(lacking) == 1 else "components"
            message = f"the gallery lacks {many} of the game: {some_of(lacking)}"
            yield Fault(galleries[0].span, message, f"add '{lacking[0]}: …', with what it is for")


@check("crowded-diagram", severity=WARNING)
def crowded_diagram(errors: RuleErrors) -> Iterator[Fault]:
    """A diagram in a rulebook is too small for its map.

    A map that is printed much smaller than the board becomes an unreadable heap. Half of the places in the diagram are
    less than 2.5 mm from their neighbours, or so close that the places of an area map overlap in this map style. The
    finding names the width at which they are not.

    Fix: make the diagram wider, take a map style with smaller places, or show a part of the map with `crop` or
    `around`.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2
        credit: {designers: [Ada]}
        licence: {name: CC0}
        documents: [town.yaml, rules.yaml]
        # file: town.yaml
        kind: area-map
        size: 400 x 300
        areas: {Market: {at: [20, 20]}, Pier: {at: [30, 20]}, Church: {at: [25, 29]}}
        roads: [Market -- Pier -- Church -- Market]
        # file: rules.yaml
        kind: rulebook
        sections:
          - title: Roads
            text: [diagram: {map: town, width: 80}]

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2
        credit: {designers: [Ada]}
        licence: {name: CC0}
        documents: [town.yaml, rules.yaml]
        # file: town.yaml
        kind: area-map
        size: 400 x 300
        areas: {Market: {at: [20, 20]}, Pier: {at: [30, 20]}, Church: {at: [25, 29]}}
        roads: [Market -- Pier -- Church -- Market]
        # file: rules.yaml
        kind: rulebook
        sections:
          - title: Roads
            text: [diagram: {map: town, width: 80, around: [Market, Church]}]
    """
    yield from errors.crowded


@check("unprintable-table", severity=ERROR)
def unprintable_table(errors: RuleErrors) -> Iterator[Fault]:
    """A table of a rulebook cannot be printed.

    With `triangle`, only the lower half is printed, so both halves must be equal. A table of more than some thousand
    cells fits on no paper.

    Fix: remove `triangle`, or use fewer rows and columns.

    Bad:
        kind: rulebook
        sections:
          - title: Tides
            text:
              - table:
                  title: From tide to tide
                  rows: {each: a, in: "[1, 2, 3]"}
                  columns: {each: b, in: "[1, 2, 3]", cell: a - b}
                  triangle: true

    Good:
        kind: rulebook
        sections:
          - title: Tides
            text:
              - table:
                  title: From tide to tide
                  rows: {each: a, in: "[1, 2, 3]"}
                  columns: {each: b, in: "[1, 2, 3]", cell: abs(a - b)}
                  triangle: true
    """
    yield from errors.tables
