"""What is noticed while a component is drawn, gathered for the checks of drawings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import Fault
from pnp.scene.placed import Trouble, rows_told

if TYPE_CHECKING:
    from pnp.diagnostics import Span
    from pnp.draw.scope import SpoiltError
    from pnp.scene.placed import Painted, PlacedIcon, PlacedPicture, PlacedText, TroubleKind


class Notes:
    """Texts, icons and pictures as they were placed, faces layer by layer, and troubles: one a cause, with its rows."""

    def __init__(self) -> None:
        self.texts: list[PlacedText] = []
        self.icons: list[PlacedIcon] = []
        self.pictures: list[PlacedPicture] = []
        self.faces: list[list[Painted]] = []
        self._troubles: dict[tuple[TroubleKind, Span, str, str | None], dict[str, None]] = {}

    def trouble(self, spoilt: SpoiltError, row: str) -> None:
        """Remembers that a layer could not be drawn for a row."""
        if spoilt.kind is not None:
            key = spoilt.kind, spoilt.span, spoilt.message, spoilt.hint
            self._troubles.setdefault(key, {})[row] = None

    def troubles(self) -> tuple[Trouble, ...]:
        """What was not drawn, each cause once with its rows."""
        return tuple(
            Trouble(kind, Fault(span, message + rows_told(tuple(rows)), hint, rows=tuple(rows)))
            for (kind, span, message, hint), rows in self._troubles.items()
        )
