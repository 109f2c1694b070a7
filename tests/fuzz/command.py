"""A whole game put through the command as users type it: what may come of it, and what it may take."""

from __future__ import annotations

import importlib
import io
import json
import shutil
import time
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NoReturn
from unittest.mock import patch
from zlib import crc32

from tests.fuzz.trial import Case, faults_escape, reading_once
from tests.pipeline import write

STATUSES = (0, 1, 2)
"""Clean, findings, wrong usage; never a fault of our own."""

SECONDS, MEMORY = 2.0, 500
"""What a command may take of a processor for a megabyte at most, and of memory in MB beyond what it began with."""

PROCESS = Path("/proc/self")

CLI: Any = importlib.import_module("pnp.cli.main")  # whose name in the package is that of its function


NOTHING = ("it has nothing to print", "names none of its components")
"""What is said of a pack without components, or that prints none of them: no error yet, and nothing can be built."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What a command took at most: seconds of a processor, MB of memory."""

    seconds: float
    memory: int


@dataclass(frozen=True, slots=True)
class Ran:
    """A command that came to its end: its exit status, what it printed, what it took, and what it told aside."""

    status: int
    said: str
    taken: Taken
    told: str


def tried(folder: Path, number: int = 0) -> Taken:
    """Checks the pack in `folder`, and does more with it by turns, as `number` says; all of that at 0: checks it a
    second time, looks for what mends it, prints it in spite of errors as PDF and as SVG, and writes its rules.

    Raises what a command raises, and AssertionError for a status, a span or a difference that may not be, and where
    what is checked without an error can't be built.
    """
    out = ["-o", str(folder.parent / "out"), "--jobs", "1"]
    with faults_escape(), reading_once(), patch.object(CLI, "own_fault", _raised):
        checked = _checked(folder, twice=number % 4 == 0)
        draft = ["--draft"] if checked.status else []
        more: list[tuple[int, list[str]]] = [
            (2, ["build", str(folder), *draft, "--format", "pdf", *out]),
            (3, ["build", str(folder), *draft, "--format", "svg", *out]),
            (5, ["rulebook", str(folder), *out]),
        ]
        written = [_written(folder.parent / "out", arguments) for turn, arguments in more if number % turn == 0]
        failed = any(ran.status and not any(words in ran.told for words in NOTHING) for ran in written)
        assert draft or not failed, "what is checked without an error can't be built"
        taken = [checked.taken, *(ran.taken for ran in written)]
        if number % 7 == 0:
            _run(["check", str(folder), "--suggest"])  # which may look for as long as its steps last
    return Taken(max(each.seconds for each in taken), max(each.memory for each in taken))


def _written(out: Path, arguments: list[str]) -> Ran:
    """A command that writes; what it wrote may take a second for each megabyte, as a thousand copies do."""
    ran = _run(arguments)
    size = sum(path.stat().st_size for path in out.rglob("*") if path.is_file())
    shutil.rmtree(out, ignore_errors=True)
    return replace(ran, taken=replace(ran.taken, seconds=ran.taken.seconds - size / 1_000_000))


def _checked(folder: Path, twice: bool) -> Ran:
    ran = _run(["check", str(folder), "--format", "json"])
    if ran.said.startswith("{"):
        for finding in json.loads(ran.said)["findings"]:
            hold_span(finding, folder)
            assert finding["code"] != "crashed-check", finding
    if twice:
        again = _run(["check", str(folder), "--format", "json"])
        assert again.said == ran.said, "two checks of the same do not say the same"
    return ran


def hold_span(finding: dict[str, Any], folder: Path) -> None:
    """Holds that a finding stands where there is something: a file of the pack, a line of it, a stretch forwards."""
    begin, end = (finding["line"], finding["column"]), (finding["end_line"], finding["end_column"])
    assert (1, 1) <= begin <= end, finding
    assert min(*begin, *end) >= 1, finding
    path = next((path for path in (Path(finding["file"]), folder.parent / finding["file"]) if path.is_file()), None)
    if path and path.is_relative_to(folder):
        lines = path.read_bytes().decode("utf-8", "replace").replace("\r\n", "\n").count("\n") + 1
        assert end[0] <= lines + 1, finding


def _run(arguments: list[str]) -> Ran:
    said, told = io.StringIO(), io.StringIO()
    _forget_peak()
    before, start = _memory("VmRSS"), time.process_time()
    with redirect_stdout(said), redirect_stderr(told):
        status = CLI._status(arguments)
    seconds, memory = time.process_time() - start, _memory("VmHWM") - before
    assert status in STATUSES, f"{arguments[0]} ends with {status}"
    assert "Traceback" not in said.getvalue()
    return Ran(status, said.getvalue(), Taken(seconds, memory), told.getvalue())


def _forget_peak() -> None:
    """Lets the system count the most memory anew, where it can."""
    if (PROCESS / "clear_refs").exists():
        (PROCESS / "clear_refs").write_text("5")


def _memory(what: str) -> int:
    """A figure on memory that the system keeps, in MB; 0 where it keeps none."""
    if not (PROCESS / "status").exists():
        return 0
    lines = (PROCESS / "status").read_text().splitlines()
    return next((int(line.split()[1]) // 1024 for line in lines if line.startswith(what)), 0)


def _raised(error: Exception) -> NoReturn:
    raise error


class Shop:
    """Where whole games are tried: a bench whose ground has no files of its own."""

    def __init__(self, folder: Path, seconds: float = SECONDS) -> None:
        self._folder, self._seconds = folder / "game", seconds

    def run(self, case: Case) -> None:
        """Lays the game out and tries it; no command may take more than the seconds of this shop, nor than `MEMORY`."""
        shutil.rmtree(self._folder, ignore_errors=True)
        write(self._folder, case.content.decode(errors="replace"))
        taken = tried(self._folder, crc32(case.content))
        assert taken.seconds < self._seconds, f"a command took {taken.seconds:.1f} s"
        assert taken.memory < MEMORY, f"a command took {taken.memory} MB"
