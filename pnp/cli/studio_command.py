"""`pnp studio`: opens a pack in the browser."""

from __future__ import annotations

import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pnp.cli.console import fail, paint, say
from pnp.cli.paths import folder_option, large_option, targets

if TYPE_CHECKING:
    from pnp.loader import Target

EXTRA = "the studio needs the extra 'studio': pip install 'pnp-press[studio]'"

EDITORS = {
    "vscode": "vscode://file/{path}:{line}:{column}",
    "vscodium": "vscodium://file/{path}:{line}:{column}",
    "cursor": "cursor://file/{path}:{line}:{column}",
    "zed": "zed://file/{path}:{line}:{column}",
    "sublime": "subl://open?url=file://{path}&line={line}&column={column}",
    "textmate": "txmt://open?url=file://{path}&line={line}&column={column}",
    "idea": "idea://open?file={path}&line={line}&column={column}",
}
"""The address with which each editor opens a file."""

EXAMPLES = """\b
Examples:
  pnp studio my-game                  open a pack in the browser, or make one with that name
  pnp studio my-game --read-only      look at it without changing it
  pnp studio my-game --editor zed     open files in another editor
"""


@click.command("studio", epilog=EXAMPLES)
@click.argument("path", required=False, metavar="[PATH]")
@click.option("--read-only", is_flag=True, help="Show the pack and play with it, but change no file.")
@click.option("--no-browser", is_flag=True, help="Only print the address; default: open it in the browser.")
@click.option(
    "--editor",
    default="vscode",
    metavar="NAME",
    help=f"Editor that opens a file at a line: {', '.join(EDITORS)}, or an address with {{path}}, {{line}} and "
    "{column}; default: vscode.",
)
@click.option(
    "--port",
    type=click.IntRange(1024, 65535),
    metavar="N",
    help="Port on this machine; default: a free one.",
)
@large_option
@folder_option("-o", "--out", text="Write what is built to this folder; default: output.")
def command(
    path: str | None, read_only: bool, no_browser: bool, editor: str, port: int | None, large: bool, out: Path
) -> int:
    """Open a pack in the browser.

    See its faces, maps and sheets, change them, and print.

    PATH is a pack's folder, one document, or the name of a bundled pack; default: the pack in the working folder.
    For an empty or new folder, the page makes a pack as `pnp new` does.
    Only this machine can reach the page, and only the browser that opens the printed address. It is open until Ctrl-C.
    """
    address = EDITORS.get(editor, editor)
    if "{path}" not in address:
        raise click.UsageError(f"there is no editor '{editor}': name {', '.join(EDITORS)}, or an address with {{path}}")
    try:
        from pnp.studio.server import Server
    except ModuleNotFoundError as error:
        if error.name and error.name.partition(".")[0] in ("starlette", "uvicorn", "websockets", "h11", "anyio"):
            raise click.UsageError(EXTRA) from error
        raise
    target, place = _target(path, large)
    if target is None and read_only:
        raise click.UsageError("there is no pack to show: leave out --read-only to make one")
    try:
        server = Server(port=port or 0, name=target.name if target else "")
    except OSError as error:
        raise click.UsageError(f"port {port} is taken: name another with --port, or leave it out") from error
    server.start()
    say(paint(target.name if target else "a new game", "place"), f": {server.address}")
    if not (no_browser or _opened(server.address)):
        fail("no browser could be opened: open the address above yourself")
    say("Ctrl-C ends the studio")
    try:
        # The browser loads the page while these are imported.
        from pnp.studio.changes import recover
        from pnp.studio.session import Settings, StudioSession
        from pnp.studio.views import views

        shows = read_only or bool(target and target.bundled)
        settings = Settings(out, shows, not read_only, place.parent, place.name, editor=address)
        studio = StudioSession(target, settings, views(shows, prints=not read_only))
        if target and not shows:
            recover(studio)
        server.attach(studio)
        studio.work()
    finally:
        server.stop()
    return 0


def _target(path: str | None, large: bool) -> tuple[Target | None, Path]:
    """Return the pack, None if one is to be made; and where: an empty folder, or one that does not exist yet.

    Raises UsageError for a path that is no pack, and for several packs.
    """
    from pnp.loader.target import MANIFEST

    here = Path(path) if path else Path()
    if path and not here.exists() and here.parent.is_dir() and not _is_bundled(path):
        return None, here.resolve()
    if here.is_dir() and not any(each for each in here.iterdir() if not each.name.startswith(".")):
        return None, here.resolve() if path else here.resolve() / "my-game"
    below = sorted(each.parent.as_posix() for each in here.glob(f"*/{MANIFEST}")) if here.is_dir() else []
    if below and not (here / MANIFEST).is_file() and not (path or Path("content").is_dir()):
        found = targets(below, large)
    else:
        found = targets([path] if path else (), large)
    if len(found) > 1:
        names = ", ".join(target.shown for target in found)
        raise click.UsageError(f"the studio opens one pack: name one of {names}")
    return found[0], found[0].folder


def _is_bundled(name: str) -> bool:
    from pnp.loader.target import bundled_packs

    return any(target.name == name for target in bundled_packs())


def _opened(address: str) -> bool:
    """Whether a browser was found to open the address."""
    try:
        return webbrowser.open(address)
    except (webbrowser.Error, OSError):
        return False
