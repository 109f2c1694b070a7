"""What the journal writes, takes back and makes again; and what it refuses."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.edit import EditRefused, Journal, new_file, open_file, replaced_text, set_value
from pnp.edit.texts import ByteChange, PackFile, TextEdit
from tests.edit.conftest import changed
from tests.edit.killing import kill_writers

ONE, TWO = "kind: area-map\nsize: 10  # mm\n", "kind: component\nname: Deck\r\n"


@pytest.fixture
def journal(pack: Path) -> Journal:
    (pack / "one.yaml").write_bytes(ONE.encode())
    (pack / "maps").mkdir()
    (pack / "maps" / "two.yaml").write_bytes(TWO.encode())
    return Journal(pack, lasting=False)


def set_both(pack: Path, size: int) -> list[ByteChange]:
    one = set_value(open_file(pack, "one.yaml"), ("size",), size)
    return [*one, *set_value(open_file(pack, "maps/two.yaml"), ("name",), f"Deck {size}")]


def contents(pack: Path) -> tuple[str, str]:
    return (pack / "one.yaml").read_bytes().decode(), (pack / "maps/two.yaml").read_bytes().decode()


def test_changes_are_undone_and_redone_also_after_a_restart(pack: Path, journal: Journal) -> None:
    (pack / "one.yaml").chmod(0o640)
    journal.apply(set_both(pack, 20), "size to 20")
    first = contents(pack)
    assert first == (ONE.replace("10", "20"), TWO.replace("Deck", "Deck 20"))
    journal.apply(set_both(pack, 30), "size to 30")
    second = contents(pack)
    again = Journal(pack, lasting=False)
    assert [entry.says for entry in again.done] == ["size to 20", "size to 30"]
    assert again.undo().says == "size to 30"
    assert contents(pack) == first
    assert Journal(pack).undo().names == ("maps/two.yaml", "one.yaml")
    assert contents(pack) == (ONE, TWO)
    assert Journal(pack).redo().says == "size to 20"
    assert again.redo().says == "size to 30"  # another journal of the same pack knows what the others did
    assert contents(pack) == second
    assert (pack / "one.yaml").stat().st_mode & 0o777 == 0o640
    assert sorted(path.name for path in pack.rglob("*")) == ["maps", "one.yaml", "two.yaml"]
    with pytest.raises(EditRefused, match="nothing to redo"):
        again.redo()


def test_two_insertions_at_one_place_are_written_in_their_order(pack: Path, journal: Journal) -> None:
    file = open_file(pack, "one.yaml")
    journal.apply(file.changes([TextEdit(0, 0, "# b\n"), TextEdit(0, 0, "# a\n")]), "two comments")
    assert contents(pack) == (f"# b\n# a\n{ONE}", TWO)
    journal.undo()
    assert contents(pack) == (ONE, TWO)


def test_a_new_change_forgets_what_was_undone(pack: Path, journal: Journal) -> None:
    journal.apply(set_both(pack, 20), "20")
    journal.undo()
    journal.apply(set_both(pack, 30), "30")
    assert journal.redoable is None
    assert [entry.says for entry in journal.done] == ["30"]
    assert journal.apply([], "nothing").files == ()
    assert len(journal.done) == 1


def test_a_file_that_changed_on_disk_is_never_overwritten(pack: Path, journal: Journal) -> None:
    changes = set_both(pack, 20)
    (pack / "one.yaml").write_text("kind: area-map\nsize: 11\n")
    with pytest.raises(EditRefused, match=r"'one.yaml' has changed on disk since it was read"):
        journal.apply(changes, "late")
    assert contents(pack) == ("kind: area-map\nsize: 11\n", TWO)
    journal.apply(set_both(pack, 20), "in time")
    before = contents(pack)
    with (pack / "maps/two.yaml").open("a") as file:
        file.write("# mine\n")
    with pytest.raises(EditRefused, match=r"'maps/two.yaml' changed on disk since: to undo would lose that"):
        journal.undo()
    assert contents(pack) == (before[0], before[1] + "# mine\n")


def test_a_file_is_created_and_undo_removes_it(pack: Path, journal: Journal) -> None:
    journal.apply(new_file(pack, "tables/rows.csv", b"a,b\n1,2\n"), "a table")
    assert (pack / "tables/rows.csv").read_bytes() == b"a,b\n1,2\n"
    journal.undo()
    assert not (pack / "tables/rows.csv").exists()
    journal.redo()
    assert (pack / "tables/rows.csv").read_bytes() == b"a,b\n1,2\n"
    for name in ("one.yaml", "../outside.yaml", "/etc/x", "C:/x", "maps\\x"):
        with pytest.raises(EditRefused):
            new_file(pack, name, b"")


@pytest.mark.parametrize("way", ["link", "folder", "outside"])
def test_nothing_outside_the_pack_is_written(pack: Path, journal: Journal, tmp_path: Path, way: str) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "kit.yaml").write_text("kind: kit\n")
    if way == "link":
        (pack / "kit.yaml").symlink_to(other / "kit.yaml")
        name = "kit.yaml"
    elif way == "folder":
        (pack / "kit").symlink_to(other)
        name = "kit/kit.yaml"
    else:
        name = "../other/kit.yaml"
    with pytest.raises(EditRefused):
        open_file(pack, name)
    forged = set_value(PackFile(pack, name, b"kind: kit\n"), ("name",), "mine")
    with pytest.raises(EditRefused, match=r"outside the folder of the pack"):
        journal.apply(forged, "forged")
    assert (other / "kit.yaml").read_text() == "kind: kit\n"


def test_files_of_an_entry_are_all_written_or_none(
    pack: Path, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.replace

    def failing(old: str, new: str, **rest: int) -> None:
        if new == "one.yaml":
            raise OSError(28, "No space left on device")
        real(old, new, **rest)

    changes = set_both(pack, 20)
    monkeypatch.setattr(os, "replace", failing)
    with pytest.raises(EditRefused, match=r"'one.yaml' cannot be written: no space left on device: nothing"):
        journal.apply(changes, "full")
    assert contents(pack) == (ONE, TWO)
    assert journal.done == ()


def test_a_workbook_is_refused(pack: Path) -> None:
    with pytest.raises(EditRefused, match="is a workbook: change it in your spreadsheet"):
        open_file(pack, "rows.xlsx")


def test_without_a_cache_folder_undo_lasts_as_long_as_the_journal(
    pack: Path, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PNP_CACHE_DIR", "relative")
    own = Journal(pack, lasting=False)
    own.apply(set_both(pack, 20), "20")
    own.undo()
    assert contents(pack) == (ONE, TWO)


def test_the_journal_is_bounded_and_forgets_the_oldest(
    pack: Path, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pnp.edit.journal.MOST_ENTRIES", 3)
    for size in range(20, 26):
        journal.apply(set_both(pack, size), str(size))
    assert [entry.says for entry in Journal(pack).done] == ["23", "24", "25"]
    monkeypatch.setattr("pnp.edit.journal.MOST_BYTES", 33)
    journal.apply(set_value(open_file(pack, "one.yaml"), ("size",), "long " * 5), "long")
    assert [entry.says for entry in journal.done] == ["25", "long"]


def test_a_change_that_is_too_large_to_undo_is_refused(
    pack: Path, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pnp.edit.journal.MOST_BYTES", 2**16)
    journal.apply(set_both(pack, 20), "20")
    long = replaced_text(open_file(pack, "one.yaml"), "x: " + "long " * 2**14)
    with pytest.raises(EditRefused, match=r"this changes more than 0\.0625 MiB at once, too much to undo"):
        journal.apply(long, "long")
    assert [entry.says for entry in journal.done] == ["20"]


def test_a_journal_opens_after_a_crash_though_a_file_cannot_be_written_any_more(
    pack: Path, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.replace

    def replace(error: type[BaseException]) -> Callable[..., None]:
        def failing(old: str, new: str, **rest: int) -> None:
            if new == "one.yaml":
                raise error
            real(old, new, **rest)

        return failing

    changes = set_both(pack, 20)
    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", replace(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            journal.apply(changes, "20")
    assert contents(pack) == (ONE, TWO.replace("Deck", "Deck 20")), "half of it"
    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", replace(PermissionError))
        assert Journal(pack, lasting=False).done == ()
    assert contents(pack) == (ONE, TWO)
    journal.apply(set_both(pack, 30), "30")


def test_a_journal_that_was_spoilt_or_leads_elsewhere_counts_as_none(pack: Path, journal: Journal, cache: Path) -> None:
    journal.apply(set_both(pack, 20), "20")
    (entry,) = (cache / "edits").iterdir()
    content = entry.read_bytes()
    assert (cache / "edits").stat().st_mode & 0o777 == 0o700
    entry.write_bytes(content.replace(b"maps/two.yaml", b"../../two.yml"))
    assert Journal(pack).undoable is None
    entry.write_bytes(content[:40])
    assert Journal(pack).undoable is None
    entry.write_bytes(content)
    assert Journal(pack).undoable is not None


@pytest.mark.slow
@settings(max_examples=50, deadline=None)
@given(st.text("ab\n\ré𝄞'", max_size=30), st.lists(st.text("ab\né𝄞'", max_size=30), max_size=5))
def test_undo_returns_every_byte(first: str, then: list[str]) -> None:
    content = first.encode()
    states = [content]
    for text in then:
        file = PackFile(Path("/p"), "a.yaml", states[-1])
        states.append(changed(file.content, replaced_text(file, text)))
        assert PackFile(Path("/p"), "a.yaml", states[-1]).text == text


@pytest.mark.slow
def test_a_killed_writer_leaves_old_or_new_files_and_its_undo(tmp_path: Path) -> None:
    assert kill_writers(tmp_path, 4) == 4


@pytest.mark.slow
def test_what_a_killed_process_began_is_completed_or_taken_back(pack: Path, journal: Journal, cache: Path) -> None:
    script = (
        "import os, sys; from pathlib import Path; from tests.edit.test_journal import set_both; "
        "from pnp.edit import Journal; pack = Path(sys.argv[1]); changes = set_both(pack, 20); real = os.replace\n"
        "def replace(old, new, **rest):\n"
        "    if new == sys.argv[2]: os._exit(9)\n"
        "    real(old, new, **rest)\n"
        "os.replace = replace; Journal(pack).apply(changes, '20')"
    )
    for spoilt in (False, True):
        done = subprocess.run(
            [sys.executable, "-c", script, str(pack), "one.yaml"], cwd=Path(__file__).parents[2], check=False
        )
        assert done.returncode == 9
        assert contents(pack) == (ONE, TWO.replace("Deck", "Deck 20"))  # half of it
        if spoilt:
            (pack / "one.yaml").write_text("mine: 1\n")
        opened = Journal(pack)
        expected = ("mine: 1\n", TWO) if spoilt else (ONE.replace("10", "20"), TWO.replace("Deck", "Deck 20"))
        assert contents(pack) == expected
        assert not list(pack.rglob(".*"))
        if not spoilt:
            opened.undo()
            assert contents(pack) == (ONE, TWO)
