"""What a path means: pack, document or bundled pack; where bundled files are."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from pnp.messages import did_you_mean
from pnp.source import Disk

# Where the bundled content and the schemas lie: inside an installed wheel, or beside the package in a checkout.

_HERE = Path(__file__).resolve().parents[1]


def _bundled_folder(name: str) -> Path:
    installed = _HERE / "bundled" / name
    return installed if installed.is_dir() else _HERE.parent / name


def content_folder() -> Path:
    """The folder of the bundled packs and kits."""
    return _bundled_folder("content")


def schema_folder() -> Path:
    """The folder of the JSON Schemas."""
    return _bundled_folder("schemas")


# What a command's paths mean: packs in a folder, documents alone, bundled packs by name.

MANIFEST = "pack.yaml"
KIT_MANIFEST = "kit.yaml"


class PathError(ValueError):
    """A path that means nothing, or can't be opened; the message says what was expected."""


class Target(Struct, frozen=True):
    """A pack's folder, or one document: `document` is the one file to look at, alone where `folder` has no pack.

    `shown` is how messages name the folder.
    """

    folder: Path
    shown: str
    document: Path | None = None

    @property
    def root(self) -> Path:
        """What is read: the folder of a pack or kit, or a document alone."""
        alone = self.document and self.document.name != KIT_MANIFEST and not (self.folder / MANIFEST).is_file()
        return self.document.resolve() if self.document and alone else self.folder.resolve()

    @property
    def name(self) -> str:
        """What the game is called: as its folder, or as the file of a document alone."""
        return self.root.name if self.root.is_dir() else self.root.stem

    @property
    def bundled(self) -> bool:
        """Whether it came with the tool and was asked for by its name alone."""
        return self.shown == self.folder.name and self.folder.parent == content_folder()

    def disk(self, noted: bool = True) -> Disk:
        """What it is read from, with nothing asked of it yet; whether what is asked is noted."""
        return Disk({"pack": self.root if self.root.is_dir() else self.root.parent, "bundled": content_folder()}, noted)


def find_targets(paths: Sequence[str]) -> tuple[Target, ...]:
    """The targets that `paths` name; without paths every pack under `./content`, or the bundled ones where there is no
    such folder.
    """
    if paths:
        return tuple({target: None for path in paths for target in _named(path)})
    content = Path("content")
    targets = tuple(_packs_in(content, "content") if content.is_dir() else bundled_packs())
    if not targets:
        raise PathError(f"there is no pack under '{content}': a pack is a folder with a {MANIFEST}")
    return targets


def bundled_packs() -> Iterator[Target]:
    """The packs that come with the tool, in the order of their names."""
    return _packs_in(content_folder(), "")


def shown(path: Path) -> str:
    """The path as messages name it: from the working folder where it lies below, with forward slashes."""
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
    if not packs:
        raise PathError(f"'{path}' is no pack: it has no {MANIFEST}, and no folder with one")
    return packs


def _document(path: Path) -> Target:
    """The document with the pack that it lies in, or alone."""
    if not _opens(path):
        raise PathError(f"'{path}' is neither a folder nor a plain file")
    if path.name == MANIFEST:
        return Target(path.parent, shown(path.parent))
    for folder in path.resolve().parents:
        if (folder / MANIFEST).is_file():
            return Target(folder, shown(folder), path.resolve())
    return Target(path.parent, shown(path.parent), path)


def _opens(path: Path) -> bool:
    """Whether a plain file is there; raises OSError where it can't be opened."""
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
