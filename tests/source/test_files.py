import os
from pathlib import Path

import pytest

from pnp.diagnostics import Finding, Span
from pnp.source.files import names_below, read_file

SPAN = Span("town/pack.yaml", 4, 13, 4, 30, "/documents/0")


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A pack with some files, and a file outside it."""
    folder = tmp_path / "town"
    (folder / "maps").mkdir(parents=True)
    (folder / "maps" / "harbour.yaml").write_bytes(b"kind: area-map\n")
    (folder / "Deck.yaml").write_bytes(b"kind: component\n")
    (tmp_path / "secret.yaml").write_bytes(b"secret")
    return folder


def refused(pack: Path, name: str, code: str) -> Finding:
    """The finding for a name that is not read."""
    finding = read_file(pack, name, SPAN)
    assert isinstance(finding, Finding)
    assert (finding.code, finding.span) == (code, SPAN)
    assert finding.hint
    return finding


def test_a_file_of_the_pack_is_read(pack: Path) -> None:
    assert read_file(pack, "maps/harbour.yaml", SPAN) == (b"kind: area-map\n", "maps/harbour.yaml")
    assert read_file(pack, "./Deck.yaml", SPAN) == (b"kind: component\n", "Deck.yaml")


@pytest.mark.parametrize(
    "name",
    [
        "../secret.yaml",
        "maps/../../secret.yaml",
        "maps/..",
        "/etc/passwd",
        "//host/share",
        "~/secret.yaml",
        "C:\\secret.yaml",
        "C:/secret.yaml",
        "maps\\harbour.yaml",
        "https://example.org/a.yaml",
        "file:///etc/passwd",
        "maps",
        ".",
        "",
        " ",
        "a\x00b",
        "a\nb",
        "x" * 300,
    ],
)
def test_a_name_that_is_no_file_of_the_pack_is_refused(pack: Path, name: str) -> None:
    assert len(refused(pack, name, "bad-path").message) < 150


def test_a_missing_file_is_looked_for_under_a_near_name(pack: Path) -> None:
    assert refused(pack, "maps/habour.yaml", "missing-file").hint == "did you mean 'maps/harbour.yaml'?"
    assert refused(pack, "deck.yaml", "missing-file").hint == "did you mean 'Deck.yaml'?"
    assert refused(pack, "Deck.yaml/x", "missing-file").message == "the pack has no file 'Deck.yaml/x'"
    (pack / "Deck.xlsx").touch()
    (pack / "harbour.png").touch()
    (pack / "harbour.csv").touch()
    assert refused(pack, "Deck.csv", "missing-file").hint == "did you mean 'Deck.xlsx'?"
    assert refused(pack, "harbour.jpg", "missing-file").hint in (
        "did you mean 'harbour.csv'?",
        "did you mean 'harbour.png'?",
    )
    assert refused(pack, "harbor.png", "missing-file").hint == "did you mean 'harbour.png'?"
    (pack / "Deck.zip").touch()
    assert refused(pack, "maps/back.yaml", "missing-file").hint == "put the file there, or correct its name"
    assert refused(pack, "Dek.yaml", "missing-file").hint == "did you mean 'Deck.yaml'?"  # the suffix decides
    (pack / "shop.yaml").touch()
    assert refused(pack, "shop.icc", "missing-file").hint == "put the file there, or correct its name"
    assert refused(pack, "nothing", "missing-file").hint == "put the file there, or correct its name"


def test_links_inside_are_followed_and_links_out_are_not(pack: Path) -> None:
    (pack / "inside.yaml").symlink_to("maps/harbour.yaml")
    (pack / "outside.yaml").symlink_to("../secret.yaml")
    (pack / "folder").symlink_to("..")
    (pack / "loop").symlink_to("loop")
    assert read_file(pack, "inside.yaml", SPAN) == (b"kind: area-map\n", "maps/harbour.yaml")
    assert "leads out" in refused(pack, "outside.yaml", "bad-path").message
    assert "leads out" in refused(pack, "folder/secret.yaml", "bad-path").message
    assert "leads to itself" in refused(pack, "loop", "bad-path").message


def test_the_files_below_a_folder_are_listed_without_hidden_ones_and_links_to_folders(pack: Path) -> None:
    (pack / "maps" / "deep").mkdir()
    (pack / "maps" / "deep" / "a.csv").touch()
    (pack / ".hidden").mkdir()
    (pack / ".hidden" / "b.csv").touch()
    (pack / "out").symlink_to("..")
    (pack / "also.yaml").symlink_to("Deck.yaml")
    listed = ["Deck.yaml", "also.yaml", "out", "maps/harbour.yaml", "maps/deep/a.csv"]
    assert list(names_below(pack)) == listed


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes by name")
def test_pipes_and_devices_are_not_opened_for_ever(pack: Path) -> None:
    os.mkfifo(pack / "pipe.yaml")
    assert refused(pack, "pipe.yaml", "bad-path").message == "'pipe.yaml' is no plain file"


def test_a_file_over_the_limit_is_refused(pack: Path) -> None:
    finding = read_file(pack, "Deck.yaml", SPAN, limit=4)
    assert isinstance(finding, Finding)
    assert finding.code == "over-limit"


def test_the_folder_itself_may_be_a_link(pack: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(pack)
    assert read_file(tmp_path / "link", "Deck.yaml", SPAN) == (b"kind: component\n", "Deck.yaml")


def test_a_file_that_comes_in_small_parts_is_read_whole(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read = os.read
    monkeypatch.setattr(os, "read", lambda handle, size: read(handle, min(size, 3)))
    found = read_file(pack, "Deck.yaml", SPAN)
    assert not isinstance(found, Finding)
    assert found.content == b"kind: component\n"
