"""`pnp rulebook`: writes the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pnp.cli.build_command import PAPERS
from pnp.cli.making import Order, make_all
from pnp.cli.paths import folder_option, jobs_option, large_option

if TYPE_CHECKING:
    from pathlib import Path

    from pnp.cli.making import Made, Say
    from pnp.loader.pack import Loaded


FORMATS = ("md", "html", "pdf", "csv")

EXAMPLES = """\b
Examples:
  pnp rulebook                                write the rules of every game into ./output
  pnp rulebook my-game --format html          write one page for a browser
  pnp rulebook my-game --reference            write only the rule reference sheets
"""


@click.command("rulebook", epilog=EXAMPLES)
@click.argument("paths", nargs=-1, metavar="[PATH ...]")
@click.option(
    "--format",
    "formats",
    type=click.Choice(FORMATS),
    multiple=True,
    help="Output format; csv writes the tables; default: all of them; may be repeated.",
)
@click.option("--lang", metavar="CODE", help="Language of the rules, such as de; default: the game's own language.")
@click.option("--reference", is_flag=True, help="Write only the rule reference sheets.")
@click.option(
    "--paper",
    type=click.Choice(PAPERS, case_sensitive=False),
    default="a4",
    help="Paper size of the PDF; default: a4.",
)
@large_option
@jobs_option
@folder_option("-o", "--out", text="Write to this folder; default: output.")
def command(
    paths: tuple[str, ...],
    formats: tuple[str, ...],
    lang: str | None,
    reference: bool,
    paper: str,
    large: bool,
    jobs: int | None,
    out: Path,
) -> int:
    """Check packs and write their rulebooks.

    The tables are computed from the content.

    PATH is a pack's folder, one document, or the name of a bundled pack; default: the pack in the
    working folder, else every pack under ./content, else the bundled packs. Nothing is written for
    a pack with an error; the other packs are written.
    """
    asked = {
        "paper": paper.lower(),
        "formats": formats or FORMATS,
        "reference": reference,
        "language": lang,
    }
    return make_all(paths, Order("rulebook", out, asked, large), _write, jobs)


def _write(loaded: Loaded, order: Order, say: Say, _jobs: int) -> Made:
    from pnp.build.rules import RuleOptions, write_rulebooks

    return write_rulebooks(loaded, RuleOptions(order.out, **order.asked), say)
