"""The command itself: exit statuses, help, and how errors end."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest

from pnp.cli import check_command
from pnp.cli.main import COMMANDS
from pnp.output import OutputError
from tests.cli.conftest import Run

HEAVY = ("reportlab", "jsonschema", "yaml", "svgwrite", "fontTools", "pypdfium2", "PIL", "pyclipper")


def failing(error: BaseException) -> object:
    def fail(*_arguments: object, **_options: object) -> None:
        raise error

    return fail


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        ([], 0),
        (["--help"], 0),
        (["-h"], 0),
        (["--version"], 0),
        (["explain"], 0),
        (["explain", "dead-end"], 0),
        (["explain", "dead-emd"], 2),
        (["chekc"], 2),
        (["--colour"], 2),
        (["check", "--format", "xml"], 2),
        (["check", "nowhere"], 2),
        (["list", "nowhere"], 2),
        (["inspect"], 2),
        (["inspect", "nowhere"], 2),
        (["new"], 2),
        (["build", "nowhere"], 2),
        (["build", "--rows", "one"], 2),
        (["build", "--rows", "0"], 2),
        (["build", "--rows", ""], 2),
        (["build", "--dpi", "5"], 2),
        (["build", "--paper", "a99"], 2),
        (["rulebook", "nowhere"], 2),
    ],
)
def test_exit_status(pnp: Run, work: Path, arguments: list[str], status: int) -> None:
    ran = pnp(*arguments)
    assert ran.status == status, ran
    assert bool(ran.err) == (status != 0)
    assert bool(ran.out) == (status == 0)


@pytest.mark.parametrize(
    ("arguments", "way_out"),
    [
        (["chekc"], "there is no command 'chekc'; did you mean 'check'?"),
        (
            ["xyzzy"],
            "commands are build, calibrate, check, diff, explain, export, import, inspect, list, lsp, new, place",
        ),
        (["explain", "dead-emd"], "there is no check 'dead-emd'; did you mean 'dead-end'?"),
        (["explain", "xyzzy"], "pnp explain lists all of them"),
        (["check", "--fromat", "json"], "--format"),
        (["check", "--format", "xml"], "'text', 'json', 'github', 'sarif'"),
        (["build", "--rows", "1;2"], "expected row numbers such as 3,7"),
        (["build", "--paper", "a44"], "'a4', 'letter'"),
        (["check", "nowhere"], "there is no file, folder or bundled pack 'nowhere'; bundled packs are "),
        (["inspect"], "Missing argument 'MAP'"),
    ],
)
def test_wrong_usage_names_the_way_out(pnp: Run, work: Path, arguments: list[str], way_out: str) -> None:
    ran = pnp(*arguments)
    assert way_out in ran.err
    assert "Traceback" not in ran.err


def test_nothing_but_the_name_shows_the_help(pnp: Run) -> None:
    assert pnp().out == pnp("--help").out
    assert all(f"\n  {name} " in pnp().out for name in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_each_command_shows_examples(pnp: Run, command: str) -> None:
    ran = pnp(command, "--help")
    assert ran.status == 0
    examples = ran.out.partition("Examples:\n")[2].strip().splitlines()
    assert len(examples) >= 2
    assert all(line.strip().startswith(f"pnp {command}") for line in examples), "each stands on a line of its own"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_says_what_it_does(pnp: Run, command: str) -> None:
    module = __import__(f"pnp.cli.{command}_command", fromlist=["command"])
    options = [each for each in module.command.params if isinstance(each, click.Option)]
    assert all(option.help and option.help.endswith(".") for option in options)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_default_is_in_the_help_of_its_option(command: str) -> None:
    module = __import__(f"pnp.cli.{command}_command", fromlist=["command"])
    options = [each for each in module.command.params if isinstance(each, click.Option) and not each.is_flag]
    given = [(option.name, str(option.default)) for option in options if isinstance(option.default, str | Path)]
    helps = {option.name: option.help or "" for option in options}
    assert [name for name, default in given if f"default: {default}" not in helps[name or ""]] == []


def test_commands_are_listed_with_their_whole_summary(pnp: Run) -> None:
    assert "..." not in pnp("--help").out.partition("Commands:")[2]


def test_a_fault_of_ours_is_told_without_a_traceback(
    pnp: Run, work: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(check_command, "targets", failing(ZeroDivisionError("no boats")))
    ran = pnp("check")
    assert ran.status == 3
    assert "this is a fault of pnp, not of your content: ZeroDivisionError at test_main.py:" in ran.err
    assert "no boats" in ran.err
    assert "PNP_TRACEBACK=1" in ran.err
    assert "Traceback" not in ran.err + ran.out
    monkeypatch.setenv("PNP_TRACEBACK", "1")
    assert "Traceback" in pnp("check").err


@pytest.mark.parametrize(
    ("error", "status", "words"),
    [
        (KeyboardInterrupt(), 130, "interrupted: what stood in the output folder is whole"),
        (OutputError("cannot write 'output/x.pdf': no space left on device"), 2, "cannot write 'output/x.pdf'"),
    ],
)
def test_what_becomes_of_an_interruption_and_of_a_full_disk(
    pnp: Run, work: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException, status: int, words: str
) -> None:
    monkeypatch.setattr(check_command, "targets", failing(error))
    ran = pnp("check")
    assert ran.status == status
    assert words in ran.err
    assert "Traceback" not in ran.err


def test_an_interrupt_that_a_library_takes_for_its_own_error_is_one(
    pnp: Run, work: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def written(*_given: object) -> object:
        try:
            raise KeyboardInterrupt
        except BaseException:
            raise KeyError("a reference that can't be written")  # noqa: B904  # as reportlab does

    monkeypatch.setattr(check_command, "targets", written)
    ran = pnp("check")
    assert (ran.status, ran.out) == (130, "")
    assert "interrupted" in ran.err


@pytest.mark.slow
def test_help_imports_nothing_that_is_slow() -> None:
    script = (
        "import sys, json\nfrom pnp.cli import main\n"
        "try: main(['--help'])\nexcept SystemExit: pass\n"
        "print(json.dumps(sorted(sys.modules)), file=sys.stderr)"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in json.loads(ran.stderr)}
    assert "click" in loaded
    assert not loaded & set(HEAVY)
    assert "Usage: pnp" in ran.stdout


@pytest.mark.slow
@pytest.mark.parametrize(("arguments", "status"), [(["explain"], 0), (["check", "broken.yaml"], 1), (["--help"], 0)])
def test_a_reader_that_leaves_changes_nothing(tmp_path: Path, arguments: list[str], status: int) -> None:
    (tmp_path / "broken.yaml").write_text("kind: nothing\n")
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-m", "pnp", *arguments]
    ran = subprocess.run(command, stdout=write, stderr=subprocess.PIPE, text=True, cwd=tmp_path, check=False)
    os.close(write)
    assert ran.stderr == ""
    assert ran.returncode == status


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full disk to print to")
@pytest.mark.parametrize("arguments", [["--help"], ["build", "--help"], ["--version"], ["explain"]])
def test_what_can_not_be_printed_is_no_fault_of_ours(arguments: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-m", "pnp", *arguments]
        ran = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (ran.stderr, ran.returncode) == ("cannot print: no space left on device\n", 2)


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="it has no such shell")
@pytest.mark.parametrize(("arguments", "status"), [("--help", 0), ("explain", 0), ("nothing", 2)])
def test_streams_that_are_closed_change_nothing(arguments: str, status: int) -> None:
    command = f"{shlex.quote(sys.executable)} -m pnp {arguments} >&- "
    ran = subprocess.run(command, shell=True, stderr=subprocess.PIPE, text=True, check=False)
    assert (ran.returncode, "Traceback" in ran.stderr) == (status, False)
    assert subprocess.run(f"{command} 2>&-", shell=True, check=False).returncode == status


@pytest.mark.slow
@pytest.mark.parametrize(("watched", "ends"), [("None", "at once"), ("lambda *_: None", "at once, as Python does")])
def test_a_process_ends_at_once_unless_it_is_watched(watched: str, ends: str) -> None:
    script = (
        "import atexit, sys\nfrom pnp.cli import run\n"
        "atexit.register(print, ', as Python does', end='')\n"
        f"sys.argv[1:] = ['explain', 'nothing']\nprint('at once', end='')\nsys.setprofile({watched})\nrun()"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (ran.stdout, ran.returncode) == (ends, 2)
