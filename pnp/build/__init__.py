"""The pipeline: a loaded game in, findings, files and listings out; the only place that knows every stage."""

from pnp.build.books import RuleOptions, write_rulebooks
from pnp.build.build import CONTACT, build, contact_strips, rebuild, unprintable
from pnp.build.calibrate import write_calibration
from pnp.build.examine import Examined, examine
from pnp.build.listing import described
from pnp.build.mapped import Mapped, maps_of, picture_of
from pnp.build.options import BuildOptions
from pnp.build.target import Refused, target_of
from pnp.build.write import Written

__all__ = [
    "CONTACT",
    "BuildOptions",
    "Examined",
    "Mapped",
    "Refused",
    "RuleOptions",
    "Written",
    "build",
    "contact_strips",
    "described",
    "examine",
    "maps_of",
    "picture_of",
    "rebuild",
    "target_of",
    "unprintable",
    "write_calibration",
    "write_rulebooks",
]
