"""What an expression can name: values and functions, in layers."""

from __future__ import annotations

from dataclasses import field
from functools import lru_cache
from typing import TYPE_CHECKING

from pnp.expression.errors import Refusal
from pnp.expression.functions import FUNCTIONS
from pnp.expression.show import clipped, described
from pnp.expression.values import Record, Value, identifier, key_of
from pnp.records import dataclass
from pnp.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Mapping

    from pnp.expression.function import Function


@dataclass(frozen=True, slots=True)
class Environment:
    """Names with their values and functions beside the language's own; what is missing here is looked up in `outer`.

    `doubtful` are identifiers whose value can't be had for a fault that is told elsewhere.
    """

    names: Mapping[str, Value] = field(default_factory=dict)
    functions: Mapping[str, Function] = field(default_factory=dict)
    outer: Environment | None = None
    doubtful: Container[str] = frozenset()

    def with_names(self, names: Mapping[str, Value] | Record) -> Environment:
        """This environment with more names, such as a row's fields, before its own."""
        return Environment(names.fields if isinstance(names, Record) else names, {}, self)

    def value(self, name: str) -> Value:
        """What the name stands for; refused where nothing has it."""
        layer: Environment | None = self
        while layer is not None:
            names = layer.names
            if name in names:
                return names[name]
            key = key_of(name, names) if "_" in name else None
            if key is not None:
                return names[key]
            layer = layer.outer
        raise self.unknown_name(name)

    def function(self, name: str) -> Function:
        """The function of that name; refused where there is none."""
        layer: Environment | None = self
        while layer is not None:
            if name in layer.functions:
                return layer.functions[name]
            layer = layer.outer
        if name in FUNCTIONS:
            return FUNCTIONS[name]
        if self._is_doubtful(name):
            raise self.unknown_name(name)
        known = sorted({*FUNCTIONS, *(known for layer in self._layers() for known in layer.functions)})
        hint = did_you_mean(name, known) or f"there are {', '.join(known)}"
        raise Refusal(f"unknown function '{clipped(name)}'", hint)

    def has(self, name: str) -> bool:
        """Whether some layer has the name."""
        return any(key_of(name, layer.names) is not None for layer in self._layers())

    def _layers(self) -> Iterator[Environment]:
        layer: Environment | None = self
        while layer is not None:
            yield layer
            layer = layer.outer

    def _is_doubtful(self, name: str) -> bool:
        return any(name in layer.doubtful for layer in self._layers())

    def unknown_name(self, name: str) -> Refusal:
        """The refusal of a name that no layer has."""
        if self._is_doubtful(name):
            return Refusal(f"'{clipped(name)}' has an error of its own", told=True)
        near = _meant(name, tuple([key for layer in self._layers() for key in layer.names]))
        quoted = f"a text stands in quotes: '{clipped(name)}'"
        hint = _NOTHING.get(name) or (f"{near} {quoted}" if near else quoted)
        return Refusal(f"unknown name '{clipped(name)}'", hint)


@lru_cache(maxsize=64)  # row after row asks for the same
def _meant(name: str, known: tuple[str, ...]) -> str | None:
    return did_you_mean(name, map(identifier, known))


_NOTHING = dict.fromkeys(("none", "null", "nothing"), "write None for no value, or quote it where it is a text")


def field_of(record: Record, name: str) -> Value:
    """The field of the record that an expression means by `name`; refused where it has none."""
    fields = record.fields
    if name in fields:
        return fields[name]
    key = key_of(name, fields)
    if key is not None:
        return fields[key]
    known = [identifier(key) for key in record.fields]
    hint = did_you_mean(name, known) or (f"it has {', '.join(map(clipped, known[:8]))}" if known else None)
    raise Refusal(f"{described(record)} has no field '{clipped(name)}'", hint)
