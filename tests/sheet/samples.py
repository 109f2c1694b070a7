"""Parts to put on paper, and ways to read back where they came to lie."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hypothesis import strategies as st

from pnp.scene.drawings import dump
from pnp.scene.extent import bounds, commands_bounds
from pnp.scene.items import Affine, BoundingBox, Ellipse, Group, Item, Path, Rect, Scene, Stroke, apply
from pnp.scene.parts import Box, Part, PartSet, Sheet, Side
from pnp.scene.paths import path_text
from pnp.sheet.margins import CUT
from pnp.sheet.options import PAPERS, Options

INK = "#1E2328"
FRONT: Side = "front"
BACK: Side = "back"
THIN = Stroke("#000000", 0.25)


def scene(width: float, height: float, bleed: float = 3.0, tag: float = 0.0) -> Scene:
    """A face that fills its bleed; faces with different tags are different."""
    ground = Rect(-bleed, -bleed, width + 2 * bleed, height + 2 * bleed, 0, "#CFE3C2")
    return Scene(width, height, (ground, Rect(1, 1, 2, 3, tag, INK)), bleed)


def card(
    name: str = "Market",
    width: float = 63.0,
    height: float = 88.0,
    copies: int = 1,
    *,
    back: float | None = 0.5,
    bleed: float = 3.0,
) -> Part:
    """A rectangular part; `back` tells backs apart, None has none."""
    behind = None if back is None else scene(width, height, bleed, back)
    return Part(name, scene(width, height, bleed, 0.1), behind, Rect(0, 0, width, height), copies)


def disc(diameter: float = 12.0, copies: int = 1) -> Part:
    """A round part without a back."""
    radius = diameter / 2
    return Part("Buoy", scene(diameter, diameter, 1), None, Ellipse(radius, radius, radius, radius), copies)


def standee(width: float = 20.0, height: float = 52.0, copies: int = 1) -> Part:
    """A rectangular part whose fold has ticks from 2 to 5 outside the trim."""
    fold = Path((("M", -5, 16), ("L", -2, 16), ("M", width + 2, 16), ("L", width + 5, 16)), None, THIN)
    return Part("Crane", scene(width, height, 0), None, Rect(0, 0, width, height), copies, (fold,))


def part_set(*parts: Part, spread: bool = False, overlap: float = 10.0) -> PartSet:
    return PartSet("pieces", "Pieces", parts, spread=spread, overlap=overlap, pack="Harbour")


@dataclass(frozen=True)
class Face:
    """One face found on a sheet."""

    part: Part
    side: Side
    group: Group

    @property
    def box(self) -> BoundingBox:
        """Its trim on the sheet."""
        return moved(BoundingBox(0, 0, self.part.front.width, self.part.front.height), self.group.transform)

    @property
    def inked(self) -> BoundingBox:
        """What its clip leaves on the sheet."""
        clip = self.group.clip
        assert isinstance(clip, Rect)
        return moved(BoundingBox(clip.x, clip.y, clip.x + clip.width, clip.y + clip.height), self.group.transform)

    @property
    def up(self) -> tuple[float, float]:
        """Where the face's top points on the sheet."""
        (x, y), (tip_x, tip_y) = apply(self.group.transform, 0, 0), apply(self.group.transform, 0, -1)
        return tip_x - x, tip_y - y


def moved(box: BoundingBox, transform: Affine) -> BoundingBox:
    (x1, y1), (x2, y2) = apply(transform, box.left, box.top), apply(transform, box.right, box.bottom)
    return BoundingBox(min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2))


def faces(sheet: Sheet, parts: PartSet) -> list[Face]:
    """The faces on the sheet, in the order in which they are drawn: those whose group has the face's very items."""
    return list(_faces(sheet, parts))


def _faces(sheet: Sheet, parts: PartSet) -> Iterator[Face]:
    known = {id(part.back.items): (part, BACK) for part in reversed(parts.parts) if part.back}
    known |= {id(part.front.items): (part, FRONT) for part in reversed(parts.parts)}
    for group in sheet.items:
        if isinstance(group, Group) and group.clip is not None and id(group.items) in known:
            part, side = known[id(group.items)]
            yield Face(part, side, group)


def visible(sheet: Sheet) -> list[Item]:
    """What is drawn on the sheet, with the layers opened and the hidden one left out."""
    opened = (
        (item.items if isinstance(item, Group) and item.layer else (item,)) for item in sheet.items if not hidden(item)
    )
    return [item for items in opened for item in items]


def hidden(item: Item) -> bool:
    """Whether it is on the layer of guides."""
    return isinstance(item, Group) and item.layer == "guides"


def marks(sheet: Sheet) -> list[BoundingBox]:
    """Every single crop mark, tick, and arm of a target."""
    found = []
    for item in visible(sheet):
        if isinstance(item, Path) and item.stroke == CUT:
            for start, end in zip(item.commands[::2], item.commands[1::2], strict=True):
                box = commands_bounds((start, end))
                assert box
                found.append(box.grown(0.07, 0) if box.width == 0 else box.grown(0, 0.07))
    return found


def grounds(sheet: Sheet) -> list[BoundingBox]:
    """The white grounds of marks in the bleed."""
    return [
        BoundingBox(item.x, item.y, item.x + item.width, item.y + item.height)
        for item in visible(sheet)
        if isinstance(item, Rect) and item.fill == "#FFFFFF"
    ]


def told(*sheets: Sheet) -> str:
    """All of the sheets as text for a golden file: what is drawn, the boxes of a page, cuts and folds, the outline."""
    found = []
    for sheet in sheets:
        boxes = [f"{box.x:.6g} {box.y:.6g} {box.width:.6g} × {box.height:.6g}" for box in (sheet.trim, sheet.bleed)]
        found += [dump(sheet), f"trim {boxes[0]}, bleed {boxes[1]}\n"]
        found += [f"cut {path_text(path.commands)}\n" for path in sheet.cuts]
        found += [f"fold {path_text(path.commands)}\n" for path in sheet.folds]
        found += [f"anchor {each.name} {each.y} {each.title!r} {each.level}\n" for each in sheet.anchors]
        found.append(f"bookmark {sheet.bookmark}\n\n")
    return "".join(found)


def words(sheet: Sheet) -> BoundingBox:
    """What the sheet says of itself: its last item."""
    box = bounds(sheet.items[-1:])
    assert box
    return box


def page(sheet: Sheet, margin: float = 0.0) -> BoundingBox:
    return BoundingBox(margin, margin, sheet.width - margin, sheet.height - margin)


def as_bounds(box: Box) -> BoundingBox:
    return BoundingBox(box.x, box.y, box.x + box.width, box.y + box.height)


def inside(item: Item) -> list[Item]:
    """The item and all that is in it."""
    return [item, *(deeper for each in item.items for deeper in inside(each))] if isinstance(item, Group) else [item]


def sized_parts(most: float = 90.0) -> st.SearchStrategy[Part]:
    """Parts of a few sizes and kinds, so that some share a size."""
    lengths = st.sampled_from([10.0, 18.5, 44.0, 63.0, most])
    backs = st.sampled_from([None, 0.5, 0.6])
    rectangles = st.builds(
        lambda width, height, copies, back, bleed: card("Pier", width, height, copies, back=back, bleed=bleed),
        lengths,
        lengths,
        st.integers(1, 7),
        backs,
        st.sampled_from([0.0, 1.0, 3.0]),
    )
    return st.one_of(
        rectangles,
        st.builds(disc, st.sampled_from([10.0, 25.0]), st.integers(1, 30)),
        st.builds(standee, copies=st.integers(1, 5)),
    )


def part_sets() -> st.SearchStrategy[PartSet]:
    return st.lists(sized_parts(), min_size=1, max_size=5).map(lambda parts: part_set(*parts))


def options() -> st.SearchStrategy[Options]:
    return st.builds(
        Options,
        paper=st.sampled_from([PAPERS[name] for name in ("a4", "letter", "a3", "legal")]),
        layout=st.sampled_from(["single", "duplex", "gutterfold"]),
        flip=st.sampled_from(["long", "short"]),
        bleed=st.sampled_from([0.0, 2.0, 3.175]),
        common=st.booleans(),
        margin=st.sampled_from([4.0, 6.0, 7.0]),
        cuts=st.sampled_from(["auto", "shared", "apart"]),
    )
