"""Records read from mappings of documents: the names and types of a class's fields say which keys its mappings have."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from msgspec import Struct, field

from pnp.diagnostics import Span
from pnp.model.reference import Formula, Ref
from pnp.source.tree import Listing, Node
from pnp.source.tree import Mapping as SourceMapping
from pnp.units import read_lengths

R = TypeVar("R", bound=Struct)

Reader = Callable[[Node], Any]
"""Returns the value of a field from the value of its key."""


def read_record(kind: type[R], node: Node, /, **given: Any) -> R:
    """Return the record of that class whose fields are the keys of the mapping at `node`.

    A field has the key of its name, with hyphens, or the name that `msgspec.field` gives it. Its type says how the
    value is read. `given` are the fields that are read in another way. A field of the type `Span` is the position of
    the mapping; any other field whose key is missing has its default. The schema has validated types and required keys.
    """
    for name, key, read in _fields(kind):
        if name in given:
            continue
        if read is None:
            given[name] = node.span
        elif key in node:
            given[name] = read(node[key])
    return kind(**given)


@cache
def _fields(kind: type[Struct]) -> tuple[tuple[str, str, Reader | None], ...]:
    """Return the name, key and reader of each field; no reader for the position of the mapping."""
    types = get_type_hints(kind)
    names = zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True)
    return tuple(
        (name, key.replace("_", "-"), None if types[name] is Span else _reader(types[name])) for name, key in names
    )


@cache
def _reader(hint: Any) -> Reader:
    """Return what reads values of a type: a scalar, a list, a mapping, a record, or one of several of these."""
    origin, members = get_origin(hint), get_args(hint)
    if hint in _SCALARS or origin is Literal:
        return _SCALARS.get(hint, _SCALARS[str])
    if origin in (Union, UnionType):
        return _either([member for member in members if member is not NoneType])
    if origin is tuple:
        return _items(members)
    if origin is Mapping:
        read = _reader(members[1])
        return lambda node: {key.text: read(value) for key, value in node.items()}
    own: Reader | None = getattr(hint, "read", None)
    return own or partial(read_record, hint)


_SCALARS: dict[Any, Reader] = {
    str: lambda node: node.text,
    float: lambda node: node.number,
    int: lambda node: node.integer,
    bool: lambda node: node.value is True,
}


def _items(members: tuple[Any, ...]) -> Reader:
    """Return what reads a tuple: the items of a list, the pairs of a mapping, a size such as `44 x 68`, or a single
    value as one item.
    """
    if members[-1] is not ...:
        readers = tuple(map(_reader, members))
        return lambda node: (
            read_lengths(node.text)
            if isinstance(node.value, str)
            else tuple(read(item) for read, item in zip(readers, node, strict=True))
        )
    item = _reader(members[0])
    pair = _pair(members[0])

    def read(node: Node) -> tuple[Any, ...]:
        if isinstance(node.value, Listing):
            return tuple(map(item, node))
        if pair and isinstance(node.value, SourceMapping):
            return tuple((pair[0](key), pair[1](value)) for key, value in node.items())
        return (item(node),)

    return read


def _pair(hint: Any) -> tuple[Reader, Reader] | None:
    """Return what reads both parts of a pair; None for another type."""
    parts = get_args(hint) if get_origin(hint) is tuple else ()
    return (_reader(parts[0]), _reader(parts[1])) if len(parts) == 2 and parts[1] is not ... else None


def _either(members: list[Any]) -> Reader:
    """Return what reads one of several types: that of lists, mappings or numbers for such a value, or that of texts."""
    by_value = {_written_as(member): _reader(member) for member in members}
    other = by_value.get(str, _reader(members[0]))

    def read(node: Node) -> Any:
        value = node.value
        kind = float if isinstance(value, int) and not isinstance(value, bool) else type(value)
        return by_value.get(kind, other)(node)

    return read


def _written_as(hint: Any) -> type:
    """Return the type of the values in documents that are read as `hint`."""
    if hint in (str, Ref, Formula) or get_origin(hint) is Literal:
        return str
    if get_origin(hint) is tuple:
        return Listing
    return float if hint in (int, float) else SourceMapping


# Tables that documents name.


class TableSource(Struct, frozen=True):
    """A table next to a document; of a workbook one sheet, by default the first."""

    file: Ref = field(name="table")
    sheet: Ref | None = None

    @classmethod
    def read(cls, node: Node) -> TableSource:
        """Return the source at `node`, a file or a mapping."""
        return read_record(cls, node) if isinstance(node.value, SourceMapping) else cls(Ref.read(node))
