"""What a keystroke in the Source view of the studio costs: `python -m benchmarks.keystrokes [GAME] [KEYSTROKES]`.

A real browser types into the largest map of a game, key by key, and saves now and then. For every question of the page
it measures the processor time of the thread that answers, for every pause of garbage collection its time, and from the
last key before a pause to its findings the time on the wall. What takes longer than `SLOW` is listed with what it was.
"""

from __future__ import annotations

import gc
import shutil
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pnp.cli.main import YOUNGEST
from pnp.loader import find_targets
from pnp.studio.server import Server
from pnp.studio.session import Settings, StudioSession
from pnp.studio.views import views
from tests.browser.chromium import Page, browser
from tests.pipeline import ROOT

SLOW = 300
"""Milliseconds of processor time after which a question is listed."""

TEXT = " # a quiet street in the town, with a tree\n"

PAUSES = (0.08, 0.12, 0.3, 0.09, 0.5)
"""Seconds between two keys, in turn: a typist, with pauses in which findings come."""


class Watched(StudioSession):
    """A session that notes what each question and each look at the files takes."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.taken: list[tuple[str, float]] = []

    def _answer(self, message: Any) -> dict[str, Any]:
        begun = time.thread_time()
        try:
            return super()._answer(message)
        finally:
            self.taken.append((str(message.get("ask")), 1000 * (time.thread_time() - begun)))

    def poll_files(self, waits: bool = True) -> None:
        """Take in files that were saved, and note what that takes."""
        begun = time.thread_time()
        super().poll_files(waits)
        self.taken.append(("(looking at the files)", 1000 * (time.thread_time() - begun)))


@contextmanager
def watched(pack: Path) -> Iterator[tuple[Server, Watched]]:
    """A studio of a pack in this process."""
    session = Watched(find_targets([str(pack)])[0], Settings(pack.parent / "output"), views())
    server = Server(session)
    server.start()
    worker = threading.Thread(target=session.work, daemon=True)
    worker.start()
    try:
        yield server, session
    finally:
        session.stop()
        server.stop()
        worker.join(10)


def typed(page: Page, keystrokes: int) -> list[float]:
    """Type into the open file, save after each line; return milliseconds from a key to the findings of its text."""
    page.run("""(() => {
      window.waits = [];
      const area = document.querySelector(".view-source .typed");
      area.addEventListener("input", () => window.waits.push([performance.now(), null]));
      const ask = WebSocket.prototype.send, asked = new Map();
      WebSocket.prototype.send = function (data) {
        const message = JSON.parse(data);
        if (message.ask === "source.check") {
          if (!this.watched) {
            this.watched = true;
            this.addEventListener("message", (event) => {
              const { id } = JSON.parse(event.data);
              if (!asked.has(id)) return;
              for (const each of window.waits.slice(0, asked.get(id))) each[1] ??= performance.now();
            });
          }
          asked.set(message.id, window.waits.length);
          if (window.waits.length) window.waits.at(-1)[2] = true;
        }
        return ask.call(this, data);
      };
      const end = area.value.indexOf("\\n");
      area.focus();
      area.setSelectionRange(end, end);
    })()""")
    for number in range(keystrokes):
        key = TEXT[number % len(TEXT)]
        if key == "\n":
            page.key("Escape")  # closes proposals
            page.key("s", control=True)
            time.sleep(1.5)
        else:
            page.key(key)
        time.sleep(PAUSES[number % len(PAUSES)])
    page.wait("window.waits.at(-1)[1] !== null", 60)
    found: list[float] = page.run("window.waits.filter((each) => each[2]).map(([key, found]) => found - key)")
    return found


def main() -> None:
    """Print what the questions take, and those that take long."""
    game = sys.argv[1] if len(sys.argv) > 1 else "bahama-taxi"
    keystrokes = int(sys.argv[2]) if len(sys.argv) > 2 else 200
    collected: list[float] = []
    begun = 0.0

    def collecting(phase: str, info: dict[str, int]) -> None:
        nonlocal begun
        if phase == "start":
            begun = time.thread_time()
        else:
            collected.append(1000 * (time.thread_time() - begun))

    gc.set_threshold(YOUNGEST, *gc.get_threshold()[1:])  # as the command does
    gc.callbacks.append(collecting)
    with tempfile.TemporaryDirectory() as place, browser() as page:
        pack = Path(shutil.copytree(ROOT / "content" / game, Path(place) / game)).resolve()
        with watched(pack) as (server, session):
            page.size(1280, 720)
            page.open(server.address)
            page.wait("document.querySelector('.face img')?.naturalWidth", 180)
            maps = sorted(pack.glob("maps/*.yaml"), key=lambda each: -each.stat().st_size)
            page.run("location.hash = 'source'")
            page.wait("document.querySelector('.view-source .file')", 60)
            page.run(f"document.querySelector('.view-source .file[title$=\"{maps[0].name}\"]').click()")
            page.wait(f"document.querySelector('.view-source strong.mono').textContent.endsWith('{maps[0].name}')", 60)
            time.sleep(15)  # the first report is made
            session.taken.clear()
            collected.clear()
            waits = typed(page, keystrokes)
            taken = list(session.taken)
    for name in sorted({each for each, _ in taken}):
        times = [took for each, took in taken if each == name]
        print(f"{name}: {len(times)} times, median {statistics.median(times):.0f} ms, maximum {max(times):.0f} ms")
    print(f"collections of garbage: {', '.join(f'{each:.0f} ms' for each in collected) or 'none'}")
    print(f"from a key to its findings: median {statistics.median(waits):.0f} ms, maximum {max(waits):.0f} ms")
    slow = [(name, took) for name, took in taken if took > SLOW]
    print(f"over {SLOW} ms of processor: {', '.join(f'{name} {took:.0f} ms' for name, took in slow) or 'none'}")


if __name__ == "__main__":
    main()
