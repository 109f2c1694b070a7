"""The document as Markdown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from pnp.rulebook.document import (
    BoxedBlocks,
    Heading,
    IconPiece,
    Line,
    Link,
    ListBlock,
    Paragraph,
    RulebookDocument,
    Table,
    TextPiece,
)
from pnp.rulebook.markdown import write_markdown
from tests.rulebook.harbour import document_of

HOSTILE = [
    "<script>alert(1)</script>",
    "*not bold* _nor italic_ **at all**",
    "a | b",
    "[link](https://example.org)",
    "![image](x.png)",
    "# no heading",
    "- no point",
    "1. no step",
    "> no quote",
    "`no code` ~~kept~~",
    "&amp; &#35; stay",
    "https://example.org www.example.org",
    "<!-- --> \\ \\* $x$",
    "---",
    "=== +x",
    "    four blanks",
]


def document(*blocks: Any) -> RulebookDocument:
    return RulebookDocument("x", "X", "en", tuple(blocks))


def body(*blocks: Any) -> str:
    return write_markdown(document(*blocks)).partition("\n\n")[2].rstrip("\n")


def parsed(text: str) -> list[Any]:
    return list(MarkdownIt("commonmark").enable("table").enable("strikethrough").parse(text))


def words(text: str) -> list[tuple[str, frozenset[str]]]:
    """Each stretch of a parsed paragraph with its looks, neighbours of one look made one."""
    looks: list[str] = []
    found: list[tuple[str, frozenset[str]]] = []
    tokens = [child for token in parsed(text) for child in token.children or ()]
    names = {"strong_open": "b", "strong_close": "b", "em_open": "i", "em_close": "i"}
    tags = {"<strong>": "b", "</strong>": "b", "<em>": "i", "</em>": "i", "<strong><em>": "bi", "</em></strong>": "bi"}
    for token in tokens:
        switch = names.get(token.type) or (tags[token.content] if token.type == "html_inline" else "")
        for look in switch:
            looks.remove(look) if look in looks else looks.append(look)
        if token.type == "text" and token.content:
            if found and found[-1][1] == frozenset(looks):
                found[-1] = (found[-1][0] + token.content, found[-1][1])
            else:
                found.append((token.content, frozenset(looks)))
        assert switch or token.type == "text", token
    return found


def test_the_specimen(golden: Callable[[str, str], None]) -> None:
    golden("rulebook.md", write_markdown(document_of()))


@pytest.mark.parametrize("text", HOSTILE)
def test_text_stays_text_in_a_paragraph(text: str) -> None:
    tokens = parsed(body(Paragraph((TextPiece(text),))))
    assert [token.type for token in tokens] == ["paragraph_open", "inline", "paragraph_close"]
    assert {child.type for child in tokens[1].children} == {"text"}
    assert "".join(child.content for child in tokens[1].children) == text.strip()


@pytest.mark.parametrize("text", HOSTILE)
def test_text_stays_text_in_a_cell(text: str) -> None:
    table = Table(
        "t",
        1,
        (TextPiece("T"),),
        ((TextPiece("H"),), (TextPiece("I"),)),
        (((TextPiece(text),), ()),),
        ("left", "right"),
    )
    tokens = parsed(body(table))
    cells = [token for token in tokens if token.type == "inline"][-2:]
    assert [token.content.replace("\\|", "|") for token in cells][1] == ""
    assert "".join(child.content for child in cells[0].children) == text.strip()


def test_lists_that_touch_stay_apart() -> None:
    lists = (
        ListBlock(((TextPiece("a"),),)),
        ListBlock(((TextPiece("b"),),)),
        ListBlock(((TextPiece("c"),),), True),
        ListBlock(((TextPiece("d"),),), True),
    )
    kinds = [token.type for token in parsed(body(*lists))]
    assert kinds.count("bullet_list_open") == 2
    assert kinds.count("ordered_list_open") == 2


def test_boxes_hold_their_blocks() -> None:
    inner = ListBlock(((TextPiece("a"),),)), BoxedBlocks("note", (TextPiece("Inner"),), (Paragraph((TextPiece("b"),)),))
    assert (
        body(BoxedBlocks("example", (TextPiece("Outer"),), inner))
        == "> **Outer**\n>\n> - a\n>\n> > **Inner**\n> >\n> > b"
    )


def test_only_what_is_linked_has_an_anchor() -> None:
    link = Paragraph((Link("there", "#two"),))
    assert body(Heading(2, (TextPiece("One"),), "one"), Heading(3, (TextPiece("Two"),), "two"), link) == (
        '## One\n\n<a id="two"></a>\n\n### Two\n\n[there](#two)'
    )


def test_links_and_icons() -> None:
    line: Line = (
        Link("a*b", "https://x.org/a_(b)?q=1 2"),
        IconPiece("anchor", "stay"),
        Link("https://x.org", "https://x.org"),
    )
    assert body(Paragraph(line)) == r"[a\*b](https://x.org/a_%28b%29?q=1%202)\[stay\]<https://x.org>"


RUNS = st.lists(
    st.builds(
        TextPiece,
        st.text(st.sampled_from(" ab.*_-!♠<\\("), min_size=1, max_size=5),
        st.booleans(),
        st.booleans(),
    ),
    min_size=1,
    max_size=5,
)


@pytest.mark.slow
@settings(deadline=None, derandomize=True, max_examples=150)
@given(RUNS)
def test_looks_come_back_as_they_were_written(runs: list[TextPiece]) -> None:
    line = (TextPiece("x"), *runs, TextPiece("x"))
    read = words(body(Paragraph(line)))
    expected: list[tuple[str, frozenset[str]]] = []
    for run in line:
        look = frozenset("b" * run.bold + "i" * run.italic)
        for char in run.string:
            if not char.isspace():
                expected.append((char, look))
    assert [(char, look) for text, look in read for char in text if not char.isspace()] == expected
