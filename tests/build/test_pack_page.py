"""The page on packs, run."""

from __future__ import annotations

import json
import re
from pathlib import Path

from pnp.build.examine import examine
from pnp.loader import find_targets
from pnp.loader.pack import load
from tests.pipeline import ROOT, told

PAGE = (ROOT / "docs" / "pack.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r"```yaml\n# file: (\S+)\n(.*?)```", PAGE, re.DOTALL))
SCHEMA = json.loads((ROOT / "schemas" / "pack.schema.json").read_text(encoding="utf-8"))


def test_the_sample_is_right(tmp_path: Path) -> None:
    for name, content in FILES.items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    game = examine(load(find_targets([str(tmp_path)])[0]))
    assert game.report.findings == (), told(game.report)
    printed = {each.parts.component: each.parts.count for each in game.drawn}
    assert printed == {"boats": 8, "crates": 12, "more-crates": 24}


def test_every_key_is_on_the_page() -> None:
    below = (SCHEMA["properties"][key] for key in ("credit", "licence", "components", "requirements"))
    known = (SCHEMA, *(each.get("items", each) for each in below))
    known = tuple(each["anyOf"][-1] if "anyOf" in each else each for each in known)
    for key in (key for schema in known for key in schema["properties"]):
        assert re.search(rf"\b{key}\b", PAGE), key
