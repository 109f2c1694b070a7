"""Reading a pack, a kit or a document: files in; a game and what was found while reading it out."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from pnp.bundled import content_folder, schema_folder
from pnp.diagnostics import Fault, Finding, Rule, Span
from pnp.load.rules import DUPLICATE_DOCUMENT, MISPLACED_DOCUMENT, UNKNOWN_KIT, UNKNOWN_REQUIREMENTS, UNLISTED_DOCUMENT
from pnp.load.target import KIT_MANIFEST, MANIFEST, Target, shown
from pnp.model.area_map import AreaMap, read_area_map
from pnp.model.component import read_component
from pnp.model.game import Content, Game
from pnp.model.icons import read_icons
from pnp.model.kit import read_kit
from pnp.model.map_style import read_map_style
from pnp.model.pack import Pack, read_pack
from pnp.model.reference import Ref
from pnp.model.requirement import RequirementList, read_requirements
from pnp.model.rulebook import read_rulebook
from pnp.model.template import read_template
from pnp.model.theme import read_theme
from pnp.source import Document, load_schemas, read_document, read_file, validate
from pnp.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pnp.source.tree import Node

DEFAULT_KIT = "house"

READERS: dict[str, Callable[[Node, str, bool], Content]] = {
    "area-map": read_area_map,
    "component": read_component,
    "icons": read_icons,
    "map-style": read_map_style,
    "requirements": read_requirements,
    "rulebook": read_rulebook,
    "template": read_template,
    "theme": read_theme,
}
"""The kinds of document that a pack or a kit can list, with their readers."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """What a target holds: a game as far as it could be read, the findings of reading it, and the text of each file.

    `focus` is the one file that a command is about, None for all of them.
    """

    name: str
    game: Game
    findings: tuple[Finding, ...]
    texts: dict[str, str] = field(default_factory=dict)
    focus: str | None = None


def load(target: Target) -> Loaded:
    """The game that `target` names; bad content ends in findings."""
    return _Loading(target).pack() if (target.folder / MANIFEST).is_file() else _Loading(target).alone()


class _Loading:
    """One target being read: collects documents, findings and texts."""

    def __init__(self, target: Target) -> None:
        self.target = target
        self.name: str | None = None
        self.findings: list[Finding] = []
        self.texts: dict[str, str] = {}
        self.unread: set[str] = set()

    def pack(self) -> Loaded:
        """The pack in the target's folder."""
        folder, label = self.target.folder, self.target.shown
        self.name = folder.resolve().name
        root = self._read(folder, Ref(MANIFEST, Span(f"{label}/{MANIFEST}")), label, {"pack"})
        pack = read_pack(root.root, self.name) if root and root.root else None
        documents: list[Content] = []
        for kit in self._kits(pack):
            documents += self._kit(kit)
        if pack:
            documents += self._documents(folder, label, pack.documents)
            self._unlisted(folder, label, pack)
        focus = (
            f"{label}/{self.target.document.relative_to(folder.resolve()).as_posix()}" if self.target.document else None
        )
        return self._loaded(pack, documents, focus)

    def alone(self) -> Loaded:
        """The target's document, with the bundled kit at hand."""
        assert self.target.document, "a target without a pack is a document"
        path = self.target.document
        documents = self._kit(Ref(DEFAULT_KIT, Span(DEFAULT_KIT)))
        label = shown(path.parent)
        documents += self._documents(path.parent, "" if label == "." else label, (Ref(path.name, Span(shown(path))),))
        return self._loaded(None, documents, shown(path))

    def _loaded(self, pack: Pack | None, documents: list[Content], focus: str | None) -> Loaded:
        game = self._with_kept_requirements(Game(pack, tuple(documents), frozenset(self.unread)))
        name = self.name or (self.target.document or self.target.folder).stem
        return Loaded(name, game, tuple(self.findings), self.texts, focus)

    def _add(self, rule: Rule, span: Span, message: str, hint: str | None = None) -> None:
        self.findings.append(rule.finding(Fault(span, message, hint), self.name))

    def _read(self, folder: Path, file: Ref, label: str, kinds: set[str]) -> Document | None:
        """The document in `file`, its schema applied; None where that fails or its kind does not belong here."""
        content = read_file(folder, file.name, file.span)
        name = f"{label}/{file.name}" if label else file.name
        if isinstance(content, Finding):
            self.findings.append(replace(content, pack=self.name))
            return None
        self.texts[name] = content.decode("utf-8-sig", "replace")
        document = validate(read_document(content, name), load_schemas(schema_folder()))
        self.findings += (replace(finding, pack=self.name) for finding in document.findings)
        if document.root is None or document.kind is None:
            return None
        if document.kind not in kinds:
            span = document.root["kind"].span
            self._add(MISPLACED_DOCUMENT, span, f"a document of kind '{document.kind}' has no place here")
            return None
        return document

    def _documents(self, folder: Path, label: str, files: tuple[Ref, ...]) -> Iterator[Content]:
        names: dict[str, str] = {}
        for file in files:
            name = PurePosixPath(file.name).stem
            if name in names:
                self._add(
                    DUPLICATE_DOCUMENT,
                    file.span,
                    f"'{file.name}' has the same name as '{names[name]}'",
                    "rename one of them",
                )
                continue
            names[name] = file.name
            document = self._read(folder, file, label, set(READERS))
            if document and document.root and document.kind:
                yield READERS[document.kind](document.root, name, document.damaged)
            else:
                self.unread.add(name)

    def _kits(self, pack: Pack | None) -> tuple[Ref, ...]:
        return pack.uses if pack and pack.uses is not None else (Ref(DEFAULT_KIT, Span(DEFAULT_KIT)),)

    def _kit(self, ref: Ref) -> list[Content]:
        """The documents of a kit: the one beside the pack, or the bundled one."""
        beside, bundled = self.target.folder.resolve().parent / ref.name, content_folder() / ref.name
        places = [(beside, shown(beside)), (bundled, ref.name)]
        for folder, label in places:
            if (folder / KIT_MANIFEST).is_file():
                root = self._read(folder, Ref(KIT_MANIFEST, ref.span), label, {"kit"})
                return (
                    list(self._documents(folder, label, read_kit(root.root, ref.name).documents))
                    if root and root.root
                    else []
                )
        known = sorted(
            path.parent.name
            for parent in (beside.parent, content_folder())
            for path in parent.glob(f"*/{KIT_MANIFEST}")
        )
        self._add(
            UNKNOWN_KIT,
            ref.span,
            f"there is no kit '{ref.name}'",
            did_you_mean(ref.name, known) or f"kits are {', '.join(known)}",
        )
        self.unread.add(ref.name)
        return []

    def _unlisted(self, folder: Path, label: str, pack: Pack) -> None:
        listed = {(folder / file.name).resolve() for file in pack.documents} | {(folder / MANIFEST).resolve()}
        for path in sorted(folder.rglob("*.yaml")):
            if path.resolve() not in listed:
                name = path.relative_to(folder).as_posix()
                self._add(
                    UNLISTED_DOCUMENT,
                    Span(f"{label}/{name}"),
                    f"'{name}' is not listed in {MANIFEST}",
                    "list it under documents",
                )

    def _with_kept_requirements(self, game: Game) -> Game:
        """The game with the requirements that its maps keep added to those they have."""
        return replace(
            game,
            documents=tuple(self._keeping(game, doc) if isinstance(doc, AreaMap) else doc for doc in game.documents),
        )

    def _keeping(self, game: Game, area_map: AreaMap) -> AreaMap:
        requirements = area_map.requirements
        for ref in area_map.keeps:
            kept = game.find(RequirementList, ref.name)
            if kept:
                requirements += kept.requirements
            elif ref.name not in game.unread:
                hint = did_you_mean(ref.name, game.names(RequirementList))
                self._add(UNKNOWN_REQUIREMENTS, ref.span, f"there is no list of requirements '{ref.name}'", hint)
        return replace(area_map, requirements=requirements)
