"""The report for a person: the right line, the marks under the right columns, nothing that steers a terminal."""

from __future__ import annotations

import pytest

from pnp.diagnostics import ERROR, INFO, WARNING, Finding, Span
from pnp.report import WIDEST_LINE, Report, as_text


def report(text: str, *findings: Finding) -> Report:
    return Report(findings, texts={"town.yaml": text})


def at(line: int, column: int, end_column: int, end_line: int | None = None, message: str = "no boats") -> Finding:
    return Finding("no-boats", ERROR, message, Span("town.yaml", line, column, end_line or line, end_column))


def snippet(text: str, finding: Finding) -> tuple[str, str]:
    """The line that is shown and the line of marks below it, each from after the rule on."""
    _, shown, marks, *_ = as_text(report(text, finding)).splitlines()
    assert shown.index("│") == marks.index("│")
    start = shown.index("│") + 2
    return shown[start:], marks[start:]


def test_a_finding_shows_its_place_its_line_and_its_way_out() -> None:
    finding = Finding("no-boats", WARNING, "no boats here", Span("town.yaml", 2, 3, 2, 9), "build one")
    text = as_text(report("kind: area-map\n  Market: {}\n", finding))
    assert text.splitlines() == [
        "town.yaml:2:3  warning  no boats here  [no-boats]",
        "     2 │   Market: {}",
        "       │   ^^^^^^",
        "    → build one",
        "",
        "1 file, 0 checks: 0 errors, 1 warning, 0 notes",
    ]


def test_marks_end_with_the_line_where_the_place_goes_on() -> None:
    assert snippet("Market:\n  at: 3\n", at(1, 3, 8, end_line=2)) == ("Market:", "  ^^^^^")


def test_an_empty_place_has_one_mark() -> None:
    assert snippet("Market:\n", at(1, 8, 8)) == ("Market:", "       ^")


@pytest.mark.parametrize(
    ("line", "column", "end", "marks"),
    [
        ("港: {at: x}", 9, 10, "         ^"),
        ("{a: 港町, b: x}", 5, 7, "    ^^^^"),
        ("Cafe\u0301: x", 8, 9, "      ^"),
        ("\tMarket: {}", 2, 8, "\t^^^^^^"),
        ("a\tb: x", 6, 7, " \t   ^"),
        ("A♠: x", 5, 6, "    ^"),
        ("🚕: x", 4, 5, "    ^"),
    ],
)
def test_marks_stand_under_wide_and_narrow_letters(line: str, column: int, end: int, marks: str) -> None:
    assert snippet(line, at(1, column, end)) == (line, marks)


@pytest.mark.parametrize("column", [1, 80, 400, 996])
def test_of_a_very_long_line_the_part_around_the_place_is_shown(column: int) -> None:
    line = "".join(f"{number:04}" for number in range(250))
    shown, marks = snippet(line, at(1, column, column + 4))
    assert len(shown) <= WIDEST_LINE + 2
    assert marks.strip() == "^^^^"
    start = marks.index("^")
    assert shown[start : start + 4] == line[column - 1 : column + 3]
    assert shown.startswith("…") == (column > WIDEST_LINE // 4 + 1)
    assert shown.endswith("…") == (column < 900)


def test_a_place_longer_than_the_screen_is_marked_as_far_as_it_shows() -> None:
    shown, marks = snippet("x" * 500, at(1, 1, 501))
    assert (len(shown), len(marks)) == (WIDEST_LINE + 1, WIDEST_LINE)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_end_as_the_file_ends_them(end: str) -> None:
    assert snippet(f"a{end}b\x0cc\u2028d: x{end}", at(2, 1, 2))[0].startswith("b")


def test_nothing_that_steers_a_terminal_is_printed() -> None:
    finding = Finding("no-boats", ERROR, "a \x1b[31m b", Span("to\x1bwn.yaml"), "c \x07 d")
    text = as_text(Report((finding,), texts={"to\x1bwn.yaml": "e: \x1b]0;f\x07 \x9b g \u202e h"}))
    assert not set("\x1b\x07\x9b\u202e") & set(text)
    assert "to\\x1bwn.yaml:1:1  error  a \\x1b[31m b" in text
    assert "→ c \\x07 d" in text
    assert "│ e: \ufffd]0;f\ufffd \ufffd g \ufffd h" in text, "a line of a file keeps its columns"


@pytest.mark.parametrize(
    "span", [Span("elsewhere.yaml", 3, 1, 3, 2), Span("town.yaml", 99, 1, 99, 2), Span("town.yaml", 2, 1, 2, 1)]
)
def test_a_line_that_is_not_there_is_not_shown(span: Span) -> None:
    text = as_text(report("kind: area-map\n\n", Finding("no-boats", ERROR, "no boats", span)))
    assert "│" not in text
    assert str(span) in text


def test_without_infos_they_are_counted_only() -> None:
    finding = Finding("quiet-bay", INFO, "nobody comes here", Span("town.yaml"))
    text = as_text(report("kind: area-map\n", finding), infos=False)
    assert "quiet-bay" not in text
    assert text.endswith("0 errors, 0 warnings, 1 note")


def test_colours_are_named_by_their_roles() -> None:
    finding = Finding("no-boats", WARNING, "no boats", Span("town.yaml", 1, 1, 1, 5), "build one")
    text = as_text(report("kind: area-map\n", finding), lambda text, role: f"<{role}:{text}>")
    assert "<place:town.yaml:1:1>  <warning:warning>  no boats  <code:[no-boats]>" in text
    assert "<rule:     1 │> kind: area-map" in text
    assert "<warning:^^^^>" in text
    assert "<hint:→> build one" in text
    assert "<warning:0 errors, 1 warning, 0 notes>" in text


def test_both_places_of_a_fault_between_two_are_shown() -> None:
    text = "areas:\n  Mora: {}\n  Sela: {}\n"
    one, two = Span("map.yaml", 2, 3, 2, 7), Span("map.yaml", 3, 3, 3, 7)
    far = Span("coast.svg", 4, 7, 4, 12)
    texts = {"map.yaml": text}
    shown = as_text(Report((Finding("gap", WARNING, "a gap", two, "close it", other=one),), texts=texts)).splitlines()
    assert shown[:6] == [
        "map.yaml:3:3  warning  a gap  [gap]",
        "     3 │   Sela: {}",
        "       │   ^^^^",
        "     2 │   Mora: {}",
        "       │   ----",
        "    → close it",
    ]
    shown = as_text(Report((Finding("gap", WARNING, "a gap", two, other=far),), texts=texts)).splitlines()
    assert shown[3] == "    and coast.svg:4:7", "a file that cannot be shown is named"


def test_of_many_findings_of_one_kind_in_a_file_the_first_are_shown() -> None:
    many = [Finding("no-boats", WARNING, f"no boats {n}", Span("town.yaml", n)) for n in range(1, 31)]
    other = Finding("no-fish", WARNING, "no fish", Span("town.yaml", 31))
    lines = as_text(report("x\n" * 40, *many, other)).splitlines()
    assert sum("no boats" in each for each in lines) == 20
    assert "town.yaml  10 more of these; pnp check --format json lists all  [no-boats]" in lines
    assert any("no fish" in each for each in lines)
    assert lines[-1].endswith("0 errors, 31 warnings, 0 notes")
    assert sum("no boats" in each for each in as_text(report("", *many[:21])).splitlines()) == 21
