"""What a PATH means."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.loader import PathError, Target, find_targets
from pnp.loader.target import bundled_packs, content_folder
from tests.packs import harbour
from tests.pipeline import write


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with the sample game in `harbour`."""
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "harbour", harbour())
    return tmp_path


def shown(*paths: str) -> list[str]:
    return [target.shown for target in find_targets(paths)]


def refusal(*paths: str) -> str:
    with pytest.raises(PathError) as refused:
        find_targets(paths)
    return str(refused.value)


def test_no_path_means_the_packs_under_content(work: Path) -> None:
    for name in ("zoo", "bay"):
        write(work / "content" / name, harbour())
    (work / "content" / "notes").mkdir()
    assert shown() == ["content/bay", "content/zoo"]


def test_no_path_means_the_bundled_packs_where_there_is_no_content(work: Path) -> None:
    targets = find_targets(())
    assert targets == tuple(bundled_packs())
    assert targets
    assert all(target.bundled and target.shown == target.folder.name for target in targets)


def test_content_without_a_pack_is_told(work: Path) -> None:
    (work / "content").mkdir()
    assert refusal() == "there is no pack under 'content': a pack is a folder with a pack.yaml"


@pytest.mark.parametrize("path", ["harbour", "harbour/", "./harbour", "harbour/pack.yaml", "{}/harbour"])
def test_a_pack_is_its_folder_or_its_manifest(work: Path, path: str) -> None:
    (target,) = find_targets([path.format(work)])
    assert (target.shown, target.document, target.bundled) == ("harbour", None, False)
    assert (target.name, target.root) == ("harbour", work / "harbour")


def test_the_working_folder_is_a_pack(work: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(work / "harbour" / "maps")
    assert [target.name for target in find_targets([".."])] == ["harbour"]
    assert shown("..", "bay.yaml") == ["..", ".."]


@pytest.mark.parametrize("path", ["harbour/maps/bay.yaml", "harbour/../harbour/maps/bay.yaml"])
def test_a_document_of_a_pack_is_looked_at_in_its_pack(work: Path, path: str) -> None:
    (target,) = find_targets([path])
    assert (target.shown, target.document) == ("harbour", work / "harbour" / "maps" / "bay.yaml")
    assert target.name == "harbour"


def test_a_document_outside_of_packs_is_alone(work: Path) -> None:
    (work / "town.yaml").write_text("kind: area-map\n")
    (target,) = find_targets(["town.yaml"])
    assert (target.shown, target.document, target.name) == (".", Path("town.yaml"), "town")


@pytest.mark.parametrize("path", ["kits/sea", "kits/sea/kit.yaml"])
def test_a_kit_is_its_folder_or_its_manifest(work: Path, path: str) -> None:
    write(work / "kits" / "sea", "# file: kit.yaml\nkind: kit\ndocuments: []\n")
    (target,) = find_targets([path])
    assert (target.shown, target.name) == ("kits/sea", "sea")


def test_a_folder_of_packs_means_all_of_them(work: Path) -> None:
    write(work / "games" / "bay", harbour())
    write(work / "games" / "zoo", harbour())
    assert shown("games") == ["games/bay", "games/zoo"]


def test_each_target_is_looked_at_once(work: Path) -> None:
    assert shown("harbour", "./harbour", "harbour/pack.yaml") == ["harbour"]


def test_a_bundled_pack_goes_by_its_name(work: Path) -> None:
    first = next(bundled_packs())
    assert find_targets([first.folder.name]) == (first,)
    assert first == Target(content_folder() / first.folder.name, first.folder.name)


def test_what_lies_in_the_working_folder_comes_before_the_bundled(work: Path) -> None:
    name = next(bundled_packs()).folder.name
    write(work / name, harbour())
    (target,) = find_targets([name])
    assert target.folder == Path(name)
    assert not target.bundled


def test_what_is_not_there_is_told_with_what_was_meant(work: Path) -> None:
    name = next(bundled_packs()).folder.name
    mistyped = name[:-1]
    assert refusal(mistyped) == f"there is no file, folder or bundled pack '{mistyped}'; did you mean '{name}'?"
    assert refusal("x/y/z.yaml").startswith("there is no file, folder or bundled pack 'x/y/z.yaml'; bundled packs are ")


def test_a_folder_without_a_pack_is_told(work: Path) -> None:
    (work / "empty").mkdir()
    assert refusal("empty") == "'empty' is no pack: it has no pack.yaml, no other documents, and no folder with a pack"


def test_a_device_is_no_document(work: Path) -> None:
    assert refusal("/dev/null") == "'/dev/null' is neither a folder nor a plain file"


@pytest.mark.parametrize("path", ["harbour", "harbour/pack.yaml", "harbour/maps/bay.yaml"])
def test_a_file_that_may_not_be_read_is_told(work: Path, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    def refuse(self: Path, *_arguments: object, **_options: object) -> None:
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(Path, "open", refuse)
    assert refusal(path) == f"cannot open '{path}': permission denied"


def test_a_path_that_no_file_can_have_is_told(work: Path) -> None:
    assert refusal("x" * 5000).startswith("cannot open 'xxx")
    assert refusal("a\0b").startswith("there is no file")
