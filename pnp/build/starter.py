"""Makes a new pack: a renamed copy of a bundled one, or a deck of a table, with the schemas for editors."""

import json
import os
import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from pnp.diagnostics import Severity
from pnp.loader.drafts import DECK
from pnp.loader.pack import Loaded, load
from pnp.loader.target import MANIFEST, START_FOLDER, Target, content_folder, schema_folder, shown
from pnp.messages import many
from pnp.model.component import Component
from pnp.model.row import TextType
from pnp.output import OutputError, write_file
from pnp.source.yaml.scalars import read_plain, surprise

STARTER = "starter"
"""The bundled game that is copied by default."""

STARTS = ("deck", "board", "tiles", "full")
"""What a new pack can start with; `full` is the bundled game."""

SCHEMAS = "schemas"
"""The folder of the schemas in a new pack."""

DESIGNER = "Your name"

SCHEMA_LINE = re.compile(rf"(?<=\$schema=)(?:\.\./)*{SCHEMAS}/")
TITLE = re.compile(r"^title: .*$", re.MULTILINE)
DESIGNERS = re.compile(r"(?<=^  designers: )\[.*\]$", re.MULTILINE)
PLAIN = re.compile(r"[^\W\d_](?:[\w ]*\w)?")


def new_pack(folder: Path, start: str = "full", table: Path | None = None) -> tuple[str, ...]:
    """Make a pack in `folder`, named after the folder: a copy of a bundled one, or a deck with the rows of a table.

    Return how the columns of the table are printed, as lines of text. Raises OutputError, and leaves nothing behind, if
    the folder is not empty or cannot be written, or if the table cannot be read.
    """
    title = _title(folder)
    documents = dict(_documents(title, content_folder() / STARTER if start == "full" else start_folder(start)))
    stems = {Path(name).stem for name, text in documents.items() if text.find(b"\nkind: component\n") >= 0}
    name = Path(os.path.realpath(folder)).name
    if name.casefold() in stems:  # the file of the component would be that of the whole game
        raise OutputError(f"a component of the game is called '{name}' too; name another folder")
    read = _read_table(table) if table else None
    own = _with_table(documents, *read, table) if table and read else documents
    _refuse_what_is_there(folder)
    _write(folder, {**own, **dict(_schemas())})
    return tuple(_columns_as_text(*read)) if read else ()


def _title(folder: Path) -> str:
    """Return the name of the folder as a title: `my-game` becomes `My game`."""
    name = Path(os.path.realpath(folder)).name
    if not name.isprintable():
        raise OutputError("the folder's name has a character that can't be printed")
    words = " ".join(re.split(r"[-_\s]+", name)).strip() or name
    return words[:1].upper() + words[1:]


def start_folder(start: str) -> Path:
    """Return the folder of a small pack to start with."""
    return content_folder() / START_FOLDER / start


ABOUT = re.compile(r"^summary:.*?(?=^documents:)", re.MULTILINE | re.DOTALL)
"""Matches what the manifest of the bundled deck says of that game."""

EXPECTED = re.compile(r", expect: \d+")


def _read_table(table: Path) -> tuple[Loaded, Component]:
    """Return a table as a plain deck. Raises OutputError if it cannot be printed."""
    target = Target(table.parent, shown(table.parent), table)
    loaded = load(target)
    deck = next(loaded.game.all(Component), None)
    wrong = next((each for each in loaded.findings if each.severity is Severity.ERROR), None)
    if deck is None or deck.header is None or wrong:
        raise OutputError(f"'{table}' cannot be printed: {wrong.message if wrong else 'it has no rows'}")
    return loaded, deck


def _columns_as_text(loaded: Loaded, deck: Component) -> Iterator[str]:
    """Yield which columns are where on a card, and what the table has that is not printed."""
    computed = bool(deck.selection and deck.selection.computed)
    notes = [name for name, field in deck.fields.items() if field.type == TextType(note=True)]
    own = [name for name, field in deck.fields.items() if field.columns and name in deck.columns]
    others = [name for name in deck.columns if name not in (*own, *notes)]
    last = f"; on the last line: {', '.join(others)}" if others and computed else ""
    yield f"{many(sum(row.copies for row in deck.rows), 'card')} of {many(len(deck.rows), 'row')} of the table"
    yield f"printed: {', '.join(own)}{last}"
    for finding in loaded.findings:
        if finding.severity is Severity.WARNING:
            yield f"{finding.message}{f' → {finding.hint}' if finding.hint else ''}"


def _with_table(files: Mapping[str, bytes], loaded: Loaded, deck: Component, table: Path) -> dict[str, bytes]:
    """Return the files of the bundled deck with the rows, the columns and the pictures of a table."""
    documents = {name: content.decode() for name, content in files.items() if name.endswith(".yaml")}
    manifest = EXPECTED.sub("", ABOUT.sub("", documents[MANIFEST]))
    documents[MANIFEST] = manifest.replace("; expect is the count that your rules name", "")
    documents[DECK] = _adapted_deck(documents[DECK], deck, table.name)
    named = {str(row.fields.get("art", "")): row.span for row in deck.rows}
    pictures = {name: loaded.game.assets.read(name, span) for name, span in named.items() if name}
    return {
        **{name: content.encode() for name, content in documents.items()},
        **{name: content for name, content in pictures.items() if isinstance(content, bytes)},
        table.name: table.read_bytes(),
    }


def _adapted_deck(text: str, deck: Component, table: str) -> str:
    """Return the document of the bundled deck with that table and its columns."""
    own = re.findall(r"^  (\w+): ", text, re.MULTILINE)
    more = "".join(
        f"  {_quoted(name)}: {'note' if field.type == TextType(note=True) else 'text, optional'}\n"
        for name, field in deck.fields.items()
        if name not in own
    )
    title = re.search(r"^  title: .*columns: \[", text, re.MULTILINE)
    alias = deck.fields["title"].columns[-1]
    if title and json.dumps(alias, ensure_ascii=False) not in title[0] and f" {alias}]" not in text:
        text = f"{text[: title.end()]}{json.dumps(alias, ensure_ascii=False)}, {text[title.end() :]}"
    if deck.selection and deck.selection.computed:
        text = re.sub(r"^  more: .*\n", "", text, flags=re.MULTILINE)
        line = json.dumps(deck.selection.computed[0][1].text, ensure_ascii=False)
        text += f"computed:               # the last line of a card\n  more: {line}\n"
    text = text.replace("  copies: ", f"{more}  copies: ", 1)
    return text.replace("rows: cards.csv", f"rows: {_quoted(table)}")


def _documents(title: str, starter: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the files of the bundled pack in that folder, adapted."""
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
