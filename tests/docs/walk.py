"""A page that is followed to the letter: its commands are run, its files written, its changes made, in order."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tests.cli.conftest import Ran, Run

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


def follow_page(steps: Iterable[Block], pnp: Run) -> list[Ran]:
    """Each block in turn: commands are run, outputs must be shown by the last of them, files are written or changed.

    What the last command of each block came to comes back.
    """
    runs: list[Ran] = []
    for step in steps:
        match step.kind:
            case "sh":
                runs.append(follow(step, pnp))
            case "text":
                assert step.text in runs[-1].out, f"line {step.line}: the command printed\n{runs[-1].out}"
            case "diff":
                change_file(step)
            case _:
                write_file(step)
    return runs


def follow(step: Block, pnp: Run) -> Ran:
    """The commands of the block, run; they fail where they tell of an error, and only there. The last comes back."""
    for line in step.text.splitlines():
        program, *arguments = shlex.split(line)
        assert program == "pnp", f"line {step.line}: '{program}' is not run here"
        ran = pnp(*arguments)
        assert ran.status == int(" error " in ran.out + ran.err), f"line {step.line}: {ran}"
    return ran
