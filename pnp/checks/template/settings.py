"""Settings of a layer."""

from collections.abc import Callable, Container, Generator, Iterable, Iterator, Mapping
from math import ceil, floor
from typing import NamedTuple

from msgspec.structs import replace

from pnp.checks.names_used import arts_of, grounds_of, hint_for, layers_of, written
from pnp.diagnostics import ERROR, WARNING, Fault, Span, check
from pnp.expression import ExpressionError, identifier, parse, parse_template
from pnp.messages import did_you_mean, many, shown
from pnp.model.component import Component
from pnp.model.faces.layer import COMMON, KINDS, GroupArt, Layer, LineArt, MapArt, PictureArt
from pnp.model.faces.layer_formulas import bindings, expressions
from pnp.model.faces.template import Template, Where, WhereError, anchors_of, parse_where
from pnp.model.game import Game
from pnp.model.maps.game_map import GameMap
from pnp.model.maps.map_style import MapStyle
from pnp.model.reference import Formula
from pnp.model.values import icons_of
from pnp.source.schemas.synonyms import by_meaning


@check("bad-binding", severity=ERROR)
def bad_binding(game: Game) -> Iterator[Fault]:
    """An expression in a template cannot be parsed.

    Texts, colours, icons, maps, places and points can contain expressions in braces, such as `{title}`. `show-when`,
    `highlight` and the list of a `repeat` are expressions without braces.

    Fix: correct the expression at the reported position; write `{{` to print a brace.

    Bad:
        kind: template
        size: 44 x 68
        layers: [{text: "{title", style: card-title}]

    Good:
        kind: template
        size: 44 x 68
        layers: [{text: "{title}", style: card-title}]
    """
    for ground in grounds_of(game):
        yield from _faults(ground, parse_template, game)
    for layer in layers_of(game):
        for formula in bindings(layer):
            yield from _faults(formula, parse_template, game)
        for formula in expressions(layer):
            yield from _faults(formula, parse, game)


def _faults(formula: Formula, read: Callable[[str], object], game: Game) -> Iterator[Fault]:
    try:
        read(formula.text)
    except ExpressionError as error:
        yield Fault(formula.part(error.start, error.end), error.message, hint_for(error, game), cause=error.cause)


@check("bad-placement", severity=ERROR)
def bad_placement(game: Game) -> Iterator[Fault]:
    """A placement cannot be parsed, or names a layer that does not exist.

    A placement is a list of words with commas between: `top left`, `12 x 10`, `14 high`, `50% wide`, `inset 3`, `5 from
    top`, `below title`, `fill`. `below`, `above`, `left of`, `right of` and `in` name an earlier layer in the same
    list.

    Fix: correct the word, or give that `name` to an earlier layer.

    Bad:
        kind: template
        size: 44 x 68
        layers: [{panel: amber, where: "tpo, 14 high"}]

    Good:
        kind: template
        size: 44 x 68
        layers: [{panel: amber, where: "top, 14 high"}]
    """
    known: dict[int, bool] = {}
    templates = tuple(each for each in game.all(Template) if _has_all_layers(each, game, known))
    own = {fault: None for each in templates for fault in _placements(each) if fault.span.file == each.span.file}
    yield from own
    for template in templates:
        taken = (fault for fault in _placements(template) if fault.span.file != template.span.file)
        yield from (_inherited_fault(fault, template) for fault in dict.fromkeys(taken) if fault not in own)


def _has_all_layers(template: Template, game: Game, known: dict[int, bool]) -> bool:
    """Whether the templates that it extends could be read: their layers may be those that its own are placed by.

    `known` are the answers so far, by the identity of the template: a chain of templates is followed once.
    """
    line: dict[int, Template] = {}
    base: Template | None = template
    while base and base.extends and id(base) not in line and id(base) not in known:
        line[id(base)] = base
        base = game.find(Template, base.extends.name)
    answer = known.get(id(base), base is not None)
    known.update(dict.fromkeys(line, answer))
    return answer


def _inherited_fault(fault: Fault, template: Template) -> Fault:
    """Return the fault of an inherited layer whose placement needs a layer of the extended template."""
    extends = template.extends
    assert extends, "layers of other files are those of a template that is extended"
    missing = fault.name if isinstance(fault, _LayerNotThere) else None
    removed = next((name for name in template.removes if name.name == missing), extends)
    return Fault(removed.span, f"in '{extends}', {fault.message}", "keep the layer that others lean on")


def _placements(template: Template) -> Iterator[Fault]:
    """Yield the faults of a template's layers; not of their order if some of them could not be read."""
    faults = _in_list(template.layers)
    return (fault for fault in faults if not (template.damaged and isinstance(fault, _LayerNotThere)))


class _LayerNotThere(Fault, frozen=True, eq=False):
    """The fault of a placement by a layer of that name, which is not there."""

    name: str = ""


def _in_list(layers: tuple[Layer, ...]) -> Iterator[Fault]:
    """Yield the faults of layers in one box, each of which may be placed relative to earlier ones."""
    before: dict[str, bool] = {}  # the names of earlier layers, and whether the document names them
    missing: dict[str, list[_Missing]] = {}
    asked: set[str] = set()
    for layer in layers:
        if layer.where:
            for relation, name in (yield from _anchors(layer.where)):
                asked.add(name)
                if name not in before:
                    missing.setdefault(name, []).append(_Missing(layer.where, relation, name, dict(before)))
        if isinstance(layer.art, LineArt):
            ends = (end for end in (layer.art.start, layer.art.end) if isinstance(end, Formula))
            yield from (fault for end in ends if end.literal is not None for fault in _side(end, "end of a line"))
        if isinstance(layer.art, PictureArt) and layer.art.anchor:
            anchor = layer.art.anchor
            yield from _side(Formula(anchor.name, anchor.span), "side of a picture")
        if isinstance(layer.art, GroupArt):
            yield from _in_list(layer.art.layers)
        before[layer.name] = layer.named
    later = {layer.name: layer.span.line for layer in layers if layer.name in missing}
    for name, uses in missing.items():
        fault = _missing_layer(uses, asked)
        if name in later:  # a layer is placed by those before it alone
            fault = replace(fault, hint=f"move it below the layer '{name}' of line {later[name]}, or that one above it")
        yield fault


def _anchors(words: Formula) -> Generator[Fault, None, Iterable[tuple[str, str]]]:
    """Yield the faults of a placement; return its relations to earlier layers, such as ("below", "title").

    Phrases with expressions are judged for each row.
    """
    if words.literal is None:
        return anchors_of(words.text)
    where = yield from _parsed(words)
    return where.anchors if where else ()


class _Missing(NamedTuple):
    """A placement by a layer that is not there; `before` are earlier layers, and whether the document names them."""

    words: Formula
    relation: str
    name: str
    before: Mapping[str, bool]

    @property
    def span(self) -> Span:
        """Where its name is written."""
        start = self.words.text.find(self.name)
        return self.words.part(start, start + len(self.name))


def _missing_layer(uses: list[_Missing], asked: Container[str]) -> Fault:
    """Return one fault for all placements by a layer that is not there, with the only unused name as a suggestion."""
    first = uses[0]
    unused = [name for name, named in first.before.items() if named and name not in asked]
    renamed = f"is it '{unused[0]}'?" if len(unused) == 1 and len(uses) > 1 else None
    hint = did_you_mean(first.name, first.before) or renamed or "give an earlier layer that name"
    name, _, outer = first.name.partition(" in ")
    if name in first.before and outer:
        hint = f"write 'in {outer}, {first.relation} {name}'"
    more = f" (and {many(len(uses) - 1, 'other placement')})" if len(uses) > 1 else ""
    message = f"'{first.relation} {first.name}': no layer before this one is named '{first.name}'{more}"
    return _LayerNotThere(first.span, message, hint, name=first.name)


def _side(words: Formula, what: str) -> Iterator[Fault]:
    where = yield from _parsed(words)
    if where and where != replace(Where(), horizontal=where.horizontal, vertical=where.vertical):
        yield Fault(words.span, f"'{words.text}' is no {what}", "write words such as 'top left'")


def _parsed(words: Formula) -> Generator[Fault, None, Where | None]:
    try:
        return parse_where(words.text)
    except WhereError as error:
        yield Fault(words.part(error.start, error.end), error.message, error.hint)
        return None


@check("idle-setting", severity=WARNING)
def idle_setting(game: Game) -> Iterator[Fault]:
    """A layer has a setting that has no effect on this kind of layer.

    Each kind of layer has its own settings: a text has a style, a panel has a radius. A setting of another kind is
    ignored.

    Fix: remove the setting, or use the kind of layer that has it.

    Bad:
        kind: template
        size: 44 x 68
        layers: [{panel: amber, fit: shrink to 8 pt}]

    Good:
        kind: template
        size: 44 x 68
        layers: [{text: Market, fit: shrink to 8 pt}]
    """
    for layer in layers_of(game):
        if isinstance(layer.art, PictureArt) and (
            game.find(GameMap, layer.art.picture.text) or _names_icons(layer.art.picture.text, game)
        ):
            continue  # a map or an icon is meant, and `missing-picture` says so
        for setting in layer.idle:
            others = [kind for kind, settings in KINDS.items() if setting.name in settings]
            taken = (*KINDS[layer.kind], *COMMON)
            meant = by_meaning(setting.name, taken)
            hint = f"did you mean '{meant}'?" if meant else f"a layer of the kind {layer.kind} has {', '.join(taken)}"
            whose = f"it belongs to {' and '.join(others)}" if others else "it is the key of another kind of layer"
            yield Fault(setting.span, f"'{setting}' has no effect on a layer of the kind {layer.kind}: {whose}", hint)


def _names_icons(picture: str, game: Game) -> bool:
    """Whether what should be a picture is the name of an icon, or a field that names an icon in a row."""
    known, name = icons_of(game) or (), picture.strip("{} ")
    rows = (row for component in game.all(Component) for row in component.rows) if name != picture else ()
    values = (value for row in rows for key, value in row.fields.items() if identifier(key) == name)
    return any(isinstance(each, str) and each in known for each in (picture, *values))


SHEET = (186.0, 255.0)
"""About what a board has of each sheet of A4, with its overlap, in millimetres."""

MOST_SHEETS = 24
"""Number of sheets from which a board is unlikely."""

LARGEST_PART = 420.0
"""The longest side of a part that is no board, mat or track: that of A3."""

SPREAD = frozenset(("board", "mat", "track", "pad", "box"))
"""What may be larger than a sheet of paper."""


@check("unlikely-size", severity=WARNING)
def unlikely_size(game: Game) -> Iterator[Fault]:
    """A face is so large, or its shape is such, that another number seems to be meant.

    A board of 190 x 120 inches is printed on hundreds of sheets; a card of 635 x 889 mm is as large as a table. Corners
    cannot be rounder than half of the shorter side. A `circle` with two different sides is an ellipse.

    Fix: correct the number or its unit. If it is meant, accept the finding.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        # file: harbour.yaml
        kind: component
        makes: board
        name: Harbour
        template: harbour-face
        # file: harbour-face.yaml
        kind: template
        size: 190 x 120 in
        layers: []

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        # file: harbour.yaml
        kind: component
        makes: board
        name: Harbour
        template: harbour-face
        # file: harbour-face.yaml
        kind: template
        size: 190 x 120
        layers: []
    """
    told: set[str] = set()
    for component in game.all(Component):
        for template in filter(None, (game.find(Template, ref.name) for ref in component.templates)):
            if template.id not in told and not template.damaged:
                told.add(template.id)
                yield from _unlikely(template, component.makes in SPREAD)


def _unlikely(template: Template, spread: bool) -> Iterator[Fault]:
    """Yield the faults of the size and the corners of a template."""
    wide, high = template.width, template.height
    size = f"{wide:.4g} × {high:.4g} mm"
    sheets = ceil(wide / SHEET[0]) * ceil(high / SHEET[1])
    if spread and sheets > MOST_SHEETS:
        message = f"a board of {size} is printed on about {sheets} sheets of A4"
        yield Fault(template.size_at or template.span, message, "a number without a unit is in millimetres")
    elif not spread and max(wide, high) > LARGEST_PART:
        message = f"{size} is larger than a sheet of A3"
        yield Fault(template.size_at or template.span, message, f"is it {wide / 10:g} x {high / 10:g}?")
    if template.shape == "rectangle" and template.corners > min(wide, high) / 2:
        most = floor(5 * min(wide, high)) / 10
        message = f"the corners are rounder than half of the shorter side of {min(wide, high):.4g} mm"
        hint = f"write at most {most:g}" + (", or shape: circle" if wide == high else "")
        yield Fault(template.corners_at or template.span, message, hint)
    if template.shape == "circle" and wide != high:
        message = f"a circle of {size} is printed as an ellipse"
        yield Fault(template.size_at or template.span, message, f"write size: {min(wide, high):g} for a circle")


@check("unknown-style-tag", severity=WARNING)
def unknown_style_tag(game: Game) -> Iterator[Fault]:
    """A map style draws places with a tag that no place has, and a similar tag exists.

    The places that it means are drawn like all others.

    Fix: write the tag as the map does.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [port.yaml, plain.yaml, board.yaml, face.yaml]
        components: [{component: board}]
        # file: port.yaml
        kind: area-map
        size: 90 x 60
        areas: {Market: {at: [20, 20], tags: [start]}, Pier: {at: [70, 20]}, Church: {at: [45, 45]}}
        roads: [Market -- Pier -- Church -- Market]
        # file: plain.yaml
        kind: map-style
        places: {diameter: 8, outline: 0.4}
        core: {tag: strat, shape: square, plate: 1}
        roads: {width: 3, casing: 0.4}
        # file: board.yaml
        kind: component
        makes: board
        name: Board
        template: face
        rows: [{name: Board}]
        # file: face.yaml
        kind: template
        size: 100 x 70
        layers: [{map: port, style: plain, where: inset 4}]

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [port.yaml, plain.yaml, board.yaml, face.yaml]
        components: [{component: board}]
        # file: port.yaml
        kind: area-map
        size: 90 x 60
        areas: {Market: {at: [20, 20], tags: [start]}, Pier: {at: [70, 20]}, Church: {at: [45, 45]}}
        roads: [Market -- Pier -- Church -- Market]
        # file: plain.yaml
        kind: map-style
        places: {diameter: 8, outline: 0.4}
        core: {tag: start, shape: square, plate: 1}
        roads: {width: 3, casing: 0.4}
        # file: board.yaml
        kind: component
        makes: board
        name: Board
        template: face
        rows: [{name: Board}]
        # file: face.yaml
        kind: template
        size: 100 x 70
        layers: [{map: port, style: plain, where: inset 4}]
    """
    tags: dict[str, set[str]] = {}  # those of all maps that a style draws
    unsure: set[str] = set()
    for art in arts_of(game, MapArt):
        name = next(written(art.map), None)
        drawn = game.find(GameMap, name.name) if name else None
        for style in written(art.style):
            tags.setdefault(style.name, set()).update(drawn.tags if drawn else ())
            if drawn is None or drawn.damaged:
                unsure.add(style.name)
    for style_name, known in tags.items():
        found = game.find(MapStyle, style_name) if style_name not in unsure else None
        named = (*((found.core.tag,) if found.core else ()), *(mark.tag for mark in found.marks)) if found else ()
        for tag in named:
            hint = did_you_mean(tag.name, known) if tag.name not in known else None
            if hint:
                yield Fault(tag.span, f"no place of the map is tagged {shown(tag.name)}", hint)
