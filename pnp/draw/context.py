"""Everything that faces are drawn with: colours, fonts, names, records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import atan2, degrees
from typing import Literal, NamedTuple, Protocol, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from pnp.diagnostics import Cause, Fault, Span
from pnp.draw.layers.bleed import Trim
from pnp.expression import Environment, ExpressionError, Piece, Refusal, StepBudget, Value, Work, parse, parse_template
from pnp.facts.look import Look, UnknownNameError
from pnp.facts.rows import rows_of
from pnp.messages import did_you_mean, series, shown
from pnp.model.component import Component
from pnp.model.faces.effects import fill_formulas
from pnp.model.faces.layer import NOTHING, GroupArt, Layer, PictureArt, TextArt
from pnp.model.faces.layer_formulas import bindings, expressions, names_of, names_used
from pnp.model.faces.template import Template
from pnp.model.game import Game
from pnp.model.maps import AnyMap
from pnp.model.maps.map_style import MapStyle
from pnp.model.pack import Entry
from pnp.model.reference import Formula
from pnp.scene.items import IDENTITY, Affine, Bitmap, BoundingBox, Colour, Item, Origin, Path, apply, compose, rotate
from pnp.scene.paint import Veil
from pnp.scene.parts import (
    ErrorKind,
    Painted,
    PlacedIcon,
    PlacedPicture,
    PlacedSlot,
    PlacedText,
    Undrawn,
    rows_as_text,
)
from pnp.scene.svg_art import Drawing
from pnp.scene.typesetting.lettering import Lettering
from pnp.scene.typesetting.typeset import TextBlock

# Records made while a component is drawn, for the checks of drawings.

MOST = 20
"""The maximum number of reported faults of one layer."""

VALUE: ErrorKind = "value"

_FaultKey = tuple["ErrorKind", "Span | None", "Cause", str | None]
"""The key of a fault: its kind, its place in the template, cause and hint. Rows with equal keys are merged, as are the
turns of a `repeat`. What a file lacks has no place: the same drawing in several layers is one fault.
"""


class Notes:
    """Records of one component: placed texts, icons and pictures, labels of maps, painted layers, and faults.

    Each fault is stored once, with its rows. `typeset` are the keys of the texts that were typeset. `slots` are those
    of the face that was drawn last, by their names, `lines` its straight lines, by their roles.
    """

    def __init__(self) -> None:
        self.texts: list[PlacedText] = []
        self.icons: list[PlacedIcon] = []
        self.pictures: list[PlacedPicture] = []
        self.faces: list[list[Painted]] = []
        self.slots: dict[str, PlacedSlot] = {}
        self.lines: dict[str, list[Path]] = {}
        self._numbers = Counter[str]()
        self.labels: dict[object, Lettering] = {}
        self.incomplete: set[str] = set()
        self.typeset: set[object] = set()
        self._errors: dict[_FaultKey, tuple[Span, Span, str, dict[str, None]]] = {}
        self._unknown: dict[tuple[Span, str], dict[str, list[_FaultKey]]] = {}
        self._made: dict[Span, tuple[str, ...]] = {}

    def face(self) -> None:
        """Begin the records of the next face."""
        self.faces.append([])
        self.slots.clear()
        self.lines.clear()
        self._numbers.clear()

    def slot(self, name: str, box: BoundingBox, matrix: Affine, is_turned: bool) -> None:
        """Record a slot; of several with one name, the others are numbered from 2."""
        called = name
        while called in self.slots:
            self._numbers[name] += 1
            called = f"{name} {self._numbers[name] + 1}"
        x, y = apply(matrix, *box.centre)
        turn = round(degrees(atan2(matrix[1], matrix[0])), 3) % 360.0
        self.slots[called] = PlacedSlot(called, x, y, box.width, box.height, turn if is_turned or turn else None)

    def spoil(self, spoilt: SpoiltError, row: str) -> None:
        """Record that a layer is missing from the face of a row."""
        self.incomplete.add(row)
        self.add_error(spoilt, row)

    def add_error(self, spoilt: SpoiltError, row: str) -> None:
        """Record that a layer could not be drawn for a row, unless a check of documents reports the reason."""
        if spoilt.kind is not None:
            home = None if spoilt.kind == "undrawn-effect" else spoilt.home
            error = spoilt.kind, home, spoilt.cause or spoilt.message, spoilt.hint
            *_, rows = self._errors.setdefault(error, (spoilt.home, spoilt.span, spoilt.message, {}))
            rows[row] = None
            if spoilt.unknown and len(rows) == 1:
                names = self._unknown.setdefault((spoilt.home, spoilt.unknown.kind), {})
                names.setdefault(spoilt.unknown.name, []).append(error)
                self._made[spoilt.home] = spoilt.unknown.made

    def icon_picture(self, look: Look, name: str, side: float, span: Span, origin: Origin) -> None:
        """Record the size at which an icon from a PNG file is printed, as for pictures."""
        found = look.icon_bitmap(name)
        if found:
            file, bitmap = found
            unit = side / max(bitmap.width, bitmap.height)
            size = bitmap.width * unit, bitmap.height * unit
            self.pictures.append(PlacedPicture(origin, span, file, (bitmap.width, bitmap.height), *size))

    def errors(self) -> tuple[Undrawn, ...]:
        """Return the layers that were not drawn, each fault once with its rows, at the first of them."""
        layers: dict[tuple[ErrorKind, Span], list[Fault]] = {}
        self._join_unknown()
        for (kind, _, cause, hint), (home, span, message, found) in self._errors.items():
            rows = tuple(found)
            fault = Fault(span, message + rows_as_text(rows), hint, rows=rows, cause=cause)
            layers.setdefault((kind, home), []).append(fault)
        return tuple(Undrawn(kind, fault) for (kind, _), faults in layers.items() for fault in _some(faults))

    def _join_unknown(self) -> None:
        """Make one fault of several unknown names that the template makes of fields, at the template."""
        used = {icon.name for icon in self.icons}
        for (home, what), names in self._unknown.items():
            left = [each for each in self._made.get(home, ()) if each not in used]
            if len(names) == len(left) == 1:
                ((name, (key, *_)),) = names.items()
                hint = f"no row uses the {what} '{left[0]}': call it '{name}'"
                self._errors[(*key[:3], hint)] = self._errors.pop(key)
            if len(names) > 1:
                keys = [key for each in names.values() for key in each]
                rows = {row: None for key in dict.fromkeys(keys) for row in self._errors.pop(key)[3]}
                message = f"there is no {what} {series(map(shown, names), 'or')}"
                hint = "add what is missing, or change what this expression gives"
                self._errors[(keys[0][0], home, keys[0][2], hint)] = (home, home, message, rows)
        self._unknown.clear()


def _some(faults: Sequence[Fault]) -> Iterator[Fault]:
    """Yield the first faults of one layer; the last of them includes the number and the rows of the others."""
    yield from faults[: MOST - 1]
    for last in faults[MOST - 1 : MOST]:
        more, rows = len(faults) - MOST, (row for fault in faults[MOST - 1 :] for row in fault.rows)
        much = f"; {more} more of this layer are wrong in the same way" if more else ""
        cause = None if more else last.cause
        yield replace(last, message=last.message + much, rows=tuple(dict.fromkeys(rows)), cause=cause)


# All that the faces of one component are drawn with.


class MapPainter(Protocol):
    """A function that draws a map into a box from (0, 0); `highlight` is the names of places to emphasize."""

    def __call__(
        self, drawn: AnyMap, style: MapStyle, look: Look, width: float, height: float, highlight: frozenset[str]
    ) -> tuple[Item, ...]:
        """Return the items of the map."""
        ...


class NoImage(NamedTuple):
    """The reason why a picture cannot be used."""

    kind: ErrorKind
    message: str
    hint: str | None


class DrawingContext(Struct, frozen=True, eq=False):
    """The game, its look, the painter of its maps, and caches for what is drawn repeatedly.

    One context serves all components of a game, with new `notes` and `layers` for each. A component of one row needs no
    cache of `layers`. `work` is the budget of the pack's formulas. `common` are the sizes of texts that shrink
    together.
    """

    game: Game
    look: Look
    paint_map: MapPainter
    notes: Notes = field(default_factory=Notes)
    settings: dict[object, TypesetText] = field(default_factory=dict)
    drawings: dict[object, tuple[Item, ...]] = field(default_factory=dict)
    lettering: dict[object, Lettering] = field(default_factory=dict)
    spots: dict[object, Mapping[str, tuple[float, float]]] = field(default_factory=dict)
    images: dict[str, Bitmap | Drawing | NoImage] = field(default_factory=dict)
    layers: dict[object, tuple[tuple[Item, ...], PlacedText | None]] | None = field(default_factory=dict)
    work: Work = field(default_factory=Work)
    common: CommonSizes | None = None

    @property
    def language(self) -> str:
        """The language of texts."""
        return self.game.pack.language if self.game.pack else "en"


class CommonSizes:
    """The sizes in points of the text layers whose texts shrink together, by the spans of the layers.

    While all faces are measured, each layer gets the smallest size that one of its texts needs. Then the faces are
    drawn, each text of a layer in that size.
    """

    def __init__(self) -> None:
        self.measuring = True
        self._sizes: dict[Span, float] = {}

    def size(self, layer: Span) -> float | None:
        """Return the size of all texts of a layer; None while it is measured."""
        return None if self.measuring else self._sizes.get(layer)

    def measured(self, layer: Span, size: float) -> None:
        """Record the size that one text of a layer needs."""
        if self.measuring:
            self._sizes[layer] = min(size, self._sizes.get(layer, size))


class TypesetText(NamedTuple):
    """A typeset text: its block, its text on one line, the box of its letters, and a box that contains its ink."""

    block: TextBlock
    words: str
    letters: BoundingBox
    reach: BoundingBox | None


# The scope of a layer: the names in its formulas, and its transform to the face.

Found = TypeVar("Found")

LAYER_STEPS, PAINTED_STEPS = 30, 80
"""The steps that one layer takes from the budget shared with its formulas, and more of them if it is not hidden."""

TEXT_STEPS, LETTER_STEPS = 700, 5
"""The steps for typesetting a text, and for each of its characters."""


class Composed(NamedTuple):
    """The kind and the name of what does not exist, made of several parts by a template.

    `made` are the existing names that the template could make; none if a row has the name.
    """

    kind: str
    name: str
    made: tuple[str, ...] = ()


class SpoiltError(Exception):
    """A layer that cannot be drawn, and why; `kind` is None if a check of the documents already reports it.

    `span` is the place to correct, possibly in the row from which the value comes; `home` is the place in the template.
    `unknown` is what does not exist, if the template makes its name of several parts.
    """

    def __init__(
        self,
        kind: ErrorKind | None,
        span: Span,
        message: str,
        hint: str | None = None,
        home: Span | None = None,
        cause: Cause | None = None,
        unknown: Composed | None = None,
    ) -> None:
        super().__init__(message)
        self.kind, self.span, self.message, self.hint = kind, span, message, hint
        self.home, self.cause, self.unknown = home or span, cause, unknown


class Scope(Struct, frozen=True):
    """The row that is drawn, the names for its formulas, and the transform from the layer to the face.

    Steps of formulas are taken from the part's `budget` and charged to the pack's `work`. `spans` are the spans of the
    row's fields; `fields` is the names of fields of all rows. `trim` is the edge of the face.
    `veil` is how the groups around the layer are laid over the face.
    """

    environment: Environment
    budget: StepBudget
    work: Work
    row: str = ""
    spans: Mapping[str, Span] = field(default_factory=dict)
    fields: frozenset[str] = frozenset()
    matrix: Affine = IDENTITY
    trim: Trim | None = None
    veil: Veil | None = None

    def with_names(self, names: Mapping[str, Value], kind: str = "") -> Scope:
        """Return this scope with additional names; those of a loop are of the kind "item"."""
        known, way = self.environment.with_names(names, kind), (self.matrix, self.trim, self.veil)
        return Scope(known, self.budget, self.work, self.row, self.spans, self.fields, *way)

    def turned(self, degrees: float, box: BoundingBox) -> Scope:
        """Return this scope turned about the centre of the box."""
        trim = self.trim.turned(degrees, box.centre) if self.trim else None
        return replace(self, matrix=compose(self.matrix, rotate(degrees, *box.centre)), trim=trim)

    def spend(self, steps: int, span: Span) -> None:
        """Take steps from the budget. Raises SpoiltError if it is exhausted."""
        before = self.budget.left
        try:
            self.budget.spend(steps)
        except Refusal as refusal:
            kind: Literal["expression"] | None = None if refusal.reported else "expression"
            raise SpoiltError(kind, span, refusal.message, refusal.hint, cause=refusal.cause) from None
        finally:
            self.work.charge(span, before - self.budget.left)

    def pieces(self, formula: Formula) -> tuple[Piece, ...]:
        """Return the texts and icons of a text with bindings."""
        template = self._parsed(parse_template, formula)
        return self._evaluated(formula, lambda: template.render(self.environment, self.budget))

    def text(self, formula: Formula) -> str:
        """Return the text of a text with bindings, for a setting: numbers are written with a point."""
        if formula.literal is not None:
            return formula.literal
        template = self._parsed(parse_template, formula)
        return self._evaluated(formula, lambda: template.text(self.environment.with_points(), self.budget)).strip()

    def figures(self, formula: Formula) -> str:
        """Return the text of a text with bindings, with numbers as decimals: for a parser of lengths or paths."""
        if formula.literal is not None:
            return formula.literal
        template = self._parsed(parse_template, formula)
        return self._evaluated(formula, lambda: template.figures(self.environment.with_points(), self.budget)).strip()

    def value(self, formula: Formula) -> Value:
        """Return the value of an expression."""
        expression = self._parsed(parse, formula)
        return self._evaluated(formula, lambda: expression.evaluate(self.environment, self.budget))

    def named(self, formula: Formula, find: Callable[[str], Found]) -> Found:
        """Return the result of `find` for the name in a formula's text. Raises SpoiltError if it does not exist."""
        name = self.text(formula)
        try:
            return find(name)
        except UnknownNameError as error:
            reported = formula.literal is not None or error.name != name
            raise self.unknown(error, formula, reported=reported) from None

    def unknown(self, error: UnknownNameError, formula: Formula, *, reported: bool) -> SpoiltError:
        """Return the error of a formula that leads to an unknown name.

        It is `reported` if checks of documents report it: the name is in a template, or in the style or icon that the
        formula names.
        """
        span, kind, hint, field = (
            self.source(formula),
            None if reported else VALUE,
            error.hint,
            only_name(formula.text),
        )
        if error.name.strip(CURLY) in error.known and error.name[:1] in CURLY:
            hint = self._in_straight_quotes(error.name)
        if reported or field is None or formula.text.strip("{} ") == field:
            unknown = None if formula.text.strip("{} ") == field else Composed(error.kind, error.name)
            return SpoiltError(kind, span, error.message, hint, formula.span, error.cause, unknown)
        before, after = formula.text.partition("{")[0], formula.text.rpartition("}")[2]
        made = [each for each in error.known if each.startswith(before) and each.endswith(after)]
        if str(self.environment.value(field)) not in error.name:  # the cell is not where the name is written
            unknown = Composed(error.kind, error.name, tuple(made))
            return SpoiltError(kind, formula.span, error.message, None, formula.span, error.cause, unknown)
        if error.name.startswith(before) and error.name.endswith(after):
            cells = (each[len(before) : len(each) - len(after)] for each in made)
            hint = did_you_mean(error.name[len(before) : len(error.name) - len(after)], cells) or hint
        unknown = Composed(error.kind, error.name)
        return SpoiltError(kind, span, error.message, hint, formula.span, error.cause, unknown)

    def _in_straight_quotes(self, name: str) -> str:
        """Return the hint for a name in curly quotes, with all values of the row that are in such quotes."""
        values = [self.environment.value(field) for field in self.spans if self.environment.has(field)]
        quoted = dict.fromkeys(each for each in (*values, name) if isinstance(each, str) and each[:1] in CURLY and each)
        words = [f'"{each.strip(CURLY)}"' for each in quoted if each[-1] in CURLY]
        return f"write {series(words, 'and')} with straight quotes"

    def source(self, formula: Formula) -> Span:
        """Return the span of a formula's text: the row's field if it binds only that, else the formula itself."""
        name = only_name(formula.text)
        return self.spans.get(name, formula.span) if name else formula.span

    def _parsed(self, how: Callable[[str], Found], formula: Formula) -> Found:
        try:
            return how(formula.text)
        except ExpressionError as error:
            raise SpoiltError(None, formula.span, error.message) from None

    def _evaluated(self, formula: Formula, work: Callable[[], Found]) -> Found:
        """Return the result of an evaluation; its steps are charged. Raises SpoiltError if it fails."""
        before = self.budget.left
        try:
            return work()
        except ExpressionError as error:
            span, name = formula.part(error.start, error.end), formula.text[error.start : error.end]
            if name in self.fields and not self.environment.has(name):
                hint = f"write {name}: '' where it is to be empty"
                raise SpoiltError("expression", span, f"no '{name}' is given, as other rows do", hint) from None
            kind: Literal["expression"] | None = None if error.reported else "expression"
            raise SpoiltError(kind, span, error.message, error.hint, cause=error.cause) from None
        finally:
            self.work.charge(formula, before - self.budget.left)


CURLY = "“”„‟‘’‚"
"""The quotes of word processors."""

DIGITS = 20
"""The maximum number of digits of a number in a row, with its sign."""

OWN = frozenset(("index", "copies"))
"""The names that every row has: its number, and how often it is printed."""


@lru_cache(maxsize=1_000)
def only_name(text: str) -> str | None:
    """Return the name of the row's field if a text binds exactly one."""
    names = parse_template(text).names() - {"index"}
    return next(iter(names)) if len(names) == 1 else None


def depends_on(template: Template, fields: frozenset[str]) -> bool:
    """Whether a face of the template may differ between rows with these fields; True if in doubt."""
    known = fields | OWN
    grounds = map(names_used, fill_formulas(template.background))
    return any(not known.isdisjoint(names) for names in (*map(names_of, template.every_layer()), *grounds))


def most_steps(entry: Entry, component: Component, game: Game) -> int | None:
    """Return the maximum number of steps for drawing a component.

    None if loops, calls or repetitions make it unpredictable. Names, numbers and texts remain: each costs a step, and
    one more for each 64 characters.
    """
    rows = entry.rows(rows_of(component, game))
    letters = max((len(value) for row in rows for value in row.fields.values() if isinstance(value, str)), default=0)
    total = 0
    for name in component.templates:
        template = game.find(Template, name.name)
        steps = _most_of(template.layers, max(letters, DIGITS)) if template else 0
        if steps is None:
            return None
        total += steps
    return len(rows) * total * (2 + letters // 64)


def _most_of(layers: Iterable[Layer], letters: int) -> int | None:
    """Return the steps for drawing these layers once, nested layers included; None if unpredictable.

    `letters` is the maximum length of a value.
    """
    total = 0
    for layer in layers:
        times = len(layer.repeat.items) if layer.repeat and isinstance(layer.repeat.items, tuple) else 1
        inner = _most_of(layer.art.layers, letters) if isinstance(layer.art, GroupArt) else 0
        if isinstance(layer.art, PictureArt) or (isinstance(layer.art, TextArt) and layer.art.together):
            return None  # the cost of decoding is known only after reading; texts of one size are set twice
        texts = tuple(bindings(layer))
        try:
            bound = [each for formula in texts for each in parse_template(formula.text).expressions()]
            bound += [parse(formula.text) for formula in expressions(layer)]
        except ExpressionError:
            continue  # the layer is not drawn
        if inner is None or (layer.repeat and times == 1) or not all(each.is_plain for each in bound):
            return None
        written, steps = sum(len(formula.text) for formula in texts), sum(each.steps for each in bound)
        if isinstance(layer.art, TextArt):
            inner = TEXT_STEPS + LETTER_STEPS * (written + steps * letters)
        total += times * (LAYER_STEPS + PAINTED_STEPS + inner + written + 2 * steps)
    return total


def colour_of(formula: Formula | None, scope: Scope, context: DrawingContext) -> Colour | None:
    """Return the colour in a formula; None without a formula, or if its value is `none`."""
    if formula is None:
        return None
    return scope.named(formula, lambda name: None if name == NOTHING else context.look.colour(name))
