"""Sheets of a game as PDF, in the colours and with the letters that the target wants."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.render.inks import RULE, FourInks, Inks, Rgb
from pnp.render.lettering import outlined
from pnp.render.pdf import PdfInfo, render_pdf

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pnp.build.examine import Examined
    from pnp.build.target import Target
    from pnp.model.profile import Profile
    from pnp.scene.sheet import Sheet

CMYK = f"; CMYK by {RULE}, not certified as PDF/X"


def pdf_of(sheets: Sequence[Sheet], examined: Examined, target: Target, component: str = "") -> bytes:
    """The PDF of the sheets of a game, or of one component of it."""
    profile = target.profile
    return render_pdf(outlined(sheets) if profile.outlines else sheets, _info(examined, component), _inks(profile))


def told(what: str, target: Target) -> str:
    """What is said of a PDF once it is written."""
    return what + (CMYK if target.profile.colour == "cmyk" else "")


def _inks(profile: Profile) -> Inks:
    if profile.colour == "rgb":
        return Rgb()
    cyan, magenta, yellow, black = profile.black or (0.0, 0.0, 0.0, 100.0)
    return FourInks((cyan / 100, magenta / 100, yellow / 100, black / 100))


def _info(examined: Examined, component: str) -> PdfInfo:
    """What a reader says of the file."""
    pack = examined.game.pack
    title = pack.title if pack else examined.name
    return PdfInfo(
        title=f"{title} – {component}" if component else title,
        author=", ".join(pack.credit.designers) if pack and pack.credit else "",
        subject=pack.summary if pack else "",
        keywords=("print and play", "board game"),
        language=pack.language if pack else "en",
    )
