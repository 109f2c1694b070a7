"""`pnp diff`: what changed between two states of a pack."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec.structs import replace

from pnp.cli.console import Progress, fail, say, say_block
from pnp.cli.paths import targets

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pnp.compare.comparison import PackState
    from pnp.loader import Target


EXAMPLES = """\b
Examples:
  pnp diff HEAD                          what changed since the last commit, of the pack in this folder
  pnp diff v1.0 my-game                  from the tag v1.0 to the files of my-game
  pnp diff v1.0 v2.0 my-game             from one tag to another
  pnp diff old-game new-game             two folders
  pnp diff HEAD --format html > diff.html   one page with the faces side by side
"""


@click.command("diff", epilog=EXAMPLES)
@click.argument("old")
@click.argument("new", required=False)
@click.argument("path", required=False)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "html"]),
    default="text",
    help="Format of the comparison: html is one page with pictures; default: text.",
)
@click.option("--lang", "language", metavar="CODE", help="Language to compare; default: the game's own.")
@click.option("--exit-code", is_flag=True, help="Exit with status 1 if anything changed; default: 0.")
def command(old: str, new: str | None, path: str | None, form: str, language: str | None, exit_code: bool) -> int:
    """Compare two states of a pack.

    OLD and NEW are folders, or git revisions of the pack at PATH; default for NEW: the files as they are, for PATH: the
    pack in the working folder. Rows, faces, places, roads, distances and verdicts are compared by their names.

    Exit status: 0 compared, 1 there are changes (with --exit-code), 2 wrong usage, 3 an internal error of pnp,
    130 interrupted.
    """
    from pnp.compare.comparison import compared, state_of
    from pnp.compare.writing import as_data, as_html, as_lines
    from pnp.messages import Refused

    with ExitStack() as folders, Progress() as progress:
        before, after = _states(old, new, path, folders)
        progress(f"drawing {before.name} before")
        try:
            one, other = state_of(before, language), state_of(after, language, must_have=True)
        except Refused as refused:
            raise click.UsageError(str(refused)) from refused
        for when, state in (("before", one), ("now", other)):
            if state.unread:
                fail(f"{when}, {state.unread}: what can't be read is compared as if it were not there")
        comparison = compared(one, other)
        progress.clear()
        if not language:
            note_one_language(other)
        if form == "json":
            from pnp.escape import json_text

            say(json_text(as_data(comparison)))
        elif form == "html":
            progress("drawing the page")
            page = as_html(comparison, one, other)
            progress.clear()
            say_block(page.rstrip("\n"))
        else:
            for line in as_lines(comparison):
                say(line)
    return 1 if exit_code and not comparison.is_empty else 0


def note_one_language(state: PackState) -> None:
    """Print the languages of a pack that were not compared, if there are any."""
    from pnp.messages import series

    pack = state.examined.game.pack
    others = [code for code in (pack.languages if pack else ()) if code != state.language]
    if others:
        named = series([f"'{code}'" for code in others], "and")
        fail(f"compared in '{state.language}' only, not in {named}: add --lang {others[0]} to compare that one")


def _states(old: str, new: str | None, path: str | None, folders: ExitStack) -> tuple[Target, Target]:
    """Return both packs. Raises UsageError for a path or a revision that does not exist."""
    if path is not None and (_is_path(old) or (new and _is_path(new))):
        named = old if _is_path(old) else new
        raise click.UsageError(f"'{named}' is a path: only two revisions have a third argument, the pack")
    if new is not None and not _is_path(old) and _is_path(new) and _owner(old, new) == new:
        new, path = None, new
    here = path or "."
    after = one_pack(new, here, folders) if new else _pack(here)
    before = one_pack(old, here, folders)
    require_alike(before, after)
    return before, after


def _owner(revision: str, path: str) -> str:
    """Return where the pack is that a revision is of: the path, or the working folder if only that knows it."""
    from pnp.compare.revisions import RevisionError, commit_of

    for each in (path, "."):
        try:
            commit_of(revision, _pack(each).folder)
        except (RevisionError, click.UsageError):
            continue
        return each
    return path


def one_pack(state: str, path: str, folders: ExitStack) -> Target:
    """Return the pack in a folder, or that at `path` at a git revision. Raises UsageError if there is none."""
    from pnp.compare.revisions import RevisionError, revision_folder
    from pnp.loader.target import MANIFEST, bundled_packs

    if _is_path(state):
        return _pack(state)
    try:
        here = _pack(path)
        if not _is_whole(here):
            raise click.UsageError(f"'{path}' has no {MANIFEST}: only a pack can be compared with a git revision")
        then = _pack(str(folders.enter_context(revision_folder(state, here.folder))))
        return replace(then, shown=here.shown)  # the temporary folder is gone when the comparison is read
    except (RevisionError, click.UsageError) as error:
        bundled = next((each for each in bundled_packs() if each.name == state), None)
        if bundled:
            return bundled
        raise click.UsageError(str(error)) from error


def require_alike(before: Target, after: Target) -> None:
    """Raise UsageError if one is a pack and the other a single document."""
    from pnp.loader.target import shown

    for one, other in ((before, after), (after, before)):
        if _is_whole(one) and not _is_whole(other):
            raise click.UsageError(f"'{shown(other.document or other.root)}' is no pack, and '{one.shown}' is one")


def _is_whole(target: Target) -> bool:
    from pnp.loader.target import MANIFEST

    return (target.folder / MANIFEST).is_file()


def _is_path(text: str) -> bool:
    return bool(text.strip()) and Path(text).exists()


def _pack(path: str) -> Target:
    """Return the pack at a path. Raises UsageError if there is none, or more than one."""
    found = targets([path])
    if len(found) != 1:
        raise click.UsageError(f"'{path}' has {len(found)} packs: name one of {named(found)}")
    if found[0].document and _is_whole(found[0]):
        raise click.UsageError(f"'{path}' is one document: name the folder of its pack, '{found[0].shown}'")
    return found[0]


def named(packs: Sequence[Target]) -> str:
    """Return packs as text: 'one', 'other' and 3 more."""
    more = f" and {len(packs) - MOST_NAMED} more" if len(packs) > MOST_NAMED else ""
    return ", ".join(f"'{target.shown.removeprefix('./')}'" for target in packs[:MOST_NAMED]) + more


MOST_NAMED = 5
"""Maximum number of packs that a message names."""
