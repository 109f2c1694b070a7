"""Builds in processes of their own: the same bytes everywhere, and whole files whatever comes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.build.conftest import CARDS, files
from tests.packs import harbour
from tests.pipeline import write

COMMAND = [sys.executable, "-c", "from pnp.cli import run; run()"]


@pytest.mark.nightly
def test_two_builds_have_the_same_bytes(tmp_path: Path) -> None:
    game, copy = (write(tmp_path / place / "harbour", harbour()) for place in ("here", "over there"))
    settings = [
        (tmp_path, game, 0o022, {"PYTHONHASHSEED": "1", "TZ": "Pacific/Auckland", "LANG": "C", "LC_ALL": "C"}),
        (copy, Path(), 0o077, {"PYTHONHASHSEED": "2", "TZ": "UTC", "LANG": "C.UTF-8", "SOURCE_DATE_EPOCH": "1"}),
    ]
    outputs = [tmp_path / f"output-{number}" for number in (1, 2)]
    running = [
        subprocess.Popen(
            [*COMMAND, "build", str(game), "-o", str(output), "--dpi", "100"],
            cwd=folder,
            umask=umask,
            env={**os.environ, **variables},
            stdout=subprocess.DEVNULL,
        )
        for output, (folder, game, umask, variables) in zip(outputs, settings, strict=True)
    ]
    assert [process.wait(60) for process in running] == [0, 0]
    one, other = map(files, outputs)
    assert len(one) > 10
    assert set(one) == set(other)
    assert [name for name in one if one[name] != other[name]] == []
    modes = [{path.stat().st_mode & 0o777 for path in output.rglob("*.*") if path.is_file()} for output in outputs]
    assert modes == [{0o644}, {0o600}] or os.name == "nt"


@pytest.mark.slow
def test_an_interruption_leaves_whole_files(tmp_path: Path) -> None:
    boats = "".join(f"  - {{name: Boat {number}, sails: {number}}}\n" for number in range(300))
    text = CARDS.replace("  - {name: Sloop, sails: 1}\n", boats).replace("expect: 3", "expect: 302")
    game = write(tmp_path / "harbour", text)
    output = tmp_path / "output"
    old = output / "harbour" / "png" / "boats" / "boat-0-front.png"
    old.parent.mkdir(parents=True)
    old.write_bytes(b"as it was")
    process = subprocess.Popen(
        [*COMMAND, "build", str(game), "-o", str(output), "--format", "svg", "--dpi", "600"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    waited = time.monotonic()
    while not list(output.rglob("*.svg")) and process.poll() is None and time.monotonic() - waited < 60:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130, said
    assert said.strip() == "interrupted: what stood in the output folder is whole"
    written = files(output)
    assert all(content.endswith(b"</svg>\n") for name, content in written.items() if name.endswith(".svg"))
    pictures = [content for name, content in written.items() if name.endswith(".png")]
    assert all(content == b"as it was" or content.endswith(b"IEND\xaeB`\x82") for content in pictures)
    assert not [name for name in written if Path(name).name.startswith(".")], "nothing half written is left"
    assert len(pictures) < 302, "the interruption came before the end"
