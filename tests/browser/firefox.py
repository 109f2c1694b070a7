"""The HTML table in a headless Firefox, driven by its own remote protocol (Marionette) on the loopback address."""

from __future__ import annotations

import base64
import json
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from pnp.export.game import exported
from pnp.export.html import table_page
from tests.games import examined

from .chromium import NoBrowser, address

PATIENCE = 120.0
"""Seconds until it must listen."""

_PREFERENCES = {
    "marionette.port": 0,
    "app.update.enabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "ui.systemUsesDarkTheme": 0,
    "browser.download.folderList": 2,
    "browser.download.useDownloadDir": True,
    "browser.download.manager.showWhenStarting": False,
    "browser.helperApps.neverAsk.saveToDisk": "application/json",
}


class FirefoxTab:
    """One tab: commands are JSON with their length before it, answers too."""

    def __init__(self, line: socket.socket, folder: Path) -> None:
        self.folder = folder
        self._line, self._unread, self._number = line, b"", 0
        self._answer()
        self.call("WebDriver:NewSession")

    def call(self, name: str, **parameters: Any) -> Any:
        """What a command answers. Raises RuntimeError if it fails."""
        self._number += 1
        command = json.dumps([0, self._number, name, parameters]).encode()
        self._line.sendall(b"%d:%b" % (len(command), command))
        *_, failed, answer = self._answer()
        if failed:
            raise RuntimeError(f"{name}: {failed['error']}: {failed['message']}")
        return answer

    def _answer(self) -> Any:
        while b":" not in self._unread:
            self._unread += self._line.recv(65536)
        length, _, rest = self._unread.partition(b":")
        while len(rest) < int(length):
            rest += self._line.recv(2**20)
        self._unread = rest[int(length) :]
        return json.loads(rest[: int(length)])

    def run(self, script: str) -> Any:
        """The value of an expression in the page."""
        return self.call("WebDriver:ExecuteScript", script=f"return {script};", args=[], sandbox=None)["value"]

    def picture(self) -> bytes:
        """The page as PNG."""
        return base64.b64decode(self.call("WebDriver:TakeScreenshot", full=False, id=None)["value"])

    def drag(self, *points: tuple[float, float], clicks: int = 0) -> None:
        """Press the mouse at the first point and release it at the last; or click there."""
        held = [{"type": "pointerDown", "button": 0}]
        released = [{"type": "pointerUp", "button": 0}]
        moves = [
            {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 60, "origin": "viewport"}
            for x, y in points
        ]
        actions = [moves[0], *(held + released) * clicks] if clicks else [moves[0], *held, *moves[1:], *released]
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": actions}
        self.call("WebDriver:PerformActions", actions=[mouse])
        self.call("WebDriver:ReleaseActions")

    def key(self, *keys: str) -> None:
        """Press keys together."""
        actions = [{"type": "keyDown", "value": each} for each in keys]
        actions += [{"type": "keyUp", "value": each} for each in reversed(keys)]
        self.call("WebDriver:PerformActions", actions=[{"type": "key", "id": "keys", "actions": actions}])


@contextmanager
def firefox(wide: int, high: int) -> Iterator[FirefoxTab]:
    """A tab of a Firefox with a profile of its own, ended afterwards. Raises NoBrowser if there is none."""
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    if not program:
        raise NoBrowser("there is no Firefox: neither firefox-esr nor firefox is on the path")
    with tempfile.TemporaryDirectory() as folder:
        values = {**_PREFERENCES, "browser.download.dir": folder}
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in values.items()]
        Path(folder, "user.js").write_text("\n".join(lines), encoding="utf-8")
        asked = [
            program,
            "--headless",
            "--marionette",
            "--profile",
            folder,
            "--width",
            str(wide),
            "--height",
            str(high),
        ]
        with subprocess.Popen(asked, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as running:
            try:
                with socket.create_connection(("127.0.0.1", _port(Path(folder))), PATIENCE) as line:
                    yield FirefoxTab(line, Path(folder))
            finally:
                running.terminate()


def _port(profile: Path) -> int:
    """The port that it has chosen, which it writes into its profile."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with suppress(OSError, ValueError):
            return int((profile / "MarionetteActivePort").read_text(encoding="utf-8"))
        time.sleep(0.2)
    raise NoBrowser("Firefox does not listen")


_AT = "(() => { const r = %s.getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]; })()"


def faults(game: str, folder: Path) -> Iterator[str]:
    """What is wrong with the table of a game in Firefox; pictures of it are left in the folder."""
    path = folder / "firefox" / f"{game}.html"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(table_page(exported(examined(game, draws_maps=True))))
    with firefox(1280, 720) as tab:
        tab.call("WebDriver:Navigate", url=address(path))
        tab.run("document.getElementById('begin').click()")
        time.sleep(0.5)
        path.with_name(f"{game}.png").write_bytes(tab.picture())
        before = tab.run("JSON.stringify(window.pnpTable.all().filter(r => r.id !== 'meta'))")
        yield from _played(tab)
        yield from _saved(tab, game)
        path.with_name(f"{game}-played.png").write_bytes(tab.picture())
        for _ in range(tab.run("window.pnpTable.log().length")):
            tab.key("\ue009", "z")
        after = tab.run("JSON.stringify(window.pnpTable.all().filter(r => r.id !== 'meta'))")
        if sorted(json.loads(before), key=lambda each: each["id"]) != sorted(
            json.loads(after), key=lambda each: each["id"]
        ):
            yield "undoing everything does not give back the beginning"


def _played(tab: FirefoxTab) -> Iterator[str]:
    """A card is drawn by a double click, a piece is dragged, its rings are there, a key flips a card."""
    pile = tab.run(
        "window.pnpTable.all().find(r => r.is === 'pile' && r.z && !r.in && r.items.length > 2"
        " && window.pnpTable.pieceOf(window.pnpTable.get(r.items[0])).kind === 'card')?.id ?? ''"
    )
    if pile:
        spot = tab.run(_AT % f"document.querySelector('[data-id=\"{pile}\"]')")
        tab.drag(tuple(spot), (spot[0] + 150, spot[1] - 40), (spot[0] + 170, spot[1] - 60))
        if not tab.run("window.pnpTable.log().some(each => each.startsWith('took'))"):
            yield "a card can't be dragged from a pile"
        tab.drag(tuple(spot), clicks=2)
        if tab.run("window.pnpTable.get('hand1').items.length") != 1:
            yield "a double click on a pile draws no card"
        yield from _shuffled(tab, pile)
    walker = tab.run("window.pnpTable.all().find(r => r.at && !r.lock)?.id ?? ''")
    if walker:
        tab.run(f"window.pnpTable.choose(['{walker}'])")
        board, index = tab.run(f"window.pnpTable.get('{walker}').at")
        spot = f"{{board: window.pnpTable.get('{board}'), index: {index}}}"
        rings = tab.run("document.querySelectorAll('.ring').length")
        if tab.run(f"window.pnpTable.nextPlaces({spot}).length") and not rings:
            yield "a piece on a place has no rings"
    if tab.run("performance.getEntriesByType('resource').filter(e => !/^(blob|data):/.test(e.name)).length"):
        yield "requests left the page"


def _shuffled(tab: FirefoxTab, pile: str) -> Iterator[str]:
    """A key shuffles a pile: it has the same cards in another order."""
    order = f"window.pnpTable.get('{pile}').items"
    before = tab.run(order)
    tab.run(f"window.pnpTable.choose(['{pile}'])")
    tab.key("s")
    after = tab.run(order)
    if sorted(before) != sorted(after) or (len(before) > 5 and before == after):
        yield "a pile is not shuffled"


def _saved(tab: FirefoxTab, game: str) -> Iterator[str]:
    """The table is saved to a file; a new game is another one; the file gives back the old one, with its log."""
    state = "JSON.stringify([window.pnpTable.all().sort((a, b) => (a.id < b.id ? -1 : 1)), window.pnpTable.log()])"
    before = tab.run(state)
    tab.run("document.getElementById('save').click()")
    file = tab.folder / f"{game}-table.json"
    until = time.monotonic() + PATIENCE
    while not (file.is_file() and file.stat().st_size and not file.with_name(f"{file.name}.part").exists()):
        if time.monotonic() > until:
            yield "no file is saved"
            return
        time.sleep(0.1)
    tab.run("document.getElementById('new').click()")
    tab.run("[...document.querySelectorAll('dialog button')].find(b => b.textContent === 'Begin again').click()")
    tab.run("document.getElementById('begin').click()")
    time.sleep(0.5)
    if tab.run(state) == before:
        yield "a new game is the old one"
    field = tab.call("WebDriver:FindElement", using="css selector", value="#file")["value"]
    tab.call("WebDriver:ElementSendKeys", id=next(iter(field.values())), text=str(file))
    time.sleep(1.0)
    if tab.run(state) != before:
        yield "the table that is loaded is not the one that was saved"
    tab.run("document.querySelector('#curtain[open] #open-curtain')?.click()")
