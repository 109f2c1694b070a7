"""One cause, one finding: what many rows have in common is gathered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar

from pnp.scene.placed import rows_told

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence

    from pnp.diagnostics import Span
    from pnp.scene.items import Origin
    from pnp.scene.lettering import PrintedText
    from pnp.scene.placed import PlacedText


FEW = 12
"""How many texts of a layer are told each by itself."""

SLACK = 0.05
"""What nobody sees, in millimetres."""


class _Placed(Protocol):
    @property
    def origin(self) -> Origin: ...


Placed = TypeVar("Placed", bound=_Placed)


def gathered(things: Iterable[tuple[Hashable, Placed]]) -> Iterator[tuple[Placed, ...]]:
    """The things with one key, the keys in the order of their first thing."""
    groups: dict[Hashable, list[Placed]] = {}
    for key, thing in things:
        groups.setdefault(key, []).append(thing)
    return map(tuple, groups.values())


def by_cause(
    texts: tuple[PlacedText, ...], wrong: Callable[[PlacedText], bool]
) -> Iterator[tuple[Span, tuple[PlacedText, ...]]]:
    """The texts that are wrong, by the place to mend: the layer if all of its texts are, or so many that the layer is
    at fault; else each row's own words.
    """
    bad = {id(text) for text in texts if wrong(text)}
    for layer in gathered((text.origin.span, text) for text in texts) if bad else ():
        found = tuple(text for text in layer if id(text) in bad)
        if len(found) == len(layer) > 1 or len(found) > FEW:
            yield found[0].origin.span, found
        else:
            yield from ((group[0].span, group) for group in gathered((text.span, text) for text in found))


def place_told(things: Iterable[_Placed]) -> str:
    """The layer and the rows as the end of a message: ` in layer 'title' (row 'Market')`."""
    things = tuple(things)
    return f" in layer '{things[0].origin.layer}'{rows_told(rows_met(things))}"


def whereabouts(texts: Sequence[PrintedText], where: str) -> tuple[str, tuple[str, ...]]:
    """Where the texts stand as the end of a message, and the names of their rows: the layer of the first with its rows,
    and how many others there are.
    """
    first = texts[0]
    alike = [text for text in texts if first.layer and text.layer == first.layer] or [first]
    place = f" in layer '{first.layer_name}'{rows_told(_rows(alike))}" if first.layer else f" {where}"
    more = len(texts) - len(alike)
    others = f", and {more} more text{'s' if more > 1 else ''} {where}" if more else ""
    return place + others, _rows(texts)


def _rows(texts: Iterable[PrintedText]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text.row for text in texts))


def rows_met(things: Iterable[_Placed]) -> tuple[str, ...]:
    """The names of the rows that the things stand on, each once."""
    return tuple(dict.fromkeys(thing.origin.row for thing in things))


def quoted(text: str) -> str:
    """The beginning of a text, for a message."""
    return f"'{text}'" if len(text) <= 32 else f"'{text[:31].rstrip()}…'"


def lengths(mm: float) -> str:
    """A length in millimetres for a message, never shown as nothing."""
    return f"{max(mm, 0.1):.1f} mm"
