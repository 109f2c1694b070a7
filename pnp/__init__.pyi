"""What type checkers see of `pnp`: its public names, which are imported when they are first used."""

from pnp.api import *  # noqa: F403
from pnp.api import __all__ as __all__

__version__: str
