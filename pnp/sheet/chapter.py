"""What a first sheet is told: the game, and the chapters of the file."""

from __future__ import annotations

from pnp.records import dataclass


@dataclass(frozen=True, slots=True)
class FirstSheetInfo:
    """What the first sheet says of the game; `facts` are short, such as how many play and how long."""

    title: str
    byline: str = ""
    summary: str = ""
    facts: tuple[str, ...] = ()
    credit_lines: tuple[str, ...] = ()
    licence: str = ""
    licence_link: str = ""
    changes: str = ""
    software: str = ""


@dataclass(frozen=True, slots=True)
class Chapter:
    """One component of the game: how many things, on what paper, on which pages, and what to do with them.

    `skip_note` is a question, such as "Own a deck of cards?", to those who need not print it. A chapter without pages
    is in another `file`. Sheets know it by its `component`.
    """

    name: str
    count: int
    stock: str = ""
    pages: tuple[int, ...] = ()
    steps: tuple[str, ...] = ()
    file: str = ""
    skip_note: str = ""
    component: str = ""
