"""Parses tokens to a tree by precedence climbing (Clarke, 1986; Richards, 1979).

Python's own parser is not used: its messages change with its version, its columns count bytes, and it normalizes names
to NFKC. Its floats are not exact, and `from` or `class` could not be fields. Only what is written here is in the
language.
"""

import re
from typing import Literal as OneOf
from typing import NoReturn, cast

from pnp.expression.limits import DEEPEST, LONGEST_EXPRESSION, ExpressionError
from pnp.expression.syntax import (
    AND,
    COMPARISON,
    CONSTANTS,
    FOREIGN,
    HINTS,
    LEVELS,
    OPERATING,
    OR,
    POWER,
    VALUE,
    WANTED,
    WAY_ON,
    Arithmetic,
    Call,
    Comparison,
    Comprehension,
    Conditional,
    FieldAccess,
    ForClause,
    Item,
    ListLiteral,
    Literal,
    Logic,
    Name,
    Node,
    OperatorStep,
    Prefix,
    Token,
    tokens,
    unexpected,
)
from pnp.expression.values import clipped


def parse_tree(text: str) -> Node:
    """Return the tree of an expression. Raises ExpressionError."""
    if len(text) > LONGEST_EXPRESSION:
        message = f"the expression is longer than {LONGEST_EXPRESSION:,} characters"
        raise ExpressionError(message, "split it over several", 0, len(text))
    if not text.strip():
        raise ExpressionError("the expression is empty", "write a name, such as title", 0, len(text))
    return _Parser(text).whole()


class _Parser:
    """A recursive-descent parser; each method consumes the tokens of its node."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._source = tokens(text)
        self._last = self._next = next(self._source)
        self._depth = -1  # the whole expression is at depth 0

    def whole(self) -> Node:
        node = self._expression()
        if self._next.kind != "end":
            self._stop(WAY_ON)
        return node

    # tokens

    def _take(self) -> Token:
        self._last = self._next
        if self._last.kind != "end":
            self._next = next(self._source)
        return self._last

    def _accept(self, spelling: str) -> Token | None:
        return self._take() if self._next.text == spelling else None

    def _expect(self, spelling: str) -> Token:
        return self._accept(spelling) or self._stop(WANTED[spelling])

    def _stop(self, hint: str) -> NoReturn:
        token = self._next
        if token.kind == "end":
            message = f"the expression ends too early, after '{clipped(self._last.text)}'"
            raise ExpressionError(message, hint, self._last.start, self._last.end)
        words = ""
        if all(each.kind == "word" and each.text not in (*OPERATING, *FOREIGN) for each in (self._last, token)):
            words = f"{self._last.text} {token.text}"
            hint = f"a blank in a name is written _: {clipped(words.replace(' ', '_'))}"
        foreign = _foreign_hint(self._text, self._last, token)
        hint = foreign or HINTS.get(token.text, hint)
        raise ExpressionError(unexpected(token), hint, token.start, token.end, words="" if foreign else words)

    def _deeper(self) -> None:
        self._depth += 1
        if self._depth > DEEPEST:
            token = self._next
            raise ExpressionError(f"nested more than {DEEPEST} deep", "split the expression", token.start, token.end)

    # choices and chains of operators

    def _expression(self) -> Node:
        self._deeper()
        start = self._next.start
        node = self._chain(OR)
        if self._accept("if"):
            condition = self._chain(OR)
            self._expect("else")
            otherwise = self._expression()
            node = Conditional(start, self._last.end, condition, node, otherwise)
        self._depth -= 1
        return node

    def _chain(self, least: int) -> Node:
        """Return operands joined by operators of at least that level; operators of higher levels bind tighter."""
        start = self._next.start
        node = self._signed(least)
        while (level := LEVELS.get(self._next.text, 0)) >= least:
            steps = []
            while LEVELS.get(self._next.text) == level:
                operator = self._take().text
                steps.append(OperatorStep(operator, self._operand(level)))
            node = _joined(level, start, self._last.end, node, tuple(steps))
        return node

    def _operand(self, level: int) -> Node:
        if level != POWER:
            return self._chain(level + 1)
        self._deeper()
        node = self._signed(POWER)  # 2 ** -1, and 2 ** 3 ** 2 from the right
        if self._accept("**"):
            exponent = self._operand(POWER)
            node = Arithmetic(node.start, self._last.end, node, (OperatorStep("**", exponent),))
        self._depth -= 1
        return node

    def _signed(self, least: int) -> Node:
        sign = self._next
        if sign.text not in ("+", "-", "not"):
            return self._postfixed()
        if sign.text == "not" and least > COMPARISON:
            self._stop("put brackets round it: (not …)")
        self._take()
        self._deeper()
        operand = self._chain(COMPARISON if sign.text == "not" else POWER)
        self._depth -= 1
        return Prefix(sign.start, self._last.end, cast("OneOf['+', '-', 'not']", sign.text), operand)

    # operands

    def _postfixed(self) -> Node:
        start, before = self._next.start, self._depth
        node = self._atom()
        while self._next.text in (".", "[", "("):
            self._deeper()
            suffix = self._take()
            if suffix.text == "(":
                hint = "write '*' to multiply" if isinstance(node, Literal) else None
                raise ExpressionError("only a function's name can be called", hint, start, suffix.end)
            node = self._field(start, node) if suffix.text == "." else self._item(start, node)
        self._depth = before
        return node

    def _field(self, start: int, of: Node) -> Node:
        if self._next.kind != "word":
            self._stop("write the name of a field here: card.title")
        name = self._take()
        if self._next.text == "(":
            message = f"'.{name.text}(…)' is not part of the language"
            raise ExpressionError(message, f"there are functions only: {name.text}(…)", name.start - 1, self._next.end)
        return FieldAccess(start, name.end, of, name.text)

    def _item(self, start: int, of: Node) -> Node:
        index = self._expression()
        return Item(start, self._expect("]").end, of, index)

    def _atom(self) -> Node:
        match self._next.kind:
            case "number" | "text":
                token = self._take()
                return Literal(token.start, token.end, token.value)
            case "word":
                return self._word()
            case _:
                return self._bracketed()

    def _bracketed(self) -> Node:
        if self._accept("("):
            node = self._expression()
            self._expect(")")
            return node
        return self._list(self._accept("[") or self._stop(VALUE))

    def _word(self) -> Node:
        word = self._next
        if word.text in OPERATING or word.text in FOREIGN:
            self._stop(VALUE)
        self._take()
        if word.text in CONSTANTS:
            return Literal(word.start, word.end, CONSTANTS[word.text])
        if not self._accept("("):
            return Name(word.start, word.end, word.text)
        contents = self._contents(")")
        arguments = (contents,) if isinstance(contents, Comprehension) else contents
        return Call(word.start, self._last.end, word.text, arguments)

    def _list(self, bracket: Token) -> Node:
        contents = self._contents("]")
        return contents if isinstance(contents, Comprehension) else ListLiteral(bracket.start, self._last.end, contents)

    def _contents(self, closing: str) -> tuple[Node, ...] | Comprehension:
        """Return the contents up to the closing bracket: values separated by commas, or a comprehension."""
        items: list[Node] = []
        while not self._accept(closing):
            items.append(self._expression())
            if self._next.text == "for" and len(items) == 1:
                each = self._each(items[0])
                self._expect(closing)
                return each
            if self._next.text != closing:
                self._expect(closing if self._next.kind == "end" else ",")
        return tuple(items)

    def _each(self, element: Node) -> Comprehension:
        loops = []
        while word := self._accept("for"):
            loops.append(self._loop(word))
        return Comprehension(element.start, self._last.end, element, tuple(loops))

    def _loop(self, word: Token) -> ForClause:
        variable = self._next
        if variable.kind != "word" or variable.text in (*OPERATING, *CONSTANTS):
            self._stop(WANTED["in"])
        self._take()
        self._expect("in")
        items, conditions = self._chain(OR), []
        while self._accept("if"):
            conditions.append(self._chain(OR))
        return ForClause(word.start, self._last.end, variable.text, items, tuple(conditions))


# Hints for what other languages have.

UNITS = frozenset(("mm", "cm", "in", "pt", "px", "m"))

_COMPARED = (
    (r"is\s+(?:at\s+least|not\s+less\s+than)\b", "write '>=' for at least"),
    (r"is\s+(?:at\s+most|not\s+more\s+than)\b", "write '<=' for at most"),
    (r"is\s+(?:more|greater|larger)\s+than\b", "write '>' for more than"),
    (r"is\s+(?:less|smaller)\s+than\b", "write '<' for less than"),
    (r"is\s+not\s+empty\b", "leave 'is not empty' out: an empty value means no"),
    (r"is\s+empty\b", "write 'not' before the name: an empty value means no"),
    (r"is\s+not\b", "write '!=' to compare"),
)
"""Comparisons of other languages, each with the hint."""

_ROUNDED = {"down": "floor", "up": "ceil"}


def _foreign_hint(text: str, last: Token, token: Token) -> str | None:
    """Return what to write for something that other languages have: units, decimal commas, ranges and choices."""
    rest = text[token.start :]
    if token.text == "is":
        return next((hint for words, hint in _COMPARED if re.match(words, rest)), None)
    if token.text == "if" and token.start == len(text) - len(text.lstrip()):
        if re.match(r"if\s*\(", rest):
            return "a choice is written: a if condition else b"
        return "leave 'if' out: a condition is written alone"
    if last.text == "<" and token.text == ">":
        return "write '!=' for unequal"
    if token.text in ("x", "X") and re.match(r"\w\s+[\w(]", rest):
        return "write '*' to multiply"
    if last.text == "round" and token.text in _ROUNDED:
        return f"write {_ROUNDED[token.text]}(…) to round {token.text}"
    return _hint_after_number(text, last, token) if last.kind == "number" and token is not last else None


def _hint_after_number(text: str, last: Token, token: Token) -> str | None:
    """Return what to write for a decimal comma, a range or a unit after a number."""
    rest = text[token.start :]
    if token.text == "," and (more := re.match(r",(\d+)", rest)) and text[token.start - 1].isdigit():
        return f"write {last.text}.{more[1]}: decimals follow a point"
    if token.text in ("to", "bis") and (end := re.match(r"\w+\s+(\d{1,9})\s*$", rest)):
        found = f"range({last.text}, {int(end[1]) + 1})"
        if not text[: last.start].strip():
            found = f'"{found}", with the quotes'  # without them, its comma ends the text in a mapping of braces
        return f"write {found}: it ends before {int(end[1]) + 1}"
    if token.text in ("round", *_ROUNDED.values()) and not rest[len(token.text) :].strip():
        return f"write {token.text}({text[: token.start].strip()})"
    alone = token.text in UNITS or (token.text not in OPERATING and re.fullmatch(r"[^\W\d]\w*\s*", rest))
    return f"leave {clipped(token.text)} out: numbers in a formula have no unit" if alone else None


# Chains of operators.


def _joined(level: int, start: int, end: int, first: Node, steps: tuple[OperatorStep, ...]) -> Node:
    if level in (OR, AND):
        operands = (first, *(step.operand for step in steps))
        return Logic(start, end, "or" if level == OR else "and", operands)
    return (Comparison if level == COMPARISON else Arithmetic)(start, end, first, steps)
