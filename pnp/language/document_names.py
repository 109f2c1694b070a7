"""The names in one document: which of its values are names, by their paths, with exact places; also in formulas."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import PurePosixPath
from typing import Literal as OneOf

from msgspec import Struct
from msgspec.structs import replace

from pnp.diagnostics import Span
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
    children,
)
from pnp.expression.syntax import Node as FormulaNode
from pnp.language.roles import OF_A_MAP, Role, Use, use_of
from pnp.language.texts import Lines, Scalar, scalar_at
from pnp.loader.target import KIT_MANIFEST
from pnp.messages import folded
from pnp.model.maps.area_map import JOINT
from pnp.model.reference import mentions, without_mentions
from pnp.scene.typesetting.text import STYLED
from pnp.source import Mapping as SourceMapping
from pnp.source import Node, read_document

# The names in formulas and in texts with formulas, each with its offsets.

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


def _walk(node: FormulaNode, owners: Mapping[str, str], shift: int) -> Iterator[Found]:
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


def _arguments(
    function: str, arguments: tuple[FormulaNode, ...], owners: Mapping[str, str], shift: int
) -> Iterator[Found]:
    of_map = _owner(arguments[0], owners) if function in MAP_FUNCTIONS and arguments else ""
    for number, argument in enumerate(arguments):
        if isinstance(argument, Literal) and isinstance(argument.value, str):
            if number or function not in MAP_FUNCTIONS:
                yield from _literal(argument, of_map if function in MAP_FUNCTIONS else f"#{function}", shift)
        else:
            yield from _walk(argument, owners, shift)


def _items(
    items: tuple[FormulaNode, ...], owner: str, kind: FoundKind, owners: Mapping[str, str], shift: int
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


def _owner(node: FormulaNode, owners: Mapping[str, str]) -> str:
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


# The names in a document.


class NameSite(Struct, frozen=True):
    """One place where a name is written.

    `scopes` are the maps, components or templates that it may belong to; empty for a name of the whole pack, or of an
    owner that its text does not show. `style` is the quote around it, or `identifier` in a formula. A `whole` site is
    all of its value. The name of a document is defined by its file: `is_file`. `exact` is False where escapes hide its
    place; the span is then that of the whole value.
    """

    role: Role
    name: str
    span: Span
    scopes: frozenset[str] = frozenset()
    defines: bool = False
    style: str = ""
    whole: bool = False
    is_file: bool = False
    exact: bool = True

    @property
    def key(self) -> str:
        """What equal names have in common: fields are compared without case and blanks, others as they are."""
        return folded(self.name) if self.role == "field" else self.name


class RawName(Struct, frozen=True):
    """A site before the names of other documents are known; `found` is what a formula shows of it."""

    site: NameSite
    found: Found | None = None


class DocumentNames(Struct, frozen=True):
    """What was found in one document: its kind, its name and its sites."""

    file: str
    kind: str
    name: str
    raw: tuple[RawName, ...]
    root: Node | None


BESIDE = re.compile(r"(?:right of|left of|above|below|on) \S+$")
"""Matches where a thing lies next to another one, or on it."""

Pages = dict[tuple[str, str], "DocumentNames"]
"""Pages by file and text, so that a document that did not change is not read again."""


# One document: what its values are by their paths.


def names_in(file: str, text: str) -> DocumentNames:
    """Return the names in the text of a document; none if it can't be read."""
    path = PurePosixPath(file)
    name = path.parent.name if path.name == KIT_MANIFEST else path.stem
    document = read_document(text, file)
    if document.root is None or not isinstance(document.root.value, SourceMapping):
        return DocumentNames(file, document.kind or "", name, (), None)
    walk = _Walk(file, text, document.kind or "", name)
    walk.value(document.root, ())
    return DocumentNames(file, document.kind or "", name, tuple(walk.raw), document.root)


class _Walk:
    """Collects the sites of one document."""

    def __init__(self, file: str, text: str, kind: str, name: str) -> None:
        self.file, self.kind, self.name = file, kind, name
        self.lines = Lines(text)
        self.raw: list[RawName] = []
        self._own: frozenset[str] = frozenset()

    def value(self, node: Node, path: tuple[str | int, ...], parent: Node | None = None) -> None:
        """Collect the sites of a value and of everything in it."""
        if isinstance(node.value, SourceMapping):
            for key, inner in node.items():
                at = (*path, key.text)
                use = use_of(self.kind, at, is_key=True)
                if use:
                    self._key(key, replace(use, defines=use.defines or (use.role == "tag" and path == ("tags",))))
                self._own = _parameters(key.text) if path == ("definitions",) else self._own
                self.value(inner, at, node)
                self._own = frozenset() if path == ("definitions",) else self._own
        elif isinstance(node.value, list):
            for index, item in enumerate(node):
                self.value(item, (*path, index), node if parent is None else parent)
        elif node.value is not None and not isinstance(node.value, bool):
            use = use_of(self.kind, path)
            if use:
                self._scalar(node, self._fitting(use, path, parent), parent)

    def _fitting(self, use: Use, path: tuple[str | int, ...], parent: Node | None) -> Use:
        """Return the use of a value whose neighbours decide what it is."""
        if self.kind == "template" and use.role == "text style" and path[-1] == "style" and parent and "map" in parent:
            return replace(use, role="map style")
        if use.role == "tag" and self.kind.endswith("-map") and "tags" in path:
            return replace(use, defines=True)  # the first place with a tag brings it in
        return use

    def _key(self, key: Node, use: Use) -> None:
        scalar = scalar_at(key.text, self.lines, key.span)
        if use.syntax == "function":
            name = key.text.partition("(")[0].strip()
            self._part(use, name, scalar, key, key.text.find(name), style="identifier")
        else:
            self._part(use, key.text, scalar, key, 0, whole=True)

    def _scalar(self, node: Node, use: Use, parent: Node | None) -> None:
        text = node.text
        scalar = scalar_at(text, self.lines, node.span)
        templated = self.kind == "template" and use.syntax in ("name", "colour") and "{" in text
        match "text" if templated else use.syntax:
            case "expression":
                self._found(in_expression(text, own=self._own), scalar, node, _map_beside(parent))
            case "text":
                self._found(in_text(text), scalar, node, _map_beside(parent))
            case "order":
                formula = re.sub(r"\s+descending\s*$", "", text)
                self._found(in_expression(formula), scalar, node, "")
            case "roads":
                self._roads(text, use, scalar, node)
            case "field type":
                self._field_type(text, scalar, node)
            case "position":
                name = text.rpartition(" ")[2] if BESIDE.match(text) else ""
                self._part(use, name, scalar, node, text.rfind(name))
            case "file":
                name = PurePosixPath(text).stem
                self._part(replace(use, role="component"), name, scalar, node, text.rfind(name), style="file")
            case "colour":
                if not text.startswith("#") and text not in ("none", "as drawn"):
                    self._part(use, text, scalar, node, 0, whole=True)
            case _:
                self._part(use, text, scalar, node, 0, whole=True, owner=_owner_beside(use, parent))

    def _roads(self, text: str, use: Use, scalar: Scalar | None, node: Node) -> None:
        start = 0
        for joint in (*JOINT.finditer(text), None):
            end = joint.start() if joint else len(text)
            name = text[start:end].strip()
            self._part(use, name, scalar, node, text.find(name, start) if name else start)
            start = joint.end() if joint else end

    def _field_type(self, text: str, scalar: Scalar | None, node: Node) -> None:
        found = re.search(
            r"(?:(places?)|rows?) of\s+(?P<of>.+?)(?:\s+tagged\s+(?P<tag>.+?))?(?:\s*,\s*optional)?\s*$", text
        )
        if found:
            role: Role = "map" if found[1] else "component"
            self._part(Use(role), found["of"], scalar, node, found.start("of"))
            if found["tag"]:
                self._part(Use("tag"), found["tag"], scalar, node, found.start("tag"), owner=found["of"])

    def _found(self, names: Iterable[Found], scalar: Scalar | None, node: Node, beside: str) -> None:
        for each in names:
            found = replace(each, owner=each.owner or beside) if each.kind == "literal" else each
            style = "identifier" if each.kind in ("name", "call", "field") else "text"
            use = Use("definition")
            self._part(use, each.name, scalar, node, each.start, each.end, style=style, found=found)

    def _part(
        self,
        use: Use,
        name: str,
        scalar: Scalar | None,
        node: Node,
        start: int,
        end: int | None = None,
        whole: bool = False,
        style: str = "",
        owner: str = "",
        found: Found | None = None,
    ) -> None:
        """Add the site of a part of a scalar, or of the whole scalar if its place is not known exactly."""
        if not name:
            return
        end = start + len(name) if end is None else end
        span, exact = node.span, False
        if scalar and scalar.offsets[start] >= 0 and scalar.offsets[end - 1] >= 0:
            first, last = scalar.range(start, end)
            span, exact = self.lines.span(self.file, first, last), True
        elif whole and scalar is None:
            exact = False
        scopes = frozenset((owner,)) if owner else self._scopes(use.role)
        quote = scalar.style if scalar else "?"
        site = NameSite(use.role, name, span, scopes, use.defines, f"{style}{quote}", whole, exact=exact)
        self.raw.append(RawName(site, found))

    def _scopes(self, role: Role) -> frozenset[str]:
        """Return the document itself for names that belong to it."""
        if role in OF_A_MAP and role != "tag":
            return frozenset((self.name,)) if self.kind.endswith("-map") or self.kind == "requirements" else frozenset()
        own = {
            "field": "component",
            "layer": "template",
            "rule table": "rulebook",
            "section": "rulebook",
            "thing": "table",
        }
        return frozenset((self.name,)) if own.get(role) == self.kind else frozenset()


def _parameters(key: str) -> frozenset[str]:
    """Return the parameters of a definition such as `far(place, start)`."""
    inside = key.partition("(")[2].rpartition(")")[0]
    return frozenset(part.strip() for part in inside.split(",") if part.strip())


def _map_beside(parent: Node | None) -> str:
    """Return the map that a mapping with formulas names, such as that of a layer; empty if it has none."""
    beside = parent.get("map") if parent is not None and isinstance(parent.value, SourceMapping) else None
    return beside.text if beside and isinstance(beside.value, str) and "{" not in beside.value else ""


def _owner_beside(use: Use, parent: Node | None) -> str:
    """Return the owner of a name that a key next to it names: the map of a place, the component of a row."""
    if parent is None or not isinstance(parent.value, SourceMapping):
        return ""
    if use.role in OF_A_MAP:
        return _map_beside(parent)
    beside = parent.get("component") if use.role in ("row", "layer") else None
    return beside.text if beside and isinstance(beside.value, str) else ""
