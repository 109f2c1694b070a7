"""The exported game: everything that a target writes, made from a checked and drawn pack."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from math import ceil, sqrt

from msgspec.structs import replace

from pnp.build.examine import Examined
from pnp.build.pipeline import RuleOptions, rule_products
from pnp.build.write import Product, silent
from pnp.diagnostics import Span
from pnp.draw.component import studio_for
from pnp.draw.pictures import FaceShelf
from pnp.export.layouts import Setting
from pnp.export.pieces import GameParts, pieces_of, stops_of
from pnp.export.things import (
    ExportedGame,
    Movement,
    Places,
)
from pnp.facts import Facts
from pnp.facts.pictures import Printed
from pnp.facts.table import seats_for
from pnp.model.maps.game_map import GameMap
from pnp.model.pack import Players
from pnp.model.reference import Formula, Ref
from pnp.model.table import GameTable, Position, TableThing
from pnp.network import Network
from pnp.network.layout import whereabouts

LONGEST_NOTES = 200_000
"""The maximum length of the rules as plain text."""


def exported(examined: Examined, players: Sequence[int] = (), rules: bool = True) -> ExportedGame:
    """Return the game as things on a table; it must have been drawn with its maps (`draws_maps`).

    The set-ups are limited to those numbers of `players`, if given and possible. Without `rules` it has no rulebook and
    no notes.
    """
    game, facts = examined.game, examined.facts
    shelf = FaceShelf(facts, replace(studio_for(game), drawings=dict(examined.maps)))
    parts = pieces_of(examined, shelf)
    table = next(game.all(GameTable), None) or derived_table(parts, shelf)
    setting = Setting(parts, shelf, table, players)
    pack, numbers = game.pack, sorted(setting.layouts)
    told = (pack.players if pack else None) or Players(numbers[0], numbers[-1])
    used = {laid.what for found in setting.layouts.values() for laid in found}
    return ExportedGame(
        name=examined.name,
        title=pack.title if pack else examined.name,
        language=pack.language if pack else "en",
        players=(told.least, told.most),
        pieces=parts.every,
        piles=tuple(pile for name, pile in setting.piles.items() if name in used),
        layouts=setting.layouts,
        seats=setting.seats,
        tables=setting.tables,
        rulebook=_rulebook(examined) if rules else None,
        notes=_notes(examined) if rules else "",
        places=tuple(_places(facts, parts)),
        summary=" ".join(pack.summary.split()) if pack else "",
        minutes=pack.minutes if pack else "",
        licence=pack.licence.name if pack and pack.licence else "",
        credit=pack.credit.line if pack and pack.credit else "",
        left_out=(*parts.left_out, *setting.faults),
        goings=setting.goings,
        spaces=setting.spaces,
        spans={**({"": pack.span} if pack else {}), **_components(parts), **setting.spans},
    )


def _components(parts: GameParts) -> dict[str, Span]:
    """Return where the manifest names each component."""
    return {name: line.entry.span for name, line in parts.lines.items()}


# The rules.


def _rulebook(examined: Examined) -> bytes | None:
    """Return the first rulebook as a PDF file for A4; None if the game has none."""
    return next((product.content for product in _rules(examined, "pdf")), None)


def _notes(examined: Examined) -> str:
    """Return the first rulebook as plain text."""
    content = next((product.content for product in _rules(examined, "md") if product.name.endswith(".md")), b"")
    return plain_text(content.decode())[:LONGEST_NOTES]


def _rules(examined: Examined, form: str) -> Iterator[Product]:
    asked = RuleOptions(formats=(form,))  # type: ignore[arg-type]
    return rule_products(examined, asked, silent)


_PICTURE = re.compile(r"!\[[^\]]*\]\([^)]*\)")
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_TAG = re.compile(r"<[^>\n]*>")
_SIGNS = re.compile(r"(?<!\\)(\*\*|__|[*_`])")


def plain_text(markdown: str) -> str:
    """Return Markdown as plain text, without pictures, links and signs of emphasis."""
    lines = []
    for line in _PICTURE.sub("", markdown).splitlines():
        text = _SIGNS.sub("", _TAG.sub("", _LINK.sub(r"\1", line)))
        lines.append(re.sub(r"\\([^\w\s]|$)", r"\1", text).lstrip("#").strip())  # a line may end with a backslash
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()


# Places: the networks of the maps that pieces show.


def _places(facts: Facts, parts: GameParts) -> Iterator[Places]:
    shown: dict[str, dict[str, None]] = {}
    for piece in parts.every:
        for snap in piece.snaps:
            if snap.map:
                shown.setdefault(snap.map, {})[piece.id] = None
    for drawn in facts.game.all(GameMap):
        network = facts.networks.get(drawn.id)
        if network is None or drawn.id not in shown:
            continue
        classes = facts.classes.get(drawn.id, {})
        stops = stops_of(network, *classes.values())
        positions = {name: at for name, at in whereabouts(drawn, network).items() if name in stops}
        movements = [_movement(each, mover) for mover, each in {"": network, **classes}.items()]
        sites = {
            name: tuple(each.names(site.places))
            for each in (*classes.values(), network)
            for name, site in each.sites.items()
        }
        yield Places(drawn.id, drawn.name, tuple(stops), positions, tuple(movements), sites, tuple(shown[drawn.id]))


def _movement(network: Network, mover: str) -> Movement:
    """Return the moves between the states in which a piece may stop; it passes other places on the way."""
    stopping = [state for state, place in enumerate(network.place_of_state) if network.places[place].stop]
    numbers = {state: number for number, state in enumerate(stopping)}
    moves = tuple(
        (numbers[state], numbers[end], length)
        for state in stopping
        for end, length in sorted(_strides(network, state).items())
        if end != state
    )
    return Movement(network.names(network.place_of_state[state] for state in stopping), moves, mover)


def _strides(network: Network, start: int) -> dict[int, int]:
    """Return the states where a piece may stop next, with the length of the shortest move there (Dijkstra, 1959)."""
    found: dict[int, int] = {}
    passed: dict[int, int] = {start: 0}
    pending = [(0, start)]
    while pending:
        far, here = heappop(pending)
        if far > passed[here]:
            continue
        for number, end in enumerate(network.after[here]):
            place = network.places[network.place_of_state[end]]
            there = far + (network.lengths[here][number] if network.lengths else place.cost)
            if place.stop:
                found[end] = min(found.get(end, there), there)
            elif there < passed.get(end, there + 1):
                passed[end] = there
                heappush(pending, (there, end))
    return found


# A set-up for games without a table.


def derived_table(parts: GameParts, shelf: FaceShelf) -> GameTable:
    """Return a table with the boards in the middle, decks and supplies next to them, and mats at the seats."""
    span = shelf.facts.game.pack.span if shelf.facts.game.pack else Span("")
    told = (shelf.facts.game.pack.players if shelf.facts.game.pack else None) or Players(1, 2)
    most = seats_for(told)[-1]
    lines = [(name, line) for name, line in parts.lines.items() if not line.entry.optional and parts.pieces[name]]
    things: list[TableThing] = []
    last: dict[str, str] = {}
    for name, line in sorted(lines, key=lambda pair: _RANK.get(_kind(parts, pair[0]), 9)):
        thing = _derived(name, line, parts, most, span)
        if thing.at.where == "middle" and things:
            side = "left of" if thing.is_down else "right of"
            at = Position("below", span, last[side]) if side in last else Position(side, span, things[0].id)  # type: ignore[arg-type]  # one of both
            thing, last[side] = replace(thing, at=at), name
        things.append(thing)
    return GameTable("table", span, tuple(things), players=told)


_RANK = {"board": 0, "tile": 1, "card": 2, "money": 3, "token": 4, "die": 5, "standee": 6, "mat": 7, "box": 8}


def _kind(parts: GameParts, name: str) -> str:
    return next(iter(parts.pieces[name].values())).kind


def _derived(name: str, line: Printed, parts: GameParts, most: int, span: Span) -> TableThing:
    """Return a component of a derived table: where it lies is decided later, unless it is at the seats."""
    pieces = list(parts.pieces[name].values())
    total = sum(piece.count for piece in pieces)
    middle = Position("middle", span)
    thing = TableThing(id=name, span=span, at=middle, component=Ref(name, span), name=line.name)
    match pieces[0].kind:
        case "board":
            return replace(thing, heap="grid", columns=ceil(sqrt(len(pieces))), count=_number(total, span))
        case "mat" if total >= most > 1:
            return replace(thing, at=Position("each seat", span), count=_number(1, span))
        case "card" | "tile":
            return replace(thing, heap="pile", is_down=pieces[0].back is not None)
        case "money" | "token" if total > len(pieces) or total > 12:
            return replace(thing, heap="pile")
        case _:
            return replace(thing, heap="grid", columns=4, count=_number(min(total, 24), span))


def _number(value: int, span: Span) -> Formula:
    return Formula(str(value), span)
