"""The words and signs of the language, and what is said where others stand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.expression.show import clipped

if TYPE_CHECKING:
    from pnp.expression.tokens import Token

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
    "for": "a 'for' stands inside a function or square brackets: count(c for c in cards)",
    ",": "a list stands in square brackets: [1, 2]",
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

VALUE = "a value stands here: a name, a number, or a text in quotes"
WAY_ON = "join values with an operator, such as '+' or 'and'; quote what is a text"


def unexpected(token: Token) -> str:
    """The message about a token that no expression can go on with."""
    if token.kind == "text":
        return f"unexpected text {clipped(token.text)}"
    if token.text in FOREIGN:
        return f"'{token.text}' is not part of the language"
    return f"unexpected '{clipped(token.text)}'"
