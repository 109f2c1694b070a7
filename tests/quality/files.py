"""Every file of a game, made and not written, with the sheets that each PDF shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from pnp.build.examine import Examined
from pnp.build.pipeline import Prepared, products
from pnp.build.rules import RuleOptions, rule_products
from pnp.build.target import BuildOptions, target_of
from pnp.build.write import Product
from pnp.loader.pack import Loaded
from pnp.render.pdf import render_pdf
from pnp.scene.parts import Sheet


class Made(NamedTuple):
    """A file, and the sheets that were rendered for it where it is a PDF."""

    name: str
    content: bytes
    sheets: tuple[Sheet, ...] = ()

    @property
    def form(self) -> str:
        """What its name ends in."""
        return self.name.rsplit(".", 1)[-1]


def files(loaded: Loaded, examined: Examined, **options: Any) -> Iterator[Made]:
    """All that a build with those options writes of a game that was drawn for them."""
    prepared = Prepared(examined, target_of(loaded, BuildOptions(**options)))
    yield from _made(products(prepared, _silent))


def rule_files(examined: Examined, **options: Any) -> Iterator[Made]:
    """All that `pnp rulebook` writes of a game with those options."""
    yield from _made(rule_products(examined, RuleOptions(**options), _silent))


def written(folder: Path, made: Iterable[Made]) -> Path:
    """The folder, with the files in it."""
    for each in made:
        path = folder / each.name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(each.content)
    return folder


def _made(products: Iterator[Product]) -> Iterator[Made]:
    seen: list[tuple[Sheet, ...]] = []

    def witnessed(sheets: Sequence[Sheet], *more: Any, **named: Any) -> bytes:
        seen.append(tuple(sheets))
        return render_pdf(sheets, *more, **named)

    with patch("pnp.build.press.render_pdf", witnessed), patch("pnp.build.rules.render_pdf", witnessed):
        for product in products:
            yield Made(product.name, product.content, seen.pop() if product.name.endswith(".pdf") else ())


def _silent(_said: str) -> None:
    """Nobody listens."""
