"""The fewest closures with which no way, or none short enough, is left: bounds first, then branch and bound.

One of what can be shut on any way that is left must be shut. So each of it is laid in turn and the rest asked again,
with one closure less, and what was tried is not laid further on. A bound that is greater than what may still be laid
ends a branch. Numbers of closures are tried one after the other, so that the first that is found is the least.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pnp.network.bounds import Bounding, Question
    from pnp.network.ground import Ground

Answer = tuple[int, ...]
"""Closings by number, in the order of the source."""


class Parting:
    """A search for the least setups on a ground; `looked` counts the setups that it looked at."""

    def __init__(self, ground: Ground, bound: Bounding) -> None:
        self.ground, self.bound = ground, bound
        self.looked = 0
        self.branched = False
        self.shown = 0

    def least(self, questions: Iterable[tuple[Question, int]], most: int) -> Answer | None:
        """The least setup that answers no to some question, the first in order of those as small; None without any.

        Questions come with the number of closures that it takes at least. `shown` is up to which number it was shown,
        should the search end before it is through, that none do.
        """
        waiting = [(least, question) for question, least in questions]
        for number in range(most + 1 if waiting else 0):
            broken = [each for least, each in waiting if least <= number and self.answer(each, number) is not None]
            if broken:
                return self._first_of(broken, number)
            self.shown = number
        return None

    def within(self, question: Question, most: int) -> int:
        """The bound on a question, with nothing laid."""
        self.ground.bar(question.barred)
        least = self.bound(question, most).least
        self.ground.unbar(question.barred)
        return least

    def answer(self, question: Question, room: int) -> Answer | None:
        """Closings, at most `room` of them, that answer no to the question."""
        self.ground.bar(question.barred)
        found = self._answer(question, room)
        self.ground.unbar(question.barred)
        return found

    def _answer(self, question: Question, room: int) -> Answer | None:
        ground = self.ground
        self.looked += 1
        bound = self.bound(question, room)
        if bound.least > room:
            return None
        if bound.cut is not None and len(bound.cut) <= room and ground.fits(bound.cut):
            return bound.cut
        self.branched = True
        allowed = ground.allowed()
        tried: list[int] = []
        found = None
        for number in sorted({each for move in bound.path for each in ground.closers[move] if allowed[each]}):
            ground.lay(number)
            rest = self._answer(question, room - 1)
            ground.lift(number)
            if rest is not None:
                found = tuple(sorted((number, *rest)))
                break
            tried.append(number)
            ground.bar((number,))
        ground.unbar(tried)
        return found

    def _first_of(self, questions: Iterable[Question], number: int) -> Answer | None:
        best: Answer | None = None
        for question in questions:
            self.ground.bar(question.barred)
            found = self._first(question, number, best)
            self.ground.unbar(question.barred)
            if found is not None and (best is None or found < best):
                best = found
        return best

    def _first(self, question: Question, number: int, best: Answer | None) -> Answer | None:
        """The first answer of so many closings, where fewer don't do; None too where it comes after `best`."""
        ground = self.ground
        laid: list[int] = []
        known: Answer = ()
        while len(laid) < number and not (best is not None and tuple(laid) > best[: len(laid)]):
            room = number - len(laid)
            following = self._next(question, room, known, laid[-1] if laid else -1)
            if following is None:
                break
            ground.lay(following[0])
            laid.append(following[0])
            known = following[1:]
        for each in laid:
            ground.lift(each)
        return tuple(laid) if len(laid) == number else None

    def _next(self, question: Question, room: int, known: Answer, last: int) -> Answer | None:
        """The first closing with which `room` in all are an answer, and the others of one; `known` is an answer."""
        ground = self.ground
        bound = self.bound(question, room)
        hit = bound.hit if bound.least == room else None
        allowed = ground.allowed()
        for number in range(last + 1, len(allowed)):
            if known and number == known[0]:
                return known
            if allowed[number] and (hit is None or number in hit):
                ground.lay(number)
                rest = self._answer(question, room - 1)
                ground.lift(number)
                if rest is not None:
                    return (number, *rest)
        return None
