"""The pipeline: a loaded game in, findings, files and listings out; the only place that knows every stage."""

from pnp.build.examine import Examined, examine
from pnp.build.listing import described
from pnp.build.options import BuildOptions
from pnp.build.press import press
from pnp.build.write import Written, write_all

__all__ = ["BuildOptions", "Examined", "Written", "described", "examine", "press", "write_all"]
