from __future__ import annotations

from pathlib import Path

import pytest

from pnp.diagnostics import Finding, Span
from pnp.loader import find_targets
from pnp.loader.pack import Folders, load
from pnp.source import Disk

HERE = Span("card.yaml", 3, 5)


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    for name, content in (("mine/fox.png", b"my fox"), ("kit/fox.png", b"a fox"), ("kit/art/owl.png", b"an owl")):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
    (tmp_path / "secret.txt").write_text("secret")
    return Folders((tmp_path / "mine", tmp_path / "kit"), Disk({"pack": tmp_path / "mine"}))


def told(found: bytes | Finding) -> tuple[str, str | None]:
    assert isinstance(found, Finding)
    assert found.span == HERE
    return found.message, found.hint


def test_a_packs_own_file_comes_before_a_kits(folders: Folders) -> None:
    assert folders.read("fox.png", HERE) == b"my fox"
    assert folders.read("art/owl.png", HERE) == b"an owl"


def test_what_no_folder_has_is_told_with_what_the_pack_has(folders: Folders) -> None:
    assert told(folders.read("fxo.png", HERE)) == ("the pack has no file 'fxo.png'", "did you mean 'fox.png'?")


@pytest.mark.parametrize("name", ["../secret.txt", "/etc/passwd", "http://example.org/fox.png", "art/../../secret.txt"])
def test_nothing_outside_is_read(folders: Folders, name: str) -> None:
    message, _ = told(folders.read(name, HERE))
    assert name in message


def test_a_link_out_of_the_pack_is_not_followed(folders: Folders, tmp_path: Path) -> None:
    (tmp_path / "mine" / "link.png").symlink_to(tmp_path / "secret.txt")
    assert "leads out of the pack" in told(folders.read("link.png", HERE))[0]


def test_a_pack_reads_its_own_folder_and_those_of_its_kits(tmp_path: Path) -> None:
    pack = tmp_path / "harbour"
    for name, text in (
        ("harbour/pack.yaml", "kind: pack\ntitle: Harbour\nplayers: 2\nuses: [town]\n"),
        ("harbour/fox.png", "my fox"),
        ("town/kit.yaml", "kind: kit\nname: Town\ndocuments: []\n"),
        ("town/owl.png", "an owl"),
    ):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    (target,) = find_targets([str(pack)])
    assets = load(target).game.assets
    assert (assets.read("fox.png", HERE), assets.read("owl.png", HERE)) == (b"my fox", b"an owl")
