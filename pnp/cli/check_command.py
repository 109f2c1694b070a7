"""`pnp check`: prints findings and proofs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from msgspec.structs import replace

from pnp import __version__
from pnp.cli.console import Progress, fail, paint, profiled, say
from pnp.cli.paths import folder_option, languages, large_option, targets
from pnp.timing import stage

if TYPE_CHECKING:
    from pathlib import Path

    from pnp.build.examine import Examined
    from pnp.escape import SafeText
    from pnp.loader import Target
    from pnp.report import Report


EXAMPLES = """\b
Examples:
  pnp check                        check this pack, or every pack under ./content
  pnp check my-game                check one pack
  pnp check my-game/map.yaml       check one document
  pnp check my-game --lang de      check the German texts only
  pnp check my-game --suggest      list changes that would fix the map
  pnp check my-game --overlay out  draw each counterexample on its map
  pnp check --format json          print a report for programs (schemas/report.schema.json)
"""


@click.command("check", epilog=EXAMPLES)
@click.argument("paths", nargs=-1, metavar="[PATH ...]")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "github", "sarif"]),
    default="text",
    help="Format of the report: github writes workflow annotations; default: text.",
)
@click.option(
    "--lang",
    "languages",
    callback=languages,
    metavar="CODE",
    multiple=True,
    help="Check the texts in this language only, such as de; default: every language of the pack; may be repeated.",
)
@click.option(
    "--strict",
    is_flag=True,
    help="Exit with status 1 for warnings too; credit, licence and the like are required, as for sharing the game.",
)
@folder_option(
    "--overlay",
    default=None,
    metavar="DIR",
    text="Draw a counterexample of each broken requirement on its map, as SVG in DIR.",
)
@click.option(
    "--suggest", is_flag=True, help="List several changes that would fix each broken requirement; default: one change."
)
@large_option
@click.option("--quiet", is_flag=True, help="Omit findings of severity info from the text report.")
@click.option("--profile-time", is_flag=True, help="Print the time of each stage to standard error.")
def command(
    paths: tuple[str, ...],
    form: str,
    languages: tuple[str, ...],
    strict: bool,
    overlay: Path | None,
    suggest: bool,
    large: bool,
    quiet: bool,
    profile_time: bool,
) -> int:
    """Check packs and prove what they require.

    PATH is a pack's folder, one document, or the name of a bundled pack; default: the pack in the
    working folder, else every pack under ./content, else the bundled packs.

    Exit status: 0 no errors, 1 errors (with --strict: or warnings), 2 wrong usage, 3 an internal error of pnp,
    130 interrupted.
    """
    with profiled(profile_time):
        report = _checked(targets(paths, large), languages, suggest, overlay)
        if strict:
            from pnp.build.causes import insisted_on
            from pnp.diagnostics import Severity

            report = replace(report, findings=insisted_on(report.findings, Severity.WARNING))
        with stage("report"):
            say(_written(report, form, quiet))
    return 1 if report.fails(strict) else 0


def _checked(found: tuple[Target, ...], languages: tuple[str, ...], suggest: bool, overlay: Path | None) -> Report:
    """Return the report on all targets, and draw the counterexamples if requested."""
    with stage("start"):
        from pnp.build.pipeline import check
        from pnp.messages import Refused
        from pnp.report import merge
    reports = []
    with Progress() as progress:
        for target in found:
            progress(f"checking {target.name}")
            try:
                examined = check(target, languages, suggest)
            except Refused as refused:
                raise click.UsageError(str(refused)) from refused
            reports.append(examined.report)
            if overlay:
                progress(f"drawing what breaks {target.name}")
                _draw(examined, overlay, progress)
    return merge(reports)


def _draw(examined: Examined, folder: Path, progress: Progress) -> None:
    """Draw the counterexamples, and print their paths to standard error, because standard output is for the report."""
    from pnp.build.previews import overlays_of
    from pnp.output import remove_leftovers, write_file

    for name, content in overlays_of(examined):
        remove_leftovers((folder / name).parent, folder)
        write_file(folder / name, content, folder)
        progress.clear()
        fail((folder / name).as_posix())


def _written(report: Report, form: str, quiet: bool) -> SafeText:
    match form:
        case "json":
            from pnp.report import as_json

            return as_json(report)
        case "github":
            from pnp.report import as_github

            return as_github(report)
        case "sarif":
            from pnp.checks import every_rule
            from pnp.report import as_sarif

            return as_sarif(report, every_rule(), __version__)
        case _:
            from pnp.report import as_text

            return as_text(report, paint, infos=not quiet)
