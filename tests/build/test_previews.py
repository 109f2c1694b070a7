"""The contact sheet of a game: which findings meet which faces."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from pnp.build.examine import examine
from pnp.build.pipeline import build
from pnp.build.previews import contact_of
from pnp.build.target import BuildOptions
from pnp.diagnostics import Severity
from pnp.loader import find_targets
from pnp.loader.pack import load
from pnp.scene.parts import Sheet
from pnp.scene.typesetting.fonts import Family
from pnp.sheet import contact
from tests.build.decks import DECK
from tests.pipeline import write

Panels = dict[str, tuple[tuple[int, ...], dict[str, tuple[int, ...]]]]

GAME = """\
# file: pack.yaml
kind: pack
title: Harbour
players: 2 to 4
credit: {designers: [Ada]}
licence: {name: CC0}
documents: [cards.yaml, card.yaml, back.yaml, boats.yaml, boat.yaml]
components: [{component: cards}, {component: boats, expect: 1}]
# file: cards.csv
name,words,icon
Pier,The ferry,star
Market,Fish,star
Church,Bells,star
# file: cards.yaml
kind: component
makes: card
name: Cards
template: card
back: back
rows: cards.csv
# file: card.yaml
kind: template
size: mini-euro
layers:
  - {text: "{name}", style: card-title, where: "top, 10 high, inset 4"}
  - {text: "{words}", style: body, where: "bottom, 12 high, inset 4"}
  - {icon: "{icon}", where: "middle, 10 x 10"}
# file: back.yaml
kind: template
size: mini-euro
background: paper
layers: [{text: Harbour, style: body, where: "top, 10 high, inset 4"}]
# file: boats.yaml
kind: component
makes: token
name: Boats
template: boat
rows: [{name: Pier}]
# file: boat.yaml
kind: template
size: 20 x 20
layers: [{text: "{name}", style: body, where: "middle, 5 high, inset 4"}]
"""


@pytest.fixture
def panels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Looked:
    return Looked(tmp_path, monkeypatch)


class Looked:
    """The marks of each panel and of its faces, in words."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self.patch = folder, monkeypatch
        self.remarks: list[str] = []

    def __call__(self, *edits: tuple[str, str], text: str = GAME) -> Panels:
        for old, new in edits:
            assert old in text
            text = text.replace(old, new)
        (target,) = find_targets([str(write(self.folder / "game", text))])
        seen: list[contact.ContactPanel] = []
        laid_out = contact.contact_sheet

        def sheet(
            title: str,
            errors: int,
            warnings: int,
            remarks: Sequence[contact.Remark],
            panels: Sequence[contact.ContactPanel],
            fallback: tuple[str | Family, ...],
        ) -> tuple[Sheet, ...]:
            seen.extend(panels)
            self.remarks = [f"{each.mark.number} {each.place} {each.words}" for each in remarks]
            return laid_out(title, errors, warnings, remarks, panels, fallback)

        self.patch.setattr("pnp.build.previews.contact_sheet", sheet)
        contact_of(examine(load(target)))
        return {
            each.name: (
                tuple(mark.number for mark in each.marks),
                {shot.label: tuple(mark.number for mark in shot.marks) for shot in each.shots},
            )
            for each in seen
        }


def test_a_sound_game_has_no_marks_and_a_common_back_once(panels: Looked) -> None:
    assert panels() == {
        "Cards": ((), {"Pier": (), "Market": (), "Church": (), "back": ()}),
        "Boats": ((), {"Pier": ()}),
    }


@pytest.mark.parametrize(
    ("edit", "marked"),
    [
        (("Market,Fish,star", "Market,Fish,stra"), {"Market"}),
        (("Market,Fish", f"Market,{'Fish and more fish ' * 9}"), {"Market"}),
        (('"{words}", style: body', '"{words}", style: body, colour: amber'), {"Pier", "Market", "Church"}),
        (('style: body, where: "bottom', 'style: boddy, where: "bottom'), {"Pier", "Market", "Church"}),
        (("{text: Harbour, style: body", "{text: Harbour, style: body, colour: amber"), {"back"}),
        (("name,words,icon\n", "name,words,icon,spare\n"), set()),
    ],
)
def test_a_finding_meets_the_faces_that_it_is_about(panels: Looked, edit: tuple[str, str], marked: set[str]) -> None:
    found = panels(edit)
    own, faces = found["Cards"]
    assert {name for name, marks in faces.items() if marks} == marked
    assert own or marked, "what is about no face is about the component"
    assert found["Boats"] == ((), {"Pier": ()}), "a row of the same name elsewhere is not met"


def test_a_count_that_is_wrong_is_about_the_component(panels: Looked) -> None:
    assert panels(("expect: 1", "expect: 2"))["Boats"] == ((1,), {"Pier": ()})


@pytest.mark.slow
def test_errors_come_first_and_few_are_written_out(panels: Looked) -> None:
    panels(
        ("Fish,star", "Fish,stra"),
        ("expect: 1", "expect: 2"),
        ("{text: Harbour, style: body", "{text: Harbour, style: body, colour: amber"),
    )
    assert [remark.split()[0] for remark in panels.remarks] == ["1", "2", "3"]
    assert "contrast" in panels.remarks[-1]
    panels.patch.setattr("pnp.build.previews.MOST_REMARKS", 12)
    many = "\n".join(f"Market {number},Fish,star{number}" for number in range(40))
    icon = '  - {icon: "{icon}", where: "middle, 10 x 10"}'
    panels(("Market,Fish,star", many), (icon, f"{icon}\n{icon.replace('{icon}', 'old-{icon}')}"))
    assert len(panels.remarks) == 13
    assert panels.remarks[-1].endswith("findings more: run pnp check to see them")


def test_copies_and_what_has_no_name_are_labelled(panels: Looked) -> None:
    found = panels(text=DECK)
    assert list(found["Cards"][1]) == ["Pier", "Market ×3", "back"]
    assert list(found["Coins"][1]) == ["×6"]


def test_a_map_alone_has_one_too(tmp_path: Path) -> None:
    text = "kind: area-map\nareas: {Market: {}, Church: {}, Pier: {}}\nroads: [Market -- Church]\n"
    (target,) = find_targets([str(write(tmp_path, text, "bay.yaml"))])
    examined = examine(load(target), draws_maps=True)
    assert examined.report.count(Severity.ERROR)
    assert len(contact_of(examined)) == 2


def test_pictures_of_a_game_come_with_it(tmp_path: Path) -> None:
    (target,) = find_targets([str(write(tmp_path / "game", GAME))])
    _, written = build(load(target), BuildOptions(tmp_path, formats=("png",), dpi=40), lambda _said: None)
    assert (written[0].path, written[0].path.read_bytes()[1:4]) == (tmp_path / "game" / "contact.png", b"PNG")
