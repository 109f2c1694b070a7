"""Diagrams of content to figures of the document: what each shows, found, and the words for who can't see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.facts.sketch import sketch
from pnp.facts.tabletop import NoSketchError
from pnp.model.map_kinds import is_block_map
from pnp.model.map_part import ADDRESSES, MAP, TURNS_SHOWN
from pnp.model.rule_table import slug
from pnp.model.traffic import TURNS
from pnp.rulebook.document import Figure, Panel, plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.facts import Facts
    from pnp.facts.sketch import Sketch
    from pnp.model.block_map import BlockMap
    from pnp.model.diagram import Diagram
    from pnp.rulebook.scribe import Scribe
    from pnp.rulebook.words import Words

MOST_NAMED = 12
"""How many places the words for a picture name at most one by one."""


class Figures:
    """The figures of one rulebook; a diagram that stands in the rules and on their reference is one picture."""

    def __init__(self, facts: Facts, scribe: Scribe) -> None:
        self._facts, self._scribe = facts, scribe
        self._known: dict[Diagram, Panel | None] = {}

    def figure(self, diagrams: tuple[Diagram, ...]) -> Figure | None:
        """The figure; None where nothing of it can be shown. What is wrong is a fault of the scribe's."""
        panels = tuple(panel for diagram in diagrams if (panel := self._panel(diagram)))
        return Figure(panels) if panels else None

    def _panel(self, diagram: Diagram) -> Panel | None:
        if diagram not in self._known:
            self._known[diagram] = self._made(diagram)
        return self._known[diagram]

    def _made(self, diagram: Diagram) -> Panel | None:
        scribe = self._scribe
        caption = scribe.line(diagram.caption) if diagram.caption else ()
        said = plain(scribe.line(diagram.alt)) if diagram.alt else ""
        for place, label in diagram.labels:
            scribe.look_through(label, place.span)
        try:
            found = sketch(diagram, self._facts)
        except NoSketchError as error:
            if error.fault:
                scribe.diagram_faults.append(error.fault)
            return None
        name = slug(f"{found.map.id} {found.show}" if found.show != MAP else found.map.id)
        taken = {panel.name for panel in self._known.values() if panel}
        free = next(each for number in range(1, len(taken) + 2) if (each := _numbered(name, number)) not in taken)
        return Panel(free, found, said or in_words(found, scribe.words), caption)


def _numbered(name: str, number: int) -> str:
    return f"{name}-{number}" if number > 1 else name


def in_words(shown: Sketch, words: Words) -> str:
    """What the picture shows, derived from the map."""
    return "; ".join((f"{words.map}: {shown.map.name}", *_parts(shown, words)))


def _parts(shown: Sketch, words: Words) -> Iterator[str]:
    drawn = shown.map
    if is_block_map(drawn) and shown.show == ADDRESSES:
        yield f"{words.addresses}: {', '.join(drawn.sides)}"
    elif is_block_map(drawn) and shown.show != MAP:
        yield f"{words.turns} ({words.squares}): {', '.join(_turns(drawn, shown.show, words))}"
    if shown.way:
        yield f"{words.way}: {' – '.join(name for name, _ in shown.way)} ({shown.way[-1][1]} {words.moves})"
    if shown.far_from:
        far = ", ".join(f"{name} {moves}" for name, moves in shown.labels[:MOST_NAMED])
        yield f"{words.distances} {shown.far_from}: {far}{', …' if len(shown.labels) > MOST_NAMED else ''}"
    elif shown.labels:
        yield f"{words.marked}: {', '.join(f'{text} = {name}' for name, text in shown.labels)}"
    if shown.lit:
        yield f"{words.marked}: {', '.join(sorted(shown.lit))}"
    if shown.laid:
        yield f"{words.lies}: {', '.join(f'{what} ({at})' for at, what in shown.laid)}"


def _turns(drawn: BlockMap, show: str, words: Words) -> Iterator[str]:
    allowed = {turn.name for turn in drawn.turns}
    for turn in TURNS:
        if turn == show or (show == TURNS_SHOWN and turn in allowed):
            taken = len(drawn.traffic.way("N", turn))
            yield f"{turn} {taken}" if turn in allowed else f"{turn} {words.forbidden}"
