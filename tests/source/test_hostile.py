"""Files that were made to hurt: each ends in one finding at the right place, soon, with either scanner.

The time bound is loose, for a busy machine: a scanner that runs away takes minutes. All of this is linear, so that a
megabyte takes three times as long as the texts here.
"""

import time
from collections.abc import Callable

import pytest

from pnp.loader.target import schema_folder
from pnp.source import ledger, load_schemas, validate
from tests.source.reading import checked, only, places, read

MAP = "kind: area-map\nareas: {a: , b: }\n"
SIZE = 300_000
SECONDS = 20


def fill(unit: str, size: int) -> str:
    """As many `unit` as make a text of that size."""
    return unit * (size // len(unit))


def lines(line: str, size: int) -> str:
    """Numbered lines of about that size in all; `#` in the line is the number."""
    return "".join(line.replace("#", str(number)) + "\n" for number in range(size // (len(line) + 5)))


def laughs(size: int) -> str:
    """A billion laughs: nine lists of nine aliases, each of the list above."""
    names = "abcdefghij"
    rows = [f"{names[i + 1]}: &{names[i + 1]} [{', '.join([f'*{names[i]}'] * 9)}]" for i in range(9)]
    return "\n".join(["a: &a [ha, ha]", *rows])


def deep_aliases(size: int) -> str:
    """Lists that get deeper by aliases only."""
    rows = [f"a{i}: &a{i} [[[[[[[[[[*a{i - 1}]]]]]]]]]]" for i in range(1, 20)]
    return "\n".join(["a0: &a0 []", *rows])


Case = tuple[str, Callable[[int], str], tuple[str, int, int]]

ONE_FINDING: list[Case] = [
    ("brackets", lambda size: fill("[", size), ("over-limit", 1, 65)),
    ("braces", lambda size: fill("{", size), ("over-limit", 1, 65)),
    ("closed brackets", lambda size: "[" * (size // 2) + "]" * (size // 2), ("over-limit", 1, 65)),
    ("brackets on lines", lambda size: fill("[\n", size), ("over-limit", 65, 1)),
    ("surprises", lambda size: MAP + f"keeps: [{fill('no, ', size)}]\n", ("surprising-value", 3, 9)),
    ("mappings in brackets", lambda size: fill("{a: ", size), ("over-limit", 1, 257)),
    ("dashes", lambda size: fill("- ", size), ("over-limit", 1, 129)),
    ("question marks", lambda size: fill("? ", size), ("over-limit", 1, 129)),
    ("anchors on aliases", lambda size: fill("&a *a ", size), ("syntax-error", 1, 4)),
    ("anchors on anchors", lambda size: fill("&a ", size), ("syntax-error", 1, 4)),
    ("keys on one line", lambda size: fill("a: ", size), ("syntax-error", 1, 4)),
    ("colons", lambda size: fill(": ", size), ("syntax-error", 1, 1)),
    ("open quote", lambda size: 'a: "' + fill("x\n ", size), ("syntax-error", 1, 4)),
    ("quotes in quotes", lambda size: "a: '" + fill("''", size), ("syntax-error", 1, 4)),
    ("wrong escapes", lambda size: 'a: "' + fill("\\q", size), ("syntax-error", 1, 5)),
    ("tabs", lambda size: fill("\t", size), ("syntax-error", 1, 1)),
    ("tabs before keys", lambda size: "a:\n" + fill("\tb: 1\n", size), ("syntax-error", 2, 1)),
    ("comments", lambda size: fill("# x\n", size), ("empty-document", 1, 1)),
    ("blanks", lambda size: fill(" ", size), ("empty-document", 1, 1)),
    ("blank lines", lambda size: fill("\r\n", size), ("empty-document", 1, 1)),
    ("documents", lambda size: "a: 1\n" + fill("---\n", size), ("forbidden-yaml", 2, 1)),
    ("tag directives", lambda size: lines("%TAG !a#! tag:x", size) + "--- a\n", ("forbidden-yaml", 1, 1)),
    ("one long tag", lambda size: "a: !" + fill("x", size), ("forbidden-yaml", 1, 4)),
    ("many tags", lambda size: MAP + "roads:\n" + lines("- !t# x", size), ("forbidden-yaml", 4, 3)),
    ("merge keys", lambda size: "a: &a x\nb:\n" + fill("  <<: *a\n", size), ("forbidden-yaml", 3, 3)),
    ("lists as keys", lambda size: "{" + fill("[a]: b, ", size) + "}", ("forbidden-yaml", 1, 2)),
    ("cycle", lambda size: "a: &a\n" + fill("  - *a\n", size), ("forbidden-yaml", 2, 5)),
    ("billion laughs", laughs, ("over-limit", 6, 20)),
    ("deep aliases", deep_aliases, ("over-limit", 8, 19)),
    ("wide aliases", lambda _: "a: &a [" + "x, " * 999 + "x]\nb: [" + "*a, " * 999 + "]\n", ("over-limit", 2, 401)),
    (
        "aliases of a long text",
        lambda _: f"a: &a '{'x' * 500_000}'\nb: [" + "*a, " * 9_999 + "]\n",
        ("over-limit", 2, 81),
    ),
    ("one key again", lambda size: MAP + fill("name: x\n", size), ("duplicate-key", 4, 1)),
    ("long key", lambda size: "? " + fill("k", size) + "\n: 1\n", ("over-limit", 1, 3)),
    ("long text", lambda _: "a: 1\nb: " + "x" * (ledger.TEXT + 1), ("over-limit", 2, 4)),
    ("digits", lambda size: "a: " + fill("9", min(size, 900_000)), ("bad-number", 1, 4)),
    ("NUL bytes", lambda size: fill("\0", size), ("bad-character", 1, 1)),
    ("escapes to a terminal", lambda size: "a: " + fill("\x1b[31m", size), ("bad-character", 1, 4)),
    ("byte order marks", lambda size: fill("\ufeff", size // 3), ("bad-character", 1, 1)),
    ("texts for roads", lambda size: MAP + "roads:\n  - " + fill("a -- ", size), ("wrong-value", 4, 5)),
    ("long kind", lambda size: "kind: " + fill("area-map ", size), ("unknown-kind", 1, 7)),
]


@pytest.mark.nightly
@pytest.mark.parametrize(("make", "place"), [case[1:] for case in ONE_FINDING], ids=[case[0] for case in ONE_FINDING])
def test_a_text_made_to_hurt_is_one_finding(make: Callable[[int], str], place: tuple[str, int, int]) -> None:
    text = make(SIZE)
    start = time.process_time()
    document = checked(text)
    assert time.process_time() - start < SECONDS
    assert places(document) == [place]
    finding = document.findings[0]
    assert finding.hint
    assert len(finding.message) + len(finding.hint) < 500


@pytest.mark.parametrize(("make", "place"), [case[1:] for case in ONE_FINDING], ids=[case[0] for case in ONE_FINDING])
def test_both_scanners_end_alike(make: Callable[[int], str], place: tuple[str, int, int], scanner: str) -> None:
    assert places(checked(make(20_000))) == [place]


MANY: list[tuple[str, Callable[[int], str], str]] = [
    ("numbers for tags", lambda size: f"kind: area-map\nareas: {{a: {{tags: [{fill('1,', size)}]}}}}\n", "wrong-type"),
    ("unknown keys", lambda size: MAP + lines("key#: 1", size), "unknown-key"),
    ("wrong roads", lambda size: MAP + "roads:\n" + fill("- x\n", size), "wrong-value"),
    ("missing keys", lambda size: MAP + f"roads: [{fill('{}, ', size)}]\n", "missing-key"),
    ("infinities", lambda size: MAP + f"keeps: [{fill('.inf, ', size)}]\n", "bad-number"),
]


@pytest.mark.nightly
@pytest.mark.parametrize(("make", "code"), [case[1:] for case in MANY], ids=[case[0] for case in MANY])
def test_of_a_thousand_mistakes_and_more_the_rest_is_not_told(make: Callable[[int], str], code: str) -> None:
    start = time.process_time()
    document = checked(make(100_000))
    assert time.process_time() - start < SECONDS
    told = [finding for finding in document.findings if finding.code == code]
    assert len(told) == ledger.FINDINGS + 1
    assert told[-1].message == "there are more findings of this kind from here on"


def test_a_file_of_nodes_beyond_the_limit_stops_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pnp.source.yaml.document.NODES", 1_000)
    finding = only(read("kind: area-map\nroads:\n" + "- x\n" * 2_000))
    assert (finding.code, finding.span.line) == ("over-limit", 998)


def test_the_depth_of_the_limit_itself_is_read(scanner: str) -> None:
    assert read("a: " + "[" * (ledger.DEPTH - 1) + "]" * (ledger.DEPTH - 1)).findings == ()
    assert places(read("a: " + "[" * ledger.DEPTH + "]" * ledger.DEPTH)) == [("over-limit", 1, 3 + ledger.DEPTH)]


@pytest.mark.slow
def test_an_honest_deck_of_two_thousand_rows_is_read_and_checked() -> None:
    row = "  - {title: Row #, cost: 3, tags: [alpha, beta], text: 'What this card does', at: [1.5, 2]}"
    text = "kind: component\nmakes: card\nname: Cards\ntemplate: front\nrows:\n"
    text += "".join(row.replace("#", str(number)) + "\n" for number in range(2_000))
    start = time.process_time()
    document = checked(text)
    assert time.process_time() - start < SECONDS
    assert document.findings == ()
    assert document.root is not None
    assert len(list(document.root["rows"])) == 2_000


@pytest.mark.nightly
def test_the_search_for_breaches_stops_in_a_megabyte_of_them() -> None:
    document = read("kind: area-map\nareas: {Market: {}}\nroads: [" + "{}, " * 250_000 + "{}]\n")
    start = time.process_time()
    assert validate(document, load_schemas(schema_folder())).root is None
    assert time.process_time() - start < SECONDS / 2  # of validation alone: a search that does not stop takes longer
