"""`pnp rulebook`: the rules, written."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pnp.cli.build_command import PAPERS
from pnp.cli.making import Order, make_all

if TYPE_CHECKING:
    from pnp.cli.making import Made, Say
    from pnp.load import Loaded


EXAMPLES = """\b
Examples:
  pnp rulebook                                every game's rules into ./output
  pnp rulebook my-game --format html          one page to read in a browser
  pnp rulebook my-game --reference            the rule reference sheets alone
"""


@click.command("rulebook", epilog=EXAMPLES)
@click.argument("paths", nargs=-1, metavar="[PATH ...]")
@click.option(
    "--format",
    "formats",
    type=click.Choice(["md", "html", "pdf", "csv"]),
    multiple=True,
    help="What to write, everything where nothing is said; may be given several times.",
)
@click.option("--lang", metavar="CODE", help="Write the rules in this language, such as de; default: the game's own.")
@click.option("--reference", is_flag=True, help="Write the rule reference sheets alone.")
@click.option(
    "--paper",
    type=click.Choice(PAPERS, case_sensitive=False),
    default="a4",
    show_default=True,
    help="The paper to print on.",
)
@click.option(
    "--jobs",
    type=click.IntRange(1, 64),
    metavar="N",
    envvar="PNP_JOBS",
    help="How many processes work at once; one for each processor where nothing is said.",
)
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
    formats: tuple[str, ...],
    lang: str | None,
    reference: bool,
    paper: str,
    jobs: int | None,
    out: Path,
) -> int:
    """Write rulebooks: our own words, and tables that are derived from the content.

    A pack with an error writes nothing; the others go on.
    """
    asked = {
        "paper": paper.lower(),
        "formats": formats or ("md", "html", "pdf", "csv"),
        "reference": reference,
        "language": lang,
    }
    return make_all(paths, Order("rulebook", out, asked), _write, jobs)


def _write(loaded: Loaded, order: Order, say: Say, _jobs: int) -> Made:
    from pnp.build import RuleOptions, write_rulebooks

    return write_rulebooks(loaded, RuleOptions(order.out, **order.asked), say)
