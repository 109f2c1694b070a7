"""Templates that extend others: each is merged over its base after all documents are read."""

from bisect import bisect_left
from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from pnp.model.faces.layer import GroupArt, Layer
from pnp.model.faces.template import Template
from pnp.model.game import Content

_SETTINGS = {
    "size": ("width", "height"),
    "bleed": ("bleed",),
    "safe": ("safe",),
    "shape": ("shape",),
    "corners": ("corners",),
    "background": ("background",),
}
"""The settings that a template inherits unless its document sets them, by key, with their attributes."""


MOST_LAYERS = 10_000
"""Maximum number of layers that all templates of a pack may inherit."""


def extended(documents: Sequence[Content], most: int = MOST_LAYERS) -> tuple[tuple[Content, ...], Template | None]:
    """Return the documents with templates merged over their bases, and the first template beyond `most` layers.

    That template and the ones after it are damaged. It is None within the limit.
    """
    made, beyond = with_bases([each for each in documents if isinstance(each, Template)], most)
    templates = iter(made)
    laid = tuple(next(templates) if isinstance(each, Template) else each for each in documents)
    return laid, beyond


def with_bases(templates: Sequence[Template], most: int = MOST_LAYERS) -> tuple[tuple[Template, ...], Template | None]:
    """Return each template merged over the one it extends, and the first beyond `most` inherited layers, or None.

    A template is damaged if its base is missing or leads back to itself.
    """
    done: dict[int, Template] = {}
    bases, left, beyond = bases_of(templates), most, None
    for start in range(len(templates)):
        for index in reversed(_lineage(bases, start, done)):
            template = templates[index]
            if template.extends:
                above = bases[index]
                base = None if above is None else done.get(above)
                left -= sum(1 for _ in base.every_layer()) if base and left >= 0 else 0
                if left < 0:
                    beyond, base = beyond or template, None
                template = laid_over(template, base) if base else replace(template, damaged=True)
            done[index] = template
    return tuple(done[index] for index in range(len(templates))), beyond


def _lineage(bases: Sequence[int | None], start: int, known: Container[int]) -> list[int]:
    """Return the template at `start`, its base, the base of that, and so on, until one is known or repeated."""
    line: dict[int, None] = {}
    at: int | None = start
    while at is not None and at not in line and at not in known:
        line[at] = None
        at = bases[at]
    return list(line)


def bases_of(templates: Sequence[Template]) -> tuple[int | None, ...]:
    """Return for each template the index of the one it extends: the nearest before it, else the first after it.

    None if it extends none, or a missing one. All of them are found together in linear time.
    """
    places: dict[str, list[int]] = {}
    for index, template in enumerate(templates):
        places.setdefault(template.id, []).append(index)
    return tuple(_base_of(index, template, places) for index, template in enumerate(templates))


def _base_of(index: int, template: Template, places: Mapping[str, list[int]]) -> int | None:
    named = places.get(template.extends.name) if template.extends else None
    if named is None:
        return None
    before = bisect_left(named, index)
    return named[before - 1] if before else named[0]


def circles(templates: Sequence[Template]) -> Iterator[list[int]]:
    """Yield the circles of templates that extend themselves, each from its first template on, in linear time."""
    bases, seen = bases_of(templates), set[int]()
    for start in range(len(templates)):
        line = _lineage(bases, start, seen)
        seen.update(line)
        again = bases[line[-1]] if line else None
        if again in line:
            circle = line[line.index(again) :]
            first = circle.index(min(circle))
            yield circle[first:] + circle[:first]


def laid_over(template: Template, base: Template) -> Template:
    """Return the template with the settings and layers that it inherits from its base."""
    taken: dict[str, Any] = {
        name: getattr(base, name) for key, names in _SETTINGS.items() if key not in template.said for name in names
    }
    layers, damaged = tuple(_layers(template, base)), template.damaged or base.damaged
    return replace(template, layers=layers, damaged=damaged, **taken)


def _layers(template: Template, base: Template) -> Iterator[Layer]:
    """Yield the base's layers, each replaced by the template's layer of the same name, then the template's other
    layers.
    """
    removed = {ref.name for ref in template.removes}
    named = {layer.name: layer for layer in template.layers if layer.named}
    placed: set[str] = set()
    yield from _kept(base.layers, removed, named, placed)
    yield from (layer for layer in template.layers if not (layer.named and layer.name in placed))


def _kept(
    layers: tuple[Layer, ...], removed: Container[str], named: Mapping[str, Layer], placed: set[str]
) -> Iterator[Layer]:
    """Yield the layers that are not removed, in groups too; add the names of replaced layers to `placed`."""
    for layer in layers:
        if layer.name in removed:
            continue
        if layer.name in named:
            placed.add(layer.name)
            yield named[layer.name]
        elif isinstance(layer.art, GroupArt):
            yield replace(layer, art=GroupArt(tuple(_kept(layer.art.layers, removed, named, placed))))
        else:
            yield layer
