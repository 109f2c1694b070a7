"""A game of known sizes, to see once in a closed program whether positions, sizes and turns are right.

A square board has a ruler along its lower edge, a snap point in each corner and one with a heading in the middle. Four
tokens name the corners on which they should be; a card has the size of an outline on the board; a die has numbers.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.draw.overlays import words_in
from pnp.export.pictures import SheetPicture, picture_of
from pnp.export.things import ExportedGame, Laid, Piece, Seat, Snap
from pnp.scene.items import Ellipse, Item, Path, Rect, Scene, Stroke
from pnp.scene.paths import polygon, polyline

SIDE = 254.0
"""The width and height of the board, in millimetres: ten inches."""

CARD = (63.5, 88.9)
"""The size of the card, in millimetres."""

TOKEN = 20.0
"""The diameter of a token, in millimetres."""

INSET = 20.0
"""The distance of the snap points in the corners from the edges, in millimetres."""

INK, PAPER, MARK = "#1E2328", "#FFFFFF", "#C8102E"

CORNERS = {
    "top left": (INSET, INSET),
    "top right": (SIDE - INSET, INSET),
    "bottom left": (INSET, SIDE - INSET),
    "bottom right": (SIDE - INSET, SIDE - INSET),
}
"""The snap points in the corners, in millimetres from the top left."""

OUTLINE = (SIDE / 2 - CARD[0] / 2, 50.0)
"""The top left corner of the outline of the card on the board."""


def calibration_game() -> ExportedGame:
    """Return the calibration object as a game for one player."""
    pieces = (_board(), _card(), *(_token(name) for name in CORNERS), _die())
    laid = [Laid("board", 0.0, 0.0, locked=True)]
    middle = OUTLINE[1] + CARD[1] / 2 - SIDE / 2
    laid.append(Laid("card", 0.0, round(middle, 3)))
    laid += [Laid(_slug(name), x - SIDE / 2, y - SIDE / 2) for name, (x, y) in CORNERS.items()]
    laid.append(Laid("die", 0.0, 85.0))
    seat = Seat(1, "bottom", 0.0, SIDE / 2 + 20.0, 0.0, "#C8322B", "Red")
    half = SIDE / 2 + 20.0
    return ExportedGame(
        name="calibration",
        title="Calibration",
        language="en",
        players=(1, 1),
        pieces=pieces,
        piles=(),
        layouts={1: tuple(laid)},
        seats={1: (seat,)},
        tables={1: (-half, -half, half, half)},
        summary="Each token is on the corner that it names, and the card covers its outline.",
    )


def _slug(name: str) -> str:
    return f"token-{name.replace(' ', '-')}"


def _board() -> Piece:
    snaps = [Snap(name, x, y) for name, (x, y) in CORNERS.items()]
    snaps.append(Snap("heading right", SIDE / 2, 180.0, 90.0))
    scene = Scene(SIDE, SIDE, tuple(_board_items()))
    front = picture_of("board-front", scene)
    return Piece("board", "Calibration board", "board", "board", "", (SIDE, SIDE), 2.0, front, snaps=tuple(snaps))


def _board_items() -> Iterator[Item]:
    """Yield the outline of the card, the corners, the arrow of the heading, and the ruler."""
    yield Rect(0.0, 0.0, SIDE, SIDE, fill="#F3EFE3", stroke=Stroke(INK, 1.0))
    yield Rect(*OUTLINE, *CARD, fill=PAPER, stroke=Stroke(MARK, 1.0))
    yield words_in((SIDE / 2, OUTLINE[1] - 8.0), "the card covers the red outline", 10.0)
    for name, at in CORNERS.items():
        yield Ellipse(*at, TOKEN / 2, TOKEN / 2, fill=PAPER, stroke=Stroke(MARK, 0.8))
        yield words_in((at[0] + (24.0 if at[0] < SIDE / 2 else -24.0), at[1]), name, 9.0)
    x, y = SIDE / 2, 180.0
    yield Path(polygon(((x - 12, y - 4), (x + 4, y - 4), (x + 4, y - 10), (x + 16, y), (x + 4, y + 10), (x + 4, y + 4),
                        (x - 12, y + 4))), fill=MARK)  # fmt: skip
    yield words_in((x, y + 18.0), "what snaps here points to the right", 10.0)
    for tenth in range(21):
        left, tick = 27.0 + tenth * 10.0, 12.0 if tenth % 5 == 0 else 8.0
        yield Path(polyline(((left, SIDE - 4.0), (left, SIDE - tick))), stroke=Stroke(INK, 0.5))
    yield words_in((SIDE / 2, SIDE - 18.0), "200 mm", 9.0)


def _card() -> Piece:
    front = _labelled("card-front", CARD, "63.5 × 88.9 mm", PAPER)
    back = _labelled("card-back", CARD, "back", "#C9D6E3")
    return Piece(
        "card", "Card of 63.5 × 88.9 mm", "card", "card", "", CARD, 0.3, front, back, "poker size", corner_mm=3.0
    )


def _labelled(key: str, size: tuple[float, float], words: str, fill: str) -> SheetPicture:
    ground = Rect(0.0, 0.0, *size, fill=fill, stroke=Stroke(INK, 0.6))
    upward = Path(polygon(((size[0] / 2, 4.0), (size[0] / 2 + 5, 12.0), (size[0] / 2 - 5, 12.0))), fill=MARK)
    label = words_in((size[0] / 2, size[1] / 2), words, 12.0)
    return picture_of(key, Scene(*size, (ground, upward, label) if size == CARD else (ground, label)))


def _token(name: str) -> Piece:
    disc = Ellipse(TOKEN / 2, TOKEN / 2, TOKEN / 2, TOKEN / 2)
    first, _, second = name.partition(" ")
    items: tuple[Item, ...] = (
        Rect(0.0, 0.0, TOKEN, TOKEN, fill="#C9E3D0"),
        words_in((TOKEN / 2, TOKEN / 2 - 2.5), first, 9.0),
        words_in((TOKEN / 2, TOKEN / 2 + 2.5), second, 9.0),
    )
    front = picture_of(f"{_slug(name)}-front", Scene(TOKEN, TOKEN, items), disc)
    return Piece(_slug(name), name, "token", "tokens", name, (TOKEN, TOKEN), 2.0, front, outline="round")


def _die() -> Piece:
    values = tuple(str(number) for number in range(1, 7))
    faces = tuple(_labelled(f"die-{value}", (TOKEN, TOKEN), value, PAPER) for value in values)
    return Piece("die", "Die", "die", "die", "", (TOKEN, TOKEN), TOKEN, faces[0], faces=faces, values=values)
