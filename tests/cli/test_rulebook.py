"""`pnp rulebook`: the rules, written under their names or not at all."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest

from tests.build.conftest import CARDS, files
from tests.cli.conftest import Run
from tests.packs import harbour
from tests.pipeline import write

TABLES = {"harbour/tables/components.csv"}


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ([], {"harbour/rulebook.pdf", "harbour/rulebook.md", "harbour/rulebook.html", *TABLES}),
        (["--format", "md"], {"harbour/rulebook.md"}),
        (["--format", "csv"], TABLES),
        (["--format", "html", "--format", "pdf"], {"harbour/rulebook.html", "harbour/rulebook.pdf"}),
    ],
)
def test_what_is_asked_for_is_written(pnp: Run, game: Path, options: list[str], expected: set[str]) -> None:
    ran = pnp("rulebook", game, *options)
    assert (ran.status, ran.err) == (0, "")
    assert set(files()) == expected
    assert ran.out.startswith(f"harbour → output/harbour/  {len(expected)} file")


def test_the_rules_say_what_is_computed(pnp: Run, game: Path) -> None:
    pnp("rulebook", game)
    written = files()
    assert "Everyone has 2 sailors." in written["harbour/rulebook.md"].decode()
    assert "Everyone has 2 sailors." in written["harbour/rulebook.html"].decode()
    document = pypdfium2.PdfDocument(Path("output/harbour/rulebook.pdf"))
    assert "Everyone has 2 sailors." in " ".join(page.get_textpage().get_text_range() for page in document)
    assert [line.rstrip() for line in written["harbour/tables/components.csv"].decode().splitlines()] == [
        "Component,Count",
        "Boats,3",
        "Chart,1",
    ]


def test_a_game_with_an_error_writes_no_rules_and_the_others_go_on(pnp: Run, game: Path) -> None:
    write(Path("lake"), CARDS.replace("{crew(1)}", "{crow(1)}"))
    ran = pnp("rulebook", "lake", game, "--format", "md")
    assert ran.status == 1
    assert "lake/rules.yaml:4:26  error  unknown function 'crow'" in ran.err
    assert "lake: nothing was written; mend the errors first" in ran.err
    assert set(files()) == {"harbour/rulebook.md"}


def test_a_game_without_rules_writes_none(pnp: Run, work: Path) -> None:
    text = harbour(("  - rules.yaml\n", ""))
    write(work / "harbour", text[: text.index("# file: rules.yaml")])
    ran = pnp("rulebook", "harbour")
    assert (ran.status, ran.err) == (
        0,
        "harbour: nothing was written; it has no rules in this language: add a document of 'kind: rulebook'\n",
    )
    assert not Path("output").exists()


def test_a_rulebook_alone(pnp: Run, work: Path) -> None:
    Path("rules.yaml").write_text("kind: rulebook\nsections: [{title: Boats, text: 'There are {2 * 3} boats.'}]\n")
    assert pnp("rulebook", "rules.yaml", "--format", "md").status == 0
    assert "There are 6 boats." in files()["rules/rulebook.md"].decode()
