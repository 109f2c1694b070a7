"""Names of colours that the palette does not have, colours that look alike, and names that nothing uses."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import chain, combinations
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from pnp.checks.merging import each_name_once, joined_hint
from pnp.checks.names_used import colours_without_braces, layers_of, written
from pnp.diagnostics import ERROR, WARNING, Fault, Missing, Span, check
from pnp.messages import SURE, did_you_mean, nearest, same
from pnp.model.faces.effects import FillRole, GradientRole, fill_formulas
from pnp.model.faces.layer import NOTHING, Layer
from pnp.model.faces.layer_formulas import theme_names
from pnp.model.faces.template import Template
from pnp.model.faces.theme import (
    HEX,
    IconSet,
    Roles,
    Theme,
    base_of,
    colour_hint,
    left_aside,
    resolve_theme,
)
from pnp.model.game import Game
from pnp.model.maps.game_map import GameMap
from pnp.model.maps.map_style import MapStyle
from pnp.model.reference import Formula, Ref
from pnp.model.values import roles_of
from pnp.scene.vision import BLINDNESS, apart

# Names of colours.


@check("unknown-colour", severity=ERROR)
def unknown_colour(game: Game) -> Iterator[Fault]:
    """A colour is named that the palette does not have.

    Colours are names of the theme's palette, such as `ink`, or codes such as `'#1E2328'`. Quote a code: an unquoted #
    begins a comment. A name can refer to another name.

    Fix: correct the name, or add it to the palette.

    Bad:
        kind: template
        size: 44 x 68
        layers: [{panel: ambre}]

    Good:
        kind: template
        size: 44 x 68
        layers: [{panel: amber}]
    """
    roles = roles_of(game)
    if roles is None:
        return
    yield from _in_themes(tuple(game.all(Theme)))
    aside = left_aside(game.all(Theme))
    elsewhere = aside.roles.palette if aside else {}  # reported once, by detached-theme
    known, fields = {**roles.palette, **elsewhere}, colours_without_braces(game)
    for colour in colours_of_templates(game):
        if roles.colour(colour.name) is None and colour.name not in known:
            yield _of_field(_fault(colour, roles), colour, fields)
    in_maps = (each for each in _in_maps(game) if roles.colour(each.name) is None and each.name not in known)
    for colour, also in each_name_once(in_maps):
        fault = _fault(colour, roles)
        yield replace(fault, hint=joined_hint(fault.hint, also))
    gradients = {**roles.gradients, **(aside.roles.gradients if aside else {})}
    for fill in fills_of_templates(game):
        if roles.colour(fill.name) is None and fill.name not in {**known, **gradients}:
            yield _of_field(_fault(fill, roles, gradients), fill, fields)
    anywhere = {name for theme in game.all(Theme) for name in theme.roles.palette}
    for colour in (*_in_icons(game), *_in_map_styles(game)):
        if colour.name not in anywhere:  # a kit's icons and maps may use colours of the kit's theme
            yield _fault(colour, roles)


def _in_themes(themes: tuple[Theme, ...]) -> Iterator[Fault]:
    """Yield the faults of palettes and styles: a theme may name its own roles and those of the extended theme."""
    circles = set[frozenset[str]]()
    for index, theme in enumerate(themes):
        for variant in (None, *theme.variants):
            whole = resolve_theme(themes[: index + 1], variant)
            assert whole, "there is at least this theme"
            own = theme.variants[variant] if variant else theme.roles
            told_apart = () if variant else chain.from_iterable(theme.apart)
            mentioned = (*own.palette.values(), *_worn(own), *told_apart)
            for colour in mentioned:
                if whole.roles.colour(colour.name) is None and not whole.roles.leads_nowhere(colour.name):
                    circle = frozenset(whole.roles.circle(colour.name))
                    if circle not in circles:
                        yield _fault(colour, whole.roles)
                    circles |= {circle} if circle else set()


def _worn(roles: Roles) -> Iterator[Ref]:
    yield from (text.colour for text in roles.lettered if text.colour)
    yield from (line.colour for line in roles.lines.values() if line.colour)
    for gradient in roles.gradients.values():
        yield from (colour for colour in written(*gradient.formulas()) if colour.name != NOTHING)


def colours_of_templates(game: Game) -> Iterator[Ref]:
    """Yield the colours that templates contain literally."""
    grounds = (template.background for template in game.all(Template) if "background" in template.said)
    colours: list[Iterable[Ref]] = [written(*_graded(*grounds))]
    for layer in layers_of(game):
        shadow = layer.effects.shadow
        colours += [_of_layer(layer), written(shadow.colour if shadow else None)]
    return (colour for colour in chain.from_iterable(colours) if colour.name != NOTHING)


def _of_layer(layer: Layer) -> Iterable[Ref]:
    named = theme_names(layer.art)
    return written(*named.colours, *_graded(*named.fills))


def _graded(*fills: FillRole | None) -> Iterator[Formula]:
    """Yield the colours of gradients, which are no names of gradients."""
    return fill_formulas(*(fill for fill in fills if isinstance(fill, GradientRole)))


def fills_of_templates(game: Game) -> Iterator[Ref]:
    """Yield the names of colours and gradients that templates fill areas with."""
    grounds = [template.background for template in game.all(Template) if "background" in template.said]
    fills = [fill for layer in layers_of(game) for fill in theme_names(layer.art).fills]
    names = (fill for fill in (*grounds, *fills) if isinstance(fill, Formula))
    return (fill for fill in written(*names) if fill.name != NOTHING)


def _in_icons(game: Game) -> Iterator[Ref]:
    for icons in game.all(IconSet):
        colours = ((icon.colour, *(mark.colour for mark in icon.marks)) for icon in icons.icons)
        yield from dict.fromkeys(colour for group in colours for colour in group if colour)  # a folder has one for all


def _in_maps(game: Game) -> Iterator[Ref]:
    for area_map in game.all(GameMap):
        for district in area_map.districts:
            yield from (colour for colour in (district.colour, district.tint) if colour)
        areas = area_map.areas if area_map.kind == "area-map" else ()
        yield from (area.colour for area in areas if area.colour and not HEX.fullmatch(area.colour.name))


def _in_map_styles(game: Game) -> Iterator[Ref]:
    for style in game.all(MapStyle):
        yield from (colour for colour in style.roles if not HEX.fullmatch(colour.name))


def _of_field(fault: Fault, colour: Ref, fields: AbstractSet[str]) -> Fault:
    """Return the fault with the hint for a colour that is the name of a field."""
    if colour.name not in fields:
        return fault
    return replace(fault, hint=f'write "{{{colour.name}}}": it is a field of the rows')


def _fault(colour: Ref, roles: Roles, gradients: Iterable[str] = ()) -> Fault:
    if circle := roles.circle(colour.name):
        way = f": {' → '.join((*circle, circle[0]))}" if len(circle) > 1 else ""
        return Fault(colour.span, f"the colour '{colour}' leads back to itself{way}", "give one of the roles a colour")
    hint = colour_hint(colour.name) or did_you_mean(colour.name, (*roles.palette, *gradients))
    if re.fullmatch("as[-_]?drawn", colour.name, re.IGNORECASE):
        hint = "did you mean 'as drawn'?"
    if css := re.match(r"(?:linear|radial)-gradient\(", colour.name):
        hint = "write a gradient as {from: …, to: …}" + (", around: centre" if css[0].startswith("radial") else "")
    hint = _css_shadow(colour.name) or hint or "add it to the palette of the theme"
    return Fault(colour.span, f"unknown colour '{colour}'", hint, cause=Missing(colour.name, "colour"))


_CSS_SHADOW = re.compile(r"((?:-?[\d.]+(?:px|mm|pt)? +){2,4})(\S+)|(\S+)((?: +-?[\d.]+(?:px|mm|pt)?){2,4})")


def _css_shadow(written: str) -> str | None:
    """Return how a shadow is written whose offset, blur and colour are one text, as in CSS; None for other texts."""
    found = _CSS_SHADOW.fullmatch(written)
    if found is None:
        return None
    across, down, *rest = re.findall(r"-?[\d.]+", found[1] or found[4])
    return f"write {{colour: {found[2] or found[3]}, offset: [{across}, {down}], blur: {(*rest, 0)[0]}}}"


# Colours that colour-blind people cannot distinguish.

FAMILIES = ("player", "team", "piece", "suit", "back")
"""Prefixes of the roles whose colours players must distinguish."""

LEAST = 10.0
"""Minimum difference (CIEDE2000) of two colours that can be distinguished across a table."""


@check("alike-colours", severity=WARNING)
def alike_colours(game: Game) -> Iterator[Fault]:
    """Colours that players must tell apart look alike, at least to colour-blind players.

    One in twelve men is colour-blind. Any two colours of a group (`player-…`, `team-…`, `piece-…`, `suit-…`, `back-…`,
    and those under `apart` in the theme) must differ by at least 10 (CIEDE2000), for normal vision and for each kind of
    colour blindness, as simulated by Machado and others (2009).

    Fix: make one of the two lighter or darker. Or add a symbol or a pattern to each piece, and accept the finding for
    that reason.

    Bad:
        kind: theme
        extends: theme
        palette: {team-moss: "#7A7A2C", team-rust: "#B45A3C"}

    Good:
        kind: theme
        extends: theme
        palette: {team-moss: "#4A4A12", team-rust: "#D27A5C"}
    """
    theme, roles = resolve_theme(game.all(Theme)), roles_of(game)
    if theme is None or roles is None:
        return
    home = list(game.all(Theme))[-1].span.file
    for group in _groups(theme, roles):
        alike = sorted(_alike(group, roles))
        if not alike:
            continue
        worst = alike[0]
        spans = [roles.palette[name].span for name in (worst.two, worst.one)]
        more = f", and {len(alike) - 1} other pairs" if len(alike) > 2 else ", and another pair" if alike[1:] else ""
        message = f"'{worst.one}' and '{worst.two}' look alike{_eyes(worst)}: {worst.difference:.1f} apart{more}"
        hint = f"{LEAST:g} is wanted: make one lighter or darker, or give each a symbol and accept this"
        yield Fault(next((span for span in spans if span.file == home), spans[0]), message, hint)


class _Pair(NamedTuple):
    """Two similar colours, their difference, and the missing kind of cones, empty for normal vision."""

    difference: float
    one: str
    two: str
    lacking: str


def _groups(theme: Theme, roles: Roles) -> Iterator[tuple[str, ...]]:
    for family in FAMILIES:
        yield tuple(name for name in roles.palette if name.startswith(f"{family}-"))
    yield from (tuple(ref.name for ref in group if ref.name in roles.palette) for group in theme.apart)


def _alike(group: Sequence[str], roles: Roles) -> Iterator[_Pair]:
    """Yield the pairs that some people cannot distinguish, each with its smallest difference."""
    colours = {name: colour for name in group if (colour := roles.colour(name))}
    for (one, first), (two, second) in combinations(colours.items(), 2):
        seen = [_Pair(apart(first, second, lacking or None), one, two, lacking) for lacking in ("", *BLINDNESS)]
        worst = seen[0] if seen[0].difference < LEAST else min(seen)
        if worst.difference < LEAST:
            yield worst


def _eyes(pair: _Pair) -> str:
    return f" to those who see no {pair.lacking}" if pair.lacking else ""


# Names that a theme defines and nothing uses.


@check("unused-role", severity=WARNING)
def unused_role(game: Game) -> Iterator[Fault]:
    """A theme defines a colour, style or line that nothing uses, and an inherited one has nearly the same name.

    The inherited one keeps its appearance. A variant overrides what the theme has: another name changes nothing there,
    and a variant with nearly the name of an inherited one is not used with that.

    Fix: write the name as the extended theme does, or remove it.

    Bad:
        kind: theme
        extends: theme
        palette: {map-watter: "#93B7D2"}

    Good:
        kind: theme
        extends: theme
        palette: {map-water: "#93B7D2"}
    """
    if game.unread or any(document.damaged for document in game.documents):
        return
    themes = list(game.all(Theme))
    listed = {PurePosixPath(document.name).stem for document in game.pack.documents} if game.pack else None
    suspects: list[tuple[str, Fault]] = []
    for index, theme in enumerate(themes):
        if listed is not None and theme.id not in listed:
            continue  # a theme of a kit
        base, whole = base_of(theme, themes[:index]), resolve_theme(themes[: index + 1])
        inherited = resolve_theme(themes[: base + 1]) if base is not None else None
        suspects += _mistyped(theme.roles, inherited.roles if inherited else Roles())
        variants = {name for each in themes[:index] for name in each.variants}
        for given in theme.variants_at:
            near = None if given.name in variants else _nearly(given.name, variants - theme.variants.keys())
            if near:
                yield Fault(given.span, f"no other theme has the variant '{given}'", f"did you mean '{near}'?")
        for variant in theme.variants.values():
            suspects += _changes_nothing(variant, whole.roles if whole else Roles())
    words = _words_of(game) if suspects else frozenset()
    ends = tuple(word for word in words if word.endswith("-") or word.startswith("-"))  # of names put together
    for name, fault in suspects:
        if name not in words and not any(name.startswith(end) or name.endswith(end) for end in ends):
            yield fault


def _mistyped(own: Roles, inherited: Roles) -> Iterator[tuple[str, Fault]]:
    """Yield the names that are nearly those of roles which the theme inherits and does not override."""
    for group, key in own.keys:
        there = names_of_roles(inherited, group)
        given = {other.name for kind, other in own.keys if kind == group}
        near = None if key.name in there else _nearly(key.name, there - given)
        if near:
            yield key.name, Fault(key.span, f"nothing uses the {GROUPS[group]} '{key}'", f"did you mean '{near}'?")


def _nearly(typed: str, names: AbstractSet[str]) -> str | None:
    """Return the name that differs in case or hyphens, or by a slip; None if there is none."""
    return same(typed, names) or next((each for each in sorted(names) if _is_slip(typed, each)), None)


def _is_slip(typed: str, name: str) -> bool:
    """Whether a name differs from another in the letters of one word: `map-watter`, but not `roof-2` or `map-sand`."""
    pairs = list(zip(re.split("[-_]", typed), re.split("[-_]", name), strict=False))
    different = [(one, other) for one, other in pairs if one != other]
    as_many = len(pairs) == len(re.split("[-_]", typed)) == len(re.split("[-_]", name))
    if not as_many or len(different) != 1 or re.sub(r"\D", "", typed) != re.sub(r"\D", "", name):
        return False
    ((one, other),) = different
    return nearest(one, [other], SURE) is not None


def _changes_nothing(variant: Roles, whole: Roles) -> Iterator[tuple[str, Fault]]:
    """Yield the names in a variant that the theme does not have."""
    for group, key in variant.keys:
        there = names_of_roles(whole, group)
        if key.name not in there:
            given = {other.name for kind, other in variant.keys if kind == group}
            hint = did_you_mean(key.name, there - given) or "write a name that the theme has, or remove it"
            yield key.name, Fault(key.span, f"the theme has no {GROUPS[group]} '{key}'", hint)


GROUPS = {"palette": "colour", "gradients": "gradient", "type": "text style", "inline": "style", "lines": "line"}
"""The keys of a theme above the names that it defines, and what these name."""


def names_of_roles(roles: Roles, group: str) -> frozenset[str]:
    """Return the names that a theme has under a key. A colour may replace a gradient, and a gradient a colour."""
    if group in ("palette", "gradients"):
        return frozenset((*roles.palette, *roles.gradients))
    return frozenset({"type": roles.texts, "inline": roles.inline, "lines": roles.lines}[group])


def _words_of(game: Game) -> frozenset[str]:
    """Return every word in the texts, names and formulas of a game; `roof-` and `-dark` of `roof-{kind}-dark`."""
    words, pending = set[str](), [game.pack, *game.documents]
    while pending:
        here: Any = pending.pop()
        if isinstance(here, str):
            words.update(_WORD.findall(here))
        elif isinstance(here, Mapping):
            pending.extend(here.values())
        elif isinstance(here, tuple | frozenset | list):
            pending.extend(here)
        elif isinstance(here, Struct) and not isinstance(here, Span):
            pending.extend(getattr(here, name) for name in here.__struct_fields__ if name != "keys")
    return frozenset(words)


_WORD = re.compile(r"(?:(?<=\})-|[^\W_])[\w-]*")
"""A word that may be the name of a role, or the beginning or end of one around braces."""
