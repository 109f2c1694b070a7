"""The names that an expression knows: values and functions, in layers."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import islice

from msgspec import Struct, field

from pnp.diagnostics import Missing
from pnp.expression.functions import FUNCTIONS, Function, with_mark
from pnp.expression.limits import Refusal
from pnp.expression.values import POINT, Record, Value, clipped, described, identifier, key_of
from pnp.messages import did_you_mean


class Environment(Struct, frozen=True):
    """Names with values, and functions in addition to the built-in ones; unknown names are looked up in `outer`.

    `doubtful` are names without a value because of an error that is already reported. `kind` is that of the record
    whose fields the names are, such as a row. `mark` is the decimal mark of numbers, empty for that of `outer`.
    `quoted` are texts that are often written without quotes, such as names of places.
    """

    names: Mapping[str, Value] = field(default_factory=dict)
    functions: Mapping[str, Function] = field(default_factory=dict)
    outer: Environment | None = None
    doubtful: Container[str] = frozenset()
    kind: str = ""
    mark: str = ""
    quoted: Container[str] = frozenset()

    @property
    def decimal_mark(self) -> str:
        """The decimal mark of numbers that are printed."""
        return next((layer.mark for layer in self._layers() if layer.mark), POINT)

    def with_points(self) -> Environment:
        """Return an environment in which numbers are written with a point, as settings and paths are read."""
        return self if self.decimal_mark == POINT else Environment({}, with_mark(POINT), self, mark=POINT)

    def with_names(self, names: Mapping[str, Value] | Record, kind: str = "") -> Environment:
        """Return an environment with these names, such as a row's fields, in front of this one.

        The first name of the `kind` "item" is that of the item of a loop.
        """
        if isinstance(names, Record):
            return Environment(names.fields, {}, self, kind=names.kind)
        return Environment(names, {}, self, kind=kind)

    def value(self, name: str) -> Value:
        """Return the value of the name. Raises Refusal if it is unknown."""
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
        """Return the function of that name. Raises Refusal if it is unknown."""
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
        hint = _ELSEWHERE.get(name.lower()) or did_you_mean(name, known) or f"there are {', '.join(known)}"
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
        """Return the error of a name that no layer has."""
        if self._is_doubtful(name):
            return Refusal(f"'{clipped(name)}' has an error itself", reported=True)
        if any(name in layer.quoted for layer in self._layers()):
            return Refusal(f"unknown name '{name}'", QUOTED.format(name), cause=Missing(name))
        near = _meant(name, tuple([key for layer in self._layers() for key in layer.names]))
        quoted = f"write a text in quotes: '{clipped(name)}'"
        row = next((_listed(layer.names) for layer in self._layers() if layer.kind == "row"), "")
        names = "" if row else _listed(dict.fromkeys(key for layer in self._layers() for key in layer.names))
        known = f"; rows have {row}" if row else f"; names here are {names}" if names else ""
        loop = self._loop_hint() if not near and (name == "row" or name not in _NOTHING) else None
        number = f"write {_NUMBERS.index(name.lower())}" if name.lower() in _NUMBERS else None
        said = loop or _NOTHING.get(name)
        hint = said or (f"{number}, or {quoted}" if number else f"{near} {quoted}" if near else quoted + known)
        alone: str | None = said or number or near or known.removeprefix("; ")
        if name in FUNCTIONS or any(name in layer.functions for layer in self._layers()):
            hint = f"it is a function: write {clipped(name)}(…)" + (f"; or {near}" if near else "")
            hint = (near or f"rows have no field '{clipped(name)}'; they have {row}") if row else hint
            alone = hint
        return Refusal(f"unknown name '{clipped(name)}'", hint, cause=Missing(name), without_quotes=alone or hint)

    def _loop_hint(self) -> str | None:
        """Return a hint with the name of the innermost loop's item; None outside of loops."""
        names = next((tuple(layer.names) for layer in self._layers() if layer.kind == "item"), ())
        number = ", or index for its number" if "index" in names else ""
        return f"write {names[0]} for the item of the loop{number}" if names else None


def _listed(names: Iterable[str]) -> str:
    """Return the first names of a row's fields for a hint."""
    fields = (name for name in names if name not in ("index", "copies", "row"))
    first = [clipped(identifier(name)) for name in islice(fields, LISTED + 1)]
    return ", ".join(first[:LISTED]) + (", …" if len(first) > LISTED else "")


LISTED = 12
"""Maximum number of names that a hint lists."""


@lru_cache(maxsize=64)  # each row looks up the same names
def _meant(name: str, known: tuple[str, ...]) -> str | None:
    return did_you_mean(name, map(identifier, known))


QUOTED = "write it in quotes: '{}'"
"""The hint for a name that is a text, such as the name of a place."""

_NUMBERS = (
    *("zero", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)
"""Numbers as words."""

_ELSEWHERE = {
    **dict.fromkeys(("radians", "rad", "degrees", "deg"), "leave it out: sin and cos take degrees"),
    **dict.fromkeys(("average", "mean", "avg"), "write sum(list) / count(list)"),
    **dict.fromkeys(("concat", "concatenate"), "join texts with '+'"),
    **dict.fromkeys(("pow", "power"), "write a ** b"),
    **dict.fromkeys(("rand", "random", "randint", "randbetween"), "nothing is random: a page is the same each time"),
    "iif": "a choice is written: a if condition else b",
    "int": "write floor(…), or number(…) for a text",
    "str": "write text(…)",
    "length": "write len(…)",
    "mod": "write a % b",
}
"""Functions of other languages, with what to write."""

_NOTHING = {
    **dict.fromkeys(("none", "null", "nothing"), "write None for no value, or quote it where it is a text"),
    **dict.fromkeys(
        ("yes", "Yes", "YES", "on"), "write true for a field that is yes or no; quote it where it is a text"
    ),
    **dict.fromkeys(
        ("no", "No", "NO", "off"), "write false for a field that is yes or no; quote it where it is a text"
    ),
    "descending": "write the field before it, such as cost descending",
    "row": "write the name of a field alone, such as {title}",
    "tables": "the rules name a table so: {table:name}",
    "sections": "the rules name a section so: {section:name}",
}
"""Names of other languages, with what to write."""


def field_of(record: Record, name: str) -> Value:
    """Return the field of the record, whose key may have hyphens or spaces. Raises Refusal if it does not exist."""
    fields = record.fields
    if name in fields:
        return fields[name]
    key = key_of(name, fields)
    if key is not None:
        return fields[key]
    known = [identifier(key) for key in record.fields]
    if name in ("csv", "tsv", "xlsx", "ods", "json", "yaml") and "rows" in record.fields:
        raise Refusal(f"{described(record)} has no field '{clipped(name)}'", "write '.rows' for its rows")
    hint = did_you_mean(name, known) or (f"it has {', '.join(map(clipped, known[:8]))}" if known else None)
    cause = Missing(name, "field") if record.kind == "row" else None  # one fault for all rows of a loop
    raise Refusal(f"{described(record)} has no field '{clipped(name)}'", hint, cause=cause)
