"""The HTML table of packs without a `table`: a round of each by a player who finds a derived set-up."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from pathlib import Path

from pnp.export.html import table_page
from tests.export.test_derived_table import errands_of, opened
from tests.pipeline import ROOT

from . import axe
from .chromium import Page
from .table import SCREENS, Table, _round

PACKS = ("starts/board", "starts/deck", "starts/tiles", "examples/silvermere")


def faults(page: Page, folder: Path, script: str) -> Iterator[str]:
    """What is wrong with the tables of packs without a set-up; pictures of them are left in the folder."""
    pages = {pack.replace("/", "-"): opened(ROOT / "content" / pack) for pack in PACKS}
    pages["errands"] = errands_of(folder / "errands")
    for name, game in pages.items():
        path = folder / "tables" / f"{name}.html"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(table_page(game))
        table = Table(page, path)
        for screen, (wide, high) in SCREENS.items():
            page.size(wide, high)
            table.open()
            table.begin()
            yield from (f"{name}, {screen}: {fault}" for fault in axe.faults(page, script))
            yield from (f"{name}, {screen}: {fault}" for fault in _seen(table))
            table.picture(screen)
        page.size(*SCREENS["desk"])
        table.open()
        table.begin()
        yield from (f"{name}: {fault}" for fault in _round(table, script))
    yield from (f"errands: {fault}" for fault in _errands(table))


_BOXES = """JSON.stringify(t.all().filter(r => r.z > 0 && r.in === '').map(r => {
    const b = t.elements.get(r.id).getBoundingClientRect();
    return [t.elements.get(r.id).ariaLabel, b.left, b.top, b.right, b.bottom]; }))"""


def _seen(table: Table) -> Iterator[str]:
    """All that is on the table is on the screen, above the hand, once it is fitted: a phone begins with its middle."""
    table.run("t.fit()")
    left, top, right, bottom = table.page.run(
        """(() => { const r = document.getElementById('table').getBoundingClientRect();
        return [r.left, r.top, r.right, r.bottom - document.getElementById('hand').offsetHeight]; })()"""
    )
    for name, *box in json.loads(table.run(_BOXES)):
        if box[0] < left - 1 or box[1] < top - 1 or box[2] > right + 1 or box[3] > bottom + 1:
            yield f"{name} is not on the screen: {box}"


def _errands(table: Table) -> Iterator[str]:
    """Some turns of three: they draw, roll and move, undo everything, and load what they saved."""
    table.open()
    table.page.run("document.querySelector('[name=players][value=\"3\"]').click()")
    table.begin()
    start = table.run("t.saved()")
    yield from _supplies(table)
    yield from _dice_and_mats(table)
    table.picture("errands")
    end = table.run("window.kept = t.saved()")
    for _ in range(table.run("t.log().length")):
        table.key("z", modifiers=2)
    if _things(table.run("t.saved()")) != _things(start):
        yield "undoing everything does not give back the beginning"
    yield from _loaded(table, end)


def _supplies(table: Table) -> Iterator[str]:
    """Cards are shuffled and dealt, and pieces come from their supplies."""
    piles = {each["name"]: each for each in table.laid("pile")}
    if sorted(piles) != ["Cards", "Finds", "Five", "One"]:
        yield f"the piles are {sorted(piles)}"
        return
    deck = piles["Cards"]["id"]
    shuffle = f"(t.act.shuffle('{deck}'), t.get('{deck}').items.map(i => t.get(i).p))"
    orders = {tuple(table.run(shuffle)) for _ in range(12)}
    if len(orders) < 3:
        yield f"twelve shuffles give {len(orders)} orders"
    table.run(f"t.act.deal('{deck}', 1)")
    hands = [len(table.things()[f"hand{seat}"]["items"]) for seat in (1, 2, 3)]
    if hands != [1, 1, 1]:
        yield f"one card dealt to each of three gives {hands}"
    for name, many in (("One", 20), ("Finds", 40)):
        pile = piles[name]
        table.drag(table.at(pile["x"], pile["y"]), table.at(pile["x"], pile["y"] + 60))
        if len(table.things()[pile["id"]]["items"]) != many - 1:
            yield f"nothing comes from the supply '{name}'"


def _dice_and_mats(table: Table) -> Iterator[str]:
    """Dice roll, and each player has a mat that takes a piece."""
    names = table.run("t.PIECES.map(p => p.component)")
    dice = [each["id"] for each in table.laid("piece") if names[each["p"]] == "dice"]
    sides = {table.run(f"(t.act.roll({json.dumps(dice)}), t.get('{dice[0]}').face)") for _ in range(40)}
    if len(sides) < 4:
        yield f"forty rolls show {sides}"
    mats = [each for each in table.laid("piece") if names[each["p"]] == "mats"]
    walker = next(each for each in table.laid("piece") if names[each["p"]] == "walkers")
    if len(mats) != 3:
        yield f"three players have {len(mats)} mats"
    table.move(walker, mats[0]["x"], mats[0]["y"])
    found = table.things()[walker["id"]]
    if math.hypot(found["x"] - mats[0]["x"], found["y"] - mats[0]["y"]) > 1:
        yield f"a walker that is dragged to a mat is at {found['x']}, {found['y']}"


def _loaded(table: Table, end: str) -> Iterator[str]:
    """A table of three players is loaded into one of two, which then has three."""
    table.open()
    table.begin()
    table.run(f"t.restore({json.dumps(end)})")
    if table.run("t.saved()") != end:
        yield "a table of three players is not loaded into one of two"
    shown = table.page.run("[...document.querySelectorAll('.seat')].map(each => each.dataset.seat)")
    if shown != ["1", "2", "3"]:
        yield f"a loaded table of three players shows the seats {shown}"
    table.picture("loaded")
    path = table.path.with_name("errands-for-two.html")
    path.write_bytes(table_page(opened(table.path.parents[1] / "errands", 2)))
    fewer = Table(table.page, path)
    fewer.open()
    fewer.begin()
    before = fewer.run("t.saved()")
    said = fewer.run(f"(() => {{ try {{ t.restore({json.dumps(end)}); }} catch (e) {{ return e.message; }} }})()")
    if (
        said != "this table was saved with 3 players; this file is for 2 players only"
        or fewer.run("t.saved()") != before
    ):
        yield f"a table of three players in a file for two says: {said}"


def _things(saved: str) -> list[str]:
    """The things of a saved table, without the meta record, which counts."""
    return sorted(json.dumps(each, sort_keys=True) for each in json.loads(saved)["things"] if each["id"] != "meta")
