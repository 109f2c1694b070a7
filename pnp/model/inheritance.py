"""Templates that extend others: laid over what they extend, once they are all read."""

from __future__ import annotations

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


def extended(documents: Sequence[Content]) -> tuple[Content, ...]:
    """The documents with their templates laid over those that they extend."""
    templates = iter(with_bases([each for each in documents if isinstance(each, Template)]))
    return tuple(next(templates) if isinstance(each, Template) else each for each in documents)


def with_bases(templates: Sequence[Template]) -> tuple[Template, ...]:
    """Each template laid over the one that it extends; damaged where that is not there, or leads back to itself."""
    done: dict[int, Template] = {}
    for start in range(len(templates)):
        for index in reversed(lineage(templates, start, done)):
            template = templates[index]
            if template.extends:
                above = base_of(templates, index)
                base = None if above is None else done.get(above)
                template = laid_over(template, base) if base else replace(template, damaged=True)
            done[index] = template
    return tuple(done[index] for index in range(len(templates)))


def lineage(templates: Sequence[Template], start: int, known: Container[int] = ()) -> list[int]:
    """The template at `start`, what it extends, what that extends, and so on, up to one that is known or met again."""
    line: dict[int, None] = {}
    at: int | None = start
    while at is not None and at not in line and at not in known:
        line[at] = None
        at = base_of(templates, at)
    return list(line)


def base_of(templates: Sequence[Template], index: int) -> int | None:
    """Where the template stands that the one at `index` extends: the nearest before it, else the first after it.

    None where it extends none, or one that is not there.
    """
    extends = templates[index].extends
    if extends is None:
        return None
    places = (*reversed(range(index)), *range(index, len(templates)))
    return next((place for place in places if templates[place].id == extends.name), None)


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
