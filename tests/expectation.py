"""Documents whose comments say what is found on their lines: `#! code` for a finding that starts there, or several."""

from __future__ import annotations

import re
import textwrap
from collections import defaultdict
from collections.abc import Callable
from typing import TYPE_CHECKING

from pnp.bundled import schema_folder
from pnp.checks.acceptance import settle
from pnp.checks.map import check_area_map
from pnp.diagnostics import INFO
from pnp.model.area_map import read_area_map
from pnp.network import lower_area_map
from pnp.report import Report
from pnp.source import load_schemas, read_document, validate

if TYPE_CHECKING:
    from collections.abc import Mapping

FILE = "test.yaml"
Expect = Callable[..., Report]
MARK = re.compile(r"#!(?P<codes>[\w\s,-]+)$")


def check_text(text: str, file: str = FILE) -> Report:
    """The report on the text of an area map."""
    document = validate(read_document(text.encode(), file), load_schemas(schema_folder()))
    if document.root is None:
        return Report(document.findings, files=1)
    area_map = read_area_map(document.root, "test", document.damaged)
    found = check_area_map(area_map, lower_area_map(area_map))
    kept, accepted = settle((*document.findings, *found.findings), area_map.accepts, None)
    in_order = tuple(sorted(kept, key=lambda finding: finding.order))
    proofs = tuple((None, proof) for proof in found.proofs)
    return Report(in_order, proofs, files=1, checks_run=found.checks_run, suppressed=accepted)


def expect_findings(text: str, infos: bool = False) -> Report:
    """The report on `text`, if just the marked lines have the marked findings; information counts only if asked for."""
    text = textwrap.dedent(text).lstrip("\n")
    report = check_text(text)
    found: defaultdict[int, list[str]] = defaultdict(list)
    for finding in report.findings:
        if infos or finding.severity is not INFO:
            found[finding.span.line].append(finding.code)
    said = "\n".join(f"{finding.span}: {finding.code}: {finding.message}" for finding in report.findings)
    assert {line: sorted(codes) for line, codes in found.items()} == _marked(text), said
    return report


def _marked(text: str) -> Mapping[int, list[str]]:
    marks = ((number, MARK.search(line)) for number, line in enumerate(text.splitlines(), start=1))
    return {number: sorted(re.split(r"[\s,]+", mark["codes"].strip())) for number, mark in marks if mark}
