"""The HTML table where play goes wrong: ways between boards, a damaged save, a new game, keys alone, narrow screens."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

from tests.export.outside.compared import difference, opened
from tests.games import examined

from .chromium import Page
from .table import SCREENS, SHOWN, Table

Walk = Callable[[Table], Iterator[str]]

UPRIGHT = 390, 844
"""Pixels of a phone that is held upright."""


def faults(page: Page, game: str, folder: Path) -> Iterator[str]:
    """What goes wrong in the table of a game, which `table.faults` has left in the folder."""
    table = Table(page, folder / "tables" / f"{game}.html")
    page.call("Runtime.enable")
    page.size(1280, 720)
    yield from _lengths(table, game)
    yield from (f"phone: {fault}" for fault in _begins_near(table))
    for walk in WALKS.get(game, ()):
        page.size(1280, 720)
        table.open()
        yield from (f"{walk.__name__.strip('_')}: {fault}" for fault in walk(table))
        thrown = [each["params"]["exceptionDetails"] for each in page.events("Runtime.exceptionThrown")]
        yield from (f"{walk.__name__.strip('_')}: {each.get('exception', {}).get('description')}" for each in thrown)


def _begin(table: Table, players: int) -> None:
    table.page.run(f"document.querySelector('[name=players][value=\"{players}\"]').click()")
    table.begin()


def _pieces(table: Table, component: str) -> list[dict[str, Any]]:
    """What lies on the table of a component."""
    names = table.run("t.PIECES.map(p => p.component)")
    return [each for each in table.laid("piece") if names[each["p"]] == component]


def _said(table: Table) -> str:
    found: str = table.run("t.log().at(-1) ?? ''")
    return found


# Ways: as `pnp inspect` has them, and from board to board.


def _lengths(table: Table, game: str) -> Iterator[str]:
    """Ways have the lengths of the checked network, and next places of all boards have rings."""
    table.open()
    table.begin()
    for number, network in enumerate(table.run("t.NETWORKS.map(n => n.name)")):
        found = next(
            each for each in examined(game).facts.networks.values() if each.places and _named(game, each) == network
        )
        spots = table.run(
            f"""t.all().filter(r => r.is === 'piece' && r.z && !r.in && r.up && t.PIECES[r.p].network === {number})
            .flatMap(r => t.PIECES[r.p].snaps.map((s, index) => [s.name, r.id, index]))"""
        )
        known = {name: (board, index) for name, board, index in spots if name in found.index}
        few = list(known)[:: max(1, len(known) // 24)]
        pairs = [(one, two) for one, two in product(few, few) if one != two]
        asked = json.dumps([[*known[one], *known[two]] for one, two in pairs])
        lengths = table.run(
            f"""{asked}.map(([b, i, c, k]) =>
            (t.shortestWay({{board: t.get(b), index: i}}, {{board: t.get(c), index: k}}) ?? {{length: null}}).length)"""
        )
        wrong = [
            (one, two, length, found.distance(one, two))
            for (one, two), length in zip(pairs, lengths, strict=True)
            if length != found.distance(one, two)
        ]
        if wrong:
            yield f"{network}: {len(wrong)} ways of {len(pairs)} have other lengths than the network: {wrong[:3]}"
        asked = json.dumps([known[name] for name in known])
        rings = table.run(
            f"""{asked}.map(([b, i]) => t.nextPlaces({{board: t.get(b), index: i}})
            .map(s => t.PIECES[s.board.p].snaps[s.index].name))"""
        )
        for name, shown in zip(known, rings, strict=True):
            wanted = {each for each in found.names(found.onward[found.index[name]]) if each in known}
            if set(shown) != wanted:
                yield f"{network}: '{name}' has rings at {shown}, not at {sorted(wanted)}"


def _named(game: str, network: Any) -> str:
    key = next(name for name, each in examined(game).facts.networks.items() if each is network)
    return next(each.name for each in examined(game).game.documents if each.id == key)


# A new game, and a saved one.


def _new_game(table: Table) -> Iterator[str]:
    """Nothing of the last game is left on the table of a new one."""
    _begin(table, 2)
    table.run("t.act.addNote('old', -200, 0)")
    table.run("t.act.addCounter('Money', 5, -200, 60)")
    table.run("document.getElementById('new').click()")
    table.run("document.querySelector('dialog[open] .main').click()")
    _begin(table, 4)
    shown = "[...document.querySelectorAll('#world .thing')]"
    left = table.run(f"{shown}.filter(n => !t.get(n.dataset.id)).map(n => n.ariaLabel)")
    if left:
        yield f"{left} is left of the last game"
    count, lies = table.run(f"[{shown}.length, t.all().filter(r => r.z > 0 && r.in === '').length]")
    if count != lies:
        yield f"{count} things are shown of {lies}"


_WRONG = {
    "another game": "s.game = 'x'",
    "no things": "s.things = 7",
    "no record of the table": "s.things = s.things.filter(r => r.id !== 'meta')",
    "a seat that does not exist": "one('meta').seat = 99",
    "no names": "one('meta').names = null",
    "names that are no text": "one('meta').names = [{}, 2]",
    "many players": "one('meta').players = 1e9",
    "players as text": "one('meta').players = 'zz'",
    "notes that are no text": "one('meta').notes = {}",
    "a count as text": "one('meta').made = 'x'",
    "a hand without cards": "delete one('hand1').items",
    "a hand with the table in it": "one('hand1').items.push('meta')",
    "a hand with a stack in it": "one('hand1').items.push(pile().id)",
    "a piece of no number": "piece().p = 'length'",
    "a piece of a number too high": "piece().p = 1e6",
    "a position of nothing": "piece().x = null",
    "a position as text": "piece().x = '1); evil'",
    "a position too far away": "piece().x = 1e300",
    "a turn as text": "piece().t = '45'",
    "no layer": "delete piece().z",
    "a side that a piece does not have": "piece().face = 99",
    "a kind that is not known": "piece().is = 'evil'",
    "a place that a board does not have": "piece().at = [board().id, 9999]",
    "a place as text": "piece().at = 'foo'",
    "a place on a pile": "piece().at = [pile().id, 0]",
    "no holder": "delete piece().in",
    "a holder that is a number": "piece().in = 5",
    "a holder that does not have it": "piece().in = 'hand1'",
    "a pile that is a text": "pile().items = 'abc'",
    "a pile with a piece twice": "pile().items.push(pile().items[0])",
    "a pile in itself": "pile().items.push(pile().id)",
    "a pile of no name": "pile().name = 5",
    "a pile of a strange kind": "pile().kind = 'x y'",
    "a pile in a hand": "pile().in = 'hand1'",
    "two records of one name": "s.things.push(one('hand1'))",
    "a strange name": "s.things.push({...piece(), id: '__proto__'})",
    "a note without text": "s.things.push({id: 'note7', is: 'note', x: 0, y: 0, t: 0, z: 1, in: ''})",
    "a counter of words": "s.things.push({id: 'counter7', is: 'counter', name: '', value: '', x: 0, y: 0, t: 0, z: 1})",
    "nothing": "s = null",
    "a list": "s = []",
}  # fmt: skip
"""What is wrong with a saved table `s`, as a script."""


def _damaged_saves(table: Table) -> Iterator[str]:
    """A damaged save changes nothing and has one sentence; a good one is loaded."""
    _begin(table, 2)
    table.run("t.act.addNote('kept', -200, 0)")
    kept = table.run("window.kept = t.saved()")
    for what, damage in _WRONG.items():
        said = table.run(f"""(() => {{
            let s = JSON.parse(kept);
            const one = (id) => s.things.find((r) => r.id === id);
            const piece = () => s.things.find((r) => r.is === 'piece' && r.at && r.in === '');
            const pile = () => s.things.find((r) => r.is === 'pile' && r.in === '' && r.items.length > 2);
            const board = () => s.things.find((r) => r.is === 'piece' && t.PIECES[r.p]?.kind === 'board');
            {damage};
            try {{ t.restore(JSON.stringify(s)); }} catch (error) {{ return [error.constructor.name, error.message]; }}
            return ['', ''];
        }})()""")
        if said[0] != "Error" or "JSON" in said[1]:
            yield f"{what}: {said}"
        if table.run("t.saved()") != kept:
            yield f"{what} changes the table"
            table.run("t.restore(kept)")
    table.run("(t.act.addNote('later', 0, 0), t.restore(kept))")
    if table.run("t.saved()") != kept:
        yield "a good save is not loaded"


# Gestures.


def _double_click(table: Table) -> Iterator[str]:
    """A double click draws, and the next drag takes one card again, not the pile."""
    _begin(table, 2)
    pile = max(table.laid("pile"), key=lambda each: len(each["items"]))
    spot = table.at(pile["x"], pile["y"])
    table.click(spot, count=2)
    table.page.run("new Promise(done => setTimeout(done, 500))")
    table.drag(table.at(pile["x"], pile["y"]), table.middle("#hand"))
    held = len(table.things()["hand1"]["items"])
    if held != 2:
        yield f"a double click and a drag bring {held} cards to the hand, not 2"


def _turned_up(table: Table) -> Iterator[str]:
    """A supper that is turned up covers none, and takes the place of one that has been eaten."""
    _begin(table, 3)
    kitchen = max(table.laid("pile"), key=lambda each: len(each["items"]))
    served = [each for each in _pieces(table, "suppers") if each["up"]]
    for eaten in (None, served[1]):
        if eaten:
            table.run(f"t.act.toHand([{eaten['id']!r}])")
        before = {each["id"] for each in _pieces(table, "suppers")}
        table.click(table.at(kitchen["x"], kitchen["y"]), button="right")
        table.page.run(
            "[...document.querySelectorAll('#menu button')].find(b => b.textContent === 'Turn one up').click()"
        )
        suppers = _pieces(table, "suppers")
        (made,) = (each for each in suppers if each["id"] not in before)
        others = [each for each in (*suppers, kitchen) if each["id"] != made["id"]]
        if any(abs(each["x"] - made["x"]) < 43 and abs(each["y"] - made["y"]) < 67 for each in others):
            yield "a supper that is turned up covers another one"
        if eaten and (made["x"], made["y"]) != (eaten["x"], eaten["y"]):
            yield f"a supper is turned up at {made['x']}, {made['y']}, not where one was eaten"


def _passing(table: Table) -> Iterator[str]:
    """The table stays where it is when the screen is passed to a player without cards; names are no numbers."""
    _begin(table, 3)
    supper = next(each for each in _pieces(table, "suppers") if each["up"])
    table.run(f"t.act.toHand([{supper['id']!r}])")
    table.picture("held")
    before = table.run("[t.view.x, t.view.y, t.view.zoom]")
    if "took ‘" not in _said(table):
        yield f"the name of a supper reads as a number: {_said(table)}"
    table.run("t.act.pass(2)")
    table.picture("passed")
    if table.run("[t.view.x, t.view.y, t.view.zoom]") != before:
        yield "the table jumps when the screen is passed to a player without cards"


def _stacks(table: Table) -> Iterator[str]:
    """A flat piece that is dropped on an equal one at a place is stacked."""
    _begin(table, 2)
    under = next(each for each in _pieces(table, "passengers") if each.get("at"))
    over = next(each for each in _pieces(table, "passengers") if each["id"] != under["id"])
    table.move(over, under["x"] + 1, under["y"] + 1)
    things = table.things()
    holder = things[over["id"]]["in"]
    if not holder or things[under["id"]]["in"] != holder or things[holder].get("at") != under["at"]:
        yield f"two passengers at one place are no stack: {things[over['id']]}"
        return
    table.run("t.choose([])")
    table.drag(table.at(under["x"], under["y"]), table.at(under["x"], under["y"] - 200))
    things = table.things()
    if holder in things or things[under["id"]].get("at") != under["at"] or not _said(table).startswith("took"):
        yield f"the top of a stack of two is not taken: {_said(table)}"


def _turning(table: Table) -> Iterator[str]:
    """What is on a mat turns with it and is still on its slot; a piece that is chosen too turns once."""
    _begin(table, 2)
    mat = _pieces(table, "mats")[0]
    rider = next(each for each in _pieces(table, "passengers") if each["up"])
    x, y = table.run(f"t.snapPoint(t.get('{mat['id']}'), 0)")
    table.run(f"t.moveBy(['{rider['id']}'], {x - rider['x']}, {y - rider['y']})")
    for chosen in ([mat["id"]], [mat["id"], rider["id"]]):
        before = table.things()[rider["id"]]
        table.run(f"t.act.rotate({json.dumps(chosen)}, 90)")
        after = table.things()[rider["id"]]
        x, y = table.run(f"t.snapPoint(t.get('{mat['id']}'), 0)")
        if abs(after["x"] - x) > 0.1 or abs(after["y"] - y) > 0.1 or (after["t"] - before["t"]) % 360 != 90:
            yield f"a passenger on a mat that turns is at {after}, its slot at {x:.0f}, {y:.0f}"


def _hidden_names(table: Table) -> Iterator[str]:
    """A piece without a back that lies face down is not named, neither in the log nor to a screen reader nor closer."""
    _begin(table, 2)
    piece = next(
        each
        for each in table.laid("piece")
        if table.run(f"(p => p.back < 0 && p.kind === 'token' && !p.group.includes(p.name))(t.PIECES[{each['p']}])")
    )
    name = table.run(f"t.PIECES[{piece['p']}].name")
    table.run(f"t.act.toHand(['{piece['id']}'])")
    table.run(f"t.act.play(['{piece['id']}'], -150, 0, false)")
    table.run(f"t.moveBy(['{piece['id']}'], 0, 20)")
    said = [_said(table), table.run(f"t.elements.get('{piece['id']}').ariaLabel")]
    table.run(f"t.choose(['{piece['id']}'])")
    table.run(f"t.elements.get('{piece['id']}').focus()")
    table.run(f"t.act.toHand(['{piece['id']}'], 2)")
    said.append(_said(table))
    table.run(f"t.act.play(['{piece['id']}'], -150, 0, false)")
    table.run(f"t.act.remove(['{piece['id']}'])")
    said.append(_said(table))
    table.run("document.querySelector('[data-panel=box]').click()")
    group = table.run(f"t.PIECES[{piece['p']}].group")
    sections: list[str] = table.run("[...document.querySelectorAll('#panel-body section')].map(s => s.innerText)")
    said += [each for each in sections if each.startswith(f"{group} (")]
    yield from (f"'{name}' lies face down and is named: {each}" for each in said if name in each)


def _keys(table: Table) -> Iterator[str]:
    """A piece is put on a place, and a way is shown, by keys alone."""
    _begin(table, 2)
    piece = next(each for each in _pieces(table, "cats") if each.get("at"))
    board, index = piece["at"]
    goal = table.run(f"t.nextPlaces({{board: t.get('{board}'), index: {index}}})[0].index")
    name = table.run(f"t.pieceOf(t.get('{board}')).snaps[{goal}].name")
    table.run(f"t.focus('{piece['id']}')")
    table.page.key("p")
    table.page.type(name)
    table.page.key("Enter")
    if table.things()[piece["id"]].get("at") != [board, goal]:
        yield f"'{name}' is not reached by keys: {_said(table)}"
    if table.page.run("document.activeElement.dataset.id") != piece["id"]:
        yield "the piece has not the focus after it was put on a place"
    cat = table.things()[piece["id"]]
    table.move(cat, cat["x"], cat["y"] + 150)
    table.page.key("r")
    if table.things()[piece["id"]]["t"] == cat["t"]:
        yield "R does not turn a piece that was just dragged"
    table.run(f"(t.undo(), t.undo(), t.focus('{piece['id']}'))")
    table.page.key("w")
    table.page.key("Enter")
    start = table.run(f"t.pieceOf(t.get('{board}')).snaps[{index}].name")
    table.page.type(start)
    table.page.key("Enter")
    toast = table.page.run("document.getElementById('toast').textContent")
    if f"{name} to {start}" not in toast or not table.page.run("document.querySelectorAll('.step').length"):
        yield f"no way to '{start}' is shown by keys: {toast}"


def _depot(table: Table) -> Iterator[str]:
    """Every cab begins in a bay of the depot, from where one move leads out, with any number of players."""
    for players in table.run("Object.keys(t.GAME.layouts).map(Number)"):
        table.open()
        _begin(table, players)
        cabs = _pieces(table, "cab-tops")
        names = [table.run(f"t.placeName('{each['id']}')") for each in cabs]
        if names != [f"Depot bay {number}" for number in range(1, players + 1)]:
            yield f"with {players} players, the cabs begin at {names}"
        for each in cabs:
            board, index = each["at"]
            onward = table.run(f"t.nextPlaces({{board: t.get('{board}'), index: {index}}}).length")
            if onward != 1:
                yield f"{onward} moves lead out of the bay of cab {each['p']}"


def _directions(table: Table) -> Iterator[str]:
    """A cab begins in the direction of its lane or out of its bay, and is turned so again when it is put back there."""
    _begin(table, max(table.run("Object.keys(t.GAME.layouts).map(Number)")))
    for cab in _pieces(table, "cab-tops"):
        name = cab["id"]
        place = table.run(f"t.placeName('{name}')")
        table.run(f"t.moveBy(['{name}'], 3, 0, {{snaps: false}})")
        table.run(f"t.act.rotate(['{name}'], 45)")
        table.run(f"t.moveBy(['{name}'], -3, 0)")
        now = table.things()[name]
        if (now["at"], now["t"]) != (cab["at"], cab["t"]):
            yield f"{place}: turned by {now['t']}°, at first by {cab['t']}°"


def _names_of_piles(table: Table) -> Iterator[str]:
    """A pile on a place of a board has no name over other places."""
    _begin(table, 2)
    piles = [each["id"] for each in table.laid("pile") if each.get("at")]
    named = table.page.run("[...document.querySelectorAll('.thing.pile .name')].map(n => n.parentNode.dataset.id)")
    if len(piles) != 5 or not named or {*piles} & {*named}:
        yield f"{len(piles)} piles are on places; {sorted({*piles} & {*named})} of them show their names"


def _counts(table: Table) -> Iterator[str]:
    """The number of cards of a pile is upright, also on one that is turned."""
    _begin(table, 2)
    turned = [each for each in table.laid("pile") if each["t"]]
    if not turned:
        yield "no pile is turned"
    for pile in turned:
        badge = f"document.querySelector('[data-id=\"{pile['id']}\"] .badge')"
        a, b = table.page.run(f"(m => [m.a, m.b])(new DOMMatrix(getComputedStyle({badge}, '::before').transform))")
        if round(math.degrees(math.atan2(b, a)) + pile["t"]) % 360:
            yield f"the number of '{pile['name']}', which is turned by {pile['t']}°, is not upright"


def _names_aboard(table: Table) -> Iterator[str]:
    """A pile that is dragged onto a board hides its name, which would cover the board."""
    _begin(table, 2)
    pile = next(each for each in table.laid("pile") if each["name"] == "Address cards")
    shown = f"getComputedStyle(document.querySelector('[data-id=\"{pile['id']}\"] .name')).display"
    before = table.page.run(shown)
    table.run(f"t.moveBy(['{pile['id']}'], {-pile['x']}, {60 - pile['y']}, {{snaps: false, heaps: false}})")
    table.page.run("new Promise(requestAnimationFrame)")
    if (before, table.page.run(shown)) != ("block", "none"):
        yield f"the name of a pile on a board is shown as {table.page.run(shown)}, beside it as {before}"


def _pairs(table: Table) -> Iterator[str]:
    """The second card that is dropped on a place for pairs gets the free slot, and lies as the mat does."""
    _begin(table, 2)
    names = table.run("t.PIECES.map(p => p.id)")
    taken = {tuple(each["at"]) for each in table.laid("piece") if each.get("at")}
    free = [
        (mat, index, name)
        for mat in _pieces(table, "waiting-places")
        for index, name in enumerate(table.run(f"t.PIECES[{mat['p']}].snaps.map(s => s.name)"))
        if "start" in name and (mat["id"], index) not in taken
    ]
    mat, index, start = free[-1]
    x, y = table.run(f"t.snapPoint(t.get('{mat['id']}'), {index})")
    pile = next(each for each in table.laid("pile") if each["name"] == "Draw pile")
    for wanted in (start, start.replace("start", "goal")):
        table.drag(table.at(pile["x"], pile["y"]), table.at(x + 4, y + 3))
        card = max(table.laid("piece"), key=lambda each: each["z"])
        name = table.run(f"t.placeName('{card['id']}')")
        if (name, card["t"]) != (wanted, mat["t"]) or not names[card["p"]].startswith("area-cards"):
            yield f"a card is on '{name}', turned by {card['t']}°, not on '{wanted}', turned by {mat['t']}°"


def _read(table: Table) -> Iterator[str]:
    """What is looked at closer is seen from its top."""
    _begin(table, 2)
    mat = _pieces(table, "taxi-mats")[0]
    table.run(f"t.closer('{mat['id']}')")
    top, height = table.page.run(
        "(() => { const { top, height } = document.querySelector('dialog .big').getBoundingClientRect();"
        " return [top, height]; })()"
    )
    if top < 0 or not height:
        yield f"the picture begins {-top:.0f} pixels above the screen"


# Screens.

_BUTTONS = """[...document.querySelectorAll('#bar button')].filter(b => b.offsetParent).filter(b => {
  const r = b.getBoundingClientRect();
  return r.left < 0 || r.right > innerWidth || r.top < 0 || r.bottom > innerHeight
    || document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2)?.closest('button') !== b;
}).map(b => b.textContent)"""


_REST = """[...document.querySelectorAll('#bar .tools button')]
  .filter(b => !b.offsetParent && !b.disabled && b.id !== 'more').map(b => b.textContent)"""


_LARGE = """[...document.querySelectorAll('.badge')].filter(b => {
  const pile = b.closest('.thing').getBoundingClientRect();
  const badge = b.getBoundingClientRect();
  return Math.min(badge.width, badge.height) > 0.6 * Math.min(pile.width, pile.height);
}).length"""


def _buttons(table: Table) -> Iterator[str]:
    """With the most players, every button is on the screen and under its own middle."""
    most = max(table.run("Object.keys(t.GAME.layouts).map(Number)"))
    for wide, high in ((1280, 720), (1024, 768), (820, 1180), (844, 390), UPRIGHT):
        table.page.size(wide, high)
        table.open()
        _begin(table, most)
        hidden = table.page.run(_BUTTONS)
        if hidden:
            yield f"{wide} × {high}: {hidden} can't be reached"
        rest = set(table.page.run(_REST))
        if rest:
            table.page.run("document.getElementById('more').click()")
            listed = table.page.run("[...document.querySelectorAll('#menu button')].map(b => b.textContent)")
            if not rest <= set(listed):
                yield f"{wide} × {high}: {rest} are neither on the bar nor in its menu"
            table.key("Escape")
        width = table.page.run("[innerWidth, document.documentElement.scrollWidth]")
        if width != [wide, wide]:
            yield f"{wide} × {high}: the page is {width} pixels wide"
        large = table.page.run(_LARGE)
        if large:
            yield f"{wide} × {high}: {large} badges are more than half as high as their piles"
        if table.page.run("document.getElementById('toast').classList.contains('shown')"):
            yield f"{wide} × {high}: a message covers the table at the start"
        table.picture(f"most-{wide}")


LONG = "Bartholomew of the shore"
"""As long a name as a player may have."""

_CUT = """[...document.querySelectorAll('.seat span:not(.unseen)')]
  .filter(name => name.offsetParent && name.scrollWidth > name.clientWidth).map(name => name.textContent)"""

_NAMED = f"""[...document.querySelectorAll('#names input')].forEach(field => {{ field.value = '{LONG}'; }})"""


def _names(table: Table) -> Iterator[str]:
    """With the most players, their names are not cut; on a phone on its side, the others are dots."""
    most = max(table.run("Object.keys(t.GAME.layouts).map(Number)"))
    for wide, high in ((1600, 900), (1280, 720), (1024, 768), (820, 1180), UPRIGHT):
        for names in ("", _NAMED):
            table.page.size(wide, high)
            table.open()
            table.page.run(f"document.querySelector('[name=players][value=\"{most}\"]').click()")
            if names:
                table.page.run(names)
            table.begin()
            cut, hidden = table.page.run(_CUT), table.page.run(_BUTTONS)
            if cut:
                yield f"{wide} × {high}: the names {cut} are cut"
            if hidden:
                yield f"{wide} × {high}: {hidden} can't be reached"
            least = 0.5 * high
            if (shown := table.page.run("document.getElementById('table').clientHeight")) < least:
                yield f"{wide} × {high}: the table is {shown} pixels high"
        table.picture(f"names-{wide}")


def _at_once(table: Table) -> Iterator[str]:
    """When the table is seen for the first time, its boards are drawn."""
    most = max(table.run("Object.keys(t.GAME.layouts).map(Number)"))
    table.page.run(f"document.querySelector('[name=players][value=\"{most}\"]').click()")
    table.page.run("document.getElementById('begin').click()")
    table.page.run(SHOWN)
    first = opened(table.page.picture())
    table.page.run("new Promise(done => setTimeout(done, 3000))")
    if (apart := difference(first, opened(table.page.picture()))) > 2:
        yield f"the table looks otherwise at first: {apart:.1f} apart"


def _begins_near(table: Table) -> Iterator[str]:
    """A phone on its side begins with the middle of the table; Fit shows all of it, and then the middle."""
    table.page.size(*SCREENS["phone"])
    table.open()
    _begin(table, max(table.run("Object.keys(t.GAME.layouts).map(Number)")))
    zooms = [table.run("t.view.zoom")]
    for _ in range(2):
        table.page.run("document.getElementById('fit').click()")
        zooms.append(table.run("t.view.zoom"))
        outside = table.page.run(_OUTSIDE)
        if len(zooms) == 2 and outside:
            yield f"{outside} things are outside of the table when all is shown"
    near, far, again = zooms
    if near < 1.2 * far or again != near:
        yield f"it begins at zoom {near:.3f}, shows all at {far:.3f}, and then at {again:.3f}"


_OUTSIDE = """[...document.querySelectorAll('.thing')].filter(thing => {
  const r = thing.getBoundingClientRect(), t = document.getElementById('table').getBoundingClientRect();
  return r.left < t.left - 1 || r.right > t.right + 1 || r.top < t.top - 1 || r.bottom > t.bottom + 1;
}).length"""


def _upright(table: Table) -> Iterator[str]:
    """On a phone held upright: the hand scrolls by finger, a card is still drawn out, and the menu is in view."""
    page = table.page
    page.call("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=5)
    wide, high = UPRIGHT
    page.call("Emulation.setDeviceMetricsOverride", width=wide, height=high, deviceScaleFactor=2, mobile=True)
    try:
        table.open()
        _begin(table, max(table.run("Object.keys(t.GAME.layouts).map(Number)")))
        if page.run("[innerWidth, innerHeight]") != [wide, high]:
            yield f"the layout is {page.run('[innerWidth, innerHeight]')}, not the screen"
        pile = max(table.laid("pile"), key=lambda each: len(each["items"]))
        table.run(f"t.act.draw('{pile['id']}', 10)")
        page.run("new Promise(done => setTimeout(done, 300))")
        card = table.middle(".held:nth-child(3)")
        _swipe(table, card, (card[0] - 150, card[1]))
        moved = page.run("document.getElementById('cards').scrollLeft")
        if moved < 60:
            yield f"a swipe over the hand moves it by {moved} pixels"
        x = page.run("document.getElementById('cards').getBoundingClientRect().left") + 120
        card = (x, card[1])
        _swipe(table, card, (wide / 2, 300))
        if len(table.things()["hand1"]["items"]) != 9 or not _said(table).startswith("played"):
            yield f"a card that is dragged up from the hand is not played: {_said(table)}"
        yield from _long_press(table, pile)
        left, top, right, bottom = page.run(
            "(r => [r.left, r.top, r.right, r.bottom])(document.getElementById('menu').getBoundingClientRect())"
        )
        if left < 0 or top < 0 or right > wide or bottom > high or bottom - top < 60:
            yield f"the menu is at {left}, {top}, {right}, {bottom}"
        table.picture("upright")
        table.key("Escape")
        table.run(f"t.closer('{pile['id']}')")
        box = "document.querySelector('dialog.wide').getBoundingClientRect()"
        right, bottom = page.run(f"[{box}.right, {box}.bottom]")
        if right > wide or bottom > high:
            yield f"the dialog ends at {right}, {bottom}"
        high_bar = page.run("document.getElementById('bar').offsetHeight")
        if high_bar > 140:
            yield f"the bar is {high_bar} pixels high"
    finally:
        page.call("Emulation.setTouchEmulationEnabled", enabled=False)


def _long_press(table: Table, pile: dict[str, Any]) -> Iterator[str]:
    """A long press on a pile opens its menu; lifting the finger chooses no line of it, although it lies there."""
    done = len(table.run("t.log()"))
    table.touch("touchStart", table.at(pile["x"], pile["y"]))
    table.page.run("new Promise(done => setTimeout(done, 700))")
    table.touch("touchEnd")
    table.page.run("new Promise(done => setTimeout(done, 200))")
    if table.run("document.getElementById('menu').hidden"):
        yield f"the menu of a long press is closed when the finger is lifted; done: {table.run('t.log()')[done:]}"


def _swipe(table: Table, start: tuple[float, float], end: tuple[float, float]) -> None:
    table.touch("touchStart", start)
    for step in range(1, 9):
        at = (start[0] + (end[0] - start[0]) * step / 8, start[1] + (end[1] - start[1]) * step / 8)
        table.touch("touchMove", at)
        table.page.run("new Promise(done => setTimeout(done, 20))")
    table.touch("touchEnd")
    table.page.run("new Promise(done => setTimeout(done, 300))")


WALKS: dict[str, tuple[Walk, ...]] = {
    "starter": (_new_game, _damaged_saves, _double_click, _turned_up, _passing, _keys, _buttons, _at_once),
    "destination-race": (_depot, _directions, _counts, _names_aboard, _hidden_names, _buttons, _upright, _at_once),
    "taxi-derby": (_stacks, _turning, _names_of_piles),
    "taxicab": (_directions, _at_once),
    "bahama-taxi": (_buttons, _pairs, _read, _names, _at_once),
}
"""What is played in which game."""
