"""Reads a pack with its kits and assets, and lists their files for `--watch`.

File times are polled: that works on every system and drive, and with every editor's way of saving. It takes a few
milliseconds for a pack of a few hundred files.
"""

import os
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import chain
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from pnp.diagnostics import Finding, Missing, Span
from pnp.loader.drafts import (
    found_documents,
    kind_of,
    misnamed_manifest,
    report_misnamed_manifest,
    report_missing_manifest,
    table_deck,
    yaml_files,
)
from pnp.loader.reader import Reader
from pnp.loader.reading import NamedFolder, ReadCache
from pnp.loader.rules import MISSING_TRANSLATION, UNKNOWN_KIT, UNKNOWN_REQUIREMENTS, UNLISTED_DOCUMENT
from pnp.loader.target import KIT_MANIFEST, MANIFEST, Target, content_folder, shown
from pnp.messages import did_you_mean, renew_comparisons, series
from pnp.model.component import Component
from pnp.model.faces.inheritance import MOST_LAYERS, extended
from pnp.model.game import Content, Game, defined_names, read_kit
from pnp.model.maps import AnyMap
from pnp.model.maps.game_map import GameMap
from pnp.model.maps.requirements import RequirementList
from pnp.model.pack import PackDocument, entry_for, read_pack
from pnp.model.profile import Profile, read_profile
from pnp.model.reference import Ref
from pnp.model.rulebook import Rulebook
from pnp.model.table_rows import fitted
from pnp.model.translation import ENGLISH, SheetWords, Translation, read_translation
from pnp.source import Disk, is_table
from pnp.source.ledger import LEAST_ASKED, PACK_ASKED
from pnp.source.rules import MISSING_FILE, OVER_LIMIT

# Kits are found next to the pack or among the bundled ones.


def kit_documents(name: Ref, target: Target, reader: Reader) -> Iterator[Content]:
    """Yield the documents of the kit that a target uses; report a kit that does not exist."""
    kits = _known(target, reader.disk)
    if name.name in kits:
        yield from documents_of(kits[name.name], name, reader)
        return
    _lose(name, reader)
    hint = did_you_mean(name.name, kits) or f"kits are {', '.join(kits)}"
    reader.report(UNKNOWN_KIT, name.span, f"there is no kit '{name}'", hint)


PROFILES = "profiles/"
"""The folder of a bundled kit with its profiles. Each is read when it is used: the products of one take 20 ms."""


def documents_of(place: NamedFolder, name: Ref, reader: Reader) -> Iterator[Content]:
    """Yield the documents of the kit in a folder."""
    read = reader.read(place, Ref(KIT_MANIFEST, name.span), ("kit",))
    if read:
        files = read_kit(read.root, name.name).documents
        later = [file for file in files if place.bundled and file.name.startswith(PROFILES)]
        reader.profiles.update((Path(file.name).stem, partial(_profile, place, file, reader)) for file in later)
        yield from reader.documents(place, tuple(file for file in files if file not in later))
    else:
        _lose(name, reader)


def _profile(place: NamedFolder, file: Ref, reader: Reader) -> Profile:
    """Return the profile in a file of a bundled kit."""
    read = reader.read(place, file, ("profile",))
    assert read, f"{file.name} is a profile"
    return read_profile(read.root, Path(file.name).stem)


def _lose(name: Ref, reader: Reader) -> None:
    """Record that the documents of a kit are unknown."""
    reader.unread.add(name.name)
    reader.names_incomplete = True


def _known(target: Target, disk: Disk) -> dict[str, NamedFolder]:
    """Return the kits that a target can use by name; one next to it has precedence over a bundled one."""
    bundled = tuple(_folders(content_folder(), disk))
    kits = {folder.name: NamedFolder(folder, folder.name, bundled=True) for folder in bundled}
    if not target.bundled:
        beside = _folders(target.folder.resolve().parent, disk)
        kits.update((folder.name, NamedFolder(folder, shown(folder), folder in bundled)) for folder in beside)
    return dict(sorted(kits.items()))


def _folders(parent: Path, disk: Disk) -> Iterator[Path]:
    return (manifest.parent for manifest in disk.files(parent, f"*/{KIT_MANIFEST}"))


# Assets: the other files of a pack and its kits.

MOST_BYTES = 32 * 2**20
"""Maximum size of a picture or a font."""


class Folders(Struct, frozen=True):
    """Reads assets from the first folder that has them: the pack's own, then those of its kits."""

    folders: tuple[Path, ...]
    disk: Disk

    def read(self, name: str, span: Span) -> bytes | Finding:
        """Return the content of the file, or a finding at `span` that says why it cannot be read."""
        found = [self.disk.file(self.folders[0], name, span, MOST_BYTES)]
        for folder in self.folders[1:]:
            if isinstance(found[-1], bytes) or found[-1].code != MISSING_FILE.code:
                return found[-1]
            found.append(self.disk.file(folder, name, span, MOST_BYTES))
        return found[-1] if isinstance(found[-1], bytes) else found[0]


# Reading a pack, a kit or a document: returns a game and the findings of reading it.

DEFAULT_KIT = "house"


class Loaded(Struct, frozen=True):
    """A loaded target: the game as far as it could be read, the findings, and the text of each file.

    `focus` is the file that a command is limited to, None for all. `disk` is where it was read from, and reads the
    assets when the game is drawn. `others` are the same target in further languages that are printed with it.
    """

    name: str
    game: Game
    findings: tuple[Finding, ...]
    disk: Disk
    texts: dict[str, str] = field(default_factory=dict)
    focus: str | None = None
    others: tuple["Loaded", ...] = ()

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages that the game declares, its own first; empty without a pack."""
        return self.game.pack.languages if self.game.pack else ()


def load(target: Target, language: str | None = None, noted: bool = False, shelf: ReadCache | None = None) -> Loaded:
    """Return the game of `target` with texts in the requested language; errors in content become findings.

    With `noted`, its disk records all accesses, so that a later build can detect changes. With the `shelf` of another
    reading, only what differs from that is read again: in another language, or since its files changed.
    """
    if shelf is None or shelf.always or not shelf.documents:  # else it is the same game in another language
        renew_comparisons()
    disk, shelf = target.disk(noted), shelf or ReadCache(enabled=False)
    if (target.folder / MANIFEST).is_file():
        return _pack(target, disk, language, shelf)
    if target.document is None:
        return _draft(target, disk, language)
    if target.document.name == KIT_MANIFEST:
        return _kit(target, disk, language)
    return _alone(target, target.document, disk, language)


def _pack(target: Target, disk: Disk, language: str | None, shelf: ReadCache) -> Loaded:
    """Return the pack in the target's folder; a requested file is read even if the pack does not list it.

    If the manifest cannot be read, all files of the folder are read as documents.
    """
    name, here = target.name, NamedFolder(target.folder, target.shown)
    asked = target.document and target.document.relative_to(target.folder.resolve()).as_posix()
    reader = Reader(disk, name, language, shelf, target.scale)
    read = reader.read(here, Ref(MANIFEST, Span(here.shown(MANIFEST))), ("pack",))
    pack = read_pack(read.root, name, reader.has_errors(here.shown(MANIFEST))) if read else None
    if pack and language in pack.languages:
        pack = replace(pack, language=reader.languages.chosen)
    documents = [document for kit in _uses(pack) for document in kit_documents(kit, target, reader)]
    if pack is None:
        listed = _all_files(here, reader)
    else:
        listed = pack.documents if pack.lists_documents else found_documents(here, reader)
        pack = replace(pack, documents=listed)
    if asked and not is_table(asked) and all(file.name != asked for file in listed):
        listed = (*listed, Ref(asked, Span(here.shown(asked))))
    own = list(reader.documents(here, listed))
    documents += own
    if pack and not pack.lists_components:
        printed = (each for each in own if isinstance(each, Component) and each.prints)
        pack = replace(pack, components=tuple(map(entry_for, printed)))
    if pack:
        if pack.lists_documents:
            _report_unlisted(here, pack, reader)
        _report_unwritten_rules(pack, documents, reader)
        reader.blame_mistaken_languages(pack.languages_at)
    return _loaded(name, pack, documents, reader, here.shown(asked) if asked else None)


def _draft(target: Target, disk: Disk, language: str | None) -> Loaded:
    """Return the documents of a folder without a manifest as one game, together with the bundled kit."""
    here, reader = NamedFolder(target.folder, target.shown), Reader(disk, language=language, scale=target.scale)
    if misnamed := misnamed_manifest(here, disk):
        return _misnamed(target.name, here.shown(misnamed), reader)
    documents = list(kit_documents(Ref(DEFAULT_KIT, Span(DEFAULT_KIT)), target, reader))
    report_missing_manifest(here.shown(MANIFEST), reader)
    documents += reader.documents(here, found_documents(here, reader))
    return _loaded(target.name, None, documents, reader, None)


def _kit(target: Target, disk: Disk, language: str | None) -> Loaded:
    """Return the kit in the target's folder with all its documents."""
    name = target.name
    here, reader = NamedFolder(target.folder, target.shown), Reader(disk, language=language, scale=target.scale)
    documents = documents_of(here, Ref(name, Span(here.shown(KIT_MANIFEST))), reader)
    return _loaded(name, None, list(documents), reader, None)


def _alone(target: Target, path: Path, disk: Disk, language: str | None) -> Loaded:
    """Return a single document, together with the bundled kit; a component with all documents of its folder."""
    reader, file = Reader(disk, language=language, scale=target.scale), path.resolve()
    documents = list(kit_documents(Ref(DEFAULT_KIT, Span(DEFAULT_KIT)), target, reader))
    here, label = NamedFolder(file.parent, shown(file.parent)), shown(file)
    if misnamed_manifest(here, disk) == file.name:
        return _misnamed(target.name, label, reader)
    if is_table(file.name):
        documents += table_deck(file, label, documents, reader)
        return _loaded(target.name, None, documents, reader, label)
    listed: tuple[Ref, ...] = (Ref(file.name, Span(label)),)
    content = disk.file(here.folder, file.name, Span(label))
    if isinstance(content, bytes) and kind_of(content) == "component":
        report_missing_manifest(label, reader)
        listed = tuple(dict.fromkeys((*found_documents(here, reader), *listed)))
    documents += reader.documents(here, listed)
    return _loaded(target.name, None, documents, reader, label)


def _misnamed(name: str, file: str, reader: Reader) -> Loaded:
    """Return a game without documents whose manifest has another name: what it lists is not known."""
    reader.names_incomplete = True
    report_misnamed_manifest(file, reader)
    return _loaded(name, None, [], reader, None)


def _loaded(
    name: str, pack: PackDocument | None, documents: list[Content], reader: Reader, focus: str | None
) -> Loaded:
    assets = Folders(tuple(reversed(reader.folders)), reader.disk)
    most = MOST_LAYERS * reader.totals.scale
    laid, beyond = extended(documents, most)
    if beyond:
        message = f"the templates of the pack take over more than {most:,} layers from those that they extend"
        hint = "extend templates of fewer layers, or draw those of many as a picture"
        reader.report(OVER_LIMIT, (beyond.extends or beyond).span, message, hint)
    words = words_in(reader.languages.chosen, documents, reader.disk)
    pack = pack.with_words(SheetWords().with_words(words)) if pack and words else pack
    unread, lost = frozenset(reader.unread), frozenset(reader.lost)
    game = Game(
        pack,
        laid,
        unread,
        lost,
        reader.names_incomplete,
        assets,
        reader.unlisted,
        reader.totals.scale,
        reader.profiles,
        words,
    )
    game = fitted(_with_kept_requirements(game, reader))
    return Loaded(name, game, tuple(reader.findings), reader.disk, reader.texts, focus)


TRANSLATIONS = "translations"
"""The folder of the bundled translations in the bundled kit, each named after its language."""


def words_in(language: str, documents: Iterable[Content], disk: Disk | None = None) -> dict[str, str]:
    """Return pnp's own texts in a language: those that are bundled, replaced by those of a game's documents.

    A language such as `pt-BR` falls back to `pt`. English texts are in the code, so nothing is read for them.
    """
    words = bundled_words(language, disk)
    own = [each for each in documents if isinstance(each, Translation)]
    for code in dict.fromkeys((language.partition("-")[0], language)):
        for translation in own:
            words |= translation.words if translation.language == code else {}
    return words


def bundled_words(language: str, disk: Disk | None = None) -> dict[str, str]:
    """Return pnp's own texts in a language, as far as they are bundled; English ones are in the code."""
    words: dict[str, str] = {}
    disk = disk or Disk({DEFAULT_KIT: content_folder()}, noted=False)
    place = NamedFolder(content_folder() / DEFAULT_KIT, DEFAULT_KIT)
    for code in dict.fromkeys((language.partition("-")[0], language)):
        if code != ENGLISH:
            file = f"{TRANSLATIONS}/{code}.yaml"
            bundled = Reader(disk).read(place, Ref(file, Span(place.shown(file))), ("translation",))
            words |= read_translation(bundled.root, code).words if bundled else {}
    return words


def _uses(pack: PackDocument | None) -> tuple[Ref, ...]:
    return pack.uses if pack and pack.uses is not None else (Ref(DEFAULT_KIT, Span(DEFAULT_KIT)),)


def _report_unlisted(here: NamedFolder, pack: PackDocument, reader: Reader) -> None:
    """Warn of files that the pack does not list.

    If the manifest has errors, it may have meant to list them: then they are recorded as unread.
    """
    listed = {os.path.realpath(here.folder / name) for name in (MANIFEST, *(file.name for file in pack.documents))}
    at_fault = reader.has_errors(here.shown(MANIFEST))
    for path, name in yaml_files(here.folder, reader.disk):
        if os.path.realpath(path) in listed:
            continue
        if at_fault:
            reader.unread.add(path.stem)
        else:
            reader.unlisted[name] = _names_in(here, name, reader)
            message = f"'{name}' is not listed in {MANIFEST}"
            hint = "list it under documents"
            if copied := _copied(here, name, pack, reader):
                hint = f"delete it: it is the same as '{copied}'; or {hint}"
            reader.report(UNLISTED_DOCUMENT, Span(here.shown(name)), message, hint)


def _names_in(here: NamedFolder, name: str, reader: Reader) -> frozenset[str]:
    """Return the names that a file would define if it were listed: those of a theme or a set of icons.

    Remember whether it is a rulebook.
    """
    content = reader.disk.file(here.folder, name, Span(here.shown(name)))
    reader.unlisted_rules |= not isinstance(content, Finding) and kind_of(content) == "rulebook"
    if isinstance(content, Finding) or kind_of(content) not in ("icons", "theme"):
        return frozenset()
    aside = Reader(reader.disk, reader.pack, reader.asked)
    found = next(aside.documents(here, (Ref(name, Span(here.shown(name))),)), None)
    return defined_names(found) if found else frozenset()


def _copied(here: NamedFolder, name: str, pack: PackDocument, reader: Reader) -> str | None:
    """Return the document of the pack with the same content as a file that the pack does not list."""

    def content(file: str) -> bytes | None:
        found = reader.disk.file(here.folder, file, Span(here.shown(file)))
        return None if isinstance(found, Finding) else found

    own = content(name)
    return next((file.name for file in pack.documents if own and content(file.name) == own), None)


def _report_unwritten_rules(pack: PackDocument, documents: list[Content], reader: Reader) -> None:
    """Report languages without a rulebook, if there is one in another language."""
    books = [document for document in documents if isinstance(document, Rulebook)]
    written = {book.written_in(pack) for book in books}
    lacking = [code for code in pack.languages if code not in written]
    unread = reader.lost or pack.damaged or reader.unlisted_rules or any(book.damaged for book in books)
    if lacking and books and written.issubset(pack.languages) and not unread:
        codes = series([f"'{code}'" for code in lacking], "or")
        place, message = books[0].span, f"there are no rules in {codes}"
        hint = f"list a rulebook that begins with 'language: {lacking[0]}'"
        first: dict[str, Rulebook] = {}
        again = next((each for each in books if first.setdefault(each.written_in(pack), each) is not each), None)
        if again:
            place, message = again.span, f"this is a second rulebook in '{again.written_in(pack)}', and {message}"
            hint = f"begin it with 'language: {lacking[0]}' if it is the one in that language"
        reader.report(MISSING_TRANSLATION, place, message, hint)


def _all_files(here: NamedFolder, reader: Reader) -> tuple[Ref, ...]:
    """Return the files of a folder whose manifest cannot be read; other documents may be missing."""
    reader.names_incomplete = True
    reader.unread.add(Path(MANIFEST).stem)
    names = (name for _, name in yaml_files(here.folder, reader.disk) if name != MANIFEST)
    return tuple(Ref(name, Span(here.shown(name))) for name in names)


def _with_kept_requirements(game: Game, reader: Reader) -> Game:
    """Return the game with the shared requirements added to the maps that name them, up to the limit of a pack.

    Each requirement visits all places of its map, even to find that its steps are too few.
    """
    documents: list[Content] = []
    for document in game.documents:
        if isinstance(document, GameMap):
            document = _keeping(game, document, reader)
            places = len(document.places) + len(document.through)
            asked = len(document.requirements) * max(places, LEAST_ASKED)
            if not reader.totals.add(PACK_ASKED, asked, document.span):
                document = replace(document, requirements=())
        documents.append(document)
    return replace(game, documents=tuple(documents))


def _keeping(game: Game, game_map: AnyMap, reader: Reader) -> AnyMap:
    requirements = game_map.requirements
    for ref in game_map.keeps:
        kept = game.find(RequirementList, ref.name)
        if kept:
            requirements += kept.requirements
        elif not game.may_have(ref.name):
            hint = did_you_mean(ref.name, game.names(RequirementList)) or "list its file under documents"
            message, cause = f"there is no list of requirements '{ref.name}'", Missing(ref.name, "requirements")
            reader.report(UNKNOWN_REQUIREMENTS, ref.span, message, hint, cause)
    if not game_map.keeps:
        return game_map
    known = reader.shelf.keeping.get(game_map.id)
    if known and known[0] is game_map and [*map(id, known[1].requirements)] == [*map(id, requirements)]:
        return known[1]
    keeping = replace(game_map, requirements=requirements)
    if reader.shelf.enabled:  # the same objects in each reading give the same result
        reader.shelf.keeping[game_map.id] = game_map, keeping
    return keeping


# The files of a game, for detecting changes.

MOST_FILES = 10_000
"""Maximum number of files that are polled; a single document may be in a folder with many other files."""

FileState = tuple[int, int, int]
"""The attributes of a file that change on saving: modification time, size and inode."""

Files = dict[str, FileState]
"""The states of files by their paths."""


def folders_of(target: Target, loaded: Loaded) -> tuple[Path, ...]:
    """Return the folders that a game was read from: its own and those of its kits."""
    assets = loaded.game.assets
    kits = assets.folders if isinstance(assets, Folders) else ()
    return tuple(dict.fromkeys(folder.resolve() for folder in (target.folder, *kits)))


def files_in(folders: Iterable[Path], besides: Path) -> Files:
    """Return the files below some folders, except hidden ones and those in the output folder `besides`.

    Manifests of kits in sibling folders are included, because a new one may replace a bundled kit.
    """
    found: Files = {}
    for folder in folders:
        beside = map(os.fspath, folder.parent.glob(f"*/{KIT_MANIFEST}"))
        for path in chain(beside, _below(os.fspath(folder), os.path.realpath(besides))):
            try:
                status = Path(path).stat()
            except OSError:
                continue  # deleted meanwhile, or a broken link
            found[path] = (status.st_mtime_ns, status.st_size, status.st_ino)
            if len(found) >= MOST_FILES:
                return found
    return found


def changed(before: Mapping[str, FileState], now: Mapping[str, FileState]) -> tuple[str, ...]:
    """Return the files that were saved, created or removed, sorted."""
    return tuple(sorted(path for path in {*before, *now} if before.get(path) != now.get(path)))


def _below(folder: str, besides: str) -> Iterator[str]:
    """Yield the files below a folder, the nearest first."""
    waiting = [folder]
    while waiting:  # no recursion: folders may be nested deeper than Python's limit
        place = waiting.pop()
        if place == besides:
            continue
        try:
            entries = sorted(os.scandir(place), key=lambda entry: entry.name)
        except OSError:
            continue
        kept = [entry for entry in entries if not entry.name.startswith(".") and not entry.name.endswith("~")]
        folders = {entry.path: None for entry in kept if entry.is_dir(follow_symlinks=False)}
        yield from (entry.path for entry in kept if entry.path not in folders)
        waiting += reversed(folders)
