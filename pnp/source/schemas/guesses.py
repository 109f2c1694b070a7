"""Guesses at what was meant by what breaks a schema, so that one slip is one finding that says what to write.

`guessed` tries them in order. Each is one function of the breaches that are left, and of the document.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Mapping as AnyMapping
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from msgspec import Struct, field

from pnp.diagnostics import Rule
from pnp.messages import many, nearest, series, shown, some_of
from pnp.source.languages import COMMON_CODES
from pnp.source.ledger import BRACES
from pnp.source.rules import MISSING_KEY, UNKNOWN_KEY, WRONG_TYPE, WRONG_VALUE
from pnp.source.schemas.synonyms import by_meaning
from pnp.source.schemas.wording import KEYS, MISSING, UNKNOWN, Breach, keys_of
from pnp.source.tree import (
    Listing,
    Mapping,
    Mark,
    Node,
    Steps,
    Unread,
    as_written,
    in_flow,
    inline,
    key_mark_at,
    mark_at,
    plain,
    value_at,
)


class SlipFinding(NamedTuple):
    """What is reported in place of the breaches that one slip causes."""

    rule: Rule
    mark: Mark
    message: str
    hint: str
    path: Steps


class Guess(Struct, frozen=True):
    """What a guess makes of breaches: those that are `left`, and what to write for some of them, by path.

    In place of the others it has `findings`, and breaches that say what to remove of the document (`removed`).
    """

    left: Sequence[Breach]
    hints: AnyMapping[Steps, str] = field(default_factory=dict)
    findings: Sequence[SlipFinding] = ()
    removed: Sequence[Breach] = ()


Guessing = Callable[[Sequence[Breach], Node], Guess]
"""A guess at what was meant, from the breaches that are left and the document."""


def guessed(
    breaches: Sequence[Breach], root: Node, guesses: Iterable[Callable[[Sequence[Breach], Node], Guess]]
) -> Guess:
    """Try guesses in their order, each on the breaches that the ones before it left; return all that they found."""
    left, hints = breaches, dict[Steps, str]()
    findings, removed = list[SlipFinding](), list[Breach]()
    for guess in guesses:
        found = guess(left, root)
        left = found.left
        hints.update(found.hints)
        findings += found.findings
        removed += found.removed
    return Guess(left, hints, findings, removed)


def _outside(breaches: Sequence[Breach], paths: Iterable[Steps]) -> Sequence[Breach]:
    """Return the breaches that are neither at one of the paths nor below one."""
    whole = set(paths)
    return [each for each in breaches if not any(each.path[:end] in whole for end in range(len(each.path) + 1))]


def without_keys(breaches: Sequence[Breach], keys: AbstractSet[Steps]) -> list[Breach]:
    """Return the breaches that are not about one of the keys, whether it is unknown or missing."""
    left = (each for each in breaches if each.path not in keys)
    return [
        each
        for each in left
        if each.keyword not in MISSING or not any((*each.path, key) in keys for key in each.argument[0])
    ]


def _removal(path: Steps) -> Breach:
    """Return a breach for which the value at the path is removed."""
    return Breach(path, "type", "", None, {})


# Expressions without quotes, which are mappings: `background: {sky}`.


def braced_texts(breaches: Sequence[Breach], root: Node) -> Guess:
    """Take mappings of one key without a colon that break the schema as texts that lack their quotes."""
    found: dict[Steps, str] = {}
    for breach in breaches:
        for length in range(1, len(breach.path) + 1):
            path = breach.path[:length]
            try:
                value = value_at(root, path)
            except KeyError:
                break
            if not isinstance(value, Mapping):
                continue
            key = next(iter(value), "")
            if len(value) == 1 and value[key] is None and value.marks[key][:2] == value.key_marks[key][2:]:
                found[path] = key
                break
    findings = [
        SlipFinding(
            WRONG_TYPE,
            mark_at(root, path),
            BRACES,
            f'quote it: {f"{path[-1]}: " if isinstance(path[-1], str) else ""}"{{{key}}}"',
            path,
        )
        for path, key in found.items()
    ]
    return Guess(_outside(breaches, found), findings=findings, removed=[_removal(path) for path in found])


# Entries that are grouped under one more key: `areas: {places: {Mill: …, Inn: …}}`.


def grouped_entries(breaches: Sequence[Breach], root: Node) -> Guess:
    """Take mappings whose keys are all unknown, and hold what the mapping itself should hold, as groups of entries."""
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
        mapping = value_at(root, way)
        assert isinstance(mapping, Mapping)
        names = {breach.path[-1] for breach in unknown[way]}
        known = unknown[way][0].schema.get("properties", {})
        meant = isinstance(way[-1], int) and by_meaning(str(unknown[way][0].path[-1]), known)  # `circle: {…}`
        if not meant and set(mapping) == names and all(isinstance(mapping[key], Mapping) for key in mapping):
            groups[way] = unknown[way][0]
    findings = [_of_group(path, breach, root) for path, breach in groups.items()]
    return Guess(_outside(breaches, groups), findings=findings, removed=[_removal(path) for path in groups])


def _of_group(path: Steps, breach: Breach, root: Node) -> SlipFinding:
    """Return the finding on a group of entries; `breach` is that of one of its keys."""
    above = next(str(step) for step in reversed(path[:-1]) if isinstance(step, str))
    mapping = value_at(root, path)
    assert isinstance(mapping, Mapping)
    keys = [str(key) for key in mapping]
    if isinstance(path[-1], int) and len(keys) == 1:
        entry = plain(mapping[keys[0]])
        free = [each for each in (*breach.schema.get("required", ()), "name") if each not in entry]
        key = next((each for each in free if each in breach.schema.get("properties", {})), "")
        rest = "".join(f", {each}: {as_written(value)}" for each, value in entry.items())
        message = f"{shown(keys[0])} is no key of an item of {shown(above)}"
        hint = f"write {{{key}: {keys[0]}{rest}}}" if key else f"write {{{rest[2:]}}}, without {shown(keys[0])}"
    else:
        message = f"{shown(str(path[-1]))}: {many(len(keys), 'entry is', 'entries are')} grouped under it"
        hint = f"write {some_of(keys)} one level up, under {shown(above)}"
    return SlipFinding(WRONG_VALUE, key_mark_at(root, path) or mark_at(root, path), message, hint, path)


# Keys that a mapping lacks, because they are next to it, or in one of its entries: a brace is in the wrong place.


def astray_keys(breaches: Sequence[Breach], root: Node) -> Guess:
    """Take unknown keys that the mapping next to them, or the one around them, lacks as those of that mapping."""
    single = (each for each in breaches if each.keyword in MISSING and len(each.argument[0]) == 1)
    lacking = dict.fromkeys((*each.path, each.argument[0][0]) for each in single)
    beside = {(*each[:-2], each[-1]): each for each in reversed([*lacking]) if len(each) > 1}
    findings, found = [], set[Steps]()
    for breach in breaches if lacking else ():
        *way, key = breach.path or ("",)
        if breach.keyword != UNKNOWN or not isinstance(breach.value, dict):
            continue
        inside = beside.get((*way, key))
        around = (*way[:-1], key) if len(way) > 1 and (*way[:-1], key) in lacking else None
        if not (inside or around):
            continue
        entry = {key: breach.value[str(key)]}
        if inside:
            owner, whole = inside[-2], {**breach.value[str(inside[-2])], **entry}
            said, hint = f"belongs into {shown(str(owner))}, and is next to it", in_flow({owner: whole})
        else:
            owner, whole = way[-1], {each: value for each, value in breach.value.items() if each != key}
            said, hint = f"belongs next to {shown(str(owner))}, and is in it", in_flow({owner: whole, **entry})
        mark = key_mark_at(root, breach.path) or mark_at(root, breach.path)
        findings.append(SlipFinding(UNKNOWN_KEY, mark, f"{shown(str(key))} {said}", f"write {hint}", breach.path))
        found |= {breach.path, inside or around or breach.path}
    left = without_keys(breaches, found)
    return Guess(left, findings=findings, removed=[_removal(each.path) for each in findings])


def uncoloned_keys(breaches: Sequence[Breach], root: Node) -> Guess:
    """Take unknown keys in braces that begin with a known one as lacking its colon: `{from: paper, to foam}`."""
    lacking = {(*each.path, key) for each in breaches if each.keyword in MISSING for key in each.argument[0]}
    findings, meant = [], set[Steps]()
    for breach in breaches:
        key, _, rest = str(breach.path[-1] if breach.path else "").partition(" ")
        if breach.keyword != UNKNOWN or not rest or key not in keys_of(breach) or not has_no_colon(breach.path, root):
            continue
        path, mapping = (*breach.path[:-1], key), list(breach.value)
        above = breach.value[mapping[max(0, mapping.index(str(breach.path[-1])) - 1)]]
        sure = path in lacking or (key == "to" and "from" in breach.value)
        if key in breach.value or (not sure and (" " in rest or (isinstance(above, str) and " " in above))):
            continue
        mark = key_mark_at(root, breach.path) or mark_at(root, breach.path)
        more = ", or quote the whole text if it is one" if not sure and isinstance(above, str) else ""
        message, hint = f"no colon follows {shown(key)}", f"write {key}: {rest}{more}"
        findings.append(SlipFinding(WRONG_VALUE, mark, message, hint, breach.path))
        meant |= {breach.path, path}
    left = without_keys(breaches, meant)
    return Guess(left, findings=findings, removed=[_removal(each.path) for each in findings])


# Texts without quotes in braces, which their commas part: `{icon: star, where: in head, 16 from left}`.

TYPO = 0.85
"""Similarity from which an unknown key is a known one that was mistyped, and no part of a text."""


def parted_texts(breaches: Sequence[Breach], root: Node) -> Guess:
    """Take unknown keys without a value that follow a text in braces as parts of that text."""
    parted: dict[Steps, list[str]] = {}
    unknown = dict.fromkeys(
        breach.path
        for breach in breaches
        if (breach.keyword == UNKNOWN and not nearest(str(breach.path[-1]), breach.schema.get("properties", ()), TYPO))
        or (breach.path and breach.value is None and _goes_on(breach.path, root))
    )
    for way in dict.fromkeys(path[:-1] for path in unknown):
        mapping, text = value_at(root, way), None
        assert isinstance(mapping, Mapping)
        for key, value in mapping.items():
            if (*way, key) in unknown and has_no_colon((*way, key), root):
                if text is not None:
                    parted.setdefault((*way, text), []).append(key)
            else:
                plain = isinstance(value, str | int | float) and not isinstance(value, Unread | bool)
                text = key if plain and (*way, key) not in unknown else None
    lists = {breach.path for breach in breaches if breach.keyword == "type" and breach.schema.get("type") == "array"}
    gone = {*parted, *((*path[:-1], key) for path, keys in parted.items() for key in keys)}
    return Guess(
        [breach for breach in breaches if breach.path not in gone] if gone else breaches,
        findings=[_of_parts(path, keys, path in lists, root) for path, keys in parted.items()],
        removed=[each for path, keys in parted.items() for each in _parts_removed(path, keys, root)],
    )


def _goes_on(path: Steps, root: Node) -> bool:
    """Whether a key without a value goes on the one before it: a text of a language, or what opens a bracket.

    `{en: Carts, red and blue, de: Karren}`, `{sea: rgb(11,58,92)}`.
    """
    mapping, key = value_at(root, path[:-1]), str(path[-1])
    if not isinstance(mapping, Mapping) or not has_no_colon(path, root):
        return False
    if next(iter(mapping)) in COMMON_CODES and key not in COMMON_CODES:
        return True
    before = ",".join(f"{each}{'' if value is None else f': {value}'}" for each, value in mapping.items())
    ahead = before[: before.find(key)] if key in before else ""
    return ahead.count("(") > ahead.count(")")


def has_no_colon(path: Steps, root: Node) -> bool:
    """Whether a key in braces has neither a colon nor a value: `fish` in `{fish, expect: 2}`."""
    mapping, key = value_at(root, path[:-1]), str(path[-1])
    assert isinstance(mapping, Mapping)
    return mapping[key] is None and mapping.marks[key] == mapping.key_marks[key][2:] * 2


def _of_parts(path: Steps, keys: list[str], is_list: bool, root: Node) -> SlipFinding:
    """Return the finding on a text that commas part; where a list is expected, the text is its items."""
    key, mapping, value = path[-1], value_at(root, path[:-1]), value_at(root, path)
    assert isinstance(mapping, Mapping)
    start, end = mapping.marks[str(key)], mapping.key_marks[keys[-1]]
    text = ", ".join((str(value), *keys))
    brackets = text.startswith("(") and text.endswith(")")
    if text[0] in "“”„‘’" and text[-1] in "“”‘’":
        text = text[1:-1]
    quoted = shown(text) if "'" not in text else f'"{text}"'
    message = f"{shown(str(key))}: a comma ends the text {shown(str(value))}, and {shown(keys[0])} becomes a key"
    if brackets:
        hint = f"write it in brackets: {key}: [{text[1:-1]}]"
    elif is_list:
        hint = f"write it in brackets: {key}: [{text}]"
    elif inks := re.match(r"rgba?\((\d+), (\d+), (\d+)", text):
        hint = f"write '#{''.join(f'{min(255, int(ink)):02X}' for ink in inks.groups())}'"
    elif isinstance(value, int) and len(keys) == 1 and keys[0].isdecimal():
        hint = f"write {value}.{keys[0]}: decimals follow a point"
    else:
        hint = f"quote it: {key}: {quoted}"
        if key in COMMON_CODES and len(mapping) == 2:
            hint = f"write the code of the other language before {shown(keys[0])}; or, if it is one text, {hint}"
    return SlipFinding(WRONG_VALUE, (*start[:2], *end[2:]), message, hint, path)


def _parts_removed(path: Steps, keys: list[str], root: Node) -> Iterator[Breach]:
    """Yield what to remove of a text that commas part: its beginning, and the keys that it became."""
    yield Breach(path, "type", "", value_at(root, path), {})
    yield from (Breach((*path[:-1], each), UNKNOWN, False, None, {}) for each in keys)


# Texts keyed by language where a document has texts of one language only: rulebooks, maps.


def keyed_texts(breaches: Sequence[Breach], root: Node) -> Guess:
    """Take mappings from languages to texts, where one text is expected, as the texts of several languages."""
    found: dict[Steps, dict[str, str]] = {}
    for breach in breaches:
        for path in (breach.path, breach.path[:-1]) if breach.path else ():
            texts = value_at(root, path) if path not in found else None
            if not isinstance(texts, Mapping) or len(texts) < 2 or not {*texts} <= COMMON_CODES:
                continue
            if path == breach.path and breach.schema.get("type") == "array":
                continue  # a list of languages
            if all(isinstance(each, str) for each in texts.values()):
                found[path] = {key: str(each) for key, each in texts.items()}
    findings = [_of_languages(path, texts, root) for path, texts in found.items()]
    return Guess(_outside(breaches, found), findings=findings, removed=[_removal(path) for path in found])


def _of_languages(path: Steps, texts: dict[str, str], root: Node) -> SlipFinding:
    """Return the finding on texts of several languages; a rulebook has the one that it says."""
    head = root.value if isinstance(root.value, Mapping) else {}
    own = head.get("language")
    code = own if isinstance(own, str) and own in texts else next(iter(texts))
    rulebook = head.get("kind") == "rulebook"
    whole = "a rulebook" if rulebook else "a document of this kind"
    message = f"{shown(str(path[-1]))}: {whole} has texts of one language"
    hint = f"write {inline(texts[code])}"
    if rulebook:
        others = series([shown(each) for each in texts if each != code], "and")
        hint += f", and the text in {others} in another rulebook, with its 'language'"
    return SlipFinding(WRONG_TYPE, mark_at(root, path), message, hint, path)


# Keys that are not indented under the key above them, which has no value then.


def outdented_keys(breaches: Sequence[Breach], root: Node) -> Guess:
    """Take unknown keys that belong to a mapping directly above them, which has no value, as not indented."""
    empty = {breach.path: breach for breach in breaches if breach.keyword not in KEYS and breach.value is None}
    owners: dict[Steps, Steps] = {}
    for breach in breaches if empty else ():
        if breach.keyword != UNKNOWN:
            continue
        mapping = value_at(root, breach.path[:-1])
        assert isinstance(mapping, Mapping)
        keys = list(mapping)
        place = keys.index(str(breach.path[-1]))
        above = (*breach.path[:-1], keys[place - 1]) if place else ()
        owner = empty.get(above)
        if owner and breach.path[-1] in owner.schema.get("properties", ()):
            owners[breach.path] = above
    hints = {
        path: f"indent it under {shown(str(above[-1]))}, to which {shown(str(path[-1]))} belongs"
        for path, above in owners.items()
    }
    left = [breach for breach in breaches if breach.path not in owners.values()]
    return Guess(left, hints, removed=[_removal(path) for path in owners.values()])


# Items with a dash in their middle, which are two items: `- where: top`, `- text: Market`.


def split_items(breaches: Sequence[Breach], root: Node) -> Guess:
    """Take an item that lacks one of several keys, and the next one that has only other keys, as one item."""
    found: dict[Steps, Steps] = {}
    mistyped = {breach.path[:-1] for breach in breaches if breach.keyword == UNKNOWN}  # one of them may be the key
    for breach in breaches:
        if breach.keyword not in MISSING or len(breach.argument[0]) < 2 or not breach.path or breach.path in mistyped:
            continue
        *way, number = breach.path
        items = value_at(root, tuple(way))
        if not isinstance(items, Listing) or not isinstance(number, int) or not isinstance(breach.value, dict):
            continue
        more = items[number + 1] if number + 1 < len(items) else None
        if not isinstance(more, Mapping) or breach.path in found.values():
            continue
        if not {*more}.isdisjoint(breach.argument[0]) and {*more}.isdisjoint(breach.value):
            found[breach.path] = (*way, number + 1)
    findings = []
    for path, after in found.items():
        first, mark = mark_at(root, path), mark_at(root, after)
        message = f"this dash begins another item, and that of line {first[0]} is incomplete"
        findings.append(SlipFinding(MISSING_KEY, mark, message, "write a blank in place of this dash", path))
    return Guess(
        _outside(breaches, (*found, *found.values())), findings=findings, removed=[_removal(path) for path in found]
    )


SLIPS = (
    braced_texts,
    keyed_texts,
    grouped_entries,
    astray_keys,
    uncoloned_keys,
    parted_texts,
    outdented_keys,
    split_items,
)
"""Guesses at slips that change what a document says: their breaches are neither reported nor removed as they are."""
