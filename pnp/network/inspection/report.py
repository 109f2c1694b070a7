"""Write an inspection as text, JSON or CSV."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import to_builtins
from msgspec.structs import replace

from pnp.escape import SafeText, line
from pnp.messages import listed, many, some
from pnp.network.inspection.inspect import ArrangedFairness, Fairness, Inspection

# JSON and CSV.

VERSION = "1.0"


def inspection_data(inspection: Inspection) -> dict[str, Any]:
    """Return the inspection as data for JSON, as `schemas/inspect.schema.json` describes it."""
    return {
        "version": VERSION,
        **_without(to_builtins(replace(inspection, classes=())), "distances"),
        **to_builtins(inspection.distances),
        "degrees": [{"neighbours": degree, "places": count} for degree, count in inspection.degrees],
        "pairs": [{"distance": far, "pairs": count} for far, count in enumerate(inspection.distances.pairs, start=1)],
        "bridges": [{"from": first, "to": second} for first, second in inspection.bridges],
        "fairness": [
            {
                "tag": fairness.tag,
                "spread": fairness.spread,
                "starts": [{"place": place, "mean_distance": mean} for place, mean in fairness.means],
            }
            for fairness in inspection.fairness
        ],
        "drives": inspection.drives and {**to_builtins(inspection.drives), "turns": inspection.drives.turns},
        "classes": {name: _without(inspection_data(each), "classes") for name, each in inspection.classes},
    }


def _without(data: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in data.items() if name != key}


def inspection_rows(inspection: Inspection) -> list[list[str]]:
    """Return the table of distances with a header, each row starting with its place; a cell is empty without a path."""
    names = [place.id for place in inspection.places]
    rows = [["from", *names]]
    for name, row in zip(names, inspection.distances.table or (), strict=False):
        rows.append([name, *("" if distance is None else str(distance) for distance in row)])
    return rows


# Text.

CHOKE_POINTS = 5
"""Maximum number of choke points that are listed."""

MOST_DISTANCES = 12
"""Maximum number of distances that are listed for a map with costs."""

WIDEST_TABLE = 20
"""Maximum number of places for which the table of distances is shown."""


def inspection_text(inspection: Inspection) -> SafeText:
    """Return the inspection as text, with the table of distances if it is small."""
    facts = [
        ("", ""),
        *_size(inspection),
        *_distances(inspection),
        *_structure(inspection),
        *_starts(inspection),
        *_city(inspection),
    ]
    lines = [inspection.name, *(f"  {title:<21} {text}".rstrip() for title, text in facts)]
    if inspection.distances.table and len(inspection.places) <= WIDEST_TABLE:
        lines += ["", *_aligned(inspection_rows(inspection))]
    classes = [f"\n{inspection_text(each)}" for _, each in inspection.classes]
    return SafeText("\n".join([*map(line, lines), *classes]))


def _size(inspection: Inspection) -> Iterator[tuple[str, str]]:
    yield "places", f"{len(inspection.places):,}"
    ways = "all both ways" if inspection.two_way else "some one way"
    yield "neighbours", f"{many(inspection.links, 'pair')}, {ways}"
    for degree, count in inspection.degrees:
        yield f"  of {many(degree, 'neighbour')}", many(count, "place")


def _distances(inspection: Inspection) -> Iterator[tuple[str, str]]:
    if inspection.distances.table is None:
        yield "distances", "not computed: the map is too large"
        return
    yield "mean distance", _number(inspection.distances.mean_distance)
    yield "radius, diameter", f"{_number(inspection.distances.radius)}, {_number(inspection.distances.diameter)}"
    yield from _pairs(inspection)
    if inspection.distances.unreachable_pairs:
        yield "  without a way", many(inspection.distances.unreachable_pairs, "pair")


def _pairs(inspection: Inspection) -> Iterator[tuple[str, str]]:
    """Yield how many pairs of places are at each distance; with costs only distances that occur, the shortest ones."""
    pairs = list(enumerate(inspection.distances.pairs, start=1))
    if not inspection.distances.costs:
        yield from ((f"  {many(far, 'move')} apart", many(count, "pair")) for far, count in pairs)
        return
    occurring = [(far, count) for far, count in pairs if count]
    yield from ((f"  {far:,} apart", many(count, "pair")) for far, count in occurring[:MOST_DISTANCES])
    if len(occurring) > MOST_DISTANCES:
        yield "  farther apart", many(sum(count for _, count in occurring[MOST_DISTANCES:]), "pair")


def _structure(inspection: Inspection) -> Iterator[tuple[str, str]]:
    yield "parts", f"{inspection.parts:,}"
    yield "fewest to part it", many(inspection.connectivity, "place") if inspection.connectivity is not None else "–"
    yield "articulation points", _names(inspection.articulation_points)
    yield "bridges", _names([f"{first} – {second}" for first, second in inspection.bridges])
    yield "dead ends", _names(inspection.dead_ends)
    yield "traps", "; ".join(_names(trap) for trap in inspection.traps) or "none"
    busy = sorted(
        (place for place in inspection.places if place.betweenness), key=lambda place: -(place.betweenness or 0)
    )
    yield "choke points", ", ".join(f"'{place.id}' {place.betweenness:.1%}" for place in busy[:CHOKE_POINTS]) or "none"


def _starts(inspection: Inspection) -> Iterator[tuple[str, str]]:
    yield "starts", _names(inspection.starts) if inspection.starts else "every place"
    for fairness in inspection.fairness:
        yield f"  to '{fairness.tag}'", _profile(fairness, inspection.distances.costs)
    for arranged in inspection.arranged:
        yield f"    of {arranged.arrangements:,} setups", f"to '{arranged.tag}' {_spreads(arranged)}"
    for (by, closures, cut), places in _isolation(inspection).items() if inspection.starts else ():
        fewest = "cannot be cut off" if closures is None else f"cut off by {many(closures, 'closure')}"
        title = " and ".join(by) if by else "tagged places"
        yield title, f"{some(places)} {fewest}" + (f": {_names(cut)}" if cut else "")


def _city(inspection: Inspection) -> Iterator[tuple[str, str]]:
    drives = inspection.drives
    if drives:
        yield "sites", f"{drives.sites:,}"
        turns = f", {many(drives.turns, 'turn')} of {drives.speed}" if drives.turns and drives.speed else ""
        if drives.longest is None:
            yield "  longest way", "none to some of them"
        else:
            yield "  longest way", f"{many(drives.longest, 'move')}{turns}, from '{drives.start}' to '{drives.goal}'"
            yield "  mean way", f"{_number(drives.mean)} moves"
    if inspection.odds:
        yield "odds of the table", ", ".join(f"{each.outcome} {each.chance}" for each in inspection.odds)
    if inspection.jams:
        yield "stretches", f"{len(inspection.jams):,}; closing one of them:"
    for (states, sites), names in _jams(inspection).items():
        yield f"  traps {many(states, 'state')}", f"and cuts off {many(sites, 'site')}: {listed(names)}"


def _jams(inspection: Inspection) -> dict[tuple[int, int], list[str]]:
    """Return the stretches by the numbers of states they trap and sites they cut off, the worst first."""
    groups: dict[tuple[int, int], list[str]] = {}
    for jam in sorted(inspection.jams, key=lambda jam: (-jam.states, -len(jam.cut_off))):
        groups.setdefault((jam.states, len(jam.cut_off)), []).append(jam.stretch)
    return groups


def _isolation(inspection: Inspection) -> dict[tuple[tuple[str, ...], int | None, tuple[str, ...]], list[str]]:
    """Return the tagged places and sites, grouped by the closures that cut them off."""
    groups: dict[tuple[tuple[str, ...], int | None, tuple[str, ...]], list[str]] = {}
    for place in inspection.isolation:
        groups.setdefault((place.by, place.closures, place.cut), []).append(place.place)
    return groups


def _profile(fairness: Fairness, costs: bool) -> str:
    known = [(mean, place) for place, mean in fairness.means if mean is not None]
    if fairness.spread is None or not known:
        return "not reached from every start"
    (near, nearest), (far, farthest) = min(known), max(known)
    unit = "in cost" if costs else "moves"
    return f"{near:.2f} {unit} from '{nearest}' to {far:.2f} from '{farthest}', spread {fairness.spread:.2f}"


def _spreads(arranged: ArrangedFairness) -> str:
    cut = f"{many(arranged.unreached, 'arrangement')} of {arranged.arrangements:,} cut one off"
    lost = cut if arranged.unreached else ""
    if arranged.mean is None or arranged.least is None or arranged.greatest is None:
        return lost
    found = f"spread {arranged.mean:.2f} on average, {arranged.least:.2f} to {arranged.greatest:.2f} {arranged.worst}"
    return f"{found}; {lost}" if lost else found


def _names(names: Sequence[str]) -> str:
    return listed(names) if names else "none"


def _number(number: float | None) -> str:
    return "–" if number is None else f"{number:.3f}".rstrip("0").rstrip(".")


def _aligned(rows: list[list[str]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))
        yield "  ".join((row[0].ljust(widths[0]), *cells)).rstrip()
