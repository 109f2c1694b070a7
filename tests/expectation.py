"""Documents whose comments say what is found on their lines: `#! code` for a finding that starts there, or several."""

from __future__ import annotations

import re
import textwrap
from collections import defaultdict
from collections.abc import Callable
from typing import TYPE_CHECKING

from pnp.diagnostics import INFO
from pnp.report import Report
from tests.pipeline import report_on, told, write

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

Expect = Callable[..., Report]
MARK = re.compile(r"#!(?P<codes>[\w\s,-]+)$")


def expect_findings(folder: Path, text: str, infos: bool = False) -> Report:
    """The report on `text`, if just the marked lines have the marked findings; information counts only if asked for."""
    text = textwrap.dedent(text).lstrip("\n")
    report = report_on(write(folder, text))
    found: defaultdict[int, list[str]] = defaultdict(list)
    for finding in report.findings:
        if infos or finding.severity is not INFO:
            found[finding.span.line].append(finding.code)
    assert {line: sorted(codes) for line, codes in found.items()} == _marked(text), told(report)
    return report


def _marked(text: str) -> Mapping[int, list[str]]:
    marks = ((number, MARK.search(line)) for number, line in enumerate(text.splitlines(), start=1))
    return {number: sorted(re.split(r"[\s,]+", mark["codes"].strip())) for number, mark in marks if mark}
