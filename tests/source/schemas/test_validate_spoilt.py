"""What is found in documents of every kind that were spoilt here and there: where, in which words, with which hint."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random

import pytest

from tests.pipeline import ROOT
from tests.source.reading import checked

FOLDERS = (ROOT / "tests" / "gallery", ROOT / "tests" / "network" / "maps", ROOT / "content" / "house")
ODD = ("~", "[]", "{}", "true", "-1", "3", "1e99", "'x'", "[a, b]", "{a: b}", "no", '"1.5"', "010", "Pier -- ", "??")
SIGNS = ("\t", "&a ", "*a ", "!!x ", "@", "%", "{", "]", '"', "'", ": ", "- ", "# ", "---\n", "<<: ", "? ", "\x07", ",")
EACH = 5
"""How often a document is spoilt."""


WAYS = ("value", "value", "value", "key", "key", "gone", "twice", "deeper", "sign")
MORE_WAYS = ("flush", "flush", "swapped", "text", "comma", "joined")
"""Slips that were added later: the others stay as they were drawn."""


def spoilt(text: str, random: Random, ways: Sequence[str] = WAYS) -> tuple[str, str]:
    """The text with one slip of the pen, and which."""
    lines = text.splitlines(keepends=True)
    at = random.randrange(len(lines))
    way = random.choice(ways)
    line = (slip if ways is WAYS else later_slip)(way, lines, at, random)
    told = f"{at + 1} {way}: {json.dumps(line[:70], ensure_ascii=False)}"
    return "".join((*lines[:at], line, *lines[at + 1 :])), told


def slip(way: str, lines: list[str], at: int, random: Random) -> str:
    """The line with a slip in it."""
    line = lines[at]
    key, colon, value = line.rstrip("\n").partition(":")
    match way:
        case "value" if colon:
            return f"{key}: {random.choice(ODD)}\n"
        case "key" if colon and len(key.strip()) > 2:
            cut = random.randrange(len(key) - 1)
            return f"{key[:cut]}{key[cut + 1]}{key[cut]}{key[cut + 2 :]}:{value}\n"
        case "gone":
            return ""
        case "twice":
            return line + line
        case "deeper":
            return f" {line}"
        case _:
            cut = random.randrange(len(line))
            return f"{line[:cut]}{random.choice(SIGNS)}{line[cut:]}"


def later_slip(way: str, lines: list[str], at: int, random: Random) -> str:
    """The line with a slip in it, or with the next line if they change places."""
    line = lines[at]
    match way:
        case "flush":
            return line.lstrip(" ")
        case "swapped" if at + 1 < len(lines):
            return lines.pop(at + 1) + line
        case "text" if line.rstrip().endswith(":"):
            return f"{line.rstrip()} words\n"
        case "comma":
            return line.replace(", ", " ", 1) if ", " in line else line.replace(".", ",", 1)
        case "joined":
            return f"{line.rstrip()} "
        case _:
            return f"{line.rstrip()[: random.randrange(len(line))]}\n"


def documents(folder: Path) -> Iterator[tuple[str, str]]:
    for path in sorted(folder.rglob("*.yaml")):
        for number, text in enumerate(path.read_text(encoding="utf-8").split("---\n")[:4], 1):
            yield f"{path.relative_to(folder).as_posix()} {number}", text


@pytest.mark.slow
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_findings_in_spoilt_documents_are_as_before(folder: Path, golden: Callable[[str, str], None]) -> None:
    told = []
    for name, text in documents(folder):
        for number in range(EACH + len(MORE_WAYS)):
            changed, how = spoilt(text, Random(f"{name} {number}"), WAYS if number < EACH else MORE_WAYS)
            found = checked(changed).findings
            if found:
                told.append(f"== {name}, line {how}")
                told += [
                    f"{each.span} {each.severity.value} {each.code}: {each.message} ({each.hint})" for each in found
                ]
    golden(f"spoilt-{folder.name}.txt", "\n".join(told) + "\n")
