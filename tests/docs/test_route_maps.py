"""The page on route maps, followed to the letter."""

from __future__ import annotations

import json
import re
from pathlib import Path

from tests.cli.conftest import Run
from tests.docs.walk import blocks, follow_page
from tests.pipeline import ROOT

PAGE = (ROOT / "docs" / "route-maps.md").read_text(encoding="utf-8")


def test_what_it_says_happens(pnp: Run, work: Path) -> None:
    follow_page(blocks(PAGE), pnp)


def test_it_names_every_key_of_a_road() -> None:
    schema = json.loads((ROOT / "schemas" / "area-map.schema.json").read_text(encoding="utf-8"))
    keys = {key for form in schema["properties"]["roads"]["items"]["anyOf"] for key in form.get("properties", ())}
    table = PAGE.partition("## Keys of a road")[2].partition("\n## ")[0]
    assert set(re.findall(r"`([a-z-]+)(?:: [^`]*)?`", table)) >= keys
