"""The meaning of a path: pack, document or bundled pack; the folders of bundled files."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from pnp.messages import did_you_mean
from pnp.source import Disk

# The folders of bundled content and schemas: inside an installed wheel, or next to the package in a checkout.

_HERE = Path(__file__).resolve().parents[1]


def _bundled_folder(name: str) -> Path:
    installed = _HERE / "bundled" / name
    return installed if installed.is_dir() else _HERE.parent / name


def content_folder() -> Path:
    """Return the folder of the bundled packs and kits."""
    return _bundled_folder("content")


def schema_folder() -> Path:
    """Return the folder of the JSON Schemas."""
    return _bundled_folder("schemas")


# The paths of a command: folders of packs, single documents, names of bundled packs.

MANIFEST = "pack.yaml"
START_FOLDER = "starts"
"""The folder of the small packs from which `pnp new --start` makes new ones."""

KIT_MANIFEST = "kit.yaml"


KIND = re.compile(r"""^(?:\{\s*)?["']?kind["']?[ \t]*:[ \t]*["']?(?P<kind>[\w-]*)""", re.MULTILINE)
"""Matches the line of a document that says its kind, in block or in flow style."""

LOOKED_AT = 200
"""Maximum number of files in which a document is searched, to find out whether a folder has any."""

HEAD_BYTES = 2**16
"""Number of bytes at the beginning of such a file that are read."""


class PathError(ValueError):
    """A path that does not exist or cannot be opened; the message states what was expected."""


class Target(Struct, frozen=True):
    """A pack's folder, or one document.

    `document` is the only file to check; it is a single document if `folder` has no pack. `shown` is the name of the
    folder in messages. The totals of a pack are multiplied by `scale`. Contents that are `unsaved`, such as those in an
    editor, are read in place of the files.
    """

    folder: Path
    shown: str
    document: Path | None = None
    scale: int = 1
    unsaved: tuple[tuple[Path, bytes], ...] = ()

    def with_unsaved(self, contents: Mapping[Path, bytes]) -> Target:
        """Return the target with these contents in place of those of the files."""
        return replace(self, unsaved=tuple(contents.items()))

    @property
    def root(self) -> Path:
        """What is read: the folder of a pack or kit, or a single document."""
        alone = self.document and self.document.name != KIT_MANIFEST and not (self.folder / MANIFEST).is_file()
        return self.document.resolve() if self.document and alone else self.folder.resolve()

    @property
    def name(self) -> str:
        """The name of the game: that of its folder, or of the file of a single document."""
        return self.root.name if self.root.is_dir() else self.root.stem

    @property
    def bundled(self) -> bool:
        """Whether it is bundled and was requested by its name alone."""
        return self.shown == self.folder.name and self.folder.parent == content_folder()

    def disk(self, noted: bool = True) -> Disk:
        """Return a new disk for the target, which records accesses if `noted`."""
        anchors = {"pack": self.root if self.root.is_dir() else self.root.parent, "bundled": content_folder()}
        return Disk(anchors, noted, dict(self.unsaved))


def find_targets(paths: Sequence[str]) -> tuple[Target, ...]:
    """Return the targets of `paths`.

    By default the pack in the working folder. If it is no pack, every pack under `./content`; without that folder, the
    documents in the working folder as a draft, or the bundled packs if there are none.
    """
    if paths:
        return tuple({target: None for path in paths for target in _named(path)})
    if Path(MANIFEST).is_file():
        return tuple(_named("."))
    content = Path("content")
    if not content.is_dir() and _has_documents(Path()):
        return (Target(Path(), "."),)
    targets = tuple(_packs_in(content, "content") if content.is_dir() else bundled_packs())
    if not targets:
        raise PathError(f"there is no pack under '{content}': a pack is a folder with a {MANIFEST}")
    return targets


def bundled_packs() -> Iterator[Target]:
    """Yield the bundled packs in the order of their names."""
    return _packs_in(content_folder(), "")


def shown(path: Path) -> str:
    """Return the path for messages: relative to the working folder if possible, with forward slashes."""
    try:
        return Path(os.path.relpath(path)).as_posix()
    except ValueError:
        return path.as_posix()


def _packs_in(folder: Path, prefix: str) -> Iterator[Target]:
    for child in sorted(folder.iterdir()):
        if (child / MANIFEST).is_file():
            yield Target(child, f"{prefix}/{child.name}" if prefix else child.name)


def _named(text: str) -> Iterator[Target]:
    path = Path(text)
    try:
        if path.is_dir():
            yield from _folder(path)
        elif path.exists():
            yield _document(path)
        else:
            yield _bundled(text)
    except OSError as error:
        raise PathError(f"cannot open '{text}': {(error.strerror or str(error)).lower()}") from error


def _folder(path: Path) -> Iterable[Target]:
    if _opens(path / MANIFEST):
        return (Target(path, shown(path)),)
    if _opens(path / KIT_MANIFEST):
        return (Target(path, shown(path), path / KIT_MANIFEST),)
    packs = tuple(_packs_in(path, shown(path)))
    if not packs and _has_documents(path):
        return (Target(path, shown(path)),)
    if not packs:
        raise PathError(f"'{path}' is no pack: it has no {MANIFEST}, no other documents, and no folder with a pack")
    return packs


def _has_documents(folder: Path) -> bool:
    """Whether a folder has a document of a known kind, not below it."""
    files = (path for path in sorted(folder.iterdir()) if path.suffix in (".yaml", ".yml") and path.is_file())
    return any(map(_is_document, islice(files, LOOKED_AT)))


def _is_document(path: Path) -> bool:
    with suppress(OSError), path.open("rb") as file:
        found = KIND.search(file.read(HEAD_BYTES).decode("utf-8-sig", "replace"))
        return bool(found and found["kind"] and (schema_folder() / f"{found['kind']}.schema.json").is_file())
    return False


def _document(path: Path) -> Target:
    """Return the document with the pack that contains it, or alone."""
    if not _opens(path):
        raise PathError(f"'{path}' is neither a folder nor a plain file")
    if path.name == MANIFEST:
        return Target(path.parent, shown(path.parent))
    for folder in path.resolve().parents:
        if (folder / MANIFEST).is_file():
            return Target(folder, shown(folder), path.resolve())
    return Target(path.parent, shown(path.parent), path)


def _opens(path: Path) -> bool:
    """Whether a plain file exists. Raises OSError if it cannot be opened."""
    if not path.is_file():
        return False
    path.open("rb").close()
    return True


def _bundled(name: str) -> Target:
    packs = {target.folder.name: target for target in bundled_packs()}
    if name in packs:
        return packs[name]
    hint = did_you_mean(name, packs) or f"bundled packs are {', '.join(packs)}"
    raise PathError(f"there is no file, folder or bundled pack '{name}'; {hint}")
