"""The Source view: documents and tables as texts, with completion, findings and fixes, saved without losing changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from hashlib import sha256
from pathlib import Path

from msgspec import Struct

from pnp.build.examine import early_findings
from pnp.build.memo import Memo
from pnp.diagnostics import Finding, Severity, Span
from pnp.edit import ByteChange, EditRefused, PackFile, add_item, new_file, replaced_text, value_at
from pnp.edit.texts import TextEdit
from pnp.language.completion import completions
from pnp.language.document_names import NameSite
from pnp.language.explanation import explained
from pnp.language.names import NameIndex, names_of
from pnp.language.renaming import Fix, PackCaches, RenameRefused, fixes, may_be_fixed, renamed, summary
from pnp.language.texts import Lines, SpanEdit
from pnp.loader import Target
from pnp.loader.pack import Loaded, load
from pnp.loader.target import MANIFEST
from pnp.model.faces.template import Template
from pnp.source.files import names_below
from pnp.source.ledger import FILE_BYTES
from pnp.source.table_files import TEXTS, is_workbook
from pnp.source.tree import Listing, Mapping, Node
from pnp.source.yaml.document import read_document
from pnp.studio.changes import name_of, own_file, refusal, write
from pnp.studio.session import OWN, Json, Message, RequestRefused, StudioSession

LISTED = (".yaml", ".yml", ".md", ".json", *TEXTS)
"""The suffixes of the files that are shown as texts."""

MOST_FILES = 2_000
"""Maximum number of files in the list."""

MOST_LINES = 20_000
"""Maximum number of lines that are shown with colours."""


def listed(studio: StudioSession, _message: Message) -> Json:
    """Return the texts of the pack: first its documents in the order of the manifest, then other files."""
    loaded = studio.loaded()
    folder = studio.target.folder.resolve()
    shown: dict[str, bool] = {}
    for name in loaded.texts:
        path = studio.path_of(name)
        if path is not None and not is_workbook(name):
            shown[name] = studio.is_own(path)
    others = (name_of(studio, name) for name in _names(folder))
    for name in others:
        if len(shown) < MOST_FILES:
            shown.setdefault(name, True)
    counts: dict[str, list[int]] = {}
    for finding in loaded.findings if not studio.is_examined else studio.examined.report.findings:
        count = counts.setdefault(finding.span.file, [0, 0])
        count[0 if finding.severity.value == "error" else 1] += finding.severity.value != "info"
    own = [name for name, mine in shown.items() if mine]
    own.sort(key=lambda name: (not name.endswith("pack.yaml"), name.count("/"), name))
    return {
        "revision": studio.revision,
        "files": [
            {"file": name, "own": shown[name], "errors": (found := counts.get(name, [0, 0]))[0], "warnings": found[1]}
            for name in (*own, *(name for name, mine in shown.items() if not mine))
        ],
    }


def _names(folder: Path) -> Iterator[str]:
    for name in names_below(folder):
        if name.lower().endswith(LISTED) and not name.startswith("output/"):
            yield name


def text(studio: StudioSession, message: Message) -> Json:
    """Return a file as text, with its digest, whether it is the pack's own, and its findings."""
    name = str(message.get("file", ""))
    path = studio.path_of(name)
    if path is None or is_workbook(name):
        missing = f"there is no file '{name}'"
        raise RequestRefused(f"'{name}' is a workbook: open it in your spreadsheet" if path else missing)
    own = studio.is_own(path)
    content = path.read_bytes()[: FILE_BYTES + 1]
    file = own_file(studio, name) if own else PackFile(path.parent, path.name, content)
    return {
        "revision": studio.revision,
        "file": name,
        "own": own and not studio.settings.read_only,
        "digest": file.digest,
        "text": _shown(file),
    }


def _shown(file: PackFile) -> str:
    """Return the text of a file; one that cannot be decoded is shown with replacement characters."""
    try:
        return file.text
    except EditRefused:
        return file.content.decode("utf-8-sig", "replace").replace("\r\n", "\n").replace("\r", "\n")


# New files.

STARTS_OF = {
    "component": "makes: card\nname: New cards\ntemplate: TEMPLATE\nrows:\n  - {name: First}\n",
    "template": "size: poker\nlayers: []\n",
    "area-map": "name: New map\nsize: 200 x 150\nareas:\n  First: {at: [50, 50]}\n  Second: {at: [150, 100]}\nroads:\n"
    "  - First -- Second\n",
    "rulebook": "sections:\n  - {title: First steps, text: Write the rules here.}\n",
    "requirements": "requirements:\n  - {name: every place can be reached, connected: true}\n",
    "icons": "icons:\n  new-icon: [{fill: M4 4H20V20H4Z}]\n",
    "": "",
}
"""What can be made as a new file, and its first lines below its kind; an empty kind is a table or a text."""

MOST_NAME = 200
"""Maximum length of the name of a new file in characters."""


def new(studio: StudioSession, message: Message) -> Json:
    """Make a file of the pack, and list it in the manifest if it is a document; return the revision and its name.

    `name` is relative to the pack's folder. Both files change, or neither: undo takes the new file away.
    """
    name, kind = str(message.get("name", "")).strip(), str(message.get("kind", ""))
    if kind not in STARTS_OF or len(name) > MOST_NAME:
        raise RequestRefused(f"a new file is one of: {', '.join(filter(None, STARTS_OF))}, a table or a text")
    if kind and not name.lower().endswith((".yaml", ".yml")):
        name = f"{name}.yaml"
    if not name.lower().endswith(LISTED) or any(part.startswith(".") for part in name.split("/")):
        raise RequestRefused(f"the name of a file is plain, and ends with {', '.join(LISTED)}")
    template = next((each.id for each in studio.loaded().game.all(Template)), "new-template")
    start = STARTS_OF[kind].replace("TEMPLATE", template)
    content = f"kind: {kind}\n{start}" if kind else "name\n" if name.lower().endswith(TEXTS) else ""
    try:
        changes = new_file(studio.target.folder, name, content.encode())
        if kind and (studio.target.folder / MANIFEST).is_file():
            manifest = own_file(studio, name_of(studio, MANIFEST))
            if isinstance(value_at(manifest, ()).get("documents"), list):
                changes += add_item(manifest, ("documents",), name)
    except EditRefused as refused:
        raise refusal(studio, refused) from refused
    return {**write(studio, changes, f"new file {name}"), "file": name_of(studio, name)}


# Findings, completion, explanations and names, of a text as it is typed.


class TypedPack(Struct, frozen=True, eq=False):
    """The pack with the text of one file as it is typed; an empty `file` is the pack as it is saved."""

    key: tuple[int, str, str]
    target: Target
    loaded: Loaded
    names: NameIndex

    @property
    def text(self) -> str:
        """The text of its file."""
        return self.key[2]


def typed_pack(studio: StudioSession, message: Message) -> TypedPack:
    """Return the pack with what is typed in place of its file; without a `text`, as it is saved."""
    name, text = str(message.get("file", "")), message.get("text")
    if isinstance(text, str) and len(text) > FILE_BYTES:
        raise RequestRefused(f"a text has at most {FILE_BYTES / 2**20:.0f} MiB")
    path = studio.path_of(name)
    saved = not isinstance(text, str) or path is None or not studio.is_own(path)
    key = (studio.revision, name, str(text if not saved else studio.loaded().texts.get(name, "")))
    known: TypedPack | None = studio.stored.get("typed pack")
    if known is None or known.key != key:
        content = key[2].encode("utf-8", "surrogatepass")
        target = studio.target if saved or path is None else studio.target.with_unsaved({path.resolve(): content})
        loaded = load(target, shelf=studio.shelf)
        pages = studio.stored.setdefault("name pages", {})
        known = TypedPack(key, target, loaded, names_of(loaded, pages))
        studio.stored["typed pack"] = known
    return known


def checked(studio: StudioSession, message: Message) -> Json:
    """Return the findings of a file as it is typed, those that need no drawing, and its outline."""
    name, pack = str(message.get("file", "")), typed_pack(studio, message)
    memo: Memo = studio.stored.setdefault("typed checks", Memo())
    memo.turn()
    found = [each for each in early_findings(memo.reused(pack.loaded), memo) if each.span.file == name]
    is_document = name.lower().endswith((".yaml", ".yml"))
    root = read_document(pack.text, name).root if is_document else None
    return {"findings": [as_mark(each, pack.loaded) for each in found], "outline": outline(root)}


def findings(studio: StudioSession, message: Message) -> Json:
    """Return all findings of a file as it is on disk, also those on faces."""
    return {"revision": studio.revision, "findings": found_in(studio, str(message.get("file", "")))}


def found_in(studio: StudioSession, name: str) -> list[Json]:
    """Return the findings of one file, in its order."""
    loaded = studio.loaded()
    found = [finding for finding in studio.examined.report.findings if finding.span.file == name]
    return [as_mark(finding, loaded) for finding in sorted(found, key=lambda each: each.order)]


def as_mark(finding: Finding, loaded: Loaded) -> Json:
    """Return a finding as a mark in a text, from its first to its last character; whether a fix can be tried."""
    return {
        "severity": finding.severity.value,
        "code": finding.code,
        "message": finding.message,
        "hint": finding.hint,
        "fixable": may_be_fixed(loaded, finding),
        **_range(finding.span),
    }


def _range(span: Span) -> dict[str, int]:
    return {"line": span.line, "column": span.column, "end_line": span.end_line, "end_column": span.end_column}


def completed(studio: StudioSession, message: Message) -> Json:
    """Return what can be written at a `line` and `column` of a text as it is typed."""
    pack, (line, column) = typed_pack(studio, message), _position(message)
    found = completions(pack.text, str(message.get("file")), line, column, pack.loaded, pack.names)
    return {
        "items": [
            {
                "label": each.label,
                "insert": each.insert,
                "kind": each.kind,
                "column": each.column,
                "detail": each.detail,
                "about": each.about,
            }
            for each in found
        ]
    }


def explanation(studio: StudioSession, message: Message) -> Json:
    """Return what a position means, as Markdown, with its range, and where the name there is defined."""
    pack, (line, column) = typed_pack(studio, message), _position(message)
    file = str(message.get("file"))
    found = explained(pack.text, file, line, column, pack.loaded, pack.names)
    site = pack.names.at(file, line, column)
    defined = [each.span for each in pack.names.definitions(site)] if site else []
    return {
        "markdown": found[0] if found else "",
        "range": _range(found[1]) if found and found[1] else None,
        "name": site.name if site and defined else None,
        "definition": {"file": defined[0].file, **_range(defined[0])} if defined else None,
        "uses": [{"file": each.span.file, **_range(each.span)} for each in _uses(pack.names, site)[:MOST_USES]],
    }


MOST_USES = 200
"""Maximum number of places of a name that are listed."""


def _uses(names: NameIndex, site: NameSite | None) -> Sequence[NameSite]:
    return [each for each in names.references(site) if not each.is_file] if site else ()


def _position(message: Message) -> tuple[int, int]:
    line, column = message.get("line"), message.get("column")
    if not (isinstance(line, int) and isinstance(column, int)):
        raise RequestRefused("a position is a line and a column")
    return line, column


def searched(studio: StudioSession, message: Message) -> Json:
    """Return the lines of the pack's texts with some words, the case aside."""
    words = str(message.get("words", ""))[:MOST_WORDS].casefold()
    hits: list[Json] = []
    for name, text in studio.loaded().texts.items() if words.strip() else ():
        for number, line in enumerate(text.split("\n"), 1):
            at = line.casefold().find(words)
            if at >= 0 and len(hits) < MOST_USES:
                hits.append({"file": name, "line": number, "column": at + 1, "text": line.strip()[:160]})
    return {"hits": hits}


MOST_WORDS = 100
"""Maximum number of characters of what is searched for."""


# Fixes and renamings: tried by the language, written through the journal.


def fixes_of(studio: StudioSession, message: Message) -> Json:
    """Return the fixes of a finding that were tried on the text as it is typed, each with its edits."""
    found = _fixes(typed_pack(studio, message), message)
    return {"fixes": [{"title": fix.title, "edits": [_edit(each) for each in fix.edits]} for fix in found]}


def _fixes(pack: TypedPack, message: Message) -> Sequence[Fix]:
    asked = message.get("finding")
    if not isinstance(asked, dict):
        raise RequestRefused("a fix is for a finding")
    at = [asked.get(key) for key in ("line", "column", "end_line", "end_column")]
    if not all(isinstance(each, int) for each in at):
        raise RequestRefused("a finding has a line and a column")
    span = Span(str(message.get("file")), *at)  # type: ignore[arg-type]  # they are whole numbers
    severity = Severity(str(asked.get("severity")))
    hint = str(asked.get("hint") or "")
    return fixes(
        pack.target, pack.loaded, Finding(str(asked.get("code")), severity, str(asked.get("message")), span, hint)
    )


def _edit(edit: SpanEdit) -> Json:
    return {"file": edit.file, "text": edit.text, **_range(edit.span)}


def fix(studio: StudioSession, message: Message) -> Json:
    """Make the first fix of a finding in the saved files, or that with a `title`, and return the new revision."""
    pack = typed_pack(studio, {"file": message.get("file")})
    title = message.get("title")
    found = next((each for each in _fixes(pack, message) if title in (None, each.title)), None)
    if found is None:
        raise RequestRefused("no change was found that takes this finding away and breaks nothing else")
    return write(studio, _changes(studio, pack.loaded, found.edits), found.title)


def rename(studio: StudioSession, message: Message) -> Json:
    """Rename the name at a position of a saved file everywhere, and return the new revision."""
    pack, (line, column) = typed_pack(studio, {"file": message.get("file")}), _position(message)
    site = pack.names.at(str(message.get("file")), line, column)
    if site is None:
        raise RequestRefused("there is no name here that can be changed")
    new = str(message.get("name", ""))[:LONGEST_NAME]
    try:
        done = renamed(pack.target, pack.loaded, pack.names, site, new, _caches(studio))
    except RenameRefused as refused:
        raise RequestRefused(str(refused)) from refused
    if done.moves:
        raise RequestRefused(f"'{site.name}' is also the name of a file: rename it with an editor that uses 'pnp lsp'")
    written = write(studio, _changes(studio, pack.loaded, done.edits), f"rename {site.name} to {new}")
    return {**written, "summary": summary(done)}


LONGEST_NAME = 200
"""Maximum number of characters of a new name."""


def _caches(studio: StudioSession) -> PackCaches:
    """Return what is cached of the pack as it is saved, for trying a renaming."""
    all_found = studio.is_examined and len(studio.loaded().languages) < 2
    found = studio.examined.report.findings if all_found else None
    return PackCaches(studio.shelf, studio.stored.setdefault("name pages", {}), studio.memo(OWN), found)


def _changes(studio: StudioSession, loaded: Loaded, edits: Iterable[SpanEdit]) -> list[ByteChange]:
    """Return edits of texts as changes of the bytes of the pack's files. Raises RequestRefused for those of a kit."""
    by_file: dict[str, list[SpanEdit]] = {}
    for edit in edits:
        by_file.setdefault(edit.file, []).append(edit)
    changes: list[ByteChange] = []
    for name, several in by_file.items():
        file = own_file(studio, name)
        if file.text != loaded.texts.get(name, file.text).removeprefix("\ufeff"):
            raise RequestRefused(f"'{name}' has changed meanwhile: try again")
        lines = Lines(file.text)
        changes += file.changes(TextEdit(*lines.range(each.span), each.text) for each in several)
    return changes


def outline(root: Node | None) -> list[Json]:
    """Return the keys of a document with their lines: two levels, and the names of items."""
    entries: list[Json] = []
    if root is None or not isinstance(root.value, Mapping):
        return entries
    for key, value in root.items():
        entries.append({"name": key.text, "line": key.span.line, "level": 0})
        if isinstance(value.value, Mapping) and len(value.value) <= 500:
            entries += ({"name": each.text, "line": each.span.line, "level": 1} for each, _ in value.items())
        elif isinstance(value.value, Listing) and len(value.value) <= 500:
            for number, item in enumerate(value):
                name = next((item.text_of(each) for each in ("name", "title", "id") if each in item), "")
                if name:
                    entries.append({"name": name, "line": item.span.line, "level": 1, "index": number})
    return entries


# Saving: a file that changed on disk since it was read is never overwritten.


def save(studio: StudioSession, message: Message) -> Json:
    """Save a text; where the file has changed since it was read, return both, part by part, and write nothing.

    `base` is the text as it was read, `digest` that of the file then.
    """
    name, typed = str(message.get("file", "")), message.get("text")
    if not isinstance(typed, str) or len(typed) > FILE_BYTES:
        raise RequestRefused(f"a text has at most {FILE_BYTES / 2**20:.0f} MiB")
    file = own_file(studio, name)
    if message.get("digest") != file.digest:
        theirs, base = _shown(file), message.get("base")
        parts = merged(base if isinstance(base, str) else theirs, typed, theirs)
        return {"conflict": {"text": theirs, "digest": file.digest, "parts": parts}}
    try:
        changes = replaced_text(file, typed)
    except EditRefused as refused:
        raise refusal(studio, refused) from refused
    written = write(studio, changes, f"edit {Path(name).name}") if changes else {"revision": studio.revision}
    content = file.path.read_bytes()
    return {**written, "digest": sha256(content).hexdigest()}


def merged(base: str, mine: str, theirs: str) -> list[Json]:
    """Return two texts that were made from `base`, part by part.

    A part has `lines` where both agree, also after taking in what only one of them changed; `from` says whose those
    are: mine, theirs, or both. Where both changed the same lines differently, it has `mine`, `theirs` and `base`.
    """
    before, one, other = (text.split("\n") for text in (base, mine, theirs))
    parts: list[Json] = []
    at = (0, 0, 0)
    for anchor in (*_anchors(before, one, other), (len(before), len(one), len(other), 0)):
        old, left, right = (
            lines[start:end] for lines, start, end in zip((before, one, other), at, anchor[:3], strict=True)
        )
        if left == right:
            _agree(parts, left, "both")
        elif left == old:
            _agree(parts, right, "theirs")
        elif right == old:
            _agree(parts, left, "mine")
        else:
            parts.append({"mine": left, "theirs": right, "base": old})
        length = anchor[3]
        _agree(parts, before[anchor[0] : anchor[0] + length], "both")
        at = (anchor[0] + length, anchor[1] + length, anchor[2] + length)
    return parts


def _agree(parts: list[Json], lines: list[str], source: str) -> None:
    """Add lines that need no choice; those that both have are joined to such lines before them."""
    if parts and parts[-1].get("from") == source == "both":
        parts[-1]["lines"] += lines
    elif lines or source != "both":
        parts.append({"lines": list(lines), "from": source})


def _anchors(base: list[str], one: list[str], other: list[str]) -> Iterator[tuple[int, int, int, int]]:
    """Yield the runs of lines that all three texts have: where each begins in the three, and the length (diff3)."""
    left, right = _matching(base, one), _matching(base, other)
    start = 0
    while start < len(base):
        if start not in left or start not in right:
            start += 1
            continue
        length = 1
        while left.get(start + length) == left[start] + length and right.get(start + length) == right[start] + length:
            length += 1
        yield start, left[start], right[start], length
        start += length


def _matching(base: list[str], text: list[str]) -> dict[int, int]:
    """Return the line of a text for each line of the base that it kept."""
    if len(base) * len(text) > MOST_COMPARED:  # too long to compare: what is the same at both ends
        ahead = next((i for i, (a, b) in enumerate(zip(base, text, strict=False)) if a != b), min(len(base), len(text)))
        most = min(len(base), len(text)) - ahead
        behind = next((i for i in range(most) if base[-1 - i] != text[-1 - i]), most)
        ends = ((len(base) - 1 - i, len(text) - 1 - i) for i in range(behind))
        return {**{i: i for i in range(ahead)}, **dict(ends)}
    blocks = SequenceMatcher(None, base, text, autojunk=False).get_matching_blocks()
    return {a + i: b + i for a, b, size in blocks for i in range(size)}


MOST_COMPARED = 4_000_000
"""Maximum product of the numbers of lines of two texts that are compared line by line."""
