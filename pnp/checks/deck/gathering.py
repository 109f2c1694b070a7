"""One cause, one finding: what the fields of many rows have in common is gathered."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pnp.diagnostics import Fault
from pnp.model.component import Component
from pnp.model.fields import TextType, single
from pnp.scene.placed import rows_told
from pnp.source.words import counted, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from pnp.model.fields import Field
    from pnp.model.game import Game
    from pnp.model.misfit import Misfit, MisfitKind

MOST = 12
"""Faults of one field that are told; one more tells how many others there are."""


def misfits(game: Game, kind: MisfitKind) -> Iterator[Fault]:
    """A fault for each way in which fields are wrong, with the rows that it meets."""
    for component in game.all(Component):
        yield from gathered(misfit for misfit in component.misfits if misfit.kind == kind)


def odd_cells(game: Game, is_odd: Callable[[str], bool], message: Callable[[str], str], hint: str) -> Iterator[Fault]:
    """A fault for each column of a table with cells that are odd, though their field takes any text."""
    for component in game.all(Component):
        rows = [row for row in component.rows if row.from_table]
        for name in rows[0].fields if rows else ():
            if not _takes_any_text(component.fields.get(name)):
                continue
            odd = [row for row in rows if isinstance(row.fields[name], str) and is_odd(str(row.fields[name]))]
            if odd:
                names = tuple(row.name for row in odd)
                told = message(str(odd[0].fields[name])) + rows_told(names)
                yield Fault(odd[0].spans[name], told, hint, rows=names)


def _takes_any_text(field: Field | None) -> bool:
    """Whether nothing else tells of an odd text: the field is not declared, or takes any text but a date."""
    if field is None:
        return True
    kind = single(field)
    return isinstance(kind, TextType) and not kind.date and not kind.note


def gathered(found: Iterable[Misfit]) -> Iterator[Fault]:
    """A fault for each field and message, at the first row that it meets; of each field only so many."""
    fields: dict[str, dict[str, list[Misfit]]] = {}
    for misfit in found:
        fields.setdefault(misfit.field, {}).setdefault(misfit.fault.message, []).append(misfit)
    for name, causes in fields.items():
        groups = list(causes.values())
        for misfits in groups[:MOST]:
            rows = tuple(misfit.row for misfit in misfits)
            yield replace(misfits[0].fault, message=misfits[0].fault.message + rows_told(rows), rows=rows)
        if rest := [misfit for misfits in groups[MOST:] for misfit in misfits]:
            message = f"{shown(name)} is wrong in {counted(len(rest), 'more row')}, from here on"
            rows = tuple(misfit.row for misfit in rest)
            yield Fault(rest[0].fault.span, message, "mend some of those above, and check again", rows=rows)
