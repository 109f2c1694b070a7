"""What was read of a game so far: its texts, findings and totals, and what is cached for the next reading."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from pnp.diagnostics import Cause, Fault, Finding, Mistaken, OtherLanguage, Rule, Severity, Span
from pnp.loader.rules import MISSING_TRANSLATION
from pnp.model.game import Content
from pnp.model.maps import AnyMap
from pnp.model.profile import Profile
from pnp.model.reference import Ref
from pnp.model.row import Field, Misfit, Row
from pnp.model.table_rows import headers, table_rows
from pnp.source import Disk, Document
from pnp.source.languages import Languages
from pnp.source.ledger import INHERITED, LAID_CELLS, PACK_MOVEMENT, PACK_PLACES, ROAD_STEPS, PackTotals
from pnp.source.rules import OVER_LIMIT
from pnp.source.tables import Table
from pnp.source.tree import Node, Overlay


class NamedFolder(Struct, frozen=True):
    """A folder, and its name in messages; `bundled` is whether it is a kit that comes with pnp."""

    folder: Path
    label: str
    bundled: bool = False

    def shown(self, name: str) -> str:
        """Return the name of a file of the folder in messages."""
        return name if self.label in ("", ".") else f"{self.label}/{name}"


class ReadDocument(NamedTuple):
    """A validated document; `damaged` if invalid parts were removed, `keyed` if texts are keyed by language."""

    root: Node
    kind: str
    damaged: bool
    keyed: bool = False


# What is cached.


class KeptDocument(NamedTuple):
    """A document with the content that it was read from, and how many values its aliases stand for."""

    content: bytes
    document: Document
    aliases: int = 0


TakenRows = tuple[tuple[Row, ...], tuple[Misfit, ...]]
"""The rows of a table for one component, and the faults in their numbers of copies."""


class SharedTable:
    """A table, read once for all components that use it, with its rows for each of them.

    `listed` are the rows of a list in JSON, whose fields need not be the same.
    """

    def __init__(self, table: Table | None, listed: TakenRows | None = None) -> None:
        self.table, self.listed = table, listed
        self._rows: list[tuple[Mapping[str, Field], TakenRows]] = []

    def rows(self, fields: Mapping[str, Field], languages: Languages) -> TakenRows:
        """Return the rows for a component with these fields; cached by the names of the fields."""
        if self.table is None:
            return self.listed or ((), ())
        found = next((rows for known, rows in self._rows if _alike(known, fields)), None)
        if found is None:
            found = table_rows(self.table, fields, languages)
            self._rows.append((fields, found))
        return found

    def columns(self, fields: Mapping[str, Field]) -> dict[str, Span]:
        """Return the span of each column's name by field; empty for a list."""
        return headers(self.table, fields) if self.table else {}

    @property
    def damaged(self) -> bool:
        """Whether it could not be read as it was meant."""
        return self.table.damaged if self.table else self.listed is None


def _alike(fields: Mapping[str, Field], others: Mapping[str, Field]) -> bool:
    """Whether two components take the same columns of a table."""
    return {name: field.columns for name, field in fields.items()} == {
        name: each.columns for name, each in others.items()
    }


class ReadCache:
    """What was read of a game's files, for its readings in other languages and after its files have changed.

    Everything is cached with what it was made of: a document and a table with the content of its file, a record with
    its document. So a reading makes again what a change touches, and all else is the same object, from which the same
    follows. Nothing is cached for a game with a single language, unless it is `always` cached.
    """

    def __init__(self, enabled: bool = True, always: bool = False) -> None:
        self.enabled, self.always = enabled, always
        self.documents: dict[str, KeptDocument] = {}
        self.tables: dict[str, tuple[bytes, Table]] = {}
        self.contents: dict[str, tuple[Node, Content]] = {}
        self.keeping: dict[str, tuple[AnyMap, AnyMap]] = {}

    def branch(self) -> ReadCache:
        """Return a cache that has what this one has, which it never changes."""
        tried = ReadCache(self.enabled, self.always)
        tried.documents, tried.tables = dict(self.documents), dict(self.tables)
        tried.contents, tried.keeping = dict(self.contents), dict(self.keeping)
        return tried


# A game while it is read.


def _lacks(finding: Finding, code: str) -> bool:
    """Whether a finding is about a text that lacks a language, and has one that the pack does not list."""
    return isinstance(finding.cause, OtherLanguage) and finding.cause.lacking == code


class GameReading:
    """What was read of one game so far, with the findings and the totals of the pack.

    `unread` are the names of documents that could not be read. With `names_incomplete`, some of these names are unknown
    because a whole kit is missing. `folders` are those of documents in the order of reading, `places` that of each.
    Texts are read in the requested `language`, by default the pack's. What is on the `shelf` is not read again. The
    totals are multiplied by `scale`.
    """

    def __init__(
        self,
        disk: Disk,
        pack: str | None = None,
        language: str | None = None,
        shelf: ReadCache | None = None,
        scale: int = 1,
    ) -> None:
        self.disk, self.pack, self.asked, self.shelf = disk, pack, language, shelf or ReadCache(enabled=False)
        self.languages = Languages(language or "en")
        self.own: NamedFolder | None = None
        self.findings, self.texts = list[Finding](), dict[str, str]()
        self.unread: set[str] = set()
        self.unlisted: dict[str, frozenset[str]] = {}
        self.unlisted_rules = False
        self.lost: set[str | None] = set()
        self.names_incomplete = False
        self.folders, self.places = dict[Path, None](), dict[str, NamedFolder]()
        self.profiles: dict[str, Callable[[], Profile]] = {}
        self.totals = PackTotals(self.report, scale)
        self.tables: dict[str, SharedTable] = {}

    def report(self, rule: Rule, span: Span, message: str, hint: str | None = None, cause: Cause | None = None) -> None:
        """Add a finding."""
        self.findings.append(rule.finding(Fault(span, message, hint, cause=cause), self.pack))

    def note(self, finding: Finding) -> None:
        """Add a finding of a lower stage."""
        self.findings.append(replace(finding, pack=self.pack))

    def has_errors(self, file: str) -> bool:
        """Whether that file has an error."""
        return any(finding.severity is Severity.ERROR and finding.span.file == file for finding in self.findings)

    def report_untranslated(self, faults: Iterable[Fault], place: NamedFolder) -> None:
        """Add findings for texts that lack a language.

        Only in the pack's own documents a missing text in the pack's language is an error. A kit may be in other
        languages, and the language of a single document is unknown.
        """
        for fault in faults:
            if fault.severity is Severity.ERROR and place != self.own:
                if self.languages.default not in self.languages.wanted:
                    continue
                fault = replace(fault, severity=None)
            self.findings.append(MISSING_TRANSLATION.finding(fault, self.pack))

    def blame_mistaken_languages(self, listed: Iterable[Ref]) -> None:
        """Report a language of the pack that no text has, in place of all texts that have another one instead."""
        for code in listed:
            lacks = [each for each in self.findings if _lacks(each, code.name)]
            given = {each.cause.given for each in lacks if isinstance(each.cause, OtherLanguage)}
            if len(lacks) < 2 or len(given) != 1 or self._has_language(code):
                continue
            meant = given.pop()
            texts = f"{len(lacks)} texts have '{meant}' instead"
            severity = min((each.severity for each in lacks), key=list(Severity).index)
            cause = Mistaken(code.name, meant)
            fault = Fault(
                code.span, f"no text is in '{code}': {texts}", f"did you mean '{meant}'?", severity, cause=cause
            )
            self.findings[:] = [each for each in self.findings if each not in lacks]
            self.findings.append(MISSING_TRANSLATION.finding(fault, self.pack))

    def _has_language(self, code: Ref) -> bool:
        """Whether a text or a document of the pack is in a language that its manifest lists."""
        folder = code.span.file.rpartition("/")[0]
        text = re.compile(rf"\b{re.escape(code.name)}['\"]?:|@{re.escape(code.name)}\b")
        document = re.compile(rf"^language:\s*['\"]?{re.escape(code.name)}\b", re.MULTILINE)
        return any(
            text.search(content) or (file != code.span.file and document.search(content))
            for file, content in self.texts.items()
            if file.startswith(folder)
        )

    # Limits of a pack: whether it stays within them; one that it exceeds is reported.

    def keeps_limits(self, game_map: AnyMap) -> bool:
        """Whether the maps of the game so far stay within the limits of cells, places and movement classes.

        The places of a map that comes after too many others are not computed, which is most of the work of reading it.
        """
        if self.totals.left(PACK_PLACES) < 0 or not self._keeps_limits_of_cells(game_map):
            return False
        places = len(game_map.places) + len(game_map.through)
        if not self.totals.add(PACK_PLACES, places, game_map.span):
            return False
        span = game_map.movement[0].span if game_map.movement else game_map.span
        classes = sum(max(1, len(mover.by)) for mover in game_map.movement)
        return self.totals.add(PACK_MOVEMENT, places * classes, span)

    def _keeps_limits_of_cells(self, game_map: AnyMap) -> bool:
        """Whether the roads of a grid map, and its cells for tiles, are within their limits; reports it if not."""
        if game_map.kind != "grid-map":
            return True
        if sum(road.steps(game_map.finder) for road in game_map.roads) > ROAD_STEPS:
            message = f"the roads lead through more than {ROAD_STEPS:,} cells"
            self.report(OVER_LIMIT, game_map.roads[0].span, message, "leave out roads that lead where others do")
            return False
        if len(game_map.tiled) <= LAID_CELLS:
            return True
        message = f"tiles are laid on {len(game_map.tiled):,} cells: up to {LAID_CELLS} can be arranged"
        self.report(OVER_LIMIT, game_map.span, message, "name fewer cells under tiles-on")
        return False

    def may_inherit(self, root: Overlay, base: Node) -> bool:
        """Whether the maps of the game stay within the limit of inherited values; no more of them are counted."""
        taken = sum(1 for _ in islice(root.taken(), max(0, self.totals.left(INHERITED) + 1)))
        return self.totals.add(INHERITED, taken, base.span)
