"""The commands: the only printing and the only exit."""

from pnp.cli.main import main, run

__all__ = ["main", "run"]
