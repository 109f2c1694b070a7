"""What is noticed while a component is drawn, gathered for the checks of drawings."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pnp.diagnostics import Fault
from pnp.scene.placed import Trouble, rows_told

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pnp.diagnostics import Span
    from pnp.draw.scope import SpoiltError
    from pnp.scene.lettering import Lettering
    from pnp.scene.placed import Painted, PlacedIcon, PlacedPicture, PlacedText, TroubleKind


MOST = 20
"""How many troubles of one layer are told."""

_Cause = tuple["TroubleKind", "Span", str, str | None]
"""What trouble it is, the place in the template, the message and the hint: the same for all rows that have it."""


class Notes:
    """Texts, icons and pictures as they were placed, labels of maps, faces layer by layer, and troubles: one a cause,
    with its rows.
    """

    def __init__(self) -> None:
        self.texts: list[PlacedText] = []
        self.icons: list[PlacedIcon] = []
        self.pictures: list[PlacedPicture] = []
        self.faces: list[list[Painted]] = []
        self.labels: dict[tuple[str, str], Lettering] = {}
        self._troubles: dict[_Cause, tuple[Span, dict[str, None]]] = {}

    def trouble(self, spoilt: SpoiltError, row: str) -> None:
        """Remembers that a layer could not be drawn for a row."""
        if spoilt.kind is not None:
            cause = spoilt.kind, spoilt.home, spoilt.message, spoilt.hint
            _, rows = self._troubles.setdefault(cause, (spoilt.span, {}))
            rows[row] = None

    def troubles(self) -> tuple[Trouble, ...]:
        """What was not drawn, each cause once with its rows, at the first of them; of one layer only so many."""
        layers: dict[tuple[TroubleKind, Span], list[Fault]] = {}
        for (kind, home, message, hint), (span, rows) in self._troubles.items():
            fault = Fault(span, message + rows_told(tuple(rows)), hint, rows=tuple(rows))
            layers.setdefault((kind, home), []).append(fault)
        return tuple(Trouble(kind, fault) for (kind, _), faults in layers.items() for fault in _some(faults))


def _some(faults: Sequence[Fault]) -> Iterator[Fault]:
    """The first faults of one layer, the last of them with how many more there are."""
    yield from faults[: MOST - 1]
    for last in faults[MOST - 1 : MOST]:
        more, rows = len(faults) - MOST, (row for fault in faults[MOST - 1 :] for row in fault.rows)
        much = f"; {more} more of this layer are wrong in the same way" if more else ""
        yield replace(last, message=last.message + much, rows=tuple(dict.fromkeys(rows)))
