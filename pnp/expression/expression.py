"""Expressions, and texts with expressions in braces: parsed once, evaluated often."""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from pnp.diagnostics import Missing
from pnp.expression.compiler import Code, Evaluation, compiled
from pnp.expression.environment import QUOTED, Environment
from pnp.expression.limits import LONGEST_TEMPLATE, ExpressionError, Refusal
from pnp.expression.operators import StepBudget
from pnp.expression.parser import parse_tree
from pnp.expression.syntax import (
    Call,
    ComparedText,
    Comparison,
    Comprehension,
    FieldAccess,
    Item,
    Literal,
    Logic,
    Name,
    Node,
    compared_texts,
    free_names,
    size,
    walk,
    without_quotes,
)
from pnp.expression.values import Record, Value, clipped, figures, identifier, shown, weight
from pnp.messages import did_you_mean

# Expressions: parsed once, evaluated often.


class Side(Struct, frozen=True):
    """One side of a comparison: its text and its value."""

    text: str
    value: Value


class Expression(Struct, frozen=True, eq=False):
    """A parsed expression; positions in its errors are offsets in `text`."""

    text: str
    root: Node
    steps: int
    _code: Code

    def evaluate(self, environment: Environment, budget: StepBudget | None = None) -> Value:
        """Return the value of the expression, paid from `budget`. Raises ExpressionError."""
        try:
            return self.value(environment, budget or StepBudget())
        except ExpressionError as error:
            if isinstance(self.root, Name) and error.hint == QUOTED.format(self.root.name):
                error.hint = f"write it in both quotes: \"'{self.root.name}'\""  # YAML takes the outer ones
            raise

    def value(self, environment: Environment, budget: StepBudget) -> Value:
        """Return the value of the expression in braces. Raises ExpressionError."""
        return self._run(self._code, self.steps, environment, budget)

    @property
    def is_plain(self) -> bool:
        """Whether it has no loops and no calls, so that its cost follows from its length."""
        return not any(isinstance(node, Comprehension | Call) for node in walk(self.root))

    def names(self) -> frozenset[str]:
        """The names that an environment must know, as spelled in the text."""
        return frozenset(node.name for node in free_names(self.root))

    def fields(self, name: str) -> frozenset[str]:
        """The fields of that name that are used, as `name.field` or `name['field']`."""
        return frozenset(_fields(self.root, name))

    def every_field(self) -> frozenset[str]:
        """The fields of any value that are used, as spelled in the text."""
        return frozenset(_every_field(self.root))

    def compared_texts(self) -> Iterator[ComparedText]:
        """Yield the text literals that names and fields of rows are compared with."""
        return compared_texts(self.root)

    def faults(self, environment: Environment) -> tuple[ExpressionError, ...]:
        """Return the errors that do not depend on values: unknown names and functions, wrong numbers of arguments."""
        found = sorted(_faults(self.root, environment), key=lambda fault: fault.start)
        hyphened = _hyphened(self.text, environment) if found else None
        return (hyphened,) if hyphened else tuple(found)

    def sides(self, environment: Environment, budget: StepBudget | None = None) -> tuple[Side, ...]:
        """Return the sides of the comparison, or of the first false comparison joined by `and`; empty for other
        expressions.
        """
        budget = budget or StepBudget()
        comparison = self._failing(self.root, environment, budget)
        if not isinstance(comparison, Comparison):
            return ()
        nodes = (comparison.first, *(step.operand for step in comparison.steps))
        return tuple(Side(self._spelling(node), self._value(node, environment, budget)) for node in nodes)

    def _failing(self, node: Node, environment: Environment, budget: StepBudget) -> Node:
        if not isinstance(node, Logic) or node.operator != "and":
            return node
        failing = (operand for operand in node.operands if not self._value(operand, environment, budget))
        return self._failing(next(failing, node.operands[0]), environment, budget)

    def _value(self, node: Node, environment: Environment, budget: StepBudget) -> Value:
        return self._run(compiled(node), size(node), environment, budget)

    def _spelling(self, node: Node) -> str:
        return " ".join(self.text[node.start : node.end].split())

    def _run(self, code: Code, steps: int, environment: Environment, budget: StepBudget) -> Value:
        try:
            budget.spend(steps)
            return code(Evaluation(environment, budget))
        except (ExpressionError, Refusal) as refusal:
            error = refusal if isinstance(refusal, ExpressionError) else refusal.at(self.root.start, self.root.end)
            if (
                isinstance(error.cause, Missing)
                and not (error.cause.kind or _suggests_table(error.hint, environment))
                and _TABLE.search(self.text, error.start)
            ):
                table = error.cause.name
                error.hint = f"write a component that has 'rows: {table}.csv'; then its rows are {table}.rows"
            else:
                error = without_quotes(error, self.root)
            named = isinstance(error.cause, Missing) or error.message.startswith("cannot take ")
            raise (named and _hyphened(self.text, environment)) or error from None
        except RecursionError:
            message, hint = "the expression is nested too deep", "split it"
            raise ExpressionError(message, hint, self.root.start, self.root.end) from None


@lru_cache(maxsize=4096)
def parse(text: str) -> Expression:
    """Return the parsed expression, which is cached. Raises ExpressionError."""
    try:
        root = parse_tree(text)
        return Expression(text, root, size(root), compiled(root))
    except RecursionError:
        raise ExpressionError("the expression is nested too deep", "split it", 0, len(text)) from None


_TABLE = re.compile(r"(?<=\w)\.(?:rows|csv|tsv|xlsx|ods|json)\b")
"""What follows the name of something with rows, or of a table."""

HYPHENED = re.compile(r"(?<![\w.'\"])[^\W\d]\w*(?:-\w+)+")
"""A name with hyphens, as it is written everywhere but in expressions."""


_SUGGESTED = re.compile(r"did you mean '(\w+)'")


def _suggests_table(hint: str | None, environment: Environment) -> bool:
    """Whether a hint suggests the name of something with rows."""
    found = _SUGGESTED.match(hint or "")
    try:
        value = environment.value(found[1]) if found else None
    except Refusal:
        return False
    return isinstance(value, Record) and "rows" in value.fields


def _hyphened(text: str, environment: Environment) -> ExpressionError | None:
    """Return the error of a known name that is written with hyphens, which are minus signs in an expression."""
    for found in HYPHENED.finditer(text) if "-" in text else ():
        if environment.has(name := identifier(found[0])):
            message = f"'{clipped(found[0])}' is read as a subtraction"
            return ExpressionError(message, f"a hyphen in a name is written _: {name}", *found.span())
    return None


def hyphened_names(text: str) -> frozenset[str]:
    """Return the names that are written with hyphens in an expression, as they should be spelled there."""
    return frozenset(identifier(found) for found in HYPHENED.findall(text))


def _fields(root: Node, name: str) -> Iterator[str]:
    for node in walk(root):
        match node:
            case FieldAccess(of=Name(name=owner), name=field) if owner == name:
                yield field
            case Item(of=Name(name=owner), index=Literal(value=str(field))) if owner == name:
                yield field


def _every_field(root: Node) -> Iterator[str]:
    for node in walk(root):
        match node:
            case FieldAccess(name=field) | Item(index=Literal(value=str(field))):
                yield field


def _faults(root: Node, environment: Environment) -> Iterator[ExpressionError]:
    for name in free_names(root):
        if not environment.has(name.name):
            yield without_quotes(environment.unknown_name(name.name).at(name.start, name.end), root)
    for node in walk(root):
        if isinstance(node, Call):
            try:
                environment.function(node.function).check(len(node.arguments))
            except Refusal as refusal:
                yield refusal.at(node.start, node.end)


# Texts with bindings: `Toll {n} and {icon:wifi}`. Markup such as `**bold**` is parsed elsewhere.


class InlineIcon(Struct, frozen=True, eq=False):
    """An icon in a line of text, with the offsets of its mark in the template."""

    name: str
    start: int = 0
    end: int = 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, InlineIcon) and self.name == other.name  # positions are not compared

    def __hash__(self) -> int:
        return hash(self.name)


Piece: TypeAlias = str | InlineIcon
"""What a template renders to: text, never empty, or an icon."""


class Binding(Struct, frozen=True):
    """`{expression}`; `start` is the offset of the expression in the template."""

    expression: Expression
    start: int

    @property
    def end(self) -> int:
        """The offset of the expression's end in the template."""
        return self.start + len(self.expression.text)

    def value(self, environment: Environment, budget: StepBudget) -> Value:
        """Return the value of the expression; positions in errors are offsets in the template."""
        try:
            return self.expression.value(environment, budget)
        except ExpressionError as error:
            raise error.moved(self.start) from None

    def text(self, environment: Environment, budget: StepBudget, written: Callable[[Value], str] | None = None) -> str:
        """Return the value as text: as it is printed, or as `written` returns it."""
        value = self.value(environment, budget)
        try:
            budget.spend(weight(value))
            if written:
                return written(value)
            return value if isinstance(value, str) else shown(value, environment.decimal_mark)
        except Refusal as refusal:
            raise refusal.at(self.start, self.end) from None


class IconMark(Struct, frozen=True):
    """`{icon:name}`; the name may contain bindings."""

    parts: tuple[str | Binding, ...]
    start: int
    end: int

    def icon(self, environment: Environment, budget: StepBudget) -> InlineIcon:
        """Return the icon that the mark names."""
        texts = (part if isinstance(part, str) else part.text(environment, budget, figures) for part in self.parts)
        name = "".join(texts).strip()
        if not name:
            raise ExpressionError("the icon's name is empty", None, self.start, self.end)
        return InlineIcon(name, self.start, self.end)


Part: TypeAlias = str | Binding | IconMark


class TextTemplate(Struct, frozen=True, eq=False):
    """A parsed text: literal texts, bindings, and marks."""

    source: str
    parts: tuple[Part, ...]

    def render(self, environment: Environment, budget: StepBudget | None = None) -> tuple[Piece, ...]:
        """Return texts and icons in order, without adjacent texts. Raises ExpressionError with offsets in `source`."""
        budget = budget or StepBudget()
        pieces = tuple(_merged(piece for part in self.parts for piece in _pieces(part, environment, budget)))
        if sum(len(piece) for piece in pieces if isinstance(piece, str)) > LONGEST_TEMPLATE:
            raise ExpressionError(f"the text grows past {LONGEST_TEMPLATE:,} characters", None, 0, len(self.source))
        return pieces

    def value(self, environment: Environment, budget: StepBudget | None = None) -> Value:
        """Return the value itself if the template is a single binding, otherwise the text."""
        if len(self.parts) == 1 and isinstance(self.parts[0], Binding):
            return self.parts[0].value(environment, budget or StepBudget())
        return self.text(environment, budget)

    def text(self, environment: Environment, budget: StepBudget | None = None) -> str:
        """Return the rendered text. Raises ExpressionError if it has an icon."""
        pieces = self.render(environment, budget)
        for piece in pieces:
            if isinstance(piece, InlineIcon):
                raise ExpressionError(
                    f"icon '{clipped(piece.name)}' is where only text can be", None, piece.start, piece.end
                )
        return "".join(map(str, pieces))

    def figures(self, environment: Environment, budget: StepBudget | None = None) -> str:
        """Return the rendered text for a parser of lengths or paths: 3/2 is 1.5. Raises ExpressionError."""
        budget = budget or StepBudget()
        parts = []
        for part in self.parts:
            if isinstance(part, IconMark):
                raise ExpressionError("an icon is where only text can be", None, part.start, part.end)
            parts.append(part if isinstance(part, str) else part.text(environment, budget, figures))
        text = "".join(parts)
        if len(text) > LONGEST_TEMPLATE:
            raise ExpressionError(f"the text grows past {LONGEST_TEMPLATE:,} characters", None, 0, len(self.source))
        return text

    def names(self) -> frozenset[str]:
        """The names that an environment must know."""
        return frozenset[str]().union(*(binding.expression.names() for binding in self._bindings()))

    def fields(self, name: str) -> frozenset[str]:
        """The fields of that name that are used, such as `row.title`."""
        return frozenset[str]().union(*(binding.expression.fields(name) for binding in self._bindings()))

    def every_field(self) -> frozenset[str]:
        """The fields of any value that are used, as spelled in the text."""
        return frozenset[str]().union(*(binding.expression.every_field() for binding in self._bindings()))

    def compared_texts(self) -> Iterator[ComparedText]:
        """Yield the text literals that names and fields of rows are compared with."""
        for at in self._bindings():
            for each in at.expression.compared_texts():
                yield replace(each, start=each.start + at.start, end=each.end + at.start)

    def faults(self, environment: Environment) -> tuple[ExpressionError, ...]:
        """Return the errors that can be found without rendering."""
        bindings = self._bindings()
        return tuple(fault.moved(at.start) for at in bindings for fault in at.expression.faults(environment))

    def expressions(self) -> tuple[Expression, ...]:
        """The expressions of its bindings."""
        return tuple(binding.expression for binding in self._bindings())

    def _bindings(self) -> Iterator[Binding]:
        for part in self.parts:
            if isinstance(part, Binding):
                yield part
            elif isinstance(part, IconMark):
                yield from (inner for inner in part.parts if isinstance(inner, Binding))


def _pieces(part: Part, environment: Environment, budget: StepBudget) -> Iterable[Piece]:
    if isinstance(part, str):
        return (part,)
    if isinstance(part, IconMark):
        return (part.icon(environment, budget),)
    return pieces_of(part.text(environment, budget), part.start, part.end)


_MARK_IN_VALUE = re.compile(r"\{icon:\s*([^{}]*[^{}\s])\s*\}")


def pieces_of(text: str, start: int, end: int) -> tuple[Piece, ...]:
    """Return the pieces of a value in which only icons are marked; `start` and `end` are offsets for their errors."""
    if "{icon:" not in text:
        return (text,)
    pieces = enumerate(_MARK_IN_VALUE.split(text))
    return tuple(InlineIcon(piece, start, end) if index % 2 else piece for index, piece in pieces)


def _merged(pieces: Iterable[Piece]) -> Iterator[Piece]:
    text: list[str] = []
    for piece in pieces:
        if isinstance(piece, str):
            text.append(piece)
            continue
        if joined := "".join(text):
            yield joined
        text.clear()
        yield piece
    if joined := "".join(text):
        yield joined


# The parser of texts with bindings: `{expression}`, `{icon:name}`, and `{{` and `}}` for braces.

_PLAIN = re.compile(r"[^{}]+")
_INSIDE = re.compile(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[{}]""", re.DOTALL)
_MARK = re.compile(r"\s*([^\W\d][\w-]*):")
_MARKS = ("icon",)


@lru_cache(maxsize=4096)
def parse_template(text: str) -> TextTemplate:
    """Return the parsed template, which is cached. Raises ExpressionError with an offset in the text."""
    if len(text) > LONGEST_TEMPLATE:
        message = f"the text is longer than {LONGEST_TEMPLATE:,} characters"
        raise ExpressionError(message, "split it over several layers", 0, len(text))
    return TextTemplate(text, tuple(_joined(_parts(text, 0, len(text)))))


def _parts(text: str, position: int, stop: int) -> Iterator[Part]:
    while position < stop:
        if plain := _PLAIN.match(text, position, stop):
            yield plain.group()
            position = plain.end()
        elif text.startswith(("{{", "}}"), position, stop):
            yield text[position]
            position += 2
        elif text[position] == "}":
            raise ExpressionError("'}' closes nothing", "write '}}' to print a brace", position, position + 1)
        else:
            closing = _closing(text, position, stop)
            yield _braced(text, position, closing)
            position = closing + 1


def _closing(text: str, opening: int, stop: int) -> int:
    """Return the offset of the matching closing brace; braces in quotes do not count."""
    depth = 0
    for match in _INSIDE.finditer(text, opening, stop):
        depth += {"{": 1, "}": -1}.get(match.group(), 0)
        if not depth:
            return match.start()
    raise ExpressionError(
        "'{' is never closed", "close it with '}', or write '{{' to print a brace", opening, opening + 1
    )


_STYLE = re.compile(r"\.[^\W\d][^{}\n]*")
"""What is in the braces after a styled text: `[Flying]{.keyword}`. Styles are applied later, like other markup."""


def _braced(text: str, opening: int, closing: int) -> Part:
    if text[opening - 1 : opening] == "]" and _STYLE.fullmatch(text, opening + 1, closing):
        return text[opening : closing + 1]
    mark = _MARK.match(text, opening + 1, closing)
    return _mark(text, opening, closing, mark) if mark else _binding(text, opening + 1, closing)


def _binding(text: str, start: int, end: int) -> Binding:
    try:
        return Binding(parse(text[start:end]), start)
    except ExpressionError as error:
        if words := re.fullmatch(r"\s*([^\W\d]\w*)((?: +[^\W\d]\w*)+)\s*", text[start:end]):
            name = "_".join(words[0].split())
            hint = f"write {{{words[1]}}}{words[2]} if {words[1]} is the name; a blank in a name is written _: {name}"
            if words[1] in _MARKS:
                hint = f"write {{{words[1]}:{'-'.join(words[2].split())}}}"
            error = ExpressionError(error.message, hint, error.start, error.end, words=error.words)
        raise error.moved(start) from None


def _mark(text: str, opening: int, closing: int, mark: re.Match[str]) -> IconMark:
    if mark[1] not in _MARKS:
        name = "-".join(text[mark.end() : closing].casefold().split())
        mention = f"write {{{mark[1]}: {name}}}" if mark[1] in ("section", "table") and name else None
        hint = (
            mention
            or did_you_mean(mark[1], _MARKS)
            or "icons are written {icon:name}; text(n, 2) prints two decimal places"
        )
        raise ExpressionError(f"'{clipped(mark[1])}:' is no mark", hint, mark.start(1), mark.end())
    parts = tuple(_joined(_parts(text, mark.end(), closing)))
    for part in parts:
        if isinstance(part, IconMark):
            raise ExpressionError("a mark cannot be inside another", None, part.start, part.end)
    if not parts or (all(isinstance(part, str) and not part.strip() for part in parts)):
        raise ExpressionError("the icon has no name", "icons are written {icon:name}", opening, closing + 1)
    return IconMark(tuple(part for part in parts if not isinstance(part, IconMark)), opening, closing + 1)


def _joined(parts: Iterator[Part]) -> Iterator[Part]:
    """Yield the parts, with adjacent texts joined."""
    text = ""
    for part in parts:
        if isinstance(part, str):
            text += part
            continue
        if text:
            yield text
        text = ""
        yield part
    if text:
        yield text
