"""Tables and figures that are computed from the game."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from math import ceil
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from pnp.diagnostics import Fault
from pnp.expression import Record, Refusal, Value, described, value_of
from pnp.expression.values import is_number
from pnp.facts import Facts
from pnp.facts.diagrams import LEGIBLE, NoSketchError, Sketch, sketch
from pnp.facts.pictures import FaceSketch, Printed, face_sketch, fan
from pnp.facts.table import TableSketch, table_sketch
from pnp.geometry.block_grid import TURNS
from pnp.model.diagram import ADDRESSES, MAP, TURNS_SHOWN, Diagram, Exhibit, FaceSpec, SetUpSpec
from pnp.model.maps import block_law
from pnp.model.maps.block_map import BlockMap
from pnp.model.reference import Formula
from pnp.model.rulebook import ColumnSpec, LoopSpec, Matrix, RuleTable, slug
from pnp.rulebook.document import (
    Align,
    Figure,
    Gallery,
    GalleryItem,
    KeyedFigure,
    Line,
    Panel,
    RulebookWords,
    Table,
    TextPiece,
    plain,
    text,
)
from pnp.rulebook.inline_text import Scribe, clean

# Tables: rows × columns × formula.

MOST_CELLS = 20_000
"""Maximum number of cells of a table: a hundred and forty rows by as many columns."""


class _Axis(Struct, frozen=True):
    """A row, or a column of a matrix: the names that it defines for the expressions of its cells, and its head."""

    names: Mapping[str, Value]
    head: Line


class _Column(Struct, frozen=True):
    """A column of the document's table; `total` is its cell in the last row of a table with sums."""

    head: Line
    cells: tuple[Line, ...]
    align: Align
    total: Line = ()


def derive_table(table: RuleTable, number: int, scribe: Scribe) -> Table:
    """Return the table with every cell computed; faults are added to the scribe."""
    rows = _rows(table, scribe)
    if isinstance(table.columns, Matrix):
        columns = _matrix(table, table.columns, rows, scribe)
        stub = True
    else:
        columns = [_listed(column, rows, scribe) for column in table.columns]
        stub = isinstance(table.rows, LoopSpec) and table.rows.head is not None
    total = not isinstance(table.columns, Matrix) and any(column.total for column in table.columns)
    if stub:
        columns.insert(0, _Column(_text(table.corner, scribe), tuple(row.head for row in rows), "left"))
    if total and not columns[0].total:
        columns[0] = replace(columns[0], total=text(scribe.words.total))
    sums = [tuple(column.total for column in columns)] if total else []
    return Table(
        id=table.id,
        number=number,
        title=scribe.title(table.title),
        heads=tuple(column.head for column in columns),
        rows=(*zip(*(column.cells for column in columns), strict=True), *sums),
        aligns=tuple(column.align for column in columns),
        caption=_text(table.caption, scribe),
        stub=stub,
        total=total,
        triangle=table.triangle and _symmetric(table, columns, scribe),
    )


def _rows(table: RuleTable, scribe: Scribe) -> tuple[_Axis, ...]:
    if isinstance(table.rows, LoopSpec):
        return tuple(_loop(table.rows, scribe))
    fields = [{key: value_of(value) for key, value in row.fields.items()} for row in table.rows]
    heads = [str(next(iter(names.values()))) for names in fields]
    if isinstance(table.columns, Matrix):  # a matrix prints the heads of rows
        for row, head in zip(table.rows, heads, strict=True):
            scribe.look_through(head, row.span)
    return tuple(_Axis(names, text(head)) for names, head in zip(fields, heads, strict=True))


def _loop(loop: LoopSpec, scribe: Scribe) -> list[_Axis]:
    values = scribe.value(loop.values)
    if not isinstance(values, tuple):
        wrong = f"a table goes through a list, and this is {described(values)}"
        has_rows = isinstance(values, Record) and "rows" in values.fields
        rows = f"write {loop.values.text.strip()}.rows" if has_rows else None
        scribe.refuse(loop.values, Refusal(wrong, rows or "give a list, such as town.areas or range(2, 6)"))
        return []
    axes = []
    for value in values:
        environment = scribe.environment.with_names({loop.name: value}, "item")
        if loop.when is not None and scribe.value(loop.when, environment) is not True:
            continue
        head = value if loop.head is None else scribe.value(loop.head, environment)
        axes.append(_Axis({loop.name: value}, scribe.shown(head, loop.head or loop.values)))
    return axes


def _matrix(table: RuleTable, matrix: Matrix, rows: tuple[_Axis, ...], scribe: Scribe) -> list[_Column]:
    columns = _loop(matrix.loop, scribe)
    count = len(rows) * len(columns)
    if count > MOST_CELLS:
        message = f"table '{table.id}' has {count:,} cells; no more than {MOST_CELLS:,} fit on paper"
        scribe.table_faults.append(Fault(table.span, message, "go through fewer rows or columns"))
        columns = []
    outer, cell = scribe.environment, matrix.cell
    return [
        _Column(
            column.head,
            tuple(
                scribe.shown(scribe.value(cell, outer.with_names({**row.names, **column.names}, "item")), cell)
                for row in rows
            ),
            "centre",
        )
        for column in columns
    ]


def _listed(column: ColumnSpec, rows: tuple[_Axis, ...], scribe: Scribe) -> _Column:
    head, cell = scribe.title(column.head), column.cell
    around = [scribe.environment.with_names(row.names, "item") for row in rows]
    if column.marked:
        return _Column(head, tuple(scribe.line(cell, environment) for environment in around), column.align or "left")
    values = [scribe.value(cell, environment) for environment in around]
    numbers = [value for value in values if is_number(value)]
    total: Line = ()
    if column.total and len(numbers) < len(values):
        odd = next(value for value in values if not is_number(value))
        scribe.refuse(cell, Refusal(f"a total adds numbers, and this is {described(odd)}", "leave out 'total'"))
    elif column.total:
        total = scribe.shown(value_of(sum(numbers)), cell)
    align: Align = "right" if len(numbers) == len(values) else "left"
    return _Column(head, tuple(scribe.shown(value, cell) for value in values), column.align or align, total)


def _symmetric(table: RuleTable, columns: list[_Column], scribe: Scribe) -> bool:
    """Whether the table is symmetric, so that its lower half is enough; otherwise a fault is added."""
    message = _asymmetry(columns)
    if message:
        hint = "leave out 'triangle' to print the whole table"
        scribe.table_faults.append(Fault(table.span, f"triangle '{table.id}' {message}", hint))
    return message is None


def _asymmetry(columns: list[_Column]) -> str | None:
    """Return why the table is not symmetric, or None."""
    heads, *body = columns
    if heads.cells != tuple(column.head for column in body):
        return "has other rows than columns"
    for down in range(len(body)):
        for across in range(down):
            below, above = body[across].cells[down], body[down].cells[across]
            if below != above:
                names = f"'{plain(heads.cells[down])}' and '{plain(heads.cells[across])}'"
                return f"is not the same both ways: {names} have '{plain(below)}' and '{plain(above)}'"
    return None


def _text(formula: Formula | None, scribe: Scribe) -> Line:
    return scribe.line(formula) if formula else ()


# Diagrams: what each shows, and its alternative text.

WIDEST = 170
"""The maximum width of a diagram that a page holds, in millimetres."""

MOST_NAMED = 12
"""Maximum number of places that an alternative text lists."""


Spec = TypeVar("Spec", FaceSpec, SetUpSpec)
Shown = TypeVar("Shown", FaceSketch, TableSketch)


class Figures:
    """The figures of one rulebook; a diagram in the rules and on the rule reference is the same picture."""

    def __init__(self, facts: Facts, scribe: Scribe) -> None:
        self._facts, self._scribe = facts, scribe
        self._known: dict[Diagram, Panel | None] = {}
        self._exhibits: dict[Exhibit, GalleryItem | None] = {}
        self._faces: dict[FaceSpec, KeyedFigure | Figure | None] = {}
        self._set_ups: dict[SetUpSpec, KeyedFigure | Figure | None] = {}
        self._names: set[str] = set()
        self._next: dict[str, int] = {}

    def figure(self, diagrams: tuple[Diagram, ...]) -> Figure | None:
        """Return the figure; None if none of its diagrams can be shown. Faults are added to the scribe."""
        panels = tuple(panel for diagram in diagrams if (panel := self._panel(diagram)))
        return Figure(panels) if panels else None

    def _panel(self, diagram: Diagram) -> Panel | None:
        if diagram not in self._known:
            self._known[diagram] = self._made(diagram)
        return self._known[diagram]

    def _made(self, diagram: Diagram) -> Panel | None:
        scribe = self._scribe
        caption = scribe.line(diagram.caption) if diagram.caption else ()
        said = plain(scribe.title(diagram.alt)) if diagram.alt else ""
        for place, label in diagram.labels:
            scribe.look_through(label, place.span)
        try:
            found = sketch(diagram, self._facts)
        except NoSketchError as error:
            self._refuse(error)
            return None
        if found.show == MAP and 0 < found.spacing < found.needed:
            scribe.crowded_faults.append(_crowded(diagram, found))
        name = slug(f"{found.map.id} {found.show}" if found.show != MAP else found.map.id)
        return Panel(self._free(name), found, said or in_words(found, scribe.words), caption)

    def gallery(self, exhibits: tuple[Exhibit, ...]) -> Gallery | None:
        """Return the components with their pictures; None if none of them exists. Faults are added to the scribe."""
        for exhibit in exhibits:
            if exhibit not in self._exhibits:
                self._exhibits[exhibit] = self._exhibit(exhibit)
        items = tuple(item for exhibit in exhibits if (item := self._exhibits[exhibit]))
        return Gallery(items) if items else None

    def _exhibit(self, exhibit: Exhibit) -> GalleryItem | None:
        purpose = self._scribe.line(exhibit.purpose)
        try:
            found, shown = fan(exhibit, self._facts.game)
        except NoSketchError as error:
            self._refuse(error)
            return None
        names = dict.fromkeys(piece.name for piece in shown.pieces if piece.is_named)
        alt = f"{found.name}: {', '.join(names)}" if names else found.name
        panel = Panel(self._free(slug(found.entry.id)), shown, clean(alt))
        return GalleryItem(panel, _counted(found, self._scribe.words), purpose)

    def face(self, spec: FaceSpec) -> KeyedFigure | Figure | None:
        """Return the face with its legend; None if it cannot be shown. Faults are added to the scribe."""
        if spec not in self._faces:
            legend = (each.text for each in spec.call_outs)
            self._faces[spec] = self._keyed(spec, legend, face_sketch, _name_of_face, face_in_words)
        return self._faces[spec]

    def set_up(self, spec: SetUpSpec) -> KeyedFigure | Figure | None:
        """Return the table with its steps; None if it cannot be shown. Faults are added to the scribe."""
        if spec not in self._set_ups:
            steps = (step.text for step in spec.steps)
            self._set_ups[spec] = self._keyed(spec, steps, table_sketch, _name_of_table, table_in_words)
        return self._set_ups[spec]

    def _keyed(
        self,
        spec: Spec,
        texts: Iterable[Formula],
        sketched: Callable[[Spec, Facts], Shown],
        named: Callable[[Shown], str],
        in_words: Callable[[Shown, RulebookWords], str],
    ) -> KeyedFigure | Figure | None:
        """Return the picture with the texts of its numbers; None if it cannot be shown."""
        scribe = self._scribe
        caption = scribe.line(spec.caption) if spec.caption else ()
        said = plain(scribe.line(spec.alt)) if spec.alt else ""
        key = tuple(map(scribe.line, texts))
        try:
            shown = sketched(spec, self._facts)
        except NoSketchError as error:
            self._refuse(error)
            return None
        panel = Panel(self._free(slug(named(shown))), shown, said or in_words(shown, scribe.words), caption)
        letters = isinstance(spec, SetUpSpec) and spec.letters
        return KeyedFigure(panel, key, letters) if key else Figure((panel,))

    def _refuse(self, error: NoSketchError) -> None:
        if error.fault:
            self._scribe.diagram_faults.append(error.fault)

    def _free(self, name: str) -> str:
        """Return the name, with the lowest number as a suffix that makes it unique."""
        number = self._next.get(name, 1)
        while (free := f"{name}-{number}" if number > 1 else name) in self._names:
            number += 1
        self._next[name] = number + 1
        self._names.add(free)
        return free


def _crowded(diagram: Diagram, shown: Sketch) -> Fault:
    """Return the fault of a diagram whose places are too close together, with the width that it needs."""
    needed = ceil(shown.width * shown.needed / shown.spacing)
    message = f"the places of '{shown.map.id}' are {shown.spacing:.1f} mm apart in a diagram of {shown.width:g} mm"
    part = "show a part of the map with 'crop' or 'around'"
    if shown.needed > LEGIBLE:
        part = "take a map style with smaller places, such as style: mini-style"
    wider = f"write width: {needed}, or {part}" if needed <= WIDEST else f"it needs {needed} mm: {part}"
    return Fault(diagram.span, message, wider)


def _counted(found: Printed, words: RulebookWords) -> Line:
    """Return the count and the name of a component, as a title."""
    line = text(f"{found.count} × {clean(found.name)}")
    return (*line, TextPiece(f" ({words.optional})", italic=True)) if found.entry.optional else line


def _name_of_face(shown: FaceSketch) -> str:
    return f"{shown.piece.entry} {shown.piece.name}"


def _name_of_table(shown: TableSketch) -> str:
    return shown.laid.table.id


def face_in_words(shown: FaceSketch, words: RulebookWords) -> str:
    """Return the alternative text of a face: the names of its component and its row, and the numbers on it."""
    name = clean(f"{shown.name}: {shown.piece.name}") if shown.piece.is_named else clean(shown.name)
    count = len(shown.call_outs)
    return f"{name}; {words.marked}: {f'1–{count}' if count > 1 else '1'}" if count else name


def table_in_words(shown: TableSketch, words: RulebookWords) -> str:
    """Return the alternative text of a table: what lies there, how many, and the numbers on it."""
    laid, told = shown.laid, dict[str, str]()
    for each in laid.things:
        count = f"{each.count} × " if each.count > 1 else ""
        asides = [words.face_down] if each.thing.is_down else []
        asides += [words.each_player] if each.thing.at.where == "each seat" else []
        places = ", ".join(dict.fromkeys(piece.place.name for piece in each.pieces if piece.place))
        number = f"{shown.numbers[each.thing.id]}: " if each.thing.id in shown.numbers else ""
        aside = f" ({', '.join((*asides, places) if places else asides)})" if asides or places else ""
        told.setdefault(each.thing.id, f"{number}{count}{each.name}{aside}")
    said = f"{words.set_up} ({words.players}: {laid.players})"
    if shown.around:
        said = laid.table.name or said
    return clean(f"{said}: {'; '.join(told.values())}")


def in_words(shown: Sketch, words: RulebookWords) -> str:
    """Return the alternative text of the picture, derived from the map."""
    return "; ".join((f"{words.map}: {shown.map.name}", *_parts(shown, words)))


def _parts(shown: Sketch, words: RulebookWords) -> Iterator[str]:
    law = block_law(shown.map)
    if law and shown.show == ADDRESSES:
        yield f"{words.addresses}: {', '.join(law.sides)}"
    elif law and shown.show != MAP:
        yield f"{words.turns} ({words.squares}): {', '.join(_turns(law, shown.show, words))}"
    if shown.way:
        yield f"{words.way}: {' – '.join(name for name, _ in shown.way)} ({shown.way[-1][1]} {words.moves})"
    if shown.far_from:
        far = ", ".join(f"{name} {moves}" for name, moves in shown.labels[:MOST_NAMED])
        yield f"{words.distances} {shown.far_from}: {far}{', …' if len(shown.labels) > MOST_NAMED else ''}"
    elif shown.labels:
        yield f"{words.marked}: {', '.join(f'{text} = {name}' for name, text in shown.labels)}"
    if shown.lit:
        yield f"{words.marked}: {', '.join(sorted(shown.lit))}"
    if shown.laid:
        yield f"{words.lies}: {', '.join(f'{what} ({at})' for at, what in shown.laid)}"


def _turns(drawn: BlockMap, show: str, words: RulebookWords) -> Iterator[str]:
    allowed = {turn.name for turn in drawn.turns}
    for turn in TURNS:
        if turn == show or (show == TURNS_SHOWN and turn in allowed):
            taken = len(drawn.traffic.way("N", turn))
            yield f"{turn} {taken}" if turn in allowed else f"{turn} {words.forbidden}"
