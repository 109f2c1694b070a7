"""Applies a schema: reports what breaks it, and removes that so that the rest can be used."""

import re
from collections.abc import Collection, Iterable, Sequence
from collections.abc import Mapping as AnyMapping
from collections.abc import Set as AbstractSet
from typing import Any

from msgspec.structs import replace

from pnp.diagnostics import Finding
from pnp.messages import series
from pnp.source.ledger import DEPTH, EXPLAINED, MENDED, Ledger
from pnp.source.rules import SURPRISING_VALUE
from pnp.source.schemas.gate import Schemas, in_millimetres, known_kind
from pnp.source.schemas.guesses import SLIPS, Guess, guessed, has_no_colon
from pnp.source.schemas.spellings import is_table
from pnp.source.schemas.synonyms import by_meaning, kind_by_value, meant_by, stands_for, text_key, unfolded
from pnp.source.schemas.wording import KEYS, MISSING, UNKNOWN, Breach, Schema, keys_of, rule_of, sound, together, word
from pnp.source.tree import (
    Mapping,
    Mark,
    Node,
    Steps,
    Value,
    as_written,
    key_mark_at,
    mark_at,
    plain,
    pointer_of,
    unread_parts,
    value_at,
    without,
)
from pnp.source.yaml.document import Document


def validate(document: Document, schemas: Schemas) -> Document:
    """Return the document without what breaks the schema of its kind, and with a finding for each cause.

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
    slips = guessed(breaches, root, SLIPS)
    mistyped = _mistyped_keys(slips.left)
    _report(slips, mistyped, {at for at, _ in unread}, root, ledger, search)
    breaches = [*slips.left, *slips.removed]
    value = _mended(root.value, breaches, unread, search)
    harmless = not mistyped and all(breach.keyword == UNKNOWN for breach in breaches)
    damaged = document.damaged or not harmless
    mended = None if value is None else replace(root, value=value)
    return replace(document, root=mended, damaged=damaged, findings=_merged(document.findings, ledger))


class _Search:
    """Finds what breaks the schema of a document; `left` are the steps for all that is left of it in turn."""

    def __init__(self, schemas: Schemas, kind: str) -> None:
        self._schemas, self._schema, self.left = schemas, schemas.schema(kind), EXPLAINED

    def accepts(self, value: Any, schema: Schema) -> bool:
        """Whether a part of the schema accepts a value."""
        return self._schemas.accept(value, schema)

    def breaches(self, value: Any) -> Sequence[Breach]:
        """Return what breaks the schema in the value; not all of it if no steps are left then."""
        if self._schemas.accept(value, self._schema):
            return ()
        from pnp.source.schemas.explainer import explainer  # jsonschema takes long to import, and most are valid

        found, self.left = explainer(self._schemas).breaches(value, self._schema, self.left)
        return found


def _mistyped_keys(breaches: Sequence[Breach]) -> set[Steps]:
    """Return the keys that unknown keys were probably meant to be."""
    found: set[Steps] = set()
    for breach in breaches:
        if breach.keyword == UNKNOWN:
            *way, key = breach.path
            meant = meant_by(str(key), keys_of(breach))
            found |= {(*way, meant)} if meant else set()
            found |= {(*way, end) for end in stands_for(str(key), keys_of(breach))}
    return found


def _report(
    slips: Guess, mistyped: set[Steps], unread: Collection[Steps], root: Node, ledger: Ledger, search: _Search
) -> None:
    """Report each cause once.

    Skipped are consequences, values that could not be read, a second keyword of one value, a missing key that was
    mistyped, and a second unknown key that means the same as another.
    """
    causes = guessed(slips.left, root, CONSEQUENCES)
    reported: dict[Steps, Breach] = {}
    missing: list[Breach] = []
    meant: set[Steps] = set()
    for breach in causes.left:
        if breach.keyword in MISSING:
            if breach.path in causes.hints or not any((*breach.path, key) in mistyped for key in breach.argument[0]):
                missing.append(breach)
        elif breach.keyword == UNKNOWN and (key := by_meaning(str(breach.path[-1]), keys_of(breach))):
            if (way := (*breach.path[:-1], key)) not in meant:  # width and height are both meant to be the size
                meant.add(way)
                reported.setdefault(breach.path, breach)
        elif breach.keyword in KEYS or breach.path not in unread:
            reported.setdefault(breach.path, breach)
    placed = [(_mark(breach, root), breach) for breach in (*reported.values(), *missing)]
    for mark, breach in sorted(placed, key=lambda item: item[0]):
        rule = rule_of(breach)
        if ledger.room(rule):
            wording = word(breach)
            hint = slips.hints.get(breach.path) or causes.hints.get(breach.path)
            hint = hint or sound(wording.hint, breach, search.accepts)
            ledger.add(rule, mark, wording.message, hint, pointer_of(breach.path))
    for each in slips.findings:
        ledger.add(each.rule, each.mark, each.message, each.hint, pointer_of(each.path))


def _mended(value: Value, breaches: Sequence[Breach], unread: list[tuple[Steps, bool]], search: _Search) -> Value:
    """Return the value without what was not read, what breaks its schema, and what lacks something then.

    None if nothing is left, or not all that breaks the schema was found.
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
    """Return where to point: at a value, at the key that is to blame, or at the key of a mapping that lacks one."""
    at = breach.path
    if breach.keyword in MISSING:
        value = value_at(root, at)
        first = next(iter(value.key_marks.values()), None) if isinstance(value, Mapping) else None
        return key_mark_at(root, at) or first or mark_at(root, at)
    if breach.keyword in KEYS:
        return key_mark_at(root, at) or mark_at(root, at)
    if keys := together(breach):
        value = value_at(root, at)
        assert isinstance(value, Mapping)
        return next(value.key_marks[key] for key in reversed(value) if key in keys)
    mark = mark_at(root, at)
    return mark if mark[:2] != mark[2:] else key_mark_at(root, at) or mark


def _merged(findings: Iterable[Finding], ledger: Ledger) -> tuple[Finding, ...]:
    """Return all findings in source order, none twice, without warnings of a surprise if the value is wrong anyway."""
    new = ledger.findings()
    wrong = {(finding.span.line, finding.span.column) for finding in new}
    kept = (
        finding
        for finding in findings
        if finding.code != SURPRISING_VALUE.code or (finding.span.line, finding.span.column) not in wrong
    )
    once = {finding.order: finding for finding in reversed((*kept, *new))}
    return tuple(once[order] for order in sorted(once))


# Breaches that follow from others: they are not reported, but what they are about is removed all the same.


def items_of_wrong_number(breaches: Sequence[Breach], _root: Node) -> Guess:
    """Leave out the items of a list that has too many or too few."""
    counted = {breach.path for breach in breaches if breach.keyword in ("minItems", "maxItems")}
    return Guess([breach for breach in breaches if breach.path[:-1] not in counted or not breach.path])


def keys_of_wrong_choice(breaches: Sequence[Breach], _root: Node) -> Guess:
    """Leave out keys that are missing only because a choice is wrong, such as `makes: tabel`.

    The schema of an `if` has no type.
    """
    unchosen = {breach.path[:-1] for breach in breaches if breach.keyword == "enum" and breach.path}
    return Guess(
        [
            breach
            for breach in breaches
            if not (breach.keyword == "required" and breach.path in unchosen and "type" not in breach.schema)
        ]
    )


def keys_that_follow(breaches: Sequence[Breach], _root: Node) -> Guess:
    """Leave out keys for which another one of their mapping tells what is wrong.

    So it is with all keys of a mapping whose kind is written as a value (`type: text`), with a key that should be in
    the mapping of another key, which is something else (`repeat: [1, 2]`, `as: n`), and with `to` after `from` where
    neither is known.
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
            return breach.keyword in MISSING and _is_text_with_colon(breach.path, breach.value, strange)
        key, mapping, unknown = str(breach.path[-1]), breach.path[:-1], breach.keyword == UNKNOWN
        if breach.keyword == "propertyNames" and text_key(breach.value) and key != next(iter(breach.value)):
            return True
        if unknown and key == "to" and (*mapping, "from") in strange:
            return True
        if mapping in kinds and (unknown or key == kinds[mapping]):
            return True
        properties = beside.get(mapping, ())
        return unknown and bool(key in properties or (properties and by_meaning(key, properties)))

    return Guess([breach for breach in breaches if not follows(breach)])


def _is_text_with_colon(path: Steps, value: Any, unknown: AbstractSet[Steps]) -> bool:
    """Whether a mapping is a text in braces with a colon in it: all its keys are unknown, and one has a blank."""
    keys = value if isinstance(value, dict) else ()
    return any(" " in key for key in keys) and all((*path, key) in unknown for key in keys)


def texts_without_dashes(breaches: Sequence[Breach], root: Node) -> Guess:
    """Explain lists whose items on several lines lack their dashes, so that they are one text."""
    hints = {}
    for breach in breaches:
        if breach.keyword == "type" and breach.schema.get("type") == "array" and isinstance(breach.value, str):
            first, _, last, _ = mark_at(root, breach.path)
            if last > first and breach.value.count(" - ") == last - first:
                hints[breach.path] = f"a dash is missing: begin line {first} with '- '"
            elif last > first:
                hints[breach.path] = f"dashes are missing: begin each of lines {first} to {last} with '- '"
    return Guess(breaches, hints)


def lists_in_lists(breaches: Sequence[Breach], root: Node) -> Guess:
    """Take a list of values, where lists are expected, as one of these: `via: [50, 30]` means `via: [[50, 30]]`."""
    flat: dict[Steps, list[Breach]] = {}
    for breach in breaches:
        wants = breach.schema.get("type") == "array" or breach.schema.get("x-expected", "").startswith("a list of")
        if wants and breach.path and isinstance(breach.path[-1], int) and isinstance(breach.value, int | float | str):
            flat.setdefault(breach.path[:-1], []).append(breach)
    hints = {
        items[0].path: f"write [[{', '.join(as_written(each.value) for each in items)}]]"
        for way, items in flat.items()
        if len(items) > 1 and _are_all(items, way, root)
    }
    return _at_first(breaches, hints)


TABLES = "rows are of one table: join the tables in one file, or make a component for each"


COMPASS = {
    "north": "N",
    "northeast": "NE",
    "east": "E",
    "southeast": "SE",
    "south": "S",
    "southwest": "SW",
    "west": "W",
    "northwest": "NW",
}
"""Directions by their words."""

SIDES = {"hex-pointy": "NE E SE SW W NW", "hex-flat": "N NE SE S SW NW", "square": "N E S W"}
"""The names of the sides of a cell, by the shape of cells."""


def directions_in_words(breaches: Sequence[Breach], root: Node) -> Guess:
    """Explain words for directions, and name only those that the cells of the map have."""
    shape = root.get("cells")
    names = SIDES.get(shape.text, "").split() if shape and isinstance(shape.value, str) else []
    hints = {}
    for breach in breaches:
        if str(breach.schema.get("x-expected", "")).startswith("a direction such as") and isinstance(breach.value, str):
            meant = COMPASS.get(re.sub(r"[^a-z]", "", breach.value.casefold())) or breach.value.upper()
            if meant in (names or COMPASS.values()):
                hints[breach.path] = f"did you mean '{meant}'?"
            elif names:
                hints[breach.path] = f"write {series(names, 'or')}: these are the sides of a cell"
    return Guess(breaches, hints)


def tables_for_rows(breaches: Sequence[Breach], root: Node) -> Guess:
    """Take a list of names of tables under `rows` as the tables that have the rows."""
    tables = [breach for breach in breaches if breach.path and breach.path[:-1] == ("rows",) and is_table(breach.value)]
    if not tables or not _are_all(tables, ("rows",), root):
        return Guess(breaches)
    return _at_first(breaches, {tables[0].path: TABLES if len(tables) > 1 else f"write rows: {tables[0].value}"})


def items_alike(breaches: Sequence[Breach], root: Node) -> Guess:
    """Take all items of a list as wrong in the same way: `languages: [EN, DE]` means `languages: [en, de]`."""
    alike: dict[tuple[Steps, str], list[Breach]] = {}
    for breach in breaches:
        if breach.keyword in ("pattern", "maximum", "type") and breach.path and isinstance(breach.path[-1], int):
            alike.setdefault((breach.path[:-1], breach.schema.get("x-expected", "")), []).append(breach)
    hints = {}
    for (way, _), items in alike.items():
        meant = [(word(each).hint or "").partition("write ")[2].partition(": ")[0] for each in items]
        if len(items) > 1 and all(meant) and _are_all(items, way, root):
            hints[items[0].path] = f"write [{', '.join(meant)}]"
    return _at_first(breaches, hints)


def _are_all(items: Sequence[Breach], way: Steps, root: Node) -> bool:
    """Whether the breaches are about all items of the list at a path."""
    return [each.value for each in items] == value_at(root, way)


def _at_first(breaches: Sequence[Breach], hints: AnyMapping[Steps, str]) -> Guess:
    """Return the guess that leaves out all items but the first of each list; the hints are those of first items."""
    lists = {path[:-1] for path in hints}
    left = [
        each
        for each in breaches
        if each.path in hints or each.path[:-1] not in lists or not each.path or not isinstance(each.path[-1], int)
    ]
    return Guess(left, hints)


def keys_without_colons(breaches: Sequence[Breach], root: Node) -> Guess:
    """Take a key without a value as the value of the one key that is missing: `{fish, expect: 2}`."""
    alone: dict[Steps, list[str]] = {}
    for breach in breaches:
        if breach.keyword == UNKNOWN and has_no_colon(breach.path, root):
            alone.setdefault(breach.path[:-1], []).append(str(breach.path[-1]))
    hints, gone = {}, set()
    for breach in breaches:
        names = alone.get(breach.path, [])
        if breach.keyword in MISSING and len(breach.argument[0]) == len(names) == 1:
            hints[breach.path] = f"write '{breach.argument[0][0]}: {names[0]}' in place of '{names[0]}'"
            gone.add((*breach.path, names[0]))
    return Guess([breach for breach in breaches if breach.path not in gone], hints)


CONSEQUENCES = (
    items_of_wrong_number,
    keys_of_wrong_choice,
    keys_that_follow,
    texts_without_dashes,
    directions_in_words,
    lists_in_lists,
    tables_for_rows,
    items_alike,
    keys_without_colons,
)
"""Guesses at what follows from what; one that is tried earlier hides its breaches from those after it."""
