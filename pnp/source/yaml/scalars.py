"""What a text without quotes stands for, and what it was meant to be where the scanner stopped; surprises reported."""

import math
import re

import yaml
from msgspec import Struct
from yaml.events import CollectionStartEvent, Event, ScalarEvent

from pnp.messages import shown
from pnp.source.files import bad_characters, code_point
from pnp.source.ledger import BRACES, DIGITS, TEXT, Diagnosis, Ledger, Place, ScannerError
from pnp.source.rules import BAD_CHARACTER, BAD_NUMBER, FORBIDDEN_YAML, OVER_LIMIT, SURPRISING_VALUE
from pnp.source.tree import Mark, Scalar, Unread

# What a text without quotes stands for: as in YAML 1.2 true, false, nothing or a number; in all other cases itself.

WORDS: dict[str, Scalar] = {
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **dict.fromkeys(("null", "Null", "NULL", "~", ""), None),
}
WHOLE = re.compile(r"[-+]?(?:0|[1-9][0-9]*)")
DECIMAL = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+\.[0-9]*|[0-9]+(?=[eE]))(?:[eE][-+]?[0-9]+)?")
ENDLESS = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")

SURPRISES: dict[str, list[tuple[str, re.Pattern[str]]]] = yaml.SafeLoader.yaml_implicit_resolvers
"""By first character, how YAML 1.1 reads a text without quotes."""
OCTAL = re.compile(r"[-+]?0[0-9]+|0o[0-7]+")
OTHERS = {"bool": "true or false", "int": "a number", "float": "a number", "timestamp": "a date"}
YES = frozenset(("yes", "on", "true", "y"))

FIRST = frozenset(SURPRISES) | frozenset("+-.~0123456789")
"""The characters with which a text must begin to stand for anything but itself."""

LONGEST = 400
"""Characters above which a text is no number that anybody means."""


class BadNumber(Struct, frozen=True):
    """A number that can't be represented; `fault` is the reason."""

    fault: str


def read_plain(text: str) -> Scalar | BadNumber:
    """The value of a text without quotes."""
    if text[:1] not in FIRST:
        return text if text else None
    if text in WORDS:
        return WORDS[text]
    if len(text) > LONGEST:
        return BadNumber(f"it has {len(text)} digits") if text.isdigit() else text
    if WHOLE.fullmatch(text):
        return int(text) if len(text.lstrip("+-")) <= DIGITS else BadNumber(f"it has more than {DIGITS} digits")
    if DECIMAL.fullmatch(text):
        number = float(text)
        return number + 0.0 if math.isfinite(number) else BadNumber("it is too large")
    return BadNumber("it is not finite") if ENDLESS.fullmatch(text) else text


class Surprise(Struct, frozen=True):
    """A text that other readers take for `other`; `instead` is what to write where that is meant."""

    other: str
    instead: str | None


def surprise(text: str) -> Surprise | None:
    """What YAML 1.1 makes of a text without quotes; None where it reads it as text too, or as here."""
    if text[:1] not in FIRST or len(text) > LONGEST or not isinstance(read_plain(text), str):
        return None
    for tag, pattern in SURPRISES.get(text[:1], ()):
        if pattern.match(text) and tag.rpartition(":")[2] in OTHERS:
            return Surprise(OTHERS[tag.rpartition(":")[2]], _instead(text))
    return Surprise("a number", _instead(text)) if OCTAL.fullmatch(text) else None


def _instead(text: str) -> str | None:
    if text[0].isalpha():
        return "true" if text.lower() in YES else "false"
    if re.fullmatch("0[0-9]{3,}", text):
        return None  # the number of a cell such as 0101
    digits = text.replace("_", "").lstrip("+")
    return (digits.lstrip("0") or "0") if digits.isdecimal() else None


# The value of one YAML scalar, typed as YAML 1.2 has it; what can't be read or would surprise is a finding.

ITEMS = re.compile("(?:/[0-9]+)+$")
"""The numbers of the items of lists at the end of a pointer."""

STANDARD = "tag:yaml.org,2002:"
TYPES = {"str": str, "int": int, "float": float, "bool": bool, "null": type(None)}
PROPERTIES = re.compile(r"(?:[&!]\S*[ \t]+)+")
"""The anchor and the tag before a value on its line."""


def read_value(event: ScalarEvent, mark: Mark, ledger: Ledger) -> Scalar:
    """The value of a scalar; `Unread`, and a finding, where it has none."""
    text = event.value
    if len(text) > TEXT:
        ledger.stop(OVER_LIMIT, mark, f"a text of {len(text)} characters; at most {TEXT} are read", "split the text")
    if event.tag:
        return _tagged(event, mark, ledger)
    if not event.style:
        return _plain(text, mark, ledger) if text[:1] in FIRST else text
    return text if is_clean(event, mark, ledger) else Unread(text)


def is_clean(event: ScalarEvent, mark: Mark, ledger: Ledger) -> bool:
    """Whether the text has no forbidden character; adds a finding for the first one."""
    quoted = event.style == '"' and not event.value.isprintable()
    bad = bad_characters().search(event.value) if quoted else None
    if bad:
        ledger.add(BAD_CHARACTER, mark, f"the character {code_point(bad[0])} can't be in a text", "delete it")
    return bad is None


def warn_of_surprise(text: str, mark: Mark, ledger: Ledger) -> None:
    """Note a text without quotes that other programs take for something else; once for all values of one key."""
    taken = surprise(text) if ledger.room(SURPRISING_VALUE) else None
    if taken:
        cause = SURPRISING_VALUE.code, taken.other, ITEMS.sub("", ledger.where()).rpartition("/")[2]
        instead = f", or write {taken.instead}" if taken.instead else ""
        message = f"{shown(text)} is read as text, but other programs take it for {taken.other}"
        ledger.once(cause, SURPRISING_VALUE, mark, message, f"quote it: {shown(text)}{instead}")


def check_tag(event: ScalarEvent | CollectionStartEvent, allowed: tuple[str, ...], ledger: Ledger) -> bool:
    """Whether the event has no tag or one of those `allowed`; notes any other."""
    if not event.tag or event.tag in (f"{STANDARD}{name}" for name in allowed):
        return True
    tag = event.tag.replace(STANDARD, "!!")
    line, column, *_ = mark_of(event)
    mark = (line, column, line, column + len(tag))
    hint = "leave the tag out; quote a text that begins with '!'"
    ledger.once("tag", FORBIDDEN_YAML, mark, f"the tag {shown(tag)} is not read here", hint)
    return False


def mark_of(event: Event) -> Mark:
    """Return the mark of the event."""
    start, end = event.start_mark, event.end_mark
    assert start
    assert end
    line = start.line + 1
    return line, start.column + 1, line if end.line == start.line else end.line + 1, end.column + 1


def scalar_mark(event: ScalarEvent, text: str) -> Mark:
    """Return the mark of the scalar without its anchor, its tag and the blank lines after it."""
    mark = mark_of(event)
    if event.style not in ("|", ">") and not event.anchor and not event.tag:
        return mark
    assert event.start_mark
    assert event.end_mark
    written = text[event.start_mark.index : event.end_mark.index].rstrip()
    if event.style in ("|", ">"):
        mark = _block_mark(mark, written)
    skip = PROPERTIES.match(written)
    return (mark[0], mark[1] + skip.end(), *mark[2:]) if skip and (event.anchor or event.tag) else mark


def _block_mark(mark: Mark, block: str) -> Mark:
    line, column, *_ = mark
    lines = block.count("\n")
    return line, column, line + lines, len(block) - block.rfind("\n") if lines else column + len(block)


def _plain(text: str, mark: Mark, ledger: Ledger) -> Scalar:
    value = read_plain(text)
    if isinstance(value, str):
        warn_of_surprise(value, mark, ledger)
    elif isinstance(value, BadNumber):
        message = f"{shown(text)} can't be stored as a number: {value.fault}"
        meant = (
            f"write '#{text}' if it is a colour, or " if re.fullmatch(r"\d+[eE]\d+", text) and len(text) == 6 else ""
        )
        ledger.add(BAD_NUMBER, mark, message, f"{meant}quote it where a text is meant")
        return Unread(text)
    return value


def _tagged(event: ScalarEvent, mark: Mark, ledger: Ledger) -> Scalar:
    text, tag = event.value, str(event.tag)
    if not check_tag(event, tuple(TYPES), ledger) or not is_clean(event, mark, ledger):
        return Unread(text)
    name = tag.removeprefix(STANDARD)
    value = text if name == "str" else read_plain(text)
    if name == "float" and type(value) is int:
        value = float(value)
    if not isinstance(value, BadNumber) and type(value) is TYPES[name]:
        return value
    ledger.add(BAD_NUMBER, mark, f"{shown(text)} is not what its tag '!!{name}' says", "leave the tag out")
    return Unread(text)


# What a text without quotes was meant to be, by how it goes on.

COLOUR = re.compile(r"\s*:[ \t]+(#(?:[0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8}))[ \t]*(?:#.*)?$")
"""A colour without quotes after a key."""

NUMBERED = re.compile(r"(?<![ \t])[ \t]+#\d{1,3}\b")
"""A comment that rather is the end of a text: a number sign with its number."""

GOES_ON = re.compile(r"(?:(?![ \t]#(?:[ \t]|$)).)*")
"""The rest of a line to a comment that has a blank after its sign."""

WITHIN = re.compile(r"[^,\[\]{}]*")
"""The rest of a text within brackets."""

GLUED = re.compile(r"([A-Za-z][\w -]*?)\s*([:=])\s*([^/\s:=].*)$")
"""A key in braces with its value: `name:Harbour`, `name = Harbour`."""


OTHER_LANGUAGE = "write the code of another language before the second text, or "
"""What to do first where the code of a language is repeated: `{en: Boats, en: Boote}`."""


def cut_text(value: str, line: str, end: int, inside: bool) -> tuple[int, int, str] | None:
    """Explain a text without quotes that ends at `end` of the line and goes on with a number sign: `Harbour #2`.

    Returns where the sign begins, where its number ends, and the hint; `inside` brackets, the text ends with its entry.
    """
    sign = NUMBERED.match(line, end)
    rest = (WITHIN if inside else GOES_ON).match(line, end)
    if sign is None or rest is None:
        return None
    hint = f"quote it: {quoted(value + rest[0].rstrip())}; a comment has a blank after its '#'"
    return line.index("#", end), sign.end(), hint


# Texts without quotes where the scanner stopped: what they were meant to be.


def quoted(text: str) -> str:
    """The text as it could be written in quotes, for a hint."""
    return shown(text) if "'" not in text else f'"{shown(text)[1:-1]}"'


def requoted(text: str) -> str | None:
    """The text with quotes around all of it; None if it has none at the start, or if they have several meanings."""
    quote = text[0]
    if quote not in "'\"" or re.search(rf"{quote}\s*[,#]", text):
        return None
    inner = text[1:-1] if text[-1] == quote and text.count(quote) % 2 else text
    inner = text[1:-1] if text[-1] == quote and text.count(quote) == 4 and text[-2:] != quote * 2 else inner
    if quote == "'" and '"' not in inner and "\\" not in inner:
        return f'"{inner}"' if len(inner) < 60 else None
    return f"'{inner}'" if quote == '"' and "'" not in inner and len(inner) < 60 else None


LANGUAGE = r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})?"
"""A language code, as in the texts of several languages."""


def keyed_texts(text: str) -> str | None:
    """Return the texts of several languages with braces around them: `en: Carts, de: Karren`."""
    parts = re.split(rf",\s*(?={LANGUAGE}:\s)", text)
    pairs = [re.fullmatch(rf"({LANGUAGE}):\s+(\S.*)", part) for part in parts]
    codes = [pair[1] for pair in pairs if pair]
    if len(codes) < 2 or len(set(codes)) < len(parts):
        return None
    texts = [pair[2].strip() for pair in pairs if pair]
    texts = [quoted(each) if re.search(r"[,:{}\[\]#]", each) and each[0] not in "'\"" else each for each in texts]
    return f"{{{', '.join(f'{code}: {each}' for code, each in zip(codes, texts, strict=True))}}}"


def outside_quotes(line: str) -> str:
    """Return the line with a dot for each character in quotes."""
    return re.sub(r"\"(?:[^\"\\]|\\.)*\"|(?<![\w.])'(?:[^']|'')*'", lambda found: "." * len(found[0]), line)


def curly_in_brackets(error: ScannerError) -> Diagnosis | None:
    """Diagnose quotes of a word processor around a text that needs straight ones."""
    found = re.search(r"[“„«‘‚]([^“”„«»‘]*?)[“”»’]", error.line)
    if not found or found.start() > error.at[1]:
        return None
    message, hint = f"{found[0][0]} and {found[0][-1]} quote nothing here", f"use straight quotes: {quoted(found[1])}"
    return Diagnosis((error.at[0], found.start()), message, hint, len(found[0]))


def braces_in_text(error: ScannerError) -> Diagnosis | None:
    """Diagnose an expression in braces at the beginning of a text without quotes: `{text: {name} the cat}`."""
    found = re.search(r"[:,\[{]\s+(\{[^{}'\"]*\}\s*)$", error.before)
    rest = re.match(r"(?:\{[^{}'\"]*\}|[^,\]}{:])+", error.after)
    if not found or not rest:
        return None
    text = (found[1] + rest[0]).strip()
    return Diagnosis((error.at[0], found.start(1)), BRACES, f"quote it: {quoted(text)}", len(text))


def braces_within_text(error: ScannerError) -> Diagnosis | None:
    """Diagnose braces or brackets within a text without quotes: `{slot: Air {n}}`, `{text: Draw [2] cards}`."""
    found = re.search(r"(?::\s+|\[\s*)([^\s'\"{}\[\],:#][^\"{}\[\],:]*)$", error.before)
    rest = re.match(r"\{[^{}'\":,]*(?::[^\s{}]+)?\}(?:\{[^{}]*\}|[^,\]}{\"])*", error.after)
    rest = rest or re.match(r"\[[^\[\]{}'\":,]*\](?:\[[^\[\]{}'\":,]*\]|[^,\[\]}{\"])*", error.after)
    if not found or not rest:
        return None
    text = (found[1] + rest[0]).rstrip()
    place, message = (error.at[0], found.start(1)), f"a text with '{error.after[0]}' in it has no quotes"
    return Diagnosis(place, message, f"quote it: {quoted(text)}", len(text))


def apostrophe(error: ScannerError) -> Diagnosis | None:
    """Diagnose an apostrophe in single quotes, which ends the text: `{caption: 'The ferryman's way'}`."""
    found, rest = re.search(r"'([^'\"]*)'$", error.before), re.match(r"([^,'\"\]}]+)'", error.after)
    if not found or not rest:
        return None
    text, place = f"{found[1]}'{rest[1]}", (error.at[0], found.start())
    hint = f'use double quotes: "{shown(text)[1:-1]}"'
    return Diagnosis(place, "an apostrophe ends the text that begins here", hint, len(text) + 2)


def no_colon_in_braces(error: ScannerError) -> Diagnosis | None:
    """Diagnose a key whose value, in brackets, follows without a colon: `{one-of [red, blue]}`."""
    found = re.search(r"[{,]\s*([A-Za-z][\w -]*?)\s+$", error.before)
    value = re.match(r"\[[^\[\]]*\]|\{[^{}]*:\s[^{}]*\}", error.after)
    if not found or not value:
        return None
    place, hint = (error.at[0], found.start(1)), f"write {shown(f'{found[1]}: {value[0]}')}"
    return Diagnosis(place, f"no colon follows {shown(found[1])}", hint, len(found[1]))


COMMENT = re.compile(r"(?:[,\[{]\s*|:\s+)(#(?:[0-9A-Fa-f]{3,8}\b)?)")
"""A comment where a value should be, such as a colour without quotes."""
NUMBERED_ENTRY = re.compile(r"(?:[,\[{]\s*|:\s+)([^\s'\",:\[\]{}#][^'\",:\[\]{}#]*?)(\s+#\s?\d{1,3}\b[^,\[\]{}]*)")
"""A text without quotes within brackets that goes on with a number sign: `{name: Harbour #2}`."""
COLON = re.compile(r"[{,\[]\s*[^\s'\"{\[,:][^'\"{\[,:]*:\s+([^\s'\"{\[,][^'\"{\[,]*)$")
"""The last entry within brackets before a colon, with its text."""


def comment_in_brackets(error: ScannerError, bracket: Place) -> Diagnosis | None:
    """Diagnose a '#' that begins a comment and so takes the closing bracket away."""
    depth = len(error.lines[bracket[0]]) - len(error.lines[bracket[0]].lstrip())
    for number in range(bracket[0], min(error.at[0], len(error.lines) - 1) + 1):
        line = error.lines[number]
        if number > bracket[0] and line.strip() and not line[: depth + 1].isspace():
            return None  # the brackets are left open above
        begin = bracket[1] if number == bracket[0] else 0
        if numbered := NUMBERED_ENTRY.search(line, begin):
            hint = f"quote it: {quoted(numbered[1] + numbered[2])}"
            place = number, numbered.end(1) + len(numbered[2]) - len(numbered[2].lstrip())
            return Diagnosis(place, "'#' begins a comment here", hint, len(numbered[2].lstrip()))
        found = COMMENT.search(line, begin)
        if found and line[: found.start(1)].count('"') % 2 == 0 and line[: found.start(1)].count("'") % 2 == 0:
            colour = found[1] if len(found[1]) > 1 else ""
            hint = f"quote the colour: '{colour}'" if colour else "quote a text that begins with '#'"
            return Diagnosis((number, found.start(1)), "'#' begins a comment here", hint, len(found[1]))
    return None


def colon_in_brackets(error: ScannerError, bracket: Place) -> Diagnosis | None:
    """Diagnose a second colon in a text without quotes: `{en: Guild: the Heron}`."""
    found = COLON.search(error.before) if error.after.startswith(":") else None
    if not found:
        return None
    rest = re.match(r"(?:\{[^{}]*\}|[^,\]}])*", error.after)
    text = (found[1] + (rest[0] if rest else "")).strip()
    if "'" in text or '"' in text:
        return None
    place, hint = (error.at[0], found.start(1)), f"quote it: {quoted(text)}"
    if " " in found[1]:  # the last word may be a key
        key = f"write a comma before {shown(found[1].split()[-1])}"
        is_number = found[1].split()[0].replace(".", "", 1).isdecimal() and len(found[1].split()) == 2
        hint = key if is_number else f"{hint}, or {key}"
    return Diagnosis(place, "a text with ': ' in it has no quotes", hint, len(text))


def styled_in_brackets(error: ScannerError) -> Diagnosis | None:
    """Diagnose words with a style that have no quotes: `{text: [Rain]{.strong}}`."""
    found = re.search(r"[:,\[{]\s+(\[[^\[\]]*\])$", error.before)
    rest = re.match(r"\{\.[\w -]+\}[^,\]}]*", error.after)
    if not found or not rest:
        return None
    text = (found[1] + rest[0]).rstrip()
    message = "a text that begins with '[' has no quotes"
    return Diagnosis((error.at[0], found.start(1)), message, f"quote it: {quoted(text)}", len(text))


NAME_WITH_VALUE = re.compile(r"(?P<name>[^\s{\[][^{\[]*?)\s+(?P<value>[{\[].*)")
"""A key, and behind it a list or mapping in brackets, without a colon between them."""


def no_colon_before_brackets(key: str, line: str, start: int) -> tuple[int, str, str] | None:
    """Explain a key that holds the beginning of its value: `Mill {at: [1, 2]}` has the key `Mill {at`.

    The key begins at `start` of the line. The values are the length of the name, the message and the hint.
    """
    held = NAME_WITH_VALUE.fullmatch(key)
    if held is None or re.search(r"[}\]]", held["value"]):
        return None
    name, whole = held["name"], f"{held['name']}: {line[start + held.start('value') :].rstrip()}"
    return len(name), f"no colon follows {shown(name)}", f"write {shown(whole)}"
