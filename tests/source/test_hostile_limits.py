"""Limits: what is just as large is read, and what is one larger is not."""

from __future__ import annotations

import pytest

from pnp.source import read_table
from tests.source.reading import read

DOCUMENT, SCALARS, TABLES = "pnp.source.yaml.document", "pnp.source.yaml.scalars", "pnp.source.table_files"


@pytest.mark.parametrize(
    ("name", "most", "text"),
    [
        (f"{DOCUMENT}.ALIAS_NODES", 6, "a: &x [1, 2]\nb: *x\nc: *x\n"),
        (f"{DOCUMENT}.ALIAS_NODES", 4, "a: &x {k: 1}\nb: &y 5\nc: *x\nd: *y\n"),
        (f"{DOCUMENT}.ALIAS_NODES", 3, f"a: &x {'b' * 250}\nb: *x\n"),
        (f"{DOCUMENT}.NODES", 7, "a: 1\nb: [2, 3]\n"),
        (f"{DOCUMENT}.DEPTH", 3, "a: [[1]]\n"),
        (f"{DOCUMENT}.DEPTH", 4, "a: &x [[1]]\nb: [*x]\n"),
        (f"{DOCUMENT}.KEY", 5, "abcde: 1\n"),
        (f"{SCALARS}.TEXT", 5, "a: bcdef\n"),
    ],
)
def test_a_document_may_be_as_large_as_its_limits(
    name: str, most: int, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(name, most)
    assert read(text).findings == ()
    monkeypatch.setattr(name, most - 1)
    (finding,) = read(text).findings
    assert finding.code in ("over-limit", "bad-number")
    assert str(most - 1) in finding.message


@pytest.mark.parametrize(
    ("name", "most", "text"),
    [
        (f"{TABLES}.COLUMNS", 3, "a,b,c\n1,2,3\n"),
        (f"{TABLES}.ROWS", 2, "a\n1\n2\n"),
        (f"{TABLES}.NODES", 6, "a,b\n1,2\n3,4\n"),
        (f"{TABLES}.TEXT", 4, 'a\n"bcde"\n'),
        (f"{TABLES}.TEXT", 4, "a\nbcde\n"),
    ],
)
def test_a_table_may_be_as_large_as_its_limits(
    name: str, most: int, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(name, most)
    assert read_table(text, "t.csv").findings == ()
    monkeypatch.setattr(name, most - 1)
    (finding,) = read_table(text, "t.csv").findings
    assert finding.code == "over-limit"
    assert str(most - 1) in finding.message


def test_only_so_many_findings_of_a_rule_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pnp.source.ledger.FINDINGS", 3)
    for number in (3, 4, 7):
        findings = read("".join(f"a{at}: no\n" for at in range(number))).findings
        rest = ["there are more findings of this kind from here on"] if number > 3 else []
        assert [each.message for each in findings[3:]] == rest
        assert [each.span.line for each in findings] == [1, 2, 3, 4][: len(findings)]


def test_only_so_many_lines_of_one_cause_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pnp.source.ledger.LINES", 2)
    for number, words in (
        (1, ""),
        (2, "; also on line 2"),
        (3, "; also on lines 2 and 3"),
        (5, "; also on lines 2, 3 and 2 more"),
    ):
        (finding,) = read("".join(f"k{at}: *a\n" for at in range(number))).findings
        assert finding.hint == f"quote a text that begins with '*'{words}"


@pytest.mark.parametrize("sign", ["", "-", "+"])
def test_a_number_may_have_eighteen_digits(sign: str) -> None:
    assert read(f"a: {sign}{'1' * 18}\n").findings == ()
    (finding,) = read(f"a: {sign}{'1' * 19}\n").findings
    assert (finding.code, "18 digits" in finding.message) == ("bad-number", True)
