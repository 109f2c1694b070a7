"""The commands: the only printing and the only exit."""

from pnp.cli.main import main

__all__ = ["main"]
