"""Icons and their drawings."""

from collections.abc import Iterator

from pnp.checks.gathering import arts_of, layers_of, written, written_icons
from pnp.diagnostics import ERROR, Fault, Missing, check
from pnp.messages import did_you_mean, same
from pnp.model.faces.layer import CROPS, IconArt, PathArt, PictureArt, TextArt
from pnp.model.faces.theme import IconSet, Theme
from pnp.model.game import Game
from pnp.model.maps.game_map import GameMap
from pnp.model.maps.map_style import MapStyle
from pnp.model.reference import Ref
from pnp.model.values import icons_of
from pnp.scene.paths import PathDataError, is_plain, parse_path


@check("bad-path-data", severity=ERROR)
def bad_path_data(game: Game) -> Iterator[Fault]:
    """Path data cannot be parsed.

    Icons and path layers are written as SVG path data: letters such as M (move to), L (line to), C (curve to) and Z
    (close), each with its numbers. A path begins with M.

    Fix: correct the data at the reported character, or export the path again.

    Bad:
        kind: icons
        icons: {sail: [{fill: M4 20H20L}]}

    Good:
        kind: icons
        icons: {sail: [{fill: M4 20H20L12 3Z}]}
    """
    for data in _paths(game):
        if is_plain(data.name):
            continue
        try:
            parse_path(data.name)
        except PathDataError as error:
            yield Fault(data.span, str(error), "write SVG path data such as M4 4H20V20Z")


def _paths(game: Game) -> Iterator[Ref]:
    for icons in game.all(IconSet):
        for icon in icons.icons:
            yield from (mark.data for mark in icon.marks)
    written = (art.data for art in arts_of(game, PathArt) if art.data.literal is not None)
    yield from (Ref(data.text, data.span) for data in written)  # others are judged for each row
    for art in arts_of(game, TextArt):
        if art.along and not art.along.name.startswith(("circle", "arc")):
            yield art.along
    shapes = (layer.art.shape for layer in layers_of(game) if isinstance(layer.art, PictureArt))
    yield from (shape for shape in shapes if shape and shape.name not in CROPS)


@check("unknown-icon", severity=ERROR)
def unknown_icon(game: Game) -> Iterator[Fault]:
    """An icon is named that does not exist.

    Icons are drawings and files in documents of the kind `icons`, of the pack or of a kit that it uses. Where two
    subfolders of a folder of icons have files of one name, their icons are named by their paths, such as `filled/star`.

    Fix: correct the name, or add the icon to a document of the kind `icons`.

    Bad:
        kind: template
        size: 44 x 68
        layers: [{icon: scisors}]

    Good:
        kind: template
        size: 44 x 68
        layers: [{icon: scissors}]
    """
    known = icons_of(game)
    if known is None:
        return
    for icon in dict.fromkeys(_mentioned(game)):
        if icon.name not in known and same(icon.name, known) is None:
            yield Fault(
                icon.span, f"unknown icon '{icon}'", did_you_mean(icon.name, known), cause=Missing(icon.name, "icon")
            )


def _mentioned(game: Game) -> Iterator[Ref]:
    for art in arts_of(game, IconArt):
        yield from written(art.icon)
    for text in arts_of(game, TextArt):
        yield from written_icons(text.text)
    for theme in game.all(Theme):
        yield from (keyword.icon for keyword in theme.keywords.values() if keyword.icon)
    for game_map in game.all(GameMap):
        yield from game_map.icons
    for style in game.all(MapStyle):
        yield from style.icons
