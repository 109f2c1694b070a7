"""Places, sizes, points and paths that depend on the row; what of them cannot be used."""

from __future__ import annotations

import pytest

from pnp.checks.template import TEMPLATE_CHECKS
from pnp.scene.items import Ellipse, Group, Item, Path, Rect
from pnp.scene.parts import Drawn
from tests.draw.desk import card, game


def shapes(drawn: Drawn, face: int = 0) -> list[Item]:
    """The shapes of a face, without their groups, in order."""

    def inside(items: tuple[Item, ...]) -> list[Item]:
        found: list[Item] = []
        for item in items:
            found += inside(item.items) if isinstance(item, Group) else [item]
        return found

    assert drawn.errors == ()
    return inside(drawn.parts.parts[face].front.items)


def box(item: Item) -> tuple[float, float, float, float]:
    if isinstance(item, Ellipse):
        found = item.cx - item.rx, item.cy - item.ry, item.cx + item.rx, item.cy + item.ry
    else:
        assert isinstance(item, Rect)
        found = item.x, item.y, item.x + item.width, item.y + item.height
    return tuple(round(side, 4) for side in found)  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("place", "row", "expected"),
    [
        ('at: ["{x}", "{2 * y + 1}"], size: 4', "{x: 3, y: 5}", (3, 11, 7, 15)),
        ('at: "{spot}", size: "{w} x {w / 3}"', '{spot: "12, 5", w: 4}', (12, 5, 16, 6.3333)),
        (
            'at: "{spot}", size: "{w}"',
            "{spot: '1 in, 2 mm', w: 4}",
            (25.4, 2, 29.4, 6),
        ),
        ('at: "{[x, 2]}", size: 4', "{x: 3}", (3, 2, 7, 6)),
        ('where: "{side}, {w / 2} mm x 0.5 in"', "{side: top left, w: 5}", (0, 0, 2.5, 12.7)),
        ('at: ["{10 * sin(30)}", "{sqrt(2)}"], size: "{cos(60)} cm"', "{}", (5, 1.4142, 10, 6.4142)),
    ],
)
def test_a_place_follows_the_row(place: str, row: str, expected: tuple[float, ...]) -> None:
    (drawn,) = shapes(card(f"[{{ellipse: amber, {place}}}]", f"[{row}]"))
    assert box(drawn) == expected


def test_rows_with_different_places_are_not_drawn_alike() -> None:
    layers = '[{polygon: [[0, 0], ["{w}", 0], [0, 5]], fill: ink}, {path: "M0 0H{w}V3Z", fill: ink}]'
    drawn = card(layers, "[{w: 10}, {w: 20}, {w: 10}]")
    first, second, third = (shapes(drawn, face) for face in range(3))
    assert first == third
    assert first[0] != second[0]
    assert first[1] != second[1]
    assert isinstance(second[1], Path)
    assert ("L", 20.0, 0.0) in second[1].commands


def test_others_stay_below_a_layer_whose_place_depends_on_the_row() -> None:
    layers = '[{panel: amber, where: "top, {h} high, inset 1", name: head}, {ellipse: ink, where: "below head, 4 x 4"}]'
    drawn = card(layers, "[{h: 10}, {h: 30}]")
    assert [box(shapes(drawn, face)[1])[1] for face in (0, 1)] == [11, 31]


def test_the_layer_to_lean_on_may_depend_on_the_row() -> None:
    layers = (
        '[{panel: amber, where: "top, 10 high, inset 1", name: head}, '
        '{panel: amber, where: "bottom, 20 high, inset 1", name: foot}, {ellipse: ink, where: "in {which}, 4 x 4"}]'
    )
    drawn = card(layers, "[{which: head}, {which: foot}]")
    assert [box(shapes(drawn, face)[2])[1] for face in (0, 1)] == [4, 47]


def test_items_of_a_repetition_have_places_of_their_own() -> None:
    layers = (
        '[{ellipse: amber, size: 4, at: ["{dot[0]}", "{10 * index}"], name: dots, '
        "repeat: {each: dot, in: [[1, 2], [5, 6], [9, 9]]}}, {panel: ink, where: in dots}]"
    )
    *dots, panel = shapes(card(layers))
    assert [box(dot)[:2] for dot in dots] == [(1, 10), (5, 20), (9, 30)]
    assert box(panel) == (1, 10, 13, 34), "the box of a repeated layer holds all its items"


@pytest.mark.parametrize("place", ['size: 4, at: ["{a + 1}", 1]', 'size: "{a + 1}", at: [1, 1]', 'radius: "{a + 1}"'])
def test_the_face_of_a_row_lacks_an_item_that_cannot_be_placed(place: str) -> None:
    drawn = card(f"[{{panel: amber, {place}, repeat: {{each: a, in: ['x', 3]}}}}]")
    assert len(drawn.errors) == 1
    assert len(drawn.incomplete) == 1


def test_cells_of_a_repetition_may_depend_on_the_row() -> None:
    layers = '[{ellipse: amber, repeat: {in: 2, gap: "{g}", cell: "{c} x 5"}}]'
    first, second = shapes(card(layers, "[{g: 2, c: 8}]"))
    assert box(second)[0] - box(first)[2] == 2
    assert box(first)[2] - box(first)[0] == 8


def test_ends_of_lines_radius_and_sides_may_depend_on_the_row() -> None:
    layers = (
        '[{line: thin, from: "{a}", to: ["{x}", 5]}, {line: thin, from: "{x}, 1", to: top left}, '
        '{panel: amber, radius: "{x / 4}", where: inset 5}, '
        '{polygon: "{n}", fill: ink, where: inset 5}, {polygon: "{c}", fill: ink, at: [5, 5]}]'
    )
    drawn = shapes(card(layers, '[{a: bottom right, x: 10, n: 5, c: "0 0 10 0 5 8"}]'))
    first, second, panel, regular, given = drawn
    assert isinstance(first, Path)
    assert first.commands == (("M", 41.636364, 63.0), ("L", 10.0, 5.0))  # an end at the edge goes on to the bleed
    assert isinstance(second, Path)
    assert second.commands[0] == ("M", 10.0, 1.0)
    assert isinstance(panel, Rect)
    assert panel.radius == 2.5
    assert isinstance(regular, Path)
    assert isinstance(given, Path)
    assert (len(regular.commands), len(given.commands)) == (6, 4)


def test_a_list_of_points_is_a_line_through_them() -> None:
    (path,) = shapes(card('[{path: "M {[[9 + n / 3, n * n + 9] for n in range(3)]}", outline: thin}]'))
    assert isinstance(path, Path)
    assert [tuple(round(each, 6) for each in step[1:]) for step in path.commands] == [
        (9, 9),
        (9.333333, 10),
        (9.666667, 13),
    ]


def test_a_hidden_layer_needs_no_place() -> None:
    layers = '[{ellipse: amber, size: 4, at: ["{x}", 1], show-when: x}]'
    assert shapes(card(layers, '[{x: ""}]')) == []
    repeated = '[{ellipse: amber, size: 4, at: ["{a}", 1], show-when: a, repeat: {each: a, in: ["", 3]}}]'
    assert len(shapes(card(repeated))) == 1


@pytest.mark.parametrize(
    ("layer", "row", "message"),
    [
        ('ellipse: ink, at: ["{x}", 1]', "{x: left}", "'at' cannot be used: 'left' is no length"),
        ('ellipse: ink, at: ["{x}", 1]', '{x: "25,5"}', "'at' cannot be used: '25,5' is no length"),
        ('ellipse: ink, at: ["{x}", 1]', "{x: 9000}", "'at' cannot be used: '9000' is not between -5000 and 5000 mm"),
        ('ellipse: ink, at: ["{x}", 1]', '{x: ""}', "'at' is empty"),
        ('ellipse: ink, at: ["{x}", 1]', "{x: true}", "'at' cannot be used: 'yes' is no length"),
        ('ellipse: ink, at: "{x}"', "{x: 12}", "'at' cannot be used: '12' is no point"),
        ('ellipse: ink, size: "{x}"', "{x: 0}", "'size' cannot be used: '0' is no size above 0 and up to 5000 mm"),
        (
            'ellipse: ink, size: "{x} x 3"',
            "{x: -3}",
            "'size' cannot be used: '-3 x 3' is no size above 0 and up to 5000 mm",
        ),
        ('ellipse: ink, size: "{x} x 3"', "{x: nan}", "'size' cannot be used: 'nan' is no length in 'nan x 3'"),
        (
            'ellipse: ink, where: "{x}, 3 high"',
            "{x: tpo}",
            "'where' cannot be used: 'tpo' is no placement in 'tpo, 3 high'",
        ),
        ('ellipse: ink, where: "{x} wide"', "{x: -3}", "'where' cannot be used: '-3 wide' is no placement"),
        ('ellipse: ink, where: "{x} wide"', "{x: 70000}", "'where' cannot be used: the box is larger than 5000 mm"),
        ('path: "M0 0 L{x} 5"', "{x: up}", "'path' cannot be used: "),
        ('path: "{x}"', "{x: M}", "'path' cannot be used: "),
        ('polygon: "{x}"', "{x: 2}", "'polygon' cannot be used: '2' is no polygon"),
        ('polygon: "{x}"', '{x: "1 2 3 4 5"}', "'polygon' cannot be used: '1 2 3 4 5' is no polygon"),
        ('panel: ink, radius: "{x}"', "{x: -1}", "'radius' cannot be used: '-1' is not between 0 and 5000 mm"),
        ('line: thin, from: "{x}"', "{x: nowhere}", "'from' cannot be used: 'nowhere' is no placement"),
        ('ellipse: ink, turn: "{x}"', "{x: half}", "'turn' cannot be used: 'half' is no number of degrees"),
        (
            'ellipse: ink, turn: "{x}"',
            '{x: "1e999999999"}',
            "'turn' cannot be used: '1e999999999' is no number of degrees",
        ),
        ('ellipse: ink, repeat: {in: 2, gap: "{x}"}', "{x: wide}", "'gap' cannot be used: 'wide' is no length"),
    ],
)
def test_a_value_that_cannot_be_used_names_the_setting_the_value_and_the_row(
    layer: str, row: str, message: str
) -> None:
    drawn = card(f"[{{{layer}}}, {{panel: amber, where: inset 1}}]", f"[{row}]")
    (error,) = drawn.errors
    assert error.kind == "value"
    assert error.fault.message.startswith(message)
    assert error.fault.rows == ("1",)
    single = "{x}" in layer
    assert error.fault.span.file == ("cards.yaml" if single else "card.yaml")
    assert drawn.parts.parts[0].front.items, "other layers are drawn"


def faults(layers: str) -> list[str]:
    template = f"# file: card.yaml\nkind: template\nsize: 40 x 60\nlayers: {layers}\n"
    return [finding.message for check in TEMPLATE_CHECKS for finding in check.run(game(template))]


def test_what_is_wrong_for_every_row_is_found_without_rows() -> None:
    unused = "no component uses the template 'card'"
    assert [each for each in faults('[{panel: ink, where: "below haed, {x} high"}]') if each != unused] == [
        "'below haed': no layer before this one is named 'haed'"
    ]
    assert [each for each in faults('[{panel: ink, where: "below {x}, 3 high"}]') if each != unused] == []
    (only,) = (each for each in faults('[{panel: ink, at: ["{x +}", 3]}]') if each != unused)
    assert only == "the expression ends too early, after '+'"
