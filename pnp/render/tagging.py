"""The structure of a tagged PDF, for programs that read it aloud (ISO 32000-1, 14.7 and 14.8).

Everything painted on a page is between two marks. A mark has a number that leads to the element of its text, or it says
that this is an artifact, which is not read.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from pnp.render.transparency import add_entries, document_of
from pnp.scene.items import Group, Tag, Text
from pnp.scene.parts import LinkArea
from pnp.units import MM_PER_POINT

CONTAINERS = frozenset({"Artifact", "Document", "Sect", "L", "LI", "Table", "TR"})
"""Elements that have other elements only: what is painted for them, such as rules and grounds, is an artifact."""

ARTIFACT = "/Artifact BMC"
END = "EMC"


class StructureElement:
    """One element of the structure: its role, its parent, and what it has in the order of reading."""

    def __init__(self, role: str, parent: StructureElement | None, reference: Any, tag: Tag | None = None) -> None:
        self.role, self.parent, self.reference, self.tag = role, parent, reference, tag
        self.page: Any = None
        self.kids: list[Any] = []

    @property
    def is_begun(self) -> bool:
        """Whether some of its text is written."""
        return bool(self.kids) and self.role not in CONTAINERS


class Structure:
    """Collects the elements of a document while its pages are written."""

    def __init__(self, canvas: Any) -> None:
        self._document = document_of(canvas)
        self._elements: dict[int, StructureElement] = {}
        self._tags: list[Tag] = []  # kept alive: they are found by identity
        self._all: list[StructureElement] = []
        self._pages: list[list[StructureElement]] = []
        self._blending: list[str] = []
        self._links, self._annotated = 0, list[tuple[StructureElement, Any]]()
        self._page: Any = None
        self.root = self._new("Document", None)
        self.artifact = StructureElement("Artifact", None, None)

    def begin_page(self, blends_in: str = "") -> None:
        """Say that marks from now on are on the open page, which is one transparency group of that colour space."""
        self._page = self._document.thisPageRef()
        self._pages.append([])
        self._blending.append(blends_in)

    def element(self, tag: Tag, around: StructureElement) -> StructureElement:
        """Return the element of a tag, which becomes a part of the element around it when it is met first.

        In an artifact, everything is a part of it.
        """
        if around is self.artifact or tag.role == "Artifact":
            return self.artifact
        if id(tag) not in self._elements:
            self._tags.append(tag)
            made = self._elements[id(tag)] = self._new(tag.role, around, tag)
            around.kids.append(made.reference)
        return self._elements[id(tag)]

    def begins(self, element: StructureElement) -> str:
        """Return the operator that begins a mark of the element on the open page; an artifact for a container."""
        return ARTIFACT if element.role in CONTAINERS else f"/{element.role} <</MCID {self._marked(element)}>> BDC"

    def begins_part(self, element: StructureElement, text: str) -> str:
        """Return the operator that begins a part of an element, which is read as a text, here in UTF-16 as hex."""
        if element.role in CONTAINERS:
            return ARTIFACT
        part = self._new("Span", element)
        element.kids.append(part.reference)
        return f"/Span <</MCID {self._marked(part)} /ActualText <feff{text}>>> BDC"

    def _marked(self, element: StructureElement) -> int:
        """Return the number of a new mark on the open page."""
        marked = self._pages[-1]
        number = len(marked)
        marked.append(element)
        if element.page is None:
            element.page = self._page
        same = element.page is self._page
        element.kids.append(number if same else _dictionary(Type="/MCR", Pg=self._page, MCID=number))
        return number

    def add_link(self, link: LinkArea, described: str) -> None:
        """Make the link just written on the open page a part of the element of its text."""
        self._links += 1
        annotation = self._document.idToObject[self._document.annotationName(f"NUMBER{self._links}")]
        element = self._elements.get(id(link.tag))
        if element is not None:
            _enter(annotation, "Contents", described)
            self._annotated.append((element, annotation))
            element.kids.append(_dictionary(Type="/OBJR", Pg=self._page, Obj=self._document.Reference(annotation)))

    def close(self) -> None:
        """Add the elements to the document and number its pages and links."""
        document, refer = self._document, self._document.Reference
        numbers: list[Any] = []
        for number, (page, marked, space) in enumerate(
            zip(document.Pages.pages, self._pages, self._blending, strict=True)
        ):
            entries = {"StructParents": number, "Tabs": "/S"}
            if space:
                entries["Group"] = f"<< /S /Transparency /CS /{space} /I true >>"
            add_entries(page, **entries)
            numbers += [number, _array(each.reference for each in marked)]
        for number, (element, annotation) in enumerate(self._annotated, len(self._pages)):
            _enter(annotation, "StructParent", number)
            numbers += [number, element.reference]
        tree = refer(_dictionary(Nums=_array(numbers)))
        root = refer(
            _dictionary(
                Type="/StructTreeRoot",
                K=self.root.reference,
                ParentTree=tree,
                ParentTreeNextKey=len(self._pages) + len(self._annotated),
            ),
            "structure",
        )
        for element in self._all:
            refer(_written(element, root), element.reference.name)
        add_entries(document.Catalog, MarkInfo=_dictionary(Marked="true"), StructTreeRoot=root)

    def _new(self, role: str, parent: StructureElement | None, tag: Tag | None = None) -> StructureElement:
        from reportlab.pdfbase.pdfdoc import PDFObjectReference

        made = StructureElement(role, parent, PDFObjectReference(f"element-{len(self._all)}"), tag)
        self._all.append(made)
        return made


def begins_line(before: Text, text: Text) -> bool:
    """Return whether a text of a block is a word apart from the one before: it begins a line, or follows a gap.

    A gap is before a column and after the number of a list item. After a drop cap, which is larger, a word continues.
    """
    end, em = before.x + before.width, text.size * MM_PER_POINT
    below = text.y > before.y and text.x < end - em / 2
    return below or (before.size == text.size and text.x > end + em / 5)


def word_of(group: Group) -> Text | None:
    """Return the text that a drawing is read as, in the coordinates of the texts around it."""
    a, _, _, d, e, f = group.transform
    alt = group.alt
    return replace(alt, x=e + a * alt.x, y=f + d * alt.y, width=a * alt.width) if alt else None


def _written(element: StructureElement, root: Any) -> Any:
    """Return the element as a dictionary of the document."""
    from reportlab.pdfbase.pdfdoc import PDFString

    entries: dict[str, Any] = {"S": f"/{element.role}", "P": element.parent.reference if element.parent else root}
    if element.kids:
        entries["K"] = element.kids[0] if len(element.kids) == 1 else _array(element.kids)
    if element.page is not None:
        entries["Pg"] = element.page
    if element.tag and element.tag.alt:
        entries["Alt"] = PDFString(element.tag.alt)
    if element.tag and element.tag.scope:
        entries["A"] = f"<< /O /Table /Scope /{element.tag.scope} >>"
    elif element.role == "L":
        entries["A"] = "<< /O /List /ListNumbering /None >>"
    return _dictionary(**entries)


def _dictionary(**entries: Any) -> Any:
    from reportlab.pdfbase.pdfdoc import PDFDictionary

    return PDFDictionary(entries)


def _array(values: Iterable[Any]) -> Any:
    from reportlab.pdfbase.pdfdoc import PDFArray

    return PDFArray(list(values))


def _enter(annotation: Any, name: str, value: Any) -> None:
    """Add an entry to a link of reportlab, which is a dictionary, or a `LinkAnnotation` if it stays in the file."""
    from reportlab.pdfbase.pdfdoc import PDFString

    if not hasattr(annotation, "otherkw"):
        annotation[name] = PDFString(value) if isinstance(value, str) else value
    elif name == "Contents":
        annotation.Contents = value
    else:
        annotation.permitted = (*annotation.permitted, name)
        annotation.otherkw[name] = value
