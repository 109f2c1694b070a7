"""What is shown of a map: all of it, a part that has a name or is given as four lengths, or a diagram of its law."""

from __future__ import annotations

from pnp.model.traffic import TURNS

MAP, TURNS_SHOWN, ADDRESSES = "map", "turns", "addresses"

SHOWN = (MAP, TURNS_SHOWN, ADDRESSES, *TURNS)
"""What can be shown: the map, all turns at an intersection or one of them, the addresses of a block."""

PARTS = {
    "all": (0.0, 0.0, 1.0, 1.0),
    "top half": (0.0, 0.0, 1.0, 0.5),
    "bottom half": (0.0, 0.5, 1.0, 0.5),
    "left half": (0.0, 0.0, 0.5, 1.0),
    "right half": (0.5, 0.0, 0.5, 1.0),
    "top left quarter": (0.0, 0.0, 0.5, 0.5),
    "top right quarter": (0.5, 0.0, 0.5, 0.5),
    "bottom left quarter": (0.0, 0.5, 0.5, 0.5),
    "bottom right quarter": (0.5, 0.5, 0.5, 0.5),
}
"""The parts of a map that have a name: left, top, width and height as shares of it."""

SLACK = 0.05
"""By how many millimetres a part may reach beyond its map, as far as lengths are rounded."""

LEAST_PART = 0.5
"""The least width and height of a part, in millimetres."""

Shares = tuple[float, float, float, float]


class NoPartError(ValueError):
    """Words that say no part of the map; the message says why, `unread` whether they could not be read at all."""

    def __init__(self, message: str, unread: bool = False) -> None:
        self.message, self.unread = message, unread
        super().__init__(message)


def part_in_shares(words: str, width: float, height: float) -> Shares:
    """A part of a map of that size: left, top, width and height as shares of it; raises NoPartError."""
    if words in PARTS:
        return PARTS[words]
    try:
        left, top, across, down = (float(word) for word in words.replace(",", " ").strip("[] ").split())
    except ValueError:
        raise NoPartError(f"'{words}' is no part of a map", unread=True) from None
    if 0 < min(across, down) < LEAST_PART:
        raise NoPartError(f"the part '{words}' is less than {LEAST_PART:g} mm wide or high")
    inside = min(left, top) >= 0 and left + across <= width + SLACK and top + down <= height + SLACK
    if not inside or not min(across, down, width, height) > 0:
        raise NoPartError(f"the part '{words}' does not lie on the map of {width:g} × {height:g} mm")
    return left / width, top / height, across / width, down / height
