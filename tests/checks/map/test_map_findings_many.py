"""What is found on many small maps, with the repairs: where, in which words, and with which hint."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pnp.checks.map.map_findings import check_map
from pnp.network import lower
from tests.network.many_maps import KINDS, maps_of

SHARING = 20
"""For a part of the steps that a map alone has."""


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_findings_are_as_before(kind: str, golden: Callable[[str, str], None]) -> None:
    lines = []
    for number, drawn in enumerate(maps_of(kind), 1):
        report = check_map(drawn, lower(drawn), None, suggest=number % 2 == 0, sharing=SHARING)
        lines.append(f"== {number}: {report.checks_run} checks")
        lines += [
            f"{each.span} {each.severity.value} {each.code}: {each.message} ({each.hint})" for each in report.findings
        ]
    golden(f"findings-{kind}.txt", "\n".join(lines) + "\n")
