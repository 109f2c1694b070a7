"""A walk through the map view of the studio in a headless Chromium: every bundled map, every edit, every way to play.

    python -m tests.browser.studio_map                the walk
    python -m tests.browser.studio_map --keep DIR     leaves pictures of the pages there
    python -m tests.browser.studio_map --pictures     rewrites pictures of the documentation

It ends with status 1 where something is wrong, with 2 where there is no Chromium.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pnp.export.game import exported
from pnp.export.html import table_page
from tests.games import examined
from tests.pipeline import ROOT
from tests.studio.serving import served

from . import axe
from .chromium import NoBrowser, Page, PageError, browser
from .table import Table

CONTENT = ROOT / "content"
PICTURES = ROOT / "docs" / "pictures"
LAPTOP, TABLET = (1280, 720), (820, 1180)

_WATCH = """window.faults = [];
addEventListener("error", (event) => faults.push(event.message));
addEventListener("unhandledrejection", (event) => faults.push(String(event.reason)));
addEventListener("securitypolicyviolation",
    (event) => faults.push(`${event.violatedDirective} ${event.blockedURI}`));"""

_HOLD = """window.held = new Map();
const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (text) {
  const { id, ask } = JSON.parse(text);
  const take = this.onmessage;
  if (held.size < 2 && ["map.facts", "map.try"].includes(ask)) {
    held.set(id, null);
    this.onmessage = (event) => {
      const { id: answered } = JSON.parse(event.data);
      if (held.get(answered) === null) held.set(answered, () => take(event));
      else take(event);
    };
  }
  send.call(this, text);
};
window.release = () => held.forEach((deliver) => deliver()); 0"""
"""Holds back two answers about a map until `release`, which delivers them in the order of the questions."""

SHOWN = "document.querySelector('.map-plane img')?.complete && !document.querySelector('.map-plane img.waits')"
NOTE = "document.querySelector('.map-note').textContent"


class MapWalk:
    """One pack in the map view of a browser."""

    def __init__(self, page: Page, pack: Path, keep: Path | None) -> None:
        self.page, self.pack, self.keep = page, pack, keep
        self.faults: list[str] = []

    def expect(self, true: object, what: str) -> None:
        if not true:
            self.faults.append(what)

    def open(self, address: str, size: tuple[int, int] = LAPTOP) -> None:
        self.page.size(*size)
        self.page.open(address)
        self.page.wait("document.querySelectorAll('#rail a').length > 0")
        self.page.run(f"{_WATCH}; location.hash = '#map'")
        self.page.wait("document.querySelector('.verdicts, .map-side section') !== null", 60)
        self.page.wait(f"{SHOWN} || document.querySelector('.map-plane img')?.hidden")

    def picture(self, name: str) -> None:
        if self.keep:
            (self.keep / f"{self.pack.name}-{name}.png").write_bytes(self.page.picture())

    def press(self, label: str, within: str = ".view-map") -> None:
        done = self.page.run(
            f"(() => {{ const found = [...document.querySelectorAll({within!r} + ' button')]"
            f".find((each) => each.textContent.startsWith({label!r}) || each.ariaLabel?.startsWith({label!r}));"
            " found?.click(); return Boolean(found); })()"
        )
        self.expect(done, f"there is no button '{label}'")

    def middle(self, name: str, kind: str = "place") -> tuple[float, float]:
        """The middle of a mark on the screen."""
        mark = (
            "[...document.querySelectorAll('.map-stage [data-kind]')]"
            f".find((each) => each.dataset.name === {name!r} && each.dataset.kind === {kind!r})"
        )
        self.page.wait(mark)
        found = self.page.run(
            f"(() => {{ const mark = {mark}; const box = (mark.querySelector('circle, rect') ?? mark)"
            ".getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; })()"
        )
        return float(found[0]), float(found[1])

    def holds(self) -> list[str]:
        """The names of the requirements that are shown as broken."""
        found: list[str] = self.page.run(
            "[...document.querySelectorAll('.verdict.bad button > span:last-child')]"
            ".map((each) => each.firstChild.textContent)"
        )
        return found

    def places(self) -> list[str]:
        found: list[str] = self.page.run(
            "[...document.querySelectorAll('.map-stage [data-kind=place]')].map((each) => each.dataset.name)"
        )
        return found

    def end(self, script: str) -> list[str]:
        self.faults += self.page.run("faults")
        if script:
            self.faults += axe.faults(self.page, script)
        return self.faults


def every_map(page: Page, keep: Path | None, script: str) -> Iterator[tuple[str, list[str]]]:
    """Look at every bundled map: it is drawn, its places have names, and a click on one shows distances."""
    for manifest in sorted((*CONTENT.glob("*/pack.yaml"), *CONTENT.glob("examples/*/pack.yaml"))):
        with served(manifest.parent) as server:
            walk = MapWalk(page, manifest.parent, keep)
            walk.open(server.address)
            if page.run("document.querySelector('.view-map .empty') !== null"):
                continue
            walk.picture("map")
            names = walk.places()
            walk.expect(len(names) > 1, "no places are shown")
            walk.press("Play")
            page.wait("document.querySelectorAll('.map-legend li').length > 0")
            page.click(*walk.middle(names[0]))
            page.wait("document.querySelectorAll('.map-stage .heat').length > 1")
            walk.picture("distances")
            yield manifest.parent.name, walk.end(script)


@contextmanager
def copied(name: str) -> Iterator[Path]:
    """A copy of a bundled pack, with a separate journal."""
    with tempfile.TemporaryDirectory() as folder:
        before = os.environ.get("XDG_CACHE_HOME")
        os.environ["XDG_CACHE_HOME"] = str(Path(folder, "cache"))
        try:
            yield Path(shutil.copytree(CONTENT / name, Path(folder, "content", name)))
        finally:
            os.environ.pop("XDG_CACHE_HOME")
            if before is not None:
                os.environ["XDG_CACHE_HOME"] = before


def changed_lines(before: bytes, now: bytes) -> list[tuple[bytes, bytes]]:
    pairs = zip(before.splitlines(), now.splitlines(), strict=True)
    return [(one, other) for one, other in pairs if one != other]


def edits_of_areas(page: Page, keep: Path | None, _script: str) -> Iterator[tuple[str, list[str]]]:
    """Drag a place: verdicts follow, one line changes, undo brings the bytes back; draw a road and take it out."""
    with copied("bahama-taxi") as pack, served(pack) as server:
        file = pack / "maps" / "nassau.yaml"
        before = file.read_bytes()
        walk = MapWalk(page, pack, keep)
        walk.open(server.address)
        walk.press("Edit")
        x, y = walk.middle("A♠")
        page.drag((x, y), (x + 120, y - 40))
        page.wait(f"{NOTE}.includes('now broken: no two roads cross')")
        walk.picture("dropped")
        walk.expect(len(changed_lines(before, file.read_bytes())) == 1, "a drag changes more than one line")
        walk.expect("no two roads cross" in walk.holds(), "the broken requirement is not marked")
        page.wait(SHOWN)
        page.key("z", control=True)
        until = time.monotonic() + 20
        while file.read_bytes() != before and time.monotonic() < until:
            time.sleep(0.05)
        walk.expect(file.read_bytes() == before, "undo does not bring the bytes back")
        page.wait("document.querySelectorAll('.verdict.bad').length === 0")
        walk.press("Draw a road")
        page.click(*walk.middle("K♠"))
        page.click(*walk.middle("A♠"))
        page.wait(f"{NOTE}.includes('add the road')")
        walk.expect(b"- K\xe2\x99\xa0 -- A\xe2\x99\xa0" in file.read_bytes(), "the road is not in the file")
        walk.picture("road")
        yield "edits of areas", walk.end("")


def edits_of_labels(page: Page, keep: Path | None, _script: str) -> Iterator[tuple[str, list[str]]]:
    """Drag the label of a region, then that of a place with its own tool: one line each; it is printed there."""
    for name, document, label, tool in (
        ("examples/amber-coast", "realm.yaml", "Ravensgate", None),
        ("starter", "gull-bay.yaml", "Chapel", "Labels"),
    ):
        with copied(name) as pack, served(pack) as server:
            file = pack / document
            before = file.read_bytes()
            walk = MapWalk(page, pack, keep)
            walk.open(server.address)
            walk.press("Edit")
            if tool:
                page.wait("document.querySelector('.map-stage [data-kind=label]')", 60)
                walk.press(tool)
            x, y = walk.middle(label, "label")
            page.drag((x + 6, y), (x + 66, y + 40))
            page.wait(f"{NOTE}.startsWith('label of {label}')")
            until = time.monotonic() + 20
            while file.read_bytes() == before and time.monotonic() < until:
                time.sleep(0.05)
            lines = changed_lines(before, file.read_bytes())
            walk.expect(
                len(lines) == 1 and b"label-at: [" in lines[0][1], "a label's drag is not one line with label-at"
            )
            page.wait(SHOWN)
            page.wait("document.querySelector('.map-stage [data-kind=label].label-box')", 60)
            time.sleep(1)  # the boxes are those of the drawing
            there = walk.middle(label, "label")
            walk.expect(abs(there[0] - x - 60) < 2 and abs(there[1] - y - 40) < 2, f"the label is not there: {there}")
            walk.picture("label")
            page.key("z", control=True)
            until = time.monotonic() + 20
            while file.read_bytes() != before and time.monotonic() < until:
                time.sleep(0.05)
            walk.expect(file.read_bytes() == before, "undo does not bring the bytes back")
            yield f"edits of labels, {pack.name}", walk.end("")


def a_save_before_a_drop(page: Page, keep: Path | None, _script: str) -> Iterator[tuple[str, list[str]]]:
    """Drag a place while the map is read again after a save: what the drop breaks is reported all the same."""
    with copied("bahama-taxi") as pack, served(pack) as server:
        file = pack / "maps" / "nassau.yaml"
        walk = MapWalk(page, pack, keep)
        walk.open(server.address)
        walk.press("Edit")
        x, y = walk.middle("A♠")
        page.mouse("Moved", x, y, buttons=0)
        page.run(_HOLD)
        text = file.read_text(encoding="utf-8")
        file.write_text(text.replace("\nname: ", "\nname: New "), encoding="utf-8")
        page.wait("held.size === 1")
        page.mouse("Pressed", x, y, buttons=1)
        page.mouse("Moved", x + 120, y - 40, buttons=1)
        page.wait("held.size === 2 && [...held.values()].every(Boolean)")
        page.run("release()")
        page.wait("document.querySelectorAll('.verdict.bad').length === 1")
        page.mouse("Released", x + 120, y - 40, buttons=0)
        page.wait(f"{NOTE}.includes('now broken: no two roads cross')")
        yield "a save before a drop", walk.end("")


def edits_of_cells(page: Page, keep: Path | None, _script: str) -> Iterator[tuple[str, list[str]]]:
    """Paint a cell: one letter of the picture changes."""
    with copied("examples/three-fords") as pack, served(pack) as server:
        file = pack / "valley.yaml"
        before = file.read_bytes()
        walk = MapWalk(page, pack, keep)
        walk.open(server.address)
        walk.press("Edit")
        walk.press("Lake")
        page.click(*walk.middle("0503", "cell"))
        page.wait(f"{NOTE}.includes('paint')")
        lines = changed_lines(before, file.read_bytes())
        walk.expect(len(lines) == 1 and sum(a != b for a, b in zip(*lines[0], strict=True)) == 1, "more than a letter")
        walk.picture("painted")
        time.sleep(1)  # the map is read again after the change
        walk.expect("paint" in page.run(NOTE), "what a change did is shown for less than a second")
        _brush_quickly(walk)
        page.wait(f"{NOTE}.startsWith('painted 31 cells · now broken')")
        page.wait(SHOWN)
        walk.picture("brushed")
        yield "edits of cells", walk.end("")


def _brush_quickly(walk: MapWalk) -> None:
    """Brush over the map in two strokes of one event each: no cell between is left out."""
    page = walk.page
    corners = [walk.middle(name, "cell") for name in ("0201", "1505", "0409")]
    page.mouse("Moved", *corners[0], buttons=0)
    page.mouse("Pressed", *corners[0], buttons=1)
    for corner in corners[1:]:
        page.mouse("Moved", *corner, buttons=1)
    page.wait("document.querySelectorAll('.cell.painted').length === 31")
    colours = page.run(
        "['.cell.painted', '.swatches [aria-pressed=true] .swatch'].map((each) => document.querySelector(each))"
        ".map((each, at) => getComputedStyle(each)[at ? 'backgroundColor' : 'fill'])"
    )
    walk.expect(colours[0] == colours[1], "the brush does not have the colour of its terrain")
    walk.picture("brush")
    page.mouse("Released", *corners[-1], buttons=0)


def play_with_tiles(page: Page, keep: Path | None, _script: str) -> Iterator[tuple[str, list[str]]]:
    """Turn a tile by a click and by a key, swap two by a drag, and go to the longest ride."""
    with served(CONTENT / "taxi-derby") as server:
        walk = MapWalk(page, CONTENT / "taxi-derby", keep)
        walk.open(server.address)
        walk.press("Play")
        listed = "document.querySelector('.laid-list').textContent"
        x, y = walk.middle("tile 0", "tile")
        page.click(x - 20, y - 4)
        page.wait(f"{listed}.includes('Quayside, 90°')")
        page.run("[...document.querySelectorAll('.tile-frame')][1].focus()")
        page.key("r")
        page.wait(f"{listed}.includes('Old Town, 90°')")
        other = walk.middle("tile 3", "tile")
        page.drag((x - 20, y - 4), other)
        page.wait(f"{listed}.includes('row 2, column 2: Quayside')")
        page.wait(SHOWN)
        walk.picture("turned")
        walk.press("no ride is hopeless", ".verdicts")
        walk.press("Closest to breaking")
        page.wait("document.querySelector('.map-proof') !== null && document.querySelector('.way') !== null")
        page.wait(SHOWN)
        walk.picture("longest")
        page.dark()
        page.size(*TABLET)
        time.sleep(0.4)
        walk.picture("tablet")
        page.dark(False)
        yield "tiles", walk.end("")


def movement_classes(page: Page, keep: Path | None, script: str) -> Iterator[tuple[str, list[str]]]:
    """Choose a movement class: its requirements are listed, the others folded, in play as well."""
    with served(CONTENT / "examples" / "three-fords") as server:
        walk = MapWalk(page, CONTENT / "examples" / "three-fords", keep)
        walk.open(server.address)
        listed = "document.querySelectorAll('.map-side .verdict').length"
        shown = "[...document.querySelectorAll('.map-side .verdict')].filter((each) => each.checkVisibility()).length"
        walk.expect(page.run(shown) == 7, "not all requirements are listed for everybody")
        page.run(
            "(() => { const list = [...document.querySelectorAll('.view-map .toolbar .choice')]"
            ".find((each) => each.textContent.startsWith('For')).querySelector('select');"
            " list.value = 'guns'; list.dispatchEvent(new Event('change')); })()"
        )
        page.wait(f"{shown} === 2 && {listed} === 7")
        walk.picture("guns")
        walk.press("Play")
        page.wait("document.querySelector('.map-side summary')?.textContent === '5 for others'")
        walk.expect(page.run(shown) == 2, "the setup does not list the requirements of the class")
        yield "movement classes", walk.end(script)


def play_with_closures(page: Page, keep: Path | None, _script: str) -> Iterator[tuple[str, list[str]]]:
    """Lay a cone, then step to a counterexample: its tokens are laid, and it is broken there."""
    with served(CONTENT / "destination-race") as server:
        walk = MapWalk(page, CONTENT / "destination-race", keep)
        walk.open(server.address)
        walk.press("Play")
        page.wait("document.querySelectorAll('.map-legend li').length > 0")
        walk.press("cone")
        page.wait("document.querySelector('.map-stage [data-kind=offer]')")
        spot = page.run("document.querySelector('.map-stage [data-kind=offer]').dataset.name")
        page.click(*walk.middle(spot, "offer"))
        page.wait("document.querySelectorAll('.map-stage .token').length > 0")
        walk.press("Next counterexample")
        page.wait("document.querySelector('.map-proof') !== null")
        page.wait("document.querySelectorAll('.laid-list li').length === 2")
        page.wait("document.querySelectorAll('.verdict.bad').length > 0")
        walk.picture("counterexample")
        yield "closures", walk.end("")


WALKS = (
    every_map,
    edits_of_areas,
    edits_of_labels,
    a_save_before_a_drop,
    edits_of_cells,
    play_with_tiles,
    movement_classes,
    play_with_closures,
)


def draw_pictures(page: Page) -> None:
    """Write pictures of the documentation: the longest ride of a city; faces, rows, sheets; a change."""
    with served(CONTENT / "taxi-derby") as server:
        walk = MapWalk(page, CONTENT / "taxi-derby", None)
        walk.open(server.address)
        walk.press("no ride is hopeless", ".verdicts")
        walk.press("Closest to breaking")
        page.wait("document.querySelector('.map-proof') !== null && document.querySelector('.way') !== null")
        page.wait(SHOWN)
        _draw(page, "studio-map")
    with copied("starter") as pack, served(pack) as server:
        page.open(server.address)
        supper = "document.querySelector('[data-face^=\"suppers/\"]')"
        page.wait(f"{supper}?.querySelector('img').naturalWidth", 60)
        page.run(f"{supper}.scrollIntoView()")
        time.sleep(2)
        box = page.run(f"(() => {{ const b = {supper}.getBoundingClientRect(); return [b.x + b.width / 2, b.y]; }})()")
        page.click(box[0], box[1] + 75)
        page.wait("document.querySelector('#inspector .chosen-layer')")
        _draw(page, "studio-faces")
        page.run("location.hash = '#table'")
        page.wait("document.querySelector('.beside img')?.naturalWidth", 60)
        _draw(page, "studio-table")
        page.run("location.hash = '#sheets'")
        page.wait("document.querySelector('.view-sheets .sheet img')?.naturalWidth", 60)
        _draw(page, "studio-sheets")
    with copied("starter") as pack:
        _committed(pack)
        with served(pack) as server:
            _draw_broken(page, pack, server.address)

    _draw_table(page)


def _draw_table(page: Page) -> None:
    """Write the picture of the HTML table: the starter with a cat chosen, and three suppers in the hand."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "table.html")
        path.write_bytes(table_page(exported(examined("starter", draws_maps=True))))
        page.dark()
        table = Table(page, path)
        table.open()
        table.begin()
        names = table.run("t.PIECES.map(p => p.component)")
        kitchen = max(table.laid("pile"), key=lambda each: len(each["items"]))
        table.run(f"t.act.draw({kitchen['id']!r}, 3)")
        cat = next(each for each in table.laid("piece") if names[each["p"]] == "cats")
        table.run(f"t.choose([{cat['id']!r}])")
        _draw(page, "export-html")
        page.dark(False)


def _committed(pack: Path) -> None:
    """Put the pack under git, with one commit."""
    git = ["git", "-c", "user.name=pnp", "-c", "user.email=pnp@localhost", "-C", str(pack)]
    for command in (["init", "--quiet"], ["add", "--all"], ["commit", "--quiet", "--message", "the first game"]):
        subprocess.run([*git, *command], check=True)


def _draw_broken(page: Page, pack: Path, address: str) -> None:
    """Write the pictures of a broken requirement: in the source, and compared with the last commit."""
    page.open(address)
    page.wait("document.querySelector('.face img')?.naturalWidth", 60)
    for name, old, new in (
        (
            "gull-bay.yaml",
            "- Mill -- Bakery -- Fish market -- Net loft",
            "- Mill -- Bakery\n  - Fish market -- Net loft",
        ),
        ("suppers.csv", 'Bakery,"The cream, left out to settle.",cream,1', 'Bakery,"The last butter.",cream,2'),
    ):
        file = pack / name
        text = file.read_text(encoding="utf-8")
        assert old in text, f"{name} has no '{old}'"
        file.write_text(text.replace(old, new), encoding="utf-8")
    page.run("location.hash = '#findings'")
    finding = "document.querySelector('.view-findings .item.error .what a')"
    page.wait(finding, 120)
    page.run(f"{finding}.click()")
    page.wait("document.querySelector('.view-source .findings .item')", 60)
    _draw(page, "studio-source")
    page.run("location.hash = '#compare'")
    page.wait("document.querySelectorAll('.view-compare .maps img, .view-compare .pair img').length > 1", 120)
    page.wait(
        "[...document.querySelectorAll('.view-compare .pair img')].slice(0, 2).every((each) => each.naturalWidth)"
    )
    _draw(page, "studio-compare")


def _draw(page: Page, name: str) -> None:
    """Write a picture of the page."""
    from io import BytesIO

    from PIL import Image

    time.sleep(2)  # all that is in sight is drawn
    Image.open(BytesIO(page.picture())).convert("RGB").save(PICTURES / f"{name}.png", optimize=True)


def main(arguments: list[str] | None = None) -> int:
    """Walk; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.browser.studio_map", description="Walks the map view.")
    parser.add_argument("--keep", type=Path, metavar="DIR")
    parser.add_argument("--pictures", action="store_true")
    asked = parser.parse_args(arguments)
    if asked.keep:
        asked.keep.mkdir(parents=True, exist_ok=True)
    try:
        script = axe.source()
    except axe.NoAxe as error:
        script = ""
        print(f"without axe-core: {error}")  # noqa: T201
    wrong = 0
    try:
        with browser() as page:
            if asked.pictures:
                draw_pictures(page)
                return 0
            for walk in WALKS:
                try:
                    found: list[Any] = list(walk(page, asked.keep, script))
                except PageError as error:
                    found = [(walk.__name__, [str(error)])]
                for name, faults in found:
                    print(f"{name}: {'; '.join(faults) or 'well'}")  # noqa: T201
                    wrong += len(faults)
    except NoBrowser as error:
        print(f"not looked at: {error}")  # noqa: T201
        return 2
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
