"""The exported game: everything that a target writes, made from a checked and drawn pack."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from heapq import heappop, heappush
from math import ceil, sqrt

from msgspec import Struct
from msgspec.structs import replace

from pnp.build.examine import Examined
from pnp.build.rules import RuleOptions, rule_products
from pnp.build.write import Product, silent
from pnp.diagnostics import Span
from pnp.draw.component import drawing_context
from pnp.draw.pictures import FaceShelf
from pnp.export.layouts import Setting
from pnp.export.pieces import GameParts, pieces_of, stops_of
from pnp.export.things import (
    ExportedGame,
    Movement,
    Piece,
    Places,
)
from pnp.facts import Facts
from pnp.facts.pictures import Printed
from pnp.facts.table import RIM, lay_table, seats_for
from pnp.model.maps.game_map import GameMap
from pnp.model.pack import Players
from pnp.model.reference import Formula, Ref
from pnp.model.table import GAP, GameTable, Position, TableThing
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
    shelf = FaceShelf(facts, replace(drawing_context(game), drawings=dict(examined.maps)))
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
        credit=" · ".join(pack.credit.lines) if pack and pack.credit else "",
        left_out=(*parts.left_out, *setting.faults),
        goings=setting.goings,
        spaces=setting.spaces,
        words=game.words,
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

DERIVED_TABLE = 600.0, 400.0
"""The minimum width and height of a derived table without boards, in millimetres: room to lay cards out."""

LEAST_COLUMN = 260.0
"""Minimum height of the columns of piles next to the boards, in millimetres."""

MOST_SINGLE = 24
"""The maximum number of different pieces that lie side by side; more are in a bag."""

MOST_SUPPLIES = 12
"""The maximum number of supplies of one component; more kinds of pieces are in one bag."""

_RANK = {"board": 0, "tile": 1, "card": 2, "money": 3, "token": 4, "counter": 4, "die": 5, "standee": 6, "mat": 7}


def derived_table(parts: GameParts, shelf: FaceShelf) -> GameTable:
    """Return a table with boards in the middle, decks at the left, other pieces at the right, and mats at the seats.

    Without a board, mats are in the middle, or else the decks. Boxes are not on the table.
    """
    facts = shelf.facts
    span = facts.game.pack.span if facts.game.pack else Span("")
    told = (facts.game.pack.players if facts.game.pack else None) or Players(1, 2)
    most = seats_for(told)[-1]
    lines = [
        (name, line)
        for name, line in parts.lines.items()
        if not line.entry.optional and parts.pieces[name] and _kind(parts, name) in _RANK
    ]
    own: list[TableThing] = []
    groups: list[tuple[str, list[TableThing]]] = []
    ids: set[str] = set()
    for name, line in sorted(lines, key=lambda pair: _RANK[_kind(parts, pair[0])]):
        kind, things = _kind(parts, name), list(_derived(line, list(parts.pieces[name].values()), ids, span))
        if kind == "mat" and sum(piece.count for piece in parts.pieces[name].values()) >= most > 1:
            own += [replace(things[0], at=Position("each seat", span), count=_number(1, span))]
        else:
            groups.append((kind, things))
    every = tuple(thing for _, things in groups for thing in things)
    laid = lay_table(GameTable("table", span, every, players=told), most, facts)
    sizes = {each.thing.id: (each.box.width, each.box.height) for each in laid.things}
    blocks = [(kind, _block(things, sizes)) for kind, things in groups]
    middle = next((kinds for kinds in _MIDDLES if any(kind in kinds for kind, _ in blocks)), ())
    centre = _row([block for kind, block in blocks if kind in middle])
    most_tall = max(LEAST_COLUMN, centre.tall)
    decks = [block for kind, block in blocks if kind in ("card", "tile") and kind not in middle]
    rest = [block for kind, block in blocks if kind not in ("card", "tile", *middle)]
    left, right = _columns(decks, most_tall), _columns(rest, most_tall)
    away = [(centre.wide + block.wide) / 2 + (GAP if centre.wide else 0.0) for block in (left, right)]
    spots = {**centre.spots, **left.moved(-away[0], 0.0).spots, **right.moved(away[1], 0.0).spots}
    placed = tuple(replace(thing, at=Position("point", span, point=spots[thing.id])) for thing in every)
    size = None
    if "board" not in middle and not own:
        reach = 2 * (centre.wide / 2 + max(left.wide, right.wide) + GAP + RIM)
        size = (
            max(DERIVED_TABLE[0], reach),
            max(DERIVED_TABLE[1], max(each.tall for each in (centre, left, right)) + 2 * RIM),
        )
    return GameTable("table", span, (*placed, *own), players=told, size=size)


_MIDDLES = (("board",), ("mat",), ("card", "tile"))
"""What is in the middle of the table: the first of these that the game has."""


def _kind(parts: GameParts, name: str) -> str:
    return next(iter(parts.pieces[name].values())).kind


def _derived(line: Printed, pieces: list[Piece], ids: set[str], span: Span) -> Iterator[TableThing]:
    """Yield what a component is on a derived table; where it lies is decided later."""
    name, total = line.entry.id, sum(piece.count for piece in pieces)
    thing = TableThing(name, span, Position("middle", span), Ref(name, span), name=line.name)
    ids.add(name)
    kind = pieces[0].kind
    if kind in ("board", "mat"):
        yield replace(thing, heap="grid", columns=ceil(sqrt(total)), count=_number(total, span))
    elif kind in ("card", "tile"):
        yield replace(thing, heap="pile", is_down=pieces[0].back is not None, shuffled=True)
    elif kind == "die" or (total == len(pieces) and total <= MOST_SINGLE):
        yield replace(thing, heap="grid", columns=4, count=_number(min(total, MOST_SINGLE), span))
    elif len(pieces) > MOST_SUPPLIES:
        yield replace(thing, heap="bag")
    elif len(pieces) == 1:
        yield replace(thing, heap="pile")
    else:
        for piece in pieces:  # a thing takes the next pieces in the order of the rows
            key = piece.id
            while key in ids:
                key += "-pieces"
            ids.add(key)
            some, heap = _number(piece.count, span), "pile" if piece.count > 1 else "row"
            yield replace(thing, id=key, name=piece.name, heap=heap, count=some, shuffled=False)


def _number(value: int, span: Span) -> Formula:
    return Formula(str(value), span)


class _Block(Struct, frozen=True):
    """Things around their common middle: the middle of each, and the width and height of all, in millimetres."""

    spots: Mapping[str, tuple[float, float]]
    wide: float
    tall: float

    def moved(self, x: float, y: float) -> _Block:
        return replace(self, spots={name: (at[0] + x, at[1] + y) for name, at in self.spots.items()})


def _block(things: Sequence[TableThing], sizes: Mapping[str, tuple[float, float]]) -> _Block:
    """Return the things of one component as rows of equal cells."""
    found = [sizes.get(thing.id, (0.0, 0.0)) for thing in things]
    wide, tall = max(size[0] for size in found), max(size[1] for size in found)
    columns = ceil(sqrt(len(things)))
    rows = ceil(len(things) / columns)
    spots = {
        thing.id: (
            (number % columns - (columns - 1) / 2) * (wide + GAP),
            (number // columns - (rows - 1) / 2) * (tall + GAP),
        )
        for number, thing in enumerate(things)
    }
    return _Block(spots, columns * (wide + GAP) - GAP, rows * (tall + GAP) - GAP)


def _row(blocks: Sequence[_Block]) -> _Block:
    """Return the blocks side by side."""
    spots: dict[str, tuple[float, float]] = {}
    whole = sum(block.wide + GAP for block in blocks) - GAP if blocks else 0.0
    left = -whole / 2
    for block in blocks:
        spots |= block.moved(left + block.wide / 2, 0.0).spots
        left += block.wide + GAP
    return _Block(spots, whole, max((block.tall for block in blocks), default=0.0))


def _columns(blocks: Sequence[_Block], most: float) -> _Block:
    """Return the blocks below each other, in columns of at most that height."""
    columns: list[list[_Block]] = []
    for block in blocks:
        if not columns or sum(each.tall + GAP for each in columns[-1]) + block.tall > most:
            columns.append([])
        columns[-1].append(block)
    return _row([_column(column) for column in columns])


def _column(blocks: Sequence[_Block]) -> _Block:
    spots: dict[str, tuple[float, float]] = {}
    whole = sum(block.tall + GAP for block in blocks) - GAP
    top = -whole / 2
    for block in blocks:
        spots |= block.moved(0.0, top + block.tall / 2).spots
        top += block.tall + GAP
    return _Block(spots, max(block.wide for block in blocks), whole)
