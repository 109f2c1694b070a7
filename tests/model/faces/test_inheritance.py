from __future__ import annotations

from pnp.model.faces.inheritance import with_bases
from pnp.model.faces.layer import GroupArt, PanelArt, TextArt
from pnp.model.faces.template import Template
from tests.draw.desk import read

BASE = """
kind: template
size: 40 x 60
bleed: 2
safe: 4
shape: hexagon
corners: 1
background: paper
layers:
  - {panel: amber, name: head}
  - {name: body, group: [{text: one, name: title}, {text: two, name: line}]}
  - {icon: star}
"""


def template(text: str, name: str = "mine") -> Template:
    made = read(f"{name}.yaml", text)
    assert isinstance(made, Template)
    return made


def extended(text: str) -> Template:
    return with_bases((template(BASE, "base"), template("kind: template\nextends: base\n" + text)))[0][1]


def names(made: Template) -> list[str]:
    return [layer.name for layer in made.every_layer()]


def test_what_is_not_said_is_taken_over() -> None:
    made = extended("safe: 5\ncorners: 2\n")
    assert (made.id, made.width, made.height, made.bleed, made.safe) == ("mine", 40, 60, 2, 5)
    assert (made.shape, made.corners, made.background and made.background.text) == ("hexagon", 2, "paper")
    assert names(made) == ["head", "body", "title", "line", "icon"]


def test_a_layer_takes_the_place_of_the_one_with_its_name_in_groups_too() -> None:
    made = extended("layers: [{panel: ink, name: title}, {ellipse: ink, name: spot}, {icon: pin}]")
    assert names(made) == ["head", "body", "title", "line", "icon", "spot", "icon"]
    body = made.layers[1].art
    assert isinstance(body, GroupArt)
    assert isinstance(body.layers[0].art, PanelArt)
    assert isinstance(body.layers[1].art, TextArt)


def test_layers_are_removed_by_name_in_groups_too() -> None:
    assert names(extended("remove: [line, head]")) == ["body", "title", "icon"]


def test_spans_stay_with_the_document_that_wrote_them() -> None:
    made = extended("layers: [{panel: ink, name: title}]")
    files = {layer.name: layer.span.file for layer in made.every_layer()}
    assert (files["title"], files["line"]) == ("mine.yaml", "base.yaml")


def test_the_base_stays_as_it_is() -> None:
    base = template(BASE, "base")
    assert with_bases((base, template("kind: template\nextends: base\nremove: [head]")))[0][0] == base


def test_a_base_may_extend_another_and_stand_after() -> None:
    last = template("kind: template\nextends: middle\nremove: [head]", "last")
    middle = template("kind: template\nextends: base\nsize: poker", "middle")
    made, _ = with_bases((last, middle, template(BASE, "base")))
    assert [(each.width, len(each.layers)) for each in made] == [(63.5, 2), (63.5, 3), (40, 3)]


def test_a_pack_may_extend_the_template_of_its_own_name_in_a_kit() -> None:
    kit, own = template(BASE, "card"), template("kind: template\nextends: card\nbleed: 0", "card")
    made, _ = with_bases((kit, own))
    assert (made[1].bleed, made[1].width) == (0, 40)
    assert not made[1].damaged


def test_without_its_base_and_in_a_circle_a_template_is_damaged() -> None:
    alone = template("kind: template\nextends: nobody")
    assert with_bases((alone,))[0][0].damaged
    one, two = template("kind: template\nextends: two", "one"), template("kind: template\nextends: one", "two")
    assert all(made.damaged for made in with_bases((one, two))[0])
    assert with_bases((template("kind: template\nextends: one", "one"),))[0][0].damaged


def test_a_long_line_of_templates() -> None:
    line = [template(f"kind: template\nextends: t{index + 1}", f"t{index}") for index in range(400)]
    made, _ = with_bases((*line, template(BASE, "t400")))
    assert {each.width for each in made} == {40}
