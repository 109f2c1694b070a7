"""The files that a game is made of, looked at again and again."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pnp.loader import find_targets
from pnp.loader.pack import changed, files_in, folders_of, load
from tests.packs import harbour
from tests.pipeline import write


@pytest.fixture
def game(tmp_path: Path) -> Path:
    write(tmp_path / "games" / "harbour", harbour())
    return tmp_path / "games" / "harbour"


def names(game: Path, before: dict[str, tuple[int, int, int]], out: Path) -> list[str]:
    return [Path(path).relative_to(game.parent).as_posix() for path in changed(before, files_in([game], out))]


def test_saves_new_files_renamed_and_removed_ones_are_seen(game: Path) -> None:
    out = game / "output"
    before = files_in([game], out)
    assert names(game, before, out) == []
    (game / "boats.yaml").write_text("kind: component\n")
    (game / "more.csv").write_text("name\n")
    (game / "maps" / "bay.yaml").rename(game / "maps" / "sea.yaml")
    (game / "pack.yaml").unlink()
    assert names(game, before, out) == [
        "harbour/boats.yaml",
        "harbour/maps/bay.yaml",
        "harbour/maps/sea.yaml",
        "harbour/more.csv",
        "harbour/pack.yaml",
    ]


def test_a_file_put_in_the_place_of_another_is_seen_though_it_looks_alike(game: Path) -> None:
    file, out = game / "boats.yaml", game / "output"
    status, before = file.stat(), files_in([game], out)
    other = game / "other"
    other.write_bytes(b"x" * status.st_size)
    os.utime(other, ns=(status.st_atime_ns, status.st_mtime_ns))
    other.replace(file)
    assert names(game, before, out) == ["harbour/boats.yaml"]


def test_what_is_hidden_kept_or_written_does_not_count(game: Path) -> None:
    out = game / "output"
    before = files_in([game], out)
    for name in (".boats.yaml.swp", "boats.yaml~", ".git/index", "output/harbour/contact.png"):
        (game / name).parent.mkdir(parents=True, exist_ok=True)
        (game / name).write_text("x")
    (game / "nowhere").symlink_to(game / "gone")
    assert names(game, before, out) == []


def test_a_kit_that_appears_beside_is_seen(game: Path) -> None:
    before = files_in([game], game / "output")
    write(game.parent / "neighbour", "# file: kit.yaml\nkind: kit\ndocuments: []\n")
    assert names(game, before, game / "output") == ["neighbour/kit.yaml"]


def test_the_kits_that_a_game_uses_are_looked_at_too(game: Path) -> None:
    (target,) = find_targets([str(game)])
    own, kit = folders_of(target, load(target))
    assert own == game.resolve()
    assert kit.name == "house"


def test_a_folder_that_is_gone_has_no_files(tmp_path: Path) -> None:
    assert files_in([tmp_path / "gone"], tmp_path / "output") == {}
