"""One face a template, as PDF and as SVG, looks the same; `python -m tests.parity.faces` looks at all of them."""

from __future__ import annotations

import pytest

from tests.games import GALLERY, GAMES, examined

from .faces import compared, faces
from .gates import Difference

LARGEST = 17_000
"""Square millimetres: what is larger, and what maps look like, is for the script."""


@pytest.mark.nightly
@pytest.mark.parametrize(
    "pack", [pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in (*GAMES, GALLERY)]
)
def test_the_faces_of_a_pack_look_the_same_as_pdf_and_as_svg(pack: str) -> None:
    small = [
        face
        for face in faces(examined(pack), first=True)
        if (face.scene.width + 6) * (face.scene.height + 6) <= LARGEST
    ]
    assert small
    differing = {face.name: found for face, found in compared(small) if not found.passes}
    assert not differing


@pytest.mark.parametrize("found", [Difference(41, 0, 0), Difference(0, 46, 0), Difference(0, 0, 4)])
def test_each_gate_holds(found: Difference) -> None:
    assert not found.passes
    assert Difference(40, 45, 3).passes
