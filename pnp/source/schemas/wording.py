"""What breaks a schema, and its message."""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from msgspec import Struct

from pnp.diagnostics import Rule
from pnp.messages import did_you_mean, many, nearest, range_of, series, shown, some_of
from pnp.source.ledger import PATTERN_TEXT
from pnp.source.rules import MISSING_KEY, UNKNOWN_KEY, WRONG_TYPE, WRONG_VALUE
from pnp.source.schemas.spellings import (
    LONGEST,
    RANGE,
    SIX_DIGITS,
    drawn_in_words,
    in_braces,
    in_brackets,
    key_of_number,
    unlisted,
    value_in_words,
)
from pnp.source.schemas.synonyms import by_meaning, in_place_of, kind_by_value, meant_by, text_key, unfolded
from pnp.source.tree import CHOICES, Steps, bare, found
from pnp.source.yaml.scalars import read_plain, surprise
from pnp.units import length_hint

# Breaches of a schema, before they become messages.

Schema = dict[str, Any]
"""A JSON Schema as it was read."""


class Breach(Struct, frozen=True):
    """The value at `path` breaks the `keyword` of its `schema`.

    The `argument` of the keyword is that of the schema, save for:

    - `required`: a tuple of the keys of which one is missing, or of it and the key that needs it (`dependentRequired`);
    - `propertyNames`: the keyword of `schema` that the last step of `path` breaks, which is a key;
    - `anyOf` and `oneOf`: the branches that fit the type of the value, all of them where none does (`typed` is false);
      none where the value is several things of which it may be one.

    With `additionalProperties` the last step of `path` is a key that the schema does not know.
    """

    path: Steps
    keyword: str
    argument: Any
    value: Any
    schema: Schema
    typed: bool = True


ASSERTIONS = (
    "type",
    "const",
    "enum",
    "minimum",
    "exclusiveMinimum",
    "maximum",
    "exclusiveMaximum",
    "minLength",
    "maxLength",
    "pattern",
    "minItems",
    "maxItems",
    "uniqueItems",
    "minProperties",
    "maxProperties",
)
"""The keywords that look at one value alone."""

MISSING = ("required", "dependentRequired")
UNKNOWN = "additionalProperties"
KEYS = frozenset((*MISSING, UNKNOWN, "propertyNames"))
"""The keywords that are about a key and not about the value under it."""


# Breaches of a schema in a designer's words.

TYPES = {
    "null": "nothing",
    "boolean": "true or false",
    "string": "a text",
    "integer": "a whole number",
    "number": "a number",
    "array": "a list",
    "object": "a mapping",
}
BLANK = "\u00a0"


class Wording(Struct, frozen=True):
    """The message and the hint for a breach."""

    message: str
    hint: str | None = None


def keys_of(breach: Breach) -> Iterable[str]:
    """Return the keys of the mapping that a breach is about, or that one of its branches is."""
    choices = breach.argument if breach.keyword == "anyOf" else ()
    return (key for schema in (breach.schema, *choices) for key in schema.get("properties", ()))


def rule_of(breach: Breach) -> Rule:
    """Return the rule that reports the breach."""
    match breach.keyword:
        case "additionalProperties":
            return UNKNOWN_KEY
        case "required" | "dependentRequired":
            return MISSING_KEY
        case "type":
            return WRONG_TYPE
        case _:
            return WRONG_VALUE if breach.typed else WRONG_TYPE


def word(breach: Breach) -> Wording:
    """Return the message and hint for the breach."""
    hint = unfolded(breach.path, breach.value) if breach.keyword != UNKNOWN else None
    if hint:
        message = f"{_place(breach.path)}its settings are next to it, and not in a mapping under it"
        return Wording(message, hint)
    match breach.keyword:
        case "additionalProperties":
            return _unknown_key(breach, tuple(breach.schema.get("properties", ())))
        case "required" | "dependentRequired":
            return _missing_key(breach, *breach.argument)
        case "propertyNames":
            asked = _asked(breach.argument, breach.schema)
            key = str(breach.path[-1])
            joined = re.sub(r"[-\s]+", "_", key)
            hint = f"write {joined}" if joined != key and asked.startswith("a name such as") else None
            hint = value_in_words(key, asked) or hint
            if hint is None and asked.startswith("a language code") and len(breach.value) == 1:
                hint = f"quote it: {shown(f'{key}: {bare(breach.value[key])}')}"
            if asked.startswith("a language code") and len(breach.path) > 1 and (text := text_key(breach.value)):
                others = [str(each) for each in breach.value if each != text]
                hint = f"write {breach.path[-2]}: {shown(breach.value[text])}"
                hint += f", and {some_of(others)} next to it" if others else ""
                return Wording(f"expected a text, or one for each language, found {found(breach.value)}", hint)
            return Wording(f"expected {asked} as a key, found {shown(key)}", hint)
        case "anyOf" | "oneOf":
            return _no_branch(breach, breach.argument)
        case "not" if keys := together(breach):
            return Wording(f"{series(map(shown, keys), 'and')} can't be combined", "keep one of them")
        case _:
            return _mismatch(breach)


def together(breach: Breach) -> tuple[str, ...]:
    """Return the mutually exclusive keys of a `not` breach; empty for any other breach."""
    if breach.keyword != "not" or not isinstance(breach.value, dict):
        return ()
    return tuple(breach.argument.get("required", ()))


def expected(schema: Schema) -> str:
    """Return what a schema expects: its `x-expected` text, else a text from its keywords."""
    if "x-expected" in schema:
        return str(schema["x-expected"])
    if "const" in schema or "enum" in schema:
        return _listed([schema["const"]] if "const" in schema else schema["enum"])
    if "properties" in schema and "required" in schema:
        return f"a mapping with {series(map(shown, schema['required']), 'and')}"
    if "type" in schema:
        names = [schema["type"]] if isinstance(schema["type"], str) else schema["type"]
        return series((TYPES[name] for name in names), "or")
    return str(schema.get("title", "something else")).lower()


def _mismatch(breach: Breach) -> Wording:
    value, keyword, schema = breach.value, breach.keyword, breach.schema
    hint = _remedy(value, schema) or _about(schema)
    if value is None and keyword == "type":
        write = "write true" if schema.get("type") == "boolean" else "write a value"
        hint = f"{write}, or delete the key{f' ({hint})' if hint else ''}"
    if isinstance(value, str) and BLANK in value:
        hint = "replace the no-break space in it with a space"
    if keyword == "not":
        return Wording(f"{_place(breach.path)}{found(value)} isn't allowed here", hint)
    if keyword == "maxLength" and _is_bound(schema):
        keyword = "pattern"
    has = _size(value) if keyword in SIZES else found(value)
    if (
        keyword == "maxItems"
        and schema.get("minItems") == schema["maxItems"] == 2
        and all(type(item) in (int, float) for item in value)
    ):
        hint = "a comma parts two numbers; decimals follow a point, such as 25.5"
    if keyword == "minItems" and (numbers := _numbers_in(value)):
        has, hint = found(value[0]), f"write commas between the numbers: {numbers}"
    elif keyword == "minItems" and len(value) == 1 and isinstance(value[0], str) and value[0].count(" ") == 1:
        has, hint = found(value[0]), f"write a comma between two names: [{', '.join(value[0].split())}]"
    return Wording(f"{_place(breach.path)}expected {_asked(keyword, schema)}, found {has}", hint)


def _no_branch(breach: Breach, choices: list[Schema]) -> Wording:
    value, schema = breach.value, breach.schema
    listed = (
        series(dict.fromkeys(map(expected, choices)), "or")
        if choices
        else "exactly one of the things that are allowed here"
    )
    wanted = schema.get("x-expected", listed)
    words = [word for choice in choices for word in choice.get("enum", ()) if isinstance(word, str)]
    meant = did_you_mean(value, words) if isinstance(value, str) else None
    meant = _of_another_type(value, wanted, choices) or meant
    if isinstance(value, str) and value.startswith("#") and "palette role" in wanted:
        meant = SIX_DIGITS
    meant = value_in_words(value, wanted) or meant
    if wanted.startswith("a type such as"):
        meant = _type_in_words(value) or meant
    if isinstance(value, str) and BLANK in value:
        meant = "replace the no-break space in it with a space"
    if isinstance(value, str) and any("x-length" in choice for choice in choices):
        meant = length_hint(value) or meant
    return Wording(f"{_place(breach.path)}expected {wanted}, found {found(value)}", meant or _about(schema))


def _unknown_key(breach: Breach, known: tuple[str, ...]) -> Wording:
    key = str(breach.path[-1])
    value = breach.value.get(key) if isinstance(breach.value, dict) else None
    if isinstance(breach.value, dict) and (hint := in_place_of(key, value, breach.value, known)):
        return Wording(f"unknown key {shown(key)}", hint)
    if " " in key and isinstance(value, str) and len(breach.path) > 1 and not nearest(key, known):
        return Wording(f"unknown key {shown(key)}", f"quote it if it is a text: {shown(f'{key}: {value}')}")
    if " " in key and value is None and isinstance(breach.path[-2:][0], int) and len(breach.value) == 1:
        return Wording(f"unknown key {shown(key)}", f"quote it if it is a text: {shown(f'{key}:')}")
    meant = by_meaning(key, known)
    if meant:
        about = _about(breach.schema["properties"][meant])
        return Wording(f"unknown key {shown(key)}", f"did you mean '{meant}'?" + (f" ({about})" if about else ""))
    hint = did_you_mean(key, known) or (_known(known) if known else "nothing is allowed here")
    return Wording(f"unknown key {shown(key)}", hint)


def _known(keys: tuple[str, ...]) -> str:
    more = ["…"] if len(keys) > CHOICES else []
    return f"known here: {', '.join([*keys[:CHOICES], *more])}"


def _missing_key(breach: Breach, keys: Sequence[str], needed_by: str | None = None) -> Wording:
    needed = f", which {shown(needed_by)} needs" if needed_by else ""
    if len(keys) > 1:
        message = f"{_place(breach.path)}one of {series(map(shown, keys), 'and')} is missing"
        key, kind = (kind_by_value(breach.value, keys) if breach.path else None) or ("", "")
        return Wording(
            message,
            f"write '{kind}: …' in place of {shown(f'{key}: {breach.value[key]}')}" if kind else "add one of them",
        )
    key = keys[0]
    schema = breach.schema.get("properties", {}).get(key, {})
    about = _about(schema) or (expected(schema) if schema else None)
    hint = f"add '{key}: …'" + (f" ({about})" if about else "")
    return Wording(f"{_place(breach.path)}{shown(key)} is missing{needed}", hint)


SIZES = frozenset(("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"))
"""The keywords about how much there is of a value."""

UNITS = {"Length": ("character", "characters"), "Items": ("item", "items"), "Properties": ("entry", "entries")}


def _asked(keyword: str, schema: Schema) -> str:
    """Return what the value should have been, for a keyword that it breaks."""
    if "x-expected" in schema and keyword not in SIZES:
        return str(schema["x-expected"])
    if keyword in SIZES:
        return _sized(keyword[3:], schema)
    match keyword:
        case "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum":
            return _bounded(schema)
        case "uniqueItems":
            return "items that all differ"
        case "pattern":
            return f"a text that fits {schema['pattern']}"
        case _:
            return expected(schema)


def _sized(of: str, schema: Schema) -> str:
    least, most = schema.get(f"min{of}"), schema.get(f"max{of}") if not _is_bound(schema) else None
    one, plural = UNITS[of]
    if least is None:
        return f"at most {many(most or 0, one, plural)}"
    return f"at least {many(least, one, plural)}" if most is None else range_of(least, most, one, plural)


def _is_bound(schema: Schema) -> bool:
    """Whether the greatest length is only that of texts that patterns are tried on."""
    return "pattern" in schema and schema.get("maxLength") == PATTERN_TEXT


def _bounded(schema: Schema) -> str:
    kind = "a whole number" if schema.get("type") == "integer" else "a number"
    words = (
        ("minimum", "of at least"),
        ("exclusiveMinimum", "above"),
        ("maximum", "of at most"),
        ("exclusiveMaximum", "below"),
    )
    limits = [f"{text} {schema[keyword]}" for keyword, text in words if keyword in schema]
    return f"{kind} {' and '.join(limits)}"


def _size(value: str | list[Any] | dict[str, Any]) -> str:
    size = len(value)
    return "none" if not size else f"{size:,}"


def _listed(values: list[Any]) -> str:
    words = [bare(value) for value in values]
    some = [*words[:CHOICES], "…"] if len(words) > CHOICES else words
    return f"one of {series(some, 'or')}" if len(words) > 1 else words[0]


def _place(way: Steps) -> str:
    """Return the beginning of a message that says which value it is about."""
    if not way:
        return ""
    if isinstance(way[-1], str):
        return f"{shown(way[-1])}: "
    key = next((step for step in reversed(way) if isinstance(step, str)), None)
    return f"item {way[-1] + 1} of {shown(key)}: " if key is not None else f"item {way[-1] + 1}: "


PROPOSAL = re.compile(r"write (-?[\d.]{1,9})(?: (x|to) (-?[\d.]{1,9}))?")
"""A hint that is nothing but a number, a range or a size."""


def sound(hint: str | None, breach: Breach, accepts: Callable[[Any, Schema], bool]) -> str | None:
    """Return a hint; if the schema of a value does not accept the number that it proposes, what the schema is about."""
    found = PROPOSAL.fullmatch(hint) if hint and breach.keyword not in KEYS else None
    if found is None:
        return hint
    proposed = f"{found[1]} {found[2]} {found[3]}" if found[2] else read_plain(found[1])
    return hint if accepts(proposed, breach.schema) else _about(breach.schema)


def _about(schema: Schema) -> str | None:
    """Return what the schema says that the value is, as a hint."""
    text = str(schema.get("description", "")).partition(";")[0].rstrip(".")
    return text if text[1:2].isupper() else f"{text[0].lower()}{text[1:]}" if text else None


# Hints: what to write instead, where the value shows what was meant.


TYPE_NAMES = {
    "text": "txt str string varchar words title image picture file path art",
    "whole number": "int integer count quantity",
    "number": "float decimal numeric real num",
    "yes or no": "bool boolean flag yes/no true/false checkbox",
    "colour": "color",
    "icon": "symbol",
    "list of texts": "list array texts",
}
"""Types of fields, with what is written for them elsewhere."""


def _type_in_words(value: Any) -> str | None:
    """Return a hint for the type of a field in other words, or a list of choices without its key."""
    if isinstance(value, list) and value and all(isinstance(each, str) for each in value):
        return f"write {{one-of: [{', '.join((*value[:CHOICES], '…') if len(value) > CHOICES else value)}]}}"
    if not isinstance(value, str) or len(value) > LONGEST:
        return None
    word = re.sub(r" *\(\d+(?:, *\d+)?\)$", "", value.casefold().strip())
    optional = re.fullmatch(r"(.+?) *(?:\((?:optional)\)|\?)", word)
    if optional or (optional := re.fullmatch(r"([a-z ]+?)[,;: ]+(op[a-z]{4,7})", word)):
        return f"write {optional[1]}, optional"
    if re.match(r"(list of )?(whole )?numbers? ", word) and re.search(r"\d,\d", word):
        return f"write {re.sub(r'(?<=[0-9]),(?=[0-9])', '.', value.strip())}: decimals follow a point"
    if most := re.fullmatch(r"(whole number|number) (?:up to|max|<=) *(\S+)", word):
        return f"write {most[1]} at most {most[2]}"
    if default := re.fullmatch(r"([a-z ]+?) *(?:=|, *default:?) *(\S.*)", word):
        return f"write {{type: {default[1]}, default: {default[2]}}}"
    if ends := RANGE.fullmatch(re.sub("^(whole )?numbers?( from)? ", "", word)):
        return f"write whole number {ends[1]} to {ends[2]}"
    if choices := re.fullmatch(
        r"(?:one[- ]of|enum|choice)?:? *[\[(](.*)[\])]|one[- ]of:? +(.+,.+)", value.strip(), re.I
    ):
        return f"write {{one-of: [{choices[1] or choices[2]}]}}"
    meant = next((name for name, others in TYPE_NAMES.items() if word in others.split()), None)
    return f"did you mean '{meant}'?" if meant else did_you_mean(value, (*TYPE_NAMES, "date", "note"))


NUMBERS = re.compile(r"-?[0-9.]+(?:[\s;/x]+-?[0-9.]+)+")


def _numbers_in(value: list[Any]) -> str | None:
    """Return the list that was meant by one text with several numbers: `[128 98]`, `[128; 98]`."""
    text = value[0] if len(value) == 1 and isinstance(value[0], str) else ""
    return f"[{', '.join(re.split(r'[^-0-9.]+', text))}]" if NUMBERS.fullmatch(text) else None


def _of_another_type(value: Any, wanted: str, choices: list[Schema]) -> str | None:
    """Return what was meant by a value whose type is that of none of the choices."""
    match value:
        case dict() if any(choice.get("type") == "array" for choice in choices):
            return "begin each item of a list with '- '"
        case list() if wanted.startswith("words such as"):
            return f'write "{", ".join(map(str, value))}"'
        case str() if wanted.startswith("{each: …, in: …} or"):
            return f"write {{each: row, in: {value}}}"
        case [str(text)] if wanted.startswith("a text,"):
            return f"write it without brackets: {bare(text)}"
        case list():
            hints = (unlisted(value, each) for each in choices if each.get("type") == "object")
            return next(filter(None, hints), None)
        case bool():
            return None
        case int() | float() if keys := [key for key in map(key_of_number, choices) if key]:
            return f"write {{{keys[0]}: {bare(value)}}}"
        case int() | float() if "a colour" not in wanted:
            plain = (each.get("type") == "string" and not {"pattern", "enum"} & each.keys() for each in choices)
            return f"quote it: '{bare(value)}'" if wanted.startswith("a text,") or any(plain) else None
        case _:
            return None


def _in_other_words(value: Any, schema: Schema) -> str | None:
    """Return what to write for a value that is written as elsewhere."""
    asked = expected(schema)
    if asked.startswith("a type such as") and (hint := _type_in_words(value)):
        return hint
    if isinstance(value, str) and "x-length" in schema and (hint := length_hint(value)):
        return hint
    if isinstance(value, list) and len(value) > 1 and asked.startswith("a short name"):
        return "write an entry for each of them: each has one name"
    return _of_another_section(value, asked) or value_in_words(value, asked)


def _remedy(value: Any, schema: Schema) -> str | None:
    """Return what to write instead; None if the value does not show what was meant."""
    types = schema.get("type", ())
    if hint := _in_other_words(value, schema) or drawn_in_words(value, expected(schema)):
        return hint
    if isinstance(value, str) and "//" in value and "string" not in types:
        return f"a comment begins with '#': {value.partition('//')[0].strip()}  # …"
    names = value if isinstance(value, list) and all(isinstance(each, str) for each in value) else []
    if names and (_about(schema) or "").startswith("the fields that each row has"):
        return f"write each with its type: {{{', '.join(f'{each}: text' for each in names[:CHOICES])}}}"
    if types in ("array", "object"):
        return in_brackets(value, schema) if types == "array" else in_braces(value, schema)
    match value:
        case str() if "enum" in schema:
            meant = meant_by(value, [word for word in schema["enum"] if isinstance(word, str)])
            return f"did you mean '{meant}'?" if meant else None
        case str():
            return _unquoted(value, schema)
        case int() | float() if types == "string" and "pattern" not in schema and not isinstance(value, bool):
            return f"quote it: '{bare(value)}'"
        case [str(text)] if types == "string":
            return f"write it without brackets: {bare(text)}"
        case dict() if "string" in types and "enum" not in schema and len(value) == 1:
            ((key, text),) = value.items()
            return f"quote it: {shown(f'{key}: {text}')}" if isinstance(text, str) else None
        case _:
            return None


def _of_another_section(value: Any, asked: str) -> str | None:
    """Return where a colour or a text style belongs that is in the section of the other, or in a layer."""
    if asked.startswith("a mapping with family or file") and isinstance(value, str) and value.startswith("#"):
        return "move it to 'palette': it is a colour"
    if isinstance(value, dict) and value.keys() & {"size", "family", "weight", "leading"}:
        if asked.startswith("a palette role"):
            return "move it to 'type': it is a text style"
        if asked.startswith("a role such as card-title"):
            return "define a text style under 'type' of a theme, and write its name here"
    return None


def _unquoted(text: str, schema: Schema) -> str | None:
    """Return the hint to write a number, or true or false, without quotes or in plain figures."""
    types, taken = schema.get("type", ()), surprise(text)
    plain = taken.instead if taken and taken.instead else text
    meant = read_plain(plain)
    if isinstance(meant, bool):
        return f"write {plain} without quotes" if "boolean" in types else None
    if not isinstance(meant, int | float) or not ("number" in types or "integer" in types):
        return None
    fits = schema.get("minimum", meant) <= meant <= schema.get("maximum", meant)
    fits = fits and schema.get("exclusiveMinimum", meant - 1) < meant < schema.get("exclusiveMaximum", meant + 1)
    return f"write {plain} without quotes" if fits else None
