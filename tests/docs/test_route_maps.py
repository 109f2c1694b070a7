"""The page on route maps, followed to the letter."""

from __future__ import annotations

import json
import re
from pathlib import Path

from pnp.expression import StepBudget, parse
from pnp.facts import gather_facts
from pnp.model.maps.area_map import AreaMap
from pnp.network import lower
from tests.cli.conftest import Run
from tests.docs.walk import blocks, follow_page
from tests.draw.desk import game
from tests.pipeline import ROOT

PAGE = (ROOT / "docs" / "route-maps.md").read_text(encoding="utf-8")


def test_what_it_says_happens(pnp: Run, work: Path) -> None:
    follow_page(blocks(PAGE), pnp)


def test_expressions_evaluate_to_what_it_says() -> None:
    text = next(block.text for block in blocks(PAGE) if block.text.startswith("# file: express.yaml"))
    found = game(text)
    networks = {each.id: lower(each).network for each in found.all(AreaMap)}
    environment = gather_facts(found, networks).environment
    rows = re.findall(r"^\| `(.*)` \| `(.*)` \|$", PAGE.partition("## Roads in expressions")[2], re.MULTILINE)
    assert len(rows) == 3
    for expression, value in rows:
        found_value = parse(expression).evaluate(environment, StepBudget(10_000))
        assert (", ".join(map(str, found_value)) if isinstance(found_value, tuple) else str(found_value)) == value


def test_it_names_every_key_of_a_road() -> None:
    schema = json.loads((ROOT / "schemas" / "area-map.schema.json").read_text(encoding="utf-8"))
    keys = {key for form in schema["properties"]["roads"]["items"]["anyOf"] for key in form.get("properties", ())}
    table = PAGE.partition("## Keys of a road")[2].partition("\n## ")[0]
    assert set(re.findall(r"`([a-z-]+)(?:: [^`]*)?`", table)) >= keys
