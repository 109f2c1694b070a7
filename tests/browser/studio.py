"""The studio in a real browser: a game from the wizard to the PDF, every view in dark and light, axe-core on each.

With `--keep DIR` pictures of every view stay in DIR/studio, to be looked at.
"""

from __future__ import annotations

import json
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pnp.loader import find_targets
from pnp.studio.server import Server
from pnp.studio.session import Settings, StudioSession
from pnp.studio.views import views

from .axe import NoAxe, faults, source
from .chromium import Page, browser
from .table import Table

SIZES = {"laptop": (1280, 720), "tablet": (820, 1180)}

READY = {
    "faces": "document.querySelector('.face img')?.naturalWidth",
    "findings": "document.querySelector('.report section')",
    "sheets": "document.querySelector('.view-sheets .sheet img')?.naturalWidth",
    "rules": "document.querySelector('.view-rules .sheet img')?.naturalWidth",
    "print": "document.querySelector('.print-form button.strong')",
    "play": "document.querySelector('.play-box button')",
    "source": "document.querySelector('.view-source .code .line')",
    "table": "document.querySelector('.view-table')?.textContent",
    "map": "document.querySelector('.view-map svg, .view-map img')",
    "compare": "document.querySelector('.view-compare .compared:not(.busy) .changes .state')",
}
"""When a view has something to show."""


CROWDED = """(() => {
  const boxes = (parent) => [...parent.children].map((each) => [each, each.getBoundingClientRect()])
    .filter(([each, box]) => each.checkVisibility() && box.width && getComputedStyle(each).position !== "sticky");
  const called = (each) => each.getAttribute("aria-label") || each.textContent.trim().slice(0, 30) || each.className;
  const found = [];
  for (const bar of document.querySelectorAll("#bar, #tools, #rail, .toolbar, .choices, .start, .print-form")) {
    const inside = boxes(bar);
    inside.forEach(([one, box], index) => {
      if (box.right > innerWidth + 1 || box.left < -1) found.push(`'${called(one)}' is cut off`);
      for (const [other, next] of inside.slice(index + 1)) {
        const across = Math.min(box.right, next.right) - Math.max(box.left, next.left);
        const down = Math.min(box.bottom, next.bottom) - Math.max(box.top, next.top);
        if (across > 1 && down > 1) found.push(`'${called(one)}' and '${called(other)}' overlap`);
      }
    });
  }
  return found;
})()"""
"""What is cut off or overlaps in the bars and forms of the page."""


class Walk:
    """One walk through the studio: what is wrong, and pictures."""

    def __init__(self, page: Page, folder: Path, axe: str | None) -> None:
        self.page, self.folder, self.axe = page, folder, axe
        self.wrong: list[str] = []

    def check(self, condition: bool, text: str) -> None:
        """Notes what is not as it must be."""
        if not condition:
            self.wrong.append(text)

    def show(self, view: str) -> None:
        """Goes to a view and waits until it has something to show."""
        self.page.run(f"location.hash = '{view}'")
        self.page.wait(READY[view], 60)
        time.sleep(0.5)

    def look(self, name: str) -> None:
        """Takes pictures in light and dark, and asks axe-core about both."""
        for dark in (False, True):
            self.page.dark(dark)
            time.sleep(0.2)
            shade = "dark" if dark else "light"
            (self.folder / f"{name}-{shade}.png").write_bytes(self.page.picture())
            self.wrong += [f"{name}, {shade}: {fault}" for fault in self.page.run(CROWDED)]
            if self.axe:
                self.wrong += [f"{name}, {shade}: {fault}" for fault in faults(self.page, self.axe)]
        self.page.dark(False)

    def centre(self, selector: str) -> tuple[float, float]:
        """The middle of an element in the window."""
        box = f"document.querySelector({selector!r}).getBoundingClientRect()"
        x, y = self.page.run(f"(() => {{ const b = {box}; return [b.left + b.width / 2, b.top + b.height / 2]; }})()")
        return float(x), float(y)


@contextmanager
def studio(place: Path) -> Iterator[Server]:
    """A studio without a pack, whose page makes one in `place`."""
    session = StudioSession(None, Settings(place / "output", place=place, name="night-market"), views())
    server = Server(session)
    server.start()
    worker = threading.Thread(target=session.work, daemon=True)
    worker.start()
    try:
        yield server
    finally:
        session.stop()
        server.stop()
        worker.join(10)


def walk(folder: Path) -> list[str]:
    """What is wrong in the studio; NoBrowser where there is no browser."""
    folder.mkdir(parents=True, exist_ok=True)
    try:
        axe = source()
    except NoAxe as missing:
        print(f"axe-core is left out: {missing}")  # noqa: T201
        axe = None
    with browser() as page, tempfile.TemporaryDirectory() as place, studio(Path(place)) as server:
        steps = Walk(page, folder, axe)
        page.call("Runtime.enable")
        page.call("Log.enable")
        page.size(*SIZES["laptop"])
        page.open(server.address)
        _wizard(steps, Path(place))
        _faces(steps, Path(place) / "night-market")
        for view in page.run("[...document.querySelectorAll('#rail a')].map((each) => each.dataset.view)"):
            steps.show(view)
            steps.look(view)
        _compare(steps)
        _new_and_mended(steps, Path(place) / "night-market")
        _last_line(steps)
        _services(steps)
        _print(steps, Path(place))
        page.size(*SIZES["tablet"])
        for view in READY:
            steps.show(view)
            steps.look(f"{view}-tablet")
            steps.check(
                page.run("document.documentElement.scrollWidth <= innerWidth"), f"{view} is wider than a tablet"
            )
        steps.wrong += _complaints(page)
        page.size(*SIZES["laptop"])
        _play(steps)
        _read_only(steps, Path(place) / "night-market")
        return steps.wrong


def _wizard(steps: Walk, place: Path) -> None:
    """Makes a game as someone does who has never written a file."""
    page = steps.page
    page.wait("document.querySelectorAll('.start-preview img').length > 1", 30)
    steps.look("wizard")
    _wrong_table(steps, place)
    page.run("document.querySelector('#start-name').value = '../outside'")
    page.run("document.querySelector('.start button.strong').click()")
    page.wait("document.querySelector('.start .fault').textContent")
    steps.check(list(place.iterdir()) == [], "a name that is a path made something")
    page.run("document.querySelector('#start-name').value = 'night-market'")
    page.run("document.querySelector('.start input[value=full]').click()")
    page.wait("document.querySelector('.start-preview .files')?.textContent.includes('gull-bay')", 30)
    steps.look("wizard-full")
    page.size(*SIZES["tablet"])
    steps.look("wizard-tablet")
    steps.check(page.run("document.documentElement.scrollWidth <= innerWidth"), "the wizard is wider than a tablet")
    page.size(*SIZES["laptop"])
    page.run("document.querySelector('.start button.strong').click()")
    page.wait(READY["faces"], 60)
    steps.check((place / "night-market" / "pack.yaml").is_file(), "the wizard made no pack")


def _wrong_table(steps: Walk, place: Path) -> None:
    """Chooses a table that is not UTF-8: it is refused, and nothing is chosen."""
    page, table = steps.page, place.parent / f"{place.name}.csv"
    table.write_bytes("name,text\nCafé,olé\n".encode("latin-1"))
    page.run("document.querySelector('.start input[value=table]').click()")
    root = page.call("DOM.getDocument")["root"]["nodeId"]
    field = page.call("DOM.querySelector", nodeId=root, selector="#start-table")["nodeId"]
    page.call("DOM.setFileInputFiles", nodeId=field, files=[str(table)])
    page.wait("document.querySelector('.start .fault').textContent.includes('not UTF-8')")
    steps.look("wizard-table")
    steps.check(page.run("!document.querySelector('#start-table').value"), "a table that is not UTF-8 stays chosen")
    table.write_text("name,text\nLantern,Shines.\nRope,Holds.\n", encoding="utf-8")
    page.call("DOM.setFileInputFiles", nodeId=field, files=[str(table)])
    page.wait(f"document.querySelector('.start-preview .files')?.textContent.includes({table.name!r})", 30)
    steps.look("wizard-own")
    table.unlink()


def _faces(steps: Walk, pack: Path) -> None:
    """Filters, selects by mouse and by keyboard, and follows a save."""
    page = steps.page
    page.wait("document.querySelectorAll('.face').length > 20", 60)
    all_faces = page.run("document.querySelectorAll('.face').length")
    page.run("document.querySelector('.view-faces input[type=search]').focus()")
    page.type("cheese")
    page.wait("document.querySelectorAll('.face:not([hidden])').length < 10")
    steps.check(page.run("document.querySelectorAll('.face:not([hidden])').length") > 0, "the filter hides all faces")
    page.run("(() => { const f = document.querySelector('.view-faces input[type=search]');"
             "f.value = ''; f.dispatchEvent(new Event('input')); f.blur(); })()")  # fmt: skip
    page.wait(f"document.querySelectorAll('.face:not([hidden])').length === {all_faces}")
    page.run("document.querySelector('[data-face^=\"suppers/\"]').scrollIntoView({block: 'center'})")
    time.sleep(0.4)
    page.click(*steps.centre('[data-face^="suppers/"] .art'))
    page.wait("document.querySelector('#inspector .chosen-layer')")
    steps.check(page.run("Boolean(document.querySelector('#inspector .fields tr'))"), "no row is shown")
    steps.look("inspector")
    steps.show("findings")
    steps.check(page.run("document.getElementById('inspector').hidden"), "the inspector of a face is beside Findings")
    steps.show("faces")
    steps.check(
        page.run("!document.getElementById('inspector').hidden"), "the inspector does not come back with its face"
    )
    page.run("document.querySelector('.face.selected').focus()")
    page.key("ArrowRight")
    page.wait("document.querySelectorAll('.face.selected').length === 1")
    page.key("Escape")
    steps.check(page.run("document.getElementById('inspector').hidden"), "Escape does not close the inspector")
    _renamed(steps, pack / "cats.yaml")
    top = page.run("document.querySelector('.faces').scrollTop")
    table = pack / "suppers.csv"
    text = table.read_text(encoding="utf-8")
    table.write_text(text.replace("The cream", "The last cream", 1), encoding="utf-8")
    page.wait("document.querySelectorAll('.face.fresh').length === 1", 30)
    steps.check(abs(page.run("document.querySelector('.faces').scrollTop") - top) < 2, "a save moves the page")
    page.key("z", control=True)
    page.wait("document.querySelector('.toast')?.textContent.includes('nothing to undo')")
    page.key("z", control=True)
    time.sleep(0.5)
    steps.check(page.run("document.querySelectorAll('.toast').length") == 1, "a message is on the page twice")
    page.run("document.querySelector('.toast button').click()")


def _renamed(steps: Walk, cats: Path) -> None:
    """Renames a row on the disk, and back: its face stays the same element, which is shown before the others."""
    page, text = steps.page, cats.read_text(encoding="utf-8")
    page.run("window.soot = document.querySelector('[data-face=\"cats/soot/front\"]'); 0")
    for name, content in (("ash", text.replace("name: Soot", "name: Ash", 1)), ("soot", text)):
        cats.write_text(content, encoding="utf-8")
        page.wait(f"window.soot.dataset.face === 'cats/{name}/front' && window.soot.isConnected", 30)
        time.sleep(1)
    page.wait("window.soot.isConnected && !document.querySelector('[data-face=\"cats/ash/front\"]')", 30)


def _compare(steps: Walk) -> None:
    """Sees the row that was saved, before and after, and asks for a revision that there is not."""
    page = steps.page
    steps.show("compare")
    rows = "[...document.querySelectorAll('.view-compare [aria-label=Rows] .item')].map((each) => each.textContent)"
    steps.check(any("The last cream" in row for row in page.run(rows)), "the row that was saved is not compared")
    pictures = "[...document.querySelectorAll('.view-compare .pair img')].map((each) => each.naturalWidth)"
    steps.check(all(page.run(pictures)), "a picture of a comparison is missing")
    page.run("document.querySelector('.view-compare .compared').classList.add('busy')")
    steps.look("compare-busy")  # what is compared again stays readable
    page.run("document.querySelector('.view-compare .compared').classList.remove('busy')")
    told = "document.querySelector('.view-compare .told')?.textContent"
    page.wait(f"{told} === '1 part changed'")
    steps.check(page.run("document.querySelectorAll('.outlines .line').length") == 2, "the change is not outlined")
    for way in ("over", "changes", "pairs"):
        page.run(_chosen(".view-compare .choice:not(:has(.state)) select", way))
        page.wait("document.querySelector('.view-compare .pair img').naturalWidth")
        if way != "over":
            page.wait(f"{told} === '1 part changed'")
        steps.look(f"compare-{way}")
    page.run(_chosen(".view-compare select.state", "folder"))
    page.wait("document.querySelector('.view-compare form input')")
    page.type("no-such-folder")
    page.run("document.querySelector('.view-compare form button').click()")
    page.wait("document.querySelector('.view-compare .empty h2')?.textContent === 'Not compared'")
    page.run(_chosen(".view-compare select.state", "opened "))
    page.wait(READY["compare"])


def _new_and_mended(steps: Walk, pack: Path) -> None:
    """Makes a document and takes it back; then misspells a name on the disk, and has it mended from the findings."""
    page = steps.page
    steps.show("source")
    page.run("document.querySelector('.view-source [aria-label=\"New file\"]').click()")
    page.wait("document.querySelector('dialog[open] input')")
    steps.look("new-file")
    page.type("heroes")
    page.run("document.querySelector('dialog[open] .strong').click()")
    page.wait("document.querySelector('.view-source strong.mono').textContent === 'heroes.yaml'")
    steps.check("heroes.yaml" in (pack / "pack.yaml").read_text(encoding="utf-8"), "a new document is not listed")
    page.run("document.querySelector('#tools [aria-label^=Undo]').click()")
    page.wait(
        "![...document.querySelectorAll('.view-source .file')].some((each) => each.title.endsWith('heroes.yaml'))"
    )
    steps.check(not (pack / "heroes.yaml").exists(), "undo leaves the new file")
    town = pack / "gull-bay.yaml"
    text = town.read_text(encoding="utf-8")
    town.write_text(text.replace("in: bread", "in: braed", 1), encoding="utf-8")
    steps.show("findings")
    page.wait(
        "[...document.querySelectorAll('.view-findings button')].some((each) => each.textContent === 'Fix it')", 60
    )
    page.run("[...document.querySelectorAll('.view-findings button')].find((b) => b.textContent === 'Fix it').click()")
    page.wait("[...document.querySelectorAll('.toast')].some((each) => each.textContent.includes('bread'))", 60)
    steps.check(town.read_text(encoding="utf-8") == text, "'Fix it' does not mend the name")
    page.run("document.querySelectorAll('.toast').forEach((each) => each.remove())")


def _last_line(steps: Walk) -> None:
    """Types a mistake on the last line: the findings that appear below must not cover it."""
    page = steps.page
    steps.show("source")
    page.run("[...document.querySelectorAll('.view-source .file')].find((b) => b.title.endsWith('pack.yaml')).click()")
    page.wait("document.querySelector('.view-source strong.mono').textContent === 'pack.yaml'")
    time.sleep(1)
    page.run("""(() => {
      const area = document.querySelector(".view-source .typed"), end = area.value.length;
      area.focus();
      area.setSelectionRange(end, end);
      document.execCommand("insertText", false, "\\n".repeat(60) + "nonsense: 1");
      area.scrollTop = area.scrollHeight;
    })()""")
    page.wait("document.querySelectorAll('.view-source .findings:not([hidden]) .item').length", 60)
    time.sleep(0.5)
    gap = page.run("""(() => {
      const bottom = (name) => document.querySelector(`.view-source ${name}`).getBoundingClientRect().bottom;
      return bottom(".pane") - bottom(".here");
    })()""")
    steps.check(gap >= 0, f"the findings cover the line that is typed, by {-gap:.0f} pixels")
    page.run("[...document.querySelectorAll('.view-source .button')]"
             ".find((each) => each.textContent === 'Discard changes').click()")  # fmt: skip


def _chosen(selector: str, value: str) -> str:
    """A script that chooses a value of a list."""
    return (f"(() => {{ const list = document.querySelector({selector!r}); list.value = {value!r};"
            "list.dispatchEvent(new Event('change')); })()")  # fmt: skip


def _services(steps: Walk) -> None:
    """Chooses a profile for a printing service: the page says why it has no sheets, and leads back to some."""
    page = steps.page
    steps.show("sheets")
    page.run("""(() => {
      const named = [...document.querySelectorAll(".view-sheets .choice")];
      const list = named.find((each) => each.textContent.startsWith("Profile")).querySelector("select");
      list.value = "the-game-crafter";
      list.dispatchEvent(new Event("change"));
    })()""")
    page.wait("document.querySelector('.view-sheets .ways-on')")
    steps.look("sheets-service")
    steps.check(
        page.run("document.querySelectorAll('.view-sheets .choice').length") == 2, "paper is offered to a service"
    )
    page.run("[...document.querySelectorAll('.ways-on button')].at(-1).click()")
    page.wait(READY["sheets"])


ON_TOP = """(() => {
  const b = document.querySelector('.print-form button.strong').getBoundingClientRect();
  const top = document.elementFromPoint(b.left + b.width / 2, b.top + b.height / 2);
  return top?.closest("button")?.textContent === "Build";
})()"""
"""Whether the button that builds is in sight, and nothing covers it."""


def _print(steps: Walk, place: Path) -> None:
    page = steps.page
    steps.show("print")
    page.run("document.querySelector('#tools [aria-label^=Undo]').click()")
    page.wait("document.querySelector('.toast')")
    steps.check(page.run(ON_TOP), "'Build' is out of sight, or a message covers it")
    page.run("document.querySelector('#tools [aria-label^=Redo]').click()")
    page.run("document.querySelector('.print-form button.strong').click()")
    page.wait("document.querySelector('.print-result .list')", 120)
    steps.look("built")
    steps.check((place / "output" / "night-market" / "night-market-a4.pdf").is_file(), "no PDF was written")
    size = page.run("fetch(document.querySelector('.print-result a').href).then((a) => a.blob()).then((b) => b.size)")
    steps.check(size > 10_000, "the PDF cannot be downloaded")


def _play(steps: Walk) -> None:
    """Lays the table, and opens it: it plays, and reaches nothing of the studio."""
    page = steps.page
    steps.show("play")
    page.run("document.querySelector('.play-box button').click()")
    page.wait("document.querySelector('.play-box a[target=_blank]')", 120)
    steps.look("play-laid")
    address = page.run("document.querySelector('.play-box a[target=_blank]').href")
    page.open(address)
    page.wait("document.querySelector('#start, #start-title')")
    (steps.folder / "play-table.png").write_bytes(page.picture())
    steps.check(page.run("self.origin") == "null", "the table has the origin of the studio")
    refused = "(async () => { try { %s; return false; } catch { return true; } })()"
    steps.check(page.run(refused % "return !document.cookie"), "the table reads cookies")
    steps.check(page.run(refused % "await fetch('/')"), "the table may ask the studio")
    socket = (
        "new Promise((yes, no) => { const wire = new WebSocket(`ws://${location.host}/live`);"
        "wire.onopen = yes; wire.onerror = no; })"
    )
    steps.check(page.run(refused % f"await {socket}"), "the table may open the socket of the studio")
    _play_a_round(steps)


def _play_a_round(steps: Walk) -> None:
    """Plays on the table that the studio has opened: draws, shuffles, deals, undoes all, saves and loads."""
    page = steps.page
    table = Table(page, steps.folder / "play")
    table.begin()
    start = table.run("JSON.stringify(t.all().filter(r => r.is !== 'meta'))")
    deck = max(table.laid("pile"), key=lambda each: len(each["items"]))
    table.click(table.at(deck["x"], deck["y"]), count=2)
    steps.check(len(table.things()["hand1"]["items"]) == 1, "a double click on the deck draws no card in the studio")
    table.run(f"t.act.shuffle('{deck['id']}')")
    table.drag(table.at(deck["x"], deck["y"]), table.at(deck["x"] + 80, deck["y"]))
    steps.check(len(table.things()[deck["id"]]["items"]) == len(deck["items"]) - 2, "no card is dragged off the deck")
    steps.look("play-round")
    kept = table.run("window.kept = t.saved()")
    page.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(steps.folder), eventsEnabled=True)
    table.run("document.getElementById('save').click()")
    until = time.monotonic() + 10
    while not (files := list(steps.folder.glob("*.json"))) and time.monotonic() < until:
        time.sleep(0.1)
    steps.check(
        bool(files) and files[0].read_text(encoding="utf-8") == kept, "the studio's table is not saved to a file"
    )
    for _ in range(table.run("t.log().length")):
        table.key("z", modifiers=2)
    undone = table.run("JSON.stringify(t.all().filter(r => r.is !== 'meta'))")
    steps.check(_alike(undone, start), "undoing everything on the studio's table does not give back the beginning")
    table.run("t.restore(window.kept)")
    steps.check(table.run("t.saved()") == kept, "a saved table is not loaded in the studio")


def _alike(one: str, other: str) -> bool:
    """Whether two lists of things are equal, in any order."""
    first, second = ({each["id"]: each for each in json.loads(text)} for text in (one, other))
    return bool(first == second)


def _read_only(steps: Walk, pack: Path) -> None:
    """Opens the pack with `--read-only`: what would write is switched off, and says why."""
    page = steps.page
    session = StudioSession(find_targets([str(pack)])[0], Settings(pack.parent, True, False), views(True))
    server = Server(session)
    server.start()
    worker = threading.Thread(target=session.work, daemon=True)
    worker.start()
    off = {"map": ["Edit"], "table": ["Copy the row", "Delete"], "source": ["Save", "Rename"], "print": ["Build"]}
    try:
        page.open(server.address)
        page.wait(READY["faces"], 60)
        steps.check(page.run("!document.querySelector('#tools [aria-label^=Undo]')"), "read-only offers to undo")
        for view, names in off.items():
            steps.show(view)
            page.wait(f"document.querySelectorAll('.view-{view} button').length > 1", 60)
            for name in names:
                all_buttons = f"[...document.querySelectorAll('.view-{view} button')]"
                found = f"{all_buttons}.find((each) => each.textContent === {name!r})"
                page.wait(found)
                page.wait(f"{found}.title.includes('--read-only')")  # the rows come later
                steps.check(
                    page.run(f"{found}.disabled"),
                    f"'{name}' of the view '{view}' is not switched off with a reason for a reader",
                )
            steps.look(f"{view}-read-only")
    finally:
        session.stop()
        server.stop()
        worker.join(10)


def _complaints(page: Page) -> Iterator[str]:
    """What the browser complained about: scripts that failed, what the policy refused, requests to elsewhere."""
    for event in page.events("Runtime.exceptionThrown"):
        details = event["params"]["exceptionDetails"]
        yield f"a script failed: {details.get('exception', {}).get('description') or details['text']}"
    for event in page.events("Log.entryAdded"):
        entry = event["params"]["entry"]
        if entry["level"] == "error":
            yield f"{entry['source']}: {entry['text']} {entry.get('url', '')}"
