"""Cheap frozen records and imports on demand, until a library replaces them.

Python's own `dataclass` writes some six methods a class as text and compiles them all, half a millisecond for each of
the four hundred classes of pnp: most of the time in which a small pack was checked. What it notes of the fields stays,
so that `fields`, `replace` and `asdict` work with these too.
"""

from __future__ import annotations

import dataclasses
import inspect
from functools import cache, partial
from importlib import import_module
from types import MemberDescriptorType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


# Dataclasses that cost little until they are used: a method is compiled when it is first called.

if TYPE_CHECKING:
    from collections.abc import Callable
    from dataclasses import dataclass
    from types import CodeType

    Method = Callable[..., Any]
    Writer = Callable[[type, dict[str, Any]], str]
else:

    def dataclass(cls=None, /, *, frozen=False, slots=False, eq=True, order=False, kw_only=False):
        """As Python's own, without `__post_init__`."""

        def made(cls):
            cls.__doc__ = cls.__doc__ or cls.__name__  # or else its signature is written there, which takes longest
            written = inspect.get_annotations(cls)
            types = {name: text for name, text in written.items() if not str(text).startswith("ClassVar")}
            cls.__annotations__ = dict.fromkeys(types, object)  # or else each text is searched for words of `typing`
            noted = dataclasses.dataclass(init=False, repr=False, eq=False, kw_only=kw_only)(cls)
            cls.__annotations__ = written
            for name, text in types.items():
                noted.__dataclass_fields__[name].type = text
            return _with(noted, _methods(frozen, slots, eq, order), slots)

        return made if cls is None else made(cls)


__all__ = ["dataclass"]

_ORDERS = {"__lt__": "<", "__le__": "<=", "__gt__": ">", "__ge__": ">="}


def _with(cls: type, methods: dict[str, Any], slots: bool) -> type:
    """The class with the methods that it does not write itself; with `slots` another one like it that has these."""
    methods = {name: method for name, method in methods.items() if cls.__dict__.get(name) is None}
    if not slots:
        for name, method in methods.items():
            setattr(cls, name, method)
        return cls
    names = [field.name for field in _fields(cls)]
    left_out = {*names, "__dict__", "__weakref__"}
    content = {name: value for name, value in cls.__dict__.items() if name not in left_out}
    inherited = {name for base in cls.__mro__[1:] for name in base.__dict__.get("__slots__", ())}
    content |= {"__slots__": tuple(name for name in names if name not in inherited), **methods}
    made: type = type(cls)(cls.__name__, cls.__bases__, content)
    made.__qualname__ = cls.__qualname__
    return made


def _methods(frozen: bool, slots: bool, eq: bool, order: bool) -> dict[str, Any]:
    methods: dict[str, Any] = {"__init__": _late("__init__", _init), "__repr__": _repr}
    if eq:
        methods["__eq__"] = _late("__eq__", _compared("=="))
        methods["__hash__"] = _late("__hash__", _hashed) if frozen else None
    if order:
        methods |= {name: _late(name, _compared(relation)) for name, relation in _ORDERS.items()}
    if frozen:
        methods |= {"__setattr__": _refuse, "__delattr__": _refuse}
    if frozen and slots:
        methods |= {"__getstate__": _state, "__setstate__": _set_state}
    return methods


def _late(name: str, write: Writer) -> Method:
    """A method that puts the compiled one in its own place, and calls it."""

    def first(self: Any, *values: Any, **named: Any) -> Any:
        owner = next(cls for cls in type(self).__mro__ if cls.__dict__.get(name) is first)
        known: dict[str, Any] = {}
        exec(_compiled(write(owner, known)), known)
        method = known[name]
        if name == "__init__":
            method.__defaults__, method.__kwdefaults__ = _defaults(owner)
        method.__code__ = _renamed(method.__code__, {f"f{at}": field.name for at, field in enumerate(_fields(owner))})
        method.__qualname__ = f"{owner.__qualname__}.{name}"
        setattr(owner, name, method)
        return method(self, *values, **named)

    return first


@cache
def _compiled(text: str) -> CodeType:
    """The text compiled: fields are f0, f1 and so on there, so that it is the same for many classes."""
    return compile(text, "<record>", "exec")


def _renamed(code: CodeType, names: dict[str, str]) -> CodeType:
    """The code with other names for what it takes and asks of objects."""
    taken, asked = (tuple(names.get(name, name) for name in each) for each in (code.co_varnames, code.co_names))
    return code.replace(co_varnames=taken, co_names=asked)


def _init(cls: type, known: dict[str, Any]) -> str:
    fields = _fields(cls)
    known |= {f"_set_f{at}": _setter(cls, field) for at, field in enumerate(fields)}
    placed = ["self", *(f"f{at}" for at, field in enumerate(fields) if not field.kw_only)]
    named = [f"f{at}" for at, field in enumerate(fields) if field.kw_only]
    parameters = ", ".join([*placed, *(["*", *named] if named else ())])
    lines = [f" _set_f{at}(self, f{at})" for at in range(len(fields))] or [" pass"]
    return "\n".join([f"def __init__({parameters}):", *lines])


def _setter(cls: type, field: dataclasses.Field[Any]) -> Callable[[Any, Any], None]:
    """What gives an object its value of a field, past the `__setattr__` that refuses: its slot, where it has one."""
    slot, name, make, missing = getattr(cls, field.name, None), field.name, field.default_factory, dataclasses.MISSING
    put = slot.__set__ if isinstance(slot, MemberDescriptorType) else partial(_put, name)
    if make is missing:
        return put
    return lambda self, value: put(self, make() if value is missing else value)


def _put(name: str, self: Any, value: Any) -> None:
    object.__setattr__(self, name, value)


def _defaults(cls: type) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """What is taken for fields that are not given, by their places and by their names; of factories nothing yet."""
    made = dataclasses.MISSING
    usual = [each for each in _fields(cls) if each.default is not made or each.default_factory is not made]
    placed = tuple(field.default for field in usual if not field.kw_only)
    return placed, {field.name: field.default for field in usual if field.kw_only}


def _compared(relation: str) -> Writer:
    name = next((name for name, sign in _ORDERS.items() if sign == relation), "__eq__")

    def write(cls: type, _known: dict[str, Any]) -> str:
        both = f"{_content(cls, 'self')} {relation} {_content(cls, 'other')}"
        return f"def {name}(self, other):\n return {both} if other.__class__ is self.__class__ else NotImplemented"

    return write


def _hashed(cls: type, _known: dict[str, Any]) -> str:
    return f"def __hash__(self):\n return hash({_content(cls, 'self')})"


def _content(cls: type, of: str) -> str:
    return f"({''.join(f'{of}.f{at}, ' for at, field in enumerate(_fields(cls)) if field.compare)})"


def _fields(cls: Any) -> tuple[dataclasses.Field[Any], ...]:
    return dataclasses.fields(cls)


def _repr(self: Any) -> str:
    shown = (f"{field.name}={getattr(self, field.name)!r}" for field in _fields(self) if field.repr)
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _refuse(_self: Any, name: str, *_value: Any) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot change field {name!r}")


def _state(self: Any) -> list[Any]:
    return [getattr(self, field.name) for field in _fields(self)]


def _set_state(self: Any, state: list[Any]) -> None:
    for field, value in zip(_fields(self), state, strict=True):
        object.__setattr__(self, field.name, value)


# Packages of which a part is imported when something of it is asked for: nobody waits for what is not needed.


def when_asked(package: str, homes: Mapping[str, tuple[str, ...]]) -> Callable[[str], Any]:
    """The `__getattr__` of a package: what finds a name in the module that is its home, which is called otherwise."""
    places = {name: home for home, names in homes.items() for name in names}

    def found(name: str) -> Any:
        if name not in places:
            raise AttributeError(f"module '{package}' has no attribute '{name}'")
        return getattr(import_module(f"{package}.{places[name]}"), name)

    return found
