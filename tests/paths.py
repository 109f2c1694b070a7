"""The modules through which a row of a CSV file passes on its way to a PDF, and a road on its way to a finding.

`python -m tests.paths` prints both. A module is on the path if one of its functions takes or returns a value that says
the row's name: a text, or a record or collection that holds such a text. Families of checks count as one.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from types import FrameType
from typing import Any

from msgspec import Struct

from pnp.cli.main import group
from tests.pipeline import write

MARK = "Zanzibar"

ROW = """\
# file: pack.yaml
kind: pack
title: Harbour
players: 2
minutes: 20
credit: {designers: [Ada Byron]}
licence: {name: CC BY 4.0, link: "https://creativecommons.org/licenses/by/4.0/"}
uses: [house]
documents: [boats.yaml, boat.yaml]
components: [{component: boats}]
# file: boats.yaml
kind: component
makes: card
name: Boats
template: boat
rows: boats.csv
# file: boats.csv
name,sails
Zanzibar,2
# file: boat.yaml
kind: template
size: 63 x 88
layers: [{text: "{name} {sails}", style: card-title, where: "top, 12 high, 6 from top"}]
"""

ROAD = """\
kind: area-map
name: The bay
size: 120 x 90
areas: {Market: {at: [20, 20]}, Church: {at: [90, 20]}, Gate: {at: [90, 70]}, Zanzibar: {at: [20, 70]}}
roads: [Market -- Church -- Gate -- Market, Church -- Zanzibar]
"""


def says(value: object) -> bool:
    """Whether the value is a text of one line with the mark: a whole file is not yet a row."""
    return isinstance(value, str) and MARK in value and "\n" not in value


def holds(value: object) -> bool:
    """Whether the value says the mark, or holds a text that does."""
    if isinstance(value, Struct):
        return any(map(says, map(value.__getattribute__, value.__struct_fields__)))
    if isinstance(value, Mapping) and getattr(value, "__dict__", None) != {}:  # which is one that is not made yet
        return any(says(each) for pair in value.items() for each in pair)
    return says(value) or (isinstance(value, list | tuple | set | frozenset) and any(map(says, value)))


def passed(command: Callable[[], object]) -> list[str]:
    """The modules of pnp that take or return what holds the mark while the command runs, in the order of meeting."""
    found: dict[str, None] = {}

    def look(frame: FrameType, event: str, value: Any) -> None:
        name = frame.f_globals.get("__name__", "")
        if event not in ("call", "return") or not name.startswith("pnp.") or name in found:
            return
        taken = list(frame.f_locals.values()) if event == "call" else [value]
        if any(map(holds, taken)):
            found[name] = None

    sys.setprofile(look)
    try:
        command()
    finally:
        sys.setprofile(None)
    return list(found)


def families(modules: list[str]) -> list[str]:
    """The modules with each family of checks as one."""
    return list(dict.fromkeys(re.sub(r"^pnp\.checks\.\w+\.\w+$", "pnp.checks.*", name) for name in modules))


def run(text: str, *arguments: str) -> list[str]:
    """The path of the mark through a command for a pack or document."""
    with tempfile.TemporaryDirectory() as folder:
        place = write(Path(folder) / "harbour", text, "bay.yaml")
        more = ["-o", str(Path(folder) / "out")] if arguments[0] == "build" else []
        return families(passed(lambda: group([*arguments, str(place), *more], standalone_mode=False)))


def of_a_row() -> list[str]:
    return run(ROW, "build", "--format", "pdf", "--jobs", "1")


def of_a_road() -> list[str]:
    return run(ROAD, "check")


if __name__ == "__main__":
    for path in (of_a_row(), of_a_road()):
        print(len(path), *path, sep="\n  ")  # noqa: T201
