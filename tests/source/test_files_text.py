import sys

import pytest

from pnp.source.files import bad_characters
from tests.source.reading import only, places, read, root_of

KIND = "kind: area-map\n"


def test_byte_order_mark_at_the_start_counts_for_no_column() -> None:
    root = read(b"\xef\xbb\xbfkind: area-map\n").root
    assert root is not None
    assert root.key("kind").mark == (1, 1, 1, 5)
    assert root["kind"].mark == (1, 7, 1, 15)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_of_every_system_count_the_same(end: str) -> None:
    root = read(end.join(["kind: a", "text: |", "  one", "  two", "name: b"]).encode()).root
    assert root is not None
    assert root["text"].value == "one\ntwo\n"
    assert root["name"].mark == (5, 7, 5, 8)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_wide_encodings_are_named(encoding: str) -> None:
    finding = only(read((KIND * 3).encode(encoding)))
    assert (finding.code, finding.span.line, finding.span.column) == ("bad-encoding", 1, 1)
    assert finding.message.startswith(f"the file is {encoding[:6].upper()}")
    assert finding.hint == "save the file as UTF-8"


@pytest.mark.parametrize(("source", "wide"), [(b"a\0b", False), (b"a\0b\0", True), (b"\0a\0b", True), (b"\0", False)])
def test_a_file_of_less_than_two_wide_letters_is_not_taken_for_one(source: bytes, wide: bool) -> None:
    assert any(finding.code == "bad-encoding" for finding in read(source).findings) == wide


@pytest.mark.parametrize("encoding", ["cp1250", "latin-1"])
def test_code_pages_are_told_with_byte_and_line(encoding: str) -> None:
    finding = only(read((KIND + "name: žluť é\n".replace("ž", "z").replace("ť", "t")).encode(encoding)))
    assert (finding.code, finding.span.line, finding.span.column) == ("bad-encoding", 2, 12)
    assert finding.message == "byte 0xE9 at offset 26 is not UTF-8"
    assert finding.hint is not None
    assert "save the file as UTF-8" in finding.hint


def test_bytes_cut_off_within_a_letter_are_told_where_they_are() -> None:
    assert places(read("name: šat é".encode()[:-1])) == [("bad-encoding", 1, 11)]


@pytest.mark.parametrize("code", [0x00, 0x07, 0x1B, 0x7F, 0x85, 0x9F, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF])
def test_characters_that_cannot_be_printed_are_named(code: int, scanner: str) -> None:
    finding = only(read(f"kind: area-map\nname: Pier{chr(code)} 2{chr(code)}\n".encode()))
    assert (finding.code, finding.span.line, finding.span.column) == ("bad-character", 2, 11)
    assert f"U+{code:04X}" in finding.message
    assert finding.hint == "delete it; the file has 1 more such characters"


def test_further_characters_that_cannot_be_printed_are_counted() -> None:
    assert only(read("name: \x07\n")).hint == "delete it"
    assert only(read("name: \x07\x07 a\x07\n\x07")).hint == "delete it; the file has 3 more such characters"


def test_lone_surrogates_in_a_text_are_named() -> None:
    assert places(read("name: \ud800")) == [("bad-character", 1, 7)]


@pytest.mark.parametrize("escape", [r"\0", r"\e[31m", r"\a", r"\x7f", r"\N", r"\L", r"\P", r"\uFEFF", r"\r"])
def test_escapes_bring_in_no_bad_character(escape: str, scanner: str) -> None:
    document = read(f'a: x\nb: ["c", "d{escape}"]\n')
    assert places(document) == [("bad-character", 2, 10)]
    assert document.findings[0].span.pointer == "/b/1"
    assert document.damaged


@pytest.mark.parametrize("escape", [r"\ud800", r"\U00110000"])
def test_escapes_for_no_character_are_told_on_their_line(escape: str, scanner: str) -> None:
    finding = only(read(f'a: x\nb: "{escape}"\n'))
    assert finding.span.line == 2
    assert finding.code in ("bad-character", "syntax-error")


def test_letters_beyond_the_first_plane_are_one_column_wide(scanner: str) -> None:
    root = root_of("{🚕🚕: 1, ♠: Sułkowski}")
    assert root["♠"].mark == (1, 12, 1, 21)


def test_a_file_over_the_limit_is_not_read() -> None:
    finding = only(read(b"#" * (16 * 2**20 + 1)))
    assert finding.code == "over-limit"
    assert "16 MiB" in finding.message


@pytest.mark.slow
def test_what_no_text_may_hold_is_not_printable() -> None:
    bad = bad_characters().findall("".join(map(chr, range(sys.maxunicode + 1))))
    assert len(bad) > 2_000
    assert not any(map(str.isprintable, bad)), "so that printable texts need not be searched"
