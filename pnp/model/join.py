"""Rows of two tables, joined by the values of a field."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from msgspec.structs import replace

from pnp.diagnostics import Fault, Span
from pnp.messages import did_you_mean, same, shown, some_of
from pnp.model.component import Join
from pnp.model.row import COPIES, Misfit, Row, RowValue


def joined(
    rows: Sequence[Row], join: Join, others: Sequence[Row], columns: Collection[str]
) -> tuple[tuple[Row, ...], tuple[Misfit, ...]]:
    """Return the rows with the fields of the row of another table that has the same key, and the faults of keys.

    A field that a row has already stays as it is. `columns` are the fields of the other table.
    """
    misfits: list[Misfit] = []
    file, mine = join.table.file.name, tuple(rows[0].fields) if rows else ()
    own, key = same(join.by.name, mine), same(join.key.name, columns)
    for name, ref, known, what in (
        (own, join.by, mine, "the rows have no field"),
        (key, join.key, columns, f"{file} has no column"),
    ):
        if name is None and rows and not misfits:
            hint = did_you_mean(ref.name, known) or (f"there are {some_of(list(known))}" if known else None)
            misfits.append(Misfit("join", ref.name, Fault(ref.span, f"{what} {shown(ref.name)}", hint)))
    if own is None or key is None:
        return tuple(rows), tuple(misfits)
    by_key: dict[str, Row] = {}
    for other in others:
        value = _key_text(other.fields.get(key))
        if value in by_key:
            fault = Fault(
                other.spans.get(key, other.span),
                f"{file} has two rows with {shown(key)} {shown(value)}",
                "delete one, or give it another value",
            )
            misfits.append(Misfit("join", f"{file} {key}", fault))
        elif value:
            by_key[value] = other
    # All rows have the same fields, so that faces can use them.
    blank = Row("", dict.fromkeys(columns, "" if others and others[0].from_table else None), join.by.span)
    made = []
    for row in rows:
        value = _key_text(row.fields.get(own))
        match = by_key.get(value)
        more = replace(match, fields={**blank.fields, **match.fields}) if match else blank
        made.append(_with_fields_of(row, more, key))
        if match is not None:
            continue
        if not join.optional:
            hint = did_you_mean(value, by_key) or "add the row there, or write 'optional: true' under 'join'"
            message = f"{file} has no row with {shown(key)} {shown(value)}" if value else f"{shown(own)} is empty"
            misfits.append(Misfit("join", join.by.name, Fault(row.spans.get(own, row.span), message, hint), row.name))
    return tuple(made), tuple(misfits)


def _with_fields_of(row: Row, match: Row, key: str) -> Row:
    """Return the row with the fields of another row added, and with its copies if the row does not state its own."""
    fields = {**{name: value for name, value in match.fields.items() if name != key}, **row.fields}
    counts = COPIES[0] in row.spans or COPIES[0] not in match.spans
    spans = JoinedSpans(row.spans, match.spans)
    return replace(row, fields=fields, copies=row.copies if counts else match.copies, spans=spans)


class JoinedSpans(Mapping[str, "Span"]):
    """The spans of a row's fields, and those of the other fields of another row; each computed on access."""

    def __init__(self, first: Mapping[str, Span], second: Mapping[str, Span]) -> None:
        self.first, self.second = first, second

    def __getitem__(self, name: str) -> Span:
        return self.first[name] if name in self.first else self.second[name]

    def __iter__(self) -> Iterator[str]:
        yield from self.first
        yield from (name for name in self.second if name not in self.first)

    def __len__(self) -> int:
        return sum(1 for _ in self)


def _key_text(value: RowValue) -> str:
    """Return a key as text, so that the number 7 of one table is the text 7 of another."""
    return "" if value is None else str(value).strip().casefold()
