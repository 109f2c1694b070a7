"""Papers by name, each stored once in the unit that defines it."""

from __future__ import annotations

from dataclasses import replace

from pnp.records import dataclass
from pnp.units import MM_PER_INCH


@dataclass(frozen=True, slots=True)
class Paper:
    """A size of paper in millimetres, upright unless `turned`; `name` is what a command line calls it."""

    name: str
    title: str
    width: float
    height: float

    @property
    def turned(self) -> Paper:
        """The same paper lying on its other side."""
        return replace(self, width=self.height, height=self.width)


def metric(title: str, width: float, height: float) -> Paper:
    """The paper of that size in millimetres."""
    return Paper(_slug(title), title, width, height)


def imperial(title: str, width: float, height: float) -> Paper:
    """The paper of that size in inches."""
    return Paper(_slug(title), title, width * MM_PER_INCH, height * MM_PER_INCH)


def _slug(title: str) -> str:
    return title.lower().replace(" ", "-")


A4 = metric("A4", 210, 297)
LETTER = imperial("Letter", 8.5, 11)

PAPERS = {
    paper.name: paper
    for paper in (
        A4,
        LETTER,
        metric("A3", 297, 420),
        metric("A5", 148, 210),
        metric("SRA3", 320, 450),
        imperial("Legal", 8.5, 14),
        imperial("Tabloid", 11, 17),
        imperial("Arch B", 12, 18),
        imperial("Photo", 4, 6),
    )
}
"""Every paper that is known, by its name."""
