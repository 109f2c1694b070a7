"""What libraries warn of and log reaches nobody's terminal: it names their modules, and nothing that one can mend."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from tests.packs import harbour
from tests.pipeline import ROOT, write

LIBRARIES = ("PIL", "fontTools", "reportlab", "svgwrite", "pypdfium2", "ezdxf", "pyphen", "yaml", "")

NOISY = """
import logging, sys, warnings
from pnp.cli import check_command, run
def loaded(*given):
    for name in {names!r}:
        logging.getLogger(name).error("logged by %s", name)
        for kind in (UserWarning, DeprecationWarning, ResourceWarning, RuntimeWarning):
            warnings.warn_explicit(f"warned of by {{name}}", kind, f"/lib/{{name}}/x.py", 1)
    return iter(())
check_command.targets = loaded
sys.argv = ["pnp", "check"]
run()
"""


def run(*command: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *command], cwd=cwd, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_warnings_and_logs_of_libraries_are_not_shown() -> None:
    ran = run("-c", NOISY.format(names=LIBRARIES))
    assert (ran.stderr, ran.returncode) == ("", 0)


@pytest.mark.slow
def test_who_asks_python_for_warnings_gets_them() -> None:
    assert "warned of by PIL" in run("-W", "always", "-c", NOISY.format(names=("PIL",))).stderr


def damaged_exif() -> bytes:
    content = io.BytesIO()
    Image.new("RGB", (40, 40), "red").save(content, "JPEG", exif=b"Exif\0\0II*\0\x08\0\0\0\xff\xff")
    return content.getvalue()


@pytest.mark.slow
@pytest.mark.parametrize("asked", [("check",), ("build", "-o", "out", "--jobs", "1", "--format", "pdf")], ids=" ".join)
def test_a_jpeg_with_damaged_exif_is_used_without_a_word_of_the_library(asked: tuple[str, ...], tmp_path: Path) -> None:
    write(tmp_path / "bay", harbour(("layers: []", "layers:\n  - {picture: art.jpg, where: 'middle, 3 x 3'}")))
    (tmp_path / "bay" / "art.jpg").write_bytes(damaged_exif())
    ran = run("-m", "pnp", *asked, "bay", cwd=tmp_path)
    assert (ran.stderr, ran.returncode) == ("", 0)
    with pytest.warns(UserWarning, match="Corrupt EXIF"):  # so that the sample stays one that Pillow warns of
        Image.open(io.BytesIO(damaged_exif())).getexif()
