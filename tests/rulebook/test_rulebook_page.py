"""The page on rulebooks, run."""

from __future__ import annotations

import json
import re
import textwrap
from pathlib import Path

import pytest

from pnp.build.examine import Examined, examine
from pnp.build.rules import illustrated
from pnp.loader import find_targets
from pnp.loader.pack import load
from pnp.rulebook.document import Heading, plain
from pnp.rulebook.markdown import write_markdown
from tests.pipeline import ROOT, told

PAGE = (ROOT / "docs" / "rulebook.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r"```yaml\n# file: (\S+)\n(.*?)```", PAGE, re.DOTALL))
SCHEMA = json.loads((ROOT / "schemas" / "rulebook.schema.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Examined:
    folder: Path = tmp_path_factory.mktemp("rules")
    for name, content in FILES.items():
        (folder / name).write_text(content, encoding="utf-8")
    return examine(load(find_targets([str(folder)])[0]))


def test_the_sample_is_right(game: Examined) -> None:
    assert game.report.findings == (), told(game.report)


def test_the_sample_prints_what_the_page_says(game: Examined) -> None:
    (document,) = game.documents.values()
    assert document.title == "Harbour"
    written = write_markdown(document)
    for words in ("“land” or wait – landing", "it has 6 places", "takes 3 crates", "it is 3 moves", "12 of them"):
        assert words in written, words
    assert "The **tide** waits" in written
    assert "carry a \\[star\\]\u00a0lamp" in written
    titles = [plain(heading.line) for heading in document.headings()]
    assert "Tables" in titles
    assert [table.id for table in document.tables][:3] == ["shares", "ways", "tides"]
    reference = [plain(block.line) for block in document.reference if isinstance(block, Heading)]
    assert reference == ["Set-up", "Your turn", "Storm", "Tables"]


@pytest.mark.slow
def test_the_diagrams_on_the_page_are_drawn(tmp_path: Path) -> None:
    shown = PAGE.split("## Diagrams")[1].split("```yaml\n")[1].split("```")[0]
    rules = FILES["rules.yaml"].replace(
        "      - note: The tide", textwrap.indent(shown, "      ") + "      - note: The tide"
    )
    for name, content in {**FILES, "rules.yaml": rules}.items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    game = examine(load(find_targets([str(tmp_path)])[0]))
    assert game.report.findings == (), told(game.report)
    (document,) = game.documents.values()
    panels = illustrated(document, game.facts).panels()
    assert len(panels) == 5, "the gallery and the diagram of the sample, and those of the page"
    assert all(panel.svg for panel in panels)


@pytest.mark.slow
@pytest.mark.parametrize("heading", ["Components with pictures", "The table at the beginning", "Faces with call-outs"])
def test_the_pictures_of_components_on_the_page_are_drawn(tmp_path: Path, heading: str) -> None:
    shown = PAGE.split(f"## {heading}\n")[1].split("```yaml\n- ")[1].split("```")[0]
    rules = FILES["rules.yaml"].replace(
        "      - note: The tide", textwrap.indent(f"- {shown}", "      ") + "      - note: The tide"
    )
    for name, content in {**FILES, "rules.yaml": rules}.items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    game = examine(load(find_targets([str(tmp_path)])[0]))
    assert game.report.findings == (), told(game.report)
    panels = illustrated(game.documents["rules"], game.facts).panels()
    assert len(panels) == 3, "the gallery, the diagram, and that of the page"
    assert all(panel.svg for panel in panels)


def keys(schema: object) -> set[str]:
    """The keys that a schema names, of every mapping in it."""
    match schema:
        case dict():
            own = set(schema["properties"]) if isinstance(schema.get("properties"), dict) else set[str]()
            return own.union(*(keys(value) for key, value in schema.items() if key != "words"))
        case list():
            return set[str]().union(*map(keys, schema))
        case _:
            return set()


def test_every_key_is_on_the_page() -> None:
    table = json.loads((ROOT / "schemas" / "table.schema.json").read_text(encoding="utf-8"))
    for key in (keys(SCHEMA) | keys(table)) - {"kind"}:
        assert re.search(rf"\b{key}\b", PAGE), key
