"""`pnp studio` as a command: its address, its end, and one sentence for what it lacks."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import click
import pytest

from tests.pipeline import ROOT


def studio(*arguments: str, **environment: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "pnp", "studio", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
    )


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals of Unix")
def test_it_prints_an_address_and_ends_with_ctrl_c(tmp_path: Path) -> None:
    process = studio("content/starter", "--no-browser")
    assert process.stdout
    line = process.stdout.readline()
    found = re.search(r"http://127\.0\.0\.1:(\d+)/\?token=[\w-]{32}$", line)
    assert found, line
    with socket.create_connection(("127.0.0.1", int(found[1])), 5):
        pass
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert "Traceback" not in out + err
    assert "interrupted" in err


@pytest.mark.slow
def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        _, err = studio("content/starter", "--no-browser", "--port", str(port)).communicate(timeout=60)
    assert f"port {port} is taken" in err
    assert "Traceback" not in err


@pytest.mark.slow
def test_what_is_missing_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "starlette.py").write_text(
        "raise ModuleNotFoundError('no starlette', name='starlette')\n", encoding="utf-8"
    )
    process = studio("content/starter", "--no-browser", PYTHONPATH=f"{tmp_path}{os.pathsep}{ROOT}")
    _, err = process.communicate(timeout=60)
    assert process.returncode == 2
    assert "pip install 'pnp-press[studio]'" in err


@pytest.mark.slow
def test_the_one_game_below_a_folder_is_opened(tmp_path: Path) -> None:
    from pnp.cli.studio_command import _target

    for name in ("harbour", "market"):
        shutil.copytree(ROOT / "content" / "starter", tmp_path / name)
        with contextlib.chdir(tmp_path):
            if name == "market":
                with pytest.raises(click.UsageError, match="name one of harbour, market"):
                    _target(None, large=False)
            else:
                target, folder = _target(None, large=False)
                assert target
                assert folder.name == "harbour"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("content", "--no-browser"), "the studio opens one pack"),
        (("content/starter", "--editor", "emacs"), "there is no editor 'emacs'"),
        (("no/such/folder",), "no/such/folder"),
    ],
)
def test_wrong_usage_is_one_sentence(arguments: tuple[str, ...], told: str) -> None:
    process = studio(*arguments)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 2
    assert told in err
    assert "Traceback" not in err
