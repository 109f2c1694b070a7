"""The programs that games are exported to, and the export of one pack to one of them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module, resources
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pnp.build.examine import Examined, examine
from pnp.build.target import other_language
from pnp.build.write import Product, Say, write_each
from pnp.build_record import Written
from pnp.checks.sheet import NOT_EXPORTED
from pnp.diagnostics import Fault
from pnp.export.calibration import calibration_game
from pnp.export.game import exported
from pnp.export.pictures import SheetPicture, SpriteLimits, sprite_sheets
from pnp.export.things import ExportedGame
from pnp.loader.pack import Loaded
from pnp.messages import Refused, range_of, require_known
from pnp.output import OUTPUT
from pnp.report import as_json

# Options and targets.

DPI = 200
"""Default resolution of pictures: a poker card has 496 × 693 pixels, which is sharp when a player zooms in."""

SHARPEST = 400
"""Default resolution in programs that read large sheets: the sharpest grid within their limits, up to that of print."""


class ExportOptions(Struct, frozen=True):
    """The options of `pnp export`.

    `players` limits the set-ups to one number of players. `assets_url` is the address under which the pictures will be
    hosted; without it, files point to each other on this computer. With `sheets`, sprite sheets are also written as
    plain PNG files; with `report`, all findings as JSON. `dpi` is the resolution of pictures, as far as the limits of a
    program allow; None for its default. With `single`, the picture of each card is a file instead of a place in a
    sprite sheet (`tts`, `ttpg`).
    """

    out: Path = OUTPUT
    language: str | None = None
    players: int | None = None
    assets_url: str = ""
    dpi: int | None = None
    sheets: bool = False
    report: bool = False
    single: bool = False

    def sharpness(self, default: int = DPI) -> int:
        """Return the requested resolution, or the default of a program."""
        return self.dpi or default


class ExportedFiles(Struct, frozen=True):
    """The files of a game for one program, how to load them, and what the program cannot hold."""

    products: tuple[Product, ...]
    how: str
    left_out: tuple[Fault, ...] = ()


MakeFiles = Callable[[ExportedGame, Path, ExportOptions], ExportedFiles]
"""Makes the files of a game for one program; they will be in that folder."""


class ExportTarget(Struct, frozen=True):
    """A program that games are exported to: its name on the command line, what it is, and `module:function`."""

    name: str
    program: str
    maker: str

    def files(self, game: ExportedGame, folder: Path, options: ExportOptions) -> ExportedFiles:
        """Return the files of the game for that folder, with a text file that says how to load them."""
        module, _, function = self.maker.partition(":")
        make: MakeFiles = getattr(import_module(module), function)
        made = make(game, folder, options)
        faults = tuple({(each.span, each.message): each for each in (*game.left_out, *made.left_out)}.values())
        return ExportedFiles((*made.products, readme(game, made.how, faults)), made.how, faults)

    def write(self, game: ExportedGame, folder: Path, options: ExportOptions) -> tuple[Written, ...]:
        """Write the game into the folder. Raises OutputError if a file cannot be written."""
        return save(self.files(game, folder, options).products, folder)


OURS = (
    ExportTarget("html", "one HTML file that plays the game in a browser, offline", "pnp.export.html:files_of"),
    ExportTarget("tts", "Tabletop Simulator: a saved object and saves", "pnp.export.tts:files_of"),
    ExportTarget("ttpg", "Tabletop Playground: a package", "pnp.export.ttpg:files_of"),
    ExportTarget("vtt", "virtualtabletop.io: a room", "pnp.export.vtt:files_of"),
    ExportTarget("pcio", "PlayingCards.io: a room", "pnp.export.pcio:files_of"),
    ExportTarget("vassal", "Vassal: a module", "pnp.export.vassal:files_of"),
    ExportTarget("cgs", "Card Game Simulator: a custom game of cards and boards", "pnp.export.cgs:files_of"),
)
"""The targets that pnp has itself."""

TARGETS: dict[str, ExportTarget] = {target.name: target for target in OURS}

GROUP = "pnp.exports"
"""The entry points under which other packages declare targets: functions that make files, like those of ours."""


def targets() -> dict[str, ExportTarget]:
    """Return all targets by name: ours, and those of other installed packages."""
    found = dict(TARGETS)
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, entry.value)):
        package = entry.dist.name if entry.dist else "another package"
        found.setdefault(entry.name, ExportTarget(entry.name, f"of the package '{package}'", entry.value))
    return found


def target_named(name: str) -> ExportTarget:
    """Return the target of that name. Raises Refused if there is none."""
    known = targets()
    require_known("target", name, known)
    return known[name]


# Exporting one pack.


def export_pack(loaded: Loaded, name: str, options: ExportOptions, say: Say) -> tuple[Examined, tuple[Written, ...]]:
    """Return the game as checked, and the files written below `out/PACK/TARGET`; none if it has an error.

    Raises Refused for a target, a language or a number of players that there is not, and for addresses that are none;
    OutputError if a file cannot be written.
    """
    target = target_named(name)
    language = other_language(loaded, options.language)
    if options.assets_url and not _ADDRESS.fullmatch(options.assets_url):
        raise Refused(f"'{options.assets_url}' is no address of pictures: write one such as https://example.org/game/")
    say(f"{loaded.name}: drawing and checking")
    examined = examine(replace(loaded, focus=None), draws_maps=True)
    if examined.report.errors:
        return examined, ()
    say(f"{loaded.name}: laying out")
    game = exported(examined, (options.players,) if options.players else ())
    if options.players and options.players not in game.layouts:
        known = sorted(game.layouts)
        playable = range_of(known[0], known[-1], "player")
        raise Refused(f"'{loaded.name}' is for {playable}, not for {options.players}")
    if not game.pieces:
        return examined, ()
    say(f"{loaded.name}: writing for {name}")
    folder = options.out / loaded.name / (f"{name}-{language}" if language else name)
    made = target.files(game, folder, options)
    examined = examined.with_findings(NOT_EXPORTED.finding(fault, loaded.game.id) for fault in made.left_out)
    report = (Product("report.json", "findings", as_json(examined.report).encode()),) if options.report else ()
    written = save((*made.products, *report), folder)
    if options.sheets:
        written += save(sheet_products(game, options), options.out / loaded.name / "sheets")
    return examined, written


def export_calibration(name: str, options: ExportOptions) -> tuple[Written, ...]:
    """Write the calibration object for a program below `out/calibration/TARGET`. Raises Refused, OutputError."""
    return target_named(name).write(calibration_game(), options.out / "calibration" / name, options)


_ADDRESS = re.compile(r"https?://[^\s\"'<>\\]{1,500}")


def save(products: Iterable[Product], folder: Path) -> tuple[Written, ...]:
    """Write the files below a folder, and return them; first all are made, so that an error leaves older ones as they
    are. Raises OutputError.
    """
    made = [Product(f"{folder.name}/{each.name}", each.what, each.content) for each in products]
    return tuple(write_each(made, folder.parent))


# Sprite sheets as plain files, and what every target writes.

SHEETS = SpriteLimits(columns=20, rows=20, faces=400, pixels=8192)
"""The limits of sheets that are no program's."""


def sheet_products(game: ExportedGame, options: ExportOptions) -> Iterator[Product]:
    """Yield the pictures of each component as sheets of equal ones, and a list of what is where on them."""
    index: dict[str, dict[str, Any]] = {}
    for component in dict.fromkeys(piece.component for piece in game.pieces):
        found: dict[tuple[float, float], list[SheetPicture]] = {}
        for piece in game.pieces:
            for picture in piece.pictures if piece.component == component else ():
                found.setdefault(picture.size_mm, []).append(picture)
        for number, pictures in enumerate(found.values()):
            key = f"{component}-{number + 1}" if number else component
            for sheet in sprite_sheets(key, pictures, SHEETS, options.sharpness(SHARPEST)):
                grid = sheet.grid
                places = {picture.digest: at for at, picture in enumerate(sheet.pictures)}
                shown = {each.key: places[each.digest] for each in pictures if each.digest in places}
                index[f"{sheet.key}.png"] = {
                    "columns": grid.columns, "rows": grid.rows, "width": grid.width, "height": grid.height,
                    "places": shown,
                }  # fmt: skip
                yield Product(f"{sheet.key}.png", "sprite sheet", sheet.png())
    yield Product("sheets.json", "what is where", (json.dumps(index, ensure_ascii=False, indent=1) + "\n").encode())


class AssetFiles:
    """The pictures and other files that a game refers to, each once, with the addresses under which it finds them.

    Files have names of the piece and of the picture, so that a changed card changes one name only.
    """

    def __init__(self, folder: Path, options: ExportOptions, below: str = "assets") -> None:
        self._folder, self._options, self._below = folder, options, below
        self._files: dict[str, Product] = {}

    def add(self, name: str, content: bytes, what: str = "picture") -> str:
        """Add a file, and return its address: hosted, or on this computer."""
        self._files.setdefault(name, Product(f"{self._below}/{name}", what, content))
        return self.address(name)

    def address(self, name: str) -> str:
        """Return the address of a file."""
        if self._options.assets_url:
            return f"{self._options.assets_url.rstrip('/')}/{name}"
        return (self._folder.absolute() / self._below / name).as_uri()

    def blank(self) -> str:
        """Return the address of a picture of white paper, such as a back without a picture."""
        from PIL import Image

        from pnp.render.pdf import png_of

        return self.add("blank.png", png_of(Image.new("RGB", (64, 64), (255, 255, 255))))

    def __iter__(self) -> Iterator[Product]:
        return iter(self._files.values())

    def __contains__(self, name: str) -> bool:
        return name in self._files


def lua_script(name: str, **values: object) -> str:
    """Return a script of the package in Lua, with values as its first local variables."""
    text = (resources.files("pnp.export") / "static" / name).read_text(encoding="utf-8")
    return "".join(f"local {key} = {lua(value)}\n" for key, value in values.items()) + text


def lua(value: object) -> str:
    """Return a value as a table, a text or a number of Lua; texts are ids, without quotation marks."""
    match value:
        case Mapping():
            return "{" + ", ".join(f"['{key}'] = {lua(each)}" for key, each in value.items()) + "}"
        case str():
            return f"'{value}'"
        case list() | tuple():
            return "{" + ", ".join(map(lua, value)) + "}"
    return str(value)


def readme(game: ExportedGame, how: str, left_out: Iterable[Fault]) -> Product:
    """Return a text file that says how to load the game, who made it, and what is left out and why."""
    lines = [game.title, "", how.strip(), ""]
    lines += [line for line in (game.credit, game.licence and f"Licence: {game.licence}") if line]
    missing = [f"- {fault.message}" for fault in left_out]
    if missing:
        lines += ["", "What this program cannot hold:", *missing]
    return Product("README.txt", "how to load it", ("\n".join(lines) + "\n").encode())
