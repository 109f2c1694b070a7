"""Faults of many rows, cells, texts or names with the same cause, merged into one; their places in messages."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Protocol, TypeVar

from msgspec.structs import replace

from pnp.diagnostics import Fault, Mistagged, Span
from pnp.messages import many, series, shown
from pnp.model.component import Component
from pnp.model.game import Game
from pnp.model.maps.game_map import GameMap
from pnp.model.reference import Ref
from pnp.model.row import Field, Misfit, MisfitKind, TextType, single
from pnp.scene.items import Origin
from pnp.scene.parts import PlacedText, rows_as_text
from pnp.scene.typesetting.lettering import PrintedText

# Faults of many rows with the same cause are merged into one.

MOST = 12
"""Maximum number of faults of one field; one more reports the number of others."""


def misfits(game: Game, kind: MisfitKind) -> Iterator[Fault]:
    """Yield a fault for each cause of misfits of that kind, with the affected rows."""
    uses: dict[Mistagged, list[Span]] = {}
    for component in game.all(Component):
        found = [misfit for misfit in component.misfits if misfit.kind == kind]
        yield from faults_of_misfits(each for each in found if not isinstance(each.fault.cause, Mistagged))
        for misfit in found:
            if isinstance(misfit.fault.cause, Mistagged):
                uses.setdefault(misfit.fault.cause, []).append(misfit.fault.span)
    for cause, spans in uses.items():
        yield _mistagged(game, cause, spans)


def _mistagged(game: Game, cause: Mistagged, uses: Sequence[Span]) -> Fault:
    """Return the fault of a tag of a place that is mistyped on the map, with the cells that name the place."""
    found = game.find(GameMap, cause.map)
    tags = [tag for area in found.places if area.id == cause.place for tag in area.tags] if found else []
    span = next((tag.span for tag in tags if tag.name == cause.given), uses[0])
    more = f" and {many(len(uses) - 1, 'more place')} expect" if len(uses) > 1 else " expects"
    message = f"{shown(cause.place)} is not tagged {shown(cause.tag)}, as {uses[0].file}:{uses[0].line}{more}"
    return Fault(span, message, f"did you mean {shown(cause.tag)}?", cause=cause)


def odd_cells(game: Game, is_odd: Callable[[str], bool], message: Callable[[str], str], hint: str) -> Iterator[Fault]:
    """Yield a fault for each column of a table with odd cells, if its field takes any text."""
    for component in game.all(Component):
        rows = [row for row in component.rows if row.from_table]
        computed = component.computed
        for name in rows[0].fields if rows else ():
            if name in computed or not takes_any_text(component.fields.get(name)):
                continue
            odd = [row for row in rows if isinstance(row.fields[name], str) and is_odd(str(row.fields[name]))]
            if odd:
                names = tuple(row.name for row in odd)
                fact = message(str(odd[0].fields[name]))
                yield Fault(odd[0].spans[name], fact + rows_as_text(names), hint, rows=names, cause=fact)


def takes_any_text(field: Field | None) -> bool:
    """Whether no other check reports an odd text: the field is not declared, or takes any text but a date."""
    if field is None:
        return True
    kind = single(field)
    return isinstance(kind, TextType) and not kind.date and not kind.note


def faults_of_misfits(found: Iterable[Misfit]) -> Iterator[Fault]:
    """Yield a fault for each field and message, at its first row; the number of faults per field is limited."""
    fields: dict[str, dict[str, list[Misfit]]] = {}
    for misfit in found:
        # an expression is wrong once, although its message may quote the values of a row
        alike = str(misfit.fault.span) if misfit.kind == "expression" else misfit.fault.message
        fields.setdefault(misfit.field, {}).setdefault(alike, []).append(misfit)
    for name, causes in fields.items():
        groups = list(causes.values())
        for misfits in groups[:MOST]:
            rows = tuple(misfit.row for misfit in misfits)
            fault = misfits[0].fault
            cause = fault.cause or fault.message
            yield replace(fault, message=fault.message + rows_as_text(rows), rows=rows, cause=cause)
        if rest := [misfit for misfits in groups[MOST:] for misfit in misfits]:
            message = f"{shown(name)} is wrong in {many(len(rest), 'more row')}, from here on"
            rows = tuple(misfit.row for misfit in rest)
            yield Fault(rest[0].fault.span, message, "mend some of those above, and check again", rows=rows)


# Faults of many texts with the same cause are merged into one.

FEW = 12
"""Maximum number of texts of a layer that are reported separately."""

SLACK = 0.05
"""Tolerance of overflow and of the safe zone, in millimetres."""


class _HasSpan(Protocol):
    @property
    def origin(self) -> Origin: ...


Placed = TypeVar("Placed", bound=_HasSpan)


def group_placed(things: Iterable[tuple[Hashable, Placed]]) -> Iterator[tuple[Placed, ...]]:
    """Yield the items of each key, in the order of the first item of each key."""
    groups: dict[Hashable, list[Placed]] = {}
    for key, thing in things:
        groups.setdefault(key, []).append(thing)
    return map(tuple, groups.values())


def by_cause(
    texts: tuple[PlacedText, ...], wrong: Callable[[PlacedText], bool]
) -> Iterator[tuple[Span, tuple[PlacedText, ...]]]:
    """Yield the faulty texts, grouped by the span to correct.

    That is the layer if all of its texts are faulty, or very many of them; otherwise each row's own text.
    """
    bad = {id(text) for text in texts if wrong(text)}
    for layer in group_placed((text.origin.span, text) for text in texts) if bad else ():
        found = tuple(text for text in layer if id(text) in bad)
        if len(found) == len(layer) > 1 or len(found) > FEW:
            yield found[0].origin.span, found
        else:
            yield from ((group[0].span, group) for group in group_placed((text.span, text) for text in found))


def place_as_text(things: Iterable[_HasSpan], everywhere: Iterable[_HasSpan] = ()) -> str:
    """Return the layer and the rows as the end of a message: ` in layer 'title' (row 'Market')`.

    The rows are those of the things, or of all things `everywhere` in their own order.
    """
    things = tuple(things)
    return f" in layer '{things[0].origin.layer}'{rows_as_text(rows_met(tuple(everywhere) or things))}"


def whereabouts(texts: Sequence[PrintedText], where: str) -> tuple[str, str, tuple[str, ...]]:
    """Return the position of the texts as the end of a message, the same without rows, and the names of their rows.

    The message names the layer of the first text with its rows, and the number of other texts.
    """
    first = texts[0]
    alike = [text for text in texts if first.layer and text.layer == first.layer] or [first]
    place = f" in layer '{first.layer_name}'" if first.layer else f" {where}"
    named = rows_as_text(_rows(alike)) if first.layer else ""
    more = len(texts) - len(alike)
    others = f", and {more} more text{'s' if more > 1 else ''} {where}" if more else ""
    return place + named + others, place + others, _rows(texts)


def _rows(texts: Iterable[PrintedText]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text.row for text in texts))


def rows_met(things: Iterable[_HasSpan]) -> tuple[str, ...]:
    """Return the names of the rows of the items, each once."""
    return tuple(dict.fromkeys(thing.origin.row for thing in things))


def quoted(text: str) -> str:
    """Return the beginning of a text in quotes, for a message."""
    return f"'{text}'" if len(text) <= 32 else f"'{text[:31].rstrip()}…'"


def lengths(mm: float) -> str:
    """Return a length in millimetres for a message, at least 0.1 mm."""
    return f"{max(mm, 0.1):.1f} mm"


# A name that is wrong in several places.

MOST_PLACES = 5
"""Maximum number of further lines or files that a hint lists for a name."""


def each_name_once(refs: Iterable[Ref]) -> Iterator[tuple[Ref, str | None]]:
    """Yield the first mention of each name, and a text with the lines of the others."""
    mentions: dict[str, list[Ref]] = {}
    for ref in dict.fromkeys(refs):
        mentions.setdefault(ref.name, []).append(ref)
    return ((first, _also(first, others)) for first, *others in mentions.values())


def _also(first: Ref, others: list[Ref]) -> str | None:
    here = (str(ref.span.line) for ref in others if ref.span.file == first.span.file)
    lines = [line for line in dict.fromkeys(here) if line != str(first.span.line)]
    files = dict.fromkeys(ref.span.file for ref in others if ref.span.file != first.span.file)
    places = [f"on {'line' if len(lines) == 1 else 'lines'} {_first_few(lines)}"] if lines else []
    places += [f"in {_first_few(list(files))}"] if files else []
    return f"also {' and '.join(places)}" if places else None


def _first_few(words: list[str]) -> str:
    more = len(words) - MOST_PLACES
    return series(words if more <= 0 else [*words[:MOST_PLACES], f"{more} more"], "and")


def joined_hint(*words: str | None) -> str | None:
    """Return a hint that joins the parts that are not None."""
    return "; ".join(filter(None, words)) or None
