"""Reading a pack, a kit or a document: files in; a game and what was found while reading it out."""

from __future__ import annotations

import os
from dataclasses import field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.diagnostics import Finding, Span
from pnp.load.assets import Folders
from pnp.load.kit import documents_of, kit_documents
from pnp.load.reader import Place, Reader, Shelf
from pnp.load.rules import MISSING_TRANSLATION, UNKNOWN_REQUIREMENTS, UNLISTED_DOCUMENT
from pnp.load.target import KIT_MANIFEST, MANIFEST, Target, shown
from pnp.model.fitting import fitted
from pnp.model.game import Content, Game
from pnp.model.game_map import GameMap
from pnp.model.inheritance import MOST_LAYERS, extended
from pnp.model.pack import Pack, read_pack
from pnp.model.reference import Ref
from pnp.model.requirement import RequirementList
from pnp.model.rulebook import Rulebook
from pnp.records import dataclass
from pnp.source.rules import OVER_LIMIT
from pnp.source.words import series
from pnp.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.source import Disk

DEFAULT_KIT = "house"

TABLES = (".csv", ".tsv", ".txt")
"""How the names of files end that are no documents: components take their rows from them."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """What a target holds: a game as far as it could be read, the findings of reading it, and the text of each file.

    `focus` is the one file that a command is about, None for all of them. The `disk` is what it was read from, and
    what else is as it is drawn.
    """

    name: str
    game: Game
    findings: tuple[Finding, ...]
    disk: Disk = field(repr=False)
    texts: dict[str, str] = field(default_factory=dict)
    focus: str | None = None

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages that the game declares, its own first; none where it is no pack."""
        return self.game.pack.languages if self.game.pack else ()


def load(target: Target, language: str | None = None, noted: bool = False, shelf: Shelf | None = None) -> Loaded:
    """The game that `target` names, its texts in the language that is asked for; bad content ends in findings.

    Where it is `noted` its disk knows what was asked of files, and so whether it would be the same again. With the
    `shelf` of a reading in another language only what differs between the two is read again.
    """
    disk, shelf = target.disk(noted), shelf or Shelf(keeps=False)
    if target.document is None or (target.folder / MANIFEST).is_file():
        return _pack(target, disk, language, shelf)
    if target.document.name == KIT_MANIFEST:
        return _kit(target, disk, language)
    return _alone(target, target.document, disk, language)


def _pack(target: Target, disk: Disk, language: str | None, shelf: Shelf) -> Loaded:
    """The pack in the target's folder; a file that was asked for is read even where the pack does not list it.

    Where its manifest can't be read, all files of the folder are taken for its documents.
    """
    name, here = target.name, Place(target.folder, target.shown)
    asked = target.document and target.document.relative_to(target.folder.resolve()).as_posix()
    reader = Reader(disk, name, language, shelf)
    read = reader.read(here, Ref(MANIFEST, Span(here.shown(MANIFEST))), ("pack",))
    pack = read_pack(read.root, name, reader.has_errors(here.shown(MANIFEST))) if read else None
    if pack and language in pack.languages:
        pack = replace(pack, language=reader.languages.chosen)
    documents = [document for kit in _uses(pack) for document in kit_documents(kit, target, reader)]
    listed = pack.documents if pack else _all_files(here, reader)
    if asked and not asked.lower().endswith(TABLES) and all(file.name != asked for file in listed):
        listed = (*listed, Ref(asked, Span(here.shown(asked))))
    documents += reader.documents(here, listed)
    if pack:
        _tell_unlisted(here, pack, reader)
        _tell_unwritten_rules(pack, documents, reader)
    return _loaded(name, pack, documents, reader, here.shown(asked) if asked else None)


def _kit(target: Target, disk: Disk, language: str | None) -> Loaded:
    """The kit in the target's folder, all of it."""
    name = target.name
    here, reader = Place(target.folder, target.shown), Reader(disk, language=language)
    documents = documents_of(here, Ref(name, Span(here.shown(KIT_MANIFEST))), reader)
    return _loaded(name, None, list(documents), reader, None)


def _alone(target: Target, path: Path, disk: Disk, language: str | None) -> Loaded:
    """A document, with the bundled kit at hand."""
    reader, file = Reader(disk, language=language), path.resolve()
    documents = list(kit_documents(Ref(DEFAULT_KIT, Span(DEFAULT_KIT)), target, reader))
    here, label = Place(file.parent, shown(file.parent)), shown(file)
    documents += reader.documents(here, (Ref(file.name, Span(label)),))
    return _loaded(target.name, None, documents, reader, label)


def _loaded(name: str, pack: Pack | None, documents: list[Content], reader: Reader, focus: str | None) -> Loaded:
    assets = Folders(tuple(reversed(reader.folders)), reader.disk)
    laid, beyond = extended(documents)
    if beyond:
        message = f"the templates of the pack take over more than {MOST_LAYERS:,} layers from those that they extend"
        hint = "extend templates of fewer layers, or draw those of many as a picture"
        reader.tell(OVER_LIMIT, (beyond.extends or beyond).span, message, hint)
    game = Game(pack, laid, frozenset(reader.unread), frozenset(reader.lost), reader.adrift, assets)
    game = fitted(_with_kept_requirements(game, reader))
    return Loaded(name, game, tuple(reader.findings), reader.disk, reader.texts, focus)


def _uses(pack: Pack | None) -> tuple[Ref, ...]:
    return pack.uses if pack and pack.uses is not None else (Ref(DEFAULT_KIT, Span(DEFAULT_KIT)),)


def _tell_unlisted(here: Place, pack: Pack, reader: Reader) -> None:
    """Warn of the files that the pack does not list; where its manifest has errors, they may be what it meant to."""
    listed = {os.path.realpath(here.folder / name) for name in (MANIFEST, *(file.name for file in pack.documents))}
    at_fault = reader.has_errors(here.shown(MANIFEST))
    for path, name in _yaml_files(here.folder, reader.disk):
        if os.path.realpath(path) in listed:
            continue
        if at_fault:
            reader.unread.add(path.stem)
        else:
            message = f"'{name}' is not listed in {MANIFEST}"
            reader.tell(UNLISTED_DOCUMENT, Span(here.shown(name)), message, "list it under documents")


def _tell_unwritten_rules(pack: Pack, documents: list[Content], reader: Reader) -> None:
    """Tell of languages in which the pack has no rulebook, if it has one in another."""
    books = [document for document in documents if isinstance(document, Rulebook)]
    written = {book.written_in(pack) for book in books}
    lacking = [code for code in pack.languages if code not in written]
    if lacking and books and written.issubset(pack.languages) and not (reader.lost or pack.damaged):
        codes = series([f"'{code}'" for code in lacking], "or")
        hint = f"list a rulebook that begins with 'language: {lacking[0]}'"
        reader.tell(MISSING_TRANSLATION, books[0].span, f"there are no rules in {codes}", hint)


def _all_files(here: Place, reader: Reader) -> tuple[Ref, ...]:
    """The files of a folder whose manifest could not be read: nobody knows what else there would be."""
    reader.adrift = True
    reader.unread.add(Path(MANIFEST).stem)
    names = (name for _, name in _yaml_files(here.folder, reader.disk) if name != MANIFEST)
    return tuple(Ref(name, Span(here.shown(name))) for name in names)


def _yaml_files(folder: Path, disk: Disk) -> Iterator[tuple[Path, str]]:
    """The YAML files below a folder with their paths from there; not those of hidden folders."""
    for path in disk.files(folder, "**/*.y*ml"):
        if path.suffix in (".yaml", ".yml"):
            yield path, path.relative_to(folder).as_posix()


def _with_kept_requirements(game: Game, reader: Reader) -> Game:
    """The game with the requirements that its maps keep added to those they have."""
    documents = (_keeping(game, each, reader) if isinstance(each, GameMap) else each for each in game.documents)
    return replace(game, documents=tuple(documents))


def _keeping(game: Game, area_map: GameMap, reader: Reader) -> GameMap:
    requirements = area_map.requirements
    for ref in area_map.keeps:
        kept = game.find(RequirementList, ref.name)
        if kept:
            requirements += kept.requirements
        elif not game.may_have(ref.name):
            hint = did_you_mean(ref.name, game.names(RequirementList)) or "list its file under documents"
            reader.tell(UNKNOWN_REQUIREMENTS, ref.span, f"there is no list of requirements '{ref.name}'", hint)
    if not area_map.keeps:
        return area_map
    keeping = reader.shelf.keeping.get(area_map.id) or replace(area_map, requirements=requirements)
    if reader.shelf.keeps:  # the map and its lists are the same objects in each language: so is what they make
        reader.shelf.keeping[area_map.id] = keeping
    return keeping
