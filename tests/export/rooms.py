"""Exported rooms on the server of virtualtabletop.io: loaded, compared with the pack, and played in a Chromium.

The server is another project's (GPL) and no part of this repository. A checkout with `npm install` done is started
on the loopback address, from a copy, so that nothing is left in it.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from math import dist
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from pnp.export.game import exported
from pnp.export.screen import Screen, archive, fitted, without_spare_boards
from pnp.export.vtt import MOST_SCALE, TABLE, VERSION, vtt_file
from tests.browser.chromium import Page, browser
from tests.export.test_vtt import position
from tests.games import examined

PATIENCE = 30.0
"""Seconds until the server must answer, or a page must show its room."""

NEAR = 0.5
"""How far a piece may be from where the pack lays it, in millimetres."""

UNSAID = "bgg", "mode"
"""What its public library wants to know of a game and a pack does not say: an address on BoardGameGeek, and *coop*."""

_VALIDATE = """import fs from 'fs'; import JSZip from 'jszip';
import { validateGameFile } from './validator/validate_gamefile.js';
const zip = await JSZip.loadAsync(fs.readFileSync(process.argv[2]));
for (const file of Object.keys(zip.files).filter((name) => /^[0-9]+\\.json$/.test(name)))
  for (const each of validateGameFile(JSON.parse(await zip.files[file].async('string')), true))
    console.log(`${file}: ${each.widget}: ${each.property.join('.')}: ${each.message}`);
"""


@contextmanager
def server(checkout: Path) -> Iterator[tuple[str, Path]]:
    """The address of the server, and the folder of its copy."""
    with tempfile.TemporaryDirectory() as saved:
        place = Path(saved)
        for each in checkout.iterdir():
            if each.name in ("node_modules", "assets", "library"):
                (place / each.name).symlink_to(each)
            elif each.is_dir() and each.name not in ("save", ".git"):
                shutil.copytree(each, place / each.name)
            elif each.is_file() and each.name != "config.json":
                shutil.copy(each, place)
        (place / "save").mkdir()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        settings = json.loads((place / "config.template.json").read_text(encoding="utf-8"))
        address = f"http://127.0.0.1:{port}"
        settings |= {"port": port, "externalURL": address, "minifyJavascript": False, "betaServers": {}}
        (place / "config.json").write_text(json.dumps({**settings, "legacyServers": {}}), encoding="utf-8")
        (place / "validate-rooms.mjs").write_text(_VALIDATE, encoding="utf-8")
        environment = {**os.environ, "PORT": str(port), "EXTERNALURL": address}
        asked = ["node", "server.mjs"]
        with (place / "log.txt").open("wb") as log:  # noqa: SIM117 - the log outlives the process
            with subprocess.Popen(asked, cwd=place, env=environment, stdout=log, stderr=log) as running:
                try:
                    yield _awake(address), place
                finally:
                    running.terminate()


def _awake(address: str) -> str:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            urllib.request.urlopen(f"{address}/state/ping", timeout=5).read()
        except urllib.error.HTTPError:
            return address
        except (urllib.error.URLError, OSError):
            time.sleep(0.3)
        else:
            return address
    raise SystemExit("the server does not answer")


def validated(place: Path, room: Path) -> list[str]:
    """What the project's own validator says of a room."""
    asked = ["node", "validate-rooms.mjs", str(room)]
    ran = subprocess.run(asked, cwd=place, capture_output=True, text=True, timeout=120, check=False)
    said = [line for line in ran.stdout.splitlines() if not any(f"_meta.info.{key}:" in line for key in UNSAID)]
    return [*said, *([ran.stderr[-500:]] if ran.returncode else [])]


def _known(content: bytes, place: Path) -> bytes:
    """The room with the version of an older server, which refuses newer rooms by their number."""
    knows = re.search(r"VERSION = (\d+)", (place / "server" / "fileupdater.mjs").read_text(encoding="utf-8"))
    assert knows
    with ZipFile(BytesIO(content)) as room:
        files = {each: room.read(each) for each in room.namelist()}
    for name, text in files.items():
        if name.endswith(".json"):
            variant = json.loads(text)
            variant["_meta"]["version"] = min(VERSION, int(knows[1]))
            files[name] = json.dumps(variant).encode()
    return archive(files)


def _state(address: str, room: str) -> dict[str, Any]:
    with urllib.request.urlopen(f"{address}/state/{room}", timeout=30) as answer:
        found: dict[str, Any] = json.load(answer)
    return found


def _until(page: Page, script: str) -> Any:
    end = time.monotonic() + PATIENCE
    while not (value := page.run(script)):
        if time.monotonic() > end:
            raise SystemExit(f"it did not come true in {PATIENCE:.0f} s: {script}")
        time.sleep(0.2)
    return value


def faults(address: str, place: Path, name: str, pictures: Path) -> Iterator[str]:
    """What is wrong with the room of a game on the server; pictures of it are left in the folder."""
    game = exported(examined(name, draws_maps=True))
    content, room = vtt_file(game).content, f"play-{name}"
    path = place / f"{name}.vtt"
    path.write_bytes(content)
    if (place / "validator").is_dir():
        yield from (f"the validator: {line}" for line in validated(place, path))
    else:
        sys.stdout.write("vtt: this version of the server has no validator: not looked at\n")
    content = _known(content, place)
    kind = {"Content-Type": "application/octet-stream"}
    asked = urllib.request.Request(f"{address}/addState/{room}/game1/file/{name}.vtt", content, kind, method="PUT")
    urllib.request.urlopen(asked, timeout=60).read()
    players = min(game.layouts)
    screen = fitted(without_spare_boards(game)[0], players, TABLE, MOST_SCALE)
    with browser() as page:
        page.size(1600, 1000)
        page.open(f"{address}/{room}")
        plays = "document.querySelector('#variantsList button[icon=play_arrow]')"
        _until(page, f"(document.querySelector('#statesList .roomState:not(.hidden)')?.click(), {plays} !== null)")
        page.run(f"{plays}.click()")
        _until(page, "document.querySelectorAll('.widget.card').length > 0")
        # A click that came while the list was drawn again opens the details once more.
        shelf = "['statesOverlay', 'stateDetailsOverlay'].some((each) => document.getElementById(each).offsetParent)"
        _until(page, f"({shelf} && document.getElementById('activeGameButton').click(), !({shelf}))")
        time.sleep(4.0)
        (pictures / f"{name}.png").write_bytes(page.picture())
        yield from _compared(page, _state(address, room), screen)
        yield from _played(page, address, room, screen)
        (pictures / f"{name}-played.png").write_bytes(page.picture())


def _compared(page: Page, state: dict[str, Any], screen: Screen) -> Iterator[str]:
    """Names, counts and positions of the widgets of the server, and where the browser shows them."""
    cards = Counter(
        each["cardType"] for each in state.values() if isinstance(each, dict) and each.get("type") == "card"
    )
    dice = Counter(
        key.removeprefix("die-").rpartition("-")[0]
        for key, each in state.items()
        if isinstance(each, dict) and each.get("type") == "dice"
    )
    for piece in screen.game.pieces:
        if piece.kind not in ("board", "mat", "box") and (cards + dice)[piece.id] != piece.count:
            yield f"{piece.id}: {(cards + dice)[piece.id]} of {piece.count}"
    for thing in screen.things:
        if any(thing.laid.pools):
            continue  # dealt when the room starts: another piece of the same deck is there
        name = next((f"{kind}-{thing.id}" for kind in ("board", "piece", "at") if f"{kind}-{thing.id}" in state), "")
        if not name:
            continue
        away = dist(position(state, state[name]), (thing.x, thing.y)) / screen.scale
        shown = dist(_middle(page, name), (thing.x, thing.y)) / screen.scale
        if max(away, shown) > NEAR:
            yield f"{name}: {away:.2f} mm off on the server, {shown:.2f} mm in the browser"


def _middle(page: Page, name: str) -> tuple[float, float]:
    """The middle of a widget in pixels of the room of 1600 by 1000."""
    script = f"""(() => {{ const r = document.getElementById('room').getBoundingClientRect();
        const b = document.getElementById('w_{name}').getBoundingClientRect(), s = r.height / 1000;
        return [(b.left + b.width / 2 - r.left) / s, (b.top + b.height / 2 - r.top) / s]; }})()"""
    x, y = page.run(script)
    return x, y


def _drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Drag with the mouse between points of the room, in several steps as a hand does."""
    left, top, scale = page.run(
        "(() => { const r = document.getElementById('room').getBoundingClientRect();"
        " return [r.left, r.top, r.height / 1000]; })()"
    )

    def mouse(kind: str, x: float, y: float) -> None:
        held = {"button": "left", "buttons": 0 if kind == "mouseReleased" else 1, "clickCount": 1}
        page.call("Input.dispatchMouseEvent", type=kind, x=left + x * scale, y=top + y * scale, **held)

    mouse("mousePressed", *start)
    for step in (*range(1, 11), 10):
        mouse("mouseMoved", *(a + (b - a) * step / 10 for a, b in zip(start, end, strict=True)))
        time.sleep(0.1)  # the program looks for a holder after each move, while it sends the one before
    mouse("mouseReleased", *end)
    time.sleep(1.0)


def _played(page: Page, address: str, room: str, screen: Screen) -> Iterator[str]:
    """Sit down, draw a card into the hand, and move a piece from its place to another one."""
    seat = page.run("document.querySelector('.widget.seat')?.id.replace('w_', '') ?? ''")
    if seat:
        spot = _middle(page, seat)
        _drag(page, spot, spot)
    state = _state(address, room)
    drawn = [
        key
        for key, each in state.items()
        if isinstance(each, dict) and each.get("type") == "card" and str(each.get("parent", "")).startswith("at-")
        and str(each["cardType"]).split("-")[0] in {p.component for p in screen.game.pieces if p.kind == "card"}
    ]  # fmt: skip
    if drawn:
        top = max(drawn, key=lambda key: state[key]["z"])
        _drag(page, _middle(page, top), (800.0, 900.0))
        if _state(address, room)[top].get("parent") != "hand":
            yield f"the card {top} is not in the hand after it is dragged there"
    walkers = [key for key, each in state.items() if isinstance(each, dict) and _is_on_place(key, each)]
    if walkers:
        yield from _walked(page, address, room, screen, walkers[0])


def _is_on_place(key: str, widget: dict[str, Any]) -> bool:
    return key.startswith("piece-") and str(widget.get("parent", "")).startswith("place-")


def _walked(page: Page, address: str, room: str, screen: Screen, walker: str) -> Iterator[str]:
    """Move a piece near to a free place of its board, which pulls it to its middle."""
    state = _state(address, room)
    own = state[walker]["parent"]
    size = own.rpartition("-")[2]
    here = next(spot for spot in screen.spots if own == f"place-{spot.id}-{size}")
    taken = {each.get("parent") for each in state.values() if isinstance(each, dict)}
    free = [
        spot
        for spot in screen.spots
        if spot.host == here.host
        and f"place-{spot.id}-{size}" in state
        and not any(str(each).startswith(f"place-{spot.id}-") for each in taken)
    ]
    if not free:
        return
    goal = max(free, key=lambda spot: min(dist((spot.x, spot.y), (thing.x, thing.y)) for thing in screen.things))
    off = min(2.0, goal.gap / 6)
    _drag(page, _middle(page, walker), (goal.x + off, goal.y + off))
    end = time.monotonic() + PATIENCE
    while (found := _state(address, room)[walker]).get("parent") in (own, None) and time.monotonic() < end:
        time.sleep(0.5)  # a slow browser still moves it
    if found.get("parent") != f"place-{goal.id}-{size}" or found.get("place") != goal.snap.name:
        yield f"{walker} is on '{found.get('place')}' ({found.get('parent')}), not on '{goal.snap.name}'"
    elif (away := dist(_middle(page, walker), (goal.x, goal.y)) / screen.scale) > NEAR:
        yield f"{walker} is {away:.2f} mm from the middle of '{goal.snap.name}'"
