"""What the expressions of a game ask for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any

from pnp.diagnostics import Span
from pnp.expression import ExpressionError, parse, parse_template
from pnp.model.component import Component
from pnp.model.game_map import GameMap
from pnp.model.icons import IconSet
from pnp.model.layer import bindings, expressions
from pnp.model.map_style import MapStyle
from pnp.model.profile import Profile
from pnp.model.reference import Formula
from pnp.model.template import Template
from pnp.model.theme import Theme
from pnp.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pnp.expression import Expression
    from pnp.expression import Template as TextTemplate
    from pnp.model.game import Game


@dataclass(frozen=True, slots=True)
class Asked:
    """The names that expressions ask for, and the fields that they ask of them."""

    names: frozenset[str] = frozenset()
    fields: frozenset[str] = frozenset()

    def __or__(self, other: Asked) -> Asked:
        return Asked(self.names | other.names, self.fields | other.fields)


def asked_by_faces(component: Component, game: Game) -> Asked | None:
    """What the faces of a component ask for, the items of repetitions aside; None where a template is not there."""
    templates = [game.find(Template, name.name) for name in component.templates]
    asked = Asked()
    for template in templates:
        if template is None:
            return None
        asked |= _asked_by(template)
    return asked


def fields_asked(game: Game) -> frozenset[str]:
    """The fields that any expression of the game asks of anything, such as `card.title`."""
    holders = tuple(document for document in game.documents if not isinstance(document, Component))
    texts = {formula.text for formula in formulas((game.pack, holders))}
    found = (_read(text, read) for text in texts for read in (parse_template, parse))
    return frozenset(field for each in found if each for field in each.every_field())


def _asked_by(template: Template) -> Asked:
    layers = tuple(template.every_layer())
    texts = (template.background, *(text for layer in layers for text in bindings(layer)))
    asked = Asked()
    for text in filter(None, texts):
        asked |= _asked(text, parse_template)
    for formula in (formula for layer in layers for formula in expressions(layer)):
        asked |= _asked(formula, parse)
    return replace(asked, names=asked.names - {layer.repeat.each for layer in layers if layer.repeat})


def formulas(thing: object) -> Iterator[Formula]:
    """Every formula in a model, however deep; maps, their styles, icons, themes and profiles have none."""
    pending: list[Any] = [thing]
    while pending:
        here = pending.pop()
        match here:
            case Formula():
                yield here
            case Span() | str() | GameMap() | IconSet() | MapStyle() | Profile() | Theme():
                pass
            case tuple() | frozenset():
                pending.extend(here)
            case Mapping():
                pending.extend(here.values())
            case _:
                sort: Any = type(here)
                pending.extend(getattr(here, name) for name in _fields(sort))


@cache
def _fields(sort: type) -> tuple[str, ...]:
    """The fields of a class, where it is a dataclass."""
    return tuple(field.name for field in fields(sort)) if is_dataclass(sort) else ()


def _asked(formula: Formula, read: Callable[[str], Expression | TextTemplate]) -> Asked:
    """What the formula asks for; nothing of what can't be read."""
    found = _read(formula.text, read)
    return Asked(found.names(), found.every_field()) if found else Asked()


def _read(text: str, read: Callable[[str], Expression | TextTemplate]) -> Expression | TextTemplate | None:
    try:
        return read(text)
    except ExpressionError:
        return None
