"""`pnp calibrate`: writes a sheet to measure a printer's offset, and saves the readings."""

from pathlib import Path
from typing import Any

import click
from msgspec.structs import replace

from pnp.cli.build_command import PAPERS
from pnp.cli.console import say
from pnp.cli.paths import folder_option

LARGE = tuple(paper for paper in PAPERS if paper != "photo")
"""The papers that are large enough for the sheet."""

EXAMPLES = """\b
Examples:
  pnp calibrate                                     write the sheet: print it double-sided
  pnp calibrate --printer office --x 0.6 --y -0.3   save the offsets that you measured
  pnp calibrate --printer office                    write the corrected sheet, to verify them
"""


class LengthRange(click.FloatRange):
    """A length between two numbers of millimetres, read with or without a unit."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the length in millimetres."""
        from pnp.units import LengthError, read_length

        try:
            value = read_length(value) if isinstance(value, str) else value
        except LengthError as error:
            self.fail(f"{error.message}: {error.hint}" if error.hint else error.message, param, ctx)
        return float(super().convert(value, param, ctx))


@click.command("calibrate", epilog=EXAMPLES)
@click.option(
    "--printer",
    metavar="NAME",
    help="Name of the printer: save its offsets, or correct the sheet by its saved offsets.",
)
@click.option(
    "--x", type=LengthRange(-20, 20), help="Horizontal offset of the back in mm, or 0.02in; right is positive."
)
@click.option("--y", type=LengthRange(-20, 20), help="Vertical offset of the back in mm, or 0.02in; down is positive.")
@click.option("--angle", type=click.FloatRange(-5, 5), help="Rotation of the back in degrees; clockwise is positive.")
@click.option("--scale", type=LengthRange(90, 110), help="Measured length of the 100 mm line, in mm, or 3.94in.")
@click.option(
    "--paper",
    type=click.Choice(LARGE, case_sensitive=False),
    default="a4",
    help="Paper size; default: a4.",
)
@click.option(
    "--flip",
    type=click.Choice(["long", "short"]),
    default="long",
    help="The edge over which the printer flips the sheet; default: long.",
)
@click.option("--lang", metavar="CODE", default="en", help="Language of the sheet, such as de; default: en.")
@click.option(
    "--pack",
    metavar="PATH",
    help="A pack, or its document of the kind translation, with the words of --lang; default: those that are bundled.",
)
@folder_option("-o", "--out", text="Write the sheet to this folder; default: output.")
def command(
    printer: str | None,
    x: float | None,
    y: float | None,
    angle: float | None,
    scale: float | None,
    paper: str,
    flip: str,
    lang: str,
    pack: str | None,
    out: Path,
) -> None:
    """Measure a printer's front–back offset.

    Without --x, --y, --angle and --scale, write a calibration sheet. With one of them, save the values for --printer:
    `pnp build --printer NAME` corrects later builds by them. Values that you leave out keep what is saved.
    """
    given = {"x": x, "y": y, "angle": angle, "scale": scale}
    read = {name: value for name, value in given.items() if value is not None}
    if not read:
        _print(printer, paper, flip, lang, pack, out)
    elif printer is None or not printer.strip():
        raise click.UsageError("name the printer that this was read of: --printer NAME")
    else:
        _save(printer.strip(), read)


def _save(printer: str, read: dict[str, float]) -> None:
    """Save the values together with the saved ones of that printer."""
    from pnp.build.printers import PrintersUnreadable, require_printable, save_printer, saved_printers
    from pnp.messages import Refused
    from pnp.sheet.calibration import Reading

    try:
        require_printable(printer)
        reading = replace(saved_printers().get(printer, Reading()), **read)
        path = save_printer(printer, reading)
    except (PrintersUnreadable, Refused) as error:
        raise click.UsageError(str(error)) from error
    shift = f"x {reading.x:+g} mm, y {reading.y:+g} mm, angle {reading.angle:+g}°, scale {reading.scale:g} %"
    say(f"{printer}: {shift}; saved in {path}")
    say(f"print with: pnp build --layout duplex --printer {printer}")


def _print(printer: str | None, paper: str, flip: str, lang: str, pack: str | None, out: Path) -> None:
    from pnp.build.printers import write_calibration
    from pnp.loader import find_targets
    from pnp.messages import Refused

    try:
        target = find_targets([pack])[0] if pack else None
        path = write_calibration(out, paper.lower(), flip, printer, lang, target)  # type: ignore[arg-type]  # by click
    except Refused as refused:
        raise click.UsageError(str(refused)) from refused
    say(f"{path}  print it on both sides of one sheet, and read it as it says")
