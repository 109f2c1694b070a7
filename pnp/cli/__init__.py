"""The commands: the only package that prints, and that ends the process."""

from pnp.cli.main import main, run

__all__ = ["main", "run"]
