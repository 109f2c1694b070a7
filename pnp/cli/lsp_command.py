"""`pnp lsp`: a language server for editors."""

from __future__ import annotations

import click

from pnp.cli.console import fail

EXAMPLES = """\b
Examples:
  pnp lsp            for an editor, which starts this by itself (docs/editors.md)
  pnp lsp --stdio    the same, for editors that add this option
"""


@click.command("lsp", epilog=EXAMPLES)
@click.option("--stdio", is_flag=True, help="Speak over standard input and output; always so.")
def command(stdio: bool) -> int:
    """Start a language server for editors.

    An editor speaks to it over standard input and output. It reports findings as you type, completes keys and names,
    explains them, renames everywhere, and offers fixes.

    Exit status: 0 ended by the editor, 2 pygls is not installed.
    """
    del stdio
    try:
        from pnp.lsp.server import make_server
    except ImportError:
        fail("the language server needs pygls: pip install 'pnp-press[lsp]'")
        return 2
    make_server().start_io()
    return 0
