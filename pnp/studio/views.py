"""The questions that a page can ask, by name, and the view that answers each; the findings of the whole pack."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from pnp.build.previews import findings_on_faces
from pnp.diagnostics import Finding, Severity
from pnp.language.renaming import may_be_fixed
from pnp.model.maps.game_map import GameMap
from pnp.report import as_dict
from pnp.studio import (
    building,
    changes,
    comparing,
    faces,
    map_edits,
    map_play,
    maps,
    shell,
    sources,
    tables,
)
from pnp.studio.faces import faces_in
from pnp.studio.session import Json, Message, Question, RequestRefused, StudioSession

# The findings and proofs of the whole pack, as the page shows them.

BROKEN = "broken-requirement"
"""The check that reports broken requirements; of an accepted one it is a note."""


def listed(studio: StudioSession, _message: Message) -> Json:
    """Return the report as `pnp check --format json` prints it, with the rows, the face and the map of each finding."""
    examined = studio.examined
    report, drawing = examined.report, studio.drawing()
    data, faces = as_dict(report), faces_in(studio, drawing, None, None)
    ids = {(face.component, face.number, face.side): face.id for face in faces.values()}
    shown: dict[Finding, str] = {}
    for key, findings in findings_on_faces(examined).items():
        for finding in findings:
            shown.setdefault(finding, ids.get(key, ""))
    maps = {each.span.file: each.id for each in examined.game.all(GameMap)}
    loaded = studio.loaded()
    for number, (found, finding) in enumerate(zip(data["findings"], report.findings, strict=True)):
        fixable = number < MOST_FIXABLE and _is_ours(studio, finding) and may_be_fixed(loaded, finding)
        found.update(_more(finding), face=shown.get(finding), map=maps.get(finding.span.file), fixable=fixable)
    return {"revision": studio.revision, **data}


MOST_FIXABLE = 300
"""Maximum number of findings for which it is found out whether a fix can be tried."""


def _is_ours(studio: StudioSession, finding: Finding) -> bool:
    """Whether a finding is on a file that the studio may change."""
    path = studio.path_of(finding.span.file)
    return path is not None and studio.is_own(path) and not studio.settings.read_only


def _more(finding: Finding) -> dict[str, Json]:
    """Return the rows and the layer of a finding, where a click on it leads."""
    layer = finding.layer
    return {
        "rows": list(finding.rows),
        "layer": {"file": layer.file, "line": layer.line, "column": layer.column} if layer else None,
    }


def summary(studio: StudioSession, _message: Message) -> Json:
    """Return the numbers of the report; a broken requirement that the pack accepts is not counted."""
    report = studio.examined.report
    noted = sum(each.code == BROKEN and each.severity is Severity.INFO for each in report.findings)
    broken = sum(proof.holds is False for _, proof in report.proofs) - noted
    return {"revision": studio.revision, "errors": report.errors, "warnings": report.warnings, "broken": broken}


# The questions, and what answers them.

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
    "source.check": Question(sources.checked, "first"),
    "source.complete": Question(sources.completed, "first"),
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
    "print.offered": Question(building.offered),
    "print.build": Question(building.build, writes=True),
    "print.cancel": Question(building.cancel),
    "play.make": Question(building.play),
    "sheets.list": Question(building.sheets, "long"),
    "rules.list": Question(building.rules, "long"),
    "findings.list": Question(listed, "last"),
    "findings.summary": Question(summary, "last"),
    "map.list": Question(maps.listed),
    "map.facts": Question(maps.facts),
    "map.labels": Question(maps.labels),
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
