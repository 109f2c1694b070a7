"""The fewest closures with which no way, or none short enough, is left: bounds first, then branch and bound.

One of what can be shut on any way that is left must be shut. So each of it is laid in turn and the rest asked again,
with one closure less, and what was tried is not laid further on. A bound that is greater than what may still be laid
ends a branch. Numbers of closures are tried one after the other, so that the first that is found is the least.
"""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pnp.network.bounds import Bound, Bounding, Question
    from pnp.network.ground import Ground

Answer = tuple[int, ...]
"""Closings by number, in the order of the source."""


PATIENCE = 60
"""How many setups are looked at to find out whether a question can be left aside."""

ENDLESS = 1 << 62


class _ImpatientError(Exception):
    """A question can't be left aside soon."""


class Parting:
    """A search for the least setups on a ground; `looked` counts the setups that it looked at."""

    def __init__(self, ground: Ground, bound: Bounding) -> None:
        self.ground, self.bound = ground, bound
        self.looked = 0
        self.branched = False
        self.shown = 0
        self.best: Answer | None = None
        self._patience = ENDLESS

    def least(self, questions: Iterable[tuple[Question, Bound]], most: int) -> Answer | None:
        """The least setup that answers no to some question, the first in order of those as small; None without any.

        Questions come with their bounds. `shown` is up to which number it was shown,
        should the search run out of steps, that none do; `best` is what was found till then.
        """
        waiting = tuple(questions)
        for number in range(most + 1 if waiting else 0):
            for question, bound in waiting:
                if bound.least <= number:
                    self._try(question, bound, number)
            if self.best is not None:
                return self.best
            self.shown = number
        return None

    def _try(self, question: Question, bound: Bound, number: int) -> None:
        """Keep the first answer of so many closings, where none was found before that comes first."""
        if self.best is None:
            self.best = self.answer(question, number)
        later = bound.least == number and bound.hit and self.best and min(bound.hit) > self.best[0]
        if self.best is not None and not later:
            found = self._first(question, number, self.best)
            if found is not None and found < self.best:
                self.best = found

    def within(self, question: Question, most: int) -> Bound:
        """The bound on a question, with nothing laid."""
        with self._barred(question.barred):
            return self.bound(question, most)

    def answer(self, question: Question, room: int) -> Answer | None:
        """Closings, at most `room` of them, that answer no to the question."""
        with self._barred(question.barred):
            return self._answer(question, room)

    def is_safe(self, question: Question, room: int) -> bool:
        """Whether it was found out soon that no closings, at most `room` of them, answer no to the question."""
        self._patience = self.looked + PATIENCE
        try:
            return self.answer(question, room) is None
        except _ImpatientError:
            return False
        finally:
            self._patience = ENDLESS

    @contextmanager
    def _laid(self, number: int) -> Iterator[None]:
        self.ground.lay(number)
        try:
            yield
        finally:
            self.ground.lift(number)

    @contextmanager
    def _barred(self, numbers: Sequence[int]) -> Iterator[None]:
        self.ground.bar(numbers)
        try:
            yield
        finally:
            self.ground.unbar(numbers)

    def _answer(self, question: Question, room: int) -> Answer | None:
        ground = self.ground
        self.looked += 1
        if self.looked > self._patience:
            raise _ImpatientError
        bound = self.bound(question, room)
        if bound.least > room:
            return None
        if bound.cut is not None and len(bound.cut) <= room and ground.fits(bound.cut):
            return bound.cut
        self.branched = True
        with ExitStack() as tried:
            for number in ground.closers_on(bound.path):
                with self._laid(number):
                    rest = self._answer(question, room - 1)
                if rest is not None:
                    return tuple(sorted((number, *rest)))
                tried.enter_context(self._barred((number,)))
        return None

    def _first(self, question: Question, number: int, best: Answer) -> Answer | None:
        """The first answer of so many closings, where fewer don't do; None too where it comes after `best`."""
        laid: list[int] = []
        known: Answer = ()
        with self._barred(question.barred), ExitStack() as lying:
            while len(laid) < number and tuple(laid) <= best[: len(laid)]:
                following = self._next(question, number - len(laid), known, laid[-1] if laid else -1)
                if following is None:
                    return None
                laid.append(following[0])
                lying.enter_context(self._laid(following[0]))
                known = following[1:]
        return tuple(laid) if len(laid) == number else None

    def _next(self, question: Question, room: int, known: Answer, last: int) -> Answer | None:
        """The first closing with which `room` in all are an answer, and the others of one; `known` is an answer."""
        ground = self.ground
        bound = self.bound(question, room)
        hit = bound.hit if bound.least == room else None
        for number in range(last + 1, len(ground.closings)):
            if known and number == known[0]:
                return known
            if not ground.stopped[number] and (hit is None or number in hit):
                with self._laid(number):
                    rest = self._answer(question, room - 1)
                if rest is not None:
                    return (number, *rest)
        return None
