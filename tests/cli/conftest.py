"""The command, run in this process."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from pnp.cli import main
from tests.packs import harbour
from tests.pipeline import write


@dataclass(frozen=True)
class Ran:
    """What a run of the command came to."""

    status: int
    out: str
    err: str


Run = Callable[..., Ran]


@pytest.fixture
def pnp(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs the command; what it printed and its exit status come back."""

    def run(*arguments: str | Path) -> Ran:
        capsys.readouterr()
        with pytest.raises(SystemExit) as left:
            main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        assert isinstance(left.value.code, int)
        return Ran(left.value.code, out, err)

    return run


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def game(work: Path) -> Path:
    """The sample game in the working folder, by its relative path."""
    write(work / "harbour", harbour())
    return Path("harbour")
