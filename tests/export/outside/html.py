"""The table in one HTML file, as a browser reads it: its data, and its pictures as Pillow decodes them.

The pictures are WebP, which does not keep each pixel: they are compared with what is drawn when that has become WebP in
the same way. The file has each picture once. The table itself is played by `python -m tests.browser`.
"""

from __future__ import annotations

import base64
import json
from collections import Counter
from html.parser import HTMLParser
from io import BytesIO
from math import dist
from pathlib import Path
from typing import Any

from PIL import Image

from pnp.export.pictures import SheetPicture
from tests.export.outside.compared import Comparison, difference, drawn, game_of, opened, pieces_of

QUALITY = 84
"""The quality of WebP that the file has."""


class _Scripts(HTMLParser):
    """The texts of the scripts that have an id."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: dict[str, str] = {}
        self._id = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._id = (dict(attrs).get("id") or "") if tag == "script" else ""

    def handle_endtag(self, tag: str) -> None:
        self._id = ""

    def handle_data(self, data: str) -> None:
        if self._id:
            self.texts[self._id] = self.texts.get(self._id, "") + data


def by_reader(folder: Path, name: str) -> Comparison:
    """Everything in the file: names, texts, counts, pictures, positions and places."""
    found, game = Comparison(), game_of(name)
    (path,) = folder.glob("*.html")
    scripts = _Scripts()
    scripts.feed(path.read_text(encoding="utf-8"))
    facts: dict[str, Any] = json.loads(scripts.texts["game"])
    pictures = _Pictures(
        found, json.loads(scripts.texts["pictures"]), [each for piece in game.pieces for each in piece.pictures]
    )
    told = {each["id"]: each for each in facts["pieces"] if "plain" not in each}
    ids = [each["id"] for each in facts["pieces"]]
    for piece in game.pieces:
        read = told[piece.id]
        found.named(f"the name of {piece.id}", read["name"], piece.name or piece.id)
        found.named(f"the text of {piece.id}", read["text"], piece.text)
        if dist(read["size"], piece.size_mm) > 0.01:
            found.faults[f"{piece.id} has {read['size']}, not {piece.size_mm}"] += 1
        pictures.compare(
            piece.id, [read["front"], read["back"], *read["faces"]], [piece.front, piece.back, *piece.faces]
        )
        places = [(snap["name"], (snap["x"], snap["y"])) for snap in read["snaps"]]
        found.laid(f"places of {piece.id}", places, [(snap.name, (snap.x, snap.y)) for snap in piece.snaps])
    for number, laid in game.layouts.items():
        spots = [
            (ids[index], (each["x"], each["y"]))
            for each in facts["layouts"][str(number)]
            for index in (facts["piles"][each["pile"]]["pieces"] if "pile" in each else [each["piece"]])
        ]
        wanted = [(piece.id, (each.x, each.y)) for each in laid for piece in pieces_of(game, each)]
        found.counted(f"{number} players", Counter(key for key, _ in spots), Counter(key for key, _ in wanted))
        found.laid(f"{number} players", spots, wanted)
        spaces = [(each["name"], (each["x"], each["y"])) for each in facts["spaces"].get(str(number), ())]
        found.laid(f"{number} players", spaces, [(each.name, (each.x, each.y)) for each in game.spaces.get(number, ())])
    return found


class _Pictures:
    """The pictures of a file, each compared once."""

    def __init__(self, found: Comparison, encoded: list[tuple[str, str]], faces: list[SheetPicture]) -> None:
        self.found, self.encoded = found, encoded
        self.seen: dict[int, str] = {}
        self.faces = faces

    def compare(self, what: str, numbers: list[int], pictures: list[SheetPicture | None]) -> None:
        for number, picture in zip(numbers, pictures, strict=True):
            if (number >= 0) != (picture is not None):
                self.found.faults[f"{what} has no picture, or one too many"] += 1
            elif picture and number in self.seen:
                self.found.named(f"the picture of {what}", self.seen[number], picture.digest)
                self.found.names -= 1
            elif picture:
                self.seen[number] = picture.digest
                kind, data = self.encoded[number]
                assert kind == "image/webp"
                image: Image.Image = opened(base64.b64decode(data))
                wanted = _webp(drawn(picture, image.size))
                self.found.like(
                    what, image, wanted, 1.0 if difference(image, wanted) <= 1 else self._nearest(image, picture)
                )

    def _nearest(self, image: Image.Image, picture: SheetPicture) -> float:
        """How far a picture is from the nearest face of its size that is not its own: WebP may make more of a pixel."""
        tall = image.height / image.width
        others = [each for each in self.faces if abs(each.size_mm[1] / each.size_mm[0] - tall) < 0.02]
        return min(difference(image, drawn(each, image.size)) for each in others if each.digest != picture.digest) - 1.0


def _webp(image: Image.Image) -> Image.Image:
    """A picture as it is after it was WebP."""
    file = BytesIO()
    image.save(file, "WEBP", quality=QUALITY, method=4)
    return opened(file.getvalue())
