"""Closures: what may be laid on a map in play, and what it shuts there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, get_args

from pnp.model.requirement import EVERYWHERE, Selector
from pnp.records import dataclass

if TYPE_CHECKING:
    from pnp.diagnostics import Span
    from pnp.source.tree import Node

Ground = Literal["places", "crossings", "segments", "stretches"]
"""What a closure lies on: a place, a crossing between places, a segment of a street, or a stretch of places at once."""

CLOSED = "closed"
"""The name of what closes a place where a requirement does not say what."""

GROUNDS: tuple[Ground, ...] = get_args(Ground)


@dataclass(frozen=True, slots=True)
class Closure:
    """One kind of thing that closes something: where it may lie, where never, and how many lie there at most.

    It lies on spots of its ground, on places those that `where` chooses, which `only` chooses, if given, and `never`
    doesn't.

    On a place or a stretch it lets nobody in, and nobody out either where it `holds` what stands there; on a crossing
    nobody passes, either way; on a segment it leaves one direction, which the table chooses. `most` is the supply, None
    where there is one for each spot.
    """

    name: str
    span: Span
    on: Ground
    where: Selector = EVERYWHERE
    never: tuple[Selector, ...] = ()
    most: int | None = None
    holds: bool = False
    only: Selector | None = None

    @property
    def groups(self) -> tuple[Selector, ...]:
        """All selectors that say where it lies: of a ground other than places they give names only."""
        where = (self.where,) if self.on == "places" else ()
        return (*where, *((self.only,) if self.only else ()), *self.never)

    @classmethod
    def read(cls, key: Node, value: Node) -> Closure:
        """The closure that a map names with `key`."""
        on, only, never, most = value["lies-on"], value.get("only"), value.get("never"), value.get("at-most")
        ground = next((ground for ground in GROUNDS if on.value == ground), None)
        return cls(
            name=key.text,
            span=key.span,
            on=ground or "places",
            where=EVERYWHERE if ground else Selector.read(on),
            only=Selector.read(only) if only else None,
            never=(Selector.read(never),) if never else (),
            most=most.integer if most else None,
            holds="holds" in value and value["holds"].value is True,
        )
