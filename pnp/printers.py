"""Printers: what was read off the calibration sheet of each, kept in the user's configuration folder."""

from __future__ import annotations

import json
import math
from dataclasses import asdict, fields
from typing import TYPE_CHECKING, Any

from pnp.output import write_file
from pnp.records import dataclass

if TYPE_CHECKING:
    from pathlib import Path

FILE = "printers.json"
VERSION = 1

LIMITS = {"x": (-20.0, 20.0), "y": (-20.0, 20.0), "angle": (-5.0, 5.0), "scale": (90.0, 110.0)}
"""Between what each reading lies: more is no printer's stray but a wrong setting."""


class PrintersUnreadable(Exception):
    """The file of saved printers holds something else; the message says where it is and what to do."""


@dataclass(frozen=True, slots=True)
class Reading:
    """Where a printer puts the back, as one sees it through the front.

    `x` millimetres too far to the right, `y` too far down, turned clockwise by `angle` degrees; a line of 100 mm
    measures `scale`.
    """

    x: float = 0.0
    y: float = 0.0
    angle: float = 0.0
    scale: float = 100.0


def printers_file() -> Path:
    """Where the readings are kept."""
    from platformdirs import user_config_path

    return user_config_path("pnp", appauthor=False) / FILE


def saved_printers() -> dict[str, Reading]:
    """The reading of each printer by its name; none where nothing was saved yet.

    Raises PrintersUnreadable.
    """
    path = printers_file()
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        return {str(name): _reading(entry) for name, entry in sorted(content["printers"].items())}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        message = f"cannot read '{path}': {error}; mend or remove it, and calibrate again"
        raise PrintersUnreadable(message) from error


def save_printer(name: str, reading: Reading) -> Path:
    """Keeps the reading under that name and leaves the others; the file that it is in now.

    Raises PrintersUnreadable, or OutputError where it can't be written.
    """
    printers = {**saved_printers(), name: reading}
    content = {"version": VERSION, "printers": {key: asdict(printers[key]) for key in sorted(printers)}}
    path = printers_file()
    write_file(path, (json.dumps(content, indent=2, ensure_ascii=False) + "\n").encode())
    return path


def _reading(entry: Any) -> Reading:
    values = {each.name: float(entry.get(each.name, each.default)) for each in fields(Reading)}
    for name, (least, most) in LIMITS.items():
        if not math.isfinite(values[name]) or not least <= values[name] <= most:
            raise ValueError(f"{name} is {values[name]:g}, which is not between {least:g} and {most:g}")
    return Reading(**values)
