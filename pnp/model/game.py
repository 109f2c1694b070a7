"""A game with its documents, kits and assets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any, Protocol, TypeAlias, TypeVar, overload

from msgspec import Struct, field

from pnp.diagnostics import Fault, Finding, Span
from pnp.model.component import Component
from pnp.model.faces.template import Template
from pnp.model.faces.theme import IconSet, Theme
from pnp.model.maps import MAP_KINDS, AnyMap
from pnp.model.maps.game_map import GameMap
from pnp.model.maps.map_style import MapStyle
from pnp.model.maps.requirements import RequirementList
from pnp.model.pack import PackDocument
from pnp.model.profile import Profile
from pnp.model.reference import Ref
from pnp.model.rulebook import Rulebook
from pnp.model.table import GameTable
from pnp.model.translation import SheetWords, Translation
from pnp.source.rules import MISSING_FILE
from pnp.source.tree import Node

# The other files of a game, pictures and fonts, which the loader reads.


class Assets(Protocol):
    """Reads files by their paths relative to the pack's folder."""

    def read(self, name: str, span: Span) -> bytes | Finding:
        """Return the content of the file, or a finding at `span` that says why it cannot be read."""
        ...


class NoAssets:
    """The assets of a game that was not loaded from a folder."""

    def read(self, name: str, span: Span) -> bytes | Finding:
        """Return the finding that the file is missing."""
        return MISSING_FILE.finding(Fault(span, f"the pack has no file '{name}'"))


# A game: a pack and its documents.

Content: TypeAlias = (
    "AnyMap | Component | GameTable | IconSet | MapStyle | Profile | RequirementList | Rulebook | Template | Theme"
    "| Translation"
)
Kind = TypeVar(
    "Kind",
    Component,
    GameTable,
    IconSet,
    MapStyle,
    Profile,
    RequirementList,
    Rulebook,
    Template,
    Theme,
    Translation,
)
Computed = TypeVar("Computed")

KINDS: dict[type, tuple[str, ...]] = {
    GameMap: MAP_KINDS,
    Component: ("component",),
    IconSet: ("icons",),
    MapStyle: ("map-style",),
    Profile: ("profile",),
    RequirementList: ("requirements",),
    Rulebook: ("rulebook",),
    GameTable: ("table",),
    Template: ("template",),
    Theme: ("theme",),
    Translation: ("translation",),
}
"""The values of `kind` in the documents of each class."""


class Game(Struct, frozen=True, eq=False, dict=True):
    """A pack with its documents; the documents of its kits come first.

    `unread` names the documents that could not be read, and `lost` are their kinds (None for an unknown kind). With
    `names_incomplete`, some of these names are unknown, because the manifest or a whole kit could not be read. `pack`
    is None for a single document that is checked alone. `assets` reads the files of the pack and its kits. `unlisted`
    are the files of the folder that the manifest does not list, with the names that each would define. The totals of a
    pack are multiplied by `scale`. `profiles` read the profiles of bundled kits, by name. `words` are the texts of pnp
    in the language of the game, by their keys; without one, it is English.
    """

    pack: PackDocument | None
    documents: tuple[Content, ...]
    unread: frozenset[str] = frozenset()
    lost: frozenset[str | None] = frozenset()
    names_incomplete: bool = False
    assets: Assets = field(default_factory=NoAssets)
    unlisted: Mapping[str, frozenset[str]] = field(default_factory=dict)
    scale: int = 1
    profiles: Mapping[str, Callable[[], Profile]] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)

    @property
    def id(self) -> str | None:
        """The pack's id; None for a single document."""
        return self.pack.id if self.pack else None

    @overload
    def all(self, kind: type[GameMap]) -> Iterator[AnyMap]: ...

    @overload
    def all(self, kind: type[Kind]) -> Iterator[Kind]: ...

    def all(self, kind: type[Any]) -> Iterator[Any]:
        """The documents of one kind, in the order of the pack."""
        found = self._by_kind.get(kind)
        if found is None:
            found = self._by_kind[kind] = tuple(each for each in self.documents if isinstance(each, kind))
        return iter(found)

    @overload
    def find(self, kind: type[GameMap], name: str) -> AnyMap | None: ...

    @overload
    def find(self, kind: type[Kind], name: str) -> Kind | None: ...

    def find(self, kind: type[Any], name: str) -> Any:
        """Return the document of that kind and name, or None; the pack's own has precedence over a kit's."""
        key = kind if kind in KINDS else next(each for each in KINDS if issubclass(kind, each))
        found = self._named.get((key, name))
        if found is None and kind is Profile and name in self.profiles:
            return self.profiles[name]()
        return found if isinstance(found, kind) else None

    @cached_property
    def sheet_words(self) -> SheetWords:
        """The texts on its sheets."""
        return SheetWords().with_words(self.words)

    @property
    def icon_credits(self) -> tuple[str, ...]:
        """The credits of the game's icons, as they are printed."""
        return tuple(dict.fromkeys(icons.credit_line for icons in self.all(IconSet) if icons.credit_line))

    @cached_property
    def _named(self) -> dict[tuple[type, str], Content]:
        """The documents by kind and name: a game with a thousand documents is searched thousands of times."""
        return {(kind, each.id): each for kind in KINDS for each in self.all(kind)}

    @cached_property
    def _by_kind(self) -> dict[type, tuple[Any, ...]]:
        """The documents of each kind that was looked for: a thousand components each look for all of a kind."""
        return {}

    @cached_property
    def _cache(self) -> dict[str, Any]:
        return {}

    def cached(self, key: str, compute: Callable[[], Computed]) -> Computed:
        """Return the value of `compute`, called once for each key. A key must be used by one caller only."""
        if key not in self._cache:
            self._cache[key] = compute()
        value: Computed = self._cache[key]
        return value

    def may_have(self, name: str) -> bool:
        """Whether a document of that name, in any case, may exist although it could not be read."""
        return self.names_incomplete or name.casefold() in self._unread_names

    @cached_property
    def _unread_names(self) -> frozenset[str]:
        return frozenset(map(str.casefold, self.unread))

    def knows_all(self, kind: type[GameMap] | type[Content]) -> bool:
        """Whether all documents of that kind are known: none is damaged, and all could be read."""
        lost = self.names_incomplete or not self.lost.isdisjoint((None, *KINDS[kind]))
        return not lost and not any(document.damaged for document in self.all(kind))

    def names(self, kind: type[GameMap] | type[Content]) -> tuple[str, ...]:
        """The names of the documents of one kind."""
        later = self.profiles if kind is Profile else ()
        return (*later, *(document.id for document in self.all(kind)))


def defined_names(content: Content) -> frozenset[str]:
    """Return the names that a document brings in addition to its own: colours, styles, fonts, keywords and icons."""
    match content:
        case Theme(roles=roles):
            kinds = (roles.palette, roles.texts, roles.lines, roles.inline, roles.gradients)
            return frozenset().union(*kinds, content.fonts, content.keywords)
        case IconSet(icons=icons):
            return frozenset(icon.id for icon in icons)
        case _:
            return frozenset()


# A kit: documents that several packs use.


class Kit(Struct, frozen=True):
    """A folder of themes, icons, styles and templates; `documents` are references to its files."""

    id: str
    name: str
    span: Span
    documents: tuple[Ref, ...]


def read_kit(root: Node, name: str) -> Kit:
    """Return the kit described in `root`, which its schema has validated."""
    title = root["name"].text if "name" in root else name
    return Kit(name, title, root.span, tuple(map(Ref.read, root.list("documents"))))
