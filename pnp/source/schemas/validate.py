"""Applies a schema; removes what breaks it."""

import re
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from pnp.diagnostics import Finding
from pnp.messages import many, nearest, shown, some_of
from pnp.source.ledger import BRACES, DEPTH, EXPLAINED, MENDED, Ledger
from pnp.source.rules import SURPRISING_VALUE, WRONG_TYPE, WRONG_VALUE
from pnp.source.schemas.gate import Schemas, in_millimetres, known_kind
from pnp.source.schemas.spellings import TABLES, as_written, is_table, is_text_with_colon
from pnp.source.schemas.synonyms import by_meaning, kind_by_value, meant_by, stands_for, text_key, unfolded
from pnp.source.schemas.wording import KEYS, MISSING, UNKNOWN, Breach, keys_of, rule_of, together, word
from pnp.source.tree import Mapping, Mark, Node, Steps, Unread, Value, below, plain, unread_parts, without
from pnp.source.yaml.document import Document

# Validation: report what breaks the schema, and remove it so that the rest can be used.


def validate(document: Document, schemas: Schemas) -> Document:
    """The document without what breaks the schema of its kind, and with a finding for each cause.

    Unknown keys are taken out alone; of anything else the smallest list item or optional entry that holds it. `lost`
    of a mapping has the names of its removed entries. The document is then damaged, as it is by a mistyped key. Its
    root is None if nothing is left.
    """
    root = document.root
    if root is None:
        return document
    ledger = Ledger(document.file)
    kind = known_kind(root, document.damaged, schemas, ledger)
    if kind is None:
        return replace(document, root=None, damaged=True, findings=_merged(document.findings, ledger))
    if not document.damaged and schemas.accept(root.value, schemas.schema(kind)):
        return document
    converted = in_millimetres(root.value, schemas.schema(kind), schemas)
    if converted is not root.value:
        root = replace(root, value=converted)
        document = replace(document, root=root)
    search = _Search(schemas, kind)
    unread = list(unread_parts(root.value)) if document.damaged else []
    breaches = search.breaches(plain(root.value) if unread else root.value)
    if not breaches and not document.damaged:
        return document
    braced = _braced_texts(breaches, root)
    breaches = [breach for breach in breaches if not any(breach.path[: len(path)] == path for path in braced)]
    groups = _groups(breaches, root)
    breaches = [breach for breach in breaches if not any(breach.path[: len(path)] == path for path in groups)]
    parted = _parted_texts(breaches, root)
    lists = {breach.path for breach in breaches if breach.keyword == "type" and breach.schema.get("type") == "array"}
    breaches = _without_parted(breaches, parted)
    outdented = _outdented(breaches, root)
    breaches = [breach for breach in breaches if breach.path not in outdented.values()]
    mistyped = _mistyped(breaches)
    _report(breaches, mistyped, {at for at, _ in unread}, outdented, root, ledger)
    breaches = [*breaches, *_report_parted(parted, lists, root, ledger), *_report_braced(braced, root, ledger)]
    breaches += _report_groups(groups, root, ledger)
    breaches += [Breach(path, "type", "", None, {}) for path in outdented.values()]
    value = _mended(root.value, breaches, unread, search)
    harmless = not mistyped and all(breach.keyword == UNKNOWN for breach in breaches)
    damaged = document.damaged or not harmless
    mended = None if value is None else replace(root, value=value)
    return replace(document, root=mended, damaged=damaged, findings=_merged(document.findings, ledger))


class _Search:
    """Finds what breaks the schema of a document; `left` are the steps for all that is left of it in turn."""

    def __init__(self, schemas: Schemas, kind: str) -> None:
        self._schemas, self._schema, self.left = schemas, schemas.schema(kind), EXPLAINED

    def breaches(self, value: Any) -> Sequence[Breach]:
        """What breaks the schema in the value; not all of it where no steps are left then."""
        if self._schemas.accept(value, self._schema):
            return ()
        from pnp.source.schemas.explainer import explainer  # jsonschema takes long to import, and most are valid

        found, self.left = explainer(self._schemas).breaches(value, self._schema, self.left)
        return found


def _report(
    breaches: Sequence[Breach],
    mistyped: set[Steps],
    unread: Collection[Steps],
    outdented: dict[Steps, Steps],
    root: Node,
    ledger: Ledger,
) -> None:
    """Report each cause once.

    Skipped are values that could not be read, a second keyword of one value, a missing key that was mistyped, and a
    second unknown key that means the same as another, and the items of a list of the wrong length, and keys that follow
    from another fault.
    """
    counted = {breach.path for breach in breaches if breach.keyword in ("minItems", "maxItems")}
    breaches = [breach for breach in breaches if breach.path[:-1] not in counted or not breach.path]
    breaches, flat = _without_items(_without_followers(_without_unchosen(breaches)), root)
    breaches = _without_nameless(breaches, root, flat)
    told: dict[Steps, Breach] = {}
    missing: list[Breach] = []
    meant: set[Steps] = set()
    for breach in breaches:
        if breach.keyword in MISSING:
            if breach.path in flat or not any((*breach.path, key) in mistyped for key in breach.argument[0]):
                missing.append(breach)
        elif breach.keyword == UNKNOWN and (key := by_meaning(str(breach.path[-1]), keys_of(breach))):
            if (way := (*breach.path[:-1], key)) not in meant:  # width and height are both meant to be the size
                meant.add(way)
                told.setdefault(breach.path, breach)
        elif breach.keyword in KEYS or breach.path not in unread:
            told.setdefault(breach.path, breach)
    placed = [(_mark(breach, root), breach) for breach in (*told.values(), *missing)]
    for mark, breach in sorted(placed, key=lambda item: item[0]):
        rule = rule_of(breach)
        if ledger.room(rule):
            wording = word(breach)
            hint = flat.get(breach.path) or _dash(breach, mark) or wording.hint
            if breach.path in outdented:
                above, key = str(outdented[breach.path][-1]), str(breach.path[-1])
                hint = f"indent it under {shown(above)}, to which {shown(key)} belongs"
            ledger.add(rule, mark, wording.message, hint, _pointer(breach.path))


def _without_unchosen(breaches: Sequence[Breach]) -> Sequence[Breach]:
    """Return the breaches without keys that are missing only because a choice is wrong, such as `makes: tabel`.

    The schema of an `if` has no type.
    """
    unchosen = {breach.path[:-1] for breach in breaches if breach.keyword == "enum" and breach.path}
    return [
        breach
        for breach in breaches
        if not (breach.keyword == "required" and breach.path in unchosen and "type" not in breach.schema)
    ]


def _without_followers(breaches: Sequence[Breach]) -> Sequence[Breach]:
    """Return the breaches without those of keys for which another one of their mapping tells what is wrong.

    So it is with all keys of a mapping whose kind is written as a value (`type: text`), with a key that should
    stand in the mapping of another key, which is something else (`repeat: [1, 2]`, `as: n`), and with `to` after `from`
    where neither is known.
    """
    strange = {breach.path for breach in breaches if breach.keyword == UNKNOWN}
    kinds: dict[Steps, str] = {}
    beside: dict[Steps, set[str]] = {}
    for breach in breaches:
        choices = breach.argument[0] if breach.keyword in MISSING and breach.path else ()
        if len(choices) > 1:
            kind, _ = kind_by_value(breach.value, choices) or ("", "")
            if kind or unfolded(breach.path, breach.value):
                kinds[breach.path] = kind
        if breach.path and (breach.keyword == "type" or isinstance(breach.value, str)):
            beside.setdefault(breach.path[:-1], set()).update(keys_of(breach))

    def follows(breach: Breach) -> bool:
        if breach.keyword in MISSING or not breach.path:
            return breach.keyword in MISSING and is_text_with_colon(breach.path, breach.value, strange)
        key, mapping, unknown = str(breach.path[-1]), breach.path[:-1], breach.keyword == UNKNOWN
        if breach.keyword == "propertyNames" and text_key(breach.value) and key != next(iter(breach.value)):
            return True
        if unknown and key == "to" and (*mapping, "from") in strange:
            return True
        if mapping in kinds and (unknown or key == kinds[mapping]):
            return True
        properties = beside.get(mapping, ())
        return unknown and bool(key in properties or (properties and by_meaning(key, properties)))

    return [breach for breach in breaches if not follows(breach)]


def _without_items(breaches: Sequence[Breach], root: Node) -> tuple[Sequence[Breach], dict[Steps, str]]:
    """Return the breaches without those of all items but the first of a list that are all wrong in the same way.

    The second value has the hint for each such first item: `via: [50, 30]` is meant to be `via: [[50, 30]]`, and
    `languages: [EN, DE]` to be `languages: [en, de]`.
    """
    flat: dict[Steps, list[Breach]] = {}
    for breach in breaches:
        wants = breach.schema.get("type") == "array" or breach.schema.get("x-expected", "").startswith("a list of")
        if wants and breach.path and isinstance(breach.path[-1], int) and isinstance(breach.value, int | float | str):
            flat.setdefault(breach.path[:-1], []).append(breach)
    hints, gone = {}, set()
    alike: dict[tuple[Steps, str], list[Breach]] = {}
    for breach in breaches:
        if breach.keyword in ("pattern", "maximum", "type") and breach.path and isinstance(breach.path[-1], int):
            alike.setdefault((breach.path[:-1], breach.schema.get("x-expected", "")), []).append(breach)
    for (way, _), items in alike.items():
        meant = [(word(each).hint or "").partition("write ")[2].partition(": ")[0] for each in items]
        if len(items) > 1 and all(meant) and [each.value for each in items] == _value(way, root):
            hints[items[0].path] = f"write [{', '.join(meant)}]"
            gone |= {each.path for each in items[1:]}
    tables = [breach for breach in breaches if breach.path and breach.path[:-1] == ("rows",) and is_table(breach.value)]
    if tables and [each.value for each in tables] == _value(("rows",), root):
        hints[tables[0].path] = TABLES if len(tables) > 1 else f"write rows: {tables[0].value}"
        gone |= {each.path for each in tables[1:]}
    for way, items in flat.items():
        if len(items) > 1 and [each.value for each in items] == _value(way, root):
            hints[items[0].path] = f"write [[{', '.join(as_written(each.value) for each in items)}]]"
            gone |= {each.path for each in items[1:]}
    return [breach for breach in breaches if breach.path not in gone], hints


def _without_nameless(breaches: Sequence[Breach], root: Node, hints: dict[Steps, str]) -> Sequence[Breach]:
    """Return the breaches without keys that are the value of the one key that is missing: `{fish, expect: 2}`.

    What to write is added to `hints`.
    """
    alone: dict[Steps, list[str]] = {}
    for breach in breaches:
        if breach.keyword == UNKNOWN and _has_no_colon(breach.path, root):
            alone.setdefault(breach.path[:-1], []).append(str(breach.path[-1]))
    gone: set[Steps] = set()
    for breach in breaches:
        names = alone.get(breach.path, [])
        if breach.keyword in MISSING and len(breach.argument[0]) == len(names) == 1:
            hints[breach.path] = f"write '{breach.argument[0][0]}: {names[0]}' in place of '{names[0]}'"
            gone.add((*breach.path, names[0]))
    return [breach for breach in breaches if breach.path not in gone]


def _has_no_colon(path: Steps, root: Node) -> bool:
    """Whether a key in braces has neither a colon nor a value: `fish` in `{fish, expect: 2}`."""
    mapping, key = _value(path[:-1], root), str(path[-1])
    assert isinstance(mapping, Mapping)
    return mapping[key] is None and mapping.marks[key] == mapping.key_marks[key][2:] * 2


def _dash(breach: Breach, mark: Mark) -> str | None:
    """Return the hint for a list whose items on several lines lack their dashes, so that they are one text."""
    several = breach.keyword == "type" and breach.schema.get("type") == "array" and isinstance(breach.value, str)
    if not several or mark[2] <= mark[0]:
        return None
    if breach.value.count(" - ") == mark[2] - mark[0]:
        return f"a dash is missing: begin line {mark[0]} with '- '"
    return f"dashes are missing: begin each of lines {mark[0]} to {mark[2]} with '- '"


# Keys that are not indented under the key above them, which has no value then.


def _outdented(breaches: Sequence[Breach], root: Node) -> dict[Steps, Steps]:
    """Return the unknown keys that belong to a mapping directly above them that has no value, with its path."""
    empty = {breach.path: breach for breach in breaches if breach.keyword not in KEYS and breach.value is None}
    found: dict[Steps, Steps] = {}
    for breach in breaches if empty else ():
        if breach.keyword != UNKNOWN:
            continue
        mapping = _value(breach.path[:-1], root)
        assert isinstance(mapping, Mapping)
        keys = list(mapping)
        place = keys.index(str(breach.path[-1]))
        above = (*breach.path[:-1], keys[place - 1]) if place else ()
        owner = empty.get(above)
        if owner and breach.path[-1] in owner.schema.get("properties", ()):
            found[breach.path] = above
    return found


# Expressions without quotes, which are mappings: `background: {sky}`.


def _braced_texts(breaches: Sequence[Breach], root: Node) -> dict[Steps, str]:
    """Return the mappings of one key without a colon that break the schema, with the key."""
    found: dict[Steps, str] = {}
    for breach in breaches:
        for length in range(1, len(breach.path) + 1):
            path = breach.path[:length]
            try:
                value = _value(path, root)
            except KeyError:
                break
            if not isinstance(value, Mapping):
                continue
            key = next(iter(value), "")
            if len(value) == 1 and value[key] is None and value.marks[key][:2] == value.key_marks[key][2:]:
                found[path] = key
                break
    return found


def _report_braced(braced: dict[Steps, str], root: Node, ledger: Ledger) -> Iterable[Breach]:
    """Report each text once; yield what to remove."""
    for path, key in braced.items():
        way = f"{path[-1]}: " if isinstance(path[-1], str) else ""
        ledger.add(WRONG_TYPE, _value_mark(path, root), BRACES, f'quote it: {way}"{{{key}}}"', _pointer(path))
        yield Breach(path, "type", "", None, {})


# Entries that are grouped under one more key: `areas: {places: {Mill: …, Inn: …}}`.


def _groups(breaches: Sequence[Breach], root: Node) -> dict[Steps, Breach]:
    """Return the mappings whose keys are all unknown and hold what the mapping itself should hold, each with the
    breach of one of its keys.
    """
    unknown: dict[Steps, list[Breach]] = {}
    holds: set[Steps] = set()
    for breach in breaches:
        if breach.keyword == UNKNOWN and len(breach.path) > 2:
            way, key = breach.path[:-1], str(breach.path[-1])
            unknown.setdefault(way, []).append(breach)
            if isinstance(breach.value, dict) and isinstance(entry := breach.value.get(key), dict):
                holds |= {way} if entry.keys() & breach.schema.get("properties", {}).keys() else set()
    groups = {}
    for way in holds:
        mapping = _value(way, root)
        assert isinstance(mapping, Mapping)
        names = {breach.path[-1] for breach in unknown[way]}
        known = unknown[way][0].schema.get("properties", {})
        meant = isinstance(way[-1], int) and by_meaning(str(unknown[way][0].path[-1]), known)  # `circle: {…}`
        if not meant and set(mapping) == names and all(isinstance(mapping[key], Mapping) for key in mapping):
            groups[way] = unknown[way][0]
    return groups


def _report_groups(groups: dict[Steps, Breach], root: Node, ledger: Ledger) -> Iterable[Breach]:
    """Report each group once; yield what to remove."""
    for path, breach in groups.items():
        above = next(str(step) for step in reversed(path[:-1]) if isinstance(step, str))
        mapping = _value(path, root)
        assert isinstance(mapping, Mapping)
        keys = [str(key) for key in mapping]
        if isinstance(path[-1], int) and len(keys) == 1:
            entry = plain(mapping[keys[0]])
            free = [each for each in (*breach.schema.get("required", ()), "name") if each not in entry]
            key = next((each for each in free if each in breach.schema.get("properties", {})), "")
            rest = "".join(f", {each}: {as_written(value)}" for each, value in entry.items())
            message, hint = (
                f"{shown(keys[0])} is no key of an item of {shown(above)}",
                f"write {{{key}: {keys[0]}{rest}}}" if key else f"write {{{rest[2:]}}}, without {shown(keys[0])}",
            )
        else:
            hint = f"write {some_of(keys)} one level up, under {shown(above)}"
            message = f"{shown(str(path[-1]))}: {many(len(keys), 'entry is', 'entries are')} grouped under it"
        ledger.add(WRONG_VALUE, _key_mark(path, root) or _value_mark(path, root), message, hint, _pointer(path))
        yield Breach(path, "type", "", None, {})


# Texts without quotes in braces, which their commas part: `{icon: star, where: in head, 16 from left}`.

TYPO = 0.85
"""Similarity from which an unknown key is a known one that was mistyped, and no part of a text."""

Parted = dict[Steps, list[str]]
"""The keys without a value that follow the text at a path in the same braces."""


def _parted_texts(breaches: Sequence[Breach], root: Node) -> Parted:
    """Return the texts that are followed by unknown keys without a value."""
    parted: Parted = {}
    unknown = dict.fromkeys(
        breach.path
        for breach in breaches
        if (breach.keyword == UNKNOWN and not nearest(str(breach.path[-1]), breach.schema.get("properties", ()), TYPO))
        or (breach.path and breach.value is None and _is_in_function(breach.path, root))
    )
    for way in dict.fromkeys(path[:-1] for path in unknown):
        mapping, text = _value(way, root), None
        assert isinstance(mapping, Mapping)
        for key, value in mapping.items():
            if (*way, key) in unknown and _has_no_colon((*way, key), root):
                if text is not None:
                    parted.setdefault((*way, text), []).append(key)
            else:
                plain = isinstance(value, str | int | float) and not isinstance(value, Unread | bool)
                text = key if plain and (*way, key) not in unknown else None
    return parted


def _is_in_function(path: Steps, root: Node) -> bool:
    """Whether a key without a value is in a bracket that the value before it opens, as in `rgb(11,58,92)`."""
    mapping, key = _value(path[:-1], root), str(path[-1])
    if not isinstance(mapping, Mapping) or not isinstance(key, str) or not _has_no_colon(path, root):
        return False
    before = ",".join(f"{each}{'' if value is None else f': {value}'}" for each, value in mapping.items())
    ahead = before[: before.find(key)] if key in before else ""
    return ahead.count("(") > ahead.count(")")


def _without_parted(breaches: Sequence[Breach], parted: Parted) -> Sequence[Breach]:
    """Return the breaches that are not those of a text that commas part."""
    gone = {*parted, *((*path[:-1], key) for path, keys in parted.items() for key in keys)}
    return [breach for breach in breaches if breach.path not in gone] if gone else breaches


def _report_parted(parted: Parted, lists: Collection[Steps], root: Node, ledger: Ledger) -> Iterable[Breach]:
    """Report each text once; yield what to remove: its beginning, and the keys that it became.

    `lists` are the paths at which a list is expected: there, the text is its items without brackets.
    """
    for path, keys in parted.items():
        *way, key = path
        mapping, value = _value(tuple(way), root), _value(path, root)
        assert isinstance(mapping, Mapping)
        start, end = mapping.marks[str(key)], mapping.key_marks[keys[-1]]
        text = ", ".join((str(value), *keys))
        brackets = text.startswith("(") and text.endswith(")")
        if text[0] in "“”„‘’" and text[-1] in "“”‘’":
            text = text[1:-1]
        quoted = shown(text) if "'" not in text else f'"{text}"'
        message = f"{shown(str(key))}: a comma ends the text {shown(str(value))}, and {shown(keys[0])} becomes a key"
        number = isinstance(value, int) and len(keys) == 1 and keys[0].isdecimal()
        hint = f"write {value}.{keys[0]}: decimals follow a point" if number else f"quote it: {key}: {quoted}"
        if inks := re.match(r"rgba?\((\d+), (\d+), (\d+)", text):
            hint = f"write '#{''.join(f'{min(255, int(ink)):02X}' for ink in inks.groups())}'"
        hint = f"write it in brackets: {key}: [{text[1:-1]}]" if brackets else hint
        hint = f"write it in brackets: {key}: [{text}]" if path in lists and not brackets else hint
        ledger.add(WRONG_VALUE, (*start[:2], *end[2:]), message, hint, _pointer(path))
        yield Breach(path, "type", "", value, {})
        yield from (Breach((*way, each), UNKNOWN, False, None, {}) for each in keys)


def _mistyped(breaches: Sequence[Breach]) -> set[Steps]:
    """The keys that unknown keys were probably meant to be."""
    found: set[Steps] = set()
    for breach in breaches:
        if breach.keyword == UNKNOWN:
            *way, key = breach.path
            meant = meant_by(str(key), keys_of(breach))
            found |= {(*way, meant)} if meant else set()
            found |= {(*way, end) for end in stands_for(str(key), keys_of(breach))}
    return found


def _mended(value: Value, breaches: Sequence[Breach], unread: list[tuple[Steps, bool]], search: _Search) -> Value:
    """What is left of the value without what was not read, what breaks its schema, and what lacks something then.

    None where nothing is left, or not all that breaks the schema was found.
    """
    for _ in range(DEPTH):
        parts = ((breach.path, breach.keyword != UNKNOWN) for breach in breaches)
        value = without(value, [*unread, *parts]) if len(breaches) < MENDED and search.left else None
        if value is None:
            return None
        unread, breaches = [], search.breaches(value)
        if not breaches and search.left:
            return value
    return None


def _mark(breach: Breach, root: Node) -> Mark:
    """Where to point: at a value, or at the key that is to blame, or at the key of the mapping that lacks something."""
    at = breach.path
    if breach.keyword in MISSING:
        value = _value(at, root)
        first = next(iter(value.key_marks.values()), None) if isinstance(value, Mapping) else None
        return _key_mark(at, root) or first or _value_mark(at, root)
    if breach.keyword in KEYS:
        return _key_mark(at, root) or _value_mark(at, root)
    if keys := together(breach):
        value = _value(at, root)
        assert isinstance(value, Mapping)
        return next(value.key_marks[key] for key in reversed(value) if key in keys)
    mark = _value_mark(at, root)
    return mark if mark[:2] != mark[2:] else _key_mark(at, root) or mark


def _value(at: Steps, root: Node) -> Value:
    value = root.value
    for step in at:
        value = value[step]  # type: ignore[index]  # the steps were taken by the shape
    return value


def _value_mark(at: Steps, root: Node) -> Mark:
    if not at:
        return root.mark
    marks: dict[str | int, Mark] = _value(at[:-1], root).marks  # type: ignore[union-attr,assignment]
    return marks[at[-1]]


def _key_mark(at: Steps, root: Node) -> Mark | None:
    parent = _value(at[:-1], root) if at else None
    return parent.key_marks[str(at[-1])] if isinstance(parent, Mapping) else None


def _pointer(at: Steps) -> str:
    pointer = ""
    for step in at:
        pointer = below(pointer, str(step))
    return pointer


def _merged(findings: Iterable[Finding], ledger: Ledger) -> tuple[Finding, ...]:
    """All findings in source order, none twice, and no warning of a surprise where the value is wrong anyway."""
    new = ledger.findings()
    wrong = {(finding.span.line, finding.span.column) for finding in new}
    kept = (
        finding
        for finding in findings
        if finding.code != SURPRISING_VALUE.code or (finding.span.line, finding.span.column) not in wrong
    )
    once = {finding.order: finding for finding in reversed((*kept, *new))}
    return tuple(once[order] for order in sorted(once))
