"""The cards in other tools, as their users would draw them, each in an environment of its own."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Peer:
    """A tool: what is installed of it, how its files are made ready in a folder that holds the rows, and the command
    that draws them there. `lacks` says what it leaves out of the cards.
    """

    name: str
    package: str
    prepare: Callable[[Path, Path, Path], None]
    command: Callable[[Path, Path, Path], tuple[str, ...]]
    writes: str = "cards.pdf"
    lacks: str = ""
    rival: bool = True


def browser() -> str | None:
    """The Chromium of this machine."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    return next(filter(None, map(shutil.which, names)), None)


def _tool(python: Path, name: str) -> str:
    return str(python.parent / name)


def _protograf(folder: Path, _python: Path, _font: Path) -> None:
    shutil.copy(HERE / "protograf_cards.py", folder)


def _decksmith(folder: Path, _python: Path, font: Path) -> None:
    text = (HERE / "decksmith.yaml").read_text(encoding="utf-8").replace("FONT,", f"{font},")
    (folder / "decksmith.yaml").write_text(text, encoding="utf-8")


def _cartuli(folder: Path, python: Path, font: Path) -> None:
    import subprocess

    script = (str(python), str(HERE / "cartuli_prepare.py"), "cards.csv", str(font))
    subprocess.run(script, cwd=folder, check=True, capture_output=True)


def _gamecards(folder: Path, _python: Path, font: Path) -> None:
    shutil.copy(HERE / "gamecards.tpl", folder)
    text = (HERE / "gamecards.css").read_text(encoding="utf-8").replace("FONT", font.as_uri())
    (folder / "cards.css").write_text(text, encoding="utf-8")


def _nothing(_folder: Path, _python: Path, _font: Path) -> None:
    pass


def _by_shell(script: str) -> tuple[str, ...]:
    return ("/bin/sh", "-ec", script)


PEERS = (
    Peer(
        "protograf",
        "protograf==0.5.2" if sys.version_info < (3, 12) else "protograf==0.6.0",
        _protograf,
        lambda folder, python, font: _by_shell(f"CARDS=cards.csv OUT=cards.pdf '{python}' protograf_cards.py"),
    ),
    Peer(
        "decksmith",
        "decksmith==0.9.9",
        _decksmith,
        lambda folder, python, font: _by_shell(
            f"rm -rf faces; mkdir faces; D='{_tool(python, 'decksmith')}'\n"
            '"$D" build --spec decksmith.yaml --data semicolons.csv --output faces\n'
            '"$D" export --width 63.5 --height 88.9 --gap 0 --margins 2 2 --output cards.pdf faces'
        ),
        lacks="cut marks; pixels",
    ),
    Peer(
        "cartuli",
        "cartuli==0.1.0b3",
        _cartuli,
        # it ends with an exception of its own when all is written
        lambda folder, python, font: _by_shell(
            f"rm -rf sheets; '{_tool(python, 'cartuli')}' || test -s sheets/cards.pdf"
        ),
        writes="sheets/cards.pdf",
        lacks="wrapping, colours and hexagons (made before, not counted); pixels",
    ),
    Peer(
        "gamecards and Chromium",
        "gamecards==1.1.0",
        _gamecards,
        lambda folder, python, font: _by_shell(
            f"'{_tool(python, 'gamecards')}' cards.csv gamecards.tpl cards.css cards.html\n"
            f"'{browser()}' --no-sandbox --headless --no-pdf-header-footer --print-to-pdf=cards.pdf "
            f"'{(folder / 'cards.html').as_uri()}'"
        ),
        lacks="cut marks (outlines instead)",
    ),
    Peer(
        "typst",
        "typst==0.15.2",
        _nothing,
        lambda folder, python, font: (
            str(python),
            str(HERE / "typst_cards.py"),
            "cards.csv",
            "cards.pdf",
            str(font.parent),
        ),
        rival=False,
    ),
)
