"""Previews: contact sheet, maps, listing."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from pnp.build.examine import Examined
from pnp.diagnostics import Finding, Severity, Span
from pnp.draw.component import drawing_context, map_scene, name_map
from pnp.draw.context import DrawingContext
from pnp.draw.layers.map import last_style
from pnp.draw.maps import placement
from pnp.escape import file_name
from pnp.facts import count_of, manifest
from pnp.facts.look import house_fallback
from pnp.facts.rows import rows_of
from pnp.loader.pack import Loaded
from pnp.model.component import Component
from pnp.model.faces.template import Template
from pnp.model.game import Game
from pnp.model.maps import AnyMap
from pnp.model.maps.game_map import GameMap, Point
from pnp.model.pack import Entry, PackDocument
from pnp.model.reference import Ref
from pnp.model.row import Row
from pnp.network import Lowered, Network, Proof
from pnp.network.inspection import Inspection
from pnp.scene.items import Scene
from pnp.scene.parts import Part, PartSet, Sheet, Side
from pnp.scene.typesetting.fonts import Family
from pnp.sheet.contact import ContactPanel, Remark, RemarkMark, Shot, contact_sheet, many

# The contact sheet of a game: its faces with their findings, even if the game has errors.

MOST_REMARKS = 24
"""Maximum number of findings that are written on it; all of them are counted and numbered."""

Told = tuple[tuple[RemarkMark, Finding], ...]
"""Findings with their numbers."""


def contact_of(examined: Examined) -> tuple[Sheet, ...]:
    """Return the strips of the contact sheet: the findings, then all faces that could be drawn."""
    report, game = examined.report, examined.game
    told = tuple(_numbered(report.findings))
    sources = {entry.id: _FaceSource(component, entry.span, game) for entry, component in manifest(game)}
    fallback = examined.fallback
    panels = [_panel(drawn.parts, sources.get(drawn.parts.component), told, fallback) for drawn in examined.drawn]
    title = game.pack.title if game.pack else examined.name
    return contact_sheet(title, report.errors, report.warnings, _remarks(told), panels, fallback)


def findings_on_faces(examined: Examined) -> dict[tuple[str, int, Side], tuple[Finding, ...]]:
    """Return the errors and warnings on each face, by component, number of the part from 1, and side."""
    told = tuple(_numbered(examined.report.findings))
    by_mark = dict(told)
    sources = {
        entry.id: _FaceSource(component, entry.span, examined.game) for entry, component in manifest(examined.game)
    }
    found: dict[tuple[str, int, Side], tuple[Finding, ...]] = {}
    for drawn in examined.drawn if told else ():
        met = _FaceFindings(sources.get(drawn.parts.component), told)
        for number, part in enumerate(drawn.parts.parts, 1):
            for side in ("front", "back") if part.back else ("front",):
                marks = met.marks(part, side)
                if marks:
                    found[drawn.parts.component, number, side] = tuple(by_mark[mark] for mark in marks)
    return found


def _numbered(findings: Sequence[Finding]) -> Iterator[tuple[RemarkMark, Finding]]:
    """Yield errors, then warnings, each in source order, numbered from 1."""
    number = 0
    for severity in (Severity.ERROR, Severity.WARNING):
        for finding in findings:
            if finding.severity is severity:
                number += 1
                yield RemarkMark(number, severity is Severity.ERROR), finding


def _remarks(told: Told) -> tuple[Remark, ...]:
    remarks = [Remark(mark, f"{it.span.file}:{it.span.line}", it.message) for mark, it in told[:MOST_REMARKS]]
    left = told[MOST_REMARKS:]
    if left:
        words = f"to {left[-1][0].number}: {many(len(left), 'finding')} more: run pnp check to see them"
        remarks.append(Remark(left[0][0], "", words))
    return tuple(remarks)


class _FaceSource(Struct, frozen=True):
    """The sources of a component's faces, identified by their spans."""

    component: Component
    entry: Span
    game: Game

    def files(self, side: Side) -> frozenset[str]:
        """Return the files with the templates of one side, including those that they extend."""
        component = self.component
        names = component.backs if side == "back" else (*component.fronts, *_panels(component))
        found = (self.game.find(Template, name.name) for name in names)
        templates = [template for template in found if template]
        layers = (layer.span.file for template in templates for layer in template.every_layer())
        return frozenset((*layers, *(template.span.file for template in templates)))

    def rows(self) -> Mapping[str, list[Row]]:
        """Return the rows by name."""
        rows: dict[str, list[Row]] = {}
        for row in rows_of(self.component, self.game):
            rows.setdefault(row.name, []).append(row)
        return rows

    def is_about(self, span: Span) -> bool:
        """Whether the span is in the source of the component: its document, its table, its line of the manifest."""
        component = self.component
        files = {component.span.file, *((component.header.file,) if component.header else ())}
        return span.file in files or _inside(span, self.entry)


def _panels(component: Component) -> Iterable[Ref]:
    return component.box.panels.values() if component.box else ()


def _inside(span: Span, outer: Span) -> bool:
    """Whether a span is within a value of a document, or in a row of a table."""
    if span.file != outer.file:
        return False
    if outer.row is not None:
        return span.row == outer.row
    return span.pointer == outer.pointer or span.pointer.startswith(f"{outer.pointer}/")


def _panel(parts: PartSet, source: _FaceSource | None, told: Told, fallback: tuple[str | Family, ...]) -> ContactPanel:
    """Return the faces of one component; without a source, such as a single map, it gets all findings."""
    met = _FaceFindings(source, told)
    shots = tuple(_shots(parts, met))
    shown = {mark for shot in shots for mark in shot.marks}
    own = (mark for mark, finding in told if source and mark not in shown and source.is_about(finding.span))
    note = many(parts.count, "piece")
    return ContactPanel(
        parts.name, f"{note}, in a separate file" if parts.optional else note, shots, tuple(own), fallback
    )


class _FaceFindings:
    """Assigns findings to the faces of a component."""

    def __init__(self, source: _FaceSource | None, told: Told) -> None:
        self.source, self.told = source, told
        self.rows = source.rows() if source else {}
        self.files = {side: source.files(side) for side in ("front", "back")} if source else {}

    def marks(self, part: Part, side: Side) -> tuple[RemarkMark, ...]:
        """Return the numbers of the findings on a face."""
        if self.source is None:
            return tuple(mark for mark, _ in self.told) if side == "front" else ()
        names = self.rows if self.source.component.makes == "die" else (part.front.name or part.name,)
        return tuple(mark for mark, finding in self.told if self._meets(finding, tuple(names), side))

    def _meets(self, finding: Finding, names: tuple[str, ...], side: Side) -> bool:
        """Whether a finding is about these rows: in their values, or in a template that draws this side of them."""
        assert self.source, "a face without a source is met by everything"
        rows = set(finding.rows) - {""}  # a shared back belongs to no row
        if rows.isdisjoint(names) and rows:
            return False
        other: Side = "back" if side == "front" else "front"
        if finding.span.file in self.files[side]:
            return side == "front" or finding.span.file not in self.files[other]
        if side == "back":
            return False
        if rows:
            return self.source.is_about(finding.span)
        return any(_inside(finding.span, row.span) for name in names for row in self.rows.get(name, ()))


def _shots(parts: PartSet, met: _FaceFindings) -> Iterator[Shot]:
    """Yield the fronts, each followed by its back; a shared back is shown once, at the end."""
    backs = [part.back for part in parts.parts]
    shared = len(backs) > 1 and all(back == backs[0] for back in backs)
    for part in parts.parts:
        name = part.front.name or part.name
        only = len(parts.parts) == 1 and name == "1"  # the only row, named by its number
        words = ("" if only else name, f"×{part.copies}" if part.copies > 1 else "")
        yield _shot(part, part.front, " ".join(filter(None, words)), met, "front")
        if part.back and not shared:
            yield _shot(part, part.back, "back" if only else f"{name} · back", met, "back")
    if shared and backs[0]:
        yield _shot(parts.parts[0], backs[0], "back", met, "back")


def _shot(part: Part, scene: Scene, label: str, met: _FaceFindings, side: Side) -> Shot:
    return Shot(scene, part.outline, label, met.marks(part, side), part.guides if side == "front" else ())


# Maps without their game: figures, pictures, heat maps, and what breaks a requirement.

DPI = 150
"""The resolution of maps as PNG."""


class Mapped(Struct, frozen=True):
    """A map with its lowered form; `owner` is its pack, or its own name."""

    owner: str
    game: Game
    map: AnyMap
    lowered: Lowered

    @property
    def network(self) -> Network:
        """The network of the map as printed."""
        return self.lowered.network


def maps_of(loaded: Loaded) -> tuple[Mapped, ...]:
    """Return the maps of a game, or of the file that it was loaded for."""
    from pnp.network import lower

    game = loaded.game
    found = (drawn for drawn in game.all(GameMap) if loaded.focus in (None, drawn.span.file))
    return tuple(Mapped(game.id or drawn.id, game, drawn, lower(drawn)) for drawn in found)


def pictures_of(mapped: Mapped, inspection: Inspection, form: str) -> Iterator[tuple[str, bytes]]:
    """Yield the map as printed, with the names of its places, and as a heat map, by name, as SVG or PNG.

    Nothing if it cannot be drawn.
    """
    from pnp.draw.overlays import heat_map

    base = map_scene(mapped.map, drawing_context(mapped.game))
    if base is None:
        return
    yield f"{mapped.map.id}-map.{form}", _rendered(base, form)
    spots = _spots(mapped.game, mapped.map, mapped.network)
    places = {place.id: spots[place.id] for place in mapped.network.places if place.id in spots}
    named = name_map(base, places, house_fallback(mapped.game))
    if named:
        yield f"{mapped.map.id}-names.{form}", _rendered(named, form)
    heat = heat_map(mapped.map, base, spots, inspection, house_fallback(mapped.game))
    if heat:
        yield f"{mapped.map.id}-heat.{form}", _rendered(heat, form)


def picture_of(mapped: Mapped, drawn: AnyMap, form: str) -> bytes | None:
    """Return a changed version of the map as SVG or PNG; None if it cannot be drawn."""
    scene = map_scene(drawn, drawing_context(mapped.game))
    return _rendered(scene, form) if scene else None


def overlays_of(examined: Examined) -> Iterator[tuple[str, bytes]]:
    """Yield an SVG for each broken requirement: its map with the counterexample, named by map, number and name.

    There is none for a map that cannot be drawn, or if no place of the counterexample has a position.
    """
    game, numbers = examined.game, dict[str, int]()
    context = drawing_context(game)
    for _, proof in examined.report.proofs:
        number = numbers[proof.map] = numbers.get(proof.map, 0) + 1
        shown = proof.holds is False or proof.method == "example"
        drawn = game.find(GameMap, proof.map) if shown else None
        scene = _overlay(drawn, proof, examined, context) if drawn else None
        if scene:
            name = f"{proof.map}-{number:02}-{file_name(proof.name)}.svg"
            yield f"{game.id}/{name}" if game.id else name, _rendered(scene, "svg")


def _overlay(drawn: AnyMap, proof: Proof, examined: Examined, context: DrawingContext) -> Scene | None:
    from pnp.draw.overlays import overlay
    from pnp.network import lower
    from pnp.network.lowering import as_set_up

    setup = proof.witness.setup if proof.witness else ()
    shown = as_set_up(drawn, setup)
    network = examined.networks[drawn.id] if shown is drawn else lower(shown).network
    base = map_scene(shown, context)
    return overlay(base, _spots(examined.game, shown, network), proof, examined.fallback) if base else None


def _spots(game: Game, drawn: AnyMap, network: Network) -> dict[str, Point]:
    """Return the centres of all named items of the map, in millimetres on its face."""
    from pnp.network import whereabouts

    style = last_style(game)
    if style is None:
        return {}
    scale, _, _, _, left, top = placement(drawn, style, drawn.width, drawn.height)
    return {name: (left + scale * x, top + scale * y) for name, (x, y) in whereabouts(drawn, network).items()}


def _rendered(scene: Scene, form: str) -> bytes:
    if form == "svg":
        from pnp.render.svg import render_svg

        return render_svg(scene)
    from pnp.render.pdf import render_png

    return render_png(scene, DPI)


# The contents of a pack as plain data.


def described(game: Game, name: str) -> dict[str, Any]:
    """Return the pack's title, players, credit, components with counts, tables with their rows, and maps.

    Documents without a pack are listed under a name. `schemas/list.schema.json` describes the format.
    """
    pack = game.pack or PackDocument(name, name, Span(name))
    entries = pack.components if game.pack else [entry for entry, _ in manifest(game)]
    return {
        "id": pack.id,
        "title": pack.title,
        "summary": pack.summary,
        "players": str(pack.players or ""),
        "minutes": pack.minutes,
        "languages": list(pack.languages),
        "credit": pack.credit.line if pack.credit else "",
        "licence": pack.licence.name if pack.licence else "",
        "components": [_entry(entry, game) for entry in entries],
        "tables": [
            {"id": each.id, "name": each.name, "rows": len(rows_of(each, game))}
            for each in game.all(Component)
            if not each.prints
        ],
        "maps": [_map(area_map) for area_map in game.all(GameMap)],
    }


def is_listed(game: Game) -> bool:
    """Whether there is anything to list: a pack, or a component or a map without one."""
    return game.pack is not None or any(True for _ in (*manifest(game), *game.all(GameMap)))


def _entry(entry: Entry, game: Game) -> dict[str, Any]:
    component = game.find(Component, entry.component.name)
    return {
        "id": entry.id,
        "name": entry.name or (component.name if component else entry.id),
        "count": entry.copies * count_of(component, game) if component else 0,
        "optional": entry.optional,
    }


def _map(game_map: AnyMap) -> dict[str, Any]:
    return {"id": game_map.id, "name": game_map.name, "places": len(game_map.places), "roads": game_map.ways}
