"""Running checks, and what content accepts of their findings."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pnp.checks.run import run_checks, settle
from pnp.diagnostics import ERROR, INFO, WARNING, Fault, Finding, Severity, Span, check
from pnp.model.reference import Acceptance
from tests.cli.conftest import Run, pnp, work
from tests.pipeline import places, report_on, write

__all__ = ["pnp", "work"]

AT = Span("town.yaml", 1, 1, 1, 5)


@check("no-boats", severity=WARNING)
def no_boats(boats: list[str]) -> Iterator[Fault]:
    """There are no boats."""
    if not boats:
        yield Fault(AT, "there are no boats", "build one")


@check("sunk", severity=ERROR)
def sunk(boats: list[str]) -> Iterator[Fault]:
    """A boat has sunk."""
    yield Fault(AT, "one has sunk", severity=INFO)
    raise ValueError(f"the third of {len(boats)}")


def finding(code: str, line: int, message: str = "", pointer: str = "", severity: Severity = WARNING) -> Finding:
    return Finding(code, severity, message, Span("town.yaml", line, pointer=pointer))


def acceptance(code: str, at: str | None = None, file: str = "town.yaml") -> Acceptance:
    return Acceptance(code, "it is meant so", Span(file, 9), at)


def test_a_check_that_crashes_becomes_a_finding_and_the_others_go_on() -> None:
    found = list(run_checks((sunk, no_boats), [], AT, "bay"))
    assert [(each.code, each.severity, each.message, each.pack) for each in found] == [
        ("sunk", INFO, "one has sunk", "bay"),
        ("crashed-check", ERROR, "the check 'sunk' stopped: ValueError: the third of 0", "bay"),
        ("no-boats", WARNING, "there are no boats", "bay"),
    ]
    assert found[1].span == AT
    assert found[1].hint == "this is a fault of pnp, not of your content: please report it"


def test_an_interruption_is_no_crash() -> None:
    @check("hurried", severity=WARNING)
    def hurried(_boats: list[str]) -> Iterator[Fault]:
        """Somebody is in a hurry."""
        raise KeyboardInterrupt
        yield

    with pytest.raises(KeyboardInterrupt):
        list(run_checks((hurried,), [], AT))


@pytest.mark.parametrize(
    ("accepted", "kept", "count"),
    [
        ([], ["dead-end 1", "dead-end 2", "bridge 3"], 0),
        ([acceptance("dead-end")], ["bridge 3"], 2),
        ([acceptance("dead-end", "Pier")], ["dead-end 1", "bridge 3"], 1),
        ([acceptance("dead-end", "Old market")], ["dead-end 2", "bridge 3"], 1),
        ([acceptance("dead-end", "Pie")], ["dead-end 1", "dead-end 2", "bridge 3", "unused-acceptance 9"], 0),
        ([acceptance("dead-end"), acceptance("bridge")], [], 3),
        ([acceptance("dead-end", file="x")], ["dead-end 1", "dead-end 2", "bridge 3", "unused-acceptance 9"], 0),
        ([acceptance("dead-ent")], ["dead-end 1", "dead-end 2", "bridge 3", "unused-acceptance 9"], 0),
    ],
)
def test_what_is_accepted_is_counted_and_not_told(accepted: list[Acceptance], kept: list[str], count: int) -> None:
    found = (
        finding("dead-end", 1, pointer="/areas/Old market"),
        finding("dead-end", 2, "'Pier' is a dead end", "/areas/Pier2"),
        finding("bridge", 3),
    )
    left, number = settle(found, accepted, "bay", ())
    assert [f"{each.code} {each.span.line}" for each in left] == kept
    assert number == count


def test_an_acceptance_that_is_not_needed_names_what_is_not_there() -> None:
    left, _ = settle((), [acceptance("dead-end", "Pier"), acceptance("bridge")], "bay", ("dead-end", "bridge"))
    assert [(each.message, each.hint) for each in left] == [
        ("there is no 'dead-end' at 'Pier' to accept", "take the entry out"),
        ("there is no 'bridge' to accept", "take the entry out"),
    ]


def test_a_name_with_a_stroke_is_found_in_the_pointer() -> None:
    left, count = settle(
        (finding("dead-end", 1, pointer="/areas/A~1B~0C"),), [acceptance("dead-end", "A/B~C")], None, ()
    )
    assert (left, count) == ((), 1)


DEAD_END = """\
kind: area-map
areas: {Market: {}, Church: {}, Harbour: {}, Pier: {}}
roads: [Market -- Church -- Harbour -- Market, Harbour -- Pier]
accept: [{finding: dead-end, at: Pier, because: the ferry turns here}]
"""


def test_the_report_counts_what_is_accepted(pnp: Run, work) -> None:  # type: ignore[no-untyped-def]
    write(work, DEAD_END)
    ran = pnp("check", "test.yaml", "--strict")
    assert ran.status == 0
    assert ran.out.rstrip().endswith("0 errors, 0 warnings, 0 notes, 1 accepted")


def test_errors_that_hide_a_finding_do_not_make_its_acceptance_superfluous(tmp_path) -> None:  # type: ignore[no-untyped-def]
    report = report_on(write(tmp_path, DEAD_END.replace("Market, Harbour", "Markt, Harbour")))
    assert places(report) == ["test.yaml:3 unknown-place"]
