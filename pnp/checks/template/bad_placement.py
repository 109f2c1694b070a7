"""A placement that says nothing, or that leads nowhere."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pnp.diagnostics import ERROR, Fault, check
from pnp.messages import did_you_mean
from pnp.model.faces.layer import GroupArt, Layer, LineArt, PictureArt
from pnp.model.faces.template import Template, Where, WhereError, parse_where
from pnp.model.reference import Formula, Ref

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from pnp.model.game import Game


@check("bad-placement", severity=ERROR)
def bad_placement(game: Game) -> Iterator[Fault]:
    """A placement can't be read, or names a layer that is not there.

    A placement is words with commas between: `top left`, `12 x 10`, `14 high`, `50% wide`, `inset 3`, `5 from top`,
    `below title`, `fill`. `below`, `above`, `left of`, `right of` and `in` name a layer that stands before this one
    in the same list.

    Fix: correct the word, or give the other layer that `name` and let it stand first.

    Bad:
        kind: template
        size: 44 x 68
        layers: [{panel: amber, where: "tpo, 14 high"}]

    Good:
        kind: template
        size: 44 x 68
        layers: [{panel: amber, where: "top, 14 high"}]
    """
    templates = tuple(game.all(Template))
    own = {fault: None for each in templates for fault in _in_list(each.layers) if fault.span.file == each.span.file}
    yield from own
    for template in templates:
        taken = (fault for fault in _in_list(template.layers) if fault.span.file != template.span.file)
        yield from (_adrift(fault, template) for fault in dict.fromkeys(taken) if fault not in own)


def _adrift(fault: Fault, template: Template) -> Fault:
    """The fault of a layer that had its place in the template that this one extends."""
    extends = template.extends
    assert extends, "layers of other files are those of a template that is extended"
    removed = next((name for name in template.removes if f"'{name}'" in fault.message), extends)
    return Fault(removed.span, f"in '{extends}', {fault.message}", "keep the layer that others lean on")


def _in_list(layers: tuple[Layer, ...]) -> Iterator[Fault]:
    """The faults of layers that stand in one box, where each may lean on those before it."""
    before: list[str] = []
    for layer in layers:
        if layer.where:
            yield from _placement(layer.where, before)
        if isinstance(layer.art, LineArt):
            ends = (end for end in (layer.art.start, layer.art.end) if isinstance(end, Ref))
            yield from (fault for end in ends for fault in _side(end, "end of a line"))
        if isinstance(layer.art, PictureArt) and layer.art.anchor:
            yield from _side(layer.art.anchor, "side of a picture")
        if isinstance(layer.art, GroupArt):
            yield from _in_list(layer.art.layers)
        before.append(layer.name)


def _placement(words: Ref, before: list[str]) -> Iterator[Fault]:
    where = yield from _parsed(words)
    for relation, name in where.anchors if where else ():
        if name not in before:
            start = words.name.find(name)
            span = Formula(words.name, words.span).part(start, start + len(name))
            hint = did_you_mean(name, before) or "give a layer that stands before this one that name"
            yield Fault(span, f"'{relation} {name}': no layer before this one is named '{name}'", hint)


def _side(words: Ref, what: str) -> Iterator[Fault]:
    where = yield from _parsed(words)
    if where and where != replace(Where(), horizontal=where.horizontal, vertical=where.vertical):
        yield Fault(words.span, f"'{words}' is no {what}", "write words such as 'top left'")


def _parsed(words: Ref) -> Generator[Fault, None, Where | None]:
    try:
        return parse_where(words.name)
    except WhereError as error:
        yield Fault(Formula(words.name, words.span).part(error.start, error.end), error.message, error.hint)
        return None
