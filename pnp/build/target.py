"""Resolves what to print: a profile of the game, overridden by the options of a build."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import get_args

from msgspec import Struct

from pnp.build.printers import reading_of
from pnp.escape import file_name
from pnp.facts import manifest
from pnp.facts.look import variants_of
from pnp.loader.pack import Loaded
from pnp.messages import Refused, did_you_mean, require_known
from pnp.model.profile import HOME, Profile
from pnp.output import OUTPUT
from pnp.plugins import OUR_FORMATS, Plugin, plugin_formats
from pnp.sheet.calibration import Reading
from pnp.sheet.options import A4, LEAST_MARGIN, MOST_MARGIN, PAPERS, Backs, Cuts, Flip, Layout, Paper

# What is printed: a profile of the game, overridden by the options.


class BuildTarget(Struct, frozen=True):
    """A profile with the options that override it; `language` is empty for the game's own.

    `languages` are all that are printed, if they are several: layers of one PDF. `reading` is the calibration of the
    named printer.
    """

    profile: Profile
    asked: BuildOptions
    language: str = ""
    languages: tuple[str, ...] = ()
    reading: Reading | None = None

    @property
    def paper(self) -> str:
        """The name of the paper."""
        return self.asked.paper or self.profile.paper

    @property
    def layout(self) -> Layout:
        """Where backs are printed."""
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
    def formats(self) -> tuple[str, ...]:
        """The output formats; a profile for finished faces adds none to the requested ones."""
        every = () if self.profile.prints == "faces" else ("pdf",) if self.languages else ("pdf", "svg")
        formats = every if self.asked.formats is None else self.asked.formats
        return (*formats, "png") if self.asked.dpi and "png" not in formats else formats

    @property
    def plugins(self) -> tuple[Plugin, ...]:
        """The requested formats of other packages."""
        return tuple(each for name, each in plugin_formats().items() if name in self.formats)

    @property
    def dpi(self) -> int:
        """The resolution of pictures of faces."""
        return self.asked.dpi or self.profile.dpi

    @property
    def name(self) -> str:
        """The suffix of file names, such as `-gutterfold-a4`: options that are not the defaults, then the paper."""
        layout = self.layout if self.layout != self.profile.layout else ""
        flip = self.flip if self.layout == "duplex" and self.flip != self.profile.flip else ""
        printer = file_name(self.asked.printer) if self.asked.printer else ""
        return self._named(layout, flip, printer, self.paper)

    @property
    def rules_profile(self) -> str:
        """The profile in the names of the rules: empty if they are in RGB, like those without a profile."""
        return self.profile.id if self.profile.colour == "cmyk" else ""

    @property
    def full_size(self) -> str:
        """The suffix of file names of undivided boards."""
        return self._named(paper="full-size")

    @property
    def finished(self) -> str:
        """The suffix of file names of finished faces."""
        return self._named()

    def _named(self, layout: str = "", flip: str = "", printer: str = "", paper: str = "") -> str:
        profile = "" if self.profile.id == HOME.id else self.profile.id
        draft = "-".join(filter(None, ("update" if self.asked.parts else "", "draft" if self.asked.draft else "")))
        variant = file_name(self.asked.variant) if self.asked.variant else ""
        words = (profile, "-".join(self.languages) or self.language, layout, flip, variant, printer, draft, paper)
        return "".join(f"-{word}" for word in words if word)


def rules_file(paper: Paper, language: str = "", profile: str = "") -> str:
    """Return the name of the rulebook's PDF on that paper, in a `language` other than the game's own.

    The default paper is not part of the name. The `profile` is, if the colours are its inks.
    """
    return "-".join(filter(None, ("rulebook", profile, language, "" if paper is A4 else paper.name))) + ".pdf"


def reference_file(name: str, paper: str, language: str = "", profile: str = "") -> str:
    """Return the name of the rule reference's PDF of a game; its parts are those of `rules_file`."""
    return "-".join(filter(None, (name, "reference", profile, language, paper))) + ".pdf"


def target_of(loaded: Loaded, asked: BuildOptions) -> BuildTarget:
    """Return the target for the game and the options.

    Raises Refused for a profile, a variant, a language or a component that it does not have.
    """
    require_known("paper", asked.paper, PAPERS)
    require_known("layout", asked.layout, get_args(Layout))
    require_known("flip", asked.flip, get_args(Flip))
    require_known("kind of cuts", asked.cuts, get_args(Cuts))
    require_known("choice of backs", asked.backs, get_args(Backs))
    if asked.margin is not None and not LEAST_MARGIN <= asked.margin <= MOST_MARGIN:
        raise Refused(f"a margin is {LEAST_MARGIN:g} to {MOST_MARGIN:g} mm wide, not {asked.margin:g}")
    for form in asked.formats or ():
        require_known("format", form, (*OUR_FORMATS, *plugin_formats()))
    for name in asked.only:
        _require("component", name, (entry.id for entry, _ in manifest(loaded.game)), loaded.name)
    reading = reading_of(asked.printer) if asked.printer else None
    profile, language = profile_named(loaded, asked.profile), other_language(loaded, asked.language)
    target = BuildTarget(profile, asked, language, _languages(loaded, asked), reading)
    if "cut-dxf" in target.formats:
        from pnp.render.cut import can_write_dxf

        if not can_write_dxf():
            raise Refused("DXF files need the extra 'cut': pip install 'pnp-press[cut]'")
    if target.variant:
        _require("variant", target.variant, variants_of(loaded.game), loaded.name)
    _require_sheets(target)
    _require_layers(target)
    return target


def _languages(loaded: Loaded, asked: BuildOptions) -> tuple[str, ...]:
    """Return the languages to print if they are several. Raises Refused if the game lacks one."""
    codes = tuple(dict.fromkeys((asked.language or next(iter(loaded.languages), ""), *asked.more_languages)))
    for code in asked.more_languages:
        other_language(loaded, code)
    return codes if len(codes) > 1 and loaded.languages else ()


def _require_layers(target: BuildTarget) -> None:
    """Raise Refused if several languages are requested and the files cannot have layers."""
    profile = target.profile
    if not target.languages:
        return
    asked = ",".join(target.languages)
    is_pdf = profile.prints == "sheets" or profile.file == "pdf"
    if not (is_pdf and profile.pdf_layers) or profile.standard == "PDF/X-1a:2003":
        raise Refused(f"the profile '{profile.id}' has no files with layers: print the languages {asked} one at a time")
    others = [form for form in target.formats if form != "pdf"]
    if others:
        raise Refused(f"only a PDF has several languages: leave out --format {others[0]}, or print one language")


def _require_sheets(target: BuildTarget) -> None:
    """Raise Refused if options for sheets are given, but the target does not print sheets."""
    profile, asked = target.profile, target.asked
    if profile.prints == "faces":
        words = (asked.paper, asked.layout, asked.flip, asked.printer, asked.cuts, asked.backs)
        if any(words) or asked.margin is not None:
            options = "--paper, --layout, --flip, --margin, --cuts, --backs and --printer"
            raise Refused(f"the profile '{asked.profile}' prints faces, not sheets: leave out {options}")
        idle = [form for form in target.formats if form in ON_SHEETS or (form == "pdf" and profile.file != "pdf")]
        if idle:
            forms = " and ".join(f"--format {form}" for form in idle)
            kind = "one PDF a component" if profile.file == "pdf" else f"one {profile.file.upper()} a face"
            raise Refused(f"the profile '{asked.profile}' prints {kind}, no sheets: leave out {forms}")
    elif profile.registration and target.layout == "gutterfold":
        raise Refused(
            f"the profile '{profile.id}' can't fold its sheets: the machine looks for its marks on a flat sheet, and "
            "one would be inside the fold; use --layout single or duplex"
        )
    elif asked.flip and target.layout != "duplex":
        raise Refused("--flip is for paper that is printed on both sides: add --layout duplex, or leave it out")


def profile_named(loaded: Loaded, name: str) -> Profile:
    """Return the profile of that name. Raises Refused if the game has none."""
    found = loaded.game.find(Profile, name)
    if found is None and name == HOME.id:
        return HOME
    _require("profile", name, dict.fromkeys((HOME.id, *loaded.game.names(Profile))), loaded.name)
    assert found, "it is among the names"
    return found


def other_language(loaded: Loaded, asked: str | None) -> str:
    """Return the requested language, or an empty text for the game's own. Raises Refused if the game lacks it."""
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


# The options of a build; the profile replaces those that are None.

ON_SHEETS = ("cut-svg", "cut-dxf", "sheet-png")
"""The formats that are of sheets, and not of single faces."""


class BuildOptions(Struct, frozen=True):
    """The options of `pnp build`; None means the profile's default, an empty `only` or `rows` means all.

    `parts` are the only parts of an update, by component, each with its number from 1 and its copies; empty for all.
    `more_languages` are those printed with the `language`, each on a layer.
    """

    out: Path = OUTPUT
    paper: str | None = None
    layout: Layout | None = None
    flip: Flip | None = None
    margin: float | None = None
    cuts: Cuts | None = None
    backs: Backs | None = None
    variant: str | None = None
    formats: tuple[str, ...] | None = None
    dpi: int | None = None
    only: tuple[str, ...] = ()
    rows: tuple[int, ...] = ()
    draft: bool = False
    profile: str = "home"
    language: str | None = None
    more_languages: tuple[str, ...] = ()
    printer: str | None = None
    strict: bool = False
    parts: tuple[tuple[str, tuple[tuple[int, int], ...]], ...] = ()
