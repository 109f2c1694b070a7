"""Builds: their options, what they would print, and building into the output folder; and the game on a table in a tab.

What is built is made in a separate process: drawing libraries are not made for two threads, and a process can be ended.
It reads an order from its standard input, and reports as lines of JSON.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, get_args

from msgspec import Struct
from msgspec.structs import replace

from pnp.build import pipeline, write
from pnp.build.pipeline import prepare
from pnp.build.press import printed_sheets
from pnp.build.rules import illustrated
from pnp.build.target import BuildOptions, profile_named
from pnp.build.write import silent
from pnp.checks.sheet import NOT_EXPORTED
from pnp.diagnostics import Severity
from pnp.facts.rows import manifest
from pnp.interrupts import end_when_interrupted, interruptible
from pnp.loader import find_targets
from pnp.loader.pack import load
from pnp.messages import Refused
from pnp.model.profile import Profile
from pnp.output import OutputError
from pnp.plugins import OUR_FORMATS, plugin_formats
from pnp.render.pdf import render_pngs
from pnp.scene.parts import Sheet
from pnp.sheet.options import PAPERS, Backs, Cuts, Flip, Layout
from pnp.studio.faces import place
from pnp.studio.resources import TABLE, Resource
from pnp.studio.session import Json, Message, RequestRefused, StudioSession
from pnp.units import MM_PER_INCH

# The options of a build, as the page offers and sends them.

CHOICES = {
    "paper": tuple(PAPERS),
    "layout": get_args(Layout),
    "flip": get_args(Flip),
    "cuts": get_args(Cuts),
    "backs": get_args(Backs),
}
"""The options with fixed choices; each may be left to the profile."""


def offered(studio: StudioSession, _message: Message) -> Json:
    """Return what can be chosen: the options, the profiles of the pack, its components, and what is built."""
    loaded = studio.loaded()
    game = loaded.game
    bundled = sorted({*game.names(Profile), "home"})
    return {
        **{name: list(choices) for name, choices in CHOICES.items()},
        "profile": bundled,
        "prints": {name: profile_named(loaded, name).prints for name in bundled},
        "defaults": {name: _defaults(profile_named(loaded, name)) for name in bundled},
        "flat": [name for name in bundled if profile_named(loaded, name).registration],
        "components": [{"id": entry.id, "name": entry.name or each.name} for entry, each in manifest(game)],
        "formats": [*OUR_FORMATS, *plugin_formats()],
        "folder": (studio.settings.out / loaded.name).as_posix(),
    }


def _defaults(profile: Profile) -> dict[str, str]:
    """Return what a profile says for each of the options with fixed choices."""
    chosen = {"paper": profile.paper, "layout": profile.layout, "flip": profile.flip, "cuts": profile.cuts}
    return {**chosen, "backs": "needed"}


def options(message: Message, out: Path) -> BuildOptions:
    """Return the options of a message. Raises RequestRefused for values of the wrong kind."""
    given: dict[str, Any] = {}
    for name in ("language", "variant", *CHOICES):
        value = message.get(name) or None
        if not isinstance(value, str | None):
            raise RequestRefused(f"'{name}' is not a text")
        given[name] = value
    for name in ("only", "formats"):
        value = message.get(name) or []
        if not (isinstance(value, list) and len(value) <= MOST_NAMED and all(isinstance(each, str) for each in value)):
            raise RequestRefused(f"'{name}' is not a list of names")
        given[name] = tuple(value) if name == "only" else tuple(value) or None
    dpi = message.get("dpi") or None
    if not (dpi is None or (isinstance(dpi, int) and 36 <= dpi <= 1200)):
        raise RequestRefused("a resolution is a number of dots per inch from 36 to 1200")
    profile = message.get("profile") or "home"
    return BuildOptions(out, profile=str(profile), dpi=dpi, draft=message.get("draft") is True, **given)


MOST_NAMED = 1_000
"""Maximum number of components or formats that a message names."""


# Sheets and rules as pictures of their pages.

SCREEN_DPI, CLOSE_DPI = 96, 220
"""The resolution of a page that fits the window, and of one that is looked at closely."""


def sheets(studio: StudioSession, message: Message) -> Json:
    """Return the pages of a build, in order, with the address of a picture of each."""
    asked = options({**message, "formats": None, "dpi": None}, studio.settings.out)
    key = f"sheets {asked}"
    if key not in studio.cached:
        prepared = prepare(studio.loaded(asked.language), asked, silent, studio.memo(f"sheets {asked.language}"))
        if prepared.target.profile.prints == "faces":
            raise RequestRefused(
                f"the profile '{asked.profile}' makes one page or picture of each face for a printing service, no "
                "sheets: see the faces in Faces, and build their files in Print"
            )
        wrong = [each for each in prepared.examined.report.findings if each.severity is Severity.ERROR]
        studio.cached[key] = printed_sheets(prepared.examined, prepared.target), wrong
    pages, wrong = studio.cached[key]
    return {
        "revision": studio.revision,
        "errors": len(wrong),
        "wrong": [{"message": each.message, "hint": each.hint, **place(each.span)} for each in wrong[:MOST_WRONG]],
        "pages": list(_pages(studio, pages)),
    }


MOST_WRONG = 3
"""Maximum number of errors that are listed above the sheets; Findings lists all."""


def rules(studio: StudioSession, message: Message) -> Json:
    """Return the rulebooks as pages."""
    from pnp.rulebook.pages import compose_rulebook

    language, variant = (message.get(name) or None for name in ("language", "variant"))
    paper = PAPERS.get(str(message.get("paper") or "a4"))
    if paper is None:
        raise RequestRefused("there is no such paper")
    key = f"rules {language} {variant} {paper.name}"
    if key not in studio.cached:
        examined = studio.examined_in(language)
        drawn = (illustrated(each, examined.facts, examined.maps) for each in examined.documents.values())
        studio.cached[key] = [(each.title, compose_rulebook(each, paper.width, paper.height)) for each in drawn]
    books = studio.cached[key]
    return {
        "revision": studio.revision,
        "books": [{"title": title, "pages": list(_pages(studio, pages))} for title, pages in books],
    }


def _pages(studio: StudioSession, pages: Sequence[Sheet]) -> Iterator[Json]:
    """Yield the pages; a page that looks as before has the picture of before."""
    from pnp.render.pdf import fingerprint

    for number, sheet in enumerate(pages, 1):
        name = f"{studio.token}-page-{fingerprint(sheet)[:24]}"
        yield {
            "number": number,
            "width": sheet.width,
            "height": sheet.height,
            "label": sheet.label,
            "side": sheet.side,
            "bookmark": sheet.bookmark,
            "components": list(sheet.components),
            "src": studio.offers.add(name, lambda sheet=sheet: _picture(sheet, SCREEN_DPI)),  # type: ignore[misc]
            "close": studio.offers.add(f"{name}-close", lambda sheet=sheet: _picture(sheet, CLOSE_DPI)),  # type: ignore[misc]
        }


MOST_PIXELS = 25_000_000
"""Maximum number of pixels of a page; a larger one is shown less sharp."""


def _picture(sheet: Sheet, dpi: float) -> Resource:
    area = sheet.width * sheet.height / MM_PER_INCH**2
    (content,) = render_pngs([sheet], min(dpi, (MOST_PIXELS / area) ** 0.5))
    return Resource(content, "image/png")


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
            name = f"{studio.token}-built-{number}-{index}"
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
    name, content = f"{studio.token}-table-{number}", tables[0]["text"].encode()
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
