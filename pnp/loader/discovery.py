"""Finds the documents of a folder that no manifest lists."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath

from pnp.diagnostics import Finding, Span
from pnp.loader.reader import READERS, NamedFolder, Reader
from pnp.loader.rules import MISSING_MANIFEST, STRAY_FILE
from pnp.loader.target import KIND, KIT_MANIFEST, MANIFEST
from pnp.messages import SURE, many, nearest, series, shown
from pnp.model.reference import Ref
from pnp.output import OUTPUT
from pnp.source import Disk
from pnp.source.rules import OVER_LIMIT
from pnp.source.schemas.synonyms import by_meaning

MOST_FOUND = 1_000
"""Maximum number of YAML files that are looked at: as many as a manifest can list."""

NAMED = 3
"""How many files that are no documents are named."""

BASE = re.compile(r"""^["']?extends["']?[ \t]*:[ \t]*["']?(?P<base>[^"'#\n]*[^"'#\s])""", re.MULTILINE)
"""Matches the line of a document that names the document it extends."""


def yaml_files(folder: Path, disk: Disk) -> Iterator[tuple[Path, str]]:
    """Yield the YAML files below a folder with their relative paths, without those in hidden folders."""
    for path in disk.files(folder, "**/*.y*ml"):
        if path.suffix in (".yaml", ".yml"):
            yield path, path.relative_to(folder).as_posix()


def found_documents(here: NamedFolder, reader: Reader) -> tuple[Ref, ...]:
    """Return the documents in a folder and below it, ordered by path; a document follows the one that it extends.

    Left out are hidden folders, the output folder, and folders with another pack or a kit. One finding names the
    YAML files that are no documents.
    """
    others = _folders_of_others(here.folder, reader.disk)
    bases: dict[str, str] = {}
    strays: list[str] = []
    for number, (_, name) in enumerate(yaml_files(here.folder, reader.disk)):
        if number == MOST_FOUND:
            message = f"there are more than {MOST_FOUND:,} YAML files, so no more are looked at"
            reader.report(OVER_LIMIT, Span(here.shown(name)), message, f"list the documents in {MANIFEST}")
            break
        if name == MANIFEST or any(parent.as_posix() in others for parent in PurePosixPath(name).parents):
            continue
        base = _base(here, name, reader.disk)
        if base is None:
            strays.append(name)
        else:
            bases[name] = base
    _report_strays(strays, here, reader)
    return tuple(Ref(name, Span(here.shown(name))) for name in _bases_first(bases))


def report_missing_manifest(here: NamedFolder, label: str, reader: Reader) -> None:
    """Note that the documents of a folder are read as a draft, at the file `label`."""
    message = f"there is no {MANIFEST} here: all documents of the folder are read together, as a draft"
    hint = f"for a game with a first sheet, write a {MANIFEST} next to them with 'kind: pack' and a title"
    reader.report(MISSING_MANIFEST, Span(label), message, hint)


def kind_of(content: bytes) -> str | None:
    """Return the kind that the text of a document names, or means; None if it is no document."""
    found = KIND.search(content.decode("utf-8-sig", "replace"))
    if found is None:
        return None
    kind = found["kind"]
    return kind if kind in READERS else by_meaning(kind, READERS) or nearest(kind, READERS, SURE)


def _folders_of_others(folder: Path, disk: Disk) -> set[str]:
    """Return the folders below `folder` whose documents do not belong to it, relative to it."""
    manifests = (*disk.files(folder, f"**/{MANIFEST}"), *disk.files(folder, f"**/{KIT_MANIFEST}"))
    others = {path.parent.relative_to(folder).as_posix() for path in manifests}
    return (others | {OUTPUT.as_posix()}) - {"."}


def _base(here: NamedFolder, name: str, disk: Disk) -> str | None:
    """Return the name of the document that a document extends, empty without one; None if the file is no document."""
    content = disk.file(here.folder, name, Span(here.shown(name)))
    if isinstance(content, Finding) or kind_of(content) is None:
        return None
    found = BASE.search(content.decode("utf-8-sig", "replace"))
    return found["base"] if found else ""


def _bases_first(bases: Mapping[str, str]) -> tuple[str, ...]:
    """Return the files in their order, each after the one that it extends."""
    named: dict[str, str] = {}
    for name in bases:
        named.setdefault(PurePosixPath(name).stem, name)
    placed: dict[str, None] = {}
    for name in bases:
        line: dict[str, None] = {}
        at: str | None = name
        while at is not None and at not in line and at not in placed:  # documents that extend each other are reported
            line[at] = None
            at = named.get(bases[at])
        placed.update(dict.fromkeys(reversed(line)))
    return tuple(placed)


def _report_strays(strays: list[str], here: NamedFolder, reader: Reader) -> None:
    if not strays:
        return
    more = len(strays) - NAMED
    names = [*map(shown, strays[:NAMED]), *([many(more, "other file")] if more > 0 else [])]
    said = "is no document and is not read" if len(strays) == 1 else "are no documents and are not read"
    hint = f"a document begins with its kind, such as 'kind: component'; or list the documents in {MANIFEST}"
    reader.report(STRAY_FILE, Span(here.shown(strays[0])), f"{series(names, 'and')} {said}", hint)
