"""Drawings are reused from round to round, and are always those of a pack that is drawn for the first time."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from pnp.build.memo import Memo
from pnp.build.pipeline import prepare
from pnp.build.target import BuildOptions
from pnp.draw import maps
from pnp.loader import find_targets
from pnp.loader.pack import load
from pnp.render.svg import render_svg
from pnp.scene.parts import Drawn
from pnp.studio.faces import drawn_first
from pnp.studio.session import Settings, StudioSession
from tests.packs import harbour
from tests.pipeline import write

SECOND = """\
kind: component
makes: board
name: Second
template: second
"""
FACE = "kind: template\nsize: 120 x 90\nlayers:\n  - {map: far, where: fill}\n"
FAR = (
    "kind: area-map\nname: Far\nsize: 120 x 90\ntwo-way: true\nareas:\n  One: {at: [20, 20], tags: [house]}\n"
    "  Two: {at: [90, 60], tags: [house]}\nroads:\n  - One -- Two\n"
)

EDITS = (
    ("pack.yaml", "title: ", "title: New "),
    ("pack.yaml", "2 * players", "3 * players"),
    ("maps/bay.yaml", "at: [60, 20]", "at: [64, 22]"),
    ("far.yaml", "at: [90, 60]", "at: [80, 60]"),
    ("far.yaml", "name: Far", "name: Farther"),
    ("boat.yaml", "background: paper", "background: ink"),
    ("boats.yaml", "name: Cutter", "name: Dinghy"),
    ("sea.yaml", "size: 150 x 120", "size: 140 x 120"),
    ("icons.yaml", "M5 13Q12 24 19 13", "M5 13Q12 22 19 13"),
    ("boat-back.yaml", "", ""),
    ("maps/bay.yaml", "", ""),
)
"""Edits of a pack's files; without a text, a comment moves all lines."""


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    folder = tmp_path / "game"
    documents = ("  - sea.yaml\n", "  - sea.yaml\n  - far.yaml\n  - second.yaml\n  - seconds.yaml\n")
    write(folder, harbour(documents, ("components:", "components:\n  - {component: seconds}")))
    for name, content in (("far.yaml", FAR), ("second.yaml", FACE), ("seconds.yaml", SECOND)):
        (folder / name).write_text(content, encoding="utf-8")
    return folder


def session(pack: Path) -> StudioSession:
    return StudioSession(find_targets([str(pack)])[0], Settings(pack.parent / "output"))


def seen(studio: StudioSession) -> dict[str, list[bytes]]:
    """What is drawn of each component."""
    return {
        drawn.parts.component: [
            render_svg(scene) for part in drawn.parts.parts for scene in (part.front, part.back) if scene
        ]
        for drawn in studio.drawing().all.drawn
    }


def edit(pack: Path, name: str, before: str, after: str) -> None:
    text = (pack / name).read_text(encoding="utf-8")
    assert before in text
    changed = text.replace(before, after, 1) if before else f"# a comment\n{text}"
    (pack / name).write_text(changed, encoding="utf-8")


ROWS = "rows:\n  - {name: Sloop, sails: 1}\n  - {name: Cutter, sails: 2, copies: 2}\n"

ROW_EDITS = {
    "a value": ("sails: 1", "sails: 4"),
    "a row before the others": ("rows:\n", "rows:\n  - {name: Raft, sails: 1}\n"),
    "a row after the others": ("copies: 2}\n", "copies: 2}\n  - {name: Raft, sails: 1}\n"),
    "a row removed": ("  - {name: Sloop, sails: 1}\n", ""),
    "two rows swapped": (ROWS, "rows:\n  - {name: Cutter, sails: 2, copies: 2}\n  - {name: Sloop, sails: 1}\n"),
    "copies": ("copies: 2", "copies: 3"),
    "a number as a text": ("sails: 1", "sails: '1'"),
    "the component": ("name: Boats", "name: Ships"),
    "all rows removed": (ROWS, "rows: []\n"),
}


@pytest.mark.slow
@pytest.mark.parametrize("what", ROW_EDITS)
def test_rows_that_are_drawn_first_are_as_when_all_are_drawn(pack: Path, what: str) -> None:
    studio = session(pack)
    studio.drawing()
    file = pack / "boats.yaml"
    text = file.read_text(encoding="utf-8")
    old, new = ROW_EDITS[what]
    assert old in text
    for content in (text.replace(old, new), text):
        file.write_text(content, encoding="utf-8")
        studio.poll_files()
        first = drawn_first(studio, None, None)
        assert [each.parts.component for each in first] == ["boats"]
        studio.cached.clear()
        whole = {each.parts.component: each for each in studio.drawing().all.drawn}["boats"]
        assert pictures(first[0]) == pictures(whole)
        assert replace(first[0].parts, parts=()) == replace(whole.parts, parts=())
        assert len({id(part.back) for part in first[0].parts.parts}) <= 1, "all rows share one back"


@pytest.mark.slow
@pytest.mark.parametrize("text", ["{components.chart.count}", "{boats.count}", "{index}", "{crew(2)}"])
def test_rows_that_may_depend_on_others_are_all_drawn(pack: Path, text: str) -> None:
    edit(pack, "boat.yaml", '"{name}"', f'"{{name}} {text}"')
    studio = session(pack)
    studio.drawing()
    edit(pack, "boats.yaml", "rows:\n", "rows:\n  - {name: Raft, sails: 1}\n")
    studio.poll_files()
    (first,) = drawn_first(studio, None, None)
    studio.cached.clear()
    whole = {each.parts.component: each for each in studio.drawing().all.drawn}["boats"]
    assert pictures(first) == pictures(whole)


def pictures(drawn: Drawn) -> list[tuple[object, ...]]:
    return [
        (part.name, part.copies, render_svg(part.front), part.back and render_svg(part.back), part.outline)
        for part in drawn.parts.parts
    ]


@pytest.mark.nightly
def test_after_each_edit_everything_is_drawn_as_for_the_first_time(pack: Path) -> None:
    studio = session(pack)
    seen(studio)
    for name, before, after in EDITS:
        edit(pack, name, before, after)
        studio.renew((str(pack / name),))
        assert seen(studio) == seen(session(pack)), f"after a change of {name}"


@pytest.mark.slow
def test_only_the_components_of_a_template_are_drawn_again(pack: Path) -> None:
    studio = session(pack)
    before = {drawn.parts.component: drawn for drawn in studio.drawing().all.drawn}
    edit(pack, "boat.yaml", "background: paper", "background: ink")
    studio.renew((str(pack / "boat.yaml"),))
    first = drawn_first(studio, None, None)
    assert [drawn.parts.component for drawn in first] == ["boats"], "they are shown before the others"
    after = {drawn.parts.component: drawn for drawn in studio.drawing().all.drawn}
    assert {name for name in after if after[name] is not before[name]} == {"boats"}


@pytest.mark.slow
def test_other_maps_are_not_painted_again(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pnp.draw import component

    studio = session(pack)
    studio.drawing()
    painted: list[str] = []
    paint = maps.paint_map_of_any_kind

    def noted(drawn: maps.AnyMap, *given: object, **more: object) -> object:
        painted.append(drawn.id)
        return paint(drawn, *given, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(maps, "paint_map_of_any_kind", noted)
    monkeypatch.setattr(component, "paint_map_of_any_kind", noted, raising=False)
    edit(pack, "far.yaml", "at: [90, 60]", "at: [80, 60]")
    studio.renew((str(pack / "far.yaml"),))
    studio.drawing()
    assert set(painted) == {"far"}
    painted.clear()
    edit(pack, "pack.yaml", "title: ", "title: New ")
    studio.renew((str(pack / "pack.yaml"),))
    studio.drawing()
    assert painted == []


DICE = """
# file: pack.yaml
kind: pack
title: Dice
summary: Roll.
players: 2
language: en
credit: {designers: [Ada]}
licence: {name: CC0}
uses: [house]
components: [{component: die}]
# file: die.yaml
kind: component
makes: die
name: Die
template: face
rows: [{name: one}, {name: two}, {name: three}, {name: four}, {name: five}, {name: six}]
# file: face.yaml
kind: template
size: 16
layers: [{text: "{name}", style: card-title}]
"""


def test_the_word_on_areas_for_glue_is_that_of_the_language_now(tmp_path: Path) -> None:
    def drawn(memo: Memo) -> list[bytes]:
        loaded = load(find_targets([str(tmp_path)])[0])
        found = prepare(loaded, BuildOptions(draft=True), lambda *_: None, memo).examined.drawn
        parts = [part for each in found for part in each.parts.parts]
        return [render_svg(replace(part.front, items=(*part.front.items, *part.guides))) for part in parts]

    write(tmp_path, DICE.lstrip("\n"))
    memo = Memo()
    english = drawn(memo)
    write(tmp_path, DICE.lstrip("\n").replace("language: en", "language: de"))
    memo.turn()
    german = drawn(memo)
    assert german == drawn(Memo())
    assert german != english
