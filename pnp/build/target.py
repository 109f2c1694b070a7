"""Resolves what to print: options, profile, printer, file names; the calibration sheet."""

from __future__ import annotations

import json
import math
import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import Any, get_args

from msgspec import Struct
from msgspec.structs import asdict, fields, replace

from pnp.diagnostics import Span
from pnp.facts import manifest
from pnp.facts.look import house_fallback, variants_of
from pnp.loader.pack import Loaded
from pnp.messages import did_you_mean
from pnp.model.faces.template import Template
from pnp.model.faces.theme import Roles, Theme, resolve_theme
from pnp.model.game import Game
from pnp.model.profile import HOME, Profile
from pnp.output import OUTPUT, remove_leftovers, write_file
from pnp.plugins import Plugin, plugin_formats
from pnp.render.pdf import render_pdf
from pnp.render.prepress import PdfInfo
from pnp.scene.typesetting.lettering import printed
from pnp.sheet.calibration import TITLE, Reading, calibration, corrected
from pnp.sheet.margins import HOUSE as SHEET_STYLE
from pnp.sheet.margins import SheetStyle
from pnp.sheet.options import A4, LEAST_MARGIN, MOST_MARGIN, PAPERS, Backs, Cuts, Flip, Layout, Options, Paper

# Names of files, derived from the names of rows: the same on every system, and unique.

LONGEST = 60

MOST_DIGITS = 6
"""The maximum number of digits that zeros fill."""

_PLAIN = {"BLACK", "WHITE", "SUIT", "SYMBOL", "SIGN", "SMALL", "LETTER", "CAPITAL", "LATIN"}


def file_names(rows: Iterable[str]) -> tuple[str, ...]:
    """Return a unique name for each row: lower-case letters and digits joined by hyphens, numbered if equal.

    Numbers have as many digits as the largest one in their place, so that a folder lists them in order.
    """
    plain_names = _aligned([file_name(row) for row in rows])
    digits = {name: len(str(count)) for name, count in Counter(plain_names).items()}
    taken: set[str] = set()
    names = []
    for plain in plain_names:
        name, number = plain, 2
        while name in taken:
            name, number = f"{plain}-{number:0{digits[plain]}}", number + 1
        taken.add(name)
        names.append(name)
    return tuple(names)


def _aligned(names: Sequence[str]) -> list[str]:
    """Return the names with zeros before their numbers; only names that differ in nothing but numbers are aligned."""
    widths: dict[tuple[str, int], int] = {}
    split = [re.split("([0-9]+)", name) for name in names]
    keys = ["0".join(words[::2]) for words in split]
    for key, words in zip(keys, split, strict=True):
        for place, number in enumerate(words[1::2]):
            widths[key, place] = max(widths.get((key, place), 0), len(number))
    for key, words in zip(keys, split, strict=True):
        words[1::2] = [number.zfill(min(widths[key, place], MOST_DIGITS)) for place, number in enumerate(words[1::2])]
    return ["".join(words) for words in split]


def file_name(text: str) -> str:
    """Return the text as the name of a file: `8♠` becomes `8-spade`, `Łódź` becomes `lodz`."""
    words = "".join(map(_spelled, unicodedata.normalize("NFKD", text.casefold())))
    return "-".join(re.findall("[a-z0-9]+", words))[:LONGEST].strip("-") or "row"


def _spelled(char: str) -> str:
    """Return an ASCII character itself, nothing for an accent, and otherwise words of the character's Unicode name."""
    if char.isascii():
        return char
    if unicodedata.combining(char):
        return ""
    name, _, _ = unicodedata.name(char, "").partition(" WITH ")
    spelled = "-".join(word for word in name.split() if word not in _PLAIN).lower()
    return spelled if unicodedata.category(char)[0] == "L" else f"-{spelled}-"


def rules_file(paper: Paper, language: str = "") -> str:
    """Return the name of the rulebook's PDF on that paper, in a `language` other than the game's own.

    The default paper is not part of the name.
    """
    return "-".join(filter(None, ("rulebook", language, "" if paper is A4 else paper.name))) + ".pdf"


# Printers: the readings from each one's calibration sheet, stored in the user's configuration folder.

FILE = "printers.json"
VERSION = 1

LIMITS = {"x": (-20.0, 20.0), "y": (-20.0, 20.0), "angle": (-5.0, 5.0), "scale": (90.0, 110.0)}
"""The range of each reading; a value beyond it is a wrong setting, not an offset of a printer."""


class PrintersUnreadable(Exception):
    """The file of saved printers is invalid; the message says where it is and what to do."""


def printers_file() -> Path:
    """Return the path of the saved readings."""
    from platformdirs import user_config_path

    return user_config_path("pnp", appauthor=False) / FILE


def saved_printers() -> dict[str, Reading]:
    """Return the reading of each printer by name; empty if nothing is saved.

    Raises PrintersUnreadable.
    """
    path = printers_file()
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        return {str(name): _reading(entry) for name, entry in sorted(content["printers"].items())}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        message = f"cannot read '{path}': {error}; mend or remove it, and calibrate again"
        raise PrintersUnreadable(message) from error


def save_printer(name: str, reading: Reading) -> Path:
    """Save the reading under that name, next to those of other printers, and return the path of the file.

    Raises PrintersUnreadable, or OutputError if the file cannot be written.
    """
    printers = {**saved_printers(), name: reading}
    content = {"version": VERSION, "printers": {key: asdict(printers[key]) for key in sorted(printers)}}
    path = printers_file()
    write_file(path, (json.dumps(content, indent=2, ensure_ascii=False) + "\n").encode())
    return path


def _reading(entry: Any) -> Reading:
    values = {each.name: float(entry.get(each.name, each.default)) for each in fields(Reading)}
    for name, (least, most) in LIMITS.items():
        if not math.isfinite(values[name]) or not least <= values[name] <= most:
            raise ValueError(f"{name} is {values[name]:g}, which is not between {least:g} and {most:g}")
    return Reading(**values)


# What is printed: a profile of the game, overridden by the options.


class Refused(ValueError):
    """The game does not have something that was requested; the message lists what it has."""


class BuildTarget(Struct, frozen=True):
    """A profile with the options that override it; `language` is empty for the game's own.

    `reading` is the calibration of the named printer.
    """

    profile: Profile
    asked: BuildOptions
    language: str = ""
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
        every = () if self.profile.prints == "faces" else ("pdf", "svg")
        formats = every if self.asked.formats is None else self.asked.formats
        return (*formats, "png") if self.asked.dpi and "png" not in formats else formats

    @property
    def plugins(self) -> tuple[Plugin, ...]:
        """The requested formats of other packages."""
        return tuple(each for name, each in plugin_formats(OUR_FORMATS).items() if name in self.formats)

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
    def full_size(self) -> str:
        """The suffix of file names of undivided boards."""
        return self._named(paper="full-size")

    @property
    def finished(self) -> str:
        """The suffix of file names of finished faces."""
        return self._named()

    def _named(self, layout: str = "", flip: str = "", printer: str = "", paper: str = "") -> str:
        profile = "" if self.profile.id == HOME.id else self.profile.id
        draft = "draft" if self.asked.draft else "update" if self.asked.parts else ""
        variant = file_name(self.asked.variant) if self.asked.variant else ""
        words = (profile, self.language, layout, flip, variant, printer, draft, paper)
        return "".join(f"-{word}" for word in words if word)


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
        require_known("format", form, (*OUR_FORMATS, *plugin_formats(OUR_FORMATS)))
    for name in asked.only:
        _require("component", name, (entry.id for entry, _ in manifest(loaded.game)), loaded.name)
    reading = reading_of(asked.printer) if asked.printer else None
    target = BuildTarget(profile_named(loaded, asked.profile), asked, other_language(loaded, asked.language), reading)
    if "cut-dxf" in target.formats:
        from pnp.render.cut import can_write_dxf

        if not can_write_dxf():
            raise Refused("DXF files need the extra 'cut': pip install 'pnp-press[cut]'")
    if target.variant:
        _require("variant", target.variant, variants_of(loaded.game), loaded.name)
    _require_sheets(target)
    return target


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


def reading_of(printer: str) -> Reading:
    """Return the saved reading of that printer. Raises Refused if there is none."""
    try:
        printers = saved_printers()
    except PrintersUnreadable as error:
        raise Refused(str(error)) from error
    if printer not in printers:
        known = f"there are {', '.join(printers)}" if printers else "'pnp calibrate' prints a sheet to read"
        raise Refused(f"nothing is saved of a printer '{printer}'; {did_you_mean(printer, printers) or known}")
    return printers[printer]


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


def require_known(kind: str, name: str | None, known: Collection[str]) -> None:
    """Raise Refused for a name that is not known; None is accepted."""
    if name is not None and name not in known:
        raise Refused(f"there is no {kind} '{name}'; {did_you_mean(name, known) or 'there are ' + ', '.join(known)}")


# The options of a build; the profile replaces those that are None.

OUR_FORMATS = ("pdf", "svg", "png", "cut-svg", "cut-dxf", "sheet-png")
"""The built-in output formats; other packages can add some."""

ON_SHEETS = ("cut-svg", "cut-dxf", "sheet-png")
"""The formats that are of sheets, and not of single faces."""


class BuildOptions(Struct, frozen=True):
    """The options of `pnp build`; None means the profile's default, an empty `only` or `rows` means all.

    `parts` are the only parts of an update, by component and by number from 1; empty for all.
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
    printer: str | None = None
    strict: bool = False
    parts: tuple[tuple[str, tuple[int, ...]], ...] = ()


def require_printable(printer: str) -> None:
    """Raise Refused for a printer's name with characters that the calibration sheet cannot print."""
    if not (printed(printer, Span(""), SHEET_STYLE.notes).prints and printer.isprintable()):
        raise Refused(f"the name '{printer}' can't be printed; call the printer something in plain letters")


# The calibration sheet as a file, corrected for a printer that is already calibrated.


def write_calibration(folder: Path, paper: str, flip: Flip = "long", printer: str | None = None) -> Path:
    """Write the calibration sheet and return its path.

    Raises Refused for a printer without a saved reading, or with a name that the sheet cannot show; OutputError if the
    sheet cannot be written.
    """
    require_printable(printer or "")
    options = Options(PAPERS[paper], "duplex", flip)
    sheets = calibration(options, printer or "")
    if printer:
        sheets = corrected(sheets, reading_of(printer), options)
    words = ("calibration", file_name(printer) if printer else "", "short" if flip == "short" else "", paper)
    path = folder / f"{'-'.join(filter(None, words))}.pdf"
    remove_leftovers(folder, folder)
    write_file(path, render_pdf(sheets, PdfInfo(TITLE)), folder)
    return path


# The style of texts on sheets: the colours and fallback fonts of the game's theme.


def sheet_style(game: Game, variant: str | None = None) -> SheetStyle:
    """Return the house style in the theme's `sheet-ink`, `sheet-accent` and `sheet-band`, if it has them.

    The theme's families are the fallback fonts.
    """
    theme = resolve_theme(game.all(Theme), variant)
    roles = theme.roles if theme else Roles()

    def paint(role: str, otherwise: str) -> str:
        return roles.colour(role) or roles.colour(otherwise) or otherwise

    return replace(
        SHEET_STYLE,
        ink=paint("sheet-ink", SHEET_STYLE.ink),
        quiet=paint("sheet-quiet", SHEET_STYLE.quiet),
        accent=paint("sheet-accent", SHEET_STYLE.accent),
        band=paint("sheet-band", SHEET_STYLE.band),
        alarm=paint("sheet-alarm", SHEET_STYLE.alarm),
        fallback=house_fallback(game, variant),
        words=game.sheet_words,
    )


# The safe zone that a profile requires of faces.


def kept_safe(game: Game, safe: float | None) -> Game:
    """Return the game with the safe zones of faces widened to at least that many millimetres."""
    if safe is None:
        return game
    documents = (
        replace(each, safe=max(each.safe, safe)) if isinstance(each, Template) else each for each in game.documents
    )
    return replace(game, documents=tuple(documents))


def at_home(loaded: Loaded) -> Loaded:
    """Return the game with the safe zone that its home profile requires."""
    home = loaded.game.find(Profile, HOME.id)
    return replace(loaded, game=kept_safe(loaded.game, home.safe)) if home and home.safe else loaded
