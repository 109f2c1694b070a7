"""What was compared with a pack: pieces, names, counts, positions in millimetres, and pictures pixel by pixel."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Sequence
from functools import cache
from io import BytesIO
from math import dist
from typing import Literal

from PIL import Image, ImageChops, ImageStat

from pnp.export.game import exported
from pnp.export.pictures import SheetPicture, images
from pnp.export.things import ExportedGame, Laid, Piece
from tests.games import examined

NEAR = 0.5
"""How far a piece may be from where the pack lays it, in millimetres."""

Spot = tuple[float, float]

Same = Literal["equal", "nearly", "no"]

ORDER: tuple[Same, ...] = ("equal", "nearly", "no")

SMOOTHING = 24
"""By how much the colour of a pixel may differ, of 255: that of single pixels depends on what is drawn together."""


class Comparison:
    """The figures of one export, and all that differs from the pack."""

    def __init__(self) -> None:
        self.faults: Counter[str] = Counter()
        self.pieces = self.names = self.positions = self.pictures = self.equal = self.near = 0
        self.worst = 0.0

    def __str__(self) -> str:
        parts = [f"{self.pieces:,} pieces", f"{self.names:,} names"]
        if self.positions:
            parts.append(f"{self.positions:,} positions, the worst {self.worst:.3f} mm off")
        if self.pictures:
            nearly = f" and {self.near:,} nearly" if self.near else ""
            parts.append(f"{self.equal:,}{nearly} of {self.pictures:,} pictures equal")
        return "; ".join(parts)

    def named(self, what: str, found: object, expected: object) -> None:
        """Compare a name or another text."""
        self.names += 1
        if found != expected:
            self.faults[f"{what}: {found!r:.80} instead of {expected!r:.80}"] += 1

    def counted(self, what: str, found: Counter[str], expected: Counter[str]) -> None:
        """Compare how many there are of each."""
        self.pieces += sum(found.values())
        for name in found | expected:
            if found[name] != expected[name]:
                self.faults[f"{what}: {found[name]} of {expected[name]} '{name}'"] += 1

    def at(self, what: str, away: float) -> None:
        """Note how far something is from its position in the pack, in millimetres."""
        self.positions += 1
        self.worst = max(self.worst, away)
        if not away <= NEAR:
            self.faults[f"{what} is {away:.2f} mm off"] += 1

    def laid(
        self, what: str, found: Iterable[tuple[Hashable, Spot]], expected: Iterable[tuple[Hashable, Spot]]
    ) -> None:
        """Compare where all things of each kind are: each is the nearest one to a position of the pack, once."""
        left: dict[Hashable, list[Spot]] = defaultdict(list)
        for kind, spot in found:
            left[kind].append(spot)
        for kind, spot in expected:
            if not left[kind]:
                self.faults[f"{what}: no {kind} at {spot[0]:.1f}, {spot[1]:.1f}"] += 1
                continue
            nearest = min(left[kind], key=lambda each: dist(each, spot))
            left[kind].remove(nearest)
            self.at(f"{what}: {kind}", dist(nearest, spot))
        for kind, spots in left.items():
            if spots:
                self.faults[f"{what}: {len(spots)} more {kind}"] += 1

    def identified(self, name: str, pieces: Sequence[Piece], sides: Sequence[Image.Image], mesh: bool) -> Piece | None:
        """The piece of that name, which is one of these, that has these pictures on its sides."""
        self.names += 1
        if not pieces:
            self.faults[f"no piece has the name {name!r}"] += 1
            return None
        best: tuple[Piece, list[Same]] = pieces[0], ["no"] * len(sides)
        for piece in pieces:
            if mesh:
                # It shows each side of a die or a box once, blank sides its rim; other dice show some sides twice.
                known = [each for each in piece.faces or (piece.front, piece.back) if each]
                told = [_best(same(image, each) for each in known) for image in sides]
                whole = all(any(same(image, each) != "no" for image in sides) for each in known)
                told = told if whole else ["no"] * len(sides)
            else:
                told = [same(image, each) for image, each in zip(sides, (piece.front, piece.back), strict=True)]
            if ORDER.index(_best(told, last=True)) < ORDER.index(_best(best[1], last=True)):
                best = piece, told
        for each in best[1]:
            self.told(repr(name), each)
        return best[0]

    def shown(self, what: str, image: Image.Image, picture: SheetPicture | None) -> None:
        """Compare a picture with the face that is drawn for it; None is white paper."""
        self.told(what, same(image, picture))

    def told(self, what: str, is_same: Same) -> None:
        """Note how a picture compares with what is drawn."""
        self.pictures += 1
        self.equal += is_same == "equal"
        self.near += is_same == "nearly"
        if is_same == "no":
            self.faults[f"{what} has another picture"] += 1

    def like(self, what: str, image: Image.Image, wanted: Image.Image, most: float) -> None:
        """Compare a picture that is not kept pixel by pixel: by the mean difference of its colours, from 0 to 255."""
        self.pictures += 1
        away = difference(image, wanted)
        self.equal += away == 0
        self.near += 0 < away <= most
        if away > most:
            self.faults[f"{what} has another picture: {away:.1f} apart"] += 1

    def __add__(self, other: Comparison) -> Comparison:
        both = Comparison()
        for each in (self, other):
            both.faults += each.faults
            for key in ("pieces", "names", "positions", "pictures", "equal", "near"):
                setattr(both, key, getattr(both, key) + getattr(each, key))
            both.worst = max(both.worst, each.worst)
        return both


@cache
def game_of(name: str) -> ExportedGame:
    """A bundled game as it is exported, with its maps drawn."""
    return exported(examined(name, draws_maps=True), rules=False)


def pieces_of(game: ExportedGame, laid: Laid) -> list[Piece]:
    """The pieces of a thing of the set-up; of an endless pile the one that a program copies."""
    pile = game.pile(laid.what)
    names = (pile.pieces[:1] if pile.endless else pile.pieces) if pile else (laid.what,)
    return [game.piece(name) for name in names]


def twins(game: ExportedGame) -> dict[str, str]:
    """For each piece the first one that looks and is named like it: programs cannot tell them apart."""
    first: dict[object, str] = {}
    return {
        piece.id: first.setdefault(
            (piece.name, piece.text, *(each.digest if each else "" for each in (piece.front, piece.back))), piece.id
        )
        for piece in game.pieces
    }


def is_model(piece: Piece) -> bool:
    """Whether a piece is a mesh where a program has meshes."""
    return piece.kind in ("die", "standee", "box")


# Pictures.


def opened(content: bytes) -> Image.Image:
    """A picture in a file."""
    with Image.open(BytesIO(content)) as image:
        image.load()
        return image


def mesh_sides(mesh: str, sheet: Image.Image) -> list[Image.Image]:
    """The parts of a picture that the sides of a mesh show, an OBJ file; not those of sides that show a rim."""
    lines = [line.split() for line in mesh.splitlines()]
    points = [(float(line[1]), float(line[2])) for line in lines if line and line[0] == "vt"]
    faces = [[int(corner.split("/")[1]) - 1 for corner in line[1:]] for line in lines if line and line[0] == "f"]
    shown = []
    for first, second in zip(faces[::2], faces[1::2], strict=True):
        across, up = zip(*(points[at] for at in {*first, *second}), strict=True)
        left, right = min(across) * sheet.width, max(across) * sheet.width
        if right - left > 2:
            box = left, (1 - max(up)) * sheet.height, right, (1 - min(up)) * sheet.height
            shown.append(sheet.crop((round(box[0]), round(box[1]), round(box[2]), round(box[3]))))
    return shown


def _best(told: Iterable[Same], last: bool = False) -> Same:
    """The best of several comparisons, or the worst."""
    return (max if last else min)(told, key=ORDER.index)


def pixels(image: Image.Image) -> str:
    """A digest of the size and the pixels of a picture."""
    return hashlib.sha256(f"{image.size}".encode() + image.convert("RGBA").tobytes()).hexdigest()


def same(image: Image.Image, picture: SheetPicture | None) -> Same:
    """Whether a picture of the export is the face that is drawn, None being white paper."""
    wanted = drawn(picture, image.size) if picture else Image.new("RGB", image.size, (255, 255, 255))
    if pixels(image) == pixels(wanted):
        return "equal"
    apart = ImageChops.difference(image.convert("RGBA"), wanted.convert("RGBA")).getextrema()
    return "nearly" if max(most for _, most in apart) <= SMOOTHING else "no"


_DRAWN: dict[tuple[str, tuple[int, int]], Image.Image] = {}


def prepare(pictures: Iterable[SheetPicture], size: tuple[int, int]) -> None:
    """Draw several faces for places of that many pixels; faster than one by one."""
    missing = list({each.digest: each for each in pictures if (each.digest, size) not in _DRAWN}.values())
    for picture, image in zip(missing, images(missing, size[0]), strict=True):
        _DRAWN[picture.digest, size] = image if image.size == size else image.resize(size)


def drawn(picture: SheetPicture, size: tuple[int, int]) -> Image.Image:
    """The drawn face in a place of that many pixels."""
    prepare((picture,), size)
    return _DRAWN[picture.digest, size]


def forget() -> None:
    """Forget the drawn faces of a game."""
    _DRAWN.clear()


def difference(image: Image.Image, wanted: Image.Image) -> float:
    """The mean difference of the colours of two pictures on white, both made as large as the smaller one."""
    size = min(image.width, wanted.width), min(image.height, wanted.height)
    one, two = (_on_white(each).resize(size) for each in (image, wanted))
    return max(ImageStat.Stat(ImageChops.difference(one, two)).mean)


def _on_white(image: Image.Image) -> Image.Image:
    paper = Image.new("RGBA", image.size, (255, 255, 255, 255))
    paper.alpha_composite(image.convert("RGBA"))
    return paper.convert("RGB")
