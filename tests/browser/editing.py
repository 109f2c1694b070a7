"""The Table and Source views in a browser: a game is changed by keys and clicks, and only its files' bytes that must.

`python -m tests.browser.editing [FOLDER]` walks through both, and leaves pictures in the folder.
"""

from __future__ import annotations

import csv
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
        self.press(selector)
        self.release(selector)

    def press(self, selector: str) -> None:
        """Move the mouse to the middle of an element and press."""
        middle = self._middle(selector)
        self.page.mouse("Moved", *middle, buttons=0)
        self.page.mouse("Pressed", *middle, buttons=1)

    def release(self, selector: str) -> None:
        """Release the mouse in the middle of an element."""
        self.page.mouse("Released", *self._middle(selector), buttons=0)

    def _middle(self, selector: str) -> tuple[float, float]:
        self.page.wait(f"!!document.querySelector({selector!r})?.getBoundingClientRect().width")
        x, y = self.page.run(
            f"(() => {{ const b = document.querySelector({selector!r}).getBoundingClientRect();"
            " return [b.x + b.width / 2, b.y + b.height / 2] })()"
        )
        return x, y

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
    walk.wait_for("suppers.csv", 'loaf.",cheese,7')
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


def walk_typing(walk: Walk) -> None:
    """Type at a person's pace, while rows are loaded again and other programs write."""
    page, table = walk.page, walk.pack / "suppers.csv"
    first = table.read_text()
    lines = first.split("\n")

    def cells() -> list[list[str]]:
        return list(csv.reader(table.read_text().splitlines()))

    texts = ["A pie on the sill of the bakery", "A jug of the best milk"]
    page.wait("document.querySelector('#cell-0-1')?.textContent === 'The cream, left out to settle.'")
    _rest(page, 500)
    walk.click("#cell-0-1")
    for text in texts:
        for letter in text:
            page.key(letter)
            _rest(page, 40)
        page.key("Enter")
    walk.wait_until(
        lambda: all(text in table.read_text() for text in texts), f"typed texts are lost: {table.read_text()[:200]}"
    )
    assert [row[1] for row in cells()[1:3]] == texts, cells()[:6]
    assert table.read_text().split("\n")[3:] == lines[3:]
    # a choice is typed, whole or as its beginning
    walk.click("#cell-4-2")
    walk.keys(*"cheese", "Enter")
    walk.wait_until(lambda: cells()[5][2] == "cheese", "a typed choice is another one")
    walk.click("#cell-4-2")
    walk.keys(*"roa", "Enter")
    walk.wait_until(lambda: cells()[5][2] == "roast", "the beginning of a choice")
    # a double click opens
    box = page.run(
        "(() => { const b = document.querySelector('#cell-2-1').getBoundingClientRect();"
        " return [b.x + 20, b.y + 9] })()"
    )
    for count in (1, 2):
        for kind in ("mousePressed", "mouseReleased"):
            page.call("Input.dispatchMouseEvent", type=kind, x=box[0], y=box[1], button="left", clickCount=count)
    page.wait("!!document.querySelector('.editor')")
    page.key("Escape")
    # another program inserts a row above the one that is typed in, then changes that one
    before = table.read_text()
    walk.click("#cell-5-1")
    walk.keys("Enter")
    page.wait("!!document.querySelector('.editor')")
    walk.keys("^a", "Mine")
    head, _, rest = before.partition("\n")
    table.write_text(f"{head}\nInn,Another,cheese,1\n{rest}")
    page.wait("document.querySelector('#cell-0-1')?.textContent === 'Another'")
    assert page.run("document.querySelector('.editor').value") == "Mine"
    page.key("Enter")
    walk.wait_until(lambda: cells()[7][1] == "Mine", "the text is in another row")
    assert table.read_text().count("Mine") == 1
    walk.click("#cell-3-1")
    walk.keys("Enter")
    page.wait("!!document.querySelector('.editor')")
    walk.keys("^a", "Lost")
    table.write_text("\n".join(line for number, line in enumerate(table.read_text().split("\n")) if number != 4))
    page.wait("!!document.querySelector('.editor.lost')")
    page.type(" and found")
    page.key("Enter")
    page.wait(
        "[...document.querySelectorAll('.toast.bad')].some((each) => each.textContent.includes('Lost and found'))"
    )
    assert "Lost" not in table.read_text()
    # of a selection, what Find hides is left alone
    table.write_text(first)
    page.wait("document.querySelector('#cell-0-1')?.textContent === 'The cream, left out to settle.'")
    walk.click(".view-table input[type=search]")
    walk.keys("cream")
    page.wait("!document.querySelector('#cell-1-1')")
    shown = page.run(
        "[...document.querySelectorAll('.line[role=row] [data-column=\"3\"]')].map((each) => Number(each.dataset.row))"
    )
    walk.click(f"#cell-{shown[0]}-3")
    page.run(
        f"document.querySelector('#cell-{shown[1]}-3').dispatchEvent("
        "new PointerEvent('pointerdown', {bubbles: true, shiftKey: true}))"
    )
    page.key("Delete")
    walk.wait_until(lambda: table.read_text() != first, "nothing was emptied")
    changed = [
        number
        for number, (one, other) in enumerate(zip(lines, table.read_text().split("\n"), strict=True))
        if one != other
    ]
    assert changed == [shown[0] + 1, shown[1] + 1]
    # the undo of a message takes back its own change, or nothing
    walk.click(".view-table input[type=search]")
    page.key("Escape")
    _rest(page, 200)
    page.run("document.activeElement.blur()")
    page.key("z", control=True)
    walk.wait_until(lambda: table.read_text() == first, "undo")
    page.wait("[...document.querySelectorAll('.toast')].some((each) => each.textContent.startsWith('Undone: '))")
    walk.click("#cell-4-3")
    # a click counts although the rows are read again between press and release
    walk.press("[aria-label='Delete the rows']")
    table.write_text(first.replace("The cream, left out to settle.", "The cream."))
    page.wait("document.querySelector('#cell-0-1')?.textContent === 'The cream.'")
    table.write_text(first)
    page.wait("document.querySelector('#cell-0-1')?.textContent === 'The cream, left out to settle.'")
    walk.release("[aria-label='Delete the rows']")
    walk.wait_until(lambda: table.read_text().count("\n") == first.count("\n") - 1, "no row was deleted")
    page.wait("[...document.querySelectorAll('.toast button')].some((each) => each.textContent === 'Undo')")
    walk.click("#cell-0-3")
    walk.keys("9", "Enter")
    walk.wait_until(lambda: ",9" in table.read_text().split("\n")[1], "no value was typed")
    later = table.read_text()
    page.run("[...document.querySelectorAll('.toast button')].find((each) => each.textContent === 'Undo').click()")
    page.wait("[...document.querySelectorAll('.toast.bad')].some((each) => each.textContent.includes('since'))")
    assert table.read_text() == later
    for _ in range(2):
        page.run("document.activeElement.blur()")
        page.key("z", control=True)
        _rest(page, 200)
    walk.wait_until(lambda: table.read_text() == first, "undo did not return every byte")


def walk_source(walk: Walk) -> None:
    """Type a place into a map: brackets close, and names are proposed although findings appear below the text."""
    page, file = walk.page, walk.pack / "gull-bay.yaml"
    first = file.read_text()
    page.run("location.hash = '#source'")
    page.wait("!!document.querySelector('.view-source button.file')")
    page.run(
        "[...document.querySelectorAll('.view-source button.file')]"
        ".find((each) => each.textContent.includes('gull-bay')).click()"
    )
    page.wait("document.querySelector('.view-source textarea')?.value.includes('Lighthouse')")
    page.run(
        "(() => { const area = document.querySelector('.view-source textarea');"
        " const at = area.value.indexOf('\\n', area.value.indexOf('  Lighthouse:'));"
        " area.focus(); area.setSelectionRange(at, at) })()"
    )

    def typed(text: str) -> None:
        for letter in text:
            page.key(letter)
            _rest(page, 30)

    def proposes(label: str) -> None:
        page.wait(
            "[...document.querySelectorAll('[role=option] .label')]"
            f".some((each) => !each.closest('[hidden]') && each.textContent === {label!r})"
        )

    page.key("Enter")
    typed("Marina: {at: [200, 12], in: ca")
    proposes("candles")
    page.key("Enter")
    typed(", tags: [h")
    proposes("house")
    page.key("Enter")
    typed("]}")
    line = "  Marina: {at: [200, 12], in: candles, tags: [house]}"
    page.wait(f"document.querySelector('.view-source textarea').value.split('\\n').includes({line!r})")
    walk.look("source-typed")
    page.key("s", control=True)
    walk.wait_until(lambda: line in file.read_text().split("\n"), "the text is not saved")
    page.run("document.activeElement.blur()")
    page.key("z", control=True)
    walk.wait_until(lambda: file.read_text() == first, "undo did not return every byte")


def _rest(page: Page, milliseconds: int) -> None:
    page.run(f"new Promise((done) => setTimeout(done, {milliseconds}))")


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
            walk_typing(walk)
            walk_source(walk)
            print("table and source: every change is in the file, and undone")  # noqa: T201


if __name__ == "__main__":
    try:
        main(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
    except NoBrowser as missing:
        print(f"skipped: {missing}")  # noqa: T201
