"""Keys and words that designers write for those of the schemas: of other programs, in other spellings."""

import re
from collections.abc import Iterable
from typing import Any

from pnp.messages import folded, nearest
from pnp.source.schemas.spellings import road_in
from pnp.source.tree import Steps, bare, inline

_MEANT = (
    ("colour", "color font-colour font-color text-colour text-color fill foreground tint ink"),
    ("palette", "colour colours color colors swatches"),
    ("background", "bg background-colour background-color back-colour fill colour color ground"),
    ("ground", "background bg background-colour background-color"),
    ("outline-colour", "border-colour border-color stroke-colour stroke-color line-colour line-color edge-colour"),
    ("outline", "border stroke frame edge rim line border-width stroke-width line-width"),
    ("style", "font font-family typeface type class font-style text-style font-size text-size font-weight"),
    ("type", "styles text-styles typography"),
    ("fonts", "font typefaces"),
    ("align", "text-align alignment horizontal-align halign h-align justify"),
    ("valign", "vertical-align vertical-alignment v-align"),
    ("turn", "rotate rotation angle rotated orientation"),
    ("opacity", "alpha transparency transparent"),
    ("show-when", "if when condition visible show-if only-if"),
    ("crop", "clip"),
    ("shape", "mask crop clip clip-path"),
    ("mirror", "flip mirrored flipped"),
    ("fit", "scale object-fit"),
    ("one-of", "enum choice choices options values"),
    ("fit", "shrink overflow autofit auto-size"),
    ("corners", "radius corner-radius border-radius rounded round rounding"),
    ("radius", "corners corner-radius border-radius rounded round rounding"),
    ("picture", "image img photo art artwork illustration file src bitmap png jpg svg"),
    ("panel", "rect rectangle square box background"),
    ("ellipse", "circle oval disc disk"),
    ("icon", "symbol glyph"),
    ("text", "label string caption body content paragraph html"),
    ("size", "width height w h dimensions dimension format card-size scale"),
    ("where", "position pos placement place location left top right bottom box area margin padding"),
    ("at", "pos position location coordinates coords xy x y place point where"),
    ("name", "id identifier key title label"),
    ("title", "name heading header head caption"),
    ("safe", "safe-zone safe-area padding"),
    ("copies", "count amount quantity qty number num times how-many"),
    ("expect", "count amount quantity qty number num copies total"),
    ("makes", "type what part product"),
    ("table", "file csv source path spreadsheet workbook"),
    ("folder", "files dir directory"),
    ("rows", "data table csv tsv file source cards spreadsheet records items entries"),
    ("only", "filter where select condition when"),
    ("order-by", "sort sort-by order sorted sorting"),
    ("take", "limit first range top"),
    ("join", "merge lookup"),
    ("by", "on using match"),
    ("weight", "bold font-weight"),
    ("fields", "columns properties attributes variables"),
    ("template", "front face layout design"),
    ("back", "reverse rear backside back-template"),
    ("layers", "elements objects items children shapes content"),
    ("documents", "files file includes include imports sources"),
    ("components", "parts contents prints print decks"),
    ("summary", "description about abstract blurb tagline subtitle"),
    ("credit", "author authors designer designers by artist artists credits"),
    ("licence", "copyright rights"),
    ("artists", "artist illustrator illustrators art illustration illustrations graphics"),
    ("editors", "editor editing"),
    ("translators", "translator translation"),
    ("year", "copyright date"),
    ("minutes", "time duration playtime playing-time play-time length"),
    ("players", "player player-count number-of-players"),
    ("definitions", "variables constants formulas functions values lets"),
    ("requirements", "rules checks tests constraints conditions asserts"),
    ("uses", "use kits kit dependencies requires"),
    ("roads", "connections edges links paths routes ways lines neighbours neighbors adjacent"),
    ("areas", "nodes spaces places locations regions territories cities vertices"),
    ("districts", "regions zones groups"),
    ("in", "district region zone group"),
    ("tags", "tag labels keywords"),
    ("holds", "check test must condition assert expression"),
    ("because", "reason why comment note"),
    ("cell", "value text"),
    ("head", "heading header title"),
    ("extends", "inherits parent base from based-on"),
    ("margin", "margins border"),
    ("flip", "duplex"),
    ("steps", "instructions assembly"),
    ("stock", "paper material cardstock"),
    ("component", "deck decks card cards token tokens tile tiles die dice board boards piece pieces box"),
    ("template", "layout face front card-template design"),
    ("area-map", "map areas graph network region-map route-map road-map node-map"),
    ("grid-map", "hex-map hexmap square-map hex-grid square-grid hexes"),
    ("tile-map", "city-map tileset tiles-map"),
    ("rulebook", "rules rule-book manual"),
    ("pack", "game manifest project"),
    ("theme", "style colours colors palette fonts"),
    ("pile", "stack deck heap draw-pile"),
    ("fan", "hand spread"),
    ("down", "back hidden face-down"),
    ("up", "front open face-up"),
    ("tile", "hex hexagon hexes"),
    ("token", "chip counter cube chit disc"),
    ("coin", "money"),
    ("mat", "playmat play-mat player-mat player-board dashboard"),
    ("pad", "score-pad scorepad score-sheet"),
    ("standee", "pawn meeple figure piece"),
    ("centre", "center middle"),
    ("middle", "center centre"),
    ("column", "list vertical"),
    ("row", "horizontal line inline"),
    ("rectangle", "rect square box"),
    ("circle", "round oval ellipse disc disk"),
    ("at-most", "max maximum most limit up-to within no-more-than moves steps"),
    ("at-least", "min minimum least no-less-than"),
    ("every", "from each start starts"),
    ("a", "to near of goal"),
    ("from", "start source between"),
    ("to", "end target goal"),
    ("link", "url href web website address"),
    ("group", "layers children items"),
    ("around", "type radial center centre"),
    ("towards", "direction angle rotation"),
    ("width", "thickness weight size stroke-width"),
    ("card", "deck cards hand"),
    ("sea", "water ocean"),
    ("lake", "pond pool"),
    ("land", "earth plain grass"),
    ("each", "for var variable name"),
    ("in", "of over list values from to count times"),
    ("cover", "crop fill full"),
    ("stops", "colours colors colour-stops color-stops"),
)
"""Each key, or word to choose from, with what is written for it elsewhere."""

KEYS = frozenset(key for key, _ in _MEANT)
"""Most keys of the schemas."""

_KEYS: dict[str, list[str]] = {}
for _key, _words in _MEANT:
    for _word in _words.split():
        _KEYS.setdefault(folded(_word), []).append(_key)

_SURE = 0.81
"""Similarity from which a word is mistyped rather than a synonym."""


def by_meaning(word: str, known: Iterable[str]) -> str | None:
    """Return the known word that has the meaning of `word`; None if there is none, or if `word` is a mistyped one."""
    known = tuple(known)
    meant = next((key for key in _KEYS.get(folded(word), ()) if key in known), None) or _compound(word, known)
    return meant if meant and nearest(word, known, _SURE) in (None, meant) else None


def _compound(word: str, known: Iterable[str]) -> str | None:
    """Return the known key of two words one of which is `word`'s, and the other has its meaning: `label-pos`."""
    first, _, last = re.sub(r"_|(?<=[a-z])(?=[A-Z])", "-", word).casefold().partition("-")
    for key in known:
        head, _, tail = key.partition("-")
        if last and tail and ((head == first and tail in _KEYS.get(folded(last), ())) or key == f"{first}-{last}"):
            return key
        if last and tail == last and head in _KEYS.get(folded(first), ()):
            return key
    return None


def meant_by(word: str, known: Iterable[str]) -> str | None:
    """Return the known word that `word` was meant to be: by its meaning, or else the most similar one."""
    known = tuple(known)
    return by_meaning(word, known) or nearest(word, known)


KIND_KEYS = ("type", "kind", "shape", "layer", "element", "draw", "is")
"""Keys under which other programs write what a thing is."""


def kind_by_value(value: Any, keys: Iterable[str]) -> tuple[str, str] | None:
    """Return the key whose value names one of `keys`, and which: `type: text` for `text: …`; None if there is none."""
    if not isinstance(value, dict):
        return None
    keys = tuple(keys)
    for key in KIND_KEYS:
        if isinstance(word := value.get(key), str):
            meant = word if word in keys else by_meaning(word, keys)
            if meant:
                return key, meant
    return None


def text_key(value: Any) -> str | None:
    """Return the key that holds a text in a mapping that should have one for each language: `text: {value: …}`."""
    keys = ("value", "text", "content", "string") if isinstance(value, dict) else ()
    return next((key for key in keys if isinstance(value.get(key), str)), None)


COUNTING = ("from", "to", "count", "times")
"""Keys under which other programs count repetitions."""


ENDS = ("between", "joins", "through", "connects", "links", "ends", "places", "areas", "stops")
"""Keys under which people list the ends of a road."""


def stands_for(key: str, known: Iterable[str]) -> tuple[str, ...]:
    """Return the keys that a mapping does not lack if it has this unknown key: a road's ends or places, or a list."""
    known = set(known)
    if {"each", "in"} <= known:
        return ("in",) if key in COUNTING else ()
    if "through" in known and "from" not in known:
        return ("through",) if key in ("from", "to", *ENDS) or road_in(key) else ()
    return ("from", "to") if {"from", "to"} <= known and (key in ENDS or road_in(key)) else ()


def _road(key: str, value: Any, beside: dict[str, Any], known: tuple[str, ...]) -> str | None:
    """Return how a road is written here whose ends are under other keys."""
    if {"from", "to"} <= set(known):
        if ends := road_in(key):
            kind = f", kind: {value}" if isinstance(value, str) and "kind" in known else ""
            return f"write {{from: {ends[1]}, to: {ends[2]}{kind}}}"
        if key in ENDS and isinstance(value, list) and len(value) > 1:
            further = ", and another road for each further step" if len(value) > 2 else ""
            return f"write from: {bare(value[0])}, to: {bare(value[1])}{further}"
    if "through" in known and "from" not in known:
        places = [value, beside["to"]] if key == "from" and "to" in beside else value if key in ENDS else None
        if isinstance(places, list) and len(places) > 1:
            return f"write through: {' -- '.join(map(bare, places))}"
    return None


def in_place_of(key: str, value: Any, beside: dict[str, Any], known: tuple[str, ...]) -> str | None:
    """Return what to write for a key that is part of a text, or that holds what other keys should hold."""
    if road := _road(key, value, beside, known):
        return road
    pair = [by_meaning(each, known) for each in ("from", "to")]
    if key == "from" and "to" in beside and all(pair) and pair[0] != pair[1]:
        return f"write {pair[0]} for from, and {pair[1]} for to"
    if {"each", "in"} <= set(known) and key in COUNTING:
        return repeated(beside)
    if {"text", "icon", "picture"} <= set(known) and (hint := TEXT_SETTINGS.get(key)):
        return hint.format(value=value)
    if folded(key) in PICTURES and (shown := _shown_in_rules(value, known)):
        return shown
    if hint := _held_elsewhere(key, value, beside, frozenset(known)):
        return hint
    if key == "sheet" and "rows" in beside and "join" in known:
        if str(beside["rows"]).casefold().endswith((".xlsx", ".xlsm", ".ods")):
            return f"write rows: {{table: {beside['rows']}, sheet: {value}}}"
        return "delete it: only a workbook has sheets"
    if key in ("inset", "below", "above") and "where" in known and isinstance(value, str | int | float):
        place = ", ".join(str(each) for each in (beside.get("where"), f"{key} {value}") if each is not None)
        return f"quote all of the place: where: '{place}'"
    return None


def _held_elsewhere(key: str, value: Any, beside: dict[str, Any], known: frozenset[str]) -> str | None:
    """Return where the key of a table, the width of a line, or one side of a shadow's offset is written."""
    if key == "key" and {"join", "rows"} <= known:
        return f"name the column where the tables are joined: join: {{table: …, by: {bare(value)}}}"
    if key in ("width", "height") and "line" in beside:
        return "write a role under 'lines' of the theme, such as bold: {width: 0.5}, and line: bold"
    if key in ("dx", "dy", "x", "y") and {"blur", "offset"} <= known:
        pair = [beside.get(each, beside.get(f"d{each}", 0)) for each in ("x", "y")]
        return f"write offset: {inline(pair)}"
    return None


def _shown_in_rules(value: Any, known: tuple[str, ...]) -> str | None:
    """Return how the rules show a picture; None outside of rules."""
    is_file = isinstance(value, str) and "." in value
    what = "…" if is_file or not isinstance(value, str) else bare(value)
    put = f"put {value} on the template of a component, and " if is_file else ""
    if {"face", "diagram"} <= set(known):
        return f"{put}write face: {{component: {what}}}" + ("" if is_file else f", or diagram: {what} for a map")
    if {"text", "reference", "sections"} <= set(known):
        return f"{put}write an item of its text: - face: {{component: {what}}}"
    return None


PICTURES = frozenset(("picture", "pictures", "image", "images", "img", "figure", "illustration", "photo"))
"""Keys of a picture in other programs."""

TEXT_SETTINGS = {
    "bold": "put two asterisks around words, **so**, or give the text style a weight of 700",
    "italic": "put an asterisk around words, *so*, or write italic: true in the text style",
    "uppercase": "write caps: true in the text style",
    "line-height": "write leading: … in the text style, in points",
    "letter-spacing": "write tracking: … in the text style, in percent of the size",
    "z": "list the layer later: each layer is drawn over those before it",
    "z-index": "list the layer later: each layer is drawn over those before it",
}
"""Settings of texts and layers elsewhere, with what to do here."""

SETTINGS = frozenset(("at", "size", "where", "from", "to", "outline", "radius", "style", "turn", "opacity", "fit"))
"""Settings that many kinds of layer have."""

WHOLE = {
    "line": ("thin", ("role", "style", "line", "name")),
    "ellipse": ("ink", ("fill", "colour", "color")),
    "panel": ("ink", ("fill", "colour", "color")),
    "polygon": ("6", ("sides", "points", "corners")),
    "path": ("M0 0H10V4Z", ("d", "data", "path")),
    "icon": ("star", ("name", "icon", "src", "file")),
    "pattern": ("check", ("name", "pattern", "type", "icon")),
    "picture": ("art/fox.png", ("file", "src", "path", "image", "name")),
    "map": ("town", ("name", "map", "file")),
}
"""What the kinds of layer take, and under which keys it is where the layer is written as a mapping."""


def unfolded(way: Steps, value: Any) -> str | None:
    """Return the layer whose settings are under its kind and not next to it: `line: {from: …, to: …}`."""
    kind = way[-1] if len(way) > 1 and isinstance(way[-2], int) and isinstance(value, dict) else None
    if kind not in WHOLE or {"stops", "to"} & value.keys() - ({"to"} if kind == "line" else set()):
        return None
    default, keys = WHOLE[str(kind)]
    main = next((key for key in keys if key in value), None)
    if main is None and not value.keys() & SETTINGS:
        return None
    rest = "".join(f", {key}: {inline(each)}" for key, each in value.items() if key != main)
    return f"write {{{kind}: {inline(value[main]) if main else default}{rest}}}"


def repeated(counts: dict[str, Any]) -> str | None:
    """Return how the list of a repetition is written that was given by numbers."""
    last = next((counts[key] for key in ("to", "count", "times") if type(counts.get(key)) is int), None)
    first = counts.get("from")
    if last is None or type(first) not in (int, type(None)) or abs(last) > MOST_COUNTED:
        return None
    return f"write in: {last}" if first is None else f'write in: "range({first}, {last + 1})"; its end is not in it'


MOST_COUNTED = 10_000
"""The largest number of repetitions that a hint writes."""
