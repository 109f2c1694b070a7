"""Which texts on parts are smaller than 8 pt? `python -m tests.quality.small_text` lists them by component.

The credit of a pack is not read in play, and may be smaller.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import hypot

from pnp.model.maps.game_map import GameMap
from pnp.scene.items import Group, Item, Text
from tests.games import GAMES, examined

LEAST = 8.0

ACROSS = 10.0
"""The minimum for what is read across the table."""


def sizes(items: Iterable[Item], scale: float = 1.0) -> Iterator[tuple[float, str]]:
    """Yield the size in points of each text as printed, and the text."""
    for item in items:
        if isinstance(item, Group):
            yield from sizes(item.items, scale * hypot(item.transform[0], item.transform[1]))
        elif isinstance(item, Text) and item.string.strip():
            yield item.size * scale, item.string


def small_texts(game: str) -> dict[str, list[tuple[float, str]]]:
    """Return the sizes and texts below the minimum, by component."""
    made = examined(game, draws_maps=True)
    credit = made.game.pack.credit if made.game.pack else None
    line = (credit.line or "") if credit else ""
    found: dict[str, list[tuple[float, str]]] = {}
    for parts in (drawn.parts for drawn in made.drawn):
        scenes = [scene for part in parts.parts for scene in (part.front, part.back) if scene]
        small = {each for scene in scenes for each in sizes(scene.items) if each[0] < LEAST - 1e-6}
        small = {each for each in small if each[1] not in line and not (line and each[1].startswith(line))}
        if small:
            found[parts.component] = sorted(small)
    return found


def small_places(game: str) -> dict[str, list[tuple[float, str]]]:
    """Return the names of places and sites on boards below 10 pt, by component: they are read across the table."""
    made = examined(game, draws_maps=True)
    names = {
        name
        for each in made.game.all(GameMap)
        for place in (*each.places, *each.sites)
        for name in (place.id, place.name)
        if name
    }
    found: dict[str, list[tuple[float, str]]] = {}
    for parts in (drawn.parts for drawn in made.drawn if drawn.parts.spread):
        read = {each for part in parts.parts for each in sizes(part.front.items) if each[1] in names}
        small = sorted(each for each in read if each[0] < ACROSS - 1e-6)
        found |= {parts.component: small} if small else {}
    return found


def main() -> None:
    """Print a line for each component with small texts."""
    for game in GAMES:
        for component, small in small_texts(game).items():
            texts = "; ".join(text for _, text in small[:4])
            print(f"{game}\t{component}\tfrom {small[0][0]:.1f} pt\t{len(small)} texts\t{texts}")  # noqa: T201


if __name__ == "__main__":
    main()
