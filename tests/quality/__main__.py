"""Every file of every bundled game, with every option that changes files: what is wrong with each?

    python -m tests.quality                  every game
    python -m tests.quality starter          one of them
    python -m tests.quality --only letter    with the options of that name alone

PDFs: sound, fonts embedded as subsets that can be read back, boxes, bookmarks, language, title, words as they are read.
SVGs and pages: well-formed, asking for nothing. Sheets: parts and the register of their backs, measured at 600 dpi. It
ends with status 1 where something is wrong.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from typing import Any

from pnp.model.profile import Profile
from pnp.sheet.imposition.impose import impose, misfits
from pnp.sheet.options import PAPERS, Flip, Layout, Options
from tests.games import GAMES, examined, loaded

from . import registering
from .files import files
from .looking import faults

OPTIONS: dict[str, dict[str, Any]] = {
    "home": {},
    "letter": {"paper": "letter"},
    "duplex": {"layout": "duplex"},
    "duplex-short-letter": {"layout": "duplex", "flip": "short", "paper": "letter"},
    "gutterfold": {"layout": "gutterfold"},
    "gutterfold-letter": {"layout": "gutterfold", "paper": "letter"},
    "draft": {"draft": True, "formats": ("pdf",)},
    "cut": {"formats": ("cut-svg",)},
    **{name: {"profile": name} for name in ("low-ink", "silhouette", "printplaygames", "drivethrucards", "mb-print")},
}
"""What changes files; the services that want pictures get no files of ours but PNG."""

SHEETS: tuple[tuple[Layout, Flip], ...] = (
    ("single", "long"),
    ("duplex", "long"),
    ("duplex", "short"),
    ("gutterfold", "long"),
)

FINE, CLOSE = 600, 0.1
"""Dots per inch, and the millimetres that a line may be off."""


def main(arguments: list[str] | None = None) -> int:
    """Looks at what was asked for; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.quality", description="Looks at every file of the games.")
    parser.add_argument("games", nargs="*", choices=[*GAMES, []], default=[])
    parser.add_argument("--only", choices=[*OPTIONS, "sheets"])
    asked = parser.parse_args(arguments)
    wrong = 0
    for game in asked.games or GAMES:
        for name in OPTIONS:
            if asked.only in (None, name):
                wrong += _files(game, name)
        if asked.only in (None, "sheets"):
            wrong += _sheets(game)
    return 1 if wrong else 0


def _files(game: str, name: str) -> int:
    """How much is wrong with the files that those options make of a game; each fault is printed."""
    options = OPTIONS[name]
    profile = loaded(game).game.find(Profile, options.get("profile", ""))
    variant = profile.variant.name if profile and profile.variant else None
    count = pages = wrong = 0
    for made in files(loaded(game), examined(game, variant, draws_maps=True), **options):
        count, pages = count + 1, pages + len(made.sheets)
        for fault in faults(made, outlines=bool(profile and profile.outlines)):
            wrong += 1
            print(f"{game}, {name}: {made.name}: {fault}")  # noqa: T201
    print(f"{game}, {name}: {count} files, {pages} pages, {wrong} faults", flush=True)  # noqa: T201
    return wrong


def _sheets(game: str) -> int:
    """How many components stray, on any paper in any layout; the worst figures are printed."""
    found = list(_strays(game))
    off, apart = (max(each) for each in zip(*(figures for _, figures in found), strict=True))
    wrong = [name for name, figures in found if max(figures) > CLOSE]
    for name in wrong:
        print(f"{game}: {name} strays")  # noqa: T201
    told = f"lines {off:.3f} mm off their place, backs {apart:.3f} mm off their fronts"
    print(f"{game}: {len(found)} times a component on paper: {told}", flush=True)  # noqa: T201
    return len(wrong)


def _strays(game: str) -> Iterator[tuple[str, tuple[float, float]]]:
    for drawn in examined(game).drawn:
        parts = registering.framed(drawn.parts)
        for paper in ("a4", "letter"):
            for layout, flip in SHEETS:
                options = Options(PAPERS[paper], layout, flip)
                if parts.parts and not parts.spread and not misfits(parts, options):
                    each = registering.strays(impose(parts, options), parts, options, FINE)
                    off, apart = (max(figures) for figures in zip(*each, strict=True))
                    yield f"{parts.name}, {paper}, {layout}, {flip} edge", (off, apart)


if __name__ == "__main__":
    sys.exit(main())
