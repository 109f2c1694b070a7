"""The gallery leaves nothing out: every key and every choice of faces, components, themes, icons and profiles is used.

What is not has its reason here. A new kind of layer or component fails this test until the gallery shows it.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from pnp.model.faces.layer import PATTERNS
from tests.pipeline import ROOT

from .usage import SCHEMAS, offered, used

GALLERY = Path(__file__).parent

KINDS = ("pack", "component", "table", "template", "theme", "icons", "profile")

OTHERS = {
    r"[\w-]+-map": "maps are drawn by tests/draw",
    r"map-style|kit|requirements": "what maps look like and what must hold of them: tests/draw, tests/network",
    r"rulebook": "texts: tests/rulebook",
    r"translation": "texts, each in every bundled language: tests/content/test_translations.py",
    r"common|report|list|inspect|plan": "no documents",
}
"""Why documents of other schemas are not looked at."""

REASONS = {
    r"\w+ accept|\w+/accept \w+": "a gallery has nothing to accept",
    r"pack/\w+ link|pack/credit changes": "words on the first sheet: tests/sheet/test_first_sheet.py",
    r"pack/requirements(/severity)? \w+": "nothing of a requirement is drawn",
    r"component/fields(/list-of)? [\w-]+": "short forms are used; long ones: tests/model/test_component.py",
    r"theme fonts|theme/fonts [\w-]+|theme/(type|inline) file": "a font file is large: tests/draw/test_look_fonts.py",
    r"theme/variants (type|inline)|theme/variants/(type|inline|lines)(/figures)? [\w-]+": "as in a theme",
    r"template/size [\w-]+ landscape": "the same size on its side: tests/model/faces/test_template_sizes.py",
    r"template/size (business|credit|jumbo|oversize)": "used on its side",
    r"(template/(background|layers/(ellipse|fill|ground))|theme/variants/gradients)[\w/]* [\w ]+": "as in a panel",
    r"(template/layers/panel|theme/gradients)/(around|towards) [\w ]+": "others: tests/draw/layers/test_effects.py",
    r"template/layers/mirror [xy]": "other words: tests/draw/layers/test_artwork_cropping.py",
    r"profile/paper \w+": "every paper is imposed below, and is an option of the command",
    r"profile/(sizes|products/size) [\w-]+": "the names of the sizes of templates",
    r"table (accept|name)|table/things/players \w+": "a gallery has nothing to accept",
    r"component finished": "what pictures of a table show of a folded mat: tests/draw/test_pictures.py",
    r"component product": "a name for an order: tests/build/test_service.py",
    r"profile/flip long": "the default, imposed below",
}
"""Why the gallery lacks something, by a pattern of the places and names that it lacks."""


@cache
def documents() -> tuple[dict[str, Any], ...]:
    """What the gallery and the profiles of the house say."""
    paths = [*sorted(GALLERY.rglob("*.yaml")), *sorted((ROOT / "content" / "house" / "profiles").glob("*.yaml"))]
    return tuple(yaml.safe_load(path.read_text(encoding="utf-8")) for path in paths)


@cache
def lacking() -> frozenset[str]:
    """The keys and choices that nothing uses, as `place name`."""
    spots = frozenset().union(*map(offered, KINDS))
    there = frozenset().union(*(used(each["kind"], each) for each in documents() if each["kind"] in KINDS))
    return frozenset(" ".join(spot) for spot in spots - there)


def test_no_kind_of_document_is_forgotten() -> None:
    kinds = {name.removesuffix(".schema.json") for name in SCHEMAS} - set(KINDS)
    assert not [kind for kind in kinds if not any(re.fullmatch(known, kind) for known in OTHERS)]


@pytest.mark.slow
def test_what_the_gallery_lacks_has_a_reason() -> None:
    without = [spot for spot in sorted(lacking()) if not any(re.fullmatch(known, spot) for known in REASONS)]
    assert not without


@pytest.mark.parametrize("known", REASONS)
def test_no_reason_is_without_need(known: str) -> None:
    assert any(re.fullmatch(known, spot) for spot in lacking())


def test_every_size_is_used_one_way_or_the_other() -> None:
    sizes = {each.get("size") for each in documents() if each["kind"] == "template"}
    names = {name for path, name in offered("template") if path == "template/size" and not name.endswith("landscape")}
    assert not {name for name in names if not {name, f"{name} landscape"} & sizes}


def test_every_pattern_is_used() -> None:
    rows = next(each["rows"] for each in documents() if each.get("name") == "Patterns")
    assert set(PATTERNS) < {row["title"] for row in rows}


def test_the_walk_along_a_schema_sees_what_is_used_and_no_more() -> None:
    face = {"kind": "template", "shape": "circle", "layers": [{"group": [{"icon": "sun", "align": "left"}]}]}
    found = used("template", face)
    assert found == {
        ("template", "kind"),
        ("template", "shape"),
        ("template/shape", "circle"),
        ("template", "layers"),
        ("template/layers", "group"),
        ("template/layers", "icon"),
        ("template/layers", "align"),
        ("template/layers/align", "left"),
    }
    assert found < offered("template")


def test_the_rules_show_every_kind_of_diagram() -> None:
    (rules,) = (each for each in documents() if each["kind"] == "rulebook" and not {"language", "title"} & set(each))
    schema = SCHEMAS["rulebook.schema.json"]["$defs"]["diagram"]["properties"]
    blocks = [block for section in rules["sections"] for block in section["text"]]
    shown = [
        each
        for block in blocks
        if isinstance(block, dict) and "diagram" in block
        for each in (block["diagram"] if isinstance(block["diagram"], list) else [block["diagram"]])
    ]
    written = [each for each in shown if isinstance(each, dict)]
    assert set().union(*written) == set(schema)
    assert {each["show"] for each in written if "show" in each} == set(schema["show"]["enum"])


def test_the_guide_shows_every_kind_of_picture_of_components() -> None:
    (guide,) = (each for each in documents() if each.get("title") == "The guide" and each["kind"] == "rulebook")
    places = {f"rulebook/sections/text/{name}" for name in ("components", "face", "set-up")}
    places.add("rulebook/index")
    spots = {(path, name) for path, name in offered("rulebook") if any(path.startswith(place) for place in places)}
    assert spots - used("rulebook", guide) == set()
    assert len(spots) > 20
