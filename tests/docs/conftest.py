"""The command run in this process, in an empty working folder."""

from tests.cli.conftest import Run, pnp, work

__all__ = ["Run", "pnp", "work"]
