"""Tokens and tree nodes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Literal as OneOf
from typing import NamedTuple, assert_never

from msgspec import Struct

from pnp.expression.limits import ExpressionError, Refusal
from pnp.expression.values import Value, clipped, normal

# The tokenizer: numbers, texts in quotes, words and symbols, each with its offsets.

Kind = OneOf["number", "text", "word", "symbol", "end"]


class Token(NamedTuple):
    """A token: its spelling, and the value of a number or a quoted text."""

    kind: Kind
    text: str
    start: int
    end: int
    value: Value = None


SAME = {"≤": "<=", "≥": ">=", "≠": "!=", "×": "*", "÷": "/", "−": "-"}
"""Printed signs and their equivalents on a keyboard."""

_TOKEN = re.compile(
    r"""(?P<space>\s+)
      | (?P<number>[0-9][\w.]*)
      | (?P<absent>not\s+in\b)
      | (?P<word>[^\W\d]\w*)
      | (?P<text>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")
      | (?P<symbol>\*\*|//|==|!=|<=|>=|[-+*/%<>()\[\],.≤≥≠×÷−])""",
    re.VERBOSE | re.DOTALL,
)
_NUMBER = re.compile(r"[0-9]+(\.[0-9]+)?")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_ESCAPED = {"\\": "\\", "'": "'", '"': '"', "n": "\n"}

_STRANGE = {
    "=": "write '==' to compare",
    "&": "write 'and'",
    "|": "write 'or'",
    "!": "write 'not', or '!=' for unequal",
    "^": "write '**' for a power",
    ":": "there are no slices and no mappings; write 'a if condition else b' to choose",
    "?": "write 'a if condition else b' to choose",
    "{": "write it without braces here, and lists in square brackets",
    "}": "write it without braces here, and lists in square brackets",
    ";": "write a comma between two values; there is one expression only",
    "$": "write a name without '$'",
    "#": "write a name without '#'",
    **dict.fromkeys("‘’“”„«»´`", "write straight quotes: ' or \""),
    **dict.fromkeys("–—", "write '-' to subtract"),
}


def tokens(text: str) -> Iterator[Token]:
    """Yield the tokens of the text, then an end token. Raises ExpressionError at an invalid character."""
    position = 0
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            raise _stranger(text, position)
        start, position = position, match.end()
        if match.lastgroup != "space":
            yield _token(match, start)
    yield Token("end", "", len(text), len(text))


def _token(match: re.Match[str], start: int) -> Token:
    spelling, end = match.group(), match.end()
    match match.lastgroup:
        case "number":
            return Token("number", spelling, start, end, _number(spelling, start))
        case "text":
            return Token("text", spelling, start, end, _unescaped(spelling, start))
        case "word":
            return _word(spelling, start)
        case "absent":
            return Token("symbol", "not in", start, end)
        case _:
            return Token("symbol", SAME.get(spelling, spelling), start, end)


def _number(spelling: str, start: int) -> Value:
    if not _NUMBER.fullmatch(spelling):
        hint = "write digits with at most one point, and '*' to multiply"
        if turned := re.fullmatch(r"(\d+(?:\.\d+)?)(?:deg|degrees)", spelling):
            hint = f"write {turned[1]}: angles are in degrees"
        if ends := re.fullmatch(r"(\d{1,9})\.\.+(\d{1,9})", spelling):
            hint = f"write range({ends[1]}, {int(ends[2]) + 1}) for the numbers up to {ends[2]}"
        raise ExpressionError(f"'{clipped(spelling)}' is no number", hint, start, start + len(spelling))
    try:
        return normal(Fraction(spelling) if "." in spelling else int(spelling))
    except Refusal as refusal:
        raise refusal.at(start, start + len(spelling)) from None


def _word(spelling: str, start: int) -> Token:
    end = start + len(spelling)
    if spelling.startswith("_"):
        raise ExpressionError(
            f"'{clipped(spelling)}' is not part of the language", "names begin with a letter", start, end
        )
    return Token("word", spelling, start, end)


def _unescaped(quoted: str, start: int) -> str:
    def plain(escape: re.Match[str]) -> str:
        if escape[1] not in _ESCAPED:
            place = start + 1 + escape.start()
            hint = "write '\\\\' for a backslash"
            raise ExpressionError(f"'{escape[0]}' stands for nothing in a text", hint, place, place + 2)
        return _ESCAPED[escape[1]]

    return _ESCAPE.sub(plain, quoted[1:-1])


def _stranger(text: str, position: int) -> ExpressionError:
    character = text[position]
    if character in "'\"":
        message, hint = "the text that begins here has no closing quote", f"close it with {character}"
        return ExpressionError(message, hint, position, len(text))
    shown = character if character.isprintable() else f"U+{ord(character):04X}"
    hint = _STRANGE.get(character, "quote it where it is part of a text")
    if piped := re.match(r"\|\s*(upper|lower|title|round|sum|len|length)\b", text[position:]):
        hint = f"write {piped[1].replace('length', 'len')}({text[:position].strip()})"
    if character == "@" and (named := re.search(r"[^\W\d]\w*$", text[:position])):
        hint = f"write {named[0]}: a text is printed in the language of the sheet"
    if character == "=" and not text[:position].strip():
        hint = "take out the '=': an expression is written without it"
    if text[position : position + 2] in ("=>", "=<"):
        hint = f"write '{text[position + 1]}='"
    return ExpressionError(f"'{shown}' is not part of the language", hint, position, position + 1)


# The words and signs of the language, and hints for unexpected ones.

OR, AND, COMPARISON, SUM, PRODUCT, POWER = range(1, 7)
LEVELS = {
    "or": OR,
    "and": AND,
    **dict.fromkeys(("==", "!=", "<", "<=", ">", ">=", "in", "not in"), COMPARISON),
    **dict.fromkeys(("+", "-"), SUM),
    **dict.fromkeys(("*", "/", "//", "%"), PRODUCT),
    "**": POWER,
}
"""Precedence of operators; a higher level binds tighter."""

CONSTANTS = {"True": True, "true": True, "False": False, "false": False, "None": None}
OPERATING = frozenset({"and", "or", "not", "not in", "if", "else", "for", "in"})

FOREIGN = frozenset({"lambda", "await", "async", "yield", "import"})
"""Python keywords that would parse as names, but cannot be names of a pack."""

HINTS = {
    "is": "write '==' to compare",
    "for": "write a 'for' inside a function or square brackets: count(c for c in cards)",
    ",": "write a list in square brackets: [1, 2]",
}
"""Hints by the unexpected token."""

WANTED = {
    ")": "close the bracket with ')'",
    "]": "close the bracket with ']'",
    ",": "put ',' between two values",
    "else": "a choice is written: a if condition else b",
    "in": "a loop is written: for card in cards",
}
"""Hints by the expected token."""

VALUE = "write a value here: a name, a number, or a text in quotes"
WAY_ON = "join values with an operator, such as '+' or 'and'; quote what is a text"


def unexpected(token: Token) -> str:
    """Return the message for a token that is not valid here."""
    if token.kind == "text":
        return f"unexpected text {clipped(token.text)}"
    if token.text in FOREIGN:
        return f"'{token.text}' is not part of the language"
    return f"unexpected '{clipped(token.text)}'"


# The nodes of a tree: a closed set, each with its offsets in the text.


class _Placed(Struct, frozen=True):
    start: int
    end: int


class Literal(_Placed, frozen=True):
    """A literal number or text, or True, False, None."""

    value: Value


class Name(_Placed, frozen=True):
    """A name with a value from the environment or a `for`."""

    name: str


class FieldAccess(_Placed, frozen=True):
    """`of.name`: one field of a record."""

    of: Node
    name: str


class Item(_Placed, frozen=True):
    """`of[index]`: one item of a list, character of a text or field of a record."""

    of: Node
    index: Node


class ListLiteral(_Placed, frozen=True):
    """`[a, b]`: a list literal."""

    items: tuple[Node, ...]


class Call(_Placed, frozen=True):
    """`function(a, b)`."""

    function: str
    arguments: tuple[Node, ...]


class ForClause(_Placed, frozen=True):
    """`for variable in items if condition`."""

    variable: str
    items: Node
    conditions: tuple[Node, ...]


class Comprehension(_Placed, frozen=True):
    """`element for … in … if …`: a list of the values of `element`."""

    element: Node
    loops: tuple[ForClause, ...]


class Prefix(_Placed, frozen=True):
    """A sign or `not` before its operand."""

    operator: OneOf["+", "-", "not"]
    operand: Node


class OperatorStep(Struct, frozen=True):
    """An operator and its right operand."""

    operator: str
    operand: Node


class Arithmetic(_Placed, frozen=True):
    """A chain of `+ -`, of `* / // %`, or one `**`, evaluated from left to right."""

    first: Node
    steps: tuple[OperatorStep, ...]


class Comparison(_Placed, frozen=True):
    """`a < b <= c`: every adjacent pair must hold."""

    first: Node
    steps: tuple[OperatorStep, ...]


class Logic(_Placed, frozen=True):
    """A chain of `and`, or a chain of `or`."""

    operator: OneOf["and", "or"]
    operands: tuple[Node, ...]


class Conditional(_Placed, frozen=True):
    """`then if condition else otherwise`."""

    condition: Node
    then: Node
    otherwise: Node


Node = (
    Literal
    | Name
    | FieldAccess
    | Item
    | ListLiteral
    | Call
    | Comprehension
    | Prefix
    | Arithmetic
    | Comparison
    | Logic
    | Conditional
)
"""Any node; a `ForClause` is part of its `Comprehension`, an `OperatorStep` of its chain."""


def children(node: Node) -> tuple[Node, ...]:
    """Return the direct children of the node in the order of the text, but loops before their element."""
    match node:
        case Literal() | Name():
            return ()
        case FieldAccess(of=of):
            return (of,)
        case Item(of=of, index=index):
            return (of, index)
        case ListLiteral(items=nodes) | Call(arguments=nodes) | Logic(operands=nodes):
            return nodes
        case Comprehension(element=element, loops=loops):
            return (*(part for loop in loops for part in (loop.items, *loop.conditions)), element)
        case Prefix(operand=operand):
            return (operand,)
        case Arithmetic(first=first, steps=steps) | Comparison(first=first, steps=steps):
            return (first, *(step.operand for step in steps))
        case Conditional(condition=condition, then=then, otherwise=otherwise):
            return (then, condition, otherwise)
        case _:
            assert_never(node)


def walk(node: Node) -> Iterator[Node]:
    """Yield the node and all nodes below it."""
    yield node
    for child in children(node):
        yield from walk(child)


def size(*nodes: Node) -> int:
    """Return the number of these nodes and all below them, which is the number of steps to evaluate each once."""
    return sum(1 for node in nodes for _ in walk(node))


def free_names(node: Node, own: frozenset[str] = frozenset()) -> Iterator[Name]:
    """Yield the names that the environment must know: those that are not variables of a `for` around them."""
    match node:
        case Name(name=name):
            if name not in own:
                yield node
        case Comprehension(element=element, loops=loops):
            for loop in loops:
                yield from free_names(loop.items, own)
                own |= {loop.variable}
                for condition in loop.conditions:
                    yield from free_names(condition, own)
            yield from free_names(element, own)
        case _:
            for child in children(node):
                yield from free_names(child, own)


# Where texts can be: a name there may be a text without its quotes.


def without_quotes(error: ExpressionError, root: Node) -> ExpressionError:
    """Return the error of an unknown name, with the hint for its place if a text in quotes is no value there."""
    if error.without_quotes is None or _may_be_text(root, error.start, error.end):
        return error
    found = error.moved(0)
    found.hint = error.without_quotes
    return found


def _may_be_text(root: Node, start: int, end: int) -> bool:
    """Whether the node with these offsets is compared, added, chosen, listed or given to a function."""
    parent = next(
        (node for node in walk(root) if any((it.start, it.end) == (start, end) for it in children(node))), None
    )
    match parent:
        case Comparison(steps=steps) | Arithmetic(steps=steps):
            return all(step.operator in ("==", "!=", "in", "not in", "+") for step in steps)
        case ListLiteral() | Call() | Conditional():
            return True
        case Comprehension(element=part) | Item(index=part):
            return (part.start, part.end) == (start, end)
        case _:
            return False


# Comparisons with texts.


class ComparedText(Struct, frozen=True):
    """A text literal that a name is compared with, by `==`, `!=` or `in [...]`; `start` and `end` are its offsets.

    In a loop over rows, the name may be a field of the item: `t.line` in `for t in tickets.rows`; `of` is `tickets`.
    """

    name: str
    text: str
    start: int
    end: int
    of: str = ""


def compared_texts(node: Node, rows: Mapping[str, str] = MappingProxyType({})) -> Iterator[ComparedText]:
    """Yield the text literals that names and fields of rows are compared with.

    `rows` are the variables of the loops around the node; each has the name of what has the rows, or an empty text.
    """
    match node:
        case Comprehension(element=element, loops=loops):
            for loop in loops:
                yield from compared_texts(loop.items, rows)
                rows = {**rows, loop.variable: _owner_of_rows(loop.items, rows)}
                for condition in loop.conditions:
                    yield from compared_texts(condition, rows)
            yield from compared_texts(element, rows)
            return
        case Comparison(first=left, steps=(OperatorStep(operator="==" | "!=" | "in", operand=right),)):
            named, other = (right, left) if isinstance(left, Literal) else (left, right)
            if (of := _compared(named, rows)) is not None:
                for each in other.items if isinstance(other, ListLiteral) else (other,):
                    if isinstance(each, Literal) and isinstance(each.value, str):
                        yield ComparedText(of[1], each.value, each.start, each.end, of[0])
        case _:
            pass
    for child in children(node):
        yield from compared_texts(child, rows)


def _owner_of_rows(items: Node, rows: Mapping[str, str]) -> str:
    """Return what has the rows that a loop goes through; an empty text if the items are other ones."""
    match items:
        case FieldAccess(of=Name(name=owner), name="rows") if owner not in rows:
            return owner
        case _:
            return ""


def _compared(node: Node, rows: Mapping[str, str]) -> tuple[str, str] | None:
    """Return what has the rows and the name of their field, or an empty text and a name; None for other nodes."""
    match node:
        case Name(name=name) if name not in rows:
            return "", name
        case FieldAccess(of=Name(name=variable), name=name) if rows.get(variable):
            return rows[variable], name
        case _:
            return None
