"""`pnp build`: writes sheets to print."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import click

from pnp.cli.console import profiled
from pnp.cli.making import Order, make_all
from pnp.cli.paths import folder_option, jobs_option, languages, large_option
from pnp.plugins import OUR_FORMATS, plugin_formats

if TYPE_CHECKING:
    from pathlib import Path

    from pnp.cli.making import Made, Say
    from pnp.loader.pack import Loaded


PAPERS = ("a4", "letter", "a3", "a5", "sra3", "legal", "tabloid", "arch-b", "photo")

ROW = re.compile(r"0*[1-9][0-9]{0,5}", re.ASCII)
"""Matches the number of a row of a component, which has 10,000 at most."""

EXAMPLES = """\b
Examples:
  pnp build                              build every game for A4, into ./output
  pnp build my-game --paper letter       build one game for Letter
  pnp build my-game --lang de            print the game and its rules in German
  pnp build my-game --layout duplex      lay out backs for double-sided printing
  pnp build my-game --only cards         build one component
  pnp build my-game --changed-since v1   print only what changed since the tag v1
  pnp build my-game --watch              build again at each save; preview in contact.png
  pnp build my-game --dpi 300            also write a PNG of every face
  pnp build my-game --profile mb-print   write files for a print service
  pnp build my-game --format cut-svg     write cut lines for a cutting machine
"""


def _rows(_context: click.Context, _option: click.Parameter, text: str | None) -> tuple[int, ...]:
    if text is None:
        return ()
    words = [word.strip() for word in text.split(",") if word.strip()]
    if not words or not all(map(ROW.fullmatch, words)):
        raise click.BadParameter("expected row numbers such as 3,7")
    return tuple(dict.fromkeys(map(int, words)))


@click.command("build", epilog=EXAMPLES)
@click.argument("paths", nargs=-1, metavar="[PATH ...]")
@click.option(
    "--paper",
    type=click.Choice(PAPERS, case_sensitive=False),
    help="Paper size; default: a4, or the paper of the profile.",
)
@click.option(
    "--layout",
    type=click.Choice(["single", "duplex", "gutterfold"]),
    help="Where to print backs: on separate sheets (single), on the reverse of their fronts (duplex), or next to their "
    "fronts to fold and glue (gutterfold); default: single, or the layout of the profile.",
)
@click.option(
    "--flip",
    type=click.Choice(["long", "short"]),
    help="With --layout duplex: the edge over which the printer flips the sheet; default: long, or the edge of the "
    "profile.",
)
@click.option(
    "--margin",
    type=click.FloatRange(3, 50),
    metavar="MM",
    help="Distance of all parts from the edges of the paper, in millimetres; default: 6, or the margin of the profile.",
)
@click.option(
    "--cuts",
    type=click.Choice(["auto", "shared", "apart"]),
    help="Whether neighbouring parts touch and share one cut (shared), have space for their bleed between them "
    "(apart), or touch only where that saves sheets (auto); default: auto, or the setting of the profile or component.",
)
@click.option(
    "--backs",
    type=click.Choice(["needed", "all", "none"]),
    help="Which backs to print: all but those that the game calls optional (needed), all, or none. Optional ones are "
    "left out only on separate sheets (--layout single) of the whole game; default: needed.",
)
@click.option(
    "--profile",
    metavar="NAME",
    default="home",
    help="Print settings for a printer or print service: a bundled profile (low-ink, the-game-crafter, mb-print …) or "
    "a profile of the pack; default: home.",
)
@click.option(
    "--lang",
    callback=languages,
    metavar="CODE",
    multiple=True,
    help="Language to check and print, such as de; several, such as en,de, are layers of one PDF; default: the "
    "game's own language; may be repeated.",
)
@click.option(
    "--printer",
    metavar="NAME",
    help="Correct the sheets for this printer, with the values saved by `pnp calibrate`; default: no correction.",
)
@click.option(
    "--variant",
    metavar="NAME",
    help="Variant of the theme, such as low-ink; default: none, or the variant of the profile.",
)
@click.option(
    "--format",
    "formats",
    type=click.Choice([*OUR_FORMATS, *plugin_formats()]),
    multiple=True,
    help="Output format; cut-svg and cut-dxf are lines for cutting machines, sheet-png the artwork of each sheet to go "
    "with them. Installed packages can add others. "
    "default: pdf and svg; may be repeated.",
)
@click.option(
    "--dpi",
    type=click.IntRange(36, 1200),
    help="Resolution of PNG pictures in dots per inch; implies --format png; default: 300, or the profile's.",
)
@click.option(
    "--only",
    metavar="COMPONENT",
    multiple=True,
    help="Build only this component; default: all; may be repeated.",
)
@click.option(
    "--rows",
    callback=_rows,
    metavar="3,7",
    help="Build only these rows of each component, counted from 1 as they are printed; default: all rows.",
)
@click.option(
    "--changed-since",
    "parts",
    metavar="OLD",
    help="Build only the parts that look different from those of OLD, a folder or a git revision; default: all parts.",
)
@click.option("--draft", is_flag=True, help="Build despite errors; with errors, every sheet is stamped DRAFT.")
@click.option(
    "--strict",
    is_flag=True,
    help="Build nothing if there are warnings; credit, licence and the like are required, as for sharing the game.",
)
@large_option
@click.option("--watch", is_flag=True, help="Build again at each save, until Ctrl-C; contact.png shows every face.")
@jobs_option
@click.option("--profile-time", is_flag=True, help="Print the time of each stage to standard error; uses one process.")
@folder_option("-o", "--out", text="Write to this folder; default: output.")
def command(
    paths: tuple[str, ...],
    paper: str | None,
    layout: str | None,
    flip: str | None,
    margin: float | None,
    backs: str | None,
    cuts: str | None,
    profile: str,
    printer: str | None,
    lang: tuple[str, ...],
    variant: str | None,
    formats: tuple[str, ...],
    dpi: int | None,
    only: tuple[str, ...],
    rows: tuple[int, ...],
    parts: str | None,
    draft: bool,
    strict: bool,
    large: bool,
    watch: bool,
    jobs: int | None,
    profile_time: bool,
    out: Path,
) -> int:
    """Check packs and write sheets to print.

    Writes one PDF of the whole game, a PDF of each component and a picture of each face.

    PATH is a pack's folder, one document, or the name of a bundled pack; default: the pack in the
    working folder, else every pack under ./content, else the bundled packs. Nothing is written for
    a pack with an error; the other packs are built.
    """
    asked: dict[str, Any] = {
        "paper": paper.lower() if paper else None,
        "layout": layout,
        "flip": flip,
        "margin": margin,
        "cuts": cuts,
        "backs": backs,
        "variant": variant,
        "formats": formats or None,
        "dpi": dpi,
        "only": only,
        "rows": rows,
        "parts": (),
        "draft": draft,
        "profile": profile,
        "language": lang[0] if lang else None,
        "more_languages": lang[1:],
        "printer": printer,
        "strict": strict,
    }
    if parts is not None:
        if lang[1:]:
            raise click.UsageError("--changed-since compares one language: name one with --lang")
        asked["parts"] = _update(paths, parts, asked["language"], variant, large)
        if not asked["parts"]:
            return 0
    if watch:
        if lang[1:]:
            raise click.UsageError("--watch shows one language: name one with --lang")
        from pnp.build.target import BuildOptions
        from pnp.cli import watching

        watching.watch(paths, BuildOptions(out, **asked), large)
    with profiled(profile_time):
        return make_all(paths, Order("build", out, asked, large), _build, 1 if profile_time else jobs)


def _update(
    paths: tuple[str, ...], since: str, language: str | None, variant: str | None, large: bool
) -> tuple[tuple[str, tuple[tuple[int, int], ...]], ...]:
    """Return the parts that changed since a state, and print which printed ones to throw away."""
    from contextlib import ExitStack

    from pnp.cli.console import Progress, say
    from pnp.cli.diff_command import named, note_one_language, one_pack, require_alike
    from pnp.cli.paths import targets
    from pnp.compare.comparison import changed_parts, state_of, thrown_away
    from pnp.messages import Refused

    found = targets(paths, large)
    if len(found) != 1:
        raise click.UsageError(f"--changed-since is about one pack: name one of {named(found)}")
    with ExitStack() as folders, Progress() as progress:
        progress(f"comparing {found[0].name}")
        before = one_pack(since, str(found[0].folder), folders)
        require_alike(before, found[0])
        try:
            old = state_of(before, language, variant)
            new = state_of(found[0], language, variant, must_have=True)
        except Refused as refused:
            raise click.UsageError(str(refused)) from refused
        if old.unread:
            raise click.UsageError(f"the parts before are not known: {old.unread}; name another state")
        parts, away = changed_parts(old, new), thrown_away(old, new)
        progress.clear()
        if not language:
            note_one_language(new)
    for component, names in away:
        say(f"throw away of {component}: {', '.join(names)}")
    if not parts:
        say(f"{found[0].name}: no printed part changed since {since}, so nothing was written")
    return parts


def _build(loaded: Loaded, order: Order, say: Say, jobs: int) -> Made:
    from pnp.build.pipeline import build
    from pnp.build.target import BuildOptions

    return build(loaded, BuildOptions(order.out, **order.asked), say, jobs)
