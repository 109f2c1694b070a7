"""Packs without a manifest: the documents of a folder that none lists, and a deck of cards made of a bare table."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path, PurePosixPath

from msgspec.structs import replace

from pnp.diagnostics import Finding, Span
from pnp.expression.values import identifier
from pnp.loader.component_tables import with_tables
from pnp.loader.reader import READERS, Reader, read_content
from pnp.loader.reading import NamedFolder
from pnp.loader.rules import BARE_TABLE, MISSING_MANIFEST, STRAY_FILE, UNPRINTED_CELL
from pnp.loader.target import KIND, KIT_MANIFEST, MANIFEST, START_FOLDER, content_folder
from pnp.messages import SURE, folded, many, nearest, series, shown, some_of
from pnp.model.component import Component, RowSelection, name_of
from pnp.model.faces.theme import IconSet
from pnp.model.game import Content
from pnp.model.records import TableSource
from pnp.model.reference import Formula, Ref
from pnp.model.row import Field, Row, TextType
from pnp.output import OUTPUT
from pnp.source import Disk
from pnp.source.rules import MISSING_FILE, OVER_LIMIT
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


def misnamed_manifest(here: NamedFolder, disk: Disk) -> str | None:
    """Return the file in a folder without a manifest that is meant to be it: of the kind 'pack', by another name."""
    paths = (*disk.files(here.folder, "**/*.y*ml"), *disk.files(here.folder, f"**/{MANIFEST}.*"))
    for name in (path.name for path in islice(paths, MOST_FOUND) if path.parent == here.folder):
        content = disk.file(here.folder, name, Span(here.shown(name)))
        found = None if isinstance(content, Finding) else KIND.search(content.decode("utf-8-sig", "replace"))
        if found and found["kind"] == "pack":
            return name
    return None


def report_misnamed_manifest(file: str, reader: Reader) -> None:
    """Report that the manifest of a folder has another name, which makes the folder no pack."""
    message = f"the pack is in {shown(PurePosixPath(file).name)}, and has to be in '{MANIFEST}'"
    reader.report(MISSING_FILE, Span(file), message, f"rename the file to {MANIFEST}")


def report_missing_manifest(label: str, reader: Reader) -> None:
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


# A deck of a bare table: the bundled start of a deck, with the rows of the table.

DECK = "cards.yaml"
"""The document of the deck in the bundled start, from which a bare table takes its fields."""

FACE = ("theme.yaml", "card.yaml")
"""The documents of the bundled start that the face of a card needs."""

SHORT, LINE = 12, 48
"""Maximum number of characters of a value on the line of other columns, and of that line."""

PLAIN_NAME = re.compile(r"[^\W\d][\w -]*")
"""Matches the name of a column that an expression can spell."""

PICTURE_BYTES = 32 * 2**20


def table_deck(file: Path, label: str, documents: Iterable[Content], reader: Reader) -> list[Content]:
    """Return the documents of a plain deck with the rows of a table; `documents` are those of the kits.

    Columns are found by their names and by the other names that the bundled deck lists. Without a title, the first
    other column is the title. Other columns are printed on one line if they are short. Notes say what is not printed.
    """
    start = NamedFolder(content_folder() / START_FOLDER / "deck", f"{START_FOLDER}/deck")
    here = NamedFolder(file.parent, label.rpartition("/")[0])
    own = list(reader.documents(start, tuple(Ref(name, Span(start.shown(name))) for name in FACE)))
    reader.folders[file.parent] = None
    read = reader.read(start, Ref(DECK, Span(start.shown(DECK))), ("component",))
    made = read and read_content("component", read.root, file.stem, read.damaged)
    if not isinstance(made, Component) or not made.table:
        return own
    table = TableSource(Ref(file.name, Span(label)))
    deck = replace(made, name=name_of(file.stem), back=None, stock="", table=table)
    taken = with_tables(deck, file.name, here, reader)
    is_headed = len(taken.columns) < 2 or any(name in made.fields for name in taken.columns)
    deck = _with_columns(deck, taken)
    deck = with_tables(deck, file.name, here, reader)
    if deck.header is None or deck.damaged:
        return [*own, deck]
    icons = {icon.id for each in documents if isinstance(each, IconSet) for icon in each.icons}
    rows = _without(deck.rows, "icon", lambda name, _: name in icons, reader, "there is no icon")
    rows = _without(rows, "art", lambda name, at: _is_there(here, name, at, reader), reader, "there is no picture")
    _tell(deck, reader, is_headed=is_headed)
    return [*own, replace(deck, rows=_with_texts(rows, deck, reader))]


def _with_columns(deck: Component, taken: Component) -> Component:
    """Return the deck with the other columns of its table as fields, the short ones computed as a line."""
    others = [name for name in taken.columns if name not in deck.fields]
    fields = dict(deck.fields)
    if others and "title" not in taken.columns:
        title = fields["title"]
        fields["title"] = replace(title, columns=(*title.columns, others.pop(0)))
    printed = tuple(short_columns(others, taken.rows)) if "more" not in taken.columns else ()
    for name in others:
        fields[name] = Field(name, TextType(note=name not in printed), deck.span, optional=True)
    if not printed:
        return replace(deck, fields=fields)
    fields.pop("more")
    computed = ((Ref("more", deck.span), Formula(line_of(printed), deck.span)),)
    return replace(deck, fields=fields, selection=RowSelection(computed=computed))


def short_columns(names: Iterable[str], rows: Iterable[Row]) -> Iterator[str]:
    """Yield the columns whose values fit on one line together with their names."""
    rows, used = tuple(rows), 0
    for name in names:
        longest = max((len(str(row.fields.get(name, ""))) for row in rows), default=0)
        width = len(name) + 1 + longest + (3 if used else 0)
        if PLAIN_NAME.fullmatch(name) and longest <= SHORT and used + width <= LINE:
            used += width
            yield name


def line_of(columns: Iterable[str]) -> str:
    """Return the expression of a line such as `Attack 3 · Defence 2`, without what is empty."""
    cells = ", ".join(f"'{name} ' + text({identifier(name)}) if {identifier(name)} != '' else ''" for name in columns)
    return f"join([cell for cell in [{cells}] if cell != ''], ' · ')"


def _without(
    rows: tuple[Row, ...], field: str, exists: Callable[[str, Span], bool], reader: Reader, message: str
) -> tuple[Row, ...]:
    """Return the rows without values of a field that do not exist; one finding names these."""
    lost: dict[str, Span] = {}
    known: dict[str, bool] = {}
    for row in rows:
        value = str(row.fields.get(field, "")).strip()
        if value and value not in known:
            known[value] = exists(value, row.spans[field])
            if not known[value]:
                lost[value] = row.spans[field]
    if not lost:
        return rows
    first = next(iter(lost.values()))
    reader.report(UNPRINTED_CELL, first, f"{message} {some_of(list(lost))}", "these cards are printed without one")
    return tuple(
        replace(row, fields={**row.fields, field: ""}) if str(row.fields.get(field, "")).strip() in lost else row
        for row in rows
    )


def _is_there(here: NamedFolder, name: str, at: Span, reader: Reader) -> bool:
    return not isinstance(reader.disk.file(here.folder, name, at, PICTURE_BYTES), Finding)


def _with_texts(rows: tuple[Row, ...], deck: Component, reader: Reader) -> tuple[Row, ...]:
    """Return the rows that have a text; others, such as a total below the table, are left out and reported."""
    printed = [name for name, field in deck.fields.items() if not _is_note(field)]
    blank = [row for row in rows if not any(str(row.fields.get(name, "")).strip() for name in printed)]
    if not blank:
        return rows
    message = f"row {blank[0].span.row} has a value in no printed column"
    if len(blank) > 1:
        message = f"{len(blank)} rows, the first of them row {blank[0].span.row}, have a value in no printed column"
    reader.report(UNPRINTED_CELL, blank[0].span, message, "delete it if it is a total; no card is printed for it")
    left_out = set(map(id, blank))
    return tuple(row for row in rows if id(row) not in left_out)


def _tell(deck: Component, reader: Reader, *, is_headed: bool) -> None:
    """Report how the table is printed, which columns are not, and a first row without a known name of a column."""
    assert deck.header, "there are rows"
    file = Path(deck.header.file).name
    counting = _possible_copies(deck) if is_headed else None
    for name, field in deck.fields.items():
        span = deck.columns.get(name, deck.header)
        if name == counting:
            message = f"each row is printed once: is '{name}' the number of copies?"
            reader.report(UNPRINTED_CELL, span, message, "then call that column copies")
        elif is_headed and _is_note(field):
            reader.report(UNPRINTED_CELL, span, f"the column '{name}' is not printed", _place_hint(name, deck))
    if not is_headed:
        message = f"no name of a column of '{file}' is known: is the first row a card?"
        hint = "the first row has the names of the columns, such as title, cost, text and copies"
        reader.report(UNPRINTED_CELL, deck.header, message, hint)
    message = f"'{file}' is printed as a plain deck of cards"
    reader.report(BARE_TABLE, deck.header, message, f"to change the cards: pnp new my-game --from {file}")


QUANTITY_WORDS = frozenset(
    (
        "amount", "anz", "anzahl", "cantidad", "copies", "copy", "count", "exemplare", "how", "kopien", "liczba",
        "number", "pcs", "pieces", "qty", "quantity", "quantità", "quantité", "sztuk", "stk", "stück", "times", "počet",
    )
)  # fmt: skip
"""Words in the names of columns that often give the number of copies."""

LIKELY_COPIES = 20
"""The largest number of copies of a card that is likely."""


def _possible_copies(deck: Component) -> str | None:
    """Return the name of a column that may give the number of copies, if none does: of small whole numbers.

    Numbers that all differ may be those of the cards.
    """
    if any(row.copies != 1 for row in deck.rows) or "copies" in deck.columns:
        return None
    for name in deck.columns:
        values = [str(row.fields.get(name, "")) for row in deck.rows]
        given = [value for value in values if value]
        likely = given and all(value.isdecimal() and int(value) <= LIKELY_COPIES for value in given)
        counted = any(value != "1" for value in given) and (len(given) == 1 or len(set(given)) < len(given))
        if likely and counted and not QUANTITY_WORDS.isdisjoint(re.split(r"[\W_]+", name.casefold())):
            return name
    return None


def _place_hint(name: str, deck: Component) -> str:
    """Return what to call a column so that it is printed: a field in another language, or one that is still free."""
    found = re.fullmatch(r"(?P<field>.*\w)[\W_]+(?P<code>[A-Za-z]{2})\W?", name)
    names = (
        each for field in deck.fields.values() if field.name in deck.columns for each in (field.name, *field.columns)
    )
    if found and folded(found["field"]) in map(folded, names):
        known = found["field"].strip()
        return f"if it is '{known}' in another language, call it '{known}@{found['code'].lower()}'"
    free = [field.capitalize() for field in ("text", "flavour") if field not in deck.columns]
    return f"call it {' or '.join(free)}, or make a game of the table" if free else "make a game of the table"


def _is_note(field: Field) -> bool:
    return field.type == TextType(note=True)
