"""Makes a new pack: a renamed copy of the bundled starter, with the schemas for completion in editors."""

import json
import os
import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from pnp.loader.target import MANIFEST, content_folder, schema_folder
from pnp.output import OutputError, write_file
from pnp.source.yaml.scalars import read_plain, surprise

STARTER = "starter"
"""The bundled pack from which new ones are copied."""

SCHEMAS = "schemas"
"""The folder of the schemas in a new pack."""

DESIGNER = "Your name"

SCHEMA_LINE = re.compile(rf"(?<=\$schema=)(?:\.\./)*{SCHEMAS}/")
TITLE = re.compile(r"^title: .*$", re.MULTILINE)
DESIGNERS = re.compile(r"(?<=^  designers: )\[.*\]$", re.MULTILINE)
PLAIN = re.compile(r"[^\W\d_](?:[\w ]*\w)?")


def new_pack(folder: Path) -> None:
    """Make a pack in `folder`, named after the folder.

    Raises OutputError, and leaves nothing behind, if the folder is not empty or cannot be written.
    """
    title = _title(folder)
    files = {**dict(_documents(title)), **dict(_schemas())}
    _refuse_what_is_there(folder)
    _write(folder, files)


def _title(folder: Path) -> str:
    """Return the name of the folder as a title: `my-game` becomes `My game`."""
    name = Path(os.path.realpath(folder)).name
    if not name.isprintable():
        raise OutputError("the folder's name has a character that can't be printed")
    words = " ".join(re.split(r"[-_\s]+", name)).strip() or name
    return words[:1].upper() + words[1:]


def _documents(title: str) -> Iterator[tuple[str, bytes]]:
    """Yield the files of the starter, adapted."""
    starter = content_folder() / STARTER
    for path in sorted(file for file in starter.rglob("*") if file.is_file()):
        name = path.relative_to(starter)
        schemas = "../" * (len(name.parts) - 1) + f"{SCHEMAS}/"
        content = path.read_bytes()
        yield name.as_posix(), _adapted(content, name, title, schemas) if path.suffix == ".yaml" else content


def _adapted(content: bytes, name: Path, title: str, schemas: str) -> bytes:
    """Return a document with the path of its schema adapted; the manifest also gets the title and a placeholder
    designer.
    """
    text = SCHEMA_LINE.sub(schemas, content.decode(), count=1)
    if name.as_posix() == MANIFEST:
        text = TITLE.sub(lambda _: f"title: {_quoted(title)}", text, count=1)
        text = DESIGNERS.sub(f"[{DESIGNER}]", text, count=1)
    return text.encode()


def _quoted(text: str) -> str:
    """Return the text as YAML, in quotes if it could be read as another value."""
    plain = PLAIN.fullmatch(text) and isinstance(read_plain(text), str) and not surprise(text)
    return text if plain else json.dumps(text, ensure_ascii=False)


def _schemas() -> Iterator[tuple[str, bytes]]:
    """Yield the schemas of documents, and those that they refer to."""
    texts = {path.name: path.read_text(encoding="utf-8") for path in sorted(schema_folder().glob("*.schema.json"))}
    kinds = {name for name, text in texts.items() if "kind" in json.loads(text).get("properties", {})}
    shared = {name for name in texts if any(f'"{name}#' in texts[kind] for kind in kinds)}
    for name in sorted(kinds | shared):
        yield f"{SCHEMAS}/{name}", texts[name].encode()


def _refuse_what_is_there(folder: Path) -> None:
    try:
        if folder.exists() and not folder.is_dir():
            raise OutputError(f"'{folder}' is a file; name a folder that is not there yet")
        if folder.is_dir() and any(folder.iterdir()):
            raise OutputError(f"'{folder}' is not empty; name a folder that is empty or not there yet")
    except OSError as error:
        raise OutputError(f"cannot open '{folder}': {(error.strerror or str(error)).lower()}") from error


def _write(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write all files or none; on errors, created folders are removed too."""
    made = [each for each in (folder, *folder.parents) if not each.exists()]
    try:
        for name, content in files.items():
            write_file(folder / name, content, folder)
    except BaseException:
        _undo(folder, files, made)
        raise


def _undo(folder: Path, files: Mapping[str, bytes], made: list[Path]) -> None:
    """Remove what was written, as far as possible."""
    for name in dict.fromkeys(name.partition("/")[0] for name in files):
        path = folder / name
        with suppress(OSError):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    for each in made:
        with suppress(OSError):
            each.rmdir()
