"""What the frame of the page shows: the pack, its languages, where a value is; a new pack if there is none."""

from __future__ import annotations

import tempfile
from pathlib import Path

from pnp import __version__
from pnp.build.starter import STARTS, new_pack
from pnp.facts.look import variants_of
from pnp.loader import find_targets
from pnp.loader.target import MANIFEST
from pnp.model.profile import Profile
from pnp.output import OutputError
from pnp.studio.session import Json, Message, RequestRefused, StudioSession

STATIC = Path(__file__).with_name("static")
"""The files of the page: HTML, style and scripts of our own."""


def hello(studio: StudioSession, _message: Message) -> Json:
    """Return what the frame shows of the pack."""
    if not studio.has_pack:
        return {"version": __version__, "revision": studio.revision, "title": "A new game", "wizard": True}
    loaded = studio.loaded()
    pack = loaded.game.pack
    return {
        "version": __version__,
        "revision": studio.revision,
        "name": loaded.name,
        "title": pack.title if pack else loaded.name,
        "languages": list(loaded.languages),
        "variants": sorted(variants_of(loaded.game)),
        "profiles": sorted({"home", *loaded.game.names(Profile)}),
        "modules": _named(".js"),
        "styles": _named(".css"),
        "read_only": studio.settings.read_only,
        "prints": studio.settings.prints,
        "bundled": studio.target.bundled,
    }


def _named(suffix: str) -> list[str]:
    """Return the names of the page's files of one kind: a view is there if its module is."""
    return sorted(path.stem for path in STATIC.glob(f"*{suffix}"))


def where(studio: StudioSession, message: Message) -> Json:
    """Return the address that opens a file at a line in the user's editor, and whether the file is the pack's own."""
    file = str(message.get("file", ""))
    path = studio.path_of(file)
    if path is None:
        raise RequestRefused(f"there is no file '{file}'")
    line, column = (max(1, int(message.get(key) or 1)) for key in ("line", "column"))
    address = studio.settings.editor
    for name, value in (("{path}", path.as_posix().lstrip("/")), ("{line}", str(line)), ("{column}", str(column))):
        address = address.replace(name, value)
    return {"editor": address, "own": studio.is_own(path), "line": line}


# A new pack: what `pnp new` asks.

KINDS = {
    "deck": "A deck of cards: a table of cards, a template and a back",
    "board": "A board with pieces, and a map that is proved",
    "tiles": "Tiles to lay, with streets that meet",
    "full": "A complete small game to take apart: cards, a board, pieces and rules",
}
"""What a pack can start with, as the page explains it."""

MOST_TABLE = 2**21
"""Maximum size of a table that a deck is made of, in characters."""

LONGEST = 60
"""Maximum length of a name."""


def starts(studio: StudioSession, _message: Message) -> Json:
    """Return what can be started with, and the folder that the pack is made in."""
    return {
        "folder": studio.settings.place.resolve().as_posix(),
        "name": studio.settings.name or "my-game",
        "starts": [{"id": start, "text": KINDS[start]} for start in STARTS],
    }


def new(studio: StudioSession, message: Message) -> Json:
    """Make a pack as `pnp new` does, and open it. Nothing is left behind if it cannot be made."""
    if studio.has_pack:
        raise RequestRefused("this studio has a pack already")
    name, start = str(message.get("name", "")).strip(), str(message.get("start", "full"))
    table = message.get("table")
    if start not in STARTS:
        raise RequestRefused(f"a pack starts with {', '.join(STARTS)}")
    folder = studio.settings.place / _checked(name)
    try:
        if isinstance(table, str) and table.strip():
            _from_table(folder, table, str(message.get("file", "")))
        else:
            new_pack(folder, start)
    except OutputError as error:
        raise RequestRefused(str(error)) from error
    (target,) = find_targets([str(folder)])
    studio.open(target)
    return {"folder": folder.as_posix(), "manifest": (folder / MANIFEST).as_posix()}


def _checked(name: str) -> str:
    """Return the name of a folder. Raises RequestRefused for one that is a path, hidden or empty."""
    bad = set(name) & set('/\\:*?"<>|')
    if not name or name.startswith(".") or bad or not name.isprintable() or len(name) > LONGEST:
        raise RequestRefused("the name of a game is that of its folder: letters, digits, spaces and hyphens")
    return name


def _from_table(folder: Path, table: str, file: str) -> None:
    """Make a deck of the cards in a table that the page has read."""
    if len(table) > MOST_TABLE:
        raise RequestRefused("the table is too large: make the pack with 'pnp new --from'")
    stem = _checked(Path(file).stem or "cards")
    with tempfile.TemporaryDirectory(prefix="pnp-") as place:
        path = Path(place) / f"{stem}.csv"
        path.write_text(table, encoding="utf-8", newline="")
        new_pack(folder, "deck", path)
