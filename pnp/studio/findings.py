"""The findings and proofs of the whole pack, as the page shows them."""

from __future__ import annotations

from pnp.build.previews import findings_on_faces
from pnp.diagnostics import Finding, Severity
from pnp.language.renaming import may_be_fixed
from pnp.model.maps.game_map import GameMap
from pnp.report import as_dict
from pnp.studio.faces import faces_in
from pnp.studio.session import Json, Message, StudioSession

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
