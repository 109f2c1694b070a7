"""Profiles of bundled kits are read when they are used."""

from __future__ import annotations

from pathlib import Path

from pnp.loader import find_targets
from pnp.loader.pack import load
from pnp.model.profile import HOME, Profile
from tests.pipeline import write

PACK = """\
# file: pack.yaml
kind: pack
title: Harbour
documents: [printninja.yaml]
# file: printninja.yaml
kind: profile
name: Our own
prints: sheets
"""


def test_a_profile_is_read_when_it_is_used(tmp_path: Path) -> None:
    loaded = load(find_targets([str(write(tmp_path, PACK))])[0])
    file = "house/profiles/the-game-crafter.yaml"
    assert {HOME.id, "the-game-crafter"} <= set(loaded.game.names(Profile))
    assert file not in loaded.texts
    found = loaded.game.find(Profile, "the-game-crafter")
    assert found
    assert found.span.file == file
    assert file in loaded.texts
    assert loaded.game.find(Profile, "the-game-crafter") == found


def test_a_profile_of_the_pack_has_precedence(tmp_path: Path) -> None:
    game = load(find_targets([str(write(tmp_path, PACK))])[0]).game
    found = game.find(Profile, "printninja")
    assert found
    assert found.name == "Our own"
