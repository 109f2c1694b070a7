"""Every face of packs, as PDF and as SVG: do the two look the same?

    python -m tests.parity.faces                 every face of every bundled pack and of the gallery
    python -m tests.parity.faces my-game         every face of a pack
    python -m tests.parity.faces --first         one face a template

It prints a line for each face that differs, and ends with status 1 where one does.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pnp.build.examine import Examined, examine
from pnp.facts import manifest
from pnp.loader import find_targets
from pnp.loader.pack import Loaded, load
from pnp.loader.target import bundled_packs
from pnp.scene.items import Scene
from tests.pipeline import ROOT

from .gates import Difference, difference, pdf_pictures, svg_picture


class Face(NamedTuple):
    """One side of one part of a pack."""

    name: str
    scene: Scene


def packs(paths: Sequence[str] = ()) -> tuple[Loaded, ...]:
    """The packs at these paths; the bundled ones and the gallery where there are none."""
    targets = find_targets(list(paths)) if paths else (*bundled_packs(), *find_targets([str(ROOT / "tests/gallery")]))
    return tuple(map(load, targets))


def faces(pack: Examined, *, first: bool = False) -> Iterator[Face]:
    """The faces of a pack, each drawing once; with `first` those of one part a template."""
    seen: set[int] = set()
    templates = {entry.id: tuple(each.name for each in component.templates) for entry, component in manifest(pack.game)}
    once = {templates[drawn.parts.component]: drawn for drawn in reversed(pack.drawn)}
    for drawn in reversed(once.values()) if first else pack.drawn:
        parts = drawn.parts.parts[:1] if first else drawn.parts.parts
        for part in parts:
            for side, scene in (("front", part.front), ("back", part.back)):
                if scene and id(scene.items) not in seen:
                    seen.add(id(scene.items))
                    yield Face(f"{pack.name}/{drawn.parts.component}/{part.name} {side}", scene)


def compared(every: Sequence[Face]) -> Iterator[tuple[Face, Difference]]:
    """Each face, and how its PDF differs from its SVG."""
    for face, printed in zip(every, pdf_pictures([face.scene for face in every]), strict=True):
        yield face, difference(printed, svg_picture(face.scene))


def main(arguments: Sequence[str]) -> int:
    """Compares the faces of the packs that are named; 1 where one differs."""
    first = "--first" in arguments
    count = wrong = 0
    for pack in packs([each for each in arguments if each != "--first"]):
        for face, found in compared(list(faces(examine(pack, draws_maps=True), first=first))):
            count += 1
            if not found.passes:
                wrong += 1
                print(f"{face.name}: blur {found.blur:.0f}, envelope {found.envelope}, flat {found.flat}")  # noqa: T201
    print(f"{count} faces, {wrong} of them differ")  # noqa: T201
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
