"""What is printed, and the names of its files."""

from __future__ import annotations

from pnp.build.target import BuildOptions, BuildTarget
from pnp.model.profile import HOME


def test_a_variant_makes_a_name_that_every_system_takes() -> None:
    for variant, ending in {"low-ink": "-low-ink-a4", "x\u202ey/../z": "-x-right-to-left-override-y-z-a4"}.items():
        assert BuildTarget(HOME, BuildOptions(variant=variant)).name == ending
