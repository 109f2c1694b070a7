"""SVG files: their elements by id, each with its style from attributes, style sheets and `style` (CSS)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from pnp.scene.bitmaps import PictureRefused
from pnp.scene.svg_values import longhands
from pnp.scene.svg_xml import MOST_BYTES, MOST_ELEMENTS, SIMPLER, SVG, Element, read_xml

MOST_RULES, MOST_MATCHES = 2_000, 1_000_000
"""Maximum number of selectors in the style sheets of a file, and of comparisons with elements."""

SVG_TEXTS = ("text", "tspan", "style", "textPath", "a", "title")


class SvgTree(Struct, frozen=True):
    """The root of a file, its elements by id, its style sheets, and copies of the elements that a `use` shows."""

    root: Element
    ids: Mapping[str, Element]
    sheet: StyleSheet
    copies: dict[Element, Element]

    def find(self, address: str) -> Element | None:
        """Return the element that an address such as `#a` or `url(#a)` names; None if the file has no such element."""
        found = _ADDRESS.match(address)
        return self.ids.get(found[1]) if found else None

    def shown(self, target: Element) -> Element:
        """Return what a `use` of an element shows: a copy, if rules depend on the elements around it.

        Rules are matched in the copy alone (SVG 2, 5.6.3): `#a rect` does not reach a `rect` that is used elsewhere.
        """
        if not self.sheet.has_places:
            return target
        if target not in self.copies:
            host = Element("use", {}, None, target.line)
            copy = self.copies[target] = _copied(target, host)
            self.sheet.apply(copy, target.parent)
        return self.copies[target]

    def lacks(self, address: str) -> str | None:
        """Return a hint if an address such as `url(#a)` names an element that the file does not have; else None."""
        found = _ADDRESS.match(address)
        if found is None or found[1] in self.ids:
            return None
        return f"the file has no '#{found[1][:40]}': draw it again, or save the file again with it"


_ADDRESS = re.compile(r"""\s*(?:url\(\s*["']?)?#([^"')]+)""")
_BLANK = re.compile(r"\s+")


def read_tree(content: bytes) -> SvgTree:
    """Return the elements of a file, each with its own style. Raises PictureRefused."""
    if len(content) > MOST_BYTES:
        raise PictureRefused(f"it has more than {MOST_BYTES // 2**20} MiB", SIMPLER)
    root = read_xml(content, SVG_TEXTS, MOST_ELEMENTS, SVG)
    if root.name != "svg":
        raise PictureRefused(f"it begins with '{root.name[:40]}', not with 'svg'", "save it as SVG")
    ids: dict[str, Element] = {}
    sheets = []
    for element in root.walk():
        if element.id:
            ids.setdefault(element.id, element)
        if element.name == "style" and element.attributes.get("type", "") in ("", "text/css"):
            sheets.append("".join(each for each in element.content if isinstance(each, str)))
    sheet = StyleSheet("\n".join(sheets))
    sheet.apply(root, None)
    return SvgTree(root, ids, sheet, {})


def _copied(element: Element, parent: Element) -> Element:
    """Return a copy of an element, with all in it, as the last child of another one."""
    copy = Element(element.name, element.attributes, parent, element.line, element.offset)
    parent.count += 1
    copy.content = [_copied(each, copy) if isinstance(each, Element) else each for each in element.content]
    return copy


# CSS: the style of each element, from attributes, style sheets and its `style`.


class AttributeTest(Struct, frozen=True):
    """A condition on an attribute: that it is there, or how its value is related to another one."""

    name: str
    relation: str = ""
    value: str = ""

    def holds(self, element: Element) -> bool:
        """Whether an element has such an attribute."""
        found, value = element.attributes.get(self.name), self.value
        if found is None or not self.relation:
            return found is not None
        match self.relation:
            case "=":
                return found == value
            case "~=":
                return value in found.split()
            case "|=":
                return found == value or found.startswith(f"{value}-")
            case "^=":
                return bool(value) and found.startswith(value)
            case "$=":
                return bool(value) and found.endswith(value)
            case _:
                return bool(value) and value in found


class PositionTest(Struct, frozen=True):
    """A condition on the position of an element among its siblings: `step` * n + `first`, counted from 1."""

    step: int
    first: int
    from_end: bool = False

    def holds(self, element: Element) -> bool:
        """Whether an element has such a position."""
        count = element.parent.count if element.parent else 1
        beyond = (count - element.position + 1 if self.from_end else element.position) - self.first
        return beyond == 0 if self.step == 0 else beyond % self.step == 0 and beyond // self.step >= 0


class RootTest(Struct, frozen=True):
    """The condition that an element is the root of the file."""

    def holds(self, element: Element) -> bool:
        """Whether an element is the root."""
        return element.parent is None


class NotTest(Struct, frozen=True):
    """The condition that another selector does not match an element."""

    excluded: CompoundSelector

    def holds(self, element: Element) -> bool:
        """Whether the other selector does not match an element."""
        return not self.excluded.matches(element, _classes(element))


class CompoundSelector(Struct, frozen=True):
    """A selector for one element: its name, id, classes and tests; and how it is related to the one before it."""

    name: str
    id: str
    classes: frozenset[str]
    is_child: bool = False
    tests: tuple[AttributeTest | PositionTest | RootTest | NotTest, ...] = ()

    def matches(self, element: Element, classes: frozenset[str]) -> bool:
        """Whether an element with those classes is meant."""
        named = self.name in ("", "*", element.name)
        plain = named and (not self.id or self.id == element.id) and self.classes <= classes
        return plain and all(test.holds(element) for test in self.tests)


Properties = dict[str, tuple[str, bool]]
"""The value of each property, and whether it is important."""

_SELECTOR = re.compile(
    r"""\s*([>\s])?\s*(\*|[A-Za-z][\w-]*)?((?:[.#][\w-]+|\[[^\]"']{1,200}(?:"[^"]{0,200}"|'[^']{0,200}')?\s*\]"""
    r"""|:not\([^()]{1,200}\)|:[a-z-]+(?:\([^()]{1,40}\))?)*)"""
)
_MARK = re.compile(r"""([.#])([\w-]+)|\[([^\]]*)\]|:([a-z-]+)(?:\(([^()]*)\))?""")
_ATTRIBUTE = re.compile(r"""\s*([\w-]+)\s*(?:([~|^$*]?=)\s*(?:"([^"]*)"|'([^']*)'|([\w.-]+)))?\s*""")
_POSITION = re.compile(r"([+-]?\d{0,4})n(?:([+-]\d{1,4}))?")
_VARIABLE = re.compile(r"var\(\s*(--[\w-]+)\s*(?:,([^()]*))?\)")
_DECLARATION = re.compile(
    r"""\s*+([\w-]++)\s*+:((?:[^;"'(]++|"[^"]{0,1000}+"|'[^']{0,1000}+'|\([^()]{0,1000}+\))*+)(?:;|$)"""
)
_IMPORTANT = re.compile(r"\s*!\s*important\s*$", re.IGNORECASE)
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_COMMA = re.compile(r",(?![^(\[]*[)\]])")


def declarations(text: str) -> tuple[tuple[str, str, bool], ...]:
    """Return the properties in a `style`: name, value, and whether it is important."""
    if "/*" in text:
        text = _COMMENT.sub("", text)
    found = []
    for name, raw in _DECLARATION.findall(text):
        value = _IMPORTANT.sub("", raw)
        found += [(*each, value != raw) for each in longhands(name.lower(), value.strip())]
    return tuple(found)


class StyleSheet:
    """The style sheets of a file, which give each element its style; `unread` is what of them is not supported."""

    def __init__(self, text: str) -> None:
        self.rules, unread = _rules(text) if text.strip() else ([], [])
        self.unread = tuple(dict.fromkeys(unread))
        self.has_places = any(len(selector) > 1 or _has_place(selector[0]) for selector, _, _ in self.rules)
        self._has_variables = "var(" in text or "--" in text
        self._variables: dict[Element, dict[str, str]] = {}
        self._comparisons = 0

    def apply(self, root: Element, around: Element | None) -> None:
        """Store the style of an element and all in it, in the order of CSS, and put the element into `around`.

        The order is: attributes, rules by specificity, `style`, important ones.
        """
        for element in root.walk():
            own = {name: value.strip() for name, value in element.attributes.items() if name not in _NO_PROPERTIES}
            matched = []
            if self.rules:
                self._comparisons += len(self.rules)
                if self._comparisons > MOST_MATCHES:
                    raise PictureRefused("its style sheets have too many rules for its elements", SIMPLER)
                matched = [(order, given) for selector, order, given in self.rules if _matches(selector, element)]
                matched.sort(key=lambda each: each[0])
            style = element.attributes.get("style", "")
            given = [each for _, rule in matched for each in rule] + list(declarations(style))
            own.update((name, value) for name, value, important in given if not important)
            own.update((name, value) for name, value, important in given if important)
            element.own = own
        root.parent = around
        if self._has_variables:
            self._fill_variables(root)

    def _fill_variables(self, root: Element) -> None:
        """Replace the variables in the style of each element with their values, which elements inherit."""
        known = self._variables
        for element in root.walk():
            around = known.get(element.parent, {}) if element.parent else {}
            own = {name: value for name, value in element.own.items() if name.startswith("--")}
            for _ in range(NESTED_VARIABLES):
                own = {name: _filled(value, {**around, **own}) for name, value in own.items()}
            known[element] = {**around, **own} if own else around
            if any("var(" in value for value in element.own.values()):
                element.own = {name: _filled(value, known[element]) for name, value in element.own.items()}


def _has_place(selector: CompoundSelector) -> bool:
    """Whether a selector for one element depends on where it is."""
    inner = (_has_place(test.excluded) for test in selector.tests if isinstance(test, NotTest))
    return any(isinstance(test, PositionTest | RootTest) for test in selector.tests) or any(inner)


def _filled(value: str, variables: Mapping[str, str]) -> str:
    """Return a value with the variables that are known, or their defaults; cut off where they make it very long."""

    def known(found: re.Match[str]) -> str:
        return variables.get(found[1].lower(), found[2].strip() if found[2] else found[0])

    return _VARIABLE.sub(known, value)[:LONGEST_VALUE] if "var(" in value else value


LONGEST_VALUE, NESTED_VARIABLES = 1_000, 3
"""Maximum number of characters of a value in which variables were replaced, and how often they are of one element."""

# fmt: off
_NO_PROPERTIES = frozenset((
    "id", "class", "style", "d", "points", "transform", "viewBox", "href", "xml:space", "marker", "mix-blend-mode",
    "isolation", "background", "background-color",
))
# fmt: on
"""Attributes that are no properties of style, or no attributes though there are properties with these names."""

_Rule = tuple[tuple[CompoundSelector, ...], tuple[int, int, int, int], tuple[tuple[str, str, bool], ...]]


def _rules(sheet: str) -> tuple[list[_Rule], list[str]]:
    """Return the selectors of a style sheet with their specificity and properties, and what is not supported."""
    import tinycss2

    rules: list[_Rule] = []
    unread: list[str] = []
    for number, rule in enumerate(_style_rules(tinycss2.parse_stylesheet(sheet, True, True), unread)):
        given = declarations(tinycss2.serialize(rule.content))
        for written in _COMMA.split(_COMMENT.sub("", tinycss2.serialize(rule.prelude))):
            selector = _selector(written)
            if selector is None:
                unread.append(f"the style for '{written.strip()[:40]}'")
                continue
            ids = sum(bool(each.id) for each in selector)
            classes, names = (
                sum(len(each.classes) + len(each.tests) for each in selector),
                sum(each.name not in ("", "*") for each in selector),
            )
            rules.append((selector, (ids, classes, names, number), given))
    if len(rules) > MOST_RULES:
        raise PictureRefused(f"its style sheets have more than {MOST_RULES:,} rules", SIMPLER)
    return rules, unread


def _style_rules(found: Iterable[Any], unread: list[str]) -> Iterator[Any]:
    """Yield the rules, also those for all media and for print."""
    import tinycss2

    for rule in found:
        if rule.type == "qualified-rule":
            yield rule
        elif rule.type == "at-rule" and rule.lower_at_keyword == "media" and rule.content is not None:
            if {"all", "print", "screen"} & set(_BLANK.split(tinycss2.serialize(rule.prelude))):
                yield from _style_rules(tinycss2.parse_rule_list(rule.content, True, True), unread)
        elif rule.type == "at-rule" and rule.lower_at_keyword not in ("charset", "font-face", "namespace", "page"):
            unread.append(f"the style '@{rule.lower_at_keyword[:40]}'")


def _selector(text: str) -> tuple[CompoundSelector, ...] | None:
    """Return the selector for an element and those around it, the outermost first; None if it is not supported."""
    parts: list[CompoundSelector] = []
    at, text = 0, text.strip()
    while at < len(text):
        found = _SELECTOR.match(text, at)
        if found is None or found.end() == at or not (found[2] or found[3]):
            return None
        part = _compound(found[2] or "", found[3], ">" in (found[1] or ""))
        if part is None:
            return None
        parts.append(part)
        at = found.end()
    return tuple(parts) or None


def _compound(name: str, marks: str, is_child: bool) -> CompoundSelector | None:
    """Return the selector for one element; None if it has a mark that is not supported."""
    found = list(_MARK.finditer(marks))
    tests = [_test(mark) for mark in found if not mark[1]]
    if any(test is None for test in tests):
        return None
    classes = frozenset(mark[2] for mark in found if mark[1] == ".")
    ids = [mark[2] for mark in found if mark[1] == "#"]
    return CompoundSelector(name, ids[-1] if ids else "", classes, is_child, tuple(filter(None, tests)))


def _test(mark: re.Match[str]) -> AttributeTest | PositionTest | RootTest | NotTest | None:
    """Return the condition in brackets or after a colon; None if it is not supported."""
    if mark[3] is not None:
        given = _ATTRIBUTE.fullmatch(mark[3])
        return AttributeTest(given[1], given[2] or "", given[3] or given[4] or given[5] or "") if given else None
    if mark[4] == "root":
        return RootTest()
    if mark[4] == "not":
        inner = _selector(mark[5] or "") or ()
        return NotTest(inner[0]) if len(inner) == 1 else None
    return _position(mark[4], mark[5] or "")


def _position(pseudo: str, written: str) -> PositionTest | None:
    """Return the test of a pseudo-class such as `first-child` or `nth-child(2n+1)`; None for any other one."""
    match pseudo:
        case "first-child" | "last-child":
            return PositionTest(0, 1, pseudo == "last-child")
        case "nth-child" | "nth-last-child":
            text = {"odd": "2n+1", "even": "2n"}.get(written.strip(), _BLANK.sub("", written))
            if text.isascii() and text.isdigit() and len(text) < 5:
                return PositionTest(0, int(text), pseudo == "nth-last-child")
            found = _POSITION.fullmatch(text)
            if found:
                step = int(f"{found[1]}1") if found[1] in ("", "+", "-") else int(found[1])
                return PositionTest(step, int(found[2] or 0), pseudo == "nth-last-child")
    return None


def _matches(selector: tuple[CompoundSelector, ...], element: Element) -> bool:
    """Whether an element and those around it fit the selector.

    Its parts are matched from the last one outwards. `found` are all elements that the part may be, the innermost
    first: the nearest one is not always the right one, as for `g` in `#a > g rect`.
    """
    *outer, last = selector
    found, child = [element] if last.matches(element, _classes(element)) else [], last.is_child
    for part in reversed(outer):
        if not found:
            return False
        around = [each.parent for each in found if each.parent] if child else found[0].around()
        found = [each for each in around if part.matches(each, _classes(each)) and not _is_host(each)]
        child = part.is_child
    return bool(found)


def _is_host(element: Element) -> bool:
    """Whether an element is the one around a copy, which no rule matches; the root of a file is an `svg`."""
    return element.parent is None and element.name == "use"


def _classes(element: Element) -> frozenset[str]:
    return frozenset(element.attributes.get("class", "").split())
