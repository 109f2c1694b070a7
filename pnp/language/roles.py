"""Which values of a document are names, and of what: one table of paths for each kind of document.

In a path, `*` is any key, `[]` any item of a list, and `**` any steps, also none; `#` at its end means the keys of the
mapping instead of its values. A `def` defines the name, all others refer to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Literal

from msgspec import Struct

from pnp.model.maps import MAP_KINDS

Role = Literal[
    "place",
    "tag",
    "district",
    "closure",
    "movement class",
    "road kind",
    "terrain",
    "side kind",
    "tile",
    "map",
    "map style",
    "requirements",
    "component",
    "entry",
    "template",
    "theme",
    "table",
    "icon",
    "colour",
    "text style",
    "line",
    "font",
    "keyword",
    "field",
    "row",
    "layer",
    "definition",
    "rule table",
    "section",
    "thing",
    "variant",
    "kit",
]
"""What a name is the name of."""

Syntax = Literal["name", "roads", "expression", "text", "field type", "order", "colour", "file", "function", "position"]
"""How a value holds its names: it is one, joins several with `--`, or has them in a formula, text, type or position."""

OF_A_MAP: frozenset[Role] = frozenset(
    ("place", "tag", "district", "closure", "movement class", "road kind", "terrain", "side kind", "tile")
)
"""The roles whose names belong to one map."""

DOCUMENTS: dict[str, Role] = {
    **dict.fromkeys(MAP_KINDS, "map"),
    "component": "component",
    "template": "template",
    "theme": "theme",
    "map-style": "map style",
    "requirements": "requirements",
    "table": "table",
    "kit": "kit",
}
"""The role of a document's own name, which is that of its file, by its kind."""


class Use(Struct, frozen=True):
    """What the value at a path is: a name with a role, or a value with names in it."""

    role: Role
    syntax: Syntax = "name"
    defines: bool = False


FORMULA, TEXT = Use("definition", "expression"), Use("definition", "text")


def _lists(*paths: str) -> Iterator[str]:
    """Yield each path for one value and for a list of values."""
    return (each for path in paths for each in (path, f"{path}/[]"))


_PLACES = ("from", "to", "of", "every", "a", "unless")
_DEMANDS = ("requirements/[]", "legal/[]")

_MAP: dict[str, str] = {
    "extends": "map",
    "keeps/[]": "requirements",
    "closures#": "def closure",
    **dict.fromkeys(_lists("closures/*/lies-on", "closures/*/only", "closures/*/never"), "place"),
    "closures/**/tag": "tag",
    "closures/*/*/in": "district",
}

_DISTRICTS: dict[str, str] = {
    "districts#": "def district",
    "districts/*/icon": "icon",
    "districts/*/colour": "colour",
    "districts/*/tint": "colour",
}

_MOVEMENT: dict[str, str] = {
    "movement#": "def movement class",
    **dict.fromkeys(_lists("movement/*/on", "movement/*/never", "movement/*/change"), "place"),
    "movement/**/tag": "tag",
    "movement/**/in": "district",
    **dict.fromkeys(_lists("movement/*/along"), "road kind"),
    "movement/*/costs#": "road kind",
    **dict.fromkeys(_lists("movement/*/by"), "movement class"),
}

_REQUIREMENTS: dict[str, str] = {
    path.replace("D", demand, 1): role
    for demand in _DEMANDS
    for path, role in {
        **dict.fromkeys(_lists(*(f"D/*/{key}" for key in _PLACES)), "place"),
        **dict.fromkeys(("D/adjacent/[]", "D/not-adjacent/[]", "D/route/through/[]"), "place"),
        "D/**/tag": "tag",
        **dict.fromkeys(("D/*/*/in", "D/route/through/[]/in"), "district"),
        **dict.fromkeys(_lists("D/isolation/by"), "closure"),
        "D/with#": "closure",
        **dict.fromkeys(_lists("D/for"), "movement class"),
    }.items()
}


_PATHS: dict[str, dict[str, str]] = {
    "pack": {
        "uses/[]": "kit",
        "documents/[]": "file",
        "back": "template",
        "cover": "template",
        "components/[]/component": "component",
        "components/[]/id": "def entry",
        "components/[]/with#": "field",
        "definitions#": "function",
        "definitions/*": "expression",
        "requirements/[]/holds": "expression",
    },
    "kit": {"documents/[]": "file"},
    "requirements": {path: said for path, said in _REQUIREMENTS.items() if not path.startswith("legal")},
    "area-map": {
        **_MAP,
        **_DISTRICTS,
        **_MOVEMENT,
        **_REQUIREMENTS,
        "areas#": "def place",
        "areas/*/in": "district",
        "areas/*/tags/[]": "tag",
        "areas/*/colour": "colour",
        "areas/*/parts#": "def place",
        "areas/*/parts/*/tags/[]": "tag",
        "borders/[]/between/[]": "place",
        "roads/[]": "roads",
        "roads/[]/[]": "place",
        "roads/[]/from": "place",
        "roads/[]/to": "place",
        "roads/[]/kind": "road kind",
        "road-kinds#": "def road kind",
    },
    "grid-map": {
        **_MAP,
        **_DISTRICTS,
        **_MOVEMENT,
        "movement/*/crosses#": "side kind",
        **_REQUIREMENTS,
        "legend/*": "terrain",
        "legend/*/terrain": "terrain",
        "legend/*/in": "district",
        "legend/*/tags/[]": "tag",
        "terrains#": "def terrain",
        "terrains/*/colour": "colour",
        "terrains/*/icon": "icon",
        "terrains/*/tags/[]": "tag",
        "side-kinds#": "def side kind",
        "side-kinds/*/over": "side kind",
        "side-kinds/*/colour": "colour",
        "sides/[]/kind": "side kind",
        "sides/[]/between/[]": "place",
        "sides/[]/between/[]/[]": "place",
        **dict.fromkeys(_lists("sides/[]/of", "sides/[]/around"), "place"),
        "road-kinds#": "def road kind",
        "road-kinds/*/colour": "colour",
        "roads/[]": "roads",
        "roads/[]/[]": "place",
        "roads/[]/through": "roads",
        "roads/[]/through/[]": "place",
        "roads/[]/kind": "road kind",
        "places#": "def place",
        "places/*/icon": "icon",
        "places/*/in": "district",
        "places/*/tags/[]": "tag",
    },
    "street-map": {
        **_MAP,
        **_DISTRICTS,
        **_REQUIREMENTS,
        "numbers#": "place",
        "tags#": "tag",
        "tags/*/[]": "place",
        "one-way-spots/[]": "place",
        "lots#": "def place",
        "lots/*/exit": "place",
        "lots/*/entrance": "place",
        "lots/*/tags/[]": "tag",
        "sites#": "def place",
        **dict.fromkeys(_lists("sites/*/by"), "place"),
        "sites/*/icon": "icon",
        "sites/*/in": "district",
        "sites/*/tags/[]": "tag",
    },
    "block-map": {
        **_MAP,
        **_REQUIREMENTS,
        "blocks/names/[]/[]": "def place",
        "unused/[]": "place",
        "tags#": "tag",
        "tags/*/[]": "place",
    },
    "tile-map": {
        **_MAP,
        **_DISTRICTS,
        **_REQUIREMENTS,
        "tiles#": "def tile",
        "tiles/*/in": "district",
        "tiles/*/spaces/*/icon": "icon",
        "tiles/*/spaces/*/tags/[]": "tag",
        "tiles/*/sites#": "def place",
        "tiles/*/sites/*/icon": "icon",
        "tiles/*/sites/*/tags/[]": "tag",
    },
    "map-style": {
        "extends": "map style",
        "**/tags#": "tag",
        "core/tag": "tag",
        "streets/marks#": "tag",
        "regions/marks#": "tag",
        "regions/slots/tags/[]": "tag",
        **dict.fromkeys(("**/icon",), "icon"),
        **dict.fromkeys(("**/colour", "**/fill", "**/ink", "colours/*", "town/roofs/[]", "regions/tints/[]"), "colour"),
        **dict.fromkeys(("**/style", "**/names", "**/numbers", "**/letters"), "text style"),
        **dict.fromkeys(("tracks/costs", "tracks/stubs", "sites/landmark-names"), "text style"),
        "tracks/kinds#": "road kind",
    },
    "icons": {
        "icons#": "def icon",
        "**/colour": "colour",
    },
    "theme": {
        "extends": "theme",
        **{
            f"{at}{path}": role
            for at in ("", "variants/*/")
            for path, role in {
                "palette#": "def colour",
                "palette/*": "colour",
                "gradients#": "def colour",
                "gradients/**/from": "colour",
                "gradients/**/to": "colour",
                "gradients/*/stops/[]": "colour",
                "type#": "def text style",
                "inline#": "def text style",
                "lines#": "def line",
                "type/**/colour": "colour",
                "inline/**/colour": "colour",
                "lines/**/colour": "colour",
                "type/*/family": "font",
                "inline/*/family": "font",
            }.items()
        },
        "keywords#": "def keyword",
        "keywords/*/style": "text style",
        "keywords/*/icon": "icon",
        "fonts#": "def font",
        "fallback/[]": "font",
        "apart/[]/[]": "colour",
        "variants#": "def variant",
        "variants/*/map-styles#": "map style",
        "variants/*/map-styles/*": "map style",
    },
    "component": {
        "template": "template",
        "back": "template",
        "panels/*": "template",
        **dict.fromkeys(_lists("holds"), "component"),
        "fields#": "def field",
        "fields/*": "field type",
        "fields/*/type": "field type",
        "fields/*/list-of": "field type",
        "fields/**/place-of": "map",
        "fields/**/tagged": "tag",
        "fields/**/row-of": "component",
        "rows/[]#": "field",
        "join/by": "field",
        "join/[]/by": "field",
        "computed#": "def field",
        "computed/*": "expression",
        "only": "expression",
        **dict.fromkeys(_lists("order-by"), "order"),
        "each-area-of": "map",
        "each-tile-of": "map",
        "tagged": "tag",
        "steps/[]": "text",
    },
    "template": {
        "extends": "template",
        "background": "colour",
        "remove/[]": "layer",
        "layers/**/name": "def layer",
        **dict.fromkeys(("layers/**/panel", "layers/**/ellipse", "layers/**/fill", "layers/**/ground"), "colour"),
        **dict.fromkeys(("layers/**/colour", "layers/**/outline-colour", "layers/**/tint"), "colour"),
        **dict.fromkeys(("layers/**/shadow", "layers/**/from/colour", "layers/**/to/colour"), "colour"),
        **dict.fromkeys(("layers/**/line", "layers/**/outline"), "line"),
        "layers/**/style": "text style",
        "layers/**/icon": "icon",
        "layers/**/map": "map",
        "layers/**/tile": "tile",
        "layers/**/text": "text",
        "layers/**/text/*": "text",
        **dict.fromkeys(("layers/**/show-when", "layers/**/repeat/in", "layers/**/highlight"), "expression"),
        "layers/**/crop/around": "expression",
        **dict.fromkeys(
            (
                f"layers/**/{key}"
                for key in ("where", "path", "polygon", "picture", "at", "turn", "slot", "opacity", "pattern")
            ),
            "text",
        ),
    },
    "table": {
        "things#": "def thing",
        **dict.fromkeys(_lists("things/*/component"), "component"),
        **dict.fromkeys(("things/*/rows/[]", "things/*/example/[]"), "row"),
        **dict.fromkeys(("things/*/count", "things/*/only"), "expression"),
        "things/*/with": "thing",
        "things/*/at": "position",
        **dict.fromkeys(_lists("things/*/places"), "place"),
    },
    "rulebook": {
        "icons#": "icon",
        "icons/*": "text",
        "tables#": "def rule table",
        "**/table": "rule table",
        "**/sections/[]/id": "def section",
        "**/components#": "component",
        "**/rows/in": "expression",
        "**/rows/when": "expression",
        "**/rows/head": "expression",
        "**/columns/in": "expression",
        "**/columns/when": "expression",
        "**/columns/head": "expression",
        "**/columns/cell": "expression",
        "**/columns/[]/cell": "expression",
        **dict.fromkeys(_lists("**/diagram"), "map"),
        "**/map": "map",
        "**/diagram/**/style": "map style",
        "**/diagram/**/tile": "tile",
        **dict.fromkeys(_lists("**/around", "**/highlight", "**/way"), "place"),
        "**/distances-from": "place",
        "**/diagram/**/for": "movement class",
        "**/diagram/**/labels#": "place",
        "**/diagram/**/laid/*": "closure",
        "**/component": "component",
        "**/row": "row",
        "**/components/*/rows/[]": "row",
        "**/call-outs/[]/layer": "layer",
        "**/call-outs/[]/place": "place",
        "**/set-up/table": "table",
        **dict.fromkeys(_lists("**/steps/[]/shows"), "thing"),
        **dict.fromkeys(
            (
                f"**/{key}"
                for key in (
                    "text",
                    "text/[]",
                    "reference",
                    "reference/[]",
                    "steps/[]",
                    "bullets/[]",
                    "note",
                    "note/[]",
                    "example",
                    "example/[]",
                    "caption",
                    "alt",
                    "title",
                    "question",
                    "reading",
                    "changes/[]",
                    "name",
                    "purpose",
                    "components/*",
                    "columns/[]/head",
                    "columns/[]/text",
                    "corner",
                )
            ),
            "text",
        ),
    },
}

_SYNTAXES: dict[str, Use] = {
    "roads": Use("place", "roads"),
    "expression": FORMULA,
    "text": TEXT,
    "field type": Use("map", "field type"),
    "order": Use("field", "order"),
    "colour": Use("colour", "colour"),
    "file": Use("component", "file"),
    "function": Use("definition", "function", defines=True),
    "position": Use("thing", "position"),
}


class _Pattern(Struct, frozen=True):
    steps: tuple[str, ...]
    use: Use


def use_named(said: str) -> Use:
    """Return the use that a word of the table means."""
    role = said.removeprefix("def ")
    return _SYNTAXES.get(said) or Use(role, defines=said != role)  # type: ignore[arg-type]  # a test has looked


@lru_cache(maxsize=64)
def _patterns(kind: str) -> dict[str, tuple[_Pattern, ...]]:
    """Return the patterns of a kind by their last step; those of keys have `#` before it."""
    found: dict[str, list[_Pattern]] = {}
    for path, said in _PATHS.get(kind, {}).items():
        keys = path.endswith("#")
        steps = tuple(path.removesuffix("#").split("/"))
        steps = (*steps, "*") if keys else steps
        last = f"#{steps[-1]}" if keys else steps[-1]
        found.setdefault(last, []).append(_Pattern(steps, use_named(said)))
    return {last: tuple(each) for last, each in found.items()}


def use_of(kind: str, path: tuple[str | int, ...], is_key: bool = False) -> Use | None:
    """Return what the value at a path of a document is, or its key; None if it holds no names."""
    patterns = _patterns(kind)
    last = path[-1] if path else ""
    ends: Iterable[str] = ("#*",) if is_key else (("[]",) if isinstance(last, int) else (last, "*"))
    for end in ends:
        for pattern in patterns.get(end, ()):
            if _fits(pattern.steps, path):
                return pattern.use
    return None


def _fits(steps: tuple[str, ...], path: tuple[str | int, ...]) -> bool:
    """Whether a path matches; `**` matches any number of steps."""
    if not steps:
        return not path
    if steps[0] == "**":
        return any(_fits(steps[1:], path[at:]) for at in range(len(path)))
    if not path:
        return False
    step = path[0]
    same = steps[0] == "[]" if isinstance(step, int) else steps[0] in ("*", step)
    return same and _fits(steps[1:], path[1:])


def paths() -> Iterator[tuple[str, str, str]]:
    """Yield the kind, the path and the word of each line of the table; a test compares them with the schemas."""
    return ((kind, path, said) for kind, lines in _PATHS.items() for path, said in lines.items())
