"""The pages at the root and the glossary: their links lead somewhere, and what the README shows is what is printed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from tests.cli.conftest import Run
from tests.docs.walk import blocks
from tests.pipeline import ROOT

PAGES = (
    "README.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "CHANGELOG.md",
    *(f"docs/{each.name}" for each in sorted(ROOT.glob("docs/*.md"))),
)
README = (ROOT / "README.md").read_text(encoding="utf-8")
GUIDE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def anchors(page: Path) -> set[str]:
    heads = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


@pytest.mark.parametrize("name", PAGES)
def test_links_lead_to_files_and_headings(name: str) -> None:
    page = ROOT / name
    text = page.read_text(encoding="utf-8")
    for target, _, anchor in (link.partition("#") for link in re.findall(r"\]\(([^)]+)\)", text)):
        there = page.parent / target if target else page
        assert there.exists(), target
        assert not anchor or anchor in anchors(there), f"{target}#{anchor}"


def test_the_map_of_the_readme_has_the_findings_that_it_shows(pnp: Run, work: Path) -> None:
    shown = {block.kind: block.text for block in blocks(README) if block.kind in ("yaml", "text")}
    Path("harbour.yaml").write_text(shown["yaml"], encoding="utf-8")
    assert pnp("check", "harbour.yaml").out.startswith(shown["text"])
    fixed = shown["yaml"].replace("  - Ferry -> Market", "  - Market -- Pier\n  - Ferry -> Market")
    Path("harbour.yaml").write_text(fixed, encoding="utf-8")
    assert "3 of 3 requirements on maps proved" in pnp("check", "harbour.yaml").out


def test_every_page_is_linked_from_the_readme() -> None:
    pages = {path.relative_to(ROOT).as_posix() for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"))} - {
        "README.md"
    }
    assert pages <= set(re.findall(r"\]\(([^)#]+)\)", README))


def test_every_page_is_in_the_navigation_of_the_site() -> None:
    listed = set(re.findall(r": ([\w-]+\.md)$", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), re.MULTILINE))
    assert {path.name for path in ROOT.glob("docs/*.md")} <= listed


def test_the_files_that_the_guide_names_exist() -> None:
    named = set(re.findall(r"`((?:pnp|tests|docs)/[\w./]+|\.ci/\w+)`", GUIDE))
    assert len(named) > 8
    assert [name for name in sorted(named - {"pnp/a/b.py", "tests/a/test_b.py"}) if not (ROOT / name).exists()] == []


def test_each_change_is_one_line_in_a_group() -> None:
    _, *versions = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").split("\n## ")
    for version in versions:
        lines = [line for line in version.splitlines()[1:] if line]
        assert lines[0].startswith("### ")
        heads = [line.removeprefix("### ") for line in lines if line.startswith("#")]
        assert heads == [group for group in ("Added", "Changed", "Fixed", "Removed") if group in heads]
        assert [line for line in lines if not line.startswith(("### ", "- "))] == []


def test_a_glossary_row_is_a_term_and_its_meaning() -> None:
    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    terms = [row for row in re.findall(r"^\| ([^|]+) \| [^|]+ \|$", text, re.MULTILINE) if row != "term"]
    assert len(terms) > 60
    assert len(terms) == len(set(terms)), "each term is defined once"


def test_workflows_run_what_the_guide_says() -> None:
    folder = ROOT / ".github" / "workflows"
    jobs = yaml.safe_load((folder / "ci.yml").read_text(encoding="utf-8"))["jobs"]
    assert {"run": ".ci/run"} in jobs["check"]["steps"]
    nightly = yaml.safe_load((folder / "nightly.yml").read_text(encoding="utf-8"))["jobs"]
    assert {"run": ".ci/nightly"} in nightly["search"]["steps"]
    night, push = ((ROOT / ".ci" / name).read_text(encoding="utf-8") for name in ("nightly", "run"))
    assert '.venv/bin/pytest -m "slow or nightly" || status=1' in night.splitlines()
    assert any(line.endswith(" .venv/bin/pytest -m slow") for line in push.splitlines())
    assert ".ci/lint" in map(str.strip, push.splitlines())
    hooks = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))["repos"][0]["hooks"]
    lint = (ROOT / ".ci" / "lint").read_text(encoding="utf-8")
    assert all(hook["entry"].split()[0].removeprefix(".venv/bin/") in lint for hook in hooks)
