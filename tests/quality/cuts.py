"""Sheets and cuts by hand of the bundled games, by paper and layout.

    python -m tests.quality.cuts                     all games
    python -m tests.quality.cuts FOLDER …            builds with `--format pdf --format cut-svg`, also of old versions

A cut is what a person does in one go along a ruler: sides on one line count once unless a part is in the way. Outlines
that are not rectangles are cut out side by side: see `pnp/sheet/imposition/cuts.py`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path as File

import pypdfium2
from msgspec.structs import replace

from pnp.build.press import PrintedComponent, whole_game
from pnp.scene.items import Command, Path
from pnp.scene.parts import Box, Sheet
from pnp.sheet.imposition.cuts import HandWork, hand_work
from pnp.sheet.imposition.impose import impose
from pnp.sheet.options import PAPERS, Layout, Options
from tests.games import examined

GAMES = ("bahama-taxi", "destination-race", "taxi-derby", "taxicab")
LAYOUTS: tuple[Layout, ...] = ("single", "duplex", "gutterfold")
PAPERS_AT_HOME = ("a4", "letter")

BEFORE = {"bahama-taxi": (23, 138), "destination-race": (27, 190), "taxi-derby": (28, 251), "taxicab": (14, 149)}
"""Sheets and straight cuts of commit d35487f on A4, single-sided, as this script counts them."""

NUMBER = re.compile(r"-?[\d.]+(?:e-?\d+)?")


@cache
def printed(game: str, paper: str = "a4", layout: Layout = "single") -> tuple[Sheet, ...]:
    """The sheets of the whole game."""
    found, options = examined(game), Options(PAPERS[paper], layout)
    pack = found.game.pack
    assert pack
    components = tuple(PrintedComponent(each.parts, impose(each.parts, options)) for each in found.drawn)
    return whole_game(components, pack, options)


@cache
def counted(game: str, paper: str = "a4", layout: Layout = "single") -> tuple[int, HandWork]:
    """The number of sheets of a game, and the work on them. As in cut files, sheets of boards are cut on all sides."""
    sheets = printed(game, paper, layout)
    return len(sheets), sum((hand_work(replace(each, cuts_by_hand=None)) for each in sheets), HandWork())


def commands(written: str) -> Iterator[Command]:
    """The steps of path data as our cut files have it: absolute, one letter a step."""
    for kind, numbers in re.findall(r"([MLCZ])([^MLCZ]*)", written):
        yield (kind, *map(float, NUMBER.findall(numbers)))  # type: ignore[misc]


def of_files(folder: File, game: str, paper: str) -> tuple[int, HandWork]:
    """The same of a build: the pages of the PDF, and its cut files."""
    stem = f"{game}-{paper}"
    page = Box(0.0, 0.0, 0.0, 0.0)
    work = HandWork()
    for file in sorted((folder / game / "cut").glob(f"{stem}-page-*.svg")):
        cut, _, crease = file.read_text(encoding="utf-8").partition('<g id="crease"')
        cuts, folds = (
            tuple(Path(tuple(commands(data))) for data in re.findall(r'<path d="([^"]+)"', part))
            for part in (cut, crease)
        )
        work += hand_work(Sheet(0.0, 0.0, (), page, page, cuts=cuts, folds=folds))
    return len(pypdfium2.PdfDocument(folder / game / f"{stem}.pdf")), work


def main(folders: list[str]) -> None:
    """Print the table."""
    say(
        f"{'':20}{'':8}{'':12}{'sheets':>8}{'cuts':>8}{'outlines':>10}{'sides':>8}{'corners':>9}{'folds':>7}{'minutes':>9}"
    )
    if folders:
        for folder, paper in product(folders, PAPERS_AT_HOME):
            every = [(game, *of_files(File(folder), game, paper)) for game in GAMES]
            table(every, paper, File(folder).name)
        return
    for paper, layout in product(PAPERS_AT_HOME, LAYOUTS):
        table([(game, *counted(game, paper, layout)) for game in GAMES], paper, layout)


def table(rows: list[tuple[str, int, HandWork]], paper: str, layout: str) -> None:
    """Print the rows and their total."""
    total = sum(sheets for _, sheets, _ in rows), sum((work for *_, work in rows), HandWork())
    for name, sheets, work in (*rows, ("all", *total)):
        figures = f"{work.straight:8}{work.outlines:10}{work.sides:8}{work.corners:9}{work.folds:7}"
        say(f"{name:20}{paper:8}{layout:12}{sheets:8}{figures}{work.seconds // 60:9}")


def say(line: str) -> None:
    """Print a line."""
    print(line, flush=True)  # noqa: T201


if __name__ == "__main__":
    main(sys.argv[1:])
