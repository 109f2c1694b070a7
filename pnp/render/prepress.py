"""What print shops read of a PDF next to its pages: layers, metadata, identity, and PDF/X with its flat pages."""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Callable, Iterator, Sequence
from io import BytesIO
from typing import Any, Literal, TypeAlias
from uuid import UUID
from xml.sax.saxutils import escape

from msgspec import Struct
from msgspec.structs import replace

from pnp.render.transparency import add_to_catalog, document_of, is_translucent, shows_through
from pnp.scene.bitmaps import open_bitmap
from pnp.scene.extent import SPIKE, bounds
from pnp.scene.items import IDENTITY, Affine, BoundingBox, Group, Item, LayerKind, Picture, Text, compose
from pnp.scene.paint import blends
from pnp.scene.parts import Sheet
from pnp.units import MM_PER_INCH

# Layers: optional content, which a reader can hide (ISO 32000-1, 8.11).

TITLES: dict[LayerKind, str] = {
    "cuts": "Cut lines",
    "marks": "Crop marks",
    "folds": "Fold lines and glue areas",
    "guides": "Trim and bleed guides",
}
"""The names of the layers."""

HIDDEN = frozenset({TITLES["guides"]})
"""Layers that are neither shown nor printed until somebody shows them; then they are only shown."""


class Layers:
    """The optional content groups of a document, in the order of their first use.

    Files that may not have layers are not `allowed` any. `strict` files have no automatic states, which PDF/X-4
    forbids: there, what is shown is printed.
    """

    def __init__(self, canvas: Any, *, allowed: bool = True, strict: bool = False) -> None:
        self.allowed, self._strict = allowed, strict
        self._canvas = canvas
        self._groups: dict[str, Any] = {}
        self._languages: list[str] = []

    def group(self, name: str, language: str = "") -> Any:
        """Return the reference to the group of that name, which may be of a language; None if there are no layers."""
        from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFName, PDFString

        if not self.allowed:
            return None
        if name not in self._groups:
            entries: dict[str, Any] = {"Type": PDFName("OCG"), "Name": PDFString(name)}
            if name in HIDDEN and not self._strict:
                entries["Usage"] = "<< /Print << /PrintState /OFF >> >>"
            if language:
                said = PDFDictionary({"Lang": PDFString(language), "Preferred": "/OFF" if self._languages else "/ON"})
                entries["Usage"] = PDFDictionary({"Language": said})
                self._languages.append(name)
            reference = document_of(self._canvas).Reference(PDFDictionary(entries), f"layer-{len(self._groups)}")
            self._groups[name] = reference
        return self._groups[name]

    def close(self) -> None:
        """Add the list of groups to the document, if there are any."""
        from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFString

        if not self._groups:
            return
        every = PDFArray(list(self._groups.values()))
        off = {*HIDDEN, *self._languages[1:]}
        hidden = PDFArray([group for name, group in self._groups.items() if name in off])
        shown = PDFArray([group for name, group in self._groups.items() if name not in off])
        default: dict[str, Any] = {"Name": PDFString("As printed"), "Order": every, "ON": shown, "OFF": hidden}
        unprinted = [group for name, group in self._groups.items() if name in HIDDEN]
        if unprinted and not self._strict:
            when = {"Event": "/Print", "Category": "[/Print]", "OCGs": PDFArray(unprinted)}
            default["AS"] = PDFArray([PDFDictionary(when)])
        if self._languages:  # a reader that shows one of them hides the others
            default["RBGroups"] = PDFArray([PDFArray([self._groups[name] for name in self._languages])])
        add_to_catalog(self._canvas, OCProperties=PDFDictionary({"OCGs": every, "D": PDFDictionary(default)}))


# Metadata as XMP (ISO 16684-1), equal to the entries of the document's information dictionary.


class PdfInfo(Struct, frozen=True):
    """The metadata of a file. `rights` is the copyright and the licence, `rights_link` the address of its text."""

    title: str
    author: str = ""
    subject: str = ""
    keywords: tuple[str, ...] = ()
    language: str = "en"
    duplex: Duplex = ""
    rights: str = ""
    rights_link: str = ""
    contributors: tuple[str, ...] = ()
    publisher: str = ""


Duplex: TypeAlias = Literal["", "Simplex", "DuplexFlipLongEdge", "DuplexFlipShortEdge"]
"""How print dialogs are set for the two sides of the paper; empty for the user's own setting."""

DATE = "2000-01-01T00:00:00+00:00"
"""The date of every file, as in its information dictionary: the same input gives the same bytes."""

SPACES = {
    "dc": "http://purl.org/dc/elements/1.1/",
    "pdf": "http://ns.adobe.com/pdf/1.3/",
    "pdfx": "http://ns.adobe.com/pdfx/1.3/",
    "pdfxid": "http://www.npes.org/pdfx/ns/id/",
    "xmp": "http://ns.adobe.com/xap/1.0/",
    "xmpMM": "http://ns.adobe.com/xap/1.0/mm/",
    "xmpRights": "http://ns.adobe.com/xap/1.0/rights/",
}

NO_ID = UUID(int=0)
"""Stands in for the identity of a file until its content is known."""

_NO_TRAILER_ID = f"\n[<{NO_ID.hex}><{NO_ID.hex}>]\n".encode()
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def add_metadata(canvas: Any, info: PdfInfo, standard: Standard | None = None) -> None:
    """Add the metadata of the file as an XMP packet, which is not compressed, so that every tool finds it."""
    from reportlab.pdfbase.pdfdoc import PDFStream

    document = document_of(canvas)
    packet = _packet(info, document.info.producer, standard).encode()
    head = b"<< /Type /Metadata /Subtype /XML /Length %d >>" % len(packet)
    stream = PDFStream(content=packet)
    stream.format = lambda _document: b"%b\nstream\n%b\nendstream\n" % (head, packet)  # without a filter
    add_to_catalog(canvas, Metadata=document.Reference(stream))
    document.ID = lambda: _NO_TRAILER_ID  # reportlab's own is a digest of the title alone


def with_identity(pdf: bytes) -> bytes:
    """Return a file with its identity in place of `NO_ID`: a digest of its content, the same for the same content."""
    digest = hashlib.sha256(pdf).digest()[:16]
    identity = UUID(bytes=digest, version=5)
    pdf = pdf.replace(_identity(NO_ID), _identity(identity))  # as long, so that no object moves
    head, trailer, rest = pdf.rpartition(_NO_TRAILER_ID)
    return head + trailer.replace(NO_ID.hex.encode(), digest.hex().encode()) + rest


def _identity(number: UUID) -> bytes:
    return f"<xmpMM:DocumentID>uuid:{number}</xmpMM:DocumentID>".encode()


def _packet(info: PdfInfo, producer: str, standard: Standard | None) -> str:
    spaces = "".join(f' xmlns:{name}="{address}"' for name, address in SPACES.items())
    properties = "\n".join(f"   {line}" for line in _properties(info, producer, standard))
    return (
        '<?xpacket begin="\N{ZERO WIDTH NO-BREAK SPACE}" id="W5M0MpCehiHzreSzNTczkc9d"?>\n'
        '<x:xmpmeta xmlns:x="adobe:ns:meta/">\n'
        ' <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\n'
        f'  <rdf:Description rdf:about=""{spaces}>\n{properties}\n  </rdf:Description>\n'
        ' </rdf:RDF>\n</x:xmpmeta>\n<?xpacket end="r"?>'
    )


def _properties(info: PdfInfo, producer: str, standard: Standard | None) -> Iterator[str]:
    yield "<dc:format>application/pdf</dc:format>"
    yield _listed("dc:title", "Alt", info.title)
    yield _listed("dc:language", "Bag", info.language)
    if info.author:
        yield _listed("dc:creator", "Seq", info.author)
    if info.contributors:
        yield _listed("dc:contributor", "Bag", *info.contributors)
    if info.publisher:
        yield _listed("dc:publisher", "Bag", info.publisher)
    if info.subject:
        yield _listed("dc:description", "Alt", info.subject)
    if info.keywords:
        yield _listed("dc:subject", "Bag", *info.keywords)
        yield f"<pdf:Keywords>{_text(', '.join(info.keywords))}</pdf:Keywords>"
    if info.rights:
        yield _listed("dc:rights", "Alt", info.rights)
        yield "<xmpRights:Marked>True</xmpRights:Marked>"
    if info.rights_link:
        yield f"<xmpRights:WebStatement>{_text(info.rights_link)}</xmpRights:WebStatement>"
    yield f"<pdf:Producer>{_text(producer)}</pdf:Producer>"
    yield "<pdf:Trapped>False</pdf:Trapped>"
    yield "<xmp:CreatorTool>pnp</xmp:CreatorTool>"
    yield from (f"<xmp:{name}Date>{DATE}</xmp:{name}Date>" for name in ("Create", "Modify", "Metadata"))
    yield _identity(NO_ID).decode()
    yield "<xmpMM:VersionID>1</xmpMM:VersionID>"
    yield "<xmpMM:RenditionClass>default</xmpMM:RenditionClass>"
    if standard:
        space = "pdfx" if standard.name == X_1A else "pdfxid"
        yield f"<{space}:GTS_PDFXVersion>{standard.name}</{space}:GTS_PDFXVersion>"


def _listed(name: str, kind: Literal["Alt", "Bag", "Seq"], *values: str) -> str:
    """Return a property with a list of values; those in an `Alt` are for readers of any language."""
    language = ' xml:lang="x-default"' if kind == "Alt" else ""
    items = "".join(f"<rdf:li{language}>{_text(value)}</rdf:li>" for value in values)
    return f"<{name}><rdf:{kind}>{items}</rdf:{kind}></{name}>"


def _text(value: str) -> str:
    return escape(_NOT_XML.sub("\N{REPLACEMENT CHARACTER}", value))


# PDF/X: what a press needs to know, and what it must not find. Prepared, not certified.

X_1A = "PDF/X-1a:2003"
"""The standard for files without transparency, layers and RGB (ISO 15930-4), whose printing condition may be named."""

X_4 = "PDF/X-4"
"""The standard for files with transparency and layers (ISO 15930-7), which embed the profile of the condition."""


class Standard(Struct, frozen=True):
    """The standard that a file is prepared for, its printing condition, and the ICC profile of that condition.

    The condition is one of the registry of the ICC, or the name of the profile. PDF/X-4 needs the profile.
    """

    name: Literal["PDF/X-1a:2003", "PDF/X-4"]
    condition: str
    profile: bytes = b""
    registered: bool = True


def prepare_x(canvas: Any, standard: Standard) -> None:
    """Add the entries of the standard."""
    from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFStream, PDFString

    document = document_of(canvas)
    intent: dict[str, Any] = {
        "Type": PDFName("OutputIntent"),
        "S": PDFName("GTS_PDFX"),
        "OutputConditionIdentifier": PDFString(standard.condition),
        "OutputCondition": PDFString(standard.condition),
        "Info": PDFString(standard.condition),
    }
    if standard.registered:
        intent["RegistryName"] = PDFString("http://www.color.org")
    if standard.profile:
        stream = PDFStream(PDFDictionary({"N": 4}), standard.profile)
        intent["DestOutputProfile"] = document.Reference(stream)
    add_to_catalog(canvas, OutputIntents=PDFArray([PDFDictionary(intent)]))
    if standard.name == X_4:
        return
    info = document.info
    written = info.format
    entry = f"/GTS_PDFXVersion ({X_1A}) /Trapped".encode()
    info.format = lambda document: written(document).replace(b"/Trapped", entry, 1)


def without_links(sheet: Sheet) -> Sheet:
    """Return the sheet without links: PDF/X allows no annotations on a page."""
    return replace(sheet, links=()) if sheet.links else sheet


# Flat pages: PDF/X-1a allows no transparency, so that pictures replace what is translucent, with what shows through it.

FLAT_DPI = 300
"""Pixels per inch of these pictures, if those of a page do not become too large."""

MOST_FLAT = 36_000_000
"""Maximum number of pixels of a flattened page."""

LAST = 15
"""The highest level of a page: from there on, everything is in one picture."""

MOST_BOXES = 256
"""Maximum number of bounding boxes that are compared on a level; of more, it is the box around all."""

NEAR = 0.1
"""Distance in millimetres at which items are painted in their order, so that pixels between them have one colour."""

Rasterise = Callable[[Sequence[Sheet], float], Iterator[Any]]
"""Yields the pixels of each sheet at that resolution."""


class _Levels:
    """Divides the items of a page into levels, to be painted one after the other with the same result.

    Opaque items are on even levels and translucent ones on odd levels, each above all earlier ones that it touches.
    """

    def __init__(self) -> None:
        self._boxes: list[list[BoundingBox]] = []

    def split(self, items: tuple[Item, ...], matrix: Affine = IDENTITY) -> dict[int, tuple[Item, ...]]:
        """Return the items of each level, in the groups that they were in."""
        found: dict[int, list[Item]] = {}
        for item in items:
            if not (isinstance(item, Group) and _is_open(item)):
                found.setdefault(self._level(item, matrix), []).append(item)
                continue
            inner = self.split(item.items, compose(matrix, item.transform))
            for level, those in inner.items():
                alt = item.alt if level == max(inner) else None  # it is found once
                found.setdefault(level, []).append(replace(item, items=those, alt=alt))
        return {level: tuple(found[level]) for level in sorted(found)}

    def _level(self, item: Item, matrix: Affine) -> int:
        box, translucent = bounds((item,), matrix, SPIKE), shows_through(item)
        if box is None:
            return 0
        box = box.grown(NEAR)
        touched = [level for level, boxes in enumerate(self._boxes) if any(map(box.overlaps, boxes))]
        least = max(touched, default=0)
        level = min(least if least % 2 == translucent else least + 1, LAST)
        while len(self._boxes) <= level:
            self._boxes.append([])
        boxes = self._boxes[level]
        boxes.append(box)
        if len(boxes) > MOST_BOXES:
            whole = boxes[0]
            for other in boxes:
                whole = whole.joined(other)
            boxes[:] = [whole]
        return level


def _is_open(group: Group) -> bool:
    """Whether items in a group are translucent, and can be painted without the others of the group."""
    isolated = group.is_composited or group.shadow is not None or (group.clip is not None and blends(group.items))
    return not isolated and is_translucent(group.items)


def flattened(
    sheets: Sequence[Sheet], rasterise: Rasterise, note: Callable[[int], None] = lambda _: None
) -> tuple[Sheet, ...]:
    """Return the sheets without transparency; equal sheets remain so.

    Each level of translucent items is a picture of the pixels that it changes, with everything below it. Its alpha
    channel is 0 or 255. What it does not change remains as it is, and so does what is above it. `note` is called with
    the number, from 0, of each sheet that has a text in such a picture.
    """
    pages = {id(it.items): it for it in sheets if is_translucent(it.items)}
    levels = {key: _Levels().split(it.items) for key, it in pages.items()}
    wanted: list[Sheet] = []
    for key, sheet in pages.items():
        alone = replace(sheet, bookmark=None, anchors=(), links=())  # an outline's entry may be below another page's
        for level in filter(_is_odd, levels[key]):
            below = _painted(levels[key], level - 1)
            wanted += (replace(alone, items=below), replace(alone, items=below + levels[key][level]))
    most = max((it.width * it.height / MM_PER_INCH**2 for it in wanted), default=1.0)
    seen = rasterise(wanted, min(FLAT_DPI, math.sqrt(MOST_FLAT / most))) if wanted else iter(())
    done: dict[int, tuple[Item, ...]] = {}
    lettered: set[int] = set()
    for key, sheet in pages.items():
        items: list[Item] = []
        for level, those in levels[key].items():
            if not _is_odd(level):
                items += those
            elif changed := _changed(sheet, next(seen), next(seen)):
                picture, mask = changed
                items.append(picture)
                texts = _text_boxes(_painted(levels[key], level), IDENTITY)
                if any(_is_within(box, sheet, mask) for box in texts):
                    lettered.add(key)
        done[key] = tuple(items)
    for number, sheet in enumerate(sheets):
        if id(sheet.items) in lettered:
            note(number)
    return tuple(replace(it, items=done[id(it.items)]) if id(it.items) in done else it for it in sheets)


def _is_odd(level: int) -> bool:
    return level % 2 == 1


def _painted(levels: dict[int, tuple[Item, ...]], last: int) -> tuple[Item, ...]:
    return tuple(item for level, items in levels.items() if level <= last for item in items)


def _changed(sheet: Sheet, before: Any, after: Any) -> tuple[Picture, Any] | None:
    """Return a picture of the pixels of a page that differ, and their mask; None if they differ by rounding alone."""
    from PIL import ImageChops

    red, green, blue = ImageChops.difference(before, after).split()
    mask = ImageChops.lighter(ImageChops.lighter(red, green), blue).point([0, 0, *[255] * 254])
    box = mask.getbbox()
    if box is None:
        return None
    picture = after.crop(box)
    picture.putalpha(mask.crop(box))
    out = BytesIO()
    picture.save(out, "PNG", compress_level=6)
    left, top, right, bottom = box
    across, down = sheet.width / before.width, sheet.height / before.height
    bitmap = open_bitmap(out.getvalue())
    return Picture(left * across, top * down, (right - left) * across, (bottom - top) * down, bitmap), mask


def _text_boxes(items: tuple[Item, ...], matrix: Affine) -> Iterator[BoundingBox]:
    """Yield the bounding box of the ink of each text."""
    for item in items:
        if isinstance(item, Group):
            yield from _text_boxes(item.items, compose(matrix, item.transform))
        elif isinstance(item, Text) and (box := bounds((item,), matrix)):
            yield box


def _is_within(box: BoundingBox, sheet: Sheet, mask: Any) -> bool:
    """Whether a mask of a sheet has a pixel within a box."""
    across, down = mask.width / sheet.width, mask.height / sheet.height
    left, top, right, bottom = box
    dots = math.floor(left * across), math.floor(top * down), math.ceil(right * across), math.ceil(bottom * down)
    return mask.crop(dots).getbbox() is not None
