"""One game built again and again, as long as somebody watches it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.build.memo import Memo
from pnp.build.pipeline import prepare, products
from pnp.build.write import write_each
from pnp.sheet.contact import DPI

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.build.examine import Examined
    from pnp.build.options import BuildOptions
    from pnp.build.press import Say
    from pnp.built import Written
    from pnp.load import Loaded


class Rounds:
    """Builds of one game in turn, each with the bytes of a build of its own; what the last one came to is kept."""

    def __init__(self, options: BuildOptions) -> None:
        from pnp.render.strips import Strips

        self._options = options
        self._memo, self._strips = Memo(), Strips(DPI)

    def build(self, loaded: Loaded, say: Say) -> tuple[Examined, Iterator[Written]]:
        """The game as it was checked, and its files as they are written one by one: the contact sheet first, and that
        alone where the game has an error and no draft was asked for; raises as `build` does.
        """
        self._memo.turn()
        prepared = prepare(loaded, self._options, say, self._memo)
        files = products(prepared, say, self._strips)
        return prepared.examined, write_each(files, self._options.out / prepared.examined.name)
