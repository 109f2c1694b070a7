"""How long the studio takes, in a real browser: `python -m benchmarks.studio`.

Measured from outside: from the start of the command to the first faces; from a save of a file to the new face on the
screen; from Ctrl+Z to the old face or map on the screen; from dropping a point of a map to all verdicts; how evenly
1,000 faces scroll. Every figure is the median of some rounds.
"""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.browser.chromium import Page, browser

ROOT = Path(__file__).resolve().parents[1]

ROUNDS = 7

WATCH = """window.shown = []; document.addEventListener("load", (event) => {
  if (event.target.tagName !== "IMG") return;
  const src = event.target.src;
  requestAnimationFrame(() => window.shown.push([src, performance.timeOrigin + performance.now()]));
}, true); 0"""
"""Notes when each picture is on the screen."""

ASK = """window.ask = (ask, data) => new Promise((done) => {
  const wire = new WebSocket(`ws://${location.host}/live`);
  wire.onopen = () => wire.send(JSON.stringify({ id: 1, ask, ...data }));
  wire.onmessage = (event) => {
    const message = JSON.parse(event.data);
    if (message.id !== 1) return;
    wire.close();
    done(message.refused ?? null);
  };
});
addEventListener("keydown", () => { window.pressed = performance.timeOrigin + performance.now(); }, true); 0"""
"""Asks the studio as another page does; notes when a key is pressed."""

SCROLL = """new Promise((done) => {
  const view = document.querySelector(".faces"), gaps = [];
  let before = performance.now(), step = 0;
  const next = () => {
    const now = performance.now();
    gaps.push(now - before);
    before = now;
    view.scrollTop += 60;
    if (++step < 240) requestAnimationFrame(next);
    else done(gaps.slice(5));
  };
  requestAnimationFrame(next);
})"""
"""Scrolls for 240 frames; the times between them."""

DROP = """window.dropped = window.told = 0;
addEventListener("pointerdown", () => { window.dropped = window.told = 0; }, true);
addEventListener("pointerup", () => { window.dropped = performance.now(); }, true);
new MutationObserver(() => { if (window.dropped) requestAnimationFrame(() => { window.told = performance.now(); }); })
  .observe(document.querySelector(".map-note"), { childList: true, characterData: true, subtree: true }); 0"""
"""Notes when a drag ends, and when what came of it, with all verdicts, is on the screen."""


@contextmanager
def studio(pack: Path) -> Iterator[str]:
    """The address of a studio that runs as a user starts it."""
    command = [sys.executable, "-m", "pnp", "studio", str(pack), "--no-browser", "-o", str(pack.parent / "output")]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert process.stdout, "it is a pipe"
    try:
        yield re.search(r"http://\S+", process.stdout.readline())[0]  # type: ignore[index]
    finally:
        process.terminate()
        process.wait(10)


def deck(folder: Path, rows: int) -> Path:
    """Makes the deck of `pnp new --start deck` with that many rows."""
    subprocess.run(
        [sys.executable, "-m", "pnp", "new", str(folder), "--start", "deck"],
        check=True,
        stdout=subprocess.DEVNULL,
        cwd=ROOT,
    )
    head, *body = csv.reader(io.StringIO((folder / "cards.csv").read_text(encoding="utf-8")))
    table = [head, *([f"{row[0]} {number}", *row[1:]] for number in range(rows) for row in [body[number % len(body)]])]
    with (folder / "cards.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(table)
    return folder


def opened(page: Page, address: str) -> float:
    """Opens the studio; the seconds until the first face is there."""
    began = time.perf_counter()
    page.open(address)
    page.wait("[...document.querySelectorAll('.face img')].some((each) => each.naturalWidth)", 120)
    return time.perf_counter() - began


def save_to_face(page: Page, file: Path, before: str, after: str) -> float:
    """The median of milliseconds from a save, there and back, to the first new face on the screen."""
    text, found = file.read_text(encoding="utf-8"), []
    assert before in text, before
    page.run(WATCH)
    for turn in range(ROUNDS + 1):
        time.sleep(1.5)  # so that the last round has ended
        page.run("window.shown.length = 0")
        began = time.time()
        file.write_text(text.replace(before, after, 1) if turn % 2 == 0 else text, encoding="utf-8")
        page.wait("window.shown.length", 60)
        found.append(page.run("window.shown[0][1]") - began * 1000)
    file.write_text(text, encoding="utf-8")
    return statistics.median(found[1:])


def undo_to_picture(page: Page, ask: str, **change: object) -> float:
    """The median of milliseconds from Ctrl+Z, after a change of the files, to the first old picture on the screen."""
    found = []
    page.run(WATCH)
    page.run(ASK)
    for _ in range(ROUNDS + 1):
        page.run("window.shown.length = 0")
        refused = page.run(f"ask({json.dumps(ask)}, {json.dumps(change)})")
        assert refused is None, refused
        page.wait("window.shown.length", 60)
        time.sleep(1.5)  # so that the last round has ended
        page.run("window.shown.length = 0")
        page.key("z", control=True)
        page.wait("window.shown.length", 60)
        found.append(page.run("window.shown[0][1] - window.pressed"))
        time.sleep(1.5)
    return statistics.median(found[1:])


def drop_to_verdicts(page: Page, name: str, kind: str, way: tuple[float, float]) -> tuple[float, str]:
    """The median of milliseconds from dropping a point of a map, there and back, to all verdicts; and the last news."""
    mark = (
        "[...document.querySelectorAll('.map-stage [data-kind]')]"
        f".find((each) => each.dataset.name === {name!r} && each.dataset.kind === {kind!r})"
    )
    page.run("document.querySelector('#rail a[data-view=map]').click()")
    edit = "[...document.querySelectorAll('.view-map button')].find((each) => each.textContent.startsWith('Edit'))"
    page.wait(edit, 60)
    page.run(f"{edit}.click()")
    page.wait(mark, 60)
    page.run(DROP)
    found = []
    for turn in range(2 * ROUNDS + 2):
        time.sleep(1.5)  # so that the drawing of the last round has ended
        box = page.run(
            f"(() => {{ const it = {mark}.getBoundingClientRect(); return [it.x, it.y, it.width, it.height]; }})()"
        )
        x, y = box[0] + box[2] / 2, box[1] + box[3] / 2
        across, down = way if turn % 2 == 0 else (-way[0], -way[1])
        page.drag((x, y), (x + across, y + down))
        page.wait("window.told", 60)
        found.append(page.run("window.told - window.dropped"))
    time.sleep(1.5)
    return statistics.median(found[2:]), str(page.run("document.querySelector('.map-note').textContent"))


def main() -> None:
    with tempfile.TemporaryDirectory() as place, browser() as page:
        folder = Path(place)
        page.size(1280, 720)
        small = deck(folder / "deck60", 60)
        began = time.perf_counter()
        with studio(small) as address:
            ready = time.perf_counter() - began
            first = ready + opened(page, address)
            print(f"start to the first faces, deck of 60: {first:.2f} s ({ready:.2f} s to the address)")
            latency = save_to_face(page, small / "cards.csv", "Sunglasses 0", "Spectacles 0")
            print(f"save to the new face, deck of 60: {latency:.0f} ms")
            latency = undo_to_picture(page, "table.change", component="cards", cells=[[0, 0, "Spectacles 0"]])
            print(f"undo to the old face, deck of 60: {latency:.0f} ms")
        game = folder / "bahama-taxi"
        shutil.copytree(ROOT / "content" / "bahama-taxi", game)
        with studio(game) as address:
            print(f"address to the first faces, Bahama Taxi: {opened(page, address):.2f} s")
            time.sleep(8)  # until all is drawn and proved
            page.wait("document.querySelector('[data-face^=score-markers]')", 60)
            page.run("document.querySelector('[data-face^=score-markers]').scrollIntoView()")
            time.sleep(1)
            latency = save_to_face(page, game / "components" / "score-markers.yaml", "number: 1}", "number: 9}")
            print(f"save to the new face, Bahama Taxi: {latency:.0f} ms")
            latency = undo_to_picture(page, "table.change", component="score-markers", cells=[[0, 1, "9"]])
            print(f"undo to the old face, Bahama Taxi: {latency:.0f} ms")
            latency, news = drop_to_verdicts(page, "A♠", "place", (12.0, -4.0))
            print(f"drop of a place to all verdicts, Bahama Taxi (52 areas): {latency:.0f} ms ({news})")
            move = {"do": "move", "place": "A♠", "at": [250, 120]}
            latency = undo_to_picture(page, "map.change", map="nassau", edits=[move])
            print(f"undo to the old map, Bahama Taxi: {latency:.0f} ms")
        city = folder / "taxi-derby"
        shutil.copytree(ROOT / "content" / "taxi-derby", city)
        with studio(city) as address:
            opened(page, address)
            time.sleep(8)
            latency, news = drop_to_verdicts(page, "Quayside Herring Street 0", "street", (0.0, 6.0))
            print(f"drop of a street's end to all verdicts, the city (6,144 arrangements): {latency:.0f} ms ({news})")
        large = deck(folder / "deck1000", 1000)
        with studio(large) as address:
            print(f"address to the first faces, deck of 1,000: {opened(page, address):.2f} s")
            time.sleep(4)
            gaps = page.run(SCROLL)
            late = sum(gap > 34 for gap in gaps)
            middle, most = statistics.median(gaps), max(gaps)
            page.run("document.querySelector('.faces').scrollTop = 0")
            latency = save_to_face(page, large / "cards.csv", "Sunglasses 0", "Spectacles 0")
            print(f"save to the new face, deck of 1,000: {latency:.0f} ms")
            latency = undo_to_picture(page, "table.change", component="cards", cells=[[0, 0, "Spectacles 0"]])
            print(f"undo to the old face, deck of 1,000: {latency:.0f} ms")
            print(f"scrolling 1,000 faces: {middle:.1f} ms a frame, longest {most:.0f} ms, {late} of {len(gaps)} late")


if __name__ == "__main__":
    main()
