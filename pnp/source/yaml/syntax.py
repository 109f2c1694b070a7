"""Explain YAML syntax errors in a designer's words.

The scanners report where they stopped and what they were parsing. The designer's mistake is guessed from the text
around that position. Each function detects one mistake or returns None; the first diagnosis is reported.
"""

import re
from collections.abc import Callable

from pnp.messages import shown
from pnp.source.ledger import Diagnosis, Place, ScannerError, indent_of
from pnp.source.schemas.synonyms import KEYS
from pnp.source.yaml.scalars import (
    NAME_WITH_VALUE,
    apostrophe,
    braces_in_text,
    braces_within_text,
    colon_in_brackets,
    comment_in_brackets,
    curly_in_brackets,
    keyed_texts,
    no_colon_in_braces,
    outside_quotes,
    quoted,
    requoted,
    styled_in_brackets,
)

# What a designer probably did, by what the YAML scanner complains of and the text around that place.

CLOSING = {"[": "]", "{": "}"}
NO_SPACE = re.compile(r"\s*(?:-\s+)*([^\s:#'\"\[{&*!|>][^:#]*?):([^\s:/][^:]*)$")
"""A line such as `name:Harbour`."""
KEY_BEFORE = re.compile(r"\s*(?:-\s+)*(?:[^:#]|:\S)+:\s+(\S.*)$")
"""A key with the text that follows it."""
DASH_BEFORE = re.compile(r"\s*(?:-\s+)+(\S.*)$")
"""The dash of an item with the text that follows it."""
ONE_EACH = "begin each item on a separate line, with '- ' before it"
GLUED_DASH = re.compile(r"\s*(-[{\[\"'].*)$")
"""An item whose dash has no space behind it."""
BULLET = re.compile(r"([-–—•·‣*])\s*(\S.*)$")
"""An item of a list that begins with another sign than a dash and a space."""
EQUALS = re.compile(r"([A-Za-z][\w -]*?(?:\([\w, ]*\))?)\s*([=：])\s*([^=\s].*)$")
"""A line such as `name = Harbour`, or with the wide colon of a Chinese or Japanese keyboard."""
BLANK = "\u00a0"
MARKER = re.compile(r"(?:<{7}|={7}|>{7})(?: |$)")


def _odd_blank(error: ScannerError) -> Diagnosis | None:
    """Diagnose a no-break space in place of a space that has a meaning."""
    for line, _ in (error.at, error.since):
        text = error.line_at((line, 0))
        found = re.match(rf"\s*(?:-[{BLANK}]|[^\s:#'\"][^:#'\"]*:[{BLANK}])", text)
        if found:
            message = "a no-break space is no space after a colon or a dash"
            return Diagnosis((line, found.end() - 1), message, "replace it with a space")
    return None


def _tab(error: ScannerError) -> Diagnosis | None:
    for line, _ in (error.at, error.since):
        text = error.line_at((line, 0))
        indent = text[: len(text) - len(text.lstrip())]
        if "\t" in indent:
            return Diagnosis((line, indent.index("\t")), "a tab indents this line", "indent with spaces")
    return None


def _character(error: ScannerError) -> Diagnosis:
    text = _own_text(error, error.after)
    return Diagnosis(error.at, f"a text can't begin with '{error.after[:1]}'", f"quote it: {quoted(text)}")


def _own_text(error: ScannerError, text: str) -> str:
    """The beginning of the text: within brackets to the next comma or bracket, else to the end of the line."""
    found = re.match(r"[^,\]}]*", text) if error.bracket else None
    return (found[0] if found else text).rstrip()


def _escape(error: ScannerError) -> Diagnosis:
    line, column = error.at
    place = (line, column if error.after.startswith("\\") else column - 1)
    message = f"the escape {shown(error.line[place[1] : place[1] + 2])} means nothing in double quotes"
    return Diagnosis(place, message, "write '\\\\' for a backslash, or use single quotes", 2)


def _bad_code(error: ScannerError) -> Diagnosis:
    return Diagnosis(error.at, "this escape in double quotes stands for no character", "write the character itself")


def _open_quote(error: ScannerError) -> Diagnosis:
    quote = error.line_at(error.since)[error.since[1] : error.since[1] + 1]
    hint = f"close it with {quote} at the end of the text"
    return Diagnosis(error.since, f"the quote {quote} that opens here is never closed", hint)


def _name_missing(error: ScannerError) -> Diagnosis:
    text = error.line_at(error.since)[error.since[1] :].rstrip()
    if text.startswith("* "):
        return _item(error.since, text)
    hint = f"quote it: {quoted(_own_text(error, text))}"
    return Diagnosis(error.since, f"a text can't begin with '{text[:1]}'", hint)


LEFT_OPEN = re.compile(r'(?:[{,]\s*[\w-]+:\s+|[\[,]\s*)"(?P<text>[^"]*?)\s*,\s+[A-Za-z][\w-]*:\s')
"""A text in quotes within brackets that is not closed before the next key."""


def _quote_in_brackets(error: ScannerError, bracket: Place) -> Diagnosis | None:
    """Diagnose a quote that is not closed before the next key: `{text: "Rain, at: [3, 4]}`."""
    for number in range(bracket[0], min(error.at[0], len(error.lines) - 1) + 1):
        line = error.lines[number]
        if line.replace('\\"', "").count('"') % 2:
            found = LEFT_OPEN.search(line)
            if found is None:
                return None
            place, text = (number, found.start("text") - 1), f'"{found["text"]}"'
            return Diagnosis(place, 'the quote " that opens here is never closed', f"write {text}", len(text) - 1)
    return None


def _opening(error: ScannerError, place: Place) -> Place:
    """Return where a bracket opens at a place or before it: a key in brackets may be read as an entry."""
    number, column = place
    while number >= 0:
        line = error.line_at((number, 0))
        if line[column : column + 1] in CLOSING:
            return number, column
        column = max(line.rfind(opening, 0, column) for opening in CLOSING)
        if column < 0:
            number, column = number - 1, LONGEST_LINE
    return place


LONGEST_LINE = 1 << 30
"""More columns than a line has."""


def _bracket(error: ScannerError) -> Diagnosis | None:
    place = error.since if "flow sequence" in error.why or "flow mapping" in error.why else None
    if place is None and error.bracket:
        place = (error.bracket[0] - 1, error.bracket[1] - 1)
    if place is None:
        return None
    place = _opening(error, place)
    unquoted = (
        curly_in_brackets(error)
        or _quote_in_brackets(error, place)
        or styled_in_brackets(error)
        or comment_in_brackets(error, place)
        or colon_in_brackets(error, place)
        or braces_in_text(error)
        or braces_within_text(error)
        or apostrophe(error)
        or no_colon_in_braces(error)
    )
    if unquoted:
        return unquoted
    opening = error.line_at(place)[place[1] : place[1] + 1]
    closing = CLOSING.get(opening, "]")
    ended = not error.after.strip() and error.at[0] >= len(error.lines) - 1
    dashed = re.match(r"\s*- ", error.line) and re.fullmatch(r"\s*(- )*", error.before)
    outside = error.at[0] > place[0] and (error.after[:1] == ":" or dashed)
    line = outside_quotes(error.line_at(place)).rstrip()
    if ended or outside:
        if line.endswith(")") and line.count(")") > line.count("("):
            hint = f"write '{closing}' in its place"
            return Diagnosis((place[0], len(line) - 1), f"')' is written where '{closing}' belongs", hint)
        message = f"the '{opening}' that opens here is not closed"
        return Diagnosis(place, message, f"close it with '{closing}'")
    if error.after[:1] in ("]", "}"):
        message = f"'{error.after[0]}' is found where the '{opening}' of line {place[0] + 1} is still open"
        hint = f"write '{closing}' in its place or before it, or delete it"
        if place[0] == error.at[0]:
            own = next(each for each in CLOSING if CLOSING[each] == error.after[0])
            where = "before it" if line.count(own) >= line.count(error.after[0]) else "in its place"
            hint = f"write '{closing}' {where}"
        return Diagnosis(error.at, message, hint)
    message = f"expected ',' or '{closing}' before {shown(error.after.strip()[:20])}"
    hint = f"write a comma between two items, or close the '{opening}' of line {place[0] + 1}"
    return Diagnosis(error.at, message, hint)


UNBRACED = re.compile(r"\s*- ([a-z-]+: [^,'\"{}]+(?:, [a-z-]+: [^,'\"{}]+)+)\}?\s*$")
"""An item of a list with several keys on its line, and no braces around them."""


SECOND_KEY = re.compile(r"""(?P<value>'[^']*'|"[^"]*"|[\[{].*?[\]}]|[^\s'"\[{:#]+)\s+(?P<key>[a-z][a-z-]*): +\S.*""")
"""A value of one word, or in quotes or brackets, with a key behind it."""


def second_key(line: str, number: int, start: int) -> Diagnosis | None:
    """Diagnose two keys on one line: `copies: 5 stock: card`; the value of the first begins at `start`."""
    found = SECOND_KEY.fullmatch(line.rstrip(), start)
    if not found or found["key"] not in KEYS:
        return None
    entry, whole = line[found.start("key") :].rstrip(), line[start:].rstrip()
    hint = f"write {shown(entry)} on the next line"
    if not re.match(r"['\"\[{]|-?[0-9.]+\s", whole):
        hint += f", or quote it if it is one text: {quoted(whole)}"
    message = f"the key {shown(found['key'])} is on the line of another key"
    return Diagnosis((number, found.start("key")), message, hint, len(entry))


def _second_colon(error: ScannerError) -> Diagnosis | None:
    """Diagnose a colon where no key is allowed: in a text, on a continuation line, or under a value."""
    key = KEY_BEFORE.match(error.before)
    if key:
        return _colon_in_value(error, key)
    number = error.above()
    if spaceless := _no_space(error, number):
        return spaceless
    if number == error.at[0]:
        return Diagnosis(error.at, "no key can be before this colon", "shorten the key, or quote the text")
    above = error.lines[number]
    if len(above) - len(above.lstrip()) < len(error.before) - len(error.before.lstrip()):
        start = len(error.line) - len(error.line.lstrip())
        owner = KEY_BEFORE.match(above)
        if owner and error.line[start:].startswith("- "):
            name = shown(above.lstrip(" -").partition(":")[0])
            message = f"a list begins here, and the key above it, {name}, has its value already"
            hint = f"write the key of the list on a line above it, in the column of {name}"
            return Diagnosis((error.at[0], start), message, hint, max(error.at[1] - start, 1))
        message = f"this line is indented more than line {number + 1}, which has its value already"
        hint = "start it in the same column as the line above, or move that value to a separate line"
        if number and re.fullmatch(rf"\s{{{start}}}\S.*", error.lines[number - 1]):
            hint = f"indent line {number + 1} as far as this one, or start this one in the column of line {number + 1}"
        return Diagnosis((error.at[0], start), message, hint, max(error.at[1] - start, 1))
    return _no_colon((number, len(above) - len(above.lstrip())), above.strip())


def _colon_in_value(error: ScannerError, key: re.Match[str]) -> Diagnosis:
    """Diagnose a colon in the value of a key on its line."""
    text = error.line[key.start(1) :].rstrip()
    place = (error.at[0], key.start(1))
    if texts := keyed_texts(text):
        message = "the texts of the languages have no braces around them"
        return Diagnosis(place, message, f"write {texts}", len(text))
    bare = outside_quotes(error.line.partition(" #")[0]).rstrip()
    if bare.endswith("}") and bare.count("}") > bare.count("{"):
        first = error.line.lstrip(" -").partition(":")[0]
        message, hint = "the '}' at the end of the line closes nothing", f"write '{{' before {shown(first)}"
        return Diagnosis((error.at[0], len(bare) - 1), message, hint)
    if item := UNBRACED.match(error.line):
        message = "the settings of this item have no braces around them"
        place = (error.at[0], item.start(1))
        return Diagnosis(place, message, f"write {{{item[1].rstrip()}}}", len(item[1]))
    if optional := re.fullmatch(r"([a-z][a-z ]*?)\s*:\s+optional", text):
        message = "a colon is written where a comma belongs"
        return Diagnosis(place, message, f"write {optional[1]}, optional", len(text))
    return second_key(error.line, error.at[0], key.start(1)) or Diagnosis(
        place, "a text with ': ' in it has no quotes", f"quote it: {quoted(text)}", len(text)
    )


def _no_space(error: ScannerError, number: int) -> Diagnosis | None:
    match = NO_SPACE.match(error.lines[number]) if number < len(error.lines) else None
    if not match:
        return None
    colon = match.end(1)
    message = f"no space follows the colon after {shown(match[1].strip())}"
    return Diagnosis((number, colon), message, f"write {shown(f'{match[1].strip()}: {match[2].strip()}')}")


def _item(place: Place, text: str) -> Diagnosis:
    """Diagnose an item of a list that does not begin with a dash and a space."""
    hint = f"write {shown(f'- {text[1:].lstrip()}')}"
    return Diagnosis(place, "an item of a list begins with a dash and a space", hint, len(text))


def _no_dash(place: Place) -> Diagnosis:
    message = f"a dash is missing on line {place[0] + 1}, which is among the items of a list"
    return Diagnosis(place, message, "begin the line with '- '")


def _no_colon(place: Place, text: str) -> Diagnosis:
    if MARKER.match(text):
        message = "a merge of two versions of the file was left unfinished here"
        return Diagnosis(place, message, "keep one of the versions, and delete the lines of <, = and >", len(text))
    if text.startswith("//"):
        return Diagnosis(place, "'//' begins no comment here", f"write '# {text[2:].strip()[:40]}'", len(text))
    equals = EQUALS.match(text)
    if equals:
        message = f"'{equals[2]}' is written where a colon belongs after {shown(equals[1])}"
        return Diagnosis(place, message, f"write {shown(f'{equals[1]}: {equals[3]}')}", len(text))
    held = NAME_WITH_VALUE.fullmatch(text)
    if held and re.fullmatch(r"\{\}|\[.*\]|\{.*: .*\}", held["value"]):  # and not `Take {n} cards`
        hint = f"write {shown(': '.join(held.groups()))}"
        return Diagnosis(place, f"no colon follows {shown(held['name'])}", hint, len(held["name"]))
    words = text.partition(" #")[0].split()
    if len(words) == 2 and re.fullmatch(r"[a-z-]+", words[0]):
        hint = f"write {shown(f'{words[0]}: {words[1]}')}, or indent a line that goes on the text above it"
        return Diagnosis(place, f"no colon follows {shown(words[0])}", hint, len(text))
    hint = "write a colon and a space after a key; indent a line that goes on the text above it"
    return Diagnosis(place, f"no colon follows {shown(text)}", hint, len(text))


def _lone_key(error: ScannerError) -> Diagnosis:
    text = error.line_at(error.since)[error.since[1] :].strip()
    if BULLET.match(text) and (not text.startswith("-") or text[1:2] not in (" ", "-", "")):
        return _item(error.since, text)
    if error.is_beside_dashes(error.since[0]):
        return _no_dash(error.since)
    above = ScannerError(error.lines, error.since, error.since, "", None).above()
    if re.search(r":\s+[|>][-+0-9]*\s*$", error.lines[above]):
        message = f"this line belongs to the text that line {above + 1} begins"
        return Diagnosis(error.since, message, "indent all lines of the text under their key", len(text))
    return _no_space(error, error.since[0]) or _no_colon(error.since, text)


def _list_on_line(error: ScannerError) -> Diagnosis:
    if error.line.lstrip().startswith("- ") and error.before.rstrip().endswith(("}", "]")):
        return Diagnosis(error.at, "a second item begins on this line", ONE_EACH)
    hint = "begin the list on the next line, or write it in brackets: [a, b]"
    return Diagnosis(error.at, "a list with '- ' can't begin behind its key", hint)


def _block_header(error: ScannerError) -> Diagnosis:
    line, column = error.line_at(error.since), error.since[1]
    sign, whole = line[column : column + 1], KEY_BEFORE.match(line)
    if whole and whole.start(1) < column:
        text = whole[1].rstrip()
        message, hint = f"a text with '{sign}' in it has no quotes around all of it", f"quote it: {quoted(text)}"
        return Diagnosis((error.since[0], whole.start(1)), message, hint, len(text))
    message = f"nothing may follow the '{sign}' on its line"
    return Diagnosis(error.at, message, "begin the text on the next line, indented, or quote it")


def _after_value(error: ScannerError) -> Diagnosis | None:
    """Diagnose text after a complete value."""
    before, after = error.before.rstrip(), error.after.rstrip()
    if not before or before.endswith((":", "-")) or not after:
        return None
    if glued := GLUED_DASH.match(error.line):
        return _item((error.at[0], glued.start(1)), glued[1].rstrip())
    whole = KEY_BEFORE.match(error.line) if not error.bracket else None
    if whole and (second := second_key(error.line, error.at[0], whole.start(1))):
        return second
    rest = shown(after[:20])
    if after[0] in "]}":
        return Diagnosis(error.at, f"the '{after[0]}' closes nothing", "delete it, or open its bracket")
    if before[-1] in "'\"":
        if stray := _stray_quote(error, before[-1]):
            return stray
        if whole and (meant := requoted(whole[1].rstrip())):
            place = error.at[0], whole.start(1)
            message = f"the quotes end before {rest}"
            return Diagnosis(place, message, f"quote the whole text: {meant}", len(whole[1].rstrip()))
        hint = 'put the whole text in quotes; a quote inside is written twice in single quotes, as \\" in double ones'
        return Diagnosis(error.at, f"{rest} follows a closing quote", hint, len(after))
    if before[-1] in "]}":
        whole = KEY_BEFORE.match(error.line) or DASH_BEFORE.match(error.line)
        if whole and whole[1][0] in "{[" and "'" not in whole[1] and '"' not in whole[1]:
            text = whole[1].partition(" #")[0].rstrip()
            place = error.at[0], whole.start(1)
            message = f"a text that begins with '{text[0]}' has no quotes"
            return Diagnosis(place, message, f"quote it: {quoted(text)}", len(text))
        several = error.line.lstrip().startswith("- ") and re.match(r"\s*,?\s*[{\[]", after)
        hint = ONE_EACH if several else "put the whole text in quotes if it is one text, or delete what is too much"
        return Diagnosis(error.at, f"{rest} follows a closing bracket", hint, len(after))
    return Diagnosis(error.at, f"{rest} isn't allowed here", "quote the whole text", len(after))


def _stray_quote(error: ScannerError, quote: str) -> Diagnosis | None:
    """The quote that the last one of the line closed, if it opens on a line above."""
    if error.before.count(quote) % 2 == 0:
        return None
    for number in range(error.at[0] - 1, -1, -1):
        if error.lines[number].count(quote) % 2:
            place = (number, error.lines[number].rindex(quote))
            message = f"the quote {quote} that opens here is closed on line {error.at[0] + 1} only"
            return Diagnosis(place, message, f"close it with {quote} at the end of the text")
    return None


def _indentation(error: ScannerError) -> Diagnosis | None:
    if error.before.strip():
        return None
    if error.after.startswith(":"):
        return Diagnosis(error.at, "there is no key before this colon", "write a key before it, or quote the text")
    if error.after.startswith("- "):
        line = error.lines[above := error.above()]
        if line.lstrip().startswith("{") and len(line) - len(line.lstrip()) == error.at[1]:
            return _no_dash((above, error.at[1]))
        if re.match(r"\s*- [{\[\"']", line) and 0 < error.at[1] - indent_of(line) <= 3:
            message = f"this item is indented more than the item of line {above + 1}"
            return Diagnosis(error.at, message, "start it in the same column as the item above")
        message = "a list item is among the keys of a mapping"
        return Diagnosis(error.at, message, "indent the list under its key, or give it its own key")
    if "block collection" in error.why or "block sequence" in error.why:
        if glued := GLUED_DASH.match(error.line):
            return _item((error.at[0], glued.start(1)), glued[1].rstrip())
        if error.at[1] == error.since[1]:
            missing = _no_dash(error.at)
            items = error.lines[error.since[0] : error.at[0]]
            first = sum(line[error.at[1] :].startswith("- ") for line in items)
            if (item := error.item_above()) is not None:
                hint = (
                    f"indent it by two spaces more if it belongs to the item of line {item + 1}, or begin it with '- '"
                )
                return Diagnosis(error.at, "this line begins in the column of the dashes, and has none", hint)
            one = f", or take the dash of line {error.since[0] + 1} out if these are keys" if first == 1 else ""
            under = ", or indent it by two spaces more if it belongs to the item above"
            more = one or (under if re.match(r"\s*- [\w-]+: [^{]", items[-1]) else "")
            return Diagnosis(missing.place, missing.message, missing.hint + more)
        message = f"this line does not go on the list of line {error.since[0] + 1}"
        return Diagnosis(
            error.at, message, "begin each item with '- ', or indent the line by as much as its neighbours"
        )
    message = "this line is indented unlike any line above that it could belong to"
    return Diagnosis(error.at, message, "start it in the same column as the other keys")


def _missing_dash(error: ScannerError) -> Diagnosis | None:
    """Diagnose an item without its dash: one in braces, below one that has it or lacks it too, or keys above others."""
    if undashed := error.undashed():
        first, column, keys = undashed
        missing = _no_dash((first, column))
        more = f", and indent the {'lines' if keys > 1 else 'line'} below it by two spaces more" if keys else ""
        return Diagnosis(missing.place, missing.message, missing.hint + more)
    for number, _ in (error.since, error.at):
        line = error.line_at((number, 0))
        above = error.lines[number - 1].strip() if number else ""
        if line.lstrip().startswith("{") and above.removeprefix("- ").startswith("{"):
            place = number, len(line) - len(line.lstrip())
            if above.startswith("- "):
                return _no_dash(place)
            hint = "begin each item of the list with '- '"
            return Diagnosis(place, "a dash is missing before this item of a list", hint)
    return None


def _second_root(error: ScannerError) -> Diagnosis:
    message = "the document has ended before this line"
    return Diagnosis(error.at, message, "write all of it as one mapping, without brackets around a part")


def _directive(error: ScannerError) -> Diagnosis:
    return Diagnosis((error.at[0], 0), "a line can't begin with '%'", "delete the line, or quote the text")


DIAGNOSES: tuple[tuple[str, Callable[[ScannerError], Diagnosis | None]], ...] = (
    (r"cannot start any token|tab character|expected key|block end|indicator|mapping values", _tab),
    (r"simple key|mapping values|block|expected", _odd_blank),
    (r"cannot start any token", _character),
    (r"parsing a block|scanning a simple key|mapping values", _missing_dash),
    (r"unknown escape", _escape),
    (r"hexa?decimal|Unicode character escape|escape sequence", _bad_code),
    (r"scanning a (?:double-|single-)?quoted scalar", _open_quote),
    (r"(?:scanning|parsing) an? (?:alias|anchor|tag)|tag handle", _name_missing),
    (r"flow sequence|flow mapping|flow node", _bracket),
    (r"mapping values are not allowed", _second_colon),
    (r"scanning a simple key", _lone_key),
    (r"sequence entries are not allowed", _list_on_line),
    (r"scanning a block scalar", _block_header),
    (r"parsing a block", _after_value),
    (r"parsing a block", _indentation),
    (r"directive|incompatible YAML", _directive),
    (r"<document start>", _second_root),
)
"""Patterns of scanner messages with the function that diagnoses them; tried in this order."""


def diagnose(error: ScannerError) -> Diagnosis:
    """Return the most likely cause of the error."""
    for words, look in DIAGNOSES:
        if re.search(words, error.why):
            found = look(error)
            if found:
                return found
    problem = error.why.partition(": ")[2]
    return Diagnosis(error.at, f"this can't be read as YAML: {problem}", "quote the text, or mend the line above")
