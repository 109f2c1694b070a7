"""The pipeline: a loaded game in, findings, files and listings out; the only place that knows every stage.

A stage is imported when something of it is asked for: who checks a game does not wait for what prints it.
"""

from typing import TYPE_CHECKING

from pnp.build.examine import Examined, examine, examine_languages
from pnp.parts import when_asked

if TYPE_CHECKING:
    from pnp.build.books import RuleOptions, write_rulebooks
    from pnp.build.calibrate import write_calibration
    from pnp.build.listing import described
    from pnp.build.mapped import Mapped, maps_of, overlays_of, pictures_of
    from pnp.build.options import BuildOptions
    from pnp.build.paper import at_home, on_paper
    from pnp.build.pipeline import CONTACT, build, unprintable
    from pnp.build.rounds import Rounds
    from pnp.build.target import Refused, target_of
    from pnp.built import Written

_HOMES = {
    "books": ("RuleOptions", "write_rulebooks"),
    "calibrate": ("write_calibration",),
    "listing": ("described",),
    "mapped": ("Mapped", "maps_of", "overlays_of", "pictures_of"),
    "options": ("BuildOptions",),
    "paper": ("at_home", "on_paper"),
    "pipeline": ("CONTACT", "build", "unprintable"),
    "rounds": ("Rounds",),
    "target": ("Refused", "target_of"),
    "write": ("Written",),
}

__all__ = [
    "CONTACT",
    "BuildOptions",
    "Examined",
    "Mapped",
    "Refused",
    "Rounds",
    "RuleOptions",
    "Written",
    "at_home",
    "build",
    "described",
    "examine",
    "examine_languages",
    "maps_of",
    "on_paper",
    "overlays_of",
    "pictures_of",
    "target_of",
    "unprintable",
    "write_calibration",
    "write_rulebooks",
]

__getattr__ = when_asked(__name__, _HOMES)
