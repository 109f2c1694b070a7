"""Names in templates: templates, layers, maps, map styles, patterns; templates that extend others or are not used."""

from collections.abc import Iterator
from pathlib import PurePosixPath

from pnp.checks.merging import MOST
from pnp.checks.names_used import arts_of, meant_document, written
from pnp.diagnostics import ERROR, WARNING, Fault, Missing, check
from pnp.messages import did_you_mean, same, series, shown
from pnp.model.component import Component
from pnp.model.faces.inheritance import bases_of, circles
from pnp.model.faces.layer import PATTERNS, MapArt, PatternArt
from pnp.model.faces.template import Template
from pnp.model.faces.theme import Theme
from pnp.model.game import Game
from pnp.model.maps.game_map import GameMap
from pnp.model.maps.map_style import MapStyle
from pnp.model.maps.tile_map import TileMap
from pnp.model.reference import Ref
from pnp.model.row import PlaceType, Row, single
from pnp.model.selection import pattern_of
from pnp.model.values import icons_of
from pnp.scene.parts import rows_as_text


@check("unknown-map", severity=ERROR)
def unknown_map(game: Game) -> Iterator[Fault]:
    """A component or a template names a map that does not exist.

    A map is a document of the pack, named by its file name without `.yaml`.

    Fix: correct the name, or list the map's file under `documents`.

    Bad:
        kind: template
        size: 90 x 90
        layers: [{map: harbour}]

    Good:
        kind: template
        size: 90 x 90
        layers: [{map: "{name}"}]
    """
    for name in _mentioned(game):
        if game.find(GameMap, name.name) is None and not game.may_have(name.name):
            yield Fault(name.span, f"there is no map '{name}'", _hint(name.name, game), cause=Missing(name.name, "map"))


def _hint(name: str, game: Game) -> str:
    """Return a hint; after the name of an existing map, it is about a tag."""
    found = next((each for each in game.names(GameMap) if name.startswith(f"{each} ")), None)
    if found is not None:
        rest = name.removeprefix(found).split()
        return did_you_mean(rest[0], ("tagged",)) or f"write '{found} tagged {' '.join(rest)}'"
    return meant_document(game, GameMap, name)


def _mentioned(game: Game) -> Iterator[Ref]:
    for component in game.all(Component):
        yield from (component.each.map,) if component.each else ()
        yield from (kind.map for kind in map(single, component.fields.values()) if isinstance(kind, PlaceType))
    for art in arts_of(game, MapArt):
        yield from written(art.map)


@check("unknown-map-style", severity=ERROR)
def unknown_map_style(game: Game) -> Iterator[Fault]:
    """A template, or a variant of a theme, uses a map style that does not exist.

    A map style is a document of the kind `map-style`, named by its file name without `.yaml`.

    Fix: correct the name, or list the style's file under `documents`.

    Bad:
        kind: template
        size: 90 x 90
        layers: [{map: "{name}", style: by-night}]

    Good:
        kind: template
        size: 90 x 90
        layers: [{map: "{name}"}]
    """
    for art in arts_of(game, MapArt):
        for name in written(art.style):
            yield from _missing_style(game, name)
    for theme in game.all(Theme):
        for roles in theme.variants.values():
            for replaced, name in roles.styles.items():
                faults = [*_missing_style(game, Ref(replaced, name.span)), *_missing_style(game, name)]
                yield from faults if len(faults) == 1 else ()  # a theme of a kit whose styles the game does not use


def _missing_style(game: Game, name: Ref) -> Iterator[Fault]:
    if game.find(MapStyle, name.name) is None and not game.may_have(name.name):
        hint = meant_document(game, MapStyle, name.name)
        yield Fault(name.span, f"there is no map style '{name}'", hint, cause=Missing(name.name, "map style"))


@check("unknown-pattern", severity=ERROR)
def unknown_pattern(game: Game) -> Iterator[Fault]:
    """A layer names a pattern that does not exist.

    Patterns are built in, such as check and dots, and every icon can be used as a pattern.

    Fix: correct the name.

    Bad:
        kind: template
        size: 44 x 68
        layers: [{pattern: chekc}]

    Good:
        kind: template
        size: 44 x 68
        layers: [{pattern: check}]
    """
    icons = icons_of(game)
    if icons is None:
        return
    known = (*PATTERNS, *sorted(icons))
    for art in arts_of(game, PatternArt):
        for name in written(art.pattern):
            if name.name not in known and same(name.name, icons) is None:
                hint = did_you_mean(name.name, known) or f"patterns are {', '.join(PATTERNS)}, and every icon"
                yield Fault(name.span, f"unknown pattern '{name}'", hint, cause=Missing(name.name, "pattern"))


@check("unknown-template", severity=ERROR)
def unknown_template(game: Game) -> Iterator[Fault]:
    """A component, a template or a pack names a template that does not exist.

    A template is a document of the pack or of a kit that it uses, named by its file name without `.yaml`. Without it,
    nothing is drawn.

    Fix: correct the name, or list the template's file under `documents`.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [coins.yaml]
        # file: coins.yaml
        kind: component
        makes: token
        name: Coins
        template: coin

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [coins.yaml, coin.yaml]
        # file: coins.yaml
        kind: component
        makes: token
        name: Coins
        template: coin
        # file: coin.yaml
        kind: template
        size: 18 x 18
        layers: []
    """
    for component in game.all(Component):
        yield from _unknown_choices(component, game)
    for name in _unknown_template_mentioned(game):
        if game.find(Template, name.name) is None and not game.may_have(name.name):
            hint = meant_document(game, Template, name.name)
            yield Fault(name.span, f"there is no template '{name}'", hint, cause=Missing(name.name, "template"))


def _unknown_choices(component: Component, game: Game) -> Iterator[Fault]:
    """Yield a fault for each template that rows choose and that does not exist; one if no row chooses well."""
    how = component.selection
    for formula, chosen in (
        (how.template if how else None, [(row, row.template) for row in component.rows]),
        (how.back if how else None, [(row, row.back) for row in component.rows]),
    ):
        missing: dict[str, list[tuple[Row, Ref]]] = {}
        for row, ref in chosen:
            if formula and ref and game.find(Template, ref.name) is None and not game.may_have(ref.name):
                missing.setdefault(ref.name, []).append((row, ref))
        everywhere = sum(map(len, missing.values())) == len(chosen)
        for name, found in list(missing.items())[: 1 if everywhere else MOST]:
            rows = tuple(row.name for row, _ in found)
            span = formula.span if formula and everywhere else found[0][1].span
            hint = meant_document(game, Template, name)
            message = f"there is no template {shown(name)}{rows_as_text(rows)}"
            yield Fault(span, message, hint, rows=rows, cause=Missing(name, "template"))


def _unknown_template_mentioned(game: Game) -> Iterator[Ref]:
    for component in game.all(Component):
        how, panels = component.selection, component.box.panels.values() if component.box else ()
        yield from () if how and how.template else component.fronts
        yield from () if how and how.back else component.backs
        yield from panels
    yield from (template.extends for template in game.all(Template) if template.extends)
    if game.pack and game.pack.back:
        yield game.pack.back
    if game.pack:
        yield from filter(None, (game.pack.cover, game.pack.wordmark, game.pack.frieze))


@check("unknown-cleared-tile", severity=ERROR)
def unknown_cleared_tile(game: Game) -> Iterator[Fault]:
    """A map style keeps a box clear on a tile that no tile map has.

    Tiles are named as in the tile map, with the same capitals.

    Fix: correct the name; without `tile` the box stays clear on every tile.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [city.yaml, quiet.yaml]
        # file: city.yaml
        kind: tile-map
        tile: 100
        city: {rows: 1, columns: 2}
        tiles:
          Harbour: {streets: {Quay: west -- east, Mill Lane: north -- south}}
          Market: {streets: {High Street: west -- east, Well Lane: north -- south}}
        # file: quiet.yaml
        kind: map-style
        places: {diameter: 4}
        keep-clear: [{tile: Harbuor, at: [10, 10], size: 20 x 10}]

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [city.yaml, quiet.yaml]
        # file: city.yaml
        kind: tile-map
        tile: 100
        city: {rows: 1, columns: 2}
        tiles:
          Harbour: {streets: {Quay: west -- east, Mill Lane: north -- south}}
          Market: {streets: {High Street: west -- east, Well Lane: north -- south}}
        # file: quiet.yaml
        kind: map-style
        places: {diameter: 4}
        keep-clear: [{tile: Harbour, at: [10, 10], size: 20 x 10}]
    """
    named = {box.tile.span: box.tile for style in game.all(MapStyle) for box in style.clear if box.tile}
    if not named or not game.knows_all(GameMap):
        return
    known = dict.fromkeys(tile.id for each in game.all(GameMap) if isinstance(each, TileMap) for tile in each.tiles)
    for span, name in named.items():
        if name.name not in known:
            hint = did_you_mean(name.name, known) or (
                f"there are {series(known, 'and')}" if known else "take 'tile' out"
            )
            yield Fault(span, f"no tile map has the tile '{name}'", hint)


# Templates that extend others, or are never used.


@check("unknown-layer", severity=ERROR)
def unknown_layer(game: Game) -> Iterator[Fault]:
    """A template removes a layer that the extended template does not have.

    Layers are removed by their names in the extended template.

    Fix: correct the name, or remove it from `remove`.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [coin.yaml, bare-coin.yaml]
        # file: coin.yaml
        kind: template
        size: 18 x 18
        layers: [{panel: amber, name: ground}]
        # file: bare-coin.yaml
        kind: template
        extends: coin
        remove: [grund]

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [coin.yaml, bare-coin.yaml]
        # file: coin.yaml
        kind: template
        size: 18 x 18
        layers: [{panel: amber, name: ground}]
        # file: bare-coin.yaml
        kind: template
        extends: coin
        remove: [ground]
    """
    templates = tuple(game.all(Template))
    for template, place in zip(templates, bases_of(templates), strict=True):
        if place is None or templates[place].damaged:
            continue
        if not template.removes:
            continue
        known = list(dict.fromkeys(layer.name for layer in templates[place].every_layer()))
        for name in template.removes:
            if name.name not in known:
                hint = did_you_mean(name.name, known) or (f"it has {', '.join(known)}" if known else None)
                yield Fault(name.span, f"the template '{template.extends}' has no layer '{name}'", hint)


WAY_OUT = "let one of them extend nothing and have its own size and layers"


@check("circular-template", severity=ERROR)
def circular_template(game: Game) -> Iterator[Fault]:
    """A template extends itself, directly or through others.

    A template inherits from the one that it extends. A circle of templates has nothing to inherit from.

    Fix: remove one `extends`, and give that template a size and layers.

    Bad:
        kind: template
        extends: sample
        layers: []

    Good:
        kind: template
        size: 44 x 68
        layers: []
    """
    templates = tuple(game.all(Template))
    for circle in circles(templates):
        template = templates[circle[0]]
        way = " → ".join(templates[index].id for index in (*circle, circle[0]))
        span = template.extends.span if template.extends else template.span
        yield Fault(span, f"the template '{template.id}' extends itself: {way}", WAY_OUT)


@check("unused-template", severity=WARNING)
def unused_template(game: Game) -> Iterator[Fault]:
    """No component uses a template.

    Nothing is drawn with it, so its content is neither seen nor checked. A component should name it as its front or
    back, or it is no longer needed.

    Fix: name it under `template` or `back` of a component, extend it, or delete it and its line under `documents`.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [coins.yaml, coin.yaml, coin-back.yaml]
        components: [{component: coins}]
        # file: coins.yaml
        kind: component
        makes: token
        name: Coins
        template: coin
        # file: coin.yaml
        kind: template
        size: 18 x 18
        layers: []
        # file: coin-back.yaml
        kind: template
        size: 18 x 18
        layers: []

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [coins.yaml, coin.yaml, coin-back.yaml]
        components: [{component: coins}]
        # file: coins.yaml
        kind: component
        makes: token
        name: Coins
        template: coin
        back: coin-back
        # file: coin.yaml
        kind: template
        size: 18 x 18
        layers: []
        # file: coin-back.yaml
        kind: template
        size: 18 x 18
        layers: []
    """
    if game.pack is None or game.unread or not (game.knows_all(Component) and game.knows_all(Template)):
        return
    used = _used(game)
    if any(game.find(Template, name) is None for name in used):  # that one may be meant
        return
    for name in (PurePosixPath(document.name).stem for document in game.pack.documents):
        template = game.find(Template, name)
        if template and name not in used:
            hint = "name it under 'template' or 'back' of a component, or delete the file and where it is listed"
            yield Fault(template.span, f"no component uses the template '{name}'", hint)


def _used(game: Game) -> frozenset[str]:
    """Return the templates that components and the pack name, and those that these extend."""
    used = {name.name for component in game.all(Component) for name in component.templates}
    for component in game.all(Component):
        how = component.selection
        for pattern in map(pattern_of, filter(None, (how.template, how.back) if how else ())):
            used |= {name for name in game.names(Template) if pattern.fullmatch(name)}
    if pack := game.pack:
        used |= {name.name for name in (pack.back, pack.cover, pack.wordmark, pack.frieze) if name}
    bases = {template.id: template.extends.name for template in game.all(Template) if template.extends}
    left = list(used)
    while left:
        base = bases.get(left.pop())
        if base and base not in used:
            used.add(base)
            left.append(base)
    return frozenset(used)
