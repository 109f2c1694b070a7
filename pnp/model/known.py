"""The names that a game knows, as far as they can be told: None where a document is damaged or could not be read."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from pnp.model.component import Component
from pnp.model.game_map import GameMap
from pnp.model.icons import IconSet
from pnp.model.map_kinds import is_tile_map
from pnp.model.theme import Theme, base_of, resolve_theme
from pnp.records import dataclass

if TYPE_CHECKING:
    from pnp.model.game import Game
    from pnp.model.roles import Roles

Names = frozenset[str] | None


def roles_of(game: Game) -> Roles | None:
    """The roles of the game's theme; None where they cannot be told."""
    themes = list(game.all(Theme))
    theme = resolve_theme(themes)
    if theme is None or not game.knows_all(Theme) or any(_adrift(found, themes) for found in themes):
        return None
    return theme.roles


def _adrift(theme: Theme, themes: list[Theme]) -> bool:
    """Whether the theme extends one that is not there: told by the check of themes."""
    return theme.extends is not None and base_of(theme, themes[: themes.index(theme)]) is None


def icons_of(game: Game) -> Names:
    """The names of the game's icons; None where they cannot be told."""
    if not game.knows_all(IconSet):
        return None
    return frozenset(icon.id for icons in game.all(IconSet) for icon in icons.icons)


@dataclass(frozen=True, slots=True, eq=False)
class Known:
    """The names that fields of rows may refer to; each set is made once."""

    game: Game
    _made: dict[tuple[str, ...], Names] = field(default_factory=dict, repr=False)

    def colours(self) -> Names:
        """The roles of the palette."""
        if ("colours",) not in self._made:
            roles = roles_of(self.game)
            self._made["colours",] = frozenset(roles.palette) if roles else None
        return self._made["colours",]

    def icons(self) -> Names:
        """The icons."""
        if ("icons",) not in self._made:
            self._made["icons",] = icons_of(self.game)
        return self._made["icons",]

    def places(self, area_map: str, tag: str | None) -> Names:
        """The places of a map, or those with a tag; None too where there is no such map or no such tag."""
        key = ("places", area_map, tag or "")
        if key not in self._made:
            found = self.game.find(GameMap, area_map)
            areas = found.chosen(tag) if found else ()
            names = [area.id for area in areas]
            self._made[key] = frozenset(names) if names and found and not found.damaged else None
        return self._made[key]

    def rows(self, component: str) -> Names:
        """The rows of a component by their names; None too where there is no such component."""
        if ("rows", component) not in self._made:
            self._made["rows", component] = self._rows(component)
        return self._made["rows", component]

    def _rows(self, component: str) -> Names:
        found = self.game.find(Component, component)
        if found is None or found.damaged:
            return None
        if found.each and found.each.tiles:
            tiles = self.game.find(GameMap, found.each.map.name)
            whole = is_tile_map(tiles) and not tiles.damaged
            return frozenset(tile.id for tile in tiles.tiles) if is_tile_map(tiles) and whole else None
        if found.each:
            places = self.places(found.each.map.name, found.each.tag.name if found.each.tag else None)
            return places and places.union(row.name for row in found.rows)
        return frozenset(row.name for row in found.rows)
