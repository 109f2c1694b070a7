"""The pipeline: a loaded game in, findings, files and listings out; the only place that knows every stage."""

from pnp.build.books import RuleOptions, write_rulebooks
from pnp.build.build import CONTACT, build, unprintable
from pnp.build.calibrate import write_calibration
from pnp.build.examine import Examined, examine
from pnp.build.listing import described
from pnp.build.mapped import Mapped, maps_of, overlays_of, pictures_of
from pnp.build.options import BuildOptions
from pnp.build.rounds import Rounds
from pnp.build.target import Refused, target_of
from pnp.built import Written

__all__ = [
    "CONTACT",
    "BuildOptions",
    "Examined",
    "Mapped",
    "Refused",
    "Rounds",
    "RuleOptions",
    "Written",
    "build",
    "described",
    "examine",
    "maps_of",
    "overlays_of",
    "pictures_of",
    "target_of",
    "unprintable",
    "write_calibration",
    "write_rulebooks",
]
