"""Tokens and tree nodes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Literal as OneOf
from typing import NamedTuple, assert_never

from msgspec import Struct

from pnp.expression.limits import ExpressionError, Refusal
from pnp.expression.values import Value, clipped, normal

# Text to tokens: numbers, texts in quotes, words and symbols, each with its place.

Kind = OneOf["number", "text", "word", "symbol", "end"]


class Token(NamedTuple):
    """The smallest piece of an expression: its spelling, and the value that a number or a quoted text stands for."""

    kind: Kind
    text: str
    start: int
    end: int
    value: Value = None


SAME = {"≤": "<=", "≥": ">=", "≠": "!=", "×": "*", "÷": "/", "−": "-"}
"""Signs as they are printed, and how a keyboard writes them."""

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
    "{": "write lists in square brackets",
    "}": "write lists in square brackets",
    ";": "write one expression only",
    "$": "write a name without '$'",
    "#": "write a name without '#'",
    **dict.fromkeys("‘’“”„«»´`", "write straight quotes: ' or \""),
}


def tokens(text: str) -> Iterator[Token]:
    """The tokens of the text, an end token last; raises ExpressionError where something is no token."""
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
    return ExpressionError(f"'{shown}' is not part of the language", hint, position, position + 1)


# The words and signs of the language, and what is said where others stand.

OR, AND, COMPARISON, SUM, PRODUCT, POWER = range(1, 7)
LEVELS = {
    "or": OR,
    "and": AND,
    **dict.fromkeys(("==", "!=", "<", "<=", ">", ">=", "in", "not in"), COMPARISON),
    **dict.fromkeys(("+", "-"), SUM),
    **dict.fromkeys(("*", "/", "//", "%"), PRODUCT),
    "**": POWER,
}
"""How tight an operator binds; a higher level binds tighter."""

CONSTANTS = {"True": True, "true": True, "False": False, "false": False, "None": None}
OPERATING = frozenset({"and", "or", "not", "not in", "if", "else", "for", "in"})

FOREIGN = frozenset({"lambda", "await", "async", "yield", "import"})
"""Words of Python that read as names and cannot be meant as such."""

HINTS = {
    "is": "write '==' to compare",
    "for": "write a 'for' inside a function or square brackets: count(c for c in cards)",
    ",": "write a list in square brackets: [1, 2]",
}
"""What to say where one of these was not expected."""

WANTED = {
    ")": "close the bracket with ')'",
    "]": "close the bracket with ']'",
    ",": "put ',' between two values",
    "else": "a choice is written: a if condition else b",
    "in": "a loop is written: for card in cards",
}
"""What to say where one of these was expected and something else stands."""

VALUE = "write a value here: a name, a number, or a text in quotes"
WAY_ON = "join values with an operator, such as '+' or 'and'; quote what is a text"


def unexpected(token: Token) -> str:
    """The message about a token that no expression can go on with."""
    if token.kind == "text":
        return f"unexpected text {clipped(token.text)}"
    if token.text in FOREIGN:
        return f"'{token.text}' is not part of the language"
    return f"unexpected '{clipped(token.text)}'"


# What an expression may consist of: a closed set of nodes, each with its place in the text.


class _Placed(Struct, frozen=True):
    start: int
    end: int


class Literal(_Placed, frozen=True):
    """A number, a text, yes, no or nothing, written out."""

    value: Value


class Name(_Placed, frozen=True):
    """A name that the environment or a `for` gives a value."""

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
    """`[a, b]`: a list written out."""

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
    """`element for … in … if …`: a list of what `element` comes to, each time round."""

    element: Node
    loops: tuple[ForClause, ...]


class Prefix(_Placed, frozen=True):
    """A sign or `not` before its operand."""

    operator: OneOf["+", "-", "not"]
    operand: Node


class OperatorStep(Struct, frozen=True):
    """An operator with what stands to the right of it."""

    operator: str
    operand: Node


class Arithmetic(_Placed, frozen=True):
    """A chain of `+ -`, of `* / // %`, or one `**`, worked off from the left."""

    first: Node
    steps: tuple[OperatorStep, ...]


class Comparison(_Placed, frozen=True):
    """`a < b <= c`: every neighbouring pair must hold."""

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
"""Any node; a `Loop` is part of its `Each`, a `Step` of its chain."""


def children(node: Node) -> tuple[Node, ...]:
    """The nodes right below this one, in the order of the text (a loop's before its element)."""
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
    """The node and all below it."""
    yield node
    for child in children(node):
        yield from walk(child)


def size(*nodes: Node) -> int:
    """How many nodes these are, with all below them: the steps that evaluating each once costs."""
    return sum(1 for node in nodes for _ in walk(node))


def free_names(node: Node, own: frozenset[str] = frozenset()) -> Iterator[Name]:
    """The names that the environment must know: those that no `for` around them gives a value."""
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
