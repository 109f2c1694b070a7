"""Renaming everywhere, and fixes that were tried: edits of texts that are only offered if they do what they say."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from msgspec import Struct

from pnp.build.examine import early_findings, examine_languages
from pnp.build.memo import Memo
from pnp.diagnostics import Finding, Severity, Span
from pnp.expression import identifier
from pnp.language.document_names import NameSite, Pages
from pnp.language.names import NameIndex, names_of, same_texts
from pnp.language.roles import Role
from pnp.language.texts import Lines, SpanEdit, as_cell, edited, quoted_for
from pnp.loader.pack import Loaded, load
from pnp.loader.reading import ReadCache
from pnp.loader.target import Target
from pnp.messages import folded, many, shown
from pnp.model.values import BREAKS
from pnp.source.files import bad_name
from pnp.source.tables import find_delimiter
from pnp.source.yaml.scalars import read_plain


class RenameRefused(Exception):
    """A name that can't be changed; the message says why, to a designer."""


class PackCaches(NamedTuple):
    """What is cached of a pack that is open: files that were read, names of documents, and results of checks.

    What is tried takes from the caches and puts nothing into them.
    """

    shelf: ReadCache
    pages: Pages
    memo: Memo
    findings: tuple[Finding, ...] | None = None
    """All findings of the pack as it is, in all its languages; None if it was not checked since it changed."""

    def branch(self) -> PackCaches:
        """Return copies, for a state of the pack that is tried."""
        return PackCaches(self.shelf.branch(), dict(self.pages), self.memo.branch(), self.findings)


class Renaming(Struct, frozen=True):
    """What a renaming changes: edits of texts, and files that get another name, each with its new path."""

    edits: tuple[SpanEdit, ...]
    moves: tuple[tuple[Path, Path], ...] = ()
    unsure: tuple[Span, ...] = ()
    """The places with the same text that may mean the name or something else; they are not changed."""

    @property
    def files(self) -> tuple[str, ...]:
        """The files with edits."""
        return tuple(dict.fromkeys(edit.file for edit in self.edits))


LONGEST = 120
NAME = re.compile(r"[^\W_]|[^\W_][^\n\r\t]*\S")
PLAIN = re.compile(r"[^\W_][^:#,\[\]{}\"&*!|>%@`\\]*")
"""Matches a name that needs no quotes in a document, wherever it is."""
FILE = re.compile(r"[^\W_][\w.-]*")
FORMULA_NAME = re.compile(r"[A-Za-z_]\w*")
OPERATORS = frozenset(("and", "or", "not", "if", "else", "for", "in", "True", "False", "None", "true", "false"))


def path_of(target: Target, file: str) -> Path | None:
    """Return the path of a file that spans name; None if it belongs to a kit."""
    prefix = "" if target.shown in ("", ".") else f"{target.shown}/"
    if not file.startswith(prefix):
        return None
    folder = target.root if target.root.is_dir() else target.root.parent
    name = file.removeprefix(prefix)
    return None if bad_name(name) else folder / name


def renamed(
    target: Target,
    loaded: Loaded,
    names: NameIndex,
    site: NameSite,
    new: str,
    caches: PackCaches | None = None,
) -> Renaming:
    """Return the edits that rename a name everywhere: in documents, rows, tables and formulas.

    A text in quotes in a formula is renamed too if it can mean nothing else (`same_texts`).
    The edits are tried: the pack is read with them, and must have the same names in the same places but for this one,
    and no new error. The `caches` of an open pack make that fast.
    Raises RenameRefused with a sentence that says what prevents it.
    """
    new = new.strip()
    sites = names.references(site)
    own = {file: text for file, text in loaded.texts.items() if path_of(target, file)}
    meant, unsure = same_texts(own, names, site, sites)
    sites = (*sites, *meant)
    _require_possible(target, names, site, sites, new)
    texts = {file: Lines(loaded.texts[file]) for file in {each.span.file for each in sites}}
    edits = tuple(_edit(each, new, texts[each.span.file]) for each in sites if not each.is_file)
    moves = tuple(_move(target, each, new) for each in sites if each.is_file)
    done = Renaming(tuple(dict.fromkeys(edits)), moves, unsure)
    _try(target, loaded, names, sites, new, done, (caches or PackCaches(ReadCache(always=True), {}, Memo())).branch())
    return done


def _require_possible(target: Target, names: NameIndex, site: NameSite, sites: Sequence[NameSite], new: str) -> None:
    """Raise RenameRefused if the name can't be renamed, or not to that."""
    if not any(each.defines for each in sites):
        raise RenameRefused(f"'{site.name}' is not defined in this pack, so it can't be renamed")
    if names.broken:
        raise RenameRefused(f"'{names.broken[0]}' can't be read: mend it first, so that no place is missed")
    if len(new) > LONGEST:
        raise RenameRefused(f"{shown(new)} is too long: a name has at most {LONGEST} characters")
    if not NAME.fullmatch(new):
        raise RenameRefused(f"{shown(new)} is no name: begin it with a letter or a digit")
    if new == site.name:
        raise RenameRefused(f"it is called '{new}' already")
    beyond = next((each for each in sites if path_of(target, each.span.file) is None), None)
    if beyond:
        raise RenameRefused(
            f"'{site.name}' is also in '{beyond.span.file}', which belongs to a kit and not to this pack"
        )
    hidden = next((each for each in sites if not each.exact), None)
    if hidden:
        raise RenameRefused(f"'{site.name}' is written with escapes at {hidden.span}: change it there by hand first")
    scopes = frozenset[str]().union(*(each.scopes for each in sites))
    same = folded if site.role == "field" else str
    for other in names.sites:
        near = not other.scopes or not scopes or not other.scopes.isdisjoint(scopes)
        if other.defines and other.role == site.role and near and same(other.name) == same(new) != same(site.name):
            raise RenameRefused(f"there is a {site.role} '{new}' already, at {other.span}")
    _require_writable(site, sites, new)


def _require_writable(site: NameSite, sites: Iterable[NameSite], new: str) -> None:
    """Raise RenameRefused if the new name can't be that of a file or in a formula where the old one is."""
    if any(each.is_file for each in sites) and not FILE.fullmatch(new):
        raise RenameRefused(f"'{new}' is no name of a file: use letters, digits, '-' and '_'")
    in_formula = next((each for each in sites if each.style.startswith("identifier")), None)
    spelled = new if site.role == "definition" else identifier(new)
    if in_formula and (not FORMULA_NAME.fullmatch(spelled) or spelled in OPERATORS):
        raise RenameRefused(f"'{site.name}' is in a formula at {in_formula.span}, where '{new}' can't be written")


def _edit(site: NameSite, new: str, lines: Lines) -> SpanEdit:
    """Return the edit of one site. Raises RenameRefused if the name can't be written there."""
    kind, quote = site.style.rstrip("'\"|>?"), site.style[len(site.style.rstrip("'\"|>?")) :]
    text: str | None
    if kind == "identifier":
        text = identifier(new) if site.role != "definition" else new
    elif kind == "cell":
        start, _ = lines.range(site.span)
        delimiter = find_delimiter(lines.text)[0]
        text = new.replace('"', '""') if lines.text[start - 1 : start] == '"' else as_cell(new, delimiter)
    elif kind == "cell part":
        text = None if any(mark in new for mark in (*BREAKS, '"', "\t")) else new
    elif kind == "text":
        text = None if re.search(r"[\"'\\{}]", new) else new
    elif quote:
        text = quoted_for(quote, new)
    elif site.whole:
        text = new if PLAIN.fullmatch(new) and isinstance(read_plain(new), str) else f'"{quoted_for(chr(34), new)}"'
    else:
        text = new if PLAIN.fullmatch(new) else None
    if text is None:
        raise RenameRefused(f"'{site.name}' is part of a text at {site.span}, where {shown(new)} can't be written")
    return SpanEdit(site.span, text)


def _move(target: Target, site: NameSite, new: str) -> tuple[Path, Path]:
    path = path_of(target, site.span.file)
    assert path, "a name of a kit was refused"
    moved = path.with_name(f"{new}{path.suffix}")
    if moved.exists():
        raise RenameRefused(f"there is a file '{moved.name}' already")
    return path, moved


def texts_after(loaded: Loaded, edits: Iterable[SpanEdit]) -> dict[str, str]:
    """Return the texts that edits change, by file, as they are after them."""
    found: dict[str, list[SpanEdit]] = {}
    for edit in edits:
        found.setdefault(edit.file, []).append(edit)
    return {file: edited(loaded.texts[file], each) for file, each in found.items()}


def _with_edits(target: Target, loaded: Loaded, done: Renaming) -> Target:
    """Return the target as it is after a renaming; a file that is moved is there under both names."""
    contents: dict[Path, bytes] = dict(target.unsaved)
    after = {path_of(target, file): text for file, text in texts_after(loaded, done.edits).items()}
    contents.update((path, text.encode()) for path, text in after.items() if path)
    for old, moved in done.moves:
        contents[moved] = contents.get(old) or old.read_bytes()
    return target.with_unsaved(contents)


def _try(
    target: Target,
    loaded: Loaded,
    names: NameIndex,
    sites: Iterable[NameSite],
    new: str,
    done: Renaming,
    caches: PackCaches,
) -> None:
    """Raise RenameRefused unless the names after the edits are those before with the new name, without a new error."""
    edited_target = _with_edits(target, loaded, done)
    changed = load(edited_target, shelf=caches.shelf)
    after = names_of(changed, caches.pages)
    moved = {str(old): renewed.stem for old, renewed in done.moves}
    stale = {old.as_posix() for old, _ in done.moves}
    renewed_sites = set(sites)
    expected = Counter(
        (each.role, new if each in renewed_sites else each.name) for each in names.sites if not each.is_file
    )
    found = Counter((each.role, each.name) for each in after.sites if not each.is_file)
    if not moved and expected != found and _folded(expected) != _folded(found):
        lost = next(iter((expected - found) or (found - expected)))
        raise RenameRefused(
            f"'{new}' would be read differently: a {lost[0]} '{lost[1]}' would change; use another name"
        )
    errors = Counter((each.code, each.span.file) for each in loaded.findings if each.severity is Severity.ERROR)
    for each in changed.findings:
        key = (each.code, each.span.file)
        if each.severity is Severity.ERROR and not errors[key] and each.span.file not in stale:
            raise RenameRefused(f"'{new}' would break {each.span}: {each.message}")
    if not moved:
        _require_no_new_error((target, loaded), (edited_target, changed), new, caches)


LOST = frozenset(("missing-outline", "stray-outline"))
"""The warnings of names that are also in a drawing, which a renaming does not change."""


def _require_no_new_error(
    before: tuple[Target, Loaded], after: tuple[Target, Loaded], new: str, caches: PackCaches
) -> None:
    """Raise RenameRefused if the checks find an error that was not there before, such as a name in a formula."""
    found = [each for each in _errors(*after, caches.memo) if each.severity is Severity.ERROR or each.code in LOST]
    if not found:
        return  # a whole check of a game takes seconds, so the pack as it was is checked only if that can matter
    findings = _errors(*before, caches.memo) if caches.findings is None else caches.findings
    known = Counter(each.code for each in findings)
    for each in sorted(found, key=lambda finding: finding.code not in LOST):  # what is lost may break requirements
        known[each.code] -= 1
        if known[each.code] < 0:
            first = "rename its path in the drawing" if each.code in LOST else "change that place"
            raise RenameRefused(f"'{new}' would break {each.span}: {each.message}; {first} first")


def _errors(target: Target, loaded: Loaded, memo: Memo) -> tuple[Finding, ...]:
    """Return the findings of a pack in all its languages, without warnings on faces."""
    return examine_languages(target, first=loaded, memo=memo, errors_only=True)[1].report.findings


def _folded(found: Counter[tuple[Role, str]]) -> Counter[tuple[str, str]]:
    """Return the counts without case and blanks: a field keeps the spelling of its column."""
    folded_counts: Counter[tuple[str, str]] = Counter()
    for (role, name), count in found.items():
        folded_counts[role, folded(name)] += count
    return folded_counts


# Fixes: what the hint of a finding says, as edits; each is tried before it is offered.


class Fix(Struct, frozen=True):
    """A change that takes a finding away and brings no new error: `title` says what it does."""

    title: str
    edits: tuple[SpanEdit, ...]


MEANT = re.compile(r"did you mean '(?P<text>[^']+)'\?")
WRITE = re.compile(
    r"(?:^|\b)(?:write|quote it:|quote the colour:|use straight quotes:|write it in brackets:) (?P<text>.+)$"
)
ADD_ROAD = re.compile(r"add the road '(?P<road>[^']+)' \(tried")
BOTH_WAYS = re.compile(r"let the road '(?P<start>[^']+) -> (?P<end>[^']+)' go both ways \(tried")
QUOTED = re.compile(r"'([^']+)'")
UNLISTED = "unlisted-document"
MOST_FIXES = 6
"""Maximum number of candidates that are tried for one finding: each reads the pack again."""


def fixes(target: Target, loaded: Loaded, finding: Finding) -> tuple[Fix, ...]:
    """Return the fixes of a finding that were tried: it is gone after each, and there is no new error.

    A hint that no edit follows from, or whose edit does not take the finding away, gives none.
    """
    text = _text_of(loaded, finding)
    if text is None or path_of(target, finding.span.file) is None:
        return ()
    lines = Lines(text)
    found: list[Fix] = []
    before: tuple[Finding, ...] | None = None
    is_early = True
    for number, fix in enumerate(_candidates(finding, lines, loaded)):
        if number == MOST_FIXES:
            break
        if any(each.title == fix.title for each in found):
            continue  # another spelling of the same change
        if before is None:
            before = early_findings(loaded, Memo())
            is_early = any(_same(each, finding) for each in before)
            before = before if is_early else examine_languages(target)[1].report.findings
        if _helps(target, loaded, finding, fix, before, is_early):
            found.append(fix)
    return tuple(found)


def may_be_fixed(loaded: Loaded, finding: Finding) -> bool:
    """Whether the hint of a finding names a change that `fixes` would try; nothing is tried yet."""
    text = _text_of(loaded, finding)
    return text is not None and next(_candidates(finding, Lines(text), loaded), None) is not None


def _text_of(loaded: Loaded, finding: Finding) -> str | None:
    """Return the text that a finding is in; None if a fix cannot change it, nothing of a document that is not read."""
    if finding.span.sheet:
        return None
    return loaded.texts.get(finding.span.file, "" if finding.code == UNLISTED else None)


def _candidates(finding: Finding, lines: Lines, loaded: Loaded) -> Iterator[Fix]:
    """Yield what the hint may mean, the most likely first."""
    hint, span = finding.hint or "", finding.span
    start, end = lines.range(span)
    written = lines.text[start:end]
    if meant := MEANT.search(hint):
        new = meant["text"]
        wrong = next((name for name in QUOTED.findall(finding.message) if name in written), None)
        if wrong and written.count(wrong) == 1:
            at = start + written.index(wrong)
            yield Fix(f"Change to '{new}'", (SpanEdit(lines.span(span.file, at, at + len(wrong)), new),))
        yield Fix(f"Change to '{new}'", (SpanEdit(span, new),))
        yield Fix(f"Change to '{new}'", (SpanEdit(span, f'"{quoted_for(chr(34), new)}"'),))
    if road := ADD_ROAD.search(hint):
        yield from _road_added(road["road"], span, lines)
    if both := BOTH_WAYS.search(hint):
        yield from _both_ways(both["start"], both["end"], span, lines)
    if write := WRITE.search(hint):
        new = write["text"]
        bare = new[1:-1] if new[:1] == new[-1:] == "'" and new.count("'") == 2 else new.partition(",")[0]
        for each in dict.fromkeys((bare, bare.strip("'"), f"'{bare}'", f'"{bare}"')):
            yield Fix(f"Write {each}", (SpanEdit(span, each),))
    if finding.code == UNLISTED:
        yield from _listed(finding, loaded)
    if finding.code == "surprising-value":
        yield Fix("Quote it", (SpanEdit(span, f'"{written}"'),))


def _road_added(road: str, span: Span, lines: Lines) -> Iterator[Fix]:
    """Yield the fix that adds a road at the end of the map's list."""
    match = re.search(r"^roads:[^\n]*\n((?:[ \t]*(?:-|#)[^\n]*\n?|[ \t]+[^\n]*\n?)+)", lines.text, re.MULTILINE)
    if match is None:
        return
    items = re.findall(r"^([ \t]*)- ", match[1], re.MULTILINE)
    at = match.start(1) + len(match[1].rstrip())
    indent = items[-1] if items else "  "
    where = lines.span(span.file, at, at)
    yield Fix(f"Add the road {road}", (SpanEdit(where, f"\n{indent}- {road}"),))


def _both_ways(start: str, end: str, span: Span, lines: Lines) -> Iterator[Fix]:
    """Yield the fix that turns the arrow of a road, if it is written once."""
    arrows = [(f"{start} -> {end}", f"{start} -- {end}"), (f"{end} <- {start}", f"{end} -- {start}")]
    for arrow, both in arrows:
        if lines.text.count(arrow) == 1:
            at = lines.text.index(arrow)
            yield Fix(
                f"Let {start} -> {end} go both ways", (SpanEdit(lines.span(span.file, at, at + len(arrow)), both),)
            )


def _listed(finding: Finding, loaded: Loaded) -> Iterator[Fix]:
    """Yield the fix that lists a document in the manifest."""
    found = QUOTED.search(finding.message)
    pack = loaded.game.pack
    if found is None or pack is None or not pack.documents:
        return
    last = max(each.span for each in pack.documents)
    lines = Lines(loaded.texts[last.file])
    line, name = lines.line(last.line), found[1]
    written = name if PLAIN.fullmatch(name) else f'"{quoted_for(chr(34), name)}"'
    _, at = lines.range(last)
    text = f", {written}"
    if line.lstrip().startswith("- "):
        at = lines.offset(last.line, len(line) + 1)
        text = f"\n{line[: len(line) - len(line.lstrip())]}- {written}"
    yield Fix(f"List {name} in the pack", (SpanEdit(lines.span(last.file, at, at), text),))


def _same(one: Finding, other: Finding) -> bool:
    return (one.code, one.message, one.span.file) == (other.code, other.message, other.span.file)


def _helps(
    target: Target, loaded: Loaded, finding: Finding, fix: Fix, before: tuple[Finding, ...], is_early: bool
) -> bool:
    """Whether the finding is gone after a fix, and no error is new; by the early findings if it is one of them."""
    if any(path_of(target, edit.file) is None for edit in fix.edits):
        return False
    fixed = _with_edits(target, loaded, Renaming(fix.edits))
    after = early_findings(load(fixed), Memo()) if is_early else examine_languages(fixed)[1].report.findings
    same = Counter((each.code, each.message) for each in before)
    left = Counter((each.code, each.message) for each in after)
    errors = Counter(each.code for each in before if each.severity is Severity.ERROR)
    now = Counter(each.code for each in after if each.severity is Severity.ERROR)
    key = (finding.code, finding.message)
    return left[key] < same[key] and not (now - errors)


def summary(renaming: Renaming) -> str:
    """Return what a renaming changes, as a sentence's end: `5 places in 3 files`."""
    places = many(len(renaming.edits), "place")
    moved = f", and {PurePosixPath(renaming.moves[0][0]).name} is renamed" if renaming.moves else ""
    left = f"; {doubts(renaming)}" if renaming.unsure else ""
    return f"{places} in {many(len(renaming.files), 'file')}{moved}{left}"


SHOWN_DOUBTS = 4
"""Maximum number of places that a sentence lists."""


def doubts(renaming: Renaming) -> str:
    """Return which places a renaming left because their text may mean something else; empty if there are none."""
    if not renaming.unsure:
        return ""
    shown_places = [str(each) for each in renaming.unsure[:SHOWN_DOUBTS]]
    rest = len(renaming.unsure) - len(shown_places)
    places = ", ".join(shown_places) + (f" and {many(rest, 'more place')}" if rest else "")
    return f"not changed, because the text there may mean something else: {places}; change them by hand if they mean it"
