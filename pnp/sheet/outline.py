"""The outline of a file that shows parts one by one: the component, and each part on the first page that shows it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pnp.scene.sheet import Anchor

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pnp.scene.part import PartSet
    from pnp.scene.sheet import Sheet


def outlined_by(parts: PartSet, sheets: Sequence[Sheet], shown: Sequence[int]) -> tuple[Sheet, ...]:
    """The sheets with their bookmarks; `shown` is which part of the set each of them shows."""
    opened = tuple(replace(sheet, bookmark=None if number else parts.name) for number, sheet in enumerate(sheets))
    if len(parts.parts) < 2:
        return opened
    first = {index: number for number, index in reversed(tuple(enumerate(shown)))}
    return tuple(
        replace(sheet, anchors=(Anchor(f"part{index}", 0.0, parts.parts[index].name, 1),))
        if first[index] == number
        else sheet
        for number, (index, sheet) in enumerate(zip(shown, opened, strict=True))
    )
