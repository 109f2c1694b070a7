"""What the pictures of components in a rulebook show: galleries, and single faces with call-outs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from pnp.diagnostics import LINE, Fault, Missing
from pnp.facts.diagrams import NoSketchError, listed
from pnp.facts.facts import Facts
from pnp.facts.rows import count_of, finished_part, is_sure, manifest, rows_of
from pnp.messages import did_you_mean, same
from pnp.model.component import Component, Makes
from pnp.model.diagram import PARTS, CallOut, Exhibit, FaceSpec, NoPartError, part_in_shares
from pnp.model.faces.template import Template
from pnp.model.game import Game
from pnp.model.pack import Entry
from pnp.model.reference import Ref
from pnp.model.row import Row
from pnp.scene.items import BoundingBox

# Looking up a line of the manifest, a row of it, and the template of one of its sides.

Side = Literal["front", "back"]


class ShownPiece(Struct, frozen=True):
    """One face of a component: its line in the manifest, the number of its row from 0, and the side."""

    entry: str
    row: int
    name: str
    side: Side = "front"

    @property
    def is_named(self) -> bool:
        """Whether the row has a name, and not only its number."""
        return not self.name.isdigit()


class Printed(Struct, frozen=True):
    """A line of the manifest with its component, its rows, its name, and the number of its pieces."""

    entry: Entry
    component: Component
    rows: tuple[Row, ...]
    count: int

    @property
    def name(self) -> str:
        """The one name that is used wherever the component is named."""
        return self.entry.name or self.component.name

    def template(self, row: Row, side: Side, game: Game) -> Template | None:
        """Return the template of that side of a row; None if it has no such side."""
        own = row.template if side == "front" else row.back
        name = own or (self.component.template if side == "front" else self.component.back)
        return game.find(Template, name.name) if name else None

    def size(self, template: Template, side: Side) -> tuple[float, float]:
        """Return the width and height of a face as it is when the piece is finished."""
        part = finished_part(self.component, template) if side == "front" else None
        return (part.width, part.height) if part else (template.width, template.height)

    def number(self, name: Ref) -> int:
        """Return the number of the row of that name, from 0. Raises NoSketchError if there is none."""
        names = {row.name: number for number, row in reversed(tuple(enumerate(self.rows)))}
        found = name.name if name.name in names else same(name.name, names)
        if found is None:
            near = None if name.name.isdecimal() else did_you_mean(name.name, names)  # a number resembles no other
            hint = near or listed("rows are", tuple(names)[:MOST_NAMED])
            raise NoSketchError(Fault(name.span, f"'{self.entry.id}' has no row '{name}'", hint))
        return names[found]


MOST_NAMED = 8
"""The maximum number of names that a hint lists."""


def printed(name: Ref, game: Game) -> Printed:
    """Return the line of the manifest of that name. Raises NoSketchError if nothing of that name is printed."""
    lines = tuple(manifest(game))
    found = next((pair for pair in lines if pair[0].id == name.name), None)
    if found is None:
        if game.may_have(name.name) or _lost(game):
            raise NoSketchError
        known, message = [entry.id for entry, _ in lines], f"the pack prints no component '{name}'"
        if game.find(Component, name.name):
            line = f"add '- {{component: {name}}}' to the components of the pack"
            raise NoSketchError(Fault(name.span, message, line, cause=Missing(name.name, LINE)))
        called = {(entry.name or component.name).casefold(): entry.id for entry, component in lines}
        hint = did_you_mean(name.name, known) or listed("components are", known[:MOST_NAMED])
        if name.name.casefold() in called:
            hint = f"did you mean '{called[name.name.casefold()]}'?"
        raise NoSketchError(Fault(name.span, message, hint))
    entry, component = found
    if not is_sure(component, game):
        raise NoSketchError
    return Printed(entry, component, entry.rows(rows_of(component, game)), entry.copies * count_of(component, game))


def _lost(game: Game) -> bool:
    """Whether the manifest has a line whose component is unknown: a name may be that of this line."""
    lines = game.pack.components if game.pack else ()
    known = frozenset(game.names(Component))
    return not game.knows_all(Component) or any(entry.component.name not in known for entry in lines)


# The picture of a component in a gallery: some of its faces, fanned or side by side.

FAN, ROW = 3, 4
"""The default number of rows that a picture of a gallery shows: of a deck, and of pieces that lie side by side."""

HELD = ("card", "note")
"""Components that are fanned as in a hand; others lie side by side."""

EXHIBIT_WIDTH, EXHIBIT_HEIGHT = 33.0, 25.0
"""The maximum size of a picture in a gallery, in millimetres."""


class FanSketch(Struct, frozen=True):
    """Some faces of a component, the lowest first; `makes` says how they are arranged."""

    pieces: tuple[ShownPiece, ...]
    makes: Makes
    name: str
    width: float = EXHIBIT_WIDTH


def fan(exhibit: Exhibit, game: Game) -> tuple[Printed, FanSketch | FaceSketch]:
    """Return the component of an exhibit and what its picture shows. Raises NoSketchError if the game lacks it.

    Of an exhibit with `crop`, that is a part of one face.
    """
    found = printed(exhibit.component, game)
    if exhibit.crop:
        side: Side = "back" if exhibit.side == "back" else "front"
        part = _face(FaceSpec(exhibit.component, next(iter(exhibit.rows), None), side, exhibit.crop), found, game)
        wide = min(EXHIBIT_WIDTH, EXHIBIT_HEIGHT * part.window.width / part.window.height)
        return found, replace(part, width=wide)
    numbers = [found.number(name) for name in exhibit.rows] or list(_first_rows(found))
    rows = [(number, found.rows[number]) for number in numbers]
    pieces: list[ShownPiece] = []
    if exhibit.side != "front":
        backs = ((number, row, found.template(row, "back", game)) for number, row in rows)
        shown = {back.id: ShownPiece(found.entry.id, number, row.name, "back") for number, row, back in backs if back}
        both = found.component.makes != "standee"  # whose back is its front, seen from behind
        pieces += shown.values() if exhibit.side == "back" else tuple(shown.values())[:both]
        if exhibit.side == "back" and not pieces:
            raise NoSketchError(Fault(exhibit.component.span, f"'{exhibit.component}' has no back", "leave out 'side'"))
    if exhibit.side != "back":
        pieces += (ShownPiece(found.entry.id, number, row.name) for number, row in rows)
    return found, FanSketch(tuple(pieces), found.component.makes, found.name)


def _first_rows(found: Printed) -> Iterator[int]:
    """Yield the numbers of the rows that a picture shows by default: of a board one, of others the first ones."""
    alone = found.component.makes in ("board", "mat", "track", "box", "pad")
    yield from range(min(len(found.rows), 1 if alone else FAN if found.component.makes in HELD else ROW))


# One face with call-outs.

FACE_WIDTH = 70.0
"""The default width of a face with its numbers, in millimetres."""

NUMBERS_BESIDE = 9.0
"""The width of the margins for numbers, left and right of the face, in millimetres."""


class FaceSketch(Struct, frozen=True):
    """A face, the part of it that is shown, the width of the picture with its margins, and what numbers point at."""

    piece: ShownPiece
    name: str
    window: BoundingBox
    width: float
    call_outs: tuple[CallOut, ...] = ()

    @property
    def pieces(self) -> tuple[ShownPiece, ...]:
        """The shown piece, as in a gallery."""
        return (self.piece,)

    @property
    def margin(self) -> float:
        """The width of the margin on each side, in millimetres."""
        return NUMBERS_BESIDE if self.call_outs else 0.0


def face_sketch(spec: FaceSpec, facts: Facts) -> FaceSketch:
    """Return what the picture of a face shows. Raises NoSketchError if the game does not have it."""
    return _face(spec, printed(spec.component, facts.game), facts.game)


def _face(spec: FaceSpec, found: Printed, game: Game) -> FaceSketch:
    if found.component.box or not found.rows:
        raise NoSketchError(Fault(spec.component.span, f"'{spec.component}' has no face to show", "show another one"))
    number = found.number(spec.row) if spec.row else 0
    row = found.rows[number]
    side: Side = "back" if spec.side == "back" else "front"
    template = found.template(row, side, game)
    if template is None:
        if side == "front":  # a check of the component reports it
            raise NoSketchError
        raise NoSketchError(Fault(spec.component.span, f"'{spec.component}' has no back", "leave out 'side'"))
    for call_out in spec.call_outs:
        if call_out.layer and not template.damaged:
            _require_layer(call_out.layer, template)
    window = _window(spec, found.size(template, side))
    return FaceSketch(
        ShownPiece(found.entry.id, number, row.name, side), found.name, window, spec.width or FACE_WIDTH, spec.call_outs
    )


def _require_layer(name: Ref, template: Template) -> None:
    known = [layer.name for layer in template.every_layer()]
    if name.name not in known:
        named = [layer.name for layer in template.every_layer() if layer.named]
        hint = did_you_mean(name.name, known) or listed("layers are", named[:MOST_NAMED])
        hint = hint or f"give the layer a name in {template.span.file.rpartition('/')[2]}, or point with 'at'"
        raise NoSketchError(Fault(name.span, f"the template '{template.id}' has no layer '{name}'", hint))


def _window(spec: FaceSpec, whole: tuple[float, float]) -> BoundingBox:
    """Return the part of the face that is shown, in millimetres on it."""
    wide, tall = whole
    if spec.crop is None:
        return BoundingBox(0.0, 0.0, wide, tall)
    try:
        left, top, across, down = part_in_shares(" ".join(spec.crop.name.split()), wide, tall, "face")
    except NoPartError as error:
        hint, size = (
            did_you_mean(spec.crop.name, PARTS) if error.unread else None,
            f"the face has {wide:g} × {tall:g} mm",
        )
        raise NoSketchError(Fault(spec.crop.span, error.message, hint or size)) from None
    return BoundingBox(left * wide, top * tall, (left + across) * wide, (top + down) * tall)
