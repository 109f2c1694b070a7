"""Templates that extend others: laid over what they extend, once they are all read."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pnp.model.layer import GroupArt, Layer
from pnp.model.template import Template

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Mapping, Sequence

    from pnp.model.game import Content

_SETTINGS = {
    "size": ("width", "height"),
    "bleed": ("bleed",),
    "safe": ("safe",),
    "shape": ("shape",),
    "corners": ("corners",),
    "background": ("background",),
}
"""What a template takes over where its document does not say it."""


MOST_LAYERS = 10_000
"""Layers that all templates of a pack may take over from those they extend."""


def extended(documents: Sequence[Content]) -> tuple[tuple[Content, ...], Template | None]:
    """The documents with their templates laid over those that they extend, and the template that is one too many.

    That is where templates take over more layers than a pack may; it and those after it are damaged.
    """
    made, beyond = with_bases([each for each in documents if isinstance(each, Template)])
    templates = iter(made)
    laid = tuple(next(templates) if isinstance(each, Template) else each for each in documents)
    return laid, beyond


def with_bases(templates: Sequence[Template]) -> tuple[tuple[Template, ...], Template | None]:
    """Each template laid over the one that it extends; damaged where that is not there, or leads back to itself.

    Beside them the first one, if any, for which too many layers are taken over.
    """
    done: dict[int, Template] = {}
    bases, left, beyond = bases_of(templates), MOST_LAYERS, None
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
    """The template at `start`, what it extends, what that extends, and so on, up to one that is known or met again."""
    line: dict[int, None] = {}
    at: int | None = start
    while at is not None and at not in line and at not in known:
        line[at] = None
        at = bases[at]
    return list(line)


def bases_of(templates: Sequence[Template]) -> tuple[int | None, ...]:
    """For each template where the one stands that it extends: the nearest before it, else the first after it.

    None where it extends none, or one that is not there. Finding all of them at once takes linear time.
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
    """The templates that lead back to themselves: each circle from its first template on, in linear time."""
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
    """The template with what it leaves open taken from its base."""
    taken: dict[str, Any] = {
        name: getattr(base, name) for key, names in _SETTINGS.items() if key not in template.said for name in names
    }
    layers, damaged = tuple(_layers(template, base)), template.damaged or base.damaged
    return replace(template, layers=layers, damaged=damaged, **taken)


def _layers(template: Template, base: Template) -> Iterator[Layer]:
    """The base's layers, each replaced by the one of its name, and the others of the template on top of them."""
    removed = {ref.name for ref in template.removes}
    named = {layer.name: layer for layer in template.layers if layer.named}
    placed: set[str] = set()
    yield from _kept(base.layers, removed, named, placed)
    yield from (layer for layer in template.layers if not (layer.named and layer.name in placed))


def _kept(
    layers: tuple[Layer, ...], removed: Container[str], named: Mapping[str, Layer], placed: set[str]
) -> Iterator[Layer]:
    """The layers that are not removed, in groups too; `placed` comes to hold the names that were replaced."""
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
