"""The protocol: requests of an editor become calls of `pnp.language`, findings become diagnostics."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path

from pnp import __version__
from pnp.diagnostics import Finding, Severity, Span
from pnp.language.completion import CompletionKind, completions
from pnp.language.document_names import NameSite
from pnp.language.explanation import explained
from pnp.language.renaming import Fix, RenameRefused, Renaming, doubts, fixes, path_of, renamed
from pnp.language.roles import Role
from pnp.language.texts import Lines, SpanEdit
from pnp.lsp.packs import Checker, OpenPack, by_file, path_of_file, target_for

SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.INFO: types.DiagnosticSeverity.Information,
}

COMPLETIONS: dict[CompletionKind, types.CompletionItemKind] = {
    "key": types.CompletionItemKind.Property,
    "value": types.CompletionItemKind.EnumMember,
    "name": types.CompletionItemKind.Reference,
    "function": types.CompletionItemKind.Function,
    "file": types.CompletionItemKind.File,
}

SYMBOLS: dict[Role, types.SymbolKind] = {
    "place": types.SymbolKind.Field,
    "definition": types.SymbolKind.Function,
    "field": types.SymbolKind.Property,
    "colour": types.SymbolKind.Constant,
    "row": types.SymbolKind.EnumMember,
}
"""How editors show names; every other role is an object."""

TRIGGERS = [" ", "{", "[", "'", ":", ".", ",", "-"]
"""The characters after which an editor requests completions."""

_Positioned = (
    types.DefinitionParams | types.ReferenceParams | types.PrepareRenameParams | types.RenameParams | types.HoverParams
)
"""Requests about a position in a document."""

LARGEST = 16 * 2**20
"""Maximum length of a document in characters; the loader refuses longer ones too."""


class DesignServer(LanguageServer):
    """A server for the packs whose documents an editor has open."""

    def __init__(self) -> None:
        super().__init__("pnp", __version__, text_document_sync_kind=types.TextDocumentSyncKind.Incremental)
        self.packs: dict[str, OpenPack] = {}
        self._published: dict[str, set[str]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self.checker = Checker(self._publish, self._failed)

    def use(self, loop: asyncio.AbstractEventLoop) -> None:
        """Publish findings through this loop."""
        self._loop = loop

    def pack_of(self, uri: str) -> tuple[OpenPack, Path] | None:
        """Return the pack of a document and its path; None if it is no file of a readable name."""
        name = to_fs_path(uri) if uri.startswith("file:") else None
        if not name or "\0" in name:
            return None
        path = Path(name).resolve()
        target = target_for(path)
        key = target.folder.as_posix()
        if key not in self.packs:
            self.packs[key] = OpenPack(target)
        return self.packs[key], path

    def edit(self, uri: str, text: str | None) -> None:
        """Take the text of an open document, or None when it is closed, and check its pack."""
        found = self.pack_of(uri)
        if found is None:
            return
        pack, path = found
        pack.set_text(path, text if text is None or len(text) <= LARGEST else text[:LARGEST])
        self.checker.changed(pack)

    def look_again(self) -> None:
        """Check all packs, because files were saved."""
        for pack in self.packs.values():
            pack.touch()
            self.checker.changed(pack)

    def _failed(self, error: Exception) -> None:
        text = f"this is a fault of pnp, not of your content: {type(error).__name__}: {error}"
        self._soon(lambda: self.window_log_message(types.LogMessageParams(types.MessageType.Error, text)))

    def _soon(self, send: object) -> None:
        if self._loop is not None and callable(send):
            self._loop.call_soon_threadsafe(send)

    def _publish(self, pack: OpenPack, findings: tuple[Finding, ...]) -> None:
        """Send the findings of all files of a pack, and nothing for those that have none any more."""
        texts = pack.loaded().texts
        found = by_file(
            each for each in findings if each.span.file in texts or path_of_file(each.span.file).is_file()
        )  # a document that the pack does not list is not read
        before = self._published.get(pack.name, set())
        self._published[pack.name] = set(found)
        for file in sorted(before | set(found)):
            lines = Lines(texts.get(file, ""))
            shown = [self.diagnostic(each, lines, texts) for each in found.get(file, ())]
            params = types.PublishDiagnosticsParams(uri_of(path_of_file(file)), shown)
            self._soon(lambda params=params: self.text_document_publish_diagnostics(params))

    # Positions: code points from 1 here, units of the editor from 0 there.

    def diagnostic(self, finding: Finding, lines: Lines, texts: Mapping[str, str]) -> types.Diagnostic:
        """Return a finding as an editor shows it, with its second place if that is in a text of the pack."""
        hint = f"\n{finding.hint}" if finding.hint else ""
        other, related = finding.other, None
        if other and other.file in texts:
            place = types.Location(uri_of(path_of_file(other.file)), self.range(other, Lines(texts[other.file])))
            related = [types.DiagnosticRelatedInformation(place, "the other of the two")]
        return types.Diagnostic(
            range=self.range(finding.span, lines),
            message=f"{finding.message}{hint}",
            severity=SEVERITIES[finding.severity],
            code=finding.code,
            source="pnp",
            related_information=related,
        )

    def range(self, span: Span, lines: Lines) -> types.Range:
        """Return the range of a span in the editor's units; that of the first line for a workbook."""
        if span.sheet:
            span = Span(span.file)
        return types.Range(
            self._position(span.line, span.column, lines), self._position(span.end_line, span.end_column, lines)
        )

    def _position(self, line: int, column: int, lines: Lines) -> types.Position:
        before = lines.line(line)[: column - 1]
        return types.Position(max(0, line - 1), self.workspace.position_codec.client_num_units(before))

    def place(self, position: types.Position, lines: Lines) -> tuple[int, int]:
        """Return the line and the column of a position of the editor; one beyond a line's end is that end."""
        text = lines.line(position.line + 1)
        units = 0
        codec = self.workspace.position_codec
        for number, character in enumerate(text):
            if units >= position.character:
                return position.line + 1, number + 1
            units += codec.client_num_units(character)
        return position.line + 1, len(text) + 1

    def here(self, document: types.TextDocumentIdentifier) -> _Here | None:
        """Return the pack, the file and the text of a document of it, also of one that it does not list."""
        found = self.pack_of(document.uri)
        if found is None:
            return None
        pack, path = found
        loaded = pack.loaded()
        file = next((file for file in loaded.texts if path_of_file(file).resolve() == path), None)
        if file is not None:
            return _Here(pack, file, Lines(loaded.texts[file]))
        text, file = pack.text_of(path), f"{pack.saved.shown}/{path.relative_to(pack.saved.folder).as_posix()}"
        return None if text is None else _Here(pack, file, Lines(text))


class _Here:
    """A document of a pack: its name in spans and its lines."""

    def __init__(self, pack: OpenPack, file: str, lines: Lines) -> None:
        self.pack, self.file, self.lines = pack, file, lines


def _in_pack(text: str, pack: OpenPack) -> str:
    """Return a text with the names of files as they are in the pack, not from the root of the disk."""
    return text.replace(f"{pack.saved.shown}/", "")


def uri_of(path: Path) -> str:
    """Return the address of a file."""
    return from_fs_path(path.as_posix()) or path.as_uri()


def make_server() -> DesignServer:
    """Return a server with all its features, which does not run yet."""
    server = DesignServer()
    _follow_documents(server)
    _find_names(server)
    _change_texts(server)
    _offer_fixes(server)
    return server


def _follow_documents(server: DesignServer) -> None:
    @server.feature(types.INITIALIZED)
    async def started(_: types.InitializedParams) -> None:
        server.use(asyncio.get_running_loop())

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    async def opened(params: types.DidOpenTextDocumentParams) -> None:
        server.use(asyncio.get_running_loop())
        server.edit(params.text_document.uri, params.text_document.text)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: types.DidChangeTextDocumentParams) -> None:
        document = server.workspace.get_text_document(params.text_document.uri)
        server.edit(params.text_document.uri, document.source)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseTextDocumentParams) -> None:
        server.edit(params.text_document.uri, None)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def saved(_: types.DidSaveTextDocumentParams) -> None:
        server.look_again()

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def watched(_: types.DidChangeWatchedFilesParams) -> None:
        server.look_again()

    @server.feature(types.SHUTDOWN)
    def ended(_: None) -> None:
        server.checker.end()


def _find_names(server: DesignServer) -> None:
    @server.feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=TRIGGERS))
    def complete(params: types.CompletionParams) -> types.CompletionList:
        here = server.here(params.text_document)
        if here is None:
            return types.CompletionList(False, [])
        line, column = server.place(params.position, here.lines)
        found = completions(here.lines.text, here.file, line, column, here.pack.loaded(), here.pack.names())
        items = [
            types.CompletionItem(
                label=each.label,
                kind=COMPLETIONS[each.kind],
                detail=each.detail or None,
                documentation=each.about or None,
                sort_text=f"{number:04}",
                filter_text=each.label,
                text_edit=types.TextEdit(
                    server.range(Span(here.file, line, each.column, line, column), here.lines), each.insert
                ),
            )
            for number, each in enumerate(found)
        ]
        return types.CompletionList(False, items)

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    @server.thread()
    def hover(params: types.HoverParams) -> types.Hover | None:
        here = server.here(params.text_document)
        if here is None:
            return None
        line, column = server.place(params.position, here.lines)
        found = explained(here.lines.text, here.file, line, column, here.pack.loaded(), here.pack.names())
        if found is None:
            return None
        said, span = found
        content = types.MarkupContent(types.MarkupKind.Markdown, _in_pack(said, here.pack))
        return types.Hover(content, server.range(span, here.lines) if span else None)

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    def define(params: types.DefinitionParams) -> list[types.Location]:
        return _locations(server, params, definitions=True)

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    def refer(params: types.ReferenceParams) -> list[types.Location]:
        return _locations(server, params, declared=params.context.include_declaration)

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def outline(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        here = server.here(params.text_document)
        if here is None:
            return []
        sites = [each for each in here.pack.names().of_file(here.file) if each.defines and not each.is_file]
        first = {(each.role, each.name): each for each in reversed(sites)}
        return [
            types.DocumentSymbol(
                name=each.name,
                detail=each.role,
                kind=SYMBOLS.get(each.role, types.SymbolKind.Object),
                range=server.range(each.span, here.lines),
                selection_range=server.range(each.span, here.lines),
            )
            for each in sorted(first.values(), key=lambda site: site.span)
        ]


def _site(server: DesignServer, params: _Positioned) -> tuple[_Here, NameSite] | None:
    here = server.here(params.text_document)
    if here is None:
        return None
    site = here.pack.names().at(here.file, *server.place(params.position, here.lines))
    return None if site is None else (here, site)


def _locations(
    server: DesignServer,
    params: _Positioned,
    definitions: bool = False,
    declared: bool = True,
) -> list[types.Location]:
    """Return where the name at a position is defined, or everywhere that it is."""
    found = _site(server, params)
    if found is None:
        return []
    here, site = found
    names, texts = here.pack.names(), here.pack.loaded().texts
    sites = names.definitions(site) if definitions else names.references(site)
    wanted = [each for each in sites if definitions or declared or not each.defines]
    return [
        types.Location(
            uri_of(path_of_file(each.span.file)), server.range(each.span, Lines(texts.get(each.span.file, "")))
        )
        for each in wanted
    ]


def _change_texts(server: DesignServer) -> None:
    @server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    def can_rename(params: types.PrepareRenameParams) -> types.PrepareRenamePlaceholder | None:
        found = _site(server, params)
        if found is None:
            return None
        here, site = found
        if not here.pack.names().definitions(site):
            return None
        return types.PrepareRenamePlaceholder(server.range(site.span, here.lines), site.name)

    @server.feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))
    @server.thread()
    def rename(params: types.RenameParams) -> types.WorkspaceEdit | None:
        found = _site(server, params)
        if found is None:
            return None
        here, site = found
        pack = here.pack
        try:
            done = renamed(pack.target(), pack.loaded(), pack.names(), site, params.new_name, pack.caches())
        except RenameRefused as refused:
            said = _in_pack(str(refused), pack)
            server.window_show_message(types.ShowMessageParams(types.MessageType.Warning, said))
            return None
        if done.unsure:
            said = _in_pack(doubts(done), pack)
            server.window_show_message(types.ShowMessageParams(types.MessageType.Warning, said))
        return _workspace_edit(server, pack, done)


def _offer_fixes(server: DesignServer) -> None:
    @server.feature(
        types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix])
    )
    @server.thread()
    def mend(params: types.CodeActionParams) -> list[types.CodeAction]:
        here = server.here(params.text_document)
        if here is None:
            return []
        pack, found = here.pack, []
        for finding in pack.check_early() if params.context.diagnostics else ():
            shown = server.diagnostic(finding, here.lines, pack.loaded().texts)
            if finding.span.file != here.file or not _is_among(shown, params.context.diagnostics):
                continue
            for fix in fixes(pack.target(), pack.loaded(), finding):
                found.append(_action(server, pack, fix, shown))
        return found


def _is_among(shown: types.Diagnostic, given: Sequence[types.Diagnostic]) -> bool:
    """Whether an editor asks about that finding."""
    return any(each.code == shown.code and each.range.start == shown.range.start for each in given)


def _action(server: DesignServer, pack: OpenPack, fix: Fix, shown: types.Diagnostic) -> types.CodeAction:
    return types.CodeAction(
        title=fix.title,
        kind=types.CodeActionKind.QuickFix,
        diagnostics=[shown],
        is_preferred=True,
        edit=_workspace_edit(server, pack, Renaming(fix.edits)),
    )


def _workspace_edit(server: DesignServer, pack: OpenPack, done: Renaming) -> types.WorkspaceEdit:
    """Return edits and moved files as an editor makes them."""
    texts, target = pack.loaded().texts, pack.target()
    by_name: dict[str, list[SpanEdit]] = {}
    for edit in done.edits:
        by_name.setdefault(edit.file, []).append(edit)
    changes: dict[str, list[types.TextEdit]] = {}
    for file, edits in by_name.items():
        lines, path = Lines(texts[file]), path_of(target, file)
        if path:
            changes[uri_of(path)] = [types.TextEdit(server.range(each.span, lines), each.text) for each in edits]
    if not done.moves:
        return types.WorkspaceEdit(changes=changes)
    documents = [
        types.TextDocumentEdit(types.OptionalVersionedTextDocumentIdentifier(uri), list(edits))
        for uri, edits in changes.items()
    ]
    moves = [types.RenameFile(uri_of(old), uri_of(new)) for old, new in done.moves]
    return types.WorkspaceEdit(document_changes=[*documents, *moves])
