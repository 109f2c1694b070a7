"""Kills `pnp studio` in the midst of edits, and looks at what is left: `python -m tests.studio.killing [TIMES] [SEED]`.

Each round starts the command as a user does, and edits as its page does: values in two files at once, cells of a table,
a paste over 200 rows, a place dragged on a map, whole texts, undo and redo. The expected bytes are made here, by
replacing text. After the kill each file must be as it was before or after the edit that was under way; after the next
start all files of that edit must agree, and every edit that was answered must be there.
"""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import urllib.parse
from contextlib import closing, suppress
from hashlib import sha256
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.studio.serving import Page

ROOT = Path(__file__).parents[2]

State = dict[str, bytes]
"""The content of each file of the pack, by its path in the pack."""

FILES = {
    "pack.yaml": "kind: pack\ntitle: Number 0  # counted\ndocuments: [card.yaml, cards.yaml, bay.yaml]\n"
    "components: [{component: cards}]\n",
    "card.yaml": "kind: template\nsize: 63 x 88\nlayers:\n"
    "  - {text: 'Number 0', where: 'top, 10 high', style: body}\n# " + "x" * 5000 + "\n",
    "cards.yaml": "kind: component\nmakes: card\ntemplate: card\nfields: {name: text, cost: number}\nrows: cards.csv\n",
    "bay.yaml": "kind: area-map\nsize: 100 x 100\nareas:\n"
    "  Pier: {at: [10, 20]}  # dragged\n  Gate: {at: [50, 60]}\nroads: [Pier -- Gate]\n",
    "cards.csv": "name,cost\n" + "".join(f"Card {number},1\n" for number in range(200)) + "Number 0,1\n",
}


class Studio:
    """A studio in its own process, and its page; `before` and `after` are the states around the edit under way."""

    def __init__(self, pack: Path, before: State) -> None:
        command = [sys.executable, "-m", "pnp", "studio", str(pack), "--no-browser", "-o", str(pack.parent / "output")]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT)
        assert self.process.stdout
        found = re.search(r"http://\S+", self.process.stdout.readline())
        assert found, self.process.communicate()[1]
        self.page = _page(found[0])
        self.pack, self.before, self.after = pack, before, before
        self.names = {each["file"].rpartition("/")[2]: each["file"] for each in self.page.ask("source.list")["files"]}

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate()

    def edit(self, after: State, ask: str, **data: Any) -> None:
        """Send an edit that leads to the state `after`; ConnectionClosed if the studio is killed meanwhile."""
        self.after = after
        self.page.ask(ask, **data)
        self.before = after
        assert _state(self.pack) == after, f"an answered {ask} wrote other bytes"

    def edit_until_killed(self, number: int, first: int) -> None:
        """Make edits of all kinds from the `first`, each with the next number, undoing and redoing each."""
        kinds = ("values", "cells", "paste", "drag", "text")
        while True:
            for kind in (kinds * 2)[first % len(kinds) :][: len(kinds)]:
                number += 1
                old = self.before
                self._make(kind, number)
                new = self.before
                self.edit(old, "shell.undo")
                self.edit(new, "shell.redo")

    def _make(self, kind: str, number: int) -> None:
        match kind:
            case "values":
                after = _numbered(self.before, number, "pack.yaml", "card.yaml")
                paths = {"pack.yaml": ["title"], "card.yaml": ["layers", 0, "text"]}
                value = f"Number {number}"
                edits = [{"file": self.names[file], "path": path, "value": value} for file, path in paths.items()]
                self.edit(after, "edit.values", says=str(number), edits=edits)
            case "cells":
                cells = [[200, 0, f"Number {number}"]]
                self.edit(_numbered(self.before, number, "cards.csv"), "table.change", component="cards", cells=cells)
            case "paste":
                cells = [[row, 1, str(number)] for row in range(200)]
                pasted = re.sub(rb"(?m)^(Card \d+),\d+$", rb"\g<1>,%d" % number, self.before["cards.csv"])
                self.edit({**self.before, "cards.csv": pasted}, "table.change", component="cards", cells=cells)
            case "drag":
                at = [number % 80 + 5, number // 10_000 % 80 + 5]
                dragged = re.sub(rb"(?<=Pier: {at: )\[\d+, \d+", b"[%d, %d" % tuple(at), self.before["bay.yaml"])
                edits = [{"do": "move", "place": "Pier", "at": at}]
                self.edit({**self.before, "bay.yaml": dragged}, "map.change", map="bay", edits=edits)
            case _:
                after = _numbered(self.before, number, "card.yaml")
                digest = sha256(self.before["card.yaml"]).hexdigest()
                text = after["card.yaml"].decode()
                self.edit(after, "source.save", file=self.names["card.yaml"], text=text, digest=digest)


def _page(address: str) -> Page:
    """The socket of a page that a browser opens at the address."""
    parts = urllib.parse.urlsplit(address)
    with closing(HTTPConnection(parts.netloc, timeout=20)) as asks:
        asks.request("GET", f"/?{parts.query}")
        cookie = (asks.getresponse().getheader("set-cookie") or "").partition(";")[0]
    asks_as = {"Cookie": cookie}
    opened = connect(f"ws://{parts.netloc}/live", origin=f"http://{parts.netloc}", additional_headers=asks_as)  # type: ignore[arg-type]
    return Page(opened.__enter__())  # open until the studio is killed


def _numbered(state: State, number: int, *names: str) -> State:
    """The state with the number in these files replaced."""
    changed = {name: re.sub(rb"Number \d+", f"Number {number}".encode(), state[name]) for name in names}
    return {**state, **changed}


def _state(pack: Path) -> State:
    return {path.relative_to(pack).as_posix(): path.read_bytes() for path in sorted(pack.rglob("*")) if path.is_file()}


def kill_studios(folder: Path, times: int, seed: int = 1) -> list[str]:
    """Kill so many studios in the midst of edits; what was lost, half written or left behind."""
    pack, moments, wrong = folder / "killed", random.Random(seed), []
    pack.mkdir()
    for name, text in FILES.items():
        (pack / name).write_text(text, encoding="utf-8", newline="")
    os.environ["PNP_CACHE_DIR"] = str(folder / "cache")
    state, answered = dict(sorted(_state(pack).items())), 0
    for turn in range(times):
        studio = Studio(pack, state)
        timer = threading.Timer(0.02 + moments.random() * 1.2, studio.kill)
        timer.start()
        with suppress(ConnectionClosed, OSError, TimeoutError):
            studio.edit_until_killed(turn * 10_000, turn)
        timer.join()
        answered += studio.before is not state
        wrong += [f"kill {turn + 1}: {each}" for each in _half(_state(pack), studio.before, studio.after)]
        state, faults = _recovered(pack, studio.before, studio.after)
        wrong += [f"kill {turn + 1}: {each}" for each in faults]
    if times and not answered:
        wrong.append("no edit was answered before a kill: nothing was tried")
    return wrong


def _half(found: State, before: State, after: State) -> list[str]:
    """What is wrong before anything is recovered: each file is the old or the new one."""
    return [f"{name} is half written or lost" for name in before if found.get(name) not in (before[name], after[name])]


def _recovered(pack: Path, before: State, after: State) -> tuple[State, list[str]]:
    """The state of the pack after the next start of the studio, and what is wrong with it."""
    studio = Studio(pack, before)
    try:
        found, wrong = _state(pack), []
        if found not in (before, after):
            wrong.append(f"the next start leaves {_differing(found, before)} of one edit and others of none")
        title = json.dumps(studio.page.ask("shell.hello")["title"])
        if title.strip('"').encode() not in found["pack.yaml"]:
            wrong.append(f"the page shows the title {title}, which is not in the file")
        if studio.page.ask("shell.history")["done"]:
            studio.page.ask("shell.undo")
            studio.page.ask("shell.redo")
        if _state(pack) != found:
            wrong.append("undo and redo after the start lead elsewhere")
        return found, wrong
    finally:
        studio.kill()


def _differing(found: State, before: State) -> list[str]:
    return [name for name in {**found, **before} if found.get(name) != before.get(name)]


if __name__ == "__main__":
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    with tempfile.TemporaryDirectory() as place:
        faults = kill_studios(Path(place), times, seed)
    sys.stdout.write("".join(f"{fault}\n" for fault in faults))
    sys.stdout.write(f"{times} studios killed, {len(faults)} faults; seed {seed}\n")
    sys.exit(1 if faults else 0)
