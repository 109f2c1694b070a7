"""A reader of saves of Tabletop Simulator, written from the facts in `docs/export-tts.md` and from nothing of pnp.

`python -m tests.export.tts_reader SAVE PICTURE` draws a save from above.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote, urlparse

from PIL import Image

INCH = 25.4


class SeenThing(NamedTuple):
    """One piece of a save: its kind, name, place in mm from the middle (y downwards), turn, face and picture."""

    kind: str
    name: str
    text: str
    x: float
    y: float
    turn: float
    down: bool
    size: tuple[float, float] | None
    picture: Image.Image
    snaps: tuple[tuple[float, float], ...]
    held: bool


def file_of(address: str) -> Path:
    """The file of an address on this computer."""
    parts = urlparse(address)
    assert parts.scheme == "file", address
    return Path(unquote(parts.path))


def opened(address: str) -> Image.Image:
    return Image.open(file_of(address))


def things(save: dict[str, Any]) -> Iterator[SeenThing]:
    """Every piece of a save; of decks and bags what they hold."""
    for each in save["ObjectStates"]:
        yield from _things(each, held=False)


def _things(thing: dict[str, Any], held: bool) -> Iterator[SeenThing]:
    if "ContainedObjects" in thing:
        for inner in thing["ContainedObjects"]:
            yield from _things(inner, held=True)
        return
    if thing["Name"] in ("HandTrigger", "Custom_PDF"):
        return
    to = thing["Transform"]
    x, y, turn = to["posX"] * INCH, -to["posZ"] * INCH, (to["rotY"] - 180.0) % 360.0
    size: tuple[float, float] | None = None
    snaps: list[tuple[float, float]] = []
    if thing["Name"] == "Card":
        picture = card_picture(thing)
    elif thing["Name"] == "Custom_Model":
        picture = opened(thing["CustomMesh"]["DiffuseURL"])
    else:
        picture = opened(thing["CustomImage"]["ImageURL"])
        # a tile spans two units at scale 1; its own x runs to the left and its own z down for who can read it
        size = to["scaleX"] * 2 * INCH, to["scaleZ"] * 2 * INCH
        for snap in thing.get("AttachedSnapPoints", ()):
            at = snap["Position"]
            snaps.append(((1 - at["x"]) / 2 * size[0], (1 + at["z"]) / 2 * size[1]))
    yield SeenThing(
        thing["Name"], thing["Nickname"], thing["Description"], x, y, turn, to["rotZ"] == 180.0, size, picture,
        tuple(snaps), held,
    )  # fmt: skip


def card_picture(card: dict[str, Any]) -> Image.Image:
    """The face of a card, cut out of its sheet: the hundreds of its number are the sheet, the rest is the place."""
    number, index = divmod(card["CardID"], 100)
    deck = card["CustomDeck"][str(number)]
    sheet = opened(deck["FaceURL"])
    wide, tall = sheet.width / deck["NumWidth"], sheet.height / deck["NumHeight"]
    row, column = divmod(index, deck["NumWidth"])
    return sheet.crop((round(column * wide), round(row * tall), round((column + 1) * wide), round((row + 1) * tall)))


def drawn(save: dict[str, Any], scale: float = 1.5) -> Image.Image:
    """The table from above; cards have the height that their scale means."""
    seen = [each for each in things(save) if not each.held]
    across = max(abs(each.x) for each in seen) + 150, max(abs(each.y) for each in seen) + 150
    whole = Image.new("RGB", (int(2 * across[0] * scale), int(2 * across[1] * scale)), (70, 90, 80))
    for each in seen:
        size = each.size or (each.picture.width / each.picture.height * 88, 88)
        picture = each.picture.convert("RGBA").resize((max(1, int(size[0] * scale)), max(1, int(size[1] * scale))))
        picture = picture.rotate(-each.turn, expand=True)
        at = (across[0] + each.x) * scale - picture.width / 2, (across[1] + each.y) * scale - picture.height / 2
        whole.paste(picture, (int(at[0]), int(at[1])), picture)
    return whole


if __name__ == "__main__":
    drawn(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))).save(sys.argv[2])
