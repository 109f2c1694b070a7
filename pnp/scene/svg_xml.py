"""Elements of XML files, read without references to other files, within limits.

Entities that the file declares itself are allowed if they are short, as Illustrator writes them for namespaces.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from xml.parsers import expat
from xml.parsers.expat import ErrorString
from xml.parsers.expat.errors import XML_ERROR_INVALID_TOKEN, XML_ERROR_NO_ELEMENTS, XML_ERROR_TAG_MISMATCH, codes

from pnp.scene.bitmaps import PictureRefused

MOST_BYTES, MOST_ELEMENTS, DEEPEST = 16 * 2**20, 20_000, 64
"""Maximum size of a file, number of its elements, and nesting depth."""

MOST_ENTITIES, LONGEST_ENTITY, MOST_EXPANDED = 100, 300, 4 * 2**20
"""Maximum number of entities of a file, characters of one, and characters of all their uses together."""

AGAIN = "save it again from your drawing program"
SIMPLER = "simplify it, or save it as PNG"
SVG, XLINK = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"
INKSCAPE = "http://www.inkscape.org/namespaces/inkscape"


class Element:
    """An element: its name without the namespace of SVG, attributes, children and texts in order, its line and offset.

    Names of other namespaces have a brace in them, as in `{http://…}pgf`. `position` is its place among the elements of
    its parent, from 1; `count` is the number of its children.
    """

    __slots__ = ("attributes", "content", "count", "line", "name", "offset", "own", "parent", "position")

    def __init__(
        self, name: str, attributes: dict[str, str], parent: Element | None, line: int, offset: int = 0
    ) -> None:
        self.name, self.attributes, self.parent, self.line, self.offset = name, attributes, parent, line, offset
        self.content: list[Element | str] = []
        self.own: dict[str, str] = {}
        self.count, self.position = 0, parent.count + 1 if parent else 1

    @property
    def children(self) -> Iterator[Element]:
        """The elements in it."""
        return (each for each in self.content if isinstance(each, Element))

    @property
    def id(self) -> str:
        """Its id, or an empty text."""
        return self.attributes.get("id", "")

    @property
    def label(self) -> str:
        """How messages name it: its kind, and its layer's name or its id if it has one."""
        name = self.attributes.get(f"{{{INKSCAPE}}}label") or self.id
        return f"'{self.name.rpartition('}')[2][:40]}'" + (f" '{name[:40]}'" if name else "")

    @property
    def href(self) -> str:
        """The address that it refers to, or an empty text."""
        return (self.attributes.get("href") or self.attributes.get(f"{{{XLINK}}}href") or "").strip()

    def around(self) -> Iterator[Element]:
        """Yield the elements that it is in, the nearest first."""
        place = self.parent
        while place is not None:
            yield place
            place = place.parent

    def walk(self) -> Iterator[Element]:
        """Yield the element and all elements in it."""
        waiting = [self]
        while waiting:
            found = waiting.pop()
            yield found
            waiting += reversed(list(found.children))


def read_xml(content: bytes, texts: Container[str], most: int, namespace: str | None = None) -> Element:
    """Return the root of any XML file of at most `most` elements, with the texts in elements of those names.

    Nothing outside of the file is read. Names are without that namespace; default: without any. Raises PictureRefused.
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise PictureRefused("it is not written in UTF-8", "save it as UTF-8") from None
    return _XmlParser(namespace, texts, most).parse(text)


class _XmlParser:
    """Builds the elements of a file from the events of expat."""

    def __init__(self, namespace: str | None, texts: Container[str], most: int) -> None:
        self._namespace, self._texts, self._most = namespace, texts, most
        self._root: Element | None = None
        self._open: list[Element] = []
        self._count = 0
        self._entities: dict[str, str] = {}
        self._skipped = 0
        self._parser = expat.ParserCreate(encoding="utf-8", namespace_separator="}")
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._text
        self._parser.EntityDeclHandler = self._entity
        self._parser.ExternalEntityRefHandler = self._external
        self._parser.SkippedEntityHandler = self._external

    def parse(self, text: str) -> Element:
        """Return the root. Raises PictureRefused."""
        declared = re.sub(r'^(\s*<\?xml[^>]*?)\s+encoding\s*=\s*("[^"]*"|\'[^\']*\')', r"\1", text[:200], count=1)
        self._uses = re.findall(r"&([A-Za-z_][\w.-]{0,99});", text) if "<!ENTITY" in text else []
        try:
            self._parser.Parse((declared + text[200:]).encode(), True)
        except expat.ExpatError as error:
            raise self._broken(text, error) from None
        assert self._root is not None, "expat refuses a file without an element"
        return self._root

    def _broken(self, text: str, error: expat.ExpatError) -> PictureRefused:
        """Return what is wrong with the tags of a file that expat refuses."""
        place = f"line {error.lineno}, column {error.offset + 1}"
        if not text.strip():
            return PictureRefused("the file is empty", AGAIN)
        read = text.encode()[: self._parser.ErrorByteIndex].decode(errors="ignore")
        begin = read.rfind("<")
        if error.code == codes[XML_ERROR_INVALID_TOKEN] and read.count('"', begin) % 2:
            line = read.count("\n", 0, begin) + 1
            return PictureRefused(f"in the tag that begins on line {line}, a quote is not closed", 'write the second "')
        if self._open and error.code in (codes[XML_ERROR_NO_ELEMENTS], codes[XML_ERROR_TAG_MISMATCH]):
            last = self._open[-1]
            before = "" if error.code == codes[XML_ERROR_NO_ELEMENTS] else f" before that of another at {place}"
            message = f"<{last.name}> on line {last.line} has no end{before}"
            return PictureRefused(message, f"write </{last.name}>, or {AGAIN}")
        return PictureRefused(f"its tags are broken at {place} ({ErrorString(error.code)})", AGAIN)

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        self._count += 1
        if self._skipped or len(self._open) >= DEEPEST or self._count > self._most:
            raise PictureRefused("it has too many parts, or too deep inside each other", SIMPLER)
        named = {_bare(name, self._namespace): value for name, value in attributes.items()}
        parent = self._open[-1] if self._open else None
        line, offset = self._parser.CurrentLineNumber, self._parser.CurrentByteIndex
        element = Element(_bare(tag, self._namespace), named, parent, line, offset)
        if parent:
            parent.content.append(element)
            parent.count = element.position
        else:
            self._root = element
        self._open.append(element)

    def _end(self, _tag: str) -> None:
        self._open.pop()

    def _text(self, text: str) -> None:
        if self._open[-1].name in self._texts:
            self._open[-1].content.append(text)

    def _entity(self, name: str, parameter: int, value: str | None, _base: str | None, *outside: str | None) -> None:
        if value is None or parameter:
            raise PictureRefused("its document type refers to another file", "delete the lines from '<!DOCTYPE' to '>'")
        self._entities[name] = value
        total = sum(len(self._entities.get(use, "")) for use in self._uses)
        nested = "&" in value or "%" in value or "<" in value
        if nested or len(value) > LONGEST_ENTITY or len(self._entities) > MOST_ENTITIES or total > MOST_EXPANDED:
            raise PictureRefused("its entities are too long, or inside each other", "save it again without entities")

    def _external(self, *_names: object) -> int:
        raise PictureRefused("it uses an entity that it does not define", "save it again without entities")


def _bare(name: str, namespace: str | None) -> str:
    """Return the name without that namespace, or without any; names of other namespaces get a brace in front."""
    place, brace, local = name.rpartition("}")
    return local if not brace or place == namespace or namespace is None else f"{{{name}"
