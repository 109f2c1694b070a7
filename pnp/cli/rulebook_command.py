"""`pnp rulebook`: the rules, written."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pnp.cli.build_command import PAPERS
from pnp.cli.console import Progress
from pnp.cli.paths import packs_to_write
from pnp.cli.written import tell

if TYPE_CHECKING:
    from pnp.build import RuleOptions
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
@click.option("--lang", metavar="CODE", help="The language of the texts, such as de; the game's own by default.")
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
def command(
    paths: tuple[str, ...], formats: tuple[str, ...], lang: str | None, reference: bool, paper: str, out: Path
) -> int:
    """Write rulebooks: our own words, and tables that are derived from the content.

    A pack with an error writes nothing; the others go on.
    """
    from pnp.build import RuleOptions

    forms = formats or ("md", "html", "pdf", "csv")
    options = RuleOptions(out, paper.lower(), forms, reference, lang)  # type: ignore[arg-type]  # by click
    with Progress() as progress:
        failed = [_write(loaded, options, progress) for loaded in packs_to_write(paths, lang)]
    return 1 if any(failed) else 0


def _write(loaded: Loaded, options: RuleOptions, progress: Progress) -> bool:
    """Whether the pack failed; what was found and written is printed."""
    from pnp.build import Refused, write_rulebooks

    try:
        examined, written = write_rulebooks(loaded, options, progress)
    except Refused as refused:
        raise click.UsageError(str(refused)) from refused
    progress.clear()
    tell(examined, written, options.out)
    return examined.report.fails()
