"""`pnp rulebook`: the rules, written."""

from __future__ import annotations

from pathlib import Path

import click

from pnp.cli.build_command import PAPERS
from pnp.cli.console import Progress
from pnp.cli.paths import packs_to_write
from pnp.cli.written import tell

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
@click.option("--reference", is_flag=True, help="Write the rule reference sheets alone.")
@click.option(
    "--paper",
    type=click.Choice(PAPERS, case_sensitive=False),
    default="a4",
    show_default=True,
    help="The paper to print on.",
)
@click.option(
    "-o",
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("output"),
    show_default=True,
    help="The folder to write to.",
)
def command(paths: tuple[str, ...], formats: tuple[str, ...], reference: bool, paper: str, out: Path) -> int:
    """Write rulebooks: our own words, and tables that are derived from the content.

    A pack with an error writes nothing; the others go on.
    """
    from pnp.build import RuleOptions, write_rulebooks

    forms = formats or ("md", "html", "pdf", "csv")
    options = RuleOptions(out, paper.lower(), forms, reference)  # type: ignore[arg-type]  # by click
    failed = False
    with Progress() as progress:
        for loaded in packs_to_write(paths):
            examined, written = write_rulebooks(loaded, options, progress)
            progress.clear()
            tell(examined, written, out)
            failed |= examined.report.fails()
    return 1 if failed else 0
