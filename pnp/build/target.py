"""What to print for: options, profile, printer, file names, the calibration sheet."""

from __future__ import annotations

import json
import math
import re
import unicodedata
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any, get_args

from msgspec import Struct
from msgspec.structs import asdict, fields, replace

from pnp.diagnostics import Span
from pnp.draw.look import variants_of
from pnp.facts import manifest
from pnp.loader.pack import Loaded
from pnp.messages import did_you_mean
from pnp.model.faces.template import Template
from pnp.model.game import Game
from pnp.model.profile import HOME, Profile
from pnp.output import OUTPUT, remove_leftovers, write_file
from pnp.plugins import Plugin, plugin_formats
from pnp.render.pdf import PdfInfo, render_pdf
from pnp.scene.typesetting.lettering import printed
from pnp.sheet.calibration import TITLE, Reading, calibration, corrected
from pnp.sheet.margins import HOUSE as SHEET_STYLE
from pnp.sheet.options import A4, PAPERS, Flip, Layout, Options, Paper

# Names of files, made from the names of rows: the same on every system, and no two alike.

LONGEST = 60

_PLAIN = {"BLACK", "WHITE", "SUIT", "SYMBOL", "SIGN", "SMALL", "LETTER", "CAPITAL", "LATIN"}


def file_names(rows: Iterable[str]) -> tuple[str, ...]:
    """A name for each row: lower-case letters and digits joined by hyphens, a number added where two would be alike."""
    taken: set[str] = set()
    names = []
    for row in rows:
        plain = file_name(row)
        name, number = plain, 2
        while name in taken:
            name, number = f"{plain}-{number}", number + 1
        taken.add(name)
        names.append(name)
    return tuple(names)


def file_name(text: str) -> str:
    """The text as the name of a file: `8♠` is `8-spade`, `Łódź` is `lodz`."""
    words = "".join(map(_spelled, unicodedata.normalize("NFKD", text.casefold())))
    return "-".join(re.findall("[a-z0-9]+", words))[:LONGEST].strip("-") or "row"


def _spelled(char: str) -> str:
    """The character where it is plain, nothing of an accent, and the words of the name of any other."""
    if char.isascii():
        return char
    if unicodedata.combining(char):
        return ""
    name, _, _ = unicodedata.name(char, "").partition(" WITH ")
    spelled = "-".join(word for word in name.split() if word not in _PLAIN).lower()
    return spelled if unicodedata.category(char)[0] == "L" else f"-{spelled}-"


def rules_file(paper: Paper, language: str = "") -> str:
    """The name of the rulebook's PDF on that paper, in a `language` that is not the game's own.

    The default paper is not named.
    """
    return "-".join(filter(None, ("rulebook", language, "" if paper is A4 else paper.name))) + ".pdf"


# Printers: what was read off the calibration sheet of each, kept in the user's configuration folder.

FILE = "printers.json"
VERSION = 1

LIMITS = {"x": (-20.0, 20.0), "y": (-20.0, 20.0), "angle": (-5.0, 5.0), "scale": (90.0, 110.0)}
"""Between what each reading lies: more is no printer's stray but a wrong setting."""


class PrintersUnreadable(Exception):
    """The file of saved printers holds something else; the message says where it is and what to do."""


def printers_file() -> Path:
    """Where the readings are kept."""
    from platformdirs import user_config_path

    return user_config_path("pnp", appauthor=False) / FILE


def saved_printers() -> dict[str, Reading]:
    """The reading of each printer by its name; none where nothing was saved yet.

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
    """Keeps the reading under that name and leaves the others; the file that it is in now.

    Raises PrintersUnreadable, or OutputError where it can't be written.
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


# What is printed for: a profile of the game, with what was asked for laid over it.


class Refused(ValueError):
    """Something was asked for that the game does not have; the message says what it has."""


class BuildTarget(Struct, frozen=True):
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
    def formats(self) -> tuple[str, ...]:
        """What is written; beside finished faces nothing that was not asked for."""
        every = () if self.profile.prints == "faces" else ("pdf", "svg")
        formats = every if self.asked.formats is None else self.asked.formats
        return (*formats, "png") if self.asked.dpi and "png" not in formats else formats

    @property
    def plugins(self) -> tuple[Plugin, ...]:
        """Those of the formats that other packages write."""
        return tuple(each for name, each in plugin_formats(OUR_FORMATS).items() if name in self.formats)

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
        variant = file_name(self.asked.variant) if self.asked.variant else ""
        words = (profile, self.language, layout, flip, variant, printer, draft, paper)
        return "".join(f"-{word}" for word in words if word)


def target_of(loaded: Loaded, asked: BuildOptions) -> BuildTarget:
    """What the game is printed for.

    Raises Refused for a profile, a variant, a language or a component that it does not have.
    """
    require_known("paper", asked.paper, PAPERS)
    require_known("layout", asked.layout, get_args(Layout))
    require_known("flip", asked.flip, get_args(Flip))
    for form in asked.formats or ():
        require_known("format", form, (*OUR_FORMATS, *plugin_formats(OUR_FORMATS)))
    for name in asked.only:
        _require("component", name, (entry.id for entry, _ in manifest(loaded.game)), loaded.name)
    reading = reading_of(asked.printer) if asked.printer else None
    target = BuildTarget(_profile(loaded, asked.profile), asked, other_language(loaded, asked.language), reading)
    if "cut-dxf" in target.formats:
        from pnp.render.cut import can_write_dxf

        if not can_write_dxf():
            raise Refused("DXF files need the extra 'cut': pip install 'pnp-press[cut]'")
    if target.variant:
        _require("variant", target.variant, variants_of(loaded.game), loaded.name)
    _require_sheets(target)
    return target


def _require_sheets(target: BuildTarget) -> None:
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


def require_known(kind: str, name: str | None, known: Collection[str]) -> None:
    """Raises Refused for a name that is none of the known ones, where one is given."""
    if name is not None and name not in known:
        raise Refused(f"there is no {kind} '{name}'; {did_you_mean(name, known) or 'there are ' + ', '.join(known)}")


# What a build was asked for; what is not said is for the profile to say.

OUR_FORMATS = ("pdf", "svg", "png", "cut-svg", "cut-dxf")
"""The output formats; other packages can add some."""


class BuildOptions(Struct, frozen=True):
    """The options of `pnp build`, None where nothing was said; an empty `only` or `rows` means all."""

    out: Path = OUTPUT
    paper: str | None = None
    layout: Layout | None = None
    flip: Flip | None = None
    variant: str | None = None
    formats: tuple[str, ...] | None = None
    dpi: int | None = None
    only: tuple[str, ...] = ()
    rows: tuple[int, ...] = ()
    draft: bool = False
    profile: str = "home"
    language: str | None = None
    printer: str | None = None


def require_printable(printer: str) -> None:
    """Raises Refused for a name of a printer of which the calibration sheet would drop or spoil characters."""
    if not (printed(printer, Span(""), SHEET_STYLE.notes).prints and printer.isprintable()):
        raise Refused(f"the name '{printer}' can't be printed; call the printer something in plain letters")


# The calibration sheet as a file, for a printer that is known corrected.


def write_calibration(folder: Path, paper: str, flip: Flip = "long", printer: str | None = None) -> Path:
    """Where the sheet was written.

    Raises Refused for a printer that nothing was saved of, or whose name the sheet can't show; OutputError where the
    sheet can't be written.
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


# The safe zone that a profile asks of faces.


def kept_safe(game: Game, safe: float | None) -> Game:
    """The game with faces whose safe zone is at least that many millimetres wide."""
    if safe is None:
        return game
    documents = (
        replace(each, safe=max(each.safe, safe)) if isinstance(each, Template) else each for each in game.documents
    )
    return replace(game, documents=tuple(documents))


def at_home(loaded: Loaded) -> Loaded:
    """The game as its profile for home has it: with the safe zone that this asks of its faces."""
    home = loaded.game.find(Profile, HOME.id)
    return replace(loaded, game=kept_safe(loaded.game, home.safe)) if home and home.safe else loaded
