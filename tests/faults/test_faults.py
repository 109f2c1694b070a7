"""Some builds ended and some mishaps; `python -m tests.faults` does so for as long as one likes."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.pipeline import ROOT


@pytest.mark.nightly
@pytest.mark.skipif(not hasattr(os, "fork"), reason="it copies processes")
def test_whatever_happens_each_page_is_the_old_one_or_the_new_one() -> None:
    command = [sys.executable, "-m", "tests.faults", "--points", "4", "--mishaps", "--", "--only", "boats"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (ran.stdout, ran.stderr) == ("13 builds ended, 0 of them with something wrong; seed 1\n", "")
    assert ran.returncode == 0
