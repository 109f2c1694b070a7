"""Where the bundled content and the schemas lie: inside an installed wheel, or beside the package in a checkout."""

from __future__ import annotations

from pathlib import Path

_HERE = Path(__file__).resolve().parent


def _folder(name: str) -> Path:
    installed = _HERE / "bundled" / name
    return installed if installed.is_dir() else _HERE.parent / name


def content_folder() -> Path:
    """The folder of the bundled packs and kits."""
    return _folder("content")


def schema_folder() -> Path:
    """The folder of the JSON Schemas."""
    return _folder("schemas")
