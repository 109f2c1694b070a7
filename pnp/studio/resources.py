"""Pictures and files that the page can load, by ids that the studio makes and never reads as paths."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from pnp.interrupts import pass_on_interrupt

STATIC = Path(__file__).with_name("static")
"""The files of the page: HTML, style and scripts of our own."""

TABLE = "text/html; charset=utf-8"
"""The kind of the game on a table; only such a resource is served as a page."""

KEPT_BYTES = 64 * 2**20
"""Maximum size of cached pictures in bytes."""

LASTING = 2**62
"""The revision of what is offered until the studio ends."""


class Resource(Struct, frozen=True):
    """A file that the page can load; with a `name`, the browser saves it under that name."""

    content: bytes
    kind: str
    name: str = ""


class Offers:
    """What the page can load now, each made when it is first requested. Equal ids must mean equal bytes."""

    def __init__(self) -> None:
        self._revision = 0
        self._offers: dict[str, tuple[int, Callable[[], Resource]]] = {}
        self._urgent: set[str] = set()
        self._made: OrderedDict[str, Resource] = OrderedDict()

    def add(self, name: str, make: Callable[[], Resource], lasting: bool = False, urgent: bool = False) -> str:
        """Offer something, and return its address.

        It stays for this revision and the next, or until the studio ends if it is `lasting`. One that is `urgent` is
        made before questions are answered.
        """
        if urgent:
            self._urgent.add(name)
        else:
            self._urgent.discard(name)
        self._offers[name] = LASTING if lasting else self._revision, make
        return f"/picture/{name}"

    def withdraw(self, name: str) -> None:
        """Offer something no longer, and drop what was made of it."""
        for each in (name, f"{name}-file"):
            self._offers.pop(each, None)
            self._made.pop(each, None)

    def is_urgent(self, name: str) -> bool:
        """Whether something is made before questions are answered."""
        return name in self._urgent

    def made(self, name: str) -> Resource | None:
        """Return something that was made already."""
        return self._made.get(name)

    def make(self, name: str) -> Resource | None:
        """Return something that is offered; None if it is not, or cannot be made."""
        offer = self._offers.get(name)
        if offer is None:
            return None
        if name not in self._made:
            try:
                self._made[name] = offer[1]()
            except Exception as error:  # the page shows a gap, and the others
                pass_on_interrupt(error)
                return None
            while sum(len(each.content) for each in self._made.values()) > KEPT_BYTES and len(self._made) > 1:
                self._made.popitem(last=False)
        return self._made[name]

    def begin(self, revision: int) -> None:
        """Begin a revision: what was offered before the last one is offered no longer."""
        self._revision = revision
        self._offers = {name: offer for name, offer in self._offers.items() if offer[0] >= revision - 1}
        self._urgent &= self._offers.keys()
