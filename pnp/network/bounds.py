"""What a bound on a question says: how many closures it takes at least, and where to look for them."""

from __future__ import annotations

from typing import Protocol

from pnp.records import dataclass

NEVER = 1 << 30
"""More closures than any map has."""


@dataclass(frozen=True, slots=True)
class Question:
    """Whether a way still leads from a state to one of some goals, in so many moves at most where that is said.

    `barred` are the closings that may not be laid: those that lie on the start, or on what is asked about.
    """

    source: int
    goals: frozenset[int]
    barred: tuple[int, ...] = ()
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Bound:
    """At least so many closures more it takes to answer no.

    `cut` are closings that are enough, if any were found. `path` are the moves of a way, of which one must be shut;
    of `hit` each answer of exactly `least` closings is made, None where nothing is known.
    """

    least: int
    cut: tuple[int, ...] | None = None
    path: tuple[int, ...] = ()
    hit: frozenset[int] | None = None


class Bounding(Protocol):
    """What bounds a question, with what lies on the ground."""

    def __call__(self, question: Question, room: int) -> Bound:
        """The bound, exact only up to `room`: a greater one may be any greater number."""
        ...
