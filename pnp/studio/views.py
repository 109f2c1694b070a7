"""The questions that a page can ask, by name, and the view that answers each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pnp.studio import changes, comparing, faces, findings, map_edits, map_play, maps, printing, shell, sources, tables
from pnp.studio.session import Json, Message, RequestRefused, StudioSession

if TYPE_CHECKING:
    from pnp.studio.session import View

VIEWS: Mapping[str, View] = {
    "shell.hello": shell.hello,
    "shell.where": shell.where,
    "shell.undo": changes.undo,
    "shell.redo": changes.redo,
    "shell.history": changes.history,
    "start.offered": shell.starts,
    "start.preview": shell.preview,
    "start.make": shell.new,
    "edit.values": changes.change_values,
    "faces.list": faces.listed,
    "faces.one": faces.one,
    "faces.findings": faces.findings,
    "source.list": sources.listed,
    "source.text": sources.text,
    "source.findings": sources.findings,
    "source.check": sources.checked,
    "source.complete": sources.completed,
    "source.explain": sources.explanation,
    "source.search": sources.searched,
    "source.fixes": sources.fixes_of,
    "source.fix": sources.fix,
    "source.rename": sources.rename,
    "source.save": sources.save,
    "source.new": sources.new,
    "table.list": tables.listed,
    "table.rows": tables.rows,
    "table.face": tables.face,
    "table.findings": tables.findings,
    "table.change": tables.change,
    "compare.offered": comparing.offered,
    "compare.list": comparing.listed,
    "print.offered": printing.offered,
    "print.build": printing.build,
    "print.cancel": printing.cancel,
    "play.make": printing.play,
    "sheets.list": printing.sheets,
    "rules.list": printing.rules,
    "findings.list": findings.listed,
    "findings.summary": findings.summary,
    "map.list": maps.listed,
    "map.facts": maps.facts,
    "map.try": map_edits.tried,
    "map.change": map_edits.changed,
    "map.play": map_play.played,
    "map.counterexample": map_play.counterexample,
    "map.worst": map_play.worst,
}
"""The view that answers each question: a function of the studio and the message that returns a JSON value."""

WRITES = frozenset(
    {
        "edit.values",
        "map.change",
        "print.build",
        "shell.redo",
        "shell.undo",
        "source.fix",
        "source.new",
        "source.rename",
        "source.save",
        "start.make",
        "table.change",
    }
)
"""The questions that change files, which `--read-only` refuses."""


def views(read_only: bool = False, prints: bool | None = None) -> dict[str, View]:
    """Return the views; those that write refuse if the studio is read-only, builds unless it `prints`."""
    refused = WRITES if read_only else frozenset()
    if read_only and prints:
        refused -= {"print.build"}
    return {name: _refuse if name in refused else view for name, view in VIEWS.items()}


def _refuse(studio: StudioSession, _message: Message) -> Json:
    if studio.has_pack and studio.target.bundled:
        raise RequestRefused("a bundled game is only shown: 'pnp new' makes a game of your own")
    raise RequestRefused("this studio only shows the pack: it was started with --read-only")
