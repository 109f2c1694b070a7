"""Applies a schema: reports what breaks it, and removes that so that the rest can be used."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from pnp.diagnostics import Finding
from pnp.source.ledger import DEPTH, EXPLAINED, MENDED, Ledger
from pnp.source.rules import SURPRISING_VALUE
from pnp.source.schemas.gate import Schemas, in_millimetres, known_kind
from pnp.source.schemas.guesses import CONSEQUENCES, SLIPS, Guess, guessed
from pnp.source.schemas.synonyms import by_meaning, meant_by, stands_for
from pnp.source.schemas.wording import KEYS, MISSING, UNKNOWN, Breach, Schema, keys_of, rule_of, sound, together, word
from pnp.source.tree import (
    Mapping,
    Mark,
    Node,
    Steps,
    Value,
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
