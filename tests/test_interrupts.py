"""Ctrl-C is an interruption wherever it is met, though a library makes an error of it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path, PurePath
from typing import Any, NoReturn

import pytest
from fontTools.ttLib import TTFont
from PIL import Image

from pnp.checks.run import run_checks
from pnp.diagnostics import ERROR, Fault, Span, check
from pnp.interrupts import INTERRUPTED, MESSAGE, came_of_an_interrupt, interruptible, pass_on_interrupt
from pnp.output import write_file
from pnp.scene.bitmaps import open_bitmap
from pnp.scene.typesetting.fonts import face_from_bytes
from pnp.timing import stage
from tests.pipeline import ROOT
from tests.scene.pictures import file, gradient


def swallow(*_: Any, **__: Any) -> NoReturn:
    try:
        raise KeyboardInterrupt
    except BaseException:
        raise KeyError("as a library does")  # noqa: B904


@check("sunk", severity=ERROR)
def sunk(_boats: list[str]) -> Iterator[Fault]:
    """A boat has sunk."""
    yield swallow()


def test_what_led_to_an_error_is_known() -> None:
    with pytest.raises(KeyError) as swallowed:
        swallow()
    assert came_of_an_interrupt(swallowed.value)
    assert not came_of_an_interrupt(KeyError("a name"))
    pass_on_interrupt(KeyError("a name"))
    with pytest.raises(KeyboardInterrupt):
        pass_on_interrupt(swallowed.value)


def test_a_check_that_was_interrupted_did_not_crash() -> None:
    with pytest.raises(KeyboardInterrupt):
        list(run_checks((sunk,), [], Span("town.yaml")))


def test_a_picture_and_a_font_are_not_damaged_by_an_interrupt(monkeypatch: pytest.MonkeyPatch) -> None:
    content = file(gradient(7, 9))
    monkeypatch.setattr(Image, "open", swallow)
    with pytest.raises(KeyboardInterrupt):
        open_bitmap(content)
    monkeypatch.setattr(TTFont, "__init__", swallow)
    with pytest.raises(KeyboardInterrupt):
        face_from_bytes(b"a font", PurePath("own.ttf"))


def test_an_interrupt_that_was_swallowed_is_met_at_the_next_stage_or_file(tmp_path: Path) -> None:
    def lose() -> None:
        try:
            os.kill(os.getpid(), signal.SIGINT)
        except BaseException:
            return
        pytest.fail("no signal came")

    for go_on in (pass_on_interrupt, lambda: stage("drawing").__enter__(), lambda: write_file(tmp_path / "page", b"")):
        with interruptible():
            go_on()
            lose()
            with pytest.raises(KeyboardInterrupt):
                go_on()
        go_on()
    assert [path.name for path in tmp_path.iterdir()] == ["page"]


@pytest.fixture(autouse=True)
def _signals_are_not_ignored() -> Iterator[None]:
    """`nohup` and shells in the background ignore signals for what they start; pnp leaves an ignored signal alone."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL), signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGHUP, before[0])
    signal.signal(signal.SIGINT, before[1])


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_signals_do_what_they_did_once_a_command_is_done(name: str) -> None:
    number = getattr(signal, name)
    before = signal.getsignal(number)
    with interruptible(), pytest.raises(KeyboardInterrupt):
        os.kill(os.getpid(), number)
    assert signal.getsignal(number) is before


def test_a_signal_that_is_ignored_stays_so() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with interruptible():
            os.kill(os.getpid(), signal.SIGHUP)
    finally:
        signal.signal(signal.SIGHUP, before)


INTERRUPTED_AT = """
import os, signal, sys
sys.argv = ["pnp", *{arguments!r}]
def interrupt():
    os.kill(os.getpid(), signal.{by})
{plan}
from pnp.__main__ import run
run()
"""

AT_IMPORT = """
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            sys.meta_path.remove(self)
            interrupt()
sys.meta_path.insert(0, Finder())
"""

LOST = """
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == "pnp.checks":
            sys.meta_path.remove(self)
            {how}
sys.meta_path.insert(0, Finder())
class Dying:
    def __del__(self):
        interrupt()
def swallowed():
    try:
        interrupt()
    except:
        pass
def mistaken():
    try:
        interrupt()
    except BaseException:
        raise ImportError("as a library does")
"""

AT_END = """
import pnp.cli.console
pnp.cli.console.click.echo = lambda *_, **__: interrupt()
"""

MODULES = [
    *(
        "click",
        "pnp.cli",
        "pnp.cli.main",
        "pnp.cli.check_command",
        "pnp.escape",
        "pnp.build",
        "yaml",
        "pnp.loader.pack",
    ),
    *("pnp.draw", "pnp.checks", "pnp.report", "logging"),
]


def ended(plan: str, by: str = "SIGINT", *arguments: str) -> tuple[int, str]:
    script = INTERRUPTED_AT.format(arguments=arguments or ("check", "content/starter"), by=by, plan=plan)
    ran = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)
    return ran.returncode, ran.stderr.strip()


@pytest.mark.nightly
@pytest.mark.parametrize("module", MODULES)
def test_an_interrupt_at_an_import_ends_with_130_and_no_traceback(module: str) -> None:
    assert ended(AT_IMPORT.format(module=module)) == (INTERRUPTED, MESSAGE)


@pytest.mark.nightly
@pytest.mark.parametrize("module", ["reportlab.pdfgen.canvas", "fontTools.ttLib", "pnp.build.write"])
def test_an_interrupted_build_leaves_nothing(module: str, tmp_path: Path) -> None:
    asked = ("build", "content/starter", "--only", "cats", "--jobs", "1", "-o", str(tmp_path))
    assert ended(AT_IMPORT.format(module=module), "SIGINT", *asked) == (INTERRUPTED, MESSAGE)
    assert not list(tmp_path.rglob(".pnp-*"))


@pytest.mark.slow
@pytest.mark.parametrize("how", ["swallowed()", "mistaken()", "Dying()"])
def test_an_interrupt_that_a_library_loses_is_one_all_the_same(how: str) -> None:
    assert ended(LOST.format(how=how)) == (INTERRUPTED, MESSAGE)


@pytest.mark.slow
@pytest.mark.parametrize("by", ["SIGTERM", "SIGHUP"])
def test_other_signals_end_it_alike(by: str) -> None:
    assert ended(AT_IMPORT.format(module="click"), by) == (INTERRUPTED, MESSAGE)
    assert ended(AT_IMPORT.format(module="pnp.checks"), by) == (INTERRUPTED, MESSAGE)


@pytest.mark.slow
def test_interrupts_while_it_prints_and_ends_show_no_traceback() -> None:
    assert ended(AT_END) == (INTERRUPTED, MESSAGE)


def test_the_entry_point_imports_nothing_before_it_listens() -> None:
    script = "import sys; import pnp.__main__; print(*(name for name in sys.modules if name.split('.')[0] in sys.argv))"
    ran = subprocess.run(
        [sys.executable, "-c", script, "pnp", "click"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert ran.stdout.split() == ["pnp", "pnp.interrupts", "pnp.__main__"]
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert '\npnp = "pnp.__main__:run"\n' in project


def test_progress_is_shown_of_long_work_and_not_too_often(monkeypatch: pytest.MonkeyPatch) -> None:
    from pnp.interrupts import ProgressMessages, pause, pausing

    clock, shown = [0.0], []
    monkeypatch.setattr("pnp.interrupts.time.monotonic", lambda: clock[0])
    progress = ProgressMessages(lambda *what: shown.append(what))
    with pausing(progress):
        pause("drawing cards", 1, 3)
        clock[0] = 0.3
        pause("drawing tiles", 2, 3)
        clock[0] = 0.35
        pause("drawing board", 3, 3)
        clock[0] = 0.5
        pause()
        pause()
    progress.end()
    assert shown == [("drawing tiles", 2, 3), ("drawing board", 3, 3), ("", 0, 0)], "the last is shown at a later pause"
    ProgressMessages(lambda *what: shown.append(what)).end()
    assert len(shown) == 3, "nothing was shown, so there is nothing to take back"
