"""A function that expressions may call."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from pnp.expression.errors import Refusal
from pnp.expression.values import Value, weight
from pnp.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable


def _walk(*arguments: Value) -> int:
    return sum(map(weight, arguments))


@dataclass(frozen=True, slots=True)
class Function:
    """A function and its signature: `text(value, places?)` may lack its last value, `min(values...)` takes one or more.

    `call` gets the values in order and raises Refusal for what it does not take; `cost` tells beforehand how many steps
    that is. Where it `pays` for its own steps, `call` gets the caller's budget before the values.
    """

    signature: str
    call: Callable[..., Value]
    cost: Callable[..., int] = _walk
    pays: bool = False

    @property
    def name(self) -> str:
        """The name it is called by."""
        return self.signature.partition("(")[0]

    def check(self, arguments: int) -> None:
        """Refuse a call with that number of arguments where the signature does not allow it."""
        least, most = _arity(self.signature)
        if arguments < least or (most is not None and arguments > most):
            count = "no value" if not arguments else "1 value" if arguments == 1 else f"{arguments} values"
            raise Refusal(f"'{self.name}' got {count}", f"it is written {self.signature}")


@lru_cache(maxsize=256)
def _arity(signature: str) -> tuple[int, int | None]:
    """The fewest and the most arguments, None for no limit."""
    parameters = [name.strip() for name in signature.partition("(")[2].rstrip(")").split(",") if name.strip()]
    least = sum(not name.endswith("?") for name in parameters)
    return least, None if any(name.endswith("...") for name in parameters) else len(parameters)
