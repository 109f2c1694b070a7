"""What a pack can't make the tool do; and that each test which the page on it names is there."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.packs import HARBOUR
from tests.pipeline import ROOT, write

PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
NAMED = sorted(set(re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", PAGE)))

MODULES = sorted((ROOT / "pnp").rglob("*.py"))

REACHING = {
    *("asyncio", "code", "codeop", "ctypes", "dbm", "ftplib", "http", "imaplib", "marshal", "multiprocessing"),
    *("poplib", "pty", "runpy", "shelve", "smtplib", "socket", "socketserver", "ssl", "subprocess", "telnetlib"),
    *("urllib.request", "webbrowser", "wsgiref", "xmlrpc"),
}
"""Modules that start programs, open connections, or run what is foreign."""

DOING = re.compile(
    r"(eval|exec|compile|__import__)|os\.(system|popen|exec\w+|spawn\w+|posix_spawn\w*|startfile)|(pickle|yaml)\.\w*load\w*"
)
"""Calls that do so."""

MEANT = {
    ("pnp/build/write.py", "multiprocessing"): "forks this very process, with pipes that nobody else has",
    ("pnp/cli/studio_command.py", "webbrowser"): "opens the address of the studio, which pnp has made",
    ("pnp/compare/revisions.py", "subprocess"): "runs git on the user's own revisions, with fixed arguments",
    ("pnp/lsp/server.py", "asyncio"): "reads and writes the pipes of the editor that started it",
    ("pnp/studio/building.py", "subprocess"): "runs pnp itself, so that a build can be cancelled",
    ("pnp/studio/safety.py", "asyncio"): "limits how long a connection of the studio may be silent",
    ("pnp/studio/server.py", "asyncio"): "waits for messages of the page",
    ("pnp/studio/server.py", "socket"): "listens on this machine alone, at a port that the system chooses",
}

WATCHED = """
import json, os, sys
from tests.changes import on_files
allowed, written, told = json.loads(sys.argv[1]), json.loads(sys.argv[2]), []

def inside(path, folders):
    path = os.path.realpath(path)
    return any(path == folder or path.startswith(folder + os.sep) for folder in folders)

def hear(event, path, changes):
    if not inside(path, written if changes else [*allowed, *written]):
        told.append([event, path])

def watch(event, arguments):
    if event.startswith(("socket.", "subprocess.", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.fork",
                         "ftplib.", "urllib.", "http.", "smtplib.", "webbrowser.",
                         "os.link", "os.symlink", "os.chmod")):
        told.append([event, repr(arguments)[:200]])

from pnp.cli.main import _status
sys.dont_write_bytecode = True
on_files(hear)
sys.addaudithook(watch)
status = _status(sys.argv[3:])
told = list(told)
print("\\n" + json.dumps([status, told]))
"""


def test_the_page_names_tests_that_are_there() -> None:
    assert len(NAMED) > 20
    for file, name in NAMED:
        text = (ROOT / file).read_text(encoding="utf-8")
        assert re.search(rf"^def {name}\(", text, re.MULTILINE), f"{file} has no {name}"


@pytest.mark.nightly
def test_no_module_imports_what_reaches_out() -> None:
    reached = {(_inside(path), each) for path in MODULES for name in _imported(path) for each in _reached(name)}
    called = {(_inside(path), name) for path in MODULES for name in _called(path)}
    assert reached | called == set(MEANT)


@pytest.mark.nightly
@pytest.mark.parametrize("command", ["build", "rulebook"])
def test_a_build_starts_nothing_connects_to_nothing_and_writes_where_it_may(command: str, tmp_path: Path) -> None:
    write(tmp_path / "game", HARBOUR)
    out = (tmp_path / "out").resolve()
    readable = [str((tmp_path / "game").resolve()), *_installed()]
    asked = [command, "game", "-o", str(out), "--jobs", "1"]
    cache = (tmp_path / "cache").resolve()
    writable = [str(out), str(cache)]
    arguments = [sys.executable, "-c", WATCHED, json.dumps(readable), json.dumps(writable), *asked]
    env = {**os.environ, "PNP_CACHE_DIR": str(cache), "PYTHONPATH": str(ROOT)}
    done = subprocess.run(arguments, cwd=tmp_path, env=env, capture_output=True, text=True, timeout=100, check=False)
    assert done.returncode == 0, done.stderr
    status, told = json.loads(done.stdout.rstrip().rpartition("\n")[2])
    assert (status, told) == (0, [])
    assert any(out.rglob("*.pdf"))
    assert sorted(path.name for path in cache.iterdir()) == ["builds"]


def _installed() -> Iterator[str]:
    """The folders that hold Python, what is installed with it, and pnp itself."""
    folders = [sys.prefix, sys.base_prefix, str(ROOT), "/dev/null", "/proc", "/usr", "/lib", "/lib64", "/etc/localtime"]
    yield from sorted({str(Path(folder).resolve()) for folder in (*folders, *filter(None, sys.path))})


def _inside(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def _reached(name: str) -> Iterator[str]:
    """The modules among those that reach out that a name belongs to."""
    yield from (one for one in REACHING if name == one or name.startswith(f"{one}."))


@cache
def _nodes(path: Path) -> tuple[ast.AST, ...]:
    """The imports and calls of a module."""
    tree = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return tuple(node for node in tree if isinstance(node, ast.Import | ast.ImportFrom | ast.Call))


def _imported(path: Path) -> Iterator[str]:
    for node in _nodes(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _called(path: Path) -> Iterator[str]:
    for node in _nodes(path):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
            name = ast.unparse(node.func)
            if DOING.fullmatch(name):
                yield name
