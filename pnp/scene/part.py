"""Parts: the things that a person cuts out, each with its faces."""

from __future__ import annotations

from pnp.records import dataclass
from pnp.scene.items import Ellipse, Item, Path, Rect, Scene

Outline = Rect | Ellipse | Path
"""The line along which a part is cut, in the coordinates of its front."""


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """One thing to cut out, `copies` times: a front, a back where it has one, and the outline of the cut.

    Front and back have the same trim. `guides` are fold lines, glue areas and their ticks, drawn over the front and
    allowed beyond the trim; `folds` are the lines to fold at alone, for machines that score them. A part is equal to
    itself alone.
    """

    name: str
    front: Scene
    back: Scene | None
    outline: Outline
    copies: int = 1
    guides: tuple[Item, ...] = ()
    folds: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True)
class PartSet:
    """All parts of one component, in the order of their rows, with what the sheets and the first page say of it.

    `stock` is the paper it wants, `steps` what to do with it; `spread` says that each part is one large face, such as a
    board, to be split over sheets with `overlap` millimetres in common; `optional` parts print only in a PDF of
    their own.
    """

    component: str
    name: str
    parts: tuple[Part, ...]
    stock: str = ""
    steps: tuple[str, ...] = ()
    spread: bool = False
    overlap: float = 10.0
    optional: bool = False
    pack: str = ""

    @property
    def count(self) -> int:
        """How many things there are to cut out."""
        return sum(part.copies for part in self.parts)
