"""The packs whose documents are open in an editor: unsaved texts, names, and findings as one types."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from pathlib import Path

from pnp.build.examine import early_findings, examine
from pnp.build.memo import Memo
from pnp.diagnostics import Finding
from pnp.interrupts import SupersededWork, pausing
from pnp.language.document_names import Pages
from pnp.language.names import NameIndex, names_of
from pnp.language.renaming import PackCaches
from pnp.loader.pack import Loaded, load
from pnp.loader.reading import ReadCache
from pnp.loader.target import KIT_MANIFEST, MANIFEST, Target, content_folder

Publish = Callable[["OpenPack", "tuple[Finding, ...]"], None]
"""Hands the findings of a pack to the editor; called from a worker thread."""


def target_for(path: Path) -> Target:
    """Return the pack that a document belongs to; without a manifest above it, the documents of its folder."""
    for folder in path.parents:
        if (folder / MANIFEST).is_file():
            return Target(folder, folder.as_posix())
        if (folder / KIT_MANIFEST).is_file():
            return Target(folder, folder.as_posix(), folder / KIT_MANIFEST)
    return Target(path.parent, path.parent.as_posix())


def path_of_file(file: str) -> Path:
    """Return the path of a file as findings name it: those of bundled kits are relative to their folder."""
    path = Path(file)
    return path if path.is_absolute() else content_folder() / path


class OpenPack:
    """A pack with open documents. Its texts change with each keystroke; what is computed is cached until the next."""

    def __init__(self, target: Target) -> None:
        self.saved = target
        self.revision = 0
        self._texts: dict[Path, bytes] = {}
        self._lock = threading.RLock()
        self._loaded: tuple[int, Loaded] | None = None
        self._names: tuple[int, NameIndex] | None = None
        self._pages: Pages = {}
        self._shelf = ReadCache(always=True)
        self._early, self._full, self._is_whole = Memo(), Memo(), True
        self.findings: tuple[Finding, ...] = ()
        self._checked = -1
        """The revision that `findings` are of."""

    @property
    def name(self) -> str:
        """The path of its folder."""
        return self.saved.folder.as_posix()

    @property
    def is_open(self) -> bool:
        """Whether a document of it is open."""
        return bool(self._texts)

    def set_text(self, path: Path, text: str | None) -> None:
        """Set the text of an open document; None when it is closed."""
        with self._lock:
            self.revision += 1
            if text is None:
                self._texts.pop(path, None)
            else:
                self._texts[path] = text.encode("utf-8", "surrogatepass")

    def text_of(self, path: Path) -> str | None:
        """Return the text of a document as it is in the editor; None if it is not open."""
        content = self._texts.get(path)
        return None if content is None else content.decode("utf-8", "replace")

    def touch(self) -> None:
        """Read the pack again: a file changed on disk."""
        with self._lock:
            self.revision += 1

    def target(self) -> Target:
        """Return the pack with its unsaved texts."""
        with self._lock:
            return self.saved.with_unsaved(self._texts)

    def loaded(self) -> Loaded:
        """Return the pack as it is in the editor."""
        with self._lock:
            revision, target = self.revision, self.target()
            if self._loaded is None or self._loaded[0] != revision:
                self._loaded = revision, load(target, shelf=self._shelf)
            return self._loaded[1]

    def names(self) -> NameIndex:
        """Return the names of the pack."""
        with self._lock:
            loaded = self.loaded()
            if self._names is None or self._names[0] != self.revision:
                self._names = self.revision, names_of(loaded, self._pages)
            return self._names[1]

    def caches(self) -> PackCaches:
        """Return what is cached of the pack, for trying a renaming."""
        with self._lock:
            all_found = self._checked == self.revision and len(self.loaded().languages) < 2
            return PackCaches(self._shelf, self._pages, self._full, self.findings if all_found else None)

    def check_early(self) -> tuple[Finding, ...]:
        """Return the findings that need no drawing, and those of the last full check in files that did not change."""
        loaded = self._shared(self._early)
        found = early_findings(loaded, self._early)
        codes = {(each.code, each.span.file) for each in found}
        changed = {path.as_posix() for path in self._texts}
        later = (each for each in self.findings if each.span.file not in changed)
        return (*found, *(each for each in later if (each.code, each.span.file) not in codes))

    def check_fully(self) -> tuple[Finding, ...]:
        """Return all findings of the pack, in its own language. Raises SupersededWork when a text changes meanwhile."""
        revision = self.revision

        def give_up(*_doing: object) -> None:
            if self.revision != revision:
                raise SupersededWork

        loaded = self._shared(self._full, self._is_whole)
        self._is_whole = False
        with pausing(give_up):
            self.findings = examine(loaded, memo=self._full).report.findings
        self._is_whole, self._checked = True, revision
        return self.findings

    def _shared(self, memo: Memo, whole: bool = True) -> Loaded:
        """Return the pack with the documents of the last round in place of equal ones."""
        memo.turn(whole)
        return memo.reused(self.loaded())


PAUSE = 0.4
"""Seconds without a change after which the whole pack is checked: faces are drawn for that."""


class Checker:
    """Checks packs in two threads: early findings after each change, all findings when nobody types.

    A check that is outdated when it begins is left out, and what is outdated when it ends is not published.
    """

    def __init__(self, publish: Publish, failed: Callable[[Exception], None]) -> None:
        self._publish, self._failed = publish, failed
        self._wake = threading.Condition()
        self._due: dict[str, dict[str, OpenPack]] = {"early": {}, "full": {}}
        self._ended = False
        for stage in self._due:
            threading.Thread(target=self._work, args=(stage,), daemon=True, name=f"pnp {stage} checks").start()

    def changed(self, pack: OpenPack) -> None:
        """Check a pack because a text changed."""
        with self._wake:
            for due in self._due.values():
                due[pack.name] = pack
            self._wake.notify_all()

    def end(self) -> None:
        """End the threads."""
        with self._wake:
            self._ended = True
            self._wake.notify_all()

    def _next(self, stage: str) -> OpenPack | None:
        """Wait for a pack that is due; the full check waits until there was no change for a while."""
        with self._wake:
            while not self._ended:
                due = self._due[stage]
                if not due:
                    self._wake.wait()
                elif stage == "full" and self._wake.wait(PAUSE):
                    continue
                elif due:
                    return due.pop(next(iter(due)))
        return None

    def _work(self, stage: str) -> None:
        while pack := self._next(stage):
            revision = pack.revision
            try:
                found = pack.check_early() if stage == "early" else pack.check_fully()
            except SupersededWork:  # the text that changed is due again
                continue
            except Exception as error:  # the editor must keep its server
                self._failed(error)
                continue
            if pack.revision == revision:
                self._publish(pack, found)


def by_file(findings: Iterable[Finding]) -> dict[str, list[Finding]]:
    """Return the findings of each file."""
    found: dict[str, list[Finding]] = {}
    for each in findings:
        found.setdefault(each.span.file, []).append(each)
    return found
