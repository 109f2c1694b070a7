"""The pages and pictures of every bundled game in a headless Chromium.

    python -m tests.browser                 the rules and every face
    python -m tests.browser rules           the rules alone: accessibility by axe-core, narrow screens, printing
    python -m tests.browser faces           every face as SVG: it opens, and looks as it does elsewhere
    python -m tests.browser site            the documentation in output/site: no page is wider than a phone; of the
                                            pages of single checks, one in six, or all with --whole
    python -m tests.browser studio          a game in the studio from the wizard to the PDF, axe-core on each view
    python -m tests.browser table           the HTML table: a whole game of the starter, a round of each, hard cases
    python -m tests.browser --game NAME     the rules, faces and table of this game, no other tables; may be repeated
    python -m tests.browser --keep DIR      leaves what was looked at there, with the printed rules as PDF

It ends with status 1 where something is wrong, with 2 where there is no Chromium or no axe-core to look with.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.games import GAMES, examined, loaded
from tests.pipeline import ROOT
from tests.quality.files import files, rule_files

from . import axe, firefox, pictures, rules, studio, table, table_alone, table_derived, table_play
from .chromium import NoBrowser, Page, address, browser

PHONE = 390, 844
"""Pixels of the screen of a phone."""


def main(arguments: list[str] | None = None) -> int:
    """Looks at what was asked for; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.browser", description="Looks at pages in a browser.")
    parser.add_argument(
        "what", nargs="*", choices=["rules", "faces", "site", "studio", "table", "firefox"], default=["rules", "faces"]
    )
    parser.add_argument("--game", action="append", choices=GAMES, metavar="NAME")
    parser.add_argument("--keep", type=Path, metavar="DIR")
    parser.add_argument("--whole", action="store_true")
    asked = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        try:
            wrong = _look(asked.what, asked.game or GAMES, asked.keep or Path(folder), asked.whole)
        except (NoBrowser, axe.NoAxe) as error:
            print(f"not looked at: {error}")  # noqa: T201
            return 2
    return 1 if wrong else 0


def _look(what: list[str], games: Sequence[str], folder: Path, whole: bool) -> int:
    """How much is wrong; each fault is printed."""
    looked = wrong = 0
    for name, faults in _looks({*what}, games, folder, whole):
        looked, wrong = looked + 1, wrong + len(faults)
        for fault in faults:
            print(f"{name}: {fault}")  # noqa: T201
    print(f"{looked} pages and pictures, {wrong} faults")  # noqa: T201
    return wrong


Looked = tuple[str, list[str]]
"""A file and its faults."""


def _looks(what: set[str], games: Sequence[str], folder: Path, whole: bool) -> Iterator[Looked]:
    if "studio" in what:
        yield "studio", list(studio.walk(folder / "studio"))
    if "firefox" in what:
        yield from ((f"{game}/firefox", list(firefox.faults(game, folder))) for game in games)
    if what <= {"studio", "firefox"}:
        return
    script = axe.source() if what & {"rules", "table"} else ""
    with browser() as page:
        if "site" in what:
            yield from _site(page, whole)
        if "table" in what and len(games) == len(GAMES):
            yield from _tables(page, folder, script)
        for game in games:
            if "table" in what:
                yield f"{game}/table", list(table.faults(page, game, folder, script))
                yield f"{game}/play", list(table_play.faults(page, game, folder))
            if "rules" in what:
                yield from _named(game, _rules(page, game, folder, script))
            if "faces" in what:
                yield from _named(game, _faces(page, game, folder))


def _tables(page: Page, folder: Path, script: str) -> Iterator[Looked]:
    """Tables that are those of no bundled game, and rounds by keys or fingers alone."""
    yield "straits/table", list(table.classes(page, folder))
    yield "derived/table", list(table_derived.faults(page, folder, script))
    yield "starter/alone", list(table_alone.faults(page, folder))


def _named(game: str, looked: Iterator[Looked]) -> Iterator[Looked]:
    return ((f"{game}/{name}", faults) for name, faults in looked)


def _rules(page: Page, game: str, folder: Path, script: str) -> Iterator[Looked]:
    for made in rule_files(examined(game), formats=("html",)):
        path = _put(folder / game / made.name, made.content)
        yield made.name, list(rules.faults(page, path, script, path.with_suffix(".pdf")))


def _faces(page: Page, game: str, folder: Path) -> Iterator[Looked]:
    seen: set[bytes] = set()
    for made in files(loaded(game), examined(game, draws_maps=True), formats=("svg",)):
        if made.content not in seen:
            seen.add(made.content)
            yield made.name, list(pictures.faults(page, _put(folder / game / made.name, made.content)))


OF_CHECKS = 6
"""Of the pages of single checks, which are made by one template, one in so many is looked at for each push."""


def _site(page: Page, whole: bool) -> Iterator[Looked]:
    site = ROOT / "output" / "site"
    page.size(*PHONE)
    checks = sorted((site / "checks").rglob("*.html"))
    left_out = set() if whole else {path for number, path in enumerate(checks) if number % OF_CHECKS}
    for path in sorted({*site.rglob("*.html")} - left_out):
        page.open(address(path))
        wide = page.run("document.scrollingElement.scrollWidth")
        name = path.relative_to(site).as_posix()
        yield name, [f"{wide} pixels wide on a screen of {PHONE[0]}"] if wide > PHONE[0] else []


def _put(path: Path, content: bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path


if __name__ == "__main__":
    sys.exit(main())
