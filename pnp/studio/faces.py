"""Every face of the pack: a list for the grid, and one face with its layers, its row and its findings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import lru_cache
from pathlib import Path
from typing import Any

from msgspec import Struct

from pnp.build.examine import draw_first
from pnp.build.previews import findings_on_faces
from pnp.diagnostics import Finding, Span
from pnp.escape import file_names
from pnp.facts.rows import manifest, rows_of
from pnp.interrupts import pause
from pnp.language.texts import Lines
from pnp.loader.pack import Loaded
from pnp.model.component import Component
from pnp.model.faces.template import Template
from pnp.model.game import Game
from pnp.model.row import Row
from pnp.render.pdf import fingerprint
from pnp.render.svg import render_svg
from pnp.scene.extent import bounds
from pnp.scene.items import IDENTITY, Affine, BoundingBox, Ellipse, Group, Item, Origin, Rect, Scene, compose
from pnp.scene.items import Path as DrawnPath
from pnp.scene.parts import Drawn, Outline, Part, PlacedText, Side, sheet_of
from pnp.scene.paths import path_text
from pnp.studio.resources import Resource
from pnp.studio.session import DrawnPack, Json, Message, RequestRefused, StudioSession
from pnp.units import decimal

# The list of faces.


class ShownFace(Struct, frozen=True, eq=False):
    """One face in the grid: `id` stays over changes, `digest` is new when it looks different.

    `copies` is on how many pieces it is: a back that all parts share is on all of them.
    """

    id: str
    component: str
    row: str
    number: int
    side: Side
    scene: Scene
    part: Part
    copies: int
    digest: str
    shared: bool = False


def listed(studio: StudioSession, message: Message) -> Json:
    """Return the components and their faces; a face that looks as before has the picture of before.

    With `first`, only the components whose files were saved, if there are such: the page asks again for all. Of faces
    that are not new it gets only the addresses, if it has the others of a face: those `known`.
    """
    language, variant = chosen(studio, message)
    first = drawn_first(studio, language, variant) if message.get("first") else ()
    if first:
        known = studio.stored.setdefault(f"digests {language} {variant}", {})
        earlier = set(known) if message.get("known") else set()
        game, texts = studio.loaded(language).game, _texts(first)
        labels = labels_of(game)
        shown = [
            {"id": face.id, "src": picture_of(face, studio)}
            if id(face.scene) in earlier
            else _listed(face, studio, texts, labels)
            for drawn in first
            for face in _faces(drawn, known, known)
        ]
        parts = [_component(drawn, game) for drawn in first]
        return {"revision": studio.revision, "partial": True, "components": parts, "faces": shown, "errors": []}
    drawing = studio.drawing(language, variant)
    faces = faces_in(studio, drawing, language, variant)
    texts, labels = _texts(drawing.all.drawn), labels_of(drawing.loaded.game)
    return {
        "revision": studio.revision,
        "components": [_component(drawn, drawing.loaded.game) for drawn in drawing.all.drawn],
        "faces": [_listed(face, studio, texts, labels) for face in faces.values()],
        "errors": [_crash(each) for each in drawing.all.crashes],
    }


def drawn_first(studio: StudioSession, language: str | None, variant: str | None) -> tuple[Drawn, ...]:
    """Return the components whose own files were saved, at the start the first one, while others are not drawn.

    Rows that no change has touched are as they were drawn before. It returns nothing if all components are drawn.
    """
    if studio.is_drawn(language, variant):
        return ()
    key = f"drawn first {language} {variant}"
    if key not in studio.cached:
        loaded = studio.reading(language, variant)
        saved = {Path(file).resolve() for file in studio.changed_files}
        entries = tuple(manifest(loaded.game))
        names = [entry.id for entry, component in entries if _is_made_of(component, loaded.game, saved, studio)]
        names = names if studio.revision else [entry.id for entry, _ in entries[:1]]
        memo, before = studio.memo(f"{language} {variant}"), studio.drawn_before(language, variant)
        studio.cached[key] = draw_first(loaded, names, variant, memo, before) if names else ()
    found: tuple[Drawn, ...] = studio.cached[key]
    return found


MOST_BASES = 8
"""Maximum number of templates that extend each other whose files are looked at."""


def _is_made_of(component: Component, game: Game, saved: Set[Path], studio: StudioSession) -> bool:
    """Whether a component is described, has its rows, or its templates, in one of the files."""
    files = {component.span.file, *((component.header.file,) if component.header else ())}
    for name in component.templates:
        template = game.find(Template, name.name)
        for _ in range(MOST_BASES):
            if template is None:
                break
            files.add(template.span.file)
            template = game.find(Template, template.extends.name) if template.extends else None
    return any(studio.path_of(file) in saved for file in files)


def chosen(studio: StudioSession, message: Message) -> tuple[str | None, str | None]:
    """Return the language and the variant that the page shows; None for the pack's own."""
    loaded = studio.loaded()
    language, variant = message.get("language") or None, message.get("variant") or None
    if language not in (None, *loaded.languages):
        raise RequestRefused(f"the pack has no texts in '{language}'")
    if language and language == loaded.languages[0]:
        language = None
    from pnp.facts.look import variants_of

    if variant not in (None, *variants_of(loaded.game)):
        raise RequestRefused(f"the pack has no variant '{variant}'")
    return language, variant


def faces_in(
    studio: StudioSession, drawing: DrawnPack, language: str | None, variant: str | None
) -> Mapping[str, ShownFace]:
    """Return the faces by id, in the order of the manifest; a back that all parts share is one face."""
    key = f"faces {language} {variant}"
    if key not in studio.cached:
        known = studio.stored.setdefault(f"digests {language} {variant}", {})
        found: dict[str, ShownFace] = {}
        digests: dict[int, tuple[Scene, str]] = {}
        for drawn in drawing.all.drawn:
            for face in _faces(drawn, known, digests):
                found[face.id] = face
        studio.stored[f"digests {language} {variant}"] = digests
        studio.cached[key] = found
    faces: Mapping[str, ShownFace] = studio.cached[key]
    return faces


def faces_of(studio: StudioSession, component: str, language: str | None, variant: str | None) -> Iterator[ShownFace]:
    """Yield the faces of one component, which is drawn before the others if its files were saved."""
    first = next((it for it in drawn_first(studio, language, variant) if it.parts.component == component), None)
    if first:
        yield from _faces(first, studio.stored.get(f"digests {language} {variant}", {}), {})
        return
    faces = faces_in(studio, studio.drawing(language, variant), language, variant)
    yield from (face for face in faces.values() if face.component == component)


def _faces(
    drawn: Drawn, known: Mapping[int, tuple[Scene, str]], digests: dict[int, tuple[Scene, str]]
) -> Iterator[ShownFace]:
    parts = drawn.parts
    names = file_names(part.name for part in parts.parts)
    shared = len(parts.parts) > 1 and all(part.back is parts.parts[0].back for part in parts.parts)

    def face(name: str, number: int, part: Part, side: Side, scene: Scene, common: bool = False) -> ShownFace:
        pause()
        if id(scene) not in digests:
            digests[id(scene)] = known.get(id(scene)) or (scene, fingerprint(sheet_of(scene))[:24])
        row = "" if common else scene.name or part.name
        ident = f"{parts.component}/{name}/{side}"
        copies = parts.count if common else part.copies
        return ShownFace(ident, parts.component, row, number, side, scene, part, copies, digests[id(scene)][1], common)

    for number, (name, part) in enumerate(zip(names, parts.parts, strict=True), 1):
        yield face(name, number, part, "front", part.front)
        if part.back and not shared:
            yield face(name, number, part, "back", part.back)
    if shared and parts.parts[0].back:
        yield face("all", 1, parts.parts[0], "back", parts.parts[0].back, common=True)


def labels_of(game: Game) -> dict[tuple[str, str], str]:
    """Return a name for rows that have none but their number: their first text, or that of their component."""
    found: dict[tuple[str, str], str] = {}
    for entry, component in manifest(game):
        rows = rows_of(component, game)
        for row in rows:
            if row.name.isdigit():
                first = next((value for value in row.fields.values() if isinstance(value, str) and value), "")
                found[entry.id, row.name] = first[:40] or (component.name if len(rows) == 1 else row.name)
    return found


def picture_of(face: ShownFace, studio: StudioSession) -> str:
    """Return the address of the picture of a face, which is offered in this revision too."""
    return studio.offers.add(f"{studio.token}-{face.digest}", lambda: Resource(render_svg(face.scene), "image/svg+xml"))


def _listed(
    face: ShownFace,
    studio: StudioSession,
    texts: Mapping[tuple[str, str], list[str]],
    labels: Mapping[tuple[str, str], str],
) -> Json:
    pause()
    scene = face.scene
    return {
        "id": face.id,
        "src": picture_of(face, studio),
        "component": face.component,
        "row": face.row,
        "label": labels.get((face.component, face.row), face.row),
        "number": face.number,
        "side": face.side,
        "shared": face.shared,
        "copies": face.copies,
        "width": scene.width,
        "height": scene.height,
        "bleed": scene.bleed,
        "outline": outline_path(face.part.outline),
        "digest": face.digest,
        "text": " ".join(texts.get((face.component, face.row), ()))[:MOST_TEXT],
    }


MOST_TEXT = 2_000
"""Maximum number of characters of a face that a filter looks at."""


def _texts(drawn: Sequence[Drawn]) -> dict[tuple[str, str], list[str]]:
    """Return the texts of each row of each component, for the filter."""
    found: dict[tuple[str, str], list[str]] = {}
    for each in drawn:
        for text in each.texts:
            found.setdefault((each.parts.component, text.origin.row), []).append(text.text)
    return found


def _component(drawn: Drawn, game: Game) -> Json:
    parts = drawn.parts
    return {
        "id": parts.component,
        "name": parts.name,
        "kind": parts.kind,
        "count": parts.count,
        "faces": len(parts.parts),
        "stock": parts.stock,
        "safe": _safe(parts.component, game),
    }


def _safe(name: str, game: Game) -> float:
    """Return how far from the cut the safe zone of a component's front begins, in millimetres."""
    component = {entry.id: component for entry, component in manifest(game)}.get(name)
    template = game.find(Template, component.template.name) if component and component.template else None
    return template.safe if template else 0.0


def _crash(finding: Finding) -> Json:
    return {"message": finding.message, "file": finding.span.file, "line": finding.span.line}


def findings(studio: StudioSession, message: Message) -> Json:
    """Return the findings of the pack, and their numbers in that list for each face that has some."""
    language, variant = chosen(studio, message)
    faces = faces_in(studio, studio.drawing(language, variant), language, variant)
    found = findings_on_faces(studio.examined)
    told = list(dict.fromkeys(finding for each in found.values() for finding in each))
    numbers = {finding: number for number, finding in enumerate(told)}
    shown = {face.id: found.get((face.component, face.number, face.side), ()) for face in faces.values()}
    return {
        "revision": studio.revision,
        "findings": [
            {"severity": it.severity.value, "message": it.message, "hint": it.hint, "code": it.code, **place(it.span)}
            for it in told
        ],
        "faces": {name: [numbers[each] for each in several] for name, several in shown.items() if several},
    }


# One face.


def one(studio: StudioSession, message: Message) -> Json:
    """Return a face with its layers, lowest first, the values of its row, and where each of them is written."""
    language, variant = chosen(studio, message)
    drawing = studio.drawing(language, variant)
    face = faces_in(studio, drawing, language, variant).get(str(message.get("face")))
    if face is None:
        raise RequestRefused("this face is no longer in the pack")
    component, row = _source(face, drawing.loaded.game)
    texts = {
        (each.origin.span, each.origin.row): each
        for drawn in drawing.all.drawn
        for each in drawn.texts
        if drawn.parts.component == face.component
    }
    return {
        "id": face.id,
        "component": face.component,
        "row": face.row,
        "side": face.side,
        "copies": face.copies,
        "width": face.scene.width,
        "height": face.scene.height,
        "bleed": face.scene.bleed,
        "outline": outline_path(face.part.outline),
        "document": place(component.span) if component else None,
        "at": place(row.span) if row else None,
        "fields": list(fields_of(row, component, drawing.loaded)) if row and component else [],
        "layers": [_layer(each, texts) for each in _layers(face.scene)],
    }


def outline_path(outline: Outline) -> str:
    """Return the cut line as path data of SVG, in millimetres from the corner of the trim."""
    match outline:
        case DrawnPath(commands):
            return path_text(commands)
        case Rect(x, y, width, height, radius):
            r = min(radius, width / 2, height / 2)
            across, down, corner = decimal(width - 2 * r), decimal(height - 2 * r), decimal(r)
            arcs = [f"a{corner} {corner} 0 0 1 {dx}{corner} {dy}{corner}" if r else "" for dx, dy in CORNERS]
            steps = (f"h{across}", arcs[0], f"v{down}", arcs[1], f"h-{across}", arcs[2], f"v-{down}", arcs[3])
            return f"M{decimal(x + r)} {decimal(y)}{''.join(steps)}Z"
        case Ellipse(cx, cy, rx, ry):
            arc, width = f"a{decimal(rx)} {decimal(ry)} 0 1 1", 2 * rx
            return f"M{decimal(cx - rx)} {decimal(cy)}{arc} {decimal(width)} 0{arc} -{decimal(width)} 0Z"


CORNERS = (("", ""), ("-", ""), ("-", "-"), ("", "-"))
"""The signs of the arcs at the corners of a box, clockwise from the top right."""


def place(span: Span) -> Json:
    """Return where something is written, as the page passes it on to the source and to editors."""
    return {
        "file": span.file,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
        "pointer": span.pointer,
        "row": span.row,
        "sheet": span.sheet,
    }


def _source(face: ShownFace, game: Game) -> tuple[Component | None, Row | None]:
    """Return the component of a face and its row; no row for a back that all share."""
    component = next((component for entry, component in manifest(game) if entry.id == face.component), None)
    if component is None or face.shared:
        return component, None
    rows = rows_of(component, game)
    same = rows[face.number - 1 : face.number]  # rows may have equal names
    return component, next((row for row in (*same, *rows) if row.name == face.row), None)


def fields_of(row: Row, component: Component, loaded: Loaded) -> Iterator[Json]:
    """Yield the fields of a row with their values and where those are written; `origin` says so if it is elsewhere."""
    for name, value in row.fields.items():
        origin = _origin(row, name, component, loaded)
        span = origin[1] if origin else row.spans.get(name, row.span)
        yield {"name": name, "value": _shown(value), "at": place(span), "origin": origin[0] if origin else None}


def _origin(row: Row, name: str, component: Component, loaded: Loaded) -> tuple[str, Span] | None:
    """Return where the value of a field comes from, as text, and the place; None if it is written in the row itself."""
    how, span = component.selection, row.spans.get(name)
    formula = next((formula for ref, formula in how.computed if ref.name == name), None) if how else None
    if formula:
        return "computed by a formula", formula.span
    if span is None:
        declared = component.fields.get(name)
        if declared and declared.default is not None:
            return "the default of this field", declared.span
        return (f"from {Path(row.span.file).name}", row.span) if row.span.file != component.span.file else None
    if span.file != row.span.file:
        return f"from {Path(span.file).name}", span
    return alias_at(span, loaded) or alias_at(row.span, loaded, span)


ALIAS = re.compile(r"\*([^\s,\[\]{}]+)")
"""Matches an alias of YAML: the name of an anchor that is written before it."""


@lru_cache(maxsize=4)
def _lines(text: str) -> Lines:
    """Return the lines of a text; each field of its rows needs them."""
    return Lines(text)


def alias_at(span: Span, loaded: Loaded, anchored: Span | None = None) -> tuple[str, Span] | None:
    """Return the name of an alias at a place, and where its value is written, `anchored` if known; None without one."""
    text = loaded.texts.get(span.file, "")
    if not span.file.lower().endswith((".yaml", ".yml")) or "*" not in text:
        return None
    lines = _lines(text)
    start, _ = lines.range(span)
    alias = ALIAS.match(text, start)
    found = text.rfind(f"&{alias[1]}", 0, start) if alias else -1
    if alias is None or found < 0:
        return None
    return f"{alias[0]}, an alias", anchored or lines.span(span.file, found, found + len(alias[0]))


def _shown(value: object) -> Json:
    if isinstance(value, str | int | float | bool) or value is None:
        return value
    if isinstance(value, list | tuple):
        return [_shown(each) for each in value]
    return str(value)


class _LayerBox(Struct, frozen=True):
    origin: Origin
    box: BoundingBox


def _layers(scene: Scene) -> list[_LayerBox]:
    """Return the layers of a face with the boxes of what they paint, the lowest first."""
    found: list[_LayerBox] = []
    waiting: list[tuple[Item, Affine]] = [(item, IDENTITY) for item in reversed(scene.items)]
    while waiting:
        item, matrix = waiting.pop()
        if not isinstance(item, Group):
            continue
        if item.origin is not None:
            box = bounds((item,), matrix)
            if box:
                found.append(_LayerBox(item.origin, box))
            continue
        inner = compose(matrix, item.transform)
        waiting += [(each, inner) for each in reversed(item.items)]
    return found


def _layer(each: _LayerBox, texts: Mapping[tuple[Span, str], PlacedText]) -> Json:
    origin, box = each.origin, each.box
    text = texts.get((origin.span, origin.row))
    data: dict[str, Any] = {
        "layer": origin.layer,
        "row": origin.row,
        "at": place(origin.span),
        "box": [round(number, 3) for number in box],
    }
    if text:
        data |= {
            "text": text.text[:MOST_TEXT],
            "size": round(text.size, 2),
            "role": text.role,
            "content": place(text.span),
        }
    return data
