"""A round of the starter by keys alone, and one by fingers alone: the script looks, and never acts for a player."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pnp.export.game import exported
from pnp.export.html import table_page
from tests.games import examined

from .chromium import Page, PageError
from .table import _READY, Table, _state

PHONE = 844, 390

MOST_KEYS = 60
"""The number of keys after which something is not reached."""

_ACTIVE = "document.activeElement?.closest('{}')?.dataset.{}"


def faults(page: Page, folder: Path) -> Iterator[str]:
    """What goes wrong in the table of the starter; pictures of it are left in the folder."""
    path = folder / "tables" / "starter-alone.html"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(table_page(exported(examined("starter", draws_maps=True), rules=False)))
    table = Table(page, path)
    for walk in (_keys_alone, _menus_by_keys, _fingers_alone, _other_hands):
        page.size(1280, 720)
        try:
            yield from (f"{walk.__name__.strip('_')}: {fault}" for fault in walk(table))
        except PageError as error:
            yield f"{walk.__name__.strip('_')}: {error}"


def _cards_and_cats(table: Table) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """The kitchen, a supper that lies face up, and a cat."""
    names = table.run("t.PIECES.map(p => p.component)")
    pieces = table.laid("piece")
    kitchen = max(table.laid("pile"), key=lambda each: len(each["items"]))
    supper = next(each for each in pieces if names[each["p"]] == "suppers" and each["up"])
    return kitchen, supper, next(each for each in pieces if names[each["p"]] == "cats")


def _next_place(table: Table, cat: dict[str, Any]) -> tuple[int, str]:
    board, index = cat["at"]
    goal = table.run(f"t.nextPlaces({{board: t.get('{board}'), index: {index}}})[0].index")
    return goal, table.run(f"t.pieceOf(t.get('{board}')).snaps[{goal}].name")


def _held(table: Table, seat: int = 1) -> int:
    return len(table.things()[f"hand{seat}"]["items"])


# Keys.


def _tab_to(table: Table, what: str) -> None:
    """Presses Tab until the focus is on something. Raises PageError if it does not come there."""
    for _ in range(MOST_KEYS):
        if table.page.run(f"Boolean(document.activeElement?.matches({json.dumps(what)}))"):
            return
        table.page.key("Tab")
    raise PageError(f"Tab does not reach {what}")


def _walk_to(table: Table, wanted: str) -> None:
    """Presses arrows until the focus is on a thing. Raises PageError if it does not come there."""
    seen: dict[str, set[str]] = {}
    for _ in range(MOST_KEYS):
        here = table.page.run(_ACTIVE.format(".thing", "id"))
        if here == wanted:
            return
        if not here:
            break
        things = table.things()
        right, down = (things[wanted][axis] - things[here][axis] for axis in ("x", "y"))
        across, along = "ArrowRight" if right > 0 else "ArrowLeft", "ArrowDown" if down > 0 else "ArrowUp"
        order = [across, along] if abs(right) > abs(down) else [along, across]
        order += ["ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"]
        key = next((each for each in order if each not in seen.setdefault(here, set())), None)
        if key is None:
            break
        seen[here].add(key)
        table.page.key(key)
    raise PageError(f"arrows do not reach {table.run(f't.elements.get({wanted!r}).ariaLabel')}")


def _focused(table: Table, when: str) -> Iterator[str]:
    table.page.run(_READY)
    if not table.page.run(_ACTIVE.format(".thing", "id")):
        yield f"nothing on the table has the focus after {when}"


def _keys_alone(table: Table) -> Iterator[str]:
    page = table.page
    table.open()
    _tab_to(table, "#begin")
    page.key("Enter")
    if page.run("document.getElementById('start').open"):
        yield "Enter does not set up the table"
        return
    start = _state(table)
    kitchen, supper, cat = _cards_and_cats(table)
    _tab_to(table, ".thing")
    _walk_to(table, kitchen["id"])
    page.key("d")
    _walk_to(table, supper["id"])
    page.key("h")
    if _held(table) != 2:
        yield f"D at the kitchen and H at a supper bring {_held(table)} cards to the hand"
    yield from _focused(table, "H takes it to the hand")
    goal, name = _next_place(table, cat)
    _tab_to(table, ".thing")
    _walk_to(table, cat["id"])
    page.key("p")
    page.type(name)
    page.key("Enter")
    if table.things()[cat["id"]].get("at") != [cat["at"][0], goal]:
        yield f"P does not bring a cat to '{name}'"
    _tab_to(table, ".held")
    page.key("Enter")
    if _held(table) != 1:
        yield "Enter does not play a card of the hand"
    yield from _focused(table, "Enter plays a card")
    _tab_to(table, ".seat[data-seat='2']")
    page.key("Enter")
    if not page.run("document.getElementById('curtain').open"):
        yield "Enter at the name of a player does not pass the screen"
    _tab_to(table, "#open-curtain")
    page.key("Enter")
    if page.run("document.getElementById('curtain').open") or table.things()["meta"]["seat"] != 2:
        yield "the curtain is not opened by Enter"
    yield from _focused(table, "the curtain is opened")
    table.picture("keys")
    for _ in range(table.run("t.log().length")):
        page.key("z", control=True)
        page.run(_READY)
        if page.run("document.getElementById('curtain').open"):
            _tab_to(table, "#open-curtain")
            page.key("Enter")
            page.run(_READY)
    if _state(table) != start:
        yield "Ctrl+Z does not give back the beginning"


_LINES = {
    "Shuffle": (), "Deal to everybody": ("Enter",), "Peek": ("Enter", "Escape"), "Turn one up": (), "Split": ("Enter",),
    "Search": ("Escape",), "Draw several": ("Enter",), "Turn right": (),
}  # fmt: skip
"""Lines of the menu of a pile, and the keys that answer what they ask."""


_ADDED = {"Put down a die of 6": "piece", "Put down a note": "note", "Put down a counter": "counter"}
"""Lines of the menu *Add*, and what they put down."""


def _press_line(table: Table, words: str) -> None:
    """Walks to a line of the open menu and presses Enter. Raises PageError if there is none of these words."""
    for _ in range(MOST_KEYS):
        if table.page.run(f"document.activeElement.textContent.startsWith({json.dumps(words)})"):
            table.page.key("Enter")
            table.page.run(_READY)
            return
        table.page.key("ArrowDown")
    raise PageError(f"the menu has no line '{words}'")


def _menus_by_keys(table: Table) -> Iterator[str]:
    """After each line of a menu the focus is where it was, or near."""
    page = table.page
    table.open()
    _tab_to(table, "#begin")
    page.key("Enter")
    kitchen, supper, _ = _cards_and_cats(table)
    _tab_to(table, ".thing")
    for words, answers in _LINES.items():
        _walk_to(table, kitchen["id"])
        page.key("m")
        _press_line(table, words)
        for key in answers:
            page.key(key)
            page.run(_READY)
        if page.run(_ACTIVE.format(".thing", "id")) != kitchen["id"]:
            yield f"the focus is not on the pile after '{words}': {page.run('document.activeElement.outerHTML')[:80]}"
            _tab_to(table, ".thing")
    yield from _added_by_keys(table, supper["id"])


def _added_by_keys(table: Table, supper: str) -> Iterator[str]:
    """What is added has the focus, all that lies on the table is reached, and Ctrl+Z leaves the focus there."""
    page = table.page
    _walk_to(table, supper)
    page.key("m")
    _press_line(table, "Take to hand")
    yield from _focused(table, "a card is taken to the hand by the menu")
    for words, kind in _ADDED.items():
        _tab_to(table, "#add")
        page.key("Enter")
        _press_line(table, words)
        if kind != "piece":
            _tab_to(table, "dialog .main")
            page.key("Enter")
            page.run(_READY)
        made = max(table.laid(kind), key=lambda each: each["z"])["id"]
        if page.run(_ACTIVE.format(".thing", "id")) != made:
            yield f"the focus is not on what '{words}' puts down"
    reached: set[str] = set()
    _tab_to(table, ".thing")
    for _ in range(MOST_KEYS):
        reached.add(page.run(_ACTIVE.format(".thing", "id")))
        page.key("PageDown")
    missed = {each["id"] for kind in ("piece", "pile", "note", "counter") for each in table.laid(kind)} - reached
    if missed:
        yield f"{len(missed)} things cannot be reached by Page down: {sorted(missed)[:5]}"
    _tab_to(table, ".held")
    page.key("m")
    _press_line(table, "Return to")
    page.key("Enter")
    page.run(_READY)
    if not page.run("Boolean(document.activeElement.closest('.held, .thing'))"):
        yield "the focus is lost when a card of the hand is returned to a pile"
    _tab_to(table, ".thing")
    page.run(f"pnpTable.focus({json.dumps(max(table.laid('counter'), key=lambda each: each['z'])['id'])})")
    for _ in range(table.run("t.log().length")):
        page.key("z", control=True)
    yield from _focused(table, "what had it is taken back by Ctrl+Z")


def _other_hands(table: Table) -> Iterator[str]:
    """What another player holds is named nowhere on the page, before and after the screen is passed."""
    table.open()
    table.begin()
    kitchen, *_ = _cards_and_cats(table)
    table.run(f"t.act.deal('{kitchen['id']}', 4)")
    named = "t.all().filter(r => r.is === 'piece' && {}).map(r => t.pieceOf(r).name)"
    for seat, other in ((1, 2), (2, 1)):
        if table.things()["meta"]["seat"] != seat:
            table.pass_to(seat)
        seen = {*table.run(named.format("r.z && !r.in && r.up")), *table.run(named.format(f"r.in === 'hand{seat}'"))}
        own = table.run(named.format(f"r.in === 'hand{seat}'"))
        hidden = {*table.run(named.format(f"r.in === 'hand{other}'"))} - seen
        for panel in ("log", "box"):
            table.page.run(f"document.querySelector('[data-panel={panel}]').click()")
            shown = table.page.run("document.body.outerHTML.replace(/<script[^]*?<\\/script>/g, '')")
            yield from (f"seat {seat} does not see '{name}' in the own hand" for name in own if name not in shown)
            yield from (
                f"with seat {seat}, '{name}' in the hand of {other} is on the page" for name in hidden if name in shown
            )
    table.page.run("document.querySelector('[data-panel=log]').click()")
    table.page.run("[...document.querySelectorAll('.log button')].at(-1).click()")
    if table.things()["meta"]["seat"] != 1 or not table.page.run("document.getElementById('curtain').open"):
        yield "a line of the log goes back to the turn of another player without a curtain"


# Fingers.


def _tap(table: Table, at: tuple[float, float], times: int = 1) -> None:
    for _ in range(times):
        table.touch("touchStart", at)
        table.touch("touchEnd")
        table.page.run("new Promise(done => setTimeout(done, 60))")
    table.page.run("new Promise(done => setTimeout(done, 250))")


def _pull(table: Table, start: tuple[float, float], end: tuple[float, float]) -> None:
    table.touch("touchStart", start)
    for step in range(1, 9):
        table.touch("touchMove", tuple(a + (b - a) * step / 8 for a, b in zip(start, end, strict=True)))  # type: ignore[arg-type]
        table.page.run("new Promise(done => setTimeout(done, 16))")
    table.touch("touchEnd")
    table.page.run("new Promise(done => setTimeout(done, 100))")


def _tap_line(table: Table, words: str) -> None:
    """Taps a line of the open menu. Raises PageError if there is none of these words."""
    script = f"""(() => {{ const b = [...document.querySelectorAll('#menu button')]
        .find(b => b.textContent.startsWith({json.dumps(words)}));
        if (!b) return null; b.scrollIntoView(); const r = b.getBoundingClientRect();
        return [r.left + r.width / 2, r.top + r.height / 2]; }})()"""
    at = table.page.run(script)
    if at is None:
        raise PageError(f"the menu has no line '{words}'")
    _tap(table, tuple(at))


def _fingers_alone(table: Table) -> Iterator[str]:
    page, (wide, high) = table.page, PHONE
    page.call("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=5)
    page.call("Emulation.setDeviceMetricsOverride", width=wide, height=high, deviceScaleFactor=2, mobile=True)
    try:
        table.open()
        _tap(table, table.middle("#begin"))
        if page.run("document.getElementById('start').open"):
            yield "a tap does not set up the table"
            return
        start = _state(table)
        kitchen, supper, cat = _cards_and_cats(table)
        _tap(table, table.at(kitchen["x"], kitchen["y"]), times=2)
        if _held(table) != 1:
            yield f"a double tap on the kitchen brings {_held(table)} cards to the hand"
        _pull(table, table.at(supper["x"], supper["y"]), table.middle("#hand"))
        if _held(table) != 2:
            yield "a supper is not dragged to the hand"
        goal, name = _next_place(table, cat)
        end = table.run(f"t.snapPoint(t.get('{cat['at'][0]}'), {goal})")
        _pull(table, table.at(cat["x"], cat["y"]), table.at(*end))
        if table.things()[cat["id"]].get("at") != [cat["at"][0], goal]:
            yield f"a finger does not bring a cat to '{name}'"
        table.touch("touchStart", table.at(kitchen["x"], kitchen["y"]))
        page.run("new Promise(done => setTimeout(done, 700))")
        table.touch("touchEnd")
        page.run("new Promise(done => setTimeout(done, 200))")
        _tap_line(table, "Shuffle")
        if "shuffled" not in table.run("t.log().at(-1)"):
            yield f"'Shuffle' of the menu does nothing: {table.run('t.log().at(-1)')}"
        table.picture("fingers")
        _tap(table, table.middle(".seat[data-seat='2']"))
        _tap(table, table.middle("#open-curtain"))
        if table.things()["meta"]["seat"] != 2 or page.run("document.getElementById('curtain').open"):
            yield "the screen is not passed by taps"
        for _ in range(table.run("t.log().length")):
            _tap(table, table.middle("#undo"))
            if page.run("document.getElementById('curtain').open"):
                _tap(table, table.middle("#open-curtain"))
        if _state(table) != start:
            yield "taps on Undo do not give back the beginning"
    finally:
        page.call("Emulation.setTouchEmulationEnabled", enabled=False)
