"""`pnp new`: a pack that checks and builds at once, in a folder of its own or nowhere."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from pnp.build import starter
from pnp.output import OutputError, write_file
from tests.cli.conftest import Run

LINE = re.compile(r"# yaml-language-server: \$schema=(\S+)\n")


def tree(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.slow
def test_a_new_pack_has_nothing_to_be_told(pnp: Run, work: Path) -> None:
    assert pnp("new", "my-game").status == 0
    ran = pnp("check", "my-game", "--strict", "--format", "json")
    report = json.loads(ran.out)
    assert (ran.status, report["findings"]) == (0, [])
    assert report["proofs"]
    assert all(proof["holds"] for proof in report["proofs"])


@pytest.mark.slow
def test_the_commands_that_it_ends_with_print_the_game(pnp: Run, work: Path) -> None:
    ran = pnp("new", "games/my game")
    commands = [shlex.split(line)[1:] for line in ran.out.splitlines() if line.startswith("  pnp ")]
    assert [command[0] for command in commands] == ["check", "build"]
    assert all(pnp(*command).status == 0 for command in commands)
    sheets = re.search(r"Print (.+\.pdf) ", ran.out)
    assert sheets
    assert Path(sheets[1]).is_file()


@pytest.mark.slow
def test_every_document_names_its_schema(pnp: Run, work: Path) -> None:
    pnp("new", "my-game")
    documents = sorted(Path("my-game").rglob("*.yaml"))
    assert documents
    for path in documents:
        text = path.read_text(encoding="utf-8")
        line = LINE.match(text)
        assert line, path
        schema = json.loads((path.parent / line[1]).read_text(encoding="utf-8"))
        kind = re.search(r"^kind: (\S+)$", text, re.MULTILINE)
        assert kind
        assert schema["properties"]["kind"]["const"] == kind[1], path


def test_the_schemas_refer_to_no_file_that_is_not_there(pnp: Run, work: Path) -> None:
    pnp("new", "my-game")
    schemas = {path.name: path.read_text(encoding="utf-8") for path in Path("my-game/schemas").iterdir()}
    named = {name for text in schemas.values() for name in re.findall(r'"\$ref": "([^"#]+)#', text)}
    assert "common.schema.json" in named
    assert named <= set(schemas)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("folder", "title"),
    [
        ("my-game", "My game"),
        ("the_old  mill", "The old mill"),
        ("Ünder", "Ünder"),
        ("1984", '"1984"'),
        ("no", '"No"'),
        ("a: b", '"A: b"'),
        ('say "hi"', '"Say \\"hi\\""'),
    ],
)
def test_it_is_called_as_its_folder(pnp: Run, work: Path, folder: str, title: str) -> None:
    assert pnp("new", folder).status == 0
    manifest = Path(folder, "pack.yaml").read_text(encoding="utf-8")
    assert f"\ntitle: {title}\n" in manifest
    assert "\n  designers: [Your name]\n" in manifest
    ran = pnp("check", "--strict", folder)
    assert ran.status == 0, ran.out


@pytest.mark.slow
def test_an_empty_folder_is_filled(pnp: Run, work: Path) -> None:
    assert pnp("new", ".").status == 0
    assert Path("pack.yaml").is_file()
    assert pnp("check", ".").status == 0


def test_a_folder_that_is_not_empty_is_left_alone(pnp: Run, work: Path) -> None:
    Path("full").mkdir()
    Path("full/.notes").write_text("mine")
    ran = pnp("new", "full")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == "'full' is not empty; name a folder that is empty or not there yet\n"
    assert tree(Path("full")) == {".notes": b"mine"}


def test_a_file_is_no_folder(pnp: Run, work: Path) -> None:
    Path("file").write_text("mine")
    Path("loop").symlink_to("loop")
    assert pnp("new", "file").err == "'file' is a file; name a folder that is not there yet\n"
    for path in ("file/game", "loop", "bell\a", "x" * 300):
        ran = pnp("new", path)
        assert (ran.status, ran.out) == (2, ""), ran
    assert tree(work) == {"file": b"mine"}


@pytest.mark.parametrize("folder", ["there", "not/there"])
def test_nothing_is_left_of_a_pack_that_cannot_be_written(
    pnp: Run, work: Path, monkeypatch: pytest.MonkeyPatch, folder: str
) -> None:
    left = 20

    def full(path: Path, content: bytes, below: Path) -> bool:
        nonlocal left
        left -= 1
        if not left:
            raise OutputError("cannot write: no space left on device")
        return write_file(path, content, below)

    Path("there").mkdir()
    monkeypatch.setattr(starter, "write_file", full)
    ran = pnp("new", folder)
    assert (ran.status, ran.err) == (2, "cannot write: no space left on device\n")
    assert not left
    assert sorted(work.rglob("*")) == [work / "there"]
