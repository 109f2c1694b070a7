"""Parts of packages are imported when they are asked for, and are what they are called."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

import pytest

PACKAGES = ["pnp.build", "pnp.network", "pnp.rulebook", "pnp.rulebook.pages"]


@pytest.mark.parametrize("package", PACKAGES)
def test_every_name_is_what_it_was_meant_for_whatever_is_imported(package: str) -> None:
    found = import_module(package)
    for module in iter_modules(found.__path__):
        import_module(f"{package}.{module.name}")
    for name in found.__all__:
        assert not isinstance(getattr(found, name), ModuleType), "a module of that name hides it"


@pytest.mark.parametrize("package", PACKAGES)
def test_what_is_not_there_is_told_as_ever(package: str) -> None:
    with pytest.raises(AttributeError, match=f"module '{package}' has no attribute 'nothing'"):
        _ = import_module(package).nothing


@pytest.mark.parametrize(
    ("module", "unneeded"),
    [
        ("pnp.build", "pnp.build.pipeline"),
        ("pnp.network", "pnp.network.inspection.inspect"),
        ("pnp.network", "pnp.network.arrangements.enumeration"),
        ("pnp.rulebook", "pnp.rulebook.pages.compose"),
    ],
)
def test_nobody_waits_for_what_is_not_needed(module: str, unneeded: str) -> None:
    script = f"import sys, {module}; print({unneeded!r} in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout == "False\n"
