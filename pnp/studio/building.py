"""Builds into the output folder, and the game on a table in a tab: both are made in a separate process.

Drawing libraries are not made for two threads, and a process can be ended. It reads an order from its standard input,
and reports as lines of JSON.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pnp.build import pipeline, write
from pnp.checks.sheet import NOT_EXPORTED
from pnp.interrupts import end_when_interrupted, interruptible
from pnp.loader import find_targets
from pnp.loader.pack import load
from pnp.messages import Refused
from pnp.output import OutputError
from pnp.studio.printing import options
from pnp.studio.resources import TABLE, Resource
from pnp.studio.session import Json, Message, RequestRefused, StudioSession

# In the studio: a process is started, its progress is passed on, and what it made is offered.


class RunningBuild(Struct, eq=False):
    """A build, or a table in the making: its number, and its process."""

    number: int
    process: subprocess.Popen[str]


def build(studio: StudioSession, message: Message) -> Json:
    """Begin a build into the output folder, with the guards of `pnp build`; its progress is pushed to the pages."""
    asked = options(message, studio.settings.out)
    return _begin(studio, {**message, "out": str(asked.out)}, _show_files)


def play(studio: StudioSession, message: Message) -> Json:
    """Begin to make the table of `pnp export html`; its progress is pushed to the pages, and then its address."""
    language = message.get("language") or None
    if language not in (None, *studio.loaded().languages):
        raise RequestRefused(f"the pack has no texts in '{language}'")
    return _begin(studio, {"language": language, "table": True}, _show_table)


Finish = Callable[[StudioSession, int, Mapping[str, Json]], None]
"""Tells the pages what a process has made; called in the thread of the studio with its last message."""


def _begin(studio: StudioSession, order: Mapping[str, Json], finish: Finish) -> Json:
    """Start a process for an order, and return its number."""
    running: RunningBuild | None = studio.stored.get("job")
    if running and running.process.poll() is None:
        raise RequestRefused("a build is running: wait for it, or cancel it")
    number = studio.stored.get("jobs", 0) + 1
    order = {**order, "target": str(studio.target.root), "scale": studio.target.scale}
    process = subprocess.Popen(
        [sys.executable, "-m", "pnp.studio.building"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    assert process.stdin, "it is a pipe"
    process.stdin.write(json.dumps(order))
    process.stdin.close()
    studio.stored |= {"job": RunningBuild(number, process), "jobs": number}
    threading.Thread(target=_follow, args=(studio, number, process, finish), daemon=True).start()
    return {"job": number}


def cancel(studio: StudioSession, _message: Message) -> Json:
    """End the build that runs; the output folder has whole files only."""
    running: RunningBuild | None = studio.stored.get("job")
    if running and running.process.poll() is None:
        running.process.terminate()
    return {}


def _follow(studio: StudioSession, number: int, process: subprocess.Popen[str], finish: Finish) -> None:
    """Pass on what a process says, until it ends."""
    assert process.stdout, "it is a pipe"
    last: Mapping[str, Json] = {"files": [], "refused": "it was cancelled: every file in the output folder is whole"}
    for line in process.stdout:
        said: Mapping[str, Json] = json.loads(line)
        if "files" in said:
            last = said
        else:
            studio.tell("building", job=number, **said)
    process.wait()
    studio.tasks.add(lambda: finish(studio, number, last))


def _show_files(studio: StudioSession, number: int, said: Mapping[str, Json]) -> None:
    """Tell the pages what was written, with an address to download each file."""
    folder, studio.stored["job"] = studio.settings.out.resolve(), None
    files = []
    for index, file in enumerate(said["files"]):
        path = Path(file["path"]).resolve()
        if path.is_relative_to(folder):
            name = f"{studio.session}-built-{number}-{index}"
            source = studio.offers.add(name, lambda path=path: _read(path), lasting=True)  # type: ignore[misc]
            files.append({**file, "path": path.relative_to(folder).as_posix(), "src": source})
    studio.tell("built", job=number, files=files, refused=said.get("refused"))


def _show_table(studio: StudioSession, number: int, said: Mapping[str, Json]) -> None:
    """Tell the pages the address of the table, which opens in a separate tab, and what is not on it."""
    studio.stored["job"], old = None, studio.stored.pop("table", None)
    if old:
        studio.offers.withdraw(old)
    tables = [each for each in said["files"] if each["name"].endswith(".html")]
    if not tables:
        studio.tell("laid", job=number, refused=said.get("refused") or "it has nothing to lay on a table")
        return
    name, content = f"{studio.session}-table-{number}", tables[0]["text"].encode()
    studio.stored["table"] = name
    source = studio.offers.add(name, lambda: Resource(content, TABLE), lasting=True)
    file = studio.offers.add(f"{name}-file", lambda: Resource(content, TABLE, tables[0]["name"]), lasting=True)
    studio.tell(
        "laid",
        job=number,
        revision=studio.revision,
        src=source.replace("/picture/", "/table/"),
        file=file,
        size=len(content),
        left_out=said["left_out"],
    )


def _read(path: Path) -> Resource:
    try:
        return Resource(path.read_bytes(), "application/octet-stream", path.name)
    except OSError as error:
        raise RequestRefused(f"'{path.name}' is no longer there: build it again") from error


# In the process.


def main() -> None:
    """Make what standard input orders; the last line lists the files, or says why there are none."""
    end_when_interrupted()
    order: dict[str, Any] = json.loads(sys.stdin.read())
    with interruptible():
        try:
            made = _make_table(order) if order.get("table") else _make_files(order)
        except (Refused, RequestRefused, OutputError) as error:
            made = {"files": [], "refused": str(error)}
    _say(**made)


def _make_files(order: dict[str, Any]) -> dict[str, Any]:
    """Build into the output folder, and return the files that were written."""
    asked = options(order, Path(order["out"]))
    (target,) = find_targets([order["target"]])
    loaded = load(replace(target, scale=order["scale"]), asked.language)
    examined, written = pipeline.build(loaded, asked, lambda text: _say(text=text))
    files = [
        {"path": str(each.path.resolve()), "size": each.size, "what": each.what, "changed": each.changed}
        for each in written
    ]
    return {"files": files, "refused": None if files else write.unwritten(examined, "build", {"draft": asked.draft})}


def _make_table(order: dict[str, Any]) -> dict[str, Any]:
    """Return the files of `pnp export html` with their texts, and what is not on the table."""
    from pnp.export.targets import ExportOptions, export_pack

    (target,) = find_targets([order["target"]])
    loaded = load(replace(target, scale=order["scale"]), order["language"])
    with tempfile.TemporaryDirectory(prefix="pnp-table-") as place:
        asked = ExportOptions(Path(place), order["language"])
        examined, written = export_pack(loaded, "html", asked, lambda text: _say(text=text))
        files = [{"name": each.path.name, "text": each.path.read_text(encoding="utf-8")} for each in written]
    return {
        "files": files,
        "refused": None if files else write.unwritten(examined, "export", {}),
        "left_out": [each.message for each in examined.report.findings if each.code == NOT_EXPORTED.code],
    }


def _say(**data: object) -> None:
    sys.stdout.write(json.dumps(data) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
