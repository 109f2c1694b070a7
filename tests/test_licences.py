"""What is installed with pnp is under licences that bind nobody's game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution

import pytest
from packaging.requirements import Requirement

BINDING = re.compile(
    r"\b(?<!L)A?GPL|GNU (AFFERO )?GENERAL PUBLIC|SSPL|BUSL|COMMONS CLAUSE|NON-?COMMERCIAL|PROPRIETARY", re.IGNORECASE
)
"""Licences that ask something of what is made with them, or of who makes it."""

KNOWN = re.compile(
    r"\b(MIT|BSD|Apache|PSF|Python Software Foundation|ISC|MPL|Mozilla|HPND|OFL|Open Font|LGPL|Boost|BSL-1|Zlib)\b",
    re.IGNORECASE,
)

CHOSEN = {"pyphen": "Mozilla Public License 1.1 (MPL 1.1)"}
"""The licence that we take of those that a distribution offers to choose from."""


def tree(name: str, extra: str = "") -> Iterator[Distribution]:
    """A distribution and all that it needs at run time, each once."""
    seen: set[str] = set()
    waiting = [name]
    while waiting:
        found = distribution(waiting.pop())
        key = re.sub(r"[-_.]+", "-", found.metadata["Name"]).lower()
        if key in seen:
            continue
        seen.add(key)
        yield found
        for line in found.requires or ():
            needed = Requirement(line)
            if needed.marker is None or needed.marker.evaluate({"extra": extra}):
                waiting.append(needed.name)


def said(found: Distribution) -> str:
    """What a distribution says of its licence: its expression, its classifiers, else the beginning of the text.

    Where it offers several to choose from, the one that was chosen, as long as it is offered.
    """
    meta = found.metadata
    classifiers = [each for each in meta.get_all("Classifier", []) if each.startswith("License ::")]
    chosen = CHOSEN.get(meta["Name"].lower())
    if chosen and any(each.endswith(chosen) for each in classifiers):
        return chosen
    expression, free = meta.get_all("License-Expression", []), meta.get_all("License", [])
    return "; ".join((*expression, *classifiers)) or " ".join(free)[:200]


def test_nothing_in_the_tree_binds_a_game() -> None:
    installed = list(tree("pnp-press"))
    assert len(installed) > 10
    for found in installed:
        name, licence = found.metadata["Name"], said(found)
        assert not BINDING.search(licence), f"{name}: {licence}"
        assert KNOWN.search(licence), (
            f"{name} says '{licence}': look at it, and add its licence to those that are known"
        )


def test_a_binding_licence_would_be_found() -> None:
    for licence in ("GPL-3.0-or-later", "AGPL-3.0", "License :: OSI Approved :: GNU General Public License v3 (GPLv3)"):
        assert BINDING.search(licence)
    for licence in ("LGPL-2.1", "MIT", "MPL-2.0"):
        assert not BINDING.search(licence)
    with pytest.raises(PackageNotFoundError):
        list(tree("no-such-package-of-ours"))
