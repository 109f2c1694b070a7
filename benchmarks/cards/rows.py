"""The rows of the cards that every tool draws: made by counting, so that they are the same everywhere."""

from __future__ import annotations

import csv
from pathlib import Path

PLACES = ("Mill", "Chapel", "Windmill Hill", "Herring Quay", "Signal Tower", "Wagon Yard", "Playhouse", "Rose Garden")
ERRANDS = ("Take the towpath", "Cross the footbridge", "Ask the watchman for a lantern", "Pay the ferryman")
COLOURS = {"red": "#C0392B", "blue": "#2471A3", "green": "#1E8449", "orange": "#CA6F1E"}

Row = dict[str, str]


def row(index: int) -> Row:
    """The card of that number, from 0."""
    place, errand = PLACES[index % len(PLACES)], ERRANDS[index // len(PLACES) % len(ERRANDS)]
    colour = tuple(COLOURS)[index % len(COLOURS)]
    code = COLOURS[colour]
    text = (
        f"{errand} and be at the {place} before the bell rings. If two or more parcels wait in the same street, the "
        f"runner may carry them together and scores {index % 7 + 2} points for each."
    )
    shades = {name: str(int(code[at : at + 2], 16)) for name, at in (("r", 1), ("g", 3), ("b", 5))}
    named = {"id": f"{index + 1:04d}", "title": f"{place} {index + 1}", "number": str(index % 9 + 1)}
    return named | {"colour": colour, "code": code, "text": text} | shades


def rows(count: int) -> list[Row]:
    """So many cards."""
    return [row(index) for index in range(count)]


def write_table(path: Path, content: list[Row], delimiter: str = ",") -> None:
    """Writes the rows as CSV."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(content[0]), delimiter=delimiter, lineterminator="\n")
        writer.writeheader()
        writer.writerows(content)
