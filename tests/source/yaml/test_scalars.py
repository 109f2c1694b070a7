from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.source.yaml.scalars import BadNumber, read_plain, surprise
from tests.source.reading import only, places, read, root_of

TYPED: dict[str, Any] = {
    "true": True,
    "False": False,
    "null": None,
    "~": None,
    "": None,
    "0": 0,
    "8": 8,
    "+7": 7,
    "-3": -3,
    "1.50": 1.5,
    ".5": 0.5,
    "1e3": 1000.0,
    "1E-2": 0.01,
    "-0.0": 0.0,
    "999999999999999999": 999999999999999999,
}
TEXT = ["=", "<<x", "y", "n", "abc", "1.2.3", "2 to 8", "44 x 68", "1:75", "nan", "inf", "-", "0x", "1_", "e3", "10♠"]
TEXT.append("\u0663" * 401)  # the digit three in Arabic writing: no number here
SURPRISING = {
    "no": "false",
    "Yes": "true",
    "on": "true",
    "OFF": "false",
    "1:30": None,
    "190:20:30": None,
    "1:30.5": None,
    "010": "10",
    "08": "8",
    "00": "0",
    "1_000": "1000",
    "0x1F": None,
    "0o17": None,
    "0b101": None,
    "2024-01-02": None,
    "2024-01-02 03:04:05": None,
}


@pytest.mark.parametrize("text", TYPED)
def test_words_and_numbers_of_yaml_1_2_are_typed(text: str) -> None:
    value = read_plain(text)
    assert (type(value), value, str(value)) == (type(TYPED[text]), TYPED[text], str(TYPED[text]))
    assert surprise(text) is None


@pytest.mark.parametrize("text", [*TEXT, *SURPRISING])
def test_all_else_is_text(text: str) -> None:
    assert read_plain(text) == text


@pytest.mark.parametrize("text", [text for text in TEXT if text != "1_"])
def test_text_that_everybody_reads_alike_is_silent(text: str) -> None:
    assert surprise(text) is None


@pytest.mark.parametrize("text", SURPRISING)
def test_text_that_others_change_is_told(text: str, scanner: str) -> None:
    document = read(f"a: 1\nb: [x, {text}]\n")
    assert places(document) == [("surprising-value", 2, 8)]
    finding = document.findings[0]
    instead = SURPRISING[text]
    assert finding.hint == f"quote it: '{text}'" + (f", or write {instead}" if instead else "")
    assert finding.span.pointer == "/b/1"
    assert document.root is not None
    assert not document.damaged
    assert document.root["b"].value == ["x", text]


def test_the_same_surprise_in_many_rows_is_told_once() -> None:
    rows = "".join(
        f"  - {{unique: {'no' if number % 2 else 'yes'}, made: 2024-01-{number}, tags: [on]}}\n"
        for number in range(10, 30)
    )
    document = read(f"rows:\n{rows}")
    assert places(document) == [("surprising-value", 2, column) for column in (14, 25, 44)]
    assert (
        document.findings[0].hint
        == "quote it: 'yes', or write true; also on lines 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 and 9 more"
    )


@pytest.mark.parametrize("text", SURPRISING)
def test_quotes_end_the_surprise(text: str) -> None:
    assert root_of(f"a: '{text}'\nb: \"{text}\"\nc: |\n  {text}\n").value == {"a": text, "b": text, "c": f"{text}\n"}


def test_keys_are_text_and_told_where_others_change_them() -> None:
    document = read("8: a\n10: b\ntrue: c\n~: d\nno: e\n1:30: f\n'on': g\n")
    assert places(document) == [("surprising-value", 5, 1), ("surprising-value", 6, 1)]
    assert document.root is not None
    assert list(document.root.mapping) == ["8", "10", "true", "~", "no", "1:30", "on"]


@pytest.mark.parametrize("text", [".nan", ".inf", "-.INF", "1e400", "-1e999", "9" * 19, "1" * 5000, "-" + "9" * 19])
def test_numbers_that_cannot_be_kept_are_errors(text: str, scanner: str) -> None:
    finding = only(read(f"a:\n  - {text}\n"))
    assert (finding.code, finding.span.line, finding.span.column) == ("bad-number", 2, 5)
    assert len(finding.message) < 200


@pytest.mark.parametrize(
    ("text", "value"), [("!!str 8", "8"), ("!!int 8", 8), ("!!float 8", 8.0), ("!!bool true", True), ("!!null ~", None)]
)
def test_the_plain_tags_are_read(text: str, value: Any, scanner: str) -> None:
    root = root_of(f"a: {text}\n")
    assert root["a"].value == value
    assert root["a"].mark[1] == 4 + text.index(" ") + 1


def test_a_plain_tag_on_another_value_is_told(scanner: str) -> None:
    assert places(read("a: !!int abc\nb: !!bool maybe\nc: !!int ''\n")) == [
        ("bad-number", 1, 10),
        ("bad-number", 2, 11),
        ("bad-number", 3, 10),
    ]


@pytest.mark.slow
@given(st.text("0123456789+-._:eExXobnyNYsStTrRuUfFaAlL~=", max_size=8))
@settings(max_examples=500, deadline=None, derandomize=True)
def test_whatever_another_reader_changes_is_typed_or_told(text: str) -> None:
    """PyYAML reads YAML 1.1: where it makes something else of a text than we do, we warn."""
    resolved: str = yaml.SafeLoader("").resolve(yaml.ScalarNode, text, (True, False))  # type: ignore[no-untyped-call]
    tag = resolved.rpartition(":")[2]
    ours = read_plain(text)
    if isinstance(ours, str) and tag not in ("str", "value", "merge"):
        assert surprise(text) is not None
    if isinstance(ours, str) and tag == "str":
        taken = surprise(text)
        assert taken is None or text.lstrip("+-").startswith("0")
    if not isinstance(ours, str | BadNumber) and tag in ("int", "bool", "null"):
        assert yaml.safe_load(f"[{text or '~'}]") == [ours]


def test_a_number_of_hundreds_of_digits_is_told_by_its_length() -> None:
    found = read_plain("1" * 401)
    assert isinstance(found, BadNumber)
    assert found.fault == "it has 401 digits"
    assert read_plain("1x" * 300) == "1x" * 300
