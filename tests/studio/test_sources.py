"""Documents as texts: saved byte by byte, never over a change of others; completion, explanations, fixes and names."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pnp.studio.sources import merged
from tests.packs import HARBOUR
from tests.pipeline import write

from .serving import Page, page, served


@pytest.fixture
def pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PNP_CACHE_DIR", str(tmp_path / "cache"))
    folder = tmp_path / "harbour"
    write(folder, HARBOUR)
    return folder


def named(opened: Page, end: str) -> str:
    return next(each["file"] for each in opened.ask("source.list")["files"] if each["file"].endswith(end))


def placed(text: str, word: str) -> dict[str, int]:
    """The line and the column of the first place of a word."""
    before = text[: text.index(word)].split("\n")
    return {"line": len(before), "column": len(before[-1]) + 1}


@pytest.mark.slow
def test_a_save_writes_the_text_and_undo_takes_it_back(pack: Path) -> None:
    (pack / "boats.yaml").write_bytes((pack / "boats.yaml").read_bytes().replace(b"\n", b"\r\n"))
    first = (pack / "boats.yaml").read_bytes()
    with served(pack) as server, page(server) as opened:
        file = named(opened, "boats.yaml")
        was = opened.ask("source.text", file=file)
        assert "\r" not in was["text"]
        text = was["text"].replace("Sloop", "Yawl")
        saved = opened.ask("source.save", file=file, text=text, digest=was["digest"], base=was["text"])
        assert (pack / "boats.yaml").read_bytes() == first.replace(b"Sloop", b"Yawl"), "line ends stay"
        assert opened.ask("source.text", file=file)["digest"] == saved["digest"]
        opened.ask("shell.undo")
    assert (pack / "boats.yaml").read_bytes() == first


def test_what_another_program_saved_is_never_overwritten(pack: Path) -> None:
    with served(pack) as server, page(server) as opened:
        file = named(opened, "boats.yaml")
        was = opened.ask("source.text", file=file)
        theirs = was["text"].replace("Sloop", "Barge")
        (pack / "boats.yaml").write_text(theirs)
        mine = was["text"].replace("Sloop", "Yawl")
        answer = opened.ask("source.save", file=file, text=mine, digest=was["digest"], base=was["text"])
        assert (pack / "boats.yaml").read_text() == theirs
        (part,) = (each for each in answer["conflict"]["parts"] if "mine" in each)
        assert ("Yawl" in part["mine"][0], "Barge" in part["theirs"][0]) == (True, True)
        again = opened.ask("source.save", file=file, text=mine, digest=answer["conflict"]["digest"], base=mine)
        assert "conflict" not in again, "with the digest of what was shown it is saved"
    assert (pack / "boats.yaml").read_text() == mine


@pytest.mark.parametrize(
    ("mine", "theirs", "parts"),
    [
        ("a b c", "a b c", [{"lines": ["a", "b", "c"], "from": "both"}]),
        ("a B c", "a b c", [("a", "both"), ("B", "mine"), ("c", "both")]),
        ("a b c", "a b C", [("a b", "both"), ("C", "theirs")]),
        ("A b c", "a b C", [("A", "mine"), ("b", "both"), ("C", "theirs")]),
        ("a B c", "a B c", [{"lines": ["a", "B", "c"], "from": "both"}]),
        ("a X c", "a Y c", [("a", "both"), {"mine": ["X"], "theirs": ["Y"], "base": ["b"]}, ("c", "both")]),
        ("a c", "a b c", [("a", "both"), ("", "mine"), ("c", "both")]),
        ("a c", "a Y c", [("a", "both"), {"mine": [], "theirs": ["Y"], "base": ["b"]}, ("c", "both")]),
    ],
)
def test_two_texts_are_merged_line_by_line(mine: str, theirs: str, parts: list[Any]) -> None:
    wanted = [each if isinstance(each, dict) else {"lines": each[0].split(), "from": each[1]} for each in parts]
    assert merged("a\nb\nc", mine.replace(" ", "\n"), theirs.replace(" ", "\n")) == wanted


@pytest.mark.slow
def test_what_is_typed_is_checked_completed_and_explained_without_a_save(pack: Path) -> None:
    with served(pack) as server, page(server) as opened:
        file = named(opened, "bay.yaml")
        was = opened.ask("source.text", file=file)["text"]
        typed = was.replace("Gate -- Market", "Gate -- Markt", 1)
        found = opened.ask("source.check", file=file, text=typed)
        assert any("Markt" in each["message"] and each["fixable"] for each in found["findings"])
        assert ("areas", 0) in {(each["name"], each["level"]) for each in found["outline"]}
        half = was.replace("Gate -- Market", "Gate -- Mar", 1)
        at = placed(half, "Gate -- Mar")
        items = opened.ask("source.complete", file=file, text=half, line=at["line"], column=at["column"] + 11)["items"]
        assert "Market" in {each["label"] for each in items}
        at = placed(was, "Market")
        said = opened.ask("source.explain", file=file, text=was, **at)
        assert "neighbour" in said["markdown"]
        assert said["definition"]["file"] == file
        assert (pack / "maps" / "bay.yaml").read_text() == was, "nothing is written"


@pytest.mark.slow
def test_a_hint_is_applied_and_a_name_is_changed_everywhere(pack: Path) -> None:
    path = pack / "maps" / "bay.yaml"
    first = path.read_text()
    path.write_text(first.replace("Gate -- Market", "Gate -- Markt", 1))
    with served(pack) as server, page(server) as opened:
        file = named(opened, "bay.yaml")
        finding = next(each for each in opened.ask("source.findings", file=file)["findings"] if each["fixable"])
        opened.ask("source.fix", file=file, finding=finding)
        assert path.read_text() == first
        done = opened.ask("source.rename", file=file, name="Bazaar", **placed(first, "Market"))
        assert done["says"] == "rename Market to Bazaar"
        assert "not changed" not in done["summary"]
        assert "Market" not in path.read_text()
        assert opened.ask("findings.summary")["errors"] == 0
        hits = opened.ask("source.search", words="bazaar")["hits"]
        assert {each["file"] for each in hits} >= {file}
        opened.ask("shell.undo")
    assert path.read_text() == first


def test_a_read_only_studio_saves_mends_and_renames_nothing(pack: Path) -> None:
    with served(pack, read_only=True) as server, page(server) as opened:
        file = named(opened, "boats.yaml")
        assert opened.ask("source.text", file=file)["own"] is False
        for ask in ("source.save", "source.fix", "source.rename"):
            assert "--read-only" in opened.send(ask, file=file)["refused"]
        assert "there is no file" in opened.send("source.text", file="../../etc/passwd")["refused"]


@pytest.mark.slow
def test_a_new_document_is_listed_and_undo_takes_it_away(pack: Path) -> None:
    manifest = (pack / "pack.yaml").read_bytes()
    with served(pack) as server, page(server) as opened:
        made = opened.ask("source.new", kind="component", name="crews")
        assert made["file"].endswith("/crews.yaml")
        assert made["file"] in {each["file"] for each in opened.ask("source.list")["files"]}
        assert (pack / "crews.yaml").read_text().startswith("kind: component\n")
        assert (pack / "pack.yaml").read_bytes() == manifest.replace(
            b"  - icons.yaml\n", b"  - icons.yaml\n  - crews.yaml\n"
        )
        codes = {each["code"] for each in opened.ask("findings.list")["findings"] if each["severity"] == "error"}
        assert codes == set(), "a new document has no error"
        opened.ask("shell.undo")
    assert not (pack / "crews.yaml").exists()
    assert (pack / "pack.yaml").read_bytes() == manifest


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("", "../out.csv"),
        ("", "a.exe"),
        ("pack", "b.yaml"),
        ("template", "boat.yaml"),
        ("", "x" * 201),
        ("", ""),
        ("", ".git/x.md"),
    ],
)
def test_a_file_that_cannot_be_is_not_made(pack: Path, kind: str, name: str) -> None:
    before = {path: path.read_bytes() for path in pack.parent.rglob("*") if path.is_file()}
    with served(pack) as server, page(server) as opened:
        assert opened.send("source.new", kind=kind, name=name)["refused"]
    after = {path: path.read_bytes() for path in pack.parent.rglob("*") if path.is_file() and "cache" not in path.parts}
    assert after == before


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["component", "template", "area-map", "rulebook", "requirements", "icons"])
def test_each_new_document_is_read_without_an_error(pack: Path, kind: str) -> None:
    with served(pack) as server, page(server) as opened:
        file = opened.ask("source.new", kind=kind, name=f"new-{kind}")["file"]
        found = [each for each in opened.ask("findings.list")["findings"] if each["file"] == file]
        assert [each["message"] for each in found if each["severity"] == "error"] == []


@pytest.mark.slow
def test_a_finding_is_fixed_from_the_list(pack: Path) -> None:
    text = (pack / "maps" / "bay.yaml").read_text(encoding="utf-8")
    (pack / "maps" / "bay.yaml").write_text(text.replace("in: old-town", "in: old-twon"), encoding="utf-8")
    with served(pack) as server, page(server) as opened:
        found = next(each for each in opened.ask("findings.list")["findings"] if "old-twon" in each["message"])
        assert found["fixable"] is True
        opened.ask("source.fix", file=found["file"], finding=found)
        assert not any("old-twon" in each["message"] for each in opened.ask("findings.list")["findings"])
    assert (pack / "maps" / "bay.yaml").read_text(encoding="utf-8") == text
    with served(pack, read_only=True) as server, page(server) as opened:
        assert not any(each["fixable"] for each in opened.ask("findings.list")["findings"])


def test_a_document_alone_in_a_folder_elsewhere_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "one" / "two"
    folder.mkdir(parents=True)
    (folder / "coin.yaml").write_text("kind: template\nsize: 20 x 20\nlayers: []\n")
    monkeypatch.chdir(tmp_path)
    with served(folder / "coin.yaml") as server, page(server) as opened:
        (file,) = (each["file"] for each in opened.ask("source.list")["files"] if each["own"])
        assert file == "one/two/coin.yaml"
        was = opened.ask("source.text", file=file)
        opened.ask(
            "source.save",
            file=file,
            text=was["text"].replace("20 x 20", "30 x 30"),
            digest=was["digest"],
            base=was["text"],
        )
    assert "30 x 30" in (folder / "coin.yaml").read_text()
