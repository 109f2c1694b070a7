"""Set-ups of packs without a `table`: what a player finds when the game is opened."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import cos, radians, sin
from pathlib import Path

import pytest

from pnp.build.examine import examine
from pnp.export.game import exported
from pnp.export.things import ExportedGame
from pnp.loader import find_targets
from pnp.loader.pack import load
from tests.pipeline import ROOT, write

_PACK = """\
kind: pack
title: Errands
players: 2 to 4
components:
"""

_FACE = "kind: template\nsize: {size}\nbackground: paper\nlayers:\n  - {{text: '{{name}}', where: inset 2}}\n"

_COMPONENTS = {
    "board": ("200 x 160", "makes: board\nrows: [{name: Town}]"),
    "walkers": ("14 x 20", "makes: token\nrows: [{name: Amber}, {name: Fern}, {name: Indigo}, {name: Rust}]"),
    "coins": ("18 x 18", "makes: coin\nrows: [{name: One, copies: 20}, {name: Five, copies: 10}]"),
    "finds": ("20 x 20", "makes: token\nrows: [" + ", ".join(f"{{name: Find {n}}}" for n in range(1, 41)) + "]"),
    "cards": ("poker", "makes: card\nback: cards-back\ncopies: 2\nrows: [{name: Mill}, {name: Inn}, {name: Ferry}]"),
    "mats": ("120 x 60", "makes: mat\ncopies: 4\nrows: [{name: Errands}]"),
    "dice": ("16 x 16", "makes: die\nsides: 6\nedge: 16\ncopies: 2\nrows: ["
             + ", ".join(f"{{name: '{n}'}}" for n in range(1, 7)) + "]"),
}  # fmt: skip


def errands(folder: Path, *components: str) -> ExportedGame:
    """A pack of these components, exported."""
    lines = "".join(f"  - {{component: {name}}}\n" for name in components)
    write(folder, _PACK + lines, "pack.yaml")
    for name in components:
        size, text = _COMPONENTS[name]
        write(folder, _FACE.format(size=size), f"{name}-face.yaml")
        write(folder, f"kind: component\nname: {name.capitalize()}\ntemplate: {name}-face\n{text}\n", f"{name}.yaml")
    if "cards" in components:
        write(folder, "kind: template\nsize: poker\nbackground: ink\nlayers: []\n", "cards-back.yaml")
    return opened(folder)


def errands_of(folder: Path) -> ExportedGame:
    """The pack of all components."""
    return errands(folder, *_COMPONENTS)


def opened(folder: Path, *players: int) -> ExportedGame:
    return exported(examine(load(find_targets([str(folder)])[0]), draws_maps=True), players, rules=False)


def boxes(game: ExportedGame, players: int) -> dict[str, tuple[float, float, float, float]]:
    """The left, top, right and bottom of everything that the set-up uses."""
    pieces, found = {piece.id: piece for piece in game.pieces}, {}
    for number, laid in enumerate(game.layouts[players]):
        if not laid.beside:
            pile = game.pile(laid.what)
            sizes = [pieces[name].size_mm for name in (pile.pieces if pile else (laid.what,))]
            wide, tall = max(size[0] for size in sizes), max(size[1] for size in sizes)
            across, up = abs(cos(radians(laid.turn))), abs(sin(radians(laid.turn)))
            half, high = (wide * across + tall * up) / 2, (wide * up + tall * across) / 2
            found[f"{laid.what} {number}"] = laid.x - half, laid.y - high, laid.x + half, laid.y + high
    return found


def _is_in_order(game: ExportedGame) -> None:
    """Nothing lies over anything else, or beyond the table."""
    for players in game.layouts:
        found, (left, top, right, bottom) = boxes(game, players), game.tables[players]
        over = [
            (one, other)
            for (one, a), (other, b) in combinations(found.items(), 2)
            if min(a[2], b[2]) - max(a[0], b[0]) > 0.5 and min(a[3], b[3]) - max(a[1], b[1]) > 0.5
        ]
        beyond = [name for name, it in found.items() if it[0] < left or it[1] < top or it[2] > right or it[3] > bottom]
        assert (over, beyond) == ([], []), f"{players} players"


def test_nothing_lies_over_anything_else(tmp_path: Path) -> None:
    _is_in_order(errands_of(tmp_path))


@pytest.mark.slow
@pytest.mark.parametrize("pack", ["starts/board", "starts/deck", "starts/tiles", "examples/silvermere"])
def test_nothing_lies_over_anything_else_in_a_bundled_pack_without_a_table(pack: str) -> None:
    _is_in_order(opened(ROOT / "content" / pack))


def test_small_pieces_are_in_supplies_of_each_kind(tmp_path: Path) -> None:
    """Coins of each value are a supply, many different pieces a bag, and the pieces of players are seen one by one."""
    game = errands_of(tmp_path)
    piles = {pile.id: pile for pile in game.piles}
    laid_down = [each.what for each in game.layouts[4]]
    every = [name for what in laid_down for name in (piles[what].pieces if what in piles else (what,))]
    assert Counter(every) == {piece.id: piece.count for piece in game.pieces}
    used = [laid for laid in game.layouts[4] if not laid.beside]
    found = {piles[each.what].name: piles[each.what] for each in used if each.what in piles}
    assert {name: (pile.kind, len(pile.pieces), pile.shuffled) for name, pile in found.items()} == {
        "One": ("supply", 20, False),
        "Five": ("supply", 10, False),
        "Finds": ("bag", 40, True),
        "Cards": ("deck", 6, True),
    }
    assert Counter(game.piece(each.what).component for each in used if each.what not in piles) == {
        "board": 1, "walkers": 4, "mats": 4, "dice": 2,
    }  # fmt: skip
    assert sorted(each.seat for each in used if each.seat) == [1, 2, 3, 4]


def test_a_deck_alone_has_room_for_cards_around_it(tmp_path: Path) -> None:
    game = errands(tmp_path, "cards")
    (laid,) = game.layouts[2]
    assert (laid.x, laid.y) == (0, 0)
    assert game.tables[2] == (-300, -200, 300, 200)


def test_cards_without_a_back_are_shuffled_too(tmp_path: Path) -> None:
    errands(tmp_path, "cards")
    path = tmp_path / "cards.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("back: cards-back\n", ""), encoding="utf-8")
    (pile,) = opened(tmp_path).piles
    assert (pile.face, pile.shuffled) == ("up", True)


def test_things_that_a_picture_draws_smaller_are_apart_at_their_true_size(tmp_path: Path) -> None:
    """The `scale` of a thing is for pictures: on a virtual table, the large mat would lie over the die."""
    things = "\n".join(
        (
            "kind: table",
            "things:",
            "  town: {component: board, at: middle}",
            "  die: {component: dice, count: 1, at: right of town}",
            "  errands: {component: mats, count: 1, at: below die, scale: 0.2, gap: 10}",
        )
    )
    write(tmp_path, things, "table.yaml")
    found = errands(tmp_path, "board", "dice", "mats")
    pieces = {piece.id: piece for piece in found.pieces}
    die, mat = (
        next(each for each in found.layouts[2] if not each.beside and pieces[each.what].component == component)
        for component in ("dice", "mats")
    )
    assert mat.y - die.y == pytest.approx(16 / 2 + 10 + 60 / 2)


def test_the_dice_of_a_set_up_are_those_whose_sides_it_names(tmp_path: Path) -> None:
    things = "kind: table\nthings:\n  dice: {component: dice, rows: [Blue 3], at: middle}\n"
    write(tmp_path, things, "table.yaml")
    errands(tmp_path, "dice")
    rows = "".join(f"  - {{name: '{colour} {n}'}}\n" for colour in ("Red", "Blue") for n in range(1, 7))
    text = f"kind: component\nname: Dice\ntemplate: dice-face\nmakes: die\nedge: 16\nrows:\n{rows}"
    write(tmp_path, text, "dice.yaml")
    found = opened(tmp_path)
    (laid,) = (each for each in found.layouts[2] if not each.beside)
    assert laid.what == found.pieces[1].id
