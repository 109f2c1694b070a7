"""The terminal: progress for those who wait at one."""

from __future__ import annotations

import sys

import pytest

from pnp.cli.console import PATIENCE, Progress


@pytest.mark.parametrize(("terminal", "shown"), [(True, True), (False, False)])
def test_progress_is_shown_on_a_terminal_once_work_takes_long(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], terminal: bool, shown: bool
) -> None:
    now = 100.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal)
    with Progress() as progress:
        progress("reading")
        assert capsys.readouterr().err == ""
        now += PATIENCE + 0.1
        progress("drawing")
        assert ("drawing …" in capsys.readouterr().err) == shown
        progress.clear()
        progress("writing")
        assert ("writing …" in capsys.readouterr().err) == shown
    assert capsys.readouterr().out == ""
