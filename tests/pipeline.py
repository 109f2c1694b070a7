"""Documents written to files, and what the whole tool has to say of them."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.build.examine import examine_languages
from pnp.loader import find_targets
from pnp.report import merge

if TYPE_CHECKING:
    from pnp.diagnostics import Finding
    from pnp.report import Report

ROOT = Path(__file__).resolve().parents[1]
FILE = re.compile(r"^# file: (\S+)\n", re.MULTILINE)


def write(folder: Path, text: str, name: str = "test.yaml") -> Path:
    """Writes the documents in `text`; what a command is to look at: the folder of a pack, or a document alone.

    A document follows a line `# file: name.yaml`; without such a line there is one, called `name` or `pack.yaml`.
    """
    alone, *parts = FILE.split(textwrap.dedent(text).lstrip("\n"))
    if alone:
        parts = ["pack.yaml" if re.search(r"^kind: pack\s*(#.*)?$", alone, re.MULTILINE) else name, alone, *parts]
    for file, content in zip(parts[::2], parts[1::2], strict=True):
        path = folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8", newline="")
    return folder if (folder / "pack.yaml").exists() else folder / parts[0]


def report_on(*paths: Path | str) -> Report:
    """What `pnp check` finds."""
    return merge(examine_languages(target)[1].report for target in find_targets([str(path) for path in paths]))


def places(report: Report) -> list[str]:
    """Each finding as `file:line code`, in order; information is left aside."""
    return [
        f"{Path(finding.span.file).name}:{finding.span.line} {finding.code}"
        for finding in report.findings
        if finding.severity.value != "info"
    ]


def told(report: Report) -> str:
    """The findings in words, for the message of a test that fails."""
    return "\n".join(f"{each.span}: {each.code}: {each.message} ({each.hint})" for each in report.findings)


def said(finding: Finding) -> str:
    """All of a finding on a line, for a golden file: where it begins and ends, how much it weighs, its words."""
    span = finding.span
    place = f"{Path(span.file).name}:{span.line}:{span.column}-{span.end_line}:{span.end_column}"
    return f"{place} {finding.severity.value} {finding.code}: {finding.message} ({finding.hint})"
