"""Two states of the pack next to each other: what changed since a commit, since the start, or from another folder."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pnp.build.examine import Examined
from pnp.compare.comparison import FaceChange, MapChange, PackComparison, PackState, PartKey, compared, state_of
from pnp.compare.revisions import RevisionError, commit_of, recent_commits, revision_folder
from pnp.compare.writing import as_data
from pnp.diagnostics import Finding
from pnp.draw.component import drawing_context, map_scene, missing_for_drawing
from pnp.draw.maps import placement
from pnp.loader import Target, find_targets
from pnp.loader.pack import files_in
from pnp.loader.target import shown
from pnp.model.maps.game_map import GameMap
from pnp.render.svg import render_svg
from pnp.scene.items import Scene
from pnp.studio.faces import chosen, faces_in, labels_of, outline_path, place
from pnp.studio.map_pictures import style_of
from pnp.studio.resources import Resource
from pnp.studio.session import Json, Message, RequestRefused, StudioSession

# The state to compare with.

KEPT_STATES = 2
"""Maximum number of other states that stay drawn."""

LONGEST_NAME = 1_000
"""Maximum length of the name of a revision or a folder, in characters."""


class OtherState(Struct, frozen=True, eq=False):
    """Another state of the pack; `key` is new when its content is, `name` is what the page calls it."""

    key: str
    name: str
    state: PackState


def offered(studio: StudioSession, _message: Message) -> Json:
    """Return the commits that changed the pack, the newest first; without any, why there is none."""
    try:
        commits = recent_commits(studio.target.folder)
        reason = "" if commits else "no commit has files of this pack yet"
    except RevisionError as error:
        named = str(error).replace(f"'{shown(studio.target.folder.resolve())}'", "the folder of this pack")
        commits, reason = (), named.removesuffix("; name a folder to compare with")
    return {
        "commits": [
            {"hash": each.hash, "day": each.day, "tags": list(each.tags), "subject": each.subject} for each in commits
        ],
        "reason": reason,
    }


def _other(studio: StudioSession, message: Message) -> OtherState:
    """Return the state that a message names: `against` is opened, revision or folder, `name` says which."""
    against, name = message.get("against"), str(message.get("name") or "").strip()
    language, _ = chosen(studio, message)
    if against not in ("opened", "revision", "folder"):
        raise RequestRefused("compare with the state when the studio was opened, a revision or a folder")
    if against == "opened":
        if language:
            raise RequestRefused(
                "the state when the studio was opened is compared in the game's own language: choose it above"
            )
        found = _kept(studio, "opened") or _keep(studio, "opened", PackState(studio.opened))
        return OtherState("opened", "when the studio was opened", found)
    if not name or len(name) > LONGEST_NAME:
        raise RequestRefused(f"name the {against} to compare with")
    if against == "revision":
        try:
            return _committed(studio, name, language)
        except RevisionError as error:
            raise RequestRefused(str(error)) from error
    target = _pack_in(studio, name)
    key = f"{target.root} {sorted(files_in((target.folder.resolve(),), studio.settings.out).items())} {language}"
    state = _kept(studio, key) or _keep(studio, key, state_of(target, language))
    return OtherState(sha256(key.encode()).hexdigest()[:16], name, state)


def _committed(studio: StudioSession, name: str, language: str | None) -> OtherState:
    """Return the pack at a revision. Raises RevisionError if there is none."""
    commit = commit_of(name, studio.target.folder)
    kept = _kept(studio, f"{commit} {language}")
    if kept is None:
        with revision_folder(commit, studio.target.folder) as folder:
            (target,) = find_targets([str(folder)])
            target = replace(target, shown=studio.target.shown)  # the temporary folder is gone when it is read
            kept = _keep(studio, f"{commit} {language}", state_of(target, language))
    return OtherState(f"{commit[:12]}-{language}", name, kept)


def _pack_in(studio: StudioSession, name: str) -> Target:
    """Return the pack in another folder; a relative path starts where the pack's folder is. Raises RequestRefused."""
    folder = studio.target.folder.resolve().parent / Path(name).expanduser()
    found = find_targets([str(folder)])
    if len(found) != 1 or not found[0].root.is_dir():
        raise RequestRefused(f"'{name}' has {len(found)} packs: name the folder of one")
    return found[0]


def _kept(studio: StudioSession, key: str) -> PackState | None:
    states: dict[str, PackState] = studio.stored.setdefault("compared states", {})
    return states.get(key)


def _keep(studio: StudioSession, key: str, state: PackState) -> PackState:
    """Store a state over changes of the pack, in place of the oldest."""
    states: dict[str, PackState] = studio.stored.setdefault("compared states", {})
    while len(states) >= KEPT_STATES:
        del states[next(iter(states))]
    states[key] = state
    return state


# What changed, as the page shows it.

MOST_LISTED = 1_000
"""Maximum number of rows, faces or findings that the page lists; all are counted."""


def listed(studio: StudioSession, message: Message) -> Json:
    """Return what changed from another state of the pack to its files as they are, with pictures of both."""
    other = _other(studio, message)
    language, _ = chosen(studio, message)
    now = _Now(studio, language)
    key = f"compared {other.key} {language}"
    if key not in studio.cached:
        studio.cached[key] = compared(other.state, now.state)
    found: PackComparison = studio.cached[key]
    data = as_data(found)
    pictures = _Pictures(studio, other, now)
    counts = {name: len(data[name]) for name in ("rows", "faces", "maps", "verdicts", "new_findings", "gone_findings")}
    rows = {(name, row.name): row for name, each in now.state.contents.components.items() for row in each.rows}
    for each in data["rows"]:
        row = rows.get((each["component"], each["row"]))
        each["at"] = place(row.span) if row and each["change"] != "removed" else None
    pack = now.state.examined.game.pack
    rules = {rule.name: place(rule.span) for rule in pack.requirements} if pack else {}
    for each in data["verdicts"]:
        each["at"] = None if each["map"] else rules.get(each["requirement"])
    for name in ("rows", "faces", "new_findings", "gone_findings"):
        data[name] = data[name][:MOST_LISTED]
    gone, come = labels_of(other.state.examined.game), labels_of(now.state.examined.game)
    for each in data["rows"]:
        labels = gone if each["change"] == "removed" else come
        each["label"] = labels.get((each["component"], each["row"]), each["row"])
    data["faces"] = [
        {
            **face,
            **pictures.face(change),
            "face": now.face(change),
            "label": (gone if change.change == "removed" else come).get((change.component, change.part), change.part),
        }
        for face, change in zip(data["faces"], found.faces, strict=False)
    ]
    data["maps"] = [
        {**each, **pictures.map(change), "marks": list(_marks(other.state, now.state, change))}
        for each, change in zip(data["maps"], found.maps, strict=True)
    ]
    for name, findings in (("new_findings", found.new_findings), ("gone_findings", found.gone_findings)):
        data[name] = list(_placed(data[name], findings))
    return {**data, "revision": studio.revision, "against": other.name, "counts": counts, "same": found.is_empty}


class _Now:
    """The pack as its files are."""

    def __init__(self, studio: StudioSession, language: str | None) -> None:
        examined: Examined = studio.examined_in(language)
        key = f"compared now {language}"
        self.state: PackState = studio.cached.setdefault(key, PackState(examined))
        faces = faces_in(studio, studio.drawing(language), language, None)
        self._ids = {(face.component, face.number, face.side): face.id for face in faces.values()}

    def face(self, change: FaceChange) -> str | None:
        """Return the id of a changed face in the grid; None for one that is gone."""
        wanted = None if change.change == "removed" else self.state.parts.get(change.keys[1])
        side = change.sides[0] if change.sides else "front"
        for drawn in self.state.examined.drawn if wanted else ():
            if drawn.parts.component == change.component:
                for number, part in enumerate(drawn.parts.parts, 1):
                    if part is wanted:
                        return self._ids.get((change.component, number, "back" if side == "back" else "front"))
        return None


class _Pictures:
    """The addresses of pictures of both states."""

    def __init__(self, studio: StudioSession, before: OtherState, after: _Now) -> None:
        self._studio, self._before, self._after = studio, before, after

    def face(self, change: FaceChange) -> dict[str, Any]:
        """Return the pictures of a part before and after, for each side that changed."""
        (gone, come), sides = change.keys, change.sides or ("front",)
        before = None if change.change == "added" else self._before.state
        after = None if change.change == "removed" else self._after.state
        return {
            "pictures": [
                {"side": side, "pair": [self._side(before, gone, side), self._side(after, come, side)]}
                for side in sides
            ]
        }

    def _side(self, state: PackState | None, key: PartKey, side: str) -> Json:
        part = state.parts.get(key) if state else None
        scene = None if part is None else part.front if side == "front" else part.back
        if state is None or part is None or scene is None:
            return None
        digest = state.digests[key][side == "back"]
        return {**self._offer(f"face-{digest[:32]}", scene), "outline": outline_path(part.outline)}

    def map(self, change: MapChange) -> dict[str, Any]:
        """Return the pictures of a map before and after; none for one of its movement classes."""
        if change.mover:
            return {"pictures": []}
        pair = [
            self._map(self._before.state, change.map, f"{self._before.key}"),
            self._map(self._after.state, change.map, f"now-{self._studio.revision}"),
        ]
        return {"pictures": [{"side": "", "pair": pair}]}

    def _map(self, state: PackState, name: str, key: str) -> Json:
        game = state.examined.game
        game_map: Any = game.find(GameMap, name)
        scene = map_scene(game_map, drawing_context(game), style_of(game, game_map)) if game_map else None
        return self._offer(f"map-{key}-{state.examined.language}-{name}", scene) if scene else None

    def _offer(self, name: str, scene: Scene) -> dict[str, Any]:
        source = self._studio.offers.add(
            f"{self._studio.token}-was-{name}", lambda: Resource(render_svg(scene), "image/svg+xml")
        )
        return {"src": source, "width": scene.width, "height": scene.height, "bleed": scene.bleed}


def _marks(before: PackState, after: PackState, change: MapChange) -> Iterator[Json]:
    """Yield where places of a map are new, gone or elsewhere, in millimetres on its picture."""
    for state, names in ((before, {*change.removed, *change.moved}), (after, {*change.added, *change.moved})):
        game_map = state.examined.game.find(GameMap, change.map)
        style = style_of(state.examined.game, game_map) if game_map else None
        if game_map is None or style is None or missing_for_drawing(game_map):
            continue
        a, b, c, d, e, f = placement(game_map, style, game_map.width, game_map.height)
        for area in game_map.places:
            if area.id in names and area.at:
                kind = "moved" if area.id in change.moved else "removed" if state is before else "added"
                x, y = area.at
                at = [round(a * x + c * y + e, 2), round(b * x + d * y + f, 2)]
                yield {"place": area.id, "at": at, "now": state is after, "change": kind}


def _placed(data: list[dict[str, Any]], findings: Iterable[Finding]) -> Iterator[Json]:
    """Yield findings with the places that they are about."""
    for each, finding in zip(data, findings, strict=False):
        yield {**each, **place(finding.span)}
