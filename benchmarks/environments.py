"""Environments of Python, one a tool, made once and kept in a folder."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def cache_folder() -> Path:
    """Where environments are kept: what PNP_BENCHMARKS names, else a folder of the user's cache."""
    named = os.environ.get("PNP_BENCHMARKS")
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return Path(named).resolve() if named else cache / "pnp-benchmarks"


def environment(name: str, packages: tuple[str, ...], cache: Path) -> Path:
    """The Python of an environment that has the packages; it is made if it is not there.

    Raises subprocess.CalledProcessError where they can't be installed.
    """
    key = hashlib.sha256(repr((sys.version, packages)).encode()).hexdigest()[:12]
    folder = cache / f"{name}-{key}"
    python = folder / "bin" / "python"
    if not (folder / "whole").exists():
        _call(sys.executable, "-m", "venv", "--clear", str(folder))
        _call(str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages)
        (folder / "whole").touch()
    return python


def own_environment(cache: Path) -> Path:
    """The Python of an environment that has this very pnp, as it is installed for a user."""
    digest = hashlib.sha256()
    for folder in ("pnp", "schemas", "content"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                digest.update(path.relative_to(ROOT).as_posix().encode() + path.read_bytes())
    digest.update((ROOT / "pyproject.toml").read_bytes())
    return environment(f"pnp-{digest.hexdigest()[:12]}", (str(ROOT),), cache)


def _call(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True, text=True)
