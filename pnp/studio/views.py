"""The questions that a page can ask, by name, and the view that answers each."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from pnp.studio import (
    building,
    changes,
    comparing,
    faces,
    findings,
    map_edits,
    map_play,
    maps,
    printing,
    shell,
    sources,
    tables,
)
from pnp.studio.session import Json, Message, Question, RequestRefused, StudioSession

QUESTIONS: Mapping[str, Question] = {
    "shell.hello": Question(shell.hello),
    "shell.where": Question(shell.where),
    "shell.undo": Question(changes.undo, "first", writes=True),
    "shell.redo": Question(changes.redo, "first", writes=True),
    "shell.history": Question(changes.history),
    "start.offered": Question(shell.starts),
    "start.preview": Question(shell.preview),
    "start.make": Question(shell.new, writes=True),
    "edit.values": Question(changes.change_values, "first", writes=True),
    "faces.list": Question(faces.listed, "long"),
    "faces.one": Question(faces.one, "long"),
    "faces.findings": Question(faces.findings, "last"),
    "source.list": Question(sources.listed),
    "source.text": Question(sources.text),
    "source.findings": Question(sources.findings, "long"),
    "source.check": Question(sources.checked),
    "source.complete": Question(sources.completed),
    "source.explain": Question(sources.explanation),
    "source.search": Question(sources.searched),
    "source.fixes": Question(sources.fixes_of),
    "source.fix": Question(sources.fix, writes=True),
    "source.rename": Question(sources.rename, writes=True),
    "source.save": Question(sources.save, "first", writes=True),
    "source.new": Question(sources.new, writes=True),
    "table.list": Question(tables.listed),
    "table.rows": Question(tables.rows),
    "table.face": Question(tables.face, "long"),
    "table.findings": Question(tables.findings, "last"),
    "table.change": Question(tables.change, "first", writes=True),
    "compare.offered": Question(comparing.offered),
    "compare.list": Question(comparing.listed, "long"),
    "print.offered": Question(printing.offered),
    "print.build": Question(building.build, writes=True),
    "print.cancel": Question(building.cancel),
    "play.make": Question(building.play),
    "sheets.list": Question(printing.sheets, "long"),
    "rules.list": Question(printing.rules, "long"),
    "findings.list": Question(findings.listed, "last"),
    "findings.summary": Question(findings.summary, "last"),
    "map.list": Question(maps.listed),
    "map.facts": Question(maps.facts),
    "map.try": Question(map_edits.tried, "first"),
    "map.change": Question(map_edits.changed, "first", writes=True),
    "map.play": Question(map_play.played, "first"),
    "map.counterexample": Question(map_play.counterexample),
    "map.worst": Question(map_play.worst),
}
"""The questions by name; a view is a function of the studio and the message that returns a JSON value."""


def views(read_only: bool = False, prints: bool | None = None) -> dict[str, Question]:
    """Return the questions; those that write are refused if the studio is read-only, builds unless it `prints`."""
    refused = {name for name, question in QUESTIONS.items() if read_only and question.writes}
    if prints:
        refused.discard("print.build")
    return {name: replace(each, view=_refuse) if name in refused else each for name, each in QUESTIONS.items()}


def _refuse(studio: StudioSession, _message: Message) -> Json:
    raise RequestRefused(studio.locked or "this studio only shows the pack")
