"""A git revision of a pack as a folder: its files are read through git, and nothing in the repository changes."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

from pnp.loader.target import MANIFEST
from pnp.messages import shown

MOST_BYTES = 512 * 2**20
"""Maximum size of a revision's files."""

SECONDS = 60
"""Maximum time of one call of git."""


class RevisionError(ValueError):
    """A revision that cannot be read; the message says why."""


@contextmanager
def revision_folder(revision: str, folder: Path) -> Iterator[Path]:
    """Yield a temporary folder with the pack in `folder` as it was at a git revision, and the kits next to it.

    Raises RevisionError if git is not installed, the folder is in no repository, or there is no such revision or pack.
    """
    folder = folder.resolve()
    root = Path(_git(folder, "rev-parse", "--show-toplevel").decode().strip()).resolve()
    commit = commit_of(revision, folder)
    place = folder.relative_to(root)
    kept = place.parent if place.parts else place
    tree = f"{commit}:{kept.as_posix()}" if kept.parts else commit
    content = _git(root, "archive", "--format=tar", tree, says=f"{shown(revision)} has no folder '{kept.as_posix()}'")
    with tempfile.TemporaryDirectory(prefix="pnp-") as made:
        _unpack(content, Path(made))
        found = Path(made) / (place.name if place.parts else "")
        if not (found / MANIFEST).is_file():
            raise RevisionError(f"{shown(revision)} has no {MANIFEST} in '{place.as_posix()}'")
        yield found


def commit_of(revision: str, folder: Path) -> str:
    """Return the hash of the commit that a revision names in the repository of a folder. Raises RevisionError."""
    _git(folder, "rev-parse", "--show-toplevel")
    if revision.startswith("-"):
        raise RevisionError(f"{shown(revision)} is no revision")
    name = f"{revision}^{{commit}}"
    return _git(folder, "rev-parse", "--verify", "--quiet", name, says=_unknown(revision)).decode().strip()


class Commit(Struct, frozen=True):
    """A commit that changed a folder: its short hash, its day as 2026-11-24, the names of its tags, and its subject."""

    hash: str
    day: str
    tags: tuple[str, ...]
    subject: str


def recent_commits(folder: Path, most: int = 30) -> tuple[Commit, ...]:
    """Return the latest commits that changed files in a folder, the newest first; none in a repository without any.

    Raises RevisionError if git is not installed, or the folder is in no repository.
    """
    folder = folder.resolve()
    _git(folder, "rev-parse", "--show-toplevel")
    wanted = ("--format=%h%x1f%cs%x1f%D%x1f%s", "--decorate-refs=refs/tags", f"--max-count={most}")
    try:
        log = _git(folder, "log", *wanted, "--", ".", says="there is no commit yet").decode("utf-8", "replace")
    except RevisionError:
        return ()
    found = []
    for line in log.splitlines():
        name, day, tags, subject = line.split("\x1f", 3)
        named = tuple(tag.strip().removeprefix("tag: ") for tag in tags.split(",") if tag.strip())
        found.append(Commit(name, day, named, subject[:LONGEST_SUBJECT]))
    return tuple(found)


LONGEST_SUBJECT = 120
"""Maximum length of the subject of a commit, in characters."""


def _unknown(revision: str) -> str:
    return f"there is no folder and no git revision {shown(revision)}"


def _git(folder: Path, *arguments: str, says: str = "") -> bytes:
    """Return what git prints. Raises RevisionError with the text in `says` if it fails."""
    program = shutil.which("git")
    if program is None:
        raise RevisionError("git is not installed, so revisions can't be read; compare two folders")
    environment = {**os.environ, "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0"}
    try:
        done = subprocess.run(
            [program, "-C", str(folder), *arguments], capture_output=True, timeout=SECONDS, check=False, env=environment
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise RevisionError(f"git does not answer in '{folder}'") from error
    if done.returncode:
        raise RevisionError(says or f"'{folder}' is in no git repository; compare two folders")
    return done.stdout


def _unpack(content: bytes, folder: Path) -> None:
    """Write the files of an archive into a folder; links and devices are left out."""
    with tarfile.open(fileobj=io.BytesIO(content)) as archive:
        members = [each for each in archive if each.isfile() or each.isdir()]
        if sum(each.size for each in members) > MOST_BYTES:
            raise RevisionError(f"the revision has more than {MOST_BYTES // 2**20} MiB of files next to the pack")
        archive.extractall(folder, members, filter="data")
