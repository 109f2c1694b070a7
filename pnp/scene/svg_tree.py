"""SVG files: their elements by id, each with its style from attributes, style sheets and `style` (CSS)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
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


_ADDRESS = re.compile(r"""\s*(?:url\(\s*["']?)?#([^"')\s]+)""")
_BLANK = re.compile(r"\s+")


def read_tree(content: bytes) -> SvgTree:
    """Return the elements of a file, each with its own style. Raises PictureRefused."""
    if len(content) > MOST_BYTES:
        raise PictureRefused(f"it has more than {MOST_BYTES // 2**20} MiB", SIMPLER)
    root = read_xml(content, SVG_TEXTS, MOST_ELEMENTS, SVG)
    if root.name != "svg":
        raise PictureRefused(f"it begins with '{root.name[:40]}', not with 'svg'", "save it as SVG")
    ids: dict[str, Element] = {}
    sheets, unread = [], []
    for element in root.walk():
        if element.id:
            ids.setdefault(element.id, element)
        if element.name == "style" and element.attributes.get("type", "") in ("", "text/css"):
            applies = _is_printed(media := element.attributes.get("media", ""))
            if applies:
                sheets.append("".join(each for each in element.content if isinstance(each, str)))
            elif applies is None:
                unread.append(f"the style for '{media[:40]}'")
    sheet = StyleSheet("\n".join(sheets), unread)
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


class NeverTest(Struct, frozen=True):
    """A condition that holds on screens only, such as `:hover`."""

    def holds(self, element: Element) -> bool:
        """Never."""
        return False


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
    tests: tuple[AttributeTest | PositionTest | RootTest | NeverTest | NotTest, ...] = ()

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
_DECLARATION = re.compile(r"""(?:[^;"'(]++|"[^"]*+"|'[^']*+'|\([^()]*+\)|["'(])++""")
_NAME = re.compile(r"[\w-]+")
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)


def declarations(text: str) -> tuple[tuple[str, str, bool], ...]:
    """Return the properties in a `style`: name, value, and whether it is important."""
    if "/*" in text:
        text = _COMMENT.sub("", text)
    found = []
    for declaration in _DECLARATION.findall(text):
        name, _, written = map(str.strip, declaration.partition(":"))
        if not _NAME.fullmatch(name) or not written:
            continue
        name = name if name.startswith("--") else name.lower()
        value, mark, word = map(str.strip, written.rpartition("!"))
        is_important = mark == "!" and word.lower() == "important"
        found += [(*each, is_important) for each in longhands(name, value if is_important else written)]
    return tuple(found)


class StyleSheet:
    """The style sheets of a file, which give each element its style; `unread` is what of them is not supported."""

    def __init__(self, text: str, unread: Iterable[str] = ()) -> None:
        self.rules, others = _rules(text) if text.strip() else ([], [])
        self.unread = tuple(dict.fromkeys((*unread, *others)))
        self.has_places = any(len(selector) > 1 or _has_place(selector[0]) for selector, _, _ in self.rules)
        self._has_variables = _VARIABLE.search(text) is not None
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
            self._has_variables |= any(map(_VARIABLE.search, own.values()))
        root.parent = around
        if self._has_variables:
            self._fill_variables(root)

    def _fill_variables(self, root: Element) -> None:
        """Replace the variables in the style of each element with their values, which elements inherit.

        A property with a variable that has no value is removed, so that an inherited one applies, as in browsers.
        """
        known = self._variables
        for element in root.walk():
            around = known.get(element.parent, {}) if element.parent else {}
            own = {name: value for name, value in element.own.items() if name.startswith("--")}
            values = known[element] = _variables(own, around) if own else around
            for name in [name for name, value in element.own.items() if _VARIABLE.search(value)]:
                filled = _filled(element.own.pop(name), values.get)
                if filled:
                    element.own[name] = filled


def _has_place(selector: CompoundSelector) -> bool:
    """Whether a selector for one element depends on where it is."""
    inner = (_has_place(test.excluded) for test in selector.tests if isinstance(test, NotTest))
    return any(isinstance(test, PositionTest | RootTest) for test in selector.tests) or any(inner)


def _variables(own: Mapping[str, str], around: Mapping[str, str]) -> dict[str, str]:
    """Return the values of variables: those of an element, which may use each other, over inherited ones."""
    found, waiting = dict(around), dict(own)

    def value(name: str, depth: int = 0) -> str | None:
        if name in waiting and depth < NESTED_VARIABLES:
            written = waiting.pop(name)
            found.pop(name, None)  # also while it is filled: in a circle, no variable has a value
            filled = _filled(written, lambda inner: value(inner, depth + 1))
            if filled is not None:
                found[name] = filled
        return found.get(name)

    for name in own:
        value(name)
    return found


_VARIABLE = re.compile(r"var\(\s*+(--[\w-]++)\s*+([,)])", re.IGNORECASE)


def _filled(text: str, value: Callable[[str], str | None], depth: int = 0) -> str | None:
    """Return a text with the values of its variables or their fallbacks; None if one has neither, or it is too long."""
    filled, at = "", 0
    while (found := _VARIABLE.search(text, at)) and len(filled) < LONGEST_VALUE:
        end = found.end() if found[2] == ")" else _closing(text, found.end())
        inner = value(found[1])
        if inner is None and found[2] == "," and depth < NESTED_VARIABLES:
            inner = _filled(text[found.end() : end - 1], value, depth + 1)
        if inner is None:
            return None
        filled, at = f"{filled}{text[at : found.start()]}{inner.strip()}", end
    filled += text[at:]
    return filled.strip() if at == 0 or len(filled) <= LONGEST_VALUE else None


def _closing(text: str, start: int) -> int:
    """Return the offset after the bracket that closes the one before `start`."""
    depth = 1
    for found in _BRACKET.finditer(text, start):
        depth += 1 if found[0] == "(" else -1
        if depth == 0:
            return found.end()
    return len(text) + 1


_BRACKET = re.compile("[()]")
LONGEST_VALUE, NESTED_VARIABLES = 1_000, 20
"""Maximum number of characters of a value in which variables were replaced, and of variables inside each other."""

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
        for written in _listed(rule.prelude):
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


def _listed(tokens: Iterable[Any]) -> Iterator[str]:
    """Yield the texts between the commas of a list; commas in brackets are part of them."""
    import tinycss2

    for is_comma, part in groupby(tokens, lambda token: token == ","):
        if not is_comma:
            yield _COMMENT.sub("", tinycss2.serialize(part))


def _style_rules(found: Iterable[Any], unread: list[str]) -> Iterator[Any]:
    """Yield the rules, also those for print."""
    import tinycss2

    for rule in found:
        if rule.type == "qualified-rule":
            yield rule
        elif rule.type == "at-rule" and rule.lower_at_keyword == "media" and rule.content is not None:
            applies = _is_printed(media := _COMMENT.sub("", tinycss2.serialize(rule.prelude)))
            if applies:
                yield from _style_rules(tinycss2.parse_rule_list(rule.content, True, True), unread)
            elif applies is None:
                unread.append(f"the style for '@media {media.strip()[:40]}'")
        elif rule.type == "at-rule" and rule.lower_at_keyword not in ("charset", "font-face", "namespace", "page"):
            unread.append(f"the style '@{rule.lower_at_keyword[:40]}'")


def _is_printed(media: str) -> bool | None:
    """Whether a list of media queries holds for a printed picture; None if that is not known, or if it is for screens.

    What Chromium applies when it prints an SVG file; conditions such as `(max-width: 9px)` are not evaluated.
    """
    queries = [_BLANK.sub(" ", query).strip() for query in media.lower().split(",")]
    found = [_query_holds(query) for query in queries]
    if True in found:
        return True
    return None if None in found or {"screen", "only screen"}.intersection(queries) else False


def _query_holds(query: str) -> bool | None:
    """Whether one media query holds for print; None if that is not known."""
    is_negated = query.startswith("not ")
    terms = query.removeprefix("not ").removeprefix("only ").split(" and ")
    found = [_MEDIA.get(term, None if "(" in term else False) for term in terms]
    holds = False if False in found else None if None in found else True
    return holds if holds is None else holds != is_negated


_MEDIA = {
    "": True,
    "all": True,
    "print": True,
    "(prefers-color-scheme: light)": True,
    "(prefers-color-scheme:light)": True,
    "(prefers-color-scheme: dark)": False,
    "(prefers-color-scheme:dark)": False,
}
"""Media and conditions that hold for print, or do not; other media do not."""


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


def _test(mark: re.Match[str]) -> AttributeTest | PositionTest | RootTest | NeverTest | NotTest | None:
    """Return the condition in brackets or after a colon; None if it is not supported."""
    if mark[3] is not None:
        given = _ATTRIBUTE.fullmatch(mark[3])
        return AttributeTest(given[1], given[2] or "", given[3] or given[4] or given[5] or "") if given else None
    if mark[4] == "root":
        return RootTest()
    if mark[4] == "not":
        inner = _selector(mark[5] or "") or ()
        return NotTest(inner[0]) if len(inner) == 1 else None
    if mark[4] in _INTERACTIVE and mark[5] is None:
        return NeverTest()
    return _position(mark[4], mark[5] or "")


_INTERACTIVE = frozenset(("hover", "active", "focus", "focus-within", "focus-visible", "visited", "target"))
"""Pseudo-classes that depend on a mouse, keys or an address."""


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
