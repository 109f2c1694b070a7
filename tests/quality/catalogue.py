"""`python -m tests.quality.catalogue [PRODUCT …]`: one part of each product of The Game Crafter, measured to the pixel.

For each product that a component can become, it builds a pack whose faces show where they are cut: the background in
one colour with its bleed, a panel in another up to 1 mm inside the cut. In the pictures it reads the number of pixels,
and the pixel at which one colour gives way to the other on each side. It ends with status 1 where something is wrong.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import get_args

from PIL import Image

from pnp.build.pipeline import build
from pnp.build.target import BuildOptions
from pnp.loader import find_targets
from pnp.loader.pack import load
from pnp.loader.target import content_folder
from pnp.model.component import Makes
from pnp.model.profile import Offer, Profile
from pnp.units import MM_PER_INCH
from tests.pipeline import told, write

PROFILE = "the-game-crafter"
FLAT = tuple(kind for kind in get_args(Makes) if kind not in ("die", "standee", "box"))
"""The kinds of component whose faces are printed as they are."""

INSET = 1.0
"""How far inside the cut the panel ends, in millimetres: one that reaches the cut would bleed."""

CLOSE = 2
"""The pixels that an edge may be off: the panel's, the product's size, and that of the picture are each rounded."""


def profile() -> Profile:
    """The profile of the service."""
    (house,) = find_targets([str(content_folder() / "house")])
    found = load(house).game.find(Profile, PROFILE)
    assert found
    return found


def printed(offers: Iterable[Offer]) -> list[tuple[Offer, str]]:
    """The products that a flat component can become, each with the first kind that it can be made of."""
    kinds = ((offer, next((kind for kind in offer.kinds if kind in FLAT), "")) for offer in offers)
    return [(offer, kind) for offer, kind in kinds if kind]


def one_of_each_kind() -> list[Offer]:
    """The first product of each kind, shape, number of sides and orientation."""
    found = {
        (kind, offer.shape, offer.sides, offer.width > offer.height): offer
        for offer, kind in printed(profile().offers[::-1])
    }
    return list(found.values())


def pack(offers: Iterable[tuple[Offer, str]]) -> str:
    """A pack with a component for each product."""
    lines, documents = [], []
    for offer, kind in offers:
        name = f"p-{offer.identity.lower()}"
        lines.append(
            f"# file: {name}.yaml\nkind: component\nmakes: {kind}\nname: {offer.identity}\ntemplate: {name}-face"
        )
        shape = f"shape: {offer.shape}\n" if offer.shape not in (None, "rectangle") else ""
        size = f"{offer.width:.4f} x {offer.height:.4f}"
        lines.append(
            f"# file: {name}-face.yaml\nkind: template\nsize: {size}\n{shape}bleed: 6\nbackground: amber\n"
            f"layers: [{{panel: one-way, where: inset {INSET:g}}}]"
        )
        documents += [f"{name}.yaml", f"{name}-face.yaml"]
    head = "# file: pack.yaml\nkind: pack\ntitle: All\nsummary: All.\nplayers: 1\n"
    head += "credit: {designers: [Ada]}\nlicence: CC0\n"
    listed = "\n".join(f"  - {{component: {each[:-5]}}}" for each in documents[::2])
    return f"{head}documents: [{', '.join(documents)}]\ncomponents:\n{listed}\n" + "\n".join(lines) + "\n"


def faults(offers: list[Offer], folder: Path) -> Iterator[str]:
    """Build the products, and yield what is wrong with their pictures."""
    wanted, service = printed(offers), profile()
    source = folder / "all"
    source.mkdir()
    (target,) = find_targets([str(write(source, pack(wanted)))])
    examined, written = build(load(target), BuildOptions(out=folder / "out", profile=PROFILE), lambda _said: None)
    if examined.report.errors:
        yield told(examined.report)
    pictures = {each.path.parent.name: each.path for each in written if each.path.name.endswith("front.png")}
    for offer, kind in wanted:
        taken = service.offer(offer.width, offer.height, kind, offer.shape) or offer  # of two alike, the first
        path = pictures.get(f"p-{offer.identity.lower()}")
        yield from (f"{offer.identity}: {fault}" for fault in (measured(path, taken) if path else ["not made"]))


def measured(path: Path, offer: Offer) -> Iterator[str]:
    """Yield what is wrong with the picture of a product."""
    with Image.open(path) as opened:
        picture = opened.convert("RGB")
    if picture.size != tuple(offer.pixels):
        yield f"{picture.size} instead of {tuple(offer.pixels)} pixels"
        return
    width, height = picture.size
    if offer.shape in (None, "rectangle") and picture.getpixel((0, 0)) == (255, 255, 255):
        yield "a white corner"
    sides = ((offer.width, offer.height), (offer.height, offer.width))
    across, down = min(sides, key=lambda each: abs(each[0] - width * MM_PER_INCH / 300))
    for row, pixels, size in (
        ([picture.getpixel((x, height // 2)) for x in range(width)], width, across),
        ([picture.getpixel((width // 2, y)) for y in range(height)], height, down),
    ):
        start = (pixels - (size - 2 * INSET) / MM_PER_INCH * 300) / 2
        edges = [index for index in range(1, pixels) if row[index - 1] != row[index]]
        if not edges or abs(edges[0] - start) > CLOSE or abs(pixels - edges[-1] - start) > CLOSE:
            yield f"the panel is from {edges[:1]} to {edges[-1:]} of {pixels} pixels, not {start:.1f} from each side"


def main(arguments: list[str] | None = None) -> int:
    """Measure the products that are named, or all; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.quality.catalogue", description="Measures products.")
    parser.add_argument("products", nargs="*")
    asked = parser.parse_args(arguments)
    offers = [offer for offer in profile().offers if not asked.products or offer.identity in asked.products]
    wrong, wanted = 0, printed(offers)
    for start in range(0, len(wanted), 20):  # few at a time: a pack has a limit of work
        with tempfile.TemporaryDirectory() as folder:
            for fault in faults([offer for offer, _ in wanted[start : start + 20]], Path(folder)):
                sys.stdout.write(f"{fault}\n")
                wrong += 1
    sys.stdout.write(f"{len(offers)} products, {len(wanted)} measured, {wrong} faults\n")
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main())
