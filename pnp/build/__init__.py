"""The pipeline: a loaded game in, findings, files and listings out; the only place that knows every stage.

A stage is imported when something of it is asked for: who checks a game does not wait for what prints it."""

from typing import TYPE_CHECKING

from pnp.build.examine import Examined, examine, examine_languages
from pnp.records import when_asked

if TYPE_CHECKING:
    from pnp.build.pipeline import CONTACT, Rounds, RuleOptions, build, check, unprintable, write_rulebooks
    from pnp.build.previews import Mapped, described, maps_of, overlays_of, pictures_of
    from pnp.build.target import BuildOptions, Refused, at_home, target_of, write_calibration
    from pnp.build_record import Written


_HOMES = {
    "pipeline": (
        "RuleOptions",
        "write_rulebooks",
        "CONTACT",
        "build",
        "unprintable",
        "Rounds",
        "check",
    ),
    "target": (
        "at_home",
        "write_calibration",
        "BuildOptions",
        "Refused",
        "target_of",
    ),
    "previews": (
        "described",
        "Mapped",
        "maps_of",
        "overlays_of",
        "pictures_of",
    ),
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
    "check",
    "described",
    "examine",
    "examine_languages",
    "maps_of",
    "overlays_of",
    "pictures_of",
    "target_of",
    "unprintable",
    "write_calibration",
    "write_rulebooks",
]

__getattr__ = when_asked(__name__, _HOMES)
