"""A git revision of a pack as a folder: its files are read through git, and nothing in the repository changes."""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import tarfile
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from msgspec import Struct

from pnp.loader.target import MANIFEST
from pnp.loader.target import shown as relative
from pnp.messages import shown

MOST_BYTES = 512 * 2**20
"""Maximum size of a revision's files."""

SECONDS = 60
"""Maximum time of one call of git."""


class RevisionError(ValueError):
    """A revision that cannot be read; the message says why."""


class GitFailed(RevisionError):
    """A call of git that ended with an error."""


@contextmanager
def revision_folder(revision: str, folder: Path) -> Iterator[Path]:
    """Yield a temporary folder with the pack in `folder` as it was at a git revision, and the kits next to it.

    A pack that was moved since is found where it was. Raises RevisionError if git is not installed, the folder is in no
    repository, or there is no such revision or pack.
    """
    folder = folder.resolve()
    root = _root(folder)
    commit = commit_of(revision, folder)
    place = _place_then(revision, commit, root, PurePosixPath(folder.relative_to(root).as_posix()))
    kept = place.parent
    tree = f"{commit}:{kept.as_posix()}" if kept.parts else commit
    content = _git(root, "archive", "--format=tar", tree, says=f"git can't read {shown(revision)}")
    with tempfile.TemporaryDirectory(prefix="pnp-") as made:
        _unpack(content, Path(made))
        yield Path(made) / place.name


def commit_of(revision: str, folder: Path) -> str:
    """Return the hash of the commit that a revision names in the repository of a folder. Raises RevisionError."""
    _root(folder)
    if not _resolved("HEAD", folder) and not _resolved(revision, folder):
        raise RevisionError("the repository has no commit yet: commit the pack first, or name a folder to compare with")
    found = _resolved(revision, folder)
    if found is None:
        raise RevisionError(f"there is no folder and no git revision {shown(revision)}{_other_way(revision)}")
    return found


def _resolved(revision: str, folder: Path) -> str | None:
    """Return the hash of the commit that a revision names; None if there is none."""
    if not revision.strip() or revision.startswith("-"):
        return None
    try:
        return _git(folder, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}", says="none").decode().strip()
    except GitFailed:
        return None


def _other_way(revision: str) -> str:
    """Return how to write what is no revision for pnp, but something that git knows; empty for anything else."""
    if ".." in revision:
        first, second = re.split(r"\.{2,3}", revision, maxsplit=1)
        return f"; write two revisions: {first or 'HEAD'} {second or 'HEAD'}"
    first, colon, path = revision.partition(":")
    return f"; write the revision and the folder as two words: {first} {path}" if colon and path else ""


def _place_then(revision: str, commit: str, root: Path, place: PurePosixPath) -> PurePosixPath:
    """Return the folder of a pack at a commit: where it is now, or where git finds that it was moved from."""
    if _has(root, commit, place / MANIFEST):
        return place
    moved = _moved_from(root, commit, place)
    if moved is not None and _has(root, commit, moved / MANIFEST):
        return moved
    where = f"in '{place.as_posix()}'" if place.parts else "in the folder of the repository"
    raise RevisionError(
        f"{shown(revision)} has no {MANIFEST} {where}: name a later revision; if you moved the pack, commit that first"
    )


def _moved_from(root: Path, commit: str, place: PurePosixPath) -> PurePosixPath | None:
    """Return the folder that most files of a folder were in at a commit, as far as git finds them; None if none was."""
    wanted = ("diff-tree", "-r", "-z", "--find-copies", "--diff-filter=RC", "--name-status", commit, "HEAD")
    words = _git(root, *wanted, says="none").decode("utf-8", "surrogateescape").split("\0")
    found: Counter[PurePosixPath] = Counter()
    for before, now in zip(map(PurePosixPath, words[1::3]), map(PurePosixPath, words[2::3]), strict=False):
        inside = now.relative_to(place).parts if now.is_relative_to(place) else ()
        if inside and before.parts[-len(inside) :] == inside:
            found[PurePosixPath(*before.parts[: -len(inside)])] += 1
    return found.most_common(1)[0][0] if found else None


def _has(root: Path, commit: str, path: PurePosixPath) -> bool:
    """Whether a commit has that file."""
    try:
        return bool(_git(root, "ls-tree", commit, "--", path.as_posix(), says="none"))
    except GitFailed:
        return False


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
    _root(folder)
    wanted = ("--format=%h%x1f%cs%x1f%D%x1f%s", "--decorate-refs=refs/tags", f"--max-count={most}")
    try:
        log = _git(folder, "log", *wanted, "--", ".", says="there is no commit yet").decode("utf-8", "replace")
    except GitFailed:
        return ()
    found = []
    for line in log.splitlines():
        name, day, tags, subject = line.split("\x1f", 3)
        named = tuple(tag.strip().removeprefix("tag: ") for tag in tags.split(",") if tag.strip())
        found.append(Commit(name, day, named, subject[:LONGEST_SUBJECT]))
    return tuple(found)


LONGEST_SUBJECT = 120
"""Maximum length of the subject of a commit, in characters."""


def _root(folder: Path) -> Path:
    """Return the folder of the repository that a folder is in. Raises RevisionError if it is in none."""
    says = f"'{relative(folder)}' is in no git repository; name a folder to compare with"
    return Path(_git(folder, "rev-parse", "--show-toplevel", says=says).decode().rstrip("\n")).resolve()


def _git(folder: Path, *arguments: str, says: str) -> bytes:
    """Return what git prints. Raises GitFailed with the text in `says` if it fails."""
    program = shutil.which("git")
    if program is None:
        raise RevisionError("git is not installed, so revisions can't be read; name a folder to compare with")
    environment = {**os.environ, "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0"}
    try:
        done = subprocess.run(
            [program, "-C", str(folder), *arguments], capture_output=True, timeout=SECONDS, check=False, env=environment
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise RevisionError(f"git does not answer in '{folder}'") from error
    if b"dubious ownership" in done.stderr:
        raise RevisionError(
            f"git does not read '{relative(folder)}' because it belongs to another user; if you trust it: "
            f"git config --global --add safe.directory '{folder}'"
        )
    if done.returncode:
        raise GitFailed(says)
    return done.stdout


def _unpack(content: bytes, folder: Path) -> None:
    """Write the files of an archive into a folder; links and devices are left out."""
    with tarfile.open(fileobj=io.BytesIO(content)) as archive:
        members = [each for each in archive if each.isfile() or each.isdir()]
        if sum(each.size for each in members) > MOST_BYTES:
            raise RevisionError(f"the revision has more than {MOST_BYTES // 2**20} MiB of files next to the pack")
        archive.extractall(folder, members, filter="data")
