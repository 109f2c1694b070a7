"""A comparison as text, as JSON, and as one HTML page with the faces side by side."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

import msgspec

from pnp.compare.comparison import FaceChange, MapChange, PackComparison, PackState, RowChange
from pnp.diagnostics import Finding
from pnp.messages import many
from pnp.render.pdf import render_pngs
from pnp.scene.items import Scene

SIGNS = {"added": "+", "removed": "-", "changed": "~"}

LISTED = 12
"""Maximum number of distances that the text lists for a map."""


def as_lines(comparison: PackComparison) -> Iterator[str]:
    """Yield the comparison as lines of text: `+` is new, `-` is gone, `~` is different."""
    if comparison.is_empty:
        yield f"{comparison.name}: nothing changed"
        return
    before, after = comparison.title
    if before != after:
        yield f"~ title: {before} → {after}"
    yield from _grouped("Rows", [line for row in comparison.rows for line in _row(row)])
    yield from _grouped("Faces", [_face(face) for face in comparison.faces])
    for each in comparison.maps:
        yield from _grouped(f"Map {each.title}", list(_map(each)))
    verdicts = [
        f"~ {each.map or 'the pack'}: {each.requirement}: {each.before} → {each.after}" for each in comparison.verdicts
    ]
    yield from _grouped("Requirements", verdicts)
    findings = [f"+ {_finding(each)}" for each in comparison.new_findings]
    yield from _grouped("Findings", [*findings, *(f"- {_finding(each)}" for each in comparison.gone_findings)])


def _grouped(title: str, lines: list[str]) -> Iterator[str]:
    if lines:
        yield f"{title} ({len(lines)})"
        yield from (f"  {line}" for line in lines)


def _row(row: RowChange) -> Iterator[str]:
    fields = "; ".join(f"{each.field}: {each.before or '–'} → {each.after or '–'}" for each in row.fields)
    yield f"{SIGNS[row.change]} {row.component}: {row.row}" + (f"  {fields}" if fields else "")


def _face(face: FaceChange) -> str:
    name = f"{face.component}: {face.part}" + (f" ({face.number + 1})" if face.number else "")
    copies = f", {face.copies[0]} → {face.copies[1]} copies" if face.copies[0] != face.copies[1] else ""
    return (
        f"{SIGNS[face.change]} {name}  {' and '.join(face.sides)}{copies if face.change == 'changed' else ''}".rstrip()
    )


def _map(each: MapChange) -> Iterator[str]:
    if each.change != "changed":
        yield f"{SIGNS[each.change]} the {'class' if each.mover else 'map'} itself"
    yield from (f"+ place {name}" for name in each.added)
    yield from (f"- place {name}" for name in each.removed)
    yield from (f"~ place {name} is elsewhere on the paper" for name in each.moved)
    yield from (f"~ terrain of {cell}" for cell in each.terrain[:LISTED])
    if len(each.terrain) > LISTED:
        yield f"~ and {len(each.terrain) - LISTED} more cells"
    yield from (f"+ road {name}" for name in each.new_roads)
    yield from (f"- road {name}" for name in each.lost_roads)
    for way in each.distances[:LISTED]:
        yield f"~ {way.start} → {way.goal}: {_length(way.before)} → {_length(way.after)}"
    more = each.distances_changed - LISTED
    if more > 0:
        yield f"~ and {more} more distances"


def _length(distance: int | None) -> str:
    return "no way" if distance is None else str(distance)


def _finding(finding: Finding) -> str:
    return f"{finding.severity}: {finding.message} [{finding.code}]"


def as_data(comparison: PackComparison) -> dict[str, Any]:
    """Return the comparison as plain data for JSON; names of findings and rows are texts."""
    data: dict[str, Any] = msgspec.to_builtins(comparison, builtin_types=(), str_keys=True)
    before, after = data.pop("title")
    findings = ("new_findings", "gone_findings")
    for key in findings:
        data[key] = [
            {"code": each.code, "severity": each.severity.value, "message": each.message, "at": str(each.span)}
            for each in getattr(comparison, key)
        ]
    return {"version": 1, "title": {"before": before, "after": after}, **data}


# One page: the texts and the pictures are in the file, so that it can be sent.

STYLE = """
:root{color-scheme:light dark;--ground:#fff;--ink:#1e2328;--quiet:#5b6470;--line:#d9dde2;--new:#1b6b3a;--gone:#a3261c}
@media(prefers-color-scheme:dark){:root{--ground:#15181c;--ink:#e8eaed;--quiet:#a0a8b2;--line:#343a42;--new:#7bd39a;
--gone:#ff9d92}}
body{margin:2rem auto;max-width:70rem;padding:0 1rem;background:var(--ground);color:var(--ink);
font:16px/1.5 "Fira Sans",system-ui,sans-serif}
h1{font-size:1.6rem}h2{font-size:1.2rem;margin-top:2.2rem;border-bottom:1px solid var(--line)}
table{border-collapse:collapse;width:100%;overflow-wrap:anywhere}
td,th{padding:.3rem .6rem;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}
th{color:var(--quiet);font-weight:600}
.added{color:var(--new)}.removed{color:var(--gone)}del{color:var(--gone)}ins{color:var(--new);text-decoration:none}
.faces{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(21rem,100%),1fr));gap:1.2rem}
figure{margin:0;border:1px solid var(--line);border-radius:.5rem;padding:.8rem}
figure div{display:flex;gap:.8rem}figure div>*{flex:1;min-width:0}figure img{width:100%;background:#fff}
figcaption{margin-bottom:.4rem;font-weight:600}small{color:var(--quiet)}
"""

PIXELS = 280
"""Width of a face on the page."""

MOST_FACES = 300
"""Maximum number of parts that are shown with pictures."""


def as_html(comparison: PackComparison, old: PackState, new: PackState) -> str:
    """Return one page with the comparison, the faces before and after side by side, and no reference to other files."""
    title = f"{comparison.title[1]}: what changed"
    body = "".join(_sections(comparison, old, new)) or "<p>Nothing changed.</p>"
    policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width"><meta http-equiv="Content-Security-Policy" '
        f'content="{policy}"><style>{STYLE}</style></head><body><main><h1>{escape(title)}</h1>{body}</main></body></html>\n'
    )


def _sections(comparison: PackComparison, old: PackState, new: PackState) -> Iterator[str]:
    summary = ", ".join(_summary(comparison))
    yield f"<p>{escape(summary)}</p>" if summary else ""
    if comparison.faces:
        shown = comparison.faces[:MOST_FACES]
        more = len(comparison.faces) - len(shown)
        yield f"<h2>Faces</h2><div class=faces>{''.join(_figures(shown, old, new))}</div>"
        yield f"<p>… and {more} more</p>" if more else ""
    if comparison.rows:
        rows = "".join(map(_row_html, comparison.rows))
        yield f"<h2>Rows</h2><table><tr><th>Component<th>Row<th>Change</tr>{rows}</table>"
    for each in comparison.maps:
        lines = "".join(f'<li class="{_class(line)}">{escape(line)}</li>' for line in _map(each))
        yield f"<h2>Map {escape(each.title)}</h2><ul>{lines}</ul>"
    if comparison.verdicts:
        rows = "".join(
            f"<tr><td>{escape(each.map or 'the pack')}<td>{escape(each.requirement)}"
            f"<td><del>{each.before}</del><td>{each.after}</tr>"
            for each in comparison.verdicts
        )
        yield f"<h2>Requirements</h2><table><tr><th>Of<th>Requirement<th>Before<th>After</tr>{rows}</table>"
    if comparison.new_findings or comparison.gone_findings:
        new_lines = "".join(f"<li class=removed>{escape(_finding(each))}</li>" for each in comparison.new_findings)
        gone = "".join(f"<li class=added>gone: {escape(_finding(each))}</li>" for each in comparison.gone_findings)
        yield f"<h2>Findings</h2><ul>{new_lines}{gone}</ul>"


def _summary(comparison: PackComparison) -> Iterator[str]:
    counts: Mapping[str, int] = {
        "row": len(comparison.rows),
        "face": len(comparison.faces),
        "map": len(comparison.maps),
        "verdict": len(comparison.verdicts),
    }
    return (many(number, name) for name, number in counts.items() if number)


def _class(line: str) -> str:
    return {"+": "added", "-": "removed"}.get(line[:1], "")


def _row_html(row: RowChange) -> str:
    fields = "<br>".join(
        f"{escape(each.field)}: <del>{escape(each.before)}</del> <ins>{escape(each.after)}</ins>" for each in row.fields
    )
    said = fields or f'<span class="{row.change}">{row.change}</span>'
    return f"<tr><td>{escape(row.component)}<td>{escape(row.row)}<br><small>{escape(row.place)}</small><td>{said}</tr>"


def _figures(faces: tuple[FaceChange, ...], old: PackState, new: PackState) -> Iterator[str]:
    """Yield each part with its pictures before and after."""
    for face in faces:
        gone, come = face.keys
        shown = []
        for side in face.sides or ("front",):
            pair = (
                None if face.change == "added" else _scene(old, gone, side),
                None if face.change == "removed" else _scene(new, come, side),
            )
            shown.append("".join(_picture(scene, when) for scene, when in zip(pair, ("before", "after"), strict=True)))
        pictures = "".join(f"<div>{each}</div>" for each in shown)
        name = escape(f"{face.part} ({face.component})")
        yield f'<figure><figcaption class="{face.change}">{name}: {face.change}</figcaption>{pictures}</figure>'


def _scene(state: PackState, key: tuple[str, str, int], side: str) -> Scene | None:
    part = state.parts.get(key)
    return None if part is None else (part.front if side == "front" else part.back)


def _picture(scene: Scene | None, when: str) -> str:
    if scene is None:
        return f"<span><small>{when}: nothing</small></span>"
    png = next(render_pngs([scene], PIXELS / (scene.width / 25.4)))
    picture = b64encode(png).decode("ascii")
    return f'<span><small>{when}</small><img alt="{when}" src="data:image/png;base64,{picture}"></span>'
