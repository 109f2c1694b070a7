"""Keys and words that designers write for those of the schemas: of other programs, in other spellings."""

from collections.abc import Iterable

from pnp.messages import folded, nearest

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
    ("fit", "shrink overflow autofit auto-size"),
    ("corners", "radius corner-radius border-radius rounded round rounding"),
    ("radius", "corners corner-radius border-radius rounded round rounding"),
    ("picture", "image img photo art artwork illustration file src bitmap png jpg svg"),
    ("panel", "rect rectangle square box background"),
    ("ellipse", "circle oval disc disk"),
    ("icon", "symbol glyph"),
    ("text", "label string caption body content paragraph html"),
    ("size", "width height w h dimensions dimension format card-size"),
    ("where", "position pos placement place location left top right bottom box area margin padding"),
    ("at", "pos position location coordinates coords xy x y place point where"),
    ("name", "id identifier key title label"),
    ("title", "name heading header head caption"),
    ("safe", "safe-zone safe-area padding"),
    ("copies", "count amount quantity qty number num times how-many"),
    ("expect", "count amount quantity qty number num copies total"),
    ("makes", "type what part product"),
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
    ("area-map", "map areas graph network"),
    ("rulebook", "rules rule-book manual"),
    ("pack", "game manifest project"),
    ("theme", "style colours colors palette fonts"),
    ("pile", "stack deck heap draw-pile"),
    ("fan", "hand spread"),
    ("down", "back hidden face-down"),
    ("up", "front open face-up"),
    ("standee", "pawn meeple figure piece"),
    ("centre", "center middle"),
    ("middle", "center centre"),
    ("rectangle", "rect square box"),
    ("circle", "round oval ellipse disc disk"),
)
"""Each key, or word to choose from, with what is written for it elsewhere."""

_KEYS: dict[str, list[str]] = {}
for _key, _words in _MEANT:
    for _word in _words.split():
        _KEYS.setdefault(folded(_word), []).append(_key)

_SURE = 0.8
"""Similarity from which a word is mistyped rather than a synonym."""


def by_meaning(word: str, known: Iterable[str]) -> str | None:
    """Return the known word that has the meaning of `word`; None if there is none, or if `word` is a mistyped one."""
    known = tuple(known)
    meant = next((key for key in _KEYS.get(folded(word), ()) if key in known), None)
    return meant if meant and nearest(word, known, _SURE) in (None, meant) else None


def meant_by(word: str, known: Iterable[str]) -> str | None:
    """Return the known word that `word` was meant to be: by its meaning, or else the most similar one."""
    known = tuple(known)
    return by_meaning(word, known) or nearest(word, known)
