"""Several mistakes of a kind, after what has none: each is reported in order, and what is between them is passed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.checks.test_samples import found_in
from tests.pipeline import said

FOLDER = Path(__file__).with_name("several")


@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.iterdir()))
def test_each_mistake_is_reported_in_order(name: str, tmp_path: Path, golden: Callable[[str, str], None]) -> None:
    findings = found_in((FOLDER / f"{name}.yaml").read_text(encoding="utf-8"), tmp_path)
    assert max(Counter(finding.code for finding in findings).values()) > 1
    golden(f"several-{name}.txt", "".join(f"{said(finding)}\n" for finding in findings))
