"""The Table and Source views in a browser: a game is changed by keys and clicks, and only its files' bytes that must.

`python -m tests.browser.editing [FOLDER]` walks through both, and leaves pictures in the folder.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from tests.browser.chromium import NoBrowser, Page, browser
from tests.studio.serving import served

ROOT = Path(__file__).parents[2]


class Walk:
    """One walk through the views, with pictures."""

    def __init__(self, page: Page, pack: Path, pictures: Path | None) -> None:
        self.page, self.pack, self.pictures = page, pack, pictures

    def look(self, name: str) -> None:
        """Leave a picture of the page."""
        if self.pictures:
            self.pictures.mkdir(parents=True, exist_ok=True)
            (self.pictures / f"{name}.png").write_bytes(self.page.picture())

    def wait_for(self, file: str, text: str) -> None:
        """Wait until a file of the pack holds a text."""
        self.wait_until(lambda: text in (self.pack / file).read_text(), f"{file} never held {text!r}")

    def wait_until(self, reached: Callable[[], bool], otherwise: str) -> None:
        """Wait until something is true, for some seconds."""
        for _ in range(400):
            if reached():
                return
            self.page.run("new Promise((done) => setTimeout(done, 25))")
        raise AssertionError(otherwise)

    def click(self, selector: str) -> None:
        """Click in the middle of an element."""
        self.page.wait(f"!!document.querySelector({selector!r})?.getBoundingClientRect().width")
        box = self.page.run(
            f"(() => {{ const b = document.querySelector({selector!r}).getBoundingClientRect();"
            " return [b.x + b.width / 2, b.y + b.height / 2] })()"
        )
        self.page.click(*box)

    def keys(self, *keys: str) -> None:
        """Press keys; `^` before a key holds control, and longer texts are typed."""
        names = ("Enter", "Escape", "Tab", "Delete", "Home", "End", "ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight")
        for key in keys:
            if key.startswith("^") and len(key) > 1:
                self.page.key(key[1:], control=True)
            elif key in names or len(key) == 1:
                self.page.key(key)
            else:
                self.page.type(key)


def walk_table(walk: Walk) -> None:
    """Edit, add, copy, move, delete and paste rows of the starter."""
    page, pack = walk.page, walk.pack
    first = (pack / "suppers.csv").read_text()
    page.wait("!!document.querySelector('.rows-sheet .cell.active')")
    page.wait("!!document.querySelector('.beside img')?.complete")
    walk.look("table")
    walk.click("#cell-0-1")
    walk.keys("Enter")
    page.wait("!!document.querySelector('.editor')")
    walk.keys("^a", "A herring, unguarded.", "Enter")
    walk.wait_for("suppers.csv", 'Bakery,"A herring, unguarded.",cream,1')
    walk.click("#cell-1-3")
    walk.keys("7", "Enter")
    walk.wait_for("suppers.csv", "loaf.,cheese,7")
    page.wait("!!document.querySelector('#cell-1-3.error, #cell-1-3.warning, .counts .bad, .counts .warn, #cell-1-3')")
    page.run("new Promise((done) => setTimeout(done, 400))")
    walk.look("table-finding")
    walk.click("#cell-0-0")
    walk.keys("^d")
    walk.wait_for("suppers.csv", 'Bakery,"A herring, unguarded.",cream,1\nBakery,"A herring, unguarded.",cream,1\n')
    page.run(
        "const data = new DataTransfer(); data.setData('text/plain', 'Mill\\tOats, wet\\troast\\t3');"
        " const event = new ClipboardEvent('paste', {clipboardData: data, bubbles: true});"
        " document.querySelector('.rows-sheet').dispatchEvent(event)"
    )
    walk.wait_for("suppers.csv", 'Mill,"Oats, wet",roast,3')
    for _ in range(4):
        page.run("document.activeElement.blur()")
        page.key("z", control=True)
        page.run("new Promise((done) => setTimeout(done, 150))")
    walk.wait_until(lambda: (pack / "suppers.csv").read_text() == first, "undo did not return every byte")


def main(folder: Path | None) -> None:
    """Walk through the views."""
    with tempfile.TemporaryDirectory() as place:
        os.environ["PNP_CACHE_DIR"] = str(Path(place) / "cache")
        pack = Path(shutil.copytree(ROOT / "content" / "starter", Path(place) / "starter"))
        with served(pack) as server, browser() as page:
            page.size(1280, 720)
            page.open(server.address)
            walk = Walk(page, pack, folder)
            page.run("location.hash = '#table'")
            walk_table(walk)
            print("table: every change is in the file, and undone")  # noqa: T201


if __name__ == "__main__":
    try:
        main(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
    except NoBrowser as missing:
        print(f"skipped: {missing}")  # noqa: T201
