"""Tables: what lies where for each number of players."""

from collections.abc import Callable, Iterable, Iterator

from pnp.diagnostics import ERROR, WARNING, Fault, check
from pnp.facts import Facts
from pnp.facts.table import LaidTable, every_table


@check("unknown-on-table", severity=ERROR)
def unknown_on_table(facts: Facts) -> Iterator[Fault]:
    """A table names something that the game does not have.

    A component is not in the manifest, a row or another thing on the table does not exist, a count is no number, or a
    component without a back lies face down. Places of maps are checked on the faces that show them
    (`undrawable-diagram`).

    Fix: correct the name at the reported position.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2
        credit: {designers: [Ada]}
        licence: {name: CC0}
        documents: [boats.yaml, face.yaml, table.yaml]
        components: [{component: boats}]
        # file: boats.yaml
        kind: component
        makes: token
        name: Boats
        template: face
        copies: 4
        # file: face.yaml
        kind: template
        size: 20
        layers: [{panel: "#D0E0F0"}]
        # file: table.yaml
        kind: table
        things: {fleet: {component: boots, at: middle}}

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2
        credit: {designers: [Ada]}
        licence: {name: CC0}
        documents: [boats.yaml, face.yaml, table.yaml]
        components: [{component: boats}]
        # file: boats.yaml
        kind: component
        makes: token
        name: Boats
        template: face
        copies: 4
        # file: face.yaml
        kind: template
        size: 20
        layers: [{panel: "#D0E0F0"}]
        # file: table.yaml
        kind: table
        things: {fleet: {component: boats, at: middle}}
    """
    yield from _first(every_table(facts), lambda laid: laid.names)


@check("too-few-on-table", severity=ERROR)
def too_few_on_table(facts: Facts) -> Iterator[Fault]:
    """A table needs more pieces than the game has.

    Things take their pieces from the same component, and each seat needs its own. The count is that of the manifest:
    all copies of all rows.

    Fix: print more pieces, or lay fewer on the table.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        credit: {designers: [Ada]}
        licence: {name: CC0}
        documents: [boats.yaml, face.yaml, table.yaml]
        components: [{component: boats}]
        # file: boats.yaml
        kind: component
        makes: token
        name: Boats
        template: face
        copies: 6
        # file: face.yaml
        kind: template
        size: 20
        layers: [{panel: "#D0E0F0"}]
        # file: table.yaml
        kind: table
        things: {fleet: {component: boats, count: 2, at: each seat}}

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        credit: {designers: [Ada]}
        licence: {name: CC0}
        documents: [boats.yaml, face.yaml, table.yaml]
        components: [{component: boats}]
        # file: boats.yaml
        kind: component
        makes: token
        name: Boats
        template: face
        copies: 8
        # file: face.yaml
        kind: template
        size: 20
        layers: [{panel: "#D0E0F0"}]
        # file: table.yaml
        kind: table
        things: {fleet: {component: boats, count: 2, at: each seat}}
    """
    yield from _first(every_table(facts), lambda laid: laid.counts)


@check("uneven-supply", severity=WARNING)
def uneven_supply(facts: Facts) -> Iterator[Fault]:
    """A supply that never runs out is no pile of equal pieces.

    `endless: true` tells virtual tables to give out copies of one piece. Of a pile with different pieces nobody could
    say which one comes next, and pieces that lie one by one are no supply: the key does nothing.

    Fix: name one row in `rows` and add `as: pile`, or take out `endless`.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2
        credit: {designers: [Ada]}
        licence: {name: CC0}
        documents: [boats.yaml, face.yaml, table.yaml]
        components: [{component: boats}]
        # file: boats.yaml
        kind: component
        makes: token
        name: Boats
        template: face
        copies: 4
        rows: [{id: blue}, {id: red}]
        # file: face.yaml
        kind: template
        size: 20
        layers: [{panel: "#D0E0F0"}]
        # file: table.yaml
        kind: table
        things: {fleet: {component: boats, as: pile, endless: true, at: middle}}

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2
        credit: {designers: [Ada]}
        licence: {name: CC0}
        documents: [boats.yaml, face.yaml, table.yaml]
        components: [{component: boats}]
        # file: boats.yaml
        kind: component
        makes: token
        name: Boats
        template: face
        copies: 4
        rows: [{id: blue}, {id: red}]
        # file: face.yaml
        kind: template
        size: 20
        layers: [{panel: "#D0E0F0"}]
        # file: table.yaml
        kind: table
        things: {fleet: {component: boats, as: pile, endless: true, rows: [blue], at: middle}}
    """
    yield from _first(every_table(facts), _uneven)


def _uneven(laid: LaidTable) -> Iterator[Fault]:
    """Yield a fault for each endless thing of a table that is no pile, or whose pieces are of several rows."""
    for each in laid.things:
        thing = each.thing
        if not thing.is_endless or not thing.component:
            continue
        if not thing.is_heap:
            yield Fault(thing.span, f"'{thing.id}' is endless but no pile", "add `as: pile`, or take out `endless`")
        elif (kinds := len({(line, row) for line, row, _ in each.taken})) > 1:
            message = f"'{thing.id}' is endless, but its pieces differ: {kinds} kinds"
            yield Fault(thing.span, message, f"name one row of '{thing.component.name}' in `rows`")


@check("crowded-table", severity=WARNING)
def crowded_table(facts: Facts) -> Iterator[Fault]:
    """Things on a table lie over each other or beyond its edge.

    Things at a point, moved ones, and two on the same side of another can meet, perhaps only with more players. On a
    real table nobody would lay them so, and the picture hides one of them.

    Fix: choose another place, or move one with `gap` or `shift`.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2
        credit: {designers: [Ada]}
        licence: {name: CC0}
        documents: [boats.yaml, face.yaml, table.yaml]
        components: [{component: boats}]
        # file: boats.yaml
        kind: component
        makes: token
        name: Boats
        template: face
        copies: 4
        # file: face.yaml
        kind: template
        size: 20
        layers: [{panel: "#D0E0F0"}]
        # file: table.yaml
        kind: table
        things:
          fleet: {component: boats, count: 2, at: middle}
          reserve: {component: boats, at: [15, 0]}

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2
        credit: {designers: [Ada]}
        licence: {name: CC0}
        documents: [boats.yaml, face.yaml, table.yaml]
        components: [{component: boats}]
        # file: boats.yaml
        kind: component
        makes: token
        name: Boats
        template: face
        copies: 4
        # file: face.yaml
        kind: template
        size: 20
        layers: [{panel: "#D0E0F0"}]
        # file: table.yaml
        kind: table
        things:
          fleet: {component: boats, count: 2, at: middle}
          reserve: {component: boats, at: right of fleet}
    """
    yield from _first(every_table(facts), lambda laid: laid.collisions)


def _first(tables: Iterable[LaidTable], which: Callable[[LaidTable], Iterable[Fault]]) -> Iterator[Fault]:
    """Yield the faults of tables, of those at one position the first: a table is laid for every number of players."""
    told = set()
    for fault in (fault for table in tables for fault in which(table)):
        if fault.span not in told:
            told.add(fault.span)
            yield fault
