from __future__ import annotations

import pathlib
import textwrap

import pytest

from pnp.build.examine import examine
from pnp.draw.component import name_map
from pnp.loader import find_targets
from pnp.loader.pack import load
from pnp.scene.extent import bounds
from pnp.scene.items import Ellipse, Group, Item, Path, Rect, Scene, Text
from pnp.scene.typesetting.text import HOUSE_FALLBACK
from pnp.sheet.imposition.cuts import HandWork, hand_work
from pnp.sheet.imposition.impose import impose
from pnp.sheet.options import Options
from tests.draw.desk import card, drawn
from tests.pipeline import write

PORT = """
    # file: port.yaml
    kind: area-map
    size: 50 x 100
    districts: {docks: {name: The docks, icon: star, colour: ink, tint: water}}
    areas: {Market: {at: [10, 10], in: docks}, Pier: {at: [20, 80], label: P}}
    roads: [Market -- Pier]
    # file: plain.yaml
    kind: map-style
    places: {diameter: 10}
"""


def every(items: tuple[Item, ...]) -> list[Item]:
    return [one for item in items for one in (item, *(every(item.items) if isinstance(item, Group) else ()))]


def texts(items: tuple[Item, ...]) -> list[str]:
    return [item.string for item in every(items) if isinstance(item, Text)]


def test_rows_fall_into_the_template() -> None:
    made = card('[{text: "{name} {index}"}]', "[{name: Market}, {name: Pier, copies: 3}]")
    assert [texts(part.front.items) for part in made.parts.parts] == [["Market 1"], ["Pier 2"]]
    assert [part.copies for part in made.parts.parts] == [1, 3]
    assert made.parts.count == 4
    assert (made.parts.stock, made.parts.spread) == ("card, 200–300 g", False)


def test_each_area_of_a_map_is_a_row() -> None:
    (made,) = drawn(
        PORT
        + """
    # file: cards.yaml
    kind: component
    makes: card
    name: Cards
    template: card
    each-area-of: port
    # file: card.yaml
    kind: template
    size: 40 x 60
    layers: [{text: "{label}, {district.name if district else 'nowhere'}"}]
    """
    )
    assert [texts(part.front.items) for part in made.parts.parts] == [["Market, The docks"], ["P, nowhere"]]


def test_areas_with_a_tag_alone_are_rows() -> None:
    (made,) = drawn(
        PORT.replace("label: P}", "label: P, tags: [dock]}")
        + """
    # file: cards.yaml
    kind: component
    makes: card
    name: Cards
    template: card
    each-area-of: port
    tagged: dock
    # file: card.yaml
    kind: template
    size: 40 x 60
    layers: [{text: "{label} {index}"}]
    """
    )
    assert [texts(part.front.items) for part in made.parts.parts] == [["P 1"]]


def test_a_map_is_as_large_as_its_box_lets_it_be_and_shows_a_place() -> None:
    (made,) = drawn(
        PORT
        + """
    # file: cards.yaml
    kind: component
    makes: card
    name: Cards
    template: card
    each-area-of: port
    # file: card.yaml
    kind: template
    size: 40 x 60
    layers: [{map: port, where: inset 5, highlight: id}]
    """
    )
    first, second = made.parts.parts
    (ground,) = [item for item in every(first.front.items) if isinstance(item, Rect)]
    assert (ground.width, ground.height) == (25, 50)
    marks = [item for part in (first, second) for item in every(part.front.items) if isinstance(item, Ellipse)]
    assert [(mark.cx, mark.cy) for mark in marks] == [(10, 10), (20, 80)]


def test_a_place_that_is_not_on_the_map_is_an_error() -> None:
    (made,) = drawn(
        PORT
        + """
    # file: cards.yaml
    kind: component
    makes: card
    name: Cards
    template: card
    rows: [{at: Markt}]
    # file: card.yaml
    kind: template
    size: 40 x 60
    layers: [{map: port, highlight: at}]
    """
    )
    (error,) = made.errors
    assert error.fault.message == "'Markt' is no place of the map 'port' (row '1')"
    assert error.fault.hint == "did you mean 'Market'?"


def test_a_back_that_says_the_same_for_all_is_drawn_once() -> None:
    plain, own = (
        drawn(
            f"""
    # file: cards.yaml
    kind: component
    makes: card
    name: Cards
    template: card
    back: back
    rows: [{{name: Market}}, {{name: Pier}}]
    # file: card.yaml
    kind: template
    size: 40 x 60
    layers: []
    # file: back.yaml
    kind: template
    size: 40 x 60
    layers: [{{text: "{text}"}}]
    """
        )[0].parts.parts
        for text in ("Harbour", "{name}")
    )
    assert plain[0].back is plain[1].back
    assert plain[0].back is not None
    assert [texts(part.back.items) for part in own if part.back] == [["Market"], ["Pier"]]


def test_conditions_show_and_hide() -> None:
    made = card("[{ellipse: ink, show-when: index > 1}]", "[{}, {}]")
    assert [len(part.front.items) for part in made.parts.parts] == [0, 1]


def test_a_repetition_names_its_item_and_counts_from_one() -> None:
    made = card('[{text: "{seat}{index}", repeat: {each: seat, in: [a, b]}}]')
    assert texts(made.parts.parts[0].front.items) == ["a1", "b2"]
    made = card('[{text: "{n}", repeat: {each: n, in: seats}}]', "[{seats: 3}]")
    assert texts(made.parts.parts[0].front.items) == ["1", "2", "3"]


def test_repetitions_lie_within_each_other() -> None:
    made = card(
        "[{repeat: {each: y, in: 2, as: column}, group: [{repeat: {each: x, in: 2}, text: '{x}.{y}', style: caption}]}]"
    )
    assert texts(made.parts.parts[0].front.items) == ["1.1", "2.1", "1.2", "2.2"]


def test_a_panel_at_the_edge_reaches_over_it() -> None:
    made = card("[{panel: ink, where: 'top, 10 high'}, {panel: ink, where: inset 5}, {panel: ink, radius: 2}]")
    first, second, third = (item for item in every(made.parts.parts[0].front.items) if isinstance(item, Rect))
    assert (first.x, first.y, first.width, first.height) == (-3, -3, 46, 13)
    assert (second.x, second.width) == (5, 30)
    assert third.width == 40


def test_a_quarter_turn_lays_a_layer_out_upright_first() -> None:
    made = card("[{panel: ink, where: 'left, 10 wide', turn: 90}]")
    (group,) = made.parts.parts[0].front.items
    assert isinstance(group, Group)
    (rect,) = group.items
    assert isinstance(rect, Rect)
    assert (rect.width, rect.height) == (66, 13)  # out to the bleed of three edges
    assert group.transform == pytest.approx((0, 1, -1, 0, 35, 25))


def test_every_layer_knows_where_it_comes_from() -> None:
    made = card("[{panel: ink, name: ground}]", "[{name: Market}]")
    (group,) = made.parts.parts[0].front.items
    assert isinstance(group, Group)
    assert group.origin is not None
    assert (group.origin.row, group.origin.layer, group.origin.span.line) == ("Market", "ground", 4)


def test_shapes_have_their_own_cut() -> None:
    round_, six = (
        card("[]", size="20 x 20", more=f"shape: {shape}").parts.parts[0].outline for shape in ("circle", "hexagon")
    )
    assert round_ == Ellipse(10, 10, 10, 10)
    assert isinstance(six, Path)
    assert len(six.commands) == 7


def test_one_cause_is_told_once_with_its_rows() -> None:
    made = card('[{text: "{titel}"}]', "[{title: Market}, {title: Pier}, {title: Gate}, {title: Hall}]")
    (error,) = made.errors
    assert error.kind == "expression"
    assert error.fault.message == "unknown name 'titel' (rows 'Market', 'Pier' and 2 more)"
    assert error.fault.hint is not None
    assert error.fault.hint.startswith("did you mean 'title'?")
    assert (error.fault.span.line, error.fault.span.column) == (4, 19)


def test_a_row_that_lacks_what_others_have_is_told() -> None:
    made = card('[{text: "{fare}"}]', "[{name: a, fare: 1}, {name: b}]")
    (error,) = made.errors
    assert error.fault.message == "no 'fare' is given, as other rows do (row 'b')"
    assert error.fault.hint == "write fare: '' where it is to be empty"
    assert card('[{text: "{fare}"}]', "[{fare: 1}, {fare: }]").errors == ()


def test_a_value_of_a_row_is_blamed_where_it_stands() -> None:
    made = card('[{panel: "{colour}"}, {text: still here}]', "[{colour: amber}, {colour: ambre}]")
    (error,) = made.errors
    assert error.kind == "value"
    assert error.fault.message == "unknown colour 'ambre' (row '2')"
    assert (error.fault.span.file, error.fault.span.line) == ("cards.yaml", 5)
    assert texts(made.parts.parts[1].front.items) == ["still here"]


def test_what_documents_are_told_already_is_not_told_again() -> None:
    made = card("[{panel: ambre}, {text: '{title'}, {icon: strr}, {panel: ink, where: tpo}, {text: '{icon:strr}'}]")
    assert made.errors == ()


@pytest.mark.slow
def test_work_has_an_end_and_is_told_once() -> None:
    layers = "[{repeat: {each: a, in: range(10000)}, group: [{repeat: {each: b, in: range(10000)}, panel: ink}]}]"
    made = card(layers, "[{}, {}]")
    (error,) = made.errors
    assert "takes more than 5,000,000 steps of work" in error.fault.message
    assert len(made.parts.parts) == 2


def test_a_row_that_takes_too_much_work_leaves_the_others_theirs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pnp.draw.component.PART_STEPS", 1_000)
    made = card('[{text: "{name} {len(list(range(n)))}"}]', "[{name: A, n: 5000}, {name: B, n: 2}, {name: C, n: 3}]")
    assert [part.name for part in made.parts.parts] == ["A", "B", "C"]
    assert [texts(part.front.items) for part in made.parts.parts[1:]] == [["B 2"], ["C 3"]]
    (error,) = made.errors
    assert "takes more than 1,000 steps of work" in error.fault.message


def test_without_its_template_nothing_is_drawn() -> None:
    (made,) = drawn("# file: cards.yaml\nkind: component\nmakes: card\nname: Cards\ntemplate: card")
    assert made.parts.parts == ()


def test_no_face_is_without_a_size() -> None:
    for size in ("0 x 9", "9 x 0", "0.0 x 0.0", "99999 x 9"):
        with pytest.raises(AssertionError, match="expected a size such as poker"):
            card("[]", size=size)


def test_a_map_of_names_has_each_name_at_its_place() -> None:
    base = Scene(200.0, 100.0, (Rect(0.0, 0.0, 200.0, 100.0, fill="#123456"),), name="Town")
    spots = {f"Quay {number}": (20.0 * number, 50.0) for number in range(1, 9)}
    named = name_map(base, spots, HOUSE_FALLBACK)
    assert named
    assert named.items[0] == base.items[0]
    assert name_map(base, {}, HOUSE_FALLBACK) is None
    plates = [bounds((item,)) for item in named.items[1:]]
    assert [box and box.centre for box in plates] == [pytest.approx(at, abs=0.5) for at in spots.values()]
    assert all(box and box.width < 20 for box in plates), "next to each other"
    texts = [[each.string for each in item.items[1].items if isinstance(each, Text)] for item in named.items[1:]]
    assert [" ".join(" ".join(text).split()) for text in texts] == list(spots)


def test_long_names_on_a_map_have_several_lines() -> None:
    base = Scene(200.0, 100.0, (), name="Town")
    spots = {"Bridge of the Three Old Drunken Ferrymen": (100.0, 50.0), "Quay": (110.0, 50.0), "Ford": (120.0, 50.0)}
    named = name_map(base, spots, HOUSE_FALLBACK)
    assert named
    long, quay, _ = (bounds((item,)) for item in named.items)
    assert long
    assert quay
    assert long.width <= 10
    assert long.height > 2 * quay.height


POUCH = """
    # file: pouch.yaml
    kind: component
    makes: mat
    name: Pouch
    template: net
    finished: 10 0 60 50
    # file: net.yaml
    kind: template
    size: 80 x 100
    bleed: 0
    layers:
      - {line: fold, from: [10, 50], to: [70, 50]}
      - {line: fold, from: [10, 0], to: [10, 50]}
      - {line: fold, from: [70, 0], to: [70, 50]}
      - {line: cut, from: [0, 50], to: [10, 50]}
      - {line: cut, from: [10, 50], to: [10, 100]}
      - {line: cut, from: [70, 50], to: [80, 50]}
      - {line: cut, from: [70, 100], to: [70, 50]}
      - {line: thin, from: [20, 20], to: [60, 20]}
"""


def test_the_lines_of_a_folded_mat_are_its_folds_and_cuts() -> None:
    """A first sheet that counted the outer edges alone called for a knife, but for nothing to score with."""
    (pouch,) = drawn(POUCH)
    (part,) = pouch.parts.parts
    assert len(part.folds) == 3
    assert [slit.commands for slit in part.slits] == [
        (("M", 0.0, 50.0), ("L", 10.0, 50.0), ("L", 10.0, 100.0)),
        (("M", 80.0, 50.0), ("L", 70.0, 50.0), ("L", 70.0, 100.0)),
    ]
    (sheet,) = impose(pouch.parts, Options())
    assert hand_work(sheet) == HandWork(straight=4, outlines=2, sides=4, folds=3)


def test_the_lines_of_what_is_not_folded_are_drawn_alone() -> None:
    (mat,) = drawn(POUCH.replace("    finished: 10 0 60 50\n", ""))
    (part,) = mat.parts.parts
    assert (part.folds, part.slits) == ((), ())


def test_numbers_in_settings_have_a_point_in_every_language(tmp_path: pathlib.Path) -> None:
    german = """
        # file: pack.yaml
        kind: pack
        title: Hafen
        language: de
        components: [{component: cards}]
        # file: cards.yaml
        kind: component
        makes: card
        template: card
        rows: [{name: Pier, much: 0.5}]
        # file: card.yaml
        kind: template
        size: 44 x 68
        layers:
          - {panel: ink, opacity: "{much}", at: [4, 4], size: "{10 + much} x 4"}
          - {path: "{join(['M' + text(much), 1, 'H4V4Z'], ' ')}", fill: ink, at: [20, 20]}
          - {text: "{much}", at: [4, 40], size: 30 x 8}
    """
    (target,) = find_targets([str(write(tmp_path, textwrap.dedent(german)))])
    (made,) = examine(load(target)).drawn
    found = every(made.parts.parts[0].front.items)
    assert made.errors == ()
    assert [item.string for item in found if isinstance(item, Text)] == ["0,5"]
    assert [item.opacity for item in found if isinstance(item, Group) and item.opacity < 1] == [0.5]
    assert [item.width for item in found if isinstance(item, Rect) and item.height == 4] == [10.5]
