"""What is reported of each mistake of the corpus, as a person reads it; one finding for each cause."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from pnp.diagnostics import Finding
from pnp.messages import renew_comparisons
from tests.checks.mistakes.corpus import FAMILIES, SEVERAL, Mistake
from tests.pipeline import report_on

HERE = Path(__file__).parent
PACK = HERE / "pack"


def findings_of(mistake: Mistake, folder: Path) -> list[Finding]:
    """Return the errors and warnings of a copy of the pack with the mistake."""
    file, right, wrong = mistake
    if folder.exists():
        shutil.rmtree(folder)
    shutil.copytree(PACK, folder)
    path = folder / file
    text = path.read_text(encoding="utf-8")
    if right != "*":
        assert right in text, f"{file} has no {right!r}"
        wrong = text.replace(right, wrong, 1)
    path.write_text(wrong, encoding="utf-8", newline="")
    renew_comparisons()
    return [each for each in report_on(folder).findings if each.severity.value != "info"]


def told(finding: Finding) -> str:
    """Return the finding as a person reads it."""
    place = f"{Path(finding.span.file).name}:{finding.span.line}:{finding.span.column}"
    return f"    {place} {finding.severity.value} {finding.code}\n        {finding.message}\n        → {finding.hint}\n"


@pytest.mark.nightly
@pytest.mark.parametrize("family", FAMILIES)
def test_a_mistake_is_one_finding_that_says_what_to_write(
    family: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, golden: Callable[[str, str], None]
) -> None:
    monkeypatch.chdir(tmp_path)
    texts, counts = [], {}
    for name, mistake in FAMILIES[family].items():
        found = findings_of(mistake, Path("pack"))
        counts[name] = len(found)
        texts.append(f"{name}\n{''.join(map(told, found))}")
    assert {name: count for name, count in counts.items() if (count > 1) != (name in SEVERAL) or count == 0} == {}
    golden(f"{family}.txt", "\n".join(texts))


def test_each_reason_for_several_findings_is_that_of_a_mistake() -> None:
    names = [name for family in FAMILIES.values() for name in family]
    assert len(names) == len(set(names)) >= 300
    assert SEVERAL.keys() <= set(names)


HINTED = re.compile(r"\n {8}(?P<message>.*)\n {8}→ (?P<hint>.*)")


def test_no_hint_is_what_was_written() -> None:
    found = [pair for file in (HERE / "golden").iterdir() for pair in HINTED.finditer(file.read_text(encoding="utf-8"))]
    assert len(found) >= 300
    for each in found:
        wrong = re.sub(r"expected .*?, found|there is no text in '\w+'", "found", each["message"])
        for word in re.findall(r"(?:did you mean|is it) '(.*?)'\?", each["hint"]):
            assert f"'{word}'" not in wrong, each.group()
