"""Bytes to text: UTF-8 only, and no character that a sheet or a terminal could choke on."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from pnp.source.limits import FILE_BYTES
from pnp.source.rules import BAD_CHARACTER, BAD_ENCODING, OVER_LIMIT

if TYPE_CHECKING:
    from pnp.source.ledger import Ledger
    from pnp.source.tree import Mark

NAMES = {0: "NUL", 0x1B: "escape", 0x2028: "line separator", 0x2029: "paragraph separator", 0xFEFF: "byte order mark"}

WIDE = (
    (b"\xff\xfe\x00\x00", "UTF-32"),
    (b"\x00\x00\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
)


def read_text(source: bytes | str, ledger: Ledger) -> str | None:
    """The text, with `\\n` as its only line break and without byte order mark.

    None, and one finding, where it can't be read.
    """
    text = _decoded(source, ledger) if isinstance(source, bytes) else source
    if text is None:
        return None
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return None if _report_bad_characters(text, ledger) else text


@cache
def bad_characters() -> re.Pattern[str]:
    """What no text may hold: controls, line separators, lone surrogates, byte order marks, two that are no characters.

    None of it is printable.
    """
    return re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")


def position(text: str, offset: int) -> Mark:
    """The mark of the character at `offset`."""
    line, column = text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)
    return line, column, line, column + 1


def code_point(character: str) -> str:
    """The character as U+XXXX, with its name where that helps."""
    number = ord(character)
    return f"U+{number:04X}" + (f" ({NAMES[number]})" if number in NAMES else "")


def _decoded(source: bytes, ledger: Ledger) -> str | None:
    if len(source) > FILE_BYTES:
        limit, size = FILE_BYTES / 2**20, len(source) / 2**20
        message = f"the file has {size:.1f} MiB; at most {limit:.0f} MiB are read"
        ledger.add(OVER_LIMIT, (1, 1, 1, 1), message, "split the document")
        return None
    wide = _wide(source)
    if wide:
        ledger.add(
            BAD_ENCODING, (1, 1, 1, 2), f"the file is {wide}, not UTF-8, from byte 0 on", "save the file as UTF-8"
        )
        return None
    try:
        return source.decode()
    except UnicodeDecodeError as error:
        _report_bad_byte(source, error.start, ledger)
        return None


def _wide(source: bytes) -> str | None:
    for mark, name in WIDE:
        if source.startswith(mark):
            return name
    head = source[:64]
    zeros = head[0::2].count(0), head[1::2].count(0)
    return "UTF-16" if len(head) >= 4 and max(zeros) * 3 >= len(head) and min(zeros) == 0 else None


def _report_bad_byte(source: bytes, offset: int, ledger: Ledger) -> None:
    before = source[:offset].decode().removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    message = f"byte 0x{source[offset]:02X} at offset {offset} is not UTF-8"
    hint = "save the file as UTF-8; it looks like an older code page such as Windows-1250 or Latin-1"
    ledger.add(BAD_ENCODING, position(before, len(before)), message, hint)


def _report_bad_characters(text: str, ledger: Ledger) -> bool:
    if text.replace("\n", " ").replace("\t", " ").isprintable():
        return False
    found = bad_characters().search(text)
    if not found:
        return False
    more = sum(1 for _ in bad_characters().finditer(text)) - 1
    hint = "delete it" + (f"; the file has {more} more such characters" if more else "")
    ledger.add(
        BAD_CHARACTER,
        position(text, found.start()),
        f"the character {code_point(found[0])} can't stand in a text",
        hint,
    )
    return True
