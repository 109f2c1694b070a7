"""The game as one HTML file that plays offline: pieces and set-ups as JSON, pictures as WebP, and the script."""

from __future__ import annotations

import base64
import colorsys
import hashlib
import html
import io
import json
import re
from collections.abc import Iterator, Mapping
from importlib import resources
from itertools import groupby
from math import cos, hypot, pi, sin
from pathlib import Path
from typing import Any

from msgspec import Struct

from pnp.build.write import Product
from pnp.diagnostics import Fault
from pnp.export.pictures import SheetPicture, images, pixels_at
from pnp.export.targets import ExportedFiles, ExportOptions
from pnp.export.things import EmptySpace, ExportedGame, Going, Laid, Piece, Places, Snap
from pnp.model.translation import filled

SCRIPTS = ("state.js", "saving.js", "actions.js", "ways.js", "view.js", "input.js", "panels.js")
"""The parts of the script in the order in which they use each other; together they are one closed scope."""

PREFIX = "table-"
"""What the keys of the page's texts begin with in a translation."""

PLAIN_DICE = (4, 6, 8, 10, 12, 20)
"""Sides of the dice that every table has."""

STRONGEST_PULL = 12.0
"""The maximum distance in millimetres from which a place pulls a piece."""

_PULL = 0.48
"""Which part of the distance of the two closest places they pull over: less than half, so that each piece has one."""

_WEAKEST_PULL = 2.5

SHORT = 12
"""The maximum length of what is on a numbered piece that is added to its name."""

LARGEST = 40_000_000
"""The size of a page in bytes above which there is a finding: its pictures take several times as much memory."""


class PageLimits(Struct, frozen=True):
    """How sharp the pictures of the page are: dots per inch, the longest side in pixels, and the quality of WebP.

    The defaults keep a game with a large board and two hundred cards under 15 MB, sharp at twice its size on a screen.
    """

    dpi: float = 200.0
    board_dpi: float = 150.0
    longest: int = 3200
    quality: int = 84


def table_page(game: ExportedGame, limits: PageLimits = PageLimits()) -> bytes:  # noqa: B008 - it is frozen
    """Return the table as an HTML file. The same game gives the same bytes.

    The page may run its own script only, by its hash, and may load nothing.
    """
    pictures, numbers = _pictures(game, limits)
    facts = _PageFacts(game, numbers).page()
    kept = {name: facts[name] for name in ("name", "language", "pieces", "places")}  # what a saved table refers to
    digest = hashlib.sha256(_json(kept).encode()).hexdigest()[:16]
    style = _static("table.css") + _colours(game)
    script = '"use strict";\n(() => {\n' + "\n".join(map(_static, SCRIPTS)) + "\n})();\n"
    policy = (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; img-src blob: data:; "
        "base-uri 'none'; form-action 'none'"
    )
    title, words = html.escape(game.title), words_of(game)
    body = re.sub(r"\{\{([a-z-]+)\}\}", lambda found: html.escape(words[found[1]]), _static("table.html"))
    for name in ("title", "start-title"):
        body = body.replace(f'id="{name}">', f'id="{name}" lang="{html.escape(game.language)}">{title}', 1)
    rulebook = base64.b64encode(game.rulebook or b"").decode()
    page = f"""<!DOCTYPE html>
<html lang="{html.escape(_language(game))}" data-theme="dark">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="referrer" content="no-referrer">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
{body}
<script type="application/json" id="game">{_json({**facts, "digest": digest})}</script>
<script type="application/json" id="pictures">{_json(pictures)}</script>
<script type="text/plain" id="rulebook">{rulebook}</script>
<script>{script}</script>
</body>
</html>
"""
    return page.encode()


def files_of(game: ExportedGame, _folder: Path, options: ExportOptions) -> ExportedFiles:
    """Return the table as one file."""
    limits = PageLimits(dpi=options.sharpness(), board_dpi=0.75 * options.sharpness())
    name = f"{game.name}.html"
    page = table_page(game, limits)
    return ExportedFiles(
        (Product(name, "table", page),),
        f"Open {name} in a browser. It needs no network and no other file.",
        tuple(_too_large(game, len(page), options.sharpness())),
    )


def _too_large(game: ExportedGame, size: int, dpi: int) -> Iterator[Fault]:
    """Yield a fault if the page is so large that tablets and phones may close it."""
    if size > LARGEST:
        less = max(50, round(dpi * (LARGEST / size) ** 0.5 * 0.9) // 10 * 10)
        most = f"{LARGEST / 1e6:.0f} MB"
        message = f"the page has {size / 1e6:.0f} MB; browsers of tablets and phones may not open more than {most}"
        yield game.fault("", message, f"export with less sharp pictures: `--dpi {less}`")


def _static(name: str) -> str:
    return (resources.files("pnp.export.html") / "static" / name).read_text(encoding="utf-8")


def words_of(game: ExportedGame) -> dict[str, str]:
    """Return the texts of the page by their keys: those of the game's language, else the English ones."""
    english: dict[str, str] = json.loads(_static("words.json"))
    return {key: game.words.get(PREFIX + key, text) for key, text in english.items()}


def _language(game: ExportedGame) -> str:
    """Return the language of the texts of the page: English if there are none in the game's."""
    return game.language if any(key.startswith(PREFIX) for key in game.words) else "en"


def _hash(text: str) -> str:
    """Return the hash of an inline script or style for the content security policy."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _json(value: Any) -> str:
    """Return JSON that ends no element of HTML, whatever names are in it."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text


# Pictures: each different one once.


def _pictures(game: ExportedGame, limits: PageLimits) -> tuple[list[tuple[str, str]], Mapping[str, int]]:
    """Return all pictures as their media types with Base64, and the number of each by its digest."""
    sizes: dict[str, tuple[int, SheetPicture]] = {}
    for piece in game.pieces:
        dpi = limits.board_dpi if piece.kind in ("board", "mat", "box") else limits.dpi
        for picture in piece.pictures:
            sizes.setdefault(picture.digest, (pixels_at(picture, dpi, limits.longest), picture))
    drawn: dict[str, str] = {}
    for wide, group in groupby(
        sorted(sizes.values(), key=lambda each: (each[0], each[1].digest)), lambda each: each[0]
    ):
        wanted = [picture for _, picture in group]
        for picture, image in zip(wanted, images(wanted, wide), strict=True):
            drawn[picture.digest] = base64.b64encode(_webp(image, limits.quality)).decode()
    numbers = {digest: number for number, digest in enumerate(sizes)}
    return [("image/webp", drawn[digest]) for digest in sizes], numbers


def _webp(image: Any, quality: int) -> bytes:
    """Return pixels as WebP: method 4 is a third of the time of 6, for two per cent more bytes."""
    file = io.BytesIO()
    image.save(file, "WEBP", quality=quality, method=4)
    return file.getvalue()


# The game as plain data; `state.js` reads it.


class _PageFacts:
    """Plain data of a game, in which pieces, piles and pictures are numbers."""

    def __init__(self, game: ExportedGame, pictures: Mapping[str, int]) -> None:
        self.game, self.pictures, self.words = game, pictures, words_of(game)
        self.pieces = {piece.id: number for number, piece in enumerate(game.pieces)}
        self.piles = {pile.id: number for number, pile in enumerate(game.piles)}
        self.networks = {places.map: number for number, places in enumerate(game.places)}

    def page(self) -> dict[str, Any]:
        game = self.game
        about = " · ".join(
            filter(None, (game.summary, game.minutes and f"{game.minutes} min", game.credit, game.licence))
        )
        return {
            "name": game.name,
            "title": game.title,
            "language": game.language,
            "players": game.players,
            "words": self.words,
            "pieces": [*map(self._piece, game.pieces), *(_plain_die(sides, self.words) for sides in PLAIN_DICE)],
            "piles": [
                {
                    "name": pile.name,
                    "kind": pile.kind,
                    "endless": pile.endless,
                    "shuffled": pile.shuffled,
                    "pieces": [self.pieces[each] for each in pile.pieces],
                }
                for pile in game.piles
            ],
            "layouts": {str(number): [self._laid(each) for each in laid] for number, laid in game.layouts.items()},
            "goings": {str(number): list(map(self._going, found)) for number, found in game.goings.items() if found},
            "spaces": {str(number): list(map(_space, found)) for number, found in game.spaces.items() if found},
            "seats": {
                str(number): [
                    {"name": self.words.get(seat.name.lower(), seat.name), "colour": seat.colour, "edge": seat.edge}
                    for seat in seats
                ]
                for number, seats in game.seats.items()
            },
            "places": [_network(places) for places in game.places],
            "rulebook": game.rulebook is not None,
            "notes": game.notes,
            "about": about,
        }

    def _piece(self, piece: Piece) -> dict[str, Any]:
        sides = len(piece.faces) if piece.faces else 6
        return {
            "id": piece.id,
            "name": piece.name or piece.id,
            "text": piece.text,
            "kind": piece.kind,
            "component": piece.component,
            "group": piece.title or piece.component.replace("-", " ").capitalize(),
            "size": _rounded(piece.size_mm),
            "outline": piece.outline,
            "corner": round(piece.corner_mm, 3),
            "points": [_rounded(point) for point in piece.points],
            "front": self._picture(piece.front),
            "back": self._picture(piece.back),
            "faces": [self._picture(each) for each in piece.faces],
            "sides": sides,
            "sideNames": piece.values if len(piece.values) == sides else (),
            "snaps": [_snap(each) for each in piece.snaps],
            "pull": pull_of(piece.snaps),
            "network": next((self.networks[snap.map] for snap in piece.snaps if snap.map in self.networks), -1),
            "count": piece.count,
        }

    def _picture(self, picture: SheetPicture | None) -> int:
        return self.pictures[picture.digest] if picture else -1

    def _laid(self, laid: Laid) -> dict[str, Any]:
        what = {"pile": self.piles[laid.what]} if laid.what in self.piles else {"piece": self.pieces[laid.what]}
        at = {"x": round(laid.x, 3), "y": round(laid.y, 3), "turn": round(laid.turn, 3)}
        place = {"place": laid.place} if laid.place else {}
        pools = {"pools": laid.pools} if laid.pools else {}
        lies = {"up": laid.face == "up", "seat": laid.seat, "locked": laid.locked, "spare": laid.beside}
        return {**what, **at, **pools, **lies, **place}

    def _going(self, going: Going) -> dict[str, Any]:
        goes = {str(self.pieces[name]): spots for name, spots in going.goes.items()}
        return {"what": going.what, "by": going.by, "spots": going.spots, "goes": goes}


def _rounded(point: tuple[float, float]) -> list[float]:
    return [round(each, 3) for each in point]


def _snap(snap: Snap) -> dict[str, Any]:
    turn = None if snap.turn is None else round(snap.turn, 2)
    part: dict[str, Any] = {"place": snap.place} if snap.place else {}
    part |= {"slot": True} if snap.kind == "slot" else {}
    return {"name": snap.name, "x": round(snap.x, 3), "y": round(snap.y, 3), "turn": turn, **part}


def _space(space: EmptySpace) -> dict[str, Any]:
    at = {"x": space.x, "y": space.y, "turn": space.turn, "size": _rounded(space.size_mm)}
    return {"id": space.id, "name": space.name, **at}


def _plain_die(sides: int, words: Mapping[str, str]) -> dict[str, Any]:
    """Return a die without pictures, of which the table has as many as somebody puts down."""
    corners = [[10 + 10 * sin(2 * pi * turn / 6), 10 - 10 * cos(2 * pi * turn / 6)] for turn in range(6)]
    return {
        "id": f"plain-die-{sides}",
        "name": filled(words["die-of"], count=sides),
        "text": "",
        "kind": "die",
        "component": "",
        "plain": sides,
        "group": words["plain-dice"],
        "size": [20, 20],
        "outline": "rect" if sides == 6 else "path",
        "corner": 3,
        "points": [] if sides == 6 else [[round(x, 3), round(y, 3)] for x, y in corners],
        "front": -1,
        "back": -1,
        "faces": [],
        "sides": sides,
        "sideNames": [],
        "snaps": [],
        "pull": 0,
        "network": -1,
        "count": 0,
    }


def pull_of(snaps: tuple[Snap, ...]) -> float:
    """Return the distance in millimetres from which each of the places pulls a piece, so that none overlap."""
    points = sorted({(snap.x, snap.y) for snap in snaps})
    nearest = STRONGEST_PULL / _PULL
    for number, (x, y) in enumerate(points):
        for other_x, other_y in points[number + 1 :]:
            if other_x - x >= nearest:
                break  # they are sorted by x
            nearest = min(nearest, hypot(other_x - x, other_y - y))
    return round(max(_WEAKEST_PULL, _PULL * nearest), 3)


def _network(places: Places) -> dict[str, Any]:
    """Return the moves of a map as printed, and those of each movement class, as numbers of its places."""
    names = tuple(dict.fromkeys((*places.names, *(name for each in places.movements for name in each.states))))
    numbers = {name: number for number, name in enumerate(names)}
    return {
        "name": places.name,
        "names": names,
        "movements": [
            {"mover": each.mover, "states": [numbers[name] for name in each.states], "moves": each.moves}
            for each in places.movements
        ],
        "sites": [
            [numbers[site], [numbers[name] for name in ends if name in numbers]]
            for site, ends in places.sites.items()
            if site in numbers
        ],
    }


# The cloth takes its hue from the largest piece of the game, quietly.


def _colours(game: ExportedGame) -> str:
    hue = _hue(game)
    dark, deep, light = ((hue, 0.20, 0.21), (hue, 0.22, 0.15), (hue, 0.20, 0.80))
    grain = base64.b64encode(_GRAIN.encode()).decode()
    return (
        f":root {{ --felt: {_hex(dark)}; --felt-2: {_hex(deep)}; "
        f'--grain: url("data:image/svg+xml;base64,{grain}"); }}\n'
        f':root[data-theme="light"] {{ --felt: {_hex(light)}; }}\n'
    )


_GRAIN = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="160" height="160"><filter id="n"><feTurbulence type="fractalNoise" '
    'baseFrequency=".9" numOctaves="2" seed="4" stitchTiles="stitch"/><feColorMatrix values="0 0 0 0 0 0 0 0 0 0 0 0 '
    '0 0 0 0 0 0 .16 0"/></filter><rect width="160" height="160" filter="url(#n)"/></svg>'
)


def _hue(game: ExportedGame) -> float:
    """Return the hue that weighs most in the picture of the largest piece, from 0 to 1; a green where it is grey."""
    largest = max(
        (piece for piece in game.pieces if piece.front),
        key=lambda each: each.size_mm[0] * each.size_mm[1],
        default=None,
    )
    if largest is None or largest.front is None:
        return 0.44
    (image,) = images((largest.front,), 48)
    weights = [0.0] * 24
    for red, green, blue in _pixels(image):
        hue, light, saturation = colorsys.rgb_to_hls(red / 255, green / 255, blue / 255)
        weights[int(hue * 24) % 24] += saturation * (1 - abs(2 * light - 1))
    return (weights.index(max(weights)) + 0.5) / 24 if max(weights) > 1 else 0.44


def _pixels(image: Any) -> Iterator[tuple[int, int, int]]:
    data = image.convert("RGB").tobytes()
    return zip(data[0::3], data[1::3], data[2::3], strict=True)


def _hex(colour: tuple[float, float, float]) -> str:
    hue, saturation, light = colour
    return "#" + "".join(f"{round(255 * each):02x}" for each in colorsys.hls_to_rgb(hue, light, saturation))
