"""Every edit of a map by keys alone: `python -m tests.browser.map_keys`.

It ends with status 1 where something is wrong, with 2 where there is no Chromium.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.studio.serving import served

from .chromium import NoBrowser, Page, PageError, browser
from .studio_map import MapWalk, copied

FOCUSED = "document.activeElement"
NOTE = "document.querySelector('.map-note').textContent"


class KeyWalk(MapWalk):
    """A walk in which nothing is pointed at."""

    def tab_to(self, kind: str) -> None:
        """Press Tab until a mark of that kind has the focus."""
        for _ in range(80):
            if self.page.run(f"{FOCUSED}.dataset.kind === {kind!r}"):
                return
            self.page.key("Tab")
        raise PageError(f"no tab leads to a {kind}")

    def tab_to_button(self, label: str) -> None:
        """Press Tab until a button has the focus."""
        for _ in range(120):
            if self.page.run(f"{FOCUSED}.tagName === 'BUTTON' && {FOCUSED}.textContent.startsWith({label!r})"):
                return
            self.page.key("Tab")
        raise PageError(f"no tab leads to '{label}'")

    def changes(self, file: Path, act: Callable[[], None], what: str) -> str:
        """Do something, and wait until a file has changed and the page shows it; returns the text of the file."""
        before = file.read_text(encoding="utf-8")
        act()
        until = time.monotonic() + 60
        while file.read_text(encoding="utf-8") == before:
            if time.monotonic() > until:
                raise PageError(f"{what} changes no file")
            time.sleep(0.05)
        time.sleep(0.5)
        return file.read_text(encoding="utf-8")


def areas(page: Page) -> Iterator[str]:
    """Move, add and remove a place; move a label; choose, bend and remove a road; then take all of it back."""
    with copied("starter") as pack, served(pack) as server:
        file = pack / "gull-bay.yaml"
        first = file.read_text(encoding="utf-8")
        walk = KeyWalk(page, pack, None)
        walk.open(server.address)
        walk.tab_to_button("Edit")
        page.key("Enter")
        page.wait("document.querySelector('.map-stage [data-kind=road]')")
        walk.tab_to("place")
        name = page.run(f"{FOCUSED}.dataset.name")
        walk.changes(file, lambda: page.key("ArrowRight", shift=True), "Shift and an arrow")
        walk.expect(page.run(f"{FOCUSED}.dataset.name === {name!r}"), "the moved place loses the focus")
        walk.changes(file, lambda: page.key("Delete"), "Delete on a place")
        page.wait(f"{NOTE}.includes('remove')")
        walk.expect(page.run(f"{FOCUSED}.dataset.kind === 'place'"), "no place has the focus after one was removed")
        page.run("document.querySelector('#rail a').focus()")
        page.wait("document.querySelector('.map-stage [data-kind=label]')", 60)
        walk.tab_to("label")
        text = file.read_text(encoding="utf-8")
        moved = walk.changes(file, lambda: page.key("ArrowDown", shift=True), "Shift and an arrow on a label")
        lines = set(moved.splitlines()) - set(text.splitlines())
        walk.expect(len(lines) == 1 and "label-at: [" in lines.pop(), "a step of a label changes other lines")
        walk.expect(page.run(f"{FOCUSED}.dataset.kind === 'label'"), "the moved label loses the focus")
        back = walk.changes(file, lambda: page.key("Delete"), "Delete on a label")
        walk.expect(back == text, "Delete does not put the label back")
        page.run("document.querySelector('#rail a').focus()")
        walk.tab_to("road")
        page.key("Enter")
        walk.tab_to_button("Add a bend")
        text = walk.changes(file, lambda: page.key("Enter"), "'Add a bend'")
        walk.expect("via:" in text, "the bend is not in the file")
        page.run("document.querySelector('#rail a').focus()")
        walk.tab_to("bend")
        bent = walk.changes(file, lambda: page.key("ArrowDown", shift=True), "Shift and an arrow on a bend")
        walk.expect(len(set(bent.splitlines()) - set(text.splitlines())) == 1, "a step of a bend changes other lines")
        walk.expect(page.run(f"{FOCUSED}.dataset.kind === 'bend'"), "the moved bend loses the focus")
        page.run("document.querySelector('#rail a').focus()")
        walk.tab_to_button("Add a place")
        page.key("Enter")
        page.wait(
            "[...document.querySelectorAll('.map-side button')].some((each) => each.textContent.endsWith('here'))"
        )
        walk.tab_to_button("Add a place here")
        page.key("Enter")
        page.wait("document.querySelector('dialog[open]')")
        page.type("Pump")
        text = walk.changes(file, lambda: page.key("Enter"), "'Add a place here'")
        walk.expect("  Pump: {at: " in text, f"the place is not in the file: {text[:900]}")
        for _ in range(7):
            page.wait("!document.querySelector('dialog[open]')")
            walk.changes(file, lambda: page.key("z", control=True), "undo")
        walk.expect(file.read_text(encoding="utf-8") == first, "undo does not bring the first bytes back")
        yield from walk.end("")


def streets(page: Page) -> Iterator[str]:
    """Move the end of a street on a tile."""
    with copied("taxi-derby") as pack, served(pack) as server:
        walk = KeyWalk(page, pack, None)
        walk.open(server.address)
        walk.tab_to_button("Edit")
        page.key("Enter")
        page.wait("document.querySelector('.map-stage [data-kind=street]')")
        file = pack / "maps" / "lanthorn.yaml"
        walk.tab_to("street")
        walk.changes(file, lambda: page.key("ArrowDown", shift=True), "Shift and an arrow on a street")
        yield from walk.end("")


def main() -> int:
    """Walk; the exit status."""
    wrong = 0
    try:
        with browser() as page:
            for walk in (areas, streets):
                try:
                    faults = list(walk(page))
                except PageError as error:
                    faults = [str(error)]
                print(f"{walk.__name__} by keys: {'; '.join(faults) or 'well'}")  # noqa: T201
                wrong += len(faults)
    except NoBrowser as error:
        print(f"not looked at: {error}")  # noqa: T201
        return 2
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
