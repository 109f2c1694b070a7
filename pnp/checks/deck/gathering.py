"""One cause, one finding: what the fields of many rows have in common is gathered."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pnp.diagnostics import Fault
from pnp.model.component import Component
from pnp.model.fields import TextType, single
from pnp.scene.placed import rows_told

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from pnp.model.fields import Field
    from pnp.model.game import Game
    from pnp.model.misfit import Misfit, MisfitKind

MOST = 50
"""Faults of one field that are told; one more tells that there are others."""


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
    groups: dict[tuple[str, str], list[Misfit]] = {}
    for misfit in found:
        groups.setdefault((misfit.field, misfit.fault.message), []).append(misfit)
    counts: dict[str, int] = {}
    for (name, message), misfits in groups.items():
        counts[name] = counts.get(name, 0) + 1
        if counts[name] <= MOST:
            rows = tuple(misfit.row for misfit in misfits)
            yield replace(misfits[0].fault, message=message + rows_told(rows), rows=rows)
        elif counts[name] == MOST + 1:
            hint = "mend some of those above, and check again"
            yield Fault(misfits[0].fault.span, f"'{name}' is wrong in more rows from here on", hint)
