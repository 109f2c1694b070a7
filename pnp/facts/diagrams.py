"""What a diagram of a rulebook shows: pieces, spots, and the routes computed for it."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from math import dist

from msgspec import Struct, field

from pnp.diagnostics import Fault, Missing
from pnp.facts.facts import Facts
from pnp.messages import did_you_mean
from pnp.model.diagram import LEAST_PART, MAP, PARTS, SHOWN, Diagram, NoPartError, part_in_shares
from pnp.model.game import Game
from pnp.model.maps import AnyMap, block_law, tile_set
from pnp.model.maps.area_map import SMALLEST_SCALE
from pnp.model.maps.game_map import TOO_LARGE, GameMap, Point
from pnp.model.maps.map_style import MapStyle
from pnp.model.reference import Ref
from pnp.network import Network, lower, whereabouts
from pnp.network.closures.supplies import ClosureOption, choices_of, without
from pnp.network.lowering import as_set_up
from pnp.scene.items import BoundingBox

# Shortest routes on a map, as distances count them.

Step = tuple[str, int]
"""A place on a route, and the number of moves to reach it."""


def shortest(network: Network, start: str, goal: str) -> tuple[Step, ...] | None:
    """Return the places on a shortest route between two places or sites; None if there is no route.

    It begins at the state of the start that is farthest from the goal, as in `Network.distance`.
    """
    moves = network.distance(start, goal)
    if moves is None:
        return None
    goals = network.at(goal)
    by_state = network.distances_to(goals)
    states = [state for place in network.at(start) for state in network.states_of[place]]
    first = next((state for state in states if by_state[state] == moves), None)
    return None if first is None else tuple(_counted(network, network.path(first, goals)))


def _counted(network: Network, names: Iterable[str]) -> Iterator[Step]:
    moves, before = 0, ""
    for name in names:
        moves += network.step(before, name) if before else 0
        yield name, moves
        before = name


def moves_from(network: Network, start: str) -> Iterator[tuple[str, int]]:
    """Yield the stops that can be reached from all states of a place or site, each with the maximum number of moves."""
    states = [state for place in network.at(start) for state in network.states_of[place]]
    rows = [network.distances_from(state) for state in states]
    for place in network.stops:
        moves = [row[place] for row in rows]
        known = [each for each in moves if each is not None]
        if known and len(known) == len(moves):
            yield network.places[place].id, max(known)


# A map during play: the positions of all named items, the pieces on them, and the remaining routes.


class NoSketchError(Exception):
    """A diagram cannot be shown; `fault` says why, None if the cause is already reported elsewhere."""

    def __init__(self, fault: Fault | None = None) -> None:
        self.fault = fault
        super().__init__(fault.message if fault else "")


class Tabletop:
    """The map of a diagram with its network; names that it lacks raise NoSketchError."""

    def __init__(self, drawn: AnyMap, network: Network, mover: Ref | None = None) -> None:
        self._drawn, self._network, self._mover = drawn, network, mover
        self.spots = whereabouts(drawn, network)

    def spot(self, name: Ref) -> Point:
        """Return the position of that name."""
        found = self.spots.get(name.name)
        if found is None:
            known = name.name in self._network.index or name.name in self._network.sites
            if name.name in self._drawn.lost:
                raise NoSketchError
            message = f"'{name}' {'has no position on' if known else 'is no place of'} the map '{self._drawn.id}'"
            raise NoSketchError(Fault(name.span, message, did_you_mean(name.name, self.spots)))
        return found

    def lit(self, names: Iterable[Ref]) -> frozenset[str]:
        """Return the names to highlight, which the map must have."""
        for name in names:
            if name.name not in self._drawn.marks:
                hint = did_you_mean(name.name, self._drawn.marks)
                raise NoSketchError(Fault(name.span, f"'{name}' is no place of the map '{self._drawn.id}'", hint))
        return frozenset(name.name for name in names)

    def without_laid(self, laid: Iterable[tuple[str, ClosureOption]]) -> Network:
        """Return the network without what these closures close; some may be where a class never is."""
        options = self._options()
        found = (options.get((at, option.name)) for spot, option in laid for at in (spot, *self._segments_at(spot)))
        return without(self._network, [option for option in found if option])

    def _options(self) -> dict[tuple[str, str], ClosureOption]:
        """Return what can be laid, by the spot and the name."""
        return {
            (choice.at, option.name): option
            for closure in self._drawn.closures
            for choice in choices_of(self._network, closure)
            for option in choice.options
        }

    def laid(self, wanted: Iterable[tuple[Ref, Ref]]) -> Iterator[tuple[str, ClosureOption]]:
        """Yield the closures to draw with their spots, on which they must be allowed."""
        options = self._options()
        for spot, what in wanted:
            self.spot(spot)
            names = (spot.name, *self._segments_at(spot.name))
            found = next((options[at, what.name] for at in names if (at, what.name) in options), None)
            if found is None:
                here = [name for at, name in options if at in names]
                hint = did_you_mean(what.name, here) or listed("there may lie", here)
                raise NoSketchError(Fault(what.span, f"'{what}' can't lie on '{spot}'", hint))
            yield spot.name, found

    def way(self, network: Network, stops: tuple[Ref, ...]) -> tuple[Step, ...]:
        """Return a shortest route through these places, each with the number of moves to reach it."""
        steps: list[Step] = []
        for first, second in pairwise(stops):
            start = steps[-1][0] if steps else self._place(first)  # of the spaces of a site, the one that was reached
            found = shortest(network, start, self._place(second)) if network.whole else None
            if found is None:
                if not network.whole:
                    raise NoSketchError
                whose = f" for '{self._mover}'" if self._mover else ""
                raise NoSketchError(Fault(second.span, f"no way leads from '{first}' to '{second}'{whose}"))
            steps += _from(steps[-1][1], found)[1:] if steps else found
        return tuple(steps)

    def distances(self, network: Network, start: Ref) -> Iterator[tuple[str, str]]:
        """Yield each reachable place with its distance from `start`."""
        for name, moves in moves_from(network, self._place(start)):
            if name in self.spots and name != start.name:
                yield name, str(moves)

    def _segments_at(self, place: str) -> Iterator[str]:
        """Yield the segments that a place belongs to; a closure on a segment may be given at any of its places."""
        number = self._network.index.get(place)
        owner = self._network.place_of_state
        for segment in self._network.segments:
            if any(owner[state] == number for move in segment.forth for state in move):
                yield segment.id

    def _place(self, name: Ref) -> str:
        self.spot(name)
        if name.name not in self._network.index and name.name not in self._network.sites:
            message = f"no way leads to '{name}', which is neither a place nor a site"
            if self._mover:
                message = f"'{name}' is no place where '{self._mover}' may be"
            raise NoSketchError(Fault(name.span, message, did_you_mean(name.name, self._network.index)))
        return name.name


def _from(before: int, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    return tuple((name, before + moves) for name, moves in steps)


def listed(words: str, names: Iterable[str]) -> str | None:
    """Return the words followed by the names; None without names."""
    listed = ", ".join(names)
    return f"{words} {listed}" if listed else None


# Look up a diagram in its game: all that it shows, found and computed, or the reason why it cannot be shown.

WIDTH, LAW_WIDTH = 80.0, 38.0
"""Default widths in millimetres of a map, and of a diagram of its turning law: a column, and half of one."""

TALLEST = 190.0
"""Maximum height of a diagram, in millimetres."""

LEGIBLE = 2.5
"""The minimum distance between places in a diagram for a reader to distinguish them, in millimetres."""


MOST_MEASURED = 300
"""The maximum number of places whose distances are measured."""


class Sketch(Struct, frozen=True):
    """What a diagram shows: the map with its pieces, or the diagram of its turning law in `show`.

    `window` is the shown part and `spots` are the centres of all named items, both in millimetres on the map. `way` are
    places with the number of moves to reach them; `laid` are pairs of a spot and the closure on it.
    """

    map: AnyMap
    style: MapStyle
    show: str
    window: BoundingBox
    width: float
    spots: Mapping[str, Point] = field(default_factory=dict)
    lit: frozenset[str] = frozenset()
    way: tuple[Step, ...] = ()
    labels: tuple[tuple[str, str], ...] = ()
    laid: tuple[tuple[str, str], ...] = ()
    far_from: str = ""

    @property
    def height(self) -> float:
        """The height of the diagram, in millimetres."""
        return self.width * self.window.height / self.window.width

    @property
    def spacing(self) -> float:
        """The distance in the diagram from a place to its nearest neighbour, the median of all places; 0 for one."""
        box = self.window
        inside = dict.fromkeys(
            (x, y) for x, y in self.spots.values() if box.left <= x <= box.right and box.top <= y <= box.bottom
        )
        points = list(inside)[:MOST_MEASURED]
        if len(points) < 2:
            return 0.0
        nearest = sorted(min(dist(one, other) for other in points if other != one) for one in points)
        return nearest[len(nearest) // 2] * self.width / box.width

    @property
    def needed(self) -> float:
        """The minimum distance between places for a reader to distinguish them, in millimetres.

        On an area map that is drawn for its width on paper, places must not overlap at the smallest scale of its style.
        """
        places = self.style.places if self.whole and self.map.kind == "area-map" else None
        return max(LEGIBLE, (places.diameter + places.outline) * SMALLEST_SCALE) if places else LEGIBLE

    @property
    def whole(self) -> bool:
        """Whether the whole map is shown."""
        return self.window == BoundingBox(0.0, 0.0, self.map.width, self.map.height)


def sketch(diagram: Diagram, facts: Facts) -> Sketch:
    """Return what the diagram shows. Raises NoSketchError if the game does not have it."""
    drawn = _map(diagram, facts.game)
    style = _style(diagram, facts.game)
    show = _shown(diagram, drawn)
    if show != MAP:
        width = diagram.width or LAW_WIDTH
        return Sketch(drawn, style, show, BoundingBox(0.0, 0.0, 1.0, 1.0), width)
    whole = drawn.id in facts.networks and drawn is facts.game.find(GameMap, drawn.id)
    lowered = None if whole else lower(drawn)
    network = lowered.network if lowered else facts.networks[drawn.id]
    classes = lowered.classes if lowered else facts.classes.get(drawn.id, {})
    table = Tabletop(drawn, network)
    laid = tuple(table.laid(diagram.laid)) if tile_set(drawn) is None else ()
    moving = Tabletop(drawn, _of_class(diagram.mover, drawn, classes), diagram.mover) if diagram.mover else table
    left = moving.without_laid(laid)
    labels = [(name.name, text) for name, text in diagram.labels if table.spot(name)]
    if diagram.far_from:
        labels = [*moving.distances(left, diagram.far_from), *labels]
    way = moving.way(left, diagram.way)
    window = _window(diagram, drawn, table, way)
    width = min(diagram.width or WIDTH, TALLEST * window.width / window.height)
    return Sketch(
        drawn,
        style,
        show,
        window,
        width,
        table.spots,
        table.lit(diagram.lit),
        way,
        tuple(labels),
        tuple((at, option.name) for at, option in laid),
        diagram.far_from.name if diagram.far_from else "",
    )


def _of_class(mover: Ref, drawn: AnyMap, classes: Mapping[str, Network]) -> Network:
    """Return the network of a movement class of the map."""
    found = classes.get(mover.name)
    if found is None:
        hint = did_you_mean(mover.name, classes) or listed("classes are", classes)
        raise NoSketchError(Fault(mover.span, f"the map '{drawn.id}' has no movement class '{mover}'", hint))
    return found


def _map(diagram: Diagram, game: Game) -> AnyMap:
    """Return the shown map: in the given arrangement, as a single tile, or as printed."""
    found = game.find(GameMap, diagram.map.name)
    if found is None:
        raise _unknown("map", diagram.map, game.names(GameMap), game)
    if found.damaged:
        raise NoSketchError
    if found.too_large:
        raise NoSketchError(Fault(diagram.map.span, found.too_large, TOO_LARGE))
    if diagram.tile:
        return _tile(found, diagram.tile)
    city = tile_set(found)
    if diagram.laid and city:
        lying = as_set_up(city, tuple((spot.name, tile.name) for spot, tile in diagram.laid))
        if lying is city:
            message = f"what is laid is no arrangement of {city.seats} tiles of '{found.id}'"
            raise NoSketchError(Fault(diagram.laid[0][0].span, message, "name each place, as in 'row 1, column 2'"))
        return lying
    return found


def _tile(found: AnyMap, name: Ref) -> AnyMap:
    city = tile_set(found)
    tile = city.only(name.name) if city else None
    if tile is None:
        known = [each.id for each in city.tiles] if city else []
        message = f"the map '{found.id}' has no tile '{name}'"
        raise NoSketchError(Fault(name.span, message, did_you_mean(name.name, known) or listed("tiles are", known)))
    return tile


def _style(diagram: Diagram, game: Game) -> MapStyle:
    if diagram.style:
        found = game.find(MapStyle, diagram.style.name)
        if found is None:
            raise _unknown("map style", diagram.style, game.names(MapStyle), game)
        return found
    *_, last = (None, *game.all(MapStyle))
    if last is None:
        hint = "add a document of the kind map-style"
        raise NoSketchError(Fault(diagram.span, f"there is no map style to draw '{diagram.map}' with", hint))
    return last


def _unknown(word: str, name: Ref, known: tuple[str, ...], game: Game) -> NoSketchError:
    if game.may_have(name.name):
        return NoSketchError()
    hint = did_you_mean(name.name, known) or listed(f"{word}s are", known) or f"list a {word} in pack.yaml"
    return NoSketchError(Fault(name.span, f"there is no {word} '{name}'", hint, cause=Missing(name.name, word)))


def _shown(diagram: Diagram, drawn: AnyMap) -> str:
    """Return what is shown: the map, or a diagram of the turning law, which only block maps have."""
    word = diagram.show
    if word is None or word.name == MAP:
        return MAP
    if word.name not in SHOWN:
        hint = did_you_mean(word.name, SHOWN) or listed("it shows", SHOWN)
        raise NoSketchError(Fault(word.span, f"a diagram can't show '{word}'", hint))
    if not block_law(drawn):
        raise NoSketchError(Fault(word.span, f"'{word}' can be shown of a block map, and '{drawn.id}' is none"))
    if diagram.crop or diagram.around or diagram.laid or diagram.lit or diagram.labels or diagram.way:
        message = f"'{word}' is a diagram by itself; parts, ways and marks are those of a map"
        raise NoSketchError(Fault(word.span, message, "leave out 'show' to show the map"))
    return word.name


def _window(diagram: Diagram, drawn: AnyMap, table: Tabletop, way: tuple[Step, ...]) -> BoundingBox:
    """Return the shown part of the map, in millimetres on it; `around` includes the whole route."""
    if not (drawn.width and drawn.height):
        message = f"the map '{drawn.id}' has no size, and can't be drawn"
        raise NoSketchError(Fault(diagram.span, message, "give it a size, and its places positions"))
    page = BoundingBox(0.0, 0.0, drawn.width, drawn.height)
    if diagram.around:
        points = [table.spot(name) for name in diagram.around]
        points += [table.spots[name] for name, _ in way if name in table.spots]
        xs, ys = [x for x, _ in points], [y for _, y in points]
        near = BoundingBox(min(xs), min(ys), max(xs), max(ys)).grown(diagram.margin).common(page) if points else None
        return near if near and min(near.width, near.height) >= LEAST_PART else page
    if diagram.crop is None:
        return page
    try:
        left, top, across, down = part_in_shares(" ".join(diagram.crop.name.split()), drawn.width, drawn.height)
    except NoPartError as error:
        hint = did_you_mean(diagram.crop.name, PARTS) or listed("parts are", PARTS)
        raise NoSketchError(Fault(diagram.crop.span, error.message, hint if error.unread else None)) from None
    wide, tall = drawn.width, drawn.height
    return BoundingBox(left * wide, top * tall, (left + across) * wide, (top + down) * tall)
