"""What a position means, as Markdown: the description of a key, the figures of a place, a colour, a face."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from html import escape

from pnp.build.examine import facts_of
from pnp.build.faces import FacePicture, draw_parts
from pnp.build.target import BuildOptions
from pnp.diagnostics import Span
from pnp.facts import Facts
from pnp.language.completion import description_of, kind_of, parts_at, words_of
from pnp.language.document_names import NameSite
from pnp.language.names import NameIndex
from pnp.language.texts import KEY, Lines, cursor_at
from pnp.loader.pack import Loaded
from pnp.messages import many, series
from pnp.model.component import Component
from pnp.model.faces.theme import Theme, resolve_theme
from pnp.model.maps.game_map import GameMap
from pnp.network import Network
from pnp.source import is_table

THUMBNAIL = 170
"""Width of a face in pixels: it is shown in a small window next to the text."""

FAR = 3
"""How many of the farthest places are named."""


def explained(
    text: str, file: str, line: int, column: int, loaded: Loaded, names: NameIndex, pictures: bool = True
) -> tuple[str, Span | None] | None:
    """Return the meaning of a position as Markdown, and the span that it is about; None if there is nothing to say.

    With `pictures` a face is shown as an image in a data address. Networks and drawings are computed on
    request.
    """
    site = names.at(file, line, column)
    if site:
        said = "\n\n".join(_of_name(site, loaded, names, pictures))
        if said:
            return said, site.span
    return None if is_table(file) else _of_key(text, file, line, column)


def _of_key(text: str, file: str, line: int, column: int) -> tuple[str, Span | None] | None:
    """Explain the key at a position, or the key whose word is there, from the schema."""
    lines = Lines(text)
    here = lines.line(line)
    end = min(column - 1, len(here))
    while end < len(here) and (here[end].isalnum() or here[end] in "-_"):
        end += 1
    start = end
    while start and (here[start - 1].isalnum() or here[start - 1] in "-_"):
        start -= 1
    word = here[start:end]
    is_key = here[end : end + 1] == ":" or bool(KEY.match(here, start) and here[end:].lstrip().startswith(":"))
    cursor = cursor_at(text, line, (end if is_key else start) + 1)
    if not word or cursor is None:
        return None
    path = (*cursor.path, word) if is_key and cursor.in_key else cursor.path
    if is_key and not cursor.in_key:
        path = (*cursor.path, word)
    parts = parts_at(kind_of(text), path)
    about, words = description_of(parts), words_of(parts)
    if not about:
        return None
    allowed = f"\n\nOne of: {', '.join(f'`{each}`' for each in words)}" if words else ""
    title = ".".join(str(step) for step in path if isinstance(step, str))
    return f"**{title}** — {about}{allowed}", lines.span(file, *(lines.offset(line, at + 1) for at in (start, end)))


def _of_name(site: NameSite, loaded: Loaded, names: NameIndex, pictures: bool) -> Iterator[str]:
    sites = names.references(site)
    defined = next((each for each in sites if each.defines), None)
    where = f", defined in `{defined.span}`" if defined and defined.span != site.span else ""
    used = sum(not each.defines for each in sites)
    yield f"**{_plain(site.name)}** — {site.role}{where}, used {many(used, 'time')}"
    match site.role:
        case "place":
            yield from _of_place(site, loaded)
        case "colour":
            yield from _of_colour(site.name, loaded)
        case "component" | "template" | "row" | "layer" if pictures:
            yield from _of_face(site, loaded)
        case "definition":
            yield from _of_definition(site.name, loaded)
        case _:
            pass


def _of_place(site: NameSite, loaded: Loaded) -> Iterator[str]:
    facts = _facts(loaded)
    for game_map in loaded.game.all(GameMap):
        network = facts.networks.get(game_map.id)
        if network and (not site.scopes or game_map.id in site.scopes) and site.name in network.index:
            yield f"On *{_plain(game_map.name or game_map.id)}*: {_figures(site.name, network)}"


def _figures(name: str, network: Network) -> str:
    """Return the figures of a place: its neighbours, the farthest places, and those that it cannot reach."""
    near = network.neighbours(name)
    others = [each for each in network.index if each != name]
    ways = {each: network.distance(name, each) for each in others}
    known = {each: way for each, way in ways.items() if way is not None}
    named = series([f"**{_plain(each)}**" for each in near[:8]], "and")
    said = [f"{many(len(near), 'neighbour')}: {named}" if near else "no way leads on"]
    if known:
        most = max(known.values())
        farthest = [f"**{_plain(each)}**" for each, way in known.items() if way == most]
        more = f" and {len(farthest) - FAR} more" if len(farthest) > FAR else ""
        mean = sum(known.values()) / len(known)
        said.append(f"farthest {most}: {', '.join(farthest[:FAR])}{more}; mean {mean:.2f}")
    if len(known) < len(others):
        said.append(f"{many(len(others) - len(known), 'place')} out of reach")
    return "; ".join(said)


def _facts(loaded: Loaded) -> Facts:
    return loaded.game.cached("language.explanation", lambda: facts_of(loaded.game))


def _of_colour(name: str, loaded: Loaded) -> Iterator[str]:
    theme = resolve_theme(list(loaded.game.all(Theme)))
    seen: list[str] = []
    while theme and name in theme.roles.palette and name not in seen:
        seen.append(name)
        name = theme.roles.palette[name].name
    if name.startswith("#"):
        box = f'<rect width="40" height="16" fill="{escape(name)}"/>'
        swatch = f'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="16">{box}</svg>'
        yield f"![{name}]({_data('image/svg+xml', swatch.encode())}) `{name}`"


def _of_definition(name: str, loaded: Loaded) -> Iterator[str]:
    pack = loaded.game.pack
    for each in pack.definitions if pack else ():
        if each.name == name:
            head = f"{name}({', '.join(each.parameters)})" if each.parameters else name
            yield f"```\n{head} = {each.body.text}\n```"


def _of_face(site: NameSite, loaded: Loaded) -> Iterator[str]:
    """Yield the face of a row, or of the first part of a component or template, as a small picture."""
    found = face_of(site, loaded)
    if found:
        dpi = THUMBNAIL / (found.width / 25.4)
        yield f"![{escape(found.name)}]({_data('image/png', found.png(dpi))})"


def face_of(site: NameSite, loaded: Loaded) -> FacePicture | None:
    """Return the face that shows a row, a component or a template; None if none can be drawn."""
    components = [
        each
        for each in loaded.game.all(Component)
        if (each.id == site.name if site.role == "component" else _shows(each, site))
    ]
    if not components or loaded.game.pack is None:
        return None
    entry = next((each.id for each in loaded.game.pack.components if each.component.name == components[0].id), None)
    if entry is None:
        return None
    try:
        parts = draw_parts(loaded, BuildOptions(only=(entry,)))
    except ValueError:  # what is missing for a drawing is a finding
        return None
    named = [part for part in parts if site.role != "row" or part.name == site.name]
    return named[0].front if named else None


def _shows(component: Component, site: NameSite) -> bool:
    if site.role == "row":
        return component.id in site.scopes
    name = site.name if site.role == "template" else next(iter(site.scopes), "")
    return any(each.name == name for each in component.templates)


def _data(kind: str, content: bytes) -> str:
    return f"data:{kind};base64,{b64encode(content).decode('ascii')}"


def _plain(text: str) -> str:
    """Return a name without the signs that Markdown reads."""
    return "".join(f"\\{each}" if each in "\\`*_{}[]()#+!|<>" else each for each in text)
