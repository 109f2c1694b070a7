"""Changes to a block map: squares to name as unused, a turn to allow."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pnp.model.block_map import BlockMap
from pnp.model.reference import Ref
from pnp.model.traffic import TURNS
from pnp.network.block_map import lower_block_map
from pnp.network.changes.change import Change
from pnp.source.words import series

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.model.game_map import GameMap


def block_map_changes(block_map: BlockMap) -> Iterator[Change]:
    """What nobody can enter named as unused, then each turn that is not allowed yet, then turning in the street."""
    network = lower_block_map(block_map)
    never = network.names(place for place in network.stops if not network.states_of[place])
    if never:
        yield _unused(never)
    allowed = {turn.name for turn in block_map.turns}
    yield from (_allowed(turn) for turn in TURNS if turn not in allowed)
    if not block_map.turns_in_street:
        yield Change("let pieces turn in the street (turn-in-street: true)", _turning)


def _unused(names: tuple[str, ...]) -> Change:
    def made(game_map: GameMap) -> GameMap:
        assert isinstance(game_map, BlockMap)
        found = tuple(Ref(name, game_map.blocks_span) for name in names)
        return replace(game_map, unused=(*game_map.unused, *found))

    squares = series([f"'{name}'" for name in names], "and")  # all of them: the list is to be copied
    return Change(f"name {squares} under unused", made)


def _allowed(turn: str) -> Change:
    def made(game_map: GameMap) -> GameMap:
        assert isinstance(game_map, BlockMap)
        return replace(game_map, turns=(*game_map.turns, Ref(turn, game_map.turns_span)))

    return Change(f"allow '{turn}' among the turns", made)


def _turning(game_map: GameMap) -> GameMap:
    assert isinstance(game_map, BlockMap)
    return replace(game_map, turns_in_street=True)
