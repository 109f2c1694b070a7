"""A compiler for printable board games.

`pnp.api` has the names that other programs may use. `__init__.pyi` declares them for type checkers.
"""

from importlib import import_module

__version__ = "0.1.0"
"""The version; the distribution reads it here."""


def __getattr__(name: str) -> object:
    """Import the public names when one is first used: commands need none of them.

    With an import of `pnp.api` at the start, `pnp --help` takes three times as long (`benchmarks/run --only start`).
    """
    if name.startswith("_") or name not in (api := import_module("pnp.api")).__all__:
        raise AttributeError(f"module 'pnp' has no attribute '{name}'")
    return getattr(api, name)


def __dir__() -> list[str]:
    return ["__version__", *import_module("pnp.api").__all__]
