"""Games of Card Game Simulator: by its JSON Schema, and by a reader that is written from its documentation.

The program has cards and boards only, one size and one back for all cards, and no set-up but boards: dice, standees,
boxes, snap points, other sizes and other backs are left out, and README.txt says so.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

from tests.export.outside.compared import Comparison, game_of, opened

INCH = 25.4
LINE = re.compile(r"(\d+) \[([^\]]+)\] (.+)")
LEFT_OUT = "die", "standee", "box", "counter"


def by_reader(folder: Path, name: str) -> Comparison:
    """Each card and board: names, texts, counts, pictures, and where boards are."""
    found, game = Comparison(), game_of(name)
    (root,) = (path.parent for path in folder.glob("*/cgs.json"))
    definition = json.loads((root / "cgs.json").read_text(encoding="utf-8"))
    cards: dict[str, dict[str, Any]] = {
        each["id"]: each for each in json.loads((root / "AllCards.json").read_text(encoding="utf-8"))
    }
    wanted = {piece.id: piece for piece in game.pieces if piece.kind not in (*LEFT_OUT, "board") and piece.front}
    found.counted("cards", Counter(cards.keys()), Counter(wanted.keys()))
    found.pieces -= len(cards)  # they are counted with their copies
    code = definition["setCodeDefault"]
    for key in cards.keys() & wanted.keys():
        piece = wanted[key]
        found.named(f"the name of {key}", cards[key]["name"], piece.name)
        found.named(f"the text of {key}", cards[key]["text"], piece.text)
        found.shown(key, opened((root / "sets" / code / f"{key}.png").read_bytes()), piece.front)
    copies: Counter[str] = Counter()
    for path in sorted((root / "decks").glob("*.txt")):
        for line in path.read_text(encoding="utf-8").splitlines()[1:]:
            match = LINE.fullmatch(line)
            assert match, line
            name_there = " ".join(wanted[match[2]].name.replace("[", "(").replace("]", ")").split())
            found.named(f"the name of {match[2]} in {path.name}", match[3], name_there)
            copies[match[2]] += int(match[1])
    found.counted("copies", copies, Counter({key: piece.count for key, piece in wanted.items()}))
    sizes = Counter(piece.size_mm for piece in wanted.values())
    size = round(definition["cardSize"]["x"] * INCH, 1), round(definition["cardSize"]["y"] * INCH, 1)
    if sizes[size] != max(sizes.values()):
        found.faults[f"cards have {size}, but {sizes.most_common(1)}"] += 1
    backs = Counter(piece.back.digest for piece in wanted.values() if piece.back)
    if backs:
        usual = next(
            piece.back for piece in wanted.values() if piece.back and backs[piece.back.digest] == max(backs.values())
        )
        found.shown("the back", opened((root / "CardBack.png").read_bytes()), usual)
    _boards(found, root, definition, name)
    return found


def _boards(found: Comparison, root: Path, definition: dict[str, Any], name: str) -> None:
    """Compare the boards: their pictures, and with each deck where they are and how large; y runs upwards."""
    game = game_of(name)
    boards = {piece.id: piece for piece in game.pieces if piece.kind == "board" and piece.front}
    for key, piece in boards.items():
        found.shown(key, opened((root / "boards" / f"{key}.png").read_bytes()), piece.front)
    laid = [each for each in game.layouts[min(game.layouts)] if each.what in boards and not each.beside]
    for deck in definition.get("gameBoardCards", ()):
        spots = []
        for each in deck["boards"]:
            size = each["size"]["x"] * INCH, each["size"]["y"] * INCH
            x, y = (each["offsetMin"][axis] * INCH + side / 2 for axis, side in zip("xy", size, strict=True))
            spots.append((each["id"], (x, -y)))
            found.at(f"the width of {each['id']}", abs(size[0] - boards[each["id"]].size_mm[0]))
            found.at(f"the height of {each['id']}", abs(size[1] - boards[each["id"]].size_mm[1]))
        found.pieces += len(spots)
        found.laid("boards", spots, [(each.what, (each.x, each.y)) for each in laid])
