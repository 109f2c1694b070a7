"""reportlab, opened the same way everywhere: no setting of the machine or of the user reaches a page."""

from __future__ import annotations

import os
import re
import sys
import zlib
from contextlib import contextmanager
from functools import cache, lru_cache
from hashlib import sha256
from types import ModuleType
from typing import TYPE_CHECKING, Any

from pnp.scene.fonts import named

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_SETTINGS: dict[str, object] = {
    "invariant": 1,
    "pageCompression": 1,
    "useA85": 0,
    "ttfAsciiReadable": 0,
    "pdfComments": 0,
    "pdfMultiLine": 0,
    "canvas_baseColor": None,
    "documentLang": None,
    "errorOnDuplicatePageLabelPage": 1,
    "trustedHosts": None,
}

_OVERRIDES = ("reportlab_settings", "reportlab.local_rl_settings", "reportlab_mods", "reportlab.local_rl_mods")
"""Modules that reportlab runs at its start if it finds them, before the files of those names in the home folder."""

WORDS = 1 << 11
"""How many names and numbers are kept as they are written."""

CONTENTS = 1 << 8
"""How many contents, those of the last documents, are kept as they were compressed, and how many cuts of each font."""

_packed: dict[bytes, bytes] = {}


@cache
def configure() -> None:
    """Imports reportlab with our settings and nobody else's."""
    stood_in = [name for name in _OVERRIDES if name not in sys.modules]
    sys.modules.update({name: ModuleType(name) for name in stood_in})
    try:
        with _hidden("RL_"):
            from reportlab import rl_config
    finally:
        for name in stood_in:
            sys.modules.pop(name, None)
    for name, value in _SETTINGS.items():
        setattr(rl_config, name, value)
    from reportlab.pdfbase import pdfdoc

    pdfdoc.PDFFormXObject.setStreamList = _keep
    pdfdoc.PDFStreamFilterZCompress.encode = _pack
    pdfdoc.PDFName = lru_cache(WORDS)(pdfdoc.PDFName)
    pdfdoc.format = _knowing_words(pdfdoc.format)


def _knowing_words(write: Callable[..., bytes]) -> Callable[..., bytes]:
    """What writes the parts of a document, but works out words and numbers once: most are names of keys."""
    known = lru_cache(WORDS, typed=True)(lambda word: write(word, None))

    def written(part: Any, document: Any, toplevel: int = 0) -> bytes:
        return known(part) if isinstance(part, (str, int, float)) else write(part, document, toplevel)

    return written


def _pack(_: Any, content: str | bytes) -> bytes:
    """Compresses what stands in a document; once what stands in several, as forms and fonts of a game do."""
    plain = content.encode() if isinstance(content, str) else content
    digest = sha256(plain).digest()
    if digest not in _packed:
        if len(_packed) == CONTENTS:
            del _packed[next(iter(_packed))]
        _packed[digest] = zlib.compress(plain)
    return _packed[digest]


def _keep(form: Any, lines: list[str]) -> None:
    """Keeps what paints a form, as reportlab does, but knows that it is ASCII: looking up each letter takes long."""
    form.stream = "\n".join(lines).encode("ascii")


@cache
def register(font: str) -> None:
    """Makes an opened face known to reportlab, once a process, under its own name and no other's."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    loaded = TTFont(font, named(font).file, asciiReadable=0, shapable=False)
    loaded.face.name = _postscript_name(font)  # two files that claim one name would lose the glyphs of the second
    cut = lru_cache(CONTENTS)(loaded.face.makeSubset)
    loaded.face.makeSubset = lambda characters: cut(tuple(characters))
    pdfmetrics.registerFont(loaded)


def canvas(first_font: str, language: str) -> Any:
    """An empty document; `first_font` is registered, so that no page names a font that is not embedded."""
    from io import BytesIO

    from reportlab.pdfgen.canvas import Canvas

    with _hidden("SOURCE_DATE_EPOCH"):
        return Canvas(
            BytesIO(), pageCompression=1, invariant=1, initialFontName=first_font, lang=language, pdfVersion=(1, 4)
        )


@contextmanager
def _hidden(prefix: str) -> Iterator[None]:
    """While this lasts, no variable of the environment begins so."""
    taken = {name: os.environ.pop(name) for name in list(os.environ) if name.startswith(prefix)}
    try:
        yield
    finally:
        os.environ.update(taken)


def _postscript_name(font: str) -> bytes:
    return re.sub(rb"[^A-Za-z0-9-]", lambda found: b"x%02x" % found[0][0], font.encode())
