"""A rulebook: the game's own rules as sections of text, and tables that are computed from the game."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, Literal

from pnp.model.acceptance import Acceptance
from pnp.model.diagram import Diagram, read_diagrams
from pnp.model.reference import Formula, Ref
from pnp.model.rule_table import RuleTable, read_flag, read_formula, read_rule_table, slug
from pnp.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pnp.diagnostics import Span
    from pnp.model.pack import Pack
    from pnp.source.tree import Node


@dataclass(frozen=True, slots=True)
class Prose:
    """A paragraph: a text with marks, expressions, icons and links."""

    text: Formula


@dataclass(frozen=True, slots=True)
class Items:
    """A list of texts: steps where `numbered`."""

    texts: tuple[Formula, ...]
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class Aside:
    """A box beside the rules: a note or an example."""

    role: Literal["note", "example"]
    blocks: tuple[RuleBlock, ...]


@dataclass(frozen=True, slots=True)
class TableMention:
    """A table of the rulebook, shown here."""

    table: Ref


@dataclass(frozen=True, slots=True)
class Figure:
    """Diagrams of maps, side by side."""

    diagrams: tuple[Diagram, ...]


@dataclass(frozen=True, slots=True)
class OpenPoint:
    """What the rules leave open, and how this game reads it."""

    question: Formula
    reading: Formula


@dataclass(frozen=True, slots=True)
class Option:
    """One way to play a variant; the rules mean the `default` one where nobody says otherwise."""

    name: Formula
    text: Formula
    default: bool = False


@dataclass(frozen=True, slots=True)
class Variant:
    """Another way to play: what changes, or the options to choose from."""

    name: Formula
    blocks: tuple[RuleBlock, ...] = ()
    changes: tuple[Formula, ...] = ()
    options: tuple[Option, ...] = ()


@dataclass(frozen=True, slots=True)
class ComponentList:
    """The components of the pack with their counts."""

    span: Span


@dataclass(frozen=True, slots=True)
class IconList:
    """The icons that the rulebook uses, with their meanings."""

    span: Span


@dataclass(frozen=True, slots=True)
class Meaning:
    """What an icon means."""

    icon: Ref
    text: str


RuleBlock = Prose | Items | Aside | RuleTable | TableMention | Figure | OpenPoint | Variant | ComponentList | IconList


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with what stands below it; `reference` is what of it the rule reference shows: all, none, or this."""

    id: str
    title: Formula
    span: Span
    blocks: tuple[RuleBlock, ...] = ()
    sections: tuple[Section, ...] = ()
    reference: bool | tuple[RuleBlock, ...] = False


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The rules as their designer wrote them: nothing is computed, references are not resolved.

    `tables` are those listed under `tables`, `lost` names the ones that could not be read; `words` replace the words
    that the stage adds by itself. Its `language`, which stands at `language_at`, is that of the pack where it is None.
    `wording` are the texts without expressions: the meanings of icons, and these words.
    """

    id: str
    span: Span
    sections: tuple[Section, ...]
    title: Formula | None = None
    language: str | None = None
    tables: tuple[RuleTable, ...] = ()
    meanings: tuple[Meaning, ...] = ()
    words: Mapping[str, str] = field(default_factory=dict)
    accepts: tuple[Acceptance, ...] = ()
    lost: frozenset[str] = frozenset()
    damaged: bool = False
    language_at: Span | None = None
    wording: tuple[Formula, ...] = ()

    def written_in(self, pack: Pack | None) -> str:
        """The language of the rules in that pack."""
        return self.language or (pack.languages[0] if pack else "en")


def read_rulebook(root: Node, name: str, damaged: bool = False) -> Rulebook:
    """The rulebook that stands in the document `root`, which its schema has passed."""
    tables, icons, words = root.get("tables"), root.get("icons"), root.get("words")
    return Rulebook(
        id=name,
        span=root.span,
        sections=tuple(map(_section, root.list("sections"))),
        title=read_formula(root, "title"),
        language=root["language"].text if "language" in root else None,
        tables=tuple(read_rule_table(value, key) for key, value in tables.items()) if tables else (),
        meanings=tuple(Meaning(Ref.read(key), value.text) for key, value in icons.items()) if icons else (),
        words={key.text: value.text for key, value in words.items()} if words else {},
        accepts=tuple(map(Acceptance.read, root.list("accept"))),
        lost=tables.lost if tables else frozenset(),
        damaged=damaged,
        language_at=root["language"].span if "language" in root else None,
        wording=tuple(Formula.read(value) for node in (icons, words) if node for _, value in node.items()),
    )


def _section(node: Node) -> Section:
    id_, reference = node.get("id"), node.get("reference")
    return Section(
        id=id_.text if id_ else slug(node["title"].text),
        title=Formula.read(node["title"]),
        span=(id_ or node["title"]).span,
        blocks=_blocks(node.get("text")),
        sections=tuple(map(_section, node.list("sections"))),
        reference=reference.value if reference and isinstance(reference.value, bool) else _blocks(reference) or False,
    )


def _blocks(node: Node | None) -> tuple[RuleBlock, ...]:
    """The blocks at `node`: a text is one paragraph."""
    if node is None:
        return ()
    return (Prose(Formula.read(node)),) if isinstance(node.value, str) else tuple(map(_block, node))


def _block(node: Node) -> RuleBlock:
    if isinstance(node.value, str):
        return Prose(Formula.read(node))
    role, body = next(node.items())
    match role.text:
        case "steps" | "bullets":
            return Items(tuple(map(Formula.read, body)), numbered=role.text == "steps")
        case "note" | "example":
            return Aside("note" if role.text == "note" else "example", _blocks(body))
        case "table":
            return TableMention(Ref.read(body)) if isinstance(body.value, str) else read_rule_table(body)
        case "diagram":
            return Figure(read_diagrams(body))
        case "open-point":
            return OpenPoint(Formula.read(body["question"]), Formula.read(body["reading"]))
        case "variant":
            return _variant(body)
        case "components":
            return ComponentList(node.span)
        case _:
            return IconList(node.span)


def _variant(node: Node) -> Variant:
    options = tuple(
        Option(Formula.read(option["name"]), Formula.read(option["text"]), read_flag(option, "default"))
        for option in node.list("options")
    )
    return Variant(
        Formula.read(node["name"]), _blocks(node.get("text")), tuple(map(Formula.read, node.list("changes"))), options
    )
