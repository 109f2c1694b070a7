"""Kits: found beside the pack or among the bundled ones, and read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.bundled import content_folder
from pnp.load.reader import Place
from pnp.load.rules import UNKNOWN_KIT
from pnp.load.target import KIT_MANIFEST, shown
from pnp.model.kit import read_kit
from pnp.model.reference import Ref
from pnp.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pnp.load.reader import Reader
    from pnp.load.target import Target
    from pnp.model.game import Content
    from pnp.source import Disk


def kit_documents(name: Ref, target: Target, reader: Reader) -> Iterator[Content]:
    """The documents of the kit that a target uses; a finding where there is none of that name."""
    kits = _known(target, reader.disk)
    if name.name in kits:
        yield from documents_of(kits[name.name], name, reader)
        return
    _lose(name, reader)
    hint = did_you_mean(name.name, kits) or f"kits are {', '.join(kits)}"
    reader.tell(UNKNOWN_KIT, name.span, f"there is no kit '{name}'", hint)


def documents_of(place: Place, name: Ref, reader: Reader) -> Iterator[Content]:
    """The documents of the kit in a folder."""
    read = reader.read(place, Ref(KIT_MANIFEST, name.span), ("kit",))
    if read:
        yield from reader.documents(place, read_kit(read.root, name.name).documents)
    else:
        _lose(name, reader)


def _lose(name: Ref, reader: Reader) -> None:
    """Nobody knows what the kit would have brought."""
    reader.unread.add(name.name)
    reader.adrift = True


def _known(target: Target, disk: Disk) -> dict[str, Place]:
    """The kits that a target can use, by name; one beside it comes before a bundled one."""
    kits = {folder.name: Place(folder, folder.name) for folder in _folders(content_folder(), disk)}
    if not target.bundled:
        beside = _folders(target.folder.resolve().parent, disk)
        kits.update((folder.name, Place(folder, shown(folder))) for folder in beside)
    return dict(sorted(kits.items()))


def _folders(parent: Path, disk: Disk) -> Iterator[Path]:
    return (manifest.parent for manifest in disk.files(parent, f"*/{KIT_MANIFEST}"))
