"""What breaks a schema, before it is put into words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from collections.abc import Mapping as Table
from typing import Any

from pnp.records import dataclass
from pnp.source.tree import Value

Schema = Table[str, Any]
"""A JSON Schema as it was read."""

Path = tuple[Any, str | int] | None
"""The way to a value from its root, as a chain: the path of its parent, and a key or index; None is the root."""


@dataclass(frozen=True, slots=True)
class Mismatch:
    """The value at `path` breaks the `keyword` of its schema."""

    path: Path
    value: Value
    schema: Schema
    keyword: str


@dataclass(frozen=True, slots=True)
class UnknownKey:
    """The last key of `path` is none of the keys that its mapping may have."""

    path: Path
    known: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BadKey:
    """The last key of `path` breaks the `keyword` of the schema for keys."""

    path: Path
    schema: Schema
    keyword: str


@dataclass(frozen=True, slots=True)
class MissingKey:
    """The mapping at `path` lacks one of `keys`.

    Where there is one key, `schema` is that of its value, and `needed_by` the other key that asks for it, if one does.
    """

    path: Path
    keys: tuple[str, ...]
    schema: Schema
    needed_by: str | None = None


@dataclass(frozen=True, slots=True)
class KeysTogether:
    """The mapping at `path` has several of `keys`, of which one may stand."""

    path: Path
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NoBranch:
    """The value at `path` is none of the things that `choices` describe; `schema` is that of the union.

    `fits` says whether it is at least of the right type for them.
    """

    path: Path
    value: Value
    schema: Schema
    choices: tuple[Schema, ...]
    fits: bool


Breach = Mismatch | UnknownKey | BadKey | MissingKey | KeysTogether | NoBranch
Breaches = Sequence[Breach]

Look = Callable[[Value, Path], Breaches]
"""Finds what breaks a schema in a value that stands at a path."""


def steps(path: Path) -> tuple[str | int, ...]:
    """The keys and indices from the root to the end of `path`."""
    found: list[str | int] = []
    while path is not None:
        path, step = path
        found.append(step)
    return tuple(reversed(found))
