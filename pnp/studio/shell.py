"""What the frame of the page shows: the pack, its languages, where a value is; a new pack if there is none."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from functools import partial
from hashlib import sha256
from itertools import islice
from pathlib import Path

from pnp import __version__
from pnp.build.examine import at_home, draw_first
from pnp.build.memo import Memo
from pnp.build.starter import SCHEMAS, STARTS, new_pack
from pnp.facts import manifest
from pnp.facts.look import variants_of
from pnp.loader import find_targets
from pnp.loader.pack import load
from pnp.loader.target import MANIFEST
from pnp.model.profile import Profile
from pnp.output import OutputError
from pnp.render.svg import render_svg
from pnp.scene.items import Scene
from pnp.scene.parts import Drawn
from pnp.studio.resources import STATIC, Resource
from pnp.studio.session import Json, Message, RequestRefused, StudioSession


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
        "locked": studio.locked,
        "shown": studio.target.shown,
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
    "deck": "A deck of cards: a table with one line for each card, and how a card looks",
    "board": "A board with pieces: a map of places and roads, and what must hold on it",
    "tiles": "Tiles to lay: squares with streets that meet at their edges",
    "full": "A complete small game: cards, a board, pieces and rules, to take apart",
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
    folder = studio.settings.place / _checked(str(message.get("name", "")).strip())
    _make(folder, message)
    (target,) = find_targets([str(folder)])
    studio.open(target)
    return {"folder": folder.as_posix(), "manifest": (folder / MANIFEST).as_posix()}


def preview(studio: StudioSession, message: Message) -> Json:
    """Return pictures of what a new pack would print, and its files, without making it.

    Raises RequestRefused for a table of which no deck can be made.
    """
    if studio.has_pack:
        raise RequestRefused("this studio has a pack already")
    asked = [str(message.get(key) or "") for key in ("start", "table", "file")]
    key = f"preview-{sha256(repr(asked).encode()).hexdigest()[:16]}"
    if key not in studio.stored:
        with tempfile.TemporaryDirectory(prefix="pnp-") as place:
            folder = Path(place) / "new-game"
            _make(folder, message)
            studio.stored[key] = _previewed(folder)
    pictures, files = studio.stored[key]
    return {
        "pictures": [
            {
                "src": studio.offers.add(f"{studio.token}-{key}-{number}", partial(_given, content), lasting=True),
                **size,
            }
            for number, (content, size) in enumerate(pictures)
        ],
        "files": files,
    }


MOST_PREVIEWED = 4
"""Maximum number of faces in the preview of a new pack."""


def _previewed(folder: Path) -> tuple[list[tuple[Resource, Json]], list[str]]:
    """Return pictures of the first faces of a pack with their sizes, and the names of its files."""
    (target,) = find_targets([str(folder)])
    loaded = at_home(load(target))
    names = [entry.id for entry, _ in islice(manifest(loaded.game), MOST_PREVIEWED)]
    scenes = islice(_first_faces(draw_first(loaded, names, None, Memo())), MOST_PREVIEWED)
    files = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    pictures = [
        (
            Resource(render_svg(scene), "image/svg+xml"),
            {"width": scene.width, "height": scene.height, "bleed": scene.bleed},
        )
        for scene in scenes
    ]
    return pictures, [name for name in files if not name.startswith((f"{SCHEMAS}/", "."))]


def _first_faces(drawn: tuple[Drawn, ...]) -> Iterator[Scene]:
    """Yield the first face of each component, then more of the first one, and its back."""
    yield from (each.parts.parts[0].front for each in drawn if each.parts.parts)
    for each in drawn[:1]:
        yield from (part.front for part in each.parts.parts[1 : MOST_PREVIEWED - 1])
        yield from (part.back for part in each.parts.parts[:1] if part.back)


def _given(content: Resource) -> Resource:
    return content


def _make(folder: Path, message: Message) -> None:
    """Make the pack that a message describes. Raises RequestRefused, and leaves nothing behind, if it can't be made."""
    start, table = str(message.get("start", "full")), message.get("table")
    if start not in STARTS:
        raise RequestRefused(f"a pack starts with {', '.join(STARTS)}")
    try:
        if isinstance(table, str) and table.strip():
            _from_table(folder, table, str(message.get("file", "")))
        else:
            new_pack(folder, start)
    except OutputError as error:
        raise RequestRefused(str(error)) from error


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
