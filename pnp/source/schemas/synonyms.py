"""Keys, words and values that designers write for those of the schemas: of other programs, in other spellings."""

import re
from collections.abc import Iterable
from typing import Any

from pnp.messages import did_you_mean, folded, nearest, shown
from pnp.source.tree import found

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
    ("standee", "pawn meeple figure piece"),
    ("centre", "center middle"),
    ("middle", "center centre"),
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

_KEYS: dict[str, list[str]] = {}
for _key, _words in _MEANT:
    for _word in _words.split():
        _KEYS.setdefault(folded(_word), []).append(_key)

_SURE = 0.81
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


# Values that are written otherwise elsewhere.

CHOICES = 12
"""Words to choose from that a message lists."""

SIX_DIGITS = "write '#' and six digits from 0 to F"

PAPERS = {"a8": "52 x 74", "a7": "74 x 105", "a6": "105 x 148", "a5": "148 x 210", "a4": "210 x 297"}
"""Sizes of paper in millimetres, which are no names of sizes of cards."""

TYPE_NAMES = {
    "text": "txt str string varchar words title",
    "whole number": "int integer count quantity",
    "number": "float decimal numeric real num",
    "yes or no": "bool boolean flag yes/no true/false checkbox",
    "colour": "color",
    "icon": "symbol image",
    "list of texts": "list array texts",
}
"""Types of fields, with what is written for them elsewhere."""


def type_in_words(value: Any) -> str | None:
    """Return a hint for the type of a field in other words, or a list of choices without its key."""
    if isinstance(value, list) and value and all(isinstance(each, str) for each in value):
        return f"write {{one-of: [{', '.join(value[:CHOICES])}]}}"
    if not isinstance(value, str):
        return None
    word = value.casefold().strip()
    if optional := re.fullmatch(r"(.+?) *(?:\((?:optional)\)|\?)", word):
        return f"write {optional[1]}, optional"
    if most := re.fullmatch(r"(whole number|number) (?:up to|max|<=) *(\S+)", word):
        return f"write {most[1]} at most {most[2]}"
    if ends := RANGE.fullmatch(re.sub("^(whole )?numbers?( from)? ", "", word)):
        return f"write whole number {ends[1]} to {ends[2]}"
    if choices := re.fullmatch(
        r"(?:one[- ]of|enum|choice)?:? *[\[(](.*)[\])]|one[- ]of:? +(.+,.+)", value.strip(), re.I
    ):
        return f"write {{one-of: [{choices[1] or choices[2]}]}}"
    meant = next((name for name, others in TYPE_NAMES.items() if word in others.split()), None)
    return f"did you mean '{meant}'?" if meant else did_you_mean(value, (*TYPE_NAMES, "date", "note"))


def of_another_section(value: Any, asked: str) -> str | None:
    """Return where a colour or a text style belongs that is in the section of the other, or in a layer."""
    if asked.startswith("a mapping with family or file") and isinstance(value, str) and value.startswith("#"):
        return "move it to 'palette': it is a colour"
    if isinstance(value, dict) and value.keys() & {"size", "family", "weight", "leading"}:
        if asked.startswith("a palette role"):
            return "move it to 'type': it is a text style"
        if asked.startswith("a role such as card-title"):
            return "define a text style under 'type' of a theme, and write its name here"
    return None


NUMBERS = re.compile(r"-?[0-9.]+(?:[\s;/x]+-?[0-9.]+)+")


def numbers_in(value: list[Any]) -> str | None:
    """Return the list that was meant by one text with several numbers: `[128 98]`, `[128; 98]`."""
    text = value[0] if len(value) == 1 and isinstance(value[0], str) else ""
    return f"[{', '.join(re.split(r'[^-0-9.]+', text))}]" if NUMBERS.fullmatch(text) else None


def text_key(value: Any) -> str | None:
    """Return the key that holds a text in a mapping that should have one for each language: `text: {value: …}`."""
    keys = ("value", "text", "content", "string") if isinstance(value, dict) else ()
    return next((key for key in keys if isinstance(value.get(key), str)), None)


PAIR = re.compile(r"\s*(\d+(?:\.\d+)?)\s*(?:-|–|—|\.\.\.?|…|,|;|\*|[xX×]|by|and|until)\s*(\d+(?:\.\d+)?)\s*")


def value_in_words(value: Any, expected: str) -> str | None:
    """Return how a range or a size is written that was written in another way: `2-4`, `[2, 4]`, `24*30`."""
    if hint := _plain(value, expected):
        return hint
    if not expected.startswith(("a number or a range", "a number of minutes", "a number of rows", "a size such as")):
        return None
    size = expected.startswith("a size")
    if isinstance(value, dict):
        pair = [value.get("width", value.get("from")), value.get("height", value.get("to"))]
    elif isinstance(value, list):
        pair = value
    else:
        parted = PAIR.fullmatch(str(value))
        pair = list(parted.groups()) if parted else []
    numbers = [each for each in pair if isinstance(each, int | float | str)]
    if len(numbers) == 2 == len(pair):
        return f"write {numbers[0]} {'x' if size else 'to'} {numbers[1]}"
    if isinstance(value, str) and "minutes" in expected:
        if clock := re.fullmatch(r"(\d{1,2}):(\d\d)", value):
            return f"write {int(clock[1]) * 60 + int(clock[2])}"
        if unit := re.fullmatch(r"(\d+)\s*(?:min|mins|minutes|m)\.?", value):
            return f"write {unit[1]}"
    return None


POINTS = {"mm": 72 / 25.4, "cm": 720 / 25.4, "px": 0.75}
"""Points of other units of type; pixels are those of web pages."""

DASHES = {"dotted": "[0.3, 1]", "dots": "[0.3, 1]", "dashed": "[2, 1.5]", "dashes": "[2, 1.5]"}
CURVES = {
    "circle": "circle top",
    "top circle": "circle top",
    "bottom circle": "circle bottom",
    "arc": "arc 6, where 6 is its rise in millimetres",
}
WEIGHTS = {"thin": 100, "light": 300, "regular": 400, "normal": 400, "medium": 500, "semibold": 600, "bold": 700}
LANGUAGES = {
    "english": "en",
    "german": "de",
    "deutsch": "de",
    "french": "fr",
    "français": "fr",
    "spanish": "es",
    "español": "es",
    "italian": "it",
    "italiano": "it",
    "dutch": "nl",
    "nederlands": "nl",
    "polish": "pl",
    "polski": "pl",
    "portuguese": "pt",
    "português": "pt",
    "czech": "cs",
    "danish": "da",
    "swedish": "sv",
}


COUNTED = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
"""The names of the numbers 0 to 12."""

ROAD = re.compile(r"(\S.*?) +(?:--|->|<-) +(\S.*)")
"""A road between two places."""

COUNTING = ("from", "to", "count", "times")
"""Keys under which other programs count repetitions."""


ENDS = ("between", "joins", "through", "connects", "links", "ends", "places", "areas", "stops")
"""Keys under which people list the ends of a road."""


def stands_for(key: str, known: Iterable[str]) -> tuple[str, ...]:
    """Return the keys that a mapping does not lack if it has this unknown key: both ends of a road, or a list."""
    known = set(known)
    if {"each", "in"} <= known:
        return ("in",) if key in COUNTING else ()
    return ("from", "to") if {"from", "to"} <= known and (key in ENDS or ROAD.fullmatch(key)) else ()


def in_place_of(key: str, value: Any, beside: dict[str, Any], known: tuple[str, ...]) -> str | None:
    """Return what to write for a key that is part of a text, or that holds what other keys should hold."""
    if {"from", "to"} <= set(known):
        if ends := ROAD.fullmatch(key):
            kind = f", kind: {value}" if isinstance(value, str) and "kind" in known else ""
            return f"write {{from: {ends[1]}, to: {ends[2]}{kind}}}"
        if key in ENDS and isinstance(value, list) and len(value) > 1:
            further = ", and another road for each further step" if len(value) > 2 else ""
            return f"write from: {bare(value[0])}, to: {bare(value[1])}{further}"
    pair = [by_meaning(each, known) for each in ("from", "to")]
    if key == "from" and "to" in beside and all(pair) and pair[0] != pair[1]:
        return f"write {pair[0]} for from, and {pair[1]} for to"
    if {"each", "in"} <= set(known) and key in COUNTING:
        return repeated(beside)
    if key in ("inset", "below", "above") and "where" in known and isinstance(value, str | int | float):
        place = ", ".join(str(each) for each in (beside.get("where"), f"{key} {value}") if each is not None)
        return f"quote all of the place: where: '{place}'"
    return None


def repeated(counts: dict[str, Any]) -> str | None:
    """Return how the list of a repetition is written that was given by numbers."""
    last = next((counts[key] for key in ("to", "count", "times") if type(counts.get(key)) is int), None)
    first = counts.get("from")
    if last is None or type(first) not in (int, type(None)) or abs(last) > MOST_COUNTED:
        return None
    return f"write in: {last}" if first is None else f'write in: "range({first}, {last + 1})"; its end is not in it'


MOST_COUNTED = 10_000
"""The largest number of repetitions that a hint writes."""


def ranges_over(text: str) -> str | None:
    """Return how a name is given its range that was written without its colon: `players 2 to 4`."""
    found = re.fullmatch(r"([A-Za-z_]\w*)[ =]+(\d+(?: to \d+)?)", text)
    return f"write {{{found[1]}: {found[2]}}}" if found else None


RANGE = re.compile(r"(\d+) *(?:-|–|—|\.\.+|to|bis) *(\d+)")
"""The beginning of a range as it is often written."""


def _plain(value: Any, expected: str) -> str | None:
    """Return how a value is written that was written as a word, in per cent, or with a unit that it does not have."""
    word = value.casefold().strip() if isinstance(value, str) else ""
    ways = (_named, _code, _share, _place, _number, _measure)
    return next((hint for each in ways if (hint := each(value, word, expected))), None)


def _named(value: Any, word: str, expected: str) -> str | None:
    """Return how a weight, a size of type, dashes or a table are written."""
    if expected.startswith("a weight from") and (weight := WEIGHTS.get(word.replace("-", "").replace(" ", ""))):
        return f"write {weight}"
    if expected.startswith("a mapping with") and "weight" in expected and word in WEIGHTS:
        return f"write {{weight: {WEIGHTS[word]}}}"
    if expected.startswith("lengths on and off") and word in DASHES:
        return f"write {DASHES[word]}"
    if hint := _type_measure(word, expected):
        return hint
    if expected.startswith("shrink to") and word.startswith("shrink"):
        return "write the smallest size of the letters in points: shrink to 8 pt"
    return _table(value, word) if expected.startswith("a table such as") else None


TYPE_MEASURE = re.compile(r"(-?\d{1,4}(?:\.\d{1,4})?) *(pt|pts|points?|mm|cm|px|em|%)")


def _type_measure(word: str, expected: str) -> str | None:
    """Return how a size of type or a distance of letters is written that has a unit."""
    if not (measure := TYPE_MEASURE.fullmatch(word)):
        return None
    number, unit = measure.groups()
    if expected.startswith("a size in points") and unit not in ("em", "%"):
        points = f"{float(number) * POINTS[unit]:.3g}" if unit in POINTS else number
        return f"write {points}: type sizes are in points"
    if expected.startswith("percent of the size") and unit in ("em", "%"):
        return f"write {float(number) * (100 if unit == 'em' else 1):g}: it is in percent of the size"
    return None


def _code(value: Any, word: str, expected: str) -> str | None:
    """Return the code of a language that was written as a word, in capitals, or with an underscore."""
    if word in LANGUAGES and "a language code" in expected:
        return f"write {LANGUAGES[word]}"
    if not expected.startswith("a language code"):
        return None
    if re.fullmatch("[a-z]{2,3}(?:[-_][a-z0-9]+)?", word):
        code, _, region = word.replace("_", "-").partition("-")
        return f"write {code}-{region.upper()}" if region else f"write {code}"
    return None


def _share(value: Any, word: str, expected: str) -> str | None:
    """Return the number from 0 to 1 that was meant by a percentage."""
    if not expected.startswith(("a number from 0 to 1", "a share from 0 to 1")):
        return None
    percent = re.fullmatch(r"(\d{1,3}(?:\.\d+)?) *%", word)
    share = float(percent[1]) if percent else value
    return f"write {share / 100:g}: 1 is all of it" if type(share) in (int, float) and 1 < share <= 100 else None


MOST_ROAD = 200
"""The maximum length of a road that a hint writes again, in characters."""

SIDES = ("top", "bottom", "left", "right")


def _place(value: Any, word: str, expected: str) -> str | None:
    """Return how a side, a road or a line is written."""
    if expected.startswith("words such as bottom right"):
        side = {"down": "bottom", "downwards": "bottom", "up": "top", "upwards": "top"}.get(word, word)
        side = side.removeprefix("to the ").removeprefix("to ")
        return f"write {side}" if side != word and side.split()[-1] in SIDES else None
    if expected.startswith("a road such as") and (
        len(names := re.split(r" +(?:<?[-–—]+>?|[→>]) +", str(value)[:MOST_ROAD])) > 1
    ):
        return f"write {' -- '.join(names)}"
    if expected.startswith("circle top") and word in CURVES:
        return f"write {CURVES[word]}"
    if expected.startswith("a line role") and type(value) in (int, float):
        return "name a line of the theme, such as thin; its width is written there, under lines"
    if "left of, above" in expected and (beside := re.fullmatch(r"(right|left) (?:from|to) (.+)", str(value))):
        return f"write '{beside[1]} of {beside[2]}'"
    return None


def _number(value: Any, word: str, expected: str) -> str | None:
    """Return the number that was meant by a word, by a comparison such as `<= 2`, or with a noun."""
    if not expected.startswith(("a number", "a whole number")):
        return None
    if word in COUNTED:
        return f"write {COUNTED.index(word)}"
    bound = re.fullmatch(r"[<>=≤≥x× ]+(\d+(?:\.\d+)?)|(\d+)(?: [a-zäöüß]+| ?[x×])", word)
    return f"write {bound[1] or bound[2]}" if bound else None


def _measure(value: Any, word: str, expected: str) -> str | None:
    """Return how a range, a size, a point, a colour or a truth is written that was written in another way."""
    if expected.startswith("a size above 0") and type(value) in (int, float):
        return f"write its width and its height, such as {value} x {value}"
    if "a range such as" in expected and (hint := _range(word)):
        return hint
    if isinstance(value, dict) and expected.startswith("a point") and {"x", "y"} == value.keys():
        return f"write [{value['x']}, {value['y']}]"
    if sides := re.fullmatch(r"([\d.]+)[ ,;*x×]+([\d.]+)", word):
        if expected.startswith("a size"):
            return f"write {sides[1]} x {sides[2]}"
        if expected.startswith("a point") or "two shares of the box" in expected:
            return f"write [{sides[1]}, {sides[2]}]"
    if expected.startswith("a size such as poker"):
        return _named_size(word)
    if "palette role" in expected and word.startswith("#"):
        short = re.fullmatch("#([0-9A-Fa-f])([0-9A-Fa-f])([0-9A-Fa-f])", word)
        return f"write '#{''.join(2 * each for each in short.groups()).upper()}'" if short else SIX_DIGITS
    return "write true" if expected == "true" and (value is True or word in ("yes", "on", "y", "1")) else None


def _range(word: str) -> str | None:
    """Return the range that a text such as `two to four` or `2+` means."""
    figures = " ".join(str(COUNTED.index(each)) if each in COUNTED else each for each in word.split())
    if ends := RANGE.match(figures):
        return f"write {ends[1]} to {ends[2]}"
    least = re.fullmatch(r"(\d{1,3}) *(?:\+|or more|and up)", figures)
    return f"write the largest number too, such as {least[1]} to {int(least[1]) + 4}" if least else None


def _named_size(word: str) -> str | None:
    """Return how a size is written whose words are in another order, or that is one of paper."""
    if pixels := re.fullmatch(r"(\d+) *(?:px)? *[x×*] *(\d+) *px", word):
        return f"write the pixels with their resolution, in pixels per inch: {pixels[1]} x {pixels[2]} px@300"
    if paper := PAPERS.get(word.removeprefix("din ")):
        return f"write {paper}"
    turned = re.fullmatch(r"(landscape|portrait)[ ,]+([a-z-]+)", word)
    return f"write {turned[2]}{' landscape' if turned[1] == 'landscape' else ''}" if turned else None


def _table(value: Any, word: str) -> str | None:
    """Return how a table is named that was named in another way."""
    if word.endswith(".xls"):
        return "save it as XLSX: the old format is not read"
    if "#" in word:
        file, _, sheet = str(value).partition("#")
        return f"write {{table: {file}, sheet: {sheet}}}" if file and sheet else None
    if re.fullmatch(r"[\w -]+", word):
        return f"write the file with its ending: {value}.csv"
    return None


def bare(value: Any) -> str:
    """The value as it is written, if it is short."""
    return shown(value)[1:-1] if isinstance(value, str) else found(value).removeprefix("the number ")
