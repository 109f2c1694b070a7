"""Which version this is."""

from __future__ import annotations


def version() -> str:
    """The version of the installed distribution."""
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed

    try:
        return installed("pnp-press")
    except PackageNotFoundError:
        return "0.0.0"
