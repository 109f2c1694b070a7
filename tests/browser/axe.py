"""axe-core, which knows what makes a page hard to use: fetched once by npm, or taken from where AXE says it is."""

from __future__ import annotations

import os
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path
from typing import Any

from .chromium import Page

VERSION = "4.14.1"

_ASKED = """axe.run(document, {resultTypes: ["violations"]}).then(found => found.violations.map(each =>
[each.id, each.impact, each.help, each.nodes.map(node => node.html.slice(0, 120))]))"""


class NoAxe(Exception):
    """axe-core can't be had on this machine."""


def source() -> str:
    """The script of axe-core."""
    if "AXE" in os.environ:
        return Path(os.environ["AXE"]).read_text(encoding="utf-8")
    npm = shutil.which("npm")
    if not npm:
        raise NoAxe("there is no npm to fetch axe-core with; AXE=path/to/axe.min.js says where it is")
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [npm, "pack", "--silent", f"axe-core@{VERSION}"], cwd=folder, capture_output=True, text=True, check=False
        )
        packed = next(Path(folder).glob("*.tgz"), None)
        if not packed:
            raise NoAxe(f"npm did not fetch axe-core: {done.stderr.strip()}")
        with tarfile.open(packed) as archive:
            script = archive.extractfile("package/axe.min.js")
            assert script, "the package has the script"
            return script.read().decode("utf-8")


def faults(page: Page, axe: str) -> list[str]:
    """What is hard to use on the page that is open."""
    page.run(f"{axe};0")
    found: list[Any] = page.run(_ASKED)
    return [
        f"{name} ({impact}): {told}: {places[0]} and {len(places) - 1} more" for name, impact, told, places in found
    ]
