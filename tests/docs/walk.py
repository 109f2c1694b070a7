"""A page that is followed to the letter: its commands are run, its files written, its changes made, in order."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
FILE = re.compile(r"# file: (\S+)\n")
CHANGED = re.compile(r"--- (\S+)\n")


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, its text, and the line of the page at which it begins."""

    kind: str
    text: str
    line: int


def blocks(page: str) -> list[Block]:
    """The fenced blocks of a page of Markdown."""
    return [Block(found[1], found[2], page.count("\n", 0, found.start()) + 1) for found in FENCE.finditer(page)]


def write_file(block: Block) -> Path:
    """Write the file that the block names in its first line."""
    name = FILE.match(block.text)
    assert name, f"line {block.line}: no file is named"
    path = Path(name[1])
    path.write_text(block.text[name.end() :], encoding="utf-8")
    return path


def change_file(block: Block) -> Path:
    """Change the file that the block names in its first line: each hunk must be found there, once."""
    name = CHANGED.match(block.text)
    assert name, f"line {block.line}: no file is named"
    path = Path(name[1])
    text = path.read_text(encoding="utf-8")
    for hunk in re.split(r"^@@\n", block.text[name.end() :], flags=re.MULTILINE):
        lines = hunk.splitlines(keepends=True)
        old = "".join(line[1:] for line in lines if line[0] in " -")
        new = "".join(line[1:] for line in lines if line[0] in " +")
        assert text.count(old) == 1, f"line {block.line}: {path} has this {text.count(old)} times:\n{old}"
        assert old != new, f"line {block.line}: nothing is changed"
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")
    return path
