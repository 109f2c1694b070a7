"""Which texts on parts are smaller than 8 pt? `python -m tests.quality.small_text` lists them by component."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import hypot

from pnp.scene.items import Group, Item, Text
from tests.games import GAMES, examined

LEAST = 8.0


def sizes(items: Iterable[Item], scale: float = 1.0) -> Iterator[tuple[float, str]]:
    """Yield the size in points of each text as printed, and the text."""
    for item in items:
        if isinstance(item, Group):
            yield from sizes(item.items, scale * hypot(item.transform[0], item.transform[1]))
        elif isinstance(item, Text) and item.string.strip():
            yield item.size * scale, item.string


def main() -> None:
    """Print a line for each component with small texts."""
    for game in GAMES:
        for parts in (drawn.parts for drawn in examined(game, draws_maps=True).drawn):
            scenes = [scene for part in parts.parts for scene in (part.front, part.back) if scene]
            small = sorted({each for scene in scenes for each in sizes(scene.items) if each[0] < LEAST - 1e-6})
            if small:
                texts = "; ".join(text for _, text in small[:4])
                print(f"{game}\t{parts.component}\tfrom {small[0][0]:.1f} pt\t{len(small)} texts\t{texts}")  # noqa: T201


if __name__ == "__main__":
    main()
