"""What every SVG must be: one well-formed document that refers to nothing but itself, and that is drawn."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator

SPACE = "{http://www.w3.org/2000/svg}"
LINK = "{http://www.w3.org/1999/xlink}href"
KNOWN = {
    "linearGradient",
    "radialGradient",
    "stop",
    "svg",
    "title",
    "defs",
    "g",
    "path",
    "rect",
    "ellipse",
    "circle",
    "use",
    "clipPath",
    "image",
}


def faults(content: bytes) -> Iterator[str]:
    """What is wrong with the SVG."""
    try:
        root = ET.fromstring(content)
    except ET.ParseError as error:
        yield f"not XML: {error}"
        return
    if root.tag != f"{SPACE}svg":
        yield f"its root is {root.tag}"
    if not (root.findtext(f"{SPACE}title") or "").strip():
        yield "no title"
    for name in ("width", "height"):
        if not re.fullmatch(r"[0-9.]+mm", root.get(name, "")):
            yield f"its {name} is '{root.get(name)}'"
    ids = [each.get("id", "") for each in root.iter() if each.get("id")]
    if len(ids) != len(set(ids)):
        yield "an id stands twice"
    for each in root.iter():
        yield from _element(each, set(ids))


def _element(element: ET.Element, ids: set[str]) -> Iterator[str]:
    if element.tag.removeprefix(SPACE) not in KNOWN:
        yield f"{element.tag} in it"
    for name, value in element.attrib.items():
        if name == LINK and not (value.startswith("data:image/") or (value[:1] == "#" and value[1:] in ids)):
            yield f"leads to '{value[:40]}'"
        if value.startswith("url(") and value[5:-1] not in ids:
            yield f"asks for '{value}'"
        if re.search(r"\b(nan|inf)\b", value) and name != "aria-label":
            yield f"{name} is '{value[:40]}'"
