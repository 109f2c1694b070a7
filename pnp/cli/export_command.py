"""`pnp export`: writes games for virtual tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pnp.cli.making import Order, make_all, print_files
from pnp.cli.paths import folder_option, jobs_option, large_option

if TYPE_CHECKING:
    from pathlib import Path

    from pnp.cli.making import Made, Say
    from pnp.loader.pack import Loaded


EXAMPLES = """\b
Examples:
  pnp export tts my-game                      write a saved object for Tabletop Simulator
  pnp export tts my-game --players 3          write only the set-up for three players
  pnp export tts --assets-url https://example.org/my-game/
"""


class TargetHelp(click.Command):
    """A command whose help lists the targets, which are read on demand."""

    def format_options(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the targets before the options."""
        from pnp.export.targets import targets

        with formatter.section("Targets"):
            formatter.write_dl([(target.name, target.program) for target in targets().values()])
        super().format_options(context, formatter)


@click.command("export", cls=TargetHelp, epilog=EXAMPLES)
@click.argument("target", metavar="TARGET")
@click.argument("paths", nargs=-1, metavar="[PATH ...]")
@click.option("--lang", metavar="CODE", help="Language of the game, such as de; default: the game's own language.")
@click.option(
    "--players",
    type=click.IntRange(1, 12),
    metavar="N",
    help="Write only the set-up for N players; default: one for each number of players.",
)
@click.option(
    "--assets-url",
    metavar="URL",
    default="",
    help="Address under which you will host the pictures; default: files on this computer.",
)
@click.option(
    "--dpi",
    type=click.IntRange(50, 600),
    default=None,
    metavar="N",
    help="Resolution of pictures, as far as the program allows; default: 400 for tts and ttpg, 200 for others.",
)
@click.option(
    "--format",
    "formats",
    type=click.Choice(["sheet", "report"]),
    multiple=True,
    help="Write also: sheet, all pictures as sprite sheets in plain PNG files; report, all findings as JSON.",
)
@click.option(
    "--single",
    is_flag=True,
    help="For tts and ttpg: write the picture of each card to a file, not sprite sheets. A changed card replaces only"
    " its own picture; the game loads more files.",
)
@click.option(
    "--calibration", is_flag=True, help="Write no game but a board, a card and a die of known sizes, to look at once."
)
@large_option
@jobs_option
@folder_option("-o", "--out", text="Write to this folder; default: output.")
def command(
    target: str,
    paths: tuple[str, ...],
    lang: str | None,
    players: int | None,
    assets_url: str,
    dpi: int | None,
    formats: tuple[str, ...],
    single: bool,
    calibration: bool,
    large: bool,
    jobs: int | None,
    out: Path,
) -> int:
    """Write games for virtual tables.

    The whole game is written: pieces with their pictures, decks, the set-up on the table, places of
    maps as snap points, and the rules.

    PATH is a pack's folder, one document, or the name of a bundled pack; default: the pack in the
    working folder, else every pack under ./content, else the bundled packs. Nothing is written for
    a pack with an error; the other packs are written.
    """
    from pnp.export.targets import ExportOptions, export_calibration, target_named
    from pnp.messages import Refused

    try:
        target_named(target)
        if single and target not in ("tts", "ttpg"):
            raise click.UsageError(
                "--single is for tts and ttpg; other targets are loaded as a whole, or have a picture for each card"
            )
        if calibration:
            written = export_calibration(target, ExportOptions(out, assets_url=assets_url, dpi=dpi))
            print_files("calibration", written, out / "calibration")
            return 0
    except Refused as refused:
        raise click.UsageError(str(refused)) from refused
    asked = {
        "target": target,
        "language": lang,
        "players": players,
        "assets_url": assets_url,
        "dpi": dpi,
        "sheets": "sheet" in formats,
        "report": "report" in formats,
        "single": single,
    }
    return make_all(paths, Order("export", out, asked, large), _write, jobs)


def _write(loaded: Loaded, order: Order, say: Say, _jobs: int) -> Made:
    from pnp.export.targets import ExportOptions, export_pack

    asked = {name: value for name, value in order.asked.items() if name != "target"}
    return export_pack(loaded, order.asked["target"], ExportOptions(order.out, **asked), say)
