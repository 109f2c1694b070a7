"""What a memo holds is compared by content, and a branch of it leaves it as it is."""

from __future__ import annotations

from pathlib import Path

from pnp.build.examine import examine
from pnp.build.memo import Memo, written
from pnp.build.starter import new_pack
from pnp.facts.icons import icon_drawings
from pnp.loader import find_targets
from pnp.loader.pack import load
from pnp.model.component import Component
from tests.packs import harbour
from tests.pipeline import write


def of_a_table(folder: Path, rows: int, changed: str = "Last") -> Component:
    """The deck of a table with that many rows; `changed` is the name of the last one."""
    names = (*(f"Card {number:03}" for number in range(rows - 1)), changed)
    if not folder.is_dir():
        new_pack(folder, "deck")
    (folder / "cards.csv").write_text("name,cost\n" + "".join(f"{name},1\n" for name in names), encoding="utf-8")
    found = load(find_targets([str(folder)])[0]).game.find(Component, "cards")
    assert found
    return found


def test_the_content_of_a_table_is_written_once_and_not_for_each_row(tmp_path: Path) -> None:
    short, long = (len(written(of_a_table(tmp_path / str(rows), rows))) for rows in (50, 200))
    assert long < 5 * short


def test_a_changed_row_of_a_table_is_other_content(tmp_path: Path) -> None:
    first, same, other = (of_a_table(tmp_path / "deck", 20, changed) for changed in ("Last", "Last", "Lost"))
    memo = Memo()
    assert memo.same(first) is first
    assert memo.same(same) is first
    assert memo.same(other) is other


def test_a_branch_opens_its_own_icons(tmp_path: Path) -> None:
    """A renaming is tried on files as they would be: these must not be read for the pack as it is."""
    write(tmp_path / "game", harbour())
    memo, target = Memo(), find_targets([str(tmp_path / "game")])[0]
    first = load(target)
    examine(first, memo=memo)
    tried = load(target)
    examine(tried, memo=memo.branch())
    assert icon_drawings(first.game).assets is first.game.assets
