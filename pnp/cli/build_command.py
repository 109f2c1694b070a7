"""`pnp build`: sheets of paper, written."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pnp.cli.console import profiled
from pnp.cli.making import Order, make_all

if TYPE_CHECKING:
    from pnp.cli.making import Made, Say
    from pnp.load import Loaded


PAPERS = ("a4", "letter", "a3", "a5", "sra3", "legal", "tabloid", "arch-b", "photo")

ROW = re.compile(r"0*[1-9][0-9]{0,5}", re.ASCII)
"""A row of a component, which has 10,000 at most."""

EXAMPLES = """\b
Examples:
  pnp build                              every game, on A4, into ./output
  pnp build my-game --paper letter       one game on Letter
  pnp build my-game --lang de            the game and its rules in German
  pnp build my-game --layout duplex      fronts and backs for a printer that prints both sides
  pnp build my-game --only cards         one component
  pnp build my-game --watch              again whenever you save; keep contact.png in sight
  pnp build my-game --dpi 300            pictures of every face too
  pnp build my-game --profile mb-print   finished cards for a print service
  pnp build my-game --format cut-svg     the lines that a cutting machine follows
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
    help="The paper to print on; A4 unless the profile says otherwise.",
)
@click.option(
    "--layout",
    type=click.Choice(["single", "duplex", "gutterfold"]),
    help="Where backs go: on sheets of their own, behind their fronts, or beside them; single where nothing is said.",
)
@click.option(
    "--flip",
    type=click.Choice(["long", "short"]),
    help="The edge over which a duplex printer turns the sheet; the long one where nothing is said.",
)
@click.option(
    "--profile",
    metavar="NAME",
    default="home",
    show_default=True,
    help="What to print for: gutterfold, low-ink, the-game-crafter …, or a profile of the pack.",
)
@click.option("--lang", metavar="CODE", help="Check and print in this language, such as de; default: the game's own.")
@click.option("--printer", metavar="NAME", help="Correct the sheets for a printer that `pnp calibrate` has read.")
@click.option("--variant", metavar="NAME", help="A variant of the theme, such as low-ink.")
@click.option(
    "--format",
    "formats",
    type=click.Choice(["pdf", "svg", "png", "cut-svg", "cut-dxf"]),
    multiple=True,
    help="What to write; PDF and SVG where nothing is said, cut-svg and cut-dxf are for machines. May be repeated.",
)
@click.option("--dpi", type=click.IntRange(36, 1200), help="Dots per inch of PNG pictures; asks for them too.")
@click.option("--only", metavar="COMPONENT", multiple=True, help="Only this component; may be given several times.")
@click.option("--rows", callback=_rows, metavar="3,7", help="Only these rows of each component, counted from 1.")
@click.option("--draft", is_flag=True, help="Print what can be drawn in spite of errors, every sheet stamped DRAFT.")
@click.option("--watch", is_flag=True, help="Build again whenever something is saved; contact.png shows every face.")
@click.option(
    "--jobs",
    type=click.IntRange(1, 64),
    metavar="N",
    envvar="PNP_JOBS",
    help="How many processes work at once; one for each processor where nothing is said.",
)
@click.option("--profile-time", is_flag=True, help="Tell what took how long, on standard error; all in one process.")
@click.option(
    "-o",
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("output"),
    show_default=True,
    help="The folder to write to.",
)
def command(
    paths: tuple[str, ...],
    paper: str | None,
    layout: str | None,
    flip: str | None,
    profile: str,
    printer: str | None,
    lang: str | None,
    variant: str | None,
    formats: tuple[str, ...],
    dpi: int | None,
    only: tuple[str, ...],
    rows: tuple[int, ...],
    draft: bool,
    watch: bool,
    jobs: int | None,
    profile_time: bool,
    out: Path,
) -> int:
    """Check packs and print them: the whole game as one PDF, each component, each face.

    A pack with an error writes nothing; the others go on.
    """
    asked = {
        "paper": paper.lower() if paper else None,
        "layout": layout,
        "flip": flip,
        "variant": variant,
        "formats": formats or None,
        "dpi": dpi,
        "only": only,
        "rows": rows,
        "draft": draft,
        "profile": profile,
        "language": lang,
        "printer": printer,
    }
    if watch:
        from pnp.build import BuildOptions
        from pnp.cli import watching

        watching.watch(paths, BuildOptions(out, **asked))  # type: ignore[arg-type]  # by click
    with profiled(profile_time):
        return make_all(paths, Order("build", out, asked), _build, 1 if profile_time else jobs)


def _build(loaded: Loaded, order: Order, say: Say, jobs: int) -> Made:
    from pnp.build import BuildOptions, build

    return build(loaded, BuildOptions(order.out, **order.asked), say, jobs)
