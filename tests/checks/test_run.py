"""Every check runs, each tells no more than can be read, and a crash of one silences no other."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.run import MOST, run_checks
from pnp.diagnostics import WARNING, Fault, Span, check

AT = Span("town.yaml")


@check("too-tall", severity=WARNING)
def too_tall(houses: int) -> Iterator[Fault]:
    """A house is too tall."""
    return (Fault(Span("town.yaml", line), f"house {line}") for line in range(1, houses + 1))


@check("bad-luck", severity=WARNING)
def bad_luck(houses: int) -> Iterator[Fault]:
    """A check stumbles."""
    yield Fault(AT, "before")
    raise ZeroDivisionError("oh")


def test_a_check_tells_as_much_as_a_person_may_read():
    assert len(list(run_checks((too_tall,), MOST, AT))) == MOST
    *told, last = run_checks((too_tall,), 10 * MOST, AT)
    assert [finding.span.line for finding in told] == list(range(1, MOST + 1))
    assert (last.code, last.message) == ("too-tall", "there is more like this: only the first 1,000 are told")


def test_a_crash_is_told_and_the_others_go_on():
    found = list(run_checks((bad_luck, too_tall), 1, AT, "harbour"))
    assert [finding.code for finding in found] == ["bad-luck", "crashed-check", "too-tall"]
    assert "the check 'bad-luck' stopped: ZeroDivisionError: oh" in found[1].message
