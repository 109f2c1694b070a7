"""What is printed for: a profile of the game, with what was asked for laid over it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.build.names import file_name
from pnp.draw.look import variants_of
from pnp.facts import manifest
from pnp.model.profile import HOME, Profile
from pnp.printers import PrintersUnreadable, Reading, saved_printers
from pnp.records import dataclass
from pnp.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pnp.build.options import BuildOptions, Format
    from pnp.load import Loaded
    from pnp.sheet.options import Flip, Layout


class Refused(Exception):
    """Something was asked for that the game does not have; the message says what it has."""


@dataclass(frozen=True, slots=True)
class Target:
    """A profile and what was asked for beside it; the `language` is named where it is not the game's own.

    `reading` is what the printer that was named does to sheets.
    """

    profile: Profile
    asked: BuildOptions
    language: str = ""
    reading: Reading | None = None

    @property
    def paper(self) -> str:
        """The paper's name."""
        return self.asked.paper or self.profile.paper

    @property
    def layout(self) -> Layout:
        """Where backs go."""
        return self.asked.layout or self.profile.layout

    @property
    def flip(self) -> Flip:
        """The edge over which a duplex sheet is turned."""
        return self.asked.flip or self.profile.flip

    @property
    def variant(self) -> str | None:
        """The variant of the theme."""
        return self.asked.variant or (self.profile.variant.name if self.profile.variant else None)

    @property
    def formats(self) -> tuple[Format, ...]:
        """What is written; beside finished faces nothing that was not asked for."""
        every: tuple[Format, ...] = () if self.profile.prints == "faces" else ("pdf", "svg")
        formats = every if self.asked.formats is None else self.asked.formats
        return (*formats, "png") if self.asked.dpi and "png" not in formats else formats

    @property
    def dpi(self) -> int:
        """How fine pictures of faces are."""
        return self.asked.dpi or self.profile.dpi

    @property
    def name(self) -> str:
        """What the names of files end in, such as `-gutterfold-a4`: what is not the default, then the paper."""
        layout = self.layout if self.layout != self.profile.layout else ""
        flip = self.flip if self.layout == "duplex" and self.flip != self.profile.flip else ""
        printer = file_name(self.asked.printer) if self.asked.printer else ""
        return self._named(layout, flip, printer, self.paper)

    @property
    def full_size(self) -> str:
        """What the names of boards in one piece end in."""
        return self._named(paper="full-size")

    @property
    def finished(self) -> str:
        """What the names of finished faces end in."""
        return self._named()

    def _named(self, layout: str = "", flip: str = "", printer: str = "", paper: str = "") -> str:
        profile = "" if self.profile.id == HOME.id else self.profile.id
        draft = "draft" if self.asked.draft else ""
        words = (profile, self.language, layout, flip, self.asked.variant or "", printer, draft, paper)
        return "".join(f"-{word}" for word in words if word)


def target_of(loaded: Loaded, asked: BuildOptions) -> Target:
    """What the game is printed for.

    Raises Refused for a profile, a variant, a language or a component that it does not have.
    """
    for name in asked.only:
        _require("component", name, (entry.id for entry, _ in manifest(loaded.game)), loaded.name)
    reading = reading_of(asked.printer) if asked.printer else None
    target = Target(_profile(loaded, asked.profile), asked, other_language(loaded, asked.language), reading)
    if "cut-dxf" in target.formats:
        from pnp.render.cut import can_write_dxf

        if not can_write_dxf():
            raise Refused("DXF files need the extra 'cut': pip install 'pnp-press[cut]'")
    if target.variant:
        _require("variant", target.variant, variants_of(loaded.game), loaded.name)
    _require_sheets(target)
    return target


def _require_sheets(target: Target) -> None:
    """Raises Refused where something was asked of sheets that the target does not print."""
    profile, asked = target.profile, target.asked
    if profile.prints == "faces":
        if asked.paper or asked.layout or asked.flip or asked.printer:
            options = "--paper, --layout, --flip and --printer"
            raise Refused(f"the profile '{asked.profile}' prints faces, not sheets: leave out {options}")
        idle = [form for form in target.formats if form.startswith("cut-") or (form == "pdf" and profile.file != "pdf")]
        if idle:
            forms = " and ".join(f"--format {form}" for form in idle)
            kind = "one PDF a component" if profile.file == "pdf" else f"one {profile.file.upper()} a face"
            raise Refused(f"the profile '{asked.profile}' prints {kind}, no sheets: leave out {forms}")
    elif asked.flip and target.layout != "duplex":
        raise Refused("--flip is for paper that is printed on both sides: add --layout duplex, or leave it out")


def reading_of(printer: str) -> Reading:
    """What was read off that printer's calibration sheet; raises Refused where nothing was saved of it."""
    try:
        printers = saved_printers()
    except PrintersUnreadable as error:
        raise Refused(str(error)) from error
    if printer not in printers:
        known = f"there are {', '.join(printers)}" if printers else "'pnp calibrate' prints a sheet to read"
        raise Refused(f"nothing is saved of a printer '{printer}'; {did_you_mean(printer, printers) or known}")
    return printers[printer]


def _profile(loaded: Loaded, name: str) -> Profile:
    found = loaded.game.find(Profile, name)
    if found is None and name == HOME.id:
        return HOME
    _require("profile", name, dict.fromkeys((HOME.id, *loaded.game.names(Profile))), loaded.name)
    assert found, "it is among the names"
    return found


def other_language(loaded: Loaded, asked: str | None) -> str:
    """The language that is asked for where it is not the game's own; raises Refused for one that the game lacks."""
    pack = loaded.game.pack
    if asked is None or pack is None:
        return ""
    _require("texts in the language", asked, pack.languages, loaded.name)
    return "" if asked == pack.languages[0] else asked


def _require(kind: str, name: str, known: Iterable[str], game: str) -> None:
    names = tuple(known)
    if name not in names:
        hint = did_you_mean(name, names) or (f"there are {', '.join(names)}" if names else "it has none")
        raise Refused(f"'{game}' has no {kind} '{name}'; {hint}")
