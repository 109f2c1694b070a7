"""Play with the setup of a map: tiles laid and turned, closures laid, and what that does to its ways.

A setup comes from the page as `tiles` (for each cell the number of a tile and its quarter turns clockwise) and `laid`
(pairs of a spot and an option of a closure). Both may be missing: then the map is as printed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import TypeGuard

from msgspec import Struct
from msgspec.structs import replace

from pnp.model.maps import AnyMap, tile_city
from pnp.model.maps.game_map import CLOSED, Closure
from pnp.model.maps.requirements import Bounds, Requirement
from pnp.model.maps.tile_map import laid as with_tiles
from pnp.network import Lowered, Network, lower, prove, whereabouts
from pnp.network.asked import counts_costs
from pnp.network.budget import PROOF_STEPS, OutOfStepsError, SearchBudget
from pnp.network.closures.supplies import ClosureOption, Supply, known_choices, too_close, without
from pnp.network.connectivity import traps
from pnp.network.judge import find_split, judge
from pnp.network.layout import Layout, lay_out
from pnp.network.lowering import as_set_up
from pnp.network.prove import can_be_put
from pnp.network.requirements import Proof, Verdict
from pnp.network.turns import in_turns
from pnp.studio.map_pictures import picture
from pnp.studio.maps import MapState, is_bounded, links, proof_shown, state_of
from pnp.studio.session import Json, Message, RequestRefused, StudioSession

# A setup of a map.

Tiles = tuple[tuple[int, int], ...]
Laid = tuple[tuple[str, str], ...]


class PlayedSetup(Struct, frozen=True, eq=False):
    """A map with its tiles as they are laid, and the network that the closures leave for a movement class, or for all.

    `tiles` are empty for a map without tiles; `closing` are those of what is laid that are closures.
    """

    map: AnyMap
    lowered: Lowered
    tiles: Tiles
    laid: Laid
    closing: Laid
    network: Network

    def seen_by(self, requirement: Requirement) -> tuple[Network, ...]:
        """Return what the closures leave for each movement class of a requirement, or for all if it names none."""
        known = [ref.name for ref in requirement.movers if ref.name in self.lowered.classes]
        return tuple(closed(self.map, self.lowered.classes[name], self.closing) for name in dict.fromkeys(known)) or (
            closed(self.map, self.lowered.network, self.closing),
        )


def closed(game_map: AnyMap, opened: Network, laid: Laid) -> Network:
    """Return what closures leave of a network; those that are on no spot of it close nothing there."""
    options = known_options(game_map, opened)
    there = [options[each][1] for each in laid if each in options]
    return without(opened, there) if there else opened


def known_options(game_map: AnyMap, network: Network) -> dict[tuple[str, str], tuple[str, ClosureOption]]:
    """Return the closures that can be laid, with their kinds, by spot and name."""
    return {
        (choice.at, option.name): (choice.kind, option)
        for closure in game_map.closures
        for choice in known_choices(network, closure)
        for option in choice.options
    }


def setup_of(studio: StudioSession, state: MapState, message: Message) -> PlayedSetup:
    """Return the setup in a message. Raises RequestRefused if the map has no such tiles or spots, or too few pieces."""
    tiles, laid = _tiles(state.map, message.get("tiles")), _laid(message.get("laid"))
    on_cells = _on_cells(state.map, laid)
    game_map, lowered = _arranged(studio, state, tiles, on_cells)
    mover = message.get("for")
    if mover and mover not in lowered.classes:
        raise RequestRefused(f"this map has no movement class '{mover}'")
    closing = tuple(each for each in laid if each not in on_cells)
    _check_supply(state.map, lowered, closing)
    opened = lowered.classes[str(mover)] if mover else lowered.network
    return PlayedSetup(game_map, lowered, tiles, laid, closing, closed(state.map, opened, closing))


def _on_cells(game_map: AnyMap, laid: Laid) -> Laid:
    """Return those of what is laid that are tiles over the cells of a grid map.

    Raises RequestRefused if some of the cells that take a tile have none.
    """
    if game_map.kind != "grid-map" or not game_map.tiles:
        return ()
    cells = {game_map.cells[number].id for number in game_map.tiled}
    names = {tile.id for tile in game_map.tiles}
    found = tuple((at, name) for at, name in laid if at in cells and name.partition(", turned ")[0] in names)
    if found and as_set_up(game_map, found) is game_map:
        raise RequestRefused("each cell that takes a tile needs one of the tiles")
    return found


def _arranged(studio: StudioSession, state: MapState, tiles: Tiles, on_cells: Laid) -> tuple[AnyMap, Lowered]:
    """Return the map with its tiles laid in that way; the same object for the same tiles, until a file changes."""
    if on_cells:
        laid_over = studio.cached.setdefault(f"arranged {state.map.id}", {})
        if on_cells not in laid_over:
            if len(laid_over) >= MOST_ARRANGED:
                laid_over.clear()
            over = as_set_up(state.map, on_cells)
            laid_over[on_cells] = over, lower(over)
        known: tuple[AnyMap, Lowered] = laid_over[on_cells]
        return known
    city = tile_city(state.map)
    if city is None or not tiles or tiles == tuple((number, 0) for number in range(city.cells)):
        return state.map, state.lowered
    arranged = studio.cached.setdefault(f"arranged {city.id}", {})
    if tiles not in arranged:
        if len(arranged) >= MOST_ARRANGED:
            arranged.clear()
        game_map = with_tiles(city, tiles)
        arranged[tiles] = game_map, lower(game_map)
    found: tuple[AnyMap, Lowered] = arranged[tiles]
    return found


MOST_ARRANGED = 64
"""Maximum number of arrangements that stay in memory."""


def _tiles(game_map: AnyMap, asked: object) -> Tiles:
    city = tile_city(game_map)
    if city is None or asked is None or len(city.tiles) < city.cells:
        return ()
    pairs = list(asked) if isinstance(asked, list) else []
    tiles = tuple((each[0], each[1] % 4) for each in pairs if _is_pair(each))
    numbers = [number for number, _ in tiles]
    whole = len(tiles) == city.cells and len(set(numbers)) == len(numbers)
    if not whole or not all(0 <= number < len(city.tiles) for number in numbers):
        raise RequestRefused("each cell of the city needs one of its tiles")
    if not city.shuffled and numbers != list(range(city.cells)):
        raise RequestRefused("the tiles of this city have fixed cells")
    if any(quarters not in city.turns for _, quarters in tiles):
        raise RequestRefused(
            f"the rules of this city turn tiles by {' or '.join(f'{90 * each}°' for each in city.turns)}"
        )
    return tiles


def _is_pair(value: object) -> TypeGuard[list[int]]:
    return isinstance(value, list) and len(value) == 2 and all(type(each) is int for each in value)


def _laid(asked: object) -> Laid:
    pairs = asked if isinstance(asked, list) else []
    return tuple(
        (str(each[0]), str(each[1])) for each in pairs[:MOST_LAID] if isinstance(each, list) and len(each) == 2
    )


MOST_LAID = 500
"""Maximum number of closures in one setup."""


def _check_supply(game_map: AnyMap, lowered: Lowered, laid: Laid) -> None:
    """Raise RequestRefused for a closure that is on no spot of any movement class, or beyond the supply."""
    network = lowered.network
    used: dict[str, int] = {}
    taken: set[str] = set()
    spots: dict[str, list[int]] = {}
    kinds = {closure.name: closure for closure in game_map.closures}
    known = known_options(game_map, network)
    for opened in lowered.classes.values():
        known = {**known_options(game_map, opened), **known}
    for at, name in laid:
        if (at, name) not in known:
            raise RequestRefused(f"no '{name}' can be laid on '{at}'")
        kind, _ = known[at, name]
        used[kind] = used.get(kind, 0) + 1
        most = kinds[kind].most
        if most is not None and used[kind] > most:
            raise RequestRefused(f"there {'is' if most == 1 else 'are'} only {most} of '{kind}'")
        if f"{kind} {at}" in taken:
            raise RequestRefused(f"a '{kind}' lies on '{at}' already")
        taken.add(f"{kind} {at}")
        _keep_apart(network, kinds[kind], at, spots.setdefault(kind, []))


def _keep_apart(network: Network, closure: Closure, at: str, spots: list[int]) -> None:
    """Add a spot to those with a closure of a kind. Raises RequestRefused if another one is too near."""
    if not closure.apart:
        return
    choices = known_choices(network, closure)
    number = next((number for number, choice in enumerate(choices) if choice.at == at), None)
    if number is None:  # a spot of a movement class alone
        return
    near = too_close(network, Supply(closure, choices))[number]
    for other in spots:
        if other in near:
            raise RequestRefused(
                f"'{closure.name}' on '{at}' and '{choices[other].at}' are fewer than {closure.apart} moves apart"
            )
    spots.append(number)


# What a setup does.


def played(studio: StudioSession, message: Message) -> Json:
    """Return a setup's picture and positions, what it cuts off, its choke points, and each requirement in it.

    With `from`, also the distances from there; with `to` too, a shortest way between the two.
    """
    state = state_of(studio, message)
    setup = setup_of(studio, state, message)
    network = setup.network
    answer: dict[str, Json] = {
        "revision": studio.revision,
        "map": state.map.id,
        "tiles": [list(each) for each in setup.tiles],
        "laid": [list(each) for each in setup.laid],
        "closed": list(network.names(sorted(network.closed))),
        "cut_off": cut_off(network),
        "choke_points": list(network.names(network.hinges.places)),
        "links": links(network),
        "requirements": list(in_this_setup(state, setup)),
        "illegal": list(_broken_conditions(state, setup)),
    }
    if setup.tiles:
        answer |= {**picture(studio, state.game, setup.map), "at": whereabouts(setup.map, setup.lowered.network)}
    if message.get("from"):
        answer["distances"] = distances(network, str(message["from"]))
        if message.get("to"):
            answer["way"] = way(network, str(message["from"]), str(message["to"]))
    return answer


def cut_off(network: Network) -> Json:
    """Return the open places that pieces cannot get to from a start, and those that keep a piece which enters them.

    Without starts, those outside the largest part of the map.
    """
    starts = network.starts
    if network.tagged("start") and starts:
        reached = network.reached_places
        away = [place for place in network.stops if place not in reached and place not in network.closed]
        small = (trap.places for trap in traps(network) if 2 * len(trap.places) < len(network.stops))
        stuck = sorted({place for places in small for place in places} & network.reached_places)
        return {"away": list(network.names(away)), "stuck": list(network.names(stuck))}
    split = find_split(network)
    if split is None:
        return {"away": [], "stuck": []}
    names = list(network.names(split.places))
    return {"away": [], "stuck": names} if split.back else {"away": names, "stuck": []}


def distances(network: Network, start: str) -> Json:
    """Return the distance from a place or site to each place by name, from its worst state; None without a way."""
    if start not in network.index and start not in network.sites:
        raise RequestRefused(f"'{start}' is no place that pieces can be at in this setup")
    if not any(network.states_of[place] for place in network.at(start)):
        raise RequestRefused(f"no piece can be at '{start}'")
    rows = [network.distances_from(state) for place in network.at(start) for state in network.states_of[place]]
    found: dict[str, int | None] = {}
    for place in network.stops:
        values = [row[place] for row in rows]
        known = [value for value in values if value is not None]
        found[network.places[place].id] = max(known) if known and len(known) == len(values) else None
    return found


def way(network: Network, start: str, goal: str) -> Json:
    """Return a shortest way between two places or sites, with its length; no places if there is none.

    It leaves from the worst state of the start, as a distance does.
    """
    for name in (start, goal):
        if name not in network.index and name not in network.sites:
            raise RequestRefused(f"'{name}' is no place that pieces can be at in this setup")
    goals = network.at(goal)
    back = network.distances_to(goals)
    states = [state for place in network.at(start) for state in network.states_of[place]]
    far = [back[state] for state in states]
    if not states or any(each is None for each in far):
        return {"places": [], "length": None}
    worst = max(states, key=lambda state: (back[state] or 0, -state))
    return {"places": list(network.path(worst, goals)), "length": back[worst]}


JUDGING = 2_000_000
"""Steps for all requirements in one setup."""


def in_this_setup(state: MapState, setup: PlayedSetup) -> Iterator[Json]:
    """Yield for each requirement whether it holds in this setup alone, and the sentence about it."""
    layout = lay_out(setup.map)
    for number, (requirement, proof) in enumerate(zip(state.map.requirements, state.proofs, strict=True)):
        holds, detail, witness = None, "it is not asked of one setup", None
        if can_be_put(requirement, state.lowered) and requirement.demand not in ("survives", "isolation"):
            verdict = _judged(requirement, setup, layout)
            if verdict:
                holds, detail, witness = verdict.holds, verdict.detail, verdict.witness
            else:
                detail = "this takes too many steps"
        yield {
            "number": number,
            "name": proof.name,
            "classes": [ref.name for ref in requirement.movers],
            "holds": holds,
            "detail": detail,
            "places": list(witness.places) if witness else [],
            "path": list(witness.path) if witness else [],
        }


def _judged(requirement: Requirement, setup: PlayedSetup, layout: Layout) -> Verdict | None:
    """Return the verdict on a requirement in this setup alone, for each movement class that it names.

    The first class for which it is broken decides. Returns None if it takes too many steps.
    """
    inner = replace(requirement, every_setup=False, laid=(), some=False, share=None)
    verdict = None
    for seen in setup.seen_by(requirement):
        network = seen if counts_costs(inner) else seen.in_moves
        network = in_turns(network, inner.speed) if inner.speed else network
        try:
            verdict = judge(inner, network, layout, SearchBudget(JUDGING))
        except OutOfStepsError:
            return None
        if verdict.holds is False:
            break
    return verdict


def _broken_conditions(state: MapState, setup: PlayedSetup) -> Iterator[str]:
    """Yield why a setup is not legal: the names of the conditions that it breaks, each with its reason."""
    layout = lay_out(setup.map)
    for condition in setup.lowered.legal:
        if condition.demand not in ("survives", "isolation") and can_be_put(condition, state.lowered):
            verdict = _judged(condition, setup, layout)
            if verdict and verdict.holds is False:
                yield f"'{condition.name}': {verdict.detail}"


# Counterexamples and extremes as setups of the page.


def setup_in_words(state: MapState, words: Iterable[Sequence[str]]) -> Json:
    """Return the setup that a witness states, as the page sends it: tiles and laid closures.

    `closed` are the places that the requirement itself closes, which no piece of the map does.
    """
    city, tiles = tile_city(state.map), dict[int, tuple[int, int]]()
    laid, closed = list[list[str]](), list[str]()
    names = {
        f"{tile.id}{f', turned {90 * turn}°' if turn else ''}": (number, turn)
        for number, tile in enumerate(city.tiles if city else ())
        for turn in range(4)
    }
    for choice, option in words:
        if city and choice.startswith("row ") and option in names:
            row, _, column = choice.removeprefix("row ").partition(", column ")
            tiles[(int(row) - 1) * city.columns + int(column) - 1] = names[option]
        elif option == CLOSED and all(closure.name != CLOSED for closure in state.map.closures):
            closed.append(choice)
        else:
            laid.append([choice, option])
    whole = city is not None and len(tiles) == city.cells
    return {"tiles": [list(tiles[cell]) for cell in sorted(tiles)] if whole else None, "laid": laid, "closed": closed}


def counterexample(studio: StudioSession, message: Message) -> Json:
    """Return the setup of a requirement's counterexample, or of its example, with what is wrong in it."""
    state = state_of(studio, message)
    proof = state.proofs[_numbered(message, state)]
    if proof.witness is None:
        raise RequestRefused("this requirement has no counterexample")
    return {**proof_shown(proof, _numbered(message, state)), **setup_in_words(state, proof.witness.setup)}


def _numbered(message: Message, state: MapState) -> int:
    number = message.get("requirement")
    if type(number) is not int or not 0 <= number < len(state.proofs):
        raise RequestRefused("this map has no such requirement")
    return number


def worst(studio: StudioSession, message: Message) -> Json:
    """Return the setup in which a requirement comes closest to being broken, such as the one with the longest ride.

    The bound is made stricter until the requirement is broken: the counterexample of the first such bound is the worst
    setup, by the same proof as in `pnp check`. Raises RequestRefused if it has no bound that can be made stricter.
    """
    state = state_of(studio, message)
    number = _numbered(message, state)
    proof, requirement = state.proofs[number], state.map.requirements[number]
    if proof.holds is False and proof.witness:
        return {**proof_shown(proof, number), **setup_in_words(state, proof.witness.setup), "bound": None}
    key = f"worst {state.map.id} {number}"
    if key not in studio.cached:
        studio.cached[key] = _tightened(state, requirement)
    found: tuple[str, Proof] | None = studio.cached[key]
    if found is None:
        raise RequestRefused("there is no worst setup: the requirement has no bound that could be stricter")
    bound, broken = found
    assert broken.witness, "it is broken"
    return {**proof_shown(broken, number), **setup_in_words(state, broken.witness.setup), "bound": bound}


MOST_TRIED = 24
"""Maximum number of bounds that are tried."""


def _tightened(state: MapState, requirement: Requirement) -> tuple[str, Proof] | None:
    """Return the mildest bound that is broken, as text, and the proof with its counterexample."""
    layout, tried = lay_out(state.map), 0

    def broken_at(bound: Fraction | int) -> Proof | None:
        nonlocal tried
        tried += 1
        asked = replace(requirement, bounds=_with_bound(requirement.bounds, bound), severity=None)
        proof = prove((asked,), state.lowered, layout, SearchBudget(PROOF_STEPS))[0]
        return proof if proof.holds is False and proof.witness else None

    limits = requirement.bounds
    if not is_bounded(requirement):
        return None
    upper = limits.most is not None
    good = Fraction((limits.most if limits.most is not None else limits.least) or 0)
    step = Fraction(1) if requirement.demand != "fair-starts" else Fraction(1, 200)
    jump, bad, found = step, None, None
    while tried < MOST_TRIED:  # first in growing steps, then by halves
        if bad is None:
            bound = good - jump if upper else good + jump
            bound = max(bound, Fraction(0)) if upper else bound
        elif abs(bad - good) <= step:
            break
        else:
            bound = good + step * ((bad - good) / step / 2).__round__()
        proof = broken_at(bound.numerator if bound.denominator == 1 else bound)
        if proof:
            bad, found = bound, proof
        elif bound == 0 and upper:
            return None
        else:
            good, jump = bound, jump * 2
    return (f"{'at most' if upper else 'at least'} {float(bad):g}", found) if found and bad is not None else None


def _with_bound(bounds: Bounds, bound: Fraction | int) -> Bounds:
    return Bounds(bounds.exactly, bounds.least, bound) if bounds.most is not None else Bounds(bounds.exactly, bound)
