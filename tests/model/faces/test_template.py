from __future__ import annotations

import json
from pathlib import Path

import pytest

from pnp.model.faces.layer import COMMON, KINDS, GroupArt, PatternArt, TextArt
from pnp.model.faces.layer_formulas import bindings, expressions
from pnp.model.faces.template import Template
from tests.draw.desk import read

SCHEMAS = Path(__file__).resolve().parents[3] / "schemas"


def template(layers: str) -> Template:
    found = read("card.yaml", f"kind: template\nsize: 44 × 68\nlayers: {layers}")
    assert isinstance(found, Template)
    return found


def test_a_template_has_a_bleed_and_a_safe_zone_unless_it_says_otherwise() -> None:
    found = template("[]")
    assert (found.width, found.height, found.bleed, found.safe, found.shape) == (44, 68, 3, 3, "rectangle")


def test_the_reader_knows_every_setting_of_the_schema() -> None:
    schema = json.loads((SCHEMAS / "template.schema.json").read_text(encoding="utf-8"))
    layer = schema["$defs"]["layer"]
    assert set(layer["properties"]) == {*KINDS, *COMMON, *(name for names in KINDS.values() for name in names)}
    assert [branch["required"] for branch in layer["oneOf"]] == [[kind] for kind in KINDS]


def test_layers_within_layers_are_walked() -> None:
    found = template("[{group: [{text: a}, {group: [{icon: pin}]}]}, {panel: ink}]")
    assert [layer.kind for layer in found.every_layer()] == ["group", "text", "group", "icon", "panel"]
    assert isinstance(found.layers[0].art, GroupArt)


def test_formulas_are_found_wherever_they_stand() -> None:
    layer = template(
        "[{panel: '{a}', outline: '{b}', turn: '{c}', show-when: d, repeat: {in: e}, where: fill}]"
    ).layers[0]
    assert [formula.text for formula in bindings(layer)] == ["{a}", "{b}", "{c}"]
    assert [formula.text for formula in expressions(layer)] == ["d", "e"]


@pytest.mark.parametrize(("fit", "least"), [("error", None), ("shrink to 9 pt", 9), ("shrink to 7.5pt", 7.5)])
def test_how_a_text_may_shrink(fit: str, least: float | None) -> None:
    (layer,) = template(f"[{{text: a, fit: {fit}}}]").layers
    assert isinstance(layer.art, TextArt)
    assert layer.art.least == least


def test_lists_are_read_as_they_are_written() -> None:
    (layer,) = template("[{pattern: dots, repeat: {each: n, in: [1, two, {x: 3}]}}]").layers
    assert isinstance(layer.art, PatternArt)
    assert layer.repeat is not None
    assert layer.repeat.items == (1, "two", {"x": 3})


def test_settings_of_other_kinds_are_idle() -> None:
    (layer,) = template("[{panel: ink, fit: error, radius: 2}]").layers
    assert [setting.name for setting in layer.idle] == ["fit"]


@pytest.mark.parametrize(
    ("size", "shape", "height"),
    [
        ("30", "hexagon", 34.641),
        ("counter", "hexagon", 18.331),
        ("30 x 30", "hexagon", 30),
        ("30 x 26", "hexagon", 26),
        ("30", "circle", 30),
        ("30", "rectangle", 30),
    ],
)
def test_a_hexagon_of_one_measure_is_regular(size: str, shape: str, height: float) -> None:
    found = read("token.yaml", f"kind: template\nsize: {size}\nshape: {shape}\nlayers: []")
    assert isinstance(found, Template)
    assert found.height == pytest.approx(height, abs=0.001)
