"""One build, or one table, in a separate process: it reads an order and reports as lines of JSON."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from pnp.build.pipeline import build, unwritten
from pnp.export.targets import ExportOptions, export_pack
from pnp.interrupts import end_when_interrupted, interruptible
from pnp.loader import find_targets
from pnp.loader.pack import load
from pnp.messages import Refused
from pnp.output import OutputError
from pnp.studio.printing import options
from pnp.studio.session import RequestRefused


def main() -> None:
    """Make what standard input orders; the last line lists the files, or says why there are none."""
    end_when_interrupted()
    order: dict[str, Any] = json.loads(sys.stdin.read())
    with interruptible():
        try:
            files, refused = _laid(order) if order.get("table") else _built(order)
        except (Refused, RequestRefused, OutputError) as error:
            files, refused = [], str(error)
    _say(files=files, refused=refused)


def _built(order: dict[str, Any]) -> tuple[list[dict[str, Any]], str | None]:
    asked = options(order, Path(order["out"]))
    (target,) = find_targets([order["target"]])
    loaded = load(replace(target, scale=order["scale"]), asked.language)
    examined, written = build(loaded, asked, lambda text: _say(text=text))
    files = [
        {"path": str(each.path.resolve()), "size": each.size, "what": each.what, "changed": each.changed}
        for each in written
    ]
    return files, None if files else unwritten(examined, "build", {"draft": asked.draft})


def _laid(order: dict[str, Any]) -> tuple[list[dict[str, Any]], str | None]:
    """Return the files of `pnp export html` with their texts."""
    (target,) = find_targets([order["target"]])
    loaded = load(replace(target, scale=order["scale"]), order["language"])
    with tempfile.TemporaryDirectory(prefix="pnp-table-") as place:
        asked = ExportOptions(Path(place), order["language"])
        examined, written = export_pack(loaded, "html", asked, lambda text: _say(text=text))
        files = [{"name": each.path.name, "text": each.path.read_text(encoding="utf-8")} for each in written]
    return files, None if files else unwritten(examined, "export", {})


def _say(**data: object) -> None:
    sys.stdout.write(json.dumps(data) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
