from __future__ import annotations

import pytest

from pnp.draw.town.coast import MOST_WAVES, PITCH, Terrain, draw_waves
from pnp.draw.town.plan import Chance, Plan
from pnp.scene.items import Path


def waves(width: float, height: float) -> int:
    """How many wave lines an empty sea has."""
    sea = Plan(width, height, (), (), 0.0, ())
    drawn = list(draw_waves(sea, Terrain((), (), (), ()), lambda _thing: "#123456", Chance("seed"), ()))
    return sum(command[0] == "M" for item in drawn if isinstance(item, Path) for command in item.commands)


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), [(9999, 9999), (9999, 30)])
def test_the_largest_sea_has_an_end_of_waves(width: float, height: float) -> None:
    assert 0 < waves(width, height) < 1.1 * MOST_WAVES


@pytest.mark.slow
def test_a_sea_on_a_table_is_full_of_them() -> None:
    assert waves(594, 841) > 0.8 * (594 - 2 * PITCH) * (841 - 2 * PITCH) / PITCH**2
