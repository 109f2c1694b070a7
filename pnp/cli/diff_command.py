"""`pnp diff`: what changed between two states of a pack."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec.structs import replace

from pnp.cli.console import Progress, say, say_block
from pnp.cli.paths import targets

if TYPE_CHECKING:
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
            one, other = state_of(before, language), state_of(after, language)
        except Refused as refused:
            raise click.UsageError(str(refused)) from refused
        comparison = compared(one, other)
        progress.clear()
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


def _states(old: str, new: str | None, path: str | None, folders: ExitStack) -> tuple[Target, Target]:
    """Return both packs. Raises UsageError for a path or a revision that does not exist."""
    if new is not None and path is None and not _is_pack(old) and _is_pack(new):
        new, path = None, new
    here = path or "."
    after = one_pack(new, here, folders) if new else _pack(here)
    return one_pack(old, here, folders), after


def one_pack(state: str, path: str, folders: ExitStack) -> Target:
    """Return the pack in a folder, or that at `path` at a git revision. Raises UsageError if there is none."""
    from pnp.compare.revisions import RevisionError, revision_folder

    if _is_pack(state):
        return _pack(state)
    try:
        here = _pack(path)
        then = _pack(str(folders.enter_context(revision_folder(state, here.folder))))
        return replace(then, shown=here.shown)  # the temporary folder is gone when the comparison is read
    except RevisionError as error:
        raise click.UsageError(str(error)) from error


def _is_pack(text: str) -> bool:
    return Path(text).exists()


def _pack(path: str) -> Target:
    found = targets([path])
    if len(found) != 1:
        raise click.UsageError(f"'{path}' holds {len(found)} packs: name one of them")
    return found[0]
