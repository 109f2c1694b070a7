"""The names in formulas and in texts with formulas, each with its offsets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal as OneOf

from msgspec import Struct

from pnp.expression import ExpressionError, parse, parse_template
from pnp.expression.expression import Binding, IconMark
from pnp.expression.syntax import (
    Call,
    Comparison,
    Comprehension,
    FieldAccess,
    Item,
    ListLiteral,
    Literal,
    Name,
    Node,
    children,
)
from pnp.model.reference import mentions, without_mentions
from pnp.scene.typesetting.text import STYLED

MAP_FUNCTIONS = ("distance", "adjacent", "neighbours", "area")
"""The functions whose first argument is a map, and whose texts are names of its places."""

FoundKind = OneOf["name", "call", "field", "literal", "text", "row", "icon", "text style", "rule table", "section"]


class Found(Struct, frozen=True):
    """A name from `start` to `end` of a text.

    `owner` is what it belongs to, as far as the text shows it: the component of a field, the map of a place.
    A `text` in quotes may be a name or not: its owner is `#compared` if it is compared, `#listed` if it is an item of a
    list, whose texts are `among`.
    """

    kind: FoundKind
    name: str
    start: int
    end: int
    owner: str = ""
    among: tuple[str, ...] = ()


def in_expression(text: str, shift: int = 0, own: frozenset[str] = frozenset()) -> Iterator[Found]:
    """Yield the names in a formula but those in `own`; nothing if it can't be parsed. Offsets begin at `shift`."""
    try:
        root = parse(text).root
    except ExpressionError:
        return
    yield from _walk(root, dict.fromkeys(own, ""), shift)


def in_text(text: str) -> Iterator[Found]:
    """Yield the names in a text: in its formulas, of its icons and styles, and of what it mentions."""
    for mention in mentions(text):
        start = text.index(mention.name, mention.start)
        kind: FoundKind = "rule table" if mention.kind == "table" else "section"
        yield Found(kind, mention.name, start, start + len(mention.name))
    for style in STYLED.finditer(text):
        yield Found("text style", style[1].strip(), style.start(1), style.start(1) + len(style[1].rstrip()))
    if "{" not in text:
        return
    try:
        parts = parse_template(without_mentions(text, lambda index: f"'{index}'")).parts
    except ExpressionError:
        return
    for part in parts:
        for each in part.parts if isinstance(part, IconMark) else (part,):
            if isinstance(each, Binding):
                yield from in_expression(each.expression.text, each.start)
            elif isinstance(part, IconMark) and len(part.parts) == 1 and isinstance(each, str) and each.strip():
                start = text.index(each.strip(), part.start + len("{icon"))
                yield Found("icon", each.strip(), start, start + len(each.strip()))


def _walk(node: Node, owners: Mapping[str, str], shift: int) -> Iterator[Found]:
    """Yield the names below a node; `owners` are the variables in scope, each with what its values are from."""
    match node:
        case Name(name=name, start=start):
            if name not in owners:
                yield Found("name", name, shift + start, shift + start + len(name))
        case FieldAccess(of=of, name=name, end=end):
            yield from _walk(of, owners, shift)
            yield Found("field", name, shift + end - len(name), shift + end, _owner(of, owners))
        case Item(of=of, index=Literal(value=str(name)) as literal):
            yield from _walk(of, owners, shift)
            yield Found("field", name, shift + literal.start + 1, shift + literal.end - 1, _owner(of, owners))
        case Literal() | ListLiteral():
            items, owner = (node.items, "#listed") if isinstance(node, ListLiteral) else ((node,), "")
            yield from _items(items, owner, "text", owners, shift)
        case Call(function=function, arguments=arguments, start=start):
            yield Found("call", function, shift + start, shift + start + len(function))
            yield from _arguments(function, arguments, owners, shift)
        case Comparison():
            yield from _comparison(node, owners, shift)
        case Comprehension():
            yield from _comprehension(node, dict(owners), shift)
        case _:
            for child in children(node):
                yield from _walk(child, owners, shift)


def _comprehension(node: Comprehension, owners: dict[str, str], shift: int) -> Iterator[Found]:
    for loop in node.loops:
        yield from _walk(loop.items, owners, shift)
        owners[loop.variable] = _owner(loop.items, owners)
        for condition in loop.conditions:
            yield from _walk(condition, owners, shift)
    yield from _walk(node.element, owners, shift)


def _arguments(function: str, arguments: tuple[Node, ...], owners: Mapping[str, str], shift: int) -> Iterator[Found]:
    of_map = _owner(arguments[0], owners) if function in MAP_FUNCTIONS and arguments else ""
    for number, argument in enumerate(arguments):
        if isinstance(argument, Literal) and isinstance(argument.value, str):
            if number or function not in MAP_FUNCTIONS:
                yield from _literal(argument, of_map if function in MAP_FUNCTIONS else f"#{function}", shift)
        else:
            yield from _walk(argument, owners, shift)


def _items(
    items: tuple[Node, ...], owner: str, kind: FoundKind, owners: Mapping[str, str], shift: int
) -> Iterator[Found]:
    """Yield the names in a list; its texts are of that kind and owner."""
    among = tuple(item.value if isinstance(item, Literal) and isinstance(item.value, str) else "" for item in items)
    for item in items:
        if isinstance(item, Literal) and isinstance(item.value, str):
            yield from _literal(item, owner, shift, kind, among)
        elif not isinstance(item, Literal):
            yield from _walk(item, owners, shift)


def _comparison(node: Comparison, owners: Mapping[str, str], shift: int) -> Iterator[Found]:
    """Yield the names of a comparison; a text that is compared with an id or a tag is a name."""
    sides = (node.first, *(step.operand for step in node.steps))
    ids = [side for side in sides if isinstance(side, FieldAccess) and side.name == "id"]
    tagged = any(
        (isinstance(side, FieldAccess) and side.name == "tags")
        or (isinstance(side, Name) and owners.get(side.name) == "#tag")
        for side in sides
    )
    is_name = bool(ids) or tagged
    kind: FoundKind = "literal" if is_name else "text"
    owner = "#tag" if tagged else _owner(ids[0].of, owners) if ids else "#compared"
    for number, side in enumerate(sides):
        if isinstance(side, Literal) and isinstance(side.value, str):
            # a text before or after `in` may be searched in another text, and is then no name
            near = (*node.steps[max(0, number - 1) : number], *node.steps[number : number + 1])
            is_equal = all(step.operator in ("==", "!=") for step in near)
            yield from _literal(side, owner if is_name or is_equal else "", shift, kind)
        elif isinstance(side, ListLiteral):
            yield from _items(side.items, owner, kind, owners, shift)
        else:
            yield from _walk(side, owners, shift)


def _literal(
    literal: Literal, owner: str, shift: int, kind: FoundKind = "literal", among: tuple[str, ...] = ()
) -> Iterator[Found]:
    """Yield a text in quotes as a name, if it has no escapes."""
    name = str(literal.value)
    if name and literal.end - literal.start == len(name) + 2:
        yield Found(kind, name, shift + literal.start + 1, shift + literal.end - 1, owner, among)


def _owner(node: Node, owners: Mapping[str, str]) -> str:
    """Return the name that a value is from: `cards` for `cards`, `cards.rows` and a variable over them."""
    match node:
        case Name(name=name):
            return owners.get(name, name)
        case FieldAccess(of=of, name="rows" | "areas" | "sites"):
            return _owner(of, owners)
        case FieldAccess(name="tags"):
            return "#tag"
        case FieldAccess(of=of, name="district" | "districts"):
            return f"{_owner(of, owners)}/district"
        case Item(of=of):
            return _owner(of, owners)
        case Literal(value=str(name)):
            return name
        case _:
            return ""
