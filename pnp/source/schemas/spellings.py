"""Values that designers write in another spelling: as words, in other units, as lists or mappings."""

import re
from typing import Any

from pnp.messages import SURE, did_you_mean, nearest
from pnp.source.languages import LANGUAGE_NAMES
from pnp.source.tree import CHOICES, as_written, bare, inline
from pnp.units import size_hint

LONGEST = 200
"""Maximum number of characters of a text that hints are made from: the work may grow with its square."""

SIX_DIGITS = "write '#' and six digits from 0 to F"

PAIR = re.compile(r"\s*(\d+(?:\.\d+)?)\s*(?:-|–|—|\.\.\.?|…|,|;|\*|[xX×]|by|and|until)\s*(\d+(?:\.\d+)?)\s*")


def value_in_words(value: Any, expected: str) -> str | None:
    """Return how a range or a size is written that was written in another way: `2-4`, `[2, 4]`, `24*30`."""
    if isinstance(value, str) and len(value) > LONGEST:
        return None
    sides = PAIR.fullmatch(value) if expected.startswith("a size") and isinstance(value, str) else None
    if sides and not all(float(side) for side in sides.groups()):
        return "write two numbers above 0"
    if isinstance(value, str) and "minutes" in expected and (hint := _minutes(value.casefold().strip())):
        return hint
    if hint := _plain(value, expected):
        return hint
    if not expected.startswith(("a number or a range", "a number of minutes", "a number of rows", "a size such as")):
        return None
    size = expected.startswith("a size")
    if isinstance(value, dict):
        pair = [value.get("width", value.get("from")), value.get("height", value.get("to"))]
    elif isinstance(value, list):
        run = {type(each) is int and each - value[0] - place for place, each in enumerate(value)} == {0}
        pair = [value[0], value[-1]] if run and not size and len(value) > 2 else value
    else:
        parted = PAIR.fullmatch(str(value))
        pair = list(parted.groups()) if parted else []
    numbers = [each for each in pair if isinstance(each, int | float | str)]
    if len(numbers) == 2 == len(pair):
        return f"write {numbers[0]} {'x' if size else 'to'} {numbers[1]}"
    return None


_HOURS = r"(\d{1,2}(?:[.,]\d{1,2})?)"
_REST = r"(?:(?:,| and)? *(\d{1,2}) *(?:m\w*)?\.?)?"
_DURATION = re.compile(rf"(?:{_HOURS} *(?:-|–|to) *)?{_HOURS} *h(?:ours?|rs?)?\.?{_REST}")


def _minutes(word: str) -> str | None:
    """Return the minutes of a duration: `1:30`, `2 hours`, `1-2 h`, `1h30`, `90 min`."""
    if unit := re.fullmatch(r"(\d+) *(?:min|mins|minutes|m)\.?", word):
        return f"write {unit[1]}"
    if clock := re.fullmatch(r"(\d{1,2}):(\d\d)", word):
        return f"write {int(clock[1]) * 60 + int(clock[2])}"
    if not (found := _DURATION.fullmatch(word)):
        return None
    first, last = (round(60 * float(hours.replace(",", "."))) if hours else None for hours in found.groups()[:2])
    last = (last or 0) + int(found[3] or 0)
    return f"write {last}" if first is None else f"write {first} to {last}"


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

COUNTED = (
    *("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
)
"""The names of the numbers 0 to 20."""


def drawn_in_words(value: Any, expected: str) -> str | None:
    """Return how a line or an edge is written that was written with its points, its width or its colour."""
    if not expected.startswith("a line role"):
        return None
    if isinstance(value, dict) and value and value.keys() <= {"width", "colour", "color", "dash"}:
        look = ", ".join(f"{'colour' if key == 'color' else key}: {inline(each)}" for key, each in value.items())
        return f"write a role under 'lines' of the theme, such as edge: {{{look}}}, and 'edge' here"
    if isinstance(value, list) and len(value) == 2 and all(isinstance(each, list) and len(each) == 2 for each in value):
        return f"write {{line: thin, from: {inline(value[0])}, to: {inline(value[1])}}}"
    return None


def ranges_over(text: str) -> str | None:
    """Return how a name is given its range that was written without its colon: `players 2 to 4`."""
    found = re.fullmatch(r"([A-Za-z_]\w*)[ =]+(\d+(?: to \d+)?)", text)
    return f"write {{{found[1]}: {found[2]}}}" if found else None


RANGE = re.compile(r"(\d+) *(?:-|–|—|\.\.+|to|bis) *(\d+)")
"""The beginning of a range as it is often written."""


def _plain(value: Any, expected: str) -> str | None:
    """Return how a value is written that was written as a word, in per cent, or with a unit that it does not have."""
    word = value.casefold().strip() if isinstance(value, str) else ""
    ways = (_named, _address, _code, _share, _place, _number, _measure, _listed_value, _icon)
    return next((hint for each in ways if (hint := each(value, word, expected))), None)


def _named(value: Any, word: str, expected: str) -> str | None:
    """Return how a weight, a size of type, dashes or a table are written."""
    if expected.startswith("a weight from") and (weight := WEIGHTS.get(word.replace("-", "").replace(" ", ""))):
        return f"write {weight}"
    if expected.startswith("a mapping with") and "weight" in expected and word in WEIGHTS:
        return f"write {{weight: {WEIGHTS[word]}}}"
    if expected == "slanted":
        return "write slanted"
    if expected.startswith("a mapping such as {table:") and is_table(value):
        return f"write {{table: {value}, by: …}}, with the column that both tables have"
    if expected.startswith("lengths on and off") and word in DASHES:
        return f"write {DASHES[word]}"
    if hint := _type_measure(word, expected):
        return hint
    if expected.startswith("a mapping with width, dash, colour") and (line := LINE_IN_CSS.fullmatch(word)):
        width = line[1] if line[2] in (None, "px") else f"{line[1]} {line[2]}"
        dash = f", dash: {DASHES[line[3]]}" if line[3] in DASHES else ""
        return f"write {{width: {width}{dash}, colour: {line[4]}}}"
    if expected.startswith("shrink to") and ("shrink" in word or "together" in word):
        if size := re.fullmatch(r"[a-z ]*?(\d{1,3}(?:\.\d)?) *(?:pt|points?)?(?: +together)?", word):
            return f"write shrink to {size[1]} pt{' together' if 'together' in word else ''}"
        least = "shrink to 8 pt together" if "together" in word else "shrink to 8 pt"
        return f"write the smallest size of the letters in points: {least}"
    return _table(value, word) if expected.startswith("a table such as") else None


LINE_IN_CSS = re.compile(r"([\d.]{1,9}) *(mm|pt|px)? +(?:(solid|dashed|dotted) +)?([\w#-]{1,40})")
"""A line by its width, kind and colour, as in CSS: `0.5pt solid ink`."""

TYPE_MEASURE = re.compile(r"(-?\d{1,4}(?:\.\d{1,4})?) *(pt|pts|points?|mm|cm|px|em|%)")


def _type_measure(word: str, expected: str) -> str | None:
    """Return how a size of type or a distance of letters is written that has a unit, or a comma before decimals."""
    if expected.startswith("a size in points") and re.fullmatch(r"\d{1,3},\d{1,2}", word):
        return f"write {word.replace(',', '.')}: decimals follow a point"
    if not (measure := TYPE_MEASURE.fullmatch(word)):
        return None
    number, unit = measure.groups()
    if expected.startswith("a size in points") and unit not in ("em", "%"):
        points = f"{float(number) * POINTS[unit]:.3g}" if unit in POINTS else number
        return f"write {points}: type sizes are in points"
    if expected.startswith("percent of the size") and unit in ("em", "%"):
        return f"write {float(number) * (100 if unit == 'em' else 1):g}: it is in percent of the size"
    return None


def _address(value: Any, word: str, expected: str) -> str | None:
    """Return how an address is written that has a blank in it, or another beginning."""
    if not expected.startswith("an address that starts with https://") or not word:
        return None
    if re.search(r"\s", word):
        return "take the blank out of it: an address has none"
    rest = str(value).strip().removeprefix("http://").lstrip(":/")
    return f"write https://{rest}" if re.match(r"[\w-]+(?:\.[\w-]+)+(?:/|$)", rest) else None


def _code(value: Any, word: str, expected: str) -> str | None:
    """Return the code of a language that was written as a word, in capitals, or with an underscore."""
    if word in LANGUAGE_NAMES and "a language code" in expected:
        return f"write {LANGUAGE_NAMES[word]}"
    if not expected.startswith("a language code"):
        return None
    if re.fullmatch(r"[a-z]{2,3}(?: *[;/|+&] *[a-z]{2,3})+", word):
        return f"write each by itself: {', '.join(re.findall('[a-z]+', word))}"
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


SIDES = ("top", "bottom", "left", "right")


def _place(value: Any, word: str, expected: str) -> str | None:
    """Return how a side, a road or a line is written."""
    if expected.startswith("words such as bottom right"):
        side = {"down": "bottom", "downwards": "bottom", "up": "top", "upwards": "top"}.get(word, word)
        side = side.removeprefix("to the ").removeprefix("to ")
        if turned := re.fullmatch(r"(-?\d{1,3}) *(?:deg|degrees?|°)", word):
            return f"write {turned[1]}"
        return f"write {side}" if side != word and side.split()[-1] in SIDES else None
    if expected.startswith("a road such as") and (len(names := re.split(r" +(?:<?[-–—]+>?|[→>]) +", str(value))) > 1):
        return f"write {' -- '.join(names)}"
    if expected.startswith("circle top") and word in CURVES:
        return f"write {CURVES[word]}"
    if expected.startswith("a line role") and type(value) in (int, float):
        return "name a line of the theme, such as thin; its width is written there, under lines"
    return _place_on_table(str(value)) if "left of, above" in expected else None


def _place_on_table(text: str) -> str | None:
    """Return the place on a table that other words mean: `left from board`, `every seat`, `on top of board`."""
    if beside := re.fullmatch(r"(?:to the )?(right|left)(?: side)?(?: (?:of|from|to))?(?: the)? (.+)", text):
        return f"write '{beside[1]} of {beside[2]}'"
    if over := re.fullmatch(r"(on top of|over|under|beneath|underneath|below of|above of) (.+)", text):
        way = {"on top of": "on", "over": "above", "above of": "above"}.get(over[1], "below")
        return f"write '{way} {over[2]}'"
    if re.fullmatch(r"(?:at )?(?:(?:every|all|any|each) (?:seats?|players?)|seats?|everyone|each)", text):
        return "write 'each seat'"
    first, _, thing = text.partition(" ")
    if thing and (side := nearest(first, ("right", "left", "above", "below"), SURE)):
        return f"write '{side}{' of' if side in SIDES else ''} {thing.removeprefix('of ')}'"
    word = {"center": "middle", "centre": "middle", "the middle": "middle", "middle of the table": "middle"}.get(text)
    if word is None and (seat := re.fullmatch(r"(?:seat|player) ?(\w+)", text)):
        number = str(COUNTED.index(seat[1])) if seat[1] in COUNTED else seat[1]
        word = f"seat {number}" if number.isdecimal() else None
    return f"write '{word}'" if word and word != text else did_you_mean(text, ("middle", "each seat"))


MEASURES = "(?:mm|cm|m|km|in|inch|inches|pt|px|em|h|hours?|min|minutes?|s|sec|seconds?)$"
"""Units that change a number; other words after it are nouns, such as `5 cards`."""


CURRENCY = re.compile("[€$£¥₹₽]|eur|usd|gbp|chf|pln|zł|kč|kr|fr")
_SIGN = rf"(?:{CURRENCY.pattern})\.?"
PRICE = re.compile(rf"(?:{_SIGN} *)?(\d{{1,9}}(?:[.,]\d{{1,2}})?)(?:[.,][-–—]{{1,2}})?(?: *{_SIGN})?")
"""A number with the sign of a currency, or a dash for no decimals: `2 €`, `$2.50`, `3,--`."""


def _number(value: Any, word: str, expected: str) -> str | None:
    """Return the number that was meant by a word, by a comparison such as `<= 2`, or with a noun."""
    if not expected.startswith(("a number", "a whole number")):
        return None
    if word in COUNTED:
        return f"write {COUNTED.index(word)}"
    if isinstance(value, dict) and [type(each) for each in value.values()] == [int]:
        return f"write {next(iter(value.values()))}"
    price = PRICE.fullmatch(word)
    if price and price[1] != word and not (expected.startswith("a whole") and re.search("[.,]", price[1])):
        sign = ", and the sign of the currency in the text that prints it" if CURRENCY.search(word) else ""
        return f"write {price[1].replace(',', '.')}{sign}"
    if comment := re.fullmatch(r"(\d+(?:\.\d+)?)#.*", word):
        return f"write {comment[1]}: a comment has a blank before its '#'"
    bound = re.fullmatch(rf"[<>=≤≥x×~≈ ]+(\d+(?:\.\d+)?)|(\d+)(?: ?(?!{MEASURES})[a-zäöüß]{{1,20}}| ?[x×])", word)
    if expected.startswith("a whole number") and re.fullmatch(r"\d+[.,]\d+", word):
        return "write a number without decimals"
    return f"write {bound[1] or bound[2]}" if bound else None


def _measure(value: Any, word: str, expected: str) -> str | None:
    """Return how a range, a size, a point, a colour or a truth is written that was written in another way."""
    if expected.startswith("a size above 0") and type(value) in (int, float):
        return f"write its width and its height, such as {value} x {value}"
    if "a range such as" in expected and (hint := _range(word)):
        return hint
    if expected.startswith(("a point", "a number of sides")) and (hint := _point(value, word, expected)):
        return hint
    if sides := re.fullmatch(r"([\d.]+)[ ,;:*x×]+([\d.]+)", word):
        if expected.startswith("a size") and "in points" not in expected:
            return f"write {sides[1]} x {sides[2]}"
        if expected.startswith("a point") or "two shares of the box" in expected:
            return f"write [{sides[1]}, {sides[2]}]"
    if expected.startswith("a size such as poker"):
        return size_hint(word)
    if "palette role" in expected and word.startswith("#"):
        short = re.fullmatch("#([0-9A-Fa-f])([0-9A-Fa-f])([0-9A-Fa-f])", word)
        if re.fullmatch("#[0-9a-f]{8}", word):
            return f"write '{word[:7].upper()}', and opacity: {int(word[7:], 16) / 255:.2g} in the layer"
        return f"write '#{''.join(2 * each for each in short.groups()).upper()}'" if short else SIX_DIGITS
    return "write true" if expected == "true" and (value is True or word in ("yes", "on", "y", "1")) else None


def _point(value: Any, word: str, expected: str) -> str | None:
    """Return how a point is written that was written as one number or as a mapping, or the corners of a polygon."""
    if expected.startswith("a number of sides"):
        return _corners(word)
    if type(value) in (int, float):
        return f"write two numbers, the first to the right and the second downwards: [{value}, {value}]"
    if isinstance(value, dict) and {"x", "y"} == value.keys():
        return f"write [{value['x']}, {value['y']}]"
    return None


def _corners(word: str) -> str | None:
    """Return the corners of a polygon that are written as in SVG: `0,0 10,0 5,8`."""
    points = re.findall(r"(-?[\d.]+)[ ,]+(-?[\d.]+)", word)
    if len(points) < 3 or re.sub(r"[-\d., ]", "", word):
        return None
    return f"write [{', '.join(f'[{x}, {y}]' for x, y in points)}]"


def _focus(word: str, texts: list[str]) -> str | None:
    """Return the point of a picture that was written as percentages, with another mark, or as words."""
    shares = re.fullmatch(r"(\d{1,3})%[ ,]+(\d{1,3})%", word)
    if halves := re.fullmatch(r"(0?\.\d+|[01]) *[;/] *(0?\.\d+|[01])", "; ".join(texts) if texts else word):
        return f"write [{halves[1]}, {halves[2]}]"
    if len(sides := word.replace("-", " ").split()) == 2 and all(each in FOCUSES for each in sides):
        down = next((each for each in sides if each in ("top", "bottom")), "centre")
        across = next((each for each in sides if each in ("left", "right")), "centre")
        return f"write [{_AT.get(across, 0.5)}, {_AT.get(down, 0.5)}]"
    return f"write [{int(shares[1]) / 100:g}, {int(shares[2]) / 100:g}]" if shares else FOCUSES.get(word)


def _listed_value(value: Any, word: str, expected: str) -> str | None:
    """Return how a value is written in one text or mapping that was written as a list, a mapping or a file."""
    texts = [bare(each) for each in value] if isinstance(value, list) else []
    if texts and expected.startswith("an expression"):
        return f'quote it: "[{", ".join(texts)}]"'
    if expected.startswith("a size in millimetres") and len(texts) == 2:
        return f"write {texts[0]} x {texts[1]}"
    if expected.startswith("a palette role") and "gradient" not in expected and len(texts) in (3, 4):
        return "write it as '#RRGGBB', in quotes"
    if "a gradient such as" in expected and len(texts) > 1:
        return f"write {{stops: [{', '.join(texts)}]}}"
    if expected.startswith("a point such as") and (
        parts := re.fullmatch(r"([\d.]+ ?[a-z]*)[ ,;]+([\d.]+ ?[a-z]*)", word)
    ):
        return f"write [{parts[1]}, {parts[2]}]"
    if expected.startswith("two shares"):
        return _focus(word, texts)
    if isinstance(value, dict) and {"min", "max"} == value.keys():
        ends = value["min"], value["max"]
        return f"write shrink to {ends[0]} pt" if expected == "a text" else f"write {ends[0]} to {ends[1]}"
    if expected.startswith("a number of rows") and (first := re.fullmatch(r"(?:the )?first (\d+)", word)):
        return f"write {first[1]}"
    if expected.startswith("a number of lines") and value is True:
        return "write 3"
    return None


def _icon(value: Any, word: str, expected: str) -> str | None:
    """Return how an icon is written that is a file, path data or a drawing."""
    if not word or not expected.startswith("a list of marks"):
        return None
    if word.endswith((".svg", ".png")):
        return f"write {{file: {value}}}"
    return f"write [{{fill: {value}}}]" if re.fullmatch(r"m[\d\s.,a-z-]+", word) else ICON_FILE


_AT = {"top": 0, "left": 0, "bottom": 1, "right": 1}
"""The shares at which the sides of a picture are."""

FOCUSES = {
    "top": "write [0.5, 0]",
    "bottom": "write [0.5, 1]",
    "left": "write [0, 0.5]",
    "right": "write [1, 0.5]",
    "centre": "write [0.5, 0.5]",
    "center": "write [0.5, 0.5]",
}
ICON_FILE = "save it as an SVG file in the pack, and write {file: art/name.svg}"


def _range(word: str) -> str | None:
    """Return the range that a text such as `two to four` or `2+` means."""
    figures = " ".join(str(COUNTED.index(each)) if each in COUNTED else each for each in word.split())
    if ends := RANGE.match(figures):
        return f"write {ends[1]} to {ends[2]}"
    least = re.fullmatch(r"(\d{1,3}) *(?:\+|or more|and up)", figures)
    return f"write the largest number too, such as {least[1]} to {int(least[1]) + 4}" if least else None


def _table(value: Any, word: str) -> str | None:
    """Return how a table is named that was named in another way."""
    if re.match("https?://", word):
        return "save the table in the pack, as CSV or XLSX, and write the name of the file"
    if word.endswith(".xls"):
        return "save it as XLSX: the old format is not read"
    if "#" in word:
        file, _, sheet = str(value).partition("#")
        return f"write {{table: {file}, sheet: {sheet}}}" if file and sheet else None
    if re.fullmatch(r"[\w -]+", word):
        return f"write the file with its ending: {value}.csv"
    return None


def is_table(value: Any) -> bool:
    """Whether a value is the name of a table."""
    return isinstance(value, str) and value.casefold().endswith((".csv", ".tsv", ".xlsx", ".xlsm", ".ods", ".json"))


# Values of another type than that of their schema: lists and mappings without their brackets, quoted numbers.

_ROAD = re.compile(r"(\S.*?) +(?:--|->|<-) +(\S.*)")


def road_in(text: str) -> re.Match[str] | None:
    """Return the two ends of a road between places; None if a text is none."""
    return _ROAD.fullmatch(text) if len(text) <= LONGEST else None


def in_brackets(value: Any, schema: dict[str, Any]) -> str | None:
    """Return the list that was meant by another value."""
    match value:
        case str() if road_in(value):
            return f"write it in brackets: [{', '.join(re.split(' +(?:--|->) +', value))}]"
        case "none" if not schema.get("minItems"):
            return "write []"
        case str() | bool() | int() | float() if schema.get("minItems", 0) < 2:
            return f"write it in brackets: [{bare(value)}]"
        case {} if value and all(re.search(schema.get("items", {}).get("pattern", "^$"), key) for key in value):
            return f"write [{', '.join(map(bare, value))}]"
        case dict():
            return "begin each item of a list with '- '"
        case _:
            return None


def in_braces(value: Any, schema: dict[str, Any]) -> str | None:
    """Return the mapping that was meant by another value."""
    match value:
        case str():
            return _as_mapping(value, schema)
        case list() if hint := unlisted(value, schema):
            return hint
        case list() if schema.get("required") == ["in"]:
            return f"write {{in: {_items(value)}}}"
        case int() | float() if not isinstance(value, bool) and (key := key_of_number(schema)):
            return f"write {{{key}: {bare(value)}}}"
        case _:
            return None


def key_of_number(schema: dict[str, Any]) -> str | None:
    """Return the key that a number without one is for: the one that is required, or the only one that takes numbers."""
    numeric = [key for key, each in schema.get("properties", {}).items() if _takes_numbers(each)]
    needed = [key for key in numeric if key in schema.get("required", ())]
    chosen = needed or [key for key in numeric if key == "size"] or numeric
    if schema.get("required") == ["in"]:
        return "in"
    return chosen[0] if len(chosen) == 1 and len(schema.get("required", ())) < 2 else None


def _takes_numbers(schema: Any) -> bool:
    return isinstance(schema, dict) and (schema.get("type") in ("integer", "number") or "x-length" in schema)


def _as_mapping(text: str, schema: dict[str, Any]) -> str | None:
    """Return the mapping that was meant by a text: that of the one key that it needs, or a number of these things."""
    needed = schema.get("required", ())
    if len(needed) == 1 and needed[0] in ("component", "in"):
        return f"write {{{needed[0]}: {inline(text)}}}"
    if len(needed) == 1 and schema.get("properties", {}).get(needed[0], {}).get("type") == "array":
        return f"write {{{needed[0]}: [{text}]}}"
    if {"icon", "words"} <= schema.get("properties", {}).keys() and " " not in text:
        return f"write {{icon: {text}}}"
    others = schema.get("additionalProperties")
    if isinstance(others, dict) and (given := re.fullmatch(r"([A-Za-z][\w-]*) *= *([^=].*)", text)):
        return f"write {{{given[1]}: {given[2]}}}"
    if isinstance(others, dict) and str(others.get("$ref")).endswith("/range") and (hint := ranges_over(text)):
        return hint
    counts = isinstance(others, dict) and others.get("type") == "integer"
    return f"write {{{text}: 1}}" if counts and " " not in text else None


def unlisted(values: list[Any], schema: dict[str, Any]) -> str | None:
    """Return the mapping that was meant by a list: of mappings with one key each, of names, or of two ends."""
    others = schema.get("additionalProperties")
    if values and all(isinstance(value, dict) and len(value) == 1 for value in values) and others is not False:
        return "take the dashes out: each line is a key and its value"
    named = values[0] if values and others and all(isinstance(value, dict) for value in values) else {}
    if key := next(
        (key for key in ("name", "id", "word", "keyword", "title") if isinstance(named.get(key), str)), None
    ):
        rest = ", ".join(f"{each}: {as_written(value)}" for each, value in named.items() if each != key)
        return f"write each under its name, without a dash: {named[key]}: {{{rest}}}"
    texts = [value for value in values if isinstance(value, str)]
    if len(texts) == len(values) <= CHOICES and _may_be_empty(others):
        return f"write {{{', '.join(f'{text}: {{}}' for text in texts)}}}"
    if list(schema.get("required", ()))[:2] == ["from", "to"] and len(texts) > 1:
        return f"write {{from: {texts[0]}, to: {texts[1]}, …}}"
    return None


def _may_be_empty(schema: Any) -> bool:
    """Whether the schema is that of a mapping that needs no key."""
    branches = [schema, *schema.get("anyOf", ())] if isinstance(schema, dict) else []
    needs = ("required", "minProperties", "anyOf", "oneOf")
    return any(each.get("type") == "object" and not any(word in each for word in needs) for each in branches)


def _items(values: list[Any]) -> str:
    """Return the list as it is written, if its items are single and few."""
    single = len(values) <= CHOICES and all(isinstance(value, str | int | float) for value in values)
    return f"[{', '.join(map(bare, values))}]" if single else "[…]"
