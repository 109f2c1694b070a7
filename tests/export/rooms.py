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

from PIL import Image

from pnp.export.pcio import MOST_SCALE as PCIO_SCALE
from pnp.export.pcio import TABLE as PCIO_TABLE
from pnp.export.screen import Screen, archive, fitted, frozen, plain, without_spare_boards
from pnp.export.things import Piece
from pnp.export.vtt import MOST_SCALE, TABLE, VERSION, vtt_file
from tests.browser.chromium import Page, browser
from tests.export.outside.compared import NEAR, Comparison, game_of, opened
from tests.export.outside.pcio import wanted_in
from tests.export.test_vtt import position

PATIENCE = 90.0
"""Seconds until the server must answer, or a page must show its room."""

DPI = 100
"""Dots per inch of the pictures of a room."""

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


def played(address: str, place: Path, name: str, pictures: Path) -> Comparison:
    """The room of a game on the server, compared with the pack and played; pictures of it are left in the folder."""
    found, game = Comparison(), game_of(name)
    content, room = vtt_file(game, DPI).content, f"play-{name}"
    path = place / f"{name}.vtt"
    path.write_bytes(content)
    if (place / "validator").is_dir():
        found.faults.update(f"the validator: {line}" for line in validated(place, path))
    else:
        sys.stdout.write("vtt: this version of the server has no validator: not looked at\n")
    screen = fitted(frozen(without_spare_boards(game)[0])[0], min(game.layouts), TABLE, MOST_SCALE)
    with browser() as page:
        _entered(page, address, room, f"{name}.vtt", _known(content, place))
        (pictures / f"{name}.png").write_bytes(page.picture())
        _compared(found, page, address, _state(address, room), screen)
        found.faults.update(_played(page, address, room, screen))
        (pictures / f"{name}-played.png").write_bytes(page.picture())
    return found


def pcio_played(address: str, name: str, file: Path, pictures: Path) -> Comparison:
    """A room of PlayingCards.io on the server: where the browser shows boards, piles and places; a card is drawn."""
    found, room = Comparison(), f"pcio-{name}"
    game = frozen(without_spare_boards(game_of(name))[0])[0]
    screen = fitted(game, min(game.layouts), PCIO_TABLE, PCIO_SCALE)
    with browser() as page:
        _entered(page, address, room, file.name, file.read_bytes())
        (pictures / f"{name}-pcio.png").write_bytes(page.picture())
        state = _state(address, room)
        shown = [(f"{kind}-{thing.id}", thing) for thing in screen.things for kind in ("board", "at")]
        for key, thing in shown:
            if key in state:
                found.pieces += len(thing.pieces)
                found.at(key, dist(_middle(page, key), (thing.x, thing.y)) / screen.scale)
        for spot in screen.spots if any(key.startswith("place-") for key in state) else ():
            found.at(spot.id, dist(_middle(page, f"place-{spot.id}"), (spot.x, spot.y)) / screen.scale)
        found.faults.update(_drawn(page, address, room, screen))
        (pictures / f"{name}-pcio-played.png").write_bytes(page.picture())
    return found


def _entered(page: Page, address: str, room: str, file: str, content: bytes) -> None:
    """Open a room in the browser, upload a game, and start its first variant."""
    page.size(1600, 1000)
    page.open(f"{address}/{room}")
    _until(page, "document.querySelectorAll('.roomState').length > 0")  # the server forgets rooms without players
    kind = {"Content-Type": "application/octet-stream"}
    asked = urllib.request.Request(f"{address}/addState/{room}/game1/file/{file}", content, kind, method="PUT")
    urllib.request.urlopen(asked, timeout=60).read()
    plays = "document.querySelector('#variantsList button[icon=play_arrow]')"
    _until(page, f"(document.querySelector('.roomState[data-id=game1]')?.click(), {plays} !== null)")
    page.run(f"{plays}.click()")
    _until(page, "document.querySelectorAll('.widget.card').length > 0")
    # A click that came while the list was drawn again opens the details once more.
    shelf = "['statesOverlay', 'stateDetailsOverlay'].some((each) => document.getElementById(each).offsetParent)"
    _until(page, f"({shelf} && document.getElementById('activeGameButton').click(), !({shelf}))")
    time.sleep(4.0)


def _compared(found: Comparison, page: Page, address: str, state: dict[str, Any], screen: Screen) -> None:
    """Names, counts, pictures and positions of the widgets of the server, and where the browser shows them."""
    widgets = [(key, each) for key, each in state.items() if isinstance(each, dict)]
    counts = Counter(each["cardType"] for _, each in widgets if each.get("type") == "card")
    counts.update(key.removeprefix("die-").rpartition("-")[0] for key, each in widgets if each.get("type") == "dice")
    wanted = wanted_in(screen)
    found.counted("the room", counts, wanted)
    types = {name: says for _, each in widgets for name, says in each.get("cardTypes", {}).items()}
    files = _Assets(address)
    for piece in map(screen.game.piece, wanted):
        _pictured(found, files, piece, widgets, types.get(piece.id))
    for thing in screen.things:
        name = next((f"{kind}-{thing.id}" for kind in ("board", "piece", "at") if f"{kind}-{thing.id}" in state), "")
        if name.startswith("board-"):
            found.pieces += 1
            sides = thing.piece.front, thing.piece.back
            shown = next((each for each in (sides if thing.laid.face == "up" else sides[::-1]) if each), None)
            found.shown(name, files.image(state[name]["image"]), shown)
        if name and not any(thing.laid.pools):  # what is dealt when the room starts is another piece of the deck
            found.at(f"{name} on the server", dist(position(state, state[name]), (thing.x, thing.y)) / screen.scale)
            found.at(f"{name} in the browser", dist(_middle(page, name), (thing.x, thing.y)) / screen.scale)
    _places(found, state, widgets, screen)


def _places(found: Comparison, state: dict[str, Any], widgets: list[tuple[str, Any]], screen: Screen) -> None:
    """Compare the holders of places."""
    holders = {key: each for key, each in widgets if key.startswith("place-")}
    for spot in screen.spots:
        own = [key for key in holders if re.fullmatch(rf"place-{re.escape(spot.id)}-[0-9.]+x[0-9.]+(-card)?", key)]
        if not own:
            found.faults[f"no holder of {spot.id}"] += 1
        for key in own:
            found.at(key, dist(position(state, holders[key]), (spot.x, spot.y)) / screen.scale)


def _pictured(
    found: Comparison, files: _Assets, piece: Piece, widgets: list[tuple[str, Any]], says: dict[str, Any] | None
) -> None:
    """Compare the name and the pictures of a piece that is a card or a die there."""
    if says:
        found.named(piece.id, says["name"], plain(piece.name))
        found.named(f"the text of {piece.id}", says["text"], plain(piece.text))
        found.shown(piece.id, files.image(says["front"]), piece.front)
        found.shown(f"the back of {piece.id}", files.image(says["back"]), piece.back or piece.front)
    elif piece.kind == "die":
        faces = next(each["faces"] for key, each in widgets if key.startswith(f"die-{piece.id}-"))
        for number, (face, picture) in enumerate(zip(faces, piece.faces, strict=True), 1):
            if picture:
                found.shown(f"side {number} of {piece.id}", files.image(face["image"]), picture)


class _Assets:
    """The pictures that the server sends."""

    def __init__(self, address: str) -> None:
        self.address, self.known = address, dict[str, Image.Image]()

    def image(self, path: str) -> Image.Image:
        if path not in self.known:
            with urllib.request.urlopen(f"{self.address}{path}", timeout=60) as answer:
                self.known[path] = opened(answer.read())
        return self.known[path]


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
    yield from _drawn(page, address, room, screen)
    state = _state(address, room)
    walkers = [key for key, each in state.items() if isinstance(each, dict) and _is_on_place(key, each)]
    if walkers:
        yield from _walked(page, address, room, screen, walkers[0])


def _drawn(page: Page, address: str, room: str, screen: Screen) -> Iterator[str]:
    """Draw the top card of a pile into the hand."""
    state = _state(address, room)
    cards = {piece.id for piece in screen.game.pieces if piece.kind == "card"}
    drawn = [
        key
        for key, each in state.items()
        if isinstance(each, dict) and each.get("cardType") in cards and _holder(state, each).startswith("at-")
    ]
    if drawn:
        top = max(drawn, key=lambda key: state[key]["z"])
        _drag(page, _middle(page, top), (800.0, 900.0))
        if _state(address, room)[top].get("parent") != "hand":
            yield f"the card {top} is not in the hand after it is dragged there"


def _holder(state: dict[str, Any], widget: dict[str, Any]) -> str:
    """The holder in which a widget lies, alone or in a pile."""
    while widget.get("parent"):
        widget = state[widget["parent"]]
    return str(widget["id"])


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
