"""Font families that are installed as packages (`fontpkg-…`): their names, and the file of a family for a weight.

A package is looked for by its own name first: to see all that is installed takes as long as drawing a small deck.
"""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

REGULAR = 400


class FontFile(NamedTuple):
    """A file of a family, and the face that is in it; a variable file counts as Regular, all that is drawn of it."""

    path: Path
    weight: int = REGULAR
    italic: bool = False


def families() -> tuple[str, ...]:
    """The names of the installed families, sorted."""
    import fontpkg

    return tuple(sorted(family.name for family in fontpkg.families().values()))


def font_file(family: str, weight: int, italic: bool) -> FontFile | None:
    """The file nearest in weight, upright where the family has no italics; None where it is not installed."""
    weight = min(max(weight, 1), 1000)
    files = _files(slug(family))
    if italic and not any(entry["style"] == "italic" for _, entry, _ in files):
        italic = False
    for path, entry, reach in files:
        if (entry["style"] == "italic") is italic and (entry["weight"] == weight or weight in reach):
            return FontFile(path, entry["weight"] or REGULAR, italic)
    return _nearest(family, weight, italic)


def slug(family: str) -> str:
    """The name of a family as its package has it."""
    return re.sub(r"[\s_]+", "-", family.strip().lower())


@cache
def _files(name: str) -> tuple[tuple[Path, dict[str, Any], range], ...]:
    """The files of the package of that name, what it says of each, and the weights that a variable one can have."""
    found = find_spec(f"fontpkg_{name.replace('-', '_')}") if re.fullmatch("[a-z0-9-]+", name) else None
    if found is None or not found.origin:
        return ()
    folder = Path(found.origin).parent
    with open(folder / "metadata.json", encoding="utf-8") as file:  # noqa: PTH123
        family = json.load(file)
    reaches = [range(int(axis["min"]), int(axis["max"]) + 1) for axis in family["axes"] if axis["tag"] == "wght"]
    reach = reaches[0] if reaches else range(0)
    return tuple((folder / entry["path"], entry, reach if entry["variable"] else range(0)) for entry in family["files"])


def _nearest(family: str, weight: int, italic: bool) -> FontFile | None:
    import fontpkg

    try:
        chosen = fontpkg.family(family)
    except fontpkg.FamilyNotInstalled:
        return None
    style = "italic" if italic and "italic" in chosen.styles else "normal"
    file = fontpkg.select_file(chosen, weight, style, nearest=True)
    return FontFile(file.path, file.weight or REGULAR, file.style == "italic")
