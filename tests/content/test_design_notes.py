"""The design notes of the games: every figure in them is computed from the game again, by the tables in `notes/`."""

from __future__ import annotations

import re
from collections import defaultdict
from fractions import Fraction
from itertools import takewhile
from pathlib import Path

import networkx as nx
import pytest

from pnp.model.rulebook import RuleErrors, read_rulebook
from pnp.rulebook import build_rulebook
from pnp.rulebook.document import Paragraph, RulebookDocument, plain
from pnp.rulebook.markdown import write_markdown
from tests.content.test_taxicab import State, addresses, lanes
from tests.games import examined
from tests.pipeline import ROOT
from tests.rulebook.harbour import root_of

FIGURES = sorted((Path(__file__).parent / "notes").glob("*.yaml"))


def flat(text: str) -> str:
    """The text on one line, without the marks of Markdown."""
    return re.sub(r"\s+", " ", text.replace("\\", "").replace("**", "").replace("\u00a0", " "))


def cells(markdown: str) -> list[tuple[str, ...]]:
    """The rows of all tables."""
    lines = (line.strip().strip("|").split("|") for line in markdown.splitlines() if line.strip().startswith("|"))
    return [tuple(flat(cell).strip() for cell in line) for line in lines]


def computed(path: Path) -> RulebookDocument:
    facts = examined(path.stem).facts
    document, errors = build_rulebook(
        read_rulebook(root_of(path.read_text(encoding="utf-8"), path.name), "notes"), facts
    )
    assert errors == RuleErrors(), errors
    return document


@pytest.mark.nightly
@pytest.mark.parametrize(
    "path", [pytest.param(path, marks=pytest.mark.xdist_group(path.stem), id=path.stem) for path in FIGURES]
)
def test_the_figures_of_the_notes_are_those_of_the_game(path: Path) -> None:
    document = computed(path)
    notes = (ROOT / "content" / path.stem / "design-notes.md").read_text(encoding="utf-8")
    paragraphs = (plain(block.line) for block in document.blocks if isinstance(block, Paragraph))
    said = list(takewhile(lambda line: not line.startswith(document.credit), paragraphs))
    assert len(said) >= 3
    for line in said:
        assert flat(line) in flat(notes), line
    rows, wanted = cells(notes), cells(write_markdown(document))
    assert len(wanted) > 10
    for row in wanted:
        assert row in rows or set("".join(row)) <= set(":- "), row


@pytest.mark.slow
def test_the_mean_drive_of_a_taxicab_over_all_headings() -> None:
    back = lanes().reverse()
    on: dict[tuple[int, int], list[State]] = defaultdict(list)
    for state in back:
        on[state[0]].append(state)
    sites, drives = addresses(), []
    for (block, _), squares in sites.items():
        far = nx.multi_source_dijkstra_path_length(back, {state for square in squares for state in on[square]})
        for (other, _), beside in sites.items():
            if abs(block[0] - other[0]) + abs(block[1] - other[1]) >= 2:
                ways = [far[state] for square in beside for state in on[square]]
                drives.append(Fraction(sum(ways), len(ways)))
    mean = f"{float(sum(drives) / len(drives)):.1f} squares over all headings"
    assert mean in flat((ROOT / "content" / "taxicab" / "design-notes.md").read_text(encoding="utf-8"))
